"""How the commands read their arguments: argparse, in three languages, with examples."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from rummy_lab.arguments import Arguments
from rummy_lab.cli.texts import tell
from rummy_lab.language import Language


class Reader(Arguments):
    """The arguments of a command.

    Args:
        command: its name, as `lesson play`.
        lang: the language of its help.
        examples: calls of it, shown at the end of the help.
        section: where its texts stand; left out: under its name.
    """

    def __init__(self, command: str, lang: Language, examples: Sequence[str] = (), *, section: str = "") -> None:
        self.section = section or command.replace(" ", "_")
        told = [tell("parser.examples", lang), *(f"  rummy-lab {one}".rstrip() for one in examples)]
        super().__init__(
            lang,
            prog=f"rummy-lab {command}".strip(),
            description=tell(f"{self.section}.about", lang),
            epilog="\n".join(told) if examples else None,
        )

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
        self.add_frame()
        return self.parse_args(arguments)

    def read_some(self, arguments: Sequence[str]) -> list[str]:
        """Answer `--help`; all other arguments come back."""
        self.add_frame()
        return self.parse_known_args(arguments)[1]
