"""Batches: frames in their schema, the same whatever the machine, complete or honest about it."""

import re

import pandas as pd
import pytest

import rummy_lab as rl
from rummy_lab.batch import AuditFailed, schema, selfplay
from rummy_lab.batch import selfplay as selfplay_function
from rummy_lab.core.rules import field_specs

# The list of DESIGN A.8, word by word.
A8 = {
    "by_player": "deal i64, rotation i8, rules cat, seat cat (A..H), bot cat, entry i8 (place in `players`), won bool, "
    "score f64, penalty i16 (hand at the end in points, both games), opened_turn i16 (the player's own turn; 0 never), "
    "opened_points i16, left_cards i8, left_pips i16 (face values without aces and jokers), left_aces i8, "
    "left_jokers i8, went_rummy bool, jokers_dealt i8, jokers_laid i8",
    "by_deal": "deal i64, rotation i8, rules cat, seats i8, starter cat, winner cat (or `-`), end cat (out, rummy, "
    "blocked, unfinished, forfeit), turns i16, rounds i16, reshuffles i8, stock_left i16",
    "by_turn": "deal i64, rotation i8, rules cat, turn i16, seat cat, source cat, laid i8, built i8, points i16, "
    "swaps i8, rearranged i8, hand i8, stock i16",
}
TYPES = {"i64": "int64", "i16": "int16", "i8": "int8", "f64": "float64", "bool": "bool", "cat": "category"}


def columns(text: str) -> dict[str, str]:
    parts, depth, word = [], 0, ""
    for letter in text + ",":
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "," and not depth:
            parts.append(word.split())
            word = ""
        else:
            word += letter
    return {part[0]: TYPES[part[1]] for part in parts}


def play(rules="rummy40", players=("greedy", "random"), games=3, **options):
    return selfplay(rules, list(players), games, **{"seed": 1, "progress": False, "audit": 1.0} | options)


@pytest.fixture(scope="module")
def sweep():
    return play(
        [rl.RUMMY40.vary(opening__points=51), "rummy40"], ["greedy", "random", "greedy"], rotate=True, turns=True
    )


@pytest.mark.parametrize("frame", A8)
def test_the_schema_is_the_one_of_the_design(frame):
    assert list(getattr(schema, frame.upper()).items()) == list(columns(A8[frame]).items())


@pytest.mark.parametrize("frame", A8)
def test_frames_keep_to_the_schema(sweep, frame):
    table = getattr(sweep, frame)
    # What differs between the rule sets of a run stands beside the columns of the design.
    expected = columns(A8[frame]) | ({} if frame == "by_turn" else {"opening.points": "int16"})
    assert {name: str(kind) for name, kind in table.dtypes.items()} == expected
    assert list(table.columns) == list(expected)
    assert list(table.index) == list(range(len(table)))
    assert not table.isna().any(axis=None)
    full = {
        "rules": ["rummy40{opening.points=51}", "rummy40"], "bot": ["greedy", "random"], "seat": list("ABCDEFGH"),
        "starter": list("ABCDEFGH"), "winner": [*"ABCDEFGH", "-"], "source": ["stock", "pile", "none"],
        "end": ["out", "rummy", "blocked", "unfinished", "forfeit"],
    }  # fmt: skip
    for name in table.columns:
        if str(table[name].dtype) == "category":
            assert list(table[name].cat.categories) == full[name]


@pytest.mark.parametrize("frame", A8)
def test_rows_are_sorted(sweep, frame):
    table = getattr(sweep, frame)
    keys = [name for name in ("deal", "rotation", "rules", "turn", "seat") if name in table.columns]
    codes = table[keys].assign(rules=table["rules"].cat.codes)
    if "seat" in keys:
        codes["seat"] = table["seat"].cat.codes
    pd.testing.assert_frame_equal(codes.sort_values(keys, kind="stable"), codes)


def test_every_deal_is_there_in_every_rotation_under_every_rule_set(sweep):
    assert len(sweep.by_deal) == len(sweep) == 3 * 3 * 2
    assert len(sweep.by_player) == 3 * 3 * 2 * 3
    assert sweep.complete
    seats = sweep.by_player.pivot_table(index="rotation", columns="seat", values="entry", observed=True)
    assert seats.to_numpy().tolist() == [[0, 1, 2], [2, 0, 1], [1, 2, 0]]
    assert (sweep.by_player["bot"] == sweep.by_player["entry"].map({0: "greedy", 1: "random", 2: "greedy"})).all()


