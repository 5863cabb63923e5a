"""A tracker that a program starts, under TVM's name: `rpc.Tracker()`."""

from __future__ import annotations

from .address import TRACKER_PORT
from .client import shared_key
from .started import Started
from .tracker_loop import TrackerLoop


class Tracker(Started):
    """A tracker on this machine: servers register at it, and `rpc.connect_tracker(host, port)` asks for one.

    The address, the key and the errors are those of :class:`Server`.
    """

    def __init__(
        self,
        host: str = "127.0.0.1",
        port: int = TRACKER_PORT,
        port_end: int = 9289,
        *,
        key: str | None = None,
        silent: bool = True,
    ) -> None:
        secret = shared_key(key)
        super().__init__(lambda at: TrackerLoop(host, at, secret), (port, port_end), silent)
