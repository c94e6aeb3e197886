"""Where Pyodide comes from, and what a folder must hold."""

import json

import pytest

from rummy_lab.core.errors import RummyError
from rummy_lab.lite import pyodide

PUBLIC = "https://cdn.example/pyodide/v314.0.6/full/pyodide.mjs"


def release(folder, *packages, python="3.14.2", without=()):
    """A folder that looks like a release: each package needs the next letter of `chain`."""
    folder.mkdir()
    for name in pyodide._CORE:
        (folder / name).write_text("")
    listed = {}
    for name in packages:
        listed[name] = {"file_name": f"{name}.whl", "depends": ["six"] if name == "pandas" else []}
        if name not in without:
            (folder / f"{name}.whl").write_text("")
    (folder / pyodide.LOCK).write_text(json.dumps({"info": {"python": python}, "packages": listed}))
    return folder


def source(given):
    return pyodide.source_of(given, PUBLIC, "3.14")


def test_public_address_is_what_the_front_end_was_made_for():
    assert source(None) == pyodide.Source(PUBLIC)


@pytest.mark.parametrize(
    ("given", "url"),
    [
        ("https://school.example/py", "https://school.example/py/pyodide.mjs"),
        ("http://school.example/py/", "http://school.example/py/pyodide.mjs"),
        ("https://school.example/py/pyodide.mjs", "https://school.example/py/pyodide.mjs"),
    ],
)
def test_an_address_names_the_folder_or_the_file(given, url):
    assert source(given) == pyodide.Source(url)


def test_a_full_release_lacks_nothing_and_is_copied(tmp_path):
    folder = release(tmp_path / "full", *pyodide.KERNEL, *pyodide.PACKAGE, "six")
    (folder / "pyodide.mjs.map").write_text("for those who work on Pyodide")
    found = source(str(folder))
    assert found == pyodide.Source("./static/pyodide/pyodide.mjs", folder, ())
    pyodide.copy(found, tmp_path / "site")
    copied = {file.name for file in (tmp_path / "site" / "static" / "pyodide").iterdir()}
    assert copied == {file.name for file in folder.iterdir()} - {"pyodide.mjs.map"}


def test_nothing_is_copied_from_an_address(tmp_path):
    pyodide.copy(source(None), tmp_path / "site")
    assert not (tmp_path / "site").exists()


def test_what_pictures_need_may_be_missing_and_is_told(tmp_path):
    folder = release(tmp_path / "light", *pyodide.KERNEL, *pyodide.PACKAGE, without=["numpy"])
    assert source(str(folder)).lacks == ("numpy", "six")  # pandas needs six, which is not even listed


@pytest.mark.parametrize(
    ("kwargs", "told"),
    [
        ({"without": ["micropip"]}, "no notebook can start: micropip is missing"),
        ({"python": "3.13.1"}, "holds Pyodide with Python 3.13.1, and the installed front end is made for Python 3.14"),
    ],
)
def test_a_folder_that_cannot_work_is_refused(tmp_path, kwargs, told):
    folder = release(tmp_path / "bad", *pyodide.KERNEL, *pyodide.PACKAGE, "six", **kwargs)
    with pytest.raises(RummyError, match=told):
        source(str(folder))


def test_a_folder_that_is_none_is_refused(tmp_path):
    with pytest.raises(RummyError, match=r"is no copy of Pyodide: pyodide.mjs, .* is missing; unpack a release"):
        source(str(tmp_path))


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"info": {}, "packages": {}}', '{"info": {"python": "3.14"}}'])
def test_a_broken_list_is_refused(tmp_path, text):
    folder = release(tmp_path / "bad")
    (folder / pyodide.LOCK).write_text(text)
    with pytest.raises(RummyError, match="is no list of the packages of Pyodide"):
        source(str(folder))
