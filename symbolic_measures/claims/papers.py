"""Papers, and their printed tables as claims.

A printed mark is a claim: data that `questions.table` decides, never a fact that anything
else relies on.  Marks are transcribed as they are printed; what they say of the binary case is
computed from them.  Where several sources print a table, a cell keeps each claim with its source;
the first one, the paper's own, is what the cell is held to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from difflib import get_close_matches

from symbolic_measures.claims.ranked import PAPER, TITLES
from symbolic_measures.meaning.brzezinski import located
from symbolic_measures.meaning.extended import EXTENDED
from symbolic_measures.nouns.errors import FormulaError

#: What a printed mark says of the binary case, where `a/b` is "a in the binary case only".
#: In brzezinski2018 `s` marks the strict form of monotonicity (another property), `*` undefined
#: values on the side and `†` a side without a defined value.
BINARY = {
    "✓": "yes", "✗": "no", "✓/✗": "yes", "✗/✓": "no",
    "✓s": "yes", "✓s*": "yes", "✓*": "yes", "✗†": "vacuous",
}  # fmt: skip

#: The end of the name of a row of several classes.
SEVERAL = ", m = 3"


@dataclass(frozen=True)
class Paper:
    """A paper by the short name that sources cite."""

    id: str
    authors: str
    title: str
    venue: str
    year: int

    @property
    def cited(self) -> str:
        """`Opitz (2024)`, `Brzezinski et al. (2018)`."""
        first, *others = self.authors.split(", ")
        return f"{first.split()[-1]}{' et al.' if others else ''} ({self.year})"

    @property
    def bibtex(self) -> str:
        """The entry of a .bib file, under the short name."""
        kind, where = ("inproceedings", "booktitle") if self.venue == "NeurIPS" else (
            "article", "journal")  # fmt: skip
        fields = {"author": " and ".join(self.authors.split(", ")), "title": f"{{{self.title}}}",
                  where: self.venue, "year": str(self.year)}  # fmt: skip
        told = ",\n".join(f"  {name} = {{{value}}}" for name, value in fields.items())
        return f"@{kind}{{{self.id},\n{told}\n}}\n"


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
    `classes` is the number of classes of a row, if not two.  `averagings` are the rows that speak
    of every binary measure: micro, macro or weighted.  `unchecked` are the cells of which the paper
    says that it did not check them.
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
    classes: dict[str, int] = field(default_factory=dict)
    averagings: dict[str, str] = field(default_factory=dict)
    unchecked: frozenset[tuple[str, str]] = frozenset()

    @property
    def places(self) -> tuple[tuple[str, str], ...]:
        """The cells with a claim, row by row."""
        everywhere = ((row, column) for row in self.rows for column in self.columns)
        return tuple(place for place in everywhere if place in self.claims)

    @property
    def id(self) -> str:
        """`gosgens2021:2`."""
        return f"{self.paper.id}:{self.number}"

    @property
    def several(self) -> bool:
        """Whether a row is about several classes, which may be asked for every number of them."""
        return bool(self.classes or self.averagings)

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
    classes: dict[str, int] | None = None,
    marks_of: Callable[[str, str], str] | None = None,
    averagings: dict[str, str] | None = None,
) -> None:
    """A table from its printings, by source: each line is a row with its marks, `.` is none.

    `again`: rows that are shown once more, in which reading.
    `marks_of` says what a mark in a row means, if that is not what it says of two classes.
    """
    claims: dict[tuple[str, str], tuple[Claim, ...]] = {}
    labels = {row.replace(" ", "_"): row for row in rows}
    for source, text in printed.items():
        for line in text.strip().splitlines():
            row, *marks = line.split()
            row = labels[row]
            for column, mark in zip(columns, marks, strict=True):
                if mark == ".":
                    continue
                where = columns[column] == "undefined-set"
                said = marks_of(row, mark) if marks_of else BINARY.get(mark, "")
                claim = Claim(mark, located(mark) if where else said, source)
                claims[row, column] = (*claims.get((row, column), ()), claim)
    if {row for row, _ in claims} != set(rows) or {column for _, column in claims} != set(columns):
        raise ValueError(f"{paper}:{number}: a row or a column has no claim")
    shown: dict[str, str] = {}
    readings: dict[str, str] = {}
    for row, measure in rows.items():
        shown[row] = measure
        if row in (again or {}):
            other = f"{row} (extended)"
            shown[other], readings[other] = measure, (again or {})[row]
            claims.update({(other, c): claims[row, c] for c in columns if (row, c) in claims})
    table = PrintedTable(
        PAPERS[paper], number, title, shown, columns, claims, note, assume or {}, strict or {},
        readings, exact, classes or {}, averagings or {}, frozenset(_unchecked(claims)),
    )  # fmt: skip
    TABLES[table.id] = table


def _unchecked(claims: dict[tuple[str, str], tuple[Claim, ...]]) -> Iterable[tuple[str, str]]:
    """ "If a property is violated in the binary case, then we do not check it in the multiclass
    case" (gosgens2021, Appendix C).
    """
    for row, column in claims:
        binary = claims.get((row.removesuffix(SEVERAL), column), ())
        if row.endswith(SEVERAL) and binary and binary[0].mark == "no":
            yield row, column


def get_table(name: str) -> PrintedTable:
    """The table `gosgens2021:2`; FormulaError, with the known ones, if there is none."""
    if name not in TABLES:
        also = (f"{PAPER}:{number}" for number in TITLES)
        raise FormulaError(f"no table {name!r}; known: {', '.join((*TABLES, *also))}")
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
        if name in known:  # the row, and the same row in another reading
            found |= {label for label in known if label == name or label.startswith(f"{name} (")}
        else:
            found |= {label for label, entry in known.items() if name == entry}
    return tuple(label for label in known if label in found)


#: Rows of three classes, beside those of two with the same name.
_THREE = {f"{name}, m = 3": name for name in ("CC", "Acc", "BA", "kappa", "CE", "SBA", "CD")}


def _gosgens(row: str, mark: str) -> str:
    """`✓/✗`: in the binary case only."""
    return "no" if row in _THREE and "/" in mark else BINARY[mark]


def _with_three(printed: str) -> str:
    """The printed rows, and once more those that are printed for several classes."""
    lines = [line.split() for line in printed.strip().splitlines()]
    again = [[f"{line[0]},_m_=_3", *line[1:]] for line in lines if f"{line[0]}, m = 3" in _THREE]
    return "\n".join(" ".join(line) for line in (*lines, *again))


#: "Preserving properties by various averaging types".
_AVERAGINGS = """
    Micro     ✓  ✗  ✓  ✓  ✓  ✓  ✗  ✗  ✗
    Macro     ✓  ✗  ✓  ✓  ✓  ✓  ✗  ✓  ✓
    Weighted  ✓  ✗  ✓  ✗  ✗  ✓  ✗  ✓  ✓
