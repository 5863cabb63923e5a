"""PyTorch's ways in: exported programs, traced modules, `torch.compile`; each gives what PyTorch computes."""

from __future__ import annotations

import logging
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tolerances import assert_close

import mlcc
from mlcc import MlccError

pytest.importorskip("torch")

import torch  # noqa: E402
from safetensors_files import write  # noqa: E402
from torch_models import MODELS  # noqa: E402

from mlcc.importers.torch import from_exported_program, from_fx, supported_operators  # noqa: E402
from mlcc.torch_backend import compile_graph  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")  # PyTorch's own deprecations


def _model(name: str) -> tuple[Any, Any]:
    torch.manual_seed(0)
    make: Any
    make, inputs = MODELS[name]
    return make().eval(), inputs()


class _Of(torch.nn.Module):
    """A module that computes what a function does."""

    def __init__(self, call: Any) -> None:
        super().__init__()
        self.call = call

    def forward(self, x: Any) -> Any:
        return self.call(x)


def _wanted(model: Any, *inputs: Any) -> Any:
    with torch.no_grad():
        return model(*inputs).numpy()


@pytest.mark.parametrize("name", MODELS)
def test_exported(name: str) -> None:
    model, x = _model(name)
    library = mlcc.build(from_exported_program(torch.export.export(model, (x,))))
    assert_close(library(x.numpy()), _wanted(model, x))


def test_the_range_of_a_dynamic_dimension_is_enforced() -> None:
    class Twice(torch.nn.Module):
        def forward(self, x: Any, y: Any) -> Any:
            return x * 2, y + 1

    n, m = torch.export.Dim("n", min=3, max=8), torch.export.Dim("m")
    example = torch.ones(4, 2), torch.ones(5)
    program = torch.export.export(Twice(), example, dynamic_shapes={"x": {0: n}, "y": {0: m}})
    library = mlcc.build(from_exported_program(program))
    for size in (3, 8):
        assert_close(library(np.ones((size, 2), "float32"), np.ones(1, "float32"))[0], np.full((size, 2), 2, "float32"))
    for size in (2, 9):
        with pytest.raises(MlccError, match="R306.*must be from 3 to 8"):
            library(np.ones((size, 2), "float32"), np.ones(1, "float32"))


@pytest.mark.parametrize("name", MODELS)
def test_exported_for_any_batch(name: str) -> None:
    model, x = _model(name)
    batch = torch.export.Dim("batch", min=1, max=64)
    program = torch.export.export(model, (x,), dynamic_shapes=({0: batch},))
    library = mlcc.build(from_exported_program(program))
    for inputs in (x, x[:1], torch.cat([x, x.flip(0), x])):
        assert_close(library(inputs.numpy()), _wanted(model, inputs))


@pytest.mark.parametrize("name", ["bert", "gpt"])
def test_exported_for_any_length(name: str) -> None:
    model, x = _model(name)
    shapes = ({0: torch.export.Dim("n", max=64), 1: torch.export.Dim("length", max=64)},)
    library = mlcc.build(from_exported_program(torch.export.export(model, (x,), dynamic_shapes=shapes)))
    for inputs in (x, torch.randint(0, 50, (3, 17)), torch.randint(0, 50, (1, 2))):
        assert_close(library(inputs.numpy()), _wanted(model, inputs))


@pytest.mark.parametrize("name", ["mlp", "resnet", "mobilenet"])
def test_traced(name: str) -> None:
    model, x = _model(name)
    module = from_fx(torch.fx.symbolic_trace(model), [(tuple(x.shape), "float32")])
    assert_close(mlcc.build(module)(x.numpy()), _wanted(model, x))


@pytest.mark.parametrize("name", MODELS)
def test_compiled(name: str, caplog: pytest.LogCaptureFixture) -> None:
    model, x = _model(name)
    torch._dynamo.reset()
    with torch.no_grad(), caplog.at_level(logging.WARNING, "mlcc.torch"):
        compiled = torch.compile(model, backend=compile_graph)
        assert_close(compiled(x).numpy(), _wanted(model, x))
        more = torch.cat([x, x])
        assert_close(compiled(more).numpy(), _wanted(model, more))
    assert not caplog.records  # nothing stayed in PyTorch


def test_weights_that_change_are_seen() -> None:
    model, x = _model("mlp")
    torch._dynamo.reset()
    with torch.no_grad():
        compiled = torch.compile(model, backend=compile_graph)
        before = compiled(x).numpy().copy()
        model.last.weight.mul_(3)
        assert_close(compiled(x).numpy(), _wanted(model, x))
        assert not np.allclose(before, _wanted(model, x))


