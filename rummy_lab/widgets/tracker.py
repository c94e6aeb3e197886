"""Which of two equal cards is which: ids of cards by place, followed from state to state.

The rules know no ids. An id says nothing of its card; cards that are shuffled get new ones, so that nobody can follow
a card into the stock.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from rummy_lab.core.cards import JOKER, Card
from rummy_lab.core.moves import Arrange, Move
from rummy_lab.core.state import State

Cards = tuple[Card | None, ...]
Ids = tuple[str, ...]
STOCK, PILE, LOOSE = "stock", "pile", "loose"


def hand_of(seat: str) -> str:
    """The place of a seat's hand."""
    return f"hand-{seat}"


def meld_of(heap: int) -> str:
    """The place of a meld."""
    return f"m{heap}"


def heap_at(place: str) -> int | None:
    """The number of the meld that is this place, None where it is none."""
    return int(place[1:]) if place[:1] == "m" and place[1:].isdigit() else None


def cards_by_place(state: State) -> dict[str, Cards]:
    """All cards of a state: melds, lifted cards, hands, discard pile, stock; unknown parts hold none."""
    places: dict[str, Cards] = {meld_of(heap): meld.slots for heap, meld in state.heaps.items()}
    places[LOOSE] = state.loose
    places |= {hand_of(seat): hand or () for seat, hand in state.hands.items()}
    places[PILE] = state.pile or ()
    places[STOCK] = state.stock or ()
    return places


@dataclass(frozen=True)
class Tracker:
    """Ids of all cards of one state, immutable.

    Attributes:
        places: the ids in each place; melds, lifted cards, pile and stock in the order of the state, hands in an
            order of their own: who came last stands last.
        cards: the card of each id as it lies, None where the state does not say it.
        made: how many ids were made; none is used twice.
    """

    places: Mapping[str, Ids]
    cards: Mapping[str, Card | None]
    made: int
    _place: dict[str, str] = field(default_factory=dict[str, str], compare=False, repr=False)

    @classmethod
    def of(cls, state: State, made: int = 0) -> Tracker:
        """New ids for a state.

        >>> from rummy_lab.core.referee import position
        >>> Tracker.of(position("schmidt; table [6r 7r 8r]; hand A 5r; turn A")).places["hand-A"]
        ('c4',)
        """
        return cls({}, {}, made).moved(cards_by_place(state), {}, ())

    def place(self, card: str) -> str:
        """The place of an id; empty where there is none."""
        if not self._place:
            self._place.update((one, place) for place, ids in self.places.items() for one in ids)
        return self._place.get(card, "")

    def follow(self, before: State, after: State, move: Move | None = None, touched: Iterable[str] = ()) -> Tracker:
        """The ids after a move, or in a state that came about in some other way.

        Of equal cards the one touched has moved, else the one that is nearest.

        >>> from rummy_lab.core.referee import play, position
        >>> here = position("rummy40; table [8h 9h 10h]; hand A+ 7h 7h 2c; pile 3c; stock 4c; turn A drew")
        >>> ids = Tracker.of(here).follow(here, play(here, "layoff 7h>1"), touched=["c5"])
        >>> ids.places["m1"], ids.places["hand-A"]
        (('c5', 'c1', 'c2', 'c3'), ('c4', 'c6'))
        """
        there = cards_by_place(after)
        known = before.base is after.base and not isinstance(move, Arrange)
        names = {} if known else _renumbered(before, after, move)
        here = {names.get(place, place): ids for place, ids in self.places.items() if names.get(place, place)}
        if len(there[STOCK]) > len(here.get(STOCK, ())):
            here[STOCK] = ()
        return self.moved(there, here, tuple(touched))

    def moved(self, there: Mapping[str, Cards], here: Mapping[str, Ids], touched: Ids) -> Tracker:
        """The ids once the cards lie there; `here` are the places as they were, under their new names."""
        staying = {place: self._staying(place, cards, here.get(place, ()), touched) for place, cards in there.items()}
        kept = {one for slots in staying.values() for one in slots if one}
        leaving = [one for ids in self.places.values() for one in ids if one not in kept]
        self._arrive(there, staying, leaving, touched)
        made = self.made
        for slots in staying.values():
            for at, one in enumerate(slots):
                if not one:
                    made += 1
                    slots[at] = f"c{made}"
        cards = {one: card for place, slots in staying.items() for one, card in zip(slots, there[place], strict=True)}
        places = {
            place: _in_order(here.get(place, ()), slots) if place.startswith("hand-") else tuple(slots)
            for place, slots in staying.items()
        }
        return Tracker(places, cards, made)

    def _staying(self, place: str, cards: Cards, ids: Ids, touched: Ids) -> list[str]:
        """For each slot the id that lay in this place before, empty where a card has come."""
        # What goes away goes from the top: the stock's is its first card, the pile's its last. What was touched goes
        # before its equals.
        order = sorted(ids[::-1] if place == STOCK else ids, key=lambda one: one in touched)
        slots = [""] * len(cards)
        for alike in (_same, _both_jokers):
            for one in order:
                card = self.cards[one]
                row = range(len(cards) - 1, -1, -1) if place == STOCK else range(len(cards))
                at = next((at for at in row if not slots[at] and alike(card, cards[at])), None)
                if at is not None:
                    slots[at] = one
            order = [one for one in order if one not in slots]
        return _sorted_within(slots, cards, ids) if place not in (STOCK, PILE) else slots

    def _arrive(
        self, there: Mapping[str, Cards], staying: dict[str, list[str]], leaving: list[str], touched: Ids
    ) -> None:
        """Give the slots that are free to the cards that have left another place."""
        rows = {place: at for at, place in enumerate((*self.places, *(p for p in there if p not in self.places)))}
        for place, slots in staying.items():
            if place == STOCK:
                continue
            for at, card in enumerate(there[place]):
                if slots[at]:
                    continue
                found = [one for one in leaving if _face(self.cards[one]) is _face(card)]
                found = found or [one for one in leaving if self.cards[one] is None and self._hidden(one)]
                if found:
                    home = rows[place]
                    slots[at] = min(found, key=lambda one: (one not in touched, abs(rows[self.place(one)] - home)))
                    leaving.remove(slots[at])
        self._exchange(there, staying, touched)

    def _exchange(self, there: Mapping[str, Cards], staying: dict[str, list[str]], touched: Ids) -> None:
        """A touched card that stayed, because the rules took an equal one from elsewhere, moves in its stead."""
        spots = {one: (place, at) for place, slots in staying.items() for at, one in enumerate(slots) if one}
        for one in touched:
            place, at = spots.get(one, ("", 0))
            if not place or place != self.place(one) or heap_at(place) is not None:
                continue
            for other, (place2, at2) in spots.items():
                moved = place2 not in (place, self.place(other), STOCK) and other not in touched
                if moved and _face(there[place2][at2]) is _face(there[place][at]):
                    staying[place][at], staying[place2][at2] = other, one
                    spots[one], spots[other] = (place2, at2), (place, at)
                    break

    def _hidden(self, one: str) -> bool:
        return self.place(one).startswith("hand-") or self.place(one) == STOCK


