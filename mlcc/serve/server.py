"""Running a service: libraries to models, a listening socket, and a stop that answers what was asked before."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import uvicorn

from mlcc.diagnostics import MlccError
from mlcc.runtime import Library, load

from .app import make_app
from .heads import configured
from .metrics import Metrics
from .model import Model
from .settings import Settings

Log = Callable[[str], None]


class _Server(uvicorn.Server):
    """uvicorn's server, which a signal stops without ending the process by it afterwards."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """SIGINT and SIGTERM let the answers that are under way be given; a second SIGINT does not."""
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def open_models(
    libraries: Sequence[str],
    settings: Settings,
    metrics: Metrics,
    *,
    threads: int | None = None,
    providers: Sequence[str] = (),
    sizes: Mapping[str, int] | None = None,
    say: Log = lambda text: None,
) -> dict[str, Model]:
    """The default function of each library, `FILE` or `NAME=FILE`, as a model. Raises R321 to R326, R313, R375."""
    opened: dict[str, Library] = {}
    for item in libraries:
        name, equals, path = item.partition("=")
        name, path = (name, path) if equals and "/" not in name else (Path(item).stem, item)
        if name in opened:
            raise MlccError("R375", f"two models are called `{name}`", help="name them: NAME=FILE")
        library = load(path, num_threads=threads)
        for provider in providers:
            if library.spec.extern_names:
                library.provide(provider)
        opened[name] = library
    models = {}
    for name, library in opened.items():
        model = models[name] = Model(name, library.main, settings, metrics, sizes)
        joined = f"one request in a call: {model.alone}" if model.alone else f"up to {settings.batch} rows in a call"
        say(f"{name}: {joined}")
    return models


def serve_libraries(
    libraries: Sequence[str],
    host: str = "127.0.0.1",
    port: int = 8000,
    settings: Settings | None = None,
    *,
    threads: int | None = None,
    providers: Sequence[str] = (),
    sizes: Mapping[str, int] | None = None,
    say: Log = lambda text: None,
    started: Log = lambda text: None,
) -> None:
    """Serves libraries until interrupted or terminated; then answers what was asked before, and returns.

    `started` is called with the URL once it listens. Raises as :func:`open_models`, and R352 for an address that
    cannot be listened at.
    """
    settings = settings or Settings()
    listener = _listener(host, port)
    metrics = Metrics()
    try:
        models = open_models(
            libraries, settings, metrics, threads=threads, providers=providers, sizes=sizes, say=say
        )  # fmt: skip
        app = make_app(models, settings, metrics)
        patience = int(settings.timeout) + 1  # seconds for the answers under way when it stops
        config = configured(
            app, log_level="warning", access_log=False, lifespan="off", timeout_graceful_shutdown=patience
        )
        server = _Server(config)
        app.state.service.ready = lambda: not server.should_exit
        address = listener.getsockname()
        started(f"http://{f'[{host}]' if ':' in host else host}:{address[1]}")
        server.run(sockets=[listener])
        for model in models.values():
            model.close()
    finally:
        listener.close()


def _listener(host: str, port: int) -> socket.socket:
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listener = socket.create_server((host, port), family=family, backlog=1024)
        # Connections inherit it. Without, the second part of an answer waits for the client to confirm the first: 40 ms
        # (asyncio sets it only on sockets that were made with a protocol number).
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return listener
    except (OSError, UnicodeError) as error:
        raise MlccError(
            "R352", f"cannot listen at {host}:{port}: {getattr(error, 'strerror', None) or error}",
            help="--port 0 takes any free port and prints it",
        ) from error  # fmt: skip
