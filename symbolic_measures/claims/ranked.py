"""What gosgens2021 prints about measures that rank alike: Table 3 and the triplets of Appendix E.1.

Claims, as printed: `questions.table` decides them.
"""

from __future__ import annotations

from symbolic_measures.nouns.errors import FormulaError

PAPER = "gosgens2021"
#: The measures by their names in the paper.
RANKED = {
    "Acc": "accuracy", "BA": "BA", "F1": "F1", "kappa": "kappa", "CE": "CE", "GM1": "GM_1",
    "CC": "CC", "SBA": "SBA",
}  # fmt: skip
_EIGHT = ("Acc", "BA", "F1", "kappa", "CE", "GM1", "CC", "SBA")
_FIVE, _THREE = ("BA", "kappa", "GM1", "CC", "SBA"), ("GM1", "CC", "SBA")
#: Table 3: the measures that no triplet of n elements tells apart.
GROUPS: dict[int, tuple[str, ...]] = {
    2: _EIGHT, 3: ("Acc", *_FIVE), 4: _FIVE, 5: _FIVE, 6: _THREE, 7: _THREE, 8: ("CC", "SBA"),
    9: (), 10: (),
}  # fmt: skip
#: Appendix E.1, upper table: the labelings A, B1, B2.
TRIPLETS = (
    ("1110110110", "1110101111", "1001010110"),
    ("0111101101", "1001010110", "0100000000"),
    ("0000111010", "1111111101", "0111101101"),
    ("0111101101", "1111111101", "0101111101"),
    ("0000111010", "0110010001", "0100000000"),
    ("1111111101", "1110110110", "0110010001"),
)
#: Lower table: which triplet tells a pair strictly apart; the diagonal is left out in print.
_TOLD_APART = """
    Acc    1 2 6 6 1 5 5
    BA     1 1 1 1 3 3 1
    F1     2 1 2 2 1 2 2
    kappa  6 1 2 4 1 3 3
    CE     6 1 2 4 1 3 3
    GM1    1 3 1 1 1 5 1
    CC     5 3 2 3 3 5 4
    SBA    5 1 2 3 3 1 4
"""


def _told_apart() -> dict[tuple[str, str], int]:
    found = {}
    for line in _TOLD_APART.split("\n"):
        name, *numbers = line.split() or [""]
        others = [other for other in _EIGHT if other != name]
        for other, number in zip(others, numbers):
            found[name, other] = int(number)
    return found


#: Row, column: the printed number of a triplet.
TOLD_APART = _told_apart()
TITLES = {"3": "Indistinguishable measures", "triplets": "Triplets that tell measures apart"}


def number_of(table: str) -> str | None:
    """`3` of `gosgens2021:3`, `triplets`; None for a table of another kind."""
    paper, _, number = table.partition(":")
    return number if paper == PAPER and number in TITLES else None


def matrix_of(truth: str, prediction: str) -> tuple[int, int, int, int]:
    """(TP, FN, FP, TN) of two labelings written as 0 and 1."""
    if len(truth) != len(prediction) or not set(truth + prediction) <= {"0", "1"}:
        raise FormulaError("two labelings are words of 0 and 1 of one length")
    pairs = list(zip(truth, prediction, strict=True))
    cells = [pairs.count((t, p)) for t, p in (("1", "1"), ("1", "0"), ("0", "1"), ("0", "0"))]
    return cells[0], cells[1], cells[2], cells[3]
