"""Letters that are new in a goal, and letters for parameters that are not negative, and for what is
turned round."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from symbolic_measures.kernel.rules.goals import new_letters
from symbolic_measures.nouns.formula import Formula, symbol
from symbolic_measures.nouns.statement import Atom, Goal
from symbolic_measures.nouns.texts import as_text, is_readable
from symbolic_measures.search.tactics.segment import Way

#: Letters get letters where so many are spoken of, up to four: cells that are positive.
FEWEST, NAMES = 3, ("part4", "part5")
#: What depends on the signs of what is in it.
PARTIAL = ("sqrt", "^", "power", "log")


def with_new_letters(goal: Goal, args: dict[str, Any]) -> dict[str, Any] | None:
    """The arguments of `abstract`, with facts on part1, part2, ..., on letters that are new; None
    where all that is spoken of has letters, but for cells and numbers."""
    used = [variable.name for variable in goal.variables]
    names = new_letters(used, len(args["parts"]))
    if names[0] == "part1":
        return args
    spoken = goal.conclusion.expr.symbols()
    many = len(spoken) >= FEWEST and names[0] in NAMES
    words = {word for part in args["parts"] for word in re.findall(r"\w+", part)}
    numbers = words.isdisjoint(used)
    if not many and not numbers and all(name.startswith("part") for name in spoken):
        return None
    facts = [
        [re.sub("part([0-9]+)", lambda found: names[int(found[1]) - 1], text), rel]
        for text, rel in args["facts"]
    ]
    return {**args, "facts": facts}


def turned(goal: Goal) -> Iterator[Way]:
    """-(A - B) rel 0 by B - A rel 0: most of what is tried is about the sides of a difference."""
    tree, rel = goal.conclusion.expr, goal.conclusion.rel
    if rel not in (">", ">=") or tree.op != "neg" or tree.ops.isdisjoint(PARTIAL):
        return
    whole = tree.args[0]
    if whole.op != "-" or not all(map(is_readable, whole.args)):
        return
    (one, less), (other, more) = map(_beside_a_number, whole.args)
    if one != other:
        facts = [[f"{more.format('part2')} - {less.format('part1')}", rel]]
        yield (
            "abstract",
            {"parts": [as_text(one), as_text(other)], "facts": facts},
            (None, _cleared),
        )


def _beside_a_number(side: Formula) -> tuple[Formula, str]:
    """X and how c*X is written: a number that is no decimal is read as a quotient."""
    if side.op == "*" and side.args[0].op == "number":
        return side.args[1], f"({side.args[0]})*{{}}"
    return side, "{}"


def _cleared(goal: Goal) -> Iterator[Way]:
    yield "clear", {}


def with_signs(goal: Goal) -> Iterator[Way]:
    """Letters with a sign for real variables of which a hypothesis says that they are > 0 or >= 0,
    where roots and functions are to be read."""
    trees = [atom.expr for atom in (*goal.hypotheses, goal.conclusion)]
    if all(tree.ops.isdisjoint(PARTIAL) for tree in trees):
        return
    known = {
        variable.name: rel
        for variable in goal.variables
        if variable.sort == "real"
        for rel in (">=", ">")
        for tree in (symbol(variable.name), symbol(variable.name) - 0)
        if Atom(tree, rel) in goal.hypotheses
    }
    if known:
        facts = [[f"part{number}", rel] for number, rel in enumerate(known.values(), 1)]
        yield "abstract", {"parts": list(known), "facts": facts}
