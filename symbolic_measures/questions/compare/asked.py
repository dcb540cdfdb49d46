"""Do measures ever disagree, and where first; and on given data, how often?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from symbolic_measures.nouns.question import ASSUME, Option, Question


@dataclass(frozen=True)
class CompareQuestion(Question, kind="compare", saved=("measures",)):
    """Do measures ever disagree, and where first; and on given data, how often?"""

    measures: tuple[str, ...]
    assume: tuple[str, ...] = ()
    no_bounds: bool = False
    data: str = ""
    help: ClassVar[str] = (
        "whether two measures ever disagree, where first, and on your own data how often"
    )
    description: ClassVar[str] = (
        "Every pair of the measures: equivalent, proved with the function that turns one into the "
        "other, or the smallest two predictions of one truth that they rank differently; and "
        "which is at most the other. With --data, how often they disagree there."
    )
    limit: ClassVar[str] = "for each decision"
    options: ClassVar[tuple[Option, ...]] = (
        Option("measures", "two or more", "FORMULA|NAME", "words", required=True, default=()),
        ASSUME,
        Option(
            "no_bounds", "do not ask which is at most the other", "", "flag", "--no-bounds", False
        ),
        Option(
            "data",
            "a CSV or TSV file: columns TP, FN, FP, TN, and at most one of names",
            "FILE",
            flag="--data",
        ),
    )
