"""Opening a listening socket, and connecting to one, with errors as diagnostics."""

from __future__ import annotations

import socket

from mlcc.diagnostics import MlccError

from .address import host_and_port

_CONNECT_SECONDS = 10.0


def listen(host: str, port: int) -> socket.socket:
    """A listening TCP socket. Raises R352."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listener = socket.create_server((host, port), family=family, backlog=64)
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # connections inherit it
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise MlccError(
            "R352", f"cannot listen at {host_and_port(host, port)}: {reason}",
            help="--port 0 takes any free port and prints it",
        ) from error  # fmt: skip
    return listener


def dial(host: str, port: int, what: str) -> socket.socket:
    """A connection to `what` at an address. Raises R352."""
    try:
        connection = socket.create_connection((host, port), timeout=_CONNECT_SECONDS)
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise MlccError(
            "R352", f"cannot connect to {what} at {host_and_port(host, port)}: {reason}",
            help=f"start one there: mlcc rpc {'tracker' if what == 'the tracker' else 'serve'} --port {port}",
        ) from error  # fmt: skip
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    return connection
