"""`mlcc serve LIB...`: compiled libraries as a service."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

import click

from mlcc.diagnostics import MlccError

from .options import common_options, parse_shapes, provider_option, remember_input, shape_option, size_type

#: What the extra `mlcc[serve]` installs.
_NEEDED = ("starlette", "uvicorn", "orjson")


@click.command("serve")
@click.argument("libraries", nargs=-1, required=True, metavar="[NAME=]LIB...")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0: any free port.")
@click.option(
    "--batch", type=click.IntRange(1), default=32, show_default=True,
    help="Rows in a call at most, where requests can be joined; 1 joins none.",
)  # fmt: skip
@click.option(
    "--queue", type=click.IntRange(1), default=256, show_default=True, help="Requests that may wait, for each model."
)
@click.option("--timeout", type=float, default=30, show_default=True, help="Seconds until an answer.")
@click.option("--max-request", type=size_type, default="256M", show_default=True, help="Bytes of a request.")
@click.option(
    "--threads", type=click.IntRange(1), metavar="N", help="Threads of a call; default: MLCC_NUM_THREADS, or all cores."
)
@shape_option
@provider_option
@common_options
def command(libraries: tuple[str, ...], host: str, port: int, **options: Any) -> None:
    """Serve LIBRARIES over HTTP, by the Open Inference Protocol (version 2).

    Prints its URL, then serves until it is interrupted or terminated; requests that wait are answered first. Requests
    are joined in one call where the first dimension of all inputs and outputs is the same symbol, and a trial shows
    that rows do not influence each other (--shape gives the other sizes of the trial). Needs `pip install mlcc[serve]`.

    \b
    Examples:
      mlcc serve model.so
      mlcc serve faces=faces.so text=bert.so --port 9000 --batch 16
      curl -s localhost:8000/v2/models/model
      curl -s localhost:8000/v2/models/model/infer -d '{"inputs": [{"name": "x", "shape": [1, 2],
        "datatype": "FP32", "data": [0.5, 2]}]}'
    """
    missing = [name for name in _NEEDED if find_spec(name) is None]
    if missing:
        raise MlccError("R376", f"a service needs {', '.join(missing)}", help="pip install 'mlcc[serve]'")
    from mlcc.serve import Settings, serve_libraries

    for item in libraries:
        remember_input(item)
    sizes = {name: size[0] for name, size in parse_shapes(options["shapes"]).items() if len(size) == 1}
    serve_libraries(
        libraries, host, port,
        Settings(options["batch"], options["queue"], options["timeout"], options["max_request"]),
        threads=options["threads"], providers=options["providers"], sizes=sizes,
        say=lambda text: click.echo(text, err=True), started=click.echo,
    )  # fmt: skip
