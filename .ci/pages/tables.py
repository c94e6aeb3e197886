"""The tables: reasons, rule parameters, lessons, bots and the notation, each asked of the code."""

from __future__ import annotations

import inspect
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from frames import frames

import rummy_lab as rl
from rummy_lab import bots
from rummy_lab.core import moves
from rummy_lab.core.fields import Spec, Value, write_value
from rummy_lab.core.rules import PARTS, field_specs, presets
from rummy_lab.core.violations import VIOLATIONS
from rummy_lab.lessons.course import Deal, course
from rummy_lab.words import languages, reason_title
from rummy_lab.words.pages import field_text, has_effect

ROOT = Path(__file__).resolve().parents[2]
GAMES = {"Schmidt Rummy": rl.SCHMIDT, "Rummy 40": rl.RUMMY40}
NUMBERS = re.compile(r"\(([SRC]-[^)]*|first round)\)")
NEEDS_SEARCH = {"turn.must_play", "turn.draws"}

# What is written, how, an example, and who reads it. What comes back is its canonical text.
CARDS: tuple[tuple[str, str, str], ...] = (
    ("natural, numbered", "RANK SUIT: rank 1 to 13; suit r y g b (red, yellow, green, blue)", "11b"),
    ("natural, French", "RANK SUIT: rank A 2 to 10 J Q K; suit c d h s (clubs, diamonds, hearts, spades)", "Qs"),
    ("the same", "T and the signs of the suits are read too", "T♥"),
    ("joker in the hand", "`*`", "*"),
    ("joker that stands for a card", "`*` RANK SUIT", "*4b"),
    ("joker in a set, its suit open", "`*` RANK `?`", "*10?"),
)
MELDS: tuple[tuple[str, str, str], ...] = (
    ("meld", "`[` CARD ... `]`, in any order", "[8g 8r *8?]"),
    ("run, short", "`[` CARD `-` CARD `]`", "[4r-8r]"),
)
MOVES: tuple[tuple[str, str, str], ...] = (
    ("draw from the stock", "`draw` (CARD); a named card says what is drawn, as records do", "draw"),
    ("take the discard", "`take` (CARD)", "take Qd"),
    ("lay a meld", "`meld` CARD ...", "meld 2g 2y 2b"),
    ("lay off on a meld", "`layoff` CARD ... `>` NUMBER", "layoff 5r 9r>1"),
    ("lift cards from a meld", "`pull` CARD ... `<` NUMBER", "pull 2g<1"),
    ("split a run behind a card", "`split` NUMBER `/` CARD", "split 1/4b"),
    ("join two melds", "`join` NUMBER NUMBER", "join 1 2"),
    ("swap a joker", "`swap` CARD ... `>` NUMBER", "swap 8b>2"),
    ("lay the whole table anew", "`arrange` MELD ...", "arrange [3g-6g] [2y 2g 2b]"),
    ("discard", "`discard` CARD", "discard Kc"),
    ("end the turn", "`end`", "end"),
    ("pass", "`pass`", "pass"),
)
TURNS: tuple[tuple[str, str, str], ...] = (("turn", "MOVE `;` MOVE ...", "layoff 6g>1; pull 2g<1; meld 2g 2y 2b; end"),)
RULES: tuple[tuple[str, str, str], ...] = (
    ("rule set", "PRESET, or PRESET `{` PART.FIELD=VALUE `,` ... `}`", "rummy40{opening.points=51,deal.hand=15}"),
)
POSITIONS: tuple[tuple[str, str, str], ...] = (
    (
        "position",
        "RULES `;` FIELD `;` ..., fields as below in any number; missing: unknown",
        "schmidt; hand A 4r 5r; turn A",
    ),
    ("table", "`table` MELD ...; missing: empty", "schmidt; table [6r-8r] [2g 2y 2b]; turn A"),
    ("hand", "`hand` SEAT(`+`(TURN)) CARD ...; `+`: opened in an earlier turn", "schmidt; hand A+3 6g 2y; turn A"),
    (
        "hidden cards",
        "`??` or `??x`COUNT, in hands and stock",
        "schmidt; hand A 4r; hand B ??x9; stock 7r ??x40; turn A",
    ),
    ("pile", "`pile` CARD ..., bottom to top", "rummy40; pile 4c 9d Qs; turn A"),
    ("stock", "`stock` CARD ..., top first", "rummy40; stock 7h ??x40; turn A"),
    ("round", "`round` NUMBER", "schmidt; round 3; turn A"),
    ("passes in a row", "`passes` NUMBER", "schmidt; passes 1; turn A"),
    ("chance", "`chance` SEED`/`DEAL(`/`SHUFFLES)", "schmidt; chance 2024/17; turn A"),
    (
        "turns finished, starter",
        "`turns` NUMBER, `starter` SEAT",
        "schmidt; hand A 4r; hand B 5r; turns 5; starter B; turn A",
    ),
    ("whose turn", "`turn` SEAT (`drew` or `took` CARD)", "rummy40; hand A 4h Qs; pile 2c; turn A took Qs"),
    ("moves since", "`turn` SEAT`:` MOVE `;` ...", "schmidt; table [6r-8r]; hand A+ 5r 9r; turn A: layoff 5r>1"),
    (
        "the end",
        "`over` `out` SEAT, `blocked` SEAT ..., `unfinished`, `forfeit` SEAT",
        "schmidt; hand A; hand B 4r; over out A",
    ),
)
NOTATION: tuple[tuple[str, tuple[tuple[str, str, str], ...], Callable[[str], object]], ...] = (
    ("Cards", CARDS, rl.Card.parse),
    ("Melds", MELDS, rl.Meld.parse),
    ("Moves", MOVES, rl.Move.parse),
    ("Turns", TURNS, rl.Turn.parse),
    ("Rule sets", RULES, rl.rule_set),
    ("Positions", POSITIONS, rl.position),
)


