"""Train the model of the page, a small convolutional network that tells drawn shapes apart, and write `shapes.onnx`.

    python make_shapes.py          needs PyTorch; a minute

The images are made here: outlines and filled shapes of any size, place, turn and width of the pen. The model is
committed; this is how it came to be. Trained on another version of PyTorch, its weights differ.
"""

from pathlib import Path

import numpy as np
from onnx import ModelProto, TensorProto, checker, helper, numpy_helper

SHAPES = ("circle", "square", "triangle", "cross")
SIZE = 28
CHANNELS = (1, 8, 12, 12)


def draw(shape: str, rng: np.random.Generator) -> np.ndarray:
    """An image of (SIZE, SIZE) float32 from 0 (paper) to 1 (ink)."""
    centre, radius = rng.uniform(11, 17, 2), rng.uniform(6, 10)
    angle, pen = rng.uniform(-0.4, 0.4), rng.uniform(0.7, 1.8)
    y, x = np.mgrid[0:SIZE, 0:SIZE] + 0.5 - centre[:, None, None]
    u, v = x * np.cos(angle) + y * np.sin(angle), y * np.cos(angle) - x * np.sin(angle)
    distance = _distance(shape, u, v * rng.uniform(0.85, 1.15), radius)
    outlined = shape == "cross" or rng.random() < 0.7
    distance = np.abs(distance) - pen if outlined else distance
    ink = np.clip(0.5 - distance, 0, 1) * rng.uniform(0.7, 1)
    return np.clip(ink + rng.normal(0, 0.04, ink.shape), 0, 1).astype(np.float32)


def _distance(shape: str, u: np.ndarray, v: np.ndarray, radius: float) -> np.ndarray:
    """About the distance of each pixel from the outline, negative inside; for a cross, from its lines."""
    if shape == "circle":
        return np.hypot(u, v) - radius
    if shape == "square":
        return np.maximum(abs(u), abs(v)) - 0.85 * radius
    if shape == "triangle":
        return np.maximum(0.866 * abs(u) - 0.5 * v, v) - 0.55 * radius
    arms = np.minimum(abs(u - v), abs(u + v)) / np.sqrt(2)
    return np.maximum(arms, np.maximum(abs(u), abs(v)) - 0.8 * radius)


def sample(count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Images (count, 1, SIZE, SIZE) and the numbers of their shapes."""
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, len(SHAPES), count)
    return np.stack([draw(SHAPES[k], rng) for k in labels])[:, None], labels


def trained(steps: int = 400) -> list[np.ndarray]:
    """The weights and biases of the layers in order."""
    import torch
    from torch import nn

    torch.manual_seed(0)
    layers: list[nn.Module] = []
    for inner, outer in zip(CHANNELS, CHANNELS[1:], strict=False):
        layers += [nn.Conv2d(inner, outer, 3, 2, 1), nn.ReLU()]
    net = nn.Sequential(*layers, nn.Flatten(), nn.Linear(CHANNELS[-1] * 16, len(SHAPES)))
    adam = torch.optim.Adam(net.parameters(), 3e-3, weight_decay=1e-4)
    images, labels = (torch.from_numpy(part) for part in sample(6_000, 1))
    for step in range(steps):
        part = torch.randint(0, len(images), (128,))
        adam.zero_grad()
        nn.functional.cross_entropy(net(images[part]), labels[part]).backward()
        adam.step()
        if step == steps * 2 // 3:
            adam.param_groups[0]["lr"] = 6e-4
    with torch.no_grad():
        images, labels = (torch.from_numpy(part) for part in sample(1_000, 2))
        print(f"right: {float((net(images).argmax(1) == labels).float().mean()):.1%}")
    return [part.detach().numpy() for part in net.parameters()]


def model(weights: list[np.ndarray]) -> ModelProto:
    """Pixels to the probability of each shape."""
    nodes, value = [], "image"
    for k in range(len(CHANNELS) - 1):
        conv = helper.make_node("Conv", [value, f"w{k}", f"b{k}"], [f"c{k}"], strides=[2, 2], pads=[1, 1, 1, 1])
        nodes += [conv, helper.make_node("Relu", [f"c{k}"], [f"r{k}"])]
        value = f"r{k}"
    last = len(CHANNELS) - 1
    nodes.append(helper.make_node("Flatten", [value], ["flat"]))
    nodes.append(helper.make_node("Gemm", ["flat", f"w{last}", f"b{last}"], ["scores"], transB=1))
    nodes.append(helper.make_node("Softmax", ["scores"], ["probabilities"]))
    names = [f"{kind}{k}" for k in range(last + 1) for kind in "wb"]
    graph = helper.make_graph(
        nodes,
        "shapes",
        [helper.make_tensor_value_info("image", TensorProto.FLOAT, [1, 1, SIZE, SIZE])],
        [helper.make_tensor_value_info("probabilities", TensorProto.FLOAT, [1, len(SHAPES)])],
        [numpy_helper.from_array(array, name) for name, array in zip(names, weights, strict=True)],
    )
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8, producer_name="mlcc")
    checker.check_model(made)
    return made


if __name__ == "__main__":
    path = Path(__file__).resolve().parent / "shapes.onnx"
    path.write_bytes(model(trained()).SerializeToString())
    print(f"{path}: {path.stat().st_size} bytes")
