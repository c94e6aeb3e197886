"""All that the browser shows of an editor, as one frame, and its picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from rummy_lab.core.base import UNOPENED
from rummy_lab.core.cards import Card
from rummy_lab.core.state import State
from rummy_lab.core.violations import SEATS
from rummy_lab.draw import Face, Options, Picture, face_svg, picture_of, picture_svg
from rummy_lab.widgets import editor_edits as edits
from rummy_lab.widgets.editor_draft import Draft, flattened, rule_sets, seat_counts
from rummy_lab.widgets.editor_files import PICTURES
from rummy_lab.widgets.editor_texts import (
    card_name,
    count_name,
    editor_text,
    phase_name,
    place_name,
    rules_name,
)
from rummy_lab.widgets.stage import WIDE, notation
from rummy_lab.widgets.texts import LANGUAGES, Language, text
from rummy_lab.words import table_texts
from rummy_lab.words.spoken import reading_text
from rummy_lab.words.texts import pack_of, words_of

NARROW: Final = 360.0  # at this width cards are as large as fingers need them
_AROUND: Final = 32  # characters shown on each side of a fault
STATIC: Final = (
    "editor", "notation", "where", "palette", "lying", "game", "actions", "files", "go_there", "later", "fine",
    "remarks", "opened",
)  # fmt: skip


class Pictures:
    """Makes the pictures of one editor; each face of a card is sent once, and the felt does not shrink."""

    def __init__(self) -> None:
        self._faces: dict[Face, None] = {}
        self._heights: dict[float, float] = {}
        self._shown: Picture | None = None
        self._state: State | None = None
        self._below: str | None = None

    def show(self, state: State, lang: Language, marks: dict[int, str], *, narrow: bool) -> str:
        """The picture of a position as SVG without its faces."""
        width = NARROW if narrow else WIDE
        self._below = _below(state)
        options: Options = {
            "lang": lang,
            "width": width,
            "height": self._heights.get(width, 0.0),
            "new_meld": True,
            "below": self._below,
            "marks": {heap: ("unfinished", "") if heap in marks else ("good", "") for heap in state.heaps},
        }
        picture = picture_of(state, options)
        self._heights[width] = picture.height
        self._faces |= dict.fromkeys(picture.faces)
        self._shown, self._state = picture, state
        return picture_svg(picture, notation(state), faces=False)

    def faces(self) -> str:
        """The definitions of all faces met so far."""
        return "".join(map(face_svg, self._faces))

    def place_of(self, gid: str) -> tuple[str, int | None]:
        """Which place of the position a zone or a card of the picture is, and the number of the card there."""
        if self._shown is None or self._state is None:
            return "", None
        zone = gid if gid.startswith("zone-") else ""
        at: int | None = None
        for group in self._shown.groups:
            if group.gid == gid and group.kind == "card":
                zone = group.zone
                at = [card.gid for card in self._shown.cards(zone)].index(gid)
        name = zone.removeprefix("zone-")
        if name == "discard":
            below = len(self._state.pile or ()) - len(self._shown.cards(zone))
            return "pile", None if at is None else at + below
        if name == "hand":
            return f"hand-{self._below}", at
        return (f"meld-{name[1:]}" if name[:1] == "m" else name), at


def _below(state: State) -> str | None:
    """Whose hand lies below: that of the seat to move, where it is known, else the first that is."""
    known = [seat for seat, hand in state.hands.items() if hand is not None]
    return state.seat if state.seat in known else next(iter(known), None)


def words_for(lang: Language) -> dict[str, str]:
    """The texts that do not depend on the position."""
    shared = {key: text(key, lang) for key in ("ask_line", "ask")}
    return {**{key: editor_text(key, lang) for key in STATIC}, **shared, "log": table_texts(lang)["log"]}


def frame_of(
    draft: Draft, svg: str, marks: dict[int, str], number: int, echo: int, log: Iterable[str]
) -> dict[str, Any]:
    """What the browser shows."""
    lang = draft.lang
    return {
        "gen": number,
        "echo": echo,
        "lang": lang,
        "text": draft.text,
        "svg": svg,
        "dim": draft.state is None,
        "fault": _fault(draft),
        "remarks": list(marks.values()),
        "news": draft.news,
        "log": list(log),
        "words": words_for(lang),
        "places": [_place(draft, place) for place in edits.places(draft.last.base)],
        "lying": _lying(draft),
        "palette": _palette(draft),
        "columns": draft.last.rules.pack.ranks,
        "menus": _menus(draft),
        "opened": _opened(draft),
        "acts": _acts(draft),
        "files": [
            {"id": kind, "label": editor_text(kind, lang), "off": draft.state is None} for kind in (*PICTURES, "toml")
        ],
        "question": _question(draft),
    }


def _fault(draft: Draft) -> dict[str, Any] | None:
    fault = draft.fault()
    if fault is None:
        return None
    text, start = flattened(draft.text), max(0, fault.at - _AROUND)
    before, after = text[start : fault.at], text[fault.end : fault.end + _AROUND]
    return {
        "text": fault.sentence,
        "at": fault.at,
        "end": fault.end,
        "before": ("…" if start else "") + before,
        "piece": text[fault.at : fault.end],
        "after": after + ("…" if fault.end + _AROUND < len(text) else ""),
    }


def _place(draft: Draft, place: str) -> dict[str, Any]:
    cards = edits.lying(draft.last.base, place)
    count = "" if place == edits.NEW else count_name(None if cards is None else len(cards), draft.lang)
    return {"id": place, "label": place_name(place, draft.lang), "count": count, "on": place == draft.place}


def _looks(card: Card | None) -> dict[str, str]:
    """What a button of a card shows: the rank, and the suit for its sign."""
    if card is None:
        return {"rank": "?", "suit": ""}
    text = str(card)
    rank = text.lstrip("*").rstrip("rygbcdhs?")
    return {"rank": ("★" if card.joker else "") + rank, "suit": "joker" if card.joker else card.suit, "of": card.suit}


def _lying(draft: Draft) -> dict[str, Any]:
    base, lang = draft.last.base, draft.lang
    cards = edits.lying(base, draft.place) or ()
    names = [card_name(card, lang, base.rules) for card in cards]
    return {
        "place": draft.place,
        "title": place_name(draft.place, lang),
        "cards": [
            {"card": str(card or edits.HIDDEN), "label": editor_text("take_away", lang, card=name), **_looks(card)}
            for card, name in zip(cards, names, strict=True)
        ],
    }


def _palette(draft: Draft) -> list[dict[str, Any]]:
    base, lang = draft.last.base, draft.lang
    left, room = edits.left(base), edits.unplaced(base)
    pack = base.rules.pack
    buttons: list[dict[str, Any]] = []
    for card, count in left.items():
        copies = pack.jokers if card.joker else pack.copies
        shown = max(0, min(count, room))
        label = editor_text("left", lang, card=card_name(card, lang, base.rules), left=shown, copies=copies)
        buttons.append({"card": str(card), "label": label, "left": shown, "off": not shown, **_looks(card)})
    label = editor_text("hidden_left", lang, left=room)
    off = not room or not draft.place.startswith(("hand", "stock"))
    buttons.append({"card": edits.HIDDEN, "label": label, "left": room, "off": off, **_looks(None)})
    return buttons


def _menu(draft: Draft, name: str, value: str, options: Sequence[tuple[str, str]]) -> dict[str, Any]:
    return {
        "id": name,
        "label": editor_text(name, draft.lang),
        "value": value,
        "options": [list(one) for one in options],
    }


def _menus(draft: Draft) -> list[dict[str, Any]]:
    base, lang = draft.last.base, draft.lang
    rules = base.rules
    games = [(name, rules_name(rules.of(name), lang)) for name in rule_sets(rules)]
    seats = [(seat, editor_text("player", lang, seat=seat)) for seat in SEATS[: base.seats]]
    phases = [(phase, phase_name(phase, lang, rules)) for phase in edits.phases(base)]
    return [
        _menu(draft, "rules", rules.name, games),
        _menu(draft, "seats", str(base.seats), [(count, count) for count in seat_counts(base)]),
        _menu(draft, "turn", SEATS[base.seat], seats),
        _menu(draft, "phase", edits.phase_of(base), phases),
        _menu(draft, "lang", lang, list(LANGUAGES.items())),
    ]


def _opened(draft: Draft) -> list[dict[str, Any]]:
    return [
        {"id": seat, "label": editor_text("player", draft.lang, seat=seat), "on": turn != UNOPENED}
        for seat, turn in zip(SEATS, draft.last.base.opened, strict=False)
    ]


def _acts(draft: Draft) -> list[dict[str, Any]]:
    lang, base = draft.lang, draft.last.base
    ready = draft.state is not None and not draft.state.moves
    place = place_name(draft.place, lang)
    acts = [
        ("undo", draft.can_undo),
        ("redo", draft.can_redo),
        ("clear", True),
        ("empty", ready and draft.place != edits.NEW and edits.lying(base, draft.place) is not None),
        ("rest", ready and edits.unplaced(base) > 0),
        ("joker", len(draft.readings(draft.place)) > 1),
    ]
    labels = {name: editor_text(name, lang, place=place) for name, _ in acts}
    return [{"id": name, "label": labels[name][:1].upper() + labels[name][1:], "off": not on} for name, on in acts]


def _question(draft: Draft) -> dict[str, Any] | None:
    choices = draft.readings(draft.asked) if draft.asked else ()
    if not choices:
        return None
    base, lang = draft.last.base, draft.lang
    words = words_of(lang, pack_of(base.rules))
    heap = int(draft.asked.partition("-")[2])
    melds = [edits.with_meld(base, heap, slots).table[heap - 1] for slots in choices]
    return {
        "title": editor_text("question", lang, place=place_name(draft.asked, lang)),
        "options": [editor_text("option", lang, card=reading_text(words, meld), meld=meld) for meld in melds],
    }
