"""What a run is, as text to be cited: what it was made from, and one line of Python that repeats it."""

from __future__ import annotations

import re
from dataclasses import MISSING, fields, is_dataclass
from json import dumps
from keyword import iskeyword
from typing import TYPE_CHECKING, Any

from rummy_lab import bots as known_bots
from rummy_lab.batch.plan import AbsentBot
from rummy_lab.bots import BOTS, Bot

if TYPE_CHECKING:
    from rummy_lab.batch.run import Run


def cited(run: Run) -> str:
    """Comments, and as the last line the call that gives equal frames."""
    spec, versions = run.spec, run.versions
    who, own = _players(run)
    made_by = f"rummy_lab {versions.get('rummy_lab', 'unknown')}, Python {versions.get('python', 'unknown')}"
    played = f"{', '.join(spec['rules'])}; players {', '.join(spec['players'])}; seed {spec['seed']}"
    comments = [f"{made_by}: {len(run):,} deal{'s' * (len(run) != 1)} of {played}"]
    if "played" in spec:
        pairs = dict(zip(spec["rules"], spec["played"], strict=True))
        comments.append("re-priced: " + ", ".join(f"{new} was played as {old}" for new, old in pairs.items()))
    if spec["until"] is not None:
        comments.append(f"ended by until={spec['until']}; the line plays as many deals")
    if not run.complete:
        comments.append("not complete; the line plays all deals")
    comments += [f"{name} is a bot of your own, {said}; define it first" for name, said in own.items()]
    comments.append(f"spec {dumps(spec, sort_keys=True)}")
    # A name or a reason may hold anything; a comment ends with its line.
    lines = ["# " + " ".join(comment.split()) for comment in comments]
    return "\n".join([*lines, _line(run, who)])


def _line(run: Run, who: list[str]) -> str:
    spec = run.spec
    played = list(dict.fromkeys(rules.name for rules in run.played_rules))
    games = run.plan.games if not run.complete else sum(last - first for first, last in run.source.done)
    options = [f"games={games}", f"seed={spec['seed']}"]
    options += [f"{name}=True" for name in ("rotate", "turns") if spec[name]]
    line = f"rl.selfplay({_one_or_list(played)}, [{', '.join(who)}], {', '.join(options)})"
    return f"rl.reprice({line}, {_one_or_list(spec['rules'])})" if "played" in spec else line


def _one_or_list(names: list[str]) -> str:
    return dumps(names[0]) if len(names) == 1 else dumps(names)


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
        # As `spec.described` writes a bot of this package.
        kind = re.match(r"(\w+)\(", said)
        ours = kind is not None and kind[1] in known_bots.__all__ and said.endswith(")")
        return f"rl.bots.{said}" if ours and not re.search(r"=[A-Z]\w+Bot\b", said) else None
    return _call(one) if type(one).__module__.partition(".")[0] == "rummy_lab" else None


def _call(one: Any) -> str | None:
    """The call that makes a bot of this package, what is not as by default said; None where a function is behind it."""
    if not is_dataclass(one) or type(one).__name__ not in known_bots.__all__ or hasattr(one, "function"):
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
