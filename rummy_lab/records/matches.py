"""A match as TOML text: between whom, from which seed, and the turns of each deal, none of them judged yet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, cast

from rummy_lab.core.chance import check_seed
from rummy_lab.core.deal import check_players
from rummy_lab.core.errors import Phrase, RummyError
from rummy_lab.core.rules import RuleSet
from rummy_lab.records.record import RecordError
from rummy_lab.records.toml import NoToml, read_toml

MATCH_FORMAT: Final = 1
LARGEST_MATCH: Final = 1 << 20
_DEALS: Final = 1000
_TURNS: Final = 4000
_NAME: Final = 100
_FIELDS: Final[dict[str, type]] = {"format": int, "rules": str, "players": list, "seed": int, "deals": list}
_WANTED: Final = {
    "format": "format = 1",
    "rules": 'rules = "schmidt"',
    "players": 'players = ["me", "greedy"]',
    "seed": "seed = 0",
    "deals": Phrase("[[deals]] with turns = []"),
}


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


@dataclass(frozen=True, slots=True)
class SavedDeal:
    """The turns of a deal as text; `stopped`: it was ended before it was over."""

    turns: tuple[str, ...]
    stopped: bool


@dataclass(frozen=True, slots=True)
class SavedMatch:
    """A match as its file has it; `deals` as they stand there. The last deal may be one that is still played."""

    rules: RuleSet
    players: tuple[str, ...]
    seed: int
    deals: tuple[object, ...]

    def deal(self, at: int) -> SavedDeal:
        """The deal at this place, from 0, none of its turns judged; raises MatchError."""
        found = cast("dict[str, Any]", self.deals[at]) if isinstance(self.deals[at], dict) else {}
        turns = found.get("turns")
        texts = cast("list[object]", turns) if isinstance(turns, list) else [None]
        if len(texts) > _TURNS or not all(isinstance(turn, str) for turn in texts):
            told = Phrase(
                "deals[{at}].turns: a list of at most {most} texts, as ['draw; discard 2c']", at=at, most=_TURNS
            )
            raise MatchError(told, deal=at + 1)
        return SavedDeal(tuple(cast("list[str]", texts)), found.get("stopped") is True)


def parse_saved(text: str) -> SavedMatch:
    """Read a match without playing it; raises MatchError with the place and the reason.

    >>> head = ["format = 1", 'rules = "schmidt"', 'players = ["me", "greedy"]', "seed = 5"]
    >>> saved = parse_saved(chr(10).join([*head, "[[deals]]", 'turns = ["draw"]']))
    >>> saved.players, saved.deal(0).turns
    (('me', 'greedy'), ('draw',))
    """
    if len(text) > LARGEST_MATCH:
        raise MatchError(
            Phrase("the file holds more than {most} characters, too many for a match", most=LARGEST_MATCH), line=1
        )
    try:
        raw = read_toml(text)
    except NoToml as fault:
        raise MatchError(Phrase("this {fault}", fault=fault), line=fault.line) from None
    for name, kind in _FIELDS.items():
        if type(raw.get(name)) is not kind:
            raise MatchError(
                Phrase("{name}: a match file needs it, as {line}", name=name, line=_WANTED[name]), field=name
            )
    if raw["format"] != MATCH_FORMAT:
        raise MatchError(
            Phrase(
                "format: {given} is unknown here; this version reads {known}",
                given=repr(raw["format"]),
                known=MATCH_FORMAT,
            ),
            field="format",
        )
    players: list[object] = raw["players"]
    if not all(isinstance(name, str) and len(name) <= _NAME for name in players):
        raise MatchError("players: they are names, as ['me', 'greedy']", field="players")
    field = "rules"
    try:
        rules, field = RuleSet.of(raw["rules"]), "seed"
        seed, field = check_seed(raw["seed"]), "players"
        check_players(rules, len(players))
    except RummyError as fault:
        raise MatchError(fault.sentence, field=field) from None
    deals: list[object] = raw["deals"]
    if not 0 < len(deals) <= _DEALS:
        raise MatchError(
            Phrase("deals: a match file holds 1 to {most} of them, not {given}", most=_DEALS, given=len(deals)),
            field="deals",
        )
    return SavedMatch(rules, tuple(cast("list[str]", players)), seed, tuple(deals))
