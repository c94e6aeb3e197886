"""A table without a page: lines are typed, lines are told; what has to be chosen is chosen by its number."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rummy_lab.core.views import view
from rummy_lab.widgets.desk import Desk
from rummy_lab.widgets.guard import failure
from rummy_lab.widgets.messages import LONGEST_TEXT
from rummy_lab.widgets.texts import text
from rummy_lab.widgets.told import said
from rummy_lab.words import case_of, describe, main_reason, place
from rummy_lab.words.desk import notation
from rummy_lab.words.lexicon import plain

WRONG: Final = "✗"
_YES: Final = {"en": ("yes", "y"), "de": ("ja", "j"), "nl": ("ja", "j")}
_NO: Final = {"en": ("no", "n"), "de": ("nein", "n"), "nl": ("nee", "n")}


class TypedTable:
    """Types at a desk and tells what comes of it.

    >>> from rummy_lab.core.referee import position
    >>> table = TypedTable(Desk(position("schmidt; table [6r 7r 8r]; hand A+ 5r 10r; turn A")))
    >>> table.type("red 5 to meld 1")
    ['You lay the red 5 off on meld 1.', 'Meld 1: valid.']
    """

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def type(self, line: str) -> list[str]:
        """Do what a line says, and what is to be told of it."""
        desk = self.desk
        answer = self._answer(plain(line)[:LONGEST_TEXT])
        done = desk.handle({**(answer or {"type": "line", "text": line[:LONGEST_TEXT]}), "gen": desk.gen})
        if desk.last_error is None:
            return self.told()
        # A turn that was ended has been played, whatever went wrong behind it, as where it is to be saved.
        return [*(self.told() if done else []), failure(desk.last_error, desk.lang)]

    def told(self) -> list[str]:
        """What is to be said now: news, why something was refused, what there is to choose or to agree to."""
        return [*self.desk.news(), *self._refused(), *self._asked()]

    def seen(self) -> list[str]:
        """All that the seat sees, in words."""
        desk = self.desk
        return describe(view(desk.state, desk.seat, desk.events).state, desk.lang).splitlines()

    def _answer(self, line: str) -> dict[str, object] | None:
        """The message for an answer to what is asked; None where the line is none."""
        desk = self.desk
        if desk.question is not None:
            yes, no = line in _YES[desk.lang], line in _NO[desk.lang]
            return {"type": "answer", "yes": yes} if yes or no else None
        if desk.chooser is not None and line.isdecimal() and 0 < int(line[:4]) <= len(desk.chooser.ways):
            return {"type": "choose", "option": int(line) - 1}
        return None

    def _refused(self) -> Iterator[str]:
        """Why something was refused: the reason that teaches most, the others, the rule and its cases."""
        refusal, teller = self.desk.refusal, self.desk.teller
        if refusal is None:
            return
        if not refusal.violations:
            yield f"{WRONG} {said(refusal.said, teller.lang)}"
            return
        first, *also = teller.brief(refusal)
        yield f"{WRONG} {first}"
        yield from (f"  {reason}" for reason in also)
        main, rules, lang = main_reason(refusal.violations), teller.rules, teller.lang
        card = case_of(main, rules, lang)
        if card is None:
            yield f"  {text('rule', lang)} {teller.say(main)} ({place(main, rules).text(lang)})"
            return
        yield f"  {text('rule', lang)} {card.text} ({card.place.text(lang)})"
        for name, shown in (("right", card.right), ("wrong", card.wrong)):
            yield f"    {teller.text(name)}: {shown.label}  {notation(shown)}"

    def _asked(self) -> Iterator[str]:
        desk = self.desk
        if (chosen := desk.teller.chooser(desk.chooser, desk.state)) is not None:
            yield chosen["title"]
            for number, option in enumerate(chosen["options"], 1):
                points = "" if option["points"] is None else f" ({option['points']})"
                yield f"  {number}) {option['text']}{points}"
        if (asked := desk.teller.question(desk.question)) is not None:
            yield f"{asked['text']} ({asked['yes']} / {asked['no']})"
