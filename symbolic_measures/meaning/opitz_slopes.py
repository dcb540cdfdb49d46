"""The properties of opitz2024 that speak of derivatives, on matrices of m classes with cells > 0.

The paper's matrices are transposed: its m[i][j] is predicted i, true j.  Here a cell is named true
class first, as everywhere: `c12` is true 1, predicted 2.  The formula itself is judged, also where
lower is better.

Existence is shown by what exists: class sensitivity by two cells and a matrix, an exponent by its
number.  What does not exist is refuted with a proof that is replayed before the statement is made.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, partial
from itertools import combinations, islice
from typing import Any

from symbolic_measures.kernel.checker import speaks
from symbolic_measures.kernel.samples import FEW_PARAMETERS, parameter_points
from symbolic_measures.kernel.truth import evaluator, fails
from symbolic_measures.macros import replay
from symbolic_measures.meaning.gradient import inside
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.multiclass import class_formula
from symbolic_measures.meaning.property import C, Quantity, Words, declare, minus, square
from symbolic_measures.meaning.samples import at_values, chosen
from symbolic_measures.nouns.confusion import CELLS, Square, summed
from symbolic_measures.nouns.derivative import inner_derivative
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Relation, Variable
from symbolic_measures.nouns.verdict import Step

ZERO, ONE = formula(0), formula(1)
#: The name of a cell of several classes.
_CELL = re.compile(r"c\d\d")
PAPER = "opitz2024, Property"
judged = partial(declare, as_given=True)


def positive(reading: Reading) -> Formula:
    """The measure at matrices with positive cells, where conventions at 0 do not apply."""
    return inside(reading.formula, reading.measure.cells)


def slope(tree: Formula, *cells: str) -> Formula:
    """The partial derivative in one cell after the other."""
    for cell in cells:
        tree = _slope(tree, cell)
    return tree


@lru_cache(maxsize=4_096)
def _slope(tree: Formula, cell: str) -> Formula:
    """The partial derivative in one cell, remembered: properties have many in common."""
    known = C if cell in CELLS else tuple(map(symbol, filter(_CELL.fullmatch, tree.symbols())))
    try:
        found = inner_derivative(tree, {cell: 1}, known)
    except ValueError as error:
        raise FormulaError(str(error)) from None
    return ZERO if found is None else found


def goal_of(
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


def _slope_shown(goal: Goal) -> Quantity:
    return Quantity("D", symbol(goal.label.split(" ")[0]))


@judged(
    "opitz-monotone",
    "More mass in a right cell never makes the value smaller, in a wrong cell never larger: the "
    "partial derivatives are >= 0, and <= 0, at every matrix with positive cells.",
    f"{PAPER} I",
    words=Words(
        quantity=_slope_shown,
        holds="each of the {count} partial derivatives has its sign",
        said="A larger diagonal cell never makes the value smaller, a larger cell off the diagonal "
        "never makes it larger: the partial derivatives are >= 0, and <= 0, at every matrix with "
        "positive cells.",
    ),
)
def _monotone(reading: Reading, value: Any) -> list[Goal]:
    matrix, names = square(reading), reading.measure.cells
    goals = []
    for place, cell in enumerate(names):
        change = slope(positive(reading), cell)
        right = place in matrix.diagonal
        label = f"dM/d{cell} {'>=' if right else '<='} 0"
        goals.append(goal_of(reading, label, change if right else -change, ">=", (change,)))
    return goals


def _alike(matrix: Square) -> Iterator[tuple[int, int]]:
    """Pairs of places that a measure without class sensitivity treats alike."""
    for places in (matrix.diagonal, matrix.errors):
        yield from ((places[0], other) for other in places[1:])


def insensitive(reading: Reading) -> list[Goal]:
    """All right cells have one derivative, and all wrong cells have one."""
    names = reading.measure.cells
    return [
        goal_of(
            reading,
            f"dM/d{names[one]} = dM/d{names[other]}",
            slope(positive(reading), names[one]) - slope(positive(reading), names[other]),
            "==",
            (slope(positive(reading), names[one]), slope(positive(reading), names[other])),
        )
        for one, other in _alike(square(reading))
    ]


def matrix_of(reading: Reading, texts: Any) -> dict[str, Formula]:
    """A matrix of positive whole numbers, given as texts; TypeError for anything else."""
    names = reading.measure.cells
    if not isinstance(texts, list) or len(texts) != len(names):
        raise TypeError(f"a matrix has {len(names)} cells")
    if any(not isinstance(t, str) or not (t.isascii() and t.isdecimal()) for t in texts):
        raise TypeError("a cell is a whole number")
    if not all(map(int, texts)):
        raise TypeError("the cells are positive")
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
        given = chosen(value)
        tail = f", with {given}." if given else "."
        return "All right cells have one derivative, and all wrong cells" + tail
    one, other = value["cells"]
    return f"dM/d{one} and dM/d{other} differ at ({', '.join(value['matrix'])})."


def _slopes_shown(goal: Goal) -> Quantity:
    label, _, given = goal.label.partition(" with ")
    one, other = label.split(" is not ") if " is not " in label else (label, "")
    same = f", and {other} is the same" if other else ""
    return Quantity("D", words=f" is {one}{same}{given and f', with {given}'}")


def _nowhere(reading: Reading, value: Any) -> list[tuple[Goal, Any]]:
    """That no derivatives differ, with its proofs, where a value says so."""
    if "equal" not in value:
        return []
    if "parameters" in value:
        reading = at_values(reading, positive(reading), value["parameters"])
    goals = insensitive(reading)
    if not isinstance(value["equal"], list) or len(value["equal"]) != len(goals):
        raise TypeError("each equation has a proof")
    return list(zip(goals, value["equal"], strict=True))


@judged(
    "class-sensitive",
    "Somewhere two right cells, or two wrong cells, have different derivatives.",
    f"{PAPER} II",
    answers=True,
    words=Words(
        quantity=_slopes_shown,
        said="Somewhere the derivatives in two diagonal cells differ, or those in two cells off "
        "the diagonal.",
    ),
    refuted_with="equal",
    tell=told_sensitive,
    behind=_nowhere,
)
def _class_sensitive(reading: Reading, value: Any) -> list[Goal]:
    """value: {"cells", "matrix"}: they differ there, for all admissible parameters, where the
    measure is defined (a derivative formula may be defined elsewhere, as 1/x is where log(x) is
    not).  With "or": another matrix, they differ at one of the two.  {"equal": proofs}: that they
    never do is replayed; what is stated, of the matrix of ones, is then false.  Another matrix is
    given with "matrix", if the derivatives have no value at that one; with "parameters", admissible
    values of all of them, it is said of these, which are enough: the measure is not class-sensitive
    for them."""
    if value is None:
        return []
    if "equal" in value and set(value) <= {"equal", "matrix", "parameters"}:
        replayed(_nowhere(reading, value))
        given = chosen(value)
        if given:
            reading = at_values(reading, positive(reading), value["parameters"])
        matrix = square(reading)
        cells = [reading.measure.cells[i] for i in next(_alike(matrix))]
        place = dict.fromkeys(reading.measure.cells, ONE)
        if "matrix" in value:
            place = matrix_of(reading, value["matrix"])
        goal = refuted(_differ(reading, cells, place))
        return [replace(goal, label=f"{goal.label} with {given}") if given else goal]
    if set(value) - {"or"} != {"cells", "matrix"}:
        raise TypeError("the keys are cells and matrix")
    cells, place = list(_two_cells(reading, value["cells"])), matrix_of(reading, value["matrix"])
    other = (matrix_of(reading, value["or"]),) if "or" in value else ()
    return [
        _differ(reading, cells, place, *other),
        *(_at_parameters(reading, Atom(reading.formula.at(**there), "defined"), (there,), (),
                         "the measure is defined there") for there in (place, *other)),
    ]  # fmt: skip


def _differ(reading: Reading, cells: list[str], *places: dict[str, Formula]) -> Goal:
    """The derivatives are not the same at one of the places: the squares of the gaps add up."""
    slopes = tuple(slope(positive(reading), cell).at(**place) for place in places for cell in cells)
    gaps = [minus(*slopes[i : i + 2]) for i in range(0, len(slopes), 2)]
    apart_there = Atom(gaps[0], "!=") if len(gaps) == 1 else Atom(summed(g * g for g in gaps), ">")
    label = f"dM/d{cells[0]} is not dM/d{cells[1]}"
    return _at_parameters(reading, apart_there, places, slopes, label)


def _at_parameters(
    reading: Reading,
    conclusion: Atom,
    places: Iterable[dict[str, Formula]],
    values: tuple[Formula, ...],
    label: str,
    given: tuple[Atom, ...] = (),
) -> Goal:
    """Something about matrices of numbers, at all admissible parameters."""
    measure = reading.measure
    matrices = tuple(tuple(place.values()) for place in places)
    hypotheses = (*measure.conditions, *given)
    return Goal(measure.variables, hypotheses, conclusion, matrices, values, label=label)


def refuted(goal: Goal) -> Goal:
    """A goal about numbers and parameters that is made to fail, at one of the first admissible
    values of the parameters; one that holds would prove nothing."""
    points = list(islice(parameter_points(goal), FEW_PARAMETERS)) or [{}]
    if not any(fails(goal, point) is True for point in points):
        raise TypeError("nothing is refuted by this")
    return goal


def replayed(pairs: Iterable[tuple[Goal, Any]]) -> None:
    for goal, data in pairs:
        if not speaks(goal):
            raise FormulaError(f"vacuous: no matrix is found that it speaks of ({goal.label})")
        try:
            replay(goal, Step.from_data(data))
        except CertificateError as error:
            raise FormulaError(f"not shown: {error}") from None


def apart(reading: Reading) -> list[tuple[str, str]]:
    """Pairs of cells that share no class."""
    names, m = reading.measure.cells, reading.measure.classes
    where = {name: set(divmod(place, m)) for place, name in enumerate(names)}
    return [(x, y) for x, y in combinations(names, 2) if not where[x] & where[y]]


def around(reading: Reading) -> list[tuple[str, str, str]]:
    """Triples of wrong cells on the three pairs of three classes.

    Any two of these share a class, and no class has all three; so M is a sum of functions of the
    classes if these mixed derivatives and those of cells that share no class vanish.  (Three other
    pairs of classes share one, or two of them share none.)
    """
    names, m = reading.measure.cells, reading.measure.classes
    where = {n: frozenset(divmod(p, m)) for p, n in enumerate(names) if len(set(divmod(p, m))) == 2}
    return [t for t in combinations(where, 3)
            if len({where[n] for n in t}) == len(where[t[0]].union(*(where[n] for n in t))) == 3
            ]  # fmt: skip


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


def _exponent_shown(goal: Goal, value: Any) -> tuple[str | Formula, ...]:
    """What vanishes, or in which cells the ratio is looked at."""
    if value.get("no p"):
        (one, _), (other, _) = value["no p"]
        first, second = (" and ".join(cells) for cells in (one, other))
        return (f"Here x and y are the cells {first} at the first matrix, {second} at the second.",)
    if "p" not in value or not goal.label.startswith("cells "):
        return ()
    cells, p = goal.label.removeprefix("cells ").split(", "), value["p"]
    letters = "xyz"[: len(cells)]
    about = f"With {', '.join(f'{x} for {cell}' for x, cell in zip(letters, cells, strict=True))}: "
    if p in ("0", "1"):
        whole = "log M" if p == "0" else "M"
        return (f"{about}the mixed derivative of {whole} by {' and '.join(letters)} is 0.",)
    m, mixed, own = symbol("M"), symbol(f"M_{letters}"), [symbol(f"M_{x}") for x in letters]
    power = Fraction(str(evaluator(parse(p, names={}))({})))
    times, over = formula(power - 1), f"p*M^(p-{len(cells)})"
    tail = f", which is the mixed derivative of M^p over {over} for p = {p}, is 0."
    if len(cells) == 2:
        return (about, m * mixed + times * (own[0] * own[1]), tail)
    pairs = summed(
        symbol(f"M_{two}") * symbol(f"M_{one}")
        for two, one in (("xy", "z"), ("xz", "y"), ("yz", "x"))
    )
    last = formula((power - 1) * (power - 2)) * (own[0] * own[1] * own[2])
    return (about, m * m * mixed + times * (m * pairs) + last, tail)


def _ratio_shown(goal: Goal) -> Quantity:
    if len(goal.matrices) < 2:
        return Quantity("D", words=f" is {goal.label}")
    m, mixed, one, other = map(symbol, ("M", "M_xy", "M_x", "M_y"))
    return Quantity("R", m * mixed / (one * other), ", which for M^p would be 1 - p")


@judged(
    "class-decomposable",
    "The measure is a power mean over classes of functions of the class's own row and column: "
    "for f = M^p (log M for p = 0) the mixed derivatives vanish for pairs of cells that share no "
    "class, and for triples of cells on three different pairs of classes.",
    f"{PAPER} III",
    answers=True,
    words=Words(
        quantity=_ratio_shown,
        where=_exponent_shown,
        said="The measure is a power mean over classes of functions of the class's own row and "
        "column: for f = M^p (log M for p = 0) the mixed derivatives vanish for pairs of cells "
        "that share no class, and for triples of cells on the three pairs of three classes.",
    ),
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
        return _power_mean(reading, value)
    if set(value) == {"no p", "mixed", "matrix"}:
        return [refuted(_mixed_alone(reading, value))]
    if set(value) != {"no p"} or len(value["no p"]) != 2:
        raise TypeError("the keys are p, or no p")
    ratios, places = [], []
    for (x, y), texts in value["no p"]:
        if (x, y) not in apart(reading):
            raise TypeError("the cells share a class")
        place = matrix_of(reading, texts)
        ratios.append(ratio(reading, x, y).at(**place))
        places.append(place)
    above = (Atom(tree.at(**place), ">") for place in places)
    given = (*above, *(Atom(found, "defined") for found in ratios))
    same = Atom(minus(*ratios), "==")
    goal = _at_parameters(reading, same, places, tuple(ratios), "one number 1 - p", given)
    return [refuted(goal)]


def _power_mean(reading: Reading, value: dict[str, Any]) -> list[Goal]:
    """The mixed derivatives of M^p vanish, and M > 0."""
    tree = positive(reading)
    same: list[Goal] = []
    if "as" in value:
        other = class_formula(value["as"], reading.measure.classes)
        label = f"the same value as {value['as']}"
        same = [goal_of(reading, label, tree - other, "==", (tree, other))]
        reading = Reading(replace(reading.measure, formula=other))
        tree = other
    number = parse(value["p"], names={})
    if number.symbols() or not number.ops <= {"number", "neg", "/"}:
        raise TypeError("p is a rational number")
    goals = [
        goal_of(reading, f"cells {x}, {y}", _pairwise(tree, number, x, y), "==", (tree,))
        for x, y in apart(reading)
    ]
    goals += [
        goal_of(reading, f"cells {', '.join(t)}", _threewise(tree, number, t), "==", (tree,))
        for t in around(reading)
    ]
    if number != ONE:
        goals.append(goal_of(reading, "the value is positive", tree, ">", (tree,)))
    return [*same, *goals]


def _mixed_alone(reading: Reading, value: dict[str, Any]) -> Goal:
    """What is refuted: M_xy = 0 at the matrix, where M > 0 and M_x*M_y = 0."""
    tree = positive(reading)
    x, y = value["mixed"]
    if (x, y) not in apart(reading) or value["no p"] != []:
        raise TypeError("the cells share a class")
    place = matrix_of(reading, value["matrix"])
    mixed = slope(tree, x, y).at(**place)
    given = slope(tree, x).at(**place) * slope(tree, y).at(**place)
    here = (Atom(tree.at(**place), ">"), Atom(given, "=="))
    label = f"the mixed derivative in {x}, {y}"
    return _at_parameters(reading, Atom(mixed, "=="), (place,), (mixed,), label, here)


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
