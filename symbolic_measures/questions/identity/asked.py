"""Are two formulas the same measure?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.question import ASSUME, Option, Question


@dataclass(frozen=True)
class IdentityQuestion(Question, kind="identity", saved=("lhs",)):
    """Are two formulas the same measure?"""

    lhs: str
    rhs: str
    assume: tuple[str, ...] = ()
    left_reading: str = "literal"
    right_reading: str = "literal"
    require_domain: bool = False
    help: ClassVar[str] = "whether two formulas are the same measure"
    description: ClassVar[str] = (
        "Equality of the values wherever both formulas are defined, proved or refuted by the "
        "smallest matrix; and where only one of them is defined. Exit code 0 only if the equality "
        "is proved."
    )
    limit: ClassVar[str] = "for each decision"

    @classmethod
    def of_entry(cls, entry: Mapping[str, Any]) -> Question:
        """`identity = ["MCC^2", "informedness*markedness"]`."""
        sides, rest = entry["identity"], {k: v for k, v in entry.items() if k != "identity"}
        if not isinstance(sides, list) or len(sides) != 2:
            raise FormulaError("an identity has two sides: ['MCC^2', 'informedness*markedness']")
        return cls.of({"lhs": sides[0], "rhs": sides[1], **rest})

    options: ClassVar[tuple[Option, ...]] = (
        Option("lhs", "a formula, or the name of a catalog measure", "LEFT", required=True),
        Option("rhs", "the other one", "RIGHT", required=True),
        ASSUME,
        Option(
            "left_reading",
            "what the left formula is at 0/0: a reading such as scikit-learn",
            "NAME",
            flag="--left-reading",
            default="literal",
        ),
        Option(
            "right_reading",
            "what the right formula is at 0/0: a reading such as scikit-learn",
            "NAME",
            flag="--right-reading",
            default="literal",
        ),
        Option(
            "require_domain",
            "exit with 1 too unless both are defined at the same matrices",
            "",
            "flag",
            "--require-domain",
            False,
        ),
    )
