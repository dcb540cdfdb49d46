"""Which properties a measure can have together: an example with all of them, or a conflict.

Each property is written down at all matrices of the given sizes, as linear constraints on one
unknown for each matrix (`instances`).  Two unknowns that a symmetry makes equal are taken as one.
Constraints are added as the solutions so far violate them, until one violates none or they
contradict each other.  Nothing here is trusted: an example is compared with every constraint, a
conflict carries its multipliers.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations
from math import gcd, lcm

from symbolic_measures.meaning.instances import (
    Conflict,
    Instance,
    InstanceError,
    Part,
    constraint,
    every_instance,
    matrices_of,
    unknown,
)
from symbolic_measures.meaning.measure import Measure
from symbolic_measures.nouns.confusion import second
from symbolic_measures.nouns.inequalities import Constraint
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.linear import Contradiction, solve

Values = dict[str, Fraction]
#: Constraints that are added at a time.
AT_ONCE = 40
#: Orders of the constraints, and of what is left out of a conflict, that are tried for a short one.
ORDERS, RESTARTS = 6, 6


@dataclass(frozen=True)
class _Row:
    """A constraint on what is left of the unknowns, and the parts that say it."""

    stated: Constraint
    parts: list[Part]


@dataclass
class System:
    """What each property says at the matrices whose n is in `sizes`."""

    measure: Measure
    sizes: range
    effort: Effort
    parts: dict[str, list[Part]] = field(default_factory=dict)

    def of(self, property_id: str) -> list[Part]:
        """The constraints of a property, each once."""
        if property_id not in self.parts:
            known: dict[object, Part] = {}
            for instance, stated, matrices in every_instance(property_id, self.measure, self.sizes):
                self.effort.tick()
                if stated.coefficients or not stated.holds({}):
                    key = (frozenset(stated.coefficients.items()), stated.relation)
                    known.setdefault(key, Part(instance, stated, matrices, Fraction(0)))
            self.parts[property_id] = list(known.values())
        return self.parts[property_id]

    def decide(self, properties: Sequence[str], short: bool = True) -> Values | Conflict:
        """Values that have all the properties, or a conflict (a short one)."""
        parts = [part for property_id in properties for part in self.of(property_id)]
        forest = _Forest(parts)
        rows = list(forest.rows())
        active = [row for row in rows if row.stated.relation == "=="]
        waiting = [row for row in rows if row.stated.relation != "=="]
        names = {name for part in parts for name in part.constraint.coefficients}
        names.update(map(unknown, matrices_of(self.sizes, self.measure.classes)))
        while True:
            found = solve([row.stated for row in active], self.effort)
            if isinstance(found, Contradiction):
                return self._shortest(forest, active, found, ORDERS if short else 0)
            values = {name: Fraction(0) for name in names} | found.values
            violated = [row for row in waiting if not row.stated.holds(values)]
            if not violated:
                return {name: values[forest.root(name)] for name in names}
            violated.sort(key=lambda row: _gap(row.stated, values))
            active += violated[:AT_ONCE]
            waiting = [row for row in waiting if row not in violated[:AT_ONCE]]

    def _shortest(
        self, forest: _Forest, rows: list[_Row], found: Contradiction, orders: int
    ) -> Conflict:
        """The shortest of the conflicts that some orders of the rows lead to."""
        best = self._tightened(forest, rows, found)
        rng = random.Random(len(rows))
        for _ in range(orders):
            rng.shuffle(rows)
            again = solve([row.stated for row in rows], self.effort)
            if isinstance(again, Contradiction):
                best = min(best, self._tightened(forest, rows, again), key=_length)
        return Conflict((), tuple(best))

    def _tightened(self, forest: _Forest, rows: list[_Row], found: Contradiction) -> list[Part]:
        """A conflict among all parts that say the same as the rows that are used.

        Parts are left out one after the other, the equations between two unknowns first, as long
        as the rest has no solution.
        """
        used = [row for row, m in zip(rows, found.multipliers, strict=True) if m]
        wide = [part for row in used for part in row.parts]
        pool = [*self._with_matrices_in_use(wide), *self._pairs(wide)]
        pool = list({part.instance: part for part in pool}.values())
        roots = {forest.root(name) for part in pool for name in part.constraint.coefficients}
        links = [part for part in forest.links
                 if forest.root(next(iter(part.constraint.coefficients))) in roots]  # fmt: skip
        best: list[Part] = []
        rng = random.Random(len(pool))
        for _ in range(RESTARTS):
            rng.shuffle(pool)
            rng.shuffle(links)
            left, order = [*links, *pool], [*links, *pool]
            for part in order:
                fewer = [other for other in left if other is not part]
                if len(fewer) == len(left):
                    continue
                again = solve([other.constraint for other in fewer], self.effort)
                if isinstance(again, Contradiction):
                    left = _weighed(fewer, again)
            last = solve([part.constraint for part in left], self.effort)
            if isinstance(last, Contradiction):
                weighed = _weighed(left, last)
                best = min(best, weighed, key=_length) if best else weighed
        return best

    def _pairs(self, parts: list[Part]) -> Iterator[Part]:
        """The expectations that are compared with one, compared with each other."""
        expected = [part.instance for part in parts if part.instance.sizes]
        sizes = list(dict.fromkeys(sizes for instance in expected for sizes in instance.sizes))
        for pair in combinations(sizes, 2):
            yield from self._part(replace(expected[0], sizes=pair))

    def _with_matrices_in_use(self, parts: list[Part]) -> Iterator[Part]:
        """The parts; a second, free matrix is one of those that other parts speak of, if it can."""
        doubled = set(second(self.measure.cells))
        free = [part for part in parts if any(name in doubled for name, _ in part.instance.point)]
        known = {matrix for part in parts if part not in free for matrix in part.matrices}
        for part in parts:
            found: list[Part] = []
            names = [name for name, _ in part.instance.point if name in doubled]
            for matrix in known if names else ():
                cells = dict(zip(second(self.measure.cells), matrix, strict=True))
                point = tuple((name, int(cells.get(name, v))) for name, v in part.instance.point)
                found += self._part(replace(part.instance, point=point))
            yield from found or [part]

    def _part(self, instance: Instance) -> Iterator[Part]:
        try:
            stated, matrices = constraint(instance, self.measure, {})
        except InstanceError:
            return
        if all(sum(matrix) in self.sizes for matrix in matrices):
            yield Part(instance, stated, matrices, Fraction(0))


def _length(parts: Sequence[Part]) -> tuple[int, Fraction]:
    """How many lines, and how large the numbers in front of them."""
    return len(parts), sum((abs(part.multiplier) for part in parts), Fraction(0))


def _weighed(parts: Iterable[Part], found: Contradiction) -> list[Part]:
    """The parts that are used, with multipliers that are whole numbers without common divisor."""
    used = [(p, m) for p, m in zip(parts, found.multipliers, strict=True) if m]
    scale = _scale([m for _, m in used])
    return [Part(p.instance, p.constraint, p.matrices, m * scale) for p, m in used]


def _scale(numbers: list[Fraction]) -> Fraction:
    below = lcm(*(number.denominator for number in numbers))
    return Fraction(below, gcd(*(int(number * below) for number in numbers)))


def _gap(stated: Constraint, values: Values) -> Fraction:
    """How far the values are from it: negative if they violate it."""
    left = sum((c * values[name] for name, c in stated.coefficients.items()), -stated.constant)
    return left * stated.direction


class _Forest:
    """Unknowns that equations `x - y == 0` make equal, and the equations that say so."""

    def __init__(self, parts: list[Part]) -> None:
        self.links = [part for part in parts if _is_link(part.constraint)]
        self.parts = [part for part in parts if not _is_link(part.constraint)]
        beside: dict[str, list[str]] = {}
        for part in self.links:
            one, other = part.constraint.coefficients
            beside.setdefault(one, []).append(other)
            beside.setdefault(other, []).append(one)
        self._roots: dict[str, str] = {}
        for start in beside:
            queue = [] if start in self._roots else [start]
            for name in queue:
                if name not in self._roots:
                    self._roots[name] = start
                    queue += beside[name]

    def root(self, name: str) -> str:
        """The unknown that stands for it."""
        return self._roots.get(name, name)

    def rows(self) -> Iterator[_Row]:
        """The other constraints, each once, in what is left of the unknowns."""
        known: dict[object, _Row] = {}
        for part in self.parts:
            left: dict[str, Fraction] = {}
            for name, coefficient in part.constraint.coefficients.items():
                root = self.root(name)
                left[root] = left.get(root, Fraction(0)) + coefficient
            left = {name: coefficient for name, coefficient in left.items() if coefficient}
            stated = Constraint(left, part.constraint.relation, part.constraint.constant)
            key = (frozenset(left.items()), stated.relation, stated.constant)
            if key in known:
                known[key].parts.append(part)
            elif left or not stated.holds({}):
                known[key] = _Row(stated, [part])
        yield from known.values()


def _is_link(stated: Constraint) -> bool:
    sizes = list(stated.coefficients.values())
    return stated.relation == "==" and not stated.constant and len(sizes) == 2 and not sum(sizes)


@dataclass
class Lattice:
    """The minimal sets of properties with a conflict, and the maximal ones without.

    Iterate to find them: each step gives the set that is looked at next.  `infeasible` may begin
    with conflicts that are known at some of the sizes.
    """

    system: System
    properties: tuple[str, ...]
    infeasible: dict[tuple[str, ...], Conflict] = field(default_factory=dict)
    feasible: dict[tuple[str, ...], Values] = field(default_factory=dict)

    def __iter__(self) -> Iterator[tuple[str, ...]]:
        while (chosen := self._unexplored()) is not None:
            yield chosen
            found = self.system.decide(chosen, short=False)
            if isinstance(found, Conflict):
                core = self._shrunk(found)
                conflict = self.system.decide(core)
                if isinstance(conflict, Conflict):
                    kept = {c: k for c, k in self.infeasible.items() if not set(c) >= set(core)}
                    self.infeasible = {**kept, core: conflict}
            else:
                self.feasible[chosen] = found

    def _unexplored(self) -> tuple[str, ...] | None:
        """The largest set that has neither a known conflict nor a known example."""
        for count in range(len(self.properties), -1, -1):
            for chosen in combinations(self.properties, count):
                inside = set(chosen)
                if not any(inside >= set(core) for core in self.infeasible) and not any(
                    inside <= set(whole) for whole in self.feasible
                ):
                    return chosen
        return None

    def _shrunk(self, found: Conflict) -> tuple[str, ...]:
        """A set with a conflict none of whose parts has one."""
        core = tuple(name for name in self.properties if name in found.properties)
        for name in core:
            again = self.system.decide([other for other in core if other != name], short=False)
            if isinstance(again, Conflict):
                return self._shrunk(again)
        return core
