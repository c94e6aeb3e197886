"""Every field of every preset, value by value, with where the value comes from."""

import pytest

import rummy_lab as rl
from rummy_lab.core.rules import field_specs
from rummy_lab.games import presets

SCHMIDT = {
    "pack.suits": ("rygb", "S-1, page 13 lines 4-5 and 32-33"),
    "pack.copies": (2, "S-2, page 13 lines 39-41"),
    "pack.jokers": (2, "S-4: BSN, DOC, RMK, GAR"),
    "pack.ranks": (13, "S-3: BSN, DOC, JUM2, GAR"),
    "pack.ace": ("low", "S-12: JUM2, RMK, DOC"),
    "deal.hand": (14, "S-7: DOC, JUM2, RMK, GAR"),
    "deal.seats": ((2, 4), "S-6: JUM manuals, DOC"),
    "melds.min_run": (3, "S-11, page 13 line 6"),
    "melds.set_sizes": ((3, 4), "S-10, page 13 line 4"),
    "melds.wrap": (False, "S-12: JUM2, RMK, DOC"),
    "melds.max_jokers": (None, "S-19, page 13 line 9"),
    "melds.adjacent_jokers": (True, "S-19, page 13 line 9"),
    "opening.points": (30, "S-24, page 13 lines 15 and 20"),
    "opening.when": ("always", "S-24: there is no discard pile to take from"),
    "opening.min_round": (0, "S-24: the page names no round"),
    "opening.for_rummy": ("needed", "S-28: who goes out in one turn opens in it"),
    "turn.order": ("play_or_draw", "S-29: JUM2, ORG, GAR"),
    "turn.draws": (1, "S-29: JUM2, ORG, GAR"),
    "turn.play_after_draw": (False, "S-29"),
    "turn.must_play": (False, "S-29"),
    "turn.last_discard": ("needed", "S-36: without effect, there is no discard"),
    "turn.hand_card": ("needed", "S-31 T3: HOG, GAR"),
    "pile.use": ("open_only", "S-7: without effect, there is no discard pile"),
    "pile.discard_taken": ("forbidden", "S-7: without effect, there is no discard pile"),
    "table.mode": ("rearrange", "S-30, page 13 lines 22-27"),
    "table.access": ("next_turn", "S-27, page 13 lines 14-16"),
    "table.remain": ("final", "S-32, page 13 line 34"),
    "joker.set_release": ("either", "S-20, page 13 line 29"),
    "joker.closed_set": ("open", "S-20: a set of four is exchangeable, section 4"),
    "joker.source": ("hand", "S-21, page 13 lines 11-12"),
    "joker.freed": ("same_turn", "S-22, page 13 lines 26-27"),
    "joker.anchor": ("kept", "S-18, page 13 lines 28-29"),
    "ending.empty_stock": ("pass_until_blocked", "S-38: ORG, GAR"),
    "ending.blocked": ("lowest_wins", "S-39: GAR"),
    "ending.max_turns": (300, "R-31, ours"),
    "scoring.kind": ("zero_sum", "S-37: JUM1, BEL, ENS"),
    "scoring.joker_penalty": (25, "S-16, page 13 line 10"),
    "scoring.ace_penalty": (1, "S-37: numbers at face value"),
    "scoring.rummy_bonus": (0, "section 4: no bonus"),
    "scoring.rummy_when": ("one_turn", "R-35: without effect, the bonus is 0"),
    "scoring.blocked_tie": ("share", "S-39"),
    "scoring.rummy_builds": (True, "R-37: without effect, the bonus is 0"),
    "scoring.settlement": (None, "section 6: none"),
    "match.kind": ("rounds", "S-40: DOC, JUM1"),
    "match.limit": (150, "R-38: without effect on rounds"),
    "match.rounds": (4, "S-40: an agreed number, ours"),
    "match.buy_in": (0, "section 6: no"),
}
RUMMY40 = SCHMIDT | {
    "pack.suits": ("cdhs", "R-1, seed line 6"),
    "pack.copies": (2, "R-1, seed line 6"),
    "pack.jokers": (2, "R-1, seed line 6"),
    "pack.ranks": (13, "R-3, seed lines 10-14"),
    "pack.ace": ("high", "R-9, seed line 27"),
    "deal.hand": (13, "R-2, seed line 4"),
    "deal.seats": ((2, 5), "R-5: KUK, PAG"),
    "melds.min_run": (3, "R-8, seed line 25"),
    "melds.set_sizes": ((3, 4), "R-7, seed lines 25 and 32"),
    "melds.wrap": (False, "R-9, seed line 27"),
    "melds.max_jokers": (None, "R-11, seed line 16"),
    "melds.adjacent_jokers": (True, "R-11, seed line 16"),
    "opening.points": (40, "R-17, seed line 19"),
    "opening.when": ("always", "R-14: MBI, KUK, LUD, CGP"),
    "opening.min_round": (0, "section 6"),
    "opening.for_rummy": ("needed", "R-36"),
    "turn.order": ("draw_play_discard", "R-12, R-21, seed lines 18-21"),
    "turn.draws": (1, "R-12, seed line 18"),
    "turn.last_discard": ("needed", "R-21, seed line 40"),
    "turn.hand_card": ("needed", "S-31 T3: without effect, melds are not rearranged"),
    "pile.use": ("open_only", "R-15, seed line 19"),
    "pile.discard_taken": ("forbidden", "R-21: RPA, KSB"),
    "table.mode": ("build", "R-20, seed line 35"),
    "table.access": ("same_turn", "R-18, seed lines 24 and 39"),
    "table.remain": ("final", "S-32: without effect, nothing is taken away"),
    "joker.set_release": ("both", "R-23, seed lines 30-32"),
    "joker.closed_set": ("locked", "R-24, seed line 32"),
    "joker.source": ("hand", "R-22, seed line 34"),
    "joker.freed": ("same_turn", "R-27: PK, KUK, NL2, LIT"),
    "joker.anchor": ("kept", "R-20, seed line 35"),
    "ending.empty_stock": ("reshuffle", "R-29, seed line 22"),
    "ending.blocked": ("void", "R-30"),
    "scoring.kind": ("penalties", "R-34, seed lines 43-45"),
    "scoring.joker_penalty": (15, "R-3, seed lines 14 and 16"),
    "scoring.ace_penalty": (11, "R-3, seed lines 14 and 45"),
    "scoring.rummy_bonus": (25, "R-35, seed lines 39 and 45"),
    "scoring.rummy_when": ("one_turn", "R-35: RR, MBI, PGR"),
    "scoring.rummy_builds": (True, "R-37, seed line 39"),
    "scoring.settlement": (None, "R-39, seed line 47: only a heading"),
    "match.kind": ("elimination", "R-38: KUK, PAG"),
    "match.limit": (150, "R-38: KUK, PAG"),
    "match.buy_in": (0, "section 6: a choice of the table"),
}
RUMMY51 = RUMMY40 | {
    "opening.points": (51, "R-37: K51"),
    "pack.ace": ("both", "R-37: K51"),
    "scoring.joker_penalty": (25, "R-37: K51"),
    "scoring.rummy_builds": (False, "R-37, seed line 39"),
}
KALOOKI_UK = RUMMY40 | {
    "pile.use": ("meld", "R-15: KUK, MBI"),
    "joker.freed": ("new_meld_only", "R-27: KUK"),
    "match.buy_in": (1, "R-38: KUK, one buy-in at the highest surviving score"),
}
RUMMIKUB = SCHMIDT | {
    "scoring.joker_penalty": (30, "section 6: Rummikub"),
    "joker.anchor": ("free", "section 6: JUM1 frees a joker by splitting"),
    "joker.source": ("hand_or_table", "S-21: ORG, JUM1"),
}
RUMMIKUB_TOURNAMENT = RUMMIKUB | {
    "joker.anchor": ("frozen", "section 6: HOG, RRR"),
    "joker.set_release": ("both", "S-20: the tournament rule"),
    "joker.source": ("hand", "S-21"),
    "scoring.joker_penalty": (25, "S-37: BEL, ENS"),
}
JOKEREN_NL = RUMMY40 | {
    "opening.min_round": (1, "section 6: NL1, NL2"),
    "table.access": ("next_turn", "R-18: NL1, NL2"),
    "pile.use": ("meld_or_build", "R-15: NL2"),
}
BICYCLE_KALUKI = RUMMY40 | {
    "opening.points": (51, "section 6: BIC"),
    "deal.hand": (15, "section 6: BIC"),
    "joker.freed": ("to_hand", "R-27: BIC"),
    "scoring.ace_penalty": (15, "section 6: BIC"),
}
PRESETS = {
    "schmidt": SCHMIDT,
    "rummy40": RUMMY40,
    "rummy51": RUMMY51,
    "kalooki_uk": KALOOKI_UK,
    "rummikub": RUMMIKUB,
    "rummikub_tournament": RUMMIKUB_TOURNAMENT,
    "jokeren_nl": JOKEREN_NL,
    "bicycle_kaluki": BICYCLE_KALUKI,
}
PINS = [(name, field, value) for name, pins in PRESETS.items() for field, (value, _) in pins.items()]


@pytest.mark.parametrize(("name", "field", "value"), PINS, ids=[f"{name}-{field}" for name, field, _ in PINS])
def test_the_field_has_the_pinned_value(name, field, value):
    found = rl.rule_set(name).get(field)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize("name", PRESETS)
def test_every_field_of_the_preset_is_pinned_with_an_origin(name):
    pins = PRESETS[name]
    assert set(pins) == set(field_specs())
    assert all(len(origin) > 2 for _, origin in pins.values())


@pytest.mark.parametrize("name", PRESETS)
def test_the_public_name_of_the_preset_is_the_registered_value(name):
    assert getattr(rl, name.upper()) == rl.rule_set(name)
    assert rl.rule_set(name).name == name


def test_every_registered_preset_is_pinned():
    assert {rules.preset for rules in presets()} == set(PRESETS)
