"""What a verdict must show.  Only what passes here may be called decided.

`check` takes the statement as rebuilt from the property and the reading, never the saved one.
It demands at least one goal, a point that satisfies each goal's hypotheses (else the statement
would be vacuous), a proof of every goal or a witness against one, and, where a witness claims to
be minimal, that nothing smaller fails.  A witness has the values that violate its goal; a missing
value violates only a goal that asks for one.
"""

from __future__ import annotations

from dataclasses import replace

from symbolic_measures.kernel.expectation import admissible_sizes, check_expectation
from symbolic_measures.kernel.minimality import check_size
from symbolic_measures.kernel.replay import Expand, replay
from symbolic_measures.kernel.samples import sample
from symbolic_measures.kernel.violation import check_witness
from symbolic_measures.nouns.confusion import CELLS, NHAT, PHAT
from symbolic_measures.nouns.errors import CertificateError
from symbolic_measures.nouns.formula import formula
from symbolic_measures.nouns.statement import Atom, Goal, Statement
from symbolic_measures.nouns.verdict import Step, Verdict, Witness


def check(
    statement: Statement,
    verdict: Verdict,
    done: dict[Goal, Step] | None = None,
    expand: Expand | None = None,
) -> None:
    """CertificateError unless the verdict follows for this statement.

    `done` and `expand` as in `replay`.
    """
    if verdict.property != statement.property:
        raise CertificateError(f"the verdict is about {verdict.property!r}")
    said = verdict.statement
    if said != statement and said.to_data() != statement.to_data():
        raise CertificateError(f"{statement.property}: the statement is not the property's")
    if not statement.goals:
        raise CertificateError(f"{statement.property}: a statement without goals")
    for goal in statement.goals:
        names = {variable.name for variable in goal.variables}
        if len(names) < len(goal.variables):
            raise CertificateError(f"{statement.property}: two variables have one name")
        if not all(names.issuperset(a.expr.symbols()) for a in (*goal.hypotheses, goal.conclusion)):
            raise CertificateError(f"{statement.property}: a formula speaks of no variable")
    if verdict.outcome != "refuted" and verdict.witness is not None:
        raise CertificateError(f"{statement.property}: a witness, but not refuted")
    if verdict.outcome in ("refuted", "undecided") and verdict.proof is not None:
        raise CertificateError(f"{statement.property}: a proof, but {verdict.outcome}")
    match verdict.outcome:
        case "proved":
            _check_proof(statement, verdict.proof, done, expand)
        case "refuted":
            if verdict.witness is None:
                raise CertificateError(f"{statement.property}: refuted without a witness")
            _check_witness(statement, verdict.witness)
        case "not-applicable":
            _check_vacuous(statement, verdict.proof, expand)
        case "undecided":
            return
        case other:
            raise CertificateError(f"{statement.property}: no verdict {other!r}")


def _check_proof(
    statement: Statement,
    proof: Step | None,
    done: dict[Goal, Step] | None,
    expand: Expand | None,
) -> None:
    goals = statement.goals
    if proof is None or proof.rule != "every-goal" or proof.args:
        raise CertificateError(f"{statement.property}: a proof begins with every-goal")
    if len(proof.premises) != len(goals):
        raise CertificateError(f"{statement.property}: a goal has no proof")
    speaking = [number for number, goal in enumerate(goals) if speaks(goal)]
    if not speaking or set(statement.presupposed) - set(speaking):
        raise CertificateError(f"{statement.property}: vacuous, no point satisfies the hypotheses")
    for goal, step in zip(goals, proof.premises, strict=True):
        replay(goal, step, done=done, expand=expand)


def _check_witness(statement: Statement, witness: Witness) -> None:
    if not 0 <= witness.goal < len(statement.goals):
        raise CertificateError(f"{statement.property}: no goal {witness.goal}")
    goal = statement.goals[witness.goal]
    if goal.conclusion.rel == "constant-mean":
        check_expectation(statement, goal, witness)
        return
    point = check_witness(statement, witness)
    check_size(statement, witness.goal, point, witness.minimal)


def speaks(goal: Goal) -> bool:
    """Whether a point is found that satisfies the goal's hypotheses."""
    if goal.conclusion.rel == "constant-mean":
        return admissible_sizes(goal) is not None
    return sample(goal) is not None


def _check_vacuous(statement: Statement, proof: Step | None, expand: Expand | None) -> None:
    """The proof `vacuous` has a step `empty` for a presupposed goal, or for every goal."""
    if proof is None or proof.rule != "vacuous" or proof.args:
        raise CertificateError(f"{statement.property}: vacuous without a proof")
    empty = [_check_empty(statement, step, expand) for step in proof.premises]
    if not set(empty) & set(statement.presupposed) and set(empty) != set(
        range(len(statement.goals))
    ):
        raise CertificateError(f"{statement.property}: some goals may speak of something")


def _check_empty(statement: Statement, step: Step, expand: Expand | None) -> int:
    number, why = step.args.get("goal"), step.args.get("why", "")
    if step.rule != "empty" or type(number) is not int or not 0 <= number < len(statement.goals):
        raise CertificateError(f"{statement.property}: no goal {number!r}")
    shown = vacuity(statement.goals[number], why)
    if len(shown) != len(step.premises):
        raise CertificateError(f"{statement.property}: vacuous, but a part has no proof")
    for goal, premise in zip(shown, step.premises, strict=True):
        replay(goal, premise, expand=expand)
    return number


def vacuity(goal: Goal, why: str = "") -> list[Goal]:
    """What must be proved for a goal to be vacuous: its hypotheses hold nowhere.

    For an expectation, that every choice of sizes has an undefined outcome: the one with the most
    TP has FN = 0 or FP = 0, the one with the fewest has TP = 0 or TN = 0, so it is enough that M is
    undefined wherever one of these two cells is 0 (`why` is "most" or "fewest").
    """
    if goal.conclusion.rel != "constant-mean":
        return [replace(goal, conclusion=Atom(formula(0), ">"))]
    cells = {"most": ("FN", "FP"), "fewest": ("TP", "TN")}.get(why)
    if cells is None or goal.blocks != (CELLS,):
        raise CertificateError("an expectation of 2 classes is vacuous for its most or fewest TP")
    measure = goal.conclusion.expr
    sizes = tuple(Atom(size - 1, ">=") for size in (PHAT, NHAT))
    return [
        replace(
            goal,
            hypotheses=(*goal.hypotheses, *(atom.at(**{cell: formula(0)}) for atom in sizes)),
            conclusion=Atom(measure.at(**{cell: 0}), "undefined"),
        )
        for cell in cells
    ]
