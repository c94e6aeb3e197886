"""Shapes as paths, each made once: y runs down, unit shapes are about 1 high and lie around the origin."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import cache, cached_property, lru_cache
from math import cos, pi, sin
from pathlib import Path as File
from typing import Any, Final, Literal, NamedTuple, cast

import matplotlib as mpl
import numpy as np
from matplotlib.font_manager import FontProperties, get_font
from matplotlib.path import Path
from matplotlib.textpath import TextPath
from matplotlib.transforms import Affine2D

Font = Literal["sans", "bold", "serif"]
Point = tuple[float, float]

_FILES: Final = {"sans": "DejaVuSans.ttf", "bold": "DejaVuSans-Bold.ttf", "serif": "DejaVuSerif-Bold.ttf"}
_EM: Final = 100.0
_CAP: Final = 72.9  # the height of capitals and digits in all DejaVu faces, for 100 to the em
_LONGEST: Final = 120  # letters of a caption; more never fit
_KAPPA: Final = 0.5523
_LETTER: Final = {1: "M", 2: "L", 3: "Q", 4: "C"}
_POINTS: Final = {1: 1, 2: 1, 3: 2, 4: 3}


class Shape:
    """A path that remembers its SVG text; compared by identity, so that it can be a key of caches."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @cached_property
    def d(self) -> str:
        """The path as the `d` of SVG, two decimals."""
        codes = cast(Any, self.path.codes).tolist()
        points = [f"{_short(x)} {_short(y)}" for x, y in cast(Any, self.path.vertices).tolist()]
        out: list[str] = []
        at = 0
        while at < len(codes):
            if codes[at] == 79:
                out.append("Z")
                at += 1
            else:
                count = _POINTS[codes[at]]
                out.append(_LETTER[codes[at]] + " ".join(points[at : at + count]))
                at += count
        return "".join(out)

    @lru_cache(maxsize=4096)  # noqa: B019 - shapes live as long as the process
    def scaled(self, across: float, down: float | None = None, turn: float = 0.0) -> Shape:
        """The shape in another size, then turned clockwise by degrees."""
        change = Affine2D().scale(across, across if down is None else down).rotate_deg(turn)
        return Shape(self.path.transformed(change))

    def stamped(self, points: Sequence[Point]) -> Shape:
        """The shape at each of the points, as one shape."""
        return join(Shape(self.path.transformed(Affine2D().translate(x, y))) for x, y in points)


class Mark(NamedTuple):
    """A shape on the canvas with its paint; `width` of the edge and lengths of `dash` and gap in canvas units."""

    shape: Shape
    x: float
    y: float
    fill: str | None
    edge: str | None = None
    width: float = 0.0
    alpha: float = 1.0
    dash: tuple[float, float] | None = None


def _short(number: float) -> str:
    return f"{round(number, 2) + 0.0:g}"  # + 0.0 makes -0 a plain 0


def outline(start: Point, *steps: Sequence[float]) -> Shape:
    """A closed shape: two numbers are a straight line to there, six a Bezier curve."""
    points: list[Point] = [start]
    codes = [1]
    for step in steps:
        points += list(zip(step[::2], step[1::2], strict=True))
        codes += [2] if len(step) == 2 else [4, 4, 4]
    return Shape(Path([*points, start], [*codes, 79]))


def polygon(*corners: Point) -> Shape:
    """A closed shape with straight sides."""
    return outline(corners[0], *corners[1:])


def join(shapes: Iterable[Shape]) -> Shape:
    """Several shapes as one."""
    parts = [shape.path for shape in shapes]
    return Shape(Path(np.concatenate([p.vertices for p in parts]), np.concatenate([cast(Any, p.codes) for p in parts])))


@cache
def ellipse(across: float, down: float, x: float = 0.0, y: float = 0.0) -> Shape:
    """An ellipse by its radii."""
    kx, ky = _KAPPA * across, _KAPPA * down
    return outline(
        (x, y - down),
        (x + kx, y - down, x + across, y - ky, x + across, y),
        (x + across, y + ky, x + kx, y + down, x, y + down),
        (x - kx, y + down, x - across, y + ky, x - across, y),
        (x - across, y - ky, x - kx, y - down, x, y - down),
    )


