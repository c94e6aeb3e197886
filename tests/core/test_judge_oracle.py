"""The engine's judge against the naive one of `oracle`, under drawn rule sets."""

import random
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import oracle
import rummy_lab as rl
from oracle import BARE, C
from rummy_lab.core.cards import read_cards
from rummy_lab.core.judge import judge_meld

PLAIN = settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
LONG = settings(PLAIN, max_examples=5_000)

# Rule sets


@st.composite
def meld_rules(draw):
    """A rule set with drawn values for every field that says what a meld is or is worth."""
    suits = draw(st.sampled_from(["rygb", "cdhs"]))
    ace = draw(st.sampled_from(["low", "high", "both"]))
    return rl.SCHMIDT.vary(
        pack__suits=suits,
        pack__ace=ace,
        pack__ranks=draw(st.integers(5, 13)) if suits == "rygb" or ace == "low" else 13,
        pack__copies=draw(st.sampled_from([3, 4])),
        pack__jokers=draw(st.integers(0, 6)),
        melds__min_run=draw(st.sampled_from([3, 4])),
        melds__set_sizes=draw(st.sampled_from([(3,), (4,), (3, 4)])),
        melds__wrap=draw(st.booleans()) if ace != "both" else False,
        melds__max_jokers=draw(st.sampled_from([None, 1, 2, "half"])),
        melds__adjacent_jokers=draw(st.booleans()),
        joker__set_release=draw(st.sampled_from(["either", "both", "declared"])),
        joker__closed_set=draw(st.sampled_from(["locked", "open"])),
        deal__hand=3,
    )


def change_rules(**fixed):
    """Rule sets with drawn values for every field that says how a table may be rearranged."""
    fields = {
        "joker__anchor": ["kept", "kept", "free", "frozen"],
        "joker__source": ["hand", "hand_or_table"],
        "joker__freed": ["same_turn", "new_meld_only", "to_hand"],
        "joker__set_release": ["either", "both", "declared"],
        "joker__closed_set": ["open", "locked"],
        "table__remain": ["final", "strict"],
        "table__access": ["next_turn", "same_turn", "all_opened"],
        "opening__points": [0, 12, 20],
        "pack__jokers": [4],
    } | {field: [value] for field, value in fixed.items()}
    drawn = st.fixed_dictionaries({field: st.sampled_from(values) for field, values in fields.items()})
    # Where jokers lie free none has to be freed, so a place for freed ones says nothing.
    drawn = drawn.filter(lambda d: d["joker__anchor"] != "free" or d["joker__freed"] != "new_meld_only")
    return drawn.map(lambda d: rl.SCHMIDT.vary(**d))


# One meld


@st.composite
def bags(draw, rules, bare):
    """Cards that are nearly a meld: a row of ranks or suits, with jokers in it and now and then a card changed."""
    suits, top = rules.pack.suits, rules.pack.ranks
    ranks = st.integers(1, top)
    first, suit = draw(ranks), draw(st.sampled_from(suits))
    size = draw(st.integers(2, 5) | st.integers(top - 1, top + 1))
    if draw(st.booleans()) or size > 5:
        cards = [C((first + step - 1) % top + 1, suit) for step in range(size)]
    else:
        cards = [C(first, other) for other in draw(st.permutations(suits)) for _ in range(draw(st.integers(1, 2)))][
            :size
        ]
    jokers = draw(st.sets(st.integers(0, len(cards) - 1), max_size=3))
    a_set = len({c.rank for c in cards}) == 1 and rules.joker.set_release != "declared"
    for at in jokers:
        cards[at] = (
            BARE if bare and draw(st.booleans()) else C(cards[at].rank, "" if a_set else cards[at].suit, joker=True)
        )
    if draw(st.integers(0, 3)) == 0:
        at = draw(st.integers(0, len(cards) - 1))
        cards[at] = C(draw(ranks), draw(st.sampled_from(suits)), draw(st.booleans()))
    # Where runs go round, a whole suit has no first card by which jokers side by side could be told.
    assume(len(cards) != top or not rules.melds.wrap or rules.melds.adjacent_jokers)
    return tuple(draw(st.permutations(cards)))


def as_melds(rules, bag):
    """The meld of these cards; of a whole suit both, since the end at which the ace is written counts."""
    bags = [bag]
    if len(bag) == rules.top:
        bags = [sorted(bag), sorted(bag, key=lambda c: c.rank if c.rank > 1 else rules.top + 1)]
    return [rl.Meld.of(read_cards(oracle.write(cards, rules.pack.suits)), rules.top) for cards in bags]


