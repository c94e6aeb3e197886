"""What is in the picture: zones, cards, faces, captions."""

import re
from types import SimpleNamespace
from xml.etree import ElementTree as ET

import pytest

import rummy_lab as rl
from rummy_lab.core.cards import Card
from rummy_lab.core.melds import Meld
from rummy_lab.draw import Face, face_svg, picture_of, picture_of_cards, picture_svg, table_svg
from rummy_lab.draw.captions import CAPTIONS, LETTERS, letters
from rummy_lab.draw.compose import _Composer
from rummy_lab.draw.faces import face_marks, rank_text
from rummy_lab.draw.shapes import fit, lettering, text_width

SVG = "{http://www.w3.org/2000/svg}"


def ids(svg):
    return [node.get("id") for node in ET.fromstring(svg).findall(f"{SVG}g")]


def faces(state, zone, **options):
    return [group.face.text for group in picture_of(state, options).cards(zone)]


def test_groups_come_in_order(schmidt):
    assert ids(table_svg(schmidt)) == [
        "table", "zone-hand-B", "zone-hand-C", "zone-m1", "zone-m2", "zone-m3", "zone-m4", "zone-hand", "zone-stock",
        *[f"card-hidden-hand-B-{n}" for n in range(1, 10)], *[f"card-hidden-hand-C-{n}" for n in range(1, 12)],
        "card-6r-1", "card-7r-1", "card-8r-1", "card-8r-2", "card-8y-1", "card-8g-1", "card-9y-1", "card-joker-1",
        "card-11y-1", "card-13r-1", "card-13g-1", "card-joker-2", "card-4b-1", "card-6g-1", "card-2y-1", "card-2b-1",
        "card-stock-1",
    ]  # fmt: skip


def test_the_optional_zones(rummy40):
    options = {"new_meld": True, "keep_loose": True}
    assert picture_of(rummy40, options).zones == (
        "zone-hand-A", "zone-m1", "zone-m2", "zone-m3", "zone-new", "zone-loose", "zone-hand", "zone-stock",
        "zone-discard",
    )  # fmt: skip


def test_each_face_is_defined_once_and_every_use_finds_it(state):
    svg = table_svg(state)
    defined = re.findall(r'<g id="(face-[^"]*)"', svg)
    used = re.findall(r'href="#([^"]*)"', svg)
    assert len(defined) == len(set(defined))
    assert set(used) == set(defined)
    assert "<defs>" not in table_svg(state, faces=False)


def test_ids_are_unique_and_fit_for_html(state):
    found = re.findall(r' id="([^"]*)"', table_svg(state))
    assert len(found) == len(set(found))
    assert all(re.fullmatch(r"[A-Za-z][\w-]*", one) for one in found)


def test_without_a_seat_all_known_hands_are_shown_and_the_mover_lies_below(rummy40):
    assert faces(rummy40, "zone-hand") == ["3c", "4c"]
    assert faces(rummy40, "zone-hand-A") == ["10d", "Kh", "Ks", "2s"]


def test_a_hand_with_a_card_that_is_not_known_is_still_the_movers(table):
    state = table(rl.SCHMIDT, [], {"A": "4r", "B": "5r"}, seat="A")
    state.hands["A"] += (None,)
    assert faces(state, "zone-hand") == ["4r", "back"]


def test_with_a_seat_the_other_hands_are_backs(rummy40):
    assert faces(rummy40, "zone-hand", seat="A") == ["10d", "Kh", "Ks", "2s"]
    assert faces(rummy40, "zone-hand-B", seat="A") == ["back", "back"]


def test_below_lies_the_hand_that_was_asked_for_and_nothing_is_covered(rummy40):
    assert faces(rummy40, "zone-hand", below="A") == ["10d", "Kh", "Ks", "2s"]
    assert faces(rummy40, "zone-hand-B", below="A") == ["3c", "4c"]
    assert table_svg(rummy40, below="B") == table_svg(rummy40)


