"""A library as a service: the Open Inference Protocol (version 2) over HTTP.

`serve_libraries` runs a server until it is stopped; `make_app` gives the ASGI application for a server of your own.
Both need the extra `mlcc[serve]` (Starlette, uvicorn, orjson).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mlcc.late_names import loader, names_of

if TYPE_CHECKING:
    from .app import make_app as make_app
    from .model import Model as Model
    from .server import serve_libraries as serve_libraries
    from .settings import Settings as Settings

__getattr__ = loader(
    __name__, names_of({"Model": "model", "Settings": "settings", "make_app": "app", "serve_libraries": "server"})
)
