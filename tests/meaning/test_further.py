"""The properties of `meaning.further` on known measures: controls, enumeration, saved files."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction

import pytest
from asking import check
from slow_definitions import VIOLATED, Values
from slow_further import DEFINED
from specimens import ASSOCIATED, OTHERS
from tiers import few

from symbolic_measures.meaning.association import ASSOCIATION
from symbolic_measures.meaning.frameworks import FRAMEWORKS
from symbolic_measures.meaning.further import FURTHER
from symbolic_measures.meaning.measures import MEASURES
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.readings import EXTENDED
from symbolic_measures.meaning.report import Report
from symbolic_measures.meaning.scales import SCALES
from symbolic_measures.questions.kinds import verify

REACH = 6


@pytest.mark.parametrize("name", few(ASSOCIATED, ["Yule_Q", "phi_squared"]))
def test_association_agrees_with_enumeration(name: str) -> None:
    _agrees(check(name, ASSOCIATION), 3)


def _asked(name: str) -> Report:
    marks, _ = OTHERS[name]
    return check(name, [prop for prop, mark in zip(FURTHER, marks, strict=True) if mark != "."])


def test_they_are_a_framework_of_their_own_with_a_definition_each() -> None:
    assert FRAMEWORKS["further"] == (*FURTHER, *ASSOCIATION, *SCALES)
    assert tuple(DEFINED) == (*FURTHER, *ASSOCIATION)


@pytest.mark.parametrize("name", few(OTHERS, 1))
def test_verdicts_agree_with_enumeration(name: str) -> None:
    _agrees(_asked(name))


@pytest.mark.parametrize("name", few(("LOR", "LR_plus"), ()))
def test_with_infinite_values_they_are_those_of_the_order(name: str) -> None:
    ids = [prop for prop in FURTHER if PROPERTIES[prop].of_order]
    report = check(name, ids, reading=EXTENDED, timeout=600)
    decided = [verdict for verdict in report.verdicts if verdict.outcome != "undecided"]
    assert len(decided) >= len(ids) - 2
    _agrees(report)


def _agrees(report: Report, reach: int = REACH) -> None:
    table = Values(report.reading)
    for verdict in report.verdicts:
        if verdict.outcome == "undecided":
            continue
        answer = DEFINED[verdict.property](table, reach)
        assert (answer.outcome == VIOLATED) == (verdict.outcome == "refuted"), verdict.property
        if verdict.witness is not None:
            shown = [tuple(map(Fraction, cells)) for cells in verdict.witness.matrices[:2]]
            found = [place for place in (answer.first, answer.second) if place]
            assert [tuple(map(Fraction, place)) for place in found] == shown
            assert verdict.witness.minimal


def test_three_matrices_are_saved_and_read_again() -> None:
    report = check("CC", ["tp-concave"])
    data = json.loads(report.to_json())
    witness = data["verdicts"][0]["witness"]
    cells = ("TP", "FN", "FP", "TN")
    shown = [[part[name] for name in cells] for part in (witness, witness["to"], witness["then"])]
    assert shown == [[1, 2, 0, 1], [2, 1, 0, 1], [3, 0, 0, 1]]
    assert not [checked for checked in verify(data) if checked.problem]
    witness["then"]["TP"] = 2
    assert [checked for checked in verify(data) if checked.problem]


#: One measure turned into its negative: judged as given, or by what is better.
TURNED: dict[str, Callable[[str], bool]] = {
    "tp-concave": lambda outcome: outcome == "refuted",
    "agreement-increasing": lambda outcome: outcome == "proved",
}


@pytest.mark.parametrize("property_id", TURNED)
def test_a_dissimilarity_bends_as_given_and_agrees_by_its_negative(property_id: str) -> None:
    """1 - F1 is convex along TP; less of it is better."""
    report = check("Bray_Curtis", [property_id])
    assert TURNED[property_id](report[property_id].outcome)
    assert not MEASURES["Bray_Curtis"].higher_is_better
