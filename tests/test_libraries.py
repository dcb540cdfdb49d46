"""Values, scorers and formulas against scikit-learn, imbalanced-learn and pycm, on random data."""

from __future__ import annotations

import math
import pickle
import random
import warnings
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import pytest
import sympy
from sklearn import metrics
from sklearn.datasets import make_classification
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, cross_val_score

from symbolic_measures import measure
from symbolic_measures.doors.interop.metrics import from_sklearn
from symbolic_measures.doors.measures import Reading
from symbolic_measures.meaning.measures import MEASURES
from symbolic_measures.meaning.multiclass import MULTICLASS
from symbolic_measures.nouns.errors import FormulaError

CELLS = ("TP", "FN", "FP", "TN")


def _labels(chance: random.Random, classes: int, n: int) -> tuple[list[int], list[int]]:
    truth = [chance.randrange(classes) for _ in range(n)]
    return truth, [t if chance.random() < 0.6 else chance.randrange(classes) for t in truth]


def _imbalanced(name: str) -> Callable[..., float]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import imblearn.metrics

    return getattr(imblearn.metrics, name)


def _iba(score: Callable[..., float], alpha: float) -> Callable[..., float]:
    return _imbalanced("make_index_balanced_accuracy")(alpha=alpha, squared=False)(score)


#: What the library calls it; each takes y_true, y_pred with labels 0 and 1.
LIBRARY: dict[str, Callable[[Any, Any], float]] = {
    "accuracy": metrics.accuracy_score,
    "BA": metrics.balanced_accuracy_score,
    "CC": metrics.matthews_corrcoef,
    "kappa": metrics.cohen_kappa_score,
    "kappa_chance": metrics.cohen_kappa_score,
    "F1": metrics.f1_score,
    "F1_harmonic": metrics.f1_score,
    "Jaccard": metrics.jaccard_score,
    "precision": metrics.precision_score,
    "recall": metrics.recall_score,
    "specificity": partial(metrics.recall_score, pos_label=0),
    "NPV": partial(metrics.precision_score, pos_label=0),
    "FM": lambda t, p: math.sqrt(metrics.precision_score(t, p) * metrics.recall_score(t, p)),
    "error_rate": metrics.zero_one_loss,
    "LR_plus": lambda t, p: metrics.class_likelihood_ratios(t, p)[0],
    "LR_minus": lambda t, p: metrics.class_likelihood_ratios(t, p)[1],
    "F2": partial(metrics.fbeta_score, beta=2),
    "F_half": partial(metrics.fbeta_score, beta=0.5),
    "mutual_information": metrics.mutual_info_score,
    "informedness": lambda t, p: metrics.balanced_accuracy_score(t, p, adjusted=True),
    "Gmean": lambda t, p: _imbalanced("geometric_mean_score")(t, p),
    # by default imbalanced-learn averages over both classes, which makes the dominance 0
    "IBA_Gmean": lambda t, p: _iba(_imbalanced("geometric_mean_score"), 0.5)(
        t, p, average="binary"
    ),
    "IBA_accuracy": lambda t, p: _iba(metrics.accuracy_score, 0.5)(t, p),
}
#: With beta, or alpha, = 1/2.
FAMILIES = {"F_beta": lambda t, p: metrics.fbeta_score(t, p, beta=0.5)}
#: The names of pycm's statistics of one class.
PYCM = {
    "recall": "TPR", "specificity": "TNR", "precision": "PPV", "NPV": "NPV", "FNR": "FNR",
    "FPR": "FPR", "F1": "F1", "CC": "MCC", "informedness": "BM", "markedness": "MK",
    "Jaccard": "J", "Gmean": "GM", "AUC_pointwise": None, "FM": "G", "OP": "OP", "accuracy": "ACC",
    "BA": "AUC", "DP": None, "LOR": None, "FDR": "FDR", "FOR": "FOR", "error_rate": "ERR",
    "LR_plus": "PLR", "LR_minus": "NLR", "DOR": "DOR", "F2": "F2", "F_half": "F0.5",
    "AGF": "AGF", "ICSI": "ICSI", "dInd": "dInd", "detection_prevalence": "TOPR", "AM": "AM",
    "Kulczynski_2": "AUPR", "overlap": "OC", "Braun_Blanquet": "BB", "lift": "LS", "PMI": "IS",
    "Yule_Q": "Q",
}  # fmt: skip


