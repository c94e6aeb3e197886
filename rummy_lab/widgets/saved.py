"""Matches as text: saved between two turns and taken up again, each turn judged anew."""

from __future__ import annotations

import os
import re
import tempfile
import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, cast

import tomli_w

from rummy_lab.core.chance import check_seed
from rummy_lab.core.errors import RummyError
from rummy_lab.core.moves import Turn
from rummy_lab.core.rules import RuleSet
from rummy_lab.records import RecordError
from rummy_lab.widgets.sitting import Sitting

FORMAT: Final = 1
LARGEST: Final = 1 << 20
_DEALS: Final = 1000
_LINE: Final = re.compile(r"at line (\d+)")
_TURNS: Final = 4000
_FIELDS: Final[dict[str, type]] = {"format": int, "rules": str, "players": list, "seed": int, "deals": list}


class MatchError(RecordError):
    """A text that is no match: one sentence with the place and the reason.

    Attributes:
        line: of the text, from 1, where it is no TOML.
        field: that is missing or wrong.
        deal, turn: which of them cannot be played, from 1.
    """

    def __init__(self, told: str, *, line: int = 0, field: str = "", deal: int = 0, turn: int = 0) -> None:
        self.line, self.field, self.deal, self.turn = line, field, deal, turn
        super().__init__(told)


def write_match(sitting: Sitting) -> str:
    """The match as TOML, up to the last finished turn; raises RecordError where it began in a given position.

    >>> parse_match(write_match(Sitting("schmidt", ["me", "greedy"], seed=5))).seed
    5
    """
    if sitting.start is not None:
        raise RecordError("this match began in a given position; only one that was dealt from its seed can be saved")
    finished: list[dict[str, Any]] = [
        {"turns": [str(turn) for turn in record.turns], "stopped": record.outcome.how == "unfinished"}
        for record in sitting.records
    ]
    if not (sitting.is_over and sitting.records and sitting.records[-1] == sitting.record):
        stopped = sitting.is_over and sitting.record.outcome.how == "unfinished"
        finished.append({"turns": [str(played.turn) for played in sitting.turns], "stopped": stopped})
    return tomli_w.dumps(
        {
            "format": FORMAT,
            "rules": sitting.rules.name,
            "players": list(sitting.names.values()),
            "seed": sitting.seed,
            "deals": finished,
        }
    )


def parse_match(text: str) -> Sitting:
    """Read a match and play it through the referee; raises MatchError with the place and the reason."""
    if len(text) > LARGEST:
        raise MatchError(f"the file holds more than {LARGEST} characters, too many for a match", line=1)
    try:
        raw = tomllib.loads(text)
    except (ValueError, RecursionError) as fault:  # also of numbers without end, and of lists in lists
        told = str(fault) if isinstance(fault, tomllib.TOMLDecodeError) else type(fault).__name__
        line = _LINE.search(told)
        raise MatchError(f"this is no TOML: {told}", line=int(line[1]) if line else text.count("\n") + 1) from None
    for name, kind in _FIELDS.items():
        if type(raw.get(name)) is not kind:
            raise MatchError(f"{name}: a match file needs it, as {_WANTED[name]}", field=name)
    if raw["format"] != FORMAT:
        raise MatchError(f"format: {raw['format']!r} is unknown here; this version reads {FORMAT}", field="format")
    players = raw["players"]
    if not all(isinstance(name, str) and len(name) <= 100 for name in players):
        raise MatchError("players: they are names, as ['me', 'greedy']", field="players")
    field = "rules"
    try:
        rules, field = RuleSet.of(raw["rules"]), "seed"
        seed, field = check_seed(raw["seed"]), "players"
        sitting = Sitting(rules, players, seed)
    except RummyError as fault:
        raise MatchError(str(fault), field=field) from None
    deals = raw["deals"]
    if not 0 < len(deals) <= _DEALS:
        raise MatchError(f"deals: a match file holds 1 to {_DEALS} of them, not {len(deals)}", field="deals")
    for at, deal in enumerate(deals):
        _play(sitting, at, deal, last=at == len(deals) - 1)
    return sitting


_WANTED: Final = {
    "format": "format = 1",
    "rules": 'rules = "schmidt"',
    "players": 'players = ["me", "greedy"]',
    "seed": "seed = 0",
    "deals": "[[deals]] with turns = []",
}


def _play(sitting: Sitting, at: int, deal: object, *, last: bool) -> None:
    turns = cast("dict[str, object]", deal).get("turns") if isinstance(deal, dict) else None
    if not isinstance(turns, list) or len(turns) > _TURNS or not all(isinstance(turn, str) for turn in turns):
        told = f"deals[{at}].turns: a list of at most {_TURNS} texts, as ['draw; discard 2c']"
        raise MatchError(told, deal=at + 1)
    for number, turn in enumerate(cast("list[str]", turns)):
        try:
            sitting.replay(Turn.parse(turn))
        except RummyError as fault:
            raise MatchError(f"deals[{at}].turns[{number}]: {fault}", deal=at + 1, turn=number + 1) from None
    if cast("dict[str, object]", deal).get("stopped") is True:
        sitting.stop()
    if not last:
        try:
            sitting.next_deal()
        except RummyError as fault:
            raise MatchError(f"deals[{at}]: {fault}", deal=at + 1) from None


def save_match(sitting: Sitting, path: str | os.PathLike[str]) -> None:
    """Write the match to a file: the whole file or nothing; raises RecordError."""
    target, text = Path(path), write_match(sitting)
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}-")
    except OSError as fault:
        raise RecordError(f"{target}: {fault.strerror or fault}; choose a folder you may write to") from None
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        Path(name).replace(target)
    except OSError as fault:
        raise RecordError(f"{target}: {fault.strerror or fault}; choose a folder you may write to") from None
    finally:
        with suppress(OSError):
            Path(name).unlink()


def load_match(path: str | os.PathLike[str]) -> Sitting:
    """Read a match file; raises RecordError."""
    source = Path(path)
    try:
        if source.stat().st_size > LARGEST:
            raise RecordError(f"{source}: more than {LARGEST} bytes, too large for a match")
        text = source.read_text(encoding="utf-8")
    except OSError as fault:
        raise RecordError(f"{source}: {fault.strerror or fault}; give a match file that is there") from None
    except UnicodeDecodeError:
        raise RecordError(f"{source}: this is no text; give a match file") from None
    try:
        return parse_match(text)
    except RecordError as fault:
        raise RecordError(f"{source}: {fault}") from None
