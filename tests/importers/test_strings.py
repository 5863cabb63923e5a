"""Tensors of strings, against the standard's reference and onnxruntime."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper
from onnx.reference import ReferenceEvaluator
from onnx_models import BOOL, FLOAT, INT64, graph_of, model_of, node
from tolerances import assert_close

import mlcc
from mlcc.diagnostics import MlccError
from mlcc.importers.onnx import from_onnx
from mlcc.runtime import make_header

STRING = TensorProto.STRING
RNG = np.random.default_rng(13)
#: Empty, of several lengths in UTF-8, with combining characters, white space of several kinds.
WORDS = [
    "",
    "a",
    "ab",
    "b-c",
    "é",
    "e\u0301x",
    "日本",
    "𝄞",
    " a  b\t",
    "x-y--z",
    "\u00a0q\u2003r\u3000",
    "Straße",
    "-",
    "--",
]


def words(*shape: int) -> Any:
    return RNG.choice(np.array(WORDS, object), shape)


def check(
    nodes: Sequence[onnx.NodeProto],
    inputs: Any,
    outputs: Sequence[str],
    runs: Sequence[Sequence[Any]],
    weights: Mapping[str, Any] | None = None,
    runtime: bool = False,
    **more: Any,
) -> None:
    """One library with symbolic sizes, and several runs of it, against the reference or onnxruntime."""
    model = model_of(nodes, inputs, list(outputs), weights, opset=21, **more)
    model.ir_version = 10
    library = mlcc.build(from_onnx(model))
    if runtime:
        ort = pytest.importorskip("onnxruntime")
        session = ort.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    else:
        session = ReferenceEvaluator(model)
    for feeds in runs:
        got = library(*feeds)
        want = session.run(None, dict(zip(inputs, feeds, strict=True)))
        for mine, theirs in zip(got if isinstance(got, tuple) else (got,), want, strict=True):
            assert mine.shape == np.shape(theirs)
            if mine.dtype == object:
                np.testing.assert_array_equal(mine.astype(str), np.asarray(theirs).astype(str))
            else:
                assert mine.dtype == theirs.dtype
                assert_close(mine, theirs)


def test_strings_are_moved() -> None:
    nodes = [
        node("Concat", ["x", "c"], ["both"], axis=1),
        node("Transpose", ["both"], ["t"], perm=[1, 0]),
        node("Gather", ["t", "i"], ["y"], axis=0),
        node("Equal", ["x", "one"], ["same"]),
        node("Where", ["same", "one", "x"], ["z"]),
        node("Expand", ["one", "shape"], ["e"]),
        node("Reshape", ["e", "flat"], ["f"]),
        node("Concat", ["f", "f2"], ["g"], axis=0),
        node("Slice", ["g", "from", "to"], ["s"]),
        node("Shape", ["x"], ["n"]),
        node("Flatten", ["x"], ["x2"]),
        node("Identity", ["x2"], ["same_x"]),
    ]
    weights = {
        "c": np.array([["longer than all", "é"]] * 3, object),
        "one": np.array("ab", object),
        "i": np.array([[0, 1], [3, 3]]),
        "shape": np.array([2, 3]),
        "flat": np.array([6]),
        "f2": np.array(["last"], object),
        "from": np.array([4]),
        "to": np.array([9]),
    }
    runs = [[words(3, n)] for n in (2, 5, 31)]
    check(nodes, {"x": (STRING, [3, "n"])}, ["y", "z", "s", "n", "same_x"], runs, weights)


def test_equality_broadcasts() -> None:
    inputs = {"a": (STRING, ["n", 1]), "b": (STRING, ["m"])}
    runs = [[words(n, 1), words(m)] for n, m in ((1, 1), (7, 11), (0, 3), (13, 0))]
    runs.append([np.array([["ab"]], object), np.array(["abc", "a", "ab", ""], object)])
    check([node("Equal", ["a", "b"], ["y"])], inputs, ["y"], runs)


def test_concatenation_broadcasts() -> None:
    inputs = {"a": (STRING, ["n", 1]), "b": (STRING, ["m"])}
    runs = [[words(n, 1), words(m)] for n, m in ((1, 1), (7, 11), (0, 3))]
    check([node("StringConcat", ["a", "b"], ["y"])], inputs, ["y"], runs)


@pytest.mark.parametrize(
    "attrs",
    [{}, {"maxsplit": 1}, {"delimiter": "-"}, {"delimiter": "--", "maxsplit": 2}, {"delimiter": "é"}, {"maxsplit": 0}],
    ids=str,
)
def test_pieces(attrs: Any) -> None:
    runs = [[words(n, 2)] for n in (1, 9, 40, 0)] + [[np.array([["", ""]], object)], [np.array([["é--é-", "a"]])]]
    check([node("StringSplit", ["x"], ["y", "n"], **attrs)], {"x": (STRING, ["n", 2])}, ["y", "n"], runs)


def test_what_follows_a_split() -> None:
    """The number of columns is counted by the run."""
    nodes = [
        node("StringSplit", ["x"], ["p", "n"], delimiter="-"),
        node("Equal", ["p", "w"], ["q"]),
        node("Cast", ["q"], ["f"], to=FLOAT),
        node("ReduceSum", ["f", "last"], ["y"], keepdims=0),
        node("StringConcat", ["p", "w"], ["z"]),
    ]
    weights = {"w": np.array("b", object), "last": np.array([1])}
    check(nodes, {"x": (STRING, ["n"])}, ["y", "z"], [[words(n)] for n in (3, 20)], weights)


@pytest.mark.parametrize("pattern", [r"\w+", r"[^-]*(-[^-]*)?", r".*\b.", "é|日.", r"\S+@\S+\.\w{2,3}"])
def test_matches(pattern: str) -> None:
    mails = np.array([["a@b.com", "a@b.c", "x.y@z.org"], ["@b.de", "é@b.de", "q@r.st\n"]], object)
    model = [node("RegexFullMatch", ["x"], ["y"], pattern=pattern)]
    check(model, {"x": (STRING, ["n", "m"])}, ["y"], [[words(4, 9)], [mails], [words(0, 2)]], runtime=True)


def test_numbers_and_strings() -> None:
    whole = RNG.integers(-(2**63), 2**63 - 1, (5, 2))
    whole[0] = -(2**63), 0
    nodes = [node("Cast", ["x"], ["s"], to=STRING), node("Cast", ["s"], ["y"], to=INT64)]
    check(nodes, {"x": (INT64, ["n", 2])}, ["s", "y"], [[whole], [whole[:1] % 10]])
    check([node("Cast", ["x"], ["s"], to=STRING)], {"x": (BOOL, ["n"])}, ["s"], [[np.array([True, False])]])


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16"])
def test_floats_are_written_as_short_as_they_read(dtype: str) -> None:
    kind, limits = np.dtype(dtype), np.finfo(dtype)
    numbers = RNG.integers(0, 2 ** (8 * kind.itemsize) - 1, 300, f"u{kind.itemsize}", endpoint=True).view(kind)
    edges = [
        0,
        -0.0,
        1,
        1e-4,
        9.99e-5,
        2 / 3,
        np.inf,
        -np.inf,
        np.nan,
        limits.max,
        limits.tiny,
        limits.smallest_subnormal,
    ]
    large = [1e15, 123456789, 9.9999999e15, 1e16, 9007199254740993, 2.0**60, 1e22, 1e23] if dtype != "float16" else []
    with np.errstate(over="ignore"):
        powers = 2.0 ** np.arange(limits.minexp, limits.maxexp, 3)
        numbers = np.concatenate([numbers, np.array([*edges, *large], dtype), powers.astype(dtype)])
    model = model_of(
        [node("Cast", ["x"], ["s"], to=STRING)],
        {"x": (helper.np_dtype_to_tensor_dtype(kind), ["n"])},
        {"s": (STRING, ["n"])},
    )
    got = mlcc.build(from_onnx(model))(numbers)
    assert got.tolist() == [_shortest(x) for x in numbers]


def _shortest(number: Any) -> str:
    """The shortest decimal in Python's form, with an exponent where a double would have one."""
    if not np.isfinite(number):
        return str(float(number))
    written = np.format_float_scientific(number, unique=True, trim="-", exp_digits=2)
    # The exponent of the decimal counts: 1e-4 in float32 is less than that, and is written 0.0001.
    if number == 0 or -4 <= int(written.partition("e")[2]) < 16:
        return np.format_float_positional(number, unique=True, trim="0")
    return written