@lru_cache(maxsize=2048)
def rounded(width: float, height: float, radius: float) -> Shape:
    """A rectangle with round corners, its upper left corner at the origin."""
    r = min(radius, width / 2, height / 2)
    k = r * (1 - _KAPPA)
    w, h = width, height
    return outline(
        (r, 0), (w - r, 0), (w - k, 0, w, k, w, r), (w, h - r), (w, h - k, w - k, h, w - r, h),
        (r, h), (k, h, 0, h - k, 0, h - r), (0, r), (0, k, k, 0, r, 0),
    )  # fmt: skip


def star(points: int, inner: float) -> Shape:
    """A star with its tips on a circle of diameter 1."""
    tips = [(0.5 if n % 2 == 0 else 0.5 * inner, pi * n / points - pi / 2) for n in range(2 * points)]
    return polygon(*[(r * cos(a), r * sin(a)) for r, a in tips])


HEART: Final = outline(
    (0, 0.5), (-0.09, 0.27, -0.5, 0.05, -0.5, -0.22), (-0.5, -0.4, -0.38, -0.5, -0.25, -0.5),
    (-0.12, -0.5, -0.04, -0.42, 0, -0.29), (0.04, -0.42, 0.12, -0.5, 0.25, -0.5),
    (0.38, -0.5, 0.5, -0.4, 0.5, -0.22), (0.5, 0.05, 0.09, 0.27, 0, 0.5),
)  # fmt: skip
DIAMOND: Final = outline(
    (0, -0.55), (0.1, -0.34, 0.25, -0.13, 0.42, 0), (0.25, 0.13, 0.1, 0.34, 0, 0.55),
    (-0.1, 0.34, -0.25, 0.13, -0.42, 0), (-0.25, -0.13, -0.1, -0.34, 0, -0.55),
)  # fmt: skip
SPADE: Final = outline(
    (0, -0.53), (0.13, -0.28, 0.5, -0.08, 0.5, 0.17), (0.5, 0.31, 0.4, 0.39, 0.28, 0.39),
    (0.18, 0.39, 0.09, 0.34, 0.05, 0.25), (0.06, 0.37, 0.11, 0.46, 0.21, 0.51), (-0.21, 0.51),
    (-0.11, 0.46, -0.06, 0.37, -0.05, 0.25), (-0.09, 0.34, -0.18, 0.39, -0.28, 0.39),
    (-0.4, 0.39, -0.5, 0.31, -0.5, 0.17), (-0.5, -0.08, -0.13, -0.28, 0, -0.53),
)  # fmt: skip
_STEM: Final = outline((-0.06, 0), (-0.04, 0.3, -0.1, 0.46, -0.21, 0.51), (0.21, 0.51), (0.1, 0.46, 0.04, 0.3, 0.06, 0))
CLUB: Final = join(
    (ellipse(0.24, 0.24, 0, -0.27), ellipse(0.24, 0.24, 0.27, 0.1), ellipse(0.24, 0.24, -0.27, 0.1),
     ellipse(0.13, 0.13, 0, -0.01), _STEM)
)  # fmt: skip
KITE: Final = polygon((0, -0.56), (0.48, 0), (0, 0.56), (-0.48, 0))
DISC: Final = ellipse(0.46, 0.46)
TRIANGLE: Final = polygon((0, -0.5), (0.53, 0.43), (-0.53, 0.43))
SQUARE: Final = rounded(0.82, 0.82, 0.04).stamped([(-0.41, -0.41)])
PLAY: Final = polygon((-0.36, -0.46), (0.46, 0), (-0.36, 0.46))
TICK: Final = polygon((-0.48, 0.02), (-0.3, -0.16), (-0.12, 0.06), (0.32, -0.42), (0.5, -0.26), (-0.1, 0.42))
SUIT_SHAPES: Final = {
    "r": KITE, "y": DISC, "g": TRIANGLE, "b": SQUARE, "c": CLUB, "d": DIAMOND, "h": HEART, "s": SPADE,
}  # fmt: skip


