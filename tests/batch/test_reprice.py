"""Recorded deals under other prices: as if settled anew, refused where the turns would be others, honest about bots."""

import random
import re

import pandas as pd
import pytest

import rummy_lab as rl
from batch.players import Thrower, drawer, slip, unplayed
from rummy_lab.batch import endings, folder
from rummy_lab.batch.memory import Memory
from rummy_lab.batch.parts import Part
from rummy_lab.bots import BOTS, GreedyBot
from rummy_lab.core.rules import field_specs
from strategies import values_of

PRICES = [name for name, spec in field_specs().items() if spec.price]
TABLES = ("by_player", "by_deal", "by_turn")


def played(rules="rummy40", players=("random", "random"), games=30, **options):
    return rl.selfplay(rules, list(players), games, **{"seed": 5, "progress": False, "audit": 0} | options)


def drawn(rules, number):
    """The rules at drawn prices, each drawn from all it may be."""
    chance = random.Random(number)
    return rl.RuleSet.of(rules).vary(**{name.replace(".", "__"): chance.choice(values_of(name)) for name in PRICES})


def assert_same(found, expected, names=TABLES[:2]):
    for name in names:
        pd.testing.assert_frame_equal(getattr(found, name), getattr(expected, name), check_flags=False)


def settled(record, rules):
    """What the core says of a record under other prices, seat by seat."""
    facts = record.outcome
    charged = {seat: float(score) for seat, score in rl.settle(facts, rules).items()}
    return charged, rl.went_rummy(facts, rules)


def assert_settled(run, found, deals):
    """The rows of some deals say what `settle` says of their records."""
    rules = found.plan.rules[0]
    players = dict(iter(found.by_player.groupby("deal")))
    ends = found.by_deal.set_index("deal")["end"]
    for deal in deals:
        record = run.replay(deal)
        scores, rummy = settled(record, rules)
        rows = players[deal]
        assert dict(zip(rows["seat"], rows["score"], strict=True)) == scores
        assert (ends[deal] == "rummy") == rummy == bool((rows["went_rummy"] & rows["won"]).any())


# Bots that look at no price play the same turns under any: then a run at the new prices is what re-pricing has to give.


@pytest.mark.parametrize(
    ("rules", "seats", "games"),
    [
        ("rummy40", 3, 12),
        ("schmidt", 2, 40),
        # Many deals that are blocked, with a lowest hand, and ties; wins of all kinds.
        ("schmidt{deal.hand=3,opening.points=0,pack.ranks=5}", 3, 25),
        ("rummy40{deal.hand=4,opening.points=10,ending.blocked=lowest_wins}", 2, 60),
        ("rummy40{deal.hand=4,opening.points=0,table.mode=none,scoring.rummy_builds=no}", 2, 40),
        ("schmidt{deal.hand=5,opening.points=0,scoring.rummy_bonus=10,scoring.rummy_builds=no}", 2, 60),
    ],
)
def test_it_gives_what_a_run_at_these_prices_gives(rules, seats, games, recwarn):
    run = played(rules, ["random"] * seats, games, turns=True, rotate=True)
    for number in range(3):
        prices = drawn(rules, number)
        at_once = played(prices, ["random"] * seats, games, turns=True, rotate=True)
        assert_same(rl.reprice(run, prices), at_once, TABLES)
    assert not recwarn.list


def test_the_deals_of_these_tests_hold_every_kind_of_end():
    deals = played("schmidt{deal.hand=3,opening.points=0,pack.ranks=5}", ["random"] * 3, 25, rotate=True).by_deal
    assert {"out", "blocked"} <= set(deals["end"])
    assert {"A", "B", "C", "-"} <= set(deals.loc[deals["end"] == "blocked", "winner"])
    run = played("rummy40{deal.hand=4,opening.points=10}", games=60)
    prices = {"scoring__rummy_bonus": 10, "scoring__rummy_when": "every_win", "scoring__rummy_builds": False}
    found = rl.reprice(run, run.plan.rules[0].vary(**prices))
    assert {"rummy", "out"} <= set(found.by_deal["end"])


