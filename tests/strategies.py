"""Hypothesis strategies for everything that has a text: rule sets, cards, melds, moves, turns and positions.

Rule sets are drawn over every value of every field; what cannot go together is mended, not thrown away.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from hypothesis import strategies as st

import rummy_lab as rl
from rummy_lab.core.base import Base, Chance, Over
from rummy_lab.core.cards import FRENCH, JOKER, NUMBERED, Card, joker_as, joker_in_set, natural
from rummy_lab.core.chance import card_with_number, pack_numbers
from rummy_lab.core.fields import Value
from rummy_lab.core.judge import heap_of
from rummy_lab.core.melds import Meld, Table
from rummy_lab.core.moves import (
    Arrange,
    Discard,
    Draw,
    End,
    Join,
    Lay,
    Layoff,
    Move,
    Pass,
    Pull,
    Split,
    Swap,
    Take,
    Turn,
)
from rummy_lab.core.rules import RuleSet, field_specs
from rummy_lab.core.state import State
from rummy_lab.core.violations import SEATS
from rummy_lab.games import presets

PAIRS: Mapping[str, tuple[Value, ...]] = {
    "deal.seats": tuple((least, most) for least in range(2, 9) for most in range(least, 9)),
    "scoring.settlement": (None, (0, 0), (1, 1), (1, 2), (2, 5), (0, 7)),
}


def values_of(field: str) -> tuple[Value, ...]:
    """Every value that a field takes; of pairs without an end, some."""
    spec = field_specs()[field]
    if field in PAIRS:
        return PAIRS[field]
    numbers = range(spec.low, spec.high + 1) if spec.low is not None and spec.high is not None else ()
    return (*spec.values, *numbers)


def mended(values: Mapping[str, Value]) -> dict[str, Value]:
    """These values with the least changes that make them a rule set that can be."""
    fixed = dict(values)
    if fixed["turn.order"] == "play_or_draw":
        fixed |= {"pile.use": "open_only", "pile.discard_taken": "forbidden"}
    else:
        fixed["turn.play_after_draw"] = False
    if fixed["table.mode"] != "rearrange":
        fixed |= {"table.remain": "final", "joker.anchor": "kept", "joker.source": "hand"}
    if fixed["pack.suits"] == FRENCH and fixed["pack.ranks"] != 13:
        fixed["pack.ace"] = "low"
    if fixed["melds.wrap"] and fixed["pack.ace"] == "both":
        fixed["melds.wrap"] = False
    cards = 4 * fixed["pack.ranks"] * fixed["pack.copies"] + fixed["pack.jokers"]
    least, most = fixed["deal.seats"]
    most = min(most, (cards - 1) // 3)
    fixed["deal.seats"] = (min(least, most), most)
    fixed["deal.hand"] = min(fixed["deal.hand"], (cards - 1) // most)
    return fixed


def made(values: Mapping[str, Value], preset: RuleSet = rl.SCHMIDT) -> RuleSet:
    """The rule set with these values, by their names `part.field`."""
    return preset.vary(**{field.replace(".", "__"): value for field, value in values.items()})


@st.composite
def rule_sets(draw: st.DrawFn, fixed: Mapping[str, Value] | None = None) -> RuleSet:
    """Any rule set, as a variant of any preset; `fixed` names fields that have their value given."""
    preset = draw(st.sampled_from(presets()))
    changed = draw(st.sets(st.sampled_from(sorted(field_specs()))))
    values = preset.values() | {field: draw(st.sampled_from(values_of(field))) for field in sorted(changed)}
    return made(mended(values | dict(fixed or {})), preset)


def random_rules(rng: Random, number: int = 0) -> RuleSet:
    """A rule set for walks; as `number` counts up, every field goes round through all its values.

    In every second hundred small packs, many jokers and low openings come more often: there more can happen.
    """
    values: dict[str, Value] = {}
    for field, spec in field_specs().items():
        choices = values_of(field)
        ends = (*spec.values, spec.low, spec.high)
        start = Random(f"{field} {number // len(choices)}")
        values[field] = start.sample(choices, len(choices))[number % len(choices)]
        if len(choices) > 200 and number % 10 == 0:
            values[field] = ends[number // 10 % len(ends)]
    if number % 200 >= 100:
        values |= {"opening.points": rng.choice((0, 0, 6, 15)), "pack.ranks": rng.choice((5, 6, 7, 13))}
        values |= {"pack.jokers": rng.choice((2, 4, 6)), "opening.min_round": 0}
    if values["turn.draws"] != 1:
        # Hands may grow: with many jokers they would hold melds without number.
        values |= {"pack.jokers": rng.choice((0, 1, 2)), "pack.copies": rng.choice((1, 2))}
    return made(mended(values), rng.choice(presets()))


def packs() -> st.SearchStrategy[str]:
    """The suits of one of the two packs."""
    return st.sampled_from((NUMBERED, FRENCH))


@st.composite
def naturals(draw: st.DrawFn, suits: str | None = None) -> Card:
    """A card that is no joker."""
    return natural(draw(st.integers(1, 13)), draw(st.sampled_from(suits or NUMBERED + FRENCH)))


@st.composite
def cards(draw: st.DrawFn, suits: str | None = None) -> Card:
    """A card as it may lie in a heap: a natural, a bare joker, a joker that stands for a card or in a set."""
    card = draw(naturals(suits))
    kind = draw(st.sampled_from(("natural", "natural", "natural", "bare", "as", "set")))
    if kind == "bare":
        return JOKER
    return joker_as(card) if kind == "as" else joker_in_set(card.rank, card.suits) if kind == "set" else card


@st.composite
def melds(draw: st.DrawFn, suits: str | None = None) -> Meld:
    """A heap in canonical order: a run, a set, or any cards at all, legal or not."""
    pack = suits or draw(packs())
    shape = draw(st.sampled_from(("run", "set", "any")))
    if shape == "any":
        return Meld.of(draw(st.lists(cards(pack), min_size=1, max_size=6)))
    if shape == "set":
        rank, size = draw(st.integers(1, 13)), draw(st.integers(1, 4))
        row = [natural(rank, suit) for suit in draw(st.permutations(list(pack)))[:size]]
        wild = [joker_in_set(rank, pack)] * size
    else:
        suit, first, size = draw(st.sampled_from(pack)), draw(st.integers(1, 13)), draw(st.integers(1, 13))
        row = [natural((first + step - 1) % 13 + 1, suit) for step in range(size)]
        wild = [joker_as(card) for card in row]
    return Meld.of(joker if draw(st.integers(0, 4)) == 0 else card for card, joker in zip(row, wild, strict=True))


@st.composite
def moves(draw: st.DrawFn, suits: str | None = None) -> Move:
    """Any move, sensible or not, in canonical form."""
    pack = suits or draw(packs())
    some = st.lists(cards(pack), min_size=1, max_size=4).map(tuple)
    heap = draw(st.integers(0, 12))
    kind = draw(
        st.sampled_from((Draw, Take, Lay, Layoff, Pull, Split, Join, Swap, Arrange, Discard, End, Pass)),
    )
    if kind in (Draw, Take):
        return kind(draw(st.none() | naturals(pack) | st.just(JOKER)))
    if kind is Lay:
        return Lay(draw(melds(pack)).slots)
    if kind in (Layoff, Pull, Swap):
        return kind(draw(some), heap)
    if kind is Split:
        return Split(heap, draw(cards(pack)))
    if kind is Join:
        return Join(heap, draw(st.integers(0, 12)))
    if kind is Arrange:
        return Arrange(Table(draw(st.lists(melds(pack), min_size=1, max_size=4))))
    return Discard(draw(cards(pack))) if kind is Discard else kind()


def turns(suits: str | None = None) -> st.SearchStrategy[Turn]:
    """Any moves in any order."""
    return st.lists(moves(suits), max_size=6).map(Turn)


def whole_pack(rules: RuleSet) -> list[Card]:
    """Every card of the pack, jokers first."""
    return [card_with_number(number, rules.pack.suits) for number in pack_numbers(rules)]


def declared(draw: st.DrawFn, rules: RuleSet, heap: list[Card]) -> Meld:
    """The heap with its jokers, if it has any, told what they stand for (or left bare)."""
    stands = natural(draw(st.integers(1, rules.pack.ranks)), draw(st.sampled_from(rules.pack.suits)))
    choices = (JOKER, joker_as(stands), joker_in_set(stands.rank, rules.pack.suits))
    return heap_of(rules, [draw(st.sampled_from(choices)) if card.joker else card for card in heap])


@st.composite
def partial_positions(draw: st.DrawFn, rules: st.SearchStrategy[RuleSet] | None = None) -> State:
    """A position that says as much or as little as it likes, finished or not; only its cards have to add up."""
    game = draw(rules if rules is not None else rule_sets())
    pack = draw(st.randoms(use_true_random=False)).sample(whole_pack(game), game.cards)
    seats = draw(st.integers(2, 8))

    def some(most: int) -> list[Card]:
        return [pack.pop() for _ in range(min(len(pack), draw(st.integers(0, most))))]

    def covered(held: list[Card]) -> tuple[Card | None, ...]:
        hide = draw(st.sampled_from(("no", "some", "all")))
        return tuple(None if hide == "all" or (hide == "some" and draw(st.booleans())) else card for card in held)

    table = Table(declared(draw, game, heap) for heap in (some(4) for _ in range(draw(st.integers(0, 4)))) if heap)
    base = Base(
        game,
        table=table,
        hands=tuple(covered(some(5)) if draw(st.booleans()) else None for _ in range(seats)),
        opened=tuple(draw(st.sampled_from((0, 0, None, 1, 3))) for _ in range(seats)),
        pile=tuple(some(4)) if game.has_pile and draw(st.booleans()) else None,
        stock=covered(some(5)) if draw(st.booleans()) else None,
        passes=draw(st.integers(0, seats)),
        chance=draw(st.none() | st.builds(Chance, st.integers(0, 2**64 - 1), st.integers(0, 99), st.integers(0, 2))),
        turns=draw(st.integers(0, 400)),
        starter=draw(st.integers(0, seats - 1)),
        seat=draw(st.integers(0, seats - 1)),
    )
    return State(_at_some_point(draw, base))


def _at_some_point(draw: st.DrawFn, base: Base) -> Base:
    point = draw(st.sampled_from(("start", "drew", "took", "over")))
    if point == "drew":
        return replace(base, phase="drew", drawn=draw(st.integers(1, 99)))
    held = [card for card in base.hands[base.seat] or () if card is not None]
    if point == "took" and base.rules.has_pile and held:
        return replace(base, phase="took", taken=draw(st.sampled_from(held)))
    if point != "over":
        return base
    how = draw(st.sampled_from(("out", "blocked", "unfinished", "forfeit")))
    winners = sorted(draw(st.sets(st.integers(0, base.seats - 1), max_size=3))) if how == "blocked" else [base.seat]
    if how == "unfinished":
        winners = []
    over = Over(how, tuple(SEATS[seat] for seat in winners), how == "out" and draw(st.booleans()))
    return replace(base, phase="over", over=over, seat=winners[0] if winners else 0)


@st.composite
def deals(draw: st.DrawFn, rules: st.SearchStrategy[RuleSet] | None = None) -> State:
    """The start of a deal."""
    game = draw(rules if rules is not None else rule_sets())
    return rl.deal(game, draw(st.integers(*game.deal.seats)), draw(st.integers(0, 2**64 - 1)), draw(st.integers(0, 99)))


PLAIN: Mapping[str, Value] = {"turn.must_play": False, "turn.draws": 1}


@st.composite
def mid_turn_positions(draw: st.DrawFn, rules: st.SearchStrategy[RuleSet] | None = None, most: int = 8) -> State:
    """A position some steps after the deal, often with half-finished heaps and cards lying loose."""
    state = draw(deals(rules if rules is not None else rule_sets(PLAIN | {"opening.points": 0})))
    for _ in range(draw(st.integers(0, most))):
        choices = list(rl.steps(state))
        if not choices:
            break
        state = rl.play(state, choices[draw(st.integers(0, len(choices) - 1))])
    return state


def exchanged(state: State, seat: str, random: Random) -> State:
    """The same state as the seat sees it, with everything that it cannot see dealt anew, the moves of the turn made."""
    base, mine = state.base, SEATS.index(seat)
    pool = [card for at, hand in enumerate(base.hands) if at != mine for card in hand] + list(base.stock)
    random.shuffle(pool)
    hands = [hand if at == mine else tuple(pool.pop() for _ in hand) for at, hand in enumerate(base.hands)]
    other = State(replace(base, hands=tuple(hands), stock=tuple(pool), chance=None))
    for move in state.moves:
        other = rl.play(other, move)
    return other
