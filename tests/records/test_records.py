"""Records: written, read, replayed; whatever is wrong with one is said in one sentence."""

import contextlib
import os
import tomllib

import pytest
import tomli_w

import rummy_lab as rl
from rummy_lab.batch import play_out
from rummy_lab.games import presets
from rummy_lab.records import FORMAT, RecordError, parse_record, replayed
from rummy_lab.search import exists


@pytest.fixture(scope="module")
def record():
    return play_out("rummy40", ["greedy", "random"], seed=3, deal=5)


def changed(record, **changes) -> str:
    raw = tomllib.loads(str(record))
    for path, value in changes.items():
        *parts, last = path.split("__")
        at = raw
        for part in parts:
            at = at[part]
        if value is None:
            del at[last]
        else:
            at[last] = value
    return tomli_w.dumps(raw)


@pytest.mark.parametrize("rules", presets(), ids=str)
def test_a_record_reads_back_as_itself(rules):
    seats = rules.deal.seats[1]
    one = play_out(rules, (["greedy", "random"] * seats)[:seats], seed=2024, deal=17)
    again = parse_record(str(one))
    assert again == one
    assert str(again) == str(one)
    assert list(again.states()) == list(one.states())


def test_it_is_a_text_for_people(record):
    raw = tomllib.loads(str(record))
    assert list(raw) == ["format", "rules", "players", "seed", "deal", "starter", "start", "turns", "result"]
    assert (raw["format"], raw["rules"], raw["players"]) == (FORMAT, "rummy40", ["greedy", "random"])
    assert (raw["seed"], raw["deal"], raw["starter"]) == (3, 5, "A")
    assert rl.position(raw["start"]) == record.start == rl.deal("rummy40", seed=3, number=5)
    assert all(turn.split()[0] in ("draw", "take", "pass") and turn.split()[1][:-1] for turn in raw["turns"])
    assert raw["result"]["how"] == record.outcome.how


def test_states_go_move_by_move_and_turn_by_turn(record):
    states, turns = list(record.states()), list(record.turn_states())
    assert states[0] == turns[0] == record.start
    assert states[-1] == turns[-1] == record.final
    assert len(states) == 1 + sum(map(len, record.turns))
    assert len(turns) == 1 + len(record.turns)
    assert all(turn in states for turn in turns)
    for before, after, turn in zip(turns[:-1], turns[1:], record.turns, strict=True):
        assert rl.play(before, turn) == after


def test_files(record, tmp_path):
    path = tmp_path / "deal.toml"
    rl.write_record(record, path)
    rl.write_record(record, str(path))
    assert rl.read_record(path) == rl.read_record(str(path)) == record
    assert [path.name for path in tmp_path.iterdir()] == ["deal.toml"]


