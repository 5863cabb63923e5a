"""The C++ header, and the files for pkg-config and CMake: programs that use them are compiled and run."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from mlcc.driver import build_files

ROOT = Path(__file__).resolve().parents[2]
STRICT = ["-std=c++17", "-Wall", "-Wextra", "-Werror", "-pedantic"]

PROGRAM = """
#include <cstdio>
#include "transformer.hpp"
int main() {
  transformer::Array<float, 3> x({1, 5, 32});
  for (float &value : x) value = 0.5f;
  x.at({0, 4, 31}) = 2.0f;
  auto made = transformer::main(x);
  std::printf("%d %d %d %zu\\n", int(made.y.shape()[0]), int(made.y.shape()[1]), int(made.y.shape()[2]), made.y.size());
  float buffer[5 * 32];
  transformer::View<float, 3> y(buffer, {1, 5, 32});
  if (transformer::try_main(x, y) != 0) return 1;
  for (std::size_t i = 0; i < y.size(); ++i) if (y.data[i] != made.y.data()[i]) return 2;
  try {
    transformer::Array<float, 3> wrong({1, 5, 31});
    transformer::main(wrong);
  } catch (const transformer::Error &error) {
    std::printf("%d %s\\n", int(error.code()), error.what());
  }
}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, linker: str) -> Path:
    path = tmp_path_factory.mktemp("cpp")
    if shutil.which("g++") is None:
        pytest.skip("no C++ compiler")
    model = str(ROOT / "samples/models/transformer.onnx")
    build_files(model, output=str(path / "transformer.so"), emit=["so,h,hpp,pc,cmake"])
    (path / "main.cpp").write_text(PROGRAM)
    return path


def _run(*command: str, cwd: Path, **environment: str) -> str:
    import os

    done = subprocess.run(
        command, cwd=cwd, capture_output=True, text=True, check=False, env={**os.environ, **environment}
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_program_with_the_wrapper(folder: Path) -> None:
    _run("g++", *STRICT, "main.cpp", "./transformer.so", "-Wl,-rpath,.", "-o", "main", cwd=folder)
    first, second = _run("./main", cwd=folder).splitlines()
    assert first == "1 5 32 160"
    code, _, text = second.partition(" ")
    assert code == "6"
    assert "31" in text


def test_without_exceptions_there_are_codes(folder: Path) -> None:
    (folder / "codes.cpp").write_text(
        '#include "transformer.hpp"\nint main() {\n  transformer::Array<float, 3> x({1, 2, 32}), y({1, 3, 32});\n'
        "  return transformer::try_main(x, y) == MLCC_ERR_SHAPE ? 0 : 1;\n}\n"
    )
    _run("g++", *STRICT, "-fno-exceptions", "codes.cpp", "./transformer.so", "-Wl,-rpath,.", "-o", "codes", cwd=folder)
    _run("./codes", cwd=folder)


@pytest.mark.skipif(shutil.which("pkg-config") is None, reason="no pkg-config")
def test_pkg_config_finds_it(folder: Path) -> None:
    flags = _run("pkg-config", "--cflags", "--libs", "transformer", cwd=folder, PKG_CONFIG_PATH=str(folder)).split()
    _run("g++", *STRICT, "main.cpp", *flags, "-o", "by_pkg", cwd=folder)
    assert _run("./by_pkg", cwd=folder).startswith("1 5 32 160\n")


@pytest.mark.skipif(shutil.which("cmake") is None, reason="no CMake")
def test_cmake_finds_it(folder: Path) -> None:
    project = folder / "project"
    project.mkdir()
    shutil.copy(folder / "main.cpp", project)
    (project / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.13)\nproject(p CXX)\nfind_package(transformer REQUIRED)\n"
        "add_executable(p main.cpp)\ntarget_link_libraries(p PRIVATE transformer::transformer)\n"
    )
    _run("cmake", "-S", ".", "-B", "out", f"-Dtransformer_DIR={folder}", cwd=project)
    _run("cmake", "--build", "out", cwd=project)
    assert _run("./out/p", cwd=project).startswith("1 5 32 160\n")


def test_files_refer_to_each_other_by_the_name_that_they_get(tmp_path: Path) -> None:
    model = str(ROOT / "samples/models/mlp.onnx")
    build_files(model, output=str(tmp_path / "my-net"), emit=["hpp,h,pc,cmake"])
    assert '#include "my-net.h"' in (tmp_path / "my-net.hpp").read_text()
    assert "-l:my-net.so" in (tmp_path / "my-net.pc").read_text()
    text = (tmp_path / "my-net-config.cmake").read_text()
    assert "my_net::my_net" in text
    assert "/my-net.so" in text


def test_names_that_are_words_of_cpp() -> None:
    from mlcc.runtime import FunctionSpec, ModuleSpec, TensorSpec, make_cpp_header

    params = (TensorSpec("new", "float32", ("n",)), TensorSpec("out", "float32", ("n // 2 + 1",), "output"))
    text = make_cpp_header(ModuleSpec("class", (FunctionSpec("delete", params, "k"),), "x86_64-linux-gnu"), "class")
    assert "namespace class_ {" in text
    assert "delete_(const View<const float, 1> &new_)" in text
    assert "(detail::floordiv(new_.shape[0], std::int64_t{2}) + std::int64_t{1})" in text
