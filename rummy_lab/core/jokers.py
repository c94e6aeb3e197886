"""What becomes of the jokers of the table when it is rearranged (S-17 to S-23, S-31 T4, S-32)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from rummy_lab.core.cards import Card, card_of, natural
from rummy_lab.core.judge import is_set_like
from rummy_lab.core.melds import Meld
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.violations import JokerMoved, JokerNotRelaid, LeftTooShort, Violation

Anchor = tuple[bool, Card]


@dataclass(frozen=True, slots=True)
class Slot:
    """A joker that lay on the table when the turn began: its meld's number, the meld, and what it is bound to."""

    heap: int
    meld: Meld
    joker: Card
    anchor: Anchor


@dataclass(frozen=True, slots=True)
class Rearranged:
    """A table before and after, the melds after with their numbers; `laid` are the naturals that came from the hand."""

    rules: RuleSet
    start: tuple[Meld, ...]
    final: tuple[Meld, ...]
    laid: Counter[Card]
    numbers: tuple[int, ...]


def anchor(meld: Meld, joker: Card) -> Anchor:
    """What a joker is bound to: a set or a run, and its stand-in there (in a set a suit only where it was declared)."""
    return is_set_like(meld.slots), joker


def judge_jokers(change: Rearranged) -> list[Violation]:
    """The reasons why the jokers may not lie as they do; empty when some way of telling equal cards apart is legal.

    Every choice of the jokers that stay where they are bound is tried; the others have to be replaced.
    """
    slots = [
        Slot(heap, meld, joker, anchor(meld, joker))
        for heap, meld in enumerate(change.start, 1)
        for joker in meld.jokers
    ]
    if not slots:
        return []
    best: list[Violation] | None = None
    for kept, others in _choices(slots, change):
        faults = _faults(kept, others, change)
        if not faults:
            return []
        if best is None or len(faults) < len(best):
            best = faults
    return best or []


def _choices(slots: list[Slot], change: Rearranged) -> Iterator[tuple[list[Slot], list[Slot]]]:
    there = Counter(anchor(meld, joker) for meld in change.final for joker in meld.jokers)
    places = range(len(slots))
    for size in range(len(slots), -1, -1):
        for chosen in combinations(places, size):
            kept = [slots[at] for at in chosen]
            wanted = Counter(slot.anchor for slot in kept)
            if all(count <= there[place] for place, count in wanted.items()):
                yield kept, [slots[at] for at in places if at not in chosen]


def _faults(kept: list[Slot], others: list[Slot], change: Rearranged) -> list[Violation]:
    rules = change.rules.joker
    replaced = _largest_replaceable(others, change)
    faults: list[Violation] = []
    if rules.anchor != "free":
        moved = list(others)
        for slot in replaced:
            moved.remove(slot)
        faults += [JokerMoved(joker=slot.joker, heap=slot.heap) for slot in moved]
    if rules.anchor == "frozen":
        faults += _frozen_faults(kept, replaced, change)
    homes = list(_homes(kept, change))
    if change.rules.table.remain == "strict" and rules.anchor != "free":
        homes, lost = _strict_faults(kept, homes, change)
        faults += lost
    return faults + _freed_faults(homes, len(replaced), bool(faults), change)


def _homes(kept: list[Slot], change: Rearranged) -> Iterator[list[int]]:
    """The ways to say in which of the final melds each joker that stayed lies, as places in `change.final`."""
    places = [(at, anchor(meld, joker)) for at, meld in enumerate(change.final) for joker in meld.jokers]

    def choose(taken: list[int]) -> Iterator[list[int]]:
        if len(taken) == len(kept):
            yield [places[place][0] for place in taken]
            return
        for place, (_, bound) in enumerate(places):
            if bound == kept[len(taken)].anchor and place not in taken:
                yield from choose([*taken, place])

    return choose([])


def _freed_faults(homes: list[list[int]], replaced: int, moved: bool, change: Rearranged) -> list[Violation]:
    gone = _jokers(change.start) - _jokers(change.final)
    freed = change.rules.joker.freed
    may_go = replaced if freed == "to_hand" else 0
    if gone > may_go:
        return [] if moved else [JokerNotRelaid(count=gone - may_go)]
    if freed == "new_meld_only" and not moved:
        short = replaced - max(_room_in_new_melds(home, change) for home in homes)
        if short > 0:
            return [JokerNotRelaid(count=short, new_meld=True)]
    return []


def _jokers(melds: Iterable[Meld]) -> int:
    return sum(len(meld.jokers) for meld in melds)


def _largest_replaceable(slots: list[Slot], change: Rearranged) -> list[Slot]:
    supply = change.laid
    if change.rules.joker.source == "hand_or_table":
        supply = Counter(card for meld in change.final for card in meld.naturals)
    # What cannot be replaced alone cannot be replaced together with others.
    slots = [slot for slot in slots if _can_replace([slot], Counter(supply), change)]
    for size in range(len(slots), 0, -1):
        for chosen in combinations(slots, size):
            if _can_replace(list(chosen), Counter(supply), change):
                return list(chosen)
    return []


