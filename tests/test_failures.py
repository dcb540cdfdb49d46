"""A failure costs one verdict or the words about it, never the work: of every kind of question."""

from __future__ import annotations

import importlib
import json
import pkgutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from questions.test_every_kind import ASKED, KINDS
from tiers import few

from symbolic_measures import check, verify
from symbolic_measures.doors.api.asking import ask
from symbolic_measures.doors.cli import main
from symbolic_measures.kernel.algebra import RuleError
from symbolic_measures.questions import kinds
from symbolic_measures.report import formats

#: What search calls everywhere: a proof of a goal, a counterexample, a value, a chain.
ENGINES = {
    "averaging": ("search.kept.prove_part", "search.kept.parts"),
    "check": ("search.engine.prove_goal", "search.engine.refute"),
    "compare": ("search.engine.prove_goal", "search.engine.refute"),
    "completion": ("search.engine.prove_goal", "search.limits._proposals"),
    "derivation": ("search.engine.prove_goal", "search.engine.refute"),
    "identity": ("search.engine.prove_goal", "search.engine.refute",
                 "search.propose.undefined_sets"),
    "impossible": ("questions.impossible.lines.solve",),
    "limit": ("search.engine.prove_goal", "search.engine.check"),
    "normaliser": ("search.engine.prove_goal", "search.engine.refute"),
    "relation": ("questions.relation.find.prove_for_all", "questions.relation.find.refute"),
    "slope": ("questions.slope.find.prove_for_all", "questions.slope.find.refute",
              "questions.slope.find.prove_goal", "search.tactics.formulas.by_constant"),
    "table": ("search.engine.prove_goal", "search.engine.refute"),
    "taylor": ("search.engine.prove_goal", "search.expansions.Chain.grow"),
    "threshold": ("search.engine.prove_goal", "questions.threshold.find.prove_goal"),
}  # fmt: skip
CASES = [(kind, engine) for kind, engines in ENGINES.items() for engine in engines]
FAILURES = (RecursionError("maximum recursion depth exceeded"), MemoryError())


def broken(
    monkeypatch: pytest.MonkeyPatch, engine: str, failure: Exception, once: bool = False
) -> list[str]:
    """From now on that engine fails, or the first time only; the list has an entry for each."""
    called: list[str] = []
    works = pkgutil.resolve_name(f"symbolic_measures.{engine}") if once else None

    def fails(*args: Any, **more: Any) -> Any:
        if works is not None and called:
            return works(*args, **more)
        called.append(engine)
        raise failure

    monkeypatch.setattr(f"symbolic_measures.{engine}", fails)
    return called


