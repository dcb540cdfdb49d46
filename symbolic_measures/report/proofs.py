"""What a proof rests on, read off its steps: lines of a sentence and a displayed formula.

The steps on formulas (a constant between, the derivative along the move, cases, clearing of
denominators) are followed by asking the kernel's rules for their subgoals; the numerator and
denominator shown are read by the kernel's `Reader`.  Steps on polynomials are told by name.

Invariant: what a line says of coefficients is looked up in the very polynomial it shows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from symbolic_measures.kernel.algebra import RuleError
from symbolic_measures.kernel.reader import reader
from symbolic_measures.kernel.rules.registry import Obligation
from symbolic_measures.macros import apply
from symbolic_measures.nouns.formula import Formula, exponent_of, formula, symbol
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.nouns.verdict import Step
from symbolic_measures.report.cleared import Cleared, cleared
from symbolic_measures.report.polynomials import Shown, ratio, with_margins
from symbolic_measures.report.prose import Equation, Piece, Prose, equation, number
from symbolic_measures.report.squares import inequalities

MOST_CASES, MOST_TERMS = 4, 3

REASONS = {
    "zero": "cases in which a cell is 0 or positive",
    "order": "cases by the order of two variables",
    "cases": "cases by the sign of a polynomial",
    "factor": "the signs of its factors",
    "square": "comparing the squares of roots",
    "cut": "intermediate inequalities",
    "shift": "the range of the parameters",
    "below": "the range of the parameters",
    "logarithm": "the arguments of the logarithms",
    "arccosine": "the arguments of the arccosines",
    "rooted": "a product of roots that is a polynomial",
    "combine": "the hypotheses",
    "contradiction": "the hypotheses",
}
KINKS = {
    "ifzero": "the convention",
    "Abs": "the absolute value",
    "Min": "the minimum",
    "Max": "the maximum",
}
ZERO = formula(0)


@dataclass(frozen=True)
class Line:
    """One sentence and at most one displayed formula."""

    sentence: Prose
    display: Equation | None = None
    #: It says more of the line before; no summary is read off it.
    aside: bool = False


def lines(goal: Goal, step: Step, left: Formula) -> list[Line]:
    """What the proof of a goal says; `left` is the name of the conclusion's formula."""
    found: list[Line] = []
    last: Prose = ()
    for line in dict.fromkeys(_follow(goal, step, left)):
        again = line.sentence == last
        found.append(replace(line, sentence=("Likewise:",)) if again else line)
        last = line.sentence
    return found


def _follow(goal: Obligation, step: Step, left: Formula) -> Iterator[Line]:
    if not isinstance(goal, Goal):
        return
    match step.rule:
        case "evaluate":
            yield Line(("By exact evaluation.",))
        case "reorder":
            yield Line(("Both sides are the same terms in another order.",))
        case "clear":
            yield from _cleared(goal, step, left)
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
        case "mean":
            yield from _mean(goal, step, left)
        case "triangle":
            yield from _triangle(goal, step, left)
        case "affine-mean":
            yield from _affine(goal, step, left)
        case _:
            for subgoal, premise in _below(goal, step):
                yield from _follow(subgoal, premise, left)


def minus(left: Formula, right: Formula) -> Formula:
    """left - right as a person writes it: no zeros, no double signs."""
    if right.op == "neg":
        inner: Formula = right.args[0]
        return inner if left == ZERO else left + inner
    if right == ZERO:
        return left
    return -right if left == ZERO else left - right


def _parts(left: Formula) -> tuple[Formula, Formula]:
    """The two sides of a named difference."""
    if left.op == "-":
        return left.args[0], left.args[1]
    return (ZERO, left.args[0]) if left.op == "neg" else (left, ZERO)


def _via(goal: Goal, step: Step, left: Formula) -> Iterator[Line]:
    first, second = _parts(left)
    middle = number(str(step.args["value"]))
    constant = middle if isinstance(middle, Formula) else symbol(str(step.args["value"]))
    names = minus(first, constant), minus(constant, second)
    for (subgoal, premise), name in zip(_below(goal, step), names, strict=True):
        if not isinstance(subgoal, Goal) or exponent_of(subgoal.conclusion.expr) is None:
            yield from _follow(subgoal, premise, name)  # else it says 3/3 = 1


