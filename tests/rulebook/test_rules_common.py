"""C-1 to C-6: what both games share."""

from collections import Counter

import pytest

import rummy_lab as rl
from rulebook.say import no, ok, readings
from rummy_lab.core.cards import Card
from rummy_lab.core.errors import RummyError
from rummy_lab.core.violations import AmbiguousJoker

DREW = "pile 4c; stock ??x40; turn A drew"


def everything(state):
    """All cards of a full state, wherever they lie."""
    places = [state.stock, state.pile or (), state.loose, *state.hands.values(), *(meld.slots for meld in state.table)]
    return Counter("*" if card.joker else str(card) for place in places for card in place)


@pytest.mark.parametrize("rules", ["schmidt", "rummy40"])
def test_C_1_two_equal_copies_of_each_natural_and_jokers_without_a_face(rules):
    cards = everything(rl.deal(rules, players=2, seed=1))
    assert cards.pop("*") == 2
    assert len(cards) == 52
    assert set(cards.values()) == {2}


def test_C_1_copies_are_interchangeable():
    here = "schmidt; table [4r 5r 6r 7r]; hand A+ 7r 7y 7g 13b; turn A"
    ok(here, "pull 7r<1; meld 7r 7y 7g; layoff 7r>1; end", "[4r 5r 6r 7r] [7r 7y 7g]")
    ok(here, "meld 7r 7y 7g; end", "[4r 5r 6r 7r] [7r 7y 7g]")


def test_C_1_discarding_one_of_two_copies_leaves_the_other():
    after = ok(f"rummy40; hand A+ 7h 7h Kc; {DREW}", "discard 7h")
    assert sorted(map(str, after.hands["A"])) == ["7h", "Kc"]


def test_C_2_a_laid_joker_declares_what_it_stands_for():
    after = ok("schmidt; hand A+ 5r 6r 9y 9g * * 13b; turn A", "meld *4r 5r 6r; meld 9y 9g *9?; end")
    assert str(after.table) == "[*4r 5r 6r] [9y 9g *9?]"


def test_C_2_in_a_set_it_is_named_only_where_that_matters():
    ok("schmidt; hand A+ 9y 9g * 13b; turn A", "meld 9y 9g *9b; end", "[9y 9g *9?]")
    named = "schmidt{joker.set_release=declared}; hand A+ 9y 9g * 13b; turn A"
    ok(named, "meld 9y 9g *9b; end", "[9y 9g *9b]")


def test_C_3_several_readings_the_mover_chooses():
    assert readings("schmidt", "* 5r 6r") == {"[5r 6r *7r]": 18, "[*4r 5r 6r]": 15}
    assert readings("rummy40", "10h * *") == {
        "[10h *10? *10?]": 30,
        "[10h *Jh *Qh]": 30,
        "[*9h 10h *Jh]": 29,
        "[*8h *9h 10h]": 27,
    }


def test_C_3_the_dearest_reading_comes_first():
    for rules, cards in (("schmidt", "* 5r 6r"), ("rummy40", "10h * *"), ("schmidt", "8r * *")):
        points = list(readings(rules, cards).values())
        assert points == sorted(points, reverse=True)
        assert len(points) > 1


def test_C_3_without_a_choice_the_turn_is_refused():
    no("schmidt; hand A+ 5r 6r * 13b; turn A", "meld * 5r 6r; end", "JOKER_UNDECLARED")
    no(f"rummy40; hand A+ 5h 6h * 2c; {DREW}", "meld * 5h 6h", "JOKER_UNDECLARED")


def test_C_3_the_error_offers_the_readings():
    with pytest.raises(AmbiguousJoker) as refused:
        rl.play(rl.position(f"rummy40; hand A+ 5h 6h * 2c; {DREW}"), "meld * 5h 6h")
    assert [str(meld) for meld in refused.value.readings] == ["[5h 6h *7h]", "[*4h 5h 6h]"]


