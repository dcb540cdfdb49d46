"""The six conditions of Theorem 3 of gosgens2021 on a normaliser s(p_A, p_B).

The theorem is about measures M = s(p_A, p_B)*(p_AB - p_A*p_B).  Each condition is stated for all
rational 0 < p_A, p_B < 1 where s is defined, written a1/(a1 + a0) and b1/(b1 + b0) with whole
numbers a1, a0, b1, b0 >= 1; so a counterexample is four small numbers.  A proof shows that whatever
a condition compares has a value there; where one is missing it is not violated, but undecided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from symbolic_measures.meaning.measure import Assumption
from symbolic_measures.meaning.property import ZERO
from symbolic_measures.nouns.derivative import inner_derivative
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.parser import identifiers, parse
from symbolic_measures.nouns.statement import Atom, Goal, Statement, Variable

SIZES = ("a1", "a0", "b1", "b0")
A1, A0, B1, B0 = map(symbol, SIZES)
PROPORTIONS = {"p_A": A1 / (A1 + A0), "p_B": B1 / (B1 + B0)}
PA, PB = symbol("p_A"), symbol("p_B")
QA, QB = formula(1) - PA, formula(1) - PB
ONE, TWO = formula(1), formula(2)


class Normaliser:
    """s as a formula in p_A, p_B and parameters, with what is assumed of these."""

    def __init__(self, text: str, assume: Iterable[str] = ()) -> None:
        conditions = list(assume)
        declared = {word for item in conditions for word in identifiers(item)}
        if taken := declared & {"p_A", "p_B", *SIZES}:
            raise FormulaError(f"{min(taken)} has a meaning here; a parameter needs another name")
        self.text = text.strip()
        self.formula = parse(self.text, names={}, parameters={"p_A", "p_B", *declared})
        self.parameters = tuple(n for n in self.formula.symbols() if n not in ("p_A", "p_B"))
        if missing := declared - set(self.parameters):
            raise FormulaError(f"--assume speaks of {min(missing)!r}, which does not occur")
        self.assumptions = tuple(
            Assumption.parse(item, declared) for item in conditions if not item.isidentifier()
        )

    def at(self, p_a: Formula, p_b: Formula) -> Formula:
        """s at other proportions."""
        return self.formula.at(p_A=p_a, p_B=p_b)

    def change(self, name: str) -> Formula:
        """The partial derivative."""
        try:
            return inner_derivative(self.formula, {name: 1}, (PA, PB, QA, QB)) or ZERO
        except ValueError as error:
            raise FormulaError(str(error)) from None

    def goal(self, left: Formula, right: Formula, rel: str, label: str, *hypotheses: Atom) -> Goal:
        """left - right rel 0 wherever s is defined."""
        variables = tuple(Variable(name, "natural") for name in SIZES)
        own = tuple(atom for item in self.assumptions for atom in item.atoms)
        sizes = (Atom(symbol(name) - 1, ">=") for name in SIZES)
        given = (*(atom.at(**PROPORTIONS) for atom in hypotheses),
                 Atom(self.formula.at(**PROPORTIONS), "defined"))  # fmt: skip
        sides = left.at(**PROPORTIONS), right.at(**PROPORTIONS)
        return Goal(
            variables + tuple(Variable(name, "real") for name in self.parameters),
            (*own, *sizes, *given),
            Atom(sides[0] - sides[1], rel),  # type: ignore[arg-type]
            (),
            sides,
            (SIZES,),
            label,
        )


Build = Callable[[Normaliser], list[Goal]]
CONDITIONS: dict[str, tuple[str, Build]] = {}


def _condition(number: str, sentence: str) -> Callable[[Build], Build]:
    def register(build: Build) -> Build:
        CONDITIONS[number] = sentence, build
        return build

    return register


def condition(number: str, normaliser: Normaliser) -> Statement:
    """The statement of a condition."""
    sentence, build = CONDITIONS[number]
    goals = tuple(build(normaliser))
    return Statement(f"condition-{number}", normaliser.text, sentence, goals)


@_condition("1", "s(p_B, p_A) = s(p_A, p_B) = s(1 - p_A, 1 - p_B).")
def _symmetric(s: Normaliser) -> list[Goal]:
    return [
        s.goal(s.at(PB, PA), s.formula, "==", "truth and prediction exchanged"),
        s.goal(s.at(QA, QB), s.formula, "==", "classes exchanged"),
    ]


@_condition("2", "s(p_A, p_A) = s(p_A, 1 - p_A) = 1/(p_A*(1 - p_A)).")
def _diagonal(s: Normaliser) -> list[Goal]:
    end = ONE / (PA * QA)
    return [
        s.goal(s.at(PA, PA), end, "==", "p_B = p_A"),
        s.goal(s.at(PA, QA), end, "==", "p_B = 1 - p_A"),
    ]


@_condition("3", "s < max(1/(p_A*p_B), 1/((1 - p_A)*(1 - p_B))) where p_B != 1 - p_A.")
def _above_minimal(s: Normaliser) -> list[Goal]:
    """p_A*p_B < (1 - p_A)*(1 - p_B) iff p_A + p_B < 1 iff a1*b1 < a0*b0: so which is larger."""
    return [
        s.goal(ONE / (PA * PB), s.formula, ">", "p_A + p_B < 1", Atom(A0 * B0 - A1 * B1, ">")),
        s.goal(ONE / (QA * QB), s.formula, ">", "p_A + p_B > 1", Atom(A1 * B1 - A0 * B0, ">")),
    ]


@_condition("4", "s < max(1/(p_A*(1 - p_B)), 1/((1 - p_A)*p_B)) where p_B != p_A.")
def _below_maximal(s: Normaliser) -> list[Goal]:
    """p_A*(1 - p_B) < (1 - p_A)*p_B iff p_A < p_B iff a1*b0 < b1*a0: so which is larger."""
    return [
        s.goal(ONE / (PA * QB), s.formula, ">", "p_A < p_B", Atom(B1 * A0 - A1 * B0, ">")),
        s.goal(ONE / (QA * PB), s.formula, ">", "p_A > p_B", Atom(A1 * B0 - B1 * A0, ">")),
    ]


def n00(s: Normaliser) -> Formula:
    """(1/s)*(p_A d/dp_A + p_B d/dp_B)s"""
    return (PA * s.change("p_A") + PB * s.change("p_B")) / s.formula


def n10(s: Normaliser) -> Formula:
    """(1/s)*((1 - p_A) d/dp_A - p_B d/dp_B)s"""
    return (QA * s.change("p_A") - PB * s.change("p_B")) / s.formula


@_condition(
    "5",
    "(1/s)*(p_A*d/dp_A + p_B*d/dp_B)s lies between min(-2, -1 - p_A*p_B/((1 - p_A)*(1 - p_B))) "
    "and max((2*p_B - 1)/(1 - p_B), (2*p_A - 1)/(1 - p_A)).",
)
def _grows_with_tn(s: Normaliser) -> list[Goal]:
    low = Formula("Min", formula(-2), formula(-1) - PA * PB / (QA * QB))
    high = Formula("Max", (TWO * PB - 1) / QB, (TWO * PA - 1) / QA)
    return [
        s.goal(n00(s), low, ">=", "the lower bound"),
        s.goal(high, n00(s), ">=", "the upper bound"),
    ]


@_condition(
    "6",
    "(1/s)*((1 - p_A)*d/dp_A - p_B*d/dp_B)s lies between min(2 - 1/p_A, 2 - 1/(1 - p_B)) and "
    "max(1 + p_B*(1 - p_A)/(p_A*(1 - p_B)), 2).",
)
def _falls_with_fn(s: Normaliser) -> list[Goal]:
    low = Formula("Min", TWO - ONE / PA, TWO - ONE / QB)
    high = Formula("Max", ONE + PB * QA / (PA * QB), TWO)
    return [
        s.goal(n10(s), low, ">=", "the lower bound"),
        s.goal(high, n10(s), ">=", "the upper bound"),
    ]
