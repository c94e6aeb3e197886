"""Plans: they replay, undo nothing, keep few heaps unfinished, and no row of moves is shorter."""

from collections import Counter, deque
from functools import cache
from itertools import combinations, combinations_with_replacement

import pytest

from rummy_lab.core.cards import JOKER, joker_as, natural
from rummy_lab.core.chance import Rng
from rummy_lab.core.errors import NotationError
from rummy_lab.core.judge import judge_meld
from rummy_lab.core.melds import Meld
from rummy_lab.core.moves import Arrange, Turn
from rummy_lab.core.referee import attempt, check, play, position
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.steps import whole_melds
from rummy_lab.core.violations import IllegalMove
from rummy_lab.search.best import best_turn
from rummy_lab.search.effort import Work
from rummy_lab.search.plan import plan
from rummy_lab.search.plan_parts import best_parts

SMALL = ("meld", "layoff", "pull", "split", "join", "swap", "end", "discard", "take")


def bag_of(rules):
    return [
        natural(rank, suit)
        for _ in range(rules.pack.copies)
        for suit in rules.pack.suits
        for rank in range(1, rules.top + 1)
    ]


def drawn_position(seed, *, rules="schmidt", low=1, high=13, melds=5, hand=6, jokers=2):
    """A legal table of melds from the shuffled pack, with the cards of a hand beside it; ranks from low to high."""
    known, rng = RuleSet.parse(rules), Rng(seed)
    pack = [card for card in bag_of(known) if low <= card.rank <= high]
    table, rest = [], sorted(pack, key=lambda card: rng.word())
    wild = jokers
    while len(table) < melds and len(rest) > 12:
        bag = rest[:14]
        made = list(whole_melds(known, [*bag, *[JOKER] * (wild > 0 and rng.below(3) == 0)]))
        if not made:
            rest = rest[1:] + rest[:1]
            continue
        meld = made[rng.below(len(made))]
        wild -= len(meld.jokers)
        for card in meld.naturals:
            rest.remove(card)
        table.append(meld)
    own = rest[:hand] + [JOKER] * (wild > 0 and rng.below(3) == 0)
    return position(f"{rules}; table {' '.join(map(str, table))}; hand A+ {' '.join(map(str, own))}; turn A")


def planned(here):
    best = best_turn(here)
    if best is None or not isinstance(best.turn[0], Arrange):
        return None
    return best.turn, plan(here, best.turn)


def broken_melds(here, final):
    """How many melds of the table are neither left as they are nor only grown (largest matching, few melds)."""
    melds = list(here.table)
    ends = list(final)

    @cache
    def most(at, used):
        if at == len(melds):
            return 0
        top = most(at + 1, used)
        for place, end in enumerate(ends):
            if not used >> place & 1 and Counter(melds[at].slots) <= Counter(end.slots):
                top = max(top, 1 + most(at + 1, used | 1 << place))
        return top

    return len(melds) - most(0, 0)


def assert_sound(here, turn, small):
    assert not check(here, small), (here, small)
    assert all(move.verb in SMALL for move in small), small
    one, two = play(here, turn), play(here, small)
    assert Counter(one.table) == Counter(two.table)
    assert Counter(one.hands["A"] or ()) == Counter(two.hands["A"] or ())
    final = turn[0].melds if isinstance(turn[0], Arrange) else one.table
    allowed = broken_melds(here, play(here, turn[0]).table if isinstance(turn[0], Arrange) else final)
    state, seen = here, set()
    for move in small[:-1]:
        key = (tuple(sorted(map(str, state.table))), tuple(sorted(map(str, state.loose))))
        assert key not in seen, "a move takes another back"
        seen.add(key)
        state = attempt(state, move)
        unfinished = sum(bool(judge_meld(here.rules, meld)) for meld in state.table)
        assert unfinished <= allowed, (here, small)
    pulled = Counter((card, move.heap) for move in small if move.verb == "pull" for card in move.cards)
    laid = Counter((card, move.heap) for move in small if move.verb == "layoff" for card in move.cards)
    assert not pulled & laid, small


# An independent count of the fewest moves: heaps are sorted cards, loose cards and those of the hand one bag.


