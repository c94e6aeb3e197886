"""A run in a folder: who plays a part writes it, and its mark last; what has a mark is there.

run.json                          the spec, its id, and the versions it was written by
by_player/part-000012000.parquet  the rows of the deals from 12,000 on, sorted; so by_deal/ and by_turn/
parts/part-000012000.json         the mark: first and last deal, rows, bytes and sha256 of each file, forfeits
_SUCCESS                          how many deals a complete run has
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rummy_lab.batch import files, spec
from rummy_lab.batch.arrow import Unreadable, parquet, read
from rummy_lab.batch.lock import owns
from rummy_lab.batch.parts import Forfeit, Forfeits, Part, all_forfeits
from rummy_lab.batch.pieces import Range
from rummy_lab.batch.schema import TABLES, Layout
from rummy_lab.core.errors import Phrase, RummyError
from rummy_lab.records.whole import stay_inside

if TYPE_CHECKING:
    from rummy_lab.batch.schema import Table

RUN: Final = "run.json"
SUCCESS: Final = "_SUCCESS"
MARKS: Final = "parts"
_PORTION: Final = 100


@dataclass(frozen=True, slots=True)
class Mark:
    """What is known of a stored part."""

    run: str
    first: int
    last: int
    tables: Mapping[str, Mapping[str, Any]]
    forfeits: Forfeits = field(default_factory=dict[int, Forfeit])

    @property
    def stem(self) -> str:
        """The name of its files."""
        return stem(self.first)

    def text(self) -> str:
        """As it is stored."""
        plain = {"run": self.run, "first": self.first, "last": self.last, "tables": self.tables}
        return json.dumps(plain | {"forfeits": [asdict(one) for one in self.forfeits.values()]}, indent=1)

    @classmethod
    def parse(cls, text: str) -> Mark:
        """Raises ValueError, KeyError, TypeError."""
        return cls.read(json.loads(text))

    @classmethod
    def read(cls, found: Any) -> Mark:
        """Raises ValueError, KeyError, TypeError."""
        number = files.number
        forfeits = {one["entry"]: _forfeit(one) for one in found["forfeits"]}
        tables = {name: {"rows": number(one["rows"]), "bytes": number(one["bytes"]), "sha256": str(one["sha256"])}
                  for name, one in found["tables"].items()}  # fmt: skip
        first, last = number(found["first"]), number(found["last"])
        if first >= last:
            raise ValueError(found)
        return cls(str(found["run"]), first, last, tables, forfeits)


def _forfeit(found: Mapping[str, Any]) -> Forfeit:
    entry, deals, deal, rotation, rules = (
        files.number(found[name]) for name in ("entry", "deals", "deal", "rotation", "rules")
    )
    reason, text = found["reason"], found["text"]
    if not (isinstance(reason, str) and isinstance(text, str)):
        raise TypeError(found)
    return Forfeit(entry, deals, deal, rotation, rules, reason, text)


def stem(first: int) -> str:
    """The name of the files of a part."""
    return f"part-{first:09d}"


@dataclass(frozen=True, slots=True)
class Writer:
    """Goes to the workers, who store what they played."""

    folder: Path
    run: str
    token: str
    layout: Layout

    def write(self, part: Part) -> None:
        """Store a part: its tables, then the mark; raises RummyError."""
        with files.spoken(self.folder):
            tables: dict[str, dict[str, Any]] = {}
            for name, table in part.tables.items():
                data = parquet(name, table, self.layout)
                tables[name] = {"rows": len(table["deal"]), "bytes": len(data), "sha256": sha(data)}
                self._owned()
                files.put(self.folder / name / f"{stem(part.first)}.parquet", data)
                files.settle(self.folder / name)
            self._owned()
            put_mark(self.folder, Mark(self.run, part.first, part.last, tables, part.forfeits))

    def _owned(self) -> None:
        if not owns(self.folder, self.token):
            raise RummyError("{folder}: the run that this worker played for has ended", folder=str(self.folder))


def sha(data: bytes) -> str:
    """The hash of the bytes of a file."""
    return hashlib.sha256(data).hexdigest()


def put_mark(folder: Path, mark: Mark) -> None:
    """Store a mark; from then on the part is there."""
    files.put(folder / MARKS / f"{mark.stem}.json", mark.text().encode())
    files.settle(folder / MARKS)


class Folder:
    """What lies in the folder of a run; reading it changes nothing."""

    def __init__(self, folder: Path, made_from: spec.Spec, layout: Layout) -> None:
        self.path, self.spec, self.layout = folder, made_from, layout
        self.run = spec.identity(made_from)
        self.marks: dict[int, Mark] = {}
        self.refresh()

    @property
    def names(self) -> tuple[str, ...]:
        """The tables that are kept."""
        return tuple(name for name in TABLES if self.spec["turns"] or name != "by_turn")

    @property
    def deals(self) -> int | None:
        """How many deals the run has, once it is complete."""
        try:
            return files.number(files.said_in(stay_inside(self.path, self.path / SUCCESS))["deals"])
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError) as fault:
            if isinstance(fault, RummyError):
                raise
            raise RummyError(
                "{path} is damaged; delete it and call selfplay again", path=str(self.path / SUCCESS)
            ) from None

    @property
    def done(self) -> list[Range]:
        """The deals that are there."""
        return [(mark.first, mark.last) for mark in self.marks.values()]

    def refresh(self) -> None:
        """Look again at what is there; raises RummyError for a part that is foreign or has lost a file."""
        with files.spoken(self.path):
            for name in (MARKS, *TABLES):
                stay_inside(self.path, self.path / name)
            found = sorted((self.path / MARKS).glob("part-*.json"))
            marks = {mark.first: mark for mark in map(self._mark, found)}
            at = 0
            for mark in marks.values():
                if mark.first < at:
                    raise RummyError(
                        "{path} is foreign: another part holds its deals; delete it", path=str(self._place(mark))
                    )
                at = mark.last
                for name in self.names:
                    self._check_size(mark, name)
        self.marks = marks

    def _mark(self, path: Path) -> Mark:
        try:
            mark = Mark.read(files.said_in(stay_inside(self.path, path)))
        except (ValueError, KeyError, TypeError, AttributeError) as fault:
            if isinstance(fault, RummyError):
                raise
            raise RummyError(
                "{path} is damaged; delete it, and selfplay plays its deals again", path=str(path)
            ) from None
        if mark.run != self.run:
            raise RummyError("{path} is foreign: it belongs to another run; delete it", path=str(path))
        if mark.stem != path.stem or set(mark.tables) != set(self.names):
            raise RummyError("{path} is damaged; delete it, and selfplay plays its deals again", path=str(path))
        return mark

    def _place(self, mark: Mark) -> Path:
        return self.path / MARKS / f"{mark.stem}.json"

    def file(self, mark: Mark, name: str) -> Path:
        """The file of a table of a part."""
        return self.path / name / f"{mark.stem}.parquet"

    def _check_size(self, mark: Mark, name: str) -> None:
        path = stay_inside(self.path, self.file(mark, name))
        try:
            size = path.stat().st_size
        except FileNotFoundError:
            raise RummyError(
                "{path} is missing; delete {mark}, and selfplay plays its deals again",
                path=str(path),
                mark=str(self._place(mark)),
            ) from None
        if size != mark.tables[name]["bytes"]:
            raise self._damaged(mark, name)

    def _damaged(self, mark: Mark, name: str) -> RummyError:
        return RummyError(
            "{path} is damaged; delete {mark}, and selfplay plays its deals again",
            path=str(self.file(mark, name)),
            mark=str(self._place(mark)),
        )

    def strangers(self) -> list[Path]:
        """Files that a reader would meet and that belong to no part."""
        known = {f"{mark.stem}.parquet" for mark in self.marks.values()}
        return [path for name in TABLES for path in sorted((self.path / name).glob("[!.]*.parquet"))
                if path.name not in known or name not in self.names]  # fmt: skip

    def refuse_strangers(self) -> None:
        """Raises RummyError for the first of them."""
        if strangers := self.strangers():
            raise RummyError("{path} is foreign: no part of this run names it; delete it", path=str(strangers[0]))

    def verify(self) -> None:
        """Hash every file again; raises RummyError for the first that is not as it was written."""
        self.refresh()
        self.refuse_strangers()
        with files.spoken(self.path):
            for mark in self.marks.values():
                for name in self.names:
                    if sha(self.file(mark, name).read_bytes()) != mark.tables[name]["sha256"]:
                        raise self._damaged(mark, name)

    def table(self, name: str) -> Table:
        """A table of all parts, sorted; raises RummyError."""
        return self.rows(name, list(self.marks.values()))

    def portions(self, name: str) -> Iterator[Table]:
        """The same a hundred parts at a time."""
        marks = sorted(self.marks.values(), key=lambda mark: mark.first)
        for at in range(0, max(1, len(marks)), _PORTION):
            yield self.rows(name, marks[at : at + _PORTION])

    def rows(self, name: str, marks: list[Mark]) -> Table:
        """A table of some parts, sorted; raises RummyError."""
        marks = sorted(marks, key=lambda mark: mark.first)
        try:
            table = read(name, [self.file(mark, name) for mark in marks], self.layout)
            if len(table["deal"]) == sum(mark.tables[name]["rows"] for mark in marks):
                return table
            fault: str = Phrase("another number of rows")
        except Unreadable as unreadable:
            fault = str(unreadable).partition("\n")[0]
        self.verify()
        raise RummyError("{path} cannot be read: {fault}", path=str(self.path / name), fault=fault)

    @property
    def forfeits(self) -> Forfeits:
        """The bots that failed."""
        return all_forfeits(mark.forfeits for mark in self.marks.values())

    @property
    def plays(self) -> int:
        """How many deals were played, each rotation and rule set counted."""
        return sum(mark.tables["by_deal"]["rows"] for mark in self.marks.values())
