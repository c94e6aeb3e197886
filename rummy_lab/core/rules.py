"""A rule set as a value: frozen parts, one field for each decision in which variants differ."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from difflib import get_close_matches
from functools import cache, lru_cache, partial
from typing import Any, Final, Literal, Self, cast

from rummy_lab.core.errors import NotationError, Phrase, RuleSetError, joined, printable, shown
from rummy_lab.core.fields import Spec, Value, number, one_of, pair, plain_value, write_value

Suits = Literal["rygb", "cdhs"]
Ace = Literal["low", "high", "both"]


@dataclass(frozen=True, slots=True)
class Pack:
    """What the pack holds (S-1 to S-4, R-1, R-9)."""

    suits: Suits = one_of("rygb", "cdhs", default="rygb")
    copies: int = number(1, 4, default=2)
    jokers: int = number(0, 6, default=2)
    ranks: int = number(5, 13, default=13)
    ace: Ace = one_of("low", "high", "both", default="low")


@dataclass(frozen=True, slots=True)
class DealRules:
    """How many cards and seats (S-6, S-7, R-2, R-5)."""

    hand: int = number(3, 18, default=14)
    seats: tuple[int, int] = pair(
        Phrase("least-most with 2 <= least <= most <= 8"), lambda v: 2 <= v[0] <= v[1] <= 8, default=(2, 4)
    )


@dataclass(frozen=True, slots=True)
class MeldRules:
    """What a meld is (S-10 to S-12, S-19, R-7 to R-11)."""

    min_run: int = one_of(3, 4, default=3)
    set_sizes: tuple[int, ...] = one_of((3,), (4,), (3, 4), default=(3, 4))
    wrap: bool = one_of(False, True, default=False)
    max_jokers: int | Literal["half"] | None = one_of(None, 1, 2, "half", default=None)
    adjacent_jokers: bool = one_of(True, False, default=True)


@dataclass(frozen=True, slots=True)
class OpeningRules:
    """What a seat's first melds must be worth (S-24 to S-28, R-14, R-17, R-36)."""

    points: int = number(0, 99, default=30)
    when: Literal["always", "after_take"] = one_of("always", "after_take", default="always")
    min_round: int = one_of(0, 1, default=0)
    for_rummy: Literal["needed", "waived"] = one_of("needed", "waived", default="needed")


@dataclass(frozen=True, slots=True)
class TurnRules:
    """What a turn is made of (S-29, S-31 T3, R-12 to R-21)."""

    order: Literal["play_or_draw", "draw_play_discard"] = one_of(
        "play_or_draw", "draw_play_discard", default="play_or_draw"
    )
    draws: int | Literal["until_playable"] = one_of(1, 2, 3, "until_playable", default=1)
    play_after_draw: bool = one_of(False, True, default=False)
    must_play: bool = one_of(False, True, default=False)
    last_discard: Literal["needed", "not_needed"] = one_of("needed", "not_needed", default="needed")
    hand_card: Literal["needed", "not_needed"] = one_of("needed", "not_needed", default="needed")


@dataclass(frozen=True, slots=True)
class PileRules:
    """What the card taken from the discard pile obliges to (R-15, R-21)."""

    use: Literal["open_only", "meld", "meld_or_build"] = one_of(
        "open_only", "meld", "meld_or_build", default="open_only"
    )
    discard_taken: Literal["forbidden", "allowed"] = one_of("forbidden", "allowed", default="forbidden")


@dataclass(frozen=True, slots=True)
class TableRules:
    """What may be done with melds on the table (S-27, S-30 to S-33, R-18 to R-20)."""

    mode: Literal["rearrange", "build", "none"] = one_of("rearrange", "build", "none", default="rearrange")
    access: Literal["next_turn", "same_turn", "all_opened"] = one_of(
        "next_turn", "same_turn", "all_opened", default="next_turn"
    )
    remain: Literal["final", "strict"] = one_of("final", "strict", default="final")


@dataclass(frozen=True, slots=True)
class JokerRules:
    """How a joker on the table is freed and what becomes of it (S-17 to S-23, R-22 to R-28)."""

    set_release: Literal["either", "both", "declared"] = one_of("either", "both", "declared", default="either")
    closed_set: Literal["locked", "open"] = one_of("locked", "open", default="open")
    source: Literal["hand", "hand_or_table"] = one_of("hand", "hand_or_table", default="hand")
    freed: Literal["same_turn", "new_meld_only", "to_hand"] = one_of(
        "same_turn", "new_meld_only", "to_hand", default="same_turn"
    )
    anchor: Literal["kept", "free", "frozen"] = one_of("kept", "free", "frozen", default="kept")


