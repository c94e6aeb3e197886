"""Chances of random hands: the known answers, every hand of small packs, and hands asked one by one."""

import json
import re
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb, isclose, sqrt
from pathlib import Path
from random import Random

import pytest

import rummy_lab as rl
from oracle import BARE, C, meld_readings
from rummy_lab.core.cards import JOKER, natural
from rummy_lab.core.errors import RummyError
from rummy_lab.search.chances import chance
from rummy_lab.search.chances_kept import cannot_open, kept, key_of, wanted
from rummy_lab.search.chances_opening import Openings
from rummy_lab.search.chances_runs import Form
from rummy_lab.search.chances_sampled import hand_of_deal, opens
from rummy_lab.search.chances_turns import opening_turn_distribution
from search.drawn import drawn_rules

KNOWN = json.loads((Path(__file__).parents[1] / "data" / "known_answers.json").read_text())
GAMES = {"schmidt": rl.SCHMIDT, "rummy40": rl.RUMMY40}
NAMES = {
    "natural_meld": ("natural meld", None),
    "meld_with_jokers": ("meld", None),
    "natural_meld_given_no_joker": ("natural meld", 0),
    "natural_group": ("natural set", None),
    "natural_run": ("natural run", None),
}


def agrees(found, answer):
    assert found.exact
    assert found.value == Fraction(answer["exact"])
    assert isclose(found.estimate, answer["p"], rel_tol=1e-12)
    assert found.low == found.estimate == found.high == float(found)
    assert Fraction(found.hits, found.hands) == found.value


@pytest.mark.parametrize("game", GAMES)
def test_known_chances_of_melds(game):
    known = KNOWN[game]["exact"][f"n={GAMES[game].deal.hand}"]
    for name, (event, jokers) in NAMES.items():
        agrees(chance(game, event, jokers=jokers), known[name])
    assert chance(game, "meld").held == tuple(Fraction(answer["exact"]) for answer in known["jokers_0_1_2"])


@pytest.mark.parametrize("game", GAMES)
def test_known_chances_to_open(game):
    size = GAMES[game].deal.hand
    known = KNOWN[game]["exact_open"][f"n={size} as dealt"]
    found = chance(game)
    agrees(found, known["can_open"])
    assert not found.keep
    assert found.given == tuple(Fraction(answer["exact"]) for answer in known["can_open_given_0_1_2_jokers"])
    agrees(chance(game, "natural opening"), known["can_open_without_jokers"])
    for jokers, answer in enumerate(known["can_open_given_0_1_2_jokers"]):
        agrees(chance(game, jokers=jokers), answer)


@pytest.mark.parametrize("game", GAMES)
def test_chances_to_open_that_were_sampled_elsewhere(game):
    """Where the answer is kept with the package; it is exact, so the whole of the error is the sample's."""
    rules, met = GAMES[game], 0
    known = KNOWN[game]["best_meld_points"][f"n={rules.deal.hand} as dealt"]
    for points, answer in known["p_at_least"].items():
        form = Form.of(rules)
        keys = [key_of(form, int(points), jokers, False) for jokers in range(3)]
        if all(key in kept() for key in keys):
            found = chance(rules.vary(opening__points=int(points)))
            assert found.exact
            assert abs(found.estimate - answer["p"]) < 4 * answer["se"]
            met += 1
    assert met >= 4
    assert abs(1 - chance(rules, "meld").estimate - known["p_zero"]["p"]) < 4 * known["p_zero"]["se"]


@pytest.mark.parametrize(("game", "size"), [("schmidt", 3), ("rummy40", 3), ("schmidt", 4)])
def test_enumerated_hands_of_three_and_four_cards(game, size):
    known = KNOWN["enumerated"][f"{game}_full_deck_{size}_cards"]
    meld, opening = chance(game, "meld", size), chance(game, cards=size)
    assert (meld.hands, meld.hits) == (known["hands"], known["with_a_meld"])
    assert (opening.hands, opening.hits) == (known["hands"], known["can_open"])


def test_enumerated_hands_of_a_small_pack():
    known = KNOWN["enumerated"]["schmidt_mini_5_hand_7"]
    rules = rl.SCHMIDT.vary(pack__ranks=5, deal__hand=7, opening__points=known["threshold"])
    assert (rules.cards, chance(rules, "meld").hits) == (known["cards"], known["with_a_meld"])
    found = chance(rules)
    assert (found.hands, found.hits) == (known["hands"], known["can_open"])


def test_keeping_a_card_for_the_discard_costs_a_trillionth():
    """Too little for any simulation to see (statistics.md, section 5)."""
    free, kept_one = chance("rummy40", cards=14, keep=False, jokers=0), chance("rummy40", cards=14, jokers=0)
    assert kept_one.keep
    assert 5e-13 < float(free.value - kept_one.value) < 1e-12