@pytest.mark.filterwarnings("ignore:.*look:UserWarning")
@pytest.mark.parametrize("rules", ["rummy40", "schmidt"])
def test_it_says_what_settle_says_of_the_records(rules):
    run = played(rules, ["greedy", "random"], 6)
    for number in range(10, 15):
        assert_settled(run, rl.reprice(run, drawn(rules, number)), range(6))


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.*look:UserWarning")
@pytest.mark.parametrize("first", range(0, 2_000, 250))
@pytest.mark.parametrize("rules", ["rummy40", "schmidt"])
def test_it_says_what_settle_says_of_2_000_records(rules, first):
    run = played(rules, ["careful", "greedy", "random"], first + 250)
    deals = range(first, first + 250)
    records = {deal: run.replay(deal) for deal in deals}
    for number in range(100, 120):
        prices = drawn(rules, number + first)
        found = rl.reprice(run, prices)
        scores = found.by_player.pivot_table(index="deal", columns="seat", values="score", observed=True)
        ends = found.by_deal.set_index("deal")["end"]
        for deal, record in records.items():
            charged, rummy = settled(record, prices)
            assert scores.loc[deal].to_dict() == charged
            assert (ends[deal] == "rummy") == rummy


def test_frames_and_spec_say_that_they_were_re_priced():
    run = played(games=3)
    prices = "rummy40{scoring.joker_penalty=30}"
    found = rl.reprice(run, prices)
    assert found.spec == run.spec | {"rules": [prices], "played": ["rummy40"]}
    assert list(found.by_player["rules"].cat.categories) == [prices]
    for frame in (found.by_player, found.by_deal, found.rule_sets):
        assert frame.attrs["repriced"] == {prices: "rummy40"}
    assert found.rule_sets[["rules", "played"]].to_numpy().tolist() == [[prices, "rummy40"]]
    assert repr(found) == f"<Run of 3 deals re-priced to {prices} (played as rummy40)>"
    assert (found.complete, len(found), found.forfeits) == (True, 3, ())
    assert run.spec["rules"] == ["rummy40"]
    assert "repriced" not in run.by_player.attrs


def test_one_run_at_several_prices_is_a_sweep_on_the_same_deals():
    run = played(games=20, rotate=True, turns=True)
    names = ["rummy40{scoring.joker_penalty=5}", "rummy40", "rummy40{scoring.joker_penalty=50}"]
    found = rl.reprice(run, names)
    assert_same(found, played(names, games=20, rotate=True, turns=True), TABLES)
    assert len(found) == 120
    assert_same(rl.reprice(found, "rummy40"), run, TABLES)


def test_each_rule_set_of_a_sweep_at_its_own_prices():
    rules = ["rummy40", "rummy40{opening.points=51}", "schmidt{deal.hand=5}"][:2]
    run = played(rules, games=15)
    found = rl.reprice(run, [rl.RuleSet.of(one).vary(scoring__kind="zero_sum") for one in reversed(rules)])
    at_once = played([rl.RuleSet.of(one).vary(scoring__kind="zero_sum") for one in reversed(rules)], games=15)
    assert_same(found, at_once)
    assert_same(
        rl.reprice(run, "rummy40{opening.points=51,scoring.kind=zero_sum}"),
        played("rummy40{opening.points=51,scoring.kind=zero_sum}", games=15),
    )


def test_of_rule_sets_that_differ_in_prices_alone_the_nearest_counts():
    names = ["rummy40{scoring.joker_penalty=5}", "rummy40{scoring.joker_penalty=50}"]
    run = played(names, ["greedy", "greedy"], games=3)
    with pytest.warns(UserWarning, match="look"):
        found = rl.reprice(run, "rummy40{scoring.ace_penalty=1,scoring.joker_penalty=50}")
    assert found.spec["played"] == names[1:]


def varied(field):
    """A rule set and the same with another value of this field."""
    for rules in (rl.RUMMY40, rl.SCHMIDT):
        for value in values_of(field):
            try:
                other = rules.vary(**{field.replace(".", "__"): value}, scoring__joker_penalty=9)
            except rl.RuleSetError:
                continue
            if other.get(field) != rules.get(field):
                return rules, other
    raise AssertionError(field)


@pytest.mark.parametrize("field", [name for name in field_specs() if name not in PRICES])
def test_whatever_is_no_price_is_refused_by_name(field):
    rules, other = varied(field)
    with pytest.raises(rl.RummyError, match=re.escape(field)) as refused:
        rl.reprice(unplayed(["random"] * 2, rules), other)
    assert "scoring" not in str(refused.value).partition("differs in")[2]


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        ("rummy51", r"differs in pack.ace .*, opening.points \(40 when it was played\), which are no prices"),
        ([], "the list is empty"),
        (["rummy40", "rummy40"], "stands twice"),
        (7, "7 is no rule set"),
        ("rommee", "no rule set 'rommee'"),
    ],
)
def test_rules_that_cannot_be_are_refused(rules, why):
    with pytest.raises(rl.RummyError, match=why):
        rl.reprice(played(games=1), rules)


