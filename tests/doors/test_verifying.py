"""`verify`: strict about files, bounded, and clear about what was replayed and what was not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from symbolic_measures import averaging, check, macros, measure, verify
from symbolic_measures.doors import verifying
from symbolic_measures.doors.cli import main
from symbolic_measures.fences import OutOfTimeError, fence
from symbolic_measures.kernel import replay as replay_module
from symbolic_measures.nouns.errors import CertificateError
from symbolic_measures.nouns.formula import formula
from symbolic_measures.nouns.statement import Atom, Goal
from symbolic_measures.nouns.verdict import Step
from symbolic_measures.questions import kinds


def saved(folder: Path, answer: Any, change: Any = None) -> Path:
    """A file with the answer, perhaps changed as text."""
    text = answer.to_json()
    path = folder / "answer.json"
    path.write_text(text if change is None else change(text), encoding="utf-8")
    return path


def three() -> Any:
    """A small answer."""
    return check("F1", ["symmetry", "monotone", "range"])


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"property": "symmetry"', '"property": "x", "property": "symmetry"', "stands there twice"),
        ('"minimal": true', '"minimal": NaN', "NaN is no number"),
        ('"minimal": true', '"minimal": -Infinity', "-Infinity is no number"),
    ],
)
def test_a_file_that_reads_in_two_ways_is_refused(
    old: str, new: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = saved(tmp_path, three(), lambda text: text.replace(old, new, 1))
    assert main(["verify", str(path)]) == 2
    assert told in capsys.readouterr().err


def forged(change: Any) -> list[str]:
    """The problems of a changed file."""
    data = json.loads(three().to_json())
    change(data)
    try:
        return [item.problem for item in verify(data) if item.problem]
    except CertificateError as error:
        return [str(error)]


FORGERIES: dict[str, tuple[Any, str]] = {
    "one left out": (lambda d: d["verdicts"].pop(), "`complete` is not what the verdicts show"),
    "one twice": (lambda d: d["verdicts"].append(d["verdicts"][0]), "twice"),
    "another order": (lambda d: d["verdicts"].reverse(), "not those that were asked for"),
    "not complete": (lambda d: d.update(complete=False), "`complete` is not"),
    "complete in words": (lambda d: d.update(complete="yes"), "true or false"),
    "asked for more": (lambda d: d["asked"].append("ace"), "`complete` is not"),
    "asked twice": (lambda d: d["asked"].append("symmetry"), "an id twice"),
    "a reason for a proof": (lambda d: d["verdicts"][0].update(reason="easy"), "the reason"),
    "a reason that is a list": (lambda d: d["verdicts"][0].update(reason=[]), "a text"),
    "time that is none": (lambda d: d["verdicts"][0].update(seconds=float("nan")), "a number"),
    "negative time": (lambda d: d["verdicts"][0].update(seconds=-1), "a number"),
    "a part left out": (lambda d: d.pop("range"), "something else"),
    "one more part": (lambda d: d.update(remark="true"), "no part 'remark'"),
    "one more part of a verdict": (lambda d: d["verdicts"][0].update(remark=1), "no part"),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_changed_file_is_refused(name: str) -> None:
    change, told = FORGERIES[name]
    problems = forged(change)
    assert problems
    assert told in problems[-1]


def test_the_file_as_it_is_has_no_problem() -> None:
    assert forged(lambda data: None) == []


@pytest.mark.parametrize("place", [0, 1])
def test_of_an_averaging_no_verdict_is_left_out(place: int) -> None:
    data = json.loads(averaging("micro", "symmetry").to_json())
    del data["verdicts"][place]
    with pytest.raises(CertificateError, match="not those that were asked for"):
        list(verify(data))
    data["complete"] = False  # less, and told as less, if it is the end that is missing
    assert place == 0 or [item.problem for item in verify(data)] == [""]


def test_earlier_files_do_not_say_what_was_asked_and_are_told_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def without(text: str) -> str:
        data = json.loads(text)
        del data["asked"]
        return json.dumps(data)

    assert main(["verify", str(saved(tmp_path, three(), without))]) == 0
    assert "whether more was asked for (1)" in capsys.readouterr().out


def test_what_nobody_can_replay_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = measure("2*TP/(2*TP+FP+FN)", name="my own")
    assert main(["verify", str(saved(tmp_path, check(mine, "symmetry")))]) == 0
    assert "what the measure is called (1)" in capsys.readouterr().out
    assert main(["verify", str(saved(tmp_path, three()))]) == 0
    assert "not verified" not in capsys.readouterr().out


def test_every_statement_that_was_replayed_is_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = three()
    path = saved(tmp_path, answer)
    assert main(["verify", "--show", str(path)]) == 0
    told = capsys.readouterr().out
    for verdict in answer.verdicts:
        assert f"{verdict.property} of F1, {verdict.outcome}: {verdict.statement.sentence}" in told
        for goal in verdict.statement.goals:
            assert f"|- {goal.conclusion}" in told


def test_what_is_shown_is_rebuilt_and_not_read() -> None:
    """Who listens is told of the statement that the kernel saw."""
    heard: list[Any] = []
    data = json.loads(three().to_json())
    with macros.told_to(lambda what, outcome: heard.append((what.property, outcome))):
        list(verify(data))
    assert heard == [("symmetry", "proved"), ("monotone", "refuted"), ("range", "proved")]


def test_a_verdict_that_takes_too_long_is_not_verified_and_the_others_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from symbolic_measures.meaning import each_m

    real = each_m.kernel_check

    def slow(statement: Any, verdict: Any, done: Any = None) -> None:
        if statement.property == "monotone":
            with fence(0).around():
                while True:
                    pass
        real(statement, verdict, done)

    monkeypatch.setattr(each_m, "kernel_check", slow)
    assert main(["verify", str(saved(tmp_path, three())), "--timeout", "1000"]) == 1
    told = capsys.readouterr().out
    assert "2 verdicts replayed" in told
    assert "  monotone: not verified: stopped by the time limit of 0 seconds" in told


def test_a_verdict_that_takes_long_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(verifying, "SLOW", -1.0)
    path = saved(tmp_path, three())
    assert main(["verify", str(path)]) == 0
    told = capsys.readouterr().err
    for name in ("symmetry", "monotone", "range"):
        assert f"{path}: {name} took 0 seconds" in told


def test_a_file_that_stops_before_its_first_verdict_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(self: verifying.AllKinds, data: Any) -> Any:
        yield from ()
        raise OutOfTimeError(3)

    monkeypatch.setattr(verifying.AllKinds, "replay", stopped)
    assert main(["verify", str(saved(tmp_path, three()))]) == 1
    told = capsys.readouterr().out
    assert "after the head of the file: stopped by the time limit of 3 seconds; the rest" in told


def test_a_proof_that_stands_in_two_files_is_replayed_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """And what is remembered proves nothing else: the same goal with another proof is replayed."""
    counted: list[str] = []
    apply = replay_module.apply

    def counting(goal: Any, name: str, args: Any) -> Any:
        counted.append(name)
        return apply(goal, name, args)

    data = json.loads(check("F1", property="symmetry").to_json())
    paths = [tmp_path / name for name in ("one.json", "two.json", "forged.json")]
    for path in paths[:2]:
        path.write_text(json.dumps(data), encoding="utf-8")
    goals = data["verdicts"][0]["proof"]["premises"]
    goals[0] = {"rule": "evaluate"}
    data["verdicts"][0]["rules"] = ["evaluate", "every-goal"]
    paths[2].write_text(json.dumps(data), encoding="utf-8")
    monkeypatch.setattr(replay_module, "apply", counting)
    assert main(["verify", str(paths[0])]) == 0
    alone = len(counted)
    assert main(["verify", *map(str, paths[:2])]) == 0
    assert len(counted) == 2 * alone > 0
    assert main(["verify", str(paths[0]), str(paths[2])]) == 1
    assert "evaluate" in capsys.readouterr().out


def test_so_many_goals_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kinds, "REMEMBERED", 2)
    done, proof = kinds.AllKinds().done, Step("evaluate")
    for number in range(3):
        done[Goal((), (), Atom(formula(number), "=="))] = proof
    assert len(done) == 1


def test_a_whole_run_ends_and_says_what_was_not_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(verifying, "run", lambda file, told: "stopped by the time limit")
    path = str(saved(tmp_path, three()))
    assert main(["verify", path, path, "--total", "5"]) == 1
    told = capsys.readouterr()
    assert told.out.startswith(f"{path}: FAILED: 0 verdicts replayed")
    assert f"not looked at: {path}" in told.err
