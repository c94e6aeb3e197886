"""The doors that the guided fuzzer goes through open to what they are for, and bear what means harm."""

import pytest

from fuzz.doors import DOORS
from fuzz.hostile import HARM, READERS, bear


@pytest.mark.parametrize("name", DOORS)
def test_what_is_meant_for_it_opens_it(name):
    opens, seeds = DOORS[name]
    assert [seed for seed in seeds() if not bear(opens, seed)] == []
    assert name not in READERS


@pytest.mark.parametrize("name", DOORS)
def test_what_means_harm_is_refused_in_a_sentence_or_read_as_a_text(name):
    opens, _ = DOORS[name]
    for harm in HARM:
        bear(opens, harm)
