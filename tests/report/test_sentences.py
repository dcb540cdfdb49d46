"""Every number in a sentence, and what the sentence says of it, against definitions of our own.

The sentences are read as a person reads them: from their text, without the certificate.  What they
say of a matrix is evaluated by `slow_definitions`, which shares no code with the tool.
"""

from __future__ import annotations

import math
import operator
import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from asking import check
from random_formulas import random_measures
from slow_definitions import (
    BeyondUsError,
    Matrix,
    Number,
    Roots,
    UndefinedHereError,
    Values,
    expectation,
    is_diagonal,
    is_zero_diagonal,
    up_to,
)
from slow_tetrahedron import proper
from tiers import few

from symbolic_measures.meaning.measures import MEASURES
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.report.evidence import told_of
from symbolic_measures.report.prose import text

CLOSE = 1e-6
CELLS = ("TP", "FN", "FP", "TN")
NUMBER = r"(?:about )?[^,;:]+?"
MATRIX = r"\(TP, FN, FP, TN\) = \(([^)]*)\)"
GIVEN = r"(?: \(with [^)]*\))?"
#: `At (TP, FN, FP, TN) = (0, 0, 1, 1) the value is 0`, `; at ... it is 1/2`, `D is 2`.
SAID = re.compile(
    rf"{MATRIX}{GIVEN} (?:the value|it|([A-Z])) is (also )?({NUMBER})(?=[;:.](?: |$))"
)
SHORT = re.compile(
    rf"\b([MSD])\(([-\d/, ]+)\) = ({NUMBER})(?= \(with |, [A-Z]\(|, [A-Z] (?:=|is) |[.;](?: |$)|$)"
)
MEANS = re.compile(rf"({NUMBER}) at \(n, P, Phat\) = \(([^)]*)\)")
#: What the second value is said to have to be, and how it then is to the first.
DEMANDS = {
    "it should be larger": lambda gap: gap <= CLOSE,
    "it should not be smaller": lambda gap: gap < 0,
    "it should be smaller": lambda gap: gap >= -CLOSE,
    "it should not be larger": lambda gap: gap > 0,
    "the two should be equal": lambda gap: gap != 0,
}
#: What a single value is said to have to be.
SIGNS = {
    "it should be above 0": lambda value: value <= CLOSE,
    "it should not be below 0": lambda value: value < 0,
    "it should be below 0": lambda value: value >= -CLOSE,
    "it should not be above 0": lambda value: value > 0,
}


def real(value: Number | None) -> float:
    """A value of the definitions, nan where there is none."""
    if value is None:
        return math.nan
    if isinstance(value, Roots):
        return sum(float(q) * math.sqrt(d) for d, q in value.terms.items())
    return float(value)


def read(words: str, **names: Any) -> float:
    """A printed number, or a formula at these values."""
    words = words.removeprefix("about ").removesuffix(".")  # of the sentence
    if words in ("oo", "-oo"):
        return float(words.replace("oo", "inf"))
    known = {"sqrt": math.sqrt, "log": math.log, "acos": math.acos, "pi": math.pi, "exp": math.exp}
    exact = re.sub(r"(?<![\w.])(\d+)(?![\w.])", r"Fraction(\1)", words)
    return eval(exact, {"Fraction": Fraction, **known, **names})  # type: ignore[no-any-return]


def near(one: float, other: float, digits: float = CLOSE) -> bool:
    """Equal, as far as some digits tell."""
    return one == other or math.isclose(one, other, rel_tol=digits, abs_tol=CLOSE)


def cells(words: str) -> Matrix:
    return tuple(Fraction(cell) for cell in words.split(", "))  # type: ignore[return-value]


