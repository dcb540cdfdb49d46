"""Lists of functions, their pages, and the documents of audits."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from doors.audit import faulty
from symbolic_measures.doors.audit.auditing import audit
from symbolic_measures.doors.audit.declarations import declared
from symbolic_measures.doors.audit.libraries import Listing, read_file
from symbolic_measures.doors.audit.targets import TargetError
from symbolic_measures.doors.cli import main
from symbolic_measures.nouns.confusion import compositions

SCORES = '''
def f1(tp, fn, fp, tn):
    """0 where nothing is positive."""
    return 2 * tp / (2 * tp + fn + fp) if tp + fn + fp else 0.0

def recall(tp, fn, fp, tn):
    return tp / (tp + fp)

def corrected(tp, fn, fp, tn):
    return (tp + 0.5) / (tp + fn + 1)

def broken(tp, fn, fp, tn):
    raise OSError("no disk")
'''
LIST = """
[defaults]
up_to = 4
[[target]]
function = "scores.py:f1"
against = "F1"
documented = "0 where nothing is positive."
[[target]]
name = "sensitivity"
function = "scores.py:recall"
against = "recall"
note = "This is precision."
[[target]]
function = "scores.py:broken"
against = "recall"
[[target]]
function = "scores.py:corrected"
against = "recall"
[[target]]
name = "undocumented"
function = "scores.py:f1"
against = "F1"
documented = "1 where nothing is positive."
"""


@pytest.fixture
def listed(tmp_path: Path) -> Path:
    """A list with its functions beside it."""
    (tmp_path / "scores.py").write_text(SCORES)
    path = tmp_path / "ours.toml"
    path.write_text(LIST)
    return path


def test_a_list_is_audited_and_what_fails_is_a_line(listed: Path) -> None:
    work = Listing(listed, read_file(listed))
    assert list(work)[-1] == "undocumented (5 of 5 done)"
    report = work.report()
    assert [found.entry.name for found in report.found] == ["f1", "sensitivity", "corrected"]
    assert [found.audit.outcome for found in report.found] == ["agrees", "differs", "differs"]
    assert report.found[0].documented == "0 where nothing is positive."
    assert report.problems == (
        "ours.toml: broken: at every matrix it raises OSError: no disk; see its options: --option "
        "name=value",
        "ours.toml: undocumented: its documentation does not say '1 where nothing is positive.'",
    )


def test_pages(listed: Path, tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    pages = tmp_path / "pages"
    assert main(["audit", str(listed), "--jobs", "1", "--pages", str(pages)]) == 2
    names = {path.name for path in pages.iterdir()}
    assert names == {"ours.html", "ours.txt", "table.html", "table.txt"}
    text = " ".join((pages / "ours.txt").read_text().split())
    assert "(0, 1, 0, 0): raises ZeroDivisionError: division by zero, right is 0" in text
    assert "f1: maximal-agreement (0, 0, 0, 1) gives 0.0, (1, 0, 0, 0) gives 1.0" in text
    assert "documented; gosgens-appendix-b has 1 there" in text
    assert "It agrees with precision. This is precision." in text
    costs = text.partition("By differences where the formula is defined:")[2]
    assert "✗ corrected: scale-invariance" in costs.partition("Large numbers")[0]
    assert "(0, 1, 0, 0) gives 0.25 and doubled 0.16666666666666666, by the difference" in text
    assert re.search(r"\$ symbolic-measures audit \S+scores.py:recall --against recall", text)
    table = (pages / "table.txt").read_text()
    assert re.search(r"^ours\n.*^ +f1 +0 +\u00b7", table, re.MULTILINE | re.DOTALL)
    assert "0/0  f1: maximal-agreement" in (pages / "ours.txt").read_text()
    assert "https://" not in (pages / "ours.html").read_text()
    assert "verify" not in (pages / "ours.html").read_text()


def test_the_command_of_a_page_shows_the_same(listed: Path, capsys: pytest.CaptureFixture) -> None:
    import shlex

    work = Listing(listed, read_file(listed))
    list(work)
    for found in work.report().found:
        args = shlex.split(found.entry.command)[1:]
        code = main([*args, "--format", "json"])
        assert code == (0 if found.audit.outcome == "agrees" else 1)
        assert json.loads(capsys.readouterr().out) == json.loads(found.audit.to_json())


MALFORMED: dict[str, str] = {
    '[[target]]\nagainst = "F1"': "[[target]] number 1: 'function' is missing",
    '[[target]]\nfunction = "a:b"\nagain = "F1"': "unknown key 'again'",
    '[[target]]\nfunction = "a:b"\nclasses = "3"': "classes has the wrong type",
    'other = 1\n[[target]]\nfunction = "a:b"': "unknown key 'other'",
    'package = "no-such-package"\n[[target]]\nfunction = "a:b"': "is not installed",
}


@pytest.mark.parametrize("text", MALFORMED)
def test_a_malformed_list_is_refused_in_one_line(text: str, tmp_path: Path) -> None:
    path = tmp_path / "list.toml"
    path.write_text(text)
    with pytest.raises(TargetError, match=re.escape(MALFORMED[text])) as found:
        Listing(path, read_file(path))
    assert "\n" not in str(found.value)


def test_another_version_than_the_lists_is_said(tmp_path: Path) -> None:
    path = tmp_path / "list.toml"
    path.write_text('package = "numpy"\nversion = "0.1"\n[[target]]\nfunction = "math:floor"')
    assert "written for numpy 0.1; installed is" in Listing(path, read_file(path)).problems[0]


# --- documents ----------------------------------------------------------------------------------


def test_every_format_says_the_same(tmp_path: Path) -> None:
    found = audit(faulty.f1, "F1", up_to=5)
    assert json.loads(found.to_json())["outcome"] == "agrees"
    for kind in ("text", "latex", "html", "html_fragment"):
        shown = found.rendered(kind).replace("-{}", "-")
        assert "maximal-agreement" in shown
        assert "scikit-learn" in shown
        assert "nothing else was executed" in " ".join(shown.split())
    assert found._repr_html_() == found.rendered("html_fragment")
    for number in ("(0, 0, 0, 1)", "(1, 0, 0, 0)"):
        assert number in str(found)


def test_several_targets_in_one_report(capsys: pytest.CaptureFixture) -> None:
    file = str(Path(faulty.__file__))
    args = ["audit", f"{file}:f1", f"{file}:mcc", "--up-to", "3"]
    assert main(args) == 0
    assert "2 functions audited." in capsys.readouterr().out
    assert main([*args, "--format", "json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["audits"]) == 2


def test_what_a_function_says_adds_no_markup() -> None:
    def hostile(tp: int, fn: int, fp: int, tn: int) -> float:
        if tp == 1:
            raise RuntimeError("<script>alert(1)</script> \\input{/etc/passwd} $%_^")
        return tp / (tp + fn)

    found = audit(hostile, "recall", up_to=3, numbers=False)
    page = found.rendered("html")
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page
    tex = found.rendered("latex")
    assert "\\input{/etc" not in tex
    assert "textbackslash{}input" in tex


def test_an_audit_is_no_certificate(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    saved = tmp_path / "audit.json"
    saved.write_text(audit(faulty.f1, "F1", up_to=3, numbers=False).to_json())
    assert main(["verify", str(saved)]) == 2
    assert "an audit is no certificate: run it again" in capsys.readouterr().err


def test_what_is_sampled_says_so() -> None:
    found = audit(faulty.f1, "F1", up_to=4, properties=False)
    sampled = {row.range for row in found.precision if row.sampled}
    assert sampled == {"of 10^9 elements", "of 10^15 elements"}
    shown = str(found)
    assert shown.count("(sampled)") >= 2


def test_nothing_of_it_is_loaded_when_the_command_line_starts() -> None:
    code = (
        "import sys; from symbolic_measures.doors import cli; cli._parser(); "
        "print([m for m in sys.modules if m.startswith('symbolic_measures.doors.audit')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str(
        ["symbolic_measures.doors.audit", "symbolic_measures.doors.audit.command"]
    )


# --- in tests of other projects ---------------------------------------------------------------


def test_check_implementation_shows_every_pattern() -> None:
    from symbolic_measures.doors.testing import assert_implementation

    def shown(function: Any, **more: Any) -> list[str]:
        with pytest.raises(AssertionError) as found:
            assert_implementation(function, "F1", up_to=4, **more)
        return str(found.value).splitlines()

    lines = shown(faulty.f1)
    assert lines[0].startswith("f1 is not F1: at (TP, FN, FP, TN) = (0, 0, 0, 1) it is 0.0, the")
    assert lines[1:] == [
        "4 of 69 matrices up to n = 4 differ:",
        "  TP = FN = FP = 0: 0.0, as scikit-learn; 4 of 4, first (0, 0, 0, 1), where the formula "
        "is undefined",
    ]
    assert_implementation(faulty.f1, "F1", where_defined=True)
    assert_implementation(faulty.f1, "F1", reading="scikit-learn")

    def halved(tp: int, fn: int, fp: int, tn: int) -> float:
        return faulty.f1(tp, fn, fp, tn) / (1 + (tn == 2))

    lines = shown(halved, where_defined=True)
    assert "(1, 0, 0, 2) it is 0.5, the formula is 1;" in lines[0]
    assert len(lines) > 3


def test_check_implementation_takes_a_matrix_and_options() -> None:
    from symbolic_measures.doors.testing import assert_implementation
    from symbolic_measures.nouns.errors import FormulaError

    recall = faulty.recall_of_matrix(False, False)
    assert_implementation(recall, "recall", up_to=5, orientation="true-rows-negative-first")
    with pytest.raises(FormulaError, match="give its orientation"):
        assert_implementation(recall, "recall")
    assert_implementation(_power, "recall", up_to=4, options={"power": 1})


def _power(tp: int, fn: int, fp: int, tn: int, power: int) -> float:
    return float((tp / (tp + fn)) ** power)


def test_audits_are_tables(listed: Path) -> None:
    """One row for each pattern of zero cells; for each function of a list; for each declaration."""
    single = audit(faulty.f1, "F1", up_to=4, numbers=False, properties=False).to_frame()
    assert set(single["kind"]) <= {"agrees", "choice", "differs", "refuses"}
    assert single["matrices"].sum() == sum(1 for n in range(1, 5) for _ in compositions(n, 4))
    work = Listing(listed, read_file(listed))
    for _ in work:
        pass
    rows = work.report().to_frame().set_index("name")
    assert rows["outcome"].to_dict() == {
        "f1": "agrees", "sensitivity": "differs", "corrected": "differs"
    }  # fmt: skip
    assert (rows["differences"] > 0).tolist() == [False, True, True]
    found = declared([{"name": "M", "formula": "TP/P", "lower": 0, "upper": 2}])
    assert found.to_frame()["outcome"].tolist() == [each.outcome for each in found.judged]
    assert "| measure | said | outcome |" in found.to_markdown()
    assert r"\toprule" in found.to_latex()
