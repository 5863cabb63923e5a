"""Configurations of `transformers` made small: the sizes that all have, and what each architecture has of its own."""

from __future__ import annotations

from typing import Any

from .lists import listed

#: Sizes by the names that configurations have for them; what a configuration lacks is not set.
SMALL: dict[str, Any] = {
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

#: What backbones of small images begin with.
_RESNET: dict[str, Any] = {"model_type": "resnet", "embedding_size": 16}
_DINO: dict[str, Any] = {"model_type": "dinov2", "image_size": 32, "patch_size": 8, "num_hidden_layers": 2}
_GEMMA: dict[str, Any] = {"hidden_size": 48, "num_hidden_layers": 2, "vocab_size": 120, "head_dim": 12}
#: What the tables above do not say of architectures.
_OWN: dict[str, dict[str, Any]] = {
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
    "funnel": {"architectures": ["FunnelModel"], "block_sizes": [1, 1], "block_repeats": [1, 1], "d_head": 12,
               "d_inner": 64},
    "dbrx": {"attn_config": {"kv_n_heads": 2, "rope_theta": 10000.0, "clip_qkv": 8.0}, "ffn_config": {"moe_top_k": 2}},
    "rwkv": {"attention_hidden_size": 48, "context_length": 64, "intermediate_size": 64},
    "jamba": {"attn_layer_period": 2, "attn_layer_offset": 1, "mamba_d_state": 8, "mamba_dt_rank": 4},
    **dict.fromkeys(("qwen3_next", "qwen3_5_text", "qwen3_5_moe_text", "olmo_hybrid"), {
        "num_hidden_layers": 2, "linear_num_key_heads": 2, "linear_num_value_heads": 4, "linear_key_head_dim": 12,
        "linear_value_head_dim": 12, "layer_types": ["linear_attention", "full_attention"],
    }),
    "minimax": {"num_hidden_layers": 2, "block_size": 9, "layer_types": ["linear_attention", "full_attention"]},
    "lfm2": {"num_hidden_layers": 2, "layer_types": ["conv", "full_attention"], "block_auto_adjust_ff_dim": False},
    "squeezebert": {"embedding_size": 48},
    "mobilebert": {"embedding_size": 24, "intra_bottleneck_size": 32, "hidden_size": 48, "true_hidden_size": 32},
    "layoutlmv3": {"coordinate_size": 8, "shape_size": 8, "input_size": 32, "patch_size": 8},
    "bros": {"hidden_size": 64, "num_attention_heads": 4},
    "levit": {"image_size": 64, "hidden_sizes": [32, 48, 64], "num_attention_heads": [2, 2, 2], "depths": [1, 1, 1],
              "key_dim": [8, 8, 8], "patch_size": 16},
    "mobilevitv2": {"image_size": 64, "patch_size": 2, "base_attn_unit_dims": [16, 24, 32], "n_attn_blocks": [1, 1, 1],
                    "width_multiplier": 0.25},
    "hiera": {"embed_dim": 16, "image_size": [64, 64], "patch_size": [7, 7], "patch_stride": [4, 4],
              "patch_padding": [3, 3], "depths": [1, 1, 1, 1], "num_heads": [1, 2, 2, 4], "query_stride": [2, 2],
              "masked_unit_size": [8, 8], "hidden_size": 128},
    "siglip2_vision_model": {"num_patches": 16},
    "depth_pro": {
        "patch_size": 32, "image_model_config": _DINO, "patch_model_config": _DINO, "fov_model_config": _DINO,
        "fusion_hidden_size": 16, "intermediate_hook_ids": [1, 0],
        "intermediate_feature_dims": [16, 16], "scaled_images_feature_dims": [16, 16, 16],
    },
    "upernet": {"backbone_config": {**_RESNET, "hidden_sizes": [16, 16, 32, 32], "depths": [1, 1, 1, 1],
                                    "out_features": ["stage1", "stage2", "stage3", "stage4"]},
                "auxiliary_in_channels": 32, "auxiliary_channels": 16},
    "mask2former": {"image_size": 64},
    "maskformer": {"image_size": 64, "backbone_config": {
        "model_type": "swin", "embed_dim": 16, "depths": [1, 1, 1, 1], "num_heads": [2, 2, 4, 4], "window_size": 2,
        "patch_size": 4, "out_features": ["stage1", "stage2", "stage3", "stage4"],
    }},
    "radio": {"image_size": 32, "patch_size": 8, "hidden_size": 48},
    "deformable_detr": {"d_model": 64, "num_queries": 10},
    **dict.fromkeys(("conditional_detr", "table-transformer", "dab-detr"), {
        "backbone": None, "num_queries": 10,
        "backbone_config": {**_RESNET, "hidden_sizes": [16, 32], "depths": [1, 1], "out_features": ["stage2"]},
    }),
    "rt_detr": {"num_queries": 10, "encoder_in_channels": [32, 48, 64], "encoder_hidden_dim": 48,
                "decoder_in_channels": [48, 48, 48], "backbone_config": {
        "model_type": "rt_detr_resnet", "embedding_size": 16, "hidden_sizes": [16, 32, 48, 64], "depths": [1, 1, 1, 1],
        "out_features": ["stage2", "stage3", "stage4"],
    }},
    "d_fine": {"image_size": 64, "num_queries": 10, "encoder_in_channels": [32, 48, 64], "encoder_hidden_dim": 48,
               "decoder_in_channels": [48, 48, 48], "hidden_expansion": 0.5, "backbone_config": {
        "model_type": "hgnet_v2", "stem_channels": [3, 8, 16], "hidden_sizes": [24, 32, 48, 64],
        "stage_in_channels": [16, 24, 32, 48], "stage_mid_channels": [8, 8, 8, 8],
        "stage_out_channels": [24, 32, 48, 64], "stage_num_blocks": [1, 1, 1, 1], "depths": [1, 1, 1, 1],
        "stage_numb_of_layers": [2, 2, 2, 2], "out_features": ["stage2", "stage3", "stage4"],
    }},
    "audio-spectrogram-transformer": {"max_length": 32, "patch_size": 8, "time_stride": 8, "frequency_stride": 8},
    "speech_to_text": {"input_feat_per_channel": 16, "conv_channels": 32},
    **dict.fromkeys(("timesformer", "videomae", "vivit", "vjepa2"), {
        "num_frames": 4, "image_size": 32, "patch_size": 8, "tubelet_size": 2, "frames_per_clip": 4, "crop_size": 32,
        "pred_hidden_size": 24, "pred_num_hidden_layers": 1, "pred_num_attention_heads": 2,
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
    "clap": {"audio_config": {
        "depths": [1, 1], "num_hidden_layers": 2, "num_attention_heads": [2, 4], "patch_embeds_hidden_size": 24,
        "window_size": 4, "spec_size": 64, "patch_size": 4,
    }},
    "seamless_m4t_v2": {
        "t2u_vocab_size": 120, "char_vocab_size": 120, "unit_hifi_gan_vocab_size": 120, "upsample_initial_channel": 16,
        "upsample_rates": [4, 2], "upsample_kernel_sizes": [8, 4], "t2u_encoder_layers": 1, "t2u_decoder_layers": 1,
        "t2u_encoder_ffn_dim": 64, "t2u_decoder_ffn_dim": 64, "t2u_encoder_attention_heads": 4,
        "t2u_decoder_attention_heads": 4, "t2u_variance_predictor_embed_dim": 48, "speech_encoder_layers": 1,
        "speech_encoder_attention_heads": 4, "speech_encoder_intermediate_size": 64,
    },
    "musicgen": {
        "decoder": {"num_codebooks": 2, "vocab_size": 120, "pad_token_id": 120, "bos_token_id": 120},
        "audio_encoder": {"num_filters": 4, "hidden_size": 16, "codebook_dim": 16, "codebook_size": 32,
                          "upsampling_ratios": [4, 2], "target_bandwidths": [90.0]},
    },
    "bridgetower": {"hidden_size": 64, "text_config": {"hidden_size": 64}, "vision_config": {"hidden_size": 64}},
    "xclip": {"prompt_num_attention_heads": 4, "vision_config": {
        "num_frames": 4, "mit_hidden_size": 48, "mit_intermediate_size": 64, "mit_num_attention_heads": 4,
    }},
    "mistral4": {"qk_rope_head_dim": 8, "qk_nope_head_dim": 8, "v_head_dim": 8, "head_dim": 16, "kv_lora_rank": 16,
                 "q_lora_rank": 16, "num_key_value_heads": 4},
    "stablelm": {"hidden_size": 64},
    "gemma3n_text": {
        "num_hidden_layers": 4, "num_kv_shared_layers": 2, "vocab_size_per_layer_input": 120,
        "hidden_size_per_layer_input": 16, "laurel_rank": 8, "intermediate_size": [64] * 4,
        "activation_sparsity_pattern": [0.95, 0.0, 0.0, 0.0],
        "layer_types": ["sliding_attention", "full_attention"] * 2,
    },
    "gemma4_text": {"global_head_dim": 24, "allow_global_per_layer_attribute_access": True,
                    "num_hidden_layers": 4, "num_kv_shared_layers": 2, "vocab_size_per_layer_input": 120,
                    "hidden_size_per_layer_input": 16, "layer_types": ["sliding_attention", "full_attention"] * 2},
    "granitemoehybrid": {
        "hidden_size": 48, "mamba_n_heads": 8, "mamba_d_head": 12, "mamba_d_state": 8, "mamba_chunk_size": 8,
        "num_hidden_layers": 2, "layer_types": ["linear_attention", "full_attention"], "shared_intermediate_size": 64,
    },
    "nemotron_h": {
        "layers_block_type": ["linear_attention", "full_attention", "moe"], "mamba_num_heads": 8, "mamba_head_dim": 12,
        "ssm_state_size": 8, "n_groups": 2, "chunk_size": 8, "moe_shared_expert_intermediate_size": 64,
    },
    "lfm2_moe": {"num_hidden_layers": 2, "layer_types": ["conv", "full_attention"], "num_dense_layers": 1},
    "dots1": {"n_shared_experts": 1, "n_routed_experts": 4, "num_experts_per_tok": 2, "first_k_dense_replace": 1,
              "num_hidden_layers": 2},
    "t5gemma": {"encoder": _GEMMA, "decoder": {**_GEMMA, "cross_attention_hidden_size": 48}},
    "qwen2_5_vl_text": {"rope_parameters": {"rope_type": "default", "rope_theta": 1e4, "mrope_section": [2, 2, 2]}},
    **dict.fromkeys(("deepseek_v2", "deepseek_v3", "deepseek_v32", "minicpm3", "longcat_flash"), {
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

#: The architectures of the collection, and what each has of its own.
FAMILIES = {name: _OWN.get(name, {}) for name in listed("transformers.txt")}
#: Models that are no `AutoModel`, and what they are.
TASKS = {
    "hgnet_v2": "AutoModelForImageClassification",
    "upernet": "AutoModelForSemanticSegmentation",
    "superpoint": "AutoModelForKeypointDetection",
    "speecht5": "SpeechT5ForSpeechToText",
    "musicgen": "MusicgenForConditionalGeneration",
}
