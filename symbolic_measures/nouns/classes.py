"""Formulas of m classes: sums over classes as text, written out for a number of classes.

    sum(E), mean(E), product(E)   over all classes.  In E the class has its own c (correct), a (true
                                  size), b (predicted size), and TP, FN, FP, TN, P, N, Phat, Nhat
                                  and every binary measure are those of the class against the rest.
    pairs(E)                      sum over ordered pairs of different classes i, j.  In E stand
                                  cij, cji (the two cells), ci, cj, ai, aj, bi, bj.
    calibrated(M)                 M after prevalence calibration (opitz2024, Equation 6): every true
                                  class multiplied by n/(m*a), so that all have the same size.
    micro(M), macro(M), weighted(M)   averages of a binary measure M: of the summed one-vs-all
                                  matrices; the mean over classes; weighted with a/n.

Outside of sums: n, m, the cells c11, c12, ... (true class first), numbers, parameters, the
functions of a binary formula, and the measures of several classes of the catalog.  For example
`mean(2*c/(a+b))`, `sum(c)/n`, `(n*sum(c)-sum(a*b))/(n^2-sum(a*b))`.

Invariant: as for binary formulas (`parser`), the answer is a Formula within the limits or a
FormulaError; nothing is executed, and nothing is cancelled: each class adds its own terms.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping

from symbolic_measures.nouns.confusion import (
    CELLS,
    MAX_CLASSES,
    QUANTITIES,
    Square,
    cell_names,
    summed,
)
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, formula
from symbolic_measures.nouns.parser import FormulaReader, degree, syntax
from symbolic_measures.nouns.spelling import f_number

#: Parts of a formula once it is written out for all classes.
MAX_WRITTEN_OUT = 60_000
#: The bound on the degree counts a denominator of many terms many times.
MAX_DEGREE = 2_000
OVER_CLASSES = ("sum", "mean", "product")
AVERAGES = ("micro", "macro", "weighted")
#: Words that only a formula of several classes has.
SPEAKING = frozenset((*OVER_CLASSES, "pairs", *AVERAGES, "calibrated"))
#: What a binary formula may mention, without the letters c11, ... of the two classes.
BINARY = {name: tree for name, tree in QUANTITIES.items() if not name[-1].isdigit()}


def parse_classes(
    text: str,
    classes: int,
    names: Mapping[str, str],
    binary: Mapping[str, Formula],
    parameters: Collection[str] = (),
    more: Mapping[str, Formula] | None = None,
) -> Formula:
    """The formula of a text, written out for that many classes.

    `names` are measures of several classes, as texts; `binary` are binary measures, as formulas in
    TP, FN, FP, TN; `more` are further names outside of sums.  Raises FormulaError with one line.
    """
    if not 2 <= classes <= MAX_CLASSES:
        raise FormulaError(f"{classes} classes: give a number from 2 to {MAX_CLASSES}")
    reader = _ClassReader(text, classes, names, binary, parameters)
    reader.names = {**reader.names, **(more or {})}
    result = reader.read(syntax(text), 0)
    degree(result, MAX_DEGREE)
    return result


class _ClassReader(FormulaReader):
    """Reads a text; within a sum, once for each class with the names of that class."""

    limit = MAX_WRITTEN_OUT

    def __init__(
        self,
        text: str,
        classes: int,
        measures: Mapping[str, str],
        binary: Mapping[str, Formula],
        parameters: Collection[str],
        depth: int = 0,
    ) -> None:
        self.square = Square.of(classes)
        self.measures, self.binaries, self.nested = measures, binary, depth
        outside = {
            **dict(zip(cell_names(classes), self.square.cells, strict=True)),
            "n": self.square.size,
            "m": formula(classes),
            "pi": QUANTITIES["pi"],
            **({**binary, **QUANTITIES} if classes == 2 else {}),
        }
        super().__init__(text, outside, parameters)
        self.cells = (*CELLS, *map(str, self.square.cells))
        self.outside = True

    def name(self, node: ast.Name) -> Formula:
        if self.outside and node.id in self.measures and node.id not in self.parameters:
            return self.measure(self.measures[node.id])
        if self.outside and (average := averaged(node.id, self.binaries)) is not None:
            return self.call(ast.copy_location(average, node), 0)
        if self.outside and node.id not in self.names and node.id in self.binaries:
            known = ", ".join(f"{average}({node.id})" for average in AVERAGES)
            raise self.fail(node, f"{node.id} is a binary measure; write {known}")
        own = ("a", "b", "c", *(name for name in BINARY if name not in self.names))
        if self.outside and node.id in own and node.id not in self.parameters:
            message = f"{node.id} belongs to one class: write it in sum(...), mean(...)"
            raise self.fail(node, message)
        return super().name(node)

    def measure(self, text: str) -> Formula:
        """A measure of the catalog, read from its own text."""
        if self.nested > 5:
            raise FormulaError("measures of the catalog mention each other in a circle")
        known = self.measures, self.binaries, self.parameters
        inner = _ClassReader(text, self.square.classes, *known, self.nested + 1)
        tree = inner.read(syntax(text), 0)
        self.nodes += inner.nodes
        return tree

    def call(self, node: ast.Call, depth: int) -> Formula:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name == "IBA":
            raise self.fail(node, "IBA is binary; write (1+alpha*(recall-specificity))*M in a sum")
        if name not in SPEAKING:
            return super().call(node, depth)
        if not self.outside:
            raise self.fail(node, f"{name}(...) may not stand within another sum over classes")
        if len(node.args) != 1 or node.keywords or isinstance(node.args[0], ast.Starred):
            raise self.fail(node, f"{name} takes one argument")
        body = node.args[0]
        if name == "calibrated":
            return self.read(body, depth + 1).at(**self.balanced())
        many = range(self.square.classes)
        match name:
            case "pairs":
                couples = [(i, j) for i in many for j in many if i != j]
                return summed(self.within(body, depth, self.of_pair(i, j)) for i, j in couples)
            case "micro":
                return self.within(body, depth, _Scope({}, self.binaries, self.summed_matrix()))
            case "weighted":
                terms = [
                    self.square.true(i) * self.within(body, depth, self.of_class(i)) for i in many
                ]
                return summed(terms) / self.square.size
        parts = [self.within(body, depth, self.of_class(i)) for i in many]
        if name == "product":
            result = parts[0]
            for part in parts[1:]:
                result = result * part
            return result
        whole = summed(parts)
        return whole if name == "sum" else whole / formula(self.square.classes)

    def balanced(self) -> dict[str, Formula]:
        """The cells after prevalence calibration."""
        square, m = self.square, formula(self.square.classes)
        return {
            str(square.at(i, j)): square.at(i, j) * (square.size / (m * square.true(i)))
            for i in range(square.classes)
            for j in range(square.classes)
        }

    def within(self, body: ast.expr, depth: int, scope: Mapping[str, Formula]) -> Formula:
        """The body read with the names of a class, a pair, or the summed matrix."""
        before, self.names, self.outside = self.names, scope, False
        try:
            return self.read(body, depth + 1)
        finally:
            self.names, self.outside = before, True

    def of_class(self, label: int) -> Mapping[str, Formula]:
        """c, a, b of a class and everything binary of the class against the rest."""
        square = self.square
        own = {"c": square.at(label, label), "a": square.true(label), "b": square.predicted(label)}
        return _Scope({**self.common(), **own}, self.binaries, square.against_rest(label))

    def of_pair(self, i: int, j: int) -> Mapping[str, Formula]:
        """The names of two classes."""
        square = self.square
        sizes = {
            f"{letter}{name}": size
            for name, label in (("i", i), ("j", j))
            for letter, size in (
                ("a", square.true(label)),
                ("b", square.predicted(label)),
                ("c", square.at(label, label)),
            )
        }
        return {**self.common(), **sizes, "cij": square.at(i, j), "cji": square.at(j, i)}

    def common(self) -> dict[str, Formula]:
        """What means the same in every class."""
        return {name: self.names[name] for name in ("n", "m", "pi")}

    def summed_matrix(self) -> tuple[Formula, Formula, Formula, Formula]:
        """The sum of the one-vs-all matrices: FN and FP are all errors, TN is (m-2)n + sum(c)."""
        cells = self.square.cells
        right = summed(cells[place] for place in self.square.diagonal)
        wrong = summed(cells[place] for place in self.square.errors)
        rest = formula(self.square.classes - 2) * self.square.size + right
        return right, wrong, wrong, rest


def averaged(name: str, binary: Collection[str]) -> ast.Call | None:
    """`micro_F1` as micro(F1), for a binary measure of that name; None for anything else."""
    average, _, measure = name.partition("_")
    if average not in AVERAGES or not (measure in binary or f_number(measure)):
        return None
    inner = ast.Name(measure, ast.Load(), lineno=1, col_offset=0)
    return ast.Call(ast.Name(average, ast.Load(), lineno=1, col_offset=0), [inner], [])


class _Scope(Mapping[str, Formula]):
    """Some names of their own; else the binary quantities and measures at a matrix."""

    def __init__(
        self,
        own: Mapping[str, Formula],
        measures: Mapping[str, Formula],
        matrix: tuple[Formula, ...],
    ) -> None:
        self.own = own
        self.binary = {**measures, **BINARY}
        self.place = dict(zip(CELLS, matrix, strict=True))

    def __getitem__(self, name: str) -> Formula:
        return self.own[name] if name in self.own else self.binary[name].at(**self.place)

    def __contains__(self, name: object) -> bool:
        return name in self.own or name in self.binary

    def __iter__(self) -> Iterator[str]:
        return iter({**self.own, **self.binary})

    def __len__(self) -> int:
        return len({**self.own, **self.binary})
