"""The `rummy-lab` command: the notebooks in JupyterLab, the app, and all that works in a terminal alone.

Exit codes: 0 done; 1 the answer is no, or it could not be done; 2 not understood; 130 interrupted.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Final, cast

from rummy_lab.cli.errors import INTERRUPTED, UserError, code_of
from rummy_lab.cli.output import complain, prepare, say, silence
from rummy_lab.cli.spoken import asked_language, system_language
from rummy_lab.core.errors import RummyError
from rummy_lab.language import VARIABLE, Language, language_in

COMMANDS: Final = {
    "lab": "rummy_lab.cli.lab",
    "app": "rummy_lab.app.command",
    "play": "rummy_lab.cli.play",
    "lesson": "rummy_lab.cli.lesson",
    "puzzle": "rummy_lab.cli.puzzle",
    "check": "rummy_lab.cli.check",
    "solve": "rummy_lab.cli.solve",
    "ask": "rummy_lab.cli.ask",
    "rules": "rummy_lab.cli.rules",
    "selfplay": "rummy_lab.cli.selfplay",
    "worksheet": "rummy_lab.worksheets.command",
    "lite": "rummy_lab.lite.command",
    "warm": "rummy_lab.cli.warm",
}
_HELP: Final = ("-h", "--help")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code; leaves by SystemExit where argparse does.

    >>> main(["check", "schmidt; hand A+ 5r 9b; stock 1r ??x3; turn A", "draw", "--lang", "nl"])
    ✓ Dat mag: Speler A trekt een kaart van de stapel.
    schmidt; hand A+ 5r 9b 1r; stock ??x3; turn B
    0
    """
    prepare()
    lang = language_in(os.environ.get(VARIABLE, "")) or system_language()
    try:
        asked, arguments = asked_language(sys.argv[1:] if argv is None else argv)
        lang = asked or lang
        with _speaking(asked):
            code = _run(arguments, lang)
        sys.stdout.flush()
    except BrokenPipeError:
        silence()
        return 0
    except UserError as error:
        complain(str(error))
        return 1
    except RummyError as error:
        from rummy_lab.words import in_words

        complain(in_words(error, lang))
        return code_of(error)
    except OSError as error:
        from rummy_lab.records.whole import reason_of
        from rummy_lab.words import in_words

        why = in_words(reason_of(error), lang)
        complain(f"{error.filename}: {why}" if error.filename else why)
        if not error.filename:  # it may be what is printed that finds no place
            silence()
        return 1
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def _run(arguments: list[str], lang: Language) -> int:
    if arguments and arguments[0] == "--version":
        from rummy_lab import __version__

        say(f"rummy_lab {__version__}")
        return 0
    if arguments and arguments[0] in _HELP:
        from rummy_lab.cli.overview import overview

        say(overview(lang))
        return 0
    command = arguments.pop(0) if arguments and not arguments[0].startswith("-") else "lab"
    if command not in COMMANDS:
        from rummy_lab.cli.texts import tell

        near = get_close_matches(command, COMMANDS, 1)
        meant = tell("main.meant", lang, command=near[0]) if near else ""
        raise RummyError(tell("main.unknown", lang, command=command, commands=", ".join(COMMANDS), meant=meant))
    run = cast(Callable[[Sequence[str], Language], int], importlib.import_module(COMMANDS[command]).run)
    return run(arguments, lang)


@contextmanager
def _speaking(asked: Language | None) -> Iterator[None]:
    """Hand a language that was asked for on to JupyterLab, Voila and other processes.

    The system's is not: what somebody chose in the browser counts for more there, but in a German or Dutch notebook.
    """
    before = os.environ.get(VARIABLE)
    if asked is not None:
        os.environ[VARIABLE] = asked
    try:
        yield
    finally:
        if before is None:
            os.environ.pop(VARIABLE, None)
        else:
            os.environ[VARIABLE] = before
