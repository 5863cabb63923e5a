"""Run the iterations of a loop as the lanes of vectors."""

from __future__ import annotations

from mlcc.ir import as_int

from ..fields import Kind, declare
from ..kinds import check_kind, set_kind
from ..primitive import Primitive, primitive
from ..refs import LoopRV
from ..state import State


@primitive("vectorize", keeps_iterations=True)
class Vectorize(Primitive):
    """Run the iterations of a loop as the lanes of vectors.

    Requires: a constant extent (S233); no parallel, vectorized or thread-bound loop inside (S233); the loop
    feeds spatial axes only (S231); the accesses show that no iteration touches what another one writes (S230).

    Preserves: which block instances run.

    Before:
        for i in range(8):
            with T.block("B"):
                vi = T.axis.spatial(8, i)
                B[vi] = A[vi] * T.float32(2)

    Step:
        - vectorize: {loop: i, block: B}

    After:
        for i in T.vectorized(8):
            with T.block("B"):
                vi = T.axis.spatial(8, i)
                B[vi] = A[vi] * T.float32(2)
    """

    loop: LoopRV = declare(Kind.LOOP)

    def check(self, state: State) -> None:
        site = state.loop(self.loop)
        name = site.loop.var.name
        if as_int(site.loop.extent) is None:
            raise state.refuse(
                "S233", f"cannot vectorize loop `{name}`: its extent is not a constant", site,
                help="split it by the number of lanes and vectorize the inner loop",
            )  # fmt: skip
        for inner in site.walk():
            if inner is not site and inner.is_loop and inner.loop.kind not in ("serial", "unroll"):
                raise state.refuse(
                    "S233", f"cannot vectorize loop `{name}`: there is a {inner.loop.kind} loop inside", site,
                    labels=[(inner, "this loop")],
                )  # fmt: skip
        check_kind(state, site, "vectorize {}")

    def apply(self, state: State) -> None:
        set_kind(state, state.loop(self.loop), "vectorized")
