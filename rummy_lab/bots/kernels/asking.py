"""One choice of a seat by the functions on numbers, in plain Python."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rummy_lab.bots.kernels import sheet
from rummy_lab.bots.kernels.sheet import Ints
from rummy_lab.bots.kernels.written import sheet_of, turn_on
from rummy_lab.core.chance import Rng
from rummy_lab.core.moves import Turn
from rummy_lab.core.state import State
from rummy_lab.core.views import View
from rummy_lab.search import after, legal_turns

Decide = Callable[[Ints], int]


def asked(decide: Decide, view: View, rng: Rng, taste: Sequence[int] = ()) -> Turn | str:
    """What it decides by its taste, where the rules let it stand; else the first choice that is legal, or `pass`.

    Not all rules stand on the sheet (`written.refusal`), and it begins at the start of a choice, not within one.
    """
    turn = decided(decide, view.state, rng, taste)
    return next(iter(legal_turns(view, 1)), "pass") if turn is None else turn


def decided(decide: Decide, state: State, rng: Rng, taste: Sequence[int] = (), size: int = sheet.SIZE) -> Turn | None:
    """What it decides on a sheet of so many numbers, where the rules let it stand; else None."""
    if state.work.touched:
        return None
    v = sheet_of(state, rng)
    v += [0] * (size - sheet.SIZE)
    v[sheet.TASTE : sheet.TASTE + len(taste)] = taste
    decide(v)
    rng.state = v[sheet.RANDOM_HIGH] << 32 | v[sheet.RANDOM_LOW]
    turn = turn_on(v, state.rules)
    return None if after(state, turn) is None else turn
