"""The properties of a measure, decided one after the other or in several processes.

Where a battery shares its effort, each property has a modest share first.  What is open for want
of steps is gone on with, with equal parts of what the battery has not spent: so a hard measure does
not cost minutes, and what a property gets depends neither on the order of the others nor on the
number of processes.  What the first share was spent on is not done again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from symbolic_measures.meaning.frameworks import DEFAULT, battery
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.report import Report, directions
from symbolic_measures.meaning.subjects import find_property
from symbolic_measures.nouns.question import SECONDS
from symbolic_measures.nouns.statement import Atom, Goal
from symbolic_measures.nouns.verdict import Verdict
from symbolic_measures.processes import in_processes
from symbolic_measures.search.effort import MILLION, STEPS, Effort, in_words
from symbolic_measures.search.engine import Proofs
from symbolic_measures.search.guarded import guarded
from symbolic_measures.search.properties import Decide, decide_property
from symbolic_measures.search.propose import gradient

#: What was tried for a property: see `Effort.tried`.
Tried = dict[Any, Any]
#: The properties that take longest, which several processes begin with.
LONG = frozenset(("distance", "scale-invariance", "approximate-constant-baseline", "range"))
#: Where a battery shares its effort: steps for each property at first; for those that are open
#: then, what is not spent of ALL, but KEPT at least as far as MOST goes, unless that is below WORTH
#: for each, and again if that decided some; and for each derivative, what is left of ALL, but LEAST
#: at least and SLOPE at most.
SHARE, WORTH = 5 * MILLION // 2, 3 * MILLION // 2
ALL, KEPT, MOST = 15 * MILLION, 9 * MILLION, 20 * MILLION
LEAST, SLOPE = MILLION // 2, 3 * MILLION


@dataclass(frozen=True)
class _Share:
    """What a property is decided within, and what was tried for it before."""

    seconds: float
    steps: int
    tried: Tried


@dataclass(frozen=True)
class _Found:
    """The verdict on a property, what was spent, and what was tried if steps were wanting."""

    verdict: Verdict
    spent: int
    tried: Tried | None


@dataclass
class Battery:
    """The properties to decide about a reading, one verdict after the other.

    Iterate to decide; `report()` gives what has been decided so far, so nothing is lost when
    the iteration is interrupted.  `decide` decides one property, if not `decide_property` does.
    With `jobs` above 1, that many processes share the properties; what is decided last is yielded.
    With `shared`, they share effort, too; else each has as much as one that is asked alone.
    """

    reading: Reading
    properties: tuple[str, ...] = battery(DEFAULT)
    seconds: float = SECONDS
    with_gradient: bool = True
    verdicts: list[Verdict] = field(default_factory=list)
    slopes: list[Verdict] = field(default_factory=list)
    finished: bool = False
    proofs: Proofs = field(default_factory=dict)
    decide: Decide | None = None
    jobs: int = 1
    shared: bool = False
    #: What is open for want of steps, each with what was tried for it.
    short: dict[str, Tried] = field(default_factory=dict)
    spent: int = 0

    def __iter__(self) -> Iterator[str]:
        """Yields what is decided next, before it is."""
        yield from self._with(SHARE if self.shared else STEPS, self.properties, {})
        if self.shared:
            again: dict[str, Tried] = {}
            while self.short and len(self.short) != len(again):
                again, kept = self.short, max(min(KEPT, MOST - self.spent), ALL - self.spent)
                if (part := kept // len(again)) < WORTH:  # less would be much the same
                    break
                self.short = {}
                yield from self._with(part, tuple(again), again)
            self.verdicts = [self._hinted(verdict) for verdict in self.verdicts]
        slopes = directions(self.reading, self.verdicts) if self.with_gradient else ()
        left = max(0, ALL - self.spent) // max(1, len(slopes))
        steps = min(max(left, LEAST), SLOPE) if self.shared else STEPS
        for direction in slopes:
            yield f"gradient in {direction}"
            self.slopes.append(gradient(self.reading, direction, Effort(self.seconds, steps)))
        self.finished = True

    def _with(
        self, steps: int, properties: tuple[str, ...], tried: Mapping[str, Tried]
    ) -> Iterator[str]:
        """Each of these properties within so many steps, in one process or several."""
        decide = self.decide or decider(self.reading)
        spent = {verdict.property: verdict.seconds for verdict in self.verdicts}
        shares = {
            one: _Share(max(0.0, self.seconds - spent.get(one, 0.0)), steps, tried.get(one, {}))
            for one in properties
        }
        if self.jobs <= 1:
            for one in strict_first(properties, self.reading):
                yield one
                self._keep(_one(decide, one, self.reading, shares[one], self.proofs))
            return
        groups = sharing(self.reading, properties)
        groups.sort(key=lambda group: LONG.isdisjoint(group))
        tasks = [
            (decide, {one: shares[one] for one in group}, self.reading, self.proofs)
            for group in groups
        ]
        for decided, proofs in in_processes(_decided, tasks, min(self.jobs, len(tasks))):
            self.proofs |= proofs
            for found in decided:
                self._keep(found)
                yield found.verdict.property

    def _keep(self, found: _Found) -> None:
        """The verdicts stay in the order of the properties, after those that were given; a second
        one on a property takes the place of the first."""
        verdict = found.verdict
        order = {property_id: place for place, property_id in enumerate(self.properties)}
        before = [other for other in self.verdicts if other.property == verdict.property]
        self.spent += found.spent
        if found.tried is not None and self.shared:
            self.short[verdict.property] = found.tried
        if before:
            seconds = before[0].seconds + verdict.seconds
            self.verdicts[self.verdicts.index(before[0])] = replace(verdict, seconds=seconds)
            return
        self.verdicts.append(verdict)
        self.verdicts.sort(key=lambda found: order.get(found.property, -1))

    def _hinted(self, verdict: Verdict) -> Verdict:
        """What is still open for want of steps says that there are more to be had."""
        if verdict.property not in self.short:
            return verdict
        more = f"Asked alone, it has {in_words(STEPS)}."
        return replace(verdict, reason=f"{verdict.reason.removesuffix('.')}. {more}")

    def report(self) -> Report:
        """What has been decided so far."""
        asked = (*self.properties, *(("gradient",) if self.with_gradient else ()))
        found = tuple(self.verdicts), tuple(self.slopes)
        return Report(self.reading, *found, self.finished, asked)


def decider(reading: Reading) -> Decide:
    """`decide_property`, or what tries a proof for every m, too, of several classes."""
    if reading.measure.classes < 3:
        return decide_property
    from symbolic_measures.search.each_m import decide_at_m

    return decide_at_m


def _one(
    decide: Decide, property_id: str, reading: Reading, share: _Share, proofs: Proofs
) -> _Found:
    effort = Effort(share.seconds, share.steps, tried=share.tried)
    verdict = decide(property_id, reading, effort, proofs)
    short = verdict.outcome == "undecided" and (effort.short or not effort.left())
    return _Found(verdict, effort.spent, effort.tried if short else None)


def _decided(
    decide: Decide, shares: dict[str, _Share], reading: Reading, proofs: Proofs
) -> tuple[list[_Found], Proofs]:
    """Properties that share proofs, one after the other, and the proofs that were found."""
    ordered = strict_first(tuple(shares), reading)
    return [_one(decide, one, reading, shares[one], proofs) for one in ordered], proofs


def strict_first(properties: tuple[str, ...], reading: Reading) -> list[str]:
    """The properties in their order, but each after the stronger one that it follows from.

    A proof of a strict inequality is one of the weak inequality, too, so it is not searched twice.
    """
    left, ordered = dict.fromkeys(properties), list[str]()

    def take(property_id: str) -> None:
        del left[property_id]
        stronger = find_property(property_id, reading.measure.classes).stronger
        if stronger in left:
            take(stronger)
        ordered.append(property_id)

    while left:
        take(next(iter(left)))
    return ordered


def sharing(reading: Reading, properties: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The properties in groups with goals in common, strict or not; in the same order each.

    A proof found for one is used for the others of its group alone, so that it does not matter how
    many processes there are.
    """
    groups: list[tuple[set[Goal], list[str]]] = []
    for property_id in properties:
        own, names = _goals(property_id, reading), [property_id]
        joined = [group for group in groups if group[0] & own]
        for goals, others in joined:
            own, names = own | goals, [*others, *names]
        groups = [group for group in groups if group not in joined] + [(own, names)]
    order = {property_id: place for place, property_id in enumerate(properties)}
    return [tuple(sorted(names, key=lambda name: order[name])) for _, names in groups]


def _goals(property_id: str, reading: Reading) -> set[Goal]:
    """The goals whose proofs others may use, > written as >=."""
    prop = find_property(property_id, reading.measure.classes)
    if prop.answers:
        return set()
    goals: tuple[Goal, ...] = guarded(lambda: prop.statement(reading).goals, lambda _: ())
    weak = (replace(goal, conclusion=Atom(goal.conclusion.expr, ">=")) for goal in goals)
    return {
        other if goal.conclusion.rel in (">", ">=") else goal for goal, other in zip(goals, weak)
    }
