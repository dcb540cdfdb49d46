"""Which properties has no measure whatever together, and which has some measure?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from symbolic_measures.nouns.question import Option, Question


@dataclass(frozen=True)
class ImpossibleQuestion(
    Question, kind="impossible", saved=("minimal_infeasible", "lattice", "every_m")
):
    """Which properties has no measure whatever together, and which has some measure?"""

    n: str
    properties: tuple[str, ...] = ()
    lattice: bool = False
    classes: int | str = 2
    help: ClassVar[str] = (
        "which properties no measure whatever has together, and which some measure has"
    )
    description: ClassVar[str] = (
        "The values of a measure at all matrices of n elements (or of a range) are unknown; the "
        "properties are linear constraints on them. A set that no measure has comes with the few "
        "lines that contradict each other, a set that some measure has with a table."
    )
    limit: ClassVar[str] = "for each n or range (default: 1800)"
    seconds: ClassVar[float] = 1800.0
    options: ClassVar[tuple[Option, ...]] = (
        Option(
            "properties",
            "for example monotone,distance,constant-baseline (default: the eight of gosgens2021 "
            "that are linear in the values)",
            "ID,ID,...",
            "list",
            "--properties",
            (),
        ),
        Option(
            "n", "4: matrices of 4 elements; 2..6: of 2 to 6", "N|K..N", flag="--n", required=True
        ),
        Option(
            "lattice",
            "every n, every range from the first one, and what holds for every n",
            "",
            "flag",
            "--lattice",
            False,
        ),
        Option(
            "classes",
            "number of classes, 2 to 4; or every, or '>= 3': what is infeasible for every number "
            "from some on",
            "M|every",
            "classes",
            "--classes",
            2,
        ),
    )
