"""Candidates for families of counterexamples: points of a goal that grow with a number e.

At a ratio rho = N/P the two classes have k*P and k*N elements; each is split among its cells in the
same few ways, such as 1 against k - 1.  Otherwise the cells are 0, 1, e and the like.  Nothing here
is trusted: `regions` says what must be proved of a family.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cmp_to_key, lru_cache
from itertools import permutations, product

import numpy as np
from flint import fmpq

from symbolic_measures.kernel.algebra import Poly, RuleError
from symbolic_measures.kernel.exact import CannotTellError, UndefinedError, Value, compare
from symbolic_measures.kernel.reader import reader
from symbolic_measures.kernel.truth import evaluator, fails
from symbolic_measures.meaning.dependence import rational
from symbolic_measures.meaning.families import Family
from symbolic_measures.meaning.property import ZERO, at
from symbolic_measures.meaning.ratios import RHO, sizes, tree_of
from symbolic_measures.meaning.regions import Asked, substituted
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.derivative import derivative
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.nouns.verdict import Witness
from symbolic_measures.search.floats import may_fail, values

#: A point of the parameters, and of rho.
Place = Mapping[str, Formula]

#: Values of e at which families are looked at; a family for a region must fail at the last one.
FAR = 10**15
GROWN = (1, 2, 3, 10, 10**4)
#: Rates of recognition at which a section is looked at.
NEAR = Fraction(1, 1000)
RATES = (*(Fraction(k, 12) for k in range(13)), NEAR, 1 - NEAR, NEAR**3, 1 - NEAR**3)
COARSE = (*RATES[:13:4], NEAR, 1 - NEAR)

SQUARE = "(e - 1)*(e - 1)"
#: How a class of so many elements is split: its parts, the others are 0.
SPLITS: dict[str, tuple[tuple[str, ...], ...]] = {
    "e": (("e",), ("1", "(e - 1)"), ("1", "1", "(e - 2)")),
    "2*e": (("e", "e"), ("1", "(e - 1)", "e")),
    "e*e": (
        ("e*e",), ("1", "(e*e - 1)"), (SQUARE, "(2*e - 1)"), ("e", "(e*e - e)"),
        ("1", "e", "(e*e - e - 1)"), ("1", "1", "(e*e - 2)"),
    ),
}  # fmt: skip
#: Cells of the first matrix where there is no ratio, simple ones first.
CELLS_TRIED = ("0", "1", "e", "2", "e*e")
SIMPLE_FIRST = sorted(
    (texts for texts in product(CELLS_TRIED, repeat=4) if "e" in "".join(texts)),
    key=lambda texts: (sum(map(CELLS_TRIED.index, texts)), texts),
)
FEW = [texts for texts in SIMPLE_FIRST if not {"2", "e*e"} & set(texts)]


def classes(goal: Goal) -> tuple[list[str], list[str]] | None:
    """The variables whose sums are P and N of the first matrix; None if they are no such sums."""
    found: list[list[str]] = []
    for tree in sizes(goal):
        names = [node.args[0] for node in tree.walk() if node.op == "symbol"]
        total = sum((symbol(name) for name in names[1:]), start=symbol(names[0]))
        read = reader(Goal(tuple(Variable(name, "real") for name in names), (), Atom(tree, "==")))
        if not read.ratio(tree - total)[0].is_zero():
            return None
        found.append(sorted(names, key=[v.name for v in goal.variables].index))
    return found[0], found[1]


def from_witness(question: Asked, witness: Witness) -> Iterator[Family]:
    """The same counterexample: at a ratio for classes of P and N elements, for any P and N."""
    if witness.kind == "expectation":
        triples = tuple(tuple(map(int, triple)) for triple in witness.matrices)
        yield Family(witness.goal, {}, "", triples)
        return
    parameters = question.subject.parameters
    cells = {name: text for name, text in witness.point.items() if name not in parameters}
    if not question.ratio:
        yield Family(witness.goal, cells)
        return
    rows = classes(question.statement.goals[witness.goal])
    if rows is not None:
        totals = [sum(int(cells[name]) for name in row) for row in rows]
        for row, letter, other in zip(rows, "PN", reversed(totals), strict=True):
            cells |= {name: _times(str(int(cells[name]) * other), letter) for name in row}
        yield Family(witness.goal, cells)


def growing(question: Asked, known: Mapping[int, Mapping[str, str]]) -> Iterator[Family]:
    """Families for each goal; `known` has a counterexample for some."""
    for number, goal in enumerate(question.statement.goals):
        if goal.conclusion.rel == "constant-mean" or not set(CELLS) & {
            variable.name for variable in goal.variables
        }:
            continue
        if question.prop.below == "tetrahedron":
            for family in _highest(question, number, goal):
                yield _of_one_size(family, question.subject.parameters)
        elif question.below_maximum:
            yield from _highest(question, number, goal)
        elif question.ratio:
            yield from _of_classes(number, goal)
        else:
            yield from _free(number, goal, question.subject.parameters, known.get(number))


def _of_classes(number: int, goal: Goal) -> Iterator[Family]:
    rows = classes(goal)
    if rows is None:
        return
    for splits in SPLITS.values():
        for first, second in product(*(list(_split(len(row), splits)) for row in rows)):
            pairs = [*zip(rows[0], first, strict=True), *zip(rows[1], second, strict=True)]
            letters = {**dict.fromkeys(rows[0], "P"), **dict.fromkeys(rows[1], "N")}
            yield Family(number, {name: _times(text, letters[name]) for name, text in pairs})


def _times(text: str, letter: str) -> str:
    return {"0": "0", "1": letter}.get(text, f"{text}*{letter}")


def _split(count: int, splits: tuple[tuple[str, ...], ...]) -> Iterator[tuple[str, ...]]:
    """The parts in every order among so many cells."""
    seen: dict[tuple[str, ...], None] = {}
    for parts in splits:
        if len(parts) <= count:
            padded = (*parts, *("0",) * (count - len(parts)))
            seen |= dict.fromkeys(sorted(set(permutations(padded))))
    yield from seen


def _free(
    number: int, goal: Goal, parameters: tuple[str, ...], known: Mapping[str, str] | None
) -> Iterator[Family]:
    own = [v.name for v in goal.variables if v.name not in parameters]
    second = [name for name in own if name not in CELLS]
    if not second:
        for texts in SIMPLE_FIRST:
            cells = dict(zip(CELLS, texts, strict=True))
            yield Family(number, {name: cells[name] for name in own})
        return
    for texts in SIMPLE_FIRST if known else ():
        cells = {**(known or {}), **dict(zip(CELLS, texts, strict=True))}
        yield Family(number, {name: cells[name] for name in own})
    if len(goal.blocks) == 2 and len(second) <= 3:
        yield from _same_size(number, own, second)


def _same_size(number: int, own: list[str], second: list[str]) -> Iterator[Family]:
    """The cells of the second matrix are sums of those of the first, so n is the same."""
    ways = [way for way in product(second, repeat=4) if set(way) == set(second)]
    for texts in FEW:
        first = dict(zip(CELLS, texts, strict=True))
        seen = set()
        for way in ways:
            sums: dict[str, list[str]] = {name: [] for name in second}
            for text, name in zip(texts, way, strict=True):
                sums[name] += [text] if text != "0" else []
            cells = {name: " + ".join(sums[name]) or "0" for name in second}
            if tuple(cells.values()) not in seen:
                seen.add(tuple(cells.values()))
                yield Family(number, {name: {**first, **cells}[name] for name in own})


def side_slope(question: Asked) -> Goal | None:
    """dM/dt >= 0 along the side, towards TPTN; None if there is no derivative."""
    tp, fn, fp, tn = question.statement.goals[0].matrices[0]
    move = {"TP": 1, "FN": -1} if fp == ZERO else {"TN": 1, "FP": -1}
    try:
        slope = derivative(at(question.reading.formula, (tp, fn, fp, tn)), move)
    except ValueError:
        return None
    names = [name for name, cell in zip(CELLS, (tp, fn, fp, tn), strict=True) if cell != ZERO]
    variables = (*(Variable(name, "positive") for name in names), *question.subject.variables)
    matrices = ((tp, fn, fp, tn),)
    return None if slope is None else Goal(variables, (), Atom(slope, ">="), matrices)


def _highest(question: Asked, number: int, goal: Goal) -> Iterator[Family]:
    """Matrices of the side that may be a maximum: its other end, its middle, where it is flat."""
    first = goal.matrices[0][2] == ZERO
    right, wrong, whole = ("TP", "FN", "P") if first else ("TN", "FP", "N")
    rest = {"TN": "N"} if first else {"TP": "P"}
    yield Family(number, {right: "0", wrong: whole, **rest})
    yield Family(number, {right: f"{whole}/2", wrong: f"{whole}/2", **rest})
    along = side_slope(question)
    if along is None:
        return
    sums = {wrong: symbol(whole) - symbol(right), **{n: symbol(t) for n, t in rest.items()}}
    slope = along.conclusion.expr.at(**sums)
    variables = [Variable(name, "positive") for name in ("P", "N", right)]
    variables += question.subject.variables
    try:
        read = reader(Goal(tuple(variables), (), Atom(slope, "==")))
        top = rational(read.ratio(slope)[0], read.roots)
    except RuleError:
        return
    place = read.names.index(right)
    for piece, _ in top.factor()[1]:
        if piece.degrees()[place] == 1:
            found = _root(piece, place, (right, wrong), whole, read.names)
            yield Family(number, {**rest, **found})


def _of_one_size(family: Family, parameters: tuple[str, ...]) -> Family:
    """The matrix of a section as one where P = N = 1."""
    one = formula(1)
    trees = {name: _tree(text, parameters) for name, text in family.cells.items()}
    return replace(family, cells={n: str(tree.at(P=one, N=one)) for n, tree in trees.items()})


def _root(
    piece: Poly, place: int, names: tuple[str, str], whole: str, letters: tuple[str, ...]
) -> dict[str, str]:
    """x = -b/a and size - x = (a*size + b)/a for a piece a*x + b, with a sign that reads well."""
    b, a = (
        piece.context().from_dict(
            {
                (*monomial[:place], 0, *monomial[place + 1 :]): coefficient
                for monomial, coefficient in piece.to_dict().items()
                if monomial[place] == power
            }
        )
        for power in (0, 1)
    )
    if a.leading_coefficient() < 0:
        a, b = -a, -b
    size = piece.context().gens()[letters.index(whole)]
    tops = dict(zip(names, (-b, a * size + b), strict=True))
    return {n: str(tree_of(t, letters, {}) / tree_of(a, letters, {})) for n, t in tops.items()}


# --- at points of the parameters ---------------------------------------------------------------


@dataclass
class Trial:
    """Evaluates families at points of the parameters (and of rho), exactly.

    `candidates` are the families at a ratio; the one that failed last comes first.
    """

    question: Asked
    candidates: list[Family] = field(default_factory=list)
    instances: dict[object, Goal] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.question.ratio:
            self.candidates = list(growing(self.question, {}))
            if "sqrt" in self.question.reading.formula.ops:  # squares leave no root in a ratio
                self.candidates.sort(
                    key=lambda family: not any(SQUARE in text for text in family.cells.values())
                )

    def growing(self, known: Mapping[int, Mapping[str, str]]) -> Iterator[Family]:
        """Families that grow; a second matrix may be taken from a counterexample."""
        yield from self.candidates or growing(self.question, known)

    def numbers(self, family: Family, point: Place, e: int = 1) -> dict[str, fmpq] | None:
        """The family's matrices, None where they are not made of rational numbers."""
        given: dict[str, Value] = {name: exact(value) for name, value in point.items()}
        p, n = self._sizes(point)
        given |= {"P": fmpq(p), "N": fmpq(n), "e": fmpq(e)}
        found = {}
        for name, text in family.cells.items():
            try:
                value = evaluator(_tree(text, self.question.subject.parameters))(given)
            except UndefinedError:
                return None
            if not isinstance(value, fmpq):
                return None
            found[name] = value
        return found

    def _sizes(self, point: Place) -> tuple[int, int]:
        rho = Fraction(point[RHO].args[0]) if self.question.ratio else Fraction(1)
        return rho.denominator, rho.numerator

    def fails(self, family: Family, point: Place, e: int = 1) -> bool:
        """Whether the family's goal fails there; of expectations that is not looked at."""
        if family.triples:
            return True
        numbers = self.numbers(family, point, e)
        return numbers is not None and self._fails(family.goal, point, numbers)

    def _fails(self, number: int, point: Place, numbers: dict[str, fmpq]) -> bool:
        key = number, tuple(point.items())
        if key not in self.instances:
            given = {name: value for name, value in point.items() if name != RHO}
            self.instances[key] = substituted(self.question.statement.goals[number], given)
        goal = self.instances[key]
        sorts = {variable.name: variable.sort for variable in goal.variables}
        inside = all(value >= 0 or sorts[name] == "real" for name, value in numbers.items())
        return inside and fails(goal, numbers) is True

    def fails_from(self, family: Family, point: Place) -> bool:
        """Whether it fails from the family's size on."""
        p, n = self._sizes(point)
        names = ("P", "N", *self.question.subject.parameters)
        given: dict[str, Value] = {name: exact(value) for name, value in point.items()}
        try:
            bound = evaluator(_tree(family.size, names))({**given, "P": fmpq(p), "N": fmpq(n)})
        except UndefinedError:
            return False
        least = max(0, int(bound.ceil())) if isinstance(bound, fmpq) else FAR
        tried = (least, least + 1, 10 * least + 10)
        return all(self.fails(family, point, e) for e in tried)

    def counterexample(self, point: Place) -> tuple[int, dict[str, fmpq]] | None:
        """Where a candidate fails, with its goal."""
        if self.question.below_maximum:
            return None
        for e in GROWN:
            for place in self._promising(self.candidates, point, e):
                family = self.candidates[place]
                numbers = self.numbers(family, point, e)
                if numbers is not None and self._fails(family.goal, point, numbers):
                    self.candidates.insert(0, self.candidates.pop(place))
                    return family.goal, numbers
        return None

    def failing(self, families: list[Family], points: Sequence[Place]) -> Iterator[Family]:
        """Those that fail at all of the points, with a large e."""
        left = families
        for point in points:
            left = [left[place] for place in self._promising(left, point, FAR)]
        yield from (f for f in left if all(self.fails(f, point, FAR) for point in points))

    def _promising(self, families: list[Family], point: Place, e: int) -> list[int]:
        """Numbers of the families that may fail there, as far as floats tell."""
        found: list[int] = []
        p, n = map(float, self._sizes(point))
        given = {name: float(value.args[0]) for name, value in point.items() if _is_number(value)}
        if len(given) < len(point):
            return list(range(len(families)))
        given |= {"P": p, "N": n, "e": float(e)}
        texts = {text for family in families for text in family.cells.values()}
        names = {name: np.full(1, value) for name, value in given.items()}
        trees = {text: _tree(text, self.question.subject.parameters) for text in texts}
        cells = {text: values(tree, names)[tree].item() for text, tree in trees.items()}
        for number, goal in enumerate(self.question.statement.goals):
            places = [place for place, family in enumerate(families) if family.goal == number]
            if not places:
                continue
            at = {
                name: np.array([cells[families[place].cells[name]] for place in places])
                for name in families[places[0]].cells
            }
            mask = np.broadcast_to(may_fail(goal, {**names, **at}), len(places))
            found += [place for place, bit in zip(places, mask, strict=True) if bit]
        return sorted(found)

    def is_reached(self, point: Place) -> bool:
        """Whether the side seems to have a maximum of the section."""
        if not self.question.below_maximum:
            return False
        p, n = self._sizes(point)
        (goal,) = self.question.statement.goals
        first = goal.matrices[0][2] == ZERO
        side = [
            (p * s, p * (1 - s), Fraction(0), Fraction(n)) if first
            else (Fraction(p), Fraction(0), n * (1 - s), n * s)
            for s in RATES if s < 1
        ]  # fmt: skip
        return self._is_largest(point, side)

    def is_highest(self, family: Family, point: Place) -> bool:
        """Whether the family's matrix seems to be a maximum of its section."""
        numbers = self.numbers(family, point)
        if numbers is None or any(value < 0 for value in numbers.values()):
            return False
        (goal,) = self.question.statement.goals
        cells = [evaluator(cell)(numbers) for cell in goal.matrices[0]]
        off = cells[1] if goal.matrices[0][2] == ZERO else cells[2]
        fractions = [Fraction(int(c.p), int(c.q)) for c in cells if isinstance(c, fmpq)]
        return off != 0 and self._is_largest(point, [tuple(fractions)])

    def _is_largest(self, point: Place, places: Iterable[tuple[Fraction, ...]]) -> bool:
        """Whether M is at one of the matrices at least what it is anywhere it is compared with."""
        p, n = map(Fraction, self._sizes(point))
        whole = self.question.prop.below == "tetrahedron"
        compared = list(product([(p, n)], RATES, RATES))
        if whole:
            ratios = [(s * (p + n), (1 - s) * (p + n)) for s in (NEAR, 1 - NEAR)]
            compared += product(ratios, COARSE, COARSE)
        try:
            best = max((v for c in places if (v := self._value(c, point)) is not None),
                       key=cmp_to_key(compare), default=None)  # fmt: skip
            if best is None:
                return False
            for (p, n), s, t in compared:
                value = self._value((p * s, p * (1 - s), n * (1 - t), n * t), point)
                if value is not None and compare(value, best) > 0:
                    return False
        except CannotTellError:
            return False
        return True

    def _value(self, cells: tuple[Fraction, ...], point: Place) -> Value | None:
        """The measure at a matrix."""
        given: dict[str, Value] = {name: exact(value) for name, value in point.items()}
        for name, cell in zip(CELLS, cells, strict=True):
            given[name] = fmpq(cell.numerator, cell.denominator)
        try:
            return evaluator(self.question.reading.formula)(given)
        except UndefinedError:
            return None


def _is_number(tree: Formula) -> bool:
    return tree.op == "number"


def exact(tree: Formula) -> Value:
    """The value of a formula without symbols."""
    return evaluator(tree)({})


@lru_cache(maxsize=8_192)
def _tree(text: str, parameters: tuple[str, ...]) -> Formula:
    return parse(text, names={}, parameters=("P", "N", "e", *parameters))
