"""The whole hand laid at once where the table is rearranged and nothing is discarded, or nothing: quickly denied."""

from __future__ import annotations

from rummy_lab.bots.kernels.exact_openings import (
    lay_best_melds,
)
from rummy_lab.bots.kernels.exact_rearranged import (
    rearrange,
)
from rummy_lab.bots.kernels.exact_task import (
    clear_task,
    put_cards,
)
from rummy_lab.bots.kernels.laying import (
    jokers_of,
    may_use_table,
)
from rummy_lab.bots.kernels.sheet import (
    FORCED,
    HAND,
    HELD,
    KINDS,
    MELDS,
    ROW,
    TABLE,
    WILD,
    Ints,
)
from rummy_lab.bots.kernels.turning import (
    is_ended,
    keep,
    may_lay,
    put_back,
)
from rummy_lab.bots.kernels.weighing import (
    note_table,
)


def lay_whole(v: Ints) -> int:
    """What is due for a seat that has opened and lays its whole hand or nothing."""
    if may_lay(v):
        uses = may_use_table(v)
        if not _is_denied(v, uses):
            keep(v, 1)
            if uses:
                rearrange(v, 1)
            else:
                lay_best_melds(v, 0)
            if v[HELD] > 0:
                put_back(v, 1)
    is_ended(v)
    return 0


def _is_denied(v: Ints, uses: bool) -> bool:
    """Whether a card of the hand can be in no meld, wherever jokers may lie."""
    wild = v[HAND + WILD]
    clear_task(v)
    for card in range(KINDS):
        v[FORCED + card] = 0
    if uses:
        note_table(v)
        for heap in range(v[MELDS]):
            wild += jokers_of(v, TABLE + ROW * heap)
    return put_cards(v, uses, wild) > 0
