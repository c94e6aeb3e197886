"""A rearranged table as a few small moves that a person can follow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Final

from rummy_lab.core.cards import Card, card_of
from rummy_lab.core.judge import heap_of, is_set_like, judge_meld
from rummy_lab.core.melds import Meld
from rummy_lab.core.moves import Arrange, Join, Lay, Layoff, Move, Pull, Split, Swap, Turn
from rummy_lab.core.referee import attempt
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.state import State
from rummy_lab.search.effort import OutOfWork, Work
from rummy_lab.search.existence import exists
from rummy_lab.search.plan_groups import Slots
from rummy_lab.search.plan_parts import MUCH, Part, Recipe, Step, best_parts

_ASKED: Final = 50  # what asking the referee for a move costs, beside looking at a heap


def plan(state: State, turn: Turn | str) -> Turn:
    """The turn with its `arrange` told as the fewest small moves to the same table and hand; others as they are.

    The moves are `meld` (of a whole meld), `layoff` and `pull` (of any number of cards at once), `split`, `join` and
    `swap`. Between them every heap is part of some legal meld. A joker that is bound to its place (joker.anchor) and
    is replaced leaves it by a `swap`; otherwise it is lifted and laid again as what it stood for. Of the plans of this
    kind there is none with fewer moves, no move takes another back, and there are never more heaps that are no melds
    than melds of the table that the turn breaks up. On a table so crowded that not all of this can be compared within
    a budget there may be a plan with fewer moves, and a turn for which none is found is told as it is.

    `state` is where the turn begins, `turn` a Turn or its text. Raises IllegalMove where the turn is not legal.

    >>> from rummy_lab.core.referee import position
    >>> here = position("schmidt; table [2g 3g 4g 5g]; hand A+ 6g 2y 2b; turn A")
    >>> plan(here, Turn.parse("arrange [3g 4g 5g 6g] [2y 2g 2b]; end"))
    layoff 6g>1; pull 2g<1; meld 2y 2g 2b; end
    """
    from rummy_lab.core.referee import play

    moves = Turn.parse(turn) if isinstance(turn, str) else turn
    play(state, moves, exists=exists)
    at = next((at for at, move in enumerate(moves) if isinstance(move, Arrange)), None)
    if at is None or (state.moves and isinstance(state.moves[-1], Arrange)):
        return moves
    here = play(state, Turn(moves[:at]), exists=exists) if at else state
    final = play(here, moves[at])
    small = _small_moves(here, tuple(final.work.heaps.values()))
    return Turn((*moves[:at], *small, *moves[at + 1 :])) if small is not None else moves


@dataclass(frozen=True, slots=True)
class _Draft:
    """Swaps to begin with, each with the place of its heap, and the parts that follow."""

    swaps: tuple[tuple[int, Swap], ...]
    parts: tuple[Part, ...]
    moves: int


def _small_moves(state: State, final: tuple[Meld, ...]) -> tuple[Move, ...] | None:
    """The plan: the cheapest draft that can be carried out; None also where too much has to be tried for one."""
    numbers = list(state.work.heaps)
    goal, work = Counter(final), Work(MUCH)
    for drafts in _drafts(state, final):
        for draft in sorted(drafts, key=lambda draft: (draft.moves, -len(draft.swaps))):
            try:
                moves = _Carrying(state, numbers, draft, work).out()
            except OutOfWork:
                return None
            if moves is not None and Counter(_after(state, moves).work.heaps.values()) == goal:
                return moves
    return None


def _after(state: State, moves: Iterable[Move]) -> State:
    for move in moves:
        there = attempt(state, move)
        assert isinstance(there, State)
        state = there
    return state


def _drafts(state: State, final: tuple[Meld, ...]) -> Iterator[list[_Draft]]:
    """The drafts that keep jokers where they are bound, then the others.

    Under some rules a joker is free without a swap: a card that replaces it may lie elsewhere.
    """
    rules = state.rules
    ends = [meld.slots for meld in final]
    bound, late, work = _bound(ends), list[_Choice](), Work(MUCH)

    def first() -> Iterator[_Choice]:
        for choice in _choices(state, final, work):
            if rules.joker.anchor == "free" or _bound(choice[1]) <= bound:
                yield choice
            else:
                late.append(choice)

    yield list(_drafted(first(), ends, work))
    yield list(_drafted(iter(late), ends, Work(MUCH)))


# Swaps, each with the place of its heap, and the heaps after them.
_Choice = tuple[tuple[tuple[int, Swap], ...], list[Slots]]


def _choices(state: State, final: tuple[Meld, ...], work: Work) -> Iterator[_Choice]:
    """Every choice of swaps, none first; ends where there are too many."""
    rules, supply = state.rules, _supply(state, final)
    heaps = [meld.slots for meld in state.work.heaps.values()]
    options = [[None, *_swaps(rules, number, meld, supply)] for number, meld in state.work.heaps.items()]
    for choice in product(*options):
        starts = [
            slots if swap is None else _swapped(rules, slots, swap) for slots, swap in zip(heaps, choice, strict=True)
        ]
        yield tuple((at, swap) for at, swap in enumerate(choice) if swap is not None), starts
        work.left -= len(heaps)
        if work.left < 0:
            return


def _drafted(choices: Iterator[_Choice], ends: list[Slots], work: Work) -> Iterator[_Draft]:
    """A draft for each choice of swaps, as long as there is work left for them."""
    for swaps, starts in choices:
        parts = tuple(best_parts(starts, ends, work))
        cost = sum(len(part.starts) + len(part.ends) - part.saved for part in parts)
        yield _Draft(swaps, parts, len(swaps) + cost)
        work.left -= len(starts) * len(ends)
        if work.left < 0:
            return


def _bound(heaps: Sequence[Slots]) -> Counter[Card]:
    return Counter(card for slots in heaps for card in slots if card.joker)


def _supply(state: State, final: tuple[Meld, ...]) -> Counter[Card]:
    """The naturals that a swap may bring: those that come from the hand, or any that move."""
    rules = state.rules
    naturals = Counter(card for meld in final for card in meld.naturals)
    if rules.joker.source == "hand":
        naturals -= Counter(card for meld in state.work.heaps.values() for card in meld.naturals)
    return naturals


def _swaps(rules: RuleSet, number: int, meld: Meld, supply: Counter[Card]) -> Iterator[Swap]:
    """The swaps with one heap that its jokers allow; the referee has the last word."""
    if not meld.jokers or len(meld) < 2:
        return
    if is_set_like(meld.slots):
        there = set(meld.slots)
        wanted = [card for card in supply if card.rank == meld.slots[0].rank and card not in there]
    else:
        wanted = [card_of(joker) for joker in meld.jokers if joker.suit and supply[card_of(joker)]]
    for size in range(1, len(wanted) + 1):
        for cards in combinations(sorted(wanted), size):
            swap = Swap(cards, number)
            if len(_swapped(rules, meld.slots, swap)) >= len(meld):
                yield swap


def _swapped(rules: RuleSet, slots: Slots, swap: Swap) -> Slots:
    """The heap after a swap: each card in a joker's place, in a set that needs both suits the first beside it."""
    now = list(slots)
    grows = is_set_like(slots) and rules.joker.set_release == "both" and len(slots) < max(rules.melds.set_sizes)
    for at, card in enumerate(swap.cards):
        joker = next((slot for slot in now if slot.joker and (is_set_like(slots) or slot.rank == card.rank)), None)
        if grows and not at:
            now.append(card)
        elif joker is None:
            return ()
        else:
            now[now.index(joker)] = card
    return heap_of(rules, now).slots


