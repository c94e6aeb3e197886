"""What is right in a step: a goal, reasons, points, answers; each worked out where it can be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import Any

from ipywidgets import HTML, VBox

from rummy_lab.core.melds import Meld
from rummy_lab.lessons.proposing import reasons, tried
from rummy_lab.lessons.writing import goal_table
from rummy_lab.widgets.guard import Guarded
from rummy_lab.widgets.lesson_said import reason_text
from rummy_lab.widgets.texts import Language
from rummy_lab.widgets.workshop_draft import LessonDraft
from rummy_lab.widgets.workshop_fields import Act, Texts, button, heading, menu, refill, row, tick, wide
from rummy_lab.widgets.workshop_texts import work
from rummy_lab.words import explain, main_reason
from rummy_lab.words.spoken import cards_text, hand_text, meld_text
from rummy_lab.words.texts import pack_of, words_of

_OBJECTIVES = ("cards", "points", "penalty", "out")
_MOST_OPTIONS = 8


class Expected(VBox):  # type: ignore[misc]
    """The part of the form that says what is right; `changed` is called when something in it was changed.

    `turn_changed` is called where another turn is wanted.
    """

    def __init__(
        self,
        draft: LessonDraft,
        lang: Language,
        changed: Act,
        turn_changed: Act,
        panel: Guarded,
        every: Callable[[], bool],
    ) -> None:
        self._draft, self._lang, self._panel, self._every = draft, lang, panel, every
        self._changed, self._turn_changed = changed, turn_changed
        super().__init__([], layout=wide())
        self.show()

    def show(self) -> None:
        """Show what belongs to the kind of the step."""
        makers: dict[str, Callable[[], Sequence[Any]]] = {
            "do": self._goal, "judge": self._reasons, "value": self._points, "find": self._objective,
            "choose": self._options, "predict": self._options,
        }  # fmt: skip
        make = makers.get(self._draft.step["kind"])
        refill(self, [] if make is None else make())

    def texts(self) -> list[Texts]:
        """The texts in it."""
        return [
            one
            for widget in self.children
            for one in (widget, *getattr(widget, "children", ()))
            if isinstance(one, Texts)
        ]

    def _say(self, key: str, **values: object) -> str:
        return work(key, self._lang, **values)

    # A goal

    def _goal(self) -> Sequence[Any]:
        known = self._draft.goals
        if not known:
            return []
        asked = self._draft.step.setdefault("goal", {})
        words = words_of(self._lang, pack_of(self._draft.bare().rules))
        boxes: list[Any] = []
        for name, goal in known.items():
            values = {"count": getattr(goal, name), "cards": cards_text(words, goal.lays)}
            table = goal_table(goal)
            one = "_one" if name == "cards" and goal.cards == 1 else ""
            label = self._say(f"goal_{name}{one}", **values)
            boxes.append(tick(label, name in asked, self._asks(table), self._panel))
        return [heading(self._say("goal"), self._say("goal_help")), *boxes]

    def _asks(self, table: dict[str, Any]) -> Callable[[bool], None]:
        def act(wanted: bool) -> None:
            goal = self._draft.step["goal"]
            for name, value in table.items():
                if wanted:
                    goal[name] = value
                else:
                    goal.pop(name, None)
            self._changed()

        return act

    # Allowed or not

    def _reasons(self) -> Sequence[Any]:
        step, state, turn = self._draft.step, self._draft.state, self._draft.turn
        if state is None or turn is None:
            return []
        _, refused = tried(state, turn)
        if not refused:
            return [heading(self._say("expected")), HTML(f"<p>{escape(self._say('legal_yes'))}</p>")]
        why = explain(main_reason(refused), self._lang, rules=state.rules)
        hold, others = reasons(state, turn)
        bare = self._draft.bare()
        told = self._say("reason_right", reason=reason_text(hold[0], bare, self._lang))
        chosen = step.get("choices", [])
        offered = list(dict.fromkeys([*(code for code in chosen if code not in hold), *others]))
        boxes = [
            tick(reason_text(code, bare, self._lang), code in chosen, self._offers(code), self._panel)
            for code in offered
        ]
        return [
            heading(self._say("expected")), HTML(f"<p>{escape(self._say('legal_no', why=why))}</p>"),
            heading(self._say("choices")), HTML(f"<p>{escape(told)}</p>"), *boxes,
        ]  # fmt: skip

    def _offers(self, code: str) -> Callable[[bool], None]:
        def act(wanted: bool) -> None:
            choices = self._draft.step["choices"]
            if wanted and code not in choices:
                choices.append(code)
            elif not wanted and code in choices:
                choices.remove(code)
            self._changed()

        return act

    # Points

    def _points(self) -> Sequence[Any]:
        draft, state = self._draft, self._draft.state
        if "points" not in draft.step or draft.step["points"] is None:
            return []
        bare = draft.bare()
        words = words_of(self._lang, pack_of(bare.rules))
        counted: list[tuple[str, str]] = []
        if state is not None:
            hand = state.hands[state.seat] or ()
            known = [card for card in hand if card is not None]
            if known and len(known) == len(hand):
                counted.append((self._say("hand", cards=hand_text(words, known)), ""))
            counted += [
                (self._say("meld", at=at, cards=meld_text(words, meld)), str(meld))
                for at, meld in enumerate(state.table, 1)
            ]
        chosen = "" if bare.meld is None else str(bare.meld)
        if chosen not in dict(counted).values():
            counted.append((meld_text(words, Meld.parse(chosen)), chosen))
        told = HTML(f"<p>{escape(self._say('worth', points=draft.step['points']))}</p>")

        def act(value: str) -> None:
            draft.step["meld"] = value
            draft.work_out()
            told.value = f"<p>{escape(self._say('worth', points=draft.step['points']))}</p>"
            self._turn_changed()

        return [
            heading(self._say("expected")), menu(self._say("counted"), counted, chosen, act, self._panel), told,
        ]  # fmt: skip

    # The best turn

    def _objective(self) -> Sequence[Any]:
        def act(value: str) -> None:
            self._draft.step["objective"] = value
            self._draft.step.pop("turn", None)
            self._draft.work_out()
            self._turn_changed()

        options = [(self._say(f"by_{name}"), name) for name in _OBJECTIVES]
        chosen = self._draft.step.get("objective", "cards")
        return [heading(self._say("expected")), menu(self._say("objective"), options, chosen, act, self._panel)]

    # Answers to choose among

    def _options(self) -> Sequence[Any]:
        options = self._draft.step.setdefault("options", [])
        if not options:
            options += [{"id": "a", "text": {}, "right": True, "says": {}}, {"id": "b", "text": {}, "says": {}}]
        rows: list[Any] = [heading(self._say("expected"))]
        for at, option in enumerate(options, 1):
            rows.append(self._option(at, option))
        more = [button(self._say("more_options"), lambda: self._more(1), self._panel)]
        if len(options) > 2:
            more.append(button(self._say("fewer_options"), lambda: self._more(-1), self._panel))
        return [*rows, row(more if len(options) < _MOST_OPTIONS else more[1:])]

    def _option(self, at: int, option: dict[str, Any]) -> Any:
        text = self._texts(self._say("option", at=at), option.setdefault("text", {}))
        says = self._texts(self._say("option_says"), option.setdefault("says", {}))

        def act(right: bool) -> None:
            option["right"] = right
            says.layout.display = "none" if right else None
            self._changed()

        right = bool(option.get("right"))
        says.layout.display = "none" if right else None
        return VBox([text, tick(self._say("right"), right, act, self._panel), says], layout=wide())

    def _texts(self, label: str, table: dict[str, str]) -> Texts:
        return Texts(label, table, self._lang, self._changed, self._panel, every=self._every(), lines=1)

    def _more(self, by: int) -> None:
        options = self._draft.step["options"]
        if by < 0:
            options.pop()
        else:
            used = {option["id"] for option in options}
            free_id = next(letter for letter in "abcdefghijklmnop" if letter not in used)
            options.append({"id": free_id, "text": {}, "says": {}})
        self.show()
        self._changed()
