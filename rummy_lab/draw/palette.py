"""The colours of the table as constants, and the pairs in which text must stand out from what lies behind it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple


class Ink(NamedTuple):
    """The colours of one suit: `fill` of numbers and shapes, their `rim`, and a `pale` ground for badges."""

    fill: str
    rim: str
    pale: str


IVORY: Final = "#FFFDF5"
IVORY_EDGE: Final = "#B7AB8E"
WHITE: Final = "#FFFFFF"
CARD_EDGE: Final = "#9A9A9A"

# Yellow on ivory cannot have contrast of its own; its dark rim carries it.
INKS: Final = {
    "r": Ink("#D3202A", "#8C0F17", "#FDEEEB"),
    "y": Ink("#FFC60A", "#463200", "#FFF1BF"),
    "g": Ink("#12813F", "#0A5227", "#EAF8EC"),
    "b": Ink("#2160C4", "#123A7D", "#DEE9FB"),
    "c": Ink("#16181D", "#16181D", "#EEF0F4"),
    "d": Ink("#C8141E", "#C8141E", "#FDEDEA"),
    "h": Ink("#C8141E", "#C8141E", "#FDEDEA"),
    "s": Ink("#16181D", "#16181D", "#EEF0F4"),
}
SPEAKING: Final = {suit: ink.rim if suit == "y" else ink.fill for suit, ink in INKS.items()}

JOKER: Final = "#6A1B9A"
JOKER_PALE: Final = "#F6EDFB"
MOTLEY: Final = ("#D3202A", "#2160C4", "#12813F")
GOLD: Final = "#E9B12B"
GOLD_RIM: Final = "#7A5200"
SKIN: Final = "#F6D9B8"
BROWN: Final = "#4A3316"

HALO: Final = "#FFD54A"
BADGE: Final = "#F4FAF6"
BADGE_INK: Final = "#14313A"
SHADE: Final = "#000000"
SHINE: Final = "#FFFFFF"


@dataclass(frozen=True)
class Look:
    """One table: the felt and its lighter middle, lines, rim, text on trays, and the backs of its cards."""

    felt: str
    glow: str
    line: str
    rim: str
    rim_light: str
    tray: str
    text: str
    back: str
    back_line: str
    back_motif: str


NUMBERED_LOOK: Final = Look(
    felt="#24506E", glow="#3A7699", line="#9CC6DE", rim="#4B2E17", rim_light="#7A5230", tray="#1D435D", text="#F0F8FC",
    back="#F3EAD2", back_line="#C3AE7C", back_motif="#8C7A50",
)  # fmt: skip
FRENCH_LOOK: Final = Look(
    felt="#17583D", glow="#2A8059", line="#97D2B4", rim="#3F2413", rim_light="#6E4526", tray="#124A33", text="#EFFAF4",
    back="#1F3F7A", back_line="#AFC4EA", back_motif="#6F92CF",
)  # fmt: skip
RACK: Final = "#8C5A2C"
RACK_LIGHT: Final = "#B17A43"
RACK_DARK: Final = "#57351A"
RACK_LIP: Final = "#6B431F"
RACK_TEXT: Final = "#FFF1DA"


def look_of(suits: str) -> Look:
    """The table for a pack, `rygb` or `cdhs`."""
    return NUMBERED_LOOK if suits == "rygb" else FRENCH_LOOK


def rgb(colour: str) -> tuple[float, float, float]:
    """The channels of `#RRGGBB`, 0 to 1."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours by WCAG 2, from 1 to 21.

    >>> round(contrast("#000000", "#FFFFFF"), 1)
    21.0
    """
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def text_pairs() -> list[tuple[str, str, str]]:
    """Every (what, colour of its strokes or rim, colour behind it) that is read as text."""
    pairs = [(f"number {suit}", SPEAKING[suit], IVORY) for suit in "rygb"]
    pairs += [(f"index {suit}", SPEAKING[suit], WHITE) for suit in "cdhs"]
    pairs += [(f"stand-in {suit}", SPEAKING[suit], INKS[suit].pale) for suit in INKS]
    pairs += [(f"stand-in {suit} of a French joker", SPEAKING[suit], JOKER_PALE) for suit in "cdhs"]
    pairs += [("yellow inside its rim", INKS["y"].rim, INKS["y"].fill)]
    pairs += [("JOKER", JOKER, WHITE), ("JOKER", JOKER, IVORY), ("open suit", JOKER, JOKER_PALE)]
    pairs += [("badge", BADGE_INK, BADGE), ("turn", BADGE_INK, HALO), ("rack", RACK_TEXT, RACK_LIP)]
    for look in (NUMBERED_LOOK, FRENCH_LOOK):
        # Trays are translucent, so their text lies on something between tray and glow.
        pairs += [("caption", look.text, back) for back in (look.felt, look.glow, look.tray)]
    return pairs
