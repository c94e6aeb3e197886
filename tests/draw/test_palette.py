"""Whatever is read stands out, and the colours are what they are called."""

import colorsys

import pytest

from rummy_lab.draw import palette


@pytest.mark.parametrize(("what", "text", "back"), palette.text_pairs())
def test_text_has_the_contrast_that_wcag_asks_of_small_text(what, text, back):
    assert palette.contrast(text, back) >= 4.5, what


@pytest.mark.parametrize("suit", palette.INKS["plain"])
def test_shapes_stand_out_from_the_card_by_their_rim(suit):
    for card in (palette.IVORY, palette.WHITE, palette.INKS["plain"][suit].pale):
        assert palette.contrast(palette.INKS["plain"][suit].rim, card) >= 3


@pytest.mark.parametrize(("suit", "low", "high"), [("r", -15, 15), ("y", 40, 60), ("g", 120, 165), ("b", 200, 235)])
def test_colours_of_the_numbers_are_what_they_are_called(suit, low, high):
    hue, saturation, value = colorsys.rgb_to_hsv(*palette.rgb(palette.INKS["plain"][suit].fill))
    degrees = (hue * 360 + 180) % 360 - 180
    assert low <= (degrees if low < 0 else degrees % 360) <= high
    assert saturation > 0.7
    assert suit != "y" or value > 0.9, "a darker yellow is brown"


def test_contrast_is_that_of_wcag():
    assert palette.contrast("#FFFFFF", "#767676") == pytest.approx(4.54, abs=0.01)
    assert palette.contrast("#123456", "#123456") == 1
