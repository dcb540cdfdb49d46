"""Linear constraints with rational coefficients, and the proof that some have no common solution.

By Farkas' lemma a finite set of them has no solution iff a sum of multiples of them (of
inequalities only multiples >= 0) reads 0 >= c with c > 0, or 0 > 0.  `contradicts` multiplies out
and looks; who found the multipliers does not matter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

Comparison = Literal[">=", ">", "==", "<=", "<"]
COMPARISONS = (">=", ">", "==", "<=", "<")


@dataclass(frozen=True)
class Constraint:
    """The sum of coefficients[name] * name, compared with the constant."""

    coefficients: Mapping[str, Fraction]
    relation: Comparison
    constant: Fraction

    def __post_init__(self) -> None:
        if self.relation not in COMPARISONS:
            raise ValueError(f"a constraint compares with one of {', '.join(COMPARISONS)}")

    @property
    def strict(self) -> bool:
        """Whether equality is excluded."""
        return self.relation in (">", "<")

    @property
    def direction(self) -> int:
        """-1 if the constraint must be negated to read >= or >; else 1."""
        return -1 if self.relation in ("<=", "<") else 1

    def holds(self, values: Mapping[str, Fraction]) -> bool:
        """Whether the values satisfy it; KeyError if one is missing."""
        gap = sum((c * values[n] for n, c in self.coefficients.items()), -self.constant)
        gap *= self.direction
        return gap == 0 if self.relation == "==" else gap > 0 if self.strict else gap >= 0

    def __str__(self) -> str:
        terms = ""
        for name, coefficient in self.coefficients.items():
            size = "" if abs(coefficient) == 1 else f"{abs(coefficient)}*"
            joint = (" - " if coefficient < 0 else " + ") if terms else "-" * (coefficient < 0)
            terms += f"{joint}{size}{name}"
        return f"{terms or '0'} {self.relation} {self.constant}"


def contradicts(constraints: Sequence[Constraint], multipliers: Sequence[Fraction]) -> bool:
    """Whether these multiples of the constraints, written with >= and >, add up to an absurdity.

    Sound: at a common solution each multiple would hold, and so would their sum.  A multiplier
    of an equation may have any sign; one of an inequality is >= 0.
    """
    if len(constraints) != len(multipliers):
        return False
    left: dict[str, Fraction] = {}
    right, strict = Fraction(0), False
    for item, multiplier in zip(constraints, multipliers, strict=True):
        if multiplier < 0 and item.relation != "==":
            return False
        if not multiplier:
            continue
        factor = multiplier * item.direction
        for name, coefficient in item.coefficients.items():
            left[name] = left.get(name, Fraction(0)) + factor * coefficient
        right += factor * item.constant
        strict = strict or item.strict
    return not any(left.values()) and (right > 0 or (strict and right == 0))