class Lettering(NamedTuple):
    """Text as a shape on its base line, 100 units to the em: left end at 0; `left`, `right` bound its ink."""

    shape: Shape
    left: float
    right: float


@lru_cache(maxsize=4096)
def lettering(text: str, font: Font) -> Lettering:
    """The outline of a text in a DejaVu face that comes with matplotlib; a sign that is not in it becomes a box."""
    file = File(mpl.get_data_path(), "fonts", "ttf", _FILES[font])
    face = get_font(str(file))
    text = "".join(sign if sign.isprintable() else " " for sign in text)
    if not text.strip():
        return Lettering(Shape(Path(np.empty((0, 2)), np.empty(0, np.uint8))), 0.0, 0.0)
    shown = "".join(sign if face.get_char_index(ord(sign)) else "□" for sign in text)
    # An even number of dollar signs would be read as a formula.
    path = TextPath((0, 0), shown.replace("$", r"\$"), size=_EM, prop=FontProperties(fname=str(file)))
    box = path.get_extents()
    return Lettering(Shape(path.transformed(Affine2D().scale(1, -1))), float(box.x0), float(box.x1))


def text_width(text: str, height: float, font: Font = "sans") -> float:
    """How wide the ink of a text is when its capitals are `height` high."""
    letter = lettering(text, font)
    return (letter.right - letter.left) * height / _CAP


def write(
    text: str, x: float, y: float, height: float, fill: str, *, font: Font = "sans", align: str = "middle",
    room: float | None = None, turn: float = 0.0, rim: tuple[str, float] | None = None,
) -> Mark:  # fmt: skip
    """Text with capitals `height` high around the line `y`; wider than `room` it is squeezed.

    `rim` is the colour and width of an outline.
    """
    letter = lettering(text, font)
    down = height / _CAP
    width = (letter.right - letter.left) * down
    across = down if room is None or width <= room else down * room / width
    start = {"middle": (letter.left + letter.right) / 2, "left": letter.left, "right": letter.right}[align] * across
    shape = letter.shape.scaled(round(across, 5), round(down, 5))
    baked = _moved(shape, round(-start, 2), round(height / 2, 2), turn)
    return Mark(baked, x, y, fill, *(rim or (None, 0.0)))


@lru_cache(maxsize=4096)
def _moved(shape: Shape, x: float, y: float, turn: float) -> Shape:
    return Shape(shape.path.transformed(Affine2D().translate(x, y).rotate_deg(turn)))


def fit(text: str, room: float, height: float, font: Font = "sans") -> str:
    """The text, cut and ended by … where it would have to be squeezed below three quarters of its width."""
    if text_width(text[:_LONGEST], height, font) * 0.75 <= room and len(text) <= _LONGEST:
        return text
    text = text[:_LONGEST]
    cuts = range(1, len(text) + 1)
    keep = bisect_right(cuts, room, key=lambda cut: text_width(text[:cut].rstrip() + "…", height, font) * 0.75)
    return text[:keep].rstrip() + "…" if keep else ""


def box(
    x: float, y: float, width: float, height: float, radius: float, fill: str | None, edge: str | None = None,
    line: float = 0.0, *, alpha: float = 1.0, dash: tuple[float, float] | None = None,
) -> Mark:  # fmt: skip
    """A round-cornered rectangle with its upper left corner at x, y."""
    return Mark(rounded(round(width, 2), round(height, 2), radius), x, y, fill, edge, line, alpha, dash)


def stamp(
    shape: Shape, x: float, y: float, size: float, fill: str | None, edge: str | None = None, line: float = 0.0, *,
    turn: float = 0.0, alpha: float = 1.0,
) -> Mark:  # fmt: skip
    """A unit shape in a size, its middle at x, y."""
    return Mark(shape.scaled(size, None, turn), x, y, fill, edge, line, alpha)
