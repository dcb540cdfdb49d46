"""Letters within letters, and parameters that are not negative."""

from __future__ import annotations

import pytest

from symbolic_measures import check, verify
from symbolic_measures.macros import apply, replay
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Relation, Variable
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.tactics.formulas import prove_goal
from symbolic_measures.search.tactics.renamed import turned, with_new_letters, with_signs


def goal_of(text: str, rel: Relation, names: dict[str, str], *given: str) -> Goal:
    tree, *facts = (parse(each, names={}, parameters=tuple(names)) for each in (text, *given))
    variables = tuple(Variable(name, sort) for name, sort in names.items())  # type: ignore[arg-type]
    return Goal(variables, tuple(Atom(fact, ">") for fact in facts), Atom(tree, rel))


def test_letters_are_numbered_on() -> None:
    goal = goal_of("part3*log(x)", ">=", {"x": "positive", "part3": "positive"})
    args = {"parts": ["log(x)", "x"], "facts": [["part1-part2", ">="], ["part2", ">"]]}
    known = with_new_letters(goal, args)
    assert known is not None
    assert known["facts"] == [["part4-part5", ">="], ["part5", ">"]]
    assert apply(goal, "abstract", known)[-1].conclusion.expr == parse(
        "part3*part4", names={}, parameters=("part3", "part4")
    )


def test_what_has_letters_alone_gets_no_others() -> None:
    goal = goal_of("part1", ">=", {"part1": "positive"})
    assert with_new_letters(goal, {"parts": ["part1"], "facts": [["part1", ">"]]}) is None


@pytest.mark.parametrize(
    ("text", "rel"), [("1/sqrt(1/(x+a))", "defined"), ("sqrt(1/(x+a))-0", ">=")]
)
def test_roots_of_parameters_that_are_positive(text: str, rel: Relation) -> None:
    goal = goal_of(text, rel, {"x": "natural", "a": "real"}, "a")
    step = prove_goal(goal, Effort(60))
    assert step is not None
    replay(goal, step)
    assert len(list(with_signs(goal))) == 1
    assert list(with_signs(goal_of(text, rel, {"x": "natural", "a": "real"}))) == []


def test_a_measure_of_logarithms_and_roots_with_a_parameter() -> None:
    text = "(log((TP+s)/(FN+s))-log((FP+s)/(TN+s)))/sqrt(1/(TP+s)+1/(FP+s))"
    names = ["undefined-set", "class-sensitive"]
    report = check(text, assume=["s > 0"], properties=names)
    assert [verdict.outcome for verdict in report.verdicts] == ["proved", "proved"]
    verify(report.to_json())


WEAKER = "Min(log10(TPR/FPR),log10(TNR/FNR))"


@pytest.mark.parametrize(("property_id", "outcome"), [
    ("strongly-monotone", "proved"), ("weakly-strongly-monotone", "proved"),
    ("tptn-max", "not-applicable"), ("fn-min", "not-applicable"),
])  # fmt: skip
def test_a_letter_is_compared_where_the_others_have_values(property_id: str, outcome: str) -> None:
    """log(TPR/FPR) grows with TP where FN > 0, as log(TNR/FNR) has a value only there; and where
    neither has one, nothing else is looked at."""
    report = check(WEAKER, property=property_id)
    assert report[property_id].outcome == outcome
    assert not [item for item in verify(report.to_data()) if item.problem]


@pytest.mark.parametrize(("text", "rel"), [
    ("-(log(1+x)-x)", ">"), ("-(-1/6*x-log(1+x))", ">"), ("-(sqrt(x)-(x+1)/2)", ">="),
])  # fmt: skip
def test_what_is_turned_round_is_a_difference(text: str, rel: Relation) -> None:
    goal = goal_of(text, rel, {"x": "positive"})
    assert len(list(turned(goal))) == 1
    step = prove_goal(goal, Effort(60))
    assert step is not None
    replay(goal, step)


def test_only_differences_with_functions_are_turned() -> None:
    for text, rel in (("log(1+x)-x", ">="), ("-(x-1)", ">="), ("-(log(x)+x)", ">"),
                      ("-(log(x)-x)", "==")):  # fmt: skip
        assert list(turned(goal_of(text, rel, {"x": "positive"}))) == []  # type: ignore[arg-type]
