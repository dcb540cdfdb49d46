"""Theorems about all measures: which properties no measure has together, and which one can have.

A measure is any function with a value at every confusion matrix; its values are the unknowns of a
linear program, the properties its constraints (`meaning.instances`).  A set of properties that no
measure has comes with a few instances whose multiples add up to an absurdity; a set that some
measure has with a table of values.  Sizes are one n, or all n of a range: then the properties also
compare matrices of different n.

For every number of classes m: a measure of m classes is one of k < m classes, too, at the matrices
whose other classes are empty, where it has a value as everywhere (balanced accuracy has none, and
is not spoken of).  It has each property there that it has (`EMPTY` in
`padding.PADS`): the statement for k classes at such a matrix is that for m classes at the padded
one, with the same values; none of these properties asks that a class has elements.  So a conflict
of properties of k classes is one for every m >= k.

A conflict at one n can hold at every n from some n on (`every_n`): then the kernel proves
it with n symbolic.  A conflict at some n is one for every range with that n.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import Any, TypeVar

from symbolic_measures.meaning.every_report import EVERY
from symbolic_measures.meaning.instances import (
    Conflict,
    InstanceError,
    anything,
    every_instance,
    matrices_of,
    unknown,
)
from symbolic_measures.meaning.report import Report, replay_report
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.inequalities import Constraint
from symbolic_measures.nouns.question import Kinds, Question, Replay
from symbolic_measures.nouns.saved import MALFORMED, SCHEMA, Checked, only
from symbolic_measures.nouns.shown import Answer
from symbolic_measures.questions.impossible.every_n import EveryN
from symbolic_measures.questions.impossible.sizes import (
    LATTICE,
    Ids,
    least_classes,
    linear_properties,
    rows_of,
    shown,
    sizes_of,
)

Part = TypeVar("Part")
SECONDS = 1800.0
#: Measures that are asked whether they have a set of properties at every n.
EXAMPLES = (("accuracy", "literal"), ("GM_1", "gosgens-appendix-b"))
Values = dict[str, Fraction]


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
class Impossibility(Answer, kind="impossible"):
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


@dataclass(frozen=True)
class Always:
    """A set of properties, and a measure that is proved to have them at every n."""

    properties: Ids
    report: Report

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        return {"properties": list(self.properties), "measure": self.report.to_data()}


@dataclass(frozen=True)
class LatticeReport(Answer, kind="impossible"):
    """The minimal infeasible and maximal feasible sets at each n, and at each range from the first.

    `every_n` are conflicts with symbolic n, `always` measures that have a maximal set at every n.
    """

    properties: Ids
    rows: tuple[Impossibility, ...]
    every_n: tuple[EveryN, ...] = ()
    always: tuple[Always, ...] = ()
    complete: bool = True

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


@dataclass(frozen=True)
class EveryM(Answer, kind="impossible"):
    """What no measure of m classes has together, for every m from some m >= `least` on.

    `rows` are the sets at few classes, at each n and at all of them together; what is infeasible at
    k classes is infeasible at every m >= k.  So are the conflicts for every n, `every_n`.
    """

    properties: Ids
    sizes: range
    rows: tuple[Impossibility, ...]
    every_n: tuple[EveryN, ...] = ()
    complete: bool = True
    least: int = 2

    def first(self, classes: int) -> int:
        """The smallest m asked for at which a conflict of so many classes is one."""
        return max(classes, self.least)

    @property
    def classes(self) -> str:
        """What was asked: `every`, or `>= 3`."""
        return EVERY if self.least == 2 else f">= {self.least}"

    @property
    def infeasible(self) -> tuple[tuple[Ids, int, range], ...]:
        """Sets with the smallest m, and the n, from which on and at which no measure has them; what
        follows from another one is left out."""
        found: list[tuple[Ids, int, range]] = []
        for row in self.rows:
            for ids, _ in row.infeasible:
                known = any(set(core) <= set(ids) and set(sizes) <= set(row.sizes)
                            for core, _, sizes in found)  # fmt: skip
                found += [] if known else [(ids, self.first(row.classes), row.sizes)]
        return tuple(found)

    def to_data(self) -> dict[str, Any]:
        """JSON form (schema 1)."""
        data: dict[str, Any] = {
            "schema": SCHEMA,
            "classes": self.classes,
            "properties": list(self.properties),
            "n": shown(self.sizes),
            "every_m": [
                {"properties": list(ids), "from": least, "n": shown(sizes)}
                for ids, least, sizes in self.infeasible
            ],
            "rows": [row.to_data() for row in self.rows],
            "every_n": [conflict.to_data() for conflict in self.every_n],
        }
        if not self.complete:
            data["complete"] = False
        return data


def has_all(data: dict[str, Any], ids: Ids) -> bool:
    """Whether a report proves the properties of a measure of two classes, defined everywhere."""
    if data["measure"].get("classes", 2) != 2:
        return False
    proved = {v["property"]: v["value"] for v in data["verdicts"] if v["verdict"] == "proved"}
    return set(ids) <= set(proved) and proved.get("undefined-set") == []


def _replay_sizes(data: Any) -> Generator[Checked, None, Impossibility | None]:
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
    for chosen, entry in zip(feasible, certificate["examples"], strict=True):
        problem = _wrong_example(entry, chosen, sizes, classes)
        yield Checked(", ".join(chosen), "proved", problem)
    every_n = yield from _verify_every_n(data.get("every_n"))
    whole = data.get("complete") is not False
    told = False if infeasible else (True if ids in feasible else None)
    if data.get("feasible") is not told:
        yield Checked("feasible", "proved", "`feasible` does not follow from the sets")
    if problem := _wrong_lattice(ids, infeasible, feasible, whole):
        yield Checked("lattice", "proved", problem)
    try:
        conflicts = [Conflict.from_data(e, anything(classes)) for e in certificate["conflicts"]]
        examples = [
            Example(ids, {name: Fraction(value) for name, value in entry["values"].items()})
            for ids, entry in zip(feasible, certificate["examples"], strict=True)
        ]
    except MALFORMED:
        return None
    return Impossibility(
        ids, sizes, classes, tuple(zip(infeasible, conflicts, strict=True)), tuple(examples),
        every_n, whole,
    )  # fmt: skip


def _sets_of(sets: Any, entries: Any, ids: Ids) -> list[Ids]:
    """The sets of properties, with as many entries of the certificate."""
    lists = isinstance(sets, list) and isinstance(entries, list) and len(sets) == len(entries)
    if not lists or not all(isinstance(one, list) and all(p in ids for p in one) for one in sets):
        raise CertificateError("the certificate holds an entry for each set of the properties")
    return [tuple(one) for one in sets]


def _about(data: dict[str, Any]) -> tuple[Ids, range, int]:
    classes = data.get("classes", 2)
    if type(classes) is not int or ("classes" in data and classes == 2):
        raise CertificateError("classes is a number above 2")
    try:
        ids = tuple(map(str, data["properties"]))
        sizes = sizes_of(str(data["n"]), classes, ids)
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


@lru_cache(maxsize=256)
def _constraints(property_id: str, sizes: range, classes: int) -> tuple[Constraint, ...]:
    return tuple(stated for _, stated, _ in every_instance(property_id, anything(classes), sizes))


def _wrong_example(entry: Any, chosen: Ids, sizes: range, classes: int) -> str:
    """Why the values are no measure with these properties."""
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
        for stated in _constraints(property_id, sizes, classes):
            if any(name not in values for name in stated.coefficients):
                return f"{property_id}: a value is missing in {stated}"
            if not stated.holds(values):
                return f"{property_id}: the values violate {stated}"
    return ""


def _verify_every_n(entries: Any) -> Generator[Checked, None, tuple[EveryN, ...]]:
    if not isinstance(entries, list):
        raise CertificateError("every_n is a list")
    kept = []
    for entry in entries:
        try:
            found = EveryN.from_data(entry)
        except InstanceError as error:
            yield Checked("every n", "proved", str(error))
        else:
            kept.append(found)
            yield Checked(f"{', '.join(found.properties)} (n >= {found.least})", "proved")
    return tuple(kept)


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


def _replay_lattice(data: Any) -> Replay:
    """Every row, every proof with symbolic n, and every measure that stands for a set."""
    only(data, "properties", "lattice", "every_n", "always", "complete")
    rows, always, ids = (data.get(key) for key in ("lattice", "always", "properties"))
    if not (isinstance(rows, list) and isinstance(always, list) and isinstance(ids, list)):
        raise CertificateError("lattice, always and properties are lists")
    if not all(isinstance(entry, dict) for entry in (*rows, *always)):
        raise CertificateError("lattice and always are lists of objects")
    found: list[Impossibility] = []
    for row in rows:
        about = row.get("properties")
        told = isinstance(about, list) and all(item in ids for item in about)
        if row.get("schema") != SCHEMA or not told:
            raise CertificateError("a row of the lattice is not about its properties")
        part = yield from _named(_replay_sizes(row), f"n = {row.get('n')}")
        found += [] if part is None else [part]
    every_n = yield from _verify_every_n(data.get("every_n"))
    stand: list[Always] = []
    sets = _sets_of([entry.get("properties") for entry in always], always, tuple(map(str, ids)))
    for entry, chosen in zip(always, sets, strict=True):
        name = f"every n: {', '.join(chosen)}"
        report = entry.get("measure")
        if not isinstance(report, dict) or "verdicts" not in report:
            raise CertificateError("a measure is a saved report")
        measured = yield from _named(replay_report(report), name)
        proved = measured is not None and has_all(report, chosen)
        yield Checked(name, "proved", "" if proved else "the measure is not proved to have them")
        stand += [] if measured is None else [Always(chosen, measured)]
    if len(found) < len(rows) or len(stand) < len(always):
        return None
    whole = data.get("complete") is not False
    return LatticeReport(tuple(map(str, ids)), tuple(found), every_n, tuple(stand), whole)


def _replay_every_m(data: Any) -> Replay:
    """Every row, and every proof with symbolic n; the rest follows."""
    only(data, "classes", "properties", "n", "every_m", "rows", "every_n", "complete")
    try:
        least = least_classes(data["classes"])
        ids = linear_properties(map(str, data["properties"]), EVERY)
        sizes = sizes_of(str(data["n"]))
        rows = [dict(row) for row in data["rows"]]
    except FormulaError as error:
        raise CertificateError(str(error)) from None
    except (KeyError, TypeError, ValueError) as error:
        raise CertificateError(f"not a saved report: {type(error).__name__} {error}") from None
    whole = data.get("complete") is not False
    wanted = rows_of(ids, sizes, least)
    if len(rows) > len(wanted) or (whole and len(rows) < len(wanted)):
        raise CertificateError(f"there are {len(wanted)} rows, not {len(rows)}")
    found: list[Impossibility] = []
    for row, (own, at, classes) in zip(rows, wanted, strict=False):
        about = list(own), shown(at), classes
        if (row.get("properties"), row.get("n"), row.get("classes", 2)) != about:
            raise CertificateError("a row is about something else")
        if row.get("schema") != SCHEMA or (whole and row.get("complete") is False):
            raise CertificateError("a row is not complete")
        part = yield from _named(_replay_sizes(row), f"m = {classes}, n = {row.get('n')}")
        found += [] if part is None else [part]
    every_n = yield from _verify_every_n(data.get("every_n"))
    if len(found) < len(rows):
        return None
    return EveryM(ids, sizes, tuple(found), every_n, whole, least)


def _named(replaying: Generator[Checked, None, Part], name: str) -> Generator[Checked, None, Part]:
    """The same, with a name before what was checked."""
    while True:
        try:
            item = next(replaying)
        except StopIteration as end:
            part: Part = end.value
            return part
        yield Checked(f"{name}: {item.property}", item.outcome, item.problem)


def replay(data: Any, kinds: Kinds) -> Replay:
    """Every constraint built anew; conflicts are added up, examples compared with all of them."""
    if "every_m" in data:
        return (yield from _replay_every_m(data))
    return (yield from _replay_lattice(data) if "lattice" in data else _replay_sizes(data))


def parts(question: Question) -> dict[str, Any]:
    """The parts of a saved answer that say what was asked."""
    asked = vars(question)
    ids = linear_properties(asked["properties"] or LATTICE, asked["classes"])
    if asked["lattice"]:
        return {"properties": list(ids)}
    about, sizes = asked["classes"], sizes_of(asked["n"], asked["classes"], ids)
    if isinstance(about, str):
        about = EveryM(ids, sizes, (), least=least_classes(about)).classes
    classes = {} if about == 2 else {"classes": about}
    return {"properties": list(ids), "n": shown(sizes), **classes}


def told(answer: Answer) -> str:
    """The answer in a word: whether some measure has them all."""
    words = {True: "feasible", False: "infeasible", None: "undecided"}
    if isinstance(answer, EveryM):
        return "; ".join(f"{', '.join(i)}: no m >= {m}" for i, m, _ in answer.infeasible) or "none"
    return words[answer.to_data().get("feasible")]


def unknowns(sizes: range, classes: int) -> list[str]:
    """The names of the values at all matrices."""
    return [unknown(matrix) for matrix in matrices_of(sizes, classes)]
