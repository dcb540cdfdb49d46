"""The command line as a person uses it: outputs, exit codes, one clear line for bad input."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from counting import counted
from interrupts import ended, files_in
from paper import compile_

from symbolic_measures.doors.cli import main

#: Calls of functions that a line about bad input may take: a fraction of a second of them.
LIMIT = 1_000_000
COMMAND = [sys.executable, "-m", "symbolic_measures"]


def _run(*args: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *args], capture_output=True, text=True, cwd=cwd, check=False)


FORMULAS = [
    ("2*TP/(2*TP+FP+FN)",),
    ("(TP*TN-FP*FN)/sqrt((TP+FP)*(TP+FN)*(TN+FP)*(TN+FN))",),
    ("(TP/(TP+FN)+TN/(TN+FP))/2",),
    ("4*TP*TN/(4*TP*TN+(TP+TN)*(FP+FN))",),
    ("(1+beta^2)*TP/((1+beta^2)*TP+beta^2*FN+FP)", "--assume", "beta>0"),
    ("p_AB/(p_A+p_B-p_AB)",),
]


def test_a_section_of_a_paper(tmp_path: Path) -> None:
    section = tmp_path / "section.tex"
    words = ["check", "F1", "--property", "symmetry", "--format", "latex", "--fragment"]
    assert main([*words, "-o", str(section)]) == 0
    text = section.read_text(encoding="utf-8")
    (needed,) = re.findall(r"^% .*\\usepackage\{(.*)\}$", text, flags=re.MULTILINE)
    assert "\\documentclass" not in text
    head = f"\\documentclass{{article}}\n\\usepackage{{{needed}}}\n"
    main_tex = f"{head}\\begin{{document}}\\input{{section}}\\end{{document}}\n"
    (tmp_path / "main.tex").write_text(main_tex, encoding="utf-8")
    compile_(tmp_path, "main.tex")


@pytest.mark.parametrize("args", FORMULAS, ids=lambda args: args[0])
def test_check_then_verify(args: tuple[str, ...], tmp_path: Path, capsys) -> None:
    saved = tmp_path / "saved.json"
    assert main(["check", *args, "--format", "json", "-o", str(saved)]) == 0
    data = json.loads(saved.read_text())
    assert data["schema"] == 1
    assert set(data["measure"]) >= {"name", "formula", "reading", "parameters"}
    assert data["measure"]["formula"] == args[0]
    assert {verdict["verdict"] for verdict in data["verdicts"]} <= {
        "proved", "refuted", "not-applicable",
    }  # fmt: skip
    assert main(["verify", str(saved)]) == 0
    assert "verified" in capsys.readouterr().out


@pytest.mark.parametrize("formula", ["-TP/n", "-1*TP", "-(FN+FP)", "-P/n", "-n", "-log(1+FP)"])
def test_a_formula_may_begin_with_a_minus_sign(formula: str, capsys) -> None:
    assert main(["check", formula, "--property", "symmetry"]) == 0
    assert f"{formula}\n" in capsys.readouterr().out
    assert main(["identity", formula, formula]) == 0


@pytest.mark.parametrize("words", [
    ["--property", "symmetry,monotone"], ["--property", "symmetry", "--property", "monotone"],
    ["--property", " symmetry , monotone "], ["--property", "symmetry", "--require", "monotone"],
    ["--require", "symmetry,monotone", "--property", "symmetry"],
])  # fmt: skip
def test_properties_are_given_with_commas_or_one_by_one(words: list[str], capsys) -> None:
    assert main(["check", "TP+TN", "--format", "json", *words]) == 0
    found = json.loads(capsys.readouterr().out)["verdicts"]
    assert [verdict["property"] for verdict in found] == ["symmetry", "monotone"]


def test_the_json_of_a_refutation(tmp_path: Path) -> None:
    saved = tmp_path / "f1.json"
    main(["check", "F1", "--property", "class-symmetry", "--format", "json", "-o", str(saved)])
    (verdict,) = json.loads(saved.read_text())["verdicts"]
    witness = verdict["witness"]
    cells = {name: witness[name] for name in ("TP", "FN", "FP", "TN")}
    assert verdict["verdict"] == "refuted"
    assert cells == {"TP": 0, "FN": 0, "FP": 1, "TN": 1}
    assert witness["to"] == {"TP": 1, "FN": 1, "FP": 0, "TN": 0}
    assert witness["values"] == ["0", "2/3"]
    assert witness["kind"] == "pair"
    assert witness["minimal"] is True
    assert verdict["proof"] is None


@pytest.mark.parametrize("kind", ["text", "json", "latex", "html"])
def test_every_format_goes_to_a_file(kind: str, tmp_path: Path) -> None:
    target = tmp_path / f"report.{kind}"
    assert main(["check", "Jaccard", "--format", kind, "-o", str(target)]) == 0
    assert target.stat().st_size > 500
    assert list(tmp_path.iterdir()) == [target]


BAD = [
    (["check", "TP/(TP+FNN)"], "unknown name 'FNN'; did you mean 'FN'"),
    (["check", "TP.__class__"], "attribute access"),
    (["check", "__import__('os').system('true')"], "cannot call"),
    (["check", "9**9**9"], "larger than"),
    (["check", "9**999"], "larger than"),
    (["check", "sqrt(" * 90 + "TP" + ")" * 90], "nested"),
    (["check", "TP+" * 400_000 + "TP"], "characters"),
    (["check", ""], "empty"),
    (["check", "TP/"], "cannot read"),
    (["check", "lambda: TP"], "not arithmetic"),
    (["check", "TP if TN else FP"], "not arithmetic"),
    (["check", "beta*TP"], "unknown name 'beta'"),
    (["check", "TP", "--assume", "beta>0"], "does not occur"),
    (["check", "TP*k", "--assume", "k>0"], "already has a meaning"),
    (["check", "TP", "--property", "monoton"], "did you mean 'monotone'"),
    (["check", "TP", "--require", "nonsense"], "no property"),
    (["check", "TP", "--property", "symmetry,monoton"], "did you mean 'monotone'"),
    (["check", "TP", "--property", "symmetry,"], "no property ''"),
    (["check", "sum(c)/n", "--classes", "7"], "from 2 to 6"),
    (["check", "F1", "--classes", "3"], "write micro(F1), macro(F1), weighted(F1)"),
    (["check", "mean(c)", "--classes", "3", "--property", "tp-monotone"], "about two classes"),
    (["check", "TP", "--timeout", "0"], "above 0"),
    (["check", "TP", "--timeout", "nan"], "above 0"),
    (["check", "TP", "--reading", "mine"], "known readings"),
    (["check", "TP", "--reading", "user-defined"], "--convention"),
    (["check", "TP", "--convention", "TP=0"], "not a convention"),
    (["check", "TP", "-o", "/nowhere/at/all.json"], "does not exist"),
    (["check", "TP", "--format", "docx"], "invalid choice"),
    (["verify", "missing.json"], "No such file"),
    (["catalog", "MCCC"], "did you mean"),
    ([], "COMMAND"),
]


@pytest.mark.parametrize(("args", "words"), BAD, ids=lambda value: str(value)[:40])
def test_bad_input_gets_one_line(args: list[str], words: str, capsys) -> None:
    with counted() as calls:
        try:
            code = main(args)
        except SystemExit as stop:
            code = int(stop.code or 0)
    assert calls.made < LIMIT
    captured = capsys.readouterr()
    assert code == 2
    assert captured.out == ""
    assert words in captured.err
    assert captured.err.count("\n") == 1


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "{}", '{"schema": 2}', '{"schema": 1}', "[" * 100_000, "nul\x00"]
)
def test_verify_refuses_what_is_no_report(text: str, tmp_path: Path, capsys) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text(text)
    assert main(["verify", str(broken)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_forged_file_does_not_verify(tmp_path: Path, capsys) -> None:
    saved = tmp_path / "recall.json"
    main(["check", "recall", "--format", "json", "-o", str(saved)])
    data = json.loads(saved.read_text())
    verdict = next(v for v in data["verdicts"] if v["property"] == "monotone")
    assert verdict["verdict"] == "refuted"
    verdict["witness"]["values"] = ["1/3", "1/3"]
    saved.write_text(json.dumps(data))
    assert main(["verify", str(saved)]) == 1
    assert "monotone: " in capsys.readouterr().out


def test_require(capsys) -> None:
    assert main(["check", "F1", "--property", "symmetry", "--require", "symmetry"]) == 0
    assert main(["check", "F1", "--require", "monotone", "--property", "symmetry"]) == 1
    assert "required monotone is refuted" in capsys.readouterr().err


def test_catalog(capsys) -> None:
    assert main(["catalog"]) == 0
    text = capsys.readouterr().out
    assert "Matthews" in text
    assert main(["catalog", "phi"]) == 0
    assert "Matthews correlation coefficient" in capsys.readouterr().out
    assert main(["catalog", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["measures"][0]["name"] == "recall"


def test_an_interrupt_keeps_what_was_decided(tmp_path: Path) -> None:
    saved = tmp_path / "slow.json"
    slow = "TP*sqrt(n+1)/Max(0,(n-2)*(3-n)+1)"  # defined for n = 2 and 3 only
    chosen = ["--property", "symmetry", "--property", "scale-invariance"]
    args = ["check", slow, *chosen, "--format", "json", "-o", str(saved), "--timeout", "600"]
    kept = tmp_path / "kept"
    done = ended([*COMMAND, *args, "--cache", str(kept)], lambda: bool(files_in(kept)))
    assert done.returncode == 130
    assert "interrupted" in done.stderr
    assert "Traceback" not in done.stderr
    data = json.loads(saved.read_text())
    assert data["complete"] is False
    assert [verdict["property"] for verdict in data["verdicts"]] == ["symmetry"]


def test_version_and_help_load_nothing_heavy() -> None:
    code = (
        "import sys\n"
        "from symbolic_measures.doors.cli import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit:\n    pass\n"
        "heavy = {'sympy', 'flint', 'numpy', 'mpmath', 'rich', 'jinja2'} & set(sys.modules)\n"
        "sys.exit(1 if heavy else 0)\n"
    )
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode
        == 0
    )
    assert _run("--version").stdout.startswith("symbolic-measures 0.")


def test_check_does_not_need_sympy() -> None:
    code = (
        "import sys\n"
        "sys.modules['sympy'] = None\n"
        "from symbolic_measures.doors.cli import main\n"
        "sys.exit(main(['check', 'F1', '--format', 'json']))\n"
    )
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode
        == 0
    )
