"""A position in the making: its text, what the text says, where cards go, what was before. No widget, no thread.

The text is the only model. Every edit makes a text out of the base that the text before it says, and reads it.
"""

from __future__ import annotations

import re
from collections import deque
from typing import Final

from rummy_lab.core import base as core_base
from rummy_lab.core.base import Base
from rummy_lab.core.cards import JOKER, Card
from rummy_lab.core.errors import NotationError, RummyError
from rummy_lab.core.judge import judge_meld
from rummy_lab.core.moves import Turn
from rummy_lab.core.notation import read_base, write_base
from rummy_lab.core.referee import play, position
from rummy_lab.core.rules import RuleSet, presets
from rummy_lab.core.state import State
from rummy_lab.core.violations import SEATS
from rummy_lab.search.existence import exists
from rummy_lab.widgets import editor_edits as edits
from rummy_lab.widgets.editor_faults import LONGEST, UNJUDGED, Fault, fault_of
from rummy_lab.widgets.editor_texts import card_name, editor_text, phase_name, place_name, rules_name
from rummy_lab.widgets.texts import Language
from rummy_lab.words import explain, main_reason
from rummy_lab.words.spoken import stand_in
from rummy_lab.words.texts import pack_of, words_of

STEPS: Final = 1000
"""How many steps can be undone."""


class NotNow(RummyError):
    """A click that cannot be done; its text says why, in the language of the reader."""


def read_position(text: str) -> State:
    """The position of a text, line breaks taken as blanks; also where its moves ask whether a play exists."""
    flat = flattened(text)
    if len(flat) > LONGEST:
        raise RummyError("a position is no longer than {most} characters", most=LONGEST)
    base, moves, at = read_base(flat)
    try:
        if not base.rules.needs_search or not moves.strip():
            return position(flat)
        return play(State(base), Turn.parse(moves), exists=exists)
    except RummyError:
        raise
    except Exception as error:  # typing must go on, whatever the judge stumbles over in a strange table
        raise NotationError(flat, at, UNJUDGED) from error


def flattened(text: str) -> str:
    """The text on one line, each character where it was."""
    return re.sub(r"\s", " ", text)


