"""Whether a whole hand may be laid at once: quickly denied."""

from __future__ import annotations

from rummy_lab.bots.kernels.borrowing import (
    note_spares,
)
from rummy_lab.bots.kernels.layouts import (
    card_at,
)
from rummy_lab.bots.kernels.sheet import (
    FIRST,
    HAND,
    HIGH,
    KIND,
    LENGTH,
    LOW,
    MELDS,
    NOTES,
    ROW,
    SET,
    SUIT,
    TABLE,
    TOP,
    WILD,
    WILDS,
    Ints,
)
from rummy_lab.bots.kernels.weighing import (
    fits_table,
)


def all_may_lie(v: Ints) -> bool:
    """Whether each card of the hand has something that it could be laid with: quickly denied."""
    note_spares(v)
    may = True
    for card in range(WILD):
        may = may and (v[HAND + card] == 0 or _may_lie(v, card))
    return may


def _may_lie(v: Ints, card: int) -> bool:
    suit, rank, wild = card // 13, card % 13 + 1, v[HAND + WILD]
    alike = 0
    for other in range(4):
        alike += other != suit and _is_near(v, 13 * other + rank - 1)
    if alike + wild >= 2 or fits_table(v, card):
        return True
    for place in range(rank, rank + v[TOP] + 1, v[TOP]):
        if not v[LOW] <= place <= v[HIGH]:
            continue
        for low in range(max(v[LOW], place - 2), min(place, v[HIGH] - 2) + 1):
            there = 0
            for one in range(low, low + 3):
                there += one != place and _is_near(v, card_at(v, suit, one))
            if there + wild >= 2:
                return True
        for near in range(max(v[LOW], place - 1), min(v[HIGH], place + 1) + 1):
            other = card_at(v, suit, near)
            if near != place and v[HAND + other] > 0 and fits_table(v, other):
                return True
    return _stands_twice(v, card)


def _is_near(v: Ints, card: int) -> bool:
    """Whether the hand or a meld that can spare it has this card."""
    return v[HAND + card] > 0 or v[NOTES + card] > 0


def _stands_twice(v: Ints, card: int) -> bool:
    """Whether a joker stands for this card, or a long run has it too."""
    suit, rank, found = card // 13, card % 13 + 1, False
    for heap in range(v[MELDS]):
        row = TABLE + ROW * heap
        if v[row + KIND] == SET:
            found = found or (v[row + WILDS] > 0 and v[row + SUIT] == rank)
        elif v[row + SUIT] == suit and (v[row + WILDS] or v[row + LENGTH] > 4):
            for at in range(v[row + LENGTH]):
                found = found or card_at(v, suit, v[row + FIRST] + at) == card
    return found
