"""What is claimed of a measure, in the words of `rocq/theories/Properties.v`.

A `Claim` names the property, the lemma that reduces it to goals, and the goals; most properties
are equivalent to the goals that the kernel proves.  A constant baseline is proved by two goals
about outcomes of the same sizes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb

from symbolic_measures.doors.export.points import shown_at
from symbolic_measures.doors.export.terms import NotExportedError, Numbers, term
from symbolic_measures.kernel.rules.goals import formula_of
from symbolic_measures.macros import apply
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.formula import Formula, formula
from symbolic_measures.nouns.statement import Atom, Goal
from symbolic_measures.nouns.verdict import Step, Verdict

#: Properties that `rocq/theories/Properties.v` defines, and whether of the score.
SCORED = (
    "maximal-agreement", "minimal-agreement", "class-symmetry", "symmetry", "distance", "monotone",
    "weakly-monotone", "strongly-monotone", "weakly-strongly-monotone", "constant-baseline",
    "approximate-constant-baseline", "tn-invariance", "scale-invariance",
)  # fmt: skip
AS_GIVEN = (
    "tptn-max", "fn-min", "fp-min", "tptn-max-in-section", "tp-monotone", "tp-strictly-monotone",
    "tn-monotone", "tn-strictly-monotone", "tn-not-max", "tp-not-max", "ace", "ach",
    "undefined-set",
)  # fmt: skip


@dataclass(frozen=True)
class Claim:
    """A property in Rocq: its name, as it is said, the lemma that gives its goals, the goals."""

    name: str
    said: str
    lemma: str
    goals: str
    #: The goals that are proved, each with the kernel's proof.
    proved: tuple[tuple[Goal, Step], ...] = ()


def claim_of(verdict: Verdict, numbers: Numbers) -> Claim:
    """The claim of a verdict; NotExportedError if Rocq has no words for it."""
    name = verdict.property.replace("-", "_")
    premises = () if verdict.proof is None else verdict.proof.premises
    proved = tuple(zip(verdict.statement.goals, premises, strict=False))
    if verdict.property in ("tn-not-max", "tp-not-max"):
        told = {"better": "TPTN"} if verdict.value is None else verdict.value
        if set(told) != {"better"}:
            raise NotExportedError("the maximum of a section")
        corner = told["better"]
        return Claim(name, name, f"({name}_by {corner})", f"{name}_goals {corner}", proved)
    if verdict.property == "undefined-set":
        patterns = "; ".join(pattern(support) for support in verdict.value)
        said = f"undefined_exactly_on [{patterns}]"
        goals = f"undefined_exactly_on_goals [{patterns}]"
        return Claim(name, said, "undefined_exactly_on_by", goals, proved)
    if verdict.property == "constant-baseline" and proved:
        ((goal, step),) = proved
        if step.rule != "affine-mean":
            raise NotExportedError(f"rule {step.rule}")
        subgoals = (sub for sub in apply(goal, step.rule, step.args) if isinstance(sub, Goal))
        own = tuple(zip(subgoals, step.premises, strict=True))
        value = formula_of(step.args["value"], set(numbers.parameters))
        constant = term(numbers.tree(value))
        goals = f"{name}_goals {constant}"
        return Claim(name, name, f"({name}_by {constant})", goals, own)
    return Claim(name, name, f"{name}_iff", f"{name}_goals", proved)


def pattern(support: list[str]) -> str:
    """A pattern of positive cells."""
    return f"({', '.join('true' if cell in support else 'false' for cell in CELLS)})"


def expectations_differ(subject: str, reading: Reading, verdict: Verdict, numbers: Numbers) -> str:
    """The proof that there is no constant baseline: two sizes with other expectations."""
    witness = verdict.witness
    if witness is None:
        raise NotExportedError("there is no witness")
    one, other = (tuple(int(size) for size in sizes) for sizes in witness.matrices)
    gap = Atom(_mean(reading.score, *one) - _mean(reading.score, *other), "!=")
    point, proofs, shown = shown_at(
        reading.measure.conditions, gap, dict(witness.parameters), numbers
    )
    sizes = " ".join(map(str, (*one, *other)))
    return f"apply (constant_baseline_refuted {subject} {point} {proofs}\n  {shown} {sizes})."


def _mean(measure: Formula, n: int, positives: int, predicted: int) -> Formula:
    """The expectation as Rocq writes it: a sum over TP = 0, 1, ..., predicted."""
    terms = _weighted(measure, n, positives, predicted)
    total = next(terms)
    for part in terms:
        total = total + part
    return total / formula(comb(n, predicted))


def _weighted(measure: Formula, n: int, positives: int, predicted: int) -> Iterator[Formula]:
    for k in range(predicted + 1):
        cells = (k, positives - k, predicted - k, n + k - positives - predicted)
        if min(cells) < 0:
            yield formula(0)
            continue
        ways = comb(positives, k) * comb(n - positives, predicted - k)
        yield formula(ways) * measure.at(**dict(zip(CELLS, map(formula, cells), strict=True)))
