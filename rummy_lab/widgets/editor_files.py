"""What an editor gives away: pictures as files, and the skeleton of a lesson."""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

from rummy_lab.core.errors import RummyError
from rummy_lab.core.state import State
from rummy_lab.draw import draw_table, table_png, table_svg
from rummy_lab.lessons.skeleton import step_skeleton
from rummy_lab.records.whole import write_whole
from rummy_lab.widgets.texts import Language


def _pdf(state: State, lang: Language) -> bytes:
    out = io.BytesIO()
    # Without a date the same position gives the same file.
    draw_table(state, lang=lang).savefig(out, format="pdf", metadata={"CreationDate": None, "Title": str(state)})
    return out.getvalue()


_MAKERS: Final[dict[str, Callable[[State, Language], bytes]]] = {
    "svg": lambda state, lang: table_svg(state, lang=lang).encode("utf-8"),
    "pdf": _pdf,
    "png": lambda state, lang: table_png(state, lang=lang),
}
PICTURES: Final = tuple(_MAKERS)
_MIME: Final = {"svg": "image/svg+xml", "pdf": "application/pdf", "png": "image/png", "toml": "application/toml"}
KINDS: Final = tuple(_MIME)


def picture_bytes(state: State, kind: str, lang: Language) -> bytes:
    """The picture of a position as a file of this kind: svg, pdf or png."""
    return _MAKERS[kind](state, lang)


def file_of(state: State, kind: str, lang: Language) -> tuple[str, str, bytes]:
    """A file to be kept, the picture or as TOML the skeleton of a lesson: its name, its type, what is in it."""
    if kind == "toml":
        return "lesson.toml", _MIME[kind], step_skeleton(state, "do").encode()
    return f"position.{kind}", _MIME[kind], picture_bytes(state, kind, lang)


def save_picture(state: State, path: str | os.PathLike[str], lang: Language) -> Path:
    """Write the picture of a position: the whole file or nothing; raises RummyError."""
    target = Path(path)
    kind = target.suffix.lower().removeprefix(".")
    if kind not in _MAKERS:
        raise RummyError(
            "{target}: a picture is saved as .svg, .pdf or .png; end the name in one of them", target=str(target)
        )
    return write_whole(target, picture_bytes(state, kind, lang))
