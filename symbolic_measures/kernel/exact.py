"""Exact values of formulas at rational points: a number, `Undefined`, or `CannotTell`.

A value is a rational (`fmpq`), a sum of rational multiples of square roots of squarefree
integers (`Surd`), or `Transcendental`: a ball around the number at any precision, with a normal
form on demand.  Square roots of distinct squarefree integers are linearly independent over the
rationals, so a `Surd` is zero only if all its coefficients are: equality is decided.

The normal form of a `Transcendental` is a quotient of polynomials in atoms: log p and p^(1/q) for
primes p, pi, and function values of what has no simpler form.  Where its numerator is the
polynomial 0, the number is 0; that it is not 0 is only ever concluded from a ball that excludes
zero.  If neither shows: `CannotTell`.  No floating-point number is ever compared.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import TypeAlias

from flint import arb, ctx, fmpq, fmpz

MAX_PRECISION = 2_048
MAX_EXPONENT = 240
#: Products of normal forms with more pairs of terms than this are refused.
MAX_TERMS = 2_000
#: Decimals of an enclosure that is shown.
DIGITS = 12
_MAX_RADICAND = 10**24


class UndefinedError(ArithmeticError):
    """The formula has no value at this point."""


class InfiniteError(UndefinedError):
    """The value is oo or -oo (`sign`), which is no number: no formula computes with it."""

    def __init__(self, sign: int) -> None:
        super().__init__("the value is oo" if sign > 0 else "the value is -oo")
        self.sign = sign


class NotRealError(UndefinedError):
    """The formula is the root or logarithm of a negative number, or the like: not a real number."""


class CannotTellError(ArithmeticError):
    """The sign of a value could not be decided by enclosures up to `MAX_PRECISION` bits."""


class Surd:
    """sum over d of terms[d] * sqrt(d), d squarefree, every coefficient nonzero."""

    __slots__ = ("terms",)

    def __init__(self, terms: Mapping[int, fmpq]) -> None:
        self.terms = {d: q for d, q in terms.items() if q != 0}

    def ball(self) -> arb:
        """An enclosure at the current precision."""
        return sum((arb(q) * arb(d).sqrt() for d, q in self.terms.items()), arb(0))

    def inverse(self) -> Surd:
        """1/self by removing one prime after the other from under the roots."""
        top, bottom = Surd({1: fmpq(1)}), self
        while any(d != 1 for d in bottom.terms):
            prime = int(min(p for d in bottom.terms for p, _ in fmpz(d).factor()))
            conjugate = Surd({d: -q if d % prime == 0 else q for d, q in bottom.terms.items()})
            top, bottom = _surd_product(top, conjugate), _surd_product(bottom, conjugate)
        return Surd({d: q / bottom.terms[1] for d, q in top.terms.items()})


Atom: TypeAlias = tuple[object, ...]
#: Whole ones are of type int, which is quickly added and looked up.
Exponent: TypeAlias = int | Fraction
#: Atoms with their exponents, sorted; the atom ("prime", p) has exponents between 0 and 1.
Monomial: TypeAlias = tuple[tuple[Atom, Exponent], ...]
Sum: TypeAlias = dict[Monomial, fmpq]
#: numerator and denominator; a denominator with one term is 1.
Form: TypeAlias = tuple[Sum, Sum]
_ONE: Sum = {(): fmpq(1)}


class Transcendental:
    """A real number: `ball()` encloses it at flint's current precision, `form` is its form."""

    __slots__ = ("_build", "_form", "ball")

    def __init__(self, ball: Callable[[], arb], build: Callable[[], Form]) -> None:
        self.ball, self._build = ball, build
        self._form: Form | None = None

    @property
    def form(self) -> Form:
        """The normal form, worked out when it is first asked for."""
        if self._form is None:
            self._form = self._build()
        return self._form


Value: TypeAlias = fmpq | Surd | Transcendental


def _term(coefficient: fmpq, exponents: Mapping[Atom, Exponent]) -> tuple[Monomial, fmpq]:
    """The monomial with its coefficient; whole powers of primes go to the coefficient."""
    kept = []
    for atom, exponent in exponents.items():
        if atom[0] == "prime":
            whole = math.floor(exponent)
            coefficient, exponent = coefficient * fmpq(atom[1]) ** whole, exponent - whole
        if exponent:
            kept.append((atom, exponent.numerator if exponent.denominator == 1 else exponent))
    return tuple(sorted(kept, key=lambda power: _name(power[0]))), coefficient


#: What atoms are sorted by.
_name = lru_cache(maxsize=4_096)(repr)


def _alone(atom: Atom, exponent: Exponent = 1) -> Monomial:
    return ((atom, exponent),)


