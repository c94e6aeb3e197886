"""Rule sets: every value of every field, canonical names, and each combination that cannot be, with its sentence."""

import copy
import pickle
import re

import pytest

import rummy_lab as rl
from rummy_lab.core.rules import Pack, RuleSet, ScoringRules, field_specs
from rummy_lab.games import presets
from strategies import made, mended, values_of

FIELDS = {
    "pack.suits": "rygb cdhs", "pack.copies": "1 2 3 4", "pack.jokers": "0 1 2 3 4 5 6",
    "pack.ranks": "5 6 7 8 9 10 11 12 13", "pack.ace": "low high both", "melds.min_run": "3 4",
    "melds.set_sizes": "{3} {4} {3,4}", "melds.wrap": "no yes", "melds.max_jokers": "none 1 2 half",
    "melds.adjacent_jokers": "yes no", "opening.when": "always after_take", "opening.min_round": "0 1",
    "opening.for_rummy": "needed waived", "turn.order": "play_or_draw draw_play_discard",
    "turn.draws": "1 2 3 until_playable", "turn.play_after_draw": "no yes", "turn.must_play": "no yes",
    "turn.last_discard": "needed not_needed", "turn.hand_card": "needed not_needed",
    "pile.use": "open_only meld meld_or_build", "pile.discard_taken": "forbidden allowed",
    "table.mode": "rearrange build none", "table.access": "next_turn same_turn all_opened",
    "table.remain": "final strict", "joker.set_release": "either both declared", "joker.closed_set": "locked open",
    "joker.source": "hand hand_or_table", "joker.freed": "same_turn new_meld_only to_hand",
    "joker.anchor": "kept free frozen", "ending.empty_stock": "pass_until_blocked one_more_turn reshuffle",
    "ending.blocked": "lowest_wins void", "scoring.kind": "zero_sum penalties", "scoring.ace_penalty": "1 11 15",
    "scoring.rummy_when": "one_turn every_win", "scoring.blocked_tie": "share full", "scoring.rummy_builds": "yes no",
    "match.kind": "rounds elimination single", "match.buy_in": "0 1 2 3", "scoring.settlement": "none (1,2) (0,0)",
    "deal.hand": "3 18", "deal.seats": "2-2 2-8 5-6", "opening.points": "0 30 99", "ending.max_turns": "50 2000",
    "scoring.joker_penalty": "0 99", "scoring.rummy_bonus": "0 1 25 double", "match.limit": "100 1000",
    "match.rounds": "1 20",
}  # fmt: skip
REFUSED = {
    "pack.suits": "cdhr", "pack.copies": "0 5", "pack.jokers": "7 -1", "pack.ranks": "4 14", "pack.ace": "no",
    "deal.hand": "2 19", "deal.seats": "1-4 2-9 4-3 2", "melds.min_run": "2 5", "melds.set_sizes": "{5} {2,3} 3 none",
    "melds.wrap": "maybe 1", "melds.max_jokers": "0 3 no", "melds.adjacent_jokers": "none", "opening.points": "-1 100",
    "opening.when": "never", "opening.min_round": "2", "opening.for_rummy": "no", "turn.order": "draw",
    "turn.draws": "0 4 no", "turn.play_after_draw": "needed", "turn.must_play": "1", "turn.last_discard": "no",
    "turn.hand_card": "yes", "pile.use": "any", "pile.discard_taken": "no", "table.mode": "free",
    "table.access": "never", "table.remain": "no", "joker.set_release": "any", "joker.closed_set": "closed",
    "joker.source": "table", "joker.freed": "never", "joker.anchor": "no", "ending.empty_stock": "stop",
    "ending.blocked": "none", "ending.max_turns": "49 2001", "scoring.kind": "none", "scoring.joker_penalty": "100",
    "scoring.ace_penalty": "10", "scoring.rummy_bonus": "triple -1", "scoring.rummy_when": "never",
    "scoring.blocked_tie": "none", "scoring.rummy_builds": "2", "scoring.settlement": "(2,1) 3 (1,2,3)",
    "match.kind": "no", "match.limit": "99 1001", "match.rounds": "0 21", "match.buy_in": "4",
}  # fmt: skip


def test_the_lists_here_name_every_field():
    assert set(field_specs()) == set(FIELDS) == set(REFUSED)


@pytest.mark.parametrize("field", FIELDS)
def test_every_value_of_a_field_is_accepted_and_read_back(field):
    for value in (*values_of(field)[:40], *values_of(field)[-3:]):
        for preset in presets():
            rules = made(mended(preset.values() | {field: value}), preset)
            assert rl.rule_set(str(rules)).values() == rules.values()
    for text in FIELDS[field].split():
        others = ("schmidt{%s}", "rummy40{%s}", "schmidt{deal.seats=2-2,%s}", "schmidt{deal.hand=3,%s}")
        accepted = [other for other in others if _accepts(other % f"{field}={text}")]
        assert accepted, f"no game can have {field}={text}"


