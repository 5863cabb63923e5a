# %% a model of PyTorch, traced
import numpy as np
import torch
from torch import fx

import mlcc as tvm
from mlcc import relax, topi
from mlcc.relax.frontend.torch import from_fx

torch.manual_seed(0)


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.randn(12, 7))
        self.linear = torch.nn.Linear(7, 5)

    def forward(self, x):
        x = torch.matmul(x, self.weight)
        x = torch.relu(x)
        return self.linear(x)


model = Model().eval()
traced = fx.symbolic_trace(model)
print(traced.graph)


# %% an importer of rules: a table of functions and a table of modules
def constant(tensor):
    return relax.const(tensor.detach().numpy(), relax.TensorStructInfo(tuple(tensor.shape), "float32"))


def attribute(owner, path):
    for part in path.split("."):
        owner = getattr(owner, part)
    return owner


def from_rules(traced, shapes, functions, modules):
    values, inputs = {}, []
    named, bb = dict(traced.named_modules()), relax.BlockBuilder()
    with bb.function("main"):
        with bb.dataflow():
            for node in traced.graph.nodes:
                if node.op == "placeholder":
                    info = relax.TensorStructInfo(shapes[len(inputs)], "float32")
                    values[node] = relax.Var(node.target, info)
                    inputs.append(values[node])
                elif node.op == "get_attr":
                    values[node] = constant(attribute(traced, node.target))
                elif node.op == "call_function":
                    values[node] = functions[node.target](bb, values, node)
                elif node.op == "call_module":
                    module = named[node.target]
                    values[node] = modules[type(module)](bb, values, node, module)
                elif node.op == "output":
                    out = bb.emit_output(values[node.args[0]])
        bb.emit_func_output(out, inputs)
    return bb.get()


FUNCTIONS = {
    torch.matmul: lambda bb, values, node: bb.emit_te(topi.matmul, *(values[a] for a in node.args)),
    torch.relu: lambda bb, values, node: bb.emit_te(topi.nn.relu, values[node.args[0]]),
}
MODULES = {
    torch.nn.Linear: lambda bb, values, node, module: bb.emit_te(
        topi.add,
        bb.emit_te(topi.nn.dense, values[node.args[0]], constant(module.weight)),
        constant(module.bias),
    ),
}
module = from_rules(traced, [(3, 12)], FUNCTIONS, MODULES)
module.show()

# %% built, and beside the importer that comes with the compiler
x = torch.randn(3, 12)
vm = relax.VirtualMachine(relax.build(module, target="llvm"), tvm.cpu())
ready = relax.VirtualMachine(relax.build(from_fx(traced, [((3, 12), "float32")]), target="llvm"), tvm.cpu())
for made in (vm["main"](tvm.nd.array(x.numpy())), ready["main"](tvm.nd.array(x.numpy()))):
    np.testing.assert_allclose(made.numpy(), model(x).detach().numpy(), rtol=1e-5, atol=1e-5)
