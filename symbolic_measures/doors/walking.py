"""Papers in their own order, each claim with its place and its verdict.

The walk says what a paper says and where it is decided, the certificates what became of it.  Both
together are a page for each paper, the file `claims.json` and what the command `claims` prints,
with one count: distinct claims, those that are not decided here with the reason, and apart from
them what is said once more, what a paper did not check, and what is a step of ours.

Invariant: nothing is decided here, and every claim of a walk is on its page.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from symbolic_measures.claims.papers import PAPERS, TABLES
from symbolic_measures.claims.walks import REASONS, Place, Said, walk
from symbolic_measures.doors.checked import UNCHECKED, Checked
from symbolic_measures.doors.together import Row, counted, rows
from symbolic_measures.report import html, prose
from symbolic_measures.report.text import wrapped

COUNTED = {3: "three", 4: "four", 5: "five", 6: "six"}
#: What is said of a claim that no certificate decides.
MISSING = "no certificate"
GLYPHS = {"hold": "✓", "undecided": "?", MISSING: "?", "not decided": "·", "again": "=", "own": "+",
          "not checked": "·"}  # fmt: skip


@dataclass(frozen=True)
class Line:
    """One thing that a paper says, with what became of it.

    `kind` is claim, open, definition, again, own or unchecked; `verdict` hold, a severity, ...
    """

    number: int
    kind: str
    section: str
    quote: str
    place: str
    verdict: str
    note: str
    link: str
    reads: str = ""
    classes: int = 2
    every: str = ""

    @property
    def decided_for(self) -> str:
        """For which number of classes it is decided, if not two, and for every number of them."""
        few = f"Decided for {COUNTED[self.classes]} classes." if self.classes != 2 else ""
        return f"{few} {self.every}".strip()

    @property
    def glyph(self) -> str:
        """Of the verdict."""
        return GLYPHS.get(self.verdict, "✗")

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        data = {"number": self.number, "kind": self.kind, "section": self.section,
                "quote": self.quote, "place": self.place, "verdict": self.verdict,
                "note": self.note, "readings": self.reads}  # fmt: skip
        few = {"classes": self.classes} if self.classes != 2 else {}
        return {**data, **few, **({"every": self.every} if self.every else {})}


@dataclass(frozen=True)
class Walked:
    """A paper in its order, decided."""

    paper: str
    title: str
    lines: tuple[Line, ...]
    rows: tuple[Row, ...] = ()

    @property
    def sections(self) -> tuple[tuple[str, tuple[Line, ...]], ...]:
        """The lines of each section."""
        groups = groupby(self.lines, key=lambda line: line.section)
        return tuple((name, tuple(group)) for name, group in groups)

    @property
    def counts(self) -> dict[str, int]:
        """How many distinct claims there are, and what became of them; the rest by its kind."""
        claims = [line for line in self.lines if line.kind in ("claim", "open")]
        found = Counter(line.verdict for line in claims if line.kind == "claim")
        open_ = Counter(f"not decided: {line.note.partition(':')[0]}"
                        for line in claims if line.kind == "open")  # fmt: skip
        kinds = Counter(line.kind for line in self.lines)
        return {
            "distinct": len(claims), "decided": sum(found.values()), **found, **open_,
            "said again": kinds["again"], "not checked by the paper": kinds["unchecked"],
            "definitions": kinds["definition"], "steps of ours": kinds["own"],
        }  # fmt: skip

    @property
    def readings(self) -> dict[str, int]:
        """How many marks stand how in the readings that were tried."""
        found = Counter(
            line.reads.partition(":")[0].partition(";")[0] for line in self.lines if line.reads
        )
        open_ = sum("undecided in" in line.reads for line in self.lines)
        return {**found, "with an undecided reading": open_}

    @property
    def counted(self) -> str:
        """The counts in a sentence."""
        return told(self.counts)

    @property
    def together(self) -> str:
        """Whether the marks of each row are those of one reading, in a sentence."""
        return counted(self.rows)

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        return {"paper": self.paper, "counts": self.counts, "readings": self.readings,
                "rows": [row.to_data() for row in self.rows],
                "claims": [line.to_data() for line in self.lines]}  # fmt: skip


def told(counts: dict[str, int]) -> str:
    """`312 distinct claims, 290 decided: ...`."""
    return ", ".join(f"{n} {_many(name, n)}" for name, n in counts.items() if n)


def _many(name: str, number: int) -> str:
    """5 false marks, 1 definition."""
    if number == 1:
        return {"definitions": "definition", "steps of ours": "step of ours"}.get(name, name)
    return f"{name}s" if name.startswith(("false ", "misprint")) else name


def walked(paper: str, checked: Iterable[Checked]) -> Walked:
    """The paper in its order, each claim joined with what was decided at its place."""
    decided = {one.place: one for one in checked if one.paper == paper}
    known = rows(decided.values())
    lines, number = [], 0
    for said in walk(paper).said:
        here = _line(paper, said, decided, number + 1)
        number += here.kind in ("claim", "open")
        lines.append(here)
    return Walked(paper, PAPERS[paper].title, tuple(lines), known)


def _line(paper: str, said: Said, decided: dict[Place, Checked], number: int) -> Line:
    place = said.at or said.again
    found = decided.get(place) if place else None
    quote, shown = said.quote or _printed(paper, place), _shown(place) if place else ""
    if said.open:
        kind = "definition" if said.reason == "definition" else "open"
        here = number if kind == "open" else 0
        return Line(here, kind, said.section, quote, "", "not decided", said.open, "")
    link = "" if found is None else f"../{found.page}#{found.anchor}".rstrip("#")
    if said.again or found is None:
        kind, verdict = ("again", "again") if said.again else ("claim", MISSING)
        here = number if kind == "claim" else 0
        every = "" if found is None else found.every
        return Line(here, kind, said.section, quote, shown, verdict, "", link, every=every)
    kind, outcome = "own" if said.own else "claim", found.outcome
    if found.standing == UNCHECKED:
        kind, outcome = "unchecked", "not checked"
    note = _note(said, found)
    every = "" if found.every in note else found.every
    return Line(
        number if kind == "claim" else 0, kind, said.section, quote, shown, outcome,
        note, link, found.reads, found.classes, every,
    )  # fmt: skip


def _note(said: Said, found: Checked) -> str:
    """Why a claim does not hold, what is right instead, and what would save it."""
    if found.finding is None:
        return ""
    parts = [prose.text(found.finding.note), prose.text(found.finding.instead)]
    parts.append(f"Saved by {said.saved}." if said.saved else "")
    return " ".join(filter(None, parts))


def _shown(place: Place) -> str:
    """`gosgens2021:2 F1, Mon`."""
    table, row, column = place
    return f"{table} {row}" + (f", {column}" if column else "")


def _printed(paper: str, place: Place | None) -> str:
    """What is printed there, where the walk has no words of its own."""
    from symbolic_measures.questions.table.formulas import DISPLAYS

    if place is None:
        return ""
    table, row, column = place
    if table in TABLES:
        return f"{row}, {column}: {TABLES[table].claims[row, column][0].printed}"
    if table in DISPLAYS:
        return DISPLAYS[table].rows[row].printed
    return f"{row}, {column}" if column else row


def whole(paper: str, checked: Sequence[Checked]) -> bool:
    """Whether something was decided of every table that the walk leads to."""
    there = {one.place[0] for one in checked if one.paper == paper}
    return {place[0] for place in walk(paper).places} <= there


def render_html(page: Walked) -> str:
    """A page of its own."""
    return html.rendered("walk.html", page, reasons=REASONS)


def to_json(pages: Iterable[Walked]) -> str:
    """All of them in one file."""
    data = {"schema": 1, "reasons": REASONS, "papers": [page.to_data() for page in pages]}
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def render_text(page: Walked) -> str:
    """Every claim in a line, and the counts."""
    parts = [f"{page.paper}  {page.title}"]
    for name, lines in page.sections:
        parts.append(f"\n{name}")
        for line in lines:
            number = str(line.number) if line.number else ""
            verdict = (
                line.verdict if line.kind == "claim" else f"{line.kind}: {line.note}".rstrip(": ")
            )
            place = f" [{line.place}]" if line.place else ""
            head = f"  {number:>4} {line.glyph} "
            reads = f" ({line.reads})" if line.reads else ""
            shown = f"{head}{line.quote}{place} {verdict}{reads} {line.every}".rstrip()
            parts += wrapped(shown, "", "         ")
    ends = (page.counted, told(page.readings), page.together)
    return "\n".join([*parts, "", *(line for text in ends for line in wrapped(text))])
