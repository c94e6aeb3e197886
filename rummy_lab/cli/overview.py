"""What `rummy-lab --help` says."""

from __future__ import annotations

from typing import Final

from rummy_lab.cli import COMMANDS
from rummy_lab.cli.texts import tell
from rummy_lab.language import Language

EXAMPLES: Final = (
    "", "app --lang de", "play schmidt", "lesson play schmidt/split", "ask may I keep the joker", "check --help",
)  # fmt: skip


def overview(lang: Language) -> str:
    """The commands, each in a line; what holds for all of them; examples.

    >>> overview("en").splitlines()[0]
    'usage: rummy-lab [-h] [--version] [--lang {en,de,nl}] [COMMAND] ...'
    """
    wide = max(map(len, COMMANDS))
    usage = f"rummy-lab [-h] [--version] [--lang {{en,de,nl}}] [{tell('main.command', lang)}] ..."
    options = (("-h, --help", "parser.help"), ("--version", "main.version"), ("--lang {en,de,nl}", "parser.lang"))
    return "\n".join(
        [
            f"{tell('parser.usage', lang)} {usage}",
            "",
            tell("main.about", lang),
            "",
            tell("main.commands", lang),
            *(f"  {name:<{wide}}  {tell(f'main.{name}', lang)}" for name in COMMANDS),
            "",
            f"{tell('parser.options', lang)}:",
            *(f"  {option:<17}  {tell(key, lang)}" for option, key in options),
            "",
            tell("parser.examples", lang),
            *(f"  rummy-lab {example}".rstrip() for example in EXAMPLES),
            "",
            tell("main.codes", lang),
        ]
    )
