"""Arithmetic with measures: the formulas are combined as they stand, and nothing is cancelled.

`TPR/TPR` stays undefined where there are no positives.  Assumptions on parameters are those of both
sides; the name is the text a person would type (`2*SBA - 1`), which reads back as the same formula.
A sum with a number, and a multiple, keep or turn round whether higher is better; of everything else
higher is taken to be better, as of a formula that is typed in.
"""

from __future__ import annotations

import ast
import operator
from decimal import Decimal
from fractions import Fraction
from typing import Any, TypeVar, cast

from symbolic_measures.doors.values.operators import Arithmetic
from symbolic_measures.meaning.measure import Measure
from symbolic_measures.meaning.measures import find_measure, formula_names
from symbolic_measures.meaning.multiclass import MULTICLASS_ALIASES, class_formula, class_measure
from symbolic_measures.nouns.confusion import QUANTITIES
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import FUNCTIONS, Formula, exponent_of, formula
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.sympy_notation import from_sympy
from symbolic_measures.report.mathtext import plain

#: Decimal digits up to which a float is taken for the decimal that was typed.
TYPED = 12
#: How tightly the last operation of a text holds together.
_LEVELS: dict[type, int] = {
    ast.Add: 1, ast.Sub: 1, ast.Mult: 2, ast.Div: 2, ast.USub: 3, ast.Pow: 4,
}  # fmt: skip
_LEVEL_OF = {"+": 1, "-": 1, "*": 2, "/": 2, "**": 4}
ATOM = 5


def number(value: object) -> Formula | None:
    """A number as a formula; None for what is none, FormulaError for a float that was rounded.

    A float of few digits is the decimal that was typed: 0.1 is 1/10.  Signs and fraction bars stand
    as in a text, so that what is written down reads back as the same formula.
    """
    exact = rational(value)
    if exact is None:
        return None
    whole = formula(abs(exact.numerator))
    whole = -whole if exact < 0 else whole
    return whole if exact.denominator == 1 else whole / exact.denominator


