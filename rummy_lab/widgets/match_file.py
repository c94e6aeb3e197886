"""A running match leaves the table as a file, and a match is taken up from one."""

from __future__ import annotations

from collections.abc import Callable

from rummy_lab.core.errors import RummyError
from rummy_lab.records import MatchError
from rummy_lab.widgets.file_buttons import FileButtons
from rummy_lab.widgets.guard import Guarded
from rummy_lab.widgets.saved import LARGEST, parse_match, write_match
from rummy_lab.widgets.sitting import Sitting
from rummy_lab.widgets.told import Told


class MatchFile(FileButtons):
    """The two buttons of a match.

    Args:
        panel: where it is played.
        match: how it stands.
        take_up: called with the match of a file, and what is to be said of it.
        say: says a sentence.
    """

    kind, mime = "game", "application/toml"

    def __init__(
        self,
        panel: Guarded,
        match: Callable[[], Sitting],
        take_up: Callable[[Sitting, Told], None],
        say: Callable[[Told], None],
    ) -> None:
        self._match, self._take_up = match, take_up
        super().__init__(panel, say, ending=".toml", largest=LARGEST)

    def give(self) -> tuple[str, str]:
        """The match up to the last finished turn."""
        match = self._match()
        return match_name(match), write_match(match)

    def take(self, name: str, text: str) -> None:
        """Take up the match of a file; raises RummyError where it is none, and the match here goes on."""
        try:
            match = parse_match(text)
        except MatchError as fault:
            raise RummyError(self._sentence(name, fault)) from None
        self._take_up(match, lambda _: self.told("game_loaded", file=name))

    def _sentence(self, name: str, fault: MatchError) -> str:
        if fault.deal:
            place = self.told("turn" if fault.turn else "deal", turn=fault.turn, deal=fault.deal)
            return self.told("damaged", file=name, place=place)
        place = self.told("field", name=fault.field) if fault.field else self.told("line", number=fault.line)
        return self.told("foreign", file=name, place=place)


def match_name(match: Sitting) -> str:
    """The name of the file of a match, unless one is given."""
    return f"rummy-match-{match.seed}.toml"
