"""The position shown as text to be copied: its notation, and code that shows or makes it."""

from __future__ import annotations

import json
from html import escape

from rummy_lab.core.state import State
from rummy_lab.core.violations import Seat
from rummy_lab.language import LANG
from rummy_lab.widgets.texts import Language
from rummy_lab.widgets.viewer_texts import tell


def code_of(state: State, seat: Seat | None, lang: Language) -> tuple[str, str]:
    """Code that shows the position in a viewer, and code that makes it.

    >>> from rummy_lab.core.referee import position
    >>> code_of(position("schmidt; hand A 4r; turn A"), None, "nl")[0]
    'rl.GameViewer("schmidt; hand A 4r; turn A", lang="nl")'
    """
    text = json.dumps(str(state), ensure_ascii=False)
    options = (f', seat="{seat}"' if seat else "") + (f', lang="{lang}"' if (lang, LANG) != ("en", "en") else "")
    return f"rl.GameViewer({text}{options})", f"rl.position({text})"


def copy_page(state: State, seat: Seat | None, lang: Language) -> str:
    """Fields that hold these texts, as HTML."""
    shows, makes = code_of(state, seat, lang)
    fields = {"copy_notation": str(state), "copy_viewer": shows, "copy_position": makes}
    return "".join(_field(tell(key, lang), value) for key, value in fields.items())


def _field(name: str, value: str) -> str:
    label = escape(name)
    return (
        f'<label class="rl-copy">{label}'
        f'<textarea readonly rows="3" spellcheck="false" aria-label="{label}">{escape(value)}</textarea></label>'
    )
