"""What the kernel reads at once, what is too large for it, and how it walks a proof."""

from __future__ import annotations

import pytest
from forgery import Forgery, goal, sequent

from symbolic_measures.kernel.algebra import RuleError, factors, multiply, tidy
from symbolic_measures.kernel.reader import reader
from symbolic_measures.kernel.replay import replay
from symbolic_measures.kernel.rules.registry import apply
from symbolic_measures.nouns.errors import CertificateError
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.nouns.verdict import Step

#: True, and read as the polynomial 0, or as one that is plain.
READ_AT_ONCE = (
    "acos(0*x)*2 - acos(0*x - 1) == 0", "acos(0*x + 1/2)*3 - acos(0*x - 1) == 0",
    "acos(0*x - 1/2)*3 - 2*acos(0*x - 1) == 0", "acos(0*x + 1) == 0", "acos(0*x - 1) > 0",
    "acos(x/x) == 0", "log(x*y) - log(x) - log(y) == 0",
    "log(12*x) - 2*log(2) - log(3) - log(x) == 0", "-log(1/2 + 0*x) > 0",
    "log(x/y) + log(y/x) == 0", "log((x+y)^3) - 3*log(x+y) == 0", "log(2) > 0",
    "sqrt(x^2) - x == 0", "sqrt(4*x) - 2*sqrt(x) == 0",
    "sqrt(8*x) - 2*sqrt(2*x) == 0", "sqrt(x^3) - x*sqrt(x) == 0", "sqrt(x*y^2) - y*sqrt(x) == 0",
    "sqrt(x/y) - sqrt(x*y)/y == 0", "sqrt(1/x) - sqrt(x)/x == 0", "x^(3/2) - x*sqrt(x) == 0",
    "x^(-1/2) - sqrt(x)/x == 0", "x^(4/3) - x*x^(1/3) == 0",
    "x^(-2/3)*x - x^(1/3) == 0", "(8*x)^(1/3) - 2*x^(1/3) == 0",
    "(x*y)^(1/3) - x^(1/3)*y^(1/3) == 0",
    "(x^(1/3))^2 - x^(2/3) == 0", "x^(1/3) > 0",
    "(x/y)/(1/y) - x == 0", "1/x + 1/y - (x+y)/(x*y) == 0", "(x^2-y^2)/(x+y) - x + y == 0",
    "x/2 + x/3 - 5*x/6 == 0", "1/(2*x) - 1/(3*x) - 1/(6*x) == 0", "(x/y)^2 - x*x/(y*y) == 0",
    "(x/y)^(-1) - y/x == 0", "x^0 - 1 == 0", "x/(2*x) > 0", "2*x/(x + y) > 0",
)  # fmt: skip


@pytest.mark.parametrize("claim", READ_AT_ONCE)
def test_what_is_plain_is_read_at_once(claim: str) -> None:
    task = goal("x, y: positive", [], claim)
    leaf = Step("coefficients")
    replay(task, Step("clear", {}, tuple(leaf for _ in apply(task, "clear", {}))))


REAL = "x, y: real"

TOO_LARGE: tuple[tuple[str, Goal, str], ...] = (
    ("an exponent", goal("x: positive; r: real", [], "x^(61*r) > 0"), "exponent is too large"),
    ("a whole part", goal("x: positive; r: real", [], "x^(r + 61) > 0"), "exponent is too large"),
    ("a prime", goal("x: positive", [], f"log({10**24 + 1}*x) > 0"), "too large to be factored"),
    ("a radicand", goal("x: positive", [], f"sqrt({10**24 + 1}*x) > 0"), "to be factored"),
    ("a denominator", goal("x: positive", [], "1/(x - x) > 0"), ""),
)  # fmt: skip


@pytest.mark.parametrize(("what", "task", "words"), TOO_LARGE, ids=[t[0] for t in TOO_LARGE])
def test_what_is_too_large_is_refused(what: str, task: Goal, words: str) -> None:
    if words:
        with pytest.raises(RuleError, match=words):
            apply(task, "clear", {})
    else:
        last = apply(task, "clear", {})[-1]
        assert last.conclusion[0].is_zero()
        assert last.conclusion[1] == ">"


@pytest.mark.parametrize("claim", ["x^(60*r) > 0", "x^(r + 60) > 0", f"log({10**24}*x) > 0"])
def test_what_is_just_not_too_large_is_read(claim: str) -> None:
    assert apply(goal("x: positive; r: real", [], claim), "clear", {})


def test_large_products_are_refused() -> None:
    """1771^2 pairs of terms are too many; 1330^2 are not."""
    large, small = (
        sequent("x, y, z: positive", [], f"(x + y + z + 1)^{power} > 0").conclusion[0]
        for power in (20, 18)
    )
    assert (len(large), len(small)) == (1_771, 1_330)
    with pytest.raises(RuleError, match="too large"):
        multiply(large, large)
    assert len(multiply(small, small)) == 9_139


