"""Formulas of other measures, such as the harmonic mean of F1 and (1 + MCC)/2: by these measures.

The parts that stand at the same place on both sides get letters, of which is said what is seen at
small points: how each compares with its partner, and with 0, 1 and -1.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from symbolic_measures.nouns.formula import Formula, symbol
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.nouns.texts import as_text, is_readable
from symbolic_measures.search.floats import Floats, values
from symbolic_measures.search.tactics.paired import FEWEST, Point, columns, points_of, values_at

#: What is descended into; a quotient by something that is no number is a part, but at the top.
PLAIN = ("+", "-", "*", "/", "neg")
#: What is descended into where there are Abs, Min or Max, too.
KINKED = (*PLAIN, "Abs", "Min", "Max")
#: So many different parts get letters.
MOST_PARTS = 8
#: Values closer than this are taken for the same.
CLOSE = 1e-9
#: So many numbers are tried for each part at each point.
MANY = 16

Pair = tuple[Formula, Formula]
#: A formula in the letters, and how it compares with 0.
Fact = list[str]


def composed(goal: Goal, large: bool = False) -> Iterator[tuple[str, dict[str, Any]]]:
    """Letters for the parts of both sides, or of the one that is compared with a number.

    Of several classes, where clearing takes long, only of quotients of fractions: the harmonic
    mean of two means grows because both do.
    """
    tree, rel = goal.conclusion.expr, goal.conclusion.rel
    if tree.op != "-" or rel not in (">", ">="):
        return
    left, right = tree.args
    kinked = not tree.ops.isdisjoint(("Abs", "Min", "Max"))
    if large == (bool(tree.functions()) or kinked) or (large and not left.op == right.op == "/"):
        return  # what has no functions is cleared, but of several classes
    if not right.symbols() or not left.symbols():
        side = left if left.symbols() else right
        found = [(part, part) for part in _parts(side)]
    else:
        aligned = list(_aligned(left, right, top=True, same=kinked or "^" in tree.ops))
        if None in aligned:
            return
        found = [pair for pair in aligned if pair is not None]
    pairs = list(dict.fromkeys(found))
    parts = list(dict.fromkeys(part for pair in pairs for part in pair))
    composed_of = {part for part in parts if part.op == "/" or part.functions()}
    if len(pairs) < 2 or len(composed_of) < 2 or len(parts) > MOST_PARTS:
        return
    points = points_of(goal)
    seen = {part: values_at(part, points) for part in parts}
    few = len(points) < FEWEST or any(len(own) < len(points) for own in seen.values())
    if few or not all(map(is_readable, parts)):
        return
    names = {part: f"part{number}" for number, part in enumerate(parts, 1)}
    ordered = [(one, other) if (seen[one] >= seen[other] - CLOSE).all() else (other, one)
               for one, other in pairs]  # fmt: skip
    gaps = [_gap(names[a], names[b], seen[a] - seen[b]) for a, b in ordered if a != b]
    strict = kinked and rel == ">"
    lower = [_lower(names[part], seen[part], strict) for _, part in ordered]
    if rel == ">":  # where it is no larger, it is above 0
        lower += [
            _fact(names[a], seen[a]) for a, b in ordered if (seen[a] - seen[b] <= CLOSE).any()
        ]
    upper = [_fact(f"1 - {names[part]}", 1 - seen[part]) for part, _ in ordered]
    if None in gaps:
        return
    for most in ([], upper) if gaps else (upper,):
        facts = [fact for fact in (*gaps, *lower, *most) if fact is not None]
        if _may_hold(tree, ordered, names, seen, points, bounded=bool(most)):
            yield "abstract", {"parts": list(map(as_text, parts)), "facts": facts}


def _may_hold(
    tree: Formula,
    ordered: list[Pair],
    names: dict[Formula, str],
    seen: dict[Formula, Floats],
    points: list[Point],
    bounded: bool,
) -> bool:
    """Whether it holds for any numbers in place of the parts of which the same is true."""
    chance, drawn = np.random.default_rng(7), dict[str, Floats]()
    for one, other in ordered:
        low = next((end for end in (0.0, -1.0) if (seen[other] >= end - CLOSE).all()), -9.0)
        high = 1.0 if bounded and (seen[one] <= 1 + CLOSE).all() else 9.0
        less, more = np.sort(chance.uniform(low, high, (2, len(points) * MANY)), axis=0)
        if (seen[one] - seen[other] <= CLOSE).all():
            more = less
        drawn.setdefault(names[one], more)
        drawn.setdefault(names[other], less)
    at = {name: np.tile(own, MANY) for name, own in columns(points).items()}
    whole = tree.replace({part: symbol(name) for part, name in names.items()})
    found = np.ravel(values(whole, {**at, **drawn})[whole])
    return bool((found[np.isfinite(found)] >= -CLOSE).all())


def _aligned(
    one: Formula, other: Formula, top: bool = False, same: bool = False
) -> Iterator[Pair | None]:
    """The parts in which the two differ, or all, at the same places; None where they are not
    alike."""
    if one == other and not (same and one.symbols()):
        return
    if not _is_part(one, top) and one.op == other.op:
        for mine, theirs in zip(one.children, other.children, strict=True):
            yield from _aligned(mine, theirs, same=same)
        return
    yield (one, other) if one.symbols() and other.symbols() else None


def _parts(tree: Formula, top: bool = True) -> Iterator[Formula]:
    """The parts of a formula with variables in them."""
    if _is_part(tree, top):
        if tree.symbols() and tree.children:
            yield tree
        return
    for child in tree.children:
        yield from _parts(child, False)


def _is_part(tree: Formula, top: bool) -> bool:
    """A root or the like, a fraction (but at the top), or what has none of them in it."""
    if tree.op not in KINKED or (tree.is_polynomial and not top):
        return True
    return tree.op == "/" and not top and bool(tree.args[1].symbols() or tree.args[1].functions())


def _lower(name: str, value: Floats, strict: bool) -> Fact | None:
    """That it is at least 0, or above it, or at least -1."""
    return _fact(name, value, "" if strict else ">=") or _fact(f"{name} + 1", value + 1, ">=")


def _gap(larger: str, smaller: str, value: Floats) -> Fact | None:
    """How the two compare: n, say, is the same on both sides of a move, however it is written."""
    text = f"{larger} - {smaller}"
    return [text, "=="] if (abs(value) <= CLOSE).all() else _fact(text, value)


def _fact(text: str, value: Floats, rel: str = "") -> Fact | None:
    """That it is > 0 or >= 0, if it is so wherever it is looked at."""
    if (value > CLOSE).all():
        return [text, rel or ">"]
    return [text, ">="] if (value >= -CLOSE).all() else None
