"""What the desk says: refusals, choices, questions, and what happened, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any, Literal

from rummy_lab.core.base import Base
from rummy_lab.core.events import Event, Freed, Opened, Reshuffled
from rummy_lab.core.moves import Draw, Lay, Move, Swap, Take, Turn
from rummy_lab.core.referee import play_until_error
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.state import State
from rummy_lab.core.violations import Seat, Violation
from rummy_lab.draw import picture_of, picture_of_cards, picture_svg
from rummy_lab.widgets.gestures import Meaning
from rummy_lab.widgets.marks import Mark, marks, opening_sum
from rummy_lab.widgets.texts import Language
from rummy_lab.widgets.told import Told, said
from rummy_lab.widgets.tracker import heap_at
from rummy_lab.words import Example, case_of, ended, explain, main_reason, place, short_reason, table_texts
from rummy_lab.words.spoken import reading_text
from rummy_lab.words.texts import pack_of, words_of

Frame = dict[str, Any]
_TOLD = Opened | Freed | Reshuffled  # how a deal ended is told by whose turn it is


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a gesture was refused, and where to say it; `said` is a sentence where it is not the rules that refuse."""

    violations: tuple[Violation, ...]
    near: str
    said: Told = ""


@dataclass(frozen=True, slots=True)
class Chooser:
    """Ways to read a gesture, likeliest first; `touched` are the cards that were moved."""

    ways: tuple[Meaning, ...]
    near: str
    touched: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """Moves that are made once yes was said, and what has to be agreed to.

    To `draw`, the cards moved go back first; to `take` a card that does not let one open.
    """

    what: Literal["draw", "take"]
    moves: Turn
    near: str
    touched: tuple[str, ...] = ()


@cache
def texts(lang: Language) -> dict[str, str]:
    """The texts of the controls."""
    return table_texts(lang)


@lru_cache(256)
def example(shown: Example, rules: RuleSet) -> Frame:
    """A case of a rule card as a picture with its label."""
    if len(shown.melds) == 1:
        drawn = picture_of_cards(shown.melds[0].slots)
    else:
        table = State(Base(rules, shown.melds, hands=(None, None)))
        drawn = picture_of(table, {"width": 480.0, "part": "table"})
    return {"svg": picture_svg(drawn, shown.label), "label": shown.label}


def drawn(before: State, moves: Turn) -> Draw | Take | None:
    """How the mover came to the last card that was drawn or taken in these moves, and which card it is."""
    stock = iter(before.stock or ())
    found: Draw | Take | None = None
    for move in moves:
        if isinstance(move, Draw):
            found = Draw(next(stock, None))
        elif isinstance(move, Take) and before.pile:
            found = Take(before.pile[-1])
    return found


