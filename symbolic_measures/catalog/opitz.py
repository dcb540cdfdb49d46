"""The five properties of opitz2024, on all matrices of m classes with positive real cells.

The paper's matrices are transposed: its m[i][j] is predicted i, true j.  Here a cell is named true
class first, as everywhere: `c12` is true 1, predicted 2.  The formula itself is judged, also where
lower is better.  After prevalence calibration (the paper's Equation 6) means of the measure
`calibrated(M)`.

Existence is shown by what exists: class sensitivity by two cells and a matrix, a bound by its
value, an exponent by its number.  What does not exist is refuted with a proof that is replayed
before the statement is made.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations, product
from typing import Any

from symbolic_measures.catalog.multiclass import class_formula
from symbolic_measures.catalog.properties import _minus, _property, at, inside, square
from symbolic_measures.confusion import Square, summed
from symbolic_measures.formula import Formula, FormulaError, derivative, formula, symbol
from symbolic_measures.kernel.checker import replay, speaks
from symbolic_measures.kernel.truth import fails
from symbolic_measures.measure import Reading
from symbolic_measures.parser import parse
from symbolic_measures.statement import Atom, Goal, Relation, Variable
from symbolic_measures.verdict import CertificateError, Step

ZERO, ONE = formula(0), formula(1)
_SOURCE = "opitz2024, Property"
_judged = partial(_property, as_given=True)


def positive(reading: Reading) -> Formula:
    """The measure at matrices with positive cells, where conventions at 0 do not apply."""
    return inside(reading.formula, reading.measure.cells)


def slope(tree: Formula, *cells: str) -> Formula:
    """The partial derivative in one cell after the other."""
    for cell in cells:
        try:
            found = derivative(tree, {cell: 1})
        except ValueError as error:
            raise FormulaError(str(error)) from None
        if found is None:
            return ZERO
        tree = found
    return tree


def _goal(
    reading: Reading,
    label: str,
    conclusion: Formula,
    rel: Relation,
    values: Iterable[Formula] = (),
    matrices: Iterable[tuple[Formula, ...]] = (),
    more: tuple[str, ...] = (),
    defined: Iterable[Formula] = (),
) -> Goal:
    """`conclusion rel 0` at every matrix with positive cells where the measure is defined."""
    measure = reading.measure
    names = measure.cells
    given = dict.fromkeys(Atom(tree, "defined") for tree in (positive(reading), *defined))
    return Goal(
        (*(Variable(n, "positive") for n in (*names, *more)), *measure.variables),
        (*measure.conditions, *given),
        Atom(conclusion, rel),
        (square(reading).cells, *matrices),
        tuple(values),
        (names, more) if more else (names,),
        label,
    )


# --- PI, PII -------------------------------------------------------------------------------


@_judged(
    "opitz-monotone",
    "More mass in a right cell never makes the value smaller, in a wrong cell never larger: the "
    "partial derivatives are >= 0, and <= 0, at every matrix with positive cells.",
    f"{_SOURCE} I",
)
def _monotone(reading: Reading, value: Any) -> list[Goal]:
    matrix, names = square(reading), reading.measure.cells
    goals = []
    for place, cell in enumerate(names):
        change = slope(positive(reading), cell)
        right = place in matrix.diagonal
        label = f"dM/d{cell} {'>=' if right else '<='} 0"
        goals.append(_goal(reading, label, change if right else -change, ">=", (change,)))
    return goals


def _alike(matrix: Square) -> Iterator[tuple[int, int]]:
    """Pairs of places that a measure without class sensitivity treats alike."""
    for places in (matrix.diagonal, matrix.errors):
        yield from ((places[0], other) for other in places[1:])


def insensitive(reading: Reading) -> list[Goal]:
    """All right cells have one derivative, and all wrong cells have one."""
    names = reading.measure.cells
    return [
        _goal(
            reading,
            f"dM/d{names[one]} = dM/d{names[other]}",
            slope(positive(reading), names[one]) - slope(positive(reading), names[other]),
            "==",
            (slope(positive(reading), names[one]), slope(positive(reading), names[other])),
        )
        for one, other in _alike(square(reading))
    ]


def _matrix(reading: Reading, texts: Any) -> dict[str, Formula]:
    """A matrix of positive whole numbers, given as texts; TypeError for anything else."""
    names = reading.measure.cells
    if not isinstance(texts, list) or len(texts) != len(names):
        raise TypeError(f"a matrix has {len(names)} cells")
    if any(not isinstance(t, str) or not (t.isascii() and t.isdecimal()) for t in texts):
        raise TypeError("a cell is a whole number")
    if not all(map(int, texts)) or reading.measure.parameters:
        raise TypeError("the cells are positive, and the measure has no parameters")
    return {name: formula(int(text)) for name, text in zip(names, texts, strict=True)}


def _two_cells(reading: Reading, cells: Any) -> tuple[str, str]:
    names, matrix = reading.measure.cells, square(reading)
    if not isinstance(cells, list) or len(cells) != 2 or not set(cells) <= set(names):
        raise TypeError("two cells are named")
    one, other = (names.index(cell) for cell in cells)
    if (one in matrix.diagonal) != (other in matrix.diagonal) or one == other:
        raise TypeError("both cells are right or both are wrong")
    return cells[0], cells[1]


def told_sensitive(value: Any) -> str:
    """The two cells, or that there are none."""
    if "equal" in value:
        return "All right cells have one derivative, and all wrong cells."
    one, other = value["cells"]
    return f"dM/d{one} and dM/d{other} differ at ({', '.join(value['matrix'])})."


@_judged(
    "class-sensitive",
    "Somewhere two right cells, or two wrong cells, have different derivatives.",
    f"{_SOURCE} II",
    answers=True,
    refuted_with="equal",
    tell=told_sensitive,
)
def _class_sensitive(reading: Reading, value: Any) -> list[Goal]:
    """value: {"cells", "matrix"}: they differ there, where the measure is defined (a derivative
    formula may be defined elsewhere, as 1/x is where log(x) is not).  {"equal": proofs}: that they
    never do is replayed; what is stated, of the matrix of ones, is then false."""
    if value is None:
        return []
    if set(value) == {"equal"}:
        goals = insensitive(reading)
        if not isinstance(value["equal"], list) or len(value["equal"]) != len(goals):
            raise TypeError("each equation has a proof")
        _replayed(zip(goals, value["equal"], strict=True))
        matrix = square(reading)
        cells = [reading.measure.cells[i] for i in next(_alike(matrix))]
        place = dict.fromkeys(reading.measure.cells, ONE)
        return [_refuted(_differ(reading, cells, place))]
    if set(value) != {"cells", "matrix"}:
        raise TypeError("the keys are cells and matrix")
    cells, place = list(_two_cells(reading, value["cells"])), _matrix(reading, value["matrix"])
    here = Atom(reading.formula.at(**place), "defined")
    return [
        _differ(reading, cells, place),
        Goal((), (), here, (tuple(place.values()),), label="the measure is defined there"),
    ]


def _differ(reading: Reading, cells: list[str], place: dict[str, Formula]) -> Goal:
    slopes = tuple(slope(positive(reading), cell).at(**place) for cell in cells)
    return Goal(
        (), (), Atom(_minus(*slopes), "!="), (tuple(place.values()),), slopes,
        label=f"dM/d{cells[0]} is not dM/d{cells[1]}",
    )  # fmt: skip


def _refuted(goal: Goal) -> Goal:
    """A goal without variables that is made to fail; one that holds would prove nothing."""
    if fails(goal, {}) is not True:
        raise TypeError("nothing is refuted by this")
    return goal


def _replayed(pairs: Iterable[tuple[Goal, Any]]) -> None:
    for goal, data in pairs:
        if not speaks(goal):
            raise FormulaError(f"vacuous: no matrix is found that it speaks of ({goal.label})")
        try:
            replay(goal, Step.from_data(data))
        except CertificateError as error:
            raise FormulaError(f"not shown: {error}") from None


# --- PIII ----------------------------------------------------------------------------------


def apart(reading: Reading) -> list[tuple[str, str]]:
    """Pairs of cells that share no class."""
    names, m = reading.measure.cells, reading.measure.classes
    where = {name: set(divmod(place, m)) for place, name in enumerate(names)}
    return [(x, y) for x, y in combinations(names, 2) if not where[x] & where[y]]


def around(reading: Reading) -> list[tuple[str, str, str]]:
    """Triples of wrong cells on three different pairs of classes."""
    names, m = reading.measure.cells, reading.measure.classes
    where = {n: frozenset(divmod(p, m)) for p, n in enumerate(names) if len(set(divmod(p, m))) == 2}
    return [t for t in combinations(where, 3) if len({where[n] for n in t}) == 3]


def ratio(reading: Reading, x: str, y: str) -> Formula:
    """M * M_xy / (M_x * M_y): 1 - p for every pair of cells that share no class."""
    tree = positive(reading)
    return tree * slope(tree, x, y) / (slope(tree, x) * slope(tree, y))


def told_exponent(value: Any) -> str:
    """The exponent, or why there is none."""
    if "p" in value:
        return f"p = {value['p']}" + (", the geometric mean." if value["p"] == "0" else ".")
    if "mixed" in value:
        return f"The mixed derivative in {' and '.join(value['mixed'])} does not vanish."
    return "No exponent p fits two pairs of cells."


@_judged(
    "class-decomposable",
    "The measure is a power mean over classes of functions of the class's own row and column: "
    "for f = M^p (log M for p = 0) the mixed derivatives vanish for pairs of cells that share no "
    "class, and for triples of cells on three different pairs of classes.",
    f"{_SOURCE} III",
    answers=True,
    refuted_with="no p",
    tell=told_exponent,
)
def _class_decomposable(reading: Reading, value: Any) -> list[Goal]:
    """value: {"p": number}: the mixed derivatives vanish; a power mean with p != 1 is of numbers
    > 0, so M > 0.  With "as": text, those of another formula, which is shown to have the same
    values.

    {"no p": [[cells, matrix], [cells, matrix]]}: with M^p the ratio M*M_xy/(M_x*M_y) would be 1 - p
    for both, but it is not one number.  {"no p": [], "mixed": [x, y], "matrix"}: M > 0, M_x or M_y
    is 0 there and M_xy is not, so that (M^p)_xy = p*M^(p-1)*(M_xy + (p-1)*M_x*M_y/M) is not 0 for
    p != 0, and neither is (log M)_xy.
    """
    if value is None:
        return []
    tree = positive(reading)
    if set(value) <= {"p", "as"} and "p" in value:
        same: list[Goal] = []
        if "as" in value:
            other = class_formula(value["as"], reading.measure.classes)
            label = f"the same value as {value['as']}"
            same = [_goal(reading, label, tree - other, "==", (tree, other))]
            reading = Reading(replace(reading.measure, formula=other))
            tree = other
        number = parse(value["p"], names={})
        if number.symbols() or not number.ops <= {"number", "neg", "/"}:
            raise TypeError("p is a rational number")
        goals = [
            _goal(reading, f"cells {x}, {y}", _pairwise(tree, number, x, y), "==", (tree,))
            for x, y in apart(reading)
        ]
        goals += [
            _goal(reading, f"cells {', '.join(t)}", _threewise(tree, number, t), "==", (tree,))
            for t in around(reading)
        ]
        if number != ONE:
            goals.append(_goal(reading, "the value is positive", tree, ">", (tree,)))
        return [*same, *goals]
    if set(value) == {"no p", "mixed", "matrix"}:
        x, y = value["mixed"]
        if (x, y) not in apart(reading) or value["no p"] != []:
            raise TypeError("the cells share a class")
        place = _matrix(reading, value["matrix"])
        mixed = slope(tree, x, y).at(**place)
        given = slope(tree, x).at(**place) * slope(tree, y).at(**place)
        here = tree.at(**place)
        goal = Goal(
            (), (Atom(here, ">"), Atom(given, "==")), Atom(mixed, "=="),
            (tuple(place.values()),), (mixed,), label=f"the mixed derivative in {x}, {y}",
        )  # fmt: skip
        return [_refuted(goal)]
    if set(value) != {"no p"} or len(value["no p"]) != 2:
        raise TypeError("the keys are p, or no p")
    ratios, places = [], []
    for (x, y), texts in value["no p"]:
        if (x, y) not in apart(reading):
            raise TypeError("the cells share a class")
        place = _matrix(reading, texts)
        ratios.append(ratio(reading, x, y).at(**place))
        places.append(tuple(place.values()))
    above = (Atom(at(tree, place), ">") for place in places)
    given_ratios = (Atom(found, "defined") for found in ratios)
    goal = Goal(
        (), (*above, *given_ratios), Atom(_minus(*ratios), "=="), tuple(places),
        tuple(ratios), label="one number 1 - p",
    )  # fmt: skip
    return [_refuted(goal)]


def _pairwise(tree: Formula, p: Formula, x: str, y: str) -> Formula:
    """(M^p)_xy / (p*M^(p-2)); M_xy for p = 1, (log M)_xy for p = 0."""
    if p == ZERO:
        return slope(log_slope(tree, x), y)
    mixed = slope(tree, x, y)
    if p == ONE:
        return mixed
    return tree * mixed + (p - 1) * (slope(tree, x) * slope(tree, y))


def log_slope(tree: Formula, cell: str) -> Formula:
    """(log M)_x, by products, quotients and powers with a number; their factors are not 0 if M is
    not."""
    if tree.op == "*":
        return log_slope(tree.args[0], cell) + log_slope(tree.args[1], cell)
    if tree.op == "/":
        return log_slope(tree.args[0], cell) - log_slope(tree.args[1], cell)
    if tree.op == "^":
        return tree.args[1] * log_slope(tree.args[0], cell)
    change = slope(tree, cell)
    return ZERO if change == ZERO else change / tree


def _threewise(tree: Formula, p: Formula, cells: tuple[str, str, str]) -> Formula:
    """(M^p)_xyz / (p*M^(p-3)); M_xyz for p = 1, (log M)_xyz for p = 0."""
    x, y, z = cells
    if p == ZERO:
        return slope(log_slope(tree, x), y, z)
    mixed = slope(tree, x, y, z)
    if p == ONE:
        return mixed
    first = {cell: slope(tree, cell) for cell in cells}
    pairs = summed(slope(tree, a, b) * first[c] for a, b, c in ((x, y, z), (x, z, y), (y, z, x)))
    last = (p - 1) * ((p - 2) * (first[x] * first[y] * first[z]))
    return tree * tree * mixed + (p - 1) * (tree * pairs) + last


# --- PIV -----------------------------------------------------------------------------------


@_judged(
    "prevalence-invariant",
    "Multiplying the elements of each true class by a number > 0 of its own does not change the "
    "value.",
    f"{_SOURCE} IV",
)
def _prevalence_invariant(reading: Reading, value: Any) -> list[Goal]:
    matrix = square(reading)
    factors = tuple(f"s{i + 1}" for i in range(matrix.classes))
    many = range(matrix.classes)
    scaled = tuple(symbol(factors[i]) * matrix.at(i, j) for i, j in product(many, repeat=2))
    other = at(positive(reading), scaled)
    return [
        _goal(
            reading, "the true classes scaled", other - positive(reading), "==",
            (positive(reading), other), (scaled,), factors, (other,),
        )
    ]  # fmt: skip


# --- PV ------------------------------------------------------------------------------------


def chance(reading: Reading) -> tuple[Formula, tuple[str, ...], tuple[str, ...]]:
    """M of a prediction at random, and the names of the weights of true and predicted classes.

    With p_i = s_i/sum(s) and z_j = t_j/sum(t), the cell (i, j) is p_i * z_j.
    """
    m = reading.measure.classes
    true = tuple(f"s{i + 1}" for i in range(m))
    predicted = tuple(f"z{i + 1}" for i in range(m))
    sums = [summed(map(symbol, names)) for names in (true, predicted)]
    shares = [
        [symbol(name) / size for name in names]
        for names, size in zip((true, predicted), sums, strict=True)
    ]
    return at(positive(reading), (p * z for p, z in product(*shares))), true, predicted


def _chance_goal(reading: Reading, label: str, tree: Formula, rel: Relation) -> Goal:
    here, true, predicted = chance(reading)
    weights = (*true, *predicted)
    measure = reading.measure
    return Goal(
        (*(Variable(name, "positive") for name in weights), *measure.variables),
        (*measure.conditions, Atom(here, "defined")),
        Atom(tree, rel),
        (),
        (here,),
        (weights,),
        label,
    )


def _along(reading: Reading, texts: Any) -> Formula:
    """M of the random prediction whose weights are polynomials in e."""
    here, true, predicted = chance(reading)
    weights = (*true, *predicted)
    if not isinstance(texts, list) or len(texts) != len(weights):
        raise TypeError(f"there are {len(weights)} weights")
    trees = [parse(text, names={}, parameters=("e",)) for text in texts]
    for tree in trees:
        plain = tree.ops <= {"number", "symbol", "+", "*", "^"}
        if not plain or fails(Goal((), (), Atom(tree.at(e=1), ">")), {}) is not False:
            raise TypeError("a weight is a polynomial in e with positive numbers")
    return here.at(**dict(zip(weights, trees, strict=True)))


def to_one(reading: Reading, texts: Any) -> Goal:
    """Along these weights the value is at least 1 - 1/e, for e = 1, 2, 3, ..."""
    e = symbol("e")
    here = _along(reading, texts)
    return Goal(
        (Variable("e", "natural"),),
        (Atom(e - 1, ">="),),
        Atom(here - (ONE - ONE / e), ">="),
        (),
        (here,),
        (("e",),),
        "the value comes near 1",
    )


def told_chance(value: Any) -> str:
    """The supremum and the grade."""
    if "proof" in value:
        return "The supremum over random predictions is 1."
    if value["grade"] == "strict":
        return f"Every random prediction has the value {value['bound']} (strict)."
    return f"The maximum over random predictions is {value['bound']}."


@_judged(
    "chance-corrected",
    "Predictions at random, independent of the truth, have a supremum below 1 at this number of "
    "classes.",
    f"{_SOURCE} V",
    answers=True,
    refuted_with="proof",
    tell=told_chance,
    presupposed=(0,),
)
def _chance_corrected(reading: Reading, value: Any) -> list[Goal]:
    """value: {"bound", "grade": "strict"}: always that value.  {"bound", "grade": "bound",
    "attained": weights}: at most, and attained.  {"weights", "proof"}: along these weights the
    value is >= 1 - 1/e for every e, of which the proof is replayed; so the supremum is not below 1.
    """
    if value is None:
        return []
    here, _, _ = chance(reading)
    if set(value) == {"weights", "proof"}:
        if reading.measure.parameters:
            raise TypeError("the measure has parameters")
        _replayed([(to_one(reading, value["weights"]), value["proof"])])
        place = _along(reading, value["weights"]).at(e=10)
        return [
            Goal(
                (), (), Atom(ONE - ONE, ">"), (), (place,),
                label="the supremum is below 1; shown is the value at e = 10",
            )
        ]  # fmt: skip
    bound = parse(value["bound"], names={})
    below = Goal((), (), Atom(ONE - bound, ">"), label="the bound is below 1")
    if value["grade"] == "strict":
        if set(value) != {"bound", "grade"}:
            raise TypeError("the keys are bound and grade")
        return [_chance_goal(reading, "one value", here - bound, "=="), below]
    if set(value) != {"bound", "grade", "attained"} or value["grade"] != "bound":
        raise TypeError("the grade is strict or bound")
    reached = _along(reading, value["attained"])
    if reached.symbols():
        raise TypeError("the weights are numbers")
    return [
        _chance_goal(reading, "the bound", bound - here, ">="),
        Goal((), (), Atom(reached - bound, "=="), values=(reached,), label="the bound is attained"),
        below,
    ]


#: What is said with derivatives of the measure.
OF_SLOPES = ("opitz-monotone", "class-sensitive", "class-decomposable")


def has_no_slope(reading: Reading) -> str:
    """Why the measure has no derivative in some cell; empty if it has all."""
    try:
        for cell in reading.measure.cells:
            slope(positive(reading), cell)
    except FormulaError as error:
        return str(error)
    return ""


OPITZ = (
    "opitz-monotone",
    "class-sensitive",
    "class-decomposable",
    "prevalence-invariant",
    "chance-corrected",
)
