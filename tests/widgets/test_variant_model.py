"""The choices of a variant lab, and its deals in the background, without a widget."""

import threading
import time
from dataclasses import replace

import pytest

import rummy_lab as rl
from rummy_lab.batch.engines import ENGINES
from rummy_lab.core.rules import field_specs, presets
from rummy_lab.widgets import variant_run
from rummy_lab.widgets.variant_compiling import Compiling
from rummy_lab.widgets.variant_model import OFFERED, Experiment, ImpossibleExperiment, experiment, first_change, offered
from rummy_lab.widgets.variant_questions import QUESTIONS
from rummy_lab.widgets.variant_run import Sampling
from rummy_lab.widgets.variant_said import relatives, said
from rummy_lab.widgets.variant_texts import texts
from rummy_lab.words.desk import ruling_on

LANGUAGES = ("en", "de", "nl")
POINTS = (("opening.points", 51), ("pack.jokers", 4))


def chosen(game="rummy40", changes=None, players=("greedy", "greedy"), question="turns", **more):
    options = {"combine": "apart", "seed": 0, "rotate": False} | more
    return experiment(game, changes, players, question, **options)


@pytest.mark.parametrize(
    ("combine", "names"),
    [
        ("apart", ["rummy40", "rummy40{opening.points=51}", "rummy40{pack.jokers=4}"]),
        ("together", ["rummy40", "rummy40{opening.points=51,pack.jokers=4}"]),
        (
            "crossed",
            [
                "rummy40", "rummy40{pack.jokers=4}", "rummy40{opening.points=51}",
                "rummy40{opening.points=51,pack.jokers=4}",
            ],
        ),
    ],
)  # fmt: skip
def test_changes_are_tried_apart_together_or_crossed(combine, names):
    assert [one.name for one in Experiment(rl.RUMMY40, POINTS, combine=combine).rule_sets()] == names


def test_several_values_of_a_rule_are_variants_and_that_of_the_game_is_the_baseline():
    found = chosen(changes={"opening.points": (30, 40, 51), "melds.set_sizes": (3,)})
    assert found.changes == (("opening.points", 30), ("opening.points", 51), ("melds.set_sizes", (3,)))
    assert chosen(changes={"melds.wrap": "yes"}).changes == (("melds.wrap", True),)


REFUSED = [
    ("rummy40", {"opening.points": 40}, "apart", "same"),
    ("rummy40", {"opening.points": (30, 51)}, "together", "twice_together"),
    ("rummy40", {"opening.points": (10, 20, 30, 50, 60)}, "apart", "too_many"),
    ("rummy40", {"pack.copies": 1}, "apart", "too_few_cards"),
    ("rummy40", {"joker.anchor": "free"}, "apart", "needs_rearrange"),
    ("rummy40", {"turn.play_after_draw": True}, "apart", "draws_first"),
    ("rummy40", {"pack.ranks": 9}, "apart", "short_suits"),
    ("rummy40", {"pack.ace": "both", "melds.wrap": True}, "together", "wrap_and_both"),
    ("rummy40", {"match.limit": 300}, "apart", "no_effect"),
    ("rummy40", {"pack.jokers": 0, "joker.freed": "to_hand"}, "together", "no_effect"),
    ("schmidt", {"pile.use": "meld"}, "apart", "no_pile"),
]


@pytest.mark.parametrize(("game", "changes", "combine", "key"), REFUSED)
def test_nonsense_is_refused_with_the_reason_in_each_language(game, changes, combine, key):
    with pytest.raises(ImpossibleExperiment) as refused:
        chosen(game, changes, combine=combine)
    assert refused.value.key == key
    told = {refused.value.text(lang) for lang in LANGUAGES}
    assert len(told) == 3
    assert not any("{" in text for text in told)
    assert str(refused.value) == refused.value.text("en")


def test_what_fits_the_rules_but_not_the_players_or_the_question_is_refused_before_anything_runs():
    many = Experiment(rl.SCHMIDT, (), ("greedy",) * 5)
    assert "for 2 to 4 players, not for 5" in many.refusal()
    assert "für 2 bis 4 Spieler, nicht für 5" in many.refusal("de")
    no_jokers = replace(chosen(), game=rl.RUMMY40.vary(pack__jokers=0), question="jokers_left")
    assert "without jokers" in no_jokers.refusal()
    assert "Handrommé" in replace(chosen("schmidt"), question="rummy").refusal("de")
    assert chosen(question="rummy").refusal() == ""
    with pytest.raises(ImpossibleExperiment):
        many.plan()


