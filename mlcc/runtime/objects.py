"""Objects among the arguments and results of functions: what stands for several arrays, and keeps state between calls.

The metadata ``objects`` of a function says where: its ``inputs`` are the names of arguments, ``output`` is the path of
the result (a list of indices) that is one. A function with such an argument gives the object back with what it wrote;
one without makes a new one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .paged_cache import PagedCache
from .spec import FunctionSpec


def opened(args: Sequence[Any], named: Mapping[str, Any]) -> tuple[list[Any], dict[str, Any], PagedCache | None]:
    """The arguments with objects as the arrays that they stand for, and the object."""
    cache = next((a for a in (*args, *named.values()) if isinstance(a, PagedCache)), None)
    if cache is None:
        return list(args), dict(named), None

    def arrays(value: Any) -> Any:
        return value.arrays() if isinstance(value, PagedCache) else value

    return [arrays(a) for a in args], {key: arrays(a) for key, a in named.items()}, cache


def closed(function: FunctionSpec, results: Any, cache: PagedCache | None) -> Any:
    """What a function returned, with the object in the place of what it stands for."""
    facts = function.metadata.get("objects")
    if facts is None or "output" not in facts:
        return results

    def at(value: Any, path: Sequence[int]) -> Any:
        if path:
            return tuple(at(v, path[1:]) if n == path[0] else v for n, v in enumerate(value))
        if cache is None:
            return PagedCache(value[0], value[1].shape[1:])
        cache.keep(value)
        return cache

    return at(results, facts["output"])
