"""The properties by enumeration: slow, obviously right, and independent of the package's engine.

Everything here is written from the wording of gosgens2021 (Definitions 1-9 and 11) and shares
with the package nothing but the tree of a formula.  Formulas are evaluated by a recursion of our
own over Fractions and sums of square roots; logarithms, arccosines, other powers and roots of large
numbers in 60 decimals, where a difference below 10^-40 is taken for none.  "Undefined" is never a
value: only pairs with both sides defined are compared.

Each property answers `violated` with the first violation in the declared order (the size that
`key` gives first), `holds so far`, or `vacuous so far` if nothing could be compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, gcd, isqrt
from typing import Any

from mpmath import acos, log, mpf
from mpmath import sqrt as real_root

TINY = mpf(10) ** -40
#: Roots of larger numbers are not looked for squares in them: that would take a division by each p.
LARGE = 10**12

Matrix = tuple[Any, Any, Any, Any]
Key = tuple[Any, ...]

VIOLATED, HOLDS, VACUOUS = "violated", "holds so far", "vacuous so far"


class UndefinedHereError(ArithmeticError):
    """The formula has no value at this point."""


class BeyondUsError(ArithmeticError):
    """A value that is neither rational nor a sum of roots of rationals."""


# --- numbers: q1*sqrt(d1) + q2*sqrt(d2) + ... with squarefree d ----------------------------


class Roots:
    """A sum of rational multiples of square roots of distinct squarefree integers.

    Such roots are linearly independent over the rationals, so it is 0 iff it has no terms.
    """

    def __init__(self, terms: Mapping[int, Fraction]) -> None:
        self.terms = {d: q for d, q in terms.items() if q}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Roots) and self.terms == other.terms

    def __hash__(self) -> int:
        return hash(frozenset(self.terms.items()))

    def __add__(self, other: Roots) -> Roots:
        keys = {*self.terms, *other.terms}
        zero = Fraction(0)
        return Roots({d: self.terms.get(d, zero) + other.terms.get(d, zero) for d in keys})

    def __neg__(self) -> Roots:
        return Roots({d: -q for d, q in self.terms.items()})

    def __sub__(self, other: Roots) -> Roots:
        return self + -other

    def __mul__(self, other: Roots) -> Roots:
        total = Roots({})
        for (d, p), (e, q) in product(self.terms.items(), other.terms.items()):
            both = gcd(d, e)
            total = total + Roots({d * e // both**2: p * q * both})
        return total

    def reciprocal(self) -> Roots:
        """1/self: multiply by the conjugate in one factor after the other until it is rational.

        The factor divides each d or is prime to it, as a prime does, so that changing the sign of
        its root keeps all products.
        """
        if not self.terms:
            raise UndefinedHereError("division by zero")
        above, below = Roots({1: Fraction(1)}), self
        while set(below.terms) != {1}:
            factor = max(below.terms)
            while parts := [g for d in below.terms if 1 < (g := gcd(factor, d)) < factor]:
                factor = parts[0]
            other = Roots({d: -q if d % factor == 0 else q for d, q in below.terms.items()})
            above, below = above * other, below * other
        return Roots({d: q / below.terms[1] for d, q in above.terms.items()})

    def sign(self) -> int:
        """-1, 0 or 1: by whole-number bounds around each root, scaled until they agree."""
        if not self.terms:
            return 0
        if set(self.terms) == {1}:
            return 1 if self.terms[1] > 0 else -1
        scale = 10**12
        while True:
            low = high = Fraction(0)
            for d, q in self.terms.items():
                floor = isqrt(d * scale * scale)
                ends = sorted((q * floor, q * (floor + 1)))
                low, high = low + ends[0], high + ends[1]
            if low > 0 or high < 0:
                return 1 if low > 0 else -1
            scale = scale**2


@cache
def square_part(number: int) -> tuple[int, int]:
    """(s, d) with number = s^2 * d and d squarefree."""
    if isqrt(number) ** 2 == number:
        return isqrt(number), 1
    outside, p = 1, 2
    while p * p <= number:
        while number % (p * p) == 0:
            number //= p * p
            outside *= p
        p += 1
    return outside, number


Number = Fraction | Roots | mpf


def real(value: Number) -> mpf:
    """The number in 60 decimals."""
    if isinstance(value, Fraction):
        return mpf(value.numerator) / value.denominator
    if isinstance(value, Roots):
        return sum((real(q) * real_root(mpf(d)) for d, q in value.terms.items()), mpf(0))
    return value


def lifted(value: Number) -> Roots:
    """The number as a sum of roots."""
    return value if isinstance(value, Roots) else Roots({1: value})


def plain(value: Roots) -> Number:
    """The number as a Fraction if it is one."""
    return value if set(value.terms) - {1} else value.terms.get(1, Fraction(0))


def minus(left: Number, right: Number) -> Number:
    """left - right."""
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        return left - right
    if isinstance(left, mpf) or isinstance(right, mpf):
        return real(left) - real(right)
    return plain(lifted(left) - lifted(right))


def times(left: Number, right: Number) -> Number:
    """left * right."""
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        return left * right
    if isinstance(left, mpf) or isinstance(right, mpf):
        return real(left) * real(right)
    return plain(lifted(left) * lifted(right))


def sign(value: Number) -> int:
    """-1, 0 or 1."""
    if isinstance(value, mpf):
        return 0 if abs(value) < TINY else 1 if value > 0 else -1
    return (value > 0) - (value < 0) if isinstance(value, Fraction) else value.sign()


@cache
def compared(left: Number, right: Number) -> int:
    """The sign of left - right; oo and oo are equal."""
    return 0 if left == right else sign(minus(left, right))


def divided(left: Number, right: Number) -> Number:
    """left / right, nothing if right is 0."""
    if sign(right) == 0:
        raise UndefinedHereError("division by zero")
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        return left / right
    if isinstance(left, mpf) or isinstance(right, mpf):
        return real(left) / real(right)
    return plain(lifted(left) * lifted(right).reciprocal())


def rooted(value: Number) -> Number:
    """The square root, nothing for a negative number."""
    if sign(value) < 0:
        raise UndefinedHereError("root of a negative number")
    if not isinstance(value, Fraction):
        return real_root(max(real(value), mpf(0)))
    if value == 0:
        return value
    if any(part > LARGE and isqrt(part) ** 2 != part for part in value.as_integer_ratio()):
        return real_root(real(value))
    above, below = square_part(value.numerator), square_part(value.denominator)
    outside = Fraction(above[0], below[0] * below[1])  # 1/sqrt(d) is sqrt(d)/d
    return plain(Roots({above[1] * below[1]: outside}))


def raised(base: Number, exponent: Fraction) -> Number:
    """base ** exponent; half-whole exponents are powers of the root; x ** 0 is 1."""
    if exponent.denominator > 2:
        return real_power(base, exponent)
    if exponent.denominator == 2:
        return raised(rooted(base), Fraction(exponent.numerator))
    result: Number = Fraction(1)
    for _ in range(abs(exponent.numerator)):
        result = times(result, base)
    return divided(Fraction(1), result) if exponent < 0 else result


def real_power(base: Number, exponent: Number) -> Number:
    """exp(exponent * log(base)) for a base > 0, and 0 for 0 to a positive power."""
    if sign(base) < 0 or (sign(base) == 0 and sign(exponent) <= 0):
        raise UndefinedHereError("power of a number <= 0")
    if isinstance(exponent, Fraction) and exponent.denominator == 1:
        return raised(base, exponent)
    return Fraction(0) if sign(base) == 0 else real(base) ** real(exponent)


def logarithm(value: Number) -> Number:
    """The natural logarithm, nothing for a number <= 0."""
    if sign(value) <= 0:
        raise UndefinedHereError("logarithm of a number <= 0")
    return log(real(value))


def arccosine(value: Number) -> Number:
    """The arccosine, nothing outside [-1, 1]."""
    if sign(minus(times(value, value), Fraction(1))) > 0:
        raise UndefinedHereError("arccos of a number beyond 1")
    return acos(min(max(real(value), mpf(-1)), mpf(1)))


def parametric(tree: Any) -> bool:
    """Whether a symbol stands in a formula."""
    return tree.op == "symbol" or any(parametric(child) for child in tree.children)


def value_of(tree: Any, at: Mapping[str, Fraction]) -> Number:
    """The exact value of a formula's tree, read from top to bottom as written."""
    if tree.op == "number":
        return Fraction(tree.args[0])
    if tree.op == "symbol":
        return Fraction(at[tree.args[0]])
    if tree.op == "ifzero":
        test, then, otherwise = tree.args
        return value_of(then if sign(value_of(test, at)) == 0 else otherwise, at)
    args = [value_of(arg, at) for arg in tree.args]
    if tree.op == "+":
        return minus(args[0], times(Fraction(-1), args[1]))
    if tree.op == "-":
        return minus(args[0], args[1])
    if tree.op == "*":
        return times(args[0], args[1])
    if tree.op == "/":
        return divided(args[0], args[1])
    if tree.op == "neg":
        return times(Fraction(-1), args[0])
    if tree.op == "^":
        if parametric(tree.args[1]):  # a parameter is a real exponent, also where it is whole
            return real_power(*args)
        return raised(args[0], Fraction(args[1]))
    if tree.op == "power":
        return real_power(*args)
    if tree.op == "log":
        return logarithm(args[0])
    if tree.op == "acos":
        return arccosine(args[0])
    if tree.op == "sqrt":
        return rooted(args[0])
    if tree.op == "Abs":
        return args[0] if sign(args[0]) >= 0 else times(Fraction(-1), args[0])
    below = sign(minus(args[0], args[1])) <= 0
    if tree.op == "Min":
        return args[0] if below else args[1]
    if tree.op == "Max":
        return args[1] if below else args[0]
    raise BeyondUsError(tree.op)


