"""Properties that the field asks for besides those of the three papers, on two classes.

Exchanges that turn a measure into its negative, what prevalence does at fixed true positive and
true negative rates, independence and its sign, concavity along a line of the ROC plane, and which
of the classes weighs more.  Most speak of real matrices with cells >= 0, of any size, as those of
`meaning.brzezinski`; so their cells are variables of the sort `nonnegative`, and counterexamples
are looked for among whole numbers.

Invariant: every goal speaks of points where the measure is defined at each matrix that is compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.property import (
    SECOND,
    ZERO,
    C,
    Matrix,
    at_least_one,
    comparison,
    declare,
    declare_of_order,
    gain,
    minus,
)
from symbolic_measures.nouns.confusion import CELLS, FN, FP, NHAT, PHAT, SIZE, TN, TP, N, P
from symbolic_measures.nouns.formula import Formula, symbol
from symbolic_measures.nouns.statement import Atom, Goal, Relation, Variable

LUQUE = "A. Luque et al., Exploring symmetry of binary classification performance metrics (2019)"
TAN = "P.-N. Tan, V. Kumar and J. Srivastava, KDD 2002"
J, K = symbol("j"), symbol("k")
TP2, FN2, FP2, TN2 = SECOND
Compare = Callable[..., Formula]


def positive(*trees: Formula) -> list[Atom]:
    return [Atom(tree, ">") for tree in trees]


def association(matrix: Matrix) -> Formula:
    """TP*TN - FN*FP: positive where truth and prediction agree more often than by chance."""
    tp, fn, fp, tn = matrix
    return tp * tn - fn * fp


def _plus(left: Formula, right: Formula) -> Formula:
    return left + right


def _real(goal: Goal) -> Goal:
    """The goal for all real matrices: what was a natural number is any number >= 0."""
    variables = (
        Variable(variable.name, "nonnegative") if variable.sort == "natural" else variable
        for variable in goal.variables
    )
    return replace(goal, variables=tuple(variables))


def as_given(reading: Reading) -> Reading:
    """The reading in which the formula itself is judged, also where lower is better."""
    return replace(reading, measure=replace(reading.measure, higher_is_better=True))


def over_reals(
    reading: Reading,
    label: str,
    matrices: tuple[Matrix, ...],
    hypotheses: Iterable[Atom],
    compare: Compare,
    rel: Relation,
    blocks: tuple[tuple[str, ...], ...] = ((*CELLS, "k"),),
) -> Goal:
    return _real(comparison(reading, label, matrices, blocks, hypotheses, compare, rel))


# --- exchanges ------------------------------------------------------------------------------


def exchange(reading: Reading, label: str, other: Matrix, compare: Compare) -> list[Goal]:
    return [comparison(reading, label, (C, other), (CELLS,), at_least_one(SIZE), compare, "==")]


@declare(
    "prediction-antisymmetry",
    "Inverting every prediction (TP with FN, FP with TN) changes the sign of the value.",
    f"{TAN}, property O3; {LUQUE}, scoring inversion",
)
def _prediction_antisymmetry(reading: Reading, value: Any) -> list[Goal]:
    """M(FN, TP, TN, FP) = -M(TP, FN, FP, TN)."""
    return exchange(reading, "predictions inverted", (FN, TP, TN, FP), _plus)


@declare(
    "truth-antisymmetry",
    "Inverting the truth (TP with FP, FN with TN) changes the sign of the value.",
    f"{TAN}, property O3; {LUQUE}, labelling inversion",
)
def _truth_antisymmetry(reading: Reading, value: Any) -> list[Goal]:
    """M(FP, TN, TP, FN) = -M(TP, FN, FP, TN)."""
    return exchange(reading, "the truth inverted", (FP, TN, TP, FN), _plus)


@declare_of_order(
    "transposed-class-symmetry",
    "Exchanging the classes and, with them, truth and prediction (TP with TN) does not change the "
    "value.",
    f"{LUQUE}, full inversion, with the matrix transposed",
)
def _transposed_class_symmetry(reading: Reading, value: Any) -> list[Goal]:
    """M(TN, FN, FP, TP) = M(TP, FN, FP, TN)."""
    return exchange(reading, "TP and TN exchanged", (TN, FN, FP, TP), minus)


# --- scaling a class ------------------------------------------------------------------------


@declare_of_order(
    "predicted-class-scaling",
    "Multiplying the elements that are predicted positive (or negative) by a number > 0 does not "
    "change the value.",
    f"{TAN}, property O2, columns; M. Sokolova and G. Lapalme, IPM 45 (2009)",
)
def _predicted_class_scaling(reading: Reading, value: Any) -> list[Goal]:
    """M(k*TP, FN, k*FP, TN) = M(TP, k*FN, FP, k*TN) = M(TP, FN, FP, TN) for all real k > 0."""
    scaled: dict[str, Matrix] = {
        "predicted positives times k": (K * TP, FN, K * FP, TN),
        "predicted negatives times k": (TP, K * FN, FP, K * TN),
    }
    blocks, given = (CELLS, ("k",)), positive(SIZE, K)
    return [
        over_reals(reading, label, (C, other), given, minus, "==", blocks)
        for label, other in scaled.items()
    ]


def _prevalence(reading: Reading, compare: Compare) -> list[Goal]:
    """The positive class grows by the factor 1 + k; TP/P and TN/N stay as they are."""
    more = (TP + K * TP, FN + K * FN, FP, TN)
    label, given = "positives times 1 + k", positive(P, N, K)
    blocks = (CELLS, ("k",))
    return [over_reals(as_given(reading), label, (C, more), given, compare, ">=", blocks)]


_DYNAMICS = "D. Brzezinski et al., IEEE Trans. Neural Networks and Learning Systems 31 (2020)"


@declare_of_order(
    "prevalence-increasing",
    "With TP/P and TN/N fixed (P, N not 0), a larger share of positives never makes the value "
    "smaller.",
    _DYNAMICS,
    as_given=True,
)
def _prevalence_increasing(reading: Reading, value: Any) -> list[Goal]:
    """M((1+k)*TP, (1+k)*FN, FP, TN) >= M(TP, FN, FP, TN) for all real k > 0.

    Of two matrices with the same rates and n fixed, one is a multiple of such a pair: for a
    scale-invariant measure this is growth with P/n.
    """
    return _prevalence(reading, gain)


@declare_of_order(
    "prevalence-decreasing",
    "With TP/P and TN/N fixed (P, N not 0), a larger share of positives never makes the value "
    "larger.",
    _DYNAMICS,
    as_given=True,
)
def _prevalence_decreasing(reading: Reading, value: Any) -> list[Goal]:
    """M((1+k)*TP, (1+k)*FN, FP, TN) <= M(TP, FN, FP, TN) for all real k > 0."""
    return _prevalence(reading, minus)


# --- chance ---------------------------------------------------------------------------------


def _against_zero(
    reading: Reading, label: str, given: list[Atom], rel: Relation, compare: Compare
) -> Goal:
    return over_reals(reading, label, (C,), given, compare, rel, (CELLS,))


def _itself(value: Formula) -> Formula:
    return value


def _negated(value: Formula) -> Formula:
    return -value


@declare(
    "zero-at-independence",
    "Where truth and prediction are independent (TP*TN = FN*FP, no margin 0), the value is 0.",
    f"G. Piatetsky-Shapiro (1991), P1; {TAN}",
)
def _zero_at_independence(reading: Reading, value: Any) -> list[Goal]:
    given = [Atom(association(C), "=="), *positive(P, N, PHAT, NHAT)]
    return [_against_zero(reading, "0 at independence", given, "==", _itself)]


@declare(
    "sign-of-association",
    "The value is positive, 0 or negative as TP*TN - FN*FP is, where no margin is 0.",
    "G. Piatetsky-Shapiro (1991), P1, with the sign of P*N*informedness",
)
def _sign_of_association(reading: Reading, value: Any) -> list[Goal]:
    """Where TP*TN and FN*FP differ, no margin is 0."""
    zero = _zero_at_independence(reading, value)
    above, below = positive(association(C)), positive(ZERO - association(C))
    return [
        *zero,
        _against_zero(reading, "positive above chance", above, ">", _itself),
        _against_zero(reading, "negative below chance", below, ">", _negated),
    ]


@declare_of_order(
    "better-than-chance",
    "With P and N fixed, every prediction with TP*TN > FN*FP has a larger value than every one "
    "with TP*TN <= FN*FP and no margin 0.",
    "F. Sebastiani, ICTIR 2015, robustness to chance, as an order",
)
def _better_than_chance(reading: Reading, value: Any) -> list[Goal]:
    """M(C) > M(D): for each truth a constant lies between what is better than chance and the rest.

    C and D differ by j in TP and by k in TN, either way; where C had fewer of both, or as many, it
    would not be the one that is better than chance.
    """
    cases: dict[str, tuple[Matrix, Matrix]] = {
        "more TP, more TN": ((TP + J, FN, FP, TN + K), (TP, FN + J, FP + K, TN)),
        "more TP, fewer TN": ((TP + J, FN, FP + K, TN), (TP, FN + J, FP, TN + K)),
        "fewer TP, more TN": ((TP, FN + J, FP, TN + K), (TP + J, FN, FP + K, TN)),
    }
    found = []
    for label, (better, other) in cases.items():
        tp, fn, fp, tn = other
        given = positive(association(better), tp + fp, fn + tn)
        given.append(Atom(ZERO - association(other), ">="))
        blocks = ((*CELLS, "j", "k"),)
        found.append(over_reals(reading, label, (better, other), given, minus, ">", blocks))
    return found


@declare_of_order(
    "agreement-increasing",
    "With P, N, P^ and N^ fixed, a larger TP makes the value larger.",
    f"G. Piatetsky-Shapiro (1991), P2; {TAN}",
)
def _agreement_increasing(reading: Reading, value: Any) -> list[Goal]:
    """M(TP+k, FN, FP, TN+k) > M(TP, FN+k, FP+k, TN) for all real k > 0."""
    pair = ((TP, FN + K, FP + K, TN), (TP + K, FN, FP, TN + K))
    return [over_reals(reading, "TP + k, margins fixed", pair, positive(K), gain, ">")]


# --- bends ----------------------------------------------------------------------------------


def _bend(reading: Reading, cell: str, above: bool) -> list[Goal]:
    """Twice the value in the middle is `above` the sum of those at the ends of a line, or below.

    Three points of a line with different TP (or TN), one in the middle, are exactly these.
    """
    if cell == "TP":
        matrices = tuple((TP + K * i, FN + K * (2 - i), FP, TN) for i in (0, 1, 2))
    else:
        matrices = tuple((TP, FN, FP + K * (2 - i), TN + K * i) for i in (0, 1, 2))

    def bend(low: Formula, middle: Formula, high: Formula) -> Formula:
        found = middle + middle - low - high
        return found if above else ZERO - found

    given = positive(N if cell == "TP" else P, K)
    label = f"the middle of a line in {cell}"
    return [over_reals(as_given(reading), label, matrices, given, bend, ">=")]


def _declare_bend(cell: str, word: str) -> None:
    other = "TN" if cell == "TP" else "TP"
    side = "least" if word == "concave" else "most"

    @declare(
        f"{cell.lower()}-{word}",
        f"With P, N (not 0) and {other} fixed, the value in the middle of two values of {cell} is "
        f"at {side} the mean of theirs.",
        "H. Narasimhan, P. Kar and P. Jain, ICML 2015 (performance concave in the rates)",
        as_given=True,
    )
    def build(reading: Reading, value: Any) -> list[Goal]:
        return _bend(reading, cell, word == "concave")


for _cell in ("TP", "TN"):
    _declare_bend(_cell, "concave")
    _declare_bend(_cell, "convex")


# --- classes of different size --------------------------------------------------------------


@declare_of_order(
    "smaller-class-weighs-more",
    "Correcting one error of the smaller true class gives a larger value than correcting one of "
    "the larger class.",
    "P. Branco, L. Torgo and R. Ribeiro, ACM Computing Surveys 49 (2016), on imbalanced domains",
)
def _smaller_class_weighs_more(reading: Reading, value: Any) -> list[Goal]:
    """From (TP, FN+1, FP+1, TN): one FN corrected, against one FP corrected; P is not N."""
    fewer_misses, fewer_alarms = (TP + 1, FN, FP + 1, TN), (TP, FN + 1, FP, TN + 1)
    pair = (fewer_misses, fewer_alarms)
    return [
        comparison(reading, "P < N", pair, (CELLS,), positive(N - P), minus, ">"),
        comparison(reading, "P > N", pair, (CELLS,), positive(P - N), gain, ">"),
    ]


@declare_of_order(
    "fixed-ends",
    "All perfect predictions have one value, and all that are wrong everywhere have one, where P "
    "and N are not 0.",
    "F. Sebastiani, ICTIR 2015, fixed range",
)
def _fixed_ends(reading: Reading, value: Any) -> list[Goal]:
    ends = {
        "perfect predictions": ((TP, ZERO, ZERO, TN), (TP2, ZERO, ZERO, TN2)),
        "wrong predictions": ((ZERO, FN, FP, ZERO), (ZERO, FN2, FP2, ZERO)),
    }
    found = []
    for label, (one, other) in ends.items():
        own, own2 = ([str(c) for c in matrix if c != ZERO] for matrix in (one, other))
        given = at_least_one(*map(symbol, (*own, *own2)))
        blocks = (tuple(own), tuple(own2))
        found.append(comparison(reading, label, (one, other), blocks, given, minus, "=="))
    return found


#: What `check --framework further` decides.
FURTHER = (
    "prediction-antisymmetry",
    "truth-antisymmetry",
    "transposed-class-symmetry",
    "predicted-class-scaling",
    "prevalence-increasing",
    "prevalence-decreasing",
    "zero-at-independence",
    "sign-of-association",
    "better-than-chance",
    "agreement-increasing",
    "tp-concave",
    "tp-convex",
    "tn-concave",
    "tn-convex",
    "smaller-class-weighs-more",
    "fixed-ends",
)
