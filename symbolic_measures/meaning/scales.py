"""How a value scales: homogeneity, Lipschitz constant, interval scale.

`homogeneity`: all cells times k multiply every value by one factor, which is k^d for some d.

`lipschitz-constant`: a share s of all elements is moved from one cell to another.  If no L bounds
the change by L*s, the measure is not a Lipschitz function of the shares; near the degenerate
matrices where that is seen, a small change of the data is a large one of the value.

`interval-scale`: of one truth the predictions are a finite table of values.  If each value is a
whole number of steps above the least, and no step is left out, means and differences of values
count steps.

All have answers, which search proposes and the goals pin down.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import permutations, product
from typing import Any

from symbolic_measures.kernel.truth import holds
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.property import C, Matrix, at, at_least_one, check_keys, declare
from symbolic_measures.meaning.samples import admissible
from symbolic_measures.nouns.confusion import CELLS, SIZE, TN, TP, N, P, summed
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Variable

E, K = symbol("e"), symbol("k")
#: What counts the steps: of one truth, each takes every whole number from its least to its largest.
LEVELS: dict[str, Formula] = {"TP": TP, "TN": TN, "TP + TN": TP + TN, "TP - TN": TP - TN}
#: The largest truth whose table is evaluated.
LARGEST = 60


# --- homogeneity ----------------------------------------------------------------------------


@declare(
    "homogeneity",
    "Multiplying all cells by a number k > 0 multiplies every value by one factor, which depends "
    "on k alone.",
    "L. Euler's homogeneous functions; degree 0 is gosgens2021, Definition 11, on real matrices",
    answers=True,
    as_given=True,
    refuted_with="matrix",
    tell=lambda value: f"The factor is that at ({', '.join(value['matrix'])}).",
)
def _homogeneity(reading: Reading, value: Any) -> list[Goal]:
    """value: {"matrix": C}: M(k*D) = M(D) * M(k*C)/M(C) for all real D, with cells >= 0, and k > 0.

    The factor must have a value, so a proof shows that M(C) is never 0, and at a counterexample it
    is not: there no factor fits both C and D.
    """
    if value is None:
        return []
    check_keys(value, "matrix")
    measure, fixed = reading.measure, _matrix(value["matrix"])
    more = _times(C)
    before, after = reading.formula, at(reading.formula, more)
    factor = at(reading.formula, _times(fixed)) / at(reading.formula, fixed)
    given = (Atom(SIZE, ">"), Atom(before, "defined"), Atom(after, "defined"))
    variables = (*(Variable(name, "nonnegative") for name in CELLS), Variable("k", "positive"))
    return [
        Goal(
            variables + measure.variables,
            (*measure.conditions, *given),
            Atom(after - before * factor, "=="),
            (C, more),
            (before, after),
            (CELLS, ("k",)),
            "all cells times k",
        )
    ]


def _times(matrix: Matrix) -> Matrix:
    return tuple(K * cell for cell in matrix)


# --- Lipschitz ------------------------------------------------------------------------------


def _told_constant(value: Mapping[str, Any]) -> str:
    move = f"moving {value['by']} from {value['from']} to {value['to']}"
    rest = f"beside ({', '.join(value['rest'])})"
    if value["constant"] == "oo":
        return f"No L: as e grows, {move} {rest} changes it by more than any multiple of the share."
    how = "just that" if value["attained"] else "as near to that as one likes, as e grows"
    return f"L = {value['constant']}; {move} {rest} changes it by {how}."


@declare(
    "lipschitz-constant",
    "The least L such that moving a share s of all elements from one cell to another changes the "
    "value by L*s at most.",
    "calculus on the formula as written: Lipschitz continuity in the shares of the four cells",
    answers=True,
    tell=_told_constant,
)
def _lipschitz(reading: Reading, value: Any) -> list[Goal]:
    """|M(C) - M(D)| <= L*k/n, where D is C with k elements of one cell in another.

    value: {"constant": L or "oo", "rest", "from", "to", "by", "attained"}: C is `rest` with `by`
    in the cell `from`, D with `by` in the cell `to`.  If `attained`, M(D) - M(C) is L*k/n; if not,
    the cells are polynomials in e with whole coefficients, and for e = 1, 2, ... it is at least
    (L - 1/e)*k/n, or e*k/n where L is oo: then no L is large enough.
    """
    if value is None:
        return []
    check_keys(value, "constant", "rest", "from", "to", "by", "attained")
    infinite = value["constant"] == "oo"
    if not isinstance(value["attained"], bool) or (infinite and value["attained"]):
        raise TypeError("attained is true or false, and false of oo")
    if infinite:
        return _changed_by(reading, value, E)
    bound = parse(value["constant"], names={}, parameters=reading.measure.parameters)
    least = bound if value["attained"] else bound - formula(1) / E
    return [*_bounds(reading, bound), *_changed_by(reading, value, least)]


def _bounds(reading: Reading, bound: Formula) -> list[Goal]:
    """The bound on the change, for each cell that loses k elements and each that gains them."""
    measure = reading.measure
    variables = (*(Variable(name, "nonnegative") for name in CELLS), Variable("k", "positive"))
    found = []
    for source, target in permutations(CELLS, 2):
        pair = _moved(C, source, K), _moved(C, target, K)
        before, after = (at(reading.formula, matrix) for matrix in pair)
        given = dict.fromkeys(Atom(value, "defined") for value in (before, after))
        found.append(
            Goal(
                variables + measure.variables,
                (*measure.conditions, *given),
                Atom(bound * K - (SIZE + K) * (after - before), ">="),
                pair,
                (before, after),
                ((*CELLS, "k"),),
                f"k moved from {source} to {target}",
            )
        )
    return found


def _changed_by(reading: Reading, value: Mapping[str, Any], least: Formula) -> list[Goal]:
    """By how much the value changes at the matrices that are named: at least, or just that."""
    measure, attained = reading.measure, value["attained"]
    rest, by = _matrix(value["rest"], not attained), _cell(value["by"], not attained)
    if {value["from"], value["to"]} - set(CELLS) or value["from"] == value["to"]:
        raise TypeError("from one cell to another")
    pair = _moved(rest, value["from"], by), _moved(rest, value["to"], by)
    before, after = (at(reading.formula, matrix) for matrix in pair)
    gap = (summed(rest) + by) * (after - before) - least * by
    variables = () if attained else (Variable("e", "natural"),)
    given = (*measure.conditions, *(() if attained else at_least_one(E)))
    blocks = () if attained else (("e",),)
    return [
        Goal(variables + measure.variables, given, atom, (), (), blocks, label)
        for label, atom in {
            "something is moved": Atom(by, ">"),
            "the change": Atom(gap, "==" if attained else ">="),
        }.items()
    ]


def _moved(rest: Matrix, name: str, by: Formula) -> Matrix:
    return tuple(cell + by if own == name else cell for own, cell in zip(CELLS, rest, strict=True))


def _matrix(texts: Any, in_e: bool = False) -> Matrix:
    if not isinstance(texts, list) or len(texts) != len(CELLS):
        raise TypeError("a matrix has four cells")
    return tuple(_cell(text, in_e) for text in texts)


def _cell(text: Any, in_e: bool = False) -> Formula:
    """A whole number >= 0, or a polynomial in e with such coefficients."""
    if not isinstance(text, str):
        raise TypeError("a cell is given as text")
    tree = parse(text, names={}, parameters=("e",) if in_e else ())
    for node in tree.walk():
        whole = node.op == "number" and node.args[0] >= 0 and node.args[0].denominator == 1
        if not whole and (not in_e or node.op not in ("symbol", "+", "*", "^")):
            raise TypeError("a cell is a whole number, or a polynomial in e")
    return tree


# --- interval scale -------------------------------------------------------------------------


def _told_scale(value: Mapping[str, Any]) -> str:
    if "steps" in value:
        return "Of one truth, three values with none between them are not equally spaced."
    return f"{value['levels']} counts steps of {value['unit']}, from {value['origin']}."


@declare(
    "interval-scale",
    "The values of all predictions of one truth (P and N not 0) are equally spaced: from each to "
    "the next larger one it is the same step.",
    "M. Ferrante, N. Ferro and N. Fuhr, IEEE Access 9 (2021); S. S. Stevens, Science 103 (1946)",
    answers=True,
    as_given=True,
    refuted_with="steps",
    tell=_told_scale,
)
def _interval_scale(reading: Reading, value: Any) -> list[Goal]:
    """value: {"origin", "unit", "levels"}: M = origin + unit*levels at every matrix with P, N > 0,
    where origin and unit depend on P, N (and parameters) only, unit is not 0, and levels is one of
    `LEVELS`, which take all whole numbers between two.

    {"steps": [A, B, C], "parameters"}: M(A) < M(B) < M(C) are values of one truth, none lies
    between, and M(B) - M(A) is not M(C) - M(B).  All of this is evaluated, over the finite table of
    the truth, before anything is stated; what is stated, that the steps are equal, is then false.
    """
    if value is None:
        return []
    if "steps" in value:
        return _steps(reading, value)
    check_keys(value, "origin", "unit", "levels")
    measure = reading.measure
    sizes = {"P": P, "N": N}
    letters = (*sizes, *measure.parameters)
    origin, unit = (
        parse(value[key], names={}, parameters=letters).at(**sizes) for key in ("origin", "unit")
    )
    gap = reading.formula - (origin + unit * LEVELS[value["levels"]])
    given = (*measure.conditions, *at_least_one(P, N))
    variables = (*(Variable(name, "natural") for name in CELLS), *measure.variables)
    told = {
        "a value for each prediction": Atom(reading.formula, "defined"),
        "a whole number of steps": Atom(gap, "=="),
        "a step is not 0": Atom(unit, "!="),
    }
    return [
        Goal(variables, given, atom, (C,), (reading.formula,), (CELLS,), label)
        for label, atom in told.items()
    ]


def _steps(reading: Reading, value: Any) -> list[Goal]:
    check_keys(value, "steps", "parameters")
    values = admissible(reading, value["parameters"])
    if not isinstance(value["steps"], list) or len(value["steps"]) != 3:
        raise TypeError("three matrices")
    low, middle, high = map(_matrix, value["steps"])
    tree = reading.formula.at(**values)
    one, two, three = (at(tree, matrix) for matrix in (low, middle, high))
    truths = {(_whole(matrix[:2]), _whole(matrix[2:])) for matrix in (low, middle, high)}
    truth = truths.pop()
    if truths or 0 in truth or sum(truth) > LARGEST:
        raise TypeError(f"the matrices are of one truth, with P, N > 0 and n <= {LARGEST}")
    differ = Atom(two - one - (three - two), "!=")
    if not all(holds(atom, {}) for atom in (Atom(two - one, ">"), Atom(three - two, ">"), differ)):
        raise TypeError("the values grow, and by different steps")
    for other in (at(tree, matrix) for matrix in table(*truth)):
        if _between(one, other, two) or _between(two, other, three):
            raise TypeError("no value of this truth lies between")
    return [
        Goal((), (), replace(differ, rel="=="), (low, middle, high), (one, two, three), (),
             "two steps of one truth")
    ]  # fmt: skip


def _whole(cells: Matrix) -> int:
    return sum(int(cell.args[0]) for cell in cells)


def table(positives: int, negatives: int) -> Iterator[Matrix]:
    """All predictions of a truth."""
    for tp, tn in product(range(positives + 1), range(negatives + 1)):
        yield tuple(map(formula, (tp, positives - tp, negatives - tn, tn)))


def _between(low: Formula, other: Formula, high: Formula) -> bool:
    """Whether the other has a value that lies between, as far as can be told."""
    return all(holds(Atom(gap, ">"), {}) is not False for gap in (other - low, high - other))


#: Asked with the other properties that the field asks for.
SCALES = ("homogeneity", "lipschitz-constant", "interval-scale")