class Values:
    """The values of one reading at fixed parameters, each matrix looked at once.

    Where c/0 and log 0 are values, they are those of the formula in `slow_extended`.
    """

    def __init__(self, reading: Any, parameters: Mapping[str, Fraction] | None = None) -> None:
        self.tree, self.read = reading.formula, value_of
        if reading.name == "brzezinski-extended":
            import slow_extended

            self.tree, self.read = reading.measure.formula, slow_extended.value_of
        self.up = reading.measure.higher_is_better
        self.parameters = dict(parameters or {})
        self.known: dict[Matrix, Number | None] = {}

    def __call__(self, matrix: Matrix) -> Number | None:
        """The value (larger is better), None where there is none."""
        if matrix not in self.known:
            point = dict(zip(("TP", "FN", "FP", "TN"), map(Fraction, matrix), strict=True))
            try:
                value = self.read(self.tree, {**point, **self.parameters})
                self.known[matrix] = value if self.up else times(Fraction(-1), value)
            except UndefinedHereError:
                self.known[matrix] = None
        return self.known[matrix]


# --- matrices -------------------------------------------------------------------------------


def matrices(n: int) -> Iterator[Matrix]:
    """All matrices (TP, FN, FP, TN) of size n, lexicographically."""
    for tp in range(n + 1):
        for fn in range(n + 1 - tp):
            for fp in range(n + 1 - tp - fn):
                yield tp, fn, fp, n - tp - fn - fp


