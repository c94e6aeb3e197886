"""`rummy-lab selfplay`: bots play many deals."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from rummy_lab.cli.errors import INTERRUPTED, UserError
from rummy_lab.cli.output import complain, say
from rummy_lab.cli.reading import Reader
from rummy_lab.cli.texts import tell
from rummy_lab.language import Language
from rummy_lab.words import in_words
from rummy_lab.words.scene import bot_name

EXAMPLES: Final = (
    "selfplay --game schmidt --players careful,greedy --games 100 --rotate",
    'selfplay --game rummy40 "rummy40{opening.points=51}" --players 4xcareful --games 1000 --workers 4 --out runs/a',
    "selfplay --game schmidt --players 2xgreedy --games 100 --quiet --json",
)


def run(arguments: Sequence[str], lang: Language) -> int:
    """Let bots play many deals, and print what they come to."""
    reader = Reader("selfplay", lang, EXAMPLES)
    reader.add("--game", nargs="+", required=True, metavar="RULES")
    reader.add("--players", nargs="+", required=True, metavar="BOTS")
    reader.add("--games", type=int, required=True, metavar="N")
    reader.add("--seed", type=int, default=0, metavar="N")
    reader.add("--rotate", action="store_true")
    reader.add("--workers", type=int, default=1, metavar="N")
    reader.add("--turns", action="store_true")
    reader.add("--out", metavar="FOLDER")
    reader.add("--quiet", action="store_true")
    reader.add_forms()
    given = reader.read(arguments)
    from rummy_lab.batch.command import played
    from rummy_lab.batch.lock import Occupied
    from rummy_lab.batch.summary import HEADS, lines, summary

    try:
        run, told = played(given, lang)
    except Occupied as there:
        raise UserError(in_words(there, lang)) from None
    complain(*(in_words(one, lang) for one in told))
    if len(run) and given.json:
        say(summary(run).to_json(orient="records", indent=2, double_precision=10))
    elif len(run) and given.csv:
        say(summary(run).to_csv(index=False).rstrip("\n"))
    elif len(run):
        heads = [tell(f"selfplay.head_{name}", lang) for name in HEADS]
        say(*lines(run, heads, tell("selfplay.every", lang), name=partial(bot_name, lang=lang), comma=lang != "en"))
    if run.complete:
        return 0
    rest = tell("selfplay.rest" if given.out else "selfplay.no_rest", lang, folder=given.out)
    complain(tell("selfplay.interrupted", lang, deals=len(run), rest=rest))
    return INTERRUPTED
