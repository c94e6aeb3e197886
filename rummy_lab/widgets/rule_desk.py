"""The rule desk: a question about the rules, and what each of the two games answers."""

from __future__ import annotations

from functools import partial
from html import escape
from pathlib import Path
from typing import Any, Final, cast

import traitlets
from ipywidgets import HTML, Box, Button, Dropdown, Layout, Text, VBox

from rummy_lab.core.base import Base
from rummy_lab.core.referee import position
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.state import State
from rummy_lab.draw import picture_of_cards, picture_svg, table_png
from rummy_lab.widgets.chosen import chosen_lang
from rummy_lab.widgets.guard import failure, known
from rummy_lab.widgets.manners import Manners
from rummy_lab.widgets.panel import Panel, free
from rummy_lab.widgets.rule_desk_texts import tell
from rummy_lab.widgets.texts import LANGUAGES, Language
from rummy_lab.words import Entry, Example, Ruling, ask, entries, entry, languages, table_texts
from rummy_lab.words.desk_pages import glossary
from rummy_lab.words.pages import game_name
from rummy_lab.words.spoken import meld_text
from rummy_lab.words.texts import pack_of, sentence, words_of

HITS: Final = 3
_HERE: Final = Path(__file__).parent
_FIRST: Final = "joker-alone"
_DPI: Final = 72


class _Manners(Manners):
    """What the rule desk needs in the browser: it is read aloud, and speaks the language that was chosen last."""

    _esm = "\n".join((_HERE / f"{name}.js").read_text("utf-8") for name in ("panel", "table_memory", "rule_desk"))
    _css = (_HERE / "rule_desk.css").read_text(encoding="utf-8")
    lang = traitlets.Enum(list(languages), default_value="en").tag(sync=True)
    known = traitlets.List(list(languages)).tag(sync=True)
    guess = traitlets.Bool(default_value=False).tag(sync=True)


class RuleDesk(Panel):
    """Ask about the rules in your own words, and see what each game answers, with a right and a wrong case.

    Args:
        lang: `en`, `de` or `nl`; left out: what `RUMMY_LAB_LANG` names, else what was chosen last in this browser, else
            the browser's own.

    Attributes:
        hits: the entries found last. shown: the entry whose answers are open; None before the first question.

    >>> desk = RuleDesk(lang="en")
    >>> desk.search("may I keep the joker on my rack?")
    >>> desk.shown.id, len(desk.hits)
    ('keep-joker', 3)
    """

    def __init__(self, lang: Language | None = None) -> None:
        lang = chosen_lang(lang)
        self.hits: tuple[Entry, ...] = ()
        self.shown: Entry | None = None
        self._searched = ""
        self._manners = _Manners(lang=lang or "en", guess=lang is None)
        self._title, self._news, self._answer = HTML(), HTML(), HTML()
        self._line = Text(continuous_update=False, style={"description_width": "initial"})
        self._find, self._words = Button(layout=_wide()), Button(layout=_wide())
        self._found = VBox([])
        self._all = Dropdown(style={"description_width": "initial"})
        self._lang = Dropdown(
            options=[(name, code) for code, name in LANGUAGES.items()], style={"description_width": "initial"}
        )
        self._lang.value = self._manners.lang
        row = Box([self._find, self._words], layout=Layout(flex_flow="row wrap"))
        super().__init__(
            [self._title, self._line, row, self._news, self._found, self._answer, self._all, self._lang, self._manners]
        )
        self.add_class("rl-rules").add_class("rl-manners")
        self._news.add_class("rl-news")
        self.layout.width, self.layout.min_width = "100%", "0"
        self._line.observe(self.handler(self._typed), "value")
        self._find.on_click(self.handler(self._asked))
        self._words.on_click(self.handler(self.show_words))
        self._all.observe(self.handler(self._picked), "value")
        self._lang.observe(self.handler(self._chosen), "value")
        self._manners.observe(self.handler(self._relabel), "lang")
        self._relabel()

    @property
    def lang(self) -> Language:
        """The language; may be set."""
        return cast(Language, self._manners.lang)

    @lang.setter
    def lang(self, lang: Language) -> None:
        known("lang", lang, LANGUAGES)
        self._manners.lang = lang

    # What can be done

    def search(self, words: str) -> None:
        """Answer a question: the likeliest answer is shown, others are offered."""
        with self.lock:
            self.hits = ask(words, self.lang, HITS)
            self._searched = self._line.value = words
            self._show(self.hits[0] if self.hits else None)
            if not words.strip():
                self._tell(tell("empty", self.lang))
            elif self.shown is None:
                self._tell(words_of(self.lang).text("desk", "none"))
            else:
                self._tell(tell("found", self.lang, count=len(self.hits), question=self.shown.question))

    def show(self, name: str) -> None:
        """Show an entry by its id, the `name` such as `keep-joker`; raises RummyError."""
        with self.lock:
            self._show(entry(name, self.lang))
            assert self.shown is not None
            self._tell(tell("open", self.lang, question=self.shown.question))

    def show_words(self) -> None:
        """Show the words of the games in three languages."""
        with self.lock:
            self._show(None)
            self._answer.value = _glossary(self.lang)
            self._tell(tell("words_intro", self.lang))

    def still(self) -> tuple[bytes, str, str]:
        """A picture of a case as PNG, its alternative text, and the question with its answers in words."""
        shown = self.shown or entry(_FIRST, self.lang)
        case = next((ruling.right for ruling in shown.answers if ruling.right is not None), None)
        case = case or cast(Example, entry(_FIRST, self.lang).answers[0].right)
        state = position(case.position) if case.position else State(Base(RuleSet.of("schmidt"), case.melds))
        return table_png(state, _DPI, lang=self.lang), case.label, self.words()

    def words(self) -> str:
        """The question that is open with its answers, as plain text."""
        return f"{tell('title', self.lang)}\n{self.shown or entry(_FIRST, self.lang)}"

    # How it works

    def _typed(self) -> None:
        if self._line.value != self._searched:
            self._asked()

    def _asked(self) -> None:
        self.search(self._line.value)

    def _picked(self) -> None:
        if self._all.value:
            self.show(self._all.value)

    def _chosen(self) -> None:
        self._manners.lang = self._lang.value

    def _relabel(self) -> None:
        lang = self.lang
        listed = entries(lang)
        self._lang.value, self._lang.description = lang, tell("lang", lang)
        self._title.value = f"<h3>{escape(tell('title', lang))}</h3>"
        self._line.description, self._line.placeholder = tell("search", lang), tell("example", lang)
        self._find.description, self._words.description = tell("find", lang), tell("words", lang)
        self._all.description = tell("all", lang)
        self._all.options = [(tell("pick", lang, count=len(listed)), ""), *((one.question, one.id) for one in listed)]
        self._all.value = ""
        self.hits = tuple(entry(hit.id, lang) for hit in self.hits)
        if self.shown is not None:
            self.show(self.shown.id)
        elif "rl-words" in self._answer.value:
            self.show_words()
        else:
            self._tell(tell("empty", lang))

    def _show(self, shown: Entry | None) -> None:
        self.shown = shown
        self._answer.value = "" if shown is None else _answers(shown)
        old = self._found.children
        buttons = [self._button(hit) for hit in self.hits if shown is None or hit.id != shown.id]
        self._found.children = buttons if shown is not None else []
        for button in old:
            free(button)
        if self._all.value and (shown is None or shown.id != self._all.value):
            self._all.value = ""

    def _button(self, hit: Entry) -> Any:
        button = Button(description=hit.question, layout=_wide())
        button.on_click(self.handler(partial(self.show, hit.id)))
        return button

    def _tell(self, line: str) -> None:
        self._news.value = f"<p>{escape(line)}</p>"

    def tell_failure(self, error: Exception) -> None:
        """Say in one plain sentence that something failed, the `error`."""
        told = failure(error, self.lang)
        self._tell(told)


