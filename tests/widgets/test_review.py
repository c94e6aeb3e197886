"""What could have been done better in a finished deal."""

import pytest

import rummy_lab as rl
from rummy_lab.widgets.review import review, statistics


@pytest.fixture(scope="module", params=["schmidt", "rummy40"])
def record(request):
    return rl.play_out(request.param, ["random", "exact"], seed=4)


def test_every_turn_is_looked_at_in_order(record):
    turns = review(record)
    assert [one.number for one in turns] == list(range(1, len(record.turns) + 1))
    assert [one.turn for one in turns] == list(record.turns)
    assert [one.seat for one in turns[:4]] == ["A", "B", "A", "B"]
    assert review(record, "B") == tuple(one for one in turns if one.seat == "B")


def test_what_was_laid_is_what_left_the_hand(record):
    for seat in "AB":
        moves = [move for one in review(record, seat) for move in one.turn]
        came = sum(move.verb in {"draw", "take"} for move in moves)
        went = sum(move.verb == "discard" for move in moves)
        held = len(record.start.hands[seat]) + came - went - len(record.final.hands[seat])
        assert sum(one.laid for one in review(record, seat)) == held


def test_a_better_turn_lays_more_and_is_legal_after_the_draw(record):
    better = [one for one in review(record, "A") if one.better is not None]
    states = list(record.turn_states())
    for one in better:
        assert one.could_lay > one.laid
        before = states[one.number - 1]
        start = rl.play(before, one.turn[0]) if one.turn[0].verb == "draw" and record.rules.has_pile else before
        assert rl.check(start, one.better) == ()
    assert better
    assert all(one.could_lay == one.laid for one in review(record, "B"))


def test_a_seat_opens_once(record):
    for seat in "AB":
        assert sum(one.opened for one in review(record, seat)) == record.final.opened[seat]


def test_the_frame_has_a_row_a_turn(record):
    frame = statistics(record, "A")
    assert list(frame["laid"]) == [one.laid for one in review(record, "A")]
    assert (frame["could_lay"] >= frame["laid"]).all()
    assert (frame["better"] != "").equals(frame["could_lay"] > frame["laid"])
