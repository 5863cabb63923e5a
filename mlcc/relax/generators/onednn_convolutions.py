"""The generator `onednn_convolutions`: convolutions of float32 by oneDNN's own primitives.

It takes convolutions of one to three dimensions, groups, strides, pads and dilations, whose sizes are known. oneDNN
chooses the algorithm and the layout of each; constant weights are laid out once, when they are first used. The part is
C text that is compiled with the headers of oneDNN 2 (Debian: libdnnl-dev), and opens the library when it first runs.
What it leaves, `onednn` may take: `--extern onednn_convolutions --extern onednn`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mlcc.ir import GraphCall, GraphFunction, VarBinding
from mlcc.topi.shapes import pads_of, per_dim

from ..operators import operator_name, static_shape, tensor_dtype
from .registry import Generator
from .results import CSource

_CONVOLUTIONS = ("nn.conv1d", "nn.conv2d", "nn.conv3d")
#: The end of the label of parts whose weights are constants: they are laid out once.
_FIXED = "fixed"

_TEXT = """
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <oneapi/dnnl/dnnl.h>

#if DNNL_VERSION_MAJOR != 2
#error "the headers are not those of oneDNN 2"
#endif

#define FUNCTIONS(X) X(engine_create) X(stream_create) X(stream_wait) X(memory_create) X(memory_set_data_handle) \\
    X(primitive_create) X(primitive_execute) X(primitive_desc_create) X(primitive_desc_destroy) \\
    X(primitive_desc_query_md) X(memory_desc_equal) X(memory_desc_init_by_tag) X(reorder_primitive_desc_create) \\
    X(primitive_attr_create) X(primitive_attr_set_scratchpad_mode) X(dilated_convolution_forward_desc_init)

/* A primitive with memory of its own for what it keeps between: that of the library belongs to a thread. */
struct step {{ dnnl_primitive_t primitive; dnnl_memory_t scratch; }};
struct place {{ dnnl_memory_t outer, inner; struct step move; }};
struct laid {{ const void *from; dnnl_memory_t memory; struct laid *next; }};

static struct {{
#define X(f) __typeof__(dnnl_##f) *f;
    FUNCTIONS(X)
#undef X
    dnnl_engine_t engine;
    dnnl_stream_t stream;
    dnnl_primitive_attr_t attributes;
    struct step convolution;
    dnnl_memory_desc_t layout; /* of the weights, as the primitive wants them */
    struct place data, weight, result;
    struct laid *weights;
    int is_ready;
}} s;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int run(struct step what, dnnl_memory_t from, dnnl_memory_t to) {{
    dnnl_exec_arg_t args[] = {{{{DNNL_ARG_FROM, from}}, {{DNNL_ARG_TO, to}}, {{DNNL_ARG_SCRATCHPAD, what.scratch}}}};
    return s.primitive_execute(what.primitive, s.stream, 3, args);
}}

static int make_step(struct step *step, const_dnnl_primitive_desc_t of) {{
    const dnnl_memory_desc_t *scratch = s.primitive_desc_query_md(of, dnnl_query_scratchpad_md, 0);
    int status = s.memory_create(&step->scratch, scratch, s.engine, DNNL_MEMORY_ALLOCATE);
    return status ? status : (int)s.primitive_create(&step->primitive, of);
}}

/* The memory of the caller, and that of the primitive with the step between them, where their layouts differ. */
static int make_place(struct place *p, const dnnl_memory_desc_t *outer, const_dnnl_primitive_desc_t primitive,
                      dnnl_query_t which, int inward) {{
    const dnnl_memory_desc_t *inner = s.primitive_desc_query_md(primitive, which, 0);
    dnnl_primitive_desc_t step;
    int status = s.memory_create(&p->outer, outer, s.engine, DNNL_MEMORY_NONE);
    p->inner = p->outer;
    if (status || s.memory_desc_equal(inner, outer)) return status;
    status = s.memory_create(&p->inner, inner, s.engine, DNNL_MEMORY_ALLOCATE);
    if (!status)
        status = s.reorder_primitive_desc_create(&step, inward ? outer : inner, s.engine, inward ? inner : outer,
                                                 s.engine, s.attributes);
    if (status) return status;
    status = make_step(&p->move, step);
    s.primitive_desc_destroy(step);
    return status;
}}

