"""A symbolic proof assistant for properties of classification measures.

from symbolic_measures import check
print(check("2*TP/(2*TP+FP+FN)"))
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from symbolic_measures.version import __version__

if TYPE_CHECKING:
    from symbolic_measures.session import (
        Report,
        averaging,
        check,
        compare,
        completion,
        identity,
        impossible,
        in_proportions,
        inconsistency,
        limit,
        measure,
        normaliser,
        relation,
        slope,
        taylor,
        threshold,
    )
    from symbolic_measures.tables import decide_table
    from symbolic_measures.verification import verify

#: The modules of names that are not in `session`.
_ELSEWHERE = {"decide_table": "tables", "verify": "verification"}
__all__ = [
    "Report",
    "__version__",
    "averaging",
    "check",
    "compare",
    "completion",
    "decide_table",
    "identity",
    "impossible",
    "in_proportions",
    "inconsistency",
    "limit",
    "measure",
    "normaliser",
    "relation",
    "slope",
    "taylor",
    "threshold",
    "verify",
]


def __getattr__(name: str) -> Any:
    """Names are loaded when they are first used, so that `--version` answers at once."""
    if name in __all__:
        return getattr(import_module(f"{__name__}.{_ELSEWHERE.get(name, 'session')}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
