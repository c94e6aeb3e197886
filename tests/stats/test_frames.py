"""Frames as they come: from memory, Parquet and CSV, odd ones too."""

import io
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

import rummy_lab as rl
from rummy_lab.stats.frames import codes_of, deals_of, grouped, numbers_of, one_a_deal
from rummy_lab.words import in_words

RULES = ["schmidt", "schmidt{opening.points=45,table.access=same_turn}"]
CALLS = {
    "rate": lambda frame: rl.rate(frame, "opened_turn == 1", by=["bot", "seat"]),
    "rate of a rule": lambda frame: rl.rate(frame, "won", by="table.access", method="jeffreys"),
    "rate of a rule in an expression": lambda frame: rl.rate(frame, "opening.points > 30 and won", by="rules"),
    "mean": lambda frame: rl.mean(frame, "left_pips + 25 * left_jokers", by="jokers_dealt"),
    "bootstrap": lambda frame: rl.mean(frame, "score", by="bot", method="bootstrap", seed=3),
    "compare": lambda frame: rl.compare(frame, "score", baseline="schmidt", by="bot"),
    "compare wins": lambda frame: rl.compare(frame, "won", baseline="A", across="seat", correct="bh"),
    "compare a field": lambda frame: rl.compare(frame, "penalty", baseline=30, across="opening.points"),
    "sequence": lambda frame: rl.confidence_sequence(frame, "score", baseline="schmidt", by="bot"),
}
FRAME_OF_ANYTHING = pd.DataFrame({"deal": [0, 1], "rules": ["schmidt", "schmidt"], "score": [1.5, 2.5], "won": True})


@pytest.fixture(scope="module")
def frame():
    players = ["greedy", "random", "greedy"]
    return rl.selfplay(RULES, players, games=110, seed=4, rotate=True, progress=False).by_player


def from_csv(frame):
    return pd.read_csv(io.StringIO(frame.to_csv(index=False)))


def from_parquet(frame):
    file = io.BytesIO()
    frame.to_parquet(file)
    return pd.read_parquet(file)


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("back", [from_csv, from_parquet])
def test_a_frame_that_was_read_back_gives_the_same(frame, call, back):
    there = CALLS[call](frame)
    read = CALLS[call](back(frame))
    assert len(there)
    pd.testing.assert_frame_equal(there, read)
    assert there.attrs == read.attrs


@pytest.mark.parametrize("call", CALLS)
def test_a_result_says_in_plain_values_what_it_is(frame, call):
    found = CALLS[call](frame)
    pd.testing.assert_frame_equal(from_parquet(found), found)
    assert from_parquet(found).attrs == found.attrs
    assert {"kind", "column", "by", "level"} <= set(found.attrs["rummy_lab"])


@pytest.mark.parametrize("call", [call for call in CALLS if call != "bootstrap"])  # it draws group by group
def test_the_order_of_the_rows_does_not_matter_for_the_figures(frame, call):
    mixed = CALLS[call](frame.sample(frac=1, random_state=2))
    here = CALLS[call](frame)
    keys = [name for name in here if here[name].dtype.kind in "OU" or name in {*here.attrs["rummy_lab"]["by"], "deals"}]
    pd.testing.assert_frame_equal(
        here.sort_values(keys, ignore_index=True)[sorted(here)],
        mixed.sort_values(keys, ignore_index=True)[sorted(here)],
        check_exact=False,
    )


@pytest.mark.parametrize("call", CALLS)
def test_the_frame_stays_as_it_was(frame, call):
    before = frame.copy()
    CALLS[call](frame)
    pd.testing.assert_frame_equal(frame, before)
    assert frame.attrs == before.attrs


