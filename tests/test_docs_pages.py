"""The pages of .github that are made from the code are as the code would make them."""

import importlib
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / ".ci" / "pages"


@pytest.fixture
def maker(monkeypatch):
    def imported(name):
        monkeypatch.syspath_prepend(str(PAGES))
        monkeypatch.delitem(sys.modules, name, raising=False)
        return importlib.import_module(name)

    return imported


@pytest.mark.parametrize("name", ["reference", "tables"])
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
