"""Answers as SymPy objects: limits, expansions, conditions, ranges, undefined sets, witnesses.

Nothing is decided here.  An object is made from what was proved, or there is none: a limit that is
not known, a range that is undecided, is no expression.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import combinations
from math import factorial
from typing import TYPE_CHECKING, Any

from flint import fmpq

from symbolic_measures.doors.values.arithmetic import rational
from symbolic_measures.doors.values.exact import exact_value
from symbolic_measures.kernel.truth import holds as atom_holds
from symbolic_measures.meaning.conditions import Condition
from symbolic_measures.meaning.supports import parted
from symbolic_measures.nouns.answers import Counterexample
from symbolic_measures.nouns.confusion import CELLS, ConfusionMatrix
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.parser import identifiers, parse
from symbolic_measures.nouns.statement import Atom, Goal
from symbolic_measures.nouns.sympy_notation import to_sympy
from symbolic_measures.nouns.verdict import Verdict

if TYPE_CHECKING:
    from symbolic_measures.nouns.saved import Checked
    from symbolic_measures.questions.limit.meaning import Limit
    from symbolic_measures.questions.taylor.meaning import Expansion
    from symbolic_measures.questions.threshold.meaning import Threshold


def read(text: str) -> Any:
    """A formula of a certificate as a SymPy expression; oo and -oo, too."""
    import sympy

    if text.lstrip("-") == "oo":
        return -sympy.oo if text.startswith("-") else sympy.oo
    functions = ("sqrt", "log", "acos", "power", "Abs", "Min", "Max")
    names = [name for name in identifiers(text) if name not in functions]
    return to_sympy(parse(text, names={}, parameters=names))


# --- verdicts --------------------------------------------------------------------------------


def of_verdict(verdict: Verdict) -> Any:
    """The value that was proved (a range, an undefined set, a derivative), else true or false.

    None where nothing was decided.
    """
    import sympy

    if verdict.outcome not in ("proved", "refuted"):
        return None
    match verdict.property:
        case "range":
            return interval_of(verdict)
        case "undefined-set" | "undefined-kinds":
            return condition_of(verdict)
        case "gradient":
            return read(verdict.value["derivative"])
        case "baseline-order" if verdict.value:
            return read(str(verdict.value["order"]))
    return sympy.true if verdict.outcome == "proved" else sympy.false


def interval_of(verdict: Verdict) -> Any:
    """A proved range: closed where an end is attained, open where it is only approached."""
    import sympy

    if verdict.property != "range" or verdict.outcome != "proved":
        return None
    ends = [verdict.value[side] for side in ("infimum", "supremum")]
    low, high = (read(end["value"]) for end in ends)
    open_low, open_high = (end.get("attained") is None for end in ends)
    return sympy.Interval(low, high, open_low, open_high)


def condition_of(verdict: Verdict) -> Any:
    """A proved undefined set, as a condition on the cells of a matrix with n >= 1.

    The set is a union of faces, each given by the cells that are 0 there, and of what a condition
    says.
    """
    import sympy

    if verdict.property != "undefined-set" or verdict.outcome != "proved":
        return None
    supports, where = parted(verdict.value)
    undefined = {frozenset(support) for support in supports}
    faces: list[frozenset[str]] = []
    left = set(undefined)
    for size in (4, 3, 2, 1):
        for support in combinations(CELLS, size):
            inside = {frozenset(s) for k in range(1, size + 1) for s in combinations(support, k)}
            if inside <= undefined and inside & left:
                faces.append(frozenset(support))
                left -= inside
    parts = [_face(support, sympy.And, exactly=False) for support in faces]
    parts += [_face(support, sympy.And, exactly=True) for support in left]
    if where is not None:
        names = sorted({name for goal in verdict.statement.goals for name in _names(goal)})
        parts.append(of_condition(Condition.parse(where, names)))
    return sympy.Or(*parts)


def _names(goal: Goal) -> list[str]:
    return [variable.name for variable in goal.variables]


def _face(support: Iterable[str], conjunction: Any, exactly: bool) -> Any:
    import sympy

    names = set(support)
    atoms = [sympy.Eq(sympy.Symbol(name), 0) for name in CELLS if name not in names]
    if exactly:
        atoms += [sympy.Gt(sympy.Symbol(name), 0) for name in CELLS if name in names]
    return conjunction(*atoms)


def counterexample_of(verdict: Verdict) -> Counterexample | None:
    """The counterexample of a refuted verdict in exact SymPy numbers; None if there is none."""
    import sympy

    witness = verdict.witness
    if witness is None:
        return None
    point = {n: Fraction(text) for n, text in {**witness.parameters, **witness.point}.items()}
    exact = {name: fmpq(value.numerator, value.denominator) for name, value in point.items()}
    goal = verdict.statement.goals[witness.goal]
    values: tuple[Any, ...]
    if witness.kind == "expectation":
        values = tuple(
            read(value) if isinstance(value, str) else sympy.Interval(*map(read, value))
            for value in witness.values
        )
    else:
        values = tuple(exact_value(tree, exact) for tree in goal.values)
    matrices: tuple[ConfusionMatrix, ...] = ()
    if witness.kind in ("matrix", "pair") and all(len(m) == 4 for m in witness.matrices):
        whole = all(cell.isdigit() for matrix in witness.matrices for cell in matrix)
        if whole:
            cells = (tuple(map(int, matrix)) for matrix in witness.matrices)
            matrices = tuple(ConfusionMatrix(*matrix) for matrix in cells)
    shown = {name: sympy.Rational(v.numerator, v.denominator) for name, v in point.items()}
    parameters = {name: shown[name] for name in witness.parameters if name in shown}
    return Counterexample(matrices, values, parameters, shown)


def replay(verdict: Verdict) -> None:
    """Replays a verdict by its own statement; CertificateError if it fails or is no decision."""
    from symbolic_measures.meaning.each_m import check

    if verdict.outcome not in ("proved", "refuted", "not-applicable"):
        raise CertificateError(f"{verdict.property} is {verdict.outcome}: nothing to replay")
    check(verdict.statement, verdict, {})


def replayed_whole(data: dict[str, Any]) -> tuple[Checked, ...]:
    """What `answers.Certified.verify` answers."""
    from symbolic_measures.questions.kinds import verify

    checked = tuple(verify(data))
    for item in checked:
        if item.problem:
            raise CertificateError(f"{item.property}: {item.problem}")
    return checked


# --- limits and expansions -------------------------------------------------------------------


def of_limit(found: Limit) -> Any:
    """The limit at the largest pattern where there is one; FormulaError if none is proved."""
    if not found.value:
        raise FormulaError(f"no limit of {found.subject.name} as {found.to} is proved, or the two "
                           "sides have different ones")  # fmt: skip
    return read(found.value)


def coefficients_of(found: Expansion) -> tuple[Any, ...]:
    """The value and the derivatives in p_AB at independence, in p_A and p_B."""
    import sympy

    p_a, p_b = sympy.symbols("p_A p_B")
    one = {sympy.Symbol("q_A"): 1 - p_a, sympy.Symbol("q_B"): 1 - p_b}
    return tuple(read(text).subs(one) for text in found.coefficients)


def of_expansion(found: Expansion) -> Any:
    """E[M] over random predictions as a series in 1/n, with what falls faster as O(n^-k).

    The derivatives are proved; how fast the rest falls is the argument of `expansions`.
    FormulaError if the derivatives are not proved.
    """
    import sympy

    if not found.coefficients:
        raise FormulaError(f"the derivatives of {found.reading.measure.name} are not proved")
    n, x = sympy.Symbol("n"), sympy.Symbol("x")
    coefficients = coefficients_of(found)
    order = found.rests[-1].order
    total = coefficients[0]
    if order is None:
        return total
    for term in found.terms:
        if not term.vanishes:
            moment = read(term.moment.text).subs(n, 1 / x)
            powers = sympy.series(sympy.cancel(moment), x, 0, order).removeO()
            by_power = sympy.Poly(powers, x).all_coeffs()[::-1]
            weight = coefficients[term.number] / factorial(term.number)
            for k, part in enumerate(by_power):
                total += sympy.factor(part) * weight / n**k
    return sympy.collect(total, n) + sympy.O(1 / n**order, (n, sympy.oo))


# --- conditions -------------------------------------------------------------------------------


def of_condition(condition: Condition) -> Any:
    """The condition as SymPy relationals, joined by & and |."""
    import sympy

    clauses = (
        sympy.And(*(_relational(atom) for atom in clause.atoms)) for clause in condition.clauses
    )
    return sympy.Or(*clauses)


def of_threshold(found: Threshold) -> Any:
    """The condition, if it is proved in both directions; FormulaError if it is not exact."""
    if found.condition is None or not found.exact:
        raise FormulaError(f"the set of {found.parameter} is not proved in both directions: "
                           f"{found.note or 'no condition was found'}")  # fmt: skip
    return of_condition(found.condition)


def _relational(atom: Atom) -> Any:
    import sympy

    left, right = atom.expr, None
    if left.op == "-":
        left, right = left.args
    sides = to_sympy(left), sympy.Integer(0) if right is None else to_sympy(right)
    kinds = {">": sympy.Gt, ">=": sympy.Ge, "==": sympy.Eq, "!=": sympy.Ne}
    made = kinds[atom.rel](*sides)
    return made.canonical if hasattr(made, "canonical") else made


def set_of(condition: Condition, name: str) -> Any:
    """The condition on one name as a set of real numbers; FormulaError if it speaks of others."""
    import sympy

    others = {n for c in condition.clauses for a in c.atoms for n in a.expr.symbols()} - {name}
    if others:
        raise FormulaError(f"the condition {condition} speaks of {', '.join(sorted(others))}, too")
    real = sympy.Symbol(name, real=True)
    found = of_condition(condition).subs(sympy.Symbol(name), real)
    if found in (sympy.true, sympy.false):
        return sympy.S.Reals if found == sympy.true else sympy.S.EmptySet
    return found.as_set()


def condition_holds(condition: Condition, values: Mapping[str, Any]) -> bool:
    """Whether the condition holds at values of its names, exactly.

    TypeError for a name without a value, or a value that is no exact number or short decimal.
    """
    exact: dict[str, fmpq] = {}
    for name, value in values.items():
        number = rational(value)
        if number is None:
            raise TypeError(f"{name} = {value!r}: a number is needed")
        exact[name] = fmpq(number.numerator, number.denominator)
    names = {n for c in condition.clauses for a in c.atoms for n in a.expr.symbols()}
    if missing := sorted(names - set(exact)):
        raise TypeError(f"the condition {condition} speaks of {', '.join(missing)}: give a value")
    return any(
        all(atom_holds(atom, exact) is True for atom in clause.atoms)
        for clause in condition.clauses
    )


def threshold_holds(found: Threshold, values: Mapping[str, Any]) -> bool:
    """Whether the property holds at these values; ValueError for values that are not admissible."""
    of_threshold(found)
    if unknown := sorted(set(values) - set(found.names)):
        raise TypeError(f"{unknown[0]} is none of {', '.join(found.names)}")
    condition = found.condition
    if condition is None:
        raise FormulaError("no condition was found")
    given = {name: rational(value) for name, value in values.items()}
    exact = {k: fmpq(v.numerator, v.denominator) for k, v in given.items() if v is not None}
    for assumption in found.reading.measure.assumptions:
        names = {name for atom in assumption.atoms for name in atom.expr.symbols()}
        if names <= set(exact) and any(atom_holds(a, exact) is False for a in assumption.atoms):
            raise ValueError(f"{assumption.text} is assumed: {dict(values)} is not admissible")
    if found.ratio and "rho" in exact and exact["rho"] <= 0:
        raise ValueError(f"rho = {values['rho']}: N/P is above 0")
    return condition_holds(condition, values)
