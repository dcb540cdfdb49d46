"""Instances of properties for every n from some n on, and conflicts with symbolic n.

At a matrix such as (0, 1, 1, n - 2) an instance is a linear constraint whose coefficients are
polynomials in n.  If multiples of some constraints, by polynomials in n, add up to an absurdity
for every n >= least, no measure has the properties at any such n.  That is a goal of the kernel:
t = n - least is a natural number, the values of M are real variables, the constraints are the
hypotheses, and the conclusion is 0 > 0.

Invariant: at every n >= least the constraint of a pattern is (up to a positive factor) that of the
instance there; a test compares the two.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb, factorial
from typing import Any

from flint import fmpq, fmpq_poly

from symbolic_measures.kernel.algebra import RuleError
from symbolic_measures.macros import replay
from symbolic_measures.meaning.instances import RELATIONS, InstanceError, anything, goals, summands
from symbolic_measures.nouns.errors import CertificateError
from symbolic_measures.nouns.formula import Formula, exponent_of, formula, symbol
from symbolic_measures.nouns.inequalities import Comparison
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.nouns.verdict import Step

_ENTRY = re.compile(r"(0|[1-9][0-9]{0,5})|(n)(?: - ([1-9][0-9]{0,5}))?")
N = fmpq_poly([0, 1])
#: The natural variable n - least.
SHIFTED = "t"


@dataclass(frozen=True)
class Line:
    """a*n + b with whole a >= 0."""

    slope: int
    constant: int

    @classmethod
    def parse(cls, text: str) -> Line:
        """`3`, `n` or `n - 2`; InstanceError for anything else."""
        found = _ENTRY.fullmatch(text)
        if found is None:
            raise InstanceError(f"{text!r} is neither a whole number nor n less one")
        if found[1]:
            return cls(0, int(found[1]))
        return cls(1, -int(found[3] or 0))

    def __str__(self) -> str:
        if not self.slope:
            return str(self.constant)
        first = "n" if self.slope == 1 else f"{self.slope}*n"
        sign = " - " if self.constant < 0 else " + "
        return first + (f"{sign}{abs(self.constant)}" if self.constant else "")

    def __add__(self, other: Line) -> Line:
        return Line(self.slope + other.slope, self.constant + other.constant)

    def __sub__(self, other: Line) -> Line:
        return Line(self.slope - other.slope, self.constant - other.constant)

    def at(self, n: int) -> int:
        """The number at that n."""
        return self.slope * n + self.constant

    def holds(self, relation: str, least: int) -> bool:
        """Whether it is > 0, >= 0 or == 0 at every n >= least: at the least, and not falling."""
        if relation == "==":
            return self.slope == self.constant == 0
        if relation not in (">", ">="):
            return False
        end = self.at(least)
        return self.slope >= 0 and (end > 0 if relation == ">" else end >= 0)


Matrix = tuple[Line, ...]


@dataclass(frozen=True)
class Pattern:
    """A goal of a property at a point that depends on n, or at two choices of sizes P, P^.

    `constant` are two choices of a true class, which all elements have, and of the predicted sizes:
    then there is one outcome only.
    """

    property: str
    goal: int
    point: tuple[tuple[str, Line], ...] = ()
    sizes: tuple[tuple[int, int], ...] = ()
    constant: tuple[tuple[int, Matrix], ...] = ()

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        data: dict[str, Any] = {"property": self.property, "goal": self.goal}
        if self.constant:
            told = [[true, list(map(str, predicted))] for true, predicted in self.constant]
            return {**data, "constant": told}
        if self.sizes:
            return {**data, "sizes": [["n", *pair] for pair in self.sizes]}
        return {**data, "point": {name: str(line) for name, line in self.point}}

    @classmethod
    def from_data(cls, data: Any) -> Pattern:
        """Inverse of `to_data`; InstanceError for anything else."""
        try:
            point = tuple((str(k), Line.parse(v)) for k, v in data.get("point", {}).items())
            sizes = tuple((p, q) for _, p, q in data.get("sizes", ()))
            constant = tuple(
                (true, tuple(map(Line.parse, sizes_))) for true, sizes_ in data.get("constant", ())
            )
            made = cls(str(data["property"]), data["goal"], point, sizes, constant)
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            raise InstanceError(f"a pattern is not well formed: {error}") from None
        numbers = [made.goal, *(number for pair in sizes for number in pair)]
        numbers += [true for true, _ in constant]
        if any(type(number) is not int or number < 0 for number in numbers):
            raise InstanceError("a goal and sizes are whole numbers")
        if data != made.to_data():
            raise InstanceError("a pattern is not in the form that is written")
        return made


@dataclass(frozen=True)
class Stated:
    """The sum of coefficients[matrix] * M(matrix), compared with 0, for every n >= least."""

    coefficients: Mapping[Matrix, fmpq_poly]
    relation: Comparison


def stated(pattern: Pattern, least: int, classes: int = 2) -> Stated:
    """What a pattern says; InstanceError if a hypothesis fails at some n >= least."""
    wanted = goals(pattern.property, anything(classes))
    if pattern.goal >= len(wanted):
        raise InstanceError(f"{pattern.property} has no goal {pattern.goal}")
    goal = wanted[pattern.goal]
    if goal.conclusion.rel == "constant-mean":
        choose = _expectations if classes == 2 else _single_outcomes
        terms, relation = choose(pattern, goal, least, classes), "=="
    else:
        terms, relation = _compared(pattern, goal, least), str(goal.conclusion.rel)
    if relation not in RELATIONS:
        raise InstanceError(f"{relation} is not linear")
    for matrix in terms:
        if not all(cell.holds(">=", least) for cell in matrix):
            raise InstanceError("no confusion matrix")
        if not sum(matrix, Line(0, 0)).holds(">", least):
            raise InstanceError("an empty matrix")
    return Stated({m: c for m, c in terms.items() if c != 0}, RELATIONS[relation])


def _compared(pattern: Pattern, goal: Goal, least: int) -> dict[Matrix, fmpq_poly]:
    chosen = pattern.sizes or pattern.constant
    if chosen or [name for name, _ in pattern.point] != [v.name for v in goal.variables]:
        raise InstanceError("these are not the variables of the goal")
    point = dict(pattern.point)
    if not all(line.holds(">=", least) for line in point.values()):
        raise InstanceError("a variable is a whole number >= 0")
    for atom in goal.hypotheses:
        if atom.rel == "defined":  # a measure that is only a name is defined at every matrix
            for cells, _ in summands(atom.expr):
                if not all(_line(cell, point).holds(">=", least) for cell in cells):
                    raise InstanceError("no confusion matrix")
        elif not _line(atom.expr, point).holds(atom.rel, least):
            raise InstanceError(f"the hypothesis {atom} does not hold")
    found: dict[Matrix, fmpq_poly] = {}
    for cells, count in summands(goal.conclusion.expr):
        matrix = tuple(_line(cell, point) for cell in cells)
        found[matrix] = found.get(matrix, fmpq_poly()) + count
    return found


def _line(tree: Formula, point: Mapping[str, Line]) -> Line:
    """A sum of variables and whole numbers at the point."""
    if tree.op == "symbol":
        return point[tree.args[0]]
    if tree.op == "number" and tree.args[0].denominator == 1:
        return Line(0, int(tree.args[0]))
    if tree.op in ("+", "-"):
        left, right = (_line(arg, point) for arg in tree.args)
        return left + right if tree.op == "+" else left - right
    raise InstanceError(f"{tree} is not a sum")


def _single_outcomes(
    pattern: Pattern, goal: Goal, least: int, classes: int
) -> dict[Matrix, fmpq_poly]:
    """The difference of E[M], each the value at the one matrix whose elements are of one true class
    and have these predicted sizes; none of them is n, and they add up to n."""
    plain = not pattern.point and not pattern.sizes and len(pattern.constant) == 2
    if not plain or goal.conclusion.expr.op != "value":
        raise InstanceError("an expectation is compared at two choices of sizes")
    found: dict[Matrix, fmpq_poly] = {}
    size = Line(1, 0)
    for (true, predicted), sign in zip(pattern.constant, (-1, 1), strict=True):
        if true >= classes or len(predicted) != classes:
            raise InstanceError("there is a true class, and a predicted size for each class")
        if sum(predicted, Line(0, 0)) != size:
            raise InstanceError("the predicted sizes add up to n")
        if not all((size - own).holds(">", least) for own in predicted):
            raise InstanceError("no predicted size is n")
        empty = (Line(0, 0),) * classes
        matrix = tuple(c for i in range(classes) for c in (predicted if i == true else empty))
        found[matrix] = found.get(matrix, fmpq_poly()) + sign
    return found


def _expectations(
    pattern: Pattern, goal: Goal, least: int, classes: int = 2
) -> dict[Matrix, fmpq_poly]:
    """n(n - 1)...(n - k + 1) times the difference of E[M], k the larger P^, in lowest terms."""
    if (
        pattern.point
        or pattern.constant
        or len(pattern.sizes) != 2
        or goal.conclusion.expr.op != "value"
    ):
        raise InstanceError("an expectation is compared at two choices of sizes")
    found: dict[Matrix, fmpq_poly] = {}
    most = max(predicted for _, predicted in pattern.sizes)
    for (positives, predicted), sign in zip(pattern.sizes, (-1, 1), strict=True):
        if not 0 < predicted < least or positives > least or positives + predicted > least:
            raise InstanceError("sizes have 0 < P^ < n, P <= n and here P + P^ <= n")
        rest = _falling(N, most) // _falling(N, predicted)
        for k in range(min(positives, predicted) + 1):
            wrong = predicted - k
            ways = comb(positives, k) * _falling(N - positives, wrong)
            share = ways * rest * factorial(predicted) / factorial(wrong)
            matrix = (
                Line(0, k), Line(0, positives - k), Line(0, wrong),
                Line(1, k - positives - predicted),
            )  # fmt: skip
            found[matrix] = found.get(matrix, fmpq_poly()) + sign * share
    common = fmpq_poly()
    for poly in found.values():
        common = common.gcd(poly) if common != 0 else poly
    if common.degree() > 0 and all(c > 0 for c in common(N + least).coeffs()):
        return {matrix: poly // common for matrix, poly in found.items()}
    return found


def _falling(base: fmpq_poly, times: int) -> fmpq_poly:
    """base(base - 1)...(base - times + 1)."""
    product = fmpq_poly([1])
    for k in range(times):
        product *= base - k
    return product


def _poly(tree: Formula) -> fmpq_poly:
    """The polynomial in one variable that a formula is."""
    if tree.op == "symbol":
        return N
    if tree.op == "number":
        return fmpq_poly([fmpq(tree.args[0].numerator, tree.args[0].denominator)])
    if tree.op == "neg":
        return -_poly(tree.args[0])
    if tree.op == "^":
        return _poly(tree.args[0]) ** int(exponent_of(tree) or 0)
    left, right = map(_poly, tree.args)
    return left + right if tree.op == "+" else left - right if tree.op == "-" else left * right


def names_of(lines: list[Stated]) -> dict[Matrix, str]:
    """A variable for the value at each matrix."""
    matrices = dict.fromkeys(matrix for line in lines for matrix in line.coefficients)
    return {matrix: f"x{number}" for number, matrix in enumerate(matrices, 1)}


def absurdity(lines: list[Stated], least: int) -> Goal:
    """The lines have no common solution, at any n = t + least."""
    names = names_of(lines)
    t = symbol(SHIFTED)
    hypotheses = []
    for line in lines:
        total: Formula | None = None
        for matrix, poly in line.coefficients.items():
            term = _tree(poly(N + least), t) * symbol(names[matrix])
            total = term if total is None else total + term
        hypotheses.append(Atom(total or formula(0), line.relation))  # type: ignore[arg-type]
    variables = (Variable(SHIFTED, "natural"), *(Variable(x, "real") for x in names.values()))
    return Goal(variables, tuple(hypotheses), Atom(formula(0), ">"), label=f"n >= {least}")


def _tree(poly: fmpq_poly, variable: Formula) -> Formula:
    total = formula(0)
    for power, c in enumerate(poly.coeffs()):
        if c != 0:
            number = formula(Fraction(int(c.p), int(c.q)))
            total = total + (number * variable**power if power else number)
    return total


@dataclass(frozen=True)
class EveryN:
    """Patterns that contradict each other at every n >= least, with the kernel's proof."""

    least: int
    patterns: tuple[Pattern, ...]
    proof: Step
    classes: int = 2

    @property
    def properties(self) -> tuple[str, ...]:
        """The properties that no measure has together, at any n >= least."""
        return tuple(dict.fromkeys(pattern.property for pattern in self.patterns))

    def properties_of(self, order: tuple[str, ...]) -> tuple[str, ...]:
        """The same, in another order."""
        return tuple(name for name in order if name in self.properties)

    @property
    def lines(self) -> list[Stated]:
        """What the patterns say."""
        return [stated(pattern, self.least, self.classes) for pattern in self.patterns]

    @property
    def multipliers(self) -> list[fmpq_poly]:
        """The polynomials in n by which the proof multiplies the lines."""
        (added,) = self.proof.premises
        texts = added.args["multipliers"]
        found = []
        for number in range(len(self.patterns)):
            tree = parse(str(texts.get(str(number), "0")), names={}, parameters=(SHIFTED,))
            found.append(_poly(tree)(N - self.least))
        return found

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        return {
            "least": self.least,
            **({} if self.classes == 2 else {"classes": self.classes}),
            "lines": [
                {**pattern.to_data(), "constraint": written(line)}
                for pattern, line in zip(self.patterns, self.lines, strict=True)
            ],
            "proof": self.proof.to_data(),
        }

    @classmethod
    def from_data(cls, data: Any) -> EveryN:
        """Every line built anew and the proof replayed; InstanceError if one fails."""
        try:
            least = data["least"]
            if type(least) is not int or least < 1:
                raise InstanceError("least is a whole number >= 1")
            patterns = tuple(
                Pattern.from_data({k: v for k, v in line.items() if k != "constraint"})
                for line in data["lines"]
            )
            classes = data.get("classes", 2)
            if type(classes) is not int or classes not in (2, 3):
                raise InstanceError("conflicts for every n are of 2 or 3 classes")
            made = cls(least, patterns, Step.from_data(data["proof"]), classes)
            replay(absurdity(made.lines, least), made.proof)
        except (CertificateError, RuleError) as error:
            raise InstanceError(f"the proof for every n fails: {error}") from None
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            raise InstanceError(f"not a proof for every n: {error}") from None
        if data != made.to_data():
            raise InstanceError("the lines say something else")
        return made


