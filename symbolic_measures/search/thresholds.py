"""For which parameter values a property holds: cells from a projection, a decision in each, proofs.

The property is decided at every boundary value and between any two; a condition is read off these
samples, and one for the outside.  Then each region is proved, split at further values where it
must be.  Nothing here is trusted: `regions` says what the proofs must show, the kernel checks them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cmp_to_key
from itertools import islice, pairwise, product

from flint import fmpq

from symbolic_measures.kernel.algebra import RuleError
from symbolic_measures.kernel.exact import sign
from symbolic_measures.kernel.minimality import MAX_SIZE
from symbolic_measures.kernel.truth import holds
from symbolic_measures.kernel.violation import witness_at
from symbolic_measures.meaning.conditions import ALWAYS, Clause, Condition, RegionError
from symbolic_measures.meaning.families import Family, violation
from symbolic_measures.meaning.maximum import CORNERS
from symbolic_measures.meaning.measure import Measure
from symbolic_measures.meaning.ratios import RHO
from symbolic_measures.meaning.region_proofs import Inside, Outside, Sample
from symbolic_measures.meaning.regions import (
    Asked,
    instance,
    restricted,
    substituted,
    uncovered,
)
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.statement import Atom, Goal
from symbolic_measures.nouns.verdict import Step, Verdict, Witness
from symbolic_measures.search.boundaries import Boundary, boundaries, ends
from symbolic_measures.search.effort import MILLION, Effort, OutOfStepsError
from symbolic_measures.search.engine import decide
from symbolic_measures.search.families import NEAR, Trial, exact, from_witness, side_slope
from symbolic_measures.search.family_sizes import scattered, sizes
from symbolic_measures.search.guarded import why
from symbolic_measures.search.learning import learnt
from symbolic_measures.search.simple_numbers import between, compared, float_of, formulas_of
from symbolic_measures.search.summits import fails_somewhere, moved
from symbolic_measures.search.tactics.formulas import prove_goal
from symbolic_measures.search.tactics.growth import prove_apart, prove_large

#: Values of the other parameters at which the first is looked at.
OTHERS = tuple(Fraction(p, q) for p, q in ((1, 1), (2, 1), (0, 1), (1, 2), (3, 1), (1, 3), (-1, 1)))
MAX_LINES = 9
MAX_FAMILIES, MAX_GROWN = 24, 3
MAX_BOUNDARIES = 10
#: Steps for one sample, and for one proof of a region before it is split.
SAMPLE, REGION = 8 * MILLION // 10, 8 * MILLION
DEPTH = 2
#: Steps for a family at first, and for one that grows.
QUICK, GROWTH = 15 * MILLION // 100, 8 * MILLION // 10
HALVINGS = 5
#: How many sizes of a family are tried.
RESERVES = 3
#: Values of all parameters at which a family for a region is tried first.
EXTREMES = tuple(map(formula, (Fraction(0), NEAR, Fraction(1), 1 / NEAR)))
#: At how many points a family for a region is tried.
MAX_TESTS = 80

Prover = Callable[[Goal, Effort], Step | None]


@dataclass
class Search:
    """The work on one question; what is found is left in the fields."""

    question: Asked
    names: tuple[str, ...]
    effort: Effort
    samples: list[Sample] = field(default_factory=list)
    bounds: list[Boundary] = field(default_factory=list)
    condition: Condition | None = None
    inside: list[Inside] = field(default_factory=list)
    outside: list[Outside] = field(default_factory=list)
    sufficient: tuple[Step, ...] | None = None
    necessary: tuple[Step, ...] | None = None
    stopped: str = ""
    trial: Trial = field(init=False)

    def __post_init__(self) -> None:
        self.trial = Trial(self.question)

    @property
    def ratio(self) -> bool:
        """Whether rho is one of the parameters."""
        return self.question.ratio

    @property
    def subject(self) -> Measure:
        """The family of measures."""
        return self.question.subject

    def run(self) -> Iterator[str]:
        """Yields what is done next, before it is; all that is found is in the fields."""
        try:
            yield "boundaries"
            goals = list(self.question.statement.goals)
            if self.question.below_maximum and (slope := side_slope(self.question)):
                goals.append(slope)
            likely = boundaries(goals, self.names, self.ratio)
            limits = ends(self.subject.conditions, self.names)
            inner = (bound for bound in likely if bound not in limits and self._matters(bound))
            self.bounds = [*limits, *islice(inner, MAX_BOUNDARIES)]
            for point, boundary in self._points():
                yield _shown(point)
                self.samples.append(self._sampled(point, boundary))
            if len(self.names) == 2 and not self.ratio:
                yield from self._along_curves()
            yield from self._conclude()
            if not self.finished and len(self.names) == 1:
                yield from self._bisect()
                yield from self._conclude()
        except Exception as error:  # what was found so far stays
            self.stopped = why(error)

    @property
    def finished(self) -> bool:
        """Both directions are proved."""
        return self.sufficient is not None and self.necessary is not None

    def _conclude(self) -> Iterator[str]:
        """Conditions that fit the samples, until one is proved; undecided is false at first."""
        for doubtful in (True,) if self.ratio else (False, True):
            condition = self._learnt(True, doubtful)
            if self.finished or condition is None or condition == self.condition:
                continue
            before = self.condition, self.inside, self.outside, self.sufficient, self.necessary
            self.condition, self.inside, self.outside = condition, [], []
            self.sufficient = self.necessary = None
            yield f"sufficient: {condition}"
            self._prove_inside(condition)
            if self.sufficient is not None or before[0] is None:
                yield f"necessary: {condition}"
                self._prove_outside(condition, doubtful)
            if self.sufficient is None and before[0] is not None:
                self.condition, self.inside, self.outside, self.sufficient, self.necessary = before

    def _bisect(self) -> Iterator[str]:
        """More boundaries: simple numbers between a value proved and the next one that is not."""
        name = self.names[0]
        known = {sample.point[name] for sample in self.samples}
        for value in map(formula, OTHERS):
            if value not in known and self._admits({name: value}):
                yield f"{name} = {value}"
                self.samples.append(self._sampled({name: value}, False))
        yield from self._halved(name, self.samples, {})

    def _along_curves(self) -> Iterator[str]:
        """The same of the second of two parameters, where the first seems a function of it."""
        first, second = self.names
        condition = self._learnt(True, False)
        for clause in condition.clauses if condition is not None else ():
            curve = clause.solved()
            if curve is None or curve[0] != first:
                continue
            gap = Atom(symbol(first) - curve[1], "==")
            on_it = [s for s in self.samples if holds(gap.at(**s.point), {}) is True]
            yield from self._halved(second, on_it, {first: curve[1]})
            self.bounds.sort(key=lambda bound: bound.weight)

    def _halved(
        self, name: str, samples: list[Sample], others: Mapping[str, Formula]
    ) -> Iterator[str]:
        """More samples between those that differ; `others` says what the rest is there."""
        places = [place for place, own in enumerate(self.names) if own == name]
        ordered = sorted(samples, key=lambda s: float_of(s.point[name]))
        for one, other in pairwise(ordered):
            if (one.holds is True) == (other.holds is True):
                continue
            sides = [one.point[name], other.point[name]]
            for _ in range(HALVINGS):
                middle = formula(between(float_of(sides[0]), float_of(sides[1])))
                yield f"{name} = {middle}"
                rest = {own: _number(tree.at(**{name: middle})) for own, tree in others.items()}
                sample = self._sampled({**rest, name: middle}, False)
                self.samples.append(sample)
                sides[(sample.holds is True) != (one.holds is True)] = middle
            for end in sides:
                if end.op == "number":
                    edge = Fraction(end.args[0])
                    unit = tuple(int(place in places) for place in range(len(self.names)))
                    nothing = (0,) * len(self.names)
                    terms = ((unit, edge.denominator), (nothing, -edge.numerator))
                    self.bounds.append(Boundary(self.names, terms))

    # --- samples -----------------------------------------------------------------------------

    def _points(self) -> Iterator[tuple[dict[str, Formula], bool]]:
        lines = 0
        for line in self._lines():
            found = [
                (point, boundary)
                for value, boundary in self._values(line)
                if self._admits(point := {self.names[0]: value, **formulas_of(line)})
            ]
            lines += bool(found)
            yield from found
            if lines == MAX_LINES:
                return

    def _lines(self) -> Iterator[dict[str, Fraction]]:
        """Values of the other parameters, simple ones first."""
        places = product(range(len(OTHERS)), repeat=len(self.names) - 1)
        for chosen in sorted(places, key=lambda places: (sum(places), places)):
            values = (OTHERS[place] for place in chosen)
            yield dict(zip(self.names[1:], values, strict=True))

    def _values(self, line: dict[str, Fraction]) -> Iterator[tuple[Formula, bool]]:
        """The roots of the boundaries on a line, and a simple number in each gap."""
        roots = {root for bound in self.bounds for root in bound.roots(line)}
        ordered = sorted(roots, key=cmp_to_key(compared))
        floats = [float_of(root) for root in ordered]
        marks = [None, *floats, None]
        rational = (root for root in ordered if root.op == "number" or not self.ratio)
        yield from ((root, True) for root in rational)
        for low, high in pairwise(marks):
            if low is None or high is None or low < high:  # not two roots that floats do not part
                yield formula(between(low, high)), False

    def _matters(self, bound: Boundary) -> bool:
        """It is 0 at some admissible values."""
        self.effort.tick()
        name = self.names[0]
        for line in islice(self._lines(), 2 * MAX_LINES):
            rest = formulas_of(line)
            roots = bound.roots(line)
            if not bound.degree and sign(exact(bound.tree.at(**rest))) == 0:
                roots = [formula(value) for value in OTHERS]
            if any(self._admits({name: root, **rest}) for root in roots):
                return True
        return False

    def _admits(self, point: Mapping[str, Formula]) -> bool:
        if self.ratio and sign(exact(point[RHO])) <= 0:
            return False
        return all(holds(atom.at(**point), {}) is True for atom in self.subject.conditions)

    def _sampled(self, point: dict[str, Formula], boundary: bool) -> Sample:
        self.effort.tick()
        here = instance(self.question.statement, point, self.ratio)
        if not self.ratio:
            verdict = decide(here, self.effort.share(SAMPLE))
            if verdict.outcome != "refuted" or not self.question.below_maximum:
                return Sample(point, boundary, verdict)
        failing = self.trial.counterexample(point)
        if failing is not None and sum(failing[1].values()) <= MAX_SIZE:
            witness = witness_at(here, *failing, False)
            return Sample(point, boundary, Verdict(here.property, "refuted", here, witness=witness))
        reason = "no counterexample was found that is small enough to be re-checked"
        verdict = Verdict(here.property, "undecided", here, reason=reason)
        doubted = failing is not None or self.trial.is_reached(point)
        return Sample(point, boundary, verdict, doubted=doubted)

    def _learnt(self, wanted: bool, doubtful: bool) -> Condition | None:
        return learnt(self.samples, self.bounds, self.names, wanted, doubtful)

    # --- proofs ------------------------------------------------------------------------------

    def _prove_inside(self, condition: Condition) -> None:
        for clause in condition.clauses:
            if not self._split(clause, self._inside, DEPTH):
                return
        parts = [part.clause for part in self.inside]
        self.sufficient = self._covered(condition.clauses, parts)

    def _prove_outside(self, condition: Condition, doubtful: bool) -> None:
        """By the clauses learnt for it; if these leave something, by the condition's complement."""
        learnt = self._learnt(False, doubtful)
        for rest in (learnt, self._complement(condition)):
            if rest is None:
                continue
            self.outside.clear()
            if all(self._split(clause, self._outside, DEPTH) for clause in rest.clauses):
                parts = [part.clause for part in self.outside]
                self.necessary = self._covered(condition.outside(), parts)
            if self.necessary is not None:
                return

    def _complement(self, condition: Condition) -> Condition | None:
        """The complement with its relations written out, if there are few."""
        clauses = list(islice(condition.outside(), MAX_BOUNDARIES))
        if len(clauses) == MAX_BOUNDARIES:
            return None
        texts = (" and ".join(f"{a.expr} {a.rel} 0" for a in c.atoms) for c in clauses)
        return Condition(tuple(Clause.parse(text or ALWAYS, self.names) for text in texts))

    def _covered(self, clauses: Iterable[Clause], parts: list[Clause]) -> tuple[Step, ...] | None:
        """Proofs that nothing in the clauses is in no part."""
        steps = []
        for clause in clauses:
            for goal in uncovered(self.subject, clause, parts, self.ratio):
                step = prove_goal(goal, self.effort)
                if step is None:
                    return None
                steps.append(step)
        return tuple(steps)

    def _split(self, clause: Clause, prove: Callable[[Clause], bool], depth: int) -> bool:
        """Proves a region, cut in two where it cannot be proved at once."""
        if prove(clause):
            return True
        if depth == 0 or clause.solved() is not None:
            return False
        for halves in islice(self._cuts(clause), 3):
            before = len(self.inside), len(self.outside)
            if all(self._split(clause.and_(half), prove, depth - 1) for half in halves):
                return True
            del self.inside[before[0] :], self.outside[before[1] :]
        return False

    def _cuts(self, clause: Clause) -> Iterator[tuple[Clause, Clause]]:
        """Boundaries with samples of the region on both sides, then the values sampled in it."""
        within = self._within(clause)
        texts = []
        for bound in sorted(self.bounds, key=lambda b: RHO not in b.tree.symbols()):
            signs = {sign(exact(bound.tree.at(**sample.point))) for sample in within}
            if {1, -1} <= signs:
                texts.append((str(bound.sides[0]), str(bound.sides[1])))
        name = self.names[0]
        values = [s.point[name] for s in within if s.point[name].op == "number"]
        texts += [(name, str(value)) for value in dict.fromkeys(values)]
        pairs = [(f"{x} <= {value}", f"{x} > {value}") for x, value in dict.fromkeys(texts)]
        for x in self.names[1:]:
            if {sign(exact(sample.point[x])) for sample in within} == {0, 1}:
                pairs[:0] = [(f"{x} == 0", f"{x} > 0")]
        for halves in pairs:
            below, above = (Clause.parse(half, self.names) for half in halves)
            yield below, above

    def _within(self, clause: Clause) -> list[Sample]:
        return [s for s in self.samples if clause.admits(s.point)]

    def _inside(self, clause: Clause) -> bool:
        for corner in self._places(clause) if self.question.below_maximum else ("",):
            step = self._holds(clause, corner)
            if step is not None:
                self.inside.append(Inside(clause, step, corner))
                return True
        return False

    def _places(self, clause: Clause) -> Iterator[str | list[str]]:
        """Where M may be larger than on the side: corners, and where it seems so at the samples."""
        yield from CORNERS
        points = [sample.point for sample in self._within(clause)][:MAX_FAMILIES]
        for cells in moved(self.question.prop):
            here = restricted(self.question.compared_with(cells), clause, self.ratio)
            if not any(fails_somewhere(substituted(here.goals[0], point)) for point in points):
                yield cells

    def _holds(self, clause: Clause, corner: str | list[str]) -> Step | None:
        steps = []
        statement = self.question.compared_with(corner)
        for goal in restricted(statement, clause, self.ratio).goals:
            step = self._tried(prove_goal, goal, REGION)
            if step is None:
                return None
            steps.append(step)
        return Step("every-goal", {}, tuple(steps))

    def _tried(self, prove: Prover, goal: Goal, steps: int) -> Step | None:
        """A proof found within so many steps."""
        self.effort.tick()
        try:
            return prove(goal, self.effort.share(steps))
        except OutOfStepsError:
            return None

    def _outside(self, clause: Clause) -> bool:
        """First every family with little effort, then with more."""
        seen: list[Family] = []
        for family in islice(self._families(clause), MAX_FAMILIES):
            if family in seen:
                continue
            seen.append(family)
            if self._is_violated(clause, family, prove_apart, QUICK):
                return True
        grown = [family for family in seen if family.size][:MAX_GROWN]
        others = [family for family in seen if not family.size]
        return any(
            self._is_violated(clause, family, prove, steps)
            for families, prove, steps in (
                (others, prove_apart, REGION),
                (grown, prove_large, GROWTH),
            )
            for family in families
        )

    def _is_violated(self, clause: Clause, family: Family, prove: Prover, most: int) -> bool:
        """Proves that the family violates the property, the conclusion first."""
        steps: list[Step] = []
        try:
            for goal in reversed(violation(self.question, clause, family)):
                step = self._tried(prove, goal, most) or (
                    self._tried(prove_apart, goal, most) if steps else None
                )
                if step is None:
                    return False
                steps.append(step)
        except (RegionError, RuleError):
            return False
        proof = Step("every-goal", {}, tuple(reversed(steps)))
        self.outside.append(Outside(clause, family, proof))
        return True

    def _families(self, clause: Clause) -> Iterator[Family]:
        """Those that fail wherever looked in the region: counterexamples of samples, growing."""
        points = self._tests(clause)
        for sample in self._within(clause):
            if sample.verdict.witness is not None:
                for family in from_witness(self.question, sample.verdict.witness):
                    if all(self.trial.fails(family, point) for point in points):
                        yield family
        if not points:
            return
        known = {w.goal: w.point for w in self._witnesses()}
        families = list(self.trial.growing(known))
        if self.question.below_maximum:
            yield from (f for f in families if all(self.trial.is_highest(f, p) for p in points))
            return
        tried = list(sizes(self.bounds, points, self.subject.parameters, self.ratio))
        for family in self.trial.failing(families, points):
            self.effort.tick()
            yield from self._sized(family, tried, points)

    def _sized(
        self, family: Family, sizes: list[list[tuple[int, str]]], points: list[dict[str, Formula]]
    ) -> Iterator[Family]:
        """The family from the least size on that does, and with more reserve."""
        found = 0
        for bounds in sizes:
            tried = (_shifted(family, *bound) for bound in bounds)
            for sized in tried:
                if all(self.trial.fails_from(sized, point) for point in points):
                    yield sized
                    found += 1
                    break
            if found == RESERVES:
                return

    def _witnesses(self) -> list[Witness]:
        found = (sample.verdict.witness for sample in reversed(self.samples))
        return [witness for witness in found if witness is not None]

    def _tests(self, clause: Clause) -> list[dict[str, Formula]]:
        """Rational points of the region: its samples, some next to its ends, some far away."""
        points = [dict(sample.point) for sample in self.samples]
        name = self.names[0]
        for sample in self.samples:
            value = sample.point[name]
            for step in (NEAR, -NEAR) if sample.boundary and value.op == "number" else ():
                points.append({**sample.point, name: formula(value.args[0] + step)})
        points += scattered(self.names, self.bounds)
        random.Random(1).shuffle(points)
        corners = product(EXTREMES, repeat=len(self.names))
        points[:0] = [dict(zip(self.names, corner, strict=True)) for corner in corners]
        plain = (p for p in points if all(value.op == "number" for value in p.values()))
        inside = (p for p in plain if clause.admits(p) and self._admits(p))
        return list(islice(inside, MAX_TESTS))


def _shifted(family: Family, more: int, size: str) -> Family:
    """The family from e + more on."""
    cells = {name: text.replace("e", f"(e + {more})") for name, text in family.cells.items()}
    return replace(family, cells=cells, size=size)


def _number(tree: Formula) -> Formula:
    """A formula without symbols, as the number that it is if that is rational."""
    value = exact(tree)
    return formula(Fraction(int(value.p), int(value.q))) if isinstance(value, fmpq) else tree


def _shown(point: Mapping[str, Formula]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in point.items())
