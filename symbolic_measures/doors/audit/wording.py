"""The words of audits: what a function is, where, and by how much, the same in every page.

What is proved of a formula and what was seen of a function are never said with the same word.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from symbolic_measures.doors.audit.patterns import Difference, Pattern, zero_words
from symbolic_measures.doors.audit.properties import Violation
from symbolic_measures.meaning.readings import LITERAL
from symbolic_measures.meaning.supports import faces
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.verdict import GLYPHS

if TYPE_CHECKING:
    from symbolic_measures.doors.audit.auditing import Audit

KINDS = {
    "agrees": "as the formula",
    "undefined": "undefined, as the formula",
    "choice": "a choice: the formula is undefined",
    "refuses": "no value: the formula has one",
    "differs": "another value than the formula",
}
OWN_CODE = (
    "The function was called, which runs its own code; nothing else was executed. What is said of "
    "it was seen, not proved; what is said of the formula is proved or refuted by the kernel."
)
MARKS = {"agrees": "·", "undefined": "·", "choice": "0/0", "refuses": GLYPHS["refuted"],
         "differs": GLYPHS["refuted"]}  # fmt: skip
READINGS = {LITERAL: "the formula as written"}


def count(number: int, word: str, words: str = "") -> str:
    """`1 matrix`, `1,000 matrices`."""
    return f"{number:,} {word if number == 1 else words or word + 's'}"


def matrices_word(number: int) -> str:
    """`1 matrix`, `1,000 matrices`."""
    return count(number, "matrix", "matrices")


def formula_words(audit: Audit) -> str:
    """What it is compared with, in words."""
    subject = audit.reading.measure
    at = ", ".join(f"{name} = {value}" for name, value in audit.parameters.items())
    words = subject.name if subject.name == subject.text else f"{subject.name} = {subject.text}"
    words += f" at {at}" if at else ""
    return words if audit.reading.name == LITERAL else f"{words} (reading {audit.reading.name})"


def sentence(audit: Audit) -> str:
    """The answer in a sentence or two."""
    name = audit.reading.measure.name
    if not audit.complete and not audit.patterns:
        return f"Interrupted before it was compared with {name}."
    if audit.wrong:
        first = audit.wrong[0]
        words = (
            f"It is not {name}: at {len(audit.wrong):,} of {matrices_word(audit.defined)} where "
            f"the formula is defined it has another value or none, first at {first.matrix}: "
            f"{returned_words(first)}."
        )
    else:
        words = f"It is {name} at all {matrices_word(audit.defined)} {_domain(audit)}."
    if not audit.complete:
        words = "Interrupted; what is listed was found. " + words
    if audit.asked.where_defined:
        return f"{words} Other matrices were left out, as asked.{_rest(audit)}"
    undefined = audit.looked_at - audit.defined
    if undefined:
        words += f" Where it is not ({matrices_word(undefined)}), {_elsewhere(audit)}."
    return words + _rest(audit)


def _domain(audit: Audit) -> str:
    everywhere = audit.defined == audit.looked_at
    return "(the formula is defined at each)" if everywhere else "where the formula is defined"


def _elsewhere(audit: Audit) -> str:
    """What it is where the formula is undefined."""
    named = [name for name in audit.followed if name != LITERAL]
    if LITERAL in audit.followed or not audit.choices:
        return "it has no value either"
    if named:
        return f"it is as in the reading {' and '.join(named)}"
    return f"it has values of its own choice at {matrices_word(len(audit.choices))}"


def _rest(audit: Audit) -> str:
    words = ""
    for row in audit.imprecise[:1]:
        if not audit.wrong and row.first is not None:
            words += f" Of large matrices it is wrong, as at {row.first.matrix}."
    if audit.lost:
        names = ", ".join(each.id for each in audit.lost)
        words += f" Proved of the formula, and not so of the function: {names}."
    return words


def returned_words(difference: Difference) -> str:
    """`it returns 0.0, the formula is 1`."""
    told = difference.returned
    shown = told if told.startswith(("raises", "returns")) else f"returns {told}"
    return f"it {shown}, the formula is {difference.wanted}"


def merged(patterns: Iterable[Pattern]) -> list[tuple[list[Pattern], Pattern]]:
    """Patterns that are alike together, with the one that has the smallest difference."""
    groups: dict[tuple[object, ...], list[Pattern]] = {}
    for each in patterns:
        said = (each.readings, each.others) if each.kind == "choice" else ()
        key = (each.kind, each.returned, each.warning, *said)
        groups.setdefault(key, []).append(each)
    return [(group, min(group, key=smallest_of)) for group in groups.values()]


def smallest_of(pattern: Pattern) -> tuple[float, tuple[int, ...]]:
    """n and the cells of the smallest difference, by which patterns are put in order."""
    if pattern.smallest is None:
        return float("inf"), ()
    return sum(pattern.smallest.matrix), pattern.smallest.matrix


def where(group: Sequence[Pattern], classes: int = 2) -> str:
    """The zero cells of several patterns in words."""
    if classes == 2:
        return faces(tuple(n for n in CELLS if n not in each.zeros) for each in group)
    names = [f"c{i}{j}" for i in range(1, classes + 1) for j in range(1, classes + 1)]
    words = zero_words(group[0].zeros, names)
    return words if len(group) == 1 else f"{words}, and {len(group) - 1} other patterns"


def units_words(units: float) -> str:
    """Two decimals, or the power of ten of what is far too large."""
    return f"{units:.2f}" if units < 1000 else f"{units:.1e}"


def violation_words(property_id: str, violation: Violation) -> str:
    """`(0, 1, 0, 0) gives 0.33 and doubled 0.25, because of the value chosen at ...`."""
    first, *rest = violation.matrices
    told = violation.values
    if violation.sizes:
        (n, p, q), (n2, p2, q2) = violation.matrices
        words = (f"the expectation at n = {n}, P = {p}, P^ = {q} is {told[0]}, at n = {n2}, "
                 f"P = {p2}, P^ = {q2} it is {told[1]}")  # fmt: skip
    elif property_id == "scale-invariance":
        times = sum(rest[0]) // sum(first)
        by = "doubled" if times == 2 else f"times {times}"
        words = f"{first} gives {told[0]} and {by} {told[1]}"
    elif not rest:
        words = f"{first} gives {told[0]}"
    else:
        words = f"{first} gives {told[0]}, {rest[0]} gives {told[1]}"
    why = {
        "choice": f", by the value chosen at {violation.at}, where the formula is undefined",
        "difference": f", by the difference at {violation.at}",
        "": ", as the formula does",
    }
    return words + why[violation.cause]
