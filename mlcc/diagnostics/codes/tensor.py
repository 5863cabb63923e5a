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
        """A reduction is the whole value of a compute, over axes made by `te.reduce_axis`.

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
        "shapes do not fit",
        """The operator cannot combine operands of these shapes.

```text
R.add(a, b)   # a: (4, 3), b: (4, 2): T203, 3 and 2 are different and neither is 1
```
""",
    ),
    "T204": Code(
        "dtypes do not fit",
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
}
