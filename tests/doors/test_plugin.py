"""The assertions and the pytest plug-in, used as another project would use them."""

from __future__ import annotations

import math
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy
import pytest
from hypothesis import find, given, settings
from places import ROOT
from sklearn.metrics import f1_score, matthews_corrcoef
from tiers import exhaustive

from symbolic_measures.doors.pytest_plugin import read_entries
from symbolic_measures.doors.testing import (
    assert_identity,
    assert_implementation,
    assert_limit,
    assert_property,
    assert_refuted,
    confusion_matrices,
)
from symbolic_measures.nouns.confusion import ConfusionMatrix
from symbolic_measures.nouns.errors import FormulaError

EXAMPLES = ROOT / "examples"


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which pip has installed the package, entry points and all."""
    source, target = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("site")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "symbolic_measures", source / "symbolic_measures", ignore=ignored)
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps",
               "--target", str(target), str(source)]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return target


def run(site: Path, folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """Pytest in a folder, with the installed package and nothing of this repository.

    On a machine of a CI (`CI` is set) pytest shortens no line of its summary and so prints every
    failure twice: what is read here must not depend on it.
    """
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *args]
    env = {name: value for name, value in os.environ.items() if name not in ("CI", "BUILD_NUMBER")}
    env["PYTHONPATH"] = str(site)
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)


def copied(tmp_path: Path) -> Path:
    return Path(shutil.copytree(EXAMPLES / "project", tmp_path / "project"))


# --- in a project of its own --------------------------------------------------------------------


def test_a_project_that_uses_the_plug_in(installed: Path, tmp_path: Path) -> None:
    done = run(installed, copied(tmp_path))
    assert done.returncode == 0, done.stdout
    assert "symbolic-measures-" in done.stdout  # among the plug-ins of the header
    assert re.search(r"11 passed", done.stdout)


@exhaustive
def test_a_slip_is_shown_with_its_smallest_matrix(installed: Path, tmp_path: Path) -> None:
    project = copied(tmp_path)
    scores = project / "scores.py"
    scores.write_text(scores.read_text().replace("tp + fn + fp)\n", "tp + fn + fp + tn)\n", 1))
    ours = project / "our.measures.toml"
    ours.write_text(ours.read_text().replace('rhs = "informedness*', 'rhs = "2*informedness*'))
    done = run(installed, project, "-q")
    assert done.returncode == 1
    assert (
        "jaccard is not Jaccard: at (TP, FN, FP, TN) = (0, 0, 0, 1) it is 0, the formula is "
        "undefined" in done.stdout
    )
    assert (
        "MCC^2 = 2*informedness*markedness is refuted: at (TP, FN, FP, TN) = (0, 1, 1, 0) the "
        "left side is 1, the right side 2; no smaller matrix tells them apart" in done.stdout
    )
    assert "2 failed, 9 passed" in done.stdout
    assert "testing.py" not in done.stdout  # no traceback through the package


#: A library with a test suite: three lines for each of its scores.
LIBRARY = """
def f1(tp, fn, fp, tn):
    return 2 * tp / (2 * tp + fn + fp) if tp + fn + fp else 0.0

def macro_recall(y_true, y_pred):
    kinds = sorted(set(y_true))
    found = [[p == t for t, p in zip(y_true, y_pred) if t == kind] for kind in kinds]
    return sum(sum(each) / len(each) for each in found) / len(kinds)
"""
SUITE = """
import library

def test_f1(check_implementation):
    check_implementation(library.f1, "F1", reading="scikit-learn")

def test_f1_where_defined(check_implementation):
    check_implementation(library.f1, "F1", where_defined=True)

def test_f1_everywhere(check_implementation):
    check_implementation(library.f1, "F1")

def test_macro_recall(check_implementation):
    check_implementation(library.macro_recall, "BA", classes=3, where_defined=True)

def test_macro_recall_everywhere(check_implementation):
    check_implementation(library.macro_recall, "BA", classes=3, up_to=2)