def test_numbers_rise_and_texts_stand_as_the_game_or_the_frame_has_them():
    frame = pd.DataFrame({
        "end": ["blocked", "out", "rummy", "out"], "bot": ["zoe", "ann", "zoe", "ann"],
        "hand": [10, 9, 10, 9], "won": [True, False, True, False],
    })  # fmt: skip
    assert list(grouped(frame, "end").table["end"]) == ["out", "rummy", "blocked"]
    assert list(grouped(frame, "bot").table["bot"]) == ["zoe", "ann"]
    assert list(grouped(frame, "hand").table["hand"]) == [9, 10]
    assert list(grouped(frame, "won").table["won"]) == [False, True]
    two = grouped(frame, ["bot", "end"])
    assert [tuple(row) for row in two.table.to_numpy()] == [
        ("zoe", "rummy"), ("zoe", "blocked"), ("ann", "out")
    ]  # fmt: skip
    assert list(two.of) == [1, 2, 0, 2]


def test_categories_that_do_not_occur_make_no_group():
    seat = pd.Categorical(["B", "B"], categories=list("ABCDEFGH"))
    assert list(grouped(pd.DataFrame({"seat": seat}), "seat").table["seat"]) == ["B"]


def test_the_rows_of_a_deal_are_one_value():
    frame = pd.DataFrame({"deal": [7, 7, 5, 7], "bot": list("xyxx"), "score": [1.0, 5.0, 2.0, 3.0]})
    whole = one_a_deal(frame, "score")
    assert (list(whole.values), list(whole.rows)) == ([2.0, 3.0], [1, 3])
    by_bot = one_a_deal(frame, "score", "bot")
    assert (list(by_bot.group), list(by_bot.values)) == ([0, 0, 1], [2.0, 2.0, 5.0])


def test_a_seed_beside_the_deal_keeps_two_runs_apart():
    frame = pd.DataFrame({"seed": [1, 1, 2, 2], "deal": [0, 1, 0, 1]})
    assert list(deals_of(frame)) == [0, 1, 2, 3]
    assert list(deals_of(frame[["deal"]])) == [0, 1, 0, 1]


@pytest.mark.parametrize("dtype", ["boolean", bool, object])
def test_yes_or_no_is_known_in_every_dress(dtype):
    found, yes_or_no = numbers_of(pd.DataFrame({"won": pd.Series([True, False, True], dtype=dtype)}), "won")
    assert (list(found), yes_or_no) == ([1.0, 0.0, 1.0], True)


@pytest.mark.parametrize("dtype", ["int8", "uint16", "float32", "Int16", "Float64", object])
def test_numbers_are_known_in_every_dress(dtype):
    found, yes_or_no = numbers_of(pd.DataFrame({"score": pd.Series([1, 0, 3], dtype=dtype)}), "score")
    assert (found.dtype, list(found), yes_or_no) == (np.float64, [1.0, 0.0, 3.0], False)


