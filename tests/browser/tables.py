"""Tables in real front ends, looked at as a screen reader finds them: places by headings, cards by names."""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import nbformat
from playwright.sync_api import Browser, Locator, Page, expect

from rummy_lab.words import table_texts

MILLISECONDS_TO_OPEN = 90_000
OTHERS = "hand B 13y 13y; stock ??x40; turn A"
FIRST, SECOND, THIRD = (
    f"schmidt; table [6r 7r 8r]; hand A+ 5r 9r 2b; {OTHERS}",
    f"schmidt; table [2g 3g 4g 5g]; hand A+ 6g 2y 2b 9r; {OTHERS}",
    f"schmidt; table [2b 3b 4b 5b 6b]; hand A+ 4b 9r; {OTHERS}",
)
# Each a position, its gestures (cards by place and name, and where they are put down), and the melds that come of it.
EXAMPLES = {
    "extend": (FIRST, [(["Your rack: red 5"], "Meld 1")], ["red 5, red 6, red 7, red 8"]),
    "add-and-take": (
        SECOND,
        [
            (["Your rack: green 6"], "Meld 1"),
            (["Meld 1: green 2"], "Taken out"),
            (["Your rack: yellow 2", "Your rack: blue 2", "Taken out: green 2"], "New meld"),
        ],
        ["green 3, green 4, green 5, green 6", "yellow 2, green 2, blue 2"],
    ),
    "split": (
        THIRD,
        [(["Meld 1: blue 5", "Meld 1: blue 6"], "New meld"), (["Your rack: blue 4"], "Meld 2")],
        ["blue 2, blue 3, blue 4", "blue 4, blue 5, blue 6"],
    ),
}

CARDS = """host => Object.fromEntries([...host.shadowRoot.querySelectorAll('.zone')].map(zone => [
    zone.querySelector('h4').textContent,
    (zone.querySelector('.list').getAttribute('aria-owns') ?? '').split(' ').filter(Boolean).map(id => {
        const card = host.shadowRoot.getElementById(id);
        return [id, card.getAttribute('aria-label'), card.getAttribute('aria-selected') === 'true'];
    }),
]))"""


SETTLED = """host => {
    const [app, dock] = ['.app', '.dock'].map(part => host.shadowRoot.querySelector(part));
    return app.classList.contains('narrow') === !dock.hidden;
}"""


def until(asked: Callable[[], object], what: str, seconds: float = 8):
    """Wait until this is so, and return what it is."""
    end = time.monotonic() + seconds
    while not (found := asked()):
        assert time.monotonic() < end, f"not within {seconds} s: {what}"
        time.sleep(0.03)
    return found


@dataclass
class Table:
    """A table on a page, the first unless told otherwise."""

    page: Page
    at: int = 0
    lang: str = "en"

    def __post_init__(self) -> None:
        self.host: Locator = self.page.locator(".rummy-table").nth(self.at)
        self.host.locator(".card").first.wait_for()
        self.texts = table_texts(self.lang)
        # Where there is little room, the hand goes to a place of its own once Python has been told so.
        until(lambda: self.host.evaluate(SETTLED), "the table fits the width of the page")

    def cards(self) -> dict[str, list[tuple[str, str, bool]]]:
        """By place: the element, the name of each card, and whether it is picked up."""
        return self.host.evaluate(CARDS)

    def names(self, place: str) -> str:
        return ", ".join(name for _, name, _ in self.cards().get(place, ()))

    def melds(self) -> list[str]:
        return [
            self.names(place) for place in self.cards() if re.fullmatch(self.texts["meld"].format(heap=r"\d+"), place)
        ]

    def picked(self) -> list[str]:
        return [name for cards in self.cards().values() for _, name, picked in cards if picked]

    def card(self, told: str) -> Locator:
        """A card told as `Your rack: green 6`."""
        place, name = told.split(": ")

        def found():
            return next(
                (one for one, label, picked in self.cards().get(place, ()) if label == name and not picked), None
            )

        return self.host.locator(f"[id={until(found, told)}]")

    def put(self, place: str) -> Locator:
        heading = self.page.get_by_role("heading", name=place, exact=True)
        return self.host.locator(".zone", has=heading).locator(".put")

    def button(self, name: str) -> Locator:
        return self.host.locator(f"[data-act={name}]")

    @property
    def refusal(self) -> Locator:
        return self.host.get_by_role("group", name=self.texts["refused"])

    def news(self) -> list[str]:
        """All that was announced and is still kept."""
        return self.host.get_by_role("status").locator("p").all_text_contents()

    def expect_melds(self, *melds: str) -> None:
        until(lambda: self.melds() == list(melds), f"{melds}; there lie {self.melds()}; said: {self.news()[-3:]}")

    def expect_turn(self, text: str) -> None:
        expect(self.host.locator(".status li").first).to_have_text(text)

    def expect_refusal(self, part: str) -> None:
        """It stands on the table and was announced to those who do not see it."""
        expect(self.refusal).to_contain_text(part)
        assert any(part in told for told in self.news()[-2:])


