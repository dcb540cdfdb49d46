"""What a proof rests on, read off its steps: lines of a sentence and a displayed formula.

The steps on formulas (a constant between, the derivative along the move, cases, clearing of
denominators) are followed by asking the kernel's rules for their subgoals; the numerator and
denominator shown are read by the kernel's `Reader`.  Steps on polynomials are told by name.

Invariant: what a line says of coefficients is looked up in the very polynomial it shows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace

from symbolic_measures.kernel.algebra import RuleError
from symbolic_measures.kernel.reader import reader
from symbolic_measures.kernel.rules.goals import new_letters
from symbolic_measures.kernel.rules.registry import Obligation
from symbolic_measures.macros import apply
from symbolic_measures.nouns.formula import Formula, exponent_of, formula, symbol
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.nouns.verdict import Step
from symbolic_measures.report.affine import affine_lines
from symbolic_measures.report.arguments import set_distance, shares, vectors
from symbolic_measures.report.cleared import cleared
from symbolic_measures.report.clearing import (
    ZERO,
    Line,
    asides,
    cleared_lines,
    equal,
    listed,
    sides,
)
from symbolic_measures.report.conditions import on_the_move, tree_of_text
from symbolic_measures.report.correlations import correlation
from symbolic_measures.report.evaluation import evaluated
from symbolic_measures.report.mathtext import PAIRS
from symbolic_measures.report.polynomials import Shown, ratio, with_margins
from symbolic_measures.report.prose import Equation, Piece, Prose, equation, number
from symbolic_measures.report.scaling import SCALED, scaled_lines
from symbolic_measures.report.unshifted import in_the_cells

MOST_CASES, MOST_TERMS = 4, 3
#: Characters of a formula that is displayed as it is.
LONGEST = 240
_AT = re.compile(r"([A-Z])\((C'?)\)")

KINKS = {
    "ifzero": "the convention",
    "Abs": "the absolute value",
    "Min": "the minimum",
    "Max": "the maximum",
}


def lines(goal: Goal, step: Step, left: Formula) -> list[Line]:
    """What the proof of a goal says; `left` is the name of the conclusion's formula."""
    return likewise(dict.fromkeys(_follow(goal, step, left)))


LIKEWISE: Prose = ("Likewise:",)
SAME_TERMS = "Both sides are the same terms in another order."


def likewise(told: Iterable[Line]) -> list[Line]:
    """The lines, without the sentence where it is that of the line before."""
    found: list[Line] = []
    last: Prose = ()
    for line in told:
        again = line.sentence in (last, LIKEWISE)
        found.append(replace(line, sentence=LIKEWISE) if again else line)
        last = last if again else line.sentence
    return found


def _follow(goal: Obligation, step: Step, left: Formula) -> Iterator[Line]:
    """The lines of a step; each knows the step that it was read off."""
    for line in _told(goal, step, left):
        yield line if line.step is not None else replace(line, step=step)


def _told(goal: Obligation, step: Step, left: Formula) -> Iterator[Line]:
    if not isinstance(goal, Goal):
        return
    if step.rule in ("vanish", "split") and _reordered(goal):
        yield Line((SAME_TERMS,))
        return
    match step.rule:
        case "evaluate":
            yield Line(evaluated(goal))
        case "reorder":
            named = any("(" in name for name in left.symbols())  # M(C) = M(C') says nothing more
            yield Line((SAME_TERMS,), None if named else equation(*equal(left)))
        case "clear":
            known = (
                set_distance(goal) if len(goal.values) == len(PAIRS) else shares(goal, step, left)
            )
            for told, display in known:
                yield Line(told, display, aside=True)
            if told := correlation(goal):
                yield Line(told, aside=True)
            yield from cleared_lines(goal, step, left)
        case "via":
            yield from _via(goal, step, left)
        case "path":
            yield from _path(goal, step, left)
        case "split":
            yield from _split(goal, step, left)
        case "vanish":
            yield from _vanish(goal, step, left)
        case "outer":
            yield from _outer(goal, step, left)
        case "termwise":
            yield from _termwise(goal, step)
        case "abstract" if _is_by_pairs(step):
            yield from _by_pairs(goal, step)
        case "mean":
            yield from _mean(goal, step, left)
        case "triangle":
            yield from _triangle(goal, step, left)
        case "affine-mean":
            yield from affine_lines(goal, step, left)
        case "abstract":
            yield from _abstract(goal, step, left)
        case "powers" | "substitute" if "exponent" in step.args:
            yield from _powers(goal, step, left)
        case "scaled":
            yield from scaled_lines(goal, step)
            *_, (lemma, proof) = _below(goal, step)
            yield from _follow(lemma, proof, SCALED)
        case "proportional" | "substitute" if "hypothesis" in step.args:
            yield from _proportional(goal, step, left)
        case _:
            for subgoal, premise in _below(goal, step):
                yield from _follow(subgoal, premise, left)