def rational(value: object) -> Fraction | None:
    """A number as a fraction, as `number` takes it."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | Fraction):
        return Fraction(value)
    if getattr(value, "is_Rational", False) is True:  # SymPy's
        exact = cast(Any, value)
        return Fraction(int(exact.p), int(exact.q))
    if isinstance(value, float):
        return decimal(value)
    try:
        return Fraction(operator.index(cast(Any, value)))
    except TypeError:
        return None


def decimal(value: float) -> Fraction:
    """A float of few digits as the decimal it is written as; FormulaError for any other."""
    if value == value and abs(value) != float("inf"):
        typed = Decimal(repr(float(value)))  # repr of numpy.float64 is no number
        if len(typed.as_tuple().digits) <= TYPED:
            return Fraction(typed)
    raise FormulaError(f"{value!r} is a rounded number; write it as a Fraction")


# --- measures ------------------------------------------------------------------------------


def applied(op: str, *operands: object) -> Any:
    """The measure that an operation on measures and numbers is; NotImplemented for other things.

    FormulaError if the measures are of different numbers of classes.
    """

    trees, texts, subjects = [], [], [item for item in operands if isinstance(item, Measure)]
    for operand in operands:
        if isinstance(operand, Measure):
            trees.append(operand.formula)
            texts.append(typed(operand))
        elif (tree := number(operand)) is not None or (tree := _sympy(operand, subjects)):
            trees.append(tree)
            texts.append(plain(tree))
        else:
            return NotImplemented
    if len({subject.classes for subject in subjects}) > 1:
        told = " and ".join(f"{subject.name} of {subject.classes}" for subject in subjects)
        raise FormulaError(f"measures of different numbers of classes: {told}")
    if op == "^" and exponent_of(trees[1]) is None:
        raise FormulaError(f"the exponent {texts[1]} is no number: write the formula as text")
    return derived(Formula(op, *trees), _text(op, texts), subjects, _higher(op, operands))


def _sympy(operand: object, subjects: list[Measure]) -> Formula | None:
    """A SymPy expression in cells, quantities and the parameters at hand; None for what is none."""
    if not getattr(operand, "is_Atom", None) and not getattr(operand, "args", ()):
        return None
    tree = from_sympy(cast(Any, operand))
    known = {name for subject in subjects for name in (*subject.cells, *subject.parameters)}
    two = all(subject.classes == 2 for subject in subjects)
    meant = {n: QUANTITIES[n] for n in tree.symbols() if two and n in QUANTITIES and n not in known}
    if unknown := [name for name in tree.symbols() if name not in known and name not in meant]:
        raise FormulaError(f"the symbol {unknown[0]} is neither a cell nor a parameter of "
                           f"{subjects[0].name}")  # fmt: skip
    return tree.at(**meant)


def derived(tree: Formula, text: str, subjects: list[Measure], higher_is_better: bool) -> Measure:
    """A measure made of others: their parameters and assumptions, and this text if it reads so."""

    first = subjects[0]
    assumptions = dict.fromkeys(item for subject in subjects for item in subject.assumptions)
    found = set(tree.symbols())
    kept = tuple(
        item for item in assumptions
        if found.issuperset(name for atom in item.atoms for name in atom.expr.symbols())
    )  # fmt: skip
    parameters = tuple(name for name in tree.symbols() if name not in first.cells)
    text = readable(tree, text, parameters, first.classes)
    return Measure(
        text, text, tree, parameters, kept, higher_is_better=higher_is_better, classes=first.classes
    )


def readable(tree: Formula, text: str, parameters: tuple[str, ...], classes: int) -> str:
    """The text if it reads as the formula, else the formula written out."""

    for candidate in (text, plain(tree), str(tree)):
        try:
            if classes == 2:
                names = {**formula_names(), **QUANTITIES}
                read = parse(candidate, names, parameters)
            else:
                read = class_formula(candidate, classes, parameters)
        except FormulaError:
            continue
        if read == tree:
            return candidate
    raise FormulaError("the formula is too long or too deep to be written down again")


def typed(subject: Measure) -> str:
    """What a person types for the measure: its name if that is enough, else its text."""

    name = subject.name
    if subject.classes == 2:
        known = find_measure(name)
    else:
        known = class_measure(name, subject.classes) if name in MULTICLASS_ALIASES else None
    return name if known is not None and known.formula == subject.formula else subject.text


def _text(op: str, texts: list[str]) -> str:
    """An operation on texts, with the parentheses that it needs."""
    if op in FUNCTIONS:
        return f"{op}({', '.join(texts)})"
    if op == "neg":
        return f"-{_held(texts[0], 3)}"
    sign = "**" if op == "^" else op
    level = _LEVEL_OF[sign]
    left = _held(texts[0], level + (op == "^"))
    right = _held(texts[1], level + 1)
    return f"{left} {sign} {right}" if level == 1 else f"{left}{sign}{right}"


def _held(text: str, level: int) -> str:
    return f"({text})" if _level(text) < level else text


def _level(text: str) -> int:
    """How tightly a text holds together."""
    try:
        node = ast.parse(text.replace("^", "**"), mode="eval").body
    except (SyntaxError, RecursionError, MemoryError):
        return 0
    match node:
        case ast.BinOp() | ast.UnaryOp():
            return _LEVELS.get(type(node.op), 0)
        case ast.Name() | ast.Constant() | ast.Call():
            return ATOM
    return 0


def _higher(op: str, operands: tuple[object, ...]) -> bool:
    """Whether higher is better of a multiple, or a sum with a number."""

    subjects = [operand for operand in operands if isinstance(operand, Measure)]
    numbers = [rational(operand) for operand in operands if not isinstance(operand, Measure)]
    first = subjects[0].higher_is_better
    if op == "neg":
        return not first
    if len(subjects) == 2:
        return first if op == "+" and subjects[1].higher_is_better == first else True
    if not numbers or numbers[0] is None or op not in ("+", "-", "*", "/"):
        return True
    if op in ("+", "-"):
        return first == (op == "+" or operands[0] is subjects[0])
    factor = numbers[0]
    if not factor or (op == "/" and operands[0] is not subjects[0]):
        return True
    return first == (factor > 0)


#: Measures, or formulas that are being traced.
Operand = TypeVar("Operand", bound=Arithmetic)


def function(name: str, *operands: object) -> Any:
    """A function of `formula.FUNCTIONS` of measures, or of formulas that are being traced.

    TypeError for anything else.
    """
    for operand in operands:
        if isinstance(operand, Arithmetic):
            found = type(operand)._applied(name, *operands)
            if found is not NotImplemented:
                return found
    shown = ", ".join(type(operand).__name__ for operand in operands)
    raise TypeError(f"{name} of {shown}: measures and numbers are needed")
