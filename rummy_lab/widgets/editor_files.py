"""What an editor gives away: pictures as files, and the skeleton of a lesson."""

from __future__ import annotations

import io
import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Literal, cast, get_args

import tomli_w

from rummy_lab.core.cards import Card
from rummy_lab.core.errors import IncompletePosition, RummyError
from rummy_lab.core.judge import heap_of, judge_meld
from rummy_lab.core.judge import kind as kind_of
from rummy_lab.core.melds import Meld
from rummy_lab.core.moves import Lay, Turn
from rummy_lab.core.referee import play
from rummy_lab.core.state import State
from rummy_lab.draw import draw_table, table_png, table_svg
from rummy_lab.search.best import best_turn
from rummy_lab.search.existence import exists
from rummy_lab.search.plan import plan
from rummy_lab.widgets.texts import LANGUAGES, Language
from rummy_lab.words import explain, place

StepKind = Literal["watch", "do", "judge", "value", "choose", "find", "predict"]
STEP_KINDS: Final[tuple[StepKind, ...]] = get_args(StepKind)
NODES: Final = 50_000
"""How long the search for a solution may take; a person waits for it."""

_HEAD: Final = """\
# The skeleton of a lesson: put your own words in place of those in angle brackets, and take away what you do not need.
"""


def _pdf(state: State, lang: Language) -> bytes:
    out = io.BytesIO()
    # Without a date the same position gives the same file.
    draw_table(state, lang=lang).savefig(out, format="pdf", metadata={"CreationDate": None, "Title": str(state)})
    return out.getvalue()


_MAKERS: Final[dict[str, Callable[[State, Language], bytes]]] = {
    "svg": lambda state, lang: table_svg(state, lang=lang).encode("utf-8"),
    "pdf": _pdf,
    "png": lambda state, lang: table_png(state, lang=lang),
}
PICTURES: Final = tuple(_MAKERS)
_MIME: Final = {"svg": "image/svg+xml", "pdf": "application/pdf", "png": "image/png", "toml": "application/toml"}
KINDS: Final = tuple(_MIME)


def picture_bytes(state: State, kind: str, lang: Language) -> bytes:
    """The picture of a position as a file of this kind: svg, pdf or png."""
    return _MAKERS[kind](state, lang)


def file_of(state: State, kind: str, lang: Language) -> tuple[str, str, bytes]:
    """A file to be kept, the picture or as TOML the skeleton of a lesson: its name, its type, what is in it."""
    if kind == "toml":
        return "lesson.toml", _MIME[kind], lesson_skeleton(state, "do").encode()
    return f"position.{kind}", _MIME[kind], picture_bytes(state, kind, lang)


def save_picture(state: State, path: str | os.PathLike[str], lang: Language) -> Path:
    """Write the picture of a position: the whole file or nothing; raises RummyError."""
    target = Path(path)
    kind = target.suffix.lower().removeprefix(".")
    if kind not in _MAKERS:
        raise RummyError(f"{target}: a picture is saved as .svg, .pdf or .png; end the name in one of them")
    made = picture_bytes(state, kind, lang)
    draft = target.with_name(f".{target.name}-{secrets.token_hex(4)}")
    try:
        with draft.open("xb") as file:
            file.write(made)
        draft.replace(target)
    except OSError as fault:
        raise RummyError(f"{target}: {fault.strerror or fault}; choose a folder you may write to") from None
    finally:
        with suppress(OSError):
            draft.unlink()
    return target


def lesson_skeleton(state: State, kind: StepKind) -> str:
    """A lesson with one step of this kind as TOML, its position and, where there is one, its solution filled in."""
    if kind not in STEP_KINDS:
        raise RummyError(f"no kind of step {kind!r}; there are {', '.join(STEP_KINDS)}")
    turn = _solution(state)
    rules = state.rules
    changes = {field: value for field, value in rules.values().items() if (rules.base or rules).get(field) != value}
    references = {str(at) for move in turn or () if (at := _place_of(move, state)) is not None}
    lesson: dict[str, Any] = {
        "format": 1,
        "id": f"{rules.preset}/<name>",
        "game": rules.preset,
        "references": sorted(references) or [f"<{rules.preset} p. ...>"],
        "title": _said("<title>", "<Titel>", "<titel>"),
        "goals": [_said("<what one learns>", "<was man lernt>", "<wat je leert>")],
        "steps": [
            {
                "kind": kind,
                "position": str(state),
                "text": _said("<what to do>", "<was zu tun ist>", "<wat je moet doen>"),
                **_answer(state, kind, turn),
            }
        ],
    }
    if changes:
        lesson["rules"] = {field: _toml_value(value) for field, value in changes.items()}
    return _HEAD + tomli_w.dumps(lesson)


def _said(english: str, german: str, dutch: str) -> dict[str, str]:
    return dict(zip(LANGUAGES, (english, german, dutch), strict=True))


def _toml_value(value: object) -> object:
    """TOML has no null; rule sets write it none."""
    return "none" if value is None else list(cast("tuple[int, ...]", value)) if isinstance(value, tuple) else value


def _solution(state: State) -> Turn | None:
    """A best turn in small moves; None where nothing can be laid, too much is hidden or a meld on the table is none."""
    if not state.moves and any(judge_meld(state.rules, meld) for meld in state.table):
        return None
    try:
        best = best_turn(state, nodes=NODES)
        return None if best is None else plan(state, best.turn)
    except IncompletePosition:
        return None


def _place_of(move: object, state: State) -> object:
    with suppress(RummyError):
        return place(cast(Any, move), state.rules)
    return None


def _answer(state: State, kind: StepKind, turn: Turn | None) -> dict[str, Any]:
    """The fields of a step that depend on its kind."""
    if kind == "value":
        laid = [move.cards for move in turn or () if isinstance(move, Lay)]
        meld = next((made for made in _melds(state, laid)), None)
        return {} if meld is None else {"meld": str(meld), "points": meld.points(state.rules)}
    if turn is None:
        return {}
    told = str(turn)
    if kind == "watch":
        return {"turn": told, "says": {code: explain(turn, code, rules=state.rules) for code in LANGUAGES}}
    if kind == "judge":
        return {"turn": told, "legal": True}
    if kind == "choose":
        return {"options": [told, "<another turn>"], "answer": 0}
    if kind == "predict":
        return {"turn": told, "table": str(play(state, turn, exists=exists).table)}
    return {"solution": told}


def _melds(state: State, laid: list[tuple[Card, ...]]) -> list[Meld]:
    heaps = [*(heap_of(state.rules, cards) for cards in laid), *state.table]
    return [heap for heap in heaps if kind_of(state.rules, heap) is not None]