def test_a_frame_is_no_run():
    with pytest.raises(rl.RummyError, match="takes a run"):
        rl.reprice(played(games=1).by_player, "rummy40")


# Bots that look at prices


def told(run, rules, recwarn):
    rl.reprice(run, rules)
    return [str(one.message) for one in recwarn.list]


@pytest.mark.parametrize(
    ("players", "rules", "says"),
    [
        (["careful", "greedy"], "rummy40{scoring.joker_penalty=1}",
         "careful and greedy look at scoring.joker_penalty: "),
        (["exact", "random"], "rummy40{scoring.ace_penalty=1}", "exact looks at scoring.ace_penalty: "),
        (["counter", "planner"], "rummy40{scoring.kind=zero_sum,scoring.ace_penalty=1}",
         "counter and planner look at scoring.kind, scoring.ace_penalty: "),
        (["planner", "careful"], "rummy40{scoring.rummy_bonus=double}", "planner looks at scoring.rummy_bonus: "),
        ([drawer, "random"], "rummy40{match.kind=single}", "drawer may look at match.kind: "),
        ([drawer, "greedy"], "rummy40{scoring.joker_penalty=1}",
         "greedy looks at and drawer may look at scoring.joker_penalty: "),
    ],
)  # fmt: skip
def test_one_sentence_names_the_bots_that_look_at_what_has_changed(players, rules, says, recwarn):
    (sentence,) = told(unplayed(players), rules, recwarn)
    assert re.match(says, sentence)
    assert all(one.category is UserWarning for one in recwarn.list)


@pytest.mark.parametrize(
    ("players", "rules"),
    [
        (["random", "random"], "rummy40{scoring.joker_penalty=1,scoring.kind=zero_sum}"),
        (["careful", "greedy"], "rummy40{scoring.kind=zero_sum,scoring.rummy_bonus=0,match.limit=200}"),
        ([drawer, drawer], "rummy40"),
    ],
)
def test_nothing_is_said_where_no_bot_looks_at_what_has_changed(players, rules, recwarn):
    assert told(unplayed(players), rules, recwarn) == []


def test_a_subclass_may_look_at_anything(recwarn):
    class Own(GreedyBot):
        pass

    assert (
        "own may look at"
        in told(played(players=[Own("own"), "random"], games=1), "rummy40{scoring.kind=zero_sum}", recwarn)[0]
    )


@pytest.mark.parametrize("name", sorted(set(BOTS) - {"planner"}))
@pytest.mark.parametrize("rules", ["rummy40", "schmidt"])
def test_what_a_bot_is_said_not_to_look_at_changes_no_turn(name, rules):
    """Under drawn values of all prices but those it looks at, the bot plays the same turns."""
    games = 2 if name in ("exact", "counter") else 15
    run = played(rules, [name, name], games, turns=True)
    kept = {field.replace(".", "__"): rl.RuleSet.of(rules).get(field) for field in BOTS[name].prices}
    for number in range(2):
        prices = drawn(rules, number).vary(**kept)
        other = played(prices, [name, name], games, turns=True)
        pd.testing.assert_frame_equal(
            other.by_turn.drop(columns="rules"), run.by_turn.drop(columns="rules"), check_flags=False
        )


@pytest.mark.filterwarnings("ignore:.*look:UserWarning")
@pytest.mark.parametrize("name", ["greedy", "careful", "exact", "counter"])
def test_what_a_bot_is_said_to_look_at_can_change_a_turn(name):
    prices = "rummy40{scoring.ace_penalty=1,scoring.joker_penalty=0}"
    games = 6 if name in ("exact", "counter") else 30
    run, other = (played(rules, [name, name], games, turns=True) for rules in ("rummy40", prices))
    assert not run.by_turn.drop(columns="rules").equals(other.by_turn.drop(columns="rules"))


# Runs in folders, bots that fail


