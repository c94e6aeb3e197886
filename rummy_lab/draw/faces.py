"""Faces of cards as marks around their upper left corner; each is made once."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from rummy_lab.core.cards import FRENCH, Card
from rummy_lab.draw import palette as pal
from rummy_lab.draw import shapes as sh
from rummy_lab.draw.courts import court
from rummy_lab.draw.geometry import PLAYING, SMALL, SMALL_BACK, TILE
from rummy_lab.draw.shapes import Mark, box, join, stamp, write

BACK: Final = "back"

# Columns -1 to 1 and rows -1 (top) to 1 of the pips of each rank.
_AFAR: Final = 22.0  # height of an index that is read from afar
_ROWS: Final = {4: (-1.0, 1.0), 6: (-1.0, 0.0, 1.0), 8: (-1.0, -1 / 3, 1 / 3, 1.0)}
PIPS: Final[dict[int, tuple[tuple[float, float], ...]]] = {
    rank: tuple((x, y) for y in _ROWS[pairs] for x in (-1.0, 1.0)) + tuple((0.0, y) for y in middle)
    for rank, pairs, middle in (
        (4, 4, ()), (5, 4, (0.0,)), (6, 6, ()), (7, 6, (-0.5,)), (8, 6, (-0.5, 0.5)),
        (9, 8, (0.0,)), (10, 8, (-2 / 3, 2 / 3)),
    )
} | {2: ((0.0, -1.0), (0.0, 1.0)), 3: ((0.0, -1.0), (0.0, 0.0), (0.0, 1.0))}  # fmt: skip

_LEFT = sh.outline(
    (-0.30, 0.0), (-0.34, -0.28, -0.46, -0.30, -0.52, -0.12), (-0.60, -0.48, -0.28, -0.58, -0.04, -0.16), (-0.06, 0.0)
)
_RIGHT = _LEFT.scaled(-1.0, 1.0)
_TOP = sh.outline((-0.15, 0.0), (-0.24, -0.28, -0.14, -0.52, 0, -0.64), (0.14, -0.52, 0.24, -0.28, 0.15, 0.0))
_BAND = sh.rounded(0.64, 0.11, 0.05).stamped([(-0.32, -0.05)])
_BELLS = join([sh.ellipse(0.075, 0.075, x, y) for x, y in ((-0.52, -0.06), (0.52, -0.06), (0, -0.66))])
_HEAD = sh.outline(
    (-0.25, 0.02), (0.25, 0.02), (0.27, 0.26, 0.14, 0.40, 0, 0.40), (-0.14, 0.40, -0.27, 0.26, -0.25, 0.02)
)
_RUFF = sh.polygon((-0.36, 0.36), (-0.18, 0.30), (0, 0.36), (0.18, 0.30), (0.36, 0.36), (0.30, 0.52), (0.18, 0.43),
                   (0.09, 0.56), (0, 0.44), (-0.09, 0.56), (-0.18, 0.43), (-0.30, 0.52))  # fmt: skip
_SMILE = sh.outline((-0.11, 0.24), (-0.05, 0.34, 0.05, 0.34, 0.11, 0.24), (0.05, 0.29, -0.05, 0.29, -0.11, 0.24))
_EYES = join([sh.ellipse(0.035, 0.045, -0.10, 0.15), sh.ellipse(0.035, 0.045, 0.10, 0.15), _SMILE])


class Face(NamedTuple):
    """What is drawn once and used many times.

    Attributes:
        text: a card in notation, or `back`.
        suits: its pack, `rygb` or `cdhs`.
        letters: ace, jack, queen, king as written on it.
        small: the small form for hands of other seats.
        colours: of the suits: `plain`, `four` for French suits in four colours, `strong` with high contrast, or both.
        large: the form for a large room, with larger print and without the word JOKER.
        suits_open: of a joker with an open suit in a meld that is known, the suits it may stand for; else empty.
    """

    text: str
    suits: str
    letters: str = "AJQK"
    small: bool = False
    suits_open: str = ""
    colours: pal.Colours = "plain"
    large: bool = False

    @property
    def id(self) -> str:
        """A name of letters, digits and dashes, unique for what is seen."""
        text = self.text.replace("*", "joker-").replace("?", "open").rstrip("-")
        letters = f"-{self.letters}" if self.suits == FRENCH else ""
        forms = [self.colours] * (self.colours != "plain") + ["small"] * self.small + ["large"] * self.large
        return "-".join([f"face-{self.suits}{letters}", *forms, f"{text}{self.suits_open}"])

    @property
    def inks(self) -> dict[str, pal.Ink]:
        """The colours of its suits."""
        return pal.INKS[self.colours]

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in canvas units."""
        if self.small:
            return SMALL_BACK if self.text == BACK else SMALL
        return PLAYING if self.suits == FRENCH else TILE


