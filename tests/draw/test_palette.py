"""Whatever is read stands out, and the colours are what they are called."""

import colorsys
import operator

import pytest

from rummy_lab.draw import palette

# What is left of the colours, of linear light: Machado, Oliveira, Fernandes 2009 at full severity, and a grey screen.
SEEN = {
    "all": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red cones": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "no green cones": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "no blue cones": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
    "grey": ((0.2126, 0.7152, 0.0722),) * 3,
}


def seen(colour, eyes):
    """How somebody with these eyes sees a colour."""
    light = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in palette.rgb(colour)]
    left = [min(1, max(0, sum(map(operator.mul, row, light)))) for row in SEEN[eyes]]
    return "#" + "".join(
        f"{round(255 * (c * 12.92 if c <= 0.0031308 else 1.055 * c ** (1 / 2.4) - 0.055)):02X}" for c in left
    )


@pytest.mark.parametrize("eyes", SEEN)
@pytest.mark.parametrize("colours", palette.INKS)
def test_text_has_the_contrast_that_wcag_asks_of_small_text_to_all_eyes(colours, eyes):
    least = 7 if "strong" in colours else 4.5
    for what, text, back in palette.text_pairs(colours):
        assert palette.contrast(seen(text, eyes), seen(back, eyes)) >= least, what


@pytest.mark.parametrize("eyes", SEEN)
@pytest.mark.parametrize("colours", palette.INKS)
def test_signs_have_the_contrast_that_wcag_asks_of_graphics_to_all_eyes(colours, eyes):
    for what, sign, back in palette.sign_pairs(colours):
        assert palette.contrast(seen(sign, eyes), seen(back, eyes)) >= 3, what


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


def test_eyes_without_red_or_green_cones_take_red_and_green_for_one_hue():
    """And each of these eyes sees white as white, so that the rows add up to one."""
    assert {seen("#FFFFFF", eyes) for eyes in SEEN} == {"#FFFFFF"}
    for eyes in ("no red cones", "no green cones"):
        hues = [colorsys.rgb_to_hsv(*palette.rgb(seen(colour, eyes)))[0] * 360 for colour in ("#C01C25", "#107A3C")]
        assert abs(hues[0] - hues[1]) < 30