@pytest.mark.parametrize("freezing", [False, True])
def test_weights_are_constants_however_they_come(freezing: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """With Inductor's `freezing`, TorchDynamo keeps a model's state in the graph instead of passing it."""
    import torch._inductor.config as inductor

    from mlcc import driver

    model, x = _model("mlp")
    made, build = [], driver.build

    def spied(*args: Any, **options: Any) -> Any:
        made.append(build(*args, **options))
        return made[-1]

    monkeypatch.setattr(driver, "build", spied)
    torch._dynamo.reset()
    with torch.no_grad(), inductor.patch(freezing=freezing):
        assert_close(torch.compile(model, backend=compile_graph)(x).numpy(), _wanted(model, x))
    assert [len(library.main.spec.inputs) for library in made] == [1]


def test_weights_made_in_inference_mode() -> None:
    with torch.inference_mode():
        model, x = torch.nn.Linear(6, 4), torch.randn(3, 6)
        compiled = torch.compile(model, backend=compile_graph)
        assert_close(compiled(x).numpy(), model(x).numpy())
        model.weight.mul_(2)
        assert_close(compiled(x).numpy(), model(x).numpy())


def test_buffers_are_constants_and_changes_of_them_are_seen() -> None:
    model = torch.nn.Sequential(torch.nn.Conv2d(3, 4, 3), torch.nn.BatchNorm2d(4)).eval()
    x, calls = torch.randn(2, 3, 8, 8), []

    def backend(graph: Any, inputs: Any, **options: Any) -> Any:
        calls.append(compile_graph(graph, inputs, **options))
        return calls[-1]

    torch._dynamo.reset()
    with torch.no_grad():
        compiled = torch.compile(model, backend=backend)
        assert_close(compiled(x).numpy(), _wanted(model, x))
        model[1].running_mean.add_(1)
        assert_close(compiled(x).numpy(), _wanted(model, x))
        model[0].weight = torch.nn.Parameter(torch.randn(4, 3, 3, 3))
        assert_close(compiled(x).numpy(), _wanted(model, x))
        model.load_state_dict({n: v * 2 for n, v in model.state_dict().items()}, assign=True)
        assert_close(compiled(x).numpy(), _wanted(model, x))
    assert len(calls) <= 3  # built again, mostly without being traced again


def test_what_cannot_be_compiled_stays(caplog: pytest.LogCaptureFixture) -> None:
    torch._dynamo.reset()

    def odd(x: Any) -> Any:
        return torch.linalg.eigvalsh(x @ x.T) + torch.special.bessel_j0(x).sum()

    x = torch.randn(4, 4)
    with torch.no_grad(), caplog.at_level(logging.WARNING, "mlcc.torch"):
        compiled = torch.compile(odd, backend=compile_graph)
        torch.testing.assert_close(compiled(x), odd(x))
    assert any("stays in PyTorch" in record.message for record in caplog.records)


def test_gradients_stay_in_pytorch() -> None:
    torch._dynamo.reset()
    model, x = _model("mlp")
    loss = torch.compile(model, backend=compile_graph)(x).square().sum()
    loss.backward()
    assert model.first.weight.grad is not None


def test_sizes_that_are_no_multiple_are_resized_by_the_factor() -> None:
    """Where the elements lie is said by the factor, not by the quotient of the sizes, but where PyTorch copies."""
    cases: list[tuple[tuple[int, ...], dict[str, Any]]] = [
        (shape, {"scale_factor": factor, "mode": mode, **more})
        for mode, more in (
            ("nearest", {}), ("nearest-exact", {}), ("bilinear", {}), ("bicubic", {}),
            ("bilinear", {"align_corners": True}), ("bilinear", {"antialias": True}), ("bicubic", {"antialias": True}),
        )
        for shape, factor in (((5, 7), 1.7), ((9, 4), 0.6), ((3, 3), 1.3), ((4, 5), (2.1, 0.45)), ((3, 2), 2.0))
    ]  # fmt: skip
    cases += [((7,), {"scale_factor": 1.7, "mode": "linear"}), ((3, 4, 5), {"scale_factor": 1.3, "mode": "trilinear"})]
    cases += [((5, 7), {"scale_factor": 1.7, "mode": "bilinear", "recompute_scale_factor": True})]

    class Resized(torch.nn.Module):
        def forward(self, *images: Any) -> Any:
            return [torch.nn.functional.interpolate(x, **how) for x, (_, how) in zip(images, cases, strict=True)]

    torch.manual_seed(0)
    images = tuple(torch.randn(1, 2, *shape) for shape, _ in cases)
    library = mlcc.build(from_exported_program(torch.export.export(Resized(), images)), opt_level=1)
    for got, want in zip(library(*(x.numpy() for x in images)), Resized()(*images), strict=True):
        assert_close(got, want.numpy())


@pytest.mark.parametrize("rows", [None, torch.export.Dim("rows")])
def test_rows_by_the_weights_of_their_expert(rows: Any) -> None:
    """The rows are sorted by expert; one expert has none."""
    if not hasattr(torch.nn.functional, "grouped_mm"):
        pytest.skip("this PyTorch has no grouped_mm")

    class Experts(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.weight = torch.nn.Parameter(torch.randn(3, 32, 16).bfloat16())

        def forward(self, x: Any, ends: Any) -> Any:
            return torch.nn.functional.grouped_mm(x.bfloat16(), self.weight, offs=ends).float()

    torch.manual_seed(0)
    model = Experts().eval()
    shapes = None if rows is None else {"x": {0: rows}, "ends": None}
    call = torch.randn(16, 32), torch.tensor([5, 5, 16], dtype=torch.int32)
    library = mlcc.build(from_exported_program(torch.export.export(model, call, dynamic_shapes=shapes)))
    # wide: results are rounded to bfloat16
    np.testing.assert_allclose(library(*(a.numpy() for a in call)), _wanted(model, *call), rtol=2**-7, atol=2**-7)


def _drawn(call: Any, training: bool = False) -> np.ndarray:
    """What a module draws that computes `call`."""

    x = torch.ones(3000, 4)
    library = mlcc.build(from_exported_program(torch.export.export(_Of(call).train(training), (x,))))
    made: np.ndarray = library(x.numpy())
    np.testing.assert_array_equal(library(x.numpy()), made)  # the same in every run
    return made


def test_random_numbers() -> None:
    """By their moments: 12,000 numbers are within five deviations of their mean."""
    numbers = _drawn(lambda x: torch.rand(3000, 4) + x)
    assert abs(numbers.mean() - 1.5) < 5 * 0.29 / 110
    assert numbers.min() >= 1
    assert numbers.max() < 2
    numbers = _drawn(lambda x: torch.randn_like(x) + torch.randn(3000, 4))  # two draws, independent of each other
    assert abs(numbers.mean()) < 5 * 1.42 / 110
    assert abs(numbers.std() - 2**0.5) < 0.05
    assert set(np.unique(_drawn(lambda x: torch.randint(2, 5, (3000,)) + x.long()[:, 0]))) == {3, 4, 5}
    assert sorted(_drawn(lambda x: torch.randperm(3000) * x.long()[:, 0])) == list(range(3000))
    assert abs(_drawn(lambda x: torch.bernoulli(x * 0.25)).mean() - 0.25) < 5 * 0.44 / 110


def test_dropout_in_training() -> None:
    made = _drawn(lambda x: torch.nn.functional.dropout(x, 0.25, training=True), True)
    assert set(np.unique(made)) == {np.float32(0), np.float32(4 / 3)}
    assert abs((made == 0).mean() - 0.25) < 5 * 0.44 / 110
    np.testing.assert_array_equal(_drawn(lambda x: torch.nn.functional.dropout(x, 0.25, training=False)), 1)


def test_compiled_graphs_that_draw_stay_in_pytorch(caplog: pytest.LogCaptureFixture) -> None:
    compiled = torch.compile(lambda x: x + torch.rand(5), backend=compile_graph)
    x = torch.zeros(5)
    with caplog.at_level(logging.WARNING):
        first, second = compiled(x), compiled(x)
    assert "I121" in caplog.text
    assert not torch.equal(first, second)


@pytest.mark.parametrize("decomposed", [False, True])
def test_batch_norms_without_statistics(decomposed: bool) -> None:
    model = torch.nn.BatchNorm2d(5, track_running_stats=False).eval()
    x = torch.randn(3, 5, 4, 6)
    program = torch.export.export(model, (x,))
    library = mlcc.build(from_exported_program(program.run_decompositions() if decomposed else program))
    assert_close(library(x.numpy()), _wanted(model, x))


class _Rotated(torch.nn.Module):
    """Rotary embeddings as Llama's first code has them: a buffer of complex numbers."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("turns", torch.polar(torch.ones(6), torch.arange(6.0)))

    def forward(self, x: Any) -> Any:
        return torch.view_as_real(torch.view_as_complex(x.reshape(3, 5, 6, 2)) * self.turns).flatten(-2)


def _complex_numbers(x: Any) -> Any:
    a = torch.complex(x, x + 1)
    sums = torch.cat([(a.conj() + 1j * x - x) / torch.complex(x + 9, x) / 2, a * a], 1).transpose(1, 2)[:, ::3]
    return torch.view_as_real(sums - a.sum()), a.angle(), a.abs(), a.imag


@pytest.mark.parametrize(
    "model",
    [
        _Rotated(), _Of(_complex_numbers),
        _Of(lambda x: torch.view_as_real(torch.fft.fftn(x, dim=(1, 2), norm="ortho"))),
        _Of(lambda x: (torch.complex(x, x + 1) * 1e30).abs()),  # whose squares are infinite
        _Of(lambda x: torch.fft.irfft2(torch.fft.rfft2(x) * 2)), _Of(lambda x: torch.fft.hfft(torch.complex(x, x * 2))),
        _Of(lambda x: torch.fft.irfft(torch.fft.rfft(x[..., :11]), n=11, norm="forward")),
        _Of(lambda x: torch.stft(x.reshape(3, 60), 16, 4, window=torch.hann_window(16), return_complex=True).abs()),
    ],
)  # fmt: skip
def test_complex_numbers_within_a_program(model: Any) -> None:
    torch.manual_seed(0)
    x = torch.randn(3, 5, 12)
    wanted = model(x)
    made = mlcc.build(from_exported_program(torch.export.export(model, (x,))))(x.numpy())
    made, wanted = (one if isinstance(one, tuple) else (one,) for one in (made, wanted))
    for one, other in zip(made, wanted, strict=True):
        assert_close(one, other.numpy())


def test_operators_without_a_converter_are_told_at_once() -> None:
    class Odd(torch.nn.Module):
        def forward(self, x: Any) -> Any:
            return torch.special.bessel_j0(x) + torch.linalg.eigvalsh(x)[0]

    with pytest.raises(MlccError, match="I120") as caught:
        from_exported_program(torch.export.export(Odd(), (torch.randn(3, 3),)))
    said = " ".join(d.message for d in caught.value.diagnostics)
    assert "aten.special_bessel_j0" in said
    assert "eigh" in said


def test_programs_that_change_their_state() -> None:
    class Counter(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.register_buffer("count", torch.zeros(1))

        def forward(self, x: Any) -> Any:
            self.count.add_(1)
            return x + self.count

    with pytest.raises(MlccError, match="I133.*count"):
        from_exported_program(torch.export.export(Counter(), (torch.randn(2),)))


def test_other_refusals() -> None:
    with pytest.raises(MlccError, match="I131"):
        from_fx(torch.nn.Identity(), [((2,), "float31")])
    with pytest.raises(MlccError, match="I134"):
        from_fx(torch.nn.Linear(3, 2), [((2, 5), "float32")])
    with pytest.raises(MlccError, match="I131.*complex"):
        from_fx(torch.nn.Identity(), [((2,), "complex64")])

    masked = _Of(lambda x: x[x > 0].sum())
    with pytest.raises(MlccError, match="I132"):
        from_exported_program(torch.export.export(masked, (torch.randn(4),)))

    refused = (
        (_Of(torch.fft.rfft), "returns complex"),
        (_Of(lambda x: torch.fft.rfft(x).sqrt().real), "sqrt.*complex numbers, and has no converter"),
    )
    for model, found in refused:
        with pytest.raises(MlccError, match=f"I131.*{found}"):
            from_exported_program(torch.export.export(model, (torch.randn(4),)))


def test_parameters_as_inputs_and_several_results() -> None:
    class Two(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.w = torch.nn.Parameter(torch.randn(3, 4))

        def forward(self, x: Any) -> Any:
            y = x @ self.w
            return y.max(1), y.sum().to(torch.int64)

    model, x = Two().eval(), torch.randn(5, 3)
    program = torch.export.export(model, (x,))
    module, params = mlcc.relax.frontend.detach_params(from_exported_program(program, keep_params_as_input=True))
    assert [type(item).__name__ for item in params["main"]] == ["NDArray"]
    assert module["main"].attrs["num_input"] == 1
    values, places, total = mlcc.build(module)(x.numpy(), *params["main"])
    (want, at), whole = model(x)
    assert_close(values, want.detach().numpy())
    assert (places == at.numpy()).all()
    assert (total.dtype, total) == (np.int64, whole)


def test_weights_are_not_copied() -> None:
    model = torch.nn.Linear(64, 64, bias=False).eval()
    module = from_exported_program(torch.export.export(model, (torch.randn(1, 64),)))
    (weight,) = (c for c in _constants(module) if c.data.shape == (64, 64))
    assert np.shares_memory(weight.data, model.weight.detach().numpy())


def test_weights_of_a_file(tmp_path: Path) -> None:
    """A model is exported with any weights, and built with those of a file; tied ones may be left out of it."""

    class Tied(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.table, self.last = torch.nn.Embedding(11, 6), torch.nn.Linear(6, 11, bias=False)
            self.norm = torch.nn.BatchNorm1d(6)
            self.last.weight = self.table.weight

        def forward(self, x: Any) -> Any:
            return self.last(self.norm(self.table(x)))

    x = torch.randint(0, 11, (4,))
    program = torch.export.export(Tied().eval(), (x,))
    tuned = Tied().eval()
    with torch.no_grad():
        tuned.norm.running_mean.add_(0.5)
    tensors = {name: value.numpy() for name, value in tuned.state_dict().items() if name != "last.weight"}
    file = write(tmp_path / "w.safetensors", tensors)
    torch.export.save(program, tmp_path / "net.pt2")
    for module in (
        from_exported_program(program, weights=tensors),
        mlcc.driver.modules.read_module(str(tmp_path / "net.pt2"), weights=[str(file)])[1],
    ):
        assert_close(mlcc.build(module)(x.numpy()), _wanted(tuned, x))
    assert_close(mlcc.build(tmp_path / "net.pt2", weights=file)(x.numpy()), _wanted(tuned, x))
    for change, code in (
        ({"norm.bias": None}, "I141.*no weight `norm.bias`"),
        ({"norm.gain": x.numpy()}, "I141.*has no weight `norm.gain`"),
        ({"norm.bias": x.numpy()}, "I142.*norm.bias"),
    ):  # fmt: skip
        given = {name: value for name, value in {**tensors, **change}.items() if value is not None}
        with pytest.raises(MlccError, match=code):
            from_exported_program(program, weights=given)


def test_the_importer_made_of_rules() -> None:
    path = Path(__file__).resolve().parents[2] / "samples" / "python" / "torch_rules.py"
    done = subprocess.run([sys.executable, path], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("equal to PyTorch\n")


def _constants(module: Any) -> list[Any]:
    from mlcc.ir import Constant, walk

    return [node for node in walk(module["main"].body) if isinstance(node, Constant)]


def test_from_the_shell(tmp_path: Path) -> None:
    model, x = _model("mlp")
    torch.export.save(torch.export.export(model, (x,)), tmp_path / "net.pt2")
    np.save(tmp_path / "x.npy", x.numpy())
    for args in (
        ["build", "net.pt2", "-o", "net.so"],
        ["run", "net.so", "x.npy", "-o", "y.npy"],
        ["import", "net.pt2"],
    ):
        subprocess.run([sys.executable, "-m", "mlcc", *args], cwd=tmp_path, check=True, capture_output=True)
    assert_close(np.load(tmp_path / "y.npy"), _wanted(model, x))
    (tmp_path / "bad.pt2").write_bytes(b"PK\x03\x04 not one")
    done = subprocess.run(
        [sys.executable, "-m", "mlcc", "build", "bad.pt2"], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert "error[I130]" in done.stderr


def test_names_of_tvm() -> None:
    from mlcc.relax.frontend import torch as frontend

    assert frontend.from_fx is from_fx
    assert frontend.from_exported_program is from_exported_program
    assert {"add", "convolution", "index.Tensor"} <= set(supported_operators())


@pytest.mark.parametrize(
    "call",
    [
        lambda x: torch.sort(x, 1, descending=True), lambda x: torch.var_mean(x, (0, 2)), lambda x: torch.std(x, 1),
        lambda x: torch.nn.functional.avg_pool1d(x, 3, 2, 1, count_include_pad=False), lambda x: x.roll(2, 1),
        lambda x: torch.nn.functional.avg_pool2d(x, 2, 1, 1, False, False, 3), lambda x: x[:, [2, 0, 1], 1:],
        lambda x: torch.linalg.vector_norm(x, 3, 1), lambda x: x.index_put((torch.tensor([1, 0]),), x[:1]),
        lambda x: torch.scatter_add(x, 1, torch.tensor([[[0], [0]], [[1], [3]]]), x), lambda x: x.unbind(1),
        lambda x: torch.topk(x, 2, 1, largest=False), lambda x: torch.where(x > 0, x, 2), lambda x: x.cumsum(-1),
        lambda x: torch.nn.functional.adaptive_avg_pool2d(x, (3, 2)), lambda x: torch.remainder(x, -0.7),
        lambda x: torch.div(x, 0.3, rounding_mode="floor"), lambda x: x.to(torch.int64) // 2, lambda x: x.flip(0, 2),
        lambda x: torch.nn.functional.pad(x, (1, -1, 2, 0), value=3), lambda x: x.diagonal(1, 1, 2),
        lambda x: x.tril(1),
        lambda x: torch.nn.functional.adaptive_avg_pool1d(x, 3), lambda x: torch.max(x, 2), lambda x: x.argmin(),
        lambda x: torch.nn.functional.max_pool2d(x, 2, return_indices=True), lambda x: x.clamp(min=-0.5, max=0.25),
        lambda x: torch.special.i1e(x).erfc() + torch.lgamma(x) + torch.digamma(x) + torch.erfinv(x.sin()),
        lambda x: torch.linalg.inv(x @ x.mT + torch.eye(5)), lambda x: torch.linalg.det(x[..., :5]),
        lambda x: torch.linalg.solve(x[..., :5], x), lambda x: torch.linalg.qr(x), lambda x: torch.cdist(x, x + 1),
        lambda x: x.as_strided((3, 4), (2, 5), 1), lambda x: x.transpose(0, 1).as_strided((2, 2), (3, 7), 2),
        lambda x: x.unfold(2, 3, 2), lambda x: x.median(1).values, lambda x: x.cummax(2), lambda x: x.logcumsumexp(1),
        lambda x: torch.searchsorted(x[0, 0].sort().values, x, right=True), lambda x: x * x.sum().item(),
        lambda x: x.index_reduce(1, torch.tensor([0, 3, 0]), x[:, :3], "mean", include_self=False),
        lambda x: x.scatter_reduce(2, (x > 0).long(), x, "amax", include_self=False), lambda x: x.repeat(2, 1, 3),
        lambda x: x.index_copy(1, torch.tensor([1, 0]), x[:, :2] + 1), lambda x: torch.histc(x, 7, -1, 1),
        lambda x: x.index_put((x > 0.5,), torch.tensor([7.0])), lambda x: torch.fmax(x, x.log()),
        lambda x: x.masked_scatter(x > 0, x + 5), lambda x: torch.copysign(x, -x.round()),
        lambda x: x.round(decimals=1), lambda x: x.gather(1, torch.zeros((2, 0), dtype=torch.int64)),
        lambda x: torch.nn.functional.adaptive_avg_pool1d(x[:0], 3),
        lambda x: torch.arange(0.1, -7.9, -4.0, dtype=torch.int64) + x.argmin(),
        lambda x: torch.linalg.cross(x[..., :3], x[..., 1:4]), lambda x: torch.bucketize(x, torch.tensor([-1.0, 0, 1])),
        lambda x: torch.special.legendre_polynomial_p(x.sin(), torch.arange(-1, 6)),
        lambda x: torch.special.shifted_chebyshev_polynomial_w(x.sin().abs(), x.abs() * 4),
        lambda x: torch.special.hermite_polynomial_h(x, 4), lambda x: torch.special.laguerre_polynomial_l(x[:0], x[:0]),
        lambda x: torch.nn.functional.adaptive_max_pool2d(x.round(), (3, 2), return_indices=True),
        lambda x: torch.nextafter(x.round(), x), lambda x: torch.frexp(x * 1e-38),
        lambda x: torch.lcm((x * 9).short(), torch.gcd((x * 90).int(), (x.flip(2) * 90).int())),
    ],
)  # fmt: skip
def test_operators(call: Any) -> None:
    """Samples in the default run; `tests/bench/torch_operators.py` has those of PyTorch's own tests."""

    torch.manual_seed(1)
    x = torch.randn(2, 5, 7)
    made = mlcc.build(from_exported_program(torch.export.export(_Of(call), (x,))))(x.numpy())
    wanted = call(x)
    wanted = wanted if isinstance(wanted, (tuple, list)) else (wanted,)
    made = made if isinstance(made, tuple) else (made,)
    assert len(made) == len(wanted)
    for got, want in zip(made, wanted, strict=True):
        assert_close(got, want.numpy())
