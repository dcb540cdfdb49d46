"""What opitz2024 says of a measure, in the words of `rocq/theories/Opitz.v`.

Derivatives are written by Rocq itself; where the tool's own differ from them (a power whose base
has to be positive, a bend), nothing is exported.  Existence is proved by what exists, its contrary
by the proofs that the verdict keeps.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from symbolic_measures.doors.export.goals import Place, found, proof, searched
from symbolic_measures.doors.export.points import applied, shown_at
from symbolic_measures.doors.export.terms import NotExportedError, Numbers, term, whole
from symbolic_measures.kernel.rules.goals import formula_of
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.opitz import comes_near
from symbolic_measures.meaning.opitz_slopes import insensitive, positive, slope
from symbolic_measures.nouns.confusion import CELLS, Square
from symbolic_measures.nouns.derivative import derivative
from symbolic_measures.nouns.formula import Formula, exponent_of, formula
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.nouns.verdict import Step, Verdict

Proofs = tuple[tuple[Goal, Step], ...]

OPITZ = (
    "opitz-monotone", "class-sensitive", "class-decomposable", "prevalence-invariant",
    "chance-corrected",
)  # fmt: skip
#: Of several classes, in `rocq/theories/ClassOpitz.v`.
OF_CLASSES = ("opitz-monotone", "class-sensitive", "prevalence-invariant", "chance-corrected")


def demand(verdict: Verdict, reading: Reading) -> None:
    """NotExportedError unless the tool's formula and derivatives are Rocq's."""
    tree = reading.formula
    if positive(reading) != tree:
        raise NotExportedError("a convention at 0")
    if verdict.property in ("opitz-monotone", "class-sensitive", "class-decomposable"):
        for cell in reading.measure.cells:
            if slope(tree, cell) != (_plain(tree, cell) or formula(0)):
                raise NotExportedError("a derivative with conditions of its own")


def _plain(tree: Formula, cell: str) -> Formula | None:
    try:
        return derivative(tree, {cell: 1})
    except ValueError as error:
        raise NotExportedError(str(error)) from None


def words(
    subject: str, verdict: Verdict, reading: Reading, proved: Proofs, numbers: Numbers
) -> tuple[str, str, Proofs]:
    """The lemma, the goals in Rocq, and the goals with their proofs, of a property that holds."""
    name, value = verdict.property.replace("-", "_"), verdict.value
    if verdict.property == "opitz-monotone":
        return f"({name}_by {subject} eq_refl)", f"{name}_goals", proved
    if verdict.property == "class-sensitive":
        if set(value) != {"cells", "matrix"}:
            raise NotExportedError("cells at one of two matrices")
        places = (str(CELLS.index(cell) + 1) for cell in value["cells"])
        told = " ".join(f"{number}%positive" for number in (*places, *value["matrix"]))
        return f"({name}_by {told} {subject} eq_refl)", f"{name}_goals {told}", proved
    if verdict.property == "class-decomposable":
        return _decomposed(subject, verdict, reading)
    if verdict.property == "chance-corrected":
        strict = "true" if value["grade"] == "strict" else "false"
        bound = formula_of(value["bound"], set(numbers.parameters))
        told = f"{strict} {term(numbers.tree(bound))}"
        return f"({name}_by {told})", f"{name}_goals {told}", (proved[0], proved[-1])
    return f"{name}_iff", f"{name}_goals", proved


def words_of_classes(
    subject: str, verdict: Verdict, reading: Reading, proved: Proofs, numbers: Numbers
) -> tuple[str, str, Proofs]:
    """The same of a measure of several classes."""
    name, value = verdict.property.replace("-", "_"), verdict.value
    classes, cells = reading.measure.classes, reading.measure.cells
    if verdict.property == "prevalence-invariant":
        return f"({name}_iff {classes} eq_refl)", f"{name}_goals {classes}", proved
    if verdict.outcome == "refuted":
        return f"{name}_not", f"{name}_denied {classes}", proved
    if verdict.property == "class-sensitive":
        if set(value) != {"cells", "matrix"}:
            raise NotExportedError("cells at one of two matrices")
        places = (divmod(cells.index(cell), classes) for cell in value["cells"])
        numbered = " ".join(str(label) for place in places for label in place)
        told = f"{classes} {numbered} [{';'.join(map(str, value['matrix']))}]%positive"
        return f"({name}_by {told} {subject} eq_refl)", f"{name}_goals {told}", proved
    if verdict.property == "chance-corrected":
        strict = "true" if value["grade"] == "strict" else "false"
        bound = formula_of(value["bound"], set(numbers.parameters))
        told = f"{strict} {term(numbers.tree(bound))}"
        lemma, goals = f"({name}_by {classes} eq_refl {told})", f"{name}_goals {classes} {told}"
        return lemma, goals, (proved[0], proved[-1])
    return f"({name}_by {classes} {subject} eq_refl)", f"{name}_goals {classes}", proved


def _decomposed(subject: str, verdict: Verdict, reading: Reading) -> tuple[str, str, Proofs]:
    """That M^p is a function of TP, FN, FP plus one of TN, FN, FP.

    The proofs are searched: the kernel's are of mixed derivatives.
    """
    exponent = exponent_of(parse(verdict.value["p"], names={}))
    if exponent is None or exponent.denominator != 1:
        raise NotExportedError("an exponent that is no whole number")
    name, p, tree = "class_decomposable", int(exponent), reading.formula
    one = formula(1)
    here, neither, *single = (
        tree.at(**own) for own in ({}, {"TP": one, "TN": one}, {"TN": one}, {"TP": one})
    )
    if p == 0:
        gap = here * neither - single[0] * single[1]
    elif p == 1:
        gap = here + neither - (single[0] + single[1])
    else:
        first, last, *rest = (own ** formula(p) for own in (here, neither, *single))
        gap = first + last - (rest[0] + rest[1])
    sign = Atom(here, "defined" if p == 1 else ">")
    said = (Atom(here, "defined"), sign, Atom(gap, "=="))
    measure = reading.measure
    variables = (*(Variable(cell, "positive") for cell in CELLS), *measure.variables)
    goals = (Goal(variables, measure.conditions, atom) for atom in said)
    proved = tuple((goal, found(goal)) for goal in goals)
    return f"({name}_by {whole(p)})", f"{name}_goals {whole(p)}", proved


def denied(subject: str, reading: Reading, verdict: Verdict, numbers: Numbers) -> str | None:
    """The proof that the property fails, where it is no point of its own goals."""
    value, witness = verdict.value, verdict.witness
    many = "" if reading.measure.classes == 2 else f"{reading.measure.classes} "
    if verdict.property == "chance-corrected":
        if reading.measure.parameters:
            raise NotExportedError("a measure with parameters")
        goal = comes_near(reading, value["weights"])
        trees = [parse(text, names={}, parameters=("e",)) for text in value["weights"]]
        words = [term(numbers.tree(tree)) for tree in trees]
        head = f"chance_corrected_not {' '.join(words)} {subject} eq_refl"
        if (m := reading.measure.classes) != 2:
            both = (f"[{'; '.join(part)}]" for part in (words[:m], words[m:]))
            head = f"chance_corrected_not {m} {' '.join(both)} {subject} eq_refl eq_refl"
        proofs = [_proof(goal, Step.from_data(value["proof"]), numbers)]
        for tree in trees:
            own = replace(goal, conclusion=Atom(tree, ">"))
            proofs.append(searched(Place(own.hypotheses, own.conclusion, numbers), own))
        return _by_proofs(head, proofs)
    if witness is None:
        raise NotExportedError("there is no witness")
    if verdict.property == "class-decomposable":
        return _not_decomposed(subject, reading, verdict, numbers)
    if verdict.property == "class-sensitive":
        if "parameters" in value:
            raise NotExportedError("values of the parameters")
        told = shown_at(reading.measure.conditions, None, dict(witness.parameters), numbers)
        pairs = zip(insensitive(reading), value["equal"], strict=True)
        steps = [_proof(goal, Step.from_data(data), numbers) for goal, data in pairs]
        head = f"class_sensitive_not {many}{subject} {told[0]} {told[1]} eq_refl eq_refl"
        return _by_proofs(head, steps)
    if verdict.property == "opitz-monotone":
        goal = verdict.statement.goals[witness.goal]
        change = goal.conclusion.expr
        right = Square.of(reading.measure.classes).diagonal
        change = change if witness.goal in right else change.args[0]
        goal = replace(goal, hypotheses=(*goal.hypotheses, Atom(change, "defined")))
        point = {**witness.point, **witness.parameters}
        place = applied("refuted_ok", witness.goal, goal, point, numbers, failing=True)
        lemma = f"opitz_monotone_not {many}{subject} eq_refl"
        return f"intro P. apply ({lemma}) in P. revert P.\n  {place}\n  reflexivity. reflexivity."
    return None


def _not_decomposed(subject: str, reading: Reading, verdict: Verdict, numbers: Numbers) -> str:
    """M*M_xy/(M_x*M_y), x = TP and y = TN, which would be 1 - p, differs at two matrices."""
    pairs = verdict.value["no p"]
    if not pairs:
        raise NotExportedError("a mixed derivative by itself")
    tree, conditions = reading.formula, reading.measure.conditions
    tp, tn = (_plain(tree, cell) or formula(0) for cell in ("TP", "TN"))
    both = _plain(tp, "TN") or formula(0)
    one, other = (dict(zip(CELLS, map(formula, map(int, m)), strict=True)) for _, m in pairs)

    def crossed(here: dict[str, Formula], there: dict[str, Formula]) -> Formula:
        return tree.at(**here) * both.at(**here) * (tp.at(**there) * tn.at(**there))

    gap = Atom(crossed(one, other) - crossed(other, one), "!=")
    given = dict(verdict.witness.parameters) if verdict.witness else {}
    point, proofs, shown = shown_at(conditions, gap, given, numbers)
    cells = " ".join(str(count) for _, matrix in pairs for count in matrix)
    variables = (*(Variable(cell, "positive") for cell in CELLS), *reading.measure.variables)
    goals = [Goal(variables, conditions, Atom(own, "defined")) for own in (tree, tp)]
    steps = ";\n ".join(searched(Place(g.hypotheses, g.conclusion, numbers), g) for g in goals)
    return (
        f"apply (class_decomposable_not {cells} {subject}\n"
        f"  {point} {proofs}\n  {shown} eq_refl).\n"
        f"  vm_cast_no_check (eq_refl true).\n  apply (prove_all_ok [{steps}])."
    )


def _proof(goal: Goal, step: Step, numbers: Numbers) -> str:
    return proof(Place(goal.hypotheses, goal.conclusion, numbers), goal, step)


def _by_proofs(lemma: str, proofs: Iterable[Any]) -> str:
    told = ";\n ".join(proofs)
    return f"apply ({lemma}).\n  apply (prove_all_ok [{told}])."
