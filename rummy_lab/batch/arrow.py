"""Tables as Parquet and back."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rummy_lab.batch.needs import needed
from rummy_lab.batch.schema import TABLES, Layout, arrays, dtype

if TYPE_CHECKING:
    from rummy_lab.batch.schema import Table

WHAT = "storing a run"
_ROWS, _UNPACKED, _TIMES = 500_000, 1 << 24, 32


class Unreadable(Exception):
    """Files that do not hold what they should."""


def arrow_table(name: str, table: Table, layout: Layout) -> Any:
    """A table with its categories as dictionaries, the rule fields that differ beside the columns of the schema."""
    pa = needed("pyarrow", WHAT)
    wide = layout.whole(name, table)
    columns = {}
    for column, kind in layout.columns(name).items():
        values = pa.array(wide[column])
        if kind == "category":
            values = pa.DictionaryArray.from_arrays(values, pa.array(list(layout.of(column)), pa.string()))
        columns[column] = values
    return pa.table(columns)


def parquet(name: str, table: Table, layout: Layout) -> bytes:
    """A table as the bytes of a Parquet file."""
    pa, pq = needed("pyarrow", WHAT), needed("pyarrow.parquet", WHAT)
    stream = pa.BufferOutputStream()
    pq.write_table(arrow_table(name, table, layout), stream, **how(name, layout, "snappy"))
    return bytes(stream.getvalue())


def how(name: str, layout: Layout, compression: str) -> dict[str, Any]:
    """How a table is written: the numbers of the deals only rise, and take next to nothing by their differences.

    Of a thousand small files zstd makes a tenth less than snappy and is read in twice the time; of one large file it is
    the better.
    """
    others = [column for column in layout.columns(name) if column != "deal"]
    return {"compression": compression, "use_dictionary": others, "column_encoding": {"deal": "DELTA_BINARY_PACKED"}}


def read(name: str, files: Sequence[Path], layout: Layout) -> Table:
    """The columns of the schema from the files of a table, in their order; raises Unreadable."""
    if not files:
        return arrays(TABLES[name], (), layout.labels)
    pa, datasets = needed("pyarrow", WHAT), needed("pyarrow.dataset", WHAT)
    columns = TABLES[name]
    try:
        _weigh(files)
        schema = pa.schema([(column, _type(pa, columns, column)) for column in columns])
        found = datasets.dataset([str(file) for file in files], format="parquet", schema=schema).to_table()
        return {column: _array(found[column], columns, column, layout) for column in columns}
    except (pa.ArrowException, OSError, LookupError, ValueError) as fault:
        raise Unreadable(str(fault)) from None


def _weigh(files: Sequence[Path]) -> None:
    """Raises ValueError where small files say that they hold far more than a run leaves in them, two bytes a row.

    Pages can repeat one value without end.
    """
    pq = needed("pyarrow.parquet", WHAT)
    size = rows = unpacked = 0
    for file in files:
        found = pq.read_metadata(file)
        size += file.stat().st_size
        rows += found.num_rows
        unpacked += sum(found.row_group(at).total_byte_size for at in range(found.num_row_groups))
    if rows > _ROWS + size or unpacked > _UNPACKED + _TIMES * size:
        raise ValueError(f"{rows:,} rows in {size:,} bytes are more than a run leaves there")


def _type(pa: Any, columns: dict[str, str], column: str) -> Any:
    kind = pa.bool_() if columns[column] == "bool" else pa.from_numpy_dtype(dtype(columns, column))
    return pa.dictionary(kind, pa.string()) if columns[column] == "category" else kind


def _array(values: Any, columns: dict[str, str], column: str, layout: Layout) -> Any:
    import numpy as np

    if values.null_count:
        raise ValueError(f"{column} has gaps")
    if columns[column] != "category":
        return values.to_numpy()
    places = {label: code for code, label in enumerate(layout.of(column))}
    kind, codes = dtype(columns, column), []
    for chunk in values.chunks:
        own = np.array([places[label] for label in chunk.dictionary.to_pylist()], dtype=kind)
        codes.append(own[chunk.indices.to_numpy()])
    return np.concatenate(codes) if codes else np.array([], dtype=kind)
