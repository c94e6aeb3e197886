"""Matches played by people, as the frames of a run."""

from __future__ import annotations

import hashlib
import os
import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rummy_lab.batch import files, schema
from rummy_lab.batch.endings import of_records
from rummy_lab.batch.export import write_csv
from rummy_lab.batch.facts import deal_row, player_rows
from rummy_lab.batch.following import Stuck, followed, ledger_of
from rummy_lab.batch.matches import in_match, match_deal
from rummy_lab.batch.memory import Memory
from rummy_lab.batch.parts import Forfeit, Part, all_forfeits
from rummy_lab.batch.plan import AbsentBot, Plan
from rummy_lab.batch.readable import forfeit_of
from rummy_lab.batch.run import Run
from rummy_lab.core.asked import OF_A_MATCH, one_text
from rummy_lab.core.deal import stopped
from rummy_lab.core.errors import Phrase, RummyError, joined, printable
from rummy_lab.core.match import new_match
from rummy_lab.core.violations import SEATS
from rummy_lab.records import LARGEST_MATCH, MatchError, Record, parse_record, parse_saved
from rummy_lab.records.whole import is_folder, read_bounded, stay_inside
from rummy_lab.search import exists

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

_MOST_FILES: Final = 10_000
_TOLD: Final = 3
_IS_MATCH: Final = re.compile(r"^[ \t]*(\[\[[ \t]*deals[ \t]*\]\]|deals[ \t]*=)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class _Deal:
    """A finished deal and where it was found; `entries`: for each seat the place in the players of its match."""

    record: Record
    entries: tuple[int, ...]
    file: str
    number: int


def my_games(folder: str | os.PathLike[str]) -> PlayedRun:
    """The deals that people played, as a run like those of `selfplay`: `by_player`, `by_deal`, `by_turn`.

    Every file that ends in `.toml`, in this folder and those in it, is read: the matches that `PlayGame` saves, and
    single deals as `write_record` writes them. A person is the bot of the name that the file has, `me`. Deals are
    numbered from 0 on in the order of the files' names; a deal that stands in several files, since its match was saved
    several times, counts once. A deal that is still being played is left out; one that was stopped is `unfinished`.

    Each turn is judged anew by the referee. A file that is no match and no deal, damaged or against the rules is left
    out whole, and stays as it is: one UserWarning says which files, and why; `skipped` has them all.

    Args:
        folder: where the files are, at most 10,000 of at most 1 MB each.

    Returns:
        A run whose frames, `records`, `replay` and `to_csv` are as ever; `files` says for each deal from which file it
        comes, and the number it has there.

    Raises:
        RummyError: one sentence where there is no folder, or no finished deal in it.

    >>> my_games("games/of/nobody")
    Traceback (most recent call last):
    rummy_lab.core.errors.RummyError: games/of/nobody is no folder; name the one in which the games were saved
    """
    path = Path(folder)
    if not is_folder(path):
        raise RummyError("{path} is no folder; name the one in which the games were saved", path=printable(str(path)))
    deals, skipped, hashes = dict[Record, _Deal](), dict[str, str](), dict[str, str]()
    for name, file in _files(path):
        try:
            text = read_bounded(stay_inside(path, file), LARGEST_MATCH, Phrase("match"))
            found = list(_deals(text, name))
        except RummyError as fault:
            skipped[name] = fault.sentence
            continue
        hashes[name] = hashlib.sha256(text.encode()).hexdigest()
        for one in found:
            deals.setdefault(one.record, one)
    told = _told(skipped)
    if not deals:
        raise RummyError(
            "{path} holds no finished deal{told}; play some and save them there",
            path=str(path),
            told=joined("", [" (", told, ")"]) if skipped else "",
        )
    if skipped:
        warnings.warn(joined(": ", [str(path), told]), stacklevel=2)
    return PlayedRun(str(folder), tuple(deals.values()), skipped, hashes)


def _files(folder: Path) -> list[tuple[str, Path]]:
    with files.spoken(folder):
        found = [
            (printable(path.relative_to(folder).as_posix()), path)
            for path in folder.rglob("*.toml")
            if not path.name.startswith(".") and path.is_file()
        ]
    if len(found) > _MOST_FILES:
        raise RummyError(
            "{folder} holds {count:,} files; at most {most:,} are read, so split the folder",
            folder=str(folder),
            count=len(found),
            most=_MOST_FILES,
        )
    return sorted(found)


def _deals(text: str, file: str) -> Iterator[_Deal]:
    """The finished deals of a file; raises RummyError."""
    if _IS_MATCH.search(text):
        yield from _of_a_match(text, file)
        return
    record = parse_record(text, exists=exists)
    yield _Deal(record, tuple(range(len(record.players))), file, record.deal)


@one_text(OF_A_MATCH)
def _of_a_match(text: str, file: str) -> list[_Deal]:
    deals: list[_Deal] = []
    saved = parse_saved(text)
    asked = exists if saved.rules.needs_search else None
    match = new_match(saved.rules, len(saved.players))
    last = len(saved.deals) - 1
    for at in range(last + 1):
        if match.over or len(match.playing) < saved.rules.deal.seats[0]:
            raise MatchError(Phrase("deals[{at}]: the match was over before", at=at), deal=at + 1)
        playing, deal = match.playing, saved.deal(at)
        entries = tuple(SEATS.index(seat) for seat in playing)
        start = match_deal(saved.rules, playing, match.starter, saved.seed, at)
        try:
            final, turns = followed(start, deal.turns, asked)
        except Stuck as fault:
            raise MatchError(
                Phrase("{place}: {fault}", place=f"deals[{at}].turns[{fault.at}]", fault=fault),
                deal=at + 1,
                turn=fault.at + 1,
            ) from None
        if final.over is None and deal.stopped:
            final = stopped(final)
        if final.over is None:
            if at == last:
                break
            raise MatchError(Phrase("deals[{at}]: it is not over, and others follow", at=at), deal=at + 1)
        record = Record(start, turns, final, tuple(saved.players[entry] for entry in entries), exists=asked)
        match.record(in_match(record.outcome, playing))
        deals.append(_Deal(record, entries, file, at))
    return deals


def _told(skipped: Mapping[str, str]) -> Phrase:
    reasons = joined("; ", [joined(": ", row) for row in list(skipped.items())[:_TOLD]])
    left, rest = len(skipped), len(skipped) - _TOLD
    more = Phrase("; and {count} more", count=rest) if rest > 0 else ""
    if left == 1:
        return Phrase("1 file left out: {reasons}", reasons=reasons)
    return Phrase("{count} files left out: {reasons}{more}", count=left, reasons=reasons, more=more)


class PlayedRun(Run):
    """What `my_games` returns.

    Attributes:
        files: one row a deal: the file it comes from, its number there, and the seed of its cards.
        skipped: by the name of a file why it was left out.
    """

    def __init__(self, folder: str, deals: tuple[_Deal, ...], skipped: dict[str, str], hashes: dict[str, str]) -> None:
        self._deals, self.skipped, self._folder = deals, skipped, folder
        rules = tuple(dict.fromkeys(one.record.rules for one in deals))
        names = tuple(dict.fromkeys(name for one in deals for name in one.record.players))
        plan = Plan(rules, tuple(map(AbsentBot, names)), len(deals), 0, rotate=False)
        self._under = [rules.index(one.record.rules) for one in deals]
        spec = {
            "schema": schema.NUMBER,
            "rules": [one.name for one in rules],
            "players": list(names),
            "bots": list(names),
            "games": len(deals),
            "seed": None,
            "rotate": False,
            "turns": True,
            "until": None,
            "files": hashes,
        }
        super().__init__(plan, _Gathered(plan, deals), spec, complete=True)

    @property
    def files(self) -> pd.DataFrame:
        """One row a deal: the file it comes from, its number there, and the seed of its cards."""
        import pandas as pd

        rows = [(deal, one.file, one.number, one.record.seed) for deal, one in enumerate(self._deals)]
        return pd.DataFrame(rows, columns=["deal", "file", "number", "seed"])

    def under(self, deal: int) -> tuple[int, ...]:
        """The place of the rule set under which a deal was played."""
        return (self._under[deal],)

    def recorded(self, deal: int, rotation: int, at: int) -> Record:  # noqa: ARG002 (each was played once)
        """The record of a deal, as it was read."""
        return self._deals[deal].record

    @property
    def absent(self) -> str:
        """Nothing has to be played again."""
        return ""

    def endings(self, at: int, rotation: int, deals: Sequence[int]) -> NDArray[Any]:  # noqa: ARG002 (as above)
        """What the frames do not keep of how deals ended."""
        return of_records(self._deals[deal].record for deal in deals)

    def call(self) -> tuple[str, dict[str, str]]:
        """The call that gives equal frames, where the files are the same."""
        return f"rl.my_games({self._folder!r})", {}

    def to_csv(self, folder: str | os.PathLike[str]) -> None:
        """Write every table into a folder, and which deal comes from which file; raises RummyError."""
        super().to_csv(folder)
        write_csv(Path(folder) / "files.csv.gz", [self.files])

    def __repr__(self) -> str:
        rules = ", ".join(rules.name for rules in self.plan.rules)
        names = ", ".join(bot.name for bot in self.plan.bots)
        left_out = f", {len(self.skipped)} files left out" if self.skipped else ""
        return f"<Run of {len(self)} deals of {rules}, played by {names}{left_out}>"


class _Gathered(Memory):
    """The tables of deals that were read, each under its own rule set."""

    def __init__(self, plan: Plan, deals: Sequence[_Deal]) -> None:
        super().__init__(plan)
        rows: dict[str, list[tuple[Any, ...]]] = {name: [] for name in schema.TABLES}
        places = {bot.name: place for place, bot in enumerate(plan.bots)}
        forfeits: list[dict[int, Forfeit]] = []
        for number, one in enumerate(deals):
            ledger = ledger_of(one.record)
            head: tuple[Any, ...] = (number, 0, one.record.rules.name)
            rows["by_player"] += [(*head, *row) for row in player_rows(one.record, ledger, one.entries)]
            rows["by_deal"].append((*head, *deal_row(one.record)))
            rows["by_turn"] += [(*head, *row) for row in ledger.by_turn]
            if one.record.forfeit:
                entries = tuple(places[name] for name in one.record.players)
                lost = forfeit_of(one.record, number, 0, plan.rules.index(one.record.rules), entries)
                forfeits.append({lost.entry: lost})
        labels = plan.layout.labels
        tables = {name: schema.arrays(schema.TABLES[name], table, labels) for name, table in rows.items()}
        self.add(Part(0, len(deals), tables, all_forfeits(forfeits)))

    @property
    def plays(self) -> int:
        """How many deals there are."""
        return len(self.table("by_deal")["deal"])
