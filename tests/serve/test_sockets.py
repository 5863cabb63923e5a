"""Answers are not held back: connections of both servers send small packets at once."""

from __future__ import annotations

import socket

import pytest

from mlcc.rpc.listen import listen
from mlcc.serve import server


@pytest.mark.parametrize("make", [server._listener, listen], ids=["serve", "rpc"])
def test_connections_do_not_wait_for_confirmations(make: object) -> None:
    with make("127.0.0.1", 0) as listener, socket.create_connection(listener.getsockname()):  # type: ignore[operator]
        accepted, _ = listener.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
