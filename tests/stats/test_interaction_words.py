"""What rules do that were varied together, as sentences; and a result is read as what it says it is."""

import io
import re

import numpy as np
import pandas as pd
import pytest

import rummy_lab as rl
from stats import results_by_hand as by_hand

LANGUAGES = ("en", "de", "nl")
A, B, C = "opening.points", "deal.hand", "pack.jokers"


def crossed(values, seats=("A",), **columns):
    """40 deals of a crossed sweep; `values` by points and hand, each deal with the same luck everywhere."""
    luck = np.random.default_rng(4).normal(0, 3, 40)
    rows = [
        {"deal": deal, A: points, B: hand, "seat": seat, "score": value + luck[deal] * (points + hand) / 50}
        for deal in range(40)
        for (points, hand), value in values.items()
        for seat in seats
    ]
    return pd.DataFrame(rows).assign(**columns)


FRAME = crossed({(40, 13): 20, (51, 13): 32, (40, 10): 22, (51, 10): 26}, rules="rummy40")
FOUND = rl.interaction(FRAME, "score", A, B, baseline={B: 13})


def won():
    """Of 400 deals so many were won: 240 and 120 with 13 cards, 120 and 80 with ten."""
    often = {(40, 13): 240, (51, 13): 120, (40, 10): 120, (51, 10): 80}
    rows = [(deal, *key, deal < count) for key, count in often.items() for deal in range(400)]
    return rl.interaction(pd.DataFrame(rows, columns=["deal", A, B, "won"]), "won", A, B, baseline={B: 13})


def test_base_and_value_are_what_is_before_and_after_the_step():
    found = FOUND.set_index("term")
    assert found.loc[A, ["base", "value"]].tolist() == pytest.approx([21, 29], abs=1)
    assert found.loc[B, ["base", "value"]].tolist() == pytest.approx([26, 24], abs=1)
    assert found.loc[f"{A} × {B}", ["base", "value"]].tolist() == pytest.approx([12, 4], abs=0.5)
    assert (FOUND["value"] - FOUND["base"]).tolist() == pytest.approx(FOUND["difference"].tolist())


def test_three_rules_set_two_interactions_against_each_other():
    frame = pd.concat([FRAME.assign(**{C: 2}), FRAME.assign(**{C: 4}, score=FRAME["score"] + (FRAME[A] == 51))])
    found = rl.interaction(frame, "score", A, B, C, baseline={B: 13}).set_index("term")
    last = found.loc[f"{A} × {B} × {C}"]
    assert (last["base"], last["value"]) == pytest.approx((found.loc[f"{A} × {B}", "difference"],) * 2)
    assert (found["value"] - found["base"]).tolist() == pytest.approx(found["difference"].tolist())
    told = rl.in_words(rl.interaction(frame, "score", A, B, C, baseline={B: 13}))
    assert 'there the step "10 cards in a hand instead of 13" changes what "51 points to open' in told
    assert "as much as elsewhere" in told


def test_pupils_read_what_a_step_does_and_what_changes_it():
    told = rl.in_words(won()).splitlines()
    assert told[0] == "Won, in 400 deals. Each step on its own, averaged over the rest:"
    assert told[1].startswith("51 points to open instead of 40: about 25 of 100 instead of 45, so 20 fewer. That is")
    assert told[3] == "What one step changes about another:"
    assert told[4].startswith(
        '10 cards in a hand instead of 13: there the step "51 points to open instead of 40" does less: 10 fewer of '
        "100 instead of 30 fewer. That is more than the luck of the cards explains. Another 400 deals would mostly "
        "show it doing "
    )
    assert re.search(r"show it doing \d+ to \d+ less of 100\.$", told[4])
    assert told[5] == "The bots were not trained anew for the changed rule."


def test_pupils_read_means_with_their_unit_and_which_way_is_good():
    told = rl.in_words(FOUND)
    assert re.search(
        r"51 points to open instead of 40: 2\d\.\d+ points on average instead of 2\d\.\d+, so [78]\.\d", told
    )
    assert re.search(r"does less: [34]\.\d+ points higher instead of 1[12]\.\d+ points higher\.", told)
    assert "they are penalties" in told


