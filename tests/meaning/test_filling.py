"""Families of matrices with positive cells, against matrices written out and slow definitions."""

from __future__ import annotations

import copy
import json
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import chain, combinations, product
from typing import Any, cast

import pytest
from flint import fmpq
from slow_positive import (
    MEASURES,
    Matrix,
    at_random,
    derivative,
    mixed,
    positive_matrix,
    ratio,
    with_ones,
)
from tiers import exhaustive, few

from symbolic_measures import check, verify
from symbolic_measures.kernel.exact import compare
from symbolic_measures.kernel.truth import evaluator
from symbolic_measures.meaning.every_class import EveryClasses
from symbolic_measures.meaning.every_parts import parts
from symbolic_measures.meaning.every_report import EveryReport, EveryVerdict
from symbolic_measures.meaning.filling import FULL, filled_at
from symbolic_measures.meaning.filling import at_random as random_value
from symbolic_measures.meaning.opitz import OPITZ
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.formula import Formula, formula
from symbolic_measures.questions.kinds import read

CELLS = {"TP": (0, 0), "FN": (0, 1), "FP": (1, 0), "TN": (1, 1)}
QUICK = ("accuracy", "macro_F1", "HmacR", "kappa_chance")


@cache
def answer(text: str) -> EveryReport:
    return cast(EveryReport, check(text, framework="opitz2024", classes="every"))


def exact(number: Any) -> fmpq:
    return fmpq(Fraction(number).numerator, Fraction(number).denominator)


def tree(number: Any) -> Formula:
    return formula(Fraction(number))


def power_of(verdict: EveryVerdict, m: int) -> int:
    assert verdict.family is not None
    assert verdict.family.right == FULL
    return int(m**verdict.family.power)


def block_of(texts: Any) -> Matrix:
    side = int(len(texts) ** 0.5)
    numbers = [Fraction(text) for text in texts]
    return [numbers[i * side : (i + 1) * side] for i in range(side)]


# --- the formulas have the values of the matrices that they speak of ------------------------------


def filled(subject: EveryClasses, block: Matrix, rows: Sequence[Fraction]) -> Formula:
    """The value where the block's rows are multiplied by numbers, and other cells are 1."""
    cells = [[tree(s * x) for x in row] for s, row in zip(rows, block, strict=True)]
    return filled_at(subject, cells, [tree(s) for s in rows])


@pytest.mark.parametrize("text", few(MEASURES, 5))
def test_a_filled_formula_has_the_value_of_the_filled_matrix(text: str) -> None:
    subject = EveryClasses(text)
    for k, seed in product((2, 3), range(3)):
        block = positive_matrix(k, seed)
        rows = positive_matrix(k, seed + 10)[0]
        plain, scaled = (filled(subject, block, factors) for factors in ([Fraction(1)] * k, rows))
        for m in range(k, 6):
            place = {"m": fmpq(m)}
            whole = with_ones(block, m)
            factors = [*rows, *[Fraction(1)] * (m - k)]
            other = [[s * x for x in row] for s, row in zip(factors, whole, strict=True)]
            assert compare(evaluator(plain)(place), exact(MEASURES[text](whole))) == 0
            assert compare(evaluator(scaled)(place), exact(MEASURES[text](other))) == 0
            weights = [*block[0], *[Fraction(1)] * (m - k)], [*rows, *[Fraction(1)] * (m - k)]
            found = random_value(subject, *([tree(x) for x in own[:k]] for own in weights))
            expected = MEASURES[text](at_random(*weights))
            assert compare(evaluator(found)(place), exact(expected)) == 0


#: Sums over pairs of classes, the last with 0*log(0) = 0.
PAIRED = (
    "pairs(cij^2*cji)/n^3", "pairs(cij*ci/(aj+2*bi))/n+sum(c^2)/n^2", "pairs((ai-bj)*cji)/(n*m)",
    "pairs(ci*bj)*pairs(cij)/n^3", "pairs(xlogy(cij, cji/(ai+bj)))/n",
)  # fmt: skip


@pytest.mark.parametrize("text", few(PAIRED, 2))
def test_so_it_is_with_pairs_of_classes(text: str) -> None:
    """Also where rows are multiplied, and of a random prediction."""
    subject = EveryClasses(text)
    for k, seed in product((1, 2, 3), range(2)):
        block = positive_matrix(k, seed)
        rows = positive_matrix(k, seed + 10)[0]
        plain, scaled = (filled(subject, block, factors) for factors in ([Fraction(1)] * k, rows))
        for m in range(max(k, 2), 5):
            ones = [Fraction(1)] * (m - k)
            whole = with_ones(block, m)
            other = [[s * x for x in row] for s, row in zip([*rows, *ones], whole, strict=True)]
            weights = [*block[0], *ones], [*rows, *ones]
            found = random_value(subject, *([tree(x) for x in own[:k]] for own in weights))
            for value, matrix in ((plain, whole), (scaled, other), (found, at_random(*weights))):
                run = evaluator(subject.at(m).formula)
                point = zip(subject.at(m).measure.cells, chain(*matrix), strict=True)
                wanted = run({name: exact(cell) for name, cell in point})
                assert compare(evaluator(value)({"m": fmpq(m)}), wanted) == 0


