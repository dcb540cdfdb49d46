"""Properties for every number of classes: a counterexample at few, or a proof for all, or neither.

Nothing here is trusted.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain, product, takewhile
from pathlib import Path
from typing import Any

from symbolic_measures.fences import StoppedError
from symbolic_measures.kernel.truth import least
from symbolic_measures.kernel.violation import witness_at
from symbolic_measures.macros import check as kernel_check
from symbolic_measures.meaning.class_sums import Fact
from symbolic_measures.meaning.every_class import WITH_CONSTANT, EveryClasses, Part
from symbolic_measures.meaning.every_m import General
from symbolic_measures.meaning.every_parts import parts
from symbolic_measures.meaning.every_report import (
    EveryProof,
    EveryReport,
    EveryVerdict,
    asked_data,
    replayed_every,
)
from symbolic_measures.meaning.frameworks import battery
from symbolic_measures.meaning.padding import PADS, Family, failing
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.question import SECONDS
from symbolic_measures.nouns.verdict import Outcome, Step, Verdict
from symbolic_measures.processes import in_processes
from symbolic_measures.search.constants import constants
from symbolic_measures.search.effort import MILLION, Effort, OutOfStepsError
from symbolic_measures.search.guarded import guarded, why
from symbolic_measures.search.properties import decide_property
from symbolic_measures.search.refute import refute, scattered
from symbolic_measures.search.store import Store
from symbolic_measures.search.sums import prove_for_all
from symbolic_measures.search.tactics.formulas import prove_goal

#: Steps for a goal about m alone, for a property of so many classes, for a part of a proof, for a
#: proof.
SHORT, LOOK, PART, PROOF = 2 * MILLION, 4 * MILLION, 11 * MILLION, 16 * MILLION
#: Steps for the proof of a weak form where the strict one is open.
WEAK = 5 * MILLION
#: Steps for a counterexample at a number of classes, before a long proof.
LOOK_FOR = 4 * MILLION
#: Steps of a part after which the next one, which may be like it, is tried with the same facts.
LONG = 2 * MILLION
#: Steps for a proof before a counterexample is looked for: most are found with fewer.
EASY = MILLION // 2
#: The largest n of a counterexample that is looked for before a proof; of positive cells, how many
#: more elements than cells.
QUICK, MORE = 5, 1
#: By which powers of m cells are multiplied before other classes are added.
POWERS = (0, 1, 2, 4)
#: Stated of three labelings: to look at all small ones takes longer than a proof.
THREE = ("distance",)
#: How many numbers of classes are looked at, from the smallest on.
LOOKED_AT = 2


@dataclass
class EveryBattery:
    """The properties to decide for every m; iterate, then `report()` says what is known.

    With `jobs` above 1, that many processes share the properties; `cache` is a folder of verdicts.
    """

    subject: EveryClasses
    properties: tuple[str, ...]
    seconds: float = SECONDS
    jobs: int = 1
    cache: str = ""
    verdicts: dict[str, EveryVerdict] = field(default_factory=dict)

    def __iter__(self) -> Iterator[str]:
        """Yields what is decided next, before it is; with several processes, what was."""
        groups = _groups(self.properties)
        if self.jobs <= 1:
            for name in chain.from_iterable(groups):
                yield name
                self.verdicts[name] = self._guarded(name)
            return
        groups = sorted(groups, key=len)[::-1]  # what takes long, such as a range, first
        tasks = [(group, self.subject, self.seconds, self.cache) for group in groups]
        for verdicts in in_processes(_decided, tasks, min(self.jobs, len(tasks))):
            for name, verdict in verdicts.items():
                self.verdicts[name] = verdict
                yield name

    def _guarded(self, name: str) -> EveryVerdict:
        """The verdict on one property; if it fails, nothing else does."""
        subject, strict = self.subject, self.verdicts.get(PROPERTIES[name].stronger)
        return guarded(
            lambda: decide_cached(name, subject, self.seconds, self.cache, strict),
            lambda reason: EveryVerdict(name, "undecided", subject.least, reason=reason),
        )

    def report(self) -> EveryReport:
        """What is known so far, from the first property on."""
        known = takewhile(self.verdicts.__contains__, self.properties)
        found = tuple(self.verdicts[name] for name in known)
        return EveryReport(self.subject, self.properties, found, len(found) == len(self.properties))


def _groups(properties: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The properties in their order, but those together, the strict one first, of which others are
    the weak forms: what is decided does not depend on the order, nor on the number of processes."""
    groups: dict[str, list[str]] = {}
    for name in properties:
        stronger = PROPERTIES[name].stronger
        groups.setdefault(stronger if stronger in properties else name, []).append(name)
    return [tuple(sorted(group, key=first.__ne__)) for first, group in groups.items()]


