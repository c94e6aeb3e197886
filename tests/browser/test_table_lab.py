"""The table in a real JupyterLab: the examples of the booklet by mouse, finger and keys."""

import pytest

from browser.hands import Clicks, Drags, Fingers, Keys, play_example
from browser.tables import EXAMPLES

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("hand", [Clicks, Drags, Keys])
@pytest.mark.parametrize("example", EXAMPLES)
def test_the_examples_of_the_booklet(room, hand, example):
    (table,) = room.lay(EXAMPLES[example][0])
    play_example(hand(table), example)


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_examples_of_the_booklet_by_finger(phone, example):
    (table,) = phone.lay(EXAMPLES[example][0])
    play_example(Fingers(table), example)
