"""What is compiled apart since it is large: the choice of `exact`. Where the text is plain Python nothing is."""

from __future__ import annotations

from rummy_lab.bots.kernels.exact import (
    exact,
)
from rummy_lab.bots.kernels.sheet import (
    Ints,
)


def decide_exactly(v: Ints) -> int:
    """What `exact` does."""
    return exact(v)