def test_narrow_numbers_are_written() -> None:
    nodes = [node("Cast", ["x"], ["a"], to=TensorProto.FLOAT8E4M3FN), node("Cast", ["a"], ["s"], to=STRING)]
    nodes += [node("Cast", ["x"], ["b"], to=TensorProto.INT4), node("Cast", ["b"], ["t"], to=STRING)]
    model = model_of(nodes, {"x": (FLOAT, [3])}, ["s", "t"], opset=21)
    eights, fours = mlcc.build(from_onnx(model))(np.array([-2, 1, 7], np.float32))
    assert (eights.tolist(), fours.tolist()) == (["-2.0", "1.0", "7.0"], ["-2", "1", "7"])


def test_floats_are_read() -> None:
    texts = [
        "3.14",
        "1e-5",
        "1E8",
        "NaN",
        "INF",
        "-inf",
        "+Infinity",
        "-0",
        ".5",
        "5.",
        " 7.25e+2\t",
        "1e400",
        "-1e-400",
    ]
    texts += [repr(float(v)) for v in RNG.standard_normal(200) * 10.0 ** RNG.integers(-30, 30, 200)]
    texts += [
        "123456789012345678901234567890",
        "0.000000000000000000000000000001",
        "4.9e-324",
        "1.7976931348623157e308",
    ]
    for kind, ulps in ((TensorProto.FLOAT, 1), (TensorProto.DOUBLE, 4)):
        library = mlcc.build(from_onnx(model_of([node("Cast", ["x"], ["y"], to=kind)], {"x": (STRING, ["n"])}, ["y"])))
        with np.errstate(over="ignore"):
            got, want = (
                library(np.array(texts, object)),
                np.array([float(t) for t in texts]).astype(library(["1"]).dtype),
            )
        np.testing.assert_array_equal(np.isnan(got), np.isnan(want))
        bits = np.int32 if kind == FLOAT else np.int64
        apart = np.abs(got.view(bits).astype(object) - want.view(bits).astype(object))
        assert max(apart[~np.isnan(want)]) <= ulps


@pytest.mark.every(2)
@pytest.mark.parametrize("text", ["", "x", "1x", "--1", "1e", "1 2", "0x10", "12345678901234567890", "inf"])
def test_strings_that_are_no_numbers(text: str) -> None:
    model = model_of([node("Cast", ["x"], ["y"], to=INT64)], {"x": (STRING, ["n"])}, ["y"])
    with pytest.raises(mlcc.MlccError, match="a string is no number of type int64"):
        mlcc.build(from_onnx(model))(np.array(["1", text], object))


@pytest.mark.parametrize("action", ["NONE", "LOWER", "UPPER"])
def test_letters(action: str) -> None:
    """Unicode's cases, whatever the locale; lines of one row and flat ones, from which stop words are removed."""
    texts = np.array([["Straße", "ÄÖÜ", "ǆ", "ﬁ", "A\u030aB", "İ", "ΐ", "𐐀", "", "x"]], object)
    case: Any = {"NONE": str, "LOWER": str.lower, "UPPER": str.upper}[action]
    one = node("StringNormalizer", ["x"], ["y"], case_change_action=action, is_case_sensitive=1)
    library = mlcc.build(from_onnx(model_of([one], {"x": (STRING, [1, "n"])}, ["y"])))
    np.testing.assert_array_equal(library(texts), [[case(t) for t in texts[0]]])


