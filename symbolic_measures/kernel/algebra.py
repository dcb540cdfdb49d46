"""From formulas to polynomials: the one place where the kernel clears denominators and roots.

A `Sequent` is a goal among integer polynomials: hypotheses `p rel 0` |- conclusion `p rel 0`,
for all values of the variables in their sorts.  Square roots are variables of their own: `root1`
stands for sqrt(R) with R in `roots`, and is >= 0.  `reduce` replaces root1^2 by R.  So are values
of logarithms and arccosines (`term1`, with the argument in `terms`) and powers b^e of b > 0 with
an exponent e that is no whole number (positive variables of which no more is known).

Invariant: if the sequent holds, so does the goal it came from, at every point of the goal where
the hypotheses hold.  What is undefined was made a condition before anything was cancelled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, TypeAlias

from flint import Ordering, fmpz, fmpz_mpoly, fmpz_mpoly_ctx

from symbolic_measures.formula import Formula, FormulaError, exponent_of
from symbolic_measures.parser import parse
from symbolic_measures.statement import Goal

Poly: TypeAlias = fmpz_mpoly
Fact: TypeAlias = tuple[Poly, str]

#: Products of polynomials with more pairs of terms than this are refused.
MAX_PRODUCT = 3_000_000
#: Variables kept for the values of one function call: log and powers go over factors.
TERMS_EACH = {"log": 6, "acos": 2, "^": 8, "power": 4}
#: Larger numbers are not factored.
MAX_FACTORED = 10**24
#: Powers of a variable that stands for a power.
MAX_POWER = 60


class RuleError(Exception):
    """The step does not apply: a rule's arguments or side conditions are wrong."""


class NowhereDefinedError(RuleError):
    """A formula divides by the polynomial 0."""


@dataclass(frozen=True)
class Term:
    """log or acos (`function`) of top/bottom; bottom is not 0 where it is defined."""

    function: str
    top: Poly
    bottom: Poly


@dataclass(frozen=True, eq=False)
class Sequent:
    """hypotheses |- conclusion, over the variables `names` with their `sorts`.

    `roots` maps a variable's index to the polynomial whose square root it is, `terms` to the
    function value it is.  The sequent is about the points where these functions are defined.
    """

    names: tuple[str, ...]
    sorts: tuple[str, ...]
    roots: Mapping[int, Poly]
    hypotheses: tuple[Fact, ...]
    conclusion: Fact
    terms: Mapping[int, Term]

    @property
    def gens(self) -> tuple[Poly, ...]:
        """The variables as polynomials."""
        return self.conclusion[0].context().gens()

    def index(self, name: object) -> int:
        """Position of a variable that may be substituted (roots may not)."""
        if not isinstance(name, str) or name not in self.names:
            raise RuleError(f"no variable {name!r}")
        if (place := self.names.index(name)) in self.roots or place in self.terms:
            raise RuleError(f"{name} is a root or a function value")
        return place

    def polynomial(self, text: object) -> Poly:
        """A polynomial in the variables, from a proof's text."""
        if not isinstance(text, str):
            raise RuleError("a polynomial is given as text")
        if text.isdecimal() and len(text) < 20:
            return self.conclusion[0].context().constant(int(text))
        try:
            tree = parse(text, names={}, parameters=self.names)
        except FormulaError as error:
            raise RuleError(str(error)) from None
        context = self.conclusion[0].context()
        if any(
            node.op not in ("number", "symbol", "+", "-", "*", "^", "neg") for node in tree.walk()
        ):
            raise RuleError(f"{text} is not a polynomial")
        if not all(whole_power(node) for node in tree.functions()):
            raise RuleError(f"{text} is not a polynomial")
        top, bottom = Reader(context, self.names, list(self.sorts), dict(self.roots)).ratio(tree)
        if not bottom.is_one():
            raise RuleError(f"{text} is not a polynomial with whole coefficients")
        return top

    def with_conclusion(self, poly: Poly, rel: str, *extra: Fact) -> Sequent:
        """The same with another conclusion and further hypotheses, tidied."""
        facts = tidy((*self.hypotheses, *extra), self.sorts) if extra else self.hypotheses
        return replace(self, hypotheses=facts, conclusion=(poly, rel))

    def substitute(self, place: int, by: Poly, sort: str) -> Sequent:
        """The variable replaced by a polynomial, everywhere; its name goes on with a new sort.

        A root whose radicand becomes the polynomial 0 is 0.
        """
        images = list(self.gens)
        images[place] = by
        sorts = (*self.sorts[:place], sort, *self.sorts[place + 1 :])
        roots: dict[int, Poly] = {}
        for index in sorted(self.roots):
            inside = self.roots[index].compose(*images)
            if inside.is_zero():
                images[index] = inside
            else:
                roots[index] = inside
        terms = {
            index: Term(term.function, term.top.compose(*images), term.bottom.compose(*images))
            for index, term in self.terms.items()
        }
        moved = [(poly.compose(*images), rel) for poly, rel in self.hypotheses]
        poly, rel = self.conclusion
        conclusion = (poly.compose(*images), rel)
        return Sequent(self.names, sorts, roots, tidy(moved, sorts), conclusion, terms)


