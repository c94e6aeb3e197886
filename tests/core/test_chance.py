"""Chance is data (A.5): golden words, the same words as numpy's, orders, deals and what stays the same in variants."""

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rummy_lab as rl
from rummy_lab.core.cards import JOKER, natural
from rummy_lab.core.chance import Rng, card_number, card_with_number, mix64, order, pack_numbers, words
from rummy_lab.core.deal import shuffled_pack
from strategies import rule_sets, whole_pack

KNOWN = json.loads((Path(__file__).parents[1] / "data" / "known_answers.json").read_text())
SEEDS = st.integers(0, 2**64 - 1)


def test_the_golden_words():
    assert list(map(hex, words(1, 7, 1, 3))) == KNOWN["rng_golden"]["words"]


@settings(max_examples=60)
@given(SEEDS, SEEDS, st.integers(0, 8), st.integers(1, 20))
def test_the_words_are_those_of_numpy(seed, deal, stream, n):
    bits = np.random.Philox(
        key=np.array([seed, deal], dtype=np.uint64), counter=np.array([0, 0, 0, stream], dtype=np.uint64)
    )
    assert words(seed, deal, stream, n) == [int(word) for word in bits.random_raw(n)]


def test_streams_and_keys_give_other_words():
    firsts = {words(seed, deal, stream, 1)[0] for seed in range(6) for deal in range(6) for stream in range(6)}
    assert len(firsts) == 216
    assert words(3, 4, 0, 50)[:7] == words(3, 4, 0, 7)


@pytest.mark.parametrize("wrong", [-1, 2**64, 1.0, "1", None, True])
def test_what_is_no_seed_is_refused(wrong):
    for refused in (lambda: rl.deal("schmidt", seed=wrong), lambda: rl.deal("schmidt", number=wrong)):
        with pytest.raises(rl.RummyError, match=r"whole number from 0 to 2\*\*64 - 1"):
            refused()


def test_mix64_is_the_finaliser_of_splitmix64():
    # The first words of splitmix64 with state 0 and 1234567, as its authors' C code gives them.
    assert [Rng(0).word()] == [0xE220A8397B1DCDAF]
    rng = Rng(1234567)
    assert [rng.word() for _ in range(5)] == [
        6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821,
    ]  # fmt: skip
    assert mix64(0x9E3779B97F4A7C15) == 0xE220A8397B1DCDAF


class Scripted(Rng):
    """A stream whose words are given, to see which are rejected."""

    def __init__(self, *given_words):
        super().__init__(0)
        self.left = list(given_words)

    def word(self):
        return self.left.pop(0)


@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 10, 2**32, 2**63 + 1, 2**64 - 1])
def test_below_rejects_just_the_words_that_would_make_it_uneven(n):
    limit = 2**64 - 2**64 % n
    assert Scripted(limit - 1).below(n) == n - 1
    assert Scripted(0).below(n) == 0
    if limit < 2**64:
        assert Scripted(limit, 2**64 - 1, 5).below(n) == 5 % n


@pytest.mark.parametrize("n", [0, -1])
def test_below_needs_a_positive_number(n):
    with pytest.raises(ValueError, match="positive"):
        Rng(1).below(n)


def test_below_is_uniform_and_stays_what_it_is():
    rng = Rng.of_seat(2024, 17, 0)
    drawn = Counter(rng.below(7) for _ in range(14_000))
    assert sorted(drawn) == list(range(7))
    assert sum((count - 2000) ** 2 / 2000 for count in drawn.values()) < 22.5, "chi-square, 6 degrees, 0.1 %"
    rng = Rng.of_seat(1, 7, 0)
    state = words(1, 7, 1, 1)[0]
    assert state == int(KNOWN["rng_golden"]["words"][0], 16)
    expected = [mix64((state + step * 0x9E3779B97F4A7C15) % 2**64) % 100 for step in range(1, 9)]
    assert [rng.below(100) for _ in range(8)] == expected


@given(rule_sets())
def test_card_numbers_are_the_same_in_every_pack(rules):
    numbers = pack_numbers(rules)
    assert len(set(numbers)) == len(numbers) == rules.cards
    assert [number for number in numbers if number < 8] == list(range(rules.pack.jokers))
    for number in numbers:
        if number >= 8:
            copy, rest = divmod(number - 8, 52)
            suit, rank = divmod(rest, 13)
            card = natural(rank + 1, rules.pack.suits[suit])
            assert card_with_number(number, rules.pack.suits) is card
            assert card_number(card, copy) == number
    assert card_number(JOKER, 3) == 3
    naturals = Counter(card for card in whole_pack(rules) if not card.joker)
    assert set(naturals.values()) == {rules.pack.copies}
    assert len(naturals) == 4 * rules.pack.ranks


