"""Finds the derivatives in p_AB and the order of the baseline; nothing here is trusted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from flint import fmpq

from symbolic_measures.fences import StoppedError
from symbolic_measures.kernel.algebra import RuleError, reduce
from symbolic_measures.kernel.exact import CannotTellError, UndefinedError, Value, compare, show
from symbolic_measures.kernel.reader import reader
from symbolic_measures.kernel.truth import evaluator
from symbolic_measures.meaning.expansions import (
    INDEPENDENT,
    LETTERS,
    MARGINS,
    MOST,
    differentiated,
    taylor_statement,
)
from symbolic_measures.meaning.gradient import inside
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.property import ZERO, at
from symbolic_measures.meaning.samples import parameter_samples
from symbolic_measures.nouns.confusion import CELLS, FN, FP, SIZE, TN, TP
from symbolic_measures.nouns.derivative import derivative
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, exponent_of, formula, symbol
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Statement, Variable
from symbolic_measures.nouns.verdict import Verdict
from symbolic_measures.search.costs import nodes
from symbolic_measures.search.effort import Effort, Limit, granted
from symbolic_measures.search.engine import decide
from symbolic_measures.search.factored import factored
from symbolic_measures.search.guarded import why
from symbolic_measures.search.orders import ALGEBRAIC, value_at

POSITIVE_CELLS = [Variable(name, "positive") for name in CELLS]
#: (p_A, p_B): plain ones first.
POINTS = [("1/2", "1/2"), ("1/3", "1/2"), ("1/3", "1/4"), ("1/5", "2/3"), ("3/4", "2/5")]
MOST_ORDERS = MOST - 1


@dataclass
class Chain:
    """The derivatives D_1, D_2, ... along the move of p_AB, found as they are asked for.

    For g(L) with a part L affine in p_AB they are given as g_1, g_2, ... in u; with `margins` every
    measure is one, of TP*TN - FN*FP and the margins.
    """

    reading: Reading
    margins: bool = False
    texts: list[str] = field(default_factory=list)
    inner: dict[str, str] | None = None

    def __post_init__(self) -> None:
        tree = inside(self.reading.formula)
        self.found, self.letters = [tree], list(POSITIVE_CELLS)
        self.part = GAP if self.margins else _affine_part(self.reading, tree)
        if self.part is not None:
            self.slope = _shown(self.reading, differentiated(self.part), POSITIVE_CELLS)
            self.letters = [Variable("u", "real")]
            if self.margins:
                self.letters += [Variable(name, "positive") for name in MARGINS]
                self.last = _shown(self.reading, _by_margins(tree), self.letters)
            else:
                self.last = tree.replace({self.part: U})
            self.inner = {
                "part": str(self.part), "slope": str(self.slope), "outer": str(self.last),
            }  # fmt: skip
        else:
            self.last = tree

    def grow(self) -> Formula:
        """One derivative more; D_k."""
        if self.part is None:
            self.last = _shown(self.reading, differentiated(self.last), self.letters)
            self.found.append(self.last)
        else:
            try:
                change = derivative(self.last, {"u": 1}) or ZERO
            except ValueError as error:
                raise FormulaError(str(error)) from None
            self.last = _shown(self.reading, change, self.letters)
            number = len(self.found)
            speed = self.slope if number == 1 else self.slope**number
            self.found.append(self.last.at(u=self.part, **MARGINS) * speed)
        self.texts.append(str(self.last))
        return self.found[-1]


U = symbol("u")
GAP = TP * TN - FN * FP
_P, _N, _PHAT, _NHAT = map(symbol, MARGINS)
#: The sums and the cells by u = TP*TN - FN*FP and the margins.
WRITTEN = {SIZE: _P + _N, **{total: symbol(name) for name, total in MARGINS.items()}}
BY_MARGINS = {
    "TP": (_P * _PHAT + U) / (_P + _N), "FN": (_P * _NHAT - U) / (_P + _N),
    "FP": (_N * _PHAT - U) / (_P + _N), "TN": (_N * _NHAT + U) / (_P + _N),
}  # fmt: skip


def _by_margins(tree: Formula) -> Formula:
    """The tree in u = TP*TN - FN*FP and the margins."""
    return tree.replace({**WRITTEN, GAP: U, TP * TN - FP * FN: U}).at(**BY_MARGINS)


def _affine_part(reading: Reading, tree: Formula) -> Formula | None:
    """A part that is affine in p_AB of a measure that is not, and moves with nothing else."""
    with suppress(FormulaError):
        if _is_zero(reading, differentiated(differentiated(tree))):
            return None
    for node in sorted(tree.walk(), key=lambda node: -len(str(node))):
        if node == tree or len(node.children) < 2:
            continue
        try:
            slope = differentiated(node)
            moves = slope != ZERO and _is_zero(reading, differentiated(slope))
            if moves and not set(tree.replace({node: U}).symbols()) & set(CELLS):
                return node
        except FormulaError:
            continue
    return None


def _shown(reading: Reading, tree: Formula, letters: list[Variable]) -> Formula:
    """Its algebraic parts each as one factored fraction, constants such as pi standing for one."""
    constants = [n for n in tree.walk() if n.op in ("acos", "log") and not n.symbols()]
    names = {node: symbol(f"constant{i}") for i, node in enumerate(constants)}
    more = [Variable(str(name), "positive") for name in names.values()]

    def whole(node: Formula) -> Formula | None:
        if not node.children:
            return node
        if node.ops <= ALGEBRAIC:
            with suppress(RuleError):
                return factored(reading, node, [*letters, *more])
        return None

    found = _tidy(_outermost(tree.replace(names), whole))
    found = found.replace({name: node for node, name in names.items()})
    plain = None if found.symbols() else _constant(found)
    return parse(plain, names={}) if isinstance(plain, str) else found


def _outermost(tree: Formula, whole: Callable[[Formula], Formula | None]) -> Formula:
    """The tree with its outermost parts of which `whole` makes something replaced by that."""
    done: dict[Formula, Formula] = {}
    split: set[Formula] = set()
    stack = [tree]
    while stack:
        node = stack[-1]
        if node in done:
            stack.pop()
        elif node not in split and (found := whole(node)) is not None:
            done[node] = found
        elif below := [child for child in node.children if child not in done]:
            split.add(node)
            stack.extend(below)
        else:
            done[node] = Formula(node.op, *(done[child] for child in node.children))
    return done[tree]


def _constant(tree: Formula) -> str | list[str] | None:
    """The exact number that a formula without symbols is."""
    try:
        return show(evaluator(tree)({}))
    except (UndefinedError, CannotTellError):
        return None


_SUMS = {symbol(f"p_{x}") + symbol(f"q_{x}"): formula(1) for x in "AB"}


def _tidy(tree: Formula) -> Formula:
    """With p + q = 1, without factors 1 and products with 0."""
    tree = tree.replace(_SUMS)
    done: dict[Formula, Formula] = {}
    for node in tree.walk():
        done[node] = _tidied(node, [done[child] for child in node.children])
    return done[tree]


def _tidied(tree: Formula, args: list[Formula]) -> Formula:
    """One operation on tidy arguments."""
    if not args:
        return tree
    one, zero = formula(1), formula(0)
    if tree.op == "*" and zero in args:
        return zero
    if tree.op == "*" and one in args:
        return args[1] if args[0] == one else args[0]
    if tree.op == "/" and (args[1] == one or args[0] == zero):
        return args[0]
    if tree.op in ("^", "power") and one in args:
        return args[0]
    if tree.op == "^" and args[0].op == "sqrt" and (power := exponent_of(args[1])) is not None:
        return args[0].args[0] ** formula(power / 2)
    return Formula(tree.op, *args)


def taylor(reading: Reading, order: int, limit: Limit) -> Verdict:
    """The verdict on the derivatives up to that order, with their texts as its value."""
    effort = granted(limit)
    empty = Statement("taylor", reading.measure.name, "Nothing is known.", ())
    verdict = Verdict("taylor", "undecided", empty)
    for margins in (False, True):
        try:
            value = _expansion(Chain(reading, margins), order, effort)
            verdict = decide(taylor_statement(reading, *value.values()), effort, value)
        except (FormulaError, RuleError, StoppedError, RecursionError) as error:
            verdict = replace(verdict, reason=why(error))
        if verdict.outcome == "proved":
            return verdict
    reason = verdict.reason or "the measure is no function of p_AB, p_A and p_B"
    return Verdict("taylor", "undecided", empty, reason=reason, seconds=verdict.seconds)


def _expansion(chain: Chain, order: int, effort: Effort) -> dict[str, Any]:
    """The derivatives up to that order, and what they are at independence."""
    letters = [Variable(name, "positive") for name in LETTERS]
    for _ in range(order):
        effort.tick(1_000 * nodes(chain.found[-1]))
        chain.grow()
    shown = [_shown(chain.reading, at(tree, INDEPENDENT), letters) for tree in chain.found]
    return {
        "derivatives": chain.texts,
        "coefficients": [str(tree) for tree in shown],
        "inner": chain.inner,
    }


def baseline_order(reading: Reading, limit: Limit) -> Verdict:
    """The verdict on the order of the approximate constant baseline."""
    prop, effort = PROPERTIES["baseline-order"], granted(limit)
    reason = "no order could be proposed"
    for margins in (False, True):
        try:
            for value in _orders(reading, margins, effort):
                verdict = decide(prop.statement(reading, value), effort, value)
                if verdict.outcome == "proved":
                    return verdict
                reason = verdict.reason or reason
        except (FormulaError, RuleError, StoppedError, RecursionError) as error:
            reason = why(error)
    return Verdict("baseline-order", "undecided", prop.statement(reading), reason=reason)


def _orders(reading: Reading, margins: bool, effort: Effort) -> Iterator[dict[str, Any]]:
    """The order that the values at a few points show."""
    chain = Chain(reading, margins)
    found = chain.found
    given = next(iter(parameter_samples(reading, 1)), None)
    if given is None:
        raise FormulaError("no values of the parameters are found that the assumptions admit")
    base: dict[str, Any] = {
        "constant": None, "derivatives": [], "inner": None, "points": [],
    }  # fmt: skip
    ends = [_value(at(found[0], INDEPENDENT), pair, given) for pair in POINTS]
    for one, end in enumerate(ends):
        for two in range(one):
            if _different(end, ends[two]):
                yield {**base, "order": "0", "points": [list(POINTS[two]), list(POINTS[one])]}
    letters = [Variable(name, "positive") for name in LETTERS]
    base["constant"] = str(_shown(reading, at(found[0], INDEPENDENT), letters))
    for order in range(MOST_ORDERS + 1):
        effort.tick(1_000 * nodes(found[-1]))
        chain.grow()
        base["derivatives"], base["inner"] = list(chain.texts), chain.inner
        if order == 1 and chain.inner is None and _is_zero(reading, found[2]):
            yield {**base, "order": "oo", "derivatives": [chain.texts[0], "0"]}
        if order:
            tree = at(found[-1], INDEPENDENT)
            for pair in POINTS:
                value = _value(tree, pair, given)
                if value is not None and _different(value, fmpq(0)):
                    yield {**base, "order": str(order), "points": [list(pair)]}
                    return


def _is_zero(reading: Reading, tree: Formula) -> bool:
    if tree == ZERO:
        return True
    variables = (*POSITIVE_CELLS, *reading.measure.variables)
    try:
        read = reader(Goal(variables, reading.measure.conditions, Atom(tree, "==")))
        return bool(reduce(read.ratio(tree)[0], read.roots).is_zero())
    except RuleError:
        return False


def _value(tree: Formula, pair: tuple[str, str], given: dict[str, fmpq]) -> Value | None:
    p_a, p_b = (fmpq(*map(int, text.split("/"))) for text in pair)
    point = {"p_A": p_a, "q_A": 1 - p_a, "p_B": p_b, "q_B": 1 - p_b}
    return value_at(tree, {**given, **point})


def _different(one: Value | None, two: Value | None) -> bool:
    try:
        return one is not None and two is not None and compare(one, two) != 0
    except CannotTellError:
        return False
