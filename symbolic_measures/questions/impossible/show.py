"""What no measure has together, and what some measure has, as a document in all formats.

Invariant: a set is called infeasible only with the lines that add up, feasible only with values
or with a measure that is proved to have it.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from flint import fmpq, fmpq_poly

from symbolic_measures.meaning.instances import Conflict, Part, anything, goals
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.verdict import GLYPHS
from symbolic_measures.questions.impossible.every_n import EveryN, Stated, polynomial, value_at
from symbolic_measures.questions.impossible.meaning import (
    EveryM,
    Example,
    Impossibility,
    LatticeReport,
)
from symbolic_measures.questions.impossible.sizes import shown
from symbolic_measures.report.chains import Link, links, rows
from symbolic_measures.report.clearing import listed
from symbolic_measures.report.counterexamples import SIZES
from symbolic_measures.report.heading import INCOMPLETE
from symbolic_measures.report.prose import Equation, Prose, cells, labelled, number
from symbolic_measures.report.sections import Block, Row
from symbolic_measures.report.sheet import Dots, Grid, Sheet
from symbolic_measures.report.sheet import Part as Piece_of

#: The most values that are written out in a report; the JSON file has them all.
MOST_VALUES = 40
#: The most properties that a title lists.
FEW = 4
ABOUT = (
    "A measure is any function M with a value at every confusion matrix {cells}. No measure has "
    "the properties of an infeasible set, at the sizes given: by the chain below it a number is "
    "more than itself."
)


def named(report: Impossibility) -> str:
    """`n = 4`, `n = 2..6`."""
    low, high = report.sizes[0], report.sizes[-1]
    return f"n = {low}" if low == high else f"n = {low}..{high}"


def _sizes(report: Impossibility) -> Sheet:
    """The document of a report."""
    possible = {
        True: "some measure has them all",
        False: "no measure has them all",
        None: "whether a measure has them all is not decided",
    }[report.possible]
    words = "(TP, FN, FP, TN)" if report.classes == 2 else "(c11, c12, ...), true class first"
    about = ABOUT.format(cells=words)
    asked: Prose = (f"Asked of {', '.join(report.properties)}: {possible}. {about}",)
    parts = []
    if report.infeasible:
        told: Prose = (
            "These sets of properties are infeasible, and minimal: leave out any one property of a "
            "set, and some measure has the others.",
        )
        blocks = [b for _, conflict in report.infeasible for b in _conflict(conflict, report)]
        parts.append(Piece_of("What no measure has together", told, blocks=tuple(blocks)))
    if report.every_n:
        blocks = [block for found in report.every_n for block in _every_n(found)]
        parts.append(Piece_of("For every n", blocks=tuple(blocks)))
    had = [block for example in report.feasible for block in _example(example, report)]
    parts.append(Piece_of("What some measure has", blocks=tuple(had)))
    count, at = len(report.properties), named(report)
    if report.classes != 2:
        at += f", {report.classes} classes"
    names = listed([*report.properties]) if count <= FEW else f"the {count} properties"
    lead = f"{'Some' if report.possible else 'No'} measure has {names} at {at}"
    return Sheet("any measure", f"{count} properties at {at}", asked, tuple(parts),
                 "" if report.complete else INCOMPLETE,
                 lead="" if report.possible is None else lead)  # fmt: skip


def _conflict(conflict: Conflict, report: Impossibility) -> list[Block]:
    title: Prose = (f"{GLYPHS['refuted']} {', '.join(conflict.properties)}",)
    lines = links(conflict.parts, lambda part: _why(part, report.classes), "M")
    return [Block(title, ()), *rows(lines)]


def in_a_sentence(report: EveryM) -> tuple[str, str]:
    """The lines that contradict each other, where this is seen first, and what some measure has
    nevertheless."""
    row = next(row for row in report.rows if row.infeasible)
    lines = []
    for part in row.infeasible[0][1].parts:
        times = "" if part.multiplier == 1 else f", {part.multiplier} times"
        lines.append(f"{part.instance.property}: {part.constraint}{times}".replace("x(", "M("))
    sets = "; ".join(", ".join(e.properties) for e in row.feasible if e.properties)
    at = f"m = {row.classes}, {named(row)}"
    told = f"At {at}: {'; '.join(lines)}. The sum says 0 > 0."
    return told, f"Some measure has, at {at}: {sets}." if sets else ""


def _why(part: Part, classes: int) -> Prose:
    """The property that a line is an instance of, and which one."""
    instance = part.instance
    goal = goals(instance.property, anything(classes))[instance.goal]
    if not instance.sizes:
        return (instance.property, " (", *labelled(goal.label), ")")
    if classes != 2:
        first, second = instance.sizes
        return (instance.property, f" (the expectations at sizes {first} and {second})")
    one, other = (cells(tuple(map(str, shown)), SIZES) for shown in instance.sizes)
    return (instance.property, " (the expectations at ", one, " and ", other, ")")


def _every_n(found: EveryN) -> list[Block]:
    of = f", of {found.classes} classes" if found.classes != 2 else ""
    title: Prose = (
        f"{GLYPHS['refuted']} {', '.join(found.properties)}: at no n >= {found.least}{of}, "
        "proved by the kernel",
    )
    given = []
    for pattern, line, factor in zip(found.patterns, found.lines, found.multipliers, strict=True):
        why: Prose
        if pattern.sizes:
            (p, q), (r, s) = pattern.sizes
            first = cells((str(p), str(q)), ("P", "Phat"))
            second = cells((str(r), str(s)), ("P", "Phat"))
            why = (f"{pattern.property} (the expectations at ", first, " and ", second, ")")
        elif pattern.constant:
            told = " and ".join(
                f"({', '.join(map(str, predicted))}) of the true class {true + 1}"
                for true, predicted in pattern.constant
            )
            why = (f"{pattern.property} (the expectations at predicted sizes {told})",)
        else:
            label = goals(pattern.property, anything(found.classes))[pattern.goal].label
            why = (pattern.property, " (", *labelled(label), ")")
        turned = factor.coeffs()[-1] < 0
        less = {value_at(matrix): c * factor for matrix, c in line.coefficients.items()}
        stated = _turned(_stated(line), turned)
        given.append(Link(less, line.relation, stated, _tree(-factor if turned else factor), why))
    return [Block(title, ()), *rows(given, _leading, _tree)]


def _leading(coefficient: fmpq_poly | int) -> fmpq:
    """What tells the size of a polynomial in n where n is large."""
    return fmpq_poly([coefficient] if isinstance(coefficient, int) else coefficient)(10**6)


def _turned(line: Equation, turned: bool) -> Equation:
    """An equation whose multiplier is negative, the other way round."""
    return Equation(line.terms[::-1], line.relations) if turned else line


def _stated(line: Stated) -> Equation:
    """The line with the terms that have a minus sign on the other side."""
    sides: list[Formula | None] = [None, None]
    for matrix, poly in line.coefficients.items():
        side = int(poly.coeffs()[-1] < 0)
        size = -poly if side else poly
        term = symbol(value_at(matrix))
        term = term if size == 1 else _tree(size) * term
        before = sides[side]
        sides[side] = term if before is None else before + term
    left, right = (formula(0) if side is None else side for side in sides)
    return Equation((left, right), (line.relation,))


def _tree(poly: fmpq_poly) -> Formula:
    parsed = number(polynomial(poly).replace("n", "e"))
    return (
        parsed.replace({symbol("e"): symbol("n")}) if isinstance(parsed, Formula) else symbol("?")
    )


def _example(example: Example, report: Impossibility) -> list[Block]:
    missing = [name for name in report.properties if name not in example.properties]
    words = f"all but {', '.join(missing)}" if missing else "all"
    title: Prose = (f"{GLYPHS['proved']} {words}: {', '.join(example.properties) or 'none'}",)
    if len(example.values) > MOST_VALUES:
        told: Prose = (f"A measure with {len(example.values)} values is in the JSON file.",)
        return [Block(title, ()), Block(told, ())]
    by_value: dict[Fraction, list[str]] = {}
    for name, value in example.values.items():
        by_value.setdefault(value, []).append(name.removeprefix("x"))
    listed = tuple(
        Row("", ("M = ", number(str(value))), (", ".join(by_value[value]),))
        for value in sorted(by_value, reverse=True)
    )
    return [Block(title, listed)]


def _every_m(report: EveryM) -> Sheet:
    """What is infeasible for every m from some m on, with its lines at the first m."""
    where: dict[tuple[tuple[str, ...], int], list[str]] = {}
    for ids, least, sizes in report.infeasible:
        where.setdefault((ids, least), []).append(shown(sizes))
    every_n = {(found.properties_of(report.properties), report.first(found.classes)): found
               for found in report.every_n}  # fmt: skip
    sets = []
    for (ids, least), at in where.items():
        found = every_n.get((ids, least))
        always = f", and every n >= {found.least}" if found is not None else ""
        told = f"for no m >= {least}, at n = {', '.join(at)}{always}"
        sets.append(Row(GLYPHS["refuted"], (", ".join(ids),), (told,), "refuted"))
    done: set[tuple[str, ...]] = set()
    lines: list[Block] = []
    for row in report.rows:
        for ids, conflict in row.infeasible:
            if ids not in done and (ids, report.first(row.classes)) in where:
                done.add(ids)
                lines += [Block((f"m = {row.classes}, {named(row)}:",), ()),
                          *_conflict(conflict, row)]  # fmt: skip
    looked = ", ".join(f"m = {row.classes} and {named(row)}" for row in report.rows)
    about: Prose = (
        f"{ABOUT.format(cells='of m classes')} A measure of m classes is one of fewer classes at "
        "the matrices whose other classes are empty, with the same properties: so a conflict at "
        "some m is one at every larger m. Of measures without a value where a class is empty, as "
        f"balanced accuracy, nothing is said. Looked at: {looked}. A set that contains none of "
        "these is had by some measure at each m and n that was looked at.",
    )
    blocks = [block for found in report.every_n for block in _every_n(found)]
    none: Prose = () if sets else ("No infeasible set was found.",)
    shown_parts = [Piece_of("What no measure has together", none, blocks=(Block((), tuple(sets)),))]
    shown_parts += [Piece_of("For every n", blocks=tuple(blocks))] * bool(blocks)
    shown_parts += [Piece_of("The lines, at the first m and n", blocks=tuple(lines))] * bool(lines)
    count = len(report.properties)
    title = f"{count} propert{'y' if count == 1 else 'ies'} for every number of classes"
    title += f" m >= {report.least}" if report.least > 2 else ""
    return Sheet(
        "any measure", title, about, tuple(shown_parts), "" if report.complete else INCOMPLETE
    )


def document(report: Impossibility | LatticeReport | EveryM) -> Sheet:
    """The document of an answer."""
    if isinstance(report, EveryM):
        return _every_m(report)
    if isinstance(report, LatticeReport):
        return _lattice(report)
    return _sizes(report)


def _lattice(report: LatticeReport) -> Sheet:
    """The document of a lattice: a table, a picture, the proofs."""
    short = _short(report.properties)
    table = [
        (named(row), *(_sets([ids for ids, _ in row.infeasible], short),
                       _sets([e.properties for e in row.feasible], short, row.properties)))
        for row in report.rows
    ]  # fmt: skip
    grid = Grid(("n", "minimal infeasible", "maximal feasible"), tuple(table))
    key = ", ".join(f"{letters} {name}" for name, letters in short.items())
    meaning = ABOUT.format(cells="(TP, FN, FP, TN)")
    about: Prose = (f"{meaning} Letters: {key}. Strong monotonicity compares different n: it is "
                    "asked of ranges only.",)  # fmt: skip
    columns: list[tuple[str, str, tuple[str, ...]]] = []
    for row in report.rows:
        label = named(row).removeprefix("n = ")
        columns += [(label, "refuted", ids) for ids, _ in row.infeasible]
        columns += [(label, "proved", example.properties) for example in row.feasible]
    told: Prose = (
        "Over each n or range: in one colour the minimal infeasible sets, in the other the maximal "
        "feasible ones.",
    )
    every = [block for found in report.every_n for block in _every_n(found)]
    always = tuple(
        Row(
            GLYPHS["proved"], (item.report.reading.measure.name, f" ({item.report.reading.name})"),
            (", ".join(item.properties),), "proved",
        )
        for item in report.always
    )  # fmt: skip
    blocks = [*every, *([Block(("Measures that have a set at every n",), always)] * bool(always))]
    ranges = (
        "A conflict at some n is one of every range with that n, so that what is infeasible for "
        "n <= K is so for every larger K. These hold at every single n, or are had by a measure "
        "at every n:",
    )
    proofs = {ids: (c, row) for row in report.rows for ids, c in row.infeasible}
    lines = [block for c, row in proofs.values() for block in _conflict(c, row)]
    return Sheet(
        "any measure", f"the lattice of {len(report.properties)} properties", about,
        (
            Piece_of("The lattice", grid=grid),
            Piece_of("The picture", told, dots=Dots(report.properties, tuple(columns))),
            Piece_of("For every n", ranges, blocks=tuple(blocks)),
            Piece_of("The proofs, each at the last n or range it was found for",
                     blocks=tuple(lines)),
        ),
        "" if report.complete else INCOMPLETE,
    )  # fmt: skip


def _short(ids: Iterable[str]) -> dict[str, str]:
    """The letters of the paper's table for the properties that have some."""
    letters = {
        "maximal-agreement": "Max", "minimal-agreement": "Min", "symmetry": "Sym",
        "class-symmetry": "CSym", "distance": "Dist", "monotone": "Mon",
        "strongly-monotone": "SMon", "constant-baseline": "CB",
        "approximate-constant-baseline": "ACB",
    }  # fmt: skip
    return {name: letters.get(name, name) for name in ids}


def _sets(
    sets: Iterable[tuple[str, ...]], short: dict[str, str], whole: tuple[str, ...] = ()
) -> str:
    shown = []
    for ids in sets:
        missing = [name for name in whole if name not in ids]
        if whole:
            left_out = "+".join(short[name] for name in missing)
            shown.append(f"all but {left_out}" if missing else "all")
        else:
            shown.append("+".join(short[name] for name in ids))
    return "; ".join(shown) or "none"
