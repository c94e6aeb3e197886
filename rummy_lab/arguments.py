"""What argparse says around the arguments of a command, in three languages."""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from functools import cache, partial
from pathlib import Path
from typing import Any, Final, NoReturn

from rummy_lab.language import LANGUAGES, Language

_FILE: Final = Path(__file__).with_name("arguments.toml")
# What argparse says, so that it can be said in other languages.
_FAULTS: Final = {
    "required": r"the following arguments are required: (?P<names>.+)",
    "unknown": r"unrecognized arguments: (?P<names>.+)",
    "choice": r"argument (?P<name>.+?): invalid choice: (?P<value>.+?) \(choose from (?P<choices>.+)\)",
    "value": r"argument (?P<name>.+?): invalid \w+ value: (?P<value>.+)",
    "expected": r"argument (?P<name>.+?): expected .+",
    "not_both": r"argument (?P<name>.+?): not allowed with argument (?P<other>.+)",
}


@cache
def frame() -> dict[str, dict[str, dict[Language, str]]]:
    """The texts, by section and key in each language."""
    return tomllib.loads(_FILE.read_text(encoding="utf-8"))


class Arguments(argparse.ArgumentParser):
    r"""The arguments of a command, their help and what is wrong with them in a language.

    >>> Arguments("de", prog="rummy-lab app").format_usage()
    'Aufruf: rummy-lab app\n'
    """

    def __init__(self, lang: Language, **options: Any) -> None:
        self.lang = lang
        options = {"formatter_class": argparse.RawDescriptionHelpFormatter, **options}
        super().__init__(add_help=False, allow_abbrev=False, **options)
        self._positionals.title = frame()["parser"]["arguments"][lang]
        self._optionals.title = frame()["parser"]["options"][lang]

    def add_subparsers(self, **options: Any) -> Any:
        """As of argparse; the parts speak the same language."""
        made: Any = partial(Arguments, self.lang)
        return super().add_subparsers(parser_class=made, **options)

    def add_frame(self) -> None:
        """Add what every command has: `--lang`, which is taken before for all of them and is here for the help, and
        `--help`.
        """
        told = frame()["parser"]
        self.add_argument("--lang", choices=LANGUAGES, default=self.lang, help=told["lang"][self.lang])
        self.add_argument("-h", "--help", action="help", help=told["help"][self.lang])

    def format_usage(self) -> str:
        """The usage alone, as before what is wrong."""
        return self._translated(super().format_usage())

    def format_help(self) -> str:
        """The whole help."""
        return self._translated(super().format_help())

    def _translated(self, told: str) -> str:
        return told.replace("usage:", frame()["parser"]["usage"][self.lang], 1)

    def error(self, message: str) -> NoReturn:
        """Leave with what is wrong, in the language of the command."""
        for key, pattern in _FAULTS.items():
            if found := re.fullmatch(pattern, message):
                message = frame()["fault"][key][self.lang].format(**found.groupdict())
                break
        self.print_usage(sys.stderr)
        self.exit(2, f"{self.prog}: {message}\n")
