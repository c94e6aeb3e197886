"""The pages of .github that are made from the code are as the code would make them."""

import importlib
import re
import sys
from pathlib import Path

import pytest

import rummy_lab as rl
from rummy_lab.words import languages, read_line, table_texts

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / ".ci" / "pages"


@pytest.fixture
def maker(monkeypatch):
    def imported(name):
        monkeypatch.syspath_prepend(str(PAGES))
        monkeypatch.delitem(sys.modules, name, raising=False)
        return importlib.import_module(name)

    return imported


@pytest.mark.parametrize("name", ["reference", "screen_readers", "tables"])
def test_the_page_is_fresh(maker, name):
    """After a change: python .ci/pages."""
    made = getattr(maker(name), f"{name}_page")()
    committed = (ROOT / ".github" / f"{name.upper()}.md").read_text(encoding="utf-8")
    assert made == committed


@pytest.mark.parametrize("page", sorted(path.name for path in (ROOT / ".github").glob("*.md")))
def test_what_a_page_points_to_is_there(page):
    text = re.sub(r"(?ms)^```.*?^```|`[^`\n]*`", "", (ROOT / ".github" / page).read_text(encoding="utf-8"))
    targets = [target.partition("#")[0] for target in re.findall(r"\]\(([^)\s]+)\)", text)]
    missing = [t for t in targets if t and "://" not in t and not (ROOT / ".github" / t).exists()]
    assert missing == []


def test_the_reference_links_to_headings_that_it_has(maker):
    page = maker("reference").reference_page()
    anchors, seen = set(), {}
    for heading in re.findall(r"(?m)^#+ (.+)$", re.sub(r"(?ms)^ *```.*?^ *```", "", page)):
        anchor = heading.lower().replace(" ", "-")
        anchors.add(f"{anchor}-{seen[anchor]}" if anchor in seen else anchor)
        seen[anchor] = seen.get(anchor, 0) + 1
    assert set(re.findall(r"\]\(#([^)]+)\)", page)) <= anchors


def test_the_page_for_screen_readers_has_every_key_of_the_table_in_each_language(maker):
    made = maker("screen_readers")
    texts = table_texts("en")
    assert {f"key_{key}" for key in made.shown_keys()} == {name for name in texts if name.startswith("key_")}
    page = (ROOT / ".github" / "SCREEN_READERS.md").read_text(encoding="utf-8")
    for lang in languages:
        for key in made.shown_keys():
            assert f"| {table_texts(lang)[f'caps_{key}']} | {table_texts(lang)[f'key_{key}']} |" in page


def test_the_lines_on_the_page_for_screen_readers_are_understood(maker):
    made = maker("screen_readers")
    numbered = rl.position(
        "schmidt; table [6r 7r 8r] [1y 1g 1b] [3g 4g 5g]; hand A+ 6g 4r 5r 6r; stock 1r ??x9; turn A"
    )
    french = rl.position(
        "rummy40; table [6c 7c 8c] [3s 4s 5s] [9h 10h Jh]; hand A+ Qh 4h 5h 6h Kc; pile 2c; stock 2d ??x9; turn A drew"
    )
    for lang in languages:
        asked = re.findall("`(.+)`", made.questions(lang))
        told = re.findall("`(.+)`", made.moves(lang))
        assert len(asked) >= 9
        assert {read_line(line, numbered, lang).kind for line in asked} == {"question"}
        heard = [[read_line(line, here, lang) for here in (numbered, french)] for line in told]
        assert all(any(one.moves for one in both) for both in heard)


def test_the_deal_on_the_page_for_screen_readers_is_told_to_its_end(maker):
    told = maker("screen_readers").deal().splitlines()
    assert len(told) > 20
    assert "You went out and win." in told[-2]
    assert all(re.match(r"1\. (Key \S+|Line “.+”|When it is shown): \S", line) for line in told)
