"""Means over all classes of which one or two are named: class by class."""

from __future__ import annotations

import pytest

from symbolic_measures import check, verify
from symbolic_measures.meaning.every_class import EveryClasses
from symbolic_measures.meaning.every_parts import parts
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.search.tactics.named_classes import by_named, by_sizes_of_class

MEANS = ("macro(kappa)", "macro(BA)", "macro(GM_1)")


def goals_of(text: str, property_id: str, constant: str | None = None) -> list[Goal]:
    return [part.state(part.make()) for part in parts(property_id, EveryClasses(text), constant)]


@pytest.mark.parametrize("text", [
    "macro(CC)", *(pytest.param(text, marks=pytest.mark.exhaustive) for text in MEANS),
])  # fmt: skip
def test_the_largest_value_of_a_mean_is_that_of_each_class(text: str) -> None:
    report = check(text, "maximal-agreement", classes="every")
    assert report["maximal-agreement"].holds == "m >= 2"
    assert verify(report.to_data())


@pytest.mark.exhaustive
@pytest.mark.parametrize("text", ["macro(CC)", *MEANS])
def test_a_mean_grows_as_each_class_does(text: str) -> None:
    report = check(text, ["monotone", "weakly-monotone"], classes="every")
    assert {verdict.holds for verdict in report.verdicts} == {"m >= 2"}


def test_each_named_class_has_its_own_fact() -> None:
    """With a letter for the sum over the others, which has its share, and one for m."""
    _, error = goals_of("macro(CC)", "maximal-agreement", "1")
    ((_, given),) = by_named(error)
    assert given["facts"] == [
        ["1 - part1", ">"], ["1 - part2", ">"], ["part4 - 1", ">"],
        ["1*(part4 - 2) - part3", ">="],
    ]  # fmt: skip
    first, _ = goals_of("macro(CC)", "monotone")
    ((_, given),) = by_named(first)
    assert given["facts"] == [["part1 - part3", ">"], ["part2 - part4", ">"]]


@pytest.mark.parametrize(
    ("text", "property_id", "constant"),
    [
        ("macro(CC)", "maximal-agreement", "1/2"),  # a class may have more than its share
        ("macro(CC)", "maximal-agreement", "1/m"),
        ("macro(CC)", "strongly-monotone", None),  # and with one error less it may fall
        ("micro(CC)", "maximal-agreement", "1"),
        ("macro(CC)+accuracy", "monotone", None),
    ],
)
def test_nothing_is_said_of_what_is_no_such_mean(
    text: str, property_id: str, constant: str | None
) -> None:
    for goal in goals_of(text, property_id, constant):
        assert not list(by_named(goal))
        assert not list(by_sizes_of_class(goal))
