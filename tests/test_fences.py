"""Outer limits: a whole run ends, memory is looked at, and what was decided stays."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from symbolic_measures import fences, verify
from symbolic_measures.doors.cli import main
from symbolic_measures.fences import Fence, OutOfMemoryError, OutOfTimeError, fence, whole_run
from symbolic_measures.meaning import subjects
from symbolic_measures.meaning.subjects import make_reading, measure
from symbolic_measures.processes import in_processes
from symbolic_measures.search.properties import decide_property


def nested(levels: int) -> str:
    """log(2+log(2+...))."""
    text = "TP/(TP+FN+FP)"
    for _ in range(levels):
        text = f"log(2+{text})"
    return text


def spin() -> None:
    """Never ends by itself."""
    while True:
        pass


def grow() -> None:
    """Holds 100 MB more, and never ends by itself."""
    held = bytearray(100_000_000)
    while held:
        pass


def test_a_fence_ends_with_the_run_it_is_in() -> None:
    with whole_run(50):
        assert fence(100).seconds == 50
        assert fence(10).seconds == 10
    assert fence(100).seconds == 100


def test_the_end_of_a_run_is_told_as_such() -> None:
    told = r"0\.1 seconds for the whole run"
    with whole_run(0.1), pytest.raises(OutOfTimeError, match=told), fence(100).around():
        spin()


def end_there() -> float | None:
    """The end of the run in the process that is asked."""
    found = fences.end_of_run()
    return None if found is None else found.end


def test_other_processes_end_with_the_run() -> None:
    with whole_run(1_000):
        ends = list(in_processes(end_there, [(), ()], 2))
    assert ends == [ends[0], ends[0]]
    assert ends[0] is not None
    assert list(in_processes(end_there, [(), ()], 2)) == [None, None]


def test_memory_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fences, "MEMORY", 1_000_000)
    told = "stopped by the memory limit of 1 MB"
    fences.release()  # what the tests before have cached is not given back in place of it
    with pytest.raises(OutOfMemoryError, match=told), fence(100).around():
        grow()


def test_what_was_held_before_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """A session may be large without us."""
    monkeypatch.setattr(fences, "memory", lambda: 10 * fences.MEMORY)
    with pytest.raises(OutOfTimeError), fence(0.3).around():
        spin()


def test_caches_are_emptied_before_anything_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    held = [5]
    monkeypatch.setattr(fences, "memory", lambda: held[-1])
    monkeypatch.setattr(fences, "release", lambda: held.append(6))

    def more() -> None:
        held.append(fences.MEMORY + 6)
        spin()

    with pytest.raises(OutOfTimeError), fence(0.5).around():
        more()
    assert held == [5, fences.MEMORY + 6, 6]


def test_a_release_empties_the_caches_of_this_package() -> None:
    from symbolic_measures.search import costs

    costs.nodes(measure("MCC").formula)
    fences.release()
    assert costs.nodes.cache_info().currsize == 0


def test_memory_costs_one_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    from symbolic_measures.search import engine

    monkeypatch.setattr(fences, "MEMORY", 1_000_000)
    monkeypatch.setattr(engine, "prove_goal", lambda *_, **__: grow())
    verdict = decide_property("symmetry", make_reading(measure("F1"), (), None), 100)
    assert verdict.outcome == "undecided"
    assert verdict.reason.startswith("stopped by the memory limit of 1 MB; open: ")


def test_an_expired_fence_that_is_left_says_nothing_later() -> None:
    with pytest.raises(OutOfTimeError), Fence(0.0, 1.0).around():
        spin()
    with fence(0.3).around():
        total = sum(range(200_000))
    assert total


def test_what_is_left_of_a_run_is_undecided_and_the_rest_is_written(tmp_path: Path) -> None:
    """However little time there is: every property that was asked for has its verdict."""
    path = tmp_path / "f1.json"
    ids = [word for name in ("symmetry", "distance", "monotone") for word in ("--property", name)]
    asked = ["check", nested(21), *ids, "--total", "0.01", "--format", "json", "-o", str(path)]
    assert main(asked) == 0
    data: Any = json.loads(path.read_text())
    assert [entry["property"] for entry in data["verdicts"]] == ["symmetry", "distance", "monotone"]
    for entry in data["verdicts"]:
        assert entry["verdict"] == "undecided"
        assert "stopped by the time limit of 0.01 seconds for the whole run" in entry["reason"]
    assert [item.problem for item in verify(data)] == ["", "", ""]


def test_no_time_at_all_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "F1", "--total", "0"]) == 2
    assert "--total: give a number of seconds above 0" in capsys.readouterr().err


@pytest.mark.parametrize("classes", [5, 6])
def test_a_first_look_at_a_measure_of_many_classes_is_short(
    classes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[object] = []
    monkeypatch.setattr(subjects, "MANY_MATRICES", 300)
    monkeypatch.setattr(subjects, "evaluator", lambda _: looked.append)
    subject = measure("accuracy", classes=classes)
    subjects.refuse_what_is_no_measure(make_reading(subject, (), None))
    assert len(looked) == 1  # the values of a rational formula are real
    subject = measure("sqrt(accuracy)", classes=classes)
    subjects.refuse_what_is_no_measure(make_reading(subject, (), None))
    assert len(looked) == 301


def test_of_many_classes_nothing_is_said_of_what_was_not_looked_at() -> None:
    """Defined only where all five classes occur: not at the matrices that are looked at."""
    text = "product(a)/product(a)"
    subjects.refuse_what_is_no_measure(make_reading(measure(text, classes=5), (), None))


def test_a_deep_formula_is_answered_within_the_memory(tmp_path: Path) -> None:
    path, before = tmp_path / "deep.json", fences.memory()
    asked = ["check", nested(21), "--property", "symmetry", "--timeout", "2"]
    assert main([*asked, "--format", "json", "-o", str(path)]) == 0
    assert fences.memory() - before < fences.MEMORY
