"""What the functions of the nouns give and refuse, call by call, as it was read and is kept."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, NoReturn

import pytest
import sympy
from written import answered, entries, names_of

from symbolic_measures.nouns import (
    answers,
    classes,
    confusion,
    formula,
    handing,
    parser,
    saved,
    shown,
    sums,
)
from symbolic_measures.nouns import question as questions
from symbolic_measures.nouns.formula import Formula, symbol
from symbolic_measures.nouns.inequalities import Constraint
from symbolic_measures.nouns.shown import Answer, Shown
from symbolic_measures.nouns.statement import Atom, Goal, Statement
from symbolic_measures.nouns.verdict import Witness

FILES = sorted(Path(__file__).with_name("written").glob("*.txt"))
CALLS = [(file.stem, call, said) for file in FILES for call, said in entries(file)]
#: Measures of a small catalog: of several classes as texts, binary ones as formulas.
TEXTS = {"acc": "sum(c)/n", "twice": "2*acc", "round": "round+1"}
BINARY = {
    "recall": parser.parse("TP/P"),
    "F_beta": parser.parse("TP/(TP+beta*FN)", parameters=("beta",)),
}


def _cells(text: str, *more: str) -> Formula:
    """A formula in the cells alone."""
    return parser.parse(text, {}, (*confusion.CELLS, *more))


def _classes(text: str, many: int, *parameters: str, **more: Any) -> Formula:
    return classes.parse_classes(text, many, TEXTS, BINARY, parameters, **more)


def _sums(text: str, *parameters: str, **more: Any) -> Formula:
    return sums.parse_sums(text, TEXTS, BINARY, parameters, **more)


def _deep(depth: int, start: int = 0) -> Formula:
    """A tree that is deeper than the interpreter's stack."""
    tree = formula.formula(start)
    for _ in range(depth):
        tree = -tree
    return tree


def _chain(depth: int) -> dict[str, Any]:
    """A proof of so many steps below the first, each of a rule of its own."""
    data: dict[str, Any] = {"rule": "r0"}
    for place in range(depth):
        data = {"rule": f"r{place + 1}", "premises": [data]}
    return data


def _raised(error: Exception) -> NoReturn:
    raise error


def _strictly(call: Any) -> Any:
    with saved.strictly():
        return call()


class Asked(questions.Question, kind="toy", saved=("part",)):
    """A toy of a question."""


@dataclass(frozen=True)
class Toy(Asked, kind="toy", saved=("part",)):
    """With an option of each form."""

    measure: str
    assume: tuple[str, ...] = ()
    lower_is_better: bool = False
    jobs: int = 1
    classes: int | str = 2
    options = (questions.MEASURE, questions.ASSUME, questions.LOWER,
               questions.Option("jobs", "", "", "whole"),
               questions.Option("classes", "", "", "classes"))  # fmt: skip


REGISTERED = questions.KINDS.pop("toy")  # nobody else meets it


class Thing(Shown):
    """With two parts, and one that is not shown."""

    def __init__(self, one: Any, other: Any) -> None:
        self.one, self.other, self._hidden = one, other, 3

    def __str__(self) -> str:
        return "a thing"


class Written(Thing):
    """With a repr of its own."""

    def __repr__(self) -> str:
        return "written"


class Lines:
    """With a repr of two lines; with and without a name."""

    def __init__(self, **own: Any) -> None:
        vars(self).update(own)

    def __repr__(self) -> str:
        return "two\nlines"


class Reply(Answer, kind="toy"):
    """An answer."""

    def to_data(self) -> dict[str, Any]:
        return {"schema": 1, "é": [1, 2]}


def _made_as_data(value: int) -> Any:
    """A dataclass that is shown: its repr is not the one that writes out everything."""

    @dataclass
    class Made(Shown):
        part: int
        _other: int = 0

    return Made(value)


def _made_with_repr() -> list[Any]:
    """Classes that are made now: one with a repr of its own, and one of answers."""

    class Own(Shown):
        def __repr__(self) -> str:
            return "own"

    class Made(Answer, kind="made"):
        def to_data(self) -> dict[str, Any]:
            return {}

    return [Own(), "_repr_pretty_" in vars(Made), "__repr__" in vars(Made), Made.kind]


class Named:
    """Something that is handed to the doors; it is told by its name alone."""

    def __init__(self, *bases: type, **own: Any) -> None:
        vars(self).update(own)

    def __repr__(self) -> str:
        return "it"


class Table(Named, answers.Tabular):
    """A table."""


class Kept(Named, answers.Certified):
    """What has a certificate."""

    def to_data(self) -> dict[str, Any]:
        return {"schema": 1}


class Expansion(Named, answers.Series):
    """An expansion."""


class Condition(Named, answers.Decidable):
    """A condition."""

    truth_form = "truth"


class Judged(Named, answers.Decided):
    """A verdict."""


def _handed_over(call: Any, seen: list[Any] | None = None) -> Any:
    """A call while all that is handed to the doors is told: module, name, and with what."""

    def lookup(module: str, name: str) -> Any:
        def answer(*given: Any) -> str:
            told = f"{module}.{name}{given!r}"
            if seen is not None:
                seen.append(told)
            return told

        return answer

    before = list(handing._lookup)
    handing.hand_over(lookup)
    try:
        return call()
    finally:
        handing._lookup[:] = before


