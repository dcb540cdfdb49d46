"""The geometric mean over classes for every number of them, against matrices written out."""

from __future__ import annotations

import copy
import json
from fractions import Fraction
from itertools import product
from math import log, prod

import pytest
from flint import fmpq

from meaning.test_every_opitz import random_matrix
from symbolic_measures import check, verify
from symbolic_measures.kernel.exact import Value, compare
from symbolic_measures.kernel.truth import evaluator
from symbolic_measures.meaning.every_class import EveryClasses
from symbolic_measures.meaning.every_geometric import STATES, factor_of, shown
from symbolic_measures.meaning.every_parts import PARTS, parts
from symbolic_measures.meaning.frameworks import battery
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.questions.kinds import read

OPITZ = ["opitz-monotone", "class-sensitive", "class-decomposable", "prevalence-invariant",
         "chance-corrected"]  # fmt: skip
#: What is proved for every m; what else is asked is false at m = 2, or open.
PROVED = {
    "GmacR": OPITZ,
    "product(2*c/(a+b))^(1/m)": [*OPITZ[:3], OPITZ[4]],
    "product(a/c)^(1/m)": OPITZ[1:4],
    "product((c+n)/n)^(1/m)": [OPITZ[1]],
}
Row = list[fmpq]


def factors(text: str, m: int, cells: Row) -> Row:
    """E in each class, from the sizes that are counted here."""
    body = factor_of(EveryClasses(text))
    rows = [cells[m * i : m * i + m] for i in range(m)]
    return [
        evaluator(body)(
            {
                "a": sum(rows[i], fmpq(0)),
                "b": sum((row[i] for row in rows), fmpq(0)),
                "c": rows[i][i],
                "n": sum(cells, fmpq(0)),
                "m": fmpq(m),
            }
        )
        for i in range(m)
    ]


def number(value: fmpq) -> float:
    return float(Fraction(int(value.p), int(value.q)))


def near(value: Value, wanted: float) -> bool:
    """Whether an exact value is that of a float, nearly."""
    whole = Fraction(wanted)
    for sign in (1, -1):
        end = whole + sign * abs(whole) / 10**9
        if compare(value, fmpq(end.numerator, end.denominator)) != -sign:
            return False
    return True


@pytest.mark.parametrize("text", PROVED)
def test_its_logarithm_and_the_arithmetic_mean(text: str) -> None:
    """At positive matrices of 2 to 4 classes: what is written out for so many, and by hand."""
    subject = EveryClasses(text)
    for m, seed in product((2, 3, 4), range(3)):
        cells = random_matrix(m, seed)
        place = dict(zip(subject.at(m).measure.cells, cells, strict=True))
        own = factors(text, m, cells)
        whole = prod(map(number, own)) ** (1 / m)
        kinds = (subject, subject.logarithm(), subject.arithmetic())
        here, logarithm, mean = (evaluator(each.at(m).formula)(place) for each in kinds)
        assert near(here, whole)
        assert near(logarithm, log(whole))
        assert near(mean, sum(map(number, own)) / m)
        assert compare(here, mean) <= 0


