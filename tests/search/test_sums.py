"""Proofs for every m: which facts are tried, in which order, and with how many steps."""

from __future__ import annotations

from typing import Any

import pytest
from asking import check

from symbolic_measures.meaning.class_sums import Fact, Frame, class_sums
from symbolic_measures.meaning.every_class import EveryClasses
from symbolic_measures.meaning.every_parts import parts
from symbolic_measures.nouns.formula import formula
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.nouns.sums import SIZE, A, B, C, sums_of, total
from symbolic_measures.search import every_class, sums
from symbolic_measures.search.constants import constants
from symbolic_measures.search.effort import MILLION, Effort
from symbolic_measures.search.sums import AS_MUCH, LIKELY, ROUNDS, prove_for_all


def attempts(likely: tuple[Fact, ...]) -> list[tuple[list[str], int]]:
    part = parts("monotone", EveryClasses("sum(c)/n"), None)[0]
    found = sums._attempts(part.make, part.spoken, (), Effort(), likely)
    return [([str(fact.term) for fact, _ in facts], steps) for facts, steps in found]


def test_what_proved_the_part_before_is_tried_first() -> None:
    """If it is a fact, and about sums that are there; then everything is tried as without it."""
    plain = attempts(())
    assert plain[0] == ([], ROUNDS[0])
    known, false, elsewhere = A - C, C - A, total(A * B) - SIZE
    assert attempts((Fact(known, ">="),)) == [([str(known)], LIKELY), *plain]
    assert attempts((Fact(false, ">="),)) == plain
    assert attempts((Fact(elsewhere, ">="),)) == plain
    assert [steps for _, steps in plain] == [
        steps for steps in ROUNDS for _ in range(len(plain) // 3)
    ]


def test_likely_facts_are_those_of_a_part_that_was_long(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[int] = []

    def told(*args: Any) -> Any:
        given.append(len(args[5]))
        return prove_for_all(*args)

    monkeypatch.setattr(every_class, "prove_for_all", told)
    every = {"property": ["maximal-agreement", "distance"], "classes": "every"}
    assert [v.outcome for v in check("accuracy", **every).verdicts] == ["proved"] * 2
    assert set(given) == {0}
    monkeypatch.setattr(every_class, "LONG", 1)
    given.clear()
    assert [v.outcome for v in check("accuracy", **every).verdicts] == ["proved"] * 2
    assert set(given) == {0, 1}


def test_fewer_facts_may_not_cost_much_more(monkeypatch: pytest.MonkeyPatch) -> None:
    plain, seen = sums._tried, list[tuple[int, int, bool]]()

    def tried(goal: Any, steps: int, effort: Effort) -> Any:
        before = effort.spent
        step = plain(goal, steps, effort)
        seen.append((steps, effort.spent - before, step is not None))
        return step

    monkeypatch.setattr(sums, "_tried", tried)
    check("accuracy", property=["maximal-agreement"], classes="every")
    later = [
        place for place, (steps, _, _) in enumerate(seen) if steps not in (*ROUNDS, sums.SHORT)
    ]
    assert later
    proofs = [spent for steps, spent, found in seen if found and steps in ROUNDS]
    assert {seen[place][0] for place in later} <= {AS_MUCH * spent for spent in proofs}


def _about_two_classes(more: str) -> Goal:
    """The recall of two classes and of the others, x, of which y are there, grows by a step."""
    cells, sums_ = ("a", "b", "c", "d", "e", "f", "g"), ("x", "y")
    names = (*cells, *sums_)
    variables = tuple(Variable(name, "natural") for name in cells)
    variables += tuple(Variable(name, "real") for name in sums_)

    def told(text: str) -> Any:
        return parse(text, names={}, parameters=names)

    before, after = told("(a/(a+b) + c/(c+d) + x)/(2+y)"), told("((a+1)/(a+b) + c/(c+d) + x)/(2+y)")
    known = tuple(Atom(told(text), ">=") for text in ("b-1", "c+d-1", *more.split()))
    return Goal(variables, known, Atom(after - before, ">"))


@pytest.mark.parametrize(("known", "fails"), [("", True), ("x", True), ("y", False)])
def test_what_fails_at_small_cells_and_sums_is_not_tried(known: str, fails: bool) -> None:
    """More than nothing is to be known of the sums: how many classes are there is not below 0."""
    goal, effort = _about_two_classes(known), Effort(600)
    assert sums._fails_somewhere(goal, effort) is fails
    assert (sums._tried(goal, MILLION, effort) is None) is fails


def test_a_fact_that_fails_at_small_cells_is_not_tried() -> None:
    """CC of a class is at most 1, also of cells that are no whole numbers, but not at most a."""
    (node,) = sums_of(class_sums("macro(CC)"))
    for bound, fails in ((formula(1), False), (A, True)):
        goal = Frame(2).shown(Fact(bound - node.args[0], ">="), (class_sums("macro(CC)"),))
        assert sums._is_seen_to_fail(goal, Effort(10)) is fails


@pytest.mark.parametrize(("text", "known"), [("macro(kappa)", 0), ("kappa", 1), ("accuracy", 1)])
def test_an_end_that_a_small_matrix_passes_is_not_proposed(text: str, known: int) -> None:
    """Kappa of a class is at least -1/(m-1) where classes are all alike, but not everywhere."""
    assert len([*constants("range", EveryClasses(text))]) == known