class Reader:
    """What is said in one verdict, held against the values of its measure."""

    def __init__(self, report: Any, verdict: Any) -> None:
        self.verdict = verdict
        told = told_of(verdict, report.reading)
        self.summary = text(told.summary)
        self.lines = [text(line.sentence) for e in told.evidences for line in e.lines]
        self.labels = [text(e.label) for e in told.evidences for _ in e.lines]
        given = verdict.witness.parameters if verdict.witness is not None else {}
        at = {name: Fraction(1) for name in report.reading.measure.parameters}
        self.values = Values(report.reading, {**at, **{n: Fraction(v) for n, v in given.items()}})
        prop = PROPERTIES[verdict.property]
        as_given = prop.answers or prop.as_given
        self.values.up = as_given or report.reading.measure.higher_is_better

    def at(self, matrix: Matrix) -> float:
        return real(self.values(matrix))

    def wrong(self) -> Iterator[tuple[str, str]]:
        """(kind, what is wrong, or "") for each thing that is said."""
        said = ". ".join((self.summary, *self.lines))
        for letter, matrix, value in SHORT.findall(said):
            yield from self._number(letter, matrix, value)
        for line in self.lines:
            found = SAID.findall(line)
            letters = {letter for _, letter, _, _ in found} - {""} or {"M"}
            for matrix, _, _, value in found:
                yield from self._number(*letters, matrix, value)
            if letters == {"M"}:
                yield from self._demanded(line, [(m, also, v) for m, _, also, v in found])
        yield from self._means()
        yield from self._answers()

    def _number(self, letter: str, matrix: str, value: str) -> Iterator[tuple[str, str]]:
        place = cells(matrix)
        here = self.at(place) if letter != "D" else self._slope(place)
        if letter in "MSD" and len(place) == len(CELLS) and not math.isnan(here):
            digits = 1e-3 if value.startswith("about ") else CLOSE  # as many as are shown
            good = near(here, read(value, **self.values.parameters), digits)
            yield (
                "value" if letter != "D" else "slope",
                "" if good else f"{letter}({matrix}) {here}",
            )

    def _slope(self, place: Matrix) -> float:
        """The derivative that `Here D = dM/dTP` speaks of, by a difference quotient."""
        name = re.search(r"D (?:=|is) dM/d(\w+)", self.summary)
        if name is None or name[1] not in CELLS:
            return math.nan
        h, number = Fraction(1, 10**8), CELLS.index(name[1])
        ends = [tuple(c + s * h * (i == number) for i, c in enumerate(place)) for s in (1, -1)]
        one, other = (self.at(end) for end in ends)  # type: ignore[arg-type]
        return (one - other) / float(2 * h)

    def _demanded(self, line: str, found: list[tuple[str, str, str]]) -> Iterator[tuple[str, str]]:
        if not found:
            return
        values = [self.at(cells(matrix)) for matrix, _, _ in found]
        for (_, also, _), value in zip(found[1:2], values[1:2], strict=True):
            if also:
                yield "also", "" if near(value, values[0]) else f"not also: {line}"
        for words, violated in DEMANDS.items():
            if f": {words}." in line and len(values) == 2:
                yield "demand", "" if violated(values[1] - values[0]) else f"it is so: {line}"
        if (other := re.search(r": it should be ((?:about )?[^a-z]\S*)\.", line)) and len(
            values
        ) == 2:
            wanted, k = values[0], sum(cells(found[1][0])) / sum(cells(found[0][0]))
            assert self.verdict.property == "homogeneity"
            fixed = tuple(Fraction(cell) for cell in self.verdict.value["matrix"])
            wanted *= self.at(tuple(k * cell for cell in fixed)) / self.at(fixed)  # type: ignore[arg-type]
            good = near(wanted, read(other[1])) and not near(values[1], read(other[1]))
            yield "asked", "" if good else f"{line} {wanted} is asked for"
        for words, violated in SIGNS.items():
            if f": {words}." in line and len(values) == 1:
                yield "sign", "" if violated(values[0]) else f"it is so: {line}"

    def _means(self) -> Iterator[tuple[str, str]]:
        if self.verdict.property != "constant-baseline" or self.verdict.outcome != "refuted":
            return
        for value, sizes in MEANS.findall(self.summary.removeprefix("E[M] = ")):
            value = value.rsplit("= ", 1)[-1].strip()
            mean = real(expectation(self.values, *map(int, sizes.split(", "))))
            yield "mean", "" if near(mean, read(value)) else f"E at {sizes} is {mean}, not {value}"

    def _answers(self) -> Iterator[tuple[str, str]]:
        """What summaries of proofs say of all matrices, at the small ones."""
        if self.verdict.outcome != "proved":
            return
        yield from self._agreement()
        yield from self._range()
        yield from self._undefined()
        yield from self._larger()

    def _agreement(self) -> Iterator[tuple[str, str]]:
        found = re.match(
            r"(\S+) on (zero-)?diagonal matrices(?:, (\w+) elsewhere|;|$)", self.summary
        )
        if found is None:
            return
        special = is_zero_diagonal if found[2] else is_diagonal
        for matrix in up_to(4):
            here = self.at(matrix)
            if math.isnan(here):
                continue
            value = read(found[1])
            above = here > value if found[2] else here < value
            good = near(here, value) if special(matrix) else above and not near(here, value)
            yield "agreement", "" if good else f"{self.summary}, but {matrix} has {here}"

    def _range(self) -> Iterator[tuple[str, str]]:
        if self.verdict.property != "range":
            return
        ends = re.match(r"[\[(](.+?), (.+?)[\])](?:, (?:neither|both) |$)", self.summary)
        assert ends is not None, self.summary
        low, high = (read(words, **self.values.parameters) for words in ends.groups())
        for matrix in up_to(4):
            if not math.isnan(here := self.at(matrix)):
                good = low - CLOSE <= here <= high + CLOSE
                open_ = "neither end attained" in self.summary and (here <= low or here >= high)
                yield "range", "" if good and not open_ else f"{self.summary}: {matrix} has {here}"
        for label, line in zip(self.labels, self.lines, strict=True):
            along = re.match(rf"Along {MATRIX}, e = 1, 2, 3, ..., the value is (.*)\.$", line)
            for e in range(1, 8) if along else ():
                place = tuple(Fraction(read(cell, e=Fraction(e))) for cell in along[1].split(", "))  # type: ignore[index]
                here, end = self.at(place), high if label.startswith("supremum") else low  # type: ignore[arg-type]
                how, far = re.fullmatch(
                    r"(within|at least|at most) (.*?)( of it)?", along[2]
                ).groups()[:2]  # type: ignore[index]
                much = read(far, e=Fraction(e), **self.values.parameters)
                good = {
                    "within": abs(here - end) <= much + CLOSE,
                    "at least": here >= much - CLOSE,
                    "at most": here <= much + CLOSE,
                }[how]
                yield "path", "" if good else f"{line} at e = {e}: {here}"

    def _undefined(self) -> Iterator[tuple[str, str]]:
        if self.verdict.property != "undefined-set":
            return
        where = self.summary.removeprefix("undefined ").removeprefix("where ")
        for matrix in up_to(4):
            pieces = [] if where == "defined everywhere" else where.split(" or ")
            told = where == "everywhere" or any(
                all(_is(part, matrix) for part in re.split(r", | and ", piece)) for piece in pieces
            )
            good = math.isnan(self.at(matrix)) is told
            yield "undefined", "" if good else f"{self.summary}, at {matrix}"

    def _larger(self) -> Iterator[tuple[str, str]]:
        """`It is compared with the matrix (...)`: at each small matrix of the side it is larger."""
        found = re.match(r"It is compared with the matrix \((.*)\)$", self.summary)
        if found is None:
            return
        wrong, zero = (1, 2) if self.verdict.property.startswith("tn") else (2, 1)
        names = dict.fromkeys(self.values.parameters, 1)
        for m in (m for n in (2, 3, 4) for m in proper(n) if m[wrong] and not m[zero]):
            here = self.at(m)
            own = {name: Fraction(cell) for name, cell in zip(CELLS, m, strict=True)}
            other = tuple(Fraction(read(cell, **own, **names)) for cell in found[1].split(", "))
            good = math.isnan(here) or (sum(other) == sum(m) and self.at(other) > here)  # type: ignore[arg-type]
            yield "larger", "" if good else f"{self.summary}, not at {m}"