def up_to(n_max: int) -> Iterator[Matrix]:
    """All matrices of size 1 to n_max."""
    for n in range(1, n_max + 1):
        yield from matrices(n)


def is_diagonal(matrix: Matrix) -> bool:
    """Everything predicted rightly."""
    return matrix[1] == matrix[2] == 0


def is_zero_diagonal(matrix: Matrix) -> bool:
    """Everything predicted wrongly."""
    return matrix[0] == matrix[3] == 0


def some_margin_is_n(matrix: Matrix) -> bool:
    """A row or column sum equals n: one of the labelings is constant."""
    tp, fn, fp, tn = matrix
    return sum(matrix) in (tp + fn, fp + tn, tp + fp, fn + tn)


# --- violations -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Answer:
    """`outcome`, and for a violation the two matrices (or sizes) in question, with their key."""

    outcome: str
    key: Key = ()
    first: tuple[Any, ...] = ()
    second: tuple[Any, ...] = ()


Pair = tuple[int, Matrix, Matrix]  # declared size, the two matrices
Compare = Callable[[int], bool]  # of the sign of M(first) - M(second)


def judged(value: Values, pairs: Iterator[Pair], right: Compare) -> Answer:
    """The first pair in the declared order that is not right."""
    seen = False
    worst: Answer | None = None
    for size, first, second in pairs:
        here, there = value(first), value(second)
        if here is None or there is None:
            continue
        seen = True
        if not right(compared(here, there)):
            found = Answer(VIOLATED, key(size, first, second), first, second)
            if worst is None or found.key < worst.key:
                worst = found
    return worst or Answer(HOLDS if seen else VACUOUS)


def key(size: int, first: Matrix, second: Matrix) -> Key:
    """The declared order: the size, n of the first matrix, its cells, those of the second."""
    return (size, sum(first), *first, *second)


def earlier(*answers: Answer) -> Answer:
    """The first violation of several clauses; vacuous only if all of them are."""
    violations = [answer for answer in answers if answer.outcome == VIOLATED]
    if violations:
        return min(violations, key=lambda answer: answer.key)
    return next((a for a in answers if a.outcome == HOLDS), answers[0])


