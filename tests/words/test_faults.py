"""Every sentence of an error is there in German and Dutch, and what is there is raised somewhere."""

from __future__ import annotations

import ast
import pickle
import string
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import rummy_lab
from rummy_lab.core.errors import IncompletePosition, NotationError, Phrase, RummyError, joined
from rummy_lab.core.referee import play, position
from rummy_lab.core.rules import RuleSet
from rummy_lab.words import explain, in_words

ROOT = Path(rummy_lab.__file__).parent
CATALOGUES = sorted((ROOT / "words" / "fault_texts").glob("*.toml"))
# Whose text stands behind other arguments than the first.
PLACES = {"NotationError": 2, "fault": 1, "note": 1}
# Methods that make or note a fault, and the rooms where they do.
METHODS, METHOD_ROOMS = ("fault", "note"), ("core", "lessons")
# What has no text of its own: reasons by their codes, a key of the words of a widget, and what a page sends to a
# widget, which is kept for programmers and shown to nobody.
OWN = ("IllegalMove", "AmbiguousJoker", "ImpossibleExperiment", "Malformed")
# Functions whose texts are phrases already, or are in the language of the reader.
PHRASES = ("Phrase", "Told", "joined", "either", "_missing", "_empty")
SPOKEN = ("tell", "told", "editor_text", "_not_ready", "_sentence")
ATTRIBUTES = ("sentence", "reason", "say", "refusal", "template", "all")


@cache
def trees() -> dict[Path, ast.Module]:
    return {path: ast.parse(path.read_text("utf-8")) for path in sorted(ROOT.rglob("*.py"))}


@cache
def errors() -> frozenset[str]:
    """RummyError and all that derive from it, by name."""
    found = {"RummyError"}
    classes = [node for tree in trees().values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    while (
        more := {
            one.name for one in classes if any(isinstance(base, ast.Name) and base.id in found for base in one.bases)
        }
        - found
    ):
        found |= more
    return frozenset(found)


def made() -> Iterator[tuple[Path, str, ast.Call]]:
    """Every phrase and error that is made: in which file, its name and the call."""
    for path, tree in trees().items():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name | ast.Attribute):
                continue
            name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            method = name in METHODS and path.parent.name in METHOD_ROOMS
            if name == "Phrase" or (name in errors() and name not in OWN) or method:
                yield path, name, node


def said() -> Iterator[tuple[Path, str, ast.expr]]:
    """Of every phrase and error that is made: its file, its place there and the expression of its text."""
    for path, name, call in made():
        at = PLACES.get(name, 0)
        for one in branches(call.args[at]) if len(call.args) > at else ():
            yield path, f"{path.relative_to(ROOT).as_posix()}:{call.lineno}", one


def branches(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.IfExp):
        yield from branches(node.body)
        yield from branches(node.orelse)
    elif isinstance(node, ast.NamedExpr):
        yield from branches(node.value)
    elif isinstance(node, ast.List):
        for one in node.elts:
            yield from branches(one)
    else:
        yield node


def name_of(node: ast.expr) -> str:
    """The name of what is called here, or of the variable or attribute that stands here."""
    if isinstance(node, ast.Call):
        return name_of(node.func)
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


@cache
def put_together(path: Path) -> frozenset[str]:
    """The variables of a file that hold a text with values filled in."""
    found = [node for node in ast.walk(trees()[path]) if isinstance(node, ast.Assign | ast.NamedExpr)]
    return frozenset(
        name_of(target)
        for node in found
        if isinstance(node.value, ast.JoinedStr)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
    )


def names_in(template: str) -> dict[str, str]:
    """The names in a template, each with how it is written."""
    return {name: spec or "" for _, name, spec, _ in string.Formatter().parse(template) if name is not None}


def has_words(template: str) -> bool:
    parts = string.Formatter().parse(template) if is_template(template) else [(template, None, None, None)]
    return any(letter.isalpha() for text, *_ in parts for letter in text)


def is_template(text: str) -> bool:
    try:
        return any(name is not None for _, name, _, _ in string.Formatter().parse(text))
    except ValueError:
        return False


@cache
def templates() -> dict[str, str]:
    """Every text that is raised, and one place where it is."""
    return {
        one.value: place
        for _, place, one in said()
        if isinstance(one, ast.Constant) and isinstance(one.value, str) and has_words(one.value)
    }


@cache
def entries() -> list[tuple[str, dict[str, str]]]:
    return [(file.name, row) for file in CATALOGUES for row in tomllib.loads(file.read_text("utf-8"))["fault"]]


def test_every_text_is_one_that_can_be_found() -> None:
    """A template with its values or a text made in the language of the reader; never an English text put together."""
    for path, place, one in said():
        fits = (
            isinstance(one, ast.Constant)
            or (isinstance(one, ast.Name) and one.id not in put_together(path))
            or (isinstance(one, ast.Attribute) and one.attr in ATTRIBUTES)
            or (isinstance(one, ast.Call) and name_of(one) in (*PHRASES, *SPOKEN))
            or (place.startswith("lessons/reading") and ast.unparse(one) == "str(fault)")  # of a TypeError of Python
        )
        assert fits, f"{place}: {ast.unparse(one)}; write RummyError('a template with {{names}}', names=...)"


