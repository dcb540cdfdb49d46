"""Sentences of every kind of question: each number in them is evaluated from the text alone.

`check`, `compare` and `identity` are read in the two modules beside this one.  What a measure is
worth is taken from `slow_definitions` or worked out here, never from the tool.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from math import comb
from typing import Any

import numpy as np
import pytest
from quick_definitions import Floats
from slow_definitions import DEFINITIONS, VIOLATED, Values, expectation, real

from report.test_sentences import cells, near, read
from report.test_sentences_of_kinds import words
from symbolic_measures.doors.api.asking import ask
from symbolic_measures.meaning.subjects import make_reading, measure
from symbolic_measures.questions.kinds import load

#: A number as it is printed.
NUMBER = r"(?:about )?-?(?:sqrt\(\d+\)|\d[\d./]*\d|\d)(?:[*/]\w+(?:\(\d+\))?)*"
POINT = r"\(([-\d/, ]+)\)"
Said = Iterator[tuple[str, bool]]


@cache
def table(text: str, reading: str = "", **given: str) -> Values:
    """The measure by definitions of our own."""
    subject = measure(text, assume=list(given))
    at = {name: Fraction(value) for name, value in given.items()}
    values = Values(make_reading(subject, (), reading or None), at)
    values.up = True
    return values


def at(text: str, matrix: Any, reading: str = "", **given: str) -> float:
    """Its value in floats: large numbers stand under roots on the way to a limit."""
    row = np.array([[float(cell) for cell in matrix]])
    return float(Floats(table(text, reading, **given))(row)[0])


def letters(tp: Any, fn: Any, fp: Any, tn: Any) -> dict[str, Any]:
    """Cells and margins by their names."""
    return {"TP": tp, "FN": fn, "FP": fp, "TN": tn, "P": tp + fn, "N": fp + tn,
            "Phat": tp + fp, "Nhat": fn + tn, "n": tp + fn + fp + tn}  # fmt: skip


def about(said: str, here: float) -> bool:
    return near(read(said), here, 1e-3 if said.startswith("about") else 1e-6)


# --- one reader for each kind ----------------------------------------------------------------


def of_averaging(asked: dict[str, Any], told: str) -> Said:
    """Counterexamples: a measure with its values at margins, and two matrices or expectations."""
    for part in told.split("The binary measure M = ")[1:]:
        plain, elsewhere, when = re.match(r"(.*?), and (.*?) where (\w+) = 0, has", part).groups()  # type: ignore[union-attr]

        def binary(
            tp: Any, fn: Any, fp: Any, tn: Any, texts: Any = (plain, elsewhere, when)
        ) -> Any:
            names = letters(tp, fn, fp, tn)
            return read(texts[1] if names[texts[2]] == 0 else texts[0], **names)

        def average(m: Any, binary: Any = binary) -> Any:
            n, k = m.sum(), len(m)
            of = [(m[i, i], m[i].sum() - m[i, i], m[:, i].sum() - m[i, i]) for i in range(k)]
            return sum(binary(*map(Fraction, map(int, (*c, n - sum(c))))) for c in of) / Fraction(k)

        found = re.findall(
            rf"at (\[\[.*?\]\]) (?:the value|it) is (?:also )?({NUMBER})", part, re.I
        )
        for matrix, value in found:
            yield matrix, about(value, float(average(np.array(read_list(matrix)))))
        for value, margins in re.findall(rf"({NUMBER}) at \(a1.*?\) = {POINT}", part):
            a, b = np.array(list(map(int, margins.split(", ")))).reshape(2, 3)
            rows, columns = np.repeat(range(3), a), np.repeat(range(3), b)
            means = []
            for predicted in permutations(columns):
                m = np.zeros((3, 3), dtype=int)
                np.add.at(m, (rows, np.array(predicted)), 1)
                means.append(average(m))
            yield margins, about(value, float(sum(means) / len(means)))


def read_list(text: str) -> Any:
    return [[int(cell) for cell in row.split(",")] for row in re.findall(r"\[([\d, ]+)\]", text)]


def of_completion(asked: dict[str, Any], told: str) -> Said:
    """Limits along paths, and the values of completions."""
    end = rf"({NUMBER}) along C = \(([^)]*)\)"
    for value, path in re.findall(end, told):
        for e in (1, 2, 3, 10, 1000):
            here = at(asked["measure"], (read(c, e=Fraction(e)) for c in path.split(", ")))
            yield f"{path} at e = {e}", abs(here - read(value)) <= 1 / e + 1e-9
    for bound in re.findall(r"tends to 0: M\*\*2 <= (.*?) (?:✓|C\.)", told):
        for cell in product((1, 2, Fraction(1, 9)), repeat=4):
            names = letters(*cell)
            yield bound, at(asked["measure"], cell) ** 2 <= float(read(bound, **names)) + 1e-9
    parts = re.split(r"(gosgens-appendix-b|scikit-learn) value", told)
    for reading, part in zip(parts[1::2], parts[2::2], strict=True):
        for matrix, value in re.findall(rf"M{POINT} = ({NUMBER})", part):
            yield f"{reading} {matrix}", about(value, at(asked["measure"], cells(matrix), reading))


def of_derivation(asked: dict[str, Any], told: str) -> Said:
    """Values at matrices that are written as rows, and the expectation."""
    for rows, value in re.findall(rf"M\((\[\[.*?\]\])\) = ({NUMBER})", told):
        (tp, fn), (fp, tn) = read_list(rows)
        yield rows, about(value, at(asked["subject"], (tp, fn, fp, tn)))
    for value in re.findall(rf"E\[M\] = ({NUMBER})(?: |$)", told):
        for sizes in ((3, 1, 1), (4, 2, 3), (5, 2, 3)):
            mean = expectation(table(asked["subject"]), *sizes)
            yield f"E at {sizes}", mean is not None and about(value, float(real(mean)))


Form = dict[tuple[int, ...], Fraction]


def linear(text: str) -> Form:
    """2*M(1, 0, 1, 1) + M(0, 1, 2, 0) by its coefficients."""
    found: Form = {}
    for factor, matrix in re.findall(r"(?:(\d+)\*)?M\(([\d, ]+)\)", text):
        place = tuple(map(int, matrix.split(", ")))
        found[place] = found.get(place, Fraction(0)) + int(factor or 1)
    return found


def less(one: Form, other: Form, times: Fraction | int = 1) -> Form:
    keys = {*one, *other}
    gap = {key: (one.get(key, Fraction(0)) - other.get(key, Fraction(0))) * times for key in keys}
    return {key: value for key, value in gap.items() if value}


def mean_of(n: int, p: int, q: int) -> Form:
    return {(h, p - h, q - h, n - p - q + h): Fraction(comb(p, h) * comb(n - p, q - h), comb(n, q))
            for h in range(n + 1) if min(h, p - h, q - h, n - p - q + h) >= 0}  # fmt: skip


class Told(Values):
    """A measure whose values are told."""

    def __init__(self, values: dict[Any, Fraction]) -> None:
        self.told = values

    def __call__(self, matrix: Any) -> Fraction | None:
        return self.told.get(tuple(matrix))


def of_impossible(asked: dict[str, Any], told: str) -> Said:
    """A measure that is shown has the properties; a chain is what is said of each of its lines."""
    n = int(asked["n"])
    for names, shown in re.findall(r"✓ all: (.*?) (M = .*?)(?=$|✗|✓|For)", told):
        values: dict[Any, Fraction] = {}
        for value, places in re.findall(rf"M = ({NUMBER}) (.*?)(?=M = |$)", shown):
            own = [tuple(map(int, m.split(", "))) for m in re.findall(POINT, places)]
            values |= dict.fromkeys(own, Fraction(value))
        for name in names.split(", "):
            yield name, DEFINITIONS[name](Told(values), n).outcome != VIOLATED
        yield "every matrix", len(values) == comb(n + 3, 3)
    finite = told.split("For every n")[0]
    chains = re.findall(r"✗ [\w, -]+? (\d?\*?M\(.*?) So the first sum", finite)
    for chain in chains:
        first, *steps = re.split(r" ([=≥>]) (?=\S*M\([\d, ]+\) (?:\+|[a-z]))", chain)
        here = linear(first)
        for why in steps[1::2]:
            sums, reason = re.match(r"(.*?\)) ([a-z][a-z-]+ \(.*)", why).groups()  # type: ignore[union-attr]
            there = linear(sums)
            times = re.search(r"multiplied by ([\d/]+)", reason)
            factor = Fraction(times[1]) if times else Fraction(1)
            if "expectations" in reason:
                one, other = (mean_of(*map(int, triple.split(", ")))
                              for triple in re.findall(rf"= {POINT}", reason))  # fmt: skip
            else:
                one, other = map(linear, re.split(r" (?:>=|>|=) ", reason.split("): ")[1])[:2])
            gap = less(here, there)
            yield reason, gap in (less(one, other, factor), less(other, one, factor))
            here = there
        yield "to itself", here == linear(first)


def of_limit(asked: dict[str, Any], told: str) -> Said:
    """Where it tends to, near the end of the way; what the measure is rewritten as, on it."""
    name = asked["to"].split(" -> ")[0]
    value = re.search(r"tends to (\S+)", told)[1]  # type: ignore[index]
    written = re.search(r"the measure is (.*?)(?= Matrices are|$)", told)[1]  # type: ignore[index]
    names = ("TP", "FN", "FP", "TN")
    for matrix in product((1, 2, 3), repeat=4):
        for t in (Fraction(1, 10**10), Fraction(1, 7)):
            own = dict(zip(names, map(Fraction, matrix), strict=True)) | {name: 1 / t}
            given = {name: str(1 / t)} if name not in names else {}
            here = at(asked["measure"], [own[cell] for cell in names], **given)
            own |= {**letters(*(own[cell] for cell in names)), "t": t}
            yield f"on the way, {matrix}", near(here, float(read(written, **own)))
            if t < Fraction(1, 100):
                yield f"the limit, {matrix}", abs(here - float(read(value, **own))) < 1e-6


def of_normaliser(asked: dict[str, Any], told: str) -> Said:
    """The two sides at a point, by the condition of Theorem 3 that they are about."""

    def s(a: float, b: float) -> float:
        return float(read(asked["formula"], p_A=a, p_B=b))

    h = 1e-6
    found = r"([1-6]): refuted.*?At p_A = ([\d/]+), p_B = ([\d/]+) \(.*?\) one side is "
    for number, *point, one, other in re.findall(
        rf"{found}({NUMBER}), the other ({NUMBER})\.", told
    ):
        a, b = (float(Fraction(p)) for p in point)
        da = (s(a + h, b) - s(a - h, b)) / (2 * h) / s(a, b)
        db = (s(a, b + h) - s(a, b - h)) / (2 * h) / s(a, b)
        sides = {
            "1": [s(a, b), s(b, a), s(1 - a, 1 - b)],
            "2": [s(a, a), s(a, 1 - a), 1 / (a * (1 - a))],
            "5": [a * da + b * db, -2, -1 - a * b / ((1 - a) * (1 - b)), (2 * b - 1) / (1 - b),
                  (2 * a - 1) / (1 - a)],
            "6": [(1 - a) * da - b * db, 2 - 1 / a, 2 - 1 / (1 - b),
                  1 + b * (1 - a) / (a * (1 - b)), 2],
        }[number]  # fmt: skip
        for text in (one, other):
            near_one = (math.isclose(read(text), x, rel_tol=1e-4, abs_tol=1e-5) for x in sides)
            yield f"{number}: {text}", any(near_one)


def in_classes(text: str, m: Any, **more: Any) -> float:
    """A formula in sums over classes at a matrix."""
    whole = {"c": m.diagonal().astype(float), "a": m.sum(axis=1) + 0.0, "b": m.sum(axis=0) + 0.0}
    return float(eval(text, {"sum": np.sum, "m": len(m), "n": m.sum(), **whole, **more}))


def of_relation(asked: dict[str, Any], told: str) -> Said:
    """Both sides at the counterexample."""
    left, right = re.search(r"formula (\S.*?) >= (.*?) reading", told).groups()  # type: ignore[union-attr]
    found = rf"= {POINT} the left side is ({NUMBER}), the right side ({NUMBER})"
    for matrix, one, other in re.findall(found, told):
        m = np.array(list(map(int, matrix.split(", ")))).reshape(2, 2)
        yield matrix, about(one, in_classes(left, m)) and about(other, in_classes(right, m))
        yield "violated", in_classes(left, m) < in_classes(right, m)


def of_slope(asked: dict[str, Any], told: str) -> Said:
    """The derivative by a cell, against a quotient of small differences, and its sign."""
    whole = re.search(r"M = (\S.*?) reading", told)[1]  # type: ignore[index]
    parts = re.findall(r"the derivative (.*?) ✓ never (\w+)", told)
    rows = np.random.default_rng(3).integers(1, 9, (20, 3, 3)).astype(float)
    for (text, sign), (i, j) in zip(parts, ((0, 0), (0, 1)), strict=True):
        for m in rows:
            step = np.zeros((3, 3))
            step[i, j] = 1e-4
            slope = (in_classes(whole, m + step) - in_classes(whole, m - step)) / 2e-4
            own = {"c_i": m[0, 0], "a_i": m[0].sum(), "b_i": m[:, 0].sum()}
            yield text, math.isclose(in_classes(text, m, **own), slope, abs_tol=1e-6)
            yield f"never {sign}", slope >= -1e-9 if sign == "negative" else slope <= 1e-9


def of_table(asked: dict[str, Any], told: str) -> Said:
    """Values of the measure of a row, in the reading that is named."""
    row = asked["row"][0]
    parts = re.split(r"the reading ([\w-]+)", told)
    for reading, part in zip(["", *parts[1::2]], parts[::2], strict=True):
        for matrix, value in re.findall(rf"M{POINT} = ({NUMBER})", part):
            yield f"{reading} {matrix}", about(value, at(row, cells(matrix), reading))
        given = rf"\(TP, FN, FP, TN\) = {POINT} (?:the value|it) is (?:also )?({NUMBER})"
        for matrix, value in re.findall(given, part):
            yield matrix, about(value, at(row, cells(matrix)))


def of_taylor(asked: dict[str, Any], told: str) -> Said:
    """The value and the first derivatives by small differences; expectations by summation."""
    a, b = Fraction(1, 5), Fraction(2, 5)
    shares = {"p_A": a, "q_A": 1 - a, "p_B": b, "q_B": 1 - b}

    def along(t: Fraction) -> float:
        return at(asked["measure"], (a * b + t, a * (1 - b) - t, b * (1 - a) - t,
                                     (1 - a) * (1 - b) + t))  # fmt: skip

    h = Fraction(1, 1000)
    seen = {
        "value": along(Fraction(0)),
        "1st": (along(h) - along(-h)) / float(2 * h),
        "2nd": (along(h) - 2 * along(Fraction(0)) + along(-h)) / float(h * h),
    }
    for name, here in seen.items():
        text = re.search(rf"✓ {name} (.*?) (?:✓|B\.)", told)[1]  # type: ignore[index]
        yield name, math.isclose(float(read(text, **shares)), here, rel_tol=1e-3, abs_tol=1e-6)
    found = rf"n = (\d+) ({NUMBER}), expanded ({NUMBER}), difference (\S+)"
    for n, mean, expanded, gap in re.findall(found, told):
        here = expectation(table(asked["measure"]), int(n), int(n) // 5, 2 * int(n) // 5)
        yield f"E, n = {n}", here is not None and near(float(mean), float(real(here)), 1e-7)
        yield f"difference, n = {n}", abs(float(mean) - float(expanded) - float(gap)) < 2e-8


def of_threshold(asked: dict[str, Any], told: str) -> Said:
    """Counterexamples of a region and single values, by the slow definition."""
    name, property_id = asked["parameter"], asked["property"]
    for mark, value in re.findall(
        rf"([✓✗]) {name} = ({NUMBER})(?= |$)", told.split("D. Single")[1]
    ):
        slow = DEFINITIONS[property_id](table(asked["measure"], **{name: value}), 4)
        yield f"{name} = {value}", (slow.outcome == VIOLATED) is (mark == "✗")
    region = rf"✗ {name} ([<>]) (\S+) [a-z ]+: \(TP, FN, FP, TN\) = {POINT} to .*? = {POINT}"
    for side, bound, one, other in re.findall(region, told):
        inside = Fraction(bound) * (2 if side == ">" else Fraction(1, 2))
        ends = [at(asked["measure"], cells(m), **{name: str(inside)}) for m in (one, other)]
        yield f"{name} {side} {bound}", abs(ends[0] - ends[1]) > 1e-9


READERS: dict[str, Callable[[dict[str, Any], str], Said]] = {
    "averaging": of_averaging, "completion": of_completion, "derivation": of_derivation,
    "impossible": of_impossible, "limit": of_limit, "normaliser": of_normaliser,
    "relation": of_relation, "slope": of_slope, "table": of_table, "taylor": of_taylor,
    "threshold": of_threshold,
}  # fmt: skip
#: Read in `test_sentences` and `test_sentences_of_kinds`.
BESIDE = {"check", "compare", "identity"}

#: A kind, what is asked, how much is at least said, and changes that make it false.
ASKED: list[tuple[str, dict[str, Any], int, dict[str, str]]] = [
    ("averaging", {"averaging": "macro", "property": ["monotone", "constant-baseline"]}, 4,
     {"expectation is 1/3": "expectation is 2/3", "the value is 1/2": "the value is 1/4"}),
    ("completion", {"measure": "precision"}, 30,
     {"1 along C = (1/e": "0 along C = (1/e", "M(0, 1, 0, 1) = 1/2": "M(0, 1, 0, 1) = 1"}),
    ("completion", {"measure": "FM"}, 30, {"M**2 <= ": "M**2 <= -"}),
    ("derivation", {"subject": "MCC", "property": ["constant-baseline", "tn-invariance"]}, 5,
     {"= -1/2": "= -1/3"}),
    ("derivation", {"subject": "BA", "property": ["constant-baseline"]}, 3,
     {"E[M] = 1/2": "E[M] = 1/3"}),
    ("impossible", {"n": "3", "properties": ["monotone", "constant-baseline", "symmetry"]}, 4,
     {"M = -3": "M = 3"}),
    ("impossible", {"n": "3", "properties": ["monotone", "constant-baseline", "distance"]}, 5,
     {"multiplied by 3": "multiplied by 2", "M(2, 0, 0, 1)": "M(2, 1, 0, 0)"}),
    ("limit", {"measure": "MCC", "to": "TN -> oo"}, 200,
     {"tends to TP/sqrt": "tends to FN/sqrt", "*t + 1": "*t + 2"}),
    ("limit", {"measure": "F_beta", "to": "beta -> oo"}, 200, {"FP*t**2": "FP*t"}),
    ("normaliser", {"formula": "1/(p_A*(1-p_A))"}, 2, {"is 9/2": "is 7/2"}),
    ("normaliser", {"formula": "1+p_A*p_B"}, 6, {"one side is 5/4": "one side is 5/3"}),
    ("relation", {"relation": "macro(Jaccard) >= accuracy"}, 2, {"is 1/4": "is 1/3"}),
    ("relation", {"relation": "accuracy <= macro_F1"}, 2, {"side 1/2": "side 1/4"}),
    ("slope", {"measure": "accuracy"}, 80, {"-(sum(c) - n)": "-(sum(c) - 2*n)"}),
    ("slope", {"measure": "BA"}, 80, {"-c_i/": "-b_i/", "never positive": "never negative"}),
    ("table", {"table": "gosgens2021:2", "row": ["F1"], "column": ["Mon"]}, 6,
     {"M(0, 1, 1, 1) = 0": "M(0, 1, 1, 1) = 1", "it is also 0": "it is also 1"}),
    ("taylor", {"measure": "Jaccard"}, 9, {"0.16276574": "0.16276674"}),
    ("taylor", {"measure": "F1"}, 9, {"✓ 1st ": "✓ 1st 2*"}),
    ("threshold", {"measure": "F_beta", "property": "symmetry", "parameter": "beta"}, 5,
     {"✗ beta = 2 ": "✓ beta = 2 ", "(1, 1, 0, 0)": "(1, 0, 1, 0)"}),
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(ASKED)), ids=lambda n: f"{ASKED[n][0]}-{n}")
def test_what_is_said_is_so(number: int) -> None:
    kind, asked, least, lies = ASKED[number]
    told = words(ask(kind, 600.0, **asked).rendered("text"))
    found = list(READERS[kind](asked, told))
    assert [what for what, good in found if not good] == [], told
    assert len(found) >= least
    for old, new in lies.items():
        assert old in told, told
        lie = told.replace(old, new)
        assert not all(good for _, good in READERS[kind](asked, lie)), f"{new} is not noticed"


def test_every_kind_is_read() -> None:
    assert {*READERS, *BESIDE} == set(load()) == {kind for kind, *_ in ASKED} | BESIDE
