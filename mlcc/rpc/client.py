"""Connecting to a server."""

from __future__ import annotations

import os

from .address import DEFAULT_PORT, SCHEME, host_and_port, parse_address
from .listen import dial
from .session import RemoteSession

KEY_VARIABLE = "MLCC_RPC_KEY"


def shared_key(key: str | None = None) -> str | None:
    """The given key, else that of the environment variable MLCC_RPC_KEY, else None."""
    return key or os.environ.get(KEY_VARIABLE) or None


def connect(url: str, port: int = DEFAULT_PORT, key: str | None = None, session_timeout: float = 0) -> RemoteSession:
    """A session at the server at a host and port, or at `rpc://HOST:PORT`.

    `session_timeout`: the seconds to wait for a reply at most. Raises R351 to R356.
    """
    address = parse_address(url, port) if url.startswith(SCHEME) or ":" not in url else parse_address(f"[{url}]:{port}")
    where = f"{SCHEME}{host_and_port(address.host, address.port)}"
    return RemoteSession(dial(address.host, address.port, "a server"), where, shared_key(key), session_timeout)
