"""What is written is read back as the same: cards, melds, tables, moves, turns, rule sets and positions."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rummy_lab as rl
from rummy_lab.core.cards import read_cards, write_cards
from rummy_lab.core.melds import Table
from rummy_lab.core.moves import read_move
from strategies import cards, deals, melds, mid_turn_positions, moves, partial_positions, rule_sets, turns


@given(cards())
def test_a_card_is_read_back_as_the_same_object(card):
    assert rl.Card.parse(str(card)) is card
    assert repr(card) == str(card)


@given(melds())
def test_a_meld_is_read_back(meld):
    assert rl.Meld.parse(str(meld)) == meld
    assert rl.Meld.of(meld.slots) == meld, "the canonical order is its own canonical order"


@given(st.lists(cards("rygb"), min_size=1, max_size=5), st.randoms(use_true_random=False))
def test_the_order_in_which_the_cards_of_a_meld_are_given_does_not_matter(some, random):
    meld = rl.Meld.of(some)
    others = random.sample(some, len(some))
    is_heap = any(card.bare for card in some) or len({card.suit for card in some} - {""}) > 1
    is_set = len({card.rank for card in some}) == 1
    if is_set and not any(card.bare for card in some):
        assert rl.Meld.of(others) == meld
    elif not is_heap and len({card.rank for card in some}) == len(some) < 13:
        ranks = sorted(card.rank for card in some)
        if ranks[-1] - ranks[0] == len(ranks) - 1 and all(card.suit for card in some):
            assert rl.Meld.of(others) == meld


@given(st.lists(melds("cdhs"), max_size=5).map(Table))
def test_a_table_is_read_back(table):
    assert Table.parse(str(table)) == table


@given(moves())
def test_a_move_is_read_back(move):
    assert rl.Move.parse(str(move)) == move
    assert hash(rl.Move.parse(str(move))) == hash(move)


@given(turns())
def test_a_turn_is_read_back(turn):
    assert rl.Turn.parse(str(turn)) == turn


@given(rule_sets())
def test_a_rule_set_is_read_back_with_every_value(rules):
    again = rl.rule_set(str(rules))
    assert again == rules
    assert again.values() == rules.values()
    assert str(again) == str(rules)


@settings(max_examples=300)
@given(partial_positions())
def test_a_partial_or_finished_position_is_read_back(state):
    again = rl.position(str(state))
    assert str(again) == str(state)
    assert again == state
    assert again.key == state.key


@settings(max_examples=40)
@given(deals())
def test_a_deal_is_read_back(state):
    assert rl.position(str(state)) == state


@settings(max_examples=60)
@given(mid_turn_positions())
def test_a_position_inside_a_turn_is_read_back_with_its_moves(state):
    again = rl.position(str(state))
    assert again == state
    assert again.heaps == state.heaps
    assert again.loose == state.loose
    assert again.hands == state.hands


LONG = (
    "rummy40{opening.points=51}; round 3; table [9h 10h *Jh] [8c 8d 8s]; hand A+2 4c ??; hand B+ ??x2; hand C 9d; "
    "pile 4c 9d; stock 7h ??x4 *; passes 1; chance 2024/17/1; turns 7; starter B; turn C took 9d"
)


@pytest.mark.parametrize(
    "text",
    [
        "schmidt; hand C ?; turn A",
        "schmidt; hand A+ 6g 2y 2b; hand C ?; turn A",
        "schmidt; hand A; hand B ??x9; stock; turn B drew",
        LONG,
        "rummy40; hand A *; hand B; pile; stock ??; over out B built",
        "schmidt; hand A 4r; hand B 4r; turns 8; over blocked A B",
        "schmidt; over unfinished",
        "schmidt{turn.draws=3}; hand A 4r 5r; stock ??x2; turn A drew 2",
        "schmidt{turn.draws=until_playable}; hand A 4r 5r; stock ??x2; turn A drew 17",
        "schmidt; starter B; turn B",
        "schmidt; table [2b 3b 4b 5b 6b]; hand A+ 4b; turn A: split 1/4b; layoff 4b>2",
    ],
)
def test_a_canonical_position_is_printed_as_it_was_written(text):
    state = rl.position(text)
    assert rl.position(str(state)) == state
    if "took" not in text:
        assert str(state) == text


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("Th", "10h"), ("10♥", "10h"), ("Q♠", "Qs"), ("1h", "Ah"), ("13s", "Ks"), ("*K?", "*K?"), ("*13?", "*13?"),
        ("*Th", "*10h"), ("11b", "11b"), ("A♣", "Ac"), ("J♦", "Jd"),
    ],
)  # fmt: skip
def test_other_spellings_of_a_card(written, canonical):
    assert str(rl.Card.parse(written)) == canonical


WHOLE = "[2h 3h 4h 5h 6h 7h 8h 9h 10h Jh Qh Kh Ah]"


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("[4r-8r]", "[4r 5r 6r 7r 8r]"), ("[10h-Ah]", "[10h Jh Qh Kh Ah]"), ("[8b 8g 8y 8r]", "[8r 8y 8g 8b]"),
        ("[*8? 8r 8g]", "[8r 8g *8?]"), ("[Ks As Qs]", "[Qs Ks As]"), ("[As 3s 2s]", "[As 2s 3s]"),
        ("[7h *Jh 9h 8h 10h]", "[7h 8h 9h 10h *Jh]"), ("[13r 12r 1r]", "[12r 13r 1r]"), ("[4r 9g]", "[4r 9g]"),
        ("[* 9r 10r]", "[* 9r 10r]"), (" [ 4r  5r 6r ] ", "[4r 5r 6r]"), ("[2h-Ah]", WHOLE), ("[Ah-Kh]", WHOLE),
        ("[1r-13r]", "[1r 2r 3r 4r 5r 6r 7r 8r 9r 10r 11r 12r 13r]"),
        ("[Ah 2h 3h 4h 5h 6h 7h 8h 9h 10h Jh Qh Kh]", "[Ah 2h 3h 4h 5h 6h 7h 8h 9h 10h Jh Qh Kh]"),
        ("[*K? Kc Kd]", "[Kc Kd *K?]"), ("[*13? Kc Kd]", "[Kc Kd *K?]"),
    ],
)  # fmt: skip
def test_the_canonical_order_of_a_meld(written, canonical):
    assert str(rl.Meld.parse(written)) == canonical


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("layoff 5r  9r > 1", "layoff 5r 9r>1"), ("  pull 2g < 3 ", "pull 2g<3"), ("split 1 / 4b", "split 1/4b"),
        ("join  1   2", "join 1 2"), ("meld 2b 2y 2g", "meld 2b 2y 2g"), ("arrange  [6r 4r  5r]", "arrange [6r 4r 5r]"),
        ("draw Th", "draw 10h"), ("meld 4r-6r", "meld 4r 5r 6r"), ("end", "end"), ("pass", "pass"),
    ],
)  # fmt: skip
def test_a_move_is_printed_in_the_order_in_which_its_cards_were_named(written, canonical):
    assert str(read_move(written)) == canonical
    assert str(rl.Turn.parse(f"{written} ;end")) == f"{canonical}; end"


SMALL = [
    "schmidt{deal.hand=5,pack.ace=high,pack.ranks=5}",
    "schmidt{deal.hand=5,melds.wrap=yes,pack.ranks=5}",
    "schmidt{deal.hand=5,pack.ace=both,pack.ranks=5}",
]


@pytest.mark.parametrize("rules", SMALL)
@pytest.mark.parametrize("cards_", ["2r 3r 4r 5r 1r", "1r 2r 3r 4r 5r", "3r 4r 5r 1r", "5r 1r 2r", "3r *4r 5r *1r"])
def test_runs_over_the_top_of_a_small_pack_are_read_back(rules, cards_):
    game = rl.rule_set(rules)
    found = rl.readings(game, cards_)
    assert bool(found) == (game.melds.wrap or cards_ != "5r 1r 2r")  # S-12
    for meld in found:
        state = rl.position(f"{rules}; table {meld}; hand A; turn A")
        assert state.table == (meld,)
        assert rl.position(str(state)) == state
        hand = " ".join("*" if card.joker else str(card) for card in meld.slots)
        before = rl.position(f"{game.vary(opening__points=0)}; hand A {hand}; hand B ??; turn A")
        after = rl.play(before, f"meld {' '.join(map(str, meld.slots))}; end")
        assert after.table == (meld,)
        assert rl.position(str(after)) == after


def test_cards_are_read_as_rows_too():
    assert write_cards(read_cards("4r-6r * Qs")) == "4r 5r 6r * Qs"


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("[8r 8y *]", "[8r 8y *8?]"),
        ("[8r 8y 8g *]", "[8r 8y 8g *8?]"),
        ("[1r 2r *]", "[1r 2r *3r]"),
        ("[6r 7r *]", "[6r 7r *]"),
        ("[8r 9y *]", "[8r 9y *]"),
    ],
)
def test_a_bare_joker_on_the_table_is_what_it_can_only_be(written, read):
    here = rl.position(f"schmidt; table [10g 11g 12g] {written}; hand A+ 13g 9r; hand B 1g; turn A")
    assert str(here.table) == f"[10g 11g 12g] {read}"
    codes = {violation.code for violation in rl.check(here, "layoff 13g>1; end")}
    assert bool(codes) == ("*]" in read)
