"""The pages of the site that need no Python: where it begins, and what there is to read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Final, cast
from urllib.parse import quote, urlsplit

from rummy_lab.lite.pyodide import Source
from rummy_lab.lite.texts import tell
from rummy_lab.words import rules_page
from rummy_lab.words.desk_pages import desk_page

TOUR: Final = "01_tour.ipynb"
_CSS: Final = Path(__file__).with_name("page.css")
_ROOT: Final = '<script id="jupyter-config-data" type="application/json" data-jupyter-lite-root=".">{}</script>'
"""Where JupyterLab looks for the settings that all of a site shares, be they none."""
_GAMES: Final = ("schmidt", "rummy40")


def reading(lang: str) -> dict[str, tuple[str, str]]:
    """The pages to read by their file names: what each is called, and its text as Markdown."""
    found = {f"rules-{game}.html": rules_page(game, lang) for game in _GAMES} | {"questions.html": desk_page(lang)}
    return {name: (text.partition("\n")[0].lstrip("# "), text) for name, text in found.items()}


def write_pages(site: Path, lang: str, notebooks: Sequence[tuple[str, str]], source: Source, app: str) -> None:
    """Write the start page and the pages to read into a site.

    Args:
        site: the folder.
        lang: en, de or nl.
        notebooks: by file name in order what each is called.
        source: where Pyodide comes from.
        app: the address of a served app, which works on phones; may be empty.
    """
    from mistune import create_markdown

    pages = reading(lang)
    said = create_markdown(escape=False, plugins=["table"])  # our own texts, which hold line breaks in HTML
    back = f'<p><a href="index.html">{escape(tell("page.back", lang))}</a></p>'
    for name, (title, text) in pages.items():
        (site / name).write_text(_page(title, f"{back}{cast(str, said(text))}{back}", lang), encoding="utf-8")
    (site / "index.html").write_text(start_page(lang, notebooks, source, app), encoding="utf-8")


def start_page(lang: str, notebooks: Sequence[tuple[str, str]], source: Source, app: str = "") -> str:
    """The page a visitor comes to first; the arguments are those of `write_pages`."""

    def say(key: str, **values: object) -> str:
        return escape(tell(f"page.{key}", lang, **values))

    to_read = _links((name, title) for name, (title, _) in reading(lang).items())
    works = (f'<p><a class="act" href="{escape(app)}">{say("app")}</a></p>' if app else "") + to_read
    tour = escape(_notebook(TOUR))
    where = say("source_here") if source.folder else say("source_there", host=urlsplit(source.url).hostname)
    lacks = f"<p>{say('lacks', names=', '.join(source.lacks))}</p>" if source.lacks else ""
    on_phone = (
        f'<section class="note phone"><h2>{say("phone_title")}</h2><p>{say("phone")}</p></section>',
        f'<section class="phone"><h2>{say("phone_works")}</h2>{works}',
        f'<p><a href="{tour}">{say("anyway")}</a></p></section>',
    )
    on_laptop = (
        f'<section class="laptop"><p><a class="act" href="{tour}">{say("open_tour")}</a></p>',
        f"<p>{say('how')}</p><h2>{say('notebooks')}</h2>",
        _links((_notebook(name), title) for name, title in notebooks),
        f"<h2>{say('read')}</h2>{works}</section>",
    )
    parts = [
        f"<h1>{say('title')}</h1>",
        f'<div class="note from-file"><p>{say("from_file")}</p></div>',
        *on_phone,
        f"<p>{say('intro')}</p>",
        *on_laptop,
        f'<div class="note">{lacks}<p>{say("kept")}</p><p>{say("slower")}</p><p>{where}</p></div>',
        _ROOT,
        "<script>if (location.protocol === 'file:') document.body.classList.add('opened-as-file')</script>",
    ]
    return _page(tell("page.title", lang), "\n".join(parts), lang)


def _notebook(name: str) -> str:
    return f"lab/index.html?path={quote(name)}"


def _links(some: Iterable[tuple[str, str]]) -> str:
    rows = (f'<li><a href="{escape(address)}">{escape(title)}</a></li>' for address, title in some)
    return f'<ul class="links">{"".join(rows)}</ul>'


def _page(title: str, body: str, lang: str) -> str:
    return (
        f'<!DOCTYPE html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{_CSS.read_text(encoding='utf-8')}</style>\n</head>\n"
        f"<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )
