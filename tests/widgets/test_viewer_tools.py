"""What stands around the film, without a browser: turns, deals, why a bot played so, playing on, copying."""

import itertools
import re
from html import unescape

import ipywidgets
import pytest

import rummy_lab as rl
from rummy_lab.bots import BOTS
from rummy_lab.widgets import viewer_play_on
from rummy_lab.widgets.review import review
from rummy_lab.widgets.texts import LANGUAGES
from rummy_lab.widgets.viewer_film import films_of
from rummy_lab.widgets.viewer_texts import TEXTS
from rummy_lab.words import answer

EXAMPLE = (
    "schmidt; table [2g 3g 4g 5g]; hand A+ 6g 2y 2b 9r; hand B 5r 5r; turn A",
    "layoff 6g>1; pull 2g<1; meld 2g 2y 2b; end",
)


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    monkeypatch.setattr(viewer_play_on, "SECONDS_A_TURN", 0)


@pytest.fixture(scope="module")
def record():
    return rl.play_out("rummy40", ["greedy", "random"], seed=1)


@pytest.fixture(scope="module")
def schmidt():
    return rl.play_out("schmidt", ["exact", "greedy", "random"], seed=2)


@pytest.fixture
def opened():
    made = []

    def make(*args, **options):
        made.append(rl.GameViewer(*args, **options))
        return made[-1]

    yield make
    for viewer in made:
        viewer.close()


def person(view, rng):
    return BOTS["greedy"].choose(view, rng)


def lines(viewer):
    return [
        line.replace("\N{FIGURE SPACE}", "").replace("\N{EM SPACE}", "  ") for line, _ in viewer._controls.turns.options
    ]


def everything(viewer):
    """All texts that can be read in the panel."""
    found = [viewer.words()]
    waiting = [viewer]
    while waiting:
        widget = waiting.pop()
        waiting += getattr(widget, "children", ())
        found += [str(getattr(widget, name, "")) for name in ("value", "description", "options")]
    return unescape("\n".join(found))


def page(viewer):
    return unescape(re.sub(r"<[^>]+>", " ", viewer._controls.why_page.value))


# The list of turns


def test_each_turn_is_a_short_line_and_choosing_one_goes_there(opened, record):
    viewer = opened(record)
    assert len(lines(viewer)) == len(record.turns) + 1
    assert lines(viewer)[1].startswith("1  A  ")
    assert max(map(len, lines(viewer))) < 70
    viewer._controls.turns.value = 3
    assert (viewer.index, viewer.state) == (3, list(record.turn_states())[3])
    viewer.next()
    assert viewer._controls.turns.value == 4
    viewer.by = "move"
    viewer._controls.turns.value = 2
    assert viewer.state == list(record.turn_states())[2]
    viewer.first()
    assert viewer._controls.turns.value == 0
    assert viewer.last_error is None


def test_the_lines_say_what_was_done():
    start = "rummy40; table [5h 6h 7h]; hand A+ 8h 2c Kd; hand B+ 3c 4c; pile Kh; stock 9h 4d; turn A"
    (film,) = films_of(start, ["draw; layoff 8h>1; layoff 9h>1; discard Kd", "take; discard 3c"], ())
    assert [line.split("\N{EM SPACE}") for line in film.lines("en")] == [
        ["1", "A", "draws, lays 2 cards, discards ♦K"], ["2", "B", "takes ♦K, discards ♣3"],
    ]  # fmt: skip
    assert [line.split("\N{EM SPACE}")[2] for line in film.lines("de")] == [
        "zieht, legt 2 Karten, wirft ♦K ab", "nimmt ♦K, wirft ♣3 ab",
    ]  # fmt: skip
    assert [line.split("\N{EM SPACE}")[2] for line in film.lines("nl")] == [
        "trekt, legt 2 kaarten, legt ♦H weg", "pakt ♦H, legt ♣3 weg",
    ]  # fmt: skip
    (film,) = films_of("rummy40; hand A+ 8h 2c; hand B ?; pile; stock 9h 4d; turn A", ["take"], ())
    assert film.lines("de")[0].endswith("nimmt vom Ablagestapel, nicht erlaubt")


def test_a_refused_turn_and_a_forfeit_have_a_line(opened):
    (film,) = films_of(EXAMPLE[0], ["pull 2g<1; end"], ())
    assert film.lines("en")[0].endswith("not allowed")
    given_up = rl.play_out("rummy40", [lambda *_: "end"] * 2)
    assert "the deal is given up" in lines(opened(given_up))[-1]


