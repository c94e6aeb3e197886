"""The notebooks in German and Dutch say what the English ones say and run the same code; none falls behind unseen."""

import ast
import io
import json
import re
import tokenize
from pathlib import Path

import nbformat
import pytest

import rummy_lab as rl
from rummy_lab.core.errors import RummyError
from rummy_lab.core.melds import Table
from rummy_lab.words.notebooks import fingerprint, source_of, texts_of, translated

FOLDER = Path(__file__).resolve().parents[2] / "notebooks"
PATHS = [path for path in FOLDER.rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts]
NAMES = sorted(path.relative_to(FOLDER).with_suffix("").as_posix() for path in PATHS)
TRANSLATED = [name for name in NAMES if texts_of(name, "de")]
IN_EACH = [(name, lang) for name in TRANSLATED for lang in ("de", "nl")]
LANGUAGES = {"en", "de", "nl"}
# What code asks for by words that are not for readers: chances, questions to a frame; and what games are called.
ASKED = re.compile(
    r"Schmidt Rummy|Rummy 40|(natural )?(set|run|meld|opening)|can open|seat == '\w'|\w+ == \w+"
    r"|[\w ]+ \+ \d+ \* \w+|.*\) AS \w+"
)
READ_BY_CODE = re.compile(r"[a-z][._][a-z]|[a-z]\d|==|[\[;<>]")
ENGLISH_WORDS = re.compile(r"\b(the|and|with|you|your|from|this|that)\b", re.IGNORECASE)
NOT_PROSE = re.compile(r"```.*?```|`[^`]*`|\*(English|Deutsch|Nederlands): [^*]*\*|\]\([^)]*\)", re.DOTALL)


def english(name):
    return json.loads((FOLDER / f"{name}.ipynb").read_text("utf-8"))


def cells_of(name, lang):
    """English and translated cells side by side."""
    notebook = english(name)
    return list(zip(notebook["cells"], translated(name, notebook, lang)["cells"], strict=True))


def is_prose(text):
    """Whether a string of a cell is for readers: more than one word, and nothing that the code reads."""
    if " " not in text.strip() or not re.search("[a-z]{3}", text) or ASKED.fullmatch(text):
        return False
    for read in (rl.position, rl.Turn.parse, Table.parse):
        try:
            read(text)
        except RummyError:
            continue
        return False
    return not re.fullmatch(r"(rummy40|schmidt)?[;{].*|hand [AB]\b.*", text)


def tree_of(source):
    """The syntax tree of a cell; what a shell or IPython is told is left out."""
    return ast.parse(re.sub("^[!%].*", "pass", source, flags=re.MULTILINE))


def strings(source):
    """The strings of a cell without those of its checks, which nobody has to read."""
    tree = tree_of(source)
    checks = {id(node) for check in ast.walk(tree) if isinstance(check, ast.Assert) for node in ast.walk(check)}
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in checks
    ]


def comments(source):
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return [token.string for token in tokens if token.type == tokenize.COMMENT]


class Wordless(ast.NodeTransformer):
    """A tree without what its strings say; of a string with fields the fields stay."""

    def visit_Constant(self, node):
        return ast.Constant("") if isinstance(node.value, str) else node

    def visit_JoinedStr(self, node):
        fields = [value for value in node.values if isinstance(value, ast.FormattedValue)]
        return ast.Tuple([self.visit(value) for value in fields], ast.Load())


def test_every_notebook_is_translated():
    for name in NAMES:
        for lang in ("de", "nl"):
            file = f"rummy_lab/words/notebook_texts/{name}.{lang}.toml"
            assert texts_of(name, lang), f"notebooks/{name}.ipynb has no translation: write {file}"


@pytest.mark.parametrize(("name", "lang"), IN_EACH)
def test_each_text_belongs_to_a_cell_that_has_not_changed_since(name, lang):
    cells, texts = {cell["id"]: cell for cell in english(name)["cells"]}, texts_of(name, lang)
    file = f"rummy_lab/words/notebook_texts/{name}.{lang}.toml"
    assert not (texts.keys() - cells.keys()), f"{file} has texts for cells that are gone"
    for cell_id, text in texts.items():
        now, cell = fingerprint(source_of(cells[cell_id])), cells[cell_id]
        assert text["english"] == now, (
            f"cell {cell_id!r} of notebooks/{name}.ipynb was changed after it was translated: "
            f'mend [{cell_id}] in {file}, then write english = "{now}" there'
        )
        assert (cell["cell_type"] == "code") == ("say" in text), f"{file}: [{cell_id}]"
        for piece, said in text.get("say", {}).items():
            assert piece in source_of(cell), f"{file}: [{cell_id}] says something instead of {piece!r}, which is gone"
            assert said != piece, f"{file}: [{cell_id}] leaves {piece!r} as it is"


