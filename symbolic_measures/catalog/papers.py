"""Papers, and their printed tables as claims.

A printed mark is a claim: data that `symbolic_measures.tables` decides, never a fact that anything
else relies on.  Marks are transcribed as they are printed; what they say of the binary case is
computed from them.  Where several sources print a table, a cell keeps each claim with its source;
the first one, the paper's own, is what the cell is held to.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from difflib import get_close_matches

from symbolic_measures.formula import FormulaError

#: What a printed mark says of the binary case, where `a/b` is "a in the binary case only".
BINARY = {"✓": "yes", "✗": "no", "✓/✗": "yes", "✗/✓": "no"}


@dataclass(frozen=True)
class Paper:
    """A paper by the short name that sources cite."""

    id: str
    authors: str
    title: str
    venue: str
    year: int


@dataclass(frozen=True)
class Claim:
    """A mark as printed, what it says of the binary case (yes or no), and where it stands."""

    printed: str
    mark: str
    source: str


@dataclass(frozen=True)
class PrintedTable:
    """A table of a paper: rows are measures, columns properties, and claims where they meet.

    `rows` and `columns` map what is printed to the catalog's name of the measure, the property's
    id; `note` says what a reader of the claims should know.
    """

    paper: Paper
    number: str
    title: str
    rows: dict[str, str]
    columns: dict[str, str]
    claims: dict[tuple[str, str], tuple[Claim, ...]] = field(repr=False)
    note: str = ""

    @property
    def id(self) -> str:
        """`gosgens2021:2`."""
        return f"{self.paper.id}:{self.number}"


PAPERS = {
    paper.id: paper
    for paper in (
        Paper(
            "gosgens2021",
            "Martijn Gösgens, Anton Zhiyanov, Alexey Tikhonov, Liudmila Prokhorenkova",
            "Good Classification Measures and How to Find Them",
            "NeurIPS",
            2021,
        ),
        Paper(
            "brzezinski2018",
            "Dariusz Brzezinski, Jerzy Stefanowski, Robert Susmaga, Izabela Szczęch",
            "Visual-Based Analysis of Classification Measures with Applications to Imbalanced Data",
            "Information Sciences",
            2018,
        ),
        Paper(
            "opitz2024",
            "Juri Opitz",
            "A Closer Look at Classification Evaluation Metrics and a Critical Reflection of "
            "Common Evaluation Practice",
            "Transactions of the Association for Computational Linguistics",
            2024,
        ),
    )
}

TABLES: dict[str, PrintedTable] = {}


def _declare(
    paper: str,
    number: str,
    title: str,
    rows: dict[str, str],
    columns: dict[str, str],
    printed: dict[str, str],
    note: str = "",
) -> None:
    """A table from its printings, by source: each line is a row with its marks."""
    claims: dict[tuple[str, str], tuple[Claim, ...]] = {}
    for source, text in printed.items():
        for line in text.strip().splitlines():
            row, *marks = line.split()
            for column, mark in zip(columns, marks, strict=True):
                claim = Claim(mark, BINARY[mark], source)
                claims[row, column] = (*claims.get((row, column), ()), claim)
    if set(claims) != {(row, column) for row in rows for column in columns}:
        raise ValueError(f"{paper}:{number}: not every cell has a claim")
    table = PrintedTable(PAPERS[paper], number, title, rows, columns, claims, note)
    TABLES[table.id] = table


def get_table(name: str) -> PrintedTable:
    """The table `gosgens2021:2`; FormulaError, with the known ones, if there is none."""
    if name not in TABLES:
        raise FormulaError(f"no table {name!r}; known: {', '.join(TABLES)}")
    return TABLES[name]


def chosen(kind: str, names: Iterable[str] | None, known: dict[str, str]) -> tuple[str, ...]:
    """The rows (or columns) that were asked for, by label or by catalog name, in printed order.

    All of them if none was; FormulaError, with the nearest one, for a name that is not there.
    """
    if names is None:
        return tuple(known)
    called = {**{entry: label for label, entry in known.items()}, **{name: name for name in known}}
    found = set()
    for name in names:
        if name not in called:
            close = get_close_matches(name, called, n=1)
            hint = f"did you mean {close[0]!r}? " if close else ""
            raise FormulaError(f"no {kind} {name!r}; {hint}known: {', '.join(known)}")
        found.add(called[name])
    return tuple(label for label in known if label in found)


_declare(
    "gosgens2021",
    "2",
    "Properties of validation measures, binary case",
    rows={
        "F1": "F1", "J": "Jaccard", "CC": "CC", "Acc": "accuracy", "BA": "BA", "kappa": "kappa",
        "CE": "CE", "SBA": "SBA", "GM": "GM", "CD": "CD",
    },
    columns={
        "Max": "maximal-agreement", "Min": "minimal-agreement", "CSym": "class-symmetry",
        "Sym": "symmetry", "Dist": "distance", "Mon": "monotone", "SMon": "strongly-monotone",
        "CB": "constant-baseline", "ACB": "approximate-constant-baseline",
    },
    printed={
        "gosgens2021, Table 2": """
            F1     ✓  ✗    ✗  ✓  ✗  ✓    ✗    ✗  ✗
            J      ✓  ✗    ✗  ✓  ✓  ✓    ✗    ✗  ✗
            CC     ✓  ✓/✗  ✓  ✓  ✗  ✓/✗  ✓/✗  ✓  ✓
            Acc    ✓  ✓    ✓  ✓  ✓  ✓    ✓    ✗  ✗
            BA     ✓  ✓    ✓  ✗  ✗  ✓    ✓    ✓  ✓
            kappa  ✓  ✗    ✓  ✓  ✗  ✓/✗  ✗    ✓  ✓
            CE     ✓  ✗    ✓  ✓  ✗  ✗    ✗    ✗  ✗
            SBA    ✓  ✓    ✓  ✓  ✗  ✓    ✓    ✓  ✓
            GM     ✓  ✓    ✓  ✓  ✗  ✓    ✓    ✓  ✓
            CD     ✓  ✓/✗  ✓  ✓  ✓  ✓/✗  ✓/✗  ✗  ✓
        """,
        "gosgens2021 slides": """
            F1     ✓  ✗    ✗  ✓  ✗  ✓    ✗    ✗  ✗
            J      ✓  ✗    ✗  ✓  ✓  ✓    ✗    ✗  ✗
            CC     ✓  ✓/✗  ✓  ✓  ✗  ✓    ✓/✗  ✓  ✓
            Acc    ✓  ✓    ✓  ✓  ✓  ✓    ✓    ✗  ✗
            BA     ✓  ✓    ✓  ✗  ✗  ✓    ✓    ✓  ✓
            kappa  ✓  ✗    ✓  ✓  ✗  ✓    ✗    ✓  ✓
            CE     ✓  ✗    ✓  ✓  ✗  ✗    ✗    ✗  ✗
            SBA    ✓  ✓    ✓  ✓  ✗  ✓    ✓    ✓  ✓
            GM     ✓  ✓    ✓  ✓  ✗  ✓    ✓    ✓  ✓
            CD     ✓  ✓/✗  ✓  ✓  ✓  ✓    ✓/✗  ✗  ✓
        """,
    },
    note="The slides print the table several times: without and, at the end, with SBA, GM and CD.  "
    "They differ from the paper in three marks, all in column Mon (CC, kappa and CD: ✓ where the "
    "paper has ✓/✗), and in no mark of the binary case.",
)  # fmt: skip
