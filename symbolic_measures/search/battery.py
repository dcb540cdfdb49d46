"""The properties of a measure, decided one after the other or in several processes."""

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
from symbolic_measures.search.engine import Proofs
from symbolic_measures.search.guarded import guarded
from symbolic_measures.search.properties import EACH_M, Decide, decide_property
from symbolic_measures.search.propose import gradient

#: The properties that take longest, which several processes begin with.
LONG = frozenset(("distance", "scale-invariance", "approximate-constant-baseline", "range"))


@dataclass
class Battery:
    """The properties to decide about a reading, one verdict after the other.

    Iterate to decide; `report()` gives what has been decided so far, so nothing is lost when
    the iteration is interrupted.  `decide` decides one property, if not `decide_property` does.
    With `jobs` above 1, that many processes share the properties; what is decided last is yielded.
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

    def __iter__(self) -> Iterator[str]:
        """Yields what is decided next, before it is."""
        decide = self.decide or decider(self.reading)
        if self.jobs > 1:
            yield from self._shared(decide)
        else:
            for property_id in strict_first(self.properties, self.reading):
                yield property_id
                self._keep(decide(property_id, self.reading, self.seconds, self.proofs))
        for direction in directions(self.reading, self.verdicts) if self.with_gradient else ():
            yield f"gradient in {direction}"
            self.slopes.append(gradient(self.reading, direction, self.seconds))
        self.finished = True

    def _shared(self, decide: Decide) -> Iterator[str]:
        """The properties in several processes."""
        groups = sharing(self.reading, self.properties)
        groups.sort(key=lambda group: LONG.isdisjoint(group))
        tasks = [(decide, group, self.reading, self.seconds) for group in groups]
        for verdicts in in_processes(_decided, tasks, min(self.jobs, len(tasks))):
            for verdict in verdicts:
                self._keep(verdict)
                yield verdict.property

    def _keep(self, verdict: Verdict) -> None:
        """The verdicts stay in the order of the properties, after those that were given."""
        order = {property_id: place for place, property_id in enumerate(self.properties)}
        self.verdicts.append(verdict)
        self.verdicts.sort(key=lambda found: order.get(found.property, -1))

    def report(self) -> Report:
        """What has been decided so far."""
        asked = (*self.properties, *(("gradient",) if self.with_gradient else ()))
        found = tuple(self.verdicts), tuple(self.slopes)
        return Report(self.reading, *found, self.finished, asked)


def decider(reading: Reading) -> Decide:
    """`decide_property`, or what tries a proof for every m before it, at four classes and more."""
    if reading.measure.classes < EACH_M:
        return decide_property
    from symbolic_measures.search.each_m import decide_at_m

    return decide_at_m


def _decided(
    decide: Decide, group: tuple[str, ...], reading: Reading, seconds: float
) -> list[Verdict]:
    """Properties that share proofs, one after the other."""
    proofs: Proofs = {}
    ordered = strict_first(group, reading)
    return [decide(property_id, reading, seconds, proofs) for property_id in ordered]


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