def agreement(value: Values, n_max: int, special: Callable[[Matrix], bool], best: bool) -> Answer:
    """All special matrices have one value; every other one is below (or above) it."""
    marked = [m for m in up_to(n_max) if special(m)]
    others = [m for m in up_to(n_max) if not special(m)]
    if all(value(matrix) is None for matrix in marked):
        return Answer(VACUOUS)
    same = ((max(sum(a), sum(b)), a, b) for a in marked for b in marked)
    rest = ((max(sum(a), sum(b)), a, b) for a in others for b in marked)
    side = -1 if best else 1
    return earlier(judged(value, same, lambda s: s == 0), judged(value, rest, lambda s: s == side))


def maximal_agreement(value: Values, n_max: int) -> Answer:
    """Definition 1."""
    return agreement(value, n_max, is_diagonal, True)


def minimal_agreement(value: Values, n_max: int) -> Answer:
    """Definition 2."""
    return agreement(value, n_max, is_zero_diagonal, False)


def symmetry(value: Values, n_max: int) -> Answer:
    """Definition 3: the transposed matrix has the same value."""
    pairs = ((sum(m), m, (m[0], m[2], m[1], m[3])) for m in up_to(n_max))
    return judged(value, pairs, lambda s: s == 0)


def class_symmetry(value: Values, n_max: int) -> Answer:
    """Definition 4: the matrix with the classes exchanged has the same value."""
    pairs = ((sum(m), m, (m[3], m[2], m[1], m[0])) for m in up_to(n_max))
    return judged(value, pairs, lambda s: s == 0)


def labelings(n_max: int) -> Iterator[tuple[int, ...]]:
    """How many of up to n_max elements have labels 000, 001, ..., 111 in A, B, C."""
    for n in range(1, n_max + 1):
        for bars in product(range(n + 1), repeat=7):
            if sum(bars) <= n:
                yield (*bars, n - sum(bars))


@cache
def labelings_up_to(n_max: int) -> list[tuple[int, ...]]:
    """`labelings`, in the declared order."""
    return sorted(labelings(n_max), key=lambda x: (sum(x), x))


def compared_labelings(x: tuple[int, ...], first: int, second: int) -> Matrix:
    """The confusion matrix of two of the three labelings."""
    cells = {(1, 1): 0, (1, 0): 0, (0, 1): 0, (0, 0): 0}
    for labels, count in zip(product((0, 1), repeat=3), x, strict=True):
        cells[labels[first], labels[second]] += count
    return cells[1, 1], cells[1, 0], cells[0, 1], cells[0, 0]


#: Labelings of more elements are not enumerated.
MOST_LABELED = 5


def triangle(value: Values, n_max: int) -> Answer:
    """d = c - M satisfies d(A, C) <= d(A, B) + d(B, C), c the value of a diagonal matrix."""
    tops: dict[Any, int] = {}
    for matrix in up_to(n_max):
        if is_diagonal(matrix) and (top := value(matrix)) is not None:
            tops.setdefault(top, sum(matrix))
    found: list[Answer] = []
    seen = False
    for x in labelings_up_to(min(n_max, MOST_LABELED)):
        ab, bc, ac = (value(compared_labelings(x, *pair)) for pair in ((0, 1), (1, 2), (0, 2)))
        if ab is None or bc is None or ac is None:
            continue
        gap = minus(ac, minus(ab, times(Fraction(-1), bc)))
        for top, size in tops.items():
            seen = True
            if sign(minus(top, times(Fraction(-1), gap))) < 0:
                order = (max(sum(x), size), sum(x), *x)
                found.append(Answer(VIOLATED, order, x))
    if found:
        return min(found, key=lambda answer: answer.key)
    return Answer(HOLDS if seen else VACUOUS)


def distance(value: Values, n_max: int) -> Answer:
    """Definition 5: symmetry, maximal agreement and the triangle inequality.

    Vacuous if no diagonal matrix has a value: there is no c to speak of.
    """
    if all(value((tp, 0, 0, n - tp)) is None for n in range(1, 10) for tp in range(n + 1)):
        return Answer(VACUOUS)
    agreed = maximal_agreement(value, n_max)
    return earlier(agreed, symmetry(value, n_max), triangle(value, n_max))


def one_error_corrected(n_max: int) -> Iterator[Pair]:
    """Definition 6: an off-diagonal entry (a, b) minus 1, the entry (a, a) or (b, b) plus 1."""
    for matrix in up_to(n_max):
        if some_margin_is_n(matrix):
            continue
        for wrong, right in product((1, 2), (0, 3)):
            if matrix[wrong] > 0:
                after = list(matrix)
                after[wrong] -= 1
                after[right] += 1
                yield sum(matrix), matrix, tuple(after)


