"""Macros are no rules: the kernel refuses them, and replays what they stand for."""

from __future__ import annotations

import pytest

from symbolic_measures.kernel import replay as kernel
from symbolic_measures.kernel.algebra import RuleError
from symbolic_measures.kernel.rules.registry import RULES
from symbolic_measures.macros import MACROS, apply, expand, replay
from symbolic_measures.nouns.errors import CertificateError
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.nouns.verdict import Step

CELLS = tuple(Variable(name, "natural") for name in ("TP", "FN"))
DONE = Step("coefficients")


def cleared(text: str, rel: str, *given: tuple[str, str]) -> object:
    """The sequent of a polynomial with hypotheses."""
    hypotheses = tuple(Atom(parse(left), sign) for left, sign in given)  # type: ignore[arg-type]
    goal = Goal(CELLS, hypotheses, Atom(parse(text), rel))  # type: ignore[arg-type]
    return apply(goal, "clear", {})[-1]


def test_a_macro_is_no_rule() -> None:
    assert not set(MACROS) & set(RULES)
    sequent = cleared("TP+FN", ">=")
    step = Step("zero", {"variable": "TP"}, (DONE, DONE))
    replay(sequent, step)
    with pytest.raises(CertificateError, match="no rule 'zero'"):
        kernel.replay(sequent, step)  # type: ignore[arg-type]


def test_a_wrong_expansion_proves_nothing() -> None:
    """Whatever the expander says, the kernel replays it."""
    false = cleared("TP-FN", ">=")
    for said in (DONE, Step("weaken", {"without": []}, (DONE,)), Step("zero"), Step("trust-me")):
        with pytest.raises(CertificateError):
            kernel.replay(false, Step("magic"), expand=lambda goal, step, s=said: s)  # type: ignore


def test_the_premises_are_counted() -> None:
    sequent = cleared("TP+FN", ">=")
    for premises in ((), (DONE,), (DONE, DONE, DONE)):
        with pytest.raises(CertificateError, match="2 subgoals"):
            replay(sequent, Step("zero", {"variable": "TP"}, premises))
    with pytest.raises(CertificateError):
        replay(sequent, Step("premise", {"number": 0}))


@pytest.mark.parametrize(
    ("text", "rel", "name", "args"),
    [
        ("TP*FN", ">=", "zero", {"variable": "TP"}),
        ("TP^2-TP*FN", ">=", "order", {"x": "TP", "y": "FN"}),
        ("TP-FN", "==", "both", {}),
        ("TP-FN", "!=", "apart", {"sign": 1}),
        ("TP-FN", ">", "absurd", {}),
        ("TP-FN", ">", "squared", {}),
    ],
)
def test_a_macro_expands_to_rules(text: str, rel: str, name: str, args: dict[str, object]) -> None:
    """One hole for each subgoal, and nothing between that is no rule."""
    sequent = cleared(text, rel, ("TP-FN+1", ">"))
    below = apply(sequent, name, args)  # type: ignore[arg-type]
    mark = Step("mark")
    tree = expand(sequent, Step(name, args, (mark,) * len(below)))  # type: ignore[arg-type]
    assert tree.rules() - {"mark"} <= set(RULES)

    def goals(goal: object, step: Step) -> list[object]:
        if step.rule == "mark":
            return [goal]
        inner = apply(goal, step.rule, step.args)  # type: ignore[arg-type]
        return [g for part, p in zip(inner, step.premises, strict=True) for g in goals(part, p)]

    found = goals(sequent, tree)
    assert sorted(map(str, found)) == sorted(map(str, below))


def test_a_case_may_not_be_left_out() -> None:
    sequent = cleared("TP-FN", ">=")
    for rels in (["=="], [">"], ["<"], ["==", ">"], ["<", ">"]):
        with pytest.raises(RuleError, match="leave out"):
            apply(sequent, "cases", {"of": "TP-2*FN", "rels": rels})  # type: ignore[arg-type]
    assert len(apply(sequent, "cases", {"of": "TP", "rels": ["==", ">"]})) == 2  # type: ignore
    assert len(apply(sequent, "cases", {"rels": ["<"]})) == 1  # type: ignore[arg-type]
