"""The stepper, without a browser: what its parts say and show after each click."""

import base64
import itertools
from html import unescape

import ipywidgets
import pytest

import rummy_lab as rl
from rummy_lab.widgets.texts import LANGUAGES, TEXTS
from rummy_lab.words import describe

EXTEND = ("schmidt; table [2g 3g 4g 5g]; hand A+ 6g 2y 2b 9r; hand B 5r 5r; turn A",)
EXAMPLE_2 = (*EXTEND, "layoff 6g>1; pull 2g<1; meld 2g 2y 2b; end")
REFUSED = (*EXTEND, "pull 2g<1; pull 3g<1; meld 2g 2y 2b; end")
TABLES = ["[2g 3g 4g 5g]", "[2g 3g 4g 5g 6g]", "[3g 4g 5g 6g]", "[3g 4g 5g 6g] [2y 2g 2b]", "[3g 4g 5g 6g] [2y 2g 2b]"]


@pytest.fixture(scope="module")
def record():
    return rl.play_out("rummy40", ["greedy", "random"], seed=1)


@pytest.fixture
def viewer():
    return rl.GameViewer(*EXAMPLE_2)


def button(viewer, name):
    return viewer._buttons[name]


def seen_tables(viewer, click, count):
    tables = [str(viewer.state.table)]
    for _ in range(count):
        click()
        tables.append(str(viewer.state.table))
    return tables


# Stepping


def test_next_goes_through_the_example(viewer):
    assert seen_tables(viewer, button(viewer, "next").click, 4) == TABLES


def test_previous_goes_back(viewer):
    viewer.last()
    assert seen_tables(viewer, button(viewer, "previous").click, 4) == TABLES[::-1]


def test_first_and_last_go_to_the_ends(viewer):
    button(viewer, "last").click()
    assert viewer.index == 4
    button(viewer, "first").click()
    assert viewer.index == 0


@pytest.mark.parametrize(("name", "end"), [("previous", 0), ("next", 4)])
def test_at_an_end_a_click_changes_nothing_and_says_so(viewer, name, end):
    viewer.index = end
    picture, words = viewer._picture.value, TEXTS["en"]["at_start" if name == "previous" else "at_end"]
    button(viewer, name).click()
    button(viewer, name).click()
    assert (viewer.index, viewer._picture.value) == (end, picture)
    assert viewer._news.value.count(words) == 1


def test_the_slider_steps(viewer):
    viewer._slider.value = 3
    assert str(viewer.state.table) == TABLES[3]


def test_the_player_stands_where_the_slider_stands(viewer):
    """The browser links the two; when it does, it takes the player's place."""
    viewer.index = 2
    assert viewer._play.value == 2


def test_by_turn_shows_the_turn_as_one_step(viewer):
    viewer.index = 1
    viewer.by = "turn"
    assert (len(viewer), viewer.index, str(viewer.state.table)) == (2, 1, TABLES[4])
    assert "Player A takes the green 2 out of meld 1." in str(viewer.story)
    viewer.by = "move"
    assert (len(viewer), viewer.index) == (5, 4)


def test_a_game_is_stepped_by_turns_and_by_moves(record):
    viewer = rl.GameViewer(record)
    assert viewer.by == "turn"
    shown = [viewer.state]
    for _ in range(len(viewer) - 1):
        viewer.next()
        shown.append(viewer.state)
    assert shown == list(record.turn_states())
    viewer.by = "move"
    viewer.first()
    shown = [viewer.state]
    for _ in range(len(viewer) - 1):
        viewer.next()
        shown.append(viewer.state)
    assert shown == list(record.states())


def test_the_end_of_a_game_is_told(record):
    viewer = rl.GameViewer(record)
    viewer.last()
    assert describe(record.final).split("\n")[-1] in str(viewer.story)


def test_positions_in_a_row(record):
    states = list(record.turn_states())[:5]
    viewer = rl.GameViewer(states)
    assert seen_tables(viewer, viewer.next, 4) == [str(state.table) for state in states]


def test_a_turn_that_has_begun_is_shown_from_its_start():
    viewer = rl.GameViewer(EXTEND[0] + ": layoff 6g>1; pull 2g<1", "meld 2g 2y 2b; end")
    assert seen_tables(viewer, viewer.next, 4) == TABLES


