"""What a click makes of a position: each edit takes a base and gives another. Whether it can be, its text tells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from rummy_lab.core.base import EMPTY_TABLE, Base, Hand, Phase
from rummy_lab.core.cards import JOKER, Card, natural
from rummy_lab.core.judge import heap_of, readings
from rummy_lab.core.melds import Meld, Table
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.violations import SEATS

NEW: Final = "new"
HIDDEN: Final = "??"


def places(base: Base) -> tuple[str, ...]:
    """Where cards can lie: `hand-A`, ..., `meld-1`, ..., `new`, `pile`, `stock`."""
    hands = [f"hand-{SEATS[seat]}" for seat in range(base.seats)]
    melds = [f"meld-{heap}" for heap in range(1, len(base.table) + 1)]
    return (*hands, *melds, NEW, *(["pile"] if base.rules.has_pile else []), "stock")


def lying(base: Base, place: str) -> Hand | None:
    """The cards at a place; None where they are not known."""
    kind, _, which = place.partition("-")
    if kind == "hand":
        return base.hands[SEATS.index(which)]
    if kind == "meld":
        return base.table[int(which) - 1].slots
    return {"pile": base.pile, "stock": base.stock}.get(kind, ())


def left(base: Base) -> Counter[Card]:
    """How many of each card of the pack are not placed by name yet, in the order of the pack, jokers last."""
    pack = base.rules.pack
    there = Counter({natural(rank, suit): pack.copies for suit in pack.suits for rank in range(1, pack.ranks + 1)})
    if pack.jokers:
        there[JOKER] = pack.jokers
    there.subtract(JOKER if card.joker else card for card in _cards(base) if card is not None)
    return there


def unplaced(base: Base) -> int:
    """How many cards of the pack are not placed yet, hidden cards counted as placed."""
    return base.rules.cards - sum(1 for _ in _cards(base))


def _cards(base: Base) -> Iterator[Card | None]:
    for meld in base.table:
        yield from meld.slots
    for part in (*base.hands, base.pile, base.stock):
        yield from part or ()


def add(base: Base, place: str, card: Card | None) -> tuple[Base, str]:
    """The base with one card more, and the place it now lies in: a new meld has a number from then on."""
    kind, _, which = place.partition("-")
    if kind == NEW:
        assert card is not None
        return replace(base, table=Table((*base.table, Meld([card])))), f"meld-{len(base.table) + 1}"
    if kind == "meld":
        assert card is not None
        return with_meld(base, int(which), (*base.table[int(which) - 1].slots, card)), place
    if kind == "stock" and card is not None:
        return replace(base, stock=(card, *(base.stock or ()))), place  # hidden cards lie below those that are known
    return _with_cards(base, place, (*(lying(base, place) or ()), card)), place


def take_away(base: Base, place: str, at: int) -> Base:
    """The base without one card; a meld without cards is gone."""
    cards = lying(base, place) or ()
    rest = (*cards[:at], *cards[at + 1 :])
    if place.startswith("meld"):
        return with_meld(base, int(place.partition("-")[2]), tuple(card for card in rest if card is not None))
    return _with_cards(base, place, rest)


def emptied(base: Base, place: str) -> Base:
    """The base with nothing said of this place: a meld is gone, a hand, the pile or the stock is not known."""
    if place.startswith("meld"):
        return with_meld(base, int(place.partition("-")[2]), ())
    return base if place == NEW else _with_cards(base, place, None)


def with_meld(base: Base, heap: int, slots: tuple[Card, ...]) -> Base:
    """The base with other cards in a meld, jokers filled in where one reading is legal."""
    rest = [*base.table]
    rest[heap - 1 : heap] = [_filled(base.rules, slots)] if slots else []
    return replace(base, table=Table(rest) if rest else EMPTY_TABLE)


def _filled(rules: RuleSet, slots: tuple[Card, ...]) -> Meld:
    heap = heap_of(rules, slots)
    found = readings(rules, slots) if any(card.bare for card in slots) else ()
    return found[0] if len(found) == 1 else heap


def open_readings(base: Base, place: str) -> tuple[Meld, ...]:
    """The legal readings of a meld in which a joker has not said yet what it stands for."""
    slots = [card for card in lying(base, place) or () if card is not None] if place.startswith("meld") else []
    return readings(base.rules, slots) if any(card.bare for card in slots) else ()


def _with_cards(base: Base, place: str, cards: Hand | None) -> Base:
    kind, _, which = place.partition("-")
    if kind == "hand":
        seat = SEATS.index(which)
        base = replace(base, hands=(*base.hands[:seat], cards, *base.hands[seat + 1 :]))
        gone = base.phase == "took" and base.taken not in (base.hands[base.seat] or ())
        return replace(base, phase="start", taken=None) if gone else base
    changed: dict[str, Any] = {kind: cards}
    return replace(base, **changed)


def with_turn(base: Base, seat: int) -> Base:
    """The base with this seat to move, in the same round; a card taken stays with who took it."""
    phase: Phase = "drew" if base.phase == "drew" else "start"
    turns = (base.round - 1) * base.seats + (seat - base.starter) % base.seats
    drawn = base.drawn if phase == "drew" else 0
    return replace(base, seat=seat, turns=turns, phase=phase, drawn=drawn, taken=None, over=None)


def with_seats(base: Base, seats: int) -> Base:
    """The base with so many seats; what belongs to seats that are gone is left out."""
    now = base.round
    kept = min(seats, base.seats)
    starter = base.starter if base.starter < seats else 0
    base = replace(
        base,
        hands=base.hands[:kept] + (None,) * (seats - kept),
        opened=base.opened[:kept] + (0,) * (seats - kept),
        starter=starter,
        turns=(now - 1) * seats,
    )
    return with_turn(base, base.seat) if base.seat < seats else with_turn(replace(base, phase="start"), 0)


def phases(base: Base) -> tuple[str, ...]:
    """The phases that can be chosen: `start`, `drew`, and with a discard pile `took` each card of the mover's hand."""
    known = {card for card in base.hands[base.seat] or () if card is not None}
    took = [f"took {card}" for card in sorted(known)] if base.rules.has_pile else []
    return ("start", "drew", *took, *(["over"] if base.over is not None else []))


