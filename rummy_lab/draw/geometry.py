"""Sizes and places in canvas units, y down: what all parts of the layout share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
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
    """

    head: float
    caption: float
    badge: float
    small: float = 1.0

    @property
    def times(self) -> float:
        """How many times as large as usual."""
        return self.caption / NORMAL.caption


NORMAL: Final = Size(27.0, 8.4, 10.0)
PRESENTER: Final = Size(40.0, 16.2, 16.0, 1.3)


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
    """All zones on a canvas; `open_felt` is the part left free where no meld lies, `rim` the width of the wood."""

    width: float
    height: float
    zones: tuple[Zone, ...]
    open_felt: Box | None
    rim: float = 7.0


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
        hand: count of cards of the hand below, None where there is none to show.
        hand_captions: width of its captions.
        others: hands of the other seats.
        loose: count of lifted cards; the zone is left out when it is 0 and `keep_loose` is false.
        stock: whether the stock is shown.
        pile: count of cards seen of the discard pile, 0 to 2; None without a pile.
        new_meld: whether there is a zone for a new meld.
        new_captions, stock_captions, pile_captions: width of what is written in these zones.
    """

    french: bool
    melds: Sequence[tuple[int, int, float]] = ()
    hand: int | None = None
    hand_captions: float = 0.0
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
        return 8.0 if self.compact else 24.0

    @property
    def rim(self) -> float:
        """The width of the wood around the felt."""
        return 3.0 if self.compact else 7.0

    @property
    def gap(self) -> float:
        """Between zones."""
        return 8.0 if self.compact else GAP

    @property
    def pad(self) -> float:
        """Between a zone's edge and its cards."""
        return 7.0 if self.compact else 10.0

    @property
    def room(self) -> float:
        """Width of the canvas without its margins."""
        return self.width - 2 * self.margin

    @property
    def scale(self) -> float:
        """Of cards in melds and hand: on a narrow canvas melds of 3 and 4 lie side by side, and no card is smaller than
        a finger.
        """
        if not self.compact:
            return self.factor
        return min(0.95, max(_LEAST_COMPACT, _LEAST_COMPACT * self.width / 360)) * max(1.0, self.factor)

    def pitch(self, scale: float) -> float:
        """From card to card in a meld: tiles side by side, of playing cards their index shows, or a finger fits."""
        if not self.french:
            return (51.4 if self.compact else 53.0) * scale
        return max(FINGER, 33.0 * scale) if self.compact else 33.0 * scale


FINGER: Final = 40.5  # what can be touched is at least as wide as this in a compact layout
_LEAST_COMPACT: Final = 0.81


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
