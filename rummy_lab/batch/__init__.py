"""Many deals: who sits where, what came of it, as tables."""

from rummy_lab.batch.audit import AuditFailed
from rummy_lab.batch.folder import read_run
from rummy_lab.batch.matches import play_match
from rummy_lab.batch.people import my_games
from rummy_lab.batch.reprice import reprice
from rummy_lab.batch.run import Run
from rummy_lab.batch.selfplay import selfplay
from rummy_lab.batch.sweeps import variants
from rummy_lab.batch.table import play_from, play_out

__all__ = [
    "AuditFailed",
    "Run",
    "my_games",
    "play_from",
    "play_match",
    "play_out",
    "read_run",
    "reprice",
    "selfplay",
    "variants",
]
