"""Write inputs for the sample kernels and what NumPy makes of them: NAME.inputs.npz, NAME.expected.npz.

python make_data.py FOLDER
"""

import sys
from pathlib import Path

import numpy as np

folder = Path(sys.argv[1])
rng = np.random.RandomState(0)


def array(*shape: int) -> np.ndarray:
    return rng.uniform(-1, 1, shape).astype(np.float32)


def save(name: str, inputs: dict[str, np.ndarray], outputs: dict[str, np.ndarray]) -> None:
    np.savez(folder / f"{name}.inputs.npz", **inputs)
    np.savez(folder / f"{name}.expected.npz", **outputs)


a, b = array(128, 128), array(128, 128)
save("mm_relu", {"A": a, "B": b}, {"C": np.maximum(a @ b, 0)})
np.save(folder / "mm_relu.expected.npy", np.maximum(a @ b, 0))

a, b = array(17, 96), array(96, 64)  # 17: any number of rows will do
save("matmul", {"A": a, "B": b}, {"C": a @ b})

x = array(64, 100)
e = np.exp(x - x.max(axis=1, keepdims=True))
save("softmax", {"X": x}, {"Y": e / e.sum(axis=1, keepdims=True)})

x, w, b = array(1, 8, 28, 28), array(16, 8, 3, 3), array(16)
padded = np.pad(x, ((0, 0), (0, 0), (1, 1), (1, 1)))
windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), axis=(2, 3))
z = np.einsum("nchwyx,ocyx->nohw", windows, w) + b[:, None, None]
save("conv2d", {"X": x, "W": w, "B": b}, {"Z": np.maximum(z, 0)})

x, w0, b0, w1, b1 = array(1, 784), array(128, 784), array(128), array(10, 128), array(10)
params = {"x": x, "w0": w0, "b0": b0, "w1": w1, "b1": b1}
save("mlp_call_tir", params, {"output0": np.maximum(x @ w0.T + b0, 0) @ w1.T + b1})
