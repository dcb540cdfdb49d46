"""Does s(p_A, p_B) satisfy the six conditions of Theorem 3 of gosgens2021?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from symbolic_measures.nouns.question import ASSUME, Option, Question


@dataclass(frozen=True)
class NormaliserQuestion(Question, kind="normaliser", saved=("normaliser",)):
    """Does s(p_A, p_B) satisfy the six conditions of Theorem 3 of gosgens2021?"""

    formula: str
    assume: tuple[str, ...] = ()
    help: ClassVar[str] = "the six conditions of Theorem 3 of gosgens2021 on s(p_A, p_B)"
    description: ClassVar[str] = (
        "The conditions on s for which s*(p_AB - p_A*p_B) can have every property of gosgens2021 "
        "but the distance, each proved or refuted by the smallest proportions."
    )
    limit: ClassVar[str] = "for each condition"
    options: ClassVar[tuple[Option, ...]] = (
        Option("formula", "in p_A, p_B and parameters", "FORMULA", required=True),
        ASSUME,
    )