class Draft:
    """A position that is being edited.

    Attributes:
        text: as it was typed or as the last click made it.
        state: what the text says; None while it is no position.
        last: the last position that the text has said.
        place: where cards go.
        asked: the place of a meld whose joker has just been asked what it stands for; else empty.
        news: what happened, for the live region.
    """

    def __init__(self, text: str, rules: RuleSet, lang: Language) -> None:
        self.lang: Language = lang
        self.state: State | None = None
        self.last = State(Base(rules))
        self.place, self.asked, self.news = "hand-A", "", ""
        self._chosen = self.place
        self._past: deque[str] = deque(maxlen=STEPS)
        self._future: list[str] = []
        self._error: RummyError | None = None
        self._set(text)

    # The text

    def _set(self, text: str) -> None:
        self.text, self.asked = text, ""
        try:
            self.state = self.last = read_position(text)
            self._error = None
        except RummyError as error:
            self.state, self._error = None, error
        if self.place not in edits.places(self.last.base):
            self.place = edits.NEW if self.place.startswith("meld") else "hand-A"

    def fault(self) -> Fault | None:
        """Why the text is no position."""
        return None if self._error is None else fault_of(flattened(self.text), self._error, self.lang)

    def read(self, text: str, *, same_step: bool = False) -> None:
        """Take a text; `same_step`: it goes on with the typing before it, and is undone together with that.

        A text that is no position is no step of its own either: undo leads back to what was one.
        """
        if text == self.text:
            return
        if self.state is not None and not same_step:
            self._past.append(self.text)
        self._future.clear()
        self._set(text)
        self.news = ""

    def undo(self) -> None:
        """Back by one step."""
        if not self._past:
            raise NotNow(editor_text("nothing_to_undo", self.lang))
        self._future.append(self.text)
        self._set(self._past.pop())
        self.news = editor_text("undone", self.lang)

    def redo(self) -> None:
        """Forth by one step that was undone."""
        if not self._future:
            raise NotNow(editor_text("nothing_to_redo", self.lang))
        self._past.append(self.text)
        self._set(self._future.pop())
        self.news = editor_text("redone", self.lang)

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to undo."""
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        """Whether a step was undone."""
        return bool(self._future)

    def clear(self) -> None:
        """A new position under the same rules, with as many seats."""
        base = self.last.base
        self.read(write_base(edits.with_seats(Base(base.rules), base.seats)))
        self.place = "hand-A"
        self.news = editor_text("cleared", self.lang)

    # Clicks

    def _base(self) -> Base:
        """What a click changes."""
        if self.state is None:
            raise NotNow(editor_text("mend_first", self.lang))
        if self.state.moves:
            raise NotNow(editor_text("moves_follow", self.lang))
        return self.state.base

    def _change(self, base: Base, news: str) -> None:
        text, self._chosen = write_base(base), self.place
        try:
            text = str(read_position(text))
        except RummyError as error:
            raise NotNow(fault_of(text, error, self.lang).sentence) from None
        self.read(text)
        self.news = news

    def choose_place(self, place: str) -> None:
        """From now on cards go here."""
        if place in edits.places(self.last.base):
            self.place, self.asked = place, ""
            self.news = editor_text("chosen_place", self.lang, place=place_name(place, self.lang))

    def add(self, card: Card | None) -> None:
        """Lay a card of the pack at the chosen place; None is a hidden card."""
        base, lang = self._base(), self.lang
        name = card_name(card, lang, base.rules)
        if card is None and not self.place.startswith(("hand", "stock")):
            raise NotNow(editor_text("no_hidden", lang))
        if card is not None and edits.left(base)[card] < 1:
            raise NotNow(editor_text("none_left", lang, card=name))
        if edits.unplaced(base) < 1:
            raise NotNow(editor_text("no_room", lang))
        was = edits.lying(base, self.place) or ()
        after, place = edits.add(base, self.place, card)
        name_of_place = place_name(place, lang)
        self._change(after, editor_text("added", lang, card=name, place=name_of_place))
        self.place = place
        slots = edits.lying(after, place) or ()
        if place.startswith("meld") and JOKER in (*was, card) and JOKER not in slots:
            words = words_of(lang, pack_of(base.rules))
            meaning = words.join(stand_in(words, slot) for slot in slots if slot is not None and slot.joker)
            self.news = editor_text("added_as", lang, card=name, place=name_of_place, meaning=meaning)
        self.ask()

    def ask(self) -> None:
        """Ask what the joker of the chosen meld stands for, where that is open."""
        self.asked = self.place if self.state is not None and len(self.readings(self.place)) > 1 else ""

    def readings(self, place: str) -> tuple[tuple[Card, ...], ...]:
        """What the open jokers of a meld may stand for: the cards of each reading."""
        if self.state is None or self.state.moves or place not in edits.places(self.state.base):
            return ()
        return tuple(meld.slots for meld in edits.open_readings(self.state.base, place))

    def answer(self, option: int | None) -> None:
        """Take the reading with this number; None: leave it open."""
        place, self.asked = self.asked, ""
        choices = self.readings(place) if place else ()
        if option is None or not 0 <= option < len(choices):
            return
        after = edits.with_meld(self._base(), int(place.partition("-")[2]), choices[option])
        meld = explain(after.table[int(place.partition("-")[2]) - 1], self.lang, rules=after.rules)
        self._change(after, editor_text("chosen_reading", self.lang, place=place_name(place, self.lang), meld=meld))

    def take_away(self, place: str, at: int, card: str) -> None:
        """Take a card away; where another lies there by now, nothing happens."""
        base = self._base()
        cards = (edits.lying(base, place) or ()) if place in edits.places(base) else ()
        if not 0 <= at < len(cards) or str(cards[at] or edits.HIDDEN) != card:
            return
        name = card_name(cards[at], self.lang, base.rules)
        news = editor_text("taken", self.lang, card=name, place=place_name(place, self.lang))
        self._change(edits.take_away(base, place, at), news)
        if place.startswith("meld") and len(cards) == 1:
            self._follow_melds(place)

    def empty(self) -> None:
        """Say nothing of the chosen place any more; a meld is taken off the table."""
        base = self._base()
        if self.place == edits.NEW or edits.lying(base, self.place) is None:
            return
        name = place_name(self.place, self.lang)
        gone = self.place
        self._change(edits.emptied(base, gone), editor_text("gone", self.lang, place=name))
        self._follow_melds(gone)

    def _follow_melds(self, gone: str) -> None:
        """The melds behind one that is gone have moved up, and the chosen one with them."""
        if gone.startswith("meld") and self._chosen.startswith("meld"):
            chosen, was = int(self._chosen.partition("-")[2]), int(gone.partition("-")[2])
            self.place = edits.NEW if chosen == was else f"meld-{chosen - (chosen > was)}"

    def fill_stock(self) -> None:
        """Put all cards not placed yet into the stock, hidden."""
        base = self._base()
        count = edits.unplaced(base)
        if not count:
            raise NotNow(editor_text("no_room", self.lang))
        self._change(edits.with_rest_in_stock(base), editor_text("filled", self.lang, count=count))

    def set(self, what: str, value: str) -> None:
        """Set `rules`, `seats`, `turn`, `phase`, or `opened` (a seat, turned over)."""
        base, lang = self._base(), self.lang
        told, gone = value, tuple[Card, ...]()
        if what == "rules":
            if value not in rule_sets(base.rules):
                return
            base, gone = edits.with_rules(base, RuleSet.parse(value))
            told = rules_name(base.rules, lang)
        elif what == "seats" and value in seat_counts(base):
            base = edits.with_seats(base, int(value))
        elif what == "turn" and len(value) == 1 and value in SEATS[: base.seats]:
            base, told = edits.with_turn(base, SEATS.index(value)), editor_text("player", lang, seat=value)
        elif what == "phase" and value in edits.phases(base) and value != "over":
            base, told = edits.with_phase(base, value), phase_name(value, lang, base.rules)
        elif what == "opened" and len(value) == 1 and value in SEATS[: base.seats]:
            opened = base.opened[SEATS.index(value)] == core_base.UNOPENED
            key = "opened_now" if opened else "not_opened_now"
            self._change(edits.with_opened(base, SEATS.index(value), opened), editor_text(key, lang, seat=value))
            return
        else:
            return
        cards = ", ".join(map(str, gone))
        news = editor_text(
            "left_out" if gone else "changed", lang, what=editor_text(what, lang), value=told, cards=cards
        )
        self._change(base, news)

    def remarks(self) -> dict[int, str]:
        """What is still missing of melds on the table, by their number."""
        rules = self.last.rules
        found = {heap: judge_meld(rules, meld, heap) for heap, meld in self.last.heaps.items()}
        return {
            heap: explain(main_reason(reasons), self.lang, rules=rules) for heap, reasons in found.items() if reasons
        }


def rule_sets(rules: RuleSet) -> tuple[str, ...]:
    """The rule sets to choose from: all presets, and the variant that is played."""
    known = presets()
    return tuple(one.name for one in (*known, *([rules] if rules not in known else [])))


def seat_counts(base: Base) -> tuple[str, ...]:
    """How many may play: from two to the most of the rule set, and as many as there are."""
    return tuple(map(str, range(2, max(base.rules.deal.seats[1], base.seats) + 1)))
