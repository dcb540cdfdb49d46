"""Formulas and polynomials as terms of Rocq.

A formula becomes a `Tree`, a nested tuple that mirrors the inductive type `expr` of
`rocq/theories/Formula.v`; a polynomial becomes a sparse Horner form.  Variables are numbers there:
cells, labelings, steps and parameters have fixed ones (`Numbers`), so the same name is the same
number in every goal of a measure.

Invariant: what cannot be written raises `NotExportedError` with the reason; nothing is dropped.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from symbolic_measures.kernel.algebra import Poly
from symbolic_measures.nouns.confusion import CELLS, LABELINGS, cell_names, labelings, second
from symbolic_measures.nouns.formula import Formula, exponent_of
from symbolic_measures.nouns.statement import Atom

Tree = tuple[Any, ...]

#: Numbers of the names that every measure has; parameters follow from `FIRST_PARAMETER` on.
FIXED: dict[str, int] = {
    **{name: i + 1 for i, name in enumerate(CELLS)},
    **{name + "2": i + 5 for i, name in enumerate(CELLS)},
    "k": 9,
    "j": 10,
    "e": 10,
    "s1": 9,
    "s2": 10,
    "z1": 19,
    "z2": 20,
    **{name: i + 11 for i, name in enumerate(LABELINGS)},
}
#: Of several classes the number of fixed ones is `reserved` in `rocq/theories/Classes.v`.
PARAMETERS = 40


def fixed(classes: int) -> dict[str, int]:
    """The numbers of `rocq/theories/ClassGoals.v`: two matrices, then what else a goal has."""
    cells = cell_names(classes)
    known = {name: i + 1 for i, name in enumerate((*cells, *second(cells)))}
    more = len(known) + 1
    names = (
        ("k",),
        ("e",),
        labelings(classes),
        [f"{x}{i + 1}" for x in "sz" for i in range(classes)],
    )
    return known | {name: more + i for group in names for i, name in enumerate(group)}


RELATIONS = {">": "GT", ">=": "GE", "==": "EQ", "!=": "NE"}
_INFIX = {"Add": "+", "Sub": "-", "Mul": "*", "Div": "/"}
_BINARY = {"+": "Add", "-": "Sub", "*": "Mul", "/": "Div", "Min": "Min", "Max": "Max"}
_UNARY = {"neg": "Neg", "sqrt": "Sqrt", "log": "Log", "acos": "Acos", "Abs": "Abs"}


class NotExportedError(Exception):
    """This verdict is not written down; the message says why."""


class Numbers:
    """The number of each variable; those of roots and function values are of one goal only."""

    def __init__(
        self,
        parameters: Iterable[str],
        renamed: Mapping[str, int] | None = None,
        classes: int = 2,
    ) -> None:
        self.parameters = tuple(parameters)
        self.renamed = dict(renamed or {})
        self.classes = classes
        self.fixed = FIXED if classes == 2 else fixed(classes)
        self.first_parameter = 1 + (20 if classes == 2 else classes**2 * (classes + 2))

    def with_names(self, renamed: Mapping[str, int]) -> Numbers:
        """The same with further names."""
        return Numbers(self.parameters, {**self.renamed, **renamed}, self.classes)

    def of(self, name: str) -> int:
        """The number of a variable.

        Raises NotExportedError for one that no goal has.
        """
        if name in self.renamed:
            return self.renamed[name]
        if name in self.fixed:
            return self.fixed[name]
        if name in self.parameters:
            return self.first_parameter + self.parameters.index(name)
        first_mean = self.first_parameter + PARAMETERS
        named = first_mean + 2 * PARAMETERS
        for prefix, first, each in (
            ("mean", first_mean, 1),
            ("part", first_mean + PARAMETERS, 1),
            ("root", named, 2),
            ("term", named + 1, 2),
        ):
            if name.startswith(prefix) and name[len(prefix) :].isdecimal():
                if each == 1 and int(name[len(prefix) :]) >= PARAMETERS:
                    break  # it would be the number of another
                return first + each * int(name[len(prefix) :])
        raise NotExportedError(f"the variable {name} has no number")

    def tree(self, node: Formula) -> Tree:
        """The formula as a term of type `expr`."""
        op, args = node.op, node.args
        if op == "number":
            return number(args[0])
        if op == "symbol":
            return ("Var", self.of(args[0]))
        if op in _BINARY:
            return (_BINARY[op], self.tree(args[0]), self.tree(args[1]))
        if op in _UNARY:
            return (_UNARY[op], self.tree(args[0]))
        if op == "ifzero":
            return ("IfZero", *(self.tree(arg) for arg in args))
        if op == "power":
            return ("Power", self.tree(args[0]), self.tree(args[1]))
        exponent = exponent_of(args[1]) if op == "^" else None
        if exponent is None:
            raise NotExportedError(f"the operation {op} is not written down")
        if exponent.denominator == 1:
            return ("Pow", self.tree(args[0]), int(exponent))
        return ("Power", self.tree(args[0]), self.tree(args[1]))


def number(value: Fraction) -> Tree:
    """A rational number: a whole number, or a quotient of two."""
    top: Tree = ("Num", value.numerator)
    return top if value.denominator == 1 else ("Div", top, ("Num", value.denominator))


def whole(value: Any) -> str:
    """A whole number, in brackets if it is negative."""
    return f"({int(value)})" if value < 0 else str(int(value))


def expression(tree: Tree, names: Mapping[int, str] | None = None) -> str:
    """The term as text; variables in `names` are written by name."""
    known = names or {}
    op = tree[0]
    if op == "Num":
        return whole(tree[1])
    if op == "Var":
        return known.get(tree[1], f"Var {tree[1]}" if tree[1] else "")
    if op in _INFIX:
        left, right = (_inner(part, known) for part in tree[1:])
        return f"{left} {_INFIX[op]} {right}"
    if op == "Neg":
        return f"- {_inner(tree[1], known)}"
    if op == "Pow":
        return f"{_inner(tree[1], known)} ^ {whole(tree[2])}"
    return " ".join((op, *(_inner(part, known) for part in tree[1:])))


def _inner(tree: Tree, names: Mapping[int, str]) -> str:
    text = expression(tree, names)
    return f"({text})" if " " in text and tree[0] != "Num" else text


def term(tree: Tree) -> str:
    """The term in its own scope, to stand as an argument."""
    return f"({expression(tree)})%expr"


def atom_text(atom: Atom, numbers: Numbers, names: dict[int, str] | None = None) -> str:
    """An atom of `rocq/theories/Formula.v`."""
    own = f"({expression(numbers.tree(atom.expr), names)})%expr"
    if atom.rel in RELATIONS:
        return f"Is {own} {RELATIONS[atom.rel]}"
    return f"{atom.rel.capitalize()} {own}"


def polynomial(poly: Poly, numbers: Numbers) -> str:
    """The polynomial as a sparse Horner form of the standard library."""
    names = poly.context().names()
    used = sorted((numbers.of(name), place) for place, name in enumerate(names) if _in(poly, place))
    terms = {
        tuple(int(monomial[place]) for _, place in used): int(coefficient)
        for monomial, coefficient in poly.to_dict().items()
    }
    return _horner(terms, [index for index, _ in used], 1)


def _in(poly: Poly, place: int) -> bool:
    return not poly.is_zero() and bool(poly.degrees()[place] > 0)


def _horner(terms: dict[tuple[int, ...], int], indices: list[int], at: int) -> str:
    """Terms over the variables with these (rising) indices, in an environment that begins `at`."""
    if not terms:
        return "(Pc 0)"
    first = next((i for i in range(len(indices)) if any(m[i] for m in terms)), None)
    if first is None:
        return f"(Pc {whole(terms[(0,) * len(indices)])})"
    if indices[first] > at:
        inner = _horner(terms, indices, indices[first])
        return f"(Pinj {indices[first] - at} {inner})"
    rest = {m: c for m, c in terms.items() if not m[first]}
    low = min(m[first] for m in terms if m[first])
    above = {(*m[:first], m[first] - low, *m[first + 1 :]): c for m, c in terms.items() if m[first]}
    return f"(PX {_horner(above, indices, at)} {low} {_horner(rest, indices, at + 1)})"
