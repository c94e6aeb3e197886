"""Words of 64 bits as two halves of 32, so that plain and compiled numbers agree: mixing, a stream of chance."""

from __future__ import annotations

from rummy_lab.bots.kernels.sheet import (
    RANDOM_HIGH,
    RANDOM_LOW,
    Ints,
)

HALF_BITS = 32
LOW_HALF = (1 << 32) - 1
SHORT = (1 << 16) - 1
GOLDEN_HIGH, GOLDEN_LOW = 0x9E3779B9, 0x7F4A7C15


def _low_product(a: int, b: int) -> int:
    """The lower half of the product of two halves."""
    return (a * (b & SHORT) + ((a * (b >> 16) & SHORT) << 16)) & LOW_HALF


def _high_product(a: int, b: int) -> int:
    """The upper half of the product of two halves."""
    a0, a1, b0, b1 = a & SHORT, a >> 16, b & SHORT, b >> 16
    middle = (a0 * b0 >> 16) + (a1 * b0 & SHORT) + (a0 * b1 & SHORT)
    return a1 * b1 + (a1 * b0 >> 16) + (a0 * b1 >> 16) + (middle >> 16)


def times_high(high: int, low: int, by_high: int, by_low: int) -> int:
    """The upper half of a product of words."""
    return (_high_product(low, by_low) + _low_product(high, by_low) + _low_product(low, by_high)) & LOW_HALF


def times_low(low: int, by_low: int) -> int:
    """The lower half of a product of words."""
    return _low_product(low, by_low)


def mixed(v: Ints, high: int, low: int, at: int) -> int:
    """Write the finaliser of splitmix64 of a word at two places of the sheet, the upper half first."""
    low ^= (low >> 30 | high << 2) & LOW_HALF
    high ^= high >> 30
    high, low = times_high(high, low, 0xBF58476D, 0x1CE4E5B9), times_low(low, 0x1CE4E5B9)
    low ^= (low >> 27 | high << 5) & LOW_HALF
    high ^= high >> 27
    high, low = times_high(high, low, 0x94D049BB, 0x133111EB), times_low(low, 0x133111EB)
    low ^= (low >> 31 | high << 1) & LOW_HALF
    high ^= high >> 31
    v[at], v[at + 1] = high, low
    return 0


def below(v: Ints, n: int, at: int) -> int:
    """A whole number from 0 to n - 1 from the bot's stream, by rejection; two places at `at` are used."""
    # 2**64 modulo n: words from there down to the last multiple of n count.
    part = (1 << HALF_BITS) % n
    over = part * part % n
    while True:
        low = v[RANDOM_LOW] + GOLDEN_LOW
        v[RANDOM_HIGH] = v[RANDOM_HIGH] + GOLDEN_HIGH + (low >> HALF_BITS) & LOW_HALF
        v[RANDOM_LOW] = low & LOW_HALF
        mixed(v, v[RANDOM_HIGH], v[RANDOM_LOW], at)
        high, low = v[at], v[at + 1]
        if not over or high < LOW_HALF or low <= LOW_HALF - over:
            return (high % n * part + low) % n
