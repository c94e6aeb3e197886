"""The marks of felt, trays and captions."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from rummy_lab.core.cards import FRENCH
from rummy_lab.draw import palette as pal
from rummy_lab.draw import shapes as sh
from rummy_lab.draw.faces import BACK, Face
from rummy_lab.draw.geometry import NORMAL, Box, Layout, Size, Spot, Zone
from rummy_lab.draw.shapes import Mark, box, stamp, write

# How far a card that is picked up is lifted; further it would hide the captions above it.
LIFT: Final = 5.0
LIFT_IN_HAND: Final = 8.0
LIFT_IN_FAN: Final = 10.0
# Dashes tell a place where something may be put from one where something is missing.
DASHES: Final = (6.0, 4.0)
DOTS: Final = (2.5, 3.5)

Verdict = Literal["good", "unfinished"]
MeldMark = tuple[Verdict, str]


class Style(NamedTuple):
    """How zones are drawn: their colours and how large is what is written."""

    look: pal.Look
    size: Size = NORMAL


def felt(layout: Layout, look: pal.Look) -> list[Mark]:
    """Wooden rim, felt with a lighter middle, and the suits of the pack where no meld lies."""
    width, height, rim = layout.width, layout.height, layout.rim
    corner = 11 + rim
    marks = [box(0, 0, width, height, corner, look.rim),
             box(rim / 4, rim / 4, width - rim / 2, height - rim / 2, corner - rim / 4, None, look.rim_light, rim / 5),
             box(rim, rim, width - 2 * rim, height - 2 * rim, 12, look.felt)]  # fmt: skip
    if look.plain:
        return marks
    step = min(width, height) / 42
    for ring in range(1, 15):
        inset = rim + ring * step
        marks.append(box(inset, inset, width - 2 * inset, height - 2 * inset, 14 + 2.4 * inset, look.glow, alpha=0.06))
    marks.append(box(rim, rim, width - 2 * rim, height - 2 * rim, 12, None, "#000000", 1.6, alpha=0.35))
    if rim > 5:
        inset = rim + 4
        marks.append(box(inset, inset, width - 2 * inset, height - 2 * inset, 9, None, look.line, 0.7, alpha=0.4))
    if layout.open_felt is not None:
        marks += _emblem(layout.open_felt, look)
    return marks


def cloth(width: float, height: float, suits: str, *, paper: bool = False) -> list[Mark]:
    """A piece of felt without a rim."""
    look = pal.look_of(suits, paper=paper)
    return [
        box(0, 0, width, height, 10, look.felt),
        box(2.5, 2.5, width - 5, height - 5, 8, None, look.line, 0.7, alpha=0.4),
    ]


def _emblem(free: Box, look: pal.Look) -> list[Mark]:
    size = min(54.0, free.h * 0.5, free.w / 7)
    middle, y = free.x + free.w / 2, free.y + free.h / 2
    return [
        stamp(sh.SUIT_SHAPES[suit], middle + (at - 1.5) * size * 1.5, y, size, look.line, alpha=0.22)
        for at, suit in enumerate(look.suits)
    ]


def tray(area: Box, look: pal.Look, *, line: str | None = None, thin: bool = False) -> list[Mark]:
    """A tray on the felt with a hairline around it; a thin one is half as dense."""
    solid = look.solid / 2 if thin else look.solid
    edge = box(area.x, area.y, area.w, area.h, 9, None, line or look.line, 0.8, alpha=0.55)
    return [box(area.x, area.y, area.w, area.h, 9, look.tray, alpha=solid), edge]


def _dashed(area: Box, look: pal.Look, *, line: str | None = None, thin: bool = False) -> list[Mark]:
    edge = box(area.x, area.y, area.w, area.h, 9, None, line or look.line, 1.3, dash=DASHES)
    return [tray(area, look, thin=thin)[0], edge]


def badge(x: float, y: float, text: str, style: Style) -> list[Mark]:
    """A disc with a number or a letter."""
    radius, high = style.size.badge, min(9.4 * style.size.times, style.size.badge * 1.05)
    return [stamp(sh.DISC, x, y, radius / 0.46, style.look.badge),
            write(text, x, y, high, style.look.badge_ink, font="bold", room=1.4 * radius)]  # fmt: skip


def label_width(label: tuple[str, str], size: Size = NORMAL, mark: MeldMark | None = None) -> float:
    """The room that a meld's captions would like beside its badge, in canvas units."""
    wanted = sum(sh.text_width(text, size.caption) + 8 * size.times for text in _texts(label, mark) if text)
    if mark is None:
        return wanted
    # What is unfinished is written narrowly rather than that melds move when it is said.
    return _sign_width(size) + wanted * (0.78 if mark[0] == "unfinished" else 1.0)


