"""What strangers write stays text in a browser: in widgets and on pages that were saved."""

import json

import pytest
import tomli_w

import rummy_lab as rl
from browser.servers import notebook_of, voila_server
from browser.tables import MILLISECONDS_TO_OPEN
from fuzz.hostile import ANSWER, TABLE, record_text
from fuzz.test_pages import lesson_of
from rummy_lab.lessons.answers import write_answers

pytestmark = pytest.mark.browser

HARM = (
    '<img src=x class=harm onerror="window.harm=1"><script class=harm>window.harm=1</script>'
    "</style></textarea></svg><svg class=harm onload=window.harm=1></svg><b class=harm onmouseover=window.harm=1>b</b>"
    "<a class=harm href=javascript:window.harm=1>a</a>[m](javascript:window.harm=1)"
)
SHORT = "<img src=x class=harm onerror=window.harm=1>"
CELLS = (
    "import json, rummy_lab as rl\nharm, short, table = json.load(open('said.json'))",
    "rl.LessonPlayer('own.toml', lang='en')",
    "step = rl.LessonPlayer('own.toml', lang='de')\nfor _ in range(3):\n    step.next()\nstep",
    "course = rl.LessonWorkshop(lang='nl')\ncourse.load('own.toml')\ncourse",
    "rl.GameViewer(rl.read_record('deal.toml'))",
    "desk = rl.RuleDesk()\ndesk.search(harm)\ndesk",
    "typed = rl.TableView(table)\ntyped.play(harm)\ntyped",
    "rl.class_report('answers')",
)
# Elements made from the text, in shadow trees too, and links that would run something.
MADE = """() => {
    const made = [];
    const look = (root) => {
        for (const one of root.querySelectorAll('*')) {
            if (one.matches('.harm, [onerror], [onload], [onmouseover], [href^="javascript:"]')) made.push(one.tagName);
            if (one.shadowRoot) look(one.shadowRoot);
        }
    };
    look(document);
    return [made, window.harm ?? null];
}"""
HOVER = "() => document.querySelectorAll('body *').forEach(one => one.dispatchEvent(new MouseEvent('mouseover')))"


def stays_text(page, least=1):
    """The text is there to be read, at so many places, and nothing came of it."""
    page.wait_for_function(
        "([text, least]) => document.body.innerText.split(text).length > least",
        arg=["<img src=x", least],
        timeout=MILLISECONDS_TO_OPEN,
    )
    page.evaluate(HOVER)
    assert page.evaluate(MADE) == [[], None]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Files by a stranger."""
    there = tmp_path_factory.mktemp("strangers")
    (there / "own.toml").write_text(tomli_w.dumps(lesson_of(HARM)), encoding="utf-8")
    (there / "deal.toml").write_text(record_text().replace('"greedy"', json.dumps(SHORT), 1), encoding="utf-8")
    (there / "said.json").write_text(json.dumps([HARM, SHORT, TABLE]), encoding="utf-8")
    (there / "answers").mkdir()
    rows = [{**ANSWER, "pupil": SHORT, "misconception": HARM, "answer": HARM}, {**ANSWER, "lesson": SHORT}]
    (there / "answers" / "eva.jsonl").write_text(write_answers(rows), encoding="utf-8")
    notebook_of(there / "tables.ipynb", CELLS)
    return there


def test_in_widgets(browser, folder, tmp_path):
    with voila_server(folder, tmp_path) as address:
        page = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
        page.goto(address, wait_until="domcontentloaded", timeout=MILLISECONDS_TO_OPEN)
        stays_text(page, least=len(CELLS) - 1)
        assert page.get_by_text("Traceback").count() == 0
        page.context.close()


def test_on_pages_that_were_saved(browser, folder, tmp_path):
    rl.worksheet(folder / "own.toml", lang="de").save(tmp_path / "sheet.html")
    rl.class_report(folder / "answers").save(tmp_path / "class.html")
    page = browser.new_context().new_page()
    for name in ("sheet.html", "class.html"):
        page.goto((tmp_path / name).as_uri())
        stays_text(page)
    page.context.close()
