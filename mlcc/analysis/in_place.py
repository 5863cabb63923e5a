"""Which inputs of a program may share the memory of its result."""

from __future__ import annotations

from collections import Counter

from mlcc.ir import Block, Buffer, BufferLoad, BufferStore, PrimFunc, Var, as_int, walk

from .simplify import same

#: The attribute of a program that lists the positions of such inputs among its parameters.
IN_PLACE = "in_place"


def inputs_in_place(func: PrimFunc) -> tuple[int, ...]:
    """The positions of the parameters that may share the memory of the last parameter, the result.

    Such a parameter has the shape and dtype of the result (of symbolic shapes, the same expressions), and each of its
    elements is used only for the element of the result with the same indices, through elementwise blocks. Then an
    element has been read before it is overwritten, in whatever order a schedule computes the elements.
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
        position
        for position, buffer in enumerate(buffers[:-1])
        if buffer is not None and loads[buffer] and not stores[buffer] and _alike(buffer, result)
        and _flows(buffer, result, blocks, loads)
    )  # fmt: skip


class _Access:
    """The loads and stores of a block."""

    def __init__(self, block: Block) -> None:
        self.block = block
        self.loads = [n for n in walk(block.body) if isinstance(n, BufferLoad)]
        self.stores = [n for n in walk(block.body) if isinstance(n, BufferStore)]

    def updates(self, buffer: Buffer) -> bool:
        """Whether the block both reads and writes a buffer."""
        return any(n.buffer is buffer for n in self.loads) and any(n.buffer is buffer for n in self.stores)

    def target(self, source: Buffer) -> Buffer | None:
        """The buffer that the block computes element by element from `source`, else None.

        Such a block has spatial axes only, and one store, whose indices are distinct axes; it loads `source` with the
        same indices.
        """
        block = self.block
        if len(self.stores) != 1 or block.init is not None or any(axis.kind != "spatial" for axis in block.iters):
            return None
        axes = {axis.var for axis in block.iters if as_int(axis.dom.extent) != 1}
        stored = _indices(self.stores[0], axes)
        used = [index for index in stored if isinstance(index, Var)]
        if None in stored or len(set(used)) != len(used) or not axes <= set(used):
            return None
        same_indices = (_indices(n, axes) == stored for n in self.loads if n.buffer is source)
        return self.stores[0].buffer if all(same_indices) else None


def _alike(buffer: Buffer, result: Buffer) -> bool:
    return buffer.dtype == result.dtype and _same_shape(buffer, result)


def _same_shape(buffer: Buffer, result: Buffer) -> bool:
    return len(buffer.shape) == len(result.shape) and all(map(same, buffer.shape, result.shape))


def _flows(buffer: Buffer, result: Buffer, blocks: list[_Access], loads: Counter[Buffer]) -> bool:
    """Whether a buffer, and all that is computed from it up to the result, is read element by element only."""
    pending, seen = [buffer], {buffer}
    while pending:
        source = pending.pop()
        readers = [block for block in blocks if any(n.buffer is source for n in block.loads)]
        if sum(n.buffer is source for block in readers for n in block.loads) != loads[source]:
            return False  # it is also read outside of these blocks
        for block in readers:
            target = block.target(source)
            if target is None or not _same_shape(target, result):
                return False
            if target is not result and target not in seen:
                seen.add(target)
                pending.append(target)
    return True


def _indices(access: BufferLoad | BufferStore, axes: set[Var]) -> tuple[Var | int | None, ...]:
    """The axis that each index is; 0 in dimensions of size 1; None for an index that is not an axis."""
    return tuple(
        0 if as_int(dim) == 1 else index if isinstance(index, Var) and index in axes else None
        for index, dim in zip(access.indices, access.buffer.shape, strict=True)
    )


def reusable(func: PrimFunc) -> tuple[int, ...]:
    """The result of `inputs_in_place`, as recorded in the program's attribute."""
    return tuple(map(int, func.attrs.get(IN_PLACE, ())))
