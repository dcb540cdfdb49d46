"""What are the derivatives by a general cell, for every number of classes?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from symbolic_measures.nouns.question import ASSUME, Option, Question


@dataclass(frozen=True)
class SlopeQuestion(Question, kind="slope", saved=("slope",)):
    """What are the derivatives by a general cell, for every number of classes?"""

    measure: str
    assume: tuple[str, ...] = ()
    help: ClassVar[str] = "the derivative by a general cell, for every number of classes"
    description: ClassVar[str] = (
        "dM/dm_ij for i = j and i != j in the quantities of the classes i and j and sums over "
        "classes, proved; and whether it is never negative (i = j), never positive."
    )
    limit: ClassVar[str] = "for each derivative"
    options: ClassVar[tuple[Option, ...]] = (
        Option("measure", "a formula of several classes", "FORMULA|NAME", required=True),
        ASSUME,
    )
