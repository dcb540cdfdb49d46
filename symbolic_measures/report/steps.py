"""The full form of a proof: every step with what it shows, from what, and how, in its order.

The kernel's rules (and the macros) are asked for the subgoals of each step, so nothing is read
that was not replayed.  A step says which conditions are new since the step above it; a polynomial
is written out up to `MOST` terms, a longer one told by how many terms it has, of which degree, and
which signs its coefficients have.

Invariant: there is exactly one entry for every step of the proof, numbered by its place in it; a
formula in an entry equals what the kernel sees there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from math import isqrt
from types import SimpleNamespace
from typing import Any, cast

from symbolic_measures.kernel.algebra import Fact, Poly, RuleError, Sequent, one_sign, text_of
from symbolic_measures.kernel.reader import reader
from symbolic_measures.kernel.rules.registry import Obligation
from symbolic_measures.macros import apply
from symbolic_measures.nouns.formula import Formula, formula, replacing, symbol
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.nouns.verdict import Step
from symbolic_measures.report.polynomials import Shown, ratio
from symbolic_measures.report.prose import Equation, Piece, Prose, equation
from symbolic_measures.report.reasons import heads, reason

#: Terms of a polynomial that is written out; of one that is factored; characters of a formula.
MOST, FACTORED, LONGEST = 100, 40, 1500
SORTS = {"natural": "whole numbers, at least 0", "nonnegative": "real, at least 0",
         "positive": "real, positive", "real": "real"}  # fmt: skip


@dataclass(frozen=True)
class Entry:
    """One step: its number, what is shown, the conditions that are new, and how."""

    number: str
    head: Prose
    shown: Prose
    given: tuple[Prose, ...]
    how: Prose

    @property
    def depth(self) -> int:
        """How far in it stands."""
        return self.number.count(".")


def entries(
    goal: Goal, step: Step, names: Mapping[Formula, Formula], number: str = "1", head: Prose = ()
) -> tuple[Entry, ...]:
    """The full form of the proof of a goal; `names` are formulas that have a name, M(C)."""
    return tuple(_walk(goal, step, None, number, head, _Writing(dict(names), {})))


@dataclass(frozen=True)
class _Writing:
    """What has a name: formulas, and variables that stand for powers."""

    names: dict[Formula, Formula]
    powers: dict[str, Formula]
    #: How the variables of sequents are written, by their roots and terms, with what has these.
    known: dict[tuple[int, int], tuple[Sequent, Shown]] = field(default_factory=dict)


def _walk(
    goal: Obligation, step: Step, above: Obligation | None, number: str, head: Prose,
    writing: _Writing,
) -> Iterator[Entry]:  # fmt: skip
    shown, given = _told(goal, above, writing)
    yield Entry(number, head, shown, given, reason(goal, step, _write(goal, writing)))
    below = apply(goal, step.rule, step.args)
    inner = _inner(goal, step, below, writing)
    for place, (sub, premise, own) in enumerate(
        zip(below, step.premises, heads(goal, step, len(below)), strict=True), 1
    ):
        yield from _walk(sub, premise, goal, f"{number}.{place}", own, inner)


def _inner(goal: Obligation, step: Step, below: list[Obligation], writing: _Writing) -> _Writing:
    """What more has a name below a step: the measure on a path and its derivative, powers."""
    if not isinstance(goal, Goal):
        return writing
    subgoals = [sub for sub in below if isinstance(sub, Goal)]
    match step.rule:
        case "clear":
            return _Writing(writing.names, _powers(goal))
        case "path" if len(subgoals) == 2:
            measure, slope = (sub.conclusion.expr for sub in subgoals)
            own = [writing.names[arg] for arg in goal.conclusion.expr.args if arg in writing.names]
            letter = str(own[0])[:1] if own else "X"
            named = {measure: symbol(letter), slope: symbol(f"d{letter}/dt")}
        case "affine-mean":
            named = _at_ends(goal, subgoals[0])
        case "vanish" | "substitute":
            named = _moved(goal, step.args, writing.names)
        case _:
            return writing
    return _Writing({**writing.names, **named}, writing.powers)


def _moved(
    goal: Goal, args: Mapping[str, Any], names: Mapping[Formula, Formula]
) -> dict[Formula, Formula]:
    """What has a name keeps it where a variable or its power is written as something else."""
    found: list[dict[Formula, Formula]] = []
    if "variable" in args:
        x = symbol(str(args["variable"]))
        whole = Variable(str(args["variable"]), "natural") in goal.variables
        found = [{x: formula(0)}, {x: x + 1} if whole else {}]
    elif "exponent" in args:
        moved = [symbol(v.name) for v in goal.variables if v.sort == "positive"]
        found = [{x: x ** int(args["exponent"]) for x in moved}]
    return {replacing(swap)(tree): name for swap in found for tree, name in names.items()}


def _at_ends(goal: Goal, affine: Goal) -> dict[Formula, Formula]:
    """M_0 and M_1, or M_0 and every M_ij: M - (M_0 + (M_1 - M_0)*TP) is shown to be 0."""
    linear = affine.conclusion.expr.args[1]
    last = isqrt(len(goal.blocks[0])) - 1
    found: dict[Formula, Formula] = {}
    for i, j in sorted(product(range(1, last + 1), repeat=2), reverse=True):
        linear, term = linear.args
        found[term.args[0].args[0]] = symbol(f"M_{i}{j}" if last > 1 else "M_1")
    return {**found, linear: symbol("M_0")}


def _powers(goal: Goal) -> dict[str, Formula]:
    """The variables that stand for powers in the formulas of a goal, and the powers."""
    read = reader(goal)
    for atom in (*goal.hypotheses, goal.conclusion):
        try:
            if atom.rel in ("defined", "undefined"):
                read.define(atom.expr)
            else:
                read.ratio(atom.expr)
        except RuleError:
            continue
    own: Any = SimpleNamespace(names=read.names, roots=read.roots, terms=read.terms, powers={})
    shown, found = Shown(cast(Any, own)), dict[str, Formula]()
    for place, (base, top, bottom) in read.powers.items():
        tree = shown.formula(base) ** ratio(shown.formula(top), shown.formula(bottom))
        found[read.names[place]] = shown.letters[read.names[place]] = tree
    return found


# --- what is to be shown -----------------------------------------------------------------------


def _told(
    goal: Obligation, above: Obligation | None, writing: _Writing
) -> tuple[Prose, tuple[Prose, ...]]:
    """What is to be shown, and the conditions that are new."""
    if isinstance(goal, Goal):
        before = above if isinstance(above, Goal) else None
        known = set(before.hypotheses) if before is not None else set()
        new = [atom for atom in goal.hypotheses if atom not in known]
        given = [_atom(atom, writing.names) for atom in dict.fromkeys(new)]
        if before is None or before.variables != goal.variables:
            given = [*_variables(goal), *given]
        return _atom(goal.conclusion, writing.names), tuple(given)
    if not isinstance(goal, Sequent):
        return (), ()
    shown = _shown(goal, writing)
    facts = set(map(_key, above.hypotheses)) if isinstance(above, Sequent) else set()
    news = [fact for fact in goal.hypotheses if _key(fact) not in facts]
    return _fact(goal, goal.conclusion, shown), tuple(_fact(goal, fact, shown) for fact in news)


def _key(fact: Fact) -> tuple[str, str]:
    return text_of(fact[0]), fact[1]


def _variables(goal: Goal) -> list[Prose]:
    """`TP, FN, FP, TN: whole numbers, at least 0`."""
    found: list[Prose] = []
    for sort, words in SORTS.items():
        told: list[Piece] = []
        for variable in goal.variables:
            if variable.sort == sort:
                told += [", " if told else "", symbol(variable.name)]
        if told:
            found.append((*told, f": {words}"))
    return found


def _atom(atom: Atom, names: Mapping[Formula, Formula]) -> Prose:
    """A condition with what has a name by its name."""
    tree = names.get(atom.expr) or atom.expr.replace(dict(names))
    size = len(str(tree))
    if size > LONGEST:
        return (f"a formula of {size} characters, which the certificate holds, is ", _rel(atom))
    if atom.rel in ("defined", "undefined"):
        return (tree, f" is {atom.rel}")
    if atom.rel == "constant-mean":
        return ("the expectation of ", tree, " is one constant")
    return (equation(tree, atom.rel, 0),)


def _rel(atom: Atom) -> str:
    words = {">=": "at least 0", ">": "positive", "==": "0", "!=": "not 0"}
    return words.get(atom.rel, atom.rel)


def _fact(goal: Sequent, fact: Fact, shown: Shown) -> Prose:
    poly, rel = fact
    if poly.is_zero() and rel in ("==", ">="):
        return ("both sides are identical",)
    if len(poly) > MOST:
        signs = {1: "none negative", -1: "none positive", 0: "of both signs"}
        told = signs[one_sign(poly, goal.sorts)]
        degree = max(sum(map(int, monomial)) for monomial in poly.to_dict())
        return (f"a polynomial of {len(poly)} terms, of degree {degree}, with coefficients "
                f"{told}, which replaying gives, is {_rel(Atom(symbol('p'), cast(Any, rel)))}",
                )  # fmt: skip
    return (equation(_tree(poly, shown), rel, 0),)


def _tree(poly: Poly, shown: Shown) -> Formula:
    return shown.formula(poly) if len(poly) <= FACTORED else shown.margin(shown.sum(poly))


def _shown(goal: Sequent, writing: _Writing) -> Shown:
    """How its variables are written: once for all steps that have the same roots and terms."""
    key = id(goal.roots), id(goal.terms)
    if key not in writing.known:
        writing.known[key] = goal, _made(goal, writing)
    return writing.known[key][1]


def _made(goal: Sequent, writing: _Writing) -> Shown:
    read: Any = SimpleNamespace(names=goal.names, roots=goal.roots, terms=goal.terms, powers={})
    found = Shown(cast(Any, read))
    found.letters.update((x, tree) for x, tree in writing.powers.items() if x in goal.names)
    return found


def _write(goal: Obligation, writing: _Writing) -> Any:
    """How the polynomials of an obligation are written in sentences."""
    if not isinstance(goal, Sequent):
        return None
    shown = _shown(goal, writing)

    def write(poly: Poly) -> Formula:
        return symbol("p") if len(poly) > MOST else _tree(poly, shown)

    return write


def formulas(entry: Entry) -> list[Equation]:
    """The relations that an entry shows or is given."""
    return [p for told in (entry.shown, *entry.given) for p in told if isinstance(p, Equation)]
