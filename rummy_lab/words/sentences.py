"""Violations, moves and events as whole sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, Final, cast

from rummy_lab.core.cards import FRENCH, Card, card_of
from rummy_lab.core.errors import RummyError
from rummy_lab.core.events import Played
from rummy_lab.core.melds import FULL, Meld, Table
from rummy_lab.core.moves import Discard, Lay, Layoff, Move, Pull, Turn
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.violations import SEATS, Gap, MustOpen, NotTheJokersCard
from rummy_lab.language import LANG
from rummy_lab.words.sources import only_game
from rummy_lab.words.spoken import (
    card_text,
    cards_text,
    meld_text,
    melds_text,
    moved_text,
    reading_text,
    run_text,
    stand_in,
)
from rummy_lab.words.texts import Words, pack_of, sentence, words_of

teachable_order: Final[tuple[str, ...]] = (
    "NOT_OPENED", "TABLE_THIS_TURN", "MELD_FIXED", "SET_CLOSED", "NEED_BOTH_SUITS", "NOT_THE_JOKERS_CARD",
    "JOKER_MOVED", "LEFT_TOO_SHORT", "COLOUR_TWICE", "MIXED_COLOUR", "MIXED_RANK", "WRAP", "ACE_LOW", "GAP",
    "TOO_LONG", "TOO_SHORT", "NO_NATURAL", "TOO_MANY_JOKERS", "OPEN_TOO_LOW", "JOKER_NOT_RELAID", "CARD_MISSING",
    "NO_RACK_CARD", "MUST_OPEN", "MUST_MELD_TAKEN", "KEEP_A_DISCARD", "DISCARD_JUST_TAKEN", "MUST_DISCARD",
    "MUST_DRAW", "PLAY_OR_DRAW", "ONE_CARD_ONLY", "ALREADY_DREW", "MUST_PLAY", "MAY_NOT_PASS", "MIN_ROUND",
    "JOKER_UNDECLARED", "NO_DISCARD_PILE", "NOT_THE_TOP_CARD", "STOCK_EMPTY", "NO_SUCH_JOKER", "NOT_IN_MELD",
    "NOT_IN_HAND", "NO_SUCH_MELD", "NOT_YOUR_TURN", "TURN_IS_OVER", "DEAL_OVER",
)  # fmt: skip
"""Codes from the one that teaches most to the one that teaches least; where several hold, the first is told."""


def explain(
    x: object,
    lang: str = LANG,
    *,
    rules: RuleSet | str | None = None,
    seat: str | None = None,
    you: str | None = None,
) -> str:
    """A violation, an event, a move or an error in sentences; a meld or a card in words.

    Args:
        x: what is to be said.
        lang: `en`, `de` or `nl`; left out: what `RUMMY_LAB_LANG` names, else English.
        rules: chooses words that differ by game (rack or hand, colour or suit); left out: the cards and the code tell.
        seat: of whom a move is told; left out: it is said to the one who makes it.
        you: the seat of the one who is told.

    Raises RummyError for what cannot be said, and for a language that is not known.

    >>> explain(Move.parse("layoff 6g>1"))
    'Lay the green 6 off on meld 1.'
    >>> explain(Move.parse("layoff 6g>1"), "de", seat="B")
    'Spieler B legt Grün 6 an Kombination 1 an.'
    >>> explain(Move.parse("layoff 6g>1"), seat="B", you="B")
    'You lay the green 6 off on meld 1.'
    """
    rules = None if rules is None else RuleSet.of(rules)
    code = getattr(x, "code", None)
    words = words_about(x, lang, rules)
    if isinstance(x, RummyError):
        from rummy_lab.words.faults import in_words

        return in_words(x, lang)
    if isinstance(x, Card):
        return card_text(words, x)
    if isinstance(x, Meld):
        return meld_text(words, x)
    if isinstance(x, Table):
        return melds_text(words, dict(enumerate(x, 1)))
    if isinstance(x, Turn):
        return " ".join(explain(move, lang, rules=rules, seat=seat, you=you) for move in x)
    if isinstance(x, Move):
        if seat is not None and seat == you:
            return told(words, x, ("yours", x.verb), rules, {})
        player = {} if seat is None else {"player": words.text("caption", "player", seat=seat)}
        return told(words, x, ("move" if seat is None else "told", x.verb), rules, player)
    if isinstance(code, str) and is_dataclass(x):
        if you is not None and _seat_of(x) == you:
            if isinstance(x, Played):
                return explain(x.moves, lang, rules=rules, seat=you, you=you)
            if words.has("yours", code):
                return told(words, x, ("yours", code), rules, {})
        return told(words, x, ("violation" if words.has("violation", code) else "event", code), rules, {})
    raise RummyError(
        "there are no words for {given}; "
        "explain takes a violation, an event, a move, a turn, an error, a meld or a card",
        given=repr(x),
    )


def _seat_of(x: object) -> str | None:
    return getattr(x, "seat", None)


def words_about(x: object, lang: str, rules: RuleSet | None) -> Words:
    """The words that fit what is told: those of the rules, else of its cards, else of the one game that refuses it."""
    pack = pack_of(rules, _cards_in(x))
    code = getattr(x, "code", None)
    if pack == "neutral" and isinstance(code, str):
        pack = pack_of(only_game(code))
    return words_of(lang, pack)


def main_reason(violations: Iterable[Any]) -> Any:
    """The one of several violations that teaches most."""
    return min(violations, key=lambda violation: teachable_order.index(violation.code))


def told(words: Words, x: object, path: tuple[str, str], rules: RuleSet | None, extra: dict[str, str]) -> str:
    """The sentence at this place that fits best, its fields filled in."""
    key = next((key for key in _keys(x, rules, words.pack) if words.find(*path, key) is not None), "only")
    values = _values(words, x) | extra
    if isinstance(x, Gap):
        values["cards"] = run_text(words, x.cards, high=ace_is_high(x.cards, rules))
    elif isinstance(x, Lay | Layoff | Pull):
        values["cards"] = moved_text(words, x.cards)
    elif isinstance(x, Discard):
        values["card"] = moved_text(words, [x.card])
    return sentence(words.text(*path, key, **values))


def ace_is_high(cards: tuple[Card, ...], rules: RuleSet | None) -> bool:
    """Whether an ace among these cards of a run is meant as the highest: as the game has it, or where it is near."""
    ace = "high" if rules is None and any(card.suits == FRENCH for card in cards) else "low"
    if rules is not None:
        ace = rules.pack.ace
    others = [card.rank for card in cards if card.rank > 1]
    return ace == "high" or (ace == "both" and bool(others) and FULL + 1 - max(others) < min(others) - 1)


def _fields(x: object) -> dict[str, Any]:
    return {entry.name: getattr(x, entry.name) for entry in fields(cast(Any, x))} if is_dataclass(x) else {}


def _keys(x: object, rules: RuleSet | None, pack: str) -> Iterator[str]:
    """Which sentences fit, the most special first."""
    known = _fields(x)
    case = getattr(x, "case", None)
    bases: list[str] = [case] if case else []
    if case is None:
        bases += ["card"] * (known.get("card") is not None)
        bases.append(_number(known))
    if known.get("readings") == ():
        bases.insert(0, "bare")
    cards = known.get("cards", ())
    if "need" in known and len(cards) >= known["need"] and any(card.joker for card in cards):
        bases.insert(0, "enough")
    if isinstance(x, Gap) and x.twice and (rules is None or rules.table.mode != "none"):
        stand_ins = {card_of(card) for card in cards if card.joker and card.suit}
        bases = ["twice_joker"] * (bool(x.heap) and not stand_ins.isdisjoint(cards)) + bases
    if isinstance(x, MustOpen) and x.need <= 0:
        bases = ["free"]
    if isinstance(x, NotTheJokersCard) and any(not joker.suit for joker in x.jokers):
        # Without a rule set: French cards are those of Rummy 40.
        both = pack == "french" if rules is None else rules.joker.set_release == "both"
        bases = ["both"] * both + bases
    if known.get("heap") == 0:
        yield from (f"{base}_new" for base in bases)
        yield "new"
    elif rules is not None:
        yield from (f"anchor_{rules.joker.anchor}", f"mode_{rules.table.mode}")
    yield from bases


def _number(known: Mapping[str, Any]) -> str:
    for name in ("count", "points", "cards", "seats", "melds"):
        if name in known:
            value = known[name]
            size = value if isinstance(value, int) else len(value)
            return "none" if not size else "one" if size == 1 else "many"
    return "only"


def _values(words: Words, x: object) -> dict[str, str]:
    """The fields of a sentence: those of the dataclass in words, and for jokers what they stand for (`..._for`)."""
    values: dict[str, str] = {}
    known = _fields(x)
    for name, value in known.items():
        if isinstance(value, Turn):
            values[name] = " ".join(explain(move, words.lang, seat=known.get("seat")) for move in value)
            continue
        values[name] = _value(words, value)
        if isinstance(value, Card):
            values[f"{name}_for"] = stand_in(words, value)
        elif isinstance(value, tuple) and name == "jokers":
            distinct = dict.fromkeys(stand_in(words, joker) for joker in cast("tuple[Card, ...]", value))
            values[f"{name}_for"] = words.join(distinct, "or")
            several = dict.fromkeys(stand_in(words, joker, several=True) for joker in cast("tuple[Card, ...]", value))
            values[f"{name}_all"] = words.join(several, "or")
    return values


def _value(words: Words, value: object) -> str:
    if isinstance(value, Card):
        return card_text(words, value)
    if isinstance(value, Table):
        return melds_text(words, dict(enumerate(value, 1)))
    if isinstance(value, Meld):
        return meld_text(words, value)
    if isinstance(value, tuple):
        return _row(words, cast("tuple[object, ...]", value))
    if isinstance(value, str) and value and value in SEATS:
        return words.text("caption", "player", seat=value)
    return str(value)


def _row(words: Words, row: tuple[object, ...]) -> str:
    if row and all(isinstance(part, Card) for part in row):
        return cards_text(words, cast("tuple[Card, ...]", row))
    if row and all(isinstance(part, Meld) for part in row):
        return "; ".join(reading_text(words, meld) for meld in cast("tuple[Meld, ...]", row))
    return words.join(_value(words, part) for part in row)


def _cards_in(x: object) -> Iterator[Card]:
    if isinstance(x, Card):
        yield x
    elif isinstance(x, Meld):
        yield from x.slots
    elif isinstance(x, tuple):
        for part in cast("tuple[object, ...]", x):
            yield from _cards_in(part)
    else:
        for value in _fields(x).values():
            yield from _cards_in(value)
