"""Sets of properties are searched for conflicts and for tables that have them all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from symbolic_measures.meaning.instances import Conflict, anything
from symbolic_measures.meaning.subjects import make_reading, measure
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.question import Means
from symbolic_measures.questions.impossible.asked import ImpossibleQuestion
from symbolic_measures.questions.impossible.every_n import EveryN
from symbolic_measures.questions.impossible.lines import Lattice, System
from symbolic_measures.questions.impossible.lines_every_n import MOST_CLASSES, conflict_for_every_n
from symbolic_measures.questions.impossible.meaning import (
    EXAMPLES,
    SECONDS,
    Always,
    EveryM,
    Example,
    Impossibility,
    LatticeReport,
    has_all,
    unknowns,
)
from symbolic_measures.questions.impossible.sizes import (
    LATTICE,
    Ids,
    least_classes,
    linear_properties,
    rows_of,
    shown,
    sizes_of,
)
from symbolic_measures.search.battery import Battery
from symbolic_measures.search.effort import MILLION, Effort

#: Steps for the lattice at one choice of sizes.
MOST = 300 * MILLION


@dataclass
class Searching:
    """The sets of properties at one choice of sizes, one after the other.

    `known` are conflicts at some of the sizes; those in it are kept where they are minimal.
    """

    properties: Ids
    sizes: range
    classes: int = 2
    seconds: float = SECONDS
    known: dict[Ids, Conflict] = field(default_factory=dict)
    with_every_n: bool = True
    every_n: list[EveryN] = field(default_factory=list)
    finished: bool = False

    def __post_init__(self) -> None:
        effort = Effort(self.seconds, MOST)
        system = System(anything(self.classes), self.sizes, effort)
        self.lattice = Lattice(system, self.properties, dict(self.known))

    def __iter__(self) -> Iterator[str]:
        """Yields what is looked at next, before it is."""
        try:
            for chosen in self.lattice:
                yield f"n = {shown(self.sizes)}: {', '.join(chosen) or 'none'}"
            if self.with_every_n and self.classes == 2:
                for core in self.lattice.infeasible:
                    yield f"every n: {', '.join(core)}"
                    found = conflict_for_every_n(core, self.lattice.system.effort)
                    self.every_n += [found] if found is not None else []
            self.finished = True
        except Exception:  # what was found before is kept, and that it is not all is said
            return

    def report(self) -> Impossibility:
        """What is known so far."""
        infeasible = sorted(self.lattice.infeasible.items(), key=lambda item: self._key(item[0]))
        feasible = sorted(self.lattice.feasible.items(), key=lambda item: self._key(item[0]))
        order = {name: place for place, name in enumerate(unknowns(self.sizes, self.classes))}
        examples = (
            Example(ids, dict(sorted(values.items(), key=lambda v: order.get(v[0], len(order)))))
            for ids, values in feasible
        )
        return Impossibility(
            self.properties, self.sizes, self.classes, tuple(infeasible), tuple(examples),
            tuple(self.every_n), self.finished,
        )  # fmt: skip

    def _key(self, ids: Ids) -> tuple[int, list[int]]:
        return len(ids), [self.properties.index(name) for name in ids]


@dataclass
class Lattices:
    """The lattice of the properties at each n of a range, and of the ranges from its beginning."""

    properties: Ids
    sizes: range
    seconds: float = SECONDS
    rows: list[Impossibility] = field(default_factory=list)
    every_n: list[EveryN] = field(default_factory=list)
    always: list[Always] = field(default_factory=list)
    finished: bool = False

    def __iter__(self) -> Iterator[str]:
        """Yields what is looked at next, before it is."""
        try:
            yield from self._each()
        except Exception:  # what was found before is kept, and that it is not all is said
            return

    def _each(self) -> Iterator[str]:
        known: dict[Ids, Conflict] = {}
        low = self.sizes[0]
        for n in self.sizes:
            for sizes in (range(n, n + 1), *((range(low, n + 1),) if n > low else ())):
                family = len(sizes) > 1
                ids = tuple(p for p in self.properties if family or p != "strongly-monotone")
                work = Searching(ids, sizes, 2, self.seconds, dict(known if family else {}),
                                 with_every_n=False)  # fmt: skip
                yield from work
                self.rows.append(work.report())
                if not work.finished:
                    return
                known = {**known, **{c: known.get(c, k) for c, k in self.rows[-1].infeasible}}
        effort = Effort(self.seconds, MOST)
        for core in known:
            yield f"every n: {', '.join(core)}"
            found = conflict_for_every_n(core, effort)
            self.every_n += [found] if found is not None else []
        wanted = dict.fromkeys(e.properties for row in self.rows[-1:] for e in row.feasible)
        for ids in wanted:
            yield f"a measure for every n: {', '.join(ids)}"
            self.always += _example_for(ids)
        self.finished = True

    def report(self) -> LatticeReport:
        """What is known so far."""
        return LatticeReport(self.properties, tuple(self.rows), tuple(self.every_n),
                             tuple(self.always), self.finished)  # fmt: skip


@dataclass
class ForEveryM:
    """The sets of properties at few classes, at each n, and the conflicts at every n."""

    properties: Ids
    sizes: range
    seconds: float = SECONDS
    least: int = 2
    rows: list[Impossibility] = field(default_factory=list)
    every_n: list[EveryN] = field(default_factory=list)
    finished: bool = False

    def __iter__(self) -> Iterator[str]:
        """Yields what is looked at next, before it is."""
        try:
            for ids, sizes, classes in rows_of(self.properties, self.sizes, self.least):
                work = Searching(ids, sizes, classes, self.seconds, with_every_n=False)
                for told in work:
                    yield f"m = {classes}, {told}"
                self.rows.append(work.report())
                if not work.finished:
                    return
            effort = Effort(self.seconds, MOST)
            for ids, classes in self._cores():
                yield f"m >= {classes}, every n: {', '.join(ids)}"
                fewer = range(2, classes) if classes == self.least else ()
                each = (conflict_for_every_n(ids, effort, m) for m in (*fewer, classes))
                self.every_n += [found for found in each if found is not None][:1]
            self.finished = True
        except Exception:  # what was found before is kept, and that it is not all is said
            return

    def _cores(self) -> list[tuple[Ids, int]]:
        """Each infeasible set at the smallest number of classes at which it is one."""
        listed = {ids for ids, _, _ in self.report().infeasible}
        found: dict[Ids, int] = {}
        for row in self.rows:
            for ids, _ in row.infeasible:
                if ids in listed and row.classes <= MOST_CLASSES:
                    found.setdefault(ids, row.classes)
        return list(found.items())

    def report(self) -> EveryM:
        """What is known so far."""
        return EveryM(self.properties, self.sizes, tuple(self.rows), tuple(self.every_n),
                      self.finished, self.least)  # fmt: skip


def _example_for(ids: Ids) -> Iterator[Always]:
    """A measure of the catalog that is defined everywhere and proved to have the properties."""
    for name, reading in EXAMPLES:
        work = Battery(
            make_reading(measure(name), (), reading), ("undefined-set", *ids), with_gradient=False
        )
        for _ in work:
            pass
        report = work.report()
        if has_all(report.to_data(), ids):
            yield Always(ids, report)
            return


def work(question: ImpossibleQuestion, means: Means) -> Searching | Lattices | ForEveryM:
    """The work on a question; FormulaError, in one line, for one that cannot be asked."""
    if question.lattice and question.classes != 2:
        raise FormulaError("--lattice is about two classes; without it, --classes M asks of M")
    ids = linear_properties(question.properties or LATTICE, question.classes)
    sizes = sizes_of(question.n, question.classes, ids)
    if not isinstance(question.classes, int):
        if question.lattice:
            raise FormulaError("--lattice is about two classes; every number of classes is asked "
                               "without it")  # fmt: skip
        return ForEveryM(ids, sizes, means.seconds, least_classes(question.classes))
    if question.lattice:
        return Lattices(ids, sizes, means.seconds)
    return Searching(ids, sizes, question.classes, means.seconds)
