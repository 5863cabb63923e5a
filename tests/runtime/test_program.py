"""Libraries that are also programs, and libraries that test themselves."""

from __future__ import annotations

import importlib.util
import io
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

from mlcc.diagnostics import MlccError
from mlcc.driver import build_files
from mlcc.driver.selftest import planned
from mlcc.runtime import (
    FunctionSpec,
    ModuleSpec,
    TensorSpec,
    from_json,
    inspect,
    load,
    made_up,
    make_header,
    platform_of,
    weights_sum,
)
from mlcc.runtime.program import check_program
from mlcc.runtime.selftest import SAMPLES, expected_words

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="for Linux")
WEIGHTS = np.random.default_rng(3).standard_normal((3, 4)).astype(np.float32)
CROSS = "llvm -mcpu=cortex-a72 -mtriple=aarch64-linux-gnu"


def write_model(path: Path) -> Path:
    """`y = a @ W + b` over symbolic rows, and the column of the largest element in each row."""
    nodes = [
        helper.make_node("MatMul", ["a", "w"], ["m"]),
        helper.make_node("Add", ["m", "b"], ["y"]),
        helper.make_node("ArgMax", ["y"], ["best"], axis=1, keepdims=0),
    ]
    graph = helper.make_graph(
        nodes, "net",
        [helper.make_tensor_value_info("a", TensorProto.FLOAT, ["n", 3]),
         helper.make_tensor_value_info("b", TensorProto.FLOAT, [4])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, ["n", 4]),
         helper.make_tensor_value_info("best", TensorProto.INT64, ["n"])],
        [onnx.numpy_helper.from_array(WEIGHTS, "w")],
    )  # fmt: skip
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), path)
    return path


