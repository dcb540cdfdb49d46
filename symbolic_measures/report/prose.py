"""Sentences with formulas in them, before any format.

A `Prose` is a tuple of pieces: text, formulas, and named cells such as
(TP, FN, FP, TN) = (0, 0, 1, 1).  An `Equation` is a displayed chain `a = b >= 0`.

Invariant: a counterexample names its cells, always TP, FN, FP, TN in this order.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.parser import identifiers, parse
from symbolic_measures.nouns.verdict import Exact
from symbolic_measures.report.mathtext import latex, name_latex, plain
from symbolic_measures.report.polynomials import signed

_STEP = re.compile(r"((?:TP|FN|FP|TN|c\d\d) [+-] (?:1|k)\b|dM/d(?:TP|FN|FP|TN|c\d\d)(?: [<>]= 0)?)")
_GROWS = re.compile(r"(.+)( is strictly (?:growing|falling))")
DIGITS = 6
RELATIONS = {"=": "=", "==": "=", ">=": r"\ge", ">": ">", "!=": r"\ne", "<=": r"\le", "<": "<"}


@dataclass(frozen=True)
class Cells:
    """Values of named quantities; with `head` M, written M(0, 0, 1, 1) without the names.

    Without names, the rows of a square matrix: [[0, 1, 0], [1, 0, 0], [0, 0, 2]].
    """

    names: tuple[str, ...]
    values: tuple[Formula, ...]
    head: str = ""

    def rows(self, write: Callable[[Formula], str]) -> list[list[str]]:
        """The square matrix, true class first."""
        width = isqrt(len(self.values))
        shown = list(map(write, self.values))
        return [shown[i : i + width] for i in range(0, len(shown), width)]


@dataclass(frozen=True)
class Equation:
    """terms[0] relations[0] terms[1] relations[1] ..."""

    terms: tuple[Formula, ...]
    relations: tuple[str, ...]


@dataclass(frozen=True)
class Typed:
    """A formula as it is typed, and its LaTeX."""

    source: str
    tex: str


Maths = Formula | Cells | Equation | Typed
Piece = str | Formula | Cells | Equation | Typed
Prose = tuple[Piece, ...]


def signs(words: str) -> str:
    """Text with the signs of relations instead of what a keyboard has."""
    return words.replace("<=", "\u2264").replace(">=", "\u2265").replace("!=", "\u2260")


def exact(value: Exact) -> Prose:
    """An exact value as it stands in a witness: a number, an enclosure, or `undefined`.

    An enclosure is shown to as many digits as its two ends share, at most `DIGITS`.
    """
    if isinstance(value, list):
        return _between(Fraction(value[0]), Fraction(value[1]))
    return (number(value),) if value != "undefined" else ("undefined",)


def _between(low: Fraction, high: Fraction) -> Prose:
    for digits in range(DIGITS, 0, -1):
        shown = {f"{float(end):.{digits}f}" for end in (low, high)}
        if len(shown) == 1:
            decimal = symbol(shown.pop().lstrip("-"))
            return ("about ", -decimal if low < 0 else decimal)
    return ("between ", formula(low), " and ", formula(high))


def number(text: str) -> Piece:
    """The formula of an exact number, or the text if it is none."""
    if text in ("oo", "-oo"):
        return symbol("oo") if text == "oo" else -symbol("oo")
    try:
        return signed(parse(text, names={}, parameters=("e",)))
    except FormulaError:
        return text


def cells(values: tuple[str, ...], names: tuple[str, ...] = CELLS, head: str = "") -> Cells:
    """Cells from the exact texts of a witness."""
    trees = tuple(tree if isinstance(tree := number(v), Formula) else symbol(v) for v in values)
    return Cells(names if len(names) == len(trees) else (), trees, head)


def equation(left: Formula, *rest: str | Formula | int) -> Equation:
    """`equation(a, "=", b, ">=", 0)`."""
    terms = [left, *(t if isinstance(t, Formula) else formula(int(t)) for t in rest[1::2])]
    return Equation(tuple(terms), tuple(str(relation) for relation in rest[::2]))


def labelled(label: str) -> Prose:
    """A goal's label with its steps and derivatives as formulas: `FN - 1, TP + 1`."""
    parts: list[Piece] = []
    if (grows := _GROWS.fullmatch(label)) is not None:
        return (signed(parse(grows[1], names={}, parameters=identifiers(grows[1]))), grows[2])
    for word in _STEP.split(label):
        if not _STEP.fullmatch(word):
            parts += [word] if word else []
            continue
        name, *rest = word.split(" ")
        if name.startswith("dM/d"):
            parts.append(equation(symbol(name), rest[0], 0) if rest else symbol(name))
        else:
            way, by = rest
            amount = symbol(by) if by == "k" else formula(int(by))
            parts.append(symbol(name) + amount if way == "+" else symbol(name) - amount)
    return tuple(parts)


def text(prose: Prose) -> str:
    """The prose as plain text."""
    return "".join(_text(piece) for piece in prose)


def _text(piece: Piece) -> str:
    match piece:
        case Formula():
            return plain(piece)
        case Cells(names=()):
            rows = ", ".join(f"[{', '.join(row)}]" for row in piece.rows(plain))
            return f"{piece.head}([{rows}])" if piece.head.isalpha() else f"{piece.head}[{rows}]"
        case Cells():
            values = ", ".join(map(plain, piece.values))
            return f"{piece.head or '(' + ', '.join(piece.names) + ') = '}({values})"
        case Equation():
            shown = [plain(piece.terms[0])]
            for relation, term in zip(piece.relations, piece.terms[1:], strict=True):
                shown += ["=" if relation == "==" else relation, plain(term)]
            return " ".join(shown)
        case Typed():
            return piece.source
    return piece


def tex(prose: Prose, words: Callable[[str], str], maths: Callable[[str], str]) -> str:
    """The prose with `words` applied to text and `maths` to the LaTeX of formulas."""
    return "".join(
        words(piece) if isinstance(piece, str) else maths(math(piece)) for piece in prose
    )


def math(piece: Maths) -> str:
    """The LaTeX of a piece that is not text."""
    match piece:
        case Typed():
            return piece.tex
        case Formula():
            return latex(piece)
        case Cells(names=()):
            rows = r" \\ ".join(" & ".join(row) for row in piece.rows(latex))
            return rf"{piece.head}\begin{{pmatrix}} {rows} \end{{pmatrix}}"
        case Cells():
            values = f"({', '.join(map(latex, piece.values))})"
            names = ", ".join(map(name_latex, piece.names))
            return piece.head + values if piece.head else f"({names}) = {values}"
        case Equation():
            shown = [latex(piece.terms[0])]
            for relation, term in zip(piece.relations, piece.terms[1:], strict=True):
                shown += [RELATIONS[relation], latex(term)]
            return " ".join(shown)
