"""The words of the table's own controls."""

from __future__ import annotations

from rummy_lab.core.errors import RummyError
from rummy_lab.language import LANG
from rummy_lab.words.texts import languages, read_toml


def table_texts(lang: str = LANG) -> dict[str, str]:
    """All texts of the table's buttons, settings, keys and messages; fields in braces are still to be filled in.

    >>> table_texts("nl")["new_meld"], table_texts("de")["status_sum"]
    ('Nieuwe combinatie', '{sum} von {need}')
    """
    if lang not in languages:
        raise RummyError(
            "there is no language {given}; the languages are {languages}",
            given=repr(lang),
            languages=", ".join(languages),
        )
    texts: dict[str, str] = read_toml(lang)["table"]
    return dict(texts)
