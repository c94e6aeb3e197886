"""The marks of felt, trays, rack and captions."""

from __future__ import annotations

from typing import Final, NamedTuple

from rummy_lab.core.cards import FRENCH
from rummy_lab.draw import palette as pal
from rummy_lab.draw import shapes as sh
from rummy_lab.draw.faces import BACK, Face
from rummy_lab.draw.geometry import HEAD, Box, Layout, Spot, Zone
from rummy_lab.draw.shapes import Mark, box, stamp, write

CAPTION: Final = 8.4  # height of capitals; nothing is written smaller
BADGE: Final = 10.0  # radius
_RIM: Final = 7.0


class Signs(NamedTuple):
    """What stands beside a hand: seat, count, whether it is its turn and whether it has opened."""

    seat: str
    title: str
    status: str
    turn: bool
    opened: bool | None
    opened_text: str


def felt(layout: Layout, suits: str) -> list[Mark]:
    """Wooden rim, felt with a lighter middle, and the suits of the pack where no meld lies."""
    look, width, height = pal.look_of(suits), layout.width, layout.height
    marks = [box(0, 0, width, height, 18, look.rim),
             box(1.6, 1.6, width - 3.2, height - 3.2, 16.6, None, look.rim_light, 1.4),
             box(_RIM, _RIM, width - 2 * _RIM, height - 2 * _RIM, 12, look.felt)]  # fmt: skip
    step = min(width, height) / 42
    for ring in range(1, 15):
        inset = _RIM + ring * step
        marks.append(box(inset, inset, width - 2 * inset, height - 2 * inset, 14 + 2.4 * inset, look.glow, alpha=0.06))
    marks.append(box(_RIM, _RIM, width - 2 * _RIM, height - 2 * _RIM, 12, None, "#000000", 1.6, alpha=0.35))
    inset = _RIM + 4
    marks.append(box(inset, inset, width - 2 * inset, height - 2 * inset, 9, None, look.line, 0.7, alpha=0.4))
    if layout.open_felt is not None:
        marks += _emblem(layout.open_felt, suits, look)
    return marks


def cloth(width: float, height: float, suits: str) -> list[Mark]:
    """A piece of felt without a rim."""
    look = pal.look_of(suits)
    return [
        box(0, 0, width, height, 10, look.felt),
        box(2.5, 2.5, width - 5, height - 5, 8, None, look.line, 0.7, alpha=0.4),
    ]


def _emblem(free: Box, suits: str, look: pal.Look) -> list[Mark]:
    size = min(54.0, free.h * 0.5, free.w / 7)
    middle, y = free.x + free.w / 2, free.y + free.h / 2
    return [
        stamp(sh.SUIT_SHAPES[suit], middle + (at - 1.5) * size * 1.5, y, size, look.line, alpha=0.22)
        for at, suit in enumerate(suits)
    ]


def _tray(area: Box, look: pal.Look, *, dash: bool = False, line: str | None = None, alpha: float = 0.5) -> list[Mark]:
    return [box(area.x, area.y, area.w, area.h, 9, look.tray, alpha=alpha),
            box(area.x, area.y, area.w, area.h, 9, None, line or look.line, 1.2 if dash else 0.8, dash=dash,
                alpha=0.9 if dash else 0.55)]  # fmt: skip


def _badge(x: float, y: float, text: str) -> list[Mark]:
    return [stamp(sh.DISC, x, y, BADGE / 0.46, pal.BADGE),
            write(text, x, y, 9.4, pal.BADGE_INK, font="bold", room=2 * BADGE - 6)]  # fmt: skip


def label_width(label: tuple[str, str]) -> float:
    """The room that a meld's captions would like beside its badge, in canvas units."""
    return sum(sh.text_width(text, CAPTION) + 8 for text in label if text)


