"""The address of a page of the app: what stands behind the question mark, and back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final, Literal, get_args
from urllib.parse import parse_qs, urlencode

from rummy_lab.bots import BOTS
from rummy_lab.core.errors import RummyError
from rummy_lab.core.rules import RuleSet, presets
from rummy_lab.language import Language, language_in
from rummy_lab.lessons.catalogue import GAMES, lesson_files

Plain = Literal["start", "learn", "play", "ask", "explore"]
Kind = Literal["start", "learn", "play", "ask", "explore", "course", "lesson", "puzzles", "game", "rules", "variant"]
PLAIN: Final[tuple[Plain, ...]] = get_args(Plain)
NAMED: Final[tuple[Kind, ...]] = ("lesson", "course", "puzzles", "game", "rules", "variant", "ask")
PARENTS: Final[dict[Kind, Kind]] = {
    "course": "learn", "lesson": "learn", "puzzles": "learn", "game": "play", "rules": "ask", "variant": "explore",
}  # fmt: skip
"""The page that leads to those of a kind, and on which one lands where there is none of this name."""

ME: Final = "me"
OPPONENT: Final = "careful"
LONGEST: Final = 2_000
LONGEST_QUESTION: Final = 200
MOST_PLAYERS: Final = 8
SEEDS: Final = 1 << 31


@dataclass(frozen=True, slots=True)
class Address:
    """A page of the app.

    Attributes:
        kind: what is shown. name: of it: the id of a lesson, a game, a rule set, the words of a question.
        players: in a game one a seat, `me` and bots. seed: the cards follow from it; None: others each time.
        lang: the language; None where none is asked for.
    """

    kind: Kind = "start"
    name: str = ""
    players: tuple[str, ...] = ()
    seed: int | None = None
    lang: Language | None = None

    @property
    def query(self) -> str:
        """What stands behind the question mark, with it.

        >>> Address("lesson", "schmidt/split", lang="de").query
        '?lesson=schmidt/split&lang=de'
        """
        parts: dict[str, str] = {}
        if self.kind in NAMED and self.name:
            parts[self.kind] = self.name
        elif self.kind != "start":
            parts["page"] = self.kind
        if self.players:
            parts["players"] = ",".join(self.players)
        if self.seed is not None:
            parts["seed"] = str(self.seed)
        if self.lang is not None:
            parts["lang"] = self.lang
        return f"?{urlencode(parts, safe='/,.={}')}"


@dataclass(frozen=True, slots=True)
class Fault:
    """Why an address is none of ours: what is wrong with it, the text, and what it may have meant."""

    what: str
    value: str = ""
    rather: str = ""


def read(query: str) -> tuple[Address, Fault | None]:
    """The page of an address; of one that is none of ours the page that comes nearest, and what is wrong.

    >>> read("?lesson=schmidt/split&lang=de")[0]
    Address(kind='lesson', name='schmidt/split', players=(), seed=None, lang='de')
    >>> read("?lesson=schmidt/splt")
    (Address(kind='learn', ...), Fault(what='lesson', value='schmidt/splt', rather='schmidt/split'))
    """
    if len(query) > LONGEST:
        return Address(), Fault("long")
    query = query.encode("utf-8", "replace").decode("utf-8")  # half characters can be neither sent nor written
    try:
        given = {key: values[-1] for key, values in parse_qs(query.removeprefix("?"), max_num_fields=40).items()}
    except ValueError:
        return Address(), Fault("long")
    lang, fault = None, None
    if "lang" in given and (lang := language_in(given["lang"])) is None:
        fault = Fault("lang", _short(given["lang"]))
    kind = next((one for one in NAMED if one in given), None)
    if kind is None:
        page = given.get("page", "start")
        if page not in PLAIN:
            return Address(lang=lang), Fault("page", _short(page), _close(page, PLAIN))
        return Address(kind=page, lang=lang), fault
    found = _named(kind, given)
    if isinstance(found, Fault):
        return Address(PARENTS.get(kind, "start"), lang=lang), found
    return Address(kind, found[0], found[1], found[2], lang), fault


def _named(kind: Kind, given: dict[str, str]) -> tuple[str, tuple[str, ...], int | None] | Fault:
    """What is shown by its name, who plays and with which cards; or what is wrong."""
    name = given[kind].strip()
    if kind == "ask":
        return name[:LONGEST_QUESTION], (), None
    if kind == "lesson":
        return (name, (), None) if name in lesson_files() else Fault(kind, _short(name), _close(name, lesson_files()))
    if kind in ("course", "puzzles"):
        return (name, (), None) if name in GAMES else Fault(kind, _short(name), _close(name, GAMES))
    try:
        rules = RuleSet.parse(name)
    except RummyError:
        return Fault(kind, _short(name), _close(name, [one.name for one in presets()]))
    if kind != "game":
        return rules.name, (), None
    players: tuple[str, ...] = ()
    if "players" in given:
        players = tuple(one.strip() for one in given["players"].split(","))
        if not 2 <= len(players) <= MOST_PLAYERS or ME not in players or not set(players) <= {ME, *BOTS}:
            return Fault("players", _short(given["players"]))
    seed = given.get("seed")
    if seed is None:
        return rules.name, players, None
    if not (seed.isascii() and seed.isdigit() and len(seed) <= 10 and int(seed) < SEEDS):
        return Fault("seed", _short(seed))
    return rules.name, players, int(seed)


def _close(name: str, known: Iterable[str]) -> str:
    return next(iter(get_close_matches(name[:80].lower(), list(known), 1)), "")


def _short(text: str) -> str:
    """A text as it can be told: no longer than a line, and with nothing in it that cannot be seen."""
    seen = "".join(one if one.isprintable() else "\ufffd" for one in text[:60])
    return seen if len(text) <= 60 else f"{seen[:59]}…"
