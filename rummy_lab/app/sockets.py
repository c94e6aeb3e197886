"""How pages reach their kernels: only as ours do.

Of a message in the older protocol Voila (0.5.13) reads the first bytes as the number of its parts, and counts them; so
does Jupyter's server with what a page says of its own message. Either takes all memory and stops the server for all.
"""

from __future__ import annotations

from typing import Any, Final, cast

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from tornado.web import HTTPError

PROTOCOL: Final = "v1.kernel.websocket.jupyter.org"
_NUMBER: Final = 8
"""Bytes of the number of parts, and of the place of each."""


class Connection(ZMQChannelsWebsocketConnection):
    """A connection in the newer protocol, whose messages say no more parts than they have."""

    async def prepare(self) -> None:
        """Refuse whoever does not speak the protocol."""
        offered = self.websocket_handler.request.headers.get("Sec-WebSocket-Protocol", "")
        if PROTOCOL not in map(str.strip, offered.split(",")):
            raise HTTPError(400, f"the protocol of this socket is {PROTOCOL}")
        await super().prepare()  # type: ignore[no-untyped-call]

    def handle_incoming_message(self, incoming_msg: Any) -> None:
        """Take a message of the page, unless it cannot be one."""
        if isinstance(incoming_msg, bytes) and possible(incoming_msg):
            super().handle_incoming_message(cast(Any, incoming_msg))  # bytes: it says `str`
        else:
            self.log.warning("a message that can be none of a page was left aside")


def possible(message: bytes) -> bool:
    """Whether a message is long enough for as many parts as it says.

    >>> possible(bytes([255] * 8)), possible((1).to_bytes(8, "little") + (16).to_bytes(8, "little") + b"shell")
    (False, True)
    """
    parts = int.from_bytes(message[:_NUMBER], "little")
    return parts > 0 and _NUMBER * (parts + 1) <= len(message)
