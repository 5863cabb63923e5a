"""`mlcc rpc`: this machine as a device, and a tracker that shares devices out."""

from __future__ import annotations

import os
import signal
from typing import Any

import click

from mlcc.diagnostics import MlccError

from .options import common_options, size_type

_key_option = click.option(
    "--key-file", type=click.Path(), metavar="FILE", help="A file with the shared key; default: MLCC_RPC_KEY."
)


def _read_key(path: str | None) -> str | None:
    from mlcc.driver.files import decode_utf8, read_bytes
    from mlcc.rpc.client import shared_key

    if path is None:
        return shared_key()
    key = decode_utf8(path, read_bytes(path)).strip()
    if not key:
        raise MlccError("R359", f"the key in `{path}` is empty")
    return key


@click.group("rpc", no_args_is_help=False)  # a missing command is an error, as a missing argument is
@common_options
def command() -> None:
    """Devices at the other end of a connection: compile here, run and time there.

    \b
    Examples:
      mlcc rpc serve --port 9090                     on the device, for clients of this machine
      MLCC_RPC_KEY=... mlcc rpc serve --host 0.0.0.0 for clients of others, who know the key
      mlcc run lib.so x.npy --device rpc://HOST:9090
      mlcc bench lib.so --device rpc://HOST:9090
    """


@command.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option("--port", type=click.IntRange(0, 65535), default=9090, show_default=True, help="0: any free port.")
@_key_option
@click.option("--sessions", type=click.IntRange(1), default=4, show_default=True, help="Clients at a time.")
@click.option("--timeout", type=float, default=600, show_default=True, help="Seconds that a request may take.")
@click.option("--idle", type=float, default=600, show_default=True, help="Seconds between two requests.")
@click.option("--max-memory", type=size_type, help="Memory of a session, such as 2G; default: that of the machine.")
@click.option("--max-payload", type=size_type, default="4G", show_default=True, help="Bytes of one file or array.")
@click.option("--tracker", metavar="HOST:PORT", help="Register at a tracker, as a device of --kind.")
@click.option("--kind", metavar="NAME", help="What clients ask the tracker for.")
@click.option("--public-host", metavar="HOST", help="Where clients of the tracker reach this server.")
@common_options
def serve(host: str, port: int, key_file: str | None, **options: Any) -> None:
    """Serve this machine as a device. Prints its address, then serves until interrupted.

    Each client has a process and a folder of its own, which end with its connection. Whoever knows the key runs
    code here: this is a tool for boards and machines of your own.
    """
    from mlcc.rpc import Limits, Registration, parse_address
    from mlcc.rpc.address import TRACKER_PORT, Address
    from mlcc.rpc.server_loop import ServerLoop

    if bool(options["tracker"]) != bool(options["kind"]):
        raise click.UsageError("--tracker and --kind go together")
    memory = options["max_memory"]
    if memory is None:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") if hasattr(os, "sysconf") else 0
    limits = Limits(options["sessions"], options["timeout"], options["idle"], memory, options["max_payload"])
    registration = None
    if options["tracker"]:
        tracker = parse_address(options["tracker"], TRACKER_PORT)
        registration = Registration(tracker, options["kind"], limits.sessions, options["public_host"])
    server = ServerLoop(host, port, _read_key(key_file), limits, registration, say=_log)
    click.echo(str(Address(*server.open())))
    signal.signal(signal.SIGTERM, lambda *_: server.stop())
    server.run()


@command.command("tracker")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option("--port", type=click.IntRange(0, 65535), default=9190, show_default=True, help="0: any free port.")
@_key_option
@common_options
def tracker(host: str, port: int, key_file: str | None) -> None:
    """Share out devices: servers register here, clients wait here for a free one of a kind."""
    from mlcc.rpc.address import Address
    from mlcc.rpc.tracker_loop import TrackerLoop

    service = TrackerLoop(host, port, _read_key(key_file), say=_log)
    click.echo(str(Address(*service.open())))
    service.run()


@command.command("query")
@click.argument("tracker", metavar="HOST:PORT")
@_key_option
@common_options
def query(tracker: str, key_file: str | None) -> None:
    """List the devices that are registered at a tracker, and how many clients wait for each kind."""
    from mlcc.rpc import connect_tracker, parse_address
    from mlcc.rpc.address import TRACKER_PORT

    address = parse_address(tracker, TRACKER_PORT)
    with connect_tracker(address.host, address.port, _read_key(key_file)) as session:
        click.echo(session.text_summary())


def _log(text: str) -> None:
    click.echo(text, err=True)
