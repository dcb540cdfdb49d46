"""The goals of a property for every m: those of every module that states some.

Invariant: whoever imports `PARTS` has all of them, whatever else is imported.
"""

from __future__ import annotations

import re
from typing import Any

from symbolic_measures.meaning import every_gosgens, every_opitz, every_range, every_undefined
from symbolic_measures.meaning.every_class import (
    NOWHERE,
    STATED,
    WITH_CONSTANT,
    Build,
    EveryClasses,
    Part,
)
from symbolic_measures.meaning.every_geometric import geometric
from symbolic_measures.meaning.every_positive import POSITIVE, literally, no_case
from symbolic_measures.meaning.readings import LITERAL
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.verdict import Outcome

#: The modules that state properties for every m.
MODULES = (every_gosgens, every_range, every_opitz, every_undefined)
PARTS: dict[str, Build] = STATED
#: Names of variables that goals have besides those of frames: no parameter may be called so.
_OWN = re.compile(r"[eks]|(agree|part|pairs?)[0-9]+")
#: What is stated of sums over pairs of classes.
WITH_PAIRS = ("class-symmetry", "symmetry", "scale-invariance", "class-sensitive")

#: What is stated in other readings than the literal one, besides what is of positive cells alone.
READ = (
    "maximal-agreement", "minimal-agreement", "class-symmetry", "symmetry", "distance", "monotone",
    "weakly-monotone", "strongly-monotone", "weakly-strongly-monotone", "constant-baseline",
    "approximate-constant-baseline", "scale-invariance", "range",
)  # fmt: skip


def parts(
    property_id: str, subject: EveryClasses, constant: Any = None, outcome: Outcome = "proved"
) -> tuple[Part, ...]:
    """What has to be shown for every m, for the property to be proved, or not applicable;
    FormulaError if no argument for every m is known."""
    nowhere = outcome == "not-applicable"
    if property_id not in (NOWHERE if nowhere else PARTS):
        raise FormulaError(f"{property_id} is not stated for every m: give a number of classes")
    if (constant is not None) is not (property_id in WITH_CONSTANT and not nowhere):
        raise FormulaError(f"{property_id}: a constant is given where there is one")
    for name in filter(_OWN.fullmatch, subject.measure.parameters):
        raise FormulaError(f"{name} already has a meaning; a parameter needs another name")
    if subject.reading != LITERAL and property_id in POSITIVE and not nowhere:
        return (*no_case(subject), *parts(property_id, literally(subject), constant))
    if subject.reading != LITERAL and property_id not in READ:
        raise FormulaError(f"{property_id} is not stated for every m in another reading than "
                           "literal: give a number of classes")  # fmt: skip
    if not subject.factor and "pairs" in subject.tree.ops and property_id not in WITH_PAIRS:
        raise FormulaError(
            f"{property_id}: pairs(...) is not for every m: give a number of classes"
        )
    try:
        if nowhere:
            return tuple(NOWHERE[property_id][1](subject))
        if subject.factor:
            return tuple(geometric(property_id, subject, constant))
        return tuple(PARTS[property_id](subject, constant))
    except (KeyError, TypeError, IndexError, AttributeError) as error:
        raise FormulaError(f"{property_id}: malformed value ({error})") from None
