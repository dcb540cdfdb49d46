"""Whether two formulas are one function: the same values, at the same matrices.

What a reading says of a formula, it says of every formula that is the same function.  A few steps
of the kernel show that; nothing is searched, so a file is read alike everywhere and always.  False
means no more than that these steps do not show it.

Invariant: True only if the kernel proves that the values are equal wherever both are defined, and
that each is defined wherever the other is, for all parameters that the conditions admit.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from symbolic_measures.kernel.algebra import RuleError, Sequent
from symbolic_measures.kernel.rules.registry import Obligation, apply
from symbolic_measures.nouns.confusion import CELLS, SIZE
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.statement import Atom, Goal, Variable

#: Formulas with more parts are not compared.
LARGEST = 300


@lru_cache(maxsize=4_096)
def same_function(
    one: Formula,
    other: Formula,
    parameters: tuple[str, ...] = (),
    conditions: tuple[Atom, ...] = (),
) -> bool:
    """Whether two formulas in the cells and these parameters are seen to be one function."""
    if one == other:
        return True
    if set(one.symbols()) != set(other.symbols()) or max(map(_size, (one, other))) > LARGEST:
        return False
    variables = (
        *(Variable(name, "natural") for name in CELLS),
        *(Variable(name, "real") for name in parameters),
    )
    given = (*conditions, Atom(SIZE - 1, ">="))
    defined = Atom(one, "defined"), Atom(other, "defined")
    goals = [Goal(variables, (*given, *defined), Atom(one - other, "=="), blocks=(CELLS,))]
    goals += [
        Goal(variables, (*given, supposed), conclusion, blocks=(CELLS,))
        for supposed, conclusion in (defined, defined[::-1])
    ]
    return all(map(_shown, goals))


def _size(tree: Formula) -> int:
    return sum(1 for _ in tree.walk())


def _shown(goal: Goal) -> bool:
    """By clearing denominators; else by what is inside the outermost operation of both sides."""
    return _by(goal, "clear") or (goal.conclusion.rel == "==" and _by(goal, "outer"))


def _by(goal: Goal, rule: str) -> bool:
    try:
        subgoals: Iterable[Obligation] = apply(goal, rule, {})
        return all(
            _seen(subgoal) if isinstance(subgoal, Sequent) else _shown(subgoal)
            for subgoal in subgoals
        )
    except RuleError:
        return False


def _seen(sequent: Sequent) -> bool:
    return apply(sequent, "coefficients", {}) == []
