"""Where the focus goes when what has it goes away, at a panel that is no widget."""

import pytest

from rummy_lab.widgets.front import HERE

pytestmark = pytest.mark.browser

CODE = (HERE / "panel.js").read_text(encoding="utf-8")
PAGE = """
<div class="rl-manners">
  <p class="rl-news" tabindex="-1">news</p>
  <div class="table"><div role="region" tabindex="0" aria-label="Numbers">1</div></div>
  <div class="code"><button aria-label="Copy: the run">Copy</button></div>
</div>"""
REPLACED = """async ([place, name]) => {
    const host = document.querySelector(".rl-manners");
    globalThis.end ??= mindFocus(host, host.querySelector(".rl-news"));
    const box = document.querySelector(place);
    box.firstElementChild.focus();
    const made = box.firstElementChild.cloneNode(true);
    if (name) made.setAttribute("aria-label", name);
    box.replaceChildren(made);
    await new Promise((done) => setTimeout(done, 20));
    return document.activeElement === made ? "there" : document.activeElement.className;
}"""


@pytest.fixture
def panel(page):
    page.set_content(PAGE)
    page.add_script_tag(content=CODE)
    return page


@pytest.mark.parametrize("place", [".table", ".code"])
def test_what_is_drawn_anew_under_its_name_keeps_the_focus(panel, place):
    assert panel.evaluate(REPLACED, [place, None]) == "there"
    assert panel.evaluate(REPLACED, [place, None]) == "there"


@pytest.mark.parametrize("place", [".table", ".code"])
def test_what_is_gone_leaves_it_to_the_news(panel, place):
    assert panel.evaluate(REPLACED, [place, "Another"]) == "rl-news"