def _path(goal: Goal, step: Step, left: Formula) -> Iterator[Line]:
    subgoals = apply(goal, step.rule, step.args)
    letter = str(_parts(left)[0])[:1]
    along: Prose = (
        "All along the move from ", symbol("C"), " to ", symbol("C'"), " (", symbol("t"),
        " from 0 to 1) the measure is defined, and its derivative has one sign. ",
    )  # fmt: skip
    name, inner = symbol(f"d{letter}/dt"), subgoals[1]
    if step.premises[1].rule == "vanish" and isinstance(inner, Goal):
        yield from _inside(inner, step.premises[1], along, name)
        return
    for line in _follow(inner, step.premises[1], name):
        yield Line(along + line.sentence, line.display, line.aside)
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
    yield from _asides(fraction)


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
        told.append(Line((*where, ": ", *line.sentence), line.display, line.aside))
    more = len(told) + trivial - len(told[:MOST_CASES])
    agreeing = f"; {trivial} of them are impossible, or both sides agree." if trivial else "."
    yield Line((f"By {len(told) + trivial} cases of {_kinks(goal)}{agreeing}",))
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
    names, last, proof = [], goal, step
    while proof.rule == "vanish":
        names.append(symbol(str(proof.args["variable"])))
        (_, (below, proof)) = _below(last, proof)
        if not isinstance(below, Goal):
            return
        last = below
    told: list[Piece] = []
    for place, name in enumerate(dict.fromkeys(names)):
        told += [", " if place else "", name]
    count = _leaves(step)
    given: Prose = (f"By {count} cases in which cells are 0 or positive. Where ", *told)
    several = len(told) > 2
    given += (f" {'are' if several else 'is'} positive, {'each ' if several else ''}written as "
              "itself plus 1: ",)  # fmt: skip
    for line in _follow(last, proof, left):
        yield Line(given + line.sentence, line.display, line.aside)
        given = ()


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
    before = _parts(left)[1]
    value = last.conclusion.expr.args[1 if rising else 0]
    letter = str(before)[:1]
    if len(goal.matrices) != 2 or not str(before).endswith("(C)"):
        yield from _follow(last, proof, last.conclusion.expr)
        return
    told: Prose = (
        symbol(letter), f" is a {'growing' if rising else 'falling'} function of ", symbol("X"),
        ", so it is enough to compare:",
    )  # fmt: skip
    yield Line(told, equation(symbol("X"), "=", with_margins(value)))
    sides = zip(last.conclusion.expr.args, ("X(C')", "X(C)") if rising else ("X(C)", "X(C')"))
    first, second = (side if exponent_of(side) is not None else symbol(x) for side, x in sides)
    yield from _follow(last, proof, first - second)


def _termwise(goal: Goal, step: Step) -> Iterator[Line]:
    """Two sums, term by term; terms that are the same on both sides are left out."""
    yield Line(("The sums are compared term by term; equal terms are left out.",))
    told: list[Line] = []
    for subgoal, premise in _below(goal, step):
        if isinstance(subgoal, Goal) and len(set(subgoal.conclusion.expr.args)) > 1:
            first, second = map(with_margins, subgoal.conclusion.expr.args)
            told += _follow(subgoal, premise, minus(first, second))
    strict = [line for line in told if line.display and line.display.relations[-1] == ">"]
    shown = list(dict.fromkeys([*strict[:1], *told]))[:MOST_TERMS]
    yield from shown
    if len(told) > len(shown):
        yield Line((f"The other {len(told) - len(shown)} are like these.",))


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
    yield from _follow(gram, proof, name)


def _below(goal: Goal, step: Step) -> Iterator[tuple[Obligation, Step]]:
    return zip(apply(goal, step.rule, step.args), step.premises, strict=True)


def _affine(goal: Goal, step: Step, left: Formula) -> Iterator[Line]:
    letter = str(left)[2:3]
    mean = apply(goal, step.rule, step.args)[1]
    if not isinstance(mean, Goal):
        return
    slope = mean.conclusion.expr.args[0].args[1].args[0]
    a, b, tp = symbol("a"), symbol("b"), symbol("TP")
    told: Prose = (
        "At fixed n, P and ", symbol("Phat"), " the measure is affine in ", tp, ".",
    )  # fmt: skip
    yield Line(told, equation(symbol(letter), "=", a + b * tp))
    yield from _slope(mean, slope, b)
    center = symbol("P") * symbol("Phat") / symbol("n")
    value = number(str(step.args["value"]))
    if isinstance(value, Formula):
        told = (tp, " is hypergeometric with mean ", center, ", and the expectation is:")
        yield Line(told, equation(symbol(f"E[{letter}]"), "=", a + b * center, "=", value))


def _slope(goal: Goal, slope: Formula, name: Formula) -> Iterator[Line]:
    """What the slope is, where that is short."""
    try:
        fraction = cleared(goal.variables, slope, 1)
    except RuleError:
        return
    if not fraction.notes and not fraction.asides:
        told: Prose = ("The slope depends on the sizes alone:",)
        yield Line(told, equation(name, "=", fraction.formula))


# --- cleared of denominators ---------------------------------------------------------------


