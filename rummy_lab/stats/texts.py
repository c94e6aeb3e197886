"""What columns, groups, bots, endings and rule sets are called, and the words of plots and results."""

from __future__ import annotations

import math
import numbers
import re
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final

from rummy_lab.core.fields import Value, read_value, write_value
from rummy_lab.core.rules import field_specs
from rummy_lab.stats.numbers import language, plain
from rummy_lab.words.scene import bot_name
from rummy_lab.words.texts import fill, sentence, words_of

_SPACED: Final = re.compile(r"\s*(==|!=|>=|<=|>|<)\s*")
_VARIED: Final = re.compile(r"([^{}]+)\{(.*)\}")
_CHANGE: Final = re.compile(r"(?:[^,({]|\([^)]*\)|\{[^}]*\})+")
_WAIT_NOT: Final = ("greedy", "exact")
"""The bots that open as soon as they can."""


SENTENCES: Final = "words_of_sentences"


@cache
def _table(name: str) -> dict[str, Any]:
    return tomllib.loads(files("rummy_lab.stats").joinpath(f"{name}.toml").read_text("utf-8"))


def tell(path: str, lang: str, **values: object) -> str:
    """A text of the plots, as `plot.share`, with its fields filled in; raises RummyError for a language.

    >>> tell("alt.range", "nl", value="50%", low="40%", high="60%")
    '50% (40% tot 60%)'
    """
    section, _, key = path.partition(".")
    return fill(_table("words_of_results")[section][key][language(lang)], values)


def say(path: str, lang: str, **values: object) -> str:
    """A text of a result in words, as `rate.again`."""
    section, _, key = path.partition(".")
    return fill(_table(SENTENCES)[section][key][language(lang)], values)


def method_name(method: object, lang: str) -> str:
    """What a method is called in print."""
    known = _table(SENTENCES)["methods"].get(str(method))
    return known[language(lang)] if known else str(method)


def _column(column: str) -> dict[str, Any]:
    key = _SPACED.sub(r"\1", column.strip()).replace("'", '"')
    known: dict[str, Any] = _table("words_of_columns").get(key, {})
    return known


def column_name(column: str, lang: str, bots: Sequence[str] = ()) -> str:
    """What a column or an expression is called over a plot; one that is not known, or a rule field, is itself.

    `bots`: those in the rows. Where one of them waits, what it did is not what it could.

    >>> column_name("opened_turn == 1", "en"), column_name("my column", "de")
    ('Could open at once', 'my column')
    """
    own = _column(column)
    name = own.get("waited_name") if waits(bots) else None
    known = name or own.get("name") or _table("words_of_fields").get(column)
    return known[language(lang)] if known else column


def waits(bots: Sequence[str]) -> bool:
    """Whether one of these bots does not always open as soon as it can."""
    return any(one not in _WAIT_NOT for one in bots)


def column_unit(column: str, lang: str) -> str:
    """The unit of a column, empty where none is known."""
    return str(_column(column).get("unit", {}).get(language(lang), ""))


def is_of_deal(column: str) -> bool:
    """Whether a deal has this and not each player."""
    return bool(_column(column).get("deal"))


def happened(column: str, times: int, told: str, lang: str, bots: Sequence[str] = ()) -> str:
    """How often it was so, as the rest of a sentence; `told` is the number as it is written.

    >>> happened("won", 1, "1", "en"), happened("x > 3", 7, "7", "nl")
    ('1 was won', 'was x > 3 7 keer waar')
    """
    known = _column(column)
    forms = known.get("times") or _table(SENTENCES)["rate"]["unknown" if column else "nameless"]
    if waits(bots):
        forms = known.get("waited", forms)
    single = known.get("one", {}) if times == 1 else {}
    return fill(single.get(lang) or forms[language(lang)], {"k": told, "column": column})


def subject(column: str, lang: str) -> str:
    """What a sentence about a mean is about.

    >>> subject("score", "de"), subject("x", "en")
    ('der Punktestand', 'x')
    """
    known: dict[str, str] = _column(column).get("the", {})
    return known.get(language(lang), column)


def with_unit(value: str, column: str, lang: str) -> str:
    """A number with the unit of its column, where there is one and it is said.

    >>> with_unit("3.2", "score", "en"), with_unit("3.2", "opened_turn", "en"), with_unit("3.2", "x", "en")
    ('3.2 points', '3.2', '3.2')
    """
    unit = "" if _column(column).get("bare") else column_unit(column, lang)
    return f"{value} {unit}" if unit else value


def by_name(column: str, lang: str) -> str:
    """What the values of a grouping column are, as `seat`."""
    known = _table("words_of_results")["by"].get(column)
    return known[language(lang)] if known else column_name(column, lang)


def end_name(end: str, lang: str) -> str:
    """How a deal ended, in words."""
    known = _table("words_of_results")["ends"].get(end)
    return known[language(lang)] if known else end


