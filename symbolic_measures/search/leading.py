"""Leading terms: a measure on its way, t -> 0, written so that t may be 0.

Leading terms are taken out (`search.orders`), and what is left has a value at t = 0.  Around
functions that are continuous the parts are rewritten one by one.  Nothing here is trusted: the
kernel proves that the measure and its rewriting are equal, and `meaning.approaches` says what
follows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any

from flint import fmpq

from symbolic_measures.kernel.algebra import RuleError
from symbolic_measures.kernel.exact import (
    Value,
    add,
    negate,
)
from symbolic_measures.kernel.rules.theorems import is_mean
from symbolic_measures.kernel.truth import holds
from symbolic_measures.meaning.approaches import CONTINUOUS, Approach, at_the_end
from symbolic_measures.meaning.measure import Measure, Reading
from symbolic_measures.meaning.samples import parameter_samples
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.search.factored import factored
from symbolic_measures.search.orders import (
    ALGEBRAIC,
    ZERO,
    Point,
    Rewriting,
    gathered,
    leading,
    parted,
    plain,
    sign_of,
    value_at,
)

SMALL = (Fraction(1, 7), Fraction(1, 300), Fraction(1, 10**7))
#: Where the assumptions are looked at; they may exclude single values.
TRIES = (*(Fraction(k, 4) for k in range(1, 9)), *map(Fraction, (3, 4, 10**6)), *SMALL)


def certificates(
    subject: Measure, approach: Approach, support: tuple[str, ...], limits: Sequence[str] = ()
) -> Iterator[dict[str, Any]]:
    """Certificates that may hold at the pattern; `limits` are tried first as its value."""
    samples = _samples(subject, approach, support)
    zeros = {n: 0 for n in CELLS if n not in support and n != approach.variable}
    for scale in (1, 2):
        way, own = approach.way(scale), _own(subject, approach, scale)
        if (excluded := _excluded(own, samples)) is not None:
            for near in (None, "1/5"):
                yield {"kind": "excluded", "scale": scale, "near": near, "assumption": excluded}
            return
        tree = subject.formula.at(**zeros).at(**{approach.variable: way})
        base = {"scale": scale, "near": _near(own, support, samples)}
        if all(value_at(tree, {**p, "t": _q(t)}) is None for p in samples for t in SMALL):
            yield {"kind": "undefined", **base}
            return
        trees = dict.fromkeys((tree, _settled(tree, samples)))
        for found in (
            item for one in trees for item in _rewritings(subject, one, support, samples)
        ):
            rewritten, power = found.tree, found.power
            at_end, _ = at_the_end(rewritten, approach, way)
            values = [value_at(at_end, point) for point in samples]
            if any(value is None for value in values):
                continue
            there = [*own, Atom(tree, "defined"), Atom(rewritten, "defined")]
            shown = (*limits, _shown(subject, _settled(at_end, samples), support))
            fitting = [one for one in shown if _fits(one, subject, values, samples, zeros)]
            for near in dict.fromkeys((_near(there, support, samples), _far(support))):
                base = {"scale": scale, "near": near, "rewritten": str(rewritten)}
                signs = {sign_of(value) for value in values if value is not None}
                growth = None if found.growth is None else str(found.growth)
                if found.growth is not None:
                    counts = [value_at(found.growth, point) for point in samples]
                    signs = {0 if value is None else sign_of(value) for value in counts}
                if (power or growth) and signs in ({1}, {-1}):
                    more = {"power": power, "log": growth, "sign": signs.pop()}
                    yield {"kind": "infinite", **base, **more}
                for limit in fitting if not (power or growth) else ():
                    yield {"kind": "finite", **base, "limit": limit}


def _fits(
    limit: str, subject: Measure, values: list[Value | None], samples: list[Point], zeros: Any
) -> bool:
    """Whether a limit has the values at the samples."""
    tree = parse(limit, names={}, parameters=(*CELLS, *subject.parameters)).at(**zeros)
    for point, value in zip(samples, values, strict=True):
        here = value_at(tree, point)
        if here is None or value is None or sign_of(add(here, negate(value))) != 0:
            return False
    return True


# --- samples -----------------------------------------------------------------------------------


def _q(value: Fraction) -> fmpq:
    return fmpq(value.numerator, value.denominator)


def _samples(subject: Measure, approach: Approach, support: tuple[str, ...]) -> list[Point]:
    """A few matrices of the pattern with admissible values of what does not move."""
    cells = [
        dict(zip(support, map(fmpq, row))) for row in ((1, 1, 1, 1), (2, 3, 5, 7), (9, 4, 1, 6))
    ]
    others = parameter_samples(Reading(subject)) or [{}]
    still = [{n: v for n, v in p.items() if n != approach.variable} for p in others]
    return [{**row, **still[number % len(still)]} for number, row in enumerate(cells)]


def _own(subject: Measure, approach: Approach, scale: int) -> list[Atom]:
    """The assumptions that speak of what moves, on the way."""
    way = {approach.variable: approach.way(scale)}
    own = [a for a in subject.conditions if approach.variable in a.expr.symbols()]
    return [atom.at(**way) for atom in own]


def _far(support: tuple[str, ...]) -> str:
    """A bound that falls as the cells grow."""
    return f"1/({' + '.join(('1', *support))})"


def _near(own: list[Atom], support: tuple[str, ...], samples: list[Point]) -> str | None:
    """How near t must be to 0 for that to hold: a number, or a formula in the cells."""
    far = _far(support)
    for near in (None, "1", "1/2", "1/5", far):
        limit = None if near is None else parse(near, names={}, parameters=support)
        if all(
            holds(atom, {**p, "t": _q(t)}) is not False
            for p in samples
            for t in TRIES
            if limit is None or _below(t, limit, p)
            for atom in own
        ):
            return near
    return far


def _below(t: Fraction, limit: Formula, point: Point) -> bool:
    value = value_at(limit, point)
    return isinstance(value, fmpq) and _q(t) < value


def _excluded(own: list[Atom], samples: list[Point]) -> int | None:
    """An assumption that fails on the way."""
    for number, atom in enumerate(own):
        if not any(holds(atom, {**p, "t": _q(t)}) for p in samples for t in SMALL[1:]):
            return number
    return None


# --- rewriting ----------------------------------------------------------------------------------


def _rewritings(
    subject: Measure, tree: Formula, support: tuple[str, ...], points: list[Point]
) -> Iterator[Rewriting]:
    """As it is, 0, by leading terms, by parts, with logarithms and powers of the way."""
    cells = tuple(Variable(name, "positive") for name in support)
    variables = (*cells, *subject.variables, Variable("t", "positive"))
    goal = Goal(variables, subject.conditions, Atom(tree, "=="))
    if tree.ops <= CONTINUOUS:
        yield Rewriting(tree)
    seen = [value_at(tree, {**p, "t": _q(t)}) for p in points for t in (Fraction(1), *SMALL)]
    if {sign_of(value) for value in seen if value is not None} == {0}:
        yield Rewriting(ZERO)
    with suppress(RuleError):
        yield from (Rewriting(*found) for found in leading(goal, tree))
    parts = _by_parts(goal, tree)
    if parts is not None and parts != tree and parts.ops <= CONTINUOUS:
        yield Rewriting(parts)
    if not tree.ops <= ALGEBRAIC:
        with suppress(RuleError):
            yield from gathered(goal, parted(goal, tree, points))


def _settled(tree: Formula, points: list[Point]) -> Formula:
    """Without the kinks whose test seems to have one sign near the end."""
    for node in tree.walk():
        if node.op not in ("Abs", "Min", "Max", "ifzero"):
            continue
        test = node.args[0] if node.op in ("Abs", "ifzero") else node.args[0] - node.args[1]
        seen = [value_at(test, {**p, "t": _q(t)}) for p in points for t in SMALL]
        signs = {sign_of(value) for value in seen if value is not None}
        if len(signs) != 1 or any(value is None for value in seen):
            continue
        (here,) = signs
        match node.op:
            case "Abs":
                settled = node.args[0] if here >= 0 else -node.args[0]
            case "ifzero":
                settled = node.args[1 if here == 0 else 2]
            case op:
                settled = node.args[0 if (here >= 0) == (op == "Max") else 1]
        return _settled(tree.replace({node: settled}), points)
    return tree


def _by_parts(goal: Goal, tree: Formula) -> Formula | None:
    """The same operations on rewritten parts; None if some part grows without bound."""
    if not tree.children or "t" not in tree.symbols() or is_mean(tree):
        return tree
    if tree.ops <= ALGEBRAIC:
        try:
            found, power = next(leading(goal, tree))
        except (RuleError, StopIteration):
            return None
        return found if power == 0 else None
    parts = [_by_parts(goal, part) for part in tree.children]
    if any(part is None for part in parts):
        return None
    return Formula(tree.op, *parts)


def _shown(subject: Measure, tree: Formula, support: tuple[str, ...]) -> str:
    """The limit, its algebraic parts each as one factored fraction."""
    letters = [Variable(name, "positive") for name in support]

    def shown(node: Formula) -> Formula:
        if node.ops <= ALGEBRAIC and node.children:
            try:
                return factored(Reading(subject), node, letters)
            except RuleError:
                return node
        return Formula(node.op, *map(shown, node.children)) if node.children else node

    return str(shown(plain(tree)))
