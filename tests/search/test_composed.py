"""Formulas of other measures: by these, each compared with its own value at the other matrix."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from symbolic_measures import check, verify
from symbolic_measures.macros import apply
from symbolic_measures.nouns.parser import parse, parse_relation
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.tactics.composed import composed
from symbolic_measures.search.tactics.formulas import prove_goal

MILLION = 1_000_000
#: Of two measures that grow, which one and the other at a larger TP.
MEANS = "2*F1*((1+MCC)/2)/(F1+(1+MCC)/2)"


def _goal(names: str, text: str, *given: str) -> Goal:
    known = names.split()

    def atom(text: str) -> Atom:
        ((tree, rel),) = parse_relation(text, set(known))
        return Atom(tree, rel)  # type: ignore[arg-type]

    variables = tuple(Variable(name, "positive") for name in known)
    return Goal(variables, tuple(map(atom, given)), atom(text))


@pytest.mark.parametrize("property_id", ["tp-monotone", "maximal-agreement", "range"])
def test_a_mean_of_two_measures_is_decided_by_them(property_id: str) -> None:
    """F1 and (1 + MCC)/2 grow and are between 0 and 1; so does and is their harmonic mean."""
    assert check(MEANS, [property_id])[property_id].outcome == "proved"


def test_only_what_may_hold_of_letters_is_tried() -> None:
    """x*y grows with both; of x*(2 - y) nothing can be said by the parts alone."""
    root, more = "sqrt(a/(a+b))", "sqrt((a+k)/(a+b+k))"
    share, other = "(a/(a+c))", "((a+k)/(a+c+k))"
    grows = _goal("a b c k", f"{more}*{other} - {root}*{share} > 0")
    assert len(list(composed(grows))) == 2
    assert prove_goal(grows, Effort(1_000, MILLION)) is not None
    unclear = _goal("a b c k", f"{more}*(2-{other}) - {root}*(2-{share}) > 0")
    assert list(composed(unclear)) == []


def test_fractions_alone_are_no_matter_of_letters() -> None:
    """1 against a fraction is cleared; a sum against another one has no partners."""
    assert list(composed(_goal("a b c", "1 - a/(a+b)*(a/(a+c)) > 0"))) == []
    assert list(composed(_goal("a b c", "sqrt(a)/(a+b) - (b/(a+c) + c) > 0"))) == []


def test_of_several_classes_quotients_of_fractions_are() -> None:
    """The harmonic mean of two means grows because both do; then nothing is multiplied out."""
    first, second = "(((c+1)/(c+d) + x)/(1+y))", "(((c+1)/(c+e+1) + z)/m)"
    before, other = "((c/(c+d) + x)/(1+y))", "((c/(c+e) + z)/m)"
    more = f"{first}*{second}/({first}+{second})"
    grows = _goal("c d e x y z m", f"{more} - {before}*{other}/({before}+{other}) > 0")
    sides = tuple(Atom(side, "defined") for side in grows.conclusion.expr.args)
    grows = replace(grows, hypotheses=sides)
    assert list(composed(grows)) == []
    ((name, args), *_) = composed(grows, large=True)
    letters = apply(grows, name, args)[-1]
    assert isinstance(letters, Goal)
    assert {variable.name for variable in letters.variables} == {f"part{k}" for k in range(1, 5)}
    assert prove_goal(letters, Effort(1_000, MILLION)) is not None


def test_what_is_no_larger_is_above_0() -> None:
    """x*y/(x + y) grows with x alone where y is no larger, but not where it is 0."""
    first, before, second = "((c+1)/(c+d+1))", "(c/(c+d))", "((c+1)/(c+e))"
    smaller = "((c+1)/(c+e+x))"
    text = f"{first}*{second}/({first}+{second}) - {before}*{smaller}/({before}+{smaller}) > 0"
    free = Variable("x", "nonnegative")
    goal = _goal("c d e x", text)
    goal = replace(goal, variables=(*goal.variables[:3], free))
    facts = [args["facts"] for _, args in composed(goal, large=True)]
    assert facts
    assert all(["part3 - part4", ">="] in own for own in facts)
    assert all(["part3", ">"] in own for own in facts)


def test_one_parameter_is_more_than_another() -> None:
    """x - y > 0 brings x into the orthant: x = y + z."""
    names = {name: Variable(name, "real") for name in ("x", "y", "s", "t")}
    parts = tuple(names)
    tree = parse("x*s/(x+s) - y*t/(y+t)", names={}, parameters=parts)
    given = [("x-y", ">"), ("s-t", ">"), ("y", ">="), ("t", ">=")]
    atoms = tuple(
        Atom(parse(text, names={}, parameters=parts), rel)  # type: ignore[arg-type]
        for text, rel in given
    )
    defined = Atom(parse("y*t/(y+t)", names={}, parameters=parts), "defined")
    goal = Goal(tuple(names.values()), (*atoms, defined), Atom(tree, ">="))
    assert prove_goal(goal, Effort(1_000, MILLION)) is not None
    assert (
        prove_goal(Goal(goal.variables, atoms[1:], goal.conclusion), Effort(1_000, MILLION)) is None
    )


def test_letters_for_most_variables_are_not_many() -> None:
    """Two fractions of eight x*log(x) each, k times, with a parameter beside them: 22 names."""
    report = check("mutual_information-c*Phat/n", ["scale-invariance"], assume=["c > 0"])
    assert report["scale-invariance"].outcome == "proved"
    assert not [item for item in verify(json.loads(report.to_json())) if item.problem]


def test_equal_quotients_have_equal_parts() -> None:
    """The weighted V-measure: numerators and denominators that are sums of x*log(x), each with its
    own partner at k times the matrix."""
    entropies = [
        f"(xlogy({a}/n,{a}/n)+xlogy({b}/n,{b}/n))" for a, b in (("P", "N"), ("Phat", "Nhat"))
    ]
    text = f"(1+b)*mutual_information/(-b*{entropies[1]}-{entropies[0]})"
    report = check(text, ["scale-invariance"], assume=["b > 0"])
    assert report["scale-invariance"].outcome == "proved"


def test_the_tangents_of_a_logarithm_have_letters_of_their_own() -> None:
    """With logarithms to another base, whose base has a letter already."""
    text = "n*log10(2)+(xlogy(FN+FP,(FN+FP)/n)+xlogy(TP+TN,(TP+TN)/n))/log(10)"
    assert check(text, ["range"])["range"].outcome == "proved"


@pytest.mark.parametrize("property_id", ["monotone", "weakly-monotone", "tptn-max"])
def test_what_has_a_kink_in_it_is_decided_by_its_parts(property_id: str) -> None:
    """n is the same on both sides of a step, however it is written, and MCC grows."""
    assert check("n*MCC*Abs(MCC)", [property_id])[property_id].outcome == "proved"


@pytest.mark.parametrize(
    "property_id", ["weakly-monotone", "maximal-agreement", "scale-invariance"]
)
def test_the_least_of_several_measures_is_decided_by_them(property_id: str) -> None:
    assert check("Min(F1, MCC, kappa)", [property_id])[property_id].outcome == "proved"
