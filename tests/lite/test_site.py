"""What JupyterLite builds from, and what the command says; JupyterLite itself runs in `.ci/lite`."""

import json
import subprocess

import pytest

from rummy_lab.core.errors import RummyError
from rummy_lab.language import LANGUAGES
from rummy_lab.lite import site
from rummy_lab.lite.command import run
from rummy_lab.lite.folder import MARK
from rummy_lab.lite.pyodide import Source
from rummy_lab.lite.wheels import BESIDE


@pytest.fixture(scope="module")
def inputs(tmp_path_factory):
    work = tmp_path_factory.mktemp("inputs")
    return work, site.write_inputs(work, "de", Source("./static/pyodide/pyodide.mjs", work, ()))


@pytest.fixture
def no_wheels(monkeypatch):
    """Making them takes a second, and is tested elsewhere."""
    monkeypatch.setattr(site, "make_wheel", lambda name, folder: (folder / name).write_text(""))


def test_notebooks_begin_with_the_cell_that_fetches_the_package(inputs):
    work, names = inputs
    assert names[0] == ("01_tour.ipynb", "Ein Rundgang durch rummy_lab")
    files = {file.relative_to(work / "files").as_posix() for file in (work / "files").rglob("*.ipynb")}
    assert files == {name for name, _ in names}
    for name in files:
        notebook = json.loads((work / "files" / name).read_text(encoding="utf-8"))
        assert notebook["metadata"]["kernelspec"]["name"] == "python"
        cells = notebook["cells"]
        first = next(cell for cell in cells if cell["cell_type"] == "code")
        assert first["id"] == site.first_cell("de")["id"]
        assert [cell["id"] for cell in cells].count("browser") == 1


def test_statistics_come_along_where_they_are_used(inputs):
    work, _ = inputs
    with_stats = {
        file.stem
        for file in (work / "files").rglob("*.ipynb")
        if "rummy_lab[stats]" in file.read_text(encoding="utf-8")
    }
    assert {"07_self_play_statistics", "08_variants"} <= with_stats
    assert not {"01_tour", "02_schmidt_rummy", "03_rummy_40", "05_puzzles"} & with_stats
    assert '"rummy_lab[stats]"' in site.first_cell("en", "rl.compare(run)")["source"][1]
    assert '"rummy_lab[stats]"' in site.first_cell("en", "lab = rl.VariantLab()")["source"][1]
    assert "[stats]" not in site.first_cell("en", "rl.selfplay(curl.compare)")["source"][1]


def test_from_a_light_copy_the_package_comes_without_what_is_missing(tmp_path, no_wheels):
    site.write_inputs(tmp_path, "en", Source("./static/pyodide/pyodide.mjs", tmp_path, ("matplotlib",)))
    cells = json.loads((tmp_path / "files" / "08_variants.ipynb").read_text(encoding="utf-8"))["cells"]
    first = next(cell for cell in cells if cell["cell_type"] == "code")
    assert first["source"][1] == "%pip install -q --no-deps rummy_lab tomli_w\n"


def test_what_needs_processes_is_left_out(inputs, repository):
    assert (repository / "notebooks" / site._LEFT_OUT[0]).is_file()
    assert site._LEFT_OUT[0] not in dict(inputs[1])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_first_cell_sets_the_language_before_the_package_is_imported(lang):
    text = "".join(site.first_cell(lang)["source"])
    assert text.startswith("# ")
    assert "\n%pip install -q rummy_lab\n" in text
    assert text.endswith(f'os.environ["RUMMY_LAB_LANG"] = "{lang}"')
    assert "import rummy_lab" not in text


def test_wheels_of_page_and_kernel_are_of_one_making(inputs):
    work, _ = inputs
    names = {wheel.name.partition("-")[0] for wheel in (work / "pypi").iterdir()}
    assert names == {"rummy_lab", *BESIDE}


def test_settings(inputs):
    work, _ = inputs
    page = json.loads((work / "jupyter-lite.json").read_text())["jupyter-config-data"]
    kernel = page["litePluginSettings"]["@jupyterlite/pyodide-kernel-extension:kernel"]
    assert kernel == {"pyodideUrl": "./static/pyodide/pyodide.mjs", "disablePyPIFallback": True}
    build = json.loads((work / "jupyter_lite_config.json").read_text())["LiteBuildConfig"]
    packages = [json.loads((work / folder / "package.json").read_text()) for folder in build["federated_extensions"]]
    assert [package["name"] for package in packages] == list(site._EXTENSIONS)
    assert build["ignore_sys_prefix"] == ["federated_extensions"]


