"""All measures of two classes, by name: those of every module of `meaning.catalog`.

Invariant: whoever imports `MEASURES` has all of them, in one order, whatever else is imported.
"""

from __future__ import annotations

from dataclasses import replace
from difflib import get_close_matches

# in this order: a formula may use the measures declared before it
from symbolic_measures.meaning.catalog import papers

# isort: split
from symbolic_measures.meaning.catalog import rates, similarity

# isort: split
from symbolic_measures.meaning.catalog import agreement, forecasts

# isort: split
from symbolic_measures.meaning.catalog.registry import (
    ALIASES,
    AMBIGUOUS,
    CITED,
    MEASURES,
    declare,
    formula_names,
    inherited_assumptions,
)
from symbolic_measures.meaning.measure import Measure
from symbolic_measures.nouns.errors import FormulaError

__all__ = [
    "ALIASES", "AMBIGUOUS", "CITED", "MEASURES", "MODULES", "declare", "find_measure",
    "formula_names", "get_measure", "inherited_assumptions", "refuse_ambiguous",
]  # fmt: skip
#: The modules that declare measures, in the order in which these are listed.
MODULES = (papers, rates, similarity, agreement, forecasts)


def find_measure(name: str) -> Measure | None:
    """The measure of that name or alias, in capital letters or small ones, else None.

    FormulaError, with the candidates, for a word that means several measures.
    """
    alias = _declared(name)
    return None if alias is None else MEASURES[ALIASES[alias]]


def named_measure(name: str) -> Measure | None:
    """As `find_measure`, called by the name that was asked for: MCC stays MCC, and is not CC."""
    alias = _declared(name)
    if alias is None:
        return None
    known = MEASURES[ALIASES[alias]]
    return known if alias == known.name else replace(known, name=alias)


def _declared(name: str) -> str | None:
    """The name or alias as it is declared."""
    if name in ALIASES:
        return name
    refuse_ambiguous(name)
    plain = name.casefold()
    return next((alias for alias in ALIASES if alias.casefold() == plain), None)


def refuse_ambiguous(*words: str) -> None:
    """FormulaError if one of the words means several measures, with the names of these."""
    known = {word.casefold(): word for word in AMBIGUOUS}
    for word in words:
        if (found := known.get(word.casefold())) is not None:
            told = "; ".join(f"{name} ({what})" for name, what in AMBIGUOUS[found].items())
            raise FormulaError(f"{word!r} means several measures, write one of them: {told}")


def get_measure(name: str) -> Measure:
    """The measure of that name or alias; FormulaError, with the nearest name, if there is none."""
    found = find_measure(name)
    if found is None:
        close = get_close_matches(name, ALIASES, n=1)
        hint = f"did you mean {close[0]!r}? " if close else ""
        raise FormulaError(f"no measure {name!r}; {hint}see 'symbolic-measures catalog'")
    return found