def meld(zone: Zone, suits: str, number: int, label: tuple[str, str]) -> list[Mark]:
    """A tray with the meld's number and its captions."""
    area, look = zone.box, pal.look_of(suits)
    marks, y = _tray(area, look), area.y + HEAD / 2 + 0.5
    marks += _badge(area.x + 17, y, str(number))
    left, right = label
    room = area.w - 42
    if right:
        right = sh.fit(right, room * (0.6 if left else 1.0), CAPTION, "bold")
        edge = area.x + area.w - 11
        marks.append(write(right, edge, y, CAPTION, look.text, font="bold", align="right", room=room))
        room -= min(room, sh.text_width(right, CAPTION, "bold") + 8)
    left = sh.fit(left, room, CAPTION)
    if left:
        marks.append(write(left, area.x + 32, y, CAPTION, look.text, align="left", room=room))
    return marks


def _title(area: Box, text: str, look: pal.Look) -> list[Mark]:
    shown = sh.fit(text, area.w - 14, CAPTION)
    return [write(shown, area.x + area.w / 2, area.y + HEAD / 2 + 1, CAPTION, look.text, room=area.w - 12)]


def new_meld(zone: Zone, suits: str, caption: str) -> list[Mark]:
    """A dashed tray with a plus sign."""
    area, look = zone.box, pal.look_of(suits)
    x, y = area.x + area.w / 2, area.y + HEAD + (area.h - HEAD) / 2 - 4
    plus = sh.join((sh.rounded(22, 3, 1.5).stamped([(-11, -1.5)]), sh.rounded(3, 22, 1.5).stamped([(-1.5, -11)])))
    return [*_tray(area, look, dash=True, alpha=0.25), *_title(area, caption, look), Mark(plus, x, y, look.line)]


def lifted(zone: Zone, suits: str, caption: str) -> list[Mark]:
    """A dashed golden tray for the cards taken up from the table."""
    look = pal.look_of(suits)
    return [*_tray(zone.box, look, dash=True, line=pal.HALO, alpha=0.7), *_title(zone.box, caption, look)]


def _place(spot: Spot, suits: str, look: pal.Look, *, unknown: bool = False) -> list[Mark]:
    x, y = spot.x, spot.y
    width, height = (side * spot.scale for side in Face(BACK, suits).size)
    marks = [box(x, y, width, height, 6, look.tray, look.line, 1.0, dash=True, alpha=0.7)]
    if unknown:
        marks.append(write("?", x + width / 2, y + height / 2, 20, look.text, font="bold"))
    return marks


