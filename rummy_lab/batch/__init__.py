"""Many deals: who sits where, what came of it, as tables."""

from rummy_lab.batch.table import play_out

__all__ = ["play_out"]
