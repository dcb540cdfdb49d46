"""What "M tends to L" says, as goals: one parameter or one cell moves, everything else stays.

The way is t > 0, t -> 0: a parameter is a + t^j or a - t^j (j = 1 or 2), and 1/t^j or -1/t^j on its
way to infinity; a cell is 1/t^j, or a + t^j, over the real numbers.  For each pattern of zero cells
a certificate gives a formula E in which t may be 0.

The argument.  E is made of + - * / sqrt, rational and real powers, log, acos, Abs, Min, Max, each
of which is continuous on its domain; so E is continuous on its domain.  The goals say that M(t) and
E(t) are defined and equal for all small t > 0, and that E is defined at t = 0 with the value L.
Hence M(t) = E(t) -> E(0) = L.  (`infinite`: t^k*M(t) = E(t) with k >= 1 and E(0) of one sign.)

Logarithms.  t*log(t) and 1/log(t) have no value at t = 0, but the limit 0.  If B(0) = 1 and B has
the derivative B'(0) there, then log B has the value 0 and the derivative B'(0), so log(B)/t, the
quotient of differences, tends to B'(0).  The formula of a derivative is only defined where there is
one (from the right, where B is defined on the right alone).

Generalized means.  Where the exponent itself moves, S(r) = (w1*X1^r + ... + wk*Xk^r)^(1/r) has no
value at its end, but a limit, for any Xi > 0 and weights wi > 0 of sum 1 that do not move.  As
r -> 0, from either side: log S(r) = f(r)/r with f(r) = log(w1*X1^r + ...), f(0) = 0 and f'(0) =
w1*log X1 + ...; so log S(r) -> f'(0) and S(r) -> X1^w1*...*Xk^wk.  As r -> oo, with m = Max(Xi)
and w the weight of one that is m: w*m^r <= w1*X1^r + ... <= m^r, so m*w^(1/r) <= S(r) <= m and
S(r) -> m.  As r -> -oo: S(r) is 1 over the mean of the 1/Xi at -r, so it tends to Min(Xi).

In E such a part is a number s that tends to its limit; E, as a formula in t and s, is continuous,
so it tends to its value at t = 0 and that limit.  What the limit of a part needs are goals.

Where M grows like a logarithm: t^k*M(t) = E(t) - c*log(t) with k >= 0, c != 0 that does not move,
and E defined at t = 0.  As -log(t) -> oo, M tends to oo or -oo, as the sign of c says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from symbolic_measures.kernel.rules.theorems import is_mean
from symbolic_measures.meaning.conditions import opposite
from symbolic_measures.meaning.measure import Measure
from symbolic_measures.meaning.supports import SUPPORTS
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.derivative import derivative
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, exponent_of, formula, symbol
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.spelling import end_of_limit
from symbolic_measures.nouns.statement import Atom, Goal, Statement, Variable

T = symbol("t")
LOG_T = Formula("log", T)
INFINITE = ("oo", "-oo")
#: Operations that are continuous wherever they are defined.
CONTINUOUS = frozenset(
    ("number", "symbol", "+", "-", "*", "/", "neg", "^", "power", "sqrt", "log", "acos", "Abs",
     "Min", "Max")
)  # fmt: skip
KINDS = ("finite", "infinite", "undefined", "excluded")


@dataclass(frozen=True)
class Approach:
    """`variable` moves to `end` (a rational number as text, oo or -oo), `above` it or not."""

    variable: str
    end: str
    above: bool = True

    @property
    def side(self) -> str:
        """In words."""
        return "" if self.end in INFINITE else "above" if self.above else "below"

    @property
    def is_cell(self) -> bool:
        """Whether a cell moves, not a parameter."""
        return self.variable in CELLS

    def way(self, scale: int) -> Formula:
        """The variable at t."""
        step = T if scale == 1 else T**scale
        if self.end in INFINITE:
            return formula(1) / step if self.end == "oo" else -(formula(1) / step)
        start = formula(Fraction(self.end))
        if start == formula(0):
            return step if self.above else -step
        return start + step if self.above else start - step

    def supports(self) -> Iterator[tuple[str, ...]]:
        """The patterns of the cells that do not move; at least one is positive."""
        for support in SUPPORTS:
            if not self.is_cell or self.variable not in support:
                yield support
        if self.is_cell:
            yield ()


def approaches(text: str, subject: Measure) -> list[Approach]:
    """`"r -> 0"` from both sides; `"r -> 0+"`, `"beta -> oo"`, `"TN -> oo"` from one."""
    name, arrow, end = (part.strip() for part in text.partition("->"))
    if not arrow:
        raise FormulaError(f"{text!r} is no limit; write one such as 'beta -> oo' or 'r -> 0'")
    if name not in CELLS and name not in subject.parameters:
        known = ", ".join((*subject.parameters, *CELLS))
        raise FormulaError(f"{name!r} is no parameter and no cell; known: {known}")
    end = end_of_limit(end)
    if "t" in subject.parameters:
        raise FormulaError("t is the way of the limit; the parameter needs another name")
    if end in ("oo", "+oo", "-oo"):
        if name in CELLS and end == "-oo":
            raise FormulaError("a cell tends to oo, or to a number >= 0")
        return [Approach(name, end.lstrip("+"))]
    sides = {"+": (True,), "-": (False,)}.get(end[-1:], (True, False))
    value = exponent_of(parse(end.rstrip("+-"), names={}))
    if value is None:
        raise FormulaError(f"{end!r} is neither a rational number nor oo nor -oo")
    if name in CELLS and value < 0:
        raise FormulaError("a cell tends to oo, or to a number >= 0")
    if name in CELLS and value == 0:
        sides = (True,)
    return [Approach(name, str(value), above) for above in sides]


def limit_statement(
    subject: Measure, approach: Approach, support: tuple[str, ...], value: Mapping[str, Any]
) -> Statement:
    """What a certificate claims at one pattern; FormulaError if it is not well formed.

    `{"kind": "finite", "scale": j, "near": d, "rewritten": E, "limit": L}`: M = E for 0 < t < d
    (for all t > 0 if d is None), and E is L at t = 0; d > 0 is a formula in what stays.
    `{"kind": "infinite", "scale", "near", "rewritten", "power": k, "log": None, "sign": 1 or -1}`:
    t^k*M = E with k >= 1, and E has that sign at t = 0; with "log": c, t^k*M = E - c*log(t) with
    k >= 0, and c has that sign.
    `{"kind": "undefined", "scale", "near"}`: M is undefined for 0 < t < d.
    `{"kind": "excluded", "scale", "near", "assumption": number}`: that assumption fails there.
    """
    try:
        goals = list(_Claim(subject, approach, support, value).goals())
    except (KeyError, TypeError, IndexError, AttributeError, ValueError) as error:
        if isinstance(error, FormulaError):
            raise
        raise FormulaError(f"limit: malformed value ({error})") from None
    where = ", ".join(f"{name} > 0" for name in support) or "no other cell is positive"
    side = f" from {approach.side}" if approach.side else ""
    told = {
        "finite": f"it tends to {value.get('limit')}",
        "infinite": f"it tends to {'' if value.get('sign') == 1 else '-'}oo",
        "undefined": "it is undefined on the way",
        "excluded": "the assumptions exclude the way",
    }[value["kind"]]
    sentence = f"As {approach.variable} -> {approach.end}{side}, where {where}: {told}."
    return Statement("limit", subject.name, sentence, tuple(goals))


_KEYS = {
    "finite": ("rewritten", "limit"),
    "infinite": ("rewritten", "power", "log", "sign"),
    "undefined": (),
    "excluded": ("assumption",),
}


class _Claim:
    """The goals of one certificate."""

    def __init__(
        self,
        subject: Measure,
        approach: Approach,
        support: tuple[str, ...],
        value: Mapping[str, Any],
    ) -> None:
        if support not in tuple(approach.supports()):
            raise TypeError("no such pattern")
        kind = value["kind"]
        if set(value) != {"kind", "scale", "near", *_KEYS[kind]}:
            raise TypeError(f"the keys of {kind} are others")
        scale, near = value["scale"], value["near"]
        if type(scale) is not int or scale not in (1, 2):
            raise TypeError("scale is 1 or 2")
        self.subject, self.approach, self.support, self.value = subject, approach, support, value
        self.way = approach.way(scale)
        moving = approach.variable
        fixed = tuple(v for v in subject.variables if v.name != moving)
        self.letters = (*support, *(v.name for v in fixed))
        self.variables = tuple(Variable(name, "positive") for name in support) + fixed
        self.own = tuple(a for a in subject.conditions if moving in a.expr.symbols())
        given = tuple(a for a in subject.conditions if a not in self.own)
        self.still = (*given, *(Atom(symbol(name) - 1, ">=") for name in support))
        self.near = None if near is None else parse(near, names={}, parameters=self.letters)
        self.gone = {name: formula(0) for name in CELLS if name not in support}

    def at_way(self, tree: Formula) -> Formula:
        """A formula in the cells and parameters, on the way."""
        zeros = {name: zero for name, zero in self.gone.items() if name != self.approach.variable}
        return tree.at(**zeros, **{self.approach.variable: self.way})

    def near_goal(self, conclusion: Atom, label: str) -> Goal:
        """For all 0 < t < d, written d*t/(1 + t) with t > 0; for all t > 0 without a d."""
        variables = (*self.variables, Variable("t", "positive"))
        if self.near is not None:
            conclusion = conclusion.at(t=self.near * (T / (formula(1) + T)))
        blocks = (self.support,) if self.support else ()
        return Goal(variables, self.still, conclusion, blocks=blocks, label=label)

    def end_goal(self, conclusion: Atom, label: str) -> Goal:
        """At t = 0."""
        blocks = (self.support,) if self.support else ()
        return Goal(self.variables, self.still, conclusion, blocks=blocks, label=label)

    def goals(self) -> Iterator[Goal]:
        """What has to be proved."""
        kind, value = self.value["kind"], self.value
        if self.near is not None:
            yield self.end_goal(Atom(self.near, ">"), "how near is a positive number")
        if kind == "excluded":
            number = value["assumption"]
            if type(number) is not int or not 0 <= number < len(self.own):
                raise TypeError("assumption is the number of one that speaks of the variable")
            atom = self.own[number]
            fails = opposite(Atom(self.at_way(atom.expr), atom.rel))
            yield self.near_goal(fails, "excluded on the way")
            return
        for atom in self.own:
            told = Atom(self.at_way(atom.expr), atom.rel)
            yield self.near_goal(told, "the assumptions hold on the way")
        measure = self.at_way(self.subject.formula)
        if kind == "undefined":
            yield self.near_goal(Atom(measure, "undefined"), "undefined on the way")
            return
        rewritten = self.rewritten(value["rewritten"])
        at_end, needed = at_the_end(rewritten, self.approach, self.way)
        for atom in needed:
            yield self.end_goal(atom, "for the limit of a part")
        if kind == "finite":
            yield self.near_goal(Atom(measure - rewritten, "=="), "rewritten")
            limit = parse(value["limit"], names={}, parameters=(*CELLS, *self.letters))
            limit = limit.at(**self.gone) if not self.approach.is_cell else self._still(limit)
            yield self.end_goal(Atom(at_end - limit, "=="), "its value at the end")
            return
        power, sign, growth = value["power"], value["sign"], value["log"]
        least = 1 if growth is None else 0
        whole = {type(power), type(sign)} == {int}
        if not whole or not least <= power <= 12 or sign not in (1, -1):
            raise TypeError("power is 1, 2, ..., or 0 beside a logarithm; sign 1 or -1")
        scaled = T**power * measure if power else measure
        if growth is not None:
            times = parse(growth, names={}, parameters=self.letters)
            yield self.end_goal(Atom(at_end, "defined"), "what stays beside the logarithm")
            yield self.end_goal(
                Atom(times if sign > 0 else -times, ">"), "how the logarithm counts"
            )
            rewritten = rewritten - times * LOG_T
        else:
            yield self.end_goal(Atom(at_end if sign > 0 else -at_end, ">"), "its sign at the end")
        yield self.near_goal(Atom(scaled - rewritten, "=="), "rewritten")

    def _still(self, limit: Formula) -> Formula:
        if self.approach.variable in limit.symbols():
            raise TypeError("the limit does not contain what moves")
        return limit.at(**self.gone)

    def rewritten(self, text: Any) -> Formula:
        """E, a formula in t that is continuous on its domain."""
        if not isinstance(text, str):
            raise TypeError("a formula is given as text")
        tree = parse(text, names={}, parameters=(*self.letters, "t"))
        if not tree.ops <= CONTINUOUS:
            raise TypeError("the formula is not continuous")
        return tree


def at_the_end(tree: Formula, approach: Approach, way: Formula) -> tuple[Formula, tuple[Atom, ...]]:
    """The formula at t = 0, parts without a value replaced by their limits; what these need."""
    swap: dict[Formula, Formula] = {}
    needed: list[Atom] = []
    for node in tree.walk():
        found = limit_of_part(node, approach, way)
        if found is not None:
            swap[node] = found[0]
            needed += found[1]
    return tree.replace(swap).at(t=0), tuple(dict.fromkeys(needed))


def limit_of_part(
    node: Formula, approach: Approach, way: Formula
) -> tuple[Formula, list[Atom]] | None:
    """The limit of a part that has no value at t = 0, and what that needs; None for other parts."""
    return _logarithmic(node) or _mean(node, approach, way)


def _logarithmic(node: Formula) -> tuple[Formula, list[Atom]] | None:
    """The limit of t*log(t), 1/log(t) or log(B)/t."""
    if node in (T * LOG_T, formula(1) / LOG_T):
        return formula(0), []
    if node.op != "/" or node.args[0].op != "log" or node.args[1] != T:
        return None
    inside = node.args[0].args[0]
    try:
        change = derivative(inside, {"t": 1})
    except ValueError:
        return None
    if change is None:
        return None
    return change.at(t=0), [Atom(inside.at(t=0) - 1, "==")]


def _mean(node: Formula, approach: Approach, way: Formula) -> tuple[Formula, list[Atom]] | None:
    """The limit of a generalized mean whose exponent is what moves."""
    if approach.is_cell or approach.end not in ("0", *INFINITE):
        return None
    if node.op != "power" or node.args[1] != formula(1) / way:
        return None
    parts = weighted(node.args[0], way)
    if parts is None or len(parts) < 2:
        return None
    weights, sides = zip(*parts, strict=True)
    needed = [Atom(side, ">") for side in sides]
    if is_mean(node):
        product = Formula("sqrt", sides[0] * sides[1])
    else:
        total, raised = weights[0], [_raised(*part) for part in parts]
        for weight in weights[1:]:
            total = total + weight
        needed += [*(Atom(weight, ">") for weight in weights), Atom(total - 1, "==")]
        product = raised[0]
        for factor in raised[1:]:
            product = product * factor
    if approach.end == "0":
        return product, needed
    end = sides[0]
    for side in sides[1:]:
        end = Formula("Max" if approach.end == "oo" else "Min", end, side)
    return end, needed


def weighted(tree: Formula, exponent: Formula) -> list[tuple[Formula, Formula]] | None:
    """[(w, X), ...] of a sum of w*X^exponent with w and X in which t does not occur, or None."""
    if tree.op == "+":
        left, right = (weighted(part, exponent) for part in tree.args)
        return None if left is None or right is None else left + right
    if tree.op == "power" and tree.args[1] == exponent and "t" not in tree.args[0].symbols():
        return [(formula(1), tree.args[0])]
    if tree.op in ("*", "/"):
        for inner, by in (tree.args, tree.args[::-1] if tree.op == "*" else tree.args):
            found = None if "t" in by.symbols() else weighted(inner, exponent)
            if found is not None:
                return [(Formula(tree.op, weight, by), side) for weight, side in found]
    return None


def _raised(weight: Formula, side: Formula) -> Formula:
    op = "power" if exponent_of(weight) is None else "^"
    return Formula(op, side, weight)
