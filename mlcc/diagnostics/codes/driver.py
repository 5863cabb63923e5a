"""Codes D…: files, options and outputs of the command line."""

from __future__ import annotations

from . import Code

CODES: dict[str, Code] = {
    "D101": Code(
        "the input file does not exist",
        """
The path on the command line (or in a manifest) names no file.

    $ mlcc build modle.onnx -o m.so
    error[D101]: cannot read `modle.onnx`: there is no such file
    help: did you mean `model.onnx`?
""",
    ),
    "D102": Code(
        "the input file cannot be read",
        """
The file exists, but the operating system refused to read it: it is a folder, or its permissions
do not allow it, or the device failed.

    $ mlcc build models/ -o m.so
    error[D102]: cannot read `models/`: is a directory
""",
    ),
    "D103": Code(
        "the input is empty",
        """
The file, or what came through the pipe, holds nothing but white space. In a pipeline this is
usually the command before that failed; `set -o pipefail` makes the shell stop there.

    $ mlcc schedule missing.tir -s t.yaml | mlcc build - -o k.so
    error[D103]: `<stdin>` is empty
""",
    ),
    "D104": Code(
        "the input is of a kind that this command does not read",
        """
`build`, `import` and `schedule` read models (`.onnx`), programs (`.tir`, `.relax`, `.py`) and saved
modules (`.json`); `run`, `bench` and `inspect` read what `build` wrote (`.so`, `.o`).

    $ mlcc build lib.so -o again.so
    error[D104]: `lib.so` is a compiled file, not a program or a model
""",
    ),
    "D105": Code(
        "the text is not UTF-8",
        """
Program text and YAML are read as UTF-8. The message gives the first byte that is not. Convert the
file, for example with `iconv -f latin1 -t utf-8`.
""",
    ),
    "D110": Code(
        "the folder of an output does not exist",
        """
mlcc creates files but not the folders around them.

    $ mlcc build m.onnx -o out/m.so
    error[D110]: cannot write `out/m.so`: there is no folder `out`
    help: make it first: mkdir -p out
""",
    ),
    "D111": Code(
        "the output is not writable",
        """
The folder or the file does not allow writing, the file system is read-only, or the name is that of
a folder. Nothing was changed.

    $ mlcc build m.onnx -o /proc/m.so
    error[D111]: cannot write `/proc/m.so`: permission denied
""",
    ),
    "D112": Code(
        "the disk is full",
        """
There was no room for the output. Outputs are written under a temporary name and renamed at the
end, so no partial file is left and an older file of that name is untouched.

    $ mlcc build m.onnx --emit ll -o /dev/full
    error[D112]: cannot write `/dev/full`: no space left on device
""",
    ),
    "D113": Code(
        "the output could not be written",
        """
The operating system refused for a reason other than a missing folder (D110), permissions (D111) or
a full disk (D112); the message repeats what it said.
""",
    ),
    "D120": Code(
        "an option has a value that cannot be used",
        """
The option is known, but its value does not have the form it needs; the message shows the form.

    $ mlcc build m.onnx --shape x=1xthree
    error[D120]: `--shape x=1xthree`: `three` is not a size
    help: write sizes with `x` between them, such as `--shape x=1x3x224x224`
""",
    ),
    "D121": Code(
        "the kind of output is not known",
        """
`build` writes the kinds that its `--emit` names, or the one that the suffix of `-o` denotes:
`.so .o .a .ll .s .bc .tir .relax .h .json`.

    $ mlcc build m.onnx -o m.exe
    error[D121]: cannot tell the kind of output from `m.exe`
    help: name it with --emit, or use a suffix: .a, .bc, .h, .json, .ll, .o, .relax, .s, .so, .tir
""",
    ),
    "D122": Code(
        "several outputs for one destination",
        """
With several kinds in `--emit`, each output gets its own file: `-o out/m` writes `out/m.so`,
`out/m.h` and so on. Standard output can take only one.

    $ mlcc build m.onnx --emit so,h -o -
    error[D122]: standard output takes one kind of output, not 2
""",
    ),
    "D125": Code(
        "nothing of that name to explain",
        """
`mlcc explain` knows the codes, the schedule primitives, the operators, the passes and the targets
that `mlcc list` shows.

    $ mlcc explain splt
    error[D125]: nothing is called `splt`
    help: did you mean `split`?
""",
    ),
    "D126": Code(
        "no schedule has a parameter of that name",
        """
`-p name=value` sets a parameter that a schedule file declares under `params:`.

    $ mlcc schedule k.tir -s tile.yaml -p jfator=8
    error[D126]: no schedule has a parameter `jfator`
    help: did you mean `jfactor`? the parameters are `jfactor`
""",
    ),
    "D130": Code(
        "the results differ",
        """
`mlcc schedule --verify` ran the program before and after the schedule on the same random inputs, and
the outputs differ by more than rounding: the schedule changed what the program computes. This is a
fault in mlcc when every step was accepted; please report it with the two files.

`mlcc run --check` reports a difference between the outputs and the expected file under R codes.
""",
    ),
    "D131": Code(
        "the results could not be compared",
        """
`--verify` must run the program, which needs every dimension to be known, inputs that random numbers
can stand for, and a program that the host can run, in seconds: a loop of one iteration that is split into
halves fifty times has 2**50.
""",
    ),
    "D150": Code(
        "the text is not formatted",
        """
`mlcc fmt --check` found files that `mlcc fmt` would change. It lists them and changes nothing.
Comments are not part of the canonical form.

    $ mlcc fmt --check kernel.tir
    error[D150]: 1 of 1 files are not in the canonical form
""",
    ),
    "D160": Code(
        "the file holds no array that can be read",
        """
Arrays are read from `.npy` and `.npz` files, as `numpy.save` and `numpy.savez` write them, distinguished
by their content. Files that hold Python objects are refused, for loading them would run code.

    $ mlcc run m.so --inputs x.csv
    error[D160]: `x.csv` is neither a .npy nor a .npz file
""",
    ),
    "D161": Code(
        "an input is given twice",
        """
The same name occurs in two `--inputs`, or in an `.npz` file and beside it.

    $ mlcc run m.so --inputs x=a.npy --inputs x=b.npy
    error[D161]: the input `x` is given twice
""",
    ),
    "D162": Code(
        "there is no input of that name",
        """
`mlcc inspect` shows the names of a library's inputs.

    $ mlcc run m.so --inputs imgae=x.npy
    error[D162]: there is no input `imgae`
    help: did you mean `image`? the inputs are `image`
""",
    ),
    "D163": Code(
        "too few or too many inputs",
        """
Arrays given by name are bound to that input; the others fill the remaining inputs in order. Each input
needs one. `--random SEED` makes up those that are missing.

    $ mlcc run m.so
    error[D163]: 0 inputs are given, 1 are needed: no array for `x`
""",
    ),
    "D164": Code(
        "the outputs cannot be written in that form",
        """
One output can go to an `.npy` file, any number to an `.npz` file. Standard output (`-o -`) gets
`.npy` for one output and `.npz` for several.

    $ mlcc run m.so --random 0 -o out.csv
    error[D164]: cannot tell the form of `out.csv`
""",
    ),
    "D165": Code(
        "the outputs are not the expected ones",
        """
`mlcc run --check` compares each output with the array of its name (or position) in the file, within
`--rtol` and `--atol`: `|actual - expected| <= atol + rtol * |expected|`. Integers and booleans must be equal.

    $ mlcc run m.so --inputs x.npy --check y.npy
    error[D165]: the outputs are not the expected ones
    note: `y`: 3 of 1000 elements differ, by 0.1 at most; first at [0, 7]: 0.3, expected 0.2
""",
    ),
    "D170": Code(
        "an extent of an argument cannot be computed when the library is called",
        """
The entries of a library check the shapes of their arguments, and so must be able to work them out
from the arguments: numbers, symbolic dimensions, and `+ - * // %`, `min`, `max` and comparisons of these.
""",
    ),
    "D171": Code(
        "there is nothing to compile",
        """
The module has no tensor program and no graph function, or all of its functions are private and
nothing calls them.

    $ mlcc build empty.tir -o e.so
    error[D171]: the module holds no function that can be compiled
""",
    ),
    "D172": Code(
        "`--shape` names nothing in the program",
        """
`--shape x=1x3x224x224` is for the parameter `x`, `--shape n=8` for the symbolic dimension `n`.

    $ mlcc build mlp.relax --shape y=8x784
    error[D172]: `--shape y=...` names no parameter and no symbolic dimension
    help: the names are `x`, `n`
""",
    ),
    "D173": Code(
        "`--shape` contradicts the program",
        """
Only symbolic dimensions can be given a size; a number in the program stays what it is, and a
dimension that occurs twice has one size.

    $ mlcc build mlp.relax --shape x=8x100
    error[D173]: dimension 1 of `x` is 784, `--shape` gives 100
""",
    ),
    "D166": Code(
        "a size for random inputs is missing or names nothing",
        """
Inputs whose shape has a symbolic dimension can be made up only when its size is known: from another
input, or from `--shape`, which takes an input's name or a symbol's.

    $ mlcc bench mlp.so
    error[D166]: the size `n` of an input of `main` is not known
    help: give it with --shape n=8, or give the input
""",
    ),
    "D167": Code(
        "no schedule was applied",
        """
`mlcc inspect --schedules` prints the schedules that a library's programs were built with. Programs of models get
those of the schedule library; programs given as text are built as they are written, unless `-s` names a schedule.

    $ mlcc inspect kernel.so --schedules
    error[D167]: no schedule was applied to a program of `kernel.so`
    help: programs given as text are built as they are written; `-s auto` applies the library's schedules
""",
    ),
    "D174": Code(
        "the module has no graph functions",
        """
`.relax` is the module of graph functions as imported or parsed. A kernel has none: write `.tir`,
its tensor programs after scheduling.

    $ mlcc build kernel.tir -o kernel.relax
    error[D174]: the module has no graph function to write as .relax
""",
    ),
    "D180": Code(
        "the library has no profile",
        """
`mlcc bench --profile` needs a library that takes the time of each kernel. Ordinary ones do not, to lose
none: build one with `--profile`, or name the model, which is then built in memory.

    $ mlcc bench model.so --profile
    error[D180]: `model.so` takes no times of its kernels
    help: build it with `mlcc build --profile`, or let `mlcc bench MODEL --profile` build the model ...
""",
    ),
    "D181": Code(
        "no profile for this target",
        """
On 32-bit systems the layout of C's clock depends on the library, so libraries for them take no times.

    $ mlcc build model.onnx --profile --target "llvm -mtriple=armv7a-linux-gnueabihf"
    error[D181]: no profile for `armv7a-unknown-linux-gnueabihf`
    help: build without --profile
""",
    ),
    "D182": Code(
        "programs have no schedule that is meant for them",
        """
A note at the end of a build: no file of the schedule library is meant for these programs of the model, so they are
right, but slower than they could be. Each that does 1 % of the work and 100,000 operations at least is named, with the
nodes of the model that it comes from, its share of the work (operations, and numbers moved), what was applied instead,
and why the files for its operator do not match, or that the one which matches finds nothing to do.
`mlcc bench --profile` shows how long each takes.

    $ mlcc build model.onnx -o model.so
    note[D182]: a program has no schedule that is meant for it: 38 % of the work
    note: `lrn` (norm1 (LRN)): 38 %, has only generic.yaml; lrn_nchwc.yaml: no block matches `S`
    help: give one with `-s` ...

A schedule of your own is a file whose `func` is the program's name: `schedules/README.md` explains how to write one.
From Python, `mlcc.build(..., on_warning=print)` gets the same note.
""",
    ),
    "D183": Code(
        "a precision or a rounding that there is not, or a bound that means nothing",
        """
`--precision` names the type to which the products of a float32 model round their operands: `bfloat16`, `float16`,
`auto` (the type in which the target multiplies faster than in float32, if there is one), or `float32` for none. `int8`
quantises a float32 ONNX model with the samples of `--calibrate`; from Python, `mlcc.quantization.build_quantized` does.
`--max-error` is a positive number: the largest error of an output relative to its norm, 0.01 for 1 %.
`--rounding` is `standard`, or not given.

    $ mlcc build model.onnx --precision fp8 -o model.so
    error[D183]: there is no precision `fp8`
    help: the precisions are `float32`, `bfloat16`, `float16`, `auto`, and `int8` of ONNX models
""",
    ),
    "D184": Code(
        "an artefact larger than it may be",
        """
`--max-size` is a condition of the build: a shared library, object or static library of more bytes is not written. The
notes say what takes them: the weights, those that only one of several CPUs needs in its layout, and the kernels.

    $ mlcc build model.onnx --max-size 1MB -o model.so
    error[D184]: `model.so` is larger than --max-size: it has 1,204,880 bytes of at most 1,000,000
    help: name fewer CPUs, or make the weights smaller: `--precision bfloat16`, or `mlcc quantize`
""",
    ),
    "D222": Code(
        "a target that cannot be measured here",
        """
`mlcc tune` runs what it tries. Code for another machine is measured there: `mlcc rpc serve` on the device, and
`--executor rpc:HOST:PORT` here.

    $ mlcc tune model.onnx --target "llvm -mtriple=aarch64-linux-gnu" -o records.jsonl
    error[D222]: candidates for `llvm -mtriple=aarch64-linux-gnu` cannot run here
""",
    ),
    "D223": Code(
        "records that exist",
        """
A search writes each trial to its file at once. It does not write over one that exists: `--resume` continues it, and
measures nothing twice.

    $ mlcc tune model.onnx -o records.jsonl
    error[D223]: `records.jsonl` exists
""",
    ),
    "D221": Code(
        "an executor that is unknown, or not reached",
        """
`--executor` says where candidates are timed: `local:2` by worker processes here, `ssh:HOST,HOST` by workers on other
machines, `rpc:HOST:PORT` on a device that `mlcc rpc serve` serves, or `module:attribute`, which names any
`concurrent.futures.Executor` or a function that makes one.

    $ mlcc tune model.onnx -o records.jsonl --executor loacl:2
    error[D221]: there is no executor `loacl:2`
    $ mlcc tune model.onnx -o records.jsonl --executor ssh:board
    error[D221]: nothing can be measured by the executor: the worker `ssh -T board ...` does not answer
""",
    ),
    "D195": Code(
        "a line that is no record",
        """
`mlcc tune` writes records: one measurement in a line of JSON, with the hash of the program, the target, the schedule
file, its parameters and all samples. A file of records may be sorted, merged and cut by lines; the lines stay whole.

    $ mlcc build model.onnx --records merged.jsonl
    error[D195]: merged.jsonl:3 is not a record: it is not JSON
""",
    ),
    "D196": Code(
        "records that a build does not use",
        """
A record holds for the target that it was measured for, and for the schedule file that it names as it was then. Others
are not used, and the build says how many. For another machine, measure there: `mlcc tune` starts from theirs.

    note[D196]: 12 of 40 records are not used in this build
    note: 12 for `llvm -mcpu=skylake-avx512`
""",
    ),
    "D186": Code(
        "programs of a device's library that run on the host",
        """\
A library for `opencl` or `cuda` computes on the host what no kernel can do, such as a program that checks indices at
run time. The results are the same, but each call copies the operands from the device and back.

    note[D186]: a program runs on the host, for no kernel can do it
""",
    ),
    "D190": Code(
        "there is nothing to compare with",
        """
`mlcc verify`, `mlcc bisect` and `mlcc import --report` compare a model's results with those of a reference: the
evaluator of the package onnx, and onnxruntime where it is installed (`--against` names one). No reference reads this
file, is installed under this name, or runs this model, and the notes say why; or an input is no tensor, and no random
one can be made up.

    $ mlcc verify kernel.tir
    error[D190]: `kernel.tir` is no ONNX model: there is no reference for it
    help: `mlcc schedule --verify` compares a program before and after its schedule
""",
    ),
    "D191": Code(
        "a model computes something else than its reference",
        """
An output of the compiled model is further from that of a reference than rounding explains, or than `--max-error` and
`--max-ulp` allow. The table before the message says by how much. Where the references differ from each other by more,
agreement with one of them is enough.

    $ mlcc verify model.onnx --max-ulp 2
    model.onnx: 1 sample, compared with onnx 1.23.2
      scores  onnx  max 30 ulp, 7.9e-07 relative  FAIL
    error[D191]: `model.onnx` computes something else than its reference
    help: `mlcc bisect model.onnx` finds the first node that is wrong
""",
    ),
    "D192": Code(
        "a node computes a wrong value",
        """
`mlcc bisect` found a node whose result is further from the reference's than rounding explains. The notes name the pass
after which the program computes it first; the folder has a part of the model that shows it, its inputs, and what they
should give.

    $ mlcc bisect model.onnx
    error[D192]: node `n4_Conv` (Conv) computes a wrong `conv_4`
    note: first wrong after: FoldScale
    help: this is a fault in mlcc; please report it with the folder `model-bisect`
""",
    ),
    "D193": Code(
        "an arena larger than it may be",
        """
`--max-arena` is a condition of the build: an artefact whose entries need more bytes for intermediate values is not
written. Where these depend on sizes of the call there is no number to compare with: give them with `--shape`.

    $ mlcc build model.onnx --max-arena 64KiB -o model.so
    error[D193]: the arena is larger than --max-arena: 401,408 bytes of at most 65,536
    help: a smaller batch or image (`--shape`), or fewer threads (`-num-cores=1`), need less
""",
    ),
    "D194": Code(
        "a call that takes longer than it may",
        """
`--max-latency` is a condition of the build: the artefact is run on random inputs on this machine, and not written if
the median time of a call is longer.

    $ mlcc build model.onnx --max-latency 500us -o model.so
    error[D194]: a call takes longer than --max-latency: 1.42 ms of 500 us
    help: `mlcc bench MODEL --profile` says which kernels take the time
""",
    ),
    "D198": Code(
        "a library is slower than the first",
        """
`mlcc bench A B --fail-if-slower 2%` measures both in turns, and fails where the ratio of their times is above 1.02 and
the whole of its interval (with 99 % confidence) above 1: a difference that is only noise does not fail.

    $ mlcc bench released.so new.so --fail-if-slower 2%
    error[D198]: slower than `released.so` by more than --fail-if-slower 2%
    note: new.so: 1.084 times the time of released.so (99% interval: 1.071 to 1.102): slower, beyond the noise
""",
    ),
    "D199": Code(
        "a library cannot be built again",
        """
`mlcc rebuild` reads from a library what it was made of: the model's name and digest, the settings, and other files.
It says nothing of this if it was built from Python or has no description, or the files that it names are not where
`mlcc rebuild` looks (beside the library, in the current folder, and in those of `--source`), or have other contents.

    $ mlcc rebuild model.so --check
    error[D199]: there is no `model.onnx` in `.`
    help: give its folder with --source
""",
    ),
    "D201": Code(
        "weights of which other code is made",
        """
`mlcc patch` writes other constants into a library and leaves its code as it is. With these weights the passes make
other code: a number of a small tensor is part of a kernel, a tensor is a size or an index, or tensors that were equal
and stored once no longer are.

    $ mlcc patch net.so --weights retrained.onnx -o new.so
    error[D201]: `net.so` cannot take these weights: other code comes from them
    help: build the library again from the new model
""",
    ),
    "D202": Code(
        "a library without constants that can be replaced",
        """
`mlcc patch` takes shared libraries in ELF that `mlcc build` wrote for a model with weights, linked so that these have a
place of their own (by GNU ld, lld or mlcc).
""",
    ),
    "D203": Code(
        "an output that is an input",
        """
The file to be written is one that the command reads, under this or another name: it would be lost. `mlcc fmt -i`,
`mlcc patch` and `mlcc records` rewrite a file; other commands write a new one.

    $ mlcc build kernel.tir --emit tir
    error[D203]: `kernel.tir` is the input `kernel.tir`: it would be overwritten
    $ mlcc build kernel.tir --emit tir -o scheduled.tir
""",
    ),
    "D204": Code(
        "a search on a system without copies of processes",
        """
`mlcc tune` compiles and measures candidates in copies of a process, made by `fork`: one that fails, hangs or crashes
costs nothing else. Windows has none. Search on Linux or macOS, for the same target; `mlcc build --records` works
everywhere.

    $ mlcc tune model.onnx -o records.jsonl
    error[D204]: a search compiles in copies of a process, which this system does not make
""",
    ),
    "D205": Code(
        "no variant keeps to the bounds",
        """
`mlcc pareto` builds a model in several precisions and for several targets, and with `--max-size`, `--max-arena`,
`--max-latency` or `--max-error` takes the fastest that keeps to all of them. None does; the note names the nearest.

    $ mlcc pareto model.onnx --max-size 100KB --max-error 0.001
    error[D205]: no variant keeps to the bounds
    note: nearest: int8 for this machine, which exceeds --max-error 6.2 times
""",
    ),
    "D206": Code(
        "a graph that is not all its build took",
        """
`mlcc extract --graph` gives the graph of a library as text that builds the same library. This one was built with files
beside its model (schedules, records, cost facts, calibration data, a code generator), which are not in the text.

    $ mlcc build net.onnx -s mine.yaml -o net.so && mlcc extract net.so --graph
    error[D206]: the graph of `net.so` is not all that its build took: it was given `schedules`
    $ mlcc extract net.so --tir            # the programs, with the schedules applied
""",
    ),
    "D197": Code(
        "a library has other bytes than a build of its model",
        """
`mlcc rebuild --check` built a library again from the model and the settings that it names, and the bytes differ. The
same version of mlcc and llvmlite gives the same bytes for the same input on every machine; the notes say what differs.

    $ mlcc rebuild model.so --check
    error[D197]: `model.so` has other bytes than a build from `model.onnx`
    note: versions: {'mlcc': '0.1.0'}, and {'mlcc': '0.2.0'} now
""",
    ),
    "D224": Code(
        "there is no such lesson",
        """
`mlcc tutor LESSON` takes the name of a lesson or its number; `mlcc tutor --list` names them.

    $ mlcc tutor 99
    error[D224]: there is no lesson `99`
    $ mlcc tutor 2
""",
    ),
    "D225": Code(
        "an exercise is not solved yet",
        """
`mlcc tutor LESSON --check` ran the files of the lesson, and one of its checks failed: the notes have what the command
said. The exercise is in the folder `tutor/LESSON`, or in that of `--folder`.

    $ mlcc tutor 5 --check
    error[D225]: 05-parallel: `mlcc schedule kernel.tir -s answer.yaml --verify` fails
    help: `mlcc tutor 05-parallel --hint` helps
""",
    ),
    "D226": Code(
        "a plug-in of an installed package has a fault",
        """
Installed packages add operators, targets, passes and folders of schedules by entry points (`mlcc list plugins`). One
could not be loaded, or gives something else than its group asks for; the message names the package. Update it, or
remove it by `pip uninstall`.

    [project.entry-points."mlcc.targets"]
    mine = "my_package.targets"              # a module: D226
    mine = "my_package.targets:CPUS"         # a mapping of names to mlcc.target.Cpu: right
""",
    ),
}