# Every hand of small packs, judged by the naive oracle


def melds_of(rules, size, faces):
    """The bags of at most `size` cards that are a meld, with what they may be worth at most."""
    found = {}
    for count in range(3, size + 1):
        for bag in combinations_with_replacement(faces, count):
            fixed = [c for c in bag if c != BARE]
            one_kind = len({c.suit for c in fixed}) == 1 or len({c.rank for c in fixed}) == 1
            if one_kind and all(number <= rules.pack.copies for number in Counter(fixed).values()):
                values = [max(some) for some in meld_readings(rules, bag).values() if some]
                if values:
                    found[bag] = max(values)
    return found


def every_hand(rules, size):
    """By number of jokers: how many hands there are, hold a natural meld, a meld, and open, free and keeping one."""
    naturals = [C(rank, suit) for suit in rules.pack.suits for rank in range(1, rules.pack.ranks + 1)]
    faces = sorted([*naturals, *([BARE] if rules.pack.jokers else [])])
    there = Counter(dict.fromkeys(naturals, rules.pack.copies)) | Counter({BARE: rules.pack.jokers})
    melds = melds_of(rules, size, faces)
    parts = [(Counter(bag), worth) for bag, worth in melds.items()]
    by_card = {face: [part for part in parts if face in part[0]] for face in faces}

    @cache
    def best(bag):
        """The most points of disjoint melds of this bag for each number of cards they use."""
        if len(bag) < 3:
            return {0: 0}
        first, rest = bag[0], bag[1:]
        found = dict(best(rest))
        held = Counter(bag)
        for cards, worth in by_card[first]:
            if cards <= held:
                for used, points in best(tuple(sorted((held - cards).elements()))).items():
                    total = used + cards.total()
                    found[total] = max(found.get(total, 0), points + worth)
        return found

    counts = {}
    for bag in combinations_with_replacement(faces, size):
        times = 1
        for face, number in Counter(bag).items():
            times *= comb(there[face], number)
        if not times:
            continue
        options = best(bag)
        plain = best(tuple(c for c in bag if c != BARE))
        points = rules.opening.points
        opens = max(options.values()) >= points and len(options) > 1
        keeps = any(used and used < size and some >= points for used, some in options.items())
        row = counts.setdefault(bag.count(BARE), [0] * 5)
        for at, yes in enumerate((True, len(plain) > 1, len(options) > 1, opens, keeps)):
            row[at] += times * yes
    return counts


SMALL = [
    ("schmidt{pack.copies=1,pack.jokers=1,pack.ranks=5,opening.points=9}", 5),
    ("schmidt{pack.copies=1,pack.jokers=2,pack.ranks=5,opening.points=15}", 5),
    ("schmidt{pack.ace=both,pack.copies=1,pack.jokers=1,pack.ranks=5,opening.points=12}", 5),
    ("schmidt{pack.ace=high,pack.jokers=2,pack.ranks=5,melds.max_jokers=1,opening.points=10}", 4),
    ("schmidt{pack.jokers=2,pack.ranks=5,melds.max_jokers=half,opening.points=11}", 4),
    ("schmidt{pack.copies=1,pack.jokers=2,pack.ranks=5,melds.adjacent_jokers=no,opening.points=14}", 5),
    ("schmidt{pack.copies=1,pack.jokers=2,pack.ranks=5,melds.min_run=4,melds.set_sizes={4},opening.points=12}", 5),
    ("schmidt{pack.copies=1,pack.jokers=2,pack.ranks=5,melds.wrap=yes,opening.points=0}", 5),
    ("schmidt{pack.copies=3,pack.jokers=6,pack.ranks=5,melds.max_jokers=half,opening.points=0}", 4),
    ("schmidt{pack.copies=1,pack.jokers=4,pack.ranks=5,melds.min_run=4,melds.max_jokers=2,opening.points=0}", 5),
]


@pytest.mark.parametrize(("name", "size"), [(name, 4) for name, _ in SMALL])
def test_every_hand_of_a_small_pack(name, size):
    compare_every_hand(rl.rule_set(name[:-1] + ",deal.hand=3,deal.seats=2-2}"), size)


def compare_every_hand(rules, size):
    counts = every_hand(rules, size)
    for jokers, (hands, natural_meld, meld, opening, keeping) in counts.items():
        where = (rules.name, size, jokers)
        found = chance(rules, "natural meld", size, jokers=jokers)
        assert (found.hands, found.hits) == (hands, natural_meld), where
        assert chance(rules, "meld", size, jokers=jokers).hits == meld, where
        if jokers <= 2 and Form.of(rules) is not None:
            assert chance(rules, cards=size, jokers=jokers, keep=False, method="exact").hits == opening, where
            assert chance(rules, cards=size, jokers=jokers, keep=True, method="exact").hits == keeping, where
    whole = chance(rules, "meld", size)
    assert whole.hits == sum(row[2] for row in counts.values())
    assert whole.hands == comb(rules.cards, size)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "size"), SMALL)
