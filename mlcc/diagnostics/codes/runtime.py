"""Codes R…: running, loading, inputs, and the files of an artefact."""

from __future__ import annotations

from . import Code

CODES: dict[str, Code] = {
    "R301": Code(
        "wrong number of arguments, or an unknown argument name",
        """\
A function is called with its inputs, and then returns its outputs, or with all its arguments, and
then writes into those given as outputs. Keywords are parameter names.

    lib["mm_relu"](a, b)         # returns C
    lib["mm_relu"](a, b, c)      # writes C
    lib["mm_relu"](a)            # R301
""",
    ),
    "R302": Code(
        "an argument that is not an array, or is null",
        """\
Arguments are NumPy arrays, or objects with `__dlpack__` (tensors of other libraries). A plain
number may be passed for a tensor of rank 0. Lists are not converted, because their element type would
be a guess: `numpy.asarray(values, "float32")` says it. In C the code reports a null pointer.
""",
    ),
    "R303": Code(
        "an argument that is not in CPU memory",
        """\
An artefact runs on the CPU and reads its arguments where they are. Bring a tensor of another device
over first, such as by `tensor.cpu()` in PyTorch.
""",
    ),
    "R304": Code(
        "an argument with elements of another type",
        """\
Element types are never converted silently: it would cost time at every call and hide a mistake.

    lib(numpy.ones(4))                        # R304: float64, but float32 is wanted
    lib(numpy.ones(4, "float32"))
    lib(x.astype("float32"))

A `bool` may be given as `uint8`, and the bits of a `bfloat16` as `uint16`.
""",
    ),
    "R305": Code(
        "an argument with the wrong number of axes",
        """\
`x: float32 [1, 784]` wants two axes; an array of shape `(784,)` has one. `x.reshape(1, 784)` or
`x[None]` adds one. `mlcc inspect lib.so` prints the arguments of every function.
""",
    ),
    "R306": Code(
        "an argument of the wrong shape",
        """\
Every extent is checked: numbers must be equal, a symbol (`n`) takes the extent of its first
appearance and must be the same everywhere else, and expressions (`n * 2`) are computed from it.
To build for another shape, give `--shape x=1x3x224x224`, or keep the extent symbolic.
""",
    ),
    "R307": Code(
        "an argument whose memory layout does not fit",
        """\
What a function writes must be C-contiguous and writable: a copy of it would leave the caller's
array as it was. Inputs may have any strides when called from Python (they are copied); at the C
interface they must be compact row-major, or have `strides == NULL`.
""",
    ),
    "R308": Code(
        "data that is not aligned to its element type",
        """\
The address of the first element (`data + byte_offset`) must be a multiple of the element's size.
More is never required of arguments; 64 bytes are best for speed.
""",
    ),
    "R309": Code(
        "an output that shares memory with another argument",
        """\
Kernels assume that the memory they write does not overlap what they read, so `f(a, b, a)` could give any
result. Give the output memory of its own and copy afterwards.
""",
    ),
    "R310": Code(
        "working memory is missing",
        """\
Either the system has no memory left for a workspace whose size depends on the shapes, or the
workspace that the caller gave (`<f>_with_workspace`) is smaller than `<f>_workspace_bytes` says or
not aligned to 64 bytes.
""",
    ),
    "R311": Code(
        "an external function has no provider",
        """\
The module calls a library function by name (`R.call_tir("env.linear", ...)`), and nothing provides
it. From Python, register it before loading; from C, call `<prefix>_bind(name, function)`; from the shell, give a
library of such functions: `mlcc run lib.so --provider functions.so`.

    @mlcc.register_func("env.linear")
    def linear(x, w, b, out):
        numpy.matmul(x, w.T, out=out)
        out += b
""",
    ),
    "R312": Code(
        "a kernel reported an error",
        """\
A kernel found at run time that it cannot go on, such as an index out of range in a gather. The
message has its number. What the outputs hold is undefined.
""",
    ),
    "R313": Code(
        "no such function in the library",
        """\
`lib["name"]` takes the names that `lib.functions` lists and `mlcc inspect lib.so` prints. `lib(x)`
runs `main`, or the only function; with several and no `main` the choice must be said.
""",
    ),
    "R314": Code(
        "an output whose shape the inputs do not determine",
        """\
A symbol in the output's shape occurs in no input, so its array cannot be allocated for you. Pass the
outputs too, with the shapes you want: `lib["f"](x, out)`.
""",
    ),
    "R315": Code(
        "an argument that is no tensor of strings",
        """\
The elements must be `str`, or `bytes` in UTF-8, as in `numpy.array(["a", "bc"])` or an array of objects. Strings end at
a zero character, so none may be inside them. Where an artefact was built for strings of a limited size, longer
ones do not fit.
""",
    ),
    "R316": Code(
        "an output has too little room",
        """\
The size of this output is computed while the model runs, as the number of frames that a text to speech model predicts,
and the array that the caller gave is smaller. The last outputs hold the sizes that are needed: make it larger and call
again. From Python, leave the outputs out: they are allocated as needed.
""",
    ),
    "R321": Code("a library file cannot be read", "The path is wrong, or its permissions are."),
    "R322": Code(
        "not a library that mlcc made",
        """\
The file is not an object file or shared library, or one without mlcc's description, or it is damaged
(truncated by a broken copy, say). `mlcc build` makes a new one.
""",
    ),
    "R323": Code(
        "a library for another architecture",
        """\
The library was built for another processor (`--target "llvm -mtriple=..."`). It can be inspected
here, not run. Build it without `-mtriple` to run it on this machine.
""",
    ),
    "R324": Code(
        "the system refuses to load the library",
        """\
The note is the loader's own. Often the file system forbids execution (`noexec`), or the library
needs a newer C library than this system has. Loading a `.o` needs llvmlite.
""",
    ),
    "R325": Code(
        "a library of another version of mlcc",
        "Its description has a layout that this version does not know. Build it again.",
    ),
    "R326": Code(
        "a library for a processor with more instructions",
        """\
The library was built with vector instructions that this machine's processor does not have
(`mlcc inspect` lists them); running it would crash. Build it here, where the default target is this
machine, or for every processor that matters: `--target "llvm -mcpu=x86-64-v3"`.
""",
    ),
    "R331": Code(
        "no artefact can be made for this system",
        "Artefacts are made for Linux, BSD and Darwin, whose C library has POSIX threads.",
    ),
    "R332": Code(
        "no linker found",
        """\
A shared library needs a linker: the system's `cc`, `clang` or `gcc` for this machine, or the Python
package `ziglang` for this and other machines. `MLCC_CC` names another one. For Linux on x86-64 and
aarch64 mlcc links by itself where there is none (`--linker mlcc`); it compiles no C. Without a linker,
`mlcc build -o model.o` makes an object, which `mlcc run` loads as it is.
""",
    ),
    "R333": Code(
        "the linker failed",
        "The notes are what it printed. Undefined symbols are an error by intention: an artefact "
        "may need libc, libm and pthread, and nothing else. mlcc's own linker also refuses what mlcc does not "
        "emit: thread-local data, constructors, code that is not position-independent.",
    ),
    "R334": Code(
        "an output cannot be written",
        """\
The folder does not exist, may not be written to, or the disk is full. Outputs are written beside
their final path and moved there when complete, so no partial file is left and an older one stays.
""",
    ),
    "R335": Code(
        "an artefact cannot be built from this module",
        """\
Names of exported entries clash, an extent is not an expression, a symbol is not defined by any argument,
or an element type has no counterpart in DLPack.
""",
    ),
    "R336": Code(
        "more weights than a library can hold",
        """\
Code of this machine addresses a limited range, and its object format has no section beyond that for weights. On x86_64
weights may have any size.
""",
    ),
    "R341": Code(
        "a number that makes no sense here",
        "Thread counts are 0 (decide by yourself) or more; timings need at least one call.",
    ),
    "R342": Code(
        "an external function is registered twice",
        '`register_func("env.linear", override=True)` replaces the earlier one.',
    ),
    "R343": Code(
        "a loaded library cannot be written in another form",
        """\
`load("m.so").export_library("copy.so")` copies the file. A `.o`, `.a` or `.tar` is written by the process that builds
the library: `build(model).export_library("m.tar")`, or `mlcc build model.onnx -o m.tar`.
""",
    ),
    "R344": Code(
        "no function of this name is registered",
        """\
`get_global_func("env.linear")` gives what `register_func("env.linear", …)` registered, in this process and before.
With `allow_missing=True` it gives None for other names.
""",
    ),
    "R345": Code(
        "a library that provides none of the functions that are called",
        """\
`--provider FILE` (in Python `library.provide(FILE)`) names a shared library with functions that a module calls by
name. The function `env.linear` is the symbol `env_linear` there, letters, digits and `_` being kept:

    #include "model.h"   /* from `mlcc build --emit h`: DLTensor */
    int32_t env_linear(DLTensor *const *args, int32_t num_args);   /* inputs, then outputs; 0, or an error */
""",
    ),
    "R346": Code(
        "a device that does not exist",
        """\
There are `mlcc.cpu()`, `mlcc.cuda()` and `mlcc.opencl()`, or `mlcc.device("cuda:0")`. Arrays are in the CPU's memory;
functions built for another device copy them there and results back.
""",
    ),
    "R347": Code(
        "a value that programs do not have",
        "`runtime.convert` takes numbers, strings, lists and dictionaries of them, and nodes of programs.",
    ),
    "R348": Code(
        "a value of another library that is no tensor here",
        """\
`from_dlpack` takes what has `__dlpack__`: arrays of NumPy, PyTorch, JAX … in the CPU's memory. A tensor of a graphics
card is copied to the CPU by its library first (`t.cpu()`), and one that records gradients is detached (`t.detach()`).
""",
    ),
    "R349": Code(
        "a library without its source text",
        """\
`build(module, target="c").get_source()` is the text that the library was made of, which it does not contain. A library
loaded from a file has none; `mlcc build kernel.tir --target c -o kernel.c` writes it.
""",
    ),
    "R350": Code(
        "no device that launches the kernels",
        """\
A library for `opencl` loads libOpenCL.so.1 when it is first called, and one for `cuda` libcuda.so.1: there must be a
driver with a device, such as pocl for the CPU. Its message says what the driver or its compiler refused. The module
that Python builds of a single tensor program launches kernels of `opencl` through the package pyopencl, and of `cuda`
through the driver and libnvrtc.so. Without a graphics card, `mlcc run lib.so --device cuda-on-cpu` and
`mlcc.runtime.use_cuda_on_cpu()` run kernels of `cuda` on the CPU, as a test.
""",
    ),
    "R351": Code(
        "an address that is none",
        """\
A device is named by `rpc://HOST:PORT`, where `mlcc rpc serve` listens, or by `rpc://HOST:PORT/KIND`: any
free device of that kind at the tracker there. IPv6 addresses stand in brackets.

    mlcc run lib.so x.npy --device rpc://192.168.1.20:9090
    mlcc run lib.so x.npy --device rpc://lab:9190/rasp4
""",
    ),
    "R352": Code(
        "a connection that cannot be made, or an address where one cannot listen",
        """\
Nothing listens at that address, the name is not known, a firewall refuses, or, for a server, the
port is taken. On the device: `mlcc rpc serve --port 9090`; it listens at 127.0.0.1 unless `--host` says otherwise,
so from another machine either give `--host 0.0.0.0` with a key, or use a tunnel: `ssh -L 9090:localhost:9090 board`.
""",
    ),
    "R353": Code(
        "the other side speaks another protocol",
        """\
What listens there is not a server of mlcc (a web server, perhaps), or mlcc has another version there.
A server that receives such data closes that connection and goes on.
""",
    ),
    "R354": Code(
        "a key that is wrong or missing",
        """\
Both sides prove to each other that they know the same key, which is never sent. Give it by the
environment variable MLCC_RPC_KEY or by `--key-file`, on both sides; on a command line others would see it.
""",
    ),
    "R355": Code(
        "the server is busy",
        """\
A server serves as many clients at a time as `mlcc rpc serve --sessions` says. A tracker (`mlcc rpc tracker`)
makes clients wait for a free device instead.
""",
    ),
    "R356": Code(
        "a connection that was lost",
        """\
The server was stopped, the network failed, or no reply came within the time that the client allows. What
the session held is gone; connect again.
""",
    ),
    "R357": Code(
        "a session that the server ended",
        """\
The code that ran crashed (the message names the signal), a request took longer than
`mlcc rpc serve --timeout`, the session was idle for longer than `--idle`, or its memory was used up
(`--max-memory`). Other sessions are not affected.
""",
    ),
    "R358": Code(
        "a request that the server refuses",
        """\
A file name with a path, something that was not uploaded, an array larger than `mlcc rpc serve --max-payload`,
or a number that no array or library of the session has.
""",
    ),
    "R359": Code(
        "a server that would be open to others",
        """\
Whoever reaches a server runs code on it. So it listens at the loopback address (127.0.0.1), where only this
machine reaches it, unless there is a key:

    MLCC_RPC_KEY=... mlcc rpc serve --host 0.0.0.0
""",
    ),
    "R360": Code(
        "no device of that kind",
        """\
No server has registered as this kind at the tracker, or all of them were busy for as long as the client
waited. `mlcc rpc query` lists what is registered; a server registers with
`mlcc rpc serve --tracker HOST:PORT --kind NAME`.
""",
    ),
    "R361": Code(
        "a paged cache that cannot do what is asked",
        """\
A cache of a model with `nn.llm.kv_cache.PagedKVCache` has so many sequences, and pages for so many tokens, as the call
that created it said. Sequences are added, and every call is announced:

    add, begin, end = (mlcc.get_global_func(f"vm.builtin.kv_state_{f}") for f in ("add_sequence", "begin_forward",
                                                                                  "end_forward"))
    add(cache, 0)
    begin(cache, [0], [5])                      # five new tokens of the sequence 0
    logits, cache = library["prefill"](x, cache, *weights)
    end(cache)
    begin(cache, [1], [1])                      # R361: there is no sequence 1
""",
    ),
    "R370": Code(
        "a service has no such model",
        """\
Models are called by the file name of their library without the suffix, or as `mlcc serve NAME=FILE` says.
`curl -X POST localhost:8000/v2/repository/index` lists them. HTTP status 404.
""",
    ),
    "R371": Code(
        "a request that the protocol does not allow",
        """\
The body of a request is a JSON object with a list `inputs`, each with `name`, `shape`, `datatype` and `data`
(or raw bytes after the JSON, by `parameters: {"binary_data_size": N}` and the header
`Inference-Header-Content-Length`). `curl localhost:8000/v2/models/NAME` shows the inputs. Numbers are not
converted: 1.5 is no INT64, 300 no INT8. HTTP status 400, as for arguments that do not fit the model.
""",
    ),
    "R372": Code(
        "a service that takes no more requests for now",
        """\
As many requests wait as `mlcc serve --queue` allows, or the service is stopping. HTTP status 503: try again
later, or against another instance.
""",
    ),
    "R373": Code(
        "no answer in time",
        """\
A request was not answered within `mlcc serve --timeout` seconds: those before it took too long. HTTP status 504.
""",
    ),
    "R374": Code(
        "a request that is too large",
        "The body has more bytes than `mlcc serve --max-request` allows. HTTP status 413; nothing of it is kept.",
    ),
    "R375": Code(
        "two models of one name",
        "Each library of a service has a name of its own: `mlcc serve small=a/net.so large=b/net.so`.",
    ),
    "R376": Code(
        "a package that a service needs is missing",
        "`mlcc serve` uses Starlette, uvicorn and orjson, which `pip install 'mlcc[serve]'` brings.",
    ),
    "R381": Code(
        "C text of a code generator that the compiler refuses",
        """\
A generator of `--extern` returned a `CSource` whose text the C compiler does not accept; the notes are the compiler's
own. `MLCC_CC` names another compiler.
""",
    ),
    "R382": Code(
        "object code without the function of its part",
        """\
What a generator of `--extern` returned, a `CSource` or `ObjectCode`, must define the function that it names, visible
to the linker (not `static`; in C++ `extern "C"`), in an object file for the machine that the artefact is for.
""",
    ),
    "R383": Code(
        "a shared library that an artefact calls is missing",
        """\
The artefact was built with a code generator that calls a library, such as `--extern blas`. It is not linked with the
library, but opens it by its name, as the system's loader finds it. Install it (OpenBLAS is `libopenblas0` in Debian),
let LD_LIBRARY_PATH name its folder, or name another one when building: `--extern blas:library=libmkl_rt.so.2`. From C
the call returns an error with the same message.
""",
    ),
    "R384": Code(
        "CUDA on the CPU cannot be made",
        """\
`--device cuda-on-cpu` and `mlcc.runtime.use_cuda_on_cpu()` compile a stand-in for CUDA's driver, and the kernels, with
g++, clang++, or the compiler that the environment variable CXX names. The stand-in must be loaded before anything else
in the process has loaded a driver of CUDA.
""",
    ),
    "R390": Code(
        "a wrong command line of a library that is a program",
        """\
`./net.so [NAME=]FILE.npy... [-o [NAME=]FILE.npy]... [--threads N]`, where the library was built with `--program`.
Inputs without a file come from standard input and outputs without `-o` go to standard output, which are no terminals;
`./net.so --help` lists their names, types and shapes. The exit code is 2.
""",
    ),
    "R391": Code(
        "a file that a library run as a program cannot read",
        "`./net.so x.npy` could not open the file; the name may be misspelt, or the folder another one.",
    ),
    "R392": Code(
        "no array for a library run as a program",
        """\
What a library reads that was built with `--program` are arrays as `numpy.save` writes them (`.npy`), from files, or one
after the other from standard input. The file is another one, or is cut short. `mlcc run` reads `.npz` too.
""",
    ),
    "R393": Code(
        "a result that a library run as a program cannot write",
        "`./net.so -o y.npy` could not write the file: its folder lacks, the disk is full, or the reader is gone.",
    ),
    "R394": Code(
        "a self-test that failed",
        """\
A library of `mlcc build --selftest` keeps the result of a made-up call. On this machine the function gives another one,
beyond the tolerance of its type, or the weights in the file are not those of the build: the file is damaged, the
processor or its emulator computes wrongly, or the build has a fault. `mlcc verify --library` compares with a reference.
""",
    ),
    "R395": Code(
        "a library that cannot be a program, or cannot test itself",
        """\
`mlcc build --program` is for shared libraries for Linux, `--selftest` for those in ELF. Both take the function `main`,
or the only one.
""",
    ),
}
