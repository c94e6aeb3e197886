"""Chance as data: every order of cards is a pure function of seed, deal and the number of the shuffle.

The words are those of Philox-4x64-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011), with
key (seed, deal) and counter (0, 0, 0, stream), the first block taken at counter + 1.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rummy_lab.core.cards import JOKER, Card, natural
from rummy_lab.core.errors import RummyError, shown
from rummy_lab.core.rules import RuleSet

_MASK: Final = (1 << 64) - 1
_GOLDEN: Final = 0x9E3779B97F4A7C15
_MULTIPLIERS: Final = (0xD2E7470EE14C6C93, 0xCA5A826395121157)
_WEYL: Final = (0x9E3779B97F4A7C15, 0xBB67AE8584CAA73B)
_FIRST_NATURAL: Final = 8
_PER_COPY: Final = 52
CARD_NUMBERS: Final = _FIRST_NATURAL + 4 * _PER_COPY


def _block(counter: int, stream: int, seed: int, deal: int) -> tuple[int, int, int, int]:
    a, b, c, d = counter & _MASK, counter >> 64, 0, stream
    for _ in range(10):
        high = a * _MULTIPLIERS[0]
        low = c * _MULTIPLIERS[1]
        a, b, c, d = (low >> 64) ^ b ^ seed, low & _MASK, (high >> 64) ^ d ^ deal, high & _MASK
        seed, deal = (seed + _WEYL[0]) & _MASK, (deal + _WEYL[1]) & _MASK
    return a, b, c, d


def check_seed(number: object, what: str = "seed") -> int:
    """The number itself when it can be a seed or a deal, 0 <= n < 2**64; else RummyError."""
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= _MASK:
        raise RummyError(
            "{what} must be a whole number from 0 to 2**64 - 1, not {given}", what=what, given=shown(number)
        )
    return number


def words(seed: int, deal: int, stream: int, n: int) -> list[int]:
    """The first `n` 64-bit words of a stream: 0 is the cards', 1 + seat number that of the bot on this seat.

    >>> hex(words(1, 7, 1, 1)[0])
    '0x480a1998e163872d'
    """
    check_seed(seed)
    check_seed(deal, "deal")
    out: list[int] = []
    for block in range(1, (n + 3) // 4 + 1):
        out += _block(block, stream, seed, deal)
    return out[:n]


def mix64(x: int) -> int:
    """The finaliser of splitmix64 (Steele, Lea and Flood, OOPSLA 2014)."""
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _MASK
    return x ^ (x >> 31)


def pack_numbers(rules: RuleSet) -> list[int]:
    """The numbers of all cards of the pack, jokers first; the same card has the same number in every pack."""
    naturals = [
        _FIRST_NATURAL + _PER_COPY * copy + 13 * suit + rank
        for copy in range(rules.pack.copies)
        for suit in range(4)
        for rank in range(rules.pack.ranks)
    ]
    return [*range(rules.pack.jokers), *naturals]


def card_number(card: Card, copy: int) -> int:
    """The number of a copy (from 0) of a card or joker."""
    return copy if card.joker else _FIRST_NATURAL + _PER_COPY * copy + card.code


def card_with_number(number: int, suits: str) -> Card:
    """The card that has this number."""
    if number < _FIRST_NATURAL:
        return JOKER
    suit, rank = divmod((number - _FIRST_NATURAL) % _PER_COPY, 13)
    return natural(rank + 1, suits[suit])


def order(numbers: Iterable[int], seed: int, deal: int, shuffle: int = 0) -> list[int]:
    """These card numbers as the shuffle leaves them; shuffle 0 is the deal, r the r-th reshuffle."""
    key = words(seed, deal, 0, CARD_NUMBERS)
    if shuffle:
        step = shuffle * _GOLDEN
        return sorted(numbers, key=lambda number: (mix64((key[number] + step) & _MASK), number))
    return sorted(numbers, key=lambda number: (key[number], number))


class Rng:
    """A bot's own stream of chance: splitmix64 seeded with the first word of its stream (DESIGN A.5)."""

    __slots__ = ("_state",)

    def __init__(self, state: int) -> None:
        self._state = state & _MASK

    @staticmethod
    def of_seat(seed: int, deal: int, seat: int) -> Rng:
        """The stream of the bot on a seat, counted from 0."""
        return Rng(words(seed, deal, 1 + seat, 1)[0])

    @property
    def state(self) -> int:
        """Where the stream stands, a 64-bit word; it can be set."""
        return self._state

    @state.setter
    def state(self, word: int) -> None:
        self._state = word & _MASK

    def word(self) -> int:
        """The next 64-bit word."""
        self._state = (self._state + _GOLDEN) & _MASK
        return mix64(self._state)

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, each as likely as the other, by rejection."""
        if n < 1:
            raise ValueError(f"below needs a positive number, not {n}")
        limit = (1 << 64) - (1 << 64) % n
        while (word := self.word()) >= limit:
            pass
        return word % n
