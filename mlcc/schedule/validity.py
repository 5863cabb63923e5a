"""Verification of scheduled programs, before they are printed or compiled."""

from __future__ import annotations

from mlcc.diagnostics import InternalError
from mlcc.ir import IRModule, problems


def check_valid(before: IRModule, after: IRModule) -> None:
    """Verify the programs that a schedule changed. Raises InternalError: steps are refused, never half-done.

    Blocks may run over parts of their domains, which a program written by hand may not.
    """
    for name, func in after.prim_funcs.items():
        if before.functions.get(name) is func:
            continue
        wrong = problems(func, coverage=False)
        if wrong:
            details = "; ".join(f"{item.code}: {item.message}" for item in wrong)
            raise InternalError(f"a schedule left `{name}` as a program that is not valid: {details}")
