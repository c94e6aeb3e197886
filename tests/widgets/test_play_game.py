"""A match at the table, without a browser: turns by messages, bots, what follows a deal, several people."""

import threading
import time
from collections import Counter

import ipywidgets
import pytest

import rummy_lab as rl
from rummy_lab.core.chance import Rng
from rummy_lab.widgets.after_deal import score_table
from rummy_lab.widgets.play_texts import TEXTS
from rummy_lab.widgets.sitting import Sitting

PERSON = rl.bots.bot("greedy")


@pytest.fixture
def opened():
    """Makes games, and closes them after the test."""
    games = []

    def make(*args, **options):
        games.append(rl.PlayGame(*args, **({"pace": 0} | options)))
        return games[-1]

    yield make
    for game in games:
        game.close()


def take_turn(game):
    """A person's whole turn, as lines typed at the table."""
    turns = game.state.base.turns
    while game.sitting.state.over is None and game.state.base.turns == turns:
        choice = PERSON.choose(rl.view(game.state, game.state.seat), Rng(turns))
        assert game.table.play(str(choice)), game.table.frame["refusal"]


def play_deal(game, turns=10_000):
    for _ in range(turns):
        if game.sitting.is_over:
            return
        take_turn(game)


def shown(game):
    return [button.description for button in game._buttons.values() if button.layout.display != "none"]


@pytest.mark.parametrize("rules", ["schmidt", "rummy40"])
def test_a_deal_to_its_end(opened, rules):
    game = opened(rules, ["me", "greedy", "random"], seed=3)
    assert game.state.seat == "A"
    play_deal(game)
    assert game.sitting.is_over
    assert game.record.final.over is not None
    assert "win" in game._said.value or "blocked" in game._said.value
    assert "turns had a better one" in game._said.value or "no turn had" in game._said.value
    viewer = game._after.children[-1]
    assert isinstance(viewer, rl.GameViewer)
    assert len(viewer) > 3
    assert TEXTS["en"]["next_deal"] in shown(game)
    assert "Scores after one deal" in game._scores.value
    game._buttons["next_deal"].click()
    assert game.sitting.turns == () or game.sitting.is_person(game.state.seat)
    assert game._after.children == ()
    assert game.last_error is None


def test_a_turn_that_had_a_better_one_is_shown_in_the_viewer(opened):
    game = opened("schmidt", ["me", "random"], seed=4)
    while not game.sitting.is_over:
        assert game.table.play("draw" if game.state.stock else "pass")
    assert game._after.turns
    (viewer,) = game._after.children
    marked = [at for at, (line, _) in enumerate(viewer._controls.turns.options) if "better turn" in line]
    assert marked == [one.number for one in game._after.turns if one.better is not None]
    viewer._controls.turns.value = marked[-1]
    assert viewer.index == marked[-1]


def test_what_the_bot_did_is_told_and_its_drawn_card_is_not(opened):
    game = opened("rummy40", ["me", "greedy"], seed=5)
    take_turn(game)
    played = game.sitting.turns[-1]
    assert played.seat == "B"
    told = " ".join(game.table.frame["news"])
    assert "Player B" in told
    drawn = [move for move in played.turn if move.verb == "draw"]
    if drawn:
        assert rl.explain(drawn[0].card) not in told.partition(".")[0]
    hidden = [one["label"] for one in game.table.frame["cards"] if one["zone"] == "hand-B"]
    assert set(hidden) == {"hidden card"}


def test_a_turn_is_taken_back(opened):
    game = opened("schmidt", ["me", "greedy"], seed=5)
    before = game.state
    game._buttons["take_back"].click()
    assert TEXTS["en"]["nothing_back"] in game._said.value
    take_turn(game)
    assert game.state != before
    game._buttons["take_back"].click()
    assert game.state == before
    assert TEXTS["en"]["taken_back"] in game.table.frame["news"]


def test_scored_play_takes_nothing_back(opened):
    game = opened("schmidt", ["me", "greedy"], seed=5, practice=False)
    take_turn(game)
    here = game.state
    game.take_back()
    assert game.state == here
    assert TEXTS["en"]["take_back"] not in shown(game)


