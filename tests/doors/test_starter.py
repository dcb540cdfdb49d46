"""The command `new-measure`: the folder is whole, its tests pass, its appendix compiles."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tiers import few

from symbolic_measures.doors.cli import main

CASES = {
    "mine": ["TP/(TP+2*FN+FP)", "--framework", "further"],
    "weighed": ["TP*TN/(P*N+w*n)", "--assume", "w > 0"],
    "entropic": ["(xlogy(FN,FN/n)+xlogy(FP,FP/n))/n", "--timeout", "3"],
    "apart": ["Abs(FN-FP)/n", "--lower-is-better"],
}


@pytest.mark.parametrize("name", few(CASES, ("mine",)))
def test_the_folder_is_what_an_author_needs(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / name
    assert main(["new-measure", name, *CASES[name], "-o", str(folder)]) == 0
    assert f"start with {folder / 'README.md'}" in capsys.readouterr().out
    assert {path.name for path in folder.iterdir()} == {
        "README.md", "appendix.tex", f"{name}.json", f"{name}.measures.toml", f"{name}.tex",
        f"test_{name}.py",
    }  # fmt: skip
    saved = json.loads((folder / f"{name}.json").read_text())
    table = (folder / "README.md").read_text()
    for verdict in saved["verdicts"]:
        assert f"| {verdict['property']} | {verdict['verdict'].replace('-', ' ')} |" in table
    assert main(["verify", str(folder / f"{name}.json")]) == 0
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-W", "error", "-p", "no:cacheprovider"],
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:]
    refuted = sum(verdict["verdict"] == "refuted" for verdict in saved["verdicts"])
    assert int(done.stdout.split(" passed")[0].split()[-1]) >= refuted + 3
    if shutil.which("pdflatex"):
        command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "appendix.tex"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout[-2000:]


@pytest.mark.parametrize(("name", "said"), [
    ("F1", "is F1 in the catalog"),
    ("mcc", "is CC in the catalog"),
    ("macro_F1", "is macro_F1 in the catalog"),
    ("FAR", "means several measures"),
    ("a/b", "letters, digits and _"),
    ("..", "letters, digits and _"),
    ("", "letters, digits and _"),
    ("1st", "letters, digits and _"),
    ("x" * 65, "at most 64"),
    ("lambda", "reserved"),
    ("NUL", "reserved"),
    ("Phat", "already has a meaning"),
    ("sqrt", "already has a meaning"),
    ("appendix", "already has a meaning"),
])  # fmt: skip
def test_a_name_that_will_not_do_gets_one_line(
    name: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new-measure", name, "TP/(TP+2*FN+FP)", "-o", str(tmp_path / "new")]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("formula", "said"), [
    ("F1", "is F1 of the catalog"),
    ("TP/(", "column"),
    ("c33/n", "unknown name"),
    ("TP/(TP-TP)", "undefined at every matrix"),
])  # fmt: skip
def test_a_formula_that_will_not_do_gets_one_line(
    formula: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new-measure", "mine", formula, "-o", str(tmp_path / "new")]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("kept")
    (tmp_path / "folder").mkdir()
    for place in ("file", "folder", "missing/folder"):
        assert main(["new-measure", "mine", "TP/(TP+9*FN)", "-o", str(tmp_path / place)]) == 2
        assert "exist" in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "folder"]
    assert (tmp_path / "file").read_text() == "kept"
    assert list((tmp_path / "folder").iterdir()) == []
