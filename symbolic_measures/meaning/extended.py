"""The reading `brzezinski-extended`: c/0 with c != 0 and log 0 are values, oo and -oo.

brzezinski2018, Section 4: +oo whenever a positive value is divided by 0, -oo whenever a negative
one is, and no value (NaN) for 0/0.  So log 0 = -oo and log oo = oo, c/oo = 0, c + oo = oo, and what
comes to 0/0 has no value either: oo - oo, 0*oo, oo/oo.

The kernel knows no infinite number.  But the properties of that paper speak only of the order of
values (`Property.of_order`), so they hold of M iff they hold of any R that is undefined where M is
and compares as M does.  Such an R is built here from formulas that are read literally:

- A *finite* part is one in which no c/0 and no log 0 arises, at any real matrix with cells >= 0
  and n > 0.  Both readings of it are one, and it stays as it is written.
- A *ratio* [a : b] of finite parts with b >= 0 is a/b where b > 0, the infinite value with the
  sign of a where b = 0, and undefined where a = b = 0, or a or b is.  A quotient a/b of finite
  parts, b >= 0, is one; so is what the operations below make of ratios, as a look at b > 0,
  b = 0 != a and a = b = 0 shows for each of the two:
      -[a : b] = [-a : b],   |[a : b]| = [|a| : b],   [a : b]^e = [a^e : b^e] for e > 0,
      [a : b] + f = [a + f*b : b],   [a : b]*[c : d] = [a*c : b*d],
      [a : b]/[c : d] = [a*d : b*c] for c >= 0,   and [f : 1] is a finite f.
- A *logarithm* k*log[a : b] + c, with a >= 0, b >= 0, and constants k > 0 and c, in which
  parameters may stand, but which are defined wherever the assumptions hold:
      -log[a : b] = log[b : a],   log[a : b] + log[c : d] = log[a*c : b*d].

R is a/(|a| + b) for a ratio, which is M/(1 + |M|), and a/(a + b) for a logarithm, which is q/(1+q)
for q = exp((M - c)/k).  Both are strictly increasing from [-oo, oo] to [-1, 1], and undefined iff
a or b is, or a = b = 0.

Where infinite values would arise inside something else (the sum of two ratios, say), the reading
is refused in one line.  So it is where a sign is not *seen*: from the signs of the parts, and from
the coefficients of the fraction of polynomials that the kernel reads, on each of the fifteen
patterns of positive cells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import product

from symbolic_measures.kernel.algebra import (
    NowhereDefinedError,
    Poly,
    RuleError,
    is_positive,
    one_sign,
    reduce,
)
from symbolic_measures.kernel.reader import reader
from symbolic_measures.kernel.truth import holds
from symbolic_measures.meaning.measure import Extended, Measure
from symbolic_measures.meaning.supports import SUPPORTS
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, exponent_of, formula, symbol
from symbolic_measures.nouns.statement import Atom, Goal, Sort, Variable

EXTENDED = "brzezinski-extended"
ONE, ZERO = formula(1), formula(0)


@dataclass(frozen=True)
class Ratio:
    """[top : bottom], of finite parts, bottom >= 0."""

    top: Formula
    bottom: Formula


@dataclass(frozen=True)
class Logarithm:
    """scale * log[top : bottom] + shift of finite parts >= 0 and constants, scale > 0."""

    top: Formula
    bottom: Formula
    scale: Formula = ONE
    shift: Formula = ZERO


#: A Formula is a finite part.
Form = Formula | Ratio | Logarithm


def extended(measure: Measure) -> Extended | None:
    """How M is stated in this reading; None if nothing infinite arises, so that it is the literal.

    FormulaError, in one line, if that cannot be seen or stated.
    """
    if measure.classes != 2:
        raise FormulaError(f"the reading {EXTENDED} speaks of two classes only")
    form = _Forms(measure).of(measure.formula)
    place = symbol(order_letters(measure)[0])
    match form:
        case Formula():
            return None
        case Ratio(top, bottom):
            return _of_ratio(top, bottom, place, Signs(measure))
    value = Formula("log", place / (ONE - place))
    value = _plus(_times(form.scale, value), form.shift)
    return Extended(form.top / (form.top + form.bottom), 0, value, str(place))


def order_letters(measure: Measure) -> tuple[str, str]:
    """The letters of R and of -R, none of them a parameter's."""
    free = [letter for letter in "RQTUVWYZ" if letter not in measure.parameters]
    if len(free) < 2:
        raise FormulaError(f"the reading {EXTENDED} needs a letter: rename R or Q")
    return free[0], free[1]


