"""The statistics of pycm as functions of a confusion matrix, for the audit.

pycm computes them in the constructor of `ConfusionMatrix`; these functions ask it for one each.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pycm import ConfusionMatrix


def _matrix(TP: int, FN: int, FP: int, TN: int) -> ConfusionMatrix:
    return ConfusionMatrix(matrix={1: {1: TP, 0: FN}, 0: {1: FP, 0: TN}})


def _of_class(name: str) -> Callable[[int, int, int, int], Any]:
    """A statistic of the positive class."""

    def statistic(TP: int, FN: int, FP: int, TN: int) -> Any:
        return _matrix(TP, FN, FP, TN).class_stat[name][1]

    return statistic


def _overall(name: str) -> Callable[[int, int, int, int], Any]:
    """A statistic of the whole matrix."""

    def statistic(TP: int, FN: int, FP: int, TN: int) -> Any:
        return _matrix(TP, FN, FP, TN).overall_stat[name]

    return statistic


def _of_classes(name: str) -> Callable[[list[list[int]]], Any]:
    """A statistic of a matrix of several classes, rows the truth."""

    def statistic(matrix: list[list[int]]) -> Any:
        table = {i: dict(enumerate(map(int, row))) for i, row in enumerate(matrix)}
        return ConfusionMatrix(matrix=table).overall_stat[name]

    return statistic


TPR, TNR, PPV, NPV = map(_of_class, ("TPR", "TNR", "PPV", "NPV"))
FNR, FPR, FDR, FOR = map(_of_class, ("FNR", "FPR", "FDR", "FOR"))
ACC, ERR, F1, F2, F05 = map(_of_class, ("ACC", "ERR", "F1", "F2", "F0.5"))
MCC, BM, MK, J = map(_of_class, ("MCC", "BM", "MK", "J"))
PLR, NLR, DOR = map(_of_class, ("PLR", "NLR", "DOR"))
AUC, DP, GM, G, OOC = map(_of_class, ("AUC", "DP", "GM", "G", "OOC"))
OP, IBA, BB, OC, Q = map(_of_class, ("OP", "IBA", "BB", "OC", "Q"))
dInd, sInd, AUPR, ICSI, GI, LS, PRE, BCD, AGF = map(
    _of_class, ("dInd", "sInd", "AUPR", "ICSI", "GI", "LS", "PRE", "BCD", "AGF")
)
CEN, MCEN = map(_of_class, ("CEN", "MCEN"))
kappa, overall_accuracy, overall_MCC, overall_CEN = map(
    _overall, ("Kappa", "Overall ACC", "Overall MCC", "Overall CEN")
)
macro_TPR, macro_PPV, macro_F1, macro_accuracy = map(
    _overall, ("TPR Macro", "PPV Macro", "F1 Macro", "ACC Macro")
)
kappa_3, MCC_3, CEN_3, accuracy_3 = map(
    _of_classes, ("Kappa", "Overall MCC", "Overall CEN", "Overall ACC")
)
macro_TPR_3, macro_PPV_3, macro_F1_3 = map(_of_classes, ("TPR Macro", "PPV Macro", "F1 Macro"))
