"""The variant lab as a widget, without a browser."""

import gc
import io
import tracemalloc
from functools import partial
from types import SimpleNamespace

import ipywidgets
import pandas as pd
import pytest

import rummy_lab as rl
from rummy_lab.widgets import variant_growing, variant_lab, variant_results, variant_run
from rummy_lab.widgets.variant_chart import Chart, looks_for
from rummy_lab.widgets.variant_compiling import Compiling
from rummy_lab.widgets.variant_figures import MOST_DOTS
from rummy_lab.widgets.variant_questions import QUESTIONS
from widgets.test_leaks import left

CHANGE = {"opening.points": (40, 51)}
BOTS = ("greedy", "greedy")
ROOM = 2 * 2**20  # a chart that stayed would cost 3 MB


@pytest.fixture(autouse=True)
def compiler(monkeypatch):
    """Nothing is compiled here: deals are played at the table."""

    class Compiler(Compiling):
        def is_ready(self, bots):
            return False

        def begin(self, bots):
            pass

    made = Compiler()
    for module in (variant_run, variant_growing):
        monkeypatch.setattr(module, "compiling", made)
    return made


@pytest.fixture
def charts():
    """For tests that look at charts; others draw none, since they take their time."""


@pytest.fixture(autouse=True)
def quick(request, monkeypatch):
    if "charts" not in request.fixturenames:
        monkeypatch.setattr(variant_results, "chart", lambda *_some, **_more: Chart(b"", "chart"))


@pytest.fixture
def make():
    made = []

    def lab(game="rummy40", changes=CHANGE, players=BOTS, question="opens_first", **options):
        made.append(rl.VariantLab(game, changes, players, question, **({"lang": "en", "predict": False} | options)))
        return made[-1]

    yield lab
    for one in made:
        one.close()


def said(lab):
    return lab._news.value


def press(lab, name):
    lab._buttons[name].click()
    if lab.sampling is not None:
        lab.sampling.wait(60)


def test_deals_come_in_and_everything_tells_of_them(make, charts):
    lab = make()
    assert "Choose how many deals" in said(lab)
    assert lab.results.layout.display == "none"
    press(lab, "play_10")
    run = rl.selfplay(["rummy40", "rummy40{opening.points=51}"], BOTS, 10, progress=False, engine="readable")
    assert lab.run.by_player.equals(run.by_player)
    found = rl.rate(run.by_player, "opened_turn == 1", by=["rules"])
    assert lab.estimates.equals(found)
    difference = rl.compare(run.by_player, "opened_turn == 1", baseline="rummy40")
    assert lab.differences.equals(difference)
    k, n = found.loc[1, ["k", "n"]]
    assert f"<td>{k} of {n}</td>" in lab.results._numbers.value
    assert "Finished." in said(lab)
    assert "After 10 deals: Rummy 40: " in said(lab)
    assert rl.in_words(found).splitlines()[0][:40] in lab.results._words.value
    assert lab.results.picture.chart.startswith(b"\x89PNG")
    assert "Rummy 40" in lab.results.picture.alt
    assert "10 of 10 deals" in lab._progress.value
    assert [one.layout.display for one in (lab.results, lab.looked_at, lab.keeping)] == [None] * 3


def test_up_to_500_deals_are_dots_then_bars(make, monkeypatch):
    lab = make()
    lab.play(6, wait=True)
    dots = lab.results.picture.dots
    assert [panel["name"] for panel in dots["panels"]] == ["Rummy 40 as it is", "51 points to open"]
    assert dots["labels"] == ["0", "1", "2"]
    for panel, rules in zip(dots["panels"], lab.run.rule_sets["rules"], strict=True):
        assert panel["dots"]
        rows = lab.run.by_player[lab.run.by_player["rules"] == rules]
        for at, one in enumerate(panel["bins"]):
            opened = (rows["opened_turn"] == 1).groupby(rows["deal"]).sum()
            assert one["deals"] == sorted(opened[opened == at].index)
    monkeypatch.setattr("rummy_lab.widgets.variant_figures.MOST_DOTS", 5)
    lab.play(1, wait=True)
    bars = lab.results.picture.dots["panels"]
    assert not any(panel["dots"] or one["deals"] for panel in bars for one in panel["bins"])
    assert sum(one["count"] for one in bars[0]["bins"]) == 7
    assert MOST_DOTS == 500