def _cleared(goal: Goal, step: Step, left: Formula) -> Iterator[Line]:
    rel = goal.conclusion.rel
    if rel in ("defined", "undefined"):
        yield Line((f"The measure is {rel} there, by {_by(step)}.",))
        return
    try:
        fraction = cleared(goal.variables, goal.conclusion.expr, step.args.get("sign", 1))
    except RuleError:
        yield Line((f"After clearing denominators, by {_by(step)}.",))
        return
    if rel == "==" or fraction.top.is_zero():
        yield Line((_vanishing(step, fraction),), equation(*_equal(left)))
        return
    shifted = _shifted(goal, step) if fraction.sign != 1 and rel in (">", ">=") else None
    if shifted is not None:
        yield Line(shifted[0], equation(left, "=", shifted[1].formula, rel, 0))
        yield from _asides(shifted[1])
        return
    display = equation(left, "=", fraction.formula, rel, 0)
    notes: Prose = tuple(piece for note in fraction.notes for piece in note)
    yield Line((_signed(step.premises[-1], fraction, rel), *notes), display)
    yield from _asides(fraction)
    for told, inequality in inequalities(goal, step):
        yield Line(told, inequality, aside=True)


def _asides(fraction: Cleared) -> Iterator[Line]:
    """The parts of a fraction that are displayed by themselves."""
    for told, display in fraction.asides:
        yield Line(told, display, aside=True)


def _shifted(goal: Goal, step: Step) -> tuple[Prose, Cleared] | None:
    """The fraction with x + 1 written for every cell x that is at least 1, if its sign is seen."""
    natural = {variable.name for variable in goal.variables if variable.sort == "natural"}
    least = [a.expr.args[0] for a in goal.hypotheses if a.rel == ">=" and a.expr.op == "-"
             and a.expr.args[1] == formula(1)]  # fmt: skip
    cells = list(dict.fromkeys(x for x in least if x.op == "symbol" and x.args[0] in natural))
    if not cells:
        return None
    tree = goal.conclusion.expr.replace({x: x + 1 for x in cells})
    try:
        fraction = cleared(goal.variables, tree, step.args.get("sign", 1))
    except RuleError:
        return None
    if fraction.sign != 1:
        return None
    told: list[Piece] = ["With "]
    for place, x in enumerate(cells):
        told += [", " if place else "", x + 1, " written for ", x]
    told.append(", no coefficient of the numerator is negative.")
    return (*told, *(piece for note in fraction.notes for piece in note)), fraction


def _equal(left: Formula) -> tuple[Formula, str, Formula]:
    first, second = _parts(left)
    if left.op == "+":
        first, second = left.args[0], -left.args[1]
    if first == ZERO or first.op == "number" or (first.op == "neg" and second.op == "symbol"):
        first, second = second, first
    return first, "=", second


def _vanishing(step: Step, fraction: Cleared) -> str:
    if fraction.top.is_zero():
        return "After clearing denominators both sides are identical."
    return f"The numerator of the difference vanishes, by {_by(step.premises[-1])}."


def _signed(closing: Step, fraction: Cleared, rel: str) -> str:
    positive = {">": "positive", ">=": "never negative", "!=": "never 0"}[rel]
    if fraction.sign == 1 and rel == ">=":
        return "The numerator has no negative coefficient."
    if fraction.sign == 1 and closing.rules() == {"coefficients"}:
        return "The numerator has no negative coefficient, and one of its terms is positive."
    if fraction.sign == 1:
        return f"The numerator has no negative coefficient; it is {positive} by {_by(closing)}."
    return f"The numerator is {positive}, by {_by(closing)}."


def _by(step: Step) -> str:
    """The reasons in words, in a fixed order."""
    used = step.rules()
    reasons = list(dict.fromkeys(text for rule, text in REASONS.items() if rule in used))
    return listed(reasons) if reasons else "its coefficients"


def listed(items: list[str]) -> str:
    """a, b and c."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


# --- where a goal looks --------------------------------------------------------------------


def conditions(hypotheses: tuple[Atom, ...]) -> list[Equation]:
    """The hypotheses other than definedness, `x - 1 >= 0` as x >= 1, margins by their letters."""
    found: list[Equation] = []
    for atom in hypotheses:
        if atom.rel in ("defined", "undefined", "constant-mean"):
            continue
        if atom.expr.op == "-" and atom.expr.args[1] == formula(1):
            found.append(equation(with_margins(atom.expr.args[0]), atom.rel, 1))
        else:
            found.append(equation(with_margins(atom.expr), atom.rel, 0))
    return list(dict.fromkeys(found))


def _condition(goal: Goal, atom: Atom) -> Equation:
    """The condition of a case, its two sides multiplied out."""
    try:
        read = reader(Goal(goal.variables, (), atom))
        top, bottom = read.ratio(atom.expr)
    except RuleError:
        return equation(with_margins(atom.expr), atom.rel, 0)
    shown = Shown(read)
    tree = shown.margin(shown.sum(top))
    return equation(ratio(tree, shown.formula(bottom)), atom.rel, 0)