@cache
def face_marks(face: Face) -> tuple[Mark, ...]:
    """The marks of a face, from the shadow up."""
    if face.text == BACK:
        return tuple(_small_back(face.suits) if face.small else _back(face.suits))
    card = Card.parse(face.text)
    if face.small:
        return tuple(_small(card, face))
    if face.suits == FRENCH:
        return tuple(_french_joker(card, face) if card.joker else _french(card, face))
    return tuple(_tile_joker(card, face) if card.joker else _tile(card, face))


def rank_text(rank: int, face: Face) -> str:
    """What stands on the card for a rank."""
    if face.suits != FRENCH or 2 <= rank <= 10:
        return str(rank)
    return face.letters[(1, 11, 12, 13).index(rank)]


def body(width: float, height: float, radius: float, fill: str, edge: str) -> list[Mark]:
    """A card without a print, with a soft shadow below it."""
    soft = [
        box(0.9 - d, 2.0 - d, width + 2 * d, height + 2 * d, radius + d, pal.SHADE, alpha=0.085)
        for d in (0.2, 1.1, 2.0)
    ]  # fmt: skip
    return [*soft, box(0, 0, width, height, radius, fill, edge, 0.6)]


def _ivory() -> list[Mark]:
    width, height = TILE
    shine = box(2.2, 1.4, width - 4.4, 1.5, 0.75, pal.SHINE, alpha=0.9)
    foot = box(2.2, height - 3.6, width - 4.4, 2.2, 1.1, pal.IVORY_EDGE, alpha=0.4)
    return [*body(width, height, 6.5, pal.IVORY, pal.IVORY_EDGE), foot, shine]


def _tile(card: Card, face: Face) -> list[Mark]:
    ink = face.inks[card.suit]
    rim = 1.5 if card.suit == "y" else 0.5
    number = write(str(card.rank), 25, 24.2, 28, ink.fill, font="bold", room=39, rim=(ink.rim, rim))
    return [*_ivory(), number, stamp(sh.SUIT_SHAPES[card.suit], 25, 52, 17.5, ink.fill, ink.rim, 1.1)]


def _open_suits(face: Face, x: float, y: float, size: float) -> list[Mark]:
    """The mark of an open suit: the small suits that it can be, four of them in a square."""
    suits = face.suits_open or face.suits
    step = size * 0.62
    corners = {
        1: ((0.0, 0.0),),
        2: ((-step, 0.0), (step, 0.0)),
        3: ((-step, -step), (step, -step), (0.0, step)),
        4: ((-step, -step), (step, -step), (-step, step), (step, step)),
    }[len(suits)]
    return [
        stamp(sh.SUIT_SHAPES[suit], x + dx, y + dy, size, face.inks[suit].fill, face.inks[suit].rim, 0.35)
        for suit, (dx, dy) in zip(suits, corners, strict=True)
    ]


def jester(x: float, y: float, size: float, colours: tuple[str, str, str]) -> list[Mark]:
    """A jester's head with cap, bells and ruff; `size` is about its width."""
    return [stamp(_RUFF, x, y, size, pal.GOLD, pal.GOLD_RIM, 0.4), stamp(_HEAD, x, y, size, pal.SKIN, pal.BROWN, 0.5),
            stamp(_LEFT, x, y, size, colours[0]), stamp(_RIGHT, x, y, size, colours[1]),
            stamp(_TOP, x, y, size, colours[2]), stamp(_BAND, x, y, size, pal.BROWN),
            stamp(_BELLS, x, y, size, pal.GOLD, pal.GOLD_RIM, 0.4), stamp(_EYES, x, y, size, pal.BROWN)]  # fmt: skip


