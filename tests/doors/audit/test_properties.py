"""Properties of functions: against the kernel's own counterexamples, and against plain loops."""

from __future__ import annotations

import math
from typing import Any

import pytest

from symbolic_measures.doors.audit.auditing import audit
from symbolic_measures.doors.audit.calls import Calls
from symbolic_measures.doors.audit.properties import ASKED, tried
from symbolic_measures.doors.audit.references import Exact, matrices
from symbolic_measures.doors.audit.signatures import signature_of
from symbolic_measures.meaning.subjects import make_reading, measure

UP_TO = 6


def exact_function(name: str) -> Any:
    exact = Exact(make_reading(measure(name)), {})

    def function(TP: int, FN: int, FP: int, TN: int) -> float:
        number = exact((TP, FN, FP, TN)).number
        return math.nan if number is None else float(number)

    return function


@pytest.mark.parametrize(
    "name", ["F1", "recall", "accuracy", "BA", "kappa", "MCC", "FM", "Gmean", "FNR", "F1_harmonic"]
)
def test_a_right_function_fails_where_the_formula_is_refuted(name: str) -> None:
    """The kernel's smallest counterexample is the function's smallest violation, and so on."""
    calls = Calls(signature_of(exact_function(name)))
    exact = Exact(make_reading(measure(name)), {})
    found = {each.id: each for each in tried(calls, exact, UP_TO, None)}
    assert set(found) == set(ASKED)
    for each in found.values():
        if each.formula.outcome == "proved":
            assert each.outcome == "kept", each.id
        if each.formula.outcome != "refuted":
            continue
        witness = each.formula.witness
        assert each.outcome == "fails", each.id
        assert each.violation.cause == ""
        if witness.minimal and witness.kind != "expectation":
            smallest = tuple(tuple(map(int, matrix)) for matrix in witness.matrices)
            assert each.violation.matrices == smallest, each.id


def values(function: Any) -> dict[tuple[int, ...], float]:
    found = {matrix: function(*matrix) for matrix in matrices(UP_TO)}
    return {matrix: value for matrix, value in found.items() if not math.isnan(value)}


def odd(tp: int, fn: int, fp: int, tn: int) -> float:
    """Broken in a way of its own for each property."""
    return (tp + 2 * tn + 1) / (tp + fn + 3 * fp + 2 * tn + 1 + (fn == 2))


def first(pairs: Any) -> Any:
    """The smallest violation: by the largest n of the two, then the first matrix, the second."""
    return min(pairs, key=lambda pair: (sum(pair[0]), pair), default=None)


def test_against_plain_loops() -> None:
    calls = Calls(signature_of(odd))
    exact = Exact(make_reading(measure("accuracy")), {})
    found = {each.id: each for each in tried(calls, exact, UP_TO, None)}
    known = values(odd)
    swaps = {
        "symmetry": lambda m: (m[0], m[2], m[1], m[3]),
        "class-symmetry": lambda m: (m[3], m[2], m[1], m[0]),
    }
    for name, swap in swaps.items():
        pairs = [(m, swap(m)) for m in known if abs(known[m] - known[swap(m)]) > 1e-9]
        assert found[name].violation.matrices == first(pairs)
        assert found[name].compared == len(known)
    steps = [
        (m, tuple(a + b for a, b in zip(m, step)))
        for m in known
        for step in ((1, -1, 0, 0), (0, -1, 0, 1), (1, 0, -1, 0), (0, 0, -1, 1))
        if m[0] + m[1] and m[2] + m[3] and m[0] + m[2] and m[1] + m[3]
    ]
    down = [(m, n) for m, n in steps if n in known and known[n] < known[m] - 1e-9]
    violation = found["weakly-monotone"].violation
    assert (violation.matrices if violation else None) == first(down)
    doubled = [
        (m, tuple(k * cell for cell in m))
        for m in known
        for k in range(2, UP_TO + 1)
        if k * sum(m) <= UP_TO
    ]
    unequal = [pair for pair in doubled if abs(known[pair[0]] - known[pair[1]]) > 1e-9]
    shown = found["scale-invariance"].violation.matrices
    assert shown in unequal
    assert max(map(sum, shown)) == min(max(map(sum, pair)) for pair in unequal)


def test_an_expectation_by_hand() -> None:
    def balanced(tp: int, fn: int, fp: int, tn: int) -> float:
        return (tp / (tp + fn) + tn / (tn + fp)) / 2 if tp + fn and fp + tn else 0.75

    found = audit(balanced, "BA", up_to=4, numbers=False)
    tried_of = {each.id: each for each in found.properties}
    violation = tried_of["constant-baseline"].violation
    assert violation.sizes
    assert violation.matrices == ((2, 0, 1), (2, 1, 1))
    assert violation.values == ("0.75", "0.5")
    assert violation.cause == "choice"


def test_a_value_outside_the_proved_range() -> None:
    def inflated(tp: int, fn: int, fp: int, tn: int) -> float:
        return 1.5 if (tp, fn, fp, tn) == (2, 0, 0, 1) else (tp + tn) / (tp + fn + fp + tn)

    found = audit(inflated, "accuracy", up_to=5, numbers=False)
    lost = {each.id: each.violation for each in found.lost}
    assert lost["range"].matrices == ((2, 0, 0, 1),)
    assert lost["range"].cause == "difference"


def test_of_several_classes() -> None:
    from doors.audit.faulty import macro_recall

    found = audit(macro_recall, "BA", classes=3, up_to=3, numbers=False)
    assert found.outcome == "agrees"
    kinds = {each.id: each.outcome for each in found.properties}
    assert kinds["class-symmetry"] == "kept"
    assert kinds["scale-invariance"] == "kept"
    assert kinds["symmetry"] == "fails"


def test_a_dissimilarity_is_judged_as_one() -> None:
    found = audit(lambda tp, fn, fp, tn: 1 - tp / (tp + fn + fp), "Jaccard_distance", up_to=5,
                  numbers=False)  # fmt: skip
    kinds = {each.id: each.outcome for each in found.properties}
    assert kinds["maximal-agreement"] == kinds["weakly-monotone"] == "kept"
