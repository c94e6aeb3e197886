"""Wheels made again from what is installed: complete, pure, the same every time."""

import base64
import subprocess
from hashlib import sha256
from zipfile import ZipFile

import pytest

from rummy_lab.core.errors import RummyError
from rummy_lab.lite import wheels


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    return wheels.make_wheel("rummy_lab", tmp_path_factory.mktemp("wheel"))


def test_own_wheel_holds_what_the_repository_holds(own, repository):
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "rummy_lab", "notebooks"],
        cwd=repository, check=True, capture_output=True, text=True,
    ).stdout.splitlines()  # fmt: skip
    expected = {
        name.replace("notebooks/", f"rummy_lab/{wheels.NOTEBOOKS}/", 1) if name.startswith("notebooks/") else name
        for name in listed
        if (repository / name).is_file()
    }
    with ZipFile(own) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert names == expected
    assert {"rummy_lab/__init__.py", "rummy_lab/widgets/table.js", "rummy_lab/_notebooks/01_tour.ipynb"} <= names


def test_record_vouches_for_every_file(own):
    with ZipFile(own) as archive:
        names = archive.namelist()
        record = next(name for name in names if name.endswith("/RECORD"))
        rows = dict(line.rsplit(",", 2)[:2] for line in archive.read(record).decode().splitlines())
        assert set(rows) == set(names)
        assert names[-1] == record
        for name, told in rows.items():
            digest = base64.urlsafe_b64encode(sha256(archive.read(name)).digest()).rstrip(b"=").decode()
            assert told == ("" if name == record else f"sha256={digest}")


def test_metadata_go_along_and_what_the_installer_noted_does_not(own):
    with ZipFile(own) as archive:
        about = {name.partition("/")[2] for name in archive.namelist() if ".dist-info/" in name}
        text = archive.read(next(name for name in archive.namelist() if name.endswith("/METADATA"))).decode()
    assert {"METADATA", "WHEEL", "RECORD", "entry_points.txt"} <= about
    assert not about & {"INSTALLER", "REQUESTED", "direct_url.json"}
    assert "\nName: rummy_lab\n" in text
    # A browser cannot install a server; the marker keeps it from trying.
    assert "\nRequires-Dist: jupyterlab<5,>=4.2; sys_platform != 'emscripten'\n" in text


def test_same_files_make_the_same_wheel(tmp_path):
    first = wheels.make_wheel("comm", tmp_path).read_bytes()
    assert wheels.make_wheel("comm", tmp_path).read_bytes() == first


@pytest.mark.parametrize("name", wheels.BESIDE)
def test_others_are_pure_and_complete(name, tmp_path):
    made = wheels.make_wheel(name, tmp_path)
    assert made.name.endswith("-py3-none-any.whl")
    with ZipFile(made) as archive:
        names = archive.namelist()
        assert not [inner for inner in names if inner.endswith((".so", ".pyd", ".pyc")) or ".." in inner]
        assert name in {inner.partition("/")[0].removesuffix(".py") for inner in names}
        wheel = archive.read(next(inner for inner in names if inner.endswith("/WHEEL"))).decode()
    assert "Root-Is-Purelib: true" in wheel
    assert "Tag: py3-none-any" in wheel


def test_what_the_package_needs_in_a_browser_is_all_there():
    """Beside what Pyodide brings and what the kernel of the page brings."""
    from importlib import metadata

    from packaging.requirements import Requirement

    brought = {"numpy", "pandas", "matplotlib", "ipython", "traitlets", "widgetsnbextension"}
    todo, seen = ["rummy_lab"], set()
    while todo:
        for text in metadata.requires(todo.pop()) or ():
            one = Requirement(text)
            name = one.name.lower().replace("-", "_")
            wanted = one.marker is None or one.marker.evaluate({"sys_platform": "emscripten", "extra": ""})
            if wanted and name not in brought | seen:
                seen.add(name)
                todo.append(name)
    assert seen == set(wheels.BESIDE)


def test_what_is_not_installed_is_said(tmp_path):
    with pytest.raises(RummyError, match="no_such_thing is not installed here"):
        wheels.make_wheel("no_such_thing", tmp_path)


def test_what_is_only_compiled_is_refused(tmp_path):
    with pytest.raises(RummyError, match="numpy is installed here with a part that is only compiled"):
        wheels.make_wheel("numpy", tmp_path)
    assert not list(tmp_path.iterdir())
