"""Proofs for every m: which facts are tried, in which order, and with how many steps."""

from __future__ import annotations

from typing import Any

import pytest
from asking import check

from symbolic_measures.meaning.class_sums import Fact
from symbolic_measures.meaning.every_class import EveryClasses
from symbolic_measures.meaning.every_parts import parts
from symbolic_measures.nouns.sums import SIZE, A, B, C, total
from symbolic_measures.search import every_class, sums
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.sums import AS_MUCH, ROUNDS, prove_for_all


def attempts(likely: tuple[Fact, ...]) -> list[tuple[list[str], int]]:
    part = parts("monotone", EveryClasses("sum(c)/n"), None)[0]
    found = sums._attempts(part.make, part.spoken, (), Effort(), likely)
    return [([str(fact.term) for fact, _ in facts], steps) for facts, steps in found]


def test_what_proved_the_part_before_is_tried_first() -> None:
    """If it is a fact, and about sums that are there; then everything is tried as without it."""
    plain = attempts(())
    assert plain[0] == ([], ROUNDS[0])
    known, false, elsewhere = A - C, C - A, total(A * B) - SIZE
    assert attempts((Fact(known, ">="),)) == [([str(known)], ROUNDS[1]), *plain]
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
