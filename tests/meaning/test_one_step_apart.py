"""What is refused, or stated, one step from where it is not: each was once open to change."""

from __future__ import annotations

import json
from functools import reduce
from operator import add as plus
from typing import Any

import pytest
from asking import check
from flint import fmpq

from symbolic_measures.kernel.truth import evaluator
from symbolic_measures.meaning.class_sums import TAKEN, Fact, Frame, class_sums
from symbolic_measures.meaning.conditions import Clause
from symbolic_measures.meaning.every_class import EveryClasses
from symbolic_measures.meaning.every_parts import parts
from symbolic_measures.meaning.expansions import chain
from symbolic_measures.meaning.families import Family, violation
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.measures import MEASURES
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.ranks import Ranked
from symbolic_measures.meaning.readings import reading
from symbolic_measures.meaning.regions import Asked
from symbolic_measures.meaning.report import replay_report
from symbolic_measures.meaning.same import same_function
from symbolic_measures.meaning.subjects import measure
from symbolic_measures.meaning.triplets import triplet
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import formula, symbol
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Statement


def stated(property_id: str, text: str, value: Any) -> Statement:
    return PROPERTIES[property_id].statement(Reading(measure(text)), value)


@pytest.mark.parametrize("steps", [["030", "211", "300"], ["030", "120", "300"]])
def test_no_value_lies_between_two_steps(steps: list[str]) -> None:
    """Of TP^2 with P = 3 and N = 1: 1 lies between 0 and 4, and 4 between 1 and 9."""
    value = {"steps": [[a, b, "0", "1"] for a, b, _ in steps], "parameters": {}}
    with pytest.raises(FormulaError, match="no value of this truth lies between"):
        stated("interval-scale", "TP^2", value)
    value["steps"] = [["0", "3", "0", "1"], ["1", "2", "0", "1"], ["2", "1", "0", "1"]]
    assert stated("interval-scale", "TP^2", value).goals


def test_an_order_has_one_name() -> None:
    """0 is told by two points, and by nothing else that is read as 0."""
    value = {"order": "00", "constant": "1/2", "derivatives": ["2/(TP+FN+FP+TN)"], "inner": None,
             "points": [["1/2", "1/2"]]}  # fmt: skip
    with pytest.raises(FormulaError, match="one derivative more than the order"):
        stated("baseline-order", "accuracy", value)


def test_the_outer_function_may_speak_of_parameters() -> None:
    subject = Reading(measure("t*accuracy", assume=("t > 0",)))
    inner = {"part": "(TP+TN)/(TP+FN+FP+TN)", "slope": "2/(TP+FN+FP+TN)", "outer": "t*u"}
    goals, found = chain(subject, ["t"], inner)
    assert goals[0].label == "a function of its part"
    assert "t" in found[1].symbols()


def test_a_sign_that_may_be_zero_is_stated_so() -> None:
    """That a derivative is >= 0 where it is sometimes 0: not that it is > 0."""
    signs = {
        "nonnegative": ">=",
        "positive": ">",
        "zero": "==",
        "nonpositive": ">=",
        "negative": ">",
    }
    for sign, rel in signs.items():
        value = {"variable": "TP", "derivative": "2*TP", "sign": sign}
        assert stated("gradient", "TP^2", value).goals[-1].conclusion.rel == rel


def test_the_letters_of_a_pair_are_looked_at_for_admitted_parameters() -> None:
    subject = EveryClasses("pairs(t*cij)/n", ("t > 0",))
    (one,) = (part for part in parts("scale-invariance", subject, None)
              if part.label == "k times the letters of a pair")  # fmt: skip
    goal = one.state(one.make())
    assert isinstance(goal, Goal)
    assert Atom(symbol("t"), ">") in goal.hypotheses


@pytest.mark.parametrize("name", sorted(TAKEN | {"m", "n", "sum", "sum1", "fact1"}))
def test_no_parameter_has_the_name_of_a_number(name: str) -> None:
    """A parameter m, say, would stand for the number of classes."""
    with pytest.raises(FormulaError, match=f"{name} already has a meaning"):
        class_sums("sum(c)/n", (name,))


