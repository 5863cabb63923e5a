"""The device that an address names."""

from __future__ import annotations

from .address import parse_address
from .client import connect
from .session import RemoteSession
from .tracker_client import connect_tracker


def open_device(text: str, key: str | None = None) -> RemoteSession:
    """A session at the device that `--device` names: a server, or a free server of a kind at a tracker.

    Raises R351 to R356, R360.
    """
    address = parse_address(text)
    if address.kind is None:
        return connect(str(address), key=key)
    with connect_tracker(address.host, address.port, key) as tracker:
        return tracker.request(address.kind)
