"""What the project's own tests look like.  The plug-in needs no configuration."""

import pytest
import scores
from hypothesis import given

from symbolic_measures.testing import (
    assert_identity,
    assert_property,
    assert_refuted,
    confusion_matrices,
)


def test_jaccard_is_the_jaccard_index(check_implementation):
    check_implementation(scores.jaccard, "Jaccard")


def test_mcc_from_labels(check_implementation):
    check_implementation(scores.mcc, "MCC", up_to=6)


def test_f1_as_scikit_learn_has_it(check_implementation):
    check_implementation(scores.f1, "F1", reading="scikit-learn")


def test_the_slip_in_f_beta_is_found(check_implementation):
    with pytest.raises(AssertionError, match=r"at \(TP, FN, FP, TN\) = \(1, 0, 1, 0\)"):
        check_implementation(scores.f_beta, "F_beta", parameters={"beta": 2})


def test_we_may_compute_jaccard_from_f1():
    assert_identity("Jaccard", "F1/(2-F1)", domain=True)


def test_why_we_report_mcc_and_not_f1():
    assert_property("MCC", "monotone", "symmetry", "constant-baseline")
    assert_refuted("F1", "class-symmetry", minimal=[(0, 0, 1, 1), (1, 1, 0, 0)])


@given(confusion_matrices(max_cell=20, nonunary=True))
def test_mcc_is_a_correlation(matrix):
    labels = [1] * matrix.TP + [1] * matrix.FN + [0] * matrix.FP + [0] * matrix.TN
    predicted = [1] * matrix.TP + [0] * matrix.FN + [1] * matrix.FP + [0] * matrix.TN
    assert -1 <= round(scores.mcc(labels, predicted), 12) <= 1
