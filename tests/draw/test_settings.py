"""Marks of melds, a presenter's size, colours and contrast: what the options change, and what they leave."""

from itertools import combinations

import pytest

import rummy_lab as rl
from rummy_lab.core.cards import read_cards
from rummy_lab.draw import Face, faces, picture_of, racks, table_png, zones
from rummy_lab.draw.faces import face_marks
from rummy_lab.draw.layout import PRESENTER_RATIO
from rummy_lab.draw.palette import INKS

FULL = {
    "schmidt": (
        "schmidt; table [6r 7r 8r] [8r 8y 8g] [2g 3g 4g 5g] [2b 3b 4b 5b 6b] [1r 1y 1g 1b] [9y *10y 11y 12y 13y] "
        "[13r 13g *13?] [10r 11r 12r]; hand A+ 4b 6g 2y 2b 5r 9r 8b 1b 5y 10g 3r 13y 11b 12g; hand B+ ??x9; "
        "hand C ??x14; stock ??x24; turn A"
    ),
    "rummy40": (
        "rummy40; table [10h Jh Qh] [10c 10s *10?] [3s 4s 5s 6s] [Qd Qh Qs] [7c 8c *9c 10c Jc] [7c 7d 7h 7s] "
        "[Qd Kd Ad] [2h 3h 4h 5h 6h]; hand A+ 10d 10h As 2s Ks Kh 9h 4d 5d 6d 2c Kc 5s 9s; hand B+ ??x9; "
        "hand C ??x14; pile 4c 9d 8h; stock ??x25; turn A"
    ),
}
MARKS = {1: ("good", ""), 2: ("unfinished", "needs 1 more"), 4: ("good", "run")}


@pytest.fixture(params=FULL)
def full(request):
    return rl.position(FULL[request.param])


def drawn(state, gid, **options):
    return next(group.marks for group in picture_of(state, options).groups if group.gid == gid)


def shapes(marks):
    """Marks without their colours."""
    return tuple((mark.shape.d, round(mark.x, 2), round(mark.y, 2), mark.fill is None, mark.dash) for mark in marks)


def test_an_unfinished_meld_shows_its_text_and_neither_kind_nor_points(full):
    plain, wordy = (drawn(full, "zone-m2", marks=MARKS, labels={2: label}) for label in ("", ("set", "24")))
    assert len(plain) == len(wordy)
    assert [mark.shape for mark in plain[2:]] == [mark.shape for mark in wordy[2:]]


def test_a_good_meld_keeps_its_points_and_its_own_word(full):
    bare, ticked = (drawn(full, "zone-m1", labels={1: ("run", "21")}, marks=m) for m in ({}, MARKS))
    assert len(ticked) == len(bare) + 2
    assert len(drawn(full, "zone-m4", marks=MARKS)) == len(drawn(full, "zone-m4", marks={})) + 3


def test_marks_differ_by_shape_and_not_by_colour_alone(full):
    given = ({1: ("good", "")}, {1: ("unfinished", "")}, {})
    good, unfinished, none = (shapes(drawn(full, "zone-m1", marks=marks)) for marks in given)
    assert len({good, unfinished, none}) == 3
    assert [mark[4] for mark in unfinished if mark[4]] == [zones.DOTS, zones.DOTS]
    assert not [mark for mark in (*good, *none) if mark[4]]


def test_a_place_for_a_new_meld_is_dashed_otherwise_than_what_is_unfinished(full):
    new = [mark.dash for mark in drawn(full, "zone-new", new_meld=True) if mark.dash]
    assert new == [zones.DASHES]
    assert zones.DASHES != zones.DOTS


def test_lifted_cards_can_be_marked_as_well(full):
    def edges(marks):
        return [mark.dash for mark in drawn(full, "zone-loose", keep_loose=True, marks=marks) if mark.dash]

    assert edges({}) == [zones.DASHES]
    assert edges({"loose": ("unfinished", "lay these again")}) == [zones.DOTS, zones.DOTS]


def test_a_mark_that_comes_and_goes_moves_nothing(full):
    def boxes(marks):
        return picture_of(full, {"marks": marks, "labels": dict.fromkeys(full.heaps, ("run", "21"))}).hits()

    assert boxes({}) == boxes({1: ("good", ""), 5: ("good", "")})


@pytest.mark.parametrize("lang", ["en", "de", "nl"])
@pytest.mark.parametrize("lifted", [False, True])
def test_a_step_for_a_presenter_fits_the_screen(full, lang, lifted):
    labels = dict.fromkeys(full.heaps, ("reeks", "110"))
    options = {"presenter": True, "lang": lang, "new_meld": True, "keep_loose": lifted, "labels": labels}
    picture = picture_of(full, options)
    assert picture.width == 1280
    assert picture.height <= PRESENTER_RATIO * 1280


