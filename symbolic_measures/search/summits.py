"""Is a measure below its maximum on a side?  Looks for what is larger, or for the maximum.

First the corners of the section and other matrices near by, for all P, N and parameters; then, at
a few parameter values, the small matrices of the side one after the other: is one of them a maximum
of its own section, or of its n?  Nothing here is trusted: the property replays the proof that a
place is a maximum.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import chain, product
from typing import Any

from flint import fmpq

from symbolic_measures.fences import StoppedError
from symbolic_measures.kernel.exact import CannotTellError, Value, compare
from symbolic_measures.kernel.truth import failing
from symbolic_measures.meaning.maximum import CORNERS, PLACES, SIDES, summit
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.property import Property
from symbolic_measures.meaning.samples import parameter_samples
from symbolic_measures.nouns.confusion import CELLS, compositions
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.nouns.verdict import Step, Verdict
from symbolic_measures.search.costs import of_value
from symbolic_measures.search.effort import MILLION, Effort, Limit, OutOfStepsError, granted
from symbolic_measures.search.engine import decide
from symbolic_measures.search.orders import value_at
from symbolic_measures.search.refute import all_zero
from symbolic_measures.search.tactics.formulas import prove_goal

LARGEST = 7
#: How finely a section is searched for something larger: cells in k-ths.
FINENESS = 4
PARAMETERS = 6
#: What the search for a maximum may cost at most.
STEPS = 8 * MILLION
#: What may be spent after it where there may be no maximum.
LAST = 3 * MILLION
#: No single attempt gets more than this part of the effort, and the first one, which is at TPTN,
#: more than that.
SHARES, FIRST = 6, 3


def decide_below_maximum(property_id: str, reading: Reading, limit: Limit) -> Verdict:
    """`tn-not-max`, `tp-not-max` or one of them in the section, within that limit."""
    prop, effort = PROPERTIES[property_id], granted(limit)
    reason = "nothing that was tried is larger, and no maximum on the side could be proved"
    for way, steps in ((_by_places, STEPS), (_by_few, LAST)):
        try:
            if (found := way(prop, reading, effort.share(steps))) is not None:
                return found
        except OutOfStepsError:  # of a share; what is told is what was spent in all
            reason = str(OutOfStepsError(effort.spent))
        except StoppedError as error:
            reason = str(error)
    return Verdict(property_id, "undecided", prop.statement(reading), reason=reason)


def _by_places(prop: Property, reading: Reading, effort: Effort) -> Verdict | None:
    """By something larger, or by a maximum on the side; half of the effort is for each."""
    named = (None if place == "TPTN" else {"better": place} for place in PLACES)
    half = effort.share(effort.steps // 2)
    places = chain(named, _seen_larger(prop, reading, moved(prop), half))
    with suppress(OutOfStepsError):
        if (found := _below(prop, reading, places, half)) is not None:
            return found
    for value in _maxima(prop, reading, effort):
        verdict = decide(prop.statement(reading, value), effort, value)
        if verdict.outcome == "refuted" and "parameters" in value and verdict.witness:
            # whether a smaller matrix is a maximum of another section was not decided
            return replace(verdict, witness=replace(verdict.witness, minimal=False))
        if verdict.outcome in ("proved", "refuted"):
            return verdict
    return None


def _by_few(prop: Property, reading: Reading, effort: Effort) -> Verdict | None:
    """By a matrix of almost one class, where there may be no maximum at all."""
    places = _seen_larger(prop, reading, almost_one_class(prop), effort)
    return _below(prop, reading, places, effort)


def _below(
    prop: Property, reading: Reading, places: Iterable[dict[str, Any] | None], effort: Effort
) -> Verdict | None:
    """That M is larger at one of the places, if that is proved of one."""
    for value in places:
        share = effort.share(effort.steps // (SHARES if value else FIRST))
        verdict = decide(prop.statement(reading, value), share, value)
        if verdict.outcome in ("proved", "not-applicable"):
            return verdict
    return None


def _seen_larger(
    prop: Property, reading: Reading, places: Iterable[list[str]], effort: Effort
) -> Iterator[dict[str, Any]]:
    """The places where M is larger wherever it is looked at."""
    for cells in places:
        value = {"better": cells}
        larger = prop.statement(reading, value).goals[0]
        effort.tick(1000 * of_value(reading.formula))
        if not fails_somewhere(larger, parameter_samples(reading)):
            yield value


def moved(prop: Property) -> Iterator[list[str]]:
    """A half of one cell of the side moved to another; errors become hits; other P and N."""
    side, wrong_cell = SIDES[prop.id[:2].upper()]
    names = [str(cell) for cell in side]
    rows = ({"TP", "FN"}, {"FP", "TN"})
    for left, name in enumerate(names):
        for right, other in enumerate(CELLS):
            alike = any({name, other} <= row for row in rows)
            if left == right or name == "0" or (prop.below == "section" and not alike):
                continue
            cells = [*names]
            cells[left] = f"{name}/2"
            cells[right] = f"{name}/2" if names[right] == "0" else f"{names[right]}+{name}/2"
            yield cells
    if prop.below == "tetrahedron":
        half, wrong = f"({' + '.join(name for name in names if name != '0')})/2", str(wrong_cell)
        yield [f"TP + {wrong}/2", "0", "0", f"TN + {wrong}/2"]
        for place in product((0, 1), (2, 3)):  # the corners where P = N
            yield [half if number in place else "0" for number in range(len(CELLS))]
        p, n = (" + ".join(x for x in row if x != "0") for row in (names[:2], names[2:]))
        less, larger = "/2", "*(1 + ({})/(2*({})))"
        for one, other in ((larger.format(n, p), less), (less, larger.format(p, n))):
            yield [f"({p}){one}", "0", "0", f"({n}){other}"]
            rates = zip(names, (one, one, other, other), strict=True)
            yield [f"{name}{times}" if name != "0" else "0" for name, times in rates]


def almost_one_class(prop: Property) -> Iterator[list[str]]:
    """All right, and few of one class: there a measure without a maximum may be larger."""
    side, _ = SIDES[prop.id[:2].upper()]
    size = " + ".join(str(cell) for cell in side if str(cell) != "0")
    few = (f"TP*TN/({size})", "TP/(4*(1 + TP))", "TN/(4*(1 + TN))")
    for number in few if prop.below == "tetrahedron" else ():
        yield [number, "0", "0", f"{size} - {number}"]
        yield [f"{size} - {number}", "0", "0", number]


def _maxima(prop: Property, reading: Reading, effort: Effort) -> Iterator[dict[str, Any]]:
    """Places with a proof that M is largest there: corners, then matrices of the side."""
    side, section = prop.statement(reading).goals[0], prop.below == "section"
    for corner in CORNERS:
        value: dict[str, Any] = {"maximum": corner}
        proof = _proof(reading, value, section, effort)
        if proof is not None:
            yield {**value, "proof": proof.to_data()}
    for parameters in chain(parameter_samples(reading, PARAMETERS), all_zero(side)):
        given = {name: str(number) for name, number in parameters.items()}
        for cells in _candidates(side, reading, parameters, section, effort):
            value = {"maximum": [str(cell) for cell in cells], "parameters": given}
            proof = _proof(reading, value, section, effort)
            if proof is not None:
                yield {**value, "proof": proof.to_data()}


def _proof(reading: Reading, value: dict[str, Any], section: bool, effort: Effort) -> Step | None:
    try:
        goal = summit(reading, value, section)
    except FormulaError:
        return None
    if "parameters" not in value and fails_somewhere(goal, parameter_samples(reading)):
        return None
    effort.tick()
    try:
        return prove_goal(goal, effort.share(effort.left() // SHARES))
    except OutOfStepsError:
        return None


def fails_somewhere(
    goal: Goal, samples: Iterable[Mapping[str, fmpq]] = ({},), largest: int = 5
) -> bool:
    """Whether it fails at small cells and one of the samples of the parameters.

    The sizes of another matrix are all those of the same n.
    """
    names = {variable.name for variable in goal.variables}
    own = [name for name in CELLS if name in names]
    sizes = [name for name in ("TP2", "TN2") if name in names]
    fails = failing(goal)
    for parameters in samples:
        for n in range(2, largest + 1):
            for cells in compositions(n, len(own)):
                for others in compositions(n, len(sizes)) if sizes else ((),):
                    values = map(fmpq, (*cells, *others))
                    point = dict(zip((*own, *sizes), values, strict=True))
                    if fails({**point, **parameters}):
                        return True
    return False


def _candidates(
    side: Goal, reading: Reading, parameters: dict[str, fmpq], section: bool, effort: Effort
) -> Iterator[tuple[int, ...]]:
    """Matrices of the side, off TPTN, with no larger value anywhere that was looked at."""
    own = [name for name in CELLS if name in side.blocks[0]]
    wrong = 1 if "FN" in own else 2
    for n in range(2, LARGEST + 1):
        for values in compositions(n, len(own)):
            given = dict(zip(own, values, strict=True))
            cells = tuple(given.get(name, 0) for name in CELLS)
            if not cells[wrong] or not cells[0] + cells[1] or not cells[2] + cells[3]:
                continue
            effort.tick(100 * of_value(reading.formula))
            if _is_largest(reading, cells, parameters, section):
                yield cells


def _is_largest(
    reading: Reading, cells: tuple[int, ...], parameters: dict[str, fmpq], section: bool
) -> bool:
    here = _value(reading, tuple(map(fmpq, cells)), parameters)
    if here is None:
        return False
    n = sum(cells)
    own = cells[0] + cells[1]
    for k in range(1, FINENESS + 1):
        for p in (k * own,) if section else range(1, k * n):
            for tp, tn in product(range(p + 1), range(k * n - p + 1)):
                matrix = (tp, p - tp, k * n - p - tn, tn)
                other = _value(reading, tuple(fmpq(cell, k) for cell in matrix), parameters)
                try:
                    if other is not None and compare(other, here) > 0:
                        return False
                except CannotTellError:
                    return False
    return True


def _value(reading: Reading, cells: tuple[fmpq, ...], parameters: dict[str, fmpq]) -> Value | None:
    return value_at(reading.formula, {**dict(zip(CELLS, cells, strict=True)), **parameters})
