"""For which values of a parameter does a property hold, exactly?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from symbolic_measures.nouns.question import ASSUME, LOWER, MEASURE, READING, Option, Question


@dataclass(frozen=True)
class ThresholdQuestion(Question, kind="threshold", saved=("condition",)):
    """For which values of a parameter does a property hold, exactly?"""

    measure: str
    property: str
    parameter: str
    assume: tuple[str, ...] = ()
    lower_is_better: bool = False
    reading: str = ""
    help: ClassVar[str] = "for which values of a parameter a property holds, exactly"
    description: ClassVar[str] = (
        "The set of values of the parameter for which the property holds, proved to be sufficient "
        "and necessary; in terms of rho = N/P where the property is one of fixed N/P."
    )
    limit: ClassVar[str] = "for everything"
    options: ClassVar[tuple[Option, ...]] = (
        MEASURE,
        ASSUME,
        LOWER,
        Option("property", "for example monotone", "ID", flag="--property", required=True),
        Option("parameter", "for example beta", "NAME", flag="--parameter", required=True),
        READING,
    )