@settings(max_examples=40)
@given(SEEDS, st.integers(0, 1000), st.integers(0, 5))
def test_the_order_is_that_of_the_words(seed, deal, shuffle):
    key = words(seed, deal, 0, 216)
    if shuffle:
        key = [mix64((word + shuffle * 0x9E3779B97F4A7C15) % 2**64) for word in key]
    numbers = [3, 215, 8, 100, 0, 77, 9]
    assert order(numbers, seed, deal, shuffle) == sorted(numbers, key=lambda number: (key[number], number))


@settings(max_examples=40)
@given(rule_sets({"pack.ranks": 13, "pack.copies": 2}), rule_sets(), SEEDS)
def test_the_cards_that_two_packs_share_keep_their_order(one, two, seed):
    shared = set(pack_numbers(one)) & set(pack_numbers(two))
    orders = [order(pack_numbers(rules), seed, 5) for rules in (one, two)]
    kept = [[number for number in row if number in shared] for row in orders]
    assert kept[0] == kept[1]


@settings(max_examples=40)
@given(rule_sets(), SEEDS, st.integers(0, 99), st.data())
def test_the_layout_of_a_deal(rules, seed, number, data):
    players = data.draw(st.integers(*rules.deal.seats))
    state = rl.deal(rules, players, seed, number)
    pack = list(shuffled_pack(rules, seed, number))
    for seat, hand in enumerate(state.hands.values()):
        assert list(hand) == [pack[seat + turn * players] for turn in range(rules.deal.hand)]
    rest = pack[rules.deal.hand * players :]
    if rules.has_pile:
        assert state.pile == (rest.pop(),)
    else:
        assert state.pile is None
    assert list(state.stock) == rest[::-1]
    assert (state.seat, state.phase, state.table, state.round, state.passes) == ("A", "start", (), 1, 0)
    assert str(state.chance) == f"{seed}/{number}"
    assert not any(state.opened.values())


def test_R_4_S_7_the_stock_after_the_deal():
    assert [len(rl.deal("schmidt", players).stock) for players in (2, 3, 4)] == [78, 64, 50]
    assert [len(rl.deal("rummy40", players).stock) for players in (2, 3, 4, 5)] == [79, 66, 53, 40]


def test_common_random_numbers_between_variants():
    plain = rl.deal("schmidt", 2, 5, 6)
    smaller = rl.deal(rl.SCHMIDT.vary(deal__hand=12), 2, 5, 6)
    assert smaller.hands["A"] == plain.hands["A"][:12]
    assert smaller.stock[:78] == plain.stock
    fewer = rl.deal(rl.SCHMIDT.vary(pack__jokers=0), 2, 5, 6)
    assert list(_all(fewer)) == [card for card in _all(plain) if not card.joker]
    short = rl.deal(rl.SCHMIDT.vary(pack__ranks=10), 2, 5, 6)
    assert list(_all(short)) == [card for card in _all(plain) if card.rank <= 10]


def _all(state):
    """The order of the pack again from a deal for two."""
    for one, two in zip(state.hands["A"], state.hands["B"], strict=True):
        yield one
        yield two
    yield from reversed(state.stock)


def test_given_hands_are_struck_from_the_order():
    plain = list(shuffled_pack(rl.SCHMIDT, 1, 0))
    given_cards = [rl.Card(text) for text in ("5r", "6r", "*")]
    state = rl.deal("schmidt", 3, 1, hands={"B": "5r 6r *"})
    assert list(state.hands["B"]) == given_cards
    for card in given_cards:
        plain.remove(card)
    assert list(state.hands["A"]) == plain[0:28:2]
    assert list(state.hands["C"]) == plain[1:28:2]
    assert list(state.stock) == plain[28:][::-1]


def test_given_hands_may_have_any_size_and_must_fit():
    state = rl.deal("rummy40", 2, hands={"A": "2c-Ac", "B": ""})
    assert len(state.hands["A"]) == 13
    assert state.hands["B"] == ()
    assert sum(map(len, state.hands.values())) + len(state.stock) + len(state.pile) == 106
    for hands in ({"A": "5r 5r 5r"}, {"C": "5r"}, {"A": "5c"}, {"A": "5r 5r", "B": "5r"}, {"A": "5x"}, {"A": "* * *"}):
        with pytest.raises(rl.RummyError) as refused:
            rl.deal("schmidt", 2, hands=hands)
        assert str(refused.value)


@pytest.mark.parametrize("players", [0, 1, 5, 9])
def test_the_number_of_players_is_a_rule(players):
    with pytest.raises(rl.RummyError, match="is for 2 to 4 players"):
        rl.deal("schmidt", players)


def test_a_deal_is_the_same_however_it_is_asked_for():
    assert rl.deal("rummy40", 3, 5, 6) == rl.deal(rl.RUMMY40, players=3, seed=5, number=6)
    assert rl.deal("rummy40", 3, 5, 6) != rl.deal("rummy40", 3, 5, 7)
    assert str(rl.deal("schmidt", seed=1, number=7)).startswith("schmidt; hand A ")
