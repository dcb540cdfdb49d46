"""A symbolic proof assistant for properties of classification measures.

from symbolic_measures import check
print(check("2*TP/(2*TP+FP+FN)"))
"""

from __future__ import annotations

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
        verify,
    )
    from symbolic_measures.tables import decide_table, verify_table

_TABLES = ("decide_table", "verify_table")
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
    "verify_table",
]


def __getattr__(name: str) -> Any:
    """Names are loaded when they are first used, so that `--version` answers at once."""
    if name in _TABLES:
        from symbolic_measures import tables

        return getattr(tables, name)
    if name in __all__:
        from symbolic_measures import session

        return getattr(session, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
