"""Whether every rule, question and sentence of the documents has a test named after it."""

import ast
import re
from pathlib import Path

import pytest

TESTS = {
    path.stem: [
        node.name
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]
    for path in Path(__file__).parent.glob("test_*.py")
}
RULES = {
    "C": (["test_rules_common"], 6),
    "S": (["test_rules_schmidt", "test_rules_schmidt_play"], 40),
    "R": (["test_rules_rummy40", "test_rules_rummy40_end"], 39),
}
# The lines on which a sentence with a rule, or an example, begins; the gaps are headings and pictures.
PAGE_13 = [4, 6, 9, 10, 11, 14, 18, 22, 23, 25, 26, 28, 31, 32, 34, 39]
PAGE_RUMMY40 = [4, 6, 10, 16, 17, 18, 19, 20, 21, 22, 24, 25, 26, 27, 29, 32, 34, 35, 37, 39, 40, 41, 45, 47]


@pytest.mark.parametrize("letter", RULES)
def test_every_numbered_rule_has_a_test(letter):
    files, last = RULES[letter]
    found = {int(m[1]) for file in files for name in TESTS[file] if (m := re.match(rf"test_{letter}_(\d+)_", name))}
    assert found == set(range(1, last + 1))


def test_every_question_has_a_test():
    found = {int(m[1]) for name in TESTS["test_questions"] if (m := re.match(r"test_Q(\d+)_", name))}
    assert found == set(range(1, 31))


@pytest.mark.parametrize(
    ("file", "lines"), [("test_schmidt_page_13", PAGE_13), ("test_rummy40", PAGE_RUMMY40)], ids=["schmidt", "rummy40"]
)
def test_every_sentence_has_a_test(file, lines):
    found = {int(m[1]) for name in TESTS[file] if (m := re.match(r"test_L(\d+)_", name))}
    assert set(lines) <= found
