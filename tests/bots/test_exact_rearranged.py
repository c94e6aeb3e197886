"""What `exact` does on numbers where the table is rearranged: as good as the best turn, by either text."""

from itertools import islice
from random import Random

import pytest

import rummy_lab as rl
from bots.drawn import rearranged_rules
from rummy_lab.batch import play_out
from rummy_lab.bots.kernels import sheet
from rummy_lab.bots.kernels.exact_rearranged import exact_rearranged
from rummy_lab.bots.kernels.exact_whole import lay_whole
from rummy_lab.bots.kernels.rearranged_rules import rearranged_refusal
from rummy_lab.bots.kernels.written import sheet_of, turn_on
from rummy_lab.core.cards import JOKER, natural
from rummy_lab.core.chance import Rng
from rummy_lab.core.moves import Arrange, Lay
from rummy_lab.core.state import State
from rummy_lab.search.best import best_turn, valued
from rummy_lab.search.engines import fastest

NODES = 200_000


def asked(here: State, nodes: int = NODES, engine: str | None = None) -> tuple[rl.Turn, list[int]]:
    v = sheet_of(here, Rng(1))
    v[sheet.TASTE + sheet.EX_NODES] = nodes
    v[sheet.TASTE + sheet.EX_ENGINE] = int((engine or fastest()) == "compiled")
    exact_rearranged(v)
    return turn_on(v, here.rules), v


def left(here: State, turn: rl.Turn) -> int | None:
    """The penalty of the hand after a turn that lays; None where it lays nothing."""
    assert rl.check(here, turn) == (), (here, turn)
    found = valued(here, turn) if isinstance(turn[0], Arrange | Lay) else None
    return None if found is None else found.penalty_left


def least(here: State) -> int | None:
    best = best_turn(here, "penalty", tidy=False, nodes=NODES, engine=fastest())
    return best.penalty_left if best is not None and best.cards_laid else None


def met(rules: rl.RuleSet | str, bot: str, seed: int, most: int | None = None) -> list[State]:
    seats = rl.rule_set(str(rules)).deal.seats[0]
    return list(islice(play_out(rules, [bot] * seats, seed=seed).turn_states(), most))[:-1]


@pytest.mark.parametrize(
    ("position", "turn"),
    [
        # Booklet examples 2 and 3, with a card more in the hand.
        ("schmidt; table [2g 3g 4g 5g]; hand A+ 6g 2y 2b 12r; hand B 1r; turn A",
         "arrange [3g 4g 5g 6g] [2y 2g 2b]; end"),
        ("schmidt; table [2b 3b 4b 5b 6b]; hand A+ 4b 12r; hand B 1r; turn A", "arrange [2b 3b 4b] [4b 5b 6b]; end"),
        # It opens as soon as it can; the others' table is not its own yet.
        ("schmidt; table [2g 3g 4g]; hand A 10r 10y 10g 5g; hand B 1r; stock 2b; turn A", "meld 10r 10y 10g; end"),
        ("schmidt; table [2g 3g 4g]; hand A 9r 9y 9g 5g; hand B 1r; stock 2b; turn A", "draw"),
        # As a 4 the joker would be too little, as a 10 it is enough.
        ("schmidt{opening.points=45}; hand A 1r 2r 3r 10r 10y 10g * 13b; hand B 1r; stock 2b; turn A",
         "meld 1r 2r 3r; meld 10r 10y 10g *10?; end"),
        ("schmidt{opening.points=47}; hand A 1r 2r 3r 10r 10y 10g * 13b; hand B 1r; stock 2b; turn A", "draw"),
        # Two low cards less are laid, so that it is enough.
        ("schmidt{opening.points=36}; hand A 12r 11r 1r 2r *; hand B 1y; stock 2b; turn A", "meld 11r 12r *13r; end"),
        # All that lies there goes out, whatever it is worth, where that is allowed.
        ("schmidt{opening.for_rummy=waived}; hand A 2r 3r 4r; hand B 1r; stock 2b; turn A", "meld 2r 3r 4r; end"),
        # The joker is replaced and lies in a new meld; bound to its place it would help nobody.
        ("schmidt; table [5r *6r 7r]; hand A+ 6r 12b 13b 1y; hand B 1r; turn A",
         "arrange [5r 6r 7r] [*11b 12b 13b]; end"),
        ("schmidt; table [5r *6r 7r]; hand A+ 12b 13b; hand B 1r; stock 2b; turn A", "draw"),
        ("rummikub; table [5r 6r 7r *8r]; hand A+ 12b 13b 1y; hand B 1r; turn A",
         "arrange [5r 6r 7r] [*11b 12b 13b]; end"),
        # Before all have opened only melds of the hand are laid.
        ("schmidt{table.access=all_opened}; table [2g 3g 4g]; hand A+ 5g 8r 8y 8b; hand B 1r; turn A",
         "meld 8r 8y 8b; end"),
        # Nothing to draw and nothing to lay.
        ("schmidt; table [2g 3g 4g]; hand A+ 9r; hand B 1r; stock; turn A", "pass"),
    ],
)  # fmt: skip
def test_what_it_does(position, turn):
    here = rl.position(position)
    found, v = asked(here)
    assert str(found) == turn
    after = rl.play(here, found)
    if isinstance(found[0], Arrange):
        # What the flow of a deal goes on with is what the referee sees.
        again = sheet_of(after, Rng(1))
        melds = slice(sheet.TABLE, sheet.TABLE + sheet.ROW * v[sheet.MELDS])
        assert v[sheet.MELDS] == again[sheet.MELDS]
        assert v[melds] == again[melds]
        assert v[sheet.HELD] == len(after.hands["A"])
        points = sum(meld.points(here.rules) for meld in after.table)
        assert v[sheet.GAINED] == points - sum(meld.points(here.rules) for meld in here.table)


