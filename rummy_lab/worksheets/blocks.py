"""What a worksheet is made of, whatever it is printed by."""

from __future__ import annotations

import html
from dataclasses import dataclass

from rummy_lab.draw import Picture


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph: as plain text, and as HTML where it has more to it."""

    plain: str
    html: str = ""
    strong: bool = False

    @property
    def markup(self) -> str:
        """The paragraph as HTML."""
        inside = html.escape(self.plain)
        return self.html or f"<p>{f'<strong>{inside}</strong>' if self.strong else inside}</p>"


@dataclass(frozen=True, slots=True)
class Rows:
    """Short texts below each other: to tick (`box`), numbered, or with a dot."""

    texts: tuple[str, ...]
    kind: str = "dot"


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture, what stands for it where it is not seen, and how many millimetres of paper a canvas unit of it is."""

    picture: Picture
    alt: str
    unit: float


@dataclass(frozen=True, slots=True)
class Lines:
    """Room to write: so many lines, the first after a label."""

    count: int
    label: str = ""


Block = Text | Rows | Shown | Lines


@dataclass(frozen=True, slots=True)
class Part:
    """An exercise or a solution, which stays on one page where it can."""

    title: str
    blocks: tuple[Block, ...] = ()


@dataclass(frozen=True, slots=True)
class Content:
    """Everything that is printed.

    Attributes:
        title: of the sheet. intro: below it. exercises: what is asked. key: the solutions, on pages of their own.
        foot: where the sheet comes from. code: the call that makes it again. who: what its owner writes at its head.
    """

    lang: str
    title: str
    intro: tuple[Block, ...]
    exercises: tuple[Part, ...]
    key_title: str
    key: tuple[Part, ...]
    foot: str
    code: str
    who: tuple[str, ...]
