"""A verdict at a number of classes that is had from a proof for every number of them."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from asking import check
from flint import fmpq
from tiers import exhaustive, few

from symbolic_measures import verify
from symbolic_measures.doors.cli import main
from symbolic_measures.fences import StoppedError
from symbolic_measures.kernel.truth import fails
from symbolic_measures.macros import told_to
from symbolic_measures.meaning.each_m import AT_EACH_M, RULE, is_of_every_m, read, step_of
from symbolic_measures.meaning.each_m import check as look
from symbolic_measures.meaning.every_class import EveryClasses
from symbolic_measures.meaning.every_parts import PARTS
from symbolic_measures.meaning.multiclass import MULTICLASS
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.report import Report
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.statement import Statement
from symbolic_measures.nouns.verdict import Step, Verdict
from symbolic_measures.questions.check.show import document
from symbolic_measures.search import each_m
from symbolic_measures.search.effort import MILLION, Effort
from symbolic_measures.search.every_class import prove_every

ASKED = ("maximal-agreement", "class-symmetry", "weakly-monotone", "constant-baseline")
CELLS = (0, 0, 0, 1, 1, 2, 3)


@cache
def _report() -> Report:
    return check("BA", ASKED, classes=4)


def _saved() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(json.dumps(_report().to_data()))
    return data


def _problems(data: Any) -> list[str]:
    try:
        return [item.problem for item in verify(data) if item.problem]
    except CertificateError as error:
        return [str(error)]


def test_what_is_proved_for_every_m_is_proved_at_four_classes() -> None:
    for verdict in _report().verdicts:
        assert verdict.outcome == "proved"
        assert verdict.proof is not None
        assert verdict.proof.rules() == {RULE}
        verdict.verify()
    assert _problems(_saved()) == []


def test_what_is_replayed_is_shown() -> None:
    told: list[tuple[str, str]] = []
    with told_to(lambda what, outcome: told.append((getattr(what, "property", ""), outcome))):
        assert _problems(_saved()) == []
    assert [(name, outcome) for name, outcome in told if name] == [(n, "proved") for n in ASKED]
    assert len(told) > len(ASKED)


def test_a_kept_verdict_is_replayed_and_not_decided_again(tmp_path: Path) -> None:
    first = check("BA", "class-symmetry", classes=4, cache=str(tmp_path), jobs=1)
    (kept,) = tmp_path.iterdir()
    data = json.loads(kept.read_text(encoding="utf-8"))
    kept.write_text(json.dumps({**data, "seconds": 77.0}), encoding="utf-8")
    again = check("BA", "class-symmetry", classes=4, cache=str(tmp_path), jobs=1).verdicts[0]
    assert (again.proof, again.seconds) == (first.verdicts[0].proof, 77.0)


@pytest.mark.parametrize("classes", [2, 3])
def test_few_classes_are_decided_by_the_kernel(classes: int) -> None:
    for verdict in check("BA", ("class-symmetry", "maximal-agreement"), classes=classes).verdicts:
        assert verdict.proof is not None
        assert verdict.proof.rule == "every-goal"


def test_a_reading_with_conventions_is_decided_by_the_kernel() -> None:
    found = check("BA", ("symmetry", "scale-invariance"), classes=4, convention=["c11 == 0: 1"])
    assert all(v.proof is None or v.proof.rule != RULE for v in found.verdicts)


def test_every_property_is_stated_for_every_m_and_has_no_value() -> None:
    assert set(AT_EACH_M) <= set(PARTS)
    assert not any(PROPERTIES[name].answers for name in AT_EACH_M)


# --- readings at 0/0 ------------------------------------------------------------------------------

PAPER, LIBRARY = "gosgens-appendix-b", "scikit-learn"


def _claimed(property_id: str, reading: str, said: str | None = None) -> tuple[Statement, Step]:
    """A statement about BA of three classes in a reading, by the proof in the one that is said."""
    subject = EveryClasses("BA", reading=said or reading)
    proof = prove_every(property_id, subject, Effort(60, 3 * MILLION))
    about = EveryClasses("BA", reading=reading).at(3)
    return PROPERTIES[property_id].statement(about), step_of(subject, 3, proof)


@pytest.mark.parametrize("reading", [PAPER, LIBRARY])
def test_a_reading_that_is_stated_for_every_m_is_that_of_a_number_of_classes(reading: str) -> None:
    statement, step = _claimed("class-symmetry", reading)
    assert step.args["reading"] == reading
    look(statement, Verdict("class-symmetry", "proved", statement, step))


@pytest.mark.parametrize(("reading", "why"), [
    (LIBRARY, "the statement is not that of"), ("literal", "that of no name"),
    (None, "a measure is a text, its reading"), (["literal"], "a measure is a text, its reading"),
    ("brzezinski-extended", "not for every number of classes"), ("", "not for every number"),
])  # fmt: skip
def test_a_step_of_another_reading_is_refused(reading: Any, why: str) -> None:
    statement, step = _claimed("class-symmetry", PAPER)
    forged = Step(RULE, {**step.args, "reading": reading})
    with pytest.raises(CertificateError, match=why):
        look(statement, Verdict("class-symmetry", "proved", statement, forged))


def test_what_is_proved_where_there_is_a_value_is_not_proved_in_a_reading() -> None:
    """In the paper's reading a class without elements keeps BA of a diagonal matrix below 1."""
    statement, step = _claimed("maximal-agreement", PAPER, said="literal")
    assert "reading" not in step.args
    found = check("BA", "maximal-agreement", classes=3, reading=PAPER, jobs=1).verdicts[0]
    assert (found.outcome, found.statement) == ("refuted", statement)
    with pytest.raises(CertificateError, match="the statement is not that of 'BA'"):
        look(statement, Verdict("maximal-agreement", "proved", statement, step))