def test_frames_say_what_the_records_say(sweep):
    players = sweep.by_player.set_index(["deal", "rotation", "rules", "seat"])
    deals = sweep.by_deal.set_index(["deal", "rotation", "rules"])
    turns = sweep.by_turn
    for number, record in enumerate(sweep.records()):
        deal, rotation, rules = sweep.by_deal.loc[number, ["deal", "rotation", "rules"]]
        assert (record.deal, record.rules.name) == (deal, rules)
        row, facts = deals.loc[(deal, rotation, rules)], record.outcome
        assert row["turns"] == len(record.turns)
        assert row["stock_left"] == len(record.final.stock)
        assert row["end"] == ("rummy" if rl.went_rummy(facts, record.rules) else facts.how)
        settled = rl.settle(facts, record.rules)
        played = turns[(turns["deal"] == deal) & (turns["rotation"] == rotation) & (turns["rules"] == rules)]
        assert list(played["turn"]) == list(range(1, len(record.turns) + 1))
        for seat, hand in facts.hands.items():
            one = players.loc[(deal, rotation, rules, seat)]
            scoring = record.rules.scoring
            cost = (
                one["left_pips"] + scoring.ace_penalty * one["left_aces"] + scoring.joker_penalty * one["left_jokers"]
            )
            assert one["penalty"] == cost
            assert (one["left_cards"], one["score"], one["won"]) == (len(hand), settled[seat], seat in facts.winners)
            assert one["opened_turn"] == facts.opened_turn[seat]
            assert (one["opened_points"] > 0) == (one["opened_turn"] > 0)
            mine = played[played["seat"] == seat]
            drawn = (mine["source"] != "none").sum()
            assert len(record.start.hands[seat]) + drawn - mine["laid"].sum() - len(mine) == len(hand)
            assert one["jokers_dealt"] + record.rules.pack.jokers >= one["jokers_laid"] >= 0


def test_what_a_turn_row_says():
    run = play("schmidt", ["greedy", "greedy"], games=1, turns=True)
    record = run.replay(0)
    states = list(record.turn_states())
    for row, before, after in zip(run.by_turn.itertuples(), states, states[1:], strict=False):
        assert (row.seat, row.stock, row.hand) == (before.seat, len(after.stock), len(after.hands[before.seat]))
        assert row.laid == len(before.hands[before.seat]) - row.hand + (row.source == "stock")
        assert 0 <= row.built <= row.laid
        assert row.points >= row.laid
        assert row.rearranged <= len(before.table)


def test_a_schmidt_batch_is_zero_sum():
    run = play("schmidt", ["greedy"] * 4, games=4)
    assert (run.by_player.groupby("deal")["score"].sum() == 0).all()
    assert run.by_player["left_pips"].sum() > 0


def test_rotations_keep_the_cards_on_the_chairs(sweep):
    one, two = sweep.replay(1, 0, "rummy40"), sweep.replay(1, 1, "rummy40")
    assert one.start == two.start
    assert (one.players, two.players) == (("greedy", "random", "greedy"), ("greedy", "greedy", "random"))


def test_a_deal_depends_on_seed_and_number_only():
    many, few = play(games=4), play(games=2)
    pd.testing.assert_frame_equal(many.by_player[many.by_player["deal"] < 2], few.by_player)
    assert not play(games=2, seed=2).by_player.equals(few.by_player)
    assert many.replay(3) == rl.play_out("rummy40", ["greedy", "random"], seed=1, deal=3)


def test_there_is_a_row_for_every_rule_set_and_a_column_for_every_field(sweep):
    table = sweep.rule_sets
    assert list(table["rules"]) == ["rummy40{opening.points=51}", "rummy40"]
    assert list(table["opening.points"]) == [51, 40]
    assert set(field_specs()) <= set(table.columns)


