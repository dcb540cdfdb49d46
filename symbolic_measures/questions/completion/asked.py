"""What could a measure be where it is undefined, and what does each choice keep?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from symbolic_measures.nouns.question import ASSUME, LOWER, MEASURE, Option, Question


@dataclass(frozen=True)
class CompletionQuestion(
    Question, kind="completion", saved=("faces", "completions", "found", "conflict")
):
    """What could a measure be where it is undefined, and what does each choice keep?"""

    measure: str
    assume: tuple[str, ...] = ()
    lower_is_better: bool = False
    conventions: tuple[str, ...] = ()
    help: ClassVar[str] = "what a measure could be at 0/0, and what each choice keeps"
    description: ClassVar[str] = (
        "Where FORMULA is undefined, what it tends to there, which properties each completion "
        "keeps, and whether some completion keeps them all."
    )
    limit: ClassVar[str] = "for each decision"
    options: ClassVar[tuple[Option, ...]] = (
        MEASURE,
        ASSUME,
        LOWER,
        Option(
            "conventions",
            "judge this completion too, e.g. 'TP+FN+FP == 0: 1' (repeatable)",
            "'WHEN == 0: VALUE'",
            "texts",
            "--convention",
            (),
        ),
    )
