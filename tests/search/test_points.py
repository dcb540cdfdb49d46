"""Points at which a sequent is looked at: where its hypotheses hold, and its bounds lead."""

from __future__ import annotations

from typing import Any

import pytest

from symbolic_measures.kernel.algebra import RuleError, Sequent
from symbolic_measures.kernel.rules.registry import apply
from symbolic_measures.nouns.formula import symbol
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.search.costs import of_roots
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.tactics import polynomials
from symbolic_measures.search.tactics.points import points_within, refuted, sample_points
from symbolic_measures.search.tactics.polynomials import prove_sequent

NAMES = ("a", "b", "x", "y")


def sequent(claim: str, given: list[str]) -> Sequent:
    def read(text: str) -> Atom:
        left, rel = text.rsplit(" ", 1)
        return Atom(parse(left, names={name: symbol(name) for name in NAMES}), rel)

    sorts = ("natural", "natural", "positive", "real")
    variables = tuple(Variable(n, s) for n, s in zip(NAMES, sorts, strict=True))
    goal = Goal(variables, tuple(map(read, given)), read(claim))
    (found,) = apply(goal, "clear", {})
    assert isinstance(found, Sequent)
    return found


#: x between the sum and the product of a and b: no small point chosen by chance is there.
NARROW = ["a*b + a + b + 1 - x >=", "x - a - b - 1 >=", "a - 40 >=", "b - 40 >="]


def test_points_are_moved_to_where_the_bounds_are() -> None:
    narrow = sequent("1 - a*b >", NARROW)
    assert list(sample_points(narrow)) == []
    assert list(points_within(narrow))
    assert refuted(narrow)


@pytest.mark.parametrize(
    ("claim", "given"),
    [
        ("1 - a*b >", NARROW), ("x - 3*y >", ["y - a >=", "10 - y >", "x - b >"]),
        ("y >=", ["b - y >=", "y + a >"]), ("x - 5 >", ["5 - x >=", "x - 7 >="]),
    ],
)  # fmt: skip
def test_the_hypotheses_hold_there(claim: str, given: list[str]) -> None:
    goal = sequent(claim, given)
    for point in points_within(goal):
        assert min(point[:3]) >= 0
        assert point[2] > 0
        for poly, rel in goal.hypotheses:
            assert poly(*point) > 0 or (poly(*point) == 0 and rel == ">=")


@pytest.mark.parametrize("claim", ["y >=", "2 + y >=", "1 + b*y >="])
def test_real_variables_are_negative_too(claim: str) -> None:
    assert refuted(sequent(claim, []))


def test_the_origin_is_looked_at() -> None:
    """There the root is whole; it seldom is at points that are drawn."""
    inside = "a^2 + 7*a*b + 3*b^2 + 11*b + 5*a"
    assert refuted(sequent(f"sqrt({inside}) >", []))


def test_what_is_refuted_costs_nothing() -> None:
    effort = Effort()
    before = effort.left()
    assert prove_sequent(sequent("1 - a*b >", NARROW), effort) is None
    assert before - effort.left() < 1_000


def test_what_the_kernel_refuses_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Products of what is under roots come before a refusal; another step is refused at once."""
    inside = " + ".join(f"{k}*a^{k % 7}*b^{k // 7}" for k in range(1, 15))
    goal = sequent(f"sqrt({inside}+x) - sqrt({inside}) >", [])

    def refused(*args: Any) -> Any:
        raise RuleError("too large")

    monkeypatch.setattr(polynomials, "apply", refused)
    spent = {}
    for name in ("square", "shift"):
        monkeypatch.setattr(polynomials, "moves", lambda goal, reach, way=name: [(way, {}, None)])
        effort = Effort()
        assert prove_sequent(goal, effort) is None
        spent[name] = effort.spent
    assert spent["square"] - spent["shift"] >= of_roots(goal) > 0
