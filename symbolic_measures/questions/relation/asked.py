"""Does a relation between measures hold for every number of classes?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from symbolic_measures.nouns.question import ASSUME, Option, Question


@dataclass(frozen=True)
class RelationQuestion(Question, kind="relation", saved=("law",)):
    """Does a relation between measures hold for every number of classes?"""

    relation: str
    facts: tuple[str, ...] = ()
    assume: tuple[str, ...] = ()
    help: ClassVar[str] = "whether an equation or inequality holds for every number of classes"
    description: ClassVar[str] = (
        "LEFT == RIGHT (or >=, <=, >, <) between formulas of several classes: proved for every m, "
        "refuted by a matrix, or tried at m = 3 and 4. Exit code 0 only if proved."
    )
    limit: ClassVar[str] = "for each decision"
    options: ClassVar[tuple[Option, ...]] = (
        Option("relation", "for example 'CC^2 >= kappa^2'", "'LEFT == RIGHT'", required=True),
        Option(
            "facts",
            "true of every class, and proved first, e.g. '1 - c/a >= 0' (repeatable)",
            "'TERM >= 0'",
            "texts",
            "--fact",
            (),
        ),
        ASSUME,
    )