@pytest.mark.cover(2)
@pytest.mark.parametrize("sensitive", [0, 1])
@pytest.mark.parametrize("action", ["NONE", "LOWER", "UPPER"])
@pytest.mark.parametrize("shape", [["n"], [1, "n"]])
def test_stop_words(sensitive: int, action: str, shape: Any) -> None:
    attrs = {"case_change_action": action, "is_case_sensitive": sensitive, "stopwords": ["the", "A"], "locale": "C"}
    lists = [["The", "the", "a", "A", "cat", ""], ["A", "the"], ["dog"], ["a"]]
    runs = [[np.array(t, object).reshape([-1] if len(shape) == 1 else [1, -1])] for t in lists]
    check([node("StringNormalizer", ["x"], ["y"], **attrs)], {"x": (STRING, shape)}, ["y"], runs, runtime=True)


@pytest.mark.cover(1)
@pytest.mark.parametrize("mode", ["TF", "IDF", "TFIDF"])
@pytest.mark.parametrize("skips", [0, 2])
def test_ngrams(mode: str, skips: int) -> None:
    pool = ["a", "bb", "é", "ccc", "a", "bb", "bb", "a", "é", "é", "a", "bb", "é"]
    attrs = {"max_gram_length": 3, "min_gram_length": 1, "max_skip_count": skips, "mode": mode,
             "ngram_counts": [0, 4, 10], "ngram_indexes": [3, 1, 2, 0, 4, 5, 6, 7], "pool_strings": pool,
             "weights": [0.5 * i for i in range(8)]}  # fmt: skip
    some = [
        [RNG.choice(np.array(["a", "bb", "é", "ccc", "x", ""], object), (n, m))] for n, m in ((1, 1), (3, 9), (2, 30))
    ]
    one = node("TfIdfVectorizer", ["x"], ["y"], **attrs)
    check([one], {"x": (STRING, ["n", "m"])}, ["y"], some, runtime=True)


@pytest.mark.every(2)
@pytest.mark.parametrize(
    "attrs",
    [
        {"tokenexp": "[a-z]+"}, {"tokenexp": "a|ab", "mark": 1}, {"tokenexp": "a*", "mincharnum": 2},
        {"tokenexp": r"\b\w\w+\b", "pad_value": ""}, {"separators": [" ", ","], "mark": 1}, {"separators": [""]},
        {"separators": ["[ab]+"], "mincharnum": 2}, {"separators": ["é", " "], "mark": 1, "mincharnum": 3},
    ],
    ids=str,
)  # fmt: skip
def test_words_of_strings(attrs: Any) -> None:
    whole = {"mark": 0, "mincharnum": 1, "pad_value": "#", **attrs}
    runs = []
    for n in range(12):
        parts = [RNG.choice(list("aab cé ,xZ_1-"), RNG.integers(n % 2, 14)) for _ in range(RNG.integers(1, 5))]
        runs.append([np.array(["".join(part) for part in parts], object)])
    one = node("Tokenizer", ["x"], ["y"], domain="com.microsoft", **whole)
    check([one], {"x": (STRING, ["n"])}, ["y"], runs, runtime=True, domains={"com.microsoft": 1})


