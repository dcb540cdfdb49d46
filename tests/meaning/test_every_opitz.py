"""Prevalence and chance for every number of classes, against matrices written out."""

from __future__ import annotations

import copy
import json
import random
from itertools import product

import pytest
from flint import fmpq

from symbolic_measures import check, verify
from symbolic_measures.kernel.exact import compare
from symbolic_measures.kernel.truth import evaluator
from symbolic_measures.meaning.every_class import EveryClasses
from symbolic_measures.meaning.every_parts import parts
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.questions.kinds import read

#: What holds for every m: whether true classes may be scaled, and the value of random predictions.
KNOWN = {
    "BA": (True, "1/m"), "kappa": (False, "0"), "macro_F1": (False, None),
    "accuracy": (False, None), "calibrated(kappa)": (True, "0"), "HmacR": (True, None),
    "calibrated(macro_precision)": (True, "1/m"), "sum(c/a)^2/m^2": (True, "1/m^2"),
    "macro_Jaccard": (False, None),
    "sum(c*n/a)/(m*n)": (True, "1/m"), "sum(c/a)/n": (False, None), "mean(c/b)": (False, "1/m"),
}  # fmt: skip
IDS = ["prevalence-invariant", "chance-corrected"]


def random_matrix(m: int, seed: int) -> list[fmpq]:
    chance = random.Random(repr((m, seed)))
    return [fmpq(chance.randint(1, 9), chance.randint(1, 5)) for _ in range(m * m)]


@pytest.mark.parametrize("text", KNOWN)
def test_what_holds_for_every_m(text: str) -> None:
    """As values at random matrices of 2 to 5 classes say, with positive rational cells."""
    found = check(text, property=IDS, classes="every")
    invariant, value = KNOWN[text]
    assert (found["prevalence-invariant"].holds == "m >= 2") is invariant
    scaled = True
    for m, seed in product((2, 3, 4, 5), range(3)):
        measure = EveryClasses(text).at(m).measure
        run = evaluator(measure.formula)
        cells = random_matrix(m, seed)
        other = [cell * (place // m + 2) for place, cell in enumerate(cells)]
        values = [run(dict(zip(measure.cells, own, strict=True))) for own in (cells, other)]
        scaled = scaled and compare(*values) == 0
        shares = [[x / sum(own) for x in own] for own in (cells[:m], cells[-m:])]
        at_random = [p * z for p, z in product(*shares)]
        here = run(dict(zip(measure.cells, at_random, strict=True)))
        if found["chance-corrected"].outcome == "proved":
            known = found["chance-corrected"].proof.constant
            bounded = isinstance(known, dict)  # then it is a maximum, which is not always attained
            bound = EveryClasses(text).constant(known["bound"] if bounded else known)
            order = compare(here, evaluator(bound)({"m": fmpq(m)}))
            assert order <= 0 if bounded else order == 0
            assert compare(here, fmpq(1)) < 0
    assert scaled is invariant
    if value in ("1/m", "0"):
        assert found["chance-corrected"].proof.constant == value
    assert not any(item.problem for item in verify(json.loads(found.to_json())))


def test_a_supremum_that_is_approached() -> None:
    """Of the Jaccard index, where one class has nearly all elements; no bound below it is one."""
    data = json.loads(check("macro_Jaccard", property=IDS[1:], classes="every").to_json())
    constant = data["verdicts"][0]["every"]["constant"]
    assert constant == {"bound": "1/m", "approached": ["e", "e"]}
    measure = EveryClasses("macro_Jaccard")
    for m in (2, 3, 4):
        shares = [fmpq(10**6 if k == 0 else 1, 10**6 + m - 1) for k in range(m)]
        here = evaluator(measure.at(m).measure.formula)(
            dict(zip(measure.at(m).measure.cells, (p * z for p, z in product(shares, shares))))
        )
        assert fmpq(1, m) - fmpq(m * m, 10**6) <= here < fmpq(1, m)
    for change in (
        {"bound": "1/m + 1/9"}, {"bound": "1/(2*m-1)"}, {"approached": ["e", "1"]},
        {"approached": ["1", "1"]}, {"approached": ["e", "e", "1", "1"]},
        {"approached": ["0", "e"]}, {"approached": ["m", "e"]}, {"approached": "e"}, {"more": "1"},
    ):  # fmt: skip
        forged = copy.deepcopy(data)
        forged["verdicts"][0]["every"]["constant"] |= change
        with pytest.raises(CertificateError):
            read(forged)
    del constant["approached"]
    with pytest.raises(CertificateError):
        read(data)


def test_what_is_not_stated() -> None:
    with pytest.raises(FormulaError, match="do not speak of the predicted sizes b"):
        parts("prevalence-invariant", EveryClasses("macro_F1"))
    for name in ("s", "k", "e", "part1", "pair3", "agree2"):
        subject = EveryClasses(f"{name}*mean(c/a)", (f"{name} > 0",))
        for property_id in ("prevalence-invariant", "scale-invariance", "symmetry"):
            with pytest.raises(FormulaError, match="a parameter needs another name"):
                parts(property_id, subject)


def test_forged_files_are_refused() -> None:
    data = json.loads(check("BA", property=IDS, classes="every").to_json())
    for text in ("sum(c/a)/n", "sum(c)/n", "sum(c/(a+1))/m", "m*mean(c/a)", "mean(c/a)+1"):
        forged = copy.deepcopy(data)
        forged["measure"] |= {"formula": text, "name": text}
        with pytest.raises(CertificateError):
            read(forged)
    forged = copy.deepcopy(data)
    forged["verdicts"][1]["every"]["constant"] = "1/2"
    with pytest.raises(CertificateError):
        read(forged)
    for number in (0, 1):
        forged = copy.deepcopy(data)
        forged["verdicts"][number]["every"]["parts"].pop()
        with pytest.raises(CertificateError):
            read(forged)


def test_a_value_that_is_not_below_1() -> None:
    """m*BA is 1 for every random prediction."""
    found = check("m*mean(c/a)", property="chance-corrected", classes="every")
    assert found["chance-corrected"].outcome != "proved"


@pytest.mark.parametrize("formula", [
    "sum(c)/n/(m - 3)", "sum(c)/n + 0*sqrt(2 - m)",
    "sum(c)/n + (Max(0, 3 - m) - (m - 2)*(sum(c) - m)^2)^(3/2)",
])  # fmt: skip
def test_of_what_has_no_value_or_derivative_at_larger_m_nothing_is_said(formula: str) -> None:
    """At m = 2 the derivatives are equal.  At m = 3 (and, of the last two, at every larger m) the
    formula has no value at all, or only where the number of right elements is m: no derivative."""
    found = check(formula, property="class-sensitive", classes="every")
    (verdict,) = found.verdicts
    assert verdict.outcome == "refuted"
    assert verdict.family is None