def test_every_larger_hand_of_a_small_pack(name, size):
    compare_every_hand(rl.rule_set(name[:-1] + ",deal.hand=3,deal.seats=2-2}"), size)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(20))
def test_every_hand_of_drawn_small_packs(number):
    rng = Random(f"small packs {number}")
    drawn = drawn_rules(rng, rl.SCHMIDT)
    rules = rl.SCHMIDT.vary(
        pack__ranks=rng.choice((5, 6)), pack__copies=drawn.pack.copies, pack__jokers=drawn.pack.jokers,
        pack__ace=drawn.pack.ace, melds__min_run=drawn.melds.min_run, melds__set_sizes=drawn.melds.set_sizes,
        melds__wrap=drawn.melds.wrap, melds__max_jokers=drawn.melds.max_jokers,
        melds__adjacent_jokers=drawn.melds.adjacent_jokers, deal__hand=3, deal__seats=(2, 2),
        opening__points=rng.choice((0, 6, 9, 12, 15, 20)),
    )  # fmt: skip
    compare_every_hand(rules, 5 if rules.pack.copies < 3 else 4)


# Large hands, one by one, against the exact search


def near_hand(rng, rules, size, jokers):
    """Cards of a few neighbouring ranks, so that melds compete."""
    first = rng.randrange(1, rules.top + 1)
    ranks = [(first + step - 1) % rules.top + 1 for step in range(rng.choice((3, 5, 8)))]
    cards = [natural(rank, suit) for rank in dict.fromkeys(ranks) for suit in rules.pack.suits]
    pool = cards * rules.pack.copies
    return (*rng.sample(pool, min(size - jokers, len(pool))), *[JOKER] * jokers)


def compare_hand(number):
    rng = Random(f"hands {number}")
    while True:
        rules = drawn_rules(rng, rng.choice(list(GAMES.values())))
        form = Form.of(rules)
        if form is not None and rules.pack.copies <= 2:
            break
    jokers = min(rng.choice((0, 0, 1, 2)), rules.pack.jokers)
    hand = near_hand(rng, rules, rng.choice((6, 9, 12, 14)), jokers)
    points, keep = rng.choice((1, 10, 20, 30, 40, 51)), rng.random() < 0.4
    low, high = rules.pack.ace != "high", rules.pack.ace != "low"
    ranks = [*[1] * high, *range(rules.top, 1, -1), *[1] * low]
    held = Counter(hand)
    columns = [tuple(held[natural(rank, suit)] for suit in rules.pack.suits) for rank in ranks]
    if low and high:
        columns[-1] = (0, 0, 0, 0)
    found = Openings(form, points, jokers, keep).opens(columns)
    assert found == opens(rules, hand, points, keep), (rules.name, hand, points, keep)
    return found


def test_hands_one_by_one():
    answers = Counter(compare_hand(number) for number in range(60))
    assert min(answers[True], answers[False]) > 10


@pytest.mark.slow
@pytest.mark.parametrize("part", range(1, 11))
def test_many_hands_one_by_one(part):
    for number in range(100 * part, 100 * (part + 1)):
        compare_hand(number)


# Simulation


def near(found, exact):
    """Whether a share is within four standard errors of the exact one."""
    share = exact.estimate
    return abs(found.estimate - share) < 4 * sqrt(share * (1 - share) / found.hands)


@pytest.mark.parametrize("game", GAMES)
def test_a_simulation_meets_the_count(game):
    exact, found = chance(game), chance(game, method="simulation", hands=300, seed=20)
    assert (found.exact, found.value, found.method) == (False, None, "simulation")
    assert found.low < found.estimate < found.high
    assert near(found, exact)
    assert found == chance(game, method="simulation", hands=300, seed=20)
    assert found.held == exact.held
    natural = chance(game, "natural opening", method="simulation", hands=300, seed=20)
    assert near(natural, chance(game, "natural opening"))
    assert natural.hits < found.hits


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("more", [1, 3, 6])
def test_a_simulation_of_grown_hands_meets_the_count(game, more):
    size = GAMES[game].deal.hand + more
    assert near(chance(game, cards=size, method="simulation", hands=4_000, seed=more), chance(game, cards=size))


def test_what_is_not_counted_is_simulated():
    for change in ({"pack__copies": 3}, {"pack__jokers": 3}, {"melds__wrap": True}, {"opening__points": 60}):
        assert not chance(rl.SCHMIDT.vary(**change), hands=20).exact