@pytest.mark.parametrize(
    "turns",
    [
        [["layoff 6g>1; pull 2g<1", "meld 2g 2y 2b; end"]],
        [("layoff 6g>1", rl.Move.parse("pull 2g<1")), rl.Turn.parse("meld 2g 2y 2b; end")],
        [list(rl.Turn.parse(EXAMPLE_2[1]))],
    ],
)
def test_turns_may_come_in_lists(turns):
    viewer = rl.GameViewer(EXTEND[0], *turns)
    assert viewer.frames == rl.GameViewer(*EXAMPLE_2).frames
    assert viewer.by == "move"


def test_a_puzzle_is_shown_with_its_solution_or_with_what_was_tried():
    given = rl.puzzle("schmidt")
    viewer = rl.GameViewer(given)
    assert len(viewer) == 1 + len(given.solution)
    viewer.last()
    assert viewer.state == rl.play(given.position, given.solution)
    assert [str(frame.moves) for frame in rl.GameViewer(given, "draw").frames] == ["", "draw"]


def test_a_single_position():
    viewer = rl.GameViewer(rl.position(*EXTEND))
    viewer.next()
    assert (len(viewer), viewer.index) == (1, 0)


# Words


def test_steps_that_a_busy_page_passes_over_while_it_plays_are_told(record):
    viewer = rl.GameViewer(record)
    sentences = []
    for viewer.index in (2, 3, 4):
        sentences += viewer.story.happened
    last = viewer.story.happened
    viewer.index = 1
    viewer.index = 4
    assert viewer.story.happened == last
    viewer.index = 1
    viewer._play.playing = True
    viewer.index = 4
    assert list(viewer.story.happened) == sentences
    viewer.index = 1
    viewer.index = 2
    assert list(viewer.story.happened) == sentences[: len(viewer.story.happened)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_control_and_sentence_changes_its_language(lang, viewer):
    viewer.index = 1
    before = {str(viewer.story), *(button(viewer, name).description for name in viewer._buttons)}
    viewer.lang = lang
    state = rl.position(*EXTEND)
    assert rl.explain(rl.Move.parse("layoff 6g>1"), lang, rules=state.rules, seat="A") in viewer.story.happened
    assert viewer.story.scene == tuple(describe(viewer.state, lang).split("\n"))
    after = {str(viewer.story), *(button(viewer, name).description for name in viewer._buttons)}
    assert (before == after) == (lang == "en")
    assert viewer.index == 1


def test_the_texts_of_the_controls_are_there_in_every_language():
    assert len({frozenset(texts) for texts in TEXTS.values()}) == 1
    alike = {"notation", "rule", "pause"}  # so in German and in one of the others
    for one, other in itertools.combinations(TEXTS.values(), 2):
        assert [key for key in one if one[key] == other[key] and key not in alike] == []


def test_a_move_names_the_rule_it_follows(viewer):
    viewer.next()
    assert viewer.story.rules == ("Schmidt p. 13, Continuing the combinations",)
    viewer.next()
    assert viewer.story.rules == ("Schmidt p. 13, Transformations",)


def test_the_picture_has_the_notation_as_its_text(viewer):
    viewer.last()
    assert 'role="img"' in viewer._picture.value
    viewer.previous()
    assert f"{viewer.state} -> {TABLES[3]}" in unescape(viewer._picture.value)
    viewer.next()
    assert f'aria-label="{viewer.state}"' in viewer._picture.value
    assert str(viewer.state) in viewer._words.value


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_refused_turn_ends_with_its_reasons_and_their_places(lang):
    viewer = rl.GameViewer(*REFUSED, lang=lang)
    viewer.last()
    here = rl.position(*EXTEND)
    violations = rl.check(*[here, REFUSED[1]])
    assert viewer.refused == violations
    assert str(viewer.state.table) == "[4g 5g] [2y 2g 2b]"
    told = {(rl.explain(v, lang, rules=here.rules), rl.place(v, here.rules).text(lang)) for v in violations}
    assert set(viewer.story.refused) == told
    assert all(reason in viewer._news.value for reason, _ in told)


@pytest.mark.parametrize(("lang", "player"), [("en", "Player A"), ("de", "Spieler A"), ("nl", "Speler A")])
def test_a_refused_move_is_told_of_the_seat_whose_turn_it_was_given_as(lang, player):
    viewer = rl.GameViewer(EXTEND[0].replace("; turn", "; stock 1r 1b; turn"), "draw; end", lang=lang, at=2)
    assert [v.code for v in viewer.refused] == ["TURN_IS_OVER"]
    assert viewer.state.seat == "B"
    assert viewer.story.happened[0].startswith(player)


@pytest.mark.parametrize(
    ("lang", "begins"),
    [
        ("en", "Now on the table: meld 7: "),
        ("de", "Jetzt auf dem Tisch: Kombination 7: "),
        ("nl", "Nu op tafel: combinatie 7: "),
    ],
)
def test_of_a_full_table_the_melds_that_changed_are_told(lang, begins):
    runs = " ".join(f"[{at}{suit} {at + 1}{suit} {at + 2}{suit}]" for at in (1, 5) for suit in "ryg")
    viewer = rl.GameViewer(
        f"schmidt; table {runs} [1b 2b 3b]; hand A+ 4b 9r; turn A", "layoff 4b>7; end", lang=lang, at=1
    )
    assert viewer.story.table[0].startswith(begins)


def test_a_joker_that_must_say_what_it_stands_for_is_asked():
    viewer = rl.GameViewer("rummy40; hand A+ * 9r 4c; turn A drew".replace("9r", "9h 10h"), "meld 9h 10h *; discard 4c")
    assert [v.code for v in viewer.refused] == ["JOKER_UNDECLARED"]


# Who sees what


def test_a_seat_sees_its_own_hand_only():
    viewer = rl.GameViewer("schmidt; hand A 4r 5r; hand B 12y 13y; stock 1b 2b; turn A", seat="A")
    everything = "".join((viewer._picture.value, viewer._news.value, viewer._words.value, *viewer.still()[1:]))
    for hidden in ("12y", "13y", "1b", "yellow 12", "blue 1"):
        assert hidden not in everything
    assert "4r" in everything
    viewer.seat = None
    assert "12y" in viewer._words.value


def test_what_others_draw_is_not_told(record):
    viewer = rl.GameViewer(record, by="move", seat="B")
    draws = [at for at, frame in enumerate(viewer.frames) if str(frame.moves).startswith("draw") and frame.seat == "A"]
    viewer.index = draws[0]
    card = str(viewer.frames[draws[0]].moves).split()[1]
    assert rl.explain(rl.Card(card)) not in viewer.story.happened[0]
    viewer.seat = "A"
    assert rl.explain(rl.Card(card)) in viewer.story.happened[0]


# Care


def test_stepping_makes_no_widgets(record):
    viewer = rl.GameViewer(record, by="move")
    known = ipywidgets.widgets.widget._instances
    before = set(known)
    for step in range(200):
        (viewer.next if step % len(viewer) else viewer.first)()
        if step % 20 == 0:
            viewer.lang = ("en", "de", "nl")[step % 3]
            viewer.by = ("turn", "move")[step % 2]
            viewer.seat = (None, "A", "B")[step % 3]
    assert set(known) == before


def test_stepping_leaves_no_figure(viewer):
    from matplotlib import pyplot as plt

    before = plt.get_fignums()
    for _ in range(4):
        viewer.next()
        viewer.still()
    assert plt.get_fignums() == before


def test_one_click_is_one_picture(viewer):
    pictures = []
    viewer._picture.observe(pictures.append, "value")
    button(viewer, "next").click()
    viewer.lang = "nl"
    viewer.by = "turn"
    assert len(pictures) == 3


def test_the_height_stays(record):
    viewer = rl.GameViewer(record)
    heights = set()
    for _ in range(len(viewer)):
        heights.add(viewer._picture.value.partition('viewBox="')[2].partition('"')[0])
        viewer.next()
    assert len(heights) == 1


def test_every_card_shown_has_a_face(record):
    viewer = rl.GameViewer(record, by="move")
    for _ in range(len(viewer)):
        used = {part.partition('"')[0] for part in viewer._picture.value.split('href="#')[1:]}
        defined = {part.partition('"')[0] for part in viewer._faces.value.split(' id="')[1:]}
        assert used
        assert used <= defined
        viewer.next()


def test_two_viewers_share_no_ids(viewer):
    other = rl.GameViewer(*EXAMPLE_2)
    ids = [{part.partition('"')[0] for part in v._picture.value.split(' id="')[1:]} for v in (viewer, other)]
    assert ids[0]
    assert ids[0].isdisjoint(ids[1])


def test_what_goes_wrong_is_told_in_one_plain_sentence(viewer, failures, monkeypatch):
    def broken(*_):
        raise ZeroDivisionError("<b>somewhere</b> deep")

    picture, index = viewer._picture.value, viewer.index
    monkeypatch.setattr(viewer._stage, "show", broken)
    button(viewer, "next").click()
    assert isinstance(viewer.last_error, ZeroDivisionError)
    assert "the table is still as it was (ZeroDivisionError)" in viewer._news.value
    assert "Traceback" not in viewer._news.value
    assert viewer._picture.value == picture
    monkeypatch.undo()
    failures.clear()
    button(viewer, "next").click()
    assert viewer.last_error is None
    assert viewer.index == index + 2


def test_a_mistake_of_a_person_is_told_in_its_own_words(viewer, failures, monkeypatch):
    def broken(*_):
        raise rl.RummyError("a <sentence> & more")

    monkeypatch.setattr(viewer._stage, "show", broken)
    button(viewer, "next").click()
    assert "a &lt;sentence&gt; &amp; more" in viewer._news.value
    failures.clear()


def test_a_text_from_elsewhere_is_escaped(record):
    import dataclasses

    evil = "<img src=x onerror=alert(1)>"
    given_up = dataclasses.replace(record, final=rl.play_out("rummy40", [lambda *_: "end"] * 2).final, forfeit=evil)
    viewer = rl.GameViewer(given_up)
    viewer.last()
    shown = viewer._news.value + viewer._words.value + viewer._picture.value
    assert "&lt;img src=x" in shown
    assert "<img" not in shown


@pytest.mark.parametrize(
    ("arguments", "options", "sentence"),
    [
        ((3,), {}, "a viewer takes a record, .* or a list of positions, not int 3"),
        (([],), {}, "a viewer takes a record, .* not an empty list"),
        ((["schmidt"],), {}, r"a viewer takes a record, .* not list \['schmidt'\]"),
        ((EXTEND[0], 3), {}, "a turn is given as its text, its moves or a list of them, not as int 3"),
        ((EXTEND[0], [None]), {}, "a turn is given as .* not as NoneType None"),
        ((EXTEND[0], ["layoff 6g>1", "jump"]), {}, "no move begins with 'jump'"),
        (("schmidt; table [4r 5r",), {}, "at character"),
        (("schmidt; hand A 4r; turn A", "jump 4r"), {}, "no move begins with 'jump'"),
        ((EXTEND[0],), {"lang": "fr"}, "lang is 'fr'; it can be en, de, nl"),
        ((EXTEND[0],), {"seat": "C"}, "seat is 'C'; it can be None, A, B"),
        ((EXTEND[0],), {"by": "card"}, "by is 'card'"),
        ((EXTEND[0],), {"at": 7}, "at is 7; it can be 0 to 0"),
    ],
)
def test_a_bad_input_gives_one_sentence(arguments, options, sentence):
    with pytest.raises(rl.RummyError, match=sentence) as caught:
        rl.GameViewer(*arguments, **options)
    assert "\n" not in str(caught.value)


def test_turns_do_not_go_with_a_record(record):
    with pytest.raises(rl.RummyError, match="has its own"):
        rl.GameViewer(record, "end")


# Without a kernel


@pytest.mark.parametrize("shape", [dict, tuple])
def test_a_still_picture_goes_with_the_widget(viewer, shape, monkeypatch):
    if shape is tuple:
        inner = ipywidgets.VBox._repr_mimebundle_
        monkeypatch.setattr(ipywidgets.VBox, "_repr_mimebundle_", lambda self, **kw: (inner(self, **kw), {"a": 1}))
    data, metadata = viewer._repr_mimebundle_()
    assert set(data) == {"text/plain", "image/png", "application/vnd.jupyter.widget-view+json"}
    assert base64.b64decode(data["image/png"]).startswith(b"\x89PNG")
    assert data["text/plain"].startswith(str(viewer.state))
    assert metadata["image/png"] == {"alt": str(viewer.state)}
    assert ("a" in metadata) == (shape is tuple)


def test_in_a_plain_shell_it_is_a_few_words(viewer):
    viewer.last()
    assert repr(viewer) == viewer.still()[2] == viewer._repr_mimebundle_()[0]["text/plain"]
    assert repr(viewer) == f"{viewer.state}\n{viewer.story}"


def test_the_still_picture_is_small(record):
    viewer = rl.GameViewer(record)
    viewer.last()
    assert len(viewer.still()[0]) < 120_000


def test_a_narrow_screen_gets_a_narrow_picture(viewer):
    assert 'viewBox="0 0 1000 ' in viewer._picture.value
    viewer._host.narrow = True
    assert 'viewBox="0 0 480 ' in viewer._picture.value
