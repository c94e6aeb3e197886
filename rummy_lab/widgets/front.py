"""The front end of the table: one text out of its files, and what it must be told in words."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
PARTS: Final = ("dom", "sheet", "stops", "drag", "speech", "panel", "memory")
"""The files `table_*.js`, in the order in which they are joined; `table.js` comes last."""

STYLES: Final = ("around", "speech", "modes")
"""The files `table_*.css`, in the order in which they follow `table.css`."""

CHOICES: Final = {
    "lang": ("en", "de", "nl"),
    "size": ("small", "normal", "large"),
    "speed": ("off", "slow", "normal", "fast"),
}
"""The values of the settings that are not just on or off."""

SWITCHES: Final = ("four_colours", "contrast", "autosort")
"""The settings that are on or off."""

ENGLISH: Final = {
    "game": "Rummy table",
    "table": "Table",
    "how": "Arrow left and right: cards. Arrow up and down: melds and hand. Enter: pick up or put down. "
    "Question mark: all keys.",
    "put": "Put down here",
    "buttons": "Actions",
    "status": "State of the game",
    "refused": "Not allowed",
    "why": "Why?",
    "also": "Other reasons",
    "close": "Close",
    "cancel": "Cancel",
    "points": "{points} points",
    "sum": "{sum} in all",
    "line": "Type a move",
    "send": "Play",
    "log": "What happened",
    "fresh": "new",
    "as_text": "Position as text",
    "copy": "Copy",
    "copied": "Copied.",
    "settings": "Settings",
    "presenter": "Fill the window",
    "keys": "Keys",
    "caps_cards": "← →",
    "key_cards": "card before, next card",
    "caps_ends": "Home End",
    "key_ends": "zone, last card of the zone",
    "caps_zones": "↑ ↓",
    "key_zones": "zone before, next zone",
    "caps_outer": "Page up, Page down",
    "key_outer": "first zone, last zone",
    "caps_digits": "1 to 9",
    "key_digits": "to the meld with this number",
    "caps_tap": "Enter, Space",
    "key_tap": "pick up a card, put down what is picked up",
    "caps_clear": "Esc",
    "key_clear": "put everything back, close",
    "caps_choose": "1 2 3",
    "key_choose": "choose where there is a choice",
    "caps_help": "?",
    "key_help": "this list",
    "lang": "Language",
    "lang_en": "English",
    "lang_de": "Deutsch",
    "lang_nl": "Nederlands",
    "size": "Size of cards",
    "size_small": "small",
    "size_normal": "normal",
    "size_large": "large",
    "speed": "Cards glide",
    "speed_off": "not at all",
    "speed_slow": "slowly",
    "speed_normal": "normally",
    "speed_fast": "fast",
    "four_colours": "Four colours",
    "contrast": "High contrast",
    "autosort": "Sort the hand by itself",
}
"""The words of the front end in English."""

TEXT_KEYS: Final = tuple(ENGLISH)
"""All words that the front end asks for; `{points}` and `{sum}` are filled in by it."""


@cache
def front_end() -> str:
    """The module for the browser: a widget takes one."""
    names = [*(f"table_{part}.js" for part in PARTS), "table.js"]
    return "\n".join((HERE / name).read_text(encoding="utf-8") for name in names)


@cache
def styles() -> str:
    """The style of the table, for its shadow root."""
    names = ["table.css", *(f"table_{part}.css" for part in STYLES)]
    return "\n".join((HERE / name).read_text(encoding="utf-8") for name in names)
