"""Audit: what a function really computes, beside the formula it is said to be.

from symbolic_measures import audit
print(audit(my_f1, "F1"))

A function is called at every confusion matrix up to a size, and what it returns is compared with
exact values of the formula.  Nothing here is ever trusted: a finding is a matrix at which the
function was called again, and what it gave.  Auditing a function runs that function, and nothing
else is executed.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from symbolic_measures.doors.audit.auditing import Audit, audit
    from symbolic_measures.doors.audit.declarations import Declared, declared

_MODULES = {
    "Audit": "auditing",
    "audit": "auditing",
    "Declared": "declarations",
    "declared": "declarations",
}
__all__ = ["Audit", "Declared", "audit", "declared"]


def __getattr__(name: str) -> Any:
    """Names are loaded when they are first used: the command line looks in for `--help`."""
    if name in _MODULES:
        return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
