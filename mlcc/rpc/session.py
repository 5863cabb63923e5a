"""The client's end of a session: requests and replies over one connection."""

from __future__ import annotations

import os
import socket
import threading
import weakref
from pathlib import Path
from typing import Any

from mlcc.diagnostics import MlccError, unreadable
from mlcc.runtime.spec import from_json

from .remote import RemoteDevice, RemoteLibrary
from .wire import Closed, Frame, Payload, introduce, raise_error, receive_frame, send_frame

_MOST_REPLY = 2**40


class RemoteSession:
    """A session at a server. It ends with :meth:`close`, at the end of a `with` block, or with the process.

    `timeout`: the seconds to wait for a reply at most (0: as long as the server allows).
    """

    def __init__(self, connection: socket.socket, where: str, key: str | None, timeout: float = 0) -> None:
        self.where = where
        self._connection = connection
        self._lock = threading.Lock()
        self._to_free: list[int] = []
        self._lost: MlccError | None = None
        try:
            introduce(connection, key, where)
            raise_error(receive_frame(connection, 0, where).header)
        except (Closed, OSError) as error:
            connection.close()
            raise self._gone(error) from error
        except MlccError:
            connection.close()
            raise
        connection.settimeout(timeout or None)
        weakref.finalize(self, connection.close)  # a session that is dropped ends

    # ------------------------------------------------------------------ the connection
    def request(self, operation: str, payload: Payload = b"", /, **fields: Any) -> Frame:
        """One request and its reply. Raises what the server reports; R356 when the connection is lost."""
        with self._lock:
            if self._lost is not None:
                raise self._lost
            if self._to_free:
                fields["free"], self._to_free = self._to_free, []
            try:
                reply = self._exchange({"op": operation, **fields}, payload)
            except (Closed, OSError) as error:
                self._connection.close()
                self._lost = self._gone(error)
                raise self._lost from error
            except MlccError as error:
                self._connection.close()
                self._lost = error
                raise
        raise_error(reply.header)
        return reply

    def _exchange(self, header: dict[str, Any], payload: Payload) -> Frame:
        try:
            send_frame(self._connection, header, payload)
        except OSError as error:
            try:  # a server that refuses a payload says so before it closes
                reply = receive_frame(self._connection, _MOST_REPLY, self.where)
            except (Closed, OSError, MlccError):
                raise error from None
            raise_error(reply.header)
        return receive_frame(self._connection, _MOST_REPLY, self.where)

    def _gone(self, error: Exception) -> MlccError:
        if isinstance(error, TimeoutError):
            return MlccError("R356", f"no reply from {self.where} in time", help="the session is closed; connect again")
        said = getattr(error, "strerror", None) or str(error) or "the server closed it"
        return MlccError("R356", f"the connection to {self.where} is lost: {said}", help="connect again")

    def release(self, number: int) -> None:
        """Lets the server drop an array or a prepared call, with the next request."""
        self._to_free.append(number)

    def close(self) -> None:
        """Ends the session; its files, libraries and arrays are gone."""
        with self._lock:
            self._connection.close()
            self._lost = self._lost or MlccError("R356", f"the session at {self.where} is closed")

    def __enter__(self) -> RemoteSession:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<mlcc session at {self.where}>"

    # ------------------------------------------------------------------ what it does
    def info(self) -> dict[str, Any]:
        """The device: `machine` (its processor's architecture), `system`, `cores`."""
        return self.request("info").header

    def upload(self, data: str | os.PathLike[str] | bytes, target: str | None = None) -> None:
        """Stores a file, or bytes under the name `target`, for :meth:`load_module`. Raises R321, R358."""
        if isinstance(data, bytes):
            if target is None:
                raise MlccError("R358", "bytes that are uploaded need a name", help='upload(data, "lib.so")')
            self.request("upload", data, name=target)
            return
        path = Path(data)
        try:
            content = path.read_bytes()
        except OSError as error:
            raise unreadable(error, path, missing="R321", other="R321") from error
        self.request("upload", content, name=target or path.name)

    def download(self, name: str) -> bytearray:
        """The bytes of a file of the session. Raises R358."""
        return self.request("download", name=name).payload

    def remove(self, name: str) -> None:
        """Deletes a file of the session. Raises R358."""
        self.request("remove", name=name)

    def load_module(self, name: str) -> RemoteLibrary:
        """Loads an uploaded library there. Raises what `mlcc.load` raises, and R358 when it was not uploaded."""
        reply = self.request("load", name=Path(name).name).header
        where = f"`{Path(name).name}` at {self.where}"
        return RemoteLibrary(self, reply["library"], from_json(reply["spec"], where), where, reply.get("cpu"))

    def cpu(self, index: int = 0) -> RemoteDevice:
        """The processor of the device: `nd.array(values, session.cpu())` puts an array there."""
        return RemoteDevice("cpu", index, self)

    device = cpu
