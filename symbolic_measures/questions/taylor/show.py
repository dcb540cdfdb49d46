"""Derivatives at independence and the expansion of E[M], as a document in all formats.

Invariant: what the kernel proved (derivatives, the order of the baseline) and what is an argument
with numbers beside it (how the error falls with n) are said in different words.
"""

from __future__ import annotations

from dataclasses import replace
from math import ceil, floor, log, log10
from typing import TYPE_CHECKING

from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.parser import identifiers, parse
from symbolic_measures.nouns.verdict import GLYPHS
from symbolic_measures.report.counterexamples import listed
from symbolic_measures.report.heading import WORDS, heading_of
from symbolic_measures.report.polynomials import signed
from symbolic_measures.report.prose import Prose, equation
from symbolic_measures.report.sections import (
    Block,
    Chart,
    CompletionDocument,
    Curve,
    Row,
    Section,
)

if TYPE_CHECKING:
    from flint import arb

    from symbolic_measures.meaning.moments import Moment
    from symbolic_measures.questions.taylor.meaning import Expansion, Rest

#: Longer moments are shown by their largest part.
LONGEST_MOMENT = 100
#: Sizes n that are shown as numbers, and below the picture.
SHOWN = (20, 50, 100, 200)
#: Labels of curves keep this distance, and marks that.
APART, BETWEEN = 0.06, 0.03
ORDINAL = {1: "1st", 2: "2nd", 3: "3rd"}


def document(report: Expansion) -> CompletionDocument:
    """The document of a report."""
    letter = "M" if report.reading.measure.higher_is_better else "S"
    sections = (_derivatives(report), _baseline(report), _expectation(report), _numbers(report))
    return CompletionDocument(
        heading_of(report, letter), sections, "", "around independence",
        chart=_chart(report), lead=_lead(report),
    )  # fmt: skip


def _lead(report: Expansion) -> Prose:
    """The answer as a title: the order of the baseline, if it is proved."""
    if report.baseline.outcome != "proved":
        return ()
    name, order = report.reading.measure.name, report.baseline.value["order"]
    if order == "oo":
        return (f"{name} has a constant baseline: it is affine in ", symbol("p_AB"))
    if order == "0":
        return (f"{name} has no constant baseline: its value at independence is no constant",)
    return (f"{name} has an approximate constant baseline of order {order}",)


def _tree(text: str) -> Formula:
    pi = Formula("acos", formula(-1))
    tree = parse(text, names={}, parameters=identifiers(text))
    return signed(tree.replace({pi: symbol("pi"), -formula(1): formula(-1)}))


def _derivatives(report: Expansion) -> Section:
    verdict = report.derivatives
    known = verdict.reason or f"the derivatives up to order {report.order}"
    rows = [Row(GLYPHS[verdict.outcome], (WORDS[verdict.outcome],), (known,), verdict.outcome)]
    for number, text in enumerate(report.coefficients):
        name = "value" if not number else ORDINAL.get(number, f"{number}th")
        rows.append(Row(GLYPHS["proved"], (name,), (_tree(text),), "proved"))
    ab, a, b, q_a, q_b = map(symbol, ("p_AB", "p_A", "p_B", "q_A", "q_B"))
    told: Prose = ("Derivatives in ", ab, " at ", equation(ab, "=", a * b), "; ",
                   equation(q_a, "=", formula(1) - a), ", ",
                   equation(q_b, "=", formula(1) - b), ".")  # fmt: skip
    return Section(
        "A", "What are the derivatives at independence?", told, (Block((), tuple(rows)),)
    )


def _baseline(report: Expansion) -> Section:
    verdict = report.baseline
    told = verdict.reason
    if verdict.outcome == "proved":
        told = f"order {verdict.value['order']}"
        if verdict.value["order"] == "oo":
            told = "infinite: affine in p_AB at fixed sizes"
        elif verdict.value["order"] == "0":
            told = "0: the value at independence is no constant"
    row = Row(GLYPHS[verdict.outcome], (WORDS[verdict.outcome],), (told,), verdict.outcome)
    words = (
        "The largest k such that the value is one constant and the derivatives 2 to k vanish "
        "(gosgens2021, Definition 13). That the Taylor series converges is not decided."
    )
    return Section(
        "B", "Order of the approximate constant baseline", (words,), (Block((), (row,)),)
    )


def _expectation(report: Expansion) -> Section:
    rows = []
    for term in report.terms:
        if term.vanishes:
            continue
        told: Prose = (_tree(term.derivative), f"/{term.number}! times ", *_moment(term.moment))
        rows.append(Row("", (f"k = {term.number}: ", _power(term.moment.order)), told))
    leading = report.leading
    if leading is not None:
        for term in leading[1]:
            told = (_tree(term.derivative), f"/{term.number}! times ",
                    _tree(term.moment.leading), " times ", _power(leading[0]))  # fmt: skip
            rows.append(Row("", ("largest",), told))
    words: Prose = (
        "Over random predictions of fixed size E[M] is the value plus these terms, derivative/k! "
        "times the k-th central moment of ", symbol("P_AB"), ", which is exact. How fast each "
        "falls is exact; that what is left out falls faster holds for bounded M and fixed ",
        symbol("p_A"), ", ", symbol("p_B"), " by an argument that the kernel does not replay.",
    )  # fmt: skip
    if not rows:
        words = ("No term up to this order." if report.coefficients else "This is not known.",)
    return Section("C", "What is the expectation?", words, (Block((), tuple(rows)),))


