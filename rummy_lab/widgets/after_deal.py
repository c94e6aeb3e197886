"""What follows a deal: the score, what could have been done better, and the deal to be looked at again."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ipywidgets import VBox

from rummy_lab.core.scoring import settle
from rummy_lab.core.violations import SEATS, Seat
from rummy_lab.records import Record
from rummy_lab.widgets.match_told import you_of
from rummy_lab.widgets.panel import free
from rummy_lab.widgets.play_texts import say
from rummy_lab.widgets.review import Reviewed, review
from rummy_lab.widgets.sitting import ME, Sitting
from rummy_lab.widgets.texts import Language
from rummy_lab.widgets.viewer import GameViewer
from rummy_lab.words import caption
from rummy_lab.words.scene import player_name
from rummy_lab.words.texts import sentence

_RIGHT = ' style="text-align: right; padding: 0 0 0 1em"'


class AfterDeal(VBox):  # type: ignore[misc]
    """The finished deal in a viewer that marks the turns which had a better one.

    Attributes:
        turns: the turns of the people, each beside the best there was.
    """

    def __init__(self) -> None:
        self.turns: tuple[Reviewed, ...] = ()
        super().__init__([])

    def show(self, record: Record, people: Sequence[Seat], lang: Language) -> list[str]:
        """Show a finished deal; returns what is to be said of the people's turns."""
        self.clear()
        self.turns = tuple(one for seat in people for one in review(record, seat))
        better = {one.number for one in self.turns if one.better is not None}
        self.children = [GameViewer(record, lang=lang, by="turn", marked=better)]
        alone = len(people) == 1
        return [line for seat in people for line in _of_player(self.turns, seat, lang, you=alone)]

    def clear(self) -> None:
        """Take away what is shown and free it."""
        shown, self.children = self.children, []
        for widget in shown:
            free(widget)


def _of_player(reviewed: Sequence[Reviewed], seat: Seat, lang: Language, *, you: bool) -> list[str]:
    turns = [one for one in reviewed if one.seat == seat]
    some = sum(one.better is not None for one in turns)
    opened = next((at for at, one in enumerate(turns, 1) if one.opened), 0)
    name = sentence(player_name(seat, lang, you=seat if you else None))
    return [
        say("better_some" if some else "better_none", lang, player=name, some=some, all=len(turns)),
        say("opened_turn" if opened else "opened_never", lang, turn=opened),
    ]


def score_table(sitting: Sitting, lang: Language) -> str:
    """The scores of the match as HTML: of the last deal and in all, by player."""
    match = sitting.match
    key = "scores_none" if not match.deals else "scores_one" if match.deals == 1 else "scores"
    last = sitting.records[-1] if sitting.records else None
    won = {} if last is None else settle(last.outcome, last.rules)
    # Seats of the match; who was out before it had no seat in that deal.
    names = dict(zip(sitting.seated[-1] if sitting.seated else (), SEATS, strict=False))
    rows = ""
    for seat, total in match.totals.items():
        name = sitting.names[seat]
        who = say("me", lang) if name == ME else say("bot", lang, name=name)
        here = won.get(names.get(seat, ""))
        rows += (
            f'<tr><th scope="row" style="text-align: left">{caption("player", lang, seat=seat)} ({escape(who)})</th>'
            f"<td{_RIGHT}>{'' if here is None else here}</td><td{_RIGHT}>{total}</td></tr>"
        )
    columns = "".join(f'<th scope="col"{_RIGHT}>{say(key, lang)}</th>' for key in ("this_deal", "total"))
    head = f"<tr><td></td>{columns}</tr>"
    told = f"<caption style='text-align: left; font-weight: bold'>{say(key, lang, deals=match.deals)}</caption>"
    over = ""
    if sitting.is_decided:
        you = you_of(sitting)
        winners = " ".join(
            say("won_you", lang) if seat == you else say("won", lang, player=caption("player", lang, seat=seat))
            for seat in match.winners
        )
        over = f"<p>{say('match_over', lang, seats=winners)}</p>"
    return (
        f'<table class="rl-scores" style="line-height: 1.5; border-collapse: collapse">{told}{head}{rows}</table>{over}'
    )
