"""What is compiled apart since it is large: what the exact search decides. In plain Python nothing is apart."""

from __future__ import annotations

from rummy_lab.bots.kernels.exact import (
    exact,
)
from rummy_lab.bots.kernels.exact_whole import (
    lay_whole,
)
from rummy_lab.bots.kernels.sheet import (
    Ints,
)


def decide_exactly(v: Ints) -> int:
    """What `exact` does."""
    return exact(v)


def decide_on_whole(v: Ints) -> int:
    """What `counter` does while it collects: the whole hand or a draw."""
    return lay_whole(v)