@pytest.mark.parametrize("name", [*LIBRARY, *FAMILIES])
def test_binary_values(name: str) -> None:
    subject, chance = measure(name), random.Random(name)
    given = dict.fromkeys(subject.parameters, sympy.S.Half)
    for n in (5, 20, 200):
        truth, predicted = _labels(chance, 2, n)
        if len({*zip(truth, predicted, strict=True)}) < 4:
            truth, predicted = [*truth, 0, 0, 1, 1], [*predicted, 0, 1, 0, 1]
        expected = {**LIBRARY, **FAMILIES}[name](truth, predicted)
        assert float(subject(truth, predicted, **given)) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("name", [name for name, other in PYCM.items() if other])
def test_binary_values_of_pycm(name: str) -> None:
    from pycm import ConfusionMatrix as Pycm

    chance, other = random.Random(name), PYCM[name]
    for _ in range(5):
        cells = [chance.randrange(1, 60) for _ in CELLS]
        tp, fn, fp, tn = cells
        theirs = Pycm(matrix={1: {1: tp, 0: fn}, 0: {1: fp, 0: tn}})
        expected = theirs.class_stat[other][1]
        ours = measure(name)(**dict(zip(CELLS, cells, strict=True)))
        assert float(ours) == pytest.approx(float(expected), rel=1e-9), other


#: The names of pycm's statistics of the whole matrix.
PYCM_OVERALL = {
    "AC1": "Gwet AC1", "Scott_pi": "Scott PI", "Hamann": "Bennett S", "phi_squared": "Phi-Squared",
    "chi_squared": "Chi-Squared", "Cramer_V": "Cramer V", "Bangdiwala_B": "Bangdiwala B",
    "kappa": "Kappa",
}  # fmt: skip
PYCM_SEVERAL = {
    "AC1": "Gwet AC1", "Scott_pi": "Scott PI", "Bennett_S": "Bennett S", "CC": "Overall MCC",
    "Bangdiwala_B": "Bangdiwala B", "kappa": "Kappa", "error_rate": "Hamming Loss",
    "macro_specificity": "TNR Macro",
}  # fmt: skip


@pytest.mark.parametrize("classes", [2, 3])
def test_values_of_the_whole_matrix_of_pycm(classes: int) -> None:
    from pycm import ConfusionMatrix as Pycm

    chance = random.Random(classes)
    for _ in range(5):
        rows = [[chance.randrange(1, 30) for _ in range(classes)] for _ in range(classes)]
        theirs = Pycm(matrix={i: dict(enumerate(row)) for i, row in enumerate(rows)}).overall_stat
        (tn, fp), (fn, tp) = rows[0][:2], rows[-1][:2]
        for name, other in (PYCM_OVERALL if classes == 2 else PYCM_SEVERAL).items():
            subject = measure(name, classes=classes)
            cells = (tp, fn, fp, tn) if classes == 2 else [cell for row in rows for cell in row]
            ours = subject(**dict(zip(subject.cells, cells, strict=True)))
            assert float(ours) == pytest.approx(float(theirs[other]), rel=1e-9), name


SEVERAL: dict[str, Callable[[Any, Any], float]] = {
    "accuracy": metrics.accuracy_score,
    "BA": metrics.balanced_accuracy_score,
    "CC": metrics.matthews_corrcoef,
    "kappa": metrics.cohen_kappa_score,
    "kappa_chance": metrics.cohen_kappa_score,
    "macro_precision": partial(metrics.precision_score, average="macro"),
    "macro_F1": partial(metrics.f1_score, average="macro"),
    "weighted_F1": partial(metrics.f1_score, average="weighted"),
    "GmacR": lambda t, p: _imbalanced("geometric_mean_score")(t, p),
    "error_rate": metrics.zero_one_loss,
    "weighted_precision": partial(metrics.precision_score, average="weighted"),
    "macro_Jaccard": partial(metrics.jaccard_score, average="macro"),
    "macro_specificity": lambda t, p: _imbalanced("specificity_score")(t, p, average="macro"),
    "adjusted_BA": partial(metrics.balanced_accuracy_score, adjusted=True),
}


