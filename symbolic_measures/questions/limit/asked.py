"""What does a measure tend to, as a parameter or a cell moves?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from symbolic_measures.nouns.question import ASSUME, MEASURE, Option, Question


@dataclass(frozen=True)
class LimitQuestion(Question, kind="limit", saved=("to",)):
    """What does a measure tend to, as a parameter or a cell moves?"""

    measure: str
    to: str
    claim: str = ""
    assume: tuple[str, ...] = ()
    help: ClassVar[str] = "what a measure tends to as a parameter or a cell moves"
    description: ClassVar[str] = (
        "What FORMULA tends to, at every pattern of zero cells, with proof. With --claim, exit "
        "code 0 only if the claim is proved."
    )
    limit: ClassVar[str] = "for each pattern"
    options: ClassVar[tuple[Option, ...]] = (
        MEASURE,
        Option(
            "to",
            "a parameter or a cell, and a number (0+, 0-: from one side), oo or -oo",
            "'r -> 0'",
            flag="--to",
            required=True,
        ),
        Option("claim", "is this the limit?", "FORMULA", flag="--claim"),
        ASSUME,
    )