def _tile_joker(card: Card, face: Face) -> list[Mark]:
    marks = _ivory()
    if card.bare:
        if face.large:
            return [*marks, *jester(25, 36, 42, pal.MOTLEY)]
        return [*marks, *jester(25, 29, 37, pal.MOTLEY), write("JOKER", 25, 57.5, 8.2, pal.JOKER, font="bold", room=42)]
    high, room = (23, 27) if face.large else (14, 21)
    marks += jester(25, 17 if face.large else 21.5, 23 if face.large else 29, pal.MOTLEY)
    ink = face.inks.get(card.suit)
    pale, edge = (ink.pale, ink.rim) if ink else (pal.joker_pale(face.colours), pal.JOKER)
    top = 63.5 - high - (7 if face.large else 8.5)
    y = (top + 63.6) / 2
    marks.append(box(4.5, top, 41, 63.5 - top, 5, pale, edge, 0.9))
    number = str(card.rank)
    if ink:
        rim = 1.1 if card.suit == "y" else 0.4
        marks.append(write(number, 18 if face.large else 17, y, high, ink.fill, font="bold", room=room,
                           rim=(ink.rim, rim)))  # fmt: skip
        return [*marks, stamp(sh.SUIT_SHAPES[card.suit], 37 if face.large else 36.3, y, 11.5, ink.fill, ink.rim, 0.8)]
    marks.append(write(number, 17, y, high, pal.JOKER, font="bold", room=22 if face.large else 21))
    return [*marks, *_open_suits(face, 36, y, 7)]


def _french(card: Card, face: Face) -> list[Mark]:
    width, height = PLAYING
    ink, pip = face.inks[card.suit], sh.SUIT_SHAPES[card.suit]
    colour = ink.fill
    if face.large:
        return _french_afar(card, face)
    high = 13.2
    middle_of_index = 5.8 + high / 2
    index = rank_text(card.rank, face)
    marks = body(width, height, 5.5, pal.WHITE, pal.CARD_EDGE)
    for x, y, turn in ((9.6, middle_of_index, 0.0), (width - 9.6, height - middle_of_index, 180.0)):
        down = 1 if not turn else -1
        marks.append(write(index, x, y, high, colour, font="serif", room=13.4, turn=turn))
        marks.append(stamp(pip, x, y + down * (high / 2 + 7.8), 10.4, colour, turn=turn))
    across, middle = width / 2, height / 2
    if card.rank == 1:
        return [*marks, stamp(pip, across, middle, 31, colour)]
    if card.rank > 10:
        return [*marks, *court(card.rank, card.suit, across, middle, ink)]
    points = [(across + 8.4 * x, middle + 28.5 * y) for x, y in PIPS[card.rank]]
    for half, turn in (([p for p in points if p[1] <= middle], 0.0), ([p for p in points if p[1] > middle], 180.0)):
        marks.append(Mark(pip.scaled(10.0, None, turn).stamped(half), 0, 0, colour))
    return marks


def _french_afar(card: Card, face: Face) -> list[Mark]:
    """A card that is read from afar: one large index, which shows also where other cards lie over the rest."""
    ink, pip = face.inks[card.suit], sh.SUIT_SHAPES[card.suit]
    high, middle = _AFAR, PLAYING[1] / 2
    marks = [*body(*PLAYING, 5.5, pal.WHITE, pal.CARD_EDGE),
             write(rank_text(card.rank, face), 13, 6 + high / 2, high, ink.fill, font="serif", room=20),
             stamp(pip, 13, high + 18, 16, ink.fill)]  # fmt: skip
    if card.rank > 10:
        return [*marks, *court(card.rank, card.suit, 42.5, middle, ink)]
    return [*marks, stamp(pip, 42, middle + 12, 30, ink.fill)]


