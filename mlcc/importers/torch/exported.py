"""Exported programs (`torch.export`) to modules: the decomposition to Core ATen, and the walk over its nodes."""

from __future__ import annotations

import importlib
import os
import sys
import warnings
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

import torch
import torch._decomp
from torch.export.graph_signature import InputKind, OutputKind

from mlcc.diagnostics import MlccError
from mlcc.ir import Constant, GraphFunction, IRModule

from ..safetensors import fitting
from .tensors import dtype_of
from .walk import Walk, calls_for

#: Operators that are kept whole, because their kernels are better than those of their parts.
KEPT = (
    "linear.default", "matmul.default", "scaled_dot_product_attention.default", "silu.default", "hardswish.default",
    "hardsigmoid.default", "layer_norm.default", "mish.default", "softplus.default", "elu.default",
    "pixel_shuffle.default", "upsample_nearest1d.vec", "upsample_nearest2d.vec", "upsample_nearest3d.vec",
    "upsample_linear1d.vec", "upsample_bilinear2d.vec", "upsample_trilinear3d.vec", "upsample_bicubic2d.vec",
    "log_sigmoid_forward.default", "_scaled_dot_product_flash_attention_for_cpu.default",
)  # fmt: skip
#: Operators of torchao that are kept whole: their parts are floats that nothing tells from other floats.
KEPT_OF_TORCHAO = ("choose_qparams_affine", "quantize_affine", "dequantize_affine")
#: Operators of Core ATen that PyTorch decomposes when asked, and which need no kernels of their own then.
PARTED = ("max_pool2d_with_indices_backward.default", "_native_batch_norm_legit.no_stats")


def load_program(path: str | os.PathLike[str]) -> Any:
    """The exported program in a `.pt2` file. Raises I130."""
    try:
        try:
            return torch.export.load(os.fspath(path))
        except Exception:
            if not _know_quantized():
                raise
            return torch.export.load(os.fspath(path))
    except Exception as error:  # PyTorch and zipfile raise a dozen kinds on files that are none
        raise MlccError(
            "I130", f"`{os.fspath(path)}` is not an exported program",
            notes=[str(error).splitlines()[0][:200]] if str(error) else [],
            help='`torch.export.save(torch.export.export(model.eval(), (x,)), "model.pt2")` writes one',
        ) from error  # fmt: skip


def _know_quantized() -> bool:
    """Import what defines the operators of quantised programs; whether one of these was not known before."""
    before = len(sys.modules)
    for name in ("torch.ao.quantization.fx._decomposed", "torchao.quantization"):
        with suppress(ImportError):
            importlib.import_module(name)
    return len(sys.modules) > before


def from_exported_program(
    exported_program: Any,
    *,
    keep_params_as_input: bool = False,
    unwrap_unit_return_tuple: bool = True,
    no_bind_return_tuple: bool = False,
    run_ep_decomposition: bool = True,
    func_name: str = "main",
    weights: Mapping[str, Any] | None = None,
) -> IRModule:
    """A program of `torch.export` as a module; its function takes the user's inputs and gives the user's outputs.

    Weights and buffers are constants, in the memory of their tensors; with `keep_params_as_input` they are parameters
    after the inputs, and arrays of the attribute ``params``, which `relax.frontend.detach_params` takes away. `weights`
    are arrays by name that take the place of the program's own (see `mlcc.importers.safetensors.read_weights`). Sizes
    of dimensions that were exported as dynamic stay symbolic. A result is a tensor, or a tuple if there are several,
    or, without `unwrap_unit_return_tuple`, always a tuple. Raises MlccError: I120 for every operator without a
    converter at once, I131 for element types, I133 for programs that change their inputs or state, I141 and I142 for
    weights that do not fit.
    """
    program = exported_program
    if run_ep_decomposition:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            program = exported_program.run_decompositions(decompositions())
    return _Import(program, keep_params_as_input, func_name, weights).run(unwrap_unit_return_tuple)


def decompositions() -> Any:
    """PyTorch's own decompositions to Core ATen, without those of :data:`KEPT`, and with those of :data:`PARTED`."""
    table = torch.export.default_decompositions()
    for operator in (*_overloads(KEPT), *_of_torchao()):
        table.pop(operator, None)
    for operator, parts in torch._decomp.get_decompositions(list(_overloads(PARTED))).items():
        table[operator] = parts
    return table


def _overloads(names: Iterable[str]) -> Iterator[Any]:
    """The operators of these names that this version of PyTorch has."""
    for name in names:
        base, _, overload = name.partition(".")
        packet = getattr(torch.ops.aten, base, None)
        if packet is not None and overload in packet.overloads():
            yield getattr(packet, overload)


def _of_torchao() -> Iterator[Any]:
    """The operators :data:`KEPT_OF_TORCHAO`, if torchao has been imported."""
    for name in KEPT_OF_TORCHAO:
        packet = getattr(torch.ops.torchao, name, None)
        if packet is not None:
            yield packet.default


#: What PyTorch takes for a range where none is stated.
_OWN_LEAST, _OWN_MOST = 2, 2**62


