"""A server that a program starts, under TVM's name: `rpc.Server(key="...")`."""

from __future__ import annotations

from mlcc.diagnostics import MlccError

from .address import TRACKER_PORT, parse_address
from .client import shared_key
from .limits import Limits
from .registrar import Registration
from .server_loop import ServerLoop
from .started import Started


class Server(Started):
    """A server on this machine: `rpc.connect(server.host, server.port, key)` opens a session.

    It listens at the loopback address unless `host` says otherwise, which takes a key, at the first free port from
    `port` to `port_end`; port 0 is any free one. `key` is what clients must know (default: MLCC_RPC_KEY). With the
    address of a tracker, ``(host, port)`` or ``"host:port"``, `key` is the kind as which it registers there, and
    `custom_addr` the host by which clients reach it. `limits` are those of `mlcc rpc serve`. Unless `silent`, sessions
    are told on stderr. Raises R359 for an address that others reach without a key, R352 where no port is free.
    """

    def __init__(
        self,
        host: str = "127.0.0.1",
        port: int = 9091,
        port_end: int = 9199,
        *,
        tracker_addr: tuple[str, int] | str | None = None,
        key: str | None = None,
        custom_addr: str | None = None,
        limits: Limits | None = None,
        silent: bool = True,
    ) -> None:
        limits = limits or Limits()
        registration, secret = None, shared_key(key)
        if tracker_addr is not None:
            if not key:
                raise MlccError("R359", "a server at a tracker needs a kind", help='give one: key="rasp4"')
            address = tracker_addr if isinstance(tracker_addr, str) else f"{tracker_addr[0]}:{tracker_addr[1]}"
            tracker = parse_address(address, TRACKER_PORT)
            registration, secret = Registration(tracker, key, limits.sessions, custom_addr), shared_key()

        def make(at: int) -> ServerLoop:
            return ServerLoop(host, at, secret, limits, registration)

        super().__init__(make, (port, port_end), silent)