@pytest.mark.parametrize(("name", "lang"), IN_EACH)
def test_nothing_to_read_is_left_in_english(name, lang):
    file = f"rummy_lab/words/notebook_texts/{name}.{lang}.toml"
    for cell, other in cells_of(name, lang):
        source, said = source_of(cell), source_of(other)
        if cell["cell_type"] == "markdown":
            assert said != source, f"{file} has no text for cell {cell['id']!r}"
            found = ENGLISH_WORDS.search(NOT_PROSE.sub("", said))
            assert not found, f"{file}: [{cell['id']}] has the English word {found[0]!r}"
            assert said.count("\n#") == source.count("\n#"), f"{file}: [{cell['id']}] has other headings"
            continue
        left = {text for text in strings(source) if is_prose(text)} & set(strings(said))
        left |= set(comments(source)) & set(comments(said))
        assert not left, f"{file}: [{cell['id']}] leaves in English: {left}"


@pytest.mark.parametrize(("name", "lang"), IN_EACH)
def test_code_stays_the_same_but_for_what_is_read(name, lang):
    for cell, other in cells_of(name, lang):
        if cell["cell_type"] != "code":
            continue
        source, said = source_of(cell), source_of(other)
        assert ast.dump(Wordless().visit(tree_of(said))) == ast.dump(Wordless().visit(tree_of(source)))
        for was, now in zip(strings(source), strings(said), strict=True):
            if was != now and not was.endswith((".toml", ".jsonl")):
                assert is_prose(was) or not READ_BY_CODE.search(was), (
                    f"{name}, cell {cell['id']!r}: {was!r} is no text for readers"
                )
                assert (was in LANGUAGES) == (now in LANGUAGES)


@pytest.mark.parametrize(("name", "lang"), IN_EACH)
def test_it_is_a_notebook_as_it_was_without_saved_words(name, lang):
    was = english(name)
    now = translated(name, was, lang)
    assert was == english(name)
    nbformat.validate(nbformat.reads(json.dumps(now), as_version=4))
    assert now.keys() == was.keys()
    assert now["metadata"] == was["metadata"]
    for before, after in zip(was["cells"], now["cells"], strict=True):
        assert before.keys() == after.keys()
        assert (before["id"], before["metadata"]) == (after["id"], after["metadata"])
        for output in after.get("outputs", []):
            assert not re.search("[A-Za-z]{2}", source_of({"source": output["data"]["text/plain"]}))


@pytest.mark.parametrize(("name", "lang"), IN_EACH)
def test_links_lead_where_they_led_in_the_right_language(name, lang):
    link = re.compile(r"\]\(([^)#]+)")
    for cell, other in cells_of(name, lang):
        if cell["cell_type"] == "markdown":
            targets = link.findall(source_of(cell))
            assert link.findall(source_of(other)) == [target.replace(".en.md", f".{lang}.md") for target in targets]
            for target in targets:
                assert target.startswith("https://") or (FOLDER / f"{name}.ipynb").parent.joinpath(target).exists()


def test_a_picture_of_melds_stays_since_it_has_no_words():
    kept = [cell["id"] for cell in translated("01_tour", english("01_tour"), "nl")["cells"] if cell.get("outputs")]
    assert kept == ["meld"]


def test_a_changed_cell_and_an_unknown_notebook_stay_english():
    notebook = english("05_puzzles")
    notebook["cells"][0]["source"] = "# Puzzles of mine"
    assert translated("05_puzzles", notebook, "de")["cells"][0]["source"] == "# Puzzles of mine"
    assert translated("of_mine", notebook, "de") == notebook
    assert translated("05_puzzles.ipynb", notebook, "en") == notebook


def test_a_language_there_is_none_of_is_refused():
    with pytest.raises(RummyError, match="there is no language 'fr'"):
        translated("01_tour", english("01_tour"), "fr")


@pytest.mark.parametrize("lang", sorted(LANGUAGES))
def test_how_to_grade_says_which_of_the_two_believes_the_files(lang):
    title = (
        english("how_to/grade_answers")
        if lang == "en"
        else translated("how_to/grade_answers.ipynb", english("how_to/grade_answers"), lang)
    )
    (told,) = [
        line
        for line in re.split(r"(?<=\.)\s", source_of(title["cells"][0]).replace("\n", " "))
        if "class_report" in line
    ]
    assert "`rl.grade`" in told
    assert {"en": "anew", "de": "neu", "nl": "opnieuw"}[lang] in told
    assert {"en": "believes", "de": "glaubt", "nl": "gelooft"}[lang] in told
