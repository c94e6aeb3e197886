"""A lesson in the making, as the tables of its file; what is missing in it is allowed until it is saved. No widget."""

from __future__ import annotations

from contextlib import suppress
from copy import deepcopy
from textwrap import shorten
from typing import Any, Final, cast

import tomli_w

from rummy_lab.core.errors import RummyError
from rummy_lab.core.melds import Meld
from rummy_lab.core.moves import Turn
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.state import State
from rummy_lab.lessons.checking import faults_of, notes_of
from rummy_lab.lessons.counting import points_of
from rummy_lab.lessons.proposing import goals, joined, likely_wrong, near_misses, reasons, solution, tried
from rummy_lab.lessons.reading import FORMAT, LessonError, parse_lesson, position_of
from rummy_lab.lessons.said import Said
from rummy_lab.lessons.steps import Lesson, Objective, Step, Wrong
from rummy_lab.lessons.writing import Raw, goal_table, lesson_table, rule_changes
from rummy_lab.widgets.editor_edits import with_rest_in_stock
from rummy_lab.widgets.texts import Language
from rummy_lab.widgets.workshop_tables import Fault, cleaned, fault_of, filled, fitting
from rummy_lab.widgets.workshop_texts import work

MOST_STEPS: Final = 8
_DUMMY: Final = Said({"en": "-"})