def test_a_seat_that_looks_at_the_hand_of_another_below(rummy40):
    assert faces(rummy40, "zone-hand", seat="A", below="B") == ["back", "back"]
    assert faces(rummy40, "zone-hand-A", seat="A", below="B") == ["10d", "Kh", "Ks", "2s"]


def test_a_hand_that_is_not_known_does_not_lie_below(table):
    state = table(rl.SCHMIDT, [], {"A": "4r", "B": None})
    assert picture_of(state, {"below": "B"}).zones == ("zone-hand-A", "zone-stock")


def test_when_the_deal_is_over_all_hands_are_open_as_in_a_view():
    before = rl.position("rummy40; table [10h Jh Qh]; hand A+ Kh 2s; hand B 3c 4c; pile 4d; stock 7h 8h; turn A drew")
    over = rl.play(before, "layoff Kh>1; discard 2s")
    assert over.over is not None
    assert faces(before, "zone-hand-B", seat="A") == ["back", "back"]
    assert faces(over, "zone-hand-B", seat="A") == ["3c", "4c"]
    assert table_svg(over, seat="A") == table_svg(rl.view(over, "A")).replace(str(rl.view(over, "A")), str(over))


def test_the_canvas_has_at_least_the_height_that_was_asked_for(state):
    plain = picture_of(state, {})
    grown = picture_of(state, {"height": plain.height + 100})
    assert grown.height == plain.height + 100
    assert table_svg(state, height=plain.height - 1) == table_svg(state)
    assert [card.spot for card in grown.cards("zone-m1")] == [card.spot for card in plain.cards("zone-m1")]
    foot = {group.gid: group.box for group in grown.groups if group.box}["zone-hand"]
    assert grown.height - foot.y - foot.h == pytest.approx(24)


def test_a_view_shows_what_its_seat_sees(rummy40):
    seen = rl.view(rummy40, "A")
    assert faces(seen, "zone-hand") == ["10d", "Kh", "Ks", "2s"]
    assert faces(seen, "zone-hand-B") == ["back", "back"]
    assert "3c" not in table_svg(seen)


def test_a_known_stock_stays_face_down():
    state = rl.position("schmidt; hand A 4r; hand B 5r; stock 7r 8r; turn A")
    assert faces(state, "zone-stock") == ["back"]
    assert "face-rygb-7r" not in table_svg(state)


def test_the_pile_shows_its_top_and_the_card_below(rummy40, table):
    assert faces(rummy40, "zone-discard") == ["9d", "8h"]
    assert faces(table(rl.RUMMY40, pile=()), "zone-discard") == []


def test_a_table_in_the_middle_of_a_turn():
    here = rl.position("schmidt; table [2g 3g 4g 5g]; hand A+ 6g 2y 2b; turn A")
    after = rl.play(here, "layoff 6g>1; pull 2g<1; meld 2y 2b")
    assert faces(after, "zone-m1") == ["3g", "4g", "5g", "6g"]
    assert faces(after, "zone-m2") == ["2y", "2b"]
    assert faces(after, "zone-loose") == ["2g"]
    assert faces(after, "zone-hand") == []


def test_numbers_of_melds_may_have_gaps(table):
    state = table(rl.SCHMIDT, ["[1r 2r 3r]", "[4r 5r 6r]"])
    del state.heaps[1]
    assert "zone-m2" in picture_of(state, {}).zones


def test_a_meld_that_grows_within_its_places_moves_nothing(table):
    def boxes(second, **options):
        state = table(rl.SCHMIDT, ["[1r 2r 3r]", second, "[4b 4r 4g]"])
        return [group.box for group in picture_of(state, options).groups if group.kind == "zone"]

    assert boxes("[5r-7r]", slots={2: 4}) == boxes("[5r-8r]", slots={2: 4})
    assert boxes("[5r-7r]") != boxes("[5r-8r]")


def test_a_seat_whose_hand_is_unknown_is_shown_where_something_is_known_of_it(table):
    hands = {"A": "4r", "B": None, "C": None, "D": None}
    state = table(rl.SCHMIDT, [], hands, seat="B", opened={"A": True, "B": False, "C": True, "D": False})
    assert picture_of(state, {}).zones == ("zone-hand-B", "zone-hand-C", "zone-hand", "zone-stock")
    nobody = picture_of(table(rl.SCHMIDT, [], {"A": None, "B": None}), {})
    assert nobody.zones == ("zone-hand-A", "zone-stock")


