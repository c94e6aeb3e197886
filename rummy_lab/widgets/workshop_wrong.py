"""Likely mistakes of a step: proposed from what the referee refuses, ticked and put into words by the teacher."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

from ipywidgets import HTML, VBox

from rummy_lab.core.errors import RummyError
from rummy_lab.core.moves import Turn
from rummy_lab.lessons.counting import miscounted
from rummy_lab.lessons.writing import Raw, wrong_table
from rummy_lab.widgets.guard import Guarded
from rummy_lab.widgets.texts import Language
from rummy_lab.widgets.workshop_draft import LessonDraft
from rummy_lab.widgets.workshop_fields import Act, Texts, heading, refill, tick, wide
from rummy_lab.widgets.workshop_texts import work
from rummy_lab.words import explain


class LikelyMistakes(VBox):  # type: ignore[misc]
    """The mistakes that have words of their own, and those that are proposed."""

    def __init__(
        self, draft: LessonDraft, lang: Language, changed: Act, panel: Guarded, every: Callable[[], bool]
    ) -> None:
        self._draft, self._lang, self._changed, self._panel, self._every = draft, lang, changed, panel, every
        super().__init__([], layout=wide())
        self.show()

    def show(self) -> None:
        """Show what is likely at the position of the step."""
        refill(self, [])
        if self._draft.step["kind"] not in ("do", "find", "judge", "value"):
            return
        kept = self._draft.mistakes()
        known = [one["when"] for one in kept]
        proposed = [table for one in self._draft.likely_wrong() if (table := wrong_table(one))["when"] not in known]
        rows = [self._mistake(table, kept=True) for table in kept]
        rows += [self._mistake(table, kept=False) for table in proposed]
        help_text = work("wrong_help" if rows else "no_wrong", self._lang)
        refill(self, [heading(work("wrong", self._lang), help_text), *rows])

    def texts(self) -> list[Texts]:
        """The texts in it."""
        said = [row.children[1] for row in self.children if isinstance(row, VBox)]
        return [one for box in said for one in box.children if isinstance(one, Texts)]

    def _mistake(self, table: Raw, *, kept: bool) -> Any:
        said = VBox([], layout=wide())

        def act(wanted: bool) -> None:
            step = self._draft.step
            step["wrong"] = [one for one in step["wrong"] if one is not table] + ([table] if wanted else [])
            refill(said, [self._words(table) if wanted else self._plain(table)])
            self._changed()

        refill(said, [self._words(table) if kept else self._plain(table)])
        return VBox([tick(self._name(table), kept, act, self._panel), said], layout=wide())

    def _words(self, table: Raw) -> Texts:
        every = self._every()
        return Texts(work("says", self._lang), table["says"], self._lang, self._changed, self._panel, every=every)

    def _plain(self, table: Raw) -> Any:
        """What is proposed to be said, as it is read."""
        text = table["says"].get(self._lang) or next(iter(table["says"].values()), "")
        return HTML(f"<p>{escape(self._draft.plain(text, self._lang))}</p>")

    def _name(self, table: Raw) -> str:
        when = table["when"]
        if "points" in when or "miscount" in when:
            points = miscounted(self._draft.bare(), when["miscount"]) if "miscount" in when else when["points"]
            return work("wrong_points", self._lang, points=points)
        if "legal" in when:
            return work("wrong_yes" if when["legal"] else "wrong_no", self._lang)
        try:
            turn = Turn.parse(table.get("try", ""))
        except RummyError:
            turn = Turn()
        if turn:
            return work("wrong_try", self._lang, moves=explain(turn, self._lang, rules=self._draft.bare().rules))
        return work("wrong_other", self._lang, name=table["misconception"])
