"""Which values lie inside others: results in the output buffers, pieces in what they are joined to.

A kernel writes where its result will be needed, so that nothing is copied; what cannot be placed is copied.
"""

from __future__ import annotations

from mlcc.ir import Buffer, as_int

from .plan_memory import ArenaPlan, Lifetime, plan
from .steps import CopyStep, JoinStep, Step, Storage, Tensor, storages_of, walk_steps


def place_outputs(outputs: list[Tensor], steps: list[Step]) -> list[Buffer]:
    """Make the results' storages the output buffers; copy what cannot be (inputs, constants, parts, repeats)."""
    buffers = []
    for n, tensor in enumerate(outputs):
        buffer = Buffer(f"output{n}", tensor.info.shape or (), tensor.info.dtype)
        buffers.append(buffer)
        storage = tensor.storage.root()[0]
        if storage is tensor.storage and storage.kind == "temp" and storage.scope == 0 and tensor.is_whole():
            storage.kind, storage.buffer = "output", buffer
            continue
        target = Tensor(Storage(tensor.nbytes, "output", buffer), tensor.info)
        steps.append(CopyStep(tensor, target))
    return buffers


def place_pieces(steps: list[Step]) -> None:
    """Place the pieces of every join in its result, as far as they are temporaries of the same branch."""
    for step in walk_steps(steps):
        if isinstance(step, JoinStep):
            _place_join(step)


def _place_join(step: JoinStep) -> None:
    result = step.result.storage
    pieces = list(step.offsets())
    n = 0
    while n < len(pieces):
        piece, at = pieces[n]
        if _can_move(piece.storage, result) and piece.is_whole():
            piece.storage.place(result, at)
            n += 1
            continue
        count = _run_length([p for p, _ in pieces[n:]])
        whole = piece.storage.root()[0]
        if count > 1 and _can_move(whole, result):
            whole.place(result, at)
        n += max(count, 1)


def _can_move(storage: Storage, host: Storage) -> bool:
    free = storage.kind == "temp" and storage.host is None and storage is not host
    return free and storage.scope == host.scope


def _run_length(pieces: list[Tensor]) -> int:
    """How many of the first pieces fill one storage, as the pieces of an earlier join do; 0 if they do not."""
    first = pieces[0].storage.root()[0]
    size, at = as_int(first.nbytes), 0
    for count, piece in enumerate(pieces, 1):
        root, offset = piece.storage.root()
        if root is not first or offset + piece.offset != at:
            return 0
        at += as_int(piece.nbytes) or 0
        if at == size:
            return count
    return 0


def plan_arena(steps: list[Step]) -> ArenaPlan:
    """Give every temporary that is no part of another its time of life, and all of them places in the arena."""
    lives: list[Lifetime] = []
    for index, step in enumerate(walk_steps(steps)):
        for part in storages_of(step):
            storage = part.root()[0]
            if storage.kind != "temp":
                continue
            if storage.life is None:
                storage.life = Lifetime(storage.nbytes, index, index)
                storage.slot = len(lives)
                lives.append(storage.life)
            storage.life.end = index
    return plan(lives)
