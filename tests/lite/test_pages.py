"""The pages of the site that need no Python, in three languages."""

import re
from html.parser import HTMLParser

import pytest

from rummy_lab.language import LANGUAGES
from rummy_lab.lite.pages import start_page, write_pages
from rummy_lab.lite.pyodide import Source
from rummy_lab.lite.texts import texts

NOTEBOOKS = [("01_tour.ipynb", "A tour"), ("how_to/bots & rules.ipynb", "Bots <and> rules")]
THERE = Source("https://cdn.example/full/pyodide.mjs")


class Page(HTMLParser):
    """The links of a page, the text of its elements, and whether each element is closed."""

    def __init__(self, text):
        super().__init__()
        self.links, self.open, self.said, self.lang = [], [], {}, None
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        named = dict(attrs)
        self.lang = named.get("lang", self.lang)
        if tag == "a":
            self.links.append(named["href"])
        if tag not in ("meta", "br"):
            self.open.append((tag, named.get("class") or ""))

    def handle_endtag(self, tag):
        assert self.open.pop()[0] == tag

    def handle_data(self, data):
        for _, classes in self.open:
            for one in classes.split():
                self.said[one] = self.said.get(one, "") + data


def test_every_text_is_there_in_every_language_with_the_same_fields():
    for section in texts().values():
        for key, text in section.items():
            assert list(text) == list(LANGUAGES), key
            fields = {lang: sorted(re.findall(r"\{(\w+)\}", said)) for lang, said in text.items()}
            assert len(set(map(tuple, fields.values()))) == 1, fields


@pytest.mark.parametrize("lang", LANGUAGES)
def test_start_page_leads_to_the_tour_and_tells_phones(lang):
    page = Page(start_page(lang, NOTEBOOKS, THERE))
    assert page.lang == lang
    assert not page.open
    said = {key: text[lang] for key, text in texts()["page"].items()}
    assert page.links.count("lab/index.html?path=01_tour.ipynb") == 3  # the phone's way, the button, the list
    assert "lab/index.html?path=how_to/bots%20%26%20rules.ipynb" in page.links
    assert said["phone_title"] in page.said["phone"]
    assert said["phone"] in page.said["phone"]
    assert said["open_tour"] in page.said["laptop"]
    assert "Bots <and> rules" in page.said["laptop"]
    assert said["anyway"] in page.said["phone"]
    assert said["how"] not in page.said["phone"]
    assert said["source_there"].format(host="cdn.example") in page.said["note"]
    assert "lacks" not in page.said["note"]


def test_start_page_holds_the_settings_that_jupyterlite_reads_there():
    """Without them no notebook opens, and nothing is said."""
    page = start_page("en", [], THERE)
    assert '<script id="jupyter-config-data" type="application/json" data-jupyter-lite-root=".">{}</script>' in page


def test_page_says_what_the_copy_lacks_and_where_it_is(tmp_path):
    own = Source("./static/pyodide/pyodide.mjs", tmp_path, ("numpy", "pandas"))
    said = Page(start_page("nl", NOTEBOOKS, own)).said["note"]
    assert "In deze kopie van Pyodide ontbreekt numpy, pandas" in said
    assert "komt van deze site zelf" in said


def test_an_app_is_what_phones_are_led_to():
    page = start_page("en", NOTEBOOKS, THERE, 'https://app.example/?a=1&b="2"')
    assert Page(page).links[0] == 'https://app.example/?a=1&b="2"'
    assert "https://app.example" not in start_page("en", NOTEBOOKS, THERE)


def test_pages_show_one_of_two_ways():
    """On narrow screens, and on touched ones that are not wide, the phone's way is shown and the laptop's is not."""
    css = start_page("en", [], THERE).partition("<style>")[2].partition("</style>")[0]
    outside, _, inside = css.partition("@media (max-width: 700px), (pointer: coarse) and (max-width: 950px)")
    assert re.search(r"\.phone,\s*\.from-file \{\s*display: none", outside)
    assert re.search(r"\.phone \{\s*display: block", inside)
    assert re.search(r"\.laptop \{\s*display: none", inside)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_pages_to_read_are_whole_and_lead_back(lang, tmp_path):
    write_pages(tmp_path, lang, NOTEBOOKS, THERE, "")
    names = sorted(file.name for file in tmp_path.iterdir())
    assert names == ["index.html", "questions.html", "rules-rummy40.html", "rules-schmidt.html"]
    start = Page((tmp_path / "index.html").read_text(encoding="utf-8"))
    for name in set(names) - {"index.html"}:
        page = Page((tmp_path / name).read_text(encoding="utf-8"))
        assert (page.lang, page.links, page.open) == (lang, ["index.html"] * 2, [])
        assert name in start.links
    assert "<table>" in (tmp_path / "questions.html").read_text(encoding="utf-8")


def test_nothing_is_fetched_from_elsewhere(tmp_path):
    write_pages(tmp_path, "en", NOTEBOOKS, THERE, "")
    for file in tmp_path.iterdir():
        assert not re.findall(r"""(?:src|href)=["'](?:https?:)?//""", file.read_text(encoding="utf-8")), file.name
