"""The app as one visitor has it: the page that is shown, its widget, its language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from threading import Thread
from typing import Any, Final, cast
from weakref import WeakSet

from ipywidgets import VBox

from rummy_lab.app.address import PARENTS, Address, Fault, read
from rummy_lab.app.pages import View, view
from rummy_lab.app.rooms import room
from rummy_lab.app.shell import Foot, Head, Page
from rummy_lab.core.errors import RummyError
from rummy_lab.language import ASKED, LANG, LANGUAGES, Language
from rummy_lab.widgets.chosen import chosen_seed
from rummy_lab.widgets.panel import Panel, free

_TOLD: Final = ("lang", "kept", "own")
_LONGEST_MESSAGE: Final = 4_000


class App(Panel):
    """The app: what one came for, and then the lesson, game, answer or lab that was chosen.

    Args:
        query: the page shown first, as in an address: `?lesson=schmidt/split&lang=de`.

    Attributes:
        address: the page that is shown. fault: why it is another than was asked for. widget: what is on it, or None.

    >>> app = App("?game=rummy40&seed=3&lang=nl")
    >>> app.address.kind, app.view["heading"], app.widget.sitting.seed
    ('game', 'Rummy 40 spelen', 3)
    """

    def __init__(self, query: str = "") -> None:
        self.address, self.fault, self.widget = Address(), cast("Fault | None", None), cast(Any, None)
        self._lang: Language = LANG
        self.head, self.page, self.foot, self._room = Head(), Page(), Foot(), VBox([])
        self._main = VBox([self.page, self._room])
        self._followed: WeakSet[Any] = WeakSet()
        super().__init__([self.head, self._main, self.foot])
        self.add_class("rl-app")
        self._main.add_class("rl-app-main")
        for widget in (self, self._main, self._room):
            widget.layout.width, widget.layout.min_width = "100%", "0"
        for part in (self.head, self.page):
            part.on_msg(self._heard)
        if query:
            self.go(query)

    # What stands

    @property
    def lang(self) -> Language:
        """The language; may be set."""
        return self._lang

    @lang.setter
    def lang(self, lang: Language) -> None:
        with self.lock:
            self._speak(lang)
            if self.widget is not None and self.widget.lang != lang:
                self.widget.lang = lang

    @property
    def view(self) -> View:
        """What the page tells, as its browser has it."""
        return cast(View, self.page.view)

    def words(self) -> str:
        """What is shown, in words."""
        told = self.view
        rather = told.get("rather") or {}
        lines = [told.get("heading", ""), *told.get("intro", ()), told.get("notice", ""), rather.get("text", "")]
        return "\n".join(line for line in (*lines, "" if self.widget is None else self.widget.words()) if line)

    def still(self) -> tuple[bytes, str, str]:
        """No page is kept as a picture."""
        return b"", "", self.words()

    def _repr_mimebundle_(self, **options: Any) -> Any:
        # A still picture would cost each visitor the second that the first page is there earlier.
        return VBox._repr_mimebundle_(self, **options)

    # What can be done

    def go(self, query: str, *, how: str = "push", wish: Language | None = None) -> None:
        """Show the page of an address; of one that is none the nearest, and why.

        `how` the address of the browser changes: `push`, `replace`, or `back` where it has changed already; who goes
        back keeps the language.
        """
        with self.lock:
            address, fault = read(query)
            self._lang = (address.lang if how != "back" else None) or wish or self._lang
            try:
                self._open(address, fault, how)
            except RummyError:  # it reads well and cannot be, such as eight players where four can sit
                self._open(Address(PARENTS.get(address.kind, "start")), _impossible(address), how)
            except Exception as error:
                self._open(Address(), Fault("failed", type(error).__name__), how)
                raise

    def _open(self, address: Address, fault: Fault | None, how: str) -> None:
        if address.kind == "game" and address.seed is None:
            address = replace(address, seed=chosen_seed(None))
        same = replace(address, lang=None) == replace(self.address, lang=None)
        if same and self.widget is not None:
            self.lang = self._lang
        else:
            made = room(address, self._lang)
            before, self.widget = self.widget, made
            self._room.children = [] if made is None else [made]
            if before is not None:
                before.close()
                free(before)
        self.address, self.fault = address, fault
        self._follow()
        self._show(how)

    # How it works

    def _show(self, how: str) -> None:
        told = view(self.address, self._lang, self.fault)
        self.page.view = {
            **told,
            "how": "push" if how == "push" else "replace",
            "gen": self.page.view.get("gen", 0) + 1,
        }
        self.head.show(told)
        self.foot.show(told)

    def _speak(self, lang: Language) -> None:
        if lang != self._lang:
            self._lang = lang
            self._show("replace")

    def _heard(self, _widget: object, content: object, _buffers: object) -> None:
        self.attempt(lambda: self._take(content))

    def _take(self, content: object) -> None:
        told = cast("dict[str, object]", content) if isinstance(content, dict) else {}
        kind, query, how = (told.get(key) for key in ("type", "query", "how"))
        chosen, kept, own = (next((one for one in LANGUAGES if one == told.get(key)), None) for key in _TOLD)
        if kind == "open" and isinstance(query, str) and len(query) <= _LONGEST_MESSAGE:
            first = "gen" not in self.page.view
            # As it was chosen last in this browser, else as the server was told, else as the browser is.
            wish = (kept or ASKED or own) if first else None
            self.go(query, how=str(how) if how in ("back", "replace") else "push", wish=wish)
            if first:
                Thread(target=_get_ready, daemon=True).start()
        elif kind == "lang" and chosen is not None:
            self.lang = chosen

    def _follow(self) -> None:
        """A language that is chosen at a table or a desk is that of the whole page, also at one that comes later.

        What is there changes in the background too, under the lock of the widget, for which whoever has ours may wait:
        so this takes none.
        """
        for part in () if self.widget is None else tuple(_parts(self.widget)):
            if part in self._followed:
                continue
            self._followed.add(part)
            for name in ("texts", "lang"):
                if part.has_trait(name):
                    part.observe(self.handler(self._changed), name)
            if part.has_trait("children"):
                part.observe(lambda _: self._follow(), "children")

    def _changed(self) -> None:
        if self.widget is not None:
            self._speak(self.widget.lang)

    def tell_failure(self, error: Exception) -> None:
        """Say in one plain sentence that something failed."""
        self.fault = Fault("failed", type(error).__name__)
        told = view(Address() if self.widget is None else self.address, self._lang, self.fault)
        self.page.view = {**told, "how": "replace", "gen": self.page.view.get("gen", 0) + 1}

    def close(self) -> None:
        """Free everything."""
        if self.__dict__.get("widget") is not None:
            self.widget.close()
        super().close()


def _impossible(address: Address) -> Fault:
    if address.kind == "game" and address.players:
        return Fault("players", ",".join(address.players))
    return Fault(address.kind if address.kind in ("game", "variant") else "failed", address.name)


def _parts(widget: Any) -> Iterator[Any]:
    yield widget
    for child in getattr(widget, "children", ()):
        yield from _parts(child)


def _get_ready() -> None:
    """What the first table waits for is fetched while its reader reads."""
    from rummy_lab.widgets import play_game  # noqa: F401
