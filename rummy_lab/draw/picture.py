"""From a state to a picture: groups of marks and of faces in the order in which they are painted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from rummy_lab.core.cards import FRENCH, Card
from rummy_lab.core.errors import RummyError
from rummy_lab.core.melds import Meld
from rummy_lab.draw import zones as paint
from rummy_lab.draw.captions import captions, letters
from rummy_lab.draw.faces import BACK, Face
from rummy_lab.draw.geometry import Box, Contents, Other, Spot, Zone
from rummy_lab.draw.hits import resting, visible
from rummy_lab.draw.layout import NARROW, arrange
from rummy_lab.draw.options import Cards, Drawable, Labels, Options
from rummy_lab.draw.shapes import Mark


class Group(NamedTuple):
    """One group of the picture: a zone with its marks, or a card with its face.

    Attributes:
        gid: `table`, `zone-m1`, `zone-hand`, ... or `card-4r-1`, ...
        kind: what it is.
        marks: painted first; for a card only what shows that it is picked up.
        face: the face of a card and where it lies.
        spot: where a card lies.
        zone: the gid of the zone a card lies in.
        box: where a zone lies.
    """

    gid: str
    kind: Literal["table", "zone", "card"]
    marks: tuple[Mark, ...] = ()
    face: Face | None = None
    spot: Spot = Spot(0.0, 0.0)
    zone: str = ""
    box: Box | None = None


@dataclass(frozen=True, slots=True)
class Picture:
    """A table ready to be painted; sizes in canvas units."""

    width: float
    height: float
    groups: tuple[Group, ...]

    @property
    def zones(self) -> tuple[str, ...]:
        """The gids of the zones."""
        return tuple(group.gid for group in self.groups if group.kind == "zone")

    def cards(self, zone: str | None = None) -> tuple[Group, ...]:
        """The cards, or those in one zone, in reading order."""
        return tuple(g for g in self.groups if g.kind == "card" and zone in (None, g.zone))

    def hits(self) -> dict[str, Box]:
        """Where each zone and each card can be touched, by gid: every zone and then its cards, in reading order.

        A zone has its whole box, a card what is to be seen of it; boxes of cards do not overlap.
        """
        found: dict[str, Box] = {}
        for zone in self.groups:
            if zone.kind == "zone" and zone.box is not None:
                found[zone.gid] = zone.box
                cards = [(card.gid, card.spot, card.face) for card in self.cards(zone.gid)]
                boxes = [resting(spot, face.size) for _, spot, face in cards if face is not None]
                found |= zip((gid for gid, _, _ in cards), visible(boxes), strict=True)
        return found

    @property
    def faces(self) -> tuple[Face, ...]:
        """Each face once."""
        return tuple(dict.fromkeys(group.face for group in self.groups if group.face is not None))


def picture_of(state: Drawable, options: Options) -> Picture:
    """The picture of a state; raises ValueError for a seat, a language or a width that cannot be."""
    if not hasattr(state, "heaps"):
        raise RummyError(
            "a table is drawn from a position, as position('schmidt; table [6r 7r 8r]; turn A'), "
            f"not from {type(state).__name__} {' '.join(repr(state).split()):.60}"
        )
    unknown = set(options) - set(Options.__annotations__)
    if unknown:
        raise TypeError(f"no option {', '.join(sorted(unknown))}; the options are {', '.join(Options.__annotations__)}")
    return _Composer(state, options).picture()


def picture_of_cards(cards: Sequence[Card], indices: str = "AJQK") -> Picture:
    """A few cards side by side on felt, as a meld or a card shows itself.

    >>> picture_of_cards(Meld.parse("[8r 8g *8?]").slots).width
    176.0
    """
    suits = next((card.suits for card in cards if card.suits), "rygb")
    faces = [Face(str(card), suits, indices, suits_open=_suits_open(card, cards, suits)) for card in cards]
    width, height = faces[0].size
    pitch = width - 29 if suits == FRENCH else width + 3
    groups = [
        Group(f"card-{at + 1}", "card", (), face, Spot(10 + at * pitch, 9), "table") for at, face in enumerate(faces)
    ]
    across, down = (len(cards) - 1) * pitch + width + 20, height + 18
    return Picture(across, down, (Group("table", "table", tuple(paint.cloth(across, down, suits))), *groups))


class _Composer:
    """Puts one picture together.

    Attributes:
        main: the seat whose hand lies below; None where no hand is known.
        hands: what is shown of each hand, None for the back of a card. A hand that is not known is empty here, and a
            seat of which nothing else is known either is left out.
    """

    def __init__(self, state: Drawable, options: Options) -> None:
        self.state, self.options = state, options
        self.suits = state.rules.pack.suits
        self.words = captions(options.get("lang", "en"))
        self.letters = letters(options.get("lang", "en"), options.get("indices", "lang"))
        self.main, self.hands = _shown(state, options.get("seat"), options.get("below"))
        self.hands |= {
            seat: ()
            for seat, cards in state.hands.items()
            if cards is None and (seat == _turn_of(state) or state.opened.get(seat))
        }
        self.labels = dict(_labels(state.heaps, options.get("labels")))
        self.signs = {seat: self._signs(seat) for seat in self.hands}

    def picture(self) -> Picture:
        width, compact = self.options.get("width", 1000.0), self.options.get("compact")
        layout = arrange(
            self._contents(),
            width,
            compact=width < NARROW if compact is None else compact,
            height=self.options.get("height", 0.0),
        )
        zones: list[Group] = []
        cards: list[Group] = []
        names = _Names()
        for zone in layout.zones:
            lying, marks = self._zone(zone)
            zones.append(Group(f"zone-{zone.name}", "zone", tuple(marks), box=zone.box))
            cards += self._cards(zone, lying, names)
        table = Group("table", "table", tuple(paint.felt(layout, self.suits)))
        return Picture(layout.width, layout.height, (table, *zones, *cards))

    def _signs(self, seat: str) -> paint.Signs:
        state, words, hand = self.state, self.words, self.state.hands[seat]
        count = "?" if hand is None else str(len(hand))
        turn = state.over is None and _turn_of(state) == seat
        over = state.over is not None and seat == self.main
        opened = state.opened.get(seat)
        return paint.Signs(
            seat,
            f"{words['hand' if self.suits == FRENCH else 'rack']}  {count}" if seat == self.main else count,
            words["turn"] if turn else words["over"] if over else "",
            turn,
            opened,
            "" if opened is None else words["opened" if opened else "unopened"],
        )

    def _contents(self) -> Contents:
        state, options = self.state, self.options
        slots = options.get("slots", {})
        return Contents(
            french=self.suits == FRENCH,
            melds=[
                (number, max(len(meld), slots.get(number, 0)), paint.label_width(self.labels[number]))
                for number, meld in state.heaps.items()
            ],
            hand=None if self.main is None else len(self.hands[self.main]),
            hand_captions=0.0 if self.main is None else paint.signs_width(self.signs[self.main]),
            others=[
                Other(seat, len(cards), _known(cards), paint.signs_width(self.signs[seat]))
                for seat, cards in self.hands.items()
                if seat != self.main
            ],
            loose=len(state.loose),
            loose_captions=paint.label_width((self.words["loose"], "")),
            keep_loose=options.get("keep_loose", False),
            pile=min(2, len(state.pile or ())) if state.rules.has_pile else None,
            new_meld=options.get("new_meld", False),
        )

    def _zone(self, zone: Zone) -> tuple[Cards, list[Mark]]:
        """The cards that lie in a zone, and its marks."""
        state, suits, words = self.state, self.suits, self.words
        kind, _, seat = zone.name.partition("-")
        if kind == "stock":
            count = None if state.stock is None else len(state.stock)
            return [] if count == 0 else [None], paint.stock(zone, suits, words["stock"], count)
        if kind == "discard":
            pile = state.pile
            return list(pile or ())[-2:], paint.pile(zone, suits, words["pile"], None if pile is None else len(pile))
        if kind == "loose":
            return state.loose, paint.lifted(zone, suits, words["loose"])
        if kind == "new":
            return [], paint.new_meld(zone, suits, words["new"])
        if kind == "hand":
            owner = seat or self.main or ""
            return self.hands[owner], paint.hand(zone, suits, self.signs[owner], rack=not seat and suits != FRENCH)
        number = int(kind[1:])
        return state.heaps[number].slots, paint.meld(zone, suits, number, self.labels[number])

    def _cards(self, zone: Zone, lying: Cards, names: _Names) -> Iterator[Group]:
        gid, small = f"zone-{zone.name}", zone.name.startswith("hand-")
        given = self.options.get("ids", {}).get(gid)
        picked = self.options.get("selected", ())
        for at, (card, place) in enumerate(zip(lying, zone.spots, strict=False)):
            name = given[at] if given else names.next(card, zone.name)
            word, fits = (BACK, "") if card is None else (str(card), _suits_open(card, lying, self.suits))
            face = Face(word, self.suits, self.letters, small, fits)
            halo, spot = paint.picked_up(face, place) if name in picked else ((), place)
            yield Group(name, "card", halo, face, spot, gid)


def _shown(state: Drawable, seat: str | None, below: str | None) -> tuple[str | None, dict[str, Cards]]:
    """The seat whose hand lies below, and what is shown of each hand."""
    hands = {name: cards for name, cards in state.hands.items() if cards is not None}
    for option, name in (("seat", seat), ("below", below)):
        if name is not None and name not in state.hands:
            raise ValueError(f"{option} is {name!r}; the seats are {', '.join(state.hands)}")
    if seat is not None and state.over is None:
        hands = {name: cards if name == seat else [None] * len(cards) for name, cards in hands.items()}
    wanted = below or seat
    if wanted is not None:
        return (wanted if wanted in hands else None), hands
    seen = [name for name, cards in hands.items() if _known(cards)]
    if state.seat in hands and (state.seat in seen or not seen or not hands[state.seat]):
        return state.seat, hands
    return next(iter(seen or hands), None), hands


def _suits_open(card: Card, lying: Cards, suits: str) -> str:
    """The suits that a joker of an open suit may stand for beside these cards; empty where they say nothing of it."""
    if not card.joker or card.bare or card.suit:
        return ""
    there = {other.suit for other in lying if other is not None and other.rank == card.rank}
    missing = "".join(suit for suit in suits if suit not in there)
    return "" if missing == suits else missing


def _known(cards: Cards) -> bool:
    return any(card is not None for card in cards)


def _turn_of(state: Drawable) -> str:
    seat: str = getattr(state, "turn_of", state.seat)
    return seat


def _labels(heaps: Mapping[int, Meld], labels: Labels | None) -> Iterator[tuple[int, tuple[str, str]]]:
    for number, meld in heaps.items():
        label = labels(number, meld) if callable(labels) else (labels or {}).get(number, "")
        yield number, (label, "") if isinstance(label, str) else label


class _Names:
    """Ids from the cards' names: the first 4r met is `card-4r-1`; a joker has one name wherever it lies."""

    def __init__(self) -> None:
        self.met: dict[str, int] = {}

    def next(self, card: Card | None, zone: str) -> str:
        hidden = zone if zone == "stock" else f"hidden-{zone}"
        word = hidden if card is None else "joker" if card.joker else str(card)
        self.met[word] = self.met.get(word, 0) + 1
        return f"card-{word}-{self.met[word]}"
