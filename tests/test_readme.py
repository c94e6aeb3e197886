"""README and guide keep their word: examples give what they say, commands and addresses are those that there are."""

import ast
import doctest
import re
from pathlib import Path
from urllib.parse import unquote

import pytest

import rummy_lab as rl
from rummy_lab.app import address

ROOT = Path(__file__).resolve().parent.parent
PAGES = {name: (ROOT / name).read_text(encoding="utf-8") for name in ("README.md", ".github/GUIDE.md")}
README = PAGES["README.md"]
FENCE = re.compile(r"^ *```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
AUDIENCES = ("Pupils", "Teachers", "Statisticians", "Bot authors")


def examples(page: str) -> str:
    """A page with all lines blanked that are no example, so that a failure names the line of the page."""
    text, end = "", 0
    for block in FENCE.finditer(page):
        start, stop = block.span(2) if block.group(1) == "pycon" else (block.end(), block.end())
        text += "\n" * page.count("\n", end, start) + page[start:stop]
        end = stop
    return text


@pytest.mark.parametrize("name", PAGES)
def test_examples(name):
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    test = doctest.DocTestParser().get_doctest(examples(PAGES[name]), {}, name, name, 0)
    output = []
    runner.run(test, out=output.append)
    assert test.examples, "the page shows no code"
    assert not output, "".join(output)


@pytest.mark.parametrize("name", PAGES)
def test_code_that_is_only_shown_uses_names_that_there_are(name):
    for block in FENCE.finditer(PAGES[name]):
        if block.group(1) == "python":
            tree = ast.parse(
                re.sub(r"(?m)^  ", "", block.group(2)) if block.group(0).startswith(" ") else block.group(2)
            )
            used = {
                node.attr
                for node in ast.walk(tree)
                if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "rl"
            }
            assert used <= set(rl.__all__), used - set(rl.__all__)


def test_each_audience_has_an_example_of_about_five_lines():
    for audience in AUDIENCES:
        begins = README.index(f"\n**{audience}** ")
        block = FENCE.search(README, begins)
        assert block.group(1) == "pycon"
        following = re.search(r"\n\*\*|\n## ", README[begins + 1 :])
        assert block.start() < begins + 1 + following.start(), f"{audience} have no example"
        assert 3 <= sum(line.startswith((">>> ", "... ")) for line in block.group(2).splitlines()) <= 6


def test_the_two_commands_do_all_the_set_up():
    """`.ci/run` takes both from here, by how they begin, and runs them as they stand."""
    tour, tests = (line for line in README.splitlines() if line.startswith("python3 -m venv "))
    assert tour.endswith("rummy-lab")
    assert tests.endswith("pytest")
    assert "grep '^python3 -m venv ' README.md" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_everything_it_points_to_is_there():
    targets = re.findall(r"\]\(([^)#\s]+)", README)
    missing = [target for target in targets if "://" not in target and not (ROOT / target).exists()]
    assert missing == []


@pytest.mark.parametrize("name", ["README.md", ".github/CONTRIBUTING.md"])
def test_every_script_that_is_named_is_there(name):
    scripts = set(re.findall(r"(\.ci/[\w./-]*\w)", (ROOT / name).read_text(encoding="utf-8")))
    assert scripts
    assert [script for script in sorted(scripts) if not (ROOT / script).exists()] == []


def test_it_says_that_nobody_whose_game_it_names_has_a_part_in_it():
    assert "independent of the makers of the games that are named in it" in " ".join(README.split())


def test_it_begins_in_three_languages_with_the_app_and_the_rule_desk():
    """On the first screen, before the first picture."""
    top = README[: README.index("\n![")]
    queries = [unquote(query) for query in re.findall(r"app\.ipynb(%3F[^)\s]*)", top)]
    pages = [address.read(query) for query in queries]
    assert [fault for _, fault in pages if fault] == []
    found = {(page.kind, page.lang) for page, _ in pages}
    assert found == {(kind, lang) for kind in ("start", "ask") for lang in ("en", "de", "nl")}
    assert "**A rule question?**" in top
    assert top.index("**Deutsch.**") < top.index("**Nederlands.**") < top.index("**English.**")
    for lang in ("en", "de", "nl"):
        assert f"(.github/RULES.{lang}.md)" in top


def test_the_command_is_told_whole():
    from rummy_lab.cli import COMMANDS

    told = re.findall(r"(?m)^\| `rummy-lab ([\w-]+)` \|", README)
    assert sorted(told) == sorted(set(COMMANDS) - {"lab"})
