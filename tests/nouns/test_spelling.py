"""As people type it: what can mean one thing is read, and the rest is told what to write."""

from __future__ import annotations

import pytest

from symbolic_measures import FormulaError, check, limit, verify
from symbolic_measures.meaning.subjects import convention, measure
from symbolic_measures.nouns.parser import parse_relation

#: As it is typed, the number of classes, and as it is written here.
READ = [
    ("tp/(tp+fp)", 2, "TP/(TP+FP)"),
    ("Tp/(Tp+fN)", 2, "TP/(TP+FN)"),
    ("abs(TP-FP)/n", 2, "Abs(TP-FP)/n"),
    ("max(TP, 1, FN)", 2, "Max(TP, 1, FN)"),
    ("min(TP, 1)", 2, "Min(TP, 1)"),
    ("ln(TP+1)", 2, "log(TP+1)"),
    ("log2(TP+1)", 2, "log(TP+1)/log(2)"),
    ("log10(TP+1)", 2, "log(TP+1)/log(10)"),
    ("arccos(MCC)", 2, "acos(MCC)"),
    ("pow(TP, 2)/n^2", 2, "TP^2/n^2"),
    ("arcsin(F1)", 2, "pi/2 - acos(F1)"),
    ("2/pi*asin(F1)", 2, "2/pi*(pi/2 - acos(F1))"),
    ("arctanh(MCC)", 2, "log((1+MCC)/(1-MCC))/2"),
    ("atanh(mean(TP/P))", 3, "log((1+mean(TP/P))/(1-mean(TP/P)))/2"),
    ("logit(TPR)", 2, "log(TPR/(1-TPR))"),
    ("log1p(TP)", 2, "log(1+TP)"),
    ("log(TP+1, 2)", 2, "log(TP+1)/log(2)"),
    ("np.sqrt(TP) + numpy.log10(TN+1)", 2, "sqrt(TP) + log10(TN+1)"),
    ("math.log(TP+1) - sympy.acos(MCC)", 2, "log(TP+1) - acos(MCC)"),
    ("TP² − 2×TN³", 2, "TP^2 - 2*TN^3"),
    ("√(TPR·TNR) ÷ 2", 2, "sqrt(TPR*TNR)/2"),
    ("TP/n + 1e-3", 2, "TP/n + 0.001"),
    ("2.5E2*TP", 2, "250*TP"),
    ("F_beta(2)", 2, "(1+2^2)*TP/((1+2^2)*TP+2^2*FN+FP)"),
    ("F_beta(beta=2)", 2, "F_beta(2)"),
    ("F3", 2, "F_beta(3)"),
    ("F_2 + F1", 2, "F_beta(2) + F1"),
    ("F0.5", 2, "F_beta(0.5)"),
    ("1 - F_0.5", 2, "1 - F_beta(0.5)"),
    ("micro_F1", 3, "micro(F1)"),
    ("weighted_recall", 3, "weighted(recall)"),
    ("macro_F3", 3, "macro(F_beta(3))"),
    ("macro(F0.5)", 3, "macro(F_beta(0.5))"),
    ("mean(tp/(tp+fn))", 3, "mean(TP/(TP+FN))"),
    ("sum(P*Phat/(N+Nhat))", 3, "sum((TP+FN)*(TP+FP)/(N+Nhat))"),
    ("calibrated(mean(TP/P))", 3, "calibrated(mean(TP/(TP+FN)))"),
    ("calibrated(TP/P)", 2, "calibrated(TP/(TP+FN))"),
    ("calibrated(Phat/Nhat)", 2, "calibrated((TP+FP)/(FN+TN))"),
]


@pytest.mark.parametrize(("typed", "classes", "written"), READ)
def test_what_people_type_is_read(typed: str, classes: int, written: str) -> None:
    assert measure(typed, classes=classes).formula == measure(written, classes=classes).formula


