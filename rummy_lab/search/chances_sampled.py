"""Chances by simulation: hands of real deals, each asked with the exact search whether it can open."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist
from typing import Final

from rummy_lab.core.cards import Card
from rummy_lab.core.chance import card_with_number, order, pack_numbers
from rummy_lab.core.rules import RuleSet
from rummy_lab.search.arranging import best_arrangement

_NORMAL: Final = NormalDist().inv_cdf(0.975)


def hand_of_deal(rules: RuleSet, cards: int, seed: int, deal: int, jokers: int | None = None) -> tuple[Card, ...]:
    """The first cards of the shuffled pack of a deal; with `jokers`, so many jokers and the first of the others."""
    shuffled = order(pack_numbers(rules), seed, deal)
    faces = [card_with_number(number, rules.pack.suits) for number in shuffled]
    if jokers is None:
        return tuple(faces[:cards])
    wild = [face for face in faces if face.joker][:jokers]
    return tuple(wild + [face for face in faces if not face.joker][: cards - jokers])


def opens(rules: RuleSet, hand: tuple[Card, ...], points: int, keep: bool) -> bool:
    """Whether disjoint melds of the hand are worth these points; `keep`: with one card left."""
    best = best_arrangement(rules, may=hand, objective="points")
    if best is None or not best.melds or best.points_laid < points:
        return False
    if not keep or best.cards_laid < len(hand):
        return True
    return any(opens(rules, hand[:at] + hand[at + 1 :], points, False) for at in range(len(hand)))


def sampled(
    rules: RuleSet, cards: int, points: int, keep: bool, jokers: int | None, hands: int, seed: int, natural: bool
) -> tuple[dict[int, int], dict[int, int]]:
    """Of the hands of this many deals, by number of jokers: how many there are and how many can open.

    `natural`: without laying a joker.
    """
    met: dict[int, int] = {}
    opened: dict[int, int] = {}
    for deal in range(hands):
        hand = hand_of_deal(rules, cards, seed, deal, jokers)
        wild = sum(card.joker for card in hand)
        met[wild] = met.get(wild, 0) + 1
        usable = tuple(card for card in hand if not card.joker) if natural else hand
        stays = keep and len(usable) == len(hand)
        opened[wild] = opened.get(wild, 0) + opens(rules, usable, points, stays)
    return met, opened


def wilson(hits: int, hands: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson, JASA 1927).

    >>> [round(end, 3) for end in wilson(498, 1000)]
    [0.467, 0.529]
    """
    share, square = hits / hands, _NORMAL**2 / hands
    middle = (share + square / 2) / (1 + square)
    half = _NORMAL * sqrt(share * (1 - share) / hands + square / (4 * hands)) / (1 + square)
    return max(0.0, middle - half), min(1.0, middle + half)