def _sign_width(size: Size) -> float:
    return 2 * size.badge


def _texts(label: tuple[str, str], mark: MeldMark | None) -> tuple[str, str]:
    """What is written at the left and at the right: of what is no meld yet neither kind nor points."""
    if mark is None:
        return label
    return (mark[1], "") if mark[0] == "unfinished" else (mark[1] or label[0], label[1])


def meld(zone: Zone, style: Style, number: int, label: tuple[str, str], mark: MeldMark | None = None) -> list[Mark]:
    """A tray with the meld's number, what is thought of it, and its captions."""
    area, (look, size) = zone.box, style
    y, caption = area.y + size.head / 2 + 0.5, size.caption
    marks = tray(area, look)
    if mark is not None and mark[0] == "unfinished":
        marks[1] = box(area.x, area.y, area.w, area.h, 9, None, look.text, 2.0, dash=DOTS)
    if size.beside:
        return marks + _beside(area, style, number, label[1] if mark is None else "", mark)
    marks += badge(area.x + size.badge + 7, y, str(number), style)
    start = 2 * size.badge + 7 + 5 * size.times
    if mark is not None:
        marks += _sign(area.x + start + size.badge * 0.7, y, mark[0], style)
        start += _sign_width(size)
    left, right = _texts(label, mark)
    room = area.w - start - 10
    if right:
        right = sh.fit(right, room * (0.6 if left else 1.0), caption, "bold")
        edge = area.x + area.w - 11
        marks.append(write(right, edge, y, caption, look.text, font="bold", align="right", room=room))
        room -= min(room, sh.text_width(right, caption, "bold") + 8)
    left = sh.fit(left, room, caption)
    if left:
        marks.append(write(left, area.x + start, y, caption, look.text, align="left", room=room))
    return marks


def _beside(area: Box, style: Style, number: int, points: str, mark: MeldMark | None) -> list[Mark]:
    """The number left of the cards, and below it the points or what is thought of the meld."""
    size = style.size
    x, middle = area.x + size.badge + 4, area.y + area.h / 2
    marks = badge(x, middle - size.badge + 2, str(number), style)
    if mark is not None:
        return marks + _sign(x, middle + size.badge, mark[0], style)
    if points:
        marks.append(write(points, x, middle + size.caption / 2 + 5, size.caption, style.look.text, font="bold",
                           room=2 * size.badge))  # fmt: skip
    return marks


def _sign(x: float, y: float, verdict: Verdict, style: Style) -> list[Mark]:
    """A tick on a disc, or an open ring of dots."""
    size, look = style.size.badge * 1.5, style.look
    if verdict == "unfinished":
        return [Mark(sh.DISC.scaled(size), x, y, None, look.text, 2.0, 1.0, DOTS)]
    return [stamp(sh.DISC, x, y, size * 1.1, look.badge), stamp(sh.TICK, x, y, size * 0.68, look.badge_ink)]


