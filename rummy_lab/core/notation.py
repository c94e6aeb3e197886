"""The text of a position (DESIGN A.2): reading it with one sentence for each fault, writing it, completing it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from rummy_lab.core.base import Base, Chance, Hand, Over
from rummy_lab.core.cards import JOKER, MOST_CARDS, Card, read_cards, write_cards
from rummy_lab.core.errors import LONGEST_TEXT, NotationError, Phrase, RuleSetError
from rummy_lab.core.judge import heap_of, readings
from rummy_lab.core.melds import Meld, Table
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.violations import SEATS

_HIDDEN: Final = re.compile(r"\?\?(?:x(\d{1,3}))?\Z")
_ORDER: Final = (
    "round", "table", "hand", "pile", "stock", "passes", "chance", "turns", "starter", "turn", "over",
)  # fmt: skip


@dataclass(slots=True)
class _Draft:
    """The fields of a position while it is read."""

    text: str
    rules: RuleSet
    fields: dict[str, Any] = field(default_factory=dict[str, Any])
    hands: dict[int, Hand | None] = field(default_factory=dict[int, "Hand | None"])
    opened: dict[int, int | None] = field(default_factory=dict[int, "int | None"])
    round: int | None = None
    seat: int | None = None


class _Reader:
    """Reads the fields one by one, remembering where each stands."""

    def __init__(self, text: str) -> None:
        self.text = text

    def fault(self, at: int, reason: str, **values: str | int) -> NotationError:
        return NotationError(self.text, at, Phrase(reason, **values))

    def cards(self, text: str, at: int, *, hidden: bool) -> Hand:
        cards: list[Card | None] = []
        for found in re.finditer(r"\S+", text):
            covered = _HIDDEN.match(found.group())
            if covered is not None:
                if not hidden:
                    raise self.fault(at + found.start(), "?? cannot lie here: this part of the table is open")
                cards += [None] * int(covered[1] or 1)
            else:
                try:
                    cards += read_cards(found.group())
                except NotationError as inner:
                    raise inner.within(self.text, at + found.start()) from None
            if len(cards) > MOST_CARDS:
                raise self.fault(
                    at + found.start(), "more than {most} cards, which no pack has; leave some out", most=MOST_CARDS
                )
        for card in cards:
            if card is not None and card.joker and not card.bare:
                raise self.fault(
                    at, "a joker in a hand, the pile or the stock is written *, not {card}", card=str(card)
                )
        return tuple(cards)

    def number(self, text: str, at: int, what: str, most: int = 1 << 64) -> int:
        if not re.fullmatch(r"\d{1,20}", text.strip()) or int(text) >= most:
            raise self.fault(at, "{what} needs a whole number, as {what} 3", what=what)
        return int(text)

    def seat(self, text: str, at: int) -> int:
        if len(text) != 1 or text not in SEATS:
            raise self.fault(at, "{text} is no seat; seats are A to H", text=repr(text))
        return SEATS.index(text)


def _table(reader: _Reader, draft: _Draft, text: str, at: int) -> None:
    try:
        melds = Table.parse(text, top=0)
    except NotationError as inner:
        raise inner.within(reader.text, at) from None
    draft.fields["table"] = Table(_declared(draft.rules, heap_of(draft.rules, meld.slots)) for meld in melds)


def _declared(rules: RuleSet, heap: Meld) -> Meld:
    """The heap with its bare jokers as what they stand for, where only one reading makes a meld of it."""
    if not any(card.bare for card in heap.slots):
        return heap
    found = readings(rules, heap.slots)
    return found[0] if len(found) == 1 else heap


def _hand(reader: _Reader, draft: _Draft, text: str, at: int) -> None:
    found = re.match(r"\s*([A-Za-z]?)(\+?)(\d{0,6})(?=\s|$)", text)
    if found is None or not found[1] or (found[3] and not found[2]):
        raise reader.fault(at, "a hand names its seat first, as hand A 4r 5r, or hand A+ where it has opened")
    seat = reader.seat(found[1], at)
    if seat in draft.hands:
        raise reader.fault(at, "the hand of {seat} stands twice; leave one out", seat=found[1])
    if found[3] and not int(found[3]):
        raise reader.fault(at, "own turns are counted from 1; write + alone where the turn of the opening is unknown")
    cards = text[found.end() :]
    draft.hands[seat] = None if cards.strip() == "?" else reader.cards(cards, at + found.end(), hidden=True)
    draft.opened[seat] = (int(found[3]) if found[3] else None) if found[2] else 0


def _pile(reader: _Reader, draft: _Draft, text: str, at: int) -> None:
    if not draft.rules.has_pile:
        raise reader.fault(at, "{rules} has no discard pile; leave the pile out", rules=str(draft.rules))
    draft.fields["pile"] = reader.cards(text, at, hidden=False)


def _stock(reader: _Reader, draft: _Draft, text: str, at: int) -> None:
    draft.fields["stock"] = reader.cards(text, at, hidden=True)


def _chance(reader: _Reader, draft: _Draft, text: str, at: int) -> None:
    found = re.fullmatch(r"(\d{1,20})/(\d{1,20})(?:/(\d{1,6}))?", text.strip())
    if found is None or max(int(found[1]), int(found[2])) >= 1 << 64:
        raise reader.fault(at, "chance is written seed/deal, as chance 2024/17")
    draft.fields["chance"] = Chance(int(found[1]), int(found[2]), int(found[3] or 0))


def _round(reader: _Reader, draft: _Draft, text: str, at: int) -> None:
    draft.round = reader.number(text, at, "round", 10_000)
    if not draft.round:
        raise reader.fault(at, "rounds are counted from 1")


def _passes(reader: _Reader, draft: _Draft, text: str, at: int) -> None:
    draft.fields["passes"] = reader.number(text, at, "passes", 100)


def _turns(reader: _Reader, draft: _Draft, text: str, at: int) -> None:
    draft.fields["turns"] = reader.number(text, at, "turns", 100_000)


def _starter(reader: _Reader, draft: _Draft, text: str, at: int) -> None:
    draft.fields["starter"] = reader.seat(text.strip(), at)


def _turn(reader: _Reader, draft: _Draft, text: str, at: int) -> None:
    found = re.fullmatch(r"\s*(\S)\s*(?:(drew)(?:\s+(\d{1,3}))?|took\s+(\S+))?\s*", text)
    if found is None:
        raise reader.fault(at, "the turn is written turn A, turn A drew or turn A took Qs, then a colon and the moves")
    draft.seat = reader.seat(found[1], at)
    if found[2]:
        if found[3] and not int(found[3]):
            raise reader.fault(at, "cards drawn are counted from 1; write turn A where none was drawn")
        draft.fields.update(phase="drew", drawn=int(found[3] or 1))
    elif found[4]:
        (card,) = reader.cards(found[4], at + found.start(4), hidden=False)
        if not draft.rules.has_pile:
            raise reader.fault(at, "{rules} has no discard pile to take from", rules=str(draft.rules))
        draft.fields.update(phase="took", taken=card)


def _over(reader: _Reader, draft: _Draft, text: str, at: int) -> None:
    words = text.split()
    built = words[-1:] == ["built"]
    seats = words[1 : len(words) - built]
    if words[:1] not in (["out"], ["blocked"], ["unfinished"], ["forfeit"]):
        raise reader.fault(at, "a finished deal is over out A, over blocked A C, over unfinished or over forfeit B")
    numbers = [reader.seat(seat, at) for seat in seats]
    if len(numbers) != 1 and words[0] in ("out", "forfeit"):
        raise reader.fault(at, "over {how} names one seat, as over {how} A", how=words[0])
    draft.fields.update(over=Over(words[0], tuple(seats), built), phase="over")  # type: ignore[arg-type]
    draft.seat = numbers[0] if numbers else None


_FIELDS: Final[dict[str, Callable[[_Reader, _Draft, str, int], None]]] = {
    "round": _round, "table": _table, "hand": _hand, "pile": _pile, "stock": _stock, "passes": _passes,
    "chance": _chance, "turns": _turns, "starter": _starter, "turn": _turn, "over": _over,
}  # fmt: skip


def read_base(text: str) -> tuple[Base, str, int]:
    """The base of a position, the text of the moves after it, and where that text begins."""
    reader = _Reader(text)
    if len(text) > LONGEST_TEXT:
        raise reader.fault(
            LONGEST_TEXT, "a position has at most {most} characters; leave out what is too much", most=LONGEST_TEXT
        )
    head, _, tail = _cut_moves(text)
    draft: _Draft | None = None
    seen: list[str] = []
    at = 0
    for part in head.split(";"):
        start = at + len(part) - len(part.lstrip())
        at += len(part) + 1
        if draft is None:
            draft = _Draft(text, _rules(reader, part, start))
            continue
        name = part.strip().partition(" ")[0]
        if name not in _FIELDS:
            raise reader.fault(
                start, "no part {name} in a position; parts are {parts}", name=repr(name), parts=", ".join(_ORDER)
            )
        if name == "over" and "turn" in seen:
            raise reader.fault(start, "a finished deal ends in over ... in place of turn ...; leave one of them out")
        if name in seen and name != "hand":
            raise reader.fault(start, "{word} stands twice; leave one out", word=name)
        if seen and _ORDER.index(seen[-1]) > _ORDER.index(name):
            raise reader.fault(
                start,
                "{word} stands before {before}; the order is {order}",
                word=name,
                before=seen[-1],
                order=", ".join(_ORDER),
            )
        seen.append(name)
        _FIELDS[name](reader, draft, part.lstrip()[len(name) :], start + len(name))
    assert draft is not None
    base = _finish(reader, draft)
    return base, tail, len(text) - len(tail)


def _cut_moves(text: str) -> tuple[str, str, str]:
    found = re.search(r";\s*turn\s[^;:]*:", text)
    if found is None:
        return text, "", ""
    return text[: found.end() - 1], ":", text[found.end() :]


def _rules(reader: _Reader, part: str, at: int) -> RuleSet:
    try:
        return RuleSet.parse(part)
    except NotationError as inner:
        raise inner.within(reader.text, at) from None
    except RuleSetError as inner:
        raise NotationError(reader.text, at, inner.sentence) from None


def _finish(reader: _Reader, draft: _Draft) -> Base:
    over = draft.fields.get("over")
    named = [*draft.hands, draft.seat or 0, draft.fields.get("starter", 0)]
    named += [SEATS.index(seat) for seat in over.seats] if over else []
    seats = max(2, 1 + max(named))
    starter = draft.fields.get("starter", 0)
    seat = draft.seat or 0
    turns = draft.fields.get("turns")
    if turns is None:
        within = (seat - starter) % seats if over is None else int(draft.round is not None)
        turns = ((draft.round or 1) - 1) * seats + within
    fields: dict[str, Any] = draft.fields | {
        "hands": tuple(draft.hands.get(number) for number in range(seats)),
        "opened": tuple(draft.opened.get(number, 0) for number in range(seats)),
        "seat": seat,
        "turns": turns,
    }
    base = Base(draft.rules, **fields)
    if draft.round is not None and base.round != draft.round:
        raise reader.fault(
            0,
            "{word} {round} does not fit turns {turns} of {seats} seats; leave one of them out",
            word="round",
            round=draft.round,
            turns=turns,
            seats=seats,
        )
    _check_cards(reader, base)
    return base


def _check_cards(reader: _Reader, base: Base) -> None:
    """The known cards fit in the pack, and what is counted adds up (D16)."""
    rules, pack = base.rules, base.rules.pack
    hands = [hand for hand in base.hands if hand is not None]
    lying = [card for meld in base.table for card in meld.slots]
    known = [card for part in (*hands, base.pile or (), base.stock or ()) for card in part if card is not None]
    for card in lying + known:
        if card.suits and card.suit not in ("", *pack.suits):
            raise reader.fault(
                0,
                "{card} is no card of {rules}; its suits are {suits}",
                card=str(card),
                rules=rules.preset,
                suits=" ".join(pack.suits),
            )
        if card.rank > pack.ranks or (card.suits and card.suits != pack.suits):
            raise reader.fault(
                0,
                "{card} is no card of {rules}; its ranks end at {most}",
                card=str(card),
                rules=rules.preset,
                most=pack.ranks,
            )
    counted = Counter(JOKER if card.joker else card for card in lying + known)
    for card, count in counted.items():
        there = pack.jokers if card is JOKER else pack.copies
        if count > there:
            raise reader.fault(
                0,
                "{card} stands {count} times, the pack has it {most} times; take cards away",
                card=str(card),
                count=count,
                most=there,
            )
    total = len(lying) + sum(map(len, hands)) + len(base.pile or ()) + len(base.stock or ())
    if total > rules.cards:
        raise reader.fault(
            0,
            "the position has {total} cards, the pack {cards}; the cards do not add up",
            total=total,
            cards=rules.cards,
        )
    if base.phase == "took" and base.hands[base.seat] is not None:
        hand = base.hands[base.seat] or ()
        if base.taken not in hand and None not in hand:
            raise reader.fault(
                0, "{card} was taken and must stand in the hand of {seat}", card=str(base.taken), seat=SEATS[base.seat]
            )


def _write_cards(cards: Hand) -> str:
    parts: list[str] = []
    at = 0
    while at < len(cards):
        end = at
        while end < len(cards) and cards[end] is None:
            end += 1
        if end > at:
            parts.append("??" if end == at + 1 else f"??x{end - at}")
            at = end
        else:
            parts.append(str(cards[at]))
            at += 1
    return " ".join(parts)


def write_base(base: Base) -> str:
    """The text of a base."""
    parts = [base.rules.name]
    if base.round != 1 and base.over is None:
        parts.append(f"round {base.round}")
    if base.table:
        parts.append(f"table {base.table}")
    for seat, (hand, opened) in enumerate(zip(base.hands, base.opened, strict=True)):
        mark = "+" if opened is None else f"+{opened}" if opened else ""
        if hand is not None:
            parts.append(f"hand {SEATS[seat]}{mark} {_write_cards(hand)}".rstrip())
        elif mark or (seat == base.seats - 1 and seat > 1):
            parts.append(f"hand {SEATS[seat]}{mark} ?")
    if base.pile is not None:
        parts.append(f"pile {write_cards(base.pile)}".rstrip())
    if base.stock is not None:
        parts.append(f"stock {_write_cards(base.stock)}".rstrip())
    if base.passes:
        parts.append(f"passes {base.passes}")
    if base.chance is not None:
        parts.append(f"chance {base.chance}")
    implied = (base.round - 1) * base.seats + (base.seat - base.starter) % base.seats if base.over is None else 0
    if base.turns != implied:
        parts.append(f"turns {base.turns}")
    if base.starter:
        parts.append(f"starter {SEATS[base.starter]}")
    parts.append(str(base.over) if base.over is not None else _write_turn(base))
    return "; ".join(parts)


def _write_turn(base: Base) -> str:
    text = f"turn {SEATS[base.seat]}"
    if base.phase == "drew":
        return f"{text} drew" + (f" {base.drawn}" if base.drawn > 1 else "")
    return f"{text} took {base.taken}" if base.phase == "took" else text
