"""The skeleton of a lesson: a file that is a lesson as soon as its words in angle brackets are one's own."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, cast

from rummy_lab.core.errors import Phrase, RummyError
from rummy_lab.core.judge import heap_of
from rummy_lab.core.judge import kind as kind_of
from rummy_lab.core.melds import Meld
from rummy_lab.core.moves import Lay, Turn
from rummy_lab.core.referee import position
from rummy_lab.core.rules import RuleSet, presets
from rummy_lab.core.state import State
from rummy_lab.lessons.counting import MISCOUNTS, points_of
from rummy_lab.lessons.proposing import goals, reasons, solution
from rummy_lab.lessons.said import Said
from rummy_lab.lessons.steps import KINDS, Goal, Kind, Lesson, Option, Step
from rummy_lab.lessons.writing import rule_changes, step_table
from rummy_lab.words import explain, languages, place

_ID: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_LEFT: Final = re.compile(r"<[^<>]+>")
_TABLES: Final = ("options", "wrong")

_TITLE: Final = ("<title>", "<Titel>", "<titel>")
_GOAL: Final = ("<what one can do afterwards>", "<was man danach kann>", "<wat je daarna kunt>")
_TEXT: Final = ("<what is asked>", "<was gefragt ist>", "<wat er gevraagd wordt>")
_YES: Final = ("<the right answer>", "<die richtige Antwort>", "<het goede antwoord>")
_NO: Final = ("<a wrong answer>", "<eine falsche Antwort>", "<een fout antwoord>")
_WHY: Final = ("<why that is wrong>", "<warum das falsch ist>", "<waarom dat fout is>")

_HEAD: Final = """\
# The skeleton of a lesson: put your own words in place of those in angle brackets, and take away what you do not need.
"""
_NOTES: Final = """\
# Is it right?  rummy-lab lesson check {file}      As a pupil reads it:  rummy-lab lesson preview {file}
# Every text stands in English, German and Dutch; what is left out is shown in English. Cards stand in braces:
# {{{card}}} is read as "{spoken}". **Two stars** on either side make words bold.
"""
_OF_RULES: Final = """
# What of the game is changed in this lesson, for example:
# [rules]
# "opening.points" = 0
"""
_OF_GUESS: Final = """
# A question before the lesson. It is not graded and comes back at the end. It may be left out.
"""
_OF_KIND: Final[Mapping[str, str]] = {
    "watch": "# A turn is shown move by move. says, one for each move, may be left out: then the moves are told.",
    "do": "# A goal to be reached on the table; every turn that reaches it is right, turn is one. A goal can ask\n"
    "# for cards, points, lays, melds, opens, out, swaps, keeps. For practice with others: generator = \"siblings\".",
    "judge": "# Is this turn allowed, and if not, by which rule? The rules to choose among are the choices.",
    "value": "# How many points is this meld worth?",
    "choose": "# One or several answers to choose among, at most eight.",
    "find": "# The best turn: objective is cards, points, penalty or out.",
    "predict": "# What will happen? It is asked before the turn is shown.",
}  # fmt: skip
_OF_WRONG: Final = """
# A mistake that you expect, with what you say about it. {known}
# [[steps.wrong]]
# when = {{ {when} }}
{example}# misconception = "{name}"
# says = {{ en = "<what you say about it>" }}
"""
_OF_TURN: Final = (
    "It is known by the kinds of the moves in the try\n"
    "# (does, does_not), by cards (lays, leaves), by a meld or by the reason of a refusal (code):"
)
_OF_COUNT: Final = (
    "It is known by the number (points) or, so that\n"
    f"# practice keeps it, by how it comes about (miscount: {', '.join(MISCOUNTS[:5])},\n# {', '.join(MISCOUNTS[5:])}):"
)


def step_skeleton(state: State, kind: Kind) -> str:
    """A lesson with one step of this kind as TOML, its position and, where there is one, its solution filled in."""
    if kind not in KINDS:
        raise RummyError("no kind of step {kind}; there are {kinds}", kind=repr(kind), kinds=", ".join(KINDS))
    rules, step = state.rules, _step(state, kind)
    references = sorted({told for move in step.turn or () if 0 < len(told := _place(move, rules)) <= 100})
    return "".join([_HEAD, _top(rules, f"{rules.preset}/<name>", references), _changes(rules), _written(step, rules)])


def new_lesson(name: str, file: str) -> str:
    """A commented lesson with steps of several kinds as TOML; `name` is `game/name`. Raises RummyError.

    >>> from rummy_lab.lessons.reading import parse_lesson
    >>> [step.kind for step in parse_lesson(new_lesson("schmidt/red", "red.toml")).steps]
    ['watch', 'do', 'judge', 'value', 'choose']
    """
    game, _, tail = name.partition("/")
    games = [rules.preset for rules in presets()]
    if game not in games or not _ID.fullmatch(tail):
        raise RummyError(
            "{name} is no id of a lesson; write a game and a name of small letters, digits and hyphens, "
            "as in schmidt/my-lesson; games are {games}",
            name=repr(name[:60]),
            games=", ".join(games),
        )
    rules = RuleSet.of(game)
    fits, hole = _sample(rules, ahead=1), _sample(rules, ahead=2)
    card = fits.table[0].slots[0]
    notes = _NOTES.format(file=file, card=card, spoken=explain(card, rules=rules))
    options = _options()
    guess = Step(id="guess", kind="choose", text=_said(_TEXT), rules=rules, options=options)
    steps = [_step(fits, "watch"), _step(fits, "do"), _judged(hole), _step(fits, "value"), _step(fits, "choose")]
    told = [_HEAD, notes, _top(rules, name, []), _OF_RULES, _OF_GUESS, _written(guess, rules).lstrip("\n")]
    for step in steps:
        told += ["\n", _OF_KIND[step.kind], _written(step, rules)]
        if step.kind == "do":
            told.append(_wrong_turn(fits))
        elif step.kind == "value":
            way = 'miscount = "cards"'
            told.append(_OF_WRONG.format(known=_OF_COUNT, when=way, example="", name="counts-the-cards"))
    return "".join(told)


def _wrong_turn(state: State) -> str:
    """The mistake to end the turn although a card fits."""
    *_, last = cast("tuple[Any, ...]", state.hands[state.seat])
    tried = f"discard {last}" if state.rules.has_pile else "draw"
    does = f'does = "{tried.partition(" ")[0]}", does_not = "layoff"'
    return _OF_WRONG.format(known=_OF_TURN, when=does, example=f'# try = "{tried}"\n', name="card-not-seen")


def left_over(lesson: Lesson) -> list[tuple[str, str]]:
    """Where words of a skeleton stand that are nobody's own yet: place and sentence."""
    left = ((at, next(filter(None, map(_LEFT.search, said.by_lang.values())), None)) for at, said in lesson.said)
    return [
        (at, Phrase("{words} is still to be put into your own words", words=found[0]))
        for at, found in left
        if found is not None
    ]


