"""Comparisons as documents: pairs of measures, or measures on given rows."""

from __future__ import annotations

from symbolic_measures.questions.compare import show_data, show_pairs
from symbolic_measures.questions.compare.data import Inconsistency
from symbolic_measures.questions.compare.pairs import Comparison
from symbolic_measures.report.sheet import Sheet


def document(answer: Comparison | Inconsistency) -> Sheet:
    """The document of an answer."""
    if isinstance(answer, Inconsistency):
        return show_data.document(answer)
    return show_pairs.document(answer)
