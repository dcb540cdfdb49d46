"""Witnesses in words: where the property fails, and with which exact values.

Invariant: every number comes from the witness that the kernel re-evaluated.
"""

from __future__ import annotations

import re

from symbolic_measures.kernel.exact import show
from symbolic_measures.kernel.truth import evaluator
from symbolic_measures.kernel.violation import point_of
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.nouns.confusion import labelings
from symbolic_measures.nouns.formula import symbol
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.nouns.verdict import Verdict, Witness
from symbolic_measures.report.mathtext import PAIRS
from symbolic_measures.report.polynomials import with_margins
from symbolic_measures.report.prose import (
    Cells,
    Piece,
    Prose,
    cells,
    equation,
    exact,
    labelled,
    number,
)

SIZES = ("n", "P", "Phat")
_FORMULAS = re.compile(r"(dM/d\w+|\((?:\d+, ){8}\d+\))")
_BLANK = re.compile(r"(\{\w+\})")

#: What the second value should have been, if the goal says that it is larger, or smaller.
LARGER = {">": "be larger", ">=": "not be smaller"}
SMALLER = {">": "be smaller", ">=": "not be larger"}
#: What one value should have been, if the goal is about it, or about what is opposite to it.
ABOVE = {">": "be above 0", ">=": "not be below 0"}
BELOW = {">": "be below 0", ">=": "not be above 0"}


def refutation(verdict: Verdict, letter: str) -> tuple[Prose, Prose]:
    """(one line for a table, the sentence) about a refuted verdict's witness."""
    witness = verdict.witness
    if witness is None:
        return ("no witness",), ("No witness is given.",)
    if witness.kind == "expectation":
        return _expectation(witness, letter)
    if witness.kind == "labelings":
        return _labelings(witness, letter)
    goal = verdict.statement.goals[witness.goal]
    head, meaning = quantity(verdict, letter)
    if not witness.matrices:
        point = listed({**witness.point, **witness.parameters})
        if not point:
            told: Prose = (f"fails that {goal.label}: ", *_value(witness, 0))
            return told, ("It ", *told, ". ", *_where(verdict))
        return ("fails at ", *point), ("It fails at ", *point, " (", goal.label, ").")
    places = [cells(matrix) for matrix in witness.matrices]
    named: Prose = (symbol(head), " is ") if meaning else ("the value is ",)
    sentence: Prose = ("At ", places[0], *_parameters(witness), " ", *named)
    sentence += _value(witness, 0)
    for rank, place in enumerate(places[2:], 2):  # the ends of a line, then its middle
        sentence += ("; at ", place, " it is ", *_value(witness, rank))
    if len(places) > 1:
        also = "also " if witness.values[:1] == witness.values[1:2] else ""
        sentence += ("; ", *_turn(verdict, witness), places[1], f" it is {also}")
        sentence += _value(witness, 1)
    where: Prose = (" Here ", *meaning, ". ", *_where(verdict)) if meaning else ()
    wanted = demanded(goal, witness, "it", "the two")
    sentence += (*(": ",) * bool(wanted), *wanted, ".", *where, *_smallest(witness))
    told = (*_short(witness, head), *_not_but(goal, witness))
    return (*told, *((", ", *meaning) if meaning else ())), sentence


def _where(verdict: Verdict) -> Prose:
    """What the property has to say of where the witness looks."""
    prop, witness = PROPERTIES.get(verdict.property), verdict.witness
    if prop is None or witness is None or verdict.value is None:
        return ()
    return prop.words.where(verdict.statement.goals[witness.goal], verdict.value)


def quantity(verdict: Verdict, letter: str) -> tuple[str, Prose]:
    """The letter of the values of a witness, and what it is where it is not the measure's."""
    prop, witness = PROPERTIES.get(verdict.property), verdict.witness
    if prop is None or witness is None:
        return letter, ()
    found = prop.words.quantity(verdict.statement.goals[witness.goal])
    if found is None:
        return letter, ()
    name = symbol(found.letter)
    told: Prose = (name,) if found.formula is None else (equation(name, "=", found.formula),)
    return found.letter, (*told, *in_formulas(found.words)) if found.words else told


def in_formulas(words: str) -> Prose:
    """Words with the derivatives in them as formulas, and nine cells as a matrix."""
    told: list[Piece] = []
    for place, part in enumerate(_FORMULAS.split(words)):
        if place % 2:
            told.append(symbol(part) if part[0] == "d" else cells(tuple(part[1:-1].split(", "))))
        elif part:
            told.append(part)
    return tuple(told)


def against(reading: Reading, fails: Verdict) -> Prose:
    """A binary measure that has a property, and where its average V has not."""
    comma = "," * bool(reading.conventions)
    return ("The binary measure ", *binary(reading), f"{comma} has the property; its average V has "
            "not. ", *refutation(fails, "V")[1])  # fmt: skip


def binary(reading: Reading) -> Prose:
    """A binary measure by its formula, with its values at 0/0."""
    told: list[Piece] = [equation(symbol("M"), "=", with_margins(reading.measure.formula))]
    for convention in reading.conventions:
        told += [", and ", with_margins(convention.value), " where "]
        told.append(equation(with_margins(convention.when), "=", 0))
    return tuple(told)


def _short(witness: Witness, letter: str) -> Prose:
    parts: Prose = ()
    for place, matrix in enumerate(witness.matrices):
        shown = cells(matrix, head=letter)
        parts += (", " if place else "", shown, " = ", *_value(witness, place))
    return (*parts, *_parameters(witness))


