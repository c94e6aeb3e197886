"""Random walks through deals by moves of `steps` alone, and the laws that hold after every move and turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random

import rummy_lab as rl
from rummy_lab.core.cards import JOKER, Card, natural
from rummy_lab.core.melds import Meld
from rummy_lab.core.moves import (
    Arrange,
    Discard,
    Draw,
    End,
    Join,
    Lay,
    Layoff,
    Move,
    Pass,
    Pull,
    Split,
    Swap,
    Take,
    Turn,
)
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.state import State
from rummy_lab.core.steps import candidates, whole_melds
from strategies import whole_pack

WEIGHTS = {Lay: 8, Swap: 8, Layoff: 5, Split: 2, Pull: 2, Join: 1}
CLOSERS = (End, Discard, Pass)
# Rules that seldom go together; with low openings and many jokers, so that much happens.
TOGETHER = [
    "schmidt{turn.order=draw_play_discard,opening.points=6,pack.jokers=4,joker.freed=to_hand}",
    "schmidt{turn.order=draw_play_discard,turn.last_discard=not_needed,opening.points=0,pack.ranks=5,deal.hand=5}",
    "rummy40{turn.order=play_or_draw,opening.points=6,pack.jokers=6,turn.draws=3,joker.set_release=either}",
    "rummy40{turn.order=play_or_draw,opening.points=0,joker.closed_set=open,joker.set_release=declared}",
    "schmidt{table.mode=none,opening.points=15}",
    "rummy40{table.mode=none,opening.points=0,turn.last_discard=not_needed,pile.use=meld}",
    "schmidt{turn.draws=3,turn.play_after_draw=yes,opening.points=0,pack.copies=1,deal.hand=9,deal.seats=2-3}",
    "rummy40{turn.draws=2,turn.last_discard=not_needed,joker.freed=to_hand,pack.jokers=6,opening.points=0}",
    "rummy40{joker.freed=to_hand,turn.last_discard=not_needed,opening.points=0,pack.jokers=6,pack.copies=1,deal.hand=7}",
    "schmidt{joker.freed=to_hand,joker.anchor=free,pack.jokers=6,opening.points=0,table.access=same_turn}",
    "schmidt{joker.anchor=frozen,table.remain=strict,joker.freed=new_meld_only,pack.jokers=6,opening.points=0}",
    "schmidt{joker.anchor=free,table.remain=strict,joker.source=hand_or_table,pack.jokers=6,opening.points=0}",
    "schmidt{table.remain=strict,joker.set_release=declared,pack.jokers=6,opening.points=0,table.access=all_opened}",
    "schmidt{joker.freed=new_meld_only,melds.set_sizes={4},joker.closed_set=locked,pack.jokers=6,opening.points=0}",
    "rummy40{joker.freed=new_meld_only,melds.set_sizes={4},joker.set_release=both,pack.jokers=6,opening.points=0}",
    "rummy40{melds.set_sizes={3},joker.closed_set=open,pack.jokers=6,opening.points=0}",
    "schmidt{melds.wrap=yes,pack.ranks=5,pack.copies=4,pack.jokers=6,opening.points=0,melds.min_run=4}",
    "rummy40{melds.wrap=yes,opening.points=0,pack.jokers=6,melds.adjacent_jokers=no}",
    "schmidt{pack.ace=high,pack.ranks=5,pack.copies=4,opening.points=0}",
    "schmidt{pack.ace=both,pack.ranks=6,pack.copies=3,opening.points=0,melds.max_jokers=half,pack.jokers=6}",
    "rummy51{opening.points=0,melds.max_jokers=1,pack.jokers=6}",
    "rummy40{pack.ace=low,pack.ranks=7,deal.hand=7,deal.seats=2-4,opening.points=0,ending.empty_stock=one_more_turn}",
    "rummy40{opening.when=after_take,opening.for_rummy=waived,pile.discard_taken=allowed,pile.use=meld_or_build}",
    "kalooki_uk{opening.points=0,pack.ranks=13,deal.hand=18,deal.seats=5-5}",
    "jokeren_nl{opening.points=0,pack.copies=1,deal.hand=9,ending.blocked=lowest_wins}",
    "schmidt{turn.must_play=yes,opening.points=0,turn.hand_card=not_needed}",
    "rummy40{turn.must_play=yes,opening.points=0}",
    "schmidt{turn.draws=until_playable,opening.points=0,turn.must_play=yes}",
    "rummy40{turn.draws=until_playable,turn.last_discard=not_needed,opening.points=0}",
    "schmidt{turn.draws=until_playable,turn.play_after_draw=yes,opening.points=0,ending.empty_stock=reshuffle}",
    "rummikub{table.access=same_turn,turn.order=draw_play_discard,opening.points=0,pile.use=meld}",
    "rummikub_tournament{opening.points=0,pack.jokers=3,turn.order=draw_play_discard,pile.use=meld_or_build}",
    "schmidt{opening.min_round=1,opening.points=0,deal.hand=3,scoring.rummy_bonus=double}",
]


def asked(rules: RuleSet):
    """What the referee has to be given where playing is compulsory: an answer that is cheap, and the same for all."""
    return (lambda state: bool(simple_play(state))) if rules.needs_search else None


def simple_play(state: State) -> Turn:
    """A turn that lays by one move and ends; no move where there is none such."""
    for move in candidates(state):
        if isinstance(move, Lay | Layoff | Swap):
            after, refusal = rl.play_until_error(state, move)
            if not refusal:
                closers = (
                    [Discard(card) for card in dict.fromkeys(after.hands[after.seat])] if after.rules.has_pile else []
                )
                for closer in (*closers, End()):
                    if not rl.check(after, closer):
                        return Turn([move, closer])
    return Turn()


def late(start: State, turns: int = 60) -> State:
    """The same deal with so many turns left at most."""
    return State(replace(start.base, turns=max(start.base.turns, start.rules.ending.max_turns - turns)))


def laid_out(rules: RuleSet, players: int, seed: int, turns: int = 14) -> State:
    """A deal that has gone on for a while, with so many turns left: everybody has opened, melds lie on the table."""
    rng, base = Random(f"{rules.name} {seed}"), rl.deal(rules, players, seed, 3).base
    left, table = list(base.stock), []
    for _ in range(rng.randint(2, 5)):
        jokers = [card for card in left if card.joker][:2]
        naturals = [card for card in left if not card.joker]
        some = rng.sample(naturals, min(len(naturals), 16))
        melds = list(whole_melds(rules, (*some, *jokers)))
        melds = [meld for meld in melds if meld.jokers] or melds
        if melds:
            table.append(rng.choice(melds))
            for card in table[-1].slots:
                left.remove(JOKER if card.joker else card)
    opened = tuple(1 for _ in range(players))
    table = type(base.table)(table)
    return State(replace(base, table=table, stock=tuple(left), opened=opened, turns=rules.ending.max_turns - turns))


@dataclass
class Step:
    """One move of a walk: the state before it, all steps there, the one chosen, and the state after it."""

    before: State
    steps: list[Move]
    move: Move
    after: State


@dataclass
class Walk:
    """A deal walked through at random.

    Attributes:
        start: the deal.
        turns: the moves that led on, turn by turn; what was taken back is left out.
        ends: the state at the end of each turn.
        final: the finished deal.
    """

    start: State
    rng: Random
    turns: list[Turn] = field(default_factory=list)
    ends: list[State] = field(default_factory=list)
    final: State | None = None

    def __iter__(self) -> Iterator[Step]:
        state, most = self.start, self.start.rules.ending.max_turns
        while state.over is None:
            assert len(self.turns) <= most, f"the walk does not end: {state}"
            first = state.base.turns
            moves: list[Move] = []
            while state.over is None and state.base.turns == first:
                base = state
                for step in self._till_the_next_base(base):
                    yield step
                    state = step.after
                moves += _since(base, state, step)
            self.turns.append(Turn(moves))
            self.ends.append(state)
        self.final = state

    def _till_the_next_base(self, base: State) -> Iterator[Step]:
        """Moves from a base to the next one; where they lead nowhere they are undone and the turn ends plainly."""
        state, budget = base, self.rng.choice((0, 1, 2, 3, 5, 8))
        for _ in range(3 * budget + 1):
            choices = list(rl.steps(state, exists=asked(base.rules)))
            move = self._pick(choices, acting=budget > 0)
            if move is None:
                break
            after = rl.play(state, move, exists=asked(base.rules))
            yield Step(state, choices, move, after)
            if after.base is not base.base:
                return
            state, budget = after, budget - 1
        while rl.undo(state) is not state:
            state = rl.undo(state)
        assert state == base
        yield from self._plainly(base)

    def _pick(self, choices: list[Move], *, acting: bool) -> Move | None:
        acts = [move for move in choices if type(move) in WEIGHTS]
        if acting and acts:
            return self.rng.choices(acts, [WEIGHTS[type(move)] for move in acts])[0]
        others = [move for move in choices if type(move) not in WEIGHTS]
        closers = [move for move in others if isinstance(move, CLOSERS)]
        return self.rng.choice(closers or others) if closers or (others and acting) else None

    def _plainly(self, base: State) -> Iterator[Step]:
        """The turn without any play: draw and discard, or pass; by the search where that is not allowed."""
        choices = list(rl.steps(base, exists=asked(base.rules)))
        for kinds in (CLOSERS, (Draw,)):
            plain = [move for move in choices if isinstance(move, kinds)]
            if plain:
                move = self.rng.choice(plain)
                yield Step(base, choices, move, rl.play(base, move, exists=asked(base.rules)))
                return
        turn = (Take(), *self._after_taking(base)) if Take() in choices else _found(base)
        state = base
        for move in turn:
            after = rl.play(state, move, exists=asked(base.rules))
            yield Step(state, list(rl.steps(state, exists=asked(base.rules))), move, after)
            state = after

    def _after_taking(self, base: State) -> tuple[Move, ...]:
        took = rl.play(base, "take")
        discards = [move for move in rl.steps(took, exists=asked(base.rules)) if isinstance(move, Discard)]
        return (self.rng.choice(discards),) if discards else _found(took)


def _found(state: State) -> Turn:
    turn = simple_play(state)
    assert turn, f"no legal move is left: {state}"
    return turn


def _since(base: State, state: State, last: Step) -> list[Move]:
    """The moves from a base to the next, those taken back left out."""
    return [*last.before.moves[len(base.moves) :], last.move] if state is last.after else []


def cards_of(state: State) -> Counter[Card]:
    """Every card in every place, jokers without what they stand for; a card in the air counts as loose."""
    places = [*state.hands.values(), state.stock, state.pile or (), state.loose, *(meld.slots for meld in state.table)]
    return Counter(JOKER if card.joker else card for place in places for card in place)


def conserved(state: State) -> None:
    """C-5: a card is in exactly one place, and none is lost or made."""
    assert cards_of(state) == Counter(whole_pack(state.rules)), f"cards are lost or made: {state}"


def jokers_stand(before: State, after: State) -> None:
    """T4, R-20 to R-26, told again without the judge: no joker of the table changes what it stands for by itself."""
    rules = before.rules
    if rules.table.mode == "rearrange":
        if rules.joker.anchor != "free":
            _anchors_kept(before, after)
        return
    for number, (old, new) in enumerate(zip(before.table, after.table, strict=False), 1):
        assert not Counter(old.naturals) - Counter(new.naturals), f"meld {number} lost a card: {before} -> {after}"
        if _is_set(old):
            _set_grew_rightly(rules, old, new)
        else:
            for joker in old.jokers:
                assert joker in new.slots or natural(joker.rank, joker.suit) in new.slots, f"{before} -> {after}"
    assert len(after.table) >= len(before.table)


def _is_set(meld: Meld) -> bool:
    return len({card.rank for card in meld.slots}) == 1


def _set_grew_rightly(rules: RuleSet, old: Meld, new: Meld) -> None:
    added, freed = len(new.naturals) - len(old.naturals), len(old.jokers) - len(new.jokers)
    assert len(new) <= 4
    assert freed <= added
    if rules.table.mode == "none":
        assert old == new
    if freed > 0 and len(old) == 4:
        assert rules.joker.closed_set == "open"
    if freed > 0 and len(old) == 3 and rules.joker.set_release == "both":
        assert freed == added - 1
        assert len(new) == 4
    if rules.joker.set_release == "declared":
        for joker in old.jokers:
            assert joker in new.slots or natural(joker.rank, joker.suit) in new.slots


def _anchor(rules: RuleSet, meld: Meld, joker: Card) -> tuple[int, str]:
    named = not _is_set(meld) or rules.joker.set_release == "declared"
    return (joker.rank, joker.suit if named else "")


def _anchors_kept(before: State, after: State) -> None:
    """Every joker that left its place was replaced: at least as many right cards came as jokers went."""
    rules = before.rules
    old, new = (Counter(_anchor(rules, meld, joker) for meld in table for joker in meld.jokers) for table in
                (before.table, after.table))  # fmt: skip
    came = Counter(card for meld in after.table for card in meld.naturals)
    if rules.joker.source == "hand":
        came -= Counter(card for meld in before.table for card in meld.naturals)
    gone = old - new
    for (rank, suit), count in gone.items():
        right = sum(n for card, n in came.items() if card.rank == rank and suit in ("", card.suit))
        assert count <= right, f"a joker left {rank}{suit}: {before} -> {after}"
    for rank in {rank for rank, _ in gone}:
        right = sum(n for card, n in came.items() if card.rank == rank)
        assert sum(count for (other, _), count in gone.items() if other == rank) <= right


def wild_moves(state: State, rng: Random, count: int) -> list[Move]:
    """Moves made up at random around what lies there, most of them illegal; none names a card that is drawn."""
    seen = [card for meld in state.table for card in meld.slots] + list(state.loose) + [JOKER, JOKER]
    seen += [card for card in state.hands[state.seat] if card is not None] + list(state.pile or ())[-1:]
    seen += rng.sample(whole_pack(state.rules), 5)
    heaps = [*state.heaps, max(state.heaps, default=0) + 1, 0]

    def some(least: int = 1, most: int = 4) -> tuple[Card, ...]:
        return tuple(rng.choice(seen) for _ in range(rng.randint(least, most)))

    def one() -> Move:
        heap, cards = rng.choice(heaps), some()
        melds = list(state.table)
        if melds:
            melds[rng.randrange(len(melds))] = Meld.of(some(3, 4))
        kind = rng.choice((Lay, Layoff, Pull, Split, Join, Swap, Arrange, Discard, End, Pass, Take, Draw))
        if kind is Lay:
            return Lay(Meld.of(cards).slots)
        if kind in (Layoff, Pull, Swap):
            return kind(cards, heap)
        if kind is Split:
            return Split(heap, cards[0])
        if kind is Join:
            return Join(heap, rng.choice(heaps))
        if kind is Discard:
            return Discard(JOKER if cards[0].joker else cards[0])
        return kind(type(state.table)(melds or [Meld.of(cards)])) if kind is Arrange else kind()

    return [one() for _ in range(count)]


def judged(state, move, rules):
    """The verdict on a move, and whether it says that the position does not tell enough."""
    return rl.check(state, move, exists=asked(rules))
