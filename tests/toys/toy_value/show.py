"""The value as a document."""

from __future__ import annotations

from symbolic_measures.nouns.shown import Answer
from symbolic_measures.report.sheet import Sheet


def document(answer: Answer) -> Sheet:
    """One sentence."""
    data = answer.to_data()
    told = f"{data['measure']} at {data['at']} is {data['toy_value']}."
    return Sheet(data["measure"], "a value", (told,), ())
