"""A formula for every m has a value exactly where it has one written out for m classes, and that.

Values by the slow definitions: of the sums as such, and of the cells.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

import pytest
from slow_definitions import Number, UndefinedHereError, value_of

from symbolic_measures import check
from symbolic_measures.meaning.every_class import EveryClasses
from symbolic_measures.nouns.confusion import cell_names
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, symbol

Square = tuple[tuple[int, ...], ...]
NAMED = ("n", "m", "kappa", "accuracy", "micro_F1", "Peirce", "AC1", "BA", "macro_precision")
OF_CLASS = ("a", "b", "c", "n", "(n-a)", "(a+b)", "(a-a)", "1", "m", "TPR", "F1", "FP", "P")
OF_PAIR = ("ai", "bi", "ci", "aj", "bj", "cj", "cij", "cji", "n", "m")
OF_TWO = ("TP", "FP", "TPR", "F1", "n", "P", "TN")


def written(chance: Random, leaves: tuple[str, ...], depth: int = 0) -> str:
    """A formula of such leaves; some of them have no value somewhere, also times 0."""
    if depth > 1 or chance.random() < 0.3:
        return chance.choice(leaves)
    one, other = (written(chance, leaves, depth + 1) for _ in range(2))
    forms = ("({}+{})", "({}-{})", "{}*({})", "{}/({})", "{}/({})", "({0})^(-1)", "0*({0})")
    return chance.choice(forms).format(one, other)


def of_sums(chance: Random, depth: int = 0) -> str:
    """A formula of sums over classes."""
    if depth > 1 or chance.random() < 0.35:
        sort, leaves = chance.choice((
            ("sum", OF_CLASS), ("mean", OF_CLASS), ("weighted", OF_CLASS), ("macro", OF_TWO),
            ("micro", OF_TWO), ("pairs", OF_PAIR), ("", NAMED),
        ))  # fmt: skip
        return f"{sort}({written(chance, leaves)})" if sort else chance.choice(leaves)
    one, other = (of_sums(chance, depth + 1) for _ in range(2))
    forms = ("({}+{})", "({}-{})", "{}*({})", "{}/({})", "Max({},{})", "calibrated({0})")
    return chance.choice(forms).format(one, other)


def by_sums(tree: Formula, matrix: Square) -> Number:
    """The value of sums over classes at a matrix."""
    classes = range(len(matrix))
    sizes = {"n": Fraction(sum(map(sum, matrix))), "m": Fraction(len(matrix))}
    a, b = [sum(row) for row in matrix], [sum(column) for column in zip(*matrix, strict=True)]

    def of_class(i: int, body: Formula) -> Number:
        own = {"a": Fraction(a[i]), "b": Fraction(b[i]), "c": Fraction(matrix[i][i])}
        if "q" in body.symbols():
            if 0 in a:
                raise UndefinedHereError("an empty class")
            own["q"] = sum((Fraction(matrix[j][i], a[j]) for j in classes), Fraction(0))
        return value_of(body, {**sizes, **own})

    def of_pair(i: int, j: int, body: Formula) -> Number:
        own = {"ai": a[i], "bi": b[i], "ci": matrix[i][i], "aj": a[j], "bj": b[j],
               "cj": matrix[j][j], "cij": matrix[i][j], "cji": matrix[j][i]}  # fmt: skip
        return value_of(body, {**sizes, **{name: Fraction(cell) for name, cell in own.items()}})

    known: dict[str, Fraction] = {}
    names = {
        node: f"s{k}" for k, node in enumerate(n for n in tree.walk() if n.op in ("sum", "pairs"))
    }
    for node, name in names.items():
        body = node.args[0]
        if node.op == "sum":
            terms = [of_class(i, body) for i in classes]
        else:
            terms = [of_pair(i, j, body) for i, j in product(classes, classes) if i != j]
        known[name] = sum(terms, Fraction(0))  # type: ignore[arg-type]
    return value_of(
        tree.replace({n: symbol(name) for n, name in names.items()}), {**sizes, **known}
    )


def by_cells(tree: Formula, matrix: Square) -> Number:
    cells = [Fraction(cell) for row in matrix for cell in row]
    names = ("TP", "FN", "FP", "TN") if len(matrix) == 2 else cell_names(len(matrix))
    return value_of(tree, dict(zip(names, cells, strict=True)))


def at_matrix(value: object, tree: Formula, matrix: Square) -> Number | None:
    try:
        return value(tree, matrix)  # type: ignore[operator, no-any-return]
    except UndefinedHereError:
        return None


def squares(chance: Random, classes: int, count: int) -> list[Square]:
    """Matrices in which classes are often empty."""
    return [
        tuple(tuple(chance.choice((0, 0, 1, 2)) for _ in range(classes)) for _ in range(classes))
        for _ in range(count)
    ]


@pytest.mark.parametrize("seed", range(24))
def test_it_is_the_formula_written_out(seed: int) -> None:
    chance, compared = Random(seed), 0
    while compared < 60:
        text = of_sums(chance)
        try:
            subject = EveryClasses(text)
            own, trees = subject.tree, {m: subject.at(m).formula for m in (2, 3)}
        except FormulaError:
            continue
        for classes, tree in trees.items():
            for matrix in squares(chance, classes, 8):
                if any(map(sum, matrix)):
                    found = at_matrix(by_sums, own, matrix)
                    assert found == at_matrix(by_cells, tree, matrix), (text, matrix)
                    compared += found is None


@pytest.mark.parametrize("text", [
    "calibrated(n)/n*(sum(c)/n+(Max(0,3-m)+Max(0,m-n))*n^2)",  # true for every m >= 3
    "calibrated(pairs(cij)/n)", "calibrated(mean(a/n))", "accuracy+0*calibrated(n)",
])  # fmt: skip
def test_a_calibrated_formula_that_no_empty_class_stops_is_refused(text: str) -> None:
    """It would have a value where a class is empty, which the calibrated measure has not."""
    with pytest.raises(FormulaError, match="sums that speak of c or b: give a number of classes"):
        check(text, property="symmetry", classes="every")
