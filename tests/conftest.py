"""What all tests share."""

from pathlib import Path

import pytest
from hypothesis import settings

# How long one example takes says more about the machine than about the code; tests/bench/ is for speed.
settings.register_profile("rummy_lab", deadline=None)
settings.load_profile("rummy_lab")


@pytest.hookimpl(tryfirst=True)  # before xdist asks for the group
def pytest_collection_modifyitems(items):
    """All that drives a browser runs one after the other: it is slow to start, and two would disturb each other."""
    for item in items:
        if item.get_closest_marker("browser") is not None or "browser" in Path(item.path).parts:
            item.add_marker(pytest.mark.xdist_group("browser"))


@pytest.fixture(scope="session")
def repository() -> Path:
    """The top folder of the checkout the tests belong to."""
    return Path(__file__).resolve().parent.parent


@pytest.fixture(autouse=True, scope="session")
def _private_jupyter_folders(tmp_path_factory):
    """Kernels and servers that tests start neither read nor leave behind anything in the home of whoever runs them."""
    home = tmp_path_factory.mktemp("jupyter")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR"):
            folder = home / name.lower()
            folder.mkdir()
            patch.setenv(name, str(folder))
        patch.delenv("JUPYTER_TOKEN", raising=False)
        # Commands speak English here, whatever the machine speaks.
        patch.delenv("RUMMY_LAB_LANG", raising=False)
        patch.setenv("LC_ALL", "C.UTF-8")
        yield
