"""Search is counted: the same verdicts on slow machines and fast ones, in one process or more."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import textwrap
import time
import weakref
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tiers import exhaustive

from symbolic_measures import check
from symbolic_measures.fences import OutOfTimeError
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.subjects import find_property, make_reading, measure
from symbolic_measures.nouns.formula import symbol
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Statement, Variable
from symbolic_measures.nouns.verdict import Verdict
from symbolic_measures.search import engine
from symbolic_measures.search.battery import (
    ALL,
    KEPT,
    MOST,
    SHARE,
    WORTH,
    Battery,
    sharing,
    strict_first,
)
from symbolic_measures.search.effort import (
    MILLION,
    STEPS,
    Effort,
    OutOfStepsError,
    granted,
    in_words,
)
from symbolic_measures.search.engine import SURE, decide
from symbolic_measures.search.guarded import undecided
from symbolic_measures.search.properties import decide_property
from symbolic_measures.search.refute import refute
from symbolic_measures.search.tactics import formulas as tactics

SOME = ("maximal-agreement", "monotone", "weakly-monotone", "distance", "symmetry", "range")


def reading_of(text: str, classes: int = 2) -> Reading:
    return make_reading(measure(text, classes=classes), (), None)


def timeless(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: timeless(part) for key, part in data.items() if key != "seconds"}
    return [timeless(part) for part in data] if isinstance(data, list) else data


def told(verdict: Verdict) -> Any:
    return timeless(verdict.to_data())


# --- counting --------------------------------------------------------------------------------


def test_counterexamples_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no proof is to be tried none is, and what small points fail is refuted all the same."""

    def refused(*args: Any, **more: Any) -> Any:
        raise AssertionError("a proof was tried")

    for name in ("prove_goal", "prove_along", "cleared_plainly"):
        monkeypatch.setattr(engine, name, refused)
    alone = Effort(60, MILLION, sure=False, proves=False)
    for text, property_id, outcome in [
        ("CC", "monotone", "undecided"), ("F1", "symmetry", "undecided"),
        ("precision", "symmetry", "refuted"), ("BA", "strongly-monotone", "refuted"),
    ]:  # fmt: skip
        assert decide_property(property_id, reading_of(text), alone).outcome == outcome
    assert not alone.share(1).proves
    assert not alone.beyond(1).proves


def test_steps_are_used_up() -> None:
    effort = Effort(steps=1_000)
    effort.tick(900)
    assert effort.left() == 100
    with pytest.raises(OutOfStepsError, match=r"^stopped after 1,000 steps of search$"):
        effort.tick(101)


def test_a_share_spends_of_the_whole() -> None:
    whole = Effort(steps=1_000)
    part = whole.share(300)
    part.tick(250)
    assert (part.left(), whole.left()) == (50, 750)
    with pytest.raises(OutOfStepsError):
        part.tick(100)
    assert whole.left() == 650  # the whole goes on
    whole.tick(1)


def test_nothing_is_tried_twice() -> None:
    """Many ways lead to the same polynomials: of 43,000 sequents here 2,000 are different."""
    effort = Effort(3_600)
    verdict = decide_property("monotone", reading_of("(1+MCC)/2*accuracy"), effort)
    assert verdict.outcome == "proved"
    assert effort.spent < MILLION
    assert effort.share(MILLION).tried is effort.tried


def test_a_share_is_never_more_than_what_is_left() -> None:
    whole = Effort(steps=1_000)
    part, other = whole.share(800), whole.share(800)
    part.tick(700)
    with pytest.raises(OutOfStepsError):
        other.tick(400)


def test_what_is_done_in_any_case_is_counted_and_stopped_by_time_alone() -> None:
    whole = Effort(seconds=1_000, steps=100)
    whole.in_any_case().tick(500)
    assert whole.left() == 0
    late = Effort(seconds=0.0, steps=100)
    with pytest.raises(OutOfTimeError, match="stopped by the time limit of 0 seconds"):
        late.in_any_case().tick(1)


