"""Codes L…: programs that cannot be lowered to loops."""

from __future__ import annotations

from . import Code

CODES: dict[str, Code] = {
    "L101": Code(
        "view does not fit its region",
        """A view made by `T.match_buffer` inside a block has more dimensions than the region that it looks at.

    X = T.match_buffer(A[vi, 0:4], (1, 1, 4))    # the region has two dimensions, the view three

Leading dimensions of the region may be dropped (a row of a matrix as a vector), none can be added.""",
    ),
    "L102": Code(
        "a pass on tensor programs at the wrong place in the order",
        """\
Passes of `tir.transform` work on programs with blocks, as they are written and scheduled, or on flat loops, which
`LowerOpaqueBlock` makes of them. `mlcc.lowering.lower` runs all of them in order.
""",
    ),
    "L120": Code(
        "annotation that cannot be read",
        """A loop's annotation `prefetch` names a buffer that the loop reads, one of its dimensions, and how far ahead:

    - annotate: {block_or_loop: k, ann_key: prefetch, ann_val: [W, 0, 1]}

asks, in each iteration, for what the same iteration reads one step further along dimension 0 of `W`. The annotation
`buffer_dim_align` of a block names what the block writes by its number, a dimension, a factor and an offset:

    - storage_align: {block: B, buffer_index: 0, axis: 0, factor: 32, offset: 8}

writes `[[0, 0, 32, 8]]`.""",
    ),
    "L121": Code(
        "a temporary without a place",
        """The runtime `none` has no heap: every temporary is in the workspace that the caller gives, whose size follows
from the sizes of the arguments. The size of this one is computed from values while the program runs, as that of what
`NonZero` finds, or of a tensor whose shape a node of the model computes from its data. `--shape` makes sizes constants;
`--runtime minimal` has `malloc`. On a device, too, the memory of a model is planned before it runs.""",
    ),
    "L301": Code(
        "call that cannot be compiled",
        """A graph function calls something that is neither a tensor program of the module nor an operator.
Run the pass `LegalizeOps` first, which turns operators into tensor programs.""",
    ),
    "L302": Code(
        "library function without an implementation",
        """A graph function calls a function by name, and no implementation of it is part of the module:

    lv0 = R.call_dps_packed("env.linear", (x, w, b), out_sinfo=R.Tensor((1, 128), "float32"))

Define it in the module as a `@T.prim_func` and call it as `cls.<name>`, or provide it when the library is loaded.""",
    ),
    "L303": Code(
        "unknown tensor program",
        """`R.call_tir(cls.name, ...)` names a tensor program that the module does not have.""",
    ),
    "L304": Code(
        "wrong number of tensors in a call",
        """`R.call_tir` must give one tensor for each buffer parameter of the tensor program: its arguments, then its
results (`out_sinfo`), in the order of the parameters.""",
    ),
    "L305": Code(
        "dimension that nothing determines",
        """A symbolic dimension of a tensor program, or of a result, does not occur in any input's shape, so its value
is not known when the library runs. Make it concrete, for example with `--shape x=1x3x224x224`.""",
    ),
    "L306": Code(
        "parameter of unknown shape or type",
        """A parameter of a graph function must have a shape and a dtype to be compiled: `x: R.Tensor((n, 784),
"float32")`, or `p: R.Tuple(...)` of such tensors, which the C entry takes one by one. Dimensions may be symbolic, the
number of dimensions may not be unknown. A size or a shape, `n: R.Shape([m])`, is a tensor of that shape for C, whose
elements are not read; Python passes numbers.""",
    ),
    "L307": Code(
        "cast that always fails",
        """`R.match_cast` says that a value has a type which it can never have:

    y = R.match_cast(x, R.Tensor((5,), "float32"))    # x is R.Tensor((4,), "float32")

Dimensions whose value is known only when the library runs are checked then.""",
    ),
    "L308": Code(
        "buffer larger than memory can be",
        """A buffer or a tensor of known shape has more bytes than a program can address: 2^47, or 2^31 - 1 where
pointers have 32 bits. Sizes that are symbolic are checked when the library is called.""",
    ),
}
