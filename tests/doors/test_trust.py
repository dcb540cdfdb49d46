"""What verdicts rest on is read off the code, and told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from symbolic_measures.doors.cli import main
from symbolic_measures.doors.trust import Base, base
from symbolic_measures.kernel import rules
from symbolic_measures.questions import kinds

#: The files of the kernel's rules.
RULES = [path for path in Path(rules.__file__).parent.glob("*.py") if path.name != "__init__.py"]


def test_the_rules_are_there() -> None:
    assert len(RULES) > 5


@pytest.mark.parametrize("kind", sorted(kinds.load()))
def test_nothing_that_searches_or_shows_is_trusted(kind: str) -> None:
    files = base(kind).files
    assert not [file for file in files if file.startswith(("search", "report", "doors", "claims"))]
    assert f"questions/{kind}/meaning.py" in files
    assert {"kernel/replay.py", "nouns/formula.py", "nouns/statement.py"} <= set(files)
    assert {f"kernel/rules/{path.name}" for path in RULES} <= set(files)
    assert all(lines > 0 for file, lines in files.items() if not file.endswith("__init__.py"))


def test_what_a_property_means_is_part_of_what_a_check_rests_on() -> None:
    files = base("check").files
    assert {"meaning/properties.py", "meaning/measures.py", "meaning/readings.py"} <= set(files)


def test_the_lines_are_those_of_the_files() -> None:
    assert Base("toy", {"a.py": 3, "b.py": 4}).lines == 7


def test_verify_lists_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved = tmp_path / "f1.json"
    arguments = ["check", "F1", "--property", "symmetry", "--format", "json", "-o", str(saved)]
    assert main(arguments) == 0
    assert main(["verify", str(saved), "--trust"]) == 0
    shown = capsys.readouterr().out
    assert f"rests on {len(base('check').files)} files" in shown
    assert "kernel/replay.py" in shown
    assert main(["verify", str(saved), "--trust", "--format", "json"]) == 0
    (told,) = json.loads(capsys.readouterr().out)["files"]
    assert told["trust"] == base("check").to_data()
