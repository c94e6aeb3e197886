"""A table as matplotlib figure, SVG or PNG. No pyplot, no rcParams: each call has a figure of its own."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import Any, Final, Unpack, cast

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.transforms import Affine2D, Bbox, Transform
from PIL import Image

from rummy_lab.draw import palette as pal
from rummy_lab.draw.compose import picture_of
from rummy_lab.draw.faces import face_marks
from rummy_lab.draw.options import Drawable, Options
from rummy_lab.draw.picture import Group, Picture
from rummy_lab.draw.shapes import Mark
from rummy_lab.draw.svg import picture_svg

DPI: Final = 100.0  # a unit is a pixel at this resolution
_FLAT: Final = 128
_MANY: Final = 1 << 16


def draw_table(state: Drawable, ax: Axes | None = None, **options: Unpack[Options]) -> Figure:
    """Draw a table onto axes, or onto a fresh figure; the figure comes back.

    Args:
        state: a State or a View.
        ax: axes whose limits become the canvas; None makes a figure, on which a canvas unit is 1/100 inch.
        options: those of `rummy_lab.draw.Options`, as `seat`, `lang`, `width`, `four_colours`, `paper`.

    Raises TypeError or ValueError with the options and values that there are, and RummyError for what is no position.

    >>> from rummy_lab.core.referee import position
    >>> figure = draw_table(position("schmidt; table [6r 7r 8r]; hand A+ 5r 9r; turn A"), width=600, lang="en")
    >>> figure.get_size_inches().tolist()[0]
    6.0
    """
    picture = picture_of(state, options)
    if ax is None:
        return draw_picture(picture)
    ax.set_axis_off()
    ax.set_xlim(0, picture.width)
    ax.set_ylim(picture.height, 0)
    ax.set_aspect("equal")
    for group in picture.groups:
        ax.add_artist(_GroupArtist(group, ax.transData, picture)).set_clip_on(False)
    return cast(Figure, ax.get_figure(root=True))


def draw_picture(picture: Picture) -> Figure:
    """A fresh figure of a picture; a canvas unit is 1/100 inch."""
    figure = TableFigure(figsize=(picture.width / DPI, picture.height / DPI), dpi=DPI, frameon=False)
    put_picture(figure, picture, 0.0, 0.0, picture.width / DPI)
    return figure


def put_picture(figure: Figure, picture: Picture, left: float, top: float, width: float) -> None:
    """Put a picture onto a figure, `width` inches wide; `left` and `top` are inches from the figure's upper left."""
    across, down = figure.get_size_inches()
    unit = width / picture.width
    place = Affine2D().scale(unit / across, -unit / down).translate(left / across, 1 - top / down)
    for group in picture.groups:
        figure.add_artist(_GroupArtist(group, place + figure.transFigure, picture))


def table_svg(state: Drawable, *, faces: bool = True, **options: Unpack[Options]) -> str:
    """A table as SVG text with the notation as its title; `faces=False` leaves the faces to `face_svg`."""
    return picture_svg(picture_of(state, options), str(state), faces=faces)


def table_png(state: Drawable, dpi: float = 150.0, **options: Unpack[Options]) -> bytes:
    """A table as PNG with at most 256 colours; at 100 dpi a canvas unit is a pixel."""
    return figure_png(draw_table(state, **options), dpi)


def alt_text(state: Drawable) -> str:
    """What stands for the picture where it cannot be seen: the notation."""
    return str(state)


def figure_png(figure: Figure, dpi: float) -> bytes:
    """A figure as PNG with at most 256 colours."""
    canvas = FigureCanvasAgg(figure)
    before = figure.dpi
    figure.set_dpi(dpi)
    try:
        cast(Any, canvas).draw()
        drawn = bytes(cast(Any, canvas).buffer_rgba())
        pixels = Image.frombuffer("RGBA", canvas.get_width_height(), drawn, "raw", "RGBA", 0, 1)
    finally:
        figure.set_dpi(before)
        # Figure and canvas hold each other, and the canvas the pixels: they would stay until the next full collection.
        cast(Any, canvas).renderer = None
    return palette_png(pixels)