def tables_page() -> str:
    """The whole page."""
    parts = ["# Tables", "`python .ci/pages` makes this page from the code, and a test compares it."]
    parts.append(
        "[Reasons](#reasons) · [Rule parameters](#rule-parameters) · [Lessons](#lessons) · [Bots](#bots) · "
        "[Frames](#frames) · [Notation](#notation)"
    )
    for section in (reasons, parameters, lessons, ladder, columns, notation):
        parts += section()
    return "\n\n".join(parts) + "\n"


def table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A table of Markdown."""
    heads = list(head)
    lines = [heads, ["---"] * len(heads), *([str(cell).replace("|", "\\|") for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def reasons() -> Iterator[str]:
    """Every reason of a refusal, from the positions that the tests refuse."""
    yield "## Reasons"
    yield (
        "Why a move is refused: the code that `check` gives, what the rule behind it is called, one refusal as "
        "`explain` words it, and where the rule stands (`place`) in each game in which it comes up. *variant*: under "
        "other rules of that game alone."
    )
    cases = tomllib.loads((ROOT / "tests" / "data" / "violations.toml").read_text(encoding="utf-8"))["case"]
    yield table(["code", "means", "for example", "where"], (_reason(kind.code, cases) for kind in VIOLATIONS))


def _reason(code: str, cases: list[dict[str, str]]) -> Iterator[str]:
    yield f"`{code}`"
    titles = [dict.fromkeys(reason_title(code, rules, lang) for rules in GAMES.values()) for lang in languages]
    yield "<br>".join(f"{lang}: {' / '.join(found)}" for lang, found in zip(languages, titles, strict=True))
    found = [_refusal(case, code) for case in cases if case["code"] == code]
    here, broken = found[0]
    yield rl.explain(broken, "en", rules=here.rules)
    places = []
    for game, rules in GAMES.items():
        own = [(state, reason) for state, reason in found if _parent(state.rules) == rules]
        own.sort(key=lambda shown: shown[0].rules != rules)
        if own:
            places.append(_place(game, *own[0]))
    yield "<br>".join(places)


def _refusal(case: dict[str, str], code: str) -> tuple[rl.State, rl.Violation]:
    state = rl.position(case["position"])
    options = {name: case[name] for name in ("seat",) if name in case}
    if "exists" in case:
        options["exists"] = lambda *_: case["exists"]  # type: ignore[assignment]
    return state, next(v for v in rl.check(state, case["move"], **options) if v.code == code)  # type: ignore[arg-type]


def _place(game: str, state: rl.State, broken: rl.Violation) -> str:
    found = rl.place(broken, state.rules)
    where = "*variant*" if found.taken_from.startswith("variant") else found.text("en")
    return f"{'' if found.on_page else f'{game}: '}{where} ({', '.join(found.rule)})"


def parameters() -> Iterator[str]:
    """Every field of a rule set."""
    yield "## Rule parameters"
    yield (
        "The fields of a rule set, as `RUMMY40.vary(opening__points=51)` names them, part by part with the rules "
        "behind them. **P**: a price, which `reprice` can change afterwards. **S**: legality asks the search whether a "
        "play exists. `-`: without effect in that game. Other presets are named where they differ from the game they "
        "come from. The words are those for Schmidt Rummy, where it has such a rule, else for Rummy 40."
    )
    for part, kind in PARTS.items():
        numbers = NUMBERS.search(kind.__doc__ or "")
        yield f"### {part}"
        yield f"{(kind.__doc__ or '').partition(' (')[0]} ({numbers[1] if numbers else ''})."
        fields = {field: spec for field, spec in field_specs().items() if field.startswith(f"{part}.")}
        head = ["field", "allowed", *GAMES, "other presets", "in words"]
        yield table(head, (_parameter(field, spec) for field, spec in fields.items()))


def _parameter(field: str, spec: Spec) -> Iterator[str]:
    marks = "".join(f" **{mark}**" for mark, is_so in (("P", spec.price), ("S", field in NEEDS_SEARCH)) if is_so)
    yield f"`{field}`{marks}"
    yield _allowed(field, spec)
    for rules in GAMES.values():
        yield f"`{_written(field, rules.get(field))}`" if has_effect(rules, field) else "-"
    yield ", ".join(
        f"{rules.preset} `{_written(field, rules.get(field))}`"
        for rules in presets()
        if rules.get(field) != _parent(rules).get(field)
    )
    said = next(rules for rules in presets() if has_effect(rules, field))
    yield field_text(said, field, "en")


def _parent(rules: rl.RuleSet) -> rl.RuleSet:
    return rl.SCHMIDT if rules.pack.suits == rl.SCHMIDT.pack.suits else rl.RUMMY40


def _written(field: str, value: Value) -> str:
    if not isinstance(value, tuple):
        return write_value(value)
    text = {"melds.set_sizes": ",", "deal.seats": "-"}.get(field, ", ").join(map(str, value))
    return f"{{{text}}}" if field == "melds.set_sizes" else text


def _allowed(field: str, spec: Spec) -> str:
    """The type, and the values."""
    if all(isinstance(value, bool) for value in spec.values) and spec.values:
        return "yes or no"
    texts = [f"`{_written(field, value)}`" for value in spec.values]
    if spec.low is not None:
        return f"number: {' or '.join([*texts, f'{spec.low} to {spec.high}'])}"
    if spec.pairs is not None:
        return f"two numbers: {' or '.join([*texts, spec.says])}"
    kinds = {int: "number", tuple: "numbers"}
    names = dict.fromkeys(kinds.get(type(value), "word") for value in spec.values)
    return f"{' or '.join(names)}: {', '.join(texts)}"


def lessons() -> Iterator[str]:
    """The courses: lessons, and the deals that grow to the full game."""
    yield "## Lessons"
    yield "In the order of the course; a lesson prepares the deal of its level, and comes after the one before."
    for rules in GAMES.values():
        entries = course(rules.preset).entries
        yield f"### {course(rules.preset).title.plain('en', rules)}"
        levels = [entry.level for entry in entries if isinstance(entry, Deal)]
        rows = []
        for at, entry in enumerate(entries):
            ahead = (later.level for later in entries[at:] if isinstance(later, Deal))
            titles = [entry.title.plain(lang, entry.rules) for lang in languages]
            what = "a deal" if isinstance(entry, Deal) else f"{len(entry.steps)} steps"
            rows.append((f"`{entry.id}`", *titles, next(ahead, levels[-1]), what))
        yield table(["id", *languages, "level", "what"], rows)


def ladder() -> Iterator[str]:
    """The bots, weakest first, with what was measured."""
    yield "## Bots"
    rows = (
        (f"`{name}`", (inspect.getdoc(type(bot)) or "").split("\n\n")[0].replace("\n", " "))
        for name, bot in bots.BOTS.items()
    )
    yield table(["name", "how it plays"], rows)
    yield from inspect.cleandoc(bots.__doc__ or "").split("\n\n")[1:]


def columns() -> Iterator[str]:
    """The frames of a run."""
    yield "## Frames"
    yield (
        "What `run.by_player` (a row a seat of a deal), `run.by_deal` and `run.by_turn` (with `turns=True`) hold, in "
        "this order, sorted by deal, rotation, rules and seat. A rule field that differs in the run is one more "
        "column, `opening.points`."
    )
    for name, rows in frames():
        yield f"### {name}"
        yield table(["column", "type", "what"], rows)


def notation() -> Iterator[str]:
    """The grammar; each example is read here and written back."""
    verbs = {
        kind.verb for kind in vars(moves).values() if inspect.isclass(kind) and issubclass(kind, rl.Move) and kind.verb
    }
    assert verbs == {example.split()[0] for _, _, example in MOVES}, "a kind of move has no example"
    yield "## Notation"
    yield (
        "CAPITALS are replaced; `...`: what may come again; ( ): what may be missing. A text is read by `Card.parse`, "
        "`Meld.parse`, `Move.parse`, `Turn.parse`, `rule_set` or `position`, and `str` writes it as the last column "
        "has it."
    )
    for title, rows, read in NOTATION:
        yield f"### {title}"
        yield table(
            ["what", "how", "for example", "written back"],
            ((what, how, f"`{example}`", f"`{read(example)}`") for what, how, example in rows),
        )
