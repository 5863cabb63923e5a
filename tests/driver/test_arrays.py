"""Arrays of the command line."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest

from mlcc.diagnostics import MlccError
from mlcc.driver.arrays import GivenInputs, place_inputs, random_array, read_inputs, write_arrays
from mlcc.driver.compare import difference


def save(path: Path, array: np.ndarray) -> str:
    np.save(path, array)
    return str(path)


def code_of(*items: str) -> str:
    with pytest.raises(MlccError) as caught:
        read_inputs(items)
    return caught.value.code


def test_inputs_by_place_by_name_and_from_npz(tmp_path: Path) -> None:
    one = save(tmp_path / "one.npy", np.arange(3))
    np.savez(tmp_path / "two.npz", b=np.ones(2), c=np.zeros(1))
    given = read_inputs([one, f"a={one}", str(tmp_path / "two.npz")])
    assert len(given.positional) == 1
    assert sorted(given.named) == ["a", "b", "c"]
    placed = place_inputs(given, ["c", "x", "b", "a"])
    assert [array.shape for array in placed] == [(1,), (3,), (2,), (3,)]


def test_arrays_start_on_a_cache_line(tmp_path: Path) -> None:
    generator = np.random.default_rng(0)
    odd = np.arange(35, dtype="float32").reshape(5, 7)
    file = save(tmp_path / "f.npy", np.asfortranarray(odd))
    np.savez(tmp_path / "z.npz", x=odd, empty=np.empty((0, 3)), text=np.array("text"))
    given = read_inputs([file, str(tmp_path / "z.npz")])
    result = [*given.positional, *given.named.values()]
    result += [random_array((3, n), d, generator) for n in (5, 64) for d in ("float32", "int8", "bool", "bfloat16")]
    assert all(a.flags.c_contiguous for a in result)
    assert all(a.__array_interface__["data"][0] % 64 == 0 for a in result if a.size)
    np.testing.assert_array_equal(given.positional[0], odd)
    assert given.named["text"] == "text"


def test_wrong_files_have_codes(tmp_path: Path) -> None:
    good = save(tmp_path / "x.npy", np.arange(100))
    (tmp_path / "text.npy").write_text("1 2 3")
    (tmp_path / "cut.npy").write_bytes(Path(good).read_bytes()[:-10])
    (tmp_path / "empty.npy").write_bytes(b"")
    (tmp_path / "cut.npz").write_bytes(b"PK\x03\x04 and no more")
    np.save(tmp_path / "object.npy", np.array([{}]), allow_pickle=True)
    for name in ("text.npy", "cut.npy", "empty.npy", "cut.npz", "object.npy"):
        assert code_of(str(tmp_path / name)) == "D160", name
    assert code_of(str(tmp_path / "none.npy")) == "D101"
    assert code_of(f"x={good}", f"x={good}") == "D161"


def test_places_have_codes() -> None:
    array = np.zeros(1)
    for given, names, code in [
        (GivenInputs((), {"z": array}), ["x"], "D162"),
        (GivenInputs((), {}), ["x"], "D163"),
        (GivenInputs((array, array), {}), ["x"], "D163"),
    ]:
        with pytest.raises(MlccError) as caught:
            place_inputs(given, names)
        assert caught.value.code == code


def test_outputs(tmp_path: Path) -> None:
    write_arrays(str(tmp_path / "y.npy"), {"y": np.arange(4)})
    assert np.load(tmp_path / "y.npy").tolist() == [0, 1, 2, 3]
    write_arrays(str(tmp_path / "y.npz"), {"y": np.arange(4), "z": np.ones(1)})
    assert sorted(np.load(tmp_path / "y.npz").files) == ["y", "z"]
    for target in ("y.csv", "z.npy"):
        with pytest.raises(MlccError) as caught:
            write_arrays(str(tmp_path / target), {"y": np.arange(4), "z": np.ones(1)})
        assert caught.value.code == "D164"


def test_bytes_are_the_same_each_time(tmp_path: Path) -> None:
    for name in ("a.npz", "b.npz"):
        write_arrays(str(tmp_path / name), {"y": np.arange(4)})
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "bool", "int8", "uint8", "int64", "bfloat16"])
def test_random_arrays_have_their_type(dtype: str) -> None:
    array = random_array((2, 3), dtype, np.random.default_rng(0))
    assert array.shape == (2, 3)
    assert array.dtype.name == dtype
    buffer = io.BytesIO()
    np.save(buffer, array.astype(np.float32))


def test_difference_says_where_and_how_much() -> None:
    a = np.array([[1.0, 2.0], [3.0, 4.0]])
    assert difference("y", a, a + 1e-9, rtol=1e-6, atol=0) is None
    assert difference("y", a, a.astype(np.float32), rtol=1e-6, atol=0) is None
    b = a.copy()
    b[1, 0] = 3.5
    assert difference("y", a, b, rtol=1e-6, atol=0) == (
        "`y`: 1 of 4 elements differ, by 0.5 at most; first at [1, 0]: 3.5, expected 3.0"
    )
    # wide: the shapes differ, whatever the tolerance
    assert difference("y", a, a[0], rtol=1, atol=1) == "`y`: shape [2], expected [2, 2]"
    nan = np.array([np.nan])
    assert difference("y", nan, nan, rtol=0, atol=0) is None
    assert difference("y", nan, np.zeros(1), rtol=0, atol=0) is not None
    # wide: integers are exact, whatever the tolerance
    assert difference("i", np.array([1]), np.array([2]), rtol=9, atol=9) is not None