@pytest.mark.filterwarnings("ignore:.*failed in:UserWarning", "ignore:.*may look:UserWarning")
def test_a_stored_run_at_other_prices(tmp_path, monkeypatch):
    kept = played(players=["random", slip], games=25, out=tmp_path / "run", turns=True)
    assert kept.forfeits
    prices = "rummy40{scoring.joker_penalty=50,scoring.kind=zero_sum}"
    expected = played(prices, ["random", slip], games=25, turns=True)
    stored = rl.read_run(tmp_path / "run")
    reads = []
    monkeypatch.setattr(
        folder.Kept,
        "rows",
        lambda self, name, marks, own=folder.Kept.rows: reads.append(name) or own(self, name, marks),
    )
    found = rl.reprice(stored, prices)
    assert (len(found), found.complete, reads) == (25, True, [])
    assert_same(found, expected, TABLES)
    assert [one.deals for one in found.forfeits] == [one.deals for one in expected.forfeits]
    found.to_csv(tmp_path / "csv")
    expected.to_csv(tmp_path / "expected")
    for name in TABLES:
        assert (tmp_path / "csv" / f"{name}.csv.gz").read_bytes() == (
            tmp_path / "expected" / f"{name}.csv.gz"
        ).read_bytes()
    with pytest.raises(rl.RummyError, match="re-priced run is not stored"):
        found.verify()


@pytest.mark.filterwarnings("ignore:.*may look:UserWarning")
def test_a_price_that_asks_for_builds_needs_the_bots(tmp_path):
    rules = "rummy40{deal.hand=4,opening.points=0}"
    prices = rl.RuleSet.of(rules).vary(scoring__rummy_builds=False, scoring__rummy_when="every_win")
    run = played(rules, ["random", own_random], games=25, out=tmp_path / "run")
    stored = rl.read_run(tmp_path / "run")
    with pytest.raises(
        rl.RummyError, match=r"the bot own_random, needed .*read_run\(folder, players=\[...\]\) takes it"
    ):
        rl.reprice(stored, prices)
    found = rl.reprice(rl.read_run(tmp_path / "run", ["random", own_random]), prices)
    assert_same(found, played(prices, ["random", own_random], games=25))
    assert_same(rl.reprice(run, prices), found)


def own_random(view, rng):
    return BOTS["random"].choose(view, rng)


@pytest.mark.parametrize(
    ("rules", "prices", "again"),
    [
        ("rummy40", {"rummy_builds": True, "rummy_when": "every_win"}, False),
        ("rummy40", {"rummy_builds": False, "rummy_bonus": 0}, False),
        ("rummy40", {"rummy_builds": False, "rummy_when": "every_win"}, True),
        ("rummy40{scoring.rummy_builds=no,scoring.rummy_when=every_win}", {"rummy_when": "one_turn"}, False),
        ("rummy40{scoring.rummy_builds=no}", {"rummy_when": "every_win"}, True),
        ("rummy40{table.mode=none}", {"rummy_builds": False, "rummy_when": "every_win"}, False),
    ],
)
def test_deals_are_played_again_only_where_the_rows_do_not_tell(rules, prices, again, monkeypatch):
    known = rl.RuleSet.of(rules).vary(deal__hand=4, opening__points=0)
    prices = known.vary(**{f"scoring__{name}": value for name, value in prices.items()})
    run, calls = played(known, games=25), []
    monkeypatch.setattr(
        rl.Run,
        "endings",
        lambda self, at, rotation, deals: calls.append(deals) or endings.endings(self.plan, at, rotation, deals),
    )
    assert_same(rl.reprice(run, prices), played(prices, games=25))
    assert bool(calls) == again


def test_deals_that_go_otherwise_now_are_not_priced_by_guess(monkeypatch):
    rules = "rummy40{deal.hand=4,opening.points=0}"
    run = played(rules, games=25)
    prices = rl.RuleSet.of(rules).vary(scoring__rummy_builds=False, scoring__rummy_when="every_win")
    monkeypatch.setattr(
        rl.Run, "endings", lambda self, at, rotation, deals: endings.endings(self.plan, at, rotation, deals) + 1
    )
    with pytest.raises(rl.RummyError, match=r"winner of deal \d+ laid off.*play the run anew"):
        _ = rl.reprice(run, prices).by_player


@pytest.mark.parametrize("players", [["random", "greedy"], ["random", own_random]])
def test_how_deals_ended_is_the_same_by_numbers_and_by_records(players):
    run = played("schmidt{deal.hand=5,opening.points=0}", players, games=8, rotate=True)
    for rotation in (0, 1):
        expected = endings.of_records(run.replay(deal, rotation) for deal in (1, 2, 3, 7))
        assert run.endings(0, rotation, [1, 2, 3, 7]).tolist() == expected.tolist()