def _expectation(witness: Witness, letter: str) -> tuple[Prose, Prose]:
    sizes: list[Cells] = [_sizes(numbers) for numbers in witness.matrices]
    mean = symbol(f"E[{letter}]")
    short: Prose = (
        mean, " = ", *_value(witness, 0), " at ", sizes[0], ", ",
        *_value(witness, 1), " at ", sizes[1], *_parameters(witness),
    )  # fmt: skip
    sentence: Prose = (
        "Over random predictions of given size, the expectation is ", *_value(witness, 0), " at ",
        sizes[0], *_parameters(witness), " but ", *_value(witness, 1), " at ", sizes[1], ".",
        *_smallest(witness),
    )  # fmt: skip
    return short, sentence


def _sizes(numbers: tuple[str, ...]) -> Cells:
    """(n, P, P^), or the true and the predicted sizes of the classes."""
    if len(numbers) == len(SIZES):
        return cells(numbers, SIZES)
    classes = range(1, len(numbers) // 2 + 1)
    return cells(numbers, tuple(f"{letter}{i}" for letter in "ab" for i in classes))


def _labelings(witness: Witness, letter: str) -> tuple[Prose, Prose]:
    """Three labelings written out, element by element, and the three distances."""
    rows: list[list[str]] = [[], [], []]
    names = labelings(round(len(witness.matrices[0]) ** (1 / 3)))
    for name, count in zip(names, witness.matrices[0], strict=True):
        for row, label in zip(rows, name[2:], strict=True):
            row += [label] * int(count)
    named: list[Piece] = []
    for labeling, row in zip("ABC", rows, strict=True):
        named += [", " if named else "", f"{labeling} = {''.join(row)}"]
    values = [symbol(f"{letter}({pair})") for pair in PAIRS]
    told: list[Piece] = []
    for place, value in enumerate(values[:3]):
        told += [", " if place else "", value, " = ", *_value(witness, place)]
    short: Prose = (*named, ": ", *told, *_parameters(witness))
    ab, bc, ac = (symbol(f"d({pair})") for pair in PAIRS[:3])
    top = _value(witness, 3)
    sentence: Prose = (
        "For the labelings ", *named, *_parameters(witness), " (one digit for each element): ",
        *told, ", and the diagonal matrices have the value ", *top, ". With d = ", *top,
        f" - {letter}: ", equation(ac, ">", ab + bc), ".", *_smallest(witness),
    )  # fmt: skip
    return short, sentence


def _value(witness: Witness, place: int) -> Prose:
    return exact(witness.values[place]) if place < len(witness.values) else ("undefined",)


def _turn(verdict: Verdict, witness: Witness) -> Prose:
    """How the second matrix comes from the first, in the words of the property."""
    prop = PROPERTIES.get(verdict.property)
    words = "at " if prop is None else prop.words.turn(witness.goal)
    told: list[Piece] = []
    for part in _BLANK.split(words):
        if part == "{k}":
            told.append(number(witness.point["k"]))
        elif part == "{label}":
            told += labelled(verdict.statement.goals[witness.goal].label)
        elif part:
            told.append(part)
    return tuple(told)


def demand(goal: Goal, second: str, both: str) -> str:
    """What the goal says of the second value (or of the only one), or of both; "" if neither."""
    rel, tree = goal.conclusion.rel, goal.conclusion.expr
    values = [value.args[0] if value.op == "extended" else value for value in goal.values]
    if len(values) == 2 and tree.op == "-" and set(tree.args) == set(values):
        if rel == "==":
            return f"{both} should be equal"
        words = LARGER if tree.args[0] == values[1] else SMALLER
    elif len(values) == 1 and tree in (values[0], -values[0]):
        words = ABOVE if tree == values[0] else BELOW
    else:
        words = {}
    return f"{second} should {words[rel]}" if rel in words else ""


def demanded(goal: Goal, witness: Witness, second: str, both: str) -> Prose:
    """`demand`; or the number that the second value should be, where the goal gives another one."""
    if words := demand(goal, second, both):
        return (words,)
    asked = _asked(goal, witness)
    return (f"{second} should be ", *asked) if asked else ()


def _asked(goal: Goal, witness: Witness) -> Prose:
    """What the second value should be, if that is not the first one."""
    rel, tree = goal.conclusion.rel, goal.conclusion.expr
    if rel != "==" or tree.op != "-" or len(goal.values) != 2 or goal.values[1] not in tree.args:
        return ()
    (other,) = (side for side in tree.args if side != goal.values[1])
    if other == goal.values[0]:
        return ()
    return exact(show(evaluator(other)(point_of({**witness.point, **witness.parameters}))))


def _not_but(goal: Goal, witness: Witness) -> Prose:
    asked = _asked(goal, witness)
    return (", not ", *asked) if asked else ()


def _parameters(witness: Witness) -> Prose:
    return (" (with ", *listed(dict(witness.parameters)), ")") if witness.parameters else ()


def listed(values: dict[str, str]) -> Prose:
    """`a = 1, b = 2`."""
    parts: list[Piece] = []
    for name, text in values.items():
        value = number(text)
        shown = f"{name} = {value}" if isinstance(value, str) else None
        parts += [", "] if parts else []
        parts.append(shown or equation(symbol(name), "=", value))  # type: ignore[arg-type]
    return tuple(parts)


def _smallest(witness: Witness) -> Prose:
    if not witness.minimal:
        return ()
    where = " at these parameter values" if witness.parameters else ""
    return (f" No smaller counterexample exists{where}: everything smaller was enumerated.",)
