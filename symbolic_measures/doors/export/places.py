"""Goals as Rocq has them, and the rules that write the kernel's proofs of them.

`Place` is a goal as Rocq has it, which is the kernel's with its hypotheses perhaps in another
order, or a few more of them.  Each rule prints its arguments and goes on with the goals that Rocq
computes.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace

from symbolic_measures.doors.export.clearing import clearing, contradiction
from symbolic_measures.doors.export.kernel_parts import first_kink
from symbolic_measures.doors.export.terms import NotExportedError, Numbers
from symbolic_measures.kernel.algebra import RuleError, Sequent
from symbolic_measures.kernel.rules.goals import strict_parts
from symbolic_measures.macros import apply
from symbolic_measures.nouns.formula import Formula, exponent_of, formula
from symbolic_measures.nouns.statement import Atom, Goal
from symbolic_measures.nouns.verdict import Step


@dataclass(frozen=True)
class Place:
    """A goal as Rocq has it."""

    hypotheses: tuple[Atom, ...]
    conclusion: Atom
    numbers: Numbers

    def showing(self, conclusion: Atom, *more: Atom) -> Place:
        """Another conclusion, with further hypotheses at the end."""
        return replace(self, hypotheses=(*self.hypotheses, *more), conclusion=conclusion)

    def adding(self, conclusion: Atom, *trees: Formula) -> Place:
        """Another conclusion; the formulas are defined, which is said once."""
        found = list(self.hypotheses)
        for atom in (Atom(tree, "defined") for tree in trees):
            if atom not in found:
                found.append(atom)
        return replace(self, hypotheses=tuple(found), conclusion=conclusion)

    def mapped(self, image: Callable[[Formula], Formula], *first: Atom) -> Place:
        """Every formula replaced by its image, with further hypotheses at the beginning."""
        hypotheses = (Atom(image(a.expr), a.rel) for a in self.hypotheses)
        conclusion = Atom(image(self.conclusion.expr), self.conclusion.rel)
        return Place((*first, *hypotheses), conclusion, self.numbers)


#: The operations that `rocq/theories/Enclosure.v` encloses between rational numbers.
ENCLOSED = frozenset(
    {"number", "+", "-", "*", "/", "neg", "^", "sqrt", "log", "acos", "Abs", "Min", "Max", "ifzero"}
)
Rule = Callable[[Place, Goal, Step], str]
RULES: dict[str, Rule] = {}


def rule(function: Rule) -> Rule:
    RULES[function.__name__.strip("_")] = function
    return function


def proof(place: Place, goal: Goal, step: Step) -> str:
    """Rocq's proof of `place`, given the kernel's proof of its own goal."""
    if step.rule not in RULES:
        raise NotExportedError(f"rule {step.rule}")
    return RULES[step.rule](place, goal, step)


def subgoals(goal: Goal, step: Step) -> list[Goal]:
    return [sub for sub in apply(goal, step.rule, step.args) if isinstance(sub, Goal)]


def ground(place: Place, goal: Goal) -> str:
    """A goal that is seen by evaluation: cleared, all that is left are numbers."""
    bare = replace(place, hypotheses=tuple(a for a in place.hypotheses if not a.expr.symbols()))
    kept = [i for i, a in enumerate(place.hypotheses) if not a.expr.symbols()]
    inner = replace(goal, hypotheses=bare.hypotheses)
    for number, atom in zip(kept, bare.hypotheses, strict=True):
        with suppress(RuleError, NotExportedError):
            return f"(Keep [{number}%nat] {contradicted(goal, atom, place.numbers)})"
    if first_kink(place.conclusion.expr) is not None:
        bare_goal = replace(inner, conclusion=place.conclusion)
        cases = tuple(Step("evaluate") for _ in apply(bare_goal, "split", {}))
        return f"(Keep {indices(kept)} {proof(bare, bare_goal, Step('split', {}, cases))})"
    for sign in (1, -1):
        try:
            subs = [s for s in apply(inner, "clear", {"sign": sign}) if isinstance(s, Sequent)]
            steps = tuple(plain(sub) for sub in subs)
            own = Step("clear", {"sign": sign}, steps)
            text = clearing(inner, own, bare.hypotheses, bare.conclusion, bare.numbers)
        except (RuleError, NotExportedError):
            continue
        return f"(Keep {indices(kept)} {text})"
    return enclosed(place.conclusion)


def enclosed(atom: Atom) -> str:
    """What is said of numbers, each of them between two rational ones."""
    powers = (exponent_of(node.args[1]) for node in atom.expr.walk() if node.op == "^")
    whole = all(power is not None and power.denominator == 1 for power in powers)
    if not whole or not atom.expr.ops <= ENCLOSED or atom.rel == "undefined":
        raise NotExportedError("numbers that are compared by evaluation")
    return "Enclosed"


def contradicted(goal: Goal, atom: Atom, numbers: Numbers) -> str:
    """The certificate that a hypothesis holds nowhere, as its coefficients show."""
    alone = Goal(goal.variables, (atom,), Atom(formula(0), ">"))
    return contradiction(alone, (atom,), numbers)


def plain(goal: Sequent) -> Step:
    """A step that closes the sequent at once, or RuleError."""
    tries = [Step("coefficients")]
    tries += [Step("contradiction", {"number": n}) for n in range(len(goal.hypotheses))]
    for step in tries:
        try:
            apply(goal, step.rule, step.args)
        except RuleError:
            continue
        return step
    raise RuleError("the sequent is not plain")


def indices(kept: list[int]) -> str:
    return f"[{';'.join(f'{i}%nat' for i in kept)}]"


def defined(place: Place, goal: Goal, tree: Formula) -> str:
    """That a formula is defined: a part of a hypothesis, or numbers."""
    own = Atom(tree, "defined")
    if own in place.hypotheses or is_strict_part(place, tree):
        return "Part"
    if not tree.symbols():
        return ground(place.showing(own), replace(goal, conclusion=own))
    raise NotExportedError(f"{tree} is not seen to be defined")


def is_strict_part(place: Place, tree: Formula) -> bool:
    return any(
        tree in strict_parts(atom.expr) for atom in place.hypotheses if atom.rel != "undefined"
    )