def test_a_hypothesis_that_divides_by_zero_holds_nowhere() -> None:
    assert apply(goal(REAL, ["1/(x - x) > 0"], "x - x > 0"), "clear", {}) == []
    assert apply(goal(REAL, ["1/(sqrt(y^2 + 1)^2 - y^2 - 1) > 0"], "x > 0"), "clear", {}) == []


def test_function_values_are_not_substituted() -> None:
    task = sequent("x: positive", ["s - 1 >= 0"], "s > 0", s="sqrt(x)")
    for name in ("s", "y", None, 0, ["x"]):
        with pytest.raises(RuleError):
            apply(task, "bound", {"variable": name, "number": 0})


def test_a_root_of_zero_is_zero() -> None:
    """Where x = 1 the root of x - 1 is 0, so that s > 0 is false and s == 0 true."""
    task = sequent("x: real", ["x - 1 == 0"], "s == 0", s="sqrt(x - 1)")
    (found,) = apply(task, "bound", {"variable": "x", "number": 0})
    assert found.roots == {}
    assert apply(found, "coefficients", {}) == []


def test_tidy_drops_what_is_seen() -> None:
    task = sequent(
        "x: nonnegative; y: positive",
        ["6*x - 4*y >= 0", "3*x - 2*y >= 0", "x >= 0", "y > 0", "x > 0", "x + 1 > 0", "0 == 0",
         "-x - y != 0", "x*y != 0", "x - y != 0", "2*x - 2*y == 0", "0 > 0", "0 != 0", "x == 0"],
        "x > 0",
    )  # fmt: skip
    found = [f"{poly} {rel}" for poly, rel in tidy(task.hypotheses, task.sorts)]
    assert found == ["3*x - 2*y >=", "x >", "x*y >", "x - y !=", "x - y ==", "0 >", "x =="]


def test_factors_are_those_of_flint_multiplied_out() -> None:
    poly = sequent("x, y: real", [], "6*x^2*y - 6*y^3 > 0").conclusion[0]
    unit, pairs = factors(poly)
    product = poly.context().constant(unit)
    for piece, power in pairs:
        product *= piece**power
    assert product == poly
    assert len(pairs) == 3


def test_a_trace_is_told_every_step() -> None:
    task = goal("x: nonnegative", [], "x + 1 > 0")
    told: list[tuple[str, int]] = []
    replay(
        task,
        Step("clear", {}, (Step("combine", {}, (Step("coefficients"),)),)),
        lambda goal, step, depth: told.append((step.rule, depth)),
    )
    assert told == [("clear", 0), ("combine", 1), ("coefficients", 2)]


def test_what_was_replayed_is_not_replayed_again_and_nothing_else_is_done() -> None:
    task = goal("x: nonnegative", [], "x + 1 > 0")
    good, bad = (Step("clear", {}, (Step(rule),)) for rule in ("coefficients", "absurd"))
    done: dict[Goal, Step] = {}
    replay(task, good, done=done)
    assert done == {task: good}
    told: list[str] = []
    replay(task, good, lambda goal, step, depth: told.append(step.rule), done=done)
    assert told == []
    with pytest.raises(CertificateError):
        replay(task, bad, done=done)
    fresh: dict[Goal, Step] = {}
    with pytest.raises(CertificateError):
        replay(task, bad, done=fresh)
    assert fresh == {}


def test_a_step_that_is_no_rule_is_asked_for() -> None:
    task = goal("x: nonnegative", [], "x + 1 > 0")
    plain = Step("clear", {}, (Step("coefficients"),))
    replay(task, Step("easy"), expand=lambda goal, step: plain)
    with pytest.raises(CertificateError):
        replay(task, Step("easy"), expand=lambda goal, step: Step("evaluate"))
    with pytest.raises(CertificateError, match="no rule 'easy'"):
        replay(task, Step("easy"))


def test_the_reader_keeps_a_place_for_each_function() -> None:
    read = reader(goal("x: positive", ["log(x) > 0", "acos(x) >= 0"], "sqrt(x) + x^(1/3) > 0"))
    assert len(read.free) == 2
    assert len(read.spare) == 16


UNCOVERED = (
    Forgery(
        "not sums of equally many terms",
        goal("x, y: positive", ["x + y defined", "x + y + x defined"], "(x + y) - (x + y + x) > 0"),
        "outer", {"strict": 0},
    ),
    Forgery(
        "not sums of equally many terms",
        goal("x, y: positive", ["x defined", "y defined"], "x - y > 0"), "outer", {"strict": 0},
    ),
    Forgery(
        "unknown arguments", goal("x: natural", [], "x > 0"), "substitute", {"cases": "x"},
    ),
    Forgery(
        "three cosines", goal("x: real", [], "(1 + 2*(x*x*x)) - ((2*2 + 2*2) + 2*2) >= 0"),
        "gram", {"sides": ["1", "1", "1"]},
    ),
)  # fmt: skip


@pytest.mark.parametrize("step", UNCOVERED, ids=str)
def test_odd_steps_are_refused(step: Forgery) -> None:
    with pytest.raises(RuleError) as refusal:
        apply(step.task, step.rule, step.args)
    assert step.guard in str(refusal.value)
