"""The discard pile, and the stock that is made of it."""

from __future__ import annotations

from rummy_lab.bots.kernels.sheet import (
    IN_PILE,
    KINDS,
    PILE,
    STOCK,
    TOP_OF_PILE,
    WILD,
    Ints,
)
from rummy_lab.bots.kernels.unseen import (
    ASIDE,
    KEYS,
    PILE_LIST,
    SHUFFLES,
    STOCK_LIST,
)
from rummy_lab.bots.kernels.words import (
    GOLDEN_HIGH,
    GOLDEN_LOW,
    LOW_HALF,
    mixed,
    times_high,
    times_low,
)


def kind_of(number: int) -> int:
    """The card with a number."""
    return WILD if number < 8 else (number - 8) % 52


def onto_pile(v: Ints, d: Ints, card: int) -> int:
    """A card goes on top of the discard pile."""
    d[PILE_LIST + v[IN_PILE]] = card
    v[IN_PILE] += 1
    v[PILE + card] += 1
    v[TOP_OF_PILE] = card
    return 0


def reshuffle(v: Ints, d: Ints) -> int:
    """The discards but the last become the stock, in an order that depends on seed, deal and number of the shuffle."""
    count = v[IN_PILE] - 1
    d[SHUFFLES] += 1
    step_low = times_low(GOLDEN_LOW, d[SHUFFLES])
    step_high = times_high(GOLDEN_HIGH, GOLDEN_LOW, 0, d[SHUFFLES])
    for card in range(KINDS):
        v[PILE + card] = 0
    for at in range(count):
        card = d[PILE_LIST + at]
        # Equal cards take the numbers of their copies in the order in which they lie.
        number = v[PILE + card] if card == WILD else 8 + 52 * v[PILE + card] + card
        v[PILE + card] += 1
        low = d[KEYS + 2 * number + 1] + step_low
        high = d[KEYS + 2 * number] + step_high + (low >> 32) & LOW_HALF
        mixed(d, high, low & LOW_HALF, ASIDE + 3 * at)
        d[ASIDE + 3 * at + 2] = number
        place = at
        while place > 0 and _comes_before(d, place):
            for one in range(3):
                here, before = ASIDE + 3 * place + one, ASIDE + 3 * place - 3 + one
                d[here], d[before] = d[before], d[here]
            place -= 1
    for at in range(count):
        d[STOCK_LIST + at] = kind_of(d[ASIDE + 3 * at + 2])
    for card in range(KINDS):
        v[PILE + card] = 0
    v[STOCK], v[IN_PILE] = count, 0
    return onto_pile(v, d, v[TOP_OF_PILE])


def _comes_before(d: Ints, place: int) -> bool:
    """Whether the card at a place belongs before the one to its left: by key, then by number."""
    at = ASIDE + 3 * place
    for one in range(3):
        if d[at + one] != d[at - 3 + one]:
            return d[at + one] < d[at - 3 + one]
    return False
