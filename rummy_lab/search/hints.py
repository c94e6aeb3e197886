"""What helps here: the best turn and what kind of move it hangs on, without a word of any language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rummy_lab.core.cards import JOKER, Card, sort_cards
from rummy_lab.core.errors import IncompletePosition, Phrase
from rummy_lab.core.moves import Discard, Draw, End, Join, Lay, Layoff, Move, Pass, Pull, Split, Swap, Take, Turn
from rummy_lab.core.referee import check
from rummy_lab.core.scoring import card_penalty
from rummy_lab.core.state import State
from rummy_lab.core.views import View
from rummy_lab.core.workspace import opening_need, was_opened
from rummy_lab.search.best import ENOUGH, best_turn
from rummy_lab.search.existence import exists
from rummy_lab.search.plan import plan

CODES: Final = (
    "over", "take", "open", "swap", "several", "split", "join", "borrow", "extend", "meld",
    "stock", "draw_first", "draw", "waiting", "discard", "finish", "finish_discard", "out", "out_discard", "pass",
    "forced", "back",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Hint:
    """What to do now.

    Attributes:
        code: the kind of move it hangs on, the hardest that the turn needs, or what is left where nothing can be laid.
        turn: the moves, small ones; empty where the deal is over or the turn cannot be finished from here.
        heaps: the melds to look at. cards: the cards of the hand or of the table it begins with.
        need: what the first melds have to be worth, in points.
    """

    code: str
    turn: Turn
    heaps: tuple[int, ...] = ()
    cards: tuple[Card, ...] = ()
    need: int = 0


def find_hint(state: State | View, towards: Turn | None = None) -> Hint:
    """What helps the seat to move most: the turn that lays the most cards, or what to do where none can be laid.

    `towards`: a legal turn that lays cards and is wanted in place of that one.

    >>> from rummy_lab.core.referee import position
    >>> find_hint(position("schmidt; table [2g 3g 4g 5g]; hand A+ 6g 2y 2b; turn A"))
    Hint(code='borrow', turn=layoff 6g>1; pull 2g<1; meld 2y 2g 2b; end, heaps=(1,), cards=(2g,), need=0)
    """
    here = state.state if isinstance(state, View) else state
    if here.over is not None:
        return Hint("over", Turn())
    if here.work.hand is None:
        raise IncompletePosition(Phrase("hand of {seat}", seat=here.seat), str(here))
    best = best_turn(here, nodes=ENOUGH)
    if best is None or best.cards_laid <= 0 or not _worth_taking(here, best.turn):
        return _nothing_to_lay(here)
    turn = plan(here, towards or best.turn)
    if isinstance(turn[0], Take):
        top = here.pile[-1:] if here.pile else ()
        return Hint("take", turn, cards=top, need=_need(here))
    return _of_moves(here, turn)


def _need(state: State) -> int:
    return 0 if was_opened(state) else opening_need(state)


def _worth_taking(state: State, turn: Turn) -> bool:
    """Whether a turn that begins with the pile's top card also lays it; another one can as well begin with the stock,
    unless only the pile's card lets the seat open for less.
    """
    if not isinstance(turn[0], Take) or not state.pile:
        return True
    face = JOKER if state.pile[-1].joker else state.pile[-1]
    laid = [card for move in turn if isinstance(move, Lay | Layoff | Swap) for card in move.cards]
    return any(JOKER is face if card.joker else card is face for card in laid)


def _of_moves(state: State, turn: Turn) -> Hint:
    """The hint of a turn in small moves, told by the hardest kind of move in it."""
    start = set(state.heaps)
    need = _need(state)
    lays = [move for move in turn if isinstance(move, Lay)]
    if not was_opened(state) and lays:
        return Hint("open", turn, cards=sort_cards(lays[0].cards), need=need)
    pulls = [move for move in turn if isinstance(move, Pull)]
    sources = tuple(dict.fromkeys(move.heap for move in pulls if move.heap in start))
    swap = next((move for move in turn if isinstance(move, Swap)), None)
    if swap is not None:
        return Hint("swap", turn, (swap.heap,), swap.cards)
    if len(sources) > 1:
        return Hint("several", turn, sources, pulls[0].cards)
    cut = next((move for move in turn if isinstance(move, Split)), None)
    if cut is not None:
        return Hint("split", turn, (cut.heap,), (cut.card,))
    joined = next((move for move in turn if isinstance(move, Join)), None)
    if joined is not None:
        return Hint("join", turn, (joined.heap, joined.other))
    if pulls:
        return Hint("borrow", turn, sources, pulls[0].cards)
    grown = [move for move in turn if isinstance(move, Layoff)]
    if grown:
        return Hint("extend", turn, tuple(dict.fromkeys(move.heap for move in grown)), grown[0].cards)
    return Hint("meld", turn, cards=sort_cards(lays[0].cards)) if lays else Hint("finish", turn)


def _nothing_to_lay(state: State) -> Hint:
    """What is left to do: draw, discard, end the turn, pass, or take moves back."""
    need = _need(state)
    if _legal(state, Draw()):
        if state.rules.has_pile:
            # A draw comes first here, so what can be laid is not known yet.
            top = (state.pile or ())[-1:]
            return Hint("stock" if top else "draw_first", Turn((Draw(),)), cards=top)
        return Hint("waiting" if need else "draw", Turn((Draw(),)), need=need)
    done = state.work.touched and not state.loose
    left = len(state.work.hand or ())
    if _legal(state, End()):
        return Hint("finish" if left else "out", Turn((End(),)))
    if state.rules.has_pile and state.phase != "start":
        for card in _discards(state):
            if _legal(state, Discard(card)):
                code = "out_discard" if left == 1 else "finish_discard" if done else "discard"
                return Hint(code, Turn((Discard(card),)), cards=(card,))
    if _legal(state, Pass()):
        return Hint("pass", Turn((Pass(),)))
    if _legal(state, Take()):
        return Hint("forced", Turn((Take(),)), cards=(state.pile or ())[-1:])
    return Hint("back", Turn())


def _legal(state: State, move: Move) -> bool:
    try:
        return not check(state, move, exists=exists)
    except IncompletePosition:
        # Whether the stock is empty is not told, so it is taken to have cards.
        return isinstance(move, Draw) and state.phase == "start" and not state.work.touched


def _discards(state: State) -> list[Card]:
    """The cards of the hand from the one that is missed least: no partner first, then the dearest, jokers last."""
    hand = [card for card in state.work.hand or () if card is not None]
    return sorted(
        dict.fromkeys(hand),
        key=lambda card: (card.joker, _partners(card, hand, state), -card_penalty(card, state.rules), card.code),
    )


def _partners(card: Card, hand: Sequence[Card], state: State) -> int:
    """How many other cards of the hand could be in a meld with this one."""
    top = state.rules.top
    others = {other for other in hand if other is not card and not other.joker}
    found = 0
    for other in others:
        gap = abs(card.rank - other.rank)
        near = min(gap, top - gap) if state.rules.pack.ace != "low" else gap
        found += (other.rank == card.rank) or (other.suit == card.suit and near <= 2)
    return found
