"""What is wrong with what a person did is told in the language of the widget, also after it was changed."""

from __future__ import annotations

import pytest

import rummy_lab as rl
from rummy_lab.lessons.reading import LessonError, parse_lesson
from rummy_lab.widgets.rule_desk import RuleDesk
from rummy_lab.widgets.workshop_faults import fault_told
from rummy_lab.widgets.workshop_tables import fault_of

SAID = {"en": "has no entry", "de": "hat keinen Eintrag", "nl": "heeft geen onderwerp"}


@pytest.mark.parametrize("lang", SAID)
def test_what_a_handler_refuses_is_told_in_the_language(lang, failures):
    desk = RuleDesk(lang=lang)
    desk.attempt(lambda: desk.show("nothing"))
    assert isinstance(desk.last_error, rl.RummyError)
    assert SAID[lang] in desk._news.value
    assert SAID["en"] in str(desk.last_error)  # a traceback is for programmers
    failures.clear()
    desk.close()


@pytest.mark.parametrize(("lang", "told"), [("de", "so ein Feld gibt es hier nicht"), ("nl", "zo'n veld is hier niet")])
def test_the_workshop_tells_what_it_has_no_words_of_its_own_for(lang, told):
    with pytest.raises(LessonError) as wrong:
        parse_lesson('format = 1\nid = "schmidt/x"\ngame = "schmidt"\ntitle = "x"\nnothing = 1\n')
    said = [fault_told(fault_of(one), lang) for one in wrong.value.faults]
    assert any(told in one for one in said), said
    assert not any("no such field" in one for one in said)