def _reordered(goal: Goal) -> bool:
    """Whether nothing but the order of terms tells the sides apart, however it was proved."""
    if goal.conclusion.rel != "==":
        return False
    try:
        return apply(goal, "reorder", {}) == []
    except RuleError:
        return False


def minus(left: Formula, right: Formula) -> Formula:
    """left - right as a person writes it: no zeros, no double signs."""
    if right.op == "neg":
        inner: Formula = right.args[0]
        return inner if left == ZERO else left + inner
    if right == ZERO:
        return left
    return -right if left == ZERO else left - right


def _via(goal: Goal, step: Step, left: Formula) -> Iterator[Line]:
    first, second = sides(left)
    middle = number(str(step.args["value"]))
    constant = middle if isinstance(middle, Formula) else tree_of_text(str(middle))
    names = minus(first, constant), minus(constant, second)
    for (subgoal, premise), name in zip(_below(goal, step), names, strict=True):
        if not isinstance(subgoal, Goal) or exponent_of(subgoal.conclusion.expr) is None:
            yield from _follow(subgoal, premise, name)  # else it says 3/3 = 1


def _path(goal: Goal, step: Step, left: Formula) -> Iterator[Line]:
    subgoals = apply(goal, step.rule, step.args)
    letter, what = on_the_move(str(sides(left)[0]), step.args["lower"])
    along: Prose = (
        "All along the move from ", symbol("C"), " to ", symbol("C'"), " ", *what, " is defined, "
        "and its derivative has one sign (the letters are the cells at any point ",
        symbol("C") + symbol("t") * (symbol("C'") - symbol("C")), " inside, ", symbol("t"),
        " from 0 to 1, where the cells that move are positive). ",
    )  # fmt: skip
    name, inner = symbol(f"d{letter}/dt"), subgoals[1]
    if step.premises[1].rule == "vanish" and isinstance(inner, Goal):
        yield from _inside(inner, step.premises[1], along, name)
        return
    for line in _follow(inner, step.premises[1], name):
        yield replace(line, sentence=along + line.sentence)
        along = ()


def _inside(goal: Goal, step: Step, along: Prose, name: Formula) -> Iterator[Line]:
    """The derivative where all cells are positive; the other cases are like it."""
    positive = tuple(
        Variable(v.name, "positive") if v.sort == "natural" else v for v in goal.variables
    )
    told: Prose = (*along, f"By {_leaves(step)} cases in which a cell is 0 or positive. ")
    try:
        fraction = cleared(positive, goal.conclusion.expr, 1)
    except RuleError:
        yield Line(told)
        return
    if fraction.sign == 1:
        told += ("Where all are positive, no coefficient of the numerator is negative:",)
    else:
        told += ("Where all are positive, the derivative is:",)
    notes: Prose = tuple(piece for note in fraction.notes for piece in note)
    yield Line((*told, *notes), equation(name, "=", fraction.formula, goal.conclusion.rel, 0))
    yield from asides(fraction)


def _split(goal: Goal, step: Step, left: Formula) -> Iterator[Line]:
    """Every case that is not trivial, with its condition; the others are counted."""
    told: list[Line] = []
    trivial = 0
    for given, line in _cases(goal, step, left, ()):
        if line.display is None or line.display.relations == ("=",) or _contrary(given):
            trivial += 1
            continue
        where: list[Piece] = []
        for condition in given:
            where += [", " if where else "Where ", condition]
        told.append(replace(line, sentence=(*where, ": ", *line.sentence)))
    more = len(told) + trivial - len(told[:MOST_CASES])
    verb = "is" if trivial == 1 else "are"
    agreeing = f"; {trivial} of them {verb} impossible, or both sides agree." if trivial else "."
    nothing = f"In each of the cases of {_kinks(goal)} both sides agree, or there is no such point."
    yield Line(
        (f"By {len(told) + trivial} cases of {_kinks(goal)}{agreeing}" if told else nothing,)
    )
    yield from told[:MOST_CASES]
    if more > trivial:
        yield Line((f"The other {more - trivial} cases are like these.",))


