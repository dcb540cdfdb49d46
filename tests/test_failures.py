"""A failure costs one verdict or the words about it, never the work: of every kind of question."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import Any

import pytest
from questions.test_every_kind import ASKED, KINDS
from tiers import few

from symbolic_measures import verify
from symbolic_measures.doors.api.asking import ask
from symbolic_measures.doors.cli import main
from symbolic_measures.questions import kinds

#: What search calls everywhere: a proof of a goal, a counterexample, a value, a chain.
ENGINES = {
    "averaging": ("search.kept.prove_part", "search.kept.parts"),
    "check": ("search.engine.prove_goal", "search.engine.refute"),
    "compare": ("search.engine.prove_goal", "search.engine.refute"),
    "completion": ("search.engine.prove_goal", "search.limits._proposals"),
    "derivation": ("search.engine.prove_goal", "search.engine.refute"),
    "identity": ("search.engine.prove_goal", "search.engine.refute"),
    "limit": ("search.engine.prove_goal", "search.engine.check"),
    "normaliser": ("search.engine.prove_goal", "search.engine.refute"),
    "relation": ("questions.relation.find.prove_for_all", "questions.relation.find.refute"),
    "slope": ("questions.slope.find.prove_for_all", "questions.slope.find.refute",
              "questions.slope.find.prove_goal"),
    "table": ("search.engine.prove_goal", "search.engine.refute"),
    "taylor": ("search.engine.prove_goal", "search.expansions.Chain.grow"),
    "threshold": ("search.engine.prove_goal", "questions.threshold.find.prove_goal"),
}  # fmt: skip
CASES = [(kind, engine) for kind, engines in ENGINES.items() for engine in engines]
FAILURES = (RecursionError("maximum recursion depth exceeded"), MemoryError())


def broken(monkeypatch: pytest.MonkeyPatch, engine: str, failure: Exception) -> list[str]:
    """From now on that engine fails; the list has an entry for each time."""
    called: list[str] = []

    def fails(*_: Any, **__: Any) -> Any:
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
    answer = ask(kind, 60.0, **ASKED[kind])
    assert called
    data = json.loads(answer.to_json())
    assert [item.problem for item in verify(data) if item.problem] == []
    assert answer.rendered("text")


def test_every_kind_that_searches_is_broken_somewhere() -> None:
    assert set(ENGINES) == set(KINDS) - {"impossible"}


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


FORMATS = ("text", "latex", "html")


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("kind", few(KINDS, ("check", "limit", "threshold")))
def test_a_page_that_fails_is_written_as_json(
    kind: str, format: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    answer = ask(kind, 60.0, **ASKED[kind])

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


def _words(kind: str) -> list[str]:
    """A command of that kind."""
    asks = kinds.load()[kind]
    words = [asks.command or kind]
    for option in asks.options:
        value = ASKED[kind].get(option.name)
        if value is None or value is True:
            continue
        values = [value] if isinstance(value, str) else list(value)
        if option.form == "list":
            values = [",".join(values)]
        for item in values:
            words += [option.flag, item] if option.flag else [item]
    return words