@pytest.mark.parametrize(
    ("change", "said_of_it"),
    [
        ({"question": "weather"}, "question is 'weather'"),
        ({"players": "greedy"}, "players is a list"),
        ({"players": ("nobody", "greedy")}, "no bot 'nobody'"),
        ({"changes": {"opening.pints": 3}}, "no field 'opening.pints'"),
        (
            {"changes": ["opening.points", 51]},
            r"changes is \['opening.points', 51\]; write each parameter with its value",
        ),
        ({"changes": {"opening.points": 200}}, "opening.points cannot be 200; allowed: a whole number from 0 to 99"),
        ({"combine": "mixed"}, "combine is 'mixed'"),
        ({"seed": -1}, "seed"),
    ],
)
def test_what_cannot_be_is_told_in_one_sentence(change, said_of_it):
    with pytest.raises(rl.RummyError, match=said_of_it):
        chosen(**change)


@pytest.mark.parametrize("game", presets(), ids=lambda one: one.name)
def test_every_rule_that_is_offered_can_be_chosen_and_is_told_in_each_language(game):
    for field in offered(game):
        value = first_change(game, field)
        assert field_specs()[field].allows(value)
        assert value != game.get(field)
        told = [said(game, (field, value), lang) for lang in LANGUAGES]
        assert len(set(told)) == 3
        assert all(text.count("<p>") >= 2 for text in told)
    assert set(offered(game)) <= set(OFFERED)


def test_the_sources_of_a_rule_are_those_of_its_game():
    assert ruling_on(rl.KALOOKI_UK, "opening.points", "nl").place.game == "Rummy 40"
    assert ruling_on(rl.SCHMIDT, "pack.copies", "en") is None
    assert rl.RUMMIKUB in relatives(rl.SCHMIDT, "joker.anchor")
    html = said(rl.RUMMY40, ("opening.points", 51), "en")
    assert "at least 40 points" in html
    assert "at least 51 points" in html
    assert "Others play (Rummy 51, Bicycle Kaluki): " in html
    assert "does not speak of this" in said(rl.RUMMY40, ("pack.copies", 3), "en")


def test_every_text_stands_in_three_languages_with_the_same_fields():
    for section, rows in texts().items():
        for key, row in rows.items():
            assert set(row) == set(LANGUAGES), (section, key)
            fields = {
                lang: sorted(part.partition("}")[0] for part in text.split("{")[1:]) for lang, text in row.items()
            }
            assert fields["en"] == fields["de"] == fields["nl"], (section, key)
    assert set(texts()["question"]) == set(texts()["axis"]) == set(texts()["shows"]) == set(QUESTIONS)


# Deals in the background


@pytest.fixture
def compiler(monkeypatch):
    """Nothing is compiled here: deals are played at the table until the test says that it is ready."""

    class Compiler(Compiling):
        ready, begun = False, 0

        def is_ready(self, bots):
            return self.ready

        def begin(self, bots):
            self.begun += 1

    made = Compiler()
    monkeypatch.setattr(variant_run, "compiling", made)
    return made


@pytest.fixture
def plan(compiler):
    return chosen(changes={"opening.points": 51}, seed=7).plan()


def played(plan, deals):
    rules = list(plan.rules)
    return rl.selfplay(rules, ["greedy", "greedy"], deals, seed=plan.seed, progress=False, engine="readable")


def test_what_is_stopped_and_gone_on_with_is_what_one_run_gives(plan):
    stops = []

    def tell():
        if sampling.done >= 3 and not stops:
            stops.append(sampling.done)
            sampling.stop()

    sampling = Sampling(plan, tell, pace=0)
    sampling.grow(40)
    sampling.wait()
    assert stops
    assert stops[0] <= sampling.done < 40
    assert not sampling.is_running
    assert sampling.run.by_player.equals(played(plan, sampling.done).by_player)
    sampling.go_on()
    assert sampling.wait()
    sampling.grow(10)
    assert sampling.wait()
    assert sampling.done == sampling.target == 50
    one, again = sampling.run, played(plan, 50)
    assert one.by_player.equals(again.by_player)
    assert one.by_deal.equals(again.by_deal)
    assert one.spec == again.spec
    assert sampling.record(3, "rummy40{opening.points=51}") == again.replay(3, rules="rummy40{opening.points=51}")


