"""What is the value of a measure at a matrix?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from symbolic_measures.nouns.question import MEASURE, Option, Question


@dataclass(frozen=True)
class ValueQuestion(Question, kind="toy_value", saved=("toy_value",)):
    """What is the value of a measure at a matrix?"""

    measure: str
    at: str
    help: ClassVar[str] = "the value of a measure at a matrix"
    options: ClassVar[tuple[Option, ...]] = (
        MEASURE,
        Option("at", "the cells", "TP,FN,FP,TN", flag="--at", required=True),
    )
