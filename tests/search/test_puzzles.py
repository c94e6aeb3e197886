"""Puzzles: one solution, the level they say, the same everywhere."""

import os
import subprocess
import sys
from collections import Counter
from functools import cache
from itertools import combinations

import pytest

from rummy_lab.core.cards import natural
from rummy_lab.core.errors import RummyError
from rummy_lab.core.judge import judge_meld
from rummy_lab.core.melds import Meld
from rummy_lab.core.moves import Draw, End, Pass, Take
from rummy_lab.core.referee import attempt, check, play, position, steps
from rummy_lab.core.rules import RuleSet, presets
from rummy_lab.search.best import best_turn
from rummy_lab.search.plan_solutions import solutions
from rummy_lab.search.puzzles import LEVELS, puzzle, rating

GAMES = ("schmidt", "rummy40")


def solved(given):
    return play(given.position, given.solution)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("rules", GAMES)
def test_the_solution_reaches_the_goal_and_has_the_level(rules, level):
    for seed in range(12):
        given = puzzle(rules, level, seed)
        assert (given.level, given.seed) == (level, seed)
        assert not check(given.position, given.solution)
        assert rating(given.solution, given.position.rules) == level
        after = solved(given)
        if given.goal == "out":
            assert after.over is not None
            assert (after.over.how, after.over.seats) == ("out", ("A",))
        else:
            assert given.position.opened["A"] is False
            assert after.opened["A"] is True
        best = best_turn(given.position, "out")
        assert best is not None
        assert best.goes_out or given.goal == "open"


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("rules", [rules.name for rules in presets()])
def test_every_preset_has_puzzles_of_every_level(rules, level):
    given = puzzle(rules, level, 3)
    assert position(str(given.position)) == given.position
    assert not check(given.position, given.solution)
    assert len(solutions(given.position, given.goal)) == 1


def test_the_goal_is_the_opening_where_the_hand_has_to_be_divided():
    assert {puzzle("rummy40", level, 1).goal for level in LEVELS} == {"out", "open"}
    assert puzzle("rummy40", 3, 1).goal == "open"
    assert {puzzle("schmidt", level, 1).goal for level in LEVELS} == {"out"}


# Uniqueness by brute force, independent of the search.


def every_meld(rules):
    naturals = [natural(rank, suit) for suit in rules.pack.suits for rank in range(1, rules.top + 1)]
    melds = []
    for size in (3, 4):
        for rank in range(1, rules.top + 1):
            melds += combinations([card for card in naturals if card.rank == rank], size)
    for suit in rules.pack.suits:
        row = [card for card in naturals if card.suit == suit]
        row += row[:1] if rules.pack.ace != "low" else []
        melds += [row[low:high] for low in range(len(row)) for high in range(low + 3, len(row) + 1)]
    found = [Meld.of(cards, rules.top) for cards in melds]
    return [meld for meld in dict.fromkeys(found) if not judge_meld(rules, meld)]


def tables_of(rules, cards):
    """All tables that hold exactly these naturals."""
    melds = [(meld, Counter(meld.slots)) for meld in every_meld(rules) if Counter(meld.slots) <= Counter(cards)]
    by_card = {}
    for meld, need in melds:
        for card in need:
            by_card.setdefault(card, []).append((meld, need))

    @cache
    def ways(left):
        if not left:
            return frozenset([()])
        bag = Counter(left)
        found = set()
        for meld, need in by_card.get(left[0], ()):
            if need <= bag:
                rest = tuple(sorted((bag - need).elements()))
                found |= {tuple(sorted((*way, meld), key=str)) for way in ways(rest)}
        return frozenset(found)

    return ways(tuple(sorted(cards)))


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_one_table_alone_touches_the_fewest_melds(level):
    looked_at = 0
    for seed in range(25):
        given = puzzle("schmidt", level, seed)
        here = given.position
        cards = [card for meld in here.table for card in meld.slots] + list(here.hands["A"])
        if len(cards) > 24:
            continue
        before = Counter(here.table)
        touched = Counter()
        tables = tables_of(here.rules, cards)
        for table in tables:
            touched[(before - Counter(table)).total()] += 1
        assert touched[min(touched)] == 1, given
        mine = solved(given).table
        assert (before - Counter(mine)).total() == min(touched)
        assert tuple(sorted(mine, key=str)) in tables
        looked_at += 1
    assert looked_at >= 8


