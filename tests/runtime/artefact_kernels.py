"""Small kernels in LLVM IR and the artefact made of them: what the tests of the runtime build."""

from __future__ import annotations

import functools
from pathlib import Path

import llvmlite.binding as llvm
import numpy as np

from mlcc.runtime import (
    ExternSpec,
    FunctionSpec,
    ModuleSpec,
    ScalarSpec,
    TensorSpec,
    assemble,
    attach_data,
    link_shared,
    platform_of,
    weights_section,
)

HOST = llvm.get_default_triple()
WEIGHTS = np.arange(64, dtype=np.float32)


def loop(name: str, params: str, count: str, body: str, before: str = "") -> str:
    """A kernel that runs `body` (which may use %i) for i in [0, count)."""
    return f"""
define internal i32 @{name}({params}) {{
entry:
  {before}
  %some = icmp sgt i64 {count}, 0
  br i1 %some, label %loop, label %done
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  {body}
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, {count}
  br i1 %more, label %loop, label %done
done:
  ret i32 0
}}
"""


def at(name: str, base: str, index: str, kind: str = "float") -> str:
    return f"%{name} = getelementptr {kind}, ptr {base}, i64 {index}\n"


def load(name: str, base: str, index: str = "%i", kind: str = "float") -> str:
    return at(f"{name}p", base, index, kind) + f"%{name} = load {kind}, ptr %{name}p\n"


def store(value: str, base: str, index: str = "%i", kind: str = "float") -> str:
    label = value.strip("%") + "_to"
    return at(label, base, index, kind) + f"store {kind} {value}, ptr %{label}\n"


# z[i] = x[i] + y[i], in parallel
ADD = """
declare void @mlcc_rt_parallel(ptr, ptr, i64)
define internal void @add_body(ptr %ctx, i64 %begin, i64 %end) {
entry:
  %x = load ptr, ptr %ctx
  %yp = getelementptr ptr, ptr %ctx, i64 1
  %y = load ptr, ptr %yp
  %zp = getelementptr ptr, ptr %ctx, i64 2
  %z = load ptr, ptr %zp
  br label %loop
loop:
  %i = phi i64 [ %begin, %entry ], [ %next, %loop ]
  %xi = getelementptr float, ptr %x, i64 %i
  %yi = getelementptr float, ptr %y, i64 %i
  %zi = getelementptr float, ptr %z, i64 %i
  %a = load float, ptr %xi
  %b = load float, ptr %yi
  %s = fadd float %a, %b
  store float %s, ptr %zi
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %end
  br i1 %more, label %loop, label %done
done:
  ret void
}
define internal i32 @add_kernel(ptr %x, ptr %y, ptr %z, i64 %n) {
  %ctx = alloca [3 x ptr]
  store ptr %x, ptr %ctx
  %yp = getelementptr ptr, ptr %ctx, i64 1
  store ptr %y, ptr %yp
  %zp = getelementptr ptr, ptr %ctx, i64 2
  store ptr %z, ptr %zp
  call void @mlcc_rt_parallel(ptr @add_body, ptr %ctx, i64 %n)
  ret i32 0
}
"""

KERNELS = "".join(
    [
        ADD,
        loop(
            "scale_kernel",
            "ptr %x, ptr %z, float %s, i64 %n",
            "%m",
            load("a", "%x") + "%b = fmul float %a, %s\n" + store("%b", "%z"),
            before="%m = mul i64 %n, 4",
        ),
        loop(
            "pairs_kernel",
            "ptr %x, ptr %y, ptr %z, i64 %n",
            "%n",
            "%twice = mul i64 %i, 2\n" + load("a", "%x", "%twice") + load("b", "%y")
            + "%c = fadd float %a, %b\n" + store("%c", "%z"),
        ),
        # through the workspace, back to front, plus the weights
        "@mlcc_weights = external hidden constant [256 x i8], align 64\n",
        loop(
            "work_kernel",
            "ptr %x, ptr %z, ptr %ws",
            "64",
            "%j = sub i64 63, %i\n" + load("a", "%x") + store("%a", "%ws", "%j")
            + load("b", "%ws", "%j") + load("w", "@mlcc_weights", "%j")
            + "%c = fadd float %b, %w\n" + store("%c", "%z", "%j"),
        ),
        loop(
            "grow_kernel",
            "ptr %x, ptr %z, i64 %n, ptr %ws",
            "%n",
            load("a", "%x") + store("%a", "%ws") + load("b", "%ws")
            + "%c = fadd float %b, 1.0\n" + store("%c", "%z"),
        ),
        "define internal i32 @fail_kernel(ptr %x) {\n  ret i32 117\n}\n",
        loop(
            "flip_kernel",
            "ptr %x, ptr %z, i64 %n",
            "%n",
            load("a", "%x", kind="i8") + "%b = xor i8 %a, 1\n" + store("%b", "%z", kind="i8"),
        ),
        loop(
            "count_kernel",
            "ptr %z, i64 %n, i1 %down",
            "%n",
            "%j = sub i64 %n, %i\n%k = select i1 %down, i64 %j, i64 %i\n"
            + store("%k", "%z", kind="i64"),
        ),
        loop(
            "step_kernel",
            "ptr %x, i64 %n",
            "%n",
            load("a", "%x") + "%b = fadd float %a, 1.0\n" + store("%b", "%x"),
        ),
        loop(
            "both_kernel",
            "ptr %x, ptr %y, ptr %z, i64 %n",
            "%n",
            load("a", "%x") + "%b = fneg float %a\n" + store("%a", "%y") + store("%b", "%z"),
        ),
        loop(
            "brain_kernel",
            "ptr %x, ptr %z",
            "4",
            load("a", "%x", kind="i16") + store("%a", "%z", kind="i16"),
        ),
        """
declare i32 @env_twice(ptr, ptr, i64)
define internal i32 @outside_kernel(ptr %x, ptr %z, i64 %n) {
  %rc = call i32 @env_twice(ptr %x, ptr %z, i64 %n)
  ret i32 %rc
}
""",
    ]
)  # fmt: skip