def one_sign(poly: Poly, sorts: Sequence[str]) -> int:
    """1 if poly >= 0 is seen from its coefficients, -1 if poly <= 0 is, else 0; 1 for zero.

    Every variable is >= 0, save those of sort `real`, whose even powers are.
    """
    coefficients = poly.coeffs()
    if "real" in sorts:
        free = [place for place, sort in enumerate(sorts) if sort == "real"]
        if any(monomial[place] % 2 for monomial in poly.monoms() for place in free):
            return 0
    if not coefficients or min(coefficients) > 0:
        return 1
    return -1 if max(coefficients) < 0 else 0


def is_positive(poly: Poly, sorts: Sequence[str]) -> bool:
    """poly > 0 is seen: no negative coefficient, and a monomial in positive variables only."""
    if poly.is_zero() or one_sign(poly, sorts) != 1:
        return False
    if not any(poly.monomial(len(poly) - 1)):  # the constant term comes last
        return True
    return "positive" in sorts and any(
        all(not power or sorts[place] == "positive" for place, power in enumerate(monomial))
        for monomial in poly.monoms()
    )


def tidy(facts: Iterable[Fact], sorts: Sequence[str]) -> tuple[Fact, ...]:
    """The same facts without content, repetition or what is seen from the coefficients.

    A fact p != 0 with p >= 0 (p <= 0) seen from its coefficients becomes p > 0 (-p > 0).
    """
    kept: list[Fact] = []
    for poly, rel in facts:
        content = poly.content() if not poly.is_zero() else fmpz(1)
        if content > 1:
            poly = poly / content
        if rel == "!=" and (sign := one_sign(poly, sorts)):
            poly, rel = (poly if sign > 0 else -poly), ">"
        if rel == ">=" and one_sign(poly, sorts) == 1:
            continue
        if rel == ">" and is_positive(poly, sorts):
            continue
        if rel == "==" and poly.is_zero():
            continue
        if not any(rel == other and poly == fact for fact, other in kept):
            kept.append((poly, rel))
    return tuple(kept)


def factors(poly: Poly) -> tuple[Any, list[tuple[Poly, int]]]:
    """(c, [(f, e), ...]) with poly = c * prod f^e, multiplied out and compared; in fixed order."""
    return _Factored(poly).parts()


def factors_of_product(polys: Iterable[Poly]) -> tuple[Any, list[tuple[Poly, int]]]:
    """(c, [(f, e), ...]) for the product of the polynomials, each f once."""
    powers: dict[str, tuple[Poly, int]] = {}
    unit = fmpz(1)
    for poly in polys:
        constant, pairs = factors(poly)
        unit *= constant
        for piece, power in pairs:
            powers[str(piece)] = (piece, power + powers.get(str(piece), (piece, 0))[1])
    return unit, list(powers.values())


class _Factored:
    """A polynomial by its variables and its text, so that its factors can be remembered."""

    def __init__(self, poly: Poly) -> None:
        self.poly = poly
        self.key = (poly.context().names(), str(poly))

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Factored) and self.key == other.key

    @lru_cache(maxsize=2_048)  # noqa: B019
    def parts(self) -> tuple[Any, list[tuple[Poly, int]]]:
        unit, found = self.poly.factor()
        pairs = sorted(((f, int(power)) for f, power in found), key=lambda pair: str(pair[0]))
        product = self.poly.context().constant(unit)
        for piece, power in pairs:
            product = product * piece**power
        if product != self.poly:
            raise RuleError("the factorisation does not multiply out")
        return unit, pairs


