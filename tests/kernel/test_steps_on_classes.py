"""Rules `outer`, `reorder`, `termwise`, `abstract`, `scaled`, `powers`: random steps, one by one.

Where a goal fails at a point, a subgoal must fail at the point that the rule's argument names: the
same one, the values of the parts, the scaled cells, or the roots.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from falsity import untrue
from flint import fmpq

from symbolic_measures.kernel.algebra import RuleError
from symbolic_measures.kernel.exact import CannotTellError, UndefinedError
from symbolic_measures.kernel.truth import evaluator
from symbolic_measures.macros import apply
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Variable

NAMES = ("x", "y", "z")
#: Values of each sort; the positive ones are squares of rational numbers.
VALUES: dict[str, tuple[Fraction, ...]] = {
    "natural": tuple(map(Fraction, (0, 1, 2))),
    "nonnegative": tuple(map(Fraction, ("0", "1/2", "1", "3"))),
    "positive": tuple(map(Fraction, ("1/4", "1", "4"))),
    "real": tuple(map(Fraction, ("-2", "-1/2", "0", "1", "2"))),
}
Point = dict[str, fmpq]


class Task:
    """A random goal, a rule, and arguments of the right form that may be wrong."""

    def __init__(self, rule: str, seed: int) -> None:
        self.rule, self.chance = rule, random.Random(seed)
        self.args: dict[str, Any] = {}
        sorts = list(VALUES)
        self.variables = tuple(Variable(n, self.chance.choice(sorts)) for n in NAMES)  # type: ignore[arg-type]
        self.hypotheses = [
            Atom(self.tree(2), self.relation()) for _ in range(self.chance.randint(0, 2))
        ]
        conclusion = getattr(self, f"_{rule}")()
        self.goal = Goal(self.variables, tuple(self.hypotheses), conclusion)

    def relation(self, *known: str) -> Any:
        return self.chance.choice(known or (">", ">=", "==", "!=", "defined"))

    def tree(self, depth: int, names: tuple[str, ...] = NAMES) -> Formula:
        """A random formula; some are nowhere defined."""
        chance = self.chance
        if not depth or chance.random() < 0.2:
            number = formula(Fraction(chance.choice(("0", "1", "2", "1/2"))))
            return symbol(chance.choice(names)) if chance.random() < 0.75 else number
        op = chance.choice(
            ("+", "+", "-", "*", "/", "neg", "sqrt", "^", "Abs", "Max", "Min", "ifzero")
        )
        if op == "^":
            power = formula(Fraction(chance.choice(("2", "0", "-1", "1/2", "3/2"))))
            return Formula("^", self.tree(depth - 1, names), power)
        count = {"neg": 1, "sqrt": 1, "Abs": 1, "ifzero": 3}.get(op, 2)
        return Formula(op, *(self.tree(depth - 1, names) for _ in range(count)))

    def part(self, tree: Formula) -> Formula:
        return self.chance.choice(sorted(tree.walk(), key=str))

    def _given(self, *trees: Formula) -> None:
        """Defined by hypothesis; of what has no variables it is not always said."""
        said = [tree for tree in trees if tree.symbols() or self.chance.random() < 0.3]
        self.hypotheses += [Atom(tree, "defined") for tree in said]

    def _outer(self) -> Atom:
        number = formula(Fraction(self.chance.choice(("-1", "0", "1", "2"))))
        one, other = self.tree(2), self.chance.choice((self.tree(2), number))
        c = self.tree(1)
        power = formula(Fraction(self.chance.choice(("1/2", "1/3", "3/2", "2", "-1/2", "0"))))
        shape = self.chance.choice(
            [("neg",), ("sqrt",), ("^", power), ("^", power), ("^", power)]
            + [(op, c) for op in "+-*/"]
        )
        sides = [Formula(shape[0], tree, *shape[1:]) for tree in (one, other)]
        if shape[0] in ("+", "-", "*", "/") and self.chance.random() < 0.5:
            sides = [Formula(shape[0], *shape[1:], tree) for tree in (one, other)]
        self._given(*self.chance.sample(sides, 2))
        self.args = {"sign": self.chance.choice((1, 1, -1))}
        return Atom(sides[0] - sides[1], self.relation(">", ">=", "=="))

    def _reorder(self) -> Atom:
        one = self.tree(4)
        other = self.shuffled(one)
        self._given(self.chance.choice((one, other)))
        return Atom(one - other, self.relation("==", ">="))

    def shuffled(self, tree: Formula) -> Formula:
        """In another order; now and then the sides of a difference or a quotient are exchanged."""
        args = [self.shuffled(child) for child in tree.children]
        if not args:
            return tree
        plain = ("+", "*", "Min", "Max")
        ops = plain if self.chance.random() < 0.95 else (*plain, "-", "/")
        return Formula(tree.op, *(args[::-1] if tree.op in ops else args))

    def _termwise(self) -> Atom:
        sides = [self.tree(2) + self.tree(2) + self.tree(1) for _ in range(2)]
        if self.chance.random() < 0.2:
            share = formula(Fraction(self.chance.choice(("0", "1", "1/2"))))
            sides[self.chance.randint(0, 1)] = share + share + share / self.tree(0)
        self._given(*sides)
        rel = self.relation(">", ">=", "==")
        self.args = {"strict": self.chance.randint(-1, 3)} if rel == ">" else {}
        return Atom(sides[0] - sides[1], rel)

    def _abstract(self) -> Atom:
        whole = self.tree(4)
        parts = [self.part(whole) for _ in range(self.chance.randint(1, 2))]
        self._given(*(self.part(whole) for _ in range(self.chance.randint(0, 2))))
        words = ("{0}", "{0}", "1-{0}", "{0}-1", "{0}*part1", "1/{0}")
        facts = [
            [self.chance.choice(words).format(f"part{i}"), self.relation(">", ">=", "==")]
            for i in range(1, len(parts) + 1)
        ]
        self.args = {"parts": list(map(str, parts)), "facts": facts}
        if self.chance.random() < 0.5:
            self.args["defined"] = "all"
        return Atom(whole, self.relation())

    def _scaled(self) -> Atom:
        cells = tuple(self.chance.sample(NAMES, self.chance.randint(1, 2)))
        lower, k = self.tree(3, cells), self.tree(1)
        before = [self.tree(1) for _ in cells]
        after = [k * u if self.chance.random() < 0.8 else self.tree(1) for u in before]
        one, other = (lower.at(**dict(zip(cells, p, strict=True))) for p in (after, before))
        self._given(other)
        self.args = {"lower": str(lower), "cells": list(cells), "t": list(map(str, after)),
                     "u": list(map(str, before)), "k": str(k)}  # fmt: skip
        return Atom(one - other, "==")

    def _powers(self) -> Atom:
        self.args = {"exponent": 2}
        return Atom(self.tree(3), self.relation())

    def points(self) -> Iterator[Point]:
        for values in product(*(VALUES[v.sort] for v in self.variables)):
            yield dict(zip(NAMES, map(_rational, values), strict=True))

    def named(self, point: Point, inner: Goal) -> Point | None:
        """The point of a subgoal that the argument of the rule speaks of; None if there is none."""
        new = {v.name for v in inner.variables} - set(NAMES)
        try:
            if self.rule == "abstract" and new:
                point = {**point, **{f"part{i}": _value(text, point)
                                     for i, text in enumerate(self.args["parts"], 1)}}  # fmt: skip
            if self.rule == "scaled" and new:
                texts = {**dict(zip(self.args["cells"], self.args["u"], strict=True))}
                point = {
                    n: _value(t, point) for n, t in [*texts.items(), ("part1", self.args["k"])]
                }
        except UndefinedError:
            return None
        if self.rule == "powers":
            moved = {v.name for v in self.variables if v.sort == "positive"}
            point = {n: _root(v) if n in moved else v for n, v in point.items()}
        sorts = {v.name: v.sort for v in inner.variables}
        fits = {"positive": lambda v: v > 0, "nonnegative": lambda v: v >= 0}
        if all(fits.get(sort, lambda _: True)(point[name]) for name, sort in sorts.items()):
            return point
        return None


def _rational(value: Fraction) -> fmpq:
    return fmpq(value.numerator, value.denominator)


def _root(value: fmpq) -> fmpq:
    return fmpq(value.p.isqrt(), value.q.isqrt())


def _value(text: str, point: Point) -> fmpq:
    value = evaluator(parse(text, names={}, parameters=NAMES))(point)
    if not isinstance(value, fmpq):
        raise CannotTellError("not a rational number")
    return value


@pytest.mark.parametrize("rule", ["outer", "reorder", "termwise", "abstract", "scaled", "powers"])
def test_a_goal_that_fails_has_a_subgoal_that_fails(rule: str) -> None:
    seen: Counter[str] = Counter()
    for seed in range(400):
        task = Task(rule, seed)
        try:
            found = apply(task.goal, rule, task.args)
        except RuleError:
            seen["refused"] += 1
            continue
        seen["applied"] += 1
        for point in task.points():
            if untrue(task.goal, point) is not True:
                continue
            seen["failing"] += 1
            try:
                places = [task.named(point, inner) for inner in found]
            except CannotTellError:
                continue
            met = [p is not None and untrue(g, p) is not False for g, p in zip(found, places)]
            assert any(met), (task.goal, task.args, point)
            break
    assert seen["refused"] > 0
    assert seen["applied"] > 50
    assert rule == "reorder" or seen["failing"] > 50
