"""The bot `careful`: keeps what may still become a meld, and looks at what the others can do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from rummy_lab.bots.laying import Layer, laid_by
from rummy_lab.bots.outs import losses, unseen, usefulness
from rummy_lab.core.cards import JOKER, Card
from rummy_lab.core.chance import Rng
from rummy_lab.core.moves import Discard, Draw, Move, Pass, Take, Turn
from rummy_lab.core.state import State
from rummy_lab.core.views import View
from rummy_lab.core.violations import SEATS
from rummy_lab.search import after, best_layout, card_penalty, hand_of, legal_turns, need_to_open
from rummy_lab.search.arranging import best_arrangement
from rummy_lab.search.best import best_turn, valued
from rummy_lab.search.fits import additions

_CONSIDERED: Final = 12
_NEEDED: Final = 5_000
_LAST: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class CarefulBot:
    """Opens as soon as it can, keeps what may still become a meld, and gives the others little to work with.

    Where a turn ends with a discard it lays what it can, a joker only with two more cards, when it goes out, or when a
    hand has become small. It throws the card whose loss costs it the fewest cards not yet seen that would make a meld,
    weighed against what the card costs in the hand (more so once it has opened, and when a hand is small) and against
    what the next player can do with it. Where a turn is spent on either laying or drawing and the table may be laid
    anew, it opens, then collects: laying a card or two costs a turn and gives the others melds to work with. So it
    draws until it can lay its whole hand at once, and lays the best it can as soon as another hand has become small.

    Attributes:
        outs: what a card not yet seen that would make a meld is worth, in the units of the others.
        price: what a penalty point costs before opening. price_opened: after it. price_late: how much more when
            a hand is small.
        gift: what a card costs that the next player can lay at once. use: what a card not yet seen costs that could lie
            beside the one thrown, in the next player's hand.
        small: a hand of so many cards is small, where it throws. late: where it lays jokers. hurry: where it collects.
        collects: whether it collects at all.
        nodes: the budget of the searches of a rearranged table, in nodes.
        name: the name in frames and records.

    >>> from rummy_lab.core.referee import position
    >>> from rummy_lab.core.views import view
    >>> here = position("rummy40; hand A 4h 5h Kc Kd Qs; hand B 2c 3d 8d 9c Jd; pile 3h 3h 6h 6h; turn A drew")
    >>> CarefulBot().choose(view(here, "A"), Rng(1))
    discard 5h
    """

    outs: int = 10
    price: int = 2
    price_opened: int = 3
    price_late: int = 4
    gift: int = 30
    use: int = 3
    small: int = 4
    late: int = 2
    hurry: int = 3
    collects: bool = True
    nodes: int = 20_000
    name: str = "careful"

    def choose(self, view: View, rng: Rng) -> Turn | str:  # noqa: ARG002 (the protocol's)
        """The choice that is due."""
        state = view.state
        if not state.rules.has_pile:
            turn = self._play_or_draw(state)
        elif state.phase == "start":
            turn = Turn((self._draw(state),))
        else:
            turn = self._laid(state)
            if turn is None or not laid_by(turn):
                turn = _rest(state) or turn
        if turn is not None and after(state, turn) is not None:
            return turn
        return next(iter(legal_turns(view, 1)), "pass")

    def alternatives(self, view: View, rng: Rng) -> Sequence[tuple[Turn, int]]:
        """Its choice and others, each with what it takes it to be worth; the choice comes first.

        With a discard: a hundred for each card laid, less what the card thrown costs it. Without: the cards laid, less
        those that stay in the hand where it collects; a draw counts nothing.
        """
        state = view.state
        chosen = Turn.parse(str(self.choose(view, rng)))
        others = {chosen: self._score(state, chosen)}
        if state.rules.has_pile and isinstance(chosen[-1], Discard):
            there = after(state, chosen[:-1])
            if there is not None:
                thrown = islice(self._layer(jokers=True).discards(there), _CONSIDERED)
                others.update(
                    (turn, self._score(state, turn)) for turn in (Turn((*chosen[:-1], one)) for one in thrown)
                )
        found = {there.key for turn in others if (there := after(state, turn)) is not None}
        for turn in legal_turns(view, _CONSIDERED):
            there = after(state, turn)
            if turn not in others and there is not None and there.key not in found:
                found.add(there.key)
                others[turn] = self._score(state, turn)
        first = (chosen, others.pop(chosen))
        return [first, *sorted(others.items(), key=lambda one: -one[1])]

    def _score(self, state: State, turn: Turn) -> int:
        if isinstance(turn[0], Draw | Take | Pass):
            return 0
        found = valued(state, turn)
        laid, left = (0, 0) if found is None else (found.cards_laid, len(hand_of(state)) - found.cards_laid)
        if not isinstance(turn[-1], Discard):
            return laid - left * self._is_collecting(state)
        there = after(state, turn[:-1])
        return 100 * laid - (0 if there is None else self._costs(there).get(turn[-1].card, 0))

    # Turns that end with a discard

    def _draw(self, state: State) -> Move:
        took = after(state, (Take(),))
        if took is not None and took.taken is not None:
            turn = self._laid(took)
            faces = [JOKER if card.joker else card for card in laid_by(turn or ())]
            if took.taken in faces:
                return Take()
        # The draw comes first among the legal choices; a take only where a turn can follow it.
        return next((turn[0] for turn in legal_turns(state, 1)), Pass())

    def _laid(self, state: State) -> Turn | None:
        """What it lays, and the card it throws."""
        every = self._layer(jokers=True).turn(state)
        if every is None or JOKER not in hand_of(state) or need_to_open(state) is not None:
            return every
        there = after(state, every[:-1])
        if there is None or len(hand_of(there)) <= 1 or _fewest(state) <= self.late:
            return every
        return self._layer(jokers=False).turn(state) or every

    def _layer(self, *, jokers: bool) -> Layer:
        return Layer(self._thrown, jokers)

    def _thrown(self, state: State) -> list[Card]:
        costs = self._costs(state)
        return sorted(costs, key=lambda card: (costs[card], card.code))

    def _costs(self, state: State) -> dict[Card, int]:
        """What it costs to throw each card of the hand."""
        rules, left = state.rules, unseen(state)
        lost = losses(state, left)
        price = self.price if need_to_open(state) is not None else self.price_opened
        price += self.price_late * (_fewest(state) <= self.small)
        next_opened = state.opened[SEATS[(state.base.seat + 1) % state.base.seats]]
        fits = {card for meld in state.table for card in additions(rules, meld)} if next_opened else set[Card]()
        costs: dict[Card, int] = {}
        for card in dict.fromkeys(hand_of(state)):
            cost = self.outs * lost[card] if card in lost else _LAST * (1 + card.joker)
            cost += self.gift if card in fits else 0
            cost += 0 if next_opened else self.use * usefulness(rules, card, left)
            costs[card] = cost - price * card_penalty(card, rules)
        return costs

    # Turns of either laying or drawing

    def _play_or_draw(self, state: State) -> Turn | None:
        rest = _rest(state)
        draws = rest is not None and isinstance(rest[0], Draw)
        need = need_to_open(state)
        if rest is not None and need is not None and not best_layout(state.rules, hand_of(state), max(1, need)):
            return rest
        collects = draws and self._is_collecting(state)
        if collects and not self._all_may_lie(state):
            return rest
        best = best_turn(state, "penalty", tidy=False, nodes=self.nodes)
        if best is None or not best.cards_laid or (collects and not best.goes_out):
            return rest or (None if best is None else best.turn)
        return best.turn

    def _is_collecting(self, state: State) -> bool:
        rules = state.rules
        # Who draws and lays in one turn loses none by laying.
        if not self.collects or rules.table.mode != "rearrange" or rules.turn.play_after_draw:
            return False
        return state.opened[state.seat] and _fewest(state) > self.hurry

    def _all_may_lie(self, state: State) -> bool:
        """Whether the whole hand and the table are melds together, jokers wherever they like: quickly denied."""
        lying = (JOKER if card.joker else card for meld in state.table for card in meld.slots)
        whole = best_arrangement(state.rules, must=(*hand_of(state), *lying), nodes=min(self.nodes, _NEEDED))
        return whole is not None and whole.proved


def _fewest(state: State) -> int:
    """The fewest cards in another hand."""
    return min(len(hand) for seat, hand in state.hands.items() if seat != state.seat and hand is not None)


def _rest(state: State) -> Turn | None:
    """To draw or, where that cannot be, to pass; None where neither is allowed."""
    return next(_rests(state), None)


def _rests(state: State) -> Iterator[Turn]:
    if not state.work.touched:
        for move in (Draw(), Pass()):
            if after(state, (move,)) is not None:
                yield Turn((move,))
