"""A conflict for every n: found at one n near a corner, then with polynomials in n as multipliers.

The matrices are those with few elements beside TN, so that an instance at one n is an instance at
every larger one.  Of a conflict at that n, the multipliers are looked for as polynomials in
t = n - least with coefficients that show their sign: a linear program in these coefficients.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import lcm

from symbolic_measures.kernel.algebra import Sequent
from symbolic_measures.macros import apply, replay
from symbolic_measures.meaning.instances import (
    Conflict,
    Instance,
    InstanceError,
    Part,
    Shown,
    anything,
    constraint,
    goals,
)
from symbolic_measures.nouns.confusion import compositions
from symbolic_measures.nouns.errors import CertificateError
from symbolic_measures.nouns.inequalities import Constraint
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.nouns.verdict import Step
from symbolic_measures.questions.impossible.every_n import EveryN, Line, Pattern, absurdity, stated
from symbolic_measures.questions.impossible.lines import System
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.linear import Solution, solve

#: The n at which a conflict is looked for, the elements beside the largest cell, and the largest
#: degree of a multiplier.
SIZE, BESIDE, DEGREE = 11, 3, 3
#: The variables that count the elements of the last class in every labeling.  Of three classes, a
#: few more cells of the last true class may be large, with one element beside.
LARGE: dict[int, tuple[str, ...]] = {
    2: ("TN", "TN2", "x_000"), 3: ("c32", "c33", "d32", "d33", "x_222"),
}  # fmt: skip
MOST_CLASSES = 3


def conflict_for_every_n(
    properties: Sequence[str], effort: Effort, classes: int = 2
) -> EveryN | None:
    """A conflict of these properties at every n from the smallest n on for which it holds."""
    system = System(anything(classes), range(SIZE, SIZE + 1), effort)
    for name in properties:
        system.parts[name] = list(_corner(name, classes))
    found = system.decide(properties)
    if not isinstance(found, Conflict):
        return None
    patterns = tuple(_pattern(part.instance) for part in found.parts)
    for least in range(2, SIZE + 1):
        try:
            lines = [stated(pattern, least, classes) for pattern in patterns]
            goal = absurdity(lines, least)
            proof = _added(goal, effort)
            if proof is not None:
                replay(goal, proof)
                return EveryN(least, patterns, proof, classes)
        except (InstanceError, CertificateError):
            continue
    return None


def _corner(property_id: str, classes: int) -> Iterator[Part]:
    """The instances at SIZE with at most BESIDE elements outside of the last class."""
    for number, goal in enumerate(goals(property_id, anything(classes))):
        if goal.conclusion.rel == "constant-mean":
            first, *others = _sizes(classes)
            choices = [Instance(property_id, number, sizes=(first, other)) for other in others]
        else:
            choices = [Instance(property_id, number, point) for point in _points(goal, classes)]
        for instance in choices:
            try:
                said, matrices = constraint(instance, anything(classes), {})
            except InstanceError:
                continue
            if said.coefficients and all(sum(matrix) == SIZE for matrix in matrices):
                yield Part(instance, said, matrices, Fraction(0))


def _sizes(classes: int) -> list[Shown]:
    """Sizes P, P^ that are small; of three classes, of a truth that is all of the last one."""
    if classes == 2:
        return [(SIZE, p, q) for p, q in product(range(BESIDE + 1), range(1, BESIDE + 1))]
    few = [(1, SIZE - 1), (SIZE - 1, 1)]
    pairs = [(0, *own) for own in few] + [(one, 0, other) for one, other in few]
    return [(0, 0, SIZE, *own) for own in (*pairs, *((*own, 0) for own in few))]


def _points(goal: Goal, classes: int) -> Iterator[tuple[tuple[str, int], ...]]:
    blocks = []
    for block in goal.blocks:
        found = []
        for large in (name for name in block if name in LARGE[classes]):
            others = [name for name in block if name != large]
            beside = BESIDE if classes == 2 else 1
            few = [cells for n in range(beside + 1) for cells in compositions(n, len(others))]
            found += [{**dict(zip(others, c, strict=True)), large: SIZE - sum(c)} for c in few]
        if not found:
            return
        blocks.append(found)
    names = [name for block in goal.blocks for name in block]
    for choice in product(*blocks):
        values = {name: value for block in choice for name, value in block.items()}
        yield tuple((name, values[name]) for name in names)


def _pattern(instance: Instance) -> Pattern:
    """What is near SIZE is n less something."""

    def line(value: int) -> Line:
        return Line(1, value - SIZE) if 2 * value > SIZE else Line(0, value)

    point = tuple((name, line(value)) for name, value in instance.point)
    if any(len(shown) != 3 for shown in instance.sizes):
        classes = len(instance.sizes[0]) // 2
        told = ((own[:classes].index(SIZE), own[classes:]) for own in instance.sizes)
        constant = tuple((true, tuple(map(line, predicted))) for true, predicted in told)
        return Pattern(instance.property, instance.goal, constant=constant)
    sizes = tuple((positives, predicted) for _, positives, predicted in instance.sizes)
    return Pattern(instance.property, instance.goal, point, sizes)


def _added(goal: Goal, effort: Effort) -> Step | None:
    """The step of the kernel that adds multiples of the hypotheses up to 0 > 0."""
    (sequent,) = apply(goal, "clear", {})
    if not isinstance(sequent, Sequent):
        return None
    rows: dict[tuple[int, ...], dict[str, Fraction]] = {}
    wanted: list[Constraint] = []
    ends: dict[str, Fraction] = {}
    for number, (fact, relation) in enumerate(sequent.hypotheses):
        for power in range(DEGREE + 1):
            name = f"{number} {power}"
            for monomial, size in fact.to_dict().items():
                place = (int(monomial[0]) + power, *map(int, monomial[1:]))
                entry = rows.setdefault(place, {})
                entry[name] = entry.get(name, Fraction(0)) + int(size)
            if relation != "==":
                wanted.append(Constraint({name: Fraction(1)}, ">=", Fraction(0)))
        if relation == ">":
            ends[f"{number} 0"] = Fraction(1)
    wanted += [Constraint(entry, "==", Fraction(0)) for entry in rows.values()]
    for degree in range(DEGREE + 1):
        absent = [
            Constraint({f"{number} {power}": Fraction(1)}, "==", Fraction(0))
            for number in range(len(sequent.hypotheses))
            for power in range(degree + 1, DEGREE + 1)
        ]
        found = solve([*wanted, *absent, Constraint(ends, ">", Fraction(0))], effort)
        if isinstance(found, Solution):
            return _step(sequent, found.values)
    return None


def _step(sequent: Sequent, values: dict[str, Fraction]) -> Step:
    scale = lcm(*(value.denominator for value in values.values()))
    texts = {}
    for number in range(len(sequent.hypotheses)):
        powers = {p: int(values.get(f"{number} {p}", 0) * scale) for p in range(DEGREE + 1)}
        t = sequent.names[0]
        shown = {0: "", 1: f"*{t}", **{p: f"*{t}^{p}" for p in range(2, DEGREE + 1)}}
        terms = [f"{c}{shown[p]}" for p, c in powers.items() if c]
        if terms:
            texts[str(number)] = " + ".join(terms).replace("+ -", "- ")
    end = Step("coefficients", {}, ())
    return Step("clear", {}, (Step("combine", {"multipliers": texts}, (end,)),))
