"""The properties of a measure, decided one after the other or in several processes."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from symbolic_measures.meaning.measure import Reading
from symbolic_measures.nouns.question import Means
from symbolic_measures.questions.check.asked import CheckQuestion
from symbolic_measures.questions.check.meaning import (
    every_of,
    for_every_m,
    properties_of,
    reading_of,
)
from symbolic_measures.search.battery import Battery, decider
from symbolic_measures.search.store import Store

if TYPE_CHECKING:
    from symbolic_measures.search.every_class import EveryBattery


def work(question: CheckQuestion, means: Means) -> Battery | EveryBattery:
    """The work on a question; FormulaError, in one line, for one that cannot be asked."""
    if for_every_m(question):
        from symbolic_measures.search.every_class import EveryBattery

        ids, jobs = properties_of(question), means.jobs or os.cpu_count() or 1
        return EveryBattery(every_of(question), ids, means.seconds, jobs, means.cache)
    return deciding(reading_of(question), properties_of(question), means, not question.property)


def deciding(reading: Reading, ids: tuple[str, ...], means: Means, with_gradient: bool) -> Battery:
    """The work on these properties of a reading."""
    several = 1 if reading.measure.classes == 2 else os.cpu_count() or 1
    shared = with_gradient and reading.measure.classes == 2
    jobs = means.jobs or several
    found = Battery(reading, ids, means.seconds, with_gradient, jobs=jobs, shared=shared)
    if means.cache:
        found.decide = Store(Path(means.cache), decider(reading)).decide_property
    return found