def refused_as_a_combination(sentence):
    """False, after a look at the sentence: the value itself must not be the reason."""
    assert "cannot be" not in sentence or "twice" in sentence
    return False


def _accepts(text):
    try:
        rules = rl.rule_set(text)
    except (rl.RuleSetError, rl.NotationError) as refusal:
        return refused_as_a_combination(str(refusal))
    assert rl.rule_set(str(rules)) == rules
    return True


@pytest.mark.parametrize("field", REFUSED)
def test_a_value_not_allowed_is_refused_with_the_field_and_the_values_allowed(field):
    for text in REFUSED[field].split():
        with pytest.raises(rl.RuleSetError) as refused:
            rl.rule_set(f"schmidt{{{field}={text}}}")
        sentence = str(refused.value)
        assert sentence.startswith(f"{field} cannot be "), sentence
        allowed = sentence.partition("; allowed: ")[2]
        spec = field_specs()[field]
        if spec.low is not None:
            assert f"from {spec.low} to {spec.high}" in allowed
        elif spec.pairs is None:
            assert sorted(re.findall(r"\{[\d,]+\}|\w+", allowed)) == sorted(FIELDS[field].split())
        else:
            assert "<=" in allowed


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("opening__points", True), ("opening__points", 30.0), ("opening__points", "forty"), ("opening__points", None),
        ("melds__wrap", 1), ("melds__min_run", "3 "), ("deal__seats", (2, "4")), ("deal__seats", (2, 3, 4)),
        ("deal__seats", 4), ("melds__set_sizes", {3, "x"}), ("melds__set_sizes", {3, 5}), ("melds__set_sizes", ()),
        ("scoring__settlement", (5,)), ("pack__suits", ["rygb"]), ("turn__draws", {"a": 1}),
    ],
)  # fmt: skip
def test_values_of_a_wrong_kind_are_refused_too(field, value):
    if value == "3 ":  # a number may be written as text
        assert rl.SCHMIDT.vary(**{field: value}).melds.min_run == 3
        return
    with pytest.raises(rl.RuleSetError, match=field.replace("__", r"\.")):
        rl.SCHMIDT.vary(**{field: value})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("schmidt{pile.use=meld}", "pile"),
        ("schmidt{pile.discard_taken=allowed}", "pile"),
        ("rummy40{turn.play_after_draw=yes}", "play_after_draw"),
        ("rummy40{table.remain=strict}", "table.remain"),
        ("rummy40{joker.anchor=free}", "joker.anchor"),
        ("rummy40{joker.anchor=frozen}", "joker.anchor"),
        ("rummy40{joker.source=hand_or_table}", "joker.source"),
        ("schmidt{table.mode=build,table.remain=strict}", "table.remain"),
        ("schmidt{table.mode=build,joker.anchor=frozen}", "joker.anchor"),
        ("schmidt{table.mode=build,joker.source=hand_or_table}", "joker.source"),
        ("schmidt{table.mode=none,joker.anchor=free}", "joker.anchor"),
        ("rummikub{table.mode=build}", "joker.anchor"),
        ("schmidt{melds.wrap=yes,pack.ace=both}", "melds.wrap"),
        ("rummy51{melds.wrap=yes}", "melds.wrap"),
        ("rummy40{pack.ranks=12}", "pack.ranks"),
        ("rummy51{pack.ranks=5}", "pack.ranks"),
        ("schmidt{pack.copies=1}", "deal.hand"),
        ("schmidt{deal.seats=2-8}", "deal.hand"),
        ("rummy40{deal.hand=18,deal.seats=2-6}", "deal.hand"),
        ("schmidt{pack.ranks=6,pack.jokers=0,deal.seats=4-4,deal.hand=12}", "deal.hand"),
    ],
)
def test_a_combination_that_cannot_be_is_refused_with_its_sentence(text, words):
    with pytest.raises(rl.RuleSetError) as refused:
        rl.rule_set(text)
    assert words in str(refused.value)
    assert " need" in str(refused.value) or " go" in str(refused.value), "a sentence says why"
    with pytest.raises(rl.NotationError, match=r"deal|table|pile|joker|melds|pack|turn"):
        rl.position(f"{text}; hand A; turn A")


def test_several_impossible_combinations_are_named_together():
    with pytest.raises(rl.RuleSetError) as refused:
        rl.RUMMY40.vary(joker__anchor="free", joker__source="hand_or_table", turn__play_after_draw=True)
    assert all(field in str(refused.value) for field in ("joker.anchor", "joker.source", "turn.play_after_draw"))


