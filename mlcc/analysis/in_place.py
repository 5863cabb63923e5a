"""Which inputs of a program may lie where its result does."""

from __future__ import annotations

from collections import Counter

from mlcc.ir import Block, Buffer, BufferLoad, BufferStore, PrimFunc, Var, as_int, walk

#: The attribute of a program that lists such inputs, by their numbers.
IN_PLACE = "in_place"


def inputs_in_place(func: PrimFunc) -> tuple[int, ...]:
    """The numbers of the parameters whose memory may be that of the last one, a result.

    They are of its shape and dtype, and every element of theirs goes into the element of the result at the same place
    alone: through blocks that compute each element once from those at its place. So an element is not needed any more
    when its place is written, in whatever order a schedule computes the elements.
    """
    buffers = [func.buffer_map.get(param) for param in func.params]
    result = buffers[-1] if buffers else None
    if result is None:
        return ()
    blocks = [_Access(node) for node in walk(func.body) if isinstance(node, Block) and node.iters]
    loads = Counter(n.buffer for n in walk(func.body) if isinstance(n, BufferLoad))
    stores = Counter(n.buffer for n in walk(func.body) if isinstance(n, BufferStore))
    if stores[result] != 1 or any(block.block.match_buffers or block.updates(result) for block in blocks):
        return ()
    return tuple(
        number
        for number, buffer in enumerate(buffers[:-1])
        if buffer is not None and loads[buffer] and not stores[buffer] and _alike(buffer, result)
        and _flows(buffer, result, blocks, loads)
    )  # fmt: skip


class _Access:
    """What a block reads and writes."""

    def __init__(self, block: Block) -> None:
        self.block = block
        self.loads = [n for n in walk(block.body) if isinstance(n, BufferLoad)]
        self.stores = [n for n in walk(block.body) if isinstance(n, BufferStore)]

    def updates(self, buffer: Buffer) -> bool:
        """Whether the block goes on from what it has written."""
        return any(n.buffer is buffer for n in self.loads) and any(n.buffer is buffer for n in self.stores)

    def target(self, source: Buffer) -> Buffer | None:
        """The buffer that is computed element by element from `source`, if that is what the block does: one store, at
        the axes in their order, and loads at the same place."""
        block = self.block
        if len(self.stores) != 1 or block.init is not None or any(axis.kind != "spatial" for axis in block.iters):
            return None
        axes = {axis.var for axis in block.iters if as_int(axis.dom.extent) != 1}
        place = _place(self.stores[0], axes)
        used = [index for index in place if isinstance(index, Var)]
        if None in place or len(set(used)) != len(used) or not axes <= set(used):
            return None
        there = (_place(n, axes) == place for n in self.loads if n.buffer is source)
        return self.stores[0].buffer if all(there) else None


def _alike(buffer: Buffer, result: Buffer) -> bool:
    return buffer.dtype == result.dtype and _same_shape(buffer, result)


def _same_shape(buffer: Buffer, result: Buffer) -> bool:
    shapes = [tuple(as_int(dim) for dim in b.shape) for b in (buffer, result)]
    return shapes[0] == shapes[1] and None not in shapes[0]


def _flows(buffer: Buffer, result: Buffer, blocks: list[_Access], loads: Counter[Buffer]) -> bool:
    """Whether a buffer is read place by place only, on the way to the result."""
    pending, seen = [buffer], {buffer}
    while pending:
        source = pending.pop()
        readers = [block for block in blocks if any(n.buffer is source for n in block.loads)]
        if sum(n.buffer is source for block in readers for n in block.loads) != loads[source]:
            return False  # something reads it in another way
        for block in readers:
            target = block.target(source)
            if target is None or not _same_shape(target, result):
                return False
            if target is not result and target not in seen:
                seen.add(target)
                pending.append(target)
    return True


def _place(access: BufferLoad | BufferStore, axes: set[Var]) -> tuple[Var | int | None, ...]:
    """The axis that each index is; 0 in dimensions of size 1; None for what is computed."""
    return tuple(
        0 if as_int(dim) == 1 else index if isinstance(index, Var) and index in axes else None
        for index, dim in zip(access.indices, access.buffer.shape, strict=True)
    )


def reusable(func: PrimFunc) -> tuple[int, ...]:
    """What `inputs_in_place` found, as an attribute of the program tells it."""
    return tuple(map(int, func.attrs.get(IN_PLACE, ())))
