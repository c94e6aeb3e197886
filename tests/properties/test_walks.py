"""The laws of the game on random walks under drawn rule sets, by moves of `steps` alone."""

from collections import Counter
from random import Random

import pytest

import rummy_lab as rl
from properties import laws
from properties.walks import Walk, asked, conserved, laid_out, late
from rummy_lab.core.rules import RuleSet, field_specs
from rummy_lab.core.state import State
from strategies import random_rules, values_of

SLOW = 500
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


def walk_through(rules: RuleSet, seed: int, share: float, start: State | None = None) -> Walk:
    """A whole deal, with all laws looked at in a share of its positions."""
    rng = Random(f"{rules.name} {seed}")
    least, most = rules.deal.seats
    walk = Walk(start or rl.deal(rules, rng.randint(least, min(most, max(least, 4))), seed, 3), rng)
    conserved(walk.start)
    for step in walk:
        conserved(step.after)
        laws.undone(step.before, step.after)
        if rng.random() < share:
            laws.all_at(step.before, step.steps, rng)
    laws.replays(walk.start, walk.turns, walk.ends)
    final = walk.final
    assert walk.start.base.turns + len(walk.turns) == final.base.turns <= rules.ending.max_turns
    assert list(rl.steps(final, exists=asked(rules))) == []
    assert [v.code for v in rl.check(final, "draw")] == ["DEAL_OVER"]
    laws.text_is_read_back(final)
    outcome = rl.outcome(final)
    assert outcome.how == final.over.how
    if outcome.how == "out":
        (winner,) = outcome.winners
        assert outcome.hands[winner] == ()
    assert None not in rl.settle(outcome, rules).values()
    return walk


@pytest.mark.parametrize("number", range(24))
def test_walks_under_drawn_rules(number):
    rules = random_rules(Random(number), number)
    shorter = rules.vary(ending__max_turns=50, deal__hand=min(rules.deal.hand, 10))
    walk_through(shorter, number, share=0.06)


@pytest.mark.parametrize("name", TOGETHER)
def test_walks_under_rules_that_seldom_go_together(name):
    rules = rl.rule_set(name).vary(ending__max_turns=50)
    players = max(2, rules.deal.seats[0])
    walk_through(rules, 11, share=0.08, start=rl.deal(rules, players, 11, 3))
    for seed in range(2):
        walk_through(rules, seed, share=0.04, start=laid_out(rules, players, seed))


@pytest.mark.slow
def test_many_walks_see_every_value_of_every_field():
    """Each value that is named, each number of a range of up to a hundred, of wider ranges the ends and many more."""
    seen = {field: Counter() for field in field_specs()}
    for number in range(SLOW):
        rules = random_rules(Random(number), number)
        for field, value in rules.values().items():
            seen[field][value] += 1
        players = rules.deal.seats[number % 2] if rules.deal.hand < 9 else rules.deal.seats[0]
        start = rl.deal(rules, players, number, 3)
        walk_through(rules, number, share=0.02, start=start if number % 8 == 0 else late(start))
        walk_through(rules, number, share=0.02, start=laid_out(rules, players, number))
    for field, values in seen.items():
        possible = values_of(field)
        missing = set(possible) - set(values)
        if len(possible) > 105:
            spec = field_specs()[field]
            assert set(spec.values) <= set(values), field
            assert len(values) > 100, field
        else:
            assert not missing, f"no walk had {field} = {missing}"
