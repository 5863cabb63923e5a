"""A session: files, libraries, arrays, calls and times, in the words of a local library."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from served import Served, Start, mlcc_command

import mlcc
from mlcc import MlccError, rpc
from mlcc.runtime import Library


@pytest.fixture
def session(start: Start) -> rpc.RemoteSession:
    return rpc.connect(start("serve").url)


@pytest.fixture
def add(session: rpc.RemoteSession, add_library: Path) -> rpc.RemoteLibrary:
    session.upload(str(add_library))
    return session.load_module("add.so")


def _values(n: int = 37) -> np.ndarray:
    return np.random.default_rng(n).standard_normal(n).astype("float32")


def test_arrays_of_the_device(add: rpc.RemoteLibrary) -> None:
    device = add.session.cpu()
    a, b = mlcc.nd.array(_values(), device), mlcc.nd.empty((37,), "float32", device)
    assert add(a, b) is None
    np.testing.assert_array_equal(b.numpy(), _values() + 1)
    np.testing.assert_array_equal(add(a).numpy(), _values() + 1)
    b.copyfrom(np.zeros(37, "float32"))
    np.testing.assert_array_equal(b.numpy(), np.zeros(37, "float32"))
    local = mlcc.nd.empty((37,))
    np.testing.assert_array_equal(a.copyto(local), _values())


def test_local_arrays_are_sent_and_fetched(add: rpc.RemoteLibrary) -> None:
    out = np.zeros(37, "float32")
    add(_values(), out)
    np.testing.assert_array_equal(out, _values() + 1)
    strided = np.repeat(_values(), 2)[::2]
    np.testing.assert_array_equal(add["add_one"](strided), _values() + 1)
    np.testing.assert_array_equal(add(_values(0)), _values(0))


@pytest.mark.cover(1)
@pytest.mark.parametrize("dtype", ["float64", "float16", "int8", "uint64", "bool"])
@pytest.mark.parametrize("shape", [(), (0, 3), (2, 3, 5)])
def test_arrays_of_every_shape_and_dtype(session: rpc.RemoteSession, dtype: str, shape: tuple[int, ...]) -> None:
    values = np.random.default_rng(1).integers(0, 2, shape).astype(dtype)
    array = mlcc.nd.array(values, session.cpu())
    back = array.numpy()
    assert (array.shape, array.dtype, back.dtype) == (shape, values.dtype, values.dtype)
    np.testing.assert_array_equal(back, values)


def test_times_and_prepared_calls(add: rpc.RemoteLibrary) -> None:
    device = add.session.cpu()
    a, b = mlcc.nd.array(_values(), device), mlcc.nd.empty((37,), "float32", device)
    timing = add.time_evaluator("add_one", device, number=3, repeat=4)(a, b)
    assert len(timing.results) == 4
    assert timing.number == 3
    assert timing.mean > 0
    bound: Any = add.main.bind([_values()])
    bound()
    np.testing.assert_array_equal(bound.results()[0], _values() + 1)
    assert bound.seconds(5) > 0


def test_files(session: rpc.RemoteSession) -> None:
    session.upload(b"\x00text\xff", "a.bin")
    assert session.download("a.bin") == b"\x00text\xff"
    session.remove("a.bin")
    with pytest.raises(MlccError, match=r"R358.*no file `a.bin`"):
        session.download("a.bin")


def test_a_library_can_be_replaced(session: rpc.RemoteSession, add_library: Path) -> None:
    session.upload(str(add_library), "x.so")
    first = session.load_module("x.so")
    session.upload(str(add_library), "x.so")
    second = session.load_module("x.so")
    np.testing.assert_array_equal(first(_values()), second(_values()))


def test_released_arrays_leave_the_server(session: rpc.RemoteSession) -> None:
    array = mlcc.nd.array(_values(), session.cpu())
    number = array.number
    del array
    session.info()
    with pytest.raises(MlccError, match="holds no array"):
        session.request("get", array=number)


def test_info(session: rpc.RemoteSession) -> None:
    info = session.info()
    assert info["cores"] >= 1
    assert info["system"] == "linux"


def test_files_stay_in_the_folder(session: rpc.RemoteSession) -> None:
    for name in ("../x", "/etc/x", "", ".x", "a/b", "x" * 300, "a\nb", "ä"):
        with pytest.raises(MlccError, match=r"(?s)R358.*not the name of a file"):
            session.upload(b"x", name)


def test_wrong_arguments_are_told_as_at_home(add: rpc.RemoteLibrary) -> None:
    with pytest.raises(MlccError, match="R304"):
        add(_values().astype("float64"))
    with pytest.raises(MlccError, match="R305"):
        add(_values().reshape(1, 37))
    with pytest.raises(MlccError, match="R313"):
        add["sub_one"]
    with pytest.raises(MlccError, match="R301"):
        add()
    np.testing.assert_array_equal(add(_values()), _values() + 1)


def test_what_is_no_library(session: rpc.RemoteSession) -> None:
    with pytest.raises(MlccError, match="R358.*not uploaded"):
        session.load_module("lib.so")
    session.upload(b"#!/bin/sh\n", "lib.so")
    with pytest.raises(MlccError, match="R322"):
        session.load_module("lib.so")


def test_a_library_of_another_processor(session: rpc.RemoteSession, tmp_path: Path) -> None:
    text = '@T.prim_func\ndef main(A: T.Buffer((4,), "float32")):\n    A[0] = T.float32(1)\n'
    target = "llvm -mtriple=aarch64-linux-gnu"
    (tmp_path / "arm.tir").write_text(text)
    mlcc_command("build", str(tmp_path / "arm.tir"), "--target", target, "-o", str(tmp_path / "arm.o"))
    session.upload(str(tmp_path / "arm.o"))
    with pytest.raises(MlccError, match="R323.*aarch64"):
        session.load_module("arm.o")


@pytest.mark.parametrize(
    "fields",
    [
        {"shape": [-1], "dtype": "float32"}, {"shape": "x", "dtype": "float32"}, {"shape": [10**13], "dtype": "int8"},
        {"shape": [1], "dtype": "object"}, {"shape": [2], "dtype": "float32"},
    ],
)  # fmt: skip
def test_arrays_that_are_none(session: rpc.RemoteSession, fields: dict[str, object]) -> None:
    with pytest.raises(MlccError, match="R358|R335"):
        session.request("put", b"", **fields)
    assert session.info()


def test_local_session_has_the_same_methods(add_library: Path) -> None:
    with rpc.LocalSession() as session:
        session.upload(str(add_library))
        library = session.load_module("add.so")
        assert isinstance(library, Library)
        a = mlcc.nd.array(_values(), session.cpu())
        np.testing.assert_array_equal(library(a), _values() + 1)
        assert session.download("add.so") == add_library.read_bytes()
        session.remove("add.so")
        with pytest.raises(MlccError, match="R358"):
            session.remove("add.so")
    public = {name for name in dir(rpc.RemoteSession) if not name.startswith("_")}
    assert public - set(dir(session)) == {"release", "request", "info"}


def test_from_the_shell(start: Start, add_library: Path, tmp_path: Path) -> None:
    served: Served = start("serve")
    np.save(tmp_path / "x.npy", _values())
    mlcc_command(
        "run", str(add_library), str(tmp_path / "x.npy"), "-o", str(tmp_path / "y.npy"), "--device", served.url
    )
    np.testing.assert_array_equal(np.load(tmp_path / "y.npy"), _values() + 1)
    said = mlcc_command("bench", str(add_library), "--shape", "n=64", "--repeats", "3", "--warmup", "0.01",
                        "--device", served.url)  # fmt: skip
    assert "median" in said.stdout
    assert "add.so" in said.stdout
    said = mlcc_command("run", str(add_library), "--device", "rpc://nowhere", check=False)
    assert said.returncode == 1
    assert "error[R351]" in said.stderr
