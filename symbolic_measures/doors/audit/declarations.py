"""Declared catalogs: what a library says of its measures, each statement proved or refuted.

Libraries keep lists by hand: formula, bounds, where it is undefined, symmetries, which are equal.
A list in TOML or JSON looks like this:

    [[measure]]
    name = "markedness"
    formula = "TP/(TP+FP) + TN/(TN+FN) - 1"
    assume = ["beta > 0"]              # the domain of its parameters, if it has some
    where = ["P > 0", "N > 0"]         # bounds and conditions speak of these matrices only
    lower = -1                         # numbers, or formulas of parameters; -oo and oo are none
    upper = 1
    undefined = ["TP + FP == 0", "TN + FN == 0"]   # it is undefined where one of these holds
    symmetry = false                   # any property of the project by its id, true or false
    equals = ["precision + NPV - 1"]   # formulas, measures of the catalog, or names of this list

A range is declared too small (a matrix is outside), too large (the proved range is smaller), or
right; a condition misses matrices (the smallest is shown) or adds some.
Invariant: "right" means proved by the kernel, "wrong" comes with an exact matrix or a proof of the
contrary, and what is neither says undecided.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from flint import fmpq

from symbolic_measures.doors.api.questions import identity
from symbolic_measures.doors.audit.references import matrices
from symbolic_measures.doors.audit.targets import TargetError
from symbolic_measures.kernel.exact import CannotTellError, UndefinedError, compare, show
from symbolic_measures.kernel.truth import evaluator, holds
from symbolic_measures.meaning.measure import Measure, Reading
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.subjects import measure, oriented
from symbolic_measures.nouns.confusion import CELLS, QUANTITIES, SIZE
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.handing import handed
from symbolic_measures.nouns.parser import identifiers, parse
from symbolic_measures.nouns.question import SECONDS
from symbolic_measures.nouns.saved import SCHEMA
from symbolic_measures.nouns.shown import Answer
from symbolic_measures.nouns.statement import Atom, Goal, Statement, Variable
from symbolic_measures.nouns.verdict import Verdict
from symbolic_measures.questions.identity.show import unequal
from symbolic_measures.report import prose
from symbolic_measures.report.counterexamples import refutation
from symbolic_measures.search.engine import decide
from symbolic_measures.search.properties import decide_property

Outcome = Literal["right", "wrong", "undecided"]
KEYS = ("name", "formula", "assume", "where", "lower", "upper", "undefined", "equals", "source",
        "higher_is_better")  # fmt: skip
INFINITE = ("oo", "-oo")
#: How far along the way on which a measure has no bound a matrix is looked for.
LARGEST = 10**6
#: Elements of the matrices among which one that reaches a bound is looked for.
SMALL = 6


@dataclass(frozen=True)
class Judged:
    """One statement of a declaration: what is said, whether it is right, and why not."""

    measure: str
    said: str
    outcome: Outcome
    told: str = ""
    matrix: tuple[str, ...] = ()

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        return {
            "measure": self.measure,
            "said": self.said,
            "outcome": self.outcome,
            "why": self.told,
            "matrix": list(self.matrix),
        }


@dataclass(frozen=True)
class Declared(Answer, kind="audit"):
    """What was found of a list of declarations; `problems` are entries that cannot be read."""

    name: str
    judged: tuple[Judged, ...]
    problems: tuple[str, ...] = ()
    complete: bool = True

    @property
    def outcome(self) -> str:
        """agrees: nothing is wrong; else differs."""
        return "differs" if any(each.outcome == "wrong" for each in self.judged) else "agrees"

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        return {
            "schema": SCHEMA,
            "declarations": self.name,
            "outcome": self.outcome,
            "judged": [each.to_data() for each in self.judged],
            "problems": list(self.problems),
            "complete": self.complete,
        }

    def rendered(self, kind: str) -> str:
        """The report as `text`, `json`, `latex`, `html` or `html_fragment`."""
        if kind == "json":
            return self.to_json()
        return str(handed("doors.audit.pages", "render_declared")(self, kind))


def declared(
    entries: Sequence[Mapping[str, Any]], name: str = "declarations", seconds: float = SECONDS
) -> Declared:
    """Judges what a list declares of measures: formulas, bounds, where they are undefined.

    Parameters
    ----------
    entries
        Each with `name`, `formula` and what is declared, such as `lower`, `upper`, `undefined`.
    name
        What the list is called.
    seconds
        For each statement.

    Returns
    -------
    Every statement with its outcome; entries that cannot be read are in `problems`.

    Raises
    ------
    TargetError, in one line, for a list without entries.

    Example
    -------
    >>> from symbolic_measures import declared
    >>> found = declared([{"name": "MK", "formula": "precision+NPV-1", "lower": 0, "upper": 1}])
    >>> found.judged[0].told
    'at (TP, FN, FP, TN) = (0, 1, 1, 0) it is -1'

    Notes
    -----
    A statement is proved, or refuted with its smallest matrix, as `check` decides it.

    References
    ----------
    `audits/mlscorecheck.txt` judges the declarations of a released library.
    """
    work = Declaring(name, {"measure": list(entries)}, seconds)
    for _ in work:
        pass
    return work.report()


class Declaring:
    """The work; iterate to do it, each measure is named before it is looked at."""

    def __init__(self, name: str, data: Any, seconds: float = SECONDS) -> None:
        self.name, self.seconds = name, seconds
        self.entries = _entries(name, data)
        self.texts = {str(e.get("name")): str(e.get("formula")) for e in self.entries}
        self.judged: list[Judged] = []
        self.problems: list[str] = []
        self.finished = False

    def __iter__(self) -> Iterator[str]:
        for number, entry in enumerate(self.entries, 1):
            label = str(entry.get("name", f"number {number}"))
            yield label
            try:
                self.judged += _judged(entry, label, self.texts, self.seconds)
            except FormulaError as error:
                self.problems.append(f"{self.name}: {label}: {error}")
        self.finished = True

    def report(self) -> Declared:
        """What has been found so far."""
        return Declared(self.name, tuple(self.judged), tuple(self.problems), self.finished)


def _entries(name: str, data: Any) -> list[Mapping[str, Any]]:
    found = data.get("measure") if isinstance(data, dict) else data
    if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
        raise TargetError(f"{name}: write [[measure]] entries, or [[target]] for functions")
    return found


def _judged(
    entry: Mapping[str, Any], label: str, texts: Mapping[str, str], seconds: float
) -> Iterator[Judged]:
    """Every statement of one entry; FormulaError, in one line, if it cannot be read."""
    for key in entry:
        if key not in KEYS and (key not in PROPERTIES or not isinstance(entry[key], bool)):
            known = ", ".join((*KEYS, "a property = true or false"))
            raise FormulaError(f"unknown key {key!r}; known: {known}")
    if not isinstance(entry.get("formula"), str):
        raise FormulaError("'formula' is missing")
    given = measure(entry["formula"], label, _texts(entry, "assume"))
    subject = oriented(given, bool(entry.get("higher_is_better", True)))
    there = tuple(_positive(text, subject) for text in _texts(entry, "where"))
    if "lower" in entry or "upper" in entry:
        yield from _bounds(subject, label, entry, there, seconds)
    if "undefined" in entry:
        yield from _undefined(subject, label, _texts(entry, "undefined"), there, seconds)
    for key, value in entry.items():
        if key in PROPERTIES and isinstance(value, bool):
            yield _property(subject, label, key, value, seconds)
    for other in _texts(entry, "equals"):
        yield _equal(entry, label, other, texts.get(other, other), seconds)


def _texts(entry: Mapping[str, Any], key: str) -> list[str]:
    value = entry.get(key, [])
    found = [value] if isinstance(value, str) else value
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        raise FormulaError(f"{key} is a list of texts")
    return found


def _positive(text: str, subject: Measure) -> Atom:
    """`P > 0` as an atom."""
    left, more, right = text.partition(">")
    if not more or right.strip() != "0":
        raise FormulaError(f"{text!r}: write a condition such as 'P > 0'")
    return Atom(parse(left, names=QUANTITIES, parameters=subject.parameters), ">")


# --- bounds -----------------------------------------------------------------------------------


def _bounds(
    subject: Measure,
    label: str,
    entry: Mapping[str, Any],
    there: tuple[Atom, ...],
    seconds: float,
) -> Iterator[Judged]:
    """Each end: that nothing is beyond it, and that nothing smaller would do."""
    found = decide_property("range", Reading(subject), seconds)
    for side, end, sign in (("lower", "infimum", 1), ("upper", "supremum", -1)):
        if side not in entry:
            continue
        text = str(entry[side])
        said = f"{side} bound {text}"
        proved = found.value[end]["value"] if found.outcome == "proved" else None
        if text in INFINITE:
            yield _infinite(label, said, text, proved)
            continue
        bound = parse(text, names=QUANTITIES, parameters=subject.parameters)
        verdict = decide(_within(subject, bound, sign, there), seconds)
        if verdict.outcome == "refuted":
            yield _outside(label, said, verdict)
        elif proved in INFINITE and (beyond := _far(label, said, bound, found.value[end], subject)):
            yield beyond
        elif verdict.outcome != "proved":
            yield Judged(label, said, "undecided", verdict.reason)
        elif proved is None or there:
            yield Judged(label, said, "right", _reached(subject, bound, there))
        else:
            yield _tight(label, said, text, proved, subject)


def _reached(subject: Measure, bound: Formula, there: tuple[Atom, ...]) -> str:
    """Where a bound is reached among small matrices, in words."""
    reading = Reading(subject)
    for cells in matrices(SMALL) if not subject.parameters else ():
        point = dict(zip(CELLS, map(fmpq, cells), strict=True))
        try:
            inside = all(holds(atom, point) for atom in there)
            if inside and compare(reading.value_at(cells), evaluator(bound)(point)) == 0:
                return f"reached at {cells}"
        except (UndefinedError, CannotTellError):
            continue
    return "nothing is beyond it; whether it is the best bound is not known"


def _within(subject: Measure, bound: Formula, sign: int, there: tuple[Atom, ...]) -> Statement:
    """Nothing is below (above) the bound."""
    here = subject.formula
    gap = here - bound if sign > 0 else bound - here
    hypotheses = (*there, Atom(here, "defined"))
    return _statement(subject, "declared-bound", hypotheses, Atom(gap, ">="))


def _statement(
    subject: Measure, name: str, hypotheses: tuple[Atom, ...], conclusion: Atom
) -> Statement:
    """A statement about all matrices, that shows the value."""
    cells = tuple(QUANTITIES[cell] for cell in CELLS)
    variables = tuple(Variable(cell, "natural") for cell in CELLS) + subject.variables
    conditions = (*subject.conditions, Atom(SIZE - 1, ">="), *hypotheses)
    goal = Goal(variables, conditions, conclusion, (cells,), (subject.formula,), (CELLS,), name)
    return Statement(name, subject.name, name, (goal,))


def _at(verdict: Verdict) -> tuple[str, tuple[str, ...]]:
    """The matrix of a refutation in words, with the value there if it has one."""
    witness = verdict.witness
    if witness is None:
        return "", ()
    matrix = witness.matrices[0]
    parameters = "".join(f", {name} = {value}" for name, value in witness.parameters.items())
    told = prose.text((prose.cells(matrix),)) + parameters
    value = prose.text(prose.exact(witness.values[0])) if witness.values else "undefined"
    return f"at {told} it is {value}", matrix


def _outside(label: str, said: str, verdict: Verdict) -> Judged:
    told, matrix = _at(verdict)
    return Judged(label, said, "wrong", told, matrix)


def _tight(label: str, said: str, text: str, proved: str, subject: Measure) -> Judged:
    """Right if it is the proved end of the range, else too generous."""
    names = set(identifiers(text)) | set(identifiers(proved))
    occurring = [name for name in subject.parameters if name in names]
    same = identity(f"({proved})+0*TP", f"({text})+0*TP", assume=occurring)
    if same.outcome == "refuted":
        return Judged(label, said, "wrong", f"nothing comes near it: the best bound is {proved}")
    return Judged(label, said, "right" if same.outcome == "proved" else "undecided")


def _far(label: str, said: str, bound: Formula, end: Any, subject: Measure) -> Judged | None:
    """A matrix beyond a bound of an unbounded measure, on the way on which it has no bound."""
    sign = 1 if end["value"] == "oo" else -1
    path = [parse(cell, names={}, parameters=("e",)) for cell in end["approached"]]
    e = 1
    while e < LARGEST and not subject.parameters:
        cells = tuple(int(fmpq(evaluator(tree)({"e": fmpq(e)}))) for tree in path)
        value = Reading(subject).value_at(cells)
        if compare(value, evaluator(bound)({})) == sign:
            matrix = tuple(map(str, cells))
            shown = prose.text((prose.cells(matrix),))
            told = f"at {shown} it is {prose.text(prose.exact(show(value)))}; it is unbounded"
            return Judged(label, said, "wrong", told, matrix)
        e += max(1, e // 100)
    return None


def _infinite(label: str, said: str, text: str, proved: str | None) -> Judged:
    """Declared unbounded."""
    if proved is None:
        return Judged(label, said, "undecided", "the range is not known")
    if proved == text:
        return Judged(label, said, "right")
    return Judged(label, said, "wrong", f"it is bounded by {proved}")


# --- where it is undefined ----------------------------------------------------------------------


def _undefined(
    subject: Measure,
    label: str,
    conditions: Sequence[str],
    there: tuple[Atom, ...],
    seconds: float,
) -> Iterator[Judged]:
    """No matrix is missed, and each condition adds none."""
    trees = [_condition(text, subject) for text in conditions]
    others = (*there, *(Atom(tree, "!=") for tree in trees))
    said = f"defined unless {' or '.join(conditions)}" if conditions else "defined everywhere"
    missed = decide(
        _statement(subject, "declared-domain", others, Atom(subject.formula, "defined")), seconds
    )
    yield _domain(label, said, missed, "is undefined there and no condition holds")
    for text, tree in zip(conditions, trees, strict=True):
        conclusion = Atom(subject.formula, "undefined")
        hypotheses = (*there, Atom(tree, "=="))
        added = decide(_statement(subject, "declared-gap", hypotheses, conclusion), seconds)
        yield _domain(label, f"undefined where {text}", added, "is defined there")


def _condition(text: str, subject: Measure) -> Formula:
    """The formula that is 0 where the condition holds."""
    left, equals, right = text.partition("==")
    if not equals or "==" in right:
        raise FormulaError(f"{text!r}: write a condition such as 'TP + FP == 0'")
    one, other = (parse(each, names=QUANTITIES, parameters=subject.parameters)
                  for each in (left, right))  # fmt: skip
    return one - other


def _domain(label: str, said: str, verdict: Verdict, what: str) -> Judged:
    if verdict.outcome == "refuted" and verdict.witness is not None:
        matrix = verdict.witness.matrices[0]
        told = f"at {prose.text((prose.cells(matrix),))}: it {what}"
        if verdict.witness.values and verdict.witness.values[0] != "undefined":
            told += f", {prose.text(prose.exact(verdict.witness.values[0]))}"
        return Judged(label, said, "wrong", told, matrix)
    right = verdict.outcome in ("proved", "not-applicable")
    return Judged(label, said, "right" if right else "undecided", verdict.reason)


# --- properties and equalities ------------------------------------------------------------------


def _property(
    subject: Measure, label: str, property_id: str, value: bool, seconds: float
) -> Judged:
    said = f"{'' if value else 'not '}{property_id}"
    verdict = decide_property(property_id, Reading(subject), seconds)
    if verdict.outcome not in ("proved", "refuted"):
        return Judged(label, said, "undecided", verdict.reason)
    right = (verdict.outcome == "proved") == value
    if right:
        return Judged(label, said, "right")
    if verdict.outcome == "proved" or verdict.witness is None:
        return Judged(label, said, "wrong", "it is proved")
    letter = "M" if subject.higher_is_better else "S"
    told = prose.text(refutation(verdict, letter)[1])
    return Judged(label, said, "wrong", told, verdict.witness.matrices[0])


def _equal(entry: Mapping[str, Any], label: str, name: str, text: str, seconds: float) -> Judged:
    said = f"equal to {name}"
    found = identity(str(entry["formula"]), text, assume=_texts(entry, "assume"), timeout=seconds)
    if found.outcome == "proved":
        same = found.domains != "refuted"
        told = "" if same else "where both are defined; their domains differ"
        if found.differences:
            told += f", first at {found.differences[0].matrix}"
        return Judged(label, said, "right" if same else "wrong", told)
    if found.outcome == "refuted" and found.verdict.witness is not None:
        matrix = found.verdict.witness.matrices[0]
        return Judged(label, said, "wrong", prose.text(unequal(found.verdict)), matrix)
    return Judged(label, said, "undecided", found.verdict.reason)
