"""Write sixteen samples of a model's input, distributed as those of make_data.py: NAME.calibration.npz.

python make_calibration.py MODEL.onnx FOLDER [tokens=12]
"""

import sys
from pathlib import Path

import numpy as np
import onnx

model_path, folder, *sizes = sys.argv[1:]
named = {name: int(size) for name, size in (item.split("=") for item in sizes)}
(value,) = onnx.load(model_path).graph.input
shape = [named[d.dim_param] if d.dim_param else d.dim_value for d in value.type.tensor_type.shape.dim]
samples = np.random.RandomState(11).uniform(0, 1, (16, *shape)).astype(np.float32)
np.savez(Path(folder) / f"{Path(model_path).stem}.calibration.npz", **{value.name: samples})
