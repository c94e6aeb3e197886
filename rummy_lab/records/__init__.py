"""One deal as a TOML file: write it, read it, play it through again."""

from rummy_lab.records.files import read_record, write_record
from rummy_lab.records.record import FORMAT, Record, RecordError, replayed
from rummy_lab.records.text import parse_record

__all__ = ["FORMAT", "Record", "RecordError", "parse_record", "read_record", "replayed", "write_record"]
