"""Real proofs for the adversary: of small goals whose proofs together use most rules."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from asking import check

from symbolic_measures.kernel.algebra import Sequent
from symbolic_measures.macros import replay
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.nouns.verdict import Step, Verdict

#: (formula, assumptions, properties; none are the battery)
SOURCES: tuple[tuple[str, tuple[str, ...], tuple[str, ...] | None], ...] = (
    ("F1", (), None),
    ("CC", (), ("symmetry", "class-symmetry", "maximal-agreement", "weakly-monotone")),
    ("GM_half", (), ("symmetry", "weakly-monotone", "constant-baseline")),
    ("kappa", (), ("monotone", "constant-baseline", "maximal-agreement")),
    ("FM", (), ("monotone", "maximal-agreement")),
    ("LOR", (), ("symmetry", "class-symmetry", "weakly-monotone")),
    ("Abs(TP-FN)/n", (), ("scale-invariance",)),
    ("Max(TP,FN)/Max(TP,FN)", (), ("symmetry", "undefined-set")),
    ("-acos(FM)/pi", (), ("monotone", "symmetry")),
    ("a*TP/n+(1-a)*TN/n", ("0 < a < 1",), ("monotone", "symmetry", "maximal-agreement")),
    ("BA", (), ("ace", "tn-strictly-monotone", "tptn-max", "opitz-monotone")),
    ("CC", (), ("tp-monotone", "ach")),
    ("recall", (), ("ace", "fn-min", "tn-invariance", "prevalence-invariant")),
    ("-sqrt(FN*FP)/n", (), ("maximal-agreement", "symmetry")),
    ("Gmean", (), ("ace", "tp-monotone", "opitz-monotone")),
    ("CD", (), ("distance",)),
    ("TP/P-TP/Phat", (), ("undefined-set", "scale-invariance", "range")),
)
#: Proofs with more steps, or goals with more variables, are left to the long tier.
MOST_STEPS, MOST_VARIABLES = 60, 9


@cache
def reports() -> tuple[Verdict, ...]:
    """Every verdict on the sources."""
    found: list[Verdict] = []
    for text, assume, ids in SOURCES:
        report = check(text, ids, assume=assume, timeout=600)
        found += [*report.verdicts, *report.gradient]
    return tuple(found)


def proofs() -> Iterator[tuple[Goal, Step]]:
    """The goals that were proved, each with its proof."""
    for verdict in reports():
        if verdict.outcome == "proved" and verdict.proof is not None:
            yield from zip(verdict.statement.goals, verdict.proof.premises, strict=True)


@cache
def small_proofs() -> tuple[tuple[Goal, Step], ...]:
    """Proofs of goals, and of goals on their way, that are quickly replayed."""
    found: dict[Goal, Step] = {}

    def note(goal: Goal | Sequent, step: Step, depth: int) -> None:
        few = isinstance(goal, Goal) and len(goal.variables) <= MOST_VARIABLES
        if few and isinstance(goal, Goal) and size(step) <= MOST_STEPS:
            found.setdefault(goal, step)

    for goal, step in proofs():
        replay(goal, step, note)
    return tuple(found.items())


def size(step: Step) -> int:
    """The number of steps."""
    return 1 + sum(map(size, step.premises))
