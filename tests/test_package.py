"""What is given away: wheel and source archive hold all that is needed, and say of themselves what is true."""

import contextlib
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email import message_from_string
from pathlib import Path

import pytest
from hatchling import build
from packaging.requirements import Requirement
from packaging.version import Version

import rummy_lab

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]


def built(make, source: Path, folder: Path) -> Path:
    folder.mkdir()
    with contextlib.chdir(source):
        return folder / make(str(folder))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    with zipfile.ZipFile(built(build.build_wheel, ROOT, tmp_path_factory.mktemp("package") / "wheel")) as archive:
        yield archive


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """The source archive."""
    return built(build.build_sdist, ROOT, tmp_path_factory.mktemp("package") / "sdist")


@pytest.fixture(scope="module")
def facts(wheel):
    """What installers read of it."""
    return message_from_string(wheel.read(f"rummy_lab-{rummy_lab.__version__}.dist-info/METADATA").decode("utf-8"))


def committed(*folders: str) -> set[str]:
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *folders]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return {name for name in listed.split("\0") if name and (ROOT / name).is_file()}


def members(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_the_wheel_holds_the_package_with_all_its_files_and_the_notebooks(wheel):
    here = {re.sub(r"^notebooks/", "rummy_lab/_notebooks/", name) for name in committed("rummy_lab", "notebooks")}
    there = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert there == here
    for name in ("widgets/table.js", "widgets/table.css", "_notebooks/01_tour.ipynb", "py.typed", "words/de.toml"):
        assert f"rummy_lab/{name}" in there


def test_the_source_archive_makes_the_same_wheel(wheel, source, tmp_path):
    with tarfile.open(source) as packed:
        packed.extraction_filter = getattr(tarfile, "data_filter", None)  # not known to Python 3.11.2
        packed.extractall(tmp_path)
    again = built(build.build_wheel, tmp_path / source.name.removesuffix(".tar.gz"), tmp_path / "wheel")
    assert members(again) == members(Path(wheel.filename))


def test_the_source_archive_holds_all_that_is_committed(source):
    with tarfile.open(source) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    assert committed() <= names


def test_it_says_what_it_is(facts):
    assert facts["Name"] == "rummy_lab"
    assert facts["Version"] == rummy_lab.__version__
    assert facts["License-Expression"] == "BSD-3-Clause"
    assert facts["License-File"] == "rummy_lab/LICENSE"
    assert facts["Requires-Python"] == ">=3.11"
    assert facts["Description-Content-Type"] == "text/markdown"
    assert facts.get_payload() == (ROOT / "README.md").read_text(encoding="utf-8")
    addresses = dict(line.split(", ") for line in facts.get_all("Project-URL"))
    assert set(addresses) == {"Homepage", "Documentation", "Changes", "Issues", "Source"}


def test_it_calls_itself_finished_only_as_a_first_version_or_later(facts):
    stable = "Development Status :: 5 - Production/Stable" in facts.get_all("Classifier")
    assert stable == (Version(facts["Version"]) >= Version("1"))


def test_the_changes_of_this_version_come_first():
    changes = (ROOT / ".github" / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.search(r"^## ([\d.]+)", changes, re.MULTILINE)
    assert newest
    assert newest.group(1) == rummy_lab.__version__


def test_its_extras_are_those_that_are_promised(facts):
    assert set(facts.get_all("Provides-Extra")) == {"all", "batch", "cluster", "fast", "lite", "stats", "test", "voila"}
    (everything,) = map(Requirement, EXTRAS["all"])
    assert everything.name == "rummy_lab"
    assert everything.extras == set(EXTRAS) - {"all", "test"}


def constraints() -> dict[str, str]:
    """The versions that `.ci/lowest` installs."""
    lines = (ROOT / ".ci" / "lowest.txt").read_text(encoding="utf-8").splitlines()
    return dict(line.split("==") for line in lines if "==" in line and not line.startswith("#"))


def test_each_dependency_has_a_lowest_version_and_it_is_tried():
    wanted = [line for extra, lines in EXTRAS.items() if extra not in {"all", "test"} for line in lines]
    lowest = {}
    for need in map(Requirement, [*PROJECT["dependencies"], *wanted]):
        (low,) = (one.version for one in need.specifier if one.operator == ">=")
        lowest[need.name] = Version(low)
    tried = {name: Version(version) for name, version in constraints().items() if name in lowest}
    assert tried == lowest


def test_all_names_are_there_without_a_warning(tmp_path):
    """In a process of its own: in this one most is imported already."""
    script = "import rummy_lab; [getattr(rummy_lab, name) for name in rummy_lab.__all__]"
    command = [sys.executable, "-W", "error", "-c", script]
    subprocess.run(command, cwd=tmp_path, check=True)
