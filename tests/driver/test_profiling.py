"""Libraries that take the time of each kernel: what they say of their calls, and what is made of the times."""

from __future__ import annotations

import ctypes
import json

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from mlcc.diagnostics import MlccError, NodePath, joined
from mlcc.driver import build
from mlcc.driver.node_names import shortened
from mlcc.driver.profile import Profile, Site
from mlcc.driver.profiling import profile_library
from mlcc.script import parse_module


def _value(name: str, shape: list[int | str], kind: int = TensorProto.FLOAT) -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info(name, kind, shape)


def network(batch: int | str = 2) -> onnx.ModelProto:
    """Two layers of a perceptron; the second product has no name of its own."""
    rng = np.random.default_rng(0)
    nodes = [
        helper.make_node("Gemm", ["x", "w", "b"], ["h"], name="/layer1/Gemm"),
        helper.make_node("Relu", ["h"], ["r"], name="/layer1/Relu"),
        helper.make_node("MatMul", ["r", "v"], ["y"]),
        helper.make_node("Softmax", ["y"], ["p"], name="scores"),
    ]
    weights = {"w": (8, 16), "b": (16,), "v": (16, 4)}
    initial = [numpy_helper.from_array(rng.random(s, dtype=np.float32), n) for n, s in weights.items()]
    graph = helper.make_graph(nodes, "perceptron", [_value("x", [batch, 8])], [_value("p", [batch, 4])], initial)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])


BRANCH = """
@R.function
def main(c: R.Tensor((), "bool"), x: R.Tensor((8,), "float32")):
    if c:
        r = R.exp(x)
    else:
        r = R.nn.softmax(x)
    return r
"""


def test_calls_are_reported_with_their_nodes() -> None:
    library = build(network(), profile=True)
    reported = library.main.spec.metadata["profile"]
    assert reported["first"] == 0
    calls = reported["calls"]
    assert len(calls) == library.spec.profile_slots == 3
    assert [call["nodes"] for call in calls] == [["/layer1/Gemm", "/layer1/Relu"], ["y (MatMul)"], ["scores (Softmax)"]]
    assert all(call["flops"] > 0 for call in calls)
    assert [call["weight_bytes"] > 0 for call in calls] == [True, True, False]
    assert calls[2]["activation_bytes"] == 2 * (2 * 4) * 4
    assert [call["written_bytes"] for call in calls] == [2 * 16 * 4, 2 * 4 * 4, 2 * 4 * 4]
    assert {call["dtype"] for call in calls} == {"float32"}
    assert library.describe()["profile_slots"] == 3


def test_times_are_added_up_and_taken_once() -> None:
    library = build(network(), profile=True)
    x = np.ones((2, 8), np.float32)
    np.testing.assert_allclose(library(x), build(network())(x))
    first = library.profile()
    assert len(first) == 3
    assert all(spent >= 0 for spent in first)
    assert sum(first) > 0
    assert library.profile() == [0, 0, 0]


def test_c_interface_gives_no_more_than_asked() -> None:
    library = build(network(), profile=True, prefix="net")
    library(np.ones((2, 8), np.float32))
    read = library.foreign("net_profile", ctypes.c_int32, [ctypes.c_void_p, ctypes.c_int32])
    spent = (ctypes.c_int64 * 4)(-1, -1, -1, -1)
    assert read(spent, 1) == 3
    assert spent[0] >= 0
    assert list(spent)[1:] == [-1, -1, -1]
    assert read(spent, 4) == 3
    assert spent[3] == -1
    assert read(None, 0) == 3


def test_ordinary_libraries_hold_nothing_of_it() -> None:
    library = build(network())
    assert library.spec.profile_slots == 0
    assert library.profile() == []
    assert "profile" not in json.dumps(library.describe())


def test_branches_not_taken_take_no_time() -> None:
    library = build(parse_module(BRANCH), profile=True)
    nodes = [call["nodes"] for call in library.main.spec.metadata["profile"]["calls"]]
    assert nodes == [["exp"], ["nn.softmax"]]  # text has no nodes: the operators
    x = np.zeros(8, np.float32)
    for flag in (True, False):
        library.profile()
        for _ in range(100):  # a call may be shorter than a tick of the clock
            library(np.array(flag), x)
        assert [spent > 0 for spent in library.profile()] == [flag, not flag]


