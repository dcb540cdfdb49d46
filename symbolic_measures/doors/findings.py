"""What was found in the papers: every claim that does not hold, and how many were checked.

A claim is a mark, a displayed formula, a theorem or a sentence of a paper.  It is counted once,
where the walk through the paper (`claims.walks`) has it; what is said once more, and the cells of
which a paper says that it did not check them, are counted apart.  Everything is counted from
decided tables.

Invariant: a claim holds only if its verdict is what is printed; an undecided one is in no other
count than `undecided`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from symbolic_measures.claims.papers import PAPERS
from symbolic_measures.doors.checked import CLAIM, REPEATED, UNCHECKED, Checked, Finding
from symbolic_measures.doors.together import Row, counted, rows
from symbolic_measures.report import html, latex, prose

#: How bad it is, from the worst; the words in brackets explain it.
SEVERITIES = {
    "false statement": "a theorem, a step of a proof, a sentence or a printed table of an "
    "experiment does not hold as printed",
    "false mark": "the printed mark is not what holds, in no reading that was tried",
    "false formula": "the displayed formula does not hold as printed",
    "misprint": "putting right at most two symbols of what is printed makes it hold",
    "reading-dependent": "literally it does not hold; in a reading that is named it does",
}
FIELDS = ("claims", "hold", *SEVERITIES, "undecided")


@dataclass(frozen=True)
class Count:
    """How many claims of a source were checked, how many hold, and what of the others."""

    source: str
    numbers: tuple[int, ...]

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        return {"source": self.source, **dict(zip(FIELDS, self.numbers, strict=True))}


@dataclass(frozen=True)
class Findings:
    """Everything a format shows."""

    findings: tuple[Finding, ...]
    counts: tuple[Count, ...]
    open: tuple[str, ...]
    apart: Mapping[str, int] = field(default_factory=dict)
    rows: tuple[Row, ...] = ()

    @property
    def together(self) -> str:
        """Whether the marks of each printed row are those of one reading, in a sentence."""
        return counted(self.rows)

    @property
    def total(self) -> Count:
        """All sources together."""
        columns = zip(*(count.numbers for count in self.counts), strict=True)
        return Count("all", tuple(map(sum, columns)) if self.counts else (0,) * len(FIELDS))

    @property
    def headline(self) -> str:
        """One sentence of counts."""
        found = self.total.to_data()
        bad = [f"{found[name]} {'are ' if not place else ''}{name}{_plural(name, found[name])}"
               for place, name in enumerate(SEVERITIES)]  # fmt: skip
        return (
            f"Of {found['claims']} claims that were checked, {found['hold']} hold; "
            f"{', '.join(bad)}; {found['undecided']} undecided."
        )

    @property
    def by_paper(self) -> tuple[tuple[str, tuple[Finding, ...]], ...]:
        """The findings of each paper, the worst first."""
        order = list(SEVERITIES)
        return tuple(
            (
                f"{paper.title} ({paper.id})",
                tuple(
                    sorted(
                        (finding for finding in self.findings if finding.paper == paper.id),
                        key=lambda finding: order.index(finding.severity),
                    )
                ),
            )
            for paper in PAPERS.values()
            if any(finding.paper == paper.id for finding in self.findings)
        )

    def to_json(self) -> str:
        """The JSON text."""
        data = {
            "schema": 1,
            "severities": SEVERITIES,
            "total": {k: v for k, v in self.total.to_data().items() if k != "source"},
            "apart": dict(self.apart),
            "sources": [count.to_data() for count in self.counts],
            "undecided": list(self.open),
            "rows": {
                "counted": self.together,
                "not_together": [row.to_data() for row in self.rows if row.apart],
            },
            "findings": [finding.to_data() for finding in self.findings],
        }
        return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def _plural(name: str, count: int) -> str:
    return "s" if name != "reading-dependent" and count != 1 else ""


def findings(places: Iterable[Checked]) -> Findings:
    """What was found at the places that decide something, counted."""
    places = tuple(places)
    told: list[Finding] = []
    open_: list[str] = []
    counts: dict[str, Counter[str]] = {}
    apart: Counter[str] = Counter({REPEATED: 0, UNCHECKED: 0})
    for one in places:
        if one.standing in (CLAIM, UNCHECKED):
            apart[REPEATED] += len(one.sources) - 1
        if one.standing != CLAIM:
            apart[one.standing] += 1
            continue
        counts.setdefault(one.sources[0], Counter())[one.outcome] += 1
        if one.finding is not None:
            told.append(one.finding)
        elif one.outcome == "undecided":
            open_.append(one.told)
    lines = tuple(
        Count(source, (found.total(), *(found[name] for name in FIELDS[1:])))
        for source, found in counts.items()
    )
    apart = Counter({name: apart[name] for name in (REPEATED, UNCHECKED)})
    return Findings(tuple(told), lines, tuple(dict.fromkeys(open_)), apart, rows(places))


def render_html(found: Findings) -> str:
    """A page of its own."""
    return html.rendered("findings.html", found, severities=SEVERITIES, fields=FIELDS)


def render_latex(found: Findings) -> str:
    """A whole LaTeX document."""
    return latex.rendered("findings.tex", found, severities=SEVERITIES, fields=FIELDS)


def render_section(found: Findings) -> str:
    """The same without a document around it."""
    return latex.rendered("findings-body.tex", found, severities=SEVERITIES, fields=FIELDS)


def rendered_text(found: Findings) -> str:
    """The counts and one line for each finding."""
    lines: Sequence[str] = [found.headline, *([found.together] if found.rows else [])]
    for finding in found.findings:
        told = f"{prose.text(finding.claimed)} is printed, {prose.text(finding.found)}"
        lines = [*lines, f"  {finding.table} {finding.place}: {finding.severity}: {told}"]
    return "\n".join(lines)
