"""The foot of the table: the hand as rack or fan, stock and discard pile."""

from __future__ import annotations

from math import ceil, radians, sin
from typing import Final

from rummy_lab.draw.geometry import (
    DENSE,
    FINGER,
    PRESENTER,
    Box,
    Contents,
    Frame,
    Spot,
    Zone,
    highest,
    lowest,
    row_sizes,
)

_ROW: Final = 53.0  # from row to row where rows lie over each other: a finger, and the lift of a card that is picked up
_LEAST_HAND: Final = 360.0  # with less room than this beside them, stock and pile lie above the hand


def foot(
    contents: Contents, frame: Frame, top: float, *, new_meld: bool = False, loose: bool = False
) -> tuple[list[Zone], float]:
    """The hand and beside it, or above it where it is narrow, stock and discard pile.

    If asked, the zones of a new meld and of lifted cards lie there as well.
    """
    trays = _tray_sizes(contents, frame, new_meld=new_meld)
    if loose and frame.compact:
        trays = _with_loose(trays, contents, frame)
    tray_h = frame.size.head + frame.card[1] * _tray_scale(frame) + frame.pad + (1 if frame.compact else 6)
    beside = sum(width + frame.gap for name, width in trays.items() if frame.compact or name != "loose")
    if frame.compact or contents.hand is None or frame.room - beside < _LEAST_HAND:
        placed = _trays(trays, contents, frame, Box((frame.width - beside + frame.gap) / 2, top, 0, tray_h))
        y = top + (tray_h + frame.gap if trays else 0.0)
        if contents.hand is None:
            return placed, y
        zone = _hand(contents, frame, frame.margin, y, frame.room)
        return [zone, *placed], y + zone.box.h + frame.gap
    zone = _hand(contents, frame, frame.margin, top, frame.room - beside)
    shift = (frame.room - zone.box.w - beside) / 2
    left = _loose_width(contents, frame) + frame.gap if loose else 0.0
    if left > shift:
        shift = (frame.room - zone.box.w - beside + left) / 2
    zone = _hand(contents, frame, frame.margin + shift, top, zone.box.w)
    height = max(zone.box.h, tray_h)
    y = top + height - tray_h
    placed = _trays(trays, contents, frame, Box(zone.box.x + zone.box.w + frame.gap, y, 0, tray_h))
    if loose:
        placed += _trays({"loose": left - frame.gap}, contents, frame, Box(zone.box.x - left, y, 0, tray_h))
    return [zone, *placed], top + height + frame.gap


def _tray_scale(frame: Frame) -> float:
    if not frame.compact:
        return frame.factor
    return 0.68 if frame.french else 0.81


def _tray_sizes(contents: Contents, frame: Frame, *, new_meld: bool) -> dict[str, float]:
    """The width of each tray beside the hand, in their order."""
    card = frame.card[0] * _tray_scale(frame)
    side = frame.pad + 3
    sizes = {}
    if contents.stock:
        sizes["stock"] = max(card + 2 * side, contents.stock_captions + 14)
    if contents.pile is not None:
        sizes["discard"] = max(card + _peep(frame) + 2 * side, contents.pile_captions + 14)
    if new_meld:
        usual = max(2 * frame.pitch(frame.scale) + card + 2 * frame.pad, contents.new_captions + 14)
        left = frame.room - sum(width + frame.gap for width in sizes.values())
        sizes["new"] = min(usual, left) if frame.compact else usual
    return sizes


def has_room_for_loose(contents: Contents, frame: Frame, part: str) -> bool:
    """Whether lifted cards fit beside the hand or, in a compact layout, beside stock, pile and the new meld."""
    trays = _tray_sizes(contents, frame, new_meld=contents.new_meld and part == "hand")
    if frame.compact:
        return part == "hand" and "loose" in _with_loose(trays, contents, frame)
    beside = sum(width + frame.gap for width in trays.values())
    if part == "hand" or contents.hand is None or frame.room - beside < _LEAST_HAND:
        return False
    hand = _hand(contents, frame, 0.0, 0.0, frame.room - beside).box.w
    return hand + beside + _loose_width(contents, frame) + frame.gap <= frame.room


def _loose_width(contents: Contents, frame: Frame) -> float:
    """On a wide table, with room for three cards, so that the hand seldom moves."""
    cards, scale = max(3, contents.loose), _loose_scale(frame)
    wanted = (cards - 1) * frame.pitch(scale) + frame.card[0] * scale + 2 * frame.pad
    return max(wanted, contents.loose_captions + 14)


def _with_loose(trays: dict[str, float], contents: Contents, frame: Frame) -> dict[str, float]:
    cards = max(2, contents.loose)
    wanted = (cards - 1) * frame.pitch(_loose_scale(frame)) + frame.card[0] * _loose_scale(frame) + 2 * frame.pad
    width = max(wanted, contents.loose_captions + 14)
    left = frame.room - width - frame.gap - sum(side + frame.gap for name, side in trays.items() if name != "new")
    if "new" not in trays:
        return {**trays, "loose": width} if left + frame.gap >= 0 else trays
    new = min(trays["new"], left)
    least = max(2 * FINGER, contents.new_captions * 0.78 + 14)
    return {**trays, "new": new, "loose": width} if new >= least else trays


def _loose_scale(frame: Frame) -> float:
    return min(_tray_scale(frame), frame.scale)


def _peep(frame: Frame) -> float:
    """How far the card below the top of the pile looks out at the left, so that its index can be read."""
    return FINGER if frame.compact else 20.0 * frame.factor


def _trays(widths: dict[str, float], contents: Contents, frame: Frame, first: Box) -> list[Zone]:
    x, zones = first.x, []
    for name, width in widths.items():
        area = Box(x, first.y, width, first.h)
        zones.append(Zone(name, area, _tray_spots(name, area, contents, frame)))
        x += width + frame.gap
    return zones