def rules_name(name: str, lang: str) -> str:
    """A rule set by its name in words: the game and what is changed in it.

    >>> rules_name("rummy40{opening.points=51,pack.jokers=0}", "de")
    'Rummy 40 mit 51 Punkten zum Herauskommen und ohne Joker'
    >>> rules_name("rummy40{joker.freed=to_hand,melds.set_sizes={3}}", "en")
    'Rummy 40 (freed joker: may be kept for later, sizes of sets: exactly 3)'
    >>> rules_name("my_rules", "en")
    'my_rules'
    """
    words = words_of(language(lang))
    found = _VARIED.fullmatch(name)
    game, inside = found.groups() if found else (name, "")
    counted: list[str] = []
    others: list[str] = []
    for part in _CHANGE.findall(inside):
        field, _, value = part.partition("=")
        with_number = counted_name(field, value, lang, behind=True)
        if with_number:
            counted.append(with_number)
        elif field in field_specs():
            others.append(tell("group.inside", lang, name=by_name(field, lang), value=value_name(field, value, lang)))
        else:
            others.append(part)
    told = " ".join([words.find("games", game) or game, *([words.join(counted)] if counted else [])])
    return f"{told} ({', '.join(others)})" if others else told


def counted_name(field: str, value: Any, lang: str, *, behind: bool = False) -> str:
    """A rule that is a number with the number in it, alone or `behind` a game; empty where it has no such words.

    >>> counted_name("opening.points", 51, "en"), counted_name("pack.jokers", "1", "nl", behind=True)
    ('51 points to open', 'met één joker')
    """
    forms = _table("words_of_numbers").get(field, {})
    number = _value_of(value)
    if not forms or type(number) is not int:
        return ""
    special = {0: "none", 1: "one"}.get(number, "many")
    keys = (f"with_{special}", "with") if behind else (special, "many")
    form = next((forms[key] for key in keys if key in forms), None)
    return fill(form[language(lang)], {"value": plain(number, language(lang))}) if form else ""


def group_name(column: str, value: Any, lang: str) -> str:
    """A value of a grouping column in words.

    >>> group_name("seat", "A", "en"), group_name("opening.points", 51, "nl"), group_name("won", True, "en")
    ('seat A', '51 punten voor de eerste uitleg', 'Won (yes)')
    """
    if told := counted_name(column, value, lang):
        return told
    if column in field_specs():
        counts = type(_value_of(value)) is int
        named_value = value_name(column, value, lang)
        return tell("group.other" if counts else "group.said", lang, name=by_name(column, lang), value=named_value)
    text = plain(float(value), lang) if _is_number(value) else str(value)
    named = {"bot": bot_name, "rules": rules_name, "end": end_name}.get(column)
    if named is not None:
        return named(text, lang)
    if text in ("True", "False", "yes", "no"):
        key = "group.yes" if text in ("True", "yes") else "group.no"
        return tell(key, lang, name=column_name(column, lang))
    for key in (f"{column}_{text}", column):
        if key in _table("words_of_results")["group"]:
            return tell(f"group.{key}", lang, value=text)
    return tell("group.other", lang, name=by_name(column, lang), value=text)


def value_name(field: str, value: Any, lang: str) -> str:
    """A value of a rule field in words, as it is or as it is written in the name of a rule set; numbers stay numbers.

    >>> value_name("joker.freed", "to_hand", "de"), value_name("scoring.settlement", (10, 20), "nl")
    ('darf behalten werden', 'elke verliezer betaalt 10 of 20 bij Going Rummy')
    >>> value_name("ending.max_turns", "1000", "de"), value_name("melds.wrap", False, "en")
    ('1.000', 'no')
    """
    words = _table("words_of_values")
    known = words["every"] | words.get(field, {})
    found = _value_of(value)
    if type(found) is int:
        return plain(found, language(lang))
    several = found if isinstance(found, tuple) else ()
    keys = ["-".join(map(str, several)), *(["same"] if len({*several}) == 1 else []), "n"] if several else []
    key = next((key for key in keys or [write_value(found)] if key in known), None)
    ends = {"first": plain(several[0], lang), "last": plain(several[-1], lang)} if several else {}
    return fill(known[key][language(lang)], ends) if key else str(value)


def _value_of(value: Any) -> Value:
    """The value of a rule field that a frame, a file or a name holds."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return None
    if isinstance(value, tuple | list):
        return tuple(int(one) for one in value)
    if _is_number(value) and float(value).is_integer():
        return int(value)
    return {"True": True, "False": False}.get(str(value), read_value(str(value)))


def short_group(column: str, value: Any, lang: str) -> str:
    """The same where the column stands beside it: the value alone.

    >>> short_group("seat", "A", "en"), short_group("opening.points", 51, "nl")
    ('A', '51')
    """
    if column in ("bot", "rules", "end"):
        return group_name(column, value, lang)
    if column in field_specs():
        return value_name(column, value, lang)
    text = plain(float(value), lang) if _is_number(value) else str(value)
    return {"True": tell("plot.yes", lang), "False": tell("plot.no", lang)}.get(text, text)


def _is_number(value: object) -> bool:
    return isinstance(value, numbers.Real) and not isinstance(value, bool)


def capital(text: str) -> str:
    """The text with a capital at its start.

    >>> capital("seat A")
    'Seat A'
    """
    return sentence(text) if text else text
