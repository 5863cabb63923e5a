"""An importer of PyTorch made of rules: a table of functions and a table of modules, over the nodes of torch.fx.

`mlcc.relax.frontend.torch` reads whole models; this one shows how little a translator of your own needs. Each rule gets
the block builder, the values of the nodes so far, and a node, and returns the value of that node.

    python torch_rules.py     # needs PyTorch
"""

import operator

import numpy as np
import torch
from torch import fx, nn

import mlcc
from mlcc import relax, te, topi


def map_param(param):
    """A parameter as a constant of the graph."""
    array = param.detach().cpu().numpy()
    return relax.const(array, relax.TensorStructInfo(tuple(array.shape), str(array.dtype)))


def fetch_attr(root, path):
    """The attribute that a dotted path names."""
    for number, name in enumerate(names := path.split(".")):
        if not hasattr(root, name):
            raise AttributeError(f"the module has no `{'.'.join(names[: number + 1])}`")
        root = getattr(root, name)
    return root


def from_fx(traced, input_shapes, call_function_map, call_module_map):
    """The module of a traced model, by the rules of the two tables."""
    builder, values, shapes = relax.BlockBuilder(), {}, iter(input_shapes)
    inputs = []
    with builder.function("main"):
        with builder.dataflow():
            for node in traced.graph.nodes:
                if node.op == "placeholder":
                    values[node] = relax.Var(node.target, relax.TensorStructInfo(next(shapes), "float32"))
                    inputs.append(values[node])
                elif node.op == "get_attr":
                    values[node] = map_param(fetch_attr(traced, node.target))
                elif node.op == "call_function":
                    values[node] = rule(call_function_map, node.target, node)(builder, values, node)
                elif node.op == "call_module":
                    layer = fetch_attr(traced, node.target)
                    values[node] = rule(call_module_map, type(layer), node)(builder, values, node, layer)
                elif node.op == "output":
                    result = builder.emit_output(values[node.args[0]])
                else:
                    raise NotImplementedError(f"a node of kind {node.op}: {node.format_node()}")
        builder.emit_func_output(result, inputs)
    return builder.get()


def rule(table, key, node):
    """The rule of a table for a node."""
    if key not in table:
        raise NotImplementedError(f"no rule for {key} of node `{node.name}`")
    return table[key]


# ---------------------------------------------------------------- the rules
def te_scaled_tanh(x, factor):
    """A computation of our own, as a tensor expression."""
    return te.compute(x.shape, lambda *i: te.tanh(x(*i)) * factor, "scaled_tanh")


def map_matmul(bb, values, node):
    a, b = (values[arg] for arg in node.args)
    return bb.emit_te(topi.matmul, a, b)


def map_add(bb, values, node):
    a, b = (values[arg] for arg in node.args)
    return bb.emit_te(topi.add, a, b)


def map_relu(bb, values, node, layer=None):
    return bb.emit_te(topi.nn.relu, values[node.args[0]])


def map_linear(bb, values, node, layer):
    y = bb.emit_te(topi.nn.dense, values[node.args[0]], map_param(layer.weight))
    return y if layer.bias is None else bb.emit_te(topi.add, y, map_param(layer.bias))


def map_scaled_tanh(bb, values, node, layer):
    return bb.emit_te(te_scaled_tanh, values[node.args[0]], layer.factor)


class ScaledTanh(nn.Module):
    """A layer that no importer knows."""

    factor = 1.5

    def forward(self, x):
        return torch.tanh(x) * self.factor


class Tracer(fx.Tracer):
    """Leaves our layer whole, so that its rule sees it."""

    def is_leaf_module(self, module, name):
        return isinstance(module, ScaledTanh) or super().is_leaf_module(module, name)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(128, 128) / 11)
        self.steps = nn.Sequential(nn.Linear(128, 32), ScaledTanh(), nn.Linear(32, 10, bias=False))

    def forward(self, x):
        return self.steps(torch.relu(torch.matmul(x, self.weight)) + x)


FUNCTIONS = {torch.matmul: map_matmul, torch.relu: map_relu, operator.add: map_add}
MODULES = {nn.Linear: map_linear, nn.ReLU: map_relu, ScaledTanh: map_scaled_tanh}


def main():
    torch.manual_seed(0)
    model = Model().eval()
    traced = fx.GraphModule(model, Tracer().trace(model))
    module = from_fx(traced, [(4, 128)], FUNCTIONS, MODULES)
    module.show()
    x = torch.randn(4, 128)
    made = mlcc.build(module)(x.numpy())
    with torch.no_grad():
        np.testing.assert_allclose(made, model(x).numpy(), rtol=1e-5, atol=1e-5)
    print("equal to PyTorch")


if __name__ == "__main__":
    main()