class LessonDraft:
    """Steps that can be added, copied, moved and removed, and the fields of each.

    Attributes:
        head: the fields of the lesson itself. rules: of the lesson. steps: a table each.
        at: the step that is worked on.
    """

    def __init__(self, lesson: Lesson | None = None, game: str = "schmidt") -> None:
        self.head: Raw = {"name": "my-lesson", "title": {}}
        self.rules = RuleSet.of(game) if lesson is None else lesson.rules
        self.steps: list[Raw] = []
        self.at = 0
        self._best = ""  # what the search has filled in and another position may change
        if lesson is None:
            self.add()
            return
        table = lesson_table(lesson)
        self.steps = table.pop("steps")
        for raw, step in zip(self.steps, lesson.steps, strict=True):
            if step.position is not None:
                raw["position"] = str(step.position)
        name = lesson.id.partition("/")[2]
        self.head = {key: value for key, value in table.items() if key not in ("format", "id", "game", "rules")}
        self.head["name"] = name

    # The steps

    @property
    def step(self) -> Raw:
        """The step that is worked on."""
        return self.steps[self.at]

    def add(self) -> None:
        """A new step behind the one that is worked on."""
        self._insert({"kind": "do", "text": {}})

    def add_moment(self, state: State, turn: Turn | None, *, legal: bool = True) -> None:
        """A step of this position and the turn that was played in it; takes the place of a step that is empty."""
        kind = "value" if turn is None else "watch" if legal else "judge"
        if len(self.steps) == 1 and not self.step.get("position") and not any(self.step["text"].values()):
            self.steps = []
            self.rules = state.rules
        self._insert({"kind": kind, "text": {}} | ({} if turn is None else {"turn": str(turn)}))
        self.lay(state)

    def _insert(self, step: Raw) -> None:
        if len(self.steps) >= MOST_STEPS:
            raise RummyError("a lesson has at most {most} steps", most=MOST_STEPS)
        used = {one["id"] for one in self.steps}
        step["id"] = next(str(number) for number in range(1, 100) if str(number) not in used)
        self.at = self.at + 1 if self.steps else 0
        self.steps.insert(self.at, step)

    def copy(self) -> None:
        """The same step once more, behind the first."""
        self._insert(deepcopy(self.step))

    def move(self, by: int) -> None:
        """Move the step up or down."""
        to = self.at + by
        if 0 <= to < len(self.steps):
            self.steps.insert(to, self.steps.pop(self.at))
            self.at = to

    def remove(self) -> None:
        """Take the step away; there is always one."""
        self.steps.pop(self.at)
        if not self.steps:
            self.add()
        self.at = min(self.at, len(self.steps) - 1)

    # What follows from a position

    @property
    def state(self) -> State | None:
        """The position of the step; None where there is none yet."""
        return self._position(self.step)

    def _position(self, raw: Raw) -> State | None:
        with suppress(RummyError):
            return position_of(raw["position"], self.rules) if raw.get("position") else None
        return None

    def bare(self) -> Step:
        """The step with what is known of it, without its texts."""
        raw, state = self.step, self.state
        rules = self.rules if state is None else state.rules
        turn: Turn | None = None
        meld: Meld | None = None
        with suppress(RummyError):
            turn = Turn.parse(raw["turn"]) if raw.get("turn") else None
        with suppress(RummyError):
            meld = Meld.of(Meld.parse(raw["meld"]).slots, rules.top) if raw.get("meld") else None
        goal = joined(self.goals.values()) if raw["kind"] == "do" else None
        return Step(
            id="1", kind=raw["kind"], text=_DUMMY, rules=rules, position=state, turn=turn, meld=meld, goal=goal,
            legal=raw.get("legal"), objective=raw.get("objective", "cards"),
        )  # fmt: skip

    @property
    def goals(self) -> dict[str, Any]:
        """The parts that the turn of the step reaches, a goal each."""
        state, turn = self.state, self.turn
        return {} if state is None or turn is None else goals(state, turn)

    @property
    def turn(self) -> Turn | None:
        """The turn of the step; None where there is none that can be read."""
        with suppress(RummyError):
            return Turn.parse(self.step["turn"]) if self.step.get("turn") else None
        return None

    def work_out(self, *, anew: bool = False) -> None:
        """Let the referee and the search fill in what follows; `anew`: the position is another one."""
        raw, state = self.step, self.state
        kind = raw["kind"]
        if anew and kind != "judge" and (state is None or raw.get("turn") == self._best or self._refused(state)):
            raw.pop("turn", None)
        if state is not None and kind in ("do", "find", "watch", "judge", "predict") and not raw.get("turn"):
            best = solution(state, cast(Objective, raw.get("objective", "cards")))
            if best is not None:
                self._best = raw["turn"] = str(best)
        if kind == "do":
            self._set_goal()
        elif kind == "value":
            self._count()
        elif kind == "judge":
            self._judge()

    def _refused(self, state: State) -> bool:
        turn = self.turn
        return turn is None or bool(tried(state, turn)[1])

    def _set_goal(self) -> None:
        raw, known = self.step, self.goals
        if known and "goal" not in raw:
            chosen = [known[name] for name in ("opens", "out", "swaps", "cards") if name in known]
            raw["goal"] = goal_table(joined(chosen[:1]))
        elif known:  # the parts that were chosen, as far as the turn now goes
            numbers = {name: getattr(known[name], name) for name in ("cards", "points", "swaps") if name in known}
            raw["goal"] |= {name: number for name, number in numbers.items() if name in raw["goal"]}

    def _count(self) -> None:
        raw, step = self.step, self.bare()
        hand = () if step.position is None else step.position.hands[step.position.seat] or ()
        raw.pop("points", None)
        if step.meld is not None or (hand and None not in hand):
            raw["points"] = points_of(step)

    def _judge(self) -> None:
        raw, state, turn = self.step, self.state, self.turn
        if state is None or turn is None:
            return
        hold, others = reasons(state, turn)
        raw["legal"] = not hold
        raw["because"] = hold[0] if hold else ""
        kept = [code for code in raw.get("choices", ()) if code not in hold]
        raw["choices"] = [hold[0], *(kept or others[:2])] if hold else []

    def lay(self, state: State | None) -> None:
        """Another position; where all positions of the lesson have the same rules, the lesson has them.

        What a position does not say of the stock is said here: turns end by drawing from it.
        """
        if state is not None and state.stock is None and not state.moves:
            state = State(with_rest_in_stock(state.base))
        self.step["position"] = "" if state is None else str(state)
        laid = {one.rules for step in self.steps if (one := self._position(step)) is not None}
        if len(laid) == 1:
            self.rules = laid.pop()
        self.work_out(anew=True)

    def mistakes(self) -> list[Raw]:
        """The mistakes with words of their own that fit the kind of the step."""
        return fitting(self.step["kind"], self.step.setdefault("wrong", []))

    def likely_wrong(self) -> list[Wrong]:
        """Wrong answers that are likely here."""
        step = self.bare()
        return [] if step.kind in ("do", "find") and step.turn is None else likely_wrong(step)

    def first_words(self, step: Raw, lang: Language) -> str:
        """How the text of a step begins, in this language or another."""
        text = step.get("text", {})
        begin = text.get(lang, "").strip() or next((one.strip() for one in text.values() if one.strip()), "")
        begin = self.plain(begin, lang).replace("**", "")
        return shorten(begin, 60, placeholder=" ...") or work("no_text", lang)

    def proposals(self) -> list[str]:
        """Turns that the step may be about: a best one, and where it asks what is allowed those that are refused."""
        state, kind = self.state, self.step["kind"]
        if state is None:
            return []
        best = solution(state, cast(Objective, self.step.get("objective", "cards")))
        found = [] if best is None else [str(best)]
        return found + [str(turn) for turn in near_misses(state)] if kind == "judge" else found

    def plain(self, text: str, lang: str) -> str:
        """A text as it is read, its cards in words; as it is written where they are none."""
        said = Said({"en": text, lang: text})
        return text if not text or said.faults() else said.plain(lang, self.bare().rules)

    # The lesson

    def lesson(self) -> Lesson:
        """The lesson; raises LessonError while it is none."""
        own = {name: value for name, value in self.head.items() if name not in ("name", "title") and value}
        steps = [cleaned(step) for step in self.steps]
        return parse_lesson(tomli_w.dumps({**self._head(self.head["name"]), **own, "steps": steps}))

    def _head(self, name: str) -> Raw:
        game, changes = self.rules.preset, rule_changes(self.rules)
        head: Raw = {"format": FORMAT, "id": f"{game}/{name}", "game": game, "title": filled(self.head["title"])}
        return head | ({"rules": changes} if changes else {})

    def lesson_of_step(self) -> Lesson:
        """A lesson of the one step that is worked on; raises LessonError while it is none."""
        head = self._head("draft")
        return parse_lesson(
            tomli_w.dumps({**head, "title": head["title"] or {"en": "-"}, "steps": [cleaned(self.step)]})
        )

    def faults(self) -> tuple[list[Fault], list[Fault]]:
        """What is wrong with the step that is worked on, and what is worth knowing about it."""
        try:
            lesson = self.lesson_of_step()
        except LessonError as error:
            found = [fault_of(told, self.at) for told in error.faults]
            return found + [one for one in self._other_faults() if one not in found], []
        return [fault_of(told, self.at) for told in faults_of(lesson)], [
            fault_of(told, self.at) for told in notes_of(lesson)
        ]

    def _other_faults(self) -> list[Fault]:
        """What is wrong besides the text, where that is missing."""
        raw = cleaned(self.step)
        if raw["text"]:
            return []
        table = {**self._head("draft"), "title": {"en": "-"}, "steps": [{**raw, "text": {"en": "-"}}]}
        try:
            found = faults_of(parse_lesson(tomli_w.dumps(table)))
        except LessonError as error:
            found = list(error.faults)
        return [fault_of(told, self.at) for told in found]

    def written(self) -> str:
        """What would be written of it, to see whether it was changed."""
        return repr((self.head, self.rules.name, [cleaned(step) for step in self.steps]))

    def all_faults(self) -> list[Fault]:
        """What is wrong with the lesson."""
        try:
            return [fault_of(told) for told in faults_of(self.lesson())]
        except LessonError as error:
            return [fault_of(told) for told in error.faults]


def is_given(state: State) -> bool:
    """Whether anything lies there yet."""
    return bool(state.table or state.pile or any(state.hands.values()))
