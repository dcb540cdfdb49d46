"""What each rule of a proof does, in a sentence: the full form of a proof gives one for each step.

Each function is given the obligation of the step, its arguments, and how its polynomials are
written; a branch of a step has a head of its own (`heads`).

Invariant: a number or a formula in a sentence is read off the arguments of the step.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from symbolic_measures.kernel.algebra import Poly, Sequent
from symbolic_measures.kernel.rules.registry import Obligation
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, symbol
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.nouns.verdict import Step
from symbolic_measures.report.prose import Piece, Prose, equation, number

Write = Callable[[Poly], Formula]

#: Rules whose sentence needs nothing of the step.
PLAIN = {
    "evaluate": "Both sides are numbers: exact evaluation.",
    "strictly": "It is enough to show the strict inequality.",
    "weaken": "It is enough to show it under fewer conditions, or strictly.",
    "forget": "Conditions that share no variable with it are left out.",
    "outer": "Both sides are one monotone function of two arguments: these are compared.",
    "termwise": "Both sides are sums: they are compared term by term.",
    "reorder": "Both sides have the same terms in another order.",
    "scaled": "The formula keeps its value when all cells are multiplied by one factor.",
    "split": "By the cases of a convention, an absolute value, a minimum or a maximum.",
    "clear": "Denominators are cleared: what is shown is where they are not 0, and the numerator.",
    "mean": "A generalized mean lies between the two values it is made of.",
    "triangle": "Angles and chords between three vectors satisfy the triangle inequality; these "
    "are vectors if the Gram determinant of their cosines is not negative.",
    "gram": "The cosines are those of three vectors: coefficient by coefficient, the matrix of the "
    "inner products is positive semidefinite.",
    "path": "By the mean value theorem: the measure is defined all along the move, and its "
    "derivative has this sign there.",
    "affine-mean": "At fixed sizes the measure is affine in the counts, whose means are known.",
    "coefficients": "Seen from the coefficients: every term has this sign.",
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
    told = _GOALS.get(step.rule) if isinstance(goal, Goal) else None
    if told is not None:
        return told(step.args)
    if isinstance(goal, Sequent) and step.rule in _SEQUENTS:
        return _SEQUENTS[step.rule](goal, step.args, write)
    return (f"By the rule {step.rule}.",)


def heads(goal: Obligation, step: Step, count: int) -> list[Prose]:
    """What each premise is: a case, or one of several things to be shown; () for no head."""
    made = _HEADS.get(step.rule)
    found = made(goal, step.args) if made is not None else []
    return [*found, *[()] * (count - len(found))][:count]


# --- of formulas -----------------------------------------------------------------------------


def _via(args: Any) -> Prose:
    return ("Both sides are compared with ", _formula(args.get("value")), ".")


def _vanish(args: Any) -> Prose:
    x = symbol(str(args.get("variable")))
    return ("By cases: ", equation(x, "=", 0), ", or ", equation(x, ">=", 1),
            "; in the second, ", x + 1, " is written for ", x, ".")  # fmt: skip


def _powers(args: Any) -> Prose:
    k = args.get("exponent")
    return (f"The power {k} of it is written for every positive variable.",)


def _abstract(args: Any) -> Prose:
    told: list[Piece] = ["Parts of the formula have letters, of which only conditions are used: "]
    for place, text in enumerate(args.get("parts") or ()):
        told += [", " if place else "", symbol(f"part{place + 1}"), f" for {text}"]
    return (*told, ".")


def _proportional(args: Any) -> Prose:
    p, n, u, v = (symbol(f"part{place}") for place in range(1, 5))
    return ("The condition ", equation(symbol("a") * symbol("b"), "=", symbol("c") * symbol("d")),
            " is solved by ", equation(symbol("a"), "=", p * v), ", ",
            equation(symbol("c"), "=", p * u), ", ", equation(symbol("d"), "=", n * v), ", ",
            equation(symbol("b"), "=", n * u), ".")  # fmt: skip


_GOALS: dict[str, Callable[[Any], Prose]] = {
    "via": _via,
    "abstract": _abstract,
    "vanish": _vanish,
    "powers": _powers,
    "proportional": _proportional,
}


def _substitute(args: Any) -> Prose:
    found = {"variable": _vanish, "exponent": _powers, "hypothesis": _proportional}
    return found[next(iter(args))](args)


_GOALS["substitute"] = _substitute


# --- of polynomials --------------------------------------------------------------------------


def _combine(goal: Sequent, args: Any, write: Write) -> Prose:
    none = args.get("scale", 1) == 0
    told: list[Piece] = ["The conditions contradict each other: minus " if none
                         else "What is left is shown below, without "]  # fmt: skip
    given = args.get("multipliers") or {}
    for place, (own, text) in enumerate(given.items()):
        factor, fact = goal.polynomial(text), goal.hypotheses[int(own)]
        times: Prose = () if str(factor) == "1" else (write(factor), " times ")
        told += [", " if place else "", *times, equation(write(fact[0]), fact[1], 0)]
    if none:
        told.append(" is positive." if given else "0 is positive.")
    elif not given:
        return ("Squares of roots are replaced by their radicands.",)
    else:
        scale = args.get("scale", 1)
        told.append("." if scale == 1 else f", of {scale} times the left side.")
    return tuple(told)


def _contradiction(goal: Sequent, args: Any, write: Write) -> Prose:
    poly, rel = goal.hypotheses[args["number"]]
    return ("There is no such point: ", equation(write(poly), rel, 0),
            " is contrary to the signs of its coefficients.")  # fmt: skip


def _bound(goal: Sequent, args: Any, write: Write) -> Prose:
    poly, rel = goal.hypotheses[args["number"]]
    return (symbol(str(args["variable"])), " is written by its distance from the bound ",
            equation(write(poly), rel, 0), ", which has the same letter from here on.")  # fmt: skip


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
    larger = {"root": "the term with it is the larger one", "free": "the other term is the larger"}
    told = larger.get(str(args.get("larger")), "the two terms are compared")
    return (f"By comparing squares: {told}, of the root ", root, ".")


def _zero(goal: Sequent, args: Any, write: Write) -> Prose:
    x = symbol(str(args["variable"]))
    whole = goal.sorts[goal.names.index(str(args["variable"]))] == "natural"
    more: Prose = (", where ", x + 1, " is written for ", x) if whole else ()
    return ("By cases: ", equation(x, "=", 0), ", or ", equation(x, ">", 0), *more, ".")


def _order(goal: Sequent, args: Any, write: Write) -> Prose:
    x, y = symbol(str(args["x"])), symbol(str(args["y"]))
    return ("By cases of which of ", x, " and ", y, " is larger; the larger one is written as the "
            "other one plus what it exceeds it by, which has its letter.")  # fmt: skip


def _apart(goal: Sequent, args: Any, write: Write) -> Prose:
    return ("It is not 0, for it is positive." if args["sign"] == 1
            else "It is not 0, for it is negative.",)  # fmt: skip


_SEQUENTS: dict[str, Callable[[Sequent, Any, Write], Prose]] = {
    "combine": _combine, "contradiction": _contradiction, "bound": _bound, "shift": _bound,
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


_HEADS: dict[str, Callable[[Any, Any], list[Prose]]] = {
    "zero": _zero_heads,
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
