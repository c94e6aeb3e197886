"""`rummy-lab play`: a match in the terminal, with the words of the table in the notebook."""

from __future__ import annotations

import secrets
import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from rummy_lab.cli.output import BAD, say
from rummy_lab.cli.reading import Reader
from rummy_lab.cli.session import Session, next_line
from rummy_lab.cli.texts import tell
from rummy_lab.core.errors import RummyError
from rummy_lab.core.moves import Turn
from rummy_lab.core.state import State
from rummy_lab.core.views import view
from rummy_lab.core.violations import Seat
from rummy_lab.language import Language
from rummy_lab.widgets.desk import Desk
from rummy_lab.widgets.match_told import (
    begun,
    deal_ended,
    match_ended,
    reviewed_told,
    scores,
    standing,
    turn_told,
)
from rummy_lab.widgets.play_texts import say as game_text
from rummy_lab.widgets.review import review
from rummy_lab.widgets.saved import load_match, save_match
from rummy_lab.widgets.sitting import ME, Sitting
from rummy_lab.widgets.typed_table import TypedTable
from rummy_lab.widgets.unseen import unseen_lines
from rummy_lab.words import caption, in_words
from rummy_lab.words.scene import player_name

OPPONENTS: Final = ("random", "greedy", "careful", "counter", "planner")
EXAMPLES: Final = (
    "play", "play rummy40 --level 2 --seed 7", "play schmidt --players me,greedy,careful --save game.toml",
    "play --resume game.toml", "play --players me,me --lang de",
)  # fmt: skip
_LEVEL: Final = 3
_CLEAR: Final = "\033[2J\033[3J\033[H"


def run(arguments: Sequence[str], lang: Language) -> int:
    """Play a match against bots, or between people who share the terminal."""
    reader = Reader("play", lang, EXAMPLES)
    reader.add("game", nargs="?", default="schmidt", metavar="GAME")
    who = reader.add_mutually_exclusive_group()
    who.add_argument("--players", metavar="me,BOT,...", help=tell("play.players", lang))
    who.add_argument(
        "--level", type=int, choices=range(1, len(OPPONENTS) + 1), default=_LEVEL, help=tell("play.level", lang)
    )
    reader.add("--seed", type=int, metavar="N")
    reader.add("--save", metavar="FILE")
    reader.add("--resume", metavar="FILE")
    given = reader.read(arguments)
    if given.resume:
        sitting = load_match(given.resume)
    else:
        players = given.players.split(",") if given.players is not None else [ME, OPPONENTS[given.level - 1]]
        seed = secrets.randbelow(1 << 16) if given.seed is None else given.seed
        sitting = Sitting(given.game, [one.strip() for one in players], seed)
    game = Play(sitting, lang, resumed=given.resume, save=given.save)
    if given.save:
        game.keep(given.save)
    return game.run()


