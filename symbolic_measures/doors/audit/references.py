"""Exact values of a formula, at any size of matrix, and how far a returned number is from them.

Where a formula is rational its value is a Fraction; where it has roots, logarithms or arccosines it
is an mpmath number of `DIGITS_KEPT` decimals, of which cancellation at counts up to 10^15 leaves
many.  Whether a small matrix has a value is asked of the kernel's exact arithmetic.
Invariant: a value that these decimals cannot tell from a place where the formula is undefined is
`Unknown`, and is never compared.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import isqrt
from typing import Any, TypeAlias

from flint import fmpq
from mpmath import mp, mpf

from symbolic_measures.doors.audit.outcomes import DIGITS, Outcome
from symbolic_measures.doors.audit.signatures import Matrix
from symbolic_measures.doors.audit.targets import TargetError
from symbolic_measures.kernel.exact import (
    CannotTellError,
    InfiniteError,
    UndefinedError,
    show,
    sign,
)
from symbolic_measures.kernel.truth import evaluator
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.nouns.confusion import compositions
from symbolic_measures.nouns.formula import Formula

#: A Fraction, or an mpf of mpmath, which has no types.
Number: TypeAlias = Any
#: A node of a formula, and the places of the nodes below it.
_Step: TypeAlias = tuple[Formula, tuple[int, ...]]
#: Decimals that are computed with, and those at which a number counts as zero.
DIGITS_KEPT, ZERO_DIGITS = 130, 80
#: How near a returned number must be, absolutely or relatively, by its type.
TOLERANCE = {"exact": 1e-9, "float64": 1e-9, "float32": 1e-5, "float16": 1e-2}


class Unknown(ArithmeticError):  # noqa: N818  # it is an answer
    """The decimals do not tell whether there is a value."""


@dataclass(frozen=True)
class Reference:
    """What a formula is at a matrix: a number, an infinity of a reading, or nothing (`None`)."""

    number: Number | None
    infinite: int = 0
    shown: str = "undefined"

    @property
    def is_defined(self) -> bool:
        """Whether there is a finite value."""
        return self.number is not None


class Exact:
    """The values of a reading at matrices, at fixed numbers for its parameters."""

    def __init__(self, reading: Reading, parameters: Mapping[str, Fraction]) -> None:
        self.reading, self.parameters = reading, dict(parameters)
        self.names = reading.measure.cells
        self._shown, self._steps = reading.shown, _steps(reading.formula)
        self._known: dict[Matrix, Reference] = {}
        self._large: dict[Matrix, Reference | None] = {}

    def __call__(self, matrix: Matrix) -> Reference:
        """The value at a small matrix; whether there is one is decided by exact arithmetic.

        TargetError, in one line, where that cannot be told.
        """
        if matrix not in self._known:
            try:
                self._known[matrix] = self._looked_up(matrix)
            except (CannotTellError, Unknown):
                name = self.reading.measure.name
                line = f"{name}: at {matrix} it cannot be told what the formula is; rewrite it"
                raise TargetError(line) from None
        return self._known[matrix]

    def _looked_up(self, matrix: Matrix) -> Reference:
        point = {name: fmpq(cell) for name, cell in zip(self.names, matrix, strict=True)}
        for name, ratio in self.parameters.items():
            point[name] = fmpq(ratio.numerator, ratio.denominator)
        try:
            value = evaluator(self._shown)(point)
        except InfiniteError as error:
            return Reference(None, error.sign, "oo" if error.sign > 0 else "-oo")
        except UndefinedError:
            return Reference(None)
        if isinstance(value, fmpq):
            exact = Fraction(int(value.p), int(value.q))
            return Reference(exact, shown=str(exact))
        shown = show(value)
        if shown == "0" or sign(value) == 0:
            return Reference(Fraction(0), shown="0")
        number = self.large(matrix).number
        return Reference(number, shown=shown if isinstance(shown, str) else decimals(number))

    def large(self, matrix: Matrix) -> Reference:
        """The value at a matrix of any size; Unknown if the decimals do not tell."""
        if matrix not in self._large:
            try:
                self._large[matrix] = self._evaluated(matrix)
            except Unknown:
                self._large[matrix] = None
        found = self._large[matrix]
        if found is None:
            raise Unknown
        return found

    def _evaluated(self, matrix: Matrix) -> Reference:
        at = {name: Fraction(cell) for name, cell in zip(self.names, matrix, strict=True)}
        with mp.workdps(DIGITS_KEPT):
            number = _computed(self._steps, {**at, **self.parameters})
            if number is not None and number != 0:
                _sign(number)  # Unknown if it may be 0
        if number is None:
            return Reference(None)
        short = isinstance(number, Fraction) and len(str(number)) <= 24
        return Reference(number, shown=str(number) if short else decimals(number))


def decimals(number: Number | None, digits: int = 17) -> str:
    """A number in decimals, to be read."""
    if number is None:
        return "undefined"
    with mp.workdps(DIGITS_KEPT):
        return str(mp.nstr(_mpf(number), digits))


def _steps(tree: Formula) -> tuple[_Step, ...]:
    """The nodes of a formula, each with the places of those below it."""
    places = {node: place for place, node in enumerate(tree.walk())}
    return tuple((node, tuple(places[child] for child in node.children)) for node in places)


def _computed(steps: Iterable[_Step], at: Mapping[str, Fraction]) -> Number | None:
    """The value of the last step; None where there is none, Unknown where that cannot be told.

    Call it within `mp.workdps`.
    """
    known: list[Number | None] = []
    for node, below in steps:
        if node.op == "number":
            known.append(node.args[0])
        elif node.op == "symbol":
            known.append(at[node.args[0]])
        elif node.op == "ifzero":
            test, then, other = (known[place] for place in below)
            known.append(None if test is None else then if _sign(test) == 0 else other)
        else:
            parts = [known[place] for place in below]
            given = [part for part in parts if part is not None]
            known.append(_applied(node.op, given) if len(given) == len(parts) else None)
    return known[-1]


def _mpf(value: Number) -> Any:
    if isinstance(value, Fraction):
        return mpf(value.numerator) / mpf(value.denominator)
    return value


def _sign(value: Number) -> int:
    """The sign; Unknown if a number that is not exact is too near to zero."""
    if isinstance(value, mpf) and abs(value) < mpf(10) ** -ZERO_DIGITS:
        raise Unknown
    return (value > 0) - (value < 0)


def _applied(op: str, parts: list[Number]) -> Number | None:
    """One operation; None where it has no value."""
    first, second = parts[0], parts[-1]
    if op in ("+", "-", "*", "/"):
        if not (isinstance(first, Fraction) and isinstance(second, Fraction)):
            first, second = _mpf(first), _mpf(second)
        match op:
            case "+":
                return first + second
            case "-":
                return first - second
            case "*":
                return first * second
        return None if _sign(second) == 0 else first / second
    match op:
        case "neg":
            return -first
        case "Abs":
            return abs(first)
        case "Min" | "Max":
            less = _sign(_applied("-", parts) or Fraction(0)) < 0
            return first if less == (op == "Min") else second
        case "sqrt":
            return _root(first)
        case "^" | "power":
            return _power(first, second)
        case "log":
            return None if _sign(first) <= 0 else mp.log(_mpf(first)) if first != 1 else Fraction(0)
        case "acos":
            return _acos(first)
    raise Unknown(op)


def _root(value: Number) -> Number | None:
    if _sign(value) < 0:
        return None
    if isinstance(value, Fraction):
        top, bottom = isqrt(value.numerator), isqrt(value.denominator)
        if top**2 == value.numerator and bottom**2 == value.denominator:
            return Fraction(top, bottom)
    return mp.sqrt(_mpf(value))


def _power(base: Number, exponent: Number) -> Number | None:
    whole = isinstance(exponent, Fraction) and exponent.denominator == 1
    if whole and isinstance(base, Fraction):
        return None if base == 0 and exponent < 0 else base ** int(exponent)
    sign = _sign(base)
    if sign == 0:
        return Fraction(0) if _sign(exponent) > 0 else None
    if sign < 0 and not whole:
        return None
    if exponent == Fraction(1, 2):
        return _root(base)
    return mp.power(_mpf(base), _mpf(exponent))


def _acos(value: Number) -> Number | None:
    if isinstance(value, Fraction) and abs(value) == 1:
        return Fraction(0) if value == 1 else mp.acos(mpf(-1))
    return None if _sign(1 - abs(_mpf(value))) < 0 else mp.acos(_mpf(value))


# --- how far --------------------------------------------------------------------------------


def agrees(found: Outcome, wanted: Reference, tolerance: float | None = None) -> bool:
    """Whether an outcome is what the formula is; nan and the like where the formula is undefined.

    Exact numbers must be equal, others near: within 1e-9, absolutely or relatively, if they are
    float64, less if their type holds less.
    """
    if wanted.number is None:
        if wanted.infinite:
            return found.kind == ("inf" if wanted.infinite > 0 else "-inf")
        return found.kind in ("nan", "nothing") or says_undefined(found)
    if found.number is None:
        return False
    if isinstance(found.number, Fraction):
        return bool(found.number == wanted.number)
    near = TOLERANCE[found.type] if tolerance is None else tolerance
    gap = abs(found.number - _float(wanted.number))
    return gap <= near * max(1.0, abs(found.number))


def says_undefined(found: Outcome) -> bool:
    """Whether it raised what a function raises where it has no value."""
    return found.kind == "raises" and found.told.split(":")[0] in (
        "raises ZeroDivisionError",
        "raises ValueError",
        "raises InvalidOperation",
        "raises FloatingPointError",
    )


def _float(number: Number) -> float:
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf


def units(found: Outcome, wanted: Number) -> float:
    """The error in units in the last place of the exact value, in the type that was returned.

    Where the exact value is 0 the unit is that of 1.

    Example:
        >>> units(Outcome("number", "0.1", 0.1), Fraction(1, 10))
        0.4
    """
    if found.number is None or (isinstance(found.number, Fraction) and found.number == wanted):
        return 0.0
    digits = DIGITS.get(found.type, 52)
    returned = Fraction(found.number)
    if isinstance(wanted, Fraction):
        error = abs(returned - wanted) / Fraction(2) ** (_exponent(abs(wanted)) - digits)
    else:
        with mp.workdps(DIGITS_KEPT):
            exponent = mp.frexp(wanted)[1] - 1 if wanted else 0
            error = abs(_mpf(returned) - wanted) / mpf(2) ** (exponent - digits)
    return float(f"{_float(error):.4g}")


def _exponent(value: Fraction) -> int:
    """The largest power of two that is at most the value; 0 for 0."""
    if not value:
        return 0
    exponent = value.numerator.bit_length() - value.denominator.bit_length()
    return exponent if value >= Fraction(2) ** exponent else exponent - 1


@lru_cache(maxsize=32)
def matrices(up_to: int, classes: int = 2) -> tuple[Matrix, ...]:
    """Every matrix of 1 to `up_to` elements, the smallest first, then lexicographically."""
    return tuple(_of_sizes(range(1, up_to + 1), classes**2))


def _of_sizes(sizes: range, cells: int) -> Iterator[Matrix]:
    for size in sizes:
        yield from compositions(size, cells)
