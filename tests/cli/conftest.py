"""A small compiled library for the commands that read one, made from LLVM text alone."""

from __future__ import annotations

from pathlib import Path

import pytest

KERNELS = """
define i32 @scale(ptr %x, ptr %y, i64 %n) {
entry:
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %loop, label %done
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %px = getelementptr float, ptr %x, i64 %i
  %py = getelementptr float, ptr %y, i64 %i
  %v = load float, ptr %px
  %w = fmul float %v, 2.0
  store float %w, ptr %py
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret i32 0
}
"""


@pytest.fixture(scope="session")
def object_code() -> bytes:
    """`y = 2 * x` over `n` floats, as the bytes of an object file."""
    import llvmlite.binding as llvm

    from mlcc.runtime import FunctionSpec, ModuleSpec, TensorSpec, assemble

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    triple = llvm.get_process_triple()
    machine = llvm.Target.from_triple(triple).create_target_machine(reloc="pic", codemodel="small")
    head = f'target triple = "{triple}"\ntarget datalayout = "{machine.target_data}"\n'
    function = FunctionSpec(
        "scale",
        (TensorSpec("x", "float32", ("n",)), TensorSpec("y", "float32", ("n",), "output")),
        "scale",
        metadata={"flops": 8},
    )
    spec = ModuleSpec("scale", (function,), triple, target={"text": "llvm"}, versions={"mlcc": "test"})
    return bytes(machine.emit_object(assemble(head + KERNELS, spec)))


@pytest.fixture(scope="session")
def scale_so(object_code: bytes, linker: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library as a `.so` file."""
    import llvmlite.binding as llvm

    from mlcc.runtime import link_shared

    path = tmp_path_factory.mktemp("lib") / "scale.so"
    link_shared([object_code], path, llvm.get_process_triple())
    return path