def test_a_file_is_never_half_written(record, tmp_path, monkeypatch):
    path = tmp_path / "deal.toml"
    rl.write_record(record, path)
    before = path.read_text()

    def full(_handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(RecordError, match="cannot be written: No space"):
        rl.write_record(play_out("schmidt", ["greedy"] * 2), path)
    assert path.read_text() == before
    assert [path.name for path in tmp_path.iterdir()] == ["deal.toml"]


def test_rules_that_ask_the_search_are_replayed_with_it():
    one = play_out("schmidt{pack.jokers=0,turn.must_play=yes}", ["greedy", "greedy"], seed=1)
    assert parse_record(str(one), exists=exists) == one
    assert list(one.turn_states())[-1] == one.final
    with pytest.raises(RecordError, match=r"^rules: .*exists=rummy_lab\.search\.exists"):
        parse_record(str(one))


def test_a_deal_that_was_given_away_keeps_what_was_played():
    def cheats(view, rng):
        return "draw" if view.phase == "start" else "discard 5h" if view.round > 2 else f"discard {view.hand[0]}"

    one = play_out("rummy40", [cheats, "greedy"], seed=9)
    assert one.outcome.how == "forfeit"
    assert one.outcome.forfeited == "A"
    assert "NOT_IN_HAND" in one.forfeit
    assert str(one.turns[-1]).startswith("draw ")
    assert len(one.turns[-1]) == 1
    assert parse_record(str(one)) == one
    states = list(one.turn_states())
    assert states[-1] == one.final
    assert len(states) == 1 + len(one.turns)
    assert len(list(one.states())) == 2 + sum(map(len, one.turns))


def test_a_deal_that_began_in_another_place_and_with_another_seat():
    start = rl.position("schmidt; hand A 2r; hand B 10r 10y 10g; stock 1b; starter B; turn B")
    one = replayed(start, [rl.Turn.parse("meld 10r 10y 10g; end")], ["me", "you"])
    assert one.starter == "B"
    assert one.outcome.winners == ("B",)
    assert parse_record(str(one)) == one


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"format": 2}, r"format: 2 is not known"),
        ({"format": "1"}, r"format: must be a whole number"),
        ({"format": None}, r"format: missing"),
        ({"rules": "canasta"}, r"rules: no rule set 'canasta'"),
        ({"rules": "schmidt"}, r"start: is a position of rummy40"),
        ({"players": ["greedy"]}, r"players: 1 names for 2 seats"),
        ({"players": ["greedy", 3]}, r"players\[1\]: must be a text"),
        ({"seed": 4}, r"seed: is 4, but start says 3"),
        ({"seed": True}, r"seed: must be a whole number"),
        ({"deal": 4}, r"deal: is 4, but start says 5"),
        ({"starter": "B"}, r"starter: is 'B', but start says A"),
        ({"start": "rummy40; hand A 4r"}, r"start: "),
        ({"start": "rummy40; hand A 4c"}, r"start: every hand"),
        ({"turns": ["fly"]}, r"turns\[0\]: no move begins with 'fly'"),
        ({"turns": [""]}, r"turns\[0\]: holds no move"),
        ({"turns": [7]}, r"turns\[0\]: must be a text"),
        ({"turns": []}, r"turns: the deal is not over after 0 turns"),
        ({"result__how": "blocked"}, r"result\.how: is 'blocked', but the turns give"),
        ({"result__winners": []}, r"result\.winners: "),
        ({"result__penalties__B": 1}, r"result\.penalties: "),
        ({"result__scores": None}, r"result\.scores: missing"),
        ({"result__extra": 1}, r"result\.'extra': no such field"),
        ({"extra": 1}, r"'extra': no such field"),
        ({"result__how": "forfeit"}, r"result\.reason: a forfeit says why"),
    ],
)
def test_a_damaged_record_is_refused_with_place_and_reason(record, changes, said):
    with pytest.raises(RecordError, match="^" + said) as refused:
        parse_record(changed(record, **changes))
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("at", [0, 3, -1])
def test_an_illegal_turn_is_refused_where_it_stands(record, at):
    turns = [str(turn) for turn in record.turns]
    turns[at] = "draw; end"
    with pytest.raises(RecordError, match=rf"^turns\[{at % len(turns)}\]: 'draw; end' is not allowed: MUST_DISCARD"):
        parse_record(changed(record, turns=turns))


def test_turns_that_stop_short_or_go_on_after_the_end_are_refused(record):
    turns = [str(turn) for turn in record.turns]
    with pytest.raises(RecordError, match=rf"^turns\[{len(turns)}\]: the deal was over"):
        parse_record(changed(record, turns=[*turns, "draw"]))
    with pytest.raises(RecordError, match=rf"^turns: the deal is not over after {len(turns) - 1} turns"):
        parse_record(changed(record, turns=turns[:-1]))
    with pytest.raises(RecordError, match=r"^turns\[0\]: 'draw .*' does not end the turn"):
        parse_record(changed(record, turns=[turns[0].partition(";")[0], *turns[1:]]))


def test_cards_out_of_nowhere_are_refused(record):
    start = str(record.start).replace("stock ", "stock *", 1)
    with pytest.raises(RecordError, match=r"^start: "):
        parse_record(changed(record, start=start))
    first, _, rest = str(record.start).partition("stock ")
    with pytest.raises(RecordError, match=r"^start: 105 cards, but a pack of rummy40 has 106"):
        parse_record(changed(record, start=first + "stock " + rest.partition(" ")[2]))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"format = \n", r"bad\.toml: the record is no TOML: .*line 1"),
        (b"\xff\xfe", r"bad\.toml: byte 1 is no UTF-8"),
        (b"#" * (1 << 20) + b"\n", r"bad\.toml: is larger than 1048576 bytes"),
        (b"", r"bad\.toml: format: missing"),
        (b"a = " + b"[" * 5000 + b"]" * 5000, r"bad\.toml: the record is nested too deeply"),
    ],
)
def test_a_file_that_is_no_record_is_refused(tmp_path, content, said):
    path = tmp_path / "bad.toml"
    path.write_bytes(content)
    with pytest.raises(RecordError, match="^" + said) as refused:
        rl.read_record(path)
    assert "\n" not in str(refused.value)
    assert str(tmp_path) not in str(refused.value)


def test_a_file_that_is_not_there_is_said_to_be_so(tmp_path):
    with pytest.raises(rl.RummyError, match=r"^none\.toml: cannot be read: "):
        rl.read_record(tmp_path / "none.toml")


def test_any_byte_may_be_damaged_without_another_kind_of_error(record):
    text = str(record)
    for at in range(0, len(text), 41):
        with contextlib.suppress(RecordError):
            assert parse_record(text[:at] + "7" + text[at + 1 :])