@pytest.mark.parametrize("failure", FAILURES, ids=lambda failure: type(failure).__name__)
@pytest.mark.parametrize(("kind", "engine"), few(CASES, CASES[::2], unpack=True))
def test_an_engine_that_fails_leaves_an_answer_that_verifies(
    kind: str, engine: str, failure: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    called = broken(monkeypatch, engine, failure)
    answer = ask(kind, 600.0, **ASKED[kind])
    assert called
    data = json.loads(answer.to_json())
    assert [item.problem for item in verify(data) if item.problem] == []
    assert answer.rendered("text")


#: What is called of a measure of any number of classes; what is refuted stays so without a family.
OF_EVERY_M = ("prove_every", "decide_property", "_quickly", "for_larger", "prove_goal")


@pytest.mark.parametrize("failure", [*FAILURES, RuleError("4000 characters")], ids=repr)
@pytest.mark.parametrize("engine", OF_EVERY_M)
def test_a_failure_for_every_m_costs_no_other_verdict(
    engine: str, failure: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    properties = [
        "maximal-agreement",
        "prevalence-invariant",
        "class-symmetry",
        "minimal-agreement",
    ]
    asked = {"measure": "kappa", "properties": properties, "classes": "every"}
    called = broken(monkeypatch, f"search.every_class.{engine}", failure)
    answer = check(**asked)
    assert called
    assert [verdict.property for verdict in answer.verdicts] == properties
    if engine == "for_larger":
        assert answer["prevalence-invariant"].outcome == "refuted"
    assert [item.problem for item in verify(json.loads(answer.to_json())) if item.problem] == []
    assert answer.rendered("text")


def decided(data: Any) -> Counter[str]:
    """What is decided anywhere in a file: property, outcome and what was found of it."""
    found: Counter[str] = Counter()
    if isinstance(data, dict):
        if data.get("verdict") in ("proved", "refuted", "equivalent", "discordant"):
            found[json.dumps([data.get(key) for key in ("property", "verdict", "a", "b")])] += 1
        for value in data.values():
            found += decided(value)
    for value in data if isinstance(data, list) else ():
        found += decided(value)
    return found


#: Engines all of whose answers rest on one call.
AT_ONCE = {("averaging", "search.kept.parts"), ("limit", "search.engine.check")}
ONCE = [(kind, engine) for kind, engine in CASES if (kind, engine) not in AT_ONCE]


@pytest.mark.parametrize(("kind", "engine"), few(ONCE, ONCE[:2] + ONCE[8:10], unpack=True))
def test_an_engine_that_fails_once_costs_one_verdict(
    kind: str, engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = decided(json.loads(ask(kind, 600.0, **ASKED[kind]).to_json()))
    called = broken(monkeypatch, engine, RecursionError(), once=True)
    path = tmp_path / "answer.json"
    assert main([*_words(kind), "--format", "json", "-o", str(path)]) in (0, 1)
    assert called
    data = json.loads(path.read_text(encoding="utf-8"))
    assert (whole - decided(data)).total() <= 1
    assert [item.problem for item in verify(data) if item.problem] == []


def test_every_kind_is_broken_somewhere() -> None:
    assert set(ENGINES) == set(KINDS) == set(kinds.load())


WORDS = {
    "counterexamples": "report.evidence.refutation",
    "proofs": "report.evidence._proved",
    "pictures": "report.heading.pictures",
    "derivatives": "questions.check.show._sign",
}


@pytest.mark.parametrize("what", WORDS)
def test_words_that_fail_cost_these_words_alone(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    called = broken(monkeypatch, WORDS[what], RecursionError())
    path = tmp_path / "page.html"
    assert main(["check", "F1", "--format", "html", "-o", str(path)]) == 0
    assert called
    page = path.read_text(encoding="utf-8")
    assert ("could not be put into words (RecursionError)" in page) is (what != "pictures")
    assert page.count("constant-baseline") > 0


FORMATS = ("text", "proofs", "latex", "html")


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("kind", few(KINDS, ("check", "limit", "threshold")))
def test_a_page_that_fails_is_written_as_json(
    kind: str, format: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    answer = ask(kind, 600.0, **ASKED[kind])

    class Done:
        """Work that is done."""

        def __iter__(self) -> Any:
            return iter(())

        def report(self) -> Any:
            return answer

    monkeypatch.setattr(type(kinds.KNOWN), "work", lambda *_: Done())
    show = importlib.import_module(f"symbolic_measures.questions.{kind}.show")
    monkeypatch.setattr(show, "document", lambda _: [].pop())
    path = tmp_path / "answer"
    assert main([*_words(kind), "--format", format, "-o", str(path)]) == 1
    said = capsys.readouterr().err
    assert f"IndexError while it was shown as {format}; the answer is whole" in said
    data = json.loads(path.read_text(encoding="utf-8"))
    assert data == json.loads(answer.to_json())


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("kind", few(KINDS, ("check", "identity", "impossible")))
def test_a_renderer_that_fails_costs_no_answer(
    kind: str, format: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = decided(json.loads(ask(kind, 600.0, **ASKED[kind]).to_json()))

    def fails(*_: Any) -> str:
        raise RecursionError

    monkeypatch.setitem(formats.FORMATS, format, fails)
    path = tmp_path / "answer"
    assert main([*_words(kind), "--format", format, "-o", str(path)]) == 1
    assert decided(json.loads(path.read_text(encoding="utf-8"))) == whole


def test_every_renderer_is_broken() -> None:
    assert set(kinds.formats()) == {*FORMATS, "json"}


def _words(kind: str) -> list[str]:
    """A command of that kind."""
    asks = kinds.load()[kind]
    words = [asks.command or kind]
    for option in asks.options:
        value = ASKED[kind].get(option.name)
        if value is True and option.form == "flag":
            words.append(option.flag)
        if value is None or value is True:
            continue
        values = [value] if isinstance(value, str) else list(value)
        if option.form == "list":
            values = [",".join(values)]
        for item in values:
            words += [option.flag, item] if option.flag else [item]
    return words