def compare_meld(rules, bag):
    melds = as_melds(rules, bag)
    values = oracle.meld_values(rules, bag)
    legal = [meld for meld in melds if not judge_meld(rules, meld)]
    assert bool(legal) == bool(values), [(meld, judge_meld(rules, meld)) for meld in melds]
    assert {meld.points(rules) for meld in legal} <= values


def compare_readings(rules, bag):
    found = rl.readings(rules, oracle.write(bag, rules.pack.suits))
    expected = oracle.meld_readings(rules, bag)
    assert {tuple(sorted(oracle.read(str(meld)[1:-1]))) for meld in found} == set(expected)
    points = [meld.points(rules) for meld in found]
    assert points == sorted(points, reverse=True)
    for meld, worth in zip(found, points, strict=True):
        assert worth in expected[tuple(sorted(oracle.read(str(meld)[1:-1])))]
        assert not judge_meld(rules, meld)


def test_a_meld_is_legal_and_worth_what_the_oracle_says():
    @PLAIN
    @given(st.data())
    def compare(data):
        rules = data.draw(meld_rules())
        compare_meld(rules, data.draw(bags(rules, bare=False)))

    compare()


def test_the_readings_are_those_of_the_oracle():
    @PLAIN
    @given(st.data())
    def compare(data):
        rules = data.draw(meld_rules())
        compare_readings(rules, data.draw(bags(rules, bare=True)))

    compare()


@pytest.mark.slow
@pytest.mark.parametrize("compare_one", [compare_meld, compare_readings])
def test_a_meld_at_length(compare_one):
    @LONG
    @given(st.data())
    def compare(data):
        rules = data.draw(meld_rules())
        compare_one(rules, data.draw(bags(rules, bare=compare_one is compare_readings)))

    compare()


@pytest.mark.parametrize("name", [rules.preset for rules in (rl.SCHMIDT, rl.RUMMY40, rl.RUMMY51)])
def test_all_natural_bags_of_three_of_a_small_part_of_the_pack(name):
    rules = rl.rule_set(name)
    cards = [C(rank, suit) for rank in (1, 2, 3, 12, 13) for suit in rules.pack.suits[:3]]
    for one in cards:
        for two in cards:
            for three in cards:
                compare_meld(rules, (one, two, three))


# Rearrangements

RANKS = range(3, 8)


@cache
def pool(rules):
    """All melds of three to five cards of the small pack that the tables are made of."""
    suits = rules.pack.suits
    shapes = [[C(rank, suit) for rank in range(low, low + n)] for suit in suits for n in (3, 4, 5) for low in RANKS]
    shapes += [[C(rank, suit) for suit in some] for rank in RANKS for some in oracle.subsets(suits) if len(some) >= 3]
    named = rules.joker.set_release == "declared"
    found = set()
    for shape in shapes:
        if shape[-1].rank not in RANKS:
            continue
        for places in oracle.subsets(range(len(shape))):
            if len(places) > 2:
                continue
            a_set = oracle.is_set(tuple(shape))
            found.add(
                tuple(
                    sorted(
                        C(c.rank, "" if a_set and not named else c.suit, joker=True) if at in places else c
                        for at, c in enumerate(shape)
                    )
                )
            )
    return sorted(meld for meld in found if oracle.meld_values(rules, meld))


def fits(meld, cards, jokers):
    return oracle.jokers([meld]) <= jokers and oracle.within(oracle.naturals([meld]), cards)


def some_table(rules, chance, melds):
    """A start table of so many melds that the pack can hold."""
    table = []
    for _ in range(melds):
        used, jokers = oracle.naturals(table), oracle.jokers(table)
        rest = Counter({C(rank, suit): 2 for rank in RANKS for suit in rules.pack.suits}) - used
        table.append(chance.choice([meld for meld in pool(rules) if fits(meld, rest, 3 - jokers)]))
    return table


def beside(one, two):
    return one.rank == two.rank or (one.suit == two.suit and abs(one.rank - two.rank) == 1)


def some_hand(rules, chance, table):
    """A few cards, most of them of use beside this table."""
    rest = Counter({C(rank, suit): 2 for rank in RANKS for suit in rules.pack.suits}) - oracle.naturals(table)
    there = [c for meld in table for c in meld]
    near = [c for c in rest if any(beside(c, d) for d in there)]
    freeing = [c for c in rest if any(d.joker and d.rank == c.rank and d.suit in ("", c.suit) for d in there)]
    cards = []
    for _ in range(chance.randint(1, 6)):
        choice = chance.choice([near, near, freeing or near, sorted(rest)])
        card = chance.choice(sorted(choice))
        if cards.count(card) < rest[card]:
            cards.append(card)
    return (*cards, *[BARE] * chance.randint(0, min(1, 4 - oracle.jokers(table))))