RULES = [
    "schmidt",
    "rummikub",
    "schmidt{pack.copies=1,pack.ranks=9,deal.hand=7}",
    "schmidt{joker.set_release=both,joker.closed_set=locked}",
    "schmidt{joker.source=hand_or_table,opening.points=10}",
    "schmidt{pack.ace=high,melds.set_sizes={3}}",
    "schmidt{melds.min_run=4,pack.jokers=3,opening.points=0}",
    "schmidt{table.access=all_opened,turn.play_after_draw=yes,turn.draws=2}",
]


@pytest.mark.parametrize("rules", RULES)
def test_it_leaves_as_little_as_the_best_turn_in_play(rules):
    found = met(rules, "exact", 11, 60) + met(rules, "random", 12, 40)
    values = [least(here) for here in found]
    assert [left(here, asked(here)[0]) for here in found] == values
    assert len(values) >= 45
    assert sum(value is not None for value in values) >= 8


def test_it_leaves_as_little_as_the_best_turn_under_drawn_rules():
    count = 0
    for number in range(40):
        rules = rearranged_rules(number)
        if rearranged_refusal(rules):
            continue
        for here in met(rules, ("exact", "careful", "random")[number % 3], number, 30):
            assert left(here, asked(here)[0]) == least(here), here
            count += 1
    assert count >= 300


@pytest.mark.slow
@pytest.mark.parametrize("start", range(1_000, 1_400, 20))
def test_it_leaves_as_little_as_the_best_turn_under_many_drawn_rules(start):
    for number in range(start, start + 20):
        rules = rearranged_rules(number)
        if not rearranged_refusal(rules):
            for here in met(rules, ("exact", "careful", "random")[number % 3], number):
                assert left(here, asked(here)[0]) == least(here), here


def hands_with_jokers(seed: int, count: int) -> list[State]:
    """Hands that may open, with jokers, cards near each other."""
    random, found = Random(seed), []
    names = [
        "schmidt",
        "schmidt{opening.points=50}",
        "schmidt{opening.points=12}",
        "schmidt{pack.ace=high}",
        "schmidt{opening.for_rummy=waived,opening.points=70}",
        "schmidt{pack.jokers=3,melds.min_run=4}",
    ]
    for _ in range(count):
        name = random.choice(names)
        rules = rl.rule_set(name)
        low = random.randint(1, 9)
        pack = [natural(rank, suit) for rank in range(low, min(13, low + 5) + 1) for suit in rules.pack.suits] * 2
        hand = [*random.sample(pack, random.randint(4, 11)), *[JOKER] * random.randint(1, rules.pack.jokers)]
        found.append(rl.position(f"{name}; hand A {' '.join(map(str, hand))}; hand B ??x3; stock ??x9; turn A"))
    return found


def test_jokers_open_wherever_that_leaves_least():
    values = []
    for here in hands_with_jokers(3, 100):
        values.append(least(here))
        assert left(here, asked(here)[0]) == values[-1], here
    assert 30 <= sum(value is not None for value in values) <= 90


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 20))
def test_jokers_open_wherever_that_leaves_least_in_many_hands(seed):
    for here in hands_with_jokers(seed, 400):
        assert left(here, asked(here)[0]) == least(here), here


