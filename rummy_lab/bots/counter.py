"""The bot `counter`: the exact search, and what the others' discards tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import ClassVar, Final, Literal

from rummy_lab.bots.kernels import counter, sheet
from rummy_lab.bots.kernels.written import number, sheet_of
from rummy_lab.bots.protocol import CARD_PRICES
from rummy_lab.core.cards import JOKER, Card
from rummy_lab.core.chance import Rng
from rummy_lab.core.events import Event, Played
from rummy_lab.core.moves import Discard, Draw, Move, Pass, Take, Turn
from rummy_lab.core.state import State
from rummy_lab.core.views import View
from rummy_lab.core.violations import SEATS
from rummy_lab.search import after, best_layout, hand_of, legal_turns, need_to_open
from rummy_lab.search.arranging import best_arrangement
from rummy_lab.search.best import Best, best_turn, valued
from rummy_lab.search.engines import Engine, fastest

_CONSIDERED: Final = 12
_NEEDED: Final = 5_000


@dataclass(frozen=True, slots=True)
class CounterBot:
    """Lays nothing short of its whole hand while the others are far from done, and throws what others have no use for.

    Melds on the table are there for everybody who has opened, so it keeps its own in the hand, opening included where a
    discard ends the turn, until the exact search lays the whole hand at once or another hand has become small; then it
    lays the best turn of that search. It takes the discard only to lay it at once. It throws the card whose loss costs
    it the fewest cards not yet seen that would make a meld, dear melds before all, weighed against what the card costs
    in the hand and against what the next player can do with it: what can be laid off now, and cards not seen that could
    lie beside it. Who threw a card is taken to hold little of its rank or beside it.

    Attributes:
        out: what a card not yet seen that would make a meld is worth, in the units of the others. points: what each
            point of that meld adds, in eighths, before opening.
        price: what a penalty point costs. late: how much more when a hand is small, of `small` cards or fewer.
        gift: what a card costs that the next player can lay at once. use: what a card not yet seen costs that could lie
            beside the one thrown. near: by how many eighths less where the next player threw one like it. same: by how
            many eighths less a card is of use to who threw one like it.
        opens, lays: another hand of so many cards ends the holding back where a discard ends the turn, before and after
            opening. hurry: where a turn is spent on either laying or drawing.
        engine: as in `ExactBot`. nodes: the budget of each search of a rearranged table, in nodes.
        name: the name in frames and records.

    >>> from rummy_lab.core.referee import position
    >>> from rummy_lab.core.views import view
    >>> here = position("rummy40; table [5h 6h 7h]; hand A+ 8h 2c 5d Kd; hand B ??x9; pile Kh; stock ??x9; turn A drew")
    >>> CounterBot(engine="plain").choose(view(here, "A"), Rng(1))
    discard Kd
    """

    out: int = 10
    points: int = 2
    price: int = 3
    late: int = 4
    small: int = 4
    gift: int = 130
    use: int = 2
    near: int = 6
    same: int = 4
    opens: int = 4
    lays: int = 5
    hurry: int = 3
    engine: Engine | Literal["auto"] = "auto"
    nodes: int = 20_000
    name: str = "counter"
    prices: ClassVar[tuple[str, ...]] = CARD_PRICES

    def choose(self, view: View, rng: Rng) -> Turn | str:  # noqa: ARG002 (the protocol's)
        """The choice that is due."""
        for turn in self._choices(view):
            if after(view.state, turn) is not None:
                return turn
        return next(iter(legal_turns(view, 1)), "pass")

    def alternatives(self, view: View, rng: Rng) -> Sequence[tuple[Turn, int]]:
        """Its choice and others, each with what it takes it to be worth; the choice comes first.

        With a discard: a hundred for each card laid unless it holds back, less what the card thrown costs it. Without:
        the cards laid, less those that stay in the hand where it collects; a draw counts nothing.
        """
        state = view.state
        chosen = Turn.parse(str(self.choose(view, rng)))
        others = [chosen]
        if isinstance(chosen[-1], Discard):
            others += islice(self.thrown(view, tuple(chosen[:-1])), _CONSIDERED)
        others += legal_turns(view, _CONSIDERED)
        found: dict[object, tuple[Turn, int]] = {}
        for turn in others:
            there = after(state, turn)
            if there is not None and there.key not in found:
                found[there.key] = (turn, self._score(view, turn))
        first, *rest = found.values()
        return [first, *sorted(rest, key=lambda one: -one[1])]

    def _score(self, view: View, turn: Turn) -> int:
        state = view.state
        if isinstance(turn[0], Draw | Take | Pass):
            return 0
        done = valued(state, turn)
        laid, left = (0, 0) if done is None else (done.cards_laid, len(hand_of(state)) - done.cards_laid)
        if not isinstance(turn[-1], Discard):
            return laid - left * self._is_collecting(state)
        there = after(state, turn[:-1])
        held_back = done is not None and not done.goes_out and state.taken is None and self._holds_back(state)
        cost = 0 if there is None else self.costs(there, view.events).get(turn[-1].card, 0)
        return (-100 if held_back else 100) * laid - cost

    def _choices(self, view: View) -> Iterator[Turn]:
        """What it would do, the first that the referee accepts."""
        state = view.state
        if not state.rules.has_pile:
            yield from self._play_or_draw(state)
        elif state.phase == "start":
            yield Turn((self._draw(state),))
        else:
            best = self._best(state)
            if best is not None and best.cards_laid:
                if best.goes_out:
                    yield best.turn
                if state.taken is None and self._holds_back(state):
                    there = after(state, best.turn[:-1])
                    yield from self.thrown(view, (), hand_of(state if there is None else there))
                yield from self.thrown(view, tuple(best.turn[:-1]))
                yield best.turn
            yield from self.thrown(view, ())

    def _best(self, state: State) -> Best | None:
        return best_turn(state, "penalty", tidy=False, nodes=self.nodes, engine=self.searched_by)

    @property
    def searched_by(self) -> Engine:
        """The engine of its searches."""
        return fastest() if self.engine == "auto" else self.engine

    # Turns that end with a discard

    def _holds_back(self, state: State) -> bool:
        return fewest(state) > (self.lays if state.opened[state.seat] else self.opens)

    def _draw(self, state: State) -> Move:
        took = after(state, (Take(),))
        if took is not None and took.taken is not None:
            best = self._best(took)
            there = None if best is None else after(took, best.turn[:-1])
            if there is not None and hand_of(there).count(took.taken) < hand_of(took).count(took.taken):
                return Take()
        # The draw comes first among the legal choices; a take only where a turn can follow it.
        return next((turn[0] for turn in legal_turns(state, 1)), Pass())

    def thrown(self, view: View, acts: tuple[Move, ...], spare: Sequence[Card] | None = None) -> Iterator[Turn]:
        """The turns that do this and throw a card, the first to go first; those not in `spare` come last."""
        there = after(view.state, acts)
        if there is not None:
            costs = self.costs(there, view.events)
            last = {card: spare is not None and card not in spare for card in costs}
            for card in sorted(costs, key=lambda card: (last[card], costs[card], card.code)):
                yield Turn((*acts, Discard(card)))

    def costs(self, state: State, events: Sequence[Event] = ()) -> dict[Card, int]:
        """What it costs to throw each card of the hand."""
        v, known = sheet_of(state, Rng(0)), [0] * counter.KNOWLEDGE
        opened = state.opened[state.seat] or need_to_open(state) is None
        price = self.price + self.late * (fewest(state) <= self.small)
        points = 0 if opened else self.points
        worths = (self.out, points, price, self.gift, self.use, self.near, self.same)
        known[: len(worths)] = worths
        for seat, cards in thrown_by(events).items():
            for card in cards:
                known[counter.THROWN + sheet.KINDS * SEATS.index(seat) + number(card)] += 1
        counter.note_costs_counted(v, known)
        return {card: known[counter.COST_OF + number(card)] for card in dict.fromkeys(hand_of(state))}

    # Turns of either laying or drawing

    def _play_or_draw(self, state: State) -> Iterator[Turn]:
        rest = next(_rests(state), None)
        need = need_to_open(state)
        opens = need is None or best_layout(state.rules, hand_of(state), max(1, need))
        collects = rest is not None and isinstance(rest[0], Draw) and self._is_collecting(state)
        if rest is not None and (not opens or (collects and not self._all_may_lie(state))):
            yield rest
        best = self._best(state)
        if best is None or not best.cards_laid or (collects and not best.goes_out):
            yield from () if rest is None else (rest,)
        if best is not None:
            yield best.turn

    def _is_collecting(self, state: State) -> bool:
        rules = state.rules
        # Who draws and lays in one turn loses none by laying.
        if rules.table.mode != "rearrange" or rules.turn.play_after_draw:
            return False
        return state.opened[state.seat] and fewest(state) > self.hurry

    def _all_may_lie(self, state: State) -> bool:
        """Whether the whole hand and the table are melds together, jokers wherever they like: quickly denied."""
        lying = (JOKER if card.joker else card for meld in state.table for card in meld.slots)
        every, nodes = (*hand_of(state), *lying), min(self.nodes, _NEEDED)
        whole = best_arrangement(state.rules, must=every, nodes=nodes, engine=self.searched_by)
        return whole is not None and whole.proved


def fewest(state: State) -> int:
    """The fewest cards in another hand, as far as known."""
    return min((len(hand) for seat, hand in state.hands.items() if seat != state.seat and hand is not None), default=99)


def thrown_by(events: Sequence[Event]) -> dict[str, list[Card]]:
    """What each seat threw since the deal."""
    thrown: dict[str, list[Card]] = {}
    for event in events:
        if isinstance(event, Played):
            thrown.setdefault(event.seat, []).extend(move.card for move in event.moves if isinstance(move, Discard))
    return thrown


def _rests(state: State) -> Iterator[Turn]:
    """To draw or to pass, where that is allowed; nothing where the position does not say what the stock holds."""
    if not state.work.touched and state.stock is not None:
        for move in (Draw(), Pass()):
            if after(state, (move,)) is not None:
                yield Turn((move,))
