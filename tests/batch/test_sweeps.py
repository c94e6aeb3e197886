"""Rule sets of a crossed sweep: all of them, in a fixed order, or a refusal before anything is played."""

import re

import numpy as np
import pytest

import rummy_lab as rl


def test_every_combination_the_last_field_first():
    found = rl.variants("rummy40", {"opening.points": (30, 40, 51), "deal.hand": range(13, 15)})
    assert [(one.opening.points, one.deal.hand) for one in found] == [
        (30, 13), (30, 14), (40, 13), (40, 14), (51, 13), (51, 14),
    ]  # fmt: skip
    assert found[2] == rl.RUMMY40
    assert {one.preset for one in found} == {"rummy40"}


def test_they_start_from_the_base_whatever_it_is():
    base = rl.SCHMIDT.vary(opening__points=10, pack__jokers=4)
    (found,) = rl.variants(base, {"melds.set_sizes": [{3}]})
    assert found == base.vary(melds__set_sizes=(3,))


@pytest.mark.parametrize(
    ("field", "values", "expected"),
    [
        ("melds.max_jokers", ["none", 1, "half"], [None, 1, "half"]),
        ("turn.must_play", ["yes", False], [True, False]),
        ("opening.points", np.arange(10, 30, 10), [10, 20]),
        ("scoring.settlement", [None, (1, 2)], [None, (1, 2)]),
        ("deal.seats", [[2, 3], "2-4"], [(2, 3), (2, 4)]),
    ],
)
def test_values_are_taken_as_vary_takes_them(field, values, expected):
    assert [one.get(field) for one in rl.variants("schmidt", {field: values})] == expected


def test_a_run_plays_them_and_has_their_fields_as_columns():
    fields = {"deal.hand": (4, 5), "opening.points": (0, 10)}
    run = rl.selfplay(rl.variants("rummy40", fields), ["random"] * 2, games=3, progress=False)
    cells = run.by_deal.groupby(list(fields)).size()
    assert cells.to_dict() == dict.fromkeys([(4, 0), (4, 10), (5, 0), (5, 10)], 3)


@pytest.mark.parametrize(
    ("base", "fields", "says"),
    [
        ("schmidt", {"deal.hand": (14, 18), "deal.seats": ((2, 4), (2, 6))},
         r"variants: 1 of 4 combinations cannot be: deal.hand=18, deal.seats=\(2, 6\): deal.hand=18 for 6 seats needs"),
        ("schmidt", {"turn.order": ["draw_play_discard"], "turn.play_after_draw": ["yes"]},
         "variants: this combination cannot be: .*everybody draws first"),
        ("schmidt", {"opening.points": range(98, 108)}, "8 of 10 combinations cannot be: .*; and 5 more$"),
        ("rummy40", {"opening.point": (1, 2)}, "no field 'opening.point'; the fields are pack.suits, "),
        ("rummy40", {"opening__points": (1, 2)}, "no field 'opening__points'"),
        ("rummy40", {"opening.points": 51}, "the values of opening.points are a list, not 51"),
        ("rummy40", {"opening.points": {30, 40}}, "the values of opening.points are a list"),
        ("rummy40", {"turn.must_play": "yes"}, "the values of turn.must_play are a list, not 'yes'"),
        ("rummy40", {"opening.points": ()}, "opening.points has no values"),
        ("rummy40", {"opening.points": (30, 40, 30)}, r"rummy40\{opening.points=30\} stands twice"),
        ("rummy40", {"opening.points": range(99), "deal.hand": range(3, 14)}, "1,089 combinations are more than 1,000"),
        ("rummy40", {}, "fields is a dict"),
        ("rummy40", [("opening.points", (1, 2))], "fields is a dict"),
        ("whist", {"opening.points": (1, 2)}, "no rule set 'whist'"),
        (7, {"opening.points": (1, 2)}, "7 is no rule set"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_with_its_reason(base, fields, says):
    with pytest.raises(rl.RummyError, match=says) as refused:
        rl.variants(base, fields)
    assert not re.search(r"\n", str(refused.value))
