"""No text becomes code: what could run a text stands where this list says, each with its reason, and nowhere else."""

import ast
from pathlib import Path

import pytest

RUNS = {
    "eval", "exec", "compile", "__import__", "execfile", "pickle", "cPickle", "_pickle", "dill", "shelve",
    "marshal", "joblib", "cloudpickle", "jsonpickle", "yaml", "ruamel", "subprocess", "pty", "ctypes", "cffi",
    "code", "codeop", "runpy", "imp", "importlib.import_module", "os.system", "os.popen", "os.exec", "os.spawn",
    "os.startfile", "os.posix_spawn", "webbrowser", "numpy.load", "np.load", "pandas.read_pickle",
    "pd.read_pickle", "pd.eval", "pandas.eval", ".eval", ".read_pickle", "tarfile", "zipfile",
    "shutil.unpack_archive", "xml", "multiprocessing", "tempfile.mktemp", "allow_pickle",
}  # fmt: skip
ALLOWED = {
    ("__init__.py", "importlib.import_module"): "public names are loaded when they are first used, from a fixed table",
    ("widgets/__init__.py", "importlib.import_module"): "as above",
    ("batch/needs.py", "importlib.import_module"): "an optional library, named by us",
    ("widgets/variant_run.py", "importlib.import_module"): "an optional room of ours, named by us",
    ("batch/workers.py", "cloudpickle"): "bots of one's own go to the workers of one's own executor, and nowhere else",
    ("batch/workers.py", "multiprocessing"): "the process that Python has beside its workers is started before them",
    ("bots/kernels/compiled.py", "exec"): "our own files, put together for the compiler",
    ("bots/kernels/compiled.py", "compile"): "as above",
    ("widgets/variant_compiling.py", "subprocess"): "our own Python, to compile beside; no shell, no text of anybody",
    ("stats/expressions.py", ".eval"): "an expression over columns, checked to hold names, numbers, comparisons only",
}
COMMANDS = ("cli", "cli.py", "app", "lite", "worksheets", "__main__.py")
"""Commands start JupyterLab, Voila and build tools: lists of arguments, never a shell."""


def package():
    import rummy_lab

    return Path(rummy_lab.__file__).parent


def called(node):
    """The dotted name of what is called or imported; of a method on anything `.name`."""
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if isinstance(node, ast.Name):
        parts.append(node.id)
        return ".".join(reversed(parts))
    return f".{parts[0]}" if parts else ""


def uses(tree):
    """Every use of what could run a text."""
    for node in ast.walk(tree):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Call):
            name = called(node.func)
            names = [name, f".{name.rpartition('.')[2]}"]
            names += [keyword.arg for keyword in node.keywords if keyword.arg == "allow_pickle"]
            if isinstance(node.func, ast.Name) and node.func.id == "needed" and node.args:
                names += [node.args[0].value] if isinstance(node.args[0], ast.Constant) else []
        for name in names:
            for bad in RUNS:
                if (
                    name == bad
                    or (bad in name.split(".")[:1])
                    or (bad in ("os.exec", "os.spawn") and name.startswith(bad))
                ):
                    yield bad, node
                    break


def files():
    root = package()
    return [(path.relative_to(root).as_posix(), path) for path in sorted(root.rglob("*.py"))]


@pytest.fixture(scope="module")
def found():
    there = {}
    for name, path in files():
        for what, node in uses(ast.parse(path.read_text(encoding="utf-8"))):
            there.setdefault((name, what), []).append(node)
    return there


def test_what_could_run_a_text_is_listed(found):
    strange = {key for key in found if key not in ALLOWED and key[0].partition("/")[0] not in COMMANDS}
    assert strange == set()


def test_the_list_names_nothing_that_is_gone(found):
    assert [key for key in ALLOWED if key not in found] == []


def test_commands_start_programs_by_a_list_of_arguments_and_nothing_worse(found):
    allowed = {"subprocess", "os.exec", "importlib.import_module", "webbrowser", "zipfile", "tarfile"}
    assert {what for (name, what) in found if name.partition("/")[0] in COMMANDS} <= allowed


def test_no_program_is_started_by_a_shell():
    for name, path in files():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                shells = [one for one in node.keywords if one.arg == "shell"]
                assert all(isinstance(one.value, ast.Constant) and one.value.value is False for one in shells), name


@pytest.mark.parametrize(
    "text",
    ["import pickle", "from pickle import loads", "eval(x)", "os.system(x)", "frame.eval(x)", "import yaml",
     "os.execv(a, b)", "np.load(f, allow_pickle=True)", 'needed("cloudpickle", "x")', "import xml.dom"],
)  # fmt: skip
def test_the_scan_finds_it(text):
    assert list(uses(ast.parse(text)))


def test_nothing_is_put_into_a_page_as_html_by_the_scripts_but_our_own_drawings():
    root = package()
    there = {
        (path.name, line.strip())
        for path in root.rglob("*.js")
        for line in path.read_text(encoding="utf-8").splitlines()
        if any(
            word in line
            for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(")
        )
    }
    assert {name for name, _ in there} <= {"editor.js", "table.js", "table_sheet.js", "table_speech.js"}
    assert len(there) <= 6
