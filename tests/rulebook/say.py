"""How the tests of the rulebook say that a position allows or refuses a turn."""

from __future__ import annotations

import pytest

import rummy_lab as rl
from rummy_lab.core.state import State
from rummy_lab.core.violations import IllegalMove


def codes(position: str, turn: str, seat: str | None = None) -> set[str]:
    """The codes with which `turn` is refused in `position`, none where it is legal."""
    return {violation.code for violation in rl.check(rl.position(position), turn, seat=seat)}


def ok(position: str, turn: str, table: str | None = None) -> State:
    """Assert that `turn` is legal in `position` and leaves `table`; the state after it."""
    before = rl.position(position)
    found = rl.check(before, turn)
    assert not found, f"{turn!r} refused with {[violation.code for violation in found]} in {position}"
    after = rl.play(before, turn)
    if table is not None:
        assert str(after.table) == table
    return after


def no(position: str, turn: str, *expected: str, seat: str | None = None) -> None:
    """Assert that `turn` is refused in `position` for one of the `expected` reasons, and that nothing is changed."""
    before = rl.position(position)
    text = str(before)
    found = {violation.code for violation in rl.check(before, turn, seat=seat)}
    assert found, f"{turn!r} is allowed in {position}"
    assert found & set(expected), f"{turn!r} is refused with {sorted(found)}, not with {sorted(expected)}"
    if seat is None:
        with pytest.raises(IllegalMove) as refused:
            rl.play(before, turn)
        assert {violation.code for violation in refused.value.violations} == found
    assert str(before) == text


def readings(rules: str, cards: str) -> dict[str, int]:
    """What `cards` may be as one meld, with the points of each."""
    game = rl.rule_set(rules)
    return {str(meld): meld.points(game) for meld in rl.readings(game, cards)}


def hand(state: State, seat: str) -> str:
    """The hand of a seat as text, in pack order."""
    cards = state.hands[seat]
    assert cards is not None
    return " ".join(sorted(map(str, cards)))
