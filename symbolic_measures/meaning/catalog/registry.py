"""What the catalog holds, and how a measure of two classes gets into it.

Each measure has its formula as its source writes it (that fixes its domain), and a value computed
by hand from one cited matrix: TP = 90, FN = 4, FP = 5, TN = 1, of D. Chicco, "Ten quick tips for
machine learning in computational biology", BioData Mining 10:35 (2017), tip 8, for which
P = 94, N = 6, P^ = 95, N^ = 5, n = 100 and TP*TN - FN*FP = 70.

Invariant: a name leads to one measure, whatever its letters' case.  A word that the fields use for
several measures is no name; `AMBIGUOUS` holds what it may mean.
"""

from __future__ import annotations

from collections.abc import Iterable

from symbolic_measures.meaning.measure import Assumption, Measure, make_measure
from symbolic_measures.nouns.confusion import QUANTITIES, ConfusionMatrix
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.parser import identifiers

CITED = ConfusionMatrix(TP=90, FN=4, FP=5, TN=1)
MEASURES: dict[str, Measure] = {}
ALIASES: dict[str, str] = {}
#: Words that mean several measures, each with what it means where.
AMBIGUOUS: dict[str, dict[str, str]] = {}


def declare(
    name: str,
    formula: str,
    example: str,
    title: str,
    *aliases: str,
    source: str,
    domain: str,
    assume: Iterable[str] = (),
    higher_is_better: bool = True,
) -> None:
    """Adds a measure to the catalog; `example` is its value at `CITED`, worked out by hand.

    The formula may use the measures declared so far.  ValueError if one of its names is taken.
    """
    taken = {word.casefold() for word in (*ALIASES, *AMBIGUOUS, *QUANTITIES)}
    for alias in (name, *aliases):
        if alias.casefold() in taken:
            raise ValueError(f"two measures are called {alias}")
        taken.add(alias.casefold())
    MEASURES[name] = make_measure(
        formula,
        name,
        assume,
        names={**QUANTITIES, **formula_names()},
        inherited=inherited_assumptions(formula),
        title=title,
        aliases=aliases,
        source=source,
        domain=domain,
        example=(CITED, example),
        higher_is_better=higher_is_better,
    )
    ALIASES.update(dict.fromkeys((name, *aliases), name))


def refuse(word: str, **meanings: str) -> None:
    """A word that is no name, since it means several measures: `refuse("FAR", FDR="...")`."""
    AMBIGUOUS[word] = meanings


def formula_names() -> dict[str, Formula]:
    """Every measure of the catalog by each of its names, for use inside formulas."""
    return {alias: MEASURES[name].formula for alias, name in ALIASES.items()}


def inherited_assumptions(text: str) -> list[Assumption]:
    """What the catalog assumes of the parameters of the measures that a text mentions."""
    named = dict.fromkeys(ALIASES[word] for word in identifiers(text) if word in ALIASES)
    return [item for name in named for item in MEASURES[name].assumptions]