@pytest.mark.parametrize("name", SEVERAL)
@pytest.mark.parametrize("classes", [3, 4])
def test_values_of_several_classes(name: str, classes: int) -> None:
    assert name in MULTICLASS
    chance = random.Random(name)
    truth, predicted = _labels(chance, classes, 150)
    everyone = [(i, j) for i in range(classes) for j in range(classes)]
    truth, predicted = truth + [i for i, _ in everyone], predicted + [j for _, j in everyone]
    ours = measure(name, classes=classes)(truth, predicted)
    assert float(ours) == pytest.approx(SEVERAL[name](truth, predicted), rel=1e-12)


@pytest.mark.parametrize("name", ["kappa", "CC", "BA", "CE"])
def test_values_of_several_classes_of_pycm(name: str) -> None:
    from pycm import ConfusionMatrix as Pycm

    rows = np.array([[5, 1, 2], [2, 6, 2], [1, 3, 3]])
    theirs = Pycm(matrix={i: {j: int(rows[i, j]) for j in range(3)} for i in range(3)})
    expected = {
        "kappa": theirs.Kappa,
        "CC": theirs.overall_stat["Overall MCC"],
        "BA": theirs.TPR_Macro,
        "CE": theirs.overall_stat["Overall CEN"],
    }[name]
    ours = measure(name, classes=3)(matrix=rows.tolist(), rows="true")
    assert float(ours) == pytest.approx(float(expected), rel=1e-9)


# --- scorers ------------------------------------------------------------------------------------

X, Y = make_classification(200, random_state=3, weights=[0.7])


@pytest.mark.parametrize(
    ("name", "scoring"),
    [("F1", "f1"), ("accuracy", "accuracy"), ("BA", "balanced_accuracy"),
     ("precision", "precision"), ("Jaccard", "jaccard"), ("CC", "matthews_corrcoef")],
)  # fmt: skip
def test_a_scorer_gives_what_the_library_gives(name: str, scoring: str) -> None:
    model = LogisticRegression()
    ours = cross_val_score(model, X, Y, scoring=measure(name).scorer(reading="scikit-learn"))
    theirs = cross_val_score(model, X, Y, scoring=scoring)
    assert ours == pytest.approx(theirs, rel=1e-12)
    grid = {"C": [1e-3, 1.0]}
    mine = GridSearchCV(model, grid, scoring=measure(name).scorer(reading="scikit-learn"))
    usual = GridSearchCV(model, grid, scoring=scoring)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert mine.fit(X, Y).best_params_ == usual.fit(X, Y).best_params_


def test_a_scorer_says_what_is_proved() -> None:
    mcc = measure("MCC").scorer()
    assert mcc.greater_is_better
    assert mcc.range == sympy.Interval(-1, 1)
    tp, fn = sympy.symbols("TP FN")
    recall = measure("recall").scorer()
    assert recall.where_undefined == sympy.And(sympy.Eq(tp, 0), sympy.Eq(fn, 0))
    filled = measure("recall").scorer(reading="scikit-learn")
    assert filled.where_undefined == sympy.false
    assert repr(filled) == "Scorer('recall', reading='scikit-learn')"
    three = measure("macro_F1", classes=3).scorer(labels=[0, 1, 2])
    assert three.where_undefined is None
    assert pickle.loads(pickle.dumps(filled)).value([1, 0], [1, 1]) == 1.0


def test_a_dissimilarity_is_negated_and_undefined_is_nan() -> None:
    model = DummyClassifier(strategy="constant", constant=0).fit([[0], [0]], [0, 1])
    entropy = measure("CE").scorer()
    assert not entropy.greater_is_better
    assert entropy(model, [[0]] * 4, [1, 0, 0, 1]) == -entropy.value([1, 0, 0, 1], [0] * 4) < 0
    assert math.isnan(measure("precision").scorer()(model, [[0]], [0]))
    assert measure("precision").scorer(reading="scikit-learn")(model, [[0]], [0]) == 0
    infinite = measure("LOR").in_reading("brzezinski-extended").scorer()
    assert infinite.value([1, 0, 1, 0, 0], [1, 0, 1, 0, 1]) == math.inf
    with_beta = measure("F_beta").scorer(reading="scikit-learn", beta=2)
    assert with_beta.value([1, 1, 0], [1, 0, 0]) == pytest.approx(
        metrics.fbeta_score([1, 1, 0], [1, 0, 0], beta=2)
    )
    assert with_beta.value([0], [0]) == 0
    spam = measure("recall").scorer(positive="spam")
    assert spam.value(["spam", "ham", "spam"], ["spam", "spam", "ham"]) == 0.5
    for bad in ({"reading": "nobody"}, {"beta": 2}, {"positive": 1, "labels": [0, 1]}):
        with pytest.raises((FormulaError, TypeError)):
            measure("recall").scorer(**bad)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="needs beta="):
        measure("F_beta").scorer()


