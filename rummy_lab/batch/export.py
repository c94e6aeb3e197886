"""The tables of a run as compressed text, for whoever does not read Parquet."""

from __future__ import annotations

import gzip
import io
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from rummy_lab.batch import files

if TYPE_CHECKING:
    import pandas as pd


def write_csv(path: Path, frames: Iterable[pd.DataFrame]) -> None:
    """The frames, one below the other, as one file with one header; raises RummyError."""
    with files.spoken(path.parent):
        path.parent.mkdir(parents=True, exist_ok=True)
        part = files.hidden(path)
        try:
            # Without a time and a name inside, equal tables are equal files.
            with (
                part.open("xb") as raw,
                gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as packed,
                io.TextIOWrapper(packed, encoding="utf-8", newline="") as text,
            ):
                for number, frame in enumerate(frames):
                    frame.to_csv(text, index=False, header=not number, lineterminator="\n")
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
