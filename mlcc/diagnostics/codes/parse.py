"""Codes P…: text that cannot be read (program text, YAML as YAML, JSON)."""

from __future__ import annotations

from . import Code

CODES: dict[str, Code] = {
    "P101": Code(
        "a character that has no meaning in programs",
        """The text holds a character that begins no name, number, string or operator, such as `?`, `!`, `;` or `$`.

```
C[vi, vj] = A[vi, vj] ? 1 : 0     # P101
C[vi, vj] = T.if_then_else(A[vi, vj] > T.float32(0), T.float32(1), T.float32(0))
```""",
    ),
    "P102": Code(
        "a tab in a program",
        """Programs are indented with spaces, because a tab's width depends on the reader. Tabs in comments do no harm.

Replace each tab by four spaces (`expand -t 4 kernel.tir`).""",
    ),
    "P103": Code(
        "indentation that fits no line above",
        """A line must be indented like another line of the block that it belongs to.

```
for i in range(4):
        B[i] = A[i]
    C[i] = A[i]         # P103: neither under `for` nor beside it
```""",
    ),
    "P104": Code(
        "brackets that do not match",
        """Every `(`, `[` and `{` needs its closing bracket. Line ends do not count inside brackets, so a
bracket that is never closed swallows the rest of the text; the caret is at the bracket.

```
C[vi, vj] = T.max(Y[vi, vj], T.float32(0)     # P104: the first `(` is never closed
```""",
    ),
    "P105": Code(
        "a string that is never closed",
        """A string in single or double quotes ends on its line; one in three quotes may run over several lines.

```
with T.block("C):      # P105
```""",
    ),
    "P107": Code(
        "damaged constants at the end of the text",
        """A printed module keeps the data of its long constants in its last line:

```
metadata = mlcc.load_json(\"\"\"{"relax.expr.Constant": [{"dtype": ..., "shape": ..., "data": ...}]}\"\"\")
```

The line is truncated, is not valid JSON, or an entry's data (base64) does not fit its shape.

Save the module again (`mlcc import model.onnx -o model.relax`); an interrupted copy is the usual cause.""",
    ),
    "P110": Code(
        "a statement that cannot be read",
        """The text breaks the grammar at the caret; the message lists what is expected there. Parsing continues after
the statement, so that several such errors may be reported together.

```
for i, j in T.grid(4, 8)       # P110: expected `:`
    with T.block("B")          # P110: expected `:`
```""",
    ),
    "P120": Code(
        "an unknown name",
        """A name is used that is not a parameter, a loop variable, an axis, a buffer, a `let`, or a function of the
module. In graph functions, names bound in a dataflow block are known outside of it only when `R.output` lists
them.

```
for i in range(4):
    B[i] = A[k]        # P120: did you mean `i`?
```""",
    ),
    "P121": Code(
        "an unknown name behind `T.`, `R.` or `I.`",
        """The dialect has no such function; the nearest known one is suggested. `mlcc list ops` prints the operators of
graph functions; any `R.` name is read as an operator and checked when types are inferred.

```
C[vi] = T.maximum(A[vi], T.float32(0))     # P121: did you mean `T.max`?
```""",
    ),
    "P122": Code(
        "wrong arguments",
        """A call has too many or too few arguments, one that it does not know, or one given twice; or the parts of a
statement do not match in number.

```
for i, j in T.grid(4, 8, 16):      # P122: 2 loop variables for 3 extents
```""",
    ),
    "P123": Code(
        "something is defined twice",
        """Parameters, functions, axes, loop variables and buffers of one scope need different names, and a
block says each of `T.reads`, `T.writes`, `T.where` and `T.init` once. The second definition and the first one
are both shown.""",
    ),
    "P124": Code(
        "a value of the wrong kind",
        """The expression is well formed, but its value is not allowed here: a buffer without indices, a float as
an index, an integer as a condition, a number that its type cannot hold, `/` on integers.

```
B[v / 2] = A[v]        # P124: use `//`
if v % 2:              # P124: write `if v % 2 != 0:`
```""",
    ),
    "P125": Code(
        "an unknown data type",
        """Data types are `bool`, `int8` … `int64`, `uint8` … `uint64`, `float16`, `bfloat16`, `float32`, `float64`,
`handle`, and vectors such as `float32x8`.

```
A: T.Buffer((128,), "f32")     # P125: did you mean `float32`?
```""",
    ),
    "P126": Code(
        "a region with the wrong number of dimensions",
        """`T.reads`, `T.writes` and `T.match_buffer` give one index or one slice per dimension of the buffer.

```
T.reads(A[vi])         # P126 when A has two dimensions: A[vi, 0:128]
```""",
    ),
    "P127": Code(
        "a statement that cannot stand here",
        """Tensor programs hold loops, blocks, stores, `if`, `while`, `assert`, lets and calls; graph functions hold
bindings, dataflow blocks, `if`, loops over `R.loop` and a final `return`; modules hold decorated functions. A statement
of another kind, or in another position, is refused.

```
@R.function
def main(x: R.Tensor((4,), "float32")):
    for i in range(4):     # P127: the only loop of a graph function is `for i, state in R.loop(...)`
        ...
```""",
    ),
    "P128": Code(
        "a name or a type that is missing, or a name that is taken",
        """Parameters of tensor programs need a type, and definitions need one plain name on the left. `T`, `R` and `I`
stand for the dialects and name no function.

```
def f(A):              # P128: write A: T.Buffer((128,), "float32")
```""",
    ),
    "P129": Code(
        "something that is not a loop",
        """Loops run over `range`, `T.grid`, `T.serial`, `T.parallel`, `T.vectorized`, `T.unroll` or `T.thread_binding`,
with step 1.

```
for i in A:                    # P129
for i in range(0, 16, 4):      # P129: loop over range(4) and write i * 4
```""",
    ),
    "P130": Code(
        "no program, or more than one",
        """A text holds one module: a class under `@I.ir_module`, or functions under `@T.prim_func` and `@R.function`. A
function or class without a decorator is not read silently as something.

```
class Module:          # P130: put `@I.ir_module` above
    @T.prim_func
    def f(A: T.Buffer((4,), "float32")): ...
```""",
    ),
    "P131": Code(
        "the source of a decorated function cannot be found",
        """`@T.prim_func`, `@R.function` and `@I.ir_module` read the source text of what they decorate.
Functions made by `exec`, or typed into an interpreter that keeps no text, have none: use
`mlcc.script.parse_module(text)`.""",
    ),
    "P132": Code(
        "a program that is nested too deeply",
        """Loops, blocks, statements and operators are nested more than 1500 levels deep; a sum of many
terms is as deep as it is long. Break it into several statements, or use a loop.""",
    ),
}
