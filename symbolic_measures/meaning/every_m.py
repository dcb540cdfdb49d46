"""Facts about classes that make a statement for every m provable.

Facts come from a short list, and from the person who asks; those that hold in every class are taken
in, in their order.  Nothing here is trusted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from symbolic_measures.macros import replay
from symbolic_measures.meaning.class_sums import Fact, Frame, class_sums
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.spelling import one_sign_of_equality
from symbolic_measures.nouns.statement import Goal, Relation
from symbolic_measures.nouns.verdict import Step

Facts = tuple[tuple[Fact, Step], ...]
#: Numbers of classes at which a counterexample is looked for, and at which the rest is tried.
SMALL, TRIED = (2, 3, 4), (3, 4)
_RELATION = re.compile(r"(==|>=|<=|>|<)")


@dataclass(frozen=True)
class General:
    """A proof for every m: the facts that it takes in, and a proof of what remains."""

    facts: Facts
    step: Step

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        return {
            "facts": [
                {"term": str(fact.term), "relation": fact.rel, "proof": step.to_data()}
                for fact, step in self.facts
            ],
            "proof": self.step.to_data(),
        }

    @classmethod
    def from_data(cls, data: Any, parameters: tuple[str, ...]) -> General:
        """Inverse of `to_data`; CertificateError for anything else."""
        facts = []
        for entry in data["facts"]:
            fact = read_fact(f"{entry['term']} {entry['relation']} 0", parameters)
            facts.append((fact, Step.from_data(entry["proof"])))
        made = cls(tuple(facts), Step.from_data(data["proof"]))
        if data != made.to_data():
            raise CertificateError("a proof is not in the form that is written")
        return made

    def check(
        self,
        make: Callable[[], Frame],
        spoken: tuple[Formula, ...],
        state: Callable[[Frame], Goal],
    ) -> None:
        """CertificateError unless every fact holds in every class, and the statement follows."""
        for fact, step in self.facts:
            replay(make().shown(fact, spoken), step)
        replay(state(taken(make(), self)), self.step)


def read_fact(text: str, parameters: Iterable[str] = ()) -> Fact:
    """`"a - c >= 0"`: what a term in a, b, c, n, m is in every class."""
    left, rel, right = split_relation(text)
    if right.strip() != "0" or rel in ("<", "<="):
        raise FormulaError(f"{text!r} is not a fact about a class; write one such as 'a - c >= 0'")
    tree = class_sums(f"sum({left})", parameters, nested=True)
    if tree.op != "sum":
        raise FormulaError(f"{text!r} is not about one class")
    return Fact(tree.args[0], as_relation(rel))


def split_relation(text: str) -> tuple[str, str, str]:
    """Left side, relation, right side."""
    parts = _RELATION.split(one_sign_of_equality(text))
    if len(parts) != 3 or not parts[0].strip() or not parts[2].strip():
        raise FormulaError(f"{text!r} is no relation; write one such as 'CC^2 >= kappa^2'")
    return parts[0], parts[1], parts[2]


def as_relation(text: str) -> Relation:
    return text  # type: ignore[return-value]


def taken(frame: Frame, general: General | None) -> Frame:
    for fact, _ in general.facts if general is not None else ():
        frame.take(fact)
    return frame


def classes_of(value: Any) -> int:
    if type(value) is not int or value not in SMALL:
        raise CertificateError(f"{value!r} is not a number of classes that is tried")
    return value