def _french_joker(card: Card, face: Face) -> list[Mark]:
    width, height = PLAYING
    marks = body(width, height, 5.5, pal.WHITE, pal.CARD_EDGE)
    colours = (pal.INKS["plain"]["h"].fill, "#1F3F7A", pal.JOKER)
    if card.bare:
        letters = [] if face.large else _joker_down(9.6, 12, 12.2)
        star = stamp(sh.star(5, 0.42), width - 10, height - 11, 12, pal.GOLD, pal.GOLD_RIM, 0.5)
        return [*marks, *letters, *jester(38, 43, 37, colours), star]
    # A card laid over the joker leaves a strip at the left: what it stands for belongs there.
    ink = pal.speaking(card.suit, face.colours) if card.suit else pal.JOKER
    high, x, width = (_AFAR, 13.0, 21.6) if face.large else (12.4, 10.7, 17.4)
    marks.append(
        box(2, 2, width, high + (27 if face.large else 20.6), 3.6, pal.joker_pale(face.colours), pal.JOKER, 0.8)
    )
    marks.append(write(rank_text(card.rank, face), x, 5.4 + high / 2, high, ink, font="serif", room=width - 3))
    size = 14.0 if face.large else 10.6
    if card.suit:
        marks.append(stamp(sh.SUIT_SHAPES[card.suit], x, high + size + 3.6, size, ink))
    else:
        marks += _open_suits(face, x, high + size + 3.8, size * 0.6)
    if face.large:  # the word would have to be too large
        return [*marks, *jester(42, 52, 34, colours)]
    return [*marks, *_joker_down(10, 42.2, 9.8), *jester(39, 43, 37, colours)]


def _joker_down(x: float, top: float, step: float) -> list[Mark]:
    """The word letter below letter."""
    return [write(sign, x, top + step * at, 8.0, pal.JOKER, font="bold") for at, sign in enumerate("JOKER")]


def _small(card: Card, face: Face) -> list[Mark]:
    width, height = SMALL
    french = face.suits == FRENCH
    marks = body(width, height, 3.4, pal.WHITE if french else pal.IVORY, pal.CARD_EDGE if french else pal.IVORY_EDGE)
    if card.joker:
        return [*marks, *jester(width / 2, height / 2 + 2, 18.5, pal.MOTLEY)]
    ink = face.inks[card.suit]
    rim = 1.0 if card.suit == "y" else 0.0
    number = write(rank_text(card.rank, face), width / 2, 11.4, 13, ink.fill, font="serif" if french else "bold",
                   room=width - 5, rim=(ink.rim, rim) if rim else None)  # fmt: skip
    edge = None if french else ink.rim
    return [*marks, number, stamp(sh.SUIT_SHAPES[card.suit], width / 2, 26.5, 10, ink.fill, edge, 0.6)]


def _back(suits: str) -> list[Mark]:
    look = pal.look_of(suits)
    if suits == FRENCH:
        width, height = PLAYING
        marks = body(width, height, 5.5, pal.WHITE, pal.CARD_EDGE)
        marks.append(box(3.4, 3.4, width - 6.8, height - 6.8, 3.6, look.back))
        marks.append(box(5.8, 5.8, width - 11.6, height - 11.6, 2.4, None, look.back_line, 0.8))
        points = [(11 + 8 * i + 4 * (j % 2), 11.6 + 5.9 * j) for j in range(12) for i in range(6 - j % 2)]
        marks.append(Mark(sh.KITE.scaled(4.6).stamped(points), 0, 0, look.back_motif))
        marks.append(stamp(sh.DISC, width / 2, height / 2, 30, look.back, look.back_line, 0.8))
        return [*marks, *jester(width / 2, height / 2 + 0.8, 19, pal.MOTLEY)]
    width, height = TILE
    marks = body(width, height, 6.5, look.back, pal.IVORY_EDGE)
    marks.append(box(5, 5, width - 10, height - 10, 4.5, None, look.back_line, 1.0))
    for suit, x, y in zip("rygb", (16.5, 33.5, 16.5, 33.5), (24.5, 24.5, 43.5, 43.5), strict=True):
        marks.append(
            stamp(sh.SUIT_SHAPES[suit], x, y, 12, pal.INKS["plain"][suit].fill, pal.INKS["plain"][suit].rim, 0.6)
        )
    return marks


def _small_back(suits: str) -> list[Mark]:
    look, (width, height) = pal.look_of(suits), SMALL_BACK
    marks = body(width, height, 2.6, pal.WHITE if suits == FRENCH else look.back, pal.IVORY_EDGE)
    marks.append(box(2, 2, width - 4, height - 4, 1.6, look.back, look.back_line, 0.6))
    return [*marks, stamp(sh.KITE, width / 2, height / 2, 7.5, look.back_motif)]
