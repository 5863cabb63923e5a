"""Calling an artefact from Python: right calls, and every wrong call with its code."""

from __future__ import annotations

import gc
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from artefact_kernels import FUNCTIONS, HOST, WEIGHTS, compile_module

from mlcc.diagnostics import MlccError
from mlcc.runtime import Library, ModuleSpec, evaluate_dim, load, nd, register_func
from mlcc.runtime.dims import emit as emit_dim

F32 = np.float32


def ramp(n: int) -> np.ndarray:
    return np.arange(n, dtype=F32)


def code(call: Any) -> str:
    with pytest.raises(MlccError) as caught:
        call()
    assert caught.value.message
    return caught.value.code


@pytest.mark.parametrize("n", [0, 1, 7, 1000])
def test_inputs_give_outputs(lib: Library, n: int) -> None:
    x = ramp(n)
    out = lib["add"](x, x)
    assert out.dtype == F32
    np.testing.assert_array_equal(out, x + x)
    y, z = lib["both"](x)
    np.testing.assert_array_equal(y, -z)
    np.testing.assert_array_equal(lib["grow"](x), x + 1)
    np.testing.assert_array_equal(lib["pairs"](ramp(2 * n), x), ramp(2 * n)[::2] + x)


def test_destination_passing(lib: Library) -> None:
    x, out = ramp(10), np.empty(10, F32)
    assert lib["add"](x, x, out) is None
    np.testing.assert_array_equal(out, x * 2)
    assert lib["add"](z=out, y=x, x=out.copy()) is None
    np.testing.assert_array_equal(out, x * 3)


def test_workspace_and_weights(lib: Library) -> None:
    x = np.random.default_rng(0).standard_normal(64).astype(F32)
    np.testing.assert_array_equal(lib["work"](x), x[::-1] + WEIGHTS)


def test_scalars(lib: Library) -> None:
    x = ramp(8).reshape(2, 4)
    for s in (0.5, 3, np.float32(2), np.array(1.5, F32)):
        np.testing.assert_array_equal(lib["scale"](x, s), x * F32(s))
    np.testing.assert_array_equal(lib["count"](4, True), [4, 3, 2, 1])
    np.testing.assert_array_equal(lib["count"](3, False), [0, 1, 2])
    assert code(lambda: lib["count"](3.5, False)) == "R304"
    assert code(lambda: lib["count"](2**40, False)) == "R304"
    assert code(lambda: lib["count"](-1, False)) == "R306"


def test_bool_and_bfloat16(lib: Library) -> None:
    x = np.array([True, False, True])
    np.testing.assert_array_equal(lib["flip"](x), ~x)
    np.testing.assert_array_equal(lib["flip"](x.astype(np.uint8)), ~x)
    bits = np.array([1, 2, 3, 0x3F80], np.uint16)
    np.testing.assert_array_equal(lib["brain"](bits).view(np.uint16), bits)


def test_read_and_written(lib: Library) -> None:
    x = ramp(5)
    lib["step"](x)
    np.testing.assert_array_equal(x, ramp(5) + 1)
    assert code(lambda: lib["step"](ramp(10)[::2])) == "R307"


def test_strided_inputs_are_copied(lib: Library) -> None:
    x = np.asfortranarray(ramp(40).reshape(10, 4))
    np.testing.assert_array_equal(lib["scale"](x, 2), x * 2)
    np.testing.assert_array_equal(lib["add"](ramp(20)[::2], ramp(10)[::-1]), ramp(20)[::2] + ramp(10)[::-1])
    odd = np.frombuffer(bytes(1) + ramp(6).tobytes(), np.uint8)[1:].view(F32)
    np.testing.assert_array_equal(lib["add"](odd, odd), ramp(6) * 2)


class _Foreign:
    """A tensor of another library."""

    def __init__(self, values: np.ndarray) -> None:
        self.values = values

    def __dlpack__(self, **options: Any) -> Any:
        return self.values.__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.values.__dlpack_device__()


class _Elsewhere(_Foreign):
    def __dlpack_device__(self) -> tuple[int, int]:
        return (2, 0)

    def __dlpack__(self, **options: Any) -> Any:
        raise BufferError("on a GPU")


def test_tensors_of_other_libraries(lib: Library) -> None:
    x, out = ramp(4), np.zeros(4, F32)
    lib["add"](_Foreign(x), _Foreign(x), _Foreign(out))
    np.testing.assert_array_equal(out, x * 2)
    assert code(lambda: lib["add"](_Elsewhere(x), x)) == "R303"


