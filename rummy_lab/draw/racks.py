"""The marks of hands: racks, trays, and the signs of their seats."""

from __future__ import annotations

from typing import NamedTuple

from rummy_lab.core.cards import FRENCH
from rummy_lab.draw import palette as pal
from rummy_lab.draw import shapes as sh
from rummy_lab.draw.geometry import NORMAL, Box, Size, Zone
from rummy_lab.draw.shapes import Mark, box, stamp, write
from rummy_lab.draw.zones import Style, badge, tray


class Signs(NamedTuple):
    """What stands beside a hand: seat, count, whether it is its turn and whether it has opened."""

    seat: str
    title: str
    status: str
    turn: bool
    opened: bool | None
    opened_text: str


def signs_width(signs: Signs, size: Size = NORMAL) -> float:
    """The room that badge and captions of a hand would like, in canvas units."""
    times, caption = size.times, size.caption
    status = sh.text_width(signs.status, caption, "bold") + 32 * times if signs.status else 0.0
    opened = sh.text_width(signs.opened_text, caption) + 26 * times if signs.opened_text else 0.0
    return 32 * times + sh.text_width(signs.title, caption) + status + opened


def _signs(area: Box, signs: Signs, ink: str, style: Style) -> list[Mark]:
    """Badge, count, turn (arrow in a golden pill) and opened (tick, or an empty ring)."""
    size, look = style.size, style.look
    times, caption = size.times, size.caption
    y = area.y + (size.head / 2 + 1 if area.h > size.head + 10 else area.h / 2)
    squeeze = min(1.0, (area.w - 16) / signs_width(signs, size))
    x = area.x + size.badge + 8
    marks = badge(x, y, signs.seat, style)
    x += size.badge + 8

    def text(words: str, at: float, colour: str, font: sh.Font) -> tuple[Mark, float]:
        room = sh.text_width(words, caption, font) * squeeze
        return write(words, at, y, caption, colour, font=font, align="left", room=room), room

    mark, used = text(signs.title, x, ink, "sans")
    marks.append(mark)
    x += used + 10 * times * squeeze
    if signs.status:
        start = x + (21 * squeeze if signs.turn else 9) * times
        mark, used = text(signs.status, start, look.badge_ink, "bold")
        across = used + (30 if signs.turn else 18) * times * squeeze
        high = min(17.2 * times, size.head - 6)
        marks.append(box(x, y - high / 2, across, high, high / 2, look.halo if signs.turn else look.badge))
        if signs.turn:
            marks.append(stamp(sh.PLAY, x + 12 * times * squeeze, y, 9.5 * times, look.badge_ink))
        marks.append(mark)
        x += across + 9 * times * squeeze
    if signs.opened_text:
        at = x + 6 * times
        ring = stamp(sh.DISC, at, y, 9 * times, None, ink, 1.2 * times)
        mark, _ = text(signs.opened_text, x + 16 * times * squeeze, ink, "sans")
        marks += [stamp(sh.TICK, at, y, 11 * times, ink) if signs.opened else ring, mark]
    return marks


def hand(zone: Zone, style: Style, signs: Signs) -> list[Mark]:
    """A rack with shelves, or a tray, with the signs of its seat."""
    area, look, size = zone.box, style.look, style.size
    bare = zone.name == "hand" and not size.signs
    if zone.name != "hand" or look.suits == FRENCH:
        said = [] if bare else _signs(area, signs, look.text, style)
        return [*tray(area, look, line=look.halo if signs.turn else None), *said]
    marks = [
        box(area.x + 1 - soft, area.y + 4 - soft, area.w + 2 * soft, area.h + 2 * soft, 11 + soft, pal.SHADE, alpha=0.1)
        for soft in (0.0, 1.5, 3.0)
    ]
    marks += [box(area.x, area.y, area.w, area.h, 11, look.rack, look.line if look.plain else look.rack_dark, 1.2),
              *([] if look.plain else _grain(area, look)),
              *([] if bare else [box(area.x + 3, area.y + 3, area.w - 6, size.head - 4, 8, look.rack_lip)]),
              box(area.x + 8, area.y + 3.6, area.w - 16, 1.2, 0.6, pal.SHINE, alpha=0.25)]  # fmt: skip
    step = (zone.shelves[1] if len(zone.shelves) > 1 else area.y + area.h - 4) - zone.shelves[0]
    for top in zone.shelves:
        foot, thick = top + step - size.ledge, size.ledge - 5
        ledge = box(area.x + 5, foot - 1.5, area.w - 10, thick, thick / 2, look.rack_light, look.rack_dark, 0.7)
        marks += [box(area.x + 8, top - 3, area.w - 16, foot + 4 - top, 6, look.rack_dark, alpha=0.72), ledge,
                  box(area.x + 10, foot, area.w - 20, 1.5, 0.75, pal.SHINE, alpha=0.35)]  # fmt: skip
    return [*marks, *([] if bare else _signs(area, signs, look.rack_text, style))]


def _grain(area: Box, look: pal.Look) -> list[Mark]:
    """A few long waves in the wood."""
    marks = []
    for at in range(int(area.h // 9)):
        y, left, right = area.y + 6 + 9 * at, area.x + 4, area.x + area.w - 4
        bend = 2.5 + (at * 7) % 5
        third = area.w / 3
        wave = sh.outline((left, y), (left + third, y - bend, right - third, y + bend, right, y),
                          (right - third, y + bend + 1.1, left + third, y - bend + 1.1, left, y))  # fmt: skip
        marks.append(Mark(wave, 0, 0, look.rack_dark if at % 2 else look.rack_light, alpha=0.30))
    return marks