def _tray_spots(name: str, area: Box, contents: Contents, frame: Frame) -> tuple[Spot, ...]:
    y = area.y + frame.size.head
    if name == "loose":
        scale = _loose_scale(frame)
        return tuple(Spot(area.x + frame.pad + n * frame.pitch(scale), y, scale) for n in range(contents.loose))
    y += 0 if frame.compact else 3
    scale, peep = _tray_scale(frame), _peep(frame)
    seen = {"stock": 1, "new": 0}.get(name, max(1, contents.pile or 0))
    left = area.x + (area.w - frame.card[0] * scale) / 2 - (peep / 2 if seen == 2 else 0.0)
    return tuple(Spot(left + peep * n, y, scale) for n in range(seen))


def _hand(contents: Contents, frame: Frame, x: float, y: float, room: float) -> Zone:
    return (_fan if frame.french else _rack)(contents, frame, x, y, room)


def _hand_width(contents: Contents, frame: Frame, room: float, wanted: float) -> float:
    """All the room of a narrow table, else what cards and captions want."""
    return room if frame.compact else min(room, max(wanted, contents.hand_captions + 30))


def _rack(contents: Contents, frame: Frame, x: float, y: float, room: float) -> Zone:
    """Tiles on shelves, filled from the left; a shelf holds at least eight, so that the rack keeps its size."""
    count = contents.hand or 0
    scale, side = frame.scale, 0.0 if frame.compact else 22.0
    if frame.compact and count:
        scale = min((scale, FINGER / frame.card[0]), key=lambda one: ceil(count / _most(one, frame, room)))
    card_w, card_h = frame.card[0] * scale, frame.card[1] * scale
    most = _most(scale, frame, room - 2 * side)
    pitch = min(frame.pitch(scale), (room - 2 * side - card_w) / max(1, most - 1))
    # A presenter's rack is as flat as can be, since the screen is not high.
    flat = contents.flat or frame.size in (PRESENTER, DENSE)
    shelf = most if frame.compact else min(most, max(8, count if flat else ceil(count / 2)))
    shelves = max(1 if flat else 2, ceil(count / shelf))
    width = _hand_width(contents, frame, room, 2 * side + (shelf - 1) * pitch + card_w)
    step, head = card_h + frame.size.ledge, frame.size.hand_head + 6
    start = x + (width - (shelf - 1) * pitch - card_w) / 2
    tops = tuple(y + head + n * step for n in range(shelves))
    spots = tuple(Spot(start + n % shelf * pitch, tops[n // shelf], scale) for n in range(count))
    return Zone("hand", Box(x, y, width, head + shelves * step + (1 if frame.compact else 4)), spots, tops)


def _most(scale: float, frame: Frame, room: float) -> int:
    """How many tiles of this size lie side by side; on a narrow table they may touch."""
    width = frame.card[0] * scale
    pitch = width if frame.compact else frame.pitch(scale)
    return int((room - width + 0.01) // pitch) + 1


def _fan(contents: Contents, frame: Frame, x: float, y: float, room: float) -> Zone:
    """Playing cards in rows, each spread as a fan; in a compact layout in straight rows, each partly over the other."""
    count, scale = contents.hand or 0, frame.scale
    if frame.compact and count:
        scale = min((scale, FINGER / frame.card[0]), key=lambda one: _rows_of(count, one, frame, room))
    card_w, card_h = frame.card[0] * scale, frame.card[1] * scale
    least, usual = (FINGER, FINGER * 1.15) if frame.compact else (max(22.5, frame.index - 4) * scale, 44.0 * scale)
    side = 0.0 if frame.compact else frame.pad + 8
    span = room - 2 * side - card_w + 0.01
    rows = row_sizes(count, int(span // least) + 1) if count else [0]
    pitch = max(least, min(usual, span / max(1, max(rows) - 1)))
    width = _hand_width(contents, frame, room, max(6, max(rows) - 1) * pitch + card_w + 2 * side)
    spots: list[Spot] = []
    bottom = y + (frame.size.hand_head or 6.0) + (2 if frame.compact else 4)
    for at, row in enumerate(rows):
        top = bottom if not at or not frame.compact else bottom - card_h - 6 + _ROW
        fan = _fan_row(row, pitch, frame, scale, x + width / 2, top)
        spots += fan
        bottom = max([top + card_h, *(lowest(spot, frame.card) for spot in fan)]) + 6
    return Zone("hand", Box(x, y, width, bottom - y + (-2 if frame.compact else frame.pad - 2)), tuple(spots))


def _rows_of(count: int, scale: float, frame: Frame, room: float) -> int:
    """How many rows cards of this size need where a finger fits between them."""
    return ceil(count / (int((room - frame.card[0] * scale + 0.01) // FINGER) + 1))


def _fan_row(count: int, pitch: float, frame: Frame, scale: float, middle: float, top: float) -> list[Spot]:
    half, card = (count - 1) / 2, frame.card
    tilt = min(1.1, 7.0 / half) if half and not frame.compact else 0.0  # degrees from card to card
    narrower = 1.0 if frame.compact else 0.985
    spots = []
    for n in range(count):
        turn = (n - half) * tilt
        # On an arc the cards sink by half the product of distance and slope.
        sag = abs(n - half) * pitch * abs(sin(radians(turn))) / 2
        x = middle + (n - half) * pitch * narrower - card[0] * scale / 2
        spots.append(Spot(x, top + sag, scale, turn))
    lift = min((highest(spot, card) for spot in spots), default=top) - top
    return [spot._replace(y=spot.y - lift) for spot in spots]