def one_entry_changed(n_max: int) -> Iterator[Pair]:
    """Definition 7: a diagonal entry plus 1 or an off-diagonal entry minus 1."""
    for matrix in up_to(n_max):
        if some_margin_is_n(matrix):
            continue
        for place, by in ((0, 1), (3, 1), (1, -1), (2, -1)):
            after = list(matrix)
            after[place] += by
            if after[place] < 0:
                continue
            if is_diagonal(matrix) and is_diagonal(after):
                continue
            if is_zero_diagonal(matrix) and is_zero_diagonal(after):
                continue
            yield sum(matrix), matrix, tuple(after)


def monotone(value: Values, n_max: int) -> Answer:
    """Definition 6."""
    return judged(value, one_error_corrected(n_max), lambda s: s < 0)


def weakly_monotone(value: Values, n_max: int) -> Answer:
    """Definition 6 with <=."""
    return judged(value, one_error_corrected(n_max), lambda s: s <= 0)


def strongly_monotone(value: Values, n_max: int) -> Answer:
    """Definition 7."""
    return judged(value, one_entry_changed(n_max), lambda s: s < 0)


def weakly_strongly_monotone(value: Values, n_max: int) -> Answer:
    """Definition 7 with <=."""
    return judged(value, one_entry_changed(n_max), lambda s: s <= 0)


def sizes(n_max: int) -> Iterator[tuple[int, int, int]]:
    """(n, P, P^): every size of the true labeling, non-unary predicted sizes."""
    for n in range(1, n_max + 1):
        for positives in range(n + 1):
            for predicted in range(1, n):
                yield n, positives, predicted


def expectation(value: Values, n: int, positives: int, predicted: int) -> Number | None:
    """The mean over all predictions with that many positives, each equally likely."""
    total: Number = Fraction(0)
    for hits in range(n + 1):
        matrix = (hits, positives - hits, predicted - hits, n - positives - predicted + hits)
        ways = (
            comb(positives, hits) * comb(n - positives, predicted - hits) if min(matrix) >= 0 else 0
        )
        if not ways:
            continue
        here = value(matrix)
        if here is None:
            return None
        share = times(Fraction(-ways, comb(n, predicted)), here)
        total = minus(total, share)
    return total


def constant_baseline(value: Values, n_max: int) -> Answer:
    """Definition 8: sizes with an undefined outcome are left out."""
    base: tuple[tuple[int, int, int], Number] | None = None
    for triple in sizes(n_max):
        mean = expectation(value, *triple)
        if mean is None:
            continue
        if base is None:
            base = triple, mean
        elif sign(minus(mean, base[1])) != 0:
            return Answer(VIOLATED, triple, base[0], triple)
    return Answer(VACUOUS if base is None else HOLDS)


def approximate_constant_baseline(value: Values, n_max: int) -> Answer:
    """Definition 9: one value at all matrices a_i*b_j/n with a non-unary prediction."""
    expected = []
    for n, p, q in sizes(n_max):
        cells = [Fraction(a * b, n) for a in (p, n - p) for b in (q, n - q)]
        if value(tuple(cells)) is not None:
            expected.append((n, tuple(cells)))
    pairs = ((max(m, n), a, b) for m, a in expected for n, b in expected)
    return judged(value, pairs, lambda s: s == 0)


def tn_invariance(value: Values, n_max: int) -> Answer:
    """More TN change nothing: k more, k = 1, 2, ..."""
    pairs = (
        (max(sum(m), k), m, (m[0], m[1], m[2], m[3] + k))
        for m in up_to(n_max)
        for k in range(1, n_max + 1)
    )
    return judged(value, pairs, lambda s: s == 0)


def scale_invariance(value: Values, n_max: int) -> Answer:
    """Definition 11 with whole factors: k times the matrix has the same value."""
    pairs = (
        (max(sum(m), k), m, tuple(k * cell for cell in m))
        for m in up_to(n_max)
        for k in range(1, n_max + 1)
    )
    return judged(value, pairs, lambda s: s == 0)


DEFINITIONS: dict[str, Callable[[Values, int], Answer]] = {
    "maximal-agreement": maximal_agreement,
    "minimal-agreement": minimal_agreement,
    "class-symmetry": class_symmetry,
    "symmetry": symmetry,
    "distance": distance,
    "monotone": monotone,
    "weakly-monotone": weakly_monotone,
    "strongly-monotone": strongly_monotone,
    "weakly-strongly-monotone": weakly_strongly_monotone,
    "constant-baseline": constant_baseline,
    "approximate-constant-baseline": approximate_constant_baseline,
    "tn-invariance": tn_invariance,
    "scale-invariance": scale_invariance,
}
