"""Pairs of measures: a disagreement is looked for, then a function from one to the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations

from symbolic_measures.kernel.exact import CannotTellError
from symbolic_measures.meaning.measures import MEASURES
from symbolic_measures.meaning.ranks import Ranked
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.question import SECONDS
from symbolic_measures.questions.compare.equivalence import Link, below
from symbolic_measures.questions.compare.links import bounds, candidates
from symbolic_measures.questions.compare.pairs import (
    LARGEST,
    Comparison,
    Pair,
    Parameters,
    base_of,
    first_discordance,
    pair_of,
    sample_parameters,
    statement,
)
from symbolic_measures.search.engine import decide
from symbolic_measures.search.guarded import guarded


@dataclass
class Comparing:
    """The work on a list of measures, pair by pair; `report()` gives what is known so far."""

    names: tuple[str, ...]
    assume: tuple[str, ...] = ()
    seconds: float = SECONDS
    with_bounds: bool = True
    largest: int = LARGEST
    pairs: list[Pair] = field(default_factory=list)
    finished: bool = False
    known: dict[tuple[str, Parameters], Ranked] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if len(set(self.names)) != len(self.names) or len(self.names) < 2:
            raise FormulaError("compare: give two measures or more, each once")
        for one, other in combinations(self.names, 2):
            pair_of(one, other, self.assume)

    def __iter__(self) -> Iterator[str]:
        """Yields the pair that is looked at next."""
        for one, other in combinations(self.names, 2):
            yield f"{one}, {other}"
            asked = pair_of(one, other, self.assume)
            pair = guarded(partial(self._ordered, asked), partial(_open, asked))
            if self.with_bounds:
                a, b = pair.measures
                sides = ((a, b), (b, a))
                found = tuple(decide(below(s, pair.subject), self.seconds) for s in sides)
                pair = replace(pair, bounds=found)
            self.pairs.append(pair)
        self.finished = True

    def report(self) -> Comparison:
        """What is known so far."""
        return Comparison(self.names, self.assume, tuple(self.pairs), self.finished)

    def _ordered(self, pair: Pair) -> Pair:
        """The pair with what was decided on its order."""
        try:
            found = first_discordance(pair, self.largest, self.known)
        except CannotTellError as error:
            return replace(pair, reason=f"values could not be compared: {error}")
        if found is not None:
            return replace(pair, witness=found[0], parameters=found[1])
        for link in _links(pair):
            verdict = decide(statement(pair, link), self.seconds)
            if verdict.outcome == "proved":
                return replace(pair, link=link, proof=verdict)
        reason = f"no disagreement up to n = {self.largest}, and no function was found"
        return replace(pair, reason=reason)


def _open(pair: Pair, reason: str) -> Pair:
    return replace(pair, reason=reason)


def _links(pair: Pair) -> Iterator[Link]:
    """Candidates: one as a function of the other, or both of a measure that stands in both."""
    parameters = next(iter(sample_parameters(pair)), {})
    inside = set(pair.measures[0].formula.walk()) & set(pair.measures[1].formula.walk())
    shared = [name for name, known in MEASURES.items() if known.formula in inside]
    for base in dict.fromkeys((*reversed(pair.names), *shared)):
        tree = base_of(pair, base).formula
        options = []
        for item in pair.measures:
            same = item.formula == tree
            options.append(["x"] if same else list(candidates(item.formula, tree, parameters)))
        for one in options[0]:
            for other in options[1]:
                for low, high in bounds(tree, parameters):
                    uses_sizes = any(name in one + other for name in "PN")
                    sizes = (("P", "N"), ("N",), ()) if uses_sizes or "n" in one + other else ((),)
                    for positive in sizes:
                        yield Link(base, (one, other), low, high, positive)
