"""A stored run as one file a table. What is meant is written down first, so that whoever comes next can finish it."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any, Final

from rummy_lab.batch import files
from rummy_lab.batch.arrow import WHAT, arrow_table, how
from rummy_lab.batch.needs import needed
from rummy_lab.batch.schema import TABLES
from rummy_lab.batch.store import MARKS, Folder, Mark, put_mark
from rummy_lab.core.errors import RummyError
from rummy_lab.records.whole import stay_inside

_MEANT: Final = ".compact.json"
_ROWS: Final = 1 << 18
_STEM: Final = re.compile(r"part-\d{9,16}", re.ASCII)


def pending(folder: Path) -> bool:
    """Whether somebody was stopped in the middle."""
    return (folder / _MEANT).exists()


def begin(folder: Folder) -> None:
    """Write all parts as one, beside them, and note what is to take whose place."""
    tables: dict[str, dict[str, Any]] = {}
    marks = sorted(folder.marks.values(), key=lambda mark: mark.first)
    for name in folder.names:
        path = _ready(folder.path, name)
        path.unlink(missing_ok=True)
        rows = _write(folder, name, marks, path)
        with path.open("rb") as stream:
            digest = hashlib.file_digest(stream, "sha256").hexdigest()
        tables[name] = {"rows": rows, "bytes": path.stat().st_size, "sha256": digest}
        files.settle(path.parent)
    mark = Mark(folder.run, 0, marks[-1].last, tables, folder.forfeits)
    meant = {"mark": mark.text(), "old": [one.stem for one in marks]}
    files.put(folder.path / _MEANT, json.dumps(meant).encode())
    files.settle(folder.path)


def _write(folder: Folder, name: str, marks: list[Mark], path: Path) -> int:
    """All rows of a table into one file, some hundred thousand at a time; how many there are."""
    pq = needed("pyarrow.parquet", WHAT)
    writer, rows, group = None, 0, list[Mark]()
    for mark in marks:
        group.append(mark)
        if mark is not marks[-1] and sum(one.tables[name]["rows"] for one in group) < _ROWS:
            continue
        table = arrow_table(name, folder.rows(name, group), folder.layout)
        if writer is None:
            writer = pq.ParquetWriter(str(path), table.schema, **how(name, folder.layout, "zstd"))
        writer.write_table(table)
        rows, group = rows + table.num_rows, []
    if writer is not None:
        writer.close()
    return rows


def finish(folder: Path) -> None:
    """Put in place what was begun; nothing to do where nothing was. Any step may have been done before."""
    if not pending(folder):
        return
    mark, olds = _meant(folder)
    for old in olds:
        (folder / MARKS / f"{old}.json").unlink(missing_ok=True)
    for name in mark.tables:
        for old in olds:
            if old != mark.stem:
                (folder / name / f"{old}.parquet").unlink(missing_ok=True)
        if _ready(folder, name).exists():
            _ready(folder, name).replace(folder / name / f"{mark.stem}.parquet")
        files.settle(folder / name)
    put_mark(folder, mark)
    (folder / _MEANT).unlink()
    files.settle(folder)


def _meant(folder: Path) -> tuple[Mark, list[str]]:
    """The mark that is to stand, and the names of the parts whose place it takes; raises RummyError.

    The folder may come from anywhere, and what is named here is deleted.
    """
    path = folder / _MEANT
    try:
        meant = files.said_in(path)
        mark = Mark.parse(meant["mark"])
        olds = [str(old) for old in meant["old"]]
    except (ValueError, KeyError, TypeError, AttributeError):
        mark, olds = None, []
    if mark is None or not (set(mark.tables) <= set(TABLES) and all(_STEM.fullmatch(old) for old in olds)):
        raise RummyError(
            "{path} is damaged; delete it, and the run is as it was before it was made compact", path=str(path)
        )
    for name in (MARKS, *mark.tables):
        stay_inside(folder, folder / name)
    return mark, olds


def _ready(folder: Path, name: str) -> Path:
    return folder / name / f".compact.parquet{files.TEMPORARY}"