def some_final(rules, chance, start, hand):
    """A table of legal melds with all naturals of the start table and some of the hand; None where none is found."""
    for _ in range(60):
        must = oracle.naturals(start)
        may = Counter(c for c in hand if not c.joker)
        jokers = oracle.jokers(start) + chance.choice([0, hand.count(BARE)])
        table = []
        while must:
            wanted = min(must)
            melds = [meld for meld in pool(rules) if wanted in meld and fits(meld, must + may, jokers)]
            if not melds:
                break
            meld = chance.choice(melds)
            table.append(meld)
            jokers -= oracle.jokers([meld])
            used = oracle.naturals([meld])
            may -= used - must
            must -= used
        if must:
            continue
        while chance.random() < 0.7 and (melds := [meld for meld in pool(rules) if fits(meld, may, jokers)]):
            meld = chance.choice([meld for meld in melds if oracle.jokers([meld])] or melds)
            table.append(meld)
            jokers -= oracle.jokers([meld])
            may -= oracle.naturals([meld])
        if chance.random() < 0.1:
            table.pop(chance.randrange(len(table)))
        if table and oracle.multiset(table) != oracle.multiset(start) and (jokers <= 0 or chance.random() < 0.4):
            return table
    return None


def as_text(rules, melds):
    return " ".join(f"[{oracle.write(meld, rules.pack.suits)}]" for meld in melds)


def verdicts(rules, chance):
    """What engine and oracle say of a drawn rearrangement, and its text; None where none was found."""
    start = some_table(rules, chance, chance.randint(1, 2))
    hand = some_hand(rules, chance, start)
    final = some_final(rules, chance, start, hand)
    if final is None:
        return None
    opened, others = chance.random() < 0.8, chance.random() < 0.7
    plus = ["+" if yes else "" for yes in (opened, others)]
    cards = oracle.write(hand, rules.pack.suits)
    text = f"{rules.name}; table {as_text(rules, start)}; hand A{plus[0]} {cards}; hand B{plus[1]} ??x9; turn A"
    move = f"arrange {as_text(rules, final)}"
    found = rl.check(rl.position(text), move)
    expected = oracle.legal_rearrangement(rules, start, final, hand, opened=opened, others_opened=others)
    return expected, found, f"{text} -> {move}"


def compare_change(rules, chance):
    for _ in range(3):
        drawn = verdicts(rules, chance)
        if drawn is not None:
            expected, found, text = drawn
            assert expected == (not found), (text, [violation.code for violation in found])


def test_a_rearrangement_is_legal_when_the_oracle_says_so():
    @PLAIN
    @given(change_rules(), st.integers(0, 2**32 - 1))
    def compare(rules, seed):
        compare_change(rules, random.Random(seed))

    compare()


@pytest.mark.slow
def test_a_rearrangement_at_length():
    @LONG
    @given(change_rules(), st.integers(0, 2**32 - 1))
    def compare(rules, seed):
        compare_change(rules, random.Random(seed))

    compare()


@pytest.mark.parametrize("anchor", ["kept", "free", "frozen"])
@pytest.mark.parametrize("release", ["either", "both", "declared"])
def test_the_drawn_rearrangements_are_often_legal_and_often_not(anchor, release):
    """Else comparing them would say little."""
    rules = rl.SCHMIDT.vary(joker__anchor=anchor, joker__set_release=release, pack__jokers=4)
    chance = random.Random(f"{anchor} {release}")
    drawn = [found for _ in range(60) if (found := verdicts(rules, chance)) is not None]
    legal = sum(expected for expected, _, _ in drawn)
    assert legal >= 5
    assert len(drawn) - legal >= 5


# The oracle against the rulebook

EDGE_CASES = {
    f"{row}-{game}": case
    for path in sorted((Path(__file__).parents[1] / "rulebook" / "edge_cases").glob("*.toml"))
    for row, games in tomllib.loads(path.read_text()).items()
    for game, case in games.items()
    if case.get("turn", "").startswith("arrange") and game.startswith("schmidt")
}


def melds_of(text):
    return [oracle.read(part.split("]")[0]) for part in text.split("[")[1:]]


@pytest.mark.parametrize("name", EDGE_CASES)
def test_the_oracle_knows_the_edge_cases(name):
    case = EDGE_CASES[name]
    state = rl.position(case["position"])
    hand = oracle.read(" ".join(map(str, state.hands["A"])))
    start, final = melds_of(str(state.table)), melds_of(str(rl.Turn.parse(case["turn"])[0]))
    legal = oracle.legal_rearrangement(state.rules, start, final, hand, opened="hand A+" in case["position"])
    assert legal == ("ok" in case)
