"""Codes G…: targets and code generation."""

from __future__ import annotations

from . import Code

CODES: dict[str, Code] = {
    "G101": Code(
        "target text not understood",
        """A target is `llvm`, or `c` for C99 text, optionally followed by options:

    llvm -mcpu=x86-64-v3 -mtriple=x86_64-unknown-linux-gnu -mattr=+avx2,-fma -num-cores=4

Without a target, or with just `llvm`, code is made for this machine.""",
    ),
    "G102": Code(
        "no code generator for the triple",
        """LLVM does not know the architecture that the triple `-mtriple=` names.
Examples that work: `x86_64-unknown-linux-gnu`, `aarch64-linux-gnu`, `armv7-linux-gnueabihf`,
`riscv64-linux-gnu`.""",
    ),
    "G103": Code(
        "unknown CPU",
        """`-mcpu=` must name a CPU that LLVM knows for the triple's architecture.
LLVM itself would only warn, and make code for another machine.""",
    ),
    "G104": Code(
        "unknown feature",
        """`-mattr=` is a list of `+feature` and `-feature`, each known to LLVM for the architecture:

    llvm -mattr=+avx2,+fma""",
    ),
    "G105": Code(
        "code that LLVM cannot make for the target",
        """LLVM knows the target's architecture, CPU and features, and gives up where it makes code for them. The note
is what it says. Another CPU, or other features, may have the instructions that it misses:

    llvm -mtriple=arm-linux-gnueabi -mcpu=cortex-a9

A process that the system ended, as it does where memory runs out, is named with its status, -9. Programs are compiled
in as many processes as there are processors; of fewer, less memory is in use at once.""",
    ),
    "G106": Code(
        "unknown cost fact, or a value that none can have",
        """Cost facts say what things cost on a target, in the units that `mlcc list costs` shows. Some may be
stated, in a file for `--costs` or in the target; the others keep the table's values, or follow from those stated:

    # machine.yaml, as `mlcc bench --measure-limits -o machine.yaml` writes it
    fork_join: 8000

    llvm -mcpu=native -costs=fork_join:8000""",
    ),
    "G107": Code(
        "CPUs that one artefact cannot have",
        """`-mcpu=` may be a list of CPUs: the artefact then has a form of its kernels for each, and takes the one with
the most features that the processor runs:

    mlcc build model.onnx --target "llvm -mcpu=x86-64-v3,sapphirerapids"

Each is a CPU of `mlcc list targets`, of one architecture (x86_64, or aarch64 with Linux), and has other features than
the rest. Only `mlcc build` takes a list; cost facts are of one machine, and not taken with a list.""",
    ),
    "G108": Code(
        "an output that the target does not have",
        """A target is machine code (`llvm`) or source text (`c`). Objects, static libraries, LLVM text and assembly are
made for the first, C text for the second; libraries, headers and descriptions for both. A C file holds one form of its
kernels, calls no library function by name, and is not built with `--profile`:

    mlcc build model.onnx --target c -o net.c""",
    ),
    "G109": Code(
        "a program that device code cannot have",
        """From Python, the targets `opencl` and `cuda` make one kernel of each tensor program. Its outer loops must be
bound to blocks and threads, and everything must be inside of them; buffers have constant sizes, and nothing is checked
at run time:

    i, = sch.get_loops(sch.get_block("B"))
    outer, inner = sch.split(i, factors=[None, 64])
    sch.bind(outer, "blockIdx.x")
    sch.bind(inner, "threadIdx.x")

In a library for these targets (`mlcc build model.onnx --target opencl`), the library's schedules bind the loops, every
nest is a launch, and a program that no kernel can do runs on the host (D186).""",
    ),
    "G110": Code(
        "what the runtime of the target does not have",
        """`--runtime` says what the code may ask of the system that it runs in: `full` has threads and the C library,
`minimal` the C library, `none` neither: only `memcpy`, `memmove`, `memset` and the support functions of the compiler.
With `none` there are objects and static libraries (`-o model.a`) and no shared ones, and no library function is called
by name. The mathematical operators are all there: they are computed by formulas, or by functions of mlcc's own that
become part of the library:

    mlcc build model.onnx --target "llvm -mcpu=cortex-m4" --runtime none --emit a,h

`--profile`, `--target "llvm -mcpu=A,B"` and `--allow-extern` are for `full`.""",
    ),
    "G201": Code(
        "operation not available in generated code",
        """The program uses an intrinsic, or a combination of types, that has no translation
to machine code, for example a call of a packed function with a vector argument.""",
    ),
    "G202": Code(
        "thread binding on a CPU target",
        """A loop is bound to a GPU thread index (`thread_binding`), and the target is a CPU.
Use `parallel`, `vectorize` or `unroll` on that loop.""",
    ),
    "G204": Code(
        "packed call without a provider",
        """`T.call_packed("name", ...)` asks a host program for a function by name. A native library has
no such table for kernels: call a C function with `T.call_extern`, or call a library function from the
graph function with `R.call_dps_packed("name", ...)`.""",
    ),
    "G205": Code(
        "tile instruction whose operands do not fit",
        """Instructions on tile registers (`T.amx_tileload`, `T.amx_tdpbf16ps` …) take elements of buffers of the scope
`amx.tile`, whose last dimensions are one register: 16 rows of 64 bytes. The dimensions before them number the
registers; where code is generated they must be constants, once loops are unrolled, and there are eight registers:

    C = T.alloc_buffer((2, 2, 16, 16), "float32", scope="amx.tile")
    T.amx_tilezero(C[0, 1, 0, 0])""",
    ),
    "G206": Code(
        "tile instructions that the target does not have",
        """The program uses tile registers, and the target has not the features that its instructions need (`amx-tile`
with `amx-bf16`, `amx-int8` or `amx-fp16`). Name a CPU that has them, or use a schedule for other instructions:

    llvm -mcpu=sapphirerapids""",
    ),
    "G207": Code(
        "matrix instruction whose operands do not fit",
        """Matrix instructions on vectors (`T.neon_smmla`, `T.neon_bfmmla` …) take six elements of buffers: the first
ones of two rows of sums, of two rows of the left operand and of two columns of the right one. Sums are `int32` for
bytes and `float32` for `bfloat16`; each operand is rows of one buffer:

    C = T.alloc_buffer((2, 2), "int32")
    T.neon_smmla(C[0, 0], C[1, 0], A[0, 0], A[1, 0], B[0, 0], B[1, 0])""",
    ),
    "G203": Code(
        "unknown output form",
        """The compiler emits `o` (object), `s` (assembly), `ll` (LLVM IR) and `bc` (bitcode).""",
    ),
}
