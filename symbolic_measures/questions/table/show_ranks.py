"""Which measures rank alike, and what tells them apart, as a document in all formats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from symbolic_measures.claims.ranked import PAPER, RANKED, TITLES, TRIPLETS
from symbolic_measures.meaning.measures import get_measure
from symbolic_measures.meaning.triplets import triplet
from symbolic_measures.nouns.formula import symbol
from symbolic_measures.nouns.verdict import GLYPHS
from symbolic_measures.questions.table.ranks import matrices_of, ranked
from symbolic_measures.report.heading import INCOMPLETE, XLOGY, letters
from symbolic_measures.report.polynomials import with_margins
from symbolic_measures.report.prose import Prose, equation
from symbolic_measures.report.sections import Block, Row
from symbolic_measures.report.sheet import Grid, Part, Sheet
from symbolic_measures.report.triplets import matrices, told, values

if TYPE_CHECKING:
    from symbolic_measures.meaning.triplets import Triplet
    from symbolic_measures.questions.table.ranks import RankTable

LOWER = "Of CE, where lower is better, the negative is shown."
MARKS = {True: GLYPHS["proved"], False: GLYPHS["refuted"], None: ""}


def document(table: RankTable) -> Sheet:
    """The document of a table."""
    total = [cell["agrees"] for cell in table.cells if cell["agrees"] is not None]
    counted = f"{sum(total)} of {len(total)} printed entries are what is computed."
    if table.number == "3":
        about = (
            f"{counted} Two measures are together if they rank B1 and B2 alike for every truth A "
            "of n elements, ties included; all labelings contain both classes.  A value depends on "
            "the matrix alone, so the exact values at all pairs of matrices with the same P and N "
            "were compared."
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
        words = tuple((str(i), *each) for i, each in enumerate(TRIPLETS, 1))
        parts.append(Part("The triplets", grid=Grid(("", "A", "B1", "B2"), words)))
        rated = tuple(Row("", (str(i),), _values(each)) for i, each in enumerate(TRIPLETS, 1))
        parts.append(Part("Their matrices, and the values of B1 and of B2", (LOWER,),
                          blocks=(Block((), rated),)))  # fmt: skip
    smallest = tuple(_row(a, b, found) for a, b, found in table.smallest)
    parts.append(Part(f"The smallest triplet that each pair ranks {how}",
                      (f"{LOWER}  Of every smaller n all pairs of matrices were compared.",),
                      blocks=(Block((), smallest),)))  # fmt: skip
    parts.append(_measures())
    title = TITLES[table.number]
    about = f"{PAPER}:{table.number}. {about}"
    return Sheet(f"{PAPER}:{table.number}", title, (about,), tuple(parts),
                 "" if table.complete else INCOMPLETE, title)  # fmt: skip


def _values(words: tuple[str, str, str]) -> Prose:
    """The matrices of a printed triplet, and every measure at both."""
    pair = matrices_of(words)
    found = [triplet(item, item, pair) for item in ranked()]
    return (*matrices(found[0]), *(piece for one in found for piece in values(one)))


def _measures() -> Part:
    """Each measure with its formula."""
    rows = []
    for name, known in RANKED.items():
        shown = with_margins(get_measure(known).formula)
        rows.append(Row("", (name,), (equation(symbol(name), "=", shown),)))
    return Part("The measures", (*letters({2}), " ", *XLOGY), blocks=(Block((), tuple(rows)),))


def _row(one: str, other: str, found: Triplet | None) -> Row:
    if found is None:
        return Row("", (f"{one}, {other}",), ("none up to n = 12",))
    return Row("", (f"{one}, {other}: n = {found.n}",), told(found))