def test_rule_fields_that_differ_are_columns(sweep):
    for table in (sweep.by_player, sweep.by_deal):
        assert table.groupby("rules", observed=True)["opening.points"].unique().map(list).to_dict() == {
            "rummy40{opening.points=51}": [51],
            "rummy40": [40],
        }
    rules = [rl.RUMMY40, rl.RUMMY40.vary(melds__wrap=True, melds__max_jokers=1), "schmidt"]
    table = play(rules, games=1, audit=0, engine="readable").by_deal.set_index("rules")
    assert (table["melds.wrap"].dtype, table["melds.wrap"].tolist()) == (bool, [False, True, False])
    assert table["melds.max_jokers"].tolist() == ["none", "1", "none"]
    assert table["table.mode"].tolist() == ["build", "build", "rearrange"]
    assert list(table["table.mode"].cat.categories) == ["build", "rearrange"]
    assert "pack.copies" not in table.columns


def test_the_spec_says_what_was_played(sweep):
    assert sweep.spec == {
        "schema": schema.NUMBER,
        "rules": ["rummy40{opening.points=51}", "rummy40"],
        "players": ["greedy", "random", "greedy"],
        "bots": ["GreedyBot(name='greedy')", "UniformBot(name='random')", "GreedyBot(name='greedy')"],
        "games": 3,
        "seed": 1,
        "rotate": True,
        "turns": True,
        "until": None,
    }


def test_an_interrupt_returns_what_is_finished():
    calls = []

    def tired(view, rng):
        calls.append(view)
        if len(calls) > 60:
            raise KeyboardInterrupt
        return "draw" if view.phase == "start" else f"discard {view.hand[0]}"

    run = play("rummy40{ending.max_turns=50}", [tired, "greedy"], games=5, turns=True)
    assert not run.complete
    finished = len(run)
    assert 0 < finished < 5
    assert list(run.by_deal["deal"]) == list(range(finished))
    assert len(run.by_player) == 2 * finished
    assert set(run.by_turn["deal"]) == set(range(finished))


def test_a_forfeit_is_a_row_like_any_other():
    def cheat(view, rng):
        return "end"

    with pytest.warns(
        UserWarning, match=r"bot cheat \(seat A\) failed in 1 of 1 deal: 'end' is not allowed: MUST_DRAW; "
    ):
        run = play("rummy40", [cheat, "greedy"], games=1, turns=True)
    assert run.by_deal.loc[0, ["winner", "end", "turns"]].tolist() == ["-", "forfeit", 1]
    assert run.by_player["score"].tolist() == [0, 0]
    assert "MUST_DRAW" in run.replay(0).forfeit
    (told,) = run.forfeits
    assert (told.entry, told.deals, told.deal, told.reason) == (0, 1, 0, "'end' is not allowed: MUST_DRAW")
    assert told.record == run.replay(0)


def crashes(view, rng):
    raise TypeError("no luck\nat all")


def cheats(view, rng):
    return "end"


@pytest.mark.parametrize(
    ("players", "options", "said"),
    [
        (
            ["greedy", crashes],
            {"games": 3},
            "bot crashes (seat B) failed in 3 of 3 deals: TypeError: no luck; the deals ended as forfeits",
        ),
        (
            ["greedy", crashes],
            {"games": 1},
            "bot crashes (seat B) failed in 1 of 1 deal: TypeError: no luck; the deal ended as a forfeit",
        ),
        (
            [cheats, crashes],
            {"games": 1, "rotate": True},
            (
                "bot cheats (players[0]) failed in 1 of 2 deals: 'end' is not allowed: MUST_DRAW; "
                "bot crashes (players[1]) failed in 1 of 2 deals: TypeError: no luck; "
                "the deals ended as forfeits"
            ),
        ),
    ],
)
def test_bots_that_fail_are_told_once_after_the_batch(players, options, said):
    with pytest.warns(UserWarning, match=f"^{re.escape(said)}$") as warned:
        run = play("rummy40", players, **options)
    assert [one.filename for one in warned] == [__file__]
    deals = len(run.by_deal)
    assert (run.by_deal["end"] == "forfeit").all()
    assert repr(run) == f"<Run of {deals} deals of rummy40, {deals} forfeit{'s' * (deals > 1)}>"


def test_a_run_without_forfeits_says_nothing_of_them(sweep):
    assert "forfeit" not in repr(sweep)