def _title(area: Box, text: str, style: Style) -> list[Mark]:
    high = style.size.caption
    shown = sh.fit(text, area.w - 14, high)
    middle = area.x + area.w / 2
    return [write(shown, middle, area.y + style.size.head / 2 + 1, high, style.look.text, room=area.w - 12)]


def new_meld(zone: Zone, style: Style, caption: str) -> list[Mark]:
    """A dashed tray with a plus sign."""
    area, (look, size) = zone.box, style
    x, y = area.x + area.w / 2, area.y + size.head + (area.h - size.head) / 2 - 4
    plus = sh.join((sh.rounded(22, 3, 1.5).stamped([(-11, -1.5)]), sh.rounded(3, 22, 1.5).stamped([(-1.5, -11)])))
    return [*_dashed(area, look, thin=True), *_title(area, caption, style), Mark(plus, x, y, look.line)]


def lifted(zone: Zone, style: Style, caption: str, mark: MeldMark | None = None) -> list[Mark]:
    """A dashed golden tray for the cards taken up from the table; its mark, if it has one, has the title's place."""
    area, (look, size) = zone.box, style
    if mark is None or size.beside:
        return [*_dashed(area, look, line=look.halo), *(_title(area, caption, style) if caption else [])]
    dots = mark[0] == "unfinished"
    start, y = 2.7 * size.badge, area.y + size.head / 2 + 1
    text = sh.fit(mark[1] or caption, area.w - start - 8, size.caption)
    edge = box(area.x, area.y, area.w, area.h, 9, None, look.halo, 2.0 if dots else 1.3, dash=DOTS if dots else DASHES)
    words = write(text, area.x + start, y, size.caption, look.text, align="left", room=area.w - start - 8)
    return [tray(area, look)[0], edge, *_sign(area.x + 1.3 * size.badge, y, mark[0], style), words]


def _place(spot: Spot, look: pal.Look, *, unknown: bool = False) -> list[Mark]:
    x, y = spot.x, spot.y
    width, height = (side * spot.scale for side in Face(BACK, look.suits).size)
    marks = [box(x, y, width, height, 6, look.tray, look.line, 1.0, dash=DASHES, alpha=0.7)]
    if unknown:
        marks.append(write("?", x + width / 2, y + height / 2, 20, look.text, font="bold"))
    return marks


def stock(zone: Zone, style: Style, caption: str, count: int | None) -> list[Mark]:
    """The tray of the stock with its count; the top card itself is a card of the zone."""
    look, spot = style.look, zone.spots[0]
    marks = [*tray(zone.box, look), *_title(zone.box, caption if count is None else f"{caption} {count}", style)]
    if count == 0:
        return marks + _place(spot, look)
    width, height = (side * spot.scale for side in Face(BACK, look.suits).size)
    deep = 3 if count is None else min(4, (count + 1) // 3)
    fill, edge = (pal.WHITE, pal.CARD_EDGE) if look.suits == FRENCH else (look.back, pal.IVORY_EDGE)
    below = [
        box(spot.x - 1.4 * depth, spot.y + 1.4 * depth, width, height, 6, fill, edge, 0.6)
        for depth in range(deep, 0, -1)
    ]
    return marks + below


def pile(zone: Zone, style: Style, caption: str, count: int | None) -> list[Mark]:
    """The tray of the discard pile; its top cards are cards of the zone."""
    marks = [*tray(zone.box, style.look), *_title(zone.box, caption if not count else f"{caption} {count}", style)]
    if not count:
        marks += _place(zone.spots[0], style.look, unknown=count is None)
    return marks


def picked_up(face: Face, spot: Spot, look: pal.Look, lift: float) -> tuple[tuple[Mark, ...], Spot]:
    """The halo of a card that is picked up, around its upper left corner, and where it then lies."""
    width, height = (side * spot.scale for side in face.size)
    halo = box(-3.5, -3.5, width + 7, height + 7, 9, look.halo, pal.GOLD_RIM, 0.9)
    return (halo,), spot._replace(y=spot.y - lift)