"""
_declare(
    "gosgens2021",
    "2",
    "Properties of validation measures, of two and of three classes, and of averagings",
    rows={
        "F1": "F1", "J": "Jaccard", "CC": "CC", "Acc": "accuracy", "BA": "BA", "kappa": "kappa",
        "CE": "CE", "SBA": "SBA", "GM": "GM", "CD": "CD",
        **{row: {"Acc": "accuracy"}.get(name, name) for row, name in _THREE.items()},
        **{row: f"{row.lower()}(M)" for row in ("Micro", "Macro", "Weighted")},
    },
    averagings={row: row.lower() for row in ("Micro", "Macro", "Weighted")},
    classes=dict.fromkeys(_THREE, 3),
    marks_of=_gosgens,
    columns={
        "Max": "maximal-agreement", "Min": "minimal-agreement", "CSym": "class-symmetry",
        "Sym": "symmetry", "Dist": "distance", "Mon": "monotone", "SMon": "strongly-monotone",
        "CB": "constant-baseline", "ACB": "approximate-constant-baseline",
    },
    printed={
        "gosgens2021, Table 2": _with_three("""
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
        """) + _AVERAGINGS,
        "gosgens2021 slides": _with_three("""
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
        """) + _AVERAGINGS,
    },
    note="The slides print the table several times: without and, at the end, with SBA, GM and CD.  "
    "They differ from the paper in three marks, all in column Mon (CC, kappa and CD: ✓ where the "
    "paper has ✓/✗), and in no mark of the binary case.  "
    "Of several classes, ✓/✗ says no; it is decided for three.  The rows of averagings are about "
    "every binary measure that has a value at every matrix: ✓ for every number of classes m >= 3, "
    "✗ by a measure that has the property while its average of three classes has not.",
)  # fmt: skip
_declare(
    "gosgens2021",
    "properties",
    "Properties that sentences state, Sections 3.1, 3.2 and Appendix D.1",
    rows={
        "Recall": "recall", "Precision": "precision", "F1": "F1", "Jaccard": "Jaccard",
        **{row: {"Acc": "accuracy"}.get(row, row)
           for row in ("CC", "Acc", "BA", "kappa", "CE", "SBA", "GM", "CD")},
    },
    columns={"Max": "maximal-agreement", "CSym": "class-symmetry", "Scale": "scale-invariance"},
    printed={
        "gosgens2021, sentences": """
            Recall     ✗ . .
            Precision  ✗ . .
            F1         . ✓ ✓
            Jaccard    . ✓ ✓
            CC         . . ✓
            Acc        . . ✓
            BA         . . ✓
            kappa      . . ✓
            CE         . . ✓
            SBA        . . ✓
            GM         . . ✓
            CD         . . ✓
        """,
    },
    note="Recall and Precision \"do not satisfy this property\" (maximal agreement); \"examples of "
    "well-known class-symmetric binary classification measures are Jaccard and F1\", where Table 2 "
    "prints ✗; \"all measures of Table 1 are scale-invariant\".",
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
_AFTER = {
    f"{name}, calibrated": f"calibrated({measure})"
    for name, measure in (
        ("Accuracy", "accuracy"), ("macro Precision", "macro_precision"), ("macro F1", "macro_F1"),
        ("macro F1'", "macro_F1_of_means"), ("weighted F1", "weighted_F1"),
        ("Kappa", "kappa_chance"), ("MCC", "CC"),
    )
}  # fmt: skip
_OPITZ_ROWS = {
    "Accuracy": "accuracy", "macro Recall": "BA", "GmacR": "GmacR", "HmacR": "HmacR",
    "macro Precision": "macro_precision", "macro F1": "macro_F1", "macro F1'": "macro_F1_of_means",
    "weighted F1": "weighted_F1", "Kappa": "kappa_chance", "MCC": "CC", **_AFTER,
}  # fmt: skip
_OPITZ_COLUMNS = {
    "PI": "opitz-monotone", "PII": "class-sensitive", "PIII": "class-decomposable",
    "PIV": "prevalence-invariant", "PV": "chance-corrected",
}  # fmt: skip


def _opitz(row: str, mark: str) -> str:
    """`(✓)`: fulfilled after calibration, so not before it; `1/n` is the value for n classes."""
    if mark == "(✓)":
        return "yes" if row in _AFTER else "no"
    if mark.startswith(("1/n", "0")):
        value = mark.replace("1/n", "1/3").replace("complete", "strict")
        return value.replace(",", ", ")
    return BINARY[mark]


_declare(
    "opitz2024",
    "5",
    "Summary of evaluation metric properties, for three classes",
    rows=_OPITZ_ROWS,
    columns=_OPITZ_COLUMNS,
    classes=dict.fromkeys(_OPITZ_ROWS, 3),
    marks_of=_opitz,
    printed={
        "opitz2024, Table 5": """
            Accuracy                    ✓   (✓) (✓) (✓) (✓)
            macro_Recall                ✓   ✓   ✓   ✓   1/n,strict
            GmacR                       ✓   ✓   ✓   ✓   1/n
            HmacR                       ✓   ✓   ✓   ✓   1/n
            macro_Precision             ✓   ✓   ✓   (✓) 1/n,strict
            macro_F1                    ✓   ✓   ✓   (✓) 1/n
            macro_F1'                   ✓   ✓   ✗   (✓) 1/n,strict
            weighted_F1                 ✗   ✓   (✓) (✓) (✓)
            Kappa                       ✗   ✓   ✗   (✓) 0,complete
            MCC                         ✗   ✓   ✗   (✓) 0,complete
            Accuracy,_calibrated        .   (✓) (✓) (✓) (✓)
            macro_Precision,_calibrated .   .   .   (✓) .
            macro_F1,_calibrated        .   .   .   (✓) .
            macro_F1',_calibrated       .   .   .   (✓) .
            weighted_F1,_calibrated     .   .   (✓) (✓) (✓)
            Kappa,_calibrated           .   .   .   (✓) .
            MCC,_calibrated             .   .   .   (✓) .
        """,
    },
    note="(✓) says that a property is fulfilled after prevalence calibration: not before (the row "
    "of the measure), and after it (the row 'calibrated').  Of PV the value for three classes is "
    "compared; that Kappa and MCC have it at every number of classes (complete) is decided where "
    "the table is asked for every number of classes.  Our copy of the table has lost its plain "
    "marks; they are those that its Section 4 states measure by measure, and of the three (✓) of "
    "weighted F1 the columns are inferred.",
)
