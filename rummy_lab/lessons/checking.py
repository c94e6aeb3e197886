"""Is a lesson true? Its positions and answers are tried by the referee, its texts are measured."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from rummy_lab.core.asked import AskedTooMuch, one_text
from rummy_lab.core.errors import Phrase, RummyError, Told
from rummy_lab.core.moves import Turn
from rummy_lab.core.referee import play_until_error
from rummy_lab.language import LANG
from rummy_lab.lessons.counting import points_of
from rummy_lab.lessons.fields import Faults
from rummy_lab.lessons.judging import Answer, judged, points_in
from rummy_lab.lessons.siblings import siblings
from rummy_lab.lessons.steps import Lesson, Step, Wrong
from rummy_lab.search.existence import exists
from rummy_lab.search.turns import turns
from rummy_lab.words import explain, teachable_order

WORDS_A_STEP: Final = 45
MINUTES: Final = 5.0
_WORDS_A_MINUTE = 110
_SECONDS: Final = {"watch": 20, "do": 35, "judge": 20, "value": 20, "choose": 15, "find": 50, "predict": 30}
_TURNS = 60


def faults_of(lesson: Lesson, text: str = "") -> list[str]:
    """What is not true in a lesson, one sentence each; `text` is its file, for the lines."""
    faults = Faults(lesson.file, text)
    place = ""
    try:
        with one_text():
            for place, step in _steps(lesson):
                for name, sentence in _faults(step):
                    faults.note(f"{place}.{name}" if name else place, sentence)
    except AskedTooMuch as fault:
        faults.note(place, fault.sentence)
    return faults.all


def notes_of(lesson: Lesson, text: str = "") -> list[str]:
    """What a teacher should know: missing translations, long texts, answers that are not the only one."""
    notes = Faults(lesson.file, text)
    for place, said in lesson.said:
        if said.missing:
            notes.note(
                place, Phrase("is not translated into {missing}; English is shown there", missing=_and(said.missing))
            )
    for place, step in _steps(lesson):
        count = max(step.text.count(step.rules, lang) for lang in step.text.by_lang)
        if count > WORDS_A_STEP:
            notes.note(
                f"{place}.text",
                Phrase("has {count} words; a step is best read with at most {most}", count=count, most=WORDS_A_STEP),
            )
        others = _other_answers(step)
        if others:
            shown = Told(explain(others[0], rules=step.rules), [others[0]], step.rules)
            more = (
                Phrase("at least {count} others reach", count=len(others))
                if len(others) > 1
                else Phrase("another turn reaches")
            )
            notes.note(f"{place}.turn", Phrase("{more} the goal too, such as: {shown}", more=more, shown=shown))
    if minutes(lesson) > MINUTES:
        notes.note(
            "",
            Phrase(
                "takes about {minutes:.1f} minutes; at most {most:.0f} keep a class together",
                minutes=minutes(lesson),
                most=MINUTES,
            ),
        )
    return notes.all


def _and(names: tuple[str, ...]) -> str:
    more = names[:-1] and Phrase("{first} and {last}", first=", ".join(names[:-1]), last=names[-1])
    return more or names[-1]


def minutes(lesson: Lesson, lang: str = LANG) -> float:
    """About how long a pupil needs, in minutes: reading at 110 words a minute, and a time for each kind of step."""
    steps = [step for _, step in _steps(lesson)]
    words = sum(
        step.text.count(step.rules, lang) + sum(option.text.count(step.rules, lang) for option in step.options)
        for step in steps
    )
    words += sum(step.after.count(step.rules, lang) for step in steps if step.after is not None)
    seconds = sum(_SECONDS[step.kind] for step in steps) + 60 * words / _WORDS_A_MINUTE
    return math.ceil(seconds / 6) / 10


def _steps(lesson: Lesson) -> list[tuple[str, Step]]:
    guess = [("guess", lesson.guess)] if lesson.guess is not None else []
    return [*guess, *((f"steps[{at}]", step) for at, step in enumerate(lesson.steps))]


def _faults(step: Step) -> Iterator[tuple[str, str]]:
    try:
        yield from _FAULTS[step.kind](step)
        yield from _of_wrongs(step)
        if step.generator and not siblings(step, 0, 3):
            yield "generator", Phrase("finds no sibling of this position; take it away or choose cards with more room")
    except RummyError as fault:
        yield "position", fault.sentence


def _legal(step: Step, turn: Turn | None, name: str = "turn") -> Iterator[tuple[str, str]]:
    if step.position is None or turn is None:
        return
    _, reasons = play_until_error(step.position, turn, exists=exists)
    if reasons:
        yield (
            name,
            Phrase(
                "is not legal here: {reason}",
                reason=Told(explain(reasons[0], rules=step.rules), reasons[:1], step.rules),
            ),
        )


def _of_watch(step: Step) -> Iterator[tuple[str, str]]:
    yield from _legal(step, step.turn)
    if step.says and step.turn is not None and len(step.says) != len(step.turn):
        yield (
            "says",
            Phrase(
                "has {count} texts for {moves} moves; give one for each move, or none",
                count=len(step.says),
                moves=len(step.turn),
            ),
        )


def _of_do(step: Step) -> Iterator[tuple[str, str]]:
    if step.turn is None:
        yield "turn", Phrase("is missing; write one turn that reaches the goal, to be shown after some tries")
        return
    verdict = judged(step, step.turn)
    yield from _legal(step, step.turn)
    if verdict.lacks:
        yield "turn", Phrase("does not reach the goal: {lacks} is not met", lacks=", ".join(verdict.lacks))
    if step.kind == "do" and step.goal is not None and judged(step, Turn()).right:
        yield "goal", Phrase("is met before anything is done; ask for more")


def _of_judge(step: Step) -> Iterator[tuple[str, str]]:
    if step.position is None or step.turn is None:
        return
    _, reasons = play_until_error(step.position, step.turn, exists=exists)
    codes = [reason.code for reason in reasons]
    if step.legal == bool(codes):
        yield (
            "legal",
            Phrase(
                "should be {legal}: the referee says {reason}",
                legal="false" if codes else "true",
                reason=codes[0] if codes else Phrase("yes"),
            ),
        )
        return
    if codes and step.because not in codes:
        yield (
            "because",
            Phrase("must be a reason that the referee gives here: {codes}", codes=", ".join(dict.fromkeys(codes))),
        )
    if unknown := next((code for code in step.choices if code not in teachable_order), None):
        yield (
            "choices",
            Phrase(
                "{name} is no reason; reasons are named as in {names}",
                name=repr(unknown[:40]),
                names=", ".join(teachable_order[:3]),
            ),
        )
    elif codes and (step.because not in step.choices or len(step.choices) < 2):
        yield "choices", Phrase("must be two reasons or more, {because} among them", because=step.because)
    elif also := next((code for code in step.choices if code in codes and code != step.because), None):
        yield "choices", Phrase("{reason} holds here as well; choose reasons that do not", reason=also)


def _of_value(step: Step) -> Iterator[tuple[str, str]]:
    if step.meld is None and step.position is None:
        yield "meld", Phrase("is missing; a step of kind value has a meld, or a position whose hand is counted")
        return
    points = points_of(step)
    if points != step.points:
        yield "points", Phrase("must be {points}", points=points)


def _of_options(step: Step) -> Iterator[tuple[str, str]]:
    yield from _legal(step, step.turn)


_FAULTS: Final = {
    "watch": _of_watch, "do": _of_do, "judge": _of_judge, "value": _of_value, "choose": _of_options,
    "find": _of_do, "predict": _of_options,
}  # fmt: skip


def shown_by(step: Step, wrong: Wrong) -> Answer:
    """An answer that shows an anticipated mistake; None where the lesson does not say one."""
    when = wrong.when
    if step.kind == "value":
        return points_in(step, when)
    if step.kind == "judge":
        because = when.because or next((code for code in step.choices if code != step.because), "")
        return not step.legal and not when.because if when.legal is None else when.legal, because
    return wrong.example


def _of_wrongs(step: Step) -> Iterator[tuple[str, str]]:
    for at, wrong in enumerate(step.wrong):
        answer = shown_by(step, wrong)
        if answer is None:
            name = "when" if step.kind in ("value", "judge") else "try"
            yield f"wrong[{at}].{name}", Phrase("is missing; write an answer that shows this mistake")
            continue
        verdict = judged(step, answer)
        if verdict.right:
            yield f"wrong[{at}]", Phrase("its answer is right")
        elif verdict.wrong != wrong:
            met = (
                Phrase("none")
                if verdict.wrong is None
                else Phrase("the one about {misconception}", misconception=verdict.wrong.misconception)
            )
            yield f"wrong[{at}]", Phrase("is not what its answer meets, but {met}; make them differ", met=met)
    for at, option in enumerate(step.options):
        if not option.right and option.says is None:
            yield f"options[{at}].says", Phrase("is missing; say why this option is wrong")


def _other_answers(step: Step) -> list[Turn]:
    """Other turns that reach the goal, where those who wrote the step may think that there is one."""
    if step.kind != "do" or step.position is None or step.turn is None or step.goal is None or not step.goal.melds:
        return []
    asked = turns(step.position, _TURNS, exists=exists)
    return [turn for turn in asked if judged(step, turn).right and not _same(step, turn)]


def _same(step: Step, turn: Turn) -> bool:
    assert step.position is not None
    assert step.turn is not None
    one, two = (play_until_error(step.position, moves, exists=exists)[0] for moves in (turn, step.turn))
    return sorted(map(str, one.table)) == sorted(map(str, two.table)) and str(turn[-1]) == str(step.turn[-1])
