"""Codes I…: models that cannot be imported."""

from __future__ import annotations

from . import Code

CODES: dict[str, Code] = {
    "I101": Code(
        "not an ONNX model",
        """The file is empty, truncated, or of another format: protobuf cannot decode it, or what it decodes
has no graph.

```text
$ mlcc build weights.pt        # I101: a PyTorch checkpoint is not an ONNX model
$ head -c 1000 model.onnx > cut.onnx && mlcc build cut.onnx   # I101: truncated
```

Files of other frameworks are named where mlcc knows them, with the way to a model that it reads. Otherwise export the
model again, or copy the complete file.
""",
    ),
    "I102": Code(
        "missing external weights",
        """Large models keep their weights in files of their own, which are named in the model and lie beside it.
Every file that is missing, or too short, is named.

```text
$ ls
model.onnx
$ mlcc build model.onnx        # I102: the weight file `model.onnx.data` ... is missing
```
""",
    ),
    "I103": Code(
        "no such input",
        """A shape or a value is given for an input that the model does not have.

```text
$ mlcc build model.onnx --shape data=1x3x224x224   # I103 where the input is called `input`
```
""",
    ),
    "I104": Code(
        "an input that is no tensor",
        """Inputs of compiled functions are tensors. A sequence is taken as a number of tensors if its length is
given from Python; maps are not supported.

```python
from_onnx("model.onnx", shapes={"frames": [(3, 8), (3, 8)]})   # a sequence of two tensors
```
""",
    ),
    "I105": Code(
        "an input without a shape",
        """The model does not even say how many dimensions the input has. Give its shape:

```text
$ mlcc build model.onnx --shape x=1x3x224x224
```
""",
    ),
    "I106": Code(
        "a shape or value that does not fit",
        """A shape given by `--shape` contradicts the model: another rank, another size of a fixed dimension,
two sizes for one named dimension; or a value given for an input has the wrong dtype.

```text
$ mlcc build model.onnx --shape x=1x1x224x224   # I106 where the model says (N, 3, 224, 224)
```
""",
    ),
    "I107": Code(
        "an output that nothing produces",
        """The graph names an output that is neither the result of a node, nor an input, nor an initializer. Tools that
extract parts of models leave such outputs behind; remove them.

```python
del model.graph.output[1]   # the output that was removed
```
""",
    ),
    "I108": Code(
        "a damaged tensor",
        """A tensor's data do not fit its shape: the file is damaged, or was written by a faulty tool.

```text
initializer `w`: shape (4, 4), float32, 12 bytes of data   # I108: 64 bytes are needed
```
""",
    ),
    "I109": Code(
        "an element type that mlcc does not have",
        """Tensors of complex numbers cannot be compiled. Strings and numbers of at most 8 bits can be moved, compared
and cast, but not computed with.

```text
input `x`: complex64[N]   # I109
```
""",
    ),
    "I110": Code(
        "a value of the wrong kind",
        """An operator gets a sequence where it takes a tensor, a tensor where it takes a sequence, an empty
optional value, or a tensor whose shape is not known.

```text
Add(SequenceConstruct(x, y), z)   # I110: a sequence is given where a tensor is needed
```
""",
    ),
    "I111": Code(
        "a dimension must be static",
        """The operator is compiled for a number, but the dimension is symbolic.

```text
$ mlcc build model.onnx                           # I111: auto_pad needs static spatial dimensions
$ mlcc build model.onnx --shape x=1x3x224x224     # right
```
""",
    ),
    "I112": Code(
        "an input must be known when the model is imported",
        """The result's rank or the computation depends on the value of this input, and the value is computed at run
time: the axes of `Unsqueeze`, the number of elements in a shape. (Extents may be computed at run time.) Often it
becomes known when the input shapes are fixed; otherwise bind the model's input to a value, which becomes part of
the library.

```python
from_onnx("unsqueeze.onnx", known={"axes": np.array([0, 2])})
```
""",
    ),
    "I113": Code(
        "an axis or a position is out of range",
        """An attribute names a dimension that the tensor does not have, or an index outside of a sequence.

```text
Softmax(axis=4)   # I113 on a tensor of rank 4: axes are -4 ... 3
```
""",
    ),
    "I114": Code(
        "a name is defined twice",
        """Every name of a graph has one definition: an input, or one output of one node.

```text
y = Relu(x)
y = Tanh(x)   # I114
```
""",
    ),
    "I115": Code(
        "a name without a definition",
        """A node reads a name that no input, initializer or node defines.

```text
y = Add(x, bias)   # I115 where the initializer `bias` was removed
```
""",
    ),
    "I116": Code(
        "a cycle",
        """A node depends on its own output. The note lists the nodes of the cycle. Nodes in any order are accepted.

```text
a = Add(x, b)
b = Relu(a)    # I116: a needs b, b needs a
```
""",
    ),
    "I117": Code(
        "a malformed node",
        """The node breaks its operator's own definition: a required input or attribute is missing, or an
attribute has the wrong type. `onnx.checker.check_model` reports the same.

```text
Conv(x)       # I117: the weight is missing
Cast(x)       # I117: the attribute `to` is missing
```
""",
    ),
    "I118": Code(
        "a function that calls itself",
        "Functions of a model are written out where they are called, so they may not be recursive.\n\n"
        "```text\nf(x) = f(Relu(x))   # I118\n```\n",
    ),
    "I119": Code(
        "an unknown version of the standard",
        """The model is written for an opset newer than the installed `onnx` package knows, or names no opset.
What its operators mean is not known here, so nothing is guessed.

```python
model = onnx.version_converter.convert_version(model, 21)
```
""",
    ),
    "I120": Code(
        "an unsupported operator",
        """There is no converter for the operator in this opset, and the standard does not define it by simpler ones.
All such nodes are reported at once, each with its name, operator, element types and opset.
`mlcc list onnx` shows the operators that can be imported.

```text
error[I120]: operator `com.acme.Fancy` of node `n7` on float is not supported (opset 1)
```

Replace the operator in the exporter, or describe it as a model-local function of standard operators.
""",
    ),
    "I121": Code(
        "an unsupported attribute",
        """The operator is supported, but not with this attribute or this value of it.

```text
Resize(mode="lanczos")   # I121
```
""",
    ),
    "I124": Code(
        "branches of different types",
        """A condition that is computed at run time chooses between values of different ranks or element types.
Extents may differ. After branches of different ranks, what follows is compiled once for each: an error are outputs
of the model, and values that an iteration of a loop gives the next one, of which a type is known to others.

```text
y = If(cond) then float[4] else float[4, 5]; ReduceSum(y)   # right: the sum has one type
y = If(cond) then float[4] else float[4, 5]                 # I124 if y is an output
```
""",
    ),
    "I125": Code(
        "a loop of unknown length whose state grows",
        """A loop may be counted at run time, and where only its condition ends it, it runs once more, to count the
values that it keeps. A state that each iteration makes longer needs memory for all of them, so there must be a
largest trip count: a number, or a dimension.

```text
Loop(M="", cond=computed): s -> Concat(s, x)   # I125
Loop(M=10, cond=computed): s -> Concat(s, x)   # right: there are at most 10 more rows
```
""",
    ),
    "I126": Code(
        "a loop that is too long to be written out",
        "Loops whose state changes its shape are written out while importing, up to 4096 iterations.\n\n"
        "```text\nLoop(M=1000000): s -> Concat(s, ReduceSum(s))   # I126\n```\n",
    ),
    "I127": Code(
        "a loop of run time that changes shapes",
        """A loop whose length is known at run time only has one body, in which every value has one type: the state
keeps its shape. A state or a sequence may grow by one element or slice per iteration, if it has no other use in the
body; the slices of all iterations have one shape. A state that has other uses may grow by as many rows in each
iteration, where there is a largest trip count.

```text
Loop(M=count): s -> Concat(s, x)            # right: the slices are kept, and joined after the loop
Loop(M=count): s -> Concat(s, Max(s))       # right: there is memory for `count` rows more
Loop(M=count): s -> Concat(s, Exp(s))       # I127: twice as long after each iteration
```
Pad the state to its largest size before the loop, or give a trip count that is known: `--shape`, or
`from_onnx(model, known={name: array})`.
""",
    ),
    "I128": Code(
        "a rank that depends on a size of the run",
        """\
`Squeeze` without `axes` drops every dimension of 1. Where a dimension is known only when the model runs, as a batch is,
its result would have one rank for a batch of 1 and another for 2. A library has one: the dimension stays, so that a
result has a dimension of 1 where onnxruntime's has none. A build for one size has the rank of this size.

```text
y = Squeeze(x[batch, 1, 3])                                 # warning[I128]: y is [batch, 3], for a batch of 1 too
mlcc build m.onnx --shape batch=1                           # y is [3]
```
""",
    ),
    "I129": Code(
        "weights of another type of floats",
        """\
Operators take floats of one type. PyTorch's exporter folds the normalisations of a bfloat16 model into convolutions and
leaves their weights in float32, which other engines refuse. Weights are taken in the type of the data, as PyTorch
computes; the warning names the first node only. Data of two types is refused (I117).

```text
y = Conv(x: bfloat16, w: float32)                           # warning[I129]: w is taken as bfloat16
```
To be sure of the numbers, convert the weights before exporting, or export the model in float32 and build it with
`--precision bfloat16`.
""",
    ),
    "I130": Code(
        "not an exported program of PyTorch",
        """\
A `.pt2` file is what `torch.export.save` writes, of a PyTorch version that this one reads:

    program = torch.export.export(model.eval(), (x,))
    torch.export.save(program, "model.pt2")

Reading it needs PyTorch (`pip install 'mlcc[torch]'`). Checkpoints (`.pt`, `.pth`) hold weights, or Python objects
that only Python can run: load them there and export the model.
""",
    ),
    "I131": Code(
        "an element type of PyTorch that cannot be compiled",
        "Tensors may be of float16, bfloat16, float32, float64, bool and integers of 8 to 64 bits; not quantised by "
        "PyTorch's own types, and complex only within a program: products, sums, absolute values, Fourier transforms "
        "and what moves elements have converters. `torch.view_as_real(result)` returns both parts.",
    ),
    "I132": Code(
        "a size that is known only from data",
        """\
The shape of a value depends on elements (`x[mask]`, `nonzero`), or on an expression that cannot be computed from the
shapes of the inputs. `torch.where(mask, x, 0)` keeps the shape.
""",
    ),
    "I133": Code(
        "a program that changes its inputs or its state",
        """\
A compiled function has inputs and outputs, and changes nothing else. Batch normalisation in training mode updates its
statistics: export `model.eval()`. A cache that the model updates becomes an input and an output.
""",
    ),
    "I134": Code(
        "what an importer is asked for and cannot do",
        """\
`from_fx` exports the module on inputs of the given shapes; the message is that of `torch.export`. `relax.frontend.onnx`
reads the opset that the model states.
""",
    ),
    "I135": Code(
        "blocks of channels of unknown size",
        """\
onnxruntime's optimiser (level `all`) stores images and weights in blocks of 8 or 16 channels, as the processor wants
them on which it runs, and does not write which. The numbers of channels decide it (24 are three blocks of 8), unless
all are multiples of 16. Save the model with the level `ORT_ENABLE_EXTENDED`, or state the number in its metadata:
`model.metadata_props.add(key="nchwc_block_size", value="8")`.
""",
    ),
    "I136": Code(
        "an operator that is newer than the model's opset",
        """\
Exporters write operators of a later opset than the one they state (jax2onnx writes `CumProd`, of opset 26, into models
of opset 23), which other engines refuse. Such a node is taken as in the first opset that has the operator, the only
meaning that it could have; everything else has the meaning of the opset that the model states.

```text
opset 23:  y = CumProd(x, axis)   # warning[I136]: `CumProd` came with opset 26, and the model imports 23
```
Export with the opset of the operator, if the exporter knows it, and the warning is gone.
""",
    ),
    "I140": Code(
        "not a whole safetensors file",
        """\
A `.safetensors` file begins with the size of a header (8 bytes), then the header, a JSON object with dtype, shape and
`data_offsets` of each tensor, then their bytes. An index is a `.json` file with a `weight_map` of files by tensor,
which stand beside it. A download that broke off, or a pointer of Git LFS, is neither. Tensors of float8 are not read.
""",
    ),
    "I141": Code(
        "weights whose names are not those of the program",
        """\
Every tensor of `--weights` must be a weight of the program: a name of the state of an exported program
(`model.state_dict()`), or of a parameter or input of other programs. An exported program wants all of its weights;
those that share memory with another (tied ones) may be left out.

```text
error[I141]: the program has no weight `encoder.layer.0.w`
```
""",
    ),
    "I142": Code(
        "a weight of another shape or type",
        "A tensor of `--weights` has another shape or element type than the program's weight. Nothing is converted: "
        "export the model in the type of its weights, `model.to(torch.bfloat16)`.",
    ),
}
