"""Detectors of `torchvision` with random weights that find something.

With the weights of a new detector no score reaches its threshold, or all scores are the same to the last digits: what
follows, the choice of candidates, the suppression of overlapping boxes, the areas of a second stage, would have nothing
to do, or what it does would hang on a rounding. So the last layer of each head is scaled to results such as a trained
detector has: logits that differ by a few units, of which some are above the threshold, and boxes that move by a part of
their size.
"""

from __future__ import annotations

from typing import Any

#: The mean and the deviation of what the last layers of heads compute, by the end of their names.
_HEADS = {
    "rpn.head.cls_logits": (0.0, 2.0), "rpn.head.bbox_pred": (0.0, 0.3),
    "box_predictor.cls_score": (0.0, 1.5), "box_predictor.bbox_pred": (0.0, 2.0),
    "mask_fcn_logits": (0.0, 2.0), "kps_score_lowres": (0.0, 2.0),
    "classification_head.cls_logits": (-4.0, 2.0), "regression_head.bbox_reg": (1.0, 0.5),
    "regression_head.bbox_ctrness": (1.0, 1.0),
}  # fmt: skip
#: Heads of several layers, one for each level of features.
_LEVELS = {"classification_head.module_list": (0.0, 1.5), "regression_head.module_list": (0.0, 1.0)}


def detector(name: str) -> Any:
    """A detector of few classes for small images, which finds less where it has a network for each box, so that
    onnxruntime's form without optimisations takes seconds for a call."""
    import torchvision

    options: dict[str, Any] = {} if "320" in name or "300" in name else {"min_size": 160, "max_size": 224}
    options |= {"num_classes": 2, "num_keypoints": 5} if name.startswith("keypoint") else {"num_classes": 5}
    options["box_detections_per_img" if "rcnn" in name else "detections_per_img"] = 20
    return torchvision.models.get_model(name, weights=None, weights_backbone=None, **options).eval()


def scale_heads(model: Any, call: dict[str, Any]) -> None:
    """Scales the last layers of the heads by what they compute for the image of a call; a second stage by what it has
    of the scaled first one."""
    import torch

    hooks = [layer.register_forward_hook(_scaled(*wanted)) for layer, wanted in _last_layers(model)]
    with torch.no_grad():
        model([call["image"][0]])
    for hook in hooks:
        hook.remove()


def _last_layers(model: Any) -> list[tuple[Any, tuple[float, float]]]:
    named = dict(model.named_modules())
    found = [(layer, wanted) for end, wanted in _HEADS.items() for name, layer in named.items() if name.endswith(end)]
    for end, wanted in _LEVELS.items():
        for name, layers in named.items():
            if name.endswith(end):
                found += [(level if hasattr(level, "weight") else level[-1], wanted) for level in layers]
    return found


def _scaled(mean: float, deviation: float) -> Any:
    """A hook that scales a layer when it is first called, by a factor for all channels and a bias for each."""
    done: list[bool] = []

    def hook(layer: Any, inputs: Any, result: Any) -> Any:
        if done:
            return None
        done.append(True)
        axes = [axis for axis in range(result.ndim) if axis != 1]
        middles = result.mean(axes, keepdim=True)
        factor = deviation / (result - middles).std()
        layer.weight.mul_(factor)
        layer.bias.copy_((layer.bias - middles.flatten()) * factor + mean)
        return (result - middles) * factor + mean

    return hook
