"""The workshop for lessons, without a browser: what is clicked becomes a lesson that checks."""

import re
import tomllib

import ipywidgets
import pytest

import rummy_lab as rl
from lessons.small import LESSON
from rummy_lab.core.errors import RummyError
from rummy_lab.lessons.catalogue import lesson, lesson_files
from rummy_lab.lessons.checking import faults_of
from rummy_lab.lessons.reading import parse_lesson, read_lesson
from rummy_lab.lessons.steps import KINDS, Goal
from rummy_lab.widgets.texts import LANGUAGES
from rummy_lab.widgets.workshop_draft import LessonDraft
from rummy_lab.widgets.workshop_faults import fault_told
from rummy_lab.widgets.workshop_fields import Texts
from rummy_lab.widgets.workshop_tables import Fault
from rummy_lab.widgets.workshop_texts import TEXTS
from widgets.files import bring, handed

HERE = "schmidt; table [6r 7r 8r] [9r 9y 9g]; hand A+ 5r 10r 1b; stock ??x40; turn A"
GAP = "layoff 10r>1; end"


@pytest.fixture
def workshop():
    made = []

    def make(*args, **options):
        made.append(rl.LessonWorkshop(*args, **options))
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.fixture
def begun(workshop):
    """A workshop with a title, and a position in its first step."""
    one = workshop()
    write(one, "Title of the lesson", "Runs")
    one.form.editor.text = HERE
    return one


def inside(widget):
    """All that is in sight."""
    if widget.layout.display != "none":
        yield widget
        for child in getattr(widget, "children", ()):
            yield from inside(child)


def named(workshop, name, kind=object):
    """The control in sight that is called so."""
    found = [
        one for one in inside(workshop) if isinstance(one, kind) and getattr(one, "description", "").startswith(name)
    ]
    assert found, f"{name}; there are {[getattr(one, 'description', '') for one in inside(workshop)]}"
    return found[0]


def write(workshop, label, text):
    named(workshop, label, ipywidgets.Text | ipywidgets.Textarea).value = text


def press(workshop, name):
    named(workshop, name, ipywidgets.Button).click()


def told(workshop):
    return " ".join(re.sub(r"<[^>]*>", " ", one.value) for one in inside(workshop) if isinstance(one, ipywidgets.HTML))


def to_do(workshop):
    return re.findall(r"To do: [^▲<]*?[.;:]", told(workshop))


def test_a_step_of_every_kind_is_ready_after_a_position_and_a_text(begun, tmp_path):
    for at, kind in enumerate(KINDS):
        if at:
            press(begun, "Copy")
        named(begun, "What the pupil does").value = kind
        write(begun, "What the pupil reads", f"What about {kind}?")
        if kind in ("choose", "predict"):
            write(begun, "Answer 1", "A longer run")
            write(begun, "Answer 2", "A set")
            write(begun, "What is said to who chooses it", "Look again.")
        assert to_do(begun) == [], kind
    begun.save(tmp_path / "mine.toml")
    saved = read_lesson(tmp_path / "mine.toml")
    assert [step.kind for step in saved.steps] == list(KINDS)
    assert faults_of(saved) == []
    by_kind = {step.kind: step for step in saved.steps}
    assert by_kind["value"].points == 16
    assert str(by_kind["do"].turn) == "layoff 5r>1; layoff 10r>2; end" or by_kind["do"].goal.cards == 1
    assert by_kind["judge"].legal is True


def test_a_judged_turn_gets_its_reasons(begun):
    named(begun, "What the pupil does").value = "judge"
    write(begun, "What the pupil reads", "Allowed?")
    turns = named(begun, "Proposals")
    turns.value = next(turn for _, turn in turns.options if turn == GAP)
    step = begun.draft.step
    assert (step["legal"], step["because"], step["choices"][0]) == (False, "GAP", "GAP")
    assert "The referee refuses it: There is a gap in meld 1" in told(begun)
    assert len(step["choices"]) == 3
    for code in step["choices"][1:]:
        assert code not in ("GAP", step["because"])
    for box in [one for one in inside(begun.form.expected) if isinstance(one, ipywidgets.Checkbox)]:
        box.value = False
    assert to_do(begun) == ["To do: Tick at least one wrong reason."]


def test_a_goal_is_chosen_by_ticking(begun):
    assert begun.draft.step["goal"] == {"cards": 1}
    named(begun, "lays at least one").value = False
    write(begun, "What the pupil reads", "Do anything.")
    assert begun.draft.lesson().steps[0].goal == Goal()
    named(begun, "makes the melds worth").value = True
    assert begun.draft.step["goal"] == {"points": 5}
    assert to_do(begun) == []