def test_turns_that_had_a_better_one_are_marked_by_sign_and_word(opened, schmidt):
    better = [one.number for one in review(schmidt) if one.better is not None]
    assert better
    viewer = opened(schmidt, marked=better)
    for lang in LANGUAGES:
        viewer.lang = lang
        assert [at for at, line in enumerate(lines(viewer)) if TEXTS[lang]["better"] in line] == better


@pytest.mark.parametrize("marked", [[0], [999], ["x"]])
def test_a_mark_on_no_turn_is_refused(record, marked):
    with pytest.raises(rl.RummyError, match=r"marked holds .*; the turns have the numbers 1 to"):
        rl.GameViewer(record, marked=marked)


def test_an_example_of_one_turn_has_no_list_and_no_bot(opened):
    viewer = opened(*EXAMPLE)
    assert viewer._controls.turns.layout.display == "none"
    assert viewer._controls.why.layout.display == "none"


# Several deals


@pytest.fixture(scope="module")
def match():
    return rl.play_match("rummy40{match.kind=rounds,match.rounds=3}", ["greedy", "random"], seed=2)[1]


def test_next_goes_on_into_the_next_deal_and_previous_comes_back(opened, match):
    viewer = opened(list(match))
    assert viewer.story.step.startswith("Deal 1 of 3. ")
    viewer.last()
    viewer.next()
    assert (viewer.deal, viewer.index, viewer.state) == (1, 0, match[1].start)
    assert viewer.story.step.startswith("Deal 2 of 3. ")
    assert len(lines(viewer)) == len(match[1].turns) + 1
    viewer.previous()
    assert (viewer.deal, viewer.state) == (0, match[0].final)
    viewer._controls.deal.value = 2
    assert viewer.state == match[2].start
    viewer.last()
    viewer.next()
    assert "There is no further step." in viewer._news.value
    shown = {part.partition('"')[0] for part in viewer._picture.value.split('href="#')[1:]}
    assert shown <= {part.partition('"')[0] for part in viewer._faces.value.split(' id="')[1:]}


def test_all_deals_are_seen_by_the_same_seat(opened, match):
    viewer = opened(match, seat="B")
    viewer.deal = 1
    assert viewer.seat == "B"
    assert "hand A ??x" in str(viewer.state)
    viewer.lang = "de"
    assert viewer._controls.deal.options[1][0] == "Spiel 2 von 3"


@pytest.mark.parametrize(
    ("options", "said"),
    [({"marked": [[1]]}, "for 3 records a collection each"), ({"marked": [1, 2, 3]}, "a collection each")],
)
def test_marks_of_a_match_are_a_collection_a_deal(match, options, said):
    with pytest.raises(rl.RummyError, match=said):
        rl.GameViewer(list(match), **options)
    assert rl.GameViewer(list(match), marked=[[1], [], [2]])._films[2].marked == {2}


def test_turns_do_not_go_with_records(match):
    with pytest.raises(rl.RummyError, match="has its own"):
        rl.GameViewer(list(match), "end")


def test_the_speed_of_the_player(opened, record):
    viewer = opened(record)
    intervals = []
    for speed in (option[1] for option in viewer._controls.speed.options):
        viewer._controls.speed.value = speed
        intervals.append(viewer._play.interval)
    assert intervals == sorted(intervals, reverse=True)
    assert len(set(intervals)) == 3


# Why


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", BOTS)
def test_a_bot_tells_its_alternatives_and_what_it_played(opened, name, lang):
    viewer = opened(rl.play_out("rummy40", [name, "random"], seed=3), lang=lang)
    viewer._controls.why.value = True
    assert TEXTS[lang]["why_start"] in page(viewer)
    for number in range(1, len(viewer), 2):
        viewer.turn(number)
        tables = viewer._controls.why_page.value.split("<table")[1:]
        alone = TEXTS[lang]["only_choice"].rpartition("} ")[2]
        assert 1 <= len(tables) + page(viewer).count(alone) <= 2, page(viewer)
        assert TEXTS[lang][f"why_{name}"] in page(viewer)
        for table in tables:
            assert table.count(TEXTS[lang]["chosen"]) == 1
            assert 2 <= table.count('<th scope="row"') <= 5
    assert viewer.last_error is None
    viewer._controls.why.value = False
    assert viewer._controls.why_page.value == ""


