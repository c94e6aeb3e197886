"""Many deals, one after another, and the facts of each."""

from __future__ import annotations

from rummy_lab.bots.kernels.dealing import (
    play_deal,
    set_out,
)
from rummy_lab.bots.kernels.sheet import (
    COPIES,
    JOKERS,
    KINDS,
    OPENED,
    STOCK,
    TOP,
    Ints,
)
from rummy_lab.bots.kernels.unseen import (
    CARD_NUMBERS,
    CHANCE_HIGH,
    CHANCE_LOW,
    DEAL_FACTS,
    DEALT_WILD,
    ENDED,
    HANDS,
    HOW,
    JOKERS_DEALT,
    JOKERS_LAID,
    KEYS,
    LAID_WILD,
    LEFT_HAND,
    OPENED_IN,
    OPENED_POINTS,
    OPENED_WITH,
    ORDER,
    RESHUFFLES,
    SEAT_FACTS,
    SHUFFLES,
    STOCK_LEFT,
    TURNS,
    TURNS_DONE,
    WENT_BUILT,
    WINNERS,
    WITH_BUILD,
    WON_BY,
)


def play_deals(v: Ints, d: Ints, plays: int, seats: int, orders: Ints, facts: Ints, moves: Ints, turns: Ints) -> int:
    """Play deals one after another, each from its own order of the cards, and write down the facts of each.

    `orders` holds for each of them the numbers of its cards as dealt, the words of the cards and those of the bots.
    """
    cards = 52 * v[COPIES] - 4 * v[COPIES] * (13 - v[TOP]) + v[JOKERS]
    size, at, fact = cards + 2 * CARD_NUMBERS + 16, 0, 0
    for play in range(plays):
        at = size * play
        for one in range(cards):
            d[ORDER + one] = orders[at + one]
        at += cards
        for one in range(2 * CARD_NUMBERS):
            d[KEYS + one] = orders[at + one]
        at += 2 * CARD_NUMBERS
        for seat in range(8):
            d[CHANCE_HIGH + seat], d[CHANCE_LOW + seat] = orders[at + 2 * seat], orders[at + 2 * seat + 1]
        set_out(v, d, seats, cards)
        play_deal(v, d, moves, turns)
        fact = (DEAL_FACTS + SEAT_FACTS * seats) * play
        facts[fact + HOW], facts[fact + WON_BY], facts[fact + WITH_BUILD] = d[ENDED], d[WINNERS], d[WENT_BUILT]
        facts[fact + TURNS_DONE], facts[fact + RESHUFFLES], facts[fact + STOCK_LEFT] = d[TURNS], d[SHUFFLES], v[STOCK]
        fact += DEAL_FACTS
        for seat in range(seats):
            facts[fact + OPENED_IN], facts[fact + OPENED_WITH] = v[OPENED + seat], d[OPENED_POINTS + seat]
            facts[fact + DEALT_WILD], facts[fact + LAID_WILD] = d[JOKERS_DEALT + seat], d[JOKERS_LAID + seat]
            for card in range(KINDS):
                facts[fact + LEFT_HAND + card] = d[HANDS + KINDS * seat + card]
            fact += SEAT_FACTS
    return plays