def test_public_pyodide_may_ask_for_more_packages(tmp_path, no_wheels):
    site.write_inputs(tmp_path, "en", Source("https://cdn.example/pyodide.mjs"))
    settings = json.loads((tmp_path / "jupyter-lite.json").read_text())["jupyter-config-data"]["litePluginSettings"]
    assert next(iter(settings.values()))["disablePyPIFallback"] is False


@pytest.fixture
def jupyterlite(monkeypatch, no_wheels):
    """JupyterLite, played by somebody who does at once what it is told."""
    asked = []

    def build(command, **options):
        asked.append((command, options))
        folder = site.Path(command[command.index("--output-dir") + 1])
        (folder / "lab").mkdir()
        (folder / "lab" / "index.html").write_text("x" * 2_000_000)
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(subprocess, "run", build)
    return asked


def test_command_builds_and_says_what_comes_from_where(jupyterlite, tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("JUPYTERLITE_DIR", "/somewhere/else")
    target = tmp_path / "my site"
    assert run(["build", str(target), "--app", "https://app.example"], "nl") == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith(f"De site staat in {target} (")
    assert f"van https://cdn.jsdelivr.net/pyodide/v{site.public_pyodide()}/full/pyodide.mjs" in said[1]
    assert "-m http.server --bind 127.0.0.1 --directory" in said[2]
    assert sorted(file.name for file in target.iterdir()) == [
        "index.html", "lab", "questions.html", "rules-rummy40.html", "rules-schmidt.html", MARK,
    ]  # fmt: skip
    assert json.loads((target / MARK).read_text())["lang"] == "nl"
    assert [path.name for path in tmp_path.iterdir()] == ["my site"]
    assert "JUPYTERLITE_DIR" not in jupyterlite[0][1]["env"]
    assert run(["build", str(target)], "en") == 0  # again, over the first
    assert "The site is in" in capsys.readouterr().out


def test_command_leaves_other_files_alone_before_it_builds_anything(jupyterlite, tmp_path):
    (tmp_path / "homework.txt").write_text("mine")
    with pytest.raises(RummyError, match="holds files that are not of such a site"):
        run(["build", str(tmp_path)], "en")
    assert not jupyterlite
    assert [path.name for path in tmp_path.iterdir()] == ["homework.txt"]


@pytest.mark.parametrize("address", ["javascript:alert(1)", "app.example", "file:///etc"])
def test_command_takes_only_web_addresses(jupyterlite, tmp_path, address):
    with pytest.raises(RummyError, match="--app is an address that begins with https://"):
        run(["build", str(tmp_path / "site"), "--app", address], "en")
    assert not jupyterlite


@pytest.mark.parametrize("arguments", [[], ["build"], ["serve", "x"], ["build", "x", "--pyodid", "y"]])
def test_command_that_is_not_understood_ends_with_2(arguments, capsys):
    with pytest.raises(SystemExit) as left:
        run(arguments, "en")
    assert left.value.code == 2
    assert "rummy-lab lite build DIR" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("lang", "told"), [("en", "an unpacked full release"), ("de", "entpackten"), ("nl", "uitgepakte")]
)
def test_help_says_what_the_options_are_for(lang, told, capsys):
    with pytest.raises(SystemExit) as left:
        run(["build", "--help"], lang)
    assert left.value.code == 0
    assert told in " ".join(capsys.readouterr().out.split())


def test_no_name_is_no_folder():
    with pytest.raises(RummyError, match="DIR is the name of the folder"):
        run(["build", " "], "en")


def test_what_jupyterlite_says_is_passed_on_and_nothing_is_left(tmp_path, monkeypatch, no_wheels):
    def fail(command, **_):
        return subprocess.CompletedProcess(command, 1, "one\n", "doit says no\n")

    monkeypatch.setattr(subprocess, "run", fail)
    with pytest.raises(RummyError, match=r"could not build the site; it said:\none\ndoit says no"):
        run(["build", str(tmp_path / "site")], "en")
    assert not list(tmp_path.iterdir())


def test_missing_extra_is_one_sentence_with_the_mend(tmp_path, monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "jupyterlite_core", None)
    with pytest.raises(RummyError, match=r"the static site needs jupyterlite_core, .* 'rummy_lab\[lite\]'"):
        run(["build", str(tmp_path / "site")], "en")
