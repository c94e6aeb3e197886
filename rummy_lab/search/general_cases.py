"""The ways to treat the jokers of a table that is rearranged, and the best final table of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import Final

from rummy_lab.core.cards import JOKER, Card, card_of, natural
from rummy_lab.core.jokers import Anchor, anchor
from rummy_lab.core.judge import is_set_like
from rummy_lab.core.melds import Meld, Table
from rummy_lab.core.moves import Arrange, Lay, Move, Turn
from rummy_lab.core.referee import play_until_error
from rummy_lab.core.state import State
from rummy_lab.core.workspace import opening_need, was_opened
from rummy_lab.search.arranging import Objective, arranged, grown_arrangement
from rummy_lab.search.engines import Engine
from rummy_lab.search.general_table import Case, Demands, conditioned
from rummy_lab.search.solver import Budget, OutOfNodes
from rummy_lab.search.tables import shape
from rummy_lab.search.worth import can_be_worth

# For one meld: the places of the jokers that are freed, and the cards that free them.
_Way = tuple[tuple[int, ...], tuple[Card, ...]]
_A_CASE: Final = 50  # nodes that setting up the search of a case is as dear as


def joker_cases(
    state: State, melds: Sequence[Meld], hand: Sequence[Card], table: Counter[Card]
) -> Iterator[tuple[list[Card], list[Card], int]]:
    """For the jokers of these melds: those that stay, cards of the hand that replace others, how many are freed."""
    for kept, forced in _cases(state, melds, hand, table):
        yield [bound[1] for _, bound in kept], forced, sum(len(meld.jokers) for meld in melds) - len(kept)


def _cases(
    state: State, melds: Sequence[Meld], hand: Sequence[Card], table: Counter[Card]
) -> Iterator[tuple[tuple[tuple[int, Anchor], ...], list[Card]]]:
    lent = table if state.rules.joker.source == "hand_or_table" else Counter[Card]()
    there, seen = Counter(hand), set[tuple[object, ...]]()
    for ways in product(*(list(_ways(state, meld)) for meld in melds)):
        forced = sorted((Counter(card for _, paid in ways for card in paid) - lent).elements())
        kept = tuple(
            (heap, anchor(meld, joker))
            for heap, (meld, (gone, _)) in enumerate(zip(melds, ways, strict=True))
            for at, joker in enumerate(meld.jokers)
            if at not in gone
        )
        if (kept, *forced) not in seen and Counter(forced) <= there:
            seen.add((kept, *forced))
            yield kept, forced


def _ways(state: State, meld: Meld) -> Iterator[_Way]:
    joker_rules, suits, jokers = state.rules.joker, state.rules.pack.suits, meld.jokers
    for size in range(len(jokers) + 1):
        for gone in combinations(range(len(jokers)), size):
            freed = [jokers[at] for at in gone]
            if not freed:
                yield gone, ()
            elif not is_set_like(meld.slots):
                # One that stands for nothing yet is replaced by nothing.
                if all(joker.suit for joker in freed):
                    yield gone, tuple(card_of(joker) for joker in freed)
            elif len(meld) < 4 or joker_rules.closed_set == "open":
                if joker_rules.set_release == "declared" and all(joker.suit for joker in freed):
                    yield gone, tuple(card_of(joker) for joker in freed)
                    continue
                named = {card.suit for card in meld.slots if card.suit}
                missing = [natural(freed[0].rank, suit) for suit in suits if suit not in named]
                more = 1 if joker_rules.set_release == "both" and len(meld) < 4 else 0
                yield from ((gone, cards) for cards in combinations(missing, len(freed) + more))


@dataclass(frozen=True, slots=True)
class Closing:
    """How the turn ends: the cards that may be laid before, whether all have to be, and the last move.

    `freed_joker`: a joker freed in this turn is discarded.
    """

    hand: tuple[Card, ...]
    move: Move
    everything: bool = False
    freed_joker: bool = False


def _all_cases(state: State, closing: Closing) -> Iterator[tuple[Case, Demands]]:
    rules, table, taken = state.rules, state.base.table, state.taken
    naturals = Counter(card for meld in table for card in meld.naturals)
    jokers = sum(len(meld.jokers) for meld in table)
    need = None if was_opened(state) else opening_need(state)
    free, freed_rule = rules.joker.anchor == "free", rules.joker.freed
    strict = rules.table.remain == "strict" and not free
    used = rules.pile.use if taken is not None else "open_only"
    demands = Demands(rules.joker.anchor == "frozen", strict, need, melded=taken if used == "meld" else None)
    first = closing.hand if closing.everything else (taken,) if used == "meld_or_build" and taken else ()
    basis = Case(table, closing.hand, first, (), jokers, jokers, int(closing.freed_joker))
    if free and freed_rule == "new_meld_only":
        yield from _unbound_but_relaid(state, basis, demands)
        return
    if free and freed_rule == "same_turn":
        yield basis, demands
        return
    for kept, forced in _cases(state, table, closing.hand, naturals):
        both = tuple((Counter(first) | Counter(forced)).elements())
        freed = jokers - len(kept)
        if not Counter(both) <= Counter(closing.hand) or freed < basis.gone:
            continue
        if free:
            yield replace(basis, forced=both, must_jokers=len(kept)), demands
            continue
        must = 0 if freed_rule == "to_hand" else freed
        new = freed if freed_rule == "new_meld_only" else 0
        case = replace(basis, forced=both, kept=kept, freed=freed, must_jokers=must)
        bound = demands if kept else replace(demands, frozen=False, strict=False)
        yield case, replace(bound, new_jokers=new)


def _unbound_but_relaid(state: State, basis: Case, demands: Demands) -> Iterator[tuple[Case, Demands]]:
    """Jokers lie anywhere, but those that laid cards could have replaced lie in new melds.

    So each choice of the jokers that stay, and of the cards that are not laid lest they replace one, is a case.
    """
    table, hand = basis.table, Counter(basis.hand)
    naturals = Counter(card for meld in table for card in meld.naturals)
    slots = [(heap, at) for heap, meld in enumerate(table) for at in range(len(meld.jokers))]
    ways = [list(_ways(state, meld)) for meld in table]
    lent = naturals if state.rules.joker.source == "hand_or_table" else Counter[Card]()
    for size in range(len(slots), -1, -1):
        for stay in combinations(slots, size):
            open_ways = [
                [way for way in some if all((heap, at) not in stay for at in way[0])] for heap, some in enumerate(ways)
            ]
            freeing = sorted({card for some in open_ways for _, paid in some for card in paid if hand[card]})
            for counts in product(*(range(hand[card], -1, -1) for card in freeing)):
                allowed = hand - Counter({card: hand[card] - c for card, c in zip(freeing, counts, strict=True)})
                if not Counter(basis.forced) <= allowed:
                    continue
                supply = allowed + lent
                most = max(
                    sum(len(gone) for gone, _ in chosen)
                    for chosen in product(*open_ways)
                    if Counter(card for _, paid in chosen for card in paid) <= supply
                )
                kept = tuple((heap, anchor(table[heap], table[heap].jokers[at])) for heap, at in stay)
                freed = len(slots) - len(kept)
                case = replace(basis, hand=tuple(allowed.elements()), kept=kept, freed=freed, must_jokers=freed)
                yield case, replace(demands, new_jokers=most)


def _hand_cases(state: State, closing: Closing) -> Iterator[tuple[Case, Demands]]:
    """Melds of the hand alone, beside a table that stays as it is."""
    rules, taken, hand = state.rules, state.taken, closing.hand
    unopened = not was_opened(state)
    need = opening_need(state) if unopened else None
    used = rules.pile.use if taken is not None else "open_only"
    melded = taken if used == "meld" else None
    if closing.everything or (unopened and rules.opening.for_rummy == "waived"):
        waived = unopened and rules.opening.for_rummy == "waived"
        yield Case((), hand, hand), Demands(opening=None if waived else need, melded=melded)
    if not closing.everything and not closing.freed_joker:
        yield (
            Case((), hand, (taken,) if used == "meld_or_build" and taken else ()),
            Demands(opening=need, melded=melded),
        )


class FinalTables:
    """The best final tables of a turn with this closing; `complete` says whether the search ran to its end.

    `beside`: the table stays as it is, melds of the hand are laid beside it.
    """

    def __init__(
        self,
        state: State,
        closing: Closing,
        objective: Objective,
        budget: Budget | None,
        *,
        beside: bool = False,
        engine: Engine = "plain",
    ) -> None:
        self.state, self.closing, self.budget, self.complete = state, closing, budget, True
        self._beside = beside
        self._worth: dict[tuple[tuple[Card, ...], int], bool] = {}
        self._engine: Engine = engine
        self._objectives: tuple[Objective, ...] = ("cards", "penalty") if objective == "out" else (objective,)

    def turns(self) -> Iterator[Turn]:
        """One turn for each case of jokers that can be; more where the best one lays no card of the hand."""
        for case, demands in self.cases():
            for objective in self._objectives:
                if not self._may_go_on():
                    return
                yield from self._of_case(case, demands, objective)

    def _may_go_on(self) -> bool:
        """Whether there is something left of the budget for one more case."""
        if self.budget is not None:
            self.budget.left -= _A_CASE
            self.complete = self.complete and self.budget.left >= 0
        return self.complete

    def cases(self) -> Iterator[tuple[Case, Demands]]:
        """The ways to treat the jokers of the table, each with what the final table has to show."""
        return (_hand_cases if self._beside else _all_cases)(self.state, self.closing)

    def _of_case(self, case: Case, demands: Demands, objective: Objective) -> Iterator[Turn]:
        melds = self._solved(case, demands, objective)
        if melds is None:
            return
        if self.lays_some(case, melds):
            yield self.turn(melds)
            return
        if self.state.rules.turn.hand_card == "not_needed":
            yield self.turn(melds)
        if objective == "cards":
            return
        some = self._solved(case, demands, "cards")
        if some is None or not self.lays_some(case, some):
            return
        # As good by weight, but a turn has to lay a card of the hand: ask for each in turn.
        for card in sorted(set(case.hand)):
            forced = tuple((Counter(case.forced) | Counter((card,))).elements())
            more = self._solved(replace(case, forced=forced), demands, objective)
            if more is not None:
                yield self.turn(more)

    def nothing_fits(self) -> bool:
        """Whether it is known that in no case a card of the hand can lie, the demands left aside."""
        for case, _ in self.cases():
            if any(in_set and joker.suit for _, (in_set, joker) in case.kept):
                return False  # Where the suit of a joker in a set matters, the demands are not left aside.
            melds = self._relaxed(case, "cards", frozenset()) if self._may_go_on() else None
            if not self.complete or (melds is not None and self.lays_some(case, melds)):
                return False
        return True

    def lays_some(self, case: Case, melds: Sequence[Meld]) -> bool:
        """Whether these melds hold a card of the hand."""
        before, after = (Counter(card for m in some for card in m.naturals) for some in (case.table, melds))
        return before != after or sum(map(len, melds)) > sum(map(len, case.table))

    def turn(self, melds: Sequence[Meld]) -> Turn:
        """The moves that make these melds, and the closing."""
        start, closing = self.state.base.table, self.closing.move
        if not self._beside:
            return Turn((Arrange(in_order(start, melds)), closing))
        if self.state.moves and self.state.work.touched:
            return Turn((Arrange(Table((*start, *melds))), closing))
        # Laid one by one they are judged with the discard, which matters where going out waives the opening.
        return Turn((*(Lay(meld.slots) for meld in melds), closing))

    def _solved(self, case: Case, demands: Demands, objective: Objective) -> Sequence[Meld] | None:
        rules = self.state.rules
        named_sets = any(in_set and joker.suit for _, (in_set, joker) in case.kept)
        hosts = self._hosts(case, demands, objective)
        if not named_sets or hosts:
            melds = self._relaxed(case, objective, hosts)
            if melds is None or demands == Demands() or (objective == "cards" and not self.lays_some(case, melds)):
                return melds
            # What is best without the demands is best with them if it meets them.
            if not play_until_error(self.state, self.turn(melds), exists=lambda _: False)[1]:
                return melds
        if demands.opening and not self._can_be_worth(case, demands.opening):
            return None
        try:
            return conditioned(rules, case, demands, objective, self.budget)
        except OutOfNodes:
            self.complete = False
            return None

    def _can_be_worth(self, case: Case, need: int) -> bool:
        """Whether the melds of a hand may open; where the budget is short, they may."""
        key = (case.hand, need)
        if key not in self._worth:
            self._worth[key] = can_be_worth(self.state.rules, *key, self.budget) is not False
        return self._worth[key]

    def _hosts(self, case: Case, demands: Demands, objective: Objective) -> frozenset[int]:
        """The frozen melds, by number from 0, where the automaton can grow them: each keeps all of its jokers."""
        if not demands.frozen or demands.strict or objective == "points" or shape(self.state.rules) is None:
            return frozenset()
        kept = Counter(heap for heap, _ in case.kept)
        whole = all(len(case.table[heap].jokers) == count for heap, count in kept.items())
        # A free joker as the fourth card of a frozen set is beyond the automaton.
        free = bool(case.freed) or JOKER in case.hand
        return frozenset(kept) if whole and not free else frozenset()

    def _relaxed(self, case: Case, objective: Objective, hosts: frozenset[int]) -> Sequence[Meld] | None:
        bags = bags_of(case, hosts)
        if bags is None:
            return None
        must, may = bags
        if hosts:
            frozen = [meld for heap, meld in enumerate(case.table) if heap in hosts]
            found = grown_arrangement(
                self.state.rules, frozen, must, may, objective, budget=self.budget, engine=self._engine
            )
        else:
            kept = tuple(joker for _, (_, joker) in case.kept)
            found = arranged(self.state.rules, tuple(must), tuple(may), kept, objective, self.budget, self._engine)
        if found is not None and not found.proved:
            self.complete = False
            return None
        return None if found is None else found.melds


def bags_of(case: Case, hosts: frozenset[int] = frozenset()) -> tuple[list[Card], list[Card]] | None:
    """The cards that must lie and those that may, jokers bare, without kept ones and frozen melds; None: impossible."""
    more = case.forced.count(JOKER)
    must_jokers = case.freed + more if more else case.must_jokers
    stay = case.freed + case.hand.count(JOKER) - case.gone - must_jokers
    if stay < 0:
        return None
    must = [card for heap, meld in enumerate(case.table) if heap not in hosts for card in meld.naturals]
    must += [*(card for card in case.forced if not card.joker), *[JOKER] * must_jokers]
    may = [card for card in (Counter(case.hand) - Counter(case.forced)).elements() if not card.joker]
    return must, [*may, *[JOKER] * stay]


def in_order(start: Table, melds: Sequence[Meld]) -> Table:
    """The melds with those that stayed, or are most like it, at the place of each meld of the start."""
    rest = list(melds)
    ordered: list[Meld] = []
    for meld in start:
        like = max(
            rest,
            key=lambda other: (other == meld, (Counter(other.slots) & Counter(meld.slots)).total()),
            default=None,
        )
        if like is not None and Counter(like.slots) & Counter(meld.slots):
            ordered.append(like)
            rest.remove(like)
    return Table((*ordered, *rest))
