"""Whether averages keep a property, for every number of classes m >= 3.

What is proved of an averaging is proved for every m >= 3 (`averaging_parts`).  What is refuted is
refuted by a binary measure that has the property while its average of three classes has not.  The
average of m classes is a measure for every m; so the counterexample of three classes, with classes
added, may be one for every larger m (`padding`): then no m >= 3 is kept.

Invariant: the tree has the value of `averaged` at every matrix of m classes where that is defined.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from symbolic_measures.meaning.averaging import CLASSES, averaged
from symbolic_measures.meaning.every_class import EveryClasses
from symbolic_measures.meaning.every_report import EveryVerdict
from symbolic_measures.meaning.kept import Kept
from symbolic_measures.meaning.measure import Measure, Reading
from symbolic_measures.meaning.padding import Family
from symbolic_measures.nouns.errors import CertificateError
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.sums import AGAINST_REST, MANY, SIZE, A, C, total


@dataclass(frozen=True)
class AverageOf(EveryClasses):
    """The average of a binary measure, with its conventions, of any number of classes."""

    averaging: str = "macro"
    binary: Reading | None = None

    def at(self, classes: int) -> Reading:
        """The average of so many classes, at all matrices."""
        return averaged(self.averaging, self._binary, "all", classes)

    @cached_property
    def measure(self) -> Measure:
        """That of three classes."""
        return self.at(CLASSES).measure

    @property
    def _binary(self) -> Reading:
        if self.binary is None:
            raise CertificateError("an average is one of a binary measure")
        return self.binary

    @cached_property
    def tree(self) -> Formula:
        """The average in sums over classes."""
        plain = self._binary.formula
        if self.averaging == "micro":
            right = total(C)
            wrong = SIZE - right
            return plain.at(TP=right, FN=wrong, FP=wrong, TN=(MANY - 2) * SIZE + right)
        own = plain.at(**AGAINST_REST)
        if self.averaging == "macro":
            return total(own) / MANY
        return total(A * own) / SIZE


def subject_of(kept: Kept) -> AverageOf:
    """The average of the binary measure that refutes."""
    if kept.example is None or kept.where != "all":
        raise CertificateError(f"no average of all matrices fails ({kept.property})")
    reading = kept.example.reading
    return AverageOf(reading.measure.text, least=CLASSES, averaging=kept.averaging, binary=reading)


def for_every_m(kept: Kept) -> EveryVerdict:
    """What is known for every m >= 3 of what was decided of an averaging."""
    at = () if kept.example is None else ((CLASSES, kept.example.fails),)
    reason = kept.reason if kept.outcome == "undecided" else ""
    return EveryVerdict(kept.property, kept.outcome, CLASSES, at=at, reason=reason)


def with_family(kept: Kept, data: Any) -> EveryVerdict:
    """The same with a saved family, which is replayed; CertificateError if it is none."""
    found = for_every_m(kept)
    if data is None:
        return found
    family = Family.from_data(data)
    if kept.example is None:
        raise CertificateError("a family of counterexamples to what is not refuted")
    family.check(subject_of(kept), CLASSES, kept.example.fails)
    return EveryVerdict(found.property, found.outcome, CLASSES, at=found.at, family=family)
