"""Every verdict against the slow definitions: the catalog, and random formulas."""

from __future__ import annotations

import pytest
from asking import check
from enumeration import HARD, disagreements
from random_formulas import random_formulas
from slow_definitions import DEFINITIONS, HOLDS, VACUOUS, VIOLATED, Values
from tiers import few

from symbolic_measures.meaning.measures import MEASURES

QUICK = ("F1", "BA", "CC", "F_beta", "CE")
RANDOM = random_formulas(220)
CHUNK = 20
READ = [
    *((name, "gosgens-appendix-b") for name in ("precision", "BA", "Gmean", "kappa", "GM_1")),
    *((name, "scikit-learn") for name in ("BA", "F_beta", "CC")),
]


@pytest.mark.parametrize("name", few(MEASURES, QUICK))
def test_catalog_agrees_with_enumeration(name: str) -> None:
    report = check(name, property=list(DEFINITIONS))
    assert not disagreements(report)


@pytest.mark.parametrize("name", few([name for name in MEASURES if name not in HARD], QUICK))
def test_catalog_has_nothing_undecided(name: str) -> None:
    report = check(name, property=list(DEFINITIONS))
    assert [v.property for v in report.verdicts if v.outcome == "undecided"] == []


@pytest.mark.parametrize(("name", "known"), few(READ, 2, unpack=True))
def test_known_readings_agree_with_enumeration(name: str, known: str) -> None:
    report = check(name, list(DEFINITIONS), reading=known)
    assert not disagreements(report)
    assert [v.property for v in report.verdicts if v.outcome == "undecided"] == []


@pytest.mark.parametrize("start", few(range(0, len(RANDOM), CHUNK), 1))
def test_random_formulas_agree_with_enumeration(start: int) -> None:
    decided = 0
    for text, conventions in RANDOM[start : start + CHUNK]:
        report = check(text, list(DEFINITIONS), convention=conventions, timeout=2)
        assert not disagreements(report)
        decided += sum(verdict.outcome != "undecided" for verdict in report.verdicts)
    total = CHUNK * len(DEFINITIONS)
    print(f"{decided} of {total} decided")
    assert decided > total // 2


def test_enumeration_is_exact_where_the_engine_is_not_asked() -> None:
    """The slow definitions on measures whose answers are known by hand."""

    class Plain:
        higher_is_better = True

    def outcome(text: str, property_id: str) -> str:
        from symbolic_measures.meaning.measure import Reading, make_measure

        reading = Reading(make_measure(text))
        return DEFINITIONS[property_id](Values(reading), 5).outcome

    assert outcome("(TP+TN)/n", "maximal-agreement") == HOLDS
    assert outcome("TP/(TP+FN)", "maximal-agreement") == VIOLATED
    assert outcome("(TP/P+TN/N)/2", "constant-baseline") == HOLDS
    assert outcome("(TP+TN)/n", "constant-baseline") == VIOLATED
    assert outcome("sqrt(TP*TN)/sqrt(P*N)", "tn-invariance") == VIOLATED
    assert outcome("1/(TP-TP)", "monotone") == VACUOUS
