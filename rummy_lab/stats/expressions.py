"""Expressions of the columns of a frame, as `opened_turn == 1`: they compare and count, and can do nothing else."""

from __future__ import annotations

import ast
import math
import re
from typing import TYPE_CHECKING, Any, Final

from rummy_lab.core.errors import Phrase, RummyError, joined, shown

if TYPE_CHECKING:
    import pandas as pd

# Texts as Python has them, and names in backticks: a mark of the one within the other is no mark.
_OPAQUE: Final = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`'"]*`""")
_QUOTED: Final = re.compile(r"'[^']*'|\"[^\"]*\"")
_DOES: Final = (ast.Call, ast.Attribute, ast.Lambda, ast.NamedExpr, ast.comprehension, ast.JoinedStr)
_SMALL: Final = 1000
_ASSIGNED: Final = re.compile(r"(?<![=!<>])=(?!=)")


def worked_out(frame: pd.DataFrame, column: str) -> pd.Series[Any]:
    """The values of an expression, one a row, as `DataFrame.eval` gives them; raises RummyError.

    >>> import pandas as pd
    >>> list(worked_out(pd.DataFrame({"deal": [0, 1], "opening.points": [30, 40]}), "opening.points > 30"))
    [False, True]
    """
    import pandas as pd

    text = column
    for name in map(str, frame.columns):
        if "." in name:  # a rule field, which eval would take for an attribute
            text = re.sub(rf"(?<![\w.`]){re.escape(name)}(?![\w.`])", f"`{name}`", text)
    if not _is_plain(text):
        raise RummyError(
            "column {column} holds more than names, numbers and comparisons; work it out in the frame first",
            column=shown(column),
        )
    try:
        found = frame.eval(text, local_dict={}, global_dict={})
    except Exception as fault:  # noqa: BLE001 (pandas raises almost anything for a text it cannot read)
        why = _assigned(column) or str(fault).partition("\n")[0] or type(fault).__name__
        raise RummyError("column {column} cannot be worked out: {why}", column=shown(column), why=why) from None
    if not isinstance(found, pd.Series) or len(found) != len(frame):
        why = _assigned(column)
        raise RummyError(
            "column {column} does not give one value for each row{why}",
            column=shown(column),
            why=joined("", [": ", why]) if why else "",
        )
    return found


def _is_plain(text: str) -> bool:
    """Whether an expression only compares and counts; one that calls something could do anything.

    True of what is no Python: what is wrong with it is told by who reads it.
    """
    if len(text.splitlines()) > 1 or ("`" in text and "\\" in text):
        return False  # Here pandas may see the ends of texts and of names elsewhere than Python does.
    bare = _OPAQUE.sub(lambda found: "_" if found[0][0] == "`" else "''", text)
    try:
        tree = ast.parse(bare.strip())
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return not any(mark in text for mark in "(@*")
    return not any(isinstance(node, _DOES) or _may_be_endless(node) for node in ast.walk(tree))


def _may_be_endless(node: ast.AST) -> bool:
    """Whether what it makes of constants alone, which Python works out, may have more digits or letters than fit."""
    if not isinstance(node, ast.BinOp) or any(isinstance(part, ast.Name) for part in ast.walk(node)):
        return False
    if isinstance(node.op, ast.Pow | ast.LShift):
        return max(_size(node.left), _size(node.right)) > _SMALL
    parts = (part for part in ast.walk(node) if isinstance(part, ast.Constant | ast.List | ast.Tuple))
    return isinstance(node.op, ast.Mult) and math.inf in map(_size, parts)


def _size(node: ast.AST) -> float:
    """How large a number is; without end of what is none."""
    return abs(node.value) if isinstance(node, ast.Constant) and isinstance(node.value, int | float) else math.inf


def _assigned(column: str) -> str:
    """The mend of an expression that asks by a single =; empty where there is none."""
    asked = _ASSIGNED.search(_QUOTED.sub("", column))
    return Phrase("write == to ask whether two things are equal") if asked else ""
