"""Attention as exporters write it: small models as text, by the form that they are in.

`q`, `k` and `v` are heads (B, H, S, D), (B, H, T, D), (B, H, T, E); `x` and `m` are tokens (B, S, W), (B, T, W) with
the heads adjacent in the last dimension. B = 2, H = 3, S = 29, T = 23, D = 16, E = 16.
"""

from __future__ import annotations

B, H, S, T, D = 2, 3, 29, 23, 16
W = H * D

TYPES = {
    "q": f"float[{B},{H},{S},{D}]",
    "k": f"float[{B},{H},{T},{D}]",
    "v": f"float[{B},{H},{T},{D}]",
    "kt": f"float[{B},{H},{D},{T}]",
    "x": f"float[{B},{S},{W}]",
    "m": f"float[{B},{T},{W}]",
    "x1": f"float[{S},{B},{W}]",
    "m1": f"float[{T},{B},{W}]",
    "k1": f"float[{B},1,{T},{D}]",
    "v1": f"float[{B},1,{T},{D}]",
    "scores_bias": f"float[{H},{S},{T}]",
    "mask": f"float[{B},1,{S},{T}]",
    "keep": f"bool[{B},1,{S},{T}]",
    "keys_kept": f"bool[{B},1,1,{T}]",
    "ids": f"int64[{B},{T}]",
    "hq": f"float16[{B},{H},{S},{D}]",
    "hk": f"float16[{B},{H},{T},{D}]",
    "hv": f"float16[{B},{H},{T},{D}]",
}

#: Constants that a body may name.
CONSTANTS = {
    "quarter": "float quarter = {0.25}",
    "half": "float half = {0.5}",
    "four": "float four = {4.0}",
    "one": "float one = {1.0}",
    "quarter1": "float[1] quarter1 = {0.25}",
    "zero": "float zero = {0.0}",
    "low": "float low = {-1e9}",
    "lowest": "float lowest = {-3.4028234663852886e38}",
    "inf": "float inf = {-inf}",
    "ten": "float ten = {10.0}",
    "by_head": f"int64[4] by_head = {{0, 0, {H}, {D}}}",
    "joined": f"int64[3] joined = {{0, 0, {W}}}",
    "flat_heads": f"int64[3] flat_heads = {{0, {B * H}, {D}}}",
    "merged": f"int64[3] merged = {{{B * H}, -1, {D}}}",
    "merged_t": f"int64[3] merged_t = {{{B * H}, {D}, -1}}",
    "merged_scores": f"int64[3] merged_scores = {{{B * H}, {S}, {T}}}",
    "split_scores": f"int64[4] split_scores = {{{B}, {H}, {S}, {T}}}",
    "split_values": f"int64[4] split_values = {{{B}, {H}, -1, {D}}}",
    "tokens_first": f"int64[3] tokens_first = {{{S}, {B}, {W}}}",
    "axis1": "int64[1] axis1 = {1}",
    "axis2": "int64[1] axis2 = {2}",
    "axes12": "int64[2] axes12 = {1, 2}",
    "last": "int64[1] last = {-1}",
    "copies": f"int64[5] copies = {{{B}, 1, {H}, {T}, {D}}}",
    "all_heads": f"int64[4] all_heads = {{{B}, {H}, {T}, {D}}}",
}

HEADS = """
    q3 = Reshape (x, by_head)
    q = Transpose <perm = [0, 2, 1, 3]> (q3)
    k3 = Reshape (m, by_head)
    k = Transpose <perm = [0, 2, 1, 3]> (k3)
    v = Transpose <perm = [0, 2, 1, 3]> (k3)
"""
JOIN = """
    z = Transpose <perm = [0, 2, 1, 3]> (y4)
    y = Reshape (z, joined)
"""
SCORES = """
    kt = Transpose <perm = [0, 1, 3, 2]> (k)
    s = MatMul (q, kt)
"""
END = """
    w = Softmax <axis = -1> (t)
    y = MatMul (w, v)
"""