def test_a_dot_opens_its_own_deal_and_the_first_deal_is_watched(make):
    lab = make()
    press(lab, "play_1")
    assert lab.looked_at.viewer.deal == 0
    lab.play(4, wait=True)
    lab.results.picture._handle_custom_msg({"type": "open", "panel": 1, "deal": 3}, [])
    viewer = lab.looked_at.viewer
    assert viewer._film.source == lab.run.replay(3, rules="rummy40{opening.points=51}")
    assert "Deal 3, Rummy 40 with 51 points to open, is open below." in said(lab)
    for wrong in ({"panel": 5, "deal": 0}, {"panel": 0, "deal": 99}, {"panel": "0", "deal": 1}, {"deal": True}, "x"):
        lab.results.picture._handle_custom_msg(wrong if wrong == "x" else {"type": "open", **wrong}, [])
    assert lab.looked_at.viewer is viewer
    panel = lab.looked_at
    assert (panel._rules.value, panel._deal.value) == ("rummy40{opening.points=51}", 3)
    assert ">Deal 3, Rummy 40 with 51 points to open</h4>" in panel._named.value
    assert lab.results.picture.opened == 1
    lab.lang = "de"
    assert ">Spiel 3, Rummy 40 mit 51 Punkten zum Herauskommen<" in panel._named.value
    panel._rules.value, panel._deal.value = "rummy40", 2
    lab.looked_at._open.click()
    assert lab.looked_at.viewer._film.source == lab.run.replay(2, rules="rummy40")
    lab.looked_at._close.click()
    assert lab.looked_at.viewer is None
    assert panel._named.value == ""
    assert lab.results.picture.opened == 0


def move(lab):
    """Move each slider there and back."""
    for slider in lab.guessing._sliders.values():
        here = slider.value
        slider.value = here + slider.step
        slider.value = here


def test_nothing_is_shown_before_a_guess_with_a_reason(make, charts):
    lab = make(predict=True)
    assert all(lab._buttons[f"play_{size}"].disabled for size in (1, 10, 100, 1000))
    for act in (lambda: lab.play(1), lambda: lab.look_at(0)):
        with pytest.raises(rl.RummyError, match="Guess first"):
            act()
    lab.guessing._sliders["rummy40"].value = 40
    lab.guessing._why.value = "51 is more"
    lab.guessing._button.click()
    assert "Not moved yet: Rummy 40 with 51 points to open. Move each slider to your guess" in said(lab)
    assert lab.guess == {}
    move(lab)
    lab.guessing._why.value = ""
    lab.guessing._button.click()
    assert "Write a few words" in said(lab)
    lab.guessing._why.value = "51 is more"
    lab.guessing._button.click()
    assert lab.guess == {"rummy40": 40, "rummy40{opening.points=51}": 50}
    assert lab.guessing.layout.display == "none"
    press(lab, "play_10")
    assert "your guess: 40" in lab.results.picture.alt
    assert "<td>40%</td>" in lab.results._numbers.value
    assert "Your reason: 51 is more" in lab.results._words.value
    k, n = lab.estimates.loc[0, ["k", "n"]]
    assert f"<p>Rummy 40: guessed 40, played {int(100 * k / n + 0.5)} of 100; " in lab.results._words.value
    lab._changes.rows[0]._value.value = 60
    assert lab.guess == {}
    assert lab.sampling is None
    assert lab.results.picture.chart == b""
    lab.guess_so(30, "because")
    assert set(lab.guess.values()) == {30}


