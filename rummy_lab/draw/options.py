"""What a picture is asked for: the table it needs to know, and the options."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Protocol, TypedDict

from rummy_lab.core.cards import Card
from rummy_lab.core.melds import Meld
from rummy_lab.core.rules import RuleSet
from rummy_lab.draw.captions import Indices, Language

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
        lang: language of the captions.
        indices: letters of ace and courts after the language, or J Q K A.
        width: width of the canvas in units, at least 320; a card is 50 (numbered) or 62 (French) units wide.
        height: least height of the canvas in units. Where less is needed the felt grows: the hand, stock and pile go
            to the foot, all else stays where it is.
        compact: few cards in a row; when left out, below 600 units.
        labels: what stands beside a meld's number: a text, or two, the second at the right.
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
    labels: Labels | None
    slots: Mapping[int, int]
    new_meld: bool
    keep_loose: bool
    selected: Collection[str]
    ids: Mapping[str, Sequence[str]]
