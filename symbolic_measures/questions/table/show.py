"""Printed tables as documents: marks, displayed formulas, measures that rank alike."""

from __future__ import annotations

from symbolic_measures.questions.table import show_formulas, show_marks, show_ranks
from symbolic_measures.questions.table.formulas import FormulaTable
from symbolic_measures.questions.table.marks import Table
from symbolic_measures.questions.table.ranks import RankTable
from symbolic_measures.questions.table.show_formulas import FormulaDocument
from symbolic_measures.questions.table.show_marks import Comparison
from symbolic_measures.report.sheet import Sheet


def document(answer: Table | FormulaTable | RankTable) -> Comparison | FormulaDocument | Sheet:
    """The document of a table."""
    match answer:
        case FormulaTable():
            return show_formulas.document(answer)
        case RankTable():
            return show_ranks.document(answer)
        case Table():
            return show_marks.document(answer)
