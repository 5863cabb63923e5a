"""The package as such: light to import, names by request, resources found."""

from __future__ import annotations

import pkgutil
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import pytest

import mlcc
from mlcc import resources


def test_importing_mlcc_imports_nothing_else() -> None:
    script = (
        "import sys; before = set(sys.modules); import mlcc;"
        "new = {name for name in set(sys.modules) - before if name.startswith(('mlcc.', 'numpy', 'llvmlite', 'onnx'))};"
        "new -= {'mlcc.late_names'};"
        "sys.exit(str(new) if new else 0)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_programs_are_built_without_operators_and_schedules(tmp_path: Path) -> None:
    """Half of the time of such a build would be their import."""
    (tmp_path / "k.tir").write_text(
        """
@T.prim_func
def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
    for i in range(8):
        with T.block("B"):
            vi = T.axis.spatial(8, i)
            B[vi] = A[vi] * T.float32(2)
"""
    )
    script = (
        "import sys; from mlcc.cli.app import run; assert run(['build', sys.argv[1], '-o', sys.argv[2]]) == 0;"
        "names = ('mlcc.topi', 'mlcc.te', 'mlcc.schedule', 'mlcc.importers', 'onnx', 'yaml', 'lark');"
        "sys.exit(' '.join({n for n in sys.modules if n.startswith(names)}))"
    )
    command = [sys.executable, "-c", script, tmp_path / "k.tir", tmp_path / "k.o"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[1:] == [""], done.stderr


@pytest.mark.parametrize("name", mlcc.__all__)
def test_every_public_name_exists(name: str) -> None:
    assert getattr(mlcc, name) is not None


#: The front end of PyTorch is imported where torch is installed.
NEEDS_TORCH = ("mlcc.importers.torch", "mlcc.torch_backend")
MODULES = ["mlcc", *(m.name for m in pkgutil.walk_packages(mlcc.__path__, "mlcc.") if not m.name.endswith("__main__"))]
if not find_spec("torch"):
    MODULES = [name for name in MODULES if not name.startswith(NEEDS_TORCH)]


@pytest.mark.parametrize("module", [name for name in MODULES if "._" not in name])
def test_everything_can_be_imported_by_a_star(module: str) -> None:
    names: dict[str, object] = {}
    exec(f"from {module} import *", names)
    assert set(getattr(import_module(module), "__all__", ())) <= set(names)


@pytest.mark.parametrize("package", [name for name in MODULES if name.count(".") == 1])
def test_no_submodule_shadows_a_public_name(package: str) -> None:
    """A function that is looked up on first use must not be the module that it comes from, once that is imported."""
    for name in MODULES:
        import_module(name)
    item = import_module(package)
    # modules that are public as such
    plain = {"dtype", "nd", "ir", "relax", "tir", "op", "transform", "instrument", "analysis", "dpl", "expr_functor",
             "arith", "dlight", "meta_schedule", "tirx", "cpu", "gpu"}  # fmt: skip
    shadowed = [n for n in getattr(item, "__all__", ()) if isinstance(getattr(item, n), ModuleType) and n not in plain]
    assert not shadowed


def test_unknown_names_are_attribute_errors() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        mlcc.nothing  # noqa: B018


def test_build_stays_a_function() -> None:
    """Submodules must not shadow public names once they are imported."""
    from mlcc.driver import build, building

    assert building.build is build is mlcc.build
    assert callable(mlcc.build)


def test_resources() -> None:
    assert (resources.grammars() / "script.lark").is_file()
    assert resources.grammar_text("script.lark").strip()
    assert all(path.suffix == ".yaml" for path in resources.schedule_files())
