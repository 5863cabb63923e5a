"""Codes T…: wrong use of tensor expressions and operators (te, topi, relax)."""

from __future__ import annotations

from . import Code

CODES: dict[str, Code] = {
    "T101": Code(
        "wrong indices of a tensor",
        """A tensor is read with as many integer indices as it has dimensions.

```python
A = te.placeholder((4, 8), name="A")
A[i]        # T101: two dimensions, one index
A[i, 0.5]   # T101: not an integer
```
""",
    ),
    "T102": Code(
        "a tensor cannot be described so",
        """A shape, dtype or compute function does not make a tensor: dimensions are integers or integer expressions,
the compute function takes one parameter per dimension and returns an expression.

```python
te.compute((4, 8), lambda i: A[i, 0])   # T102: two dimensions, one axis
```
""",
    ),
    "T103": Code(
        "misplaced reduction",
        """A reduction must be the complete value of a compute, over axes created by `te.reduce_axis`.

```python
te.compute((n,), lambda i: te.sum(A[i, k], axis=k) + 1)   # T103
S = te.compute((n,), lambda i: te.sum(A[i, k], axis=k))
te.compute((n,), lambda i: S[i] + 1)                      # right
```
""",
    ),
    "T104": Code(
        "the program's parameters are incomplete",
        """`te.create_prim_func` takes every placeholder that is read, and at least one result.

```python
te.create_prim_func([A, C])      # T104 where C also reads B
te.create_prim_func([A, B, C])   # right
```
""",
    ),
    "T105": Code(
        "a parameter is given twice",
        "`te.create_prim_func([A, A, C])`: every parameter is one buffer and occurs once.\n",
    ),
    "T126": Code(
        "a pass that is none",
        """\
`@ir.transform.module_pass(opt_level=0)` makes a pass of a function `(mod, ctx)` that returns the module, or of a class
with a method `transform_module(self, mod, ctx)`; `function_pass` and `prim_func_pass` one of a function
`(func, mod, ctx)`, or a class with `transform_function`.
""",
    ),
    "T127": Code(
        "a visitor or a mutator that is used wrongly",
        """\
`@relax.expr_functor.mutator` stands before a class that derives from `relax.PyExprMutator`, `visitor` before one that
derives from `relax.PyExprVisitor`. A mutator begins with a function: `Mutator().visit_expr(module["main"])`.
""",
    ),
    "T128": Code(
        "a code generator that is missing or misused, or returns what is no result",
        """\
`mlcc build --extern NAME` and `RunCodegen` hand parts of a model to a generator of that name: one of
`mlcc list generators`, or one that `register_generator(Generator(...))` of `mlcc.extern`, or
`register_func("relax.ext.NAME", generate)`, registers. `generate(functions, options, constants)` returns a list, and in
it for each function a `CSource`, `ObjectCode` or `LibraryCall`, a callable, or the name of a library function. Options
after the name, as in `blas:library=libmkl_rt.so.2`, are those that the generator states.
""",
    ),
    "T132": Code(
        "an option that a pass context does not have",
        """\
`PassContext(config={"tir.disable_vectorize": True})`: the options and their types are listed by
`transform.PassContext.list_configs()`. `transform.register_config("my.limit", int)` makes one for a pass of your own.
""",
    ),
    "T133": Code(
        "a pass that cannot be left out",
        """\
A build leaves out the passes that `PassContext(disabled_pass=[...])` names, or that an instrument's `should_run`
declines. Some bring the program into the form that later steps take (`Normalize`, `LegalizeOps`, `tir.FlattenBuffer`
…): nothing can be built without them.

    with transform.PassContext(disabled_pass=["FoldConstant"]):    # builds, with constants computed at run time
        lib = mlcc.build(module)
    with transform.PassContext(disabled_pass=["LegalizeOps"]):     # T133
        lib = mlcc.build(module)
""",
    ),
    "T134": Code(
        "a required pass that does not exist",
        """\
`module_pass(required=["FoldConstant"])` names passes that a `Sequential` runs before: those of `relax.transform`, and
those that were made by `module_pass` and its relatives, by their names.
""",
    ),
    "T135": Code(
        "a template, a knob, a policy or a space of a search that there is not",
        """\
`autotvm.task.create` names a template that `@autotvm.template("name")` registered. A template asks `get_config()` for
its knobs, defines each once with something to choose from, and returns its schedule and the tensors:

    @autotvm.template("scale")
    def scale(n):
        A = te.placeholder((n,), name="A")
        B = te.compute((n,), lambda i: A[i] * 2.0, name="B")
        s = te.create_schedule(B.op)
        cfg = autotvm.get_config()
        cfg.define_split("tile", B.op.axis[0], num_outputs=2)
        outer, inner = cfg["tile"].apply(s, B, B.op.axis[0])
        return s, [A, B]

`meta_schedule.tune_tir` takes as its space a function of a schedule; without one it tries the schedules of the library.
""",
    ),
    "T136": Code(
        "a configuration that its template excludes",
        "The template called `cfg.raise_error(reason)`: the trial fails with this reason, and the search goes on.\n",
    ),
    "T137": Code(
        "a pipeline that there is not",
        """\
`relax.get_pipeline(name)` and `mlcc.compile(module, relax_pipeline=name)` take a pipeline that is there: `zero`,
`default`, `default_build`, or one that a function was registered as, under a name of its own:

    @relax.register_pipeline("mine")
    def mine():
        return transform.Sequential([relax.transform.FoldConstant()])
""",
    ),
    "T138": Code(
        "a module of `relax.frontend.nn` that cannot be exported",
        """\
`export_tvm` is told by a specification which methods become functions and what their arguments are; every argument
without a default is named, and a method returns tensors or tuples of them:

    class Net(nn.Module):
        def forward(self, x):
            return nn.op.relu(x)

    Net().export_tvm({"forward": {"x": nn.spec.Tensor(("n", 4), "float32")}})
    Net().export_tvm({"forward": {"y": nn.spec.Tensor(("n", 4), "float32")}})    # T138: `y` is no argument
    Net().export_tvm({"backward": {}})                                           # T138: no such method
""",
    ),
    "T139": Code(
        "a function that has no gradient",
        """\
`relax.transform.Gradient` differentiates a tensor of rank 0 that is computed by operators with a gradient, without
branches, loops and library functions:

    with R.dataflow():
        y = R.matmul(x, w)
        loss = R.sum(R.multiply(y, y))
        R.output(loss)
    return loss          # a gradient of w; `return y` has none: T139

`R.grad.no_grad(v)` makes a constant of a value; `relax.op.register_gradient("sort", rule)` gives `sort` a gradient.
""",
    ),
    "T140": Code(
        "training that is set up wrongly",
        """\
`relax.training` trains a function `backbone` of a module that says how many of its last parameters are weights, and how
many states:

    @I.ir_module
    class Model:
        I.module_attrs({"param_num": 1, "state_num": 0})

        @R.function
        def backbone(x: R.Tensor((8, 4), "float32"), w: R.Tensor((4, 3), "float32")):
            with R.dataflow():
                y = R.matmul(x, w)
                R.output(y)
            return y

    target = relax.TensorStructInfo((8, 3), "float32")
    train = SetupTrainer(MSELoss(), SGD(0.1), [target, target])(Model)
    SetupTrainer(MSELoss("median"), SGD(0.1), [target, target])       # T140: no such reduction
    SGD(0.1).get_function()                                           # T140: without `init` it knows no parameters
""",
    ),
    "T141": Code(
        "an order of bindings that there is not",
        'Bindings are sorted `TopologicalSort("depth-first", "from-inputs")`, or "breadth-first", or "from-outputs".\n',
    ),
    "T142": Code(
        "a pattern of graph functions that is used wrongly",
        """\
Edges between patterns are stated in a context, and a rewriter gives variables that the patterns matched new values of
the same types:

    with relax.dpl.PatternContext() as ctx:
        x, w = wildcard(), wildcard()
        product = is_op("relax.matmul")(x, w)
        product >> is_op("relax.nn.relu")(product)
    product >> is_op("relax.exp")(product)           # T142: outside of a context

    def rewriter(found, values):
        return {found[product]: relax.op.multiply(found[product], relax.const(2.0))}   # T142: it needs itself

    relax.dpl.rewrite_bindings(ctx, rewriter, func)

A rule of `PatternMatchingRewriter.from_module` is a module with the functions `pattern` and `replacement`, of the same
parameters and as many results.
""",
    ),
    "T143": Code(
        "a function that is used as a value",
        """\
A function that is bound inside of another one is called there; it cannot be returned, stored in a tuple or handed on,
since a library has no values that are functions:

    @R.function
    def main(x: R.Tensor((4,), "float32")):
        @R.function
        def twice(y: R.Tensor((4,), "float32")):
            return R.add(y, y)
        return twice(x)          # `return twice`: T143
""",
    ),
    "T131": Code(
        "a part for a code generator that would break the dataflow",
        """\
A generator may name its parts: `takes(call)` returns a name, and all calls of that name are one part. Such a part gives
one value, and no call outside of it may stand between two of its calls: with

    a = R.exp(x)      # taken
    b = R.sin(a)      # not taken
    c = R.add(a, b)   # taken

the part of `a` and `c` would have to run before `b` and after it. Take `R.sin` too, or give `a` and `c` two names; with
True in place of a name, mlcc joins neighbours as far as that is possible.
""",
    ),
    "T201": Code(
        "unknown operator",
        "No operator of that name exists. `mlcc list ops` prints all of them.\n",
    ),
    "T202": Code(
        "wrong operands of an operator",
        """The number of tensors, or the kind of a value, does not fit the operator's signature.
`mlcc explain` of the operator's name prints its manual.
""",
    ),
    "T203": Code(
        "incompatible shapes",
        """The operator cannot combine operands of these shapes.

```text
R.add(a, b)   # a: (4, 3), b: (4, 2): T203, 3 and 2 are different and neither is 1
```
""",
    ),
    "T204": Code(
        "incompatible dtypes",
        "The operator is not defined for operands of these dtypes. Cast them first (`R.astype`).\n",
    ),
    "T205": Code(
        "wrong attribute",
        """An attribute is unknown, missing, of the wrong type, or its value makes no sense here.

```text
R.nn.conv2d(x, w, stride=[1, 1])   # T205: the attribute is called `strides`
R.sum(x, axis=[5])                 # T205 where x has three dimensions
```
""",
    ),
    "T206": Code(
        "a dimension must be known",
        "The operator needs this dimension as a number, but it is symbolic.\n"
        "Give it at import: `--shape x=1x3x224x224`.\n",
    ),
    "T207": Code(
        "a tensor is needed",
        """A graph operator was given a value that is not a tensor, or a tensor without a shape.

```text
def main(x: R.Tensor(ndim=2, dtype="float32")):   # only the rank is known
    y = R.add(x, x)                               # T207
```
Give the shape in the annotation, or bind it by `R.match_cast`.
""",
    ),
    "T208": Code(
        "no such field of a tuple",
        "`value[3]` of a tuple of two tensors: fields are numbered from 0.\n",
    ),
    "T209": Code(
        "a loop whose iterations do not fit",
        """An iteration of `R.loop` gives whether to go on, the next state, and rows to keep. The next state has the
types of the state: its dimensions cannot grow.

```text
for i, a in R.loop(n, go_on, (x,), most=8):   # x: R.Tensor((2, 4))
    y = (go_on, R.sum(a, axis=[0]))           # T209: R.Tensor((4,))
```
A value that grows by one slice per iteration is kept as rows: `y = (go_on, a, slice)`.
""",
    ),
    "T110": Code(
        "a function inside a function",
        """A `relax.BlockBuilder` builds one function at a time.

```python
with bb.function("main"):
    with bb.function("inner"):   # T110: end `main` first
        ...
```
""",
    ),
    "T111": Code(
        "a function without a result",
        """The scope of `bb.function` ended before `bb.emit_func_output`.

```python
with bb.function("main", params=[x]):
    y = bb.emit_te(topi.nn.relu, x)
    bb.emit_func_output(y)           # without this line: T111
```
""",
    ),
    "T112": Code(
        "an output outside a dataflow block",
        """`bb.emit_output` marks a value that leaves a dataflow block, so it must be called inside one.

```python
with bb.dataflow():
    gv = bb.emit_output(y)
```
""",
    ),
    "T113": Code(
        "parameters given twice",
        "Name the parameters in `bb.function(name, params)` or in `bb.emit_func_output(value, params)`, not in both.\n",
    ),
    "T114": Code(
        "parameters are missing",
        "Name the parameters in `bb.function(name, params)` or in `bb.emit_func_output(value, params)`.\n",
    ),
    "T115": Code(
        "nothing is being built",
        "`bb.emit` and `bb.emit_te` must be called inside `with bb.function(name):`.\n",
    ),
    "T116": Code(
        "a stage or an axis that the schedule does not have",
        """\
`te.create_schedule(C.op)` has a stage for every tensor that the computation of `C` computes, and its loops are the axes
of these operations until a step replaces them. `split` of a stage takes `factor` (the inner extent) or `nparts` (the
outer one):

    s = te.create_schedule(C.op)
    outer, inner = s[C].split(C.op.axis[0], factor=32)
""",
    ),
    "T120": Code(
        "no such parameter to bind",
        "`BindParams` was given a value for a name that is not a parameter of the function.\n",
    ),
    "T121": Code(
        "a bound value does not fit",
        "The value for a parameter has another shape or dtype than the parameter's annotation says.\n",
    ),
    "T123": Code(
        "recursion that is not a loop",
        """A graph function that calls itself is a loop if the call is the result of a branch, and its arguments have
the types of the parameters. Recursion that does something with the result would need memory for each pending call:

```python
@R.function
def power(n: R.Tensor((), "int64"), x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
    if R.greater(n, R.const(0)):
        y = cls.power(R.subtract(n, R.const(1)), x)
        r = R.multiply(x, y)     # T123
    else:
        r = x
    return r
```

As a loop, it carries the product so far as a parameter:

```python
    if R.greater(n, R.const(0)):
        r = cls.power(R.subtract(n, R.const(1)), x, R.multiply(x, y))
    else:
        r = y
```
""",
    ),
    "T122": Code(
        "no such graph function",
        """A pass was applied to a function that the module does not have, or that is a tensor program.

```python
relax.transform.BindParams("mian", params)(module)   # T122: the function is called `main`
```
""",
    ),
}