def test_more_that_is_asked_for_while_deals_are_played_is_added(plan):
    sampling = Sampling(plan)
    for _ in range(3):
        sampling.grow(5)
    assert sampling.wait()
    assert (sampling.done, sampling.target) == (15, 15)
    assert sorted(set(sampling.frame("by_deal")["deal"])) == list(range(15))


def test_deals_are_played_at_the_table_until_the_fast_engine_is_compiled(plan, compiler, monkeypatch):
    table, asked = ENGINES["readable"], []

    def play(_self, plan, first, last, **options):
        asked.append((first, last))
        return table.play(plan, first, last, **options)

    monkeypatch.setattr(type(ENGINES["fast"]), "play", play)
    sampling = Sampling(plan)
    sampling.grow(4)
    sampling.wait()
    assert compiler.begun
    assert not asked
    compiler.ready = True
    sampling.grow(6)
    sampling.wait()
    assert asked[0][0] == 4
    assert sampling.run.by_player.equals(played(plan, 10).by_player)


def test_it_is_compiled_once_for_the_same_bots_in_a_process_of_its_own(monkeypatch):
    class Process:
        def __init__(self, command, **options):
            started.append((command[-2:], options["start_new_session"]))

        def wait(self):
            pass

        def kill(self):
            started.append("killed")

    started, read = [], []
    monkeypatch.setattr("rummy_lab.widgets.variant_compiling.has_numba", lambda: True)
    monkeypatch.setattr("rummy_lab.widgets.variant_compiling.subprocess.Popen", Process)
    monkeypatch.setattr(type(ENGINES["fast"]), "play", lambda *_some, **_more: read.append(True))
    made, bots = Compiling(), [rl.bots.BOTS["greedy"]] * 3
    assert not made.is_ready(bots)
    made.begin(bots)
    made.begin(bots[:2])
    made._threads[0].join(10)
    assert (started, len(read)) == ([(["greedy", "greedy"], True)], 1)
    assert made.is_ready(bots)
    assert not made.is_ready([rl.bots.BOTS["careful"]])
    made.leave()
    made.begin([rl.bots.BOTS["careful"]])
    assert len(started) == 1


def test_a_bot_of_ones_own_is_played_at_the_table_for_good(compiler):
    compiler.ready = True
    mine = chosen(players=(lambda view, rng: "draw", "greedy"))
    sampling = Sampling(mine.plan())
    assert "does not know the bot" in sampling.slow
    sampling.grow(1)
    sampling.wait()
    assert sampling.done == 1


def test_what_goes_wrong_in_the_thread_is_kept_and_raised(plan, monkeypatch):
    def broken(*_some, **_more):
        raise RuntimeError("no cards")

    monkeypatch.setattr(Sampling, "_engine", lambda self: type("Broken", (), {"name": "broken", "play": broken})())
    told = []
    sampling = Sampling(plan, lambda: told.append(True))
    sampling.grow(5)
    with pytest.raises(RuntimeError, match="no cards"):
        sampling.wait()
    assert told
    assert not sampling.is_running


def test_a_run_is_saved_as_selfplay_would_and_goes_on_from_there(plan, tmp_path):
    sampling = Sampling(plan)
    with pytest.raises(rl.RummyError, match="no deals"):
        sampling.save(tmp_path / "run")
    sampling.grow(12)
    sampling.wait()
    sampling.save(tmp_path / "run")
    sampling.save(tmp_path / "run")
    run = rl.read_run(tmp_path / "run")
    run.verify()
    assert run.complete
    assert run.by_player.equals(sampling.run.by_player)
    options = {"seed": 7, "out": tmp_path / "run", "progress": False, "engine": "readable"}
    again = rl.selfplay(list(plan.rules), ["greedy"] * 2, 12, **options)
    assert again.by_deal.equals(run.by_deal)


def test_wrong_numbers_are_refused(plan):
    sampling = Sampling(plan)
    for wrong in (0, -1, 1.5, True, "ten"):
        with pytest.raises(rl.RummyError, match="at least 1"):
            sampling.grow(wrong)
    with pytest.raises(rl.RummyError, match="no rule set 'schmidt' here"):
        sampling.record(0, "schmidt")
    with pytest.raises(rl.RummyError, match="deals are counted from 0"):
        sampling.record(-1, "rummy40")


def test_no_thread_is_left_when_deals_are_done(plan):
    sampling = Sampling(plan)
    sampling.grow(2)
    sampling.wait()
    deadline = time.monotonic() + 5
    while any(one.name == "rummy_lab deals" for one in threading.enumerate()) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not any(one.name == "rummy_lab deals" for one in threading.enumerate())
