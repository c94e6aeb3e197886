"""The kernels of visitors, without a server: which of them are watched."""

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest
from jupyter_server.base.call_context import CallContext
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from tornado.web import HTTPError
from traitlets.utils.importstring import import_item

from rummy_lab.app import command, kernels
from rummy_lab.app.kernels import Kernels

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def manager(monkeypatch):
    """A manager whose kernels are no processes."""
    monkeypatch.setattr(kernels, "SHOWN", 0.01)
    made = Kernels()
    running = made.running = set()

    async def start(_self, *, kernel_id="a notebook's"):
        running.add(kernel_id)
        return kernel_id

    async def end(_self, kernel_id):
        if kernel_id not in running:
            raise HTTPError(404)
        running.remove(kernel_id)

    monkeypatch.setattr(AsyncMappingKernelManager, "start_kernel", start)
    monkeypatch.setattr(AsyncMappingKernelManager, "shutdown_kernel", end)
    monkeypatch.setattr(Kernels, "__contains__", lambda _self, kernel_id: kernel_id in running)
    return made


def page():
    """What Voila asks a kernel for."""
    asked = SimpleNamespace(voila_configuration=None, xsrf_token=b"", left=None)
    asked.request = SimpleNamespace(
        connection=SimpleNamespace(set_close_callback=lambda act: setattr(asked, "left", act))
    )
    return asked


def done(visit):
    """What comes of it, in a thread without a loop of its own, which browser tests of the same process leave."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(visit())).result()


async def started(manager, asked):
    CallContext.set(CallContext.JUPYTER_HANDLER, asked)
    return await manager.start_kernel()


def test_who_leaves_before_there_is_a_page_leaves_no_kernel(manager):
    async def visits():
        gone, here = page(), page()
        await started(manager, gone)
        stays = await started(manager, here)
        manager.notify_connect(stays)
        for asked in (gone, here):
            asked.left()
        await asyncio.sleep(0.1)
        return stays

    assert done(visits) in manager.running
    assert len(manager.running) == 1


def test_a_page_that_never_speaks_to_its_kernel_loses_it(manager, monkeypatch):
    monkeypatch.setattr(kernels, "UNSEEN", 0.01)

    async def visit():
        await started(manager, page())
        await asyncio.sleep(0.1)

    done(visit)
    assert manager.running == set()
    assert manager._unseen == set()


def test_kernels_of_notebooks_are_as_ever(manager, monkeypatch):
    monkeypatch.setattr(kernels, "UNSEEN", 0.01)

    async def visit():
        kernel_id = await started(manager, SimpleNamespace())
        await asyncio.sleep(0.1)
        return kernel_id

    assert done(visit) == "a notebook's"
    assert manager.running == {"a notebook's"}


@pytest.mark.parametrize("settings", [command.HERE / "jupyter" / "voila.json", ROOT / "binder" / "postBuild"])
def test_the_settings_name_these_kernels(settings):
    named = re.findall(r'kernel_manager_class": "([\w.]+)"', settings.read_text(encoding="utf-8"))
    assert [import_item(one) for one in named] == [Kernels]