def test_the_last_round_is_shown_again(opened):
    game = opened("schmidt", ["me", "greedy", "random"], seed=5)
    game.show_last_round()
    assert TEXTS["en"]["no_round"] in game._said.value
    take_turn(game)
    here, gen = game.state, game.table.frame["gen"]
    game.show_last_round()
    assert game.table.frame["gen"] >= gen + 4
    assert game.state == here
    game.table.play("draw") if game.state.rules.has_pile else game.table.play("meld " + str(game.state.hands["A"][0]))
    game.show_last_round()
    assert TEXTS["en"]["end_turn_first"] in game._said.value


def test_a_stopped_deal_is_unfinished(opened):
    game = opened("schmidt", ["me", "greedy"], seed=5)
    take_turn(game)
    game._buttons["stop"].click()
    assert game.record.outcome.how == "unfinished"
    assert TEXTS["en"]["stop"] not in shown(game)
    game._buttons["same_deal"].click()
    assert game.sitting.turns == ()
    assert TEXTS["en"]["stop"] in shown(game)


def test_a_match_is_saved_and_taken_up_again(opened, tmp_path):
    game = opened("rummy40", ["me", "greedy"], seed=5)
    take_turn(game)
    take_turn(game)
    game.save(tmp_path / "match.toml")
    again = rl.PlayGame.resume(tmp_path / "match.toml", pace=0)
    assert again.state == game.state
    assert again.record == game.record
    play_deal(game)
    play_deal(again)
    assert again.record == game.record
    again.close()


def wait_for(true, seconds=20):
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_two_people_share_a_screen_with_covered_hands(opened):
    game = opened("schmidt", ["me", "me"], seed=5)
    take_turn(game)
    assert game.table.layout.display == "none"
    assert game.table.desk.seat == "A"
    game._show_hand.click()
    assert game.table.layout.display is None
    assert game.table.desk.seat == "B"
    assert "Player A" in " ".join(game.table.frame["news"])
    take_turn(game)
    assert game.table.layout.display == "none"


def test_a_turn_taken_back_while_the_hands_are_covered_is_that_of_its_player(opened):
    game = opened("schmidt", ["me", "me"], seed=5)
    take_turn(game)
    game.take_back()
    assert "A" in game._show_hand.description
    game._show_hand.click()
    assert (game.state.seat, game.table.desk.seat) == ("A", "A")
    assert game.table.layout.display is None


def test_a_deal_that_is_stopped_while_the_hands_are_covered_is_shown(opened):
    game = opened("schmidt", ["me", "me"], seed=5)
    take_turn(game)
    game.stop()
    assert game.table.layout.display is None
    assert game._show_hand.layout.display == "none"


def test_only_bots_play_to_the_end_by_themselves(opened):
    game = opened("rummy40", ["greedy", "greedy"], seed=1)
    assert game.sitting.is_over
    assert game.record == rl.play_out("rummy40", ["greedy", "greedy"], seed=1)


def test_bots_take_their_time_in_a_thread_and_stop_when_closed():
    threads = threading.active_count()
    game = rl.PlayGame("schmidt", ["me", "greedy", "greedy"], seed=5, pace=0.05)
    take_turn(game)
    assert game.state.seat in "BC"
    deadline = time.monotonic() + 20
    while game.state.seat != "A" and time.monotonic() < deadline:
        time.sleep(0.01)
    assert game.state.seat == "A"
    assert len(game.sitting.turns) == 3
    take_turn(game)
    game.close()
    assert threading.active_count() == threads
    assert game.last_error is None


def test_a_deal_begun_anew_while_the_last_round_is_shown_goes_on():
    game = rl.PlayGame("schmidt", ["greedy", "me"], seed=5, pace=0.1)
    wait_for(lambda: game.state.seat == "B" and not game._running)
    game.show_last_round()
    assert game._running
    game.same_deal()
    assert game.sitting.state.seat == "A"
    wait_for(lambda: game.sitting.state.seat == "B" and not game._running)
    assert game.state == game.sitting.state
    assert len(game.sitting.turns) == 1
    game.close()
    assert game.last_error is None


