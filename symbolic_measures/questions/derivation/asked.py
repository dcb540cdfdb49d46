"""What does a derivation show: the theorem of a paper, or why a property holds?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from symbolic_measures.nouns.question import ASSUME, CLASSES, LOWER, READING, Option, Question


@dataclass(frozen=True)
class DerivationQuestion(Question, kind="derivation", saved=("derivation", "derivations")):
    """What does a derivation show: the theorem of a paper, or why a property holds?"""

    subject: str
    property: tuple[str, ...] = ()
    assume: tuple[str, ...] = ()
    lower_is_better: bool = False
    classes: int | str = 2
    reading: str = ""
    help: ClassVar[str] = "an appendix: a derivation of a file, or why a property holds"
    description: ClassVar[str] = (
        "FILE.toml is a derivation, FOLDER many: every displayed line is decided and replayed by "
        "the kernel. Of a formula, with --property, the proof or the counterexample is written "
        "out. Exit code 1 if something is not as a file expects."
    )
    limit: ClassVar[str] = "for each part"
    offers: ClassVar[tuple[str, ...]] = ("cache",)
    command: ClassVar[str] = "derive"
    options: ClassVar[tuple[Option, ...]] = (
        Option("subject", "what is derived", "FILE.toml|FOLDER|FORMULA|NAME", required=True),
        Option("property", "of a formula: these properties (repeatable)", "ID,ID", "ids",
               "--property", ()),
        ASSUME,
        LOWER,
        CLASSES,
        READING,
    )  # fmt: skip
