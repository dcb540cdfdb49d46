"""A failure costs one verdict, never the work: whatever goes wrong becomes the reason of one.

Invariant: an interrupt is no failure; it ends the work, and what was decided is kept.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from symbolic_measures.fences import StoppedError
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.statement import Statement
from symbolic_measures.nouns.verdict import Verdict

Result = TypeVar("Result")

#: The longest message of an error that is told.
LONGEST = 160


def why(error: Exception) -> str:
    """What went wrong, in one short line."""
    if isinstance(error, StoppedError | FormulaError):
        return str(error)
    if isinstance(error, RecursionError):
        return "given up: formulas on the way are nested too deeply"
    if isinstance(error, MemoryError):
        return "given up: it takes too much memory"
    lines = str(error).strip().splitlines() or [""]
    words = lines[0] if len(lines[0]) <= LONGEST else f"{lines[0][:LONGEST]} ..."
    return f"given up: {type(error).__name__}{f' ({words})' if words else ''}"


def guarded(work: Callable[[], Result], otherwise: Callable[[str], Result]) -> Result:
    """What `work` returns; if it fails, what `otherwise` makes of the reason."""
    try:
        return work()
    except Exception as error:
        reason = why(error)
    return otherwise(reason)


def undecided(property_id: str, subject: str, sentence: str, reason: str) -> Verdict:
    """The verdict where not even the statement could be formed."""
    empty = Statement(property_id, subject, sentence, ())
    return Verdict(property_id, "undecided", empty, reason=reason)
