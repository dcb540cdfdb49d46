"""Under which names a formula is known: the same values, or a strictly monotone function of them.

Invariant: what is said to be the same, or a function, the kernel proved; what is said to differ was
seen to, at two matrices.  How a candidate is found (values at small matrices, functions from a
list) rests on nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from flint import fmpq

from symbolic_measures.doors.api.questions import identity
from symbolic_measures.kernel.exact import CannotTellError, UndefinedError
from symbolic_measures.kernel.truth import Point, evaluator, holds
from symbolic_measures.meaning.measure import Measure
from symbolic_measures.meaning.measures import MEASURES
from symbolic_measures.meaning.ranks import Ranked
from symbolic_measures.meaning.subjects import measure
from symbolic_measures.nouns.confusion import CELLS, compositions
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.statement import Atom
from symbolic_measures.questions.compare.find_pairs import Comparing
from symbolic_measures.questions.compare.pairs import Pair, Parameters
from symbolic_measures.report.text import columns, wrapped

#: Values are compared at all matrices of up to so many elements before anything is proved.
SMALL = 4


@dataclass(frozen=True)
class Relative:
    """A measure of the catalog, how the formula is related to it, and what was proved."""

    name: str
    how: str
    told: str

    def to_data(self) -> dict[str, str]:
        """JSON form."""
        return dict(vars(self))


@dataclass
class Likeness:
    """The work: iterate, and each measure is looked at; then `text()` and `to_data()`."""

    formula: str
    assume: tuple[str, ...]
    seconds: float
    relatives: list[Relative] = field(default_factory=list)
    undecided: list[str] = field(default_factory=list)
    looked_at: int = 0
    known: dict[tuple[str, Parameters], Ranked] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.subject: Measure = measure(self.formula, assume=self.assume)

    def _candidates(self) -> list[str]:
        """Measures with the parameters of the formula, the formula itself left out."""
        own = set(self.subject.parameters)
        return [
            name
            for name, known in MEASURES.items()
            if set(known.parameters) == own and known is not self.subject
        ]

    def __iter__(self) -> Iterator[str]:
        """Yields the measure that is looked at next."""
        for name in self._candidates():
            yield name
            self.looked_at += 1
            if (found := self._same(name) or self._function(name)) is not None:
                self.relatives.append(found)

    def _same(self, name: str) -> Relative | None:
        """Whether the two are proved equal, and where only one is defined."""
        one, other = self.subject.formula, MEASURES[name].formula
        if not _alike(one, other, self.subject.parameters):
            return None
        found = identity(self.formula, name, assume=self.assume, timeout=self.seconds)
        if found.outcome != "proved":
            return None
        domains = {
            "proved": "defined at the same matrices",
            "refuted": "not defined at the same matrices",
        }.get(found.domains, "where each is defined is not decided")
        return Relative(name, "equal", f"equal wherever both are defined; {domains}")

    def _function(self, name: str) -> Relative | None:
        """Whether one is proved to be a strictly monotone function of the other.

        Equivalent measures have the same order of better and worse; so the values have it, too,
        unless lower is better of just one.
        """
        waiting = False
        for text in (self.formula, f"-({self.formula})"):
            work = Comparing((text, name), self.assume, self.seconds, False, known=self.known)
            for _ in work:
                pass
            (pair,) = work.pairs
            if pair.verdict == "equivalent":
                one, other = pair.measures
                alike = one.higher_is_better == other.higher_is_better
                as_given = text == self.formula
                how = "increasing" if alike == as_given else "decreasing"
                return Relative(name, how, _told(pair, as_given))
            waiting = waiting or pair.verdict == "undecided"
        if waiting:
            self.undecided.append(name)
        return None

    def text(self) -> str:
        """The relatives with what was proved, and how many measures were looked at."""
        rows = []
        for found in self.relatives:
            title = MEASURES[found.name].title
            rows.append((found.name, found.how, f"{found.told} ({title})"))
        lines = [self.formula, columns(rows)] if rows else [
            f"{self.formula}: no measure of the catalog is proved to equal it or to rank as it does"
        ]  # fmt: skip
        if self.undecided:
            lines += wrapped(f"undecided: {', '.join(self.undecided)}")
        lines.append(f"{self.looked_at} measures looked at; what is said of a measure is proved")
        return "\n".join(lines)

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        return {
            "formula": self.formula,
            "assume": list(self.assume),
            "relatives": [found.to_data() for found in self.relatives],
            "undecided": self.undecided,
            "looked_at": self.looked_at,
        }


def _alike(one: Formula, other: Formula, parameters: tuple[str, ...]) -> bool:
    """Whether no small matrix tells them apart, and some gives both a value."""
    given: Point = dict.fromkeys(parameters, fmpq(2, 3))
    seen = False
    for n in range(1, SMALL + 1):
        for cells in compositions(n, len(CELLS)):
            point = {**given, **dict(zip(CELLS, map(fmpq, cells), strict=True))}
            try:
                evaluator(one)(point), evaluator(other)(point)
            except (UndefinedError, CannotTellError):
                continue
            if holds(Atom(one - other, "=="), point) is False:
                return False
            seen = True
    return seen


def _told(pair: Pair, as_given: bool) -> str:
    """`it is 2*x/(1 + x) for x = Jaccard`, from the link that is proved."""
    link = pair.link
    if link is None:
        return pair.reason
    formula, other = pair.names
    whole = "it" if as_given else "its negative"
    one, two = link.functions
    match link.base:
        case base if base == other:
            return f"{whole} is {one} for x = {other}, where both are defined"
        case base if base == formula:
            return f"{other} is {two} for x = {'the formula' if as_given else 'its negative'}"
    return f"{whole} is {one} and {other} is {two} for x = {link.base}"
