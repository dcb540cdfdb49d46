"""Means over all classes of which one or two are named: each named class has its own inequality.

Of a named class nothing is known but its true and its predicted size, its right elements and n; so
no denominators of several classes, and no roots of sums of many cells, are cleared at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from symbolic_measures.meaning.class_sums import ROLES, Frame
from symbolic_measures.nouns.confusion import summed
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.nouns.sums import MANY
from symbolic_measures.nouns.texts import as_text
from symbolic_measures.search.tactics.classes import signs_seen
from symbolic_measures.search.tactics.segment import Way, not_empty

ONE = formula(1)


def by_named(goal: Goal) -> Iterator[Way]:
    """A number against a mean over classes, or one such mean against another.

    The terms of the named classes get names, each with what is seen of it.  Against a number, so
    does the sum over the others, which has its share; else it is the same on both sides.
    """
    tree, named = goal.conclusion.expr, _named(goal)
    if goal.conclusion.rel not in (">", ">=") or tree.op != "-" or not named:
        return
    first, last = (_terms(side, named) for side in tree.args)
    if first and last:
        if len({side.args[0].args[1] for side in tree.args}) > 1:
            return
        pairs = list(zip(first, last, strict=True))
    elif (first or last) and not tree.args[bool(first)].symbols():
        number = tree.args[bool(first)]
        pairs = [(term, number) for term in first] or [(number, term) for term in last]
    else:
        return
    pairs = [(one, other) for one, other in pairs if one != other]
    own, gaps = _of_cells(goal), [one - other for one, other in pairs]
    names = {variable.name for variable in own.variables}
    if not pairs or any(not set(gap.symbols()) <= names for gap in gaps):
        return
    rows = signs_seen(own, gaps)
    if not rows or min(map(min, rows)) < 0:
        return
    if goal.conclusion.rel == ">" and all(0 in row for row in zip(*rows, strict=True)):
        return
    parts = [term for term in dict.fromkeys((*first, *last)) if term.symbols()]
    letters = {term: f"part{place}" for place, term in enumerate(parts, 1)}
    facts = [
        [f"{letters.get(one, one)} - {letters.get(other, other)}", ">" if min(row) > 0 else ">="]
        for (one, other), row in zip(pairs, zip(*rows, strict=True), strict=True)
    ]
    if any(all(name not in fact for fact, _ in facts) for name in letters.values()):
        return
    if not (first and last):
        others = tree.args[not first].args[0].args[1]
        rest, many = f"part{len(parts) + 1}", f"part{len(parts) + 2}"
        share = f"{number}*({many} - {named})"
        facts += [
            [f"{many} - 1", ">"],
            [f"{rest} - {share}" if first else f"{share} - {rest}", ">="],
        ]
        parts += [others, MANY]
    yield "abstract", {"parts": list(map(as_text, parts)), "facts": facts}


def by_sizes_of_class(goal: Goal) -> Iterator[Way]:
    """What is about one named class alone, in the four cells of that class against the rest."""
    tree, named = goal.conclusion.expr, _named(goal)
    frame = Frame(named)
    for role in ROLES[:named]:
        sizes = [*frame.letters(role).values(), frame.size]
        if not tree.symbols() or tree.replace(dict.fromkeys(sizes, ONE)).symbols():
            continue
        others = [name for name in frame.cells if name != f"c_{role}{role}"]
        missed = [name for name in others if name[2] == role]
        wrong = [name for name in others if name[3] == role]
        rest = [name for name in others if role not in name[2:]]
        way = _four_cells(goal, sizes, (missed, wrong, rest))
        if tree.op == "-" and all("sqrt" in side.ops for side in tree.args):
            right = sizes[2]
            x, y, z = (summed(map(symbol, names)) for names in (missed, wrong, rest))
            swap = dict(zip(sizes, (right + x, right + y, right, right + x + y + z), strict=True))
            yield from _by_cells(goal, swap, way)
        yield way


def _four_cells(goal: Goal, sizes: list[Formula], groups: tuple[list[str], ...]) -> Way:
    """Letters for the sizes of a class, its right elements and n, and for its other three cells."""
    least = set(not_empty(goal))
    cells = [summed(map(symbol, names)) for names in groups]
    facts = [[f"part{place}", ">="] for place in (3, 5, 6, 7)]
    facts += [
        [f"part{place}-1", ">="]
        for place, names in enumerate(groups, 5)
        if not least.isdisjoint(names)
    ]
    facts += [
        ["part1-(part3+part5)", "=="],
        ["part2-(part3+part6)", "=="],
        ["part4-(part3+part5+part6+part7)", "=="],
    ]
    return "abstract", {"parts": list(map(as_text, (*sizes, *cells))), "facts": facts}


def _by_cells(goal: Goal, swap: dict[Formula, Formula], way: Way) -> Iterator[Way]:
    """Both sides with the cells of the class in place of its sizes: under roots and below them they
    have the signs of sums of cells."""
    one, other = (side.replace(swap) for side in goal.conclusion.expr.args)

    def reordered(_: Goal) -> Iterator[Way]:
        yield "reorder", {}

    def last(_: Goal) -> Iterator[Way]:
        yield way

    def then(_: Goal) -> Iterator[Way]:
        yield "via", {"value": as_text(other), "strict": "left"}, (last, reordered)

    yield "via", {"value": as_text(one), "strict": "right"}, (reordered, then)


def _named(goal: Goal) -> int:
    """How many classes are named."""
    names = {variable.name for variable in goal.variables}
    return 2 if "c_jj" in names else int("c_ii" in names)


def _terms(side: Formula, named: int) -> list[Formula]:
    """The terms of the named classes in (t_i + t_j + others)/m; none of another formula."""
    if side.op != "/" or side.args[1] != MANY or side.args[0].op != "+":
        return []
    own = side.args[0].args[0]
    if named == 1:
        return [own]
    return list(own.args) if own.op == "+" else []


def _of_cells(goal: Goal) -> Goal:
    """What is said of the cells of the named classes and of m."""
    known = [v for v in goal.variables if v.sort != "real"]
    names = {variable.name for variable in known}
    given = (atom for atom in goal.hypotheses if set(atom.expr.symbols()) <= names)
    return replace(goal, variables=tuple(known), hypotheses=tuple(given))
