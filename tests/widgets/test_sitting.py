"""A match between people and bots, without a widget: turns, taking back, stopping, saving, resuming."""

import pytest

import rummy_lab as rl
from rummy_lab.core.chance import Rng
from rummy_lab.records import RecordError
from rummy_lab.widgets.saved import load_match, parse_match, save_match, write_match
from rummy_lab.widgets.sitting import Sitting

PERSON = rl.bots.bot("greedy")


def play_person(sitting):
    """A whole turn of the person to move, draw and rest apart where the rules have it so."""
    state = sitting.state
    turns = state.base.turns
    while state.over is None and state.base.turns == turns:
        choice = PERSON.choose(rl.view(state, state.seat), Rng(state.base.turns))
        turn = choice if isinstance(choice, rl.Turn) else rl.Turn.parse(choice)
        after = rl.play(state, turn)
        sitting.moved(state, turn, after)
        state = after


def play_on(sitting, turns=10_000):
    for _ in range(turns):
        if sitting.is_over:
            return
        if sitting.is_person(sitting.state.seat):
            play_person(sitting)
        else:
            assert sitting.accept(sitting.ask())


@pytest.fixture(params=["schmidt", "rummy40"])
def sitting(request):
    return Sitting(request.param, ["me", "greedy", "random"], seed=3)


def test_a_deal_is_played_to_its_end_and_counts_in_the_match(sitting):
    play_on(sitting)
    record = sitting.close()
    assert record.outcome.how in {"out", "blocked"}
    assert record.players == ("me", "greedy", "random")
    again = rl.Record(record.start, record.turns, record.final, record.players)
    assert [state.base for state in again.turn_states()][-1] == record.final.base
    assert sitting.match.deals == 1
    assert any(sitting.match.totals.values())
    sitting.close()
    assert sitting.match.deals == 1


def test_the_next_deal_has_other_cards_and_another_starter(sitting):
    first = sitting.record.start
    play_on(sitting)
    sitting.next_deal()
    second = sitting.record.start
    assert second.chance.deal == first.chance.deal + 1
    assert second.hands != first.hands
    assert second.seat != first.seat


def test_the_match_is_not_begun_anew_while_a_deal_is_played(sitting):
    with pytest.raises(rl.RummyError, match="still being played"):
        sitting.next_deal()


def test_an_answer_to_another_state_does_not_count(sitting):
    play_person(sitting)
    answer = sitting.ask()
    assert sitting.take_back()
    before = sitting.state
    assert not sitting.accept(answer)
    assert sitting.state == before


def test_taking_back_leads_to_the_start_of_my_last_turn_and_the_bots_play_it_again(sitting):
    play_on(sitting, 7)
    while not sitting.is_person(sitting.state.seat):
        sitting.accept(sitting.ask())
    here, turns = sitting.state, sitting.turns
    assert sitting.take_back()
    assert len(sitting.turns) == len(turns) - 3
    assert sitting.state == turns[-3].before
    play_on(sitting, 3)
    assert sitting.state == here
    assert sitting.turns == turns


def test_nothing_can_be_taken_back_before_the_first_turn(sitting):
    assert not sitting.take_back()


def test_a_turn_that_has_begun_is_taken_back_alone():
    sitting = Sitting("rummy40", ["me", "greedy"], seed=3)
    state = sitting.state
    sitting.moved(state, rl.Turn.parse("draw"), rl.play(state, "draw"))
    assert sitting.state != state
    assert sitting.take_back()
    assert sitting.state == state


def test_a_stopped_deal_is_unfinished_and_scores_nothing(sitting):
    play_on(sitting, 4)
    sitting.stop()
    record = sitting.close()
    assert record.outcome.how == "unfinished"
    assert not any(sitting.match.totals.values())
    sitting.next_deal()
    assert len(sitting.records) == 1


def test_the_same_deal_again(sitting):
    start = sitting.state
    play_on(sitting, 5)
    sitting.same_deal()
    assert sitting.state == start
    assert sitting.turns == ()


def test_a_match_is_saved_and_taken_up_again(sitting, tmp_path):
    play_on(sitting)
    sitting.next_deal()
    play_on(sitting, 5)
    path = tmp_path / "match.toml"
    save_match(sitting, path)
    again = load_match(path)
    assert write_match(again) == write_match(sitting)
    assert again.state == sitting.state
    assert again.match == sitting.match
    play_on(again)
    play_on(sitting)
    assert again.record == sitting.record
    assert list(tmp_path.iterdir()) == [path]


