"""Formulas at rational points: a compiled evaluator that raises where there is no value.

Every operation is one of `exact`; the evaluator only says in which order they are applied.
"""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, TypeAlias

from flint import fmpq

from symbolic_measures.kernel.exact import (
    CannotTellError,
    InfiniteError,
    Value,
    add,
    arccosine,
    compare,
    invert,
    logarithm,
    multiply,
    negate,
    power,
    real_power,
    root,
    sign,
)
from symbolic_measures.nouns.formula import Formula, exponent_of

Evaluator = Callable[[Mapping[str, fmpq]], Value]


class Known(dict[Any, Any]):
    """A point, and what was found at it: evaluators that are given one share what they find."""


_Part: TypeAlias = Callable[[Known], Value]


def compile_formula(tree: Formula) -> Evaluator:
    """An evaluator: point (symbol -> rational) to Value; raises UndefinedError off the domain.

    What occurs more than once is worked out once for each point, when it is first asked for; at a
    point that is `Known`, once for all formulas.  A sum of symbols is added up at one go.
    """
    nodes = list(tree.walk())
    uses = Counter(child for node in nodes for child in node.children)
    built: dict[Formula, _Part] = {}
    added: dict[Formula, tuple[Any, ...]] = {}
    for node in nodes:
        if node.op in ("symbol", "+") and all(child in added for child in node.children):
            added[node] = sum((added[child] for child in node.children), ()) or node.args
        part = _compile_node(node, [built[child] for child in node.children], added.get(node))
        shared = node.children and (uses[node] > 1 or node.op not in _OF_RATIONALS)
        built[node] = _once(part, _token(node)) if shared else part
    run = built[tree]

    def evaluate(at: Mapping[str, fmpq]) -> Value:
        try:
            return run(at if isinstance(at, Known) else Known(at))
        except RecursionError:
            raise CannotTellError("nested too deeply") from None

    return evaluate


@lru_cache(maxsize=65_536)
def _token(node: Formula) -> object:
    """Where the value of this formula is kept."""
    return object()


def _once(part: _Part, token: object) -> _Part:
    def remembered(at: Known) -> Value:
        found: Value | None = at.get(token)
        if found is None:
            found = at[token] = part(at)
        return found

    return remembered


def _compile_node(node: Formula, below: list[_Part], added: tuple[str, ...] | None) -> _Part:
    if added:
        get = operator.itemgetter(*added)
        return get if node.op == "symbol" else lambda at: sum(get(at))
    match node.op:
        case "number":
            constant = fmpq(node.args[0].numerator, node.args[0].denominator)
            return lambda at: constant
        case "^":
            exponent = exponent_of(node.args[1])
            base = below[0]
            if exponent is None:
                raise CannotTellError(f"the exponent of {node} is not a rational number")
            return lambda at: power(base(at), exponent)
        case "ifzero":
            test, then, otherwise = below
            return lambda at: then(at) if sign(test(at)) == 0 else otherwise(at)
        case "extended":
            place, low, high, finite = below
            return lambda at: _extended(place(at), low(at), high(at), lambda: finite(at))
    if len(below) == 1:
        (inner,) = below
        function = _FUNCTIONS[node.op]
        return lambda at: function(inner(at))
    left, right = below
    combine = (_OF_RATIONALS if node.is_polynomial else _OPERATIONS)[node.op]
    return lambda at: combine(left(at), right(at))


def _extended(place: Value, low: Value, high: Value, finite: Callable[[], Value]) -> Value:
    for end, way in ((low, -1), (high, 1)):
        if compare(place, end) == 0:
            raise InfiniteError(way)
    return finite()


_FUNCTIONS: dict[str, Callable[[Value], Value]] = {
    "neg": negate,
    "sqrt": root,
    "log": logarithm,
    "acos": arccosine,
    "Abs": lambda value: value if sign(value) >= 0 else negate(value),
}


_OPERATIONS: dict[str, Callable[[Any, Any], Value]] = {
    "+": add,
    "-": lambda a, b: a - b if type(a) is type(b) is fmpq else add(a, negate(b)),
    "*": multiply,
    "/": lambda a, b: a / b if type(a) is type(b) is fmpq and b else multiply(a, invert(b)),
    "power": real_power,
    "Min": lambda left, right: left if compare(left, right) <= 0 else right,
    "Max": lambda left, right: left if compare(left, right) >= 0 else right,
}
#: Of symbols and whole numbers, whose values are rational.
_OF_RATIONALS: dict[str, Callable[[Any, Any], Value]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul,
}  # fmt: skip
