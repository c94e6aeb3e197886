"""Whatever is tried at a step of a lesson of the package: a wrong turn is told by its cards."""

import re
from random import Random

import pytest

import rummy_lab as rl
from rummy_lab.core.errors import RummyError
from rummy_lab.core.moves import Turn
from rummy_lab.lessons.catalogue import lesson, lesson_files
from rummy_lab.lessons.judging import judged
from rummy_lab.lessons.telling import feedback
from rummy_lab.words import languages

CARDS = {
    "en": r"red|yellow|green|blue|spade|heart|diamond|club|joker|card",
    "de": r"rot|gelb|grün|blau|pik|herz|karo|kreuz|joker|karte",
    "nl": r"rood|rode|geel|gele|groen|blauw|schoppen|harten|ruiten|klaver|joker|kaart",
}
STEPS = [
    pytest.param(name, step.id, id=f"{name}:{step.id}")
    for name in lesson_files()
    for step in lesson(name).steps
    if step.kind in ("do", "find")
]


def tried(step, rng):
    """Some moves from here, legal one by one or not."""
    moves, here = [], step.position
    for _ in range(rng.randrange(1, 4)):
        choices = list(rl.steps(here, exists=lambda _: True))
        if not choices:
            break
        moves.append(rng.choice(choices))
        try:
            here = rl.play(here, moves[-1], exists=lambda _: True)
        except RummyError:
            break
        if here.seat != step.position.seat:
            break
    return Turn(moves)


def bare(turn):
    """Whether nothing is laid and nothing on the table is touched."""
    return {move.verb for move in turn} <= {"draw", "take", "discard", "end", "pass"}


@pytest.mark.parametrize(("name", "of"), STEPS)
def test_who_lays_nothing_is_not_told_what_others_did(name, of):
    (step,) = [step for step in lesson(name).steps if step.id == of]
    discards = [f"discard {card}" for card in step.position.hands[step.position.seat]]
    firsts = ["draw; ", "take; "] if step.position.phase == "start" else [""]
    ends = [first + discard for first in firsts for discard in discards] if step.rules.has_pile else ["draw"]
    for turn in ends:
        wrong = judged(step, turn).wrong
        assert wrong is None or bare(wrong.example), turn


@pytest.mark.parametrize(("name", "of"), STEPS)
def test_a_wrong_turn_is_told_by_a_card(name, of):
    (step,) = [step for step in lesson(name).steps if step.id == of]
    rng = Random(f"{name} {of}")
    met = 0
    for _ in range(50):
        turn = tried(step, rng)
        verdict = judged(step, turn)
        met += not verdict.right
        if verdict.right or verdict.wrong is not None:
            continue
        for lang in languages:
            told = feedback(step, verdict, lang)
            assert re.search(CARDS[lang], told, re.IGNORECASE), (str(turn), told)
    assert met or {*map(str, rl.steps(step.position))} <= {"draw", "end"}
