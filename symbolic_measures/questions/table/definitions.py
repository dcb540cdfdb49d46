"""What a reader of displayed formulas needs to work them out: letters, sums, averages, measures.

Invariant: only what some row uses is defined; a measure is shown by the formula that is evaluated.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from symbolic_measures.meaning.averaging import AVERAGINGS
from symbolic_measures.meaning.measures import formula_names
from symbolic_measures.meaning.multiclass import class_formula, find_multiclass
from symbolic_measures.nouns.confusion import CELLS, cell_names
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, symbol
from symbolic_measures.report.every_m import NOTE
from symbolic_measures.report.heading import XLOGY, letters
from symbolic_measures.report.mathtext import xlogy
from symbolic_measures.report.polynomials import with_margins
from symbolic_measures.report.prose import Prose, equation

if TYPE_CHECKING:
    from symbolic_measures.nouns.statement import Goal
    from symbolic_measures.questions.table.formulas import FormulaTable

_WORD = re.compile(r"[A-Za-z]\w*")
_CALIBRATED = ("calibrated(M) is M after the elements of each true class i are multiplied by "
               "n/(m*a_i), so that all classes have one size.",)  # fmt: skip


def definitions(table: FormulaTable) -> Iterator[Prose]:
    """One after the other."""
    goals = [goal for cell in table.cells for goal in cell.verdict.statement.goals]
    sizes = {len(matrix) for goal in goals for matrix in goal.matrices}
    sizes |= {9 for goal in goals if any(v.name == "c11" for v in goal.variables)}
    if told := letters({2 if size == len(CELLS) else 3 for size in sizes}):
        yield told
    texts = [text for c in table.cells for text in (c.display.printed, c.display.corrected)]
    said = " ".join(texts)
    if "sum(" in said:
        yield (f"{NOTE}.",)
    for name, words in AVERAGINGS.items():
        if f"{name}(" in said:
            yield (f"{name}(M) is {words}.",)
    if "calibrated(" in said:
        yield _CALIBRATED
    yield from _measures(table)
    if any(xlogy(node) is not None for goal in goals for node in goal.conclusion.expr.walk()):
        yield XLOGY


def _measures(table: FormulaTable) -> Iterator[Prose]:
    """The measures whose values at matrices of numbers are spoken of."""
    found: dict[tuple[str, int], Formula] = {}
    for cell in table.cells:
        goals = cell.verdict.statement.goals
        if any(goal.variables for goal in goals):
            continue
        for name in _WORD.findall(cell.display.printed):
            found |= {(name, m): tree for m, tree in _formulas(name, goals).items()}
    for (name, m), tree in sorted(found.items(), key=lambda item: (item[0][1], item[0][0])):
        yield (f"Of {'two' if m == 2 else 'three'} classes: ", equation(symbol(name), "=", tree))


def _formulas(name: str, goals: Iterable[Goal]) -> dict[int, Formula]:
    """The measure of that name for two classes and for three, as far as it is one there."""
    sizes = {len(matrix) for goal in goals for matrix in goal.matrices} or {len(CELLS), 9}
    found: dict[int, Formula] = {}
    if len(CELLS) in sizes and name in formula_names():
        found[2] = with_margins(formula_names()[name])
    if 9 in sizes and find_multiclass(name) is not None:
        try:
            found[3] = with_margins(class_formula(name, 3), cell_names(3))
        except FormulaError:
            return found
    return found