def test_C_3_one_reading_is_filled_in():
    ok("schmidt; hand A+ 12r 13r * 2b; turn A", "meld 12r 13r *; end", "[*11r 12r 13r]")
    ok(f"rummy40; hand A+ 5h 7h * 2c; {DREW}", "meld 5h * 7h; discard 2c", "[5h *6h 7h]")


def test_C_3_a_laid_joker_is_never_read_anew():
    no(
        "schmidt; table [4r 5r 6r *7r]; hand A+ 9y 9g 9b 13b; turn A",
        "arrange [*3r 4r 5r 6r] [9y 9g 9b]",
        "JOKER_MOVED",
    )


def test_C_3_nor_is_the_named_suit_of_a_joker_in_a_set():
    here = "schmidt{joker.set_release=declared}; table [8r 8y *8b]; hand A+ 5r 6r 7r 1g; turn A"
    no(here, "arrange [8r 8y *8g] [5r 6r 7r]", "JOKER_MOVED")
    ok(here, "arrange [8r 8y *8b] [5r 6r 7r]; end", "[8r 8y *8b] [5r 6r 7r]")


def test_C_4_a_meld_needs_a_natural():
    assert readings("schmidt{pack.jokers=3}", "* * *") == {}
    assert readings("rummy40{pack.jokers=3}", "* * *") == {}
    no("schmidt{pack.jokers=3}; hand A+ * * * 13b; turn A", "meld *6r *7r *8r; end", "NO_NATURAL")
    no("schmidt{pack.jokers=3}; hand A+ * * * 13b; turn A", "meld *6? *6? *6?; end", "NO_NATURAL")
    no(f"rummy40{{pack.jokers=3}}; hand A+ * * * 2c; {DREW}", "meld *6h *7h *8h", "NO_NATURAL")


@pytest.mark.parametrize(
    ("rules", "pips"), [("schmidt", 728 + 2 * 25), ("rummy40", 760 + 2 * 15)], ids=["schmidt", "rummy40"]
)
def test_C_5_the_pack_is_106_cards_and_its_sum_is_known(rules, pips):
    cards = everything(rl.deal(rules, players=2, seed=5))
    assert cards.total() == 106
    game = rl.rule_set(rules)
    worth = 0
    for text, count in cards.items():
        card = Card.parse(text)
        worth += count * (
            game.scoring.joker_penalty
            if card.joker
            else card.rank
            if rules == "schmidt"
            else 11
            if card.rank == 1
            else min(card.rank, 10)
        )
    assert worth == pips


def test_C_5_a_card_is_in_one_place_after_every_move():
    state = rl.deal("schmidt", players=2, seed=5, hands={"A": "5r *", "B": "1g 13b"})
    full = everything(state)
    assert full.total() == 106
    for move in ("draw", "draw"):
        state = rl.play(state, move)
        assert everything(state) == full


def test_C_5_inside_a_turn_a_freed_joker_lies_loose():
    here = rl.position("schmidt; table [5r *6r 7r]; hand A+ 6r 9y 9g 13b; turn A")
    after = rl.play(here, "swap 6r>1")
    assert [str(card) for card in after.loose] == ["*"]
    assert str(after.table) == "[5r 6r 7r]"


def test_C_6_one_notation_serves_both_packs():
    assert str(rl.position("schmidt; table [4r 5r *6r]; hand A+ * 13b; turn A").table) == "[4r 5r *6r]"
    assert str(rl.position("rummy40; table [4h 5h *6h] [Kc Ks *K?]; hand A+ 10h; turn A").table) == (
        "[4h 5h *6h] [Kc Ks *K?]"
    )
    assert str(rl.position("rummy40; table [9h Th Jh]; hand A 10♥; turn A").table) == "[9h 10h Jh]"


def test_C_6_a_pack_takes_no_cards_of_the_other():
    with pytest.raises(RummyError, match="4h"):
        rl.position("schmidt; hand A 4h; turn A")
    with pytest.raises(RummyError, match="4r"):
        rl.position("rummy40; hand A 4r; turn A")
