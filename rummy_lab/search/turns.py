"""All complete legal turns, one after the other, each once up to equal cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product

from rummy_lab.core.cards import JOKER, Card
from rummy_lab.core.melds import Meld
from rummy_lab.core.moves import Discard, Draw, End, Layoff, Move, Pass, Take, Turn
from rummy_lab.core.referee import attempt, check
from rummy_lab.core.state import State
from rummy_lab.core.steps import whole_melds
from rummy_lab.core.views import View, state_of
from rummy_lab.search import existence
from rummy_lab.search.best import ask_for_readings
from rummy_lab.search.building import cases, in_parts, joker_due, still_needed
from rummy_lab.search.growing import Way, additions, through_joker, ways
from rummy_lab.search.rearranging import every_turn

Exists = Callable[[State], bool]
# The number of a meld, and the cards that may be added to it.
_Host = tuple[int, list[tuple[Card, ...]]]


def turns(state: State | View, limit: int | None = None, *, exists: Exists = existence.exists) -> Iterator[Turn]:
    """The complete legal turns of the choice that is due, in a fixed order.

    Two turns are the same when they leave the same melds on the table and discard the same card.

    Args:
        state: a State, or a View.
        limit: at most so many of them; left out: all, which may be very many.
        exists: asked by rule sets in which playing is compulsory; left out: `rummy_lab.search.exists`.

    Raises IncompletePosition where the position does not say enough.

    Source: as of `check`.

    >>> from rummy_lab.core.referee import position
    >>> here = position("schmidt; table [6r 7r 8r]; hand A+ 5r 9r 1b; stock ??x9; turn A")
    >>> [str(turn) for turn in turns(here)]
    ['draw', 'arrange [5r 6r 7r 8r]; end', 'arrange [6r 7r 8r 9r]; end', 'arrange [5r 6r 7r 8r 9r]; end']
    """
    full = state_of(state)
    if full.over is not None:
        return
    ask_for_readings(full)
    seen: set[tuple[str, ...]] = set()
    for turn in _candidates(full):
        if limit is not None and len(seen) >= limit:
            return
        key = _result(full, turn, exists)
        if key is not None and key not in seen:
            seen.add(key)
            yield turn


def _result(state: State, turn: Turn, exists: Exists) -> tuple[str, ...] | None:
    """What makes a turn different from others, None where it is not legal."""
    if check(state, turn, exists=exists):
        return None
    if len(turn) == 1 and isinstance(turn[0], Draw | Take | Pass):
        return (str(turn),)
    after = state
    for move in turn[:-1]:
        result = attempt(after, move, exists)
        assert isinstance(result, State)
        after = result
    return (*sorted(map(str, after.table)), str(turn[-1]))


def _candidates(state: State) -> Iterator[Turn]:
    rules = state.rules
    single: list[Move] = [Draw(), Take(), Pass()] if state.stock is not None else [Take()]
    yield from (Turn((move,)) for move in single if rules.has_pile or not isinstance(move, Take))
    if rules.has_pile and state.phase == "start":
        return
    yield Turn((End(),))
    if rules.table.mode == "rearrange":
        yield from every_turn(state)
        return
    for moves, left in _built(state):
        if rules.has_pile:
            yield from (Turn((*moves, Discard(card))) for card in sorted(set(left)))
            if not left:
                yield Turn((*moves, End()))
        else:
            yield Turn((*moves, End()))


def _built(state: State) -> Iterator[tuple[tuple[Move, ...], tuple[Card, ...]]]:
    rules = state.rules
    for case in cases(state):
        there = case.state
        bag = Counter(card for card in (*(there.work.hand or ()), *there.loose) if card is not None)
        grown = ((number, additions(rules, meld, bag.elements())) for number, meld in there.heaps.items())
        hosts = [(number, added) for number, some in grown if (added := [cards for cards, _ in some])]
        melds = list(whole_melds(rules, bag.elements()))
        late = case.swaps if still_needed(state) else ()
        for size in range(bag.total() + 1):
            for chosen, layoffs, left in _packed(hosts, melds, bag, size):
                for laid in product(*(_ways(there, meld, late=bool(late)) for meld in chosen)):
                    first = () if late else case.swaps
                    yield (*first, *in_parts(state, laid, late), *layoffs), tuple(left.elements())


def _ways(state: State, meld: Meld, *, late: bool) -> Iterator[Way]:
    yield from ways(state.rules, meld) if late else (Way(meld.slots),)
    through = through_joker(state, meld) if joker_due(state) and not meld.jokers else None
    if through is not None:
        yield from (through, replace(through, opens=False)) if late else (through,)


def _packed(
    hosts: Sequence[_Host], melds: list[Meld], bag: Counter[Card], size: int
) -> Iterator[tuple[tuple[Meld, ...], tuple[Move, ...], Counter[Card]]]:
    """The ways to lay exactly so many cards in new melds and on melds of the table."""
    if not hosts:
        for chosen, left in _melds_of(melds, bag, size, 0):
            yield chosen, (), left
        return
    number, additions_here = hosts[0]
    yield from _packed(hosts[1:], melds, bag, size)
    for cards in additions_here if size else ():
        used = Counter(JOKER if card.joker else card for card in cards)
        if len(cards) <= size and used <= bag:
            for chosen, layoffs, left in _packed(hosts[1:], melds, bag - used, size - len(cards)):
                yield chosen, (Layoff(cards, number), *layoffs), left


def _melds_of(
    melds: list[Meld], bag: Counter[Card], size: int, least: int
) -> Iterator[tuple[tuple[Meld, ...], Counter[Card]]]:
    if not size:
        yield (), bag
        return
    for at in range(least, len(melds)):
        wanted = Counter(JOKER if card.joker else card for card in melds[at].slots)
        if wanted <= bag and wanted.total() <= size:
            for rest, left in _melds_of(melds, bag - wanted, size - wanted.total(), at):
                yield (melds[at], *rest), left
