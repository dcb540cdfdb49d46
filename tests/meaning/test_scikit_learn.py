"""The reading `scikit-learn` against the library itself, at every small matrix."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import numpy as np
import pytest
import sklearn
from sklearn import metrics
from tiers import few

from symbolic_measures import FormulaError, check, verify
from symbolic_measures.doors.values.exact import floating
from symbolic_measures.kernel.exact import UndefinedError
from symbolic_measures.meaning import scikit_learn
from symbolic_measures.meaning.subjects import make_reading, measure
from symbolic_measures.nouns.confusion import compositions

F = metrics.f1_score
R = metrics.recall_score
P = metrics.precision_score
Calls = Callable[[np.ndarray, np.ndarray], float]


def of(function: Any, **options: Any) -> Calls:
    """The function with these options."""
    return lambda true, predicted: float(function(true, predicted, **options))


#: Formula, number of classes, and what calls of the library give.
CASES: list[tuple[str, int, Calls]] = [
    ("recall", 2, of(R)),
    ("TP/(FN+TP)", 2, of(R)),
    ("specificity", 2, of(R, pos_label=0)),
    ("NPV", 2, of(P, pos_label=0)),
    ("recall + precision", 2, lambda t, p: R(t, p) + P(t, p)),
    ("recall*specificity", 2, lambda t, p: R(t, p) * R(t, p, pos_label=0)),
    ("2*BA - 1", 2, lambda t, p: 2 * metrics.balanced_accuracy_score(t, p) - 1),
    ("(F1 + MCC)/2", 2, lambda t, p: (F(t, p) + metrics.matthews_corrcoef(t, p)) / 2),
    ("F_beta(2)", 2, of(metrics.fbeta_score, beta=2)),
    ("F0.5 - F1", 2, lambda t, p: metrics.fbeta_score(t, p, beta=0.5) - F(t, p)),
    ("Jaccard^2", 2, lambda t, p: metrics.jaccard_score(t, p) ** 2),
    ("macro(F1)", 2, of(F, average="macro")),
    ("macro(F1)", 3, of(F, average="macro")),
    ("macro(recall)", 3, of(R, average="macro")),
    ("macro(precision)", 3, of(P, average="macro")),
    ("macro(Jaccard)", 3, of(metrics.jaccard_score, average="macro")),
    ("macro(F2)", 3, of(metrics.fbeta_score, beta=2, average="macro")),
    ("macro_F1", 3, of(F, average="macro")),
    ("macro_precision", 3, of(P, average="macro")),
    ("weighted(F1)", 3, of(F, average="weighted")),
    ("weighted(precision)", 3, of(P, average="weighted")),
    ("weighted(recall)", 3, of(R, average="weighted")),
    ("weighted_F1", 3, of(F, average="weighted")),
    ("micro(F1)", 3, of(F, average="micro")),
    ("micro(Jaccard)", 3, of(metrics.jaccard_score, average="micro")),
    ("BA", 3, of(metrics.balanced_accuracy_score)),
    ("CC", 3, of(metrics.matthews_corrcoef)),
    ("accuracy", 3, of(metrics.accuracy_score)),
    ("macro(F1) - CC", 3, None),  # type: ignore[list-item]
    ("macro(F1)", 4, of(F, average="macro")),
    ("weighted(F1)", 4, of(F, average="weighted")),
    ("BA", 4, of(metrics.balanced_accuracy_score)),
]
#: The first is the positive class of two: label 1.
LABELS = {2: (1, 0), 3: (0, 1, 2), 4: (0, 1, 2, 3)}


def labelings(cells: tuple[int, ...], classes: int) -> tuple[np.ndarray, np.ndarray]:
    """Truth and prediction with that matrix."""
    names = LABELS[classes]
    pairs = [(t, p) for t in names for p in names]
    true = [pair[0] for pair, count in zip(pairs, cells, strict=True) for _ in range(count)]
    told = [pair[1] for pair, count in zip(pairs, cells, strict=True) for _ in range(count)]
    return np.array(true), np.array(told)


def matrices(classes: int) -> Iterator[tuple[int, ...]]:
    """Every small matrix."""
    most = {2: 5, 3: 3, 4: 2}[classes]
    return (cells for n in range(1, most + 1) for cells in compositions(n, classes**2))


def test_the_version_is_that_of_the_library() -> None:
    assert sklearn.__version__.split(".")[:2] == scikit_learn.VERSION.split(".")[:2]


CALLED = [case for case in CASES if case[2] is not None]


@pytest.mark.parametrize(("text", "classes", "call"), few(CALLED, 8, unpack=True))
def test_the_value_is_that_of_the_library(text: str, classes: int, call: Calls) -> None:
    reading = make_reading(measure(text, classes=classes), (), "scikit-learn")
    for cells in matrices(classes):
        true, told = labelings(cells, classes)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            theirs = call(true, told)
        try:
            ours = floating(reading.value_at(cells))
        except UndefinedError:
            ours = float("nan")
        assert ours == pytest.approx(theirs, abs=1e-12, nan_ok=True), (text, cells)


def test_a_mean_that_is_a_part_of_a_formula_keeps_what_is_undefined() -> None:
    """Only a measure that is a mean leaves out classes; its terms are 0 in any case."""
    found = make_reading(measure("macro(F1) - CC", classes=3), (), "scikit-learn").conventions
    assert all(item.term is not None for item in found)


@pytest.mark.parametrize("text", ["TP/n", "TP*TN", "kappa/2 + TP/n^2 - 1/2*TN"])
def test_a_formula_without_a_known_term_is_refused(text: str) -> None:
    if "kappa" in text:
        assert make_reading(measure(text), (), "scikit-learn").conventions == ()
        return
    with pytest.raises(FormulaError, match="says nothing about"):
        make_reading(measure(text), (), "scikit-learn")


def test_what_is_said_names_the_function_and_the_version() -> None:
    reading = make_reading(measure("recall + F3"), (), "scikit-learn")
    sources = [item.source for item in reading.conventions]
    assert sources == [
        "scikit-learn 1.9.1, sklearn.metrics.recall_score",
        "scikit-learn 1.9.1, sklearn.metrics.fbeta_score",
    ]


@pytest.mark.parametrize(("text", "classes"), [("2*BA - 1", 2), ("macro(F1)", 3)])
def test_a_verdict_in_this_reading_verifies(text: str, classes: int) -> None:
    report = check(text, ["symmetry", "undefined-set"][: 4 - classes], classes=classes,
                   reading="scikit-learn")  # fmt: skip
    data = report.to_data()
    assert data["measure"]["conventions"]
    assert not any(item.problem for item in verify(data))
    data["measure"]["conventions"] = list(islice(data["measure"]["conventions"], 1, None))
    with pytest.raises(Exception, match="not those of the reading"):
        list(verify(data))