def _can_replace(slots: list[Slot], supply: Counter[Card], change: Rearranged) -> bool:
    if not slots:
        return True
    first = slots[0]
    together = [slot for slot in slots if slot.heap == first.heap] if is_set_like(first.meld.slots) else [first]
    rest = [slot for slot in slots if slot not in together] if len(together) > 1 else slots[1:]
    for cards in _freeing_cards(together, change.rules):
        if all(supply[card] > 0 for card in cards):
            supply.subtract(cards)
            if _can_replace(rest, supply, change):
                return True
            supply.update(cards)
    return False


def _freeing_cards(slots: list[Slot], rules: RuleSet) -> Iterator[tuple[Card, ...]]:
    """The ways to free all of these jokers, which lie in one set or are one joker of a run."""
    meld, joker = slots[0].meld, slots[0].joker
    if not is_set_like(meld.slots):
        if joker.suit:  # one that stands for nothing yet can be replaced by nothing
            yield (card_of(joker),)
        return
    full = len(meld) >= 4
    if full and rules.joker.closed_set == "locked":
        return
    if rules.joker.set_release == "declared" and all(slot.joker.suit for slot in slots):
        yield tuple(card_of(slot.joker) for slot in slots)
        return
    there = {card.suit for card in meld.slots if card.suit}
    missing = [natural(joker.rank, suit) for suit in rules.pack.suits if suit not in there]
    needed = len(slots) + (1 if rules.joker.set_release == "both" and not full else 0)
    yield from combinations(missing, needed)


def _contains(meld: Meld, naturals: Counter[Card], jokers: Counter[Anchor]) -> bool:
    return naturals <= Counter(meld.naturals) and jokers <= Counter(anchor(meld, joker) for joker in meld.jokers)


def _matched(wanted: list[list[int]]) -> int | None:
    """None when each entry can have one of its choices for itself, else the first entry that cannot."""
    holder: dict[int, int] = {}

    def place(entry: int, tried: set[int]) -> bool:
        for choice in wanted[entry]:
            if choice in tried:
                continue
            tried.add(choice)
            if choice not in holder or place(holder[choice], tried):
                holder[choice] = entry
                return True
        return False

    return next((entry for entry in range(len(wanted)) if not place(entry, set())), None)


def _frozen_faults(kept: list[Slot], replaced: list[Slot], change: Rearranged) -> list[Violation]:
    bound: list[int] = []
    choices: list[list[int]] = []
    for heap, meld in enumerate(change.start, 1):
        staying = Counter(slot.anchor for slot in kept if slot.heap == heap)
        if not meld.jokers or (not staying and sum(slot.heap == heap for slot in replaced) == len(meld.jokers)):
            continue
        bound.append(heap)
        naturals = Counter(meld.naturals)
        choices.append([at for at, after in enumerate(change.final) if _contains(after, naturals, staying)])
    lost = _matched(choices)
    if lost is None:
        return []
    heap = bound[lost]
    return [JokerMoved(joker=change.start[heap - 1].jokers[0], heap=heap)]


def _strict_faults(
    kept: list[Slot], homes: list[list[int]], change: Rearranged
) -> tuple[list[list[int]], list[Violation]]:
    """A joker that stays keeps two cards of its meld beside it (S-32 Alt), naturals told by face.

    The homes in which each does, or else all with a fault.
    """
    alone = [[at for at, slot in enumerate(kept) if _company(at, slot, kept, home, change) < 3] for home in homes]
    good = [home for home, lost in zip(homes, alone, strict=True) if not lost]
    if good:
        return good, []
    at = homes[-1][alone[-1][0]]
    return homes, [LeftTooShort(heap=change.numbers[at], cards=change.final[at].slots)]


def _company(at: int, slot: Slot, kept: list[Slot], homes: list[int], change: Rearranged) -> int:
    """How many cards of the joker's old meld lie in its new one, itself and other jokers that stayed counted."""
    naturals = Counter(slot.meld.naturals) & Counter(change.final[homes[at]].naturals)
    jokers = sum(other.heap == slot.heap and home == homes[at] for other, home in zip(kept, homes, strict=True))
    return naturals.total() + jokers


def _room_in_new_melds(home: list[int], change: Rearranged) -> int:
    """The most freed jokers that can stand in melds whose naturals all came from the hand."""
    stayed = Counter(home)
    melds = [
        (Counter(meld.naturals), len(meld.jokers) - stayed[at])
        for at, meld in enumerate(change.final)
        if len(meld.jokers) > stayed[at]
    ]

    def most(at: int, left: Counter[Card]) -> int:
        if at == len(melds):
            return 0
        naturals, room = melds[at]
        skipped = most(at + 1, left)
        return max(skipped, room + most(at + 1, left - naturals)) if naturals <= left else skipped

    return most(0, change.laid)
