"""`rummy-lab lesson play`: lessons in the terminal."""

import io
import json

import pytest

from rummy_lab.cli import lesson_play
from rummy_lab.cli.lesson_play import LessonPlay
from rummy_lab.cli.lesson_question import Question
from rummy_lab.lessons.answers import read_answers
from rummy_lab.lessons.catalogue import lesson, lesson_files
from rummy_lab.lessons.practice import LessonRun

SETS = ["lesson", "play", "schmidt/joker-set", "--seed", "1"]


class Pupil(io.StringIO):
    """Types the right answer to each step, as its kind wants it; Enter where nothing is to be answered."""

    def __init__(self, lines=200):
        super().__init__()
        self.lines, self.session = lines, None

    def readline(self, size=-1):
        self.lines -= 1
        return f"{self.right()}\n" if self.lines >= 0 else ""

    def right(self):
        session = self.session
        question = session._asked
        step = question.step
        if session.lesson.item.done or step.kind == "watch":
            return ""
        if step.kind in ("do", "find"):
            return str(step.turn)
        if step.kind == "value":
            return str(step.points)
        if step.kind == "judge":
            answer = (step.legal, step.because if question.why else "")
            return str([given for _, given in question.answers()].index(answer) + 1)
        return " ".join(str(at) for at, option in enumerate(step.options, 1) if option.right)


def done(which, monkeypatch, lang="en", lines=200):
    pupil = Pupil(lines)
    pupil.session = LessonPlay(LessonRun(lesson(which), 1), lang, name=which)
    monkeypatch.setattr("sys.stdin", pupil)
    assert pupil.session.run() == 0
    return pupil


@pytest.mark.parametrize("which", lesson_files())
def test_every_lesson_can_be_done_with_right_answers(which, monkeypatch, capsys):
    pupil = done(which, monkeypatch)
    out = capsys.readouterr().out
    assert "did not work" not in out
    run = pupil.session.lesson
    assert run.finished, out
    assert pupil.lines > 0
    assert {row["result"] for row in run.rows} == {"right"}
    asked = [item for item in run.items if item.step.kind != "watch"]
    assert [row["step"] for row in run.rows if row["kind"] != "watch"] == [item.of for item in asked]
    assert "The lesson is done: " in out


@pytest.mark.parametrize(("lang", "told"), [("de", "Die Lektion ist geschafft"), ("nl", "De les is klaar")])
def test_in_the_language(lang, told, monkeypatch, capsys):
    done("schmidt/joker-set", monkeypatch, lang)
    assert told in capsys.readouterr().out


def test_what_is_wrong_is_told_and_may_be_tried_again(call):
    typed = "2\n\nlayoff 8g>1\nundo\nmeld 5r 6r; end\nhint\nhint\nhint\nshow me\n\n"
    code, out, err = call(*SETS, typed=typed)
    assert (code, err) == (0, "")
    assert "Hint 1: " in out
    assert "Hint 3: " in out
    assert "A solution: " in out
    assert "Undone: " in out
    assert out.count("✗ ") >= 1


def test_a_judgement_asks_for_the_rule(call):
    typed = "1\n\nnext\n2\n9\n1\n"
    out = call(*SETS, typed=typed)[1]
    assert "Right, that is not allowed. Now choose the rule that says so." in out
    rows = [one for one in out.splitlines() if one.startswith("  3) ")]
    assert rows


def test_answers_leave_as_a_file_and_are_gone_on_with(call, tmp_path):
    out = call(*SETS, "--answers", "mine.jsonl", typed="1\n\nnext\n1\n")[1]
    assert "Saved in mine.jsonl.\n" in out
    assert out.endswith("To go on: rummy-lab lesson play schmidt/joker-set --resume mine.jsonl\n")
    rows, faults = read_answers(tmp_path / "mine.jsonl")
    assert (len(rows), faults) == (2, [])
    assert [row["seed"] for row in rows] == [1, 1]
    out = call("lesson", "play", "schmidt/joker-set", "--resume", "mine.jsonl", typed="save mine.jsonl\n")[1]
    assert "Step 1 of 5" in out, "the guess is done"
    assert len(read_answers(tmp_path / "mine.jsonl")[0]) == 2
    assert call(*SETS, "--answers", "mine.jsonl")[0] == 1, "answers that are there are not written over"


