"""The audit of one function: how it is called, what it is compared with, and everything found.

`Auditing` works step by step, so that a terminal can say how far it is; `audit` runs it.
Invariant: every difference, choice, violation and worst value of an `Audit` was called a second
time and was the same; what cannot be audited at all is one line (`TargetError`), never a traceback.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, packages_distributions, version
from typing import Any

from symbolic_measures.doors.audit.calls import Calls, look_over
from symbolic_measures.doors.audit.patterns import Difference, Pattern, followed, patterns
from symbolic_measures.doors.audit.precision import Precision, precision
from symbolic_measures.doors.audit.properties import Tried, tried
from symbolic_measures.doors.audit.proposals import Proposal, propose
from symbolic_measures.doors.audit.references import Exact, agrees, matrices
from symbolic_measures.doors.audit.signatures import ORIENTATIONS, Signature, signature_of
from symbolic_measures.doors.audit.targets import TargetError, find_target, name_of
from symbolic_measures.meaning.measure import Measure, Reading
from symbolic_measures.meaning.readings import LITERAL
from symbolic_measures.meaning.readings import reading as named_reading
from symbolic_measures.meaning.subjects import make_reading, measure
from symbolic_measures.nouns.confusion import CELLS, MAX_CLASSES
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.handing import handed
from symbolic_measures.nouns.parser import identifiers
from symbolic_measures.nouns.saved import SCHEMA
from symbolic_measures.nouns.shown import Answer

#: Elements of the largest matrices that are looked at, by the number of classes.
UP_TO = {2: 10, 3: 4}
MOST_UP_TO = {2: 20, 3: 5}
#: Matrices on which an orientation is tried.
TRIED = 5


@dataclass(frozen=True)
class Asked:
    """What is asked of a function: the arguments of `audit`, as data."""

    against: str = ""
    reading: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    parameters: Mapping[str, Any] = field(default_factory=dict)
    up_to: int = 0
    classes: int = 2
    labels: tuple[Any, ...] = ()
    values: str = "python"
    orientation: str = ""
    item: str = ""
    where_defined: bool = False
    numbers: bool = True
    properties: bool = True

    @property
    def size(self) -> int:
        """Elements of the largest matrices that are looked at."""
        if not 2 <= self.classes <= MAX_CLASSES:
            raise TargetError(f"--classes {self.classes}: give a number from 2 to {MAX_CLASSES}")
        size = self.up_to or UP_TO.get(self.classes, 3)
        most = MOST_UP_TO.get(self.classes, 3)
        if not 2 <= size <= most:
            raise TargetError(f"--up-to {size}: give a size from 2 to {most}")
        return size


@dataclass(frozen=True)
class Audit(Answer, kind="audit"):
    """What a function computes, beside a formula.

    `differences` are all matrices at which it is not what the formula (in the reading) is, choices
    where the formula is undefined included; `followed` are the known readings it agrees with at
    every matrix; `proposals` the formulas of the catalog that it agrees with, or the nearest one.
    """

    target: str
    library: str
    asked: Asked
    signature: str
    also_fits: tuple[str, ...]
    reading: Reading
    parameters: Mapping[str, Fraction]
    looked_at: int
    defined: int
    patterns: tuple[Pattern, ...]
    differences: tuple[Difference, ...]
    followed: tuple[str, ...]
    proposals: tuple[Proposal, ...]
    precision: tuple[Precision, ...]
    properties: tuple[Tried, ...]
    types: tuple[str, ...]
    printed: str = ""
    complete: bool = True

    @property
    def wrong(self) -> tuple[Difference, ...]:
        """The differences where the formula is defined, the smallest matrix first."""
        return tuple(each for each in self.differences if each.kind in ("differs", "refuses"))

    @property
    def choices(self) -> tuple[Difference, ...]:
        """What it returns where the formula has no value, the smallest matrix first."""
        return tuple(each for each in self.differences if each.kind == "choice")

    @property
    def imprecise(self) -> tuple[Precision, ...]:
        """The rows of numbers, as the function is called here, that hold wrong values."""
        own = (row for row in self.precision if row.values == self.asked.values)
        return tuple(row for row in own if row.wrong and row.first is not None)

    @property
    def lost(self) -> tuple[Tried, ...]:
        """The properties that are proved of the formula and fail for the function."""
        return tuple(each for each in self.properties if each.outcome == "lost")

    @property
    def outcome(self) -> str:
        """agrees: wherever the formula is defined, also at large matrices; else differs."""
        return "differs" if self.wrong or self.imprecise else "agrees"

    def to_data(self) -> dict[str, Any]:
        """JSON form; it is no certificate, since running the function is what shows it."""
        return {
            "schema": SCHEMA,
            "audit": self.target,
            "library": self.library,
            "outcome": self.outcome,
            "signature": self.signature,
            "options": {key: str(value) for key, value in self.asked.options.items()},
            "against": self.reading.measure.name,
            "formula": self.reading.measure.text,
            "reading": self.reading.name,
            "parameters": {key: str(value) for key, value in self.parameters.items()},
            "classes": self.asked.classes,
            "up_to": self.asked.size,
            "looked_at": self.looked_at,
            "defined": self.defined,
            "follows": list(self.followed),
            "proposals": [proposal.candidate.told for proposal in self.proposals],
            "patterns": [pattern.to_data() for pattern in self.patterns],
            "differences": [difference.to_data() for difference in self.differences],
            "numbers": [row.to_data() for row in self.precision],
            "properties": [each.to_data() for each in self.properties],
            "complete": self.complete,
        }

    def rendered(self, kind: str) -> str:
        """The report as `text`, `json`, `latex`, `html` or `html_fragment`."""
        if kind == "json":
            return self.to_json()
        return str(handed("doors.audit.document", f"render_{kind}")((self,)))


def audit(
    function: Callable[..., Any] | str, against: str = "", *, reading: str = "",
    options: Mapping[str, Any] | None = None, parameters: Mapping[str, Any] | None = None,
    up_to: int = 0, classes: int = 2, labels: Sequence[Any] = (), values: str = "python",
    orientation: str = "", item: str = "", where_defined: bool = False, numbers: bool = True,
    properties: bool = True,
) -> Audit:  # fmt: skip
    """What a function computes, beside a formula; the function is called, many times.

    Parameters
    ----------
    function
        Takes counts by name (tp, fn, fp, tn), labels (y_true, y_pred) or a matrix; or the text
        `package.module:function`, which is imported.
    against, reading
        A formula or the name of a measure (without it, the catalog is searched), and what it is at
        0/0, such as `scikit-learn`; literal if it is not given.
    options, parameters
        Keyword arguments of the function; numbers for parameters that these do not name.
    up_to, classes, labels
        All matrices of at most so many elements (10; of three classes 4); the positive label first.
    values, orientation, item
        The numbers: python, numpy, int32 or torch; of a matrix, found out if it is not given; which
        of several returned numbers, by place or key.
    where_defined, numbers, properties
        Leave out where the formula is undefined; look at large matrices; try properties.

    Returns
    -------
    The audit; `str` is its text.

    Raises
    ------
    TargetError, in one line, if the function cannot be audited.
    FormulaError if the formula cannot be read.

    Example
    -------
    >>> from symbolic_measures import audit
    >>> audit(lambda tp, fn, fp, tn: tp / (tp + fn), "recall").outcome
    'agrees'
    >>> audit(lambda tp, fn, fp, tn: tp / (tp + fp), "recall").wrong[0].matrix
    (0, 1, 0, 0)

    Notes
    -----
    What a function gives was seen, not proved.  An audit runs it, and what is imported for it.

    References
    ----------
    `audits/` holds those of released libraries.
    """
    asked = Asked(
        against, reading, dict(options or {}), dict(parameters or {}), up_to, classes,
        tuple(labels), values, orientation, item, where_defined, numbers, properties,
    )  # fmt: skip
    work = Auditing(function, asked)
    for _ in work:
        pass
    return work.report()


class Auditing:
    """The work on one target; iterate to do it, each step is said before it is done."""

    def __init__(self, target: Callable[..., Any] | str, asked: Asked) -> None:
        self.asked = asked
        self.target = target if isinstance(target, str) else name_of(target)
        function = find_target(target) if isinstance(target, str) else target
        self.library = library_of(function)
        self.points = matrices(asked.size, asked.classes)
        signature = signature_of(function, asked.options, asked.classes, asked.labels, asked.values)
        self.calls, self.proposals, self.also = _settled(signature, asked)
        self.exact = _exact(self.calls.signature, asked, self.proposals)
        self.patterns: tuple[Pattern, ...] = ()
        self.differences: tuple[Difference, ...] = ()
        self.followed: tuple[str, ...] = ()
        self.precision: list[Precision] = []
        self.properties: list[Tried] = []
        self.finished = False

    def __iter__(self) -> Iterator[str]:
        asked, calls, exact = self.asked, self.calls, self.exact
        yield f"{len(self.points)} matrices"
        look_over(calls, self.points)
        if not any(exact(matrix).is_defined for matrix in self.points):
            name, size = exact.reading.measure.name, asked.size
            raise TargetError(f"{name} has a value at no matrix of at most {size} elements")
        points = [m for m in self.points if not asked.where_defined or exact(m).is_defined]
        self.patterns, self.differences = patterns(calls, exact, points)
        self.followed = followed(calls, exact, self.points)
        if not self.proposals and any(each.kind == "differs" for each in self.differences):
            yield "formulas of the catalog"
            self.proposals = propose(calls, asked.classes)
        yield "large numbers"
        if asked.numbers:
            self.precision += precision(calls, exact, asked.size)
        if asked.properties:
            for each in tried(calls, self._masked(), asked.size, self._follows()):
                self.properties.append(each)
                yield each.id
        self.finished = True

    def _masked(self) -> Exact:
        """With --where-defined, the values elsewhere are left out of the properties, too."""
        if self.asked.where_defined:
            for matrix in self.points:
                if not self.exact(matrix).is_defined:
                    self.calls.forget(matrix)
        return self.exact

    def _follows(self) -> Reading | None:
        """The named reading that it follows, if the comparison is with the formula as written."""
        if self.exact.reading.name != LITERAL or self.asked.where_defined:
            return None
        subject = self.exact.reading.measure
        named = [name for name in self.followed if name != LITERAL]
        found = [named_reading(name, subject) for name in named]
        return next((each for each in found if each.conventions), None)

    def report(self) -> Audit:
        """What has been found so far."""
        exact, known = self.exact, self.calls.known
        numbers = [known[m] for m in self.points if m in known and known[m].is_number]
        return Audit(
            self.target, self.library, self.asked, self.calls.signature.told(), self.also,
            exact.reading, exact.parameters, len(self.points),
            sum(exact(matrix).is_defined for matrix in self.points), self.patterns,
            self.differences, self.followed, self.proposals, tuple(self.precision),
            tuple(self.properties), tuple(sorted({number.type for number in numbers})),
            self.calls.printed, self.finished,
        )  # fmt: skip


def library_of(function: Callable[..., Any]) -> str:
    """The distribution that the function comes from, with its version; empty if there is none."""
    top = str(getattr(function, "__module__", "") or "").partition(".")[0]
    names = _distributions().get(top, [])
    try:
        return f"{names[0]} {version(names[0])}" if names else ""
    except PackageNotFoundError:
        return ""


@lru_cache(maxsize=1)
def _distributions() -> Mapping[str, list[str]]:
    """What is installed, by the modules it brings; asked once, since it takes long."""
    return packages_distributions()


# --- what is compared with what -----------------------------------------------------------------


def _settled(
    signature: Signature, asked: Asked
) -> tuple[Calls, tuple[Proposal, ...], tuple[str, ...]]:
    """The calls with an orientation, the proposals if no formula is given, and what fits, too."""
    if asked.orientation:
        if asked.orientation not in ORIENTATIONS:
            known = ", ".join(ORIENTATIONS)
            raise TargetError(f"--orientation {asked.orientation}: give one of {known}")
        signature = signature.oriented(asked.orientation)
    calls = Calls(signature, asked.item)
    turning = signature.way == "matrix" and not signature.orientation
    if asked.against:
        return _turned(calls, asked) if turning else (calls, (), ())
    if not turning:
        look_over(calls, matrices(2, asked.classes))
    found = propose(calls, asked.classes)
    if not found:
        raise TargetError(f"{calls.name}: no formula of the catalog is near; give --against")
    if turning:
        best = found[0]
        also = {p.orientation for p in found if p.candidate == best.candidate}
        found = tuple(p for p in found if p.orientation == best.orientation)
        calls = Calls(signature.oriented(best.orientation), asked.item)
        return calls, found, tuple(sorted(also - {best.orientation}))
    return calls, found, ()


def _turned(calls: Calls, asked: Asked) -> tuple[Calls, tuple[Proposal, ...], tuple[str, ...]]:
    """The orientation in which the function agrees with the formula at most matrices."""
    exact = _exact(calls.signature, asked, ())
    points = matrices(min(TRIED, asked.size), asked.classes)
    counted = {}
    for orientation in ORIENTATIONS if asked.classes == 2 else list(ORIENTATIONS)[::2]:
        turned = Calls(calls.signature.oriented(orientation), calls.item)
        counted[orientation] = sum(agrees(turned(m), exact(m)) for m in points), turned
    best = max(counted, key=lambda each: counted[each][0])
    also = tuple(each for each in counted if counted[each][0] == counted[best][0] and each != best)
    return counted[best][1], (), also


def _exact(signature: Signature, asked: Asked, proposals: tuple[Proposal, ...]) -> Exact:
    """The formula that the function is compared with, at numbers for its parameters."""
    if asked.against:
        given = _numbers_of(signature, asked)
        declared = sorted(set(given) & set(identifiers(asked.against)))
        known = measure(asked.against, assume=declared, classes=asked.classes)
        reading = make_reading(known, (), asked.reading or None)
        missing = [name for name in known.parameters if name not in given]
        if missing:
            name = missing[0]
            raise FormulaError(f"{asked.against}: {name} needs a number: --parameter {name}=2")
        return Exact(reading, {name: given[name] for name in known.parameters})
    best = proposals[0].candidate
    if asked.classes == 2 and not best.slip:
        subject = measure(best.name)
    elif asked.classes == 2:
        tree = best.formula
        subject = Measure(best.told, str(tree), tree, tuple(name for name, _ in best.parameters))
    else:
        subject = measure(best.name, classes=asked.classes)
    return Exact(make_reading(subject, (), asked.reading or None), dict(best.parameters))


def _numbers_of(signature: Signature, asked: Asked) -> dict[str, Fraction]:
    """Numbers by name: given ones, then options, then defaults of the function."""
    defaults = {
        parameter.name: parameter.default
        for parameter in inspect.signature(signature.function).parameters.values()
        if parameter.default is not parameter.empty
    }
    found = {}
    for name, value in {**defaults, **asked.options, **asked.parameters}.items():
        if isinstance(value, int | float | Fraction | str) and name not in CELLS:
            try:
                found[name] = Fraction(str(value))
            except (ValueError, ZeroDivisionError):
                continue
    return found