def test_the_numbers_are_those_of_the_turn(opened):
    start = "schmidt; table [6r 7r 8r]; hand A+ 5r 9b; hand B 1r; stock 1y 2y; turn A"
    state = rl.position(start)
    record = rl.Record(state, (rl.Turn.parse("layoff 5r>1; end"),), rl.play(state, "layoff 5r>1; end"), ("exact", "x"))
    viewer = opened(record, at=1)
    viewer._controls.why.value = True
    rows = re.findall(r'<th scope="row">(.*?)</th><td>(.*?)</td><td>(.*?)</td>', viewer._controls.why_page.value)
    assert [(laid, left) for _, laid, left in rows] == [("1", "9"), ("–", "–")]


def test_a_bot_is_asked_with_what_its_seat_saw_only(opened, record, monkeypatch):
    asked = []

    class Spy:
        name = "greedy"

        def alternatives(self, view, rng):
            asked.append(view)
            return BOTS["random"].alternatives(view, rng)

    monkeypatch.setitem(BOTS, "greedy", Spy())
    viewer = opened(record, at=3)
    viewer._controls.why.value = True
    assert asked
    for view in asked:
        assert view.seat == "A"
        assert set(view.hands["B"]) == {None}
        assert view.state.chance is None
        assert view.events


def test_who_cannot_be_asked_is_told_in_a_sentence(opened, record, monkeypatch):
    viewer = opened(rl.play_out("rummy40", [person, "random"], seed=1), at=1)
    viewer._controls.why.value = True
    assert "was played by person; that is no bot that can be asked." in page(viewer)

    class Silent:
        name = "greedy"

    monkeypatch.setitem(BOTS, "greedy", Silent())
    other = opened(record, at=1)
    other._controls.why.value = True
    assert "The bot greedy cannot tell why it plays as it does." in page(other)


# Who sees what


@pytest.mark.parametrize("rules", ["schmidt", "rummy40"])
def test_nothing_hidden_is_in_any_text_when_one_seat_looks(opened, rules):
    """Of the other hand no card is named that was never laid, discarded or taken."""
    record = rl.play_out(rules, ["greedy", "exact"], seed=5)
    viewer = opened(record, seat="A", by="move", marked=[1])
    viewer._controls.why.value = viewer._controls.copy.value = True
    for at in range(0, len(viewer) - 1, 5):
        viewer.index = at
        seen = rl.view(viewer.frames[at].state, "A")
        known = str(seen)
        hidden = set(map(str, viewer.frames[at].state.hands["B"])) - {"*"}
        told = everything(viewer).replace(unescape(viewer._faces.value), "")
        said = set(re.findall(r"\b(?:\d+|[JQKA])[rygbcdhs]\b", told))
        before = set(re.findall(r"\b(?:\d+|[JQKA])[rygbcdhs]\b", known + " ".join(lines(viewer))))
        assert not (said & hidden) - before
        assert all(rl.explain(rl.Card(card)) not in page(viewer) for card in hidden - before)
    turn = next(one for one in viewer._film.turns if one.seat == "B")
    viewer.turn(turn.number)
    assert "The reasons would show the cards of player B." in page(viewer)


# Playing on


def test_a_game_goes_on_against_the_bots_that_played_it(opened, schmidt):
    viewer = opened(schmidt, at=4)
    viewer._controls.play_on.click()
    button, game = viewer._controls.played.children
    assert isinstance(game, rl.PlayGame)
    assert game.state == viewer.state
    me = viewer.state.seat
    assert game.sitting.names == {
        seat: "me" if seat == me else name for seat, name in zip("ABC", schmidt.players, strict=True)
    }
    assert f"You play for player {me}." in viewer._news.value
    assert game.table.play("draw")
    assert game.sitting.state.seat == me
    viewer.next()
    assert viewer._controls.played.children[1] is game
    button.click()
    assert viewer._controls.played.children == ()
    assert viewer.last_error is None


def test_inside_a_turn_its_moves_lie_on_the_table_and_can_be_undone(opened, record):
    viewer = opened(record, by="move")
    at = next(at for at, frame in enumerate(viewer.frames) if frame.state.moves)
    viewer.index = at
    viewer.play_on()
    game = viewer._controls.played.children[1]
    assert game.state == viewer.frames[at].state
    assert game.table.desk.may_undo


def test_the_seat_that_looks_is_taken_over_and_the_bot_to_move_plays_first(opened, record):
    viewer = opened(record, seat="B", at=2)
    assert viewer.state.seat == "A"
    viewer.play_on()
    game = viewer._controls.played.children[1]
    assert game.sitting.names == {"A": "greedy", "B": "me"}
    assert game.state.seat == "B"
    assert game.table.desk.seat == "B"


def test_who_is_no_bot_is_played_by_a_stand_in_and_that_is_said(opened):
    viewer = opened(rl.play_out("schmidt", ["random", person], seed=1), at=2)
    viewer.play_on()
    assert "Player B is played by greedy." in viewer._news.value


