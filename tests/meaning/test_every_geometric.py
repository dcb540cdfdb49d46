"""The geometric mean over classes for every number of them, against matrices written out."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import log, prod

import pytest
from flint import fmpq
from tiers import few

from meaning.test_every_opitz import random_matrix
from symbolic_measures import check, verify
from symbolic_measures.kernel.exact import UndefinedError, Value, compare
from symbolic_measures.kernel.truth import evaluator, holds
from symbolic_measures.meaning.every_class import EveryClasses
from symbolic_measures.meaning.every_factors import ANYWHERE, factor_of
from symbolic_measures.meaning.every_geometric import STATES, shown
from symbolic_measures.meaning.every_parts import PARTS, parts
from symbolic_measures.meaning.frameworks import battery
from symbolic_measures.nouns.confusion import compositions
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


def test_every_other_property_is_refused() -> None:
    subject = EveryClasses("GmacR")
    for property_id in set(PARTS) - set(STATES) - set(ANYWHERE):
        for outcome in ("proved", "not-applicable"):
            for constant in (None, "1", {"classes": ["a"], "sums": []}):
                with pytest.raises(FormulaError):
                    parts(property_id, subject, constant, outcome)
    assert set(battery("opitz2024", 3)) | {"class-symmetry"} == set(STATES)


#: What is proved where cells may be empty, too: the letters of the properties asked.
ASKED = {"M": "maximal-agreement", "w": "weakly-monotone", "s": "weakly-strongly-monotone",
         "S": "symmetry", "k": "scale-invariance", "r": "range"}  # fmt: skip
EMPTY = {
    "GmacR": "Mwskr",
    "product(c/b)^(1/m)": "Mwskr",
    "product(2*c/(a+b))^(1/m)": "MwsSkr",
    "product(1+c/a)^(1/m)": "Mwskr",
    "product((c+n)/n)^(1/m)": "wSk",
    "product((c+1)/(a+1))^(1/m)": "Mwsr",
    "product(a/c)^(1/m)": "kr",
}


@pytest.mark.parametrize("text", few(list(EMPTY), ["GmacR", "product(2*c/(a+b))^(1/m)"]))
def test_what_is_proved_is_so_at_all_small_matrices(text: str) -> None:
    """By the m-th powers of the values, at three classes, which are fractions."""
    found = check(text, property=list(ASKED.values()), classes="every")
    known = "".join(mark for mark, name in ASKED.items() if found[name].outcome == "proved")
    assert known == EMPTY[text]
    assert not any(item.problem for item in verify(json.loads(found.to_json())))
    for cells in (c for n in (1, 2, 3) for c in compositions(n, 9)):
        here, right = cubed(text, cells), all(cells[i] == 0 for i in range(9) if i % 4)
        top = {"product(1+c/a)^(1/m)": fmpq(8)}.get(text, fmpq(1))
        if here is None:
            continue
        if "M" in known:
            assert here == top if right else here < top
        for there in steps(cells, by_one="s" in known) if "w" in known else ():
            assert (after := cubed(text, there)) is None or after >= here
        turned = tuple(cells[3 * (i % 3) + i // 3] for i in range(9))
        assert "S" not in known or cubed(text, turned) == here
        assert "k" not in known or cubed(text, tuple(2 * c for c in cells)) == here
        assert "r" not in known or (here >= 1 if text == "product(a/c)^(1/m)" else 0 <= here <= top)


def cubed(text: str, cells: tuple[int, ...]) -> fmpq | None:
    """The product of the three factors."""
    try:
        return prod(factors(text, 3, list(map(fmpq, cells))), start=fmpq(1))
    except UndefinedError:
        return None


def steps(cells: tuple[int, ...], by_one: bool) -> Iterator[tuple[int, ...]]:
    """An error less: corrected, or taken away; and one more that is right."""
    rows = [sum(cells[3 * i : 3 * i + 3]) for i in range(3)] + [sum(cells[i::3]) for i in range(3)]
    if max(rows) == sum(cells):
        return
    for i in range(9):
        for j in range(0, 9, 4):
            moved = {i: -1, j: 1}
            if i % 4 and cells[i] and j // 4 in (i // 3, i % 3):
                yield tuple(c + moved.get(k, 0) for k, c in enumerate(cells))
        if by_one and ((i % 4 and cells[i]) or not i % 4):
            more = tuple(c + (k == i) * (-1 if i % 4 else 1) for k, c in enumerate(cells))
            after = [sum(more[3 * k : 3 * k + 3]) for k in range(3)]
            after += [sum(more[k::3]) for k in range(3)]
            if (
                sum(more) > max(after)
                and any(cells[::4])
                and any(cells[k] for k in range(9) if k % 4)
            ):
                yield more


#: What is false, and why: two negative factors make one that is not; and so on.
FALSE = [
    ("product(c-a/2)^(1/m)", "Mwsr"),
    ("product(3*c/a-2)^(1/m)", "Mwsr"),
    ("product((c+n)/n)^(1/m)", "Ms"),
    ("product(b/a)^(1/m)", "Mws"),
    ("product(b/c)^(1/m)", "MwsS"),
    ("product(c)^(1/m)", "Mk"),
    # so is the arithmetic mean: a class gains 2/n, and the other loses 1/n
    ("product((n+b+c)/n)^(1/m)", "w"),
]


@pytest.mark.parametrize(("text", "marks"), few(FALSE, FALSE[3:], unpack=True))
def test_what_is_false_is_not_proved(text: str, marks: str) -> None:
    names = [ASKED[mark] for mark in marks]
    found = check(text, property=names, classes=">= 3")
    assert all(verdict.outcome != "proved" for verdict in found.verdicts)


def test_a_factor_that_speaks_of_n_changes_in_all_classes() -> None:
    """(c+n)/n grows in the classes i and j of a step, and falls in the others."""
    assert parts("weakly-monotone", EveryClasses("product((c+n)/n)^(1/m)"))
    with pytest.raises(FormulaError, match="speaks of n changes in every class"):
        parts("weakly-strongly-monotone", EveryClasses("product((c+n)/n)^(1/m)"))


#: A factor that speaks of everything, each with a weight of its own.
GENERAL = "product(a+2*b+4*c+8*n)^(1/m)"


def weighed(a: int, b: int, c: int, n: int) -> int:
    return a + 2 * b + 4 * c + 8 * n


def test_parts_of_a_class_compare_the_factors_that_they_say() -> None:
    """In the class (3, 2, 1, 5) against the rest, by hand; twice that; and the class 3 of 8."""
    subject, point = EveryClasses(GENERAL), dict(zip(("c", "fn", "fp", "tn"), (3, 2, 1, 5)))
    own, turned, most = weighed(5, 4, 3, 11), weighed(4, 5, 3, 11), weighed(10, 8, 6, 22)
    for property_id, number, gap in (
        ("symmetry", 0, turned - own), ("scale-invariance", 0, most - own),
        ("weakly-monotone", 0, own), ("maximal-agreement", 0, own),
        ("maximal-agreement", 1, 7), ("maximal-agreement", 2, weighed(3, 3, 3, 8) - 7),
        ("maximal-agreement", 3, 7 - own),
    ):  # fmt: skip
        part = parts(property_id, subject, "7" if "max" in property_id else None)[number]
        goal = part.state(part.make())
        at = {name: fmpq(x) for name, x in {**point, "m": 4, "k": 2}.items()}
        assert evaluator(goal.conclusion.expr)(at) == gap, part.label
        assert all(holds(atom, at) for atom in goal.hypotheses)
        atoms = (*goal.hypotheses, goal.conclusion)
        spoken = {name for atom in atoms for name in atom.expr.symbols()}
        assert {variable.name for variable in goal.variables} == spoken


def test_parts_of_a_class_speak_of_matrices_that_there_are() -> None:
    """The matrices of which all cells are 1, and the identity, of 4 classes, by hand."""
    subject = EveryClasses(GENERAL)
    ones, right = weighed(4, 4, 1, 16), weighed(1, 1, 1, 4)
    for property_id, number, value in (
        ("symmetry", 0, 2 * ones), ("scale-invariance", 0, 3 * ones), ("weakly-monotone", 0, ones),
        ("maximal-agreement", 2, 2 * right), ("maximal-agreement", 3, ones),
    ):  # fmt: skip
        part = parts(property_id, subject, "7" if "max" in property_id else None)[number]
        assert evaluator(part.sample.conclusion.expr)({"m": fmpq(4)}) == value, part.label


def test_a_factor_has_the_parameters_that_are_admitted() -> None:
    subject = EveryClasses("product(t*c/a)^(1/m)", ("t > 0",))
    for property_id in ("opitz-monotone", "scale-invariance"):
        part = parts(property_id, subject)[0]
        goal = part.state(part.make())
        assert "t" in [variable.name for variable in goal.variables]
        for where in (goal, part.sample):
            assert [str(atom.expr) for atom in where.hypotheses if atom.rel == ">"][:1] == ["t"]


def test_of_a_dissimilarity_no_order_is_stated() -> None:
    worse = EveryClasses("GmacR", lower_is_better=True)
    assert parts("scale-invariance", worse)
    for mark in "Mws":
        with pytest.raises(FormulaError, match="give a number of classes"):
            parts(ASKED[mark], worse, "1" if mark == "M" else None)


def test_an_end_is_one_of_classes_that_are_alike() -> None:
    """At other matrices the arithmetic mean of the factors is not the geometric one."""
    alike: dict[str, object] = {"value": "0", "attained": {"alike": ["0", "1"]}}
    half = {"value": "1/2", "attained": {"cells": ["1", "0", "1", "0"], "added": 1}}
    top = {"value": "1", "attained": {"alike": ["1", "0"]}}
    assert len(parts("range", EveryClasses("GmacR"), {"infimum": alike, "supremum": top})) == 5
    for wrong in (
        half,
        {"value": "1"},
        {"value": "1", "attained": ["1", "0"]},
        {**alike, "more": 1},
    ):
        for ends in ((wrong, top), (alike, wrong)):
            constant = dict(zip(("infimum", "supremum"), ends, strict=True))
            with pytest.raises(FormulaError):
                parts("range", EveryClasses("GmacR"), constant)


def test_a_proof_without_a_part_or_with_another_value_is_refused() -> None:
    names = [ASKED[mark] for mark in "Mwskr"]
    kept = json.loads(check("GmacR", property=names, classes="every").to_json())
    for number in range(len(names)):
        forged = copy.deepcopy(kept)
        forged["verdicts"][number]["every"]["parts"].pop()
        with pytest.raises(CertificateError):
            read(forged)
    for value in ("2", "1/2", "m", "0"):
        forged = copy.deepcopy(kept)
        forged["verdicts"][0]["every"]["constant"] = value
        with pytest.raises(CertificateError):
            read(forged)


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


@pytest.mark.parametrize("number", ["1.00000000000000000001", "0.99999999999999999999", "1e-30"])
def test_decimals_of_a_factor_are_those_that_are_written(number: str) -> None:
    """No computer's number comes between: product(E)^(1/m) is another measure with 1.0."""
    text = f"product(2*c/(a+b)+({number}-1)*a/n)^(1/m)"
    at = {"a": fmpq(2), "b": fmpq(1), "c": fmpq(1), "n": fmpq(3)}
    written = fmpq(*Fraction(number).as_integer_ratio())
    body = factor_of(EveryClasses(text))
    assert evaluator(body)(at) == fmpq(2, 3) + (written - 1) * fmpq(2, 3)
    verdict = check(text, property="symmetry", classes=">= 3")["symmetry"]
    assert verdict.outcome != "proved"
