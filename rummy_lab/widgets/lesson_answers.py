"""Where a question of a lesson is answered that is not answered on the table."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import traitlets
from anywidget import AnyWidget
from ipywidgets import HTML, Box, Button, Checkbox, Layout, RadioButtons, Text, VBox

from rummy_lab.lessons.judging import Answer
from rummy_lab.lessons.steps import Step
from rummy_lab.lessons.telling import phrase
from rummy_lab.widgets.guard import Guard
from rummy_lab.widgets.lesson_said import mixed, reason_text, several
from rummy_lab.widgets.lesson_texts import tell
from rummy_lab.widgets.panel import free, module
from rummy_lab.widgets.texts import Language
from rummy_lab.widgets.told import Told

LARGE: Final = {"width": "auto", "min_width": "44px", "height": "44px", "margin": "2px 4px 2px 0"}
Give = Callable[[Answer], None]


class LessonManners(AnyWidget):
    """An invisible widget inside a lesson: what it does in the browser, and the look of lessons.

    Attributes:
        place: counts the steps that were gone to; the browser goes to the task of each.
        said: counts what was said of right answers; the browser brings it into view.
    """

    _esm = module("lesson")
    _css = (Path(__file__).parent / "lesson.css").read_text(encoding="utf-8")
    place: Any = traitlets.Int(0).tag(sync=True)
    said: Any = traitlets.Int(0).tag(sync=True)


class AnswerSheet(VBox):  # type: ignore[misc]
    """The controls that belong to the kind of a step; what is answered goes to `give`, and `guard` makes handlers."""

    def __init__(self, give: Give, say: Callable[[Told], None], guard: Guard) -> None:
        self._give, self._say, self._guard = give, say, guard
        self.waiting = False
        self._lang: Language = "en"
        self._words: list[Callable[[], None]] = []
        super().__init__([])
        self.add_class("rl-answers")

    def ask(self, step: Step, lang: Language, seed: int = 0) -> None:
        """Show the controls for this step; `seed` chooses in which order answers stand."""
        self.clear()
        self._lang = lang
        step = mixed(step, seed)
        makers: dict[str, Callable[[Step], Sequence[Any]]] = {
            "judge": self._legality, "value": self._points, "choose": self._options, "predict": self._options,
        }  # fmt: skip
        if step.kind in makers:
            self.children = list(makers[step.kind](step))

    def translate(self, lang: Language) -> None:
        """Say the same in another language; what was chosen stays chosen."""
        self._lang = lang
        for word in self._words:
            word()

    def clear(self) -> None:
        """Take the controls away and free them."""
        self.waiting = False
        self._words = []
        shown, self.children = self.children, []
        for widget in shown:
            free(widget)

    def _in_words(self, show: Callable[[Language], None]) -> None:
        """Show a text now, and again in another language."""
        self._words.append(lambda: show(self._lang))
        show(self._lang)

    def _button(self, text: Callable[[Language], str], act: Callable[[], None]) -> Any:
        button = Button(layout=Layout(**LARGE))
        self._in_words(lambda lang: setattr(button, "description", text(lang)))
        button.on_click(self._guard(act))
        return button

    def _radio(self, options: Callable[[Language], list[tuple[str, str]]]) -> Any:
        radio = RadioButtons(options=options(self._lang), value=None, layout=_wide())

        def show(lang: Language) -> None:
            chosen, told = radio.index, options(lang)
            if list(radio.options) != told:
                radio.options = told
                radio.index = chosen

        self._in_words(show)
        return radio

    def _points(self, step: Step) -> Sequence[Any]:  # noqa: ARG002 (as the others are made)
        # No number stands there before one is typed: nought may be right, and nobody has said so yet.
        number = Text(layout=Layout(width="180px", height="44px"))
        number.add_class("rl-number")
        self._in_words(lambda lang: setattr(number, "description", tell("points", lang)))

        def give() -> None:
            typed = number.value.strip()
            if re.fullmatch(r"-?[0-9]{1,4}", typed):
                self._give(int(typed))
            else:
                self._say(partial(tell, "number_first"))

        return [Box([number, self._button(partial(tell, "ok"), give)], layout=Layout(flex_flow="row wrap"))]

    def _options(self, step: Step) -> Sequence[Any]:
        def texts(lang: Language) -> list[tuple[str, str]]:
            return [(option.text.plain(lang, step.rules), option.id) for option in step.options]

        if not several(step):
            one = self._radio(texts)

            def give_one() -> None:
                if one.value is None:
                    self._say(partial(tell, "choose_first"))
                else:
                    self._give([one.value])

            return [one, self._button(partial(tell, "ok"), give_one)]
        boxes = [Checkbox(value=False, indent=False, layout=_wide()) for _ in step.options]

        def show(lang: Language) -> None:
            for box, (text, _) in zip(boxes, texts(lang), strict=True):
                box.description = text

        def give() -> None:
            chosen = [option.id for option, box in zip(step.options, boxes, strict=True) if box.value]
            if chosen:
                self._give(chosen)
            else:
                self._say(partial(tell, "choose_first"))

        self._in_words(show)
        return [*boxes, self._button(partial(tell, "ok"), give)]

    def _legality(self, step: Step) -> Sequence[Any]:
        asked = VBox([])

        def refuse() -> None:
            if not step.choices or step.legal:
                self._give((False, ""))
                return
            self.waiting, no.button_style = True, "info"
            self._say(partial(tell, "not_allowed_right"))
            if asked.children:  # it is asked already
                return
            why = self._radio(lambda lang: [(reason_text(code, step, lang), code) for code in step.choices])
            why.add_class("rl-reasons")
            title = HTML()
            self._in_words(lambda lang: setattr(title, "value", f"<p>{tell('why_not', lang)}</p>"))
            asked.children = [title, why, self._button(partial(tell, "ok"), lambda: chosen(why.value))]

        def chosen(code: str | None) -> None:
            if code is None:
                self._say(partial(tell, "why_not"))
                return
            self.waiting = False
            self._give((False, code))

        yes = self._button(partial(phrase, "yes"), lambda: self._give((True, "")))
        no = self._button(partial(phrase, "no"), refuse)
        return [Box([yes, no], layout=Layout(flex_flow="row wrap")), asked]


def _wide() -> Layout:
    return Layout(width="100%", min_height="40px")
