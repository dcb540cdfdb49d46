"""Numbers: what is undefined, what is 0, what its sign is; what cannot be told is not guessed."""

from __future__ import annotations

import pytest
from forgery import goal

from symbolic_measures.kernel.algebra import RuleError
from symbolic_measures.kernel.evaluation import compile_formula
from symbolic_measures.kernel.exact import CannotTellError, InfiniteError, sign
from symbolic_measures.kernel.rules.registry import apply
from symbolic_measures.kernel.truth import holds
from symbolic_measures.nouns.formula import Formula, formula

UNDEFINED = (
    "1/0", "1/(1-1)", "1/(sqrt(2)-sqrt(2))", "1/(sqrt(2)*sqrt(3)-sqrt(6))",
    "1/(log(4)-2*log(2))", "1/(2^(1/3)-2^(1/3))", "sqrt(-1)", "sqrt(1-sqrt(2))", "sqrt(-log(2))",
    "log(0)", "log(-1)", "log(1-sqrt(2))", "log(sqrt(2)-sqrt(2))", "log(-log(2))", "acos(2)",
    "acos(-2)", "acos(sqrt(2))", "acos(-sqrt(2))", "acos(3/2)", "acos(-3/2)", "(-8)^(1/3)",
    "(-8)^(2/3)", "0^(-1)", "0^(-1/2)", "0^(-1/3)", "(1-sqrt(2))^(1/3)", "(sqrt(2)-sqrt(2))^(-1)",
    "(-1)^(1/2)", "power(0, 0)", "power(0, -1)", "power(0, -1/2)", "power(-1, 2)",
    "power(-1, 1/3)", "power(1-sqrt(2), 1)", "1 + 1/0", "0*(1/0)", "Max(1, 1/0)", "Abs(1/0)",
    "log(1/0)", "(1/0)^0", "sqrt(0) + log(0)",
)  # fmt: skip

#: Text and its sign.
SIGNED = (
    ("0^0 - 1", 0), ("0^2", 0), ("0^(1/2)", 0), ("0^(1/3)", 0), ("power(0, 2)", 0),
    ("power(0, 1/2)", 0), ("power(2, 3) - 8", 0), ("power(2, -1) - 1/2", 0),
    ("power(4, 1/2) - 2", 0), ("power(8, 2/3) - 4", 0), ("power(8, -2/3) - 1/4", 0),
    ("sqrt(0)", 0), ("sqrt(8) - 2*sqrt(2)", 0), ("sqrt(1/2) - sqrt(2)/2", 0),
    ("sqrt(12)*sqrt(3) - 6", 0), ("sqrt(2/3)*sqrt(3/2) - 1", 0),
    ("1/(sqrt(2)+sqrt(3)) - (sqrt(3)-sqrt(2))", 0),
    ("1/(1+sqrt(2)+sqrt(3)) - (2+sqrt(2)-sqrt(6))/4", 0),
    ("sqrt(2)+sqrt(3)-3", 1), ("sqrt(2)+sqrt(3)-4", -1), ("sqrt(5)-2", 1), ("2-sqrt(5)", -1),
    ("(1+sqrt(2))^2 - 3 - 2*sqrt(2)", 0), ("(1+sqrt(2))^(-1) - sqrt(2) + 1", 0),
    ("(sqrt(2))^3 - 2*sqrt(2)", 0), ("sqrt(2)^(3/2) - 2^(3/4)", 0), ("2^(1/3)*4^(1/3) - 2", 0),
    ("2^(1/3) - 5/4", 1), ("2^(1/3) - 13/10", -1), ("(-8)^2 - 64", 0), ("(-2)^(-3) + 1/8", 0),
    ("4^(3/2) - 8", 0), ("4^(-3/2) - 1/8", 0), ("log(1)", 0), ("log(8) - 3*log(2)", 0),
    ("log(1/8) + 3*log(2)", 0), ("log(6) - log(2) - log(3)", 0), ("log(sqrt(2)) - log(2)/2", 0),
    ("log(2) - 7/10", -1), ("log(2) - 69/100", 1), ("log(1/2)", -1), ("log(3)/log(9) - 1/2", 0),
    ("log(2)*log(3) - log(3)*log(2)", 0), ("1/log(2) - 1", 1), ("acos(1)", 0),
    ("acos(0)*2 - acos(-1)", 0), ("acos(1/2)*3 - acos(-1)", 0), ("acos(-1/2)*3 - 2*acos(-1)", 0),
    ("acos(sqrt(2)/2)*4 - acos(-1)", 0), ("acos(-sqrt(3)/2)*6 - 5*acos(-1)", 0),
    ("acos(-1) - 3", 1), ("acos(-1) - 22/7", -1), ("acos(1/3) + acos(-1/3) - acos(-1)", 0),
    ("acos(1/3) - 1", 1), ("Abs(-2) - 2", 0), ("Abs(1-sqrt(2)) - sqrt(2) + 1", 0),
    ("Abs(3)", 1), ("Abs(0)", 0), ("Min(1, 2) - 1", 0), ("Min(2, 1) - 1", 0), ("Max(1, 2) - 2", 0),
    ("Max(2, 1) - 2", 0), ("Max(sqrt(2), 3/2) - 3/2", 0), ("Min(sqrt(2), 3/2) - sqrt(2)", 0),
    ("xlogy(0, 2)", 0), ("xlogy(2, 2) - log(4)", 0), ("xlogy(0, 0)", 0),
    ("xlogy(sqrt(2)-sqrt(2), -1)", 0), ("-(1-2) - 1", 0), ("-sqrt(2)", -1), ("--log(2)", 1),
    ("3/4 - 0.75", 0), ("1/3 + 1/6 - 1/2", 0),
)  # fmt: skip