class _Carrying:
    """Carries a draft out move by move: of the moves that can be made, one that leaves the table tidiest."""

    def __init__(self, state: State, numbers: list[int], draft: _Draft, work: Work) -> None:
        self.state, self.work = state, work
        self.swaps = dict(draft.swaps)
        self.numbers = numbers
        # Per part: the number of each of its heaps, and the rows of steps that may still follow.
        self.heaps: list[dict[int, int]] = []
        self.rows: list[tuple[Recipe, ...]] = []
        for part in draft.parts:
            heaps = dict(enumerate(numbers[start] for start in part.starts[:1]))
            first = [Step("swap", start, self.swaps[start].cards) for start in part.starts if start in self.swaps]
            joins = [Step("join", start, ()) for start in part.starts[1:]]
            self.heaps.append(heaps)
            self.rows.append(tuple((*first, *joins, *recipe) for recipe in part.recipes))

    def out(self) -> tuple[Move, ...] | None:
        """All moves, or None where they come to a stop; raises OutOfWork."""
        moves: list[Move] = []
        while any(row for rows in self.rows for row in rows):
            best = min(self._ready(), key=lambda ready: ready[0], default=None)
            if best is None:
                return None
            _, part, step, move, after = best
            if step.verb in ("split", "meld"):
                self.heaps[part][len(self.heaps[part])] = self.state.work.following
            self.rows[part] = tuple(row[1:] for row in self.rows[part] if row and row[0] == step)
            self.state = after
            moves.append(move)
        return tuple(moves)

    def _ready(self) -> Iterator[tuple[tuple[int, ...], int, Step, Move, State]]:
        for part, rows in enumerate(self.rows):
            for choice, row in enumerate(rows):
                if not row:
                    continue
                move = self._move(part, row[0])
                self.work.spend(_ASKED + 2 * len(self.state.work.heaps))
                after = attempt(self.state, move)
                if isinstance(after, State) and all(_fits(meld) for meld in after.work.heaps.values()):
                    untidy = sum(bool(judge_meld(after.rules, meld)) for meld in after.work.heaps.values())
                    # A swap needs its card in the hand, so it comes before anything may use that up.
                    later = row[0].verb != "swap"
                    yield (int(later), untidy, len(after.loose), choice, part), part, row[0], move, after

    def _move(self, part: int, step: Step) -> Move:
        if step.verb == "meld":
            return Lay(step.cards)
        if step.verb == "swap":
            return Swap(step.cards, self.numbers[step.heap])
        if step.verb == "join":
            return Join(self.heaps[part][0], self.numbers[step.heap])
        heap = self.heaps[part][step.heap]
        if step.verb == "split":
            return Split(heap, step.cards[0])
        return Layoff(step.cards, heap) if step.verb == "layoff" else Pull(step.cards, heap)


def _fits(heap: Meld) -> bool:
    """Whether a heap is part of some meld: cards of one rank in different suits, or of one suit in different ranks."""
    slots = heap.slots
    if len(slots) == 1 or (is_set_like(slots) and len(slots) <= 4):
        suits = [card.suit for card in slots if not card.joker]
        return len(set(suits)) == len(suits)
    return len({card.suit for card in slots}) == 1 and len({card.rank for card in slots}) == len(slots)
