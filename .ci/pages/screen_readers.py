"""What is made from the package on the page for users of screen readers: keys, lines, a deal as it is heard."""

from __future__ import annotations

import re
from pathlib import Path

from rummy_lab.words import languages, table_texts
from rummy_lab.words.texts import words_of

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / ".github" / "SCREEN_READERS.md"
DEAL = ROOT / "tests" / "browser" / "transcripts" / "a-deal-of-cards.txt"
BLOCK = re.compile(r"(<!-- (\w+)(?: (\w\w))? -->\n).*?(<!-- end -->)", re.DOTALL)
HEADS = {"en": ("Key", "What it does"), "de": ("Taste", "Wirkung"), "nl": ("Toets", "Wat die doet")}


def screen_readers_page() -> str:
    """The page as it stands, its made parts anew."""
    return BLOCK.sub(lambda found: f"{found[1]}\n{_made(found[2], found[3])}\n\n{found[4]}", PAGE.read_text("utf-8"))


def _made(name: str, lang: str | None) -> str:
    return {"keys": keys, "moves": moves, "questions": questions}[name](lang) if lang in languages else deal()


def shown_keys() -> list[str]:
    """The keys that the table itself lists, in its order."""
    script = (ROOT / "rummy_lab" / "widgets" / "table_speech.js").read_text("utf-8")
    listed = re.search(r"const KEYS = \[(.+?)\];", script)
    assert listed is not None
    return re.findall(r'"(\w+)"', listed[1])


def keys(lang: str) -> str:
    """The list of keys that the question mark opens at the table."""
    texts = table_texts(lang)
    rows = [HEADS[lang], ("---", "---"), *((texts[f"caps_{key}"], texts[f"key_{key}"]) for key in shown_keys())]
    return "\n".join(f"| {key} | {does} |" for key, does in rows)


def moves(lang: str) -> str:
    """Lines that are moves."""
    words = words_of(lang)
    told = [words.text("answer", f"examples_{kind}") for kind in ("numbered", "french")]
    return _lines("; ".join(told))


def questions(lang: str) -> str:
    """Lines that are questions."""
    return _lines(words_of(lang).text("answer", "questions"))


def _lines(told: str) -> str:
    return "\n".join(f"- `{line}`" for line in dict.fromkeys(told.split("; ")))


def deal() -> str:
    """A whole deal of Rummy 40 by keys and lines: what is pressed or typed, and what is read."""
    lines = DEAL.read_text("utf-8").splitlines()
    return "\n".join(f"1. {_heard(*line.split(' -> ', 1))}" for line in lines)


def _heard(done: str, told: str) -> str:
    did = f"Line {done}" if done.startswith("“") else "When it is shown" if done == "(shown)" else f"Key {done}"
    return f"{did}: {told.replace(' | ', '; ')}"