@pytest.mark.parametrize("text", UNDEFINED)
def test_what_has_no_value_is_undefined(text: str) -> None:
    for rel in ("defined", "== 0", ">= 0", "> 0", "!= 0"):
        with pytest.raises(RuleError):
            apply(goal("", [], f"{text} {rel}"), "evaluate", {})
    assert apply(goal("", [], f"{text} undefined"), "evaluate", {}) == []


@pytest.mark.parametrize(("text", "expected"), SIGNED)
def test_signs_are_exact(text: str, expected: int) -> None:
    truths = {">": expected > 0, ">=": expected >= 0, "==": expected == 0, "!=": expected != 0}
    for rel, truth in truths.items():
        assert holds(goal("", [], f"{text} {rel} 0").conclusion, {}) is truth
    assert holds(goal("", [], f"{text} undefined").conclusion, {}) is False


@pytest.mark.parametrize("text", ["2*acos(1/3) - acos(-7/9)", "1/(2*acos(1/3) - acos(-7/9))"])
def test_what_no_enclosure_shows_is_not_guessed(text: str) -> None:
    for rel in ("== 0", "!= 0", "> 0", ">= 0"):
        assert holds(goal("", [], f"{text} {rel}").conclusion, {}) is None
        with pytest.raises(RuleError):
            apply(goal("", [], f"{text} {rel}"), "evaluate", {})


@pytest.mark.parametrize(
    "tree",
    [
        Formula("power", formula(2), Formula("sqrt", formula(2))),
        Formula("^", formula(2), Formula("sqrt", formula(2))),
        Formula("^", Formula("sqrt", formula(2)), formula(241)),
    ],
)
def test_what_is_too_hard_is_not_told(tree: Formula) -> None:
    with pytest.raises(CannotTellError):
        sign(compile_formula(tree)({}))


def test_infinite_values_are_none() -> None:
    """`extended` is -oo at the low place, oo at the high one, and the value between."""
    for place, expected in ((0, -1), (1, 1)):
        tree = Formula("extended", *map(formula, (place, 0, 1, 7)))
        with pytest.raises(InfiniteError) as found:
            compile_formula(tree)({})
        assert found.value.sign == expected
        assert str(found.value) == ("the value is oo" if expected > 0 else "the value is -oo")
    between = Formula("extended", formula(2), *map(formula, (0, 1, 7)))
    assert compile_formula(between)({}) == 7