"""


def test_a_library_checks_its_scores_in_three_lines(installed: Path, tmp_path: Path) -> None:
    """All differences by pattern of zero cells, and which reading each is; also of three classes"""
    (tmp_path / "library.py").write_text(LIBRARY)
    (tmp_path / "test_library.py").write_text(SUITE)
    done = run(installed, tmp_path, "-q")
    assert "2 failed, 3 passed" in done.stdout
    lines = [line.removeprefix("E").strip() for line in done.stdout.splitlines()]
    assert (
        "TP = FN = FP = 0: 0.0, as scikit-learn; 8 of 8, first (0, 0, 0, 1), where the formula is "
        "undefined"
    ) in lines
    differences = [line for line in lines if line.startswith("only c")]
    assert "only c33: 1.0; 2 of 2, first (0, 0, 0, 0, 0, 0, 0, 0, 1), where the formula is "\
        "undefined" in differences  # fmt: skip
    assert len(differences) == 45  # with two elements a class is always missing
    assert "testing.py" not in done.stdout


@exhaustive
def test_the_identities_of_the_field_are_green(installed: Path, tmp_path: Path) -> None:
    shutil.copy(EXAMPLES / "identities.measures.toml", tmp_path)
    done = run(installed, tmp_path, "-q")
    assert done.returncode == 0, done.stdout
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed is not None
    assert int(passed.group(1)) >= 40


@exhaustive
def test_wrong_identities_show_their_smallest_matrix(installed: Path, tmp_path: Path) -> None:
    shutil.copy(ROOT / "tests" / "wrong.toml", tmp_path / "wrong.measures.toml")
    done = run(installed, tmp_path, "-q")
    wrong = tomllib.loads((ROOT / "tests" / "wrong.toml").read_text())["identity"]
    assert f"{len(wrong)} failed" in done.stdout
    assert "passed" not in done.stdout
    assert len(wrong) == 10
    for entry in wrong:
        matrix, _, values = entry["name"].partition(": ")
        left, right = values.split(", ")
        sides = f"{entry['lhs']} = {entry['rhs']} is refuted"
        line = next(line for line in done.stdout.splitlines() if line.startswith(sides))
        assert f"at (TP, FN, FP, TN) = {matrix}" in line
        assert f"the left side is {left}, the right side {right}; no smaller matrix" in line


MALFORMED = {
    "[[identity]]\nlhs = 'F1'": "[[identity]] number 1: 'rhs' is missing",
    "[[identity]]\nlhs = 'F1'\nrhs = 1": "rhs has the wrong type",
    "[[identity]]\nlhs = 'F1'\nrhs = 'F1'\nwhy = ''": "unknown key 'why'",
    "[[indentity]]\nlhs = 'F1'": "unknown key 'indentity'",
    "[identity]\nlhs = 'F1'": "write [[identity]], with two brackets",
    "[[property]]\nmeasure = 'F1'": "give either 'holds' or 'fails'",
    "[[property]]\nmeasure = 'F1'\nholds = 'a'\nfails = 'b'": "give either 'holds' or 'fails'",
    "[[limit]]\nmeasure = 'F1'\nto = 'TN -> oo'": "'is' is missing",
    "[[property]]\nmeasure = 'F1'\nholds = 'a'\nclasses = 'three'": "classes has the wrong type",
    "lhs = ": "Invalid value",
}


@pytest.mark.parametrize("text", MALFORMED)
def test_a_malformed_file_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=re.escape(MALFORMED[text])):
        list(read_entries(tomllib.loads(text)))


def test_bad_files_are_errors_of_one_line(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "a.measures.toml").write_text("[[identity]]\nlhs = 'F1'")
    (tmp_path / "b.measures.toml").write_text("[[identity]]\nlhs = 'F1'\nrhs = 'foo'")
    (tmp_path / "c.measures.toml").write_text("[[property]]\nmeasure = 'F1'\nholds = 'monotoon'")
    done = run(installed, tmp_path, "-q", "--continue-on-collection-errors")
    assert "a.measures.toml: [[identity]] number 1: 'rhs' is missing" in done.stdout
    assert "the right side: column 1: unknown name 'foo'" in done.stdout
    assert "no property 'monotoon'; did you mean 'monotone'?" in done.stdout
    assert "Traceback" not in done.stdout


def test_assumptions_of_the_file_reach_those_who_mention_them() -> None:
    text = """
    assume = ["beta > 0"]
    [[identity]]
    lhs = "beta*TP/(beta*P)"
    rhs = "recall"
    [[identity]]
    lhs = "F1"
    rhs = "F1"
    """
    entries = [entry for _, entry in read_entries(tomllib.loads(text))]
    assert [entry["assume"] for entry in entries] == [["beta > 0"], []]


def test_ranges_of_parameters_are_assumptions() -> None:
    text = """
    [parameters]
    alpha = "[0, 1)"
    [[identity]]
    lhs = "alpha*TP/(alpha*P)"
    rhs = "recall"
    lhs_reading = "literal"
    [[identity]]
    lhs = "beta*TP"
    rhs = "TP*beta"
    parameters = {beta = "(-oo, 1/2]"}
    """
    entries = [entry for _, entry in read_entries(tomllib.loads(text))]
    assert [entry["assume"] for entry in entries] == [["0 <= alpha < 1"], ["beta <= 1/2"]]
    assert_identity(entries[1]["lhs"], entries[1]["rhs"], entries[1]["assume"])
    for wrong in ("[0, oo]", "0, 1", "[0; 1]", 3):
        with pytest.raises(ValueError, match="alpha"):
            list(read_entries({"parameters": {"alpha": wrong}, "identity": [{}]}))


# --- assertions ---------------------------------------------------------------------------------


def test_an_identity_with_another_domain() -> None:
    assert_identity("F1", "F1_harmonic")
    words = r"F1_harmonic is undefined, F1 is 0"
    with pytest.raises(AssertionError, match=r"\(0, 0, 1, 0\) " + words):
        assert_identity("F1", "F1_harmonic", domain=True)
    with pytest.raises(AssertionError, match=r"not at \(TP, FN, FP, TN\) = \(0, 1, 0, 0\)"):
        assert_identity("1/(TP-FN)", "1/(TP-FN)+0/(FP-TN)", domain=True)


def test_limits() -> None:
    assert_limit("F_beta", "beta -> 0", "precision")
    with pytest.raises(AssertionError, match=r"TP = 1, FN = 1 the limit is sqrt\(2\)/2, F1 is 2/3"):
        assert_limit("MCC", "TN -> oo", "F1")
    with pytest.raises(AssertionError, match="is undecided: the limit is not known"):
        assert_limit("(1+r*TP)^(1/r)", "r -> 0", "1")


def test_undecided_is_a_failure() -> None:
    with pytest.raises(AssertionError, match="is undecided"):
        assert_identity("acos(MCC)", "pi-acos(-MCC)", seconds=2)


def test_properties() -> None:
    assert_property("MCC", "monotone", "symmetry")
    assert_refuted("F1", "class-symmetry", minimal=[(0, 0, 1, 1), (1, 1, 0, 0)])
    with pytest.raises(AssertionError, match=r"class-symmetry is refuted: At .* = \(0, 0, 1, 1\)"):
        assert_property("F1", "symmetry", "class-symmetry")
    with pytest.raises(AssertionError, match=r"not refuted"):
        assert_refuted("MCC", "monotone")
    with pytest.raises(AssertionError, match=r"the test says \(0, 0, 1, 2\), \(1, 1, 0, 0\)"):
        assert_refuted("F1", "class-symmetry", minimal=[(0, 0, 1, 2), (1, 1, 0, 0)])
    with pytest.raises(TypeError):
        assert_property("MCC")


def test_a_reading_and_an_orientation_count() -> None:
    assert_property("F1", "maximal-agreement")
    assert_refuted("F1", "maximal-agreement", reading="scikit-learn")
    assert_property("CD", "maximal-agreement", higher_is_better=False)


def test_several_classes() -> None:
    assert_property("macro_F1", "class-symmetry", "symmetry", classes=3)
    flat, rows = [(0, 0, 1, 1)], [[[0, 0], [1, 1]]]
    assert_refuted("F1", "class-symmetry", minimal=[*flat, (1, 1, 0, 0)])
    assert_refuted("F1", "class-symmetry", minimal=[*rows, [[1, 1], [0, 0]]])
    with pytest.raises(AssertionError, match="symmetry is refuted"):
        assert_property("macro_precision", "symmetry", classes=3)
    with pytest.raises(FormulaError, match="is about two classes"):
        assert_property("macro_F1", "ace", classes=3)


@exhaustive
def test_classes_and_readings_in_a_file(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "a.measures.toml").write_text(
        "[[property]]\nmeasure = 'macro_F1'\nclasses = 3\nholds = 'symmetry'\n"
        "[[property]]\nmeasure = 'F1'\nreading = 'scikit-learn'\nfails = 'maximal-agreement'\n"
        "[[property]]\nmeasure = 'macro_F1'\nclasses = 3\nfails = 'symmetry'\n"
        "[[property]]\nmeasure = 'macro_F1'\nclasses = 9\nfails = 'symmetry'\n"
    )
    done = run(installed, tmp_path, "-q")
    assert "2 failed, 2 passed" in done.stdout
    assert "9 classes: give a number from 2 to 6" in done.stdout
    assert "testing.py" not in done.stdout


# --- implementations ------------------------------------------------------------------------------


def exact(TP: int, FN: int, FP: int, TN: int) -> Fraction:
    return Fraction(TP, TP + FN + FP)


def in_another_order(tn: int, fp: int, fn: int, tp: int) -> float:
    return tp / (tp + fn + fp)


def as_decimal(TP: int, FN: int, FP: int, TN: int) -> Decimal:
    return Decimal(TP) / Decimal(TP + FN + FP) if TP + FN + FP else Decimal("nan")


def as_numpy(TP: int, FN: int, FP: int, TN: int) -> Any:
    with numpy.errstate(invalid="ignore"):
        return numpy.float64(TP) / numpy.float64(TP + FN + FP)


@pytest.mark.parametrize("function", [exact, in_another_order, as_decimal, as_numpy])
def test_implementations_that_agree(function: Callable[..., Any]) -> None:
    assert_implementation(function, "Jaccard", up_to=6)


def test_scikit_learn_agrees_with_its_reading() -> None:
    def f1(y_true: list[int], y_pred: list[int]) -> float:
        return float(f1_score(y_true, y_pred, zero_division=0.0))

    def mcc(y_true: list[int], y_pred: list[int]) -> float:
        return float(matthews_corrcoef(y_true, y_pred))

    assert_implementation(f1, "F1", up_to=4, reading="scikit-learn")
    assert_implementation(mcc, "MCC", up_to=4, reading="scikit-learn")
    with pytest.raises(AssertionError, match=r"\(0, 0, 0, 1\) it is 0.0, the formula is undefined"):
        assert_implementation(f1, "F1", up_to=4)


def returning(value: Any) -> Callable[..., Any]:
    def wrong(TP: int, FN: int, FP: int, TN: int) -> Any:
        if (TP, FN, FP, TN) == (1, 1, 0, 1):
            if isinstance(value, Exception):
                raise value
            return value
        return Fraction(TP, TP + FN + FP)

    return wrong


WRONG = [
    (Fraction(1, 2) + Fraction(1, 10**20), "the formula is 1/2"),
    (0.5 + 1e-6, "it is 0.500001, the formula is 1/2"),
    (math.nan, "it returns nan, the formula is 1/2"),
    (math.inf, "it is inf"),
    (None, "it returns None"),
    (ZeroDivisionError(), "it raises ZeroDivisionError"),
    ("1/2", "no number"),
]


@pytest.mark.parametrize(("value", "words"), WRONG)
def test_implementations_that_do_not(value: Any, words: str) -> None:
    with pytest.raises(AssertionError, match=re.escape(words)) as found:
        assert_implementation(returning(value), "Jaccard")
    assert "(1, 1, 0, 1)" in str(found.value)


def test_roots_are_compared_by_enclosures() -> None:
    def fm(TP: int, FN: int, FP: int, TN: int) -> float:
        return TP / math.sqrt((TP + FN) * (TP + FP))

    def rounded(TP: int, FN: int, FP: int, TN: int) -> Fraction:
        return Fraction(fm(TP, FN, FP, TN))

    assert_implementation(fm, "FM")
    with pytest.raises(AssertionError, match=r"the formula is sqrt\(2\)/2"):
        assert_implementation(rounded, "FM")


def test_arguments_must_say_which_cell_they_are() -> None:
    with pytest.raises(FormulaError, match="must be named TP, FN, FP, TN or y_true, y_pred"):
        assert_implementation(lambda a, b, c, d: a, "Jaccard")
    with pytest.raises(FormulaError, match="values are needed for beta"):
        assert_implementation(exact, "F_beta")


def test_labels_of_ones_own() -> None:
    def recall(y_true: list[str], y_pred: list[str]) -> float:
        hits = sum(t == p == "ill" for t, p in zip(y_true, y_pred))
        return hits / y_true.count("ill")

    assert_implementation(recall, "recall", up_to=5, labels=("ill", "well"))


# --- random matrices -------------------------------------------------------------------------


def test_matrices_shrink_to_the_smallest() -> None:
    found = find(confusion_matrices(), lambda matrix: matrix.FN >= 2 and matrix.TN > matrix.FN)
    assert found == ConfusionMatrix(TP=0, FN=2, FP=0, TN=3)


@settings(max_examples=50)
@given(confusion_matrices(max_cell=3, nonunary=True))
def test_nonunary_matrices(matrix: ConfusionMatrix) -> None:
    tp, fn, fp, tn = matrix.cells
    assert min(tp + fn, fp + tn, tp + fp, fn + tn) > 0
