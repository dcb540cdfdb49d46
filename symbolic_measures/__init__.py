"""A symbolic proof assistant for properties of classification measures.

from symbolic_measures import check, measure
print(check("2*TP/(2*TP+FP+FN)"))
measure("MCC")(TP=90, FN=4, FP=5, TN=1)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from symbolic_measures.nouns.handing import hand_over
from symbolic_measures.version import __version__

if TYPE_CHECKING:
    from symbolic_measures.doors.api.families import (
        averaging,
        compare,
        decide_table,
        impossible,
        inconsistency,
        relation,
        slope,
    )
    from symbolic_measures.doors.api.measures import Max, Min, acos, log, measure, sqrt
    from symbolic_measures.doors.api.pictures import plot
    from symbolic_measures.doors.api.questions import (
        check,
        completion,
        identity,
        in_proportions,
        limit,
        normaliser,
        taylor,
        threshold,
    )
    from symbolic_measures.doors.audit import audit, declared
    from symbolic_measures.doors.interop.metrics import from_sklearn
    from symbolic_measures.doors.measures import Measure, Reading
    from symbolic_measures.kernel.exact import UndefinedError
    from symbolic_measures.meaning.report import Report
    from symbolic_measures.nouns.confusion import ConfusionMatrix
    from symbolic_measures.nouns.errors import CertificateError, FormulaError
    from symbolic_measures.questions.kinds import verify

#: Where each public name is.
_HOMES = {
    **dict.fromkeys(
        (
            "averaging",
            "compare",
            "decide_table",
            "impossible",
            "inconsistency",
            "relation",
            "slope",
        ),
        "doors.api.families",
    ),
    **dict.fromkeys(("Max", "Min", "acos", "log", "measure", "sqrt"), "doors.api.measures"),
    **dict.fromkeys(
        (
            "check",
            "completion",
            "identity",
            "in_proportions",
            "limit",
            "normaliser",
            "taylor",
            "threshold",
        ),
        "doors.api.questions",
    ),
    **dict.fromkeys(("Measure", "Reading"), "doors.measures"),
    "CertificateError": "nouns.errors",
    "ConfusionMatrix": "nouns.confusion",
    "FormulaError": "nouns.errors",
    "Report": "meaning.report",
    "UndefinedError": "kernel.exact",
    **dict.fromkeys(("audit", "declared"), "doors.audit"),
    "from_sklearn": "doors.interop.metrics",
    "plot": "doors.api.pictures",
    "verify": "questions.kinds",
}
__all__ = [
    "CertificateError",
    "ConfusionMatrix",
    "FormulaError",
    "Max",
    "Measure",
    "Min",
    "Reading",
    "Report",
    "UndefinedError",
    "__version__",
    "acos",
    "audit",
    "averaging",
    "check",
    "compare",
    "completion",
    "decide_table",
    "declared",
    "from_sklearn",
    "identity",
    "impossible",
    "in_proportions",
    "inconsistency",
    "limit",
    "log",
    "measure",
    "normaliser",
    "plot",
    "relation",
    "slope",
    "sqrt",
    "taylor",
    "threshold",
    "verify",
]


def _named(module: str, name: str) -> Any:
    """What methods hand over to the rooms above them."""
    return getattr(import_module(f"symbolic_measures.{module}"), name)


hand_over(_named)


def __getattr__(name: str) -> Any:
    """Names are loaded when they are first used, so that `--version` answers at once."""
    if name in _HOMES:
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """The public names, also before they are loaded."""
    return sorted(__all__)
