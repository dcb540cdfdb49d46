"""From formulas to polynomials: the one place where the kernel clears denominators and roots.

Invariant: a formula equals the fraction that is read of it wherever the conditions recorded on the
way hold, and is undefined wherever the first condition that fails does.  What is undefined was made
a condition before anything was cancelled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from flint import Ordering, fmpz, fmpz_mpoly_ctx

from symbolic_measures.kernel.algebra import (
    MAX_FACTORED,
    MAX_POWER,
    Fact,
    Keyed,
    NowhereDefinedError,
    Poly,
    RuleError,
    Term,
    factors,
    factors_of_product,
    is_positive,
    is_seen,
    multiply,
    nonzero_sign,
    one_sign,
    polynomial,
    reduce,
    text_of,
)
from symbolic_measures.kernel.fractions import Ratio, cancel, combine, fraction, is_plain, power_of
from symbolic_measures.nouns.formula import Formula, exponent_of
from symbolic_measures.nouns.statement import Goal

#: Variables kept for the values of one function call: log and powers go over factors.
TERMS_EACH = {"log": 6, "acos": 2, "^": 8, "power": 4}


class Reader:
    """Reads formulas as fractions of polynomials and records where they are defined.

    `conditions` are, in order of evaluation, the facts under which every formula read so far is
    defined.  `conditions[i]` says what it should at every point where the earlier ones hold.
    It speaks of no root or term that was read after it.  `free` and `spare` are places for further
    roots and terms; `powers` are the variables that stand for b^e with a polynomial b > 0, e = p/q.
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
        self.known: dict[Formula, Ratio] = {}
        self.defined: set[Formula] = set()
        self.conditions: list[Fact] = []
        self.one = context.constant(1)
        self.free, self.spare = list(free), list(spare)
        self.opaque: dict[tuple[str | Keyed, ...], int] = {}
        self.terms: dict[int, Term] = {}
        self.powers: dict[int, tuple[Poly, Poly, Poly]] = {}

    def ratio(self, tree: Formula) -> Ratio:
        """(numerator, denominator), equal to the tree wherever the conditions hold.

        Only trees that are defined where all their parts are: the branch of an `ifzero` that is
        not taken says nothing about it, so such a node is refused before its parts are read.
        """
        if tree.op in ("Abs", "Min", "Max", "ifzero"):
            raise RuleError(f"{tree.op} is not algebraic")
        if tree.is_polynomial:
            return polynomial(tree, self.names), self.one
        if tree not in self.known:
            if is_plain(tree):
                self.define(tree)
                self.known[tree] = fraction(tree, self.names)
            else:
                self.known[tree] = self._read(tree)
        return self.known[tree]

    def define(self, tree: Formula) -> None:
        """Record where the tree is defined, as `ratio` does, in the same order.

        A sum, difference or product is where its parts are, a fraction where its parts are and the
        lower one is not 0: their values need not be multiplied out.
        """
        if tree.is_polynomial or tree in self.defined:
            return
        self.defined.add(tree)
        if tree.op in ("+", "-", "*", "neg") or (tree.op == "^" and is_plain(tree)):
            for part in tree.args:
                self.define(part)
        elif tree.op == "/":
            self.define(tree.args[0])
            self._demand_nonzero(self.ratio(tree.args[1])[0])
        else:
            self.ratio(tree)

    def _require(self, poly: Poly, rel: str) -> None:
        """Record the condition unless it is seen from the coefficients or recorded already.

        A product is != 0 iff its factors are; a root is != 0 iff its radicand is.
        """
        if rel == "!=" and not poly.is_zero():
            for piece, _ in factors(poly)[1]:
                place = next((i for i in self.roots if piece == self.context.gen(i)), None)
                if place is not None:
                    self._require(self.roots[place], "!=")
                elif not is_positive(piece, self.sorts):  # flint's factors begin with +
                    self._record(piece, rel)
        elif not is_seen(poly, rel, self.sorts):
            self._record(poly, rel)

    def _record(self, poly: Poly, rel: str) -> None:
        if not any(rel == other and poly == fact for fact, other in self.conditions):
            self.conditions.append((poly, rel))

    def _read(self, node: Formula) -> Ratio:
        parts = [self.ratio(child) for child in node.children]
        match node.op:
            case "neg":
                return -parts[0][0], parts[0][1]
            case "+" | "-" | "*":
                return combine(node.op, *parts)
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

    def _variable(self, key: tuple[str | Keyed, ...], sort: str) -> int:
        """The place of the variable for a function value: one for each function and argument."""
        if key not in self.opaque:
            if len(self.opaque) == len(self.spare):
                raise RuleError("too many different functions")
            self.opaque[key] = self.spare[len(self.opaque)]
            self.sorts[self.opaque[key]] = sort
        return self.opaque[key]

    def _term(self, function: str, top: Poly, bottom: Poly, sort: str = "real") -> Poly:
        place = self._variable((function, Keyed(top), Keyed(bottom)), sort)
        self.terms[place] = Term(function, top, bottom)
        return self.context.gen(place)

    def _log(self, inside: Ratio) -> Ratio:
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
                if plain := one_sign(piece, self.sorts):
                    total += self._term("log", piece * plain, self.one) * power * way
                    sign *= plain**power
                else:
                    rest[side] = multiply(rest[side], piece**power)
        if not (rest[0].is_one() and rest[1].is_one()):
            total += self._term("log", rest[0] * sign, rest[1])
        return total, self.one

    def _acos(self, inside: Ratio) -> Ratio:
        """arccos is >= 0; at 1, 1/2, 0, -1/2, -1 it is 0, 1/3, 1/2, 2/3, 1 times arccos(-1)."""
        top, bottom = inside
        gap = multiply(bottom, bottom) - multiply(top, top)
        self._require(reduce(gap, self.roots), ">=")
        for step, part in enumerate(((1, 1), (2, 3), (1, 2), (1, 3), (0, 1))):
            if top * 2 == bottom * (step - 2):
                pi = self._term("acos", self.one * -1, self.one, "positive")
                return cancel(pi * part[0], self.one * part[1])
        return self._term("acos", top, bottom, "nonnegative"), self.one

    def _divide(self, above: Ratio, below: Ratio) -> Ratio:
        self._demand_nonzero(below[0])
        return combine("/", above, below)

    def _demand_nonzero(self, bottom: Poly) -> None:
        self._require(bottom, "!=")
        if reduce(bottom, self.roots).is_zero():
            raise NowhereDefinedError("a denominator is identically zero")

    def _power(self, node: Formula, base: Ratio, raised: Ratio) -> Ratio:
        exponent = exponent_of(node.args[1])
        if exponent is None:
            raise RuleError(f"the exponent of {node} is not a rational number")
        if exponent.denominator > 2 and self._is_positive(base):
            return self._real_power(base, raised)
        if exponent.denominator > 2:
            self._require(multiply(*base), ">" if exponent < 0 else ">=")
            place = self._variable((str(exponent), *map(Keyed, base)), "nonnegative")
            return self.context.gen(place), self.one
        if exponent.denominator == 2:
            base = self._root(base)
        if exponent < 0:
            base = self._divide((self.one, self.one), base)
        return power_of(base, abs(exponent.numerator))

    def _is_positive(self, base: Ratio) -> bool:
        return nonzero_sign(base[0], self.sorts) * nonzero_sign(base[1], self.sorts) == 1

    def _real_power(self, base: Ratio, raised: Ratio) -> Ratio:
        """b^e by (fg)^e = f^e g^e for positive f, g; 0^e = 0 where e > 0.

        Of b > 0 or b = 0 one must be seen from the coefficients.
        """
        if base[0].is_zero():
            self._require(multiply(*raised), ">")
            return base
        if not self._is_positive(base):
            raise RuleError(f"the sign of the base {text_of(base[0])} of a power is not plain")
        result = self.one, self.one
        for poly, way in zip(base, (1, -1), strict=True):
            unit, pairs = factors(poly)
            primes = [(self.one * prime, power) for prime, power in _primes(unit)]
            for piece, power in [*primes, *pairs]:
                positive = piece * nonzero_sign(piece, self.sorts)
                if positive.is_zero():
                    raise RuleError(f"the sign of the factor {text_of(piece)} is not plain")
                part = self._raised(positive, (raised[0] * (way * int(power)), raised[1]))
                result = combine("*", result, part)
        return result

    def _raised(self, base: Poly, raised: Ratio) -> Ratio:
        """f^(k + m*e) = f^k * (f^e)^m for f > 0, with whole k, m; (b^d)^e = b^(d*e)."""
        top, bottom = cancel(*raised)
        for place, (inner, above, below) in self.powers.items():
            if base == self.context.gen(place):
                return self._raised(inner, (multiply(above, top), multiply(below, bottom)))
        constant = (0,) * len(self.names)
        whole = divmod(top, bottom)[0].to_dict().get(constant, 0)
        if top.is_constant() and bottom.is_constant() and not top.is_zero():
            whole = top.to_dict()[constant] // bottom.to_dict()[constant]  # -2/3 is -1 + 1/3
        rest = top - bottom * whole
        times = rest.content()
        if times and rest.leading_coefficient() < 0:
            times = -times
        if max(abs(whole), abs(times)) > MAX_POWER:
            raise RuleError("the exponent is too large")
        result = power_of((base, self.one), int(whole))
        if times:
            part = rest / times
            place = self._variable(("power", *map(Keyed, (base, part, bottom))), "positive")
            self.powers[place] = base, part, bottom
            atom = power_of((self.context.gen(place), self.one), int(times))
            result = combine("*", result, atom)
        return result

    def _root(self, radicand: Ratio) -> Ratio:
        """sqrt(u/v) = sqrt(u*v)/|v|, where the sign of v must be seen from its coefficients."""
        top, bottom = reduce(radicand[0], self.roots), radicand[1]
        if not (sign := one_sign(bottom, self.sorts)):
            raise RuleError(f"the sign of {text_of(bottom)} under a root is not plain")
        self._require(top * sign, ">=")
        return cancel(self._square_root(top, bottom), bottom * sign)

    def _square_root(self, left: Poly, right: Poly) -> Poly:
        """sqrt(left*right) = w * sqrt(R): squares of one sign are taken out, sqrt(w^2) = |w|.

        Where w may be 0, left*right >= 0 does not make R >= 0; so R must then be seen to be.
        """
        if left.is_zero():
            return left
        unit, powers = factors_of_product((left, right))
        outside, inside = self._apart(unit, powers, one_sign)
        if one_sign(inside, self.sorts) != 1:
            outside, inside = self._apart(unit, powers, nonzero_sign)
        return outside if inside.is_one() else multiply(outside, self._root_of(inside))

    def _apart(
        self,
        unit: Any,
        powers: Iterable[tuple[Poly, int]],
        sign_of: Callable[[Poly, Sequence[str]], int],
    ) -> Ratio:
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
                return self.context.gen(place)
        spare = [place for place in self.free if place not in self.roots]
        if not spare:
            raise RuleError("too many different roots")
        self.roots[spare[0]] = inside
        return self.context.gen(spare[0])


def reader(goal: Goal) -> Reader:
    """A Reader for a goal, with a spare variable for each root or function in its formulas."""
    atoms = (*goal.hypotheses, goal.conclusion)
    nodes = {node for atom in atoms for node in atom.expr.functions() if not whole_power(node)}
    roots = sum(node.op in ("sqrt", "^") for node in nodes)
    terms = sum(TERMS_EACH.get(node.op, 0) for node in nodes)
    own, sorts = len(goal.variables), [str(variable.sort) for variable in goal.variables]
    sorts += ["nonnegative"] * roots + ["real"] * terms
    names = [variable.name for variable in goal.variables]
    names += [f"root{n}" for n in range(1, roots + 1)] + [f"term{n}" for n in range(1, terms + 1)]
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
