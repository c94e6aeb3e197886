"""What `exact` does: the best turn there is, in a game of growing melds or with the table laid anew."""

from __future__ import annotations

from rummy_lab.bots.kernels.exact_built import (
    exact_built,
)
from rummy_lab.bots.kernels.exact_rearranged import (
    exact_rearranged,
)
from rummy_lab.bots.kernels.sheet import (
    MODE,
    REARRANGE,
    Ints,
)


def exact(v: Ints) -> int:
    """The choice that is due."""
    return exact_rearranged(v) if v[MODE] == REARRANGE else exact_built(v)