# A notebook whose cells are put in and run again and again, so that a kernel starts once


PUT = """sources => {
    const notebook = window.jupyterapp.shell.currentWidget.content;
    const cells = sources.map(source => ({ cell_type: 'code', source, metadata: {}, outputs: [] }));
    const shared = notebook.model.sharedModel;
    shared.transact(() => { shared.deleteCellRange(0, shared.cells.length); shared.insertCells(0, cells); });
}"""
MORE = """source => {
    const notebook = window.jupyterapp.shell.currentWidget.content;
    const shared = notebook.model.sharedModel;
    shared.insertCells(shared.cells.length, [{ cell_type: 'code', source, metadata: {}, outputs: [] }]);
    notebook.activeCellIndex = shared.cells.length - 1;
    window.jupyterapp.commands.execute('notebook:run-cell');
}"""
RUN = "() => window.jupyterapp.commands.execute('notebook:run-all-cells')"
ERRORS = """() => [...window.jupyterapp.shell.currentWidget.content.model.cells].flatMap(cell => cell.outputs.toJSON())
    .filter(output => output.output_type === 'error').map(output => `${output.ename}: ${output.evalue}`)"""
READY = "() => window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel?.status === 'idle'"
EMPTY = {
    "nbformat": 4, "nbformat_minor": 5, "cells": [],
    "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
}  # fmt: skip


@dataclass
class Room:
    """A page of JupyterLab with one notebook."""

    page: Page
    said: list[str] = field(default_factory=list)

    def start(self, source: str) -> None:
        """Run one more cell below the others, and do not wait for it."""
        self.page.evaluate(MORE, source)

    def run(self, *sources: str) -> None:
        """Run these cells in place of those that are there."""
        self.page.evaluate(PUT, list(sources))
        self.page.evaluate(RUN)
        assert self.errors() == [], self.errors()

    def errors(self) -> list[str]:
        return self.page.evaluate(ERRORS)

    def lay(self, *tables: str, **options: str) -> list[Table]:
        """Show tables that begin with these positions, each by a cell of its own."""
        self.run(*(f"import rummy_lab as rl\nrl.TableView({text!r}, **{options!r})" for text in tables))
        until(lambda: self.page.locator(".rummy-table").count() == len(tables), "all tables are there")
        return [Table(self.page, at, **options) for at in range(len(tables))]

    def complaints(self) -> list[str]:
        """What the page has complained of since it was asked, as far as it speaks of our files or is thrown by them."""
        found = [text for text in self.said if re.search(r"rl-|rummy|anywidget|widget", text, re.IGNORECASE)]
        self.said.clear()
        return found


@contextmanager
def open_room(browser: Browser, lab, name: str, **options: object) -> Iterator[Room]:
    """A new visitor's page with a new notebook of this name and a kernel that runs."""
    folder = next(lab.folder.rglob("01_tour.ipynb")).parent
    nbformat.write(nbformat.from_dict(EMPTY), folder / name)
    context = browser.new_context(reduced_motion="reduce", **options)
    page = context.new_page()
    room = Room(page)
    page.on("pageerror", lambda error: room.said.append(str(error)))
    page.on("console", lambda message: room.said.append(message.text) if message.type == "error" else None)
    page.goto(lab.url(name), wait_until="domcontentloaded", timeout=MILLISECONDS_TO_OPEN)
    page.wait_for_function(READY, timeout=MILLISECONDS_TO_OPEN)
    try:
        yield room
    finally:
        context.close()
