"""When what an average needs follows from a property of the binary measure.

A part follows if its contrary and some instances of the binary property add up to an absurdity
(`follows`).  Invariant: what an instance requires is proved before it is used.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from symbolic_measures.kernel.algebra import RuleError, text_of
from symbolic_measures.kernel.reader import Reader, reader
from symbolic_measures.macros import replay
from symbolic_measures.meaning.averaging import (
    ANYTHING,
    EXPECTED,
    ZERO,
    at_least_one,
    expectation,
    margins,
)
from symbolic_measures.meaning.instances import VALUE, goals
from symbolic_measures.meaning.property import SECOND, C
from symbolic_measures.nouns.confusion import CELLS, second, summed
from symbolic_measures.nouns.errors import CertificateError
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.inequalities import Comparison, Constraint, contradicts
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.nouns.verdict import Step


@lru_cache(maxsize=64)
def binary_goals(property_id: str) -> tuple[Goal, ...]:
    """What the property says of the unknown binary measure.

    Definition 8 in terms of expectations: those at any two sizes with 0 < P^ < n are equal.
    """
    if property_id != "constant-baseline":
        return goals(property_id, ANYTHING)
    sizes = [size for m in (C, SECOND) for size in (m[0] + m[2], m[1] + m[3])]
    gap = expectation(C) - expectation(SECOND)
    variables = tuple(Variable(name, "natural") for name in (*CELLS, *second(CELLS)))
    return (Goal(variables, at_least_one(*sizes), Atom(gap, "=="), blocks=(CELLS, second(CELLS))),)


@dataclass(frozen=True)
class Use:
    """An instance of the binary property: a goal, and a polynomial for each of its variables."""

    goal: int
    at: tuple[tuple[str, str], ...]

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        return {"goal": self.goal, "at": dict(self.at)}


def instance(part: Goal, property_id: str, where: str, use: Use) -> tuple[Atom, tuple[Goal, ...]]:
    """What the instance says of values, and what must hold for it at every point of the part.

    Sound: the property holds of M at all natural numbers that satisfy the hypotheses of its goal,
    and where M has its values.  The polynomials have whole coefficients, so that they are whole
    numbers at the natural numbers of the part; required is that they are >= 0, that the other
    hypotheses hold, and that M has a value wherever the instance speaks of one (`_valued`).
    CertificateError for what is no instance.
    """
    stated = binary_goals(property_id)
    if not 0 <= use.goal < len(stated):
        raise CertificateError(f"{property_id} has no goal {use.goal}")
    goal = stated[use.goal]
    names = tuple(variable.name for variable in part.variables)
    if [name for name, _ in use.at] != [variable.name for variable in goal.variables]:
        raise CertificateError("an instance gives every variable of its goal")
    place = {name: parse(text, names={}, parameters=names) for name, text in use.at}
    if not all(tree.is_polynomial for tree in place.values()):
        raise CertificateError("a variable is given as a polynomial with whole coefficients")
    atoms = [Atom(tree, ">=") for tree in place.values()]
    stated_of = [atom.at(**place) for atom in goal.hypotheses]
    atoms += [atom for atom in stated_of if atom.rel != "defined"]
    said = goal.conclusion.at(**place)
    spoken = (said, *(atom for atom in stated_of if atom.rel == "defined"))
    values = dict.fromkeys(tree for atom in spoken for tree in _values(atom.expr))
    atoms += [atom for tree in values for atom in _valued(tree, where)]
    required = (Goal(part.variables, part.hypotheses, atom) for atom in dict.fromkeys(atoms))
    return said, tuple(required)


def _valued(tree: Formula, where: str) -> Iterator[Atom]:
    """M has a value at the matrix, or an expectation at the sizes, wherever these hold.

    All outcomes at sizes P, N, P^, N^ have these margins; so if none of them is 0, neither labeling
    of any outcome is constant.
    """
    yield from (Atom(cell, ">=") for cell in tree.args)
    if tree.op == EXPECTED:
        yield Atom((tree.args[0] + tree.args[1]) - (tree.args[2] + tree.args[3]), "==")
        sizes = list(tree.args) if where == "present" else [tree.args[0] + tree.args[1]]
    else:
        sizes = margins(tree.args) if where == "present" else [summed(tree.args)]
    yield from (Atom(size, ">") for size in sizes)


def _values(tree: Formula) -> Iterator[Formula]:
    return (node for node in tree.walk() if node.op in (VALUE, EXPECTED))


def constraint(part: Goal, atom: Atom) -> Constraint:
    """A sum of values compared with 0, its unknowns named by their places in lowest terms."""
    read = reader(Goal(part.variables, (), Atom(ZERO, "defined")))
    coefficients: dict[str, Fraction] = {}
    for sign, tree in _signed(atom.expr):
        name = _name(tree, read)
        coefficients[name] = coefficients.get(name, Fraction(0)) + sign
    if atom.rel not in (">", ">=", "=="):
        raise CertificateError("a sum of values is compared by >, >= or ==")
    return Constraint({n: c for n, c in coefficients.items() if c}, atom.rel, Fraction(0))


def _signed(tree: Formula, sign: int = 1) -> Iterator[tuple[int, Formula]]:
    if tree.op in (VALUE, EXPECTED):
        yield sign, tree
    elif tree.op == "neg":
        yield from _signed(tree.args[0], -sign)
    elif tree.op in ("+", "-"):
        yield from _signed(tree.args[0], sign)
        yield from _signed(tree.args[1], sign if tree.op == "+" else -sign)
    else:
        raise CertificateError("not a sum of values")


def _name(tree: Formula, read: Reader) -> str:
    """Two values with one name are at one place: the cells are equal as rational functions."""
    cells = []
    for cell in tree.args:
        try:
            top, bottom = read.ratio(cell)
        except RuleError as error:
            raise CertificateError(str(error)) from None
        above, below = text_of(top), text_of(bottom)
        cells.append(above if bottom.is_one() else f"({above})/({below})")
    return f"{'M' if tree.op == VALUE else 'E'}({', '.join(cells)})"


CONTRARY: dict[str, tuple[Comparison, ...]] = {">": ("<=",), ">=": ("<",), "==": ("<", ">")}


def contraries(part: Goal) -> tuple[Constraint, ...]:
    """The ways in which a part may fail."""
    said = constraint(part, part.conclusion)
    ways = CONTRARY[said.relation]
    return tuple(Constraint(said.coefficients, way, said.constant) for way in ways)


@dataclass(frozen=True)
class PartProof:
    """Instances with proofs of what they require; and for each way in which the part may fail, the
    multipliers (of the contrary first) with which contrary and instances add up to an absurdity."""

    uses: tuple[Use, ...]
    steps: tuple[tuple[Step, ...], ...]
    sums: tuple[tuple[Fraction, ...], ...]

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        return {
            "instances": [
                {**use.to_data(), "proofs": [step.to_data() for step in steps]}
                for use, steps in zip(self.uses, self.steps, strict=True)
            ],
            "sums": [list(map(str, multipliers)) for multipliers in self.sums],
        }

    @classmethod
    def from_data(cls, data: Any) -> PartProof:
        """Inverse of `to_data`; CertificateError for anything else."""
        try:
            uses, steps = [], []
            for entry in data["instances"]:
                if type(entry["goal"]) is not int:
                    raise TypeError("a goal has a number")
                at = tuple((str(k), str(v)) for k, v in entry["at"].items())
                uses.append(Use(entry["goal"], at))
                steps.append(tuple(map(Step.from_data, entry["proofs"])))
            sums = tuple(tuple(map(_fraction, multipliers)) for multipliers in data["sums"])
            made = cls(tuple(uses), tuple(steps), sums)
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            raise CertificateError(f"a part is not well formed: {error}") from None
        if data != made.to_data():
            raise CertificateError("a part is not in the form that is written")
        return made


def _fraction(text: Any) -> Fraction:
    if not isinstance(text, str) or len(text) > 60:
        raise TypeError("a multiplier is given as text")
    return Fraction(text)


def follows(part: Goal, property_id: str, where: str, proof: PartProof) -> None:
    """CertificateError unless the part follows from the instances of the property.

    Sound: at a point where the part fails, one of the contraries holds of the values of M; so do
    all instances, since what they require is proved; but these have no common solution.
    """
    if len(proof.uses) != len(proof.steps):
        raise CertificateError("an instance has no proofs")
    said = []
    for use, steps in zip(proof.uses, proof.steps, strict=True):
        atom, wanted = instance(part, property_id, where, use)
        if len(wanted) != len(steps):
            raise CertificateError(f"an instance requires {len(wanted)} proofs, not {len(steps)}")
        for goal, step in zip(wanted, steps, strict=True):
            replay(goal, step)
        said.append(constraint(part, atom))
    ways = contraries(part)
    if len(ways) != len(proof.sums):
        raise CertificateError("a part that may fail in two ways needs two sums")
    for way, multipliers in zip(ways, proof.sums, strict=True):
        if not contradicts([way, *said], multipliers):
            raise CertificateError(f"{part.label}: the instances do not add up to it")
