"""The parts of the app that are its own in the browser: what stands above and below every page, and its words."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Final

import traitlets
from anywidget import AnyWidget

from rummy_lab.app.texts import texts
from rummy_lab.language import LANGUAGES
from rummy_lab.widgets import front
from rummy_lab.widgets.texts import LANGUAGES as NAMES

_HERE: Final = Path(__file__).parent


@cache
def _module(*names: str) -> str:
    shared = (front.HERE / f"{name}.js" for name in ("table_dom", "table_memory"))
    files = (*shared, *(_HERE / f"{name}.js" for name in names))
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


class Frame(AnyWidget):
    """What stands above or below every page.

    Attributes:
        words: by language all that it says. view: what it has to know of the page, see `pages.View`.
    """

    words: Any = traitlets.Dict().tag(sync=True)
    view: Any = traitlets.Dict().tag(sync=True)

    def __init__(self) -> None:
        super().__init__(words={lang: {key: told[lang] for key, told in texts()["app"].items()} for lang in LANGUAGES})

    def show(self, view: dict[str, Any]) -> None:
        """Frame a page."""
        self.view = {key: view[key] for key in ("lang", "kind", "query", "trail")}


class Head(Frame):
    """The way back, the languages, and whether Python still answers."""

    _esm = _module("connection", "head")
    _css = (_HERE / "app.css").read_text(encoding="utf-8")
    names: Any = traitlets.Dict(NAMES).tag(sync=True)


class Foot(Frame):
    """The colours, and the link to the page."""

    _esm = _module("foot")


class Page(AnyWidget):
    """The words of a page: its heading, sentences and links.

    Attributes:
        view: see `pages.View`; with `how` the address changes (`push` or `replace`) and `gen`, the number of the view.
    """

    _esm = _module("page")
    languages: Any = traitlets.List(list(LANGUAGES)).tag(sync=True)
    view: Any = traitlets.Dict().tag(sync=True)
