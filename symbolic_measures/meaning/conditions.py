"""Conditions on parameter values: `always`, `never`, or clauses joined by `or`.

A clause is relations among polynomials in the parameters joined by `and`: "0 < w < 1",
"beta >= rho".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from math import prod

from symbolic_measures.kernel.truth import holds
from symbolic_measures.nouns.answers import Decidable
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, exponent_of, formula
from symbolic_measures.nouns.parser import parse_relation
from symbolic_measures.nouns.statement import Atom

ALWAYS, NEVER = "always", "never"
MAX_CHOICES = 2_000
RELATIONS = (">", ">=", "==", "!=")


class RegionError(ValueError):
    """A condition, a region or a family that says nothing that could be proved."""


@dataclass(frozen=True)
class Clause:
    """Relations that hold together; none at all is no restriction."""

    text: str
    atoms: tuple[Atom, ...]

    @classmethod
    def parse(cls, text: str, names: Iterable[str]) -> Clause:
        """RegionError for anything but polynomial relations in these names."""
        known, atoms = list(names), []
        for part in text.split(" and ") if text != ALWAYS else ():
            try:
                relations = parse_relation(part, known)
            except FormulaError as error:
                raise RegionError(str(error)) from None
            for tree, rel in relations:
                if not is_polynomial(tree) or rel not in RELATIONS:
                    raise RegionError(f"{part!r} is not a relation among polynomials")
                atoms.append(Atom(tree, rel))  # type: ignore[arg-type]
        return cls(text, tuple(atoms))

    def and_(self, other: Clause) -> Clause:
        """Both."""
        texts = [c.text for c in (self, other) if c.text != ALWAYS]
        return Clause(" and ".join(texts) or ALWAYS, (*self.atoms, *other.atoms))

    def admits(self, point: Mapping[str, Formula]) -> bool:
        """Whether every relation is seen to hold at a point."""
        return all(holds(atom.at(**point), {}) is True for atom in self.atoms)

    def solved(self) -> tuple[str, Formula] | None:
        """(x, c) if the clause has a relation x - c == 0 with x not in c."""
        for atom in self.atoms:
            left, right = atom.expr, formula(0)
            if left.op == "-":
                left, right = left.args
            if atom.rel == "==" and left.op == "symbol" and left.args[0] not in right.symbols():
                return left.args[0], right
        return None


def is_polynomial(tree: Formula) -> bool:
    for node in tree.walk():
        power = exponent_of(node.args[1]) if node.op == "^" else None
        whole = power is not None and power.denominator == 1 and power >= 0
        number = node.op == "/" and bool(exponent_of(node.args[1]))
        if node.op not in ("number", "symbol", "+", "-", "*", "neg") and not whole and not number:
            return False
    return True


@dataclass(frozen=True, repr=False)
class Condition(Decidable):
    """The union of its clauses: `never` has none."""

    clauses: tuple[Clause, ...]
    sympy_form, truth_form = "of_condition", "condition_holds"

    def __repr__(self) -> str:
        return f"Condition({str(self)!r})"

    def __str__(self) -> str:
        return " or ".join(clause.text for clause in self.clauses) or NEVER

    @classmethod
    def parse(cls, text: str, names: Iterable[str]) -> Condition:
        """RegionError for anything that is no condition on these names."""
        parts = [] if text == NEVER else text.split(" or ")
        return cls(tuple(Clause.parse(part, list(names)) for part in parts))

    def admits(self, point: Mapping[str, Formula]) -> bool:
        """Whether some clause admits a point."""
        return any(clause.admits(point) for clause in self.clauses)

    def outside(self) -> Iterator[Clause]:
        """The complement: of each clause one relation fails."""
        ways = [[one for atom in clause.atoms for one in contrary(atom)] for clause in self.clauses]
        if prod(max(len(choices), 1) for choices in ways) > MAX_CHOICES:
            raise RegionError("a condition with too many relations")
        for choice in product(*ways):
            yield Clause("otherwise", choice)


def opposite(atom: Atom) -> Atom:
    """A relation fails iff this one holds, where the formula has a value."""
    match atom.rel:
        case "==":
            return Atom(atom.expr, "!=")
        case "!=":
            return Atom(atom.expr, "==")
        case ">":
            return Atom(-atom.expr, ">=")
        case ">=":
            return Atom(-atom.expr, ">")
    raise RegionError(f"{atom} is no relation")


def denied(atom: Atom) -> Atom:
    """A relation has values and is false; what is said to be defined is not, and the reverse."""
    if atom.rel in ("defined", "undefined"):
        return Atom(atom.expr, "undefined" if atom.rel == "defined" else "defined")
    return opposite(atom)


def contrary(atom: Atom) -> tuple[Atom, ...]:
    """A polynomial relation fails iff one of these holds, none of them of the form p != 0."""
    if atom.rel == "==":
        return Atom(atom.expr, ">"), Atom(-atom.expr, ">")
    return (opposite(atom),)
