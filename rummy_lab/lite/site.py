"""A static site of the laboratory: JupyterLite with the notebooks, the package and what it needs as wheels."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from importlib import metadata
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from rummy_lab import _HOMES as HOMES
from rummy_lab.batch.needs import needed
from rummy_lab.core.errors import RummyError
from rummy_lab.lite.folder import refuse, whole
from rummy_lab.lite.pages import write_pages
from rummy_lab.lite.pyodide import Source, copy, source_of
from rummy_lab.lite.texts import tell
from rummy_lab.lite.wheels import BESIDE, make_wheel, notebooks_folder
from rummy_lab.words.notebooks import source_of as text_of
from rummy_lab.words.notebooks import translated

_KERNEL: Final = "@jupyterlite/pyodide-kernel-extension"
_EXTENSIONS: Final = ("@jupyter-widgets/jupyterlab-manager", "anywidget", _KERNEL)
"""Of the front end only what the notebooks need, whatever else is installed where the site is built."""
_METADATA: Final = {
    "kernelspec": {"display_name": "Python (Pyodide)", "language": "python", "name": "python"},
    "language_info": {"name": "python"},
}
"""So that nobody is asked which kernel is meant."""
_NAMES: Final = re.compile(r"\brl\.(\w+)")
_LEFT_OUT: Final = ("how_to/a_million_deals.ipynb",)
"""What needs processes and a disk."""
_LAST_LINES: Final = 12


def build(target: Path, *, lang: str = "en", pyodide: str | None = None, app: str = "") -> Source:
    """Build the site.

    Args:
        target: the folder that is made; a site that was made so before is replaced, anything else is left alone.
        lang: en, de or nl: of the notebooks, of the pages, and of the widgets.
        pyodide: a folder with a release of Pyodide, which is copied, or its address; None is the public address.
        app: the address of a served app, which the start page names to phones.

    Returns:
        Where Pyodide comes from.

    Raises:
        RummyError: one sentence: what is missing, what stands in the way, or why JupyterLite stopped.
    """
    _tools()
    refuse(target)
    source = source_of(pyodide, *_made_for())
    said = {
        "what": "a static site of rummy_lab, made by: rummy-lab lite build",
        "version": metadata.version("rummy_lab"),
        "lang": lang,
        "pyodide": source.url,
    }
    with ExitStack() as stack:
        site = stack.enter_context(whole(target, said))
        work = Path(stack.enter_context(TemporaryDirectory()))
        names = write_inputs(work, lang, source)
        _run_jupyterlite(work, site)
        copy(source, site)
        write_pages(site, lang, names, source, app)
    return source


def public_pyodide() -> str:
    """The version of Pyodide that the installed front end is made for; raises RummyError where there is none."""
    _tools()
    return _made_for()[0].rpartition("/")[0].rpartition("/v")[2].partition("/")[0]


def write_inputs(work: Path, lang: str, source: Source) -> list[tuple[str, str]]:
    """Write what JupyterLite builds from: notebooks, wheels and settings.

    Returns:
        The notebooks by file name, each with its title.
    """
    names = _write_notebooks(work / "files", lang, light=bool(source.lacks))
    wheels = work / "pypi"
    wheels.mkdir()
    for name in ("rummy_lab", *BESIDE):
        make_wheel(name, wheels)
    own_copy = source.folder is not None
    kernel = {"pyodideUrl": source.url, "disablePyPIFallback": own_copy}
    page = {"appName": "rummy_lab", "litePluginSettings": {f"{_KERNEL}:kernel": kernel}}
    _write_json(work / "jupyter-lite.json", {"jupyter-lite-schema-version": 0, "jupyter-config-data": page})
    extensions = [str(_extension(name)) for name in _EXTENSIONS]
    settings = {
        "apps": ["lab"],
        "contents": ["files"],
        "federated_extensions": extensions,
        "ignore_sys_prefix": ["federated_extensions"],
        "no_sourcemaps": True,
        "no_unused_shared_packages": True,
    }
    _write_json(work / "jupyter_lite_config.json", {"LiteBuildConfig": settings})
    return names


def first_cell(lang: str, code: str = "", *, light: bool = False) -> dict[str, Any]:
    """The cell that fetches the package into the browser and sets its language.

    Args:
        lang: en, de or nl.
        code: what the notebook does; where that needs the extra `stats`, it is fetched too.
        light: whether the site lacks what else the package needs, so that it is fetched without.
    """
    wanted = '"rummy_lab[stats]"' if any(_counts(name) for name in _NAMES.findall(code)) else "rummy_lab"
    wanted = "--no-deps rummy_lab tomli_w" if light else wanted
    source = [
        f"{tell('cell.first', lang)}\n",
        f"%pip install -q {wanted}\n",
        "import os\n",
        "\n",
        f'os.environ["RUMMY_LAB_LANG"] = "{lang}"',
    ]
    return {
        "cell_type": "code",
        "execution_count": None,
        "id": "browser",
        "metadata": {},
        "outputs": [],
        "source": source,
    }


def _counts(name: str) -> bool:
    """Whether a public name belongs to the statistics, or shows them."""
    return name == "VariantLab" or HOMES.get(name, "").startswith("rummy_lab.stats")


def _tools() -> None:
    for module in ("jupyterlite_core", "jupyterlite_pyodide_kernel", "mistune"):
        needed(module, "the static site", "lite")


def _made_for() -> tuple[str, str]:
    """The public address of Pyodide and the version of its Python, as the installed front end wants them."""
    from jupyterlite_pyodide_kernel import constants

    return f"{constants.PYODIDE_CDN_URL}/{constants.PYODIDE_MJS}", constants.PYODIDE_PYTHON_VERSION


def _write_notebooks(files: Path, lang: str, *, light: bool) -> list[tuple[str, str]]:
    folder = notebooks_folder()
    names = list[tuple[str, str]]()
    for original in sorted(folder.rglob("*.ipynb")):
        name = original.relative_to(folder).as_posix()
        if name in _LEFT_OUT or any(part.startswith(".") for part in name.split("/")):
            continue
        notebook = translated(name, json.loads(original.read_text(encoding="utf-8")), lang)
        title = text_of(notebook["cells"][0]).partition("\n")[0].lstrip("# ")
        cells = notebook["cells"]
        code = [at for at, cell in enumerate(cells) if cell["cell_type"] == "code"]
        cells.insert(code[0], first_cell(lang, "\n".join(text_of(cells[at]) for at in code), light=light))
        _write_json(files / name, notebook | {"metadata": _METADATA})
        names.append((name, title))
    return names


def _extension(name: str) -> Path:
    """The folder of an installed extension of JupyterLab; raises RummyError."""
    from jupyter_core.paths import jupyter_path

    for folder in jupyter_path("labextensions"):
        if (found := Path(folder, name) / "package.json").is_file():
            return found.parent
    raise RummyError(
        "the part of JupyterLab named {name} is not installed here; install 'rummy_lab[lite]' again by pip", name=name
    )


def _run_jupyterlite(work: Path, site: Path) -> None:
    command = [sys.executable, "-m", "jupyterlite_core", "build", "--lite-dir", str(work), "--output-dir", str(site)]
    home = str(work / "home")  # so that nobody's own settings come into the site
    kept = {name: value for name, value in os.environ.items() if not name.startswith("JUPYTERLITE_")}
    there = kept | {"JUPYTER_CONFIG_DIR": home, "JUPYTER_NO_CONFIG": "1", "PYTHONUTF8": "1"}
    done = subprocess.run(  # noqa: S603 (our own command)
        command, cwd=work, env=there, check=False, capture_output=True, text=True, encoding="utf-8", errors="replace"
    )
    if done.returncode:
        lines = [line for line in f"{done.stdout}\n{done.stderr}".splitlines() if line.strip()]
        said = "\n".join(lines[-_LAST_LINES:])
        raise RummyError("JupyterLite could not build the site; it said:\n{said}", said=said)


def _write_json(file: Path, content: Mapping[str, Any] | Sequence[Any]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", encoding="utf-8", newline="\n")
