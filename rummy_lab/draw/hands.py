"""The foot of the table: the hand as rack or fan, stock and discard pile."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, radians, sin
from typing import Final

from rummy_lab.draw.geometry import HEAD, Box, Contents, Frame, Spot, Zone, highest, lowest, row_sizes

_LEAST_HAND: Final = 360.0  # with less room than this beside them, stock and pile lie above the hand


def foot(contents: Contents, frame: Frame, top: float) -> tuple[list[Zone], float]:
    """The hand and beside it, or above it where it is narrow, stock and discard pile."""
    card_w, card_h = (side * _tray_scale(frame) for side in frame.card)
    names = ["stock"] * contents.stock + ["discard"] * (contents.pile is not None)
    tray_w = {"stock": card_w + 26.0, "discard": card_w + 26.0 + 20.0}
    tray_h = HEAD + card_h + frame.pad + 6
    beside = sum(tray_w[name] + frame.gap for name in names)
    if frame.compact or contents.hand is None or frame.room - beside < _LEAST_HAND:
        x = (frame.width - beside + frame.gap) / 2
        trays, _ = _trays(names, contents, frame, Box(x, top, 0, tray_h), tray_w)
        y = top + (tray_h + frame.gap if names else 0.0)
        if contents.hand is None:
            return trays, y
        zone = _hand(contents, frame, frame.margin, y, frame.room)
        return [zone, *trays], y + zone.box.h + frame.gap
    zone = _hand(contents, frame, frame.margin, top, frame.room - beside)
    shift = (frame.room - zone.box.w - beside) / 2
    zone = _hand(contents, frame, frame.margin + shift, top, zone.box.w)
    height = max(zone.box.h, tray_h)
    y = top + height - tray_h
    trays, _ = _trays(names, contents, frame, Box(zone.box.x + zone.box.w + frame.gap, y, 0, tray_h), tray_w)
    return [zone, *trays], top + height + frame.gap


def _tray_scale(frame: Frame) -> float:
    return 0.85 if frame.compact else 1.0


def _trays(
    names: Sequence[str], contents: Contents, frame: Frame, first: Box, widths: dict[str, float]
) -> tuple[list[Zone], float]:
    x, scale, zones = first.x, _tray_scale(frame), []
    for name in names:
        width = widths[name]
        seen = 1 if name == "stock" else max(1, contents.pile or 0)
        # The card below looks out at the left, so that its index can be read.
        left = x + (width - frame.card[0] * scale) / 2 - (10.0 if seen == 2 else 0.0)
        spots = tuple(Spot(left + 20.0 * n, first.y + HEAD + 3, scale) for n in range(seen))
        zones.append(Zone(name, Box(x, first.y, width, first.h), spots))
        x += width + frame.gap
    return zones, x


def _hand(contents: Contents, frame: Frame, x: float, y: float, room: float) -> Zone:
    return (_fan if frame.french else _rack)(contents, frame, x, y, room)


def _hand_width(contents: Contents, frame: Frame, room: float, wanted: float) -> float:
    """All the room of a narrow table, else what cards and captions want."""
    return room if frame.compact else min(room, max(wanted, contents.hand_captions + 30))


def _rack(contents: Contents, frame: Frame, x: float, y: float, room: float) -> Zone:
    """Tiles on shelves, filled from the left; a shelf holds at least eight, so that the rack keeps its size."""
    count = contents.hand or 0
    scale = frame.scale
    card_w, card_h = frame.card[0] * scale, frame.card[1] * scale
    pitch, side = frame.pitch(scale), 12.0 if frame.compact else 22.0
    most = int((room - 2 * side - card_w + 0.01) // pitch) + 1
    shelf = most if frame.compact else min(most, max(8, ceil(count / 2)))
    shelves = max(2, ceil(count / shelf))
    width = _hand_width(contents, frame, room, 2 * side + (shelf - 1) * pitch + card_w)
    step = card_h + 15
    start = x + (width - (shelf - 1) * pitch - card_w) / 2
    tops = tuple(y + HEAD + 6 + n * step for n in range(shelves))
    spots = tuple(Spot(start + n % shelf * pitch, tops[n // shelf], scale) for n in range(count))
    return Zone("hand", Box(x, y, width, HEAD + 6 + shelves * step + 4), spots, tops)


def _fan(contents: Contents, frame: Frame, x: float, y: float, room: float) -> Zone:
    """Playing cards in rows, each spread as a fan."""
    count = contents.hand or 0
    card_w, card_h = frame.card
    least, usual = 22.5, 44.0
    side = frame.pad + 8
    span = room - 2 * side - card_w
    rows = row_sizes(count, int((span + 0.01) // least) + 1) if count else [0]
    pitch = min(usual, span / max(1, max(rows) - 1))
    width = _hand_width(contents, frame, room, max(6, max(rows) - 1) * pitch + card_w + 2 * side)
    spots: list[Spot] = []
    bottom = y + HEAD + 4
    for row in rows:
        fan = _fan_row(row, pitch, frame.card, x + width / 2, bottom)
        spots += fan
        bottom = max([bottom + card_h, *(lowest(spot, frame.card) for spot in fan)]) + 6
    return Zone("hand", Box(x, y, width, bottom - y + frame.pad - 2), tuple(spots))


def _fan_row(count: int, pitch: float, card: tuple[float, float], middle: float, top: float) -> list[Spot]:
    half = (count - 1) / 2
    tilt = min(1.1, 7.0 / half) if half else 0.0  # degrees from card to card
    spots = []
    for n in range(count):
        turn = (n - half) * tilt
        # On an arc the cards sink by half the product of distance and slope.
        sag = abs(n - half) * pitch * abs(sin(radians(turn))) / 2
        spots.append(Spot(middle + (n - half) * pitch * 0.985 - card[0] / 2, top + sag, 1.0, turn))
    lift = min((highest(spot, card) for spot in spots), default=top) - top
    return [spot._replace(y=spot.y - lift) for spot in spots]