@exhaustive
def test_confusion_entropy_of_positive_cells() -> None:
    """Class-sensitive for every m: two right cells, whose classes differ in size alone.  What fails
    at two classes is refuted there; that derivatives are alike is shown of no sum over pairs."""
    found = answer("CE")
    assert [verdict.holds for verdict in found.verdicts] == ["for no m >= 2", "m >= 2"] + [
        "not for m = 2"
    ] * 3
    assert not any(item.problem for item in verify(json.loads(found.to_json())))
    alike = check("pairs(cij)/n", property="class-sensitive", classes="every")
    verdict = cast(EveryReport, alike)["class-sensitive"]
    assert (verdict.outcome, verdict.refuted_at, verdict.family) == ("refuted", 2, None)
    forged = json.loads(found.to_json())
    for cells in (["FN", "FP"], ["TP", "FN"], ["TP", "TP"]):
        forged["verdicts"][1]["every"]["constant"]["cells"] = cells
        with pytest.raises(CertificateError):
            read(forged)


# --- what is said of each property, by its definition ---------------------------------------------


def expected(verdict: EveryVerdict, m: int) -> bool:
    """Whether the property is said to hold at m."""
    if verdict.outcome == "proved":
        return True
    if verdict.family is None:
        pytest.fail(f"{verdict.property} is not decided at {m}")
    return m < verdict.at[-1][0]


def seen(text: str, verdict: EveryVerdict, m: int) -> bool:
    """By the slow definition: at matrices of the family, or at random ones, m classes."""
    measure = MEASURES[text]
    return {
        "opitz-monotone": _monotone, "class-sensitive": _sensitive,
        "class-decomposable": _decomposable, "prevalence-invariant": _invariant,
        "chance-corrected": _corrected,
    }[verdict.property](measure, verdict, m)  # fmt: skip


def _against(verdict: EveryVerdict, m: int) -> dict[str, Any] | None:
    """The counterexample as data, at the larger m too; None if there is none there."""
    if verdict.outcome == "proved" or m < verdict.at[-1][0]:
        return None
    return verdict.at[-1][1].to_data()


def _block(found: dict[str, Any], verdict: EveryVerdict, m: int) -> Matrix:
    classes = verdict.at[-1][0]
    names = list(CELLS) if classes == 2 else [f"c{i}{j}" for i, j in product("123", repeat=2)]
    block = block_of([found["witness"]["point"][name] for name in names])
    if m == classes:
        return block
    return with_ones([[power_of(verdict, m) * x for x in row] for row in block], m)


def _monotone(measure: Any, verdict: EveryVerdict, m: int) -> bool:
    found = _against(verdict, m)
    matrices = [positive_matrix(m, seed) for seed in range(4)]
    if found is not None:
        matrices = [_block(found, verdict, m)]
    return all(
        (derivative(measure, matrix, (i, j)) >= 0) if i == j
        else (derivative(measure, matrix, (i, j)) <= 0)
        for matrix in matrices for i, j in product(range(m), repeat=2)
    )  # fmt: skip


def _sensitive(measure: Any, verdict: EveryVerdict, m: int) -> bool:
    matrices = [positive_matrix(m, seed) for seed in range(3)]
    if verdict.proof is not None:
        one, other = (CELLS[name] for name in verdict.proof.constant["cells"])
        block = block_of(verdict.proof.constant["matrix"])
        matrix = with_ones(block, m)
        return bool(derivative(measure, matrix, one) != derivative(measure, matrix, other))
    for matrix in matrices:
        slopes = {(i == j, derivative(measure, matrix, (i, j))) for i, j in
                  product(range(m), repeat=2)}  # fmt: skip
        if len(slopes) > 2:
            return True
    return False


