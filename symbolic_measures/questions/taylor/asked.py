"""What are the derivatives at independence, and the order of the baseline?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from symbolic_measures.nouns.question import ASSUME, MEASURE, Option, Question


@dataclass(frozen=True)
class TaylorQuestion(Question, kind="taylor", saved=("taylor",)):
    """What are the derivatives at independence, and the order of the baseline?"""

    measure: str
    order: int = 4
    assume: tuple[str, ...] = ()
    help: ClassVar[str] = (
        "derivatives in p_AB at independence, the order of the baseline, E[M] for large n"
    )
    description: ClassVar[str] = (
        "The derivatives of FORMULA in p_AB at p_AB = p_A*p_B, proved; the order of the "
        "approximate constant baseline; the expansion of E[M] in central moments."
    )
    limit: ClassVar[str] = "for each decision"
    options: ClassVar[tuple[Option, ...]] = (
        MEASURE,
        Option("order", "up to this derivative (default: 4)", "K", "whole", "--order", 4),
        ASSUME,
    )