@pytest.mark.parametrize(
    ("typed", "classes", "told"),
    [
        ("F1 + mcc", 2, "column 6: unknown name 'mcc'; did you mean 'MCC'?"),
        ("TPR - phat", 2, "did you mean 'Phat'?"),
        ("a/(a+b)", 2, "the cells are TP, FN, FP, TN"),
        ("tp/n - fp/p", 2, "n is the number of all elements"),
        ("TP/p", 2, "P = TP + FN"),
        ("tn/n", 2, "N = FP + TN"),
        ("exp(TP/n)", 2, "leave it out"),
        ("np.unheard(TP)", 2, "column 1: cannot call 'unheard'"),
        ("scipy.stats.norm.ppf(TPR)", 2, "column 1: cannot call 'scipy.stats.norm.ppf'"),
        ("xnp.sqrt(TP)", 2, "column 1: cannot call 'xnp.sqrt'"),
        ("√TP", 2, "'√' is not a plain letter"),
        ("TP²³/n", 2, "'²' is not a plain letter"),  # a power of 23, or of 8?
        ("log(TP, 2, 3)", 2, "log takes one argument"),
        ("asin(TP, 2)", 2, "asin takes one argument"),
        ("F1(2)", 2, "F1 has no parameters"),
        ("F_beta()", 2, "F_beta takes a value, such as F_beta(2)"),
        ("F_beta(2, 3)", 2, "F_beta has the parameters beta"),
        ("macro(F_beta(2, 3))", 3, "F_beta has the parameters beta"),  # and no cell
        ("recal + tp/n", 2, "did you mean 'recall'?"),
        ("TP + SQRT", 2, "did you mean 'sqrt'?"),
        ("TP % FN + TP", 2, "Mod is not arithmetic"),
        ("c/n", 3, "c belongs to one class"),
        ("F_beta(gamma=3)", 2, "F_beta has the parameters beta"),
        ("F_beta(2, beta=3)", 2, "F_beta has the parameters beta"),
        ("F_beta(TP)", 2, "beta is a number or a parameter"),
        ("2(TP+FN)", 2, "write a * before the parenthesis"),
        ("1e99*TP", 2, "more than 40 digits"),
        ("1e-99*TP", 2, "more than 40 digits"),
        ("min(TP)", 2, "min takes two or more arguments"),
        ("max(TP, *FN)", 2, "max takes two or more arguments"),
        ("P/n", 3, "P belongs to one class"),
        ("micro_foo", 3, "unknown name 'micro_foo'"),
    ],
)
def test_what_is_not_read_is_told_what_to_write(typed: str, classes: int, told: str) -> None:
    with pytest.raises(FormulaError) as caught:
        measure(typed, classes=classes)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_declared_parameter_comes_first() -> None:
    assert measure("TP + tp", assume=["tp > 0"]).parameters == ("tp",)
    assert measure("F3*TP", assume=["F3 > 0"]).parameters == ("F3",)


def test_a_parameter_may_be_another_parameter() -> None:
    found = measure("F_beta(b)", assume=["b > 0"])
    assert found.parameters == ("b",)
    assert found.formula == measure("F_beta").formula.at(beta=measure("b", assume=["b"]).formula)


@pytest.mark.parametrize("end", ["inf", "+inf", "infinity", "Inf", "oo"])
def test_infinity_has_several_names(end: str) -> None:
    assert str(limit("recall", to=f"TN -> {end}").to_data()["value"]) == "TP/(TP + FN)"


def test_minus_infinity() -> None:
    assert limit("GM", to="r -> -inf").to == limit("GM", to="r -> -oo").to.replace("oo", "inf")


def test_one_sign_of_equality_will_do() -> None:
    assert parse_relation("beta = 2", ["beta"]) == parse_relation("beta == 2", ["beta"])
    assert parse_relation("beta <= 2", ["beta"])[0][1] == ">="
    assert convention("TP+FN = 0: 1").when == convention("TP+FN == 0: 1").when


def test_what_was_typed_verifies() -> None:
    for text in ("tp/(tp+fp)", "F0.5", "F_beta(2)", "ln(1+tp)"):
        data = check(text, "symmetry").to_data()
        assert data["measure"]["formula"] == text
        assert [item.problem for item in verify(data)] == [""]
