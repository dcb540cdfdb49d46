"""The guards of the kernel: every `raise`, what it says, and the kernel without it.

A guard without a forgery is in `LISTED` with the reason why nothing false is proved without it:

- `input`: it turns junk into a refusal in one line; without it the interpreter stops;
- `form`: without it a certificate that says something odd, but sound, would pass;
- `limit`: it keeps numbers and terms small;
- `twice`: another guard refuses as well, named here.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from mutants.operators import Mutant, mutants, units

ROOT = Path(__file__).resolve().parents[1]
KERNEL = ROOT / "symbolic_measures/kernel"
#: Files whose guards refuse steps and verdicts; the arithmetic of values is tried by itself.
FILES = tuple(
    path.relative_to(ROOT)
    for path in sorted(KERNEL.rglob("*.py"))
    if path.name not in ("exact.py", "evaluation.py")
)


def guards() -> Iterator[tuple[str, str, Mutant]]:
    """(function, words, the kernel without it) for every `raise` of the kernel."""
    for file in FILES:
        for unit in units(file, ROOT):
            said = {node.lineno: _words(node) for node in _tests(unit.node)}
            for mutant in mutants(unit):
                if mutant.disables and mutant.line in said and mutant.change != "call removed":
                    yield unit.name, said[mutant.line], mutant


def _tests(tree: ast.stmt) -> Iterator[ast.If | ast.Raise]:
    """The tests that only raise, and the other raises."""
    inside: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and isinstance(node.body[-1], ast.Raise) and not node.orelse:
            inside.add(node.body[-1])
            yield node
        elif isinstance(node, ast.Raise) and node not in inside:
            yield node


def _words(node: ast.If | ast.Raise) -> str:
    """The fixed words of the refusal, or the exception that goes on."""
    raised = node.body[-1] if isinstance(node, ast.If) else node
    texts = [part.value for part in ast.walk(raised)
             if isinstance(part, ast.Constant) and isinstance(part.value, str)]  # fmt: skip
    return "".join(texts).strip(" :") or ast.unparse(raised)


_JUNK = "input: of another type, or not there"
_CHECKED = "input: the answer of python-flint is multiplied out; it was never wrong"
_LARGE = "limit"

#: (function, words) of a guard to the reason why no false statement passes without it.
LISTED: dict[tuple[str, str], str] = {
    ("Sequent.index", "no variable"): _JUNK,
    ("Sequent.polynomial", "a polynomial is given as text"): _JUNK,
    ("Sequent.polynomial", "raise RuleError(str(error)) from None"): _JUNK,
    ("Keyed.parts", "the factorisation does not multiply out"): _CHECKED,
    ("polynomial", "no variable"): _JUNK,
    ("polynomial", "is not a polynomial with whole coefficients"): (
        "input: what is left of a tree that is no polynomial has no arguments to read"
    ),
    ("multiply", "the polynomials are too large"): _LARGE,
    ("check", "refuted without a witness"): _JUNK,
    ("_check_proof", "a goal has no proof"): "input: goals and proofs are paired strictly",
    ("_check_empty", "vacuous, but a part has no proof"): (
        "input: parts and proofs are paired strictly"
    ),
    ("vacuity", "an expectation of 2 classes is vacuous for its most or fewest TP"): (
        "input: of other cells than the four `clear` reads no size"
    ),
    ("check_expectation", "sizes are whole numbers"): _JUNK,
    ("check_expectation", "the sizes are too large to re-check"): _LARGE,
    ("check_expectation", "an expectation cannot be told"): _JUNK,
    ("Reader._read", "is not algebraic"): _JUNK,
    ("Reader._variable", "too many different functions"): _LARGE,
    ("fraction", "a denominator is identically zero"): (
        "twice: `Reader.define` refuses it before; pages that multiply out ask this function alone"
    ),
    ("reader", "two variables have one name"): (
        "form: places tell variables apart; a name in a step would mean the first of its variables"
    ),
    ("Reader._demand_nonzero", "a denominator is identically zero"): (
        "twice: that the polynomial 0 is != 0 is a condition that remains to be shown"
    ),
    ("Reader._power", "the exponent of  is not a rational number"): _JUNK,
    ("Reader._raised", "the exponent is too large"): _LARGE,
    ("Reader._root_of", "too many different roots"): _LARGE,
    ("_primes", "is too large to be factored"): _LARGE,
    ("_failing", "condition is the number of a condition of the conclusion"): (
        "form: a number from the end would count, too; there is no other"
    ),
    ("via", "strict is left or right"): "form: any other word would mean right",
    ("evaluate", "is not seen by evaluation"): "input: no list of subgoals",
    ("outer", "sign is 1 or -1"): "form: only the sign of the number counts",
    ("abstract", "parts is a list of formulas, facts one of pairs"): (
        "form: without parts, the goal itself; an expectation has no other rule than affine-mean, "
        "which needs the cells"
    ),
    ("scaled", "cells, t and u are lists"): _JUNK,
    ("scaled", "a cell is the name of a variable"): _JUNK,
    ("scaled", "t and u have a text for each cell"): "input: cells and texts are paired strictly",
    ("scaled", "cells are names of variables"): (
        "twice: the lemma has variables of its own; two of one name are refused by the reader"
    ),
    ("formula_of", "a constant is given as text"): _JUNK,
    ("formula_of", "raise RuleError(str(error)) from None"): _JUNK,
    ("stripped", "the values share no argument"): "input: nothing to return",
    ("_hypothesis", "no hypothesis"): "form: a number from the end would count, too",
    ("combine", "multipliers maps numbers of hypotheses to polynomials"): _JUNK,
    ("combine", "no hypothesis"): _JUNK,
    ("factor", "signs is the number of the factor that is 0"): (
        "form: a number from the end would count, too"
    ),
    ("factor", "one sign for each factor"): "input: signs and factors are paired strictly",
    ("factor", "a sign is 1 or -1"): "twice: whole numbers whose product is 1 are 1 or -1",
    ("square", "no root"): _JUNK,
    ("square", "is not a root"): _JUNK,
    ("square", "square compares with > or >=, and `larger` is free or root"): (
        "form: any other word would mean root"
    ),
    ("rooted", "roots are names of roots"): _JUNK,
    ("apply", "no rule"): _JUNK,
    ("apply", "does not apply here"): _JUNK,
    ("only", "unknown arguments"): "form: an argument that says nothing",
    ("triangle", "these are not three angles or chords"): "input: three cosines are unpacked",
    ("_cosines", "the conclusion is not about three cosines"): _JUNK,
    ("path", "the step is a variable"): "twice: it must be a variable > 0 by hypothesis",
    ("path", "raise RuleError(str(error)) from None"): _JUNK,
    ("check_witness", "the witness has other variables"): (
        "form: a number that nothing speaks of"
    ),
    ("check_size", "too much is smaller to re-check it all"): _LARGE,
    ("replay", "step"): "input: what stands for nothing, or has no subgoals, is not replayed",
    ("replay", "step :  subgoals,  premises"): (
        "input: subgoals and premises are paired strictly"
    ),
    ("weaken", "without is a list of numbers of hypotheses"): _JUNK,
    ("weaken", "an expectation is not about one matrix"): (
        "form: of an expectation no hypothesis speaks"
    ),
    ("substitute", "substitute has one argument, and the goal is about points"): (
        "twice: the first argument counts; affine-mean needs every cell as a variable"
    ),
    ("_proportional", "no such hypothesis"): "form: a number from the end would count, too",
    ("_proportional", "the hypothesis is not a*b - c*d == 0 with four variables"): (
        "input: names and parts are paired strictly; of two that are one, the last part counts, "
        "which leaves no point out"
    ),
    ("_terms_compared", "the sides are not sums of equally many terms"): (
        "input: terms are paired strictly; of one term each it is the goal itself"
    ),
    ("cases", "rels is a list of relations"): _JUNK,
    ("cut", "rel is >, >= or =="): (
        "form: != is as sound; by no rule another relation is shown of what is not >= 0"
    ),
    ("point_of", "=  is not a rational number"): _JUNK,
}  # fmt: skip
