"""Places values inside the storage of others: results in output buffers, operands of joins in the joined value.

A kernel then writes its result directly to its final location; values that cannot be placed are copied there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain

from mlcc.analysis import same, simplify
from mlcc.diagnostics import MlccError
from mlcc.ir import (
    Buffer,
    Expr,
    GraphFunction,
    Select,
    TensorStructInfo,
    Var,
    as_int,
    const,
    expanded,
    free_vars,
    substitute,
)

from .plan_memory import ArenaPlan, Lifetime, plan
from .run_time_dims import RunTimeDims
from .steps import (
    CheckStep,
    CopyStep,
    JoinStep,
    LoopStep,
    Step,
    Storage,
    Tensor,
    nbytes_of,
    same_size,
    storages_of,
    walk_steps,
)

#: What an entry returns where an output has less room than its result needs (`ERRORS` of `mlcc.runtime`).
NO_ROOM = 16


@dataclass(frozen=True)
class PlacedOutputs:
    """The buffers of the outputs, the dimensions that the last of them say, and those that are the caller's room."""

    buffers: list[Buffer]
    sizes: list[Var]
    rooms: list[Var]


def place_outputs(outputs: list[Tensor], steps: list[Step], sizes: RunTimeDims) -> PlacedOutputs:
    """Turn the results' storages into output buffers; inputs, constants, views and repeated results are copied.

    A result whose size is computed at run time gets a buffer of the largest size. Where there is none, the caller
    chooses the room, and its extents are dimensions of their own. Such sizes are additional outputs (int64 scalars)
    after the others.
    """
    buffers = []
    rooms: list[Var] = []
    checks: list[Step] = []
    copies: list[Step] = []
    for n, tensor in enumerate(outputs):
        largest = sizes.largest(tensor.info)
        dims = [Var(f"room{n}_{k}", "int64") if sizes.has_open(d) else d for k, d in enumerate(largest.shape or ())]
        given = TensorStructInfo(tuple(dims), largest.dtype)
        buffer = Buffer(f"output{n}", tuple(map(expanded, given.shape or ())), tensor.info.dtype)
        buffers.append(buffer)
        storage = tensor.storage.root()[0]
        if storage is tensor.storage and storage.kind == "temp" and storage.scope == 0 and _fills(tensor, given):
            storage.kind, storage.buffer = "output", buffer
            continue
        pairs = zip(dims, largest.shape or (), strict=True)
        own_rooms = [d for d, most in pairs if d is not most and isinstance(d, Var)]
        if own_rooms:
            rooms += own_rooms
            checks.append(CheckStep(tensor.nbytes <= nbytes_of(given), "an output has too little room", NO_ROOM))
        copies.append(CopyStep(tensor, Tensor(Storage(nbytes_of(given), "output", buffer), tensor.info)))
    size_vars = list(dict.fromkeys(v for tensor in outputs for v in sizes.used_in(tensor.info)))
    for var in size_vars:
        info = TensorStructInfo((), "int64")
        buffer = Buffer(var.name, (), "int64")
        buffers.append(buffer)
        count = sizes.counts[var]
        steps.append(
            CopyStep(
                Tensor(count.storage, info, count.offset), Tensor(Storage(nbytes_of(info), "output", buffer), info)
            )
        )
    # The sizes are written first: with them the caller of a run that fails for lack of room makes that of the next.
    steps += [*checks, *copies]
    return PlacedOutputs(buffers, size_vars, rooms)


def check_dims(func: GraphFunction, inputs: list[Buffer], outputs: PlacedOutputs) -> None:
    """Raises L305 where the inputs do not determine a dimension of an output."""
    determined = {v for b in inputs for d in b.shape for v in free_vars(d)} | set(outputs.rooms)
    for var in (v for b in outputs.buffers for d in b.shape for v in free_vars(d)):
        if var not in determined:
            raise MlccError(
                "L305", f"the inputs do not determine the dimension `{var.name}` of the result", span=func.span,
                help="give the shape with `--shape name=...`",
            )  # fmt: skip


def _fills(tensor: Tensor, largest: TensorStructInfo) -> bool:
    """Whether a value occupies its entire storage."""
    return tensor.offset == 0 and same_size(tensor.storage.nbytes, nbytes_of(largest))


def place_pieces(steps: list[Step]) -> None:
    """Place the operands of every join in its result if they are temporaries of the same branch."""
    for step in walk_steps(steps):
        if isinstance(step, JoinStep):
            _place_join(step)


def _place_join(step: JoinStep) -> None:
    result = step.result.storage
    operands = step.places()
    n = 0
    while n < len(operands):
        operand, at = operands[n]
        if _can_move(operand.storage, result) and operand.is_whole():
            operand.storage.place(result, at)
            n += 1
            continue
        count = _run_length([p for p, _ in operands[n:]])
        whole = operand.storage.root()[0]
        if count > 1 and _can_move(whole, result):
            whole.place(result, at)
        n += max(count, 1)