def _is(words: str, matrix: Matrix) -> bool:
    """Whether `TP = FN = 0`, `TP > 0` or `TP*TN = FN*FP` is true of the matrix."""
    names = {name: Fraction(cell) for name, cell in zip(CELLS, matrix, strict=True)}
    terms = re.split(" (=|>=|>) ", words)
    values = [read(term, **names) for term in terms[::2]]
    compare = {"=": operator.eq, ">": operator.gt, ">=": operator.ge}
    pairs = zip(terms[1::2], values, values[1:], strict=False)
    return all(compare[relation](left, right) for relation, left, right in pairs)


def problems(seen: Counter[str], timeout: float = 10, **options: Any) -> list[str]:
    """What is wrong with what is said of a measure."""
    report, found = check(timeout=timeout, **options), []
    for verdict in report.verdicts:
        try:
            for kind, what in Reader(report, verdict).wrong():
                seen[kind] += 1
                found += [f"{options['measure']} {verdict.property}: {what}"] if what else []
        except (BeyondUsError, UndefinedHereError):
            continue
    return found


@pytest.mark.parametrize("name", few(MEASURES, ("F1", "IBA_accuracy", "FNR")))
def test_what_is_said_of_the_catalog(name: str) -> None:
    seen: Counter[str] = Counter()
    assert problems(seen, measure=name, framework="all") == []
    assert seen["value"] + seen["range"] + seen["undefined"] > 20


RANDOM = random_measures(60, 15)


@pytest.mark.parametrize("start", few(range(0, len(RANDOM), 5), []))
def test_what_is_said_of_random_formulas(start: int) -> None:
    seen: Counter[str] = Counter()
    for options in RANDOM[start : start + 5]:
        assert problems(seen, framework="all", **options) == []
    assert seen["value"] > 20


