"""Asking a tracker for a device."""

from __future__ import annotations

import socket
import weakref
from typing import Any

from mlcc.diagnostics import MlccError

from .address import SCHEME, TRACKER_PORT, host_and_port
from .client import connect, shared_key
from .listen import dial
from .session import RemoteSession
from .wire import Closed, Header, introduce, raise_error, receive_frame, send_frame


class TrackerSession:
    """A connection to a tracker."""

    def __init__(self, connection: socket.socket, where: str, key: str | None) -> None:
        self._connection, self._where, self._key = connection, where, key
        try:
            introduce(connection, key, where)
        except (Closed, OSError) as error:
            connection.close()
            raise MlccError("R356", f"{where} closed the connection") from error
        except MlccError:
            connection.close()
            raise
        connection.settimeout(None)
        weakref.finalize(self, connection.close)

    def _ask(self, header: Header) -> Header:
        try:
            send_frame(self._connection, header)
            reply = receive_frame(self._connection, 0, self._where).header
        except (Closed, OSError) as error:
            raise MlccError("R356", f"the connection to {self._where} is lost") from error
        raise_error(reply)
        return reply

    def request(self, key: str, priority: int = 1, session_timeout: float = 0, wait: int = 60) -> RemoteSession:
        """A session at a free server of the kind `key`, waiting up to `wait` seconds for one.

        Those of a higher priority are served first. Raises R360 when there is none, and as :func:`connect`.
        """
        reply = self._ask({"op": "request", "kind": key, "priority": priority, "timeout": wait})
        return connect(f"{SCHEME}{host_and_port(str(reply['host']), int(reply['port']))}", key=self._key,
                       session_timeout=session_timeout)  # fmt: skip

    def summary(self) -> dict[str, Any]:
        """`devices`: kind, host, port and free places of each server; `waiting`: how many wait, by kind."""
        return self._ask({"op": "summary"})

    def text_summary(self) -> str:
        """The summary as a table."""
        summary = self.summary()
        rows = [("kind", "address", "free", "waiting")]
        for device in summary["devices"]:
            waiting = str(summary["waiting"].get(device["kind"], 0))
            rows.append((device["kind"], host_and_port(device["host"], device["port"]), str(device["free"]), waiting))
        widths = [max(len(row[i]) for row in rows) for i in range(4)]
        lines = ("  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)) for row in rows)
        return "\n".join(line.rstrip() for line in lines)

    def close(self) -> None:
        """Ends the connection; sessions that were given go on."""
        self._connection.close()

    def __enter__(self) -> TrackerSession:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def connect_tracker(host: str, port: int = TRACKER_PORT, key: str | None = None) -> TrackerSession:
    """A connection to the tracker at a host and port. Raises R352 to R354, R356."""
    secret = shared_key(key)
    where = f"the tracker at {host_and_port(host, port)}"
    return TrackerSession(dial(host, port, "the tracker"), where, secret)
