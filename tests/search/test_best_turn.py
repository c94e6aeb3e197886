"""The best turn, compared with every turn there is in small positions, under drawn rule sets."""

from itertools import islice
from random import Random

import pytest

import rummy_lab as rl
from rummy_lab.core.moves import Discard
from rummy_lab.core.referee import play_until_error
from rummy_lab.core.rules import RuleSet, presets
from rummy_lab.core.scoring import card_penalty
from rummy_lab.core.state import State
from rummy_lab.search.best import best_turn
from search.drawn import met_in_play
from search.small import drawn_opening, drawn_position, ended_turns, nothing, played_into, rearranged_ends
from strategies import exchanged

OBJECTIVES = ("cards", "points", "penalty", "out")
Value = tuple[int, int, int, bool]


def value(state: State, after: State, discards: int) -> Value:
    """Cards laid, points laid, penalty left, and whether the hand is empty."""
    rules, seat = state.rules, state.seat
    hand, before = after.hands[seat], state.hands[seat]
    points = sum(meld.points(rules) for meld in after.table) - sum(meld.points(rules) for meld in state.table)
    return len(before) - discards - len(hand), points, sum(card_penalty(card, rules) for card in hand), not hand


def rank(found: Value, objective: str) -> tuple[int, ...]:
    cards, points, left, out = found
    return {"cards": (cards,), "points": (points,), "penalty": (-left,), "out": (int(out), -left)}[objective]


def rearranged(state: State) -> list[Value] | None:
    """What every turn with a rearranged table reaches; None where there are too many."""
    ends = rearranged_ends(state)
    if ends is None:
        return None
    return list({value(state, after, int(isinstance(turn[-1], Discard))): None for turn, after in ends})


def built(state: State, most: int = 6_000) -> list[Value] | None:
    """What every turn of small moves reaches; None where there are too many."""
    ended = ended_turns(state, most)
    if ended is None:
        return None
    laid = [(move, after) for _, move, after in ended if move.verb not in ("draw", "take", "pass")]
    return list({value(state, after, int(isinstance(move, Discard))): None for move, after in laid})


def may_come_back(state: State) -> bool:
    """Whether a joker has to be laid that may be freed again and kept: the one thing that is not gone through."""
    rules, taken = state.rules, state.taken
    to_hand = rules.pile.use == "meld_or_build" and rules.joker.freed == "to_hand"
    return to_hand and rules.scoring.joker_penalty < 15 and taken is not None and taken.joker


def compare(state: State) -> bool:
    """Whether there was anything to compare; raises where the best turn is not the best."""
    every = rearranged(state) if state.rules.table.mode == "rearrange" else built(state)
    if every is None:
        return False
    for objective in OBJECTIVES:
        best = best_turn(state, objective, tidy=False)
        if best is None:
            # A rearrangement that lays nothing is no turn worth naming.
            assert not [one for one in every if one[0] > 0], f"best_turn({str(state)!r}, {objective!r}) finds none"
            continue
        after, refused = play_until_error(state, best.turn, exists=nothing)
        assert not refused, f"best_turn({str(state)!r}, {objective!r}): {best.turn} is refused: {refused}"
        got = value(state, after, int(isinstance(best.turn[-1], Discard)))
        assert got == (best.cards_laid, best.points_laid, best.penalty_left, best.goes_out)
        most = max(rank(one, objective) for one in every)
        said = f"best_turn({str(state)!r}, {objective!r}): {best.turn} reaches {rank(got, objective)} of {most}"
        assert rank(got, objective) == most or not best.proved, said
        assert best.proved or may_come_back(state), said
        assert best_turn(rl.view(state, "A"), objective, tidy=False) == best
    return bool(every)


@pytest.mark.parametrize("mode", ["rearrange", "build"])
@pytest.mark.parametrize("number", range(60))
def test_small_positions(mode: str, number: int) -> None:
    compare(drawn_position(Random(f"{mode} {number}"), mode))


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["rearrange", "build"])
@pytest.mark.parametrize("part", range(10))
def test_many_small_positions(mode: str, part: int) -> None:
    for number in range(100 * (part + 1), 100 * (part + 2)):
        compare(drawn_position(Random(f"{mode} {number}"), mode))


@pytest.mark.parametrize("number", range(60))
def test_openings_that_free_jokers(number: int) -> None:
    rng = Random(f"opening {number}")
    compare(played_into(rng, drawn_opening(rng)))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_many_openings_that_free_jokers(part: int) -> None:
    for number in range(100 * (part + 1), 100 * (part + 2)):
        rng = Random(f"opening {number}")
        compare(played_into(rng, drawn_opening(rng)))


RUN, SET = "table [5h *6h 7h]", "table [9h 9s *9?]"


