"""Records as TOML text: writing them, and reading them as what a stranger may have sent."""

from __future__ import annotations

from typing import Any, Final, cast

import tomli_w

from rummy_lab.core.asked import one_text
from rummy_lab.core.errors import RummyError
from rummy_lab.core.moves import Turn
from rummy_lab.core.referee import position
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.scoring import penalties, settle
from rummy_lab.core.state import State
from rummy_lab.core.turns import Exists
from rummy_lab.records.record import FORMAT, LONGEST_REASON, Record, RecordError, replayed
from rummy_lab.records.toml import KINDS, NoToml, read_toml

LARGEST: Final = 1 << 20
_TURNS: Final = 4000
_NAME: Final = 100
_FIELDS: Final[dict[str, type]] = {
    "format": int, "rules": str, "players": list, "seed": int, "deal": int, "starter": str, "start": str,
    "turns": list, "result": dict,
}  # fmt: skip


def write_text(record: Record) -> str:
    """The record as TOML."""
    return tomli_w.dumps(
        {
            "format": FORMAT,
            "rules": record.rules.name,
            "players": list(record.players),
            "seed": record.seed,
            "deal": record.deal,
            "starter": record.starter,
            "start": str(record.start),
            "turns": [str(turn) for turn in record.turns],
            "result": result_of(record),
        }
    )


def result_of(record: Record) -> dict[str, Any]:
    """What came of the deal, as the file has it: how, winners, what each seat is charged and scores."""
    facts, rules = record.outcome, record.rules
    charged = {seat: value for seat, value in penalties(facts, rules).items() if value is not None}
    scores = {seat: str(score) for seat, score in settle(facts, rules).items() if score is not None}
    result: dict[str, Any] = {"how": facts.how, "winners": list(facts.winners)}
    if record.forfeit:
        result |= {"forfeited": facts.forfeited, "reason": record.forfeit}
    return result | {"penalties": charged, "scores": scores}


@one_text()
def parse_record(text: str, *, exists: Exists | None = None) -> Record:
    """Read a record and play it through the referee; raises RecordError with the place and the reason.

    `exists` is asked by rule sets in which playing is compulsory (rummy_lab.search.exists).
    """
    if len(text) > LARGEST:
        raise RecordError("the record has {count} characters; at most {most} are read", count=len(text), most=LARGEST)
    try:
        raw = read_toml(text)
    except NoToml as fault:
        raise RecordError("the record {fault}", fault=fault) from None
    return _checked(raw, exists)


def _checked(raw: dict[str, Any], exists: Exists | None) -> Record:
    if "format" in raw and type(raw["format"]) is int and raw["format"] != FORMAT:
        raise RecordError(
            "format: {given} is not known here; this version reads format {known}", given=raw["format"], known=FORMAT
        )
    for name, kind in _FIELDS.items():
        if name not in raw:
            raise RecordError("{name}: missing; a record has {fields}", name=name, fields=", ".join(_FIELDS))
        if type(raw[name]) is not kind:
            raise RecordError(
                "{name}: must be {kind}, not {given}", name=name, kind=KINDS[kind], given=_short(raw[name])
            )
    if unknown := next((name for name in raw if name not in _FIELDS), None):
        raise RecordError(
            "{name}: no such field; a record has {fields}", name=_short(unknown), fields=", ".join(_FIELDS)
        )
    start = _start(raw, exists)
    players = _texts(raw, "players", _NAME)
    if len(players) != start.base.seats:
        raise RecordError("players: {count} names for {seats} seats", count=len(players), seats=start.base.seats)
    forfeit = _forfeit(raw["result"])
    record = replayed(start, _turns(raw), players, forfeit, exists)
    _same_result(result_of(record), raw["result"])
    return record


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _texts(raw: dict[str, Any], name: str, longest: int) -> tuple[str, ...]:
    values = cast("list[object]", raw[name])
    for at, value in enumerate(values):
        if not isinstance(value, str) or len(value) > longest:
            raise RecordError(
                "{name}[{at}]: must be a text of at most {longest} characters, not {given}",
                name=name,
                at=at,
                longest=longest,
                given=_short(value),
            )
    return tuple(cast("list[str]", values))


def _start(raw: dict[str, Any], exists: Exists | None) -> State:
    try:
        rules = RuleSet.parse(raw["rules"])
    except RummyError as fault:
        raise RecordError("{name}: {fault}", name="rules", fault=fault) from None
    if rules.needs_search and exists is None:
        raise RecordError(
            "rules: {rules} asks whether a play exists; read it with exists=rummy_lab.search.exists", rules=str(rules)
        )
    try:
        start = position(raw["start"])
    except RummyError as fault:
        raise RecordError("{name}: {fault}", name="start", fault=fault) from None
    base = start.base
    if start.rules != rules:
        raise RecordError(
            "start: is a position of {rules}, but rules says {said}", rules=str(start.rules), said=str(rules)
        )
    if start.moves or start.over is not None:
        raise RecordError("start: must be the start of a turn of a deal that goes on")
    parts = (*base.hands, base.stock, base.pile if rules.has_pile else ())
    if any(part is None or None in part for part in parts):
        raise RecordError("start: every hand, the stock and the pile must be known")
    total = sum(map(len, base.table)) + sum(len(part) for part in parts if part is not None)
    if base.chance is not None and total != rules.cards:
        raise RecordError(
            "start: {total} cards, but a pack of {rules} has {cards}", total=total, rules=str(rules), cards=rules.cards
        )
    expected = (base.chance.seed, base.chance.deal) if base.chance else (0, 0)
    for name, value in zip(("seed", "deal"), expected, strict=True):
        if raw[name] != value:
            raise RecordError(
                "{name}: is {given}, but start says {value}", name=name, given=_short(raw[name]), value=value
            )
    if raw["starter"] != start.seats[base.starter]:
        raise RecordError(
            "starter: is {given}, but start says {value}", given=_short(raw["starter"]), value=start.seats[base.starter]
        )
    return start


def _turns(raw: dict[str, Any]) -> tuple[Turn, ...]:
    texts = _texts(raw, "turns", LARGEST)
    if len(texts) > _TURNS:
        raise RecordError("turns: {count} of them; at most {most} are read", count=len(texts), most=_TURNS)
    turns: list[Turn] = []
    for at, text in enumerate(texts):
        try:
            turns.append(Turn.parse(text))
        except RummyError as fault:
            raise RecordError("{name}: {fault}", name=f"turns[{at}]", fault=fault) from None
        if not turns[-1]:
            raise RecordError("turns[{at}]: holds no move", at=at)
    return tuple(turns)


def _forfeit(result: dict[str, Any]) -> str:
    if result.get("how") != "forfeit":
        return ""
    reason = result.get("reason")
    if not isinstance(reason, str) or not 0 < len(reason) <= LONGEST_REASON:
        raise RecordError(
            "result.reason: a forfeit says why in at most {most} characters, not {given}",
            most=LONGEST_REASON,
            given=_short(reason),
        )
    return reason


def _same_result(found: dict[str, Any], said: dict[str, Any]) -> None:
    for name, value in found.items():
        if name not in said:
            raise RecordError("result.{name}: missing; the turns give {value}", name=name, value=_short(value))
        if said[name] != value or type(said[name]) is not type(value):
            raise RecordError(
                "result.{name}: is {given}, but the turns give {value}",
                name=name,
                given=_short(said[name]),
                value=_short(value),
            )
    if unknown := next((name for name in said if name not in found), None):
        raise RecordError("result.{name}: no such field of this result", name=_short(unknown))
