"""The Python library as its users meet it: names, keywords, reprs, tables, types."""

from __future__ import annotations

import inspect
import json
import os
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
import sympy

import symbolic_measures
from symbolic_measures import (
    Measure,
    Reading,
    averaging,
    check,
    compare,
    completion,
    decide_table,
    identity,
    impossible,
    limit,
    measure,
    normaliser,
    relation,
    slope,
    taylor,
    threshold,
)
from symbolic_measures.doors.cli import _parser
from symbolic_measures.meaning.measures import find_measure
from symbolic_measures.nouns.errors import CertificateError, FormulaError

ROOT = Path(__file__).parent.parent


# --- names ----------------------------------------------------------------------------------------


def test_dir_shows_the_public_names_before_anything_is_loaded() -> None:
    code = "import symbolic_measures as s; print(*dir(s)); print(*sorted(s.__all__))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    shown, known = done.stdout.splitlines()
    assert shown == known
    assert "check" in known


def test_no_module_takes_the_place_of_a_public_name() -> None:
    """Whatever is imported before: a module of that name, a door, everything."""
    code = (
        "import pkgutil, importlib, types, symbolic_measures as s\n"
        "for found in pkgutil.walk_packages(s.__path__, 'symbolic_measures.'):\n"
        "    if not found.name.endswith('__main__'): importlib.import_module(found.name)\n"
        "bad = [n for n in s.__all__ if isinstance(getattr(s, n), types.ModuleType)]\n"
        "assert not bad, bad\n"
        "from symbolic_measures import check, measure, inconsistency, limit\n"
        "assert callable(measure) and callable(inconsistency)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_command_line_starts_without_the_library() -> None:
    code = (
        "import sys, symbolic_measures.doors.cli as c\n"
        "heavy = {'numpy', 'pandas', 'sklearn', 'sympy', 'mpmath', 'flint'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
        "from symbolic_measures import measure; measure('F1')\n"
        "heavy = {'pandas', 'sklearn', 'sympy', 'mpmath'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_unknown_names() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        symbolic_measures.nothing  # noqa: B018


# --- one style of call ------------------------------------------------------------------------

#: Options of the command line that are no keywords: where the output goes, exit codes, and what
#: bounds a whole run of several questions.
ONLY_THERE = {"help", "format", "output", "cache", "fragment", "require", "require_domain",
              "lattice", "no_bounds", "total"}  # fmt: skip
COMMANDS: dict[str, Callable[..., Any]] = {
    "check": check, "identity": identity, "limit": limit, "taylor": taylor,
    "normaliser": normaliser, "completion": completion, "averaging": averaging,
    "relation": relation, "slope": slope, "table": decide_table, "threshold": threshold,
    "impossible": impossible, "compare": compare,
}  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS)
def test_keywords_are_called_as_on_the_command_line(command: str) -> None:
    (commands,) = (a for a in _parser()._actions if a.dest == "command")
    actions = commands.choices[command]._actions  # type: ignore[union-attr]
    written = {max(each.option_strings, key=len) for each in actions if each.option_strings}
    arguments = inspect.signature(COMMANDS[command]).parameters
    named = {name.removeprefix("--").replace("-", "_") for name in written} - ONLY_THERE
    assert {"timeout"} <= named <= set(arguments)
    first = next(iter(arguments.values()))
    assert first.kind in (first.POSITIONAL_OR_KEYWORD, first.VAR_POSITIONAL)
    assert "progress" in arguments or command in ("identity", "taylor")


def test_every_form_of_a_measure_is_the_same_question() -> None:
    tp, fn, fp = sympy.symbols("TP FN FP")
    forms: list[Any] = [
        "TP/(TP+FN+FP)",
        "Jaccard",
        measure("Jaccard"),
        measure("Jaccard").in_reading("literal"),
        measure("Jaccard").formula,
        tp / (tp + fn + fp),
        lambda TP, FN, FP, TN: TP / (TP + FN + FP),
    ]
    asked = ["symmetry", "tn-invariance", "class-symmetry"]
    outcomes = {tuple(v.outcome for v in check(form, asked).verdicts) for form in forms}
    assert outcomes == {("proved", "proved", "refuted")}
    assert {limit(form, to="TN -> oo").outcome for form in forms} == {"proved"}
    assert {identity(form, "Jaccard").domains for form in forms} == {"proved"}
    assert {str(taylor(form, 1).coefficient_exprs[0]) for form in forms[1:3]} == {
        str(taylor("Jaccard", 1).coefficient_exprs[0])
    }


def test_one_property_is_a_text_and_so_is_one_condition() -> None:
    assert [v.property for v in check("F1", "symmetry").verdicts] == ["symmetry"]
    report = check("beta*TP", property="symmetry", assume="beta > 0", convention="TP == 0: 1")
    assert report.reading.name == "user-defined"
    assert check("F1", property=("symmetry",)).gradient == ()
    found = check(measure("F1").in_reading("scikit-learn"), "maximal-agreement")
    assert found["maximal-agreement"].outcome == "refuted"
    lower = check("FN+FP", "minimal-agreement", lower_is_better=True)
    assert not lower.reading.measure.higher_is_better


def test_earlier_keywords_are_understood() -> None:
    earlier: Any = check
    report = earlier("F1", properties=["symmetry"], seconds=30, conventions=["TP+FN+FP == 0: 1"],
                     higher_is_better=True)  # fmt: skip
    assert report["symmetry"].outcome == "proved"
    sides: Any = identity
    assert sides("F1", "F1", readings=("scikit-learn", "gosgens-appendix-b")).outcome == "refuted"
    assert identity("F1", "F1", left_reading="scikit-learn",
                    right_reading="gosgens-appendix-b").outcome == "refuted"  # fmt: skip
    with pytest.raises(TypeError, match="earlier name"):
        earlier("F1", properties=["symmetry"], property="symmetry")
    with pytest.raises(TypeError):
        earlier("F1", nothing=1)


BAD: list[tuple[Callable[[], Any], type[Exception], str]] = [
    (lambda: check("F1", "symmetri"), FormulaError, "did you mean 'symmetry'"),
    (lambda: check("F1", timeout=0), ValueError, "seconds above 0"),
    (lambda: check("F1", framework="nobody"), FormulaError, "no framework"),
    (lambda: check("1/(TP-TP)"), FormulaError, "undefined at every matrix"),
    (lambda: check("sqrt(TP-FN)"), FormulaError, "not a real number"),
    (lambda: check(measure("F1"), assume="beta > 0"), FormulaError, "is a measure already"),
    (lambda: check(measure("F1").in_reading("scikit-learn"), reading="literal"), FormulaError,
     "says all"),
    (lambda: limit(measure("F1").in_reading("scikit-learn"), "TN -> oo"), FormulaError,
     "give the measure"),
    (lambda: limit("F1", "TN to oo"), FormulaError, "->"),
    (lambda: threshold("F1", "symmetry", "beta"), FormulaError, "no parameter"),
    (lambda: threshold(measure("F_beta"), "symmetry", "beta", assume="beta > 1"), FormulaError,
     "already"),
    (lambda: identity(measure("macro_F1", classes=3), "F1"), FormulaError, "of 3 classes"),
    (lambda: identity(measure("F1").in_reading(convention="TP == 0: 1"), "F1"), FormulaError,
     "known by name"),
    (lambda: compare("F1"), FormulaError, "two measures or more"),
    (lambda: compare(measure("F1"), 2 * measure("CE")), FormulaError, "compare its negative"),
    (lambda: taylor("F1", order=0), FormulaError, "order"),
    (lambda: compare("F1", "MCC", data="nowhere.csv"), FormulaError, "nowhere.csv"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "kind", "match"), BAD, ids=range(len(BAD)))
def test_bad_input_is_one_line(call: Callable[[], Any], kind: type[Exception], match: str) -> None:
    with pytest.raises(kind, match=match) as caught:
        call()
    assert len(str(caught.value).splitlines()) == 1


# --- answers --------------------------------------------------------------------------------------


ANSWERS: dict[str, Callable[[], Any]] = {
    "check": lambda: check("F1", ["symmetry", "range", "monotone", "undefined-set"]),
    "identity": lambda: identity("F1", "F1_harmonic"),
    "limit": lambda: limit("F_beta", to="beta -> 0"),
    "taylor": lambda: taylor("CD", 3),
    "threshold": lambda: threshold("F_beta", property="symmetry", parameter="beta"),
    "compare": lambda: compare(measure("F1"), "Jaccard", "MCC"),
    "table": lambda: decide_table("gosgens2021:2", row="F1", column=["Sym", "Mon"]),
    "normaliser": lambda: normaliser("1/(p_A*p_B)"),
    "completion": lambda: completion("recall"),
    "averaging": lambda: averaging("macro", "symmetry"),
    "relation": lambda: relation("accuracy == micro(F1)"),
    "slope": lambda: slope("accuracy"),
    "impossible": lambda: impossible("monotone,distance,constant-baseline", n=4),
}


@cache
def _answer(name: str) -> Any:
    return ANSWERS[name]()


@pytest.mark.parametrize("name", ANSWERS)
def test_answers_have_one_line_tables_and_certificates(name: str) -> None:
    answer = _answer(name)
    assert len(repr(answer).splitlines()) == 1
    assert len(repr(answer)) < 500
    frame = answer.to_frame()
    assert isinstance(frame, pd.DataFrame)
    assert len(frame) >= 1
    lines = answer.to_markdown().splitlines()
    assert len(lines) == len(frame) + 2
    assert {line.count(" | ") for line in lines} == {len(frame.columns) - 1}
    tex = answer.to_latex()
    assert tex.startswith(r"\begin{tabular}")
    assert tex.count(r"\\") == len(frame) + 1
    checked = answer.verify()
    assert checked
    assert not any(item.problem for item in checked)


def test_a_spoilt_certificate_does_not_verify() -> None:
    from dataclasses import replace

    report = _answer("check")
    wrong = replace(report["monotone"], outcome="proved")
    with pytest.raises(CertificateError):
        replace(report, verdicts=(wrong,)).verify()
    with pytest.raises(CertificateError):
        wrong.verify()


def test_what_the_tables_say() -> None:
    shown = _answer("check").to_frame().set_index("property")
    assert shown.loc["monotone", "counterexample"] == "(0, 1, 1, 0) and (0, 0, 1, 1)"
    assert shown.loc["monotone", "values"] == "0, 0"
    assert shown.loc["range", "value"] == "[0, 1]"
    assert shown.loc["undefined-set", "value"] == "only TN > 0"
    half_open = check("TP/(TP+FN+1)", "range").to_frame()["value"][0]
    assert half_open == "[0, 1)"
    pairs = _answer("compare").to_frame()
    assert pairs["verdict"].tolist() == ["equivalent", "discordant", "discordant"]
    marks = _answer("table").to_frame()
    assert dict(zip(marks["column"], marks["agrees"], strict=True)) == {"Sym": True, "Mon": False}
    regions = _answer("threshold").to_frame()
    assert regions["holds"].tolist().count(True) == 1
    assert "agrees | yes" not in _answer("table").to_markdown()


def test_what_answers_are_about_can_be_called() -> None:
    """Records of answers become values, statically too; `check` gives back the value itself."""
    cells = {"TP": 1, "FN": 0, "FP": 1, "TN": 1}
    for given in ("F1", measure("F1"), measure("F1").in_reading("scikit-learn")):
        about = check(given, "symmetry").reading
        assert isinstance(about, Reading)
        assert about(**cells) == about.measure(**cells) == sympy.Rational(2, 3)
    extension = completion("F1").found
    assert extension is not None
    assert Reading.of(extension.reading)(TP=0, FN=0, FP=0, TN=3) == 1
    record = find_measure("F1")
    assert record is not None
    assert Measure.of(record) == record == measure("F1")
    assert hash(Measure.of(record)) == hash(record)
    assert Reading.of(about) is about


@pytest.mark.parametrize("text", ["F1", "GM", "macro_F1"])
def test_measures_readings_and_matrices_have_one_line(text: str) -> None:
    subject = measure(text, classes=3 if text == "macro_F1" else 2)
    for thing in (subject, subject.in_reading(), subject.formula):
        assert len(repr(thing).splitlines()) == 1


# --- types --------------------------------------------------------------------------------------

USER = '''
"""A user's project."""

from fractions import Fraction

from symbolic_measures import (
    ConfusionMatrix, Max, Measure, Min, Reading, Report, averaging, check, compare, completion,
    decide_table, from_sklearn, identity, impossible, in_proportions, limit, measure, normaliser,
    relation, slope, sqrt, taylor, threshold, verify,
)

f1: Measure = measure("F1")
value = f1(TP=1, FN=2, FP=3, TN=4)
many = f1(TP=[1], FN=[2], FP=[3], TN=[4])
half = f1(ConfusionMatrix(1, 2, 3, 4))
combined = 2 * f1 - Fraction(1, 2) + f1 / f1
beta2 = measure("F_beta").subs(beta=2)
name: str = beta2.name
kept = f1.in_reading("scikit-learn")
kept_again: Reading = kept.in_reading("literal")
sub: Measure = kept.measure.subs()
report: Report = check(f1, property="symmetry", timeout=10)
outcome: str = report["symmetry"].outcome
same: str = identity(f1, "Jaccard").outcome
text: str = limit("F_beta", to="beta -> 0").value
holds: bool = threshold("F_beta", property="symmetry", parameter="beta").holds(beta=1)
names: tuple[str, ...] = compare(f1, "Jaccard").names
chance = f1.chance(n=10, P=5, Phat=5)
p = chance.p_value(3)
mean = chance.mean
print(chance.values.sum(), chance.rows()[0]["TP"], chance.to_frame(), p, mean)
scorer = f1.scorer(reading="scikit-learn")
score: float = scorer.value([1, 0], [1, 1])
better: bool = scorer.greater_is_better
span = scorer.range
slope_tp = f1.diff("TP")
sign: str = slope_tp.sign
slope_tp.verify()
print(slope_tp.expr)
table: str = report.to_markdown()
frame = report.to_frame()
rooted: Measure = sqrt(f1)
least: Measure = Min(f1, measure("MCC"))
most: Measure = Max(f1, 0)
known: Measure | Reading = from_sklearn("f1_score")
formula = in_proportions(f1)
data = report.to_data()
checked = verify(data)
found = report["symmetry"].counterexample
if found is not None:
    print(found.matrices[0].cells, found.values)
print(taylor("kappa").coefficient_exprs, normaliser("1/p_A").verdicts, completion("F1").found)
print(averaging("macro").to_frame(), relation("accuracy == micro(F1)").outcome, slope("accuracy"))
print(impossible(n=3).to_data(), decide_table("gosgens2021:2").to_markdown(), f1.expr, f1.latex())
print(value, many, half, combined, span, formula, f1.evalf(20, TP=1, FN=1, FP=1, TN=1), frame)
print(report.verify(), threshold("F_beta", "symmetry", "beta").as_sympy(), f1.where_defined())
'''
#: What is wrong, one line each.
WRONG = """
bad: int = measure("F1").name
check("F1", timeout="soon")
measure("F1").chance(n=3, P=1, Phat=1).nothing
measure("F1").scorer().nothing
measure("F_beta").subs(beta=2).nothing
measure("F1").in_reading("literal").nothing
print((2 * measure("F1")).nothing)
"""


def _user(folder: Path) -> set[tuple[str, int]]:
    """A user's project with two files, and the lines that a type checker should complain of."""
    (folder / "right.py").write_text(USER, encoding="utf-8")
    (folder / "wrong.py").write_text(USER + WRONG, encoding="utf-8")
    first = len(USER.splitlines()) + 2
    return {("wrong.py", first + place) for place in range(len(WRONG.splitlines()) - 1)}


def test_types_are_complete_under_mypy_strict(tmp_path: Path) -> None:
    """Of a user's project: nothing to complain of, and what is wrong is seen."""
    expected = _user(tmp_path)
    words = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent",
             f"--config-file={ROOT / 'pyproject.toml'}", "right.py", "wrong.py"]  # fmt: skip
    done = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path, check=False,
                          env={**os.environ, "MYPYPATH": str(ROOT)})  # fmt: skip
    told = [line.split(":") for line in done.stdout.splitlines() if " error: " in line]
    assert {(file, int(line)) for file, line, *_ in told} == expected, done.stdout


@pytest.mark.exhaustive
def test_types_are_complete_under_pyright_strict(tmp_path: Path) -> None:
    expected = _user(tmp_path)
    settings = {"typeCheckingMode": "strict", "extraPaths": [str(ROOT)]}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    words = [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable]
    done = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path, check=False)
    told = json.loads(done.stdout)
    assert told["summary"]["filesAnalyzed"] == 2
    found = {
        (Path(item["file"]).name, item["range"]["start"]["line"] + 1): item["message"]
        for item in told["generalDiagnostics"]
    }
    assert set(found) == expected, found