@pytest.mark.skipif(fastest() == "plain", reason="compares with the compiled search, which needs numba")
@pytest.mark.parametrize("nodes", [NODES, -1, 40, 0])
def test_either_text_of_the_search_leads_to_the_same_turn(nodes):
    for here in [*met("schmidt", "exact", 5, 40), *met("rummikub", "exact", 5, 40), *hands_with_jokers(4, 10)]:
        plain, compiled = (asked(here, nodes, engine) for engine in ("plain", "compiled"))
        assert plain[0] == compiled[0]
        assert plain[1][: sheet.TASTE] == compiled[1][: sheet.TASTE]


def test_without_nodes_it_breaks_up_no_meld():
    laid = 0
    for here in met("schmidt", "exact", 5):
        turn, _ = asked(here, nodes=0)
        assert rl.check(here, turn) == ()
        after = rl.play(here, turn)
        laid += len(after.table) > 0 and after.table != here.table
        for before, now in zip(here.table, after.table, strict=False):
            assert set(before.slots) <= set(now.slots)
    assert laid >= 3


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        ("schmidt", ""),
        ("rummikub", ""),
        ("schmidt{table.remain=strict,joker.anchor=free}", ""),
        ("schmidt{joker.freed=to_hand,pack.jokers=0}", ""),
        ("schmidt{opening.points=0,scoring.ace_penalty=11}", ""),
        ("schmidt{turn.order=draw_play_discard}", "turn.order=draw_play_discard"),
        ("schmidt{table.access=same_turn}", "table.access=same_turn"),
        ("schmidt{table.remain=strict}", "table.remain=strict"),
        ("schmidt{pack.ace=both}", "pack.ace=both"),
        ("schmidt{pack.jokers=3}", "pack.jokers=3"),
        ("schmidt{scoring.ace_penalty=11}", "opening.points=30"),
        ("schmidt{joker.freed=to_hand}", "joker.freed=to_hand"),
        ("schmidt{joker.freed=new_meld_only}", "joker.freed=new_meld_only"),
        ("schmidt{joker.set_release=declared}", "joker.set_release=declared"),
        ("schmidt{scoring.joker_penalty=0}", "scoring.joker_penalty=0"),
        ("schmidt{melds.max_jokers=1}", "these limits on melds"),
        ("rummikub_tournament", "joker.anchor=frozen"),
    ],
)
def test_which_rules_it_cannot_play(rules, why):
    assert rearranged_refusal(rl.rule_set(rules)) == why


def whole(here: State) -> rl.Turn:
    v = sheet_of(here, Rng(1))
    v[sheet.TASTE + sheet.EX_NODES] = NODES
    v[sheet.TASTE + sheet.EX_ENGINE] = int(fastest() == "compiled")
    lay_whole(v)
    return turn_on(v, here.rules)


@pytest.mark.parametrize(
    ("position", "turn"),
    [
        ("schmidt; table [2g 3g 4g 5g]; hand A+ 6g 2y 2b; hand B 1r; stock 1y; turn A",
         "arrange [3g 4g 5g 6g] [2y 2g 2b]; end"),
        # The twelve fits nowhere; then it may be laid with two jokers of the table, but these are bound.
        ("schmidt; table [2g 3g 4g 5g]; hand A+ 6g 2y 2b 12r; hand B 1r; stock 1y; turn A", "draw"),
        ("schmidt; table [*2g 3g *4g 5g]; hand A+ 12r; hand B 1r; stock 1y; turn A", "draw"),
        # Each card might lie, but not all of them together.
        ("schmidt; table [2g 3g 4g]; hand A+ 1g 1r 1y 5g 2r; hand B 1r; stock 1y; turn A", "draw"),
        ("schmidt; table [2g 3g 4g]; hand A+ 9r; hand B 1r; stock; turn A", "pass"),
    ],
)  # fmt: skip
def test_the_whole_hand_or_nothing(position, turn):
    here = rl.position(position)
    assert str(whole(here)) == turn


@pytest.mark.parametrize(("rules", "bot"), [("schmidt", "greedy"), ("schmidt", "careful"), ("rummikub", "greedy")])
def test_the_whole_hand_is_laid_just_where_the_best_turn_lays_it(rules, bot):
    found = [0, 0]
    for seed in range(4):
        for here in met(rules, bot, seed)[4:]:
            if here.opened[here.seat]:
                turn, out = whole(here), least(here) == 0
                assert (left(here, turn) == 0) is out
                assert out or str(turn) in {"draw", "pass"}
                found[out] += 1
    assert min(found) > 0
