"""The bot `careful`: keeps what may still become a meld, and looks at what the others can do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import ClassVar, Final

from rummy_lab.bots.kernels import sheet, unseen
from rummy_lab.bots.kernels.asking import asked
from rummy_lab.bots.kernels.careful import careful, is_collecting
from rummy_lab.bots.kernels.weighing import note_costs
from rummy_lab.bots.kernels.written import sheet_of
from rummy_lab.bots.laying import Layer
from rummy_lab.bots.protocol import CARD_PRICES
from rummy_lab.core.cards import Card
from rummy_lab.core.chance import Rng
from rummy_lab.core.moves import Discard, Draw, Pass, Take, Turn
from rummy_lab.core.state import State
from rummy_lab.core.views import View
from rummy_lab.search import after, hand_of, legal_turns
from rummy_lab.search.best import valued

_CONSIDERED: Final = 12


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
    name: str = "careful"
    kernel: ClassVar[int] = unseen.CAREFUL
    prices: ClassVar[tuple[str, ...]] = CARD_PRICES

    @property
    def taste(self) -> tuple[int, ...]:
        """Its fields as they stand on the sheet."""
        prices = (self.outs, self.price, self.price_opened, self.price_late, self.gift, self.use)
        return (*prices, self.small, self.late, self.hurry, int(self.collects))

    def choose(self, view: View, rng: Rng) -> Turn | str:
        """The choice that is due."""
        return asked(careful, view, rng, self.taste)

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
                thrown = islice(Layer(self._thrown).discards(there), _CONSIDERED)
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

    def _costs(self, state: State) -> dict[Card, int]:
        """What it costs to throw each card of the hand."""
        v = self._sheet(state)
        note_costs(v)
        hand = dict.fromkeys(hand_of(state))
        return {card: v[sheet.COSTS + (sheet.WILD if card.joker else card.code)] for card in hand}

    def _is_collecting(self, state: State) -> bool:
        return is_collecting(self._sheet(state))

    def _sheet(self, state: State) -> list[int]:
        v = sheet_of(state, Rng(0))
        v[sheet.TASTE : sheet.TASTE + sheet.TASTES] = self.taste
        return v

    def _thrown(self, state: State) -> list[Card]:
        costs = self._costs(state)
        return sorted(costs, key=lambda card: (costs[card], card.code))
