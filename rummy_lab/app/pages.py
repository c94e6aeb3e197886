"""What stands on a page of the app beside the widget in it: headings, sentences, links; no widget here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import urlencode

from rummy_lab.app.address import ME, OPPONENT, PARENTS, Address, Fault, Kind, read
from rummy_lab.app.texts import tell, texts
from rummy_lab.core.rules import RuleSet
from rummy_lab.language import Language
from rummy_lab.lessons.catalogue import GAMES, lesson, lesson_files
from rummy_lab.lessons.course import course
from rummy_lab.words.pages import game_name, rules_page

View = dict[str, Any]
"""`query`, `lang`, `title`, `heading`, `intro` (sentences), `trail` and `groups` of links, `rules`; and of an address
that is none of ours `notice`, what is wrong with it, and `rather`, a link or None."""

OPPONENTS: Final[dict[str, tuple[str, ...]]] = {
    "easy": (ME, "greedy"), "strong": (ME, OPPONENT), "three": (ME, "greedy", OPPONENT, "random"),
}  # fmt: skip


def view(address: Address, lang: Language, fault: Fault | None = None) -> View:
    """All that is told on a page, in a language.

    >>> view(Address(), "de")["heading"]
    'Was möchtest du tun?'
    """
    heading = heading_of(address, lang)
    parent = PARENTS.get(address.kind)
    shown = Address(address.kind, address.name, address.players, address.seed, lang)
    return {
        "query": shown.query,
        "lang": lang,
        "kind": address.kind,
        "title": tell("app", "title", lang, heading=_lesson(address, lang) or heading),
        "heading": heading,
        "intro": [tell("intro", address.kind, lang)] if address.kind in texts()["intro"] else [],
        "trail": [_link(Address(parent), tell("page", parent, lang), lang)] if parent else [],
        "groups": _groups(address, lang),
        "rules": rules_told(address.name, lang) if address.kind == "rules" else [],
        "notice": tell("bad", fault.what, lang, value=fault.value) if fault else "",
        "rather": _rather(fault, lang) if fault and fault.rather else None,
    }


def heading_of(address: Address, lang: Language) -> str:
    """What a page is called."""
    if address.kind not in PARENTS:
        return tell("page", address.kind, lang)
    rules = lesson(address.name).rules if address.kind == "lesson" else RuleSet.of(address.name)
    return tell("page", address.kind, lang, game=game_name(rules, lang))


def _lesson(address: Address, lang: Language) -> str:
    """What a lesson is called; its widget has that as its heading."""
    if address.kind != "lesson":
        return ""
    found = lesson(address.name)
    return found.title.plain(lang, found.rules)


def _rather(fault: Fault, lang: Language) -> View:
    """The link to what an address may have meant."""
    meant, _ = read(f"?{urlencode({fault.what: fault.rather})}")
    return _link(meant, tell("bad", "rather", lang, name=fault.rather), lang)


def rules_told(name: str, lang: Language) -> list[View]:
    """The rules of a game in sections, each a heading and its sentences.

    >>> rules_told("schmidt", "en")[0]["heading"]
    'The cards'
    """
    sections: list[View] = []
    for line in rules_page(name, lang).splitlines():
        if line.startswith("## "):
            sections.append({"heading": line[3:], "items": []})
        elif line.startswith("- ") and sections:
            sections[-1]["items"].append(line[2:])
    return sections


def _game(name: str, lang: Language) -> str:
    return game_name(RuleSet.of(name), lang)


def _link(address: Address, text: str, lang: Language, about: str = "") -> View:
    there = Address(address.kind, address.name, address.players, address.seed, lang)
    return {"text": text, "about": about, "query": there.query}


def _group(heading: str, links: Sequence[View], *, folded: str = "", more: Sequence[View] = ()) -> View:
    return {"heading": heading, "links": list(links), "folded": folded, "more": list(more)}


def _groups(address: Address, lang: Language) -> list[View]:
    """The links of a page that leads on to others."""
    kind = address.kind
    if kind == "start":
        onward: tuple[Kind, ...] = ("learn", "play", "ask", "explore")
        return [
            _group("", [_link(Address(one), tell("page", one, lang), lang, tell("about", one, lang)) for one in onward])
        ]
    if kind == "learn":
        return [_to_learn(game, lang) for game in GAMES]
    if kind == "play":
        return [_to_play(game, lang) for game in GAMES]
    if kind == "explore":
        return [_to_explore(game, lang) for game in GAMES]
    return []


def _to_learn(game: str, lang: Language) -> View:
    mine = [name for name in lesson_files() if name.startswith(f"{game}/")]
    entries = [entry.id for entry in course(game).entries if entry.id in mine]
    lessons = [lesson(name) for name in (*entries, *(name for name in mine if name not in entries))]
    links = [
        _link(
            Address("course", game),
            tell("link", "course", lang),
            lang,
            tell("about", "course", lang, count=len(entries)),
        ),
        _link(Address("puzzles", game), tell("link", "puzzles", lang), lang, tell("about", "puzzles", lang)),
        _link(Address("rules", game), tell("link", "rules", lang), lang, tell("about", "rules", lang)),
    ]
    more = [_link(Address("lesson", one.id), one.title.plain(lang, one.rules), lang) for one in lessons]
    return _group(_game(game, lang), links, folded=tell("link", "lessons", lang), more=more)


def _to_play(game: str, lang: Language) -> View:
    return _group(
        _game(game, lang),
        [
            _link(Address("game", game, players), tell("link", name, lang), lang, tell("about", name, lang))
            for name, players in OPPONENTS.items()
        ],
    )


def _to_explore(game: str, lang: Language) -> View:
    offered = [name for name in texts()["variant"] if name.startswith(game)]
    links = [_link(Address("variant", name), tell("variant", name, lang), lang) for name in offered]
    free = _link(Address("variant", game), tell("link", "free", lang), lang, tell("about", "free", lang))
    return _group(_game(game, lang), [*links, free])
