"""A line taken apart into its verb, its melds and its cards, and made one move; nothing is guessed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rummy_lab.core.cards import Card
from rummy_lab.core.melds import Meld
from rummy_lab.core.moves import Discard, Draw, End, Join, Lay, Layoff, Move, Pass, Pull, Split, Swap, Take
from rummy_lab.core.state import State
from rummy_lab.words.heard_cards import NotHeard, cards_of
from rummy_lab.words.lexicon import Sign

CARDS: Final = ("suit", "rank", "number", "card", "joker")
_PLACES: Final = ("to", "from", "after")


@dataclass(frozen=True, slots=True)
class _Line:
    """One move as its parts: the verbs, the melds that are named and how, the signs of its cards."""

    verbs: frozenset[str]
    heaps: tuple[int, ...]
    preps: tuple[str, ...]
    cards: tuple[Sign, ...]
    kinds: frozenset[str]

    @property
    def heap(self) -> int:
        if len(self.heaps) != 1:
            raise NotHeard("which_meld" if not self.heaps else "one_at_a_time")
        return self.heaps[0]


def _taken_apart(part: Sequence[Sign]) -> _Line:
    said = [sign for sign in part if sign.kind != "noise"]
    verbs = {sign.value for sign in said if sign.kind == "verb"}
    heaps: list[int] = []
    preps: list[str] = []
    cards: list[Sign] = []
    prep = ""
    at = 0
    while at < len(said):
        sign = said[at]
        size = _meld_number(said, at, verbs)
        if size:
            heaps.append(said[at + size - 1].number)
            preps.append(prep)
            at += size
            continue
        if sign.kind == "meld" and not verbs and not heaps:
            verbs.add("lay")
        elif sign.kind in _PLACES:
            prep = sign.kind
        elif sign.kind in (*CARDS, "as", "of", "sep"):
            cards.append(sign)
        at += 1
    return _Line(frozenset(verbs), tuple(heaps), tuple(preps), tuple(cards), frozenset(sign.kind for sign in said))


def _meld_number(said: Sequence[Sign], at: int, verbs: set[str]) -> int:
    """How many signs from here on name a meld: `meld 3`, in `to 3` and `join 1 and 2` the number alone."""
    kinds = [sign.kind for sign in said]
    last = at + 1 == len(said)
    if kinds[at] == "meld" and not last and kinds[at + 1] == "number":
        follows = kinds[at + 2] if at + 2 < len(said) else ""
        # Without another verb `meld 4 5 6` is what to do, and no number of a meld.
        return 0 if follows in ("of", "number", "rank") and not verbs else 2
    if kinds[at] != "number":
        return 0
    if "join" in verbs:
        return 1
    if "split" in verbs:
        return 1 if at and kinds[at - 1] == "verb" else 0
    return 1 if last and at and kinds[at - 1] in ("to", "from") else 0


def heard_move(part: Sequence[Sign], state: State) -> Move:
    """The move that this part of a line says; raises NotHeard."""
    line = _taken_apart(part)
    if line.kinds & {"ask", "act"}:
        raise NotHeard("one_at_a_time")
    match _verb(line):
        case "draw":
            return _drawn(line, state)
        case "take":
            return _taken(line, state)
        case "end":
            return _alone(line, End())
        case "pass":
            return _alone(line, Pass())
        case "join":
            return _joined(line)
        case "split":
            return _split(line, state)
        case "swap":
            return _swapped(line, state)
        case "pull":
            return _pulled(line, state)
        case "discard":
            return _discarded(line, state)
        case _:
            return _laid(line, state)


def _verb(line: _Line) -> str:
    """The one thing that is to be done."""
    verbs = set(line.verbs)
    if len(verbs) > 1:
        verbs.discard("lay")  # `leg weg`, `lege ab`: the second word says what happens
    if len(verbs) > 1 and "pull" in verbs:
        verbs.discard("take")
    if len(verbs) > 1:
        raise NotHeard("one_at_a_time")
    verb = next(iter(verbs), "")
    if verb == "take" and line.heaps:
        return "pull"
    if verb == "draw" and "pile" in line.kinds:
        return "take"
    if not verb and line.heaps and line.preps[-1] == "from":
        return "pull"
    return verb or ("take" if "pile" in line.kinds else "lay")


def _alone(line: _Line, move: Move) -> Move:
    if line.cards or line.heaps:
        raise NotHeard("one_at_a_time")
    return move


def _drawn(line: _Line, state: State) -> Move:
    if line.heaps:
        raise NotHeard("one_at_a_time")
    cards = _cards(line, state, ())
    return Draw(_one(cards) if cards else None)


def _taken(line: _Line, state: State) -> Move:
    cards = _cards(line, state, (state.pile or ())[-1:])
    return Take(_one(cards) if cards else None)


def _joined(line: _Line) -> Move:
    if len(line.heaps) != 2 or line.heaps[0] == line.heaps[1]:
        raise NotHeard("two_melds")
    first, second = line.heaps
    return Join(second, first) if line.preps[1] == "to" else Join(first, second)


def _split(line: _Line, state: State) -> Move:
    heap = line.heap
    there = state.heaps.get(heap)
    return Split(heap, _one(_cards(line, state, there.slots if there else (), there, inside=True)))


def _swapped(line: _Line, state: State) -> Move:
    heap = line.heap
    cards = [card for card in _cards(line, state, _held(state), state.heaps.get(heap)) if not card.joker]
    if not cards:
        raise NotHeard("which_cards")
    return Swap(tuple(cards), heap)


def _pulled(line: _Line, state: State) -> Move:
    heap = line.heap
    there = state.heaps.get(heap)
    cards = _cards(line, state, there.slots if there else (), there, inside=True)
    if not cards:
        raise NotHeard("which_cards")
    return Pull(tuple(cards), heap)


def _discarded(line: _Line, state: State) -> Move:
    if line.heaps:
        raise NotHeard("one_at_a_time")
    return Discard(_one(_cards(line, state, _held(state))))


def _laid(line: _Line, state: State) -> Move:
    if line.heaps:
        if line.preps[-1] == "from":
            raise NotHeard("one_at_a_time")
        cards = _cards(line, state, _held(state), state.heaps.get(line.heap))
        if not cards:
            raise NotHeard("which_cards")
        return Layoff(tuple(cards), line.heap)
    cards = _cards(line, state, _held(state))
    if not cards:
        raise NotHeard("nothing" if not line.verbs else "which_cards")
    if len(cards) < 3 and "new" not in line.kinds:
        raise NotHeard("what_with", tuple(cards))
    return Lay(tuple(cards))


def _held(state: State) -> tuple[Card, ...]:
    return (*(card for card in state.hands.get(state.seat) or () if card is not None), *state.loose)


def _cards(
    line: _Line, state: State, around: Sequence[Card], heap: Meld | None = None, *, inside: bool = False
) -> list[Card]:
    """The cards of the line; a joker that lies in the meld, or loose, is meant with what it stands for."""
    cards = cards_of(line.cards, state.rules, around, heap)
    lying = sorted({card for card in (around if inside else state.loose) if card.joker and not card.bare})
    elsewhere = not inside and any(card.bare for card in _held(state))
    for at, card in enumerate(cards):
        if card.bare and lying and not elsewhere:
            if len(lying) > 1:
                raise NotHeard("which_joker")
            cards[at] = lying[0]
    return cards


def _one(cards: Sequence[Card]) -> Card:
    if len(cards) != 1:
        raise NotHeard("one_card" if cards else "which_cards")
    return cards[0]
