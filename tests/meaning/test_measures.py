"""The catalog: values by hand, aliases, and everything decided by the kernel alone."""

from __future__ import annotations

import json

import pytest
from asking import check
from tiers import few

from symbolic_measures.kernel.evaluation import compile_formula
from symbolic_measures.kernel.exact import compare
from symbolic_measures.meaning.gosgens import GOSGENS_BINARY
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.measures import ALIASES, MEASURES, find_measure
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.nouns.parser import parse
from symbolic_measures.questions.kinds import verify


@pytest.mark.parametrize("name", MEASURES)
def test_the_value_computed_by_hand(name: str) -> None:
    measure = MEASURES[name]
    assert measure.example is not None
    matrix, text = measure.example
    from flint import fmpq

    for beta in (1, 2):
        given = dict.fromkeys(measure.parameters, beta)
        by_hand = compile_formula(parse(text, names={}, parameters=measure.parameters))
        expected = by_hand({name: fmpq(value) for name, value in given.items()})
        assert compare(Reading(measure).value_at(matrix, **given), expected) == 0


@pytest.mark.parametrize("name", MEASURES)
def test_every_measure_says_where_it_comes_from_and_where_it_lives(name: str) -> None:
    measure = MEASURES[name]
    assert measure.title
    assert measure.source
    assert measure.domain


@pytest.mark.parametrize(
    ("alias", "name"),
    [
        ("phi", "CC"), ("MCC", "CC"), ("Dice", "F1"), ("Youden", "informedness"),
        ("PPV", "precision"), ("TPR", "recall"), ("sensitivity", "recall"), ("TNR", "specificity"),
        ("Rand", "accuracy"), ("Cohen", "kappa"), ("IoU", "Jaccard"), ("Ochiai", "FM"),
    ],
)  # fmt: skip
def test_aliases(alias: str, name: str) -> None:
    assert find_measure(alias) is MEASURES[name]


def test_every_alias_leads_to_a_measure() -> None:
    assert set(ALIASES.values()) == set(MEASURES)


#: What has no answer of the form that the property's values have.
OPEN = {
    ("GM", "undefined-set"),  # P = 0 for r < 0, not for r > 0
    ("CE", "range"),  # the supremum is no rational number
    ("LOR", "range"),  # grows like a logarithm, more slowly than any polynomial
    ("DP", "range"),
    ("OP", "gradient"),  # an absolute value has no derivative everywhere
    # the range depends on the parameters
    *((name, "range") for name in ("F_beta_linear", "IBA_accuracy", "IBA_F1", "IBA_Gmean")),
    ("IBA_F_beta", "range"),
}


@pytest.mark.parametrize("name", few(MEASURES, ("F1", "BA", "CC", "F_beta", "CE")))
def test_everything_is_decided_and_replays(name: str) -> None:
    report = check(name)
    assert [verdict.property for verdict in report.verdicts] == list(GOSGENS_BINARY)
    for verdict in (*report.verdicts, *report.gradient):
        if (name, verdict.property) in OPEN:
            assert verdict.outcome == "undecided"
            assert verdict.reason
            continue
        assert verdict.outcome in ("proved", "refuted", "not-applicable"), verdict.property
        assert verdict.assumptions == ()
        if verdict.witness is not None:
            assert verdict.witness.minimal
    checked = list(verify(json.loads(report.to_json())))
    assert len(checked) == len(report.verdicts) + len(report.gradient)
    assert [item for item in checked if item.problem] == []


#: Worked out by hand from the definitions: y proved, n refuted, in the order of GOSGENS_BINARY
#: without range and undefined-set.
EXPECTED = {
    "recall": "nnnnnnynynnyy",
    "precision": "nnnnnnynynnyy",
    "F1": "ynnynnynynnyy",
    "Jaccard": "ynnyynynynnyy",
    "CC": "yyyynyyyyyyny",
    "accuracy": "yyyyyyyyynnny",
    "BA": "yyynnyynyyyny",
    "kappa": "ynyynyynnyyny",
    "SBA": "yyyynyyyyyyny",
    "GM_1": "yyyynyyyyyyny",
    "GM": "yyyynyyyyyyny",
    "CE": "nnyynnnnnnnny",
    "CD": "yyyyyyyyynyny",
    "CD_chord": "yyyyyyyyynyny",
    "informedness": "yyynnyynyyyny",
    "FM": "ynnynnynynnyy",
    "Gmean": "ynynnnynynnny",
}


@pytest.mark.parametrize("name", EXPECTED)
def test_verdicts_against_mathematics(name: str) -> None:
    outcomes = {"y": "proved", "n": "refuted"}
    report = check(name, property=GOSGENS_BINARY[:13])
    found = {verdict.property: verdict.outcome for verdict in report.verdicts}
    expected = dict(zip(GOSGENS_BINARY, (outcomes[mark] for mark in EXPECTED[name]), strict=False))
    assert found == expected


def test_every_property_has_a_sentence_and_a_source() -> None:
    for prop in PROPERTIES.values():
        assert prop.sentence.endswith((".", ":"))
        assert prop.source


#: The sign of each component of the gradient in TP, FN, FP, TN, p_AB, p_A, p_B.
SIGNS = {
    "F1": "+--0+--",
    "CC": "+--++--",
    "kappa": "+~~++--",
    "GM_half": "+--++--",
    "FM": "+--0+--",
    "recall": "+-00+-0",
    "CD": "-++--++",
}


@pytest.mark.parametrize("name", SIGNS)
def test_gradient_signs(name: str) -> None:
    words = {"positive": "+", "negative": "-", "zero": "0", "changes": "~"}
    found = [words.get(slope.value["sign"], "?") for slope in check(name).gradient]
    assert "".join(found) == SIGNS[name]
