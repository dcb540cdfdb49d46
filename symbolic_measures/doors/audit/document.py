"""An audit as a document, and as text, LaTeX and HTML.

First one sentence that says it all; then what is returned at each pattern of zero cells, every kind
of difference with its smallest matrix, the numbers, and the properties.  What is proved of the
formula and what was only tried of the function are never said with the same word.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from symbolic_measures.doors.audit.outcomes import DIGITS
from symbolic_measures.doors.audit.patterns import Pattern
from symbolic_measures.doors.audit.precision import TYPES, Precision
from symbolic_measures.doors.audit.properties import Tried
from symbolic_measures.doors.audit.wording import (
    KINDS,
    MARKS,
    OWN_CODE,
    READINGS,
    count,
    formula_words,
    matrices_word,
    merged,
    returned_words,
    sentence,
    smallest_of,
    units_words,
    violation_words,
    where,
)
from symbolic_measures.meaning.readings import LITERAL
from symbolic_measures.nouns.verdict import GLYPHS
from symbolic_measures.report import html, latex
from symbolic_measures.report.sections import Block, Row
from symbolic_measures.report.sheet import Part, Sheet

if TYPE_CHECKING:
    from symbolic_measures.doors.audit.auditing import Audit

#: Rows of differences that are shown; the JSON has all.
MOST = 12


def document(audits: Sequence[Audit]) -> Sheet:
    """The document of one audit, or of several one after the other."""
    if len(audits) == 1:
        (audit,) = audits
        about = f"audited against {formula_words(audit)}"
        return Sheet(audit.target, about, (sentence(audit),), (*_parts(audit), _last()))
    told = f"{count(len(audits), 'function')} audited."
    parts = [
        part
        for audit in audits
        for part in (
            Part(f"{audit.target}: {formula_words(audit)}", (sentence(audit),)),
            *_parts(audit),
        )
    ]
    return Sheet("Audit", "what functions compute", (told,), (*parts, _last()))


def _last() -> Part:
    return Part("What this rests on", (OWN_CODE,))


def _parts(audit: Audit) -> Iterator[Part]:
    yield Part("How it was called", (_called(audit),))
    yield _patterns(audit)
    if audit.wrong:
        yield _differences(audit)
    if audit.precision:
        yield _numbers(audit)
    if audit.properties:
        yield _properties(audit)


def _called(audit: Audit) -> str:
    asked = audit.asked
    options = ", ".join(f"{key}={value}" for key, value in asked.options.items())
    words = [f"It takes {audit.signature}" + (f", with {options}" if options else "")]
    if audit.also_fits:
        words.append(f"so does {', '.join(audit.also_fits)} fit")
    elif "matrix" in audit.signature and not asked.orientation:
        words.append("found out by comparing with the formula")
    if asked.item:
        words.append(f"of what it returns, {asked.item} was taken")
    size = f"at all {matrices_word(audit.looked_at)} of at most {asked.size} elements"
    size = f"called {size}" if audit.complete else f"to be called {size}"
    words.append(f"{audit.library}, {size}" if audit.library else size)
    order = "(TP, FN, FP, TN)" if asked.classes == 2 else "written row by row, true class first"
    words.append(f"matrices are {order}")
    others = [proposal.candidate.told for proposal in audit.proposals if proposal.agrees]
    if not asked.against:
        found = "agrees with" if others else "is nearest to"
        others = others or [proposal.candidate.told for proposal in audit.proposals]
        words.append(f"of the catalog it {found} {', '.join(others)}")
    if any(kind in ("float32", "float16") for kind in audit.types):
        words.append(f"it returns {', '.join(audit.types)}")
    if audit.printed:
        words.append(f"it prints, for example {audit.printed!r}")
    return "; ".join(words) + "."


# --- patterns -------------------------------------------------------------------------------


def _patterns(audit: Audit) -> Part:
    rows = []
    groups = merged(audit.patterns)
    usual = max((g for g, first in groups if first.kind == "agrees"), key=len, default=None)
    for group, first in sorted(groups, key=lambda each: each[0] is usual):
        words = where(group, audit.asked.classes)
        if group is usual:
            words = "everywhere else" if len(groups) > 1 else "everywhere"
        outcome = "refuted" if first.kind in ("differs", "refuses") else ""
        rows.append(Row(MARKS[first.kind], (words,), (_pattern(group, first),), outcome))
    words = f"{MARKS['choice']}: a choice, where the formula is undefined."
    told = words if any(row.mark == MARKS["choice"] for row in rows) else ""
    return Part(
        "By pattern of zero cells", (told,) if told else (), blocks=(Block((), tuple(rows)),)
    )


def _pattern(group: Sequence[Pattern], first: Pattern) -> str:
    """What is returned there, and who else says so."""
    size = matrices_word(sum(each.matrices for each in group))
    if first.kind == "agrees":
        return f"the formula ({size})" + _warned(first)
    known = [READINGS.get(name, name) for name in first.readings]
    words = f"{first.returned} ({size}), {KINDS[first.kind]}"
    if first.kind == "choice":
        named = f"that of {' and '.join(known)}" if known else "that of no known reading"
        words = f"{first.returned} ({size}), {named}"
        if first.others:
            words += f"; {', '.join(f'{name} has {value}' for name, value in first.others)}"
    if first.smallest is not None:
        words += f"; smallest {first.smallest.matrix}"
    return words + _warned(first)


def _warned(pattern: Pattern) -> str:
    return f"; warns {pattern.warning}" if pattern.warning else ""


def _differences(audit: Audit) -> Part:
    rows = []
    groups = merged(p for p in audit.patterns if p.kind in ("differs", "refuses"))
    for group, first in sorted(groups, key=lambda each: smallest_of(each[1])):
        if first.smallest is None:
            continue
        number = sum(each.count for each in group)
        told = f"{returned_words(first.smallest)}; {matrices_word(number)} like it"
        rows.append(Row(GLYPHS["refuted"], (str(first.smallest.matrix),), (told,), "refuted"))
    others = [p.candidate.told for p in audit.proposals if p.agrees and audit.asked.against]
    words = f"It agrees with {', '.join(others[:3])} instead." if others else ""
    words = words or "Each was called again, and is what it was."
    left = len(rows) - MOST
    more = f" {left} more patterns are in the JSON." if left > 0 else ""
    return Part("Where the formula is defined and the function differs", (words + more,),
                blocks=(Block((), tuple(rows[:MOST])),))  # fmt: skip


# --- numbers --------------------------------------------------------------------------------


def _numbers(audit: Audit) -> Part:
    rows = []
    for row in _shortened(audit):
        own = row.values == audit.asked.values
        outcome = ("refuted" if own else "undecided") if row.wrong else ""
        head = f"{TYPES[row.values]}, {row.range}"
        mark = "!" if outcome == "undecided" else GLYPHS.get(outcome, "·")
        rows.append(Row(mark, (head,), (_worst(row),), outcome))
    words = (
        "The largest error, in units in the last place of the exact value. Large matrices are "
        "sampled, the same ones in every run."
    )
    if any(row.mark == "!" for row in rows):
        words += f" !: wrong if it is called with such numbers, right with {_own(audit)}."
    return Part("Numbers", (words,), blocks=(Block((), tuple(rows)),))


def _own(audit: Audit) -> str:
    return TYPES[audit.asked.values]


def _shortened(audit: Audit) -> list[Precision]:
    """Numbers of another type need one row: that of the smallest wrong matrix, or of the worst."""
    rows: list[Precision] = []
    for kind in dict.fromkeys(row.values for row in audit.precision):
        group = [row for row in audit.precision if row.values == kind]
        wrong = [row for row in group if row.first is not None]
        if kind == audit.asked.values:
            rows += group
        elif wrong:
            rows.append(min(wrong, key=lambda row: sum(row.first.matrix if row.first else ())))
        else:
            worst = max(group, key=lambda row: row.units)
            total = sum(row.looked_at for row in group)
            rows.append(replace(worst, looked_at=total, range="all of these", sampled=False))
    return rows


def _worst(row: Precision) -> str:
    words = f"{row.looked_at:,} looked at" + (" (sampled)" if row.sampled else "")
    if row.wrong and row.first is not None:
        words += f"; {row.wrong:,} wrong, as at {row.first.matrix}: {returned_words(row.first)}"
    if row.matrix:
        kind = f" of {row.type}" if row.type in DIGITS and row.type != "float64" else ""
        words += f"; worst {units_words(row.units)} units{kind} at {row.matrix}"
        if row.units >= 2:
            words += f": {row.returned}, exactly {row.wanted}"
    return words


# --- properties -----------------------------------------------------------------------------

_GROUPS = (
    ("lost", "refuted", "Proved of the formula; the function has it not"),
    ("fails", "refuted", "Neither the formula nor the function has it"),
    ("held", "undecided", "Not proved of the formula; of the function no counterexample was found"),
    ("kept", "proved", "Proved of the formula; of the function no counterexample was found"),
    ("empty", "not-applicable", "Nothing to compare"),
)


def _properties(audit: Audit) -> Part:
    blocks = []
    for outcome, mark, title in _GROUPS:
        group = [each for each in audit.properties if each.outcome == outcome]
        rows = tuple(
            Row(GLYPHS[mark] if outcome == "lost" else "·", (each.id,),
                (_tried(each, audit),), mark if outcome == "lost" else "")
            for each in group
        )  # fmt: skip
        if rows:
            blocks.append(Block((f"{title}:",), rows))
    words = f"Tried on all matrices of at most {audit.asked.size} elements."
    return Part("Properties of the function", (words,), blocks=tuple(blocks))


def _tried(each: Tried, audit: Audit) -> str:
    words = f"formula {each.formula.outcome.replace('-', ' ')}"
    if each.followed is not None and each.followed.outcome != each.formula.outcome:
        named = next(name for name in audit.followed if name != LITERAL)
        words += f", in the reading {named} {each.followed.outcome.replace('-', ' ')}"
    if each.violation is not None:
        return f"{words}; function: {violation_words(each.id, each.violation)}"
    found = f"; values {each.found}" if each.found else ""
    return f"{words}; {each.compared:,} compared{found}"


# --- formats --------------------------------------------------------------------------------


def render_text(audits: Sequence[Audit]) -> str:
    """The audits as text."""
    return document(audits).text()


def render_latex(audits: Sequence[Audit]) -> str:
    """A whole LaTeX document."""
    return latex.rendered("document.tex", document(audits), body="answer.tex")


def render_html(audits: Sequence[Audit]) -> str:
    """A page of its own, with the data in it."""
    doc = document(audits)
    about = {"body": "answer.html", "about": doc.about, "saved": "data"}
    return html.page("page.html", doc, Saved(audits), f"audit-{audits[0].target}", **about)


def render_html_fragment(audits: Sequence[Audit]) -> str:
    """The audits for a notebook."""
    return html.rendered("fragment.html", document(audits), body="answer.html")


class Saved:
    """Several audits as one file."""

    def __init__(self, audits: Sequence[Audit]) -> None:
        self.audits = tuple(audits)

    def to_json(self) -> str:
        """The audit, or a list of them."""
        if len(self.audits) == 1:
            return self.audits[0].to_json()
        data = {"schema": 1, "audits": [audit.to_data() for audit in self.audits]}
        return json.dumps(data, indent=1, ensure_ascii=False) + "\n"