#: Forms that become one kernel: name, (opset, body).
FUSED: dict[str, tuple[int, str]] = {
    "scale after, Mul": (17, SCORES + "t = Mul (s, quarter)" + END),
    "scale after, Mul on the left": (17, SCORES + "t = Mul (quarter, s)" + END),
    "scale after, Div": (17, SCORES + "t = Div (s, four)" + END),
    "scale of one dimension": (17, SCORES + "t = Mul (s, quarter1)" + END),
    "scaled queries": (17, "p = Mul (q, quarter) kt = Transpose <perm = [0, 1, 3, 2]> (k) t = MatMul (p, kt)" + END),
    "divided queries": (17, "p = Div (q, four) kt = Transpose <perm = [0, 1, 3, 2]> (k) t = MatMul (p, kt)" + END),
    "scaled keys, before": (17, "p = Mul (k, half) kt = Transpose <perm = [0, 1, 3, 2]> (p) t = MatMul (q, kt)" + END),
    "roots on both": (
        17,
        "p = Mul (q, half) kt = Transpose <perm = [0, 1, 3, 2]> (k) l = Mul (kt, half) t = MatMul (p, l)" + END,
    ),
    "keys are given transposed": (17, "t = MatMul (q, kt)" + END),
    "tokens": (17, HEADS + SCORES + "t = Mul (s, quarter) w = Softmax <axis = -1> (t) y4 = MatMul (w, v)" + JOIN),
    "tokens, keys transposed at once": (
        17,
        """q3 = Reshape (x, by_head) q = Transpose <perm = [0, 2, 1, 3]> (q3)
        k3 = Reshape (m, by_head) kt = Transpose <perm = [0, 2, 3, 1]> (k3) v = Transpose <perm = [0, 2, 1, 3]> (k3)
        t = MatMul (q, kt) w = Softmax <axis = -1> (t) y4 = MatMul (w, v)""" + JOIN,
    ),
    "einsum of heads": (
        17,
        """s = Einsum <equation = "bhid,bhjd->bhij"> (q, k) t = Mul (s, quarter) w = Softmax <axis = -1> (t)
        y = Einsum <equation = "bhij,bhjd->bhid"> (w, v)""",
    ),
    "einsum of tokens": (
        17,
        """q3 = Reshape (x, by_head) k3 = Reshape (m, by_head)
        s = Einsum <equation = "bqhd,bkhd->bhqk"> (q3, k3) t = Mul (s, quarter) w = Softmax <axis = -1> (t)
        z = Einsum <equation = "bhqk,bkhd->bqhd"> (w, k3) y = Reshape (z, joined)""",
    ),
    "batch and heads are one dimension": (
        17,
        """q3 = Reshape (q, merged) k3 = Reshape (k, merged) v3 = Reshape (v, merged)
        kt = Transpose <perm = [0, 2, 1]> (k3) s = MatMul (q3, kt) t = Mul (s, quarter)
        w = Softmax <axis = -1> (t) y3 = MatMul (w, v3) y = Reshape (y3, split_values)""",
    ),
    "tokens first, one dimension of heads": (
        17,
        """q2 = Reshape (x1, flat_heads) q3 = Transpose <perm = [1, 0, 2]> (q2)
        k2 = Reshape (m1, flat_heads) kt = Transpose <perm = [1, 2, 0]> (k2) v3 = Transpose <perm = [1, 0, 2]> (k2)
        p = Mul (q3, quarter) t = MatMul (p, kt) w = Softmax <axis = -1> (t) y3 = MatMul (w, v3)
        z = Transpose <perm = [1, 0, 2]> (y3) y = Reshape (z, tokens_first)""",
    ),
    "tokens first, split heads": (
        17,
        """q2 = Reshape (x1, flat_heads) q3 = Transpose <perm = [1, 0, 2]> (q2) q = Reshape (q3, split_values)
        k2 = Reshape (m1, flat_heads) k3 = Transpose <perm = [1, 0, 2]> (k2) k = Reshape (k3, split_values)
        kt = Transpose <perm = [0, 1, 3, 2]> (k) p = Mul (q, half) l = Mul (kt, half)
        t = MatMul (p, l) w = Softmax <axis = -1> (t) y4 = MatMul (w, k)
        z = Transpose <perm = [2, 0, 1, 3]> (y4) y = Reshape (z, tokens_first)""",
    ),
    "merged products, split scores": (
        17,
        """q3 = Reshape (q, merged) k3 = Reshape (k, merged) v3 = Reshape (v, merged)
        kt = Transpose <perm = [0, 2, 1]> (k3) s3 = MatMul (q3, kt) s = Reshape (s3, split_scores)
        t = Add (s, mask) t3 = Reshape (t, merged_scores) w = Softmax <axis = -1> (t3)
        y3 = MatMul (w, v3) y = Reshape (y3, split_values)""",
    ),
    "merged products, split weights": (
        17,
        """q3 = Reshape (q, merged) k3 = Reshape (k, merged) v3 = Reshape (v, merged)
        kt = Transpose <perm = [0, 2, 1]> (k3) s3 = MatMul (q3, kt) s = Reshape (s3, split_scores)
        t = Add (s, mask) w = Softmax <axis = -1> (t) w3 = Reshape (w, merged_scores)
        y3 = MatMul (w3, v3) y = Reshape (y3, split_values)""",
    ),
    "added mask": (17, SCORES + "p = Mul (s, quarter) t = Add (p, mask)" + END),
    "mask of the heads, on the left": (17, SCORES + "p = Mul (s, quarter) t = Add (scores_bias, p)" + END),
    "a mask of booleans and one that is added": (
        17, SCORES + "p = Mul (s, quarter) r = Add (p, scores_bias) t = Where (keep, r, lowest)" + END,
    ),
    "two masks": (17, SCORES + "p = Mul (s, quarter) r = Add (p, scores_bias) t = Add (r, mask)" + END),
    "chosen scores": (17, SCORES + "p = Mul (s, quarter) t = Where (keep, p, inf)" + END),
    "filled scores": (17, SCORES + "drop = Not (keep) p = Mul (s, quarter) t = Where (drop, low, p)" + END),
    "mask made by Where": (17, SCORES + "b = Where (keys_kept, zero, low) p = Mul (s, quarter) t = Add (p, b)" + END),
    "mask from integers": (
        17,
        """f = Cast <to = 1> (ids) u = Unsqueeze (f, axes12) n = Sub (one, u) b = Mul (n, low)"""
        + SCORES
        + "p = Mul (s, quarter) t = Add (p, b)"
        + END,
    ),
    "mask before the scale": (17, SCORES + "p = Add (s, mask) t = Mul (p, quarter)" + END),
    "weights that are NaN become 0": (
        17,
        SCORES
        + """p = Where (keep, s, inf) w = Softmax <axis = -1> (p) bad = IsNaN (w) u = Where (bad, zero, w)
        y = MatMul (u, v)""",
    ),
    "no weights for hidden queries": (
        17,
        """top = ReduceMax <axes = [-1], keepdims = 1> (mask) bad = Equal (top, inf)"""
        + SCORES
        + "t = Add (s, mask) w = Softmax <axis = -1> (t) u = Where (bad, zero, w) y = MatMul (u, v)",
    ),
    "capped scores": (17, SCORES + "p = Mul (s, quarter) a = Div (p, ten) h = Tanh (a) t = Mul (h, ten)" + END),
    "softmax in parts": (
        17,
        SCORES
        + """t = Mul (s, quarter) top = ReduceMax <axes = [-1], keepdims = 1> (t) d = Sub (t, top) e = Exp (d)
        sum = ReduceSum <keepdims = 1> (e, last) w = Div (e, sum) y = MatMul (w, v)""",
    ),
    "one head of keys, repeated": (
        17,
        """ku = Unsqueeze (k1, axis2) ke = Expand (ku, copies) k = Reshape (ke, all_heads)
        vu = Unsqueeze (v1, axis2) ve = Expand (vu, copies) v = Reshape (ve, all_heads)"""
        + SCORES
        + "t = Mul (s, quarter)"
        + END,
    ),
    "one head of keys, broadcast": (
        17,
        "kt = Transpose <perm = [0, 1, 3, 2]> (k1) t = MatMul (q, kt) w = Softmax <axis = -1> (t) y = MatMul (w, v1)",
    ),
    "Dropout, Identity": (
        17, SCORES + "t = Identity (s) w0 = Softmax <axis = -1> (t) w = Dropout (w0) y = MatMul (w, v)",
    ),
    "Attention": (23, "y = Attention (q, k, v)"),
    "Attention, causal": (23, "y = Attention <is_causal = 1> (q, k, v)"),
    "Attention, mask": (23, "y = Attention (q, k, v, mask)"),
    "Attention, booleans": (23, "y = Attention (q, k, v, keep)"),
    "Attention, capped": (23, "y = Attention <softcap = 10.0> (q, k, v)"),
    "Attention, tokens": (23, f"y = Attention <q_num_heads = {H}, kv_num_heads = {H}> (x, m, m)"),
    "Attention, shared heads": (23, "y = Attention (q, k1, v1)"),
    "Attention of opset 24": (24, "y = Attention <scale = 0.5> (q, k, v)"),
    "com.microsoft.MultiHeadAttention": (
        17, f"y = com.microsoft.MultiHeadAttention <num_heads = {H}> (x, m, m)",
    ),
    "half precision with the softmax in fp32": (
        17,
        """kt = Transpose <perm = [0, 1, 3, 2]> (hk) s = MatMul (hq, kt) t = Cast <to = 1> (s)
        w = Softmax <axis = -1> (t) u = Cast <to = 10> (w) y = MatMul (u, hv)""",
    ),
    "half precision": (
        17,
        """kt = Transpose <perm = [0, 1, 3, 2]> (hk) s = MatMul (hq, kt) w = Softmax <axis = -1> (s)
        y = MatMul (w, hv)""",
    ),
}  # fmt: skip