def test_a_turn_taken_back_while_a_bot_thinks_stands():
    game = rl.PlayGame("schmidt", ["me", "greedy"], seed=5, pace=0.2)
    before = game.state
    take_turn(game)
    game.take_back()
    time.sleep(0.5)
    assert game.state == before
    take_turn(game)
    deadline = time.monotonic() + 20
    while game.state.seat != "A" and time.monotonic() < deadline:
        time.sleep(0.01)
    assert [played.seat for played in game.sitting.turns] == ["A", "B"]
    game.close()


def test_languages_change_live(opened):
    game = opened("schmidt", ["me", "greedy"], seed=5)
    game.lang = "de"
    assert game._buttons["stop"].description == TEXTS["de"]["stop"]
    assert "Spieler A (du)" in game._scores.value
    assert {frozenset(texts) for texts in TEXTS.values()} == {frozenset(TEXTS["en"])}


@pytest.mark.parametrize(
    ("options", "said"),
    [({"lang": "fr"}, "lang"), ({"pace": -1}, "pace"), ({"pace": "x"}, "pace"), ({"players": ["me"]}, "players")],
)
def test_what_cannot_be_is_refused(options, said):
    with pytest.raises(rl.RummyError, match=said):
        rl.PlayGame("schmidt", **options)


def test_closing_frees_everything():
    instances = ipywidgets.widgets.widget._instances
    before = set(instances)
    game = rl.PlayGame("schmidt", ["me", "random"], seed=4, pace=0)
    while not game.sitting.is_over:
        game.table.play("draw" if game.state.stock else "pass")
    game.close()
    left = [instances[key] for key in set(instances) - before]
    assert [type(one).__name__ for one in left] == []


def test_the_cards_not_seen_yet(opened):
    game = opened("schmidt", ["me", "greedy"], seed=5)
    left = game.unseen()
    hidden = [*game.state.hands["B"], *game.state.stock]
    assert left == Counter(hidden)
    game._buttons["show_unseen"].click()
    assert "<table" in game._unseen.value
    assert TEXTS["en"]["jokers_left"].format(count=left[rl.Card("*")]) in game._unseen.value
    take_turn(game)
    assert game.unseen() == Counter([*game.sitting.state.hands["B"], *game.sitting.state.stock])
    game._buttons["show_unseen"].click()
    assert game._unseen.value == ""


def test_my_statistics_are_a_frame(opened):
    game = opened("schmidt", ["me", "random"], seed=4)
    play_deal(game)
    frame = game.statistics()
    assert len(frame) == sum(played.seat == "A" for played in game.sitting.turns)
    assert frame["opened"].sum() == 1


def test_what_the_others_laid_since_my_turn_is_marked(opened):
    game = opened("schmidt", ["me", "greedy", "greedy"], seed=3)
    for _ in range(30):
        before = sum(map(len, game.state.table))
        game.table.play("draw")
        new = {card["id"] for card in game.table.frame["cards"] if card.get("new")}
        lying = {card["id"] for card in game.table.frame["cards"] if card["zone"].startswith("m")}
        assert new <= lying
        assert len(new) == sum(map(len, game.state.table)) - before
        if new:
            break
    assert new
    hand = game.state.hands["A"]
    game.table.play(f"meld {hand[0]} {hand[1]} {hand[2]}")
    assert {card["id"] for card in game.table.frame["cards"] if card.get("new")} == new


def test_a_deal_in_play_is_not_thrown_away_by_one_press(opened):
    game = opened("schmidt", ["me", "greedy"], seed=5)
    take_turn(game)
    here = game.state
    game._buttons["same_deal"].click()
    assert game.state == here
    assert TEXTS["en"]["same_deal_sure"] in game._said.value
    take_turn(game)
    game._buttons["same_deal"].click()
    assert game.sitting.turns != ()
    game._buttons["same_deal"].click()
    assert game.sitting.turns == ()


def test_the_last_deal_is_told_of_those_who_played_it():
    sitting = Sitting("rummy40{match.limit=100}", ["greedy"] * 4, seed=2)
    while not sitting.is_decided:
        while not sitting.is_over:
            sitting.accept(sitting.ask())
        sitting.close()
        if sitting.is_decided:
            break
        told = score_table(sitting, "en")
        sitting.next_deal()
        assert score_table(sitting, "en") == told
        if len(sitting.playing) < 4:
            return
    pytest.fail("nobody was out before the match was decided")


