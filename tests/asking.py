"""`check` of any formula: also of those that the public function refuses as no person's measure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from symbolic_measures.doors.api.asking import ask
from symbolic_measures.meaning.report import Report

#: Seconds on a busy machine: steps end a search, not the clock.
PATIENCE = 600.0


def check(
    measure: Any, property: str | Iterable[str] | None = None, *, convention: Iterable[str] = (),
    timeout: float = PATIENCE, reading: str | None = None, jobs: int = 1, cache: str = "",
    **options: Any,
) -> Report:  # fmt: skip
    """The report on a formula that may be undefined everywhere, or no real number."""
    options.setdefault("classes", getattr(measure, "classes", 2))
    ids = (property,) if isinstance(property, str) else tuple(property or ())
    found: Report = ask(
        "check", timeout, None, jobs, cache, measure=measure, property=ids,
        conventions=convention, reading=reading or "", **options,
    )  # fmt: skip
    return found