# Steps


def _said(texts: tuple[str, ...]) -> Said:
    return Said(dict(zip(languages, texts, strict=True)))


def _options() -> tuple[Option, ...]:
    return Option("a", _said(_YES), right=True), Option("b", _said(_NO), right=False, says=_said(_WHY))


def _step(state: State, kind: Kind) -> Step:
    rules, turn = state.rules, None if kind in ("value", "choose") else solution(state)
    given: dict[str, Any] = {"position": state, "turn": turn}
    if kind == "watch":
        given["says"] = tuple(
            Said({lang: explain(move, lang, rules=rules) for lang in languages}) for move in turn or ()
        )
    elif kind == "do":
        given["goal"] = goals(state, turn).get("cards", Goal()) if turn else Goal(cards=1)
    elif kind == "judge":
        given["legal"] = True
    elif kind == "value":
        meld = next(_melds(state), None)
        given = {"meld": meld} if meld is not None else {"position": state}
    elif kind in ("choose", "predict"):
        given["options"] = _options()
    step = Step(id="1", kind=kind, text=_said(_TEXT), rules=rules, **given)
    return (
        Step(id="1", kind=kind, text=_said(_TEXT), rules=rules, **given, points=points_of(step))
        if kind == "value"
        else step
    )


def _melds(state: State) -> Iterator[Meld]:
    """Those that the solution lays, then those of the table."""
    laid = [heap_of(state.rules, move.cards) for move in solution(state) or () if isinstance(move, Lay)]
    return (heap for heap in (*laid, *state.table) if kind_of(state.rules, heap) is not None)