def _contrary(given: tuple[Equation, ...]) -> bool:
    """Two conditions of a case say p = 0 and p != 0: there is no such point."""
    zero = {condition.terms[0] for condition in given if condition.relations == ("==",)}
    return any(c.relations == ("!=",) and c.terms[0] in zero for c in given)


def _kinks(goal: Goal) -> str:
    """What the cases are made for."""
    trees = [atom.expr for atom in (*goal.hypotheses, goal.conclusion)]
    found = {node.op for tree in trees for node in tree.walk()}
    return listed([words for op, words in KINKS.items() if op in found] or ["the formula"])


def _cases(
    goal: Goal, step: Step, left: Formula, known: tuple[Equation, ...]
) -> Iterator[tuple[tuple[Equation, ...], Line]]:
    """The lines of nested case splits, each with the conditions it stands under."""
    for subgoal, premise in _below(goal, step):
        if not isinstance(subgoal, Goal):
            continue
        extra = len(subgoal.hypotheses) > len(goal.hypotheses)
        under = (*known, _condition(subgoal, subgoal.hypotheses[0])) if extra else known
        if premise.rule == "split":
            yield from _cases(subgoal, premise, left, under)
        else:
            for line in _follow(subgoal, premise, left):
                yield under, line


def _vanish(goal: Goal, step: Step, left: Formula) -> Iterator[Line]:
    """Cases x = 0 and x >= 1, nested: how many, and the one where all are positive."""
    names, last, proof, whole = [], goal, step, left
    while proof.rule == "vanish":
        names.append(symbol(str(proof.args["variable"])))
        (_, (below, proof)) = _below(last, proof)
        if not isinstance(below, Goal):
            return
        natural = Variable(names[-1].args[0], "natural") in last.variables
        last, left = below, left.replace({names[-1]: names[-1] + 1} if natural else {})
    told: list[Piece] = []
    for place, name in enumerate(dict.fromkeys(names)):
        told += [", " if place else "", name]
    count = _leaves(step)
    given: Prose = (f"By {count} cases in which cells are 0 or positive. Where ", *told)
    given += (f" {'are' if len(told) > 2 else 'is'} positive",)
    found = list(_follow(last, proof, whole))
    shown = [line.display and line.display.terms for line in found]
    if goal.conclusion.rel == "==" and shown == [sides(whole)]:  # as they are in any case
        yield replace(found[0], sentence=(*given, ": ", *found[0].sentence))
        return
    if found := list(_follow(last, proof, left)):
        yield from in_the_cells(found, list(dict.fromkeys(names)), last.variables, given)


def _leaves(step: Step) -> int:
    return sum(map(_leaves, step.premises)) if step.rule == "vanish" else 1


def _outer(goal: Goal, step: Step, left: Formula) -> Iterator[Line]:
    """The value is a monotone function of another: that one is named X and compared."""
    last, proof, rising = goal, step, True
    while proof.rule == "outer":
        first = last.conclusion.expr.args[0]
        *_, (below, proof) = _below(last, proof)
        if not isinstance(below, Goal):
            return
        rising ^= below.conclusion.expr.args[0] not in first.children
        last = below
    named = sides(left)
    ends = list(zip(last.conclusion.expr.args, named if rising else named[::-1], strict=True))
    places = [_AT.fullmatch(str(name)) for _, name in ends]
    if not any(places) or any(
        place is None and exponent_of(tree) is None
        for (tree, _), place in zip(ends, places, strict=True)
    ):
        yield Line(("Both sides are one monotone function of what is compared now.",))
        yield from _follow(last, proof, last.conclusion.expr)
        return
    shown: dict[str, Formula] = {}
    again: list[Formula] = []
    letter = ""
    for (tree, _), place in zip(ends, places, strict=True):
        if place is None or exponent_of(tree) is not None:
            again.append(tree)
            continue
        letter = place.group(1)
        shown[place.group(2)] = tree
        again.append(symbol(f"X({place.group(2)})"))
    if letter:
        way = "growing" if rising else "falling"
        told: Prose = (symbol(letter), f" is a {way} function of ", symbol("X"))
        value = _lettered(last)(shown.get("C", next(iter(shown.values()))))
        long = len(str(value)) > LONGEST
        end = ", the sum or value in it: it is enough to compare that." if long else (
            ", so it is enough to compare:")  # fmt: skip
        yield Line((*told, end), equation(symbol("X"), "=", value), folded=long)
    yield from _follow(last, proof, minus(again[0], again[1]))


