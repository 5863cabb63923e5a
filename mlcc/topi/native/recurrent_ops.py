"""The operators of recurrent networks: whole ONNX operators, and their recurrences alone."""

from __future__ import annotations

from typing import Any

from mlcc.ir import cast
from mlcc.te import Tensor

from ..registry import register
from ..shapes import define, need_rank, need_shape, static
from .recurrent import PARALLEL_FROM, SUMS, Recurrence, input_gates, recurrence
from .recurrent_lstm import LstmRecurrence
from .recurrent_pairs import PairsLstmRecurrence
from .recurrent_quantized import BytesLstmRecurrence, QuantizedLstmRecurrence
from .recurrent_tiles import TilesBytesLstmRecurrence, TilesLstmRecurrence, TilesRecurrence

Floats = tuple[float, ...]
Names = tuple[str, ...]


def _outputs(results: tuple[Tensor, ...], dtype: str) -> tuple[Tensor, ...]:
    if results[0].dtype == dtype:
        return results
    return tuple(define(t.shape, lambda *i, t=t: cast(dtype, t(*i)), f"{t.op.name}_cast") for t in results)


@register("nn.lstm_recurrence", "opaque")
def lstm_recurrence(
    gates: Tensor,
    r: Tensor,
    h0: Tensor | None = None,
    c0: Tensor | None = None,
    p: Tensor | None = None,
    lens: Tensor | None = None,
    r_scale: Tensor | None = None,
    r_sums: Tensor | None = None,
    x: Tensor | None = None,
    hidden_size: int = 1,
    direction: str = "forward",
    activations: Names | None = None,
    activation_alpha: Floats | None = None,
    activation_beta: Floats | None = None,
    clip: float = 0.0,
    input_forget: bool = False,
    sums: int = SUMS,
    parallel_from: int = PARALLEL_FROM,
    out_dtype: str | None = None,
) -> tuple[Tensor, ...]:
    """An LSTM whose input gates X Wᵀ + Wb + Rb, (S, B, D, 4 H) in the order i, o, f, c, are given.

    `r` is (D, 4 H, H), or packed by ``nn.pack_recurrent``, or bfloat16 as words of pairs (``PairsLstmRecurrence``) or
    for tile registers (``TilesLstmRecurrence``), which sum products of bfloat16, of a state two. Optional: initial
    states (D, B, H), peepholes (D, 3 H), lengths (B,). With scales `r_scale` (D, 4 H) the weights are integers, int8 or
    int16, and the state is quantised to uint8 in every step; with their sums `r_sums` (D, 4 H) they are words of
    ``nn.pack_recurrent_words``, or int8 for tile registers (``TilesBytesLstmRecurrence``). With inputs `x` (S, B, I) of
    bfloat16, the weights for tile registers are those of the inputs and the states, one below the other, and the gates
    are a bias (1, 1, D, 4 H). `sums`: how many values a tile adds up in registers; `parallel_from`: multiply-adds of a
    step from which threads share it. Results: Y (S, D, B, H), Y_h and Y_c (D, B, H), rounded to `out_dtype` if that is
    given.
    """
    extra = {"h0": h0, "c0": c0, "p": p, "lens": lens, "r_scale": r_scale, "r_sums": r_sums, "x": x}
    options = {"input_forget": input_forget}
    words = TilesBytesLstmRecurrence if r.ndim == 7 else BytesLstmRecurrence
    integers = QuantizedLstmRecurrence if r_sums is None else words
    narrow = TilesLstmRecurrence if r.ndim == 7 else PairsLstmRecurrence
    floats = narrow if r.ndim == 7 or r.dtype == "int32" else LstmRecurrence
    kind = floats if r_scale is None else integers
    results = recurrence(kind, "lstm", gates, r, hidden_size, direction, activations, activation_alpha,
                      activation_beta, clip, options, extra, sums, parallel_from)  # fmt: skip
    return _outputs(results, out_dtype or gates.dtype)


@register("nn.gru_recurrence", "opaque")
def gru_recurrence(
    gates: Tensor,
    r: Tensor,
    h0: Tensor | None = None,
    rb: Tensor | None = None,
    lens: Tensor | None = None,
    hidden_size: int = 1,
    direction: str = "forward",
    activations: Names | None = None,
    activation_alpha: Floats | None = None,
    activation_beta: Floats | None = None,
    clip: float = 0.0,
    linear_before_reset: bool = False,
    sums: int = SUMS,
    parallel_from: int = PARALLEL_FROM,
    out_dtype: str | None = None,
) -> tuple[Tensor, ...]:
    """A GRU whose input gates, (S, B, D, 3 H) in the order z, r, h, are given: X Wᵀ + Wb, and Rb of z and r.

    The Rb of h is part of them too, except with `linear_before_reset`, where it is `rb`, (D, H). `r` is (D, 3 H, H) or
    packed, or bfloat16 for tile registers (``TilesRecurrence``). Results: Y (S, D, B, H), Y_h (D, B, H).
    """
    extra = {"h0": h0, "rb": rb, "lens": lens}
    options = {"linear_before_reset": linear_before_reset}
    results = recurrence(_floats(r), "gru", gates, r, hidden_size, direction, activations, activation_alpha,
                      activation_beta, clip, options, extra, sums, parallel_from)  # fmt: skip
    return _outputs(results, out_dtype or gates.dtype)


