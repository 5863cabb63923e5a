"""CUDA on the CPU for tests, made once; they are skipped without a C++ compiler."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from importlib.resources import files
from pathlib import Path

import pytest

from mlcc.codegen.llvm import KernelModule, compile_to_object
from mlcc.diagnostics import MlccError
from mlcc.driver.execute import ON_CPU, open_session
from mlcc.target import Target


def cuda_on_cpu() -> None:
    """Let libraries for `cuda` run on this CPU from now on."""
    if shutil.which("g++") is None:
        pytest.skip("there is no g++")
    try:
        assert open_session(ON_CPU) is None
    except MlccError as error:
        if "has loaded a driver" in str(error):
            pytest.skip("this process has loaded the driver of a card")
        raise


#: Where the state of a launch has what LLVM reads from registers (see `mlcc/runtime/on_cpu/module.h`), in bytes.
_OFFSETS = {f"{name}.{axis}": 12 * k + 4 * a for k, name in enumerate(("tid", "ctaid")) for a, axis in enumerate("xyz")}
_BARRIER_AT = 48
_TYPES = {"ptr": "void *", "i64": "long long", "i32": "int", "float": "float", "double": "double", "i1": "bool"}


def kernels_on_cpu(kernels: KernelModule, folder: Path) -> str:
    """What takes the place of the PTX of kernels for CUDA on the CPU: the path of a library of the same LLVM text."""
    folder = Path(tempfile.mkdtemp(dir=folder))
    text = kernels.text()
    entries = ['#include "kernels.h"']
    for name, signature in re.findall(r"define ptx_kernel void @(\w+)\((.*?)\) #0", text):
        types = [_TYPES[part.split()[0]] for part in signature.split(", ") if part]
        entries.append(f'extern "C" void {name}({", ".join(types)});\nMLCC_KERNEL({name})')
    text = re.sub(r"^declare .*@llvm\.nvvm\..*\n", "", text, flags=re.MULTILINE)
    text = text.replace("ptx_kernel ", "").replace(" undef, align", ' undef, section "mlcc_shared", align')
    text = re.sub(r'^target triple = .*|"target-cpu"="\w+"', "", text, flags=re.MULTILINE)
    text = re.sub(r"@llvm\.nvvm\.read\.ptx\.sreg\.(\w+\.\w)", r"@cpu.\1", text)
    text = text.replace("@llvm.nvvm.barrier.cta.sync.aligned.all", "@cpu.barrier")
    text += "@mlcc_cuda_module = external global [64 x i8]\n"
    for name, at in _OFFSETS.items():
        place = f"getelementptr (i8, ptr @mlcc_cuda_module, i64 {at})"
        text += f"define internal i32 @cpu.{name}() {{\n  %v = load i32, ptr {place}\n  ret i32 %v\n}}\n"
    place = f"getelementptr (i8, ptr @mlcc_cuda_module, i64 {_BARRIER_AT})"
    body = f"  %f = load ptr, ptr {place}\n  call void %f(i32 1)\n  ret void"
    text += f"define internal void @cpu.barrier(i32) {{\n{body}\n}}\n"
    (folder / "kernels.o").write_bytes(compile_to_object(text, Target.host(), 1))
    (folder / "entries.cpp").write_text("\n".join(entries))
    headers = str(files("mlcc.runtime.on_cpu"))
    command = [
        "g++",
        "-std=c++17",
        "-shared",
        "-fPIC",
        "-I",
        headers,
        "-o",
        "kernels.so",
        "entries.cpp",
        "kernels.o",
        "-lm",
    ]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return str(folder / "kernels.so")
