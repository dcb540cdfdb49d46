"""For which parameter values a property holds, as a document, and as text, LaTeX and HTML.

Invariant: "iff" is said only where both directions are proved; a direction that is not is named.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import ceil, isqrt
from typing import TYPE_CHECKING

from symbolic_measures.kernel.truth import holds
from symbolic_measures.meaning.conditions import Clause
from symbolic_measures.meaning.families import GROWING, Family, violation
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.ratios import RHO, expanded
from symbolic_measures.meaning.regions import Asked, restricted, uncovered
from symbolic_measures.nouns.confusion import CELLS, labelings
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.sympy_notation import to_sympy
from symbolic_measures.nouns.verdict import GLYPHS
from symbolic_measures.report import prose
from symbolic_measures.report.conditions import relations, tree_of_text
from symbolic_measures.report.evidence import Evidences, of_goals
from symbolic_measures.report.heading import heading_of
from symbolic_measures.report.polynomials import signed
from symbolic_measures.report.prose import Cells, Equation, Piece, Prose, cells, labelled
from symbolic_measures.report.sections import (
    Block,
    CompletionDocument,
    Plane,
    Row,
    Section,
    Strip,
)

if TYPE_CHECKING:
    from symbolic_measures.meaning.region_proofs import Inside, Outside, Sample
    from symbolic_measures.questions.threshold.meaning import Threshold

#: How many sampled values a report shows.
MOST = 24
Corners = tuple[tuple[float, float], ...]
Shapes = tuple[tuple[str, tuple[Corners, ...]], ...]
#: Cells of a picture over two parameters.
WIDTH, HEIGHT = 60, 40


def document(report: Threshold) -> CompletionDocument:
    """The document of a report."""
    letter = "M" if report.reading.measure.higher_is_better else "S"
    sections = (_answer(report), _inside(report), _outside(report), _samples(report))
    about = f"{report.property_id} holds {prose.text(_condition(report)).replace('**', '^')}"
    if report.condition is None:
        about = f"for which {report.parameter} {report.property_id} holds"
    heading = heading_of(report, letter)
    plane = _plane(report)
    strips = () if plane is not None else _picture(report)
    name = f"{heading.name} and {report.property_id}"  # of the file, as it has always been
    return CompletionDocument(
        heading,
        sections,
        "",
        about,
        strips,
        plane,
        name=name,
        claim=_claim(report),
        lead=(f"{heading.name}: {report.property_id} holds ", *_condition(report))
        if report.condition is not None
        else (),
    )


def _claim(report: Threshold) -> Prose:
    """The answer in one sentence, where both directions are proved."""
    if not report.exact:
        return ()
    told: Prose = (f"{report.reading.measure.name} has the property {report.property_id} ",)
    told += _condition(report)
    if report.ratio:
        told += (", where ", symbol(RHO), " = N/P")
    return (*told, f". The property: {PROPERTIES[report.property_id].said}")


def _answer(report: Threshold) -> Section:
    title = f"For which {report.parameter} does it hold?"
    told: Prose = (f"{report.property_id}: {PROPERTIES[report.property_id].said} ",)
    if report.ratio:
        told += ("It is judged at each ratio ", symbol(RHO), " = N/P > 0 by itself. ")
    if report.condition is None:
        return Section("A", title, (*told, f"Not known. {report.note}"))
    row = Row("", ("holds",), _condition(report))
    rows = [row]
    for word, proofs in (("sufficient", report.sufficient), ("necessary", report.necessary)):
        outcome = "undecided" if proofs is None else "proved"
        means = {
            "sufficient": "the property holds at all these values",
            "necessary": "it fails at every other admissible value",
        }
        state = "not proved: " if proofs is None else ""
        rows.append(Row(GLYPHS[outcome], (word,), (state + means[word],), outcome,
                        _covered(report, word)))  # fmt: skip
    if report.note:
        rows.append(Row("", ("note",), (report.note,)))
    return Section("A", title, told, (Block((), tuple(rows)),))


def _condition(report: Threshold) -> Prose:
    clauses = report.condition.clauses if report.condition is not None else ()
    if not clauses:
        return ("never",)
    iff = "iff " if report.exact else "if " if report.sufficient is not None else "perhaps iff "
    told: list[Piece] = []
    for place, clause in enumerate(clauses):
        told += [" or " if place else iff, *_clause(clause)]
    return ("always",) if told == [iff, "always"] else tuple(told)


def _clause(clause: Clause) -> Prose:
    """The relations as they were written."""
    return relations(clause.text)


def _inside(report: Threshold) -> Section:
    rows = tuple(
        Row(GLYPHS["proved"], _clause(part.clause), ("the property holds",), "proved",
            _proved(report, part))
        for part in report.inside
    )  # fmt: skip
    words = "The property is proved with the region as a hypothesis, for all parameters in it."
    told = words if rows else "No region is proved."
    return Section("B", "Why it is sufficient", (told,), (Block((), rows),))


def _asked(report: Threshold) -> Asked:
    return Asked(PROPERTIES[report.property_id], report.reading)


def _proved(report: Threshold, part: Inside) -> Evidences:
    """The property with the region as a hypothesis."""
    stated = restricted(_asked(report).compared_with(part.corner), part.clause, report.ratio)
    return of_goals(stated.goals, part.proof.premises)


def _violated(report: Threshold, part: Outside) -> Evidences:
    """That every point of the family is a counterexample."""
    return of_goals(violation(_asked(report), part.clause, part.family), part.proof.premises)


def _covered(report: Threshold, name: str) -> Evidences:
    """That the regions cover the condition, or the rest of the admissible values."""
    steps, condition = getattr(report, name), report.condition
    if not steps or condition is None:
        return ()
    inside = name == "sufficient"
    clauses = condition.clauses if inside else condition.outside()
    parts = [part.clause for part in (report.inside if inside else report.outside)]
    subject = _asked(report).subject
    goals = (g for c in clauses for g in uncovered(subject, c, parts, report.ratio))
    told = of_goals(goals, steps)
    return tuple(replace(one, label=("no value is left out",)) for one in told)


def _outside(report: Threshold) -> Section:
    rows = tuple(
        Row(GLYPHS["refuted"], _clause(part.clause), _family(report, part.family), "refuted",
            _violated(report, part))
        for part in report.outside
    )  # fmt: skip
    words = "Counterexamples for every value of the region; each is proved to be one."
    told = words if rows else "No region is proved to lie outside."
    return Section("C", "Why it is necessary", (told,), (Block((), rows),))


def _family(report: Threshold, family: Family) -> Prose:
    goal = report.statement.goals[family.goal]
    if family.triples:
        sizes = [cells(tuple(map(str, t)), ("n", "P", "Phat")) for t in family.triples]
        return ("the expectations at ", sizes[0], " and ", sizes[1], " differ")
    values = {name: tree_of_text(text) for name, text in family.cells.items()}
    prop = PROPERTIES[report.property_id]
    below = bool(prop.below)
    told: list[Piece] = ["the maximum is at "] if below else [*labelled(goal.label), ": "]
    for place, matrix in enumerate(goal.matrices[: 1 if below else None]):
        shown = tuple(expanded(cell.at(**values)) for cell in matrix)
        told += [" to " if place else "", _matrix(shown)]
    if report.ratio:
        told += [" for any ", symbol("P"), ", ", symbol("N"), " of this ratio"]
    if family.size and family.size != "0":
        told += [", ", Equation((symbol(GROWING), tree_of_text(family.size)), (">=",))]
    return tuple(told)


def _matrix(shown: tuple[Formula, ...]) -> Cells:
    """A confusion matrix, or how many elements three labelings give each triple of labels."""
    if len(shown) == len(CELLS):
        return Cells(CELLS, shown)
    if isqrt(len(shown)) ** 2 == len(shown):
        return Cells((), shown, "C = ")
    return Cells(labelings(round(len(shown) ** (1 / 3))), shown)


def _samples(report: Threshold) -> Section:
    rows = []
    for sample in sorted(report.samples, key=lambda s: _place(report, s))[:MOST]:
        outcome = _outcome(report, sample)
        told = sample.verdict.reason if outcome == "undecided" else ""
        rows.append(Row(GLYPHS[outcome], _point(dict(sample.point)), (told,), outcome))
    words = "Boundary values, and one value between any two."
    if len(report.samples) > len(rows):
        words += f" Of {len(report.samples)}, {MOST} are shown."
    blocks = (Block((), tuple(rows)),)
    return Section("D", "Single values", (words,), blocks, repeats=report.exact)


def _place(report: Threshold, sample: Sample) -> tuple[float, ...]:
    """The other parameters first."""
    point = sample.point
    others = [name for name in point if name != report.parameter]
    return tuple(float(to_sympy(point[name])) for name in (*others, report.parameter))


def _outcome(report: Threshold, sample: Sample) -> str:
    """What was decided there; where the condition is exact, what it says of an open one."""
    if sample.verdict.outcome == "undecided" and report.exact:
        return "proved" if _holds(report, dict(sample.point)) else "refuted"
    return sample.verdict.outcome


def _point(point: dict[str, Formula]) -> Prose:
    told: list[Piece] = []
    for name, value in point.items():
        told += [", " if told else "", Equation((symbol(name), signed(value)), ("=",))]
    return tuple(told)


def _picture(report: Threshold) -> tuple[Strip, ...]:
    """Lines on which the other parameters are fixed, for at most one other parameter."""
    if len(report.names) > 2:
        return ()
    lines: dict[str, list[tuple[str, str, bool]]] = {}
    for sample in sorted(report.samples, key=lambda s: _place(report, s)):
        rest = [f"{n} = {v}" for n, v in sample.point.items() if n != report.parameter]
        cell = str(sample.point[report.parameter]), _outcome(report, sample), sample.boundary
        lines.setdefault(", ".join(rest) or report.parameter, []).append(cell)
    return tuple(Strip(label, _merged(found)) for label, found in lines.items())


def _plane(report: Threshold) -> Plane | None:
    """The truth regions over two parameters; None for another number, or a set without area."""
    if len(report.names) != 2 or report.condition is None or "==" in str(report.condition):
        return None
    across, upward = report.names
    tops = [_top(report, name) for name in report.names]
    rows = []
    for row in reversed(range(HEIGHT)):
        runs: list[tuple[str, int]] = []
        for column in range(WIDTH):
            parts = Fraction(2 * column + 1, 2 * WIDTH), Fraction(2 * row + 1, 2 * HEIGHT)
            point = {
                name: formula(low + part * (high - low))
                for name, part, (low, high) in zip(report.names, parts, tops, strict=True)
            }
            outcome = _told(report, point)
            count = runs.pop()[1] if runs and runs[-1][0] == outcome else 0
            runs.append((outcome, count + 1))
        rows.append(tuple(runs))
    ticks = tuple(_ticks(low, high) for low, high in tops)
    return Plane(across, upward, WIDTH, ticks[0], ticks[1], tuple(rows), _shapes(report, tops))


def _shapes(report: Threshold, tops: list[tuple[int, int]]) -> Shapes:
    """The regions as trapezoids, one strip above the other, each border found to 1/1000 of it."""
    found: dict[str, list[Corners]] = {}
    for row in range(HEIGHT):
        ends = [Fraction(1000 * row + place, 1000 * HEIGHT) for place in (1, 500, 999)]
        below, between, above = (_borders(report, tops, height) for height in ends)
        same = [outcome for outcome, *_ in below] == [outcome for outcome, *_ in above]
        sides = zip(below, above, strict=True) if same else zip(between, between, strict=True)
        low, high = row / HEIGHT, (row + 1) / HEIGHT
        for (outcome, left, right), (_, start, end) in sides:
            corners = ((left, low), (right, low), (end, high), (start, high))
            found.setdefault(outcome, []).append(corners)
    return tuple((outcome, tuple(parts)) for outcome, parts in found.items() if outcome)


def _borders(
    report: Threshold, tops: list[tuple[int, int]], height: Fraction
) -> list[tuple[str, float, float]]:
    """Along a line from left to right: the outcomes, each with where it begins and ends."""

    def at(part: Fraction) -> str:
        places = zip(report.names, (part, height), tops, strict=True)
        return _told(report, {name: formula(low + share * (high - low))
                              for name, share, (low, high) in places})  # fmt: skip

    seen = [Fraction(2 * column + 1, 2 * WIDTH) for column in range(WIDTH)]
    seen = [Fraction(1, 1000), *seen, Fraction(999, 1000)]
    told = [at(part) for part in seen]
    runs: list[tuple[str, float, float]] = []
    start = 0.0
    for (one, first), (other, second) in pairwise(zip(seen, told, strict=True)):
        if first == second:
            continue
        low, high = one, other
        for _ in range(10):
            middle = (low + high) / 2
            low, high = (middle, high) if at(middle) == first else (low, middle)
        end = round(float(low), 4)
        runs.append((first, start, end))
        start = end
    return [*runs, (told[-1], start, 1.0)]


def _top(report: Threshold, name: str) -> tuple[int, int]:
    """The part of an axis that is shown: all sampled boundary values, and a little more."""
    values = [
        float(to_sympy(sample.point[name]))
        for sample in report.samples
        if sample.boundary or name != report.parameter
    ]
    admitted = all(
        not holds(atom.at(**{name: formula(-1)}), {})
        for atom in report.reading.measure.conditions
        if atom.expr.symbols() == (name,)
    ) and any(name in atom.expr.symbols() for atom in report.reading.measure.conditions)
    low = 0 if name == RHO or admitted else -2
    return low, min(max(2, ceil(max(values, default=1))), 4)


def _ticks(low: int, high: int) -> tuple[tuple[str, float], ...]:
    return tuple((str(n).replace("-", "\u2212"), (n - low) / (high - low))
                 for n in range(low, high + 1))  # fmt: skip


def _told(report: Threshold, point: dict[str, Formula]) -> str:
    """The outcome at a point, undecided on a side that is not proved; empty if not admissible."""
    if not all(holds(a.at(**point), {}) is True for a in report.reading.measure.conditions):
        return ""
    if _holds(report, point):
        return "undecided" if report.sufficient is None else "proved"
    return "undecided" if report.necessary is None else "refuted"


def _merged(found: list[tuple[str, str, bool]]) -> tuple[tuple[str, str, bool], ...]:
    """Without the values at which nothing changes."""
    kept: list[tuple[str, str, bool]] = []
    for cell in found:
        kept.append(cell)
        while len(kept) > 1 and not kept[-1][2] and not kept[-2][2] and kept[-1][1] == kept[-2][1]:
            kept.pop()
        last = kept[-3:]
        same = len(last) == 3 and len({outcome for _, outcome, _ in last}) == 1
        if same and [single for _, _, single in last] == [False, True, False]:
            del kept[-2:]
    return tuple(kept)


def _holds(report: Threshold, point: dict[str, Formula]) -> bool:
    return report.condition is not None and report.condition.admits(point)
