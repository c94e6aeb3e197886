"""Where the rule behind a reason or a move stands in the rulebook of its game, or where else it was taken from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, cast, overload

from rummy_lab.core.moves import Lay, Move, Pull
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.violations import Violation
from rummy_lab.games import RUMMY40, SCHMIDT
from rummy_lab.language import LANG
from rummy_lab.words.texts import read_toml, words_of

DOCUMENTS: Final = {"schmidt": SCHMIDT, "rummy40": RUMMY40}
Entry = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a rule stands.

    Attributes:
        game: the name of the game whose document is meant.
        page: the page of that document; empty where it has none.
        section: the heading over the sentence, as it stands there; empty where the document does not say it.
        rule: the numbers of the rules in this project's list.
        on_page: whether the document says it.
        taken_from: a key for the origin where it does not; empty where it does.
    """

    game: str
    page: str = ""
    section: str = ""
    rule: tuple[str, ...] = ()
    on_page: bool = True
    taken_from: str = ""

    def text(self, lang: str = LANG) -> str:
        """The place in words; where the document is in another language its heading follows what it means."""
        words = words_of(lang)
        if self.on_page:
            kind = "page" if self.page else "section"
            section, title = self.section, words.text("place", "titles", self.section)
            if title != section:
                section = words.text("place", "translated", title=title, section=section)
            return words.text("place", kind, game=self.game, page=self.page, section=section)
        return words.text("place", "sources", self.taken_from, game=self.game)

    def __str__(self) -> str:
        return self.text()


def parent(rules: RuleSet) -> RuleSet:
    """The game of a document that these rules come from: Schmidt Rummy or Rummy 40."""
    known: dict[str, Any] | None = read_toml("places")["presets"].get(rules.preset)
    if known is not None:
        return DOCUMENTS[known["game"]]
    return SCHMIDT if rules.pack.suits == SCHMIDT.pack.suits else RUMMY40


def only_game(code: str) -> RuleSet | None:
    """The one game of the two that refuses anything for this reason; None where both do or none.

    >>> only_game("SET_CLOSED"), only_game("TOO_SHORT")
    (RuleSet.parse('rummy40'), None)
    """
    entries = {name: read_toml("places")["places"][name].get(code, {}) for name in DOCUMENTS}
    producing = [name for name, entry in entries.items() if "section" in entry or "from" in entry]
    return DOCUMENTS[producing[0]] if len(producing) == 1 else None


@overload
def place(violation: Violation, rules: RuleSet | str, *, after_take: bool = False) -> Place: ...
@overload
def place(violation: Move | str, rules: RuleSet | str, *, after_take: bool = False) -> Place | None: ...
def place(violation: Violation | Move | str, rules: RuleSet | str, *, after_take: bool = False) -> Place | None:
    """Where the rule behind a violation stands, or the one that allows a legal move; for the game the rules come from.

    Args:
        violation: a violation; or a move or its text. The end of a turn and a pass have no place: None.
        rules: a rule set or its name.
        after_take: the top card of the pile was taken this turn; only then the document of Rummy 40 itself asks for the
            points of an opening.

    Raises NotationError or RuleSetError for a name that is none, NotationError for a text that is no move.

    Source: page 13 of the booklet of Schmidt Rummy, the document of Rummy 40, and where these say nothing what the
    place itself names.

    >>> from rummy_lab.core.violations import CardMissing, SetClosed
    >>> str(place(CardMissing(cards=()), SCHMIDT)), str(place(SetClosed(heap=1), RUMMY40))
    ('Schmidt p. 13, Transformations', 'Rummy 40, Reuse of jokers (“Hergebruik van jokers”)')
    >>> str(place("layoff 6g>1", "schmidt")), place("end", "schmidt")
    ('Schmidt p. 13, Continuing the combinations', None)
    """
    rules = RuleSet.of(rules)
    if isinstance(violation, Violation):
        taken = (f"{violation.code}.after_take",) if after_take else ()
        table, keys = "places", (*taken, f"{violation.code}.{violation.case}", violation.code)
    else:
        move = Move.parse(violation) if isinstance(violation, str) else violation
        table, keys = "moves", (f"{move.verb}.{_case(move, rules)}", move.verb)
    document = parent(rules)
    entries: dict[str, Entry] = read_toml("places")[table][document.preset]
    entry = next((entries[key] for key in keys if key in entries), None)
    return None if entry is None else _place(entry, rules, document)


def _case(move: Move, rules: RuleSet) -> str:
    """What the rulebook tells apart in one kind of move: sets, runs by what the ace touches, jokers that are lifted."""
    if isinstance(move, Pull):
        return "joker" if any(card.joker for card in move.cards) else ""
    if not isinstance(move, Lay):
        return ""
    ranks = {card.rank for card in move.cards if not card.bare}
    if len(ranks) == 1:
        return "set" if len(move.cards) > 1 else ""
    touched = [name for name, rank in (("low", 2), ("high", rules.top)) if {1, rank} <= ranks]
    return "_".join(["run", *touched])


def _place(entry: Entry, rules: RuleSet, document: RuleSet) -> Place:
    tables = read_toml("places")
    game = cast("dict[str, str]", tables["games"][document.preset])
    rule = tuple(cast("list[str]", entry["rule"]))
    changed = [field for field in entry.get("fields", ()) if rules.get(field) != document.get(field)]
    if changed:
        own = rules.base or rules
        of_preset = all(rules.get(field) == own.get(field) for field in changed)
        source = str(tables["presets"].get(rules.preset, {}).get("from", "")) if of_preset else ""
        origin = f"variant_{source}" if source else "variant"
    elif "section" in entry:
        return Place(game["name"], game["page"], entry["section"], rule)
    else:
        origin = str(entry.get("from", "none"))
    return Place(game["name"], rule=rule, on_page=False, taken_from=origin)


def place_of_entry(entry: Entry, document: RuleSet) -> Place:
    """The place that an entry of one of our tables gives in the document of a game itself, without variants."""
    return _place(entry, document, document)
