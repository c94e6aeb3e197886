"""`rummy-lab warm`: compiles the search and the bots ahead."""

from __future__ import annotations

import time
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rummy_lab.cli.errors import UserError
from rummy_lab.cli.output import say
from rummy_lab.cli.reading import Reader
from rummy_lab.cli.texts import tell
from rummy_lab.core.errors import RummyError
from rummy_lab.language import Language
from rummy_lab.words import in_words

if TYPE_CHECKING:
    from rummy_lab.search.compiled import Warmth


def run(arguments: Sequence[str], lang: Language) -> int:
    """Compile search and bots and keep them on disk, so that no later process has to; nothing to do without numba."""
    Reader("warm", lang, ["warm"]).read(arguments)
    start = time.perf_counter()
    with warnings.catch_warnings():
        # What it says of a missing folder is said below, as a sentence of this command.
        warnings.simplefilter("ignore", RuntimeWarning)
        try:
            from rummy_lab.search import arranging, compiled
        except RummyError as missing:
            say(tell("warm.missing", lang, why=in_words(missing, lang)))
            return 0
    arranging.best_arrangement("schmidt", may="1r 2r 3r", engine="compiled")
    if (found := compiled.warmth()) is None:
        say(tell("warm.off", lang))
        return 0
    _tell_warmth("search", found, start, lang)
    start = time.perf_counter()
    from rummy_lab.batch import selfplay as play
    from rummy_lab.bots.kernels import compiled as bots

    for game in ("schmidt", "rummy40"):
        for bots_there in (["random", "greedy", "careful"], ["exact", "exact"]):
            play(game, bots_there, games=1, progress=False, audit=0, engine="fast")
    if (found := bots.warmth()) is not None:
        _tell_warmth("bots", found, start, lang)
    return 0


def _tell_warmth(what: str, found: Warmth, start: float, lang: Language) -> None:
    if found.folder is None:
        raise UserError(tell(f"warm.{what}_homeless", lang))
    key = f"warm.{what}_already" if found.read else f"warm.{what}_compiled"
    seconds = f"{time.perf_counter() - start:.1f}"
    say(tell(key, lang, functions=found.functions, seconds=seconds, folder=found.folder))
