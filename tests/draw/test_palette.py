"""Whatever is read stands out, and the colours are what they are called."""

import colorsys

import pytest

from rummy_lab.draw import palette


@pytest.mark.parametrize("colours", palette.INKS)
def test_text_has_the_contrast_that_wcag_asks_of_small_text(colours):
    least = 7 if "strong" in colours else 4.5
    for what, text, back in palette.text_pairs(colours):
        assert palette.contrast(text, back) >= least, what


@pytest.mark.parametrize("colours", palette.INKS)
def test_signs_have_the_contrast_that_wcag_asks_of_graphics(colours):
    for what, sign, back in palette.sign_pairs(colours):
        assert palette.contrast(sign, back) >= 3, what


@pytest.mark.parametrize("suits", ["rygb", "cdhs"])
@pytest.mark.parametrize("high_contrast", [False, True])
def test_a_table_stands_out_from_a_light_and_from_a_dark_page_by_its_rim(suits, high_contrast):
    look = palette.look_of(suits, high_contrast=high_contrast)
    assert palette.contrast(look.rim, "#FFFFFF") >= 3
    assert max(palette.contrast(colour, "#111111") for colour in (look.rim_light, look.felt)) >= 1.5


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