def test_a_position_goes_on_at_a_table(opened):
    viewer = opened(*EXAMPLE)
    viewer.index = 2
    viewer._controls.play_on.click()
    table = viewer._controls.played.children[1]
    assert isinstance(table, rl.TableView)
    assert table.state == viewer.state
    assert "The position lies below; move the cards." in viewer._news.value


@pytest.mark.parametrize("lang", LANGUAGES)
def test_where_nothing_can_be_played_is_told_in_a_sentence(opened, record, lang):
    viewer = opened(record, lang=lang)
    viewer.last()
    viewer._controls.play_on.click()
    assert TEXTS[lang]["play_on_over"] in viewer._news.value
    assert viewer._controls.played.children == ()
    other = opened(*EXAMPLE, lang=lang, seat="B")
    other._controls.play_on.click()
    assert TEXTS[lang]["play_on_other"].partition("}")[2] in unescape(other._news.value)
    assert other.last_error is None


def test_an_unfinished_game_played_on_is_freed_with_the_viewer(record):
    instances = ipywidgets.widgets.widget._instances
    before = set(instances)
    viewer = rl.GameViewer(record, at=2)
    viewer._controls.why.value = viewer._controls.copy.value = True
    viewer.play_on()
    viewer.play_on()
    viewer.stop_playing()
    viewer.play_on()
    viewer.close()
    assert [type(instances[key]).__name__ for key in set(instances) - before] == []


# Copying


def test_what_is_copied_makes_the_position_again(opened, record):
    viewer = opened(record, at=5, lang="de", seat="B")
    assert viewer._controls.copy_page.value == ""
    viewer._controls.copy.value = True
    notation, shows, makes = map(unescape, re.findall(r">([^<]*)</textarea>", viewer._controls.copy_page.value))
    assert notation == str(viewer.state)
    assert eval(makes, {"rl": rl}) == viewer.state
    again = eval(shows, {"rl": rl})
    assert (again.state, again.lang, again.seat) == (viewer.state, "de", "B")
    again.close()
    viewer.next()
    assert str(viewer.state) in unescape(viewer._controls.copy_page.value)


# Words


def test_the_texts_are_there_in_every_language():
    assert len({frozenset(texts) for texts in TEXTS.values()}) == 1
    fields = re.compile(r"{\w+}")
    for key in TEXTS["en"]:
        assert len({frozenset(fields.findall(texts[key])) for texts in TEXTS.values()}) == 1, key
    alike = {"normal"}
    for one, other in itertools.combinations(TEXTS.values(), 2):
        assert [key for key in one if one[key] == other[key] and key not in alike] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_control_changes_its_language(opened, record, lang):
    viewer = opened(record)
    viewer._controls.why.value = viewer._controls.copy.value = True
    viewer.lang = lang
    told = everything(viewer)
    for key in ("turns", "speed", "slow", "fast", "why", "play_on", "copy", "copy_viewer", "why_start"):
        assert TEXTS[lang][key] in told


# Asking


def test_a_question_is_answered_below_what_happened_and_repeated(opened):
    viewer = opened(*EXAMPLE, at=1)
    told = viewer.ask("hand")
    assert told == "Player A: You have 3 cards: red 9; yellow 2; blue 2."
    assert told in viewer._news.value
    assert viewer.story.news() in viewer._news.value
    assert viewer.ask("say again") == told
    assert viewer.ask("how many cards has each") == "Player A: 3 cards; player B: 2 cards."
    assert viewer.ask("green 6 to meld 1").startswith("Nothing is played here, but you can ask: ")


def test_the_line_is_emptied_and_back_and_forward_are_steps(opened):
    viewer = opened(*EXAMPLE)
    line = viewer._controls.line
    for typed, index in (("forward", 1), ("redo", 2), ("back", 1)):
        line.value = typed
        assert (line.value, viewer.index) == ("", index)
    line.value = "meld 1"
    assert "Meld 1: " in viewer._news.value
    viewer.next()
    assert viewer.ask("say again") == " ".join(viewer.story.happened)


def test_a_seat_that_looks_is_answered_for_itself_whoever_is_to_move(opened, record):
    viewer = opened(record, seat="A", at=1)
    whole = viewer.frames[viewer._shown].state
    assert whole.seat == "B"
    assert viewer.ask("hand") == answer("hand", whole, "A") != answer("hand", whole, "B")
    assert viewer.ask("what fits") == answer("fits", whole, "A") == "It is not your turn."
