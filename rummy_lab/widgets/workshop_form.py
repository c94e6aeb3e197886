"""The form of one step: what the pupil does and reads, the position, what is right, likely mistakes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ipywidgets import VBox

from rummy_lab.lessons.steps import KINDS
from rummy_lab.widgets.editor import PositionEditor
from rummy_lab.widgets.guard import Guarded
from rummy_lab.widgets.texts import Language
from rummy_lab.widgets.workshop_draft import LessonDraft, is_given
from rummy_lab.widgets.workshop_expected import Expected
from rummy_lab.widgets.workshop_faults import area_of, fault_told, is_marked
from rummy_lab.widgets.workshop_fields import Act, Remarks, Texts, TurnField, heading, menu, tick, wide
from rummy_lab.widgets.workshop_texts import work
from rummy_lab.widgets.workshop_wrong import LikelyMistakes

AREAS: Final = ("text", "position", "turn", "expected", "wrong", "siblings", "after", "")
_WITH_TURN: Final = ("watch", "do", "judge", "find", "predict")
_WITH_SIBLINGS: Final = ("do", "judge", "value")


class StepForm(VBox):  # type: ignore[misc]
    """All fields of the step that is worked on; `changed` is called when one of them was changed.

    Attributes:
        editor: where the position is laid. turn: the turn. expected: what is right. mistakes: likely ones.
    """

    def __init__(
        self, draft: LessonDraft, lang: Language, changed: Act, panel: Guarded, every: Callable[[], bool]
    ) -> None:
        self._draft, self._lang, self._changed, self._panel = draft, lang, changed, panel
        step = draft.step
        self.remarks = {area: Remarks() for area in AREAS}
        text = step.setdefault("text", {})
        self._text = Texts(self._say("text"), text, lang, changed, panel, every=every())
        after = step.setdefault("after", {})
        self._after = Texts(self._say("after"), after, lang, changed, panel, every=every(), optional=True)
        self._kind = menu(
            self._say("kind"), [(self._say(kind), kind) for kind in KINDS], step["kind"], self._set_kind, panel
        )
        self.editor = PositionEditor(step.get("position") or None, rules=draft.rules, lang=lang)
        self.editor.lock = panel.lock
        self._laid = self.editor.text
        self.editor.observe(panel.handler(self._position_changed), "frame")
        title = "solution" if step["kind"] in ("do", "find") else "turn"
        self.turn = TurnField(self._say(title), lang, self._set_turn, panel)
        self.expected = Expected(draft, lang, changed, self._worked_out, panel, every)
        self.mistakes = LikelyMistakes(draft, lang, changed, panel, every)
        self._siblings = tick(self._say("siblings"), step.get("generator") == "siblings", self._set_siblings, panel)
        super().__init__(
            [
                self._kind, heading(self._say("text"), self._say("cards_help")), self._text, self.remarks["text"],
                heading(self._say("position"), self._say("position_help")), self.editor, self.remarks["position"],
                self.turn, self.remarks["turn"], self.expected, self.remarks["expected"], self.mistakes,
                self.remarks["wrong"], self._siblings, self.remarks["siblings"], self._after, self.remarks["after"],
                self.remarks[""],
            ],
            layout=wide(),
        )  # fmt: skip
        self._show_turn()

    def check(self) -> list[str]:
        """Tell beside each field what is to be mended; returns all of it."""
        faults, notes = self._draft.faults()
        mend = [(area_of(one), self._say("to_mend", told=fault_told(one, self._lang))) for one in faults]
        know = [
            (area_of(one), self._say("note", told=fault_told(one, self._lang))) for one in notes if not is_marked(one)
        ]
        for area, remark in self.remarks.items():
            remark.tell([told for at, told in (*mend, *know) if at == area or (not area and at not in AREAS)])
        return [told for _, told in mend]

    def show_languages(self, *, every: bool) -> None:
        """Show the fields of every language or only those of the language the workshop speaks."""
        for texts in (self._text, self._after, *self.expected.texts(), *self.mistakes.texts()):
            texts.show_languages(every=every)

    def _say(self, key: str, **values: object) -> str:
        return work(key, self._lang, **values)

    def _set_kind(self, kind: str) -> None:
        self._draft.step["kind"] = kind
        self._draft.work_out()
        self.expected.show()
        self._worked_out()

    def _position_changed(self) -> None:
        if self.editor.text == self._laid:
            return
        self._laid = self.editor.text
        state = self.editor.state
        if state is None:
            return
        self._draft.lay(state if is_given(state) else None)
        self.expected.show()
        self._worked_out()

    def _set_turn(self, turn: str) -> None:
        if turn == self._draft.step.get("turn"):
            return
        self._draft.step["turn"] = turn
        self._draft.work_out()
        self.expected.show()
        self._worked_out()

    def _set_siblings(self, wanted: bool) -> None:
        self._draft.step["generator"] = "siblings" if wanted else ""
        self._changed()

    def _worked_out(self) -> None:
        """Something follows from what was changed: show it."""
        self._show_turn()
        self.mistakes.show()
        self._changed()

    def _show_turn(self) -> None:
        draft, kind = self._draft, self._draft.step["kind"]
        shown: dict[Any, Callable[[], bool]] = {
            self.turn: lambda: kind in _WITH_TURN and draft.state is not None,
            self._siblings: lambda: kind in _WITH_SIBLINGS,
        }
        for widget, is_shown in shown.items():
            widget.layout.display = None if is_shown() else "none"
        if kind in _WITH_TURN:
            self.turn.show(draft.state, draft.step.get("turn", ""), draft.proposals())
