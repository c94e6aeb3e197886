"""What counts as right, and what is said of what is not."""

from random import Random

import pytest

import rummy_lab as rl
from lessons.small import LESSON
from rummy_lab.core.errors import RummyError
from rummy_lab.core.moves import Turn
from rummy_lab.lessons.checking import shown_by
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
