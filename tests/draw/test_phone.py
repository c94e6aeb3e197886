"""A narrow screen: what can be touched is as large as a finger, and the hand can be docked."""

import pytest

import rummy_lab as rl
from rummy_lab.core.cards import Card
from rummy_lab.draw import picture_of

RANKS = [*range(2, 11), "K"]
TILES = [f"{rank}{suit}" for rank in range(1, 11) for suit in "rygb"]
CARDS = [f"{rank}{suit}" for rank in RANKS for suit in "cdhs"]
RUNS = ["[2r-4r]", "[1b-13b]", "[8r 8y 8g *8?]"], ["[2h-4h]", "[2c-Kc]", "[8c 8d 8h *8?]"]


def phone_table(table, french, hand, melds, **fields):
    deck, runs = (CARDS, RUNS[1]) if french else (TILES, RUNS[0])
    pile = [Card.parse("4c"), Card.parse("9d")] if french else None
    hands = {"A": " ".join(deck[:hand]), "B": 9}
    return table(rl.RUMMY40 if french else rl.SCHMIDT, (runs * 10)[:melds], hands, pile=pile, **fields)


@pytest.mark.parametrize("french", [False, True], ids=["tiles", "cards"])
@pytest.mark.parametrize("hand", [0, 1, 7, 14, 15, 27, 40])
@pytest.mark.parametrize("melds", [0, 3, 30])
@pytest.mark.parametrize("width", [240, 282, 294, 360, 414, 599])
def test_all_that_can_be_touched_is_as_large_as_a_finger(table, french, hand, melds, width):
    state = phone_table(table, french, hand, melds)
    options = {"width": width, "new_meld": True}
    picked = [card.gid for card in picture_of(state, options).cards("zone-hand")[::4]]
    for part in ("whole", "table", "hand"):
        picture = picture_of(state, {**options, "part": part, "selected": picked})
        for gid, box in picture.hits().items():
            if "-hand-B" not in gid:
                assert box.w >= 39.99, (part, gid)
                assert box.h >= 44, (part, gid)


@pytest.mark.parametrize("scale", [0.5, 1.0, 1.5, 2.0])
def test_a_scale_below_one_makes_nothing_smaller_than_a_finger(table, scale):
    hits = picture_of(phone_table(table, False, 14, 3), {"width": 360, "scale": scale}).hits()
    assert min(box.w for gid, box in hits.items() if "-hand-B" not in gid) >= 39.99


@pytest.mark.parametrize("width", [360, 1000])
def test_table_and_hand_hold_every_card_once_under_its_own_id(state, width):
    options = {"width": width, "new_meld": True, "keep_loose": True}
    whole, table, hand = (picture_of(state, {**options, "part": part}) for part in ("whole", "table", "hand"))
    faces = {card.gid: (card.face, card.zone) for card in whole.cards()}
    assert {card.gid: (card.face, card.zone) for card in (*table.cards(), *hand.cards())} == faces
    assert len(table.cards()) + len(hand.cards()) == len(faces)
    assert sorted(table.zones + hand.zones) == sorted(whole.zones)
    assert hand.zones[:3] == ("zone-new", "zone-loose", "zone-hand")
    assert not {"zone-new", "zone-loose", "zone-hand", "zone-stock", "zone-discard"} & set(table.zones)
    assert hand.height < whole.height


def test_the_same_cards_have_the_same_ids_in_both_parts(table):
    """A second 2r lies in the hand: it must not become the first where the melds are not drawn."""
    state = table(rl.SCHMIDT, ["[2r-4r]", "[3r *4r 5r]"], {"A": "2r 3r *", "B": 0})
    hand = picture_of(state, {"part": "hand"}).cards("zone-hand")
    assert [card.gid for card in hand] == ["card-2r-2", "card-3r-3", "card-joker-2"]


@pytest.mark.parametrize("width", [282, 360])  # a telephone of 360 in JupyterLab, and elsewhere
@pytest.mark.parametrize("french", [False, True], ids=["tiles", "cards"])
def test_a_docked_hand_of_fourteen_and_two_rows_of_melds_fit_a_phone(table, french, width):
    options = {"width": width, "new_meld": True, "keep_loose": not french}
    rules, deck = (rl.RUMMY40, CARDS) if french else (rl.SCHMIDT, TILES)
    melds = ["[5h 6h 7h]", "[9c 9d 9s 9h]", "[8s-Js]"] if french else ["[6r 7r 8r]", "[8r 8y 8g 8b]", "[2g-5g]"]
    pile = [Card.parse("4c"), Card.parse("9d")] if french else None
    seen = table(rules, melds, {"A": " ".join(deck[:14]), "B": 9}, pile=pile)
    docked, above = (picture_of(seen, {**options, "part": part}) for part in ("hand", "table"))
    assert len({card.spot.y for card in docked.cards("zone-hand")}) == 2
    melds = [box for gid, box in above.hits().items() if gid.startswith("zone-m")]
    rows = sorted({box.y for box in melds})
    second = max(box.y + box.h for box in melds if box.y == rows[1])
    assert docked.height + second - rows[0] <= (405 if width < 360 else 430)


@pytest.mark.parametrize("lifted", [0, 1, 2, 3, 9])
def test_lifted_cards_lie_beside_the_stock_while_there_is_room(table, lifted):
    def docked(**options):
        loose = [Card.parse(text) for text in TILES[-lifted:]] if lifted else []
        state = phone_table(table, False, 14, 3, loose=loose)
        return picture_of(state, {"width": 360, "part": "hand", "new_meld": True, **options})

    picture = docked(keep_loose=True)
    boxes = picture.hits()
    assert len(picture.cards("zone-loose")) == lifted
    assert (boxes["zone-loose"].y == boxes["zone-stock"].y) == (lifted <= 3)
    assert all(box.w >= 39.99 and box.h >= 44 for box in boxes.values())


def test_ids_that_do_not_fit_the_cards_are_refused(schmidt):
    with pytest.raises(ValueError, match="zone-m1 shows 3 cards and has ids for 2"):
        picture_of(schmidt, {"ids": {"zone-m1": ["a", "b"]}})


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("part", "foot", "'table' or 'hand'"),
        ("scale", 3, "0.5 to 2"),
        ("marks", {2: ("bad", "")}, "the mark of 2 is 'bad'"),
    ],
)
def test_wrong_settings_are_named(schmidt, option, value, said):
    with pytest.raises(ValueError, match=said):
        picture_of(schmidt, {option: value})
