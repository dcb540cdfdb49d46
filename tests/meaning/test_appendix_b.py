"""Appendix B of gosgens2021 for several classes, against what it says, at every small matrix."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from flint import fmpq

from symbolic_measures import FormulaError, check, verify
from symbolic_measures.kernel.exact import UndefinedError, Value, compare
from symbolic_measures.meaning.appendix_b import NAME
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.subjects import make_reading, measure
from symbolic_measures.nouns.confusion import compositions

Rows = list[list[int]]


def sizes(rows: Rows) -> tuple[list[int], list[int], list[int], int]:
    """True sizes, predicted sizes, right elements, all."""
    true = [sum(row) for row in rows]
    predicted = [sum(column) for column in zip(*rows, strict=True)]
    return true, predicted, [row[i] for i, row in enumerate(rows)], sum(true)


def recall(c: int, a: int, b: int, n: int) -> Fraction:
    return Fraction(c, a) if a else Fraction(b, n)


def precision(c: int, a: int, b: int, n: int) -> Fraction:
    return recall(c, b, a, n)


def f1(c: int, a: int, b: int, n: int) -> Fraction:
    return Fraction(2 * c, a + b) if a + b else Fraction(1)


def jaccard(c: int, a: int, b: int, n: int) -> Fraction:
    return Fraction(c, a + b - c) if a + b else Fraction(1)


Term = Callable[[int, int, int, int], Fraction]


def macro(*terms: Term) -> Callable[[Rows], Fraction]:
    """The mean over classes, and over the terms."""

    def value(rows: Rows) -> Fraction:
        a, b, c, n = sizes(rows)
        found = [term(c[i], a[i], b[i], n) for i in range(len(rows)) for term in terms]
        return sum(found, Fraction(0)) / len(found)

    return value


def weighted(term: Term) -> Callable[[Rows], Fraction]:
    def value(rows: Rows) -> Fraction:
        a, b, c, n = sizes(rows)
        return sum((a[i] * term(c[i], a[i], b[i], n) for i in range(len(rows))), Fraction(0)) / n

    return value


MEANS = {
    "BA": macro(recall),
    "macro(recall)": macro(recall),
    "SBA": macro(recall, precision),
    "macro_precision": macro(precision),
    "macro(precision)": macro(precision),
    "macro_F1": macro(f1),
    "macro(F1)": macro(f1),
    "macro(Jaccard)": macro(jaccard),
    "macro_Jaccard": macro(jaccard),
    "weighted(precision)": weighted(precision),
    "weighted_precision": weighted(precision),
    "weighted_F1": weighted(f1),
}
#: What a measure is where both labelings are constant (with one class, or with two), or one is.
CONSTANT = {
    "CC": ("1", "-1", "0"), "CD": ("0", "1", "1/2"), "2*CC + 1": ("3", "-1", "1"),
    "kappa": ("1", None, None), "kappa_chance": ("1", None, None), "kappa + 1": ("2", None, None),
}  # fmt: skip


def matrices(classes: int, most: int) -> list[tuple[int, ...]]:
    return [cells for n in range(1, most + 1) for cells in compositions(n, classes * classes)]


def rows_of(cells: tuple[int, ...], classes: int) -> Rows:
    return [list(cells[classes * i : classes * (i + 1)]) for i in range(classes)]


def read(text: str, classes: int) -> tuple[Reading, Reading]:
    subject = measure(text, classes=classes)
    return Reading(subject), make_reading(subject, (), NAME)


def literal_value(reading: Reading, cells: tuple[int, ...]) -> Value | None:
    try:
        return reading.value_at(cells)
    except UndefinedError:
        return None


def same(value: Value, wanted: str | Fraction) -> bool:
    exact = Fraction(wanted)
    return compare(value, fmpq(exact.numerator, exact.denominator)) == 0


@pytest.mark.parametrize("text", MEANS)
@pytest.mark.parametrize(("classes", "most"), [(3, 3), (4, 1)])
def test_means_over_classes(text: str, classes: int, most: int) -> None:
    """Defined everywhere, with the value that is counted here."""
    literal, reading = read(text, classes)
    undefined = 0
    for cells in matrices(classes, most):
        value = reading.value_at(cells)
        assert same(value, MEANS[text](rows_of(cells, classes))), cells
        own = literal_value(literal, cells)
        undefined += own is None
        assert own is None or compare(own, value) == 0, cells
    assert undefined


@pytest.mark.parametrize("text", CONSTANT)
@pytest.mark.parametrize(("classes", "most"), [(3, 3), (4, 2)])
def test_constant_labelings(text: str, classes: int, most: int) -> None:
    literal, reading = read(text, classes)
    seen = set()
    for cells in matrices(classes, most):
        a, b, _, n = sizes(rows_of(cells, classes))
        kind = None
        if n in a and n in b:
            kind = 0 if a.index(n) == b.index(n) else 1
        elif n in a or n in b:
            kind = 2
        own = literal_value(literal, cells)
        if kind is not None and CONSTANT[text][kind] is not None:
            assert own is None
            assert same(reading.value_at(cells), str(CONSTANT[text][kind])), cells
            seen.add(kind)
        else:
            assert own is not None, cells
            assert compare(own, reading.value_at(cells)) == 0, cells
    assert seen == {kind for kind in range(3) if CONSTANT[text][kind] is not None}


@pytest.mark.parametrize("text", ["kappa", "CC", "CD"])
def test_a_class_without_elements_changes_nothing(text: str) -> None:
    """It is the reading of two classes where the third one is empty."""
    two, three = make_reading(measure(text), (), NAME), read(text, 3)[1]
    for tp, fn, fp, tn in compositions(3, 4):
        cells = (tp, fn, 0, fp, tn, 0, 0, 0, 0)
        assert compare(two.value_at((tp, fn, fp, tn)), three.value_at(cells)) == 0


@pytest.mark.parametrize("text", ["accuracy", "CE"])
def test_what_has_a_value_everywhere_is_left_as_it_is(text: str) -> None:
    assert read(text, 3)[1].conventions == ()


@pytest.mark.parametrize(
    "text", ["Scott_pi", "micro_F1", "sum(c)/n + sum(a*b)/n^2", "macro(kappa)"]
)
def test_what_it_does_not_speak_of_is_refused_or_read_class_by_class(text: str) -> None:
    if text == "macro(kappa)":
        assert len(read(text, 3)[1].conventions) == 3
        return
    with pytest.raises(FormulaError, match="says nothing about"):
        read(text, 3)


def test_balanced_accuracy_of_one_element() -> None:
    """The classes that do not occur count 0 if the element is right, and one of them 1 if not: the
    baseline is kept, and maximal agreement is lost."""
    asked = ["maximal-agreement", "approximate-constant-baseline"]
    found = check("BA", property=asked, classes=3, reading=NAME)
    assert [verdict.outcome for verdict in found.verdicts] == ["refuted", "proved"]
    assert found["maximal-agreement"].witness.values == ("1/3", "1/3")
    assert not any(item.problem for item in verify(found.to_data()))