@pytest.mark.parametrize(
    ("rules", "table", "hand", "turn"),
    [
        ("rummy40", RUN, "6h Js Qs Ks As 2c", "meld Js Qs Ks As; swap 6h>1; layoff *10s>2; discard 2c"),
        ("rummy40", SET, "9d 9c Js Qs Ks As 2c", "meld Js Qs Ks As; swap 9c 9d>1; layoff *10s>2; discard 2c"),
        # One card of two closes the set, and its joker stays.
        ("rummy40", SET, "9d Js Qs Ks As 2c", "meld Js Qs Ks As; layoff 9d>1; discard 2c"),
        # 30 and a joker that comes too late are not 40; with a joker of the hand they are.
        ("rummy40", RUN, "6h Js Qs 10s 2c", "discard 10s"),
        ("rummy40", RUN, "6h * Js Qs Ks 2c 3c", "meld Js Qs Ks *As; swap 6h>1; layoff *8h>1; discard 3c"),
        ("rummy40{table.access=next_turn}", RUN, "6h Js Qs Ks As 2c", "meld Js Qs Ks As; discard 6h"),
        (
            "rummy40{melds.max_jokers=1}",
            RUN,
            "6h * Js Qs Ks 2c",
            "meld Js Qs Ks *As; swap 6h>1; layoff *8h>1; discard 2c",
        ),
        # A freed joker that has to lie in a new meld is none of those added to a meld.
        ("kalooki_uk", RUN, "6h Js Qs Ks As 2c", "meld Js Qs Ks As; discard 6h"),
        ("bicycle_kaluki", RUN, "6h 10s Js Qs Ks As 2c", "meld 10s Js Qs Ks As; swap 6h>1; layoff *9s>2; discard 2c"),
    ],
)
def test_a_joker_freed_in_the_turn_of_an_opening(rules: str, table: str, hand: str, turn: str) -> None:
    state = rl.position(f"{rules}; {table}; hand A {hand}; hand B 2d; pile 8d; stock ??x40; turn A drew")
    best = best_turn(state)
    assert best is not None
    assert best.proved
    same = play_until_error(state, turn, exists=nothing)
    assert not same[1]
    assert best.cards_laid == len(state.hands["A"]) - len(same[0].hands["A"]) - 1
    assert compare(state)


@pytest.mark.parametrize(
    "hand",
    ["A+ * 5h 6h 7h 7s Kc", "A+ * 5h 5s 5d 7s Kc", "A * 5h 6h 7h 7s Kc", "A * 5h 5c 5s 5d 7s Kc"],
)
@pytest.mark.parametrize("release", ["either", "both"])
def test_a_taken_joker_is_melded_for_a_while(hand: str, release: str) -> None:
    """Where the card taken has to be melded, its owner may free it with a natural and add it elsewhere."""
    rules = f"kalooki_uk{{opening.points=15,joker.set_release={release}}}"
    text = f"{rules}; table [9s 10s Js]; hand {hand}; hand B 2c; pile; stock ??x40; turn A took *"
    assert compare(rl.position(text))


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("rummy40{melds.max_jokers=half,pack.jokers=3}; table [5h *6h *7h 8h]; hand A+ * 4h Kc", 2),
        ("rummy40{melds.max_jokers=1}; table [5h 6h 7h]; hand A+ * * Kc 2d", 1),
        ("rummy51; table [2h-Kh]; hand A+ Ah Ah Kc Kd", 1),
    ],
)
def test_the_ends_of_a_run_are_not_apart(text: str, cards: int) -> None:
    """A limit on jokers, or on the length of a run, holds for both ends together."""
    state = rl.position(f"{text}; hand B 2c; pile 8d; stock ??x40; turn A drew")
    best = best_turn(state)
    assert best is not None
    assert best.cards_laid == cards
    assert compare(state)


def test_below_the_points_all_may_be_laid_at_once_where_that_is_waived() -> None:
    rules = "rummy40{opening.for_rummy=waived}"
    state = rl.position(f"{rules}; table; hand A 2c 3c 4c Kd; hand B 2c; pile 8d; stock ??x40; turn A drew")
    best = best_turn(state)
    assert str(best.turn) == "meld 2c 3c 4c; discard Kd"
    assert best.goes_out
    assert compare(state)


def test_a_joker_that_costs_nothing_is_laid_to_go_out() -> None:
    rules = "rummy40{scoring.joker_penalty=0}"
    state = rl.position(f"{rules}; table; hand A+ 9c 9d 9h * Kd; hand B 2c; pile 8d; stock ??x40; turn A drew")
    assert best_turn(state, "out").goes_out
    assert compare(state)


def test_a_freed_joker_that_may_be_kept_may_be_discarded() -> None:
    state = rl.position(
        "bicycle_kaluki; table [5h *6h 7h]; hand A+ 6h 2c; hand B 2d; pile 8d; stock ??x40; turn A drew"
    )
    assert compare(state)


@pytest.mark.parametrize("rules", presets(), ids=lambda rules: rules.preset)
def test_turns_met_in_play_are_accepted(rules: RuleSet) -> None:
    """Deals in which everybody plays the best turn go to their end without a refusal."""
    assert sum(1 for _ in met_in_play(rules, 2)) > 10


@pytest.mark.parametrize("game", ["schmidt", "rummy40"])
def test_hidden_cards_change_nothing(game: str) -> None:
    rng = Random(5)
    for state in islice(met_in_play(rl.rule_set(game), 2, seed=9), 40):
        best = best_turn(state, "penalty", tidy=False)
        assert best_turn(exchanged(state, state.seat, rng), "penalty", tidy=False) == best
        assert best_turn(rl.view(state, state.seat), "penalty", tidy=False) == best


def test_a_node_budget_is_told() -> None:
    """With too few nodes the turn, where one is found, is not said to be the best."""
    state = rl.position("schmidt; table [2g 3g 4g 5g] [8r 8y *8?]; hand A+ 6g 2y 2b 13r 8b; turn A")
    whole, bound = best_turn(state, tidy=False), best_turn(state, tidy=False, nodes=1)
    assert whole is not None
    assert whole.proved
    assert bound is None or not bound.proved