# --- metrics as measures ------------------------------------------------------------------------

NAMED: list[tuple[Callable[..., Any], dict[str, Any]]] = [
    (metrics.accuracy_score, {}), (metrics.balanced_accuracy_score, {}),
    (metrics.balanced_accuracy_score, {"adjusted": True}), (metrics.cohen_kappa_score, {}),
    (metrics.f1_score, {}), (metrics.f1_score, {"zero_division": 1}),
    (metrics.fbeta_score, {"beta": 2}), (metrics.fbeta_score, {"beta": 0.5, "zero_division": 1}),
    (metrics.jaccard_score, {}), (metrics.jaccard_score, {"zero_division": 1}),
    (metrics.matthews_corrcoef, {}), (metrics.precision_score, {}),
    (metrics.precision_score, {"zero_division": math.nan}),
    (metrics.recall_score, {"zero_division": 1}), (metrics.zero_one_loss, {}),
    (metrics.hamming_loss, {}),
]  # fmt: skip


@pytest.mark.parametrize(("metric", "options"), NAMED, ids=range(len(NAMED)))
def test_the_formula_of_a_metric_has_its_values(
    metric: Callable[..., Any], options: dict[str, Any]
) -> None:
    found = from_sklearn(partial(metric, **options))
    for cells in np.ndindex(3, 3, 3, 3):
        if not sum(cells):
            continue
        tp, fn, fp, tn = cells
        truth = [1] * (tp + fn) + [0] * (fp + tn)
        predicted = [1] * tp + [0] * fn + [1] * fp + [0] * tn
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            expected = float(metric(truth, predicted, **options))
        named = dict(zip(CELLS, cells, strict=True))
        if metric is metrics.balanced_accuracy_score and options and 0 in (tp + fn, fp + tn):
            continue  # adjusted by the classes that occur
        if not found.is_defined(**named):
            assert math.isnan(expected), cells
        else:
            assert float(found(**named)) == pytest.approx(expected, abs=1e-12), cells


@pytest.mark.parametrize("average", ["macro", "micro", "weighted"])
@pytest.mark.parametrize("metric", [metrics.f1_score, metrics.precision_score,
                                    metrics.recall_score, metrics.jaccard_score])  # fmt: skip
def test_averages_of_several_classes(metric: Callable[..., Any], average: str) -> None:
    truth, predicted = _labels(random.Random(average), 3, 90)
    found = from_sklearn(metric, classes=3, average=average)
    expected = metric(truth, predicted, average=average)
    assert float(found(truth, predicted)) == pytest.approx(expected, rel=1e-12)


def test_metrics_of_several_classes() -> None:
    truth, predicted = _labels(random.Random(4), 3, 90)
    for metric, options in (
        (metrics.accuracy_score, {}), (metrics.matthews_corrcoef, {}), (metrics.zero_one_loss, {}),
        (metrics.balanced_accuracy_score, {"adjusted": True}), (metrics.cohen_kappa_score, {}),
        (metrics.fbeta_score, {"beta": 2, "average": "macro"}),
    ):  # fmt: skip
        found = from_sklearn(metric, classes=3, **options)
        expected = metric(truth, predicted, **options)
        assert float(found(truth, predicted)) == pytest.approx(expected, rel=1e-12), metric
    assert isinstance(from_sklearn("f1_score"), Reading)
    assert not from_sklearn(metrics.zero_one_loss)._as_reading().measure.higher_is_better


