"""The catalog: values by hand, aliases, and everything decided by the kernel alone."""

from __future__ import annotations

import json

import pytest
from asking import check
from decided import decided
from enumeration import HARD
from tiers import few

from symbolic_measures import identity
from symbolic_measures.kernel.evaluation import compile_formula
from symbolic_measures.kernel.exact import compare
from symbolic_measures.meaning.gosgens import GOSGENS_BINARY
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.measures import (
    ALIASES,
    AMBIGUOUS,
    MEASURES,
    declare,
    find_measure,
)
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.subjects import measure, reading_from_data
from symbolic_measures.nouns.confusion import QUANTITIES
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.parser import parse
from symbolic_measures.questions.kinds import verify


@pytest.mark.parametrize("name", MEASURES)
def test_the_value_computed_by_hand(name: str) -> None:
    subject = MEASURES[name]
    assert subject.example is not None
    matrix, text = subject.example
    from flint import fmpq

    for beta in (1, 2):
        given = dict.fromkeys(subject.parameters, beta)
        by_hand = compile_formula(parse(text, names={}, parameters=subject.parameters))
        expected = by_hand({name: fmpq(value) for name, value in given.items()})
        assert compare(Reading(subject).value_at(matrix, **given), expected) == 0


def test_a_matrix_has_as_many_cells_as_the_measure() -> None:
    for cells in ((1, 2, 3), (1, 2, 3, 4, 5)):
        with pytest.raises(ValueError, match=r"shorter|longer"):
            Reading(MEASURES["accuracy"]).value_at(cells)


@pytest.mark.parametrize("name", MEASURES)
def test_every_measure_says_where_it_comes_from_and_where_it_lives(name: str) -> None:
    subject = MEASURES[name]
    assert subject.title
    assert subject.source
    assert subject.domain


@pytest.mark.parametrize(
    ("alias", "name"),
    [
        ("phi", "CC"), ("MCC", "CC"), ("Dice", "F1"), ("Youden", "informedness"),
        ("PPV", "precision"), ("TPR", "recall"), ("sensitivity", "recall"), ("TNR", "specificity"),
        ("Rand", "accuracy"), ("Cohen", "kappa"), ("IoU", "Jaccard"), ("Ochiai", "FM"),
        ("Sorensen", "F1"), ("CSI", "Jaccard"), ("threat_score", "Jaccard"), ("HSS", "kappa"),
        ("TSS", "informedness"), ("Peirce", "informedness"), ("GSS", "ETS"), ("ORSS", "Yule_Q"),
        ("POD", "recall"), ("success_ratio", "precision"), ("POFD", "FPR"), ("PLR", "LR_plus"),
        ("WRAcc", "leverage"), ("PABAK", "Hamann"), ("j_index", "informedness"),
        ("matthews_corrcoef", "CC"), ("mcc", "CC"), ("DICE", "F1"), ("sorensen", "F1"),
        ("youden", "informedness"), ("jaccard_SCORE", "Jaccard"),
    ],
)  # fmt: skip
def test_aliases(alias: str, name: str) -> None:
    assert find_measure(alias) is MEASURES[name]


@pytest.mark.parametrize(
    ("typed", "called"), [("MCC", "MCC"), ("mcc", "MCC"), ("CC", "CC"), (" Dice ", "Dice")]
)
def test_a_measure_keeps_the_name_that_was_typed(typed: str, called: str) -> None:
    found = measure(typed)
    assert found.name == called
    assert found == MEASURES[ALIASES[called]]
    assert found.title == MEASURES[ALIASES[called]].title


def test_a_saved_file_keeps_the_name_and_what_the_catalog_says_of_it() -> None:
    saved = json.loads(check("MCC", "symmetry").to_json())
    assert saved["measure"]["name"] == "MCC"
    known = reading_from_data(saved).measure
    assert (known.name, known.title) == ("MCC", "Matthews correlation coefficient")
    saved["measure"]["name"] = "mine"
    assert reading_from_data(saved).measure.title == ""


def test_every_alias_leads_to_a_measure() -> None:
    assert set(ALIASES.values()) == set(MEASURES)
    plain = {alias.casefold() for alias in ALIASES}
    assert len(plain) == len(ALIASES)
    assert plain.isdisjoint(name.casefold() for name in QUANTITIES)
    assert len(MEASURES) >= 60


