"""What holds for every number of classes: relations between measures, and derivatives.

`relation("CC^2 >= kappa^2")` asks whether it holds for every m >= 2 at every matrix where both
sides are defined; `slope("macro_F1")` shows dM/dm_ij for i = j and i != j, in the quantities of
the classes i and j and sums over classes, and decides the signs that opitz2024 asks for (PI).  A
proof is about sums over classes as numbers (`catalog.sums`).  What is not so is shown by a matrix
of few classes; what is neither proved nor refuted is tried at m = 3 and 4, and the report says so.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from symbolic_measures.catalog.multiclass import class_measure
from symbolic_measures.catalog.sums import Fact, Frame, class_sums, relation, slope, steepness
from symbolic_measures.confusion import Square
from symbolic_measures.formula import Formula, FormulaError, derivative, symbol
from symbolic_measures.kernel.algebra import RuleError, reader, reduce
from symbolic_measures.kernel.checker import check as kernel_check
from symbolic_measures.kernel.checker import replay, witness_at
from symbolic_measures.measure import Measure
from symbolic_measures.notebook import FormattedReport
from symbolic_measures.search.clock import Clock, OutOfTimeError
from symbolic_measures.search.engine import decide
from symbolic_measures.search.propose import fraction
from symbolic_measures.search.refute import refute, scattered
from symbolic_measures.search.sums import Facts, prove_for_all
from symbolic_measures.search.tactics.formulas import prove_goal
from symbolic_measures.session import (
    MALFORMED,
    SCHEMA,
    SECONDS,
    Checked,
    Progress,
    only,
    replayed_verdict,
)
from symbolic_measures.statement import Atom, Goal, Relation, Statement, Variable
from symbolic_measures.sums import sums_of
from symbolic_measures.verdict import CertificateError, Outcome, Step, Verdict

_RELATION = re.compile(r"(==|>=|<=|>|<)")
#: Numbers of classes at which a counterexample is looked for, and at which the rest is tried.
SMALL, TRIED = (2, 3, 4), (3, 4)
#: The largest n of an enumerated counterexample.
LARGEST = {2: 8, 3: 5, 4: 3}
#: The cells of a derivative, and the sign that opitz2024 (PI) asks for.
DIRECTIONS = {"i = j": ">= 0", "i != j": "<= 0"}


# --- proofs for every m ---------------------------------------------------------------------


@dataclass(frozen=True)
class General:
    """A proof for every m: the facts that it takes in, and a proof of what remains."""

    facts: Facts
    step: Step

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        return {
            "facts": [
                {"term": str(fact.term), "relation": fact.rel, "proof": step.to_data()}
                for fact, step in self.facts
            ],
            "proof": self.step.to_data(),
        }

    @classmethod
    def from_data(cls, data: Any, parameters: tuple[str, ...]) -> General:
        """Inverse of `to_data`; CertificateError for anything else."""
        facts = []
        for entry in data["facts"]:
            fact = read_fact(f"{entry['term']} {entry['relation']} 0", parameters)
            facts.append((fact, Step.from_data(entry["proof"])))
        made = cls(tuple(facts), Step.from_data(data["proof"]))
        if data != made.to_data():
            raise CertificateError("a proof is not in the form that is written")
        return made

    def check(
        self,
        make: Callable[[], Frame],
        spoken: tuple[Formula, ...],
        state: Callable[[Frame], Goal],
    ) -> None:
        """CertificateError unless every fact holds in every class, and the statement follows."""
        for fact, step in self.facts:
            replay(make().shown(fact, spoken), step)
        replay(state(_taken(make(), self)), self.step)


def read_fact(text: str, parameters: Iterable[str] = ()) -> Fact:
    """`"a - c >= 0"`: what a term in a, b, c, n, m is in every class."""
    left, rel, right = split_relation(text)
    if right.strip() != "0" or rel in ("<", "<="):
        raise FormulaError(f"{text!r} is not a fact about a class; write one such as 'a - c >= 0'")
    tree = class_sums(f"sum({left})", parameters, nested=True)
    if tree.op != "sum":
        raise FormulaError(f"{text!r} is not about one class")
    return Fact(tree.args[0], _relation(rel))


def split_relation(text: str) -> tuple[str, str, str]:
    """Left side, relation, right side."""
    parts = _RELATION.split(text)
    if len(parts) != 3 or not parts[0].strip() or not parts[2].strip():
        raise FormulaError(f"{text!r} is no relation; write one such as 'CC^2 >= kappa^2'")
    return parts[0], parts[1], parts[2]


def _relation(text: str) -> Relation:
    return text  # type: ignore[return-value]


# --- relations ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Subject:
    """A relation left rel right between formulas of several classes, with its parameters."""

    text: str
    assume: tuple[str, ...]
    left: str
    right: str
    rel: Relation

    @classmethod
    def read(cls, text: str, assume: Iterable[str] = ()) -> Subject:
        """FormulaError, in one line, if it is none for every m."""
        left, rel, right = split_relation(text)
        if rel in ("<", "<="):
            left, rel, right = right, rel.replace("<", ">"), left
        found = cls(text.strip(), tuple(assume), left.strip(), right.strip(), _relation(rel))
        found.sides()
        return found

    def at(self, classes: int) -> Measure:
        """The difference of the sides, written out for a number of classes."""
        return class_measure(f"({self.left})-({self.right})", classes, "", self.assume)

    def sides(self) -> tuple[Formula, Formula]:
        """Both sides for every m."""
        names = self.at(2).parameters
        return class_sums(self.left, names), class_sums(self.right, names)

    def frame(self) -> Frame:
        """The numbers that the sides speak of."""
        measure = self.at(2)
        found = Frame(0, measure.variables, measure.conditions)
        for side in self.sides():
            found.normal(side)
        return found

    def goal(self, frame: Frame) -> Goal:
        """The statement for every m."""
        left, right = self.sides()
        return relation(frame, left, right, self.rel)

    def statement(self, classes: int) -> Statement:
        """The statement for one number of classes."""
        measure = self.at(classes)
        left, right = measure.formula.args
        square = Square.of(classes)
        variables = tuple(Variable(name, "natural") for name in measure.cells)
        hypotheses = (
            *measure.conditions,
            Atom(square.size - 1, ">="),
            *dict.fromkeys((Atom(left, "defined"), Atom(right, "defined"))),
        )
        goal = Goal(
            variables + measure.variables,
            hypotheses,
            Atom(left - right, self.rel),
            (square.cells,),
            (left, right),
            (measure.cells,),
            f"m = {classes}",
        )
        sentence = (
            f"{self.left} {self.rel} {self.right} at every matrix of {classes} classes where both "
            "sides are defined."
        )
        return Statement("relation", self.text, sentence, (goal,))


@dataclass(frozen=True)
class Law(FormattedReport, formats="laws"):
    """What is known of a relation: for every m, against it at some m, or at a few m only."""

    subject: Subject
    outcome: Outcome
    general: General | None = None
    classes: int | None = None
    against: Verdict | None = None
    concrete: tuple[tuple[int, Verdict], ...] = ()
    seconds: float = 0.0
    kind: Literal["law"] = "law"

    @property
    def words(self) -> str:
        """For which m it is decided."""
        if self.outcome == "proved":
            return "proved for every m >= 2"
        if self.outcome == "refuted":
            return f"refuted at m = {self.classes}"
        proved = [str(m) for m, verdict in self.concrete if verdict.outcome == "proved"]
        only_at = f"; proved at m = {', '.join(proved)} only" if proved else ""
        return f"not decided for every m{only_at}"

    def to_data(self) -> dict[str, Any]:
        """JSON form (schema 1)."""
        return {
            "schema": SCHEMA,
            "law": self.subject.text,
            "assume": list(self.subject.assume),
            "verdict": self.outcome,
            "statement": self.subject.goal(_taken(self.subject.frame(), self.general)).to_data(),
            "general": None if self.general is None else self.general.to_data(),
            "classes": self.classes,
            "counterexample": None if self.against is None else self.against.to_data(),
            "concrete": [{"classes": m, "verdict": v.to_data()} for m, v in self.concrete],
            "seconds": round(self.seconds, 4),
        }


def _taken(frame: Frame, general: General | None) -> Frame:
    for fact, _ in general.facts if general is not None else ():
        frame.take(fact)
    return frame


def find_law(
    text: str,
    assume: Iterable[str] = (),
    facts: Iterable[str] = (),
    seconds: float = SECONDS,
    progress: Progress | None = None,
) -> Law:
    """What `session.relation` answers."""
    start, told = time.monotonic(), progress or (lambda _: None)
    subject = Subject.read(text, assume)
    given = tuple(read_fact(fact, subject.at(2).parameters) for fact in facts)
    law = Law(subject, "undecided")
    for classes in SMALL[:2]:
        told(f"m = {classes}")
        law = _refuted(law, classes, seconds)
        if law.against is not None:
            return replace(law, seconds=time.monotonic() - start)
    told("every m")
    spoken = subject.sides()
    found = _in_time(
        lambda: prove_for_all(subject.frame, spoken, subject.goal, given, Clock(seconds))
    )
    if found is not None:
        general = General(*found)
        general.check(subject.frame, spoken, subject.goal)
        return replace(law, outcome="proved", general=general, seconds=time.monotonic() - start)
    for classes in TRIED:
        told(f"m = {classes}")
        verdict = decide(subject.statement(classes), seconds)
        if verdict.outcome == "refuted":
            return replace(law, outcome="refuted", classes=classes, against=verdict,
                           seconds=time.monotonic() - start)  # fmt: skip
        law = replace(law, concrete=(*law.concrete, (classes, verdict)))
    return replace(law, seconds=time.monotonic() - start)


def _in_time(work: Callable[[], tuple[Facts, Step] | None]) -> tuple[Facts, Step] | None:
    try:
        return work()
    except OutOfTimeError:
        return None


def _refuted(law: Law, classes: int, seconds: float) -> Law:
    statement = law.subject.statement(classes)
    try:
        witness = refute(statement, LARGEST[classes], Clock(seconds / 3))
    except OutOfTimeError:
        return law
    if witness is None:
        return law
    verdict = Verdict("relation", "refuted", statement, witness=witness)
    kernel_check(statement, verdict)
    return replace(law, outcome="refuted", classes=classes, against=verdict)


# --- derivatives ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Derived:
    """dM/dm_ij for i = j or i != j: its formula, proved, and its sign."""

    cell: str
    formula: str
    equal: Step
    outcome: Outcome
    general: General | None = None
    classes: int | None = None
    against: Verdict | None = None

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        return {
            "cell": self.cell,
            "derivative": self.formula,
            "equal": self.equal.to_data(),
            "sign": DIRECTIONS[self.cell],
            "verdict": self.outcome,
            "general": None if self.general is None else self.general.to_data(),
            "classes": self.classes,
            "counterexample": None if self.against is None else self.against.to_data(),
        }


@dataclass(frozen=True)
class Slopes(FormattedReport, formats="laws"):
    """The derivatives of a measure with respect to a general cell, for every m."""

    text: str
    assume: tuple[str, ...]
    derived: tuple[Derived, ...]
    complete: bool = True
    kind: Literal["slopes"] = "slopes"

    def __getitem__(self, cell: str) -> Derived:
        """That of `i = j` or of `i != j`."""
        return next(item for item in self.derived if item.cell == cell)

    def to_data(self) -> dict[str, Any]:
        """JSON form (schema 1)."""
        return {
            "schema": SCHEMA,
            "slope": self.text,
            "assume": list(self.assume),
            "derivatives": [item.to_data() for item in self.derived],
            "complete": self.complete,
        }


@dataclass
class Deriving:
    """The work on the two derivatives; iterate, then `report()` says what is known.

    FormulaError, in one line, for a formula that has no derivative for every m.
    """

    text: str
    assume: tuple[str, ...] = ()
    seconds: float = SECONDS
    found: list[Derived] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.measure = class_measure(self.text, 2, "", self.assume)
        self.tree = class_sums(self.text, self.measure.parameters)
        for cell in DIRECTIONS:
            slope(self.tree, cell == "i = j")

    def __iter__(self) -> Iterator[str]:
        for cell in DIRECTIONS:
            yield f"dM/dm_ij, {cell}"
            self.found.append(self._derived(cell))

    def report(self) -> Slopes:
        """What is known so far."""
        done = len(self.found) == len(DIRECTIONS)
        return Slopes(self.text, self.assume, tuple(self.found), done)

    def frame(self, cell: str) -> Frame:
        """The named classes apart, with the sums of the measure and its derivative."""
        found = Frame(1 if cell == "i = j" else 2, self.measure.variables, self.measure.conditions)
        found.normal(self.tree)
        found.normal(slope(self.tree, cell == "i = j"))
        return found

    def steep(self, cell: str, frame: Frame) -> Goal:
        """The sign that is asked for."""
        change = slope(self.tree, cell == "i = j")
        return steepness(frame, self.tree, change if cell == "i = j" else -change, ">=")

    def same(self, cell: str, text: str) -> Goal:
        """That a text is the derivative."""
        frame = self.frame(cell)
        shown = class_sums(text, self.measure.parameters, classes_named=True)
        change = slope(self.tree, cell == "i = j")
        return steepness(frame, self.tree, change - shown, "==")

    def _derived(self, cell: str) -> Derived:
        clock = Clock(self.seconds)
        change = slope(self.tree, cell == "i = j")
        step, text = None, ""
        for text in sorted({str(change), str(self._tidy(change))}, key=len):
            step = step or prove_goal(self.same(cell, text), clock)
            if step is not None:
                break
        if step is None:
            raise FormulaError(f"the derivative of {self.text} could not be written down")
        plain = Derived(cell, text, step, "undecided")
        for classes in SMALL[:2]:
            verdict = self._against(cell, classes)
            if verdict is not None:
                return replace(plain, outcome="refuted", classes=classes, against=verdict)
        spoken = (self.tree,)
        found = _in_time(
            lambda: prove_for_all(
                lambda: self.frame(cell), spoken, lambda f: self.steep(cell, f), (), clock
            )
        )
        if found is None:
            return plain
        general = General(*found)
        general.check(lambda: self.frame(cell), spoken, lambda f: self.steep(cell, f))
        return replace(plain, outcome="proved", general=general)

    def _tidy(self, change: Formula) -> Formula:
        """One fraction of factored polynomials in the letters of the classes and sums."""
        swap = {node: symbol(f"sum{place}") for place, node in enumerate(sums_of(change), 1)}
        tree = change.replace(swap)
        names = tuple(Variable(name, "real") for name in tree.symbols())
        read = reader(Goal(names, (), Atom(tree, "defined")))
        try:
            top, bottom = read.ratio(tree)
        except RuleError:
            return change
        if read.opaque:
            return change
        top = reduce(top, read.roots)
        common = top.gcd(bottom)
        shown = fraction(read, top / common, bottom / common)
        return shown.replace({name: node for node, name in swap.items()})

    def statement(self, cell: str, classes: int) -> Statement:
        """The sign for one number of classes, at matrices with positive whole cells."""
        measure = class_measure(self.text, classes, "", self.assume)
        place = measure.cells[0 if cell == "i = j" else 1]
        change = derivative(measure.formula, {place: 1}) or measure.formula - measure.formula
        square = Square.of(classes)
        variables = tuple(Variable(name, "positive") for name in measure.cells)
        goal = Goal(
            variables + measure.variables,
            (*measure.conditions, Atom(measure.formula, "defined"), Atom(change, "defined")),
            Atom(change if cell == "i = j" else -change, ">="),
            (square.cells,),
            (change,),
            (measure.cells,),
            f"dM/d{place}, m = {classes}",
        )
        sentence = f"dM/d{place} {DIRECTIONS[cell]} at every positive matrix of {classes} classes."
        return Statement("derivative", self.text, sentence, (goal,))

    def _against(self, cell: str, classes: int) -> Verdict | None:
        statement = self.statement(cell, classes)
        clock = Clock(self.seconds / 4)
        try:
            least = classes * classes
            witness = refute(statement, least + (4 if classes == 2 else 2), clock)
            if witness is None:
                point = scattered(statement.goals[0], clock)
                witness = None if point is None else witness_at(statement, 0, point, False)
        except OutOfTimeError:
            return None
        if witness is None:
            return None
        verdict = Verdict("derivative", "refuted", statement, witness=witness)
        kernel_check(statement, verdict)
        return verdict


def find_slopes(
    text: str,
    assume: Iterable[str] = (),
    seconds: float = SECONDS,
    progress: Progress | None = None,
) -> Slopes:
    """What `session.slope` answers."""
    work = Deriving(text, tuple(assume), seconds)
    for step in work:
        if progress is not None:
            progress(step)
    return work.report()


# --- verification ---------------------------------------------------------------------------


def verify_law(data: Any) -> Iterator[Checked]:
    """Rebuilds the statement from the relation, and replays what is saved of it."""
    only(data, "law", "assume", "verdict", "statement", "general", "classes", "counterexample",
         "concrete", "seconds")  # fmt: skip
    outcome = str(data.get("verdict"))
    try:
        law = _replayed(data)
        if not _same(law.to_data(), data):
            raise CertificateError("the file says something else than what was replayed")
    except (CertificateError, FormulaError) as error:
        yield Checked("relation", outcome, str(error))
    except MALFORMED as error:
        yield Checked("relation", outcome, f"malformed: {type(error).__name__} {error}")
    else:
        yield Checked("relation", outcome)


def _same(one: Any, other: Any) -> bool:
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def _replayed(data: Any) -> Law:
    subject = Subject.read(str(data["law"]), [str(item) for item in data["assume"]])
    law = Law(subject, data["verdict"], seconds=float(data["seconds"]))
    spoken = subject.sides()
    if law.outcome == "proved":
        general = General.from_data(data["general"], subject.at(2).parameters)
        general.check(subject.frame, spoken, subject.goal)
        return replace(law, general=general)
    if law.outcome == "refuted":
        classes = _classes(data["classes"])
        verdict = replayed_verdict(subject.statement(classes), data["counterexample"], {})
        if verdict.outcome != "refuted":
            raise CertificateError("the counterexample is none")
        return replace(law, classes=classes, against=verdict)
    if law.outcome != "undecided":
        raise CertificateError("a relation is proved, refuted or undecided")
    concrete = []
    for entry in data["concrete"]:
        classes = _classes(entry["classes"])
        verdict = replayed_verdict(subject.statement(classes), entry["verdict"], {})
        concrete.append((classes, verdict))
    return replace(law, concrete=tuple(concrete))


def _classes(value: Any) -> int:
    if type(value) is not int or value not in SMALL:
        raise CertificateError(f"{value!r} is not a number of classes that is tried")
    return value


def verify_slopes(data: Any) -> Iterator[Checked]:
    """Derives the measure again, and replays what is saved of both derivatives."""
    only(data, "slope", "assume", "derivatives", "complete")
    try:
        work = Deriving(str(data["slope"]), tuple(str(item) for item in data["assume"]))
        entries = list(data["derivatives"])
        cells = list(DIRECTIONS)[: len(entries)]
        if [entry["cell"] for entry in entries] != cells:
            raise CertificateError("not the derivatives of i = j and i != j, in this order")
        if data["complete"] is not (len(entries) == len(DIRECTIONS)):
            raise CertificateError("a derivative is missing")
    except FormulaError as error:
        raise CertificateError(f"the formula cannot be read: {error}") from None
    except MALFORMED as error:
        raise CertificateError(f"not saved derivatives: {type(error).__name__} {error}") from None
    for cell, entry in zip(cells, entries, strict=True):
        outcome = str(entry.get("verdict"))
        try:
            derived = _replayed_derivative(work, cell, entry)
            if not _same(derived.to_data(), entry):
                raise CertificateError("the entry says something else than what was replayed")
        except (CertificateError, FormulaError) as error:
            yield Checked(f"dM/dm_ij, {cell}", outcome, str(error))
        except MALFORMED as error:
            yield Checked(f"dM/dm_ij, {cell}", outcome, f"malformed: {error}")
        else:
            yield Checked(f"dM/dm_ij, {cell}", outcome)


def _replayed_derivative(work: Deriving, cell: str, entry: Any) -> Derived:
    text, equal = str(entry["derivative"]), Step.from_data(entry["equal"])
    replay(work.same(cell, text), equal)
    plain = Derived(cell, text, equal, entry["verdict"])
    if plain.outcome == "proved":
        general = General.from_data(entry["general"], work.measure.parameters)
        general.check(lambda: work.frame(cell), (work.tree,), lambda f: work.steep(cell, f))
        return replace(plain, general=general)
    if plain.outcome == "refuted":
        classes = _classes(entry["classes"])
        verdict = replayed_verdict(work.statement(cell, classes), entry["counterexample"], {})
        if verdict.outcome != "refuted":
            raise CertificateError("the counterexample is none")
        return replace(plain, classes=classes, against=verdict)
    if plain.outcome != "undecided":
        raise CertificateError("a sign is proved, refuted or undecided")
    return plain
