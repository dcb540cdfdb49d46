"""Values for the properties that have an answer: the range, the undefined set, the gradient.

A value is a guess from exact evaluation at small points; `decide` then proves the statement that
it makes, or the property stays undecided.  Nothing here is trusted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

from flint import fmpq

from symbolic_measures.kernel.algebra import RuleError
from symbolic_measures.kernel.exact import (
    CannotTellError,
    UndefinedError,
    sign,
)
from symbolic_measures.kernel.truth import evaluator, holds
from symbolic_measures.meaning.brzezinski import KINDS, needed_parts
from symbolic_measures.meaning.gradient import PROPORTION_NAMES, inside, partial
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.property import Property
from symbolic_measures.meaning.samples import parameter_samples
from symbolic_measures.meaning.supports import faces, parted
from symbolic_measures.nouns.confusion import CELLS, PROPORTIONS, compositions
from symbolic_measures.nouns.derivative import derivative
from symbolic_measures.nouns.formula import Formula, formula
from symbolic_measures.nouns.statement import Atom, Statement, Variable
from symbolic_measures.nouns.verdict import Verdict
from symbolic_measures.search.effort import MILLION, Effort, Limit, granted
from symbolic_measures.search.engine import Proofs, decide
from symbolic_measures.search.factored import factored
from symbolic_measures.search.guarded import guarded, undecided
from symbolic_measures.search.ranges import ranges
from symbolic_measures.search.rows import in_texts
from symbolic_measures.search.scales import constants, factors, scales
from symbolic_measures.search.undefined import undefined_sets

#: What one of several proposed constants may cost.
SHARE = 2 * MILLION


def decide_with_value(property_id: str, reading: Reading, limit: Limit) -> Verdict:
    """The range, the undefined set and their like: the first proposed value that decides."""
    prop, effort = PROPERTIES[property_id], granted(limit)
    return guarded(
        lambda: _with_value(prop, reading, effort),
        lambda reason: Verdict(prop.id, "undecided", prop.statement(reading), reason=reason),
    )


def _with_value(prop: Property, reading: Reading, effort: Effort) -> Verdict:
    propose = {"undefined-kinds": _undefined_kinds}
    searched = {"range": ranges, "homogeneity": factors, "lipschitz-constant": constants,
                "interval-scale": scales}  # fmt: skip
    if prop.id in searched:
        proposals = searched[prop.id](reading, effort)
    else:
        proposals = propose.get(prop.id, undefined_sets)(reading)
    reason = ""
    known: Proofs = {}
    for value, why in proposals:
        if value is None:
            reason = reason or why
            continue
        share = effort.share(SHARE) if prop.id == "lipschitz-constant" else effort
        verdict = decide(prop.statement(reading, value), share, value, known)
        if verdict.outcome == "proved":
            return verdict
        if verdict.outcome == "refuted" and verdict.witness and prop.refutable(value):
            # whether another truth has unequal steps before this one was not decided
            return replace(verdict, witness=replace(verdict.witness, minimal=False))
        reason = verdict.reason or "the proposed value does not hold for all matrices"
    reason = reason or "no value could be proposed"
    return Verdict(prop.id, "undecided", prop.statement(reading), reason=reason)


Proposal = tuple[Any, str]


def _undefined_kinds(reading: Reading) -> Iterator[Proposal]:
    """The undefined set, and at each of its patterns the first operation without a value."""
    for undefined, why in undefined_sets(reading):
        if undefined is None:
            yield None, why
            continue
        supports, where = parted(undefined)
        if where is not None:
            yield None, f"undefined where {faces(undefined)}: no union of patterns of zero cells"
            continue
        value = []
        for support in supports:
            zeros = {name: 0 for name in CELLS if name not in support}
            tree = reading.formula.at(**zeros)
            ones = dict.fromkeys(support, fmpq(1))
            found = _broken(tree, {**next(iter(parameter_samples(reading, 1)), {}), **ones})
            if found is None:
                yield None, f"no reason was found where {', '.join(support)} > 0"
                return
            value.append({"support": support, "kind": found[0], "at": str(found[1])})
        yield value, ""


def _broken(tree: Formula, point: dict[str, fmpq]) -> tuple[str, Formula] | None:
    """The first operation whose arguments have values but which has none, and its kind."""
    for node, taken in sorted(needed_parts(tree), key=lambda one: len(one[1])):
        if holds(Atom(node, "defined"), point) is not False:
            continue
        if not all(holds(test, point) for test in taken):
            continue
        for kind, (op, undefined) in KINDS.items():
            if node.op == op and all(holds(atom, point) for atom in undefined(*node.args)):
                return kind, node
    return None


def gradient(reading: Reading, direction: str, limit: Limit) -> Verdict:
    """The derivative in a direction with its sign, proved where it can be."""
    effort, prop = granted(limit), PROPERTIES["gradient"]
    nothing = undecided("gradient", reading.measure.name, prop.sentence, "")
    nothing = replace(nothing, value={"variable": direction})

    def work() -> Verdict:
        with effort.fenced():
            return _gradient(reading, direction, effort)

    return guarded(work, lambda reason: replace(nothing, reason=reason))


def _gradient(reading: Reading, direction: str, effort: Effort) -> Verdict:
    prop = PROPERTIES["gradient"]
    empty = Statement("gradient", reading.measure.name, prop.sentence, ())
    try:
        slope = partial(reading.formula, direction)
        shown = formula(0) if slope is None else _shown(reading, direction, slope)
    except (ValueError, RuleError) as error:
        value = {"variable": direction}
        return Verdict("gradient", "undecided", empty, reason=str(error), value=value)
    reason = ""
    for value in _signs(reading, direction, slope or formula(0), shown):
        verdict = decide(prop.statement(reading, value), effort, value)
        if verdict.outcome == "proved":
            return verdict
        reason = verdict.reason
    value = {"variable": direction, "derivative": str(shown)}
    return Verdict("gradient", "undecided", empty, reason=reason or "no sign", value=value)


def _shown(reading: Reading, direction: str, slope: Formula) -> Formula:
    """The derivative, in the proportions where it is with respect to one."""
    if direction in PROPORTION_NAMES:
        places = dict(zip(CELLS, PROPORTIONS, strict=True))
        change = derivative(inside(reading.formula).at(**places), {direction: 1})
        try:
            if change is None:
                return formula(0)
            return factored(reading, change, [Variable(n, "nonnegative") for n in PROPORTION_NAMES])
        except RuleError:  # a sign under a root that is only plain in the cells
            pass
    return factored(reading, slope, [Variable(name, "positive") for name in CELLS])


def _positive_cells() -> Iterator[tuple[int, ...]]:
    """Small matrices with positive cells, then a few lopsided ones."""
    for n in range(4, 8):
        for extra in compositions(n - 4, 4):
            yield tuple(1 + cell for cell in extra)
    yield from product((1, 6, 20), repeat=4)


def _signs(
    reading: Reading, direction: str, slope: Formula, shown: Formula
) -> Iterator[dict[str, Any]]:
    """Claims about the sign that fit what is seen at small positive matrices."""
    base = {"variable": direction, "derivative": str(shown)}
    found: dict[int, dict[str, str]] = {}
    for parameters in parameter_samples(reading, 4):
        for cells in _positive_cells():
            point = {**dict(zip(CELLS, map(fmpq, cells), strict=True)), **parameters}
            try:
                evaluator(reading.formula)(point)
                here = sign(evaluator(slope)(point))
            except (UndefinedError, CannotTellError):
                continue
            found.setdefault(here, in_texts(point))
            if {1, -1} <= set(found):
                yield {**base, "sign": "changes", "points": [found[1], found[-1]]}
                return
    if 1 in found:
        if 0 not in found:
            yield {**base, "sign": "positive"}
        yield {**base, "sign": "nonnegative"}
    elif -1 in found:
        if 0 not in found:
            yield {**base, "sign": "negative"}
        yield {**base, "sign": "nonpositive"}
    elif 0 in found:
        yield {**base, "sign": "zero"}
