"""A target that cannot be audited is one clear line, and nothing else of the run is lost."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path

import pytest
from sympy import Rational

from doors.audit import faulty
from symbolic_measures.doors.audit import outcomes
from symbolic_measures.doors.audit.outcomes import observed, read
from symbolic_measures.doors.audit.signatures import oriented, signature_of
from symbolic_measures.doors.audit.targets import TargetError, find_target, read_options
from symbolic_measures.doors.cli import main

FILE = str(Path(faulty.__file__))
BAD = {
    "no_such_module:f": "importing it raises ModuleNotFoundError: No module named 'no_such_module'",
    "no_such_file.py:f": "importing it raises FileNotFoundError: there is no file no_such_file.py",
    "nothing": "write package.module:function or file.py:function",
    f"{FILE}:missing": "has no 'missing'",
    f"{FILE}:not_a_function": "this is a int, not a function",
    f"{FILE}:raising": "at every matrix it raises TypeError: no value",
    f"{FILE}:exiting": "at every matrix it raises SystemExit: 3",
    f"{FILE}:an_array": "at every matrix it returns an array of shape 2",
    f"{FILE}:a_pair": "returns a tuple of length 2; pick one number: --item 0",
    f"{FILE}:at_random": "it is random: at (0, 0, 0, 1) it is",
    f"{FILE}:other_arguments": "it takes (a, b); the arguments must be named TP, FN, FP, TN",
    "math:hypot": "its arguments",
    f"{FILE}:nothing_at_all": "at every matrix it returns None; it must return a number",
    f"{FILE}:a_word": "at every matrix it returns the text 'good'; it must return a number",
    f"{FILE}:a_complex": "it returns a complex128, no number; it must return a number",
    f"{FILE}:a_coroutine": "at every matrix it returns a coroutine, no number",
    f"{FILE}:speechless": "at every matrix it raises SpeechlessError; see its options",
    f"{FILE}:Recall.of": "it takes (self, tp, fn, fp, tn); the arguments must be named",
}


def test_each_bad_target_is_a_line_and_the_others_go_on(capsys: pytest.CaptureFixture) -> None:
    code = main(["audit", *BAD, f"{FILE}:mcc", "--up-to", "4", "--format", "json"])
    out, err = capsys.readouterr()
    assert code == 2
    lines = err.splitlines()
    assert len(lines) == len(BAD)
    for line, (target, words) in zip(lines, BAD.items()):
        assert line.startswith(f"symbolic-measures: {target}: ")
        assert words in line
    assert "Traceback" not in err
    assert json.loads(out)["outcome"] == "agrees"


def test_what_importing_does_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "loud.py").write_text("print('hello')\nraise SystemExit('bye\\nbye')\n")
    with pytest.raises(TargetError, match="importing it raises SystemExit: bye bye"):
        find_target(f"{tmp_path / 'loud.py'}:f")


BROKEN = {
    "def f(:": "SyntaxError: invalid syntax (broken.py, line 1)",
    "import no_such_module": "ModuleNotFoundError: No module named 'no_such_module'",
    "one = 1 / 0": "ZeroDivisionError: division by zero",
}


@pytest.mark.parametrize("text", BROKEN)
def test_a_file_that_cannot_be_imported(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    """By a relative path, and after it a file that can be."""
    (tmp_path / "broken.py").write_text(text)
    (tmp_path / "whole.py").write_text("def recall(tp, fn, fp, tn):\n    return tp / (tp + fn)\n")
    monkeypatch.chdir(tmp_path)
    args = ["audit", "broken.py:f", "./whole.py:recall", "whole:recall", "--up-to", "3"]
    assert main([*args, "--against", "recall"]) == 2
    out, err = capsys.readouterr()
    assert err == f"symbolic-measures: broken.py:f: importing it raises {BROKEN[text]}\n"
    assert "2 functions audited." in out


def test_a_function_that_hangs_is_a_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    monkeypatch.setattr(outcomes, "SECONDS", 0.05)
    assert main(["audit", f"{FILE}:hanging", "--against", "recall"]) == 2
    line = "hanging: at (0, 0, 0, 1) it does not return within 0.05 seconds\n"
    assert capsys.readouterr().err == f"symbolic-measures: {FILE}:{line}"


@pytest.mark.parametrize("name", ["closing", "emptying"])
def test_what_a_function_does_to_its_surroundings_is_undone(
    name: str, capsys: pytest.CaptureFixture
) -> None:
    """It closes the standard output; it changes its arguments."""
    assert main(["audit", f"{FILE}:{name}", "--against", "recall", "--up-to", "4"]) == 0
    assert f"{name}: audited against recall" in capsys.readouterr().out


def test_an_interrupt_claims_nothing_that_was_not_looked_at(capsys: pytest.CaptureFixture) -> None:
    assert main(["audit", f"{FILE}:interrupting", "--against", "recall"]) == 130
    out, err = capsys.readouterr()
    assert "It is recall" not in out
    assert "Interrupted before it was compared with recall." in out
    assert err == "symbolic-measures: interrupted; what was found is written\n"


def test_exit_codes(capsys: pytest.CaptureFixture) -> None:
    assert main(["audit", f"{FILE}:mcc", "--against", "MCC", "--up-to", "3"]) == 0
    assert main(["audit", f"{FILE}:swapped", "--against", "recall", "--up-to", "3"]) == 1
    assert main(["audit", f"{FILE}:swapped", "--against", "recal", "--up-to", "3"]) == 2
    assert "unknown name 'recal'" in capsys.readouterr().err
    assert main(["audit", f"{FILE}:mcc", "--option", "beta=2"]) == 2
    assert "no argument 'beta'; it takes tp, fn, fp, tn" in capsys.readouterr().err
    assert main(["audit", f"{FILE}:mcc", "--up-to", "99"]) == 2
    assert main(["audit", f"{FILE}:mcc", "--against", "F_beta", "--up-to", "3"]) == 2
    assert "beta needs a number: --parameter beta=2" in capsys.readouterr().err
    assert main(["audit", f"{FILE}:mcc", "--against", "1/(TP-TP)", "--up-to", "3"]) == 2
    assert "1/(TP-TP) has a value at no matrix of at most 3" in capsys.readouterr().err


def test_a_function_that_prints_is_audited_and_told_of(capsys: pytest.CaptureFixture) -> None:
    assert main(["audit", f"{FILE}:printing", "--against", "recall", "--up-to", "3"]) == 0
    out = capsys.readouterr().out
    assert "it prints, for example 'computing recall'" in " ".join(out.split())
    assert "\ncomputing recall" not in out


def test_one_number_of_several(capsys: pytest.CaptureFixture) -> None:
    args = ["--against", "specificity", "--item", "1", "--up-to", "3"]
    assert main(["audit", f"{FILE}:a_pair", *args]) == 1  # none where only one of them is undefined
    out = capsys.readouterr().out
    assert "first at (0, 0, 0, 1): it raises ZeroDivisionError" in " ".join(out.split())


def test_help_says_that_importing_runs_code(capsys: pytest.CaptureFixture) -> None:
    with pytest.raises(SystemExit):
        main(["audit", "--help"])
    assert "Importing a target runs its module" in capsys.readouterr().out


# --- arguments --------------------------------------------------------------------------------


def test_counts_by_name_in_any_order() -> None:
    matrix = (1, 2, 3, 4)
    seen = signature_of(lambda tn, FP, true_positives, fn: 0).arguments(matrix)
    assert seen == {"tn": 4, "FP": 3, "true_positives": 1, "fn": 2}
    seen = signature_of(lambda TP, TOP, P: 0).arguments(matrix)
    assert seen == {"TP": 1, "TOP": 4, "P": 3}
    seen = signature_of(lambda *, tp, tn, p, n: 0).arguments(matrix)
    assert seen == {"tp": 1, "tn": 4, "p": 3, "n": 7}
    with pytest.raises(TargetError):  # the size, or the negatives
        signature_of(lambda tp, n: 0)


def test_labels_by_name() -> None:
    for function in (lambda y_true, y_pred: 0, lambda y_pred, y_true: 0):
        assert signature_of(function).arguments((1, 2, 1, 1)) == {
            "y_true": [1, 1, 1, 0, 0],
            "y_pred": [1, 0, 0, 1, 0],
        }
    seen = signature_of(lambda preds, target: 0).arguments((0, 1, 0, 0))
    assert seen == {"target": [1], "preds": [0]}
    seen = signature_of(lambda y1, y2: 0, labels=("ill", "well")).arguments((0, 0, 1, 0))
    assert seen == {"y1": ["well"], "y2": ["ill"]}
    seen = signature_of(lambda y_true, y_pred: 0, classes=3).arguments((0, 1, 0, 0, 0, 0, 1, 0, 0))
    assert seen == {"y_true": [0, 2], "y_pred": [1, 0]}


def test_matrices_in_every_orientation() -> None:
    shown = {
        "true-rows-negative-first": [[4, 3], [2, 1]],
        "true-rows-positive-first": [[1, 2], [3, 4]],
        "predicted-rows-negative-first": [[4, 2], [3, 1]],
        "predicted-rows-positive-first": [[1, 3], [2, 4]],
    }
    for orientation, rows in shown.items():
        assert oriented((1, 2, 3, 4), orientation) == rows


@pytest.mark.parametrize("positive_first", [True, False])
@pytest.mark.parametrize("transposed", [True, False])
def test_the_orientation_is_found_out_and_said(positive_first: bool, transposed: bool) -> None:
    from symbolic_measures.doors.audit.auditing import audit

    function = faulty.recall_of_matrix(positive_first, transposed)
    found = audit(function, "recall", up_to=4, numbers=False, properties=False)
    assert found.outcome == "agrees"
    rows = "the prediction" if transposed else "the truth"
    first = "positive" if positive_first else "negative"
    assert found.signature == f"a confusion matrix, rows {rows}, {first} class first"
    assert "found out by comparing" in " ".join(str(found).split())


def test_numbers_of_numpy_and_options() -> None:
    import numpy as np

    seen = signature_of(lambda tp, fn, fp, tn: 0, values="int32").arguments((1, 2, 3, 4))
    assert {type(value) for value in seen.values()} == {np.int32}
    seen = signature_of(lambda y_true, y_pred: 0, values="numpy").arguments((1, 1, 0, 0))
    assert isinstance(seen["y_true"], np.ndarray)
    with pytest.raises(TargetError, match="give one of python, numpy, int32, torch"):
        signature_of(lambda tp, fn, fp, tn: 0, values="float8")
    options = read_options(["beta=0.5", "average=macro", "labels=[0, 1]", "adjusted=True"])
    assert options == {"beta": 0.5, "average": "macro", "labels": [0, 1], "adjusted": True}
    with pytest.raises(TargetError, match="write name=value"):
        read_options(["beta"])


# --- outcomes -----------------------------------------------------------------------------------


def test_outcomes() -> None:
    import numpy as np

    kinds = [(0.5, "number"), (None, "nothing"), ("None", "nothing"), (float("nan"), "nan"),
             (float("-inf"), "-inf"), ([1, 2], "array"), (np.zeros((2, 2)), "array"),
             (np.float32(0.1), "number"), (np.int64(3), "number"), (object(), "other"),
             (np.array(0.25), "number"), ("abc", "other"), (1 + 2j, "other"),
             (np.complex64(1), "other"), (np.uint8(1), "number"), (np.bool_(True), "number"),
             (np.longdouble(0.5), "number"), (np.array(0.5, dtype=object), "number"),
             (np.ma.array(0.5), "number"), (np.ma.array([1], mask=[True]), "array"),
             (np.datetime64("2020-01-01"), "other"), (np.str_("nan"), "nothing"),
             (Decimal("0.5"), "number"), (Rational(1, 3), "number")]  # fmt: skip
    for value, kind in kinds:
        assert read(value).kind == kind, value
    assert type(read(np.uint8(200)).number.numerator) is int
    assert read(np.float32(0.1)).type == "float32"
    assert read(np.int64(3)).type == "exact"


def test_tensors_are_read_by_their_own_precision(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stand-in for torch: what the audit needs of it is `tensor`, dtype, shape and float."""
    import sys
    from types import SimpleNamespace

    class Tensor:
        def __init__(self, values: object) -> None:
            self.values, self.dtype, self.shape = values, "torch.float32", ()

        def __float__(self) -> float:
            return 0.5

    monkeypatch.setitem(sys.modules, "torch", SimpleNamespace(tensor=Tensor))
    seen = signature_of(lambda preds, target: 0, values="torch").arguments((1, 1, 0, 0))
    assert (seen["target"].values, seen["preds"].values) == ([1, 1], [1, 0])
    outcome = read(Tensor(0))
    assert (outcome.number, outcome.type) == (0.5, "float32")


