"""Counts of hands that cannot open, kept with the package; `python -m rummy_lab.search.chances_kept` adds what lacks.

They hang on few fields of a rule set, so that most variants of a game find theirs here; others are counted when asked.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Final

from rummy_lab.games import RUMMY40, SCHMIDT
from rummy_lab.search.chances_opening import Openings
from rummy_lab.search.chances_runs import Form

FILE: Final = Path(__file__).with_name("chances.json")
_COUNTED: Final[dict[str, list[int]]] = {}


def key_of(form: Form, points: int, jokers: int, keep: bool) -> str:
    """The name of a count: all that it hangs on."""
    return json.dumps(asdict(form) | {"points": points, "jokers": jokers, "keep": keep}, separators=(",", ":"))


@cache
def kept() -> dict[str, list[int]]:
    """The counts that come with the package, by name: of hands of 0, 1, ... naturals those that cannot open."""
    found: dict[str, list[int]] = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    return found


def cannot_open(form: Form, points: int, jokers: int, keep: bool, most: int) -> list[int]:
    """Of hands with these jokers and 0, 1, ... `most` naturals, how many have no disjoint melds worth these points.

    `keep`: one card has to stay in the hand. Cards of a kind are told apart, jokers are not.
    """
    key = key_of(form, points, jokers, keep)
    counts = kept().get(key) or _COUNTED.get(key) or []
    if len(counts) <= most:
        counts = _COUNTED[key] = Openings(form, points, jokers, keep).count(most)
    return counts[: most + 1]


def is_kept(form: Form, points: int, jokers: int, keep: bool, most: int) -> bool:
    """Whether the count is at hand."""
    return len(kept().get(key_of(form, points, jokers, keep), ())) > most


def wanted() -> Iterator[tuple[Form, int, int, bool, int]]:
    """What is kept: both games at several openings, for hands as dealt and after draws, ten of them at their own."""
    asked = [(SCHMIDT, 30, False, 24), (RUMMY40, 40, False, 15), (RUMMY40, 40, True, 23)]
    asked += [(SCHMIDT, points, False, 16) for points in (20, 25, 35, 40)]
    asked += [(RUMMY40, points, False, 15) for points in (20, 30, 51)]
    asked.append((RUMMY40.vary(pack__ace="both"), 40, False, 15))
    for rules, points, keep, most in asked:
        form = Form.of(rules)
        assert form is not None
        for jokers in range(rules.pack.jokers + 1):
            yield form, points, jokers, keep, most


def make() -> None:
    """Count what the file lacks, and write it; all of it takes some minutes."""
    made: dict[str, list[int]] = {}
    for form, points, jokers, keep, most in wanted():
        key = key_of(form, points, jokers, keep)
        made[key] = kept().get(key) or Openings(form, points, jokers, keep).count(most)
        sys.stderr.write(f"{points} points, {jokers} jokers{', one card kept' if keep else ''}: counted\n")
        lines = [f"{json.dumps(name)}: {json.dumps(counts, separators=(',', ':'))}" for name, counts in made.items()]
        FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    make()
