"""Below the maximum on a side: `tn-not-max` and `tp-not-max` of brzezinski2018, Section 4.

The maximum is that over all matrices of the same n, with P and N not 0; the ids that end in
`-in-section` compare with the same P and N only, so they are the stronger ones: what is larger in
the section is larger in the tetrahedron.  A supremum that is not attained is not reached.

A maximum comes with its proof: a value names a larger matrix, of which nothing is taken for
granted, or a place with a proof that M is largest there, which is replayed before a statement is
formed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

from symbolic_measures.kernel.truth import holds
from symbolic_measures.macros import replay
from symbolic_measures.meaning.brzezinski import compared, judged, positive, same
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.property import SECOND, ZERO, Matrix, Words, at
from symbolic_measures.meaning.samples import admissible
from symbolic_measures.nouns.confusion import CELLS, FN, FP, SIZE, TN, TP, N, P
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.nouns.verdict import Step

TP2, _, _, TN2 = SECOND
#: The side of the tetrahedron without false positives, or negatives, and the cell that errs there.
SIDES: dict[str, tuple[Matrix, Formula]] = {
    "TN": ((TP, FN, ZERO, TN), FN),
    "TP": ((TP, ZERO, FP, TN), FP),
}
#: A cell of a matrix that a value names.
CELL = r"[0-9]{1,9}(/[1-9][0-9]{0,8})?"
#: The four corners of a section, as the paper names them.
CORNERS: dict[str, Matrix] = {
    "TPTN": (P, ZERO, ZERO, N),
    "TPFP": (P, ZERO, N, ZERO),
    "FNTN": (ZERO, P, ZERO, N),
    "FNFP": (ZERO, P, N, ZERO),
}
#: Where M may be larger: also midway to TPTN, which shows that a supremum is not attained.
PLACES: dict[str, Matrix] = {
    **CORNERS,
    "midway to TPTN": (TP + FN / 2, FN / 2, FP / 2, TN + FP / 2),
}


def summit(reading: Reading, value: Mapping[str, Any], section: bool) -> Goal:
    """The goal that says that M is, at `value["maximum"]`, the largest of its section, or of its n.

    A corner: for all P, N (in the tetrahedron: of that n) and parameters.  A matrix of rational
    cells: for its own P and N, or n, at the `parameters` given with it; every other matrix that it
    is compared with is some matrix with its rows scaled, or all of it.
    """
    measure, place = reading.measure, value["maximum"]
    here = reading.formula
    names = (*CELLS, *(() if section or not isinstance(place, str) else ("TP2", "TN2")))
    variables = tuple(Variable(name, "nonnegative") for name in names)
    where = positive(P, N)
    if isinstance(place, str):
        variables, where = (*variables, *measure.variables), [*measure.conditions, *where]
        best = CORNERS[place]
        if not section:
            best = _corner(best, TP2, TN2)
            where += [*positive(TP2, TN2), same(SIZE, TP2 + TN2)]
        found = at(here, best)
    else:
        cells, given = _matrix(reading, value)
        p, n, size = formula(cells[0] + cells[1]), formula(cells[2] + cells[3]), formula(sum(cells))
        rows = ((p, P), (p, P), (n, N), (n, N)) if section else ((size, SIZE),) * len(CELLS)
        own = (TP, FN, FP, TN)
        scaled = [total * (cell / whole) for cell, (total, whole) in zip(own, rows, strict=True)]
        here = at(here, scaled).at(**given)
        found = at(reading.formula, map(formula, cells)).at(**given)
    label = f"nothing larger {'in the section' if section else 'of the same n'}"
    where.append(Atom(here, "defined"))
    return Goal(variables, tuple(where), Atom(found - here, ">="), label=label)


def _corner(matrix: Matrix, positives: Formula, negatives: Formula) -> Matrix:
    """The same corner of the section with these P and N."""
    sizes = {P: positives, N: negatives}
    return tuple(sizes.get(cell, cell) for cell in matrix)


def _matrix(
    reading: Reading, value: Mapping[str, Any]
) -> tuple[tuple[Fraction, ...], dict[str, Formula]]:
    """The matrix and the admissible values of all parameters that a value names."""
    texts, given = value["maximum"], value["parameters"]
    if not isinstance(texts, list) or len(texts) != len(CELLS) or not isinstance(given, dict):
        raise TypeError("a maximum is a corner, or four cells with parameters")
    if not all(isinstance(text, str) and re.fullmatch(CELL, text) for text in texts):
        raise TypeError("a cell is a number like 2 or 1/2")
    cells = tuple(map(Fraction, texts))
    if not cells[0] + cells[1] or not cells[2] + cells[3]:
        raise TypeError("P and N are not 0")
    return cells, admissible(reading, given)


def _below(side: str, section: bool, reading: Reading, value: Any) -> list[Goal]:
    """On the side, where the other class errs, M is below the maximum.

    value: {"better": place}: M is larger there: at that corner of the section (None is TPTN), at
    the matrix midway to TPTN, or at the matrix of four formulas in the cells.  Nothing follows if
    it is not.  {"maximum": corner, "proof"} or {"maximum": matrix, "parameters", "proof"}: M is
    largest there, of which the proof is replayed before anything is stated, and larger than on the
    side.  If that fails, so does the property: M reaches its maximum on the side.  A matrix lies
    on the side itself, so that what is stated, of its own section (or n) and parameters, is false.
    """
    told = {"better": "TPTN"} if value is None else value
    own, wrong = SIDES[side]
    extra: list[Atom] = []
    if set(told) == {"better"} and not isinstance(told["better"], str):
        return _elsewhere(reading, side, section, told["better"])
    if set(told) == {"better"}:
        best = PLACES[told["better"]]
    elif isinstance(told["maximum"], str):
        if set(told) != {"maximum", "proof"}:
            raise TypeError("the keys are maximum and proof")
        best = CORNERS[told["maximum"]]
    else:
        if set(told) != {"maximum", "parameters", "proof"}:
            raise TypeError("the keys are maximum, parameters and proof")
        cells, given = _matrix(reading, told)
        off = [cell for cell, tree in zip(cells, own, strict=True) if tree == ZERO]
        if any(off) or not dict(zip(CELLS, cells, strict=True))[wrong.args[0]]:
            raise TypeError("the matrix is not on the side")
        best = tuple(map(formula, cells))
        if not holds(Atom(at(reading.formula, best).at(**given), "defined"), {}):
            raise TypeError("there is no value at the matrix")
        tp, fn, fp, tn = best
        extra = [same(P, tp + fn), same(N, fp + tn)] if section else [same(SIZE, tp + fn + fp + tn)]
        extra += [same(symbol(name), number) for name, number in given.items()]
    if "maximum" in told:
        try:
            for goal, data in _summits(section, reading, told):
                replay(goal, Step.from_data(data))
        except CertificateError as error:
            raise FormulaError(f"not the maximum: {error}") from None
    return [_larger(reading, side, best, extra)]


def _summits(section: bool, reading: Reading, value: Any) -> list[tuple[Goal, Any]]:
    """That M is largest there, with its proof, where a value says so."""
    return [(summit(reading, value, section), value["proof"])] if "maximum" in value else []


def _gone(side: str) -> dict[str, Formula]:
    """The cell that is 0 on the side."""
    return {n: ZERO for n, cell in zip(CELLS, SIDES[side][0], strict=True) if cell == ZERO}


def _larger(reading: Reading, side: str, best: Matrix, extra: Iterable[Atom] = ()) -> Goal:
    """M has a value at the other matrix, which is larger than that on the side."""
    own, wrong = SIDES[side]
    gone = _gone(side)
    names = tuple(name for name in CELLS if name not in gone)
    tp, fn, fp, tn = (cell.at(**gone) for cell in best)
    hypotheses = [atom.at(**gone) for atom in (*positive(P, N, wrong), *extra)]
    pair = own, (tp, fn, fp, tn)
    label = "below the maximum"
    return compared(reading, label, pair, (names,), hypotheses, (1, 0, ">"), slice(1))


def _elsewhere(reading: Reading, side: str, section: bool, texts: Any) -> list[Goal]:
    """M is larger at the matrix of these cells, which is one that it is compared with."""
    if not isinstance(texts, list) or len(texts) != len(CELLS):
        raise TypeError("a larger value is at a named place, or at a matrix of four cells")
    names = (*CELLS, *reading.measure.parameters)
    best = tuple(parse(text, names={}, parameters=names) for text in texts)
    larger = _larger(reading, side, best)
    tp, fn, fp, tn = larger.matrices[1]
    p, n = (size.at(**_gone(side)) for size in (P, N))
    sums = [(tp + fn, p), (fp + tn, n)] if section else [(tp + fn + fp + tn, p + n)]
    place = [
        *(Atom(cell, ">=") for cell in (tp, fn, fp, tn) if cell != ZERO),
        *positive(tp + fn, fp + tn),
        *(same(total, size) for total, size in sums),
    ]
    label = "a matrix to compare with"
    return [larger, *(replace(larger, conclusion=atom, label=label) for atom in place)]


def _told(section: bool, value: Any) -> str:
    """Where the larger value, or the maximum, is."""
    place, scope = value.get("maximum", value.get("better")), "section" if section else "n"
    if isinstance(place, str):
        what = "It is compared with" if "better" in value else "The maximum is at"
        place = place if place in CORNERS else f"the matrix {place}"
        return f"{what} {place} of the same section."
    if "better" in value:
        return f"It is compared with the matrix ({', '.join(place)})."
    given = "".join(f", {name} = {text}" for name, text in value["parameters"].items())
    return f"A maximum of its {scope} is at ({', '.join(place)}){given}."


_below_maximum = partial(judged, answers=True, refuted_with="maximum")
_of_n = partial(
    _below_maximum, below="tetrahedron", tell=partial(_told, False),
    behind=partial(_summits, False),
    weaker_by="compared with all matrices of the same n",
    words=Words(("at the maximum, ",)),
)  # fmt: skip
_in_section = partial(
    _below_maximum, below="section", tell=partial(_told, True), behind=partial(_summits, True),
    words=Words(("at the maximum of the section, ",)),
)  # fmt: skip


@_of_n(
    "tn-not-max",
    "Where FP = 0 and FN is not 0, the value is below the maximum over all matrices of the same n "
    "(P and N not 0).",
    "brzezinski2018, Section 4 (TN not max)",
    stronger="tn-not-max-in-section",
)
def _tn_not_max(reading: Reading, value: Any) -> list[Goal]:
    """M(TP, FN, 0, TN) < max M over the real matrices of the same n, for FN > 0."""
    return _below("TN", False, reading, value)


@_of_n(
    "tp-not-max",
    "Where FN = 0 and FP is not 0, the value is below the maximum over all matrices of the same n "
    "(P and N not 0).",
    "brzezinski2018, Section 4 (TP not max)",
    stronger="tp-not-max-in-section",
)
def _tp_not_max(reading: Reading, value: Any) -> list[Goal]:
    """M(TP, 0, FP, TN) < max M over the real matrices of the same n, for FP > 0."""
    return _below("TP", False, reading, value)


@_in_section(
    "tn-not-max-in-section",
    "Where FP = 0 and FN is not 0, the value is below the maximum over all matrices with the same "
    "P and N (not 0).",
    "brzezinski2018, Section 4 (TN not max), with P and N given",
)
def _tn_not_max_in_section(reading: Reading, value: Any) -> list[Goal]:
    """M(TP, FN, 0, TN) < max M over the real matrices with the same P and N, for FN > 0."""
    return _below("TN", True, reading, value)


@_in_section(
    "tp-not-max-in-section",
    "Where FN = 0 and FP is not 0, the value is below the maximum over all matrices with the same "
    "P and N (not 0).",
    "brzezinski2018, Section 4 (TP not max), with P and N given",
)
def _tp_not_max_in_section(reading: Reading, value: Any) -> list[Goal]:
    """M(TP, 0, FP, TN) < max M over the real matrices with the same P and N, for FP > 0."""
    return _below("TP", True, reading, value)
