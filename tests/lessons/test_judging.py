"""What counts as right, and what is said of what is not."""

from dataclasses import replace
from random import Random

import pytest

import rummy_lab as rl
from lessons.small import LESSON
from rummy_lab.core.errors import RummyError
from rummy_lab.core.moves import Turn
from rummy_lab.lessons.checking import shown_by
from rummy_lab.lessons.counting import points_of
from rummy_lab.lessons.judging import judged
from rummy_lab.lessons.reading import parse_lesson
from rummy_lab.lessons.siblings import siblings
from rummy_lab.lessons.telling import all_phrases, feedback
from rummy_lab.words import languages

COLOURS = (
    "red",
    "rot",
    "rood",
    "rode",
    "yellow",
    "gelb",
    "gel",
    "geel",
    "green",
    "grün",
    "groen",
    "blue",
    "blau",
    "joker",
)
WATCH, DO, JUDGE, VALUE, FIND, PREDICT = parse_lesson(LESSON).steps


@pytest.mark.parametrize(
    ("step", "answer", "right", "told"),
    [
        (WATCH, None, True, "Right."),
        (DO, "arrange [8r 8y 8g] [5r 6r *7r]; end", True, "It moved on."),
        (DO, "swap 8g>1; meld 5r 6r *7r; end", True, "It moved on."),
        (DO, "arrange [8r 8y 8g] [*4r 5r 6r]; end", True, "It moved on."),
        (DO, "layoff 8g>1; end", False, "Now green 8 lies beside it."),
        (DO, "layoff 1b>1; end", False, "Your try: Lay the blue 1 off on meld 1. End your turn. "),
        (
            DO,
            "draw",
            False,
            "You laid no card; this step asks for at least 3 cards: think of red 5.",
        ),
        (JUDGE, (False, "GAP"), True, "Right."),
        (JUDGE, (True, ""), False, "A run has no hole."),
        (JUDGE, (False, "NOT_OPENED"), False, "Not allowed is right, for another reason: "),
        (VALUE, 18, True, "Right."),
        (VALUE, 36, False, "25 is for the hand."),
        (VALUE, 11, False, "Red 5, 6, joker standing for red 7: 5 + 6 + 7 = 18 points."),
        (FIND, "layoff 5r 9r>1; end", True, "Right."),
        (FIND, "layoff 9r>1; layoff 5r>1; end", True, "Right."),
        (FIND, "layoff 5r>1; end", False, "there is a turn that does more: think of red 9."),
        (PREDICT, ["a"], True, "Right."),
        (PREDICT, ["b"], False, "Look again."),
        (PREDICT, ["a", "b"], False, "Look again."),
        (PREDICT, [], False, "Right so far; one more answer is right as well."),
    ],
)
def test_an_answer(step, answer, right, told):
    verdict = judged(step, answer)
    assert verdict.right is right
    assert told in feedback(step, verdict)


@pytest.mark.parametrize("step", [DO, JUDGE, VALUE])
def test_every_anticipated_answer_is_met_with_its_words_in_three_languages(step):
    for wrong in step.wrong:
        verdict = judged(step, shown_by(step, wrong))
        assert verdict.misconception == wrong.misconception
        for lang in languages:
            assert feedback(step, verdict, lang) == wrong.says.plain(lang, step.rules)


@pytest.mark.parametrize("lang", languages)
@pytest.mark.parametrize("step", [DO, FIND])
def test_every_other_wrong_turn_gets_a_sentence_that_names_a_card(step, lang):
    rng = Random(lang)
    moves = list(rl.steps(step.position))
    for _ in range(50):
        tried = Turn((rng.choice(moves), *[rng.choice(moves) for _ in range(rng.randrange(2))]))
        verdict = judged(step, tried)
        if not verdict.right:
            told = feedback(step, verdict, lang)
            assert any(colour in told.lower() for colour in COLOURS), told


@pytest.mark.parametrize(
    ("step", "answer"),
    [
        (DO, 3),
        (DO, "lay 5q"),
        (JUDGE, True),
        (JUDGE, "GAP"),
        (VALUE, "18"),
        (VALUE, True),
        (PREDICT, "a"),
        (PREDICT, ["z"]),
    ],
)
def test_an_answer_of_another_kind_is_refused(step, answer):
    with pytest.raises(RummyError):
        judged(step, answer)


