"""Drawing, taking, discarding, passing, and ending a turn.

Rules S-29, S-38, R-12, R-21, R-30.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import cast

from rummy_lab.core import building
from rummy_lab.core.base import Over, with_hand
from rummy_lab.core.cards import JOKER, Card
from rummy_lab.core.errors import IncompletePosition, Phrase, Undecided
from rummy_lab.core.melds import Table
from rummy_lab.core.moves import Discard, Draw, Take
from rummy_lab.core.rearrange import Final, judge_final, taken_was_laid
from rummy_lab.core.scoring import lowest_hands
from rummy_lab.core.state import State, known_hand, known_stock
from rummy_lab.core.turn_ends import finish, over_base
from rummy_lab.core.violations import (
    AlreadyDrew,
    DiscardJustTaken,
    KeepADiscard,
    MayNotPass,
    MustDiscard,
    MustDraw,
    MustMeldTaken,
    MustOpen,
    MustPlay,
    NoDiscardPile,
    NoRackCard,
    NotInHand,
    NotTheTopCard,
    OpenTooLow,
    PlayOrDraw,
    StockEmpty,
    Violation,
)
from rummy_lab.core.workspace import Refusal, opening_need, was_opened

Exists = Callable[[State], bool]


def play_exists(state: State, exists: Exists | None) -> bool | None:
    """Whether the mover could lay a card if it were time to play; asks the search (D18).

    None where the search cannot tell. No rule holds against the mover what nobody can show.
    """
    if exists is None:
        raise ValueError(f"{state.rules} asks whether a play exists: pass exists=rummy_lab.search.exists")
    if state.rules.turn.order == "play_or_draw" and state.base.phase == "drew":
        state = State(replace(state.base, phase="start", drawn=0))
    try:
        return exists(state)
    except Undecided:
        return None


def _draw_limit(state: State) -> int:
    draws = state.rules.turn.draws
    return draws if isinstance(draws, int) else state.rules.cards


def draw(state: State, move: Draw, exists: Exists | None) -> State | Refusal:
    """The top card of the stock goes to the hand; what is seen makes a new base."""
    base, rules, work = state.base, state.rules, state.work
    may_draw_again = base.phase == "drew" and base.drawn < _draw_limit(state) and not work.touched
    if work.touched and rules.turn.order == "play_or_draw":
        return (PlayOrDraw(),)
    if state.phase != "start" and not may_draw_again:
        return (AlreadyDrew(),)
    if rules.turn.draws == "until_playable" and base.phase == "drew" and play_exists(state, exists):
        return (AlreadyDrew(),)
    if rules.turn.order == "play_or_draw" and rules.turn.must_play and play_exists(state, exists):
        return (MustPlay(),)
    stock = known_stock(state)
    if not stock:
        return (StockEmpty(),)
    card = stock[0]
    if move.card is not None:
        if move.card is not card and (card is not None or not _may_be_hidden(state, move.card)):
            return (NotTheTopCard(card=move.card, top=None, stock=True),)
        card = move.card
    hand = known_hand(state)
    after = with_hand(base, (*hand, card), stock=stock[1:], phase="drew", drawn=base.drawn + 1)
    return _after_draw(State(after), exists)


def _may_be_hidden(state: State, card: Card) -> bool:
    """Whether a hidden card can be this one: a card of the pack of which not all copies are seen."""
    base, pack = state.base, state.rules.pack
    if card.joker != card.bare or (not card.joker and (card.suit not in pack.suits or card.rank > pack.ranks)):
        return False
    places = (*base.hands, base.pile, base.stock, *(meld.slots for meld in base.table))
    seen = sum(one is card or (card.joker and one is not None and one.joker) for part in places for one in part or ())
    return seen < (pack.jokers if card.joker else pack.copies)


def _after_draw(state: State, exists: Exists | None) -> State:
    rules = state.rules
    if rules.turn.order == "draw_play_discard" or rules.turn.play_after_draw:
        return state
    done = state.base.drawn >= _draw_limit(state) or not state.base.stock
    if rules.turn.draws == "until_playable" and not done:
        done = play_exists(state, exists) is True
    return finish(state, state.base.table, known_hand(state), drew_last=True) if done else state


def take(state: State, move: Take) -> State | Refusal:
    """The top of the discard pile goes to the hand."""
    if not state.rules.has_pile:
        return (NoDiscardPile(),)
    if state.phase != "start":
        return (AlreadyDrew(),)
    if state.pile is None:
        raise IncompletePosition(Phrase("pile"), str(state))
    top = state.pile[-1] if state.pile else None
    if top is None or (move.card is not None and move.card is not top):
        return (NotTheTopCard(card=move.card, top=top),)
    work = replace(state.work, hand=(*known_hand(state), top), pile=state.pile[:-1], taken=top)
    return state.then(Take(top) if move.card else move, work)


def phase_fault(state: State) -> Violation | None:
    """Why cards may not be laid at this point of the turn, or None."""
    turn = state.rules.turn
    if turn.order == "draw_play_discard":
        return MustDraw() if state.phase == "start" else None
    return PlayOrDraw() if state.phase == "drew" and not turn.play_after_draw else None


def discard(state: State, move: Discard, exists: Exists | None) -> State | Refusal:
    """One card goes on the pile; every duty of the turn is judged."""
    rules = state.rules
    if not rules.has_pile:
        return (NoDiscardPile(),)
    if state.phase == "start":
        return (MustDraw(),)
    faults: list[Violation] = _forced_play(state, exists)
    closing = cast(Final | Refusal, state.closing(_before_discard))
    hand = known_hand(state)
    if isinstance(closing, tuple):
        faults += closing
    else:
        hand = closing.hand
    if not hand:
        return (*faults, KeepADiscard())
    if move.card not in hand and None not in hand:
        return (*faults, NotInHand(card=move.card))
    if just_taken(state, move.card):
        faults.append(DiscardJustTaken(card=move.card))
    if faults or isinstance(closing, tuple):
        return tuple(faults)
    left = list(hand)
    left.remove(move.card if move.card in left else None)
    pile = None if state.pile is None else (*state.pile, move.card)
    return finish(state, closing.table, tuple(left), pile=pile, opens=closing.opens, built=closing.built)


def just_taken(state: State, card: Card) -> bool:
    """Whether this is the card taken from the discard pile in this turn, which may not go back (R-21)."""
    taken = state.work.taken
    if taken is not card or state.rules.pile.discard_taken == "allowed":
        return False
    # Judged by face: another copy that was in the hand before the draw may go.
    before = known_hand(State(state.base))
    return before.count(card) - (state.base.taken is not None) < 1


def _forced_play(state: State, exists: Exists | None) -> list[Violation]:
    rules, base = state.rules, state.base
    if state.work.touched or not rules.needs_search:
        return []
    if rules.turn.must_play:
        return [MustPlay()] if play_exists(state, exists) else []
    again = base.phase == "drew" and bool(base.stock)
    return [MustDraw()] if again and play_exists(state, exists) is False else []


def end(state: State, exists: Exists | None) -> State | Refusal:
    """The turn ends without a discard."""
    rules = state.rules
    if rules.turn.order == "draw_play_discard":
        if state.phase == "start":
            return (MustDraw(),)
        if state.work.hand or rules.turn.last_discard == "needed":
            return (MustDiscard(),)
    elif state.base.phase == "drew":
        if not state.work.touched:
            return _end_after_draw(state, exists)
    elif not state.work.touched:
        need = 0 if was_opened(state) else opening_need(state)
        return (NoRackCard(idle=True), *([OpenTooLow(points=0, need=need)] if need else []))
    closing = _close(state, goes_out_after_discard=False)
    if isinstance(closing, tuple):
        return closing
    if rules.turn.order == "draw_play_discard" and closing.hand:
        return (MustDiscard(),)
    if not closing.laid and not closing.changed:
        return (NoRackCard(idle=True),)
    return finish(state, closing.table, closing.hand, pile=state.pile, opens=closing.opens, built=closing.built)


def _end_after_draw(state: State, exists: Exists | None) -> State | Refusal:
    rules, base = state.rules, state.base
    if rules.turn.draws == "until_playable" and base.stock and play_exists(state, exists) is False:
        return (MustDraw(),)
    if rules.turn.must_play and rules.turn.play_after_draw and play_exists(state, exists):
        return (MustPlay(),)
    return finish(state, base.table, known_hand(state), drew_last=True)


def _before_discard(state: State) -> Final | Refusal:
    return _close(state, goes_out_after_discard=True)


def _close(state: State, *, goes_out_after_discard: bool) -> Final | Refusal:
    """The table and hand as the turn leaves them (before a discard), or what it still owes."""
    work, rules = state.work, state.rules
    left = 1 if goes_out_after_discard else 0
    if rules.table.mode == "rearrange":
        return _close_rearranged(state, left)
    hand = known_hand(state)
    owed = building.duties(state, goes_out=len(hand) == left)
    if rules.turn.order == "play_or_draw" and rules.turn.hand_card == "needed" and not (work.melded or work.built):
        owed.append(NoRackCard())
    if owed:
        return tuple(owed)
    hand = (*hand, *[JOKER] * len(work.loose))
    return Final(
        Table(work.heaps.values()), hand, (*work.melded, *work.built), work.touched, bool(work.new), bool(work.built)
    )


def _close_rearranged(state: State, left: int) -> Final | Refusal:
    verdict = judge_final(state, state.work.heaps, left=left)
    taken = state.work.taken
    faults = list(verdict) if isinstance(verdict, tuple) else []
    opened = was_opened(state) or (isinstance(verdict, Final) and verdict.opens)
    if taken is not None and not opened and not faults:
        faults.append(MustOpen(card=taken, need=opening_need(state)))
    use = state.rules.pile.use
    if taken is not None and use != "open_only" and isinstance(verdict, Final):
        faults += [] if taken_was_laid(state, verdict, taken) else [MustMeldTaken(card=taken, build=use != "meld")]
    return tuple(faults) if faults else verdict


def pass_turn(state: State, exists: Exists | None) -> State | Refusal:
    """Doing nothing, where nothing can be drawn (S-29, S-38, R-30)."""
    rules, base = state.rules, state.base
    if state.phase != "start" or state.work.touched or known_stock(state):
        return (MayNotPass(),)
    if rules.turn.must_play and play_exists(state, exists):
        return (MustPlay(),)
    if rules.has_pile and rules.ending.empty_stock == "reshuffle":
        if was_opened(state) and rules.pile.use == "open_only":
            # Where the taken card has to be laid, taking may be impossible, so even an opened seat may pass.
            return (MayNotPass(),)
        return State(over_base(replace(base, turns=base.turns + 1), Over("blocked", lowest_hands(base))))
    return finish(state, base.table, known_hand(state), pile=base.pile, passed=True)
