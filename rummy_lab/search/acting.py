"""Acts: short rows of moves that lay cards of the hand and leave every meld of the table legal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from rummy_lab.core.cards import JOKER, Card, sort_cards
from rummy_lab.core.moves import Discard, End, Lay, Layoff, Move, Pull, Split, Swap
from rummy_lab.core.referee import attempt
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.state import State
from rummy_lab.core.workspace import opening_need, reached_opening, was_opened
from rummy_lab.search.fits import additions, doubled, inner_spares, releases, spares
from rummy_lab.search.layouts import melds_of, openings

Act = tuple[Move, ...]
_OPENINGS: Final = 200


def after(state: State, moves: Iterable[Move]) -> State | None:
    """The state after these moves; None where the referee refuses one."""
    from rummy_lab.search.existence import exists

    asked = exists if state.rules.needs_search else None
    for move in moves:
        result = attempt(state, move, asked)
        if isinstance(result, tuple):
            return None
        state = result
    return state


def hand_of(state: State) -> tuple[Card, ...]:
    """The known cards in the mover's hand now, in pack order."""
    return sort_cards(card for card in state.work.hand or () if card is not None)


def closings(state: State) -> Iterator[Move]:
    """The moves that end the turn here, as far as the referee allows them."""
    moves: list[Move] = [End()]
    if state.rules.has_pile:
        moves = [*map(Discard, dict.fromkeys((*hand_of(state), *(JOKER for _ in state.loose)))), End()]
    for move in moves:
        if after(state, (move,)) is not None:
            yield move


def may_use_table(state: State) -> bool:
    """Whether the mover may lay off onto melds now; core has the last word on each of them."""
    return was_opened(state) or reached_opening(state)


def need_to_open(state: State) -> int | None:
    """What the mover still has to lay in new melds before anything else, in points; None once it may lay off."""
    return None if may_use_table(state) else opening_need(state) - state.work.opening


def acts(state: State, most: int = _OPENINGS) -> Iterator[tuple[Act, State]]:
    """Rows of moves that lay at least one card of the hand, each with the state after it, in a fixed order: openings
    where one is due, else melds, layoffs, swaps with the freed joker laid again, and, where the table is rearranged,
    cards taken out of melds.

    What the turn owes at its end is not looked at; every move is one the referee accepts. Of openings the first `most`
    are tried.
    """
    hand = hand_of(state)
    rules = state.rules
    lacking = need_to_open(state)
    if lacking is not None:
        for layout in islice(openings(rules, hand, lacking), most):
            yield from _accepted(state, tuple(Lay(meld.slots) for meld in layout))
        return
    for meld in melds_of(rules, hand):
        yield from _accepted(state, (Lay(meld.slots),))
    held = dict.fromkeys(hand)
    for number, meld in state.work.heaps.items():
        for card, written in additions(rules, meld).items():
            if card in held:
                for slot in written:
                    yield from _accepted(state, (Layoff((slot,), number),))
    yield from _swaps(state, hand)
    if rules.table.mode == "rearrange":
        yield from _splits(state, held)
        yield from _pulls(state, hand)
        yield from _dissolved(state, hand)


def _accepted(state: State, act: Act) -> Iterator[tuple[Act, State]]:
    there = after(state, act)
    if there is not None:
        yield act, there


def _swaps(state: State, hand: tuple[Card, ...]) -> Iterator[tuple[Act, State]]:
    there = Counter(hand)
    for number, meld in state.work.heaps.items():
        for cards in releases(state.rules, meld):
            if not Counter(cards) <= there:
                continue
            swap = Swap(cards, number)
            freed = after(state, (swap,))
            if freed is None:
                continue
            if state.rules.joker.freed == "to_hand":
                yield (swap,), freed
            for laid, laid_state in _relaid(freed):
                yield (swap, *laid), laid_state