def _sample(rules: RuleSet, *, ahead: int) -> State:
    """A small position: a run on the table, and a card that continues it or leaves a hole of some cards."""
    suit, other = rules.pack.suits[0], rules.pack.suits[1]
    pile = f"pile 4{other}; " if rules.has_pile else ""
    drew = " drew" if rules.has_pile else ""
    return position(
        f"{rules.name}; table [5{suit} 6{suit} 7{suit}]; hand A+ {7 + ahead}{suit} 2{other}; hand B+ ??x5; "
        f"{pile}stock ??x30; turn A{drew}"
    )


def _judged(state: State) -> Step:
    """Is it allowed to lay this card at the run, over a hole?"""
    card, rest = cast("tuple[Any, ...]", state.hands[state.seat])
    turn = Turn.parse(f"layoff {card}>1; {f'discard {rest}' if state.rules.has_pile else 'end'}")
    hold, others = reasons(state, turn)
    return Step(
        id="1", kind="judge", text=_said(_TEXT), rules=state.rules, position=state, turn=turn, legal=False,
        because=hold[0], choices=(hold[0], *others[:2]),
    )  # fmt: skip


def _place(move: object, rules: RuleSet) -> str:
    try:
        return str(place(cast(Any, move), rules) or "")
    except RummyError:
        return ""


# TOML, in the order and on the lines in which a person writes it


def _top(rules: RuleSet, name: str, references: list[str]) -> str:
    goal = "\n".join(f"{lang} = {_toml(text)}" for lang, text in _said(_GOAL).by_lang.items())
    title = _toml(dict(_said(_TITLE).by_lang))
    return (
        f"format = 1\nid = {_toml(name)}\ngame = {_toml(rules.preset)}\nreferences = {_toml(references)}\n"
        f"title = {title}\n\n[[goals]]\n{goal}\n"
    )


def _changes(rules: RuleSet) -> str:
    changes = rule_changes(rules)
    return "".join(
        ["\n[rules]\n", *(f"{_toml(name)} = {_toml(value)}\n" for name, value in changes.items())] if changes else []
    )


def _written(step: Step, rules: RuleSet) -> str:
    head = "guess" if step.id == "guess" else "steps"
    table = step_table(step, rules)
    del table["id"]
    if head == "guess":
        del table["kind"]
    lines = [f"\n[{head}]" if head == "guess" else "\n[[steps]]"]
    lines += [f"{name} = {_toml(value)}" for name, value in table.items() if name not in _TABLES]
    for name in _TABLES:
        for row in table.get(name, ()):
            lines += [f"[[{head}.{name}]]", *(f"{key} = {_toml(value)}" for key, value in row.items() if key != "id")]
    return "\n".join(lines) + "\n"


def _toml(value: object) -> str:
    if isinstance(value, dict):
        fields = ", ".join(f"{name} = {_toml(one)}" for name, one in cast("dict[str, object]", value).items())
        return f"{{ {fields} }}" if fields else "{}"
    if isinstance(value, list) and any(isinstance(one, dict) for one in cast("list[object]", value)):
        return "".join(["[\n", *(f"    {_toml(one)},\n" for one in cast("list[object]", value)), "]"])
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, cast('list[object]', value)))}]"
    # Texts, numbers, true and false are written as in JSON, but for one sign.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
