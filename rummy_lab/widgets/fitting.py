"""What may be done now: which cards can be used, and where those that are picked up may go."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rummy_lab.core.cards import JOKER, Card
from rummy_lab.core.judge import judge_meld, settled
from rummy_lab.core.moves import Draw, Lay, Layoff, Move, Swap, Take, Turn
from rummy_lab.core.referee import play_until_error, steps
from rummy_lab.core.state import State
from rummy_lab.core.violations import TooShort
from rummy_lab.search import exists
from rummy_lab.widgets.desk_frame import HAND, Shown
from rummy_lab.widgets.gestures import NEW, meanings
from rummy_lab.widgets.marks import changed
from rummy_lab.widgets.tracker import LOOSE, PILE, STOCK


@dataclass(frozen=True, slots=True)
class Fits:
    """What may be done: the cards that can be used, and the zones where cards may go."""

    cards: tuple[str, ...] = ()
    zones: tuple[str, ...] = ()


def fits_of(shown: Shown, picked: tuple[str, ...]) -> Fits:
    """What may be done with what is picked up, or with any card where nothing is."""
    if not shown.mine or shown.state.work.hand is None:
        return Fits()
    if picked:
        return Fits(picked, tuple(zone for zone in shown.zones() if _may_go(shown, picked, zone)))
    state = shown.state
    moves = tuple(steps(state, exists=exists if state.rules.needs_search else None))
    used = tuple(_used(moves))
    cards = [one for zone in (HAND, LOOSE) for one in shown.lying(zone) if _face(shown.ids.cards[one]) in used]
    zones: list[str] = []
    for zone, kind in ((STOCK, Draw), (PILE, Take), (NEW, Lay)):
        zones += [zone] * any(isinstance(move, kind) for move in moves)
    zones += dict.fromkeys(f"m{move.heap}" for move in moves if isinstance(move, Layoff | Swap))
    return Fits(tuple(cards), tuple(zones))


def _used(moves: Iterable[Move]) -> Iterator[Card]:
    for move in moves:
        if isinstance(move, Lay | Layoff | Swap):
            yield from (JOKER if card.joker else card for card in move.cards)


def _face(card: Card | None) -> Card | None:
    return JOKER if card is not None and card.joker else card


def _may_go(shown: Shown, picked: tuple[str, ...], zone: str) -> bool:
    if zone == HAND and all(one in shown.hand for one in picked):
        return False
    return any(_leads_on(shown.state, way.moves) for way in meanings(shown.state, shown.ids, picked, shown.place(zone)))


def _leads_on(state: State, moves: Turn) -> bool:
    """Whether the moves are legal and leave no heap that can only be taken apart again."""
    after, faults = play_until_error(state, moves, exists=exists if state.rules.needs_search else None)
    if faults or after.base is not state.base:
        return not faults
    known = set(changed(state))
    return all(
        isinstance(fault, TooShort)
        for heap in changed(after)
        if heap not in known or after.heaps[heap] != state.heaps.get(heap)
        for fault in judge_meld(state.rules, settled(state.rules, after.heaps[heap].slots))
    )
