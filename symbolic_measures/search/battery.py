"""The properties of a measure, decided one after the other or in several processes.

Where a battery shares its effort, each property has a modest share first.  What is open for want
of steps is decided once more, with equal parts of what the battery has not spent: so a hard
measure does not cost minutes, and what a property gets depends neither on the order of the others
nor on the number of processes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

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

#: The properties that take longest, which several processes begin with.
LONG = frozenset(("distance", "scale-invariance", "approximate-constant-baseline", "range"))
#: Where a battery shares its effort: steps for each property at first; for those that are open
#: then, what is not spent of ALL, but KEPT at least, unless that is below WORTH for each; and steps
#: for each derivative.
SHARE, ALL, KEPT, WORTH = 2 * MILLION, 18 * MILLION, 11 * MILLION, 3 * MILLION
SLOPE = 3 * MILLION


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
    short: list[str] = field(default_factory=list)
    spent: int = 0

    def __iter__(self) -> Iterator[str]:
        """Yields what is decided next, before it is."""
        yield from self._with(SHARE if self.shared else STEPS, self.properties)
        if self.shared and self.short:
            again = tuple(self.short)
            kept = max(KEPT, ALL - self.spent)
            if (part := kept // len(again)) >= WORTH:  # less would be much the same
                self.short = []
                yield from self._with(part, again)
            self.verdicts = [self._hinted(verdict) for verdict in self.verdicts]
        for direction in directions(self.reading, self.verdicts) if self.with_gradient else ():
            yield f"gradient in {direction}"
            steps = SLOPE if self.shared else STEPS
            self.slopes.append(gradient(self.reading, direction, Effort(self.seconds, steps)))
        self.finished = True

    def _with(self, steps: int, properties: tuple[str, ...]) -> Iterator[str]:
        """Each of these properties within so many steps, in one process or several."""
        decide = self.decide or decider(self.reading)
        left = {verdict.property: self.seconds - verdict.seconds for verdict in self.verdicts}
        if self.jobs <= 1:
            for property_id in strict_first(properties, self.reading):
                yield property_id
                seconds = max(0.0, left.get(property_id, self.seconds))
                self._keep(*_one(decide, property_id, self.reading, seconds, steps, self.proofs))
            return
        groups = sharing(self.reading, properties)
        groups.sort(key=lambda group: LONG.isdisjoint(group))
        tasks = [
            (decide, group, self.reading, [left.get(one, self.seconds) for one in group], steps,
             self.proofs)
            for group in groups
        ]  # fmt: skip
        for found, proofs in in_processes(_decided, tasks, min(self.jobs, len(tasks))):
            self.proofs |= proofs
            for verdict, short, spent in found:
                self._keep(verdict, short, spent)
                yield verdict.property

    def _keep(self, verdict: Verdict, short: bool, spent: int) -> None:
        """The verdicts stay in the order of the properties, after those that were given; a second
        one on a property takes the place of the first."""
        order = {property_id: place for place, property_id in enumerate(self.properties)}
        before = [found for found in self.verdicts if found.property == verdict.property]
        self.spent += spent
        if short and self.shared:
            self.short.append(verdict.property)
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
    decide: Decide, property_id: str, reading: Reading, seconds: float, steps: int, proofs: Proofs
) -> tuple[Verdict, bool, int]:
    """The verdict on a property, whether it is open for want of steps, and what was spent."""
    effort = Effort(seconds, steps)
    verdict = decide(property_id, reading, effort, proofs)
    return verdict, verdict.outcome == "undecided" and not effort.left(), effort.spent


def _decided(
    decide: Decide, group: tuple[str, ...], reading: Reading, seconds: list[float], steps: int,
    proofs: Proofs,
) -> tuple[list[tuple[Verdict, bool, int]], Proofs]:  # fmt: skip
    """Properties that share proofs, one after the other, and the proofs that were found."""
    limits = dict(zip(group, seconds, strict=True))
    ordered = strict_first(group, reading)
    found = [_one(decide, one, reading, max(0.0, limits[one]), steps, proofs) for one in ordered]
    return found, proofs


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
