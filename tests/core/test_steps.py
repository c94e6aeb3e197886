"""`steps` is a basis (D2): whatever single card fits a meld, whatever whole meld the hand holds, is offered."""

from itertools import combinations

import pytest

import rummy_lab as rl
from properties.walks import TOGETHER, asked, laid_out
from rummy_lab.core.moves import Lay, Layoff, Pull, Split, Swap

BUILT = "rummy40; table {}; hand A+ {} 5c; pile 2c; stock ??; turn A drew"
FREE = "schmidt; table {}; hand A+ {} 5b; hand B ??; stock ??; turn A"


@pytest.mark.parametrize(
    ("position", "layoff", "table"),
    [
        (FREE.format("[2r-13r]", "1r"), "layoff 1r>1", "[1r-13r]"),
        (FREE.format("[1r-12r]", "13r"), "layoff 13r>1", "[1r-13r]"),
        (FREE.format("[2r-13r]", "*"), "layoff *1r>1", "[*1r 2r 3r 4r 5r 6r 7r 8r 9r 10r 11r 12r 13r]"),
        (BUILT.format("[3h-Ah]", "2h"), "layoff 2h>1", "[2h-Ah]"),
        (BUILT.format("[2h-Kh]", "Ah"), "layoff Ah>1", "[2h-Ah]"),
        (BUILT.format("[2h-Kh]", "*"), "layoff *Ah>1", "[2h 3h 4h 5h 6h 7h 8h 9h 10h Jh Qh Kh *Ah]"),
        (BUILT.format("[8c 8d 8h]", "*"), "layoff *8?>1", "[8c 8d 8h *8?]"),
    ],
)
def test_a_card_that_makes_the_longest_meld_is_offered(position, layoff, table):
    here = rl.position(position)
    assert layoff in map(str, rl.steps(here))
    after = rl.play(here, layoff)
    closing = "discard 5c" if "rummy" in position else "end"
    assert rl.play(after, closing).table == (rl.Meld.parse(table),)


def fits(rules, meld, card):
    """Whether one more card makes a meld, by all readings."""
    return bool(rl.readings(rules, (*meld.slots, card)))


@pytest.mark.parametrize("name", TOGETHER)
def test_every_card_that_fits_a_meld_is_offered(name):
    rules = rl.rule_set(name)
    for seed in range(3):
        here = laid_out(rules, max(2, rules.deal.seats[0]), seed)
        if rules.has_pile:
            here = rl.play(here, "draw", exists=asked(rules))
        offered = {(move.heap, card.joker, None if card.joker else card) for move in rl.steps(here, exists=asked(rules))
                   if isinstance(move, Layoff) for card in move.cards}  # fmt: skip
        for number, meld in here.heaps.items():
            for card in set(here.hands[here.seat]):
                legal = rules.table.mode != "none" and fits(rules, meld, card)
                face = (number, card.joker, None if card.joker else card)
                # A heap that is too short yet may be grown on, where the table is rearranged.
                assert (face in offered) == legal, f"{card} on {number} in {here}"


@pytest.mark.parametrize("name", ["schmidt", "rummy51", "schmidt{melds.wrap=yes,pack.ranks=6,deal.hand=7}"])
def test_every_meld_of_three_or_four_cards_of_the_hand_is_offered(name):
    rules = rl.rule_set(name).vary(opening__points=0)
    for number in range(8):
        here = rl.deal(rules, 2, 99, number)
        if rules.has_pile:
            here = rl.play(here, "draw")
        offered = {move.cards for move in rl.steps(here) if isinstance(move, Lay) and len(move.cards) < 5}
        hand = sorted(here.hands["A"])
        cards = {some for size in (3, 4) for some in combinations(hand, size)}
        assert offered == {meld.slots for some in cards for meld in rl.readings(rules, some)}


def test_what_is_offered_in_the_booklets_second_example():
    here = rl.position("schmidt; table [2g 3g 4g 5g]; hand A+ 6g 2y 2b; hand B ??; stock ??; turn A")
    steps = list(rl.steps(here))
    assert sum(isinstance(move, Pull) for move in steps) == 4
    assert sum(isinstance(move, Split) for move in steps) == 3
    assert {str(move) for move in steps if not isinstance(move, Pull | Split | Swap)} == {"draw", "layoff 6g>1"}
    pulled = rl.play(here, "layoff 6g>1; pull 2g<1")
    assert [str(move) for move in rl.steps(pulled) if isinstance(move, Lay)] == ["meld 2y 2g 2b"]
