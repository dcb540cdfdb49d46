"""Properties of association in a 2x2 table: inversion, and bounds by its sign.

Most agreement that given margins allow is where FN = 0 or FP = 0, least where TP = 0 or TN = 0; the
former has a positive informedness, the latter a negative one.  Whether a measure reaches a bound
there (complete association), and only there, is asked for each sign.  Measures that reach it where
FN = FP = 0 only (absolute association) are asked about by `maximal-agreement`.

Invariant: every goal speaks of points where the measure is defined at each matrix that is compared.
"""

from __future__ import annotations

from typing import Any

from symbolic_measures.meaning.further import (
    LUQUE,
    Compare,
    association,
    exchange,
    over_reals,
    positive,
)
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.property import (
    SECOND,
    ZERO,
    Matrix,
    Words,
    declare_of_order,
    gain,
    minus,
)
from symbolic_measures.nouns.confusion import CELLS, FN, FP, TN, TP, second
from symbolic_measures.nouns.formula import Formula, symbol
from symbolic_measures.nouns.statement import Goal

WARRENS = "M. J. Warrens, J. Classification 25 (2008); G. U. Yule, J. Royal Stat. Soc. 75 (1912)"


@declare_of_order(
    "prediction-inversion-invariance",
    "Inverting every prediction (TP with FN, FP with TN) does not change the value.",
    f"{LUQUE}, scoring inversion",
)
def _prediction_inversion(reading: Reading, value: Any) -> list[Goal]:
    """M(FN, TP, TN, FP) = M(TP, FN, FP, TN)."""
    return exchange(reading, "predictions inverted", (FN, TP, TN, FP), minus)


# --- bounds ---------------------------------------------------------------------------------


def _bound(reading: Reading, pair: tuple[str, str], beyond: Formula, better: Compare) -> list[Goal]:
    """Where one of the pair is 0 and the other two cells are not: one value, which is not reached
    where both of the pair are positive, and `beyond` is."""
    rest = tuple(name for name in CELLS if name not in pair)
    given = positive(*map(symbol, rest))
    found = []
    for gone in pair:
        own = tuple(name for name in CELLS if name != gone)
        here = _without(gone, CELLS)
        for zero in pair:
            there = _without(zero, CELLS, second(CELLS))
            blocks = own, second(name for name in CELLS if name != zero)
            also = positive(*map(symbol, second(rest)))
            label = f"{gone} = 0, and {zero} = 0 elsewhere: the same value"
            found.append(
                over_reals(reading, label, (here, there), given + also, minus, "==", blocks)
            )
        also = positive(*map(symbol, second(pair)), beyond)
        label = f"{gone} = 0: the bound is not reached elsewhere"
        blocks = own, second(CELLS)
        found.append(over_reals(reading, label, (here, SECOND), given + also, better, ">", blocks))
    return found


def _without(gone: str, names: tuple[str, ...], shown: tuple[str, ...] = ()) -> Matrix:
    """The matrix with a 0 in that place."""
    pairs = zip(names, shown or names, strict=True)
    return tuple(ZERO if name == gone else symbol(cell) for name, cell in pairs)


@declare_of_order(
    "bound-above-chance",
    "Where informedness is positive (TP*TN > FN*FP), the value is largest, and one and the same, "
    "exactly where FN or FP is 0: the most agreement that the margins allow.",
    f"{WARRENS}, complete association",
    words=Words(holds="one value where FN or FP is 0, which is not reached elsewhere"),
)
def _bound_above_chance(reading: Reading, value: Any) -> list[Goal]:
    """M(C) = M(D) where FN*FP = 0 at both, and M(C) > M(D) where it is 0 at C alone."""
    return _bound(reading, ("FN", "FP"), association(SECOND), minus)


@declare_of_order(
    "bound-below-chance",
    "Where informedness is negative (TP*TN < FN*FP), the value is smallest, and one and the same, "
    "exactly where TP or TN is 0: the least agreement that the margins allow.",
    f"{WARRENS}, complete association",
    words=Words(holds="one value where TP or TN is 0, which is not reached elsewhere"),
)
def _bound_below_chance(reading: Reading, value: Any) -> list[Goal]:
    """M(C) = M(D) where TP*TN = 0 at both, and M(C) < M(D) where it is 0 at C alone."""
    return _bound(reading, ("TP", "TN"), ZERO - association(SECOND), gain)


#: Asked with the other properties that the field asks for.
ASSOCIATION = (
    "prediction-inversion-invariance",
    "bound-above-chance",
    "bound-below-chance",
)