@dataclass(frozen=True, slots=True)
class EndingRules:
    """How a deal ends without anybody going out (S-38, S-39, R-29 to R-31)."""

    empty_stock: Literal["pass_until_blocked", "one_more_turn", "reshuffle"] = one_of(
        "pass_until_blocked", "one_more_turn", "reshuffle", default="pass_until_blocked"
    )
    blocked: Literal["lowest_wins", "void"] = one_of("lowest_wins", "void", default="lowest_wins")
    max_turns: int = number(50, 2000, default=300)


@dataclass(frozen=True, slots=True)
class ScoringRules:
    """What the cards left in a hand cost; prices only, never who may do what (S-37, S-39, R-33 to R-39)."""

    kind: Literal["zero_sum", "penalties"] = one_of("zero_sum", "penalties", default="zero_sum", price=True)
    joker_penalty: int = number(0, 99, default=25, price=True)
    ace_penalty: int = one_of(1, 11, 15, default=1, price=True)
    rummy_bonus: int | Literal["double"] = number(0, 999, "double", default=0, price=True)
    rummy_when: Literal["one_turn", "every_win"] = one_of("one_turn", "every_win", default="one_turn", price=True)
    blocked_tie: Literal["share", "full"] = one_of("share", "full", default="share", price=True)
    rummy_builds: bool = one_of(True, False, default=True, price=True)
    settlement: tuple[int, int] | None = pair(
        Phrase("(call, rummy) with 0 <= call <= rummy"), lambda v: 0 <= v[0] <= v[1], None, default=None, price=True
    )


@dataclass(frozen=True, slots=True)
class MatchRules:
    """How deals add up to a match (S-40, R-38)."""

    kind: Literal["rounds", "elimination", "single"] = one_of(
        "rounds", "elimination", "single", default="rounds", price=True
    )
    limit: int = number(100, 1000, default=150, price=True)
    rounds: int = number(1, 20, default=4, price=True)
    buy_in: int = one_of(0, 1, 2, 3, default=0, price=True)


Part = (
    Pack | DealRules | MeldRules | OpeningRules | TurnRules | PileRules | TableRules | JokerRules | EndingRules
    | ScoringRules | MatchRules
)  # fmt: skip
PARTS: Final[dict[str, type[Part]]] = {
    "pack": Pack, "deal": DealRules, "melds": MeldRules, "opening": OpeningRules, "turn": TurnRules,
    "pile": PileRules, "table": TableRules, "joker": JokerRules, "ending": EndingRules, "scoring": ScoringRules,
    "match": MatchRules,
}  # fmt: skip


