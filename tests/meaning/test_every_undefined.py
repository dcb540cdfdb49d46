"""Where a measure is undefined, for every number of classes, against matrices one by one."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any, cast

import pytest
from slow_many_classes import Square, margins, of_size, some, value_of
from slow_positive import MEASURES
from tiers import few

from symbolic_measures import check, verify
from symbolic_measures.doors.cli import main
from symbolic_measures.kernel.exact import UndefinedError
from symbolic_measures.meaning.every_class import EveryClasses
from symbolic_measures.meaning.every_parts import parts
from symbolic_measures.meaning.every_report import EveryReport
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.search import every_class
from symbolic_measures.search.effort import MILLION, Effort

Where = Callable[[list[int], list[int], list[int], int], bool]
#: Where measures are undefined, in true and predicted sizes, right ones, n.
UNDEFINED: dict[str, Where] = {
    "accuracy": lambda a, b, c, n: False,
    "Bennett_S": lambda a, b, c, n: False,
    "AC1": lambda a, b, c, n: False,
    "BA": lambda a, b, c, n: 0 in a,
    "HmacR": lambda a, b, c, n: 0 in c,
    "macro_precision": lambda a, b, c, n: 0 in b,
    "SBA": lambda a, b, c, n: 0 in a or 0 in b,
    "macro_F1": lambda a, b, c, n: any(x + y == 0 for x, y in zip(a, b, strict=True)),
    "weighted_F1": lambda a, b, c, n: any(x + y == 0 for x, y in zip(a, b, strict=True)),
    "macro_Jaccard": lambda a, b, c, n: any(x + y == 0 for x, y in zip(a, b, strict=True)),
    "macro_specificity": lambda a, b, c, n: n in a,
    "kappa": lambda a, b, c, n: any(x == y == n for x, y in zip(a, b, strict=True)),
    "kappa_chance": lambda a, b, c, n: any(x == y == n for x, y in zip(a, b, strict=True)),
    "CC": lambda a, b, c, n: n in a or n in b,
    "CD": lambda a, b, c, n: n in a or n in b,
    "Peirce": lambda a, b, c, n: n in a,
    "Bangdiwala_B": lambda a, b, c, n: all(x * y == 0 for x, y in zip(a, b, strict=True)),
    "sum(c)/(n-sum(c))": lambda a, b, c, n: sum(c) == n,
    "macro(MCC)": lambda a, b, c, n: not {0, n}.isdisjoint((*a, *b)),
    "micro(F1)": lambda a, b, c, n: False,
    "mean(c/(a*b))": lambda a, b, c, n: 0 in a or 0 in b,
}


def decided(text: str) -> EveryReport:
    return cast(EveryReport, check(text, property="undefined-set", classes="every"))


def matrices(m: int) -> list[Square]:
    sizes = {2: (1, 2, 3, 4), 3: (1, 2), 4: (1,)}[m]
    return [matrix for n in sizes for matrix in of_size(m, n)] + list(some(m, 40))


@pytest.mark.parametrize("text", few(UNDEFINED, ("accuracy", "BA", "kappa", "HmacR")))
def test_where_measures_are_undefined(text: str) -> None:
    """Proved for every m; what the certificate says is so of each matrix, by its definition."""
    report = decided(text)
    found = report["undefined-set"]
    assert (found.outcome, found.holds) == ("proved", "m >= 2")
    assert found.proof is not None
    assert not any(item.problem for item in verify(json.loads(report.to_json())))
    value, seen = found.proof.constant, set()
    for m in (2, 3, 4):
        reading = EveryClasses(text).at(m)
        for matrix in matrices(m):
            true, predicted, n = margins(matrix)
            right = [row[i] for i, row in enumerate(matrix)]
            if not n:
                continue
            expected = UNDEFINED[text](true, predicted, right, n)
            try:
                reading.value_at(tuple(cell for row in matrix for cell in row))
                assert not expected
            except UndefinedError:
                assert expected
            if text in MEASURES:
                assert (value_of(MEASURES[text], matrix) is None) is expected
            assert said(value, true, predicted, right, n) is expected
            seen.add(expected)
    assert seen == (
        {False} if text in ("accuracy", "Bennett_S", "AC1", "micro(F1)") else {False, True}
    )


def said(value: Any, true: list[int], predicted: list[int], right: list[int], n: int) -> bool:
    """Whether something is 0 in some class, or of sums: as the texts say, read by Python."""
    found = False
    for text in value["classes"]:
        for a, b, c in zip(true, predicted, right, strict=True):
            found |= eval(text, {"a": a, "b": b, "c": c, "n": n, "m": len(true)}) == 0
    for text in value["sums"]:
        terms = [dict(zip("abc", own, strict=True)) for own in
                 zip(true, predicted, right, strict=True)]  # fmt: skip
        found |= added(text, terms, {"n": n, "m": len(true)}) == 0
    return found


def added(text: str, terms: list[dict[str, int]], known: dict[str, int]) -> int:
    """The value of a text in which sum(E) is the sum over classes."""
    while (start := text.find("sum(")) >= 0:
        depth, end = 1, start + 4
        while depth:
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        inner = text[start + 4 : end - 1]
        whole = sum(eval(inner, {**own, **known}) for own in terms)
        text = f"{text[:start]}({whole}){text[end:]}"
    return int(eval(text, dict(known)))


WRONG = [
    ("BA", [], []), ("BA", ["b"], []), ("BA", ["a", "b"], []), ("BA", ["a*b"], []),
    ("BA", ["c"], []), ("BA", ["a - c"], []), ("BA", ["a + b"], []), ("BA", ["a - n"], []),
    ("BA", [], ["sum(a*b)"]), ("BA", ["a"], ["sum(c)"]), ("BA", [], ["n"]), ("BA", ["a - 1"], []),
    ("accuracy", ["a"], []), ("accuracy", [], ["sum(c)"]), ("accuracy", [], ["0"]),
    ("kappa", [], []), ("kappa", ["n - a"], []), ("kappa", [], ["n^2-sum(a^2)"]),
    ("kappa", [], ["n^2-sum(a*b)", "n^2-sum(b^2)"]), ("CC", [], ["n^2-sum(a^2)"]),
    ("CC", [], ["n^2-sum(a^2)", "n^2-sum(b^2)", "n*sum(c)-sum(a*b)"]), ("macro_F1", ["a"], []),
    ("macro_F1", ["a+b", "b"], []), ("HmacR", ["a"], []), ("macro_F1", ["a+b-c-1"], []),
    ("accuracy/(3-m)", [], []), ("accuracy/(m-2)", [], []), ("1/(m*sum(c)-n)", [], ["sum(c)"]),
]  # fmt: skip


def test_what_is_shown_of_where_it_is_undefined() -> None:
    """Of each place that there is no value, of each sum that it has one elsewhere, and of both."""
    value = {"classes": ["a", "a + b - c"], "sums": ["n - 1", "sum(c)"]}
    found = parts("undefined-set", EveryClasses("mean(c/a)/sum(c)"), value)
    assert [part.label for part in found] == [
        "undefined where a = 0 in a class", "undefined where a + b - c = 0 in a class",
        "undefined where n - 1 = 0", "undefined where sum(c) = 0",
        "c/a is defined in every other class", "c is defined in every other class",
        "defined everywhere else",
    ]  # fmt: skip


@pytest.mark.parametrize(("text", "classes", "sums"), few(WRONG, 7, unpack=True))
def test_what_is_not_where_it_is_undefined_is_not_proved(
    text: str, classes: list[str], sums: list[str]
) -> None:
    value, effort = {"classes": classes, "sums": sums}, Effort(60, 3 * MILLION)
    with pytest.raises((FormulaError, RuntimeError), match=r"open|stopped"):
        every_class._of_parts("undefined-set", EveryClasses(text), value, effort)


@pytest.mark.parametrize(("value", "problem"), [
    (None, "a constant is given"), ({"classes": ["a"]}, "malformed"),
    ({"classes": "a", "sums": []}, "malformed"), ({"classes": [1], "sums": []}, "malformed"),
    ({"classes": ["a"], "sums": [], "more": []}, "malformed"),
    ({"classes": ["1/a"], "sums": []}, "no polynomial"),
    ({"classes": ["a^(1/2)"], "sums": []}, "no polynomial"),
    ({"classes": ["a^(1/3)"], "sums": []}, "no polynomial"),
    ({"classes": ["a^(-1)"], "sums": []}, "no polynomial"),
    ({"classes": ["a^0.5"], "sums": []}, "no polynomial"),
    ({"classes": ["a^0"], "sums": []}, "no polynomial"),
    ({"classes": ["sum(c)"], "sums": []}, "another sum"),
    ({"classes": ["a)+sum(b"], "sums": []}, "one class"),
    ({"classes": ["q"], "sums": []}, "unknown name"), ({"classes": [], "sums": ["a"]}, "name"),
    ({"classes": [], "sums": ["sum(c/a)"]}, "no polynomial"),
    ({"classes": [], "sums": ["x"]}, "unknown name"),
])  # fmt: skip
def test_what_is_no_undefined_set_is_refused(value: Any, problem: str) -> None:
    with pytest.raises(FormulaError, match=problem):
        parts("undefined-set", EveryClasses("BA"), value)


@pytest.mark.parametrize("value", [
    {"classes": ["b"], "sums": []}, {"classes": [], "sums": []}, {"classes": ["a*b"], "sums": []},
    {"classes": ["a", "a"], "sums": []},
])  # fmt: skip
def test_a_file_that_says_something_else_is_refused(value: Any) -> None:
    data = copy.deepcopy(json.loads(decided("BA").to_json()))
    data["verdicts"][0]["every"]["constant"] = value
    assert any(item.problem for item in verify(data))


@pytest.mark.parametrize("m", [2, 3])
def test_a_verdict_on_more_classes_than_two_is_refused(m: int) -> None:
    """The undefined set at two classes is by zero cells; at three there is no such property."""
    one = json.loads(check("TP/(TP+FN)", property="undefined-set").to_json())["verdicts"][0]
    data = json.loads(decided("1/(m-2)").to_json() if m == 3 else decided("CE").to_json())
    data["verdicts"][0]["at"] = [{"classes": 2, "verdict": one}, {"classes": 3, "verdict": one}]
    assert any(item.problem for item in verify(data))


def test_what_is_not_stated_says_so(capsys: Any) -> None:
    """Sums over pairs, calibrated measures; and a number of classes above two."""
    for text, words in (("CE", "pairs"), ("calibrated(mean(c/b))", "no equations")):
        found = decided(text)["undefined-set"]
        assert found.outcome == "undecided"
        assert words in found.reason
    with pytest.raises(FormulaError, match="calibration"):
        parts("undefined-set", EveryClasses("calibrated(mean(c/b))"), {"classes": [], "sums": []})
    assert main(["check", "BA", "--classes", "3", "--property", "undefined-set"]) == 2
    assert "undefined-set is about two classes" in capsys.readouterr().err


def test_how_it_is_said(capsys: Any) -> None:
    for text, words in (("accuracy", "defined everywhere"), ("BA", "some class has a = 0"),
                        ("CC", "undefined exactly where")):  # fmt: skip
        assert main(["check", text, "--classes", "every", "--property", "undefined-set"]) == 0
        told = " ".join(capsys.readouterr().out.split())
        assert words in told
