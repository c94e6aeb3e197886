"""Sizes and places in canvas units, y down: what all parts of the layout share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import ceil, cos, radians, sin
from typing import Final, NamedTuple

TILE: Final = (50.0, 68.0)
PLAYING: Final = (62.0, 88.0)
SMALL: Final = (25.0, 35.0)
SMALL_BACK: Final = (16.0, 23.0)

GAP: Final = 12.0


class Size(NamedTuple):
    """How large is what is written.

    Attributes:
        head: height of the line with badge and captions.
        caption: height of capitals; nothing is written smaller.
        badge: radius of the badge.
        small: scale of the cards of other seats.
        ledge: from the foot of a tile to the next shelf.
        signs: whether seat, count and opening stand above the hand.
        beside: whether a meld's number and points stand beside its cards, its kind nowhere.
    """

    head: float
    caption: float
    badge: float
    small: float = 1.0
    ledge: float = 15.0
    signs: bool = True
    beside: bool = False

    @property
    def times(self) -> float:
        """How many times as large as usual."""
        return self.caption / NORMAL.caption

    @property
    def hand_head(self) -> float:
        """Height of what stands above the cards of the hand."""
        return self.head if self.signs else 0.0

    @property
    def aside(self) -> float:
        """Width of what stands beside the cards of a meld."""
        return 2 * self.badge + 4 if self.beside else 0.0


NORMAL: Final = Size(27.0, 8.4, 10.0)
COMPACT: Final = Size(22.0, 8.4, 9.0, ledge=7.0)
DOCKED: Final = Size(18.0, 8.4, 9.0, ledge=7.0, signs=False)
PRESENTER: Final = Size(40.0, 16.2, 16.0, 1.3)
DENSE: Final = Size(30.0, 16.2, 15.4, 1.3, ledge=9.0, beside=True)


class Box(NamedTuple):
    """A rectangle by its upper left corner."""

    x: float
    y: float
    w: float
    h: float


class Spot(NamedTuple):
    """Where a card lies: its upper left corner before it is turned clockwise, by degrees, around its middle."""

    x: float
    y: float
    scale: float = 1.0
    turn: float = 0.0


class Zone(NamedTuple):
    """A part of the table: `m1`, `new`, `loose`, `hand`, `hand-B`, `stock`, `discard`."""

    name: str
    box: Box
    spots: tuple[Spot, ...] = ()
    shelves: tuple[float, ...] = ()


class Layout(NamedTuple):
    """All zones on a canvas; `open_felt` is the part left free where no meld lies, `rim` the width of the wood, `size`
    how large is what is written.
    """

    width: float
    height: float
    zones: tuple[Zone, ...]
    open_felt: Box | None
    rim: float = 7.0
    size: Size = NORMAL


class Other(NamedTuple):
    """The hand of another seat: how many cards are shown, face up or not, and how wide its captions are."""

    name: str
    cards: int
    face_up: bool
    captions: float


@dataclass(frozen=True)
class Contents:
    """What has to be placed.

    Attributes:
        melds: number, count of card places and width of the captions of each meld.
        laid: count of cards of each meld, where it is less than of its places.
        hand: count of cards of the hand below, None where there is none to show.
        hand_captions: width of its captions.
        flat: whether its rack is as flat as can be.
        others: hands of the other seats.
        loose: count of lifted cards; the zone is left out when it is 0 and `keep_loose` is false.
        stock: whether the stock is shown.
        pile: count of cards seen of the discard pile, 0 to 2; None without a pile.
        new_meld: whether there is a zone for a new meld.
        new_captions, stock_captions, pile_captions: width of what is written in these zones.
    """

    french: bool
    melds: Sequence[tuple[int, int, float]] = ()
    laid: Mapping[int, int] = field(default_factory=dict[int, int])
    hand: int | None = None
    hand_captions: float = 0.0
    flat: bool = False
    others: Sequence[Other] = ()
    loose: int = 0
    loose_captions: float = 0.0
    keep_loose: bool = False
    stock: bool = True
    pile: int | None = None
    new_meld: bool = False
    new_captions: float = 0.0
    stock_captions: float = 0.0
    pile_captions: float = 0.0

    @property
    def tight(self) -> Contents:
        """The same without places for cards that melds may get."""
        return replace(
            self, melds=[(number, self.laid.get(number, places), captions) for number, places, captions in self.melds]
        )


@dataclass(frozen=True)
class Frame:
    """The sizes that hang on pack, width, lettering and whether the layout is compact; `factor` scales the cards."""

    french: bool
    width: float
    compact: bool
    size: Size = NORMAL
    factor: float = 1.0

    @property
    def card(self) -> tuple[float, float]:
        """Width and height of a card at scale 1."""
        return PLAYING if self.french else TILE

    @property
    def margin(self) -> float:
        """From the edge of the canvas to the zones."""
        if self.compact:
            return 2.0 if self.size.signs else 1.0
        return 12.0 if self.size.beside else 24.0

    @property
    def rim(self) -> float:
        """The width of the wood around the felt."""
        return 2.0 if self.compact else 7.0

    @property
    def gap(self) -> float:
        """Between zones."""
        return 5.0 if self.compact else 6.0 if self.size.beside else GAP

    @property
    def pad(self) -> float:
        """Between a zone's edge and its cards."""
        return 4.0 if self.compact else 5.0 if self.size.beside else 10.0

    @property
    def room(self) -> float:
        """Width of the canvas without its margins."""
        return self.width - 2 * self.margin

    @property
    def scale(self) -> float:
        """Of cards in melds and hand: on a narrow canvas melds of 4 lie side by side, and no card is smaller than a
        finger.
        """
        if not self.compact:
            return self.factor
        least = 0.74 if self.french else FINGER / TILE[0]
        return min(0.95, max(least, 0.81 * self.width / 360)) * max(1.0, self.factor)

    def pitch(self, scale: float) -> float:
        """From card to card in a meld: tiles side by side, of playing cards their index shows, or a finger fits."""
        if not self.french:
            return (50.4 if self.compact else 53.0) * scale
        return max(FINGER, 33.0 * scale) if self.compact else self.index * scale

    @property
    def index(self) -> float:
        """How much of a playing card has to be seen so that its index can be read."""
        return 26.0 if self.size.beside else 33.0


FINGER: Final = 40.0  # what can be touched is at least as wide as this in a compact layout


def row_sizes(count: int, most: int) -> list[int]:
    """Cards split into rows of at most `most`, evenly, longer rows first."""
    rows = max(1, ceil(count / max(1, most)))
    return [count // rows + (at < count % rows) for at in range(rows)]


def extent(spot: Spot, card: tuple[float, float]) -> Box:
    """The rectangle around a card as it lies."""
    w, h = card[0] * spot.scale, card[1] * spot.scale
    c, s = abs(cos(radians(spot.turn))), abs(sin(radians(spot.turn)))
    wide, high = w * c + h * s, w * s + h * c
    return Box(spot.x + (w - wide) / 2, spot.y + (h - high) / 2, wide, high)


def highest(spot: Spot, card: tuple[float, float]) -> float:
    """The top of a card as it lies."""
    return extent(spot, card).y


def lowest(spot: Spot, card: tuple[float, float]) -> float:
    """The bottom of a card as it lies."""
    around = extent(spot, card)
    return around.y + around.h