@cache
def field_specs() -> dict[str, Spec]:
    """Every field of a rule set, `part.field`, with the values it takes."""
    return {f"{part}.{entry.name}": entry.metadata["spec"] for part, kind in PARTS.items() for entry in fields(kind)}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RuleSet:
    """All rules of one game; variants are values made by `vary`, never by the constructor.

    Attributes:
        preset: the registered name it starts from.
        pack, deal, melds, opening, turn, pile, table, joker, ending, scoring, match: its parts, each a value of fields.
        base: the preset that it varies; None for a preset. label: a name for people, without effect.
        name: the canonical name, `preset{field=value,...}` with the differences sorted; it is what equality and
            hash go by, and `RuleSet.parse` reads it back.

    Source: S-1 to S-40, R-1 to R-39; each part names its numbers.

    >>> from rummy_lab.games import RUMMY40
    >>> RUMMY40.vary(opening__points=51).name
    'rummy40{opening.points=51}'
    """

    preset: str
    pack: Pack = Pack()
    deal: DealRules = DealRules()
    melds: MeldRules = MeldRules()
    opening: OpeningRules = OpeningRules()
    turn: TurnRules = TurnRules()
    pile: PileRules = PileRules()
    table: TableRules = TableRules()
    joker: JokerRules = JokerRules()
    ending: EndingRules = EndingRules()
    scoring: ScoringRules = ScoringRules()
    match: MatchRules = MatchRules()
    base: RuleSet | None = None
    label: str = ""
    name: str = ""
    _hash: int = 0

    def __post_init__(self) -> None:
        _check_fields(self)
        differences = [
            f"{field}={_write(field, value)}"
            for field, value in sorted(self.values().items())
            if self.base is not None and self.base.get(field) != value
        ]
        name = self.preset + ("{" + ",".join(differences) + "}" if differences else "")
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "_hash", hash(name))
        _check_combinations(self)

    def get(self, field: str) -> Value:
        """The value of a `field`, named `part.field`."""
        part, _, name = field.partition(".")
        return cast(Value, getattr(getattr(self, part), name))

    def values(self) -> dict[str, Value]:
        """All fields, `part.field` to value."""
        return {field: self.get(field) for field in field_specs()}

    def vary(self, label: str = "", /, **changes: object) -> Self:
        """The same rules with some `changes`, as `vary(opening__points=51)`; `label` is for people only.

        Raises RuleSetError for an unknown field, a value not allowed or a combination that cannot be.
        """
        return self._changed(self.preset, self.base or self, label, changes)

    def as_preset(self, preset: str, /, **changes: object) -> Self:
        """The same rules with some `changes`, as a `preset` of its own name; raises RuleSetError as `vary` does."""
        return self._changed(preset, None, "", changes)

    def _changed(self, preset: str, base: RuleSet | None, label: str, changes: dict[str, object]) -> Self:
        parts: dict[str, dict[str, Any]] = {}
        for key, value in changes.items():
            part, _, name = key.partition("__")
            spec = field_specs().get(f"{part}.{name}")
            if spec is None:
                field = ".".join(word for word in (part, name) if word)
                raise RuleSetError(
                    "no field {field}; write part__field=value; the fields are {fields}",
                    field=printable(field),
                    fields=", ".join(field_specs()),
                )
            # Words such as none are a value of some fields and stand for None in others.
            parts.setdefault(part, {})[name] = value if spec.allows(value) else plain_value(value)
        values: dict[str, Any] = {}
        for part, kind in PARTS.items():
            old = getattr(self, part)
            kept = {entry.name: getattr(old, entry.name) for entry in fields(kind)}
            values[part] = kind(**(kept | parts[part])) if part in parts else old
        return type(self)(preset=preset, base=base, label=label, **values)

    @staticmethod
    def parse(text: str) -> RuleSet:
        """Read a canonical name from a `text`; raises NotationError or RuleSetError."""
        return _parse(text.strip())

    @staticmethod
    def of(rules: RuleSet | str) -> RuleSet:
        """The rule set itself, or the one that `rules` names; raises NotationError or RuleSetError."""
        if isinstance(rules, RuleSet):
            return rules
        if isinstance(rules, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            return RuleSet.parse(rules)
        raise RuleSetError(
            "a rule set is named by its text, as 'schmidt' or 'rummy40', not {given}", given=shown(rules)
        )

    @property
    def top(self) -> int:
        """The highest rank as a number, 13 in a full pack."""
        return self.pack.ranks

    @property
    def cards(self) -> int:
        """How many cards the pack holds, jokers included."""
        return 4 * self.pack.ranks * self.pack.copies + self.pack.jokers

    @property
    def has_pile(self) -> bool:
        """Whether there is a discard pile."""
        return self.turn.order == "draw_play_discard"

    @property
    def needs_search(self) -> bool:
        """Whether legality asks if a play exists (turn.must_play, turn.draws=until_playable)."""
        return self.turn.must_play or self.turn.draws == "until_playable"

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, RuleSet) and self.name == other.name)

    def __hash__(self) -> int:
        return self._hash

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"RuleSet.parse({self.name!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (RuleSet.parse, (self.name,))


def _write(field: str, value: Value) -> str:
    if isinstance(value, tuple) and field == "melds.set_sizes":
        return "{" + ",".join(map(write_value, value)) + "}"
    if isinstance(value, tuple) and field == "deal.seats":
        return "-".join(map(write_value, value))
    return write_value(value)


def _check_fields(rules: RuleSet) -> None:
    for field, spec in field_specs().items():
        value = rules.get(field)
        if not spec.allows(value):
            write = partial(_write, field)
            raise RuleSetError(
                "{field} cannot be {value}; allowed: {allowed}",
                field=field,
                value=printable(write(value)),
                allowed=spec.allowed(write),
            )