def _decided(
    group: tuple[str, ...], subject: EveryClasses, seconds: float, cache: str
) -> dict[str, EveryVerdict]:
    """A strict property and its weak forms, one after the other."""
    own = EveryBattery(subject, group, seconds, cache=cache)
    for _ in own:
        pass
    return own.verdicts


def decide_cached(
    property_id: str,
    subject: EveryClasses,
    seconds: float,
    cache: str,
    strict: EveryVerdict | None = None,
) -> EveryVerdict:
    """The verdict on a property, kept in the folder if one is given; see `decide_every`."""
    if not cache:
        return decide_every(property_id, subject, seconds, strict)
    asked = asked_data(subject, ())
    content = {"property": property_id, "classes": asked["classes"], **asked["measure"]}
    return Store(Path(cache)).keep(
        content,
        lambda entry: replayed_every(subject, entry),
        lambda: decide_every(property_id, subject, seconds, strict),
    )


def decide_every(
    property_id: str, subject: EveryClasses, seconds: float, strict: EveryVerdict | None = None
) -> EveryVerdict:
    """What is known of a property, perhaps from the strict one of which it is the weak form; a
    failure costs this verdict, nothing else."""
    start, first = time.monotonic(), subject.least
    found = EveryVerdict(property_id, "undecided", first)
    if strict is not None and (weaker := _weaker(found, strict, subject)) is not None:
        return replace(weaker, seconds=time.monotonic() - start)
    try:
        plain = subject.factor or "pairs" not in subject.tree.ops
        known = plain or property_id in PADS
    except FormulaError as error:  # of a row in a table; who asks for a measure is told before
        return replace(found, reason=str(error))
    looked_at = LOOKED_AT if known and property_id in battery("all", 3) else 0
    if strict is not None and strict.outcome == "undecided":
        found = _at_last(found, subject, seconds, WEAK, looked_at)
    else:
        found = _in_turns(found, subject, seconds, looked_at)
    if found.outcome == "refuted":
        found = guarded(lambda: for_larger(found, subject, seconds), lambda _: found)
    return replace(found, seconds=time.monotonic() - start)


def _in_turns(
    found: EveryVerdict, subject: EveryClasses, seconds: float, looked_at: int
) -> EveryVerdict:
    """Counterexamples at two classes, a short proof, counterexamples at the next number of classes,
    a long proof, all that is known at the first so many numbers of classes: the first of these that
    decides."""
    first = subject.least
    binary = first == 2 and looked_at > 0
    if binary:  # cheap: what fails there need not be proved for every m
        against = _against(found, subject, first, seconds)
        if against is not None:
            return against
    soon = _proved(found, subject, Effort(seconds, EASY))
    if soon.outcome == "proved":
        return soon
    second = first + binary
    against = guarded(lambda: _quickly(found, subject, second), lambda _: None)
    if against is None and second > 2 and looked_at:
        against = _against(found, subject, second, seconds)
    if against is not None:
        return _smallest(found, against, subject, seconds)
    return _at_last(found, subject, seconds, PROOF, looked_at)


