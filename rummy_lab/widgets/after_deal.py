"""What follows a deal: the score, what could have been done better, and the deal to be looked at again."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ipywidgets import VBox

from rummy_lab.core.violations import Seat
from rummy_lab.records import Record
from rummy_lab.widgets.match_told import match_ended, reviewed_told, scores
from rummy_lab.widgets.panel import free
from rummy_lab.widgets.play_texts import say
from rummy_lab.widgets.review import Reviewed, review
from rummy_lab.widgets.sitting import Sitting
from rummy_lab.widgets.texts import Language
from rummy_lab.widgets.told import Told, now
from rummy_lab.widgets.viewer import GameViewer
from rummy_lab.words import caption

_RIGHT = ' style="text-align: right; padding: 0 0 0 1em"'


class AfterDeal(VBox):  # type: ignore[misc]
    """The finished deal in a viewer that marks the turns which had a better one.

    Attributes:
        turns: the turns of the people, each beside the best there was.
    """

    def __init__(self) -> None:
        self.turns: tuple[Reviewed, ...] = ()
        super().__init__([])

    def show(self, record: Record, people: Sequence[Seat], lang: Language) -> tuple[Told, ...]:
        """Show a finished deal; returns what is to be said of the people's turns."""
        self.clear()
        self.turns = tuple(one for seat in people for one in review(record, seat))
        better = {one.number for one in self.turns if one.better is not None}
        self.children = [GameViewer(record, lang=lang, by="turn", marked=better)]
        turns, alone = self.turns, len(people) == 1
        return now(lambda lang: [line for seat in people for line in reviewed_told(turns, seat, lang, you=alone)])

    def translate(self, lang: Language) -> None:
        """Show the same in another language."""
        for viewer in self.children:
            viewer.lang = lang

    def clear(self) -> None:
        """Take away what is shown and free it."""
        shown, self.children = self.children, []
        for widget in shown:
            free(widget)


def score_table(sitting: Sitting, lang: Language) -> str:
    """The scores of the match as HTML: of the last deal and in all, by player."""
    match = sitting.match
    key = "scores_none" if not match.deals else "scores_one" if match.deals == 1 else "scores"
    rows = ""
    for one in scores(sitting, lang):
        rows += (
            f'<tr><th scope="row" style="text-align: left">{caption("player", lang, seat=one.seat)} ({escape(one.who)})'
            f"</th><td{_RIGHT}>{'' if one.here is None else one.here}</td><td{_RIGHT}>{one.total}</td></tr>"
        )
    columns = "".join(f'<th scope="col"{_RIGHT}>{say(key, lang)}</th>' for key in ("this_deal", "total"))
    head = f"<tr><td></td>{columns}</tr>"
    told = f"<caption style='text-align: left; font-weight: bold'>{say(key, lang, deals=match.deals)}</caption>"
    over = f"<p>{told_over}</p>" if (told_over := match_ended(sitting, lang)) else ""
    return (
        f'<table class="rl-scores" style="line-height: 1.5; border-collapse: collapse">{told}{head}{rows}</table>{over}'
    )
