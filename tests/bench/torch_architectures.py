"""The architectures of `transformers`, from small configurations with random weights, against PyTorch.

    python tests/bench/torch_architectures.py [NAME...]
    PYTHONPATH=.:tests python tests/bench/torch_architectures.py --families [NAME...]

Each is exported by `torch.export`, imported, built and run. A row per architecture: `right` with the largest
difference, or who refuses it and why. Nothing is downloaded. `--families` takes what the collection of models takes
(`tests/collection`): every family that `transformers` has, two layers of each, of which up to three results are
compared.
"""

from __future__ import annotations

import argparse
import os
import sys
import warnings
from collections.abc import Callable
from typing import Any

os.environ.setdefault("HF_HUB_OFFLINE", "1")

import torch
import transformers as hf

import mlcc
from mlcc import MlccError
from mlcc.importers.torch import from_exported_program

#: The sizes that most configurations call so.
TEXT = {
    "vocab_size": 120, "hidden_size": 48, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 64,
    "max_position_embeddings": 64, "pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 2,
}  # fmt: skip
GROUPED = {**TEXT, "num_key_value_heads": 2}
IMAGE = {"hidden_size": 48, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 64, "image_size": 32,
         "patch_size": 8}  # fmt: skip
GPT2 = {"vocab_size": 120, "n_embd": 48, "n_layer": 2, "n_head": 4, "n_positions": 64}
T5 = {"vocab_size": 120, "d_model": 48, "d_kv": 12, "d_ff": 64, "num_layers": 2, "num_heads": 4}
WHISPER = {"d_model": 48, "encoder_layers": 2, "encoder_attention_heads": 4, "encoder_ffn_dim": 64, "num_mel_bins": 16,
           "max_source_positions": 50, "decoder_layers": 1, "vocab_size": 120, "pad_token_id": 0}  # fmt: skip


def _words() -> torch.Tensor:
    return torch.randint(3, 120, (2, 11))


def _pixels() -> torch.Tensor:
    return torch.randn(2, 3, 32, 32)


#: Name -> class (and the part of it), configuration and its sizes, an input.
ARCHITECTURES: dict[str, tuple[str, str, dict[str, Any], Callable[[], torch.Tensor]]] = {
    "bert": ("BertModel", "BertConfig", TEXT, _words),
    "distilbert": ("DistilBertModel", "DistilBertConfig",
                   {"vocab_size": 120, "dim": 48, "n_layers": 2, "n_heads": 4, "hidden_dim": 64}, _words),
    "roberta": ("RobertaModel", "RobertaConfig", TEXT, _words),
    "electra": ("ElectraModel", "ElectraConfig", {**TEXT, "embedding_size": 24}, _words),
    "albert": ("AlbertModel", "AlbertConfig", {**TEXT, "embedding_size": 24}, _words),
    "mpnet": ("MPNetModel", "MPNetConfig", TEXT, _words),
    "deberta-v2": ("DebertaV2Model", "DebertaV2Config", TEXT, _words),
    "gpt2": ("GPT2LMHeadModel", "GPT2Config", GPT2, _words),
    "gpt-neox": ("GPTNeoXForCausalLM", "GPTNeoXConfig", TEXT, _words),
    "llama": ("LlamaForCausalLM", "LlamaConfig", GROUPED, _words),
    "mistral": ("MistralForCausalLM", "MistralConfig", {**GROUPED, "sliding_window": 5}, _words),
    "qwen2": ("Qwen2ForCausalLM", "Qwen2Config", GROUPED, _words),
    "qwen3": ("Qwen3ForCausalLM", "Qwen3Config", {**GROUPED, "head_dim": 12}, _words),
    "phi": ("PhiForCausalLM", "PhiConfig", TEXT, _words),
    "phi3": ("Phi3ForCausalLM", "Phi3Config", GROUPED, _words),
    "gemma": ("GemmaForCausalLM", "GemmaConfig", {**GROUPED, "head_dim": 12}, _words),
    "gemma2": ("Gemma2ForCausalLM", "Gemma2Config", {**GROUPED, "head_dim": 12, "sliding_window": 5}, _words),
    "opt": ("OPTForCausalLM", "OPTConfig",
            {**TEXT, "ffn_dim": 64, "word_embed_proj_dim": 48}, _words),
    "bloom": ("BloomForCausalLM", "BloomConfig",
              {"vocab_size": 120, "hidden_size": 48, "n_layer": 2, "n_head": 4}, _words),
    "falcon": ("FalconForCausalLM", "FalconConfig", TEXT, _words),
    "mamba": ("MambaForCausalLM", "MambaConfig",
              {"vocab_size": 120, "hidden_size": 48, "num_hidden_layers": 2, "state_size": 4}, _words),
    "t5-encoder": ("T5EncoderModel", "T5Config", T5, _words),
    "vit": ("ViTModel", "ViTConfig", IMAGE, _pixels),
    "deit": ("DeiTModel", "DeiTConfig", IMAGE, _pixels),
    "dinov2": ("Dinov2Model", "Dinov2Config", IMAGE, _pixels),
    "clip-vision": ("CLIPVisionModel", "CLIPVisionConfig", IMAGE, _pixels),
    "clip-text": ("CLIPTextModel", "CLIPTextConfig", TEXT, _words),
    "convnext": ("ConvNextModel", "ConvNextConfig",
                 {"num_stages": 2, "depths": [1, 1], "hidden_sizes": [16, 32], "image_size": 32}, _pixels),
    "whisper-encoder": ("WhisperModel.encoder", "WhisperConfig", WHISPER, lambda: torch.randn(2, 16, 100)),
    "wav2vec2": ("Wav2Vec2Model", "Wav2Vec2Config",
                 {**IMAGE, "conv_dim": [16, 16], "conv_stride": [5, 2], "conv_kernel": [10, 3],
                  "num_feat_extract_layers": 2, "num_conv_pos_embeddings": 16, "num_conv_pos_embedding_groups": 4},
                 lambda: torch.randn(2, 400)),
}  # fmt: skip


