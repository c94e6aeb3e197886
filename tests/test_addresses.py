"""Owner, version and addresses are said in one place each, and all files that repeat them agree."""

import importlib.util
import re
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml

import rummy_lab

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
CITATION = yaml.safe_load((ROOT / ".github" / "CITATION.cff").read_text(encoding="utf-8"))
# Of the Citation File Format 1.2.0.
REQUIRED = {"authors", "cff-version", "message", "title"}
USED = REQUIRED | {"abstract", "keywords", "license", "repository-code", "type", "url", "version"}


@pytest.fixture(scope="module")
def addresses():
    spec = importlib.util.spec_from_file_location("addresses", ROOT / ".ci" / "addresses.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_file_that_names_them_is_up_to_date(addresses):
    """Otherwise: python .ci/addresses.py"""
    for name in addresses.FILES:
        text = (ROOT / name).read_text(encoding="utf-8")
        assert addresses.mended(text) == text, name


def test_no_other_file_names_them(addresses):
    owner = PROJECT["tool"]["rummy_lab"]["owner"]
    command = ["git", "grep", "-lE", rf"github\.com/{owner}/rummy_lab|mybinder\.org/v2", "--", ":!tests", ":!.ci"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    assert set(found) == set(addresses.FILES)


def test_another_owner_reaches_every_address(addresses, monkeypatch):
    monkeypatch.setattr(addresses, "owner", lambda: "someone-else")
    monkeypatch.setattr(addresses, "version", lambda: "7.8.9")
    for name in addresses.FILES:
        text = addresses.mended((ROOT / name).read_text(encoding="utf-8"))
        assert "/OWNER/" not in text, name
        assert set(re.findall(r"mybinder\.org/v2/gh/([^?]+)", text)) <= {"someone-else/rummy_lab/v7.8.9"}


def test_the_citation_is_of_the_form_that_is_read():
    assert REQUIRED <= set(CITATION) <= USED
    assert CITATION["cff-version"] == "1.2.0"
    assert CITATION["type"] == "software"
    assert all(isinstance(word, str) for word in CITATION["keywords"])


def test_the_citation_says_what_the_package_says():
    project = PROJECT["project"]
    assert CITATION["version"] == rummy_lab.__version__
    assert CITATION["license"] == project["license"]
    assert CITATION["authors"] == project["authors"]
    assert CITATION["repository-code"] == project["urls"]["Source"]
    assert set(CITATION["keywords"]) == set(project["keywords"])
