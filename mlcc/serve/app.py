"""The ASGI application: the routes of the Open Inference Protocol, and `/metrics`."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import Any

import orjson
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from mlcc import __version__
from mlcc.diagnostics import MlccError

from .metrics import Metrics
from .model import Model
from .settings import Settings
from .tensors import Array, describe, read_request, write_response

#: The status of what a request may run into; other diagnostics are faults of the request.
_STATUS = {"R370": 404, "R372": 503, "R373": 504, "R374": 413, "R309": 500, "R310": 507}


def _json(value: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    return Response(orjson.dumps(value), status, headers, "application/json")


class _Service:
    """The routes and what they share."""

    def __init__(self, models: Mapping[str, Model], settings: Settings, metrics: Metrics) -> None:
        self.models, self.settings, self.metrics = models, settings, metrics
        self.ready: Callable[[], bool] = lambda: True

    # ------------------------------------------------------------------ what it is, and how it is
    async def server(self, request: Request) -> Response:
        """`GET /v2`"""
        return _json({"name": "mlcc", "version": __version__, "extensions": ["binary_tensor_data"]})

    async def live(self, request: Request) -> Response:
        """`GET /v2/health/live`"""
        return _json({"live": True})

    async def is_ready(self, request: Request) -> Response:
        """`GET /v2/health/ready`: 503 while the service stops."""
        ready = self.ready()
        return _json({"ready": ready}, 200 if ready else 503)

    async def metadata(self, request: Request) -> Response:
        """`GET /v2/models/NAME`"""
        return await self._guarded(request, self._metadata)

    async def _metadata(self, model: Model, request: Request) -> Response:
        return _json(describe(model.spec, model.name))

    async def model_ready(self, request: Request) -> Response:
        """`GET /v2/models/NAME/ready`"""
        return await self._guarded(request, self._model_ready)

    async def _model_ready(self, model: Model, request: Request) -> Response:
        return _json({"name": model.name, "ready": self.ready()}, 200 if self.ready() else 503)

    async def index(self, request: Request) -> Response:
        """`POST /v2/repository/index`"""
        return _json([{"name": name, "version": "1", "state": "READY"} for name in self.models])

    async def counts(self, request: Request) -> Response:
        """`GET /metrics`"""
        waiting = {name: model.waiting for name, model in self.models.items()}
        return Response(self.metrics.text(waiting), media_type="text/plain; version=0.0.4")

    # ------------------------------------------------------------------ inference
    async def infer(self, request: Request) -> Response:
        """`POST /v2/models/NAME/infer`"""
        begin = time.monotonic()
        response = await self._guarded(request, self._infer)
        name = request.path_params["model"]
        if name in self.models:
            self.metrics.answered(name, response.status_code, time.monotonic() - begin)
        return response

    async def _infer(self, model: Model, request: Request) -> Response:
        body = await self._body(request)
        wanted = read_request(body, request.headers.get("inference-header-content-length"), model.spec)
        outputs = await self._answer(model.submit(wanted.arrays), request)
        names = [param.name for param in model.spec.outputs]
        dtypes = {param.name: param.dtype for param in model.spec.outputs}
        content, headers = write_response(wanted, dict(zip(names, outputs, strict=True)), dtypes, model.name)
        return Response(content, headers=headers)

    async def _answer(self, future: Future[list[Array]], request: Request) -> list[Array]:
        """The outputs; a request that is not answered in time, or whose client goes, leaves the queue. Raises R373,
        ClientDisconnect."""
        answer = asyncio.wrap_future(future)
        gone: asyncio.Future[Any] = asyncio.ensure_future(
            request.receive()
        )  # after the body comes the end of the connection, only
        try:
            either: set[asyncio.Future[Any]] = {answer, gone}
            done, _ = await asyncio.wait(either, timeout=self.settings.timeout, return_when=asyncio.FIRST_COMPLETED)
            if answer in done:
                return answer.result()
            if gone in done:
                raise ClientDisconnect
            raise MlccError("R373", f"no answer within {self.settings.timeout:g} s")
        finally:
            gone.cancel()
            answer.cancel()

    async def _body(self, request: Request) -> bytes:
        """The body, refused as soon as it is larger than the limit. Raises R374."""
        stated = request.headers.get("content-length", "")
        if stated.isdecimal() and int(stated) > self.settings.request:
            raise self._too_large()
        parts, size = [], 0
        async for part in request.stream():
            size += len(part)
            if size > self.settings.request:
                raise self._too_large()
            parts.append(part)
        return b"".join(parts)

    def _too_large(self) -> MlccError:
        return MlccError("R374", f"a request has more than {self.settings.request} bytes")

    async def _guarded(self, request: Request, answer: Callable[[Model, Request], Any]) -> Response:
        """The answer for the model in the path; diagnostics become the protocol's errors."""
        name = request.path_params["model"]
        try:
            model = self.models.get(name)
            if model is None:
                raise MlccError("R370", f"there is no model `{name[:80]}`; the models are {', '.join(self.models)}")
            response: Response = await answer(model, request)
            return response
        except MlccError as error:
            status = _STATUS.get(error.code, 400)
            headers = {"retry-after": "1"} if status == 503 else None
            return _json({"error": str(error).removeprefix("error")}, status, headers)
        except ClientDisconnect:
            return _json({"error": "the client has gone"}, 400)


def make_app(models: Mapping[str, Model], settings: Settings, metrics: Metrics) -> Starlette:
    """The application that serves `models`; `app.state.service.ready` says whether it takes requests."""
    service = _Service(models, settings, metrics)
    model, versioned = "/v2/models/{model}", "/v2/models/{model}/versions/{version}"
    routes = [
        Route("/v2", service.server),
        Route("/v2/health/live", service.live),
        Route("/v2/health/ready", service.is_ready),
        Route("/v2/repository/index", service.index, methods=["POST"]),
        Route("/metrics", service.counts),
    ]
    for path in (model, versioned):
        routes += [
            Route(path, service.metadata),
            Route(f"{path}/ready", service.model_ready),
            Route(f"{path}/infer", service.infer, methods=["POST"]),
        ]
    app = Starlette(routes=routes)
    app.state.service = service
    return app
