"""Verdicts held against the slow definitions.

`proved` must have no violation up to n = 7 (less where two independent matrices are compared);
`refuted` must come with the very first violation there is in the declared order; `vacuous` must
mean that enumeration found nothing to compare.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from slow_definitions import DEFINITIONS, VACUOUS, VIOLATED, BeyondUsError, Values

from symbolic_measures.meaning.report import Report

#: Measures with logarithms, roots within quotients or squares of cells: of some properties it is
#: not known whether they have them, of others that depends on how long one waits.
HARD = frozenset({
    "prevalence_threshold", "Tversky", "Sokal_Sneath_5", "Dennis", "conviction", "Klosgen",
    "Bangdiwala_B", "mutual_information", "EDS", "SEDS", "EDI", "SEDI",
})  # fmt: skip
PARAMETERS = (Fraction(1), Fraction(2), Fraction(1, 2), Fraction(7, 3))
#: Largest n enumerated; the pairs of two independent matrices grow with its eighth power.
REACH = dict.fromkeys(DEFINITIONS, 7) | {
    "maximal-agreement": 6,
    "minimal-agreement": 6,
    "distance": 5,
    "constant-baseline": 9,
    "approximate-constant-baseline": 6,
}


def points(report: Report) -> list[dict[str, Fraction]]:
    """Parameter values to try: the catalog's parameters are positive numbers."""
    names = report.reading.measure.parameters
    return [dict.fromkeys(names, value) for value in (PARAMETERS if names else PARAMETERS[:1])]


def whole(cells: tuple[str, ...]) -> tuple[Fraction, ...]:
    """The cells (or sizes) a witness shows."""
    return tuple(map(Fraction, cells))


def disagreement(report: Report, verdict: Any, tables: list[Values]) -> str:
    """What is wrong with a verdict, empty if the slow definition agrees."""
    slow, reach = DEFINITIONS[verdict.property], REACH[verdict.property]
    if verdict.outcome == "undecided":
        return ""
    if verdict.outcome in ("proved", "not-applicable"):
        answers = [slow(table, reach) for table in tables]
        if any(answer.outcome == VIOLATED for answer in answers):
            return f"{verdict.outcome}, but violated at {answers}"
        if verdict.outcome == "not-applicable" and any(a.outcome != VACUOUS for a in answers):
            return "vacuous, but there are pairs to compare"
        if verdict.outcome == "proved" and all(a.outcome == VACUOUS for a in answers):
            return "proved, but there is nothing to compare"
        return ""
    witness = verdict.witness
    at = {name: Fraction(value) for name, value in witness.parameters.items()}
    shown = [whole(cells) for cells in witness.matrices]
    if verdict.property == "constant-baseline":
        size = int(shown[1][0])
    else:
        point = {name: int(value) for name, value in witness.point.items()}
        blocks = verdict.statement.goals[witness.goal].blocks
        size = max(sum(point[name] for name in block) for block in blocks)
    answer = slow(Values(report.reading, at), size)
    if answer.outcome != VIOLATED:
        return f"refuted by {shown}, but {answer.outcome} up to n = {size}"
    if not witness.minimal:
        return f"the witness {shown} does not claim to be the smallest"
    if [whole(part) for part in (answer.first, answer.second) if part] != shown:
        return f"the witness is {shown}, the first violation {answer.first}, {answer.second}"
    return ""


def disagreements(report: Report) -> list[str]:
    """Every disagreement about a report, as lines."""
    tables = [Values(report.reading, point) for point in points(report)]
    found = []
    for verdict in report.verdicts:
        try:
            problem = disagreement(report, verdict, tables)
        except BeyondUsError:
            continue
        if problem:
            found.append(f"{report.reading.measure.text}: {verdict.property}: {problem}")
    return found