def test_labels_are_the_callers(schmidt):
    plain = table_svg(schmidt)
    asked = []
    by_call = table_svg(schmidt, labels=lambda number, meld: asked.append((number, str(meld))) or ("run", "21"))
    assert asked[0] == (1, "[6r 7r 8r]")
    assert table_svg(schmidt, labels=dict.fromkeys(range(1, 5), ("run", "21"))) == by_call != plain


@pytest.mark.parametrize("label", ["<b>&\"'", "$x$ and $", "\n\t", "汉字 🂡", "a" * 400])
def test_any_label_can_be_drawn(schmidt, label):
    svg = table_svg(schmidt, labels={1: (label, label)})
    ET.fromstring(svg)


def test_the_title_is_the_notation_escaped(schmidt):
    root = ET.fromstring(table_svg(schmidt))
    assert root.find(f"{SVG}title").text == root.get("aria-label") == str(schmidt)
    assert "<script>" not in picture_svg(picture_of(schmidt, {}), "<script>")


def test_ids_given_by_the_caller_and_a_card_picked_up(schmidt):
    options = {"ids": {"zone-hand": ["c7", "c8", "c9", "c10"]}, "selected": {"c8"}}
    hand = picture_of(schmidt, options).cards("zone-hand")
    assert [card.gid for card in hand] == ["c7", "c8", "c9", "c10"]
    assert [bool(card.marks) for card in hand] == [False, True, False, False]
    assert hand[1].spot.y < hand[0].spot.y


@pytest.mark.parametrize("lang", CAPTIONS)
def test_court_letters_follow_the_language(lang):
    face = Face("Kh", "cdhs", letters(lang, "lang"))
    assert [rank_text(rank, face) for rank in (1, 11, 12, 13, 10)] == [*LETTERS[lang], "10"]
    assert letters(lang, "international") == "AJQK"


def test_languages_have_the_same_captions(rummy40):
    assert len({tuple(words) for words in CAPTIONS.values()}) == 1
    assert len({table_svg(rummy40, lang=lang) for lang in CAPTIONS}) == len(CAPTIONS)
    international = table_svg(rummy40, lang="nl", indices="international")
    assert "face-cdhs-AJQK-Qh" in international
    assert "face-cdhs-ABVH-Qh" in table_svg(rummy40, lang="nl")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"lang": "fr"}, "en, de, nl"),
        ({"indices": "all"}, "international"),
        ({"seat": "H"}, "seat is 'H'; the seats are A, B, C"),
        ({"below": "H"}, "below is 'H'; the seats are A, B, C"),
        ({"width": 100}, "240"),
    ],
)
def test_wrong_options_are_named(schmidt, options, said):
    with pytest.raises(ValueError, match=said):
        picture_of(schmidt, options)


def test_an_unknown_option_is_named(schmidt):
    with pytest.raises(TypeError, match="colour"):
        picture_of(schmidt, {"colour": "pink"})


@pytest.mark.parametrize("suits", ["rygb", "cdhs"])
def test_every_card_has_a_face_of_its_own(suits):
    texts = [f"{star}{r}{s}" for s in [*suits, "?"] for r in range(1, 14) for star in ("", "*") if s != "?" or star]
    if suits == "cdhs":
        names = {"1": "A", "11": "J", "12": "Q", "13": "K"}
        texts = [re.sub(r"\d+", lambda found: names.get(found[0], found[0]), text) for text in texts]
    drawn = {
        face_svg(Face(text, suits, small=small)).partition(">")[2]
        for text in [*texts, "*", "back"]
        for small in (False,)
    }
    assert len(drawn) == len(texts) + 2
    assert len({Face(text, suits).id for text in texts}) == len(texts)


