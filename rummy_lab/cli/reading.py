"""How the commands read their arguments: argparse, in three languages, with examples."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from typing import Any, Final, NoReturn

from rummy_lab.cli.texts import tell, texts
from rummy_lab.language import LANGUAGES, Language

# What argparse says, so that it can be said in other languages.
_FAULTS: Final = {
    "required": r"the following arguments are required: (?P<names>.+)",
    "unknown": r"unrecognized arguments: (?P<names>.+)",
    "choice": r"argument (?P<name>.+?): invalid choice: (?P<value>.+?) \(choose from (?P<choices>.+)\)",
    "value": r"argument (?P<name>.+?): invalid \w+ value: (?P<value>.+)",
    "expected": r"argument (?P<name>.+?): expected .+",
    "not_both": r"argument (?P<name>.+?): not allowed with argument (?P<other>.+)",
}


class Reader(argparse.ArgumentParser):
    """The arguments of a command.

    Args:
        command: its name, as `lesson play`.
        lang: the language of its help.
        examples: calls of it, shown at the end of the help.
        section: where its texts stand; left out: under its name.
    """

    def __init__(self, command: str, lang: Language, examples: Sequence[str] = (), *, section: str = "") -> None:
        self.lang, self.section = lang, section or command.replace(" ", "_")
        told = [tell("parser.examples", lang), *(f"  rummy-lab {one}".rstrip() for one in examples)]
        super().__init__(
            prog=f"rummy-lab {command}".strip(),
            description=tell(f"{self.section}.about", lang),
            epilog="\n".join(told) if examples else None,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            add_help=False,
            allow_abbrev=False,
        )
        self._positionals.title = tell("parser.arguments", lang)
        self._optionals.title = tell("parser.options", lang)

    def add(self, *names: str, text: str = "", **options: Any) -> None:
        """Add an argument; its help stands under its name in the section of the command, or under `text`."""
        key = text or names[-1].lstrip("-").replace("-", "_").lower()
        at = key if "." in key else f"{self.section}.{key}"
        self.add_argument(*names, help=tell(at, self.lang), **options)

    def add_forms(self, *, csv: bool = True) -> None:
        """Add `--json` and `--csv`."""
        form = self.add_mutually_exclusive_group()
        form.add_argument("--json", action="store_true", help=tell("parser.json", self.lang))
        if csv:
            form.add_argument("--csv", action="store_true", help=tell("parser.csv", self.lang))

    def read(self, arguments: Sequence[str]) -> argparse.Namespace:
        """Read the arguments; leaves with exit code 2 and the usage where they are not understood."""
        self._finish()
        return self.parse_args(arguments)

    def read_some(self, arguments: Sequence[str]) -> list[str]:
        """Answer `--help`; all other arguments come back."""
        self._finish()
        return self.parse_known_args(arguments)[1]

    def _finish(self) -> None:
        # The language is taken before by `main`, for all commands; here it is for the help.
        self.add_argument("--lang", choices=LANGUAGES, default=self.lang, help=tell("parser.lang", self.lang))
        self.add_argument("-h", "--help", action="help", help=tell("parser.help", self.lang))

    def format_usage(self) -> str:
        """The usage alone, as before what is wrong."""
        return self._translated(super().format_usage())

    def format_help(self) -> str:
        """The whole help."""
        return self._translated(super().format_help())

    def _translated(self, told: str) -> str:
        return told.replace("usage:", tell("parser.usage", self.lang), 1)

    def error(self, message: str) -> NoReturn:
        """Leave with what is wrong, in the language of the command."""
        for key, pattern in _FAULTS.items():
            if key in texts()["fault"] and (found := re.fullmatch(pattern, message)):
                message = tell(f"fault.{key}", self.lang, **found.groupdict())
                break
        self.print_usage(sys.stderr)
        self.exit(2, f"{self.prog}: {message}\n")
