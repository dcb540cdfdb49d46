"""Strong monotonicity is decided for single steps: is a matrix between two others undefined?

Definition 7 does not say by how much an entry changes.  A larger step is a chain of single ones,
unless the measure has no value at a matrix in between; where one is found, the verdict says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from flint import fmpq

from symbolic_measures.kernel.exact import CannotTellError, UndefinedError
from symbolic_measures.kernel.truth import evaluator
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.samples import parameter_samples
from symbolic_measures.nouns.confusion import CELLS, compositions
from symbolic_measures.search.costs import of_value
from symbolic_measures.search.effort import Effort

IN_STEPS = ("strongly-monotone", "weakly-strongly-monotone")
#: The largest n of the smaller matrix, and the longest step.
LARGEST, LONGEST = 5, 4

Cells = tuple[int, ...]


def gap_in_steps(reading: Reading, effort: Effort) -> str:
    """Where a larger step passes a matrix without a value, in words; empty if none was found."""
    parameters = next(iter(parameter_samples(reading, 1)), None)
    if len(reading.measure.cells) != len(CELLS) or parameters is None:
        return ""

    @cache
    def is_defined(cells: Cells) -> bool:
        effort.tick(of_value(reading.formula))
        try:
            given = dict(zip(CELLS, map(fmpq, cells), strict=True))
            evaluator(reading.formula)({**parameters, **given})
        except UndefinedError:
            return False
        except CannotTellError:
            return True
        return True

    for first in _inside():
        for place, name in enumerate(CELLS):
            others = (1, 2) if name in ("TP", "TN") else (0, 3)
            if not any(first[other] for other in others):
                continue  # both matrices would be diagonal, or zero-diagonal, which is excluded
            steps = [_moved(first, place, k) for k in range(LONGEST + 1)]
            known = [is_defined(cells) for cells in steps]
            later = next((k for k in range(2, LONGEST + 1) if known[k]), 0)
            if known[0] and not known[1] and later:
                one, middle, last = (f"({', '.join(map(str, steps[k]))})" for k in (0, 1, later))
                return (
                    f"decided for single steps: between {one} and {last}, which differ in {name}, "
                    f"the measure is undefined at {middle}"
                )
    return ""


def _inside() -> Iterator[Cells]:
    """Small matrices of which neither labeling is constant."""
    for n in range(2, LARGEST + 1):
        for tp, fn, fp, tn in compositions(n, len(CELLS)):
            if min(tp + fn, fp + tn, tp + fp, fn + tn) > 0:
                yield tp, fn, fp, tn


def _moved(cells: Cells, place: int, by: int) -> Cells:
    return (*cells[:place], cells[place] + by, *cells[place + 1 :])