@pytest.mark.parametrize(("lang", "kept"), [("en", "(6)"), ("de", "(6) gehören"), ("nl", "(6) horen")])
def test_a_slider_that_was_moved_by_mistake_loses_nothing(make, lang, kept):
    lab = make(predict=True, lang=lang)
    move(lab)
    lab.guessing._why.value = "51 is more"
    lab.guessing._button.click()
    value = lab._changes.rows[0]._value
    value.value = 60
    assert kept not in said(lab)
    value.value = 51
    guess = lab.guess
    assert set(guess.values()) == {50}
    lab.play(6, wait=True)
    table, numbers = lab.run.by_player, lab.results._numbers.value
    value.value = 60
    assert kept in said(lab)
    assert kept in lab._note.value
    assert (lab.guess, lab.guessing._why.value) == ({}, "")
    value.value = 40  # which cannot be tried
    assert kept in said(lab)
    value.value = 51
    assert lab.run.by_player.equals(table)
    assert (lab.guess, lab._note.value) == (guess, "")
    assert lab.results._numbers.value == numbers
    lab.play(2, wait=True)
    assert lab.sampling.done == 8
    press(lab, "again")
    assert (lab.guess, lab.sampling, lab.guessing._why.value) == ({}, None, "")
    value.value = 60
    value.value = 51
    assert lab.sampling is None


def test_a_slider_begins_anew_and_where_nothing_is_guessed_plays_as_many_again(make):
    lab = make()
    press(lab, "play_10")
    lab._changes.rows[0]._value.value = 60
    lab.sampling.wait()
    assert lab.sampling.done == 10
    assert list(lab.estimates["rules"].astype(str)) == ["rummy40", "rummy40{opening.points=60}"]
    press(lab, "again")
    assert lab.sampling is None
    assert "Choose how many deals" in said(lab)


def test_nonsense_is_told_before_anything_runs_and_mended_by_another_choice(make):
    lab = make()
    lab._changes.rows[0]._value.value = 40
    assert "rl-barred" in said(lab)
    assert "Rummy 40 has this rule already" in said(lab)
    assert lab._buttons["play_10"].disabled
    with pytest.raises(rl.RummyError, match="already"):
        lab.play(1)
    lab.lang = "de"
    assert "Rummy 40 hat diese Regel schon" in said(lab)
    lab._changes.rows[0]._value.value = 45
    assert not lab._buttons["play_10"].disabled
    with pytest.raises(rl.RummyError, match="too many for a pack of 54"):
        rl.VariantLab("rummy40", {"pack.copies": 1})


def test_rules_are_added_chosen_and_taken_away(make):
    lab = make(changes=None)
    assert lab.chosen.changes == ()
    for _ in range(4):
        lab._changes._add.click()
    assert len(lab._changes.rows) == 4
    assert lab._changes._add.layout.display == "none"
    lab._changes.rows[1]._field.value = "joker.freed"
    assert lab.chosen.changes[1][0] == "joker.freed"
    menu = lab._changes.rows[1]._value
    assert isinstance(menu, ipywidgets.Dropdown)
    names = [name.casefold() for name, _ in lab._changes.rows[1]._field.options]
    assert names == sorted(names)
    assert "You may keep a freed joker for later." in [told for told, _ in menu.options]
    menu.value = "to_hand"
    assert lab.chosen.changes[1] == ("joker.freed", "to_hand")
    assert "You may keep a freed joker for later." in lab._changes.rows[1]._said.value
    lab._menus["combine"].value = "together"
    assert len(lab.chosen.rule_sets()) == 2
    lab._changes.rows[0]._remove.click()
    assert lab.chosen.changes[0][0] == "joker.freed"
    assert len(lab._changes.rows) == 3


def test_another_game_keeps_what_fits_and_seats_follow(make):
    lab = make(players=("greedy", "careful", "greedy", "greedy", "greedy"))
    lab._menus["game"].value = "schmidt"
    assert lab.chosen.game == rl.SCHMIDT
    assert len(lab.chosen.players) == 4
    assert lab.chosen.changes == (("opening.points", 51),)
    lab._seats._count.value = 3
    lab._seats._bots[2].value = list(rl.bots.BOTS).index("random")
    assert lab.chosen.players == ("greedy", "careful", "random")
    lab._menus["question"].value = "wins"
    assert (lab.chosen.by, lab.chosen.who) == ("bot", "greedy")
    lab._rotate.value = True
    press(lab, "play_1")
    assert lab.run.by_player["rotation"].nunique() == 3


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_question_is_answered(make, question):
    lab = make(question=question, players=("greedy", "random"), lang="nl", level="university")
    lab.play(2, wait=True)
    assert lab.results.picture.dots["panels"]
    assert lab.results._numbers.value.count("<table>") == 2
    lab.level = "school"
    assert lab.last_error is None