def test_goals():
    def lacks(goal, turn, position="table [6r 7r 8r] [8y 8g *8?]; hand A+ 5r 9r 8r 1b; stock ??x20; turn A"):
        text = f'''format = 1
game = "schmidt"
id = "schmidt/goal"
title = "Goal"
[[steps]]
kind = "do"
text = "Do it."
position = "{position}"
goal = {{ {goal} }}
turn = "end"
'''
        return judged(parse_lesson(text).steps[0], turn).lacks

    one = "layoff 5r>1; end"
    assert lacks('lays = "5r"', one) == ()
    assert lacks('lays = "9r"', one) == ("lays",)
    assert lacks("cards = 2", one) == ("cards",)
    assert lacks("points = 5", one) == ()
    assert lacks("points = 6", one) == ("points",)
    assert lacks('melds = "[5r 6r 7r 8r]"', one) == ()
    assert lacks('melds = "[5r 6r 7r]"', one) == ("melds",)
    assert lacks("swaps = 1", one) == ("swaps",)
    assert lacks("keeps = true", one) == ()
    assert lacks("keeps = true, cards = 1", "arrange [5r 6r 7r] [8r 8y 8g *8?]; end") == ("keeps",)
    assert lacks("out = true", one) == ("out",)
    assert lacks("cards = 1", "layoff 5r>1") == ("end",)
    assert lacks("cards = 1, ends = false", "layoff 5r>1") == ()
    assert lacks("cards = 2, ends = false", "layoff 5r>1; meld 9r") == ("end",)
    unopened = "hand A 9r 10r 11r 1b; stock ??x20; turn A"
    assert lacks("opens = true", "meld 9r 10r 11r; end", unopened) == ()
    assert lacks("opens = true", "draw", unopened) == ("opens",)


@pytest.mark.parametrize(
    ("looks", "turn", "met"),
    [
        ('does = "discard"', "draw; discard Kc", True),
        ('does = "discard Kc"', "draw; discard Kc", True),
        ('does = "discard Kc"', "draw; discard 5h", False),
        ('does = "discard Kc"', "draw; discard 9s", False),  # not in the hand: refused, and still not Kc
        ('does = "discard 9s"', "draw; discard 9s", True),
        ('does = "take"', "draw; discard Kc", False),
        ('does = "draw"', "draw 2c; discard Kc", True),
        ('does_not = "take"', "draw; discard Kc", True),
        ('does_not = "take"', "take; discard Kc", False),
        ('does = "take; discard 4d"', "take 4d; discard 4d", True),
        ('does = "take; discard 4d"', "take; discard Kc", False),
        ('does = "discard", does_not = "meld; layoff"', "draw; discard Kc", True),
        ('does = "discard", does_not = "meld; layoff"', "draw; meld 5h 6h 7h; discard 8c", False),
        ('does = "meld 5h 7h"', "draw; meld 5h 6h 7h; discard 8c", True),
        ('does = "end", leaves = "5h"', "draw; end", False),  # refused: nothing was left at the end
        ('does = "end"', "draw; end", True),
    ],
)
def test_a_mistake_is_known_by_the_kinds_of_its_moves(looks, turn, met):
    text = f"""format = 1
game = "rummy40"
id = "rummy40/kinds"
title = "Kinds"
[[steps]]
kind = "do"
text = "Go out."
position = "hand A+ 5h 6h 7h Kc; pile 3s 4d; stock 2c ??x20; turn A"
goal = {{ lays = "5h 6h 7h", out = true }}
[[steps.wrong]]
when = {{ {looks} }}
misconception = "known"
says = "Known."
"""
    (step,) = parse_lesson(text).steps
    verdict = judged(step, turn)
    assert not verdict.right
    assert (verdict.misconception == "known") is met


def counted_by(miscount, cards, game="rummy40"):
    what = f'meld = "{cards}"' if "[" in cards else f'position = "hand A+ {cards}; stock ??x20; turn A"'
    text = f"""format = 1
game = "{game}"
id = "{game}/worth"
title = "Worth"
[[steps]]
kind = "value"
generator = "siblings"
text = "How many?"
{what}
points = 0
[[steps.wrong]]
when = {{ miscount = "{miscount}" }}
misconception = "known"
says = "Known."
"""
    (step,) = parse_lesson(text).steps
    return replace(step, points=points_of(step))


