"""Jack, queen and king: a bust and its mirror image in a panel."""

from __future__ import annotations

from typing import Final

from rummy_lab.draw import palette as pal
from rummy_lab.draw import shapes as sh
from rummy_lab.draw.shapes import Mark, Shape, box, ellipse, join, outline, polygon, stamp

HALF: Final = 35.0  # half the height of the panel
ACROSS: Final = 27.0

# The robe reaches the middle line of the card; the mirror image continues it.
_ROBE: Final = outline(
    (-13, 0), (-13, -6), (-12.4, -11, -7, -12.6, -3.6, -13.4), (3.6, -13.4), (7, -12.6, 12.4, -11, 13, -6), (13, 0)
)
_COLLAR: Final = outline((-6, -12.9), (-3, -8.6, 3, -8.6, 6, -12.9), (3.4, -14.4), (-3.4, -14.4))
_STOLE: Final = polygon((-2.6, -10), (2.6, -10), (2.6, 0), (-2.6, 0))
_SASH: Final = polygon((-9.8, -11.6), (-5.6, -12.8), (13, -2.6), (13, 0), (10.4, 0))
_BUTTONS: Final = join([ellipse(0.8, 0.8, 0, y) for y in (-7.6, -4.4, -1.2)])
_FACE: Final = outline((-4.5, -23), (4.5, -23), (4.7, -18.4, 3.2, -14, 0, -14), (-3.2, -14, -4.7, -18.4, -4.5, -23))
_EYES: Final = join([ellipse(0.62, 0.78, -1.8, -19.6), ellipse(0.62, 0.78, 1.8, -19.6)])
_LIPS: Final = ellipse(1.1, 0.45, 0, -16.2)
_BEARD: Final = outline(
    (-4.7, -19), (-4.2, -16.6, -2.6, -17.6, 0, -17.6), (2.6, -17.6, 4.2, -16.6, 4.7, -19),
    (5.4, -13, 2.4, -9.6, 0, -9.2), (-2.4, -9.6, -5.4, -13, -4.7, -19),
)  # fmt: skip
_SHORT_HAIR: Final = outline((-4.4, -24), (-7.4, -22, -7, -16, -6.2, -14.4), (6.2, -14.4), (7, -16, 7.4, -22, 4.4, -24))
_LONG_HAIR: Final = outline(
    (-4, -25), (-8.4, -22, -6.4, -15, -8.6, -10.4), (-4, -11.4), (4, -11.4), (8.6, -10.4), (6.4, -15, 8.4, -22, 4, -25)
)
_CROWN: Final = polygon((-6, -22.6), (-7.4, -30.6), (-3.5, -26.6), (0, -32), (3.5, -26.6), (7.4, -30.6), (6, -22.6))
_CROWN_BALLS: Final = join([ellipse(1.1, 1.1, x, y) for x, y in ((-7.4, -31), (0, -32.6), (7.4, -31))])
_CROWN_BAND: Final = polygon((-6, -22.4), (-6.2, -24.6), (6.2, -24.6), (6, -22.4))
_CORONET: Final = outline(
    (-5, -22.8), (-6, -27.6), (-4.6, -26, -3.4, -26, -2.6, -27.4), (-1.6, -25.6, 1.6, -25.6, 2.6, -27.4),
    (3.4, -26, 4.6, -26, 6, -27.6), (5, -22.8),
)  # fmt: skip
_PEARLS: Final = join([ellipse(1.0, 1.0, x, y) for x, y in ((-6, -28.4), (-2.2, -28.6), (2.2, -28.6), (6, -28.4))])
_CAP: Final = outline((-6.4, -22.6), (-8, -28, -2, -30.4, 2.6, -29.4), (7, -28.6, 7.4, -25, 6.4, -22.6))
_FEATHER: Final = outline((4.4, -24.4), (9.4, -25.6, 11.4, -29, 10.6, -33), (7.2, -32.4, 4.4, -29.4, 4.4, -24.4))
_BRIM: Final = sh.rounded(14.4, 2.4, 1.2).stamped([(-7.2, -24.4)])

Layer = tuple[Shape, str, str | None, float]
_CLOTH: Final = {
    "d": ("#C8242E", "#23407A"), "h": ("#B51C3C", "#1E5B4B"), "c": ("#23407A", "#B3261E"), "s": ("#2A3550", "#6A1B9A"),
}  # fmt: skip
_HAIR: Final = {"d": "#C98B2B", "h": "#7A4A1E", "c": "#3A2A1C", "s": "#2B2320"}
_LINE: Final = "#2A2018"


def _bust(rank: int, suit: str) -> list[Layer]:
    robe, trim = _CLOTH[suit]
    hair = _HAIR[suit]
    face: list[Layer] = [(_FACE, pal.SKIN, _LINE, 0.4), (_EYES, _LINE, None, 0), (_LIPS, "#B4433C", None, 0)]
    coat: list[Layer] = [(_ROBE, robe, _LINE, 0.5)]
    if rank == 13:
        return [
            (_SHORT_HAIR, hair, _LINE, 0.4), *coat, (_STOLE, pal.GOLD, _LINE, 0.4), (_COLLAR, pal.WHITE, _LINE, 0.4),
            (_FACE, pal.SKIN, _LINE, 0.4), (_BEARD, hair, _LINE, 0.4), (_LIPS, "#B4433C", None, 0),
            (_EYES, _LINE, None, 0), (_CROWN, pal.GOLD, _LINE, 0.5), (_CROWN_BAND, trim, _LINE, 0.3),
            (_CROWN_BALLS, trim, _LINE, 0.3),
        ]  # fmt: skip
    if rank == 12:
        return [
            *coat, (_LONG_HAIR, hair, _LINE, 0.4), (_COLLAR, trim, _LINE, 0.4), (_BUTTONS, pal.GOLD, _LINE, 0.3),
            *face, (_CORONET, pal.GOLD, _LINE, 0.5), (_PEARLS, pal.WHITE, _LINE, 0.35),
        ]  # fmt: skip
    return [
        (_SHORT_HAIR, hair, _LINE, 0.4), *coat, (_SASH, pal.GOLD, _LINE, 0.4), (_COLLAR, pal.WHITE, _LINE, 0.4),
        *face, (_FEATHER, pal.GOLD, _LINE, 0.4), (_CAP, trim, _LINE, 0.5), (_BRIM, pal.GOLD, _LINE, 0.4),
    ]  # fmt: skip


def court(rank: int, suit: str, x: float, y: float, ink: pal.Ink) -> list[Mark]:
    """The marks of a court card (rank 11 to 13) around its middle."""
    left, top = x - ACROSS / 2, y - HALF
    marks = [box(left, top, ACROSS, 2 * HALF, 2.4, ink.pale)]
    for turn in (0.0, 180.0):
        side = -1 if not turn else 1
        marks.append(stamp(sh.SUIT_SHAPES[suit], x + side * 10, y + side * 31, 5.4, ink.fill, turn=turn))
        for shape, fill, edge, line in _bust(rank, suit):
            marks.append(Mark(shape.scaled(1.0, None, turn), x, y, fill, edge, line))
    marks.append(box(left, y - 0.5, ACROSS, 1.0, 0.2, pal.GOLD, pal.GOLD_RIM, 0.25))
    return [*marks, box(left, top, ACROSS, 2 * HALF, 2.4, None, ink.rim, 0.7)]
