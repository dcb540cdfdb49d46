"""Decides a statement: counterexamples and proof take turns, small and cheap ones first.

Small points are enumerated, then each goal gets a first share of the effort for a proof, then
everything up to the sizes at which a counterexample is never missed is enumerated, and only then
comes a long attempt.  Whatever is found is checked by the kernel before it is returned.
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import islice
from math import comb, isqrt
from typing import Any

from symbolic_measures.kernel.checker import speaks, vacuity
from symbolic_measures.kernel.minimality import Suspects, points_up_to
from symbolic_measures.kernel.samples import parameter_points, parameters_of
from symbolic_measures.kernel.truth import SIGNS, Point, least, size_of
from symbolic_measures.kernel.violation import witness_at
from symbolic_measures.macros import check
from symbolic_measures.meaning.replay import vacuous
from symbolic_measures.nouns.statement import Atom, Goal, Statement
from symbolic_measures.nouns.verdict import Outcome, Step, Verdict, Witness
from symbolic_measures.search.costs import of_floats, of_points
from symbolic_measures.search.effort import (
    MILLION,
    Effort,
    Limit,
    OutOfStepsError,
    granted,
)
from symbolic_measures.search.few_classes import few_labels, of_labelings, padded
from symbolic_measures.search.guarded import why
from symbolic_measures.search.missing import told, without_value
from symbolic_measures.search.rational import POINTS, failing_points
from symbolic_measures.search.refute import BINARY_CELLS, MAX_PARAMETERS, refute, scattered
from symbolic_measures.search.tactics.formulas import prove_along, prove_goal
from symbolic_measures.search.tactics.plain import cleared_plainly

#: Sizes enumerated before and after a proof is tried, by the number of blocks of variables.
QUICK = {0: 0, 1: 4, 2: 3}
DEEP = {0: 0, 1: 14, 2: 6}
#: A violation of that size is never missed: of one matrix (or four other numbers), of two matrices
#: or three labelings, and of three classes.
SURE_MATRIX, SURE, SURE_CLASSES = 12, 10, 5
BINARY_MATRIX = 4
#: Of several classes: the largest n before and after a proof is tried, and the most points.
QUICK_CLASSES, DEEP_CLASSES, MANY_POINTS = 4, 8, 20_000
#: So many times more where two sides are valued alone: pairs of values are quickly compared.
SEPARATE = 5
CELLS_OF_THREE, LABELS_OF_THREE = 9, 27
#: Points of two classes that are looked at in floats before a proof is tried.
BINARY_TRIES = 3_000
#: Steps for a first attempt at each goal, before counterexamples of all sure sizes are looked for.
FIRST, FIRST_CLASSES = 3 * MILLION // 2, 10 * MILLION
#: Steps for a proof along the move, before anything is looked at in floats.
SOON = MILLION // 5
#: Of more than three classes: the largest n (of expectations, the sizes of classes) before a proof
#: is tried with so many steps, for each size has many matrices, of which none is looked at where a
#: goal is proved.
QUICK_MANY, MEANS_MANY, EASY = 2, 3, MILLION // 4
#: The most points of all goals together that are looked at, and of one block, and the steps for it,
#: so that the smallest counterexample of many classes is given where one is known.
MOST_SMALLER, MOST_VALUES, SMALLER = 100_000, 25_000, 4 * MILLION
#: The most points of all goals together that are looked at before a long proof is tried.
MOST_POINTS = 20 * MANY_POINTS


#: Statements whose goals are certificates: one that fails says nothing, so none is looked for.
MADE_TO_HOLD = ("gradient", "limit", "taylor", "baseline-order")

#: Goals with the proofs that were found for them.
Proofs = dict[Goal, Step]


def decide(
    statement: Statement, limit: Limit, value: Any = None, known: Proofs | None = None
) -> Verdict:
    """The verdict, within a limit: an effort, or the usual one within so many seconds.

    `known` holds proofs of goals, its own and those of strict forms of its own, and gets the new
    ones.  No counterexample is looked for where the goals are a certificate.
    """
    start, effort = time.monotonic(), granted(limit)
    work = _Deciding(statement, effort, value, {} if known is None else known)
    try:
        with effort.fenced():
            verdict = replace(work.verdict(), seconds=time.monotonic() - start)
            check(statement, verdict)
            return verdict
    except Exception as error:  # it costs this verdict, nothing else
        reason = f"{why(error)}; {work.state()}"
    elapsed = time.monotonic() - start
    return work.told("undecided", reason=reason, seconds=elapsed)


def _known(goal: Goal, proofs: Proofs) -> Step | None:
    """A proof of the goal that was found before; one of its strict form will do for >=."""
    if goal.conclusion.rel == ">=" and goal not in proofs:
        strict = proofs.get(replace(goal, conclusion=Atom(goal.conclusion.expr, ">")))
        return None if strict is None else Step("strictly", {}, (strict,))
    return proofs.get(goal)


@dataclass
class _Deciding:
    """The work on one statement: what is open, and up to where everything was enumerated."""

    statement: Statement
    effort: Effort
    value: Any
    proofs: Proofs
    found: dict[int, Step] = field(default_factory=dict)
    hopeless: set[int] = field(default_factory=set)
    missing: dict[int, str] = field(default_factory=dict)
    upto: int = 0

    def verdict(self) -> Verdict:
        """What the goals show; also without steps left, the sure sizes are enumerated."""
        try:
            return self._in_turns()
        except OutOfStepsError as error:
            sure = list(map(_sure, self.goals))
            found = self._refuted(sure, in_any_case=True) if self.upto < min(sure) else None
            return found or self.told("undecided", reason=f"{error}; {self.state()}")

    def _in_turns(self) -> Verdict:
        """Proof and enumeration, small and cheap ones first."""
        goals = self.goals
        silent = any(not speaks(goals[number]) for number in self.statement.presupposed)
        empty = self._vacuous() if silent else None
        if empty is not None and empty.outcome == "not-applicable":
            return empty
        quick = _sizes(goals, QUICK, QUICK_CLASSES)
        many = any(map(_many_classes, goals))
        if many:
            if (found := self._of_few_classes()) is not None:
                return found
            sizes = range(max(quick), QUICK_MANY, -1)
            reached = (n for n in sizes if points_up_to(goals, n) <= MOST_POINTS)
            reach = next(reached, QUICK_MANY)
            quick = [min(n, reach) for n in quick]
        few = [min(n, MEANS_MANY if goal.conclusion.rel == "constant-mean" else QUICK_MANY)
               for n, goal in zip(quick, goals, strict=True)]  # fmt: skip
        found = self._refuted(few if many else quick)
        if found is not None:
            return found
        empty = empty or self._vacuous()
        if empty is not None:
            return empty
        if many:
            seen = self._lopsided(_at_ends(goals))
            found = self._proved(EASY) if seen is None else None
            if (found := found or self._refuted(quick) or seen) is not None:
                return found
        self.hopeless.clear()
        if not self.large and self.effort.proves:
            self._soon()
        found = self._lopsided(goals) or self._proved(FIRST_CLASSES if self.large else self._first)
        if found is None:
            sure = [_sure(goal) for goal in goals]
            found = self._refuted(sure, in_any_case=self.effort.proves)
        if found is None and not self.effort.proves:
            return self.told("undecided", reason=self.state())
        found = found or self._between_whole_numbers()
        if found is None and not self.hopeless:
            found = self._proved(self.effort.left(), glance=True)
        if found is None:
            deep = _sizes(goals, DEEP, DEEP_CLASSES)
            found = self._refuted([max(pair) for pair in zip(deep, map(_sure, goals), strict=True)])
        return found or self.told("undecided", reason=self.state())

    def told(self, outcome: Outcome, **more: Any) -> Verdict:
        """A verdict on the statement."""
        return Verdict(self.statement.property, outcome, self.statement, value=self.value, **more)

    def state(self) -> str:
        """What is open, and up to where there is no counterexample."""
        names = dict.fromkeys(  # different goals may have one name
            (goal.label or str(goal.conclusion)) + self.missing.get(number, "")
            for number, goal in enumerate(self.goals)
            if number not in self.found
        )
        seen = f" No counterexample up to n = {self.upto}." if self.upto else ""
        return f"open: {'; '.join(names)}.{seen}"

    @property
    def goals(self) -> tuple[Goal, ...]:
        return self.statement.goals

    @property
    def _first(self) -> int:
        """Steps for a first attempt; twice as many, if it is about one goal alone and looking at
        all small points of it costs still more: nothing would be left for a second attempt."""
        if len(self.goals) != 1:
            return FIRST
        (goal,) = self.goals
        times = len(list(islice(parameter_points(goal), MAX_PARAMETERS)))
        price = times * points_up_to((goal,), _sure(goal)) * of_points(goal, 1)
        return 2 * FIRST if price > 2 * FIRST else FIRST

    @property
    def large(self) -> bool:
        """Whether it is about several classes."""
        return any(len(block) > BINARY_CELLS for goal in self.goals for block in goal.blocks)

    def _refuted(self, sizes: list[int], in_any_case: bool = False) -> Verdict | None:
        """Refuted by a point of these sizes, if goals are open; perhaps whatever it costs."""
        if self.statement.property in MADE_TO_HOLD or (in_any_case and not self.effort.sure):
            return None
        proved = [n for n, goal in enumerate(self.goals) if _known(goal, self.proofs) is not None]
        if len(proved) == len(self.goals):
            return None
        effort = self.effort.in_any_case() if in_any_case else self.effort
        witness = refute(self.statement, sizes, effort, proved=proved)
        self.upto = max(self.upto, min(sizes))
        return None if witness is None else self._against(witness)

    def _against(self, witness: Witness) -> Verdict:
        return self.told("refuted", witness=witness)

    def _of_few_classes(self) -> Verdict | None:
        """Refuted by a matrix with more than one element in three classes at most."""
        if self.statement.property in MADE_TO_HOLD:
            return None
        classes = isqrt(max(len(block) for goal in self.goals for block in goal.blocks))
        point = padded(self.statement, classes, self.effort)
        return None if point is None else self._scattered(*point)

    def _lopsided(self, goals: tuple[Goal, ...]) -> Verdict | None:
        """Refuted by a point of these goals with cells of very different sizes: then no proof is
        tried."""
        if self.statement.property in MADE_TO_HOLD:
            return None
        for goal in goals:
            if _known(goal, self.proofs) is not None or not goal.blocks:
                continue
            three = of_labelings(goal)
            point = few_labels(goal, self.effort) if three else self._at_random(goal)
            if point is not None:
                return self._scattered(goal, point)
        return None

    def _at_random(self, goal: Goal) -> Point | None:
        """A point that fails a goal; of several classes, where it is about one matrix."""
        if not self.large:
            return scattered(goal, self.effort, BINARY_TRIES)
        if parameters_of(goal):
            return None
        if _many_classes(goal) and goal.conclusion.rel == "==":
            return scattered(goal, self.effort, relations=("==",))
        return scattered(goal, self.effort) if len(goal.blocks) == 1 else None

    def _between_whole_numbers(self) -> Verdict | None:
        """Refuted by cells that are no whole numbers, where no small whole ones were found."""
        if self.large or self.statement.property in MADE_TO_HOLD:
            return None
        for number, goal in enumerate(self.goals):
            natural = any(variable.sort == "natural" for variable in goal.variables)
            known = number in self.found or _known(goal, self.proofs) is not None
            if known or natural or not goal.blocks or goal.conclusion.rel == "constant-mean":
                continue
            self.effort.tick(of_floats(goal, POINTS))
            point = next(failing_points(goal), None)
            if point is not None:
                deep = _sizes(self.goals, DEEP, DEEP_CLASSES)
                found = self._refuted(deep, in_any_case=True)
                return found or self._against(witness_at(self.statement, number, point, False))
        return None

    def _scattered(self, goal: Goal, point: Point) -> Verdict:
        """Refuted by a point, or by the smallest if that is not much larger than what was seen."""
        size = size_of(goal, point)
        if not self.large:
            deep = _sizes(self.goals, DEEP, DEEP_CLASSES)
            for sizes in (list(map(_sure, self.goals)), deep):
                if (found := self._refuted(sizes, in_any_case=True)) is not None:
                    return found
        effort = self.effort
        if _many_classes(goal):
            effort = effort.share(SMALLER)
            cheap = (n for n in range(size + 1) if _is_cheap(self.goals, n))
            size = -1 if of_labelings(goal) else max(cheap, default=-1)
        elif points_up_to(self.goals, size) > MANY_POINTS * len(self.goals):
            size = -1
        with suppress(OutOfStepsError):  # a point is known: it will do
            if size >= 0 and (witness := refute(self.statement, size, effort)) is not None:
                return self._against(witness)
        return self._against(witness_at(self.statement, self.goals.index(goal), point, False))

    def _proved(self, steps: int, glance: bool = False) -> Verdict | None:
        """Proofs of the goals that are open, each within so many steps; the verdict if all are."""
        if not self.effort.proves:
            return None
        for number, goal in enumerate(self.goals):
            if number in self.found or number in self.hopeless:
                continue
            proof = _known(goal, self.proofs)
            try:
                if proof is None and not self._is_without_value(number, goal):
                    proof = prove_goal(goal, self.effort.share(steps), glance=glance)
            except OutOfStepsError:
                if self.effort.left() <= 0:
                    raise OutOfStepsError(self.effort.steps) from None
                if steps == EASY:  # neither are the others, which are like it
                    break
                continue
            if proof is not None:
                self.proofs[goal] = self.found[number] = proof
                continue
            self.hopeless.add(number)
            if self.large:  # what is left is costly: a counterexample to this one will do
                break
        if len(self.found) < len(self.goals):
            return None
        premises = tuple(self.found[number] for number in range(len(self.goals)))
        return self.told("proved", proof=Step("every-goal", {}, premises))

    def _soon(self) -> None:
        """Proofs along the move that are found soon, where there are roots (fractions are better
        compared as they are), and plain ones of derivatives: then nothing else is looked at."""
        slopes = self.statement.property == "gradient"
        prove = cleared_plainly if slopes else prove_along
        for goal in self.goals:
            rooted = not goal.conclusion.expr.ops.isdisjoint(("sqrt", "^", "power"))
            if (rooted or slopes) and _known(goal, self.proofs) is None:
                with suppress(OutOfStepsError):
                    step = prove(goal, self.effort.share(SOON))
                    self.proofs |= {} if step is None else {goal: step}

    def _is_without_value(self, number: int, goal: Goal) -> bool:
        """Whether its conclusion has no value at some point: then it cannot be proved."""
        point = without_value(goal, self.effort)
        if point is not None:
            self.missing[number] = f" (its formula has no value at {told(point)})"
        return point is not None

    def _vacuous(self) -> Verdict | None:
        """Not applicable, with the proof that the statement speaks of nothing; None if it does."""
        statement = self.statement
        silent = [number for number, goal in enumerate(self.goals) if not speaks(goal)]
        needed = [number for number in silent if number in statement.presupposed]
        if not needed and len(silent) < len(self.goals):
            return None
        steps: list[Step] = []
        for number in needed[:1] or silent:
            step = _emptiness(self.goals[number], number, self.effort)
            if step is None:
                labels = ", ".join(self.goals[number].label for number in needed or silent)
                reason = f"nothing was found that the hypotheses admit ({labels})"
                return Verdict(statement.property, "undecided", statement, reason=reason)
            steps.append(step)
        proof = Step("vacuous", {}, tuple(steps))
        why_not = vacuous(statement)
        return Verdict(statement.property, "not-applicable", statement, proof=proof, reason=why_not)


def _sizes(goals: tuple[Goal, ...], table: dict[int, int], most: int) -> list[int]:
    """The largest n enumerated for each goal: by the number of blocks, or of points where blocks
    are large."""
    if any(len(block) > BINARY_CELLS for goal in goals for block in goal.blocks):
        return [_reach(goal, most) for goal in goals]
    least = min((table[min(len(goal.blocks), 2)] for goal in goals if goal.blocks), default=0)
    return [least] * len(goals)


def _many_classes(goal: Goal) -> bool:
    """Whether it is about more than three classes: their matrices, or three labelings."""
    widest = max(map(len, goal.blocks), default=0)
    return widest > CELLS_OF_THREE and widest != LABELS_OF_THREE


def _at_ends(goals: tuple[Goal, ...]) -> tuple[Goal, ...]:
    """The first two and the last: the others are mostly like them."""
    return tuple(dict.fromkeys((*goals[:2], goals[-1])))


def _is_cheap(goals: tuple[Goal, ...], size: int) -> bool:
    """Whether the points of many classes up to that size are soon looked at."""
    widest = max(len(block) for goal in goals for block in goal.blocks)
    few = comb(size + widest, widest) <= MOST_VALUES
    return few and points_up_to(goals, size) <= MOST_SMALLER


def _sure(goal: Goal) -> int:
    """The largest n at which a counterexample to the goal is never missed."""
    widest = max(map(len, goal.blocks), default=0)
    if _many_classes(goal):
        return _reach(goal, QUICK_CLASSES)
    if widest > BINARY_CELLS:
        return SURE_CLASSES
    alone = len(goal.blocks) == 1 and widest <= BINARY_MATRIX and goal.conclusion.rel in SIGNS
    return SURE_MATRIX if alone else SURE


def _reach(goal: Goal, most: int) -> int:
    """The largest n up to which a goal has at most that many points."""
    if goal.conclusion.rel == "constant-mean":
        return most
    most += goal.conclusion.rel in (">", ">=")  # an equation fails early or not at all
    low = max((sum(least(goal, block)) for block in goal.blocks), default=0)
    most += low
    many = MANY_POINTS * (SEPARATE if Suspects(goal, {}).order is not None else 1)
    reach = (n - 1 for n in range(max(2, low), most + 1) if points_up_to((goal,), n) > many)
    return next(reach, most)


def _emptiness(goal: Goal, number: int, effort: Effort) -> Step | None:
    expected = goal.conclusion.rel == "constant-mean"
    if expected and len(goal.blocks[0]) > BINARY_CELLS:
        return None
    for end in ("most", "fewest") if expected else ("",):
        steps = [prove_goal(part, effort) for part in vacuity(goal, end)]
        premises = tuple(step for step in steps if step is not None)
        if len(premises) == len(steps):
            args = {"goal": number, "why": end} if end else {"goal": number}
            return Step("empty", args, premises)
    return None
