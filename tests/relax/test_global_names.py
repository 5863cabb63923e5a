"""Public names of functions."""

from __future__ import annotations

from mlcc import script
from mlcc.ir import GlobalVar, update, walk
from mlcc.relax.transform import AttachGlobalSymbol, NormalizeGlobalVar

from .graphs import CALLS


def test_every_function_is_public() -> None:
    made = AttachGlobalSymbol()(script.parse(CALLS))
    assert {name: func.attrs["global_symbol"] for name, func in made.functions.items()} == {
        name: name for name in ("double", "inner", "middle", "main")
    }


def test_functions_are_called_by_their_public_names() -> None:
    module = script.parse(CALLS)
    middle = module.graph_funcs["middle"].with_attr("global_symbol", "inner")
    module = update(module, functions={**module.functions, "middle": middle})
    made = NormalizeGlobalVar()(module)
    assert set(made) == {"double", "inner_1", "inner", "main"}
    assert {v.name for v in walk(made.graph_funcs["inner"]) if isinstance(v, GlobalVar)} == {"inner_1"}
    assert {v.name for v in walk(made.graph_funcs["main"]) if isinstance(v, GlobalVar)} == {"inner"}
    assert NormalizeGlobalVar()(made) is made