@pytest.mark.parametrize("level", [1, 2, 4, 5])
def test_one_table_alone_touches_the_fewest_melds_where_they_only_grow(level):
    looked_at = 0
    for seed in range(30):
        given = puzzle("rummy40", level, seed)
        if len(given.position.hands["A"]) > 7:
            continue
        before = Counter(given.position.table)
        queue, seen, ends = [given.position], {given.position.key}, {}
        while queue:
            here = queue.pop()
            for move in steps(here):
                if isinstance(move, Draw | Take | Pass | End):
                    continue
                there = attempt(here, move)
                if there.over is not None:
                    ends[tuple(sorted(there.table, key=str))] = (before - Counter(there.table)).total()
                elif there.base == here.base and there.key not in seen:
                    seen.add(there.key)
                    queue.append(there)
        fewest = [table for table, touched in ends.items() if touched == min(ends.values())]
        assert fewest == [tuple(sorted(solved(given).table, key=str))], given
        looked_at += 1
    assert looked_at >= (5 if level != 4 else 0)


def test_one_way_alone_opens():
    for seed in range(10):
        given = puzzle("rummy40", 3, seed)
        rules, hand = given.position.rules, Counter(given.position.hands["A"])
        melds = [meld for meld in every_meld(rules) if Counter(meld.slots) <= hand]
        ways = [
            chosen
            for size in (1, 2, 3, 4)
            for chosen in combinations([*melds, *melds], size)
            if sum((Counter(meld.slots) for meld in chosen), Counter()) <= hand
            and sum(meld.points(rules) for meld in chosen) >= rules.opening.points
        ]
        new = Counter(solved(given).table) - Counter(given.position.table)
        assert {tuple(sorted(way, key=str)) for way in ways} == {tuple(sorted(new.elements(), key=str))}


def test_solutions_tell_one_way_from_several():
    one = position("schmidt; table [2g 3g 4g 5g]; hand A+ 6g 2y 2b; turn A")
    two = position("schmidt; table [6r 7r 8r] [9r 9y 9g]; hand A+ 9b 5r; turn A")
    several = position("schmidt; table [6r 7r 8r] [6r 7r 8r] [1b 2b 3b] [1b 2b 3b]; hand A+ 5r 4b; turn A")
    none = position("schmidt; table [6r 7r 8r]; hand A+ 1b; turn A")
    assert len(solutions(one)) == 1
    # The run takes either 5r or, with the 9r of the set, 9r as well.
    assert len(solutions(two)) == 2
    # Equal melds are one choice: these end on one table.
    assert len(solutions(several)) == 1
    assert len(solutions(position("schmidt; table [6r 7r 8r] [4r 4y 4g]; hand A+ 5r; turn A"))) == 1
    assert len(solutions(position("schmidt; table [6r 7r 8r] [9r 10r 11r]; hand A+ 9r 8r; turn A"), limit=9)) == 1
    assert len(solutions(position("schmidt; table [6r 7r 8r] [9y 9g 9b]; hand A+ 9r; turn A"), limit=9)) == 2
    assert solutions(none) == ()


def test_puzzles_are_the_same_in_every_process():
    program = (
        "from rummy_lab.search.puzzles import puzzle\nimport rummy_lab.games\n"
        "for rules in ('schmidt', 'rummy40'):\n"
        "    for level in range(1, 6):\n"
        "        print(puzzle(rules, level, 2**64 - 1))"
    )
    told = set()
    for seed in ("0", "1", "4711"):
        done = subprocess.run(
            [sys.executable, "-c", program],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        told.add(done.stdout)
    assert len(told) == 1
    assert len(told.pop().splitlines()) == 10


def test_seeds_give_different_puzzles():
    assert len({str(puzzle("schmidt", 2, seed).position) for seed in range(20)}) == 20


@pytest.mark.parametrize(
    ("rules", "level", "words"),
    [
        ("schmidt", 0, "the level of a puzzle is a whole number from 1 to 5, not 0"),
        ("schmidt", 6, "from 1 to 5, not 6"),
        ("schmidt", True, "from 1 to 5, not True"),
        ("schmidt", "3", "from 1 to 5, not '3'"),
        ("schmidt{pack.jokers=0}", 5, "swap a joker, and schmidt{pack.jokers=0} has none"),
        ("rummy40{opening.points=0}", 3, "are openings, and rummy40{opening.points=0} asks no points"),
        ("rummy40{table.mode=none}", 1, "nothing may be laid on its table"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_sentence(rules, level, words):
    with pytest.raises(RummyError) as refused:
        puzzle(RuleSet.parse(rules), level, 1)
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_seed_has_to_be_one():
    with pytest.raises(RummyError, match="seed must be a whole number"):
        puzzle("schmidt", 1, -1)