def palette_png(pixels: Image.Image) -> bytes:
    """A PNG with at most 256 colours, one of them clear.

    The flat colours, which are the most frequent, stay exact; the shades between them are chosen for the least
    greatest error, so that a small number in a rare colour keeps it.
    """
    solid = pixels.convert("RGB")
    # Room is made for as many colours as may come: a picture has some thousand, and a browser not much memory.
    found = solid.getcolors(_MANY) or solid.getcolors(solid.width * solid.height)
    counted = cast("list[tuple[int, tuple[int, int, int]]]", found)
    flat = [channel for _, colour in sorted(counted, reverse=True)[:_FLAT] for channel in colour]
    between = solid.quantize(255 - _FLAT, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).getpalette() or []
    colours = (flat + between)[: 3 * 255]
    chosen = Image.new("P", (1, 1))
    chosen.putpalette(colours)
    few = solid.quantize(palette=chosen, dither=Image.Dither.NONE).point([min(255, at + 1) for at in range(256)])
    few.putpalette([0, 0, 0, *colours])
    few.paste(0, mask=pixels.getchannel("A").point(lambda alpha: 255 if alpha < 128 else 0))
    out = io.BytesIO()
    few.save(out, "PNG", compress_level=6, transparency=0)
    return out.getvalue()


class TableFigure(Figure):
    """A figure that a notebook shows by itself, whether pyplot is there or not."""

    def _repr_png_(self) -> bytes:
        return figure_png(self, 1.5 * DPI)


class _GroupArtist(Artist):
    """One group; works alike on Agg, SVG and PDF."""

    def __init__(self, group: Group, base: Transform, picture: Picture) -> None:
        super().__init__()
        self.group, self.base, self.picture = group, base, picture
        self.set_gid(group.gid)
        self.set_in_layout(group.kind == "table")

    def get_window_extent(self, renderer: RendererBase | None = None) -> Bbox:  # noqa: ARG002
        return Bbox(self.base.transform([(0, 0), (self.picture.width, self.picture.height)]))

    def draw(self, renderer: RendererBase) -> None:
        base = Affine2D(cast(Any, self.base).get_matrix())
        renderer.open_group("g", self.group.gid)
        figure = cast(Figure, self.get_figure(root=True))
        points = abs(base.get_matrix()[0, 0]) * 72 / figure.dpi
        spot, face = self.group.spot, self.group.face
        if face is None:
            _paint(renderer, self.group.marks, base, points)
        else:
            width, height = face.size
            middle = width * spot.scale / 2, height * spot.scale / 2
            turned = Affine2D().rotate_deg_around(*middle, spot.turn).translate(spot.x, spot.y) + base
            _paint(renderer, self.group.marks, turned, points)
            _paint(renderer, face_marks(face), Affine2D().scale(spot.scale) + turned, points * spot.scale)
        renderer.close_group("g")


@lru_cache(maxsize=512)
def _rgba(colour: str, alpha: float) -> tuple[float, float, float, float]:
    return (*pal.rgb(colour), alpha)


def _paint(renderer: RendererBase, marks: tuple[Mark, ...], base: Transform, points: float) -> None:
    """Marks, whose units are `points` printer's points wide."""
    context = renderer.new_gc()
    context.set_joinstyle("round")
    context.set_snap(False)
    for mark in marks:
        context.set_alpha(mark.alpha)
        context.set_linewidth(mark.width * points if mark.edge else 0.0)
        context.set_foreground(_rgba(mark.edge or pal.SHADE, mark.alpha), isRGBA=True)
        context.set_dashes(0, [side * points for side in mark.dash] if mark.dash else None)
        fill = None if mark.fill is None else _rgba(mark.fill, mark.alpha)
        renderer.draw_path(context, mark.shape.path, Affine2D().translate(mark.x, mark.y) + base, fill)
    context.restore()
