"""What a picture is asked for: the table it needs to know, and the options."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Literal, Protocol, TypedDict

from rummy_lab.core.cards import Card
from rummy_lab.core.melds import Meld
from rummy_lab.core.rules import RuleSet
from rummy_lab.draw.captions import Indices, Language
from rummy_lab.draw.layout import Part
from rummy_lab.draw.zones import MeldMark

Cards = Sequence[Card | None]
Label = str | tuple[str, str]
Labels = Mapping[int, Label] | Callable[[int, Meld], Label]


class Drawable(Protocol):
    """What a picture needs to know; a State has it, and a View, where `seat` looks and `turn_of` is to play."""

    @property
    def rules(self) -> RuleSet: ...
    @property
    def heaps(self) -> Mapping[int, Meld]: ...
    @property
    def hands(self) -> Mapping[str, Cards | None]: ...
    @property
    def pile(self) -> Sequence[Card] | None: ...
    @property
    def stock(self) -> Cards | None: ...
    @property
    def opened(self) -> Mapping[str, bool]: ...
    @property
    def seat(self) -> str: ...
    @property
    def loose(self) -> Sequence[Card]: ...
    @property
    def over(self) -> object | None: ...


class Options(TypedDict, total=False):
    """How a table is drawn; all of it may be left out.

    Keys:
        seat: who looks: this hand lies below, and until the deal is over the others are shown as backs. Left out:
            every known hand is shown, and below lies that of the seat whose turn it is or, in a view, of the seat
            that looks.
        below: whose hand lies below, whatever is shown of the others.
        lang: language of the captions; left out, that of RUMMY_LAB_LANG in the environment, else English.
        indices: letters of ace and courts after the language, or J Q K A.
        width: width of the canvas in units, at least 240, 1000 if left out, for a presenter 1280; a card is 50
            (numbered) or 62 (French) units wide.
        height: least height of the canvas in units. Where less is needed the felt grows: the hand, stock and pile go
            to the foot, all else stays where it is.
        compact: for fingers on a narrow screen; when left out, below 600 units. On a canvas of 360 units that is shown
            360 pixels wide, all that can be touched is at least 40 by 44 pixels.
        presenter: for a large room, read from afar. On a canvas of 1280 units that is shown at least 1280 pixels wide,
            no text is smaller than a font of 22 pixels, and an ordinary step is no higher than 0.47 times the width:
            600 of the 720 pixels of a screen of 1280, 900 of the 1080 of one of 1920.
        part: `table` without, `hand` with nothing but what belongs to the foot: the hand, stock, pile, lifted cards and
            the zone for a new meld. Both together hold every card of the whole once, under the same ids.
        scale: of the cards, 0.5 to 2; a compact layout makes none smaller. Without effect for a presenter.
        labels: what stands beside a meld's number: a text, or two, the second at the right.
        marks: what is thought of melds, by number, and of lifted cards (`loose`). `good` shows a tick, and its text,
            if any, in place of the left label; `unfinished` an open dotted ring, a dotted edge and its text in place
            of both labels.
        four_colours: French suits in four colours: spades black, hearts red, diamonds blue, clubs green.
        high_contrast: darker print on cards, a plain dark table with white lines.
        paper: to be printed: a white table with grey lines, darker print on cards.
        slots: card places kept for a meld by its number, so that it can grow without moving others.
        new_meld: a zone for a new meld.
        keep_loose: the zone for lifted cards even when there are none.
        selected: ids of cards that are picked up.
        ids: ids of cards by zone, in place of those made from the cards' names.
    """

    seat: str | None
    below: str | None
    lang: Language
    indices: Indices
    width: float
    height: float
    compact: bool | None
    presenter: bool
    part: Part
    scale: float
    labels: Labels | None
    marks: Mapping[int | Literal["loose"], MeldMark]
    four_colours: bool
    high_contrast: bool
    paper: bool
    slots: Mapping[int, int]
    new_meld: bool
    keep_loose: bool
    selected: Collection[str]
    ids: Mapping[str, Sequence[str]]
