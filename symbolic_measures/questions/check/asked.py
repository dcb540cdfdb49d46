"""Which properties does a measure have?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from symbolic_measures.nouns.question import (
    ASSUME,
    CLASSES,
    CONVENTIONS,
    LOWER,
    MEASURE,
    Option,
    Question,
)


@dataclass(frozen=True)
class CheckQuestion(Question, kind="check", saved=("gradient",)):
    """Which properties does a measure have?"""

    measure: str
    framework: str = "gosgens2021"
    property: tuple[str, ...] = ()
    classes: int | str = 2
    reading: str = ""
    conventions: tuple[str, ...] = ()
    assume: tuple[str, ...] = ()
    lower_is_better: bool = False
    require: tuple[str, ...] = ()
    help: ClassVar[str] = "decide the properties of a measure"
    description: ClassVar[str] = (
        "FORMULA is in TP, FN, FP, TN, the margins P, N, Phat, Nhat, n, the proportions p_AB, "
        "p_A, p_B and the measures of the catalog, with + - * / ^, sqrt, log, acos, Abs, Min, "
        "Max."
    )
    limit: ClassVar[str] = "for each property"
    offers: ClassVar[tuple[str, ...]] = ("jobs", "cache", "fragment")

    @classmethod
    def of_entry(cls, entry: Mapping[str, Any]) -> Question:
        """`check = "monotone"`, or several properties, of a `measure`."""
        ids, rest = entry["check"], {k: v for k, v in entry.items() if k != "check"}
        return cls.of({"property": [ids] if isinstance(ids, str) else ids, **rest})

    options: ClassVar[tuple[Option, ...]] = (
        MEASURE,
        ASSUME,
        LOWER,
        Option(
            "framework",
            "whose properties are decided (see `catalog`), or all; gosgens2021 if not given",
            "NAME",
            flag="--framework",
            default="gosgens2021",
        ),
        Option("property", "only these properties (repeatable)", "ID,ID", "ids", "--property", ()),
        CLASSES,
        Option(
            "reading",
            "what it is where the formula is undefined: literal (undefined; the default), "
            "gosgens-appendix-b, scikit-learn, brzezinski-extended (c/0 and log 0 are infinite "
            "values), or user-defined",
            "NAME",
            flag="--reading",
        ),
        CONVENTIONS,
        Option(
            "require",
            "exit with 1 unless these properties are proved (repeatable)",
            "ID,ID",
            "ids",
            "--require",
            (),
        ),
    )
