"""What may be asked of all measures: which properties, of how many elements and classes."""

from __future__ import annotations

import re
from collections.abc import Iterable

from symbolic_measures.meaning.every_report import least_of
from symbolic_measures.meaning.instances import refusal
from symbolic_measures.meaning.padding import EMPTY, PADS
from symbolic_measures.meaning.subjects import find_property
from symbolic_measures.nouns.errors import FormulaError

Ids = tuple[str, ...]
#: The properties of the lattice of gosgens2021.
LATTICE = (
    "maximal-agreement", "minimal-agreement", "symmetry", "class-symmetry", "distance", "monotone",
    "strongly-monotone", "constant-baseline",
)  # fmt: skip
#: The largest n that is asked for, by the number of classes: beyond it a linear program has more
#: unknowns, or lines of triangle inequalities, than can be solved in minutes.
LARGEST = {2: 8, 3: 3, 4: 2}
WITHOUT_DISTANCE = {**LARGEST, 3: 4}
UNKNOWN = "--classes {}: linear programs are solved for 2 to 4 classes; every and '>= 3' are known"
_SIZES = re.compile(r"([0-9]{1,3})(?:\.\.([0-9]{1,3}))?")


def most(classes: int, ids: Iterable[str]) -> int:
    """The largest n that is asked for of these properties (of any, if none is named)."""
    known = tuple(ids)
    return (WITHOUT_DISTANCE if known and "distance" not in known else LARGEST)[classes]


def sizes_of(text: str, classes: int | str = 2, ids: Iterable[str] = ()) -> range:
    """`4` or `2..6`; FormulaError, in one line, for anything else."""
    if not isinstance(classes, int):
        least_classes(classes)
        return sizes_of(text)
    found = _SIZES.fullmatch(text.strip())
    if found is None:
        raise FormulaError(f"--n {text}: give a number of elements, such as 4, or a range, 2..6")
    low, high = int(found[1]), int(found[2] or found[1])
    if classes not in LARGEST:
        raise FormulaError(UNKNOWN.format(classes))
    largest = most(classes, ids)
    if not 1 <= low <= high:
        raise FormulaError(f"--n {text}: the range begins at 1 or more and does not fall")
    if high > largest:
        raise FormulaError(f"--n {text}: with {classes} classes n is at most {largest}")
    return range(low, high + 1)


def least_classes(classes: object) -> int:
    """The smallest number of classes of `every` or `>= 3`; FormulaError for anything else."""
    try:
        return least_of(classes)
    except FormulaError:
        raise FormulaError(UNKNOWN.format(classes)) from None


def shown(sizes: range) -> str:
    """`4` or `2..6`."""
    return str(sizes[0]) if len(sizes) == 1 else f"{sizes[0]}..{sizes[-1]}"


def linear_properties(ids: Iterable[str], classes: int | str = 2) -> Ids:
    """The ids, each once; FormulaError, with the reason, for one that is not linear in M."""
    chosen = tuple(dict.fromkeys(ids))
    if isinstance(classes, int) and classes not in LARGEST:
        raise FormulaError(UNKNOWN.format(classes))
    for property_id in chosen:
        if not isinstance(classes, int):
            linear_properties((property_id,), 3)
            if EMPTY not in PADS.get(property_id, ()):
                raise FormulaError(f"{property_id} is not asked of every number of classes")
            continue
        find_property(property_id, classes)
        if reason := refusal(property_id, classes):
            raise FormulaError(reason)
    if not chosen:
        raise FormulaError("--properties: give at least one property")
    if len(chosen) > 12:
        raise FormulaError("--properties: at most 12 at a time")
    return chosen


def rows_of(ids: Ids, sizes: range, least: int = 2) -> list[tuple[Ids, range, int]]:
    """What is solved, for every m >= least: at each number of classes each n, then all of them
    together.

    Strong monotonicity compares different n; at one n it says nothing.  Fewer classes than `least`
    are looked at last, at what is too large for `least`: a conflict of them is one of more, too.
    """
    single = tuple(name for name in ids if "strongly" not in name) or ids
    found = []
    for classes in sorted(LARGEST, key=lambda m: (m < least, m)):
        known = range(sizes[0], min(sizes[-1], most(classes, ids)) + 1)
        new = [n for n in known if classes >= least or n > most(least, ids)]
        found += [(single, range(n, n + 1), classes) for n in new]
        found += [(ids, known, classes)] if new and len(known) > 1 else []
    return found