def test_rows_make_the_whole(tmp_path) -> None:
    path = tmp_path / "net.onnx"
    onnx.save(network("n"), path)
    profile = profile_library(str(path), [], repeats=3, warmup=0.001, shapes={"n": (5,)}, threads=1)
    assert profile.seconds > 0
    total = sum(row.seconds for row in profile.rows()) + profile.other
    assert total == pytest.approx(profile.seconds)
    assert profile.sites[2].activation_bytes == 2 * (5 * 4) * 4
    fixed = build(network(5), profile=True).main.spec.metadata["profile"]["calls"]
    assert [site.flops for site in profile.sites] == [call["flops"] for call in fixed]
    build(network("n"), profile=True, output=tmp_path / "net.so")
    again = profile_library(str(tmp_path / "net.so"), [], repeats=3, warmup=0.001, shapes={"n": (5,)})
    assert again.sites[2].activation_bytes == 2 * (5 * 4) * 4
    build(network("n"), output=tmp_path / "plain.so")
    with pytest.raises(MlccError) as caught:
        profile_library(str(tmp_path / "plain.so"), [])
    assert caught.value.code == "D180"


def test_no_profile_on_32_bits(tmp_path) -> None:
    with pytest.raises(MlccError) as caught:
        build(network(), "llvm -mtriple=armv7a-linux-gnueabihf", profile=True, output=tmp_path / "net.o")
    assert caught.value.code == "D181"


def test_rows_join_calls_of_one_kernel() -> None:
    sites = (
        Site("conv", ("a", "b"), 1000, 100, 100, 1e-6, limit=0.8e-6),
        Site("pool", ("c",), None, 0, 300, 3e-6),
        Site("conv", ("d", "b"), 1000, 100, 100, 3e-6, limit=1.2e-6),
        Site("skipped", ("e",), 5, 5, 5, 0.0),
    )
    profile = Profile("net.so", "main", 1, 10e-6, sites)
    assert [(row.kernel, len(row.sites), row.nodes) for row in profile.rows()] == [
        ("conv", 2, ("a", "b", "d")),
        ("pool", 1, ("c",)),
    ]
    assert profile.cells() == [
        ("conv", "a, b, d", "2", "4 us", "40.0", "0.5", "0.1", "50"),
        ("pool", "c", "1", "3 us", "30.0", "", "0.1", "-"),
        ("other", "", "", "3 us", "30.0", "", "", ""),
        ("total", "", "3", "10 us", "100.0", "", "0.1", "-"),
    ]
    data = profile.as_data()
    assert sum(row["seconds"] for row in data["kernels"]) + data["other"] == pytest.approx(data["seconds"])
    assert [call["kernel"] for call in data["calls"]] == ["conv", "pool", "conv", "skipped"]


def test_long_lists_of_nodes_are_shortened() -> None:
    assert shortened([]) == ""
    assert shortened(["one"], 2) == "one"
    assert shortened(["one", "two", "three"], 8) == "one, two, +1"


def test_locations_of_several_nodes() -> None:
    a, b = NodePath("m", "a"), NodePath("m", "b")
    both = joined([a, None, b, a])
    assert isinstance(both, NodePath)
    assert (both.paths, str(both)) == (("a", "b"), "m: a, b")
    assert joined([both, b]) == both
    assert joined([a, a]) is a
    assert joined([None]) is None


PROGRAMS = """
@I.ir_module
class Module:
    @T.prim_func
    def twice(A: T.Buffer((4096,), "float32"), B: T.Buffer((4096,), "float32")):
        T.func_attr({"global_symbol": "twice"})
        for i in T.parallel(4096):
            with T.block("B"):
                vi = T.axis.spatial(4096, i)
                B[vi] = A[vi] * T.float32(2)

    @T.prim_func
    def add(a: T.handle, b: T.handle):
        T.func_attr({"global_symbol": "add"})
        n = T.int64()
        A = T.match_buffer(a, (n,), "float32")
        B = T.match_buffer(b, (n,), "float32")
        for i in range(n):
            with T.block("B"):
                vi = T.axis.spatial(n, i)
                B[vi] = B[vi] + A[vi]
"""


def test_programs_are_timed_by_their_entries(tmp_path) -> None:
    """A library of programs has a row for each, and a time line of its threads."""
    path = tmp_path / "programs.tir"
    path.write_text(PROGRAMS, encoding="utf-8")
    settings = {"repeats": 3, "warmup": 0.001, "threads": 2}
    twice = profile_library(str(path), [], func="twice", **settings)
    (site,) = twice.sites
    assert (site.kernel, site.flops, site.nbytes, site.written_bytes) == ("twice", 4096, 2 * 16384, 16384)
    assert 0 < site.seconds <= twice.seconds
    assert twice.timeline is not None
    assert twice.timeline.chunks
    add = profile_library(str(path), [], func="add", shapes={"n": (7,)}, **settings)
    (site,) = add.sites
    assert (site.kernel, site.flops, site.nbytes, site.written_bytes) == ("add", 7, 2 * 28, 28)
    library = build(str(path), profile=True)
    x, y = np.arange(4096, dtype=np.float32), np.ones(3, np.float32)
    assert np.array_equal(library["twice"](x), 2 * x)
    library["add"](y, y.copy())
    assert [spent > 0 for spent in library.profile()] == [True, True]
