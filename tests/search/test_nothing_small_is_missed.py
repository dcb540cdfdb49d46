"""2,000 random formulas: no verdict contradicts enumeration to n = 10, nothing small is missed."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from quick_definitions import FINDERS, LARGEST, violation
from random_formulas import random_measures
from slow_definitions import BeyondUsError, Values
from tiers import few

from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.subjects import make_reading
from symbolic_measures.meaning.subjects import measure as make_measure
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.engine import Proofs
from symbolic_measures.search.properties import decide_property

MEASURES, CHUNK = random_measures(2_000), 20
#: Time is not what stops these: the steps of search are counted, and few are given.  What is
#: enumerated in any case does not depend on them.
FENCE, STEPS = 3_600, 200_000
PARAMETERS = (Fraction(1), Fraction(2), Fraction(1, 2))


def reading_of(
    measure: str, assume: tuple[str, ...] = (), convention: tuple[str, ...] = ()
) -> Reading:
    """The reading, with nothing decided of it."""
    return make_reading(make_measure(measure, assume=assume), convention, None)


def missed(options: dict[str, Any]) -> list[str]:
    """What enumeration has against the verdicts on a measure."""
    reading, proofs = reading_of(**options), Proofs()
    verdicts = [decide_property(name, reading, Effort(FENCE, STEPS), proofs) for name in FINDERS]
    names, found = reading.measure.parameters, []
    for value in PARAMETERS if names else PARAMETERS[:1]:
        table = Values(reading, dict.fromkeys(names, value))
        for verdict in verdicts:
            if verdict.outcome == "refuted" and not _small(verdict):
                continue
            try:
                pair = violation(table, verdict.property)
            except BeyondUsError:
                continue
            if (pair is not None) and verdict.outcome != "refuted":
                found.append(f"{options}: {verdict.property} {verdict.outcome}, but {pair}")
            if pair is None and verdict.outcome == "refuted" and not names:
                found.append(f"{options}: {verdict.property} refuted, but there is no violation")
    return found


def _small(verdict: Any) -> bool:
    """Whether enumeration reaches the witness."""
    block_sizes = [sum(map(Fraction, cells)) for cells in verdict.witness.matrices]
    if verdict.property == "constant-baseline":
        block_sizes = [Fraction(cells[0]) for cells in verdict.witness.matrices]
    k = Fraction(verdict.witness.point.get("k", 0))
    first = block_sizes[:1] if verdict.property in ("tn-invariance", "scale-invariance") else []
    return max((*(first or block_sizes), k)) <= LARGEST


@pytest.mark.parametrize("start", few(range(0, len(MEASURES), CHUNK), []))
def test_verdicts_against_enumeration(start: int) -> None:
    assert [line for options in MEASURES[start : start + CHUNK] for line in missed(options)] == []


#: Some of every kind, in the quick tier.
QUICK = (
    {"measure": "log(recall)-log(precision)"},
    {"measure": "sqrt(TNR*NPV)", "convention": ("N == 0: 1/2",)},
    {"measure": "Max(F1-recall, 0)^2"},
    {"measure": "(a*F1+accuracy)/(a+1)", "assume": ("a > 0",)},
)


@pytest.mark.parametrize("options", QUICK, ids=lambda options: str(options["measure"]))
def test_some_of_every_kind(options: dict[str, Any]) -> None:
    assert missed(options) == []


def test_enumeration_finds_what_is_known() -> None:
    """Measures whose answers are known by hand."""

    def violated(text: str) -> set[str]:
        table = Values(reading_of(text))
        return {name for name in FINDERS if violation(table, name) is not None}

    assert violated("accuracy") == {
        "constant-baseline", "approximate-constant-baseline", "tn-invariance"
    }  # fmt: skip
    assert violated("Jaccard") == set(FINDERS) - {
        "maximal-agreement", "symmetry", "distance", "weakly-monotone", "tn-invariance",
        "weakly-strongly-monotone", "scale-invariance",
    }  # fmt: skip
    assert "distance" in violated("F1")
    assert "distance" in violated("log(1+accuracy)") or "distance" in violated("2*log(1+accuracy)")