def _face(card: Card | None) -> Card | None:
    return JOKER if card is not None and card.joker else card


def _same(one: Card | None, other: Card | None) -> bool:
    return one is other


def _both_jokers(one: Card | None, other: Card | None) -> bool:
    return one is not None and other is not None and one.joker and other.joker


def _sorted_within(slots: list[str], cards: Cards, ids: Ids) -> list[str]:
    """Equal cards of one place stay in the order in which they lay."""
    spots: dict[Card | None, list[int]] = {}
    for at, one in enumerate(slots):
        if one:
            spots.setdefault(cards[at], []).append(at)
    for row in spots.values():
        if len(row) > 1:
            for at, one in zip(row, sorted((slots[at] for at in row), key=ids.index), strict=True):
                slots[at] = one
    return slots


def _in_order(before: Ids, now: Collection[str]) -> Ids:
    there = set(now)
    known = [one for one in before if one in there]
    return (*known, *(one for one in now if one not in set(known)))


def _renumbered(before: State, after: State, move: Move | None) -> dict[str, str]:
    """What became of the melds' numbers: they close up when a turn ends; otherwise those that share most are the same.

    A meld that became none is named by an empty text.
    """
    if move is not None and before.base.turns != after.base.turns:
        row = iter(after.heaps)
        return {meld_of(heap): meld_of(new) for heap, new in zip(before.heaps, row, strict=False)}
    names = {meld_of(heap): "" for heap in before.heaps}
    free = set(after.heaps)
    for _, old, new in sorted(_shared(before, after)):
        if not names[meld_of(old)] and new in free:
            names[meld_of(old)] = meld_of(new)
            free.remove(new)
    return names


def _shared(before: State, after: State) -> Iterator[tuple[int, int, int]]:
    """How much two melds share, most first when sorted."""
    melds = {heap: Counter(meld.slots) for heap, meld in after.heaps.items()}
    for old, meld in before.heaps.items():
        faces = Counter(meld.slots)
        for new, other in melds.items():
            if common := (faces & other).total():
                yield -2 * common + (old != new), old, new