def test_where_a_measure_has_no_value_a_triplet_says_so() -> None:
    found = triplet(*(Ranked(name, MEASURES[name].formula, {}) for name in ("recall", "accuracy")),
                    ((0, 0, 0, 2), (0, 0, 1, 1)))  # fmt: skip
    assert found.values == (("undefined", "undefined"), ("1", "1/2"))


def test_what_is_replayed_is_remembered_for_the_next_report() -> None:
    data = json.loads(check("accuracy", ["symmetry"]).to_json())
    done: dict[Any, Any] = {}
    assert not [line for line in replay_report(data, done) if line.problem]
    assert done


def test_a_formula_is_the_function_that_it_is() -> None:
    """However large it is: nothing is compared."""
    large = reduce(plus, (formula(number) * symbol("TP") for number in range(2, 200)))
    assert same_function(large, large)
    assert not same_function(large, large + large)


def test_of_a_product_no_class_may_be_absent() -> None:
    """What is left out of a mean over classes is left out of a mean alone."""
    mean, product = (measure(text, classes=3) for text in ("macro(recall)", "product(c/a)/3"))
    terms = 3
    assert len(reading("scikit-learn", mean).conventions) == terms + 3 + 3
    assert len(reading("scikit-learn", product).conventions) == terms


def test_a_sum_with_a_small_falling_slope_in_a_fact() -> None:
    """z = n^2 - s/2 is s = (n^2 - z)*2."""
    frame = Frame()
    frame.normal(class_sums("sum(a^2)/n^2"))
    frame.take(Fact(parse("n*a - a^2/2", names={}, parameters=("n", "a")), ">="))
    (solved,) = frame.replaced.values()
    assert evaluator(solved)({"n": fmpq(3), "fact1": fmpq(7)}) == 4


def test_where_a_parameter_is_the_ratio_goals_speak_of_the_sizes() -> None:
    """w = rho is w = N/P: no goal has a variable rho."""
    question = Asked(
        PROPERTIES["tp-not-max-in-section"],
        Reading(measure("TP/(TP+w*FP)", assume=("0 < w <= 1",))),
    )
    assert question.ratio
    goals = violation(question, Clause.parse("w == rho", ("w", "rho")),
                      Family(0, {"TP": "1", "FP": "2", "TN": "3"}))  # fmt: skip
    for goal in goals:
        atoms = (*goal.hypotheses, goal.conclusion)
        assert {name for atom in atoms for name in atom.expr.symbols()} <= {
            variable.name for variable in goal.variables
        }
    assert any("w" in goal.conclusion.expr.symbols() for goal in goals)


def test_only_sums_that_are_not_negative_are_taken_for_that() -> None:
    """A sum that a fact replaces is >= 0 if its terms are, whatever the classes."""
    for text, known in (("c/(2*n-a-b)", 1), ("c/(a+b)", 2)):
        frame = Frame()
        frame.normal(class_sums(f"sum({text})"))
        frame.take(Fact(parse(text, names={}, parameters=("n", "a", "b", "c")), ">="))
        assert frame.replaced
        assert len(frame.given) == known


def test_assumptions_stand_in_the_order_of_their_names() -> None:
    """So a file says the same whoever wrote it."""
    subject = measure("b*TP + a*FN", assume=("a > 0", "b > 0"))
    assert [atom.expr.symbols() for atom in subject.conditions] == [("b",), ("a",)]


def test_no_weak_sentence_begins_as_its_strong_one() -> None:
    """So a sentence that begins as the strong one is not the weak one's own."""
    pairs = [(prop.sentence, PROPERTIES[prop.stronger].sentence)
             for prop in PROPERTIES.values() if prop.stronger]  # fmt: skip
    assert len(pairs) >= 9
    assert not [weak for weak, strong in pairs if weak.startswith(strong)]
