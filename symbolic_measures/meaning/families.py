"""Families of matrices at which a property fails for all parameter values of a region.

The cells are formulas in a natural number e (and in P, N > 0 where rho is N/P), for every e with
e*bottom >= top, where bottom > 0 and top are polynomials in the parameters (and in P, N): for each
of their values there is such an e.  "Below the maximum" fails where a matrix of the side is a
maximum of its section, or of all of its n: that is proved of the family.  Everything here is
rebuilt by `verify`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb
from typing import Any

from symbolic_measures.kernel.expectation import sizes_of
from symbolic_measures.meaning.conditions import Clause, RegionError, denied, is_polynomial
from symbolic_measures.meaning.measure import Measure
from symbolic_measures.meaning.property import ZERO, C, Matrix, at
from symbolic_measures.meaning.ratios import RHO, at_ratio, sizes
from symbolic_measures.meaning.regions import Asked, signed, substituted
from symbolic_measures.nouns.confusion import CELLS, FN, FP, TN, TP, N, P
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Variable

#: The growing number of a family, and the sizes of its classes; no parameter has these names.
GROWING, SIZES = "e", ("P", "N")


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


def triples(n: int) -> Iterator[tuple[int, int, int]]:
    """(n, P, P^) for the sizes of two classes."""
    return ((n, true[0], predicted[0]) for true, predicted in sizes_of(n, 2))


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


def violation(question: Asked, clause: Clause, family: Family) -> tuple[Goal, ...]:
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
        bound = parsed(family.size, [variable.name for variable in variables])
        top, bottom = bound.args if bound.op == "/" else (bound, formula(1))
        if not (is_polynomial(top) and is_polynomial(bottom)):
            raise RegionError(f"{bound} is no quotient of polynomials")
        wanted.append(replace(base, conclusion=Atom(bottom, ">")))
        base = replace(
            base,
            variables=(*base.variables, Variable(GROWING, "natural")),
            hypotheses=(*base.hypotheses, Atom(symbol(GROWING) * bottom - top, ">=")),
        )
    cells, shown = _cells(goal, subject, family, ratio, question.below_maximum)
    wanted += [replace(base, conclusion=atom) for atom in shown]
    if goal.conclusion.rel == "constant-mean":
        one, other = _means(goal, family)
        wanted.append(replace(base, conclusion=Atom(one - other, "!=")))
    else:
        hypotheses = [atom.at(**cells) for atom in goal.hypotheses]
        if ratio:
            first, second = (side.at(**cells) for side in sizes(goal))
            hypotheses += [Atom(first, ">"), Atom(second, ">"), Atom(second * p - first * n, "==")]
            if question.prop.below:  # the section that is looked at is the matrix's own
                hypotheses += [Atom(first - p, "=="), Atom(second - n, "==")]
        wanted += [replace(base, conclusion=a) for a in dict.fromkeys(hypotheses)
                   if a not in base.hypotheses]  # fmt: skip
        if question.below_maximum:
            wanted += _highest(question, clause, goal, cells)
        else:
            wanted.append(replace(base, conclusion=denied(goal.conclusion).at(**cells)))
    solved = clause.solved()
    if solved is not None and RHO not in solved[1].symbols():
        wanted = [substituted(item, {solved[0]: solved[1]}) for item in wanted]
    return tuple(wanted)


def _highest(
    question: Asked, clause: Clause, goal: Goal, cells: Mapping[str, Formula]
) -> Iterator[Goal]:
    """M is largest of its n, or in its section, at the family's matrix on the goal's side.

    First: M anywhere is at most M on the side, where the other class is recognized as well.  Then:
    M on the side is at most M at the family's matrix with the same P and N, or of the same n.
    """
    side = goal.matrices[0]
    same = (TP, FN, ZERO, N) if side[2] == ZERO else (P, ZERO, FP, TN)
    if any(GROWING in tree.symbols() for tree in cells.values()):
        raise RegionError("a maximum has no growing cells")
    place = tuple(cell.at(**cells) for cell in side)
    pairs: tuple[tuple[Matrix, Matrix], ...] = (C, same), (side, place)
    if question.prop.below == "tetrahedron":  # all of the side, scaled to the size of the family's
        total, whole = (m[0] + m[1] + m[2] + m[3] for m in (place, side))
        scaled = tuple(cell if cell == ZERO else total * (cell / whole) for cell in side)
        pairs = (C, same), (scaled, place)
    for lower, higher in pairs:
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
            label="nothing larger",
        )


def _cells(
    goal: Goal, subject: Measure, family: Family, ratio: bool, below: bool
) -> tuple[dict[str, Formula], list[Atom]]:
    """The formulas of the cells, and what their sorts demand."""
    own = {variable.name for variable in subject.variables}
    others = [variable for variable in goal.variables if variable.name not in own]
    mean = goal.conclusion.rel == "constant-mean"
    if set(family.cells) != (set() if mean else {v.name for v in others}):
        raise RegionError("the family has other variables than its goal")
    growing = (GROWING,) if family.size else ()
    names = (*growing, *(SIZES if ratio else ()), *(own if ratio or below else ()))
    found, shown = {}, []
    for variable in others if not mean else ():
        tree = parsed(family.cells[variable.name], names)
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


def parsed(text: str, names: Iterable[str]) -> Formula:
    try:
        return parse(text, names={}, parameters=list(names))
    except FormulaError as error:
        raise RegionError(str(error)) from None
