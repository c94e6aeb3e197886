"""How the tests of commands call them."""

import io

import pytest

from rummy_lab import cli


@pytest.fixture
def call(capsys, monkeypatch, tmp_path):
    """Calls a command in an empty folder, with what is typed; gives its exit code and all that it says."""
    monkeypatch.chdir(tmp_path)

    def called(*arguments, typed=""):
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        try:
            code = cli.main(list(arguments))
        except SystemExit as left:
            code = left.code
        said = capsys.readouterr()
        assert "Traceback" not in said.out + said.err
        assert "did not work" not in said.out, "an error of the table"
        return code, said.out, said.err

    return called
