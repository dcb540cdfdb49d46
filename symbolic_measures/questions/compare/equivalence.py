"""What it means that two measures rank all predictions of one truth alike, as goals.

Both are strictly monotone functions of one base: A = f(Z), B = g(Z), at every matrix where both are
defined.  Then A and B order any two such matrices of one truth alike (better is better): f and g
may use the true sizes P and N, which two predictions of one truth share.

Invariant: the goals imply order equivalence.  Z is defined where both are and within its bounds;
there A = f(Z) and B = g(Z); and f and g grow (or fall, where a measure is a dissimilarity) between
the bounds, at any P and N that occur.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from symbolic_measures.meaning.measure import Measure
from symbolic_measures.meaning.property import C
from symbolic_measures.nouns.confusion import CELLS, SIZE, N, P
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Sort, Statement, Variable

X, GAP = symbol("x"), symbol("gap")
SIZES = {"P": P, "N": N}
#: The bounds of a base that may be stated.
BOUNDS = ("", "-1", "0", "1")


@dataclass(frozen=True)
class Link:
    """A = f(Z), B = g(Z) for the base Z, with the bounds of Z, and the true sizes that are > 0.

    f and g are texts in x, P, N (n = P + N) and the parameters of the measures.
    """

    base: str
    functions: tuple[str, str]
    low: str = ""
    high: str = ""
    positive: tuple[str, ...] = ()


def function(text: str, parameters: tuple[str, ...]) -> Formula:
    """A function of x and the true sizes; FormulaError for anything else."""
    names = {"x": X, "P": symbol("P"), "N": symbol("N"), "n": symbol("P") + symbol("N"),
             "pi": Formula("acos", -formula(1))}  # fmt: skip
    return parse(text, names=names, parameters=parameters)


def equivalence(
    pair: tuple[Measure, Measure], base: Measure, link: Link, subject: Measure
) -> Statement:
    """The statement that a link makes of two measures; `subject` has the parameters of both.

    FormulaError if the link is not in the form that links have.
    """
    if taken := {"x", "gap", "P", "N"} & set(subject.parameters):
        raise FormulaError(f"a parameter cannot be called {min(taken)} here")
    functions = [function(text, subject.parameters) for text in link.functions]
    goals = [*_equalities(pair, base, functions, subject), *_within(pair, base, link, subject)]
    for measure, tree in zip(pair, functions, strict=True):
        rising = measure.higher_is_better == base.higher_is_better
        if tree != X or not rising:
            goals.append(_monotone(tree, link, subject, rising))
    names = ", ".join(measure.name for measure in pair)
    sentence = (
        "Wherever both are defined, both are strictly monotone functions of one measure of the "
        "same truth, so they rank any two predictions of a truth alike."
    )
    return Statement("order-equivalence", names, sentence, tuple(goals))


def below(pair: tuple[Measure, Measure], subject: Measure) -> Statement:
    """The value of the first is at most that of the second, where both are defined."""
    one, other = (measure.formula for measure in pair)
    goal = _goal(pair, subject, Atom(other - one, ">="), "the two values")
    sentence = f"{pair[0].name} <= {pair[1].name} wherever both are defined."
    return Statement("at-most", f"{pair[0].name}, {pair[1].name}", sentence, (goal,))


def _goal(pair: tuple[Measure, Measure], subject: Measure, conclusion: Atom, label: str) -> Goal:
    """A goal on all matrices where both measures are defined."""
    variables = tuple(Variable(name, "natural") for name in CELLS) + subject.variables
    trees = tuple(measure.formula for measure in pair)
    given = dict.fromkeys(Atom(tree, "defined") for tree in trees)
    hypotheses = (*subject.conditions, Atom(SIZE - 1, ">="), *given)
    return Goal(variables, hypotheses, conclusion, (C,), trees, (CELLS,), label)


def _equalities(
    pair: tuple[Measure, Measure], base: Measure, functions: list[Formula], subject: Measure
) -> Iterator[Goal]:
    for measure, tree in zip(pair, functions, strict=True):
        if tree == X and measure.formula == base.formula:
            continue
        value = tree.at(x=base.formula, P=P, N=N)
        conclusion = Atom(measure.formula - value, "==")
        yield _goal(pair, subject, conclusion, f"{measure.name} as a function")
    yield _goal(pair, subject, Atom(base.formula, "defined"), "the base is defined")


def _within(
    pair: tuple[Measure, Measure], base: Measure, link: Link, subject: Measure
) -> Iterator[Goal]:
    for text, sign in ((link.low, 1), (link.high, -1)):
        if text not in BOUNDS:
            raise ValueError(f"a bound is one of {', '.join(BOUNDS[1:])}")
        if text:
            end = formula(int(text))
            gap = base.formula - end if sign > 0 else end - base.formula
            yield _goal(pair, subject, Atom(gap, ">="), f"{'>=' if sign > 0 else '<='} {text}")
    for name in link.positive:
        yield _goal(pair, subject, Atom(SIZES[name] - 1, ">="), f"{name} >= 1")


def _monotone(tree: Formula, link: Link, subject: Measure, rising: bool) -> Goal:
    """f(x + gap) > f(x) (or <) for x and x + gap within the bounds, where both are defined."""
    start = X + formula(int(link.low)) if link.low else X
    end = start + GAP
    one, other = tree.at(x=start), tree.at(x=end)
    hypotheses = [*subject.conditions]
    if link.high:
        hypotheses.append(Atom(formula(int(link.high)) - end, ">="))
    variables = [Variable("x", "nonnegative" if link.low else "real"), Variable("gap", "positive")]
    for name in SIZES:
        if name in tree.symbols():
            sort: Sort = "positive" if name in link.positive else "nonnegative"
            variables.append(Variable(name, sort))
    used = [name for name in SIZES if name in tree.symbols()]
    if len(used) == len(SIZES):  # n >= 1; of P or N alone nothing is known
        hypotheses.append(Atom(symbol("P") + symbol("N") - 1, ">="))
    difference = other - one if rising else one - other
    hypotheses += [Atom(one, "defined"), Atom(other, "defined")]
    return Goal(
        (*variables, *subject.variables), tuple(hypotheses), Atom(difference, ">"),
        label=f"{tree} is strictly {'growing' if rising else 'falling'}",
    )  # fmt: skip
