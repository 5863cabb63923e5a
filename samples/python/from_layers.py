"""Translating another framework's graph: walk its nodes in order and emit one operator per node.

In the course the graph comes from torch.fx; here it is a list of nodes with the same fields, so that nothing but
NumPy is needed. With torch installed, `fx.symbolic_trace(model).graph.nodes` takes its place.
"""

from dataclasses import dataclass, field

import numpy as np
from tensor_ops import te_relu

from mlcc import relax, topi


@dataclass(eq=False)
class Node:
    op: str  # placeholder, call_module or output
    target: str
    args: list["Node"] = field(default_factory=list)


@dataclass
class Linear:
    weight: np.ndarray
    bias: np.ndarray


class ReLU:
    pass


def map_linear(bb, node_map, node, module):
    x = node_map[node.args[0]]
    y = bb.emit_te(topi.nn.dense, x, relax.const(module.weight))
    return bb.emit_te(topi.add, y, relax.const(module.bias))


def map_relu(bb, node_map, node, module):
    return bb.emit_te(te_relu, node_map[node.args[0]])


def from_graph(nodes, modules, input_shapes, call_module_map):
    shapes = iter(input_shapes)
    node_map, inputs, output = {}, [], None
    bb = relax.BlockBuilder()
    with bb.function("main"):
        with bb.dataflow():
            for node in nodes:
                if node.op == "placeholder":
                    info = relax.TensorStructInfo(next(shapes), "float32")
                    node_map[node] = relax.Var(node.target, info)
                    inputs.append(node_map[node])
                elif node.op == "call_module":
                    module = modules[node.target]
                    node_map[node] = call_module_map[type(module)](bb, node_map, node, module)
                elif node.op == "output":
                    output = bb.emit_output(node_map[node.args[0]])
        bb.emit_func_output(output, inputs)
    return bb.get()


rng = np.random.default_rng(0)


def linear(rows, columns):
    weight = rng.standard_normal((rows, columns), dtype="float32") / np.float32(np.sqrt(columns))
    return Linear(weight, rng.standard_normal(rows, dtype="float32"))


modules = {"linear0": linear(128, 784), "relu": ReLU(), "linear1": linear(10, 128)}
x = Node("placeholder", "x")
y0 = Node("call_module", "linear0", [x])
y1 = Node("call_module", "relu", [y0])
y2 = Node("call_module", "linear1", [y1])
graph = [x, y0, y1, y2, Node("output", "output", [y2])]

module = from_graph(graph, modules, [(1, 784)], {Linear: map_linear, ReLU: map_relu})
print("\n".join(module.script().partition("metadata =")[0].splitlines()))

vm = relax.VirtualMachine(relax.vm.build(module, target="llvm"))
image = rng.random((1, 784), dtype="float32")
l0, l1 = modules["linear0"], modules["linear1"]
wanted = np.maximum(image @ l0.weight.T + l0.bias, 0) @ l1.weight.T + l1.bias
result = vm["main"](image)
np.testing.assert_allclose(result, wanted, rtol=1e-4, atol=1e-5)
print("prediction:", int(result.argmax()), "- equal to NumPy")
