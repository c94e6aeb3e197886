"""Promises about the repository as a whole: its layout, what it may import, what must not be committed."""

import ast
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "rummy_lab"
TOP_LEVEL = {"README.md", "binder", "notebooks", "pyproject.toml", "rummy_lab", "tests"}
LINES_AT_MOST = 500
# What a room may import besides the standard library and rummy_lab. Between rooms import-linter is the judge.
THIRD_PARTY = {"core": set(), "games": set(), "records": {"tomli_w"}, "words": set()}


def committed() -> list[Path]:
    """The files that are under version control, or would be with the next `git add`."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return [path for name in listing.stdout.split("\0") if name and (path := ROOT / name).is_file()]


def texts() -> dict[str, str]:
    found = {}
    for path in committed():
        raw = path.read_bytes()
        if b"\0" not in raw:
            found[path.relative_to(ROOT).as_posix()] = raw.decode("utf-8")
    return found


def trees(*folders: Path) -> dict[str, ast.Module]:
    return {
        path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for folder in folders
        for path in sorted(folder.rglob("*.py"))
    }


def notebooks() -> dict[str, dict]:
    return {name: json.loads(text) for name, text in texts().items() if name.endswith(".ipynb")}


def test_the_top_level_is_what_it_should_be():
    names = {path.relative_to(ROOT).parts[0] for path in committed()}
    assert {name for name in names if not name.startswith(".")} == TOP_LEVEL


def test_no_file_of_the_package_is_too_long():
    kinds = {".py", ".js", ".css"}
    lines = {
        str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines())
        for path in committed()
        if path.suffix in kinds and path.is_relative_to(PACKAGE)
    }
    assert {name: count for name, count in lines.items() if count > LINES_AT_MOST} == {}


def test_no_path_of_a_machine_is_committed():
    homes = {f"{folder}/" for folder in (ROOT, Path.home(), Path(tempfile.gettempdir()))}
    anywhere = re.compile("|".join([*map(re.escape, sorted(homes)), r"/home/\w", r"/Users/\w", r"[A-Z]:\\\\?Users"]))
    places = {name: found.group() for name, text in texts().items() if (found := anywhere.search(text))}
    places.pop("tests/test_repository.py", None)
    assert places == {}


def modules_after(script: str) -> set[str]:
    show = f"{script}\nimport sys; print(*{{name.partition('.')[0] for name in sys.modules}})"
    return set(subprocess.run([sys.executable, "-c", show], capture_output=True, text=True, check=True).stdout.split())


def test_importing_the_package_is_light():
    """A terminal, a bot or a worker pays for nothing it does not use: it loads nothing of others, and of Python
    itself nothing that starts processes, reads the network or draws random numbers.
    """
    loaded = modules_after("import rummy_lab") - modules_after("pass")
    assert loaded - set(sys.stdlib_module_names) == {"rummy_lab"}
    assert loaded.isdisjoint(
        {"asyncio", "email", "http", "logging", "random", "socket", "sqlite3", "subprocess", "urllib"}
    )


@pytest.mark.parametrize("room", THIRD_PARTY)
def test_the_plain_rooms_need_the_standard_library_only(room):
    allowed = set(sys.stdlib_module_names) | {"rummy_lab"} | THIRD_PARTY[room]
    strangers = set()
    for name, tree in trees(PACKAGE / room).items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                modules = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and not node.level:
                modules = [node.module or ""]
            else:
                continue
            strangers |= {(name, module) for module in modules if module.partition(".")[0] not in allowed}
    assert strangers == set()


def test_no_decision_hangs_on_the_name_of_a_rule_set():
    """Variants are values: what a rule set does is told by its fields."""

    def is_name_of_rules(node):
        if not (isinstance(node, ast.Attribute) and node.attr in {"name", "preset"}):
            return False
        owner = node.value
        return (isinstance(owner, ast.Name) and owner.id.endswith("rules")) or (
            isinstance(owner, ast.Attribute) and owner.attr.endswith("rules")
        )

    places = [
        f"{name}:{node.lineno}"
        for name, tree in trees(PACKAGE).items()
        for node in ast.walk(tree)
        if (isinstance(node, ast.Compare) and any(map(is_name_of_rules, [node.left, *node.comparators])))
        or (isinstance(node, ast.Match) and is_name_of_rules(node.subject))
    ]
    assert places == []


def test_notebooks_hold_no_state_of_widgets_and_no_outputs_but_pictures():
    """A picture shows without a kernel; anything else would be stale, or noise in the history."""
    for name, notebook in notebooks().items():
        assert "widgets" not in notebook["metadata"], name
        assert notebook["metadata"]["kernelspec"]["name"] == "python3", name
        for cell in notebook["cells"]:
            if cell["cell_type"] != "code":
                continue
            assert cell["execution_count"] is None, (name, cell["id"])
            for output in cell["outputs"]:
                kinds = set(output.get("data", ()))
                assert "image/png" in kinds, (name, cell["id"])
                assert kinds <= {"image/png", "text/plain"}, (name, cell["id"])
