"""What a property says of a few matrices, as a linear constraint on the values there.

A completion keeps the values of the formula as written and chooses a number at every matrix where
it has none.  The statement of a property is built for a measure that is only a name,
`value(TP, FN, FP, TN)`; at given matrices its conclusion compares a sum of such values with 0.
Values that the formula has are put in exactly; the others are the unknowns of the constraint.

Invariant: every completion that has the property satisfies the constraint, whatever numbers it
chooses.  So if some of the constraints contradict each other, no completion has the properties.
Any measure whatever is a completion of the one that is defined nowhere, `anything`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import factorial, isqrt, prod
from typing import Any

from flint import fmpq

from symbolic_measures.kernel.evaluation import Known
from symbolic_measures.kernel.exact import CannotTellError, UndefinedError, Value
from symbolic_measures.kernel.expectation import Sizes, tables
from symbolic_measures.kernel.expectation import sizes_of as admitted_sizes
from symbolic_measures.kernel.truth import SIGNS, evaluator, holds
from symbolic_measures.meaning.measure import Measure, Reading
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.nouns.confusion import compositions, second
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.inequalities import Comparison, Constraint, contradicts
from symbolic_measures.nouns.statement import Goal

Matrix = tuple[Fraction, ...]
#: (n, P, P^) of two classes; of more, the true sizes and then the predicted ones.
Shown = tuple[int, ...]
#: A sum of values of the measure: the cells of each, and how often it is counted.
Summands = tuple[tuple[tuple[Formula, ...], int], ...]
#: The op of a formula that stands for the value of some measure at four cells.
VALUE = "value"
#: The largest n of an expectation.
MAX_MEAN = 60
_RATIONAL = re.compile(r"-?[0-9]{1,60}(/0*[1-9][0-9]{0,60})?")
#: How a goal compares values, as a linear constraint does.
RELATIONS: dict[str, Comparison] = {">": ">", ">=": ">=", "==": "==", "constant-mean": "=="}


class InstanceError(ValueError):
    """The property says nothing there, or nothing rational."""


@dataclass(frozen=True)
class Instance:
    """A goal of a property at one point; for an expectation, at two choices of sizes."""

    property: str
    goal: int
    point: tuple[tuple[str, int], ...] = ()
    sizes: tuple[Shown, ...] = ()

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        data: dict[str, Any] = {"property": self.property, "goal": self.goal}
        if self.sizes:
            return {**data, "sizes": [list(shown) for shown in self.sizes]}
        return {**data, "point": dict(self.point)}

    @classmethod
    def from_data(cls, data: Any) -> Instance:
        """Inverse of `to_data`; InstanceError for anything else."""
        try:
            point = tuple((str(k), _whole(v)) for k, v in data.get("point", {}).items())
            sizes = tuple(tuple(map(_whole, shown)) for shown in data.get("sizes", ()))
            made = cls(str(data["property"]), _whole(data["goal"]), point, sizes)
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            raise InstanceError(f"an instance is not well formed: {error}") from None
        if data != made.to_data():
            raise InstanceError("an instance is not in the form that is written")
        return made


def _whole(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise TypeError(f"{value!r} is not a whole number >= 0")
    return value


def anything(classes: int = 2) -> Measure:
    """A measure of which nothing is known: its formula has no value anywhere."""
    nowhere = formula(0) / formula(0)
    return Measure("M", str(nowhere), nowhere, classes=classes)


def unknown(matrix: Matrix) -> str:
    """The name of the value at a matrix: `x(0, 0, 1, 1)`."""
    return f"x({', '.join(map(str, matrix))})"


@lru_cache(maxsize=256)
def goals(property_id: str, measure: Measure) -> tuple[Goal, ...]:
    """The goals of a property for a measure that is only a name (parameters as given)."""
    if property_id not in PROPERTIES or PROPERTIES[property_id].answers:
        raise InstanceError(f"{property_id!r} is no property with instances")
    named = replace(measure, formula=Formula(VALUE, *map(symbol, measure.cells)))
    return PROPERTIES[property_id].statement(Reading(named)).goals


def constraint(
    instance: Instance, measure: Measure, parameters: Mapping[str, fmpq]
) -> tuple[Constraint, tuple[Matrix, ...]]:
    """The constraint of an instance, and the matrices it speaks of.

    Unknowns are named by `unknown`.  InstanceError if the property says nothing there, or compares
    numbers that are not rational.
    """
    stated = goals(instance.property, measure)
    if instance.goal >= len(stated):
        raise InstanceError(f"{instance.property} has no goal {instance.goal}")
    goal = stated[instance.goal]
    if set(parameters) != set(measure.parameters):
        raise InstanceError("the parameters are not those of the measure")
    compared = _expectations if goal.conclusion.rel == "constant-mean" else _compared
    terms, relation = compared(instance, goal, parameters), _relation(goal)
    coefficients: dict[str, Fraction] = {}
    constant = Fraction(0)
    for matrix, coefficient in terms.items():
        known = value_at(measure, matrix, parameters)
        if known is not None:
            constant -= coefficient * known
        elif coefficient:
            coefficients[unknown(matrix)] = coefficient
    return Constraint(coefficients, relation, constant), tuple(terms)


def _relation(goal: Goal) -> Comparison:
    if goal.conclusion.rel not in RELATIONS:
        raise InstanceError(f"{goal.conclusion.rel} is not linear")
    return RELATIONS[goal.conclusion.rel]


def value_at(measure: Measure, matrix: Matrix, parameters: Mapping[str, fmpq]) -> Fraction | None:
    """The rational value of the formula as written, None where it is undefined."""
    cells = (fmpq(cell.numerator, cell.denominator) for cell in matrix)
    point = {**parameters, **dict(zip(measure.cells, cells, strict=True))}
    try:
        value = evaluator(measure.formula)(point)
    except UndefinedError:
        return None
    except CannotTellError as error:
        raise InstanceError(str(error)) from None
    return _rational(value)


def _rational(value: Value) -> Fraction:
    if not isinstance(value, fmpq):
        raise InstanceError("a value that is not rational")
    return _fraction(int(value.p), int(value.q))


@lru_cache(maxsize=4_096)
def _fraction(p: int, q: int) -> Fraction:
    return Fraction(p, q)


def _compared(
    instance: Instance, goal: Goal, parameters: Mapping[str, fmpq]
) -> dict[Matrix, Fraction]:
    """The conclusion at the point as a sum of values, if the hypotheses hold there."""
    natural = [v.name for v in goal.variables if v.name not in parameters]
    if instance.sizes or [name for name, _ in instance.point] != natural:
        raise InstanceError(f"the variables are {', '.join(natural)}")
    point = Known({**parameters, **{name: fmpq(value) for name, value in instance.point}})
    defined = [atom for atom in goal.hypotheses if atom.rel == "defined"]
    spoken = [summands(atom.expr) for atom in (goal.conclusion, *defined)]
    places = dict.fromkeys(cells for terms in spoken for cells, _ in terms)
    matrices = {cells: _matrix(cells, point) for cells in places}
    for atom in goal.hypotheses:  # a completion is defined at every matrix
        if atom.rel != "defined" and (atom.rel not in SIGNS or holds(atom, point) is not True):
            raise InstanceError(f"the hypothesis {atom} does not hold")
    terms: dict[Matrix, Fraction] = {}
    for cells, count in spoken[0]:
        known = terms.get(matrices[cells])
        terms[matrices[cells]] = Fraction(count) if known is None else known + count
    return terms


@lru_cache(maxsize=4_096)
def summands(tree: Formula) -> Summands:
    """A sum of values of a measure that is only a name; InstanceError if the tree is none."""
    if tree.op == VALUE:
        return ((tree.args, 1),)
    if tree.op == "neg":
        return _times(summands(tree.args[0]), -1)
    if tree.op in ("+", "-"):
        left, right = (summands(arg) for arg in tree.args)
        return left + (right if tree.op == "+" else _times(right, -1))
    raise InstanceError("the conclusion is not a sum of values")


def _times(terms: Summands, by: int) -> Summands:
    return tuple((cells, by * count) for cells, count in terms)


def _matrix(cells: tuple[Formula, ...], point: Mapping[str, fmpq]) -> Matrix:
    try:
        values = [evaluator(cell)(point) for cell in cells]
    except (UndefinedError, CannotTellError) as error:
        raise InstanceError(f"no matrix: {error}") from None
    matrix = tuple(map(_rational, values))
    if any(entry.numerator < 0 for entry in matrix) or not any(matrix):
        raise InstanceError("no confusion matrix")
    return matrix


def _scaled(terms: dict[Matrix, Fraction], by: Fraction) -> dict[Matrix, Fraction]:
    return {matrix: by * coefficient for matrix, coefficient in terms.items()}


def _sum(one: dict[Matrix, Fraction], other: dict[Matrix, Fraction]) -> dict[Matrix, Fraction]:
    matrices = dict.fromkeys((*one, *other))
    return {m: one.get(m, Fraction(0)) + other.get(m, Fraction(0)) for m in matrices}


def _expectations(
    instance: Instance, goal: Goal, parameters: Mapping[str, fmpq]
) -> dict[Matrix, Fraction]:
    """E[M] at the second sizes minus E[M] at the first: every outcome of a completion is defined.

    Sound: Definition 8 admits 0 <= P <= n and 0 < P^ < n, as `sizes_of` of the kernel does.
    """
    if instance.point or len(instance.sizes) != 2:
        raise InstanceError("an expectation is compared at two choices of sizes")
    classes = isqrt(len(goal.blocks[0]))
    both = [sizes_of(shown, classes) for shown in instance.sizes]
    if max(sum(true) for true, _ in both) > MAX_MEAN:
        raise InstanceError("the sizes are too large to re-check")
    for atom in goal.hypotheses:
        if holds(atom, parameters) is not True:
            raise InstanceError(f"the hypothesis {atom} does not hold")
    first, second = (dict(outcomes(sizes)) for sizes in both)
    means = _sum(second, _scaled(first, Fraction(-1)))
    return means if goal.conclusion.expr.op == VALUE else _scaled(means, Fraction(-1))


def sizes_of(shown: Shown, classes: int) -> Sizes:
    """True and predicted sizes of the classes; InstanceError if Definition 8 does not admit them.

    Every true size may be n, no predicted one.
    """
    if classes == 2:
        if len(shown) != 3:
            raise InstanceError("sizes are n, P, P^")
        n, positives, predicted = shown
        shown = (positives, n - positives, predicted, n - predicted)
    rows, columns = shown[:classes], shown[classes:]
    if len(rows) != classes or len(columns) != classes or sum(rows) != sum(columns):
        raise InstanceError("sizes are those of the true classes, then of the predicted ones")
    if min(shown) < 0 or max(columns) >= sum(rows):
        raise InstanceError("sizes are >= 0, and no predicted one is n")
    return rows, columns


def outcomes(sizes: Sizes) -> Iterator[tuple[Matrix, Fraction]]:
    """The matrices of these sizes with their probabilities under a random prediction.

    As in `kernel.truth.mean`.
    """
    true, predicted = sizes
    ways = prod(map(factorial, true)) * prod(map(factorial, predicted))
    for cells in tables(true, predicted):
        below = prod(map(factorial, cells)) * factorial(sum(true))
        yield tuple(map(Fraction, cells)), Fraction(ways, below)


def refusal(property_id: str, classes: int = 2) -> str:
    """Why no finite number of linear constraints says what the property says; empty if they do."""
    prop = PROPERTIES[property_id]
    if prop.answers:
        return f"{property_id} is not linear in the values of M: it asks for a value to be found"
    if property_id == "extends-literal":
        return f"{property_id} compares with a formula, and there is none"
    try:
        stated = goals(property_id, anything(classes))
        for goal in stated:
            if any(variable.sort != "natural" for variable in goal.variables):
                return f"{property_id} is about all real matrices, of which no list can be made"
            _relation(goal)
            summands(goal.conclusion.expr)
    except (InstanceError, FormulaError) as error:
        return f"{property_id} is not linear in the values of M: {error}"
    return ""


def matrices_of(sizes: range, classes: int = 2) -> Iterator[Matrix]:
    """Every confusion matrix whose n is in `sizes`."""
    for n in sizes:
        for cells in compositions(n, classes**2):
            yield tuple(map(Fraction, cells))


def every_instance(
    property_id: str, measure: Measure, sizes: range
) -> Iterator[tuple[Instance, Constraint, tuple[Matrix, ...]]]:
    """What the property says of the matrices whose n is in `sizes`, with its constraints.

    A goal about a second, free matrix (cells TP2, ... or d11, ...) is taken at one choice of it,
    and expectations are compared with the first one.  That is enough: such a goal is an equation,
    or the property says in another goal that all these second matrices have one value.
    """
    for number, goal in enumerate(goals(property_id, measure)):
        for instance in _at_sizes(property_id, number, goal, measure, sizes):
            try:
                stated, matrices = constraint(instance, measure, {})
            except InstanceError:
                continue
            if all(sum(matrix) in sizes for matrix in matrices):
                yield instance, stated, matrices


def _at_sizes(
    property_id: str, number: int, goal: Goal, measure: Measure, sizes: range
) -> Iterator[Instance]:
    classes = measure.classes
    if goal.conclusion.rel == "constant-mean":
        first: Shown | None = None
        for n in sizes:
            for true, predicted in admitted_sizes(n, classes):
                shown = (n, true[0], predicted[0]) if classes == 2 else (*true, *predicted)
                if first is not None:
                    yield Instance(property_id, number, sizes=(first, shown))
                first = first or shown
        return
    doubled = second(measure.cells)
    names = [name for block in goal.blocks for name in block]
    for total in sizes:
        choices = [list(compositions(total, len(goal.blocks[0])))]
        for block in goal.blocks[1:]:
            if set(block) <= set(doubled):
                choices.append(_second_matrix(goal, sizes[0]))
            else:  # a factor, or how many elements are added
                choices.append([(k,) for k in range(1, sizes[-1] + 1)])
        for choice in product(*choices):
            values = [value for block in choice for value in block]
            yield Instance(property_id, number, tuple(zip(names, values, strict=True)))


def _second_matrix(goal: Goal, n: int) -> list[tuple[int, ...]]:
    """The first choice of the second block, with n elements, that its own hypotheses admit."""
    block = goal.blocks[1]
    own = [a for a in goal.hypotheses if a.rel in SIGNS and set(a.expr.symbols()) <= set(block)]
    for cells in compositions(n, len(block)):
        point = dict(zip(block, map(fmpq, cells), strict=True))
        if all(holds(atom, point) for atom in own):
            return [cells]
    return []


@dataclass(frozen=True)
class Part:
    """One instance of a conflict: what it says of which matrices, and its multiplier."""

    instance: Instance
    constraint: Constraint
    matrices: tuple[Matrix, ...]
    multiplier: Fraction

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        return {
            **self.instance.to_data(),
            "matrices": [list(map(str, matrix)) for matrix in self.matrices],
            "constraint": str(self.constraint),
            "multiplier": str(self.multiplier),
        }


@dataclass(frozen=True)
class Conflict:
    """Instances of properties that no completion satisfies together.

    The multiples of their constraints add up to an absurdity (`inequalities.contradicts`).
    """

    parameters: tuple[tuple[str, str], ...]
    parts: tuple[Part, ...]

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        instances = [part.to_data() for part in self.parts]
        return {"parameters": dict(self.parameters), "instances": instances}

    @property
    def properties(self) -> tuple[str, ...]:
        """The properties that no completion has together."""
        return tuple(dict.fromkeys(part.instance.property for part in self.parts))

    @classmethod
    def from_data(cls, data: Any, measure: Measure) -> Conflict:
        """The conflict of a saved report, every constraint built anew and the sum multiplied out.

        InstanceError, with the reason, for anything that is none.
        """
        try:
            texts = {str(name): str(value) for name, value in data["parameters"].items()}
            point = {name: _number(text) for name, text in texts.items()}
            parts = []
            for entry in data["instances"]:
                extra = ("matrices", "constraint", "multiplier")
                instance = Instance.from_data({k: v for k, v in entry.items() if k not in extra})
                stated, matrices = constraint(instance, measure, point)
                factor = _rational(_number(entry["multiplier"]))
                parts.append(Part(instance, stated, matrices, factor))
            made = cls(tuple(texts.items()), tuple(parts))
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            raise InstanceError(f"the conflict is not well formed: {error}") from None
        if data != made.to_data():
            raise InstanceError("the instances say something else")
        stated_all = [part.constraint for part in made.parts]
        if not contradicts(stated_all, [part.multiplier for part in made.parts]):
            raise InstanceError("the multiples of the constraints do not contradict each other")
        return made


def _number(text: str) -> fmpq:
    if not _RATIONAL.fullmatch(text):
        raise ValueError(f"{text!r} is not a rational number")
    value = Fraction(text)
    return fmpq(value.numerator, value.denominator)
