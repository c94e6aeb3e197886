"""From rule sets and views to sheets, and from the moves on a sheet to turns."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from rummy_lab.bots.kernels import sheet
from rummy_lab.core.cards import JOKER, Card, joker_as, joker_in_set, natural
from rummy_lab.core.chance import Rng
from rummy_lab.core.melds import Meld, Table, card_points
from rummy_lab.core.moves import Arrange, Discard, Draw, End, Lay, Layoff, Move, Pass, Pull, Split, Swap, Take, Turn
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.state import State
from rummy_lab.search import card_penalty

_MODES: Final = ("none", "build", "rearrange")
_ACCESS: Final = ("next_turn", "same_turn", "all_opened")
_USES: Final = ("open_only", "meld", "meld_or_build")
_RELEASES: Final = ("either", "both", "declared")
_FREED: Final = ("same_turn", "new_meld_only", "to_hand")
_EMPTY: Final = ("pass_until_blocked", "one_more_turn", "reshuffle")
_PHASES: Final = {"start": 0, "drew": 1, "took": 2}


def refusal(rules: RuleSet) -> str:
    """Which rule the numbers cannot say, or an empty text where they say all of them."""
    if rules.melds.wrap:
        return "melds.wrap=yes"
    if rules.turn.must_play:
        return "turn.must_play=yes"
    return "turn.draws=until_playable" if rules.turn.draws == "until_playable" else ""


@lru_cache(64)
def rules_on_sheet(rules: RuleSet) -> tuple[int, ...]:
    """The first numbers of a sheet: what the rules say."""
    pack, most = rules.pack, rules.melds.max_jokers
    numbers = [0] * sheet.RULES_END
    for at, value in {
        sheet.TOP: rules.top,
        sheet.LOW: 2 if pack.ace == "high" else 1,
        sheet.HIGH: rules.top if pack.ace == "low" else rules.top + 1,
        sheet.COPIES: pack.copies,
        sheet.JOKERS: pack.jokers,
        sheet.MIN_RUN: rules.melds.min_run,
        sheet.THREES: 3 in rules.melds.set_sizes,
        sheet.FOURS: 4 in rules.melds.set_sizes,
        sheet.MOST_JOKERS: most if isinstance(most, int) else sheet.MANY,
        sheet.HALF: most == "half",
        sheet.ADJACENT: rules.melds.adjacent_jokers,
        sheet.POINTS: rules.opening.points,
        sheet.AFTER_TAKE: rules.opening.when == "after_take",
        sheet.MIN_ROUND: rules.opening.min_round,
        sheet.PILE_GAME: rules.has_pile,
        sheet.DRAWS: rules.turn.draws if isinstance(rules.turn.draws, int) else 1,
        sheet.PLAYS_ON: rules.turn.play_after_draw,
        sheet.KEEPS: rules.has_pile and rules.turn.last_discard == "needed",
        sheet.USE: _USES.index(rules.pile.use),
        sheet.REDISCARD: rules.pile.discard_taken == "allowed",
        sheet.MODE: _MODES.index(rules.table.mode),
        sheet.ACCESS: _ACCESS.index(rules.table.access),
        sheet.STRICT: rules.table.remain == "strict",
        sheet.RELEASE: _RELEASES.index(rules.joker.set_release),
        sheet.CLOSED_OPEN: rules.joker.closed_set == "open",
        sheet.FREED: _FREED.index(rules.joker.freed),
        sheet.EMPTY: _EMPTY.index(rules.ending.empty_stock),
        sheet.LOWEST_WINS: rules.ending.blocked == "lowest_wins",
        sheet.MOST_TURNS: rules.ending.max_turns,
        sheet.HAND_SIZE: rules.deal.hand,
        # A whole suit with an ace for either end may be read both ways.
        sheet.LONGEST: rules.top - (pack.ace == "both"),
        sheet.FREE_JOKERS: rules.joker.anchor == "free",
        sheet.LENDS: rules.joker.source == "hand_or_table",
        sheet.WAIVED: rules.opening.for_rummy == "waived",
    }.items():
        numbers[at] = int(value)
    for rank in range(1, rules.top + 1):
        card = natural(rank, pack.suits[0])
        numbers[sheet.PLACE_POINTS + rank] = card_points(card, rules, low=rank == 1)
        numbers[sheet.SET_POINTS + rank] = card_points(card, rules)
        for suit in range(4):
            numbers[sheet.PENALTY + 13 * suit + rank - 1] = card_penalty(card, rules)
    numbers[sheet.PLACE_POINTS + rules.top + 1] = card_points(natural(1, pack.suits[0]), rules)
    numbers[sheet.PENALTY + sheet.WILD] = card_penalty(JOKER, rules)
    return tuple(numbers)


def number(card: Card) -> int:
    """The number of a card; any joker is 52."""
    return sheet.WILD if card.joker else card.code


def sheet_of(state: State, rng: Rng) -> list[int]:
    """What the seat to move sees, at the start of its choice."""
    rules, base = state.rules, state.base
    v = [*rules_on_sheet(rules), *[0] * (sheet.SIZE - sheet.RULES_END)]
    v[sheet.SEAT], v[sheet.SEATS], v[sheet.PHASE] = base.seat, base.seats, _PHASES[state.phase]
    v[sheet.ROUND], v[sheet.DRAWN] = base.round, base.drawn
    # Where it is not known what the stock holds, it holds something.
    v[sheet.STOCK] = 1 if base.stock is None else len(base.stock)
    for seat, (opened, hand) in enumerate(zip(base.opened, base.hands, strict=True)):
        v[sheet.OPENED + seat] = 1 if opened is None else opened
        v[sheet.COUNTS + seat] = len(hand or ())
    for card in state.work.hand or ():
        if card is not None:
            v[sheet.HAND + number(card)] += 1
            v[sheet.HELD] += 1
    pile = state.pile or ()
    for card in pile:
        v[sheet.PILE + number(card)] += 1
    v[sheet.IN_PILE], v[sheet.TOP_OF_PILE] = len(pile), number(pile[-1]) if pile else sheet.NONE
    taken = state.work.taken
    v[sheet.TAKEN] = sheet.NONE if taken is None else number(taken)
    v[sheet.HELD_OF_TAKEN] = 0 if taken is None else v[sheet.HAND + number(taken)] - 1
    v[sheet.MELDS] = v[sheet.START_MELDS] = len(state.table)
    for at, meld in enumerate(state.table[: sheet.MOST_MELDS]):
        start = sheet.TABLE + sheet.ROW * at
        v[start : start + sheet.ROW] = _row(meld, rules)
    v[sheet.RANDOM_HIGH], v[sheet.RANDOM_LOW] = rng.state >> 32, rng.state & 0xFFFFFFFF
    return v


@lru_cache(1 << 14)
def _row(meld: Meld, rules: RuleSet) -> tuple[int, ...]:
    slots, suits = meld.slots, rules.pack.suits
    rank = slots[0].rank
    if all(card.rank == rank for card in slots):
        there = sum(1 << suits.index(card.suit) for card in slots if not card.joker)
        named = sum(1 << suits.index(card.suit) for card in slots if card.joker and card.suit)
        return (sheet.SET, rank, there, len(slots), len(meld.jokers), named)
    mask = sum(1 << at for at, card in enumerate(slots) if card.joker)
    return (sheet.RUN, suits.index(slots[0].suit), rank, len(slots), mask, 0)


def turn_on(v: list[int], rules: RuleSet) -> Turn:
    """The moves that stand on a sheet."""
    start, size = sheet.MOVE, sheet.MOVE_SIZE
    rows = (v[start + size * at : start + size * at + size] for at in range(v[sheet.MOVES]))
    melds = (v[at : at + sheet.ROW] for at in range(sheet.TABLE, sheet.TABLE + sheet.ROW * v[sheet.MELDS], sheet.ROW))
    return Turn(arranged(melds, rules) if row[sheet.OP] == sheet.ARRANGE else move_of(row, rules) for row in rows)


def arranged(melds: Iterable[list[int]], rules: RuleSet) -> Move:
    """The whole table laid anew, from the rows of its melds."""
    return Arrange(Table(Meld.of(_slots(tuple(row), rules), rules.top) for row in melds))


def move_of(row: list[int], rules: RuleSet) -> Move:
    """One move, from its numbers."""
    op, heap, card, place = row[: sheet.MELD]
    meld = row[sheet.MELD :]
    if op == sheet.DRAW:
        return Draw()
    if op == sheet.TAKE:
        return Take()
    if op == sheet.LAY:
        return Lay(_slots(tuple(meld), rules))
    if op == sheet.LAY_OFF:
        return Layoff((_card(card, rules) if card != sheet.WILD else _joker(meld, place, rules),), heap)
    if op == sheet.SWAP:
        return Swap((_card(card, rules),), heap)
    if op == sheet.SWAP_TWO:
        return Swap((_card(card, rules), _card(place, rules)), heap)
    if op == sheet.PULL:
        return Pull((_card(card, rules),), heap)
    if op == sheet.SPLIT:
        return Split(heap, _card(card, rules))
    if op == sheet.GROW_RUN:
        slots = _slots(tuple(meld), rules)
        return Layoff((*slots[:card], *slots[len(slots) - place :]), heap)
    if op == sheet.DISCARD:
        return Discard(_card(card, rules))
    return End() if op == sheet.END else Pass()


def _card(number: int, rules: RuleSet) -> Card:
    return JOKER if number == sheet.WILD else natural(number % 13 + 1, rules.pack.suits[number // 13])


def _joker(meld: list[int], place: int, rules: RuleSet) -> Card:
    kind, suit = meld[sheet.KIND], meld[sheet.SUIT]
    if kind == sheet.RUN:
        return joker_as(natural((place - 1) % rules.top + 1, rules.pack.suits[suit]))
    if rules.joker.set_release == "declared":
        return joker_as(natural(suit, rules.pack.suits[place]))
    return joker_in_set(suit, rules.pack.suits)


@lru_cache(1 << 14)
def _slots(row: tuple[int, ...], rules: RuleSet) -> tuple[Card, ...]:
    kind, suit, first, length, wilds, names = row
    suits = rules.pack.suits
    if kind == sheet.RUN:
        cards = [natural((first + at - 1) % rules.top + 1, suits[suit]) for at in range(length)]
        return tuple(joker_as(card) if wilds >> at & 1 else card for at, card in enumerate(cards))
    naturals = [natural(suit, suits[at]) for at in range(4) if first >> at & 1]
    named = [joker_as(natural(suit, suits[at])) for at in range(4) if names >> at & 1]
    return (*naturals, *named, *[joker_in_set(suit, suits)] * (wilds - len(named)))