@register("nn.rnn_recurrence", "opaque")
def rnn_recurrence(
    gates: Tensor,
    r: Tensor,
    h0: Tensor | None = None,
    lens: Tensor | None = None,
    hidden_size: int = 1,
    direction: str = "forward",
    activations: Names | None = None,
    activation_alpha: Floats | None = None,
    activation_beta: Floats | None = None,
    clip: float = 0.0,
    sums: int = SUMS,
    parallel_from: int = PARALLEL_FROM,
    out_dtype: str | None = None,
) -> tuple[Tensor, ...]:
    """A simple recurrent network whose input gates X Wᵀ + Wb + Rb, (S, B, D, H), are given.

    `r` is (D, H, H) or packed, or bfloat16 for tile registers (``TilesRecurrence``).
    Results: Y (S, D, B, H), Y_h (D, B, H).
    """
    extra = {"h0": h0, "lens": lens}
    results = recurrence(_floats(r), "rnn", gates, r, hidden_size, direction, activations, activation_alpha,
                      activation_beta, clip, {}, extra, sums, parallel_from)  # fmt: skip
    return _outputs(results, out_dtype or gates.dtype)


def _floats(r: Tensor) -> type[Recurrence]:
    """What multiplies the weights of a GRU or an RNN."""
    return TilesRecurrence if r.ndim == 7 else Recurrence


def _hidden(r: Tensor) -> int:
    return static(r.shape[2], "the hidden size")


def _need_weights(name: str, x: Tensor, w: Tensor, r: Tensor, b: Tensor | None, gates: int) -> None:
    """Raises T203 where the weights of a network with so many gates do not fit each other and the data."""
    need_rank(name, x, 3, "sequence")
    need_rank(name, r, 3, "recurrent weight")
    count, hidden = r.shape[0], _hidden(r)
    need_shape(name, "the weight of the data", w, (count, gates * hidden, x.shape[2]))
    need_shape(name, "the recurrent weight", r, (count, gates * hidden, hidden))
    need_shape(name, "the bias", b, (count, 2 * gates * hidden))


@register("nn.lstm", "opaque")
def lstm(
    x: Tensor,
    w: Tensor,
    r: Tensor,
    b: Tensor | None = None,
    lens: Tensor | None = None,
    h0: Tensor | None = None,
    c0: Tensor | None = None,
    p: Tensor | None = None,
    direction: str = "forward",
    activations: Names | None = None,
    activation_alpha: Floats | None = None,
    activation_beta: Floats | None = None,
    clip: float = 0.0,
    input_forget: bool = False,
) -> tuple[Tensor, ...]:
    """ONNX's LSTM (layout 0): x (S, B, I), w (D, 4 H, I), r (D, 4 H, H), b (D, 8 H). Results Y, Y_h, Y_c."""
    _need_weights("nn.lstm", x, w, r, b, 4)
    gates = input_gates(x, w, b, 4, False)
    results: Any = lstm_recurrence(gates, r, h0, c0, p, lens, None, None, None, _hidden(r), direction, activations,
                                   activation_alpha, activation_beta, clip, input_forget)  # fmt: skip
    return _outputs(results, x.dtype)


@register("nn.gru", "opaque")
def gru(
    x: Tensor,
    w: Tensor,
    r: Tensor,
    b: Tensor | None = None,
    lens: Tensor | None = None,
    h0: Tensor | None = None,
    direction: str = "forward",
    activations: Names | None = None,
    activation_alpha: Floats | None = None,
    activation_beta: Floats | None = None,
    clip: float = 0.0,
    linear_before_reset: bool = False,
) -> tuple[Tensor, ...]:
    """ONNX's GRU (layout 0): x (S, B, I), w (D, 3 H, I), r (D, 3 H, H), b (D, 6 H). Results Y, Y_h."""
    _need_weights("nn.gru", x, w, r, b, 3)
    gates = input_gates(x, w, b, 3, linear_before_reset)
    rb: Tensor | None = None
    if b is not None and linear_before_reset:
        bias, hidden = b, _hidden(r)
        rb = define((bias.shape[0], hidden), lambda d, j: bias(d, j + 5 * hidden), "hidden_bias")
    results: Any = gru_recurrence(gates, r, h0, rb, lens, _hidden(r), direction, activations,
                                  activation_alpha, activation_beta, clip, linear_before_reset)  # fmt: skip
    return _outputs(results, x.dtype)


@register("nn.rnn", "opaque")
def rnn(
    x: Tensor,
    w: Tensor,
    r: Tensor,
    b: Tensor | None = None,
    lens: Tensor | None = None,
    h0: Tensor | None = None,
    direction: str = "forward",
    activations: Names | None = None,
    activation_alpha: Floats | None = None,
    activation_beta: Floats | None = None,
    clip: float = 0.0,
) -> tuple[Tensor, ...]:
    """ONNX's RNN (layout 0): x (S, B, I), w (D, H, I), r (D, H, H), b (D, 2 H). Results Y, Y_h."""
    _need_weights("nn.rnn", x, w, r, b, 1)
    gates = input_gates(x, w, b, 1, False)
    results: Any = rnn_recurrence(gates, r, h0, lens, _hidden(r), direction, activations,
                                  activation_alpha, activation_beta, clip)  # fmt: skip
    return _outputs(results, x.dtype)