def test_the_solution_follows_the_position_until_one_writes_another(begun):
    begun.form.editor.text = HERE.replace("10r 1b", "9r 10r 1b")
    assert begun.draft.step["turn"] == "layoff 5r 9r 10r>1; end"
    assert begun.draft.step["goal"] == {"cards": 3}
    write(begun, "The turn as text", "layoff 9r>1; end")
    assert begun.draft.step["goal"] == {"cards": 1}
    begun.form.editor.text = HERE.replace("10r 1b", "9r 10r 2b")
    assert begun.draft.step["turn"] == "layoff 9r>1; end"
    write(begun, "The turn as text", "layoff 9y>9")
    assert "To do: This turn is not allowed here." in to_do(begun)


def test_a_turn_is_played_with_the_cards(begun):
    named(begun, "What the pupil does").value = "judge"
    press(begun, "Play it with the cards")
    table = begun.form.turn.table
    assert not table.play("layoff 10r>1; end")
    assert begun.draft.step["turn"].startswith("layoff 10r>1")
    assert begun.draft.step["because"] == "GAP"
    table.play("undo")
    begun.form.turn.table.show(begun.draft.state)
    table.play("layoff 5r>1; end")
    assert begun.draft.step["turn"] == "layoff 5r>1; end"
    assert begun.draft.step["legal"] is True
    press(begun, "Put the cards away")
    assert begun.form.turn.table is None


def test_points_of_a_meld_or_of_the_hand(begun):
    named(begun, "What the pupil does").value = "value"
    assert begun.draft.step["points"] == 16
    named(begun, "What is counted").value = "[6r 7r 8r]"
    assert begun.draft.step["points"] == 21
    assert "The referee counts 21 points." in told(begun)
    named(begun, "3 points").value = True
    write(begun, "What the pupil reads", "How many?")
    assert begun.draft.lesson().steps[0].wrong[0].when.miscount == "cards"
    begun.form.editor.text = "schmidt; hand A+ ??x3; stock ??x40; turn A"
    named(begun, "What the pupil does").value = "value"


def test_points_are_asked_for_before_there_is_anything_to_count(begun, failures):
    begun.draft.step.update(position="", meld="")
    named(begun, "What the pupil does").value = "value"
    assert begun.draft.likely_wrong() == []
    assert failures == []


def test_mistakes_are_ticked_and_edited(begun):
    write(begun, "What the pupil reads", "Lay {5r}.")
    box = next(
        one
        for one in inside(begun.form.mistakes)
        if isinstance(one, ipywidgets.Checkbox) and "red 10" in one.description
    )
    assert "There is a gap in meld 1: red 6, 7, 8 and 10." in told(begun.form.mistakes)
    box.value = True
    write(begun, "What is said", "Count up from {8r}: what comes next?")
    wrong = begun.draft.lesson().steps[0].wrong
    assert wrong[0].when.code == "GAP"
    assert wrong[0].says.plain("en", rl.SCHMIDT) == "Count up from red 8: what comes next?"
    assert set(wrong[0].says.by_lang) == {"en", "de", "nl"}
    assert faults_of(begun.draft.lesson()) == []
    named(begun, "What the pupil does").value = "value"  # what is no mistake in another kind stays in the draft
    assert begun.draft.lesson().steps[0].wrong == ()
    named(begun, "What the pupil does").value = "do"
    assert begun.draft.lesson().steps[0].wrong == wrong
    box = next(one for one in inside(begun.form.mistakes) if getattr(one, "value", None) is True)
    box.value = False
    assert begun.draft.lesson().steps[0].wrong == ()


def test_missing_languages_are_marked(begun):
    write(begun, "What the pupil reads", "Lay.")
    assert "Not written yet in: Deutsch, Nederlands." in told(begun)
    named(begun, "Show the texts").value = True
    assert named(begun, "What the pupil reads: Deutsch").description.endswith("(missing)")
    write(begun, "What the pupil reads: Deutsch", "Lege.")
    assert not named(begun, "What the pupil reads: Deutsch").description.endswith("(missing)")
    assert begun.draft.lesson().steps[0].text.missing == ("nl",)


def test_who_writes_no_english_is_read_in_their_own_words(begun):
    begun.lang = "de"
    write(begun, "Was zu lesen ist: Deutsch", "Lege {5r} an.")
    text = begun.draft.lesson().steps[0].text
    assert (text.by_lang["en"], text.by_lang["de"]) == ("Lege {5r} an.", "Lege {5r} an.")


