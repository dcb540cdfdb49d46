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
from functools import lru_cache
from itertools import chain, product
from typing import Any

from flint import fmpq

from symbolic_measures.fences import StoppedError
from symbolic_measures.kernel.exact import CannotTellError, Value, compare
from symbolic_measures.kernel.truth import failing
from symbolic_measures.kernel.violation import witness_at
from symbolic_measures.macros import check
from symbolic_measures.meaning.maximum import CORNERS, PLACES, SIDES, summit
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.property import Property
from symbolic_measures.meaning.samples import parameter_samples
from symbolic_measures.nouns.confusion import CELLS, compositions
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.statement import Atom, Goal, Statement
from symbolic_measures.nouns.verdict import Step, Verdict
from symbolic_measures.search.costs import of_value
from symbolic_measures.search.effort import MILLION, Effort, Limit, OutOfStepsError, granted
from symbolic_measures.search.engine import decide
from symbolic_measures.search.orders import value_at
from symbolic_measures.search.refute import all_zero, is_same
from symbolic_measures.search.rows import in_texts
from symbolic_measures.search.tactics.formulas import prove_goal

#: Matrices that may be maxima: of so many units, and the unit.  Those of n = 1 and n = 1/2 are
#: where factors like n - 1 and 2n - 1 are 0.
WHOLE = tuple((n, fmpq(1)) for n in range(2, 8))
SMALL = tuple((n, fmpq(1, n * k)) for k in (1, 2) for n in (3, 4))
#: Cells of matrices that may be maxima where much is capped: a lift, say, that counts up to 5.
APART = (1, 20)
#: How finely a section is searched for something larger: cells in k-ths; beside matrices with
#: cells far apart all are looked at whose cells are so many parts of n.
FINENESS, PARTS = 4, 6
PARAMETERS = 6
#: What the search for a maximum may cost at most.
STEPS = 20 * MILLION
#: What may be spent after it where there may be no maximum.
LAST = 3 * MILLION
#: No single attempt gets more than this part of the effort, and the first one, which is at TPTN,
#: more than that.
SHARES, FIRST = 6, 3