def _decomposable(measure: Any, verdict: EveryVerdict, m: int) -> bool:
    found = _against(verdict, m)
    if found is not None:
        entries = found["value"]["no p"]
        values = []
        for (x, y), texts in entries:
            block, cells = block_of(texts), (CELLS[x], CELLS[y])
            if m > verdict.at[-1][0]:
                block = [[power_of(verdict, m) * cell for cell in row] for row in block]
            matrix = with_ones(block, m)
            assert measure(matrix) > 0
            values.append(ratio(measure, matrix, *cells))
        return bool(values[0] == values[1])
    assert verdict.proof is not None
    power = verdict.proof.constant["p"]

    def straight(matrix: Matrix) -> Any:
        return measure(matrix) if power == 1 else 1 / measure(matrix)

    cells = list(product(range(m), repeat=2))
    apart = [(x, y) for x, y in combinations(cells, 2) if not set(x) & set(y)]
    matrix = positive_matrix(m, 7)
    return all(mixed(straight, matrix, x, y) == 0 for x, y in apart[:12])


def _invariant(measure: Any, verdict: EveryVerdict, m: int) -> bool:
    found = _against(verdict, m)
    if found is None:
        pairs = [(positive_matrix(m, seed), positive_matrix(m, seed + 20)[0]) for seed in range(4)]
    else:
        classes, point = verdict.at[-1][0], found["witness"]["point"]
        factors = [Fraction(point[f"s{i + 1}"]) for i in range(classes)]
        pairs = [(_block(found, verdict, m), [*factors, *[Fraction(1)] * (m - classes)])]
    return all(
        measure(matrix) == measure([[s * x for x in row] for s, row in zip(own, matrix,
                                                                           strict=True)])
        for matrix, own in pairs
    )  # fmt: skip


def _corrected(measure: Any, verdict: EveryVerdict, m: int) -> bool:
    found = _against(verdict, m)
    if found is not None:  # near 1 for large e
        k, e = verdict.at[-1][0], 10**6
        weights = [eval(text.replace("^", "**"), {"e": e}) for text in found["value"]["weights"]]
        own = [[*part, *[1] * (m - k)] for part in (weights[:k], weights[k:])]
        return bool(measure(at_random(own[0], own[1])) < 1 - Fraction(m**2, e))
    assert verdict.proof is not None
    value = verdict.proof.constant
    bounded = isinstance(value, dict)
    bound = {"0": Fraction(0), "1/m": Fraction(1, m)}[value["bound"] if bounded else value]
    values = [measure(at_random(*positive_matrix(m, seed)[:2])) for seed in range(5)]
    assert measure(at_random([1] * m, [1] * m)) == bound
    if bounded:
        assert min(values) < bound
    return all(x <= bound if bounded else x == bound for x in values) and bound < 1


@pytest.mark.parametrize("text", QUICK)
def test_the_battery_for_every_m_says_what_the_definitions_say(text: str) -> None:
    _as_defined(text, (2, 3, 4))


@exhaustive
@pytest.mark.parametrize("text", MEASURES)
def test_the_battery_of_every_measure(text: str) -> None:
    _as_defined(text, (2, 3, 4, 5))


#: What is not decided for every m: derivatives of calibrated measures at larger m.
OPEN = {
    ("calibrated(macro_F1)", "opitz-monotone"),
    ("calibrated(weighted_F1)", "opitz-monotone"),
    ("calibrated(macro_precision)", "opitz-monotone"),
    ("calibrated(macro_F1_of_means)", "opitz-monotone"),
    ("calibrated(kappa_chance)", "opitz-monotone"),
}


def _as_defined(text: str, numbers: tuple[int, ...]) -> None:
    found = answer(text)
    for verdict in found.verdicts:
        if (text, verdict.property) in OPEN:
            assert "not decided" in verdict.holds or "not for m" in verdict.holds
            continue
        for m in numbers:
            assert seen(text, verdict, m) is expected(verdict, m), (verdict.property, m)
    assert [item for item in verify(json.loads(found.to_json())) if item.problem] == []


def test_what_table_5_prints_holds_for_every_m() -> None:
    """opitz2024, Table 5: monotone, sensitive, decomposable, invariant, corrected."""
    table = {
        "accuracy": "✓✗✗✗✗", "macro_F1": "✓✓✓✗✓", "HmacR": "✓✓✓✓✓", "kappa_chance": "✗✓✗✗✓",
    }  # fmt: skip
    for text, marks in table.items():
        found = answer(text)
        for property_id, mark in zip(OPITZ, marks, strict=True):
            assert found[property_id].holds == {"✓": "m >= 2", "✗": "for no m >= 2"}[mark]


def test_correlation_is_monotone_for_two_classes_alone() -> None:
    found = check("CC", property="opitz-monotone", classes="every")["opitz-monotone"]
    assert found.holds == "exactly for m = 2"
    assert found.family is not None
    assert found.family.power > 0


# --- bad values and forged files ------------------------------------------------------------------


