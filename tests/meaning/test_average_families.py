"""Averages that fail for every larger number of classes, against averages written out."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from typing import Any

import pytest
from flint import fmpq
from tiers import few

from symbolic_measures import verify
from symbolic_measures.kernel.exact import compare
from symbolic_measures.kernel.truth import evaluator
from symbolic_measures.meaning.average_families import AverageOf, subject_of
from symbolic_measures.meaning.padding import padded
from symbolic_measures.meaning.subjects import make_reading, measure
from symbolic_measures.nouns.errors import CertificateError
from symbolic_measures.nouns.question import Means
from symbolic_measures.questions import kinds
from symbolic_measures.questions.kinds import read

Square = list[list[Fraction]]
Binary = Callable[[Fraction, Fraction, Fraction, Fraction], Fraction]
#: The binary measures by which averagings are refuted, and one more, as (text, conventions).
BINARY: dict[tuple[str, str], Binary] = {
    ("TP+TN", ""): lambda tp, fn, fp, tn: tp + tn,
    ("(TP+TN)/n", ""): lambda tp, fn, fp, tn: (tp + tn) / (tp + fn + fp + tn),
    ("TP+2*TN-FN-FP", ""): lambda tp, fn, fp, tn: tp + 2 * tn - fn - fp,
    ("TP*TN-FN*FP", ""): lambda tp, fn, fp, tn: tp * tn - fn * fp,
    ("(TP+TN)/n", "TP+FN: FP"): lambda tp, fn, fp, tn: (
        fp if tp + fn == 0 else (tp + tn) / (tp + fn + fp + tn)
    ),
    ("TP*TN-FN*FP", "TP+FP: 1"): lambda tp, fn, fp, tn: (
        Fraction(1) if tp + fp == 0 else tp * tn - fn * fp
    ),
    ("FP*(TN+1)", "FP+TN: FN"): lambda tp, fn, fp, tn: fn if fp + tn == 0 else fp * (tn + 1),
}  # fmt: skip


def average(averaging: str, binary: Binary, matrix: Square) -> Fraction:
    """By its definition: each class against the rest."""
    m, n = len(matrix), sum(map(sum, matrix))
    true = [sum(row) for row in matrix]
    own = []
    for i in range(m):
        right = matrix[i][i]
        predicted = sum(row[i] for row in matrix)
        own.append((right, true[i] - right, predicted - right, n - true[i] - predicted + right))
    if averaging == "micro":
        return binary(*(sum(cells) for cells in zip(*own, strict=True)))  # type: ignore[arg-type]
    values = [binary(*cells) for cells in own]
    if averaging == "macro":
        return sum(values, Fraction(0)) / m
    return sum((a * v for a, v in zip(true, values, strict=True)), Fraction(0)) / n


ROWS = ("Macro", "Micro", "Weighted")


@cache
def table(row: str) -> Any:
    kinds.load()
    asked = {"table": "gosgens2021:2", "row": (row,), "every": True}
    work = kinds.KNOWN.work(kinds.KNOWN.question("table", asked), Means(kinds=kinds.KNOWN, jobs=1))
    for _ in work:
        pass
    return work.report()


def binary_of(cell: Any) -> Binary:
    shown = cell.average.example.to_data()["measure"]
    conventions = [f"{c['when']}: {c['value']}" for c in shown.get("conventions") or ()]
    return BINARY[shown["formula"], "".join(conventions)]


def larger(texts: Any, m: int, right: int) -> Square:
    """A matrix of three classes with classes added."""
    found = [[Fraction(0)] * m for _ in range(m)]
    for place, text in enumerate(texts):
        found[place // 3][place % 3] = Fraction(text)
    for i in range(3, m):
        found[i][i] = Fraction(right)
    return found


def violates(property_id: str, one: Square, other: Square, values: list[Fraction]) -> bool:
    m = len(one)
    if property_id == "minimal-agreement" and any(other[i][i] for i in range(m)):
        assert not any(one[i][i] for i in range(m))
        return values[1] <= values[0]
    if property_id == "minimal-agreement":
        return values[0] != values[1]
    if property_id == "symmetry":
        assert all(one[i][j] == other[j][i] for i, j in product(range(m), repeat=2))
        return values[0] != values[1]
    if property_id == "approximate-constant-baseline":
        for matrix in (one, other):
            n, true = sum(map(sum, matrix)), [sum(row) for row in matrix]
            predicted = [sum(row[j] for row in matrix) for j in range(m)]
            assert all(matrix[i][j] * n == true[i] * predicted[j]
                       for i, j in product(range(m), repeat=2))  # fmt: skip
        return values[0] != values[1]
    assert property_id in ("monotone", "strongly-monotone")
    return values[1] <= values[0]


def baseline(averaging: str, binary: Binary, sizes: Any, m: int) -> Fraction:
    """The mean over all predictions of these sizes, by enumeration."""
    numbers = [int(size) for size in sizes]
    true, predicted = (
        [i for i in range(3) for _ in range(own[i])] for own in (numbers[:3], numbers[3:])
    )
    values = []
    for order in set(permutations(predicted)):
        found = [[Fraction(0)] * m for _ in range(m)]
        for i, j in zip(true, order, strict=True):
            found[i][j] += 1
        values.append(average(averaging, binary, found))
    return sum(values, Fraction(0)) / len(values)


@pytest.mark.parametrize("row", few(ROWS, ("Macro",)))
def test_each_mark_is_decided_for_every_m(row: str) -> None:
    found = table(row)
    for cell in found.cells:
        wanted = {"proved": "m >= 3", "refuted": "for no m >= 3"}[cell.verdict.outcome]
        assert cell.every.holds == wanted, (cell.row, cell.column)
        assert f"For every m: {cell.verdict.outcome}; {wanted}." in cell.note
    assert [item for item in verify(json.loads(found.to_json())) if item.problem] == []


@pytest.mark.parametrize("row", few(ROWS, ("Macro",)))
def test_counterexamples_are_some_at_each_larger_m(row: str) -> None:
    """By definitions that share nothing with the package."""
    seen = set()
    for cell in table(row).cells:
        if cell.verdict.outcome != "refuted":
            continue
        binary, averaging, witness = binary_of(cell), cell.row.lower(), cell.verdict.witness
        family = cell.every.family
        for m in (3, 4, 5):
            if witness.kind == "pair":
                one, other = (larger(own, m, family.right) for own in witness.matrices)
                values = [average(averaging, binary, matrix) for matrix in (one, other)]
                assert violates(cell.verdict.property, one, other, values)
            elif witness.kind == "expectation":
                assert family.right == 0
                one, two = (baseline(averaging, binary, sizes, m) for sizes in witness.matrices)
                assert one != two
            else:
                continue
            seen.add((cell.row, cell.column))
    assert len(seen) == {"Macro": 5, "Micro": 4, "Weighted": 6}[row]  # but of three labelings


@pytest.mark.parametrize("averaging", ["micro", "macro", "weighted"])
def test_an_average_in_sums_is_the_average(averaging: str) -> None:
    for (text, said), binary in BINARY.items():
        given = [said.replace(":", " == 0:")] if said else []
        reading = make_reading(measure(text), given)
        subject = AverageOf(text, least=3, averaging=averaging, binary=reading)
        for right, m in product((0, 1), (4, 5)):
            filled = padded(subject, 3, right)
            run = evaluator(filled.formula)
            for seed in range(12):
                cells = [(seed * 7 + 5 * place) % 11 // 4 for place in range(9)]
                cells = cells if any(cells) else [1] * 9
                place = dict(zip(filled.measure.cells, map(fmpq, cells), strict=True))
                matrix = larger(cells, m, right)
                expected = average(averaging, binary, matrix)
                found = run({**place, "m": fmpq(m)})
                assert compare(found, fmpq(expected.numerator, expected.denominator)) == 0
                whole = [int(cell) for row in matrix for cell in row]
                assert compare(subject.at(m).value_at(whole), found) == 0


@pytest.mark.parametrize("change", ["right", "proofs", "none", "holds", "proved", "missing"])
def test_forged_tables_are_refused(change: str) -> None:
    data = copy.deepcopy(json.loads(table("Macro").to_json()))
    cells = {cell["column"]: cell for cell in data["cells"]}
    if change == "right":
        cells["Min"]["every"]["larger"]["right"] = 1
    elif change == "proofs":
        cells["Mon"]["every"]["larger"]["proofs"].pop()
    elif change == "none":
        cells["Mon"]["every"]["larger"] = None
    elif change == "holds":
        cells["Max"]["every"]["holds"] = "m >= 2"
    elif change == "proved":
        cells["Max"]["every"]["larger"] = cells["Min"]["every"]["larger"]
    else:
        del cells["Sym"]["every"]
    with pytest.raises(CertificateError):
        read(data)


def test_what_is_kept_has_no_family() -> None:
    kept = next(cell.average for cell in table("Macro").cells if cell.verdict.outcome == "proved")
    with pytest.raises(CertificateError, match="no average of all matrices fails"):
        subject_of(kept)