#: Forms that stay several kernels, each with a schedule: name, (opset, body, results).
UNFUSED: dict[str, tuple[int, str, str]] = {
    "weights are a result": (17, SCORES + "t = Mul (s, quarter)" + END, "y, w"),
    "weights are averaged": (
        17, SCORES + "t = Mul (s, quarter)" + END + "a = ReduceMean <axes = [1], keepdims = 0> (w)", "y, a",
    ),
    "scores are a result": (17, SCORES + "t = Mul (s, quarter)" + END, "y, t"),
    "weights are masked": (17, SCORES + "w = Softmax <axis = -1> (s) u = Where (keep, w, zero) y = MatMul (u, v)", "y"),
    "times a mask, minus a number": (
        17,
        """fk = Cast <to = 1> (keep) n = Sub (one, fk) big = Mul (n, low)"""
        + SCORES
        + "p = Mul (s, fk) t = Add (p, big)"
        + END,
        "y",
    ),
    "softmax of queries": (17, SCORES + "w = Softmax <axis = -2> (s) y = MatMul (w, v)", "y"),
}  # fmt: skip


def model_text(opset: int, body: str, results: str = "y") -> str:
    """The model of a form in ONNX's text format; inputs and constants are those that the body names."""
    words = set(body.replace("(", " ").replace(")", " ").replace(",", " ").split())
    result = {line.split("=")[0].strip() for line in body.replace(") ", ")\n").splitlines() if "=" in line}
    inputs = ", ".join(f"{kind} {name}" for name, kind in TYPES.items() if name in words - result)
    constants = ", ".join(text for name, text in CONSTANTS.items() if name in words)
    kind = "float16" if "hq" in words else "float"
    outputs = ", ".join(f"{kind}[{', '.join(f'{n}{i}' for i in range(r))}] {n}" for n, r in _ranks(results, body))
    imports = f'"" : {opset}' + (', "com.microsoft" : 1' if "com.microsoft" in body else "")
    head = f"<ir_version: 10, opset_import: [{imports}]>"
    return f"{head}\ng ({inputs}) => ({outputs}) <{constants}>\n{{{body}}}"


def _ranks(results: str, body: str) -> list[tuple[str, int]]:
    tokens = any(word in body for word in ("joined", "tokens_first", "(x, m, m)"))
    return [(name, 3 if name == "a" or name == "y" and tokens else 4) for name in results.split(", ")]
