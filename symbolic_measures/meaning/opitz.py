"""The properties of opitz2024 that speak of prevalence and chance, and the list of all five.

After prevalence calibration (the paper's Equation 6) means of the measure `calibrated(M)`.  A bound
is shown by its value.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import product
from types import MappingProxyType
from typing import Any

from symbolic_measures.kernel.truth import holds
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.opitz_slopes import (
    ONE,
    PAPER,
    goal_of,
    judged,
    positive,
    replayed,
)
from symbolic_measures.meaning.property import Words, at, square
from symbolic_measures.meaning.samples import admissible
from symbolic_measures.nouns.confusion import summed
from symbolic_measures.nouns.formula import Formula, symbol
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Relation, Variable


@judged(
    "prevalence-invariant",
    "Multiplying the elements of each true class by a number > 0 of its own does not change the "
    "value.",
    f"{PAPER} IV",
    words=Words(("with {label}, at ",)),
)
def _prevalence_invariant(reading: Reading, value: Any) -> list[Goal]:
    matrix = square(reading)
    factors = tuple(f"s{i + 1}" for i in range(matrix.classes))
    many = range(matrix.classes)
    scaled = tuple(symbol(factors[i]) * matrix.at(i, j) for i, j in product(many, repeat=2))
    other = at(positive(reading), scaled)
    return [
        goal_of(
            reading, "the true classes scaled", other - positive(reading), "==",
            (positive(reading), other), (scaled,), factors, (other,),
        )
    ]  # fmt: skip


def chance(reading: Reading) -> tuple[Formula, tuple[str, ...], tuple[str, ...]]:
    """M of a prediction at random, and the names of the weights of true and predicted classes.

    With p_i = s_i/sum(s) and z_j = t_j/sum(t), the cell (i, j) is p_i * z_j.
    """
    m = reading.measure.classes
    true = tuple(f"s{i + 1}" for i in range(m))
    predicted = tuple(f"z{i + 1}" for i in range(m))
    sums = [summed(map(symbol, names)) for names in (true, predicted)]
    shares = [
        [symbol(name) / size for name in names]
        for names, size in zip((true, predicted), sums, strict=True)
    ]
    return at(positive(reading), (p * z for p, z in product(*shares))), true, predicted


def _at_random(goal: Goal, value: Any) -> tuple[str | Formula, ...]:
    """Which matrix of a prediction at random a goal is about."""
    if goal.label == "the bound is below 1":
        return ()
    told: tuple[str | Formula, ...] = (
        "The cell of true class i and predicted class j is ", symbol("s_i"), " times ",
        symbol("z_j"), ", over the sum of all ", symbol("s_i"), " and that of all ", symbol("z_j"),
    )  # fmt: skip
    keys = ("attained",) if "attained" in goal.label else ("approached", "weights")
    weights = next((value[key] for key in keys if key in value), None)
    if weights is None or goal.label in ("the bound", "one value"):
        return (*told, ".")
    for letter, part in (("s", weights[: len(weights) // 2]), ("z", weights[len(weights) // 2 :])):
        told += (", with " if letter == "s" else " and ", symbol(letter), f" = ({', '.join(part)})")
    return (*told, ".")


def _chance_goal(reading: Reading, label: str, tree: Formula, rel: Relation) -> Goal:
    here, true, predicted = chance(reading)
    weights = (*true, *predicted)
    measure = reading.measure
    return Goal(
        (*(Variable(name, "positive") for name in weights), *measure.variables),
        (*measure.conditions, Atom(here, "defined")),
        Atom(tree, rel),
        (),
        (here,),
        (weights,),
        label,
    )


def weights_of(texts: Any, count: int) -> list[Formula]:
    """So many weights, polynomials in e with positive numbers, given as texts; else TypeError."""
    if not isinstance(texts, list) or len(texts) != count:
        raise TypeError(f"there are {count} weights")
    trees = [parse(text, names={}, parameters=("e",)) for text in texts]
    for tree in trees:
        plain = tree.ops <= {"number", "symbol", "+", "*", "^"}
        if not plain or holds(Atom(tree.at(e=1), ">"), {}) is not True:
            raise TypeError("a weight is a polynomial in e with positive numbers")
    return trees


def _along(reading: Reading, texts: Any) -> Formula:
    """M of the random prediction whose weights are polynomials in e."""
    here, true, predicted = chance(reading)
    weights = (*true, *predicted)
    return here.at(**dict(zip(weights, weights_of(texts, len(weights)), strict=True)))


def _point(reading: Reading, value: Any) -> dict[str, Formula]:
    """The parameters with which a supremum is not below 1."""
    texts = value.get("parameters", {})
    if "parameters" in value and not texts:
        raise TypeError("every parameter of the measure has a value")
    return admissible(reading, texts)


def comes_near(
    reading: Reading,
    texts: Any,
    bound: Formula = ONE,
    point: Mapping[str, Formula] = MappingProxyType({}),
) -> Goal:
    """Along these weights the value is at least bound - 1/e, for e = 1, 2, 3, ...

    For all admissible parameters; those in `point` have that value.
    """
    e, measure = symbol("e"), reading.measure
    here = _along(reading, texts).at(**point)
    free = tuple(variable for variable in measure.variables if variable.name not in point)
    conditions = [Atom(each.expr.at(**point), each.rel) for each in measure.conditions]
    return Goal(
        (Variable("e", "natural"), *free),
        (Atom(e - 1, ">="), *(each for each in conditions if each.expr.symbols())),
        Atom(here - (bound - ONE / e), ">="),
        (),
        (here,),
        (("e",),),
        f"the value comes near {bound}",
    )


def _given(value: Any) -> str:
    """The parameters of a value, in words."""
    point = ", ".join(f"{name} = {text}" for name, text in value.get("parameters", {}).items())
    return f" with {point}" if point else ""


def told_chance(value: Any) -> str:
    """The supremum and the grade."""
    if "proof" in value:
        grows = any("e" in weight for weight in value["weights"])
        over = f"The supremum over random predictions{_given(value)}"
        return f"{over} is {'1' if grows else 'not below 1'}."
    if value["grade"] == "strict":
        return f"Every random prediction has the value {value['bound']} (strict)."
    if value["grade"] == "below":
        return f"Random predictions have values of at most {value['bound']}."
    what = "maximum" if "attained" in value else "supremum"
    return f"The {what} over random predictions is {value['bound']}."


def _near_one(reading: Reading, value: Any) -> list[tuple[Goal, Any]]:
    """That the value comes near 1, with its proof, where a value says so."""
    if "proof" not in value:
        return []
    m, weights = reading.measure.classes, value["weights"]
    true, predicted = (", ".join(part) for part in (weights[:m], weights[m:]))
    label = (
        f"the value{_given(value)} comes near 1, with weights ({true}) of the truth, "
        f"({predicted}) predicted"
    )
    goal = comes_near(reading, weights, point=_point(reading, value))
    return [(replace(goal, label=label), value["proof"])]


@judged(
    "chance-corrected",
    "Predictions at random, independent of the truth, have a supremum below 1 at this number of "
    "classes.",
    f"{PAPER} V",
    answers=True,
    refuted_with="proof",
    tell=told_chance,
    presupposed=(0,),
    behind=_near_one,
    words=Words(where=_at_random),
)
def _chance_corrected(reading: Reading, value: Any) -> list[Goal]:
    """value: {"bound", "grade": "strict"}: always that value.  {"bound", "grade": "bound",
    "attained": weights}: at most, and attained; "approached": along weights in e, e = 1, 2, ..., it
    is at least bound - 1/e.  {"bound", "grade": "below"}: at most, and nothing is said of how near
    it comes: the supremum is below 1 all the same.  {"weights", "proof"}: along these weights the
    value is >= 1 - 1/e for every e, of which the proof is replayed; so the supremum is not below 1.
    {"weights", "proof", "parameters"}: with these admissible parameters; the property is about all.
    """
    if value is None:
        return []
    here, _, _ = chance(reading)
    if "proof" in value:
        if set(value) - {"parameters"} != {"weights", "proof"}:
            raise TypeError("the keys are weights, proof and parameters")
        replayed(_near_one(reading, value))
        place = _along(reading, value["weights"]).at(**_point(reading, value))
        shown = "at e = 10" if "e" in place.symbols() else "of one random prediction"
        return [
            Goal(
                (), (), Atom(ONE - ONE, ">"), (), (place.at(e=10),),
                label=f"the supremum{_given(value)} is below 1; shown is the value {shown}",
            )
        ]  # fmt: skip
    measure = reading.measure
    own = measure.variables, measure.conditions
    bound = parse(value["bound"], names={}, parameters=measure.parameters)
    below = Goal(*own, Atom(ONE - bound, ">"), label="the bound is below 1")
    at_most = _chance_goal(reading, "the bound", bound - here, ">=")
    if value["grade"] in ("strict", "below"):
        if set(value) != {"bound", "grade"}:
            raise TypeError("the keys are bound and grade")
        strict = _chance_goal(reading, "one value", here - bound, "==")
        return [strict if value["grade"] == "strict" else at_most, below]
    if value["grade"] != "bound":
        raise TypeError("the grade is strict, bound or below")
    if set(value) == {"bound", "grade", "approached"}:
        return [at_most, comes_near(reading, value["approached"], bound), below]
    if set(value) != {"bound", "grade", "attained"}:
        raise TypeError("the keys are bound, grade and attained or approached")
    reached = _along(reading, value["attained"])
    if set(reached.symbols()) - set(measure.parameters):
        raise TypeError("the weights are numbers")
    return [
        at_most,
        Goal(*own, Atom(reached - bound, "=="), values=(reached,), label="the bound is attained"),
        below,
    ]


OPITZ = (
    "opitz-monotone",
    "class-sensitive",
    "class-decomposable",
    "prevalence-invariant",
    "chance-corrected",
)
