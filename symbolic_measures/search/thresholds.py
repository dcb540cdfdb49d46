"""For which parameter values a property holds: cells from a projection, a decision in each, proofs.

The property is decided at every boundary value and between any two; a condition is read off these
samples, and one for the outside.  Then each region is proved, split at further values where it
must be.  Nothing here is trusted: `regions` says what the proofs must show, the kernel checks them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cmp_to_key, lru_cache
from itertools import combinations, islice, pairwise, product
from typing import Any

from flint import fmpq

from symbolic_measures.catalog.regions import (
    ALWAYS,
    RHO,
    Clause,
    Condition,
    Family,
    RegionError,
    at_ratio,
    instance,
    restricted,
    sizes,
    substituted,
    uncovered,
    violation,
)
from symbolic_measures.confusion import CELLS
from symbolic_measures.formula import Formula, formula, symbol
from symbolic_measures.kernel.algebra import RuleError, Sequent
from symbolic_measures.kernel.checker import MAX_SIZE, witness_at
from symbolic_measures.kernel.exact import (
    CannotTellError,
    Surd,
    Transcendental,
    Value,
    compare,
    sign,
)
from symbolic_measures.kernel.rules import apply
from symbolic_measures.kernel.truth import evaluator, fails, holds
from symbolic_measures.measure import Measure
from symbolic_measures.parser import parse
from symbolic_measures.search.boundaries import Boundary, boundaries, ends
from symbolic_measures.search.clock import Clock, OutOfTimeError
from symbolic_measures.search.engine import decide
from symbolic_measures.search.refute import refute
from symbolic_measures.search.tactics.formulas import prove_goal
from symbolic_measures.search.tactics.multipliers import multipliers
from symbolic_measures.search.tactics.polynomials import prove_sequent
from symbolic_measures.statement import Atom, Goal, Statement
from symbolic_measures.verdict import Step, Verdict, Witness

#: Values of the other parameters at which the first is looked at.
OTHERS = tuple(Fraction(p, q) for p, q in ((1, 1), (2, 1), (1, 2), (3, 1), (1, 3), (0, 1), (-1, 1)))
MAX_LINES = 9
MAX_FAMILIES = 60
MAX_BOUNDARIES = 10
#: Seconds for one sample, and for one proof of a region before it is split.
SAMPLE_SECONDS, REGION_SECONDS = 0.8, 4.0
DEPTH = 2
SMALL = 7
GROWTH_SECONDS = 1.0
HALVINGS = 5
NEAR = Fraction(1, 1000)
CELLS_TRIED = ("0", "1", "e", "2", "e*e")
FAR = 10**9
#: Matrices with such cells, in the order in which they are tried.
SIMPLE_FIRST = sorted(
    (texts for texts in product(CELLS_TRIED, repeat=4) if "e" in "".join(texts)),
    key=lambda texts: (sum(map(CELLS_TRIED.index, texts)), texts),
)


@dataclass(frozen=True)
class Sample:
    """A point of the parameters and what was decided there; `boundary`: on a boundary."""

    point: Mapping[str, Formula]
    boundary: bool
    verdict: Verdict
    doubted: bool = False

    @property
    def holds(self) -> bool | None:
        """None if that was not decided; `doubted`: a counterexample is too large to be shown."""
        known = {"proved": True, "refuted": False}
        return False if self.doubted else known.get(self.verdict.outcome)


@dataclass(frozen=True)
class Inside:
    """A region with a proof of the property in it."""

    clause: Clause
    proof: Step


@dataclass(frozen=True)
class Outside:
    """A region with a family of counterexamples and the proof that it is one."""

    clause: Clause
    family: Family
    proof: Step


@dataclass
class Search:
    """The work on one statement; what is found is left in the fields."""

    statement: Statement
    subject: Measure
    names: tuple[str, ...]
    clock: Clock
    samples: list[Sample] = field(default_factory=list)
    bounds: list[Boundary] = field(default_factory=list)
    condition: Condition | None = None
    inside: list[Inside] = field(default_factory=list)
    outside: list[Outside] = field(default_factory=list)
    sufficient: tuple[Step, ...] | None = None
    necessary: tuple[Step, ...] | None = None
    instances: dict[object, Goal] = field(default_factory=dict)

    @property
    def ratio(self) -> bool:
        """Whether rho is one of the parameters."""
        return RHO in self.names

    def run(self) -> Iterator[str]:
        """Yields what is done next, before it is; all that is found is in the fields."""
        try:
            yield "boundaries"
            likely = boundaries(self.statement, self.names, self.ratio)
            limits = ends(self.subject.conditions, self.names)
            inner = (bound for bound in likely if bound not in limits and self._matters(bound))
            self.bounds = [*limits, *islice(inner, MAX_BOUNDARIES)]
            for point, boundary in self._points():
                yield _shown(point)
                self.samples.append(self._sampled(point, boundary))
            yield from self._conclude()
            if not self.finished and len(self.names) == 1:
                yield from self._bisect()
                yield from self._conclude()
        except OutOfTimeError:
            return

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
        ordered = sorted(self.samples, key=lambda s: _float(s.point[name]))
        for one, other in pairwise(ordered):
            if (one.holds is True) == (other.holds is True):
                continue
            sides = [one.point[name], other.point[name]]
            for _ in range(HALVINGS):
                middle = formula(between(_float(sides[0]), _float(sides[1])))
                yield f"{name} = {middle}"
                sample = self._sampled({name: middle}, False)
                self.samples.append(sample)
                sides[(sample.holds is True) != (one.holds is True)] = middle
            for end in sides:
                if end.op == "number":
                    edge = Fraction(end.args[0])
                    terms = (((1,), edge.denominator), ((0,), -edge.numerator))
                    self.bounds.append(Boundary((name,), terms))

    # --- samples -----------------------------------------------------------------------------

    def _points(self) -> Iterator[tuple[dict[str, Formula], bool]]:
        lines = 0
        for others in product(OTHERS, repeat=len(self.names) - 1):
            line = dict(zip(self.names[1:], others, strict=True))
            found = [
                (point, boundary)
                for value, boundary in self._values(line)
                if self._admits(point := {self.names[0]: value, **_formulas(line)})
            ]
            lines += bool(found)
            yield from found
            if lines == MAX_LINES:
                return

    def _values(self, line: dict[str, Fraction]) -> Iterator[tuple[Formula, bool]]:
        """The roots of the boundaries on a line, and a simple number in each gap."""
        roots = {root for bound in self.bounds for root in bound.roots(line)}
        ordered = sorted(roots, key=cmp_to_key(_compared))
        floats = [_float(root) for root in ordered]
        marks = [None, *floats, None]
        rational = (root for root in ordered if root.op == "number" or not self.ratio)
        yield from ((root, True) for root in rational)
        for low, high in pairwise(marks):
            yield formula(between(low, high)), False

    def _matters(self, bound: Boundary) -> bool:
        """It is 0 at some admissible values."""
        self.clock.tick()
        for others in islice(product(OTHERS, repeat=len(self.names) - 1), MAX_LINES):
            line = dict(zip(self.names[1:], others, strict=True))
            rest = _formulas(line)
            if any(self._admits({self.names[0]: root, **rest}) for root in bound.roots(line)):
                return True
        return False

    def _admits(self, point: Mapping[str, Formula]) -> bool:
        if self.ratio and holds_at(f"{RHO} > 0", self.names, point) is not True:
            return False
        return all(holds(atom.at(**point), {}) is True for atom in self.subject.conditions)

    def _sampled(self, point: dict[str, Formula], boundary: bool) -> Sample:
        seconds = min(SAMPLE_SECONDS, self.clock.left())
        self.clock.tick()
        here = instance(self.statement, point, self.ratio)
        if not self.ratio:
            return Sample(point, boundary, decide(here, seconds))
        witness = refute(here, SMALL, self.clock) or self._at_sizes(here, point)
        if witness is not None and all(size <= MAX_SIZE for size in _totals(witness)):
            return Sample(point, boundary, Verdict(here.property, "refuted", here, witness=witness))
        reason = "no counterexample was found that is small enough to be re-checked"
        verdict = Verdict(here.property, "undecided", here, reason=reason)
        return Sample(point, boundary, verdict, doubted=witness is not None)

    def _at_sizes(self, here: Statement, point: Mapping[str, Formula]) -> Witness | None:
        """A counterexample with larger classes of the ratio at this point."""
        rho = Fraction(point[RHO].args[0])
        p, n = rho.denominator, rho.numerator
        for number, goal in enumerate(here.goals):
            own = [variable.name for variable in goal.variables]
            if set(own) == set(CELLS):
                choices = _rows(p, n)
            else:
                values = sorted({0, 1, 2, 9, 40, 999, p, n}, key=lambda v: (v not in (p, n), v))
                choices = product(values, repeat=len(own)) if len(own) <= 4 else iter(())
            for cells in choices:
                numbers = dict(zip(own, map(fmpq, cells), strict=True))
                if fails(goal, numbers) is True:
                    return witness_at(here, number, numbers, False)
        return None

    # --- conditions --------------------------------------------------------------------------

    def _learnt(self, wanted: bool, doubtful: bool) -> Condition | None:
        """The simplest union of clauses that fits the samples, undecided ones taken as told."""
        truths = [doubtful if sample.holds is None else sample.holds for sample in self.samples]
        decided = self.samples
        goal = _mask(truth is wanted for truth in truths)
        never = _mask(truth is not wanted for truth in truths)
        if not decided:
            return None
        if not goal:
            return Condition(())
        if not never:
            return Condition((Clause(ALWAYS, ()),))
        atoms = list(self._atoms(equal=wanted))
        parsed = (Clause.parse(text, self.names) for text, _, _ in atoms)
        masks = [_mask(admits(clause, s.point) for s in decided) for clause in parsed]
        choices = []
        for count in (1, 2, 3):
            for chosen in combinations(range(len(atoms)), count):
                mask = -1
                for place in chosen:
                    mask &= masks[place]
                if mask & goal and not mask & never:
                    choices.append((mask & goal, count, chosen))
            covered = 0
            for mask, _, _ in choices:
                covered |= mask
            if covered == goal or count * len(atoms) > 120:
                break
        clauses = []
        while goal:
            best = max(choices, key=lambda c: ((c[0] & goal).bit_count(), -c[1]), default=None)
            if best is None or not best[0] & goal:
                return None
            goal &= ~best[0]
            clauses.append(self._clause([atoms[place] for place in best[2]]))
        return Condition(tuple(clauses))

    def _atoms(self, equal: bool) -> Iterator[tuple[str, str, Boundary]]:
        """Relations (text, relation, boundary) among which conditions are looked for."""
        relations = (">=", ">", "<=", "<", *(("==", "!=") if equal else ("==",)))
        for bound in self.bounds:
            solved = bound.solved()
            left, right = (symbol(self.names[0]), solved[0]) if solved else bound.sides
            for relation in relations:
                yield f"{left} {relation} {right}", relation, bound

    def _clause(self, atoms: list[tuple[str, str, Boundary]]) -> Clause:
        """Two bounds on the parameter are written in one relation."""
        texts = [text for text, _, _ in atoms]
        if len(atoms) == 2 and all(bound.solved() for _, _, bound in atoms):
            low = next((t for t, r, _ in atoms if r in (">", ">=")), None)
            high = next((t for t, r, _ in atoms if r in ("<", "<=")), None)
            if low and high:
                _, relation, value = low.split(" ", 2)
                texts = [f"{value} {relation.replace('>', '<')} {high}"]
        return Clause.parse(" and ".join(texts), self.names)

    # --- proofs ------------------------------------------------------------------------------

    def _prove_inside(self, condition: Condition) -> None:
        for clause in condition.clauses:
            if not self._split(clause, self._inside, DEPTH):
                return
        parts = [part.clause for part in self.inside]
        self.sufficient = self._covered(condition.clauses, parts)

    def _prove_outside(self, condition: Condition, doubtful: bool) -> None:
        learnt = self._learnt(False, doubtful)
        for clause in learnt.clauses if learnt else ():
            if not self._split(clause, self._outside, DEPTH):
                return
        parts = [part.clause for part in self.outside]
        self.necessary = self._covered(condition.outside(), parts)

    def _covered(self, clauses: Iterable[Clause], parts: list[Clause]) -> tuple[Step, ...] | None:
        """Proofs that nothing in the clauses is in no part."""
        steps = []
        for clause in clauses:
            for goal in uncovered(self.subject, clause, parts, self.ratio):
                step = prove_goal(goal, self.clock)
                if step is None:
                    return None
                steps.append(step)
        return tuple(steps)

    def _split(self, clause: Clause, prove: object, depth: int) -> bool:
        """Proves a region, cut in two where it cannot be proved at once."""
        if prove(clause):  # type: ignore[operator]
            return True
        if depth == 0 or clause.solved() is not None:
            return False
        for value in islice(self._cuts(clause), 2):
            name = self.names[0]
            halves = [Clause.parse(f"{name} {rel} {value}", self.names) for rel in ("<=", ">")]
            before = len(self.inside), len(self.outside)
            if all(self._split(clause.and_(half), prove, depth - 1) for half in halves):
                return True
            del self.inside[before[0] :], self.outside[before[1] :]
        return False

    def _cuts(self, clause: Clause) -> Iterator[Formula]:
        """Numbers inside the region at which it may be cut: those sampled, then half way."""
        inner = [s.point[self.names[0]] for s in self._within(clause)]
        yield from dict.fromkeys(value for value in inner if value.op == "number")

    def _within(self, clause: Clause) -> list[Sample]:
        return [s for s in self.samples if admits(clause, s.point)]

    def _inside(self, clause: Clause) -> bool:
        steps = []
        clock = Clock(min(REGION_SECONDS, self.clock.left()))
        for goal in restricted(self.statement, clause, self.ratio).goals:
            try:
                step = prove_goal(goal, clock)
            except OutOfTimeError:
                step = None
            if step is None:
                return False
            steps.append(step)
        self.inside.append(Inside(clause, Step("every-goal", {}, tuple(steps))))
        return True

    def _outside(self, clause: Clause) -> bool:
        self.clock.tick()
        points = self._tests(clause)
        tried = set()
        for family in islice(self._families(clause, points), MAX_FAMILIES):
            if str(family) in tried:
                continue
            tried.add(str(family))
            step = self._violated(clause, family)
            if step is not None:
                self.outside.append(Outside(clause, family, step))
                return True
        return False

    def _violated(self, clause: Clause, family: Family) -> Step | None:
        clock = Clock(min(GROWTH_SECONDS if family.size else REGION_SECONDS, self.clock.left()))
        steps = []
        try:
            for goal in violation(self.statement, self.subject, clause, family, self.ratio):
                step = _quickly(goal, clock) if family.size else None
                if step is None and not (family.size and goal.conclusion.expr.functions()):
                    step = prove_goal(goal, clock) or _apart(goal, clock)
                if step is None:
                    return None
                steps.append(step)
        except (OutOfTimeError, RegionError, RuleError):
            return None
        return Step("every-goal", {}, tuple(steps))

    # --- counterexamples ---------------------------------------------------------------------

    def _tests(self, clause: Clause) -> list[dict[str, Formula]]:
        """Points of the region: some next to its ends, and its samples."""
        points = []
        name = self.names[0]
        for sample in self.samples:
            value = sample.point[name]
            for step in (NEAR, -NEAR) if sample.boundary and value.op == "number" else ():
                near = {**sample.point, name: formula(value.args[0] + step)}
                if self._admits(near) and admits(clause, near):
                    points.append(near)
        return points + [dict(sample.point) for sample in self._within(clause)]

    def _families(self, clause: Clause, points: list[dict[str, Formula]]) -> Iterator[Family]:
        """Counterexamples of the samples in the region, then families that grow."""
        for sample in self._within(clause):
            witness = sample.verdict.witness
            if witness is None:
                continue
            if witness.kind == "expectation":
                triples = tuple(tuple(map(int, triple)) for triple in witness.matrices)
                yield Family(witness.goal, {}, "", triples)
                continue
            found = {n: v for n, v in witness.point.items() if n not in self.names}
            for cells in self._scaled(witness.goal, found) if self.ratio else (found,):
                family = Family(witness.goal, cells)
                if all(self._violates(family, point) for point in points):
                    yield family
        bounds = list(self._sizes(points))
        for family in self._growing() if points else ():
            if all(self._violates(family, point, FAR) for point in points):
                for more, bound in bounds:
                    cells = {n: t.replace("e", f"(e + {more})") for n, t in family.cells.items()}
                    yield replace(family, cells=cells if more else family.cells, size=bound)

    def _scaled(self, number: int, cells: dict[str, str]) -> Iterator[dict[str, str]]:
        """The same matrices with classes of P and N elements for any P, N."""
        if set(cells) == set(CELLS):
            tp, fn, fp, tn = (int(cells[name]) for name in CELLS)
            yield {
                "TP": f"{tp * (fp + tn)}*P",
                "FN": f"{fn * (fp + tn)}*P",
                "FP": f"{fp * (tp + fn)}*N",
                "TN": f"{tn * (tp + fn)}*N",
            }
            return
        ways = [[v, "P", "N", f"{v}*P", f"{v}*N"] if v != "0" else ["0"] for v in cells.values()]
        first, second = sizes(self.statement.goals[number])
        for choice in product(*ways):
            given = {n: _number(text, P=3, N=5) for n, text in zip(cells, choice, strict=True)}
            if evaluator(second * 3 - first * 5)(given) == 0:
                yield dict(zip(cells, choice, strict=True))

    def _violates(self, family: Family, point: Mapping[str, Formula], e: int = 1) -> bool:
        """Whether the family's goal fails at a point of the parameters."""
        p, n = 1, 1
        if self.ratio:
            rho = Fraction(point[RHO].args[0])
            p, n = rho.denominator, rho.numerator
        numbers = {name: _number(text, P=p, N=n, e=e) for name, text in family.cells.items()}
        return fails(self._at(family.goal, tuple(point.items())), numbers) is True

    def _at(self, number: int, point: tuple[tuple[str, Formula], ...]) -> Goal:
        """A goal at a point of the parameters."""
        key = number, point
        if key not in self.instances:
            given = {name: value for name, value in point if name != RHO}
            self.instances[key] = substituted(self.statement.goals[number], given)
        return self.instances[key]

    def _growing(self) -> Iterator[Family]:
        """Matrices that grow with e; a second matrix is taken from a counterexample."""
        known = [s.verdict.witness for s in self.samples if s.verdict.witness is not None]
        for number, goal in enumerate(self.statement.goals):
            own = [v.name for v in goal.variables if v.name not in self.names]
            rest = next((w.point for w in known if w.goal == number), None)
            if goal.conclusion.rel == "constant-mean" or (rest is None and len(own) > 4):
                continue
            if not set(CELLS) <= set(own):
                yield from self._growing_at_ratio(number, own)
                continue
            for texts in self._patterns():
                self.clock.tick()
                cells = {**(rest or {}), **dict(zip(CELLS, texts, strict=True))}
                yield Family(number, {name: cells[name] for name in own})

    def _patterns(self) -> Iterator[tuple[str, ...]]:
        if not self.ratio:
            yield from SIMPLE_FIRST
            return
        for factor, half in (("2*e", "e"), ("e*e", "")):
            rows = []
            for name in "PN":
                size, rest = f"{factor}*{name}", f"({factor} - 1)*{name}"
                rows.append([(size, "0"), ("0", size), (f"{size} - 1", "1"), ("1", f"{size} - 1")])
                rows[-1] += [(f"{half}*{name}",) * 2] if half else [(name, rest), (rest, name)]
            yield from ((*first, *second) for first, second in product(*rows))

    def _growing_at_ratio(self, number: int, own: list[str]) -> Iterator[Family]:
        """Variables 0, 1, e, P or N, where these have the ratio N/P."""
        if not self.ratio or len(own) > 4:
            return
        first, second = sizes(self.statement.goals[number])
        for texts in product(("0", "1", "e", "P", "N"), repeat=len(own)):
            given = {n: _number(text, P=3, N=5, e=7) for n, text in zip(own, texts, strict=True)}
            if "e" in texts and evaluator(second * 3 - first * 5)(given) == 0:
                yield Family(number, dict(zip(own, texts, strict=True)))

    def _sizes(self, points: list[dict[str, Formula]]) -> Iterator[tuple[int, str]]:
        """How large e may have to be: beyond all bounds near a boundary."""
        gaps = []
        for bound in self.bounds:
            values = [_exact(bound.tree.at(**point)) for point in points]
            signs = {sign(value) for value in values}
            near = any(abs(_float(bound.tree.at(**point))) < 10 * NEAR for point in points)
            if signs in ({1}, {-1}) and near:
                gap = at_ratio(Atom(bound.tree, ">"), symbol("P"), symbol("N")).expr
                power = max((m[-1] for m, _ in bound.terms), default=0) if self.ratio else 0
                gaps.append((gap if signs == {1} else -gap, power))
        for times in (1, 4, 16):
            for gap, power in gaps:
                for top in _tops(power, self.ratio):
                    scaled = top if times == 1 else str(times) if top == "1" else f"{times}*{top}"
                    yield times, f"{scaled}/({gap})"
            yield times, "0"


