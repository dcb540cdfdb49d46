"""Are the marks or formulas of a printed table right?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from symbolic_measures.nouns.question import Option, Question


@dataclass(frozen=True)
class TableQuestion(Question, kind="table", saved=("table",)):
    """Are the marks or formulas of a printed table right?"""

    table: str
    row: tuple[str, ...] = ()
    column: tuple[str, ...] = ()
    every: bool = False
    readings: bool = False
    help: ClassVar[str] = (
        "decide the marks of a printed table: computed ones beside the printed ones"
    )
    description: ClassVar[str] = (
        "Each claimed mark beside the one that is computed; a cell agrees only if its verdict is "
        "what the paper prints."
    )
    limit: ClassVar[str] = "for each property"
    offers: ClassVar[tuple[str, ...]] = ("jobs", "cache")
    options: ClassVar[tuple[Option, ...]] = (
        Option(
            "table",
            "for example gosgens2021:2, or gosgens2021:formulas",
            "PAPER:TABLE",
            required=True,
        ),
        Option("row", "only this row (repeatable)", "NAME", "texts", "--row", ()),
        Option("column", "only this column (repeatable)", "NAME", "texts", "--column", ()),
        Option(
            "every",
            "rows of several classes are decided for every number of classes, too",
            "",
            "flag",
            "--every",
            False,
        ),
        Option(
            "readings",
            "try a mark that holds in every other reading, too",
            "",
            "flag",
            "--readings",
            False,
        ),
    )
