from __future__ import annotations

from itertools import combinations

import pytest
from flint import Ordering, fmpz_mpoly_ctx

from symbolic_measures.kernel.reader import Reader
from symbolic_measures.nouns.formula import Formula, symbol
from symbolic_measures.nouns.parser import parse
from symbolic_measures.report.mathtext import latex, name_latex, plain, roman
from symbolic_measures.report.polynomials import Shown, signed, with_margins

NAMES = ("x", "k", "e", "beta", "beta_1", "theta", "TP2", "p_AB", "width")

GOLDEN = {
    "2*TP/(2*TP+FN+FP)": r"\frac{2\TP}{2\TP + \FN + \FP}",
    "-(TP/FN)": r"-\frac{\TP}{\FN}",
    "TP**(3/2)": r"\TP^{3/2}",
    "x**-1": r"x^{-1}",
    "x*2": r"x \cdot 2",
    "TP*3**2": r"\TP \cdot 3^{2}",
    "2*(TP+FN)": r"2(\TP + \FN)",
    "TP*TN - FP*FN": r"\TP\,\TN - \FP\,\FN",
    "(TP+FN)*(TP+FP)": r"(\TP + \FN)(\TP + \FP)",
    "TP-(FN-FP)": r"\TP - (\FN - \FP)",
    "TP-(FN+FP)": r"\TP - (\FN + \FP)",
    "TP+(-FN)": r"\TP - \FN",
    "TP-(-FN)": r"\TP - (-\FN)",
    "-TP**2": r"-\TP^{2}",
    "(-TP)**2": r"(-\TP)^{2}",
    "sqrt(TP)**3": r"\left(\sqrt{\TP}\right)^{3}",
    "(TP/FN)**2": r"\left(\frac{\TP}{\FN}\right)^{2}",
    "TP/(FN/FP)": r"\frac{\TP}{\frac{\FN}{\FP}}",
    "Abs(TP-FN)": r"\left|\TP - \FN\right|",
    "Min(Min(TP,FN),FP)": r"\min(\TP, \FN, \FP)",
    "Max(TP,1/FN)": r"\max\left(\TP, \frac{1}{\FN}\right)",
    "log(TP)": r"\log(\TP)",
    "acos(TP)": r"\arccos(\TP)",
    "beta**2*FN": r"\beta^{2}\,\FN",
    "beta_1*TP": r"\beta_{1}\,\TP",
    "width + p_AB": r"\mathit{width} + p_{AB}",
    "TP2**2": r"{\TP'}^{2}",
    "TP/TP": r"\frac{\TP}{\TP}",
}


@pytest.mark.parametrize(("text", "expected"), GOLDEN.items())
def test_latex_is_the_formula_as_written(text: str, expected: str) -> None:
    assert latex(parse(text, parameters=NAMES)) == expected


def test_different_formulas_have_different_latex() -> None:
    shown = {text: latex(parse(text, parameters=NAMES)) for text in GOLDEN}
    for one, other in combinations(shown, 2):
        assert shown[one] != shown[other], (one, other)


def test_conventions_are_cases() -> None:
    tree = Formula("ifzero", symbol("TP"), symbol("FN"), symbol("FP"))
    expected = r"\begin{cases}\FN & \text{if } \TP = 0 \\ \FP & \text{otherwise}\end{cases}"
    assert latex(tree) == expected


def test_names_that_no_engine_knows_are_spelt_out() -> None:
    assert name_latex("\u0436_x") == r"\mathit{U436\_x}"
    assert roman(r"\TP + \TPx") == r"\mathrm{TP} + \TPx"


def test_plain_text_marks_the_second_matrix_and_puts_signs_first() -> None:
    assert plain(parse("-(2*TP2)/FN", parameters=NAMES)) == "-2*TP'/FN"


@pytest.fixture
def shown() -> tuple[Shown, list]:
    context = fmpz_mpoly_ctx.get(("TP", "FN", "FP", "TN", "root1"), Ordering.lex)
    tp, fn, fp, tn, root = context.gens()
    names = ("TP", "FN", "FP", "TN", "root1")
    sorts = ["natural"] * 4 + ["nonnegative"]
    read = Reader(context, names, sorts, {4: (tp + fn) * (fp + tn)})
    return Shown(read), [tp, fn, fp, tn, root]


def test_polynomials_are_factored_when_that_is_shorter(shown: tuple[Shown, list]) -> None:
    write, (tp, fn, fp, tn, root) = shown
    assert latex(write.formula((tp + fn) * (tp + fp) * 2)) == r"2P\,\hat{P}"
    assert str(write.formula(fn * fp - tp * tn)) == "FN*FP - TP*TN"
    assert str(write.formula(tp * tn - fn * fp)) == "TP*TN - FN*FP"
    assert latex(write.formula(tp - root)) == r"\TP - \sqrt{P\,N}"
    assert str(write.formula(tp + fn + fp + tn)) == "n"
    assert str(write.formula(tp * 0)) == "0"


def test_margins_are_not_cut_out_of_longer_sums() -> None:
    assert str(with_margins(parse("TP + FN + FP"))) == "TP + FN + FP"
    assert str(with_margins(parse("1/(TP + FN)"))) == "1/P"
    named = parse("P + TP + FN", names={"TP": symbol("TP"), "FN": symbol("FN")}, parameters=("P",))
    assert with_margins(named) == named


def test_signs_stand_before_fractions() -> None:
    assert latex(signed(parse("-4*TP/FN"))) == r"-\frac{4\TP}{\FN}"
    assert latex(signed(parse("-1/2"))) == r"-\frac{1}{2}"
