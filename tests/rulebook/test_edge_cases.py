"""The table of edge cases, with its verdict for each game; the cases are the TOML files in `edge_cases`.

A case is named by its row and game, with the reading or the variant it shows behind: `b7-schmidt-same_turn`. A row that
says nothing for a game says so with `none`.
"""

import tomllib
from pathlib import Path

import pytest

import rummy_lab as rl
from rulebook.say import hand, no, ok

ROWS = {"a": 15, "b": 13, "c": 6, "d": 13, "e": 21, "f": 11}
CASES = {
    f"{row}-{game}": case
    for path in sorted((Path(__file__).parent / "edge_cases").glob("*.toml"))
    for row, games in tomllib.loads(path.read_text()).items()
    for game, case in games.items()
}
KEYS = {
    "position",
    "seat",
    "first",
    "turn",
    "ok",
    "no",
    "points",
    "hand",
    "winners",
    "how",
    "rummy",
    "settle",
    "pile",
    "stock",
}
PLAYED = [name for name, case in CASES.items() if "none" not in case]
ALLOWED = [name for name in PLAYED if "ok" in CASES[name]]
REFUSED = [name for name in PLAYED if "no" in CASES[name]]


def before(case):
    """The position in which the turn is judged, and its text."""
    if "first" not in case:
        return case["position"]
    return str(rl.play(rl.position(case["position"]), case["first"]))


@pytest.mark.parametrize("name", ALLOWED)
def test_it_is_allowed(name):
    case = CASES[name]
    position = before(case)
    seat = rl.position(position).seat
    after = ok(position, case["turn"], case["ok"])
    if "points" in case:
        assert sum(meld.points(after.rules) for meld in after.table) == case["points"]
    if "hand" in case:
        assert hand(after, seat) == case["hand"]
    if "pile" in case:
        assert " ".join(map(str, after.pile)) == case["pile"]
    if "stock" in case:
        assert len(after.stock) == case["stock"]
    result = rl.outcome(after)
    if "winners" not in case:
        assert result is None
        return
    assert result.winners == tuple(case["winners"])
    assert result.how == case.get("how", "out")
    if "rummy" in case:
        assert rl.went_rummy(result, after.rules) == case["rummy"]
    if "settle" in case:
        assert rl.settle(result, after.rules) == case["settle"]


@pytest.mark.parametrize("name", REFUSED)
def test_it_is_refused(name):
    case = CASES[name]
    no(before(case), case["turn"], *case["no"], seat=case.get("seat"))


def test_every_row_has_a_case_for_both_games_or_says_why_not():
    rows = {f"{letter}{number}" for letter, count in ROWS.items() for number in range(1, count + 1)}
    for row in rows:
        for game in ("schmidt", "rummy40"):
            assert any(name == f"{row}-{game}" or name.startswith(f"{row}-{game}-") for name in CASES), (row, game)
    assert {name.partition("-")[0] for name in CASES} == rows


def test_every_case_is_judged():
    assert sorted(ALLOWED + REFUSED) == sorted(PLAYED)
    assert all(set(case) <= KEYS for case in CASES.values() if "none" not in case)