def _of_ratio(top: Formula, bottom: Formula, place: Formula, signs: Signs) -> Extended:
    """R = M/(1 + |M|), and M = R/(1 - |R|), without | | where a sign is seen."""
    if signs.at_least_0(top):
        size, value = top, place / (ONE - place)
    elif signs.at_least_0(-top):
        size, value = _minus(top), place / (ONE + place)
    else:
        size, value = Formula("Abs", top), place / (ONE - Formula("Abs", place))
    return Extended(top / (size + bottom), -1, value, str(place))


def _times(left: Formula, right: Formula) -> Formula:
    """left * right, without a factor 1."""
    return right if left == ONE else left if right == ONE else left * right


def _plus(left: Formula, right: Formula) -> Formula:
    """left + right, without 0, and - for + -."""
    if left == ZERO or right == ZERO:
        return right if left == ZERO else left
    return left - right.args[0] if right.op == "neg" else left + right


def _minus(tree: Formula) -> Formula:
    """-tree, without a second sign."""
    return tree.args[0] if tree.op == "neg" else tree if tree == ZERO else -tree


class _Forms:
    """The form of each part of a measure, children first; FormulaError where there is none."""

    def __init__(self, measure: Measure) -> None:
        self.measure, self.signs = measure, Signs(measure)

    def of(self, tree: Formula) -> Form:
        """The form of a tree."""
        known: dict[Formula, Form] = {}
        for node in tree.walk():
            known[node] = self._form(node, [known[child] for child in node.children])
        return known[tree]

    def _form(self, node: Formula, parts: list[Form]) -> Form:
        match node.op:
            case "/":
                return self._quotient(node, parts[0], parts[1])
            case "log":
                return self._log(node, parts[0])
            case "^":
                return self._power(node, parts[0])
            case "power" if self.signs.of(node.args[1]) != {1}:
                raise self._refusal(node, "its exponent is not seen to be > 0")
        if all(isinstance(part, Formula) for part in parts):
            return node
        match node.op, parts:
            case "neg", [part]:
                return _negative(part)
            case "+", [left, right]:
                return self._sum(node, left, right)
            case "-", [left, right]:
                return self._sum(node, left, _negative(right))
            case "*", [left, right]:
                return self._product(node, left, right)
            case (("Abs" | "sqrt"), [Ratio(top, bottom)]):
                below = bottom if node.op == "Abs" or bottom == ONE else Formula("sqrt", bottom)
                return Ratio(Formula(node.op, top), below)
        raise self._refusal(node, f"{node.op} of a part that may be infinite")

    def _refusal(self, node: Formula, why: str) -> FormulaError:
        text = str(node)
        shown = text if len(text) <= 60 else text[:57] + "..."
        return FormulaError(f"the reading {EXTENDED} does not cover {shown}: {why}")

    def _quotient(self, node: Formula, left: Form, right: Form) -> Form:
        if isinstance(right, Formula) and self.signs.never_0(right):
            return node if isinstance(left, Formula) else self._product(node, left, ONE / right)
        if isinstance(left, Logarithm) or isinstance(right, Logarithm):
            raise self._refusal(node, "a quotient with a logarithm that may be infinite")
        finite = isinstance(left, Formula) and isinstance(right, Formula)
        (a, b), (c, d) = _ratio(left), _ratio(right)
        if finite and self.signs.vanishes_with(a, c):
            return node
        if not self.signs.at_least_0(c):
            raise self._refusal(node, "its denominator is not seen to be >= 0")
        return Ratio(_times(a, d), _times(b, c))

    def _log(self, node: Formula, part: Form) -> Form:
        if isinstance(part, Logarithm):
            raise self._refusal(node, "log of a part that may be infinite")
        top, bottom = _ratio(part)
        if isinstance(part, Formula) and self.signs.of(part) == {1}:
            return node
        if not self.signs.at_least_0(top):
            raise self._refusal(node, "its argument is not seen to be >= 0")
        return Logarithm(top, bottom)

    def _power(self, node: Formula, base: Form) -> Form:
        """x^e is 1/x^-e for e < 0."""
        exponent = exponent_of(node.args[1])
        if exponent is None or exponent == 0 or isinstance(base, Logarithm):
            if isinstance(base, Formula) and exponent is not None:
                return node
            raise self._refusal(node, "a power of a part that may be infinite")
        if isinstance(base, Formula) and (exponent > 0 or self.signs.never_0(base)):
            return node
        size = formula(abs(exponent))
        top, bottom = (_raised(part, size) for part in _ratio(base))
        if exponent > 0:
            return Ratio(top, bottom)
        if not self.signs.at_least_0(top):
            raise self._refusal(node, "its denominator is not seen to be >= 0")
        return Ratio(bottom, top)

    def _sum(self, node: Formula, left: Form, right: Form) -> Form:
        match left, right:
            case Ratio(top, bottom), Formula():
                return Ratio(_plus(top, _shifted(right, bottom)), bottom)
            case Formula(), Ratio(top, bottom):
                return Ratio(_plus(_shifted(left, bottom), top), bottom)
            case Logarithm(), Formula() if self._is_constant(right):
                return replace(left, shift=_plus(left.shift, right))
            case Formula(), Logarithm() if self._is_constant(left):
                return replace(right, shift=_plus(left, right.shift))
            case Logarithm(), Logarithm() if left.scale == right.scale:
                top, bottom = _times(left.top, right.top), _times(left.bottom, right.bottom)
                return Logarithm(top, bottom, left.scale, _plus(left.shift, right.shift))
        two = "a sum of two parts that may be infinite"
        one = "a logarithm that may be infinite plus no constant"
        finite = isinstance(left, Formula) or isinstance(right, Formula)
        raise self._refusal(node, one if finite else two)

    def _product(self, node: Formula, left: Form, right: Form) -> Form:
        match left, right:
            case Logarithm(), Formula():
                return self._scaled(node, left, right)
            case Formula(), Logarithm():
                return self._scaled(node, right, left)
            case ((Formula() | Ratio()), (Formula() | Ratio())):
                (a, b), (c, d) = _ratio(left), _ratio(right)
                return Ratio(_times(a, c), _times(b, d))
        raise self._refusal(node, "a product of parts that may be infinite")

    def _scaled(self, node: Formula, log: Logarithm, factor: Formula) -> Form:
        signs = self.signs.of(factor)
        if not self._is_constant(factor):
            raise self._refusal(node, "a logarithm that may be infinite times no constant")
        if signs == {-1}:
            log, factor = _reversed(log), _minus(factor)
        elif signs != {1}:
            raise self._refusal(node, f"the sign of {factor} is not seen")
        return replace(log, scale=_times(factor, log.scale), shift=_shifted(log.shift, factor))

    def _is_constant(self, tree: Formula) -> bool:
        """Without cells, and seen to be defined: neither scale nor shift stands in R."""
        if not set(CELLS).isdisjoint(tree.symbols()):
            return False
        return all(self._is_defined(node) for node in tree.walk())

    def _is_defined(self, node: Formula) -> bool:
        """Whether the operation is defined if its parts are."""
        if not node.symbols():
            return holds(Atom(node, "defined"), {}) is True
        match node.op:
            case "symbol" | "+" | "-" | "*" | "neg" | "Abs" | "Min" | "Max":
                return True
            case "/":
                return self.signs.never_0(node.args[1])
            case "sqrt":
                return self.signs.at_least_0(node.args[0])
            case "log":
                return self.signs.of(node.args[0]) == {1}
            case "^":
                exponent = exponent_of(node.args[1])
                return exponent is not None and exponent > 0 and exponent.denominator == 1
        return False


