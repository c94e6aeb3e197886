"""The folder of a site is there whole or not at all, and nobody's own files are touched."""

import json

import pytest

from rummy_lab.core.errors import RummyError
from rummy_lab.lite.folder import MARK, refuse, whole


def make(target, text):
    with whole(target, {"what": "a site"}) as new:
        (new / "index.html").write_text(text)


def everything(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))


def test_it_is_put_in_place_with_its_mark(tmp_path):
    make(tmp_path / "deep" / "site", "one")
    assert everything(tmp_path) == ["deep", "deep/site", "deep/site/index.html", f"deep/site/{MARK}"]
    assert json.loads((tmp_path / "deep" / "site" / MARK).read_text()) == {"what": "a site"}


def test_an_own_site_and_an_empty_folder_are_replaced(tmp_path):
    (tmp_path / "site").mkdir()
    make(tmp_path / "site", "one")
    (tmp_path / "site" / "old.html").write_text("old")
    make(tmp_path / "site", "two")
    assert everything(tmp_path) == ["site", "site/index.html", f"site/{MARK}"]
    assert (tmp_path / "site" / "index.html").read_text() == "two"


@pytest.mark.parametrize("kind", ["files", "file", "link", "dangling"])
def test_anything_else_stays_as_it_is(tmp_path, kind):
    target = tmp_path / "site"
    if kind == "files":
        target.mkdir()
        (target / "homework.txt").write_text("mine")
    elif kind == "file":
        target.write_text("mine")
    else:
        (tmp_path / "else").mkdir()
        target.symlink_to(tmp_path / ("else" if kind == "link" else "gone"))
    before = everything(tmp_path)
    with pytest.raises(RummyError, match=r"site .*stays as it is; choose another name"):
        make(target, "one")
    assert everything(tmp_path) == before


def test_a_failure_leaves_what_was_there(tmp_path):
    make(tmp_path / "site", "one")
    building = whole(tmp_path / "site", {})
    (building.__enter__() / "index.html").write_text("half")
    building.__exit__(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert everything(tmp_path) == ["site", "site/index.html", f"site/{MARK}"]
    assert (tmp_path / "site" / "index.html").read_text() == "one"


def test_files_that_came_during_the_build_are_not_lost(tmp_path):
    building = whole(tmp_path / "site", {})
    building.__enter__()
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "homework.txt").write_text("mine")
    with pytest.raises(RummyError, match="stays as it is"):
        building.__exit__(None, None, None)
    assert everything(tmp_path) == ["site", "site/homework.txt"]


def test_a_rename_that_fails_brings_the_old_site_back(tmp_path, monkeypatch):
    make(tmp_path / "site", "one")
    rename = type(tmp_path).rename

    def refused(self, target):
        if self.name.endswith(".part"):
            raise PermissionError(13, "Permission denied")
        return rename(self, target)

    monkeypatch.setattr(type(tmp_path), "rename", refused)
    with pytest.raises(RummyError, match=r"cannot put the site at .*Permission denied"):
        make(tmp_path / "site", "two")
    assert (tmp_path / "site" / "index.html").read_text() == "one"
    assert everything(tmp_path) == ["site", "site/index.html", f"site/{MARK}"]


def test_where_nothing_can_be_written_is_said(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(RummyError, match="cannot write beside"):
        make(tmp_path / "file" / "site", "one")


def test_no_folder_is_fine(tmp_path):
    refuse(tmp_path / "new")