def test_values_hold_no_english() -> None:
    """What has words of its own among the values is a phrase, so that it is said in other languages too."""
    for path, _, call in made():
        texts = [
            (text, part)
            for keyword in call.keywords
            for text in branches(keyword.value)
            if isinstance(text, ast.JoinedStr | ast.Constant)
            for part in (text.values if isinstance(text, ast.JoinedStr) else [text])
        ]
        for text, part in texts:
            words = part.value if isinstance(part, ast.Constant) and isinstance(part.value, str) else ""
            assert not (" " in words and any(map(str.isalpha, words))), f"{path}:{text.lineno}: {ast.unparse(text)}"


def test_every_text_has_its_german_and_dutch() -> None:
    there = {row["en"] for _, row in entries()}
    missing = {template: place for template, place in templates().items() if template not in there}
    assert not missing, "\n".join(f"{place}: {template}" for template, place in missing.items())


def test_no_entry_is_unused_or_twice() -> None:
    found = [row["en"] for _, row in entries()]
    assert not set(found) - set(templates())
    assert len(found) == len(set(found))


@pytest.mark.parametrize("file", [file.name for file in CATALOGUES])
def test_entries_keep_their_values(file: str) -> None:
    for _, row in (one for one in entries() if one[0] == file):
        assert set(row) == {"en", "de", "nl"}, row
        if not is_template(row["en"]):
            continue
        for lang in ("de", "nl"):
            assert names_in(row[lang]) == names_in(row["en"]), row


# What is the same in both, such as a plural or a name.
ALIKE = frozenset[str]()


def test_texts_are_translated() -> None:
    for _, row in entries():
        assert row["de"] != row["en"] or row["en"] in ALIKE, row
        assert row["nl"] != row["en"] or row["en"] in ALIKE, row
        assert row["de"] != row["nl"], row


@pytest.mark.parametrize(
    "fault",
    [
        RummyError("a plain text with {braces}"),
        RummyError("{count:,} {what}", count=1200, what="{cards}"),
        NotationError("4x", 0, Phrase("{word} is no card", word="'4x'")),
        IncompletePosition("hand of B", "schmidt; turn A"),
        RummyError("{file}: {fault}", file="a.toml", fault=NotationError("4x", 0, "no")),
        RummyError(joined("; ", [Phrase("{count}", count=2), "b"])),
    ],
)
def test_errors_pickle(fault: RummyError) -> None:
    again = pickle.loads(pickle.dumps(fault))
    assert type(again) is type(fault)
    assert str(again) == str(fault)
    assert [in_words(again, lang) for lang in ("en", "de", "nl")] == [
        in_words(fault, lang) for lang in ("en", "de", "nl")
    ]


def test_a_text_without_values_is_not_filled_in() -> None:
    assert str(RummyError("a plain text with {braces}")) == "a plain text with {braces}"
    assert in_words(RummyError("a plain text with {braces}"), "de") == "a plain text with {braces}"


def test_errors_in_errors_are_said_too() -> None:
    with pytest.raises(NotationError) as fault:
        position("rummy40{opening.points=3x}; hand A 4h; turn A")
    inner = in_words(fault.value, "de")
    assert inner.startswith("opening.points kann nicht 3x sein; erlaubt: eine ganze Zahl von ")
    outer = RummyError("{file}: {fault}", file="a.toml", fault=fault.value)
    assert in_words(outer, "de") == f"a.toml: {inner}"
    assert str(outer) == f"a.toml: {fault.value}"


def test_a_refused_move_says_its_reasons() -> None:
    with pytest.raises(RummyError) as fault:
        play(position("schmidt; hand A+ 4r 5r 9r; turn A"), "meld 4r 5r 9r; end")
    assert "meld 4r 5r 9r" in in_words(fault.value, "nl")
    assert "GAP" not in in_words(fault.value, "nl")


def test_numbers_are_written_as_the_language_does() -> None:
    told = Phrase("{count:,} and {share}", count=1234, share=0.95)
    assert (in_words(told, "en"), in_words(told, "de")) == ("1,234 and 0.95", "1.234 and 0,95")


def test_a_partial_position_says_what_it_lacks() -> None:
    with pytest.raises(IncompletePosition) as fault:
        play(position("schmidt; hand A 4r; turn A"), "draw")
    assert in_words(fault.value, "de").startswith("dazu braucht es den Stapel; ")


def test_rule_sets_that_cannot_be_say_all_reasons() -> None:
    with pytest.raises(RummyError) as fault:
        RuleSet.parse("schmidt{joker.anchor=free,deal.hand=18,deal.seats=2-8}")
    assert "; " in in_words(fault.value, "nl")
    assert "needs" not in in_words(fault.value, "nl")


@pytest.mark.parametrize("lang", ["en", "de", "nl"])
def test_explain_says_errors_too(lang):
    with pytest.raises(RummyError) as refused:
        RuleSet.of("schmidt").vary(opening__points=-1)
    assert explain(refused.value, lang) == in_words(refused.value, lang)
    assert (explain(refused.value, lang) == str(refused.value)) == (lang == "en")
