"""A bound for the head of a request: uvicorn keeps headers of any length, and reads a long one ever more slowly."""

from __future__ import annotations

import asyncio
from typing import Any

import uvicorn
from uvicorn.protocols.http.auto import AutoHTTPProtocol

#: Bytes of a request line and its headers, as other servers have it.
LARGEST_HEAD = 65536


def _bounded(base: Any) -> type[asyncio.Protocol]:
    """A protocol of uvicorn on its parser `httptools` that ends a connection whose head is too long."""

    class Bounded(base):  # type: ignore[misc]
        _in_head, _head = False, 0

        def on_message_begin(self) -> None:
            self._in_head, self._head = True, 0
            super().on_message_begin()

        def on_headers_complete(self) -> None:
            self._in_head = False
            super().on_headers_complete()

        def data_received(self, data: bytes) -> None:
            self._head += len(data)
            if self._in_head and self._head > LARGEST_HEAD:
                self.send_400_response(f"the head of a request has more than {LARGEST_HEAD} bytes")
                return
            super().data_received(data)

    return Bounded


def configured(app: Any, **options: Any) -> uvicorn.Config:
    """uvicorn's configuration for `app`, with :data:`LARGEST_HEAD` for either of its parsers."""
    if AutoHTTPProtocol.__name__ != "HttpToolsProtocol":
        return uvicorn.Config(app, h11_max_incomplete_event_size=LARGEST_HEAD, **options)
    return uvicorn.Config(app, http=_bounded(AutoHTTPProtocol), **options)
