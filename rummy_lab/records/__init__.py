"""One deal or match as a TOML file: write it, read it, play it through again."""

from rummy_lab.records.files import read_record, write_record
from rummy_lab.records.matches import (
    LARGEST_MATCH,
    MATCH_FORMAT,
    MatchError,
    SavedDeal,
    SavedMatch,
    parse_saved,
)
from rummy_lab.records.record import FORMAT, LONGEST_REASON, Record, RecordError, replayed
from rummy_lab.records.text import parse_record

__all__ = [
    "FORMAT",
    "LARGEST_MATCH",
    "LONGEST_REASON",
    "MATCH_FORMAT",
    "MatchError",
    "Record",
    "RecordError",
    "SavedDeal",
    "SavedMatch",
    "parse_record",
    "parse_saved",
    "read_record",
    "replayed",
    "write_record",
]