def _relaid(state: State) -> Iterator[tuple[Act, State]]:
    """The ways to lay every loose joker again."""
    if not state.loose:
        yield (), state
        return
    rules, hand = state.rules, hand_of(state)
    steps: list[Move] = [Lay(meld.slots) for meld in melds_of(rules, (*hand, *state.loose)) if meld.jokers]
    if rules.joker.freed != "new_meld_only":
        steps += [
            Layoff((slot,), number)
            for number, meld in state.work.heaps.items()
            for slot in additions(rules, meld).get(JOKER, ())
        ]
    for step in steps:
        laid = after(state, (step,))
        if laid is not None and len(laid.loose) < len(state.loose):
            yield from (((step, *more), last) for more, last in _relaid(laid))


def _splits(state: State, held: dict[Card, None]) -> Iterator[tuple[Act, State]]:
    """A run cut in two where the hand has the card that both parts need (S-30, the booklet's third example)."""
    for number, meld in state.work.heaps.items():
        for card in doubled(state.rules, meld):
            if card in held:
                yield from _accepted(state, (Split(number, card), Layoff((card,), state.work.following)))


def _pulls(state: State, hand: tuple[Card, ...]) -> Iterator[tuple[Act, State]]:
    """New melds of cards of the hand and cards that melds can spare (the booklet's second example)."""
    rules = state.rules
    naturals = tuple(card for card in hand if not card.joker)
    sources: dict[Card, list[tuple[int, Card | None]]] = {}
    for number, meld in state.work.heaps.items():
        for chosen in spares(rules, meld):
            if len(chosen) == 1:
                sources.setdefault(chosen[0], []).append((number, None))
        for cut, inner in inner_spares(rules, meld):
            sources.setdefault(inner, []).append((number, cut))
    held = Counter(naturals)
    linked = [card for card in sources if any(_may_meet(rules, card, other) for other in held)]
    for meld in melds_of(rules, (*naturals, *linked)):
        borrowed = Counter(meld.slots) - held
        if not borrowed or len(borrowed) == len(meld):
            continue
        following = state.work.following
        moves: list[Move] = []
        for card in sorted(borrowed):
            number, after_this = sources[card][0]
            if after_this is not None:
                moves.append(Split(number, after_this))
                moves.append(Pull((card,), following))
                following += 1
            else:
                moves.append(Pull((card,), number))
        yield from _accepted(state, (*moves, Lay(meld.slots)))


def _may_meet(rules: RuleSet, one: Card, two: Card) -> bool:
    """Whether a meld of a few cards may hold both."""
    if one.rank == two.rank:
        return one.suit != two.suit
    gap = abs(one.rank - two.rank)
    return one.suit == two.suit and min(gap, rules.top - gap) <= 3


def _dissolved(state: State, hand: tuple[Card, ...]) -> Iterator[tuple[Act, State]]:
    """Cards of one meld, or all of it, laid elsewhere, some of them in a new meld with cards of the hand."""
    rules = state.rules
    naturals = tuple(card for card in hand if not card.joker)
    for number, meld in state.work.heaps.items():
        for chosen in spares(rules, meld):
            whole = len(chosen) == len(meld)
            if not (whole or len(chosen) > 1):
                continue
            near = [card for card in naturals if any(_may_meet(rules, card, other) for other in chosen)]
            for laid in melds_of(rules, (*near, *chosen)) if near else ():
                lifted = Counter(laid.slots) & Counter(chosen)
                rest = Counter(chosen) - lifted
                if not lifted or lifted.total() == len(laid):
                    continue
                start = (Pull(chosen, number), Lay(laid.slots))
                there = after(state, start)
                placed = None if there is None else _placed(there, tuple(sorted(rest.elements())))
                if placed is not None:
                    yield (*start, *placed[0]), placed[1]


def _placed(state: State, cards: tuple[Card, ...]) -> tuple[Act, State] | None:
    """The first way to lay these loose cards off one by one."""
    if not cards:
        return (), state
    for at, card in enumerate(cards):
        for number, meld in state.work.heaps.items():
            if card in additions(state.rules, meld):
                step = Layoff((card,), number)
                there = after(state, (step,))
                more = None if there is None else _placed(there, (*cards[:at], *cards[at + 1 :]))
                if more is not None:
                    return (step, *more[0]), more[1]
    return None
