"""Pages: what was found in a library, in a list of declarations, and one table of all patterns.

A page begins with what matters: where functions differ from their formulas, and which proved
properties a choice at 0/0 costs, each with its smallest matrix and what would be right.  Then comes
every function with the command that audits it again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from symbolic_measures.doors.audit.patterns import Difference, Pattern
from symbolic_measures.doors.audit.wording import (
    KINDS,
    MARKS,
    OWN_CODE,
    count,
    formula_words,
    matrices_word,
    merged,
    sentence,
    units_words,
    violation_words,
    where,
)
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.verdict import GLYPHS
from symbolic_measures.report import html, latex
from symbolic_measures.report.sections import Block, Row
from symbolic_measures.report.sheet import Grid, Part, Sheet

if TYPE_CHECKING:
    from symbolic_measures.doors.audit.declarations import Declared
    from symbolic_measures.doors.audit.libraries import Found, Listed
    from symbolic_measures.report.html import Saved

LEGEND = (
    "A dot: the formula is defined and the function is what it is. A dash: neither has a value. "
    "Another entry: what the function returns where the formula is undefined. "
    f"Three dots: several values. {GLYPHS['refuted']}: the formula is defined, and the function is "
    "not what it is. Columns are named by the cells that are 0."
)
#: Numbers that need no decimals in a table.
WHOLE = ("0.0", "-0.0", "1.0", "-1.0")


def render_listed(listed: Listed, kind: str) -> str:
    """The page of a list as `text`, `latex`, `html` or `html_fragment`."""
    return _rendered(listed_document(listed), listed, f"audit-{listed.name}", kind)


def render_declared(declared: Declared, kind: str) -> str:
    """The page of declarations."""
    return _rendered(declared_document(declared), declared, f"audit-{declared.name}", kind)


def render_table(lists: Sequence[Listed], kind: str) -> str:
    """Library, measure and pattern of zero cells, in one table."""
    return _rendered(table(lists), _Nothing(), "audit-table", kind)


def write_pages(lists: list[Listed], folder: Path) -> Iterator[Path]:
    """Writes a page for each list and a table of all, as HTML and text."""
    folder.mkdir(parents=True, exist_ok=True)
    for listed in lists:
        for kind, end in (("html", "html"), ("text", "txt")):
            path = folder / f"{listed.name}.{end}"
            path.write_text(_ended(listed.rendered(kind)), encoding="utf-8")
            yield path
    for kind, end in (("html", "html"), ("text", "txt")):
        path = folder / f"table.{end}"
        path.write_text(_ended(render_table(lists, kind)), encoding="utf-8")
        yield path


def _ended(text: str) -> str:
    return text if text.endswith("\n") else text + "\n"


class _Nothing:
    """No data beside the page: the pages of the libraries have it."""

    def to_json(self) -> str:
        return "{}\n"


def _rendered(doc: Sheet, shown: Saved, file: str, kind: str) -> str:
    if kind == "text":
        return doc.text()
    if kind == "latex":
        return latex.rendered("document.tex", doc, body="answer.tex")
    if kind == "html_fragment":
        return html.rendered("fragment.html", doc, body="answer.html")
    about = {"body": "answer.html", "about": doc.about, "saved": "data"}
    return html.page("page.html", doc, shown, file, **about)


# --- a library ------------------------------------------------------------------------------


def listed_document(listed: Listed) -> Sheet:
    """The document of a list."""
    parts = [
        Part("Where the formula is defined and the function differs", (_differing(listed),),
             blocks=(Block((), tuple(_differences(listed))),)),
        Part("What choices at 0/0 cost", (_costly(listed),),
             blocks=_blamed(listed)),
        Part("Large numbers", (_precise(listed),), blocks=(Block((), tuple(_numbers(listed))),)),
        *map(_function, listed.found),
        Part("What this rests on", (OWN_CODE,)),
    ]  # fmt: skip
    if listed.problems:
        rows = tuple(Row("!", (line,), ()) for line in listed.problems)
        parts.insert(0, Part("What could not be audited", (), blocks=(Block((), rows),)))
    incomplete = "" if listed.complete else "Interrupted: what is listed was audited."
    return Sheet(listed.library, "what its functions compute", (summary(listed),),
                  tuple(parts), incomplete)  # fmt: skip


def summary(listed: Listed) -> str:
    """The counts in a sentence."""
    audits = [found.audit for found in listed.found]
    same = sum(not audit.wrong for audit in audits)
    choosing = [found for found in listed.found if found.audit.choices]
    documented = sum(bool(found.documented) for found in choosing)
    costly = sum(bool(found.audit.lost) for found in listed.found)
    return (
        f"{count(len(audits), 'function')}: {same} are what the formula is wherever that is "
        f"defined. A value where it is not is chosen by {len(choosing)}, by {documented} of them "
        "as their documentation says; a property that is proved of the formula is lacked by "
        f"{costly}."
    )


def _differing(listed: Listed) -> str:
    number = sum(bool(found.audit.wrong) for found in listed.found)
    return f"{count(number, 'function')}, each with the smallest matrix." if number else "None."


def _differences(listed: Listed) -> Iterator[Row]:
    for found in listed.found:
        audit = found.audit
        if not audit.wrong:
            continue
        groups = merged(p for p in audit.patterns if p.kind in ("differs", "refuses"))
        firsts = sorted((p for _, p in groups), key=_smallest)[:3]
        told = "; ".join(_wrong(p.smallest) for p in firsts if p.smallest is not None)
        size = f"{len(audit.wrong):,} of {matrices_word(audit.defined)}"
        others = [p.candidate.told for p in audit.proposals if p.agrees]
        instead = f". It agrees with {others[0]}" if others else ""
        instead += f". {found.entry.note}" if found.entry.note else ""
        yield Row(GLYPHS["refuted"], (f"{found.entry.name}: {formula_words(audit)}",),
                  (f"at {size}: {told}{instead}",), "refuted")  # fmt: skip


def _smallest(pattern: Pattern) -> tuple[int, tuple[int, ...]]:
    matrix = pattern.smallest.matrix if pattern.smallest else ()
    return sum(matrix), matrix


def _wrong(difference: Difference) -> str:
    return f"{difference.matrix}: {difference.returned}, right is {difference.wanted}"


def _costly(listed: Listed) -> str:
    number = sum(bool(found.audit.lost) for found in listed.found)
    if not number:
        return "Nothing: every property that is proved of a formula was seen in its function."
    return (
        "Properties that are proved of the formula where it is defined, and fail for the function "
        "by a value that it chose where the formula has none. A function with nan there, and the "
        "formula elsewhere, has them; what other readings have there is named."
    )


def _blamed(listed: Listed) -> tuple[Block, ...]:
    """What choices cost, and apart from it what differences cost."""
    choices = Block((), tuple(_costs(listed, "choice")))
    others = Block(("By differences where the formula is defined:",),
                   tuple(_costs(listed, "difference")))  # fmt: skip
    return (choices, others) if others.rows else (choices,)


def _costs(listed: Listed, cause: str) -> Iterator[Row]:
    for found in listed.found:
        for each in found.audit.lost:
            if each.violation is None or each.violation.cause != cause:
                continue
            told = violation_words(each.id, each.violation)
            said = "; documented" if found.documented else ""
            right = _right(found, each.violation.at)
            mark, outcome = (MARKS["choice"], "") if cause == "choice" else (
                GLYPHS["refuted"], "refuted")  # fmt: skip
            yield Row(mark, (f"{found.entry.name}: {each.id}",), (f"{told}{said}{right}",), outcome)


def _right(found: Found, matrix: str) -> str:
    """What other known readings have at the matrix that is to blame."""
    for pattern in found.audit.patterns:
        zeros = {name for name, cell in zip(CELLS, matrix.strip("()").split(","), strict=False)
                 if cell.strip() == "0"}  # fmt: skip
        if matrix and pattern.others and set(pattern.zeros) == zeros:
            return "; " + ", ".join(f"{name} has {value} there" for name, value in pattern.others)
    return ""


def _precise(listed: Listed) -> str:
    good = [(row, found.entry.name) for found in listed.found if not found.audit.wrong
            for row in found.audit.precision if not row.wrong]  # fmt: skip
    if not good:
        return ""
    worst, name = max(good, key=lambda each: each[0].units)
    return (
        f"Of what counts as right the largest error is {units_words(worst.units)} units in the "
        f"last place, of {name} at {worst.matrix}: {worst.returned}, exactly {worst.wanted}. Of "
        "large matrices a sample was drawn."
    )


def _numbers(listed: Listed) -> Iterator[Row]:
    for found in listed.found:
        if found.audit.wrong:
            continue
        rows = [row for row in found.audit.precision if row.first is not None]
        for row in sorted(rows, key=lambda row: sum(row.first.matrix if row.first else ()))[:1]:
            if row.first is not None:
                own = row.values == found.audit.asked.values
                words = f"{row.wrong:,} of {row.looked_at:,} wrong, {row.range}"
                words += " (sampled)" if row.sampled else ""
                words += "" if own else f", called with {row.values} numbers"
                yield Row(GLYPHS["refuted"] if own else "!", (found.entry.name,),
                          (f"{words}: {_wrong(row.first)}",), "refuted" if own else "")  # fmt: skip


def _function(found: Found) -> Part:
    """One function: the command, the answer, and the patterns that are not as the formula."""
    audit = found.audit
    rows = [Row("$", (found.entry.command,), ())]
    if found.entry.note:
        rows.append(Row("!", (found.entry.note,), ()))
    if found.documented:
        rows.append(Row("\u201c", (f"{found.documented}\u201d",), ()))
    for group, first in merged(p for p in audit.patterns if p.kind != "agrees"):
        known = [name for name in first.readings if name != "literal"]
        words = f"{first.returned}: {KINDS[first.kind]}"
        if first.kind == "choice":
            words += f", as {' and '.join(known)}" if known else ", as no known reading"
        if first.warning:
            words += f"; warns {first.warning}"
        rows.append(Row(MARKS[first.kind], (where(group, audit.asked.classes),), (words,),
                        "refuted" if first.kind in ("differs", "refuses") else ""))  # fmt: skip
    title = f"{found.entry.name}: {formula_words(audit)}"
    return Part(title, (sentence(audit),), blocks=(Block((), tuple(rows)),))


# --- the table ------------------------------------------------------------------------------


def table(lists: Sequence[Listed]) -> Sheet:
    """Every binary function by every pattern of zero cells, one table for each library."""
    parts = [Part(listed.library, (), _grid(listed)) for listed in lists]
    return Sheet("Audit", "library, measure, pattern of zero cells", (LEGEND,),
                 (*parts, Part("What this rests on", (OWN_CODE,))))  # fmt: skip


def _grid(listed: Listed) -> Grid:
    binary = [found for found in listed.found if found.audit.asked.classes == 2]
    columns = dict.fromkeys(each.zeros for found in binary for each in found.audit.patterns)
    order = sorted(columns, key=lambda zeros: (-len(zeros), [CELLS.index(z) for z in zeros]))
    head = ("function", *(" ".join(zeros) or "none" for zeros in order))
    rows = []
    for found in binary:
        cells = {each.zeros: cell(each) for each in found.audit.patterns}
        rows.append((found.entry.name, *(cells.get(zeros, "") for zeros in order)))
    return Grid(head, tuple(rows))


def cell(pattern: Pattern) -> str:
    """What a function is at a pattern, in few letters."""
    if pattern.kind in ("differs", "refuses"):
        return GLYPHS["refuted"]
    if pattern.kind in ("agrees", "undefined"):
        return "\u00b7" if pattern.kind == "agrees" else "\u2013"
    return short(pattern.returned)


def short(told: str) -> str:
    """`0.0` as 0, an exception as raises, the text 'None' as None, several values as dots."""
    if told.startswith("raises"):
        return "raises"
    if told.startswith("returns"):
        return "None"
    if "values" in told:
        return "\u2026"
    return told.removesuffix(".0").replace("-0", "0") if told in WHOLE else told


# --- declarations ---------------------------------------------------------------------------


def declared_document(declared: Declared) -> Sheet:
    """The document of a list of declarations: what is wrong first."""
    groups = {
        "wrong": ("Refuted", "refuted"),
        "undecided": ("Not decided", "undecided"),
        "right": ("Proved", "proved"),
    }
    parts = []
    if declared.problems:
        rows = tuple(Row("!", (line,), ()) for line in declared.problems)
        parts.append(Part("What could not be read", (), blocks=(Block((), rows),)))
    for outcome, (title, mark) in groups.items():
        rows = tuple(
            Row(GLYPHS[mark], (f"{each.measure}: {each.said}",), _words(each.told), mark)
            for each in declared.judged
            if each.outcome == outcome
        )
        if rows:
            parts.append(Part(title, (), blocks=(Block((), rows),)))
    told = ", ".join(_counted(declared, groups))
    incomplete = "" if declared.complete else "Interrupted: what is listed was decided."
    return Sheet(declared.name, "declarations", (f"{told}.",), tuple(parts), incomplete)


def _words(told: str) -> tuple[str, ...]:
    return (told,) if told else ()


def _counted(declared: Declared, groups: Iterable[str]) -> Iterator[str]:
    for outcome in groups:
        number = sum(each.outcome == outcome for each in declared.judged)
        if number:
            yield f"{number} {outcome}"