@pytest.mark.parametrize(
    ("steps", "words"),
    [(2_000, "2,000"), (MILLION, "1 million"), (3 * MILLION // 2, "1.5 million")],
)
def test_steps_in_words(steps: int, words: str) -> None:
    assert in_words(steps) == words


def test_a_limit_is_an_effort_or_seconds() -> None:
    given = Effort(steps=7)
    assert granted(given) is given
    assert (granted(5).seconds, granted(5).steps) == (5, STEPS)


# --- the fence -------------------------------------------------------------------------------


def spin(effort: Effort, first: Callable[[], object] = int) -> None:
    """Counts nothing and never ends by itself."""
    with effort.fenced():
        first()
        while True:
            pass


def test_the_fence_stops_what_counts_nothing() -> None:
    with pytest.raises(OutOfTimeError):
        spin(Effort(seconds=0.2))


def test_the_fence_is_not_lost_in_the_garbage_collector(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is raised in a callback of the collector is ignored, but said aloud."""
    ignored: list[object] = []
    reached: list[str] = []

    def slow(phase: str, _: dict[str, int]) -> None:
        end = time.monotonic() + 0.1
        while phase == "start" and time.monotonic() < end:
            pass
        reached.append(phase)

    monkeypatch.setattr(sys, "unraisablehook", ignored.append)
    gc.callbacks.append(slow)
    try:
        with pytest.raises(OutOfTimeError):
            spin(Effort(seconds=0.05), gc.collect)
    finally:
        gc.callbacks.remove(slow)
    assert "stop" in reached
    assert ignored == []


class Thing:
    """What weak references can point to."""


class Slow:
    """Takes its time when it goes."""

    def __init__(self, seconds: float = 0.1) -> None:
        self.seconds = seconds

    def wait(self) -> None:
        end = time.monotonic() + self.seconds
        while time.monotonic() < end:
            pass

    def __del__(self) -> None:
        self.wait()


@pytest.mark.parametrize("kind", ["finalizer", "weak reference"])
def test_the_fence_is_not_lost_where_python_drops_exceptions(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ignored: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", ignored.append)

    def drop() -> None:
        if kind == "finalizer":
            Slow()
            return
        one, waiting = Thing(), Slow(0.1)
        weakref.finalize(one, waiting.wait)
        del one
        waiting.seconds = 0

    with pytest.raises(OutOfTimeError):
        spin(Effort(seconds=0.05), drop)
    assert ignored == []


def test_the_nearer_of_two_fences_stops_first_and_the_other_stays() -> None:
    near, far = Effort(seconds=0.2), Effort(seconds=1.0)
    with far.fenced(), pytest.raises(OutOfTimeError, match=r"0\.2 seconds"):
        spin(near)
    with pytest.raises(OutOfTimeError, match="1 seconds"):
        spin(far)


def test_a_verdict_says_that_time_stopped_it_what_is_open_and_what_was_enumerated() -> None:
    statement = find_property("strongly-monotone").statement(reading_of("GM"))
    verdict = decide(statement, 0.2)
    assert verdict.outcome == "undecided"
    assert verdict.reason.startswith("stopped by the time limit of 0.2 seconds; open: ")


# --- the same everywhere ---------------------------------------------------------------------


@pytest.mark.parametrize("text", ["CC", "sqrt(recall*specificity)*TP/(TP+FP)", "log(1+TP/(FN+1))"])
def test_verdicts_do_not_depend_on_the_speed_of_the_machine(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = [told(decide_property(name, reading_of(text))) for name in SOME]
    start, real = time.monotonic(), time.monotonic
    monkeypatch.setattr(time, "monotonic", lambda: start + 30 * (real() - start))
    there = [told(decide_property(name, reading_of(text), 1e9)) for name in SOME]
    assert there == here


def test_what_is_spent_is_the_same_each_time() -> None:
    spent = []
    for _ in range(2):
        effort = Effort()
        decide_property("distance", reading_of("CC"), effort)
        spent.append(effort.spent)
    assert spent[0] == spent[1] > 0


@exhaustive
def test_fewer_steps_decide_less_and_say_so() -> None:
    verdict = decide_property("distance", reading_of("CD"), Effort(steps=2_000))
    assert verdict.outcome == "undecided"
    assert "stopped after 2,000 steps of search; open: " in verdict.reason


@pytest.mark.parametrize("text", ["CC", "F_beta"])
def test_verdicts_do_not_depend_on_the_number_of_processes(text: str) -> None:
    one = json.loads(check(text, jobs=1).to_json())
    two = json.loads(check(text, jobs=2).to_json())
    assert timeless(two) == timeless(one)


def test_properties_that_share_goals_are_decided_together() -> None:
    names = ("weakly-monotone", "range", "monotone", "symmetry", "distance", "tn-invariance")
    groups = sharing(reading_of("CC"), names)
    assert sorted(groups) == [
        ("range",), ("symmetry", "distance"), ("tn-invariance",), ("weakly-monotone", "monotone")
    ]  # fmt: skip


# --- turns -----------------------------------------------------------------------------------


def test_a_violation_is_found_before_a_long_proof_attempt_is_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """M falls at n = 10 only, and every proof attempt goes on as long as it may."""
    calls = []

    def endless(goal: Any, effort: Effort, **_: Any) -> None:
        calls.append(goal)
        while True:
            effort.tick(MILLION)

    monkeypatch.setattr("symbolic_measures.search.engine.prove_goal", endless)
    monkeypatch.setattr("symbolic_measures.search.engine.scattered", lambda *_: None)
    text = f"TP/n - 2*Max(0, n-{SURE - 1})*TP/n"
    effort = Effort()
    verdict = decide_property("weakly-monotone", reading_of(text), effort)
    assert verdict.outcome == "refuted"
    assert calls
    assert effort.spent < STEPS


def test_enumeration_is_completed_although_the_steps_are_used_up() -> None:
    text = f"TP/n - 2*Max(0, n-{SURE - 1})*TP/n"
    verdict = decide_property("weakly-monotone", reading_of(text), Effort(steps=MILLION // 20))
    assert verdict.outcome == "refuted"
    assert verdict.witness is not None
    assert verdict.witness.minimal
    assert sum(map(int, verdict.witness.matrices[0])) == SURE


@pytest.mark.parametrize(
    ("text", "property_id", "classes"),
    [
        ("Max(recall, precision)*(1 - 2*Max(0, n-9))", "weakly-monotone", 2),
        ("log(1+TP) - 2*log(1+Max(0, n-9)*TP)", "weakly-monotone", 2),
        ("sqrt(TP*TN) - Max(0, n-9)*sqrt(TP*TN)", "tp-monotone", 2),
        ("TP/(TP+FN) + Max(0, n-9)*FN*FP", "symmetry", 2),
    ],
)
def test_undecided_is_never_said_where_a_small_violation_exists(
    text: str, property_id: str, classes: int
) -> None:
    verdict = decide_property(property_id, reading_of(text, classes))
    assert verdict.outcome == "refuted"


# --- scripts, other processes and interrupts ---------------------------------------------------


def ran(text: str, folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    script = folder / "script.py"
    script.write_text(textwrap.dedent(text))
    found = {**os.environ, **more}
    return subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, env=found, timeout=300
    )


def test_a_script_needs_no_main_guard(tmp_path: Path) -> None:
    done = ran(
        """
        from symbolic_measures import check
        report = check("F1", ["monotone", "symmetry", "range"], jobs=2)
        print([verdict.outcome for verdict in report.verdicts])
        """,
        tmp_path,
    )
    assert done.stderr == ""
    assert done.stdout == "['refuted', 'proved', 'proved']\n"


def test_an_interrupt_keeps_what_was_decided(tmp_path: Path) -> None:
    done = ran(
        """
        import os, signal
        from symbolic_measures.meaning.subjects import make_reading, measure
        from symbolic_measures.search.battery import Battery
        signal.signal(signal.SIGINT, signal.default_int_handler)
        work = Battery(make_reading(measure("CC"), (), None), jobs=2)
        try:
            for step in work:
                os.kill(os.getpid(), signal.SIGINT)
        except KeyboardInterrupt:
            print("interrupted", len(work.report().verdicts) > 0, work.report().complete)
        """,
        tmp_path,
    )
    assert done.stdout == "interrupted True False\n", done.stderr


@pytest.mark.exhaustive
def test_verdicts_do_not_depend_on_what_else_the_machine_does() -> None:
    names = ("CC", "kappa", "GM_half", "F_beta", "CD")
    idle = [timeless(json.loads(check(name).to_json())) for name in names]
    spin = [sys.executable, "-c", "while True: pass"]
    others = [subprocess.Popen(spin) for _ in range(4)]
    try:
        busy = [timeless(json.loads(check(name).to_json())) for name in names]
    finally:
        for other in others:
            other.kill()
            other.wait()
    assert busy == idle


@pytest.mark.exhaustive
def test_a_cluster_decides_the_same() -> None:
    """The documented way to a cluster: dask, by joblib's backend."""
    distributed = pytest.importorskip("distributed")
    joblib = pytest.importorskip("joblib")
    here = timeless(json.loads(check("CC").to_json()))
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as one,
        distributed.Client(one),
        joblib.parallel_config(backend="dask"),
    ):
        there = timeless(json.loads(check("CC", jobs=2).to_json()))
    assert there == here


@pytest.mark.parametrize("text", ["CD", "CD_chord"])
def test_what_is_around_a_function_is_taken_off_first(text: str) -> None:
    """An arccosine against that of 0, and a root against a root: their arguments are compared."""
    effort = Effort(3_600)
    verdict = decide_property("better-than-chance", reading_of(text), effort)
    assert verdict.outcome == "proved"
    assert effort.spent < MILLION


def test_goals_of_one_name_are_told_once() -> None:
    statement = find_property("monotone").statement(reading_of("accuracy"))
    twice = replace(statement, goals=statement.goals * 2)
    told_of = decide(twice, Effort(steps=1)).reason
    assert "open: " in told_of
    labels = told_of.partition("open: ")[2].partition(". No")[0].split("; ")
    assert len(labels) == len(set(labels))


def test_the_engine_decides_within_an_effort_that_is_shared() -> None:
    reading = reading_of("CC")
    effort = Effort()
    for name in ("symmetry", "class-symmetry"):
        before = effort.spent
        statement = find_property(name).statement(reading)
        assert decide(statement, effort).outcome == "proved"
        assert effort.spent > before


def test_tactics_count_what_they_do() -> None:
    goal = find_property("monotone").statement(reading_of("CC")).goals[0]
    effort = Effort()
    assert tactics.prove_goal(goal, effort) is not None
    assert effort.spent > 1_000
    with pytest.raises(OutOfStepsError):
        tactics.prove_goal(goal, Effort(steps=1_000))


def test_signs_before_roots_do_not_hide_a_path() -> None:
    """Where lower is better both sides are -M: the path between them is looked at first."""
    text, effort = "(FP-N*Phat/n)/sqrt(N*Phat/n)", Effort(3_600)
    reading = check(text, lower_is_better=True, properties=["symmetry"]).reading
    assert decide_property("monotone", reading, effort).outcome == "proved"
    assert effort.spent < MILLION


def test_what_is_stronger_is_decided_first_and_told_in_the_order_asked() -> None:
    asked = ("weakly-monotone", "symmetry", "monotone")
    reading = reading_of("kappa")
    assert strict_first(asked, reading) == ["monotone", "weakly-monotone", "symmetry"]
    work = Battery(reading, asked, with_gradient=False)
    assert list(work) == ["monotone", "weakly-monotone", "symmetry"]
    assert tuple(verdict.property for verdict in work.verdicts) == asked


def _shared(shared: bool, jobs: int = 1) -> tuple[dict[str, str], list[tuple[str, int]]]:
    """Why each property of a battery is open, and with how many steps each was decided."""
    taken = []

    def decide(property_id: str, reading: Reading, limit: Any, known: Any) -> Verdict:
        taken.append((property_id, limit.steps))
        if property_id != "range":
            limit.spend(limit.steps)
        nothing = undecided(property_id, "M", "", "stopped")
        return replace(nothing, outcome="proved") if property_id == "symmetry" else nothing

    asked = ("monotone", "symmetry", "distance", "range")
    reading = reading_of("F1")
    work = Battery(reading, asked, with_gradient=False, decide=decide, jobs=jobs, shared=shared)
    list(work)
    assert tuple(verdict.property for verdict in work.verdicts) == asked
    return {verdict.property: verdict.reason for verdict in work.verdicts}, taken


def test_what_is_open_for_want_of_steps_shares_what_is_kept() -> None:
    reasons, taken = _shared(True)
    first = [(name, SHARE) for name in ("monotone", "symmetry", "distance", "range")]
    part = max(KEPT, ALL - 3 * SHARE) // 2  # of what those that were stopped did not spend
    assert part >= WORTH
    assert taken == [*first, ("monotone", part), ("distance", part)]
    told = "stopped. Asked alone, it has 30 million."
    assert reasons == {
        "monotone": told,
        "symmetry": "stopped",
        "distance": told,
        "range": "stopped",
    }


def test_what_one_leaves_the_others_have_once_more() -> None:
    """And nothing is tried a third time where the second time decided nothing."""
    taken: list[tuple[str, int]] = []

    def decide(property_id: str, reading: Reading, limit: Any, known: Any) -> Verdict:
        again = property_id in [name for name, _ in taken]
        taken.append((property_id, limit.steps))
        found = undecided(property_id, "M", "", "stopped")
        if property_id == "distance" and again:
            return replace(found, outcome="proved")
        limit.spend(limit.steps)
        return found

    asked = ("monotone", "distance")
    work = Battery(reading_of("F1"), asked, with_gradient=False, decide=decide, shared=True)
    list(work)
    part = max(KEPT, ALL - 2 * SHARE) // 2
    first = [(name, SHARE) for name in asked]
    left = max(min(KEPT, MOST - 2 * SHARE - part), ALL - 2 * SHARE - part)
    assert taken == [*first, *((name, part) for name in asked), ("monotone", left)]


def test_a_property_of_which_a_part_was_short_is_gone_on_with() -> None:
    taken: list[tuple[str, int]] = []

    def decide(property_id: str, reading: Reading, limit: Any, known: Any) -> Verdict:
        taken.append((property_id, limit.steps))
        with suppress(OutOfStepsError):
            limit.share(1000).tick(1001)
        assert limit.short
        assert limit.left() > SHARE - 2000
        return undecided(property_id, "M", "", "stopped")

    work = Battery(reading_of("F1"), ("distance",), with_gradient=False, decide=decide, shared=True)
    list(work)
    assert taken == [("distance", SHARE), ("distance", ALL - 1001)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_was_tried_with_the_first_share_is_told_to_the_second(jobs: int) -> None:
    def decide(property_id: str, reading: Reading, limit: Any, known: Any) -> Verdict:
        before = limit.tried.get("who", "nobody")
        limit.tried["who"] = property_id
        limit.spend(limit.steps)
        return undecided(property_id, "M", "", f"{before} was here")

    asked = ("monotone", "distance")
    work = Battery(reading_of("F1"), asked, with_gradient=False, decide=decide, jobs=jobs,
                   shared=True)  # fmt: skip
    list(work)
    told = [verdict.reason.removesuffix(" Asked alone, it has 30 million.") for verdict in
            work.verdicts]  # fmt: skip
    assert told == [f"{name} was here." for name in asked]


def test_points_that_do_not_fail_are_not_looked_at_again() -> None:
    statement = find_property("monotone").statement(reading_of("accuracy"))
    effort = Effort(600)
    assert refute(statement, 4, effort) is None
    first = effort.spent
    assert refute(statement, 4, effort) is None
    assert effort.spent == first
    assert refute(statement, 6, effort) is None
    once = Effort(600)
    assert refute(statement, 6, once) is None
    assert effort.spent == once.spent


def test_what_could_not_be_told_stays_so() -> None:
    """A witness is not the smallest if a smaller point could not be told when it was looked at."""
    variables, block = (Variable("x", "natural"), Variable("y", "natural")), (("x", "y"),)
    unclear, fails = (
        Atom(parse(text, names={}, parameters=("x", "y")), rel)
        for text, rel in (("sqrt(log(x+3))^2-log(x+3)", "=="), ("5-x-y", ">="))
    )
    goals = [
        Goal(variables, (), atom, ((symbol("x"), symbol("y")),), blocks=block)
        for atom in (unclear, fails)
    ]
    statement = Statement("range", "M", "", tuple(goals))
    effort = Effort(600)
    assert refute(statement, 3, effort) is None
    again, once = refute(statement, 7, effort), refute(statement, 7, Effort(600))
    assert again is not None
    assert once is not None
    assert not again.minimal
    assert again == once


def test_what_is_asked_alone_has_all_steps() -> None:
    reasons, taken = _shared(False)
    assert [steps for _, steps in taken] == [STEPS] * 4
    assert set(reasons.values()) == {"stopped"}


def test_what_shares_effort_is_the_same_in_several_processes() -> None:
    assert _shared(True, jobs=2)[0] == _shared(True)[0]


def test_a_battery_says_how_far_it_came() -> None:
    work = Battery(reading_of("F1"), ("symmetry", "range"), with_gradient=False)
    next(iter(work))
    assert not work.report().complete


@pytest.mark.exhaustive
def test_the_correlation_distance_is_one_in_a_battery() -> None:
    """That takes 10 million steps, after those of the others."""
    report = check("CD", framework="gosgens2021", timeout=1000)
    assert report["distance"].outcome == "proved"