def test_wrong_calls(lib: Library) -> None:
    x = ramp(4)
    add = lib["add"]
    assert code(lambda: add(x)) == "R301"
    assert code(lambda: add(x, x, x, x)) == "R301"
    assert code(lambda: add(x, w=x)) == "R301"
    assert code(lambda: add(x, x=x)) == "R301"
    assert code(lambda: add([1.0], x)) == "R302"
    assert code(lambda: add(None, x)) == "R302"
    assert code(lambda: add(x.astype("f8"), x)) == "R304"
    assert code(lambda: add(x.astype(">f4"), x)) == "R304"
    assert code(lambda: add(x.reshape(2, 2), x)) == "R305"
    assert code(lambda: add(x, x[:3])) == "R306"
    assert code(lambda: lib["pairs"](x, x)) == "R306"
    assert code(lambda: add(x, x, np.empty(8, F32)[::2])) == "R307"
    frozen = np.empty(4, F32)
    frozen.flags.writeable = False
    assert code(lambda: add(x, x, frozen)) == "R307"
    odd = np.zeros(17, np.uint8)[1:].view(F32)
    assert code(lambda: add(x, x, odd)) == "R308"
    assert code(lambda: add(x, x, x)) == "R309"
    assert code(lambda: lib["ad"]) == "R313"
    assert code(lambda: lib(x)) == "R313"
    assert code(lambda: lib["fail"](ramp(1))) == "R312"
    assert code(lambda: lib.set_num_threads(-1)) == "R341"


def test_wrong_shape_says_what_is_wanted(lib: Library) -> None:
    with pytest.raises(MlccError) as caught:
        lib["pairs"](ramp(5), ramp(3))
    assert "must have shape (6,), given (5,)" in caught.value.message
    assert "with n = 3" in caught.value.diagnostic.notes
    with pytest.raises(MlccError) as caught:
        lib["add"](np.zeros(3), ramp(3))
    assert caught.value.diagnostic.help == 'convert it: `x.astype("float32")`'


def test_kernel_error_has_its_message(lib: Library) -> None:
    with pytest.raises(MlccError, match="fail: a kernel reported error 117"):
        lib["fail"](ramp(1))


def test_kernels_that_explain_their_errors() -> None:
    said = r"""
@text = private constant [21 x i8] c"index 7 out of range\00"
define hidden ptr @mlcc_kernel_message(i32 %code) {
  ret ptr @text
}
define internal i32 @fail_kernel(ptr %x) {
  ret i32 100
}
"""
    spec = ModuleSpec("m", tuple(f for f in FUNCTIONS if f.name == "fail"), HOST)
    with pytest.raises(MlccError) as caught:
        load(compile_module(said, spec))(ramp(1))
    assert (caught.value.code, caught.value.message) == ("R312", "fail: index 7 out of range")


def test_bound_call(lib: Library) -> None:
    x, y = ramp(6), ramp(6)
    call = lib["add"].bind([x, y])
    call()
    np.testing.assert_array_equal(call.outputs[0], x + y)
    assert call.inputs[0] is x
    x += 5
    call()
    np.testing.assert_array_equal(call.outputs[0], x + y)
    out = np.empty(6, F32)
    call = lib["add"].bind({"x": x, "y": y}, [out])
    call()
    np.testing.assert_array_equal(out, x + y)
    call = lib["scale"].bind([ramp(4).reshape(1, 4), 2.5])
    call()
    np.testing.assert_array_equal(call.outputs[0], ramp(4).reshape(1, 4) * 2.5)
    call = lib["grow"].bind([ramp(100)])
    call()
    np.testing.assert_array_equal(call.outputs[0], ramp(100) + 1)
    assert code(lambda: lib["add"].bind([x])) == "R301"
    failing = lib["fail"].bind([ramp(1)])
    assert code(failing) == "R312"


