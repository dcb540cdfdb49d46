"""What is claimed of a measure, in the words of `rocq/theories/Properties.v`.

A `Claim` names the property, the lemma that reduces it to goals, and the goals; most properties
are equivalent to the goals that the kernel proves.  A constant baseline is proved by two goals
about outcomes of the same sizes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import comb, factorial, prod
from typing import Any

from symbolic_measures.doors.export import opitz, scales
from symbolic_measures.doors.export.goals import Place, found, proof
from symbolic_measures.doors.export.points import shown_at
from symbolic_measures.doors.export.terms import NotExportedError, Numbers, term
from symbolic_measures.kernel.expectation import tables
from symbolic_measures.kernel.rules.goals import formula_of
from symbolic_measures.macros import apply
from symbolic_measures.meaning.association import ASSOCIATION
from symbolic_measures.meaning.brzezinski import strict_parts
from symbolic_measures.meaning.further import FURTHER
from symbolic_measures.meaning.maximum import CORNERS, PLACES, summit
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.scales import SCALES
from symbolic_measures.meaning.supports import patterns
from symbolic_measures.nouns.confusion import CELLS, summed
from symbolic_measures.nouns.formula import Formula, formula
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal
from symbolic_measures.nouns.verdict import Step, Verdict

#: Properties that `rocq/theories/Properties.v` defines, and whether of the score.
SCORED = (
    "maximal-agreement", "minimal-agreement", "class-symmetry", "symmetry", "distance", "monotone",
    "weakly-monotone", "strongly-monotone", "weakly-strongly-monotone", "constant-baseline",
    "approximate-constant-baseline", "tn-invariance", "scale-invariance",
    *(own for own in FURTHER if not PROPERTIES[own].as_given), *ASSOCIATION,
)  # fmt: skip
AS_GIVEN = (
    "tptn-max", "fn-min", "fp-min", "tptn-max-in-section", "tp-monotone", "tp-strictly-monotone",
    "tn-monotone", "tn-strictly-monotone", "tn-not-max", "tp-not-max", "tn-not-max-in-section",
    "tp-not-max-in-section", "ace", "ach", "undefined-set", "undefined-kinds", "range",
    *opitz.OPITZ, *(own for own in FURTHER if PROPERTIES[own].as_given), "fn-min-in-section",
    "fp-min-in-section", *SCALES,
)  # fmt: skip


#: Of these `rocq/theories/Classes.v` speaks, of any number of classes.
OF_CLASSES = (
    "maximal-agreement", "minimal-agreement", "class-symmetry", "symmetry", "distance", "monotone",
    "weakly-monotone", "strongly-monotone", "weakly-strongly-monotone", "constant-baseline",
    "approximate-constant-baseline", "scale-invariance", "range", *opitz.OF_CLASSES,
)  # fmt: skip
#: How an operation is undefined, in Rocq.
KINDS = {
    "0/0": "ZeroByZero", "c/0": "ByZero", "log 0": "LogOfZero", "log < 0": "LogOfNegative",
    "sqrt < 0": "RootOfNegative",
}  # fmt: skip
#: Goals, each with the kernel's proof.
Proofs = tuple[tuple[Goal, Step], ...]


@dataclass(frozen=True)
class Claim:
    """A property in Rocq: its name, as it is said, the lemma that gives its goals, the goals."""

    name: str
    said: str
    lemma: str
    goals: str
    proved: Proofs = ()


def claim_of(subject: str, verdict: Verdict, reading: Reading, numbers: Numbers) -> Claim:
    """The claim of a verdict; NotExportedError if Rocq has no words for it."""
    name = verdict.property.replace("-", "_")
    premises = () if verdict.proof is None else verdict.proof.premises
    proved = tuple(zip(verdict.statement.goals, premises, strict=False))
    if reading.measure.classes != 2:
        return _of_classes(subject, name, verdict, reading, proved, numbers)
    if PROPERTIES[verdict.property].below:
        return _not_max(name, verdict, proved, reading, numbers)
    if verdict.property == "undefined-set" and patterns(verdict.value) is None:
        raise NotExportedError("an undefined set with a condition on the cells")
    if verdict.property == "undefined-set":
        places = "; ".join(pattern(support) for support in verdict.value)
        said = f"undefined_exactly_on [{places}]"
        goals = f"undefined_exactly_on_goals [{places}]"
        return Claim(name, said, "undefined_exactly_on_by", goals, proved)
    if verdict.property == "undefined-kinds":
        kinds = ";\n  ".join(_kind(entry, reading, numbers) for entry in verdict.value)
        lemma = f"(undefined_kinds_by [{kinds}] {subject} eq_refl)"
        return Claim(name, f"{name} [{kinds}]", lemma, f"{name}_goals [{kinds}]", proved)
    if verdict.property == "range" and proved:
        return _range(verdict, numbers, proved)
    if verdict.property in opitz.OPITZ:
        opitz.demand(verdict, reading)
    if verdict.property in opitz.OPITZ and verdict.outcome == "proved":
        lemma, goals, proved = opitz.words(subject, verdict, reading, proved, numbers)
        return Claim(name, name, lemma, goals, proved)
    if verdict.property == "constant-baseline" and proved:
        return _constant_baseline(name, numbers, proved)
    if verdict.property in SCALES:
        return Claim(name, *scales.words(subject, verdict, numbers), proved)
    return Claim(name, name, f"{name}_iff", f"{name}_goals", proved)


def _of_classes(
    subject: str, name: str, verdict: Verdict, reading: Reading, proved: Proofs, numbers: Numbers
) -> Claim:
    """The claim about several classes, whose number stands before the measure."""
    classes = reading.measure.classes
    if verdict.property not in OF_CLASSES:
        raise NotExportedError("the property is not yet defined in Rocq for several classes")
    if verdict.property == "constant-baseline" and proved:
        raise NotExportedError("the mean of a table of several classes")
    if verdict.property == "range" and proved:
        return _range(verdict, numbers, proved)
    lemma, goals = f"{name}_iff", f"{name}_goals {classes}"
    if verdict.property in opitz.OPITZ:
        opitz.demand(verdict, reading)
        lemma, goals, proved = opitz.words_of_classes(subject, verdict, reading, proved, numbers)
    return Claim(name, f"{name} {classes}", lemma, goals, proved)


def _not_max(
    name: str, verdict: Verdict, proved: Proofs, reading: Reading, numbers: Numbers
) -> Claim:
    told = {"better": "TPTN"} if verdict.value is None else verdict.value
    if set(told) != {"better"}:
        if proved:
            raise NotExportedError("below the maximum")
        return Claim(name, name, f"{name}_refuted", "")
    corner = told["better"]
    if isinstance(corner, str) and corner in CORNERS:
        return Claim(name, name, f"({name}_by {corner})", f"{name}_goals {corner}", proved)
    if not proved or PROPERTIES[verdict.property].below == "section":
        raise NotExportedError(f"a larger value at {corner}")
    return _elsewhere(name, verdict, proved, reading, numbers)


def _elsewhere(
    name: str, verdict: Verdict, proved: Proofs, reading: Reading, numbers: Numbers
) -> Claim:
    """A larger value at a matrix that is written in the cells; Rocq asks that it is one of this n,
    also of the one that has a name."""
    place = verdict.value["better"]
    if isinstance(place, str):
        texts = list(map(str, PLACES[place]))
        spelled = PROPERTIES[verdict.property].statement(reading, {"better": texts})
        proved = (*proved, *((goal, found(goal)) for goal in spelled.goals[1:]))
    cells = ", ".join(term(numbers.tree(cell)) for cell in proved[0][0].matrices[1])
    lemma = f"({name}_elsewhere ({cells}))"
    return Claim(name, name, lemma, f"{name}_elsewhere_goals ({cells})", proved)


def _constant_baseline(name: str, numbers: Numbers, proved: Proofs) -> Claim:
    ((goal, step),) = proved
    if step.rule != "affine-mean":
        raise NotExportedError(f"rule {step.rule}")
    subgoals = (sub for sub in apply(goal, step.rule, step.args) if isinstance(sub, Goal))
    own = tuple(zip(subgoals, step.premises, strict=True))
    constant = term(numbers.tree(formula_of(step.args["value"], set(numbers.parameters))))
    return Claim(name, name, f"({name}_by {constant})", f"{name}_goals {constant}", own)


def _range(verdict: Verdict, numbers: Numbers, proved: Proofs) -> Claim:
    told, ends = [], []
    for side in ("infimum", "supremum"):
        end = verdict.value[side]
        if "growth" in end:
            raise NotExportedError("an infinite end that is approached like a logarithm")
        if "or" in end:
            raise NotExportedError("an end that is attained at one of two matrices")
        if not {"times", "power", "less"}.isdisjoint(end):
            raise NotExportedError("an end that is approached otherwise than like e")
        cells = end["attained"] or end["approached"]
        trees = (numbers.tree(parse(cell, names={}, parameters=("e",))) for cell in cells)
        bound = "Infinite"
        if end["value"] not in ("oo", "-oo"):
            value = numbers.tree(parse(end["value"], names={}, parameters=numbers.parameters))
            bound = f"({'Attained' if end['attained'] else 'Approached'} {term(value)})"
        told.append(bound)
        listed = ("; " if numbers.classes != 2 else ", ").join(map(term, trees))
        ends.append(f"{bound} {f'[{listed}]' if numbers.classes != 2 else f'({listed})'}")
    of_classes = "" if numbers.classes == 2 else f"{numbers.classes} "
    both = of_classes + " ".join(ends)
    said = f"range {of_classes}{' '.join(told)}"
    return Claim("range", said, f"(range_by {both} _ eq_refl)", f"range_goals {both}", proved)


def _kind(entry: Mapping[str, Any], reading: Reading, numbers: Numbers) -> str:
    """A pattern, the kind of its undefined operation, and that operation as the measure has it."""
    zeros = {name: formula(0) for name in CELLS if name not in entry["support"]}
    parts = strict_parts(reading.formula), strict_parts(reading.formula.at(**zeros))
    found = next(
        (own for own, there in zip(*parts, strict=True) if str(there) == entry["at"]), None
    )
    if found is None:
        raise NotExportedError(f"the operation {entry['at']} is no part of the measure")
    own = f"({KINDS[entry['kind']]}, {term(numbers.tree(found))})"
    return f"({pattern(entry['support'])}, {own})"


def pattern(support: list[str]) -> str:
    """A pattern of positive cells."""
    return f"({', '.join('true' if cell in support else 'false' for cell in CELLS)})"


def denied(subject: str, reading: Reading, verdict: Verdict, numbers: Numbers) -> str | None:
    """The proof that a property fails, where it is more than a point at which a goal does."""
    if verdict.witness is not None and verdict.witness.kind == "expectation":
        return expectations_differ(subject, reading, verdict, numbers)
    if PROPERTIES[verdict.property].below and "maximum" in (verdict.value or {}):
        return _maximum_reached(subject, reading, verdict, numbers)
    if verdict.property in SCALES:
        return scales.denied(subject, reading, verdict, numbers)
    return opitz.denied(subject, reading, verdict, numbers)


def _maximum_reached(subject: str, reading: Reading, verdict: Verdict, numbers: Numbers) -> str:
    """A maximum, with its proof, and a matrix on the side that reaches it."""
    prop, lemma = PROPERTIES[verdict.property], verdict.property.replace("-", "_") + "_refuted"
    goal = summit(reading, verdict.value, prop.below == "section")
    place = Place(goal.hypotheses, goal.conclusion, numbers)
    proved = proof(place, goal, Step.from_data(verdict.value["proof"]))
    (side,), witness = verdict.statement.goals, verdict.witness
    if witness is None:
        raise NotExportedError("there is no witness")
    where = verdict.value["maximum"]
    if isinstance(where, str):
        best, own = side.conclusion.expr.args
        values = {**witness.point, **witness.parameters}
        told = shown_at(side.hypotheses, Atom(own - best, ">="), values, numbers)
        return f"apply ({lemma} {where} {subject}\n {proved}\n {' '.join(told)})."
    if prop.below != "section":
        raise NotExportedError("a maximum of all matrices of one n")
    if any("/" in cell for cell in where):
        raise NotExportedError("a maximum with cells that are no whole numbers")
    cells = dict(zip(CELLS, map(int, where), strict=True))
    here = reading.formula.at(**cells)
    conditions = reading.measure.conditions
    told = shown_at(conditions, Atom(here, "defined"), verdict.value["parameters"], numbers)
    gone = "FP" if verdict.property.startswith("tn") else "FN"
    sizes = " ".join(str(count) for name, count in cells.items() if name != gone)
    return f"apply ({lemma}_at {sizes} {subject}\n {proved}\n {' '.join(told)})."


def expectations_differ(subject: str, reading: Reading, verdict: Verdict, numbers: Numbers) -> str:
    """The proof that there is no constant baseline: two sizes with other expectations."""
    witness = verdict.witness
    if witness is None:
        raise NotExportedError("there is no witness")
    one, other = (tuple(int(size) for size in sizes) for sizes in witness.matrices)
    if (classes := reading.measure.classes) != 2:
        pairs = [(sizes[:classes], sizes[classes:]) for sizes in (one, other)]
        gap = _table_mean(reading, *pairs[0]) - _table_mean(reading, *pairs[1])
        told = (f"[{';'.join(map(str, part))}]%nat" for pair in pairs for part in pair)
        lemma, sizes = f"constant_baseline_refuted {classes}", " ".join(told)
    else:
        gap = _mean(reading.score, *one) - _mean(reading.score, *other)
        lemma, sizes = "constant_baseline_refuted", " ".join(map(str, (*one, *other)))
    point, proofs, shown = shown_at(
        reading.measure.conditions, Atom(gap, "!="), dict(witness.parameters), numbers
    )
    return f"apply ({lemma} {subject} {point} {proofs}\n  {shown} {sizes})."


def _table_mean(reading: Reading, true: tuple[int, ...], predicted: tuple[int, ...]) -> Formula:
    """The expectation of several classes as Rocq writes it: a sum over the tables."""
    cells, ways = reading.measure.cells, prod(map(factorial, (*true, *predicted)))
    return summed(
        formula(ways)
        / formula(prod(map(factorial, (*table, sum(true)))))
        * reading.score.at(**dict(zip(cells, map(formula, table), strict=True)))
        for table in tables(true, predicted)
    )


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