@pytest.mark.slow
def test_the_first_turn_of_self_play_opens_as_often_as_is_counted():
    run = rl.selfplay(rl.SCHMIDT, ["greedy", "greedy"], 2_000, seed=3, progress=False)
    first = run.by_player
    opened = int((first["opened_turn"] == 1).sum())
    share = chance("schmidt").estimate
    assert abs(opened / len(first) - share) < 4 * sqrt(share * (1 - share) / len(first))


def test_hands_of_deals_hold_the_jokers_asked_for():
    for jokers in range(3):
        hand = hand_of_deal(rl.SCHMIDT, 14, 5, 6, jokers)
        assert (len(hand), hand.count(JOKER)) == (14, jokers)


# Turns


def test_turns_to_open_follow_the_hand_as_it_grows():
    turns = opening_turn_distribution("schmidt", turns=4)
    assert [turn.cards for turn in turns] == [14, 15, 16, 17]
    assert turns[0].value == chance("schmidt").value
    assert turns[3].value == chance("schmidt", cards=17).value
    shares = [turn.by for turn in turns]
    assert shares == sorted(shares)
    assert isclose(sum(turn.first for turn in turns), shares[-1])


def test_after_a_draw_one_card_stays():
    first = opening_turn_distribution("rummy40", turns=1)[0]
    assert first.cards == 14
    assert first.value == chance("rummy40", cards=14, keep=True).value


def test_the_first_round_may_be_barred():
    turns = opening_turn_distribution("jokeren_nl", turns=2)
    assert (turns[0].by, turns[0].first, turns[1].first) == (0, 0, turns[1].by)
    assert turns[1].by > 0


def test_after_a_take_only_is_no_bar_to_who_draws():
    rules = rl.RUMMY40.vary(opening__when="after_take", turn__last_discard="not_needed")
    assert opening_turn_distribution(rules, turns=1)[0].value == chance(rules, "meld", 14).value


# What is refused, and words


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        ({"event": "flush"}, "no event 'flush'"),
        ({"cards": 0}, "cards must be"),
        ({"cards": 107}, "from 1 to 106"),
        ({"jokers": 3}, "from 0 to 2"),
        ({"method": "guess"}, "no method 'guess'"),
        ({"hands": 0, "method": "simulation"}, "hands must be"),
        ({"event": "meld", "method": "simulation"}, "never simulated"),
    ],
)
def test_refusals(asked, named):
    with pytest.raises(RummyError, match=named):
        chance("schmidt", **asked)


def test_refusals_of_turns_and_of_counts():
    with pytest.raises(RummyError, match="fewer turns"):
        opening_turn_distribution("schmidt", turns=100)
    with pytest.raises(RummyError, match="until_playable"):
        opening_turn_distribution(rl.SCHMIDT.vary(turn__draws="until_playable"))
    with pytest.raises(RummyError, match="go round"):
        chance(rl.SCHMIDT.vary(melds__wrap=True), method="exact")


def test_words():
    found = chance("rummy40", cards=14, jokers=0)
    assert " and keep a card for the discard in 17.4 of 100 cases (exactly " in found.in_words()
    assert found.in_words("de").startswith(
        "Mit 14 zufälligen Karten, darunter kein Joker, kann man in 17,4 von 100 Fällen Kombinationen für mindestens "
        "40 Punkte auslegen und eine Karte zum Abwerfen behalten (genau "
    )
    assert "minstens 40 punten" in found.in_words("nl")
    assert ", one of them a joker, one has" in chance("schmidt", "meld", cards=3, jokers=1).in_words()
    simulated = chance("schmidt", method="simulation", hands=50)
    assert re.search(r"of 50 simulated hands; 95% interval \d+\.\d+ to \d+\.\d+\)\.$", simulated.in_words())
    whole = chance("schmidt", "meld", cards=2, jokers=2)
    assert " in 0 of 100 cases (exactly 0 of " in whole.in_words()
    with pytest.raises(RummyError, match="no language 'fr'"):
        found.in_words("fr")


# What is kept with the package


def test_what_is_kept_is_what_is_wanted():
    assert list(kept()) == [key_of(*asked[:4]) for asked in wanted()]
    for form, points, jokers, keep, most in wanted():
        assert len(cannot_open(form, points, jokers, keep, most)) == most + 1


def test_what_is_kept_is_what_is_counted():
    for form, points, jokers, keep, _ in wanted():
        if (points, jokers) == (30, 0):
            assert Openings(form, points, jokers, keep).count(13) == cannot_open(form, points, jokers, keep, 13)


@pytest.mark.slow
@pytest.mark.parametrize("at", range(len(list(wanted()))))
def test_all_that_is_kept_is_what_is_counted(at):
    form, points, jokers, keep, most = list(wanted())[at]
    assert Openings(form, points, jokers, keep).count(most) == kept()[key_of(form, points, jokers, keep)]
