"""Where a measure is undefined: patterns of zero cells, and conditions on the cells where it is
defined at some matrices of a pattern and not at others.

Patterns are guessed from exact evaluation at small matrices; conditions are read off the formula
as the kernel reads it, of each kink in its cases.  Nothing here is trusted: `meaning.domain` says
what must be proved of a guess.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, product
from typing import Any

from flint import fmpq

from symbolic_measures.kernel.algebra import (
    Fact,
    Poly,
    RuleError,
    factors,
    is_seen,
    multiply,
    one_sign,
    reduce,
    text_of,
)
from symbolic_measures.kernel.reader import Reader, reader
from symbolic_measures.kernel.truth import Point, holds
from symbolic_measures.meaning.conditions import Condition, RegionError
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.samples import parameter_samples
from symbolic_measures.meaning.supports import SUPPORTS
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.statement import Atom, Goal, Variable, cases_of
from symbolic_measures.nouns.texts import ZERO
from symbolic_measures.search.rows import in_texts

#: Values of the cells of a pattern, and admissible parameter values, at which it is looked at.
VALUES, PARAMETERS = (1, 2, 3), 8
#: Formulas with more kinks, one inside another or not, and conditions with more clauses are left.
MOST_KINKS, MOST_CLAUSES = 5, 6
KINKS = ("Abs", "Min", "Max", "ifzero")
#: The largest power of what a logarithm is of, where logarithms add up to 0.
MOST_POWER = 4
#: Operations that have a value wherever their arguments have one.
PLAIN = ("+", "-", "*", "neg")
#: What holds where a condition fails.
FAILING = {"!=": (1, "=="), ">": (-1, ">="), ">=": (-1, ">")}

Clause = tuple[Fact, ...]


def undefined_sets(reading: Reading) -> Iterator[tuple[Any, str]]:
    """Undefined sets that fit what is seen, or None and why none is known."""
    seen = {support: list(_seen(reading, support)) for support in SUPPORTS}
    truths = {support: {truth for _, truth in points} for support, points in seen.items()}
    wholly = [list(support) for support in SUPPORTS if truths[support] == {False}]
    mixed = [support for support in SUPPORTS if len(truths[support] - {None}) > 1]
    if not mixed and not any(None in found for found in truths.values()):
        yield wholly, ""
    nowhere = [point for support in mixed for point, truth in seen[support] if truth is False]
    for where in _conditions(reading, nowhere):
        value = _fitting(reading, where, seen)
        if value is not None:
            yield value, ""
    if mixed:
        zeros = [name for name in CELLS if name not in mixed[0]]
        where = f"where {', '.join(zeros)} = 0" if zeros else "where all cells are positive"
        yield None, f"defined at some matrices and not at others {where}"


def _seen(reading: Reading, support: tuple[str, ...]) -> Iterator[tuple[Point, bool | None]]:
    """Small matrices of a pattern, and whether the measure is defined there."""
    defined = Atom(reading.formula, "defined")
    points = parameter_samples(reading, PARAMETERS)
    for values in product(VALUES, repeat=len(support)):
        given = dict(zip(support, values, strict=True))
        cells = {name: fmpq(given.get(name, 0)) for name in CELLS}
        for parameters in points:
            point = {**parameters, **cells}
            yield point, holds(defined, point)


def mixed_patterns(reading: Reading) -> Iterator[dict[str, Any]]:
    """Two matrices with the same zero cells, one with a value, one without: for all parameters, or
    else for some."""
    seen = {support: list(_seen(reading, support)) for support in SUPPORTS}
    points = parameter_samples(reading, PARAMETERS)
    for some in (points, *([point] for point in points if point)):
        for found in seen.values():
            truths: dict[tuple[str, ...], set[bool | None]] = {}
            for point, truth in found:
                if any(point.items() >= own.items() for own in some):
                    truths.setdefault(tuple(str(point[c]) for c in CELLS), set()).add(truth)
            kinds = [[at for at, own in truths.items() if own == {rel}] for rel in (True, False)]
            if all(kinds):
                told = in_texts(some[0])
                given = {} if some is points else {"parameters": told}
                yield {"defined": list(kinds[0][0]), "undefined": list(kinds[1][0]), **given}


def _fitting(reading: Reading, where: str, seen: dict[Any, Any]) -> dict[str, Any] | None:
    """The undefined set with that condition and the patterns it leaves, if it fits what is seen."""
    condition = _condition(where, (*CELLS, *reading.measure.parameters))
    if condition is None:
        return None
    supports = []
    for support, points in seen.items():
        inside = [_applies(condition, point) for point, _ in points]
        if all(told is not truth for told, (_, truth) in zip(inside, points, strict=True)):
            continue
        if any(truth is not False for _, truth in points):
            return None
        supports.append(list(support))
    return {"supports": supports, "where": where}


def _conditions(reading: Reading, nowhere: Sequence[Point]) -> Iterator[str]:
    """Conditions that may say where it is undefined, the shortest first; the last one is of the
    cases without a value that are seen where others with the same zero cells have one."""
    names = tuple(Variable(name, "natural") for name in CELLS)
    goal = Goal((*names, *reading.measure.variables), reading.measure.conditions,
                Atom(reading.formula, "defined"))  # fmt: skip
    sorts = [variable.sort for variable in goal.variables]
    spoken = tuple(variable.name for variable in goal.variables)
    told: dict[str, None] = {}
    try:
        found = list(_failing(goal, reading.formula, ()))
    except RuleError:
        return
    for facial, apart in ((False, False), (False, True), (True, True)):
        clauses = _kept(found, sorts, facial, apart)
        equations = [tuple(f for f in clause if f[1] == "==") or clause for clause in clauses]
        for these in (_kept(equations, sorts, facial, apart), clauses):
            if 0 < len(these) <= MOST_CLAUSES:
                told[" or ".join(map(_told_together, these))] = None
    cases = [_condition(_told_together(clause), spoken) for clause in found]
    own = [clause for clause, case in zip(found, cases, strict=True)
           if case and any(_applies(case, point) for point in nowhere)]  # fmt: skip
    last = dict.fromkeys(_told_together(_with_zeros(clause, sorts)) for clause in own)
    if 0 < len(last) <= MOST_CLAUSES:
        told[" or ".join(last)] = None
    yield from told


def _condition(text: str, names: Iterable[str]) -> Condition | None:
    """The condition, unless it is longer than what is read."""
    with suppress(RegionError):
        return Condition.parse(text, names)
    return None


def _applies(condition: Condition, point: Point) -> bool:
    """Whether one of its clauses holds there."""
    return any(all(holds(atom, point) for atom in clause.atoms) for clause in condition.clauses)


def _with_zeros(clause: Clause, sorts: Sequence[str]) -> list[Fact]:
    """The same, where a sum of cells is 0: first that, then what is left of the others."""
    facts, zeros = list(clause), list[Poly]()
    while (total := _sum_of_cells(facts, sorts)) is not None:
        gens, powers = total.context().gens(), total.degrees()
        zeros += [gen for gen, power in zip(gens, powers, strict=True) if power]
        images = [gen * (not power) for gen, power in zip(gens, powers, strict=True)]
        left = [(poly.compose(*images), rel) for poly, rel in facts]
        facts = [fact for fact in left if not is_seen(*fact, sorts)]
    return [(sum(zeros[1:], zeros[0]), "=="), *facts] if zeros else facts


def _sum_of_cells(facts: list[Fact], sorts: Sequence[str]) -> Poly | None:
    """The first of these that holds only where cells are 0, if it is a sum of cells."""
    poly = next((fact[0] for fact in facts if _is_facial(fact, sorts)), None)
    return poly if poly is not None and poly.total_degree() == 1 else None


def _kept(found: list[Clause], sorts: Sequence[str], facial: bool, apart: bool) -> list[Clause]:
    """The clauses without what is plain, and without those that say the same or less.

    Without `facial`, none that holds only where cells are 0; without `apart`, no p != 0 that fails
    only there.
    """
    kept: dict[frozenset[str], Clause] = {}
    for clause in found:
        if not facial and any(_is_facial(fact, sorts) for fact in clause):
            continue
        left = [f for f in clause if apart or f[1] != "!=" or not one_sign(f[0], sorts)]
        if left:
            kept.setdefault(frozenset(map(_told, left)), tuple(left))
    return [kept[own] for own in kept if not any(other < own for other in kept)]


def _is_facial(fact: Fact, sorts: Sequence[str]) -> bool:
    """Whether it holds only where cells are 0."""
    poly, rel = fact
    return rel in ("==", ">=") and one_sign(poly, sorts) in ((1, -1) if rel == "==" else (-1,))


def _failing(goal: Goal, tree: Formula, given: tuple[Atom, ...]) -> Iterator[Clause]:
    """Where the tree has no value: for each condition under which it is defined, its negation."""
    kinks = [node for node in tree.walk() if node.op in KINKS]
    if len(given) > MOST_KINKS:
        raise RuleError("too many cases")
    if kinks:
        test, cases = cases_of(kinks[0])
        yield from _failing(goal, test, given)
        summand = kinks[0] not in _deciding(tree)
        for atom, value in cases:
            inside = value if summand else tree.replace({kinks[0]: value})
            yield from _failing(goal, inside, (*given, atom))
        if summand:
            yield from _failing(goal, tree.replace({kinks[0]: ZERO}), given)
        return
    read = reader(Goal(goal.variables, given, Atom(tree, "defined")))
    facts: list[Fact] = []
    for atom in given:
        top, bottom = read.ratio(atom.expr)
        same = atom.rel in ("==", "!=")
        facts.append((reduce(top if same else multiply(top, bottom), read.roots), atom.rel))
    try:
        read.define(tree)
    except RuleError:  # the sign of what is under a root is not plain, but nowhere negative
        deciding = _deciding(tree)
        root = next((n for n in tree.walk() if n.op == "sqrt" and n not in deciding), None)
        if root is None:
            raise
        yield from _failing(goal, root.args[0], given)
        yield from _failing(goal, tree.replace({root: ZERO}), given)
        return
    own = [_without_roots(read, fact) for fact in facts]
    if None in own:
        raise RuleError("roots in a case")
    base = [fact for facts in own if facts for fact in facts]
    for poly, rel in chain.from_iterable(map(_parts, read.conditions)):
        sign, contrary = FAILING[rel]
        more = _without_roots(read, (poly * sign, contrary))
        if more is None:
            raise RuleError("roots in a condition")
        facts = [f for f in (*base, *more) if not is_seen(*f, read.sorts)]
        if any((-own, other) in facts for own, rel in facts if rel == ">" for other in (">", ">=")):
            continue
        clause = {_told(f): f for f in _with_equations(facts)}
        apart = any(told.replace("!=", "==") in clause for told in clause if "!=" in told)
        if not apart and not any(_is_never(fact, read.sorts) for fact in clause.values()):
            yield tuple(clause.values())


def _with_equations(facts: list[Fact]) -> Iterator[Fact]:
    """p == 0 in place of p >= 0 and -p >= 0."""
    for number, (poly, rel) in enumerate(facts):
        both = rel == ">=" and (-poly, ">=") in facts
        if not both or (-poly, ">=") not in facts[:number]:
            yield (poly, "==") if both else (poly, rel)


def _deciding(tree: Formula) -> set[Formula]:
    """The parts on whose values it depends where the tree is defined: no summands or factors."""
    found: set[Formula] = set()
    for node in tree.walk():
        below = node.children[1:] if node.op == "/" else () if node.op in PLAIN else node.children
        found.update(part for child in below for part in child.walk())
    return found


def _parts(condition: Fact) -> Iterator[Fact]:
    """Conditions that say the same together: a square is positive iff it is not 0."""
    poly, rel = condition
    unit, pairs = factors(poly) if not poly.is_zero() else (0, [])
    if rel == ">" and unit > 0 and all(power % 2 == 0 for _, power in pairs):
        yield from ((piece, "!=") for piece, _ in pairs)
    else:
        yield condition


def _is_never(fact: Fact, sorts: list[str]) -> bool:
    """Whether the coefficients show that it fails everywhere."""
    poly, rel = fact
    if rel == "!=":
        return bool(poly.is_zero())
    if rel == "==":
        return is_seen(poly, "!=", sorts)
    return is_seen(-poly, ">=" if rel == ">" else ">", sorts)


def _without_roots(read: Reader, fact: Fact) -> list[Fact] | None:
    """The same without roots: a + b*s = 0 iff a^2 = b^2 s^2 and a*b <= 0; None if there is none."""
    poly, rel = fact = _without_logarithm(read, fact)
    if poly.is_zero():
        return [fact]
    if any(poly.degrees()[place] for place in (*read.terms, *read.opaque.values())):
        return None
    gens = poly.context().gens()
    size = sum((gens[read.names.index(name)] for name in CELLS), poly * 0)
    for factor in (*(gens[place] for place in read.roots), size) if rel != "==" else ():
        while (parts := divmod(poly, factor))[1].is_zero():  # where it has a value, this is > 0
            poly = parts[0]
    used = [place for place in read.roots if poly.degrees()[place]]
    if not used:
        return [(poly, rel)]
    if rel != "==":
        return None
    place = max(used)
    images = list(gens)
    images[place] = gens[place] * 0
    a = poly.compose(*images)
    b = divmod(poly - a, gens[place])[0]
    gap = reduce(multiply(a, a) - multiply(multiply(b, b), read.roots[place]), read.roots)
    found: list[Fact] = []
    for part in ((gap, "=="), (-multiply(a, b), ">=")):
        if is_seen(*part, read.sorts):
            continue
        more = _without_roots(read, part)
        if more is None:
            return None
        found += more
    return found


def _without_logarithm(read: Reader, fact: Fact) -> Fact:
    """A sum of logarithms, each some whole number of times, is 0 iff the product of their arguments
    to these powers is 1; if no other factor is 0."""
    poly, rel = fact
    unsure = [part for part, _ in factors(poly)[1] if not one_sign(part, read.sorts)]
    if rel not in ("==", "!=") or len(unsure) != 1:
        return fact
    logs = {place: term for place, term in read.terms.items() if term.function == "log"}
    one = poly.context().constant(1)
    sides = [one, one]
    for monomial, times in unsure[0].to_dict().items():
        powers = [place for place, power in enumerate(monomial) if power]
        alone = len(powers) == 1 and monomial[powers[0]] == 1 and powers[0] in logs
        if not alone or abs(times) > MOST_POWER:
            return fact
        term = logs[powers[0]]
        own = (term.top, term.bottom) if times > 0 else (term.bottom, term.top)
        sides = [
            multiply(side, part ** abs(int(times))) for side, part in zip(sides, own, strict=True)
        ]
    return sides[0] - sides[1], rel


def _told_together(clause: Iterable[Fact]) -> str:
    return " and ".join(map(_told, clause))


def _told(fact: Fact) -> str:
    """`TP*TN == FN*FP`: what is negative stands on the other side."""
    poly, rel = fact
    sides: list[dict[Any, Any]] = [{}, {}]
    content = poly.content()
    poly = poly / content if content > 1 else poly
    for monomial, coefficient in poly.to_dict().items():
        sides[coefficient < 0][monomial] = abs(coefficient)
    left, right = (text_of(poly.context().from_dict(side)) for side in sides)
    if left == "0" and rel in ("==", "!="):
        left, right = right, left
    return f"{left} {rel} {right}"