def _at_last(
    found: EveryVerdict, subject: EveryClasses, seconds: float, steps: int, looked_at: int
) -> EveryVerdict:
    """A proof of so many steps, or all that is known at the first numbers of classes: what is left
    where no counterexample is found soon, nor to the strict form."""
    first = subject.least
    later = _proved(found, subject, Effort(seconds, steps))
    if later.outcome == "proved":
        return later
    later = guarded(lambda: _nowhere(found.property, subject, seconds), lambda _: later)
    for classes in range(first, first + looked_at):
        if later.outcome == "undecided":  # what is open is no easier with one class more
            still = any(verdict.outcome == "undecided" for _, verdict in later.at)
            further = steps == WEAK and classes > first  # where the strict one was looked at, too
            look = LOOK // 3 if still or further else LOOK
            later = _looked_at(later, subject, classes, Effort(seconds, look))
    return later


def _smallest(
    found: EveryVerdict, against: EveryVerdict, subject: EveryClasses, seconds: float
) -> EveryVerdict:
    """Refuted by this counterexample, with what is known of fewer classes, where it may fail."""
    ((classes, _),) = against.at
    for fewer in range(subject.least, classes):
        found = _looked_at(found, subject, fewer, Effort(seconds, LOOK))
        if found.outcome == "refuted":
            return found
    return replace(against, at=(*found.at, *against.at))


def _proved(found: EveryVerdict, subject: EveryClasses, effort: Effort) -> EveryVerdict:
    """Proved for every m, or with the reason why it is not."""
    try:
        proof = prove_every(found.property, subject, effort)
    except Exception as error:
        return replace(found, reason=why(error))
    return replace(found, outcome="proved", proof=proof, at=())


def _weaker(
    found: EveryVerdict, strict: EveryVerdict, subject: EveryClasses
) -> EveryVerdict | None:
    """Proved by the proof of the strict form, in which each > says >=; None if that is no proof."""
    if strict.proof is None or strict.outcome != "proved":
        return None
    parts = [
        (replace(general, step=Step("strictly", {}, (general.step,))), sample)
        for general, sample in strict.proof.parts
    ]
    proof = replace(strict.proof, parts=tuple(parts))
    with suppress(CertificateError, FormulaError):
        proof.check(found.property, subject)
        return replace(found, outcome="proved", proof=proof)
    return None


def _against(
    found: EveryVerdict, subject: EveryClasses, classes: int, seconds: float
) -> EveryVerdict | None:
    """Refuted at a number of classes, if a counterexample is found soon; no proof is tried."""
    if PROPERTIES[found.property].answers:
        return None
    steps = EASY if found.property in THREE or classes == 2 else LOOK_FOR
    effort = Effort(seconds, steps, sure=False, proves=False)
    seen = _looked_at(found, subject, classes, effort)
    return seen if seen.outcome == "refuted" else None


def _looked_at(
    found: EveryVerdict, subject: EveryClasses, classes: int, effort: Effort
) -> EveryVerdict:
    """With the verdict at a number of classes."""
    verdict = decide_property(found.property, subject.at(classes), effort)
    found = replace(found, at=(*found.at, (classes, verdict)))
    refuted = verdict.outcome == "refuted"
    return replace(found, outcome="refuted", reason="") if refuted else found


def _quickly(found: EveryVerdict, subject: EveryClasses, classes: int) -> EveryVerdict | None:
    """Refuted by a small matrix of so many classes, if one is found within few steps."""
    if PROPERTIES[found.property].answers:
        return None
    statement = PROPERTIES[found.property].statement(subject.at(classes))
    smallest = max(sum(least(g, block)) for g in statement.goals for block in g.blocks)
    effort, witness = Effort(SECONDS, SHORT), None
    with suppress(OutOfStepsError, StoppedError), effort.fenced():
        witness = refute(statement, max(QUICK, smallest + MORE), effort)
        for number, goal in enumerate(statement.goals if smallest else ()):
            point = None if witness is not None else scattered(goal, effort)
            if point is not None:
                witness = witness_at(statement, number, point, False)
    if witness is None:
        return None
    verdict = Verdict(found.property, "refuted", statement, witness=witness)
    kernel_check(statement, verdict)
    return replace(found, outcome="refuted", at=(*found.at, (classes, verdict)))


