"""What a stranger may send: texts that are nearly right, texts that mean harm, and the readers that bear them."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Mapping

from hypothesis import strategies as st

import rummy_lab as rl
from rummy_lab.core.errors import RummyError
from rummy_lab.core.melds import Table
from rummy_lab.core.moves import Move, Turn
from rummy_lab.core.views import view
from rummy_lab.lessons.answers import parse_answers, write_answers
from rummy_lab.lessons.catalogue import lesson_files
from rummy_lab.lessons.checking import faults_of, notes_of
from rummy_lab.lessons.course import parse_course
from rummy_lab.lessons.reading import parse_lesson
from rummy_lab.records import parse_record, parse_saved
from rummy_lab.search import exists
from rummy_lab.widgets.saved import parse_match, write_match
from rummy_lab.widgets.sitting import Sitting
from rummy_lab.words import ask, languages, read_line

HARM = (
    "<img src=x onerror=alert(1)>",
    "</svg><script>alert(1)</script>",
    "</style></title></textarea><script>alert(1)</script>",
    '"><b onmouseover="alert(1)">',
    "' onfocus='alert(1)' autofocus='",
    "javascript:alert(1)",
    "[x](javascript:alert(1)) ![x](https://example.org/x.png)",
    "&#60;script&#62;alert(1)&#60;/script&#62;",
    "]]><!-- <![CDATA[",
    "$\\href{javascript:alert(1)}{x}$ \\input{/etc/passwd}",
    "{0.__class__} {__import__} %s%n ${x}",
    "__import__('os').system('true')",
    "../../../etc/passwd",
    "\x00\x07\x1b[2J\x7f",
    "\u202egnp.exe\u2066\u200b\ufeff",
    "\r\n\u2028\u2029\x85",
    "\ud800",
    "Z\u0351\u034d" * 60,
    "w" * 1500,
)
"""Texts that do harm where a text is taken for more than a text."""

TABLE = "schmidt; table [4r 5r 6r] [8r 8y *8?]; hand A+ 4g 5g 6g *; hand B ??; stock ??; turn A"
POSITIONS = (
    TABLE,
    "rummy40; table [4h 5h *6h]; hand A+ 4c 5c 6c *; pile 2c; stock ??; turn A drew",
    "schmidt{opening.points=40,pack.jokers=4}; table [12y]; hand A+2 ??x9; chance 2024/17/1; turns 5; starter B",
    "rummy40; hand A+ Qs 4c 5c 6c; pile 4c 9d; turn A took Qs: meld 4c 5c 6c",
    "schmidt; over blocked A C",
)
TURNS = (
    "layoff 4g 5g>1; pull 6r<1; meld 8g * 8b; split 1/5r; join 1 2; swap 8g>2; end",
    "arrange [4r 5r 6r] [4g-6g]; end",
    "take Qd; discard 4c",
    "draw 7h; pass",
)
RULES = ("schmidt", "rummy40{opening.points=51,melds.set_sizes={3},deal.seats=2-4,scoring.settlement=(1,2)}")
LINES = ("add green 7 to 1", "leg rote 4 an", "wat kan ik doen?", "draw", "4g", "undo", "red 4 5 6 new", TURNS[0])
QUESTIONS = ("joker", "Muss ich herauskommen?", "hoeveel punten om uit te leggen", "melds", "is 2 jokers ok")


@functools.cache
def record_text() -> str:
    """A deal as a file."""
    return str(rl.play_out("schmidt{ending.max_turns=50}", ["greedy", "greedy"], seed=4))


@functools.cache
def match_text() -> str:
    """A match as a file."""
    sitting = Sitting("rummy40", ["me", "greedy"], seed=3)
    sitting.replay(Turn.parse("draw; discard " + str(sitting.state.hands["A"][0])))
    return write_match(sitting)


@functools.cache
def lesson_text() -> str:
    """A lesson as a file, the shortest of the package."""
    return min((file.read_text("utf-8") for file in lesson_files().values()), key=len)


COURSE = """format = 1
game = "schmidt"
title = { en = "A course" }
[[entries]]
lesson = "schmidt/sets"
[[entries]]
deal = "first"
level = 1
title = { en = "A deal", de = "Ein Spiel" }
players = ["me", "greedy"]
open_hands = true
[entries.rules]
"deal.hand" = 7
"""
ANSWER: Mapping[str, object] = {
    "lesson": "schmidt/sets", "step": "1", "role": "step", "kind": "do", "seed": 0, "sibling": 0, "try": 1, "hints": 0,
    "seconds": 2.5, "result": "wrong", "misconception": "", "answer": "meld 8r 8y 8g; end", "position": TABLE,
}  # fmt: skip


def answer_text() -> str:
    """Answers as a file."""
    return write_answers([ANSWER, {**ANSWER, "pupil": "Eva", "answer": ["a", "b"], "result": "right"}])


def judged(text: str) -> object:
    """A turn at a table, judged and read again."""
    here = rl.position(TABLE)
    return rl.check(here, text)


def checked_lesson(text: str) -> object:
    """A lesson, read, and all its positions and answers tried."""
    found = parse_lesson(text, "own.toml")
    return faults_of(found, text), notes_of(found, text)


def line_heard(text: str) -> object:
    """A line that was typed, in three languages."""
    here = view(rl.position(TABLE), "A")
    return [read_line(text[:1000], here, lang) for lang in languages]


def asked(text: str) -> object:
    """A question about the rules, in three languages."""
    return [str(entry) for lang in languages for entry in ask(text, lang)]


READERS: Mapping[str, tuple[Callable[[str], object], Callable[[], tuple[str, ...]]]] = {
    "position": (rl.position, lambda: POSITIONS),
    "turn": (Turn.parse, lambda: TURNS),
    "move": (Move.parse, lambda: tuple(TURNS[0].split(";"))),
    "judged": (judged, lambda: TURNS),
    "card": (rl.Card, lambda: ("4r", "*10?", "Qs")),
    "meld": (rl.Meld.parse, lambda: ("[4r 5r *6r]", "[4r-8r]", "[8r 8y *8?]")),
    "table": (Table.parse, lambda: ("[4r 5r 6r] [8r 8y *8?]",)),
    "readings": (lambda text: rl.readings("schmidt", text), lambda: ("* 9r 10r", "[8r 8y *]")),
    "rules": (rl.rule_set, lambda: RULES),
    "record": (lambda text: parse_record(text, exists=exists), lambda: (record_text(),)),
    "saved match": (parse_saved, lambda: (match_text(),)),
    "match": (parse_match, lambda: (match_text(),)),
    "lesson": (checked_lesson, lambda: (lesson_text(),)),
    "course": (parse_course, lambda: (COURSE,)),
    "answers": (parse_answers, lambda: (answer_text(),)),
    "line": (line_heard, lambda: LINES),
    "question": (asked, lambda: QUESTIONS),
}
"""By name what reads a text, and texts that it reads."""

CHARACTERS = "[]{}()<>;:,=+-*?/.\\'\"#\n\t 0123456789ABHJKQTrygbcdhsxe_♥٤½é"


@st.composite
def near(draw: st.DrawFn, seeds: tuple[str, ...]) -> str:
    """A text that is read, with a few places changed; pieces are put in, taken out, doubled, moved, or mean harm."""
    text = draw(st.sampled_from(seeds))
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text)))
        size = draw(st.integers(0, 12))
        cut = text[at : at + size]
        piece = draw(
            st.text(CHARACTERS, max_size=4)
            | st.sampled_from(HARM)
            | st.integers(2, 40).map(lambda times, cut=cut: cut * times)
            | st.integers(0, len(text)).map(lambda start, size=size, text=text: text[start : start + 3 * size])
            | st.sampled_from(
                ("9" * 25, "9" * 5000, "-1", "0", "1e999", "nan", "[" * 60, "{" * 60, "a." * 60, ";;", "??x999")
            )
        )
        text = text[:at] + piece + text[at + size :]
    return text


def strange(seeds: tuple[str, ...]) -> st.SearchStrategy[str]:
    """Texts for a reader that reads `seeds`: nearly right ones, harmful ones, and any at all."""
    return near(seeds) | st.sampled_from(HARM) | st.text(max_size=60) | st.text(CHARACTERS, max_size=60)


def told_well(error: RummyError) -> None:
    """A refusal is one sentence that can be shown anywhere."""
    told = str(error)
    assert told.strip()
    assert len(told) < 5000
    assert not any(one in told for one in "\n\r\x00\x1b"), told
    told.encode("utf-8")


def bear(read: Callable[[str], object], text: str) -> bool:
    """Let a reader read; whether it did. What it raises is a refusal, told well, and nothing else."""
    try:
        read(text)
    except RummyError as refused:
        told_well(refused)
        return False
    return True


def plain(value: object) -> str:
    """A value of JSON as text, to look for what must not be in it."""
    return json.dumps(value, ensure_ascii=False, default=repr)