def _times(left: Sum, right: Sum) -> Sum:
    if len(left) * len(right) > MAX_TERMS:
        raise CannotTellError("the normal form is too large")
    if _ONE in (left, right):
        return right if left == _ONE else left
    total: Sum = {}
    for (one, p), (other, q) in product(left.items(), right.items()):
        exponents = dict(one)
        for atom, exponent in other:
            exponents[atom] = exponents.get(atom, 0) + exponent
        monomial, coefficient = _term(p * q, exponents)
        total[monomial] = total.get(monomial, fmpq(0)) + coefficient
    return {monomial: q for monomial, q in total.items() if q != 0}


def _plus(left: Sum, right: Sum) -> Sum:
    total = dict(left)
    for monomial, q in right.items():
        total[monomial] = total.get(monomial, fmpq(0)) + q
    return {monomial: q for monomial, q in total.items() if q != 0}


def _lowest(top: Sum, bottom: Sum) -> Form:
    if not top or len(bottom) > 1:
        return top, bottom if top else _ONE
    ((monomial, q),) = bottom.items()
    inverse, coefficient = _term(1 / q, {atom: -exponent for atom, exponent in monomial})
    return _times(top, {inverse: coefficient}), _ONE


def _form(value: Value) -> Form:
    if isinstance(value, Transcendental):
        return value.form
    terms = _surd(value).terms.items()
    return dict(_term(q, _primes(fmpq(d), Fraction(1, 2))) for d, q in terms), _ONE


def _primes(value: fmpq, exponent: Exponent) -> dict[Atom, Exponent]:
    """The exponents of the primes in value^exponent, for a rational value > 0."""
    if value.p > _MAX_RADICAND or value.q > _MAX_RADICAND:
        return {("number", str(value)): exponent}
    found: dict[Atom, Exponent] = {}
    for part, sign_of in ((value.p, 1), (value.q, -1)):
        for prime, power_of in part.factor():
            found["prime", int(prime)] = exponent * int(power_of) * sign_of
    return found


def _of(name: str, value: Value, exponent: Exponent = 1) -> Form:
    """A function value that has no simpler form, as an atom named by its argument's form."""
    top, bottom = _form(value)
    key = (tuple(sorted(((m, str(q)) for m, q in p.items()), key=repr)) for p in (top, bottom))
    return {_alone((name, *key), exponent): fmpq(1)}, _ONE


def _prime_powers(value: Value) -> dict[Atom, Exponent] | None:
    """The exponents of a value > 0 that is a product of powers of primes, else None."""
    top, bottom = _form(value)
    if len(top) != 1 or bottom != _ONE:
        return None
    ((monomial, q),) = top.items()
    if any(atom[0] not in ("prime", "number") for atom, _ in monomial):
        return None
    exponents = _primes(q, 1)
    for atom, exponent in monomial:
        exponents[atom] = exponents.get(atom, 0) + exponent
    return exponents


def _form_of_power(base: Value, exponent: Fraction) -> Form:
    """base^exponent for base > 0: the product of the powers if base is a product of primes."""
    exponents = _prime_powers(base)
    if exponents is None:
        return _of("power", base, exponent)
    return dict([_term(fmpq(1), {atom: e * exponent for atom, e in exponents.items()})]), _ONE


def _form_of_whole_power(form: Form, times: int) -> Form:
    top, bottom = _ONE, _ONE
    for _ in range(times):
        top, bottom = _times(top, form[0]), _times(bottom, form[1])
    return top, bottom


def _form_of_log(value: Value) -> Form:
    """log of a product of powers of primes: the sum of exponent * log p."""
    exponents = _prime_powers(value)
    if exponents is None:
        return _of("log", value)
    logs = {_alone(("log", *a)): fmpq(e.numerator, e.denominator) for a, e in exponents.items()}
    return logs, _ONE


_PI = _alone(("pi",))


def _form_of_acos(value: Value) -> Form:
    """Multiples of pi where they are known, and acos(-x) = pi - acos(x)."""
    if sign(value) < 0:
        top, bottom = _form_of_acos(negate(value))
        return _plus(_times(bottom, {_PI: fmpq(1)}), _times(top, {(): fmpq(-1)})), bottom
    for square, part in enumerate((fmpq(1, 2), fmpq(1, 3), fmpq(1, 4), fmpq(1, 6))):
        if sign(add(multiply(value, value), fmpq(-square, 4))) == 0:  # acos(sqrt(k)/2)
            return {_PI: part}, _ONE
    return _of("acos", value)


