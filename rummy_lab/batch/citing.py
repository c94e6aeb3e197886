"""What a run is, as text to be cited: what it was made from, and one line of Python that repeats it."""

from __future__ import annotations

import ast
from dataclasses import MISSING, fields, is_dataclass
from json import dumps
from keyword import iskeyword
from typing import TYPE_CHECKING, Any

from rummy_lab.batch.plan import AbsentBot
from rummy_lab.bots import BOTS, Bot
from rummy_lab.bots import __all__ as bot_names

if TYPE_CHECKING:
    from rummy_lab.batch.run import Run


def cited(run: Run, line: str, own: dict[str, str]) -> str:
    """Comments, and as the last line the call that gives equal frames."""
    spec, versions = run.spec, run.versions
    made_by = f"rummy_lab {versions.get('rummy_lab', 'unknown')}, Python {versions.get('python', 'unknown')}"
    seed = "" if spec["seed"] is None else f"; seed {spec['seed']}"
    played = f"{', '.join(spec['rules'])}; players {', '.join(spec['players'])}{seed}"
    comments = [f"{made_by}: {len(run):,} deal{'s' * (len(run) != 1)} of {played}"]
    if "played" in spec:
        pairs = zip(spec["rules"], spec["played"], strict=True)
        comments.append("re-priced: " + ", ".join(f"{new} was played as {old}" for new, old in pairs))
    if spec["until"] is not None:
        comments.append(f"ended by until={spec['until']}; the line plays as many deals")
    if not run.complete:
        comments.append("not complete; the line plays all deals")
    comments += [f"{name} is a bot of your own, {said}; define it first" for name, said in own.items()]
    comments.append(f"spec {dumps(spec, sort_keys=True)}")
    # A name or a reason may hold anything; a comment ends with its line.
    return "\n".join([*("# " + " ".join(comment.split()) for comment in comments), line])


def call_of(run: Run) -> tuple[str, dict[str, str]]:
    """The call of `selfplay` that gives equal frames, and the bots in it that are the user's own, with what each is."""
    spec = run.spec
    who, own = _players(run)
    games = run.plan.games if not run.complete else sum(last - first for first, last in run.source.done)
    options = [f"games={games}", f"seed={run.plan.seed}"]
    options += [f"{name}=True" for name in ("rotate", "turns") if spec[name]]
    return f"rl.selfplay({one_or_list(spec['rules'])}, [{', '.join(who)}], {', '.join(options)})", own


def one_or_list(names: list[str]) -> str:
    """Rule sets as they stand in a call."""
    return dumps(names[0] if len(names) == 1 else names)


def _players(run: Run) -> tuple[list[str], dict[str, str]]:
    """For each seat what stands in the line; and the bots that are not the package's own, each with what it is."""
    who, own = list[str](), dict[str, str]()
    for at, (one, said) in enumerate(zip(run.plan.bots, run.spec["bots"], strict=True)):
        text = _of_a_known_bot(one, said)
        if text is None:
            text = one.name
            if not text.isidentifier() or iskeyword(text) or own.get(text, said) != said:
                text = f"bot_{at + 1}"
            own[text] = said
        who.append(text)
    return who, own


def _of_a_known_bot(one: Bot, said: str) -> str | None:
    if BOTS.get(one.name) == one:
        return dumps(one.name)
    if isinstance(one, AbsentBot):
        return f"rl.bots.{said}" if _is_plain_call(said) else None
    return _call(one) if type(one).__module__.partition(".")[0] == "rummy_lab" else None


def _is_plain_call(said: str) -> bool:
    """Whether it is the call of a bot of this package with plain values, as `spec.described` writes one.

    A stored run may say anything there, and what is cited is meant to be run.
    """
    try:
        call = ast.parse(said, mode="eval").body
        if not isinstance(call, ast.Call) or call.args or not isinstance(call.func, ast.Name):
            return False
        for one in call.keywords:
            ast.literal_eval(one.value)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return False
    return call.func.id in bot_names and all(one.arg for one in call.keywords)


def _call(one: Any) -> str | None:
    """The call that makes a bot of this package, what is not as by default said; None where a function is behind it."""
    if not is_dataclass(one) or type(one).__name__ not in bot_names or hasattr(one, "function"):
        return None
    said = []
    for field in fields(one):
        value = getattr(one, field.name)
        if field.default is MISSING or value != field.default:
            text = _call(value) if is_dataclass(value) else repr(value)
            if text is None:
                return None
            said.append(f"{field.name}={text}")
    return f"rl.bots.{type(one).__name__}({', '.join(said)})"
