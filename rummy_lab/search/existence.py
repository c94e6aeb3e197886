"""Does a play exist? Exact, for the rule sets in which legality asks it (DESIGN D18)."""

from __future__ import annotations

from rummy_lab.core.state import State
from rummy_lab.core.views import View
from rummy_lab.search.acting import acts, closes


def exists(state: State | View) -> bool:
    """Whether the seat to move could lay at least one card of its hand in a legal turn."""
    full = state.state if isinstance(state, View) else state
    return any(closes(there) for _, there in acts(full))
