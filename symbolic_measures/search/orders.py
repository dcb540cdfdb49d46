"""The leading term of a formula on its way, t -> 0: t^k * log(t)^j * E with an E that t = 0 suits.

Algebraic parts become one fraction without the powers of t that divide its numerator, denominator
and radicands; products, powers (real ones, too) and logarithms of leading terms have leading terms;
in sums, what is smaller is kept as t*log(t), 1/log(t) and powers of t, which tend to 0.  Nothing
here is trusted: the kernel proves that the measure is what is proposed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from flint import fmpq

from symbolic_measures.kernel.algebra import Poly, RuleError, reduce
from symbolic_measures.kernel.exact import (
    CannotTellError,
    UndefinedError,
    Value,
    add,
    show,
    sign,
)
from symbolic_measures.kernel.reader import Reader, reader
from symbolic_measures.kernel.truth import evaluator
from symbolic_measures.meaning.approaches import LOG_T, T
from symbolic_measures.nouns.formula import Formula, exponent_of, formula
from symbolic_measures.nouns.statement import Atom, Goal
from symbolic_measures.search.factored import fraction

ALGEBRAIC = frozenset(("number", "symbol", "+", "-", "*", "/", "neg", "sqrt", "^"))
ONE, ZERO = formula(1), formula(0)

Point = dict[str, fmpq]


@dataclass(frozen=True)
class Rewriting:
    """A formula E with t^power * M = E, or E - growth*log(t)."""

    tree: Formula
    power: int = 0
    growth: Formula | None = None


@dataclass(frozen=True)
class Part:
    """t^(power*unit) * tree, with an exponent that does not move."""

    tree: Formula
    power: Fraction = Fraction(0)
    unit: Formula = ONE
    inverted: bool = False  # the tree is 1/E


#: {j: part}: the sum of the parts times log(t)^j.
Parts = dict[int, Part]


def value_at(tree: Formula, point: Point) -> Value | None:
    """The value; None where there is none, or it cannot be told."""
    return _value(tree, tuple(map(point.get, tree.symbols())))


@lru_cache(maxsize=50_000)  # the same parts are looked at, at the same points, in many goals
def _value(tree: Formula, numbers: tuple[fmpq | None, ...]) -> Value | None:
    given = zip(tree.symbols(), numbers, strict=True)
    try:
        return evaluator(tree)({name: value for name, value in given if value is not None})
    except (UndefinedError, CannotTellError):
        return None


def as_fraction(value: Value) -> Fraction | None:
    """The fraction that the number is, if its normal form shows one."""
    shown = show(value)
    if isinstance(shown, str):
        with suppress(ValueError):  # a root
            return Fraction(shown)
    return None


def sign_of(value: Value) -> int:
    try:
        return sign(value)
    except CannotTellError:
        return 0


def parted(goal: Goal, tree: Formula, points: list[Point]) -> Parts:
    """The tree as parts; RuleError if no way is known."""
    if "t" not in tree.symbols():
        return {0: Part(tree)}
    if tree.ops <= ALGEBRAIC:
        with suppress(RuleError):
            found, power = without_t(goal, tree)
            return {} if found == ZERO else {0: Part(found, Fraction(power))}
    inner = [parted(goal, part, points) for part in tree.children]
    match tree.op:
        case "neg":
            return {j: replace(part, tree=-part.tree) for j, part in inner[0].items()}
        case "+" | "-":
            total = dict(inner[0])
            for j, part in inner[1].items():
                one = part if tree.op == "+" else replace(part, tree=-part.tree)
                total[j] = _sum(total[j], one) if j in total else one
            return total
        case "*" | "/":
            above, below = inner if tree.op == "*" else (inner[0], _inverse(inner[1]))
            product: Parts = {}
            for i, left in above.items():
                for j, right in below.items():
                    one = _times(left, right)
                    product[i + j] = _sum(product[i + j], one) if i + j in product else one
            return product
        case "^" | "power" | "sqrt":
            return _raised(_single(inner[0]), tree)
        case "log":
            return _log(_single(inner[0]), points)
        case "acos" | "Abs" | "Min" | "Max":
            return {0: Part(Formula(tree.op, *(_whole(_single(parts)) for parts in inner)))}
    raise RuleError(f"{tree.op} has no leading term")


def _single(parts: Parts) -> Part:
    """The one part without log(t)."""
    if set(parts) != {0}:
        raise RuleError("not one leading term")
    return parts[0]


def _whole(part: Part) -> Formula:
    """As a formula; its power of t is not negative."""
    if part.power < 0 or part.unit != ONE:
        raise RuleError("it grows without bound")
    return _moved(part.tree, part.power)


def _moved(tree: Formula, power: Fraction) -> Formula:
    """t^power * tree"""
    if not power:
        return tree
    return tree * (T if power == 1 else T ** formula(power))


def _sum(one: Part, two: Part) -> Part:
    unit = one.unit if one.power else two.unit
    if any(part.power and part.unit != unit for part in (one, two)):
        raise RuleError("two kinds of powers")
    least = min(one.power, two.power)
    if unit != ONE and one.power != two.power:
        raise RuleError("two powers of unknown order")
    left, right = (_moved(part.tree, part.power - least) for part in (one, two))
    return Part(left + right, least, unit if least else ONE)


def _times(one: Part, two: Part) -> Part:
    unit = one.unit if one.power else two.unit
    if any(part.power and part.unit != unit for part in (one, two)):
        raise RuleError("two kinds of powers")
    power = one.power + two.power
    tree = one.tree / two.tree.args[1] if two.inverted else one.tree * two.tree
    return Part(tree, power, unit if power else ONE)


def _inverse(parts: Parts) -> Parts:
    """1/(t^k*log(t)^j*E), the largest part in front, the others in E."""
    if not parts:
        raise RuleError("divided by 0")
    if len(parts) == 1:
        ((j, part),) = parts.items()
        return {-j: replace(part, tree=ONE / part.tree, power=-part.power, inverted=True)}
    if any(part.unit != ONE for part in parts.values()):
        raise RuleError("two kinds of powers")
    least = min(part.power for part in parts.values())
    top = max(j for j, part in parts.items() if part.power == least)
    total = parts[top].tree
    for j, part in parts.items():
        if j != top:
            total = total + _with_logs(part.tree, part.power - least, j - top)
    return {-top: Part(ONE / total, -least, inverted=True)}


def _with_logs(tree: Formula, power: Fraction, j: int) -> Formula:
    """t^power * log(t)^j * tree, of t*log(t) and 1/log(t)."""
    if power < j:
        raise RuleError("a logarithm that grows")
    found = _moved(tree, power - max(j, 0))
    for _ in range(abs(j)):
        found = found * (T * LOG_T if j > 0 else ONE / LOG_T)
    return found


def _raised(base: Part, tree: Formula) -> Parts:
    """(t^k*E)^e = t^(k*e) * E^e"""
    if tree.op == "sqrt":
        return {0: Part(Formula("sqrt", base.tree), base.power / 2, base.unit)}
    raised = tree.args[1]
    if "t" in raised.symbols():
        raise RuleError("an exponent that moves")
    whole = Formula(tree.op, base.tree, raised)
    number = exponent_of(raised)
    if number is not None:
        return {0: Part(whole, base.power * number, base.unit)}
    if not base.power or base.unit == ONE:
        return {0: Part(whole, base.power, raised if base.power else ONE)}
    if raised == ONE / base.unit:
        return {0: Part(whole, base.power)}
    raise RuleError("an exponent of an exponent")


def _log(inside: Part, points: list[Point]) -> Parts:
    """log(t^k*E) = log(E) + k*log(t); where E is 1 at the end, log(E) = t*(log(E)/t)."""
    log = Formula("log", inside.tree)
    ends = [value_at(inside.tree.at(t=0), point) for point in points]
    inside_log = Part(log)
    if "t" in inside.tree.symbols() and all(
        end is not None and sign_of(add(end, fmpq(-1))) == 0 for end in ends
    ):
        inside_log = Part(log / T, Fraction(1))
    if not inside.power:
        return {0: inside_log}
    return {0: inside_log, 1: Part(formula(inside.power) * inside.unit)}


def gathered(goal: Goal, parts: Parts) -> Iterator[Rewriting]:
    """The parts as one formula in which t may be 0."""
    if any(part.unit != ONE for part in parts.values()):
        return
    shift = min([part.power for part in parts.values()] + [Fraction(0)])
    total, growth = ZERO, None
    for j, part in parts.items():
        tree, power = part.tree, part.power - shift
        if j == 1 and power == 0:
            growth, tree = _apart(goal, tree)
            power = Fraction(1)
        if tree != ZERO:
            term = _with_logs(tree, power, j)
            total = term if total == ZERO else total + term
    if shift.denominator == 1:
        yield Rewriting(plain(total), int(-shift), None if growth is None else plain(-growth))


def _apart(goal: Goal, tree: Formula) -> tuple[Formula, Formula]:
    """(c, R) with tree = c + t*R, c without t."""
    if "t" not in tree.symbols():
        return tree, ZERO
    start = tree.at(t=0)
    found, power = without_t(goal, tree - start)
    if power < 1 and found != ZERO:
        raise RuleError("no derivative at the end")
    return start, _moved(found, Fraction(power - 1))


# --- algebraic parts ----------------------------------------------------------------------------


def without_t(goal: Goal, tree: Formula) -> tuple[Formula, int]:
    """(E, k) with tree = t^k*E, where E is 0 or has neither a zero nor a pole at t = 0."""
    *_, (found, power) = leading(goal, tree)
    read = reader(Goal(goal.variables, goal.hypotheses, Atom(found, "==")))
    top, bottom = read.ratio(found)
    top, more = _stripped(top, read.names.index("t"))
    return (fraction(read, top, bottom) if more else found), more - power


def leading(goal: Goal, tree: Formula) -> Iterator[tuple[Formula, int]]:
    """(E, k) with t^k*tree = E: one fraction, without powers of t above, below and under roots."""
    read = reader(Goal(goal.variables, goal.hypotheses, Atom(tree, "==")))
    top, bottom = read.ratio(tree)
    if read.opaque:
        raise RuleError("not algebraic")
    place = read.names.index("t")
    top, bottom = reduce(top, read.roots), reduce(bottom, read.roots)
    if top.is_zero():
        yield ZERO, 0
        return
    for _ in range(3):
        common = top.gcd(bottom)
        top, bottom = top / common, bottom / common
        (top, above), (bottom, below) = _stripped(top, place), _stripped(bottom, place)
        if above > below:
            top, above, below = top * read.context.gens()[place] ** (above - below), 0, 0
        yield fraction(read, top, bottom), below - above
        if above or below:
            lifted = read.context.gens()[place]
            top, bottom = top * lifted**above, bottom * lifted**below
        flipped = _conjugate(read, top) or _conjugate(read, bottom)
        if flipped is None:
            return
        top, bottom = reduce(top * flipped, read.roots), reduce(bottom * flipped, read.roots)


def _stripped(poly: Poly, place: int) -> tuple[Poly, int]:
    """The polynomial without the power of t that divides it, and that power."""
    power = min((int(monomial[place]) for monomial in poly.to_dict()), default=0)
    return poly / poly.context().gens()[place] ** power, power


def _conjugate(read: Reader, poly: Poly) -> Poly | None:
    """a - b*s of a + b*s, for the first root s that occurs."""
    for place in sorted(read.roots):
        if poly.degrees()[place]:
            terms = poly.to_dict().items()
            return poly.context().from_dict({m: -c if m[place] % 2 else c for m, c in terms})
    return None


def plain(tree: Formula) -> Formula:
    """With its constants worked out and without sums and products with 0."""
    if not tree.children:
        return tree
    number = exponent_of(tree)
    if number is None and not tree.symbols():
        value = value_at(tree, {})
        number = Fraction(str(value)) if isinstance(value, fmpq) else None
    if number is not None:
        return formula(number)
    args = [plain(child) for child in tree.children]
    if (tree.op == "*" and ZERO in args) or (tree.op == "/" and args[0] == ZERO):
        return ZERO
    if (tree.op == "+" and ZERO in args) or (tree.op == "*" and ONE in args):
        return args[1] if args[0] in (ZERO, ONE) else args[0]
    if tree.op == "*" and formula(-1) in args:
        return plain(-args[1 if args[0] == formula(-1) else 0])
    if tree.op == "neg" and args[0].op == "neg":
        return args[0].args[0]
    if tree.op == "-" and args[0] == ZERO:
        return plain(-args[1])
    if tree.op in ("-", "/") and args[1] == (ZERO if tree.op == "-" else ONE):
        return args[0]
    return Formula(tree.op, *args)