class Play(Session):
    """A match.

    Args:
        sitting: who plays what, and how it stands.
        lang: the language.
        resumed: the file that the match comes from.
        save: a file that is written after each turn.
    """

    def __init__(
        self, sitting: Sitting, lang: Language, *, resumed: str | None = None, save: str | None = None
    ) -> None:
        super().__init__(lang, "play")
        self.sitting, self.save, self.kept = sitting, save, resumed
        self.mine |= {resumed} if resumed else set()
        state, people = sitting.state, sitting.people
        self.looking: Seat = state.seat if state.seat in people else people[0] if people else state.seats[0]
        self.desk = Desk(state, seat=self.looking, lang=lang, on_turn=self._moved)
        self.desk.score = lambda: standing(self.sitting, lang)
        self.table = TypedTable(self.desk)
        self._told: State | None = None  # the start of the turn that was shown last
        self._closed = self._sure = False

    # What happens

    def begin(self) -> None:
        """Say which game it is and who begins."""
        say(*begun(self.sitting, self.lang), tell("play.help", self.lang))

    def go_on(self) -> None:
        """Let the bots play, and show the table to whoever is to move."""
        while not self.sitting.is_over and not self.sitting.is_person(self.sitting.state.seat):
            self.sitting.accept(self.sitting.ask())
            self._keep()
            told = turn_told(self.sitting.turns[-1], self.lang)
            self._put(told)
            say(*(self.desk.news() if self.sitting.people else [told]))
        if self.sitting.is_over:
            if not self._closed:
                self._finish()
        elif self._told is not self.sitting.state:
            self._told = self.sitting.state
            if self._told.seat != self.looking:
                self._pass_on(self._told.seat)
            say("", *self.table.seen())

    def typed(self, line: str) -> None:
        """Play, ask or choose at the table; an empty line goes on."""
        self._sure = False
        if self.sitting.is_over:
            if line:
                say(tell("play.over", self.lang))
            else:
                self._next_deal()
        elif line:
            say(*self.table.type(line))
        else:
            say(*self.table.seen())

    def commands(self) -> Mapping[str, Callable[[], None]]:
        """What can be done besides playing."""
        return {
            "help": self._help, "show": lambda: say(*self.table.seen()), "unseen": self._unseen,
            "scores": lambda: say(standing(self.sitting, self.lang)), "take_back": self._take_back,
            "stop": self._stop, "same_deal": self._same_deal, "next_deal": self._next_deal,
        }  # fmt: skip

    def write(self, path: str) -> None:
        """Write the match, up to the last finished turn."""
        save_match(self.sitting, path)
        self.kept = path

    def leave(self) -> None:
        """Say how the match can be gone on with; one that is decided is over."""
        if self._closed and self.sitting.is_decided:
            return
        if self.kept is not None:
            resume = f"rummy-lab play --resume {shlex.quote(self.kept)}"
            say(tell("play.left_saved", self.lang, command=resume))
        else:
            names = ",".join(self.sitting.names.values())
            again = f'rummy-lab play "{self.sitting.rules.name}" --players {names} --seed {self.sitting.seed}'
            say(tell("play.left", self.lang, command=again))

    # How it works

    def _moved(self, before: State, turn: Turn, after: State) -> None:
        self.sitting.moved(before, turn, after)
        self._keep()

    def _keep(self) -> None:
        """Write the file where one is kept; where that fails it is told, and the match goes on."""
        if self.save:
            try:
                self.write(self.save)
            except RummyError as error:
                self.kept = None
                say(f"{BAD} {in_words(error, self.lang)}")

    def _put(self, *news: str) -> None:
        self.desk.events = self.sitting.events
        self.desk.shared = len(self.sitting.people) > 1
        self.desk.set_state(self.sitting.state, news)

    def _pass_on(self, seat: Seat) -> None:
        if sys.stdout.isatty():
            sys.stdout.write(_CLEAR)  # the hand of whoever played before
        say(game_text("pass_on", self.lang, player=player_name(seat, self.lang)), tell("play.enter", self.lang))
        next_line()
        self.looking = self.desk.seat = seat
        self._put()

    def _finish(self) -> None:
        record, people = self.sitting.close(), self.sitting.people
        self._closed = True
        self._keep()
        say("", *deal_ended(record, people, self.lang))
        reviewed = tuple(one for seat in people for one in review(record, seat))
        for seat in people:
            say(*reviewed_told(reviewed, seat, self.lang, you=len(people) == 1))
        say(*self._scores())
        if self.sitting.is_decided:
            say(match_ended(self.sitting, self.lang))
            self.over = True
        else:
            say(tell("play.next", self.lang))

    def _scores(self) -> list[str]:
        heads = game_text("this_deal", self.lang), game_text("total", self.lang)
        rows = [(f"{caption('player', self.lang, seat=one.seat)} ({one.who})", one.here, one.total)
                for one in scores(self.sitting, self.lang)]  # fmt: skip
        wide = max(len(name) for name, _, _ in rows)
        lines = [f"{'':<{wide}}  {heads[0]:>{len(heads[0])}}  {heads[1]:>{len(heads[1])}}"]
        for name, here, total in rows:
            won = "" if here is None else str(here)
            lines.append(f"{name:<{wide}}  {won:>{len(heads[0])}}  {total!s:>{len(heads[1])}}")
        return lines

    def _help(self) -> None:
        say(*self.table.type(tell("play.do_help", self.lang).split("|")[0]), *self.help(self.commands()))

    def _unseen(self) -> None:
        say(*unseen_lines(view(self.desk.state, self.looking), self.lang))

    def _take_back(self) -> None:
        if self._closed or not self.sitting.take_back():
            say(game_text("nothing_back", self.lang))
            return
        self._put(game_text("taken_back", self.lang))
        say(*self.desk.news())

    def _stop(self) -> None:
        if self.sitting.is_over:
            say(tell("play.over", self.lang))
            return
        self.sitting.stop()
        self._put()
        say(game_text("stopped", self.lang))

    def _same_deal(self) -> None:
        if self.sitting.turns and not self.sitting.is_over and not self._sure:
            self._sure = True
            say(tell("play.sure", self.lang))
            return
        self.sitting.same_deal()
        self._again()

    def _next_deal(self) -> None:
        if not self.sitting.is_over:
            say(tell("play.not_over", self.lang))
            return
        self.sitting.next_deal()
        self._again()

    def _again(self) -> None:
        self._closed = self._sure = False
        self._told = None
        people = self.sitting.people
        if self.looking not in people and people:
            self.looking = people[0]
        self._put()
        say("", *begun(self.sitting, self.lang))
