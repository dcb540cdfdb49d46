"""Every public function, class and method says what it does, takes, returns and raises, and its
example is executed."""

from __future__ import annotations

import doctest
import inspect
import re
from collections.abc import Iterator
from dataclasses import fields
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import symbolic_measures
from symbolic_measures.doors.chance.distribution import Chance

#: The modules whose examples people read.
MODULES = (
    "doors.audit.auditing", "doors.audit.declarations",
    "doors.api.families", "doors.api.measures", "doors.api.pictures", "doors.api.questions",
    "doors.chance.distribution",
    "doors.interop.metrics", "doors.interop.scikit", "doors.measures", "meaning.report",
    "nouns.answers", "nouns.confusion", "questions.kinds",
)  # fmt: skip
#: Errors say when they are raised; there is nothing else to say of them.
#: What needs no example: sizes, counts and rows of a distribution.
PLAIN = ("support", "counts", "total", "matrix", "std", "rows")
ERRORS = ("CertificateError", "FormulaError", "UndefinedError")
SECTIONS = ("Parameters", "Returns", "Raises", "Example", "Notes", "References")
OF_CLASSES = ("Attributes", "Example", "Notes", "References")


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


PUBLIC = [name for name in symbolic_measures.__all__ if name not in ("__version__", *ERRORS)]


@pytest.mark.parametrize("name", PUBLIC)
def test_public_names_are_documented_in_full(name: str) -> None:
    """Every section, in this order and not empty; every argument or field; an executed example."""
    found: Any = getattr(symbolic_measures, name)
    told = inspect.getdoc(found) or ""
    sections = OF_CLASSES if inspect.isclass(found) else SECTIONS
    parts = re.split(r"\n(\w+)\n-+\n", told)
    heads, texts = parts[1::2], dict(zip(parts[1::2], parts[2::2], strict=True))
    assert [head for head in heads if head in sections] == list(sections)
    assert all(len(text.strip()) > 5 for text in texts.values())
    assert texts["Example"].startswith(">>> ")
    if inspect.isclass(found):
        named = [field.name for field in fields(found)]
    else:
        named = list(inspect.signature(found).parameters)
    for argument in named:
        assert re.search(rf"(?m)^\S*.*\b{argument}\b", texts[sections[0]]), argument
    home = found.__module__.removeprefix("symbolic_measures.")
    assert f"{home}.{found.__name__}" in EXAMPLES


@pytest.mark.parametrize("name", ERRORS)
def test_errors_say_when_they_are_raised(name: str) -> None:
    assert len(inspect.getdoc(getattr(symbolic_measures, name)) or "") > 30


def test_public_methods_are_documented() -> None:
    """Of what users call on measures, readings and distributions: a sentence and an example."""
    shown = {name.rpartition(".")[2] for name in EXAMPLES}
    for owner in (symbolic_measures.Measure, symbolic_measures.Reading, Chance):
        for base in (
            b for b in owner.__mro__ if b.__module__.startswith("symbolic_measures.doors")
        ):
            for name, item in vars(base).items():
                if not name.startswith("_") and (callable(item) or isinstance(item, property)):
                    assert inspect.getdoc(item), f"{owner.__name__}.{name}"
                    assert name in shown or name in PLAIN, f"{owner.__name__}.{name}"