def test_steps_are_added_copied_moved_and_removed(begun):
    write(begun, "What the pupil reads", "One")
    press(begun, "Add a step")
    write(begun, "What the pupil reads", "Two")
    press(begun, "Copy")
    assert begun.words().splitlines()[1:] == [f"{at}. plays until a goal is reached: {text}" for at, text in
                                              ((1, "One"), (2, "Two"), (3, "Two"))]  # fmt: skip
    press(begun, "Up")
    press(begun, "Up")
    assert [line[-3:] for line in begun.words().splitlines()[1:]] == ["Two", "One", "Two"]
    named(begun, "Steps").value = 1
    assert named(begun, "What the pupil reads").value == "One"
    press(begun, "Remove")
    assert "Step 2 is gone." in told(begun)
    assert len({step["id"] for step in begun.draft.steps}) == 2
    press(begun, "Remove")
    press(begun, "Remove")
    assert len(begun.draft.steps) == 1
    for _ in range(7):
        press(begun, "Add a step")
    begun.draft.at = 0


def test_there_are_at_most_eight_steps(begun, failures):
    for _ in range(8):
        press(begun, "Add a step")
    assert "at most 8 steps" in told(begun)
    assert [str(one) for one in failures] == ["a lesson has at most 8 steps"]
    failures.clear()


def test_a_step_is_tried_as_a_pupil(begun):
    press(begun, "Try this step as a pupil")
    assert "It cannot be tried yet. Write a text" in told(begun)
    assert begun.player is None
    write(begun, "What the pupil reads", "Lay {5r}.")
    press(begun, "Try this step as a pupil")
    assert begun.player.answer("layoff 5r>1; end")
    begun.lang = "nl"
    assert begun.player.lang == "nl"
    press(begun, "Stoppen met uitproberen")
    assert begun.player is None


def test_saving_and_opening(begun, tmp_path, monkeypatch, failures):
    monkeypatch.chdir(tmp_path)
    press(begun, "Save")
    assert "Not saved. Step 1: Write a text, in one language at least." in told(begun)
    failures.clear()
    write(begun, "What the pupil reads", "Lay {5r}.")
    write(begun, "Short name", "one-run")
    write(begun, "File", "one-run.toml")
    press(begun, "Save")
    assert "Saved as one-run.toml." in told(begun)
    saved = read_lesson("one-run.toml")
    assert saved.id == "schmidt/one-run"
    assert begun.toml == (tmp_path / "one-run.toml").read_text("utf-8")
    assert handed(begun, begun._files.own) == ("one-run.toml", begun.toml)
    assert "one-run.toml is handed to your browser" in told(begun)
    (tmp_path / "other.toml").write_text(LESSON, "utf-8")
    write(begun, "File", "other.toml")
    press(begun, "Save")
    assert "There is a file other.toml already." in told(begun)
    assert read_lesson("other.toml") == parse_lesson(LESSON)
    write(begun, "What the pupil reads", "Lay {5r} now.")
    press(begun, "Open")
    assert "is not saved. Press Open again" in told(begun)
    press(begun, "Open")
    assert "Opened: A joker in a set, 6 steps." in told(begun)
    assert begun.lesson == parse_lesson(LESSON)
    write(begun, "File", "none.toml")
    press(begun, "Open")
    assert "none.toml: cannot be read" in told(begun)
    failures.clear()
    with pytest.raises(RummyError, match="cannot be written"):
        begun.save(tmp_path / "nowhere" / "x.toml")
    assert {one.name for one in tmp_path.iterdir()} == {"one-run.toml", "other.toml"}


def test_a_file_is_brought_from_the_computer(begun, failures):
    own = begun._files.own
    bring(begun, "small.toml", LESSON, own)
    assert "is not saved; save it first" in told(begun)
    begun._kept = begun.draft.written()
    bring(begun, "small.toml", "format = 2", own)
    assert "small.toml: format: is not known here" in told(begun)
    bring(begun, "small.toml", b"\xff", own)
    assert "small.toml holds no lesson, see byte 1;" in told(begun)
    bring(begun, "small.toml", LESSON, own)
    failures.clear()
    assert begun.last_error is None
    assert begun.lesson == parse_lesson(LESSON)
    assert own.words["give"] == ""


@pytest.mark.parametrize("name", list(lesson_files())[::7])
def test_a_lesson_of_the_package_is_opened_and_stays_as_it_is(workshop, name):
    one = workshop(name)
    assert one.lesson == lesson(name)
    for at in range(len(one.draft.steps)):
        named(one, "Steps").value = at
        assert to_do(one) == []
        assert one.lesson == lesson(name), at


