"""Codes S…: schedules and steps that are refused. S1.. is about schedule files, S2.. about steps."""

from __future__ import annotations

from . import Code

CODES: dict[str, Code] = {
    # ---------------------------------------------------------------- schedule files
    "S101": Code(
        "the schedule is not YAML",
        """
The file cannot be read as YAML: a bracket is not closed, an indent is wrong, or it is empty.

    - split: {loop: j, block: Y, factors: [null, 4}     # `]` is missing
""",
    ),
    "S102": Code(
        "unknown key",
        """
A key is not among those of the schedule, the match, or the step. `mlcc explain split` names the arguments of
a step; they are TVM's.

    - split: {lop: j, block: Y, factors: [null, 4]}     # did you mean `loop`?
""",
    ),
    "S103": Code(
        "a key is given twice",
        """
A mapping holds one value for each key. (Most YAML readers silently keep the last one.)

    - split: {loop: i, block: Y, factors: [null, 4], loop: j}
""",
    ),
    "S104": Code(
        "a value of the wrong kind",
        """
A number, a text, a list or a mapping is expected and something else is there. Numbers are decimal without
leading zeros; `true` and `false` are the truth values, `yes` and `on` are texts.

    - split: {loop: j, block: Y, factors: 4}            # factors: [null, 4]
""",
    ),
    "S105": Code(
        "unknown step",
        """
The name is neither a primitive (`mlcc list primitives`), nor a composite step of the library (`mlcc list steps`) or
of the file, nor one of `let`, `foreach`, `try`.

    - spilt: {loop: j, block: Y, factors: [null, 4]}    # did you mean `split`?
""",
    ),
    "S106": Code(
        "a required key is missing",
        """
A schedule needs `steps`, and each step its arguments without a default.

    - split: {loop: j, block: Y}                        # `factors` is missing
""",
    ),
    "S107": Code(
        "unknown parameter",
        """
`-p name=value` names a parameter that the schedule does not declare under `params`.

    $ mlcc schedule mm.tir -s tile.yaml -p jfaktor=8    # did you mean `jfactor`?
""",
    ),
    "S108": Code(
        "a list of the wrong length",
        """
`as` and `names` need one name for each result, and some steps need a least number of loops.

    - split: {loop: j, block: Y, factors: [null, 4], as: [j0]}     # two loops are made
""",
    ),
    "S109": Code(
        "unknown name in an expression",
        """
An expression uses a name that is neither a parameter, nor a result, a function or a fact of the target.

    params: {lanes: target.vector_lane.float32}         # did you mean `vector_lanes`?
""",
    ),
    "S110": Code(
        "an expression cannot be computed",
        """
The text is not an expression of the schedule language, divides by zero, mixes texts with numbers, or asks for
a number that does not exist, such as the extent of a loop over a symbolic dimension.

    if: extent(Y, i) >= 4        # refused when `i` runs to `n`; ask `is_static(Y, i) and …`
""",
    ),
    "S111": Code(
        "the schedule does not match",
        """
The file's `match` or `when` does not hold for the function. The message says which part.

    match: {op: nn.dense, dtype: float32}               # the function is a convolution
""",
    ),
    "S112": Code(
        "the schedule file cannot be read",
        """
The file does not exist, or is not UTF-8 text.

    $ mlcc schedule mm.tir -s tiel.yaml
""",
    ),
    "S113": Code(
        "the name of a composite step",
        """
A composite step needs a name of its own: an identifier, none of the primitives' and of the words of the language,
defined once, and the same as that of its file.

    define:
    - {name: split, steps: []}                          # `split` is a primitive
""",
    ),
    "S114": Code(
        "a composite step that contains itself",
        """
Composite steps are replaced by their steps when they are called, so none may lead back to itself.

    define:
    - {name: tile, steps: [tile]}
""",
    ),
    "S115": Code(
        "no such result of a composite step",
        """
Each name under `results` is bound by a step of the definition (`as`, `let`) or is an argument. A step with an `if` that
did not hold binds nothing: a caller that names its result is refused.

    define:
    - name: tile
      args: {loop: loop}
      results: [outer]                                  # the step names its results `o` and `i`
      steps:
      - split: {loop: $loop, factors: [null, 4], as: [o, i]}
""",
    ),
    # ---------------------------------------------------------------- look-ups
    "S201": Code(
        "no such block",
        """
Blocks are named by the text in `T.block("…")`. Steps rename some: `decompose_reduction` makes `Y_init` and
`Y_update` of `Y`.

    - compute_inline: {block: relu}        # help: the blocks are `root`, `Y`, `C`
""",
    ),
    "S202": Code(
        "the name of a block is ambiguous",
        """
Several blocks of the function have the name. Give them different names in the program, or reach one by
`get_child_blocks`, `get_consumers` or a result named with `as`.

    - parallel: {loop: i, block: T_add}    # two blocks are called `T_add`
""",
    ),
    "S203": Code(
        "no such loop",
        """
A loop is named by an earlier result, or over a block: `{block: Y, loop: j}`, `[Y, j]`, or by position `[Y, 0]`.

    - unroll: {loop: m, block: Y}          # help: the loops are `i`, `j`, `k`
""",
    ),
    "S204": Code(
        "the name of a loop is ambiguous",
        """
Several loops have the name. Name the block (`[Y, ax0]`), or the position among its loops (`[Y, 2]`).

    - unroll: {loop: u, block: B}          # after two `add_unit_loop` over the same block
""",
    ),
    "S205": Code(
        "the loop no longer exists",
        """
An earlier step consumed the loop. The message names the step and the loops that it created.

    - split: {loop: j, block: Y, factors: [null, 4]}
    - reorder: {block: Y, loops: [j, k]}   # `j` was split into `j_0`, `j_1` by step 1
""",
    ),
    "S206": Code(
        "the block no longer exists",
        """
An earlier step consumed the block: it was inlined, or its nest was replaced.

    - compute_inline: {block: pad}
    - compute_at: {block: pad, loop: [Y, i]}     # refused: `pad` is gone
""",
    ),
    "S207": Code(
        "which function is meant",
        """
The module has several tensor programs and none is called `main`, or none has the name that was given. Name one
with `--func`, with `func:` in the file, or with `work_on` from Python.

    $ mlcc schedule two.tir -s tile.yaml --func mm
""",
    ),
    "S209": Code(
        "the function has been lowered",
        """
Schedules transform blocks and their loops; after lowering there are none. Schedule first.

    mlcc schedule k.tir -s tile.yaml | mlcc build - -o k.so
""",
    ),
    # ---------------------------------------------------------------- loops
    "S210": Code(
        "the loop is annotated or bound",
        """
Annotations and thread bindings belong to a loop as it is; splitting, fusing or merging it would lose them.

    - annotate: {block: Y, loop: i, ann_key: pragma, ann_val: 1}
    - split: {loop: i, block: Y, factors: [null, 4]}     # split first, annotate then
""",
    ),
    "S211": Code(
        "the factors do not cover the loop",
        """
Without an open factor the product of the factors must be at least the extent, provably. With
`disable_predication` it must not be more.

    - split: {loop: j, block: Y, factors: [4, 8]}        # of 128: use [null, 8]
""",
    ),
    "S212": Code(
        "more than one open factor",
        """
One factor may be `null`; it is computed from the others.

    - split: {loop: j, block: Y, factors: [null, null, 4]}
""",
    ),
    "S213": Code(
        "a factor that is not positive",
        """
Factors are at least 1, and there is at least one.

    - split: {loop: j, block: Y, factors: [null, 0]}
""",
    ),
    "S214": Code(
        "the loop does not start at 0",
        """
Steps that compute with loop variables take them to start at 0.

    for i in T.serial(4, 16): …                          # a loop from 4
""",
    ),
    "S215": Code(
        "the loops are not directly nested",
        """
Loops are fused outer to inner, each directly inside the one before.

    - fuse: {block: Y, loops: [i, k]}                    # `j` is between: fuse [i, j, k], or reorder first
""",
    ),
    "S216": Code(
        "other statements stand beside the loop",
        """
The step needs a nest in which each loop has one statement below it.

    for i in range(8):
        for j in range(8): …
        for k in range(8): …       # `i` and `j` cannot be fused
""",
    ),
    "S217": Code(
        "bounds would depend on an inner loop",
        """
A loop's bounds may use only variables of loops outside of it.

    for i in range(8):
        for j in range(i): …       # `j` cannot go outside of `i`
""",
    ),
    "S218": Code(
        "a loop is given twice",
        """
Each loop has one position in the new order.

    - reorder: {block: Y, loops: [i, j, i]}
""",
    ),
    "S219": Code(
        "the loops are not in one nest",
        """
`reorder` exchanges loops of one chain without other statements between them; `merge` joins nests that follow
each other directly.

    - reorder: [[Y, i], [C, j]]            # loops over different blocks
""",
    ),
    "S220": Code(
        "axes of a kind that the step cannot move",
        """
Only spatial and reduce axes may change their order; scan and opaque axes depend on it. A new axis is composed of
axes of one kind.

    vi = T.axis.scan(128, i)
""",
    ),
    "S221": Code(
        "the bindings are not affine",
        """
The step must know that the loops visit each instance of the block once: each axis is a sum of loops, or of
`//` and `%` of such sums, each loop used once.

    vi = T.axis.reduce(64, i * j)
""",
    ),
    "S222": Code(
        "the root block",
        """
The root block represents the function; it has no loops and cannot be moved.

    - add_unit_loop: {block: root}
""",
    ),
    "S223": Code(
        "the kind of a loop would be lost",
        """
New loops are serial, so that splitting, fusing or replacing a parallel, vectorized or unrolled loop would lose
its kind without a word. Transform first and set kinds last.

    - parallel: {loop: i, block: Y}
    - split: {loop: i, block: Y, factors: [null, 4]}     # split first, then `parallel` the outer loop
""",
    ),
    "S225": Code(
        "a block would leave the loop that renews its inputs",
        """
A block that is moved or inlined reads its inputs at another time. Below a loop that fills a small buffer anew in every
iteration, it has to stay in the iteration: outside, only what the last one left could be read.

    for i in range(16):
        row[vj] = A[vi, vj]                # the same elements for every i
        B[vi, vj] = row[vj] + 1            # computed elsewhere, B would see the last row
""",
    ),
    "S226": Code(
        "a block without axes uses a loop variable",
        """
The axes of a block say which instance runs, so that a step can put the block elsewhere. A block without axes may use
the variables of the loops over it directly; such a block stays where it is.

    for i in range(128):
        with T.block("outer"):             # no axis
            B[i] = A[i]                    # give it one: vi = T.axis.spatial(128, i)
""",
    ),
    "S227": Code(
        "an expression below the loop has no value beyond its extent",
        """
A split by factors that do not divide the extent runs too many iterations, which the guards of the blocks below keep
from having an effect. The bounds of loops and the conditions between are evaluated before these guards.

    for i in range(8):
        for j in range(rows[i]):           # split i by 5: rows[8] and rows[9] do not exist
""",
    ),
    "S228": Code(
        "the producer computes its results again in other iterations",
        """
A producer below a loop may compute more than its iteration needs, even everything, from inputs that change in between.
The consumer reads each element in its own iteration. If the producer stored the results itself, those of the last
iteration would stay.

    for i in range(16):
        row[0] = X[i]
        for k in range(16):
            B[k] = A[k] * row[0]           # all of B for every i
        R[i] = B[i]                        # one element of it
""",
    ),
    # ---------------------------------------------------------------- kinds of loops
    "S224": Code(
        "the new order of loops would change the result",
        """
Two iterations that touch one element, where one of them writes it, must stay in their order. That is read off the
indices of all accesses below the loops, whatever their axes are called. Only updates of an accumulator by one
associative and commutative operation, which read it nowhere else, may run in any order.

    A[vi, vj + 1] = A[vi + 1, vj]          # (1, 0) writes what (0, 1) must have read before
    Y[vi] = Y[vi] * T.float32(0.5) + A[vi, vk]     # no sum: each update scales all earlier ones
""",
    ),
    "S230": Code(
        "iterations depend on each other",
        """
Iterations may run at once only when none touches an element that another one writes. That is read off the indices of
all accesses below the loop, whatever its axes are called; where they depend on data it cannot be shown.

    A[vi] = A[vi] + A[vi - 1]              # each iteration reads what the one before has written
    B[vi // 2] = A[vi]                     # two iterations write one element

What each iteration writes before it reads it, in a buffer that only this loop uses, is no dependence, and neither is
an element that all iterations give the same value.
""",
    ),
    "S231": Code(
        "the loop carries a reduction",
        """
The iterations of a reduction loop add to the same element and cannot run in parallel. `rfactor` makes partial sums
that can.

    - parallel: {loop: k, block: Y}        # Y[vi] = Y[vi] + A[vi, vk]
""",
    ),
    "S232": Code(
        "unknown thread axis",
        """
Threads are `blockIdx.x|y|z`, `threadIdx.x|y|z`, `vthread` and `vthread.x|y|z`.

    - bind: {loop: i, block: B, thread_axis: threadidx.x}
""",
    ),
    "S233": Code(
        "the loop cannot become vectors",
        """
The lanes of vectors are a constant number, and inside there is nothing that runs at once itself.

    for i in range(n): …                   # split by the number of lanes, vectorize the inner loop
""",
    ),
    "S234": Code(
        "the thread axis is bound twice",
        """
In one nest each thread axis is bound to one loop, or for several of one extent of which a block uses but one.

    - bind: {loop: i, block: B, thread_axis: threadIdx.x}
    - bind: {loop: j, block: B, thread_axis: threadIdx.x}
""",
    ),
    "S235": Code(
        "a block runs in some iterations only",
        """
The loop feeds no axis of a block, yet guards it: its first iteration computes what the others use
(`compute_once`), so that they cannot run at once, and the loop is not fused with others.

    - compute_once: {block: P, loop: [P, i]}
    - parallel: {loop: i, block: P}                      # take a loop over `i`
""",
    ),
    # ---------------------------------------------------------------- moving blocks
    "S236": Code(
        "a symbolic size would have no value",
        """
A symbolic size takes its value from a parameter whose shape has it as a dimension of its own. A layout that makes
`(n + 3) // 4` of the only such dimension would leave a program that cannot be called.

    - transform_layout: {block: B, buffer: [read, 0], index_map: "i -> i // 4, i % 4", pad_value: 0.0}
""",
    ),
    "S237": Code(
        "no size to choose a version by",
        """
`specialize` compares the product of the extents of some axes with a number when the function runs. One of these
axes has a symbolic extent.

    - specialize: {block: B, axes: [1], below: 8, schedule: few.yaml}      # axis 1 always takes 64 values
""",
    ),
    "S238": Code(
        "two versions with different parameters",
        """
`specialize` puts two versions of a program into one function, so both have its parameters as they were given. Steps
that give a parameter another layout or type, such as `transform_layout`, cannot stand in one of them.

    - transform_layout: {block: B, buffer: A, index_map: "i, j -> j, i"}
    - specialize: {block: B, axes: [0], below: 8, schedule: few.yaml}      # `few.yaml` is for the layout before
""",
    ),
    "S240": Code(
        "the scope is not a pipeline of stages",
        """
To move a block, what it reads must surely have been written before, and must not be overwritten after it was
read; and there are only loops and blocks around. A kernel that works in place fails this.

    for i in range(8): …                   # block "B": reads A
    for i in range(8): …                   # block "A2": writes A again
""",
    ),
    "S241": Code(
        "the block is not complete, nor a reduction",
        """
The step needs a complete block (spatial axes, only writer, does not read what it writes) or, where it says so,
a reduction. The notes name the condition that fails.

    - compute_at: {block: Y_update, loop: [C, i]}        # move `Y` before `decompose_reduction`
""",
    ),
    "S242": Code(
        "block and loop are not in one scope",
        """
A block moves under a loop of the same enclosing block that is not already over it.

    - compute_at: {block: B, loop: [B, i]}
""",
    ),
    "S243": Code(
        "the block writes a result",
        """
A result must be written once and for all; it cannot be computed where it is needed, inlined, or replaced.

    - compute_inline: {block: C}           # C is a parameter of the function
""",
    ),
    "S244": Code(
        "the only block of its scope",
        """
Moving or inlining the block would leave nothing.

    - compute_inline: {block: B}
""",
    ),
    "S245": Code(
        "a neighbour is not under the loop",
        """
`compute_at` needs all consumers of the block under the loop, `reverse_compute_at` all producers; there must be
at least one.

    - reverse_compute_at: {block: C, loop: [Y, j_0]}     # C also reads Z, which is computed elsewhere
""",
    ),
    "S246": Code(
        "no valid position under the loop",
        """
The block must come after its producers and before its consumers among the statements below the loop, and at
the `index` that was requested.

    - reverse_compute_at: {block: C, loop: [Y, i], index: 7}
""",
    ),
    "S247": Code(
        "the access cannot be inverted",
        """
To move a block, the part it must compute under the loop is worked out from the part of the buffer that is
touched there. Indices such as `i + j` do not determine these. A consumer may move only if each of its instances reads
only what one iteration computes, and every instance runs.

    C[vi] = Y[vi] + Y[vi + 1]              # the tile of Y does not hold Y[vi + 1] yet
""",
    ),
    "S248": Code(
        "the producer is not finished there",
        """
Under a loop over which the producer still accumulates, the consumer would read partial sums.

    - reverse_compute_at: {block: C, loop: [Y, k]}       # k is the reduction loop: move above it

And a block whose partial sums are read, each in its iteration of such a loop, does not move: it would compute the whole
sum at once.
""",
    ),
    "S249": Code(
        "iterations do not compute the same",
        """
`compute_once` keeps what the first iteration of a loop computes for the others, which must not differ: the loop
feeds no axis of the block, and what the block reads is not written below the loop.

    - compute_once: {block: P, loop: [P, k]}             # P[k] = B[k]
""",
    ),
    # ---------------------------------------------------------------- inlining
    "S250": Code(
        "the block has an initialisation",
        """
A reduction takes several instances for one value and cannot replace a load.

    - compute_inline: {block: Y}           # Y is a sum
""",
    ),
    "S251": Code(
        "the block writes several regions",
        """
Inlining replaces the loads of one buffer.

    - compute_inline: {block: argmax}
""",
    ),
    "S252": Code(
        "the block is not of the form that can be inlined",
        """
The body is one store, and the element determines which instance stores it: the indices are the axes, or a map of
them that can be inverted.

    B[vi // 2] = A[vi]                     # two instances store the same element
""",
    ),
    "S253": Code(
        "a pointer to the buffer is used",
        """
A buffer that is passed to a function, or of which a view is taken, must exist.

    T.evaluate(T.call_extern("int32", "f", T.address_of(B[0])))
""",
    ),
    "S254": Code(
        "not exactly one computed buffer is read",
        """
To be computed in its producer, a consumer must read one buffer that is computed in the scope; all others
must be parameters.

    C[vi] = B[vi] + D[vi]                  # B and D are both computed
""",
    ),
    "S255": Code(
        "the producer cannot take the consumer in",
        """
The buffer has one producer, it is complete, it stores once, and it runs for all instances, without a guard or an
initialisation.

    - reverse_compute_inline: {block: relu}    # its producer is a reduction: use `reverse_compute_at`
""",
    ),
    "S256": Code(
        "the buffer has another reader",
        """
When the consumer is computed in its producer, the buffer between them is gone, for all readers.

    - reverse_compute_inline: {block: C}   # block "D" reads B, too
""",
    ),
    "S257": Code(
        "the block has a guard",
        """
A block that runs only for some of its instances is not computed in another one, which does not know of the guard:
neither in its producer, nor as a replacement of a load.

    T.where(i_0 * 8 + i_1 < 100)           # of a block whose axis has 128 values
""",
    ),
    "S258": Code(
        "the buffer is not just read, or just written, below the loop",
        """
`read_at` copies before the first reader, so nothing may write the buffer after that; `write_at` copies after the
last writer, so nothing may read it after that.

    - read_at: {loop: [B, i], block: C, read_buffer_index: 0, storage_scope: local}      # B writes it below i
""",
    ),
    # ---------------------------------------------------------------- buffers
    "S259": Code(
        "the declared region lacks an access",
        """
Later steps move and copy what a block declares, so a declared region has all that the block accesses. Only where an
index is loaded, and the region would otherwise be all of the buffer, may a declaration say what nothing shows.

    C[vi] = B[vi] + B[vi + 1]

    - annotate_buffer_access: {block: C, buffer_index: B, buf_type: read, gen_new_ranges: "v -> [v]"}    # (v, v + 2)
""",
    ),
    "S260": Code(
        "no such buffer of the block",
        """
Buffers are named by their position among what the block reads or writes, or by name.

    - cache_read: {block: Y, read_buffer_index: 5, storage_scope: local}
""",
    ),
    "S261": Code(
        "the buffer has another writer",
        """
A cache is inserted between one writer and the readers.

    - decompose_reduction: {block: Y, loop: k}
    - cache_write: {block: Y_update, write_buffer_index: 0, storage_scope: local}    # swap the two steps
""",
    ),
    "S262": Code(
        "parts of the buffer may not be written yet",
        """
The copy would be made before everything that the readers need is there.

    - cache_read: {block: C, read_buffer_index: 0, storage_scope: local}
""",
    ),
    "S263": Code(
        "unknown storage scope",
        """
Scopes are `global`, `local` (registers), `shared`, `shared.dyn`, `warp`, `texture` and `wmma.…`.

    - set_scope: {block: B, buffer_index: 0, storage_scope: register}     # `local`
""",
    ),
    "S264": Code(
        "the buffer is a parameter",
        """
Where and how a parameter is stored is up to the caller. Make a copy with `cache_read` or `cache_write`.

    - set_scope: {block: C, buffer_index: 0, storage_scope: local}
""",
    ),
    "S265": Code(
        "the buffer is a view",
        """
A buffer made by `T.match_buffer` inside a block is part of another one, which decides its layout.

    A1 = T.match_buffer(A[0:16, 0:16], (16, 16))
""",
    ),
    "S266": Code(
        "the layout needs padding",
        """
The new shape holds more elements than the buffer; `pad_value` says what the others are. The producer must be a
complete block that stores at its own axes, in a nest of its own, for it computes the padding.

    - transform_layout: {block: B, buffer: [write, 0], index_map: "i -> i // 16, i % 16"}     # i < 100
""",
    ),
    "S267": Code(
        "the alignment is not possible",
        """
The axis is a dimension of the buffer, and the factor positive.

    - storage_align: {block: B, buffer_index: 0, axis: 2, factor: 32, offset: 8}      # B has 2 dimensions
""",
    ),
    "S268": Code(
        "not an index map for this buffer",
        """
An index map is written `i, j -> i // 4, j, i % 4`: one name for each dimension, then the new indices, computed from
`+ - * // %` and numbers.

    - transform_layout: {block: B, buffer: [write, 0], index_map: "i -> i"}           # B has 2 dimensions
""",
    ),
    "S269": Code(
        "the index map is not one to one",
        """
Two old elements must not map to one new element.

    - transform_layout: {block: B, buffer: [write, 0], index_map: "i, j -> i + j"}
""",
    ),
    # ---------------------------------------------------------------- reductions
    "S270": Code(
        "the loop is not over the block",
        """
The step works at a loop of the block itself.

    - decompose_reduction: {block: Y, loop: [C, i]}
""",
    ),
    "S271": Code(
        "the block is not a reduction",
        """
A reduction has a `T.init()`, affine bindings, spatial and reduce axes only, is the only writer of its buffer and
stores at indices that do not depend on reduce axes. The notes name what fails.

    - decompose_reduction: {block: C, loop: i}           # C is max(Y, 0)
""",
    ),
    "S272": Code(
        "a loop above feeds a reduce axis",
        """
The initialisation must come before the first update: the loop is the outermost that feeds a reduce axis, or
one above it.

    - decompose_reduction: {block: Y, loop: k_1}         # with k_0 outside: use k_0
""",
    ),
    "S273": Code(
        "what the reduction computes is not known",
        """
Partial results need an operator with a neutral element: a sum, product, minimum or maximum that starts from it.

    Y[vi] = Y[vi] - A[vi, vk]
""",
    ),
    "S274": Code(
        "the loop does not feed reduce axes only",
        """
`rfactor` takes a loop that runs over the reduction and nothing else.

    - rfactor: {loop: [Y, i], factor_axis: 0}            # `i` is spatial
""",
    ),
    "S275": Code(
        "the factor axis is out of range",
        """
The partial results have one dimension more than the result; `factor_axis` is the position of the new one.

    - rfactor: {loop: [Y, k], factor_axis: 3}            # Y has 1 dimension
""",
    ),
    "S276": Code(
        "the loop is not serial",
        """
Factor the loop first, then make the loop over the partial results parallel or vectorized.

    - unroll: {loop: k_1, block: Y}
    - rfactor: {loop: [Y, k_1], factor_axis: 0}
""",
    ),
    "S277": Code(
        "a loop below the reduction feeds no axis",
        """
The block would run several times for one value of the reduction.

    for k, u in T.grid(128, 4): …          # nothing uses `u`
""",
    ),
    "S278": Code(
        "the reduction is ragged",
        """
A guard skips a part of the reduction; the partial results of that part would never be written. Over the loops of
the axis that is factored the guard becomes part of the value; over those of other axes it cannot.

    - split: {loop: k, block: Y, factors: [null, 9]}     # of 128
    - rfactor: {loop: [Y, m], factor_axis: 0}
""",
    ),
    # ---------------------------------------------------------------- blocks
    "S279": Code(
        "an element is used before it is initialised",
        """
`decompose_reduction` puts the initialisation right before a loop. What runs below that loop, before the reduction is
initialised there, would then see the initial values, or the initialisation would see what is written later.

    for k in range(16):
        C[k] = Y[0]                        # reads what Y held before, in the first iteration
        Y[0] = Y[0] + A[k]                 # with T.init(): Y[0] = 0
""",
    ),
    "S280": Code(
        "the block does not divide",
        """
Each axis must be an outer part times the values of the inner loops, plus the inner loops; a ragged split, with
its guard, does not divide.

    - split: {loop: i, block: B, factors: [null, 9]}     # of 128
    - blockize: {block: B, loop: i_1}
""",
    ),
    "S281": Code(
        "the annotation exists",
        """
The key already has another value. `unannotate` removes it.

    - annotate: {block: B, ann_key: unroll, ann_val: 4}
    - annotate: {block: B, ann_key: unroll, ann_val: 8}
""",
    ),
    "S282": Code(
        "no such annotation",
        """
The block or loop has no annotation of that key.

    - unannotate: {block: B, ann_key: unrol}
""",
    ),
    "S283": Code(
        "the block accesses the buffer at several indices",
        """
`reindex` needs a block without blocks inside that accesses the buffer at one location.

    B[vi] = A[vi] + A[vi + 1]
""",
    ),
    "S284": Code(
        "the block does not pad",
        """
The body stores `T.if_then_else(inside, value, literal)`, where `inside` bounds axes by literals, and the loops
of these axes are plain.

    P[vi] = A[vi]
""",
    ),
    "S285": Code(
        "the block cannot be padded",
        """
`pad_einsum` needs a sum of products of loads at the block's own axes, in a plain nest of constant loops, and a
positive number for each axis.

    Y[vi] = Y[vi] + A[vi + vk] * W[vk]     # A is read at a sum of axes
""",
    ),
    "S286": Code(
        "nests of different depth",
        """
The nests to merge have the same number of loops.

    - merge: {loops: [[B, i], [C, j]]}     # C has two loops, B one
""",
    ),
    "S287": Code(
        "nests of different extents",
        """
Loops at the same depth of the nests to merge run equally often.

    - merge: {loops: [[B, i], [C, i]]}     # 128 and 64
""",
    ),
    "S288": Code(
        "a nest needs other iterations of the one before",
        """
Merged nests run iteration by iteration; a value that passes from one to the other must be made in the same
iteration.

    C[vi] = B[127 - vi]                    # C needs the last B first
""",
    ),
    "S289": Code(
        "the extent is not a constant",
        """
Factors that multiply to an extent can be chosen only for a number.

    - sample_perfect_tile: {loop: [B, i], n: 2}          # `i` runs to `n`
""",
    ),
    "S290": Code(
        "nothing to compute beforehand",
        """
`cache_index` looks for expressions without loads, of the block's own axes, which are bound to loops of one scope.

    B[vi] = A[vi] * T.float32(2)           # the index is an axis itself
""",
    ),
    "S291": Code(
        "not a permutation",
        """
`new_order` names every axis of the block once, by position.

    - reorder_block_iter_var: {block: B, new_order: [0, 0]}
""",
    ),
    "S292": Code(
        "candidates and probabilities do not go together",
        """
Each candidate has a probability, and a decision is the position of a candidate.

    - sample_categorical: {candidates: [1, 2, 4], probs: [0.5, 0.5]}
""",
    ),
    "S293": Code(
        "no such tensor intrinsic",
        """
`tensorize` names an intrinsic that the file gives under `intrinsics`, or that Python registered.

    - tensorize: {block: C, loop: i, tensor_intrin: dot5}      # there is `dot4`
""",
    ),
    "S294": Code(
        "not a tensor intrinsic",
        """
An intrinsic has two functions, `desc` and `impl`, whose parameters are buffers of the same constant shapes and types.

    def desc(A: T.Buffer((4,)), B: T.Buffer((4,))): ...
    def impl(A: T.Buffer((8,)), B: T.Buffer((8,))): ...        # 4 and 8
""",
    ),
    "S295": Code(
        "the block does not do what the intrinsic does",
        """
`tensorize` compares the block with the intrinsic's `desc`: loops, axes, expressions and types must be the same.

    C[vi] = C[vi] + A[vi] * T.float32(2)
    Y[vi] = Y[vi] + X[vi]                  # the description has no product
""",
    ),
    "S296": Code(
        "the parts are longer than the loop",
        """
`loop_partition` takes the lengths of the parts, which together are less than the loop's extent.

    - loop_partition: {loop: i, block: B, factors: [100, 40]}      # of 128 iterations
""",
    ),
    "S297": Code(
        "the buffer cannot roll",
        """
`rolling_buffer` keeps the rows that the next iteration of a loop needs again. The producer is below a loop of its
consumers (as `compute_at` puts it), writes at its own axes, and the parts it writes in two iterations of that loop, or
of one above, overlap: `B[h * 4 : h * 4 + 6]`. The loops run one iteration after another.

    - rolling_buffer: {block: B, write_buffer_index: 0}      # B and its consumers have loop nests of their own
""",
    ),
    "S298": Code(
        "the block is not an epilogue of the sum",
        """
`fuse_reduction_epilogue` takes a block that reads each sum once, adds something to it, and may bound it by `T.min`
and `T.max`.

    D[vi, vj] = Y[vi, vj] * T.float32(2) + C[vj]           # the sum is scaled
""",
    ),
    "S299": Code(
        "a write that cannot be hidden",
        """
`unsafe_hide_buffer_access` leaves regions out of what a block declares. A buffer that the block stores to stays among
its writes: without, the program would not be a valid one (V042).

    - unsafe_hide_buffer_access: {block: B, buf_type: write, buf_index_array: [0]}
""",
    ),
    "S300": Code(
        "no products with padding to skip",
        """
`skip_padding` takes a block that adds products to what another block has set (`decompose_reduction`), where a factor
is read from a buffer that one block fills with zeros outside of an interior, or is a choice between a value and zero
by bounds of indices. Such an index is linear in the loops inside of the given one, and some of these loops read padding
only. Without a loop, the factor is a choice.

    P[vi] = T.if_then_else(vi >= 2 and vi < 18, A[vi - 2], T.float32(0))
    Y[vi] = Y[vi] + P[vi + vk * 4] * W[vk]
""",
    ),
}
