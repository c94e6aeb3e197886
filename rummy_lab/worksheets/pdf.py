"""A worksheet as PDF, by matplotlib alone: for printers. It has no alternative texts; the HTML has."""

from __future__ import annotations

import io
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any, Final, cast

from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, findfont, get_font
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle
from matplotlib.textpath import TextToPath

from rummy_lab.draw import put_picture
from rummy_lab.worksheets.blocks import Block, Content, Lines, Part, Rows, Shown, Text

SIZES: Final = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height of the paper in millimetres."""
_INCH: Final = 25.4
_POINT: Final = _INCH / 72
_MARGIN, _FOOT = 15.0, 22.0
_BODY, _HEAD, _TITLE, _SMALL = 11.0, 12.5, 17.0, 8.0
_GAP, _BETWEEN, _RULE, _INDENT = 1.6, 6.0, 7.5, 7.0

_MARK: Final = "\N{REPLACEMENT CHARACTER}"
Draw = Callable[["_Sheet", float], None]


@dataclass
class _Sheet:
    """One page; places are millimetres from its upper left corner."""

    width: float
    height: float
    figure: Figure = field(init=False)

    def __post_init__(self) -> None:
        self.figure = Figure(figsize=(self.width / _INCH, self.height / _INCH))

    def write(self, text: str, x: float, y: float, size: float, *, bold: bool = False, mono: bool = False) -> None:
        """Put a line of text; `y` is its foot."""
        self.figure.text(
            x / self.width, 1 - y / self.height, text, fontproperties=_font(size, bold, mono), parse_math=False
        )

    def rule(self, x: float, y: float, right: float) -> None:
        """Draw a line to write on."""
        across = (x / self.width, right / self.width)
        down = 1 - y / self.height
        line = Line2D(across, (down, down), linewidth=0.6, color="#666666", transform=self.figure.transFigure)
        self.figure.add_artist(line)

    def box(self, x: float, y: float, side: float) -> None:
        """Draw a box to tick."""
        self.figure.add_artist(
            Rectangle(
                (x / self.width, 1 - (y + side) / self.height), side / self.width, side / self.height,
                fill=False, linewidth=0.9, edgecolor="black", transform=self.figure.transFigure,
            )
        )  # fmt: skip


@lru_cache(maxsize=16)
def _font(size: float, bold: bool, mono: bool) -> FontProperties:
    # The fonts that come with matplotlib, so that the same sheet is the same file everywhere.
    family = "DejaVu Sans Mono" if mono else "DejaVu Sans"
    return FontProperties(family=family, size=size, weight="bold" if bold else "normal")


@lru_cache(maxsize=4)
def _signs(bold: bool, mono: bool) -> frozenset[int]:
    """The letters that the font has."""
    return frozenset(get_font(findfont(_font(_BODY, bold, mono))).get_charmap())


@lru_cache(maxsize=4096)
def _wide(text: str, size: float, bold: bool, mono: bool) -> float:
    """How wide a text is, in millimetres."""
    measured = cast(Any, TextToPath()).get_text_width_height_descent(text, _font(size, bold, mono), ismath=False)
    return float(measured[0]) * _POINT


def _wrapped(text: str, room: float, size: float, *, bold: bool = False, mono: bool = False) -> list[str]:
    """The lines of a paragraph; a word that is too long for one is cut, and what the font has no sign for is marked."""
    known = _signs(bold, mono)
    text = "".join(letter if ord(letter) in known or letter.isspace() else _MARK for letter in text)
    lines, line = [], ""
    for word in _words(text, room, size, bold, mono):
        longer = f"{line} {word}" if line else word
        if line and _wide(longer, size, bold, mono) > room:
            lines.append(line)
            line = word
        else:
            line = longer
    return [*lines, line]


def _prefix_wide(word: str, size: float, bold: bool, mono: bool, letters: int) -> float:
    return _wide(word[:letters], size, bold, mono)


def _words(text: str, room: float, size: float, bold: bool, mono: bool) -> Iterator[str]:
    for word in text.split():
        rest = word
        while _wide(rest, size, bold, mono) > room:
            prefixes = range(1, len(rest))
            cut = max(1, bisect_right(prefixes, room, key=partial(_prefix_wide, rest, size, bold, mono)))
            yield rest[:cut]
            rest = rest[cut:]
        yield rest


@dataclass(frozen=True)
class _Laid:
    """Something ready to be put on a page: how high it is and how it is drawn from its upper edge."""

    height: float
    draw: Draw


def _text(text: str, room: float, size: float = _BODY, *, bold: bool = False, indent: float = 0.0) -> _Laid:
    step = size * _POINT * 1.38
    lines = [line for part in text.split("\n\n") for line in _wrapped(part, room - indent, size, bold=bold)]

    def draw(sheet: _Sheet, top: float) -> None:
        for at, line in enumerate(lines):
            sheet.write(line, _MARGIN + indent, top + step * at + size * _POINT * 1.02, size, bold=bold)

    return _Laid(step * len(lines) + _GAP, draw)


def _row(text: str, mark: str, room: float) -> _Laid:
    laid = _text(text, room, indent=_INDENT)

    def draw(sheet: _Sheet, top: float) -> None:
        if mark:
            sheet.write(mark, _MARGIN + 1, top + _BODY * _POINT * 1.02, _BODY)
        else:
            sheet.box(_MARGIN, top + 0.3, 3.7)
        laid.draw(sheet, top)

    return _Laid(laid.height + (0 if mark else 0.6), draw)


def _rows(block: Rows, room: float) -> Iterator[_Laid]:
    for at, text in enumerate(block.texts, 1):
        yield _row(text, {"number": f"{at}.", "box": ""}.get(block.kind, "•"), room)


def _lines(block: Lines, room: float) -> _Laid:
    start = _wide(block.label, _BODY, False, False) + 2 if block.label else 0.0

    def draw(sheet: _Sheet, top: float) -> None:
        sheet.write(block.label, _MARGIN, top + _RULE - 0.8, _BODY)
        for at in range(block.count):
            sheet.rule(_MARGIN + (0 if at else start), top + _RULE * (at + 1), _MARGIN + room)

    return _Laid(_RULE * block.count + _GAP, draw)


def _picture(block: Shown, room: float) -> _Laid:
    width = min(room, block.picture.width * block.unit)

    def draw(sheet: _Sheet, top: float) -> None:
        put_picture(sheet.figure, block.picture, _MARGIN / _INCH, (top + 0.8) / _INCH, width / _INCH)

    return _Laid(block.picture.height * width / block.picture.width + 0.8 + _GAP, draw)


def _laid(blocks: Iterable[Block], room: float) -> Iterator[_Laid]:
    for block in blocks:
        if isinstance(block, Text):
            yield _text(block.plain, room, bold=block.strong)
        elif isinstance(block, Rows):
            yield from _rows(block, room)
        elif isinstance(block, Lines):
            yield _lines(block, room)
        else:
            yield _picture(block, room)


class _Book:
    """The pages in the making."""

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        self.room = width - 2 * _MARGIN
        self.sheets: list[_Sheet] = []
        self.turn()

    def turn(self) -> None:
        """Begin a page."""
        self.sheets.append(_Sheet(self.width, self.height))
        self.top = _MARGIN

    def left(self) -> float:
        """How much room is left on the page, in millimetres."""
        return self.height - _FOOT - self.top

    def put(self, pieces: Sequence[_Laid]) -> None:
        """Put what belongs together, on one page where it fits on one."""
        if sum(piece.height for piece in pieces) > self.left() and self.top > _MARGIN:
            self.turn()
        for piece in pieces:
            if piece.height > self.left() and self.top > _MARGIN:
                self.turn()
            piece.draw(self.sheets[-1], self.top)
            self.top += piece.height

    def parts(self, parts: Iterable[Part]) -> None:
        """Put exercises or solutions."""
        for part in parts:
            self.put([_text(part.title, self.room, _HEAD, bold=True), *_laid(part.blocks, self.room)])
            self.top += _BETWEEN

    def who(self, labels: Sequence[str]) -> None:
        """Put the line for the name and the date."""
        ends = (_MARGIN + self.room * 0.68, _MARGIN + self.room)
        x = _MARGIN
        for label, end in zip(labels, ends, strict=True):
            self.sheets[-1].write(label, x, self.top + 5, _BODY)
            self.sheets[-1].rule(x + _wide(label, _BODY, False, False) + 2, self.top + 5.8, end)
            x = end + 4
        self.top += 10


def pdf_of(content: Content, paper: str = "a4") -> bytes:
    """The sheet as PDF on `a4` or `letter`: the same sheet gives the same bytes with the same matplotlib."""
    width, height = SIZES[paper]
    book = _Book(width, height)
    book.put([_text(content.title, book.room, _TITLE, bold=True)])
    book.who(content.who)
    book.put(list(_laid(content.intro, book.room)))
    book.top += _BETWEEN / 2
    book.parts(content.exercises)
    book.turn()
    book.put([_text(content.key_title, book.room, _TITLE, bold=True)])
    book.parts(content.key)
    out = io.BytesIO()
    told = {"Title": content.title, "Creator": content.foot, "CreationDate": None}
    with PdfPages(out, metadata=told) as pages:
        for number, sheet in enumerate(book.sheets, 1):
            _foot(sheet, content, f"{number} / {len(book.sheets)}")
            pages.savefig(sheet.figure)
    return out.getvalue()


def _foot(sheet: _Sheet, content: Content, page: str) -> None:
    y, step = sheet.height - _FOOT + 8, _SMALL * _POINT * 1.4
    sheet.write(content.foot, _MARGIN, y, _SMALL)
    room = sheet.width - 2 * _MARGIN - 15
    for at, line in enumerate(_wrapped(content.code, room, _SMALL, mono=True)[:3], 1):
        sheet.write(line, _MARGIN, y + step * at, _SMALL, mono=True)
    sheet.write(page, sheet.width - _MARGIN - _wide(page, _SMALL, False, False), y, _SMALL)
