"""Lessons in JupyterLab, from first to last step: with the mouse, and by keyboard alone; and what axe says of them."""

import re

import pytest
from playwright.sync_api import expect

from browser.access import violations
from rummy_lab.lessons.catalogue import lesson
from rummy_lab.lessons.practice import LessonRun
from rummy_lab.lessons.telling import phrase
from rummy_lab.widgets.lesson_said import reason_text
from rummy_lab.widgets.lesson_texts import tell

pytestmark = pytest.mark.browser

MANY_TABS = 60
FOCUSED = """() => {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  const label = at.closest?.("label")?.textContent ?? "";
  return [at.tagName, at.getAttribute("aria-label") || at.textContent || "", label, at.type ?? ""];
}"""


class Mouse:
    """Presses what is seen, and types where a turn or a number is asked for."""

    def __init__(self, page):
        self.page = page
        self.host = page.locator(".rl-lesson")

    def press(self, name):
        self.host.get_by_role("button", name=name, exact=True).last.click()

    def choose(self, text):
        self.host.locator("label", has_text=re.compile(f"^{re.escape(text)}$")).locator("input").check()

    def number(self, points):
        field = self.host.locator("input[type=number]")
        field.fill(str(points))
        field.press("Tab")

    def turn(self, text):
        line = self.host.locator(".rummy-table").get_by_role("textbox").first
        line.fill(text)
        line.press("Enter")


class Keys(Mouse):
    """The same without a mouse."""

    def _tab(self, wanted, forward=True):
        for _ in range(MANY_TABS):
            self.page.keyboard.press("Tab" if forward else "Shift+Tab")
            found = self.page.evaluate(FOCUSED)
            if wanted(found):
                return
        raise AssertionError(f"Tab does not get there; last: {found}")

    def _to(self, wanted):
        if wanted(self.page.evaluate(FOCUSED)):
            return
        self.page.evaluate("() => document.querySelector('.rl-lesson .rl-news').focus()")
        try:
            self._tab(wanted)
        except AssertionError:
            self._tab(wanted, forward=False)

    def press(self, name):
        self._to(lambda found: found[0] == "BUTTON" and found[1].strip() == name)
        self.page.keyboard.press("Enter")

    def choose(self, text):
        self._to(lambda found: found[3] in ("radio", "checkbox"))
        on, back = ("ArrowDown", "ArrowUp") if self.page.evaluate(FOCUSED)[3] == "radio" else ("Tab", "Shift+Tab")
        for key in [*[on] * 8, *[back] * 16]:
            if self.page.evaluate(FOCUSED)[2].strip() == text:
                self.page.keyboard.press("Space")
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"there is no answer {text!r}")

    def number(self, points):
        self._to(lambda found: found[3] == "number")
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(str(points))
        self.page.keyboard.press("Tab")

    def turn(self, text):
        self._to(lambda found: found[0] == "INPUT" and found[3] == "text")
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(text)
        self.page.keyboard.press("Enter")


def answer(hand, step, lang="en"):
    """Answer a step rightly, as somebody does who knows."""
    if step.kind == "watch":
        for _ in step.turn:
            hand.press(tell("watch", lang))
            hand.page.wait_for_timeout(100)
    elif step.kind in ("do", "find"):
        hand.turn(str(step.turn))
    elif step.kind == "value":
        hand.number(step.points)
        hand.press(tell("ok", lang))
    elif step.kind == "judge":
        hand.press(phrase("yes" if step.legal else "no", lang))
        if not step.legal:
            hand.choose(reason_text(step.because, step, lang))
            hand.press(tell("ok", lang))
    else:
        for option in step.options:
            if option.right:
                hand.choose(option.text.plain(lang, step.rules))
        hand.press(tell("ok", lang))


def play(room, name, hand_of):
    room.run(f"import rummy_lab as rl\nplayer = rl.LessonPlayer({name!r}, lang='en', seed=1)\nplayer")
    hand = hand_of(room.page)
    said = hand.host.locator(".rl-news")
    run = LessonRun(lesson(name), 1)
    while True:
        step = run.item.step
        answer(hand, step)
        after = "Right." if step.after is None else step.after.plain("en", step.rules)
        if step.kind != "watch" or step.after is not None:
            expect(said).to_contain_text(after)
        if not run.next():
            break
        hand.press("Next")
        # One is taken to the new task; whoever types before that types elsewhere.
        expect(hand.host.locator(".rl-task")).to_be_focused()
        if run.item.role == "step":
            number = [item for item in run.items if item.role == "step"].index(run.item) + 1
            expect(hand.host).to_contain_text(f"Step {number} of ")
    expect(said).to_contain_text("The lesson is done")


FIRST = ["schmidt/first-move", "rummy40/joker-set"]
OTHERS = [
    "schmidt/extend", "schmidt/add-and-take", "schmidt/split", "schmidt/joker-stays",
    "rummy40/first-move", "rummy40/first-40", "rummy40/building", "rummy40/closed-set",
]  # fmt: skip


@pytest.mark.parametrize("name", [FIRST[1], *(pytest.param(name, marks=pytest.mark.slow) for name in OTHERS)])
def test_a_lesson_with_the_mouse(room, name):
    play(room, name, Mouse)


@pytest.mark.parametrize("name", [FIRST[0], pytest.param(FIRST[1], marks=pytest.mark.slow)])
def test_a_lesson_by_keyboard_alone(room, name):
    play(room, name, Keys)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_in_a_course(room, theme):
    set_theme = "name => window.jupyterapp.commands.execute('apputils:change-theme', { theme: name })"
    room.page.evaluate(set_theme, {"light": "JupyterLab Light", "dark": "JupyterLab Dark"}[theme])
    room.run("import rummy_lab as rl\ncourse = rl.Course('schmidt', lang='en', seed=1)\ncourse")
    hand = Mouse(room.page)
    assert violations(room.page, ".rl-course") == []
    hand.press("Next")
    hand.press("Next")
    expect(hand.host.first).to_contain_text("Step 2 of ")
    assert violations(room.page, ".rl-course") == []
    room.page.evaluate(set_theme, "JupyterLab Light")
