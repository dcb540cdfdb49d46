"""That a counterexample is the smallest, in the words of `rocq/theories/Minimal.v`.

Rocq enumerates the matrices with fewer elements, of every goal of the property: none violates it.
That is a file of its own, as far as it is small: the values are rational, there are no parameters,
and there are few matrices.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import comb, prod

from symbolic_measures.doors.export.claims import Claim, claim_of
from symbolic_measures.doors.export.rocq import (
    CLASS_MODULES,
    MODULES,
    Exported,
    MeasureFile,
    definition,
    identifier,
    subject_of,
)
from symbolic_measures.doors.export.terms import NotExportedError, Numbers
from symbolic_measures.kernel.algebra import RuleError
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.nouns.formula import Formula, exponent_of
from symbolic_measures.nouns.verdict import Verdict

#: Operations whose values at whole numbers are rational.
RATIONAL = frozenset({"number", "symbol", "+", "-", "*", "/", "neg", "Min", "Max", "Abs", "ifzero"})
#: How many smaller points are enumerated.
MANY = 3_000
SMALLEST = ", smallest"


def smallest_file(name: str, reading: Reading, verdicts: Iterable[Verdict]) -> MeasureFile:
    """A theorem for each refutation whose counterexample is the smallest, or why there is none."""
    own, measure = identifier(name), reading.measure
    numbers = Numbers(measure.parameters, classes=measure.classes)
    found = []
    for verdict in verdicts:
        if verdict.outcome != "refuted" or verdict.witness is None or not verdict.witness.minimal:
            continue
        about = name, f"{verdict.property}{SMALLEST}", "proved"
        try:
            text, theorem = _theorem(own, reading, verdict, numbers)
            found.append(Exported(*about, theorem=theorem, text=text))
        except (NotExportedError, RuleError) as error:
            found.append(Exported(*about, reason=str(error)))
    said = definition(own, reading, numbers) if any(v.theorem for v in found) else ""
    asked = (v.property.removesuffix(SMALLEST) for v in found if v.theorem)
    used = (MODULES[prop] for prop in asked if prop in MODULES)
    modules = ("Minimal", *(used if measure.classes == 2 else CLASS_MODULES))
    return MeasureFile(f"{name}_smallest", said, tuple(found), modules)


def _theorem(own: str, reading: Reading, verdict: Verdict, numbers: Numbers) -> tuple[str, str]:
    goals, witness = verdict.statement.goals, verdict.witness
    if reading.measure.parameters:
        raise NotExportedError("smaller matrices at other values of the parameters")
    subject = subject_of(own, reading, verdict)
    claim: Claim = claim_of(subject, verdict, reading, numbers)
    if witness is None or "_iff" not in claim.lemma or not all(goal.blocks for goal in goals):
        raise NotExportedError("a counterexample that is more than a point of a goal")
    if not all(map(_rational, (a.expr for g in goals for a in (g.conclusion, *g.hypotheses)))):
        raise NotExportedError("smaller matrices with values that may be irrational")
    own_blocks = goals[witness.goal].blocks
    point = witness.point
    if not all(point.get(cell, "").isdecimal() for block in own_blocks for cell in block):
        raise NotExportedError("a counterexample that is more than a point of a goal")
    size = max(sum(int(point[cell]) for cell in block) for block in own_blocks)
    count = sum(prod(comb(size - 1 + len(b), len(b)) for b in goal.blocks) for goal in goals)
    if count > MANY:
        raise NotExportedError(f"more than {MANY:,} smaller matrices")
    blocks = ";\n  ".join(
        f"[{'; '.join(f'[{_listed(block, numbers)}]' for block in goal.blocks)}]" for goal in goals
    )
    theorem = f"{own}_not_{claim.name}_smallest"
    lines = (
        f"(** {size} elements: no counterexample has fewer. *)",
        f"Theorem {theorem} : Forall2 (smallest {size})\n  [{blocks}]%positive",
        f"  ({claim.goals} {subject}).",
        "Proof. apply all_smallest_ok. vm_cast_no_check (eq_refl true). Qed.",
        "",
    )
    return "\n".join(lines), theorem


def _rational(tree: Formula) -> bool:
    """Whether its values at whole numbers are rational, for Rocq to compute."""
    return all(
        node.op in RATIONAL
        or (node.op == "^" and (power := exponent_of(node.args[1])) and power.denominator == 1)
        for node in tree.walk()
    )


def _listed(block: tuple[str, ...], numbers: Numbers) -> str:
    return "; ".join(str(numbers.of(name)) for name in block)
