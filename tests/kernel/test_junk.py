"""Junk in the arguments of a rule is refused in one line, or harmless; it never surprises."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from forged_vectors import PARALLEL, XXX, gram
from forgery import expectation, goal, sequent
from needed_steps import STEPS

from symbolic_measures.kernel.algebra import RuleError, Sequent
from symbolic_measures.kernel.replay import replay
from symbolic_measures.kernel.rules.registry import RULES, Obligation, apply
from symbolic_measures.nouns.errors import CertificateError
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.nouns.verdict import Step

JUNK: tuple[Any, ...] = (
    None, True, -1, 0, 2, 97, 1.5, 10**30, "", "oo", "TP +", "x", "0", (), [], {}, [[]], [None],
    ["x", "x"], {"0": 1}, {"x": 7}, {"x": "1"}, {1: 1}, {"9": "1"}, {"x": "y"}, ["x"], ["s"],
)  # fmt: skip

#: One step of each rule that the kernel takes.
TAKEN: dict[str, tuple[Obligation, dict[str, Any]]] = {
    step.rule: (step.task, dict(step.args)) for step in STEPS
} | {
    "evaluate": (goal("", [], "1 > 0"), {}),
    "reorder": (goal("x, y: real", ["x + y defined"], "(x + y) - (y + x) == 0"), {}),
    "gram": (gram(PARALLEL), XXX),
    "coefficients": (sequent("x: positive", [], "x > 0"), {}),
    "path": (
        goal("x, k: positive", ["x+k defined", "x defined", "k > 0"], "(x+k) - x > 0"),
        {"lower": "x", "move": {"x": 1}, "step": "k"},
    ),
}  # fmt: skip
OPTIONAL: dict[str, dict[str, Any]] = {
    "clear": {"sign": 1, "condition": 0}, "via": {"strict": "left"}, "outer": {"sign": 1},
    "combine": {"scale": 1}, "square": {"larger": "free"},
}  # fmt: skip


def test_every_rule_has_a_step() -> None:
    assert set(TAKEN) >= set(RULES)


@pytest.mark.parametrize("rule", RULES)
def test_an_unknown_argument_is_refused(rule: str) -> None:
    task, args = TAKEN[rule]
    apply(task, rule, args)
    with pytest.raises(RuleError, match=r"unknown arguments \['trust'\]|one argument"):
        apply(task, rule, {**args, "trust": "me"})


@pytest.mark.parametrize("rule", RULES)
def test_junk_never_surprises(rule: str) -> None:
    task, args = TAKEN[rule]
    args = {**OPTIONAL.get(rule, {}), **args}
    for name in args:
        for junk in JUNK:
            _refused_or_harmless(task, rule, {**args, name: junk})
        _refused_or_harmless(task, rule, {n: v for n, v in args.items() if n != name})


def _refused_or_harmless(task: Obligation, rule: str, args: dict[str, Any]) -> None:
    with suppress(RuleError):
        assert isinstance(apply(task, rule, args), list)


@pytest.mark.parametrize("rule", [name for name, (kinds, *_) in RULES.items() if len(kinds) == 1])
def test_a_rule_needs_its_own_kind_of_obligation(rule: str) -> None:
    task, args = TAKEN[rule]
    other: Obligation = (
        goal("x: positive", [], "x > 0")
        if isinstance(task, Sequent)
        else sequent("x: positive", [], "x > 0")
    )
    with pytest.raises(RuleError, match="does not apply here"):
        apply(other, rule, args)


def test_there_is_no_other_rule() -> None:
    with pytest.raises(RuleError, match="no rule 'trust-me'"):
        apply(goal("x: positive", [], "x > 0"), "trust-me", {})


#: (rule, obligation, arguments, words): odd, though nothing false would be proved.
ODD: tuple[tuple[str, Obligation, dict[str, Any], str], ...] = (
    ("via", goal("x: real", [], "x - x > 0"), {"value": "x", "strict": "up"}, "strict is left"),
    ("via", goal("x: real", [], "x - x > 0"), {"value": "y"}, "y"),
    ("via", goal("x: real", [], "x - x > 0"), {"value": 1}, "given as text"),
    ("weaken", goal("x: real", ["x >= 0"], "x > 0"), {}, "rel is >"),
    ("weaken", expectation("TP constant-mean", ("a > 0",), "a: real"), {"without": [0]},
     "not about one matrix"),
    ("substitute", expectation("TP constant-mean"), {"variable": "TP"}, "is about points"),
    ("substitute", goal("x: natural", [], "x >= 0"), {"variable": "y"},
     "no natural variable or variable >= 0 'y'"),
    ("outer", goal("x, y: real", ["-x defined", "-y defined"], "-x - (-y) > 0"), {"sign": 2},
     "sign is 1 or -1"),
    ("outer", goal("x, y: real", ["-x defined", "-y defined"], "-x - (-y) > 0"), {"sign": True},
     "sign is 1 or -1"),
    ("abstract", goal("x: real", [], "x undefined"), {"parts": ["x"], "facts": [["part1", ">="]]},
     "parts is a list"),
    ("abstract", goal("x: real", [], "x >= 0"), {"parts": [], "facts": []}, "parts is a list"),
    *(
        ("abstract", goal("x: real", [], "x >= 0"), {"parts": ["x"], "facts": [["part1", rel]]},
         "one of >, >=, ==")
        for rel in ("!=", "defined", "undefined", "constant-mean", "<", "", None, ["="])
    ),
    ("abstract", goal("x: real", [], "x >= 0"), {"parts": ["x"], "facts": ["p>"]}, "a fact is"),
    ("abstract", goal("x: real", [], "x >= 0"), {"parts": ["x"], "facts": [["part1"]]},
     "a fact is"),
    ("substitute", goal("x: positive", [], "x > 0"), {"exponent": 1}, "a whole number > 1"),
    ("substitute", goal("x: positive", [], "x > 0"), {"exponent": 61}, "a whole number > 1"),
    ("substitute", goal("x: real", [], "x > 0"), {"exponent": 2}, "some variables are positive"),
    ("cut", sequent("x: real", [], "x > 0"), {"of": "x", "rel": "!="}, "rel is >, >= or =="),
    ("weaken", sequent("x: real", ["x > 0"], "x > 0"), {"without": [1]}, "numbers of hypotheses"),
    ("weaken", sequent("x: real", ["x > 0"], "x > 0"), {"without": [True]}, "without is a list"),
    ("weaken", sequent("x: real", ["x > 0"], "x > 0"), {}, "rel is >"),
    ("cases", sequent("x: real", [], "x > 0"), {"rels": ["!="]}, "rels is a list of relations"),
    ("substitute", goal("x: natural", [], "x > 0"), {}, "one argument"),
    ("substitute", goal("x: natural", ["x > 0"], "x > 0"), {"variable": "x", "hypothesis": 0},
     "one argument"),
    ("cut", sequent("x: real", [], "x > 0"), {"of": "x/2", "rel": ">"}, "whole coefficients"),
    ("cut", sequent("x: real", [], "x > 0"), {"of": "sqrt(x)", "rel": ">"}, "not a polynomial"),
    ("cut", sequent("x: real", [], "x > 0"), {"of": "x^(1/2)", "rel": ">"}, "not a polynomial"),
    ("cut", sequent("x: real", [], "x > 0"), {"of": "x^(-1)", "rel": ">"}, "whole coefficients"),
    ("cut", sequent("x: real", [], "x > 0"), {"of": "y", "rel": ">"}, "y"),
    ("bound", sequent("x: nonnegative", ["-x - 1 >= 0"], "x > 0"), {"variable": "x", "number": 0},
     "an upper bound is a number > 0"),
    ("bound", sequent("x: nonnegative", ["-x >= 0"], "x > 0"), {"variable": "x", "number": 0},
     "an upper bound is a number > 0"),
    ("bound", sequent("x: natural", ["3 - x >= 0"], "x > 0"), {"variable": "x", "number": 0},
     "a real variable >= 0"),
    ("bound", sequent("x: natural", ["2*x - 3 >= 0"], "x > 0"), {"variable": "x", "number": 0},
     "is no fraction"),
    ("bound", sequent("x: real", ["x - 3 != 0"], "x > 0"), {"variable": "x", "number": 0},
     "no bound"),
    ("combine", sequent("x: real", ["x > 0"], "x > 0"), {"multipliers": {"-1": "1"}},
     "no hypothesis"),
    ("combine", sequent("x: real", ["x > 0"], "x > 0"), {"multipliers": {"1": "1"}},
     "no hypothesis"),
    ("combine", sequent("x: real", ["x > 0"], "x > 0"), {"multipliers": {}}, "multipliers maps"),
    ("factor", sequent("x: real", [], "0 == 0"), {"signs": 0}, "a constant has no factors"),
    ("factor", sequent("x: real", [], "5 > 0"), {"signs": []}, "a constant has no factors"),
    ("factor", sequent("x: real", [], "x == 0"), {"signs": 1}, "the factor that is 0"),
    ("factor", sequent("x: real", [], "x == 0"), {"signs": -1}, "the factor that is 0"),
    ("factor", sequent("x: real", [], "x > 0"), {"signs": [1, 1]}, "one sign for each"),
    ("factor", sequent("x: real", [], "x > 0"), {"signs": [2]}, "a sign is 1 or -1"),
    ("factor", sequent("x: real", [], "x > 0"), {"signs": [0]}, "a sign is 1 or -1"),
    ("square", sequent("x: positive", [], "s > 0", s="sqrt(x)"), {"root": "x", "larger": "free"},
     "x is not a root"),
    ("square", sequent("x: positive", [], "s > 0", s="sqrt(x)"), {"root": "s", "larger": "both"},
     "`larger` is free or root"),
    ("arguments", sequent("x: positive", [], "61*t > 0", t="log(x)"), {}, "a sum of values of"),
    ("arguments", sequent("x: positive", [], "0 > 0", t="log(x)"), {}, "a sum of values of"),
    ("clear", goal("x: real", [], "x > 0"), {"sign": True}, "sign is 1 or -1"),
    ("clear", goal("x: real", [], "x > 0"), {"sign": 1, "condition": "0"}, "condition a number"),
    ("clear", goal("x: real", [], "1/x undefined"), {"condition": 1}, "number of a condition"),
    ("clear", goal("x: real", [], "1/x undefined"), {"condition": -2}, "number of a condition"),
    ("clear", goal("x, term1: real", [], "log(x) > 0"), {}, "two variables have one name"),
    ("path", goal("x: natural", ["Abs(x+1) defined", "Abs(x) defined"], "Abs(x+1) - Abs(x) > 0"),
     {"lower": "Abs(x)", "move": {"x": 1}}, "no derivative"),
    ("gram", gram(PARALLEL), {"sides": ["x", "x"]}, "sides are three polynomials"),
    ("gram", gram(PARALLEL), {"sides": ["x", "x", "y/2"]}, "whole coefficients"),
    ("gram", goal("x: positive", [], "x >= 0"), XXX, "three cosines"),
    ("gram", goal("x: positive", [], "(1 + 2*(x*x*x)) - ((1*1 + 2*2) + 3*3) >= 0"), XXX,
     "three cosines"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "task", "args", "words"), ODD, ids=[f"{r}: {w}" for r, _, _, w in ODD]
)
def test_what_is_odd_is_refused(
    rule: str, task: Obligation, args: dict[str, Any], words: str
) -> None:
    with pytest.raises(RuleError) as refusal:
        apply(task, rule, args)
    assert words in str(refusal.value)


def test_what_was_replayed_before_replays_nothing_else() -> None:
    """Of two premises the first is known; the second proves nothing."""
    task = goal("x: positive", ["x - 2 >= 0"], "x - 1 >= 0")
    known, _ = apply(task, "via", {"value": "2"})
    added = Step("combine", {"multipliers": {"0": "1"}}, (Step("coefficients"),))
    leaf = Step("clear", {}, (added,))
    assert isinstance(known, Goal)
    with pytest.raises(CertificateError, match="trust-me"):
        replay(task, Step("via", {"value": "2"}, (leaf, Step("trust-me"))), done={known: leaf})
    with pytest.raises(CertificateError, match="trust-me"):
        replay(task, Step("trust-me"), done={})


def test_a_trace_is_told_what_a_step_stands_for() -> None:
    task, leaf = goal("x: positive", [], "x > 0"), Step("coefficients")
    told: list[str] = []
    replay(
        task, Step("easy", {}, (leaf,)), lambda _, step, depth: told.append(f"{depth} {step.rule}"),
        expand=lambda _, step: Step("clear", {}, step.premises),
    )  # fmt: skip
    assert told == ["0 easy", "0 clear", "1 coefficients"]
