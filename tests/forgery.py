"""Forged steps: each would prove a false statement if one guard of the kernel were not there.

A `Forgery` is an obligation that is false at a given point, shown by exact evaluation, and a step
on it whose subgoals are all true and easily proved, but for the guard that refuses the step.
`accepted` tries what an adversary would: the step, and for its premises whatever proves them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice, product
from typing import Any

import pytest
from falsity import untrue
from flint import Ordering, fmpq, fmpz_mpoly_ctx

from symbolic_measures.kernel.algebra import RuleError, Sequent, Term
from symbolic_measures.kernel.expectation import first_difference
from symbolic_measures.kernel.rules.registry import Obligation
from symbolic_measures.macros import apply, replay
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.errors import CertificateError
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.nouns.verdict import Step

Point = Mapping[str, Any]
ATOM = re.compile(r"(.*?) *(?:(defined|undefined)|(>=|>|==|!=) 0|(constant-mean))")


# --- obligations from text ------------------------------------------------------------------


def tree(text: str, names: tuple[str, ...]) -> Formula:
    """A formula in the names."""
    return parse(text, names={}, parameters=names)


def atom(text: str, names: tuple[str, ...]) -> Atom:
    """`x - y >= 0`, `sqrt(x) defined`."""
    found = ATOM.fullmatch(text)
    assert found, text
    rel: Any = found[2] or found[3] or found[4]
    return Atom(tree(found[1], names), rel)


def variables(text: str) -> tuple[Variable, ...]:
    """`x, y: positive; r: real`"""
    found = []
    for part in filter(None, text.split(";")):
        names, sort = part.split(":")
        found += [Variable(name.strip(), sort.strip()) for name in names.split(",")]  # type: ignore[arg-type]
    return tuple(found)


def goal(sorts: str, given: list[str], claim: str) -> Goal:
    """given |- claim."""
    own = variables(sorts)
    names = tuple(variable.name for variable in own)
    return Goal(own, tuple(atom(one, names) for one in given), atom(claim, names))


def expectation(claim: str, given: tuple[str, ...] = (), sorts: str = "") -> Goal:
    """The expectation of a measure of the four cells is one and the same number."""
    own = (*(Variable(cell, "natural") for cell in CELLS), *variables(sorts))
    names = tuple(variable.name for variable in own)
    facts = tuple(atom(one, names) for one in given)
    return Goal(own, facts, atom(claim, names), blocks=(CELLS,))


def sequent(sorts: str, given: list[str], claim: str, **functions: str) -> Sequent:
    """The same among polynomials; `s="sqrt(x)"` says which function value the variable s is."""
    own = variables(sorts)
    own += tuple(
        Variable(n, "nonnegative" if t.startswith(("sqrt", "acos")) else "real")
        for n, t in functions.items()
    )
    names = tuple(variable.name for variable in own)
    context = fmpz_mpoly_ctx.get(names, Ordering.lex)
    one = context.constant(1)
    start = Sequent(names, tuple(v.sort for v in own), {}, (), (one, ">"), {})
    polys = []
    for text in (*given, claim):
        found = ATOM.fullmatch(text)
        assert found, text
        polys.append((start.polynomial(found[1]), found[3]))
    roots, terms = {}, {}
    for name, text in functions.items():
        function, inside = text.rstrip(")").split("(", 1)
        top, _, bottom = inside.partition(" / ")
        if function == "sqrt":
            roots[names.index(name)] = start.polynomial(top)
        else:
            terms[names.index(name)] = Term(
                function, start.polynomial(top), start.polynomial(bottom or "1")
            )
    return Sequent(names, start.sorts, roots, tuple(polys[:-1]), polys[-1], terms)


def as_goal(task: Sequent) -> Goal:
    """What a sequent says, with the functions written out."""
    own = [n for i, n in enumerate(task.names) if i not in task.roots and i not in task.terms]
    meaning: dict[str, Formula] = {}

    def read(poly: Any) -> Formula:
        return tree(str(poly), task.names).at(**meaning)

    for place in sorted({*task.roots, *task.terms}):
        if place in task.roots:
            meaning[task.names[place]] = Formula("sqrt", read(task.roots[place]))
        else:
            term = task.terms[place]
            meaning[task.names[place]] = Formula(term.function, read(term.top) / read(term.bottom))
    facts = [Atom(value, "defined") for value in meaning.values()]
    facts += [Atom(read(poly), rel) for poly, rel in task.hypotheses]  # type: ignore[arg-type]
    poly, rel = task.conclusion
    sorts = dict(zip(task.names, task.sorts, strict=True))
    return Goal(
        tuple(Variable(name, sorts[name]) for name in own),  # type: ignore[arg-type]
        tuple(facts),
        Atom(read(poly), rel),  # type: ignore[arg-type]
    )


def is_false(task: Obligation, point: Point) -> bool:
    """Whether the obligation is not true at the point, by exact evaluation.

    What is proved has a value: a conclusion without one is not true, although no violation.
    """
    spoken = as_goal(task) if isinstance(task, Sequent) else task
    exact = {name: fmpq(value) for name, value in point.items()}
    if spoken.conclusion.rel == "constant-mean":
        return first_difference(spoken, exact, 4) is not None
    fits = {
        "natural": lambda v: v >= 0 and v.q == 1,
        "nonnegative": lambda v: v >= 0,
        "positive": lambda v: v > 0,
        "real": lambda v: True,
    }
    assert set(exact) == {variable.name for variable in spoken.variables}, point
    assert all(fits[variable.sort](exact[variable.name]) for variable in spoken.variables)
    return untrue(spoken, exact) is True


def number(text: Any) -> fmpq:
    """A rational number."""
    top, _, bottom = str(text).partition("/")
    return fmpq(int(top), int(bottom or 1))


# --- forgeries ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Forgery:
    """A step on a false obligation; `guard` is in the words of the guard that makes it fail.

    `words` is what the kernel says, where these are others.
    """

    guard: str
    task: Obligation
    rule: str
    args: Mapping[str, Any] = field(default_factory=dict)
    point: Point = field(default_factory=dict)
    premises: tuple[Step, ...] | None = None
    words: str = ""

    def __str__(self) -> str:
        return f"{self.rule}: {self.guard}"

    def check(self) -> None:
        """It is false, and it is refused, by this guard, as a step and in a proof."""
        exact = {name: number(value) for name, value in self.point.items()}
        assert is_false(self.task, exact), "the forged statement is true"
        with pytest.raises(RuleError, match=re.escape(self.words or self.guard)):
            apply(self.task, self.rule, self.args)
        assert not self.accepted()

    def accepted(self) -> bool:
        """Whether the kernel replays a proof that begins with this step."""
        try:
            subgoals = apply(self.task, self.rule, self.args)
            own = self.premises or tuple(proof(subgoal) or Step("unproved") for subgoal in subgoals)
            replay(self.task, Step(self.rule, dict(self.args), own))
        except (CertificateError, RuleError):
            return False
        return True


def proof(task: Obligation, depth: int = 4) -> Step | None:
    """Some proof of an easy obligation."""
    for rule, args in moves(task) if depth else ():
        try:
            subgoals = apply(task, rule, args)
        except RuleError:
            continue
        premises = [proof(subgoal, depth - 1) for subgoal in subgoals]
        if None not in premises:
            return Step(rule, args, tuple(filter(None, premises)))
    return None


def moves(task: Obligation) -> Iterator[tuple[str, dict[str, Any]]]:
    """Steps that may prove it."""
    if isinstance(task, Goal):
        if task.conclusion.rel == "constant-mean":
            yield from (("affine_mean", {"value": value}) for value in ("0", "1"))
        yield from (("evaluate", {}), ("reorder", {}), ("clear", {}), ("clear", {"sign": -1}))
        if task.conclusion.rel == "undefined":
            yield from (("clear", {"condition": place}) for place in range(3))
        yield "split", {}
        return
    yield "coefficients", {}
    poly, rel = task.conclusion
    for place, (fact, _) in enumerate(task.hypotheses):
        yield "combine", {"multipliers": {str(place): "1"}}
        if not poly.is_zero() and not fact.is_zero() and (poly % fact).is_zero():
            yield "combine", {"multipliers": {str(place): str(poly / fact)}}
    if task.hypotheses and (rel != ">" or not poly.is_zero()):
        yield "absurd", {}
    if rel == "==" and not poly.is_zero():
        yield "factor", {"signs": 0}
    if rel == "!=":
        yield from (("apart", {"sign": sign}) for sign in (1, -1))
    if rel in (">", ">="):
        for signs in product((1, -1), repeat=2):
            yield "factor", {"signs": list(signs)}
        yield from (("factor", {"signs": [sign]}) for sign in (1, -1))
    yield from (("zero", {"variable": n}) for n, sort in zip(task.names, task.sorts, strict=True)
                if sort == "natural")  # fmt: skip
    if task.terms:
        yield "arguments", {}
    if rel == "constant-mean":
        yield "factor", {"signs": [1]}


# --- steps whose every subgoal is needed -----------------------------------------------------

#: Points that are tried against a subgoal.
GRID: dict[str, tuple[str, ...]] = {
    "natural": ("0", "1", "2", "3"),
    "nonnegative": ("0", "1/2", "1", "2", "3", "4"),
    "positive": ("1/4", "1/2", "1", "2", "3", "4"),
    "real": ("-2", "-1", "-1/2", "0", "1/2", "1", "2", "5"),
}
MOST_POINTS = 20_000


@dataclass(frozen=True)
class Needed:
    """A step that the kernel takes on a false obligation: one of its subgoals alone is false."""

    task: Obligation
    rule: str
    args: Mapping[str, Any]
    point: Point
    subgoal: int
    count: int

    def __str__(self) -> str:
        return f"{self.rule}: subgoal {self.subgoal} of {self.count}"

    def check(self) -> None:
        """The obligation is false, and so is just that subgoal."""
        assert is_false(self.task, {name: number(v) for name, v in self.point.items()})
        found = apply(self.task, self.rule, self.args)
        assert len(found) == self.count
        assert [place for place, one in enumerate(found) if has_false_point(one)] == [self.subgoal]


def has_false_point(task: Obligation) -> bool:
    """Whether the obligation is not true at a point of the grid."""
    spoken = as_goal(task) if isinstance(task, Sequent) else task
    if spoken.conclusion.rel == "constant-mean":
        return is_false(spoken, {})
    atoms = (*spoken.hypotheses, spoken.conclusion)
    used = {name for one in atoms for name in one.expr.symbols()}
    own = [variable for variable in spoken.variables if variable.name in used]
    names = [variable.name for variable in own]
    values = product(*(map(number, GRID[variable.sort]) for variable in own))
    points = (dict(zip(names, chosen, strict=True)) for chosen in islice(values, MOST_POINTS))
    return any(untrue(spoken, point) is True for point in points)