static int make(void) {{
    void *library = dlopen("{library}", RTLD_NOW | RTLD_LOCAL);
    if (!library) return 1;
#define X(f) if (!(*(void **)&s.f = dlsym(library, "dnnl_" #f))) return 2;
    FUNCTIONS(X)
#undef X
    const dnnl_dims_t data = {{{data}}}, weight = {{{weight}}}, result = {{{result}}};
    const dnnl_dims_t strides = {{{strides}}}, dilations = {{{dilations}}}, before = {{{before}}}, after = {{{after}}};
    dnnl_memory_desc_t outer[3], any[3];
    dnnl_convolution_desc_t description;
    dnnl_primitive_desc_t primitive;
    int status = s.engine_create(&s.engine, dnnl_cpu, 0);
    if (!status) status = s.stream_create(&s.stream, s.engine, dnnl_stream_default_flags);
    if (!status) status = s.primitive_attr_create(&s.attributes);
    if (!status) status = s.primitive_attr_set_scratchpad_mode(s.attributes, dnnl_scratchpad_mode_user);
    const dnnl_dim_t *sizes[3] = {{data, weight, result}};
    const int ranks[3] = {{{rank}, {weight_rank}, {rank}}};
    const dnnl_format_tag_t tags[3] = {{dnnl_{data_tag}, dnnl_{weight_tag}, dnnl_{data_tag}}};
    for (int n = 0; n < 3 && !status; n++) {{
        status = s.memory_desc_init_by_tag(&outer[n], ranks[n], sizes[n], dnnl_f32, tags[n]);
        if (!status) status = s.memory_desc_init_by_tag(&any[n], ranks[n], sizes[n], dnnl_f32, dnnl_format_tag_any);
    }}
    if (!status)
        status = s.dilated_convolution_forward_desc_init(&description, dnnl_forward_inference, dnnl_convolution_auto,
                                                         &any[0], &any[1], NULL, &any[2], strides, dilations, before,
                                                         after);
    if (!status) status = s.primitive_desc_create(&primitive, &description, s.attributes, s.engine, NULL);
    if (status) return status;
    status = make_step(&s.convolution, primitive);
    if (!status) status = make_place(&s.data, &outer[0], primitive, dnnl_query_src_md, 1);
    if (!status) status = make_place(&s.weight, &outer[1], primitive, dnnl_query_weights_md, 1);
    if (!status) status = make_place(&s.result, &outer[2], primitive, dnnl_query_dst_md, 0);
    if (!status) s.layout = *s.primitive_desc_query_md(primitive, dnnl_query_weights_md, 0);
    s.primitive_desc_destroy(primitive);
    return status;
}}

/* The weights at an address in the primitive's layout: constants are laid out once. */
static int lay_out(const void *w, dnnl_memory_t *found) {{
    *found = s.weight.inner;
    int status = s.memory_set_data_handle(s.weight.outer, (void *)w);
    if (status || s.weight.inner == s.weight.outer) return status;
    if (!{is_fixed}) return run(s.weight.move, s.weight.outer, s.weight.inner);
    for (struct laid *l = s.weights; l; l = l->next)
        if (l->from == w) return *found = l->memory, 0;
    struct laid *l = malloc(sizeof *l);
    if (!l) return 3;
    status = s.memory_create(&l->memory, &s.layout, s.engine, DNNL_MEMORY_ALLOCATE);
    if (!status) status = run(s.weight.move, s.weight.outer, l->memory);
    if (status) return free(l), status;
    l->from = w, l->next = s.weights, s.weights = l, *found = l->memory;
    return 0;
}}