def _ratio(form: Formula | Ratio) -> tuple[Formula, Formula]:
    return (form, ONE) if isinstance(form, Formula) else (form.top, form.bottom)


def _shifted(part: Formula, factor: Formula) -> Formula:
    """part * factor, still with its sign in front."""
    if part.op == "neg":
        return -_times(part.args[0], factor)
    return part if part == ZERO else _times(part, factor)


def _raised(part: Formula, exponent: Formula) -> Formula:
    return part if ONE in (part, exponent) else Formula("^", part, exponent)


def _reversed(log: Logarithm) -> Logarithm:
    """-(scale * log[top : bottom] + shift)."""
    return Logarithm(log.bottom, log.top, log.scale, _minus(log.shift))


def _negative(form: Form) -> Form:
    match form:
        case Formula():
            return _minus(form)
        case Ratio(top, bottom):
            return Ratio(_minus(top), bottom)
    return _reversed(form)


Several = frozenset[int]
ALL: Several = frozenset((-1, 0, 1))
Support = tuple[str, ...]


class Signs:
    """The signs (-1, 0, 1) that a formula may have at the matrices of a measure's domain.

    Each answer contains the sign of every value, so none is seen of what is defined nowhere.
    """

    def __init__(self, measure: Measure) -> None:
        self.parameters = {name: _admitted(name, measure) for name in measure.parameters}
        self.known: dict[tuple[Support, Formula], Several] = {}

    def of(self, tree: Formula) -> Several:
        """At any matrix."""
        return frozenset().union(*(self._at(support, tree) for support in SUPPORTS))

    def at_least_0(self, tree: Formula) -> bool:
        """Whether no value is negative."""
        return -1 not in self.of(tree)

    def never_0(self, tree: Formula) -> bool:
        """Whether no value is 0."""
        return 0 not in self.of(tree)

    def vanishes_with(self, top: Formula, bottom: Formula) -> bool:
        """Whether top is 0 wherever bottom is: on each pattern, bottom never is or top always."""
        return top == bottom or all(
            0 not in self._at(support, bottom) or self._at(support, top) <= {0}
            for support in SUPPORTS
        )

    def _at(self, support: Support, tree: Formula) -> Several:
        """Where the cells of the support are positive and the others 0."""
        for node in tree.walk():
            if (support, node) not in self.known:
                found = self._of_parts(support, node)
                if len(found) > 1 and node.children:
                    found &= self._of_fraction(support, node)
                self.known[support, node] = found
        return self.known[support, tree]

    def _of_parts(self, support: Support, node: Formula) -> Several:
        """As the signs of the parts tell."""
        if node.op == "number":
            return frozenset((_sign(node.args[0]),))
        if node.op == "symbol":
            name = node.args[0]
            return self.parameters.get(name, frozenset((int(name in support),)))
        parts = [self.known[support, child] for child in node.children]
        first = parts[0]
        if node.op in ("+", "-", "*", "/") and node.args[0] == node.args[1]:
            same = {"+": lambda s: s, "-": lambda s: 0, "*": lambda s: s * s, "/": lambda s: 1}
            return frozenset(map(same[node.op], first - {0} if node.op == "/" else first))
        match node.op:
            case "neg":
                return frozenset(-s for s in first)
            case "+" | "-" | "*" | "/" | "Min" | "Max":
                pairs = (_PAIRS[node.op](s, t) for s, t in product(first, parts[1]))
                return frozenset().union(*pairs)
            case "Abs":
                return frozenset(map(abs, first))
            case "sqrt" | "power":
                return first - {-1}
            case "^":
                return _of_power(first, node.args[1])
            case "acos":
                return frozenset((0, 1)) if first else first
            case "ifzero":
                _, then, otherwise = parts
                then = then if 0 in first else frozenset()
                return then | otherwise if first - {0} else then
        return ALL if first else first

    def _of_fraction(self, support: Support, node: Formula) -> Several:
        """As the coefficients tell of the fraction that the kernel reads; its bottom is not 0."""
        sorts: list[tuple[str, Sort]] = [(name, "positive") for name in support]
        sorts += [(name, _SORTS.get(signs, "real")) for name, signs in self.parameters.items()]
        here = node.at(**{name: ZERO for name in CELLS if name not in support})
        goal = Goal(tuple(Variable(*item) for item in sorts), (), Atom(here, "defined"))
        try:
            read = reader(goal)
            top, bottom = read.ratio(here)
            above, below = (
                _of_polynomial(reduce(top, read.roots), read.sorts),
                _of_polynomial(bottom, read.sorts),
            )
        except NowhereDefinedError:
            return frozenset()
        except RuleError:
            return ALL
        return frozenset(s * t for s, t in product(above, below - {0}))


