"""The kernels of visitors, of which none outlives its page for long."""

from __future__ import annotations

import uuid
from contextlib import suppress
from functools import partial
from typing import Any, Final

from jupyter_server.base.call_context import CallContext
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from tornado.ioloop import IOLoop
from tornado.web import HTTPError

SHOWN: Final = 4.0
"""Seconds that Voila may still write a page whose reader has gone; a kernel that ends meanwhile would be an error."""
UNSEEN: Final = 240.0
"""Seconds until a page has come that far that it speaks to its kernel; programs that look at addresses never do."""


class Kernels(AsyncMappingKernelManager):
    """Kernels of which those that Voila starts end with their pages; others, such as a notebook's, are as ever.

    A page ends its kernel itself when it is left (see our template), and a server takes that only from who has its
    `_xsrf` cookie; Voila gives none. Whoever leaves before there is a page, or never opens one, is noticed here.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)  # type: ignore[no-untyped-call]
        self._unseen: set[str] = set()

    async def start_kernel(self, **options: Any) -> str:  # type: ignore[override]
        """Start a kernel; its id."""
        asked = CallContext.get(CallContext.JUPYTER_HANDLER)
        if hasattr(asked, "voila_configuration"):
            kernel_id = options["kernel_id"] = str(uuid.uuid4())
            self._unseen.add(kernel_id)
            _ = asked.xsrf_token  # reading it sets the cookie, since nothing of the answer has been sent
            asked.request.connection.set_close_callback(partial(self._end_unseen_after, SHOWN, kernel_id))
            self._end_unseen_after(UNSEEN, kernel_id)
        return await super().start_kernel(**options)

    def notify_connect(self, kernel_id: str) -> None:
        """Take note that a page speaks to a kernel."""
        self._unseen.discard(kernel_id)
        super().notify_connect(kernel_id)  # type: ignore[no-untyped-call]

    def _end_unseen_after(self, seconds: float, kernel_id: str) -> None:
        IOLoop.current().call_later(seconds, self._end_unseen, kernel_id)

    async def _end_unseen(self, kernel_id: str) -> None:
        if kernel_id in self._unseen and kernel_id in self:
            self._unseen.discard(kernel_id)
            with suppress(HTTPError):  # it has ended meanwhile
                await self.shutdown_kernel(kernel_id)  # type: ignore[no-untyped-call]