static int convolve(const void *x, const void *w, void *y) {{
    dnnl_memory_t weights;
    int status = s.is_ready ? 0 : make();
    if (status) return status;
    s.is_ready = 1;
    status = lay_out(w, &weights);
    if (!status) status = s.memory_set_data_handle(s.data.outer, (void *)x);
    if (!status) status = s.memory_set_data_handle(s.result.outer, y);
    if (!status && s.data.move.primitive) status = run(s.data.move, s.data.outer, s.data.inner);
    dnnl_exec_arg_t args[] = {{
        {{DNNL_ARG_SRC, s.data.inner}}, {{DNNL_ARG_WEIGHTS, weights}}, {{DNNL_ARG_DST, s.result.inner}},
        {{DNNL_ARG_SCRATCHPAD, s.convolution.scratch}}}};
    if (!status) status = s.primitive_execute(s.convolution.primitive, s.stream, 4, args);
    if (!status && s.result.move.primitive) status = run(s.result.move, s.result.inner, s.result.outer);
    return status ? status : (int)s.stream_wait(s.stream);
}}

int32_t {name}({parameters}) {{
    pthread_mutex_lock(&lock);
    int status = convolve({arguments}, out);
    pthread_mutex_unlock(&lock);
    return status;
}}
"""


def _is_taken(call: Any) -> bool:
    """Whether a convolution is one of float32 with plain layouts and known sizes."""
    if not isinstance(call, GraphCall) or len(call.args) != 2 or tensor_dtype(call) != "float32":
        return False
    if any(static_shape(v) is None or 0 in (static_shape(v) or ()) for v in (*call.args, call)):
        return False
    layouts = (call.attrs.get(name) for name in ("data_layout", "kernel_layout", "out_layout"))
    plain = all(not layout or layout[:2] in ("NC", "OI") for layout in layouts)
    return plain and call.attrs.get("multiple", 1) == 1


def _patterns() -> Sequence[tuple[Any, ...]]:
    from ..dpl import is_const, is_op, wildcard

    def check(match: Any) -> bool:
        return _is_taken(match.matched_expr)

    kinds = ((_FIXED, is_const), ("given", wildcard))
    return [
        (f"{name}.{label}", is_op(name)(wildcard(), weight()), {}, check)
        for label, weight in kinds
        for name in _CONVOLUTIONS
    ]


def _generate(
    functions: Sequence[GraphFunction], options: Mapping[str, Any], constants: Mapping[str, Any]
) -> list[CSource]:
    return [_convolution(func, options["library"]) for func in functions]


def _numbers(values: Sequence[int]) -> str:
    return ", ".join(map(str, values))


def _convolution(func: GraphFunction, library: str) -> CSource:
    """The C text of a part, which is one convolution."""
    (binding,) = func.bindings()
    assert isinstance(binding, VarBinding)
    call = binding.value
    assert isinstance(call, GraphCall)
    data, weight, result = (static_shape(v) or () for v in (*call.args, binding.var))
    count, groups = len(data) - 2, int(call.attrs.get("groups") or 1)
    pads = [(int(a), int(b)) for a, b in pads_of(call.attrs.get("padding"), count)]
    strides, dilations = (per_dim(call.attrs.get(name), count, 1, name) for name in ("strides", "dilation"))
    spatial = "dhw"[3 - count :]
    kernel = weight if groups == 1 else (groups, weight[0] // groups, *weight[1:])
    names = {param: f"p{n}" for n, param in enumerate(func.params)}
    name = str(func.attrs["global_symbol"])
    text = _TEXT.format(
        library=library, data=_numbers(data), weight=_numbers(kernel), result=_numbers(result),
        strides=_numbers([int(step) for step in strides]), dilations=_numbers([int(d) - 1 for d in dilations]),
        before=_numbers([a for a, _ in pads]), after=_numbers([b for _, b in pads]), rank=len(data),
        weight_rank=len(kernel), data_tag=f"nc{spatial}", weight_tag=f"{'g' * (groups > 1)}oi{spatial}",
        is_fixed=int(str(func.attrs.get("Composite", "")).endswith(_FIXED)), name=name,
        parameters=", ".join([*(f"const void *{n}" for n in names.values()), "void *out"]),
        arguments=", ".join(names[arg] for arg in call.args),  # type: ignore[index]  # the part's parameters
    )  # fmt: skip
    assert operator_name(call) in _CONVOLUTIONS
    return CSource(text, name)


GENERATOR = Generator(
    name="onednn_convolutions",
    summary="convolutions by the primitives of the system's oneDNN 2 (its headers and a C compiler)",
    generate=_generate,
    patterns=_patterns,
    options={"library": "libdnnl.so.2"},
    doc=__doc__,
)