@dataclass(frozen=True)
class Teller:
    """Tells what happens at one table in one language, to whoever sits on `seat`; `shared`: and to others as well."""

    rules: RuleSet
    lang: Language
    seat: Seat
    shared: bool = False

    @property
    def you(self) -> Seat | None:
        """The seat that is addressed as `you`; None where several people listen."""
        return None if self.shared else self.seat

    def later(self, tell: Callable[[Teller], str]) -> Told:
        """A sentence, told to the same person in whatever language it is asked for."""
        return lambda lang: tell(replace(self, lang=lang))

    def text(self, name: str, **values: object) -> str:
        """A text of the controls with its fields filled in."""
        return texts(self.lang)[name].format(**values)

    def example(self) -> str:
        """How a move may be typed, in words of this game."""
        return self.text("line_schmidt" if pack_of(self.rules) == "numbered" else "line_rummy40")

    def say(self, x: object, seat: Seat | None = None) -> str:
        """A move, event, card or meld in words."""
        return explain(x, self.lang, rules=self.rules, seat=seat, you=self.you)

    # What is shown until it is answered

    def refusal(self, refusal: Refusal | None) -> Frame | None:
        """A refusal as the frame has it: the reason that teaches most first."""
        if refusal is None:
            return None
        if not refusal.violations:
            return {"near": refusal.near, "text": said(refusal.said, self.lang), "also": [], "rule": None}
        first, *also = self.brief(refusal)
        return {
            "near": refusal.near, "text": first, "also": also, "rule": self._rule(main_reason(refusal.violations)),
        }  # fmt: skip

    def brief(self, refusal: Refusal) -> list[str]:
        """The reasons in few words, the one that teaches most first."""
        row = (main_reason(refusal.violations), *refusal.violations)
        return list(dict.fromkeys(short_reason(one, self.lang, rules=self.rules, you=self.you) for one in row))

    def _rule(self, violation: Violation) -> Frame:
        """The rule card: the rule, its place, a right and a wrong case."""
        card = case_of(violation, self.rules, self.lang)
        if card is not None:
            pictures = {"right": example(card.right, self.rules), "wrong": example(card.wrong, self.rules)}
            return {"title": card.title, "text": card.text, "place": card.place.text(self.lang), **pictures}
        found = place(violation, self.rules)
        told = self.say(violation)
        where = found.text(self.lang)
        return {"title": found.section or found.game, "text": told, "place": where, "right": None, "wrong": None}

    def chooser(self, chooser: Chooser | None, state: State) -> Frame | None:
        """The choices as the frame has them; what a joker may stand for with its points and the sum so far."""
        if chooser is None:
            return None
        reading = chooser.ways[0].sense == "reading"
        jokers = sum(slot.joker for slot in chooser.ways[0].meld.slots) if reading and chooser.ways[0].meld else 0
        title = "chooser_drop" if not reading else "chooser_joker" if jokers < 2 else "chooser_jokers"
        options = [self._option(way, state) for way in chooser.ways]
        return {"title": self.text(title), "near": chooser.near, "options": options}

    def _option(self, way: Meaning, state: State) -> Frame:
        if way.meld is None or way.sense != "reading":
            return {"text": self.text(f"chooser_{way.sense or 'layoff'}"), "points": None, "sum": None}
        after = play_until_error(state, Turn(way.moves[:1]) if isinstance(way.moves[0], Lay) else way.moves)[0]
        spoken = reading_text(words_of(self.lang, pack_of(self.rules)), way.meld)
        return {"text": spoken, "points": way.meld.points(self.rules), "sum": self.sum(after) or None}

    def question(self, question: Question | None) -> Frame | None:
        """The question as the frame has it."""
        if question is None:
            return None
        answers = {name: self.text(name) for name in ("yes", "no")}
        return {"text": self.text(f"question_{question.what}"), **answers, "near": question.near}

    def sum(self, state: State) -> str:
        """How far the opening is, `27 of 30`; empty for who has opened or needs nothing."""
        found = opening_sum(state)
        return self.text("status_sum", sum=found[0], need=found[1]) if found and found[1] else ""

    # What happened

    def move(self, move: Move, seat: Seat) -> str:
        """A move for the log: a card drawn from the stock is not named."""
        return self.say(Draw() if isinstance(move, Draw) else move, seat)

    def news(self, before: State, moves: Turn, after: State) -> Iterator[str]:
        """What is announced after moves of the seat that looks, or of another one."""
        seat = before.seat
        for at, move in enumerate(moves, 1):
            came = drawn(before, Turn(moves[:at])) if isinstance(move, Draw | Take) and seat == self.seat else None
            if came is None or came.card is None:
                yield self.move(move, seat)
            else:
                yield self.text("drawn" if isinstance(came, Draw) else "taken", card=self.say(came.card))
        if after.base.turns == before.base.turns and after.over is None:
            yield from self._standing(before, after)

    def _standing(self, before: State, after: State) -> Iterator[str]:
        """What has changed in what the turn lacks, and the sum of the opening."""
        known = marks(before, self.lang)
        for spot, mark in marks(after, self.lang).items():
            if known.get(spot) != mark:
                yield self.mark(spot, mark, after)
        if (total := self.sum(after)) and total != self.sum(before):
            yield f"{total}."

    def mark(self, spot: str, mark: Mark, state: State) -> str:
        """A mark as a sentence; of loose cards also which they are."""
        heap = heap_at(spot)
        if heap is not None:
            return f"{self.text('meld', heap=heap)}: {mark.text}."
        return f"{self.text('loose')}: {', '.join(map(self.say, state.loose))}, {mark.text}."

    def events(self, events: tuple[Event, ...], moves: Turn) -> Iterator[str]:
        """What the moves themselves do not tell of a turn."""
        exchanged = any(isinstance(move, Swap) for move in moves)
        for event in events:
            if isinstance(event, _TOLD) and not (exchanged and isinstance(event, Freed)):
                yield self.say(event)

    def turn_of(self, state: State) -> str:
        """Whose turn it is."""
        if state.over is not None:
            return ended(state.over.how, state.over.seats, self.lang, you=self.you)
        mine = state.seat == self.seat
        return self.text("status_yours") if mine else self.text("status_turn", seat=state.seat)
