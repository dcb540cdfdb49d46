"""What averages keep: instances that add up to each part, or a binary measure that shows otherwise.

Instances are tried at the matrices that a part speaks of, and one step away from them; which of
them add up, and how often each is taken, is a system of linear constraints.  Nothing here is
trusted.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from flint import fmpq

from symbolic_measures.kernel.minimality import Suspects, points_up_to
from symbolic_measures.kernel.truth import failing
from symbolic_measures.kernel.violation import witness_at
from symbolic_measures.meaning.averaging_parts import AGREE
from symbolic_measures.meaning.averaging_proofs import (
    PartProof,
    Use,
    binary_goals,
    constraint,
    contraries,
    instance,
)
from symbolic_measures.meaning.instances import VALUE
from symbolic_measures.meaning.property import ZERO
from symbolic_measures.nouns.confusion import CELLS, LABELINGS
from symbolic_measures.nouns.formula import Formula, symbol
from symbolic_measures.nouns.statement import Goal, Statement
from symbolic_measures.nouns.verdict import Step, Witness
from symbolic_measures.search.costs import of_points
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.linear import Contradiction, solve
from symbolic_measures.search.refute import refute
from symbolic_measures.search.tactics.formulas import prove_goal

Matrix = tuple[Formula, ...]

#: Counterexamples are looked for up to this n; the smallest one among so many points.
LARGEST, MANY_POINTS = 8, 30_000
#: Of two expected matrices that should have one value, nearly all pairs fail.
MANY_PAIRS = 1_000
CELLS_OF_THREE = 9

#: A binary measure: a formula, and its conventions.
Typed = tuple[str, tuple[str, ...]]
ACCURACY: Typed = ("(TP+TN)/n", ())
RIGHT: Typed = ("TP+TN", ())
DETERMINANT: Typed = ("TP*TN-FN*FP", ())
#: What is tried to show that an average loses a property; what fits all averages comes last.
EXAMPLES: dict[tuple[str, str], tuple[Typed, ...]] = {
    ("micro", "minimal-agreement"): (RIGHT,),
    ("macro", "minimal-agreement"): (RIGHT,),
    ("micro", "strongly-monotone"): (("TP+2*TN-FN-FP", ()),),
    ("macro", "strongly-monotone"): (("TP+2*TN-FN-FP", ()),),
    ("micro", "weakly-strongly-monotone"): (RIGHT,),
    ("macro", "weakly-strongly-monotone"): (RIGHT,),
    ("macro", "monotone"): (("(TP+TN)/n", ("TP+FN == 0: FP",)),),
    ("macro", "weakly-monotone"): (("(TP+TN)/n", ("TP+FN == 0: FP",)),),
    ("weighted", "weakly-monotone"): (DETERMINANT,),
    **{
        (averaging, f"{kind}constant-baseline"): (
            DETERMINANT if averaging == "micro" else ("TP*TN-FN*FP", ("TP+FP == 0: 1",)),
        )
        for averaging in ("micro", "macro", "weighted")
        for kind in ("", "approximate-")
    },
}


def examples(averaging: str, property_id: str) -> tuple[Typed, ...]:
    """Binary measures that are tried, in this order."""
    return (*EXAMPLES.get((averaging, property_id), ()), ACCURACY, RIGHT, DETERMINANT)


def prove_part(part: Goal, property_id: str, where: str, effort: Effort) -> PartProof | None:
    """Instances of the property of which the part is a consequence."""
    refused: set[Use] = set()
    tried = list(dict.fromkeys(_uses(part, property_id)))
    while True:
        uses = [use for use in tried if use not in refused]
        said = [constraint(part, instance(part, property_id, where, use)[0]) for use in uses]
        sums = []
        for contrary in contraries(part):
            found = solve([contrary, *said], effort)
            if not isinstance(found, Contradiction):
                return None
            sums.append(found.multipliers)
        kept = [i for i in range(len(uses)) if any(row[i + 1] for row in sums)]
        steps = []
        for number in kept:
            shown = _shown(instance(part, property_id, where, uses[number])[1], effort)
            if shown is None:
                refused.add(uses[number])
                break
            steps.append(shown)
        else:
            rows = tuple((row[0], *(row[i + 1] for i in kept)) for row in sums)
            return PartProof(tuple(uses[i] for i in kept), tuple(steps), rows)


def failure(statement: Statement, effort: Effort) -> Witness | None:
    """A counterexample of the smallest n that a goal about matrices has; the smallest one of all
    goals if they are few enough to look at everything."""
    matters = [goal for goal in statement.goals if max(map(len, goal.blocks)) <= CELLS_OF_THREE]
    expected = any(goal.conclusion.rel == "constant-mean" for goal in matters)
    if expected:
        return refute(statement, LARGEST, effort)
    for size in range(1, LARGEST + 1):
        found = next((x for goal in matters if (x := _failing(goal, size, effort))), None)
        if found is None:
            continue
        goal, point = found
        baseline = statement.property == "approximate-constant-baseline"
        if points_up_to(statement.goals, size) <= (MANY_PAIRS if baseline else MANY_POINTS):
            return refute(statement, size, effort)
        return witness_at(statement, statement.goals.index(goal), point, False)
    return None


def _failing(goal: Goal, size: int, effort: Effort) -> tuple[Goal, dict[str, fmpq]] | None:
    fails = failing(goal)
    for point in Suspects(goal, {}).of_size(size):
        effort.tick(of_points(goal, 1))
        if fails(point):
            return goal, point
    return None


def _shown(goals: tuple[Goal, ...], effort: Effort) -> tuple[Step, ...] | None:
    steps = []
    for goal in goals:
        step = prove_goal(goal, effort)
        if step is None:
            return None
        steps.append(step)
    return tuple(steps)


def _uses(part: Goal, property_id: str) -> Iterator[Use]:
    """Every goal of the property at the matrices of the part."""
    stated = binary_goals(property_id)
    matrices = [tree.args for tree in part.conclusion.expr.walk() if tree.op == VALUE]
    steps = [goal for goal in stated if goal.blocks == (CELLS,) and len(goal.matrices) == 2]
    for matrix, goal in product(list(matrices), steps):
        place = dict(zip(CELLS, matrix, strict=True))
        matrices.append(tuple(cell.at(**place) for cell in goal.matrices[1]))
    for number, goal in enumerate(stated):
        choices = [list(_places(part, block, matrices)) for block in goal.blocks]
        for choice in product(*choices):
            at = {name: str(tree) for place in choice for name, tree in place.items()}
            yield Use(number, tuple((v.name, at[v.name]) for v in goal.variables))


def _places(
    part: Goal, block: tuple[str, ...], matrices: list[Matrix]
) -> Iterator[dict[str, Formula]]:
    """What the variables of a block may stand for."""
    own = {variable.name for variable in part.variables}
    if own.issuperset(block):
        yield {name: symbol(name) for name in block}
    if block == LABELINGS and own.issuperset(tree.args[0] for tree in AGREE):
        yield _one_hot()
    for matrix in matrices if all(tree.is_polynomial for m in matrices for tree in m) else ():
        cells = dict(zip(CELLS, matrix, strict=True))
        names = [name.removesuffix("2") for name in block]
        if set(names) <= set(CELLS) and all(
            name in names or cell == ZERO for name, cell in cells.items()
        ):
            yield {name: cells[own] for name, own in zip(block, names, strict=True)}


def _one_hot() -> dict[str, Formula]:
    """An element of m = 3 + u classes as m elements, each with the label 1 where its class is."""
    q1, q2, q3, q4, q5 = AGREE
    pairs, u = q2 + q3 + q4, symbol("u")
    return {
        "x_000": (u + 2) * q1 + (u + 1) * pairs + u * q5,
        "x_001": q2 + q5,
        "x_010": q3 + q5,
        "x_011": q4,
        "x_100": q4 + q5,
        "x_101": q3,
        "x_110": q2,
        "x_111": q1,
    }
