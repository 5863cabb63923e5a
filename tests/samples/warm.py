"""Commands of mlcc in copies of one process that has imported it: imports take half of the time of most commands.

A copy has the arguments, the variables, the folder and the streams of the command that asks for it, and ends as
`python -m mlcc` would.
"""

from __future__ import annotations

import json
import os
import shlex
import signal
import socket
import struct
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import NoReturn

_CODE = struct.Struct("<i")
#: The command: it sends what it was given, and ends with the code that comes back. Isolated, so that it begins quickly.
_CLIENT = """
import json, os, socket, sys
link = socket.socket(socket.AF_UNIX)
link.connect(sys.argv[1])
data = json.dumps([sys.argv[2:], dict(os.environ), os.getcwd()]).encode()
socket.send_fds(link, [len(data).to_bytes(8, "little")], [0, 1, 2])
link.sendall(data)
answer = link.recv(4)
sys.exit(int.from_bytes(answer, "little", signed=True) if len(answer) == 4 else 70)
"""


@contextmanager
def warm_command(folder: Path) -> Iterator[str]:
    """The path of a program `mlcc`, in `folder`, while this is open."""
    client, program = folder / "client.py", folder / "mlcc"
    client.write_text(_CLIENT, encoding="utf-8")
    # The address of a socket has a hundred characters at most, fewer than the folder of a test may have.
    with socket.socket(socket.AF_UNIX) as listening, tempfile.TemporaryDirectory() as short:
        path = f"{short}/mlcc"
        listening.bind(path)
        words = [sys.executable, "-I", "-S", str(client), path]
        program.write_text(f'#!/bin/sh\nexec {shlex.join(words)} "$@"\n', encoding="utf-8")
        program.chmod(0o755)
        listening.listen(16)
        with subprocess.Popen(
            [sys.executable, __file__, str(listening.fileno())], pass_fds=[listening.fileno()],
            env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            start_new_session=True,
        ) as server:  # fmt: skip
            try:
                yield str(program)
            finally:
                os.killpg(server.pid, signal.SIGKILL)


def _load() -> None:
    """Import what commands import as they go."""
    from mlcc.cli.app import COMMANDS

    for module, _ in COMMANDS.values():
        import_module(f"mlcc.cli.{module}")
    for name in ("driver.building", "importers.onnx", "script", "codegen.llvm", "schedule", "lowering", "reference"):
        import_module(f"mlcc.{name}")
    from mlcc.schedule.script.library import library

    library()


def _serve(listening: socket.socket) -> NoReturn:
    import gc

    _load()
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        link, _ = listening.accept()
        if os.fork() == 0:
            listening.close()
            _answer(link)
        link.close()


def _answer(link: socket.socket) -> NoReturn:
    """A copy waits for another one that runs the command, so that a code is told however that ends."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    head, streams, _, _ = socket.recv_fds(link, 8, 3)
    data = b""
    while len(data) < int.from_bytes(head, "little"):
        data += link.recv(1 << 16)
    words, variables, folder = json.loads(data)
    child = os.fork()
    if child == 0:
        link.close()
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
            os.close(stream)
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(variables)
        sys.argv = ["mlcc", *words]
        _run()
    for stream in streams:
        os.close(stream)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    link.sendall(_CODE.pack(code if code >= 0 else 128 - code))
    os._exit(0)


def _run() -> NoReturn:
    from mlcc.cli import main

    code: object = 70
    try:
        main()
    except SystemExit as stop:
        code = stop.code
    finally:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        os._exit(code if isinstance(code, int) else 0 if code is None else 1)


if __name__ == "__main__":
    _serve(socket.socket(fileno=int(sys.argv[1])))