def fits(heap):
    ranks, suits = {card.rank for card in heap}, [card.suit for card in heap if not card.joker]
    if len(heap) == 1 or (len(ranks) == 1 and len(heap) <= 4):
        return len(set(suits)) == len(suits)
    return len({card.suit for card in heap}) == 1 and len(ranks) == len(heap)


def ordered(cards):
    return tuple(sorted(cards, key=lambda card: card.code))


def less(cards, gone):
    return ordered((Counter(cards) - Counter(gone)).elements())


def bags(cards):
    """Every part of a bag but the empty one."""
    found = set()
    for size in range(1, len(cards) + 1):
        found.update(combinations(cards, size))
    return found


def readings_of(part, goal_jokers):
    """Cards to be laid, bare jokers as any of those that the final table has."""
    bare = sum(card.bare for card in part)
    rest = [card for card in part if not card.bare]
    return {ordered((*rest, *chosen)) for chosen in combinations_with_replacement(goal_jokers, bare)}


def swaps_of(rules, heap, pool, own):
    """Heaps in which cards of the pool have taken the places of jokers, with the cards and how many are freed."""
    same = len({card.rank for card in heap}) == 1
    jokers = [card for card in heap if card.joker]
    for cards in bags(ordered(card for card in own if card in pool and not card.joker)) if jokers else ():
        if same:
            fitting = all(card.rank == heap[0].rank and card not in heap for card in cards)
            grows = rules.joker.set_release == "both" and len(heap) < 4
            freed = len(cards) - grows
            if fitting and len(set(cards)) == len(cards) and 0 < freed <= len(jokers):
                yield ordered((*less(heap, jokers[:freed]), *cards)), cards, freed
        else:
            gone = tuple(joker_as(card) for card in cards)
            if not Counter(gone) - Counter(jokers):
                yield ordered((*less(heap, gone), *cards)), cards, len(cards)


def following(rules, heaps, pool, goal, own):
    heaps = list(heaps)
    free = rules.joker.anchor == "free"
    goal_jokers = sorted({card for heap in goal for card in heap if card.joker})
    layings = [(part, told) for part in bags(pool) for told in readings_of(part, goal_jokers)]
    for at, heap in enumerate(heaps):
        others = heaps[:at] + heaps[at + 1 :]
        for part in bags(heap):
            rest = less(heap, part)
            lifted = [JOKER if free and card.joker else card for card in part]
            if not rest or fits(rest):
                yield [*others, rest] if rest else others, ordered((*pool, *lifted))
        for part, told in layings:
            grown = ordered((*heap, *told))
            if fits(grown):
                yield [*others, grown], less(pool, part)
        for now, cards, freed in swaps_of(rules, heap, pool, pool if free else own):
            yield [*others, now], ordered((*less(pool, cards), *[JOKER] * freed))
        if len({card.suit for card in heap}) == 1:
            row = sorted(heap, key=lambda card: card.rank)
            cuts = [(row[:cut], row[cut:]) for cut in range(1, len(row))]
        else:
            cuts = [(heap[:cut], heap[cut:]) for cut in range(1, len(heap))]
        for low, high in cuts:
            yield [*others, ordered(low), ordered(high)], pool
        for other in range(at):
            joined = ordered((*heap, *heaps[other]))
            if fits(joined):
                yield [*heaps[:other], *heaps[other + 1 : at], *heaps[at + 1 :], joined], pool
    for part, told in layings:
        if len(part) > 2 and not judge_meld(rules, Meld.of(told, rules.top)):
            yield [*heaps, told], less(pool, part)


