"""What is proved of regions of parameters: the property inside, a family against it outside."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from symbolic_measures.meaning.conditions import Clause
from symbolic_measures.meaning.families import Family
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.verdict import Step, Verdict


@dataclass(frozen=True)
class Sample:
    """A point of the parameters and what was decided there; `boundary`: on a boundary."""

    point: Mapping[str, Formula]
    boundary: bool
    verdict: Verdict
    doubted: bool = False

    @property
    def holds(self) -> bool | None:
        """None if that was not decided; `doubted`: a counterexample is too large to be shown."""
        known = {"proved": True, "refuted": False}
        return False if self.doubted else known.get(self.verdict.outcome)


@dataclass(frozen=True)
class Inside:
    """A region with a proof of the property in it; `corner`: by comparing with that corner, or
    with the matrix of these four cells."""

    clause: Clause
    proof: Step
    corner: str | list[str] = ""


@dataclass(frozen=True)
class Outside:
    """A region with a family of counterexamples and the proof that it is one."""

    clause: Clause
    family: Family
    proof: Step
