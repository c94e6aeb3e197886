"""What is touched is what is seen."""

from itertools import combinations
from math import cos, radians, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rummy_lab as rl
from rummy_lab.draw import Box, picture_of
from rummy_lab.draw.hits import overlap, visible

TILES = [f"{rank}{suit}" for rank in range(1, 11) for suit in "rygb"]
CARDS = [f"{rank}{suit}" for rank in (2, 3, 4, 5, 6, 7, 8, 9, 10, "K") for suit in "cdhs"]


def on_top(picture, x, y):
    """The gid of the card that is painted last over a point; lifted and turned as it is drawn."""
    found = None
    for card in picture.cards():
        width, height = (side * card.spot.scale for side in card.face.size)
        right, down = x - card.spot.x - width / 2, y - card.spot.y - height / 2
        turn = radians(card.spot.turn)
        across, along = right * cos(turn) + down * sin(turn), down * cos(turn) - right * sin(turn)
        if abs(across) <= width / 2 and abs(along) <= height / 2:
            found = card.gid
    return found


@pytest.fixture(params=["schmidt", "rummy40"])
def full(request, table):
    """A full table: all sorts of melds, hands in two rows, lifted cards."""

    def make(hand=26, **fields):
        if request.param == "schmidt":
            melds, cards = ["[6r 7r 8r]", "[8r 8y 8g *8?]", "[1b-13b]", "[9y *10y 11y]"], TILES
            more = {"rules": rl.SCHMIDT}
        else:
            melds, cards = ["[10h Jh Qh]", "[10c 10s *10?]", "[2c-Kc]", "[7c 8c *9c]"], CARDS
            more = {"rules": rl.RUMMY40, "pile": [rl.core.cards.Card.parse(c) for c in ("4c", "9d", "8h")]}
        hands = {"A": " ".join(cards[:hand]), "B": 9, "C": " ".join(cards[-5:])}
        return table(more.pop("rules"), melds, hands, loose=rl.core.cards.read_cards(cards[-1]), **more | fields)

    return make


@pytest.mark.parametrize(
    "options",
    [
        *({"width": width} for width in (240, 294, 360, 480, 700, 1000, 1600)),
        {"presenter": True},
        {"scale": 1.6},
        {"width": 360, "part": "hand"},
        {"part": "table"},
    ],
    ids=str,
)
@pytest.mark.parametrize("hand", [0, 1, 14, 27, 40])
@pytest.mark.parametrize("picked", [False, True])
def test_what_is_touched_is_what_is_seen(full, options, hand, picked):
    options = {"new_meld": True, "keep_loose": True, **options}
    picture = picture_of(full(hand), options)
    if picked:
        names = [card.gid for card in picture.cards("zone-hand")[::3] + picture.cards("zone-m1")[1:]]
        picture = picture_of(full(hand), {**options, "selected": names})
    hits = picture.hits()
    canvas = Box(0, 0, picture.width, picture.height)
    for zone in picture.zones:
        cards = [card.gid for card in picture.cards(zone)]
        for one, other in combinations(cards, 2):
            assert not overlap(hits[one], hits[other]), (one, other)
        near = Box(hits[zone].x - 4, hits[zone].y - 4, hits[zone].w + 8, hits[zone].h + 8)
        for gid in cards:
            assert contains(canvas, hits[gid]), gid
            assert contains(near, hits[gid]), gid
            x, y, across, down = hits[gid]
            assert on_top(picture, x + across / 2, y + down / 2) == gid
    for one, other in combinations(picture.zones, 2):
        assert not overlap(hits[one], hits[other]), (one, other)


def contains(outer, inner):
    return (
        inner.x >= outer.x - 0.01
        and inner.y >= outer.y - 0.01
        and inner.x + inner.w <= outer.x + outer.w + 0.01
        and inner.y + inner.h <= outer.y + outer.h + 0.01
    )


def test_hits_come_in_reading_order_and_leave_nothing_out(full):
    picture = picture_of(full(), {"new_meld": True})
    wanted = [gid for zone in picture.zones for gid in (zone, *(card.gid for card in picture.cards(zone)))]
    assert list(picture.hits()) == wanted
    assert len(wanted) == len(picture.groups) - 1


def test_zones_without_cards_can_be_touched(table):
    state = table(rl.RUMMY40, [], {"A": "", "B": 0}, pile=(), stock=())
    hits = picture_of(state, {"new_meld": True, "keep_loose": True}).hits()
    assert {"zone-new", "zone-loose", "zone-hand", "zone-stock", "zone-discard"} <= set(hits)
    assert all(box.w > 60 and box.h > 60 for gid, box in hits.items() if gid != "zone-hand-B")


boxes = st.builds(Box, *[st.integers(0, 30)] * 2, *[st.integers(1, 30)] * 2)


@given(st.lists(boxes, max_size=8))
def test_parts_left_to_be_seen_are_apart_and_parts_of_their_box(painted):
    left = visible(painted)
    assert all(contains(box, part) for box, part in zip(painted, left, strict=True))
    assert not any(overlap(one, other) for one, other in combinations(left, 2))
    assert left[-1:] == painted[-1:]