@pytest.fixture(scope="module", params=["mlcc", "cc"])
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with `net.so` and two inputs, by either linker."""
    if request.param == "cc" and not (shutil.which("cc") or importlib.util.find_spec("ziglang")):
        pytest.skip("needs a C compiler")
    path = tmp_path_factory.mktemp(request.param)
    model = write_model(path / "net.onnx")
    build_files(str(model), output=str(path / "net.so"), linker=request.param, program=True, selftest=True)
    generator = np.random.default_rng(0)
    np.save(path / "a.npy", generator.standard_normal((7, 3)).astype(np.float32))
    np.save(path / "b.npy", generator.standard_normal(4).astype(np.float32))
    return path


def run(folder: Path, *words: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """The program with these arguments."""
    return subprocess.run(["./net.so", *words], cwd=folder, input=given, capture_output=True, check=False)


def arrays(data: bytes) -> list[np.ndarray]:
    """The arrays that follow one another."""
    file, found = io.BytesIO(data), []
    while file.tell() < len(data):
        found.append(np.load(file))
    return found


@pytest.mark.parametrize(
    ("words", "piped"),
    [([], "ab"), (["a.npy", "b.npy"], ""), (["b=b.npy"], "a"), (["b=b.npy", "a=-"], "a"), (["--threads", "2"], "ab")],
)
def test_inputs_from_files_and_from_standard_input(folder: Path, words: list[str], piped: str) -> None:
    done = run(folder, *words, given=b"".join((folder / f"{name}.npy").read_bytes() for name in piped))
    assert (done.returncode, done.stderr) == (0, b"")
    y, best = arrays(done.stdout)
    a, b = np.load(folder / "a.npy"), np.load(folder / "b.npy")
    np.testing.assert_allclose(y, a @ WEIGHTS + b, rtol=1e-5, atol=1e-6)
    np.testing.assert_array_equal(best, y.argmax(1))
    for got, want in zip((y, best), load(folder / "net.so")(a, b), strict=True):
        np.testing.assert_array_equal(got, want)  # it is a library still


def test_outputs_in_files(folder: Path) -> None:
    done = run(folder, "a.npy", "b.npy", "-o", "best=out.npy")
    (y,) = arrays(done.stdout)
    np.testing.assert_array_equal(np.load(folder / "out.npy"), y.argmax(1))
    assert (folder / "out.npy").stat().st_size % 64 == 7 * 8


def test_outputs_have_the_bytes_of_numpy(folder: Path) -> None:
    y, best = arrays(run(folder, "a.npy", "b.npy").stdout)
    assert run(folder, "a.npy", "b.npy").stdout == saved(y) + saved(best)


def test_describe_says_what_the_library_is(folder: Path) -> None:
    done = run(folder, "--describe")
    assert done.returncode == 0
    assert from_json(done.stdout.decode(), "the program") == inspect(folder / "net.so")[1]


def test_help_lists_what_it_takes(folder: Path) -> None:
    done = run(folder, "--help")
    assert done.returncode == 0
    said = done.stdout.decode()
    assert "input   a: '<f4' [n, 3]" in said
    assert "output  best: '<i8' [n]" in said


def saved(array: np.ndarray) -> bytes:
    """The bytes of a .npy file."""
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()


WRONG = [
    (["--frob"], b"", 2, "R390", "no option `--frob`"),
    (["a.npy", "b.npy", "a.npy"], b"", 2, "R390", "one input too many"),
    (["-o"], b"", 2, "R390", "-o takes a file"),
    (["--threads", "0"], b"", 2, "R390", "from 1 on"),
    (["none.npy", "b.npy"], b"", 1, "R391", "cannot read `none.npy`"),
    (["net.onnx", "b.npy"], b"", 1, "R392", "`net.onnx` is no array"),
    (["b=b.npy"], b"", 1, "R392", "`<stdin>` is no array"),
    (["b=b.npy"], saved(np.zeros((2, 3), np.float32))[:-1], 1, "R392", "cut short"),
    (["b=b.npy"], saved(np.zeros((2, 3))), 1, "R302", "'<f8'"),
    (["b=b.npy"], saved(np.zeros(3, np.float32)), 1, "R305", "has 1 axes"),
    (["b=b.npy"], saved(np.zeros((2, 5), np.float32)), 1, "R306", "`a`"),
    (["b=b.npy"], saved(np.asfortranarray(np.zeros((2, 3), np.float32))), 1, "R307", "Fortran"),
    (["a.npy", "b.npy", "-o", "no/y.npy"], b"", 1, "R393", "no/y.npy"),
]


@pytest.mark.parametrize(("words", "given", "status", "code", "text"), WRONG)
def test_errors_have_codes(folder: Path, words: list[str], given: bytes, status: int, code: str, text: str) -> None:
    done = run(folder, *words, given=given)
    assert done.returncode == status
    assert done.stderr.startswith(f"./net.so: error[{code}]: ".encode())
    assert text in done.stderr.decode()
    assert done.stdout == b""


def test_the_self_test_passes_and_finds_a_damaged_weight(folder: Path, tmp_path: Path) -> None:
    path = folder / "net.so"
    assert run(folder, "--selftest").returncode == 0
    assert "of what is allowed" in load(path).selftest()
    assert "int32_t mlcc_selftest(void);" in make_header(inspect(path)[1])
    data = path.read_bytes()
    at = data.index(WEIGHTS[2].tobytes()[:4])
    (tmp_path / "net.so").write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
    (tmp_path / "net.so").chmod(0o755)
    done = run(tmp_path, "--selftest")
    assert done.returncode == 1
    assert b"error[R394]" in done.stderr
    with pytest.raises(MlccError, match="weights are not those of the build") as caught:
        load(tmp_path / "net.so").selftest()
    assert caught.value.code == "R394"


def test_the_self_test_names_the_output_that_differs(folder: Path, tmp_path: Path) -> None:
    data = bytearray((folder / "net.so").read_bytes())
    begin, size = inspect(folder / "net.so")[0].sections[".mlcc.selftest"]
    assert size == 8 * (1 + 2 * (1 + SAMPLES))
    best = begin + 8 * (1 + (1 + SAMPLES) + 1)
    data[best : best + 8] = np.float64(17).tobytes()
    (tmp_path / "net.so").write_bytes(data)
    with pytest.raises(MlccError, match=r"element 0 of `best` is \d, and was 17 at the build"):
        load(tmp_path / "net.so").selftest()


def test_every_type_is_made_up_the_same_way(tmp_path: Path) -> None:
    """What the library makes is what is made here: outputs are copies of inputs, compared without tolerance."""
    types = (
        "float16",
        "float32",
        "float64",
        "int8",
        "int16",
        "int32",
        "int64",
        "uint8",
        "uint16",
        "uint32",
        "uint64",
        "bool",
    )
    nodes, ins, outs = [], [], []
    for name in types:
        kind = helper.np_dtype_to_tensor_dtype(np.dtype(name))
        nodes.append(helper.make_node("Transpose", [f"x_{name}"], [f"y_{name}"], perm=[1, 0]))
        ins.append(helper.make_tensor_value_info(f"x_{name}", kind, [3, 37]))
        outs.append(helper.make_tensor_value_info(f"y_{name}", kind, [37, 3]))
    graph = helper.make_graph(nodes, "types", ins, outs)
    model = tmp_path / "types.onnx"
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), model)
    build_files(str(model), output=str(tmp_path / "types.so"), selftest=True)
    assert "difference is 0 of" in load(tmp_path / "types.so").selftest()


def test_sums_and_samples() -> None:
    data = np.random.default_rng(1).integers(0, 255, 1000, dtype=np.uint8).tobytes()
    whole = weights_sum([data])
    assert whole == weights_sum([data[:13], data[13:600], data[600:]])
    assert all(weights_sum([data[:at] + b"\xff" + data[at + 1 :]]) != whole for at in range(0, 1000, 97))
    assert weights_sum([data], big_endian=True) != whole
    words = expected_words(7, [(np.arange(1000.0), 0.5), (np.empty((0, 3)), 0.0)])
    assert len(words) == 1 + 2 * (1 + SAMPLES)
    values = np.array(words[1 : 2 + SAMPLES], np.uint64).view(np.float64)
    assert values[0] == 0.5
    assert values[1:].tolist() == [i * 1000 // SAMPLES for i in range(SAMPLES)]
    assert made_up((2, 3), "float32", 0, (0, 0)).tolist() != made_up((2, 3), "float32", 1, (0, 0)).tolist()


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"output": "x.o", "program": True}, "R395"),
        ({"output": "x.so", "program": True, "target": "c"}, "R395"),
        ({"output": "x.so", "selftest": True, "target": "c"}, "R395"),
        ({"output": "x.dylib.o", "selftest": True, "target": "llvm -mtriple=arm64-apple-macos"}, "R395"),
        ({"output": "x.a", "selftest": True, "target": "llvm -mcpu=cortex-m4", "runtime": "none"}, "G110"),
    ],
)
def test_what_can_be_no_program(tmp_path: Path, options: dict, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    model = write_model(tmp_path / "net.onnx")
    with pytest.raises(MlccError) as caught:
        build_files(str(model), **options)
    assert caught.value.code == code
    assert [path.name for path in tmp_path.iterdir()] == ["net.onnx"]


def test_room_that_only_a_run_knows_is_refused() -> None:
    shape = (TensorSpec("x", "float32", ("n",)), TensorSpec("y", "float32", ("m",), "output"))
    function = FunctionSpec("main", shape, "main", metadata={"rooms": ["m"]})
    spec = ModuleSpec("net", (function,), "x86_64-linux-gnu", program=True)
    with pytest.raises(MlccError, match="any size that the run finds") as caught:
        check_program(spec, platform_of(spec.triple))
    assert caught.value.code == "R395"
    with pytest.raises(MlccError, match="cannot test itself"):
        planned(spec)


def test_a_library_without_a_self_test_says_so(tmp_path: Path) -> None:
    model = write_model(tmp_path / "net.onnx")
    build_files(str(model), output=str(tmp_path / "net.so"))
    with pytest.raises(MlccError, match="no self-test") as caught:
        load(tmp_path / "net.so").selftest()
    assert caught.value.code == "R395"


def test_a_program_for_another_machine(tmp_path: Path) -> None:
    """The results of this machine are what the other is compared with."""
    root = Path("/usr/aarch64-linux-gnu")
    if shutil.which("qemu-aarch64") is None or not root.is_dir():
        pytest.skip("needs qemu-aarch64 and the C library of aarch64")
    assert platform_of("aarch64-linux-gnu").arch == "aarch64"
    model = write_model(tmp_path / "net.onnx")
    build_files(str(model), output=str(tmp_path / "net.so"), target=CROSS, linker="mlcc", program=True, selftest=True)
    emulated = ["qemu-aarch64", "-L", str(root), "./net.so"]
    done = subprocess.run([*emulated, "--selftest"], cwd=tmp_path, capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (0, b"./net.so: the self-test passed\n"), done.stderr
    a, b = np.ones((2, 3), np.float32), np.arange(4, dtype=np.float32)
    done = subprocess.run(emulated, cwd=tmp_path, input=saved(a) + saved(b), capture_output=True, check=True)
    np.testing.assert_allclose(arrays(done.stdout)[0], a @ WEIGHTS + b, rtol=1e-5, atol=1e-6)


def test_the_library_is_assembled_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """That which finds out what the self-test is to expect, and that which is kept, differ in a section of results."""
    from mlcc.driver import assembling, sources

    if sources.compiler_digest() is None:
        pytest.skip("the sources changed a moment ago, and nothing is cached")
    monkeypatch.setenv("MLCC_CACHE_DIR", str(tmp_path / "cache"))
    made = []
    real = assembling.Assembly.make

    def counted(self: assembling.Assembly) -> bytes:
        made.append(self.form)
        return real(self)

    monkeypatch.setattr(assembling.Assembly, "make", counted)
    model = Path(__file__).parents[2] / "samples/models/mlp.onnx"
    build_files(str(model), output=str(tmp_path / "net.so"), selftest=True)
    assert made == ["o"]
    assert "of what is allowed" in load(tmp_path / "net.so").selftest()