def test_what_is_not_proved_soon_in_a_reading_is_proved_for_every_m(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With no steps for a proof at three classes alone; user-defined conventions have no other."""
    monkeypatch.setattr(each_m, "FIRST", 0)
    found = check("BA", "class-symmetry", classes=3, reading=PAPER, jobs=1)
    assert [v.proof.rule for v in found.verdicts if v.proof] == [RULE]
    assert _problems(json.loads(found.to_json())) == []
    own = check("BA", "class-symmetry", classes=3, convention=["c11 == 0: 1"], jobs=1)
    assert all(v.proof is None or v.proof.rule != RULE for v in own.verdicts)


@exhaustive
@pytest.mark.parametrize(("name", "property_id"), [("SBA", "monotone"), ("CD", "distance")])
def test_what_has_cases_in_each_term_is_proved_for_every_m(name: str, property_id: str) -> None:
    found = check(name, property_id, classes=3, reading=PAPER, jobs=1)
    assert [v.proof.rule for v in found.verdicts if v.proof] == [RULE]
    assert _problems(json.loads(found.to_json())) == []


# --- forgeries ------------------------------------------------------------------------------------


def _args(data: Any, place: int) -> dict[str, Any]:
    args: dict[str, Any] = data["verdicts"][place]["proof"]["args"]
    return args


def _set(place: int, key: str, value: Any) -> Callable[[Any], Any]:
    return lambda data: _args(data, place).update({key: value})


def _other_measure(text: str) -> Callable[[Any], Any]:
    """The report of another measure with the proofs of this one."""

    def forge(data: Any) -> None:
        other = check(text, ASKED, classes=4, timeout=60).to_data()
        data["measure"] = other["measure"]
        for entry, own in zip(data["verdicts"], other["verdicts"], strict=True):
            entry["statement"] = own["statement"]

    return forge


def _renamed(data: Any) -> None:
    entry, other = data["verdicts"][2], check("BA", "monotone", classes=4).to_data()["verdicts"][0]
    entry["property"], entry["statement"] = "monotone", other["statement"]
    data["asked"][2] = "monotone"


def _outcome(said: str) -> Callable[[Any], Any]:
    return lambda data: data["verdicts"][1].update(verdict=said)


def _below_another(data: Any) -> None:
    entry = data["verdicts"][1]
    goals = len(entry["statement"]["goals"])
    entry["proof"] = {"rule": "every-goal", "premises": [entry["proof"]] * goals}
    entry["rules"] = ["every-goal", RULE]


def _with_a_value(data: Any) -> None:
    data["verdicts"][1]["value"] = "1"


def _convention(data: Any) -> None:
    conventions = check("BA", "symmetry", classes=4, convention=["c11 == 0: 1"]).to_data()
    data["measure"] = conventions["measure"]


def _without_a_part(data: Any) -> None:
    _args(data, 0)["every"]["parts"].pop()


def _another_constant(data: Any) -> None:
    _args(data, 0)["every"]["constant"] = "2"


def _swapped(data: Any) -> None:
    one, other = _args(data, 0), _args(data, 2)
    one["every"], other["every"] = other["every"], one["every"]


FORGERIES: dict[str, Callable[[Any], Any]] = {
    "the proof of another formula": _set(1, "formula", "accuracy"),
    "a formula that is equal but not the same": _set(1, "formula", "sum(c/(m*a))"),
    "cells": _set(1, "formula", "c11/(c11+c12+c13+c14)"),
    "no formula": _set(1, "formula", 7),
    "another number of classes": _set(1, "classes", 5),
    "two classes": _set(1, "classes", 2),
    "a number that is no whole one": _set(1, "classes", 4.0),
    "true": _set(1, "classes", True),
    "another orientation": _set(1, "lower_is_better", True),
    "an orientation that is none": _set(1, "lower_is_better", 0),
    "a parameter": _set(1, "assume", ["beta > 0"]),
    "no list": _set(1, "assume", "beta > 0"),
    "one more argument": _set(1, "more", 1),
    "another measure": _other_measure("macro_F1"),
    "a lower-is-better measure": _other_measure("error_rate"),
    "another property": _renamed,
    "refuted": _outcome("refuted"),
    "not applicable": _outcome("not-applicable"),
    "undecided": _outcome("undecided"),
    "below a step of the kernel": _below_another,
    "a value": _with_a_value,
    "conventions": _convention,
    "a part is missing": _without_a_part,
    "another constant": _another_constant,
    "the proofs of other properties": _swapped,
    "a premise": lambda data: data["verdicts"][1]["proof"].update(premises=[{"rule": "evaluate"}]),
    "no proof": lambda data: _args(data, 1).pop("every"),
    "another step": lambda data: data["verdicts"][1]["proof"].update(rule="for-each-m"),
    "another list of rules": lambda data: data["verdicts"][1].update(rules=["every-goal"]),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_forgeries_are_refused(name: str) -> None:
    data = copy.deepcopy(_saved())
    FORGERIES[name](data)
    assert _problems(data)


def _step(text: str, property_id: str, classes: int = 4) -> Step:
    subject = EveryClasses(text)
    return step_of(subject, classes, prove_every(property_id, subject, Effort(600, 4 * MILLION)))


def _statement(text: str, property_id: str, classes: int = 4) -> Statement:
    return PROPERTIES[property_id].statement(EveryClasses(text).at(classes))


def test_a_statement_with_other_goals_is_refused() -> None:
    step, own = _step("accuracy", "class-symmetry"), _statement("accuracy", "class-symmetry")
    look(own, Verdict("class-symmetry", "proved", own, step))
    for goals in (own.goals[1:], own.goals[::-1], (*own.goals, own.goals[0]), ()):
        other = Statement(own.property, own.subject, own.sentence, goals)
        with pytest.raises(CertificateError):
            look(other, Verdict("class-symmetry", "proved", other, step))


def test_a_name_of_which_something_is_assumed_is_no_measure() -> None:
    """What is proved of accuracy is not proved of a constant called acc."""
    subject = EveryClasses("acc", ("acc > 0",))
    (found,) = check("acc", ("maximal-agreement",), assume=subject.assume, classes=4).verdicts
    assert found.outcome == "refuted"
    proof = prove_every("maximal-agreement", EveryClasses("acc"), Effort(600, 4 * MILLION))
    own = PROPERTIES["maximal-agreement"].statement(subject.at(4))
    with pytest.raises(CertificateError):
        look(own, Verdict(own.property, "proved", own, step_of(subject, 4, proof)))


@pytest.mark.parametrize(("text", "why"), [("2", "speaks of no matrix"), ("c11/n", "is a cell")])
def test_what_is_no_measure_for_every_m_is_refused(text: str, why: str) -> None:
    args = {**_step("accuracy", "symmetry").args, "formula": text}
    with pytest.raises(CertificateError, match=why):
        read(Step(RULE, args))


@pytest.mark.parametrize(("key", "value", "why"), [
    ("formula", 7, "a measure is a text"),
    ("formula", None, "a measure is a text"),
    ("assume", {}, "a measure is a text"),
    ("assume", "beta > 0", "a measure is a text"),
    ("assume", [1], "a measure is a text"),
    ("lower_is_better", 0, "which way is better"),
    ("lower_is_better", None, "which way is better"),
    ("classes", 2, "from 3 on"),
    ("classes", 4.0, "from 3 on"),
    ("classes", True, "from 3 on"),
    ("more", 1, "from 3 on"),
])  # fmt: skip
def test_what_a_step_says_is_of_its_kind(key: str, value: Any, why: str) -> None:
    step = _step("accuracy", "symmetry", 3)
    assert read(step)[1] == 3
    with pytest.raises(CertificateError, match=why):
        read(Step(RULE, {**step.args, key: value}))
    with pytest.raises(CertificateError, match="from 3 on"):
        read(Step(RULE, step.args, (step,)))


def test_a_proof_of_another_property_or_statement_is_refused() -> None:
    """The verdict is about what is asked, whatever its proof proves."""
    step, own = _step("accuracy", "symmetry"), _statement("accuracy", "symmetry")
    other = _statement("accuracy", "class-symmetry")
    look(own, Verdict("symmetry", "proved", own, step))
    assert is_of_every_m(Verdict("symmetry", "proved", own, step))
    assert not is_of_every_m(Verdict("symmetry", "undecided", own))
    for verdict in (Verdict("class-symmetry", "proved", own, step),
                    Verdict("symmetry", "proved", other, step)):  # fmt: skip
        with pytest.raises(CertificateError):
            look(own, verdict)


def test_what_is_assumed_is_the_same_for_every_m(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were less assumed at a number of classes, the proof for every m would be of other values."""
    subject = EveryClasses("w*sum(c)/n", ("w > 0",))
    proof = prove_every("symmetry", subject, Effort(600, 4 * MILLION))
    step, own = step_of(subject, 4, proof), PROPERTIES["symmetry"].statement(subject.at(4))
    look(own, Verdict("symmetry", "proved", own, step))
    more = EveryClasses(subject.text, ("w > 0", "w < 7")).measure
    monkeypatch.setattr(EveryClasses, "measure", more)
    with pytest.raises(CertificateError, match="other parameters than for every m"):
        look(own, Verdict("symmetry", "proved", own, step))


def test_a_property_whose_value_is_in_cells_is_refused() -> None:
    for name in sorted(set(PARTS) - set(AT_EACH_M)):
        own = Statement(name, "accuracy", "", _statement("accuracy", "symmetry").goals)
        step = _step("accuracy", "symmetry")
        with pytest.raises(CertificateError, match="is not that for every m"):
            look(own, Verdict(name, "proved", own, step))


def test_a_measure_that_is_defined_nowhere_proves_nothing() -> None:
    text = "sum(c)/n+0/((m-4)*n)"
    own = _statement(text, "symmetry")
    for verdict in check(text, ("symmetry", "class-symmetry"), classes=4).verdicts:
        assert verdict.outcome != "proved"
    with pytest.raises(CertificateError):
        look(own, Verdict("symmetry", "proved", own, _step("accuracy", "symmetry")))
    with pytest.raises(FormulaError):
        _step(text, "symmetry")


def test_what_is_not_seen_to_speak_at_a_number_of_classes_is_refused() -> None:
    """All diagonal cells are 1, all sizes m: at three classes the kernel finds no such matrix."""
    text = "sum(c)/n+0*sqrt(-sum((c-1)^2)-sum((a-m)^2)-sum((b-m)^2))"
    three, four = (_statement(text, "symmetry", classes) for classes in (3, 4))
    step = _step(text, "symmetry", 4)
    look(four, Verdict("symmetry", "proved", four, step))
    step = Step(RULE, {**step.args, "classes": 3})
    with pytest.raises(CertificateError, match="vacuous"):
        look(three, Verdict("symmetry", "proved", three, step))


# --- against the goals ----------------------------------------------------------------------------


def _violated(statement: Statement, seed: int) -> bool:
    """Whether a goal fails at one of some matrices."""
    chance = Random(seed)
    for goal in statement.goals[:: 1 + len(statement.goals) // 12]:
        names = [variable.name for variable in goal.variables]
        for _ in range(12):
            if fails(goal, {name: fmpq(chance.choice(CELLS)) for name in names}) is True:
                return True
    return False


@pytest.mark.parametrize("classes", few((3, 4, 5), (3,)))
@pytest.mark.parametrize("name", few(MULTICLASS, ("accuracy", "BA")))
def test_no_goal_of_what_follows_fails(name: str, classes: int) -> None:
    """Each proof for every m that is found is one at this number; no matrix is against it."""
    for property_id in AT_EACH_M:
        if property_id == "constant-baseline":
            continue  # its goal is about sizes
        try:
            step = _step(name, property_id, classes)
        except (FormulaError, StoppedError):
            continue
        own = _statement(name, property_id, classes)
        look(own, Verdict(property_id, "proved", own, step))
        assert not _violated(own, classes), property_id


# --- what is shown --------------------------------------------------------------------------------


def test_a_page_shows_the_proof_for_every_m() -> None:
    verdict = _report()["maximal-agreement"]
    assert verdict.proof is not None
    subject, classes, _ = read(verdict.proof)
    assert (subject.text, classes) == ("mean(c/a)", 4)
    assert "proved for every number of classes" in str(_report())
    (row,) = (row for row in document(_report()).rows if row.property == verdict.property)
    assert row.summary == ("proved for every number of classes, by sums over them",)
    assert any(" in every class" in evidence.label for evidence in row.evidences)
    assert any(evidence.lines for evidence in row.evidences)


def test_the_export_says_that_it_is_no_proof_of_the_kernel(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "ba.json"
    file.write_text(json.dumps(_saved()), encoding="utf-8")
    main(["export", str(file), "-o", str(tmp_path / "out.v")])
    said = capsys.readouterr()
    assert "a proof for every number of classes" in said.out + said.err
