"""Printed tables are decided: marks, displayed formulas, measures that rank alike."""

from __future__ import annotations

from symbolic_measures.claims.papers import chosen, get_table
from symbolic_measures.claims.ranked import number_of
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.question import Means
from symbolic_measures.questions.table.asked import TableQuestion
from symbolic_measures.questions.table.find_formulas import DecidingFormulas
from symbolic_measures.questions.table.find_marks import Deciding
from symbolic_measures.questions.table.formulas import is_formulas
from symbolic_measures.questions.table.ranks import Ranking


def work(question: TableQuestion, means: Means) -> Deciding | DecidingFormulas | Ranking:
    """The work on a question; FormulaError, in one line, for one that cannot be asked."""
    name = question.table
    if is_formulas(name):
        if question.column:
            raise FormulaError("--column: a table of formulas has one column")
        return DecidingFormulas(name, question.row, means.seconds, means.jobs, means.cache)
    number = number_of(name)
    if number is not None:
        if question.row or question.column:
            raise FormulaError(f"{name} is decided as a whole: leave out --row and --column")
        return Ranking(number)
    printed = get_table(name)
    rows = chosen("row", question.row or None, printed.rows)
    columns = chosen("column", question.column or None, printed.columns)
    return Deciding(printed, rows, columns, means, question.every, question.readings)
