"""Which properties does an averaging keep, whatever the binary measure?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from symbolic_measures.nouns.question import Option, Question


@dataclass(frozen=True)
class AveragingQuestion(Question, kind="averaging", saved=("averaging",)):
    """Which properties does an averaging keep, whatever the binary measure?"""

    averaging: str
    property: tuple[str, ...] = ()
    help: ClassVar[str] = "which properties micro, macro or weighted averaging keeps"
    description: ClassVar[str] = (
        "Does every binary measure with a property give a measure of several classes with it? "
        "Proved for every number of classes, or refuted by a measure and a matrix; on all "
        "matrices, and where every class occurs in both labelings."
    )
    limit: ClassVar[str] = "for each decision"
    options: ClassVar[tuple[Option, ...]] = (
        Option("averaging", "the way of averaging", "micro|macro|weighted", required=True),
        Option("property", "only these properties (repeatable)", "ID,ID", "ids", "--property", ()),
    )
