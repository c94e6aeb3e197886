"""The picture of a stepper: one SVG after the other in an area whose height stays, each card face sent once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import ceil
from typing import Final, NamedTuple

from rummy_lab.core.moves import Discard, Lay, Layoff, Swap
from rummy_lab.core.state import State
from rummy_lab.core.views import view
from rummy_lab.core.violations import Seat
from rummy_lab.draw import Face, Options, Picture, face_svg, picture_of, picture_svg, table_png
from rummy_lab.widgets.frames import Frame
from rummy_lab.widgets.texts import Language

WIDE: Final = 1000.0
NARROW: Final = 480.0
STILL_DPI: Final = 96.0
_SURVEYED: Final = 40  # frames looked at beforehand; of a longer film every so many


class Look(NamedTuple):
    """How the table is looked at: by which seat (empty: all hands open), in which language, on how wide a screen."""

    seat: Seat
    lang: Language
    narrow: bool


def seen(state: State, look: Look) -> State:
    """The state as it is shown: whole, or with everything hidden that the seat does not see."""
    return view(state, look.seat).state if look.seat else state


def notation(state: State) -> str:
    """The position as text; inside a turn also the table that its moves have led to.

    >>> from rummy_lab.core.referee import position
    >>> notation(position("schmidt; table [6r 7r 8r]; hand A+ 5r 10r; turn A: layoff 5r>1"))
    'schmidt; table [6r 7r 8r]; hand A+ 5r 10r; turn A: layoff 5r>1 -> [5r 6r 7r 8r]'
    """
    return f"{state} -> {state.table}" if state.moves else str(state)


class Stage:
    """Makes the pictures of one film.

    Attributes:
        mark: begins every id in the SVG, so that two films on one page do not share ids.
    """

    def __init__(self, frames: Sequence[Frame], mark: str) -> None:
        self.frames, self.mark = frames, mark
        hands = frames[0].state.hands
        self._below = next((seat for seat, hand in hands.items() if hand and any(hand)), frames[0].state.seat)
        self._slots = _slots(frames)
        self._lifts = any(frame.state.loose for frame in frames)
        self._faces: dict[Face, None] = {}
        self._heights: dict[tuple[Look, bool], float] = {}

    def survey(self, look: Look, whole_turns: bool, places: Sequence[int]) -> None:
        """Look ahead at the frames to come: how high the highest is, and which faces they show."""
        if (look, whole_turns) in self._heights:
            return
        every = -(-len(places) // _SURVEYED)
        pictures = [self._picture(at, look, whole_turns) for at in (*places[::every], places[-1])]
        self._heights[look, whole_turns] = _rounded(max(picture.height for picture in pictures))
        for picture in pictures:
            self._faces |= dict.fromkeys(picture.faces)

    def faces(self) -> str:
        """An invisible SVG that defines all faces met so far."""
        faces = "".join(face_svg(face) for face in self._faces)
        return self._marked(
            f'<svg width="0" height="0" aria-hidden="true" focusable="false"><defs>{faces}</defs></svg>'
        )

    def show(self, at: int, look: Look, whole_turns: bool) -> tuple[str, bool]:
        """The picture of a frame, and whether it shows a face not met before."""
        picture = self._picture(at, look, whole_turns, self._heights[look, whole_turns])
        self._heights[look, whole_turns] = _rounded(picture.height)
        new = [face for face in picture.faces if face not in self._faces]
        self._faces |= dict.fromkeys(new)
        svg = picture_svg(picture, notation(seen(self.frames[at].state, look)), faces=False)
        return self._marked(svg), bool(new)

    def still(self, at: int, look: Look) -> bytes:
        """A frame as PNG."""
        options: Options = {"lang": look.lang, "seat": look.seat or None, "below": look.seat or self._below}
        return table_png(self.frames[at].state, STILL_DPI, **options)

    def _marked(self, svg: str) -> str:
        return svg.replace(' id="', f' id="{self.mark}').replace(' href="#', f' href="#{self.mark}')

    def _picture(self, at: int, look: Look, whole_turns: bool, height: float = 0.0) -> Picture:
        options: Options = {
            "lang": look.lang,
            "seat": look.seat or None,
            "below": look.seat or self._below,
            "width": NARROW if look.narrow else WIDE,
            "height": height,
            "slots": {} if whole_turns else self._slots[at],
            "keep_loose": self._lifts and not whole_turns,
        }
        frame = self.frames[at]
        picture = picture_of(frame.state, options)
        marked = () if whole_turns else tuple(_moved(frame, picture))
        return picture_of(frame.state, {**options, "selected": marked}) if marked else picture


def _rounded(height: float) -> float:
    """Rounded up, so that what was not looked at beforehand fits as a rule."""
    return ceil(round(height, 6) / 20) * 20.0


def _slots(frames: Sequence[Frame]) -> list[dict[int, int]]:
    """For each frame the most cards that each meld holds in this turn, so that no meld moves while one grows."""
    places: list[dict[int, int]] = []
    turn: dict[int, int] = {}
    turns = -1
    for frame in frames:
        if frame.state.base.turns != turns:
            turn, turns = {}, frame.state.base.turns
        for number, meld in frame.state.heaps.items():
            turn[number] = max(turn.get(number, 0), len(meld))
        places.append(turn)
    return places


def _moved(frame: Frame, picture: Picture) -> Iterator[str]:
    """Ids of the cards that the last move laid, or would have laid."""
    if len(frame.moves) != 1:
        return
    move = frame.moves[0]
    if not isinstance(move, Lay | Layoff | Swap | Discard):
        return
    if frame.refused:
        zone = "zone-hand"  # cards of the seat whose hand lies below
    elif isinstance(move, Discard):
        return
    else:
        number = max(frame.state.heaps, default=0) if isinstance(move, Lay) else move.heap
        zone = f"zone-m{number}"
    wanted = [str(card) for card in ([move.card] if isinstance(move, Discard) else move.cards)]
    for group in reversed(picture.cards(zone)):
        if group.face is not None and (name := _name(group.gid)) in wanted:
            wanted.remove(name)
            yield group.gid


@cache
def _name(gid: str) -> str:
    """The card in an id such as `card-4r-1`."""
    return gid.removeprefix("card-").rpartition("-")[0]