def test_a_file_without_answers_is_refused_and_damaged_lines_are_told(call, tmp_path):
    (tmp_path / "notes.txt").write_text("mine\n" * 30, "utf-8")
    code, out, err = call(*SETS, "--resume", "notes.txt")
    assert (code, out, err) == (2, "", "rummy-lab: notes.txt holds no answers to lessons\n")
    call(*SETS, "--answers", "mine.jsonl", typed="1\n")
    with (tmp_path / "mine.jsonl").open("a", encoding="utf-8") as file:
        file.write("damaged\n")
    code, out, err = call(*SETS, "--resume", "mine.jsonl")
    assert (code, err) == (0, "rummy-lab: mine.jsonl: line 2: is no answer; the line is left out\n")


def test_what_is_gone_on_with_is_the_first_step_that_is_open(monkeypatch):
    which = "schmidt/joker-set"
    first = LessonRun(lesson(which), 1)
    rows = [
        {"lesson": which, "step": item.of, "role": item.role, "try": 1, "hints": 0, "result": result}
        for item, result in zip(first.items, ("wrong", "right", "revealed", "wrong"), strict=False)
    ]
    run = LessonRun(lesson(which), 1)
    run.take_up([*rows, {**rows[0], "lesson": "schmidt/sets"}, {**rows[0], "step": "nowhere"}])
    assert run.at == 3
    assert [item.done for item in run.items[:4]] == [True, True, True, False]
    assert run.items[2].result == "helped"


def test_commands_go_through_the_lesson(call):
    typed = "next\nnext\nback\nshow\npractise\nback\nhelp\nbegin the lesson again\nback\nshow me\n"
    out = call(*SETS, typed=typed)[1]
    for told in ("Step 1 of 5", "Step 2 of 5", "save FILE", "This is the first step.", "✗ The solution is shown after"):
        assert told in out, told


def test_the_table_is_asked_beside_the_question(call):
    out = call(*SETS, typed="1\n\nnext\nhand\nwhat is on the table\ndraw\n")[1]
    assert "Step 2 of 5" in out
    assert out.count("On the table: meld 1: red 8, yellow 8, joker.") >= 2
    assert "✗" not in out


def test_the_end_of_the_input_says_how_to_go_on(call):
    code, out, _ = call(*SETS)
    assert code == 0
    assert "rummy-lab lesson play schmidt/joker-set --seed 1\n" in out


def test_an_interrupt_keeps_the_answers(call, monkeypatch, tmp_path):
    lines = iter(["1"])

    def typed():
        try:
            return next(lines)
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr("rummy_lab.cli.session.next_line", typed)
    code, out, _ = call(*SETS, "--answers", "mine.jsonl")
    assert code == 130
    assert out.endswith("--resume mine.jsonl\n")
    assert json.loads((tmp_path / "mine.jsonl").read_text("utf-8"))["step"] == "guess"


@pytest.mark.parametrize("more", [["schmidt/nothing"], ["../../etc/passwd"]])
def test_what_cannot_be_is_one_sentence(call, more):
    code, out, err = call("lesson", "play", *more)
    assert (code, out, err.count("\n")) == (2, "", 1)


def test_anything_may_be_typed(call):
    typed = "\x00\n1 2 3 4\n-1\n99999999999\n" + "9" * 5000 + "\nyes\nno\n\udcff\n" + "1 " * 100 + "\n²\n"
    for which in ("schmidt/joker-set", "rummy40/scoring"):
        code, out, _ = call("lesson", "play", which, typed=f"next\n{typed}next\n{typed}next\n{typed}")
        assert code == 0
        assert "did not work" not in out


@pytest.mark.parametrize("line", [".", "...", ",", " ; ,"])
def test_signs_alone_are_no_answer(line):
    asked = lesson("schmidt/split")
    for step in (step for step in asked.steps if step.kind != "watch"):
        assert Question(step, "en").read(line) is None


def test_both_at_once_is_no_judgement():
    (step,) = [step for step in lesson("schmidt/split").steps if step.kind == "judge"][:1]
    assert Question(step, "en").read("1 2") is None


def test_examples_name_lessons_there_are():
    for example in lesson_play.EXAMPLES:
        assert example.split()[2] in lesson_files()