def _sign(value: object) -> int:
    return (value > 0) - (value < 0)  # type: ignore[operator]


def _sum(left: int, right: int) -> Several:
    return ALL if left * right < 0 else frozenset((left or right,))


_PAIRS: Mapping[str, Callable[[int, int], Several]] = {
    "+": _sum,
    "-": lambda s, t: _sum(s, -t),
    "*": lambda s, t: frozenset((s * t,)),
    "/": lambda s, t: frozenset((s * t,) if t else ()),
    "Min": lambda s, t: frozenset((min(s, t),)),
    "Max": lambda s, t: frozenset((max(s, t),)),
}
#: The sort of a parameter with these signs.
_SORTS: Mapping[Several, Sort] = {frozenset((1,)): "positive", frozenset((0, 1)): "nonnegative"}


def _of_power(base: Several, raised: Formula) -> Several:
    exponent = exponent_of(raised)
    if exponent is None:
        return ALL
    if exponent == 0:
        return frozenset((1,)) if base else base
    kept = base if exponent > 0 else base - {0}
    if exponent.denominator > 1:
        return kept - {-1}
    return kept if exponent.numerator % 2 else frozenset(map(abs, kept))


def _of_polynomial(poly: Poly, sorts: Iterable[str]) -> Several:
    kinds = list(sorts)
    for sign, one in ((1, poly), (-1, -poly)):
        if is_positive(one, kinds):
            return frozenset((sign,))
        if one_sign(one, kinds) == 1:
            return frozenset((0,) if poly.is_zero() else (0, sign))
    return ALL


def _admitted(name: str, measure: Measure) -> Several:
    """The signs of a parameter under the assumptions that are bounds on it alone: m*x + q rel 0."""
    found = set(ALL)
    for atom in measure.conditions:
        q, one = (exponent_of(atom.expr.at(**{name: value})) for value in (0, 1))
        if q is None or one is None or q == one or not _is_affine(atom.expr, name):
            continue
        bound, slope = -q / (one - q), _sign(one - q)
        if atom.rel == "!=":
            found -= {0} if bound == 0 else set()
        elif atom.rel == "==":
            found &= {_sign(bound)}
        elif bound * slope >= 0:  # x > bound >= 0, or x < bound <= 0
            found &= {slope} if bound or atom.rel == ">" else {0, slope}
    return frozenset(found)


def _is_affine(tree: Formula, name: str) -> bool:
    """Whether the kernel reads m*x + q."""
    try:
        top, bottom = reader(Goal((Variable(name, "real"),), (), Atom(tree, "=="))).ratio(tree)
    except RuleError:
        return False
    return bottom.is_constant() and top.total_degree() <= 1
