"""Every verdict on three classes against all 5,004 matrices with n <= 6.

`refuted` must come with a violation of the smallest n there is; `proved` must have no violation
with n <= 6, and `undecided` none up to the n it says it looked at.  The triangle inequality is
enumerated for n <= 3 only.  Here stand the catalog, a measure that nobody supplied, and random
formulas; values are those of `slow_squares`, which reads the texts in its own way.
"""

from __future__ import annotations

import json
import re
from fractions import Fraction
from functools import cache

import pytest
from asking import check
from random_formulas import random_class_formulas
from slow_definitions import minus, sign
from slow_squares import REACH, TRIANGLES, UP_TO_REACH, Slow, values_of
from tiers import exhaustive, few

from symbolic_measures import verify
from symbolic_measures.meaning.gosgens import GOSGENS_CLASSES
from symbolic_measures.meaning.multiclass import MULTICLASS
from symbolic_measures.meaning.opitz import OPITZ
from symbolic_measures.meaning.report import Report
from symbolic_measures.nouns.verdict import Verdict

NOBODYS = "mean(sqrt(c^2/(a*b)))"
#: The range has a value, and is compared apart.
ASKED = tuple(name for name in GOSGENS_CLASSES if name != "range")
#: Of random formulas: without the triangle inequality, which takes long to prove or to give up.
OF_RANDOM = tuple(name for name in ASKED if name != "distance")
RANDOM = random_class_formulas(10)


@cache
def slow(name: str) -> Slow:
    """A measure of the catalog, or a formula."""
    if name not in MULTICLASS:
        return Slow(name)
    known = MULTICLASS[name]
    mentioned = {"CC": MULTICLASS["CC"].text} if name == "CD" else {}
    return Slow(known.text, tuple(mentioned.items()), known.higher_is_better)


@cache
def report_on(name: str) -> Report:
    return check(name, GOSGENS_CLASSES, classes=3, timeout=600)


def size_of(verdict: Verdict) -> int:
    """The n of a witness: the larger one of two free matrices, the first one of a step."""
    witness = verdict.witness
    assert witness is not None
    if witness.kind == "expectation":  # true sizes, then predicted ones
        return max(sum(map(int, sizes[:3])) for sizes in witness.matrices)
    goal = verdict.statement.goals[witness.goal]
    return max(sum(int(witness.point[name]) for name in block) for block in goal.blocks)


def disagreement(verdict: Verdict, measure: Slow) -> str:
    """What is wrong with a verdict, empty if enumeration agrees."""
    first = measure.violated(verdict.property)
    reach = TRIANGLES if verdict.property == "distance" else REACH
    told = f"{verdict.property} is {verdict.outcome}, enumeration says n = {first}"
    if verdict.outcome == "refuted":
        size = size_of(verdict)
        return f"{told}, the witness has n = {size}" if first != size <= reach else ""
    if verdict.outcome == "undecided":
        looked = re.search(r"No counterexample up to n = (\d+)", verdict.reason)
        nowhere = verdict.reason.startswith("nothing was found that the hypotheses admit")
        stopped = verdict.reason.startswith(("stopped after ", "stopped by the time limit of "))
        assert looked or nowhere or stopped, verdict.reason
        reach = min(reach, int(looked[1])) if looked else reach if nowhere else 0
        return told if first is not None and first <= reach else ""
    return told if first is not None else ""


def test_there_are_5004_matrices() -> None:
    assert len(set(UP_TO_REACH)) == 5004


@pytest.mark.parametrize("name", few([*MULTICLASS, NOBODYS], ("accuracy", "BA")))
def test_enumeration_agrees(name: str) -> None:
    report = report_on(name)
    wrong = [disagreement(report[property_id], slow(name)) for property_id in ASKED]
    assert not any(wrong), [line for line in wrong if line]


@exhaustive
def test_what_is_undecided() -> None:
    """The expectation of HmacR is defined at no sizes, of which there is no proof yet; the other
    searches end with their steps."""
    known = [verdict for name in MULTICLASS for verdict in report_on(name).verdicts]
    assert {(verdict.statement.subject, verdict.property)
            for verdict in known if verdict.outcome == "undecided"} == {
        ("CE", "range"), ("HmacR", "constant-baseline"),
    }  # fmt: skip


@pytest.mark.parametrize("name", few([*MULTICLASS, NOBODYS], ("accuracy", "BA")))
def test_no_value_is_outside_of_the_range(name: str) -> None:
    found = report_on(name)["range"]
    if found.outcome != "proved":
        assert found.outcome == "undecided"
        assert found.reason
        return
    values = set(Slow(slow(name).text, slow(name).known).score.values()) - {None}
    for side, wrong in (("infimum", -1), ("supremum", 1)):
        end = found.value[side]
        if end["value"] in ("oo", "-oo"):
            continue
        text = re.sub(r"\d+", r"(\g<0>*n/n)", end["value"])  # no quotient of two Python numbers
        (bound,) = values_of(text, [UP_TO_REACH[0]])
        assert bound is not None
        assert all(sign(minus(value, bound)) != wrong for value in values if value is not None)
        if end["attained"]:
            (there,) = values_of(
                slow(name).text, [tuple(map(int, end["attained"]))], **dict(slow(name).known)
            )
            assert there is not None
            assert sign(minus(there, bound)) == 0


@pytest.mark.parametrize("text", few(RANDOM, 1))
def test_random_formulas_agree(text: str) -> None:
    report = check(text, OF_RANDOM, classes=3)
    wrong = [disagreement(verdict, slow(text)) for verdict in report.verdicts]
    assert not any(wrong), [line for line in wrong if line]


def test_a_wrong_verdict_would_be_seen() -> None:
    """The verdicts of one measure, held against another one."""
    report = report_on("kappa")
    wrong = [disagreement(report[property_id], slow("accuracy")) for property_id in ASKED]
    seen = {line.split()[0] for line in wrong if line}
    assert seen >= {"minimal-agreement", "monotone", "strongly-monotone", "constant-baseline"}


def test_a_value_is_the_one_computed_by_hand() -> None:
    """recall and precision are 1, 1/2 and 1 and 1, 1 and 1/2: the middle root is sqrt(1/2)."""
    matrix = (1, 0, 0, 0, 1, 1, 0, 0, 1)
    (value,) = values_of(f"({NOBODYS}-1/m)^2", [matrix])
    assert value == Fraction(2, 9)
    assert values_of(NOBODYS, [(1, 0, 0, 0, 1, 0, 0, 0, 0)]) == [None]


@exhaustive
def test_a_measure_nobody_supplied_goes_through_both_batteries() -> None:
    of_opitz = check(NOBODYS, OPITZ, classes=3, timeout=600)
    for report, asked in ((report_on(NOBODYS), GOSGENS_CLASSES), (of_opitz, OPITZ)):
        assert tuple(verdict.property for verdict in report.verdicts) == asked
        assert {verdict.outcome for verdict in report.verdicts} == {"proved", "refuted"}
        checked = list(verify(json.loads(report.to_json())))
        assert len(checked) == len(asked)
        assert not [one for one in checked if one.problem]
