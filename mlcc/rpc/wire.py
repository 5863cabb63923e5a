"""What goes over a connection: frames of a JSON header and raw bytes, and the proof of the key.

A frame is the mark `MLRP`, the size of the header (4 bytes) and of the payload (8 bytes), both big-endian, then the
header (a JSON object in UTF-8) and the payload (the bytes of an array or a file). Each request gets one reply. Text
and numbers are all that is decoded: nothing that arrives can name code to be run, but for libraries that are
uploaded to be loaded.

A connection starts with three frames that prove to both sides that the other knows the key (HMAC-SHA256, RFC 2104,
over the nonces of both), without sending it. What follows is neither encrypted nor signed: across networks that
others can read, use a tunnel (`ssh -L 9090:localhost:9090 board`).
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import json
import secrets
import socket
import struct
from typing import Any, NamedTuple

import numpy as np

from mlcc.diagnostics import MlccError

PROTOCOL = 1
MARK = b"MLRP"
MOST_HEADER = 1 << 20
_PREFIX = struct.Struct("!4sIQ")
#: Bytes handed to the socket at a time: a copy of this size, not of a payload of gigabytes.
_CHUNK = 1 << 20

Header = dict[str, Any]
Payload = bytes | bytearray | memoryview


class Frame(NamedTuple):
    """A header and the bytes after it."""

    header: Header
    payload: bytearray


class Closed(Exception):
    """The other side has closed the connection between two frames."""


def send_frame(connection: socket.socket, header: Header, payload: Payload = b"") -> None:
    """Sends one frame. Raises OSError as the socket does."""
    text = json.dumps(header).encode()
    body = memoryview(payload).cast("B") if payload else memoryview(b"")
    connection.sendall(_PREFIX.pack(MARK, len(text), len(body)) + text)
    for start in range(0, len(body), _CHUNK):
        connection.sendall(body[start : start + _CHUNK])


def receive_frame(connection: socket.socket, most_payload: int, who: str) -> Frame:
    """Reads one frame; `who` is the other side in messages.

    Raises Closed at the end of the stream, R353 for what is no frame, R358 for a payload above `most_payload` bytes
    (the stream cannot be used after either), OSError as the socket does.
    """
    prefix = _receive(connection, _PREFIX.size, first=True)
    mark, header_size, payload_size = _PREFIX.unpack(prefix)
    if mark != MARK or header_size > MOST_HEADER:
        raise MlccError("R353", f"{who} does not speak mlcc's protocol", notes=[f"it sent {bytes(prefix)!r}"])
    if payload_size > most_payload:
        raise MlccError(
            "R358",
            f"{who} sends {payload_size} bytes in one piece, more than the limit of {most_payload}",
            help="the server's limit is set by `mlcc rpc serve --max-payload`",
        )
    try:
        header = json.loads(_receive(connection, header_size).decode())
    except (ValueError, RecursionError):
        header = None
    if not isinstance(header, dict):
        raise MlccError("R353", f"{who} sent a header that is not a JSON object")
    return Frame(header, _receive(connection, payload_size))


def _receive(connection: socket.socket, size: int, first: bool = False) -> bytearray:
    """Exactly `size` bytes. Memory grows with what has arrived, not with what a header promises."""
    data = bytearray()
    while len(data) < size:
        chunk = connection.recv(min(size - len(data), _CHUNK))
        if not chunk:
            if first and not data:
                raise Closed
            raise ConnectionResetError("the connection ended within a message")
        data += chunk
    return data


def bytes_of(values: np.ndarray[Any, np.dtype[Any]]) -> memoryview:
    """The elements of an array in C order, without a copy where they lie so."""
    flat: Any = np.ascontiguousarray(values).reshape(-1).view(np.uint8)
    return memoryview(flat)


# ---------------------------------------------------------------------- errors as frames
def error_header(error: MlccError) -> Header:
    """A diagnostic as the header of a reply."""
    said = error.diagnostic
    return {"error": {"code": said.code, "message": said.message, "notes": list(said.notes), "help": said.help}}


def raise_error(header: Header) -> None:
    """Raises the diagnostic that a reply holds, if it is one."""
    error = header.get("error")
    if not isinstance(error, dict):
        return
    notes, advice = error.get("notes"), error.get("help")
    raise MlccError(
        str(error.get("code", "R353")),
        str(error.get("message", "the server gave no reason")),
        notes=[str(note) for note in notes] if isinstance(notes, list) else [],
        help=str(advice) if advice else None,
    )


# ---------------------------------------------------------------------- the handshake
def _proof(key: str, side: str, server_nonce: str, client_nonce: str) -> str:
    text = f"{side}:{server_nonce}:{client_nonce}"
    return hmac.new(key.encode(), text.encode(), hashlib.sha256).hexdigest()


def greet(connection: socket.socket, key: str | None, who: str) -> None:
    """The server's side of the handshake. Raises R353, R354 (the reason is sent to the client first), Closed."""
    nonce = secrets.token_hex(16)
    send_frame(connection, {"mlcc_rpc": PROTOCOL, "nonce": nonce, "keyed": key is not None})
    try:
        hello = receive_frame(connection, 0, who).header
        if hello.get("op") != "hello" or hello.get("mlcc_rpc") != PROTOCOL:
            raise MlccError("R353", f"{who} speaks another version of the protocol, this side speaks {PROTOCOL}")
        theirs, proof = str(hello.get("nonce")), str(hello.get("proof"))
        if key is not None and not hmac.compare_digest(proof.encode(), _proof(key, "client", nonce, theirs).encode()):
            raise MlccError("R354", "the key is wrong or missing", help="MLCC_RPC_KEY or --key-file gives it")
    except MlccError as error:
        with contextlib.suppress(OSError):
            send_frame(connection, error_header(error))
        raise
    send_frame(connection, {"proof": "" if key is None else _proof(key, "server", nonce, theirs)})


def introduce(connection: socket.socket, key: str | None, who: str) -> None:
    """The client's side of the handshake. Raises R353, R354, R355, Closed."""
    greeting = receive_frame(connection, 0, who).header
    raise_error(greeting)
    if greeting.get("mlcc_rpc") != PROTOCOL:
        raise MlccError(
            "R353", f"{who} speaks version {greeting.get('mlcc_rpc')} of the protocol, this side {PROTOCOL}",
            help="install the same version of mlcc on both sides",
        )  # fmt: skip
    theirs, nonce = str(greeting.get("nonce")), secrets.token_hex(16)
    if key is None and greeting.get("keyed"):
        raise MlccError("R354", f"{who} asks for a key", help="MLCC_RPC_KEY or --key-file gives it")
    if key is not None and not greeting.get("keyed"):
        raise MlccError("R354", f"{who} was started without a key, so it cannot prove to be the right one")
    proof = "" if key is None else _proof(key, "client", theirs, nonce)
    send_frame(connection, {"op": "hello", "mlcc_rpc": PROTOCOL, "nonce": nonce, "proof": proof})
    reply = receive_frame(connection, 0, who).header
    raise_error(reply)
    if key is not None and not hmac.compare_digest(
        str(reply.get("proof")).encode(), _proof(key, "server", theirs, nonce).encode()
    ):
        raise MlccError("R354", f"{who} does not know the key")
