"""The values of a formula at many matrices at once: floats, and nan exactly where it is undefined.

Floating-point arithmetic cannot tell 0 from what is left after a cancellation, and so not whether a
formula is defined.  So every part carries, beside its values, where it is surely undefined, where
that is in doubt, and a bound on the size of the numbers it was computed from.  A test that decides
about a value (a denominator, a radicand, the condition of a convention) is in doubt where the
number is smaller than `DOUBT` times that bound.  Matrices in doubt are evaluated again, exactly.

Invariant: a result is nan iff the formula is undefined at that matrix, and infinite iff the reading
has that value there (or it is too large for a float).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

from flint import fmpq

from symbolic_measures.doors.values.exact import floating, rational_exponent
from symbolic_measures.kernel.evaluation import compile_formula
from symbolic_measures.kernel.exact import InfiniteError, UndefinedError
from symbolic_measures.nouns.formula import Formula, exponent_of, formula

if TYPE_CHECKING:
    import numpy as np

    Array: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]
    #: Values, or one for all matrices.
    Floats: TypeAlias = Array | float
#: True at some matrices; None for nowhere.
Mask: TypeAlias = Any

#: Relative to what it was computed from, a smaller number may be 0: a million times what rounding
#: does to a formula of moderate length.
DOUBT = 1e-10
#: Products of a few numbers between 1/FAR and FAR are floats.
FAR = 1e15
#: So many matrices are looked at together.
BLOCK = 2**15
_SUMS = frozenset(("+", "symbol"))


@dataclass(frozen=True)
class Part:
    """A subformula at all matrices.

    `size` bounds the numbers that its values were computed from; None: its values are as exact as
    one rounding after the other makes them, nothing was subtracted.  `nonnegative`: known to be.
    """

    value: Any
    undefined: Mask = None
    doubtful: Mask = None
    size: Any = None
    nonnegative: bool = False


def values(
    tree: Formula, cells: Mapping[str, Any], parameters: Mapping[str, Fraction]
) -> Array | float:
    """The values at the matrices whose cells are given as arrays of one shape.

    Parameters are exact numbers.  The result has the shape of the arrays: nan where the formula is
    undefined, oo and -oo where a reading has these values.  The work is done block by block, so
    that what is in between stays in the processor's cache.
    """
    import numpy as np

    shape = next(iter(cells.values())).shape
    flat = {name: array.reshape(-1) for name, array in cells.items()}
    result = np.empty(math.prod(shape))
    for start in range(0, len(result), BLOCK):
        stop = start + BLOCK
        block = {name: array[start:stop].astype(np.float64) for name, array in flat.items()}
        result[start:stop] = _block(tree, block, parameters)
    return result.reshape(shape) if shape else result[0]


def _block(tree: Formula, cells: Mapping[str, Array], parameters: Mapping[str, Fraction]) -> Array:
    import numpy as np

    shape = next(iter(cells.values())).shape
    left_floats: list[str] = []
    beyond = {"over": "call", "under": "call", "call": lambda kind, _: left_floats.append(kind)}
    with np.errstate(divide="ignore", invalid="ignore", **beyond):  # type: ignore[arg-type]
        known: dict[Formula, Part] = {}
        for node in tree.walk():
            known[node] = _part(node, known, cells, parameters)
        whole = known[tree]
    result = np.array(np.broadcast_to(np.asarray(whole.value, dtype=np.float64), shape))
    again = ~np.isfinite(result)
    if whole.undefined is not None:
        undefined = np.broadcast_to(whole.undefined, shape)
        result[undefined] = np.nan
        again &= ~undefined
    if whole.doubtful is not None:
        again |= whole.doubtful
    if left_floats:
        again |= _far(cells)
    if again.any():
        result[again] = _exactly(tree, {k: v[again] for k, v in cells.items()}, parameters)
    return result


def _far(cells: Mapping[str, Array]) -> Any:
    """Where something may have become too large or too small for a float on the way."""
    import numpy as np

    masks = ((array > FAR) | ((array > 0) & (array < 1 / FAR)) for array in cells.values())
    far = np.logical_or.reduce(list(masks))
    return far if far.any() else np.ones_like(far)  # high powers: anywhere


def _exactly(
    tree: Formula, cells: Mapping[str, Array], parameters: Mapping[str, Fraction]
) -> Array:
    """The values at a list of matrices by exact arithmetic, each different matrix once."""
    import numpy as np

    run = compile_formula(tree)
    given = {name: fmpq(v.numerator, v.denominator) for name, v in parameters.items()}
    table, places = np.unique(np.stack(list(cells.values()), axis=-1), axis=0, return_inverse=True)
    found = np.empty(len(table))
    for row, numbers in enumerate(table.tolist()):
        exact = {name: fmpq(*x.as_integer_ratio()) for name, x in zip(cells, numbers, strict=True)}
        try:
            found[row] = floating(run({**given, **exact}))
        except InfiniteError as error:
            found[row] = math.copysign(math.inf, error.sign)
        except UndefinedError:
            found[row] = math.nan
    return found[places.reshape(-1)]


def _mask(mask: Mask) -> Any:
    return False if mask is None else mask


def _or(*masks: Mask) -> Mask:
    found: Mask = None
    for mask in masks:
        if mask is not None:
            found = mask if found is None else found | mask
    return found


def _where(test: Any, one: Mask, other: Mask) -> Mask:
    import numpy as np

    return None if one is None and other is None else np.where(test, _mask(one), _mask(other))


def _size(part: Part) -> Any:
    return abs(part.value) if part.size is None else part.size


# --- one node ------------------------------------------------------------------------------


def _part(
    node: Formula,
    known: Mapping[Formula, Part],
    cells: Mapping[str, Array],
    parameters: Mapping[str, Fraction],
) -> Part:
    import numpy as np

    if node.op == "symbol" and node.args[0] in cells:
        return Part(cells[node.args[0]], nonnegative=True)
    if node.op in ("number", "symbol"):
        number: Fraction = node.args[0] if node.op == "number" else parameters[node.args[0]]
        return Part(np.float64(float(number)), nonnegative=number >= 0)
    parts = [known[child] for child in node.children]
    if node.op == "ifzero":
        return _convention(node, parts, known)
    if node.op == "extended":
        return _infinite(node, parts, known)
    made = _MAKERS[node.op](node, parts, known)
    undefined = _or(made.undefined, *(part.undefined for part in parts))
    doubtful = _or(made.doubtful, *(part.doubtful for part in parts))
    return Part(made.value, undefined, doubtful, made.size, made.nonnegative)


def _zero(node: Formula, known: Mapping[Formula, Part]) -> tuple[Mask, Mask]:
    """Where the subformula is 0, and where that is in doubt; products factor by factor."""
    match node.op:
        case "*":
            one, two = (_zero(arg, known) for arg in node.args)
            return _or(one[0], two[0]), _or(one[1], two[1])
        case "/" | "sqrt" | "neg" | "Abs":
            return _zero(node.args[0], known)
        case "^" if (exponent_of(node.args[1]) or 0) > 0:
            return _zero(node.args[0], known)
    part = known[node]
    if part.size is not None:
        return None, _in_doubt(part.value, part.size)
    if node.op == "+" and not node.ops <= _SUMS:  # of numbers >= 0; a small term may underflow
        one, two = (_zero(arg, known) for arg in node.args)
        return _mask(one[0]) & _mask(two[0]), _or(one[1], two[1])
    return part.value == 0, None


def _in_doubt(value: Any, size: Any) -> Any:
    """Where a number may be 0 for all that its size says; also where the size is no number."""
    return ~(abs(value) > DOUBT * size)


def _negative(part: Part) -> tuple[Mask, Mask]:
    """Where the values are below 0, and where that is in doubt."""
    if part.nonnegative:
        return None, None
    if part.size is None:
        return part.value < 0, None
    return part.value < 0, _in_doubt(part.value, part.size)


def _convention(node: Formula, parts: list[Part], known: Mapping[Formula, Part]) -> Part:
    import numpy as np

    test, then, otherwise = parts
    zero, doubt = _zero(node.args[0], known)
    here = _mask(zero)
    plain = then.size is None and otherwise.size is None
    return Part(
        np.where(here, then.value, otherwise.value),
        _or(test.undefined, _where(here, then.undefined, otherwise.undefined)),
        _or(test.doubtful, doubt, _where(here, then.doubtful, otherwise.doubtful)),
        None if plain else np.where(here, _size(then), _size(otherwise)),
        then.nonnegative and otherwise.nonnegative,
    )


def _infinite(node: Formula, parts: list[Part], known: Mapping[Formula, Part]) -> Part:
    """Infinite where the place is one of the ends."""
    import numpy as np

    place, low, high, finite = parts
    masks = []
    for end, tree in ((low, node.args[1]), (high, node.args[2])):
        gap = place.value - end.value
        exact = tree == formula(0) and place.size is None
        masks.append(
            (gap == 0, None) if exact else (None, _in_doubt(gap, _size(place) + _size(end)))
        )
    (lowest, one), (highest, two) = masks
    at_end = _mask(_or(lowest, highest))
    value = np.where(_mask(lowest), -np.inf, np.where(_mask(highest), np.inf, finite.value))
    undefined = _or(place.undefined, _where(at_end, None, finite.undefined))
    doubtful = _or(place.doubtful, one, two, _where(at_end, None, finite.doubtful))
    return Part(value, undefined, doubtful, _size(finite))


def _plus(node: Formula, parts: list[Part], known: Mapping[Formula, Part]) -> Part:
    left, right = parts
    value = left.value + right.value
    if left.nonnegative and right.nonnegative:
        plain = left.size is None and right.size is None
        return Part(value, size=None if plain else _size(left) + _size(right), nonnegative=True)
    return Part(value, size=_size(left) + _size(right))


def _minus(node: Formula, parts: list[Part], known: Mapping[Formula, Part]) -> Part:
    left, right = parts
    return Part(left.value - right.value, size=_size(left) + _size(right))


def _negated(node: Formula, parts: list[Part], known: Mapping[Formula, Part]) -> Part:
    return Part(-parts[0].value, size=parts[0].size)


def _times(node: Formula, parts: list[Part], known: Mapping[Formula, Part]) -> Part:
    left, right = parts
    plain = left.size is None and right.size is None
    size = None if plain else _size(left) * _size(right)
    return Part(left.value * right.value, size=size,
                nonnegative=left.nonnegative and right.nonnegative)  # fmt: skip


def _over(node: Formula, parts: list[Part], known: Mapping[Formula, Part]) -> Part:
    left, right = parts
    zero, doubt = _zero(node.args[1], known)
    plain = left.size is None and right.size is None
    size = None if plain else _size(left) * _size(right) / right.value**2
    return Part(left.value / right.value, zero, doubt, size,
                left.nonnegative and right.nonnegative)  # fmt: skip


def _raised(node: Formula, parts: list[Part], known: Mapping[Formula, Part]) -> Part:
    """The rational power; a square is no less exact than what is squared."""
    base, power = parts[0], rational_exponent(node.args[1])
    undefined = doubt = None
    if power < 0:
        undefined, doubt = _zero(node.args[0], known)
    if power != int(power):
        below, unsure = _negative(base)
        undefined, doubt = _or(undefined, below), _or(doubt, unsure)
    value = base.value * base.value if power == 2 else base.value**power
    size = None
    if base.size is not None:
        size = abs(value) + abs(power) * abs(base.value) ** (power - 1) * base.size
    return Part(value, undefined, doubt, size, base.nonnegative or power % 2 == 0)


def _real_power(node: Formula, parts: list[Part], known: Mapping[Formula, Part]) -> Part:
    """exp(e*log x): undefined for x < 0 and for 0^e with e <= 0."""
    base, power = parts
    undefined, doubt = _negative(base)
    if not power.nonnegative or power.value == 0:
        zero, unsure = _zero(node.args[0], known)
        undefined, doubt = _or(undefined, zero), _or(doubt, unsure)
    value = base.value**power.value
    size = None
    if base.size is not None:
        size = value + abs(power.value) * base.value ** (power.value - 1) * base.size
    return Part(value, undefined, doubt, size, nonnegative=True)


def _root(node: Formula, parts: list[Part], known: Mapping[Formula, Part]) -> Part:
    import numpy as np

    inner = parts[0]
    value = np.sqrt(inner.value)
    size = None if inner.size is None else value + inner.size / value
    return Part(value, *_negative(inner), size, nonnegative=True)


def _log(node: Formula, parts: list[Part], known: Mapping[Formula, Part]) -> Part:
    import numpy as np

    inner = parts[0]
    value = np.log(inner.value)
    zero, doubt = _zero(node.args[0], known)
    below, unsure = _negative(inner)
    size = 1 + abs(value) if inner.size is None else 1 + abs(value) + inner.size / inner.value
    return Part(value, _or(zero, below), _or(doubt, unsure), size)


def _angle(node: Formula, parts: list[Part], known: Mapping[Formula, Part]) -> Part:
    """The arccosine; at and beside the ends of [-1, 1] rounding can leave it."""
    import numpy as np

    inner = parts[0]
    if np.ndim(inner.value) == 0 and inner.value == -1:  # this is how pi is written
        return Part(np.float64(math.pi), nonnegative=True)
    gap = 1 - abs(inner.value)
    doubt = _in_doubt(gap, 1 + _size(inner))
    size = 4 + _size(inner) / np.sqrt(abs(1 - inner.value * inner.value))
    return Part(np.arccos(inner.value), gap < 0, doubt, size, nonnegative=True)


def _absolute(node: Formula, parts: list[Part], known: Mapping[Formula, Part]) -> Part:
    return Part(abs(parts[0].value), size=parts[0].size, nonnegative=True)


def _extreme(node: Formula, parts: list[Part], known: Mapping[Formula, Part]) -> Part:
    import numpy as np

    left, right = parts
    choose = np.minimum if node.op == "Min" else np.maximum
    plain = left.size is None and right.size is None
    size = None if plain else np.maximum(_size(left), _size(right))
    return Part(choose(left.value, right.value), size=size,
                nonnegative=left.nonnegative and right.nonnegative)  # fmt: skip


_Maker: TypeAlias = Callable[[Formula, list[Part], Mapping[Formula, Part]], Part]
_MAKERS: dict[str, _Maker] = {
    "+": _plus, "-": _minus, "*": _times, "/": _over, "neg": _negated, "^": _raised,
    "power": _real_power, "sqrt": _root, "log": _log, "acos": _angle, "Abs": _absolute,
    "Min": _extreme, "Max": _extreme,
}  # fmt: skip
