"""What is wrong with a saved set of values, in each of its three parts: sufficient, necessary,
samples.

A line of `LINES` changes a small file (the values of beta for which F_beta is symmetric), one of
`RATIOS` another (the ratios at which F_beta_linear favours accuracy of the positive class), and it
says all that is told.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from questions.spoiling import kept
from symbolic_measures import verify
from symbolic_measures.meaning.subjects import measure
from symbolic_measures.nouns.errors import CertificateError
from symbolic_measures.nouns.formula import formula
from symbolic_measures.nouns.formula import symbol as sym
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.verdict import Step
from symbolic_measures.questions.kinds import read
from symbolic_measures.questions.threshold.meaning import (
    Threshold,
    _replayed,
    does_not_depend,
    names_of,
    plain,
    told,
)

Change = Callable[[dict[str, Any]], Any]
OPEN: dict[str, Any] = {"verdict": "undecided", "witness": None, "proof": None, "reason": "no time"}
SUFFICIENT, NECESSARY, SAMPLES = "sufficient: ", "necessary: ", "samples: "
UNCLAIMED = {name: f"{name} is proved or not proved, of a condition"
             for name in ("sufficient", "necessary")}  # fmt: skip
NOT_COVERED = "the regions do not cover the set"
BEGINS = "a proof begins with every-goal"
NO_VALUE = SAMPLES + "no admissible value is given"
FALSE = "step coefficients: the coefficients of -80*TP*FN + 80*TP*FP do not show == 0"
SAYS_NOTHING = SUFFICIENT + "no sampled value shows that it says anything where beta == 1"


def problems(data: Any) -> list[str]:
    """All that is told, without the name of the property."""
    try:
        return [f"{item.property.partition(': ')[2]}: {item.problem}" for item in verify(data)
                if item.problem]  # fmt: skip
    except CertificateError as error:
        return [f"no file: {error}"]


def untrue(beta: str) -> str:
    return SAMPLES + f"the condition is not true to the sample {{'beta': '{beta}'}}"


def unproved(data: dict[str, Any]) -> None:
    """Nothing is claimed of the set."""
    data.update(condition=None, sufficient="not proved", necessary="not proved")
    data["proof"].update(sufficient=[], necessary=[])


def opened(data: dict[str, Any]) -> None:
    """Nothing is known at any sampled value."""
    for entry in data["samples"]:
        entry.update(OPEN)


def only_one(data: dict[str, Any], name: str) -> None:
    data.update({name: "not proved"})
    data["proof"][name] = []


def empty_step(data: dict[str, Any], part: str, **changed: Any) -> None:
    data[part][0]["proof"] = {**data[part][0]["proof"], **changed}


LINES: dict[str, tuple[Change, list[str]]] = {
    "nothing": (lambda d: None, []),
    "nothing is claimed": (unproved, []),
    "no sample, nothing claimed": (lambda d: (unproved(d), d.update(samples=[])), []),
    "only sufficient": (lambda d: only_one(d, "necessary"), []),
    "only necessary": (lambda d: only_one(d, "sufficient"), []),
    "open samples": (opened, []),
    "only sufficient, no sample": (
        lambda d: (only_one(d, "necessary"), d.update(samples=[])), [SAYS_NOTHING, NO_VALUE]),
    "only necessary, no sample": (
        lambda d: (only_one(d, "sufficient"), d.update(samples=[])), [NO_VALUE]),
    "no sample inside": (lambda d: d["samples"].pop(0), [SAYS_NOTHING]),
    "sufficient, of no condition": (
        lambda d: (unproved(d), d.update(sufficient="proved")),
        [SUFFICIENT + UNCLAIMED["sufficient"], SAMPLES + UNCLAIMED["sufficient"]]),
    "necessary, of no condition": (
        lambda d: (unproved(d), d.update(necessary="proved")),
        [NECESSARY + UNCLAIMED["necessary"]]),
    "another word": (
        lambda d: d.update(necessary="perhaps"),
        [NECESSARY + UNCLAIMED["necessary"], SAMPLES + UNCLAIMED["necessary"]]),
    "a note": (
        lambda d: d.update(note="It holds."), [SAMPLES + "the note is not what is known"]),
    "that it does not depend": (
        lambda d: d.update(note=does_not_depend("beta")),
        [SAMPLES + "the note is not what is known"]),
    "a note where something is open": (
        lambda d: (only_one(d, "necessary"), d.update(note="It holds.")), []),
    "a note where more is open": (
        lambda d: (only_one(d, "sufficient"), d.update(note="It holds.")), []),
    "no region inside": (
        lambda d: d.update(inside=[]), [f"{SUFFICIENT}sufficient: {NOT_COVERED}"]),
    "no region outside": (
        lambda d: d.update(outside=[]), [NECESSARY + "step contradiction: no hypothesis 0"]),
    "a region outside less": (
        lambda d: d["outside"].pop(), [NECESSARY + "step contradiction: no hypothesis 0"]),
    "a proof too many": (
        lambda d: d["proof"]["sufficient"].append({"rule": "positive", "premises": []}),
        [f"{SUFFICIENT}sufficient: {NOT_COVERED}"]),
    "a proof too few": (
        lambda d: d["proof"]["necessary"].pop(), [f"{NECESSARY}necessary: {NOT_COVERED}"]),
    "a proof of a region": (
        lambda d: empty_step(d, "inside", premises=[]), [SUFFICIENT + "a goal has no proof"]),
    "a proof of a family": (
        lambda d: empty_step(d, "outside", premises=[]),
        [NECESSARY + "the family is not proved to violate the property"]),
    "a proof of a region by another rule": (
        lambda d: empty_step(d, "inside", rule="all"), [SUFFICIENT + BEGINS]),
    "a proof of a family by another rule": (
        lambda d: empty_step(d, "outside", rule="all"), [NECESSARY + BEGINS]),
    "a proof of a region with arguments": (
        lambda d: empty_step(d, "inside", args={"n": 1}), [SUFFICIENT + BEGINS]),
    "a proof of a family with arguments": (
        lambda d: empty_step(d, "outside", args={"n": 1}), [NECESSARY + BEGINS]),
    "a corner": (
        lambda d: d["inside"][0].update(corner="TPTN"),
        [SUFFICIENT + "symmetry compares nothing with a corner"]),
    "matrices": (
        lambda d: d["outside"][0].update(matrices=d["outside"][0]["matrices"][::-1]),
        [NECESSARY + "the matrices are not those of the family"]),
    "another parameter": (
        lambda d: d["samples"][1]["at"].update(rho="1"),
        [SUFFICIENT + "a sample has other parameters", SAMPLES + "a sample has other parameters"]),
    "no parameter": (
        lambda d: d["samples"][1]["at"].clear(),
        [SUFFICIENT + "a sample has other parameters", SAMPLES + "a sample has other parameters"]),
    "a sample that is not admissible": (
        lambda d: d["samples"][1]["at"].update(beta="0"),
        [SUFFICIENT + "a sample is not admissible", SAMPLES + "a sample is not admissible"]),
    "another sample": (
        lambda d: d["samples"][0]["at"].update(beta="3"), [SAYS_NOTHING, SAMPLES + FALSE]),
    "the verdict of a sample": (
        lambda d: d["samples"][1].update(verdict="proved"),
        [SAMPLES + "symmetry: a witness, but not refuted"]),
    "a reason": (
        lambda d: d["samples"][0].update(reason="I say so"),
        [SAMPLES + "the reason is not that of the verdict"]),
    "not applicable": (
        lambda d: d["samples"][0].update(verdict="not-applicable", proof=None),
        [SAMPLES + "the reason is not that of the verdict"]),
    "another condition": (
        lambda d: d.update(condition="beta > 1"),
        [f"{SUFFICIENT}sufficient: {NOT_COVERED}", f"{NECESSARY}necessary: {NOT_COVERED}",
         untrue("1")]),
    "another condition, open samples": (
        lambda d: (opened(d), d.update(condition="beta > 1")),
        [f"{SUFFICIENT}sufficient: {NOT_COVERED}", f"{NECESSARY}necessary: {NOT_COVERED}"]),
    "another condition, one direction": (
        lambda d: (only_one(d, "necessary"), d.update(condition="beta > 1")),
        [f"{SUFFICIENT}sufficient: {NOT_COVERED}"]),
    "a proof elsewhere": (
        lambda d: d["samples"].append({**d["samples"][0], "at": {"beta": "3"}}),
        [SAMPLES + FALSE]),
}  # fmt: skip


RATIOS: dict[str, tuple[Change, list[str]]] = {
    "no ratio": (
        lambda d: d.update(ratio=False),
        ["no file: the parameters are not those of the property and the formula"]),
    "one": (
        lambda d: d.update(ratio=1),
        ["no file: the parameters are not those of the property and the formula"]),
    "no parameter": (
        lambda d: d.update(parameter="rho"),
        ["no file: the parameters are not those of the property and the formula"]),
    "no rho": (
        lambda d: d["samples"][0]["at"].pop("rho"),
        [f"{part}a sample has other parameters" for part in (SUFFICIENT, SAMPLES)]),
    **{
        f"rho = {rho}": (
            lambda d, rho=rho: d["samples"][0]["at"].update(rho=rho),
            [f"{part}rho is a number above 0" for part in (SUFFICIENT, SAMPLES)])
        for rho in ("0", "-1", "sqrt(2)")
    },
    "another rho": (lambda d: d["samples"][2]["at"].update(rho="4/3"), []),
    "beta below": (
        lambda d: d["samples"][0]["at"].update(beta="-1"),
        [f"{part}a sample is not admissible" for part in (SUFFICIENT, SAMPLES)]),
    "no clause": (
        lambda d: d.update(condition="never"), [NECESSARY + "step combine: no hypothesis 1"]),
    "undecided everywhere": (lambda d: [entry.update(OPEN) for entry in d["samples"]], []),
}  # fmt: skip


FILES = {"threshold-symmetry": LINES, "threshold-ace": RATIOS}


@pytest.mark.parametrize(("file", "name"), [(file, name) for file in FILES for name in FILES[file]])
def test_all_that_is_wrong_is_told(file: str, name: str) -> None:
    change, expected = FILES[file][name]
    data = kept(file)
    change(data)
    assert problems(data) == expected


def test_what_is_read_is_what_was_saved() -> None:
    for name in ("threshold-symmetry", "threshold-ace", "threshold-weighted"):
        data = kept(name)
        found = read(data)
        assert isinstance(found, Threshold)
        assert found.exact
        assert told(found) == data["condition"]
        assert found.names == tuple(data["samples"][0]["at"])
        assert [sample.boundary for sample in found.samples] == [
            entry["boundary"] for entry in data["samples"]
        ]
        for part in ({"sufficient": None}, {"necessary": None}):
            other = replace(found, **part)
            assert not other.exact
            assert told(other) == f"{data['condition']} (not proved to be exact)"


def test_parameters_are_named_in_their_order() -> None:
    subject = measure("(TP+b*TN+a*FP)/n", assume=["a", "b"])
    assert subject.parameters == ("b", "a")
    assert names_of(subject, "a", False) == ("a", "b")
    assert names_of(subject, "b", True) == ("b", "a", "rho")


def test_a_number_is_one_number() -> None:
    assert plain(parse("3/6", names={})) == formula(Fraction(1, 2))
    assert plain(sym("x")) == sym("x")
    assert plain(parse("-(1/3)", names={})).op == "number"
    assert plain(parse("sqrt(2)", names={})).op != "number"


def test_as_many_proofs_as_goals() -> None:
    statement = read(kept("threshold-symmetry")).statement  # type: ignore[attr-defined]
    (one,) = statement.goals
    for goals, steps in (([], [Step("x")]), ([one], []), ([one], [Step("x")] * 2)):
        with pytest.raises(CertificateError, match="so many"):
            _replayed(goals, steps, "so many")
    _replayed([], [], "so many")
