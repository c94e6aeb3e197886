"""Worksheets: what stands on them, that it is right, and that a file of them needs nothing else."""

import re
from html.parser import HTMLParser
from importlib.metadata import version

import pytest

import rummy_lab as rl
from rummy_lab.lessons.catalogue import lesson, lesson_files
from rummy_lab.lessons.judging import judged
from rummy_lab.lessons.reading import parse_lesson
from rummy_lab.words import explain, languages
from rummy_lab.worksheets import worksheet
from rummy_lab.worksheets.blocks import Lines, Rows, Shown, Text
from rummy_lab.worksheets.command import run
from rummy_lab.worksheets.exercises import answered, asked
from rummy_lab.worksheets.texts import TEXTS

LESSONS = list(lesson_files())


def step(name, kind, number=0):
    return [one for one in lesson(name).steps if one.kind == kind][number]


def plain(blocks):
    """Everything that is read of some blocks."""
    told = []
    for block in blocks:
        if isinstance(block, Text):
            told.append(block.plain)
        elif isinstance(block, Rows):
            told += block.texts
        elif isinstance(block, Lines):
            told.append(block.label)
        else:
            told.append(block.alt)
    return "\n".join(told)


class Page(HTMLParser):
    """What a page has: its elements, and whether all of them are closed in their order."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.open, self.text = [], [], ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in ("meta", "img", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


# What is asked and answered


@pytest.mark.parametrize("at", range(len(LESSONS)), ids=LESSONS)
def test_every_lesson_has_an_exercise_and_a_solution_for_each_step_that_asks(at):
    name, lang = LESSONS[at], languages[at % 3]
    content = worksheet(name, lang=lang).content
    steps = lesson(name).steps
    assert len(content.exercises) == 1 + len(steps)
    assert len(content.key) == 1 + sum(one.kind != "watch" for one in steps)
    for part in (*content.exercises, *content.key):
        assert part.title
        assert part.blocks
        assert "{" not in plain(part.blocks).replace("{pack", "")
    for part in content.key:
        assert plain(part.blocks[:1]).strip(" .")


def test_a_turn_is_written_down_and_its_solution_is_the_lesson_s_with_the_table_afterwards():
    one = step("schmidt/split", "do")
    task, picture, room = asked(one, "en")
    assert task.plain == one.text.plain("en", one.rules)
    assert picture.alt.splitlines()[1] == "On the table: meld 1: blue 2, 3, 4, 5, 6."
    assert room.count >= 3
    moves, after, table, rule = answered(one, "en")
    assert moves.texts == tuple(explain(move, rules=one.rules) for move in one.turn)
    assert after.plain == one.after.plain("en", one.rules)
    assert "meld 1: blue 2, 3, 4; meld 2: blue 4, 5, 6" in table.alt
    told = (
        "Rule: Schmidt p. 13, Transformations; Schmidt p. 13, Continuing the combinations (S\N{NON-BREAKING HYPHEN}30)"
    )
    assert rule.plain == told


def test_a_try_is_judged_by_boxes_and_its_solution_says_which_rule():
    one = step("schmidt/split", "judge", 1)
    boxes = [block.texts for block in asked(one, "de") if isinstance(block, Rows)]
    assert boxes[0] == ("Erlaubt", "Nicht erlaubt")
    assert len(boxes[1]) == len(one.choices)
    told = plain(answered(one, "de"))
    assert told.startswith("Nicht erlaubt. Was bleibt, muss eine Kombination sein.")
    assert "S. 13" in told
    assert plain(answered(step("schmidt/split", "judge"), "de")).startswith("Erlaubt.")


def test_a_try_without_reasons_to_choose_among_asks_why():
    one = step("schmidt/quiz-1", "judge", 1)
    assert not one.choices
    assert isinstance(asked(one, "nl")[-1], Lines)


def test_points_are_added_up_and_the_sum_is_in_the_solution():
    one = step("schmidt/first-30", "value")
    assert [block.label for block in asked(one, "en") if isinstance(block, Lines)] == ["Sum:", "Points:"]
    assert asked(one, "en")[1].alt == "blue 7, 8, 9"
    assert plain(answered(one, "en")).startswith("24 points\nBlue 7, 8, 9: 7 + 8 + 9 = 24 points.")


@pytest.mark.parametrize(("kind", "name"), [("choose", "schmidt/differences"), ("predict", "schmidt/turn")])
def test_answers_are_ticked_and_the_solution_names_the_right_ones(kind, name):
    one = step(name, kind)
    boxes = asked(one, "en")[-1]
    assert (boxes.kind, len(boxes.texts)) == ("box", len(one.options))
    right = [option.text.plain("en", one.rules) for option in one.options if option.right]
    assert plain(answered(one, "en")).splitlines()[0] == "; ".join(right)


def test_what_is_only_watched_is_an_example_and_asks_nothing():
    content = worksheet("schmidt/first-move", lang="nl").content
    example = content.exercises[1]
    assert example.title == "Voorbeeld"
    assert not any(isinstance(block, Lines) for block in example.blocks)
    assert [part.title for part in content.exercises][2:] == [f"Opgave {at}" for at in range(1, 5)]
    assert [part.title for part in content.key] == ["Wat denk je?", *(f"Opgave {at}" for at in range(1, 5))]


def test_the_hand_of_others_is_not_shown():
    for part in worksheet("schmidt", level=1, count=1).content.exercises:
        told = plain(part.blocks)
        assert "Player A" in told
        assert "Player B" not in told


def test_no_solution_stands_on_the_sheet_itself():
    content = worksheet("rummy40", level=2, seed=3, lang="en").content
    sheet = "\n".join(plain(part.blocks) for part in content.exercises)
    for part in content.key:
        moves = part.blocks[0].texts
        assert len(moves) > 1
        assert moves[0] not in sheet


@pytest.mark.parametrize("game", ["schmidt", "rummy40"])
def test_puzzles_begin_easy_and_end_hard_and_their_solutions_are_right(game):
    content = worksheet(game, seed=4, lang="en").content
    assert [part.title for part in content.exercises] == [f"Puzzle {at} (level {at} of 5)" for at in range(1, 6)]
    for at, part in enumerate(content.key):
        given = rl.puzzle(game, at + 1, 4 + at)
        assert part.blocks[0].texts == tuple(explain(move, rules=given.position.rules) for move in given.solution)


# Seeds


def test_the_same_seed_brings_the_same_sheet_and_another_other_cards():
    one, two, other = (worksheet("schmidt/split", seed=seed) for seed in (3, 3, 4))
    assert one.html == two.html
    assert one.content.exercises[2] == two.content.exercises[2]
    assert plain(one.content.exercises[1].blocks) != plain(other.content.exercises[1].blocks)


def test_seed_nought_leaves_a_lesson_as_it_is():
    assert asked(step("schmidt/split", "do"), "en")[0] == worksheet("schmidt/split").content.exercises[1].blocks[0]


def test_the_code_on_the_sheet_makes_it_again(tmp_path):
    file = tmp_path / 'a "lesson".toml'
    file.write_text(lesson_files()["schmidt/sets"].read_text("utf-8"), "utf-8")
    changed = rl.SCHMIDT.vary(opening__points=50)
    sheets = (
        worksheet(str(file), seed=2, lang="nl"), worksheet(file), worksheet(lesson("schmidt/sets"), seed=1),
        worksheet(changed, count=2, seed=7, lang="de"), worksheet("rummy40", level=1, count=1),
    )  # fmt: skip
    for sheet in sheets:
        again = eval(sheet.content.code, {"rl": rl})
        assert again.html == sheet.html
        assert sheet.content.code in Page(sheet.html).text


# The file


def test_the_page_is_whole_in_itself_and_has_words_beside_each_picture():
    sheet = worksheet("rummy40", level=1, count=2, lang="de")
    page = Page(sheet.html)
    assert not page.open
    names = {name for name, _ in page.elements}
    assert not names & {"script", "link", "iframe", "object", "base", "form"}
    assert not re.search(r"@import|url\(|https?:(?!//www\.w3\.org/2000/svg)", sheet.html)
    pictures = [attributes for name, attributes in page.elements if name == "img"]
    assert len(pictures) == 4
    for one in pictures:
        assert one["src"].startswith("data:image/svg+xml;base64,")
        assert len(one["alt"]) > 20
    assert dict(page.elements)["html"] == {"lang": "de"}
    assert "break-before: page" in sheet.html
    assert "seed=0" in page.text
    assert f"rummy_lab {version('rummy_lab')}" in page.text


def test_a_notebook_shows_the_same_without_the_rules_for_a_whole_page():
    shown = worksheet("schmidt/sets", lang="en")._repr_html_()
    assert not Page(shown).open
    assert "@page" not in shown
    assert "Solutions" in shown
    assert re.findall(r"^([^@ }.\n<]\S*) .*{", shown, re.MULTILINE) == []  # every style is for the sheet alone


def test_what_a_lesson_says_is_text_and_no_code():
    text = lesson_files()["schmidt/sets"].read_text("utf-8")
    text = text.replace("title = {", 'title = { en = "<script>alert(1)</script> & \\"more\\"" }\nother = {', 1)
    text = re.sub(r"^other = .*\n", "", text, flags=re.MULTILINE)
    made = parse_lesson(text, "bad.toml")
    sheet = worksheet(made)
    assert "<script" not in sheet.html
    assert "&lt;script&gt;" in sheet.html


@pytest.mark.parametrize(("paper", "size"), [("a4", (595, 842)), ("letter", (612, 792))])
def test_a_pdf_has_the_paper_s_size_its_pages_and_always_the_same_bytes(tmp_path, paper, size):
    sheet = worksheet("schmidt", level=1, count=2, paper=paper)
    one, two = (sheet.save(tmp_path / name).read_bytes() for name in ("one.pdf", "two.PDF"))
    assert one == two
    assert one.startswith(b"%PDF")
    boxes = re.findall(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", one)
    assert len(boxes) == 3
    assert {(round(float(across)), round(float(down))) for across, down in boxes} == {size}


def test_no_line_of_a_pdf_is_longer_than_the_paper_is_wide():
    from rummy_lab.worksheets import pdf

    text = "short words and " + "x" * 300 + " and $math$ as it stands"
    lines = pdf._wrapped(text, 100, 11)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert max(pdf._wide(line, 11, False, False) for line in lines) <= 100


def test_letters_that_the_font_of_a_pdf_lacks_are_marked_and_nothing_is_said_of_them(tmp_path):
    text = lesson_files()["schmidt/sets"].read_text("utf-8")
    made = parse_lesson(re.sub(r'title = \{ en = "[^"]+"', 'title = { en = "漢字 and sets"', text, count=1), "cjk.toml")
    sheet = worksheet(made)
    assert sheet.save(tmp_path / "sheet.pdf").stat().st_size > 10_000
    assert "漢字" in sheet.html


def test_what_is_too_long_for_the_page_of_a_pdf_goes_on_on_the_next(monkeypatch):
    from rummy_lab.worksheets import pdf

    book = pdf._Book(210, 297)
    rows = Rows(tuple(f"row {at}" for at in range(100)), "number")
    book.put(list(pdf._laid([Text("A title"), rows], book.room)))
    assert len(book.sheets) == 3
    lowest = min(text.get_position()[1] for sheet in book.sheets for text in sheet.figure.texts)
    assert lowest > 0.05


def test_a_file_is_written_whole_or_not_at_all(tmp_path, monkeypatch):
    file = tmp_path / "sheet.html"
    sheet = worksheet("schmidt/sets")
    assert sheet.save(file) == file
    before = file.read_text("utf-8")
    assert before == sheet.html
    monkeypatch.setattr("os.fsync", lambda _: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(rl.RummyError, match=r"sheet\.html: cannot be written: No space left"):
        worksheet("schmidt/runs").save(file)
    assert file.read_text("utf-8") == before
    assert [one.name for one in tmp_path.iterdir()] == ["sheet.html"]


# What cannot be


@pytest.mark.parametrize(
    ("arguments", "options", "sentence"),
    [
        (("schmidt/none",), {}, "there is no lesson 'schmidt/none'"),
        (("lost.toml",), {}, "lost.toml: cannot be read"),
        ((5,), {}, "a lesson or a rule set, or of its name, not of 5"),
        (("shmidt",), {}, "schmidt"),
        (("schmidt/split",), {"level": 2}, "only puzzles have levels"),
        (("schmidt",), {"level": 6}, "from 1 to 5"),
        (("schmidt",), {"count": 21}, "a sheet has 1 to 20 puzzles"),
        (("schmidt",), {"count": True}, "a sheet has 1 to 20 puzzles"),
        (("schmidt",), {"seed": -1}, "seed"),
        (("schmidt",), {"lang": "fr"}, "there is no language 'fr'"),
        (("schmidt",), {"paper": "a0"}, "a4, letter"),
    ],
)
def test_what_cannot_be_is_said_in_one_sentence(arguments, options, sentence):
    with pytest.raises(rl.RummyError) as fault:
        worksheet(*arguments, **options)
    assert sentence in str(fault.value)
    assert "\n" not in str(fault.value)


def test_a_file_is_html_or_pdf_and_its_folder_is_there(tmp_path):
    sheet = worksheet("schmidt/sets")
    for name in ("sheet.docx", "sheet"):
        with pytest.raises(rl.RummyError, match=r"\.html or \.pdf"):
            sheet.save(tmp_path / name)
    with pytest.raises(rl.RummyError, match="cannot be written"):
        sheet.save(tmp_path / "none" / "sheet.html")
    assert not list(tmp_path.iterdir())


# The command


def test_the_command_writes_a_sheet_and_says_where(tmp_path, capsys):
    lessons, puzzles = tmp_path / "sheet.html", tmp_path / "puzzles.html"
    assert run(["lesson", "schmidt/split", "--seed", "3", "-o", str(lessons)], "de") == 0
    assert run(["puzzles", "schmidt", "--level", "2", "--seed", "1", "--lang", "nl", "-o", str(puzzles)], "de") == 0
    assert capsys.readouterr().out.splitlines() == [f"Geschrieben: {lessons}", f"Geschreven: {puzzles}"]
    assert lessons.read_text("utf-8") == worksheet("schmidt/split", seed=3, lang="de").html
    assert puzzles.read_text("utf-8") == worksheet("schmidt", level=2, seed=1, lang="nl").html


def test_the_command_is_one_of_rummy_lab(tmp_path, capsys):
    from rummy_lab.cli import main

    file = tmp_path / "sheet.html"
    assert main(["worksheet", "lesson", "schmidt/sets", "-o", str(file), "--lang", "nl"]) == 0
    assert file.read_text("utf-8") == worksheet("schmidt/sets", lang="nl").html
    assert main(["worksheet", "lesson", "schmidt/none", "-o", str(tmp_path / "none.html")]) == 2
    assert "there is no lesson 'schmidt/none'" in capsys.readouterr().err


@pytest.mark.parametrize("lang", languages)
def test_the_command_writes_over_nothing_unless_it_is_told_to(tmp_path, lang, capsys):
    from rummy_lab.cli import main

    file = tmp_path / "sheet.html"
    file.write_text("mine", "utf-8")
    given = ["worksheet", "lesson", "schmidt/sets", "-o", str(file), "--lang", lang]
    assert main(given) == 1
    assert capsys.readouterr().err == f"rummy-lab: {TEXTS[lang]['there'].format(file=file)}\n"
    assert file.read_text("utf-8") == "mine"
    assert main([*given, "--force"]) == 0
    assert file.read_text("utf-8") == worksheet("schmidt/sets", lang=lang).html


@pytest.mark.parametrize("given", [["lesson", "schmidt"], ["puzzles", "schmidt/split"]])
def test_the_command_tells_lessons_and_games_apart(given, tmp_path):
    with pytest.raises(rl.RummyError, match=r"^“schmidt(/split)?” is no (lesson|rule set);"):
        run([*given, "-o", str(tmp_path / "sheet.html")], "en")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("lang", languages)
def test_the_command_tells_what_it_does_in_the_language(lang, capsys):
    for part in ([], ["lesson"], ["puzzles"]):
        with pytest.raises(SystemExit) as end:
            run([*part, "--help"], lang)
        assert end.value.code == 0
    told = " ".join(capsys.readouterr().out.split())
    for key in ("about", "of_lesson", "level", "seed", "out", "force", "advice", "which_lesson", "which_rules"):
        assert TEXTS[lang][key] in told


def test_the_command_wants_a_file(capsys):
    with pytest.raises(SystemExit) as end:
        run(["lesson", "schmidt/split"], "en")
    assert end.value.code == 2
    assert "--out" in capsys.readouterr().err


# The words


def test_every_language_has_the_same_texts_with_the_same_fields():
    fields = {
        lang: {key: sorted(re.findall(r"{(\w+)}", text)) for key, text in texts.items()}
        for lang, texts in TEXTS.items()
    }
    assert list(fields) == list(languages)
    assert fields["de"] == fields["nl"] == fields["en"]


def test_a_picture_is_asked_for_as_it_is_printed():
    for block in asked(step("schmidt/split", "do"), "en"):
        if isinstance(block, Shown):
            felt = block.picture.groups[0].marks
            assert felt[-1].fill == "#FFFFFF"
            assert {face.colours for face in block.picture.faces} == {"strong"}


def test_the_exercises_of_a_seed_are_judged_right_by_their_own_solutions():
    from rummy_lab.lessons.siblings import siblings

    for one in lesson("schmidt/split").steps:
        for made in siblings(one, 3, 1) if one.generator and one.kind == "do" else []:
            assert judged(made, made.turn).right
