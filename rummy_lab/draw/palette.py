"""The colours of the table as constants, and the pairs in which text must stand out from what lies behind it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from typing import Final, Literal, NamedTuple


class Ink(NamedTuple):
    """The colours of one suit: `fill` of numbers and shapes, their `rim`, and a `pale` ground for badges."""

    fill: str
    rim: str
    pale: str


IVORY: Final = "#FFFDF5"
IVORY_EDGE: Final = "#B7AB8E"
WHITE: Final = "#FFFFFF"
CARD_EDGE: Final = "#858585"

Colours = Literal["plain", "four", "strong", "four-strong"]

# Yellow on ivory cannot have contrast of its own; its dark rim carries it.
_PLAIN: Final = {
    "r": Ink("#C01C25", "#8C0F17", "#FDEEEB"),
    "y": Ink("#FFC60A", "#463200", "#FFF1BF"),
    "g": Ink("#107A3C", "#0A5227", "#EAF8EC"),
    "b": Ink("#205BBB", "#123A7D", "#DEE9FB"),
    "c": Ink("#16181D", "#16181D", "#EEF0F4"),
    "d": Ink("#C1121C", "#C1121C", "#FDEDEA"),
    "h": Ink("#C1121C", "#C1121C", "#FDEDEA"),
    "s": Ink("#16181D", "#16181D", "#EEF0F4"),
}
_STRONG: Final = {
    "r": Ink("#9E000B", "#5C0006", "#FFFFFF"),
    "y": Ink("#FFCC00", "#000000", "#FFFFFF"),
    "g": Ink("#00581F", "#002B0F", "#FFFFFF"),
    "b": Ink("#0A36A0", "#051C55", "#FFFFFF"),
    "c": Ink("#000000", "#000000", "#FFFFFF"),
    "d": Ink("#9E000B", "#9E000B", "#FFFFFF"),
    "h": Ink("#9E000B", "#9E000B", "#FFFFFF"),
    "s": Ink("#000000", "#000000", "#FFFFFF"),
}
INKS: Final[dict[str, dict[str, Ink]]] = {
    "plain": _PLAIN,
    "four": _PLAIN | {"c": Ink("#0B6B34", "#0B6B34", "#EAF8EC"), "d": Ink("#1B55C2", "#1B55C2", "#DEE9FB")},
    "strong": _STRONG,
    "four-strong": _STRONG | {"c": _STRONG["g"]._replace(rim="#00581F"), "d": _STRONG["b"]._replace(rim="#0A36A0")},
}


def joker_pale(colours: str) -> str:
    """The ground on which a joker shows the card it stands for."""
    return WHITE if "strong" in colours else JOKER_PALE


def speaking(suit: str, colours: str) -> str:
    """The colour that makes a suit stand out from a card: of yellow its rim."""
    ink = INKS[colours][suit]
    return ink.rim if suit == "y" else ink.fill


JOKER: Final = "#6A1B9A"
JOKER_PALE: Final = "#F6EDFB"
MOTLEY: Final = ("#D3202A", "#2160C4", "#12813F")
GOLD: Final = "#E9B12B"
GOLD_RIM: Final = "#7A5200"
SKIN: Final = "#F6D9B8"
BROWN: Final = "#4A3316"

SHADE: Final = "#000000"
SHINE: Final = "#FFFFFF"


@dataclass(frozen=True)
class Look:
    """One table.

    Attributes:
        suits: of its pack.
        felt, glow: and its lighter middle, a mixture of which lies behind whatever is not on a tray.
        line: edges of trays and signs on the felt.
        rim, rim_light: of the wood around it.
        tray: laid over the felt; `solid` says how densely.
        text: on felt and trays.
        back, back_line, back_motif: of its cards.
        rack, rack_light, rack_dark, rack_lip, rack_text: of the rack.
        halo: around a card that is picked up, and behind what says whose turn it is.
        badge, badge_ink: discs and what is written on them.
        plain: without grain, vignette and emblem.
    """

    suits: str
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
    rack: str = "#8C5A2C"
    rack_light: str = "#B17A43"
    rack_dark: str = "#57351A"
    rack_lip: str = "#6B431F"
    rack_text: str = "#FFF1DA"
    halo: str = "#FFD54A"
    badge: str = "#F4FAF6"
    badge_ink: str = "#14313A"
    solid: float = 0.5
    plain: bool = False


_NUMBERED: Final = Look(
    suits="rygb", felt="#24506E", glow="#377092", line="#B8DAED", rim="#4B2E17", rim_light="#7A5230", tray="#1D435D",
    text="#F0F8FC", back="#F3EAD2", back_line="#C3AE7C", back_motif="#8C7A50",
)  # fmt: skip
_FRENCH: Final = Look(
    suits="cdhs", felt="#17583D", glow="#287A54", line="#B4E6CA", rim="#3F2413", rim_light="#6E4526", tray="#124A33",
    text="#EFFAF4", back="#1F3F7A", back_line="#AFC4EA", back_motif="#6F92CF",
)  # fmt: skip


def _strong(look: Look) -> Look:
    dark = "#0B1D2A" if look.suits == "rygb" else "#0A2318"
    return replace(
        look, felt=dark, glow=dark, line="#FFFFFF", rim="#000000", rim_light="#FFFFFF", tray="#000000", text="#FFFFFF",
        rack="#2E1C0C", rack_light="#FFFFFF", rack_dark="#000000", rack_lip="#000000", rack_text="#FFFFFF",
        halo="#FFE100", badge="#FFFFFF", badge_ink="#000000", solid=1.0, plain=True,
    )  # fmt: skip


def _printed(look: Look) -> Look:
    grey = "#6B6B6B"
    return replace(
        look, felt=WHITE, glow=WHITE, line="#4A4A4A", rim=WHITE, rim_light=grey, tray=WHITE, text="#000000",
        rack=WHITE, rack_light="#C9C9C9", rack_dark="#E6E6E6", rack_lip=WHITE, rack_text="#000000",
        halo="#444444", badge="#000000", badge_ink=WHITE, solid=1.0, plain=True,
    )  # fmt: skip


_LOOKS: Final = {look.suits: (look, _strong(look), _printed(look)) for look in (_NUMBERED, _FRENCH)}


def look_of(suits: str, *, high_contrast: bool = False, paper: bool = False) -> Look:
    """The table for a pack, `rygb` or `cdhs`; on `paper` it is white."""
    plain, strong, printed = _LOOKS[suits]
    return printed if paper else strong if high_contrast else plain


def mixed(under: str, over: str, alpha: float) -> str:
    """A colour seen through another one that is laid over it.

    >>> mixed("#000000", "#FFFFFF", 0.5)
    '#808080'
    """
    parts = [round(255 * (one + (other - one) * alpha)) for one, other in zip(rgb(under), rgb(over), strict=True)]
    return "#" + "".join(f"{part:02X}" for part in parts)


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


def _grounds(look: Look) -> dict[str, str]:
    """What may lie behind captions and signs: the felt where it is darkest and lightest, bare and below each tray."""
    ends = {"felt": look.felt, "glow": look.glow}
    trays = {f"{name} below a tray": mixed(back, look.tray, look.solid) for name, back in ends.items()}
    light = {f"{name} below a light tray": mixed(back, look.tray, look.solid / 2) for name, back in ends.items()}
    return ends | trays | light


Pairs = list[tuple[str, str, str]]


def text_pairs(colours: Colours = "plain") -> Pairs:
    """Every (what, colour of its strokes or rim, colour behind it) that is read as text."""
    inks = INKS[colours]
    pairs = [(f"number {suit}", speaking(suit, colours), paper) for suit in "rygb" for paper in (IVORY, WHITE)]
    pairs += [(f"index {suit}", speaking(suit, colours), WHITE) for suit in "cdhs"]
    pairs += [(f"stand-in {suit}", speaking(suit, colours), inks[suit].pale) for suit in inks]
    pairs += [(f"stand-in {suit} of a French joker", speaking(suit, colours), joker_pale(colours)) for suit in "cdhs"]
    pairs += [("yellow inside its rim", inks["y"].rim, inks["y"].fill)]
    pairs += [("JOKER", JOKER, WHITE), ("JOKER", JOKER, IVORY), ("open suit", JOKER, joker_pale(colours))]
    for suits, paper in product(("rygb", "cdhs"), (False, True)):
        look = look_of(suits, high_contrast="strong" in colours, paper=paper)
        pairs += [("badge", look.badge_ink, look.badge), ("turn", look.badge_ink, look.halo)]
        pairs += [("rack", look.rack_text, look.rack_lip)]
        pairs += [(f"caption, {suits}, {name}", look.text, back) for name, back in _grounds(look).items()]
    return pairs


def sign_pairs(colours: Colours = "plain") -> Pairs:
    """Every (what, its colour, colour beside it) that is seen as a sign without being read."""
    inks = INKS[colours]
    pairs = [(f"suit {suit}", inks[suit].rim, paper) for suit in inks for paper in (IVORY, WHITE, inks[suit].pale)]
    pairs += [("card on card or paper", CARD_EDGE, WHITE), ("frame of a stand-in", JOKER, WHITE)]
    pairs += [(f"frame of the stand-in {suit}", inks[suit].rim, IVORY) for suit in "rygb"]
    for suits in ("rygb", "cdhs"):
        look = look_of(suits, high_contrast="strong" in colours)
        pairs += [("tick", look.badge_ink, look.badge), ("arrow", look.badge_ink, look.halo)]
        for name, back in _grounds(look).items():
            pairs += [
                (f"{what}, {suits}, {name}", colour, back)
                for what, colour in (
                    ("halo", look.halo), ("dashes", look.line), ("dots", look.text), ("badge", look.badge),
                    ("card", WHITE), ("tile", IVORY), ("back", WHITE if suits == "cdhs" else look.back),
                )
            ]  # fmt: skip
        backs = (look.rack, look.rack_lip, look.rack_dark) if suits == "rygb" else ()
        pairs += [
            (what, colour, back)
            for back in backs
            for what, colour in (("halo on wood", look.halo), ("tile on wood", IVORY))
        ]
    return pairs
