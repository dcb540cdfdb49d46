"""c/0 and log 0 as values: against arithmetic with infinities, by hand, and as forged files."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, islice
from pathlib import Path
from typing import Any

import pytest
import slow_extended
from asking import check
from enumeration import disagreements
from enumeration_of_sections import wrong
from flint import fmpq
from random_formulas import random_quotients
from slow_definitions import (
    DEFINITIONS,
    BeyondUsError,
    Number,
    UndefinedHereError,
    Values,
    compared,
    real,
    sign,
)
from slow_tetrahedron import TETRAHEDRON
from tiers import exhaustive, few

from symbolic_measures import completion, decide_table, threshold
from symbolic_measures.doors.cli import main
from symbolic_measures.kernel.evaluation import compile_formula
from symbolic_measures.kernel.exact import InfiniteError, UndefinedError, Value, compare, show
from symbolic_measures.meaning.extended import EXTENDED, Signs, extended
from symbolic_measures.meaning.measure import Measure, Reading
from symbolic_measures.meaning.measures import MEASURES
from symbolic_measures.meaning.opitz import OPITZ
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.readings import known_readings
from symbolic_measures.meaning.scales import SCALES
from symbolic_measures.meaning.subjects import make_reading, measure
from symbolic_measures.meaning.supports import SUPPORTS
from symbolic_measures.nouns.confusion import CELLS, compositions
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.parser import parse
from symbolic_measures.questions.kinds import document, verify
from symbolic_measures.report.prose import text

RANDOM = random_quotients(1_000)
HALF = Fraction(1, 2)
MATRICES = [
    *(tuple(map(Fraction, cells)) for n in range(1, 4) for cells in compositions(n, 4)),
    *((HALF, HALF, Fraction(0), Fraction(2)), (Fraction(0), HALF, Fraction(3), Fraction(1, 3))),
]
PARAMETERS = (Fraction(1), Fraction(1, 3), Fraction(5, 2))


def _subject(formula: str) -> Measure:
    """The measure of a text in which `a` is a parameter > 0."""
    return measure(formula, assume=["a > 0"] if re.search(r"\ba\b", formula) else [])


@cache
def _covered(formula: str) -> Reading | None:
    """None where the reading is refused."""
    try:
        return make_reading(_subject(formula), (), EXTENDED)
    except FormulaError:
        return None


def _readings(formulas: Iterable[str]) -> Iterator[tuple[str, Reading]]:
    """Each formula that is covered, with its reading."""
    for formula in formulas:
        if (found := _covered(formula)) is not None:
            yield formula, found


def _points(subject: Measure) -> Iterator[dict[str, Fraction]]:
    for value in PARAMETERS if subject.parameters else PARAMETERS[:1]:
        yield dict.fromkeys(subject.parameters, value)


def _exact(tree: Formula, at: dict[str, Fraction]) -> Value | int | None:
    """The value by the kernel: a number, 1 or -1 where infinite, None where undefined."""
    point = {name: fmpq(value.numerator, value.denominator) for name, value in at.items()}
    try:
        return compile_formula(tree)(point)
    except InfiniteError as error:
        return error.sign
    except UndefinedError:
        return None


def _same(ours: Value | int | None, slow: Number | None) -> bool:
    """Whether the two are one value."""
    if slow is None or ours is None:
        return slow is ours
    if slow_extended.infinite(slow) or isinstance(ours, int):
        return isinstance(ours, int) and slow_extended.infinite(slow) and ours == sign(slow)
    shown = show(ours)
    if isinstance(shown, str):
        return compared(slow_extended.value_of(parse(shown, names={}), {}), slow) == 0
    low, high = map(Fraction, shown)
    return real(low) <= real(slow) <= real(high)


# --- the construction -----------------------------------------------------------------------


def test_many_random_formulas_are_covered() -> None:
    kinds = [found.extended and found.extended.low for _, found in _readings(RANDOM)]
    assert len(RANDOM) // 3 < len(kinds) < len(RANDOM)
    assert all(kinds.count(kind) > 10 for kind in (None, -1, 0))


@pytest.mark.parametrize("start", range(0, len(RANDOM), 25))
def test_values_and_their_order(start: int) -> None:
    """What is shown is what arithmetic with oo gives; what is compared has the order of that."""
    for formula, found in _readings(RANDOM[start : start + 25]):
        for given in _points(found.measure):
            slow, order = Values(found, given), []
            for matrix in MATRICES:
                at = {**dict(zip(CELLS, matrix, strict=True)), **given}
                try:
                    value = slow(matrix)
                except BeyondUsError:
                    continue
                assert _same(_exact(found.shown, at), value), (formula, at, value)
                place = _exact(found.formula, at)
                assert (place is None) == (value is None), (formula, at)
                if value is not None:
                    order.append((value, place))
            for (here, low), (there, high) in combinations(order, 2):
                assert compare(low, high) == compared(here, there), (formula, here, there)


@pytest.mark.parametrize("start", range(0, len(RANDOM), 25))
def test_signs_are_seen_only_where_they_are(start: int) -> None:
    """Every part of a formula has one of the signs seen of it, wherever it has a value."""
    for formula, found in _readings(RANDOM[start : start + 25]):
        signs = Signs(found.measure)
        for given in _points(found.measure):
            for matrix in MATRICES:
                at = {**dict(zip(CELLS, matrix, strict=True)), **given}
                support = tuple(name for name in CELLS if at[name])
                for node in found.measure.formula.walk():
                    value = _exact(node, at)
                    seen = signs._at(support, node)
                    if value is not None:
                        assert compare(value, fmpq(0)) in seen, (formula, node, at)


def test_signs_of_parameters() -> None:
    """Bounds on a parameter alone tell its sign; nothing else does."""
    every = {-1, 0, 1}
    told: dict[str, set[int]] = {
        "a > 0": {1}, "a >= 0": {0, 1}, "a < 0": {-1}, "a <= 0": {-1, 0}, "a >= 1/3": {1},
        "2*a < -1": {-1}, "-1 < -1 - 2*a": {-1}, "a != 0": {-1, 1}, "a == 2": {1}, "a > -1": every,
        "a^2 > 1": every, "1/a > 0": every, "a < 1": every,
    }  # fmt: skip
    for condition, expected in told.items():
        subject = measure("a*TP", assume=[condition])
        assert Signs(subject).of(parse("a", parameters=["a"])) == expected, condition
    two = measure("a*TP+b", assume=["a > b", "b > 0"])
    assert Signs(two).of(parse("a", parameters=["a"])) == every


R_OF = [
    ("LOR", "TP*TN/(TP*TN + FN*FP)", "log(R/(1 - R))", 0),
    ("log(TP)+log(TN)-log(FN)-log(FP)", "TP*TN/(TP*TN + FN*FP)", "log(R/(1 - R))", 0),
    ("log(TP/FN)", "TP/(TP + FN)", "log(R/(1 - R))", 0),
    ("-2*log(TP/FN)+1", "FN/(FN + TP)", "2*log(R/(1 - R)) + 1", 0),
    ("TP*TN/(FN*FP)", "TP*TN/(TP*TN + FN*FP)", "R/(1 - R)", -1),
    ("-(TP/FN)", "-TP/(TP + FN)", "R/(1 + R)", -1),
    ("(TP-FN)/FP", "(TP - FN)/(Abs(TP - FN) + FP)", "R/(1 - Abs(R))", -1),
    ("1-TP/FN", "(FN - TP)/(Abs(FN - TP) + FN)", "R/(1 - Abs(R))", -1),
    ("(TP/FN)/(FP/TN)", "TP*TN/(TP*TN + FN*FP)", "R/(1 - R)", -1),
    ("TP^-2", "1/(1 + TP**2)", "R/(1 - R)", -1),
]


@pytest.mark.parametrize(("formula", "order", "value", "low"), R_OF)
def test_what_is_compared(formula: str, order: str, value: str, low: int) -> None:
    found = extended(measure(formula))
    assert found is not None
    assert (str(found.order), str(found.value), found.low) == (order, value, low)


def test_a_parameter_keeps_its_letter() -> None:
    found = extended(measure("R*TP/FN", assume=["R > 0"]))
    assert found is not None
    assert (found.letter, str(found.value)) == ("Q", "Q/(1 - Q)")


LITERAL = ["F1", "F1_harmonic", "CC", "kappa_chance", "OP", "IBA_F_beta", "GM_2", "log(TP+1)",
           "TP/(FN+1)", "(TP-FN)/n", "(TP-FN)/(TP-FN)", "acos(CC)"]  # fmt: skip


@pytest.mark.parametrize("formula", LITERAL)
def test_where_nothing_infinite_arises(formula: str) -> None:
    subject = measure(formula)
    found = make_reading(subject, (), EXTENDED)
    assert found.extended is None
    assert found.formula == found.shown == subject.formula
    assert EXTENDED not in known_readings(subject)


REFUSED = [
    ("1/(1/FN+1/FP)", "1/FN + 1/FP: a sum of two parts that may be infinite"),
    ("TP/FN-TN/FP", "TP/FN - TN/FP: a sum of two parts that may be infinite"),
    ("1/(TP-FN)", "1/(TP - FN): its denominator is not seen to be >= 0"),
    ("TP/(-FN)", "TP/-FN: its denominator is not seen to be >= 0"),
    ("log(TP-FN)", "log(TP - FN): its argument is not seen to be >= 0"),
    ("log(CC)", ": its argument is not seen to be >= 0"),
    ("log(TP/FN)+TP", "a logarithm that may be infinite plus no constant"),
    ("TP*log(TP/FN)", "a logarithm that may be infinite times no constant"),
    ("TP/log(TP/FN)", "a quotient with a logarithm that may be infinite"),
    ("log(TP)^2", "a power of a part that may be infinite"),
    ("log(log(TP))", "log(log(TP)): log of a part that may be infinite"),
    ("log(TP)*log(FN)", "a product of parts that may be infinite"),
    ("Max(TP/FN,1)", "Max of a part that may be infinite"),
    ("acos(TP/FN)", "acos of a part that may be infinite"),
    ("xlogy(TP,TP/n)", "a logarithm that may be infinite times no constant"),
    ("(TP/FN)^0", "a power of a part that may be infinite"),
]


@pytest.mark.parametrize(("formula", "words"), REFUSED)
def test_what_is_refused(formula: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", formula, "--reading", EXTENDED]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"symbolic-measures: the reading {EXTENDED} does not cover ")
    assert captured.err.endswith(f"{words}\n")
    assert captured.err.count("\n") == 1


PARAMETRIC = [
    ("a^3*log(TP/FN)", "a", "the sign of a**3 is not seen"),
    ("a*log(TP/FN)", "a", "the sign of a is not seen"),
    ("a*log(TP/FN)", "a >= 0", "the sign of a is not seen"),
    ("log(TP/FN)+1/a", "a", "1/a: its denominator is not seen to be >= 0"),
    ("log(TP/FN)+log(a)", "a >= 0", "log(TP/FN) + log(a)"),
    ("log(TP/FN)+sqrt(a)", "a", "a logarithm that may be infinite plus no constant"),
    ("log(TP/FN)*acos(a)", "a", "a logarithm that may be infinite times no constant"),
    ("log(TP/FN)+(a-a)/(a-a)", "a", "a logarithm that may be infinite plus no constant"),
    ("TP^a/FN", "a", "power(TP, a): its exponent is not seen to be > 0"),
    ("TP/(FN-a*FP)", "a > 0", "its denominator is not seen to be >= 0"),
]


@pytest.mark.parametrize(("formula", "condition", "words"), PARAMETRIC)
def test_parameters_whose_sign_matters(formula: str, condition: str, words: str) -> None:
    """With a = 0, or without a value, R would have an order of its own."""
    if words == "log(TP/FN) + log(a)":  # log 0 of a parameter is a value too
        found = extended(measure(formula, assume=[condition]))
        assert found is not None
        assert str(found.order) == "TP*a/(TP*a + FN)"
        return
    with pytest.raises(FormulaError) as caught:
        extended(measure(formula, assume=[condition]))
    assert str(caught.value).endswith(words)


# --- the values by hand ---------------------------------------------------------------------

BY_HAND = [
    ("LOR", (1, 0, 1, 1), "oo"),
    ("LOR", (0, 1, 1, 1), "-oo"),
    ("LOR", (0, 1, 1, 0), "-oo"),
    ("LOR", (1, 0, 0, 1), "oo"),
    ("LOR", (0, 1, 0, 1), None),
    ("LOR", (2, 1, 1, 3), "log(6)"),
    ("TP/FN", (3, 0, 1, 1), "oo"),
    ("TP/FN", (3, 4, 1, 1), "3/4"),
    ("-(TP/FN)", (3, 0, 1, 1), "-oo"),
    ("(TP-FN)/FP", (1, 2, 0, 1), "-oo"),
    ("(TP-FN)/FP", (2, 2, 0, 1), None),
    ("1/(1/TP)", (0, 1, 1, 1), "0"),
    ("(1/(1/FN))/P", (1, 0, 1, 1), "0"),
    ("log(1/(1/FN)+1)", (1, 0, 1, 1), "0"),
    ("FN*(TP/FN)", (1, 0, 1, 1), None),
    ("(TP/FN)/(TN/FP)", (1, 0, 0, 1), None),
    ("(TP/FN)/(TN/FP)", (1, 1, 0, 1), "0"),
    ("3-TP/FN", (1, 0, 1, 1), "-oo"),
    ("DP", (0, 1, 0, 1), None),
    ("DP", (0, 1, 1, 0), "-oo"),
]


@pytest.mark.parametrize(("formula", "cells", "expected"), BY_HAND)
def test_values_by_hand(formula: str, cells: Any, expected: str | None) -> None:
    subject = make_reading(measure(formula), (), EXTENDED)
    at = dict(zip(CELLS, map(Fraction, cells), strict=True))
    infinite = {"oo": 1, "-oo": -1}
    ours, slow = _exact(subject.shown, at), Values(subject)(tuple(map(Fraction, cells)))
    assert _same(ours, slow)
    if expected is None or expected in infinite:
        assert ours == infinite.get(expected or "")
        with pytest.raises(
            UndefinedError, match=f"the value is {expected}" if expected else "zero"
        ):
            subject.value_at(cells)
    else:
        assert compare(subject.value_at(cells), compile_formula(parse(expected, names={}))({})) == 0


# --- properties -----------------------------------------------------------------------------

OF_ORDER = [name for name in DEFINITIONS if PROPERTIES[name].of_order]
CHOSEN = ["LOR", "DP", "TPR/FPR", "(TP-FN)/FP", "-2*log(FN/TP)+1/3", "a*TP/FN-TN/n"]


def _report(formula: str, properties: list[str], seconds: float = 2) -> Any:
    return check(_subject(formula), properties, reading=EXTENDED, timeout=seconds)


@pytest.mark.parametrize("start", few(range(0, 40, 10), (10,)))
def test_random_formulas_against_enumeration(start: int) -> None:
    decided = 0
    infinite = (formula for formula, found in _readings(RANDOM) if found.extended is not None)
    for formula in islice(infinite, start, start + 10):
        report = _report(formula, list(TETRAHEDRON), seconds=1)
        assert [(v.property, p) for v in report.verdicts if (p := wrong(v, report.reading))] == []
        decided += sum(v.outcome != "undecided" for v in report.verdicts)
        assert [item for item in verify(json.loads(report.to_json())) if item.problem] == []
    assert decided > 10 * len(TETRAHEDRON) // 2


def test_no_goal_is_proved_by_way_of_itself() -> None:
    """0 by way of log(1), which is 0, by way of 0: such a proof has no end, nor a saved form."""
    report = _report("log((FN-TP)*log(1))", list(TETRAHEDRON), seconds=60)
    assert [(v.property, p) for v in report.verdicts if (p := wrong(v, report.reading))] == []
    assert all(v.outcome in ("proved", "refuted") for v in report.verdicts)
    assert [item for item in verify(json.loads(report.to_json())) if item.problem] == []


@pytest.mark.parametrize("formula", CHOSEN)
def test_properties_of_the_other_paper_against_enumeration(formula: str) -> None:
    report = _report(formula, OF_ORDER)
    assert disagreements(report) == []
    assert [item for item in verify(json.loads(report.to_json())) if item.problem] == []


def test_a_dissimilarity_with_infinite_values() -> None:
    """-log(TP/FN) is infinite where log(FN/TP) is, and one is judged as the other."""
    down = check("log(FN/TP)", OF_ORDER, reading=EXTENDED, lower_is_better=True)
    up = check("log(TP/FN)", OF_ORDER, reading=EXTENDED)
    assert disagreements(down) == disagreements(up) == []
    for one, other in zip(down.verdicts, up.verdicts, strict=True):
        assert one.outcome == other.outcome
        shown = [None if v.witness is None else v.witness.to_data() for v in (one, other)]
        assert shown[0] == shown[1]
    (_, note) = document(down).heading.notes
    assert "and S one of Q = -R." in text(note)
    assert [item for item in verify(json.loads(down.to_json())) if item.problem] == []


def test_every_property_says_whether_it_is_one_of_order() -> None:
    others = {name for name, prop in PROPERTIES.items() if not prop.of_order}
    assert others == {
        "distance", "constant-baseline", "baseline-order", "range", "extends-literal",
        "continuous-extension", "gradient", *OPITZ, "prediction-antisymmetry", "truth-antisymmetry",
        "zero-at-independence", "sign-of-association", "tp-concave", "tp-convex", "tn-concave",
        "tn-convex", *SCALES,
    }  # fmt: skip


@pytest.mark.parametrize("property_id", ["distance", "constant-baseline", "range"])
def test_more_than_the_order_is_not_asked(property_id: str) -> None:
    report = check("LOR", [property_id], reading=EXTENDED)
    verdict = report[property_id]
    assert verdict.outcome == "not-applicable"
    assert "more than the order of values" in verdict.reason
    assert "more than the order of values" in str(report)
    with pytest.raises(FormulaError, match="more than the order of values"):
        PROPERTIES[property_id].statement(report.reading)
    assert [item.problem for item in verify(json.loads(report.to_json()))] == [""]
    assert check("F1", [property_id], reading=EXTENDED)[property_id].outcome in (
        "proved", "refuted",
    )  # fmt: skip


def test_the_catalogs_domain_is_that_of_the_formula() -> None:
    for known, domain in (("literal", "defined where TP, FN, FP, TN > 0"), (EXTENDED, "")):
        assert text(document(check("LOR", ["symmetry"], reading=known)).heading.domain) == domain


def test_the_whole_battery() -> None:
    report = check("LOR", reading=EXTENDED)
    assert report.gradient == ()
    assert {v.property for v in report.verdicts if v.outcome == "not-applicable"} == {
        "distance", "constant-baseline", "range",
    }  # fmt: skip
    assert [v.property for v in report.verdicts if v.outcome == "undecided"] == []
    assert [item for item in verify(json.loads(report.to_json())) if item.problem] == []


# --- the log odds-ratio ---------------------------------------------------------------------


def test_the_log_odds_ratio() -> None:
    report = check("LOR", framework="brzezinski2018", reading=EXTENDED)
    refuted = {v.property: v.witness for v in report.verdicts if v.outcome == "refuted"}
    assert set(refuted) == {
        "tp-strictly-monotone", "tn-strictly-monotone", "tn-not-max", "tp-not-max",
    }  # fmt: skip
    assert {v.outcome for v in report.verdicts if v.property not in refuted} == {"proved"}
    assert refuted["tn-not-max"].values == ("oo", "oo")
    assert refuted["tn-strictly-monotone"].values == ("-oo", "-oo")
    kinds = report["undefined-kinds"].value
    assert {entry["kind"] for entry in kinds} == {"0/0"}
    shown = " ".join(str(report).split())
    assert "reading brzezinski-extended" in shown
    assert "R = TP*TN/(TP*TN + FN*FP), of which M is a growing function" in shown
    assert "M(1, 1, 0, 1) = oo" in shown
    assert r"\infty" in report._repr_latex_()
    assert report._repr_html_()


@exhaustive
def test_both_rows_of_the_printed_table(tmp_path: Path) -> None:
    table = decide_table("brzezinski2018:2", row=["LOR"])
    assert table.rows == ("LOR", "LOR (extended)")
    agree = {
        row: [c.column for c in table.cells if c.row == row and c.agrees] for row in table.rows
    }
    assert agree["LOR"] == ["TP↗", "TN↗", "ACE", "ACH"]
    assert [c.column for c in table.cells if c.row == table.rows[1] and not c.agrees] == ["ACE"]
    ace = table["LOR (extended)", "ACE"]
    assert (ace.printed, ace.computed) == ("vacuous", "yes")
    assert [attempt.words for attempt in ace.saved_by] == ["the reading literal"]
    shown = " ".join(str(table).split())
    assert "4 of 10 cells agree, 6 differ, 0 undecided; in the reading" in shown
    assert f"; in the reading {EXTENDED} 9 of 10 cells agree, 1 differ, 0 undecided." in shown
    data = json.loads(table.to_json())
    assert [cell.get("reading") for cell in data["cells"]] == [None] * 10 + [EXTENDED] * 10
    assert [c for c in verify(data) if c.problem] == []
    for change in (
        lambda cell: cell.pop("reading"),
        lambda cell: cell.update(reading="literal"),
        lambda cell: cell.update(row="LOR"),
        lambda cell: cell.update(data["cells"][0], row="LOR (extended)"),
    ):
        forged = copy.deepcopy(data)
        change(forged["cells"][10])
        assert [c for c in verify(forged) if c.problem]
    for kind, words in (("html", "LOR (extended)"), ("latex", "LOR (extended)")):
        target = tmp_path / kind
        command = ["table", "brzezinski2018:2", "--row", "LOR (extended)", "--jobs", "1"]
        assert main([*command, "--format", kind, "-o", str(target)]) == 0
        assert words in target.read_text()
        assert r"\infty" in target.read_text() or kind == "html" or "oo" in target.read_text()


# --- files ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def saved() -> dict[str, Any]:
    found = check("LOR", ["tn-not-max", "fn-min", "range"], reading=EXTENDED)
    return json.loads(found.to_json())


def test_the_json_of_the_reading(saved: dict[str, Any]) -> None:
    assert saved["measure"]["reading"] == EXTENDED
    assert saved["measure"]["extended"] == {
        "order": "TP*TN/(TP*TN + FN*FP)", "letter": "R", "value": "log(R/(1 - R))", "low": 0,
    }  # fmt: skip
    assert [item.problem for item in verify(saved)] == ["", "", ""]
    assert "extended" not in check("LOR", ["symmetry"]).to_data()["measure"]
    assert "extended" not in check("F1", ["symmetry"], reading=EXTENDED).to_data()["measure"]


def _measure(**changes: Any) -> Callable[[dict[str, Any]], Any]:
    return lambda data: data["measure"].update(changes)


def _how(**changes: Any) -> Callable[[dict[str, Any]], Any]:
    return lambda data: data["measure"]["extended"].update(changes)


READINGS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "nothing said of the values": lambda data: data["measure"].pop("extended"),
    "null": _measure(extended=None),
    "another order": _how(order="FN*FP/(TP*TN + FN*FP)"),
    "the same order, written otherwise": _how(order="TP*TN/(FN*FP + TP*TN)"),
    "another value": _how(value="R"),
    "another letter": _how(letter="Q"),
    "another end": _how(low=-1),
    "an end that is no number": _how(low=False),
    "a remark": _how(remark="true"),
    "called literal": _measure(reading="literal"),
    "called user-defined": _measure(reading="user-defined"),
    "user-defined by conventions": _measure(
        reading="user-defined", conventions=[{"when": "TP", "value": "0", "source": "me"}]
    ),
    "called scikit-learn": _measure(reading="scikit-learn"),
    "of another measure": _measure(name="M", formula="log(TP/FN)"),
    "of a measure without infinite values": _measure(name="M", formula="TP/n"),
    "of one that is not covered": _measure(name="M", formula="1/(1/FN+1/FP)"),
    "with a convention": _measure(conventions=[{"when": "TP", "value": "0", "source": "me"}]),
    "a literal reading with infinite values": lambda data: data["measure"].update(
        reading="literal", name="accuracy", formula="(TP+TN)/n"
    ),
}


@pytest.mark.parametrize("what", READINGS)
def test_forged_readings(what: str, saved: dict[str, Any]) -> None:
    data = copy.deepcopy(saved)
    READINGS[what](data)
    with pytest.raises(CertificateError):
        list(verify(data))


def _verdict(place: int, **changes: Any) -> Callable[[dict[str, Any]], Any]:
    return lambda data: data["verdicts"][place].update(changes)


def _witness(**changes: Any) -> Callable[[dict[str, Any]], Any]:
    return lambda data: data["verdicts"][0]["witness"].update(changes)


VERDICTS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "a finite value": _witness(values=["1", "oo"]),
    "the value of what is compared": _witness(values=["1", "1"]),
    "the other end": _witness(values=["-oo", "oo"]),
    "no value": _witness(values=["undefined", "oo"]),
    "+oo": _witness(values=["+oo", "oo"]),
    "a matrix without a value": _witness(TP=0),
    "proved instead": _verdict(0, verdict="proved"),
    "a range": _verdict(2, verdict="proved", reason=""),
    "a range, undecided": _verdict(2, verdict="undecided"),
    "another reason": _verdict(2, reason="it has none"),
    "a value": _verdict(2, value={"infimum": "0"}),
    "a proof": _verdict(2, proof={"rule": "every-goal"}),
    "rules": _verdict(2, rules=["clear"]),
    "not asked though it could be": _verdict(
        1, verdict="not-applicable", proof=None, rules=[], reason="it asks for more"
    ),
}


@pytest.mark.parametrize("what", VERDICTS)
def test_forged_verdicts(what: str, saved: dict[str, Any]) -> None:
    data = copy.deepcopy(saved)
    VERDICTS[what](data)
    assert [item for item in verify(data) if item.problem]


def test_verdicts_of_one_reading_are_not_those_of_another(saved: dict[str, Any]) -> None:
    literal = json.loads(check("LOR", ["tn-not-max", "fn-min", "range"]).to_json())
    for source, target in ((saved, literal), (literal, saved)):
        data = copy.deepcopy(target)
        data["verdicts"] = copy.deepcopy(source["verdicts"])
        assert all(item.problem for item in verify(data))
    ours = json.loads(check("TP*TN/(TP*TN+FN*FP)", ["fn-min"]).to_json())
    ours["measure"] = {**saved["measure"]}
    (item,) = verify(ours)  # what is proved of R is proved of M in this reading
    assert item.problem == ""


def test_a_slope_is_not_that_of_what_is_compared(saved: dict[str, Any]) -> None:
    other = json.loads(check("TP*TN/(TP*TN+FN*FP)").to_json())
    data = {**saved, "gradient": other["gradient"]}
    assert next(item.problem for item in verify(data) if item.property == "gradient")


def test_a_completion_is_not_one_of_this_reading(saved: dict[str, Any]) -> None:
    data = json.loads(completion("TP/P", timeout=600).to_json())
    assert [item for item in verify(data) if item.problem] == []
    data["measure"] = saved["measure"]
    with pytest.raises(CertificateError, match="with the literal reading"):
        list(verify(data))
    assert EXTENDED not in [
        item.reading.name for item in completion("LOR", timeout=600).completions
    ]


def test_nobody_types_what_is_shown() -> None:
    for typed in ("extended(TP, 0, 1, FN)", "oo", "R/(1-R)"):
        with pytest.raises(FormulaError):
            measure(typed)


# --- other doors ----------------------------------------------------------------------------


def test_known_readings() -> None:
    known = {name for name in MEASURES if EXTENDED in known_readings(MEASURES[name])}
    assert known == {
        "LOR", "DP", "DOR", "LR_plus", "LR_minus", "relative_risk", "Kulczynski_1",
        "Sokal_Sneath_3", "Mountford", "PMI", "conviction", "bias_score",
    }  # fmt: skip
    assert known_readings(measure("TP/FN")) == ["literal", EXTENDED]


def test_a_threshold_in_this_reading() -> None:
    """Without infinite values it is a > 0; but at TP = 0 it is -oo, however large TN."""
    question = "log(TP/(FN+a*FP))", "tn-strictly-monotone", "a"
    found = threshold(*question, assume="a >= 0", reading=EXTENDED)
    assert str(found.condition) == "never"
    assert found.exact
    shown = " ".join(str(found).split())
    assert f"reading {EXTENDED} note c/0 (c not 0) and log 0 are the values oo and -oo" in shown
    data = json.loads(found.to_json())
    assert [item for item in verify(data) if item.problem] == []
    data["measure"]["extended"]["order"] = "TP/(TP + FN)"
    with pytest.raises(CertificateError):
        list(verify(data))
    with pytest.raises(FormulaError, match="more than the order of values"):
        threshold("a*TP/FN", "constant-baseline", "a", assume=["a > 0"], reading=EXTENDED)


def test_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["check", "TP*TN/(FN*FP)", "--framework", "brzezinski2018", "--reading", EXTENDED]
    assert main([*command, "--require", "tptn-max"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "c/0 (c not 0) and log 0 are the values oo and -oo; 0/0 is none." in shown
    assert main(["check", "F1", "--reading", EXTENDED, "--property", "symmetry"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "Neither c/0 (c not 0) nor log 0 arises: the values are those of the formula." in shown
    assert main(["catalog", "LOR"]) == 0
    assert f"literal, {EXTENDED}\n" in capsys.readouterr().out


def test_the_slow_arithmetic_by_hand() -> None:
    def value(formula: str, *cells: int) -> Number | None:
        at = dict(zip(CELLS, map(Fraction, cells), strict=True))
        try:
            return slow_extended.value_of(measure(formula).formula, at)
        except UndefinedHereError:
            return None

    infinity = slow_extended.INFINITY
    assert value("TP/FN", 1, 0, 1, 1) == infinity
    assert value("(TP-FP)/FN", 1, 0, 2, 1) == -infinity
    assert value("TP/FN", 0, 0, 1, 1) is None
    assert value("TP/FN-TN/FP", 1, 0, 0, 1) is None
    assert value("TP/FN+TN/FP", 1, 0, 0, 1) == infinity
    assert value("1/(1/FN+1/FP)", 1, 0, 1, 1) == 0
    assert value("log(TP/FN)", 0, 1, 1, 1) == -infinity
    assert value("Max(1, TP)", 3, 1, 1, 1) == 3
    assert set(SUPPORTS) >= {("TP",), ("TP", "FN", "FP", "TN")}
