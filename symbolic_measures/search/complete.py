"""Numbers for the matrices at which a measure is undefined: all properties kept, or a conflict.

Each property that is to be kept is written down at all small matrices, as linear constraints on
the unknown values there (`instances`).  If these contradict each other, no completion keeps all.
Otherwise one constant for each pattern of zero cells is looked for, simple ones first, and
written as conventions.  Nothing here is trusted: a proposal must still be proved, a conflict
carries its multipliers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product

from flint import fmpq

from symbolic_measures.meaning.families import triples
from symbolic_measures.meaning.instances import (
    Conflict,
    Instance,
    InstanceError,
    Matrix,
    Part,
    Shown,
    constraint,
    goals,
    outcomes,
    sizes_of,
    unknown,
    value_at,
)
from symbolic_measures.meaning.measure import Convention, Measure
from symbolic_measures.meaning.supports import SUPPORTS
from symbolic_measures.nouns.confusion import CELLS, NHAT, PHAT, N, P, compositions
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.inequalities import Constraint
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.nouns.verdict import Witness
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.linear import Contradiction, Solution, solve

#: The largest n of the matrices at which properties are written down.
LARGEST = 4
SIMPLE = tuple(map(Fraction, ("0", "1", "1/2", "-1")))

Support = tuple[str, ...]
Parameters = dict[str, fmpq]


def support_of(matrix: Iterable[Fraction]) -> Support:
    """The cells that are positive."""
    return tuple(name for name, cell in zip(CELLS, matrix, strict=True) if cell)


@dataclass
class Completer:
    """The constraints on the values that a completion chooses, and what satisfies them."""

    measure: Measure
    properties: tuple[str, ...]
    parameters: Parameters
    effort: Effort
    parts: list[Part] = field(default_factory=list)
    _known: set[object] = field(default_factory=set)

    def conflict(self) -> Conflict | None:
        """Instances that contradict each other, at matrices as small as possible."""
        for size in range(1, LARGEST + 1):
            for property_id in self.properties:
                for instance in _instances(property_id, self.measure, self.parameters, size):
                    self.effort.tick()
                    self.learn(instance)
            found = solve([part.constraint for part in self.parts], self.effort)
            if isinstance(found, Contradiction):
                return self._conflict(found)
        return None

    def learn(self, instance: Instance) -> bool:
        """Takes in what an instance says, if that is new and rational."""
        try:
            stated, matrices = constraint(instance, self.measure, self.parameters)
        except InstanceError:
            return False
        key = (frozenset(stated.coefficients.items()), stated.relation, stated.constant)
        if not stated.coefficients or key in self._known:
            return False
        self._known.add(key)
        self.parts.append(Part(instance, stated, matrices, Fraction(0)))
        return True

    def _conflict(self, found: Contradiction) -> Conflict:
        pairs = zip(self.parts, found.multipliers, strict=True)
        parts = tuple(Part(p.instance, p.constraint, p.matrices, m) for p, m in pairs if m)
        return Conflict(tuple((name, str(v)) for name, v in self.parameters.items()), parts)

    def constants(
        self, undefined: list[Support], preferred: dict[Support, list[Fraction]]
    ) -> dict[Support, Fraction] | None:
        """One constant for each pattern that satisfies the constraints; None if there is none."""
        rows = [self._by_pattern(part) for part in self.parts]
        found = solve(rows, self.effort)
        if isinstance(found, Contradiction):
            return None
        chosen: dict[Support, Fraction] = {}
        for support in sorted(undefined, key=len):
            name = _named(support)
            options = [*preferred.get(support, ()), *SIMPLE, found.values.get(name, Fraction(0))]
            for option in options:
                row = Constraint({name: Fraction(1)}, "==", option)
                tried = solve([*rows, row], self.effort)
                if isinstance(tried, Solution):
                    found, chosen[support] = tried, option
                    rows.append(row)
                    break
        return chosen if len(chosen) == len(undefined) else None

    def _by_pattern(self, part: Part) -> Constraint:
        """The constraint with one unknown for all matrices with the same zero cells."""
        stated = part.constraint
        names = {unknown(matrix): _named(support_of(matrix)) for matrix in part.matrices}
        left: dict[str, Fraction] = {}
        for name, coefficient in stated.coefficients.items():
            left[names[name]] = left.get(names[name], Fraction(0)) + coefficient
        return Constraint(left, stated.relation, stated.constant)


def _named(support: Support) -> str:
    return " ".join(support)


def instance_of(property_id: str, witness: Witness) -> Instance | None:
    """The instance that a witness against a completion violates."""
    if witness.kind == "expectation":
        first, second = ((int(n), int(p), int(q)) for n, p, q in witness.matrices)
        return Instance(property_id, witness.goal, sizes=(first, second))
    if not all(value.isdecimal() for value in witness.point.values()):
        return None
    point = tuple((name, int(value)) for name, value in witness.point.items())
    return Instance(property_id, witness.goal, point)


def _instances(
    property_id: str, measure: Measure, parameters: Parameters, size: int
) -> Iterator[Instance]:
    """The instances at matrices of at most that size, one of them as large."""
    for number, goal in enumerate(goals(property_id, measure)):
        if goal.conclusion.rel == "constant-mean":
            yield from _expectations(property_id, number, measure, parameters, size)
            continue
        for point in _points(goal, size):
            yield Instance(property_id, number, point)


def _points(goal: Goal, size: int) -> Iterator[tuple[tuple[str, int], ...]]:
    names = [name for block in goal.blocks for name in block]
    sums = [[c for n in range(size + 1) for c in compositions(n, len(b))] for b in goal.blocks]
    for choice in product(*sums):
        if any(sum(block) == size for block in choice):
            values = [value for block in choice for value in block]
            yield tuple(zip(names, values, strict=True))


def _expectations(
    property_id: str, number: int, measure: Measure, parameters: Parameters, size: int
) -> Iterator[Instance]:
    """Every choice of sizes against the first whose outcomes are all defined, if there is one."""
    everything = [triple for n in range(2, LARGEST + 1) for triple in triples(n)]

    def defined(triple: Shown) -> bool:
        try:
            pairs = outcomes(sizes_of(triple, 2))
            return all(value_at(measure, m, parameters) is not None for m, _ in pairs)
        except InstanceError:
            return False

    base = next(filter(defined, everything), everything[0])
    for triple in everything:
        if triple[0] == size and triple != base:
            yield Instance(property_id, number, sizes=(base, triple))


# --- conventions ---------------------------------------------------------------------------


#: Faces on which a sum of margins is 0: with given sizes all matrices are on it, or none.
BY_SIZES: dict[Support, Formula] = {
    ("TP",): N + NHAT,
    ("FN",): N + PHAT,
    ("FP",): P + NHAT,
    ("TN",): P + PHAT,
    ("TP", "FN"): N,
    ("FP", "TN"): P,
    ("TP", "FP"): NHAT,
    ("FN", "TN"): PHAT,
}


def conventions(
    measure: Measure,
    constants: dict[Support, Fraction],
    parameters: Parameters,
    source: str,
    by_sizes: bool = False,
) -> tuple[Convention, ...]:
    """The constants as few conventions, small patterns first; no defined value is overridden.

    With `by_sizes`, they depend on the sizes P, N, P^, N^ alone as far as they can: the proof of a
    constant baseline looks at the formula at fixed sizes.

    "The sum of the zero cells is 0" holds on a pattern and on all with more zeros (its face).  A
    face may be used if everything in it has the value, as a constant or by the formula, or was
    settled by an earlier convention.
    """
    settled: set[Support] = set()
    made: list[Convention] = []
    while left := [s for s in constants if s not in settled]:
        best: tuple[int, Fraction, list[Support]] | None = None
        for value in dict.fromkeys(constants[s] for s in left):
            faces = _cover(measure, constants, parameters, value, settled, by_sizes)
            count = len({s for s in left for face in faces if set(s) <= set(face)})
            if faces and (best is None or count > best[0]):
                best = count, value, faces
        if best is None:  # a pattern whose face has a defined value in it: say that first
            smallest = min(left, key=len)
            for support in SUPPORTS:
                inside = set(support) < set(smallest) and support not in constants
                if inside and support not in settled:
                    made.append(Convention(_zero_on([support], by_sizes), measure.formula, source))
                    settled.add(support)
            continue
        made.append(Convention(_zero_on(best[2], by_sizes), formula(best[1]), source))
        settled |= {s for s in SUPPORTS for face in best[2] if set(s) <= set(face)}
    return tuple(made)


def _cover(
    measure: Measure,
    constants: dict[Support, Fraction],
    parameters: Parameters,
    value: Fraction,
    settled: set[Support],
    by_sizes: bool,
) -> list[Support]:
    """Large faces on which the value may be put, that together hold what still needs it."""

    def fits(support: Support) -> bool:
        if support in settled or constants.get(support) == value:
            return True
        return support not in constants and _constantly(measure, support, parameters, value)

    needing = {s for s in constants if constants[s] == value and s not in settled}
    allowed = [
        face
        for face in SUPPORTS
        if len(face) < len(CELLS) and all(fits(s) for s in SUPPORTS if set(s) <= set(face))
    ]
    chosen: list[Support] = []
    for face in sorted(allowed, key=lambda face: (by_sizes and face not in BY_SIZES, -len(face))):
        new = {s for s in needing if set(s) <= set(face)}
        if new:
            chosen.append(face)
            needing -= new
    return chosen


def _constantly(
    measure: Measure, support: Support, parameters: Parameters, value: Fraction
) -> bool:
    """Whether the formula seems to have that value at all matrices of the pattern."""
    for cells in product(*((1, 2, 5) if name in support else (0,) for name in CELLS)):
        matrix: Matrix = tuple(map(Fraction, cells))
        try:
            if value_at(measure, matrix, parameters) != value:
                return False
        except InstanceError:
            return False
    return True


def _zero_on(faces: list[Support], by_sizes: bool) -> Formula:
    """A formula that is 0 on these faces only: a product of sums of cells."""
    pieces = [_piece(face, by_sizes) for face in faces]
    total = pieces[0]
    for piece in pieces[1:]:
        total = total * piece
    return total


def _piece(face: Support, by_sizes: bool) -> Formula:
    if face in BY_SIZES and (by_sizes or len(face) == 2):
        return BY_SIZES[face]
    zeros = [symbol(name) for name in CELLS if name not in face]
    total = zeros[0]
    for cell in zeros[1:]:
        total = total + cell
    return total