BAD = [
    (lambda f: rl.rate(f, "wonn"), r"no column wonn; did you mean won$"),
    (lambda f: rl.rate(f, "score"), r"score is no yes or no; make it one by a comparison, as 'score > 0'"),
    (lambda f: rl.rate(f, "won", by="bott"), r"frame has no column bott"),
    (lambda f: rl.rate(f, "won", by=["rules", "rules"]), r"by names a column twice: rules, rules"),
    (lambda f: rl.rate(f, "won", by=[3]), r"by names columns, as by='bot'"),
    (lambda f: rl.rate(f, "won", by=3), r"by names columns, as by='bot'"),
    (lambda f: rl.rate(f, "won", level=95), r"level is a share between 0 and 1, as 0.95, not 95"),
    (lambda f: rl.rate(f, "won", method="wald"), r"method is 'wilson' or 'jeffreys', not 'wald'"),
    (lambda f: rl.rate(f, "won &"), r"column 'won &' cannot be worked out"),
    (lambda f: rl.rate(f, "won & nobody"), r"column 'won & nobody' cannot be worked out: name 'nobody'"),
    (lambda f: rl.rate(f, "score = 1"), r"'score = 1' does not give one value for each row: write == to ask"),
    (lambda f: rl.rate(f, "won and score = 1"), r"cannot be worked out: write == to ask whether two things are equal$"),
    (lambda f: rl.rate(f, "rules == 'a=b' and nobody"), r"cannot be worked out: name 'nobody'"),
    (lambda f: rl.rate(f, "deal.sum()"), r"holds more than names, numbers and comparisons"),
    (lambda f: rl.rate(f, "deal == 9**9**9"), r"holds more than names, numbers and comparisons"),
    (lambda f: rl.rate(f, "deal == 2 ** (3 * 9**9)"), r"holds more than names, numbers and comparisons"),
    (lambda f: rl.rate(f, "rules == 'a' * 9 * 999999999"), r"holds more than names, numbers and comparisons"),
    (lambda f: rl.rate(f, "deal in [1] * 999999999"), r"holds more than names, numbers and comparisons"),
    (lambda f: rl.rate(f, "deal = 9**9**9"), r"holds more than names, numbers and comparisons"),
    # Between two texts of one backtick each, which are no name in backticks.
    (lambda f: rl.rate(f, "'`' != deal.sum() != '`'"), r"holds more than names, numbers and comparisons"),
    (lambda f: rl.rate(f, "'\\\\' != '`' != deal.sum() != '`'"), r"holds more than names, numbers and comparisons"),
    (lambda f: rl.rate(f, "won # \u2028x = deal.sum()"), r"holds more than names, numbers and comparisons"),
    (lambda f: rl.rate(f, "deal.__class__"), r"frame has no column deal.__class__"),
    (lambda f: rl.rate(f, "1 + 1"), r"does not give one value for each row"),
    (lambda f: rl.rate(f, 7), r"column is the name of a column"),
    (lambda f: rl.rate(f.iloc[:0], "won"), r"frame has no rows"),
    (lambda f: rl.rate(f.to_dict(), "won"), r"frame is a pandas frame such as run.by_player, not a dict"),
    (lambda f: rl.rate(f.set_index("deal"), "won"), r"deal in its index; call frame.reset_index\(\) first"),
    (lambda f: rl.rate(f.drop(columns="deal"), "won"), r"frame has no column deal"),
    (lambda f: rl.rate(pd.concat([f, f], axis=1), "won"), r"has the column deal more than once"),
    (lambda f: rl.rate(f.assign(deal="x"), "won"), r"deal holds no numbers, but 'x'"),
    (lambda f: rl.rate(f.assign(rate=1), "won", by="rate"), r"rate is a column of the result too"),
    (lambda f: rl.rate(f.assign(rules=[None, "a"]), "won", by="rules"), r"rules is empty in 1 rows"),
    (lambda f: rl.rate(f.assign(rules=[[1], [2]]), "won", by="rules"), r"rules holds '\[1\]', which makes no groups"),
    (lambda f: rl.mean(f, "rules"), r"rules holds no numbers and no yes or no, but 'schmidt'"),
    (lambda f: rl.mean(f.assign(score=[np.nan, 1]), "score"), r"score is empty or without end in 1 of 2 rows"),
    (lambda f: rl.mean(f.assign(score=[np.inf, 1]), "score"), r"score is empty or without end in 1 of 2 rows"),
    (lambda f: rl.mean(f.assign(score=None), "score"), r"score is empty or without end in 2 of 2 rows"),
    (lambda f: rl.mean(f.assign(score=["1", "2"]), "score"), r"score holds no numbers"),
    (lambda f: rl.mean(f.assign(score=1j), "score"), r"score holds no numbers"),
    (lambda f: rl.mean(f, "score", method="bootstrap", seed=-1), r"seed must be a whole number"),
    (lambda f: rl.compare(f, "score", baseline="schmidt"), r"rules has one value only, schmidt"),
    (lambda f: rl.compare(f, "score", baseline="x", across="deal"), r"baseline: x is none of deal; there are 0, 1$"),
    (lambda f: rl.compare(f, "score", baseline="schmidt", by="rules"), r"rules is what is compared"),
    (lambda f: rl.compare(f, "score", baseline="schmidt", across=["rules"]), r"across is the column"),
    (lambda f: rl.compare(f, "score", baseline="schmidt", correct="sidak"), r"correct is 'holm' or 'bh' or 'none'"),
    (lambda f: rl.compare(f.assign(rules=["a", "b"]), "score", baseline="a"), r"no deal has both a and another"),
    (lambda f: rl.confidence_sequence(f, "score", baseline="schmidt"), r"rules has one value only"),
    (lambda f: rl.half_width("won", 0.1)(f.drop(columns="won")), r"frame has no column won"),
    (lambda f: rl.half_width("won", 0), r"width is half the width of an interval, above 0, not 0"),
    (lambda f: rl.half_width("won", 2), r"width of 'won' is that of a share, below 0.5, as 0.01 .*, not 2$"),
    (rl.half_width("score > 1", 1), r"width of 'score > 1' is that of a share"),
    (lambda f: rl.half_width("won", 0.1, at_least=0), r"at_least is a number of deals"),
    (lambda f: rl.half_width(3, 0.1), r"column is the name of a column"),
    (lambda f: rl.significant("won", baseline="a", level=1), r"level is a share"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "says"), BAD)
