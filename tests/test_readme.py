"""The README keeps its word: its examples give what they say, its commands are those that `.ci/run` tries."""

import doctest
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def examples() -> str:
    """The README with all lines blanked that are no example, so that a failure names the line of the README."""
    text, end = "", 0
    for block in FENCE.finditer(README):
        start, stop = block.span(2) if block.group(1) == "pycon" else (block.end(), block.end())
        text += "\n" * README.count("\n", end, start) + README[start:stop]
        end = stop
    return text


def test_examples():
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    test = doctest.DocTestParser().get_doctest(examples(), {}, "README.md", "README.md", 0)
    output = []
    runner.run(test, out=output.append)
    assert test.examples, "the README shows no code"
    assert not output, "".join(output)


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