def _wide() -> Layout:
    return Layout(width="auto", max_width="100%", min_width="44px", margin="2px 4px 2px 0")


def _answers(shown: Entry) -> str:
    lang = cast(Language, shown.lang)
    games = "".join(f"<section>{_ruling(ruling, lang)}</section>" for ruling in shown.answers)
    return f'<h4>{escape(shown.question)}</h4><div class="rl-games">{games}</div>'


def _ruling(ruling: Ruling, lang: Language) -> str:
    rules, words = RuleSet.of(ruling.game), words_of(lang)
    parts = [f"<h5>{escape(game_name(rules, lang))}</h5><p><strong>{escape(ruling.text)}</strong></p>"]
    for kind, case in (("right", ruling.right), ("wrong", ruling.wrong)):
        if case is not None:
            parts.append(_case(kind, case, rules, lang))
    where = f"{sentence(ruling.place.text(lang))} ({', '.join(ruling.place.rule)})"
    parts.append(f"<p>{escape(words.text('desk', 'place'))}: {escape(where)}</p>")
    sure = words.text("desk", ruling.certainty)
    parts.append(f"<p>{escape(words.text('desk', 'certainty'))}: {escape(sure)}</p>")
    if ruling.others:
        rows = "".join(f"<li>{escape(told)} <code>{escape(name)}</code></li>" for name, told in ruling.others)
        parts.append(f"<p>{escape(tell('others', lang))}:</p><ul>{rows}</ul>")
    return "".join(parts)


def _case(kind: str, case: Example, rules: RuleSet, lang: Language) -> str:
    sign = "✓" if kind == "right" else "✗"
    words = words_of(lang, pack_of(rules))
    drawn = "".join(picture_svg(picture_of_cards(meld.slots), meld_text(words, meld)) for meld in case.melds)
    told = f"{sign} {table_texts(lang)[kind]}: {case.label}"
    return f'<figure class="rl-{kind}"><div>{drawn}</div><figcaption>{escape(told)}</figcaption></figure>'


def _glossary(lang: Language) -> str:
    rows = "".join(
        f"<dt>{'⚠ ' if term.false_friend else ''}{escape(' · '.join(term.names))}</dt><dd>{escape(term.means)}</dd>"
        for term in glossary(lang)
    )
    return f'<h4>{escape(tell("words", lang))}</h4><dl class="rl-words">{rows}</dl>'