class _Import(Walk):
    """The import of one program."""

    def __init__(self, program: Any, keep_params: bool, func_name: str, weights: Mapping[str, Any] | None) -> None:
        super().__init__(program.graph_module)
        self.weights = {} if weights is None else _replacing(program, weights)
        self.program = program
        self.keep_params = keep_params
        self.func_name = func_name
        self.kept: list[Any] = []  # arrays of weights that are parameters

    def run(self, unwrap: bool) -> IRModule:
        graph, signature = self.program.graph, self.program.graph_signature
        self.check_effects(signature)
        (returned,) = (node for node in graph.nodes if node.op == "output")
        wanted = [
            node for node, spec in zip(returned.args[0], signature.output_specs, strict=True)
            if spec.kind == OutputKind.USER_OUTPUT
        ]  # fmt: skip
        calls = calls_for(graph, wanted)
        inputs = self.bind_inputs(graph, signature)
        builder = self.t.builder
        with builder.function(self.func_name, self.t.inputs.params):
            with builder.dataflow():
                self.convert_nodes(calls)
                results = [builder.emit_output(self.as_tensor(self.argument(node))) for node in wanted]
            single = len(results) == 1 and unwrap
            builder.emit_func_output(results[0] if single else results)
        return self.finished(inputs, [getattr(node, "name", f"output_{n}") for n, node in enumerate(wanted)])

    def finished(self, inputs: list[str], outputs: list[str]) -> IRModule:
        module = self.t.builder.get()
        func = module[self.func_name]
        assert isinstance(func, GraphFunction)
        attrs: dict[str, Any] = {"input_names": inputs, "output_names": outputs}
        if self.keep_params:
            attrs |= {"num_input": len(inputs) - len(self.kept), "params": self.kept}
        ranges = {
            self.t.symbols.vars[symbol].name: _limits(given)
            for symbol, given in self.program.range_constraints.items() if symbol in self.t.symbols.vars
        }  # fmt: skip
        if stated := {name: limits for name, limits in ranges.items() if limits is not None}:
            attrs["dim_ranges"] = stated
        return module.with_function(self.func_name, func.with_attr(attrs))

    def check_effects(self, signature: Any) -> None:
        """A compiled function changes nothing: programs that update inputs or buffers are refused (I133)."""
        kinds = (OutputKind.BUFFER_MUTATION, OutputKind.USER_INPUT_MUTATION)
        changed = [str(spec.target) for spec in signature.output_specs if spec.kind in kinds]
        if changed:
            raise MlccError(
                "I133", f"the program changes {', '.join(changed[:5])} in place",
                help="export the model in `eval()` mode, and return new values instead",
            )  # fmt: skip

    def bind_inputs(self, graph: Any, signature: Any) -> list[str]:
        """Inputs to parameters, weights to constants (or parameters after the inputs); returns the inputs' names."""
        names, later = [], []
        placeholders = [node for node in graph.nodes if node.op == "placeholder"]
        for node, spec in zip(placeholders, signature.input_specs, strict=True):
            fake = node.meta.get("val")
            if spec.kind == InputKind.TOKEN:  # the order of effects, of which there are none
                continue
            if spec.kind == InputKind.USER_INPUT:
                if isinstance(fake, torch.Tensor):
                    self.values[node] = self.t.parameter(node.name, fake)
                    names.append(node.name)
                else:  # a number that was given to export is part of the program
                    self.values[node] = self.size_of(fake)
                continue
            if self.keep_params:
                later.append((node, spec.target.replace(".", "_")))
                own = self.weights.get(spec.target)
                self.kept.append(self.t.data(self.tensor_of(spec)).data if own is None else own)
            elif spec.target in self.weights:
                self.values[node] = Constant(self.weights[spec.target])
            else:
                self.values[node] = self.held(self.tensor_of(spec))
        for node, name in later:
            self.values[node] = self.t.parameter(name, node.meta["val"])
            names.append(name)
        return names

    def tensor_of(self, spec: Any) -> torch.Tensor:
        program = self.program
        for table in (program.state_dict, program.constants):
            if isinstance(table.get(spec.target), torch.Tensor):
                tensor: torch.Tensor = table[spec.target]
                return tensor
        raise MlccError("I130", f"the program has no data for `{spec.target}`")


def _limits(given: Any) -> list[int | None] | None:
    """The least and the largest value of a dynamic dimension; None if `torch.export` was given none.

    A least value of up to 2 may be PyTorch's own, which makes graphs apart for sizes of 0 and 1.
    """
    low = int(given.lower) if given.lower.is_integer and given.lower > _OWN_LEAST else 0
    high = int(given.upper) if given.upper.is_Integer and int(given.upper) < _OWN_MOST else None
    return None if not low and high is None else [low, high]


def _replacing(program: Any, weights: Mapping[str, Any]) -> dict[str, Any]:
    """The arrays for the program's parameters and buffers. One that is not given, and shares its memory with one that
    is, has that one's."""
    own = program.state_dict
    specs = program.graph_signature.input_specs
    used = [
        spec.target for spec in specs if spec.kind in (InputKind.PARAMETER, InputKind.BUFFER) and spec.target in own
    ]
    places: dict[Any, str] = {_place(own[name]): name for name in weights if name in own}
    tied = {name: weights[places[_place(own[name])]] for name in used if _place(own[name]) in places}
    complete = {**tied, **weights}
    return fitting(complete, {name: (tuple(t.shape), dtype_of(t.dtype)) for name, t in own.items()}, used)


def _place(tensor: torch.Tensor) -> Any:
    """What two tensors on the same memory have in common; of a tensor without memory, itself."""
    address = tensor.untyped_storage().data_ptr()
    return (address, tensor.storage_offset(), tensor.shape, tensor.stride()) if address else id(tensor)
