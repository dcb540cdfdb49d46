"""All properties, by id: those of every module that declares some.

Invariant: whoever imports `PROPERTIES` has all of them, in one order, whatever else is imported.
"""

from __future__ import annotations

from symbolic_measures.meaning import (
    association,
    brzezinski,
    continuous_extension,
    domain,
    expansions,
    further,
    gosgens,
    gradient,
    maximum,
    opitz,
    opitz_slopes,
    ranges,
    scales,
)
from symbolic_measures.meaning.property import DECLARED, Property

#: The modules that declare properties, in the order in which these are listed.
MODULES = (
    gosgens,
    ranges,
    domain,
    continuous_extension,
    gradient,
    brzezinski,
    maximum,
    opitz_slopes,
    opitz,
    expansions,
    further,
    association,
    scales,
)
for module in MODULES:
    for id, declared in list(DECLARED.items()):
        if declared.build.__module__ == module.__name__:
            DECLARED[id] = DECLARED.pop(id)
PROPERTIES: dict[str, Property] = DECLARED
