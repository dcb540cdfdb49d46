"""The rules by name.  Declaring a rule is registering it: there is no second list."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from symbolic_measures.kernel.algebra import RuleError, Sequent
from symbolic_measures.nouns.statement import Goal

Obligation = Goal | Sequent
Args = Mapping[str, Any]
Rule = Callable[[Any, Args], "list[Obligation]"]
#: Each rule with the kinds of goals it applies to, and the arguments it has.
RULES: dict[str, tuple[tuple[type, ...], tuple[str, ...], Rule]] = {}


def rule(*kind: type, args: tuple[str, ...] = ()) -> Callable[[Rule], Rule]:
    """Registers a rule for goals of a kind, under its name with - for _, with its arguments."""

    def register(function: Rule) -> Rule:
        RULES[function.__name__.strip("_").replace("_", "-")] = (kind, args, function)
        return function

    return register


def apply(goal: Obligation, name: str, args: Args) -> list[Obligation]:
    """The subgoals of the step, or RuleError."""
    if name not in RULES:
        raise RuleError(f"no rule {name!r}")
    kind, allowed, function = RULES[name]
    if not isinstance(goal, kind):
        raise RuleError(f"{name} does not apply here")
    only(args, *allowed)
    return function(goal, args)


def only(args: Args, *allowed: str) -> None:
    """RuleError for arguments that a rule does not have."""
    if set(args) - set(allowed):
        raise RuleError(f"unknown arguments {sorted(set(args) - set(allowed))}")
