"""What the app says of its connection, with a kernel and a server that are none."""

from pathlib import Path

import pytest

import rummy_lab.app

pytestmark = pytest.mark.browser

CODE = (Path(rummy_lab.app.__file__).parent / "connection.js").read_text(encoding="utf-8")
MADE = """
globalThis.said = [];
globalThis.asked = [];
globalThis.heard = {};
const signal = (name) => ({ connect: (act) => (heard[name] = act), disconnect: () => delete heard[name] });
globalThis.kernel = {
  id: "k", serverSettings: { baseUrl: "/" }, connectionStatus: "connecting",
  statusChanged: signal("status"), iopubMessage: signal("message"), connectionStatusChanged: signal("connection"),
};
globalThis.fetch = () => new Promise((_, fail) => asked.push(() => fail(new Error("no network"))));
globalThis.become = (now) => { kernel.connectionStatus = now; heard.connection(null, now); };
globalThis.connection = new Connection({ widget_manager: { kernel } }, (state) => said.push(state));
"""


@pytest.fixture
def app(page):
    page.set_content("<p></p>")
    page.add_script_tag(content=CODE + MADE)
    return page


def test_a_question_that_fails_after_the_connection_is_back_says_nothing(app):
    said = app.evaluate(
        """async () => {
            become("connecting");
            become("connected");
            asked[0]();
            await new Promise((done) => setTimeout(done, 20));
            return said;
        }"""
    )
    assert said == []


def test_a_connection_that_is_away_and_back_is_told(app):
    said = app.evaluate(
        """async () => {
            become("connecting");
            asked[0]();
            await new Promise((done) => setTimeout(done, 20));
            become("connected");
            return said;
        }"""
    )
    assert said == ["away", "there"]


def test_a_page_that_has_gone_asks_and_says_nothing_more(app):
    said, timer = app.evaluate(
        """async () => {
            become("connecting");
            connection.timer = 0;
            connection.end();
            asked[0]();
            await new Promise((done) => setTimeout(done, 20));
            return [said, connection.timer];
        }"""
    )
    assert (said, timer) == ([], 0)
