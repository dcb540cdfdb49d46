"""Random structural changes of proofs and of the goals that they prove.

A proof is changed at a random place: its premises swapped, dropped, doubled or replaced by a part
of another proof, its rule renamed, its arguments exchanged for those of another step or bent a
little.  A goal is weakened, strengthened, or made to say something else: hypotheses dropped, added
or taken from another goal, the relation changed, a sort changed, the conclusion bent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

from symbolic_measures.nouns.formula import Formula, formula
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.nouns.verdict import Step

# --- proofs ---------------------------------------------------------------------------------


def places(step: Step, at: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """The paths to all steps of a proof."""
    yield at
    for number, premise in enumerate(step.premises):
        yield from places(premise, (*at, number))


def part(step: Step, at: tuple[int, ...]) -> Step:
    """The step at a path."""
    for number in at:
        step = step.premises[number]
    return step


def with_part(step: Step, at: tuple[int, ...], new: Step) -> Step:
    """The proof with another step at a path."""
    if not at:
        return new
    number, *rest = at
    inside = with_part(step.premises[number], tuple(rest), new)
    return replace(step, premises=(*step.premises[:number], inside, *step.premises[number + 1 :]))


class Adversary:
    """Changes proofs and goals; everything it takes from elsewhere is from the given material."""

    def __init__(self, material: Sequence[tuple[Goal, Step]], seed: int) -> None:
        self.chance = Random(seed)
        self.material = list(material)
        self.parts = [part(step, at) for _, step in material for at in places(step)]
        self.rules = sorted({step.rule for step in self.parts})
        self.like: dict[str, list[Step]] = {}
        for step in self.parts:
            self.like.setdefault(step.rule, []).append(step)

    def pair(self) -> tuple[Goal, Step]:
        """A goal with a proof, of which at least one is not what it was."""
        goal, step = self.chance.choice(self.material)
        kind = self.chance.random()
        if kind < 0.8:
            goal = self.goal(goal)
        if kind > 0.5:
            for _ in range(self.chance.choice((1, 1, 2, 3))):
                step = self.proof(step)
        elif kind < 0.1:
            step = self.chance.choice(self.material)[1]
        return goal, step

    # --- proofs -----------------------------------------------------------------------------

    def proof(self, step: Step) -> Step:
        """The proof changed at one place."""
        at = self.chance.choice(list(places(step)))
        return with_part(step, at, self._changed(part(step, at)))

    def _changed(self, step: Step) -> Step:
        ways: tuple[Callable[[Step], Step], ...] = (
            self._other_part, self._premises, self._premises, self._renamed, self._arguments,
            self._arguments, self._bent,  self._bent, self._collapsed,
        )  # fmt: skip
        return self.chance.choice(ways)(step)

    def _other_part(self, step: Step) -> Step:
        """A part of some proof."""
        return self.chance.choice(self.parts)

    def _collapsed(self, step: Step) -> Step:
        """A premise instead of the step."""
        return self.chance.choice(step.premises) if step.premises else Step("coefficients")

    def _premises(self, step: Step) -> Step:
        """Swapped, dropped, doubled, or one of another proof."""
        given = list(step.premises)
        match self.chance.randrange(4):
            case 0:
                self.chance.shuffle(given)
            case 1 if given:
                given.pop(self.chance.randrange(len(given)))
            case 2 if given:
                given.insert(self.chance.randrange(len(given)), self.chance.choice(given))
            case _:
                given = [self.chance.choice([*given, self.chance.choice(self.parts)])
                         for _ in given]  # fmt: skip
        return replace(step, premises=tuple(given))

    def _renamed(self, step: Step) -> Step:
        return replace(step, rule=self.chance.choice(self.rules))

    def _arguments(self, step: Step) -> Step:
        """Those of another step of the same rule."""
        return replace(step, args=self.chance.choice(self.like.get(step.rule, [step])).args)

    def _bent(self, step: Step) -> Step:
        """One argument a little different, or not there."""
        if not step.args:
            return self._arguments(step)
        name = self.chance.choice(list(step.args))
        if self.chance.random() < 0.15:
            return replace(step, args={k: v for k, v in step.args.items() if k != name})
        return replace(step, args={**step.args, name: self.bent(step.args[name])})

    def bent(self, value: Any) -> Any:
        """A value of the same kind."""
        chance = self.chance
        if isinstance(value, bool):
            return not value
        if isinstance(value, int):
            return chance.choice((-value, value + 1, value - 1, 0, 1, 2))
        if isinstance(value, list | tuple) and value:
            found = list(value)
            match chance.randrange(4):
                case 0:
                    chance.shuffle(found)
                case 1:
                    found.pop(chance.randrange(len(found)))
                case 2:
                    found.append(chance.choice(found))
                case _:
                    spot = chance.randrange(len(found))
                    found[spot] = self.bent(found[spot])
            return found
        if isinstance(value, Mapping) and value:
            key = chance.choice(list(value))
            rest = {k: v for k, v in value.items() if k != key}
            other = chance.choice(list(value))
            return chance.choice((rest, {**value, key: self.bent(value[key])},
                                  {**value, key: value[other]}))  # fmt: skip
        if isinstance(value, str):
            return self._text(value)
        return value

    def _text(self, value: str) -> str:
        """Another relation, name or number in a text."""
        chance = self.chance
        if value in (">", ">=", "==", "left", "right", "free", "root"):
            return chance.choice((">", ">=", "==", "left", "right", "free", "root"))
        words = ["TP", "FN", "FP", "TN", "root1", "root2", "term1", "0", "1", "2", "-1"]
        kind = chance.randrange(4)
        if kind == 0:
            return chance.choice(words)
        if kind == 1:
            return f"-({value})"
        if kind == 2:
            return f"({value})+{chance.choice(words)}".replace("+-", "-")
        old = chance.choice(words[:4])
        return value.replace(old, chance.choice(words[:4]))

    # --- goals ------------------------------------------------------------------------------

    def goal(self, goal: Goal) -> Goal:
        """The goal changed at one place or two."""
        for _ in range(self.chance.choice((1, 1, 2))):
            goal = self.chance.choice((
                self._fewer, self._fewer, self._relation, self._relation, self._sorts,
                self._conclusion, self._conclusion, self._conclusion, self._borrowed,
                self._harder,
            ))(goal)  # fmt: skip
        return goal

    def _fewer(self, goal: Goal) -> Goal:
        """Without a hypothesis."""
        if not goal.hypotheses:
            return goal
        spot = self.chance.randrange(len(goal.hypotheses))
        return replace(goal, hypotheses=(*goal.hypotheses[:spot], *goal.hypotheses[spot + 1 :]))

    def _harder(self, goal: Goal) -> Goal:
        """A hypothesis weaker than it was."""
        found = list(goal.hypotheses)
        if not found:
            return goal
        spot = self.chance.randrange(len(found))
        weaker = {">": ">=", "==": ">="}.get(found[spot].rel, found[spot].rel)
        more = self.chance.choice((0, 0, 1))
        found[spot] = Atom(found[spot].expr + more if more else found[spot].expr, weaker)  # type: ignore[arg-type]
        return replace(goal, hypotheses=tuple(found))

    def _relation(self, goal: Goal) -> Goal:
        rel: Any = self.chance.choice((">", ">=", "==", "!=", "defined", "undefined"))
        return replace(goal, conclusion=Atom(goal.conclusion.expr, rel))

    def _sorts(self, goal: Goal) -> Goal:
        """A variable with another sort, or all of one sort with another one."""
        if not goal.variables:
            return goal
        old = self.chance.choice(goal.variables)
        sort: Any = self.chance.choice(("natural", "nonnegative", "positive", "real"))
        every = self.chance.random() < 0.5
        variables = tuple(
            Variable(v.name, sort) if v == old or (every and v.sort == old.sort) else v
            for v in goal.variables
        )
        return replace(goal, variables=variables)

    def _conclusion(self, goal: Goal) -> Goal:
        """A bent formula with the same relation."""
        return replace(goal, conclusion=Atom(self._formula(goal.conclusion.expr),
                                             goal.conclusion.rel))  # fmt: skip

    def _formula(self, tree: Formula) -> Formula:
        chance = self.chance
        nodes = [node for node in tree.walk() if node.op not in ("number",)]
        old = chance.choice(nodes) if nodes else tree
        match chance.randrange(7):
            case 0:
                return -tree
            case 1:
                return tree - formula(Fraction(1, chance.choice((1, 2, 10**6))))
            case 2 if tree.op == "-":
                return tree.args[1] - tree.args[0]
            case 3:
                return tree.replace({old: old + 1})
            case 4:
                return tree.replace({old: chance.choice(nodes)}) if nodes else tree
            case 5 if old.op in ("+", "-", "*", "/"):
                op = chance.choice(("+", "-", "*", "/"))
                return tree.replace({old: Formula(op, *old.args)})
            case _:
                return tree.replace({old: formula(chance.choice((0, 1, 2)))})

    def _borrowed(self, goal: Goal) -> Goal:
        """With the conclusion, or a hypothesis, of another goal of the same variables."""
        names = {v.name for v in goal.variables}
        others = [g for g, _ in self.material if {v.name for v in g.variables} <= names]
        if not others:
            return goal
        other = self.chance.choice(others)
        if other.hypotheses and self.chance.random() < 0.4:
            more = self.chance.choice(other.hypotheses)
            return replace(goal, hypotheses=(*goal.hypotheses, more))
        return replace(goal, conclusion=other.conclusion)
