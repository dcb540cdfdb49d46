"""Formulas of any number of classes: sums over classes that are not written out.

The language is that of `classes`: sum(E), mean(E), micro(M), macro(M), weighted(M), calibrated(M),
n, m, parameters, and the measures of several classes by name.  The answer is a Formula with nodes
`sum`, each with one argument: the body, in the letters of a class,

    a (true size), b (predicted size), c (right ones), q (the sum over j of c_ji/a_j),

and n, m and parameters.  q comes from `calibrated`: after prevalence calibration the true size is
n/m, the right ones are c*n/(m*a), the predicted size is (n/m)*q.  With `classes_named`, the letters
of two classes i and j (a_i, ..., c_j) may stand outside of sums.

With `paired`, there may be nodes `pairs`, each a sum over ordered pairs of classes i != j, with the
letters ai, bi, ci, aj, bj, cj, cij, cji in its body, and with xlogy.

Invariant: at a matrix of m classes the formula is defined exactly where the same text is, written
out for m classes by `classes`, and has its value there.  What has no such form (cells, product) is
refused.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping

from symbolic_measures.nouns.classes import AVERAGES, BINARY, SPEAKING, averaged
from symbolic_measures.nouns.confusion import CELLS, QUANTITIES
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, symbol
from symbolic_measures.nouns.parser import FormulaReader, syntax

A, B, C, Q, SIZE, MANY = map(symbol, ("a", "b", "c", "q", "n", "m"))
#: The letters of a class.
LETTERS = ("a", "b", "c", "q")
#: The letters of the classes i and j.
NAMED = tuple(f"{letter}_{label}" for label in "ij" for letter in "abc")
#: The letters of two classes in a sum over pairs.
PAIRED = ("ai", "bi", "ci", "aj", "bj", "cj", "cij", "cji")
#: One class against the rest.
AGAINST_REST = {"TP": C, "FN": A - C, "FP": B - C, "TN": (SIZE - A) - B + C}


def total(body: Formula) -> Formula:
    """The sum of the body over all classes."""
    return Formula("sum", body)


def parse_sums(
    text: str,
    names: Mapping[str, str],
    binary: Mapping[str, Formula],
    parameters: Collection[str] = (),
    classes_named: bool = False,
    nested: bool = False,
    paired: bool = False,
) -> Formula:
    """The formula of a text, for every number of classes.

    `names` are measures of several classes, as texts; `binary` are binary measures, as formulas in
    TP, FN, FP, TN.  With `nested`, a sum may stand within another one: it is the same number in
    all classes; and ifzero(t, x, y) is x where t is 0, and y elsewhere.  Raises FormulaError with
    one line.
    """
    reader = _SumReader(text, names, binary, parameters)
    reader.may_nest, reader.may_pair = nested, paired
    if classes_named:
        reader.names = {**reader.names, **{name: symbol(name) for name in NAMED}}
    return reader.read(syntax(text), 0)


class _SumReader(FormulaReader):
    """Reads a text once; within a sum with the letters of a class."""

    limit = 10_000
    may_nest = may_pair = False

    def __init__(
        self,
        text: str,
        measures: Mapping[str, str],
        binary: Mapping[str, Formula],
        parameters: Collection[str],
        depth: int = 0,
    ) -> None:
        super().__init__(text, {"n": SIZE, "m": MANY, "pi": QUANTITIES["pi"]}, parameters)
        self.measures, self.binaries, self.nested, self.outside = measures, binary, depth, True

    def name(self, node: ast.Name) -> Formula:
        if self.outside and node.id in self.measures and node.id not in self.parameters:
            if self.nested > 5:
                raise FormulaError("measures of the catalog mention each other in a circle")
            text = self.measures[node.id]
            inner = _SumReader(text, self.measures, self.binaries, self.parameters, self.nested + 1)
            inner.may_pair = self.may_pair
            tree = inner.read(syntax(text), 0)
            self.nodes += inner.nodes
            return tree
        if self.outside and (average := averaged(node.id, self.binaries)) is not None:
            return self.call(ast.copy_location(average, node), 0)
        if self.outside and node.id not in self.names and node.id in self.binaries:
            known = ", ".join(f"{average}({node.id})" for average in AVERAGES)
            raise self.fail(node, f"{node.id} is a binary measure; write {known}")
        return super().name(node)

    def call(self, node: ast.Call, depth: int) -> Formula:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name == "ifzero" and self.may_nest and len(node.args) == 3 and not node.keywords:
            return Formula(name, *(self.read(part, depth + 1) for part in node.args))
        if name not in SPEAKING:
            kinked = name in ("IBA", "xlogy", "Abs", "Min", "Max") and "cij" not in self.names
            if kinked and not self.outside:
                raise self.fail(node, f"{name} in a sum is not for every m: give --classes 3")
            return super().call(node, depth)
        if name == "pairs" and self.may_pair and self.outside and len(node.args) == 1:
            letters = {**self.names, **{letter: symbol(letter) for letter in PAIRED}}
            return Formula("pairs", self.within(node.args[0], depth, letters))
        if name in ("pairs", "product"):
            raise self.fail(node, f"{name}(...) is not for every m: give a number of classes")
        if not self.outside and not self.may_nest:
            raise self.fail(node, f"{name}(...) may not stand within another sum over classes")
        if len(node.args) != 1 or node.keywords or isinstance(node.args[0], ast.Starred):
            raise self.fail(node, f"{name} takes one argument")
        body = node.args[0]
        match name:
            case "calibrated":
                share = SIZE / MANY
                place = {"a": share, "b": share * Q, "c": C * (share / A)}
                tree = self.read(body, depth + 1).at(**place)
                looked = tree.ops.isdisjoint(("pairs", "ifzero")) and {"c", "q"} & {*tree.symbols()}
                if not looked:  # c n/(m a) and q have no value where a class is empty; n has
                    raise self.fail(node, "calibrated(...) is for every m of sums that speak of c "
                                    "or b: give a number of classes")  # fmt: skip
                return tree
            case "micro":
                right = total(C)
                wrong = SIZE - right
                rest = (MANY - 2) * SIZE + right
                summed = dict(zip(CELLS, (right, wrong, wrong, rest), strict=True))
                whole = {**self.binaries, **BINARY}  # n, too, is that of the summed matrix
                return self.within(body, depth, whole).at(**summed)
            case "weighted":
                return total(A * self.of_class(body, depth)) / SIZE
            case "mean" | "macro":
                return total(self.of_class(body, depth)) / MANY
        return total(self.of_class(body, depth))

    def of_class(self, body: ast.expr, depth: int) -> Formula:
        """The body with the letters of a class."""
        own = {**self.binaries, **BINARY, **self.names, "a": A, "b": B, "c": C}
        return self.within(body, depth, own).at(**AGAINST_REST)

    def within(self, body: ast.expr, depth: int, names: Mapping[str, Formula]) -> Formula:
        """The body with other names; binary ones are formulas in TP, FN, FP, TN."""
        before = self.names, self.outside
        self.names, self.outside = names, False
        try:
            return self.read(body, depth + 1)
        finally:
            self.names, self.outside = before


def sums_of(tree: Formula) -> tuple[Formula, ...]:
    """The different sums in a formula, inner ones first."""
    return tuple(node for node in tree.walk() if node.op == "sum")


def pairs_of(tree: Formula) -> tuple[Formula, ...]:
    """The different sums over pairs in a formula."""
    return tuple(node for node in tree.walk() if node.op == "pairs")
