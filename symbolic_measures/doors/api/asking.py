"""A question of any kind, asked by its name and its options: what every public function calls."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from symbolic_measures.meaning.measure import Measure
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.question import finished
from symbolic_measures.questions import kinds

Progress = Callable[[str], object]


def ask(
    kind: str,
    seconds: float | None = None,
    progress: Progress | None = None,
    jobs: int = 1,
    cache: str = "",
    **options: Any,
) -> Any:
    """Asks a question of a kind; the options are those of its command.

    `seconds` is the time for each decision, `progress` is called with what is decided next, `jobs`
    is a number of processes, and verdicts are kept in the folder `cache`, if one is given.
    """
    asks = kinds.load()[kind]
    given = {
        name: tuple(value) if isinstance(value, Iterable) and not isinstance(value, str) else value
        for name, value in options.items()
        if not isinstance(value, Measure | Formula)
    }
    question = asks(**{**options, **given})
    means = kinds.means(asks.seconds if seconds is None else seconds, jobs, cache)
    return finished(kinds.KNOWN.work(question, means), progress)


def ask_every_m(
    measure: object,
    seconds: float,
    progress: Progress | None,
    jobs: int,
    cache: str,
    **options: Any,
) -> Any:
    """`check` for every number of classes; FormulaError if the measure is not given as text."""
    if not isinstance(measure, str):
        raise FormulaError("for every number of classes a measure is given as text")
    return ask("check", seconds, progress, jobs, cache, measure=measure, **options)
