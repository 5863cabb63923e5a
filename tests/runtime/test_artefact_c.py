"""The C interface: a program compiled against the generated header makes right and wrong calls."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from artefact_kernels import HOST, make_object, module

from mlcc.runtime import link_shared, make_archive, make_header

PROGRAM = r"""
#include <stdio.h>
#include <string.h>
#include "demo.h"

static float x[8] = {0, 1, 2, 3, 4, 5, 6, 7}, y[8], z[8];
static int64_t n4[] = {4}, n5[] = {5}, n8[] = {8}, minus[] = {-1}, none[] = {0}, big[] = {64};
static int64_t dense[] = {1}, sparse[] = {2};

static DLTensor tensor(void *data, int64_t *shape) {
  DLTensor t = {data, {kDLCPU, 0}, 1, {kDLFloat, 32, 1}, shape, NULL, 0};
  return t;
}

static void say(const char *what, int rc) { printf("%s: %d %s\n", what, rc, rc ? mlcc_last_error() : "ok"); }

int main(void) {
  DLTensor a = tensor(x, n4), b = tensor(x, n4), c = tensor(z, n4);
  DLTensor *args[] = {&a, &b, &c};
  if (*mlcc_last_error() != 0) return 1;
  say("add", mlcc_add(args, 3));
  for (int i = 0; i < 4; i++) if (z[i] != 2 * x[i]) return 2;
  a.strides = dense;
  say("strides given", mlcc_add(args, 3));
  a.strides = sparse;
  say("strided", mlcc_add(args, 3));
  a.strides = NULL;
  a.byte_offset = 8;
  say("offset", mlcc_add(args, 3));
  if (z[0] != 2 || z[3] != 5 + 3) return 3;
  a.byte_offset = 2;
  say("misaligned", mlcc_add(args, 3));
  a.byte_offset = 0;
  say("count", mlcc_add(args, 2));
  say("no array", mlcc_add(NULL, 3));
  args[1] = NULL;
  say("null", mlcc_add(args, 3));
  args[1] = &b;
  b.device.device_type = (DLDeviceType)2;
  say("device", mlcc_add(args, 3));
  b.device.device_type = kDLCPU;
  b.dtype.bits = 64;
  say("bits", mlcc_add(args, 3));
  b.dtype.bits = 32;
  b.dtype.lanes = 4;
  say("lanes", mlcc_add(args, 3));
  b.dtype.lanes = 1;
  b.dtype.code = kDLBool;
  say("code", mlcc_add(args, 3));
  b.dtype.code = 99;
  say("unknown", mlcc_add(args, 3));
  b.dtype.code = kDLFloat;
  b.ndim = 2;
  say("rank", mlcc_add(args, 3));
  b.ndim = 1;
  b.shape = NULL;
  say("no shape", mlcc_add(args, 3));
  b.shape = n5;
  say("extent", mlcc_add(args, 3));
  a.shape = b.shape = c.shape = minus;
  say("negative", mlcc_add(args, 3));
  a.shape = b.shape = c.shape = none;
  c.data = NULL;
  say("empty", mlcc_add(args, 3));
  a.shape = b.shape = c.shape = n4;
  say("no data", mlcc_add(args, 3));
  c.data = x;
  say("overlap", mlcc_add(args, 3));
  c.data = x + 3;
  say("partial overlap", mlcc_add(args, 3));
  c.data = x + 4;
  a.byte_offset = 0;
  say("side by side", mlcc_add(args, 3));
  for (int i = 4; i < 8; i++) x[i] = i;

  DLTensor p = tensor(x, n8), q = tensor(x, n5), r = tensor(z, n5);
  DLTensor *pairs[] = {&p, &q, &r};
  say("derived", mlcc_pairs(pairs, 3));

  static float in[64], out[64];
  static _Alignas(64) char ws[512];
  DLTensor w = tensor(in, big), v = tensor(out, n8);
  DLTensor *work[] = {&w, &v};
  say("static extent", mlcc_work(work, 2));
  v.shape = big;
  say("workspace", mlcc_work_with_workspace(work, 2, ws, sizeof ws));
  if (out[5] != 5 || MLCC_WORK_WORKSPACE_BYTES != 256 || mlcc_work_workspace_bytes() != 256) return 4;
  say("small workspace", mlcc_work_with_workspace(work, 2, ws, 255));
  say("no workspace", mlcc_work_with_workspace(work, 2, NULL, 512));
  say("own workspace", mlcc_work(work, 2));
  if (mlcc_grow_workspace_bytes(10) != 40) return 5;

  unsigned char bits[4] = {1, 0, 1, 0}, flipped[4];
  DLTensor s = {bits, {kDLCPU, 0}, 1, {kDLUInt, 8, 1}, n4, NULL, 0}, t = s;
  t.data = flipped;
  t.dtype.code = kDLBool;
  DLTensor *flip[] = {&s, &t};
  say("bool", mlcc_flip(flip, 2));
  if (flipped[0] != 0 || flipped[1] != 1) return 6;

  int32_t n = 4;
  unsigned char down = 1;
  int64_t counted[4];
  DLTensor k = {&n, {kDLCPU, 0}, 0, {kDLInt, 32, 1}, NULL, NULL, 0};
  DLTensor d = {&down, {kDLCPU, 0}, 0, {kDLBool, 8, 1}, NULL, NULL, 0};
  DLTensor o = {counted, {kDLCPU, 0}, 1, {kDLInt, 64, 1}, n4, NULL, 0};
  DLTensor *count[] = {&k, &d, &o};
  say("scalars", mlcc_count(count, 3));
  if (counted[0] != 4 || counted[3] != 1) return 7;
  o.shape = n5;
  say("scalar extent", mlcc_count(count, 3));

  say("kernel", mlcc_fail((DLTensor *[]){&(DLTensor){x, {kDLCPU, 0}, 1, {2, 32, 1}, (int64_t[]){1}, NULL, 0}}, 1));
  if (mlcc_add_raw(x, x, y, 8) != 0 || y[7] != 14) return 8;
  float scaled[4];
  if (mlcc_scale_raw(x, scaled, 0.5f, 1) != 0 || scaled[3] != 1.5f) return 9;
  say("no provider", mlcc_outside((DLTensor *[]){&p, &(DLTensor){y, {kDLCPU, 0}, 1, {2, 32, 1}, n8, NULL, 0}}, 2));
  say("unknown extern", mlcc_bind("env.thrice", NULL));
  if (!strstr(mlcc_describe(), "\"name\":\"demo\"")) return 10;
  mlcc_set_num_threads(2);
  mlcc_shutdown();
  say("after shutdown", mlcc_add_raw(x, x, y, 8));
  mlcc_shutdown();
  return 0;
}
"""

SAID = """\
add: 0 ok
strides given: 0 ok
strided: 7 add: argument 0 `x`: expected compact row-major strides (or NULL): dimension 0 has stride 2, not 1
offset: 0 ok
misaligned: 8 add: argument 0 `x`: data at 0x? is not aligned to its element size, 4 bytes
count: 1 add: expected 3 arguments (x, y, z), given 2
no array: 2 add: the array of arguments is NULL
null: 2 add: argument 1 `y` is NULL
device: 3 add: argument 1 `y`: expected CPU memory (device type 1), given device type 2
bits: 4 add: argument 1 `y`: expected elements of type float32, given float64
lanes: 4 add: argument 1 `y`: expected elements of type float32, given float32x4
code: 4 add: argument 1 `y`: expected elements of type float32, given bool
unknown: 4 add: argument 1 `y`: expected elements of type float32, given code??32
rank: 5 add: argument 1 `y`: expected 1 dimensions, given 2
no shape: 2 add: argument 1 `y`: its shape is NULL
extent: 6 add: argument 1 `y`: dimension 0: expected 4 (n, dimension 0 of `x`), given 5
negative: 6 add: argument 0 `x`: dimension 0 is negative (-1)
empty: 0 ok
no data: 2 add: argument 2 `z`: its data pointer is NULL
overlap: 9 add: `z` is written and shares memory with `x`
partial overlap: 9 add: `z` is written and shares memory with `x`
side by side: 0 ok
derived: 6 pairs: argument 0 `x`: dimension 0: expected 10 (n * 2, with n, dimension 0 of `y`), given 8
static extent: 6 work: argument 1 `z`: dimension 0: expected 64, given 8
workspace: 0 ok
small workspace: 10 work: expected a workspace of 256 bytes, given 255
no workspace: 10 work: the workspace at (nil) is NULL or not aligned to 64 bytes
own workspace: 0 ok
bool: 0 ok
scalars: 0 ok
scalar extent: 6 count: argument 2 `z`: dimension 0: expected 4 (the argument `n`), given 5
kernel: 13 fail: a kernel reported error 117
no provider: 12 the external function `env.twice` has no provider
unknown extern: 12 no kernel of this library calls an external function `env.thrice`
after shutdown: 0 ok
"""

WARNINGS = ("-std=c11", "-Wall", "-Wextra", "-Werror", "-pedantic")


def run(*command: str | Path) -> str:
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout


def masked(text: str) -> str:
    """Addresses differ from run to run."""
    import re

    return re.sub(r"data at 0x[0-9a-f]+", "data at 0x?", text)


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Program, header, object, archive and library in one folder."""
    folder = tmp_path_factory.mktemp("c")
    (folder / "main.c").write_text(PROGRAM)
    (folder / "demo.h").write_text(make_header(module()))
    data = make_object()
    (folder / "demo.o").write_bytes(data)
    (folder / "libdemo.a").write_bytes(make_archive([("a-name-longer-than-fifteen.o", data)]))
    link_shared([data], folder / "libdemo.so", HOST)
    return folder