def for_larger(found: EveryVerdict, subject: EveryClasses, seconds: float) -> EveryVerdict:
    """With the counterexample for every larger m, if padding it is one."""
    classes, against = found.at[-1]
    for right, power in product(PADS.get(found.property, ()), POWERS):
        effort = Effort(seconds, SHORT)
        with suppress(CertificateError, FormulaError, OutOfStepsError, StoppedError):
            goals = failing(subject, classes, against, right, power)
            with effort.fenced():
                steps = [prove_goal(goal, effort) for goal in goals]
            shown = tuple(step for step in steps if step is not None)
            if len(shown) == len(goals):
                family = Family(right, shown, power)
                family.check(subject, classes, against)
                return replace(found, family=family)
    return found


def prove_every(property_id: str, subject: EveryClasses, effort: Effort) -> EveryProof:
    """A proof for every m; FormulaError, with what is open, if none is found."""
    if property_id not in WITH_CONSTANT:
        return _of_parts(property_id, subject, None, effort)
    reason = "no constant is known: the values at 2, 3 and 4 classes suggest none"
    if property_id == "undefined-set":
        reason = "no equations are known that say where small matrices have no value"
    for constant in constants(property_id, subject):
        try:
            return _of_parts(property_id, subject, constant, effort)
        except FormulaError as error:
            reason = str(error)
    raise FormulaError(reason)


def _nowhere(property_id: str, subject: EveryClasses, seconds: float) -> EveryVerdict:
    """Not applicable for every m; FormulaError if that is not shown."""
    outcome: Outcome = "not-applicable"
    proof = _of_parts(property_id, subject, None, Effort(seconds, PART), outcome)
    return EveryVerdict(property_id, outcome, subject.least, proof)


def _of_parts(
    property_id: str, subject: EveryClasses, constant: Any, effort: Effort,
    outcome: Outcome = "proved",
) -> EveryProof:  # fmt: skip
    with effort.fenced():
        asked, soon = list(parts(property_id, subject, constant, outcome)), effort.steps <= EASY
        samples = [] if soon else [_sample(part, effort.share(SHORT)) for part in asked]
        generals = _generals(asked, effort)
        if soon:  # a sample may cost more than an easy proof, and is needed only with one
            samples = [_sample(part, effort.beyond(SHORT)) for part in asked]
        proof = EveryProof(tuple(zip(generals, samples, strict=True)), constant)
        proof.check(property_id, subject, outcome)
    return proof


def _sample(part: Part, effort: Effort) -> Step:
    """For every m there is a matrix of which the part speaks."""
    if part.sample not in effort.tried:
        effort.tried[part.sample] = prove_goal(part.sample, effort)
    step: Step | None = effort.tried[part.sample]
    if step is None:
        raise FormulaError(f"open: {part.label}, somewhere for every m")
    return step


def _generals(asked: list[Part], effort: Effort) -> list[General]:
    """The parts, each for every m."""
    generals, likely = [], tuple[Fact, ...]()
    for part in asked:
        before = effort.spent
        generals.append(_general(part, effort, likely))
        long = effort.spent - before > LONG  # then it saves much to begin with its facts
        likely = tuple(fact for fact, _ in generals[-1].facts) if long else ()
    return generals


def _general(part: Part, effort: Effort, likely: tuple[Fact, ...]) -> General:
    share = effort.share(PART)
    found = prove_for_all(part.make, part.spoken, part.state, (), share, likely)
    if found is None:
        raise FormulaError(f"open for every m: {part.label}")
    return General(*found)