class _First(torch.nn.Module):
    """The first result of a model, which keeps no cache."""

    def __init__(self, model: torch.nn.Module, options: dict[str, Any]) -> None:
        super().__init__()
        self.model, self.options = model, options

    def forward(self, x: torch.Tensor) -> Any:
        return self.model(x, **self.options)[0]


def model_of(name: str) -> tuple[torch.nn.Module, torch.Tensor]:
    """The model of a row and an input."""
    torch.manual_seed(0)
    kind, config, sizes, inputs = ARCHITECTURES[name]
    settings = getattr(hf, config)(**sizes)
    first, *rest = kind.split(".")
    model: Any = getattr(hf, first)(settings).eval()
    for part in rest:
        model = getattr(model, part)
    options = {"return_dict": False}
    if "ForCausalLM" in kind or "LMHead" in kind:
        options["use_cache"] = False
    return _First(model, options), inputs()


def family_of(name: str) -> tuple[torch.nn.Module, dict[str, torch.Tensor]]:
    """The model of a family that the collection lists, and its inputs by name."""
    from collection.sources import transformers_models

    model, inputs = transformers_models.small(name)
    return model, inputs.calls[0]


def judge(name: str, family: bool) -> tuple[str, str]:
    """`right`, `no model`, `refused`, `no export` or `wrong`, and the largest difference or why."""
    try:
        model, given = family_of(name) if family else model_of(name)
        named = given if isinstance(given, dict) else {}
        positional = () if named else (given,)
        with torch.no_grad():
            wanted = model(*positional, **named)
    except Exception as error:  # sizes of the table that a configuration does not take, packages that are not there
        return "no model", f"{type(error).__name__}: {error}"[:140]
    try:
        with torch.no_grad():
            program = torch.export.export(model, positional, named, strict=False)
    except Exception as error:  # PyTorch raises many kinds
        return "no export", f"{type(error).__name__}: {error}"[:140]
    try:
        made = mlcc.build(from_exported_program(program))(*(x.numpy() for x in (*positional, *named.values())))
    except MlccError as error:
        return "refused", " | ".join(f"{d.code} {d.message[:90]}" for d in error.diagnostics[:4])
    results, wanted = (one if isinstance(one, (tuple, list)) else (one,) for one in (made, wanted))
    far = max(_difference(torch.from_numpy(one), other) for one, other in zip(results, wanted, strict=True))
    return ("right" if far <= 1e-4 else "wrong"), f"{far:.1e}"


def _difference(made: torch.Tensor, wanted: torch.Tensor) -> float:
    """The largest of finite elements, relative to the largest element; infinite where others are not equal."""
    finite = wanted.isfinite()
    if not torch.equal(made[~finite].nan_to_num(), wanted[~finite].nan_to_num()):
        return float("inf")
    a, b = made[finite].double(), wanted[finite].double()
    return float((a - b).abs().max() / b.abs().max().clamp(min=1e-30)) if b.numel() else 0.0


def _families() -> list[str]:
    from collection.sources import transformers_models

    return list(transformers_models.names())


def main() -> None:
    """Judges the architectures named, or all."""
    warnings.simplefilter("ignore")
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*")
    parser.add_argument("--families", action="store_true", help="those of the collection of models")
    options = parser.parse_args()
    bad = 0
    for name in options.names or (_families() if options.families else ARCHITECTURES):
        verdict, why = judge(name, options.families)
        bad += verdict == "wrong"
        print(f"{name:20} {verdict:10} {why}", flush=True)
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