@pytest.mark.parametrize("suits", ["rygb", "cdhs"])
@pytest.mark.parametrize("small", [False, True])
def test_faces_stay_on_their_card_but_for_the_shadow(suits, small):
    cards = [text for text in ("10r", "13y", "*10?", "*", "*12b", "10h", "Qs", "*10d", "As", "back")
             if text in ("*", "back", "*10?") or Card.parse(text).suits == suits]  # fmt: skip
    for text in cards:
        face = Face(text, suits, small=small)
        width, height = face.size
        for mark in face_marks(face):
            box = mark.shape.path.get_extents()
            assert -2.5 <= box.x0 + mark.x <= box.x1 + mark.x <= width + 3.5, text
            assert -2.5 <= box.y0 + mark.y <= box.y1 + mark.y <= height + 4.5, text


def test_text_is_cut_where_it_would_get_too_narrow():
    assert fit("discards 12", 200, 8.4) == "discards 12"
    cut = fit("a caption that is far too long", 60, 8.4)
    assert cut.endswith("…")
    assert text_width(cut, 8.4) * 0.75 <= 60
    assert fit("long", 0, 8.4) == ""


def test_signs_that_the_font_lacks_become_boxes():
    assert lettering("汉", "sans").right == lettering("□", "sans").right


def test_cards_by_themselves():
    assert [group.gid for group in picture_of_cards([Card.parse("*"), Card.parse("4h")]).groups] == [
        "table",
        "card-1",
        "card-2",
    ]
    assert picture_of_cards([Card.parse("*")]).faces == (Face("*", "rygb"),)


@pytest.mark.parametrize(
    ("meld", "open_suits"),
    [
        ("[8r 8g *8?]", ["yb"]),
        ("[8r 8g 8b *8?]", ["y"]),
        ("[8r *8? *8?]", ["ygb", "ygb"]),
        ("[10c 10s *10?]", ["dh"]),
        ("[8r 8g *8b]", []),
    ],
)
def test_a_joker_of_an_open_suit_shows_the_suits_that_its_meld_lacks(meld, open_suits, table):
    slots = Meld.parse(meld).slots
    rules = rl.RUMMY40 if "10c" in meld else rl.SCHMIDT
    for faces in (picture_of_cards(slots).faces, picture_of(table(rules, [meld]), {}).faces):
        assert [face.suits_open for face in faces if face.suits_open] == open_suits[:1]
    known = [face for face in picture_of_cards(slots).faces if face.suits_open]
    whole = [face._replace(suits_open="") for face in known]
    assert all(one.id != other.id for one, other in zip(known, whole, strict=True))
    assert [len(face_marks(other)) - len(face_marks(one)) for one, other in zip(known, whole, strict=True)] == [
        4 - len(face.suits_open) for face in known
    ]


def test_a_joker_of_an_open_suit_by_itself_shows_all_suits():
    assert picture_of_cards([Card.parse("*8?")]).faces[0].suits_open == ""


@pytest.mark.parametrize(
    ("lang", "rack", "hand"), [("en", "rack", "hand"), ("de", "Brett", "Hand"), ("nl", "plankje", "hand")]
)
def test_numbered_cards_stand_on_a_rack_and_playing_cards_are_held_in_a_hand(lang, rack, hand, schmidt, rummy40):
    for state, word in ((schmidt, rack), (rummy40, hand)):
        composer = _Composer(state, {"lang": lang})
        assert composer.signs[composer.main].title.split() == [word, str(len(state.hands[composer.main]))]


@pytest.mark.parametrize("nothing", ["x", None, 3, rl.SCHMIDT, rl.deal])
def test_what_is_no_position_is_refused_in_one_sentence(nothing):
    with pytest.raises(rl.RummyError, match=r"^a table is drawn from a position, as .*, not from ") as refused:
        rl.draw_table(nothing)
    assert "\n" not in str(refused.value)


def test_anything_with_the_right_attributes_can_be_drawn(table):
    state = table(rl.RUMMY40, ["[2s-As]", "[1r 2r]"], dict.fromkeys("ABCDEFGH", 13), over=SimpleNamespace())
    assert len(picture_of(state, {}).cards("zone-m1")) == 13
