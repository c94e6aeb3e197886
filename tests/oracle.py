"""A second, naive judge, written from the rules alone to be compared with the engine, of which it uses nothing.

Cards are triples (rank, suit, joker); a joker in a set has no suit, one in the hand neither rank nor suit. Melds are
tuples of cards in any order. Everything is decided by trying all possibilities, so keep the cases small.

The rule set is read by its fields only (`rules.pack.suits`, ...).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement, pairwise, permutations
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")


class C(NamedTuple):
    """A card: a natural, a joker with what it stands for (suit "" in a set), or a joker in the hand (rank 0)."""

    rank: int
    suit: str
    joker: bool = False


BARE = C(0, "", True)
LETTERS = {"A": 1, "J": 11, "Q": 12, "K": 13}
Bag = tuple[C, ...]


def read(text: str) -> Bag:
    """Cards from their text, blanks between them."""
    cards = []
    for word in text.split():
        body = word.lstrip("*")
        joker = body != word
        rank = body[:-1]
        cards.append(C(LETTERS.get(rank) or int(rank or 0), body[-1:].strip("?"), joker))
    return tuple(cards)


def write(cards: Iterable[C], suits: str) -> str:
    """The text of cards of the pack with these suits."""
    letters = {rank: letter for letter, rank in LETTERS.items()} if suits == "cdhs" else {}
    return " ".join(
        ("*" if c.joker else "") + (letters.get(c.rank, str(c.rank)) + (c.suit or "?") if c.rank else "") for c in cards
    )


# One meld


def rows(rules: Any) -> set[tuple[int, ...]]:
    """Every order of ranks that a run may have."""
    top, ace = rules.pack.ranks, rules.pack.ace
    lines = []
    if ace in ("low", "both"):
        lines.append([*range(1, top + 1)])
    if ace in ("high", "both"):
        lines.append([*range(2, top + 1), 1])
    if rules.melds.wrap:
        lines = [[(start + step) % top + 1 for step in range(top)] for start in range(top)]
    return {
        tuple(line[first:last])
        for line in lines
        for first in range(len(line))
        for last in range(first + rules.melds.min_run, len(line) + 1)
    }


def worth(rules: Any, rank: int, *, low: bool) -> int:
    """What a card of this rank counts in a meld; `low`: an ace below the two."""
    if rules.pack.suits == "rygb":
        return rank
    if rank == 1:
        return 1 if low or rules.pack.ace == "low" else 11
    return min(rank, 10)


def run_values(rules: Any, bag: Bag) -> set[int]:
    """What these declared cards are worth as a run, for each order they can have; empty when they are none."""
    if any(not c.suit or not c.rank for c in bag) or len({c.suit for c in bag}) != 1:
        return set()
    found = set()
    for row in rows(rules):
        if sorted(row) != sorted(c.rank for c in bag):
            continue
        slots = [next(c for c in bag if c.rank == rank) for rank in row]
        beside = any(a.joker and b.joker for a, b in pairwise(slots))
        if beside and not rules.melds.adjacent_jokers:
            continue
        low = row[:2] == (1, 2)
        found.add(sum(worth(rules, rank, low=low and not at) for at, rank in enumerate(row)))
    return found


def set_values(rules: Any, bag: Bag) -> set[int]:
    """What these declared cards are worth as a set; empty when they are none."""
    if len({c.rank for c in bag}) != 1 or not bag[0].rank or len(bag) not in rules.melds.set_sizes:
        return set()
    named = rules.joker.set_release == "declared"
    if named and any(not c.suit for c in bag):
        return set()
    suits = [c.suit for c in bag if named or not c.joker]
    if len(set(suits)) < len(suits) or len(bag) > 4:
        return set()
    return {sum(worth(rules, c.rank, low=False) for c in bag)}


def meld_values(rules: Any, bag: Bag) -> set[int]:
    """What these declared cards may be worth as a meld; empty when they are no meld."""
    jokers = sum(c.joker for c in bag)
    naturals = len(bag) - jokers
    if not naturals or any(c == BARE for c in bag):
        return set()
    most = rules.melds.max_jokers
    if most is not None and jokers > (naturals if most == "half" else most):
        return set()
    return run_values(rules, bag) | set_values(rules, bag)


def meld_readings(rules: Any, bag: Bag) -> dict[Bag, set[int]]:
    """Every meld that these cards can be, bare jokers standing for anything, as sorted cards, with its values."""
    fixed = [c for c in bag if c != BARE]
    if not fixed:
        return {}
    named = rules.joker.set_release == "declared"
    first = fixed[0]
    ranks = range(1, rules.pack.ranks + 1)
    in_run = [C(rank, first.suit, joker=True) for rank in ranks]
    in_set = [C(first.rank, suit, joker=True) for suit in (rules.pack.suits if named else [""])]
    found: dict[Bag, set[int]] = {}
    for stand_ins, values in ((in_run, run_values), (in_set, set_values)):
        kept = fixed if values is run_values or named else [C(c.rank, "", joker=True) if c.joker else c for c in fixed]
        for choice in combinations_with_replacement(stand_ins, len(bag) - len(fixed)):
            whole = tuple(sorted([*kept, *choice]))
            if meld_values(rules, whole) and values(rules, whole):
                found[whole] = values(rules, whole)
    return found


# A rearrangement: start table, final table and hand


def is_set(meld: Bag) -> bool:
    return len({c.rank for c in meld}) == 1


def naturals(melds: Iterable[Bag]) -> Counter[C]:
    return Counter(c for meld in melds for c in meld if not c.joker)


def jokers(melds: Iterable[Bag]) -> int:
    return sum(c.joker for meld in melds for c in meld)


def within(small: Counter[C], large: Counter[C]) -> bool:
    return all(large[c] >= count for c, count in small.items())


def subsets(things: Iterable[T]) -> Iterator[tuple[T, ...]]:
    pool = tuple(things)
    for size in range(len(pool) + 1):
        yield from combinations(pool, size)


class Slot(NamedTuple):
    """A joker on a table: the number of its meld, its place there, the meld, the joker."""

    at: int
    place: int
    meld: Bag
    joker: C


def slots(melds: Sequence[Bag]) -> list[Slot]:
    return [Slot(at, place, meld, c) for at, meld in enumerate(melds) for place, c in enumerate(meld) if c.joker]


def anchor(rules: Any, slot: Slot) -> tuple[str, C]:
    """What the joker is bound to: its card in a run, its rank in a set; a named suit is never read anew (C-3)."""
    if not is_set(slot.meld):
        return "run", slot.joker
    return "set", slot.joker if rules.joker.set_release == "declared" else C(slot.joker.rank, "", joker=True)


def multiset(melds: Iterable[Bag]) -> Counter[Bag]:
    return Counter(tuple(sorted(meld)) for meld in melds)


def legal_rearrangement(
    rules: Any,
    start: Sequence[Bag],
    final: Sequence[Bag],
    hand: Bag,
    *,
    opened: bool = True,
    others_opened: bool = True,
) -> bool:
    """Whether a turn may turn `start` into `final` with cards of this hand."""
    had, has = naturals(start), naturals(final)
    if not all(meld_values(rules, meld) for meld in final) or not within(had, has):
        return False
    laid = has - had
    in_hand = Counter(c for c in hand if not c.joker)
    more = jokers(final) - jokers(start)
    if not within(laid, in_hand) or more > sum(c.joker for c in hand):
        return False
    if rules.turn.hand_card == "needed" and laid.total() + max(0, more) < 1:
        return False
    grown_only = not multiset(start) - multiset(final)
    if not opened:
        if grown_only:
            new = multiset(final) - multiset(start)
            return sum(max(meld_values(rules, meld)) for meld in new.elements()) >= rules.opening.points
        if rules.table.access != "same_turn" or not opens_with(rules, final, laid, more):
            return False
    elif rules.table.access == "all_opened" and not others_opened and not grown_only:
        return False
    return jokers_may_lie_so(rules, start, final, laid)


def opens_with(rules: Any, final: Sequence[Bag], laid: Counter[C], more: int) -> bool:
    """Whether some melds of the final table are all from the hand and worth enough to open."""
    return any(
        own
        and within(naturals(own), laid)
        and jokers(own) <= max(0, more)
        and sum(max(meld_values(rules, meld)) for meld in own) >= rules.opening.points
        for own in subsets(final)
    )


def jokers_may_lie_so(rules: Any, start: Sequence[Bag], final: Sequence[Bag], laid: Counter[C]) -> bool:
    """Try every way to tell which jokers stayed, and where, and which were replaced."""
    old, new = slots(start), slots(final)
    supply = laid if rules.joker.source == "hand" else naturals(final)
    if rules.joker.anchor == "free":
        most = max(len(some) for some in subsets(old) if replaced(rules, some, supply))
        return len(new) >= len(old) - (most if rules.joker.freed == "to_hand" else 0)
    for kept in subsets(old):
        freed = [slot for slot in old if slot not in kept]
        fewer = len(freed) if rules.joker.freed == "to_hand" else 0
        if len(new) < len(old) - fewer or not replaced(rules, freed, supply):
            continue
        for homes in permutations(new, len(kept)):
            pairs = list(zip(kept, homes, strict=True))
            others = [slot for slot in new if slot not in homes]
            if (
                all(anchor(rules, one) == anchor(rules, two) for one, two in pairs)
                and (rules.joker.anchor != "frozen" or frozen(start, final, freed, pairs))
                and (rules.table.remain != "strict" or all(strict(one, two, pairs) for one, two in pairs))
                and (rules.joker.freed != "new_meld_only" or new_melds_hold(final, laid, len(freed), others))
            ):
                return True
    return False


def replaced(rules: Any, freed: Sequence[Slot], supply: Counter[C]) -> bool:
    """Whether each of these jokers is paid for with a card of its own out of `supply`."""
    if not freed:
        return True
    first = freed[0]
    same = [slot for slot in freed if slot.at == first.at] if is_set(first.meld) else [first]
    rest = [slot for slot in freed if slot not in same] if is_set(first.meld) else list(freed[1:])
    for price in prices(rules, first.meld, [slot.joker for slot in same]):
        if within(Counter(price), supply) and replaced(rules, rest, supply - Counter(price)):
            return True
    return False


def prices(rules: Any, meld: Bag, freed: Sequence[C]) -> Iterator[tuple[C, ...]]:
    """The cards that free these jokers, which lie in one set or are one joker of a run."""
    if not is_set(meld):
        yield (C(freed[0].rank, freed[0].suit),)
        return
    if len(meld) == 4 and rules.joker.closed_set == "locked":
        return
    if rules.joker.set_release == "declared":
        yield tuple(C(c.rank, c.suit) for c in freed)
        return
    there = {c.suit for c in meld if not c.joker}
    missing = [C(meld[0].rank, suit) for suit in rules.pack.suits if suit not in there]
    extra = 1 if rules.joker.set_release == "both" and len(meld) == 3 else 0
    yield from combinations(missing, len(freed) + extra)


def frozen(
    start: Sequence[Bag], final: Sequence[Bag], freed: Sequence[Slot], pairs: Sequence[tuple[Slot, Slot]]
) -> bool:
    """Whether each meld with a joker that stayed lies whole in a final meld of its own."""
    bound = [
        at for at, meld in enumerate(start) if jokers([meld]) and sum(slot.at == at for slot in freed) < jokers([meld])
    ]
    for homes in permutations(range(len(final)), len(bound)):
        if all(
            within(naturals([start[at]]), naturals([final[home]]))
            and all(two.at == home for one, two in pairs if one.at == at)
            for at, home in zip(bound, homes, strict=True)
        ):
            return True
    return False


def strict(one: Slot, two: Slot, pairs: Sequence[tuple[Slot, Slot]]) -> bool:
    """Whether three cards of the joker's old meld, itself counted, lie together in its new one."""
    shared = naturals([one.meld]) & naturals([two.meld])
    stayed = sum(a.at == one.at and b.at == two.at for a, b in pairs)
    return shared.total() + stayed >= 3


def new_melds_hold(final: Sequence[Bag], laid: Counter[C], freed: int, others: Sequence[Slot]) -> bool:
    """Whether melds that hold hand cards alone have room for the freed jokers beside those that stayed."""
    return any(
        within(naturals(final[at] for at in own), laid) and sum(slot.at in own for slot in others) >= freed
        for own in subsets(range(len(final)))
    )
