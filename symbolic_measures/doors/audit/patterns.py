"""Patterns of zero cells: what a function returns on each, and who else says so.

There are 15 patterns of which cells are 0 (511 of three classes, of which those that differ are
kept).  On each the function agrees with the formula; or is as undefined as it; or fills in a value
where the formula has none, which is a choice; or has no value or another one where the formula has
one, which is a difference.  Choices and differences are never mixed up.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from symbolic_measures.doors.audit.calls import Calls
from symbolic_measures.doors.audit.outcomes import Outcome
from symbolic_measures.doors.audit.references import Exact, Reference, agrees
from symbolic_measures.doors.audit.signatures import Matrix
from symbolic_measures.meaning.measure import Measure, Reading
from symbolic_measures.meaning.readings import LITERAL, known_readings
from symbolic_measures.meaning.readings import reading as named_reading
from symbolic_measures.nouns.confusion import QUANTITIES
from symbolic_measures.nouns.parser import parse

#: agrees: as the formula; undefined: as undefined as it; choice: a value where it has none;
#: refuses: no value where it has one; differs: another value.
Kind = Literal["agrees", "undefined", "choice", "refuses", "differs"]
KINDS: tuple[Kind, ...] = ("differs", "refuses", "choice", "undefined", "agrees")
#: Formulas that libraries are known to fill in at 0/0.
FILLED = (
    "TP/P", "TN/N", "TP/Phat", "TN/Nhat", "(TP/P)/2", "(TN/N)/2", "accuracy", "P/n", "N/n",
    "Phat/n", "Nhat/n", "n", "(TP/P+1)/2", "(TN/N+1)/2",
)  # fmt: skip


@dataclass(frozen=True)
class Difference:
    """A matrix at which the function was called, called again, and is not what the formula is."""

    matrix: Matrix
    kind: Kind
    returned: str
    wanted: str

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        return {
            "matrix": list(self.matrix),
            "kind": self.kind,
            "returned": self.returned,
            "formula": self.wanted,
        }


@dataclass(frozen=True)
class Pattern:
    """What a function does where just these cells are 0.

    `returned` says what it returns where that is not what the formula is; `readings` are the known
    ones that say just that; `smallest` is the first difference and `count` how many there are;
    `others` is what further known readings have there.
    """

    zeros: tuple[str, ...]
    matrices: int
    kind: Kind
    returned: str
    readings: tuple[str, ...] = ()
    warning: str = ""
    smallest: Difference | None = None
    count: int = 0
    others: tuple[tuple[str, str], ...] = ()

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        return {
            "zero": list(self.zeros),
            "matrices": self.matrices,
            "kind": self.kind,
            "returned": self.returned,
            "readings": list(self.readings),
            "others": dict(self.others),
            "warning": self.warning,
            "smallest": None if self.smallest is None else self.smallest.to_data(),
            "count": self.count,
        }


def kind_of(found: Outcome, wanted: Reference, tolerance: float | None = None) -> Kind:
    """How an outcome stands to the formula."""
    if agrees(found, wanted, tolerance):
        return "agrees" if wanted.is_defined or wanted.infinite else "undefined"
    if found.is_number or found.kind in ("inf", "-inf"):
        return "differs" if wanted.is_defined else "choice"
    return "refuses" if wanted.is_defined else "choice"


def patterns(
    calls: Calls, exact: Exact, points: Iterable[Matrix], tolerance: float | None = None
) -> tuple[tuple[Pattern, ...], tuple[Difference, ...]]:
    """Every pattern that occurs among the matrices, and every difference, the smallest first.

    Choices are among the differences; each was called again and is as it was.
    """
    names = exact.names
    groups: dict[tuple[str, ...], list[Matrix]] = {}
    for matrix in points:
        zeros = tuple(name for name, cell in zip(names, matrix, strict=True) if cell == 0)
        groups.setdefault(zeros, []).append(matrix)
    readings = _readings(exact)
    found, differences = [], []
    for zeros, group in groups.items():
        kinds = {matrix: kind_of(calls(matrix), exact(matrix), tolerance) for matrix in group}
        apart = [
            Difference(matrix, kind, calls.confirmed(matrix).told, exact(matrix).shown)
            for matrix, kind in kinds.items()
            if kind not in ("agrees", "undefined")
        ]
        worst = min(kinds.values(), key=KINDS.index)
        differences += apart
        found.append(_pattern(zeros, group, worst, apart, calls, exact, readings))
    differences.sort(key=lambda each: (sum(each.matrix), each.matrix))
    return tuple(found), tuple(differences)


def _pattern(
    zeros: tuple[str, ...],
    group: list[Matrix],
    kind: Kind,
    apart: list[Difference],
    calls: Calls,
    exact: Exact,
    readings: Mapping[str, Exact],
) -> Pattern:
    warned = {calls(matrix).warning for matrix in group} - {""}
    of_kind = [each for each in apart if each.kind == kind]
    told = _returned(group, kind, of_kind, calls)
    same: tuple[str, ...] = ()
    if kind in ("choice", "undefined"):
        same = tuple(n for n, each in readings.items()
                     if all(agrees(calls(m), each(m)) for m in group))  # fmt: skip
    first = of_kind[0] if of_kind else None
    others = () if kind != "choice" else tuple(
        (name, each(group[0]).shown)
        for name, each in readings.items()
        if name not in (*same, LITERAL) and each(group[0]).is_defined
    )  # fmt: skip
    return Pattern(zeros, len(group), kind, told, same, ", ".join(sorted(warned)), first,
                   len(of_kind), others)  # fmt: skip


def _returned(group: list[Matrix], kind: Kind, apart: list[Difference], calls: Calls) -> str:
    """What is returned, in words: one outcome, a formula, or the first of several."""
    if kind == "agrees":
        return "the formula"
    points = [each.matrix for each in apart] or group
    outcomes = [calls(matrix) for matrix in points]
    if len({outcome.told for outcome in outcomes}) == 1:
        return outcomes[0].told
    numbers = {outcome.number for outcome in outcomes}
    if len(numbers) == 1 and None not in numbers:
        return outcomes[0].told
    if len(points[0]) == 4 and len(points) == len(group):
        for text, value in _fillings().items():
            if all(agrees(calls(m), value(m)) and value(m).is_defined for m in points):
                return text
    return f"{len(set(map(_up_to_rounding, outcomes)))} values, {outcomes[0].told} first"


def _up_to_rounding(outcome: Outcome) -> str:
    """What is returned, to 12 digits: the last ones differ from one processor to another."""
    return outcome.told if outcome.number is None else f"{float(outcome.number):.12g}"


_FILLINGS: dict[str, Exact] = {}


def _fillings() -> dict[str, Exact]:
    if not _FILLINGS:
        names = {**QUANTITIES, "accuracy": parse("(TP+TN)/n")}
        for text in FILLED:
            tree = parse(text, names=names)
            _FILLINGS[text] = Exact(Reading(Measure(text, text, tree)), {})
    return _FILLINGS


@lru_cache(maxsize=1)
def _readings(exact: Exact) -> Mapping[str, Exact]:
    """The known readings of the measure, the literal one last."""
    subject = exact.reading.measure
    if subject.classes != 2:
        return {}
    names = [name for name in known_readings(subject) if name != LITERAL]
    found = {name: Exact(named_reading(name, subject), exact.parameters) for name in names}
    return {**found, LITERAL: Exact(Reading(subject), exact.parameters)}


def followed(calls: Calls, exact: Exact, points: Iterable[Matrix]) -> tuple[str, ...]:
    """The known readings that say what the function returns at every one of the matrices."""
    looked_at = list(points)
    return tuple(
        name
        for name, each in _readings(exact).items()
        if all(agrees(calls(matrix), each(matrix)) for matrix in looked_at)
    )


def zero_words(zeros: Iterable[str], names: Iterable[str]) -> str:
    """`TP = FN = 0`; `no zero`; for several classes by the cells that are not 0."""
    gone, left = list(zeros), [name for name in names if name not in set(zeros)]
    if not gone:
        return "no cell is 0"
    if len(gone) + len(left) == 4:
        return " = ".join([*gone, "0"])
    return f"only {', '.join(left)}" if len(left) < len(gone) else " = ".join([*gone, "0"])
