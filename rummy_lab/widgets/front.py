"""The front ends of the table and of the editor: one text out of their files, and the words that the table asks for."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final, Literal

HERE: Final = Path(__file__).parent
Page = Literal["table", "editor"]

PARTS: Final[dict[Page, tuple[str, ...]]] = {
    "table": (
        "table_dom", "table_sheet", "table_stops", "table_drag", "table_speech", "table_panel", "table_memory",
        "table_fit", "table_sending", "table_busy", "table",
    ),
    "editor": ("table_dom", "files", "editor_parts", "editor"),
}  # fmt: skip
"""The files of JavaScript, in the order in which they are joined."""

STYLES: Final[dict[Page, tuple[str, ...]]] = {
    "table": ("shared", "table", "table_around", "table_speech", "table_modes"),
    "editor": ("shared", "editor"),
}
"""The style sheets, in the order in which they follow each other."""

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
    "put_home": "Put back here",
    "fits_here": "fits",
    "fits_some_here": "something fits",
    "place_of": "{at} of {all}",
    "not_done": "What you did after that was not done.",
    "buttons": "Actions",
    "status": "State of the game",
    "refused": "Not allowed",
    "why": "Why?",
    "also": "Other reasons",
    "close": "Close",
    "cancel": "Cancel",
    "points": "meld worth {points} points",
    "sum": "{sum} in all",
    "line": "Type a move",
    "send": "Play",
    "log": "What happened",
    "fresh": "new",
    "busy": "The notebook is busy: your move comes when it is done.",
    "as_text": "Position as text",
    "copy": "Copy",
    "copied": "Copied.",
    "settings": "Settings",
    "presenter": "Fill the window",
    "keys": "Keys",
    "caps_cards": "Arrow left, right",
    "key_cards": "card before, next card",
    "caps_ends": "Home End",
    "key_ends": "zone, last card of the zone",
    "caps_zones": "Arrow up, down",
    "key_zones": "zone before, next zone",
    "caps_outer": "Page up, Page down",
    "key_outer": "first zone, last zone",
    "caps_digits": "1 to 9",
    "key_digits": "to the meld with this number",
    "caps_hand": "0",
    "key_hand": "to your hand",
    "caps_tap": "Enter, Space",
    "key_tap": "pick up a card, put down what is picked up",
    "caps_clear": "Esc",
    "key_clear": "put everything back, close",
    "caps_choose": "1 2 3",
    "key_choose": "choose where there is a choice",
    "caps_acts": "Tab, then arrow left, right",
    "key_acts": "from one button to the next; Tab again: the line of text",
    "caps_line": "/",
    "key_line": "to the line of text; Esc goes back",
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
"""The words of the table in English."""

TEXT_KEYS: Final = tuple(ENGLISH)
"""All words that the table asks for; their fields are filled in by it."""


@cache
def front_end(page: Page = "table") -> str:
    """The module for the browser: a widget takes one."""
    return _joined(PARTS[page], "js")


@cache
def styles(page: Page = "table") -> str:
    """The style of the table or of the editor, for its shadow root."""
    return _joined(STYLES[page], "css")


def _joined(names: tuple[str, ...], ending: str) -> str:
    return "\n".join((HERE / f"{name}.{ending}").read_text(encoding="utf-8") for name in names)
