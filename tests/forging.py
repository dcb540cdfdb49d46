"""Material for forgeries: real proof steps of every rule, points, and goals that are false."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import acos, isqrt, log
from typing import Any

from asking import check
from flint import fmpq

from symbolic_measures.kernel.algebra import Sequent
from symbolic_measures.kernel.rules.registry import RULES
from symbolic_measures.kernel.truth import holds
from symbolic_measures.macros import MACROS, apply, replay
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.errors import CertificateError
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.nouns.verdict import Step

#: (formula, assumptions): together their proofs use every rule.
SOURCES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("F1", ()),
    ("CC", ()),
    ("GM_half", ()),
    ("F_beta", ()),
    ("Gmean", ()),
    ("GM_m1", ()),
    ("kappa", ()),
    ("FM", ()),
    ("Abs(TP-FN)/n", ()),
    ("Max(TP,FN)/Max(TP,FN)", ()),
    ("1/(TP-TP)", ()),
    ("LOR", ()),
    ("DP", ()),
    ("GM", ()),
    ("-acos(FM)/pi", ()),
    ("-CD_chord", ()),
    ("a*TP/n+(1-a)*TN/n", ("0 < a < 1",)),
    ("(TP+a*TN)/n", ("a >= 1/2",)),
    ("F1*MCC", ()),
)
#: (formula, properties) of three classes, for the rules that only they use.
OF_CLASSES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("CE", ("symmetry",)),
    ("CD", ("distance",)),
    ("macro_F1", ("symmetry", "class-symmetry", "chance-corrected")),
    ("SBA", ("weakly-monotone",)),
    ("BA", ("constant-baseline",)),
    ("macro_F1_of_means", ("opitz-monotone",)),
    ("GmacR", ("chance-corrected",)),
    ("calibrated(kappa)", ("prevalence-invariant",)),
    ("calibrated(macro_precision)", ("prevalence-invariant",)),
)
#: (formula, properties over real matrices): proofs by steps of any length, of proportional cells.
REAL_SOURCES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("CC", ("tp-monotone", "tn-monotone")),
    ("OP", ("tp-monotone", "ace")),
    ("Gmean", ("ace",)),
    ("F_beta_linear", ("tp-monotone",)),
    ("BA", ("ace", "tn-strictly-monotone")),
    ("recall", ("ace",)),
    ("accuracy*(1+MCC)", ("tp-monotone",)),
)
KEPT, SPREAD = 14, 4
#: Rules of the kernel, and macros that stand for several of them.
NAMES = (*RULES, *MACROS)

Sample = tuple[Any, Step]  # an obligation and the real step that proves it


@cache
def samples() -> dict[str, list[Sample]]:
    """For each rule, some real obligations with real proofs: small ones, a few of all sizes."""
    found: dict[str, list[tuple[int, Any, Step]]] = {name: [] for name in NAMES}

    def note(goal: Any, step: Step, depth: int) -> None:
        found[step.rule].append((_size(step), goal, step))

    reports = [check(text, assume=assume, timeout=60) for text, assume in SOURCES]
    reports += [check(text, ids, timeout=120, classes=3) for text, ids in OF_CLASSES]
    reports += [check(text, property=ids, timeout=60) for text, ids in REAL_SOURCES]
    for report in reports:
        for verdict in (*report.verdicts, *report.gradient):
            if verdict.outcome == "proved" and verdict.proof is not None:
                pairs = zip(verdict.statement.goals, verdict.proof.premises, strict=True)
                for goal, step in pairs:
                    replay(goal, step, note)
    kept: dict[str, list[Sample]] = {}
    for name, entries in found.items():
        entries.sort(key=lambda entry: entry[0])
        stride = max(1, len(entries) // 60)
        spread = entries[:: max(1, len(entries) // SPREAD)][-SPREAD:]
        kept[name] = [(goal, step) for _, goal, step in (*entries[::stride][:KEPT], *spread)]
    return kept


def _size(step: Step) -> int:
    return 1 + sum(_size(premise) for premise in step.premises)


def wrongly_met(goal: Any, step: Step) -> str:
    """How the kernel met a forgery: "" for a clean refusal, else what went wrong."""
    try:
        replay(goal, step)
    except CertificateError:
        return ""
    except Exception as error:  # anything but a CertificateError is itself a finding
        return f"raised {type(error).__name__}: {error}"
    return "accepted"


def false_versions(goal: Any) -> Iterator[tuple[str, Any]]:
    """Goals near this one that are false at some point where the hypotheses hold."""
    if isinstance(goal, Sequent):
        yield from _false_sequents(goal)
    elif goal.conclusion.rel != "constant-mean":
        yield from _false_goals(goal)
    else:
        for tree in ("TP", "TP*TN"):
            measure = goal.conclusion.expr + _tree(tree)
            yield (
                "an expectation that grows",
                replace(goal, conclusion=Atom(measure, "constant-mean")),
            )


def _tree(text: str) -> Formula:
    from symbolic_measures.nouns.parser import parse

    return parse(text)


RELATIONS = {">": lambda s: s > 0, ">=": lambda s: s >= 0, "==": lambda s: s == 0,
             "!=": lambda s: s != 0}  # fmt: skip
#: What values of logarithms and arccosines, in floats, may be away from.
CLOSE = Fraction(1, 10**6)
FUNCTIONS = {"log": log, "acos": acos}


def _false_sequents(goal: Sequent) -> Iterator[tuple[str, Sequent]]:
    poly, rel = goal.conclusion
    context = poly.context()
    versions = [("sign flipped", -poly, rel), ("strictness changed", poly, ">")]
    versions += [("constant taken away", poly - context.constant(1), rel)]
    versions += [("a large constant taken away", poly - context.constant(10**6), rel)]
    versions += [("equality claimed", poly, "=="), ("nonzero claimed", poly, "!=")]
    for number, monomial in enumerate(list(poly.to_dict())[:3]):
        terms = {m: (c if m != monomial else -2 * c) for m, c in poly.to_dict().items()}
        versions.append((f"coefficient {number} changed", context.from_dict(terms), rel))
    admitted = list(_admitted(goal))
    for name, other, relation in versions:
        if any(_fails(goal, (other, relation), point) for point in admitted):
            yield name, replace(goal, conclusion=(other, relation))


def at(poly: Any, point: tuple[Fraction, ...]) -> Fraction:
    """The value of a polynomial."""
    total = Fraction(0)
    for monomial, coefficient in poly.to_dict().items():
        term = Fraction(int(coefficient))
        for value, power in zip(point, monomial, strict=True):
            term *= value ** int(power)
        total += term
    return total


def _admitted(goal: Sequent) -> Iterator[tuple[Fraction, ...]]:
    """Small points that satisfy the hypotheses and at which every root is rational."""
    chance = random.Random(5)
    for number in range(160):
        point = [Fraction(chance.randint(0, 2 + number % 4)) for _ in goal.names]
        for place, sort in enumerate(goal.sorts):
            if sort != "natural":
                point[place] = Fraction(chance.randint(1, 5), chance.randint(1, 5))
            if sort == "real" and chance.random() < 0.3:
                point[place] = -point[place]
        fits = True
        for place in sorted(goal.roots):
            square = at(goal.roots[place], tuple(point))
            sides = isqrt(abs(square.numerator)), isqrt(square.denominator)
            point[place] = Fraction(*sides)
            fits = fits and point[place] ** 2 == square
        if fits and _with_functions(goal, point) and _hold(goal, tuple(point)):
            yield tuple(point)


def _with_functions(goal: Sequent, point: list[Fraction]) -> bool:
    """Whether all logarithms and arccosines have values at the point, which are written there."""
    for place, term in sorted(goal.terms.items()):
        top, bottom = at(term.top, tuple(point)), at(term.bottom, tuple(point))
        try:
            point[place] = Fraction(FUNCTIONS[term.function](top / bottom))
        except (ZeroDivisionError, ValueError):
            return False
    return True


def _margin(goal: Sequent, poly: Any) -> Fraction:
    """How far the value of a polynomial may be from what it is."""
    powers = poly.degrees()
    return CLOSE if any(powers[place] > 0 for place in goal.terms) else Fraction(0)


def _hold(goal: Sequent, point: tuple[Fraction, ...]) -> bool:
    """Whether the hypotheses hold at the point for sure."""
    for poly, rel in goal.hypotheses:
        value, margin = at(poly, point), _margin(goal, poly)
        sure = RELATIONS[rel](abs(value) - margin if rel == "!=" else value - margin)
        if not sure or (rel == "==" and margin):
            return False
    return True


def _fails(goal: Sequent, fact: tuple[Any, str], point: tuple[Fraction, ...]) -> bool:
    """Whether a fact fails at the point for sure."""
    poly, rel = fact
    value, margin = at(poly, point), _margin(goal, poly)
    if rel == "==":
        return abs(value) > margin
    return not margin and value == 0 if rel == "!=" else not RELATIONS[rel](value + margin)


def _false_goals(goal: Goal) -> Iterator[tuple[str, Goal]]:
    expr, rel = goal.conclusion.expr, goal.conclusion.rel
    versions = [("one taken away", Atom(expr - 1, rel)), ("equality claimed", Atom(expr, "=="))]
    versions += [("strictness changed", Atom(expr, ">")), ("sign flipped", Atom(-expr, rel))]
    versions += [("undefined claimed", Atom(expr, "undefined"))]
    if expr.op == "-":
        versions.append(("sides exchanged", Atom(expr.args[1] - expr.args[0], rel)))
    admitted = list(_admitted_points(goal))
    for name, atom in versions:
        if any(holds(atom, point) is False for point in admitted):
            yield name, replace(goal, conclusion=atom)


def _admitted_points(goal: Goal) -> Iterator[dict[str, fmpq]]:
    chance = random.Random(7)
    for _ in range(120):
        point: dict[str, fmpq] = {}
        for variable in goal.variables:
            value = fmpq(chance.randint(0, 4))
            if variable.sort == "positive" and value == 0:
                value = fmpq(1, 2)
            if variable.sort == "real":
                value = fmpq(chance.randint(1, 5), chance.randint(2, 6))
            point[variable.name] = value
        if all(holds(atom, point) for atom in goal.hypotheses):
            yield point


#: Values no argument of any rule may have.
JUNK: tuple[Any, ...] = (None, "oo", -1, 97, 1.5, "TP +", [], {}, "__import__('os')", 10**30)


def bad_arguments(step: Step) -> Iterator[tuple[str, Step]]:
    """The step with an argument too many, and with junk for each argument it has."""
    yield "an unknown argument", replace(step, args={**step.args, "trust": "me"})
    for name in step.args:
        for junk in JUNK:
            yield f"{name} = {junk!r}", replace(step, args={**step.args, name: junk})


def bad_premises(step: Step) -> Iterator[tuple[str, Step]]:
    """The step with a premise too many, one too few, one that proves nothing."""
    yield "an extra premise", replace(step, premises=(*step.premises, Step("coefficients")))
    if step.premises:
        yield "a missing premise", replace(step, premises=step.premises[1:])
        unknown = Step("trust-me")
        yield "a premise without a rule", replace(step, premises=(*step.premises[1:], unknown))
        yield "the premises are gone", replace(step, premises=())


@cache
def plainly_false() -> tuple[Sequent, ...]:
    """Sequents over the four cells that fail at TP = 1, FN = 2, FP = 0, TN = 3."""
    variables = tuple(Variable(name, "natural") for name in CELLS)
    found = []
    for text, rel in (
        ("TP-FN", ">="),
        ("TP-FN", "=="),
        ("FP", ">"),
        ("2*TP-FN", "!="),
        ("TP*TN-FN^2", ">"),
        ("sqrt(TP*TN)-FN", ">="),
        ("sqrt(TP*TN)-sqrt(FN*TN)", "=="),
    ):
        goal = Goal(variables, (Atom(_tree("FN-TP"), ">"),), Atom(_tree(text), rel))
        found.append(apply(goal, "clear", {})[-1])
    return tuple(found)
