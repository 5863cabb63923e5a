"""Devices at the other end of a connection: compile here, run and time there.

`connect` opens a session at a server (`mlcc rpc serve`); a session takes files, loads libraries, holds arrays, calls
functions and times them. `connect_tracker` asks a tracker (`mlcc rpc tracker`) for a free server of a kind. `Server`
and `Tracker` start one on this machine, for as long as the object is there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mlcc.late_names import loader, names_of

if TYPE_CHECKING:
    from .address import Address as Address
    from .address import parse_address as parse_address
    from .client import connect as connect
    from .limits import Limits as Limits
    from .local import LocalSession as LocalSession
    from .opening import open_device as open_device
    from .registrar import Registration as Registration
    from .remote import RemoteArray as RemoteArray
    from .remote import RemoteDevice as RemoteDevice
    from .remote import RemoteLibrary as RemoteLibrary
    from .server import Server as Server
    from .session import RemoteSession as RemoteSession
    from .tracker import Tracker as Tracker
    from .tracker_client import TrackerSession as TrackerSession
    from .tracker_client import connect_tracker as connect_tracker

__getattr__ = loader(
    __name__,
    names_of(
        {
            "Address": "address",
            "Limits": "limits",
            "LocalSession": "local",
            "Registration": "registrar",
            "RemoteArray": "remote",
            "RemoteDevice": "remote",
            "RemoteLibrary": "remote",
            "RemoteSession": "session",
            "Server": "server",
            "Tracker": "tracker",
            "TrackerSession": "tracker_client",
            "connect": "client",
            "connect_tracker": "tracker_client",
            "open_device": "opening",
            "parse_address": "address",
        }
    ),
)