@pytest.mark.parametrize(
    ("miscount", "cards", "game", "points", "wrong"),
    [
        ("cards", "[5h 6h 7h]", "rummy40", 18, 3),
        ("nothing", "Kd 7h", "rummy40", 17, 0),
        ("joker-as-0", "[5r 6r *7r]", "schmidt", 18, 11),
        ("joker-as-0", "Kd *", "rummy40", 25, 10),
        ("joker-as-25", "Kd * *", "rummy40", 40, 60),
        ("joker-as-in-hand", "[5r *6r *7r]", "schmidt", 18, 55),
        ("joker-as-in-hand", "[5h 6h *7h]", "rummy40", 18, 26),
        ("ace-as-1", "[Ac Ah *A?]", "rummy40", 33, 3),
        ("ace-as-10", "As 7h *", "rummy40", 33, 32),
        ("pictures-in-order", "[9d 10d *Jd Qd]", "rummy40", 39, 42),
        ("pictures-in-order", "[Js Qs Ks As]", "rummy40", 41, 47),
        ("high-as-10", "4r 11b 13y", "schmidt", 28, 24),
    ],
)
def test_a_wrong_way_of_counting_is_worked_out_from_the_cards(miscount, cards, game, points, wrong):
    step = counted_by(miscount, cards, game)
    assert step.points == points
    assert judged(step, wrong).misconception == "known"
    assert judged(step, wrong + 1).misconception == ""
    for one in siblings(step, 1, 3):
        assert [shown_by(one, wrong) for wrong in one.wrong] != [one.points]
        assert judged(one, shown_by(one, one.wrong[0])).misconception == "known"


def test_a_sibling_in_which_a_mistake_cannot_be_made_comes_last_and_does_not_have_it():
    step = counted_by("pictures-in-order", "[9d 10d Jd Qd]")
    found = siblings(step, 1, 15)
    with_pictures = [any(11 <= card.rank <= 13 for card in one.meld.slots) for one in found]
    assert with_pictures == [True] * 11 + [False] * 4
    assert [len(one.wrong) for one in found] == [*map(int, with_pictures)]


def test_a_plain_number_is_a_mistake_with_these_cards_alone():
    assert VALUE.wrong[0].when.points == 36
    assert all(one.wrong == () for one in siblings(VALUE, 1, 3))


def test_kinds_of_moves_go_with_the_cards_of_a_sibling():
    text = LESSON.replace('{ lays = "8g" }', '{ does = "layoff 8g" }')
    step = parse_lesson(text).steps[1]
    for one in siblings(step, 1, 4):
        (act,) = one.wrong[0].when.does
        assert act.cards == one.wrong[0].example[0].cards
        assert judged(one, one.wrong[0].example).wrong == one.wrong[0]


def test_siblings_are_the_same_question_about_other_cards():
    for step in (DO, JUDGE, VALUE):
        made = siblings(step, 5, 6)
        assert made == siblings(step, 5, 6)
        assert made != siblings(step, 6, 6)
        assert len({(str(one.position), str(one.meld), str(one.turn)) for one in (step, *made)}) == 7
        for one in made:
            assert one.text.by_lang.keys() == step.text.by_lang.keys()
            if step.kind == "do":
                assert judged(one, one.turn).right
                assert [judged(one, wrong.example).wrong for wrong in one.wrong] == list(one.wrong)
            elif step.kind == "judge":
                assert judged(one, (False, "GAP")).right
            else:
                assert judged(one, one.points).right
                assert one.points == one.meld.points(one.rules)


def test_texts_of_siblings_name_their_cards():
    (made,) = siblings(DO, 1, 1)
    (eight,) = made.goal.lays or made.wrong[0].when.lays
    assert f"{{{eight}}}" in made.text.template("en")
    assert "green 8" not in made.text.plain("en", made.rules)


def test_phrases_are_in_all_languages_with_the_same_fields():
    for name, texts in all_phrases():
        assert set(texts) == set(languages), name
        fields = [sorted(part.split("}")[0] for part in text.split("{")[1:]) for text in texts.values()]
        assert fields[0] == fields[1] == fields[2], name


def test_english_says_so_where_there_is_no_translation():
    step = parse_lesson(LESSON.replace(', de = "Er ist weiter."', "")).steps[1]
    assert feedback(step, judged(step, step.turn), "de") == "It moved on. (nur auf Englisch)"
    assert step.after.html("de", step.rules) == '<p lang="en">It moved on.</p>'
