"""Small positions under drawn rule sets, and every turn there is in one, by all rows of moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from random import Random

import rummy_lab as rl
from rummy_lab.core.cards import JOKER, Card, card_of, joker_as, joker_in_set, natural
from rummy_lab.core.judge import is_set_like, readings
from rummy_lab.core.melds import Meld, Table
from rummy_lab.core.moves import Arrange, Discard, End, Lay, Layoff, Move, Swap, Turn
from rummy_lab.core.referee import attempt, play_until_error
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.state import State
from rummy_lab.core.steps import whole_melds
from search.drawn import drawn_table
from search.oracles import final_tables

FIELDS = {
    "melds__max_jokers": (None, None, 1, 2, "half"), "melds__adjacent_jokers": (True, True, False),
    "melds__wrap": (False, False, True), "melds__min_run": (3, 3, 4), "melds__set_sizes": ((3, 4), (3, 4), (3,), (4,)),
    "joker__set_release": ("either", "both", "declared"), "joker__closed_set": ("locked", "open"),
    "joker__freed": ("same_turn", "new_meld_only", "to_hand"), "opening__points": (0, 6, 12, 20),
    "opening__for_rummy": ("needed", "waived"), "opening__when": ("always", "after_take"),
    "turn__hand_card": ("needed", "needed", "not_needed"), "turn__last_discard": ("needed", "not_needed"),
    "table__access": ("next_turn", "same_turn", "all_opened"), "scoring__joker_penalty": (0, 15, 25),
    "pack__jokers": (2, 3, 4), "pack__copies": (1, 2, 2, 3),
}  # fmt: skip
REARRANGED = {
    "joker__anchor": ("kept", "kept", "free", "frozen"), "joker__source": ("hand", "hand_or_table"),
    "table__remain": ("final", "final", "strict"),
}  # fmt: skip
PILE = {"pile__use": ("open_only", "meld", "meld_or_build"), "pile__discard_taken": ("forbidden", "allowed")}


def nothing(_state: State) -> bool:
    return False


def wide_steps(state: State) -> Iterator[Move]:
    """The moves of `steps`, and those with several cards at once: a limit on jokers may forbid to go one by one."""
    yield from rl.steps(state, exists=nothing)
    if state.rules.table.mode == "rearrange":
        return
    free = sorted([*(state.work.hand or ()), *state.loose])
    for number, heap in state.heaps.items():
        for cards in dict.fromkeys(chosen for size in (2, 3, 4) for chosen in combinations(free, size)):
            suit = heap.slots[0].suit
            if not is_set_like(heap.slots) and all(card.joker or card.suit == suit for card in cards):
                for grown in readings(state.rules, (*heap.slots, *cards)):
                    yield Layoff(tuple((Counter(grown.slots) - Counter(heap.slots)).elements()), number)
            if heap.jokers and not any(card.joker for card in cards):
                yield Swap(cards, number)


def rearranged_ends(state: State) -> Iterator[tuple[Turn, State]] | None:
    """Every legal turn that ends on another table, with the state after it; None where there are too many."""
    rules, start = state.rules, state.base.table
    hand = Counter(card for card in state.hands[state.seat] if not card.joker)
    must = Counter(card for meld in start for card in meld.naturals)
    jokers = state.hands[state.seat].count(JOKER) + sum(len(meld.jokers) for meld in start)
    tables = final_tables(rules, must, hand, jokers)
    return None if tables is None else _ended(state, tables)


def _ended(state: State, tables: Iterable[Sequence[Sequence[Card]]]) -> Iterator[tuple[Turn, State]]:
    rules, start = state.rules, state.base.table
    closings = [End()]
    if rules.has_pile:
        closings += [Discard(card) for card in sorted({*state.hands[state.seat], JOKER})]
    for melds, closing in product(tables, closings):
        table = [Meld.of(slots, rules.top) for slots in melds]
        turns = [Turn((Arrange(Table(table)), closing))]
        if not Counter(start) - Counter(table):
            new = list((Counter(table) - Counter(start)).elements())
            turns.append(Turn((*(Lay(meld.slots) for meld in new), closing)))
        for turn in turns:
            after, refused = play_until_error(state, turn, exists=nothing)
            if not refused:
                yield turn, after


def ended_turns(state: State, most: int) -> list[tuple[State, Move, State]] | None:
    """The ends of all turns that rows of moves make: the state before the last move, that move, and the state after.

    None where there are more than `most` states within the turn.
    """
    found, seen, todo = [], {state.key}, [state]
    while todo:
        here = todo.pop()
        for move in wide_steps(here):
            after = attempt(here, move, nothing)
            if not isinstance(after, State):
                continue
            if after.base.turns != state.base.turns or after.over is not None:
                found.append((here, move, after))
            elif move.verb not in ("draw", "take") and after.key not in seen:
                seen.add(after.key)
                todo.append(after)
        if len(seen) > most:
            return None
    return found


def drawn_rules(rng: Random, mode: str) -> RuleSet:
    """A rule set of small hands, with or without a discard pile."""
    pile = rng.random() < (0.3 if mode == "rearrange" else 0.8)
    french = rng.random() < 0.3
    fields = FIELDS | (REARRANGED if mode == "rearrange" else {}) | (PILE if pile else {})
    chosen = {name: rng.choice(values) for name, values in fields.items() if rng.random() < 0.5}
    ranks = 13 if french else rng.choice((5, 6, 7, 13))
    ace = rng.choice(("low", "high", "both"))
    if ace == "both":
        chosen.pop("melds__wrap", None)
    return rl.SCHMIDT.vary(
        **{
            "table__mode": mode, "pack__suits": "cdhs" if french else "rygb", "pack__ranks": ranks, "pack__ace": ace,
            "turn__order": "draw_play_discard" if pile else "play_or_draw", "deal__hand": 3, "deal__seats": (2, 2),
            "ending__empty_stock": "reshuffle" if pile else "pass_until_blocked", "pack__jokers": 3,
            "opening__points": rng.choice((0, 6, 12, 20)),
        } | chosen
    )  # fmt: skip


def drawn_melds(rng: Random, rules: RuleSet, size: int) -> tuple[list[Meld], Counter[Card]]:
    """A table of about `size` cards, and what is left of the pack."""
    columns, left = drawn_table(rng, rules, size)
    table = []
    for column in columns:
        slots, run = [], all(suit for _, _, suit in column.slots)
        for wild, at, suit in column.slots:
            joker = joker_as(natural(at, suit)) if suit else joker_in_set(at, rules.pack.suits)
            slots.append(joker if wild else natural(at, suit))
        if not run and rules.joker.set_release == "declared":
            free = [suit for suit in rules.pack.suits if all(card.suit != suit for card in slots)]
            slots = [joker_as(natural(card.rank, free.pop())) if card.joker else card for card in slots]
        table.append(Meld.of(slots, rules.top))
    return table, left


def near_first(rng: Random, left: Counter[Card], melds: list[Meld]) -> list[Card]:
    """What is left of the pack, shuffled, the cards near to these melds and some jokers first."""
    near = list(left.elements())
    rng.shuffle(near)
    close = {card.rank for meld in melds for card in meld.slots} or {card.rank for card in near[:3]}
    near.sort(key=lambda card: not (card.joker and rng.random() < 0.3) and min(abs(card.rank - at) for at in close) > 1)
    return near


def placed(rng: Random, rules: RuleSet, table: list[Meld], hand: list[Card], rest: list[Card], opened: float) -> State:
    """The position with these cards, its mover opened with this chance, the first card of the hand perhaps taken."""
    pile = rules.has_pile
    plus = ["+" if rng.random() < chance else "" for chance in (opened, 0.7)]
    took = pile and rng.random() < 0.4
    phase = (f" took {hand[0]}" if took else " drew") if pile else ""
    return rl.position(
        f"{rules}; table {' '.join(map(str, table))}; "
        f"hand A{plus[0]} {' '.join(map(str, hand))}; hand B{plus[1]} ??x3; "
        + (f"pile {rest[0] if not took else ''}; " if pile else "")
        + f"stock ??x5; turn A{phase}"
    )


def drawn_position(rng: Random, mode: str) -> State:
    """A small position in which the seat to move may lay cards."""
    while True:
        rules = drawn_rules(rng, mode)
        table, left = drawn_melds(rng, rules, rng.choice((0, 3, 6, 8)))
        if left.total() >= 14:
            near = near_first(rng, left, table)
            size = rng.choice((2, 3, 4, 5))
            return placed(rng, rules, table, near[:size], near[size:], 0.7)


def drawn_opening(rng: Random) -> State:
    """A small position where melds only grow, in which the seat to move may open and mostly frees a joker as well."""
    while True:
        rules = drawn_rules(rng, "build")
        if rng.random() < 0.5:
            rules = rules.vary(table__access="same_turn")
        table, left = drawn_melds(rng, rules, rng.choice((3, 4, 6)))
        jokers = [(meld, joker) for meld in table for joker in meld.jokers]
        if left.total() < 20 or (not jokers and rng.random() < 0.85):
            continue
        melds = [meld for meld in whole_melds(rules, rng.sample(sorted(left.elements()), 20)) if len(meld) < 6]
        if not melds:
            continue
        meld = rng.choice(melds)
        wanted = [JOKER if card.joker else card for card in meld.slots]
        for host, joker in jokers:
            suits = [suit for suit in rules.pack.suits if suit not in _suits(host)][:2]
            freeing = [card_of(joker)] if joker.suit else [natural(joker.rank, suit) for suit in suits]
            wanted += [card for card in freeing if rng.random() < 0.8]
        hand = list((Counter(wanted) & left).elements())
        more = near_first(rng, left - Counter(hand), [*table, meld])
        size = rng.choice((0, 1, 1, 2))
        hand += more[:size]
        if 3 <= len(hand) <= 8 and len(more) - size >= 10:
            rng.shuffle(hand)
            if rng.random() < 0.7:
                points = meld.points(rules) + rng.choice((-6, -1, 0, 0, 1, 5))
                rules = rules.vary(opening__points=min(99, max(0, points)))
            return placed(rng, rules, table, hand, more[size:], 0.15)


def _suits(meld: Meld) -> set[str]:
    return {card.suit for card in meld.slots}


def played_into(rng: Random, state: State) -> State:
    """The position after up to three legal moves that lay cards."""
    for _ in range(rng.choice((0, 0, 0, 1, 2, 3))):
        moves = [move for move in wide_steps(state) if move.verb in ("meld", "layoff", "swap")]
        after = [there for move in moves if isinstance(there := attempt(state, move, nothing), State)]
        if not after:
            break
        state = rng.choice(after)
    return state
