"""One measure as a function of another: candidates by interpolation and from a list.

Exact values at small matrices fix the coefficients of a Moebius transformation, and of a function
that is affine in x or x^2 with coefficients affine in P/n.  The list has what occurs between
published measures.  A candidate that fits the small matrices is still only a candidate.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flint import fmpq, fmpq_mat

from symbolic_measures.kernel.exact import CannotTellError, UndefinedError, Value, compare, multiply
from symbolic_measures.kernel.truth import Point, evaluator, holds
from symbolic_measures.nouns.confusion import CELLS, N, P, compositions
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.statement import Atom
from symbolic_measures.questions.compare.equivalence import function

#: What occurs between published measures, in x.
KNOWN = (
    "x", "1-x", "x^2", "sqrt(x)", "acos(x)/pi", "sqrt(2*(1-x))", "1-acos(x)/pi", "1-x^2/2",
    "sqrt(3)/pi*x", "pi/sqrt(3)*x", "log(x)", "log(x/(1-x))", "2*x-1", "(x+1)/2", "x/(2-x)",
    "2*x/(1+x)", "x/(1-x)", "x/(1+x)", "(x+sqrt(x))/2", "sqrt(1-x)", "sqrt((1-x)/2)",
)  # fmt: skip
#: The largest n of the matrices that fix the coefficients, and of those that speak of bounds.
LARGEST, LARGE = 5, 7
BOUNDS = (("0", "1"), ("-1", "1"), ("0", ""), ("-1", ""), ("", ""))
Row = list[fmpq]


def candidates(value: Formula, base: Formula, parameters: Point) -> Iterator[str]:
    """Texts of functions f with value = f(base) at small matrices where both are defined."""
    points = _points(parameters, LARGEST)
    pairs = [(p, a, b) for p in points if (a := _at(value, p)) is not None
             and (b := _at(base, p)) is not None]  # fmt: skip
    seen = set()
    for text in (*KNOWN, *_interpolated(pairs)):
        if text not in seen and _fits(text, value, base, pairs, parameters):
            yield text
        seen.add(text)


def _at(tree: Formula, point: Point) -> Value | None:
    try:
        return evaluator(tree)(point)
    except (UndefinedError, CannotTellError):
        return None


def _fits(
    text: str,
    value: Formula,
    base: Formula,
    pairs: Sequence[tuple[Point, Value, Value]],
    parameters: Point,
) -> bool:
    tree = function(text, tuple(parameters)).at(x=base, P=P, N=N)
    atom = Atom(value - tree, "==")
    return bool(pairs) and all(holds(atom, point) is True for point, _, _ in pairs)


def _interpolated(pairs: Sequence[tuple[Point, Value, Value]]) -> Iterator[str]:
    """Moebius transformations, and a(P/n) + b(P/n)*x^k with affine a and b."""
    rational = [(p, a, b) for p, a, b in pairs if isinstance(a, fmpq) and isinstance(b, fmpq)]
    found = _kernel([[b, fmpq(1), -a * b, -a] for _, a, b in rational])
    if found is not None and found[2] != 0:
        a, b, c, d = found
        yield f"({_sum((a, 'x'), (b, ''))})/({_sum((c, 'x'), (d, ''))})"
    for power in (1, 2):
        rows = []
        for point, a, b in pairs:
            x = b if power == 1 else multiply(b, b)
            if isinstance(a, fmpq) and isinstance(x, fmpq):
                share = (point["TP"] + point["FN"]) / sum((point[c] for c in CELLS), fmpq(0))
                rows.append([fmpq(1), share, x, share * x, -a])
        u = "x" if power == 1 else "x^2"
        plain = _kernel([[row[0], row[2], row[4]] for row in rows])
        if plain is not None and plain[2] != 0:
            a, b = plain[0] / plain[2], plain[1] / plain[2]
            yield _sum((b, u), (a, ""))
        solved = _kernel(rows)
        if solved is not None and solved[4] != 0:
            a, b, c, d = (part / solved[4] for part in solved[:4])
            slope = _sum((c, ""), (d, "P/n"))
            yield f"{_sum((a, ''), (b, 'P/n'))} + ({slope})*{u}"


def _sum(*terms: tuple[fmpq, str]) -> str:
    """`2*x - 1`."""
    text = ""
    for size, what in terms:
        if size != 0:
            number = "" if what and abs(size) == 1 else f"{abs(size)}"
            sign = ("-" if size < 0 else "") if not text else " - " if size < 0 else " + "
            text += sign + "*".join(part for part in (number, what) if part)
    return text or "0"


def bounds(base: Formula, parameters: Point) -> Iterator[tuple[str, str]]:
    """Bounds that the values at small matrices keep, narrow ones first."""
    values = [v for p in _points(parameters, LARGE) if (v := _at(base, p)) is not None]
    for low, high in BOUNDS:
        below = low and any(compare(value, fmpq(int(low))) < 0 for value in values)
        above = high and any(compare(value, fmpq(int(high))) > 0 for value in values)
        if not below and not above:
            yield low, high


def _points(parameters: Point, largest: int) -> list[dict[str, fmpq]]:
    return [
        {**parameters, **dict(zip(CELLS, map(fmpq, cells), strict=True))}
        for n in range(1, largest + 1)
        for cells in compositions(n, len(CELLS))
    ]


def _kernel(rows: list[Row]) -> Row | None:
    """The vector that all rows are orthogonal to, if there is one up to a factor."""
    if not rows:
        return None
    width = len(rows[0])
    reduced, rank = fmpq_mat(rows).rref()
    if rank != width - 1:
        return None
    leads = [next(j for j in range(width) if reduced[i, j] != 0) for i in range(rank)]
    (free,) = set(range(width)) - set(leads)
    found = [fmpq(0)] * width
    found[free] = fmpq(1)
    for i, lead in enumerate(leads):
        found[lead] = -reduced[i, free]
    return found