def _can_move(storage: Storage, host: Storage) -> bool:
    free = storage.kind == "temp" and storage.host is None and storage is not host
    return free and storage.scope == host.scope


def _run_length(operands: list[Tensor]) -> int:
    """How many of the leading `operands` together fill one storage, as the operands of an earlier join do; 0 if none.

    Example: ``join(a, b, c)`` where `a` and `b` were placed in ``ab = join(a, b)``. The two fill the storage of `ab`,
    so the result is 2, and that storage moves as one.
    """
    first = operands[0].storage.root()[0]
    size, at = as_int(first.nbytes), 0
    for count, operand in enumerate(operands, 1):
        root, offset = operand.storage.root()
        if root is not first or offset + operand.offset != at:
            return 0
        at += as_int(operand.nbytes) or 0
        if at == size:
            return count
    return 0


def plan_arena(steps: list[Step], open_dims: Sequence[Var] = (), ones: Sequence[Expr] = ()) -> ArenaPlan:
    """Compute the lifetime of every temporary that is not part of another, and plan their offsets in the arena.

    A value that is alive when a loop begins and is used inside lives until the loop ends: the next iteration may read
    it. A value whose size depends on `open_dims` is in the segment of the last of these that is computed. Where all of
    the dimensions `ones` are 1, storages that share the memory of others are parts of these, by a plan for that case.
    """
    order = {var: n for n, var in enumerate(open_dims)}
    values: list[Storage] = []
    parts: dict[Var, list[Storage]] = {}
    loops: list[tuple[int, int]] = []  # (index of the loop, index of its last step)
    for index, step in enumerate(walk_steps(steps)):
        if isinstance(step, LoopStep):
            loops.append((index, index + sum(1 for _ in walk_steps(step.body))))
        for part in storages_of(step):
            storage = part.root()[0]
            if storage.kind != "temp":
                continue
            if storage.life is None:
                storage.life = Lifetime(storage.nbytes, index, index)
                storage.segment = max(set(free_vars(storage.nbytes)) & set(order), key=order.__getitem__, default=None)
                group = values if storage.segment is None else parts.setdefault(storage.segment, [])
                storage.slot = len(group)
                group.append(storage)
            storage.life.end = index
    for first, last in reversed(loops):
        for life in chain(*map(_lives, (values, *parts.values()))):
            if life.start <= first <= life.end < last:
                life.end = last
    arena = plan(_lives(values))
    if any(storage.shared for storage in values):
        arena = _with_shared(arena, values, ones)
    return replace(arena, segments={var: plan(_lives(group)) for var, group in parts.items()})


def _lives(storages: Sequence[Storage]) -> list[Lifetime]:
    return [storage.life for storage in storages if storage.life is not None]


def _with_shared(apart: ArenaPlan, storages: Sequence[Storage], ones: Sequence[Expr]) -> ArenaPlan:
    """A plan with a second one for the case that all of `ones` are 1, where shared storages are parts of others.

    `apart` is the plan of the other case, with memory for each of `storages`. In the second, a storage lives as long as
    those that share it; where the batch is the only symbolic size, all of its sizes and offsets are constants.
    """
    known = {dim: const(1, dim.dtype) for dim in ones if isinstance(dim, Var)}
    places = [_host(storage) for storage in storages]
    lives: dict[Storage, Lifetime] = {}
    for life, (host, _) in zip(_lives(storages), places, strict=True):
        if host not in lives:
            lives[host] = Lifetime(simplify(substitute(host.nbytes, known)), life.start, life.end)
        whole = lives[host]
        whole.start, whole.end = min(whole.start, life.start), max(whole.end, life.end)
    joined = plan(list(lives.values()))
    begins = dict(zip(lives, joined.offsets, strict=True))

    def either(value: Expr, other: Expr) -> Expr:
        if same(value, other):
            return value
        for dim in reversed(ones):  # one comparison at a time, as descriptions of libraries have them
            value = Select(dim.equal(1), value, other)
        return value

    offsets = tuple(
        either(simplify(begins[host] + substitute(at, known)), own)
        for (host, at), own in zip(places, apart.offsets, strict=True)
    )
    return replace(apart, offsets=offsets, nbytes=either(joined.nbytes, apart.nbytes))


def _host(storage: Storage) -> tuple[Storage, Expr]:
    """The storage whose memory a storage shares, itself if none, and the byte at which it begins there."""
    at: Expr = const(0, "int64")
    while (shared := storage.shared) is not None:
        storage, at = shared.host, at + shared.offset
    return storage, at
