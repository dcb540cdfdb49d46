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

from symbolic_measures.catalog.brzezinski import located
from symbolic_measures.catalog.extended import EXTENDED
from symbolic_measures.formula import FormulaError

#: What a printed mark says of the binary case, where `a/b` is "a in the binary case only".
#: In brzezinski2018 `s` marks the strict form of monotonicity (another property), `*` undefined
#: values on the side and `†` a side without a defined value.
BINARY = {
    "✓": "yes", "✗": "no", "✓/✗": "yes", "✗/✓": "no",
    "✓s": "yes", "✓s*": "yes", "✓*": "yes", "✗†": "vacuous",
}  # fmt: skip


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
    """A mark as printed, what it says of the binary case, and where it stands.

    `mark` is yes, no or vacuous; for an undefined set, the pieces of the tetrahedron.
    """

    printed: str
    mark: str
    source: str


@dataclass(frozen=True)
class PrintedTable:
    """A table of a paper: rows are measures, columns properties, and claims where they meet.

    `rows` and `columns` map what is printed to the measure (a catalog name, or a formula) and
    the property's id; `assume` are the printed ranges of a row's parameters; `strict` the
    property that a mark with `s` speaks of; `note` says what a reader of the claims should know.
    A row in `readings` is one that is printed once, shown once more in another reading.
    With `exact`, a mark that fails for some value of a parameter gets the set where it holds.
    """

    paper: Paper
    number: str
    title: str
    rows: dict[str, str]
    columns: dict[str, str]
    claims: dict[tuple[str, str], tuple[Claim, ...]] = field(repr=False)
    note: str = ""
    assume: dict[str, tuple[str, ...]] = field(default_factory=dict)
    strict: dict[str, str] = field(default_factory=dict)
    readings: dict[str, str] = field(default_factory=dict)
    exact: bool = False

    @property
    def id(self) -> str:
        """`gosgens2021:2`."""
        return f"{self.paper.id}:{self.number}"

    def property_at(self, row: str, column: str) -> str:
        """The property that the mark in that cell speaks of: the column's, or its strict form."""
        plain = self.columns[column]
        marked = "s" in self.claims[row, column][0].printed
        return self.strict.get(plain, plain) if marked else plain


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
    assume: dict[str, tuple[str, ...]] | None = None,
    strict: dict[str, str] | None = None,
    again: dict[str, str] | None = None,
    exact: bool = False,
) -> None:
    """A table from its printings, by source: each line is a row with its marks.

    `again`: rows that are shown once more, in which reading.
    """
    claims: dict[tuple[str, str], tuple[Claim, ...]] = {}
    for source, text in printed.items():
        for line in text.strip().splitlines():
            row, *marks = line.split()
            for column, mark in zip(columns, marks, strict=True):
                where = columns[column] == "undefined-set"
                claim = Claim(mark, located(mark) if where else BINARY[mark], source)
                claims[row, column] = (*claims.get((row, column), ()), claim)
    if set(claims) != {(row, column) for row in rows for column in columns}:
        raise ValueError(f"{paper}:{number}: not every cell has a claim")
    shown: dict[str, str] = {}
    readings: dict[str, str] = {}
    for row, measure in rows.items():
        shown[row] = measure
        if row in (again or {}):
            other = f"{row} (extended)"
            shown[other], readings[other] = measure, (again or {})[row]
            claims.update({(other, column): claims[row, column] for column in columns})
    table = PrintedTable(
        PAPERS[paper], number, title, shown, columns, claims, note, assume or {}, strict or {},
        readings, exact,
    )  # fmt: skip
    TABLES[table.id] = table


def get_table(name: str) -> PrintedTable:
    """The table `gosgens2021:2`; FormulaError, with the known ones, if there is none."""
    if name not in TABLES:
        raise FormulaError(f"no table {name!r}; known: {', '.join(TABLES)}")
    return TABLES[name]


def chosen(kind: str, names: Iterable[str] | None, known: dict[str, str]) -> tuple[str, ...]:
    """The rows (or columns) that were asked for, by label or by catalog name, in printed order.

    A catalog name asks for every row of that measure.  All of them if none was given; FormulaError,
    with the nearest one, for a name that is not there.
    """
    if names is None:
        return tuple(known)
    found = set()
    for name in names:
        if name not in known and name not in known.values():
            close = get_close_matches(name, [*known.values(), *known], n=1)
            hint = f"did you mean {close[0]!r}? " if close else ""
            raise FormulaError(f"no {kind} {name!r}; {hint}known: {', '.join(known)}")
        found |= {label for label, entry in known.items() if name in (label, entry)}
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

