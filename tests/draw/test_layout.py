"""Zones never overlap, cards lie in their zones, and nothing leaves the canvas."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rummy_lab.draw.geometry import PLAYING, SMALL, SMALL_BACK, TILE, Contents, Other, extent
from rummy_lab.draw.layout import arrange

captions = st.floats(0, 500)


@st.composite
def contents(draw):
    seats = draw(st.integers(0, 7))
    return Contents(
        french=draw(st.booleans()),
        melds=[(n, draw(st.integers(1, 14)), draw(captions)) for n in range(1, draw(st.integers(0, 30)) + 1)],
        hand=draw(st.none() | st.integers(0, 40)),
        hand_captions=draw(captions),
        others=[Other(s, draw(st.integers(0, 30)), draw(st.booleans()), draw(captions)) for s in "BCDEFGH"[:seats]],
        loose=draw(st.integers(0, 14)),
        loose_captions=draw(captions),
        keep_loose=draw(st.booleans()),
        stock=draw(st.booleans()),
        pile=draw(st.none() | st.integers(0, 2)),
        new_meld=draw(st.booleans()),
    )


def inside(inner, outer):
    return (
        inner.x >= outer.x - 0.01
        and inner.y >= outer.y - 0.01
        and inner.x + inner.w <= outer.x + outer.w + 0.01
        and inner.y + inner.h <= outer.y + outer.h + 0.01
    )


def apart(one, other):
    return (
        one.x + one.w <= other.x + 0.01
        or other.x + other.w <= one.x + 0.01
        or one.y + one.h <= other.y + 0.01
        or other.y + other.h <= one.y + 0.01
    )


parts = st.sampled_from(["whole", "table", "hand"])


@given(contents(), st.floats(240, 2000), st.booleans(), parts, st.booleans(), st.floats(0.5, 2))
def test_zones_are_apart_and_on_the_canvas_and_cards_in_their_zones(shown, width, compact, part, presenter, factor):
    if presenter:
        width, compact = max(width, 1280), False
    elif not compact:
        width = max(width, 640 * factor)
    layout = arrange(shown, width, compact=compact, part=part, presenter=presenter, factor=factor)
    canvas = type(layout.zones[0].box)(0, 0, layout.width, layout.height) if layout.zones else None
    assert layout.width == width
    for zone in layout.zones:
        assert inside(zone.box, canvas), zone.name
        for spot in zone.spots:
            small = SMALL if any(o.face_up for o in shown.others if f"hand-{o.name}" == zone.name) else SMALL_BACK
            full = PLAYING if shown.french else TILE
            around = extent(spot, small if zone.name.startswith("hand-") else full)
            assert inside(around, zone.box), zone.name
    for one, other in combinations(layout.zones, 2):
        assert apart(one.box, other.box), (one.name, other.name)
    if layout.open_felt is not None:
        assert all(apart(layout.open_felt, zone.box) for zone in layout.zones)


@given(contents(), st.floats(240, 2000), st.booleans())
def test_every_zone_lies_in_one_of_the_two_parts(shown, width, compact):
    def names(part):
        return [zone.name for zone in arrange(shown, width, compact=compact, part=part).zones]

    assert sorted(names("table") + names("hand")) == sorted(names("whole"))


@given(contents(), st.floats(240, 2000), st.booleans())
def test_every_card_has_its_place(shown, width, compact):
    spots = {zone.name: len(zone.spots) for zone in arrange(shown, width, compact=compact).zones}
    assert all(spots[f"m{number}"] == places for number, places, _ in shown.melds)
    assert all(spots[f"hand-{other.name}"] == other.cards for other in shown.others)
    assert spots.get("hand") == shown.hand
    assert spots.get("loose", 0) == shown.loose
    assert len(spots) == len(set(spots))


def test_too_narrow_a_table_is_refused():
    with pytest.raises(ValueError, match="at least 240"):
        arrange(Contents(french=False), 239, compact=True)


@given(contents(), st.floats(240, 2000), st.booleans(), st.floats(0, 3000))
def test_a_least_height_lets_the_felt_grow_above_the_hand(shown, width, compact, height):
    plain = arrange(shown, width, compact=compact)
    grown = arrange(shown, width, compact=compact, height=height)
    assert grown.height == pytest.approx(max(plain.height, height))
    spare = grown.height - plain.height
    boxes = {zone.name: zone.box for zone in plain.zones}
    beside = {"hand", "loose"} <= boxes.keys() and boxes["loose"].y + boxes["loose"].h > boxes["hand"].y
    for before, after in zip(plain.zones, grown.zones, strict=True):
        at_the_foot = before.name in ("hand", "stock", "discard") or (before.name == "loose" and beside)
        down = spare if at_the_foot else 0
        assert after.box == pytest.approx(before.box._replace(y=before.box.y + down)), before.name
        for one, other in zip(before.spots, after.spots, strict=True):
            assert other == pytest.approx(one._replace(y=one.y + down)), before.name
    if grown.open_felt is not None:
        assert all(apart(grown.open_felt, zone.box) for zone in grown.zones)
