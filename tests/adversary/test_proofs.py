"""Changed proofs of changed goals: whatever the kernel accepts is true wherever it is looked at.

A quick share runs always, thousands in the long tier.  A refusal is a CertificateError; anything
else that is raised is an error.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from adversary.changes import Adversary
from adversary.material import proofs, small_proofs
from adversary.steps import attempt, false_at, false_goals, steps_for
from adversary.truth import counterexample
from symbolic_measures.kernel.algebra import RuleError, Sequent
from symbolic_measures.macros import apply, replay
from symbolic_measures.nouns.errors import CertificateError
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.nouns.verdict import Step

Material = Sequence[tuple[Goal, Step]]


def accepted(goal: Goal, step: Step) -> bool:
    """Whether the kernel replays it."""
    try:
        replay(goal, step)
    except CertificateError:
        return False
    return True


def tried(material: Material, count: int, seed: int) -> Counter[str]:
    """So many changed pairs; AssertionError for a false goal that is accepted."""
    adversary, known = Adversary(material, seed), dict(material)
    seen: Counter[str] = Counter()
    for number in range(count):
        goal, step = adversary.pair()
        if known.get(goal) == step:
            seen["unchanged"] += 1
        elif not accepted(goal, step):
            seen["refused"] += 1
        else:
            seen["accepted"] += 1
            point = counterexample(goal, number)
            assert point is None, f"{goal.hypotheses} |- {goal.conclusion} fails at {point}: {step}"
    return seen


def test_what_is_accepted_is_true() -> None:
    seen = tried(small_proofs(), 120, 1)
    assert seen["refused"] >= 45
    assert seen["accepted"] >= 9


def test_real_proofs_are_of_true_goals() -> None:
    """The judge itself: it finds nothing against goals that were proved in earnest."""
    for number, (goal, _) in enumerate(small_proofs()[::4]):
        assert counterexample(goal, number, 100) is None


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(2, 32))
def test_what_is_accepted_is_true_thousands(seed: int) -> None:
    seen = tried(small_proofs(), 1_000, seed)
    assert seen["accepted"] >= 60


@pytest.mark.exhaustive
def test_what_is_accepted_of_all_proofs_is_true() -> None:
    """Those of large goals too."""
    seen = tried(tuple(proofs()), 1_000, 1)
    assert seen["accepted"] >= 20


# --- one step, and a search for the rest ----------------------------------------------------


def completed(material: Material, count: int, seed: int) -> int:
    """How many steps were made on false obligations; AssertionError if one leads to a proof."""
    adversary, made = Adversary(material, seed), 0
    for number, goal in false_goals(adversary, count):
        for obligation in (goal, *false_parts(goal, number)):
            for _ in range(6):
                step = steps_for(adversary, type(obligation))
                made += 1
                proof = attempt(obligation, step, number, 0.5)
                if proof is not None:
                    with pytest.raises(CertificateError):
                        replay(obligation, proof)
    return made


def false_parts(goal: Goal, seed: int) -> list[Sequent]:
    """The false sequents that clearing denominators leads to."""
    try:
        parts = apply(goal, "clear", {})
    except RuleError:
        return []
    return [part for part in parts if isinstance(part, Sequent) and false_at(part, seed)]


def test_no_step_leads_from_a_false_goal_to_a_proof() -> None:
    assert completed(small_proofs(), 80, 1) >= 150


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(2, 20))
def test_no_step_leads_from_a_false_goal_to_a_proof_thousands(seed: int) -> None:
    assert completed(small_proofs(), 500, seed) >= 1_000
