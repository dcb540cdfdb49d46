"""Which measures rank alike, and what tells them apart, as a document in all formats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from symbolic_measures.catalog.ranked import PAPER, TITLES, TRIPLETS
from symbolic_measures.report import answer
from symbolic_measures.report.answer import Answer, Grid, Part
from symbolic_measures.report.completion import Block, Row
from symbolic_measures.report.document import INCOMPLETE
from symbolic_measures.report.prose import Piece, cells, exact
from symbolic_measures.verdict import GLYPHS

if TYPE_CHECKING:
    from symbolic_measures.indistinguishability import RankTable, Triplet

MARKS = {True: GLYPHS["proved"], False: GLYPHS["refuted"], None: ""}


def document(table: RankTable) -> Answer:
    """The document of a table."""
    total = [cell["agrees"] for cell in table.cells if cell["agrees"] is not None]
    counted = f"{sum(total)} of {len(total)} printed entries are what is computed."
    if table.number == "3":
        about = (
            f"{counted} Two measures are together if they rank B1 and B2 alike for every truth A "
            "of n elements, ties included; all labelings contain both classes."
        )
        head: tuple[str, ...] = ("", "computed", "printed", "")
        rows: list[tuple[str, ...]] = [
            (c["row"], c["computed"], c["printed"] or "(not printed)", MARKS[c["agrees"]])
            for c in table.cells
        ]
        title, how = "Measures that cannot be told apart", "differently, ties included"
    else:
        about = f"{counted} A triplet tells measures apart that rank B1 and B2 in opposite order."
        head = ("", "", "computed", "printed", "")
        rows = [
            (c["row"], c["column"], c["computed"], c["printed"], MARKS[c["agrees"]])
            for c in table.cells
        ]
        title, how = "The printed triplets that tell a pair apart", "in opposite order"
    parts = [Part(title, grid=Grid(head, tuple(rows)))]
    if table.number != "3":
        words = tuple((str(i), *triplet) for i, triplet in enumerate(TRIPLETS, 1))
        parts.append(Part("The triplets", grid=Grid(("", "A", "B1", "B2"), words)))
    lower = "Of CE, where lower is better, the negative is shown."
    smallest = tuple(_row(a, b, found) for a, b, found in table.smallest)
    parts.append(Part(f"The smallest triplet that each pair ranks {how}", (lower,),
                      blocks=(Block((), smallest),)))  # fmt: skip
    return Answer(f"{PAPER}:{table.number}", TITLES[table.number], (about,), tuple(parts),
                  "" if table.complete else INCOMPLETE)  # fmt: skip


def _row(one: str, other: str, found: Triplet | None) -> Row:
    if found is None:
        return Row("", (f"{one}, {other}",), ("none up to n = 12",))
    return Row("", (f"{one}, {other}: n = {found.n}",), told(found))


def told(found: Triplet) -> tuple[Piece, ...]:
    """The two matrices and the values there."""
    first, second = (cells(tuple(map(str, matrix))) for matrix in found.matrices)
    told: list[Piece] = ["B1 ", first, ", B2 ", second]
    for name, (one, two) in zip(found.names, found.values, strict=True):
        told += [f"; {name}: ", *exact(one), " and ", *exact(two)]
    return tuple(told)


def render_text(table: RankTable) -> str:
    """The table as text."""
    return answer.written(document(table))


def render_latex(table: RankTable) -> str:
    """A whole LaTeX document."""
    return answer.in_latex(document(table))


def render_html(table: RankTable) -> str:
    """A page of its own, with the certificate in it."""
    return answer.in_html(document(table), table, document(table).name)


def render_html_fragment(table: RankTable) -> str:
    """The table for a notebook."""
    return answer.in_notebook(document(table))
