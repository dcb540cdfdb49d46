"""How a value scales, in the words of `rocq/theories/Scales.v`: homogeneity, Lipschitz constants,
interval scales.

A table of values that is not equally spaced is refuted by three of them; of every other prediction
of that truth Rocq is told where its value is: not above the first, the second, not below the third.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from symbolic_measures.doors.export.points import applied, shown_at
from symbolic_measures.doors.export.terms import NotExportedError, Numbers, term
from symbolic_measures.kernel.truth import holds
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.property import at
from symbolic_measures.meaning.scales import LEVELS, table
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Variable
from symbolic_measures.nouns.verdict import Verdict

K = symbol("k")


def words(subject: str, verdict: Verdict, numbers: Numbers) -> tuple[str, str, str]:
    """What is said, the lemma, and the goals in Rocq."""
    name, value = verdict.property.replace("-", "_"), verdict.value
    if verdict.outcome == "refuted":
        return name, "", ""
    if verdict.property == "homogeneity":
        matrix = f"({', '.join(value['matrix'])})"
        return name, f"({name}_by {matrix})", f"{name}_goals {matrix}"
    if verdict.property == "interval-scale":
        sizes = numbers.with_names({"P": 1, "N": 2})
        letters = ("P", "N", *numbers.parameters)
        trees = [sizes.tree(parse(value[key], names={}, parameters=letters))
                 for key in ("origin", "unit")]  # fmt: skip
        told = " ".join(map(term, (*trees, numbers.tree(LEVELS[value["levels"]]))))
        return name, f"({name}_by {told} {subject} eq_refl)", f"{name}_goals {told}"
    least = "None"
    if value["constant"] != "oo":
        bound = parse(value["constant"], names={}, parameters=numbers.parameters)
        least = f"(Some {term(numbers.tree(bound))})"
    cells = [_cell(text, numbers) for text in (*value["rest"], value["by"])]
    places = (f"{CELLS.index(value[key]) + 1}%positive" for key in ("from", "to"))
    along = "false" if value["attained"] else "true"
    told = f"{least} {along} ({', '.join(cells[:-1])}) {' '.join(places)} {cells[-1]}"
    lemma, goals = f"({name}_by {told} {subject} eq_refl)", f"{name}_goals {told}"
    return f"{name} {least}", lemma, goals


def _cell(text: str, numbers: Numbers) -> str:
    return term(numbers.tree(parse(text, names={}, parameters=("e",))))


def denied(subject: str, reading: Reading, verdict: Verdict, numbers: Numbers) -> str | None:
    """The proof that the property fails."""
    if verdict.property == "homogeneity":
        return _no_factor(subject, verdict, numbers)
    if verdict.property == "interval-scale":
        return _uneven(subject, reading, verdict.value, numbers)
    return None


def _no_factor(subject: str, verdict: Verdict, numbers: Numbers) -> str:
    """At the point the factor of the matrix has a value, and does not fit."""
    (goal,), witness = verdict.statement.goals, verdict.witness
    if witness is None:
        raise NotExportedError("there is no witness")
    factor = goal.conclusion.expr.args[1].args[1]
    more = Atom(K, ">"), Atom(factor, "defined")
    cells = (Variable(name, "nonnegative") for name in (*CELLS, "k"))
    goal = replace(goal, variables=tuple(cells), hypotheses=(*goal.hypotheses, *more))
    values = {**witness.point, **witness.parameters}
    point = applied("refuted_ok", 0, goal, values, numbers, failing=True)
    lemma = f"homogeneity_not ({', '.join(verdict.value['matrix'])}) {subject} eq_refl"
    return f"intro P. apply ({lemma}) in P. revert P.\n  {point}\n  reflexivity. reflexivity."


def _uneven(subject: str, reading: Reading, value: Any, numbers: Numbers) -> str:
    """Three values of one truth, and of each of its predictions on which side of them it is."""
    given, conditions = value["parameters"], reading.measure.conditions
    own = reading.formula.at(**{name: parse(text, names={}) for name, text in given.items()})
    steps = [tuple(map(int, cells)) for cells in value["steps"]]
    one, two, three = (_at(reading.formula, cells) for cells in steps)
    positives, negatives = sum(steps[0][:2]), sum(steps[0][2:])

    def shown(atom: Atom) -> str:
        return shown_at((), atom, given, numbers)[2]

    point, proofs, _ = shown_at(conditions, None, given, numbers)
    gaps = (Atom(two - one, ">"), Atom(three - two, ">"), Atom(two - one - (three - two), "!="))
    told = []
    for cells in table(positives, negatives):
        other = at(reading.formula, cells)
        sides = {
            "Low": Atom(one - other, ">="), "Middle": Atom(other - two, "=="),
            "High": Atom(other - three, ">="), "Missing": Atom(other, "undefined"),
        }  # fmt: skip
        side = next((name for name, atom in sides.items() if _true(atom, given)), None)
        if side is None:
            raise NotExportedError(f"the place of {at(own, cells)} is not seen")
        told.append(f"({side}, {shown(sides[side])})")
    truth = " ".join(map(str, (positives, negatives, *((tp, tn) for tp, _, _, tn in steps))))
    parts = "\n  ".join(f"({shown(atom)})" for atom in gaps)
    listed = ";\n   ".join(told)
    return (
        f"apply (interval_scale_not {subject} {truth}\n  {point} {proofs}\n"
        f"  {parts}\n  [{listed}])."
    )


def _at(tree: Formula, cells: tuple[int, ...]) -> Formula:
    return at(tree, tuple(map(formula, cells)))


def _true(atom: Atom, given: dict[str, str]) -> bool:
    values = {name: parse(text, names={}) for name, text in given.items()}
    return holds(atom.at(**values), {}) is True