def test_a_match_that_was_stopped_or_is_over_comes_back_so(sitting):
    play_on(sitting, 2)
    sitting.stop()
    assert parse_match(write_match(sitting)).record == sitting.record
    sitting.close()
    assert parse_match(write_match(sitting)).record == sitting.record


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("format = 1", "format = 7", "format: 7 is unknown"),
        ("seed = 3", "seed = -1", "seed"),
        ("seed = 3", 'seed = "x"', "seed: a match file needs it"),
        ('rules = "rummy40"', 'rules = "whist"', "whist"),
        ('"greedy"', '"nobody"', "no bot 'nobody'"),
        ('"greedy"', "7", "players"),
        ("turns = [", "turns = [7,", r"deals\[0\].turns"),
        ("turns = [", 'turns = ["take 2c",', r"deals\[0\].turns\[0\]"),
        ("turns = [", 'turns = ["dance",', r"deals\[0\].turns\[0\]"),
        ("turns = [", 'turns = ["draw",', r"deals\[0\].turns\[0\]: .*does not end the turn"),
    ],
)
def test_a_damaged_file_is_refused_with_its_place(old, new, said):
    sitting = Sitting("rummy40", ["me", "greedy"], seed=3)
    play_on(sitting, 2)
    text = write_match(sitting)
    assert old in text
    with pytest.raises(RecordError, match=said):
        parse_match(text.replace(old, new, 1))


def test_a_saved_match_may_be_read_by_whoever_reads_other_files(sitting, tmp_path):
    save_match(sitting, tmp_path / "match.toml")
    (tmp_path / "other.txt").write_text("any")
    assert (tmp_path / "match.toml").stat().st_mode == (tmp_path / "other.txt").stat().st_mode


def test_files_that_cannot_be_read_or_written_give_one_sentence(tmp_path):
    with pytest.raises(RecordError, match=r"cannot be read: .*; give a match file"):
        load_match(tmp_path / "none.toml")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RecordError, match="byte 1 is no UTF-8 text; give a match file"):
        load_match(tmp_path / "bytes")
    with pytest.raises(RecordError, match="folder you may write to"):
        save_match(Sitting("schmidt"), tmp_path / "no" / "match.toml")


@pytest.mark.parametrize(
    ("rules", "players", "seed", "said"),
    [
        ("schmidt", "me", 0, "players is a list"),
        ("schmidt", ["me"], 0, "players"),
        ("schmidt", ["me", "nobody"], 0, "no bot"),
        ("whist", ["me", "greedy"], 0, "whist"),
        ("schmidt", ["me", "greedy"], -1, "seed"),
    ],
)
def test_what_cannot_be_played_is_refused(rules, players, seed, said):
    with pytest.raises(rl.RummyError, match=said):
        Sitting(rules, players, seed)


def test_a_bot_that_cheats_forfeits_the_deal():
    sitting = Sitting("schmidt", [lambda view, rng: "meld 1r 2r 9b; end", "me"], seed=3)
    assert sitting.accept(sitting.ask())
    assert sitting.is_over
    assert sitting.close().outcome.how == "forfeit"
    assert "not allowed" in sitting.records[0].forfeit


# From a given position


@pytest.fixture(params=["schmidt", "rummy40"])
def middle(request):
    return list(rl.play_out(request.param, ["greedy", "random"], seed=4).turn_states())[4]


def test_a_match_begins_in_a_given_position(middle):
    sitting = Sitting(middle.rules, ["me", "greedy"], 4, start=middle)
    assert sitting.state == sitting.record.start == middle
    play_on(sitting)
    record = sitting.close()
    assert not rl.check(middle, record.turns[0])
    assert sitting.match.deals == 1
    sitting.same_deal()
    assert sitting.state == middle
    play_on(sitting)
    sitting.next_deal()
    assert sitting.state.base.turns == 0


def test_a_match_from_a_given_position_is_not_saved(middle, tmp_path):
    sitting = Sitting(middle.rules, ["me", "greedy"], start=middle)
    with pytest.raises(RecordError, match="began in a given position; only one that was dealt"):
        save_match(sitting, tmp_path / "match.toml")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("start", "players", "said"),
    [
        ("rummy40; hand A 4c; hand B 5c; pile 2c; stock 3c; turn A", 2, "start is a position of rummy40"),
        ("schmidt; hand A 4r; hand B 5r; hand C 6r; stock 3r; turn A", 2, "start has 3 seats for 2 players"),
        ("schmidt; hand A; hand B 5r; stock 3r; over out A", 2, "start is a finished deal"),
        ("schmidt; table [4r 5r 6r]; hand A+ 7r 1b; hand B 5r; stock 3r; turn A: layoff 7r>1", 2, "inside a turn"),
        ("schmidt; hand A 4r; hand B ??x3; stock 3r; turn A", 2, "what is in the hand of B"),
        ("schmidt; hand A 4r; hand B 5r; turn A", 2, "what is in the stock"),
    ],
)
def test_a_position_in_which_no_deal_can_begin_is_refused(start, players, said):
    with pytest.raises(rl.RummyError, match=said):
        Sitting("schmidt", ["me"] * players, start=rl.position(start))