def test_categories() -> None:
    """Strings to numbers and back, and to columns."""
    keys, ml = ["a", "é", "", "ab"], {"domain": "ai.onnx.ml"}
    nodes = [
        node("LabelEncoder", ["x"], ["n"], keys_strings=keys, values_int64s=[3, 1, 0, 2], default_int64=7, **ml),
        node("LabelEncoder", ["n"], ["s"], keys_int64s=[0, 1, 2], values_strings=["zero", "eins", "δύο"], **ml),
        node("LabelEncoder", ["x"], ["f"], keys_strings=keys, values_floats=[0.5, 1, 2, 3], default_float=-2.0, **ml),
        node("LabelEncoder", ["s"], ["t"], keys_strings=["zero", "none"], values_strings=["0", "-"], **ml),
        node("OneHotEncoder", ["x"], ["h"], cats_strings=keys, **ml),
        node("CategoryMapper", ["x"], ["m"], cats_strings=["ab", "a"], cats_int64s=[4, 5], **ml),
        node("CategoryMapper", ["m"], ["w"], cats_strings=["ab", "a"], cats_int64s=[4, 5], **ml),
    ]
    runs = [[words(n, 2)] for n in (1, 12)]
    outputs = ["n", "s", "f", "t", "h", "m", "w"]
    check(nodes, {"x": (STRING, ["n", 2])}, outputs, runs, runtime=True, domains={"ai.onnx.ml": 3})


def test_a_category_that_is_none() -> None:
    one = node("OneHotEncoder", ["x"], ["y"], domain="ai.onnx.ml", cats_strings=["a", "b"], zeros=0)
    library = mlcc.build(from_onnx(model_of([one], {"x": (STRING, ["n"])}, ["y"], domains={"ai.onnx.ml": 3})))
    np.testing.assert_array_equal(library(["b", "a"]), [[0, 1], [1, 0]])
    with pytest.raises(mlcc.MlccError, match="an element is none of the categories"):
        library(["b", "c"])


def test_classes_that_are_strings() -> None:
    attrs = {"coefficients": RNG.standard_normal(9).tolist(), "classlabels_strings": ["yes", "né", "maybe"],
             "intercepts": [0.1, 0.0, -0.1]}  # fmt: skip
    one = node("LinearClassifier", ["x"], ["y", "p"], domain="ai.onnx.ml", **attrs)
    x = RNG.standard_normal((6, 3)).astype("f4")
    check([one], {"x": (FLOAT, ["n", 3])}, ["y", "p"], [[x]], runtime=True, domains={"ai.onnx.ml": 3})


def test_sequences_of_strings() -> None:
    nodes = [
        node("SequenceConstruct", ["x", "c"], ["s"]),
        node("SequenceAt", ["s", "zero"], ["a"]),
        node("ConcatFromSequence", ["s"], ["y"], axis=0),
    ]
    weights = {"c": np.array(["é", ""], object), "zero": np.array(0)}
    check(nodes, {"x": (STRING, ["n"])}, ["a", "y"], [[words(5)]], weights)


def test_a_branch_of_strings_that_is_known() -> None:
    then = graph_of([node("Constant", [], ["r"], value_string="yes")], {}, ["r"])
    other = graph_of([node("Constant", [], ["r"], value_string="no")], {}, ["r"])
    nodes = [node("If", ["c"], ["r0"], then_branch=then, else_branch=other), node("StringConcat", ["x", "r0"], ["y"])]
    check(nodes, {"x": (STRING, ["n"])}, ["y"], [[words(3)]], {"c": np.array(False)})


# ---------------------------------------------------------------- the interface
def library_of_a_split() -> Any:
    return from_onnx(model_of([node("StringSplit", ["x"], ["y", "n"])], {"x": (STRING, ["n"])}, ["y", "n"], opset=21))


def test_kinds_of_arrays() -> None:
    library = mlcc.build(library_of_a_split())
    want = [["a", "é"], ["b", ""]]
    for given in (
        ["a é", "b"],
        np.array(["a é", "b"]),
        np.array(["a é".encode(), b"b"]),
        np.array(["a é", "b"], object),
    ):
        np.testing.assert_array_equal(library(given)[0], want)
    raw = np.zeros((2, 9), np.uint8)
    raw[0, :4], raw[1, 0] = list("a é".encode()), ord("b")
    np.testing.assert_array_equal(library(raw)[0], want)


