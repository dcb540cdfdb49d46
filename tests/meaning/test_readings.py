"""Readings by name: against scikit-learn itself, by hand, and as files that cannot be forged."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable
from fractions import Fraction
from math import isnan
from typing import Any

import pytest
from asking import check
from flint import fmpq
from sklearn import metrics
from tiers import few

from symbolic_measures import verify
from symbolic_measures.doors.cli import main
from symbolic_measures.kernel.exact import UndefinedError, Value, compare
from symbolic_measures.meaning.extended import EXTENDED
from symbolic_measures.meaning.measure import Convention, Reading
from symbolic_measures.meaning.measures import MEASURES
from symbolic_measures.meaning.readings import TERMS, WHOLE, known_readings, reading
from symbolic_measures.meaning.same import same_function
from symbolic_measures.meaning.subjects import make_reading, measure
from symbolic_measures.nouns.confusion import compositions
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.sympy_notation import to_sympy
from symbolic_measures.questions.check.show import document
from symbolic_measures.report.prose import text
from symbolic_measures.search.battery import Battery

APPENDIX, SKLEARN = "gosgens-appendix-b", "scikit-learn"
SMALL = [cells for n in range(1, 5) for cells in compositions(n, 4)]


def _value(subject: Reading, cells: tuple[int, ...], **given: Fraction) -> Value | None:
    """None where it is undefined."""
    tp, fn, fp, tn = cells
    try:
        return subject.value_at((tp, fn, fp, tn), **given)
    except UndefinedError:
        return None


def _given(name: str, beta: Fraction) -> dict[str, Fraction]:
    return dict.fromkeys(MEASURES[name].parameters, beta)


# --- the library itself ---------------------------------------------------------------------

BINARY: dict[str, Any] = {"labels": [0, 1], "pos_label": 1}
FUNCTIONS: dict[str, Callable[..., float]] = {
    "recall": lambda y, z: metrics.recall_score(y, z, **BINARY),
    "precision": lambda y, z: metrics.precision_score(y, z, **BINARY),
    "F_beta": lambda y, z, beta: metrics.fbeta_score(y, z, beta=float(beta), **BINARY),
    "F1": lambda y, z: metrics.f1_score(y, z, **BINARY),
    "F2": lambda y, z: metrics.fbeta_score(y, z, beta=2, **BINARY),
    "F_half": lambda y, z: metrics.fbeta_score(y, z, beta=0.5, **BINARY),
    "Jaccard": lambda y, z: metrics.jaccard_score(y, z, **BINARY),
    "CC": metrics.matthews_corrcoef,
    "accuracy": metrics.accuracy_score,
    "BA": metrics.balanced_accuracy_score,
    "kappa": lambda y, z: metrics.cohen_kappa_score(y, z, labels=[0, 1]),
}


def test_every_measure_of_the_reading_has_its_function() -> None:
    assert list(FUNCTIONS) == list(WHOLE[SKLEARN])
    for name, rules in WHOLE[SKLEARN].items():
        for _, _, source in rules:
            assert hasattr(metrics, source.rpartition("sklearn.metrics.")[2]), name


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("beta", [Fraction(1, 2), Fraction(3)])
def test_the_values_are_those_of_the_library(name: str, beta: Fraction) -> None:
    ours, near = reading(SKLEARN, MEASURES[name]), Fraction(1, 10**9)
    for cells in SMALL:
        tp, fn, fp, tn = cells
        truth = [1] * (tp + fn) + [0] * (fp + tn)
        predicted = [1] * tp + [0] * fn + [1] * fp + [0] * tn
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            theirs = FUNCTIONS[name](truth, predicted, **_given(name, beta))
        value = _value(ours, cells, **_given(name, beta))
        if value is None:
            assert isnan(theirs), cells
            continue
        low, high = Fraction(float(theirs)) - near, Fraction(float(theirs)) + near
        assert compare(value, fmpq(low.numerator, low.denominator)) > 0, (cells, theirs)
        assert compare(value, fmpq(high.numerator, high.denominator)) < 0, (cells, theirs)


# --- what the readings are ------------------------------------------------------------------

KNOWN = [(name, other) for name in MEASURES for other in known_readings(MEASURES[name])]


#: A reading of terms leaves other quotients of a formula as they are.
OF_TERMS = (
    "DP", "OP", "F1_harmonic", "F_beta_linear", "IBA_F1", "IBA_F_beta", "LR_plus", "LR_minus",
    "relative_risk", "prevalence_threshold", "E_measure", "P4", "EDI", "SEDI",
)  # fmt: skip
LEFT = {(name, known) for name in OF_TERMS for known in (APPENDIX, SKLEARN)}
LEFT |= {("kappa", SKLEARN), ("kappa_chance", SKLEARN), ("Scott_pi", SKLEARN)}
LEFT |= {("AGF", SKLEARN)}  # the other factor is no function of the library
#: Infinite values are values, but no numbers; 0/0 is none.
LEFT |= {(name, EXTENDED) for name in MEASURES}


@pytest.mark.parametrize(("name", "known"), KNOWN)
def test_a_known_reading_changes_no_value_that_there_is(name: str, known: str) -> None:
    literal, other, beta = Reading(MEASURES[name]), reading(known, MEASURES[name]), Fraction(1, 3)
    undefined = []
    for cells in SMALL:
        before, after = (_value(item, cells, **_given(name, beta)) for item in (literal, other))
        if after is None:
            undefined.append(cells)
        if before is not None:
            assert after is not None
            assert compare(before, after) == 0, cells
    left = known == "literal" or (name, known) in LEFT
    assert left or not undefined


# --- however a measure is written ------------------------------------------------------------

#: How SymPy writes them is not seen to be the same: logarithms, symbolic powers, nested fractions.
BEYOND = {"CE", "GM", "GM_m1", "GM_m2"}
REWRITTEN = [(name, known) for known in WHOLE for name in WHOLE[known] if name not in BEYOND]


@pytest.mark.parametrize(("name", "known"), REWRITTEN)
def test_a_reading_is_that_of_the_function(name: str, known: str) -> None:
    """As SymPy writes a measure of the catalog, it has the same values in the reading."""
    subject, beta = MEASURES[name], Fraction(1, 3)
    told = [*subject.parameters, *(item.text for item in subject.assumptions)]
    written = measure(to_sympy(subject.formula), assume=told)
    both = reading(known, subject), reading(known, written)
    assert both[1].measure == written
    for cells in SMALL:
        one, other = (_value(item, cells, **_given(name, beta)) for item in both)
        assert (one is None) == (other is None), cells
        assert one is None or other is None or compare(one, other) == 0


def test_a_saved_report_in_a_reading_of_the_function() -> None:
    report = check("TP/(TP+(FN+FP)/2)", ["maximal-agreement", "symmetry"], reading=SKLEARN)
    assert report.reading.name == SKLEARN
    assert [item for item in verify(json.loads(report.to_json())) if item.problem] == []
    data = json.loads(report.to_json())
    data["measure"]["formula"] = "TP/(TP+(FN+FP)/3)"
    with pytest.raises(CertificateError, match="says nothing about"):
        list(verify(data))


#: Equal where both are defined, and yet not one function; and not even that.
DIFFERENT = [
    ("F1", "F1_harmonic"),
    ("recall", "TP*TN/(TN*(TP+FN))"),
    ("precision", "TP/(TP+FP)+FN/n-FN/n+0*(1/TN)"),
    ("CC", "(TP*TN-FP*FN)/(sqrt(P*N*Phat)*sqrt(Nhat))*(TP/TP)"),
    ("accuracy", "(TP+TN)*(TP-FN)/(n*(TP-FN))"),
    ("Jaccard", "TP/(TP+FN+FP+1)"),
    ("kappa", "CC"),
    ("F_beta", "F1"),
]


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_what_is_not_the_same_function(one: str, other: str) -> None:
    left, right = MEASURES[one], measure(other)
    assert not same_function(left.formula, right.formula, left.parameters, left.conditions)
    assert not same_function(right.formula, left.formula, left.parameters, left.conditions)


@pytest.mark.parametrize("name", few(MEASURES, 6))
def test_only_the_same_function_is_seen_to_be(name: str) -> None:
    """Against values at all small matrices: of every pair of the catalog."""
    one, beta = MEASURES[name], Fraction(1, 3)
    for other in MEASURES.values():
        if not same_function(one.formula, other.formula, one.parameters, one.conditions):
            continue
        for cells in SMALL:
            values = [
                _value(Reading(item), cells, **_given(item.name, beta)) for item in (one, other)
            ]
            assert (values[0] is None) == (values[1] is None)
            assert values[0] is None or compare(values[0], values[1]) == 0  # type: ignore[arg-type]


BY_HAND = [
    ("recall", (0, 0, 1, 1), "1/2"),
    ("precision", (0, 1, 0, 3), "1/4"),
    ("specificity", (1, 2, 0, 0), "2/3"),
    ("NPV", (1, 0, 1, 0), "1/2"),
    ("BA", (0, 0, 0, 1), "1/2"),
    ("BA", (0, 0, 1, 2), "1/2"),
    ("BA", (1, 0, 0, 1), "1"),
    ("(TP/(TP+FN)+TN/(TN+FP))/2", (0, 0, 1, 2), "1/2"),
    ("SBA", (0, 0, 0, 1), "1/2"),
    ("SBA", (2, 1, 0, 0), "1/2"),
    ("informedness", (0, 0, 1, 2), "0"),
    ("markedness", (0, 1, 0, 2), "0"),
    ("Gmean", (0, 0, 2, 2), "1/2"),
    ("F1", (0, 0, 0, 1), "1"),
    ("F1", (0, 0, 1, 1), "0"),
    ("2*TP/(2*TP+FN+FP)", (0, 0, 0, 2), "1"),
    ("F_beta", (0, 0, 0, 2), "1"),
    ("Jaccard", (0, 0, 0, 1), "1"),
    ("CC", (1, 0, 0, 0), "1"),
    ("CC", (0, 0, 0, 3), "1"),
    ("CC", (0, 0, 2, 0), "-1"),
    ("CC", (0, 2, 0, 0), "-1"),
    ("CC", (1, 1, 0, 0), "0"),
    ("CC", (0, 0, 1, 1), "0"),
    ("kappa", (2, 0, 0, 0), "1"),
    ("kappa", (0, 0, 2, 0), "0"),
    ("GM_m1", (0, 1, 0, 1), "0"),
    ("GM_1", (0, 1, 0, 0), "-1"),
    ("GM_half", (0, 0, 0, 1), "1"),
    ("accuracy", (0, 0, 0, 1), "1"),
]


@pytest.mark.parametrize(("formula", "cells", "expected"), BY_HAND)
def test_appendix_b_by_hand(formula: str, cells: Any, expected: str) -> None:
    subject = measure(formula)
    given = dict.fromkeys(subject.parameters, Fraction(2))
    assert str(reading(APPENDIX, subject).value_at(cells, **given)) == expected


def test_a_term_is_resolved_wherever_it_stands_and_nothing_else() -> None:
    harmonic = reading(APPENDIX, measure("2*precision*recall/(precision+recall)"))
    assert [str(item.term) for item in harmonic.conventions] == ["TP/(TP + FN)", "TP/(TP + FP)"]
    assert str(harmonic.value_at((0, 1, 0, 1))) == "0"
    with pytest.raises(UndefinedError):
        harmonic.value_at((0, 0, 0, 1))


def test_inner_terms_come_first_and_the_first_convention_on_a_term_wins() -> None:
    inner, outer = parse("TP/P"), parse("TN/(TP/P)")
    one, when = parse("1"), parse("TP")
    conventions = (
        Convention(when, parse("5"), "whole"),
        Convention(when, parse("3"), "outer", outer),
        Convention(parse("P"), one, "inner", inner),
        Convention(parse("P"), parse("2"), "too late", inner),
    )
    subject = measure("TN/(TP/P) + TP/P")
    assert str(Reading(subject, "user-defined", conventions).value_at((0, 0, 0, 1))) == "5"
    assert str(Reading(subject, "user-defined", conventions[1:]).value_at((0, 0, 0, 1))) == "4"
    assert str(Reading(subject, "user-defined", conventions[2:]).value_at((0, 0, 0, 1))) == "2"


def test_what_is_known_for_a_measure() -> None:
    assert known_readings(measure("BA")) == ["literal", APPENDIX, SKLEARN]
    assert known_readings(measure("TP/(TP+FN)")) == ["literal", APPENDIX, SKLEARN]
    assert known_readings(measure("TP/(FN+TP)")) == ["literal", APPENDIX, SKLEARN]
    assert known_readings(measure("FM")) == ["literal"]
    assert reading("literal", measure("F1")) == Reading(measure("F1"))


# --- what becomes of the properties ---------------------------------------------------------

FINDINGS = [
    ("BA", APPENDIX, "maximal-agreement", ("0010", "0001"), ("1/2", "1/2")),
    ("BA", APPENDIX, "minimal-agreement", ("0001", "0010"), ("1/2", "1/2")),
    ("SBA", APPENDIX, "maximal-agreement", ("0010", "0001"), ("1/2", "1/2")),
    ("informedness", APPENDIX, "maximal-agreement", ("0010", "0001"), ("0", "0")),
    ("recall", APPENDIX, "tn-invariance", ("0010", "0011"), ("1", "1/2")),
    ("F1", SKLEARN, "maximal-agreement", ("0001", "1000"), ("0", "1")),
    ("Jaccard", SKLEARN, "maximal-agreement", ("0001", "1000"), ("0", "1")),
    ("CC", SKLEARN, "maximal-agreement", ("0010", "0001"), ("0", "0")),
    ("CC", SKLEARN, "minimal-agreement", ("0001", "0010"), ("0", "0")),
    ("BA", SKLEARN, "approximate-constant-baseline", ("0011", "0012"), ("1/2", "2/3")),
]


@pytest.mark.parametrize(
    ("name", "known", "property_id", "matrices", "values"),
    FINDINGS,
    ids=lambda part: str(part)[:20],
)
def test_what_a_reading_loses(
    name: str, known: str, property_id: str, matrices: Any, values: Any
) -> None:
    assert check(name, [property_id])[property_id].outcome == "proved"
    verdict = check(name, [property_id], reading=known)[property_id]
    assert verdict.outcome == "refuted"
    assert verdict.witness.matrices == tuple(map(tuple, matrices))
    assert verdict.witness.values == values


KEPT = [
    ("F1", APPENDIX, ["maximal-agreement", "undefined-set"]),
    ("CC", APPENDIX, ["maximal-agreement", "minimal-agreement", "constant-baseline"]),
    ("BA", APPENDIX, ["constant-baseline", "approximate-constant-baseline", "class-symmetry"]),
    ("BA", SKLEARN, ["maximal-agreement", "minimal-agreement", "class-symmetry"]),
]


@pytest.mark.parametrize(("name", "known", "ids"), KEPT, ids=lambda part: str(part)[:20])
def test_what_a_reading_keeps(name: str, known: str, ids: list[str]) -> None:
    report = check(name, ids, reading=known)
    assert [verdict.outcome for verdict in report.verdicts] == ["proved"] * len(ids)
    assert [item.problem for item in verify(json.loads(report.to_json()))] == [""] * len(ids)


def test_a_dissimilarity_has_the_conventions_of_its_formula() -> None:
    report = check("F1", ["maximal-agreement"], reading=SKLEARN, lower_is_better=True)
    assert report.reading.conventions == reading(SKLEARN, measure("F1")).conventions
    assert [item.problem for item in verify(json.loads(report.to_json()))] == [""]


# --- files ----------------------------------------------------------------------------------


def _saved(name: str, known: str) -> dict[str, Any]:
    return json.loads(check(name, ["symmetry", "range"], reading=known).to_json())


@pytest.mark.parametrize(("name", "known"), [("BA", APPENDIX), ("F1", SKLEARN), ("kappa", SKLEARN)])
def test_saved_reports_verify(name: str, known: str) -> None:
    data = _saved(name, known)
    assert data["measure"]["reading"] == known
    assert [item.problem for item in verify(data)] == ["", ""]


def test_the_json_of_a_convention() -> None:
    first, second = _saved("BA", APPENDIX)["measure"]["conventions"]
    assert first == {
        "when": "TP + FN",
        "value": "(TP + FP)/(TP + FN + FP + TN)",
        "source": "gosgens2021, Appendix B: c_ii/a_i = b_i/n",
        "term": "TP/(TP + FN)",
    }
    assert second["term"] == "TN/(FP + TN)"
    assert "term" not in _saved("F1", SKLEARN)["measure"]["conventions"][0]


def test_a_user_defined_convention_on_a_term_verifies() -> None:
    term = Convention(parse("P"), parse("1/2"), "my own", parse("TP/P"))
    subject = Reading(measure("BA"), "user-defined", (term,))
    battery = Battery(subject, ("undefined-set",), with_gradient=False)
    assert list(battery) == ["undefined-set"]
    data = json.loads(battery.report().to_json())
    found = battery.report()["undefined-set"].value
    assert {frozenset(support) for support in found} == {
        frozenset(support) for support in (["TP"], ["FN"], ["TP", "FN"])
    }
    assert [item.problem for item in verify(data)] == [""]
    data["measure"]["conventions"][0]["term"] = "TN/(FP + TN)"
    assert [bool(item.problem) for item in verify(data)] == [True]


FORGERIES: list[tuple[str, Callable[[dict[str, Any]], Any]]] = [
    ("none", lambda m: m.pop("conventions")),
    ("an empty list", lambda m: m.update(conventions=[])),
    ("one less", lambda m: m["conventions"].pop()),
    ("one twice", lambda m: m["conventions"].append(m["conventions"][0])),
    ("another order", lambda m: m["conventions"].reverse()),
    ("another value", lambda m: m["conventions"][0].update(value="1")),
    ("another place", lambda m: m["conventions"][0].update(when="TP")),
    ("another term", lambda m: m["conventions"][0].update(term="TP")),
    ("no term", lambda m: m["conventions"][0].pop("term")),
    ("another source", lambda m: m["conventions"][0].update(source="me")),
    ("a remark", lambda m: m["conventions"][0].update(remark="true")),
    ("not a list", lambda m: m.update(conventions="P")),
    ("called literal", lambda m: m.update(reading="literal")),
    ("called scikit-learn", lambda m: m.update(reading=SKLEARN)),
    ("called what it is not", lambda m: m.update(reading="mine")),
    ("of another measure", lambda m: m.update(name="M", formula="TP/n")),
    ("user-defined without", lambda m: m.update(reading="user-defined", conventions=[])),
    ("user-defined with junk", lambda m: m.update(reading="user-defined", conventions=[{}])),
    ("user-defined, no text", lambda m: (m.update(reading="user-defined"),
                                         m["conventions"][0].update(term=None))),
]  # fmt: skip


@pytest.mark.parametrize(("what", "forge"), FORGERIES, ids=[what for what, _ in FORGERIES])
def test_forged_conventions_are_refused(what: str, forge: Callable[[dict[str, Any]], Any]) -> None:
    data = _saved("BA", APPENDIX)
    forge(data["measure"])
    with pytest.raises(CertificateError):
        list(verify(data))


def test_a_refusal_says_why() -> None:
    data = _saved("F1", SKLEARN)
    data["measure"]["conventions"][0]["value"] = "1"
    with pytest.raises(CertificateError) as refusal:
        list(verify(data))
    assert str(refusal.value) == "the conventions are not those of the reading scikit-learn"


# --- what people see ------------------------------------------------------------------------


def test_the_heading_says_what_a_term_is() -> None:
    heading = document(check("CC", ["symmetry"], reading=APPENDIX)).heading
    when, value, source = heading.conventions[0]
    assert text((value, " where ", when)) == "M = 1 where (P + Phat)*(N + Nhat) = 0"
    assert heading.domain == ()
    heading = document(check("BA", ["symmetry"], reading=APPENDIX)).heading
    when, value, source = heading.conventions[0]
    assert text((value, " where ", when)) == "TP/P = Phat/n where P = 0"
    assert source == "gosgens2021, Appendix B: c_ii/a_i = b_i/n"


def test_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "F1", "--reading", SKLEARN, "--property", "maximal-agreement"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "reading scikit-learn convention M = 0 where TP + FN + FP = 0 (scikit-learn" in shown
    assert "M(0, 0, 0, 1) = 0, M(1, 0, 0, 0) = 1" in shown
    assert main(["catalog", "F1"]) == 0
    assert "readings    literal, gosgens-appendix-b, scikit-learn\n" in capsys.readouterr().out


BAD = [
    (["TP", "--reading", SKLEARN], "says nothing about TP; it is known for recall, "),
    (["FM", "--reading", APPENDIX], "and formulas with one of TP/P, TN/N, TP/Phat, TN/Nhat"),
    (["FM+0", "--reading", SKLEARN], "says nothing about FM+0"),
    (["TN/(2*(FP+TN))+TP/(2*(FN+TP))", "--reading", APPENDIX], "the same function as BA"),
    (["F1", "--reading", "sklearn"], "known readings are literal, gosgens-appendix-b"),
    (["F1", "--reading", ""], "no reading ''"),
    (["F1", "--reading", "user-defined"], "--convention"),
    (["F1", "--reading", SKLEARN, "--convention", "TP == 0: 1"], "not scikit-learn"),
    (["F1", "--reading", "literal", "--convention", "TP == 0: 1"], "not literal"),
]


@pytest.mark.parametrize(("args", "words"), BAD, ids=lambda part: str(part)[:40])
def test_bad_input_gets_one_line(
    args: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", *args]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert words in captured.err
    assert captured.err.count("\n") == 1


def test_explicit_names_of_the_other_two() -> None:
    assert make_reading(measure("F1"), (), "literal").name == "literal"
    assert make_reading(measure("F1"), ["TP == 0: 1"], "user-defined").name == "user-defined"
    with pytest.raises(FormulaError, match="not literal"):
        check("F1", [], convention=["TP == 0: 1"], reading="literal")


def test_every_term_is_a_cell_over_two() -> None:
    for terms in TERMS.values():
        for term in map(parse, terms):
            assert (term.op, term.args[0].op, term.args[1].op) == ("/", "symbol", "+")


def test_a_function_without_a_function_in_the_library_is_refused_in_one_line() -> None:
    with pytest.raises(FormulaError, match=r"speaks of functions of the library.*same function"):
        reading("scikit-learn", MEASURES["McConnaughey"])