def test_a_record_of_a_re_priced_run_has_the_turns_that_were_played():
    run = played(players=["greedy", "greedy"], games=3)
    with pytest.warns(UserWarning, match="greedy looks at"):
        found = rl.reprice(run, "rummy40{scoring.joker_penalty=0,scoring.kind=zero_sum}")
    for record, before in zip(found.records(), run.records(), strict=True):
        assert record.turns == before.turns
        assert record.rules == found.plan.rules[0]
        scores = {seat: float(score) for seat, score in rl.settle(record.outcome, record.rules).items()}
        rows = found.by_player[found.by_player["deal"] == record.deal]
        assert dict(zip(rows["seat"], rows["score"], strict=True)) == scores


def test_a_run_that_was_interrupted_can_be_priced():
    run = played(games=4)
    run.complete = False
    found = rl.reprice(run, "rummy40{scoring.kind=zero_sum}")
    assert not found.complete
    assert repr(found).endswith(", not complete>")


@pytest.mark.filterwarnings("ignore:.*may look:UserWarning")
def test_bots_with_parameters_price_as_others():
    run = played("rummy40{ending.max_turns=50}", [Thrower(2), drawer], 5)
    prices = "rummy40{ending.max_turns=50,scoring.joker_penalty=99}"
    assert_same(rl.reprice(run, prices), played(prices, [Thrower(2), drawer], 5))


# Folders that were damaged before or meanwhile


PRICES_OF_A_STORED_RUN = "rummy40{ending.max_turns=50,scoring.joker_penalty=50}"


@pytest.fixture
def stored(tmp_path):
    return played("rummy40{ending.max_turns=50}", [drawer, drawer], 4, out=tmp_path / "run", engine="readable")


@pytest.mark.filterwarnings("ignore:.*may look:UserWarning")
@pytest.mark.parametrize("name", ["by_player", "by_deal"])
@pytest.mark.parametrize("harm", ["cut", "gone", "other bytes", "foreign"])
def test_a_damaged_table_is_named_when_it_is_asked_for(harm, name, stored, tmp_path):
    found = rl.reprice(stored, PRICES_OF_A_STORED_RUN)
    (file,) = (tmp_path / "run" / name).glob("*.parquet")
    data = file.read_bytes()
    if harm == "gone":
        file.unlink()
    elif harm == "foreign":
        other = "by_deal" if name == "by_player" else "by_player"
        file.write_bytes(next((tmp_path / "run" / other).glob("*.parquet")).read_bytes())
    else:
        file.write_bytes(data[: len(data) // 2] if harm == "cut" else b"\0" * len(data))
    with pytest.raises(rl.RummyError, match=re.escape(str(file))) as refused:
        _ = found.by_deal
    assert "\n" not in str(refused.value)
    file.write_bytes(data)
    assert len(found.by_player) == 8


@pytest.mark.filterwarnings("ignore:.*may look:UserWarning")
@pytest.mark.parametrize("change", ["fewer seats", "another deal", "another order"])
def test_tables_that_do_not_belong_together_are_refused(change, stored):
    memory = Memory(stored.plan)
    tables = {name: dict(stored.source.table(name)) for name in ("by_player", "by_deal")}
    if change == "fewer seats":
        tables["by_deal"]["seats"] = tables["by_deal"]["seats"] - 1
    elif change == "another deal":
        tables["by_player"]["deal"] = tables["by_player"]["deal"] + 1
    else:
        tables["by_player"] = {name: values[::-1] for name, values in tables["by_player"].items()}
    memory.add(Part(0, 4, tables))
    run = rl.Run(stored.plan, memory, stored.spec, complete=True)
    with pytest.raises(rl.RummyError, match=r"do not tell of the same deals; run.verify\(\)"):
        _ = rl.reprice(run, PRICES_OF_A_STORED_RUN).by_player


@pytest.mark.filterwarnings("ignore:.*may look:UserWarning")
def test_a_run_without_a_deal_has_empty_frames():
    run = unplayed([drawer, drawer])
    found = rl.reprice(run, ["rummy40", "rummy40{scoring.kind=zero_sum}"])
    assert (len(found), len(found.by_player), len(found.by_deal)) == (0, 0, 0)
    assert list(found.by_player.columns) == [*run.by_player.columns, "scoring.kind"]


@pytest.mark.filterwarnings("ignore:.*may look:UserWarning")
def test_a_run_made_compact_is_priced_as_before(stored, tmp_path):
    expected = rl.reprice(stored, PRICES_OF_A_STORED_RUN)
    _ = expected.by_player
    stored.compact()
    assert_same(rl.reprice(rl.read_run(tmp_path / "run"), PRICES_OF_A_STORED_RUN), expected)