def test_an_audit_that_fails_is_loud_and_shows_the_record(monkeypatch):
    from rummy_lab.batch import audit, plan

    real = plan.play_from

    def dishonest(start, bots, watch=None):
        record = real(start, bots, watch)
        return rl.Record(record.start, record.turns[:-1], record.final, record.players)

    monkeypatch.setattr(plan, "play_from", dishonest)
    with pytest.raises(AuditFailed, match=r"refuses a played deal: turns: the deal is not over[\s\S]*format = 1"):
        play(games=1, engine="readable")
    assert play(games=1, engine="readable", audit=0).complete
    share = sum(audit.is_drawn(0.25, 7, number) for number in range(4000))
    assert 900 < share < 1100


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"games": 0}, "games is how many deals"),
        ({"games": -3}, "games is how many deals"),
        ({"games": 1e1}, "games is how many deals to play, a whole number from 1 on, not 10.0"),
        ({"games": True}, "games is how many deals"),
        ({"players": []}, "rummy40 is for 2 to 5 players, not 0"),
        ({"players": ["greedy"] * 6}, "rummy40 is for 2 to 5 players, not 6"),
        ({"players": ["greedy", "nobody"]}, "no bot 'nobody'"),
        ({"seed": -1}, "seed must be a whole number"),
        ({"rules": []}, "rules: the list is empty"),
        ({"rules": ["rummy40", "rummy40"]}, "rules: rummy40 stands twice"),
        ({"rules": ["rummy40", "schmidt"], "players": ["greedy"] * 5}, "schmidt is for 2 to 4 players"),
        ({"players": ["greedy", "gready"]}, "no bot 'gready', did you mean 'greedy'; there are random, greedy"),
        ({"players": ["Greedy", "random"]}, "no bot 'Greedy', did you mean 'greedy'; there are"),
        ({"rules": "poker"}, "no rule set 'poker'; there are"),
        ({"rules": "rummi40"}, "no rule set 'rummi40', did you mean rummy40; there are"),
        ({"rules": "Rummy 40"}, "no rule set 'Rummy 40', did you mean rummy40; a rule set is written in small"),
        ({"rules": "Schmidt{opening.points=40}"}, "no rule set 'Schmidt{opening.points=40}', did you mean schmidt{o"),
        ({"rules": 3}, "3 is no rule set; give one, or its name"),
        ({"rules": None}, "None is no rule set"),
        ({"rules": ["rummy40", 3]}, "3 is no rule set"),
        ({"rules": {"rummy40": 1}}, "{'rummy40': 1} is no rule set"),
        ({"engine": "warp"}, "engine: 'warp' is none"),
        ({"audit": 2}, "audit is a share"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(arguments, said):
    with pytest.raises(rl.RummyError) as refused:
        play(**arguments)
    assert str(refused.value).startswith(said)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("players", [3, None, "greedy", {"greedy"}])
def test_players_that_are_no_list_are_refused_in_one_sentence(players):
    for call in (
        lambda: selfplay("rummy40", players, 1, progress=False),
        lambda: rl.play_out("rummy40", players),
        lambda: rl.play_match("rummy40", players),
    ):
        with pytest.raises(rl.RummyError, match="players is a list, one bot or name a seat"):
            call()


@pytest.mark.parametrize("rules", [3, None, b"rummy40", rl.GameViewer])
def test_rules_that_are_none_are_refused_in_one_sentence(rules):
    with pytest.raises(rl.RummyError, match="is no rule set; give one, or its name as 'schmidt'"):
        rl.play_out(rules, ["greedy", "greedy"])


def test_frames_and_deals_that_are_not_there(sweep):
    with pytest.raises(rl.RummyError, match="turns=True"):
        _ = play(games=1).by_turn
    with pytest.raises(rl.RummyError, match="no deal 3"):
        sweep.replay(3)
    with pytest.raises(rl.RummyError, match="say which"):
        sweep.replay(0)
    with pytest.raises(rl.RummyError, match="no rule set 'schmidt' in this run"):
        sweep.replay(0, rules="schmidt")


def test_progress_is_shown_on_the_side_or_told(capfd):
    told = []
    tell = {"engine": "readable", "progress": lambda done, total: told.append((done, total))}
    selfplay_function("rummy40", ["greedy"] * 2, 2, **tell)
    assert told == [(1, 2), (2, 2)]
    assert capfd.readouterr() == ("", "")
    selfplay_function("rummy40", ["greedy"] * 2, 2)
    shown = capfd.readouterr()
    assert shown.out == ""
    assert "2/2" in shown.err