def test_the_beginning_is_told_to_the_page_that_comes_first(opened):
    game = opened("schmidt", ["greedy", "me"], seed=5)
    first, bot, mine = game.table.frame["news"]
    assert first == "Schmidt Rummy. You are player B. Against you: player A (greedy, a bot). Player A begins."
    assert bot.startswith("Player A ")
    assert mine == "Your turn"
    assert [entry["text"] for entry in game.table.frame["log"]][:2] == [first, bot]
    table = game.table
    table._handle_custom_msg({"type": "narrow", "narrow": False, "presenter": False, "gen": table.frame["gen"]}, [])
    take_turn(game)
    assert first not in game.table.frame["news"]


def test_a_deal_that_begins_or_goes_on_is_told(opened, tmp_path):
    game = opened("rummy40{opening.points=30}", ["me", "greedy", "random"], seed=5, lang="de")
    assert " ".join(game.table.frame["news"]) == (
        "Eine Variante von Rummy 40. Du bist Spieler A. "
        "Gegen dich: Spieler B (gierig, ein Bot); Spieler C (zufällig, ein Bot). Du beginnst."
    )
    game.table.met = True
    game._buttons["stop"].click()
    game._buttons["next_deal"].click()
    assert game.table.frame["news"] == ["Spiel 2. Du beginnst."]
    again = rl.PlayGame("schmidt", ["me", "me"], seed=5, lang="nl", pace=0)
    take_turn(again)
    again.save(tmp_path / "match.toml")
    again.close()
    taken_up = rl.PlayGame.resume(tmp_path / "match.toml", pace=0, lang="nl")
    assert taken_up.table.frame["news"] == [
        "Schmidt Rummy. Aan dit scherm: speler A, speler B. Het spel gaat verder; speler B is aan de beurt."
    ]
    taken_up.close()


SHORT = "schmidt{deal.hand=5,pack.ranks=7,opening.points=0}"


def test_ones_own_win_is_told_once_and_after_the_move(opened):
    told = []
    for seed in range(30):
        game = opened(SHORT, ["me", "greedy"], seed=seed)
        play_deal(game)
        if game.record.outcome.winners == ("A",):
            break
    assert game.record.outcome.winners == ("A",)
    again = opened(SHORT, ["me", "greedy"], seed=seed)
    again.table.observe(lambda change: told.extend(change["new"]["news"]), "frame")
    again._said.observe(lambda change: told.append(change["new"]), "value")
    play_deal(again)
    *moves, end = told
    assert "You end your turn." in moves[-3:]
    assert "You went out and win." in end
    assert not any("went out" in text or "go out" in text for text in moves)
    assert again.table.frame["log"][-1]["text"] == "You went out and win."


def test_the_score_can_be_asked_for(opened):
    game = opened(SHORT, ["me", "greedy"], seed=5)
    assert game.table.play("score")
    assert game.table.frame["news"] == ["This is the first deal; there are no scores yet."]
    play_deal(game)
    assert game.table.play("score")
    totals = game.sitting.match.totals
    assert game.table.frame["news"] == [f"Scores after one deal: you {totals['A']}, player B {totals['B']}."]
    people = opened(SHORT, ["me", "me"], seed=5)
    people.stop()
    people.table.play("score")
    assert "player A 0, player B 0" in people.table.frame["news"][0]


def test_one_person_is_you_and_several_are_players(opened):
    game = opened("schmidt", ["me", "greedy"], seed=5)
    game.table.play("draw")
    assert game.table.frame["log"][1]["text"] == "You draw a card from the stock."
    shared = opened("schmidt", ["me", "me"], seed=5)
    shared.table.play("draw")
    assert shared.table.frame["log"][1]["text"] == "Player A draws a card from the stock."


def test_a_card_that_was_just_drawn_is_seen(opened):
    game = opened("rummy40", ["me", "greedy"], seed=3)
    game._buttons["show_unseen"].click()
    before, told = game.unseen(), game._unseen.value
    game.table.play("draw")
    (drawn,) = (before - game.unseen()).elements()
    assert drawn in game.state.work.hand
    assert game._unseen.value != told
