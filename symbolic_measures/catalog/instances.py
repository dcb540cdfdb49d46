"""What a property says of a few matrices, as a linear constraint on the values there.

A completion keeps the values of the formula as written and chooses a number at every matrix where
it has none.  The statement of a property is built for a measure that is only a name,
`value(TP, FN, FP, TN)`; at given matrices its conclusion compares a sum of such values with 0.
Values that the formula has are put in exactly; the others are the unknowns of the constraint.

Invariant: every completion that has the property satisfies the constraint, whatever numbers it
chooses.  So if some of the constraints contradict each other, no completion has the properties.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any

from flint import fmpq

from symbolic_measures.catalog.properties import PROPERTIES, C
from symbolic_measures.formula import Formula
from symbolic_measures.inequalities import Comparison, Constraint, contradicts
from symbolic_measures.kernel.checker import MAX_SIZE
from symbolic_measures.kernel.exact import CannotTellError, UndefinedError, Value
from symbolic_measures.kernel.truth import SIGNS, evaluator, holds
from symbolic_measures.measure import Measure, Reading
from symbolic_measures.statement import Goal

Matrix = tuple[Fraction, ...]
Triple = tuple[int, int, int]

#: The op of a formula that stands for the value of some measure at four cells.
VALUE = "value"
_RATIONAL = re.compile(r"-?[0-9]{1,60}(/0*[1-9][0-9]{0,60})?")
RELATIONS: dict[str, Comparison] = {">": ">", ">=": ">=", "==": "=="}


class InstanceError(ValueError):
    """The property says nothing there, or nothing rational."""


@dataclass(frozen=True)
class Instance:
    """A goal of a property at one point; for an expectation, at two size triples (n, P, P^)."""

    property: str
    goal: int
    point: tuple[tuple[str, int], ...] = ()
    sizes: tuple[Triple, ...] = ()

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        data: dict[str, Any] = {"property": self.property, "goal": self.goal}
        if self.sizes:
            return {**data, "sizes": [list(triple) for triple in self.sizes]}
        return {**data, "point": dict(self.point)}

    @classmethod
    def from_data(cls, data: Any) -> Instance:
        """Inverse of `to_data`; InstanceError for anything else."""
        try:
            point = tuple((str(k), _whole(v)) for k, v in data.get("point", {}).items())
            sizes = tuple((_whole(n), _whole(p), _whole(q)) for n, p, q in data.get("sizes", ()))
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


def unknown(matrix: Matrix) -> str:
    """The name of the value at a matrix: `x(0, 0, 1, 1)`."""
    return f"x({', '.join(map(str, matrix))})"


@lru_cache(maxsize=256)
def goals(property_id: str, measure: Measure) -> tuple[Goal, ...]:
    """The goals of a property for a measure that is only a name (parameters as given)."""
    if property_id not in PROPERTIES or PROPERTIES[property_id].answers:
        raise InstanceError(f"{property_id!r} is no property with instances")
    anything = replace(measure, formula=Formula(VALUE, *C))
    return PROPERTIES[property_id].statement(Reading(anything)).goals


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
    if goal.conclusion.rel == "constant-mean":
        terms, relation = _expectations(instance, goal, parameters), "=="
    else:
        terms, relation = _compared(instance, goal, parameters), str(goal.conclusion.rel)
    if relation not in RELATIONS:
        raise InstanceError(f"{relation} is not linear")
    coefficients: dict[str, Fraction] = {}
    constant = Fraction(0)
    for matrix, coefficient in terms.items():
        known = value_at(measure, matrix, parameters)
        if known is not None:
            constant -= coefficient * known
        elif coefficient:
            coefficients[unknown(matrix)] = coefficient
    return Constraint(coefficients, RELATIONS[relation], constant), tuple(terms)


def value_at(measure: Measure, matrix: Matrix, parameters: Mapping[str, fmpq]) -> Fraction | None:
    """The rational value of the formula as written, None where it is undefined."""
    cells = (fmpq(cell.numerator, cell.denominator) for cell in matrix)
    point = {**parameters, **dict(zip(("TP", "FN", "FP", "TN"), cells, strict=True))}
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
    return Fraction(int(value.p), int(value.q))


def _compared(
    instance: Instance, goal: Goal, parameters: Mapping[str, fmpq]
) -> dict[Matrix, Fraction]:
    """The conclusion at the point as a sum of values, if the hypotheses hold there."""
    natural = [v.name for v in goal.variables if v.name not in parameters]
    if instance.sizes or [name for name, _ in instance.point] != natural:
        raise InstanceError(f"the variables are {', '.join(natural)}")
    point = {**parameters, **{name: fmpq(value) for name, value in instance.point}}
    for atom in goal.hypotheses:
        if atom.rel == "defined":
            _linear(atom.expr, point)  # a completion is defined at every matrix
        elif atom.rel not in SIGNS or holds(atom, point) is not True:
            raise InstanceError(f"the hypothesis {atom} does not hold")
    return _linear(goal.conclusion.expr, point)


def _linear(tree: Formula, point: Mapping[str, fmpq]) -> dict[Matrix, Fraction]:
    """A sum of values of the measure, by matrix."""
    if tree.op == VALUE:
        try:
            matrix = tuple(_rational(evaluator(cell)(point)) for cell in tree.args)
        except (UndefinedError, CannotTellError) as error:
            raise InstanceError(f"no matrix: {error}") from None
        if min(matrix) < 0 or not any(matrix):
            raise InstanceError("no confusion matrix")
        return {matrix: Fraction(1)}
    if tree.op == "neg":
        return _scaled(_linear(tree.args[0], point), Fraction(-1))
    if tree.op in ("+", "-"):
        left, right = (_linear(arg, point) for arg in tree.args)
        return _sum(left, right if tree.op == "+" else _scaled(right, Fraction(-1)))
    raise InstanceError("the conclusion is not a sum of values")


def _scaled(terms: dict[Matrix, Fraction], by: Fraction) -> dict[Matrix, Fraction]:
    return {matrix: by * coefficient for matrix, coefficient in terms.items()}


def _sum(one: dict[Matrix, Fraction], other: dict[Matrix, Fraction]) -> dict[Matrix, Fraction]:
    matrices = dict.fromkeys((*one, *other))
    return {m: one.get(m, Fraction(0)) + other.get(m, Fraction(0)) for m in matrices}


def _expectations(
    instance: Instance, goal: Goal, parameters: Mapping[str, fmpq]
) -> dict[Matrix, Fraction]:
    """E[M] at the second sizes minus E[M] at the first: every outcome of a completion is defined.

    Sound: Definition 8 admits 0 <= P <= n and 0 < P^ < n, as `triples` of the kernel does.
    """
    if instance.point or len(instance.sizes) != 2:
        raise InstanceError("an expectation is compared at two size triples")
    if max(n for n, _, _ in instance.sizes) > MAX_SIZE:
        raise InstanceError("the sizes are too large to re-check")
    for atom in goal.hypotheses:
        if holds(atom, parameters) is not True:
            raise InstanceError(f"the hypothesis {atom} does not hold")
    first, second = (dict(outcomes(triple)) for triple in instance.sizes)
    means = _sum(second, _scaled(first, Fraction(-1)))
    return means if goal.conclusion.expr.op == VALUE else _scaled(means, Fraction(-1))


def outcomes(triple: Triple) -> Iterator[tuple[Matrix, Fraction]]:
    """The matrices of these sizes with their probabilities under a random prediction."""
    if len(triple) != 3 or not (0 <= triple[1] <= triple[0] and 0 < triple[2] < triple[0]):
        raise InstanceError("sizes are n, P, P^ with P <= n and 0 < P^ < n")
    n, positives, predicted = triple
    for k in range(max(0, positives + predicted - n), min(positives, predicted) + 1):
        cells = (k, positives - k, predicted - k, n - positives - predicted + k)
        ways = comb(positives, k) * comb(n - positives, predicted - k)
        yield tuple(map(Fraction, cells)), Fraction(ways, comb(n, predicted))


# --- conflicts -----------------------------------------------------------------------------


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
