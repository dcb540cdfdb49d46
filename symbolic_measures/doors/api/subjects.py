"""What a question may be asked of, and how keywords are read.

Invariant: whatever the form, it is turned into one `Measure` or `Reading` whose text reads back as
the same formula; a form that cannot be is refused in one line.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeAlias, TypeVar, cast

from symbolic_measures.doors import measures
from symbolic_measures.doors.interop.expressions import (
    Symbols,
    from_expression,
    of_tree,
    renamed,
    taken,
)
from symbolic_measures.doors.interop.functions import from_function
from symbolic_measures.doors.values.arithmetic import typed
from symbolic_measures.meaning import subjects
from symbolic_measures.meaning.measure import Measure, Reading
from symbolic_measures.meaning.readings import LITERAL, USER_DEFINED
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula

if TYPE_CHECKING:
    import sympy

#: What a measure is given as.
Subject: TypeAlias = "str | Formula | Measure | Reading | sympy.Expr | Callable[..., Any]"
#: One text or several.
Texts: TypeAlias = str | Iterable[str]
P = ParamSpec("P")
R = TypeVar("R")

#: Keywords of version 0.1, still understood.
EARLIER = {"properties": "property", "conventions": "convention", "seconds": "timeout",
           "facts": "fact", "rows": "row", "columns": "column"}  # fmt: skip


def understands_earlier(function: Callable[P, R]) -> Callable[P, R]:
    """The function, which also takes the keywords of version 0.1."""
    known = inspect.signature(function).parameters

    @wraps(function)
    def called(*args: Any, **named: Any) -> Any:
        for old, new in EARLIER.items():
            if old in named and old not in known and new in known:
                if new in named:
                    raise TypeError(f"{old} is the earlier name of {new}: give one of them")
                named[new] = named.pop(old)
        if "higher_is_better" in named and "lower_is_better" in known:
            named["lower_is_better"] = not named.pop("higher_is_better")
        if "readings" in named and "left_reading" in known:
            named["left_reading"], named["right_reading"] = named.pop("readings")
        return function(*args, **named)

    return cast(Callable[P, R], called)


def texts(given: Texts | None) -> tuple[str, ...]:
    """One text, several, or none."""
    if given is None:
        return ()
    return (given,) if isinstance(given, str) else tuple(given)


def seconds(timeout: float) -> float:
    """A time limit; ValueError for one that cannot be."""
    if isinstance(timeout, bool) or not timeout > 0:
        raise ValueError(f"timeout={timeout!r}: a number of seconds above 0")
    return float(timeout)


def made(
    subject: Subject,
    assume: Texts = (),
    classes: int = 2,
    name: str = "",
    symbols: Symbols | None = None,
) -> measures.Measure:
    """The measure, whatever it is given as; FormulaError, in one line, for what is none."""
    try:
        found = measures.Measure.of(_made(subject, assume, classes, name, symbols))
    except FormulaError as error:
        raise type(error)(str(error).replace("--assume ", "assume=")) from None
    if name and taken(found):
        raise FormulaError(f"{name} is the name of another formula of the catalog: choose another")
    return found


def _made(
    subject: Subject, assume: Texts, classes: int, name: str, symbols: Symbols | None
) -> Measure:
    conditions = list(texts(assume))
    if isinstance(subject, Reading):
        if subject.conventions or subject.extended is not None:
            raise FormulaError(f"the reading {subject.name} of {subject.measure.name} is not asked "
                               "for here: give the measure")  # fmt: skip
        subject = subject.measure
    if isinstance(subject, Measure):
        if conditions or symbols:
            raise FormulaError(f"{subject.name} is a measure already: assume= and symbols= belong "
                               "to what it is made from")  # fmt: skip
        return subject
    if isinstance(subject, str):
        if symbols:
            raise FormulaError("a text names the cells itself: symbols= is for SymPy and functions")
        return subjects.measure(subject, name, conditions, classes)
    if isinstance(subject, Formula):
        return of_tree(renamed(subject, symbols, classes), name, conditions, classes)
    if inspect.isroutine(subject) or (callable(subject) and not hasattr(subject, "free_symbols")):
        return from_function(subject, symbols, name, conditions, classes)
    return from_expression(subject, symbols, name, conditions, classes)


def reading_of(
    subject: Subject,
    assume: Texts = (),
    reading: str | None = None,
    convention: Texts = (),
    lower_is_better: bool = False,
    classes: int = 2,
) -> measures.Reading:
    """The reading that a question is about; FormulaError if it says nothing of the measure."""
    if isinstance(subject, Reading):
        if reading is not None or texts(convention) or texts(assume) or lower_is_better:
            raise FormulaError(f"{subject!r} says all: reading=, convention=, assume= and "
                               "lower_is_better= belong to a measure")  # fmt: skip
        return measures.Reading.of(subject)
    whole = subjects.oriented(made(subject, assume, classes), not lower_is_better)
    return measures.Reading.of(subjects.make_reading(whole, texts(convention), reading))


def text_of(subject: Subject) -> tuple[str, list[str]]:
    """A text that reads as the measure, and what is assumed of its parameters."""
    if isinstance(subject, str):
        return subject, []
    whole = made(subject)
    if whole.classes != 2:
        raise FormulaError(f"{whole.name} is a measure of {whole.classes} classes, not of two")
    told = [item.text for item in whole.assumptions]
    return typed(whole), [*whole.parameters, *told]


def side_of(subject: Subject, reading: str) -> tuple[str, list[str], str]:
    """As `text_of`, with the name of the reading of that side."""
    if isinstance(subject, Reading):
        if subject.name == USER_DEFINED or reading != LITERAL:
            raise FormulaError("each side has one reading, known by name")
        return *text_of(subject.measure), subject.name
    return *text_of(subject), reading