@pytest.mark.parametrize("kind", ["libdemo.so", "libdemo.a", "demo.o"])
def test_every_call_from_c(parts: Path, linker: str, kind: str) -> None:
    program = parts / f"main-{kind}"
    libraries = ("-lm", "-lpthread", f"-Wl,-rpath,{parts}")
    run(linker, *WARNINGS, parts / "main.c", parts / kind, "-o", program, *libraries)
    assert masked(run(program)) == SAID


def test_the_example_in_the_header(parts: Path, linker: str) -> None:
    lines = (parts / "demo.h").read_text().splitlines()
    assert not any("A program that calls it" in line for line in lines)  # no default function
    from dataclasses import replace

    spec = module()
    for name in ("add", "scale", "count", "work"):
        chosen = next(f for f in spec.functions if f.name == name)
        text = make_header(replace(spec, functions=(chosen,)))
        start = text.index("#include <stdio.h>")
        body = text[start : text.index("\n */", start)].replace("\n *   ", "\n").replace("\n *\n", "\n\n")
        (parts / "example.c").write_text(body)
        program = parts / "example"
        run(linker, *WARNINGS, "-I", parts, parts / "example.c", parts / "libdemo.a", "-o", program, "-lm", "-lpthread")
        run(program)


@pytest.mark.parametrize("order", ["before", "after"])
def test_header_beside_dlpack(parts: Path, linker: str, order: str) -> None:
    (parts / "dlpack.h").write_text(
        "#ifndef DLPACK_DLPACK_H_\n#define DLPACK_DLPACK_H_\n#include <stdint.h>\n"
        "typedef enum { kDLCPU = 1, kDLCUDA = 2 } DLDeviceType;\n"
        "typedef struct { DLDeviceType device_type; int32_t device_id; } DLDevice;\n"
        "typedef struct { uint8_t code, bits; uint16_t lanes; } DLDataType;\n"
        "typedef struct { void *data; DLDevice device; int32_t ndim; DLDataType dtype; int64_t *shape;"
        " int64_t *strides; uint64_t byte_offset; } DLTensor;\n#endif\n"
    )
    includes = ['#include "dlpack.h"', '#include "demo.h"']
    (parts / "both.c").write_text("\n".join(includes if order == "before" else reversed(includes)) + "\nDLTensor t;\n")
    run(linker, *WARNINGS, "-c", parts / "both.c", "-o", parts / "both.o")


def test_header_is_cpp(parts: Path) -> None:
    import shutil

    compiler = shutil.which("c++") or shutil.which("g++")
    if compiler is None:
        pytest.skip("no C++ compiler")
    (parts / "main.cc").write_text('#include "demo.h"\nint main() { return *mlcc_last_error(); }\n')
    run(compiler, "-Wall", "-Wextra", "-Werror", parts / "main.cc", parts / "libdemo.a", "-o", parts / "cc")
    run(parts / "cc")