def phase_of(base: Base) -> str:
    """The phase as one of `phases`."""
    return f"took {base.taken}" if base.phase == "took" else base.phase


def with_phase(base: Base, phase: str) -> Base:
    """The base in this phase."""
    kind, _, card = phase.partition(" ")
    base = with_turn(replace(base, phase="start"), base.seat)
    if kind == "drew":
        return replace(base, phase="drew", drawn=1)
    return replace(base, phase="took", taken=Card.parse(card)) if kind == "took" else base


def with_opened(base: Base, seat: int, opened: bool) -> Base:
    """The base in which this seat has opened, or not."""
    return replace(base, opened=(*base.opened[:seat], None if opened else 0, *base.opened[seat + 1 :]))


def with_rest_in_stock(base: Base) -> Base:
    """The base with all cards not placed yet as hidden cards at the bottom of the stock."""
    return replace(base, stock=(*(base.stock or ()), *[None] * unplaced(base)))


def with_rules(base: Base, rules: RuleSet) -> tuple[Base, tuple[Card, ...]]:
    """The base under other rules, and the cards left out because the pack does not have them."""
    least, most = rules.deal.seats
    fresh = replace(base, rules=rules, table=EMPTY_TABLE, hands=(None,) * base.seats, pile=None, stock=None)
    room, gone, total = left(fresh), list[Card](), rules.cards

    def fits(cards: Hand) -> bool:
        wanted = Counter(JOKER if card.joker else card for card in cards if card is not None)
        fit = len(cards) <= total and all(room[card] >= count for card, count in wanted.items())
        return fit and all(_of_pack(card, rules) for card in cards if card is not None)

    def kept(cards: Hand) -> Iterator[Card | None]:
        nonlocal total
        for card in cards:
            if not fits((card,)):
                gone.extend([card] if card is not None else [])
                continue
            total -= 1
            room.subtract([JOKER if card.joker else card] if card is not None else [])
            yield card

    melds = list[Meld]()
    for meld in base.table:
        if fits(meld.slots):
            melds.append(heap_of(rules, [card for card in kept(meld.slots) if card is not None]))
        else:
            gone.extend(meld.slots)
    hands = tuple(None if hand is None else tuple(kept(hand)) for hand in base.hands)
    pile = tuple(card for card in kept(base.pile or ()) if card is not None)
    stock = None if base.stock is None else tuple(kept(base.stock))
    made = replace(
        fresh,
        table=Table(melds),
        hands=hands,
        pile=pile if rules.has_pile and base.pile is not None else None,
        stock=stock,
    )
    if base.phase == "took" and (not rules.has_pile or base.taken not in (hands[base.seat] or ())):
        made = replace(made, phase="start", taken=None)
    seats = min(max(base.seats, least), most)
    return (with_seats(made, seats) if seats != base.seats else made), tuple(gone)


def _of_pack(card: Card, rules: RuleSet) -> bool:
    pack = rules.pack
    if card.rank > pack.ranks or (card.suit and card.suit not in pack.suits):
        return False
    return card.bare or card.suits in ("", pack.suits)
