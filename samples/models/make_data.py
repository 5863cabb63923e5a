"""Write a model's input and the outputs that ONNX's own reference gives for it: NAME.x.npy, NAME.expected.npz.

    python make_data.py MODEL.onnx FOLDER [tokens=12]

The last arguments give sizes to symbolic dimensions.
"""

import sys
from pathlib import Path

import numpy as np
import onnx
from onnx.reference import ReferenceEvaluator

model_path, folder, *sizes = sys.argv[1:]
named = {name: int(size) for name, size in (item.split("=") for item in sizes)}
model, stem = onnx.load(model_path), Path(model_path).stem
rng = np.random.RandomState(7)
(value,) = model.graph.input
dims = value.type.tensor_type.shape.dim
shape = [named[d.dim_param] if d.dim_param else d.dim_value for d in dims]
x = rng.uniform(0, 1, shape).astype(np.float32)
outputs = ReferenceEvaluator(model).run(None, {value.name: x})
np.save(Path(folder) / f"{stem}.x.npy", x)
np.savez(Path(folder) / f"{stem}.expected.npz", **{o.name: y for o, y in zip(model.graph.output, outputs, strict=True)})