def _asked_of_the_doors(call: Any) -> list[Any]:
    """What was asked of the doors by a call that gives nothing."""
    seen: list[Any] = []
    return [_handed_over(call, seen), *seen]


def _limited(text: str, limit: int) -> Formula:
    """A text of which so many parts may be read."""
    reader = parser.FormulaReader(text, confusion.QUANTITIES, ())
    reader.limit = limit
    return reader.read(parser.syntax(text), 0)


class Printer(list[str]):
    """What IPython gives to write on."""

    text = list.append


def _pretty(thing: Any, cls: type | None = None) -> list[str]:
    """What it writes in a notebook, by the method of a class."""
    printer = Printer()
    (cls or type(thing))._repr_pretty_(thing, printer, False)  # type: ignore[attr-defined]
    return printer


def _showing(call: Any) -> Any:
    """A call while answers are shown in a way of their own."""
    before = list(shown._shown_by)
    shown.show_with(lambda answer, format: f"{answer.kind} as {format}", lambda answer: answer.kind)
    try:
        return call()
    finally:
        shown._shown_by[:] = before


def _progress(work: Any) -> list[Any]:
    seen: list[Any] = []
    return [questions.finished(work, seen.append), seen]


def _interrupted(work: Any) -> str:
    with pytest.raises(KeyboardInterrupt):
        work.report()
    return "interrupted"


X, Y, Z = map(symbol, "xyz")
#: Witnesses of every kind.
WITNESSES = (
    Witness("matrix", 0, {"TP": "1"}, {"b": "1/2"}, (("1", "0", "2", "3"),), ("1/2",), True),
    Witness("pair", 1, {}, {}, (("1", "0", "2", "3"), ("1", "1", "1", "1")),
            ("1/2", ["0", "1"]), False),
    Witness("pair", 1, {}, {}, (tuple("1023"), tuple("1111"), tuple("2111")), (), False),
    Witness("expectation", 1, {}, {}, (("4", "1", "2"), ("4", "2", "2")), ("1/2", "1/3"), False),
    Witness("expectation", 1, {}, {}, (("1", "2", "1", "2"),), ("1/2",), False),
    Witness("labelings", 1, {}, {}, (tuple("12345678"),), ("1/2",), False),
    Witness("labelings", 1, {}, {}, (("1",) * 27,), ("1/2",), False),
    Witness("matrix", 0, {}, {}, (tuple("123456789"),), ("1/2",), False),
    Witness("point", 0, {"x": "1"}, {"y": "2"}, (), (), False),
)  # fmt: skip
STATED = Statement("symmetry", "M", "M is symmetric", (Goal((), (), Atom(X, "==")),))
#: Short names that the calls use, beside those of their module.
MORE: dict[str, Any] = {
    "cells": _cells, "of_classes": _classes, "of_sums": _sums, "deep": _deep, "chain": _chain,
    "raised": _raised, "within": _strictly, "pretty": _pretty, "told_progress": _progress,
    "interrupted": _interrupted, "limited": _limited, "made_as_data": _made_as_data,
    "made_with_repr": _made_with_repr,
    "pretty_of": lambda cls, thing: _pretty(thing, cls), "handed_over": _handed_over,
    "asked_of_the_doors": _asked_of_the_doors, "TABULAR": Table(), "CERTIFIED": Kept(),
    "SERIES": Expansion(), "DECIDABLE": Condition(), "DECIDED": Judged(),
    "CONDITIONED": Condition(condition="its condition"),
    "showing": _showing, "BINARY": BINARY, "WITNESSES": WITNESSES, "STATED": STATED,
    "Asked": Toy, "Thing": Thing, "Written": Written, "Lines": Lines, "shown_answer": Reply(),
    "x": X, "y": Y, "z": Z, "F": Fraction, "Fraction": Fraction, "S": sympy.sympify,
    "sympy": sympy, "t": sympy.Symbol("t"), "u": sympy.Symbol("u"), "v": sympy.Symbol("v"),
    "up": lambda name, bound, rel: Constraint({name: Fraction(1)}, rel, Fraction(bound)),
    "FormulaError": saved.FormulaError, "RECALL": BINARY["recall"],
    **dict(zip(confusion.CELLS, map(symbol, confusion.CELLS), strict=True)),
}  # fmt: skip


@pytest.mark.parametrize(
    ("module", "call", "said"), CALLS, ids=[f"{stem}: {call[:70]}" for stem, call, _ in CALLS]
)
def test_every_call_gives_what_is_written(module: str, call: str, said: str) -> None:
    assert answered(call, {**MORE, **names_of(f"symbolic_measures.nouns.{module}")}) == said


def test_every_module_with_functions_has_calls() -> None:
    folder = Path(formula.__file__).parent
    named = {file.stem for file in folder.glob("*.py")}
    told = {stem for stem, _, _ in CALLS}
    assert told <= named
    assert named - told == {"__init__", "errors"}


@pytest.mark.parametrize(("kind", "count"), [("labelings", 7), ("expectation", 2)])
def test_numbers_of_a_witness_that_are_too_few_have_no_names(kind: str, count: int) -> None:
    """Some of them would stand under names of others."""
    told = Witness(kind, 0, {}, {}, (("1",) * count,), (), False)
    with pytest.raises(ValueError, match="shorter"):
        told.to_data()