def decide_below_maximum(property_id: str, reading: Reading, limit: Limit) -> Verdict:
    """`tn-not-max`, `tp-not-max` or one of them in the section, within that limit."""
    prop, effort = PROPERTIES[property_id], granted(limit)
    reason = "nothing that was tried is larger, and no maximum on the side could be proved"
    kept = 0 if _is_scale_invariant(reading) else effort.steps // 5  # for small n
    ways = (_by_places, STEPS, kept), (_by_few, LAST, kept // 2), (_by_small, LAST, 0)
    for way, steps, left in ways if kept else ways[:2]:
        try:
            share = effort.share(min(steps, max(0, effort.left() - left)))
            if (found := way(prop, reading, share)) is not None:
                return found
        except OutOfStepsError:  # of a share; what is told is what was spent in all
            reason = str(OutOfStepsError(effort.spent))
        except StoppedError as error:
            reason = str(error)
    return Verdict(property_id, "undecided", prop.statement(reading), reason=reason)


@lru_cache(maxsize=8)  # several properties ask it of one reading
def _is_scale_invariant(reading: Reading) -> bool:
    """Whether small matrices and their doubles have one value, wherever it is looked at."""
    samples = list(parameter_samples(reading, PARAMETERS))
    for cells in chain.from_iterable(compositions(n, len(CELLS)) for n in range(2, 5)):
        for point in samples:
            one, other = (_value(reading, tuple(fmpq(c * k) for c in cells), point) for k in (1, 2))
            if (one is None) is not (other is None) or (
                one is not None and other is not None and not is_same(one, other)
            ):
                return False
    return True


def _by_places(prop: Property, reading: Reading, effort: Effort) -> Verdict | None:
    """By something larger, or by a maximum on the side; half of the effort is for each."""
    named = (None if place == "TPTN" else {"better": place} for place in PLACES)
    half = effort.share(effort.steps // 2)
    places = chain(named, _seen_larger(prop, reading, moved(prop), half))
    with suppress(OutOfStepsError):
        if (found := _below(prop, reading, places, half)) is not None:
            return found
    return _reached(prop, reading, _maxima(prop, reading, effort), effort)


def _reached(
    prop: Property, reading: Reading, maxima: Iterable[dict[str, Any]], effort: Effort
) -> Verdict | None:
    """That M is below a maximum, or reaches it on the side, if that is decided of one."""
    for value in maxima:
        statement = prop.statement(reading, value)
        if _is_no_small_matrix(value["maximum"]):
            return _against(statement, value)
        verdict = decide(statement, effort, value)
        if verdict.outcome == "refuted" and "parameters" in value and verdict.witness:
            # whether a smaller matrix is a maximum of another section was not decided
            return replace(verdict, witness=replace(verdict.witness, minimal=False))
        if verdict.outcome in ("proved", "refuted"):
            return verdict
    return None


def _is_no_small_matrix(maximum: str | list[str]) -> bool:
    """Whether a maximum has cells that are no whole numbers, or more elements than are looked at
    one after the other."""
    if isinstance(maximum, str):  # a corner, of every n
        return False
    return any("/" in cell for cell in maximum) or sum(map(int, maximum)) >= max(APART)


def _against(statement: Statement, value: dict[str, Any]) -> Verdict:
    """Refuted by the maximum itself, a matrix that is not small."""
    cells = dict(zip(CELLS, value["maximum"], strict=True))
    names = {variable.name for variable in statement.goals[0].variables}
    point = {n: fmpq(*map(int, t.split("/"))) for n, t in (cells | value["parameters"]).items()}
    witness = witness_at(statement, 0, {n: x for n, x in point.items() if n in names}, False)
    verdict = Verdict(statement.property, "refuted", statement, witness=witness, value=value)
    check(statement, verdict)
    return verdict


def _by_few(prop: Property, reading: Reading, effort: Effort) -> Verdict | None:
    """By a matrix of almost one class, where there may be no maximum at all."""
    few = almost_one_class(prop, *reading.measure.parameters)
    places = _seen_larger(prop, reading, few, effort)
    return _below(prop, reading, places, effort)


def _by_small(prop: Property, reading: Reading, effort: Effort) -> Verdict | None:
    """By a maximum on the side of a small n, where factors like n - 1 are 0."""
    return _reached(prop, reading, _largest(prop, reading, SMALL, effort), effort)


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
        effort.tick(60 * of_value(reading.formula))
        there = replace(larger, conclusion=Atom(larger.conclusion.expr, "defined"))
        samples = list(parameter_samples(reading))
        if not any(fails_somewhere(goal, samples) for goal in (larger, there)):
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
        total, wrong = " + ".join(name for name in names if name != "0"), str(wrong_cell)
        yield [f"TP + {wrong}/2", "0", "0", f"TN + {wrong}/2"]
        for share in ("1/2", "1/4", "3/4"):  # of the corners
            one, other = f"({total})*{share}", f"({total})*(1 - {share})"
            for place in product((0, 1), (2, 3)):
                yield [one if k == place[0] else other if k == place[1] else "0" for k in range(4)]
        yield [f"({total})/4"] * len(CELLS)
        half, quarter = f"({total})/2", f"({total})/4"
        yield from ([half, "0", quarter, quarter], [quarter, quarter, "0", half])
        yield [f"{total} - {wrong}/4", "0", "0", f"{wrong}/4"]
        yield [f"{wrong}/4", "0", "0", f"{total} - {wrong}/4"]
        p, n = (" + ".join(x for x in row if x != "0") for row in (names[:2], names[2:]))
        less, larger = "/2", "*(1 + ({})/(2*({})))"
        for one, other in ((larger.format(n, p), less), (less, larger.format(p, n))):
            yield [f"({p}){one}", "0", "0", f"({n}){other}"]
            rates = zip(names, (one, one, other, other), strict=True)
            yield [f"{name}{times}" if name != "0" else "0" for name, times in rates]


def almost_one_class(prop: Property, *parameters: str) -> Iterator[list[str]]:
    """All right, and few of one class, or few errors, or few that are right: there a measure
    without a maximum may be larger.  How few may depend on a parameter."""
    side, wrong = SIDES[prop.id[:2].upper()]
    p, n = (" + ".join(str(c) for c in row if str(c) != "0") for row in (side[:2], side[2:]))
    size = f"{p} + {n}"
    beside = [
        f"{cell} + {wrong}*{other}/(4*({size}))" for cell, other in (("TP", "TN"), ("TN", "TP"))
    ]
    few = [f"({row})/(4*(1 + {name}))" for name in parameters for row in (p, n)]
    few += [more.replace("/", f"*{name}/(1 + {name})/") for name in parameters for more in beside]
    few += [f"TP*TN/({size})", "TP/(4*(1 + TP))", "TN/(4*(1 + TN))", f"{wrong}/(4*(1 + {wrong}))",
            f"(TP*TN)^2/(4*(1 + {size})^4)", *beside]  # fmt: skip
    fewer = f"{wrong}/(4*(1 + {wrong})^2)"
    right = "TP" if str(wrong) == "FN" else "TN"
    changed = {str(wrong): fewer, right: f"{right} + {wrong} - {fewer}"}
    yield [changed.get(str(cell), str(cell)) for cell in side]
    if prop.below == "section":
        return
    for number in few:
        yield [number, "0", "0", f"{size} - ({number})"]
        yield [f"{size} - ({number})", "0", "0", number]
    rest = f"{size} - {wrong}/4"
    yield from (["0", f"{wrong}/4", "0", rest], [rest, "0", f"{wrong}/4", "0"])
    for row in (p, n):  # most is wrong, where more errors are more
        rest = f"{size} - ({row})/4"
        for cells in (["0", rest, "0", f"({row})/4"], ["0", f"({row})/4", rest, "0"]):
            yield from (cells, cells[::-1])


def _maxima(prop: Property, reading: Reading, effort: Effort) -> Iterator[dict[str, Any]]:
    """Places with a proof that M is largest there: corners, then matrices of the side."""
    section = prop.below == "section"
    for corner in CORNERS:
        value: dict[str, Any] = {"maximum": corner}
        proof = _proof(reading, value, section, effort)
        if proof is not None:
            yield {**value, "proof": proof.to_data()}
    yield from _largest(prop, reading, WHOLE, effort)


def _largest(
    prop: Property, reading: Reading, units: Iterable[tuple[int, fmpq]], effort: Effort
) -> Iterator[dict[str, Any]]:
    """Matrices of the side, of so many such units, with a proof that M is largest there."""
    side, section = prop.statement(reading).goals[0], prop.below == "section"
    for parameters in chain(parameter_samples(reading, PARAMETERS), all_zero(side)):
        given = in_texts(parameters)
        for cells in _candidates(side, reading, parameters, section, units, effort):
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
    side: Goal,
    reading: Reading,
    parameters: dict[str, fmpq],
    section: bool,
    units: Iterable[tuple[int, fmpq]],
    effort: Effort,
) -> Iterator[tuple[fmpq, ...]]:
    """Matrices of the side, off TPTN, with no larger value anywhere that was looked at."""
    own = [name for name in CELLS if name in side.blocks[0]]
    wrong = 1 if "FN" in own else 2
    for n, unit in units:
        for values in compositions(n, len(own)):
            cells = _of_side(own, values)
            if not cells[wrong] or not cells[0] + cells[1] or not cells[2] + cells[3]:
                continue
            effort.tick(30 * of_value(reading.formula))
            if _is_largest(reading, cells, unit, parameters, section):
                yield tuple(cell * unit for cell in cells)
    for values in () if section else product(APART, repeat=len(own)):
        cells = _of_side(own, values)
        effort.tick(30 * of_value(reading.formula))
        if _is_largest_of_parts(reading, cells, parameters):
            yield tuple(map(fmpq, cells))


def _of_side(own: list[str], values: tuple[int, ...]) -> tuple[int, ...]:
    """The matrix with these values in the cells of the side."""
    given = dict(zip(own, values, strict=True))
    return tuple(given.get(name, 0) for name in CELLS)


def _is_largest_of_parts(
    reading: Reading, cells: tuple[int, ...], parameters: dict[str, fmpq]
) -> bool:
    """Whether nothing larger is seen at the matrices of the same n with few different cells."""
    here, n = _value(reading, tuple(map(fmpq, cells)), parameters), sum(cells)
    if here is None:
        return False
    parts = compositions(PARTS, len(CELLS))
    others = (_value(reading, tuple(fmpq(n * c, PARTS) for c in own), parameters) for own in parts)
    return all(other is None or _is_at_most(other, here) for other in others)


def _is_at_most(one: Value, other: Value) -> bool:
    """Whether it is seen that it is not larger."""
    try:
        return compare(one, other) <= 0
    except CannotTellError:
        return False


def _is_largest(
    reading: Reading,
    cells: tuple[int, ...],
    unit: fmpq,
    parameters: dict[str, fmpq],
    section: bool,
) -> bool:
    """Whether nothing larger is seen where cells are so many units."""
    here = _value(reading, tuple(cell * unit for cell in cells), parameters)
    if here is None:
        return False
    n = sum(cells)
    own = cells[0] + cells[1]
    for k in range(1, FINENESS + 1):
        for p in (k * own,) if section else range(1, k * n):
            for tp, tn in product(range(p + 1), range(k * n - p + 1)):
                matrix = (tp, p - tp, k * n - p - tn, tn)
                other = _value(reading, tuple(cell * unit / k for cell in matrix), parameters)
                if other is not None and not _is_at_most(other, here):
                    return False
    return True


def _value(reading: Reading, cells: tuple[fmpq, ...], parameters: dict[str, fmpq]) -> Value | None:
    return value_at(reading.formula, {**dict(zip(CELLS, cells, strict=True)), **parameters})
