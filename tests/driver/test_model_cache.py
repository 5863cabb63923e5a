"""Models that are run or measured are built once."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from mlcc.driver import model_cache
from mlcc.driver.model_cache import built, is_model

MLP = Path(__file__).parents[2] / "samples/models/mlp.onnx"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own, for sources that count as unchanged."""
    monkeypatch.setenv("MLCC_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr("mlcc.driver.sources.compiler_digest", lambda: "of the sources")
    return tmp_path / "cache"


def test_what_is_a_model() -> None:
    assert is_model("a/net.onnx")
    assert is_model("k.tir")
    assert not is_model("net.so")
    assert not is_model("-")


def test_a_model_is_built_once(cache: Path, tmp_path: Path) -> None:
    said: list[str] = []
    x = np.random.default_rng(0).standard_normal((1, 784)).astype(np.float32)
    first = built(str(MLP), {}, say=said.append)(x)
    again = built(str(MLP), {}, 1, say=said.append)(x)
    np.testing.assert_array_equal(first, again)
    assert said == [f"build {MLP}"]
    assert len(list((cache / "models").glob("*.so"))) == 1


def test_other_contents_settings_and_damage_are_built_again(cache: Path, tmp_path: Path) -> None:
    said: list[str] = []
    path = tmp_path / "net.onnx"
    shutil.copy(MLP, path)
    built(str(path), {}, say=said.append)
    built(str(path), {}, profile=True, say=said.append)
    shutil.copy(MLP.with_name("convnet.onnx"), path)
    built(str(path), {}, say=said.append)
    assert len(said) == 3
    for kept in (cache / "models").iterdir():
        start = kept.read_bytes()[:100]
        kept.unlink()  # what is loaded must stay as it is
        kept.write_bytes(start)
    assert built(str(path), {}, say=said.append).spec.name == "net"
    assert len(said) == 4


def test_without_a_cache_it_is_built_in_memory(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MLCC_CACHE_DIR", "")
    assert built(str(MLP), {}).spec.name == "mlp"
    assert not cache.exists()


def test_the_oldest_libraries_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import os

    monkeypatch.setattr(model_cache, "_MOST_BYTES", 250)
    for number in range(4):
        path = tmp_path / f"{number}.so"
        path.write_bytes(bytes(100))
        os.utime(path, (number, number))
    model_cache._prune(tmp_path / "0.so")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["0.so", "3.so"]
