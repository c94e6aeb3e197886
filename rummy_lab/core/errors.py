"""What goes wrong with input from people, one sentence each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Self, cast

LONGEST_TEXT: Final = 1 << 20
"""Characters of a text that is read; a longer one is refused unread."""
_SHOWN = 1000  # a pack of 106 cards with its table takes some 600 characters


def brief(text: str, at: int | None = None) -> str:
    """A text as it is quoted: whole, or of a long one what stands around the character `at`, else its two ends.

    >>> brief("4r " * 2000, at=3000)[:16], len(brief("4r " * 2000, at=3000)), len(brief("4r " * 2000))
    ('... r 4r 4r 4r 4', 1008, 1005)
    """
    if len(text) <= _SHOWN:
        return text
    if at is None:
        return f"{text[: _SHOWN // 2]} ... {text[-_SHOWN // 2 :]}"
    start = max(0, min(at - _SHOWN // 2, len(text) - _SHOWN))
    end = start + _SHOWN
    return ("... " if start else "") + text[start:end] + (" ..." if end < len(text) else "")


def printable(name: str) -> str:
    r"""A name, as of a file, on one line and for every screen: what cannot be printed as an escape, bounded.

    >>> printable("Anna.toml"), len(printable("a" * 5000))
    ('Anna.toml', 1005)
    >>> print(printable("a" + chr(10) + chr(0x202E) + "lmot.exe"))
    a\n\u202elmot.exe
    """
    if not name.isprintable():
        name = "".join(one if one.isprintable() else one.encode("unicode_escape").decode() for one in name)
    return brief(name)


def shown(value: object) -> str:
    """A value as it is quoted in a sentence: bounded, also where it is a number without end.

    >>> shown("4r"), shown(10**5000)
    ("'4r'", 'a number without end')
    """
    try:
        return brief(repr(value))
    except Exception:  # noqa: BLE001 (whatever a value does when it is asked for its text)
        return Phrase("a number without end") if isinstance(value, int) else f"<{type(value).__name__}>"


class Phrase(str):
    """An English text that knows of what it is made, so that `rummy_lab.words.in_words` can say it in other languages.

    Attributes:
        template: the text with names in braces; where there are no values, the text itself.
        values: what stands for the names: texts as they are, numbers, and phrases and errors that are said in turn.

    >>> told = Phrase("{count:,} cards", count=1200)
    >>> told, told.template, told.values
    ('1,200 cards', '{count:,} cards', {'count': 1200})
    """

    __slots__ = ("template", "values")
    template: str
    values: dict[str, str | float | RummyError]

    def __new__(cls, template: str, /, **values: str | float | RummyError) -> Self:
        """The phrase; `values` by the names in the `template`, which is not filled in where there are none."""
        made = super().__new__(cls, template.format(**values) if values else template)
        made.template, made.values = template, values
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return _phrase, (self.template, self.values)


def _phrase(template: str, values: dict[str, str | float | RummyError]) -> Phrase:
    return Phrase(template, **values)


class Told(Phrase):
    """A text about things that `rummy_lab.words.explain` says in other languages, as the reasons of a refusal.

    Attributes:
        things: what it is about, such as violations.
        rules: the name of the rule set that chooses the words; may be empty.
    """

    __slots__ = ("rules", "things")
    things: tuple[object, ...]
    rules: str

    def __new__(cls, text: str, things: Iterable[object] = (), rules: object = "") -> Self:
        """The English `text` with what it tells of."""
        made = super().__new__(cls, text)
        made.things, made.rules = tuple(things), str(rules)
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.things, self.rules)


def joined(by: str, parts: Iterable[str | RummyError]) -> Phrase:
    """Parts in a row, those that are phrases or errors to be said in other languages too.

    >>> joined(": ", ["cards", Phrase("{count} too many", count=2)])
    'cards: 2 too many'
    """
    values = {f"part{at}": part for at, part in enumerate(parts)}
    template = by.join(f"{{{name}}}" for name in values)
    return Phrase(template, **values)


def either(parts: Iterable[str]) -> Phrase:
    """Parts of which one is meant.

    >>> either(["plain", "compiled"])
    'plain or compiled'
    """
    first, *rest = parts
    told = joined("", [first])
    for one in rest:
        told = Phrase("{first} or {last}", first=told, last=one)
    return told


class RummyError(ValueError):
    """Base of every error that a person can mend; its text is one sentence, with the place and the mend.

    `sentence` is the English text, or with `values` the template of it, as that of a `Phrase`; it is what `str` gives.
    `rummy_lab.words.in_words` says it in German and Dutch.

    >>> from rummy_lab.core.deal import deal
    >>> try:
    ...     deal("schmidt", players=9)
    ... except RummyError as error:
    ...     print(error)
    schmidt is for 2 to 4 players, not 9
    """

    def __init__(self, sentence: str = "", /, **values: str | float | RummyError) -> None:
        super().__init__(Phrase(sentence, **values) if values else sentence)

    @property
    def sentence(self) -> str:
        """The text; a `Phrase` where it has values."""
        return cast(str, self.args[0])


class NotationError(RummyError):
    """A text that is not in the notation.

    Attributes:
        text: the whole text that was read.
        at: the character (from 0) where it goes wrong.
        reason: what is wrong there and how to mend it.

    >>> from rummy_lab.core.cards import Card
    >>> try:
    ...     Card.parse("14r")
    ... except NotationError as error:
    ...     print(error.at, error.text)
    0 14r
    """

    def __init__(self, text: str, at: int, reason: str) -> None:
        self.text, self.at, self.reason = text, at, printable(reason)
        ValueError.__init__(self, text, at, reason)

    def __str__(self) -> str:
        return str(self.sentence)

    @property
    def sentence(self) -> str:
        """The reason and the place."""
        return Phrase(
            "{reason} (at character {at} of {text})",
            reason=self.reason if isinstance(self.reason, Phrase) else Phrase(self.reason),
            at=self.at + 1,
            text=repr(brief(self.text, self.at)),
        )

    def within(self, text: str, offset: int) -> NotationError:
        """The same fault, placed in a longer text that holds this one from the character `offset` on."""
        return NotationError(text, offset + self.at, self.reason)


class RuleSetError(RummyError):
    """A rule set that cannot be: names the field and the values allowed; `sentence` and `values` as in `RummyError`.

    >>> from rummy_lab.games import SCHMIDT
    >>> try:
    ...     SCHMIDT.vary(deal__hand=40)
    ... except RuleSetError as error:
    ...     print(error)
    deal.hand cannot be 40; allowed: a whole number from 3 to 18
    """


class Undecided(RummyError):
    """A rule asks whether a play exists, and the search did not come to its end."""


class IncompletePosition(RummyError):
    """A question that needs a part which a partial position does not say.

    Attributes:
        needs: the part that is missing, as `stock` or `hand of B`.
        position: the text of the position.

    >>> from rummy_lab.core.referee import play, position
    >>> try:
    ...     play(position("schmidt; hand A 4r; turn A"), "draw")
    ... except IncompletePosition as error:
    ...     print(error.needs)
    stock
    """

    def __init__(self, needs: str, position: str) -> None:
        self.needs, self.position = needs, position
        ValueError.__init__(self, needs, position)

    def __str__(self) -> str:
        return str(self.sentence)

    @property
    def sentence(self) -> str:
        """What is missing, and how it is written."""
        return joined(": ", [self.lack, self.position])

    @property
    def lack(self) -> Phrase:
        """The sentence without the position."""
        return Phrase(
            "this needs the {needs}, which the position does not say{mend}", needs=self.needs, mend=self._mend()
        )

    def _mend(self) -> str:
        if self.needs == "stock":
            return Phrase("; write it as stock 7h ??x40")
        if self.needs == "pile":
            return Phrase("; write it as pile 4c 9d, bottom to top")
        if self.needs.startswith("card that the joker"):
            return Phrase("; write the joker as that card, as *4b or *Js")
        if self.needs.startswith("hand of"):
            return Phrase("; write it as {part} 4r 5r", part=self.needs.replace(" of", ""))
        return ""
