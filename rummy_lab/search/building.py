"""Best turns where melds only grow: openings, additions and swaps, with a card kept for the discard."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations, product

from rummy_lab.core.building import taken_duty
from rummy_lab.core.cards import JOKER, Card, card_of, natural
from rummy_lab.core.judge import is_set_like
from rummy_lab.core.moves import Discard, End, Lay, Layoff, Move, Swap, Turn
from rummy_lab.core.referee import attempt
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.scoring import card_penalty
from rummy_lab.core.state import State
from rummy_lab.core.steps import whole_melds
from rummy_lab.core.workspace import access_fault, opening_need, own_points, was_opened
from rummy_lab.search.arranging import Objective
from rummy_lab.search.effort import Effort, OutOfWork, Work
from rummy_lab.search.growing import Way, additions, through_joker
from rummy_lab.search.packing import Jokers, Packing, Wanted

_PIECES, _A_CASE = 10, 100  # pieces a node, and what a case of swaps costs in them


@dataclass(frozen=True, slots=True)
class Case:
    """The position after some swaps, which in the turn of an opening are made after the first melds."""

    swaps: tuple[Swap, ...]
    state: State


def built_turns(state: State, objective: Objective, effort: Effort) -> Iterator[tuple[Turn, bool]]:
    """The best turn of every case of swaps and discards; the dearest discard of equal ones comes first.

    Not proved: turns after which a joker that has to be laid would rather stay, for it may be laid and freed again; and
    what is found where the effort does not suffice.
    """
    work, found = None if effort.nodes is None else Work(effort.nodes * _PIECES), list[Turn]()
    proved = not _cheap_joker_laid(state, objective)
    try:
        for turn in _searched(state, objective, work):
            found.append(turn)
    except OutOfWork:
        proved = effort.complete = False
        found += _quick(state)
    yield from ((turn, proved) for turn in found)
    if may_rest(state):
        hand = [card for card in state.work.hand or () if card is not None]
        # After the turns that lay cards: of equal ones these are the legal ones where playing is compulsory.
        yield from ((Turn((Discard(card),)), proved) for card in _discards(state, hand))


def _searched(state: State, objective: Objective, work: Work | None) -> Iterator[Turn]:
    choices: list[Case] = []
    for case in cases(state):
        choices.append(case)
        if work is not None:
            work.spend(_A_CASE)
    if len(choices) > 1 and not _opens(state, work):
        # Nothing is freed before an opening, and what is freed after it does not count.
        del choices[1:]
    for case in choices:
        yield from _turns_of(state, case, objective, work)


def _quick(state: State) -> Iterator[Turn]:
    """A turn that lays what is at hand without jokers: the dearest melds, then what fits on the table, meld by meld."""
    rules, need = state.rules, still_needed(state)
    left = Counter(card for card in state.work.hand or () if card is not None and not card.joker)
    row: list[Move] = []
    for meld in sorted(whole_melds(rules, left.elements()), key=lambda meld: -meld.points(rules)):
        if Counter(meld.slots) <= left:
            row.append(Lay(meld.slots))
            left -= Counter(meld.slots)
    if not need:
        for number in usable(state, state):
            cards = max(
                (cards for cards, _ in additions(rules, state.heaps[number], left.elements())), key=len, default=()
            )
            if cards:
                row.append(Layoff(cards, number))
                left -= Counter(cards)
    closings = [*map(Discard, _discards(state, [*left.elements()])), End()] if rules.has_pile else [End()]
    yield from (Turn((*row, closing)) for closing in closings if row)


def _as_opened(state: State) -> State:
    """The same position as if the seat had opened before, to try what follows an opening."""
    base = state.base
    opened = (*base.opened[: base.seat], None, *base.opened[base.seat + 1 :])
    return State(replace(base, opened=opened), state.moves, state.work, None)


def cases(state: State) -> Iterator[Case]:
    """The position after every choice of swaps, none first."""
    probe = state if was_opened(state) else _as_opened(state)
    for swaps in product(*([None, *_swaps(probe, number)] for number in usable(state, probe))):
        there: State | None = probe
        made = tuple(swap for swap in swaps if swap is not None)
        for swap in made:
            result = attempt(there, swap) if there is not None else ()
            there = result if isinstance(result, State) else None
        if there is not None:
            yield Case(made, there)


def usable(state: State, there: State) -> list[int]:
    """The melds that may be touched in this turn, if need be after its opening."""
    after_opening = was_opened(state) or state.rules.table.access == "same_turn"
    own = len(state.base.table)
    return [number for number in there.heaps if (after_opening or number > own) and access_fault(there, number) is None]


def _swaps(state: State, number: int) -> list[Swap]:
    """The swaps with one meld that free jokers, with cards of the hand."""
    meld = state.heaps[number]
    hand = {card for card in state.work.hand or () if card is not None and not card.joker}
    if not meld.jokers:
        return []
    if is_set_like(meld.slots):
        cards = [natural(meld.slots[0].rank, suit) for suit in state.rules.pack.suits]
        wanted = [card for card in cards if card in hand and card not in meld.slots]
    else:
        wanted = [card_of(joker) for joker in meld.jokers if joker.suit and card_of(joker) in hand]
    found: list[Swap] = []
    for size in range(1, len(wanted) + 1):
        for chosen in combinations(wanted, size):
            swap = Swap(chosen, number)
            if isinstance(attempt(state, swap), State):
                found.append(swap)
    return found


@dataclass(frozen=True, slots=True)
class _Task:
    """What the turn of one case has to lay, of what, and what it is worth."""

    state: State
    case: Case
    hand: tuple[Card, ...]
    need: int
    weight: Mapping[Card, int]
    by_points: bool
    work: Work | None

    def packing(self, *, joker_kept: bool = False, for_rummy: bool = False) -> Packing:
        """The search for layings; `joker_kept`: a joker of the hand is the discard, `for_rummy`: all is melded."""
        rules, there = self.state.rules, self.case.state
        jokers = self.hand.count(JOKER) - joker_kept
        hosts = {} if for_rummy else {number: there.heaps[number] for number in usable(self.state, there)}
        owed = rules.joker.freed == "new_meld_only"
        wanted = Wanted(
            points=0 if for_rummy else self.need,
            melded_jokers=max(0, there.work.freed - there.work.melded.count(JOKER)) if owed else 0,
            melded=_must_meld(there, "meld"),
            laid=_must_meld(there, "meld_or_build"),
            everything=for_rummy,
        )
        kept = rules.joker.freed == "to_hand"
        becoming = Jokers(
            jokers,
            len(there.loose) if kept else 0,
            late=bool(self.case.swaps and self.need),
            kept=kept,
            through=partial(through_joker, there) if joker_due(there) and not for_rummy else None,
        )
        return Packing(
            rules, (*self.hand, *there.loose), hosts, self.weight, wanted, becoming, self.by_points, self.work
        )


def _turns_of(state: State, case: Case, objective: Objective, work: Work | None) -> Iterator[Turn]:
    opened = was_opened(state)
    if not opened and state.rules.opening.min_round and state.base.round == 1:
        return
    hand = tuple(card for card in case.state.work.hand or () if card is not None)
    weight = {card: 1 if objective == "cards" else _price(card, state.rules) for card in (*hand, JOKER)}
    task = _Task(state, case, hand, still_needed(state), weight, objective == "points", work)
    yield from _discarding(task)
    if task.need and not case.swaps and state.rules.opening.for_rummy == "waived":
        yield from _for_rummy(task)


def _price(card: Card, rules: RuleSet) -> int:
    """What the card costs in a hand, in small parts of a point: one that costs nothing is laid all the same."""
    return card_penalty(card, rules) * 64 or 1


def _opens(state: State, work: Work | None) -> bool:
    """Whether the hand alone is enough to open, the discard left aside."""
    hand = tuple(card for card in state.work.hand or () if card is not None)
    wanted = Wanted(points=still_needed(state))
    if not wanted.points:
        return True
    jokers = Jokers(hand.count(JOKER))
    packing = Packing(state.rules, hand, {}, dict.fromkeys(hand, 1), wanted, jokers, work=work)
    return packing.best(hand) is not None


def still_needed(state: State) -> int:
    """What melds still have to be worth to open; at least 1 before the first one, since it takes a meld."""
    if was_opened(state):
        return 0
    laid = own_points(state)
    return max(1, opening_need(state)) if laid is None else max(0, opening_need(state) - laid)


def _must_meld(state: State, use: str) -> Card | None:
    """The card taken from the pile, where it still has to be laid as pile.use says."""
    work = state.work
    if state.rules.pile.use != use or not taken_duty(state, (*work.melded, *work.built), work.melded):
        return None
    return work.taken


def joker_due(state: State) -> bool:
    """Whether a joker was taken that still has to lie in a new meld, if only for a while."""
    due = _must_meld(state, "meld")
    return due is not None and due.joker


def _cheap_joker_laid(state: State, objective: Objective) -> bool:
    if objective in ("cards", "points") or state.rules.joker.freed != "to_hand":
        return False
    due = _must_meld(state, "meld_or_build")
    prices = [card_penalty(card, state.rules) for card in state.work.hand or () if card is not None]
    return due is not None and due.joker and card_penalty(due, state.rules) < max(prices, default=0)


def may_rest(state: State) -> bool:
    """Whether the turn may end with a discard alone, as far as what was done and taken so far goes."""
    work = state.work
    return state.rules.has_pile and not was_opened(state) and work.taken is None and not work.new


def _discards(state: State, hand: Sequence[Card]) -> list[Card]:
    """The cards to discard, the dearest first."""
    return sorted(set(hand), key=lambda card: (-card_penalty(card, state.rules), card.code))


def _discarding(task: _Task) -> Iterator[Turn]:
    rules, hand, loose = task.state.rules, task.hand, task.case.state.loose
    packing = task.packing()
    if not rules.has_pile or rules.turn.last_discard == "not_needed":
        yield from _told(task, packing, (*hand, *loose), End())
    to_hand = loose if rules.joker.freed == "to_hand" else ()
    for card in _discards(task.state, (*hand, *to_hand)) if rules.has_pile else ():
        if not card.joker:
            yield from _told(task, packing, _without((*hand, *loose), card), Discard(card))
            continue
        if JOKER in hand:
            # Which joker it is matters only where there are others that have to be laid.
            kept_back = task.packing(joker_kept=True) if loose or joker_due(task.case.state) else packing
            yield from _told(task, kept_back, _without((*hand, *loose), card), Discard(card))
        for kept in (None, *sorted(set(hand))) if to_hand else ():
            # A freed joker does not count as the card that has to stay in the hand.
            rest = _without((*hand, *loose), card)
            yield from _told(task, packing, _without(rest, kept) if kept in rest else rest, Discard(card))


def _for_rummy(task: _Task) -> Iterator[Turn]:
    """The whole hand melded below the sum, the last card thrown where one has to be (R-36)."""
    rules, hand = task.state.rules, (*task.hand, *task.state.loose)
    packing = task.packing(for_rummy=True)
    if not rules.has_pile or rules.turn.last_discard == "not_needed":
        yield from _told(task, packing, hand, End())
    for card in _discards(task.state, task.hand) if rules.has_pile else ():
        yield from _told(task, packing, _without(hand, card), Discard(card))


def _without(cards: Sequence[Card], card: Card | None) -> tuple[Card, ...]:
    rest = list(cards)
    if card is not None:
        rest.remove(card)
    return tuple(rest)


def _told(task: _Task, packing: Packing, cards: Sequence[Card], closing: Move) -> Iterator[Turn]:
    laying = packing.best(cards)
    if laying is not None:
        layoffs = [Layoff(added, number) for number, added in laying.additions]
        first = () if packing.wanted.points else task.case.swaps
        then = task.case.swaps if packing.wanted.points else ()
        yield Turn((*first, *in_parts(task.state, laying.melds, then), *layoffs, closing))


def in_parts(state: State, melds: Sequence[Way], swaps: Sequence[Swap] = ()) -> list[Move]:
    """New melds as moves: those that open, then swaps, the other melds, and what is done to the new ones."""
    ordered = sorted(melds, key=lambda way: not way.opens)
    lays = [Lay(way.laid) for way in ordered]
    opening = sum(way.opens for way in ordered)
    own = list(enumerate(ordered, state.work.following))
    freeing = [Swap(way.swapped, number) for number, way in own if way.swapped]
    growing = [Layoff(way.rest, number) for number, way in own if way.rest]
    return [*lays[:opening], *swaps, *lays[opening:], *freeing, *growing]
