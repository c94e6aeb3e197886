"""The two parts of the app that are its own in the browser: what stands over every page, and the words of a page."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Final

import traitlets
from anywidget import AnyWidget

from rummy_lab.app.texts import texts
from rummy_lab.language import LANGUAGES
from rummy_lab.widgets import front

_HERE: Final = Path(__file__).parent
NAMES: Final = {"en": "English", "de": "Deutsch", "nl": "Nederlands"}


@cache
def _module(*names: str) -> str:
    shared = (front.HERE / f"{name}.js" for name in ("table_dom", "table_memory"))
    files = (*shared, *(_HERE / f"{name}.js" for name in names))
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


class Head(AnyWidget):
    """What stands over every page: the way back, the language, the colours, the link; and whether Python still answers.

    Attributes:
        words: by language all that it says. view: what is told of the page, see `pages.View`.
    """

    _esm = _module("connection", "head")
    _css = (_HERE / "app.css").read_text(encoding="utf-8")
    words: Any = traitlets.Dict().tag(sync=True)
    names: Any = traitlets.Dict(NAMES).tag(sync=True)
    view: Any = traitlets.Dict().tag(sync=True)

    def __init__(self) -> None:
        words = {lang: {key: told[lang] for key, told in texts()["app"].items()} for lang in LANGUAGES}
        super().__init__(words=words)

    def show(self, view: dict[str, Any]) -> None:
        """Stand over a page."""
        self.view = {key: view[key] for key in ("lang", "kind", "query", "trail")}


class Page(AnyWidget):
    """The words of a page: its heading, sentences and links.

    Attributes:
        view: see `pages.View`; with `how` the address changes (`push` or `replace`) and `gen`, the number of the view.
    """

    _esm = _module("page")
    languages: Any = traitlets.List(list(LANGUAGES)).tag(sync=True)
    view: Any = traitlets.Dict().tag(sync=True)
