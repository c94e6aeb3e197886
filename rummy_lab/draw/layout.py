"""Where everything goes: pure geometry. Nothing is drawn here and no card is known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from rummy_lab.draw.geometry import (
    COMPACT,
    DENSE,
    DOCKED,
    NORMAL,
    PRESENTER,
    SMALL,
    SMALL_BACK,
    Box,
    Contents,
    Frame,
    Layout,
    Other,
    Size,
    Spot,
    Zone,
    row_sizes,
)
from rummy_lab.draw.hands import foot, has_room_for_loose

NARROW: Final = 600.0  # below this width the compact layout is the default
LEAST_WIDTH: Final = 240.0
PRESENTER_RATIO: Final = 0.47  # of the width: with a bar and a line of text it fits a screen of 16 by 9
PRESENTER_SCALES: Final = (1.3, 1.2, 1.1, 1.0)
DENSE_SCALES: Final = (1.2, 1.1, 1.0, 0.9, 0.8, 0.73)  # with the number of a meld beside its cards
_SQUEEZED: Final = (
    0.78  # captions for a large room may be narrower than they would like, so that melds lie side by side
)

Part = Literal["whole", "table", "hand"]


def arrange(
    contents: Contents,
    width: float,
    *,
    compact: bool,
    height: float = 0.0,
    part: Part = "whole",
    presenter: bool = False,
    factor: float = 1.0,
) -> Layout:
    """Place everything on a canvas of this width; the height follows, or is this where less would do.

    >>> table = arrange(Contents(french=False, melds=[(1, 3, 0.0)], hand=14), 1000, compact=False)
    >>> [zone.name for zone in table.zones]
    ['m1', 'hand', 'stock']
    """
    if width < LEAST_WIDTH:
        raise ValueError(f"width is {width:g}; a table needs at least {LEAST_WIDTH:g} units")
    if not presenter:
        size = NORMAL if not compact else DOCKED if part == "hand" else COMPACT
        return _arrange(contents, Frame(contents.french, float(width), compact, size, factor), height, part)

    def for_room(shown: Contents, size: Size, scale: float) -> Layout:
        return _arrange(shown, Frame(contents.french, float(width), compact, size, scale), height, part)

    ways = [(contents, PRESENTER, scale) for scale in PRESENTER_SCALES]
    ways += [(shown, DENSE, scale) for shown in (contents, contents.tight) for scale in DENSE_SCALES]
    tried = (for_room(*way) for way in ways[:-1])
    return next((layout for layout in tried if layout.height <= PRESENTER_RATIO * width), None) or for_room(*ways[-1])


def _arrange(contents: Contents, frame: Frame, height: float, part: Part) -> Layout:
    zones: list[Zone] = []
    y, open_felt, loose = frame.margin, None, bool(contents.loose or contents.keep_loose)
    # Where height is short lifted cards lie behind the last meld, else in a row of their own, so that melds keep still.
    among_melds = loose and part == "whole" and frame.size in (PRESENTER, DENSE)
    if part != "hand":
        placed, y = _others(contents.others, frame, y)
        zones += placed
        melds, below = _melds(contents, frame, y, new_meld=contents.new_meld and part == "whole", loose=among_melds)
        zones += melds
        if not melds:
            below = y + (160.0 if frame.compact else 190.0)
            open_felt = Box(frame.margin, y, frame.room, below - y - frame.gap)
        y = below
    beside = loose and not among_melds and part != "table" and has_room_for_loose(contents, frame, part)
    if loose and part != "table" and not among_melds and not beside:
        zones.append(_loose(contents, frame, y))
        y = zones[-1].box.y + zones[-1].box.h + frame.gap
    if part == "table":
        total = max(height, y + frame.margin - frame.gap)
        if open_felt is not None:
            open_felt = open_felt._replace(h=total - frame.margin - open_felt.y)
        return Layout(frame.width, total, tuple(zones), open_felt, frame.rim, frame.size)
    top = y + (0 if frame.compact or part == "hand" else 6)
    new_meld = contents.new_meld and part == "hand"
    placed, y = foot(contents, frame, top, new_meld=new_meld, loose=beside)
    spare = height - (y + frame.margin - frame.gap)
    if spare > 0:
        placed, y = foot(contents, frame, top + spare, new_meld=new_meld, loose=beside)
        if open_felt is not None and not loose:
            open_felt = open_felt._replace(h=open_felt.h + spare)
    zones += placed
    if beside or part == "hand":  # what lies beside the hand is read in the order of the whole table
        order = ("new", "loose", "hand", "stock", "discard")
        zones.sort(key=lambda zone: order.index(zone.name) if zone.name in order else -1)
    return Layout(frame.width, y + frame.margin - frame.gap, tuple(zones), open_felt, frame.rim, frame.size)


def _flow(widths: Sequence[float], room: float, gap: float) -> list[list[int]]:
    """Indices in rows: as few rows as needed, and these as even as can be."""

    def rows(limit: float) -> list[list[int]]:
        out: list[list[int]] = []
        used = 0.0
        for at, width in enumerate(widths):
            if out and used + gap + width <= limit:
                out[-1].append(at)
                used += gap + width
            else:
                out.append([at])
                used = width
        return out

    best = rows(room)
    low, high = max(widths, default=0.0), room
    for _ in range(12):
        middle = (low + high) / 2
        tried = rows(middle)
        if len(tried) <= len(best):
            best, high = tried, middle
        else:
            low = middle
    return best


def _aside(name: str, frame: Frame) -> float:
    return frame.size.aside if name[1:].isdigit() else 0.0


def _meld_size(
    places: int, captions: float, frame: Frame, scale: float, aside: float = 0.0
) -> tuple[float, float, list[int]]:
    card_w, card_h = frame.card[0] * scale, frame.card[1] * scale
    pitch = frame.pitch(scale)
    most = int((frame.room - 2 * frame.pad - aside - card_w + 0.01) // pitch) + 1
    rows = row_sizes(max(1, places), most)
    width = max(rows) * pitch - pitch + card_w + 2 * frame.pad + aside
    if frame.size.beside:
        return max(width, captions + 2 * frame.pad), len(rows) * (card_h + 6) - 6 + 2 * frame.pad, rows
    height = frame.size.head + len(rows) * card_h + (len(rows) - 1) * 6 + frame.pad
    return max(width, min(captions + frame.size.head + 7 + frame.pad, frame.room)), height, rows


def _melds(contents: Contents, frame: Frame, top: float, *, new_meld: bool, loose: bool) -> tuple[list[Zone], float]:
    counts = [(f"m{number}", places, captions) for number, places, captions in contents.melds]
    if new_meld:
        counts.append(("new", 3, contents.new_captions))
    if loose:
        counts.append(("loose", max(2, contents.loose), contents.loose_captions))
    if not counts:
        return [], top
    fixed = frame.compact or frame.size is not NORMAL
    scales = (frame.scale,) if fixed else tuple(frame.scale * step for step in (1.0, 0.9, 0.8, 0.72))
    if frame.size.beside:
        counts = [(name, places, 0.0 if name[1:].isdigit() else captions) for name, places, captions in counts]
    elif frame.size is PRESENTER:
        counts = [(name, places, captions * _SQUEEZED) for name, places, captions in counts]
    placed: list[Zone] = []
    bottom = top
    for scale in scales:
        placed, bottom = _flow_melds(counts, frame, top, scale)
        if bottom - top <= 0.46 * frame.width * max(1.0, frame.factor):
            break
    return placed, bottom


def _flow_melds(
    counts: Sequence[tuple[str, int, float]], frame: Frame, top: float, scale: float
) -> tuple[list[Zone], float]:
    sizes = [_meld_size(places, captions, frame, scale, _aside(name, frame)) for name, places, captions in counts]
    zones: list[Zone] = []
    y = top
    for row in _flow([width for width, _, _ in sizes], frame.room, frame.gap):
        height = max(sizes[at][1] for at in row)
        x = (frame.width - sum(sizes[at][0] for at in row) - frame.gap * (len(row) - 1)) / 2
        for at in row:
            name, places, _ = counts[at]
            width, _, lines = sizes[at]
            spots: list[Spot] = []
            left, first = x + frame.pad + _aside(name, frame), y + (frame.pad if frame.size.beside else frame.size.head)
            for line, count in enumerate(lines if places else []):
                at_y = first + line * (frame.card[1] * scale + 6)
                spots += [Spot(left + n * frame.pitch(scale), at_y, scale) for n in range(count)]
            zones.append(Zone(name, Box(x, y, width, height), tuple(spots)))
            x += width + frame.gap
        y += height + frame.gap
    return zones, y


def _others(others: Sequence[Other], frame: Frame, top: float) -> tuple[list[Zone], float]:
    sizes = []
    if not others:
        return [], top
    head = frame.size.head
    for other in others:
        small = frame.size.small
        full = SMALL if other.face_up else SMALL_BACK
        card = (full[0] * small, full[1] * small)
        pitch = (27.0 if other.face_up else 6.0) * small
        most = max(1, int((frame.room - 2 * frame.pad - card[0]) // pitch) + 1)
        rows = row_sizes(other.cards, most) if other.cards else [0]
        cards = max(rows) * pitch - pitch + card[0] if other.cards else 0.0
        beside = not other.face_up and 2 * frame.pad + other.captions + frame.gap + cards <= frame.room
        width = other.captions + frame.gap + cards if beside else max(other.captions, cards)
        height = head + 8 if beside else head + len(rows) * (card[1] + 5) + (4 if other.cards else -2)
        sizes.append((min(width + 2 * frame.pad, frame.room), height, rows, card, pitch, beside))
    zones: list[Zone] = []
    y = top
    for row in _flow([size[0] for size in sizes], frame.room, frame.gap):
        height = max(sizes[at][1] for at in row)
        x = (frame.width - sum(sizes[at][0] for at in row) - frame.gap * (len(row) - 1)) / 2
        for at in row:
            width, _, rows, card, pitch, beside = sizes[at]
            start = x + frame.pad + (others[at].captions + frame.gap if beside else 0.0)
            start_y = y + (height - card[1]) / 2 if beside else y + frame.size.head
            spots = [
                Spot(start + n * pitch, start_y + line * (card[1] + 5), frame.size.small)
                for line, count in enumerate(rows)
                for n in range(count)
            ]
            zones.append(Zone(f"hand-{others[at].name}", Box(x, y, width, height), tuple(spots)))
            x += width + frame.gap
        y += height + frame.gap
    return zones, y


def _loose(contents: Contents, frame: Frame, top: float) -> Zone:
    scale = frame.scale if frame.size is PRESENTER else min(0.9 * max(1.0, frame.factor), frame.scale)
    width, height, lines = _meld_size(max(contents.loose, 2), contents.loose_captions, frame, scale)
    x = (frame.width - width) / 2
    spots = []
    left = contents.loose
    for line, count in enumerate(lines):
        y = top + frame.size.head + line * (frame.card[1] * scale + 6)
        spots += [Spot(x + frame.pad + n * frame.pitch(scale), y, scale) for n in range(min(left, count))]
        left -= min(left, count)
    return Zone("loose", Box(x, top, width, height), tuple(spots))