def crowded(table, french, hand, melds):
    """As many cards as a lesson may put on the table, whether there are so many in the pack or not."""
    ranks, suits = (["A", *range(2, 11), "J", "Q", "K"], "cdhs") if french else (range(1, 14), "rygb")
    deck = [f"{rank}{suit}" for rank in ranks for suit in suits]
    runs = ["[2h-4h]", "[8c 8d 8h *8?]", "[Jc *Qc Kc]"] if french else ["[2r-4r]", "[8r 8y 8g *8?]", "[10y *11y 12y]"]
    hands = {"A": " ".join(deck[:hand]), "B": 11, "C": 11}
    pile = read_cards("4c 9d") if french else None
    return table(
        rl.RUMMY40 if french else rl.SCHMIDT, (runs * 10)[:melds], hands, pile=pile, opened=dict.fromkeys("ABC", True)
    )


@pytest.mark.parametrize(("hand", "melds"), [(14, 8), (14, 30), (40, 16), (40, 30)])
@pytest.mark.parametrize("french", [False, True], ids=["tiles", "cards"])
def test_thirty_melds_and_a_hand_of_forty_fit_the_screen_of_a_presenter(table, monkeypatch, french, hand, melds):
    state = crowded(table, french, hand, melds)
    labels = dict.fromkeys(state.heaps, ("run", "110"))
    slots = {number: len(meld) + 1 for number, meld in state.heaps.items()}
    options = {"presenter": True, "new_meld": True, "keep_loose": not french, "labels": labels, "slots": slots}
    assert_large(monkeypatch, lambda: picture_of(state, options))
    picture = picture_of(state, options)
    assert picture.height <= PRESENTER_RATIO * 1280
    boxes = picture.hits()
    assert min(box.w for gid, box in boxes.items() if gid in {card.gid for card in picture.cards("zone-hand")}) >= 17


def test_nothing_a_presenter_shows_is_smaller_than_22_pixels(full, monkeypatch):
    labels = dict.fromkeys(full.heaps, ("run", "21"))
    options = {"presenter": True, "new_meld": True, "keep_loose": True, "labels": labels, "marks": MARKS}
    assert_large(monkeypatch, lambda: picture_of(full, options))


def assert_large(monkeypatch, draw):
    heights = []
    write = zones.write

    def watched(text, x, y, height, *args, **options):
        heights.append((height, text))
        return write(text, x, y, height, *args, **options)

    for module in (zones, racks, faces):
        monkeypatch.setattr(module, "write", watched)
    picture = draw()
    em = 72.9 / 100  # of capitals to the size of the font
    assert min(heights)[0] / em >= 22
    for card in picture.cards():
        heights.clear()
        face_marks.__wrapped__(card.face)
        for height, text in heights:
            assert height * card.spot.scale / em >= 22, (card.gid, text)


@pytest.mark.parametrize("colours", INKS)
@pytest.mark.parametrize("form", ["usual", "small", "large"])
@pytest.mark.parametrize("suits", ["rygb", "cdhs"])
def test_faces_differ_by_shape_alone(suits, form, colours):
    courts = {1: "A", 11: "J", 12: "Q", 13: "K"}
    names = [courts.get(rank, rank) if suits == "cdhs" else rank for rank in range(1, 14)]
    texts = ["back", "*", *(f"{rank}{suit}" for suit in suits for rank in names)]
    if form != "small":
        texts += [f"*{rank}{suit}" for suit in (*suits, "?") for rank in names]
    made = [Face(text, suits, small=form == "small", large=form == "large", colours=colours) for text in texts]
    looks = {shapes(face_marks(face)): face.text for face in made}
    assert len(looks) == len(texts)
    assert len({face.id for face in made}) == len(texts)


def test_four_colours_change_colours_of_french_suits_and_no_shape(full):
    french = full.rules.name == "rummy40"
    plain, four = (picture_of(full, {"four_colours": on}) for on in (False, True))
    assert (plain.faces == four.faces) != french
    for one, other in zip(plain.faces, four.faces, strict=True):
        assert shapes(face_marks(one)) == shapes(face_marks(other))
    inks = INKS["four"]
    assert len({inks[suit].fill for suit in "cdhs"}) == 4


def test_high_contrast_changes_both_packs_and_moves_nothing(full):
    plain, strong = (picture_of(full, {"high_contrast": on}) for on in (False, True))
    assert plain.hits() == strong.hits()
    assert not set(plain.faces) & set(strong.faces)
    assert {face.colours for face in picture_of(full, {"high_contrast": True, "four_colours": True}).faces} == {
        "four-strong" if full.rules.name == "rummy40" else "strong"
    }


def test_a_scale_makes_cards_larger(full):
    spots = [picture_of(full, {"scale": scale}).cards("zone-hand")[0].spot.scale for scale in (0.75, 1.0, 1.5)]
    assert spots == [0.75, 1.0, 1.5]


def test_every_setting_can_be_painted(full):
    settings = (
        {"four_colours": True},
        {"high_contrast": True},
        {"presenter": True},
        {"part": "hand"},
        {"marks": MARKS},
    )
    pngs = [table_png(full, 40, **options) for options in ({}, *settings)]
    assert all(one != other for one, other in combinations(pngs, 2)) == (full.rules.name == "rummy40")