def test_the_bytes_at_the_c_interface(tmp_path: Path) -> None:
    path = tmp_path / "s.so"
    mlcc.build(library_of_a_split(), output=path)
    library = mlcc.load(path)
    spec = library["main"].spec
    assert [p.dtype for p in spec.params] == ["uint8", "uint8", "int64", "int64"]
    assert spec.metadata["strings"] == ["x", "y"]
    assert "x, y: strings. The last axis holds the bytes" in make_header(library.spec)


@pytest.mark.parametrize(
    ("given", "code"),
    [(np.array([1, 2]), "R304"), (np.array([["a"]], object), "R305"), (["a", 3], "R315"), (["a\0b"], "R315"),
     ("a", "R305")],
)  # fmt: skip
def test_arguments_that_are_no_strings(given: Any, code: str) -> None:
    with pytest.raises(mlcc.MlccError) as caught:
        mlcc.build(library_of_a_split())(given)
    assert caught.value.code == code


def test_what_strings_cannot_do() -> None:
    with pytest.raises(mlcc.MlccError) as caught:
        from_onnx(model_of([node("Neg", ["x"], ["y"])], {"x": (STRING, ["n"])}, ["y"]))
    assert caught.value.code in ("I109", "I117")
    bad = node("RegexFullMatch", ["x"], ["y"], pattern="(a")
    with pytest.raises(mlcc.MlccError, match="the pattern `\\(a` is not supported"):
        from_onnx(model_of([bad], {"x": (STRING, ["n"])}, ["y"], opset=21))


def test_branches_that_give_strings() -> None:
    """Strings that both branches have, longer ones, and another number of them; what follows looks at their bytes."""
    same = graph_of([node("Identity", ["s"], ["u"])], {}, ["u"])
    longer = graph_of([node("StringConcat", ["s", "ends"], ["v"])], {}, ["v"])
    other = graph_of([node("Identity", ["ends"], ["w"])], {}, ["w"])
    for name, branch in (("v", longer), ("w", other)):
        nodes = [
            node("If", ["c"], ["t"], then_branch=same, else_branch=branch),
            node("StringConcat", ["t", "mark"], ["y"]),
        ]
        inputs = {"c": (BOOL, []), "s": (STRING, ["n"])}
        many = 1 if name == "v" else 3
        ends = np.array(["ing", "a much longer one", "x"][:many], object)
        runs = [[np.array(c), words(n)] for c in (True, False) for n in (1, 5)]
        check(nodes, inputs, ["t", "y"], runs, {"ends": ends, "mark": np.array(["!"], object)})


def test_loops_that_keep_strings() -> None:
    """A state of strings that iterations move; others than it has are refused."""
    body_inputs = {"i": (INT64, []), "go": (BOOL, []), "t": (STRING, [4])}
    move = [node("Gather", ["t", "order"], ["moved"]), node("Identity", ["go"], ["go_on"])]
    body = graph_of(move, body_inputs, ["go_on", "moved"])
    nodes = [node("Loop", ["count", "true", "s"], ["y"], body=body)]
    runs = [[np.array(n), words(4)] for n in (0, 1, 6)]
    weights = {"order": np.array([2, 0, 3, 1]), "true": np.array(True)}
    check(nodes, {"count": (INT64, []), "s": (STRING, [4])}, ["y"], runs, weights)
    longer = [node("StringConcat", ["t", "t"], ["moved"]), move[1]]
    nodes = [node("Loop", ["count", "true", "s"], ["y"], body=graph_of(longer, body_inputs, ["go_on", "moved"]))]
    with pytest.raises(MlccError, match="other strings") as caught:
        from_onnx(model_of(nodes, {"count": (INT64, []), "s": (STRING, [4])}, ["y"], weights, opset=21))
    assert caught.value.code == "I127"
