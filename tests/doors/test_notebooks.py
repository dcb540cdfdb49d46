"""The notebooks run in a clean kernel, their assertions hold, and they show what running gives."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from places import ROOT
from tiers import few

FOLDER = ROOT / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
#: Pictures depend on the library that draws them; that there is one does not.
DRAWN = ("image/png",)
SECONDS = re.compile(r"\b\d+(\.\d+)?(?= seconds?\b)")
#: How a page looks is no part of what it says.
STYLE = re.compile(r"<style>.*?</style>", flags=re.DOTALL)


def _cells(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return found


def _shown(path: Path) -> list[Any]:
    """What each cell of code shows, without seconds, styles and pictures."""
    found = []
    for cell in _cells(path):
        for output in cell.get("outputs", []):
            texts = {"text": output.get("text", []), **output.get("data", {})}
            kept = {
                kind: "" if kind in DRAWN else SECONDS.sub("-", STYLE.sub("", "".join(text)))
                for kind, text in texts.items()
                if text
            }
            found.append(("".join(cell["source"]), output["output_type"], kept))
    return found


def _execute(source: Path, into: Path) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, str(FOLDER / "execute.py"), str(source), "--into", str(into)]
    return subprocess.run(words, capture_output=True, text=True, check=False)


def test_all_are_there() -> None:
    assert [path.name[:2] for path in NOTEBOOKS] == ["01", "02", "03", "04", "05", "06", "07", "08"]


@pytest.mark.parametrize("path", few(NOTEBOOKS, 1), ids=lambda path: path.stem)
def test_running_gives_what_is_committed(path: Path, tmp_path: Path) -> None:
    done = _execute(path, tmp_path)
    assert done.returncode == 0, done.stderr
    assert _shown(tmp_path / path.name) == _shown(path)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_what_is_committed_is_complete_and_of_no_one_machine(path: Path) -> None:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in code] == list(range(1, len(code) + 1))
    assert all(cell["metadata"] == {} for cell in notebook["cells"])
    assert set(notebook["metadata"]) == {"kernelspec", "language_info"}
    assert notebook["metadata"]["language_info"] == {"name": "python"}
    outputs = [output for cell in code for output in cell["outputs"]]
    assert not [o for o in outputs if o["output_type"] == "error" or o.get("name") == "stderr"]
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"(?<![\w.])/(home|tmp|root|usr|Users|work|opt)/", text)
    assert " at 0x" not in text
    assert "assert " in "".join("".join(cell["source"]) for cell in code)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_links_lead_somewhere(path: Path) -> None:
    told = "".join("".join(c["source"]) for c in _cells(path) if c["cell_type"] == "markdown")
    targets = re.findall(r"\]\(([^)#]+)", told)
    assert [target for target in targets if not (FOLDER / target).exists()] == []


def _small(path: Path, source: str) -> Path:
    cell = {"cell_type": "code", "execution_count": None, "id": "a", "metadata": {},
            "outputs": [], "source": source}  # fmt: skip
    notebook = {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    path.write_text(json.dumps(notebook), encoding="utf-8")
    return path


def test_a_false_assertion_and_another_output_are_noticed(tmp_path: Path) -> None:
    into = tmp_path / "into"
    into.mkdir()
    done = _execute(_small(tmp_path / "wrong.ipynb", "assert 1 + 1 == 3"), into)
    assert done.returncode == 1
    assert "1 + 1 == 3" in done.stderr
    assert not (into / "wrong.ipynb").exists()
    assert _execute(_small(tmp_path / "right.ipynb", "print(2)\n7"), into).returncode == 0
    (_, one, printed), (_, two, value) = _shown(into / "right.ipynb")
    assert (one, printed) == ("stream", {"text": "2\n"})
    assert (two, value) == ("execute_result", {"text/plain": "7"})