@pytest.mark.parametrize("text", PROVED)
def test_what_is_proved_is_so_at_random_matrices(text: str) -> None:
    """The m-th power of the value is a fraction, so that values are compared exactly."""
    found = check(text, property=OPITZ, classes="every")
    known = [verdict.property for verdict in found.verdicts if verdict.outcome == "proved"]
    assert known == PROVED[text]
    assert not any(item.problem for item in verify(json.loads(found.to_json())))
    for m, seed in product((2, 3, 4), range(3)):
        cells = random_matrix(m, seed)
        here = prod(factors(text, m, cells))
        for place in range(m * m) if "opitz-monotone" in known else ():
            more = [cell + (k == place) for k, cell in enumerate(cells)]
            there = prod(factors(text, m, more))
            assert there >= here if place % (m + 1) == 0 else there <= here
        if "prevalence-invariant" in known:
            scaled = [cell * (place // m + 2) for place, cell in enumerate(cells)]
            assert prod(factors(text, m, scaled)) == here
        if "chance-corrected" in known:
            shares = [[x / sum(own, fmpq(0)) for x in own] for own in (cells[:m], cells[-m:])]
            chance = [p * z for p, z in product(*shares)]
            assert found["chance-corrected"].proof.constant == {"bound": "1/m"}
            assert prod(factors(text, m, chance)) <= fmpq(1, m) ** m
            alike = [fmpq(1, m * m)] * (m * m)
            assert prod(factors(text, m, alike)) == fmpq(1, m) ** m


@pytest.mark.parametrize("text", [
    "product(c/a)", "product(c/a)^(2/m)", "product(c/a)^(1/(m+1))", "product(c/a)^m",
    "product(c/a)^(1/2)", "product(c/a)^(1/m)/2", "sum(c)/n+product(c/a)^(1/m)", "product(c)/n",
])  # fmt: skip
def test_other_products_are_refused(text: str) -> None:
    assert EveryClasses(text).factor == ""
    with pytest.raises(FormulaError, match="is not for every m: give a number of classes"):
        EveryClasses(text).look()


def test_a_cell_in_a_factor_is_told() -> None:
    with pytest.raises(FormulaError, match="c11 is a cell of a given number of classes"):
        EveryClasses("product(c11/a)^(1/m)").look()


def test_of_matrices_with_empty_cells_nothing_is_stated() -> None:
    subject = EveryClasses("GmacR")
    for property_id in set(PARTS) - set(STATES):
        for outcome in ("proved", "not-applicable"):
            for constant in (None, "1", {"classes": ["a"], "sums": []}):
                with pytest.raises(FormulaError):
                    parts(property_id, subject, constant, outcome)
    assert set(battery("opitz2024", 3)) | {"class-symmetry"} == set(STATES)


def test_a_factor_that_may_be_negative_proves_nothing() -> None:
    """product(c-a/2) has a value where an even number of factors is negative."""
    found = check("product(c-a/2)^(1/m)", property=OPITZ[:4], classes=">= 3")
    assert all(verdict.outcome != "proved" for verdict in found.verdicts)


def test_what_is_shown_is_the_product() -> None:
    assert shown(EveryClasses("GmacR")).args[0].op == "product"
    assert shown(EveryClasses("BA")) == EveryClasses("BA").tree
    assert str(shown(EveryClasses("product(c/b)^(1/m)"))) == "product(c/b)**(1/m)"
    assert isinstance(shown(EveryClasses("Gmean")), Formula)


@pytest.mark.parametrize(("number", "key", "value"), [
    (2, "p", 1), (2, "p", -1), (2, "p", False), (2, "p", "0"), (2, "of", "c/b"),
    (2, "of", "c/n"), (2, "of", "2*c/a"), (2, "of", 1), (2, "more", "c/a"),
    (4, "bound", "1/2"), (4, "bound", "1/(2*m)"), (4, "bound", "1"), (4, "bound", "n"),
    (4, "approached", ["e", "e"]), (1, "cells", ["TP", "TP"]), (1, "matrix", ["1", "1", "1", "1"]),
])  # fmt: skip
def test_forged_constants_are_refused(number: int, key: str, value: object) -> None:
    forged = copy.deepcopy(saved())
    forged["verdicts"][number]["every"]["constant"][key] = value
    with pytest.raises(CertificateError):
        read(forged)


@pytest.mark.parametrize("text", [
    "product(c/b)^(1/m)", "product(c/n)^(1/m)", "product(2*c/(a+b))^(1/m)", "product(c-a/2)^(1/m)",
    "product(c/a)", "mean(c/a)", "mean(log(c/a))", "product(a/c)^(1/m)", "product(c/a)^(2/m)",
])  # fmt: skip
def test_a_file_of_another_measure_is_refused(text: str) -> None:
    forged = copy.deepcopy(saved())
    forged["measure"] |= {"formula": text, "name": text}
    with pytest.raises(CertificateError):
        read(forged)


def test_a_proof_without_a_part_is_refused() -> None:
    for number in range(5):
        forged = copy.deepcopy(saved())
        forged["verdicts"][number]["every"]["parts"].pop(0)
        with pytest.raises(CertificateError):
            read(forged)


_SAVED: list[dict[str, object]] = []


def saved() -> dict[str, object]:
    if not _SAVED:
        _SAVED.append(json.loads(check("GmacR", property=OPITZ, classes="every").to_json()))
    return _SAVED[0]


@pytest.mark.parametrize("factor", ["calibrated(c)/n", "sum(c)/n", "pairs(cij)/n"])
def test_a_factor_that_speaks_of_more_than_its_class_is_refused(factor: str) -> None:
    with pytest.raises(FormulaError, match="may not stand within another sum over classes"):
        factor_of(EveryClasses(f"product({factor})^(1/m)"))
