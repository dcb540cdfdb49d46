"""Sets of parameter values as conditions, and what must be proved to say that one is exact.

A condition is `always`, `never` or clauses joined by `or`; a clause is relations among polynomials
in the parameters joined by `and`: "0 < w < 1", "beta >= rho".  `rho` is N/P, for properties whose
goals each compare matrices of one ratio N/P; then the property is taken at each rho > 0 apart.

A region (a clause) is *inside* if the property's goals hold with it as a hypothesis.  It is
*outside* if at all of its parameter values a goal fails: at a `Family` of matrices, whose cells are
formulas in a natural number e (and in P, N > 0 where rho is N/P), for every e with e*bottom >= top,
where bottom > 0 and top are polynomials in the parameters (and in P, N): for each of their values
there is such an e.  "Below the maximum" fails where a matrix of the side is a maximum of its
section: that is proved of the family.  Everything here is rebuilt by `verify`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import comb, prod
from typing import Any

from symbolic_measures.catalog.brzezinski import CORNERS
from symbolic_measures.catalog.properties import ZERO, C, Property, at
from symbolic_measures.confusion import CELLS, FN, FP, TN, TP, N, P
from symbolic_measures.formula import Formula, FormulaError, exponent_of, formula, symbol
from symbolic_measures.kernel.algebra import Poly, RuleError, one_sign, reader
from symbolic_measures.kernel.truth import holds
from symbolic_measures.measure import Measure, Reading
from symbolic_measures.parser import parse, parse_relation
from symbolic_measures.statement import Atom, Goal, Statement, Variable

RHO = "rho"
#: The growing number of a family, and the sizes of its classes; no parameter has these names.
GROWING, SIZES = "e", ("P", "N")
ALWAYS, NEVER = "always", "never"
MAX_CHOICES = 2_000
RELATIONS = (">", ">=", "==", "!=")


class RegionError(ValueError):
    """A condition, a region or a family that says nothing that could be proved."""


@dataclass(frozen=True)
class Clause:
    """Relations that hold together; none at all is no restriction."""

    text: str
    atoms: tuple[Atom, ...]

    @classmethod
    def parse(cls, text: str, names: Iterable[str]) -> Clause:
        """RegionError for anything but polynomial relations in these names."""
        known, atoms = list(names), []
        for part in text.split(" and ") if text != ALWAYS else ():
            try:
                relations = parse_relation(part, known)
            except FormulaError as error:
                raise RegionError(str(error)) from None
            for tree, rel in relations:
                if not _is_polynomial(tree) or rel not in RELATIONS:
                    raise RegionError(f"{part!r} is not a relation among polynomials")
                atoms.append(Atom(tree, rel))  # type: ignore[arg-type]
        return cls(text, tuple(atoms))

    def and_(self, other: Clause) -> Clause:
        """Both."""
        texts = [c.text for c in (self, other) if c.text != ALWAYS]
        return Clause(" and ".join(texts) or ALWAYS, (*self.atoms, *other.atoms))

    def admits(self, point: Mapping[str, Formula]) -> bool:
        """Whether every relation is seen to hold at a point."""
        return all(holds(atom.at(**point), {}) is True for atom in self.atoms)

    def solved(self) -> tuple[str, Formula] | None:
        """(x, c) if the clause has a relation x - c == 0 with x not in c."""
        for atom in self.atoms:
            left, right = atom.expr, formula(0)
            if left.op == "-":
                left, right = left.args
            if atom.rel == "==" and left.op == "symbol" and left.args[0] not in right.symbols():
                return left.args[0], right
        return None


def _is_polynomial(tree: Formula) -> bool:
    for node in tree.walk():
        power = exponent_of(node.args[1]) if node.op == "^" else None
        whole = power is not None and power.denominator == 1 and power >= 0
        number = node.op == "/" and bool(exponent_of(node.args[1]))
        if node.op not in ("number", "symbol", "+", "-", "*", "neg") and not whole and not number:
            return False
    return True


@dataclass(frozen=True)
class Condition:
    """The union of its clauses: `never` has none."""

    clauses: tuple[Clause, ...]

    def __str__(self) -> str:
        return " or ".join(clause.text for clause in self.clauses) or NEVER

    @classmethod
    def parse(cls, text: str, names: Iterable[str]) -> Condition:
        """RegionError for anything that is no condition on these names."""
        parts = [] if text == NEVER else text.split(" or ")
        return cls(tuple(Clause.parse(part, list(names)) for part in parts))

    def admits(self, point: Mapping[str, Formula]) -> bool:
        """Whether some clause admits a point."""
        return any(clause.admits(point) for clause in self.clauses)

    def outside(self) -> Iterator[Clause]:
        """The complement: of each clause one relation fails."""
        ways = [[one for atom in clause.atoms for one in contrary(atom)] for clause in self.clauses]
        if prod(max(len(choices), 1) for choices in ways) > MAX_CHOICES:
            raise RegionError("a condition with too many relations")
        for choice in product(*ways):
            yield Clause("otherwise", choice)


def contrary(atom: Atom) -> tuple[Atom, ...]:
    """A polynomial relation fails iff one of these holds."""
    match atom.rel:
        case "==":
            return Atom(atom.expr, ">"), Atom(-atom.expr, ">")
        case "!=":
            return (Atom(atom.expr, "=="),)
        case ">":
            return (Atom(-atom.expr, ">="),)
        case ">=":
            return (Atom(-atom.expr, ">"),)
    raise RegionError(f"{atom} is no relation")


# --- the property at fixed N/P ---------------------------------------------------------------


def sizes(goal: Goal) -> tuple[Formula, Formula]:
    """P and N of the first matrix of a goal."""
    tp, fn, fp, tn = goal.matrices[0]
    return tp + fn, fp + tn


def has_ratio(goal: Goal) -> bool:
    """All matrices of the goal have the same N/P, identically."""
    if not goal.matrices or any(len(matrix) != 4 for matrix in goal.matrices):
        return False
    first, second = sizes(goal)
    names = {v.name: Variable(v.name, "positive") for v in goal.variables}
    for tp, fn, fp, tn in goal.matrices[1:]:
        gap = (fp + tn) * first - (tp + fn) * second
        read = reader(Goal(tuple(names.values()), (), Atom(gap, "==")))
        try:
            if not read.ratio(gap)[0].is_zero():
                return False
        except RuleError:
            return False
    return True


def proportions(goal: Goal) -> tuple[Formula, Formula]:
    """P and N of the first matrix without a common factor that is plainly >= 0.

    Where P > 0 that factor is > 0, so the quotients are, and have the same ratio.
    """
    first, second = sizes(goal)
    read = reader(Goal(goal.variables, (), Atom(first, "==")))
    try:
        (top, one), (other, two) = read.ratio(first), read.ratio(second)
    except RuleError:
        return first, second
    common = top.gcd(other)
    if not (one.is_one() and two.is_one()) or one_sign(common, read.sorts) != 1:
        return first, second
    return tree_of(top / common, read.names, {}), tree_of(other / common, read.names, {})


def by_ratio(statement: Statement) -> bool:
    """Whether every goal of the statement speaks of real matrices of one N/P."""
    sorts = {
        variable.sort
        for goal in statement.goals
        for block in goal.blocks
        for variable in goal.variables
        if variable.name in block
    }
    return sorts == {"nonnegative"} and all(has_ratio(goal) for goal in statement.goals)


@dataclass(frozen=True)
class Question:
    """For which values of its parameters a reading of a family of measures has a property."""

    prop: Property
    reading: Reading

    def __post_init__(self) -> None:
        if RHO in self.reading.measure.parameters:
            raise RegionError(f"{RHO} is N/P here; the parameter needs another name")

    @property
    def subject(self) -> Measure:
        """The family."""
        return self.reading.measure

    @cached_property
    def statement(self) -> Statement:
        """What the property says of it; "below the maximum": below the value at TPTN."""
        return self.prop.statement(self.reading)

    @cached_property
    def ratio(self) -> bool:
        """Whether each N/P is taken by itself."""
        return by_ratio(self.statement)

    @property
    def below_maximum(self) -> bool:
        """Whether the property fails just where a matrix of a side is a maximum of its section."""
        return self.prop.refuted_with == "maximum"

    def compared_with(self, corner: str) -> Statement:
        """The property follows from this: the side is below the value at that corner."""
        if not self.below_maximum:
            if corner:
                raise RegionError(f"{self.prop.id} compares nothing with a corner")
            return self.statement
        if corner not in CORNERS:
            raise RegionError(f"no corner {corner!r}")
        return self.prop.statement(self.reading, {"better": corner})


def at_ratio(atom: Atom, positives: Formula, negatives: Formula) -> Atom:
    """The atom with rho = N/P for N, P > 0, multiplied by a power of P."""
    if RHO not in atom.expr.symbols():
        return atom
    names = tuple(Variable(name, "real") for name in atom.expr.symbols())
    read = reader(Goal(names, (), atom))
    top = read.ratio(atom.expr)[0]
    place = read.names.index(RHO)
    degree = int(top.degrees()[place])
    powers = {RHO: (negatives, positives, degree)}
    return Atom(tree_of(top, read.names, powers), atom.rel)


def tree_of(
    poly: Poly, names: tuple[str, ...], ratios: Mapping[str, tuple[Formula, Formula, int]]
) -> Formula:
    """The polynomial as a tree; x^k of a name in `ratios` (N, P, d) is N^k P^(d-k)."""
    total: Formula | None = None
    for monomial, coefficient in poly.to_dict().items():
        parts: list[Formula] = [] if abs(coefficient) == 1 else [formula(abs(int(coefficient)))]
        for name, power in zip(names, map(int, monomial), strict=True):
            above, below, degree = ratios.get(name, (symbol(name), formula(1), power))
            for base, times in ((above, power), (below, degree - power)):
                parts += [base] if times == 1 else [base**times] if times else []
        term = prod(parts[1:], start=parts[0]) if parts else formula(1)
        if total is None:
            total = term if coefficient > 0 else -term
        else:
            total = total + term if coefficient > 0 else total - term
    return formula(0) if total is None else total


def expanded(tree: Formula) -> Formula:
    """A polynomial multiplied out; any other formula as it is."""
    number = exponent_of(tree)
    if number is not None or not _is_polynomial(tree):
        return tree if number is None else formula(number)
    read = reader(Goal(tuple(Variable(n, "real") for n in tree.symbols()), (), Atom(tree, "==")))
    top, bottom = read.ratio(tree)
    return tree_of(top, read.names, {}) if bottom.is_one() else tree


def restricted(statement: Statement, clause: Clause, ratio: bool) -> Statement:
    """The statement for the parameter values (and N/P, where there is a ratio) of the clause."""
    goals = []
    for goal in statement.goals:
        extra = clause.atoms
        if ratio:
            extra = tuple(at_ratio(atom, *proportions(goal)) for atom in extra)
            extra = (*extra, *(Atom(size, ">") for size in sizes(goal)))
        more = tuple(dict.fromkeys((*goal.hypotheses, *extra)))
        wider = replace(goal, variables=signed(goal.variables, more), hypotheses=more)
        goals.append(_without(wider, clause, ratio))
    return replace(statement, goals=tuple(goals))


def signed(variables: Iterable[Variable], atoms: Iterable[Atom]) -> tuple[Variable, ...]:
    """The variables, a real one as positive where an atom is x > c >= 0 or x >= c > 0."""
    positive = set()
    for atom in atoms:
        left, right = atom.expr.args if atom.expr.op == "-" else (atom.expr, formula(0))
        bound = exponent_of(right)
        if left.op != "symbol" or bound is None or atom.rel not in (">", ">="):
            continue
        if bound > 0 or (bound == 0 and atom.rel == ">"):
            positive.add(left.args[0])
    return tuple(
        Variable(v.name, "positive") if v.sort == "real" and v.name in positive else v
        for v in variables
    )


def _without(goal: Goal, clause: Clause, ratio: bool) -> Goal:
    """The goal with x replaced by c where the clause says x == c, unless c contains rho."""
    solved = clause.solved()
    if solved is None or (ratio and RHO in solved[1].symbols()):
        return goal
    return substituted(goal, {solved[0]: solved[1]})


def substituted(goal: Goal, values: Mapping[str, Formula]) -> Goal:
    """The goal at these values of parameters."""
    if not values:
        return goal
    return replace(
        goal,
        variables=tuple(v for v in goal.variables if v.name not in values),
        hypotheses=tuple(atom.at(**values) for atom in goal.hypotheses),
        conclusion=goal.conclusion.at(**values),
        matrices=tuple(tuple(c.at(**values) for c in m) for m in goal.matrices),
        values=tuple(tree.at(**values) for tree in goal.values),
    )


def instance(statement: Statement, point: Mapping[str, Formula], ratio: bool) -> Statement:
    """The statement at one point of the parameters, and of rho."""
    own = {name: value for name, value in point.items() if name != RHO}
    goals = []
    for goal in restricted(statement, Clause(ALWAYS, ()), ratio).goals:
        if ratio:
            first, second = sizes(goal)
            equal = Atom(second - point[RHO] * first, "==")
            goal = replace(goal, hypotheses=(*goal.hypotheses, equal))
        goals.append(substituted(goal, own))
    return replace(statement, goals=tuple(goals))


# --- what must be proved ----------------------------------------------------------------------


def _parameters(subject: Measure, ratio: bool) -> tuple[Variable, ...]:
    return (*subject.variables, *((Variable(RHO, "positive"),) if ratio else ()))


def uncovered(
    subject: Measure, given: Clause, parts: Iterable[Clause], ratio: bool
) -> tuple[Goal, ...]:
    """That every admissible value in the clause is in one of the parts: choices that are absurd."""
    goals: list[Goal] = []
    known = tuple(parts)
    if given in known:
        return ()
    for rest in Condition(known).outside():
        atoms = dict.fromkeys((*subject.conditions, *given.atoms, *rest.atoms))
        absurd = Atom(formula(0), ">")
        goals.append(Goal(_parameters(subject, ratio), tuple(atoms), absurd, label="covered"))
    return tuple(goals)


@dataclass(frozen=True)
class Family:
    """Points at which goal number `goal` fails, for every e >= `size`, written top/bottom.

    `size` is "" if e does not occur.
    `cells` are the variables of the goal that are no parameters; natural ones are polynomials
    in e.  For an expectation they are empty, and `triples` are the two size triples (n, P, P^)
    whose expectations differ.
    """

    goal: int
    cells: Mapping[str, str]
    size: str = ""
    triples: tuple[tuple[int, ...], ...] = ()

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        data: dict[str, Any] = {"goal": self.goal, "point": dict(self.cells)}
        if self.size:
            data["size"] = self.size
        if self.triples:
            data["sizes"] = [list(triple) for triple in self.triples]
        return data

    @classmethod
    def from_data(cls, data: Any) -> Family:
        """Inverse of `to_data`; RegionError for anything else."""
        try:
            cells = {str(name): str(value) for name, value in data["point"].items()}
            triples = tuple(tuple(map(int, triple)) for triple in data.get("sizes", ()))
            return cls(int(data["goal"]), cells, str(data.get("size", "")), triples)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise RegionError(f"a family is not well formed: {error}") from None


def expected(measure: Formula, triple: tuple[int, ...]) -> Formula:
    """E[M] at sizes n, P, P^: defined iff every outcome is."""
    if len(triple) != 3 or not (0 <= triple[1] <= triple[0] and 0 < triple[2] < triple[0] <= 60):
        raise RegionError("sizes are n, P, P^ with P <= n and 0 < P^ < n")
    n, positives, predicted = triple
    total = formula(0)
    for k in range(max(0, positives + predicted - n), min(positives, predicted) + 1):
        cells = (k, positives - k, predicted - k, n - positives - predicted + k)
        ways = Fraction(comb(positives, k) * comb(n - positives, predicted - k), comb(n, predicted))
        total = total + formula(ways) * at(measure, map(formula, cells))
    return total


def violation(question: Question, clause: Clause, family: Family) -> tuple[Goal, ...]:
    """That at all values of the clause the family's points violate the family's goal.

    Each point must be one of the goal's: cells of their sorts, every hypothesis true, of ratio
    N/P; and the conclusion must be false.  Raises RegionError for a family of another form.
    """
    statement, subject, ratio = question.statement, question.subject, question.ratio
    if not 0 <= family.goal < len(statement.goals):
        raise RegionError(f"no goal {family.goal}")
    goal = statement.goals[family.goal]
    given = (*subject.conditions, *clause.atoms)
    variables = list(signed(subject.variables, given))
    p, n = map(symbol, SIZES)
    if ratio:
        given = tuple(at_ratio(atom, p, n) for atom in given)
        variables += [Variable(name, "positive") for name in SIZES]
    base = Goal(tuple(variables), tuple(dict.fromkeys(given)), Atom(formula(0), ">"))
    wanted: list[Goal] = []
    if family.size:
        bound = _parsed(family.size, [variable.name for variable in variables])
        top, bottom = bound.args if bound.op == "/" else (bound, formula(1))
        if not (_is_polynomial(top) and _is_polynomial(bottom)):
            raise RegionError(f"{bound} is no quotient of polynomials")
        wanted.append(replace(base, conclusion=Atom(bottom, ">")))
        base = replace(
            base,
            variables=(*base.variables, Variable(GROWING, "natural")),
            hypotheses=(*base.hypotheses, Atom(symbol(GROWING) * bottom - top, ">=")),
        )
    cells, shown = _cells(goal, subject, family, ratio)
    wanted += [replace(base, conclusion=atom) for atom in shown]
    if goal.conclusion.rel == "constant-mean":
        one, other = _means(goal, family)
        wanted.append(replace(base, conclusion=Atom(one - other, "!=")))
    else:
        hypotheses = [atom.at(**cells) for atom in goal.hypotheses]
        if ratio:
            first, second = (side.at(**cells) for side in sizes(goal))
            hypotheses += [Atom(first, ">"), Atom(second, ">"), Atom(second * p - first * n, "==")]
            if question.below_maximum:  # the section that is looked at is the matrix's own
                hypotheses += [Atom(first - p, "=="), Atom(second - n, "==")]
        wanted += [replace(base, conclusion=a) for a in dict.fromkeys(hypotheses)
                   if a not in base.hypotheses]  # fmt: skip
        if question.below_maximum:
            wanted += _highest(question, clause, goal, cells)
        else:
            wanted.append(replace(base, conclusion=_false(goal.conclusion).at(**cells)))
    solved = clause.solved()
    if solved is not None and RHO not in solved[1].symbols():
        wanted = [substituted(item, {solved[0]: solved[1]}) for item in wanted]
    return tuple(wanted)


def _highest(
    question: Question, clause: Clause, goal: Goal, cells: Mapping[str, Formula]
) -> Iterator[Goal]:
    """M is largest in its section at the family's matrix, which is on the goal's side.

    First: M anywhere is at most M on the side, where the other class is recognized as well.  Then:
    M on the side is at most M at the family's matrix with the same P and N.
    """
    side = goal.matrices[0]
    same = (TP, FN, ZERO, N) if side[2] == ZERO else (P, ZERO, FP, TN)
    if any(GROWING in tree.symbols() for tree in cells.values()):
        raise RegionError("a maximum has no growing cells")
    place = tuple(cell.at(**cells) for cell in side)
    for lower, higher in ((C, same), (side, place)):
        names = [name for name, cell in zip(CELLS, lower, strict=True) if cell != ZERO]
        own = {name: ZERO for name in CELLS if name not in names}
        p, n = P.at(**own), N.at(**own)
        value, best = (at(question.reading.formula, matrix) for matrix in (lower, higher))
        best = best.at(**own, P=p, N=n)
        atoms = [at_ratio(a, p, n) for a in (*question.subject.conditions, *clause.atoms)]
        atoms += [Atom(p, ">"), Atom(n, ">"), Atom(value, "defined")]
        yield Goal(
            (
                *(Variable(name, "nonnegative") for name in names),
                *signed(question.subject.variables, atoms),
            ),
            tuple(dict.fromkeys(atoms)),
            Atom(best - value, ">="),
            label="nothing larger in the section",
        )


def _false(conclusion: Atom) -> Atom:
    """The conclusion fails; where its formula is undefined it does too, but that is not asked."""
    if conclusion.rel in ("defined", "undefined"):
        return Atom(conclusion.expr, "undefined" if conclusion.rel == "defined" else "defined")
    if conclusion.rel == "==":
        return Atom(conclusion.expr, "!=")
    return contrary(conclusion)[0]


def _cells(
    goal: Goal, subject: Measure, family: Family, ratio: bool
) -> tuple[dict[str, Formula], list[Atom]]:
    """The formulas of the cells, and what their sorts demand."""
    own = {variable.name for variable in subject.variables}
    others = [variable for variable in goal.variables if variable.name not in own]
    mean = goal.conclusion.rel == "constant-mean"
    if set(family.cells) != (set() if mean else {v.name for v in others}):
        raise RegionError("the family has other variables than its goal")
    growing = (GROWING,) if family.size else ()
    names = (*growing, *SIZES, *own) if ratio else growing
    found, shown = {}, []
    for variable in others if not mean else ():
        tree = _parsed(family.cells[variable.name], names)
        whole = tree.is_polynomial and set(tree.symbols()) <= {GROWING}
        if variable.sort == "natural" and not whole:
            raise RegionError(f"{tree} is not a whole polynomial in {GROWING}")
        found[variable.name] = tree
        if variable.sort in ("natural", "nonnegative"):
            shown.append(Atom(tree, ">="))
        else:
            shown.append(Atom(tree, ">" if variable.sort == "positive" else "defined"))
    return found, shown


def _means(goal: Goal, family: Family) -> tuple[Formula, Formula]:
    if len(family.triples) != 2:
        raise RegionError("expectations are compared at two size triples")
    one, other = (expected(goal.conclusion.expr, triple) for triple in family.triples)
    return one, other


def _parsed(text: str, names: Iterable[str]) -> Formula:
    try:
        return parse(text, names={}, parameters=list(names))
    except FormulaError as error:
        raise RegionError(str(error)) from None
