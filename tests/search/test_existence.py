"""Whether a play exists, against a search that simply tries every table of a few cards."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

import rummy_lab as rl
from rummy_lab.core.cards import JOKER, natural
from rummy_lab.core.errors import Undecided
from rummy_lab.core.judge import readings
from rummy_lab.core.melds import Table
from rummy_lab.core.moves import Arrange, Discard, End
from rummy_lab.search import existence, exists, openings
from rummy_lab.search.existence import some_play
from search.small import drawn_opening, drawn_position, ended_turns

VARIANTS = [
    "schmidt{deal.hand=5,pack.ranks=6}",
    "schmidt{deal.hand=5,pack.ranks=6,joker.freed=to_hand}",
    "schmidt{deal.hand=5,pack.ranks=6,joker.freed=new_meld_only}",
    "schmidt{deal.hand=5,pack.ranks=6,joker.set_release=both}",
    "schmidt{deal.hand=5,pack.ranks=6,joker.set_release=declared,joker.source=hand_or_table}",
    "schmidt{deal.hand=5,pack.ranks=6,table.remain=strict}",
    "rummikub{deal.hand=5,pack.ranks=6}",
    "rummikub_tournament{deal.hand=5,pack.ranks=6}",
    "schmidt{deal.hand=5,pack.ranks=6,melds.wrap=yes}",
    "schmidt{deal.hand=5,pack.ranks=7,melds.min_run=4}",
    "schmidt{deal.hand=5,pack.ranks=6,melds.max_jokers=half}",
]


def tables(rules, cards):
    """Every way to lay all of these cards as melds."""
    if not cards:
        yield ()
        return
    first = cards[0]
    for size in range(2, min(len(cards), 7)):
        for others in dict.fromkeys(combinations(cards[1:], size)):
            rest = list((Counter(cards[1:]) - Counter(others)).elements())
            for meld in readings(rules, (first, *others)):
                yield from ((meld, *more) for more in tables(rules, rest))


def brute(state):
    table = [JOKER if card.joker else card for meld in state.table for card in meld.slots]
    hand = state.hands[state.seat]
    to_hand = state.rules.joker.freed == "to_hand"
    for size in range(1, len(hand) + 1):
        for laid in dict.fromkeys(combinations(hand, size)):
            for back in range(1 + (table.count(JOKER) if to_hand else 0)):
                cards = list((Counter((*table, *laid)) - Counter({JOKER: back})).elements())
                for melds in tables(state.rules, sorted(cards)):
                    after, refused = rl.play_until_error(state, Arrange(Table(melds)))
                    if not refused and any(
                        not rl.check(after, end) for end in (End(), *map(Discard, after.hands[after.seat] or ()))
                    ):
                        return True
    return False


def small(rules, rng):
    """A position with two or three melds and a few cards in an opened hand."""
    pack = [natural(rank, suit) for suit in rules.pack.suits for rank in range(1, rules.top + 1)] * 2 + [JOKER] * 2
    while True:
        rng.shuffle(pack)
        melds, left = [], list(pack)
        while len(melds) < rng.choice((2, 2, 3)):
            chosen = rng.sample(left, rng.choice((3, 3, 4)))
            if found := readings(rules, tuple(chosen)):
                melds.append(rng.choice(found))
                left = list((Counter(left) - Counter(chosen)).elements())
                rng.shuffle(left)
        if sum(map(len, melds)) <= 9:
            hand = " ".join(map(str, left[: rng.choice((1, 2))]))
            return rl.position(f"{rules}; table {Table(melds)}; hand A+ {hand}; hand B {left[-1]}; turn A")


@pytest.mark.parametrize("name", VARIANTS)
def test_a_play_exists_where_trying_everything_finds_one(name):
    rng, rules = Random(name), rl.rule_set(name)
    answers = Counter()
    for _ in range(25):
        here = small(rules, rng)
        answer = exists(here)
        assert answer == brute(here), here
        assert answer == exists(rl.view(here, "A"))
        answers[answer] += 1
    assert len(answers) == 2, answers


def lays_a_card(start, last, after):
    kept = Counter(after.hands[start.seat]) + Counter([last.card] if isinstance(last, Discard) else [])
    return bool(Counter(start.hands[start.seat]) - kept)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("mode", ["rearrange", "build", "opening"])
def test_a_play_exists_where_some_row_of_moves_is_one(mode, seed, monkeypatch):
    rng, answers = Random(f"{mode} {seed}"), Counter()
    while answers.total() < 50 or len(answers) < 2:
        here = drawn_opening(rng) if mode == "opening" else drawn_position(rng, mode)
        ended = ended_turns(here, 400)
        if ended is None:
            continue
        answer = any(lays_a_card(here, last, after) for _, last, after in ended)
        assert exists(here) == answer, here
        answers[answer] += 1
        with monkeypatch.context() as searched:
            if here.rules.joker.freed != "to_hand":  # A swap alone, which leaves the hand as large, is an act.
                searched.setattr(existence, "_ACTS", 0)
            assert exists(here) == answer, here
            # Within a budget that does not suffice it may be left open, never said wrongly.
            searched.setattr(existence, "ENOUGH", rng.choice((1, 20, 200)))
            try:
                assert exists(here) == answer, here
            except Undecided:
                answers[None] += 1


@pytest.mark.parametrize(
    ("position", "answer"),
    [
        ("schmidt; hand A 10r 10y 10g; hand B 1r; turn A", True),
        ("schmidt; hand A 9r 9y 9g; hand B 1r; turn A", False),
        ("schmidt; table [6r 7r 8r]; hand A 5r; hand B 1r; turn A", False),
        ("schmidt; table [6r 7r 8r]; hand A+ 5r; hand B 1r; turn A", True),
        ("rummy40; table [5h 6h 7h]; hand A+ 8h; hand B 1r; turn A drew".replace("1r", "2c"), False),
        ("rummy40; table [5h 6h 7h]; hand A+ 8h 2d; hand B 2c; turn A drew", True),
        ("rummy40; hand A Ks Kh Kd Kc 2c; hand B 2c; pile 2d; turn A drew", True),
        ("rummy40; hand A Ks Kh Kd Kc; hand B 2c; pile 2d; turn A drew", False),
        ("rummy40; table [5h 6h 7h]; hand A+ 2c; hand B 2c; pile 8h; stock 2d; turn A", True),
        ("rummy40; table [5h 6h 7h]; hand A+ 2c; hand B 2c; pile 9h; stock 2d; turn A", False),
        ("rummy40{opening.for_rummy=waived}; hand A 2s 2h 2d 9c; hand B 2c; pile 3d; turn A drew", True),
        ("schmidt{table.access=all_opened}; table [6r 7r 8r]; hand A+ 5r; hand B 1r; turn A", False),
        ("schmidt{table.mode=none}; table [6r 7r 8r]; hand A+ 5r; hand B 1r; turn A", False),
        ("schmidt; hand A; hand B 1r; over out A", False),
    ],
)
def test_a_play_exists_or_not(position, answer):
    here = rl.position(position)
    assert exists(here) is answer
    play = some_play(here)
    assert (play is not None) is answer
    if play is not None:
        assert not rl.check(here, play, exists=exists)


def test_the_question_is_about_the_turn_from_its_start_on():
    here = rl.position("schmidt; table [6r 7r 8r]; hand A+ 5r 13b; hand B 1r; turn A: layoff 5r>1")
    assert exists(here)


def test_an_unknown_hand_gives_no_answer():
    with pytest.raises(rl.IncompletePosition):
        exists(rl.position("schmidt; table [6r 7r 8r]; hand B 1r; turn A"))


def test_whether_one_can_open_is_known_without_the_best_opening(monkeypatch):
    monkeypatch.setattr(openings, "best_opening", pytest.fail)
    here = rl.position("rummy40; hand A * * 4h 5h 6h 7h 8h 9h 10h 10c 10d Jc Jd Kh Ks 2c 3c; pile Qh; turn A")
    assert rl.can_open(here)
