"""What a stored run was made from, as text: equal texts, equal tables."""

from __future__ import annotations

import hashlib
import inspect
import json
import platform
import re
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from importlib import metadata
from typing import Any

from rummy_lab.batch import schema
from rummy_lab.batch.plan import Plan
from rummy_lab.bots import Bot, FunctionBot
from rummy_lab.core.errors import Phrase, RummyError
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.violations import SEATS

Spec = dict[str, Any]


def spec_of(plan: Plan, *, turns: bool, until: object = None) -> Spec:
    """All that the tables depend on, as plain values."""
    return {
        "schema": schema.NUMBER,
        "rules": [rules.name for rules in plan.rules],
        "players": [bot.name for bot in plan.bots],
        "bots": [described(bot) for bot in plan.bots],
        "games": plan.games,
        "seed": plan.seed,
        "rotate": plan.rotate,
        "turns": turns,
        "until": None if until is None else _named(until),
    }


def identity(spec: Spec) -> str:
    """The id of a run: a hash of its spec."""
    return hashlib.sha256(json.dumps(spec, sort_keys=True, ensure_ascii=True).encode()).hexdigest()


def is_whole(found: object) -> bool:
    """Whether it is a spec as `spec_of` makes one; a file may say anything.

    A spec of another schema may be of another form.
    """
    if not isinstance(found, dict) or type(found.get("schema")) is not int:
        return False
    if found["schema"] != schema.NUMBER:
        return True
    kinds = {"games": int, "seed": int, "rotate": bool, "turns": bool}
    texts = [found.get(name) for name in ("rules", "players", "bots")]
    return (
        all(type(found.get(name)) is kind for name, kind in kinds.items())
        and 0 <= found["games"] < 1 << 53
        and 0 <= found["seed"] < 1 << 64
        and all(isinstance(some, list) and some and all(isinstance(one, str) for one in some) for some in texts)
        and len(found["players"]) == len(found["bots"]) <= len(SEATS)
        and isinstance(found.get("until"), str | None)
    )


def versions() -> dict[str, str]:
    """What the tables were written by, for people."""
    found = {"python": platform.python_version()}
    for name in ("rummy_lab", "numpy", "pyarrow"):
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            found[name] = "unknown"
    return found


def described(bot: Bot) -> str:
    """A bot with its parameters; of one that is not the package's own also a hash of what it does.

    >>> from rummy_lab.bots import bot
    >>> described(bot("greedy"))
    "GreedyBot(name='greedy')"
    """
    if isinstance(bot, FunctionBot):
        return f"{bot.name}{_source(bot.function)}"
    kind = type(bot)
    own = kind.__module__.partition(".")[0] == "rummy_lab"
    return f"{kind.__name__}({_parameters(bot)}){'' if own else _source(kind.choose)}"


def _parameters(bot: Any) -> str:
    values: Mapping[str, object] = (
        {one.name: getattr(bot, one.name) for one in fields(bot)}
        if is_dataclass(bot)
        else dict(sorted(getattr(bot, "__dict__", {}).items()))
    )
    return ", ".join(f"{name}={_plain(value)}" for name, value in values.items())


def _plain(value: object) -> str:
    if value is None or isinstance(value, bool | int | float | str):
        return repr(value)
    if isinstance(value, tuple | list):
        return f"[{', '.join(map(_plain, value))}]"
    return type(value).__name__


def _source(function: Callable[..., object]) -> str:
    try:
        text = inspect.getsource(function)
    except (OSError, TypeError):
        return ""
    return f" [{hashlib.sha256(text.encode()).hexdigest()[:12]}]"


def _named(thing: object) -> str:
    name = getattr(thing, "__qualname__", None)
    return f"{name}{_source(thing)}" if isinstance(name, str) and callable(thing) else _no_address(repr(thing))


def _no_address(text: str) -> str:
    return re.sub(r" at 0x[0-9a-fA-F]+", "", text)


def difference(there: Spec, wanted: Spec) -> str:
    """In words the first thing in which two specs differ."""
    for key in wanted:
        if there.get(key) != wanted[key]:
            return Phrase(
                "its {part}: {there} there, {here} here",
                part=key,
                there=_short(there.get(key)),
                here=_short(wanted[key]),
            )
    return Phrase("more than this version knows")


def _short(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return "none" if value is None else {"True": "yes", "False": "no"}.get(str(value), str(value))


def plan_of(spec: Spec, bots: tuple[Bot, ...]) -> Plan:
    """The plan a spec tells of, played by these bots; raises RummyError."""
    try:
        rules = tuple(RuleSet.parse(name) for name in spec["rules"])
        return Plan(rules, bots, int(spec["games"]), int(spec["seed"]), bool(spec["rotate"]))
    except (KeyError, TypeError, ValueError) as fault:
        told = fault if isinstance(fault, RummyError) else str(fault)
        raise RummyError("run.json does not tell of a run: {fault}", fault=told) from None