@pytest.mark.parametrize(
    ("value", "said"), [(40, "does more"), (10, "does the opposite"), (34, "as much as elsewhere")]
)
def test_a_step_can_do_more_the_same_or_the_opposite(value, said):
    values = {(40, 13): 20, (51, 13): 32, (40, 10): 22, (51, 10): value}
    frame = pd.DataFrame(
        [(deal, *key, one) for key, one in values.items() for deal in (0, 1)], columns=["deal", A, B, "x"]
    )
    assert said in rl.in_words(rl.interaction(frame, "x", A, B, baseline={B: 13}))


def test_students_read_estimate_interval_and_p():
    told = rl.in_words(won(), "en", "university").splitlines()
    assert re.fullmatch(
        r"Won, interaction points to open 40 to 51 × cards in a hand 13 to 10: \+0\.20\d* \(effect −0\.10\d* against "
        r"−0\.30\d*\), 95% interval \+0\.\d+ to \+0\.\d+ \(paired, Student's t\), Cohen's d = 0\.\d\d, p < 0\.001, "
        r"adjusted p < 0\.001 \(Holm\), 400 deals\.",
        told[2],
    )
    assert told[3].startswith("Effects and interactions are averaged")


GROUPS = rl.interaction(pd.concat([FRAME.assign(bot=name) for name in ("greedy", "careful")]), "score", A, B, by="bot")
ALONE = rl.interaction(FRAME[FRAME["deal"] == 0], "score", A, B)
TEXTS = rl.interaction(FRAME.assign(bot=np.where(FRAME[B] == 13, "a, b", "up to c")), "score", A, "bot")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("found", [FOUND, won(), GROUPS, ALONE, TEXTS], ids=["mean", "rate", "by", "one deal", "texts"])
def test_every_language_says_it_without_jargon(found, lang):
    told = rl.in_words(found, lang)
    assert not re.search(r"\bp\b|%|[Ii]nterval|Cohen|[{}]|\bnan\b|×|\bto_|– ", told)
    exact = rl.in_words(found, lang, "university")
    assert not re.search(r"[{}]|\bnan\b", exact)
    assert len({rl.in_words(found, other) for other in LANGUAGES}) == 3


def test_values_with_commas_stay_whole():
    assert "Up to c instead of a, b: " in rl.in_words(TEXTS)


def test_some_of_the_rows_are_told_too():
    some = FOUND[FOUND["term"].str.contains("×")]
    assert rl.in_words(some).splitlines()[1:-2] == rl.in_words(FOUND).splitlines()[3:-2]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_from_a_file_it_is_still_no_confidence_sequence(lang):
    read = pd.read_csv(io.StringIO(FOUND.to_csv(index=False)))
    assert rl.in_words(read, lang, "university").splitlines()[-2].partition(":")[2]
    assert len(rl.in_words(read, lang).splitlines()) == 5
    with pytest.raises(rl.RummyError, match=r"needs a result of rl\.confidence_sequence"):
        rl.plot_running(read)


def test_a_result_is_read_as_what_it_says_it_is():
    with pytest.raises(rl.RummyError, match=r"^rl\.plot_running .* of rl\.confidence_sequence; .* one of rl\.interact"):
        rl.plot_running(FOUND)
    with pytest.raises(rl.RummyError, match=r"one of rl\.compare$"):
        rl.plot_running(by_hand.compared())
    with pytest.raises(rl.RummyError, match=r"needs a result of rl\.compare; this frame is one of rl\.interaction$"):
        rl.plot_compare(FOUND)
    with pytest.raises(rl.RummyError, match=r"this result of rl\.interaction has lost its columns step, low$"):
        rl.in_words(FOUND.drop(columns=["step", "low"]))
    compared = by_hand.compared()
    compared.attrs["rummy_lab"] = {"kind": "something_else"}
    with pytest.raises(rl.RummyError, match=r"this frame is one of rl\.something_else$"):
        rl.in_words(compared)


def test_a_comparison_from_a_file_is_no_sequence():
    with pytest.raises(rl.RummyError, match=r"needs a result of rl\.confidence_sequence"):
        rl.plot_running(pd.DataFrame(by_hand.compared().to_dict("list")))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_chance_says_itself(lang):
    found = rl.chance("schmidt", "natural meld", cards=3)
    assert rl.in_words(found, lang) == rl.in_words(found, lang, "university") == found.in_words(lang)
