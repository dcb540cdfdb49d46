"""Decide, save, verify: what the command line, notebooks and Python users call.

from symbolic_measures import check
report = check("2*TP/(2*TP+FP+FN)")
print(report)
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from flint import fmpq

from symbolic_measures.catalog.frameworks import ALL, DEFAULT, FRAMEWORKS, battery
from symbolic_measures.catalog.measures import (
    ALIASES,
    find_measure,
    formula_names,
    inherited_assumptions,
)
from symbolic_measures.catalog.multiclass import (
    MULTICLASS_ALIASES,
    class_measure,
    speaks_of_classes,
)
from symbolic_measures.catalog.opitz import OF_SLOPES, has_no_slope
from symbolic_measures.catalog.properties import (
    MORE_THAN_ORDER,
    PROPERTIES,
    PROPORTION_NAMES,
    Property,
)
from symbolic_measures.catalog.readings import LITERAL, USER_DEFINED
from symbolic_measures.catalog.readings import reading as named_reading
from symbolic_measures.classes import parse_classes
from symbolic_measures.confusion import CELLS, QUANTITIES, SIZE, compositions
from symbolic_measures.formula import Formula, FormulaError, symbol
from symbolic_measures.formula import formula as tree_of
from symbolic_measures.kernel.checker import check as kernel_check
from symbolic_measures.kernel.checker import parameter_points
from symbolic_measures.kernel.exact import CannotTellError, NotRealError, UndefinedError
from symbolic_measures.kernel.truth import evaluator
from symbolic_measures.measure import Convention, Extended, Measure, Reading, make_measure
from symbolic_measures.notebook import Shown
from symbolic_measures.parser import parse
from symbolic_measures.processes import in_processes
from symbolic_measures.search.engine import Proofs, decide
from symbolic_measures.search.expansions import baseline_order
from symbolic_measures.search.limits import extension
from symbolic_measures.search.means import calibrated_proof, decide_mean
from symbolic_measures.search.propose import decide_with_value, gradient
from symbolic_measures.search.summits import decide_below_maximum
from symbolic_measures.statement import Atom, Goal, Statement, Variable
from symbolic_measures.verdict import CertificateError, Step, Verdict, Witness

if TYPE_CHECKING:
    from pathlib import Path

    import sympy

    from symbolic_measures.averagings import AveragingReport
    from symbolic_measures.comparisons import Comparison
    from symbolic_measures.completions import CompletionReport
    from symbolic_measures.expansions import Expansion
    from symbolic_measures.identities import Identity
    from symbolic_measures.impossibility import Impossibility
    from symbolic_measures.inconsistency import Inconsistency
    from symbolic_measures.laws import Law, Slopes
    from symbolic_measures.limits import Limit
    from symbolic_measures.normalisers import Conditions
    from symbolic_measures.thresholds import Threshold

SCHEMA = 1
ONE = tree_of(1)
#: What reading a file of the wrong form may raise.
MALFORMED = (
    ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError,
)  # fmt: skip
SECONDS = 30.0
Progress = Callable[[str], None]
#: Property, reading, seconds, proofs found before.
Decide = Callable[[str, Reading, float, Proofs], Verdict]


def measure(
    formula: str | Formula | sympy.Basic | Measure,
    name: str = "",
    assume: Iterable[str] = (),
    classes: int = 2,
) -> Measure:
    """A measure from the name of a catalog measure, a formula, or a SymPy expression.

    With more than two `classes`, or with sums over classes, a formula is written in the language of
    `symbolic_measures.classes`, and names are those of the catalog of several classes.

    Formulas may use the cells TP, FN, FP, TN, the quantities P, N, n, Phat, Nhat, p_AB, p_A, p_B
    and the measures of the catalog.  Names in `assume` ("beta > 0") are parameters.
    Raises FormulaError with one line that says what to do.
    """
    if isinstance(formula, Measure):
        return formula
    conditions = list(assume)
    if classes != 2 or (isinstance(formula, str) and speaks_of_classes(formula)):
        if not isinstance(formula, str):
            raise FormulaError("a measure of several classes is given as text")
        return class_measure(formula, classes, name, conditions)
    if isinstance(formula, str) and not conditions:
        known = find_measure(formula.strip())
        if known is not None:
            return known
    names = {**formula_names(), **QUANTITIES}
    inherited = inherited_assumptions(formula) if isinstance(formula, str) else []
    return make_measure(formula, name, conditions, names=names, inherited=inherited)


def oriented(subject: Measure, higher_is_better: bool) -> Measure:
    """The measure, or the same formula as a dissimilarity."""
    return subject if higher_is_better else replace(subject, higher_is_better=False)


def convention(text: str, parameters: Iterable[str] = (), classes: int = 2) -> Convention:
    """`"TP + FN + FP == 0: 1"` as a Convention: where the left side is 0, the value is 1."""
    where, colon, value = text.rpartition(":")
    left, equals, right = where.partition("==")
    if not colon or not equals or right.strip() != "0":
        raise FormulaError(f"{text!r} is not a convention; write 'TP + FN + FP == 0: 1'")
    when, then = (read_quantity(part, tuple(parameters), classes) for part in (left, value))
    return Convention(when, then, USER_DEFINED, typed=(left.strip(), value.strip()))


def read_quantity(text: str, parameters: tuple[str, ...], classes: int = 2) -> Formula:
    """A formula in the quantities of a matrix, without measures."""
    if classes == 2:
        return parse(text, QUANTITIES, parameters)
    return parse_classes(text, classes, {}, {}, parameters)


@dataclass(frozen=True)
class Report(Shown):
    """What was decided about one reading of a measure."""

    reading: Reading
    verdicts: tuple[Verdict, ...] = ()
    gradient: tuple[Verdict, ...] = ()
    complete: bool = True

    def __getitem__(self, property_id: str) -> Verdict:
        """The verdict on a property."""
        for verdict in self.verdicts:
            if verdict.property == property_id:
                return verdict
        raise KeyError(property_id)

    def to_data(self) -> dict[str, Any]:
        """JSON form (schema 1)."""
        reading, subject = self.reading, self.reading.measure
        data: dict[str, Any] = {
            "schema": SCHEMA,
            "measure": {
                "name": subject.name,
                "formula": subject.text,
                "reading": reading.name,
                "parameters": {
                    name: [item.text for item in subject.assumptions if _speaks(item, name)]
                    for name in subject.parameters
                },
            },
            "verdicts": [verdict.to_data() for verdict in self.verdicts],
            "gradient": [verdict.to_data() for verdict in self.gradient],
        }
        if subject.classes != 2:
            data["measure"]["classes"] = subject.classes
        if not subject.higher_is_better:
            data["measure"]["higher_is_better"] = False
        if reading.conventions:
            data["measure"]["conventions"] = [
                convention_to_data(item) for item in reading.conventions
            ]
        if reading.extended is not None:
            data["measure"]["extended"] = extended_to_data(reading.extended)
        ranges = [verdict for verdict in self.verdicts if verdict.property == "range"]
        data["range"] = next((v.value for v in ranges if v.outcome == "proved"), None)
        if not self.complete:
            data["complete"] = False
        return data

    def to_json(self) -> str:
        """The JSON text that `verify` reads."""
        return json.dumps(self.to_data(), indent=1, ensure_ascii=False) + "\n"

    def __str__(self) -> str:
        from symbolic_measures.report.text import render

        return render(self)

    def _repr_html_(self) -> str:
        from symbolic_measures.report.html import render_fragment

        return render_fragment(self)

    def _repr_latex_(self) -> str:
        from symbolic_measures.report.latex import render_table

        return render_table(self)


def convention_to_data(item: Convention) -> dict[str, str]:
    """JSON form."""
    when, value = item.typed or (str(item.when), str(item.value))
    data = {"when": when, "value": value, "source": item.source}
    return data if item.term is None else {**data, "term": str(item.term)}


def extended_to_data(item: Extended) -> dict[str, Any]:
    """JSON form."""
    return {"order": str(item.order), "letter": item.letter, "value": str(item.value),
            "low": item.low}  # fmt: skip


def _speaks(assumption: Any, name: str) -> bool:
    return any(name in atom.expr.symbols() for atom in assumption.atoms)


#: The properties that take longest, which several processes begin with.
LONG = frozenset(("distance", "scale-invariance", "approximate-constant-baseline", "range"))


@dataclass
class Battery:
    """The properties to decide about a reading, one verdict after the other.

    Iterate to decide; `report()` gives what has been decided so far, so nothing is lost when
    the iteration is interrupted.  `decide` decides one property, if not `decide_property` does.
    With `jobs` above 1, that many processes share the properties; what is decided last is yielded.
    """

    reading: Reading
    properties: tuple[str, ...] = battery(DEFAULT)
    seconds: float = SECONDS
    with_gradient: bool = True
    verdicts: list[Verdict] = field(default_factory=list)
    slopes: list[Verdict] = field(default_factory=list)
    finished: bool = False
    proofs: Proofs = field(default_factory=dict)
    decide: Decide | None = None
    jobs: int = 1

    def __iter__(self) -> Iterator[str]:
        """Yields what is decided next, before it is."""
        decide = self.decide or decide_property
        if self.jobs > 1:
            yield from self._shared(decide)
        else:
            for property_id in self.properties:
                yield property_id
                verdict = decide(property_id, self.reading, self.seconds, self.proofs)
                self.verdicts.append(verdict)
        plain = self.reading.measure.classes == 2 and self.reading.extended is None
        if self.with_gradient and plain:
            directions: tuple[str, ...] = CELLS
            if any(
                v.property == "scale-invariance" and v.outcome == "proved" for v in self.verdicts
            ):
                directions += PROPORTION_NAMES
            for direction in directions:
                yield f"gradient in {direction}"
                self.slopes.append(gradient(self.reading, direction, self.seconds))
        self.finished = True

    def _shared(self, decide: Decide) -> Iterator[str]:
        """The properties in several processes; the verdicts stay in their order."""
        order = {property_id: place for place, property_id in enumerate(self.properties)}
        first = sorted(self.properties, key=lambda each: each not in LONG)
        tasks: list[tuple[str, Reading, float, Proofs]] = [
            (each, self.reading, self.seconds, {}) for each in first
        ]
        for verdict in in_processes(decide, tasks, min(self.jobs, len(tasks))):
            self.verdicts.append(verdict)
            self.verdicts.sort(key=lambda found: order[found.property])
            yield verdict.property

    def report(self) -> Report:
        """What has been decided so far."""
        return Report(self.reading, tuple(self.verdicts), tuple(self.slopes), self.finished)


def decide_property(
    property_id: str,
    reading: Reading,
    seconds: float = SECONDS,
    known: Proofs | None = None,
) -> Verdict:
    """The verdict on one property, checked by the kernel.

    `known` holds proofs of goals of this reading that were found before, and gets the new ones.
    """
    prop = find_property(property_id, reading.measure.classes)
    if reading.extended is not None and not prop.of_order:
        return more_than_order(prop, reading)
    if (unstated := without_statement(prop, reading)) is not None:
        return unstated
    if property_id == "continuous-extension":
        return extension(reading, seconds)
    if property_id == "baseline-order":
        return baseline_order(reading, seconds)
    if property_id in ("class-sensitive", "class-decomposable", "chance-corrected"):
        return decide_mean(property_id, reading, seconds)
    if prop.refuted_with:
        return decide_below_maximum(property_id, reading, seconds)
    if property_id == "prevalence-invariant":
        proof = calibrated_proof(reading, seconds)
        goals = prop.statement(reading).goals
        known = {**(known or {}), **({goals[0]: proof} if proof is not None else {})}
    if prop.answers:
        return decide_with_value(property_id, reading, seconds)
    return decide(prop.statement(reading), seconds, known=known)


def without_statement(prop: Property, reading: Reading) -> Verdict | None:
    """Undecided, with the reason, where a property asks for a derivative that does not exist."""
    reason = has_no_slope(reading) if prop.id in OF_SLOPES else ""
    nothing = Statement(prop.id, reading.measure.name, prop.sentence, ())
    return Verdict(prop.id, "undecided", nothing, reason=reason) if reason else None


def more_than_order(prop: Property, reading: Reading) -> Verdict:
    """The verdict on a property that is not asked of infinite values."""
    nothing = Statement(prop.id, reading.measure.name, prop.sentence, ())
    return Verdict(prop.id, "not-applicable", nothing, reason=MORE_THAN_ORDER)


def find_property(property_id: str, classes: int = 2) -> Any:
    """The property of that id; FormulaError, with the nearest id, if there is none.

    So too if it does not speak of that many classes.
    """
    if property_id in PROPERTIES and property_id != "gradient":
        if classes != 2 and property_id not in battery(ALL, classes):
            known = ", ".join(battery(ALL, classes))
            raise FormulaError(f"{property_id} is about two classes; of {classes} classes: {known}")
        return PROPERTIES[property_id]
    from difflib import get_close_matches

    close = get_close_matches(property_id, PROPERTIES, n=1)
    hint = f"did you mean {close[0]!r}? " if close else ""
    raise FormulaError(f"no property {property_id!r}; {hint}known: {', '.join(battery(ALL))}")


def check(
    formula: str | Formula | sympy.Basic | Measure,
    properties: Iterable[str] | None = None,
    assume: Iterable[str] = (),
    conventions: Iterable[str] = (),
    higher_is_better: bool = True,
    seconds: float = SECONDS,
    progress: Progress | None = None,
    reading: str | None = None,
    framework: str = DEFAULT,
    classes: int = 2,
    jobs: int = 1,
) -> Report:
    """Decide the properties of a measure: those given, else those of the framework.

    `reading` and `conventions` say what it is where the formula is undefined: see `make_reading`.
    A dissimilarity (`higher_is_better=False`) is judged by its negative.  `seconds` is the time for
    each property.  `progress` is called with what is decided next.  With `jobs` above 1, that many
    processes share the properties.
    """
    subject = oriented(measure(formula, assume=assume, classes=classes), higher_is_better)
    everything = framework_properties(framework, subject.classes)
    ids = everything if properties is None else tuple(properties)
    for property_id in ids:
        find_property(property_id, subject.classes)
    chosen = make_reading(subject, conventions, reading)
    work = Battery(chosen, ids, seconds, properties is None, jobs=jobs)
    for step in work:
        if progress is not None:
            progress(step)
    return work.report()


def framework_properties(framework: str, classes: int = 2) -> tuple[str, ...]:
    """The properties of a framework, or of `all`; FormulaError if there is none of that name."""
    if framework != ALL and framework not in FRAMEWORKS:
        known = ", ".join((*FRAMEWORKS, ALL))
        raise FormulaError(f"no framework {framework!r}; known: {known}")
    if not (found := battery(framework, classes)):
        raise FormulaError(f"the framework {framework} is about two classes, not {classes}")
    return found


def make_reading(
    subject: Measure, conventions: Iterable[str] = (), name: str | None = None
) -> Reading:
    """The reading of that name; without one, literal, or user-defined if there are conventions.

    `catalog.readings` knows the others.  FormulaError if the reading says nothing about the
    measure, or if conventions are given to a reading that has its own.
    """
    given = tuple(convention(text, subject.parameters, subject.classes) for text in conventions)
    if not given:
        return named_reading(LITERAL if name is None else name, subject)
    if name not in (None, USER_DEFINED):
        raise FormulaError(f"--convention makes the reading user-defined, not {name}: give one")
    return Reading(subject, USER_DEFINED, given)


def refuse_what_is_no_measure(reading: Reading) -> None:
    """FormulaError if small matrices have values that are not real numbers, or none has a value."""
    subject, why = reading.measure, ""
    largest = 6 if subject.classes == 2 else subject.classes + 1
    goal = Goal(subject.variables, subject.conditions, Atom(ONE, ">"))
    parameters = next(iter(parameter_points(goal)), None)
    run = evaluator(reading.formula)
    for n in range(1, largest + 1) if parameters is not None else ():
        for cells in compositions(n, len(subject.cells)):
            point = dict(zip(subject.cells, map(fmpq, cells), strict=True))
            try:
                run({**(parameters or {}), **point})
                why = "defined"
            except NotRealError as error:
                raise FormulaError(
                    f"the value at ({', '.join(subject.cells)}) = {cells} is not a real number "
                    f"({error}); a measure is real where it is defined: use Abs, Max or Min"
                ) from None
            except UndefinedError as error:
                why = why or str(error)
            except CannotTellError:
                why = "defined"
    if why not in ("", "defined"):
        raise FormulaError(
            f"the formula is undefined at every matrix up to n = {largest} ({why}): "
            "there is nothing to decide; check its denominators, or give a --convention"
        )


# --- verification --------------------------------------------------------------------------


@dataclass(frozen=True)
class Checked:
    """One verdict of a file after the kernel has looked at it; `problem` is empty if it holds."""

    property: str
    outcome: str
    problem: str = ""


def reading_from_data(data: Any) -> Reading:
    """The reading that a saved report is about; CertificateError if it cannot be rebuilt."""
    try:
        about = data["measure"]
        parameters = dict(about["parameters"])
        called = str(about["name"])
        assume = [*parameters, *(text for texts in parameters.values() for text in texts)]
        classes = about.get("classes", 2)
        if type(classes) is not int or ("classes" in about and classes == 2):
            raise CertificateError("classes is a number above 2")
        text, called_by = about["formula"], about["name"]
        subject = measure(text, called_by, dict.fromkeys(assume), classes)
        subject = oriented(subject, about.get("higher_is_better") is not False)
        reading = _reading_from_data(subject, str(about["reading"]), about.get("conventions", []))
        if not _same(about.get("extended"), Report(reading).to_data()["measure"].get("extended")):
            raise CertificateError(f"the values are not those of the reading {reading.name}")
    except CertificateError:
        raise
    except FormulaError as error:
        raise CertificateError(f"the measure cannot be read: {error}") from None
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise CertificateError(f"not a saved report: {type(error).__name__} {error}") from None
    if set(parameters) != set(subject.parameters):
        raise CertificateError("the parameters are not those of the formula")
    plain = called.strip().casefold()
    aliases = ALIASES if classes == 2 else MULTICLASS_ALIASES
    for alias, name in aliases.items():
        if alias.casefold() == plain and measure(name, classes=classes).formula != subject.formula:
            raise CertificateError(f"the formula is not that of {called}")
    return reading


def _reading_from_data(subject: Measure, name: str, saved: Any) -> Reading:
    """A user-defined reading as saved; a known one if it is saved as it is known."""
    if name != USER_DEFINED:
        known = named_reading(name, subject)
        if not _same(saved, [convention_to_data(item) for item in known.conventions]):
            raise CertificateError(f"the conventions are not those of the reading {name}")
        return known
    if not saved:
        raise CertificateError("a user-defined reading has conventions")

    def read(text: str) -> Formula:
        return read_quantity(text, subject.parameters, subject.classes)

    conventions = tuple(
        Convention(
            read(item["when"]),
            read(item["value"]),
            str(item["source"]),
            read(item["term"]) if "term" in item else None,
            (item["when"], item["value"]),
        )
        for item in saved
    )
    return Reading(subject, name, conventions)


def verify_report(data: Any) -> Iterator[Checked]:
    """Replays every verdict of a saved report of `check`, without search.

    Statements are rebuilt from the property and the reading and compared with the saved ones.
    Raises CertificateError if the file is not a report at all.
    """
    if not isinstance(data, dict) or data.get("schema") != SCHEMA:
        raise CertificateError(f"not a report of schema {SCHEMA}")
    only(data, "measure", "verdicts", "gradient", "range", "complete")
    reading = reading_from_data(data)
    verdicts, slopes = data.get("verdicts"), data.get("gradient", [])
    if not isinstance(verdicts, list) or not isinstance(slopes, list):
        raise CertificateError("verdicts and gradient are lists")
    done: dict[Goal, Step] = {}
    for entry in [*verdicts, *slopes]:
        name = str(entry.get("property")) if isinstance(entry, dict) else "?"
        outcome = str(entry.get("verdict")) if isinstance(entry, dict) else "?"
        try:
            replayed(reading, entry, done)
        except CertificateError as error:
            yield Checked(name, outcome, str(error))
        else:
            yield Checked(name, outcome)
    decided = [entry for entry in verdicts if isinstance(entry, dict)]
    ranges = [entry for entry in decided if entry.get("property") == "range"]
    proved = [entry.get("value") for entry in ranges if entry.get("verdict") == "proved"]
    if "range" in data and data["range"] != (proved[0] if proved else None):
        yield Checked("range", "proved", "the entry `range` is not the value that was decided")


def only(data: dict[str, Any], *keys: str) -> None:
    """CertificateError if a file has parts that nobody would look at.

    A part `complete`, which every kind may have, is true or false.
    """
    if unknown := sorted(map(str, set(data) - {"schema", *keys})):
        raise CertificateError(f"a file of this kind has no part {unknown[0]!r}")
    if type(data.get("complete", True)) is not bool:
        raise CertificateError("`complete` is true or false")


def exactly(data: dict[str, Any], *keys: str) -> None:
    """CertificateError if a file has other parts than these, or not all of them."""
    only(data, *keys)
    if missing := [key for key in keys if key not in data]:
        raise CertificateError(f"a file of this kind has a part {missing[0]!r}")


def replayed(reading: Reading, entry: Any, done: dict[Goal, Step]) -> Verdict:
    """The verdict of a saved entry once the kernel has replayed it; CertificateError if it fails.

    `done` holds the goals replayed so far with their proofs, which are not replayed again.
    """
    with _strictly():
        return _replayed(reading, entry, done)


def replayed_verdict(
    statement: Statement, entry: Any, done: dict[Goal, Step], value: Any = None
) -> Verdict:
    """As `replayed`, for a statement that was rebuilt, from the value if it has one."""
    with _strictly():
        if not isinstance(entry, dict) or entry.get("property") != statement.property:
            raise CertificateError(f"not a verdict on {statement.property}")
        if not _same(entry.get("value"), value):
            raise CertificateError(f"this value of {statement.property} is not the one looked at")
        return _checked(statement, entry, value, done)


@contextmanager
def _strictly() -> Iterator[None]:
    """Whatever is wrong with a saved entry is a CertificateError."""
    try:
        yield
    except (CertificateError, FormulaError) as error:
        raise CertificateError(str(error)) from None
    except MALFORMED as error:
        raise CertificateError(f"malformed: {type(error).__name__} {error}") from None


#: The parts of a saved verdict.
ENTRY = frozenset((
    "property", "verdict", "statement", "witness", "value", "proof", "rules", "assumptions",
    "reason", "seconds",
))  # fmt: skip


def _told(entry: dict[str, Any]) -> dict[str, Any]:
    if unknown := sorted(set(entry) - ENTRY):
        raise CertificateError(f"a verdict has no part {unknown[0]!r}")
    return {"reason": str(entry.get("reason", "")), "seconds": float(entry.get("seconds", 0))}


def _replayed(reading: Reading, entry: Any, done: dict[Goal, Step]) -> Verdict:
    if not isinstance(entry, dict) or entry.get("property") not in PROPERTIES:
        raise CertificateError("not a verdict on a known property")
    property_id: str = entry["property"]
    outcome: Any = entry.get("verdict")
    prop = PROPERTIES[property_id]
    if reading.extended is not None and not prop.of_order:
        verdict = replace(more_than_order(prop, reading), seconds=_told(entry)["seconds"])
        if not _same(entry, verdict.to_data()):
            raise CertificateError(f"{property_id}: {MORE_THAN_ORDER}")
        return verdict
    if (unstated := without_statement(prop, reading)) is not None:
        verdict = replace(unstated, seconds=_told(entry)["seconds"])
        if not _same(entry, verdict.to_data()):
            raise CertificateError(f"{property_id}: {unstated.reason}")
        return verdict
    if outcome == "undecided" and property_id == "gradient":
        _look_undecided(entry)
        return Verdict(property_id, outcome, prop.statement(reading), **_told(entry))
    value = entry.get("value") if outcome != "undecided" else None
    if outcome == "refuted" and not prop.refutable(value):
        raise CertificateError(f"{property_id} cannot be refuted with this value")
    if value is not None and not prop.answers:
        raise CertificateError(f"{property_id} has no value")
    return _checked(prop.statement(reading, value), entry, value, done)


def _look_undecided(entry: dict[str, Any]) -> None:
    if entry.get("assumptions"):
        raise CertificateError("the kernel makes no assumptions, the verdict claims some")
    undecided = entry.get("verdict") == "undecided"
    if undecided and (entry.get("witness"), entry.get("proof")) != (None, None):
        raise CertificateError("undecided, but with a witness or a proof")


def _checked(
    statement: Statement, entry: dict[str, Any], value: Any, done: dict[Goal, Step]
) -> Verdict:
    """The verdict of an entry on a statement that was rebuilt, once the kernel has replayed it."""
    property_id, told = statement.property, _told(entry)
    outcome: Any = entry.get("verdict")
    _look_undecided(entry)
    if entry.get("statement") != statement.to_data():
        raise CertificateError("the statement is not the property's")
    if outcome == "undecided":
        return Verdict(property_id, outcome, statement, value=entry.get("value"), **told)
    proof = None if entry.get("proof") is None else Step.from_data(entry["proof"])
    if entry.get("rules") != (sorted(proof.rules()) if proof else []):
        raise CertificateError("the list of rules is not that of the proof")
    witness = None if entry.get("witness") is None else Witness.from_data(entry["witness"])
    if witness is not None and not _same(entry["witness"], witness.to_data()):
        raise CertificateError("the witness is not in the form that is written")
    verdict = Verdict(property_id, outcome, statement, proof, witness, value, **told)
    kernel_check(statement, verdict, done)
    return verdict


def completion(
    formula: str | Formula | Measure,
    assume: Iterable[str] = (),
    conventions: Iterable[str] = (),
    higher_is_better: bool = True,
    seconds: float = SECONDS,
    progress: Progress | None = None,
) -> CompletionReport:
    """What the measure could be where it is undefined, and which properties each choice keeps.

    `conventions` are judged as one more completion; the other arguments are those of `check`.
    """
    from symbolic_measures.completions import completion

    return completion(formula, assume, conventions, higher_is_better, seconds, progress)


def threshold(
    formula: str | Formula | Measure,
    property: str,
    parameter: str,
    assume: Iterable[str] = (),
    reading: str | None = None,
    higher_is_better: bool = True,
    seconds: float = SECONDS,
    progress: Progress | None = None,
) -> Threshold:
    """The exact set of values of a parameter for which a property holds.

    Where all goals of the property compare matrices of one N/P, it is taken at each rho = N/P > 0
    apart, and the condition may speak of `rho`.  FormulaError, in one line, for bad input.
    """
    from symbolic_measures.thresholds import find_threshold, subject_of

    subject = oriented(subject_of(formula, parameter, assume), higher_is_better)
    chosen = make_reading(subject, (), reading)
    return find_threshold(chosen, property, parameter, seconds, progress)


def identity(
    lhs: str,
    rhs: str,
    assume: Iterable[str] = (),
    seconds: float = SECONDS,
    readings: tuple[str, str] = (LITERAL, LITERAL),
) -> Identity:
    """Whether two formulas have the same value wherever both are defined, and where only one is.

    Names in `assume` ("beta > 0") are parameters; `readings` are those of the left and the right
    side.  FormulaError, in one line, for bad input.
    """
    from symbolic_measures.identities import find_identity

    return find_identity(lhs, rhs, assume, seconds, readings)


def compare(
    measures: Iterable[str],
    assume: Iterable[str] = (),
    bounds: bool = True,
    seconds: float = SECONDS,
    progress: Progress | None = None,
) -> Comparison:
    """Every pair of the measures: do they rank all predictions of a truth alike, or where not?

    With `bounds`, also whether one is always at most the other.
    FormulaError, in one line, for bad input.
    """
    from symbolic_measures.comparisons import compare

    return compare(measures, assume, bounds, seconds, progress)


def inconsistency(data: Path | str, measures: Iterable[str]) -> Inconsistency:
    """How often each pair of measures ranks two rows of a CSV or TSV file differently, exactly.

    The file has the columns TP, FN, FP, TN and at most one that names the rows.
    FormulaError, in one line with row and column, for bad input.
    """
    from symbolic_measures.inconsistency import inconsistency

    return inconsistency(data, measures)


def impossible(
    properties: Iterable[str] | None = None,
    n: str = "3",
    classes: int = 2,
    seconds: float = 600.0,
    progress: Progress | None = None,
) -> Impossibility:
    """Which of the properties a measure can have together, at n ("4") or a range ("2..6").

    The eight of gosgens2021 if none are given.  FormulaError, in one line, for a property that is
    not linear in the values of the measure, and for other bad input.
    """
    from symbolic_measures.impossibility import LATTICE, impossible

    ids = LATTICE if properties is None else properties
    return impossible(ids, n, classes, seconds, progress)


def taylor(
    formula: str | Measure,
    order: int = 4,
    assume: Iterable[str] = (),
    seconds: float = SECONDS,
) -> Expansion:
    """The derivatives in p_AB where the labelings are independent, and what they say of E[M].

    FormulaError, in one line, for bad input.
    """
    from symbolic_measures.expansions import find_expansion

    return find_expansion(measure(formula, assume=assume), order, seconds)


def normaliser(
    formula: str,
    assume: Iterable[str] = (),
    seconds: float = SECONDS,
    progress: Progress | None = None,
) -> Conditions:
    """The six conditions of gosgens2021, Theorem 3, on s(p_A, p_B), each decided.

    FormulaError, in one line, for bad input.
    """
    from symbolic_measures.normalisers import find_conditions

    return find_conditions(formula, assume, seconds, progress)


def averaging(
    averaging: str,
    properties: Iterable[str] | None = None,
    seconds: float = SECONDS,
    progress: Progress | None = None,
) -> AveragingReport:
    """Which properties `micro`, `macro` or `weighted` averaging keeps, whatever the binary measure.

    FormulaError, in one line, for bad input.
    """
    from symbolic_measures.averagings import find_averaging

    return find_averaging(averaging, properties, seconds, progress)


def relation(
    text: str,
    assume: Iterable[str] = (),
    facts: Iterable[str] = (),
    seconds: float = SECONDS,
    progress: Progress | None = None,
) -> Law:
    """Whether `"CC^2 >= kappa^2"` holds for every number of classes, where both are defined.

    `facts` are proposed ("1 - c/a >= 0" in every class); they are proved before they are used.
    FormulaError, in one line, for bad input.
    """
    from symbolic_measures.laws import find_law

    return find_law(text, assume, facts, seconds, progress)


def slope(
    formula: str,
    assume: Iterable[str] = (),
    seconds: float = SECONDS,
    progress: Progress | None = None,
) -> Slopes:
    """The derivatives of a measure of several classes with respect to a general cell, for every m.

    FormulaError, in one line, for bad input.
    """
    from symbolic_measures.laws import find_slopes

    return find_slopes(formula, assume, seconds, progress)


def limit(
    formula: str | Measure,
    to: str,
    claim: str = "",
    assume: Iterable[str] = (),
    seconds: float = SECONDS,
    progress: Progress | None = None,
) -> Limit:
    """What the measure tends to as a parameter or a cell moves: `limit("GM", "r -> 0")`.

    `to` is "r -> 0" (from both sides; "0+" or "0-" from one), "beta -> oo" or "TN -> oo".  With a
    `claim` ("CC"), whether that is the limit wherever both are defined.
    FormulaError, in one line, for bad input.
    """
    from symbolic_measures.limits import find_limit

    return find_limit(formula, to, claim, assume, seconds, progress)


def demand_same(entry: Mapping[str, Any], expected: Mapping[str, Any]) -> None:
    """Every part of a saved entry must be what it was worked out to be again."""
    for key in {**expected, **entry}:
        if key not in entry or key not in expected or not _same(entry[key], expected[key]):
            raise CertificateError(f"the entry `{key}` is not what the claim and the verdict give")


def _same(left: Any, right: Any) -> bool:
    """Equal as JSON texts: 1, 1.0 and true are three different things."""
    return json.dumps(left, sort_keys=True) == json.dumps(right, sort_keys=True)


def in_proportions(subject: Measure, seconds: float = SECONDS) -> Formula:
    """The measure as a formula in p_AB = TP/n, p_A = P/n, p_B = P^/n.

    That needs scale invariance: it is proved that M(C/n) = M(C) for every matrix C at which M is
    defined.  FormulaError if that is refuted or undecided.
    """
    scaled = subject.formula.at(**{name: symbol(name) / SIZE for name in CELLS})
    natural = tuple(Variable(name, "natural") for name in CELLS)
    goal = Goal(
        natural + subject.variables,
        (*subject.conditions, Atom(SIZE - 1, ">="), Atom(subject.formula, "defined")),
        Atom(scaled - subject.formula, "=="),
        blocks=(CELLS,),
        label="M(C/n) = M(C)",
    )
    verdict = decide(Statement("in-proportions", subject.name, "M(C/n) = M(C).", (goal,)), seconds)
    if verdict.outcome != "proved":
        raise FormulaError(
            f"{subject.name} is not a function of p_AB, p_A, p_B: "
            f"that M(C/n) = M(C) is {verdict.outcome}"
        )
    return subject.proportions()


__all__ = [
    "Battery",
    "Checked",
    "Report",
    "Statement",
    "averaging",
    "check",
    "compare",
    "completion",
    "identity",
    "impossible",
    "in_proportions",
    "inconsistency",
    "limit",
    "measure",
    "normaliser",
    "relation",
    "slope",
    "taylor",
    "threshold",
    "verify_report",
]
