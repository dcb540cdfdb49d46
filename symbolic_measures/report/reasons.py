"""What each rule of a proof does, in a sentence: the full form of a proof gives one for each step.

Each function is given the obligation of the step, its arguments, and how its polynomials are
written; a branch of a step has a head of its own (`heads`).

Invariant: a number or a formula in a sentence is read off the arguments of the step.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from symbolic_measures.kernel.algebra import NowhereDefinedError, Poly, Sequent
from symbolic_measures.kernel.reader import reader
from symbolic_measures.kernel.rules.goals import new_letters
from symbolic_measures.kernel.rules.registry import Obligation
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, symbol
from symbolic_measures.nouns.statement import Goal, Variable
from symbolic_measures.nouns.verdict import Step
from symbolic_measures.report.prose import Piece, Prose, equation, number

Write = Callable[[Poly], Formula]
#: What a letter is that stands for the gap of a condition.
SIGNED = {">": "positive", ">=": "at least 0"}

#: Rules whose sentence needs nothing of the step.
PLAIN = {
    "evaluate": "Both sides are numbers: exact evaluation.",
    "strictly": "It is enough to show the strict inequality.",
    "weaken": "It is enough to show it under fewer conditions, or strictly.",
    "forget": "Conditions that share no variable with it are left out.",
    "outer": "Both sides are one monotone function of two arguments: these are compared.",
    "termwise": "Both sides are sums: they are compared term by term.",
    "reorder": "Both sides have the same terms in another order.",
    "split": "By the cases of a convention, an absolute value, a minimum or a maximum.",
    "mean": "A generalized mean lies between the two values it is made of.",
    "triangle": "Angles and chords between three vectors satisfy the triangle inequality; these "
    "are vectors if the Gram determinant of their cosines is not negative.",
    "gram": "The cosines are those of three vectors: coefficient by coefficient, the matrix of the "
    "inner products is positive semidefinite.",
    "path": "By the mean value theorem: what is compared is defined all along the move, and its "
    "derivative has this sign there.",
    "squared": "The square of a root is its radicand.",
    "absurd": "The conditions contradict each other.",
    "both": "It is at least 0 and at most 0.",
    "logarithm": "The logarithm grows: the product of the arguments is compared with 1.",
    "arccosine": "The arccosine falls: the arguments are compared.",
    "arguments": "The function is monotone: the arguments are compared.",
    "rooted": "The product of the roots is a polynomial: the root of the product of the radicands.",
    "every-goal": "Every part is shown.",
    "vacuous": "There is nothing that it speaks of.",
    "empty": "The conditions of this part hold nowhere.",
}


def reason(goal: Obligation, step: Step, write: Write) -> Prose:
    """What a step does."""
    if step.rule in PLAIN:
        return (PLAIN[step.rule],)
    if isinstance(goal, Goal) and step.rule == "clear":
        return (_cleared(goal, bool(step.premises)),)
    if isinstance(goal, Goal) and step.rule in _GOALS:
        return _GOALS[step.rule](goal, step.args)
    if isinstance(goal, Sequent) and step.rule in _SEQUENTS:
        return _SEQUENTS[step.rule](goal, step.args, write)
    return (f"By the rule {step.rule}.",)


def heads(goal: Obligation, step: Step, count: int) -> list[Prose]:
    """What each premise is: a case, or one of several things to be shown; () for no head."""
    made = _HEADS.get(step.rule)
    found = made(goal, step.args) if made is not None else []
    return [*found, *[()] * (count - len(found))][:count]


# --- of formulas -----------------------------------------------------------------------------


def _cleared(goal: Goal, more: bool) -> str:
    """What is left of a goal without its denominators; `more` if that is anything."""
    if not more and _nowhere(goal):
        return "There is no such point: by the conditions something is divided by 0."
    match goal.conclusion.rel:
        case "undefined":
            return "It is undefined where one of the conditions of a value fails: below is which."
        case "defined":
            return ("Below are the conditions of a value that are not given." if more
                    else "The conditions of a value are given.")  # fmt: skip
    return ("Denominators are cleared: below are the conditions of a value that are not given, "
            "then the numerator.")  # fmt: skip


def _nowhere(goal: Goal) -> bool:
    """Whether a hypothesis divides by the polynomial 0."""
    read = reader(goal)
    try:
        for atom in goal.hypotheses:
            if atom.rel == "defined":
                read.define(atom.expr)
            else:
                read.ratio(atom.expr)
    except NowhereDefinedError:
        return True
    return False


def _affine_mean(goal: Goal, args: Any) -> Prose:
    several = len(goal.blocks[0]) > len(CELLS)
    at: Prose = (symbol("TP"), " is 0, and ", symbol("M_1"), " where it is 1")
    if several:
        at = ("the cells outside the last row and column are 0, and ", symbol("M_ij"), " where "
              "of these ", symbol("c_ij"), " alone is 1")  # fmt: skip
    return ("At fixed sizes the measure is affine in the counts, whose means are known: at these "
            "sizes ", symbol("M_0"), " is the value where ", *at, ".")  # fmt: skip


def _via(goal: Goal, args: Any) -> Prose:
    return ("Both sides are compared with ", _formula(args.get("value")), ".")


def _vanish(goal: Goal, args: Any) -> Prose:
    x = symbol(str(args.get("variable")))
    if Variable(str(args.get("variable")), "natural") not in goal.variables:
        return ("By cases: ", equation(x, "=", 0), ", or ", equation(x, ">", 0), ".")
    return ("By cases: ", equation(x, "=", 0), ", or ", equation(x, ">=", 1),
            "; in the second, ", x + 1, " is written for ", x, " wherever it stands.")  # fmt: skip


def _powers(goal: Goal, args: Any) -> Prose:
    k = args.get("exponent")
    return (f"The power {k} of it is written for every positive variable wherever it stands.",)


def _abstract(goal: Goal, args: Any) -> Prose:
    told: list[Piece] = ["Parts of the formula have letters, of which only conditions are used: "]
    parts = args.get("parts") or ()
    names = new_letters((variable.name for variable in goal.variables), len(parts))
    for place, (name, text) in enumerate(zip(names, parts, strict=True)):
        told += [", " if place else "", symbol(name), f" for {text}"]
    return (*told, ".")


def _proportional(goal: Goal, args: Any) -> Prose:
    p, n, u, v = (symbol(f"part{place}") for place in range(1, 5))
    (a, b), (c, d) = (side.args for side in goal.hypotheses[args["hypothesis"]].expr.args)
    return ("Where ", equation(a * b, "=", c * d), " these are written as ",
            equation(a, "=", p * v), ", ", equation(b, "=", n * u), ", ",
            equation(c, "=", p * u), ", ", equation(d, "=", n * v),
            ", with letters that are at least 0.")  # fmt: skip


def _scaled(goal: Goal, args: Any) -> Prose:
    return ("Both sides are values of one formula, whose cells are on the left ",
            _formula(args.get("k")), " times those on the right; and it keeps its value when all "
            "cells are multiplied by one factor, ", symbol("part1"), ".")  # fmt: skip


_GOALS: dict[str, Callable[[Goal, Any], Prose]] = {
    "clear": lambda goal, args: (_cleared(goal, True),),
    "affine-mean": _affine_mean,
    "scaled": _scaled,
    "via": _via,
    "abstract": _abstract,
    "vanish": _vanish,
    "powers": _powers,
    "proportional": _proportional,
}


def _substitute(goal: Goal, args: Any) -> Prose:
    found = {"variable": _vanish, "exponent": _powers, "hypothesis": _proportional}
    return found[next(iter(args))](goal, args)


_GOALS["substitute"] = _substitute


# --- of polynomials --------------------------------------------------------------------------


def _combine(goal: Sequent, args: Any, write: Write) -> Prose:
    scale, given = args.get("scale", 1), args.get("multipliers") or {}
    if not given:
        return (PLAIN["absurd"] if scale == 0 else PLAIN["squared"],)
    start = "" if scale == 1 else f"{scale} times "
    told: list[Piece] = ["The conditions contradict each other: minus the left side below is "
                         if scale == 0 else f"{start or 'T'}he left side is the one below plus "
                         ]  # fmt: skip
    where: list[Piece] = []
    for place, (own, text) in enumerate(given.items()):
        factor, (poly, rel) = goal.polynomial(text), goal.hypotheses[int(own)]
        fact = write(poly)
        told += [" plus " if place else "", fact if factor.is_one() else write(factor) * fact]
        where += [", " if place else ", where ", equation(fact, rel, 0)]
    return (*told, *where, ".")


def _coefficients(goal: Sequent, args: Any, write: Write) -> Prose:
    poly, rel = goal.conclusion
    if poly.is_zero():
        return ("All terms cancel.",)
    if poly.is_constant():
        return ("It is a number.",)
    words = {">=": "No term is negative.", ">": "No term is negative, and one is positive.",
             "==": "All terms cancel."}  # fmt: skip
    return (words.get(rel, "All terms have one sign, and one is not 0."),)


def _contradiction(goal: Sequent, args: Any, write: Write) -> Prose:
    poly, rel = goal.hypotheses[args["number"]]
    false = " is false." if poly.is_constant() else " is contrary to the signs of its terms."
    return ("There is no such point: ", equation(write(poly), rel, 0), false)


def _bound(goal: Sequent, args: Any, write: Write) -> Prose:
    """x by a condition s*x + r rel 0, as the rule writes it."""
    poly, rel = goal.hypotheses[args["number"]]
    place, x = goal.index(args["variable"]), symbol(str(args["variable"]))
    unit = tuple(int(other == place) for other in range(len(goal.names)))
    slope = int(poly.to_dict()[unit])
    own, rest, sort = goal.gens[place], poly - goal.gens[place] * slope, goal.sorts[place]
    given = equation(write(poly), rel, 0)
    if rest.is_zero() and slope > 0 and rel != "==":
        return (x, f" is {SIGNED[rel]} from here on, for ", given, ".")
    used = {s for s, power in zip(goal.sorts, rest.degrees(), strict=True) if power}
    low, sign = poly.context().constant(abs(slope)), SIGNED.get(rel, "")
    if rel == "==":
        top = rest if slope < 0 else -rest
    elif slope == 1 and sort == "natural" and used <= {"natural"}:
        top, sign = own - rest + int(rel == ">"), SIGNED[">="]
    elif slope > 0 or sort == "real":
        top = own * slope - rest if slope > 0 else rest + own * slope
    else:
        top, low, sign = own * rest, (own + 1) * -slope, SIGNED[">" if sort == "positive" else ">="]
    tree = write(top) if low.is_one() else write(top) / write(low)
    new: Prose = (
        (
            " for a new ",
            x,
            f" that is {sign}",
        )
        if sign
        else ()
    )
    times: Prose = () if low.is_one() else ("; all is multiplied by a power of ", write(low))
    return (x, " is written as ", tree, *new, ", by the condition ", given, *times, ".")


def _factor(goal: Sequent, args: Any, write: Write) -> Prose:
    return ("By the signs of its factors.",)


def _cases(goal: Sequent, args: Any, write: Write) -> Prose:
    of = args.get("of")
    shown = write(goal.polynomial(of)) if of else write(goal.conclusion[0])
    return ("By cases of the sign of ", shown, "." if of else ", supposing the contrary.")


def _cut(goal: Sequent, args: Any, write: Write) -> Prose:
    between = equation(write(goal.polynomial(args["of"])), args["rel"], 0)
    return ("First ", between, ", then with it.")


def _square(goal: Sequent, args: Any, write: Write) -> Prose:
    root = write(goal.gens[goal.names.index(str(args["root"]))])
    larger = {
        "root": ("The term with the root ", root, " is larger in absolute value than the rest: "
                 "below, its factor, then its square minus that of the rest."),
        "free": ("The rest is larger in absolute value than the term with the root ", root, ": "
                 "below, the rest, then its square minus that of this term."),
    }  # fmt: skip
    of_one = ("By comparing the squares of the term with the root ", root, " and of the rest.")
    return larger.get(str(args.get("larger")), of_one)


def _zero(goal: Sequent, args: Any, write: Write) -> Prose:
    x = symbol(str(args["variable"]))
    whole = goal.sorts[goal.names.index(str(args["variable"]))] == "natural"
    more: Prose = (", where ", x + 1, " is written for ", x) if whole else ()
    if goal.sorts[goal.names.index(str(args["variable"]))] == "real":
        more = (", or ", equation(x, "<", 0), ", where ", -x, " is written for ", x)
    return ("By cases: ", equation(x, "=", 0), ", or ", equation(x, ">", 0), *more, ".")


def _order(goal: Sequent, args: Any, write: Write) -> Prose:
    x, y = symbol(str(args["x"])), symbol(str(args["y"]))
    return ("By cases of which of ", x, " and ", y, " is larger; the larger one is written as the "
            "other one plus what it exceeds it by, which has its letter.")  # fmt: skip


def _apart(goal: Sequent, args: Any, write: Write) -> Prose:
    return ("It is not 0, for it is positive." if args["sign"] == 1
            else "It is not 0, for it is negative.",)  # fmt: skip


_SEQUENTS: dict[str, Callable[[Sequent, Any, Write], Prose]] = {
    "combine": _combine, "coefficients": _coefficients, "contradiction": _contradiction,
    "bound": _bound, "shift": _bound,
    "below": _bound, "factor": _factor, "cases": _cases, "cut": _cut, "square": _square,
    "zero": _zero, "order": _order, "apart": _apart,
    "weaken": lambda goal, args, write: (PLAIN["weaken"],),
}  # fmt: skip


# --- premises --------------------------------------------------------------------------------


def _zero_heads(goal: Any, args: Any) -> list[Prose]:
    x = symbol(str(args["variable"]))
    return [("Where ", equation(x, rel, 0), ": ") for rel in ("=", ">", "<")]


def _vanish_heads(goal: Any, args: Any) -> list[Prose]:
    x = symbol(str(args["variable"]))
    return [("Where ", equation(x, "=", 0), ": "), ("Where ", equation(x, ">=", 1), ": ")]


def _mean_heads(goal: Any, args: Any) -> list[Prose]:
    return [("The first value is positive: ",), ("The second value is positive: ",),
            ("Where the first value is the larger: ",), ("Where the second one is: ",)]  # fmt: skip


def _order_heads(goal: Any, args: Any) -> list[Prose]:
    x, y = symbol(str(args["x"])), symbol(str(args["y"]))
    return [("Where ", equation(x, ">=", y), ": "), ("Otherwise: ",)]


def _scaled_heads(goal: Any, args: Any) -> list[Prose]:
    cells = [str(cell) for cell in args["cells"]]
    each: list[Prose] = [(f"The cell {cell} on the {side}: ",) for cell in cells
                         for side in ("right", "left")]  # fmt: skip
    return [("The factor: ",), *each, ("By any factor: ",)]


_HEADS: dict[str, Callable[[Any, Any], list[Prose]]] = {
    "zero": _zero_heads,
    "scaled": _scaled_heads,
    "vanish": _vanish_heads,
    "mean": _mean_heads,
    "order": _order_heads,
    "path": lambda goal, args: [("It is defined: ",), ("Its derivative: ",)],
    "affine-mean": lambda goal, args: [("It is affine: ",), ("Its mean: ",)],
    "below": lambda goal, args: [("Below the bound: ",), ("At the bound: ",)],
    "cut": lambda goal, args: [("First: ",), ("Then: ",)],
}


def _formula(text: object) -> Piece:
    try:
        return number(str(text))
    except FormulaError:
        return str(text)
