"""Every public function, class and method says what it does, takes, returns and raises, and its
example is executed."""

from __future__ import annotations

import doctest
import inspect
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import symbolic_measures

#: The modules whose examples people read.
MODULES = (
    "doors.api.families", "doors.api.measures", "doors.api.questions", "doors.chance.distribution",
    "doors.interop.metrics", "doors.interop.scikit", "doors.measures", "nouns.answers",
)  # fmt: skip
#: Of these, the docstrings are those of classes of errors and of plain data.
PLAIN = ("CertificateError", "FormulaError", "UndefinedError", "ConfusionMatrix", "Report",
         "Reading", "in_proportions", "inconsistency", "verify")  # fmt: skip


def _examples() -> Iterator[doctest.DocTest]:
    finder = doctest.DocTestFinder(exclude_empty=True)
    for name in MODULES:
        module = import_module(f"symbolic_measures.{name}")
        for found in finder.find(module, name):
            if found.examples:
                yield found


EXAMPLES = {example.name: example for example in _examples()}


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # some write a file
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL
    runner = doctest.DocTestRunner(optionflags=flags)
    said: list[str] = []
    runner.run(EXAMPLES[name], out=said.append)
    assert runner.failures == 0, "".join(said)


PUBLIC = [name for name in symbolic_measures.__all__ if name not in ("__version__", *PLAIN)]


@pytest.mark.parametrize("name", PUBLIC)
def test_public_names_are_documented_in_full(name: str) -> None:
    found: Any = getattr(symbolic_measures, name)
    told = inspect.getdoc(found) or ""
    assert "Example\n-------\n>>> " in told
    if inspect.isclass(found):
        return
    assert "Parameters\n----------" in told
    assert "Raises\n------" in told
    for argument in inspect.signature(found).parameters:
        assert argument in told.split("Raises\n")[0], argument


@pytest.mark.parametrize("name", PLAIN)
def test_the_others_say_what_they_are(name: str) -> None:
    assert len(inspect.getdoc(getattr(symbolic_measures, name)) or "") > 30
