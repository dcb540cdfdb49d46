"""Cases that never apply, and absolute values of logarithms."""

from __future__ import annotations

import pytest

from symbolic_measures import check
from symbolic_measures.macros import replay
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.tactics.formulas import prove_goal
from symbolic_measures.search.tactics.impossible import impossible_case, zero_product


def goal_of(text: str, *given: str) -> Goal:
    tree, *facts = (parse(each, names={}, parameters=("u",)) for each in (text, *given))
    hypotheses = tuple(Atom(fact, ">") for fact in facts)
    return Goal((Variable("u", "positive"),), hypotheses, Atom(tree, ">="))


@pytest.mark.parametrize(
    "text", ["Abs(log(1+u))-u/(1+u)", "u-Abs(log(1/(1+u)))", "Abs(sqrt(u+1)-1)-sqrt(u+1)+1"]
)
def test_what_holds_in_the_other_case_is_proved(text: str) -> None:
    goal = goal_of(text)
    step = prove_goal(goal, Effort(60))
    assert step is not None
    replay(goal, step)


def test_only_what_holds_nowhere_is_tried() -> None:
    """log(u) > 0 holds where u > 1; -u > 0, without a function, is left to polynomials."""
    assert len(list(impossible_case(goal_of("-u", "-log(1+u)")))) == 1
    assert list(impossible_case(goal_of("-u", "log(u)"))) == []
    assert list(impossible_case(goal_of("-u", "-u"))) == []


def test_an_absolute_logarithm_has_no_derivative_at_its_kink() -> None:
    """And it has no bound."""
    names = ["class-decomposable", "range"]
    found = {v.property: v for v in check("Abs(log(TPR/FPR))", properties=names).verdicts}
    assert found["class-decomposable"].outcome == "not-applicable"
    assert found["range"].value["supremum"]["value"] == "oo"


def test_what_is_opposite_has_one_absolute_value() -> None:
    """Of both classes exchanged; and everywhere defined, whatever its parts are."""
    text = (
        "Max(Abs(log((TP+s)/(P+2*s)/((FP+s)/(N+2*s)))),Abs(log((FN+s)/(P+2*s)/((TN+s)/(N+2*s)))))"
    )
    report = check(text, assume=["s > 0"], properties=["class-symmetry", "undefined-set"])
    assert [verdict.outcome for verdict in report.verdicts] == ["proved", "proved"]


def test_a_hypothesis_times_a_root() -> None:
    """x*r >= 0 says x >= 0 where the root r is positive."""
    names = ("x", "y", "z")
    tree = parse("(x-y)/sqrt(x+z)", names={}, parameters=names)
    variables = tuple(Variable(name, "positive") for name in names)
    goal = Goal(variables, (Atom(tree, ">="),), Atom(parse("x-y", {}, names), ">="))
    effort = Effort(60)
    step = prove_goal(goal, effort)
    assert step is not None
    replay(goal, step)
    assert effort.spent < 100_000


def _equation(*given: tuple[str, str]) -> Goal:
    """1 == 2, where n, k > 0 and s >= 0 satisfy these."""
    variables = tuple(Variable(name, sort) for name, sort in
                      (("n", "positive"), ("k", "positive"), ("s", "nonnegative")))  # fmt: skip
    atoms = tuple(
        Atom(parse(text, names={}, parameters=("n", "k", "s")), rel)  # type: ignore[arg-type]
        for text, rel in given
    )
    return Goal(variables, atoms, Atom(parse("1-2", names={}), "=="))


@pytest.mark.parametrize("given", [
    (("n**2-s", "=="), ("(k*n)**2-k**2*s", "!=")), (("(k*n)**2-k**2*s", "=="), ("n**2-s", "!=")),
    (("n**2-s", "=="), ("n-k", "!="), ("k*s-k*n**2", "!=")),
])  # fmt: skip
def test_a_multiple_or_a_factor_of_what_is_0_is_0(given: tuple[tuple[str, str], ...]) -> None:
    goal = _equation(*given)
    assert len(list(impossible_case(goal))) == 1
    step = prove_goal(goal, Effort(60))
    assert step is not None
    replay(goal, step)


def test_a_factor_that_may_be_0_tells_nothing() -> None:
    """With n - k = 0 the product is 0, whatever n^2 - s is."""
    goal = _equation(("(n-k)*(n**2-s)", "=="), ("n**2-s", "!="))
    assert prove_goal(goal, Effort(60)) is None
    assert list(impossible_case(_equation(("n-s", "=="), ("n-k", "!=")))) == []


def _zero(test: str, *more: tuple[str, str]) -> Goal:
    """1 == 2, where the test is 0 and 0 < n < 1, k >= 1 and s >= 0."""
    return _equation((test, "=="), ("n", ">"), ("1-n", ">"), ("k-1", ">="), *more)


def test_a_product_of_what_is_positive_is_not_0() -> None:
    """Whatever else is said, with logarithms, too."""
    goal = _zero("(1-n)*(k/(k+s))", ("log(s+n)", "!="))
    effort = Effort(60)
    assert len(list(zero_product(goal))) == 1
    step = prove_goal(goal, effort)
    assert step is not None
    replay(goal, step)
    assert effort.spent < 20_000


@pytest.mark.parametrize("test", ["n*(s/(k+s))", "(1-2*n)*k", "(1-n)*k-s", "log(k)*n"])
def test_what_may_be_0_is_left(test: str) -> None:
    assert list(zero_product(_zero(test))) == []


def test_conventions_of_rates_times_a_prevalence() -> None:
    """Each of four logarithms has its convention, and they have one place without a value."""
    text = (
        "xlogy(q*TPR,TPR/(q*TPR+(1-q)*FPR))+xlogy((1-q)*FPR,FPR/(q*TPR+(1-q)*FPR))"
        "+xlogy(q*(1-TPR),(1-TPR)/(1-q*TPR-(1-q)*FPR))"
        "+xlogy((1-q)*(1-FPR),(1-FPR)/(1-q*TPR-(1-q)*FPR))"
    )
    report = check(text, ["undefined-set"], assume=["0 < q < 1"])
    assert report["undefined-set"].outcome == "proved"


def test_the_correlation_in_the_reading_of_appendix_b_is_scale_invariant() -> None:
    """Of every number of classes: each case at the matrix meets the same one at k times it."""
    report = check("CC", ["scale-invariance"], classes="every", reading="gosgens-appendix-b")
    assert report["scale-invariance"].holds == "m >= 2"