def test_what_cannot_be_is_said_in_one_sentence(call, says):
    with pytest.raises(rl.RummyError, match=says) as told:
        call(FRAME_OF_ANYTHING)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("column", ["rules != '`'", "rules != 'f(x)'", '`my rules` != "it\'s"', r"rules != 'a\'b('"])
def test_a_text_in_an_expression_may_hold_any_mark(column):
    values, yes_or_no = numbers_of(pd.DataFrame({"rules": ["a", "b"], "my rules": ["a", "b"]}), column)
    assert yes_or_no
    assert list(values) == [1, 1]


@pytest.mark.parametrize("column", ["score = 1", "won and score = 1"])
def test_how_to_ask_is_told_in_german_too(column):
    with pytest.raises(rl.RummyError) as told:
        rl.rate(FRAME_OF_ANYTHING, column)
    assert "schreibe ==" in in_words(told.value, "de")


NEVER = pd.DataFrame({
    "deal": [0, 1, 2] * 2, "rules": ["a"] * 3 + ["b"] * 3, "x": 1, "y": [1, 2] * 3, "opened_turn": [1, 0, 2, 3, 1, 0],
    "opened_points": [40, 0, 45, 52, 51, 0],
})  # fmt: skip
AVERAGES = {
    "mean": rl.mean,
    "compare": lambda frame, column: rl.compare(frame, column, baseline="a"),
    "sequence": lambda frame, column: rl.confidence_sequence(frame, column, baseline="a"),
    "half_width": lambda frame, column: rl.half_width(column, 0.4)(frame),
    "running": rl.plot_running,
    "dots": rl.plot_dots,
    "sweep": lambda frame, column: rl.plot_sweep(frame, column, "rules", "x"),
    "interaction": lambda frame, column: rl.interaction(pd.concat([frame.assign(z=at) for at in "uv"]), column, "rules",
                                                        "z"),
}  # fmt: skip


@pytest.mark.parametrize("call", AVERAGES)
def test_never_is_no_number_to_average(call):
    with pytest.raises(rl.RummyError, match=r"^opened_turn is 0 in \d of \d+ rows, where .* rl\.survival") as told:
        AVERAGES[call](NEVER, "opened_turn")
    assert "\n" not in str(told.value)
    with pytest.raises(rl.RummyError, match=r"^opened_points is 0 in .* keep those that opened by frame\.query"):
        AVERAGES[call](NEVER, "opened_points")
    assert AVERAGES[call](NEVER.query("deal == 0"), "opened_turn") is not None
    assert AVERAGES[call](NEVER, "opened_turn == 0") is not None


def test_those_that_opened_have_a_mean():
    frame = NEVER.query("opened_turn > 0")
    assert rl.mean(frame, "opened_turn", by="rules")["mean"].tolist() == [1.5, 2]
    assert rl.mean(frame, "opened_points", by="rules")["mean"].tolist() == [42.5, 51.5]
    assert rl.compare(frame, "opened_points", baseline="a")["difference"].tolist() == [12]


