"""Exact thresholds, in the words of `rocq/theories/Thresholds.v`.

A property holds under a condition, and fails wherever that is false: along a family of matrices,
which the saved answer names.  The proofs are searched; Rocq refuses what is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from symbolic_measures.doors.export.claims import AS_GIVEN
from symbolic_measures.doors.export.goals import Place, found, proof
from symbolic_measures.doors.export.points import SORTS
from symbolic_measures.doors.export.rocq import (
    Exported,
    MeasureFile,
    definition,
    identifier,
)
from symbolic_measures.doors.export.terms import NotExportedError, Numbers, atom_text, term
from symbolic_measures.kernel.algebra import RuleError
from symbolic_measures.meaning.conditions import Clause, RegionError, contrary, denied
from symbolic_measures.meaning.families import Family, parsed
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.ratios import RHO, at_ratio, sizes
from symbolic_measures.meaning.subjects import reading_from_data
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.statement import Atom, Goal, Variable

SIZES = ("P", "N")


def threshold_file(data: Mapping[str, Any]) -> MeasureFile:
    """The file of a saved threshold, or the reason why there is none."""
    reading = reading_from_data(data)
    name, prop = reading.measure.name, data["property"]
    about = (name, f"{prop}, exactly where {data['condition']}", "answered")
    own, numbers = identifier(name), Numbers(reading.measure.parameters)
    text = ""
    try:
        theorem = f"{own}_{prop.replace('-', '_')}_exactly"
        text = "\n".join(_theorem(theorem, own, reading, data, numbers))
        told = Exported(*about, theorem=theorem, text=text)
    except (NotExportedError, RuleError, RegionError) as error:
        told = Exported(*about, reason=str(error))
    said = definition(own, reading, numbers) if text else ""
    return MeasureFile(f"{name}_{prop}_threshold", said, (told,), ("Thresholds",))


def _theorem(
    theorem: str, own: str, reading: Reading, data: Mapping[str, Any], numbers: Numbers
) -> Iterator[str]:
    """The lines of the theorem and of its proofs."""
    prop = PROPERTIES[data["property"]]
    if prop.id not in AS_GIVEN and reading.score != reading.formula:
        raise NotExportedError("a threshold of a score")
    if prop.below or len(data["inside"]) != 1:
        raise NotExportedError("a threshold of several regions")
    (goal, *more) = prop.statement(reading).goals
    clause = Clause.parse(data["inside"][0]["when"], (*reading.measure.parameters, RHO))
    if more:
        raise NotExportedError("a threshold of a property with several goals")
    numbers = numbers.with_names({"P": 19, "N": 20})
    place = _Threshold(reading, goal, data["ratio"])
    conditions = [place.of_sizes(atom) for atom in clause.atoms]
    goals, families = [place.inside(conditions)], []
    steps = [found(goals[0])]
    for atom in (one for condition in conditions for one in contrary(condition)):
        for entry in data["outside"]:
            family = Family.from_data(entry)
            wanted = place.outside(atom, family)
            try:
                own_steps = [found(item) for item in wanted]
            except NotExportedError:
                continue
            goals += wanted
            steps += own_steps
            families.append(place.family(family, numbers))
            break
        else:
            raise NotExportedError(f"no family outside of {clause.text} is proved to fail")
    names = []
    for number, (item, step) in enumerate(zip(goals, steps, strict=True)):
        body = proof(Place(item.hypotheses, item.conclusion, numbers), item, step)
        names.append(f"{theorem}_{number}")
        yield f"Definition {names[-1]} : gproof :=\n {body}."
    told = "; ".join(atom_text(atom, numbers) for atom in conditions)
    said = f"{place.sizes_text(numbers)} [{told}]"
    inside = [v for v in goal.variables if v.name not in numbers.parameters]
    sort = SORTS[inside[0].sort]
    listed = ";".join(str(numbers.of(v.name)) for v in inside)
    yield f"(** {prop.sentence} Exactly where {data['condition']} (rho = N/P). *)"
    goals_said = f"({prop.id.replace('-', '_')}_goals {own})"
    yield f"Theorem {theorem} : exactly_where {said} {own} {goals_said}."
    yield f"Proof. apply (exactly_where_by {sort} [{listed}]%positive {said}"
    yield "  [" + ";\n   ".join(families) + f"] {own} {goals_said} eq_refl)."
    yield f"  apply (prove_all_ok [{'; '.join(names)}])."
    yield "  vm_cast_no_check (eq_refl true). Qed.\n"


class _Threshold:
    """The goals that Rocq makes of one goal of a property."""

    def __init__(self, reading: Reading, goal: Goal, ratio: bool) -> None:
        self.measure, self.goal, self.ratio = reading.measure, goal, ratio
        self.sizes = sizes(goal) if ratio else ()

    def of_sizes(self, atom: Atom) -> Atom:
        """The atom in P and N, where it is one in rho."""
        return at_ratio(atom, *map(symbol, SIZES)) if self.ratio else atom

    def sizes_text(self, numbers: Numbers) -> str:
        """`both_sizes` in Rocq."""
        if not self.ratio:
            return "None"
        return f"(Some ({', '.join(term(numbers.tree(size)) for size in self.sizes)}))"

    def inside(self, conditions: list[Atom]) -> Goal:
        """The goal with the conditions among its hypotheses."""
        own = dict(zip(SIZES, self.sizes, strict=False))
        more = tuple(atom.at(**own) for atom in conditions)
        goal = self.goal
        return Goal(goal.variables, (*goal.hypotheses, *more), goal.conclusion)

    def family(self, family: Family, numbers: Numbers) -> str:
        """`Family` in Rocq."""
        cells, top, bottom = self._parts(family)
        told = ";".join(
            f"({numbers.of(n)}%positive,{term(numbers.tree(c))})" for n, c in cells.items()
        )
        return f"(Family [{told}] {term(numbers.tree(top))} {term(numbers.tree(bottom))})"

    def outside(self, condition: Atom, family: Family) -> list[Goal]:
        """`family_goals` in Rocq."""
        cells, top, bottom = self._parts(family)
        p, n = map(symbol, SIZES)
        bounds = (Atom(p, ">"), Atom(n, ">")) if self.ratio else ()
        given = (*self.measure.conditions, *bounds, condition)
        reals = tuple(Variable(name, "positive") for name in (SIZES if self.ratio else ()))
        variables = (*reals, *(Variable(v.name, "real") for v in self.measure.variables))
        large = (*given, Atom(symbol("e") * bottom - top, ">="))
        said = [Atom(cell, ">=") for cell in cells.values()]
        told = (*self.goal.hypotheses, denied(self.goal.conclusion))
        said += [atom.at(**cells) for atom in told]
        if self.ratio:
            one, other = (size.at(**cells) for size in self.sizes)
            said.append(Atom(other * p - one * n, "=="))
        return [
            Goal(variables, given, Atom(bottom, ">")),
            Goal(variables, given, Atom(top, "defined")),
            *(Goal((*variables, Variable("e", "natural")), large, atom) for atom in said),
        ]

    def _parts(self, family: Family) -> tuple[dict[str, Formula], Formula, Formula]:
        """Cells, top and bottom: every e with e*bottom >= top is large enough."""
        names = ("e", *SIZES, *self.measure.parameters)
        cells = {name: parsed(text, names) for name, text in family.cells.items()}
        if not family.size:
            return cells, formula(0), formula(1)
        bound = parsed(family.size, names)
        top, bottom = bound.args if bound.op == "/" else (bound, formula(1))
        return cells, top, bottom
