"""Inequalities among values of functions that add up to the one that is wanted.

Mutual information is at most an entropy, for so it is row by row: each row is a sum of three
x*log(x).  The values get letters; what a few of them are seen to satisfy at small points is a
candidate, and those whose multiples add up to the conclusion are to be proved.  The larger or
smaller of two values is one of them, so that all choices must add up.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain, combinations, product
from typing import Any

import numpy as np

from symbolic_measures.kernel.algebra import RuleError
from symbolic_measures.kernel.reader import reader
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.inequalities import Constraint
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.nouns.texts import is_readable
from symbolic_measures.search.floats import Floats, values
from symbolic_measures.search.linear import Solution, solve
from symbolic_measures.search.tactics.paired import FEWEST, rows_at
from symbolic_measures.search.tactics.segment import CLOSE, Way, lettered

ZERO = formula(0)
ENDS = ("Min", "Max")
#: What is looked through for the values that get letters.
THROUGH = frozenset(("+", "-", "neg", "/", "Abs", *ENDS))
#: How many values there are, how many a candidate speaks of, and how many choices there are.
FEWEST_VALUES, MOST_VALUES, TOGETHER, MOST_CHOICES = 3, 10, 3, 4

#: Whole coefficients of the values, in their order.
Form = tuple[Fraction, ...]


def added_up(goal: Goal) -> Iterator[Way]:
    """Letters for the values, with inequalities that add up to the conclusion."""
    tree, rel = goal.conclusion.expr, goal.conclusion.rel
    if rel not in (">", ">=", "defined") or not tree.functions() or not goal.variables:
        return
    parts = list(dict.fromkeys(_values(tree)))
    if not FEWEST_VALUES <= len(parts) <= MOST_VALUES or not all(map(is_readable, parts)):
        return
    if any({"sqrt", "ifzero"} <= part.ops for part in parts):  # `letters` is for these
        return
    seen = rows_at(goal, tree, parts)
    if seen is None:
        return
    at, rows = seen
    there = np.isfinite(rows).all(axis=0)
    if there.sum() < FEWEST:
        return
    at = {name: numbers[there] for name, numbers in at.items()}
    facts = _Seen(parts, at, rows[:, there]).facts(tree, rel)
    if facts:
        texts = [[_written(form), kind] for form, kind in facts.items()]
        yield lettered(goal, parts, texts)


def _values(tree: Formula) -> Iterator[Formula]:
    """The largest parts that are no sums, fractions or ends, of sums, fractions or ends."""
    if tree.op in THROUGH:
        for part in tree.children:
            yield from _values(part)
    elif tree.op == "*" and not all(part.symbols() for part in tree.args):
        for part in tree.args:
            yield from _values(part)
    elif tree.op != "number":
        yield tree


def _written(form: Form) -> str:
    """The sum in the names of the values."""
    return " + ".join(f"({number})*part{place}" for place, number in enumerate(form, 1) if number)


@dataclass(frozen=True)
class _Seen:
    """The values at small points, a row for each."""

    parts: list[Formula]
    at: dict[str, Floats]
    rows: Floats

    def facts(self, tree: Formula, rel: str) -> dict[Form, str] | None:
        """Those that add up to the conclusion in every choice, with their relations: to the tree,
        or, where it is to be defined, to what it is divided by."""
        names = [symbol(f"part{number}") for number in range(1, len(self.parts) + 1)]
        letters = tree.replace(dict(zip(self.parts, names, strict=True)))
        wanted = [letters]
        if rel == "defined":
            divided = [node.args[1] for node in letters.walk() if node.op == "/"]
            wanted = [divisor for divisor in divided if divisor.symbols()]
        found: dict[Form, str] = {}
        choices = [_choices(one) for one in wanted]
        if not all(choices) or not choices:
            return None
        for choice, gaps in chain.from_iterable(choices):
            given = [form for gap in gaps for form, _ in self._tops(gap, False)]
            ways = self._tops(choice, rel != ">=", rel == "defined")
            if not ways or len(given) < len(gaps):
                return None
            for form, strict in ways:
                used = self._sum(form, strict, given)
                if used is None:
                    return None
                found |= used
        if len(found) == 1 and letters.ops.isdisjoint(("/", *ENDS)):
            return None  # nothing would be gained
        for place in range(len(self.parts)):  # every value is spoken of
            if not any(form[place] for form in found):
                more = next((form for form in self.candidates if form[place]), None)
                if more is None:
                    return None
                found[more] = "==" if self.candidates[more] == "==" else ">="
        return found

    def _tops(self, tree: Formula, strict: bool, either: bool = False) -> list[tuple[Form, bool]]:
        """What must not be negative, or be positive: the numerator and the denominator; with
        `either`, what must not be 0 is made positive."""
        variables = tuple(Variable(f"part{n}", "real") for n in range(1, len(self.parts) + 1))
        try:
            top, bottom = reader(Goal(variables, (), Atom(tree, ">="))).ratio(tree)
        except RuleError:
            return []
        found = []
        sign = -1 if bottom.is_constant() and bottom.leading_coefficient() < 0 else 1
        for poly, firm in ((bottom, False), (top, strict)):
            if poly.is_constant():
                continue
            form = _linear(poly, len(self.parts))
            if form is None:
                return []
            if (poly is bottom or either) and (self._signs(form) < -CLOSE).any():
                sign = -1
            found.append((tuple(sign * number for number in form), firm))
        return found

    def _signs(self, form: Form) -> Floats:
        return np.array([float(number) for number in form]) @ self.rows

    @cached_property
    def candidates(self) -> dict[Form, str]:
        """Sums of few values, with signs, that are seen to be >= 0, or > 0, or always 0."""
        found: dict[Form, str] = {}
        zero = [bool((np.abs(row) <= CLOSE).all()) for row in self.rows]
        for many in range(1, TOGETHER + 1):
            for places in combinations(range(len(self.parts)), many):
                if many > 1 and any(zero[place] for place in places):
                    continue
                for signs in product((1, -1), repeat=many):
                    form = [Fraction(0)] * len(self.parts)
                    for place, sign in zip(places, signs, strict=True):
                        form[place] = Fraction(sign)
                    seen = self._signs(tuple(form))
                    if (np.abs(seen) <= CLOSE).all():
                        if signs[0] > 0:
                            found[tuple(form)] = "=="
                    elif (seen >= -CLOSE).all():
                        found[tuple(form)] = ">" if (seen > CLOSE).all() else ">="
        return found

    @cached_property
    def plain(self) -> dict[Form, str]:
        """The candidates that hold cell by cell: the logarithms times each cell are >= 0."""
        read = [self._by_cells(part) for part in self.parts]
        found: dict[Form, str] = {}
        for form, rel in self.candidates.items():
            used = [(float(n), cells) for n, cells in zip(form, read, strict=True) if n]
            if all(cells is not None for _, cells in used):
                sums: dict[str, Floats] = {}
                for number, cells in used:
                    for name, value in (cells or {}).items():
                        sums[name] = sums.get(name, np.zeros(1)) + number * value
                if any((value < -CLOSE).any() for value in sums.values()):
                    continue
            found[form] = rel
        return found

    def _by_cells(self, part: Formula) -> dict[str, Floats] | None:
        """(a + b)/c*log(y): log(y)/c for a and for b, 0 where they are 0; None if it is no such."""
        product = part.args[2] if part.op == "ifzero" else part
        if product.op != "*" or product.args[1].op != "log":
            return None
        factor, log = product.args
        top, bottom = factor.args if factor.op == "/" else (factor, formula(1))
        size = self._value(log)
        found: dict[str, Floats] = {}
        for name in top.symbols():
            share = top.at(**{other: ZERO for other in top.symbols() if other != name}) / bottom
            found[name] = _times(self._value(share), size)
        gap = sum(found.values()) - _times(self._value(factor), size)
        return found if (np.abs(gap) <= CLOSE).all() else None

    def _value(self, tree: Formula) -> Floats:
        return np.asarray(values(tree, self.at)[tree])

    def _sum(self, form: Form, strict: bool, given: list[Form]) -> dict[Form, str] | None:
        """What adds up to the sum, with what is given: plain candidates, if they do; or itself,
        if it is seen to hold."""
        if not given and (self._signs(form) < (CLOSE if strict else -CLOSE)).any():
            return None
        wishes = (True,) if strict else (True, False)
        for wish in wishes:
            for candidates in (self.plain, self.candidates):
                found = self._combined(form, wish, {**dict.fromkeys(given, ""), **candidates})
                if found is not None:
                    return {fact: rel for fact, rel in found.items() if rel}
        if (self._signs(form) < (CLOSE if strict else -CLOSE)).any():
            return None
        return {form: ">" if strict else ">="}

    def _combined(
        self, form: Form, strict: bool, candidates: dict[Form, str]
    ) -> dict[Form, str] | None:
        """The candidates in a sum of multiples, one of them strict; "" is told of what is given."""
        known, one = list(candidates.items()), Fraction(1)
        constraints = [
            Constraint({str(n): one}, ">=", Fraction(0))
            for n, (_, rel) in enumerate(known)
            if rel != "=="
        ]
        for place, number in enumerate(form):
            column = {str(n): other[place] for n, (other, _) in enumerate(known) if other[place]}
            if column:
                constraints.append(Constraint(column, "==", number))
            elif number:
                return None
        if strict:
            firm = {str(n): one for n, (_, rel) in enumerate(known) if rel == ">"}
            constraints.append(Constraint(firm, ">", Fraction(0)))
        answer = solve(constraints) if known else None
        if not isinstance(answer, Solution):
            return None
        return {
            other: ">=" if rel == ">" and not strict else rel
            for number, (other, rel) in enumerate(known)
            if answer.values.get(str(number))
        }


def _times(one: Floats, other: Floats) -> Floats:
    """The product, and 0 where the first one is."""
    with np.errstate(all="ignore"):
        return np.where(one == 0, 0, one * other)


def _choices(tree: Formula) -> list[tuple[Formula, list[Formula]]]:
    """The tree with one of both in place of each Min and Max, and what is then >= 0."""
    trees: list[tuple[Formula, list[Formula]]] = [(tree, [])]
    while len(trees) <= MOST_CHOICES:
        node = next((n for n in trees[0][0].walk() if n.op in (*ENDS, "Abs")), None)
        if node is None:
            return trees
        if node.op == "Abs":
            return []
        sides = (node.args, node.args[::-1])
        gaps = {one: one - two if node.op == "Max" else two - one for one, two in sides}
        trees = [
            (other.replace({node: part}), [*before, gap])
            for other, before in trees
            for part, gap in gaps.items()
        ]
    return []


def _linear(poly: Any, many: int) -> Form | None:
    """The coefficients, if it is linear without a constant."""
    form = [Fraction(0)] * many
    for powers, number in poly.to_dict().items():
        if sum(powers) != 1:
            return None
        form[powers.index(1)] = Fraction(int(number))
    return tuple(form)