def tensor(name: str, *shape: int | str, dtype: str = "float32", role: str = "input") -> TensorSpec:
    return TensorSpec(name, dtype, shape, role)


FUNCTIONS = (
    FunctionSpec("add", (tensor("x", "n"), tensor("y", "n"), tensor("z", "n", role="output")), "add_kernel"),
    FunctionSpec(
        "scale",
        (tensor("x", "n", 4), ScalarSpec("s", "float32"), tensor("z", "n", 4, role="output")),
        "scale_kernel",
    ),
    FunctionSpec(
        "pairs",
        (tensor("x", "n * 2"), tensor("y", "n"), tensor("z", "n", role="output")),
        "pairs_kernel",
    ),
    FunctionSpec("work", (tensor("x", 64), tensor("z", 64, role="output")), "work_kernel", 256),
    FunctionSpec("grow", (tensor("x", "n"), tensor("z", "n", role="output")), "grow_kernel", "n * 4"),
    FunctionSpec("fail", (tensor("x", 1),), "fail_kernel"),
    FunctionSpec(
        "flip",
        (tensor("x", "n", dtype="bool"), tensor("z", "n", dtype="bool", role="output")),
        "flip_kernel",
    ),
    FunctionSpec(
        "count",
        (
            ScalarSpec("n", "int32"),
            ScalarSpec("down", "bool"),
            tensor("z", "n", dtype="int64", role="output"),
        ),
        "count_outer",
    ),
    FunctionSpec("step", (tensor("x", "n", role="inout"),), "step_kernel"),
    FunctionSpec(
        "both",
        (tensor("x", "n"), tensor("y", "n", role="output"), tensor("z", "n", role="output")),
        "both_kernel",
    ),
    FunctionSpec(
        "brain",
        (tensor("x", 4, dtype="bfloat16"), tensor("z", 4, dtype="bfloat16", role="output")),
        "brain_kernel",
    ),
    FunctionSpec("outside", (tensor("x", "n"), tensor("z", "n", role="output")), "outside_kernel"),
)
# A scalar that is also an extent comes as the scalar alone.
KERNELS += """
define internal i32 @count_outer(ptr %z, i32 %n, i1 %down) {
  %n64 = sext i32 %n to i64
  %rc = call i32 @count_kernel(ptr %z, i64 %n64, i1 %down)
  ret i32 %rc
}
"""
EXTERNS = (ExternSpec("env.twice", "env_twice", (tensor("x", "n"), tensor("z", "n", role="output"))),)


def module(triple: str = HOST) -> ModuleSpec:
    """The description of the test artefact."""
    return ModuleSpec(
        "demo", FUNCTIONS, triple, weights_bytes=WEIGHTS.nbytes, externs=EXTERNS,
        metadata={"made": "by tests"},
    )  # fmt: skip


@functools.lru_cache(maxsize=1)
def _initialize() -> None:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()


def compile_module(kernels: str, spec: ModuleSpec, level: int = 2) -> bytes:
    """Kernels and runtime as one object for the triple of `spec`."""
    _initialize()
    machine = llvm.Target.from_triple(spec.triple).create_target_machine(opt=level, reloc="pic", codemodel="small")
    text = f'target triple = "{spec.triple}"\n'
    text += f'target datalayout = "{machine.target_data}"\n{kernels}'
    whole = assemble(text, spec)
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(level))
    builder.getModulePassManager().run(whole, builder)
    return bytes(machine.emit_object(whole))


def make_object(level: int = 2) -> bytes:
    """The test artefact for this machine as an object."""
    code = compile_module(KERNELS, module(), level)
    data = weights_section("mlcc", WEIGHTS.nbytes, lambda: [WEIGHTS.tobytes()], platform_of(HOST))
    return b"".join(attach_data(code, data))


def make_library(folder: Path, name: str = "libdemo.so") -> Path:
    """The test artefact for this machine as a shared library."""
    path = folder / name
    link_shared([make_object()], path, HOST)
    return path
