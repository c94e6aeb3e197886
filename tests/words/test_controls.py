"""The words of the table's controls: the same keys and fields in every language."""

import re

import pytest

from rummy_lab.core.errors import RummyError
from rummy_lab.widgets.front import ENGLISH, TEXT_KEYS
from rummy_lab.words import languages, table_texts

FIELD = re.compile(r"\{(\w+)\}")


def test_the_languages_have_the_same_texts_with_the_same_fields():
    first, *others = ({key: set(FIELD.findall(text)) for key, text in table_texts(lang).items()} for lang in languages)
    assert all(other == first for other in others)


@pytest.mark.parametrize("lang", languages)
def test_texts_are_short_and_finished(lang):
    for key, text in table_texts(lang).items():
        assert text.strip() == text, key
        assert text, key
        assert len(text.split()) <= 24, key
        assert not re.search(r"[\[\]<>_]", FIELD.sub("", text)), key
        assert FIELD.sub("", text).count("{") == 0, key


@pytest.mark.parametrize("lang", languages)
def test_buttons_and_settings_can_be_told_apart(lang):
    texts = table_texts(lang)
    buttons = (
        "end",
        "undo",
        "redo",
        "draw",
        "take",
        "hint",
        "sort",
        "fits",
        "new_meld",
        "settings",
        "presenter",
        "why",
    )
    assert len({texts[key] for key in buttons}) == len(buttons)
    helps = [texts[key] for key in texts if key.startswith("key_")]
    assert len(set(helps)) == len(helps)


@pytest.mark.parametrize("lang", languages)
def test_all_that_the_front_end_asks_for_is_there(lang):
    texts = table_texts(lang)
    assert not set(TEXT_KEYS) - set(texts)
    for key, text in ENGLISH.items():
        assert set(FIELD.findall(text)) == set(FIELD.findall(texts[key])), key


def test_an_unknown_language_is_refused():
    with pytest.raises(RummyError, match="there is no language 'fr'"):
        table_texts("fr")


def test_the_texts_are_a_copy():
    table_texts()["end"] = ""
    assert table_texts()["end"] == "End turn"