def _termwise(goal: Goal, step: Step) -> Iterator[Line]:
    """Two sums, term by term; terms that are the same on both sides are left out."""
    yield Line(("The sums are compared term by term; equal terms are left out.",))
    told: list[Line] = []
    for subgoal, premise in _below(goal, step):
        if not isinstance(subgoal, Goal) or subgoal.conclusion.rel == "defined":
            continue
        if len(set(subgoal.conclusion.expr.args)) > 1:
            first, second = map(_lettered(goal), subgoal.conclusion.expr.args)
            told += _follow(subgoal, premise, minus(first, second))
    strict = [line for line in told if line.display and line.display.relations[-1] == ">"]
    shown = list(dict.fromkeys([*strict[:1], *told]))[:MOST_TERMS]
    yield from shown
    if len(told) > len(shown):
        yield Line((f"The other {len(told) - len(shown)} are like these.",))


def _is_by_pairs(step: Step) -> bool:
    """Whether every fact is that one part is larger than another, or than a number."""
    return all(rel in (">", ">=") and " - " in text for text, rel in step.args["facts"])


def _by_pairs(goal: Goal, step: Step) -> Iterator[Line]:
    """Two sums with terms that are compared in pairs, or each with a number."""
    yield Line(("The terms of the two sides are compared in pairs, or each with a number.",))
    for subgoal, premise in list(_below(goal, step))[:-1]:
        if isinstance(subgoal, Goal):
            first, second = map(_lettered(goal), subgoal.conclusion.expr.args)
            yield from _follow(subgoal, premise, minus(first, second))


def _mean(goal: Goal, step: Step, left: Formula) -> Iterator[Line]:
    """A generalized mean by a letter between its two values."""
    *_, (case, proof), _ = _below(goal, step)
    if not isinstance(case, Goal):
        return
    high, low = (atom.expr.args for atom in case.hypotheses[:2])
    told: Prose = (
        "The generalized mean ", high[1], " in the denominator lies between ",
        with_margins(high[0]), " and ", with_margins(low[1]),
        "; in the case that the first is the larger one (the other is like it):",
    )  # fmt: skip
    yield Line(told)
    yield from _follow(case, proof, left)


def _triangle(goal: Goal, step: Step, left: Formula) -> Iterator[Line]:
    """Angles and chords between three vectors, whose Gram determinant is not negative."""
    *_, (gram, proof) = _below(goal, step)
    if not isinstance(gram, Goal):
        return
    x, y, z = (symbol(name) for name in "XYZ")
    told: Prose = (
        "The three values are distances of unit vectors with inner products ", x, ", ", y,
        " and ", z, " (the arguments at the three pairs of labelings): such vectors exist, for "
        "their Gram determinant is not negative.",
    )  # fmt: skip
    name = formula(1) + formula(2) * (x * y * z) - x**2 - y**2 - z**2
    yield Line(told)
    known = vectors(gram, _cosines(gram.conclusion.expr))
    if known:
        yield Line(known)
    if proof.rule != "gram" and not known:
        yield from _follow(gram, proof, name)
    elif not known:
        yield Line(("Coefficient by coefficient, their inner products make a matrix without "
                    "negative principal minors.",))  # fmt: skip


def _cosines(tree: Formula) -> tuple[Formula, ...]:
    """X, Y, Z of (1 + 2*(X*Y*Z)) - ((X*X + Y*Y) + Z*Z)."""
    squares = tree.args[1]
    return tuple(part.args[0] for part in (*squares.args[0].args, squares.args[1]))