def stock(zone: Zone, suits: str, caption: str, count: int | None) -> list[Mark]:
    """The tray of the stock with its count; the top card itself is a card of the zone."""
    look, spot = pal.look_of(suits), zone.spots[0]
    marks = [*_tray(zone.box, look), *_title(zone.box, caption if count is None else f"{caption} {count}", look)]
    if count == 0:
        return marks + _place(spot, suits, look)
    width, height = (side * spot.scale for side in Face(BACK, suits).size)
    deep = 3 if count is None else min(4, (count + 1) // 3)
    fill, edge = (pal.WHITE, pal.CARD_EDGE) if suits == FRENCH else (look.back, pal.IVORY_EDGE)
    below = [
        box(spot.x - 1.4 * depth, spot.y + 1.4 * depth, width, height, 6, fill, edge, 0.6)
        for depth in range(deep, 0, -1)
    ]
    return marks + below


def pile(zone: Zone, suits: str, caption: str, count: int | None) -> list[Mark]:
    """The tray of the discard pile; its top cards are cards of the zone."""
    look = pal.look_of(suits)
    marks = [*_tray(zone.box, look), *_title(zone.box, caption if not count else f"{caption} {count}", look)]
    if not count:
        marks += _place(zone.spots[0], suits, look, unknown=count is None)
    return marks


def signs_width(signs: Signs) -> float:
    """The room that badge and captions of a hand would like, in canvas units."""
    status = sh.text_width(signs.status, CAPTION, "bold") + 32 if signs.status else 0.0
    opened = sh.text_width(signs.opened_text, CAPTION) + 26 if signs.opened_text else 0.0
    return 32 + sh.text_width(signs.title, CAPTION) + status + opened


def _signs(area: Box, signs: Signs, ink: str) -> list[Mark]:
    """Badge, count, turn (arrow in a golden pill) and opened (tick, or an empty ring)."""
    y = area.y + (HEAD / 2 + 1 if area.h > HEAD + 10 else area.h / 2)
    wanted = signs_width(signs)
    squeeze = min(1.0, (area.w - 16) / wanted)
    x = area.x + 18
    marks = _badge(x, y, signs.seat)
    x += 18

    def text(words: str, at: float, colour: str, font: sh.Font) -> tuple[Mark, float]:
        room = sh.text_width(words, CAPTION, font) * squeeze
        return write(words, at, y, CAPTION, colour, font=font, align="left", room=room), room

    mark, used = text(signs.title, x, ink, "sans")
    marks.append(mark)
    x += used + 10 * squeeze
    if signs.status:
        mark, used = text(signs.status, x + 21 * squeeze if signs.turn else x + 9, pal.BADGE_INK, "bold")
        across = used + (30 if signs.turn else 18) * squeeze
        marks.append(box(x, y - 8.6, across, 17.2, 8.6, pal.HALO if signs.turn else pal.BADGE))
        if signs.turn:
            marks.append(stamp(sh.PLAY, x + 12 * squeeze, y, 9.5, pal.BADGE_INK))
        marks.append(mark)
        x += across + 9 * squeeze
    if signs.opened_text:
        sign = stamp(sh.TICK, x + 6, y, 11, ink) if signs.opened else stamp(sh.DISC, x + 6, y, 9, None, ink, 1.2)
        mark, _ = text(signs.opened_text, x + 16 * squeeze, ink, "sans")
        marks += [sign, mark]
    return marks


def hand(zone: Zone, suits: str, signs: Signs, *, rack: bool) -> list[Mark]:
    """A rack with shelves, or a tray, with the signs of its seat."""
    area, look = zone.box, pal.look_of(suits)
    if not rack:
        return [*_tray(area, look, line=pal.HALO if signs.turn else None), *_signs(area, signs, look.text)]
    marks = [
        box(area.x + 1 - soft, area.y + 4 - soft, area.w + 2 * soft, area.h + 2 * soft, 11 + soft, pal.SHADE, alpha=0.1)
        for soft in (0.0, 1.5, 3.0)
    ]
    marks += [box(area.x, area.y, area.w, area.h, 11, pal.RACK, pal.RACK_DARK, 1.2), *_grain(area),
              box(area.x + 3, area.y + 3, area.w - 6, HEAD - 4, 8, pal.RACK_LIP),
              box(area.x + 8, area.y + 3.6, area.w - 16, 1.2, 0.6, pal.SHINE, alpha=0.25)]  # fmt: skip
    step = zone.shelves[1] - zone.shelves[0]
    for top in zone.shelves:
        marks += [box(area.x + 8, top - 3, area.w - 16, step - 11, 6, pal.RACK_DARK, alpha=0.72),
                  box(area.x + 5, top + step - 16.5, area.w - 10, 10, 5, pal.RACK_LIGHT, pal.RACK_DARK, 0.7),
                  box(area.x + 10, top + step - 15, area.w - 20, 1.5, 0.75, pal.SHINE, alpha=0.35)]  # fmt: skip
    return [*marks, *_signs(area, signs, pal.RACK_TEXT)]


def _grain(area: Box) -> list[Mark]:
    """A few long waves in the wood."""
    marks = []
    for at in range(int(area.h // 9)):
        y, left, right = area.y + 6 + 9 * at, area.x + 4, area.x + area.w - 4
        bend = 2.5 + (at * 7) % 5
        third = area.w / 3
        wave = sh.outline((left, y), (left + third, y - bend, right - third, y + bend, right, y),
                          (right - third, y + bend + 1.1, left + third, y - bend + 1.1, left, y))  # fmt: skip
        marks.append(Mark(wave, 0, 0, pal.RACK_DARK if at % 2 else pal.RACK_LIGHT, alpha=0.30))
    return marks


def picked_up(face: Face, spot: Spot) -> tuple[tuple[Mark, ...], Spot]:
    """The halo of a card that is picked up, around its upper left corner, and where it then lies."""
    width, height = (side * spot.scale for side in face.size)
    lift = 8.0 if face.suits == "rygb" else 15.0
    halo = box(-3.5, -3.5, width + 7, height + 7, 9, pal.HALO, pal.GOLD_RIM, 0.9)
    return (halo,), spot._replace(y=spot.y - lift)