def _moment(moment: Moment) -> Prose:
    """The moment; a long one by its largest part."""
    if len(moment.text) <= LONGEST_MOMENT:
        return (_tree(moment.text),)
    return ("a moment that is about ", _tree(moment.leading), " times ", _power(moment.order))


def _power(order: int | None) -> Formula:
    return formula(1) / (symbol("n") if order in (None, 1) else symbol("n") ** order)


def _typed(order: int | None) -> str:
    """The same in letters, for a picture."""
    return "1/n" if order == 1 else f"1/n^{order}"


def _numbers(report: Expansion) -> Section:
    rows = []
    for row in report.sums:
        if row.n in SHOWN:
            told: Prose = (
                f"{_short(row.exact)}, expanded {_short(row.expanded[-1])}, difference "
                f"{_short(row.left(-1))}",
            )
            rows.append(Row("", (f"n = {row.n}",), told))
    for number, rest in enumerate(report.rests if rows else ()):
        if rest.order is None:
            told = ("is 0: there is no derivative after the first",)
        else:
            told = ("falls at least like ", _power(rest.order), *_seen(report, number))
        rows.append(Row("", (f"E[M] {_less(rest)}",), told))
    p_a, p_b = report.proportions
    given = {"p_A": str(p_a), "p_B": str(p_b), **{k: str(v) for k, v in report.parameters.items()}}
    words: Prose = (
        "E[M] by exact summation beside the terms above, at ", *listed(given),
        ". Numbers are evidence, not proof.",
    )  # fmt: skip
    if not rows:
        words = ("Some outcome is undefined at the sizes of the table, or nothing is known.",)
    return Section("D", "Do the numbers agree?", words, (Block((), tuple(rows)),))


def _place(report: Expansion) -> str:
    p_a, p_b = report.proportions
    given = "".join(f", {name} = {value}" for name, value in report.parameters.items())
    return f"p_A = {p_a}, p_B = {p_b}{given}"


def _less(rest: Rest) -> str:
    return (
        "minus the value at independence" if rest.up_to == 1 else f"less all up to k = {rest.up_to}"
    )


def _seen(report: Expansion, number: int) -> Prose:
    """The slope between the last two sizes that are shown."""
    points = dict(_errors(report, number))
    (n, one), (m, two) = ((n, points.get(n)) for n in SHOWN[-2:])
    if one is None or two is None:
        return ("; it is 0, as far as the enclosures tell",) if not points else ()
    slope = symbol(f"{(one - two) / log10(m / n):.2f}")
    return (f"; between n = {n} and {m} it falls like ", formula(1) / symbol("n") ** slope)


def _errors(report: Expansion, number: int) -> list[tuple[int, float]]:
    """(n, log10 of what is left), where the enclosure tells it from 0."""
    found = []
    for row in report.sums:
        left = abs(row.left(number))
        if left > 0:
            found.append((row.n, float(left.log()) / log(10)))
    return found


def _chart(report: Expansion) -> Chart | None:
    """What is left after each order, over n; None where nothing is left."""
    found = [(rest, _errors(report, number)) for number, rest in enumerate(report.rests)]
    found = [(rest, errors) for rest, errors in found if rest.order and len(errors) > 1]
    if not found:
        return None
    ends = [log10(SHOWN[0]), log10(SHOWN[-1])]
    heights = [height for _, errors in found for _, height in errors]
    low, high = floor(min(heights)), ceil(max(heights))
    high += high == low

    def right(n: int) -> float:
        return (log10(n) - ends[0]) / (ends[1] - ends[0])

    def up(height: float) -> float:
        return (height - low) / (high - low)

    curves = []
    for number, (rest, errors) in enumerate(found):
        points = _thinned([(right(n), up(height)) for n, height in errors])
        x, y = points[-1]
        slope = (rest.order or 0) * (ends[1] - ends[0]) / (high - low)
        start = max(0.0, x - (1 - y) / slope)
        label = f"{_less(rest)}: {_typed(rest.order)}"
        line = (start, y + slope * (x - start)), (x, y)
        curves.append(Curve(label, number % 2 == 0, points, line, y))
    every = 1 + (high - low) // 9
    rises = tuple((f"1e{e}", up(e)) for e in range(low, high + 1) if (high - e) % every == 0)
    told = (
        f"What is left of E[M] at {_place(report)}, for n from {SHOWN[0]} to {SHOWN[-1]}, both "
        "scales logarithmic: marks are exact sums, dotted lines have the predicted slope."
    )
    ticks = tuple((str(n), right(n)) for n in SHOWN)
    return Chart("n", ticks, rises, _spread(curves), told)


def _thinned(points: list[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
    """Without marks that would touch; the last one stays."""
    kept = points[-1:]
    for point in reversed(points):
        if kept[0][0] - point[0] >= BETWEEN:
            kept.insert(0, point)
    return tuple(kept)


def _spread(curves: list[Curve]) -> tuple[Curve, ...]:
    """With labels that do not lie on each other; the curves from the top."""
    placed = sorted(curves, key=lambda curve: -curve.height)
    for number in range(1, len(placed)):
        height = min(placed[number].height, placed[number - 1].height - APART)
        placed[number] = replace(placed[number], height=height)
    return tuple(placed)


def _short(value: arb) -> str:
    """Some digits of an enclosure; of one around 0, to how many digits it is 0."""
    found = str(value.str(8, radius=False))
    return f"0 to {int(found[3:]) - 1} digits" if found.startswith("0e-") else found
