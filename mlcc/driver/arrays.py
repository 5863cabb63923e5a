"""Arrays in and out of the command line: `.npy`, `.npz`, stdin and stdout, and random inputs."""

from __future__ import annotations

import io
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, BinaryIO

from mlcc.diagnostics import MlccError, choices_help

from .files import file_error, read_bytes
from .writing import write_output

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[Any]

_NPY, _NPZ = b"\x93NUMPY", b"PK\x03\x04"


@dataclass(frozen=True, slots=True)
class GivenInputs:
    """The arrays of `--inputs`, by position and by name."""

    positional: tuple[Array, ...]
    named: Mapping[str, Array]


def read_inputs(items: Sequence[str]) -> GivenInputs:
    """Read `x.npy`, `name=x.npy`, `x.npz` (arrays by name) and `-`, in any mixture.

    Raises MlccError D101, D102, D160 (not an array file), D161 (a name twice).
    """
    positional: list[Array] = []
    named: dict[str, Array] = {}

    def add(name: str, array: Array) -> None:
        if name in named:
            raise MlccError("D161", f"the input `{name}` is given twice")
        named[name] = array

    for item in items:
        # A file called `a=b.npy` can be given as `./a=b.npy`.
        name, equals, path = item.partition("=")
        if equals and "/" not in name and name:
            add(name, _one_array(path))
            continue
        for key, array in read_arrays(item).items():
            if key is None:
                positional.append(array)
            else:
                add(key, array)
    return GivenInputs(tuple(positional), named)


def read_arrays(path: str) -> dict[str | None, Array]:
    """The arrays of one file by name; the one array of an `.npy` file has the name None."""
    import numpy as np

    from mlcc.runtime import aligned

    display = "<stdin>" if path == "-" else path
    with _opened(path) as file:
        head = file.read(len(_NPY))
        if not head.startswith((_NPY, _NPZ)):
            kind = "neither a .npy nor a .npz file" if head else "empty"
            raise MlccError("D160", f"`{display}` is {kind}", help="write it with numpy.save or numpy.savez")
        try:
            file.seek(0)
            loaded = np.load(file, allow_pickle=False)
            if head.startswith(_NPY):
                return {None: aligned(loaded)}
            return {name: aligned(loaded[name]) for name in loaded.files}
        except Exception as error:  # NumPy's and zipfile's parsers raise a dozen kinds on garbled files
            raise _damaged(display, error) from error


def _opened(path: str) -> BinaryIO:
    """A file to read; what comes through a pipe is in memory."""
    if not os.path.isfile(path):
        return io.BytesIO(read_bytes(path))
    try:
        return open(path, "rb")
    except OSError as error:
        raise file_error(error, path, writing=False) from error


def _damaged(display: str, error: BaseException) -> MlccError:
    text = str(error)
    if "allow_pickle" in text or "Object arrays" in text:
        return MlccError("D160", f"`{display}` holds Python objects, not numbers", help="convert it with .astype first")
    return MlccError("D160", f"`{display}` is damaged or cut short", notes=[text.splitlines()[0]] if text else [])


def _one_array(path: str) -> Array:
    arrays = list(read_arrays(path).values())
    if len(arrays) != 1:
        raise MlccError("D160", f"`{path}` holds {len(arrays)} arrays, not one", help="give the .npz without a name")
    return arrays[0]


def place_inputs(inputs: GivenInputs, names: Sequence[str]) -> list[Array]:
    """The given arrays in the order of `names`; positional ones fill the inputs that are not named.

    Raises MlccError D162 (unknown name), D163 (too few or too many).
    """
    for name in inputs.named:
        if name not in names:
            raise MlccError("D162", f"there is no input `{name}`", help=choices_help(name, names, "inputs"))
    rest = iter(inputs.positional)
    missing: list[str] = []
    placed: list[Array] = []
    for name in names:
        array = inputs.named.get(name)
        if array is None:
            array = next(rest, None)
        if array is None:
            missing.append(name)
        else:
            placed.append(array)
    extra = len(list(rest))
    if missing or extra:
        count = len(inputs.positional) + len(inputs.named)
        listed = ", ".join(f"`{name}`" for name in names) or "none"
        what = "no array for " + ", ".join(f"`{name}`" for name in missing) if missing else f"{extra} too many"
        advice = "; --random makes up what is missing" if missing else ""
        raise MlccError(
            "D163",
            f"{count} inputs are given, {len(names)} are needed: {what}",
            help=f"the inputs are {listed}{advice}",
        )
    return placed


def random_array(shape: Sequence[int], dtype: str, generator: np.random.Generator) -> Array:
    """Random values of a dtype: normally distributed floats, small non-negative integers, fair booleans.

    The array starts on a cache line, so that times do not depend on where the allocator put it.
    """
    from mlcc.runtime import aligned

    return aligned(_random_values(shape, dtype, generator))


def random_letters(shape: Sequence[int], generator: np.random.Generator) -> Array:
    """Random strings of lower case letters, as long as the last axis says; their bytes."""
    import numpy as np

    return generator.integers(ord("a"), ord("z") + 1, shape).astype(np.uint8)


def _random_values(shape: Sequence[int], dtype: str, generator: np.random.Generator) -> Array:
    import numpy as np

    if dtype == "bool":
        return generator.integers(0, 2, shape).astype(np.bool_)
    if dtype.startswith(("int", "uint")):
        return generator.integers(0, 10, shape).astype(dtype)
    if dtype == "bfloat16":
        import ml_dtypes

        return generator.standard_normal(shape, dtype=np.float32).astype(ml_dtypes.bfloat16)
    return generator.standard_normal(shape).astype(dtype)


def write_arrays(target: str, arrays: Mapping[str, Array]) -> None:
    """Write arrays by name to `.npz`, or the only one to `.npy`; `-` is .npy for one, .npz for more.

    Raises MlccError D164 when the suffix does not fit, D110 to D113.
    """
    import numpy as np

    one = next(iter(arrays.values())) if len(arrays) == 1 else None
    as_npz = target.endswith(".npz") or (target == "-" and one is None)
    if not as_npz and not target.endswith(".npy") and target != "-" and not target.startswith("/dev/"):
        raise MlccError("D164", f"cannot tell the form of `{target}`", help="end it in .npy (one output) or .npz")
    buffer = io.BytesIO()
    if as_npz:
        np.savez(buffer, allow_pickle=False, **{name: portable(array) for name, array in arrays.items()})
    elif one is None:
        raise MlccError(
            "D164", f"`{target}` takes one output, there are {len(arrays)}", help="write them all to an .npz file"
        )
    else:
        np.save(buffer, portable(one), allow_pickle=False)
    write_output(target, buffer.getvalue())


def portable(array: Array) -> Array:
    """The array as a type that `.npy` files know: bfloat16 becomes float32, objects become strings."""
    import numpy as np

    if array.dtype.kind == "O":
        return array.astype(np.str_)
    if array.dtype.kind == "V" or array.dtype.name == "bfloat16":
        return array.astype(np.float32)
    return array
