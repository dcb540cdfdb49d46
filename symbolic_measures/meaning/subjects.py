"""What a typed formula, reading or property id means: measures, conventions, readings.

The same text gives the same measure on the command line, in Python and in a saved file.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from flint import fmpq

from symbolic_measures.kernel.exact import CannotTellError, NotRealError, UndefinedError
from symbolic_measures.kernel.samples import parameter_points
from symbolic_measures.kernel.truth import evaluator
from symbolic_measures.meaning.frameworks import ALL, FRAMEWORKS, battery
from symbolic_measures.meaning.measure import Convention, Extended, Measure, Reading, make_measure
from symbolic_measures.meaning.measures import (
    ALIASES,
    MEASURES,
    formula_names,
    inherited_assumptions,
    named_measure,
    refuse_ambiguous,
)
from symbolic_measures.meaning.multiclass import (
    MULTICLASS_ALIASES,
    class_measure,
    speaks_of_classes,
)
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.readings import LITERAL, USER_DEFINED
from symbolic_measures.meaning.readings import reading as named_reading
from symbolic_measures.nouns.classes import parse_classes
from symbolic_measures.nouns.confusion import QUANTITIES, compositions
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.formula import Formula, exponent_of
from symbolic_measures.nouns.formula import formula as tree_of
from symbolic_measures.nouns.parser import identifiers, parse
from symbolic_measures.nouns.saved import same
from symbolic_measures.nouns.spelling import one_sign_of_equality
from symbolic_measures.nouns.statement import Atom, Goal

if TYPE_CHECKING:
    import sympy

ONE = tree_of(1)
#: So many matrices are looked at before a measure is decided upon.
MANY_MATRICES = 1_000


def measure(
    formula: str | Formula | sympy.Basic | Measure,
    name: str = "",
    assume: Iterable[str] = (),
    classes: int = 2,
) -> Measure:
    """A measure from the name of a catalog measure, a formula, or a SymPy expression.

    With more than two `classes`, or with sums over classes, a formula is written in the language of
    `nouns.classes`, and names are those of the catalog of several classes.

    A measure of the catalog is called by the name that was asked for: MCC is not CC.
    Formulas may use the cells TP, FN, FP, TN, the quantities P, N, n, Phat, Nhat, p_AB, p_A, p_B
    and the measures of the catalog.  Names in `assume` ("beta > 0") are parameters.
    Raises FormulaError with one line that says what to do.
    """
    if isinstance(formula, Measure):
        return formula
    conditions = list(assume)
    if isinstance(formula, str):
        declared = {word for text in conditions for word in identifiers(text)}
        refuse_ambiguous(*(word for word in identifiers(formula) if word not in declared))
    if classes != 2 or (isinstance(formula, str) and speaks_of_classes(formula)):
        if not isinstance(formula, str):
            raise FormulaError("a measure of several classes is given as text")
        return class_measure(formula, classes, name, conditions)
    if isinstance(formula, str) and not conditions:
        known = named_measure(formula.strip())
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
    left, equals, right = one_sign_of_equality(where).partition("==")
    if not colon or not equals or right.strip() != "0":
        raise FormulaError(f"{text!r} is not a convention; write 'TP + FN + FP == 0: 1'")
    when, then = (read_quantity(part, tuple(parameters), classes) for part in (left, value))
    return Convention(when, then, USER_DEFINED, typed=(left.strip(), value.strip()))


def read_quantity(text: str, parameters: tuple[str, ...], classes: int) -> Formula:
    """A formula in the quantities of a matrix, without measures."""
    if classes == 2:
        return parse(text, QUANTITIES, parameters)
    return parse_classes(text, classes, {}, {}, parameters)


def convention_to_data(item: Convention) -> dict[str, str]:
    """JSON form."""
    when, value = item.typed or (str(item.when), str(item.value))
    data = {"when": when, "value": value, "source": item.source}
    return data if item.term is None else {**data, "term": str(item.term)}


def extended_to_data(item: Extended) -> dict[str, Any]:
    """JSON form."""
    return {"order": str(item.order), "letter": item.letter, "value": str(item.value),
            "low": item.low}  # fmt: skip


def measure_data(reading: Reading) -> dict[str, Any]:
    """JSON form of a reading of a measure; `reading_from_data` reads it."""
    subject = reading.measure
    data: dict[str, Any] = {
        "name": subject.name,
        "formula": subject.text,
        "reading": reading.name,
        "parameters": {
            name: [item.text for item in subject.assumptions if _speaks(item, name)]
            for name in subject.parameters
        },
    }
    if subject.classes != 2:
        data["classes"] = subject.classes
    if not subject.higher_is_better:
        data["higher_is_better"] = False
    if reading.conventions:
        data["conventions"] = [convention_to_data(item) for item in reading.conventions]
    if reading.extended is not None:
        data["extended"] = extended_to_data(reading.extended)
    return data


def _speaks(assumption: Any, name: str) -> bool:
    return any(name in atom.expr.symbols() for atom in assumption.atoms)


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

    `meaning.readings` knows the others.  FormulaError if the reading says nothing about the
    measure, or if conventions are given to a reading that has its own.
    """
    given = tuple(convention(text, subject.parameters, subject.classes) for text in conventions)
    if not given:
        return named_reading(LITERAL if name is None else name, subject)
    if name not in (None, USER_DEFINED):
        raise FormulaError(f"--convention makes the reading user-defined, not {name}: give one")
    return Reading(subject, USER_DEFINED, given)