def test_a_run_instead_of_its_frame_is_told_of():
    run = rl.selfplay("rummy40", ["random", "random"], games=1, progress=False)
    with pytest.raises(rl.RummyError, match=r"give one of its frames, as run\.by_player"):
        rl.rate(run, "won")


def test_a_frame_of_another_house_is_told_of():
    import polars as pl

    with pytest.raises(rl.RummyError, match=r"give frame.to_pandas\(\)"):
        rl.rate(pl.DataFrame({"deal": [1], "won": [True]}), "won")


def test_one_row_has_a_wide_interval_of_its_rate_and_none_of_its_mean():
    one = FRAME_OF_ANYTHING.iloc[:1]
    found = rl.rate(one, "won").iloc[0]
    assert (found["n"], found["k"], found["high"]) == (1, 1, 1)
    assert 0 < found["low"] < 0.3
    found = rl.mean(one, "score").iloc[0]
    assert found["mean"] == 1.5
    assert found[["sd", "low", "high"]].isna().all()
    pair = pd.concat([one, one.assign(rules="changed", score=3)], ignore_index=True)
    for column in ("score", "won"):
        found = rl.compare(pair, column, baseline="schmidt").iloc[0]
        assert found["deals"] == 1
        assert found[["low", "high", "p", "p_adjusted"]].isna().all()
    found = rl.confidence_sequence(pair, "score", baseline="schmidt")
    assert list(found) == ["rules", "baseline", "deals", "difference", "low", "high"]
    assert found.empty


def test_codes_say_where_each_value_stands():
    codes, values = codes_of(pd.DataFrame({"seat": list("CAB")}), "seat")
    assert (list(codes), list(values)) == ([2, 0, 1], ["A", "B", "C"])


@pytest.mark.parametrize("dress", [
    {"deal": "uint64"}, {"deal": float}, {"deal": "Int64"}, {"deal": object}, {"bot": "category"}, {"bot": object},
    {"won": "boolean"}, {"won": "int8"}, {"score": "float32"}, {"score": object}, {"seat": "string"},
    {"rotation": "Int8"},
])  # fmt: skip
def test_a_frame_gives_the_same_in_every_dress(frame, dress):
    for call in ("rate", "compare", "compare wins"):
        if call == "compare wins" and dress.get("won") == "int8":
            continue  # then they are numbers, compared by t
        there, here = CALLS[call](frame), CALLS[call](frame.astype(dress))
        pd.testing.assert_frame_equal(there, here)


@pytest.mark.parametrize("index", [range(1_980, 0, -1), [0] * 1_980])
def test_the_index_of_a_frame_says_nothing(frame, index):
    for function in (CALLS[call] for call in ("rate of a rule in an expression", "compare wins")):
        pd.testing.assert_frame_equal(function(frame), function(frame.set_index(pd.Index(index))))


def test_deals_may_have_any_numbers(frame):
    for shift in (-50, 2**62):
        for function in (CALLS[call] for call in ("rate", "compare", "sequence")):
            pd.testing.assert_frame_equal(function(frame), function(frame.assign(deal=frame["deal"] + shift)))


def test_fractions_are_numbers():
    frame = pd.DataFrame({"deal": range(3), "score": [Fraction(1, 2), Fraction(3, 2), 1]})
    assert rl.mean(frame, "score")["mean"].to_list() == [1]


def test_values_that_read_alike_are_one_group():
    frame = pd.DataFrame({"deal": range(4), "bot": [1, "1", "x", 1], "won": [True, True, False, False]})
    found = rl.rate(frame, "won", by="bot")
    assert found[["bot", "n", "k"]].to_numpy().tolist() == [["1", 3, 2], ["x", 1, 0]]


def test_many_columns_of_many_values_make_their_groups():
    """The product of their counts is beyond a whole number of 64 bits."""
    n = 30_000
    rng = np.random.default_rng(9)
    frame = pd.DataFrame({name: rng.permutation(n) for name in "abcde"})
    assert np.prod([float(n)] * 5) > 2**64
    groups = grouped(frame, list("abcde"))
    assert len(groups) == n
    assert groups.table.iloc[groups.of].reset_index(drop=True).equals(frame)
