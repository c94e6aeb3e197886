"""What follows a deal: the score, what could have been done better, and the deal to be looked at again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import Any

from ipywidgets import Dropdown, VBox

from rummy_lab.core.scoring import settle
from rummy_lab.core.violations import SEATS, Seat
from rummy_lab.records import Record
from rummy_lab.widgets.panel import free
from rummy_lab.widgets.play_texts import say
from rummy_lab.widgets.review import Reviewed, review
from rummy_lab.widgets.sitting import ME, Sitting
from rummy_lab.widgets.texts import Language
from rummy_lab.widgets.viewer import GameViewer
from rummy_lab.words import caption

_RIGHT = ' style="text-align: right; padding: 0 0 0 1.5em"'
Handler = Callable[[Callable[[], None]], Callable[[Any], None]]


class AfterDeal(VBox):  # type: ignore[misc]
    """The finished deal in a viewer, with a menu of the turns that had a better one.

    Attributes:
        turns: the turns of the people, each beside the best there was.
    """

    def __init__(self, handler: Handler) -> None:
        self._handler = handler
        self.turns: tuple[Reviewed, ...] = ()
        super().__init__([])

    def show(self, record: Record, people: Sequence[Seat], lang: Language) -> list[str]:
        """Show a finished deal; returns what is to be said of the people's turns."""
        self.clear()
        self.turns = tuple(one for seat in people for one in review(record, seat))
        viewer = GameViewer(record, lang=lang, by="turn")
        better = [one for one in self.turns if one.better is not None]
        self.children = [self._menu(better, viewer, lang), viewer] if better else [viewer]
        return [line for seat in people for line in _of_player(self.turns, seat, lang)]

    def clear(self) -> None:
        """Take away what is shown and free it."""
        shown, self.children = self.children, []
        for widget in shown:
            free(widget)

    def _menu(self, better: Sequence[Reviewed], viewer: GameViewer, lang: Language) -> Dropdown:
        options = [(say("choose", lang), 0), *((_better(one, lang), one.number) for one in better)]
        menu = Dropdown(options=options, description=say("look_at", lang))

        def look() -> None:
            if menu.value:
                viewer.index = min(int(menu.value), len(viewer) - 1)

        menu.observe(self._handler(look), "value")
        return menu


def _better(one: Reviewed, lang: Language) -> str:
    more = one.could_lay - one.laid
    return say("better_at_one" if more == 1 else "better_at", lang, turn=one.number, more=more)


def _of_player(reviewed: Sequence[Reviewed], seat: Seat, lang: Language) -> list[str]:
    turns = [one for one in reviewed if one.seat == seat]
    some = sum(one.better is not None for one in turns)
    opened = next((at for at, one in enumerate(turns, 1) if one.opened), 0)
    name = caption("player", lang, seat=seat)
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
    names = dict(zip(sitting.playing, SEATS, strict=False))
    rows = ""
    for seat, total in match.totals.items():
        who = say("me", lang) if sitting.names[seat] == ME else sitting.names[seat]
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
        winners = " ".join(say("won", lang, player=caption("player", lang, seat=seat)) for seat in match.winners)
        over = f"<p>{say('match_over', lang, seats=winners)}</p>"
    return (
        f'<table class="rl-scores" style="line-height: 1.5; border-collapse: collapse">{told}{head}{rows}</table>{over}'
    )