@pytest.mark.parametrize(
    ("metric", "options", "match"),
    [
        (metrics.log_loss, {}, "no metric of a confusion matrix"),
        (metrics.fbeta_score, {}, "needs beta"),
        (metrics.f1_score, {"sample_weight": [1]}, "sample_weight"),
        (metrics.cohen_kappa_score, {"weights": "linear"}, "weights"),
        (metrics.f1_score, {"zero_division": 2}, "zero_division"),
        (metrics.f1_score, {"average": "samples"}, "average is one of"),
        (metrics.accuracy_score, {"average": "macro"}, "average is one of"),
        ("nothing", {}, "no metric"),
    ],
)
def test_metrics_that_are_not_known(metric: Any, options: dict[str, Any], match: str) -> None:
    with pytest.raises(FormulaError, match=match):
        from_sklearn(metric, **options)


# --- what a library has in another form -----------------------------------------------------------

#: pycm: a statistic and what is done to it; its discriminant power has logarithms to base 10.
OTHERWISE: dict[str, Callable[[Any], float]] = {
    "LOR": lambda theirs: math.log(theirs.class_stat["DOR"][1]),
    "DP": lambda theirs: theirs.class_stat["DP"][1] * math.log(10),
    "CE": lambda theirs: theirs.overall_stat["Overall CEN"],
    "CD": lambda theirs: math.acos(theirs.overall_stat["Overall MCC"]) / math.pi,
    "CD_chord": lambda theirs: math.sqrt(2 * (1 - theirs.overall_stat["Overall MCC"])),
    "AUC_pointwise": lambda theirs: theirs.class_stat["GM"][1] ** 2,
    "F_beta_linear": lambda theirs: theirs.class_stat["F1"][1],
    "AUL": lambda theirs: _lift(theirs, theirs.class_stat["AUC"][1]),
    "AUL_product": lambda theirs: _lift(theirs, theirs.class_stat["GM"][1] ** 2 / 2),
    "SBA": lambda theirs: sum(theirs.class_stat[s][1] for s in ("TPR", "TNR", "PPV", "NPV")) / 4,
    "IBA_Gmean": lambda theirs: theirs.class_stat["IBA"][1] / theirs.class_stat["GM"][1],
}


def _lift(theirs: Any, area: float) -> float:
    """What is above the prevalence counts half in the area under lift."""
    prevalence = theirs.class_stat["PRE"][1]
    return prevalence / 2 + (1 - prevalence) * area


@pytest.mark.parametrize("name", OTHERWISE)
def test_values_from_other_statistics_of_pycm(name: str) -> None:
    from pycm import ConfusionMatrix as Pycm

    chance, subject = random.Random(name), measure(name)
    given = dict.fromkeys(subject.parameters, Fraction(1))
    for _ in range(5):
        cells = [chance.randrange(1, 60) for _ in CELLS]
        tp, fn, fp, tn = cells
        expected = OTHERWISE[name](Pycm(matrix={1: {1: tp, 0: fn}, 0: {1: fp, 0: tn}}))
        ours = subject(**dict(zip(CELLS, cells, strict=True)), **given)
        assert float(ours) == pytest.approx(float(expected), rel=1e-9)


def _fbeta(y_true: Any, y_pred: Any, average: str = "binary") -> float:
    return float(metrics.fbeta_score(y_true, y_pred, beta=0.5, average=average))


WEIGHED: dict[str, Callable[..., float]] = {"IBA_F1": metrics.f1_score, "IBA_F_beta": _fbeta}


@pytest.mark.parametrize("name", WEIGHED)
def test_values_that_imbalanced_learn_weighs(name: str) -> None:
    """The papers' F-measure weighs with beta where the library's weighs with its square."""
    chance, subject = random.Random(name), measure(name)
    given = {"alpha": Fraction(1, 2), "beta": Fraction(1, 4)}
    given = {key: value for key, value in given.items() if key in subject.parameters}
    for _ in range(5):
        truth, predicted = _labels(chance, 2, 60)
        expected = _iba(WEIGHED[name], 0.5)(truth, predicted)
        assert float(subject(truth, predicted, **given)) == pytest.approx(expected, rel=1e-12)


#: The generalized means are in no library, except CC, the one at r = 0.
NOWHERE = {"GM_m2", "GM_m1", "GM_half", "GM_1", "GM_2", "GM"}


def test_what_is_in_no_library_is_said_to_be() -> None:
    told = {*LIBRARY, *FAMILIES, *OTHERWISE, *WEIGHED, *(name for name, s in PYCM.items() if s)}
    assert NOWHERE.isdisjoint(told)
    assert NOWHERE | told <= set(MEASURES)
