"""From a state to a picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rummy_lab.core.cards import FRENCH, Card
from rummy_lab.core.errors import RummyError
from rummy_lab.core.melds import Meld
from rummy_lab.draw import palette as pal
from rummy_lab.draw import racks
from rummy_lab.draw import zones as paint
from rummy_lab.draw.captions import captions, letters
from rummy_lab.draw.faces import BACK, Face
from rummy_lab.draw.geometry import NORMAL, PRESENTER, Contents, Other, Spot, Zone
from rummy_lab.draw.layout import NARROW, Part, arrange
from rummy_lab.draw.options import Cards, Drawable, Labels, Options
from rummy_lab.draw.picture import Group, Picture
from rummy_lab.draw.seats import known, shown_hands, turn_of
from rummy_lab.draw.shapes import Mark, text_width
from rummy_lab.language import LANG


def picture_of(state: Drawable, options: Options) -> Picture:
    """The picture of a state; raises ValueError for a seat, a language or a width that cannot be."""
    if not hasattr(state, "heaps"):
        raise RummyError(
            "a table is drawn from a position, as position('schmidt; table [6r 7r 8r]; turn A'), not "
            "from {kind} {given}",
            kind=type(state).__name__,
            given=f"{' '.join(repr(state).split()):.60}",
        )
    unknown = set(options) - set(Options.__annotations__)
    if unknown:
        raise TypeError(f"no option {', '.join(sorted(unknown))}; the options are {', '.join(Options.__annotations__)}")
    return _Composer(state, options).picture()


def picture_of_cards(cards: Sequence[Card], indices: str = "AJQK", *, paper: bool = False) -> Picture:
    """A few cards side by side on felt, as a meld or a card shows itself, or as they are printed on `paper`.

    >>> picture_of_cards(Meld.parse("[8r 8g *8?]").slots).width
    176.0
    """
    suits = next((card.suits for card in cards if card.suits), "rygb")
    colours = _colours(four=False, strong=paper)
    faces = [
        Face(str(card), suits, indices, suits_open=_suits_open(card, cards, suits), colours=colours) for card in cards
    ]
    width, height = faces[0].size
    pitch = width - 29 if suits == FRENCH else width + 3
    groups = [
        Group(f"card-{at + 1}", "card", (), face, Spot(10 + at * pitch, 9), "table") for at, face in enumerate(faces)
    ]
    across, down = (len(cards) - 1) * pitch + width + 20, height + 18
    return Picture(
        across, down, (Group("table", "table", tuple(paint.cloth(across, down, suits, paper=paper))), *groups)
    )


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
        self.words = captions(options.get("lang", LANG))
        self.letters = letters(options.get("lang", LANG), options.get("indices", "lang"))
        self.large = options.get("presenter", False)
        paper = options.get("paper", False)
        strong = paper or options.get("high_contrast", False)
        self.colours = _colours(four=options.get("four_colours", False) and self.suits == FRENCH, strong=strong)
        self.style = paint.Style(
            pal.look_of(self.suits, high_contrast=strong, paper=paper), PRESENTER if self.large else NORMAL
        )
        self.main, self.hands = shown_hands(state, options.get("seat"), options.get("below"))
        self.hands |= {
            seat: ()
            for seat, cards in state.hands.items()
            if cards is None and (seat == turn_of(state) or state.opened.get(seat))
        }
        self.labels = dict(_labels(state.heaps, options.get("labels")))
        self.marks = options.get("marks", {})
        for place, (verdict, _) in self.marks.items():
            if verdict not in ("good", "unfinished"):
                raise ValueError(f"the mark of {place} is {verdict!r}; it is 'good' or 'unfinished'")
        self.signs = {seat: self._signs(seat) for seat in self.hands}
        width = options.get("width", 1280.0 if self.large else 1000.0)
        compact = options.get("compact")
        self.width = width
        self.compact = not self.large and (width < NARROW if compact is None else compact)

    def picture(self) -> Picture:
        options = self.options
        layout = arrange(
            self._contents(),
            self.width,
            compact=self.compact,
            height=options.get("height", 0.0),
            part=_part(options),
            presenter=self.large,
            factor=_factor(options),
        )
        self.style = self.style._replace(size=layout.size)
        zones = [Group(f"zone-{zone.name}", "zone", tuple(self._zone(zone)), box=zone.box) for zone in layout.zones]
        names = self._names()
        cards = [card for zone in layout.zones for card in self._cards(zone, names.get(zone.name, ()))]
        table = Group("table", "table", tuple(paint.felt(layout, self.style.look)))
        return Picture(layout.width, layout.height, (table, *zones, *cards))

    def _signs(self, seat: str) -> racks.Signs:
        state, words, hand = self.state, self.words, self.state.hands[seat]
        count = "?" if hand is None else str(len(hand))
        turn = state.over is None and turn_of(state) == seat
        over = state.over is not None and seat == self.main
        opened = state.opened.get(seat)
        return racks.Signs(
            seat,
            f"{words['hand' if self.suits == FRENCH else 'rack']}  {count}" if seat == self.main else count,
            words["turn"] if turn else words["over"] if over else "",
            turn,
            opened,
            "" if opened is None else words["opened" if opened else "unopened"],
        )

    def _contents(self) -> Contents:
        state, options, size = self.state, self.options, self.style.size
        slots = options.get("slots", {})

        def wide(word: str, count: str = "") -> float:
            return text_width(self.words[word] + count, size.caption)

        return Contents(
            french=self.suits == FRENCH,
            melds=[
                (number, max(len(meld), slots.get(number, 0)), self._label_width(number))
                for number, meld in state.heaps.items()
            ],
            laid={number: len(meld) for number, meld in state.heaps.items()},
            hand=None if self.main is None else len(self.hands[self.main]),
            flat=options.get("paper", False),
            hand_captions=0.0 if self.main is None else racks.signs_width(self.signs[self.main], size),
            others=[
                Other(seat, len(cards), known(cards), racks.signs_width(self.signs[seat], size))
                for seat, cards in self.hands.items()
                if seat != self.main
            ],
            loose=len(state.loose),
            loose_captions=self._lifted_width(),
            keep_loose=options.get("keep_loose", False),
            pile=min(2, len(state.pile or ())) if state.rules.has_pile else None,
            new_meld=options.get("new_meld", False),
            new_captions=wide("new"),
            # Room for any count, so that nothing moves when it changes.
            stock_captions=wide("stock", " 88"),
            pile_captions=wide("pile", " 88"),
        )

    def _label_width(self, number: int) -> float:
        mark = self.marks.get(number)
        if mark is None and "marks" in self.options:
            mark = ("good", "")  # the sign has its room before it is there
        return paint.label_width(self.labels[number], self.style.size, mark)

    def _lifted_width(self) -> float:
        size, mark = self.style.size, self.marks.get("loose")
        usual = paint.label_width((self.words["loose"], ""), size)
        return usual if mark is None else max(usual, paint.label_width(("", ""), size, mark))

    def _zone(self, zone: Zone) -> list[Mark]:
        state, style, words = self.state, self.style, self.words
        kind, _, seat = zone.name.partition("-")
        if kind == "stock":
            return paint.stock(zone, style, words["stock"], None if state.stock is None else len(state.stock))
        if kind == "discard":
            return paint.pile(zone, style, words["pile"], None if state.pile is None else len(state.pile))
        if kind == "loose":
            caption = "" if state.loose and style.size.beside else words["loose"]
            return paint.lifted(zone, style, caption, self.marks.get("loose"))
        if kind == "new":
            return paint.new_meld(zone, style, words["new"])
        if kind == "hand":
            return racks.hand(zone, style, self.signs[seat or self.main or ""])
        number = int(kind[1:])
        return paint.meld(zone, style, number, self.labels[number], self.marks.get(number))

    def _lying(self) -> Iterator[tuple[str, Cards]]:
        """What lies in each zone of the whole table, in reading order."""
        state = self.state
        yield from ((f"hand-{seat}", cards) for seat, cards in self.hands.items() if seat != self.main)
        yield from ((f"m{number}", meld.slots) for number, meld in state.heaps.items())
        yield "loose", state.loose
        if self.main is not None:
            yield "hand", self.hands[self.main]
        yield "stock", [] if state.stock is not None and not state.stock else [None]
        yield "discard", list(state.pile or ())[-2:]

    def _names(self) -> dict[str, list[tuple[str, Card | None]]]:
        """The cards of each zone with their ids, which are the same whatever part of the table is drawn."""
        made, found = _Names(), {}
        for zone, cards in self._lying():
            given = self.options.get("ids", {}).get(f"zone-{zone}")
            names = given or [made.next(card, zone) for card in cards]
            if len(names) != len(cards):
                raise ValueError(f"zone-{zone} shows {len(cards)} cards and has ids for {len(names)}")
            found[zone] = list(zip(names, cards, strict=True))
        return found

    def _cards(self, zone: Zone, lying: Sequence[tuple[str, Card | None]]) -> Iterator[Group]:
        small = zone.name.startswith("hand-")
        picked = self.options.get("selected", ())
        cards = [card for _, card in lying]
        lift = paint.LIFT
        if zone.name == "hand":
            lift = paint.LIFT_IN_FAN if self.suits == FRENCH and not self.compact else paint.LIFT_IN_HAND
        for (name, card), place in zip(lying, zone.spots, strict=False):
            word, fits = (BACK, "") if card is None else (str(card), _suits_open(card, cards, self.suits))
            face = Face(word, self.suits, self.letters, small, fits, self.colours, self.large and not small)
            halo, spot = paint.picked_up(face, place, self.style.look, lift) if name in picked else ((), place)
            yield Group(name, "card", halo, face, spot, f"zone-{zone.name}")


def _colours(*, four: bool, strong: bool) -> pal.Colours:
    if four:
        return "four-strong" if strong else "four"
    return "strong" if strong else "plain"


def _part(options: Options) -> Part:
    part = options.get("part", "whole")
    if part not in ("whole", "table", "hand"):
        raise ValueError(f"part is {part!r}; it is 'whole', 'table' or 'hand'")
    return part


def _factor(options: Options) -> float:
    scale = options.get("scale", 1.0)
    if not 0.5 <= scale <= 2:
        raise ValueError(f"scale is {scale:g}; it is from 0.5 to 2")
    return scale


class _Names:
    """Ids from the cards' names: the first 4r met is `card-4r-1`; a joker has one name wherever it lies."""

    def __init__(self) -> None:
        self.met: dict[str, int] = {}

    def next(self, card: Card | None, zone: str) -> str:
        hidden = zone if zone == "stock" else f"hidden-{zone}"
        word = hidden if card is None else "joker" if card.joker else str(card)
        self.met[word] = self.met.get(word, 0) + 1
        return f"card-{word}-{self.met[word]}"


def _labels(heaps: Mapping[int, Meld], labels: Labels | None) -> Iterator[tuple[int, tuple[str, str]]]:
    for number, meld in heaps.items():
        label = labels(number, meld) if callable(labels) else (labels or {}).get(number, "")
        yield number, (label, "") if isinstance(label, str) else label


def _suits_open(card: Card, lying: Cards, suits: str) -> str:
    """The suits that a joker of an open suit may stand for beside these cards; empty where they say nothing of it."""
    if not card.joker or card.bare or card.suit:
        return ""
    there = {other.suit for other in lying if other is not None and other.rank == card.rank}
    missing = "".join(suit for suit in suits if suit not in there)
    return "" if missing == suits else missing