def refuse_what_is_no_measure(reading: Reading) -> None:
    """FormulaError if small matrices have values that are not real numbers, or none has a value.

    Of many classes not all of them are looked at, and then none is said to have no value.
    """
    subject, why = reading.measure, ""
    largest = 6 if subject.classes == 2 else subject.classes + 1
    goal = Goal(subject.variables, subject.conditions, Atom(ONE, ">"))
    parameters = next(iter(parameter_points(goal)), None)
    run = evaluator(reading.formula)
    powers = [(part.op, exponent_of(part.args[-1])) for part in reading.formula.functions()]
    rational = all(op == "^" and n is not None and n.denominator == 1 for op, n in powers)
    every = (cells for n in range(1, largest + 1) for cells in compositions(n, len(subject.cells)))
    for cells in islice(every if parameters is not None else (), MANY_MATRICES):
        point = dict(zip(subject.cells, map(fmpq, cells), strict=True))
        try:
            run({**(parameters or {}), **point})
            why = "defined"
            if rational:  # so is every value then
                break
        except NotRealError as error:
            raise FormulaError(
                f"the value at ({', '.join(subject.cells)}) = {cells} is not a real number "
                f"({error}); a measure is real where it is defined: use Abs, Max or Min"
            ) from None
        except UndefinedError as error:
            why = why or str(error)
        except CannotTellError:
            why = "defined"
    if why not in ("", "defined") and next(every, None) is None:
        raise FormulaError(
            f"the formula is undefined at every matrix up to n = {largest} ({why}): "
            "there is nothing to decide; check its denominators, or give a --convention"
        )


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
        subject = described(measure(text, called_by, dict.fromkeys(assume), classes))
        subject = oriented(subject, about.get("higher_is_better") is not False)
        reading = _reading_from_data(subject, str(about["reading"]), about.get("conventions", []))
        if not same(about.get("extended"), measure_data(reading).get("extended")):
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


def described(subject: Measure) -> Measure:
    """With what the catalog says of the formula by that name: title, source, domain."""
    known = MEASURES.get(ALIASES.get(subject.name, ""))
    if known is None or known.formula != subject.formula:
        return subject
    return replace(subject, title=known.title, source=known.source, domain=known.domain)


def _reading_from_data(subject: Measure, name: str, saved: Any) -> Reading:
    """A user-defined reading as saved; a known one if it is saved as it is known."""
    if name != USER_DEFINED:
        known = named_reading(name, subject)
        if not same(saved, [convention_to_data(item) for item in known.conventions]):
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