def value_at(matrix: Matrix) -> str:
    """`M(0, 1, 1, n - 2)`."""
    return f"M({', '.join(map(str, matrix))})"


def written(line: Stated) -> str:
    """`(n - 1)*M(0, 1, 1, n - 2) - M(1, 0, 0, n - 1) >= 0`."""
    text = ""
    for matrix, poly in line.coefficients.items():
        lead = poly.coeffs()[-1]
        sign = ("-" if lead < 0 else "") if not text else " - " if lead < 0 else " + "
        size = polynomial(poly if lead > 0 else -poly)
        size = "" if size == "1" else f"({size})*" if " " in size else f"{size}*"
        text += f"{sign}{size}{value_at(matrix)}"
    return f"{text or '0'} {line.relation} 0"


def polynomial(poly: fmpq_poly) -> str:
    """`2`, `n - 1`, `2*n^2 + 1`."""
    terms = [(power, c) for power, c in enumerate(poly.coeffs()) if c != 0][::-1]
    text = ""
    for power, c in terms:
        sign = ("-" if c < 0 else "") if not text else " - " if c < 0 else " + "
        size = abs(c)
        shown = ("n" if power == 1 else f"n^{power}") if power else ""
        number = "" if shown and size == 1 else str(size)
        text += sign + "*".join(part for part in (number, shown) if part)
    return text or "0"