def _tops(power: int, ratio: bool) -> tuple[str, ...]:
    if not ratio:
        return ("1",)
    sums = tuple("(P + N)" if k == 1 else f"(P + N)**{k}" for k in (power, power + 1) if k)
    return ("1", *sums) if power == 0 else ("N", "P", *sums)


def _totals(witness: Witness) -> list[int]:
    return [sum(map(int, witness.point.values()))]


def _rows(p: int, n: int) -> Iterator[tuple[int, ...]]:
    """Matrices with classes of k*p and k*n elements, split in a few ways."""
    for times in (2, 4, 10, 20):
        rows = [
            [(part, whole - part) for part in sorted({0, 1, whole // 2, whole - 1, whole})]
            for whole in (times * p, times * n)
        ]
        yield from ((*first, *second) for first, second in product(*rows))


def _quickly(goal: Goal, clock: Clock) -> Step | None:
    """A proof by multiples of the hypotheses, which is how a large e usually helps."""
    for way in (1, -1):
        try:
            cleared = apply(goal, "clear", {"sign": way})
        except RuleError:
            continue
        parts = [part for part in cleared if isinstance(part, Sequent)]
        steps = [
            prove_sequent(part, clock) if part.conclusion[1] == "!=" else _combined(part, clock)
            for part in reversed(parts)
        ][::-1]
        found = tuple(step for step in steps if step is not None)
        if len(found) == len(cleared):
            return Step("clear", {"sign": way}, found)
    return None


def _combined(goal: Sequent, clock: Clock, squares: int = 2) -> Step | None:
    """Parameters shifted by their bounds, roots squared away, then one linear program."""
    clock.tick()
    for name, number, rule in product(
        [n for n, sort in zip(goal.names, goal.sorts, strict=True) if sort == "real"],
        range(len(goal.hypotheses)),
        ("shift", "below"),
    ):
        args: dict[str, Any] = {"variable": name, "number": number}
        step = _follow(goal, rule, args, clock, squares)
        if step is not None:
            return step
    if any(goal.conclusion[0].degrees()[place] for place in goal.roots):
        roots = [goal.names[p] for p in goal.roots if goal.conclusion[0].degrees()[p]]
        ways = product(roots, ("free", "root")) if squares else ()
        tried = (
            _follow(goal, "square", {"root": root, "larger": larger}, clock, squares - 1)
            for root, larger in ways
        )
        return next((step for step in tried if step is not None), None)
    args = multipliers(goal, clock) or {}
    return (_follow(goal, "combine", args, clock, 0) if args else None) or _leaf(goal)


def _follow(
    goal: Sequent, rule: str, args: dict[str, Any], clock: Clock, squares: int
) -> Step | None:
    try:
        subgoals = apply(goal, rule, args)
    except RuleError:
        return None
    last = rule == "combine"
    parts = [p for p in subgoals if isinstance(p, Sequent)]
    steps = [_leaf(part) if last else _combined(part, clock, squares) for part in parts]
    found = tuple(step for step in steps if step is not None)
    return Step(rule, args, found) if len(found) == len(subgoals) else None


def _leaf(goal: Sequent) -> Step | None:
    try:
        apply(goal, "coefficients", {})
    except RuleError:
        return None
    return Step("coefficients")


def _apart(goal: Goal, clock: Clock) -> Step | None:
    """A proof of E != 0 by the sign of its numerator."""
    if goal.conclusion.rel != "!=":
        return None
    try:
        cleared = apply(goal, "clear", {})
    except RuleError:
        return None
    steps: list[Step] = []
    for sequent in cleared:
        if not isinstance(sequent, Sequent):
            return None
        step = prove_sequent(sequent, clock) or _signed(sequent, clock)
        if step is None:
            return None
        steps.append(step)
    return Step("clear", {}, tuple(steps))


def _signed(goal: Sequent, clock: Clock) -> Step | None:
    for way in (1, -1):
        try:
            (turned,) = apply(goal, "apart", {"sign": way})
        except RuleError:
            return None
        inner = prove_sequent(turned, clock) if isinstance(turned, Sequent) else None
        if inner is not None:
            return Step("apart", {"sign": way}, (inner,))
    return None


def admits(clause: Clause, point: Mapping[str, Formula]) -> bool:
    """Whether a point of the parameters is in the region."""
    return all(holds(atom.at(**point), {}) is True for atom in clause.atoms)


def holds_at(text: str, names: Iterable[str], point: Mapping[str, Formula]) -> bool:
    """Whether a relation holds at a point of the parameters."""
    return admits(Clause.parse(text, names), point)


def between(low: float | None, high: float | None) -> Fraction:
    """The simplest number between two others."""
    if low is None or high is None:
        if low is None and high is None:
            return Fraction(1)
        end = high if low is None else low
        assert end is not None
        step = -1 if low is None else 1
        return Fraction(int(end // 1) + step + (step < 0 and end % 1 > 0))
    if low < 0 < high:
        return Fraction(0)
    if high <= 0:
        return -between(-high, -low)
    whole = int(low // 1)
    if whole + 1 < high:
        return Fraction(whole + 1)
    rest = between(1 / (high - whole), 1 / (low - whole) if low > whole else None)
    return whole + 1 / rest


def _shown(point: Mapping[str, Formula]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in point.items())


def _mask(bits: Iterable[bool]) -> int:
    return sum(1 << place for place, bit in enumerate(bits) if bit)


def _formulas(line: Mapping[str, Fraction]) -> dict[str, Formula]:
    return {name: formula(value) for name, value in line.items()}


def _exact(tree: Formula) -> Value:
    return evaluator(tree)({})


def _compared(one: Formula, other: Formula) -> int:
    return compare(_exact(one), _exact(other))


def _float(tree: Formula) -> float:
    value = _exact(tree)
    if isinstance(value, Transcendental):
        raise CannotTellError(f"{tree} is no algebraic number")
    terms = value.terms.items() if isinstance(value, Surd) else ((1, value),)
    return sum(int(q.p) / int(q.q) * d**0.5 for d, q in terms)


@lru_cache(maxsize=4_096)
def _tree(text: str) -> Formula:
    return parse(text, names={}, parameters=("P", "N", "e"))


@lru_cache(maxsize=65_536)
def _number(text: str, **names: int) -> fmpq:
    """The value of a cell's formula."""
    value = evaluator(_tree(text))({name: fmpq(number) for name, number in names.items()})
    return value if isinstance(value, fmpq) else fmpq(-1)
