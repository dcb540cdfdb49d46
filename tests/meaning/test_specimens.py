"""The engine, the slow definitions and the specimens agree."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import groupby

import pytest
from asking import check
from slow_definitions import DEFINITIONS, VIOLATED, Values
from slow_further import DEFINED
from specimens import PROVED, REFUTED, SPECIMENS, Specimen, of_rows, same
from tiers import few

from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.subjects import measure
from symbolic_measures.questions.kinds import verify

#: To which n the slow definitions look for a violation.
REACH = 5
SLOW = DEFINITIONS | DEFINED


def _alike(one: Specimen) -> tuple[str, int, str]:
    return same(one)[:3]


FAMILIES = [list(them) for _, them in groupby(sorted(SPECIMENS, key=_alike), _alike)]
LONG = (
    "CE", "GM", "CD", "CD_chord", "GM_1", "SBA", "Yule_Q", "weighted_F1", "markedness", "CC",
    "kappa", "GmacR", "HmacR", "macro_F1_of_means", "Gmean", "phi_squared", "Loevinger_H",
)  # fmt: skip


@pytest.mark.parametrize(
    "them",
    few(FAMILIES, [them for them in FAMILIES if them[0].formula not in LONG]),
    ids=lambda them: " ".join(map(str, _alike(them[0]))),
)
def test_what_is_true_is_decided(them: list[Specimen]) -> None:
    formula, classes, convention = _alike(them[0])
    ids = [one.property for one in them]
    report = check(formula, ids, classes=classes, convention=[convention] if convention else [])
    found = {verdict.property: verdict.outcome for verdict in report.verdicts}
    assert found == {one.property: one.outcome for one in them}
    assert [item for item in verify(json.loads(report.to_json())) if item.problem] == []


SEEN = [
    one
    for one in SPECIMENS
    if one.classes == 2 and one.property in SLOW and not measure(one.formula).parameters
]


@pytest.mark.parametrize("one", few(SEEN, 12), ids=lambda one: f"{one.formula} {one.property}")
def test_the_slow_definition_says_the_same(one: Specimen) -> None:
    ids, given = [one.property], [one.convention] if one.convention else []
    report = check(one.formula, ids, convention=given)
    violated = SLOW[one.property](Values(report.reading), REACH).outcome == VIOLATED
    witness = report[one.property].witness
    size = 0 if witness is None else max(sum(map(Fraction, cells)) for cells in witness.matrices)
    assert violated == (one.outcome == REFUTED and size <= REACH)


def test_rows_and_single_specimens_agree() -> None:
    said = {same(one): one.outcome for one in SPECIMENS}
    assert {same(one): one.outcome for one in of_rows()}.items() <= said.items()


@pytest.mark.parametrize("property_id", [p for p, prop in PROPERTIES.items() if not prop.answers])
def test_every_property_has_specimens_with_and_without_it(property_id: str) -> None:
    outcomes = {one.outcome for one in SPECIMENS if one.property == property_id}
    assert {PROVED, REFUTED} <= outcomes