def test_the_examples_of_the_modules_run() -> None:
    import doctest
    import pkgutil
    from importlib import import_module

    from symbolic_measures.doors import audit

    count = 0
    for found in pkgutil.iter_modules(audit.__path__):
        result = doctest.testmod(import_module(f"symbolic_measures.doors.audit.{found.name}"))
        assert result.failed == 0
        count += result.attempted
    assert count >= 8


def test_a_function_that_is_random_at_one_matrix_alone_is_refused() -> None:
    import random

    from symbolic_measures.doors.audit.auditing import audit

    def recall(tp: int, fn: int, fp: int, tn: int) -> float:
        return random.random() if (tp, fn, fp, tn) == (0, 2, 1, 2) else tp / (tp + fn)

    with pytest.raises(TargetError, match=r"it is random: at \(0, 2, 1, 2\)"):
        audit(recall, "recall", up_to=6, numbers=False)


def test_warnings_are_kept_and_errors_are_outcomes() -> None:
    import warnings

    def warning() -> float:
        warnings.warn("careful", RuntimeWarning, stacklevel=1)
        return 1.0

    assert observed(warning).warning == "RuntimeWarning"
    assert observed(lambda: 1 / 0).told == "raises ZeroDivisionError: division by zero"
    with pytest.raises(KeyboardInterrupt):
        observed(_interrupted)


def _interrupted() -> float:
    raise KeyboardInterrupt
