"""The address of a device: `rpc://HOST:PORT`, or `rpc://HOST:PORT/KIND` for any device of a kind at a tracker."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass

from mlcc.diagnostics import MlccError

SCHEME = "rpc://"
DEFAULT_PORT = 9090
TRACKER_PORT = 9190


@dataclass(frozen=True, slots=True)
class Address:
    """Where a server is, or, with a `kind`, where the tracker is that knows such servers."""

    host: str
    port: int
    kind: str | None = None

    def __str__(self) -> str:
        return f"{SCHEME}{host_and_port(self.host, self.port)}" + (f"/{self.kind}" if self.kind else "")


def host_and_port(host: str, port: int) -> str:
    """`host:port`, with an IPv6 address in brackets."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches the address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def parse_address(text: str, default_port: int | None = None) -> Address:
    """The address in `text`, which may lack the `rpc://`. Raises R351."""
    body, _, kind = text.removeprefix(SCHEME).partition("/")
    host, colon, port = body.rpartition(":")
    if not colon and default_port is not None:
        host, port = body, str(default_port)
    if host.startswith("[") and host.endswith("]"):
        host = host[1:-1]
    if not host or not port.isdecimal() or len(port) > 5 or int(port) > 65535:
        raise MlccError(
            "R351",
            f"`{text}` is not the address of a device",
            help="write rpc://HOST:PORT for a server, rpc://HOST:PORT/KIND for a device of a kind at a tracker",
        )
    return Address(host, int(port), kind or None)
