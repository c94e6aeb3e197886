"""Matches as text: saved between two turns and taken up again, each turn judged anew."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final

import tomli_w

from rummy_lab.core.asked import OF_A_MATCH, one_text
from rummy_lab.core.errors import Phrase, RummyError, joined
from rummy_lab.core.moves import Turn
from rummy_lab.records import LARGEST_MATCH, MATCH_FORMAT, MatchError, RecordError, SavedDeal, parse_saved
from rummy_lab.records.whole import read_bounded, write_whole
from rummy_lab.widgets.sitting import Sitting

LARGEST: Final = LARGEST_MATCH


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
            "format": MATCH_FORMAT,
            "rules": sitting.rules.name,
            "players": list(sitting.names.values()),
            "seed": sitting.seed,
            "deals": finished,
        }
    )


@one_text(OF_A_MATCH)
def parse_match(text: str) -> Sitting:
    """Read a match and play it through the referee; raises MatchError with the place and the reason."""
    saved = parse_saved(text)
    try:
        sitting = Sitting(saved.rules, saved.players, saved.seed)
    except RummyError as fault:
        raise MatchError(fault.sentence, field="players") from None
    for at in range(len(saved.deals)):
        _play(sitting, at, saved.deal(at), last=at == len(saved.deals) - 1)
    return sitting


def _play(sitting: Sitting, at: int, deal: SavedDeal, *, last: bool) -> None:
    for number, turn in enumerate(deal.turns):
        try:
            sitting.replay(Turn.parse(turn))
        except RummyError as fault:
            raise MatchError(
                joined(": ", [f"deals[{at}].turns[{number}]", fault]), deal=at + 1, turn=number + 1
            ) from None
    if deal.stopped:
        sitting.stop()
    if not last:
        try:
            sitting.next_deal()
        except RummyError as fault:
            raise MatchError(joined(": ", [f"deals[{at}]", fault]), deal=at + 1) from None


def save_match(sitting: Sitting, path: str | os.PathLike[str]) -> None:
    """Write a match to a file, an older one is replaced at once; raises RecordError."""
    text = write_match(sitting)
    try:
        write_whole(path, text)
    except RummyError as fault:
        raise RecordError(fault.sentence) from None


def load_match(path: str | os.PathLike[str]) -> Sitting:
    """Read a match file; raises RecordError."""
    source = Path(path)
    try:
        return parse_match(read_bounded(source, LARGEST, Phrase("match")))
    except RecordError as fault:
        raise RecordError("{source}: {fault}", source=str(source), fault=fault) from None
    except RummyError as fault:
        raise RecordError("{source}: {fault}; give a match file", source=str(source), fault=fault) from None
