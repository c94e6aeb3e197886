"""Where a question of a lesson is answered that is not answered on the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import traitlets
from anywidget import AnyWidget
from ipywidgets import HTML, BoundedIntText, Box, Button, Checkbox, Layout, RadioButtons, VBox

from rummy_lab.lessons.judging import Answer
from rummy_lab.lessons.steps import Step
from rummy_lab.lessons.telling import phrase
from rummy_lab.widgets.lesson_said import mixed, reason_text, several
from rummy_lab.widgets.lesson_texts import tell
from rummy_lab.widgets.panel import free, module
from rummy_lab.widgets.texts import Language

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
    """The controls that belong to the kind of a step; what is answered goes to `give`."""

    def __init__(self, give: Give, say: Callable[[str], None]) -> None:
        self._give, self._say = give, say
        self.waiting = False
        super().__init__([])
        self.add_class("rl-answers")

    def ask(self, step: Step, lang: Language, seed: int = 0) -> None:
        """Show the controls for this step; `seed` chooses in which order answers stand."""
        self.clear()
        step = mixed(step, seed)
        makers: dict[str, Callable[[Step, Language], Sequence[Any]]] = {
            "judge": self._legality, "value": self._points, "choose": self._options, "predict": self._options,
        }  # fmt: skip
        if step.kind in makers:
            self.children = list(makers[step.kind](step, lang))

    def clear(self) -> None:
        """Take the controls away and free them."""
        self.waiting = False
        shown, self.children = self.children, []
        for widget in shown:
            free(widget)

    def _button(self, text: str, act: Callable[[], None]) -> Any:
        button = Button(description=text, layout=Layout(**LARGE))
        button.on_click(lambda _: act())
        return button

    def _points(self, _step: Step, lang: Language) -> Sequence[Any]:
        number = BoundedIntText(
            value=0, min=0, max=9999, description=tell("points", lang), layout=Layout(width="180px", height="44px")
        )
        give = self._button(tell("ok", lang), lambda: self._give(int(number.value)))
        return [Box([number, give], layout=Layout(flex_flow="row wrap"))]

    def _options(self, step: Step, lang: Language) -> Sequence[Any]:
        if not several(step):
            one = RadioButtons(
                options=[(option.text.plain(lang, step.rules), option.id) for option in step.options],
                value=None, layout=_wide(),
            )  # fmt: skip

            def give_one() -> None:
                if one.value is None:
                    self._say(tell("choose_first", lang))
                else:
                    self._give([one.value])

            return [one, self._button(tell("ok", lang), give_one)]
        boxes = [
            Checkbox(value=False, description=option.text.plain(lang, step.rules), indent=False, layout=_wide())
            for option in step.options
        ]

        def give() -> None:
            chosen = [option.id for option, box in zip(step.options, boxes, strict=True) if box.value]
            self._give(chosen)

        return [*boxes, self._button(tell("ok", lang), give)]

    def _legality(self, step: Step, lang: Language) -> Sequence[Any]:
        reasons = [(reason_text(code, step, lang), code) for code in step.choices]
        asked = VBox([])

        def refuse() -> None:
            if not reasons or step.legal:
                self._give((False, ""))
                return
            self.waiting, no.button_style = True, "info"
            self._say(tell("not_allowed_right", lang))
            why = RadioButtons(options=reasons, value=None, description="", layout=_wide())
            why.add_class("rl-reasons")
            asked.children = [
                HTML(f"<p>{tell('why_not', lang)}</p>"),
                why,
                self._button(tell("ok", lang), lambda: chosen(why.value)),
            ]

        def chosen(code: str | None) -> None:
            if code is None:
                self._say(tell("why_not", lang))
                return
            self.waiting = False
            self._give((False, code))

        yes = self._button(phrase("yes", lang), lambda: self._give((True, "")))
        no = self._button(phrase("no", lang), refuse)
        return [Box([yes, no], layout=Layout(flex_flow="row wrap")), asked]


def _wide() -> Layout:
    return Layout(width="100%", min_height="40px")