def test_every_lesson_of_the_package_goes_through_a_draft():
    for name in lesson_files():
        assert LessonDraft(lesson(name)).lesson() == lesson(name)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_of_it_speaks_the_language(workshop, lang):
    one = workshop(parse_lesson(LESSON), lang=lang)
    others = {text for code in LANGUAGES if code != lang for key, text in TEXTS[code].items()} - set(
        TEXTS[lang].values()
    )
    for at in range(len(one.draft.steps)):
        one._list.value = at
        shown = {getattr(part, "description", "") for part in inside(one)}
        assert not shown & others


def test_every_text_is_there_in_every_language():
    fields = {
        lang: {key: set(re.findall(r"(?<!{){(\w+)}", text)) for key, text in TEXTS[lang].items()} for lang in TEXTS
    }
    assert fields["en"] == fields["de"] == fields["nl"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_the_checker_says_is_told_in_the_language(lang):
    draft = LessonDraft()
    seen = set()
    for change in (
        {}, {"text": {"en": "x"}}, {"text": {"en": "{8q}"}}, {"position": HERE, "turn": GAP, "goal": {"cards": 1}},
        {"position": HERE, "turn": "layoff 5r>1; end", "goal": {}},
        {"position": HERE, "turn": "layoff 5r>1; end", "goal": {"cards": 3}},
        {"position": HERE, "kind": "find", "turn": "draw"}, {"kind": "choose"}, {"kind": "value"}, {"kind": "judge"},
        {"position": HERE, "text": {"en": "word " * 46}, "kind": "watch", "turn": "draw"},
        {"position": HERE, "kind": "predict"}, {"position": HERE, "turn": "end", "goal": {"cards": 1}},
    ):  # fmt: skip
        draft.steps = [{"id": "1", "kind": "do", "text": {"en": "Do."}, **change}]
        if not change:
            draft.step["text"] = {}
        for fault in [fault for rows in draft.faults() for fault in rows if "not translated" not in fault.told]:
            sentence = fault_told(fault, lang)
            assert sentence in [text for key, text in TEXTS[lang].items() if key.startswith(("fault", "note"))] or any(
                sign.isdigit() for sign in sentence
            ), fault
            seen.add(sentence)
    assert len(seen) >= 10
    assert fault_told(Fault(0, "turn", "something new"), lang).endswith("something new")


def test_a_moment_of_a_game_becomes_a_step(workshop):
    record = rl.play_out("rummy40", ["greedy", "greedy"], seed=1)
    viewer = rl.GameViewer(record, at=4)
    shown = viewer.state
    viewer.make_step()
    made = viewer._controls.workshop.children[1]
    assert isinstance(made, rl.LessonWorkshop)
    assert made.draft.state.base == shown.base
    assert made.draft.step["kind"] == "watch"
    assert made.draft.step["turn"] == str(record.turns[4])
    assert made.draft.rules == record.start.rules
    viewer.last()
    viewer._controls.moment.click()
    made = viewer._controls.workshop.children[1]
    assert (made.draft.step["kind"], made.draft.step.get("turn")) == ("value", None)
    viewer._controls.workshop.button.click()
    assert viewer._controls.workshop.children == ()
    viewer.close()


def test_in_the_middle_of_a_turn_the_step_begins_where_the_turn_does():
    viewer = rl.GameViewer(HERE, "layoff 5r>1; end", at=1)
    viewer.make_step()
    step = viewer._controls.workshop.children[1].draft.step
    assert (step["position"], step["turn"]) == (HERE, "layoff 5r>1; end")
    viewer.close()


def test_a_refused_turn_becomes_a_question_about_it(workshop):
    viewer = rl.GameViewer(HERE, GAP)
    viewer.last()
    viewer.make_step()
    step = viewer._controls.workshop.children[1].draft.step
    assert (step["kind"], step["because"]) == ("judge", "GAP")
    viewer.close()


def test_it_takes_only_what_it_can(workshop):
    with pytest.raises(RummyError, match="it can be en, de, nl"):
        workshop(lang="fr")
    with pytest.raises(RummyError, match="there is no lesson"):
        workshop("schmidt/nothing")


def test_nothing_is_left_behind():
    before = len(ipywidgets.widgets.widget._instances)
    one = rl.LessonWorkshop(parse_lesson(LESSON))
    one.lang = "de"
    one._list.value = 3
    one.try_step()
    one.close()
    assert len(ipywidgets.widgets.widget._instances) == before


def test_what_is_written_is_toml(begun):
    write(begun, "What the pupil reads", "Lay {5r}.")
    assert tomllib.loads(begun.toml)["steps"][0]["position"] == HERE.removeprefix("schmidt; ")
    assert all(isinstance(one, Texts) for one in begun.form.mistakes.texts())
