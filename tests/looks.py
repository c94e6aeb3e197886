"""Pictures to look at: python tests/looks.py FOLDER [app | notebooks] [en] [de] [nl]

Of the app: every kind of page, on a telephone and on a desk, light and dark, in three languages. Of each notebook: its
first screen in JupyterLab, once it has run, in three languages. The folder is made where it is missing and may not be
in the repository.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import product
from pathlib import Path

TESTS = Path(__file__).resolve().parent
if __name__ == "__main__":
    sys.path[0] = str(TESTS)

from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

from browser import conftest  # noqa: E402
from browser.servers import app_server  # noqa: E402
from browser.tables import READY  # noqa: E402
from rummy_lab.language import LANGUAGES, VARIABLE, Language  # noqa: E402

SCREENS = {
    "phone": {"viewport": {"width": 360, "height": 740}, "has_touch": True, "device_scale_factor": 2},
    "desk": {"viewport": {"width": 1280, "height": 900}},
}
COLOURS = ("light", "dark")
PAGES = {
    "start": "", "learn": "page=learn", "play": "page=play", "explore": "page=explore", "ask": "ask=joker",
    "course": "course=schmidt", "lesson": "lesson=rummy40/first-40", "puzzles": "puzzles=schmidt",
    "game": "game=rummy40&seed=5", "rules": "rules=schmidt", "variant": "variant=rummy40{opening.points=51}",
    "bad": "lesson=schmidt/splt",
}  # fmt: skip
# What the address of the page that is then seen holds.
SEEN = PAGES | {"start": "?lang", "bad": "page=learn"}
# As a link of the page does it: the page goes there without being loaded anew.
GO = """query => {
    const link = Object.assign(document.createElement('a'), { href: query });
    document.querySelector('.rl-app-page').append(link);
    link.click();
    link.remove();
}"""
# The selected cell stays in sight, which is the last that ran.
TO_THE_TOP = """async () => {
    const { content } = window.jupyterapp.shell.currentWidget;
    content.activeCellIndex = 0;
    await content.scrollToItem(0, "start");
    content.node.querySelector(".jp-WindowedPanel-outer")?.scrollTo(0, 0);
}"""
WHOLE = """() => Math.max(...[document.documentElement, ...document.querySelectorAll('body, body *')]
    .filter(one => one === document.documentElement || /auto|scroll/.test(getComputedStyle(one).overflowY))
    .map(one => one.scrollHeight))"""
HIGHEST = 6000  # px
SETTLE = 700  # ms for what glides or is drawn afterwards


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = os.environ.get("RUMMY_LAB_CHROMIUM") or next(
            filter(None, map(shutil.which, conftest.CHROMIUM_NAMES)), None
        )
        if found is None:
            sys.exit("no Chromium on this machine; name one in RUMMY_LAB_CHROMIUM")
        browser = playwright.chromium.launch(executable_path=found, args=list(conftest.CHROMIUM_ARGUMENTS))
        yield browser
        browser.close()


def settled(page: Page) -> None:
    with suppress(Exception):
        page.wait_for_load_state("networkidle", timeout=5_000)
    page.wait_for_timeout(SETTLE)


def app(browser: Browser, folder: Path, pages: dict[str, str], languages: Sequence[Language]) -> int:
    """Every page of the app, by one visitor for each screen and colours."""
    taken = 0
    with tempfile.TemporaryDirectory() as home, app_server(Path(home)) as (address, _):
        for (screen, options), colours in product(SCREENS.items(), COLOURS):
            context = browser.new_context(color_scheme=colours, reduced_motion="reduce", **options)
            page = context.new_page()
            page.goto(address)
            page.wait_for_selector(".rl-app h1:not(:empty)", timeout=60_000)
            for lang, (name, query) in product(languages, pages.items()):
                page.evaluate(GO, f"?{query}{'&' if query else ''}lang={lang}")
                page.wait_for_selector(
                    f".rl-app-page[data-query*='lang={lang}'][data-query*='{SEEN[name]}']", timeout=60_000
                )
                settled(page)
                width, height = options["viewport"].values()
                # The page scrolls inside of Voila's body, so that only a screen as high as it holds all of it.
                page.set_viewport_size({"width": width, "height": max(height, min(page.evaluate(WHOLE), HIGHEST))})
                page.wait_for_timeout(SETTLE)
                page.screenshot(path=folder / f"app-{name}-{screen}-{colours}-{lang}.png")
                page.set_viewport_size({"width": width, "height": height})
                taken += 1
            context.close()
    return taken


def notebooks(browser: Browser, folder: Path, lang: Language) -> int:
    """The first screen of each notebook, once all its cells have run or a minute and a half has gone."""
    os.environ[VARIABLE] = lang  # for the command, which copies the notebooks, and for their kernels
    taken = 0
    with tempfile.TemporaryDirectory() as room:
        home, course = Path(room) / "home", Path(room) / "class"
        home.mkdir()
        course.mkdir()
        with contextmanager(conftest._serve)(course, home) as lab:
            served = lab.folder / "rummy-lab-notebooks"
            names = sorted(path.relative_to(served).as_posix() for path in served.rglob("*.ipynb"))
            for name in names:
                context = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
                page = context.new_page()
                page.goto(lab.url(name), wait_until="domcontentloaded", timeout=conftest.MILLISECONDS_TO_OPEN)
                page.wait_for_selector(".jp-Notebook .jp-Cell", timeout=conftest.MILLISECONDS_TO_OPEN)
                page.wait_for_function(READY, timeout=conftest.MILLISECONDS_TO_OPEN)
                page.evaluate("() => window.jupyterapp.commands.execute('notebook:run-all-cells')")
                with suppress(Exception):
                    page.wait_for_function(conftest.HAS_FINISHED, timeout=90_000)
                page.evaluate(TO_THE_TOP)
                settled(page)
                shown = name.removeprefix(f"{lang}/").removesuffix(".ipynb").replace("/", "-")
                page.screenshot(path=folder / f"notebook-{shown}-{lang}.png")
                taken += 1
                context.close()
    return taken


def main(arguments: list[str]) -> int:
    kinds = {"app", "notebooks"}
    if not arguments or not set(arguments[1:]) <= kinds | PAGES.keys() | set(LANGUAGES):
        print(__doc__, file=sys.stderr)
        return 2
    folder = Path(arguments[0]).resolve()
    if folder.is_relative_to(TESTS.parent):
        print(f"{folder} is in the repository; name a folder outside", file=sys.stderr)
        return 2
    folder.mkdir(parents=True, exist_ok=True)
    languages = [lang for lang in LANGUAGES if lang in arguments[1:]] or LANGUAGES
    asked = set(arguments[1:]) - set(LANGUAGES) or kinds
    pages = {name: query for name, query in PAGES.items() if name in asked} or PAGES
    taken = 0
    with chromium() as browser:
        if "app" in asked or asked & PAGES.keys():
            taken += app(browser, folder, pages, languages)
        if "notebooks" in asked:
            taken += sum(notebooks(browser, folder, lang) for lang in languages)
    print(f"{taken} pictures in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