def _check_combinations(rules: RuleSet) -> None:
    pack, deal = rules.pack, rules.deal
    refuse: list[str] = []
    if rules.turn.order == "play_or_draw" and rules.pile != PileRules():
        refuse.append(
            Phrase("pile.use and pile.discard_taken need turn.order=draw_play_discard: there is no discard pile")
        )
    if rules.turn.order == "draw_play_discard" and rules.turn.play_after_draw:
        refuse.append(Phrase("turn.play_after_draw goes with turn.order=play_or_draw only: here everybody draws first"))
    if rules.table.mode != "rearrange":
        for field, plain in (("table.remain", "final"), ("joker.anchor", "kept"), ("joker.source", "hand")):
            if rules.get(field) != plain:
                said = _write(field, rules.get(field))
                refuse.append(Phrase("{field}={value} needs table.mode=rearrange", field=field, value=said))
    if rules.melds.wrap and pack.ace == "both":
        refuse.append(
            Phrase("melds.wrap=yes cannot go with pack.ace=both: a run that goes round has one place for the ace")
        )
    if pack.suits == "cdhs" and pack.ranks < 13 and pack.ace != "low":
        refuse.append(
            Phrase("pack.ranks below 13 needs pack.ace=low with French suits: the ace is the lowest card there")
        )
    if deal.seats[1] * deal.hand >= rules.cards:
        refuse.append(
            Phrase(
                "deal.hand={hand} for {seats} seats needs more than {cards} cards: "
                "deal fewer cards, allow fewer seats or add copies",
                hand=deal.hand,
                seats=deal.seats[1],
                cards=rules.cards,
            )
        )
    if refuse:
        raise RuleSetError(joined("; ", refuse))


_PRESETS: Final[dict[str, RuleSet]] = {}
_LONGEST: Final = 4000  # all fields together take about half of it
_NAME: Final = re.compile(r"([a-z0-9_]+)\s*(?:\{(.*)\})?$", re.DOTALL)


def register(rules: RuleSet) -> RuleSet:
    """Make a preset known by its name, so that texts can name it."""
    _PRESETS[rules.preset] = rules
    return rules


def presets() -> tuple[RuleSet, ...]:
    """The registered presets in their order."""
    return tuple(_PRESETS.values())


def _close(text: str) -> str:
    """The preset that a name with a slip in it may mean, with what stands behind it; empty where there is none."""
    name, brace, rest = text.partition("{")
    plain = {preset.replace("_", ""): preset for preset in _PRESETS}
    near = get_close_matches(re.sub(r"[\W_]", "", name.lower()), plain, 1)
    return f"{plain[near[0]]}{brace}{rest}" if near and name.strip() not in _PRESETS else ""


@lru_cache(maxsize=1 << 12)
def _parse(text: str) -> RuleSet:
    if len(text) > _LONGEST:
        raise NotationError(
            text,
            _LONGEST,
            Phrase("the name of a rule set has at most {most} characters; write it shorter", most=_LONGEST),
        )
    found = _NAME.match(text)
    if found is None:
        raise NotationError(
            text,
            0,
            Phrase(
                "no rule set {name}, did you mean {close}; a rule set is written in small letters",
                name=repr(text),
                close=close,
            )
            if (close := _close(text))
            else "a rule set is written in small letters, as schmidt or rummy40{opening.points=51}, then a semicolon",
        )
    name, inside = found.groups()
    if name not in _PRESETS:
        rather = Phrase(", did you mean {close}", close=close) if (close := _close(name)) else ""
        raise NotationError(
            text,
            0,
            Phrase(
                "no rule set {name}{rather}; there are {presets}",
                name=repr(name),
                rather=rather,
                presets=", ".join(_PRESETS),
            ),
        )
    changes: dict[str, object] = {}
    for entry in re.finditer(r"(?:[^,({]|\([^)]*\)|\{[^}]*\})+", inside or ""):
        field, equals, value = entry.group().partition("=")
        field = field.strip()
        at = found.start(2) + entry.start()
        if not equals or field not in field_specs():
            raise NotationError(
                text, at, Phrase("no field {field}; write part.field=value, as opening.points=51", field=repr(field))
            )
        if field.replace(".", "__") in changes:
            raise NotationError(text, at, Phrase("{field} stands twice; leave one out", field=field))
        changes[field.replace(".", "__")] = value.strip()
    return _PRESETS[name].vary(**changes)