def _abstract(goal: Goal, step: Step, left: Formula) -> Iterator[Line]:
    """Parts of the formula by letters, of which only facts are used that are shown before."""
    *facts, (rest, proof) = _below(goal, step)
    told: list[Piece] = ["Write "]
    parts = step.args["parts"]
    names = new_letters((variable.name for variable in goal.variables), len(parts))
    for place, (name, text) in enumerate(zip(names, parts, strict=True)):
        shown = with_margins(tree_of_text(str(text)))
        told += [", " if place else "", symbol(name), " for ", shown]
    yield Line((*told, "; of these only what is shown now is used."))
    for fact, premise in facts:
        if isinstance(fact, Goal) and fact.conclusion.expr.op == "-":
            yield from _follow(
                fact, premise, minus(*map(_lettered(goal), fact.conclusion.expr.args))
            )
        elif isinstance(fact, Goal):
            yield from _follow(fact, premise, _lettered(goal)(fact.conclusion.expr))
    yield from _follow(rest, proof, left)


def _powers(goal: Goal, step: Step, left: Formula) -> Iterator[Line]:
    """Every positive variable as a power of one that has its letter from there on."""
    power = int(step.args["exponent"])
    moved = [symbol(v.name) for v in goal.variables if v.sort == "positive"]
    told: list[Piece] = []
    for place, name in enumerate(moved):
        told += [", " if place else "", name]
    whole = left.replace({name: name**power for name in moved})
    before: Prose = (f"With the power {power} of a letter written for each of ", *told, ": ")
    for subgoal, premise in _below(goal, step):
        for line in _follow(subgoal, premise, whole):
            yield replace(line, sentence=before + line.sentence)


def _proportional(goal: Goal, step: Step, left: Formula) -> Iterator[Line]:
    """The solutions of a*b = c*d that are not negative, by four letters."""
    fact = goal.hypotheses[step.args["hypothesis"]].expr
    (a, b), (c, d) = (side.args for side in fact.args)
    p, n, u, v = (symbol(f"part{place}") for place in range(1, 5))
    solved = ((a, p * v), (b, n * u), (c, p * u), (d, n * v))
    told: list[Piece] = [
        "Cells that are not negative with ",
        equation(a * b, "=", c * d),
        " are ",
    ]
    for place, (cell, product) in enumerate(solved):
        told += [", " if place else "", equation(cell, "=", product)]
    yield Line((*told, ", with letters that are not negative."))
    for subgoal, premise in _below(goal, step):
        yield from _follow(subgoal, premise, left)


def _lettered(goal: Goal) -> Callable[[Formula], Formula]:
    """Margins by their letters, of the matrices that the goal is about."""
    names = [variable.name for variable in goal.variables]
    return lambda tree: with_margins(tree, names)


def _below(goal: Goal, step: Step) -> Iterator[tuple[Obligation, Step]]:
    return zip(apply(goal, step.rule, step.args), step.premises, strict=True)


# --- where a goal looks --------------------------------------------------------------------


def conditions(hypotheses: tuple[Atom, ...], names: Collection[str] = ()) -> list[Equation]:
    """The hypotheses other than definedness, `x - 1 >= 0` as x >= 1, margins by their letters."""

    def shown(tree: Formula) -> Formula:
        return with_margins(tree, names)

    found: list[Equation] = []
    for atom in hypotheses:
        if atom.rel in ("defined", "undefined", "constant-mean"):
            continue
        if atom.expr.op == "neg" and atom.expr.args[0].op == "-":  # -(a - b)
            atom = replace(atom, expr=minus(*atom.expr.args[0].args[::-1]))
        if atom.expr.op == "-" and atom.expr.args[1] != ZERO:  # x - y >= 0
            one, other = map(shown, atom.expr.args)
            found.append(equation(one, atom.rel, other))
        else:
            found.append(equation(shown(atom.expr), atom.rel, 0))
    return list(dict.fromkeys(found))


def _condition(goal: Goal, atom: Atom) -> Equation:
    """The condition of a case, its two sides multiplied out."""
    try:
        read = reader(Goal(goal.variables, (), atom))
        top, bottom = read.ratio(atom.expr)
    except RuleError:
        return equation(_lettered(goal)(atom.expr), atom.rel, 0)
    shown = Shown(read)
    tree = shown.margin(shown.sum(top))
    return equation(ratio(tree, shown.formula(bottom)), atom.rel, 0)
