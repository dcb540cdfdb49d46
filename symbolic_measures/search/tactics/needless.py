"""Hypotheses that are in the way of a proof are left out: what they have cases or roots of is
needed for nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from symbolic_measures.kernel.algebra import RuleError
from symbolic_measures.macros import apply
from symbolic_measures.nouns.formula import Formula, formula
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.nouns.texts import is_readable
from symbolic_measures.search.tactics.segment import KINKS, Way, of_letters


def is_given(goal: Goal) -> bool:
    """Whether a hypothesis says it, the same terms with the same signs."""
    rel, here = goal.conclusion.rel, _summed(goal.conclusion.expr)
    enough = (rel, ">") if rel in (">=", "!=") else (rel,)
    return any(atom.rel in enough and _summed(atom.expr) == here for atom in goal.hypotheses)


def by_what_is_given(goal: Goal) -> Iterator[Way]:
    """What a hypothesis says, whatever its terms are: with letters for those that are no
    polynomials, as clearing denominators may hide that it says it."""
    terms = [term for term in _summed(goal.conclusion.expr) if not term.is_polynomial]
    if terms and all(map(is_readable, terms)):
        yield of_letters(terms)
    yield "clear", {}


@lru_cache(maxsize=4_096)
def _summed(tree: Formula) -> dict[Formula, int]:
    """How often each term is added, less how often it is taken away."""
    found, left = Counter[Formula](), [(tree, 1)]
    while left:
        node, sign = left.pop()
        if node.op in ("+", "-", "neg"):
            last = sign if node.op == "+" else -sign
            left += zip(
                node.children, (sign, last) if len(node.children) > 1 else (-sign,), strict=True
            )
        elif node != formula(0):
            found[node] += sign
    return {term: count for term, count in found.items() if count}


def of_other_cells(goal: Goal) -> Iterator[Way]:
    """Without what is said of other cells: powers with a parameter would have their cases, too."""
    own = set(goal.conclusion.expr.symbols())
    if "power" not in goal.conclusion.expr.ops or len(goal.blocks) < 2:
        return
    others = {name for block in goal.blocks if own.isdisjoint(block) for name in block}
    told = [set(atom.expr.symbols()) & others for atom in goal.hypotheses]
    if needless := [number for number, names in enumerate(told) if names]:
        yield "weaken", {"without": needless}


def of_other_powers(goal: Goal) -> Iterator[Way]:
    """Without what is said of powers with a parameter that are not compared: these would have their
    cases."""
    own = {node for node in goal.conclusion.expr.walk() if node.op == "power"}
    told = [place for place, atom in enumerate(goal.hypotheses) if "power" in atom.expr.ops
            and own.isdisjoint(atom.expr.walk())]  # fmt: skip
    if told:
        yield "weaken", {"without": told}


def of_other_functions(goal: Goal) -> Iterator[Way]:
    """Without what is said of other functions, where their roots have no plain sign."""
    own = set(goal.conclusion.expr.functions())
    told = [set(atom.expr.functions()) for atom in goal.hypotheses]
    if needless := [number for number, functions in enumerate(told) if not functions <= own]:
        try:
            apply(goal, "clear", {})
        except RuleError:
            yield "weaken", {"without": needless}


def of_other_kinks(goal: Goal) -> Iterator[Way]:
    """Without that something has a value, with kinks, which is no part of what is compared.

    Where something is compared with a number, only what has kinks that are not compared.
    """
    tree = goal.conclusion.expr
    if goal.conclusion.rel not in (">", ">=") or not tree.symbols():  # what has no value may be it
        return
    number = tree.op == "-" and not all(side.symbols() for side in tree.args)
    parts = set(tree.walk())
    own = {node for node in parts if node.op in KINKS}
    kinked = [
        (place, {node for node in atom.expr.walk() if node.op in KINKS})
        for place, atom in enumerate(goal.hypotheses)
        if atom.rel == "defined" and (number or atom.expr not in parts)
    ]
    needless = [place for place, others in kinked if others and not (number and own & others)]
    if needless:
        yield "weaken", {"without": needless}
