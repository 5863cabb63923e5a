"""Every architecture of `transformers`: its configuration made small, random weights, exported by PyTorch."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from ..made import Sample
from . import torch_export
from .lists import listed
from .torch_export import Form, Inputs
from .transformers_inputs import SEVERAL

#: Sizes by the names that configurations have for them; what a configuration lacks is not set.
_SMALL: dict[str, Any] = {
    **dict.fromkeys(("vocab_size", "text_vocab_size", "src_vocab_size", "tgt_vocab_size", "entity_vocab_size"), 120),
    **dict.fromkeys(("hidden_size", "d_model", "dim", "n_embd", "emb_dim", "embed_dim", "conv_bias_size"), 48),
    **dict.fromkeys(("word_embed_proj_dim", "true_hidden_size", "output_hidden_size"), 48),
    **dict.fromkeys(("projection_dim", "projection_size"), 48),
    **dict.fromkeys(("num_hidden_layers", "n_layer", "n_layers", "encoder_layers", "decoder_layers"), 2),
    **dict.fromkeys(("num_layers", "num_decoder_layers", "num_encoder_layers"), 2),
    **dict.fromkeys(("num_attention_heads", "n_head", "n_heads", "num_heads"), 4),
    **dict.fromkeys(("encoder_attention_heads", "decoder_attention_heads"), 4),
    **dict.fromkeys(("num_key_value_heads", "num_query_groups", "multi_query_group_num"), 2),
    **dict.fromkeys(("intermediate_size", "ffn_dim", "d_ff", "n_inner", "encoder_ffn_dim", "decoder_ffn_dim"), 64),
    **dict.fromkeys(("hidden_dim", "ffn_hidden_size", "moe_intermediate_size", "shared_expert_intermediate_size"), 64),
    **dict.fromkeys(("max_position_embeddings", "n_positions", "n_ctx", "max_seq_len"), 64),
    **dict.fromkeys(("num_experts", "num_local_experts", "n_routed_experts", "moe_num_experts"), 4),
    **dict.fromkeys(("num_experts_per_tok", "moe_topk"), 2),
    "head_dim": 12, "d_kv": 12, "embedding_size": 24, "image_size": 32, "patch_size": 8, "num_mel_bins": 16,
    "max_source_positions": 50, "state_size": 4, "pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 2,
    "conv_dim": [16, 16], "conv_stride": [5, 2], "conv_kernel": [10, 3], "num_feat_extract_layers": 2,
    "num_conv_pos_embeddings": 16, "num_conv_pos_embedding_groups": 4, "sliding_window": 5, "use_cache": False,
    "decoder_start_token_id": 1,
}  # fmt: skip

#: Architectures, and what the table above does not say of them.
_FAMILIES: dict[str, dict[str, Any]] = {name: {} for name in listed("transformers.txt")}
_FAMILIES |= {
    "convnext": {"num_stages": 2, "depths": [1, 1], "hidden_sizes": [16, 32]},
    "convnextv2": {"num_stages": 2, "depths": [1, 1], "hidden_sizes": [16, 32]},
    "swin": {"embed_dim": 16, "depths": [1, 1], "num_heads": [2, 4], "window_size": 2, "patch_size": 4},
    "swinv2": {"embed_dim": 16, "depths": [1, 1], "num_heads": [2, 4], "window_size": 2, "patch_size": 4},
    "donut-swin": {"embed_dim": 16, "depths": [1, 1], "num_heads": [2, 4], "window_size": 2, "patch_size": 4},
    "maskformer-swin": {"embed_dim": 16, "depths": [1, 1], "num_heads": [2, 4], "window_size": 2, "patch_size": 4},
    "swin2sr": {"embed_dim": 16, "depths": [1, 1], "num_heads": [2, 4], "window_size": 4, "patch_size": 1},
    "resnet": {"embedding_size": 16, "hidden_sizes": [16, 32], "depths": [1, 1]},
    "regnet": {"embedding_size": 16, "hidden_sizes": [16, 32], "depths": [1, 1], "groups_width": 8},
    "bit": {"embedding_size": 16, "hidden_sizes": [32, 64], "depths": [1, 1], "num_groups": 4},
    "falcon": {"num_kv_heads": 2},
    "gptj": {"rotary_dim": 4}, "codegen": {"rotary_dim": 4},
    "gpt_neo": {"num_layers": 2, "attention_types": [[["global", "local"], 1]], "window_size": 5},
    "reformer": {"attn_layers": ["local", "local"], "axial_pos_embds": False, "is_decoder": False},
    "mamba2": {"num_heads": 8, "head_dim": 12, "n_groups": 2, "state_size": 8, "chunk_size": 8},
    "bloom": {"hidden_size": 48},
    "perceiver": {"num_latents": 8, "d_latents": 48, "d_model": 48, "num_self_attends_per_block": 1},
    "funnel": {"block_sizes": [1, 1], "block_repeats": [1, 1], "d_head": 12, "d_inner": 64},
    "squeezebert": {"embedding_size": 48},
    "mobilebert": {"embedding_size": 24, "intra_bottleneck_size": 32, "hidden_size": 48, "true_hidden_size": 32},
    "layoutlmv3": {"coordinate_size": 8, "shape_size": 8, "input_size": 32, "patch_size": 8},
    "bros": {"hidden_size": 64, "num_attention_heads": 4},
    "levit": {"image_size": 64, "hidden_sizes": [32, 48, 64], "num_attention_heads": [2, 2, 2], "depths": [1, 1, 1],
              "key_dim": [8, 8, 8], "patch_size": 16},
    **dict.fromkeys(("mask2former", "maskformer"), {"image_size": 64}),
    "radio": {"image_size": 32, "patch_size": 8, "hidden_size": 48},
    "deformable_detr": {"d_model": 64, "num_queries": 10},
    "rt_detr": {"num_queries": 10}, "d_fine": {"num_queries": 10},
    "audio-spectrogram-transformer": {"max_length": 32, "patch_size": 8, "time_stride": 8, "frequency_stride": 8},
    "speech_to_text": {"input_feat_per_channel": 16, "conv_channels": 32},
    **dict.fromkeys(("timesformer", "videomae", "vivit", "vjepa2"), {
        "num_frames": 4, "image_size": 32, "patch_size": 8, "tubelet_size": 2, "frames_per_clip": 4, "crop_size": 32,
    }),
    "vivit": {"num_frames": 4, "image_size": 32, "tubelet_size": [2, 8, 8], "hidden_size": 48},
    **dict.fromkeys(("patchtst", "patchtsmixer"), {
        "context_length": 32, "patch_length": 8, "patch_stride": 8, "num_input_channels": 3, "d_model": 48,
    }),
    "dac": {"encoder_hidden_size": 8, "decoder_hidden_size": 64, "downsampling_ratios": [2, 4],
            "upsampling_ratios": [4, 2], "n_codebooks": 2, "codebook_size": 32, "codebook_dim": 4},
    "encodec": {"num_filters": 4, "hidden_size": 16, "codebook_dim": 16, "codebook_size": 32,
                "upsampling_ratios": [4, 2], "target_bandwidths": [90.0]},
    "mimi": {"num_filters": 8, "hidden_size": 48, "codebook_dim": 16, "vector_quantization_hidden_dimension": 16,
             "codebook_size": 32, "upsampling_ratios": [4, 2], "num_quantizers": 2, "upsample_groups": 48},
    "stablelm": {"hidden_size": 64},
    **dict.fromkeys(("deepseek_v2", "deepseek_v3"), {
        "qk_rope_head_dim": 8, "qk_nope_head_dim": 8, "v_head_dim": 8, "head_dim": 8, "qk_head_dim": 16,
        "kv_lora_rank": 16, "q_lora_rank": 16, "n_group": 2, "topk_group": 1, "num_key_value_heads": 4,
        "first_k_dense_replace": 1,
    }),
    "bamba": {
        "hidden_size": 48, "mamba_n_heads": 8, "mamba_d_head": 12, "mamba_d_state": 8, "mamba_chunk_size": 8,
        "attn_layer_indices": [1],
    },
    "zamba2": {
        "hidden_size": 48, "num_attention_heads": 4, "mamba_d_state": 8, "chunk_size": 8, "num_hidden_layers": 2,
        "layers_block_type": ["linear_attention", "hybrid"], "intermediate_size": 64,
    },
    "efficientnet": {"width_coefficient": 0.25, "depth_coefficient": 0.3, "hidden_dim": 320},
    "hgnet_v2": {
        "embedding_size": 16, "hidden_sizes": [32, 48], "depths": [1, 1], "stem_channels": [3, 8, 16],
        "stage_in_channels": [16, 32], "stage_mid_channels": [8, 16], "stage_out_channels": [32, 48],
        "stage_num_blocks": [1, 1], "stage_downsample": [False, True], "stage_downsample_strides": [2, 2],
        "stage_light_block": [False, True], "stage_kernel_size": [3, 5], "stage_numb_of_layers": [2, 2],
    },
    "lxmert": {"l_layers": 1, "x_layers": 1, "r_layers": 1, "visual_feat_dim": 32},
    **dict.fromkeys(("time_series_transformer", "informer", "autoformer"), {
        "prediction_length": 4, "context_length": 8, "lags_sequence": [1, 2, 3], "num_time_features": 2,
        "label_length": 4,
    }),
    "xlstm": {"hidden_size": 64, "embedding_dim": 64, "num_heads": 4, "num_blocks": 2, "num_hidden_layers": 2,
              "chunk_size": 8},
}  # fmt: skip


#: The shapes of main inputs, for a batch and a length, of models that have others than the rest.
_SHAPES: dict[str, Callable[[int, int], tuple[int, ...]]] = {
    "wav2vec2-bert": lambda batch, length: (batch, 4 * length, 160),
    "audio-spectrogram-transformer": lambda batch, length: (batch, 32, 16),
    "speech_to_text": lambda batch, length: (batch, 40 + 4 * length, 16),
    "parakeet_encoder": lambda batch, length: (batch, 40 + 8 * length, 16),
    "univnet": lambda batch, length: (batch, length, 16),
    **dict.fromkeys(("timesformer", "videomae", "vivit", "vjepa2"), lambda batch, length: (batch, 4, 3, 32, 32)),
    **dict.fromkeys(("patchtst", "patchtsmixer"), lambda batch, length: (batch, 32, 3)),
    **dict.fromkeys(("encodec", "dac", "mimi"), lambda batch, length: (batch, 1, 64 * length)),
}
#: Models that are no `AutoModel`, and what they are.
_TASKS = {
    "hgnet_v2": "AutoModelForImageClassification",
    "upernet": "AutoModelForSemanticSegmentation",
    "superpoint": "AutoModelForKeypointDetection",
}


def load() -> None:
    """Imports the packages."""
    torch_export.load()
    make("bert")  # what all models import, each fork would import anew


def names() -> Iterable[str]:
    """The architectures as `transformers` names them."""
    return _FAMILIES


def make(name: str) -> list[Sample]:
    """The model in the form that its position in the list gives, or one that its exporter knows."""

    def of(form: Form) -> list[Sample]:
        model, inputs = small(name, fused=form.opset >= 14)
        return torch_export.exported(model, inputs, form)

    return torch_export.in_first_form(list(_FAMILIES).index(name), of)


def small(name: str, fused: bool = True) -> tuple[Any, Inputs]:
    """The module and its inputs of two sizes. Before opset 14 the `fused` attention of PyTorch is not exported."""
    import torch
    import transformers
    from transformers import AutoConfig

    torch.manual_seed(0)
    config = AutoConfig.for_model(name, **_FAMILIES[name])  # what follows from a size is computed from the small one
    _shrink(config, _FAMILIES[name])
    task = getattr(transformers, _TASKS.get(name, "AutoModel"))
    # Experts by products of groups, the default, need an operator that no exporter knows.
    config._experts_implementation = "batched_mm"
    model = task.from_config(config, **({} if fused else {"attn_implementation": "eager"})).eval()
    parameters = sum(p.numel() for p in model.parameters())
    if parameters > 60e6:
        raise ValueError(f"{parameters} parameters: the table of sizes does not know this configuration")
    return _Results(model), _inputs(model, config)


def _shrink(config: Any, own: dict[str, Any]) -> None:
    for key, value in {**_SMALL, **own}.items():
        if hasattr(config, key) and (
            key in own or isinstance(getattr(config, key), list | tuple) == isinstance(value, list)
        ):
            with suppress(AttributeError, NotImplementedError):  # an alias that is only read
                setattr(config, key, value)
    for key in ("layer_types", "layers_block_type", "mlp_layer_types"):
        with suppress(AttributeError):
            setattr(config, key, getattr(config, key)[: config.num_hidden_layers])
    for inner in vars(config).values():
        if hasattr(inner, "to_diff_dict"):
            _shrink(inner, {})


def _Results(model: Any) -> Any:  # noqa: N802  a class that needs torch
    import torch

    class Results(torch.nn.Module):
        """The tensors that a model gives, without caches."""

        def __init__(self) -> None:
            super().__init__()
            self.model = model

        def forward(self, **inputs: Any) -> Any:
            given = self.model(**inputs, return_dict=True)
            values = given.values() if hasattr(given, "values") else given if isinstance(given, tuple) else (given,)
            return tuple(v for v in values if isinstance(v, torch.Tensor))[:3]

    return Results()


def _inputs(model: Any, config: Any) -> Inputs:
    import inspect

    import torch

    if several := SEVERAL.get(config.model_type):
        calls = [{name: one.at(*size) for name, one in several.items()} for size in ((2, 11), (3, 17))]
        return Inputs(calls, {name: one.axes() for name, one in several.items()})

    def draw(batch: int, length: int) -> dict[str, Any]:
        words = torch.randint(3, 120, (batch, length))
        main = model.main_input_name
        channels = getattr(config, "num_channels", 3)
        channels = channels if isinstance(channels, int) else 3
        size = _FAMILIES[config.model_type].get("image_size", 32)
        size = size if isinstance(size, int) else size[0]
        given: dict[str, Any] = {
            "input_ids": {"input_ids": words},
            "pixel_values": {"pixel_values": torch.randn(batch, channels, size, size)},
            "input_values": {"input_values": torch.randn(batch, 400 + 64 * length)},
            "input_features": {"input_features": torch.randn(batch, 16, 100)},
            "inputs": {"inputs": torch.randn(batch, length, 48)},
        }.get(main, {})
        if config.model_type in _SHAPES:
            given = {main: torch.randn(_SHAPES[config.model_type](batch, length))}
        if not given:
            raise ValueError(f"the main input '{main}' is of no kind that is known here")
        known = inspect.signature(model.forward).parameters
        if main == "input_ids" and "attention_mask" in known:
            mask = torch.ones_like(words)
            mask[0, length - 3 :] = 0
            given["attention_mask"] = mask
        if "decoder_input_ids" in known:
            given["decoder_input_ids"] = torch.randint(3, 120, (batch, 5))
        if main == "input_ids" and "pixel_values" in known:
            given["pixel_values"] = torch.randn(batch, 3, 32, 32)
        if main == "input_ids" and "bbox" in known and config.model_type == "bros":
            given["bbox"] = torch.rand(batch, length, 8)
        if main == "pixel_values" and "noise" in known:  # which patches a masked autoencoder hides
            given["noise"] = torch.rand(batch, (config.image_size // config.patch_size) ** 2)
        return given

    axes = {
        "input_ids": {0: "batch", 1: "length"}, "attention_mask": {0: "batch", 1: "length"},
        "pixel_values": {0: "batch"}, "input_values": {0: "batch", 1: "samples"}, "input_features": {0: "batch"},
        "decoder_input_ids": {0: "batch"}, "noise": {0: "batch"},
        "inputs": {0: "batch", 1: "length"}, "bbox": {0: "batch", 1: "length"},
    }  # fmt: skip
    first, second = draw(2, 11), draw(3, 17)
    if config.model_type in _SHAPES:
        name = model.main_input_name
        differ = [d for d, (a, b) in enumerate(zip(first[name].shape, second[name].shape, strict=True)) if a != b]
        axes[name] = {d: "length" if d else "batch" for d in differ}
    return Inputs([first, second], {name: axes[name] for name in first})
