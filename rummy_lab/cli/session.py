"""A conversation in the terminal: a line is typed, something is told, until it ends."""

from __future__ import annotations

import os
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial
from typing import Final

from rummy_lab.cli.errors import INTERRUPTED
from rummy_lab.cli.output import BAD, say
from rummy_lab.cli.texts import tell
from rummy_lab.core.errors import RummyError
from rummy_lab.language import Language
from rummy_lab.words import in_words
from rummy_lab.words.lexicon import plain

PROMPT: Final = "> "
_LONGEST: Final = 1 << 12


class Ended(Exception):
    """No more lines come."""


def next_line() -> str:
    """The next line that is typed, or that comes from a file or a pipe; raises Ended behind the last one."""
    if sys.stdin is None:
        raise Ended
    if not sys.stdin.isatty():
        line = sys.stdin.readline(_LONGEST)
    else:
        with suppress(ImportError):
            import readline  # noqa: F401 - with it lines can be edited and come back
        try:
            line = f"{input(PROMPT)}\n"
        except EOFError:
            say("")
            line = ""
    if not line:
        raise Ended
    return line.strip()


class Session(ABC):
    """A game or a lesson in the terminal.

    Args:
        lang: its language.
        section: where the words of its commands stand: by the name of the command, several with a bar between them.

    Attributes:
        over: whether it has come to its end.
        mine: the files that belong to it, and may be written again.
    """

    def __init__(self, lang: Language, section: str) -> None:
        self.lang, self.section = lang, section
        self.over = False
        self.mine: set[str] = set()

    def run(self) -> int:
        """Talk until it is over, no more lines come or it is interrupted; then say how it could be gone on with."""
        try:
            self.begin()
            while not self.over:
                self.go_on()
                if not self.over:
                    self.heard(next_line())
        except Ended:
            pass
        except KeyboardInterrupt:
            say("")
            self.leave()
            return INTERRUPTED
        self.leave()
        return 0

    @abstractmethod
    def begin(self) -> None:
        """Say what is played or done."""

    @abstractmethod
    def go_on(self) -> None:
        """What happens before the next line is typed."""

    @abstractmethod
    def typed(self, line: str) -> None:
        """Do what a line says that is no command."""

    @abstractmethod
    def commands(self) -> Mapping[str, Callable[[], None]]:
        """What else can be done, by names whose words stand in the texts."""

    @abstractmethod
    def write(self, path: str) -> None:
        """Write to a file what is worth being kept; raises RummyError."""

    @abstractmethod
    def leave(self) -> None:
        """Say how it could be gone on with."""

    def heard(self, line: str) -> None:
        """Do what a line says; what is wrong with it is told, and nothing has changed."""
        try:
            (self._command(line) or partial(self.typed, line))()
        except RummyError as error:
            say(f"{BAD} {in_words(error, self.lang)}")

    def _command(self, line: str) -> Callable[[], None] | None:
        # The language's own words count for more; those of English are understood in every language.
        langs: tuple[Language, ...] = (self.lang, "en")
        return next((act for lang in langs if (act := self._command_in(lang, line)) is not None), None)

    def _command_in(self, lang: Language, line: str) -> Callable[[], None] | None:
        said = plain(line.rstrip(".!"))
        verb, _, rest = line.partition(" ")
        if plain(verb) in _words("session.save", lang):
            return partial(self._save, rest.strip())
        if said in _words("session.quit", lang):
            return self._quit
        acts = self.commands()
        return next((act for name, act in acts.items() if said in _words(f"{self.section}.do_{name}", lang)), None)

    def help(self, names: Iterable[str]) -> list[str]:
        """What can be typed, one command a line."""
        first = [(name, tell(f"{self.section}.do_{name}", self.lang).split("|")[0]) for name in names]
        rows = [(word, tell(f"{self.section}.of_{name}", self.lang)) for name, word in first]
        file = tell("session.file", self.lang)
        rows += [(f"{tell('session.save', self.lang).split('|')[0]} {file}", tell("session.of_save", self.lang))]
        rows += [(tell("session.quit", self.lang).split("|")[0], tell("session.of_quit", self.lang))]
        wide = max(len(word) for word, _ in rows)
        return [f"  {word:<{wide}}  {told}" for word, told in rows]

    def _quit(self) -> None:
        self.over = True

    def _save(self, path: str) -> None:
        if not path or "\0" in path:
            raise RummyError(tell("session.no_name", self.lang))
        self.keep(path)
        say(tell("session.saved", self.lang, file=path))

    def keep(self, path: str) -> None:
        """Write to a file that is new, or belongs to this session; raises RummyError."""
        if path not in self.mine and os.path.lexists(path):
            raise RummyError(tell("session.there", self.lang, file=path)) from FileExistsError(path)
        self.write(path)
        self.mine.add(path)


def _words(key: str, lang: Language) -> list[str]:
    return [plain(one) for one in tell(key, lang).split("|")]