def _surd_product(left: Surd, right: Surd) -> Surd:
    if len(left.terms) * len(right.terms) > MAX_TERMS:
        raise CannotTellError("too many different square roots")
    terms: dict[int, fmpq] = {}
    for d, q in left.terms.items():
        for e, r in right.terms.items():
            common = math.gcd(d, e)
            key = (d // common) * (e // common)
            terms[key] = terms.get(key, fmpq(0)) + q * r * common
    return Surd(terms)


def _surd(value: fmpq | Surd) -> Surd:
    return value if isinstance(value, Surd) else Surd({1: value})


def _lower(value: Surd) -> fmpq | Surd:
    if any(d != 1 for d in value.terms):
        return value
    return value.terms.get(1, fmpq(0))


def _ball(value: Value) -> arb:
    return arb(value) if isinstance(value, fmpq) else value.ball()


def add(left: Value, right: Value) -> Value:
    """left + right."""
    if isinstance(left, fmpq) and isinstance(right, fmpq):
        return left + right
    if isinstance(left, Transcendental) or isinstance(right, Transcendental):
        return Transcendental(lambda: _ball(left) + _ball(right), lambda: _sum(left, right))
    terms = dict(_surd(left).terms)
    for d, q in _surd(right).terms.items():
        terms[d] = terms.get(d, fmpq(0)) + q
    return _lower(Surd(terms))


def _sum(left: Value, right: Value) -> Form:
    (a, b), (c, d) = _form(left), _form(right)
    if b == d:
        return _lowest(_plus(a, c), b)
    return _lowest(_plus(_times(a, d), _times(c, b)), _times(b, d))


def negate(value: Value) -> Value:
    """-value."""
    if isinstance(value, fmpq):
        return -value
    return multiply(fmpq(-1), value)


def multiply(left: Value, right: Value) -> Value:
    """left * right."""
    if isinstance(left, fmpq) and isinstance(right, fmpq):
        return left * right
    if isinstance(left, Transcendental) or isinstance(right, Transcendental):
        return Transcendental(lambda: _ball(left) * _ball(right), lambda: _product(left, right))
    return _lower(_surd_product(_surd(left), _surd(right)))


def _product(left: Value, right: Value) -> Form:
    (a, b), (c, d) = _form(left), _form(right)
    return _lowest(_times(a, c), _times(b, d))


def invert(value: Value) -> Value:
    """1/value; UndefinedError at zero."""
    if isinstance(value, fmpq):
        if value == 0:
            raise UndefinedError("division by zero")
        return 1 / value
    if isinstance(value, Surd):
        return _lower(value.inverse())
    if sign(value) == 0:
        raise UndefinedError("division by zero")
    return Transcendental(lambda: 1 / _ball(value), lambda: _lowest(value.form[1], value.form[0]))


def root(value: Value) -> Value:
    """The square root; UndefinedError for a negative number."""
    here = sign(value)
    if here < 0:
        raise NotRealError("square root of a negative number")
    if here == 0:
        return fmpq(0)
    if isinstance(value, fmpq) and value.p * value.q <= _MAX_RADICAND:
        outside, inside = 1, 1
        for prime, exponent in (value.p * value.q).factor():
            outside *= int(prime) ** (exponent // 2)
            inside *= int(prime) ** (exponent % 2)
        return _lower(Surd({inside: fmpq(outside, value.q)}))
    half = Fraction(1, 2)
    return Transcendental(lambda: _ball(value).sqrt(), lambda: _form_of_power(value, half))


def power(value: Value, exponent: Fraction) -> Value:
    """value ** exponent for a rational exponent; x**0 is 1 for every x."""
    times, part = exponent.numerator, exponent.denominator
    if max(abs(times), part) > MAX_EXPONENT:
        raise CannotTellError(f"the exponent {exponent} is too large")
    if part == 1:
        if isinstance(value, fmpq) and times >= 0:
            return value**times
        if times < 0:
            return power(invert(value), -exponent)
        if isinstance(value, Transcendental):
            return Transcendental(
                lambda: _ball(value) ** times, lambda: _form_of_whole_power(value.form, times)
            )
        result: Value = fmpq(1)
        for _ in range(times):
            result = multiply(result, value)
        return result
    here = sign(value)
    if here < 0:
        raise NotRealError("power of a negative number")
    if here == 0 and times < 0:
        raise UndefinedError("negative power of 0")
    if here == 0:
        return fmpq(0)
    if part == 2:
        return power(root(value), Fraction(times))
    number = fmpq(times, part)
    return Transcendental(
        lambda: _ball(value) ** arb(number), lambda: _form_of_power(value, exponent)
    )


def real_power(value: Value, exponent: Value) -> Value:
    """exp(exponent * log(value)) for value > 0; 0 for value = 0 and exponent > 0.

    UndefinedError elsewhere, for whole exponents too.  CannotTellError if the exponent is not a
    rational number.
    """
    here = sign(value)
    if here < 0:
        raise NotRealError("power of a negative number")
    if here == 0 and sign(exponent) <= 0:
        raise UndefinedError("power <= 0 of 0")
    if not isinstance(exponent, fmpq):
        raise CannotTellError("an exponent that is not rational")
    return power(value, Fraction(int(exponent.p), int(exponent.q)))


def logarithm(value: Value) -> Value:
    if (here := sign(value)) <= 0:
        raise (
            UndefinedError("logarithm of 0")
            if here == 0
            else NotRealError("logarithm of a negative number")
        )
    if compare(value, fmpq(1)) == 0:
        return fmpq(0)
    return Transcendental(lambda: _ball(value).log(), lambda: _form_of_log(value))


def arccosine(value: Value) -> Value:
    if compare(value, fmpq(1)) > 0 or compare(value, fmpq(-1)) < 0:
        raise NotRealError("arccos of a number outside [-1, 1]")
    if compare(value, fmpq(1)) == 0:
        return fmpq(0)
    if compare(value, fmpq(-1)) == 0:
        return Transcendental(arb.pi, lambda: ({_PI: fmpq(1)}, _ONE))
    return Transcendental(lambda: _ball(value).acos(), lambda: _form_of_acos(value))


def sign(value: Value) -> int:
    """-1, 0 or 1; CannotTellError if the normal form is not 0 and no ball excludes zero."""
    if isinstance(value, fmpq):
        return (value > 0) - (value < 0)
    try:
        return _sign(value)
    except RecursionError:
        raise CannotTellError("nested too deeply") from None


def _sign(value: Surd | Transcendental) -> int:
    before = ctx.prec
    try:
        precision = 64
        while isinstance(value, Surd) or precision <= MAX_PRECISION:
            ctx.prec = precision
            ball = value.ball()
            if ball > 0:
                return 1
            if ball < 0:
                return -1
            if precision == 64 and isinstance(value, Transcendental) and not value.form[0]:
                return 0
            precision *= 2
    finally:
        ctx.prec = before
    raise CannotTellError(f"zero within {MAX_PRECISION} bits, or too close to tell")


def compare(left: Value, right: Value) -> int:
    """The sign of left - right."""
    if isinstance(left, fmpq) and isinstance(right, fmpq):
        return (left > right) - (left < right)
    if isinstance(left, Surd) and isinstance(right, Surd) and left.terms == right.terms:
        return 0
    return sign(add(left, negate(right)))


def token(value: Value) -> Hashable:
    """Something that only equal numbers share, though not all equal numbers do.

    Raises CannotTellError if the normal form is too long.
    """
    if isinstance(value, Surd):
        return frozenset(value.terms.items())
    if isinstance(value, Transcendental):
        return tuple(frozenset(part.items()) for part in value.form)
    return value


def show(value: Value) -> str | list[str]:
    """The exact number as text (`3/4`, `sqrt(2)/2`), or two decimals that enclose it."""
    if isinstance(value, Transcendental):
        with suppress(CannotTellError):  # its normal form is too large: an enclosure will do
            value = _rational(value)
    if isinstance(value, fmpq):
        return str(value)
    if isinstance(value, Surd):
        text = ""
        for d, q in sorted(value.terms.items()):
            size = "" if abs(q.p) == 1 and d != 1 else str(abs(q.p))
            stem = "*".join(filter(None, (size, f"sqrt({d})" if d != 1 else "")))
            joint = (" - " if q < 0 else " + ") if text else ("-" if q < 0 else "")
            text += joint + stem + (f"/{q.q}" if q.q != 1 else "")
        return text
    ball = _narrow(value) * 10**DIGITS
    low, high = (int(end.fmpz()) for end in (ball.lower().floor(), ball.upper().ceil()))
    return [_decimal(low), _decimal(high)]


def _narrow(value: Value) -> arb:
    """A ball that is small in the decimals shown."""
    before = ctx.prec
    try:
        for ctx.prec in (128, 256, 512, 1_024, MAX_PRECISION):
            ball = _ball(value)
            if ball.rad() < arb(10) ** -(DIGITS + 1):
                return ball
    finally:
        ctx.prec = before
    raise CannotTellError("no enclosure is narrow enough to be shown")


def _rational(value: Transcendental) -> Value:
    """The rational number or `Surd` that a normal form without other atoms is."""
    top, bottom = value.form
    atoms = {(atom[0], exponent) for monomial in top for atom, exponent in monomial}
    if bottom != _ONE or atoms - {("prime", Fraction(1, 2))}:
        return value
    terms = {math.prod(int(str(a[1])) for a, _ in monomial): q for monomial, q in top.items()}
    return _lower(Surd(terms))


def _decimal(scaled: int) -> str:
    """scaled / 10^DIGITS as a decimal."""
    digits = str(abs(scaled)).rjust(DIGITS + 1, "0")
    return f"{'-' if scaled < 0 else ''}{digits[:-DIGITS]}.{digits[-DIGITS:]}"