def test_the_last_card_more_than_the_hands_is_enough():
    assert rl.SCHMIDT.vary(pack__ranks=6, pack__jokers=0, deal__seats=(4, 4), deal__hand=11).cards == 48
    assert rl.SCHMIDT.vary(pack__ranks=6, pack__jokers=1, deal__seats=(4, 4), deal__hand=12).cards == 49


@pytest.mark.parametrize(
    ("rules", "name"),
    [
        (rl.SCHMIDT, "schmidt"),
        (rl.RUMMY40.vary("with a label", opening__points=51), "rummy40{opening.points=51}"),
        (rl.RUMMY40.vary(opening__points=51).vary(opening__points=40), "rummy40"),
        (rl.RUMMY40.vary(turn__draws=2).vary(pack__jokers=4), "rummy40{pack.jokers=4,turn.draws=2}"),
        (rl.SCHMIDT.vary(melds__set_sizes={4}), "schmidt{melds.set_sizes={4}}"),
        (rl.SCHMIDT.vary(deal__seats=[2, 3], melds__wrap=True), "schmidt{deal.seats=2-3,melds.wrap=yes}"),
        (rl.RUMMY51.vary(scoring__settlement=(1, 2)), "rummy51{scoring.settlement=(1,2)}"),
        (rl.rule_set(" rummy40{ turn.draws = 2 , pack.jokers=4 } "), "rummy40{pack.jokers=4,turn.draws=2}"),
        (rl.rule_set("schmidt{melds.set_sizes={4,3},opening.points=31}"), "schmidt{opening.points=31}"),
        (rl.rule_set("rummy40{}"), "rummy40"),
        (rl.rule_set("rummy40{opening.points=40}"), "rummy40"),
        (rl.SCHMIDT.vary(melds__max_jokers=None, scoring__rummy_bonus="double"), "schmidt{scoring.rummy_bonus=double}"),
    ],
)
def test_canonical_names(rules, name):
    assert str(rules) == rules.name == name
    assert rl.rule_set(name) == rules


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "written"), ("schmitt", "no rule set 'schmitt'"), ("SCHMIDT", "written"), ("schmidt{", "written"),
        ("schmidt{opening.points}", "opening.points"), ("schmidt{opening.point=3}", "no field"),
        ("schmidt{opening.points=31,opening.points=32}", "twice"), ("schmidt{=3}", "no field"),
        ("schmidt opening.points=31", "written"), ("schmidt{opening.points=31}}", "no field|written|cannot"),
    ],
)  # fmt: skip
def test_a_text_that_is_no_rule_set_is_refused_with_the_place(text, words):
    with pytest.raises((rl.NotationError, rl.RuleSetError), match=words) as refused:
        rl.rule_set(text)
    if isinstance(refused.value, rl.NotationError):
        assert 0 <= refused.value.at <= len(text)


def test_equality_and_hash_go_by_the_canonical_name():
    one, two = rl.RUMMY40.vary(opening__points=51), rl.rule_set("rummy40{opening.points=51}")
    assert one == two
    assert hash(one) == hash(two)
    assert one != rl.RUMMY40
    assert one != "rummy40{opening.points=51}"
    assert len({one, two, rl.RUMMY40, rl.RUMMY51}) == 3


@pytest.mark.parametrize("rules", [*presets(), rl.RUMMY40.vary(turn__draws=2, scoring__settlement=(1, 2))])
def test_copies_and_pickles_are_equal(rules):
    for other in (copy.copy(rules), copy.deepcopy(rules), pickle.loads(pickle.dumps(rules))):
        assert other == rules
        assert hash(other) == hash(rules)
        assert other.values() == rules.values()
    assert eval(repr(rules), {"RuleSet": RuleSet}) == rules


def test_rule_sets_and_their_parts_cannot_be_changed():
    for thing, name in ((rl.SCHMIDT, "pack"), (rl.SCHMIDT, "name"), (rl.SCHMIDT.pack, "jokers"), (rl.SCHMIDT, "new")):
        with pytest.raises((AttributeError, TypeError)):
            setattr(thing, name, 3)
        with pytest.raises((AttributeError, TypeError)):
            delattr(thing, name)


def test_a_rule_set_put_together_by_hand_is_checked_as_well():
    with pytest.raises(rl.RuleSetError, match=r"pack\.copies"):
        RuleSet("mine", pack=Pack(copies=9))
    with pytest.raises(rl.RuleSetError, match=r"scoring\.settlement"):
        RuleSet("mine", scoring=ScoringRules(settlement=(2, 1)))


def test_prices_are_marked():
    prices = {field for field, spec in field_specs().items() if spec.price}
    assert prices == {field for field in field_specs() if field.startswith(("scoring.", "match."))}