def _nonzero_sign(poly: Poly, sorts: Sequence[str]) -> int:
    """1 if poly > 0 is seen from its coefficients, -1 if poly < 0 is, else 0."""
    return 1 if is_positive(poly, sorts) else -1 if is_positive(-poly, sorts) else 0


@lru_cache(maxsize=8_192)
def polynomial(tree: Formula, names: tuple[str, ...]) -> Poly:
    """The polynomial that a tree of symbols, whole numbers, + - and * is."""
    context = fmpz_mpoly_ctx.get(names, Ordering.lex)
    if tree.op == "number":
        return context.constant(int(tree.args[0]))
    if tree.op == "symbol":
        if tree.args[0] not in names:
            raise RuleError(f"no variable {tree.args[0]!r}")
        return context.gens()[names.index(tree.args[0])]
    parts = [polynomial(child, names) for child in tree.args]
    if tree.op == "neg":
        return -parts[0]
    if tree.op == "*":
        return multiply(*parts)
    return parts[0] + parts[1] if tree.op == "+" else parts[0] - parts[1]


def _is_seen(poly: Poly, rel: str, sorts: Sequence[str]) -> bool:
    return is_positive(poly, sorts) if rel == ">" else one_sign(poly, sorts) == 1


def multiply(left: Poly, right: Poly) -> Poly:
    """left * right, refused when it would be enormous."""
    if len(left) * len(right) > MAX_PRODUCT:
        raise RuleError("the polynomials are too large")
    return left * right


def reduce(poly: Poly, roots: Mapping[int, Poly]) -> Poly:
    """The polynomial modulo root^2 = R for each root, the last root first."""
    if not roots or poly.is_zero():
        return poly
    for place in sorted(roots, reverse=True):
        if poly.degrees()[place] < 2:
            continue
        context = poly.context()
        layers: dict[int, dict[tuple[int, ...], Any]] = {}
        for monomial, coefficient in poly.to_dict().items():
            power, odd = divmod(monomial[place], 2)
            key = (*monomial[:place], odd, *monomial[place + 1 :])
            layers.setdefault(power, {})[key] = coefficient
        total = context.from_dict({})
        for power, terms in layers.items():
            total += multiply(context.from_dict(terms), roots[place] ** power)
        poly = total
    return poly


