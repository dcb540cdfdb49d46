"""Families of matrices at which a property fails: each demand on them refuses a false region.

The properties that are said to fail here hold at every value of the parameter, so without the
demand a false set of parameter values would be accepted.
"""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from flint import fmpq

from symbolic_measures.kernel.truth import fails
from symbolic_measures.meaning.conditions import ALWAYS, Clause, RegionError
from symbolic_measures.meaning.families import Family, violation
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.regions import Asked
from symbolic_measures.meaning.subjects import measure
from symbolic_measures.nouns.statement import Goal

CELLS = {"TP": "e", "FN": "1", "FP": "0", "TN": "1"}


def claimed(text: str, property_id: str, family: Family) -> tuple[Goal, ...]:
    """What must be proved to say that the property fails for every a > 0."""
    question = Asked(PROPERTIES[property_id], Reading(measure(text, assume=["a > 0"])))
    return violation(question, Clause.parse(ALWAYS, ["a"]), family)


def refuted(goals: Iterable[Goal], **values: int) -> list[str]:
    """The conclusions that are false at a point that satisfies the hypotheses."""
    point = {name: fmpq(value) for name, value in values.items()}
    return [str(goal.conclusion) for goal in goals if fails(goal, point) is True]


def test_a_family_that_grows_is_at_its_points() -> None:
    """TP/(TP+a*FN) is not symmetric: at TP = e >= 1 and FN = 1 it is 1 where FN and FP change."""
    for size in ("1", "1/a", "(a+1)/a"):
        goals = claimed("TP/(TP+a*FN)", "symmetry", Family(0, CELLS, size))
        assert len(goals) > len(CELLS)
        assert not refuted(goals, a=1, e=3)
    assert refuted(claimed("(TP+a*TN)/n", "symmetry", Family(0, CELLS, "1")), a=1, e=3)


@pytest.mark.parametrize(
    "size", ["sqrt(0-1)", "1/sqrt(0-1)", "1/sqrt(a)", "sqrt(a)/2", "log(a)", "a^(1/2)", "a^(0-1)"]
)
def test_sizes_are_quotients_of_polynomials(size: str) -> None:
    """No number is larger than sqrt(-1): of no matrix at all everything would be proved."""
    with pytest.raises(RegionError, match="is no quotient of polynomials"):
        claimed("(TP+a*TN)/n", "symmetry", Family(0, CELLS, size))


@pytest.mark.parametrize("size", ["1/(0-1)", "1/(a-a)", "1/(a-1)"])
def test_for_every_value_some_number_is_large_enough(size: str) -> None:
    """0*e >= 1 has no solution, -e >= 1 no natural one."""
    said = refuted(claimed("(TP+a*TN)/n", "symmetry", Family(0, CELLS, size)), a=1, e=3)
    assert any(text.endswith("> 0") for text in said)


@pytest.mark.parametrize("number", [-1, 99])
def test_a_goal_that_is_not_there(number: int) -> None:
    with pytest.raises(RegionError, match="no goal"):
        claimed("(TP+a*TN)/n", "symmetry", Family(number, CELLS, "1"))


def test_expectations_at_two_sizes_differ() -> None:
    """That of a*TP*n/(P*(TP+FP)) is a at all sizes: no two triples show that it is not constant."""
    two = ((4, 2, 1), (4, 1, 2))
    (goal,) = claimed("a*TP*n/(P*(TP+FP))", "constant-baseline", Family(0, {}, triples=two))
    assert fails(goal, {"a": fmpq(3)}) is True
    (goal,) = claimed("a*TP", "constant-baseline", Family(0, {}, triples=(*two[:1], (6, 3, 2))))
    assert fails(goal, {"a": fmpq(3)}) is False


@pytest.mark.parametrize("count", [0, 1, 3])
def test_expectations_are_compared_at_two_sizes(count: int) -> None:
    sizes = ((4, 2, 1), (6, 3, 2), (4, 1, 2))[:count]
    with pytest.raises(RegionError, match="two size triples"):
        claimed("a*TP", "constant-baseline", Family(0, {}, triples=sizes))