@pytest.mark.parametrize(("property_id", "constant", "message"), [
    ("class-sensitive", {"cells": ["TP", "FN"], "matrix": ["1", "1", "1", "2"]}, "malformed"),
    ("class-sensitive", {"cells": ["TP", "TN"], "matrix": ["1", "0", "1", "2"]}, "malformed"),
    ("class-sensitive", {"cells": ["TP", "TN"]}, "the keys are"),
    ("class-decomposable", {"p": 2, "of": "c/a"}, "p is 1 or -1"),
    ("class-decomposable", {"p": True, "of": "c/a"}, "p is 1 or -1"),
    ("class-decomposable", {"p": 1, "of": "c/n"}, "does not speak of one class alone"),
    ("class-decomposable", {"p": 1, "of": "c/a+sum(c)"}, "may not stand within"),
    ("class-decomposable", {"p": 1, "of": 1}, "given as text"),
    ("chance-corrected", {"bound": "c/a"}, "c"),
    ("chance-corrected", {"bound": "1/m", "grade": "strict"}, "the keys are"),
])  # fmt: skip
def test_values_that_are_none(property_id: str, constant: Any, message: str) -> None:
    with pytest.raises(FormulaError) as caught:
        parts(property_id, EveryClasses("BA"), constant)
    assert message in str(caught.value)


def forgeries() -> list[tuple[str, str, dict[str, Any]]]:
    """(measure, property, what is put in place of parts of its verdict)."""
    mean = {"p": 1, "of": "c/b"}
    return [
        ("macro_F1", "class-decomposable", {"constant": mean}),
        ("macro_F1", "class-decomposable", {"constant": {"p": -1, "of": "2*c/(a + b)"}}),
        ("HmacR", "class-decomposable", {"constant": {"p": 1, "of": "a/c"}}),
        ("macro_F1", "chance-corrected", {"constant": {"bound": "1/m^2"}}),
        ("macro_F1", "chance-corrected", {"constant": {"bound": "2/m"}}),
        ("macro_F1", "chance-corrected", {"constant": "1/m"}),
        (
            "macro_F1",
            "class-sensitive",
            {"constant": {"cells": ["TP", "TN"], "matrix": ["1", "1", "1", "1"]}},
        ),
        ("accuracy", "class-sensitive", {"right": FULL}),
        ("accuracy", "class-sensitive", {"power": 1}),
        ("accuracy", "class-decomposable", {"right": 3}),
        ("accuracy", "class-decomposable", {"power": 0}),
        ("accuracy", "class-decomposable", {"power": 9}),
        ("accuracy", "chance-corrected", {"power": 1}),
        ("accuracy", "prevalence-invariant", {"right": 0}),
        ("accuracy", "prevalence-invariant", {"pop": 1}),
        ("kappa_chance", "opitz-monotone", {"right": 1}),
        ("kappa_chance", "opitz-monotone", {"drop": "power"}),
    ]


@pytest.mark.parametrize("number", range(17))
def test_forged_files_are_refused(number: int) -> None:
    text, property_id, change = forgeries()[number]
    data = copy.deepcopy(json.loads(answer(text).to_json()))
    place = OPITZ.index(property_id)
    entry = data["verdicts"][place]
    if "constant" in change:
        entry["every"]["constant"] = change["constant"]
    elif "pop" in change:
        entry["larger"]["proofs"].pop()
    elif "drop" in change:
        del entry["larger"][change["drop"]]
    else:
        entry["larger"] |= change
    with pytest.raises(CertificateError):
        read(data)


def test_a_measure_without_the_property_is_not_proved_to_have_it() -> None:
    """Right of the equation stands another measure each time."""
    for text, constant in (
        ("weighted_F1", {"p": 1, "of": "2*c/(a+b)"}),
        ("kappa_chance", {"p": 1, "of": "c/a"}),
        ("calibrated(macro_F1)", {"p": 1, "of": "2*c/(a+b)"}),
    ):
        data = json.loads(answer("macro_F1").to_json())
        data["measure"] |= {"formula": text, "name": text}
        data["verdicts"][2]["every"]["constant"] = constant
        with pytest.raises(CertificateError):
            read(data)


def test_parameters_keep_their_names() -> None:
    """A parameter may not be called as a letter of a class is in a goal."""
    found = check("a_i2*accuracy", property="class-sensitive", classes="every",
                  assume=["a_i2 > 0"])["class-sensitive"]  # fmt: skip
    assert found.family is None
    found = check("t*accuracy", property="class-sensitive", classes="every", assume=["t > 0"])[
        "class-sensitive"
    ]
    assert found.holds == "for no m >= 2"