def fewest(rules, start, final, laid, limit, *, bounded=False):
    """The fewest moves from one table to the other, breadth first; None where they are more than the limit.

    `bounded`: positions from which the bound by parts asks for more moves than are left are not gone on from.
    """
    goal = Counter(ordered(meld.slots) for meld in final)
    own = ordered(laid)
    first = (tuple(sorted((ordered(meld.slots) for meld in start), key=str)), own)
    queue, seen = deque([(first, 0)]), {first}
    while queue:
        (heaps, pool), depth = queue.popleft()
        there = Counter(heaps)
        if there == goal and not pool:
            return depth
        for now, bag in following(rules, heaps, pool, goal, own):
            open_melds = Counter(now)
            # A move makes at most two heaps right and at most two wrong ones go, not both.
            lacking = (open_melds - goal).total() + (goal - open_melds).total()
            if depth + 1 + -(-lacking // 3) > limit or (bag and depth + 1 >= limit):
                continue
            key = (tuple(sorted(now, key=str)), bag)
            if key not in seen:
                seen.add(key)
                if bounded and depth + 1 + fewest_by_parts(now, final) > limit:
                    continue
                queue.append((key, depth + 1))
    return None


def fewest_by_parts(start, final):
    """A bound from below for any number of melds: the melds of both tables in groups, each of which saves at most 2
    of the moves that lifting and laying every meld would take, and only where its cards stay together."""
    goal = Counter(ordered(meld.slots) for meld in final)
    there = Counter(ordered(heap.slots if isinstance(heap, Meld) else heap) for heap in start)
    starts = [Counter(heap) for heap in (there - goal).elements()]
    ends = [Counter(heap) for heap in (goal - there).elements()]

    @cache
    def total(mask, of_start):
        return sum((heap for at, heap in enumerate(starts if of_start else ends) if mask >> at & 1), Counter())

    def saved(a, b):
        one, two = total(a, True), total(b, False)
        return 2 if one == two else 1 if one <= two or two <= one else 0

    def masks(bits):
        part = bits
        while part:
            yield part
            part = (part - 1) & bits

    @cache
    def most(a, b):
        if not a or not b:
            return 0
        low = a & -a
        top = most(a ^ low, b)
        for mine in masks(a ^ low):
            for theirs in masks(b):
                if s := saved(mine | low, theirs):
                    top = max(top, s + most(a & ~(mine | low), b & ~theirs))
        for theirs in masks(b):
            if s := saved(low, theirs):
                top = max(top, s + most(a ^ low, b & ~theirs))
        return top

    return len(starts) + len(ends) - most((1 << len(starts)) - 1, (1 << len(ends)) - 1)


def changed(here, final):
    start, end = Counter(here.table), Counter(final)
    return list((start - end).elements()), list((end - start).elements())


@pytest.mark.parametrize("rules", ["schmidt", "rummikub", "rummikub_tournament", "schmidt{joker.set_release=both}"])
def test_plans_replay_undo_nothing_and_keep_few_heaps_unfinished(rules):
    count = 0
    for seed in range(60):
        here = drawn_position(seed, rules=rules, low=2 if seed % 2 else 1, high=9 if seed % 2 else 13)
        told = planned(here)
        if told is not None:
            assert_sound(here, *told)
            count += 1
    assert count > 20


def counted(here, turn, small, **how):
    """Assert that no row of moves is shorter than the plan."""
    start, final = changed(here, turn[0].melds)
    laid = Counter(JOKER if card.joker else card for meld in final for card in meld.slots)
    laid -= Counter(JOKER if card.joker else card for meld in start for card in meld.slots)
    moves = len(small) - 1
    # A swap is one move that takes and gives, which the bound does not know.
    gap = 0 if any(move.verb == "swap" for move in small) else moves - fewest_by_parts(start, final)
    assert gap >= 0
    # Where the bound is reached, it proves the plan; the search for what lies below it grows fast with the gap.
    if not how:
        assert fewest(here.rules, start, final, laid.elements(), moves) == moves, (here, turn, small)
    elif gap == 1 and moves < 8:
        assert fewest(here.rules, start, final, laid.elements(), moves - 1, **how) is None, (here, turn, small)


@pytest.mark.parametrize("block", range(4))
def test_no_row_of_moves_is_shorter_by_breadth_first_search(block):
    count = 0
    for seed in range(60 * block, 60 * block + 60):
        here = drawn_position(1000 + seed, low=3, high=8, melds=3, hand=3, jokers=0)
        told = planned(here)
        if told is not None and len(told[1]) <= 5:
            counted(here, *told)
            count += 1
    assert count > 3


@pytest.mark.parametrize(
    "rules", ["schmidt", "rummikub", "rummikub_tournament", "schmidt{joker.set_release=both,joker.closed_set=locked}"]
)
def test_no_row_of_moves_is_shorter_with_jokers(rules):
    known, swaps = RuleSet.parse(rules), 0
    for seed in range(120):
        here = drawn_position(7000 + seed, rules=rules, low=3, high=9, melds=3, hand=2)
        wanted = [card for meld in here.table for card in (meld.slots if meld.jokers else ())]
        named = [natural(card.rank, card.suit or known.pack.suits[seed % 4]) for card in wanted if card.joker]
        text = " ".join(map(str, (*here.hands["A"], *named[:2])))
        try:
            here = position(f"{rules}; table {here.table}; hand A+ {text}; turn A")
        except NotationError:
            continue
        told = planned(here)
        if told is not None and len(told[1]) <= 5:
            assert_sound(here, *told)
            counted(here, *told)
            swaps += any(move.verb == "swap" for move in told[1])
    assert swaps > 5


@pytest.mark.parametrize("jokers", [0, 2])
def test_no_row_of_moves_is_shorter_with_up_to_six_broken_melds(jokers):
    broken = Counter()
    for seed in range(150):
        here = drawn_position(5000 + seed, low=2, high=9, melds=4 + seed % 4, hand=4, jokers=jokers)
        told = planned(here)
        if told is None or any(move.verb == "swap" for move in told[1]):
            continue
        assert_sound(here, *told)
        count = broken_melds(here, told[0][0].melds)
        if count <= 6:
            counted(here, *told, bounded=True)
            broken[count] += 1
    assert len(broken) >= 4, broken


def cut_runs(rng, cards):
    """A row of cards of one suit cut into runs of three and more at random places."""
    runs, rest = [], list(cards)
    while len(rest) > 5:
        size = 3 + rng.below(min(4, len(rest) - 5))
        runs.append(rest[:size])
        rest = rest[size:]
    return [*runs, rest]


def test_runs_joined_and_cut_elsewhere_take_the_fewest_moves():
    verbs, broken = Counter(), Counter()
    for seed in range(150):
        rng = Rng(seed)
        start, final, hand = [], [], []
        for suit in "rg"[: 1 + seed % 2]:
            low = 1 + rng.below(3)
            row = [natural(rank, suit) for rank in range(low, 14 - rng.below(3))]
            final += cut_runs(rng, row)
            for run in cut_runs(rng, row):
                while len(run) > 3 and rng.below(2):
                    hand.append(run.pop(rng.below(2) - 1))
                start.append(run)
        if not hand:
            hand.append(natural(1, "b"))
        text = [f"[{' '.join(map(str, run))}]" for run in start]
        here = position(f"schmidt; table {' '.join(text)}; hand A+ {' '.join(map(str, hand))}; turn A")
        turn = Turn.parse(f"arrange {' '.join('[' + ' '.join(map(str, run)) + ']' for run in final)}; end")
        if check(here, turn):
            continue
        small = plan(here, turn)
        assert_sound(here, turn, small)
        counted(here, turn, small, bounded=True)
        verbs.update(move.verb for move in small)
        broken[broken_melds(here, turn[0].melds)] += 1
    assert min(verbs["join"], verbs["split"], verbs["pull"]) > 20, verbs
    assert len(broken) > 3, broken


@pytest.mark.parametrize(
    ("text", "turn", "moves"),
    [
        ("schmidt; table [2g 3g 4g 5g]; hand A+ 6g 2y 2b; turn A", "arrange [3g 4g 5g 6g] [2y 2g 2b]; end",
         "layoff 6g>1; pull 2g<1; meld 2y 2g 2b; end"),
        ("schmidt; table [3r 4r 5r]; hand A+ 2r 6r 7r 8r; turn A", "arrange [2r 3r 4r] [5r 6r 7r 8r]; end",
         "layoff 2r 5r 6r 7r 8r>1; split 1/4r; end"),
        ("schmidt; table [5r *6r 7r] [9y 9g 9b]; hand A+ 6r; turn A", "arrange [5r 6r 7r] [9y 9g 9b *9?]; end",
         "swap 6r>1; layoff *9?>2; end"),
        ("schmidt; table [3r 4r 5r *6r]; hand A+ 6r 7r 8r; turn A", "arrange [3r 4r 5r 6r] [*6r 7r 8r]; end",
         "swap 6r>1; meld *6r 7r 8r; end"),
        ("rummikub; table [5r *6r 7r] [6r 6y 6g 6b]; hand A+ 9y 9g; turn A",
         "arrange [5r 6r 7r] [6y 6g 6b] [9y 9g *9?]; end", "pull 6r<2; swap 6r>1; meld 9y 9g *9?; end"),
        ("rummikub; table [*5r 6r 7r 8r]; hand A+ 9y 9g; turn A", "arrange [6r 7r 8r] [9y 9g *9?]; end",
         "pull *5r<1; meld 9y 9g *9?; end"),
        ("schmidt; table [4b 5b 6b]; hand A 10r 11r 12r 13r; turn A", "arrange [4b 5b 6b] [10r 11r 12r]; end",
         "meld 10r 11r 12r; end"),
        ("schmidt{table.access=same_turn}; table [4b 5b 6b]; hand A 10r 11r 12r 7b 1y; turn A",
         "arrange [4b 5b 6b 7b] [10r 11r 12r]; end", "meld 10r 11r 12r; layoff 7b>1; end"),
        ("schmidt; table [4b 5b 6b]; hand A+ 7b 1y; turn A", "layoff 7b>1; end", "layoff 7b>1; end"),
        ("rummy40; table [4c 5c 6c]; hand A+ 7c Ad 2d; pile 9d; turn A", "take; layoff 7c>1; discard Ad",
         "take; layoff 7c>1; discard Ad"),
    ],
)  # fmt: skip
def test_plans_of_known_turns(text, turn, moves):
    here = position(text)
    small = plan(here, turn)
    assert not check(here, small)
    assert len(small) == len(Turn.parse(moves)), small
    assert [move.verb for move in small] == [move.verb for move in Turn.parse(moves)], small


def test_a_plan_goes_on_from_what_was_moved():
    start = position("schmidt; table [2g 3g 4g 5g]; hand A+ 6g 2y 2b 9r; turn A")
    here = play(start, "pull 2g<1")
    small = plan(here, "arrange [3g 4g 5g 6g] [2y 2g 2b]; end")
    assert play(here, small).table == play(start, "arrange [3g 4g 5g 6g] [2y 2g 2b]; end").table
    assert sorted(move.verb for move in small) == ["end", "layoff", "meld"]


def test_what_is_not_legal_is_refused():
    here = position("schmidt; table [2g 3g 4g 5g]; hand A+ 6g 2y 2b; turn A")
    with pytest.raises(IllegalMove):
        plan(here, "arrange [2g 3g 4g] [2y 2g 2b]; end")


def crowd(copies, wrap):
    """Many copies of every suit cut at other places before and after the turn, one card of it in the hand."""
    rng, starts, ends = Rng(copies), [], []
    for suit in "rygb":
        for _ in range(copies):
            for rows in (starts, ends):
                low = rng.below(13) if wrap else 0
                rows.extend(cut_runs(rng, [natural((low + step) % 13 + 1, suit) for step in range(13)]))
    long = next(at for at, row in enumerate(starts) if len(row) > 3)
    card = starts[long].pop()
    table, final = (" ".join(f"[{' '.join(map(str, row))}]" for row in rows) for rows in (starts, ends))
    rules = f"schmidt{{pack.copies=4,melds.wrap={'yes' if wrap else 'no'}}}"
    return position(f"{rules}; table {table}; hand A+ {card}; turn A"), Turn.parse(f"arrange {final}; end")


@pytest.mark.parametrize("wrap", [False, True])
def test_a_crowded_table_takes_a_bounded_number_of_steps(wrap, monkeypatch):
    here, turn = crowd(3, wrap)
    spent = []
    spend = Work.spend
    monkeypatch.setattr(Work, "spend", lambda self, pieces: spent.append(pieces) or spend(self, pieces))
    small = plan(here, turn)
    assert not check(here, small)
    assert Counter(play(here, small).table) == Counter(play(here, turn).table)
    assert sum(spent) < 1_000_000
    assert wrap or all(move.verb in SMALL for move in small)


def test_parts_without_work_left_are_still_all_melds_once():
    here, turn = crowd(2, False)
    starts, ends = [meld.slots for meld in here.table], [meld.slots for meld in turn[0].melds]
    best = best_parts(starts, ends)
    whole = Work(1_000_000)
    best_parts(starts, ends, whole)
    # It may end in any of the steps: the groups, what is worth comparing of them, the choice.
    for work in range(0, 1_000_000 - whole.left + 1, 3):
        parts = best_parts(starts, ends, Work(work))
        assert sorted(at for part in parts for at in part.starts) == list(range(len(starts)))
        assert sorted(at for part in parts for at in part.ends) == list(range(len(ends)))
        assert sum(part.saved for part in parts) <= sum(part.saved for part in best)