_TETRAHEDRON = {
    "TPTNmax": "tptn-max", "FNmin": "fn-min", "FPmin": "fp-min", "TP↗": "tp-monotone",
    "TN↗": "tn-monotone", "TN≠max": "tn-not-max", "TP≠max": "tp-not-max", "ACE": "ace",
    "ACH": "ach", "UnDefs": "undefined-set",
}  # fmt: skip
_STRICT = {"tp-monotone": "tp-strictly-monotone", "tn-monotone": "tn-strictly-monotone"}
_PARAMETERS = (
    "A row with a parameter is decided for its whole printed range at once: ✗ says that it "
    "fails for some value in it; for which it holds is told under the exact sets."
)
_declare(
    "brzezinski2018",
    "2",
    "Properties of selected classification measures",
    rows={
        "Accuracy": "accuracy", "AUL": "AUL", "BA": "BA", "F1": "F1_harmonic", "FNR": "FNR",
        "FPR": "FPR", "F_beta": "F_beta_linear", "G-mean": "Gmean", "IBA(Acc)": "IBA_accuracy",
        "IBA(F1)": "IBA_F1", "IBA(G-mean)": "IBA_Gmean", "IBA(F_beta)": "IBA_F_beta",
        "Jaccard": "Jaccard", "Kappa": "kappa_chance", "LOR": "LOR", "MCC": "CC", "NPV": "NPV",
        "OP": "OP", "AUC": "AUC_pointwise", "Precision": "precision", "Recall": "recall",
        "Specificity": "specificity",
    },
    columns=_TETRAHEDRON,
    printed={
        "brzezinski2018, Table 2": """
            Accuracy     ✓ ✗  ✗  ✓s  ✓s  ✓  ✓  ✗  ✓ none
            AUL          ✗ ✗  ✗  ✓s  ✓s  ✓  ✓  ✓  ✗ TN-FP;TP-FN
            BA           ✓ ✗  ✗  ✓s  ✓s  ✓  ✓  ✓  ✓ TN-FP;TP-FN
            F1           ✓ ✗† ✗  ✓s* ✓s* ✓* ✓  ✗  ✗ FP-FN-TN
            FNR          ✗ ✗  ✗  ✗   ✓   ✗  ✓  ✗  ✗ TN-FP
            FPR          ✗ ✗  ✗  ✓   ✗   ✓  ✗  ✓  ✗ TP-FN
            F_beta       ✓ ✗† ✗  ✓s* ✓s* ✓* ✓  ✗  ✗ FP-FN-TN
            G-mean       ✓ ✓  ✓  ✓   ✓   ✓  ✓  ✓  ✓ TN-FP;TP-FN
            IBA(Acc)     ✗ ✗  ✗  ✓s  ✗   ✓  ✗  ✗  ✗ TN-FP;TP-FN
            IBA(F1)      ✗ ✗† ✗  ✗   ✗   ✓* ✗  ✗  ✗ FP-FN-TN;TP-FN
            IBA(G-mean)  ✗ ✓  ✓  ✓   ✗   ✓  ✗  ✓  ✗ TN-FP;TP-FN
            IBA(F_beta)  ✗ ✗† ✗  ✗   ✗   ✓* ✗  ✗  ✗ FP-FN-TN;TP-FN
            Jaccard      ✓ ✓  ✗  ✓s  ✓   ✓  ✓  ✗  ✗ TN
            Kappa        ✓ ✗  ✗  ✓s  ✓s  ✓  ✓  ✗  ✗ TN;TP
            LOR          ✓ ✓* ✓* ✓*  ✓*  ✗  ✗  ✗† ✓ TN-FN;TN-FP;TP-FN;TP-FP
            MCC          ✓ ✗  ✗  ✓s* ✓s* ✓* ✓* ✗  ✓ TN-FN;TN-FP;TP-FN;TP-FP
            NPV          ✓ ✗  ✓* ✓*  ✓*  ✓  ✗  ✓  ✗ TP-FP
            OP           ✓ ✗  ✗  ✗   ✗   ✓  ✓  ✗  ✓ TN-FP;FP-FN;TP-FN
            AUC          ✓ ✓  ✓  ✓   ✓   ✓  ✓  ✓  ✓ TN-FP;TP-FN
            Precision    ✓ ✓* ✗  ✓*  ✓*  ✗  ✓  ✗  ✓ TN-FN
            Recall       ✓ ✓  ✗  ✓s  ✓   ✓  ✗  ✓  ✗ TN-FP
            Specificity  ✓ ✗  ✓  ✓   ✓s  ✗  ✓  ✗  ✗ TP-FN
        """,
    },
    note="✗† says that the side has no defined value: vacuous.  UnDefs: ✓ where the printed pieces "
    f"of the tetrahedron are the computed ones.  {_PARAMETERS}  LOR (extended) is the row LOR once "
    "more, in the reading brzezinski-extended: c/0 and log 0 are the values oo and -oo.",
    assume={
        "F_beta": ("beta >= 0",),
        **dict.fromkeys(("IBA(Acc)", "IBA(F1)", "IBA(G-mean)"), ("alpha > 0",)),
        "IBA(F_beta)": ("alpha > 0", "beta > 0"),
    },
    strict=_STRICT,
    again={"LOR": EXTENDED},
    exact=True,
)  # fmt: skip
_declare(
    "brzezinski2018",
    "3",
    "Properties of G-mean and its parametrizations",
    rows={
        "IBA_0": "IBA(Gmean, 0)", "IBA_(0,1/3]": "IBA(Gmean, alpha)",
        "IBA_(1/3,oo)": "IBA(Gmean, alpha)",
    },
    columns=_TETRAHEDRON,
    printed={
        "brzezinski2018, Table 3": """
            IBA_0         ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ TN-FP;TP-FN
            IBA_(0,1/3]   ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✓ ✗ TN-FP;TP-FN
            IBA_(1/3,oo)  ✗ ✓ ✓ ✓ ✗ ✓ ✗ ✓ ✗ TN-FP;TP-FN
        """,
    },
    note=_PARAMETERS,
    assume={"IBA_(0,1/3]": ("0 < alpha", "alpha <= 1/3"), "IBA_(1/3,oo)": ("alpha > 1/3",)},
    strict=_STRICT,
    exact=True,
)  # fmt: skip
