"""Derivatives of formulas, defined only where there is one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import overload

from symbolic_measures.nouns.formula import Formula, exponent_of, formula


def derivative(node: Formula, by: Mapping[str, int], bent: bool = False) -> Formula | None:
    """d/dt of `node` when each symbol s moves with speed by[s]; None stands for identically 0.

    Raises ValueError at a kink (Abs, Min, Max, ifzero) that moves: there may be no derivative.
    With `bent`, Abs(u) has the derivative u'*(Abs(u)/u), which is undefined at the kink; Min and
    Max have such a one, too; a convention has none.  u*Abs(u) has one at the kink as well.
    The result is undefined wherever the node is not differentiable.
    """
    memo: dict[Formula, Formula | None] = {}
    for part in node.walk():
        moved = _at_a_bend(part, memo) if bent and part.op in ("Abs", "Min", "Max", "*") else ()
        memo[part] = moved[0] if moved else _derivative_step(part, by, memo)
    return memo[node]


def _at_a_bend(
    node: Formula, known: Mapping[Formula, Formula | None]
) -> tuple[Formula | None] | tuple[()]:
    """The derivative off the kink; none of it if nothing moves.

    Max(a, b) is (a + b + |a - b|)/2 and Min(a, b) is (a + b - |a - b|)/2.  u*|u| has the derivative
    2*|u|*u', also where u is 0: u is u'*h nearly, a step h from there, and u*|u|/h near 0.
    """
    changes = [known[child] for child in node.children]
    if node.op == "*":
        for u, change in zip(node.args, changes, strict=True):
            if change is not None and (size := Formula("Abs", u)) in node.args:
                return (change * (formula(2) * size),)
        return ()
    if all(change is None for change in changes):
        return ()
    if node.op == "Abs" and changes[0] is not None:
        return (changes[0] * (node / node.args[0]),)
    first, second = node.args
    gap, moved = first - second, _plus(changes[0], _minus(changes[1]))
    total = _plus(*changes)
    bend = None if moved is None else moved * (Formula("Abs", gap) / gap)
    bend = _minus(bend) if node.op == "Min" else bend
    twice = _plus(total, bend)
    return (None if twice is None else twice / formula(2),)


def inner_derivative(
    node: Formula, by: Mapping[str, int], positive: Iterable[Formula] = ()
) -> Formula | None:
    """The derivative where the node is defined on both sides; None stands for identically 0.

    x^(3/2) has a derivative formula with a value at x = 0, but is undefined on one side of it.  So
    0*log(x) is added for the base x of each power that is no whole one and not below 1, unless x is
    plainly > 0 where the trees in `positive` are, or something is divided by the power.  The other
    operations have no derivative at the edge of their domain, nor has the result at a kink.  Raises
    ValueError at a convention that moves.
    """
    change = derivative(node, by, bent=True)
    if change is None:
        return None
    known, divisors = set(positive), set(_divisors(node))
    for part in node.walk():
        if part.op in ("^", "power") and not set(by).isdisjoint(part.args[0].symbols()):
            base, exponent = part.args[0], exponent_of(part.args[1])
            smooth = exponent is not None and (exponent.denominator == 1 or exponent < 1)
            apart = not divisors.isdisjoint((part, base)) or _is_plainly_positive(base, known)
            if not smooth and not apart:
                change = change + formula(0) * Formula("log", base)
    return change


def _divisors(node: Formula) -> Iterator[Formula]:
    """The factors of all denominators: none is 0 where the node is defined."""
    for part in node.walk():
        stack = [part.args[1]] if part.op == "/" else []
        while stack:
            tree = stack.pop()
            yield tree
            stack += tree.args if tree.op == "*" else ()


def _is_plainly_positive(tree: Formula, known: set[Formula]) -> bool:
    """Whether it is made of known positive trees by operations that keep them > 0."""
    if tree in known:
        return True
    match tree.op:
        case "number":
            return bool(tree.args[0] > 0)
        case "+" | "*" | "/":
            return all(_is_plainly_positive(part, known) for part in tree.args)
        case "sqrt" | "^" | "power":
            return _is_plainly_positive(tree.args[0], known)
    return False


def _derivative_step(
    node: Formula, by: Mapping[str, int], known: Mapping[Formula, Formula | None]
) -> Formula | None:
    if node.op == "number":
        return None
    if node.op == "symbol":
        speed = by.get(node.args[0], 0)
        return formula(speed) if speed else None
    changes = [known[child] for child in node.children]
    if all(change is None for change in changes):
        return None
    first, d_first = node.args[0], changes[0]
    second, d_second = (node.args[1], changes[1]) if len(node.args) > 1 else (formula(1), None)
    match node.op:
        case "+":
            return _plus(d_first, d_second)
        case "-":
            return _plus(d_first, _minus(d_second))
        case "neg":
            return _minus(d_first)
        case "*":
            return _plus(_times(d_first, second), _times(d_second, first))
        case "/":
            left = None if d_first is None else d_first / second
            right = _times(d_second, first)
            return _plus(left, None if right is None else -(right / second**2))
        case "power" if d_second is None and d_first is not None:
            return second * _times(d_first, Formula("power", first, second - 1))
        case "power" if d_first is None and d_second is not None:
            return _times(d_second, Formula("log", first) * node)
        case "^" if d_second is None and d_first is not None:
            power = exponent_of(second)
            lower = first if power == 2 else first ** (second - 1)
            return d_first if power == 1 else second * _times(d_first, lower)
        case "sqrt" if d_first is not None:
            return d_first / (formula(2) * node)
        case "log" if d_first is not None:
            return d_first / first
        case "acos" if d_first is not None:
            return -(d_first / Formula("sqrt", formula(1) - first**2))
    raise ValueError(f"{node} has no derivative everywhere")


def _plus(left: Formula | None, right: Formula | None) -> Formula | None:
    if left is None or right is None:
        return right if left is None else left
    if left.op == right.op == "number":  # parts that change at opposite speeds
        total = left.args[0] + right.args[0]
        return formula(total) if total else None
    return left + right


def _minus(change: Formula | None) -> Formula | None:
    if change is not None and change.op == "number":
        return formula(-change.args[0])
    return None if change is None else -change


@overload
def _times(change: Formula, factor: Formula) -> Formula: ...


@overload
def _times(change: Formula | None, factor: Formula) -> Formula | None: ...


def _times(change: Formula | None, factor: Formula) -> Formula | None:
    """change * factor, without a factor 1."""
    if change is None:
        return None
    if change.op == "number":
        return (
            factor if change.args[0] == 1 else -factor if change.args[0] == -1 else change * factor
        )
    return change * factor