def test_every_chart_is_drawn(make, charts):
    lab = make(question="wins", players=("greedy", "random"), lang="de")
    lab.play(4, wait=True)
    alts = set()
    for look in looks_for(lab.chosen):
        lab.results._look.value = look
        assert lab.results.picture.chart
        alts.add(lab.results.picture.alt)
    assert len(alts) >= len(looks_for(lab.chosen)) - 1  # of so few deals a band is not drawn yet
    lab.results.picture.narrow = True
    assert lab.last_error is None


def test_the_language_changes_everything_that_stands_there(make):
    lab = make(predict=True)
    lab.guess_so(40, "so")
    lab.play(2, wait=True)
    before = lab.words()
    lab._menus["lang"].value = "de"
    assert lab.lang == "de"
    assert "Variantenlabor" in lab._title.value
    assert lab._buttons["play_100"].description == "100 Spiele mehr"
    assert "Nach 2 Spielen" in said(lab)
    assert "Alle Zahlen" in lab.results._numbers.value
    assert lab.words() != before
    assert "mit 51 Punkten zum Herauskommen" in lab.words()


def test_the_run_is_repeated_exported_and_saved(make, failures, tmp_path):
    lab = make(seed=7)
    sent = []
    for file in lab.keeping.files:
        file.send = lambda content, buffers=None: sent.append((content, buffers))
    lab.keeping.files[0]._handle_custom_msg({"type": "give"}, [])
    assert "There are no deals yet." in said(lab)
    failures.clear()
    lab.play(5, wait=True)
    code = lab._lines_of_code()
    quietly = SimpleNamespace(selfplay=partial(rl.selfplay, progress=False, engine="readable"))
    assert eval(code["code"], {"rl": quietly}).by_player.equals(lab.run.by_player)
    again = eval(code["code_lab"], {"rl": rl})
    assert again.chosen == lab.chosen
    again.close()
    for file in lab.keeping.files:
        file._handle_custom_msg({"type": "give"}, [])
    assert [content["name"] for content, _ in sent] == ["rummy-lab-numbers.csv", "rummy-lab-deals.csv"]
    numbers, deals = (pd.read_csv(io.BytesIO(buffers[0])) for _, buffers in sent)
    assert list(numbers["k"]) == list(lab.estimates["k"])
    assert list(deals["score"]) == list(lab.run.by_player["score"])
    lab.keeping._save.click()
    assert "Name a folder first." in said(lab)
    lab.keeping._folder.value = str(tmp_path / "run")
    lab.keeping._save.click()
    assert rl.read_run(tmp_path / "run").by_player.equals(lab.run.by_player)


def test_a_line_that_is_being_copied_stays_while_deals_come_in(make):
    """What is drawn anew under the fingers loses the focus."""
    lab = make()
    lines = lab.keeping._code
    assert (lines["code"].value, "VariantLab" in lines["code_lab"].value) == ("", True)
    drawn = []
    lines["code_lab"].observe(drawn.append, "value")
    lines["code"].observe(lambda change: drawn.append(lab.sampling.is_running), "value")
    lab.play(30, wait=True)
    lab.sampling.join(60)
    assert "selfplay" in lines["code"].value
    assert drawn == [False]


@pytest.mark.parametrize(
    ("lang", "told"), [("en", "holds another run"), ("de", "liegt ein anderer Lauf"), ("nl", "staat een andere run")]
)
def test_a_longer_run_goes_into_a_folder_of_its_own(make, tmp_path, lang, told):
    lab = make(lang=lang)
    lab.play(1, wait=True)
    lab.save(tmp_path / "run")
    lab.play(1, wait=True)
    with pytest.raises(rl.RummyError, match=told):
        lab.save(tmp_path / "run")


def test_a_table_that_is_too_large_to_hand_out_is_saved_instead(make, failures, monkeypatch):
    lab = make()
    lab.play(1, wait=True)
    monkeypatch.setattr("rummy_lab.widgets.variant_keep.LARGEST", 10)
    lab.keeping.files[1]._handle_custom_msg({"type": "give"}, [])
    assert "too many deals for a download" in said(lab)
    failures.clear()


