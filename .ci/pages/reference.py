"""The reference: every public name with its signature, its docstring and its file, as Markdown."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import textwrap
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import is_typeddict

import rummy_lab as rl

ROOT = Path(__file__).resolve().parents[2]
HOMES: dict[str, str] = vars(rl)["_HOMES"]
# The rooms as a reader meets them.
CHAPTERS = {
    "Rules and positions": ("core", "games"),
    "In words": ("words",),
    "What is possible": ("search",),
    "Many deals": ("batch", "records"),
    "Statistics": ("stats",),
    "Pictures": ("draw",),
    "Lessons": ("lessons", "worksheets"),
    "Widgets": ("widgets",),
}
# Not in `rl` itself, but asked for by names that are.
BESIDE = (("rummy_lab.draw", "Options"), ("rummy_lab.bots", "Bot"), ("rummy_lab.core.chance", "Rng"))
INTRO = """\
Every public name, from its docstring; `python .ci/pages` makes this page, and a test compares it. The examples begin
with `import rummy_lab as rl`, or import what they show from its own room; all of them are run by the tests. A seat is a
letter from `A` to `H`; a rule set may be given by its name, a move by its text ([notation](TABLES.md#notation)). What a
person can mend is a `RummyError`, one sentence. Numbers after `S-` and `R-` are those of the rules of Schmidt Rummy and
Rummy 40, after `C-` of both; the [rule desk](RULES.en.md) has them beside its answers."""
WIDTH, LONGEST_DEFAULT = 100, 30
HEADING = re.compile(r"(Args|Attributes|Keys|Raises|Returns):$")
ENTRY = re.compile(r"([\w*, ]+): (.+)$")


def reference_page() -> str:
    """The whole page."""
    parts = ["# Reference", INTRO]
    chapters = {
        title: [name for name in rl.__all__ if _room(HOMES[name]) in rooms] for title, rooms in CHAPTERS.items()
    }
    parts.append(
        "\n".join(
            f"- [{title}](#{_anchor(title)}): {', '.join(map(_link, names))}" for title, names in chapters.items()
        )
    )
    for title, names in chapters.items():
        parts.append(f"## {title}")
        for name in names:
            parts += _entry(HOMES[name], name)
    assert sorted(name for names in chapters.values() for name in names) == list(rl.__all__), "a room has no chapter"
    parts.append("## Beside the public names")
    for home, name in BESIDE:
        parts += _entry(home, name)
    return "\n\n".join(parts) + "\n"


def _room(home: str) -> str:
    return home.split(".")[1]


def _anchor(title: str) -> str:
    return title.lower().replace(" ", "-")


def _link(name: str) -> str:
    """Headings that differ in capitals alone get a number: the second of `Chance` and `chance`, for example."""
    same = [other for other in _in_order() if other.lower() == name.lower()]
    number = same.index(name)
    return f"[`{name}`](#{name.lower()}{f'-{number}' if number else ''})"


@cache
def _in_order() -> tuple[str, ...]:
    return tuple(name for rooms in CHAPTERS.values() for name in rl.__all__ if _room(HOMES[name]) in rooms)


def _entry(home: str, name: str) -> Iterator[str]:
    thing = getattr(importlib.import_module(home), name)
    yield f"### {name}"
    if isinstance(thing, rl.RuleSet):
        file, text = _value(name)
        yield f"A [`RuleSet`](#ruleset), `{thing.name}` ([{file}](../{file}))"
        yield from markdown(text)
        return
    file = Path(inspect.getsourcefile(thing) or "").relative_to(ROOT).as_posix()
    kind = "class" if inspect.isclass(thing) else "function"
    yield f"{kind} in [{file}](../{file})"
    if signature := _signature(thing, name):
        yield f"```python\n{signature}\n```"
    yield from markdown(inspect.getdoc(thing) or "")
    if inspect.isclass(thing):
        yield from _members(thing)


def _value(name: str) -> tuple[str, str]:
    """The file in which a rule set is made, and the docstring below it."""
    for path in sorted((ROOT / "rummy_lab" / "games").glob("*.py")):
        body = ast.parse(path.read_text(encoding="utf-8")).body
        for made, said in pairwise(body):
            named = isinstance(made, ast.AnnAssign) and isinstance(made.target, ast.Name) and made.target.id == name
            if named and isinstance(said, ast.Expr) and isinstance(said.value, ast.Constant):
                return path.relative_to(ROOT).as_posix(), inspect.cleandoc(said.value.value)
    raise LookupError(name)


def _signature(thing: object, name: str) -> str:
    if inspect.isclass(thing) and not _has_constructor(thing):
        return ""
    found = inspect.signature(thing)  # type: ignore[arg-type]
    given, seen_star, last = [], False, None
    for parameter in found.parameters.values():
        if parameter.name in {"self", "cls"} or parameter.name.startswith("_"):
            continue
        if last is inspect.Parameter.POSITIONAL_ONLY is not parameter.kind:
            given.append("/")
        last = parameter.kind
        star = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
        if parameter.kind is parameter.KEYWORD_ONLY and not seen_star:
            given.append("*")
        seen_star |= star == "*" or parameter.kind is parameter.KEYWORD_ONLY
        annotated, default = _type(parameter.annotation), _default(parameter.default)
        given.append(f"{star}{parameter.name}{annotated}{default if annotated else default.replace(' = ', '=', 1)}")
    back = f" -> {found.return_annotation}" if isinstance(found.return_annotation, str) else ""
    back = "" if inspect.isclass(thing) else back
    line = f"{name}({', '.join(given)}){back}"
    if len(line) <= WIDTH:
        return line
    return f"{name}(\n" + "".join(f"    {one},\n" for one in given) + f"){back}"


def _has_constructor(kind: type) -> bool:
    """Whether it is made by a call worth telling; what Python says of the others differs from version to version."""
    if is_typeddict(kind) or getattr(kind, "_is_protocol", False):
        return False
    homes = [home for home in kind.__mro__ if home.__module__.partition(".")[0] == "rummy_lab"]
    return not issubclass(kind, BaseException) or any("__init__" in vars(home) for home in homes)


def _type(annotation: object) -> str:
    return f": {annotation}" if isinstance(annotation, str) else ""


def _default(value: object) -> str:
    if value is inspect.Parameter.empty:
        return ""
    if callable(value) and not isinstance(value, type):
        return f" = {getattr(value, '__name__', '...')}"
    text = "..." if type(value).__repr__ is object.__repr__ or "<factory>" in repr(value) else repr(value)
    return f" = {text if len(text) < LONGEST_DEFAULT else '...'}"


def _members(kind: type) -> Iterator[str]:
    """What a class itself adds; what it has from a base of this package is named with it."""
    told: set[str] = set()
    for home in kind.__mro__:
        if home.__module__.partition(".")[0] != "rummy_lab":
            continue
        for name, member in vars(home).items():
            function = next(
                (found for way in ("__func__", "fget", "func") if (found := getattr(member, way, None)) is not None),
                member,
            )
            if name.startswith("_") or name in told or not inspect.isfunction(function):
                continue
            told.add(name)
            called = not isinstance(member, property) and not hasattr(member, "func")
            text = inspect.getdoc(function) or ""
            first, *rest = markdown(text)
            yield f"- `{_one_line(function, name) if called else name}`: {first}"
            yield from (textwrap.indent(part, "  ") for part in rest)


def _one_line(function: object, name: str) -> str:
    return re.sub(r"\(\s+", "(", re.sub(r",\s+\)", ")", re.sub(r"\s+", " ", _signature(function, name))))


def markdown(text: str) -> Iterator[str]:
    """The paragraphs of a docstring as those of Markdown."""
    for block in re.split(r"\n\s*\n", text.strip()):
        lines = block.splitlines()
        if lines[0].startswith(">>>"):
            yield "```pycon\n" + block + "\n```"
            continue
        heading = next((at for at, line in enumerate(lines) if HEADING.match(line)), None)
        if heading is None:
            yield re.sub(r"^Source:", "*Source:*", " ".join(line.strip() for line in lines))
            continue
        if heading:
            yield " ".join(line.strip() for line in lines[:heading])
        title = lines[heading].removesuffix(":")
        yield f"**{title}**\n\n" + "\n".join(
            _entries(title, textwrap.dedent("\n".join(lines[heading + 1 :])).splitlines())
        )


def _entries(title: str, lines: list[str]) -> Iterator[str]:
    if title == "Returns":
        yield " ".join(line.strip() for line in lines)
        return
    entries: list[str] = []
    for line in lines:
        if line.startswith(" ") and entries:
            entries[-1] += " " + line.strip()
        else:
            entries.append(line)
    for entry in entries:
        found = ENTRY.match(entry)
        if not found:
            yield f"- {entry}"
            continue
        names = ", ".join(f"`{name.strip()}`" for name in found[1].split(","))
        yield f"- {names}: {found[2]}"
