"""Theorems about all measures: which properties no measure has together, and which one can have.

A measure is any function of the confusion matrices; its values are the unknowns of a linear
program, the properties its constraints (`catalog.instances`).  A set of properties that no measure
has comes with a few instances whose multiples add up to an absurdity; a set that some measure has
with a table of values.  Sizes are one n, or all n of a range: then the properties also compare
matrices of different n.

A conflict at one n can hold at every n from some n on (`catalog.every_n`): then the kernel proves
it with n symbolic.  A conflict at some n is one for every range with that n.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import Any, Literal

from symbolic_measures.catalog.every_n import EveryN
from symbolic_measures.catalog.instances import (
    Conflict,
    InstanceError,
    anything,
    every_instance,
    matrices_of,
    refusal,
    unknown,
)
from symbolic_measures.formula import FormulaError
from symbolic_measures.notebook import FormattedReport
from symbolic_measures.search.clock import Clock, OutOfTimeError
from symbolic_measures.search.every_n import conflict_for_every_n
from symbolic_measures.search.impossible import Lattice, System
from symbolic_measures.session import (
    SCHEMA,
    Checked,
    Progress,
    Report,
    check,
    find_property,
    only,
    verify_report,
)
from symbolic_measures.verdict import CertificateError

#: The properties of the lattice of gosgens2021.
LATTICE = (
    "maximal-agreement", "minimal-agreement", "symmetry", "class-symmetry", "distance", "monotone",
    "strongly-monotone", "constant-baseline",
)  # fmt: skip
SECONDS = 600.0
#: The largest n that is asked for, by the number of classes: beyond it a linear program has more
#: unknowns than can be solved in minutes.
LARGEST = {2: 8, 3: 3, 4: 2}
_SIZES = re.compile(r"([0-9]{1,3})(?:\.\.([0-9]{1,3}))?")
#: Measures that are asked whether they have a set of properties at every n.
EXAMPLES = (("accuracy", "literal"), ("GM_1", "gosgens-appendix-b"))

Ids = tuple[str, ...]
Values = dict[str, Fraction]


def sizes_of(text: str, classes: int = 2) -> range:
    """`4` or `2..6`; FormulaError, in one line, for anything else."""
    found = _SIZES.fullmatch(text.strip())
    if found is None:
        raise FormulaError(f"--n {text}: give a number of elements, such as 4, or a range, 2..6")
    low, high = int(found[1]), int(found[2] or found[1])
    if classes not in LARGEST:
        raise FormulaError(f"--classes {classes}: linear programs are solved for 2 to 4 classes")
    most = LARGEST[classes]
    if not 1 <= low <= high:
        raise FormulaError(f"--n {text}: the range begins at 1 or more and does not fall")
    if high > most:
        raise FormulaError(f"--n {text}: with {classes} classes n is at most {most}")
    return range(low, high + 1)


def shown(sizes: range) -> str:
    """`4` or `2..6`."""
    return str(sizes[0]) if len(sizes) == 1 else f"{sizes[0]}..{sizes[-1]}"


def linear_properties(ids: Iterable[str], classes: int = 2) -> Ids:
    """The ids, each once; FormulaError, with the reason, for one that is not linear in M."""
    chosen = tuple(dict.fromkeys(ids))
    for property_id in chosen:
        find_property(property_id, classes)
        if reason := refusal(property_id, classes):
            raise FormulaError(reason)
    if not chosen:
        raise FormulaError("--properties: give at least one property")
    if len(chosen) > 12:
        raise FormulaError("--properties: at most 12 at a time")
    return chosen


@dataclass(frozen=True)
class Example:
    """A set of properties and the values of a measure that has them."""

    properties: Ids
    values: Values

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        values = {name: str(value) for name, value in self.values.items()}
        return {"properties": list(self.properties), "values": values}


@dataclass(frozen=True)
class Impossibility(FormattedReport, formats="impossibility"):
    """Which of the properties a measure can have together, at the matrices whose n is in `sizes`.

    `infeasible` are the minimal sets that no measure has, `feasible` the maximal ones that some
    measure has; `every_n` are conflicts at every n from some n on.
    """

    properties: Ids
    sizes: range
    classes: int = 2
    infeasible: tuple[tuple[Ids, Conflict], ...] = ()
    feasible: tuple[Example, ...] = ()
    every_n: tuple[EveryN, ...] = ()
    complete: bool = True
    kind: Literal["sizes"] = "sizes"

    @property
    def possible(self) -> bool | None:
        """Whether some measure has all the properties; None if that is not decided."""
        if self.infeasible:
            return False
        return True if any(e.properties == self.properties for e in self.feasible) else None

    def to_data(self) -> dict[str, Any]:
        """JSON form (schema 1)."""
        data: dict[str, Any] = {
            "schema": SCHEMA,
            "n": shown(self.sizes),
            "properties": list(self.properties),
            "feasible": self.possible,
            "minimal_infeasible": [list(ids) for ids, _ in self.infeasible],
            "maximal_feasible": [list(example.properties) for example in self.feasible],
            "certificate": {
                "conflicts": [conflict.to_data() for _, conflict in self.infeasible],
                "examples": [example.to_data() for example in self.feasible],
            },
            "every_n": [conflict.to_data() for conflict in self.every_n],
        }
        if self.classes != 2:
            data["classes"] = self.classes
        if not self.complete:
            data["complete"] = False
        return data


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
        clock = Clock(self.seconds)
        system = System(anything(self.classes), self.sizes, clock)
        self.lattice = Lattice(system, self.properties, dict(self.known))

    def __iter__(self) -> Iterator[str]:
        """Yields what is looked at next, before it is."""
        try:
            for chosen in self.lattice:
                yield f"n = {shown(self.sizes)}: {', '.join(chosen) or 'none'}"
            if self.with_every_n and self.classes == 2:
                for core in self.lattice.infeasible:
                    yield f"every n: {', '.join(core)}"
                    found = conflict_for_every_n(core, self.lattice.system.clock)
                    self.every_n += [found] if found is not None else []
            self.finished = True
        except OutOfTimeError:
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


def unknowns(sizes: range, classes: int) -> list[str]:
    """The names of the values at all matrices."""
    return [unknown(matrix) for matrix in matrices_of(sizes, classes)]


def impossible(
    properties: Iterable[str] = LATTICE,
    n: str = "3",
    classes: int = 2,
    seconds: float = SECONDS,
    progress: Progress | None = None,
) -> Impossibility:
    """Which of the properties a measure can have together at n ("4"), or at a range ("2..6").

    FormulaError, in one line, for a property that is not linear in M, and other bad input.
    """
    work = Searching(linear_properties(properties, classes), sizes_of(n, classes), classes, seconds)
    for step in work:
        if progress is not None:
            progress(step)
    return work.report()


# --- the lattice ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Always:
    """A set of properties, and a measure that is proved to have them at every n."""

    properties: Ids
    report: Report

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        return {"properties": list(self.properties), "measure": self.report.to_data()}


@dataclass(frozen=True)
class LatticeReport(FormattedReport, formats="impossibility"):
    """The minimal infeasible and maximal feasible sets at each n, and at each range from the first.

    `every_n` are conflicts with symbolic n, `always` measures that have a maximal set at every n.
    """

    properties: Ids
    rows: tuple[Impossibility, ...]
    every_n: tuple[EveryN, ...] = ()
    always: tuple[Always, ...] = ()
    complete: bool = True
    kind: Literal["lattice"] = "lattice"

    def to_data(self) -> dict[str, Any]:
        """JSON form (schema 1)."""
        rows = [row.to_data() for row in self.rows]
        data: dict[str, Any] = {
            "schema": SCHEMA,
            "properties": list(self.properties),
            "lattice": rows,
            "every_n": [conflict.to_data() for conflict in self.every_n],
            "always": [item.to_data() for item in self.always],
        }
        if not self.complete:
            data["complete"] = False
        return data


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
        clock = Clock(self.seconds)
        for core in known:
            yield f"every n: {', '.join(core)}"
            found = conflict_for_every_n(core, clock)
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


def _example_for(ids: Ids) -> Iterator[Always]:
    """A measure of the catalog that is defined everywhere and proved to have the properties."""
    for name, reading in EXAMPLES:
        report = check(name, ("undefined-set", *ids), reading=reading)
        if _has_all(report.to_data(), ids):
            yield Always(ids, report)
            return


def _has_all(data: dict[str, Any], ids: Ids) -> bool:
    """Whether a report proves the properties of a measure of two classes, defined everywhere."""
    if data["measure"].get("classes", 2) != 2:
        return False
    proved = {v["property"]: v["value"] for v in data["verdicts"] if v["verdict"] == "proved"}
    return set(ids) <= set(proved) and proved.get("undefined-set") == []


# --- verification --------------------------------------------------------------------------


def verify_impossibility(data: dict[str, Any]) -> Iterator[Checked]:
    """Every constraint built anew: conflicts added up, examples compared with all constraints."""
    only(data, "n", "properties", "feasible", "minimal_infeasible", "maximal_feasible",
         "certificate", "every_n", "classes", "complete")  # fmt: skip
    ids, sizes, classes = _about(data)
    certificate = data.get("certificate")
    if not isinstance(certificate, dict) or set(certificate) != {"conflicts", "examples"}:
        raise CertificateError("a certificate holds conflicts and examples")
    infeasible = _sets_of(data.get("minimal_infeasible"), certificate["conflicts"], ids)
    feasible = _sets_of(data.get("maximal_feasible"), certificate["examples"], ids)
    for chosen, entry in zip(infeasible, certificate["conflicts"], strict=True):
        yield Checked(", ".join(chosen), "refuted", _wrong_conflict(entry, chosen, sizes, classes))
    known: dict[str, list[Any]] = {}
    for chosen, entry in zip(feasible, certificate["examples"], strict=True):
        problem = _wrong_example(entry, chosen, sizes, classes, known)
        yield Checked(", ".join(chosen), "proved", problem)
    yield from _verify_every_n(data.get("every_n"))
    whole = data.get("complete") is not False
    told = False if infeasible else (True if ids in feasible else None)
    if data.get("feasible") is not told:
        yield Checked("feasible", "proved", "`feasible` does not follow from the sets")
    if problem := _wrong_lattice(ids, infeasible, feasible, whole):
        yield Checked("lattice", "proved", problem)


def _sets_of(sets: Any, entries: Any, ids: Ids) -> list[Ids]:
    """The sets of properties, with as many entries of the certificate."""
    lists = isinstance(sets, list) and isinstance(entries, list) and len(sets) == len(entries)
    if not lists or not all(isinstance(one, list) and set(one) <= set(ids) for one in sets):
        raise CertificateError("the certificate holds an entry for each set of the properties")
    return [tuple(one) for one in sets]


def _about(data: dict[str, Any]) -> tuple[Ids, range, int]:
    classes = data.get("classes", 2)
    if type(classes) is not int or ("classes" in data and classes == 2):
        raise CertificateError("classes is a number above 2")
    try:
        ids = tuple(map(str, data["properties"]))
        sizes = sizes_of(str(data["n"]), classes)
        if linear_properties(ids, classes) != ids:
            raise CertificateError("a property is listed twice")
    except FormulaError as error:
        raise CertificateError(str(error)) from None
    except (KeyError, TypeError) as error:
        raise CertificateError(f"not a saved report: {type(error).__name__} {error}") from None
    if shown(sizes) != data["n"]:
        raise CertificateError("n is written 4 or 2..6")
    return ids, sizes, classes


def _wrong_conflict(entry: Any, chosen: Ids, sizes: range, classes: int) -> str:
    try:
        conflict = Conflict.from_data(entry, anything(classes))
    except InstanceError as error:
        return str(error)
    if set(conflict.properties) != set(chosen):
        return "the conflict is one of other properties"
    used = {sum(matrix) for part in conflict.parts for matrix in part.matrices}
    return "" if all(n in sizes for n in used) else "the conflict speaks of matrices of another n"


def _wrong_example(
    entry: Any, chosen: Ids, sizes: range, classes: int, known: dict[str, list[Any]]
) -> str:
    """Why the values are no measure with these properties; `known` holds the constraints so far."""
    try:
        values = {str(name): Fraction(value) for name, value in entry["values"].items()}
        example = Example(tuple(entry["properties"]), values)
    except (KeyError, TypeError, AttributeError, ValueError, ZeroDivisionError) as error:
        return f"an example is not well formed: {error}"
    if example.to_data() != entry or example.properties != chosen:
        return "an example is not in the form that is written"
    if missing := [name for name in unknowns(sizes, classes) if name not in values]:
        return f"no value {missing[0]}"
    for property_id in chosen:
        if property_id not in known:
            found = every_instance(property_id, anything(classes), sizes)
            known[property_id] = [stated for _, stated, _ in found]
        for stated in known[property_id]:
            if any(name not in values for name in stated.coefficients):
                return f"{property_id}: a value is missing in {stated}"
            if not stated.holds(values):
                return f"{property_id}: the values violate {stated}"
    return ""


def _verify_every_n(entries: Any) -> Iterator[Checked]:
    if not isinstance(entries, list):
        raise CertificateError("every_n is a list")
    for entry in entries:
        try:
            found = EveryN.from_data(entry)
        except InstanceError as error:
            yield Checked("every n", "proved", str(error))
        else:
            yield Checked(f"{', '.join(found.properties)} (n >= {found.least})", "proved")


def _wrong_lattice(ids: Ids, infeasible: list[Ids], feasible: list[Ids], whole: bool) -> str:
    """Every set of properties is decided, and no listed set is without need."""
    for sets in (infeasible, feasible):
        for one, other in combinations(sets, 2):
            if set(one) <= set(other) or set(other) <= set(one):
                return "one of the sets is part of another"
    for one in infeasible:
        for two in feasible:
            if set(one) <= set(two):
                return "a set is said to be infeasible and feasible"
    for count in range(len(ids) + 1) if whole else ():
        for chosen in combinations(ids, count):
            inside = set(chosen)
            below = any(inside >= set(core) for core in infeasible)
            if not below and not any(inside <= set(example) for example in feasible):
                return f"nothing is said of {', '.join(chosen)}"
    return ""


def verify_lattice(data: dict[str, Any]) -> Iterator[Checked]:
    """Every row, every proof with symbolic n, and every measure that stands for a set."""
    only(data, "properties", "lattice", "every_n", "always", "complete")
    rows, always, ids = (data.get(key) for key in ("lattice", "always", "properties"))
    if not (isinstance(rows, list) and isinstance(always, list) and isinstance(ids, list)):
        raise CertificateError("lattice, always and properties are lists")
    if not all(isinstance(entry, dict) for entry in (*rows, *always)):
        raise CertificateError("lattice and always are lists of objects")
    for row in rows:
        about = row.get("properties")
        if row.get("schema") != SCHEMA or not isinstance(about, list) or not set(about) <= set(ids):
            raise CertificateError("a row of the lattice is not about its properties")
        for item in verify_impossibility(row):
            yield Checked(f"n = {row['n']}: {item.property}", item.outcome, item.problem)
    yield from _verify_every_n(data.get("every_n"))
    for entry in always:
        chosen = tuple(map(str, entry.get("properties", ())))
        name = f"every n: {', '.join(chosen)}"
        report = entry.get("measure")
        if not isinstance(report, dict) or "verdicts" not in report:
            raise CertificateError("a measure is a saved report")
        problems = [item.problem for item in verify_report(report) if item.problem]
        if not problems and not _has_all(report, chosen):
            problems = ["the measure is not proved to have the properties"]
        yield Checked(name, "proved", problems[0] if problems else "")