def test_deals_of_choices_that_were_given_up_change_nothing(make):
    lab = make()
    lab.play(3, wait=True)
    old = lab.sampling
    lab._menus["question"].value = "turns"
    lab.sampling.wait()
    shown = lab.results._numbers.value
    lab._came(old)
    assert lab.results._numbers.value == shown
    assert lab.sampling is not old


def test_what_is_said_after_a_stop_is_not_talked_over_by_the_last_deals(make):
    lab = make()
    lab.play(5_000)
    lab.stop()
    lab.look_at(0)
    lab.sampling.join(60)
    assert "Deal 0, Rummy 40, is open below." in said(lab)
    lab.go_on()
    while lab.sampling.done < 2:
        assert not lab.sampling.wait(0.01)
    lab.stop()
    lab.sampling.join(60)
    assert "Stopped." in said(lab)
    assert f"After {lab.sampling.done} deals" in said(lab)


def test_a_stop_before_the_first_deal_is_told_too(make, monkeypatch):
    lab = make()
    monkeypatch.setattr(variant_run.Sampling, "_next", lambda self, size: (0, 0))
    lab.play(10)
    lab.stop()
    assert "Stopped." in said(lab)
    lab.sampling.join(60)
    assert "Stopped." in said(lab)


def test_what_goes_wrong_while_deals_are_played_is_told(make, failures, monkeypatch):
    lab = make()

    def broken(*_some):
        raise RuntimeError("no cards")

    monkeypatch.setattr(variant_run.Sampling, "_engine", broken)
    lab.play(2)
    lab.sampling.join(10)
    assert "RuntimeError" in said(lab)
    assert isinstance(failures[0], RuntimeError)
    failures.clear()


def test_there_is_a_picture_without_a_kernel(make):
    lab = make()
    for _ in range(2):
        png, alt, words = lab.still()
        assert png.startswith(b"\x89PNG")
        assert alt
        assert "How often does a player open" in words
        lab.play(2, wait=True)
    assert {"image/png", "text/plain"} <= set(lab._repr_mimebundle_()[0])


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"lang": "fr"}, "lang is 'fr'"),
        ({"level": "expert"}, "level is 'expert'"),
        ({"question": "x"}, "question is 'x'"),
    ],
)
def test_wrong_arguments_are_told(make, wrong, told):
    with pytest.raises(rl.RummyError, match=told):
        make(**wrong)


def test_what_is_not_there_yet_is_told_in_one_sentence(make):
    lab = make(changes=None)
    for ask in (lambda: lab.run, lambda: lab.estimates, lambda: lab.save("nowhere")):
        with pytest.raises(rl.RummyError, match="no deals yet"):
            ask()
    lab.play(1, wait=True)
    with pytest.raises(rl.RummyError, match="no variant"):
        _ = lab.differences
    with pytest.raises(rl.RummyError, match="no rule set 'schmidt'"):
        lab.look_at(0, "schmidt")


@pytest.fixture
def traced():
    """What Python and numpy hold, in bytes: the whole process also grows by what tests before this one left to it."""

    def held():
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    yield held
    tracemalloc.stop()


@pytest.mark.parametrize("runs", [6, pytest.param(50, marks=pytest.mark.slow)])
def test_many_runs_leave_nothing_behind(make, charts, traced, runs):
    lab = make()

    def session(runs):
        for number in range(runs):
            lab._choose(seed=number)
            lab.sampling.wait()
            if number % 5 == 1:
                lab.look_at(0)

    lab.play(1, wait=True)
    session(runs // 2)  # what is cached is cached now
    things, before = left(), traced()
    session(runs)
    lab._choose(seed=0)
    lab.sampling.wait()
    lab.look_at(0)
    assert left() == things
    assert traced() - before < ROOM


def test_closing_frees_everything(make):
    before = left()
    lab = rl.VariantLab("rummy40", CHANGE, BOTS, lang="en", predict=False)
    lab.play(2, wait=True)
    lab.look_at(1)
    lab.close()
    assert left() == before
    assert variant_lab.VariantLab is rl.VariantLab