@pytest.mark.parametrize("native", [True, False])
def test_a_bound_call_repeats_itself(lib: Library, native: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not native:
        monkeypatch.setattr("mlcc.runtime.function.repeater", lambda function, arguments: None)
    call = lib["scale"].bind([ramp(4).reshape(1, 4), 2.5])
    call.repeat(3)
    np.testing.assert_array_equal(call.outputs[0], ramp(4).reshape(1, 4) * 2.5)
    assert code(lambda: lib["fail"].bind([ramp(1)]).repeat(2)) == "R312"


def test_timing(lib: Library) -> None:
    x = ramp(100)
    timing = lib.time_evaluator("add", number=3, repeat=4)(x, x)
    assert len(timing.results) == 4
    assert 0 < timing.min <= timing.median <= timing.max
    assert timing.min <= timing.mean <= timing.max
    assert timing.std >= 0
    grown = lib.time_evaluator("add", nd.cpu(), number=1, min_repeat_ms=2)(x, x, np.empty_like(x))
    assert grown.number > 1
    assert code(lambda: lib.time_evaluator("add", number=0)) == "R341"


def test_arrays_of_tvm(lib: Library) -> None:
    a, b = nd.array(ramp(4)), nd.array([1, 2, 3, 4], dtype="float32")
    c = nd.empty((4,), dtype="float32")
    lib["add"](a, b, c)
    np.testing.assert_array_equal(c.numpy(), a.numpy() + b.numpy())
    assert type(c.numpy()) is np.ndarray
    assert c.ctypes.data % 64 == 0
    assert isinstance(lib["add"](a, b), nd.NDArray)
    assert type(lib["add"](ramp(4), ramp(4))) is np.ndarray
    assert c.copyfrom(np.ones(4)).copyto(np.zeros(4)).sum() == 4


def test_description(lib: Library) -> None:
    reported = lib.describe()
    assert reported["name"] == "demo"
    assert reported["metadata"] == {"made": "by tests"}
    assert lib.functions[:2] == ("add", "scale")
    assert "add" in lib
    assert "nothing" not in lib


def test_external_function(demo_library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mlcc.runtime.registry.REGISTERED", {})
    x = ramp(4)
    bare = load(demo_library)
    assert code(lambda: bare["outside"](x)) == "R311"
    seen = []

    @register_func("env.twice", override=True)
    def twice(source: nd.NDArray, target: nd.NDArray) -> None:
        seen.append(source.shape)
        np.multiply(source, 2, out=target)

    assert code(lambda: register_func("env.twice", twice)) == "R342"
    whole = load(demo_library)
    np.testing.assert_array_equal(whole["outside"](x), x * 2)
    assert seen == [(4,)]

    @register_func("env.twice", override=True)
    def broken(source: nd.NDArray, target: nd.NDArray) -> None:
        raise ValueError("the provider's own")

    with pytest.raises(ValueError, match="the provider's own"):
        load(demo_library)["outside"](x)


def test_unloading_an_object(demo_object: Path) -> None:
    lib = load(demo_object)
    lib.set_num_threads(3)
    lib["add"](ramp(1000), ramp(1000))
    del lib
    gc.collect()
    again = load(demo_object.read_bytes(), num_threads=2)
    np.testing.assert_array_equal(again["add"](ramp(9), ramp(9)), ramp(9) * 2)


def test_a_rebuilt_file_is_loaded_anew(demo_library: Path, tmp_path: Path) -> None:
    path = tmp_path / "lib.so"
    path.write_bytes(demo_library.read_bytes())
    first = load(path)
    path.unlink()
    path.write_bytes(demo_library.read_bytes())
    second = load(path)
    assert first._code.address("mlcc_add") != second._code.address("mlcc_add")
    third = load(path.read_bytes())
    np.testing.assert_array_equal(third["add"](ramp(3), ramp(3)), ramp(3) * 2)


def test_many_libraries_leave_no_threads(demo_library: Path) -> None:
    data = demo_library.read_bytes()
    addresses = set()
    gc.collect()
    before = threads_now()
    for _ in range(30):
        lib = load(data, num_threads=3)
        addresses.add(lib._code.address("mlcc_add"))
        np.testing.assert_array_equal(lib["add"](ramp(9), ramp(9)), ramp(9) * 2)
    assert len(addresses) == 30
    del lib
    gc.collect()
    assert threads_now() <= before


def threads_now() -> int:
    try:
        return len(list(Path("/proc/self/task").iterdir()))
    except OSError:
        return 0


def test_object_that_calls_what_nobody_has() -> None:
    kernel = """
declare void @nobody_has_this()
define internal i32 @fail_kernel(ptr %x) {
  call void @nobody_has_this()
  ret i32 0
}
"""
    spec = ModuleSpec("m", tuple(f for f in FUNCTIONS if f.name == "fail"), HOST)
    assert code(lambda: load(compile_module(kernel, spec))) == "R324"


def test_loading_is_light(demo_library: Path) -> None:
    script = (
        "import sys, numpy, mlcc\n"
        f"lib = mlcc.load({str(demo_library)!r})\n"
        "lib['add'](numpy.ones(3, 'f'), numpy.ones(3, 'f'))\n"
        "print([m for m in ('onnx', 'lark', 'llvmlite', 'yaml', 'click') if m in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("text", "value"),
    [("7", 7), ("n", 5), ("n*2 - 1", 9), ("(n+1)//2", 3), ("-n // 2", -3), ("n % 0", 5), ("n // 0", 0),
     ("max(n, 8) + min(n, 2)", 10), ("ceildiv(n, 2)", 3), ("1 if n > 4 else 2", 1)],
)  # fmt: skip
def test_extents(text: str, value: int) -> None:
    assert evaluate_dim(text, {"n": 5}) == value


@pytest.mark.parametrize("text", ["n **  2", "f(n)", "n +", "n.m", "", "1.5", "n and 2"])
def test_extents_that_are_none(text: str) -> None:
    assert code(lambda: evaluate_dim(text, {"n": 5})) == "R335"


def test_what_an_extent_repeats_is_computed_once() -> None:
    """The size of an arena sums over images whose heights are made of each other: its tree has thousands of parts."""
    half = "n"
    for _ in range(4):
        half = f"({half} + 1) // 2"
    written: list[str] = []

    def assign(text: str) -> str:
        written.append(text)
        return f"%{len(written)}"

    emit_dim(f"({half}) * ({half}) * 4 + ({half}) * 8", {"n": "%n"}, assign, -1)
    assert sum("ashr i64" in text for text in written) == 4
    assert not any("call i64 @mlcc" in text for text in written)
