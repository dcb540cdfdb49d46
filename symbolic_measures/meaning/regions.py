"""Sets of parameter values, and what must be proved to say that a property holds in them.

A region (a clause) is *inside* if the property's goals hold with it as a hypothesis.  It is
*outside* if at all of its parameter values a goal fails: `families` says where.  Everything here is
rebuilt by `verify`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from symbolic_measures.meaning.conditions import ALWAYS, Clause, Condition, RegionError
from symbolic_measures.meaning.maximum import CORNERS
from symbolic_measures.meaning.measure import Measure, Reading
from symbolic_measures.meaning.property import Property
from symbolic_measures.meaning.ratios import RHO, at_ratio, by_ratio, proportions, sizes
from symbolic_measures.nouns.formula import Formula, exponent_of, formula
from symbolic_measures.nouns.statement import Atom, Goal, Statement, Variable


@dataclass(frozen=True)
class Asked:
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
        """Whether each N/P is taken by itself; a maximum of all ratios is not."""
        return self.prop.below != "tetrahedron" and by_ratio(self.statement)

    @property
    def below_maximum(self) -> bool:
        """Whether the property fails just where a matrix of a side is a maximum."""
        return bool(self.prop.below)

    def compared_with(self, corner: str | list[str]) -> Statement:
        """The property follows from this: the side is below the value at that corner, or matrix."""
        if not self.below_maximum:
            if corner:
                raise RegionError(f"{self.prop.id} compares nothing with a corner")
            return self.statement
        if isinstance(corner, str) and corner not in CORNERS:
            raise RegionError(f"no corner {corner!r}")
        return self.prop.statement(self.reading, {"better": corner})


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


#: Verdicts that are no yes or no.
NO_QUESTION = ("continuous-extension", "extends-literal", "homogeneity", "interval-scale")


def is_question(prop: Property) -> bool:
    """Whether the property holds or not, so that there is a set of values where it does."""
    return not (prop.answers and not prop.refuted_with) and prop.id not in NO_QUESTION