#: One of every kind of thing that is said: a formula, its property, the kind, how often at least.
KINDS = [
    ("CE", "symmetry", "value", 0), ("F1", "maximal-agreement", "agreement", 30),
    ("sqrt(accuracy)", "maximal-agreement", "agreement", 30), ("F1", "fp-min", "demand", 1),
    ("F1", "monotone", "also", 1), ("F1", "constant-baseline", "mean", 2),
    ("LOR", "range", "path", 14), ("TP*TN-FN*FP", "range", "path", 14),
    ("TP/(TP+1)", "range", "path", 7), ("F1-accuracy", "sign-of-association", "sign", 1),
    ("F1-accuracy", "opitz-monotone", "slope", 1),
    ("accuracy", "class-sensitive", "slope", 2), ("MCC", "undefined-set", "undefined", 40),
    ("1/(TPR-FPR)", "undefined-set", "undefined", 40),
    ("1/Max(TP-FN,FP-TN)", "undefined-set", "undefined", 40),
    ("IBA_accuracy", "tp-not-max", "larger", 10), ("N/n", "tn-not-max", "larger", 10),
]  # fmt: skip


@pytest.mark.parametrize(("measure", "property_id", "kind", "least"), KINDS)
def test_every_kind_of_sentence(measure: str, property_id: str, kind: str, least: int) -> None:
    seen: Counter[str] = Counter()
    assert problems(seen, 600, measure=measure, property=[property_id]) == []
    assert seen[kind] >= least


def test_what_the_measure_is_a_function_of_is_not_its_value() -> None:
    """2 is that of 1 + accuracy, whose logarithm is judged."""
    report = check("log(1+accuracy)", ["maximal-agreement"])
    told = text(told_of(report["maximal-agreement"], report.reading).summary)
    assert told == "one constant on diagonal matrices, smaller elsewhere"


def test_digits_of_an_enclosure() -> None:
    seen: Counter[str] = Counter()
    assert problems(seen, measure="mutual_information", property=["prevalence-invariant"]) == []
    assert seen["value"] == 4


#: A sentence that would be wrong, and the kind that notices it.
LIES = [
    ("F1", "fp-min", lambda s: s.replace("2/3", "3/4")),
    ("F1", "fp-min", lambda s: s.replace("should not be larger", "should be larger")),
    ("F1", "monotone", lambda s: s.replace("it should be", "it should not be")),
    ("F1", "constant-baseline", lambda s: s.replace("1/2 at", "1/3 at")),
    ("F1", "maximal-agreement", lambda s: s.replace("1 on", "2 on")),
    ("F1", "range", lambda s: s.replace("[0, 1]", "[0, 1/2]")),
    ("LOR", "range", lambda s: s.replace("at least log(e)", "at least e")),
    ("MCC", "undefined-set", lambda s: s.replace("FP = TN = 0", "FP = 0")),
    ("1/(TPR-FPR)", "undefined-set", lambda s: s.replace("TP*TN", "FP*TN")),
    ("accuracy", "class-sensitive", lambda s: s.replace("D", "M")),
    ("N/n", "tn-not-max", lambda s: s.replace("FN/2, FN/2", "FN/2, FN/3")),
]  # fmt: skip


@pytest.mark.parametrize(("measure", "property_id", "lie"), LIES)
def test_a_wrong_sentence_is_noticed(measure: str, property_id: str, lie: Any) -> None:
    report = check(measure, [property_id])
    reader = Reader(report, report[property_id])
    assert not any(what for _, what in reader.wrong())
    before = (reader.summary, *reader.lines)
    reader.summary, reader.lines = lie(reader.summary), [lie(line) for line in reader.lines]
    assert before != (reader.summary, *reader.lines)
    assert any(what for _, what in reader.wrong())


def test_the_derivative_of_a_part_is_not_said_to_be_that_of_the_measure() -> None:
    """F1 and MCC grow along the step, which tells of their harmonic mean by letters."""
    report = check("2*F1*((1+MCC)/2)/(F1+(1+MCC)/2)", property=["tp-monotone"])
    page = " ".join(report.rendered("latex").split())
    assert page.count(r"\frac{dX}{dt} = ") == 2
    assert "along the step" not in page
    assert "the measure is defined, and its derivative" not in page
    one = " ".join(check("MCC", property=["tp-monotone"]).rendered("latex").split())
    assert r"\frac{dM}{dt} = " in one
    assert "the derivative along the step is never negative" in one
    assert "the measure is defined, and its derivative" in one