@pytest.mark.parametrize("word", [*AMBIGUOUS, "far", "Bias"])
@pytest.mark.parametrize("text", ["{}", "2*{}", "macro({})"])
def test_a_word_with_several_meanings_is_refused_with_the_candidates(word: str, text: str) -> None:
    meanings = next(found for key, found in AMBIGUOUS.items() if key.casefold() == word.casefold())
    assert len(meanings) > 1
    assert set(meanings) <= set(MEASURES)
    with pytest.raises(FormulaError) as refusal:
        measure(text.format(word))
    told = str(refusal.value)
    assert "\n" not in told
    assert all(name in told for name in (word, *meanings))


def test_what_is_declared_a_parameter_is_one() -> None:
    assert measure("TP/(TP+bias*FN)", assume=["bias > 0"]).parameters == ("bias",)


def test_a_name_is_taken_once() -> None:
    for name in ("MCC", "mcc", "Far", "phat"):
        with pytest.raises(ValueError, match="two measures are called"):
            declare(name, "TP/n", "9/10", "Again", source="nobody", domain="everywhere")


#: Names of the field for one thing: the formulas are equal, and defined at the same matrices.
SAME = [
    ("HSS", "2*(TP*TN-FN*FP)/(P*Nhat+Phat*N)"), ("Clayton", "TP/Phat-FN/Nhat"),
    ("Maxwell_Pilliner", "2*(TP*TN-FN*FP)/(P*N+Phat*Nhat)"), ("Dice", "1-Bray_Curtis"),
    ("TSS", "(TP*TN-FN*FP)/(P*N)"), ("McConnaughey", "ICSI"), ("AUPR", "Johnson/2"),
    ("Tanimoto", "1-Jaccard_distance"), ("Gower_Legendre", "(TP+TN)/((TP+TN)+(FN+FP)/2)"),
    ("Bennett_S", "2*accuracy-1"), ("WRAcc", "(TP*TN-FN*FP)/n^2"), ("phi_squared", "CC^2"),
    ("Forbes", "precision/(P/n)"), ("Driver_Kroeber", "(precision+recall)/2"),
    ("GSS", "(TP*TN-FN*FP)/((FN+FP)*n+TP*TN-FN*FP)"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "formula"), SAME)
def test_names_of_other_fields_mean_the_same_formula(name: str, formula: str) -> None:
    found = identity(name, formula)
    assert (found.outcome, found.domains) == ("proved", "proved")


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
    ("net_benefit", "range"),
    ("E_measure", "range"),
    ("PMI", "range"),  # grows like a logarithm
    ("Cramer_V", "gradient"),
    ("Loevinger_H", "gradient"),  # nor has a minimum
}
#: Some of their derivatives have no value everywhere.
KINKS = ("overlap", "Braun_Blanquet")


@pytest.mark.parametrize("name", few(MEASURES, ("F1", "BA", "CC", "F_beta")))
def test_everything_is_decided_and_replays(name: str) -> None:
    report = check(name)
    assert [verdict.property for verdict in report.verdicts] == list(GOSGENS_BINARY)
    for verdict in (*report.verdicts, *report.gradient):
        if (name, verdict.property) in OPEN:
            assert verdict.outcome == "undecided"
            assert verdict.reason
            continue
        if name in HARD or (name in KINKS and verdict.property == "gradient"):
            assert verdict.outcome != "undecided" or verdict.reason
            continue
        assert verdict.outcome in ("proved", "refuted", "not-applicable"), verdict.property
        assert verdict.assumptions == ()
        if verdict.witness is not None:
            assert verdict.witness.minimal
    checked = list(verify(json.loads(report.to_json())))
    assert len(checked) == len(report.verdicts) + len(report.gradient)
    assert [item for item in checked if item.problem] == []


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


@pytest.mark.parametrize("name", few(SIGNS, ["F1", "CC", "kappa", "recall"]))
def test_gradient_signs(name: str) -> None:
    words = {"positive": "+", "negative": "-", "zero": "0", "changes": "~"}
    found = [words.get(slope.value["sign"], "?") for slope in decided(name).gradient]
    assert "".join(found) == SIGNS[name]


@pytest.mark.parametrize("assume", [("a > 0", "b >= 0"), ("b >= 0", "a > 0"), ("a > b", "b >= 0")])
def test_assumptions_may_be_given_in_any_order(assume: tuple[str, ...]) -> None:
    """The formula names b before a; a saved file lists what is assumed by parameter."""
    report = check("(TP+b*TN)/(TP+b*TN+a*(FN+FP))", ["symmetry"], assume=assume)
    assert report["symmetry"].outcome == "proved"
    assert not [item for item in verify(json.loads(report.to_json())) if item.problem]
