"""From the state of a desk to the frame that the browser shows."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from rummy_lab.core.cards import Card
from rummy_lab.core.melds import Meld
from rummy_lab.core.moves import Draw, Pass, Take, Turn
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.state import State
from rummy_lab.core.violations import Seat
from rummy_lab.draw import Box, Options, Picture, face_svg, picture_of, picture_svg
from rummy_lab.draw.captions import Indices
from rummy_lab.draw.layout import PRESENTER_RATIO, Part
from rummy_lab.draw.zones import MeldMark
from rummy_lab.language import LANG
from rummy_lab.widgets.gestures import NEW, refused
from rummy_lab.widgets.marks import label, marks
from rummy_lab.widgets.telling import Teller
from rummy_lab.widgets.texts import Language
from rummy_lab.widgets.tracker import LOOSE, PILE, STOCK, Tracker, hand_of, heap_at

Frame = dict[str, Any]
WIDE: Final = 1000.0
NARROW: Final = 360  # units that fit on a phone
AFAR: Final = 1280.0
SIZES: Final[Mapping[str, float]] = {"small": 0.85, "normal": 1.0, "large": 1.2}
PACKED_ABOVE: Final = 20_000
_UNKNOWN: Final = "c0"  # the back that is shown of a stock of which nothing is known
HAND: Final = "hand"
_FIRST: Final = ("end", "draw", "undo", "hint")


@dataclass(frozen=True, slots=True)
class Look:
    """How the table is looked at.

    Attributes:
        narrow: as on a phone; the hand then has a picture of its own at the foot.
        presenter: as on a wall, read from afar; a narrow screen is filled, and looks as it does otherwise.
        width: of a narrow screen, in pixels.
        size: of the cards.
        marks: whether the picture itself shows the marks of melds, as a still picture has to.
        open: whether all hands are to be seen, as in a first deal.
    """

    lang: Language = LANG
    narrow: bool = False
    presenter: bool = False
    width: int = NARROW
    indices: Indices = "lang"
    size: Literal["small", "normal", "large"] = "normal"
    four_colours: bool = False
    contrast: bool = False
    marks: bool = False
    open: bool = False


@dataclass(frozen=True, slots=True)
class Shown:
    """What is on show: a state, its ids with the hand in the order of who holds it, and what is picked up."""

    state: State
    ids: Tracker
    hand: tuple[str, ...]
    seat: Seat
    picked: tuple[str, ...]
    slots: Mapping[int, int]
    look: Look
    heights: Mapping[Part, float] = field(default_factory=dict[Part, float])
    no_opening: bool = False

    @property
    def mine(self) -> bool:
        """Whether it is the turn of the seat that looks."""
        return self.state.over is None and self.state.seat == self.seat

    def place(self, zone: str) -> str:
        """The place that a zone shows."""
        return hand_of(self.seat) if zone == HAND else zone

    def zones(self) -> tuple[str, ...]:
        """The ids of the zones there are."""
        state, going_on = self.state, self.state.over is None
        there = {
            **{f"m{heap}": True for heap in state.heaps},
            NEW: going_on,
            LOOSE: bool(state.loose) or (going_on and state.rules.table.mode == "rearrange"),
            (HAND if state.hands[self.seat] is not None else hand_of(self.seat)): True,
            STOCK: True,
            PILE: state.rules.has_pile,
            **{hand_of(seat): True for seat in state.seats if seat != self.seat},
        }
        return tuple(zone for zone, is_there in there.items() if is_there)

    def lying(self, zone: str) -> tuple[str, ...]:
        """The ids of the cards that are to be seen in a zone."""
        if zone == HAND:
            return self.hand
        ids = self.ids.places.get(zone, ())
        if zone == STOCK:
            return ids[:1] or ((_UNKNOWN,) if self.state.stock is None else ())
        return ids[-2:] if zone == PILE else ids


class _Table:
    """The state as a picture wants it, with the hand in the order of who holds it."""

    def __init__(self, shown: Shown) -> None:
        state, look = shown.state, shown.look
        hands: dict[Seat, Sequence[Card | None] | None] = dict(state.hands)
        for seat, hand in state.hands.items():
            if look.narrow and state.over is None and seat != shown.seat:
                del hands[seat]  # there is no room for backs of cards: their number is always in view
            elif hand is not None:
                ids = shown.hand if seat == shown.seat else shown.ids.places[hand_of(seat)]
                hands[seat] = tuple(shown.ids.cards[one] for one in ids)
        self.rules: RuleSet = state.rules
        self.heaps: Mapping[int, Meld] = state.heaps
        self.hands: Mapping[Seat, Sequence[Card | None] | None] = hands
        self.pile, self.stock, self.loose = state.pile, state.stock, state.loose
        self.opened, self.seat, self.over = state.opened, state.seat, state.over


def picture(shown: Shown, part: Part = "whole") -> Picture:
    """The picture of what is on show, or of a part of it."""
    state, look = shown.state, shown.look
    going_on, afar = state.over is None, look.presenter and not look.narrow
    options: Options = {
        "seat": None if look.open else shown.seat,
        "below": shown.seat,
        "lang": look.lang,
        "indices": look.indices,
        "width": look.width if look.narrow else AFAR if afar else WIDE,
        # From afar the table fills its room, so that the hand lies at the foot whatever comes.
        "height": max(shown.heights.get(part, 0.0), PRESENTER_RATIO * AFAR if afar else 0.0),
        "presenter": afar,
        "part": part,
        "scale": SIZES[look.size],
        "four_colours": look.four_colours,
        "high_contrast": look.contrast,
        "labels": lambda _, meld: label(state.rules, meld, look.lang),
        "slots": shown.slots,
        "new_meld": going_on,
        "keep_loose": going_on and state.rules.table.mode == "rearrange",
        "selected": shown.picked,
        "ids": {f"zone-{_drawn(zone)}": shown.lying(zone) for zone in shown.zones()},
    }
    if look.marks:
        drawn: dict[int | Literal["loose"], MeldMark] = {}
        for place, mark in marks(state, look.lang).items():
            drawn[heap_at(place) or "loose"] = (mark.sign, mark.text if mark.sign == "unfinished" else "")
        options["marks"] = drawn
    return picture_of(_Table(shown), options)


def _drawn(zone: str) -> str:
    return "discard" if zone == PILE else zone


def frame_of(shown: Shown, teller: Teller, faces: dict[str, str]) -> Frame:
    """The part of a frame that is seen and touched; faces not met before are added to `faces`."""
    parts: tuple[Part, ...] = ("table", "hand") if shown.look.narrow else ("whole",)
    pictures = [picture(shown, part) for part in parts]
    for face in (face for drawn in pictures for face in drawn.faces):
        if face.id not in faces:
            faces[face.id] = face_svg(face)
    first, *below = [_sheet(drawn, teller) for drawn in pictures]
    signs = marks(shown.state, shown.look.lang)
    zones: list[Frame] = []
    cards: list[Frame] = []
    for drawn in pictures:
        hits = drawn.hits()
        for gid in drawn.zones:
            name = _zone_of(gid)
            mark = signs.get(name)
            sign = None if mark is None else {"sign": mark.sign, "text": mark.text}
            if name == PILE and shown.no_opening:
                sign = {"sign": "barred", "text": teller.text("no_opening")}
            zones.append({**_zone(shown, name, teller), "box": _box(hits[gid]), "mark": sign})
            cards += [_card(shown, one, name, teller, hits[one]) for one in shown.lying(name) if one in hits]
    dock = {**below[0], "zones": [_zone_of(gid) for gid in pictures[1].zones]} if below else None
    return {**first, **({"dock": dock} if dock else {}), "zones": zones, "cards": cards}


def _sheet(drawn: Picture, teller: Teller) -> Frame:
    """A picture as the browser gets it."""
    svg = picture_svg(drawn, teller.text("table"), faces=False)
    packed = len(svg) > PACKED_ABOVE
    sent: Frame = {"packed": zlib.compress(svg.encode(), 1)} if packed else {"svg": svg}
    return {**sent, "width": round(drawn.width, 2), "height": round(drawn.height, 2)}


def _zone_of(gid: str) -> str:
    zone = gid.removeprefix("zone-")
    return PILE if zone == "discard" else zone


def _box(box: Box) -> list[float]:
    return [round(side, 2) for side in box]


def heading(shown: Shown, zone: str, teller: Teller) -> str:
    """What stands over a zone."""
    heap = heap_at(zone)
    if heap is not None:
        return teller.text("meld", heap=heap)
    where = "hand" if shown.state.rules.pack.suits == "cdhs" else "rack"
    if zone.startswith("hand-"):
        return teller.text(f"{where}_of", seat=zone.removeprefix("hand-"))
    return teller.text({NEW: "new_meld", HAND: where}.get(zone, zone))


def _zone(shown: Shown, zone: str, teller: Teller) -> Frame:
    state, heap = shown.state, heap_at(zone)
    kind = "meld" if heap is not None else "other" if zone.startswith("hand-") else zone
    over, told, key = heading(shown, zone, teller), "", "0" if zone == HAND else ""
    if heap is not None:
        told, key = teller.say(state.heaps[heap]), str(heap) if heap < 10 else ""
    elif zone != NEW:
        seat = shown.seat if zone == HAND else zone.removeprefix("hand-")
        piles = {STOCK: state.stock, PILE: state.pile, LOOSE: state.loose}
        cards = piles[zone] if zone in piles else state.hands[seat]
        told = "" if cards is None else count(teller, len(cards))
    return {
        "id": zone,
        "kind": kind,
        "label": f"{over}: {told}" if told else over,
        "heading": over,
        "key": key,
        "target": shown.mine and kind in ("meld", NEW, LOOSE, HAND, PILE),
    }


def count(teller: Teller, cards: int) -> str:
    """How many cards, in words."""
    return teller.text("empty" if not cards else "cards_here_one" if cards == 1 else "cards_here", count=cards)


def _card(shown: Shown, one: str, zone: str, teller: Teller, box: Box) -> Frame:
    card = shown.ids.cards.get(one)
    hidden = (
        card is None or zone == STOCK or (zone.startswith("hand-") and shown.state.over is None and not shown.look.open)
    )
    top = zone == PILE and one == shown.lying(PILE)[-1]
    live = zone == HAND or (shown.mine and (heap_at(zone) is not None or zone in (LOOSE, STOCK) or top))
    return {
        "id": one,
        "zone": zone,
        "label": teller.text("hidden") if hidden else teller.say(card),
        "live": live and shown.state.over is None,
        "picked": one in shown.picked,
        "box": _box(box),
    }


def status(shown: Shown, teller: Teller) -> list[str]:
    """Short texts that are always in view: whose turn it is, the opening, cards left."""
    state, brief = shown.state, shown.look.narrow
    told = [teller.turn_of(state), teller.sum(state) if state.work.touched else ""]
    # Where all of the picture is in view, it says how many cards everybody has.
    counts = {} if shown.look.presenter and not brief else state.counts
    for seat, cards in counts.items():
        if cards is not None:
            whose = "" if seat == shown.seat else "_of"
            opened = "_opened" if state.opened.get(seat) else ""
            name = f"status_brief{whose}{opened}" if brief else f"status_left{whose}{'_one' if cards == 1 else ''}"
            told.append(teller.text(name, seat=seat, count=cards))
    return [text for text in told if text]


def buttons(shown: Shown, teller: Teller, *, undo: bool, redo: bool, fits: bool) -> Frame:
    """The buttons of the desk."""
    state, mine = shown.state, shown.mine
    passes = mine and state.stock == () and not refused(state, Turn([Pass()]))
    on = {
        "end": mine,
        "undo": undo,
        "redo": redo,
        "draw": mine and _may(State(state.base), Draw()),  # moved cards are asked about
        "take": mine and _may(state, Take()),
        "hint": mine,
        "sort": bool(shown.hand),
        "fits": mine,
        "restart": undo,
    }
    if not state.rules.has_pile:
        del on["take"]
    if shown.look.narrow or shown.look.presenter:  # in one row, of which the first are in view
        on = {name: on[name] for name in (*_FIRST, *(name for name in on if name not in _FIRST))}
    told = {name: {"on": is_on, "text": teller.text(name)} for name, is_on in on.items()}
    if passes:
        told["end"]["text"] = teller.text("pass")
    told["fits"]["pressed"] = fits
    return told


def _may(state: State, move: Draw | Take) -> bool:
    """Whether a card may be drawn or taken, as far as it costs nothing to know."""
    if (state.stock if isinstance(move, Draw) else state.pile) is None:
        return False
    return state.rules.needs_search or not refused(state, Turn([move]))