class Reader:
    """Reads formulas as fractions of polynomials and records where they are defined.

    `conditions` are, in order of evaluation, the facts under which every formula read so far is
    defined.  `conditions[i]` says what it should at every point where the earlier ones hold.
    `scopes[i]` are the roots and terms that were there before it: only they are known to be real
    numbers while it is being shown.  `free` and `spare` are places for further roots and terms.
    `powers` are the variables that stand for b^e with a polynomial b > 0 and e = p/q.
    """

    def __init__(
        self,
        context: fmpz_mpoly_ctx,
        names: tuple[str, ...],
        sorts: list[str],
        roots: dict[int, Poly],
        free: Iterable[int] = (),
        spare: Iterable[int] = (),
    ) -> None:
        self.context, self.names, self.sorts, self.roots = context, names, sorts, roots
        self.known: dict[Formula, tuple[Poly, Poly]] = {}
        self.conditions: list[Fact] = []
        self.scopes: list[tuple[dict[int, Poly], dict[int, Term]]] = []
        self.nonzero: list[Poly] = []
        self.one = context.constant(1)
        self.free, self.spare = list(free), list(spare)
        self.opaque: dict[tuple[str, ...], int] = {}
        self.terms: dict[int, Term] = {}
        self.powers: dict[int, tuple[Poly, Poly, Poly]] = {}

    def ratio(self, tree: Formula) -> tuple[Poly, Poly]:
        """(numerator, denominator), equal to the tree wherever the conditions hold.

        Only trees that are defined where all their parts are: the branch of an `ifzero` that is
        not taken says nothing about it, so such a node is refused before its parts are read.
        """
        if tree.op in ("Abs", "Min", "Max", "ifzero"):
            raise RuleError(f"{tree.op} is not algebraic")
        if tree.is_polynomial:
            return polynomial(tree, self.names), self.one
        if tree not in self.known:
            self.known[tree] = self._read(tree)
        return self.known[tree]

    def _require(self, poly: Poly, rel: str) -> None:
        """Record the condition unless it is seen from the coefficients or recorded already.

        A product is != 0 iff its factors are; a root is != 0 iff its radicand is.
        """
        if rel == "!=" and poly in self.nonzero:
            return
        if rel == "!=" and not poly.is_zero():
            self.nonzero.append(poly)
            for piece, _ in factors(poly)[1]:
                place = next((i for i in self.roots if piece == self.context.gens()[i]), None)
                if place is not None:
                    self._require(self.roots[place], "!=")
                elif not is_positive(piece, self.sorts) and not is_positive(-piece, self.sorts):
                    self._record(piece, rel)
        elif rel == "!=" or not _is_seen(poly, rel, self.sorts):
            self._record(poly, rel)

    def _record(self, poly: Poly, rel: str) -> None:
        if not any(rel == other and poly == fact for fact, other in self.conditions):
            self.conditions.append((poly, rel))
            self.scopes.append((dict(self.roots), dict(self.terms)))

    def _read(self, node: Formula) -> tuple[Poly, Poly]:
        if node.op == "number":
            value = node.args[0]
            constant = self.context.constant
            return constant(value.numerator), constant(value.denominator)
        parts = [self.ratio(child) for child in node.children]
        match node.op:
            case "neg":
                return -parts[0][0], parts[0][1]
            case "+" | "-":
                (a, b), (c, d) = parts
                if b != d:
                    common = b.gcd(d)
                    a, c = multiply(a, d / common), multiply(c, b / common)
                    b = multiply(b, d / common)
                return self._cancel(a + c if node.op == "+" else a - c, b)
            case "*":
                (a, b), (c, d) = parts
                return self._cancel(multiply(a, c), multiply(b, d))
            case "/":
                return self._divide(parts[0], parts[1])
            case "sqrt":
                return self._root(parts[0])
            case "^":
                return self._power(node, *parts)
            case "power":
                return self._real_power(*parts)
            case "log":
                return self._log(parts[0])
            case "acos":
                return self._acos(parts[0])
        raise RuleError(f"{node.op} is not algebraic")

    def _variable(self, key: tuple[str, ...], sort: str) -> int:
        """The place of the variable for a function value: one for each function and argument."""
        if key not in self.opaque:
            if len(self.opaque) == len(self.spare):
                raise RuleError("too many different functions")
            self.opaque[key] = self.spare[len(self.opaque)]
            self.sorts[self.opaque[key]] = sort
        return self.opaque[key]

    def _term(self, function: str, top: Poly, bottom: Poly, sort: str = "real") -> Poly:
        place = self._variable((function, str(top), str(bottom)), sort)
        self.terms[place] = Term(function, top, bottom)
        return self.context.gens()[place]

    def _log(self, inside: tuple[Poly, Poly]) -> tuple[Poly, Poly]:
        """log(c * prod f^e) = log|c| + sum e log|f| over the factors f of plain sign, != 0 here.

        The product of the other factors, with the sign that makes the rest of it positive, is one
        argument.
        """
        top, bottom = inside
        self._require(multiply(top, bottom), ">")
        total, rest, sign = self.one * 0, [self.one, self.one], 1
        for side, poly, way in ((0, top, 1), (1, bottom, -1)):
            unit, pairs = factors(poly) if not poly.is_zero() else (fmpz(1), [(poly, 1)])
            sign *= 1 if unit > 0 else -1
            for prime, power in _primes(unit):
                total += self._term("log", self.one * prime, self.one, "positive") * power * way
            for piece, power in pairs:
                if plain := one_sign(piece, self.sorts) or -one_sign(-piece, self.sorts):
                    total += self._term("log", piece * plain, self.one) * power * way
                    sign *= plain**power
                else:
                    rest[side] = multiply(rest[side], piece**power)
        if not (rest[0].is_one() and rest[1].is_one()):
            total += self._term("log", rest[0] * sign, rest[1])
        return total, self.one

    def _acos(self, inside: tuple[Poly, Poly]) -> tuple[Poly, Poly]:
        """arccos is >= 0; at 1, 1/2, 0, -1/2, -1 it is 0, 1/3, 1/2, 2/3, 1 times arccos(-1)."""
        top, bottom = inside
        gap = multiply(bottom, bottom) - multiply(top, top)
        self._require(reduce(gap, self.roots), ">=")
        for step, part in enumerate(((1, 1), (2, 3), (1, 2), (1, 3), (0, 1))):
            if top * 2 == bottom * (step - 2):
                pi = self._term("acos", self.one * -1, self.one, "positive")
                return self._cancel(pi * part[0], self.one * part[1])
        return self._term("acos", top, bottom, "nonnegative"), self.one

    def _divide(self, above: tuple[Poly, Poly], below: tuple[Poly, Poly]) -> tuple[Poly, Poly]:
        self._require(below[0], "!=")
        if reduce(below[0], self.roots).is_zero():
            raise NowhereDefinedError("a denominator is identically zero")
        return self._cancel(multiply(above[0], below[1]), multiply(above[1], below[0]))

    def _power(
        self, node: Formula, base: tuple[Poly, Poly], raised: tuple[Poly, Poly]
    ) -> tuple[Poly, Poly]:
        exponent = exponent_of(node.args[1])
        if exponent is None:
            raise RuleError(f"the exponent of {node} is not a rational number")
        if exponent.denominator > 2 and self._is_positive(base):
            return self._real_power(base, raised)
        if exponent.denominator > 2:
            self._require(multiply(*base), ">" if exponent < 0 else ">=")
            place = self._variable((str(exponent), *map(str, base)), "nonnegative")
            return self.context.gens()[place], self.one
        if exponent.denominator == 2:
            base = self._root(base)
        if exponent < 0:
            base = self._divide((self.one, self.one), base)
        return self._whole_power(base, abs(exponent.numerator))

    def _whole_power(self, base: tuple[Poly, Poly], exponent: int) -> tuple[Poly, Poly]:
        top, bottom = base if exponent >= 0 else base[::-1]
        above, below = self.one, self.one
        for _ in range(abs(exponent)):
            above, below = multiply(above, top), multiply(below, bottom)
        return above, below

    def _is_positive(self, base: tuple[Poly, Poly]) -> bool:
        return _nonzero_sign(base[0], self.sorts) * _nonzero_sign(base[1], self.sorts) == 1

    def _real_power(self, base: tuple[Poly, Poly], raised: tuple[Poly, Poly]) -> tuple[Poly, Poly]:
        """b^e by (fg)^e = f^e g^e for positive f, g; 0^e = 0 where e > 0.

        Of b > 0 or b = 0 one must be seen from the coefficients.
        """
        if base[0].is_zero():
            self._require(multiply(*raised), ">")
            return base
        if not self._is_positive(base):
            raise RuleError(f"the sign of the base {base[0]} of a power is not plain")
        result = self.one, self.one
        for poly, way in zip(base, (1, -1), strict=True):
            unit, pairs = factors(poly)
            primes = [(self.one * prime, power) for prime, power in _primes(unit)]
            for piece, power in [*primes, *pairs]:
                positive = piece * _nonzero_sign(piece, self.sorts)
                if positive.is_zero():
                    raise RuleError(f"the sign of the factor {piece} is not plain")
                part = self._raised(positive, (raised[0] * (way * int(power)), raised[1]))
                result = self._cancel(multiply(result[0], part[0]), multiply(result[1], part[1]))
        return result

    def _raised(self, base: Poly, raised: tuple[Poly, Poly]) -> tuple[Poly, Poly]:
        """f^(k + m*e) = f^k * (f^e)^m for f > 0, with whole k, m; (b^d)^e = b^(d*e)."""
        top, bottom = self._cancel(*raised)
        for place, (inner, above, below) in self.powers.items():
            if base == self.context.gens()[place]:
                return self._raised(inner, (multiply(above, top), multiply(below, bottom)))
        constant = (0,) * len(self.names)
        whole = divmod(top, bottom)[0].to_dict().get(constant, 0)
        if top.is_constant() and bottom.is_constant() and not top.is_zero():
            whole = top.to_dict()[constant] // bottom.to_dict()[constant]  # -2/3 is -1 + 1/3
        rest = top - bottom * whole
        times = fmpz(0) if rest.is_zero() else rest.content()
        if times and rest.leading_coefficient() < 0:
            times = -times
        if max(abs(whole), abs(times)) > MAX_POWER:
            raise RuleError("the exponent is too large")
        result = self._whole_power((base, self.one), int(whole))
        if times:
            part = rest / times
            place = self._variable(("power", str(base), str(part), str(bottom)), "positive")
            self.powers[place] = base, part, bottom
            atom = self._whole_power((self.context.gens()[place], self.one), int(times))
            result = self._cancel(multiply(result[0], atom[0]), multiply(result[1], atom[1]))
        return result

    def _root(self, radicand: tuple[Poly, Poly]) -> tuple[Poly, Poly]:
        """sqrt(u/v) = sqrt(u*v)/|v|, where the sign of v must be seen from its coefficients."""
        top, bottom = reduce(radicand[0], self.roots), radicand[1]
        if not (sign := one_sign(bottom, self.sorts)):
            raise RuleError(f"the sign of {bottom} under a root is not plain")
        self._require(top * sign, ">=")
        return self._cancel(self._square_root(top, bottom), bottom * sign)

    def _square_root(self, left: Poly, right: Poly) -> Poly:
        """sqrt(left*right) = w * sqrt(R): squares of one sign are taken out, sqrt(w^2) = |w|.

        Where w may be 0, left*right >= 0 does not make R >= 0; so R must then be seen to be.
        """
        if left.is_zero():
            return left
        unit, powers = factors_of_product((left, right))
        outside, inside = self._apart(unit, powers, one_sign)
        if one_sign(inside, self.sorts) != 1:
            outside, inside = self._apart(unit, powers, _nonzero_sign)
        return outside if inside.is_one() else multiply(outside, self._root_of(inside))

    def _apart(
        self,
        unit: Any,
        powers: Iterable[tuple[Poly, int]],
        sign_of: Callable[[Poly, Sequence[str]], int],
    ) -> tuple[Poly, Poly]:
        """(w, R) with w >= 0 and unit * prod f^e = w^2 * R; f^2 goes to w where f has a sign."""
        outside, inside = self.one, self.context.constant(unit)
        for number, power in _primes(unit):
            outside *= int(number) ** (power // 2)
            inside /= int(number) ** (power // 2 * 2)
        for piece, power in powers:
            half = piece ** (power // 2)
            if sign := sign_of(half, self.sorts):
                outside, inside = outside * half * sign, inside * piece ** (power % 2)
            else:
                inside *= piece**power
        return outside, inside

    def _root_of(self, inside: Poly) -> Poly:
        """The variable that stands for sqrt(inside)."""
        for place, poly in self.roots.items():
            if poly == inside:
                return self.context.gens()[place]
        spare = [place for place in self.free if place not in self.roots]
        if not spare:
            raise RuleError("too many different roots")
        self.roots[spare[0]] = inside
        return self.context.gens()[spare[0]]

    def _cancel(self, top: Poly, bottom: Poly) -> tuple[Poly, Poly]:
        if bottom.is_one():
            return top, bottom
        common = top.gcd(bottom)
        if not common.is_one():
            top, bottom = top / common, bottom / common
        return (-top, -bottom) if bottom.leading_coefficient() < 0 else (top, bottom)


def reader(goal: Goal) -> Reader:
    """A Reader for a goal, with a spare variable for each root or function in its formulas."""
    atoms = (*goal.hypotheses, goal.conclusion)
    nodes = {node for atom in atoms for node in atom.expr.functions() if not whole_power(node)}
    roots = sum(node.op in ("sqrt", "^") for node in nodes)
    terms = sum(TERMS_EACH.get(node.op, 0) for node in nodes)
    names = [variable.name for variable in goal.variables]
    sorts: list[str] = [variable.sort for variable in goal.variables]
    own = len(names)
    names += [f"root{number}" for number in range(1, roots + 1)]
    sorts += ["nonnegative"] * roots
    names += [f"term{number}" for number in range(1, terms + 1)]
    sorts += ["real"] * terms
    if len(set(names)) != len(names):
        raise RuleError("two variables have one name")
    context = fmpz_mpoly_ctx.get(names, Ordering.lex)
    free, spare = range(own, own + roots), range(own + roots, len(names))
    return Reader(context, tuple(names), sorts, {}, free, spare)


def _primes(number: Any) -> list[tuple[Any, int]]:
    """The prime factors of |number|, which must not be enormous."""
    if abs(number) > MAX_FACTORED:
        raise RuleError(f"{number} is too large to be factored")
    return [(prime, int(power)) for prime, power in abs(number).factor()]


def whole_power(node: Formula) -> bool:
    """Whether a function of the tree is a power with a whole exponent."""
    exponent = exponent_of(node.args[1]) if node.op == "^" else None
    return exponent is not None and exponent.denominator == 1
