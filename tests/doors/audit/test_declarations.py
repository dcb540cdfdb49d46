"""Declared catalogs: what is right is proved, what is wrong has its smallest matrix."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from symbolic_measures.doors.audit.declarations import declared
from symbolic_measures.doors.cli import main

WRONG: list[tuple[dict[str, Any], str, str, tuple[int, ...]]] = [
    ({"formula": "precision+NPV-1", "lower": 0}, "lower bound 0", "it is -1", (0, 1, 1, 0)),
    ({"formula": "MCC", "upper": "1/2"}, "upper bound 1/2", "it is 1", (1, 0, 0, 1)),
    ({"formula": "F1", "upper": 2}, "upper bound 2", "the best bound is 1", ()),
    ({"formula": "recall/FPR", "upper": 100}, "upper bound 100", "it is 101", (1, 0, 1, 100)),
    ({"formula": "F1", "upper": "oo"}, "upper bound oo", "it is bounded by 1", ()),
    (
        {"formula": "MCC", "undefined": ["TP+FN == 0", "TP+FP == 0", "TN+FP == 0"]},
        "defined unless TP+FN == 0 or TP+FP == 0 or TN+FP == 0",
        "undefined there and no condition holds",
        (1, 0, 1, 0),
    ),
    ({"formula": "F1", "undefined": ["TP == 0"]}, "undefined where TP == 0", "0", (0, 0, 1, 0)),
    ({"formula": "F1", "class-symmetry": True}, "class-symmetry", "", (0, 0, 1, 1)),
    ({"formula": "MCC", "symmetry": False}, "not symmetry", "it is proved", ()),
    ({"formula": "F1", "equals": ["accuracy"]}, "equal to accuracy", "", (0, 0, 1, 1)),
    ({"formula": "F1", "equals": ["F1_harmonic"]}, "equal to F1_harmonic", "domains differ", ()),
]


@pytest.mark.parametrize(("entry", "said", "words", "matrix"), WRONG, ids=lambda x: str(x)[:30])
def test_what_is_wrong(entry: Any, said: str, words: str, matrix: tuple[int, ...]) -> None:
    found = declared([{"name": "M", **entry}])
    assert found.outcome == "differs"
    judged = next(each for each in found.judged if each.said == said)
    assert judged.outcome == "wrong"
    assert words in judged.told
    if matrix:
        assert tuple(map(int, judged.matrix)) == matrix


RIGHT = [
    {"formula": "MCC", "lower": -1, "upper": 1, "symmetry": True, "class-symmetry": True},
    {"formula": "F1", "lower": 0, "upper": 1, "undefined": ["TP+FN+FP == 0"], "symmetry": True},
    {"formula": "recall/FPR", "lower": 0, "upper": "oo", "undefined": ["FP == 0", "TP+FN == 0"]},
    {"formula": "beta*TP/(TP+FN)", "assume": ["beta > 0"], "lower": 0, "upper": "beta"},
    {"formula": "TP/P", "equals": ["recall", "1-FNR"], "undefined": "P == 0"},
    {"formula": "accuracy", "undefined": []},
]


@pytest.mark.parametrize("entry", RIGHT, ids=lambda entry: entry["formula"])
def test_what_is_right(entry: Any) -> None:
    found = declared([{"name": "M", **entry}])
    assert found.problems == ()
    assert {each.outcome for each in found.judged} == {"right"}
    keys = set(entry) - {"formula", "assume", "undefined"}
    assert len(found.judged) >= len(keys)


def test_the_smallest_matrix_outside_a_bound_by_a_loop() -> None:
    (judged,) = declared([{"name": "M", "formula": "TP*TN-FP*FN", "upper": 3}]).judged
    for n in range(1, 8):
        outside = [m for m in product(range(n + 1), repeat=4)
                   if sum(m) == n and m[0] * m[3] - m[1] * m[2] > 3]  # fmt: skip
        if outside:
            assert tuple(map(int, judged.matrix)) == min(outside)
            return


def test_bounds_and_conditions_of_some_matrices_only() -> None:
    entry = {"name": "MK", "formula": "TP/P + TN/N", "upper": 2, "undefined": []}
    assert [each.outcome for each in declared([entry]).judged] == ["right", "wrong"]
    there = {**entry, "where": ["P > 0", "N > 0"]}
    judged = declared([there]).judged
    assert [each.outcome for each in judged] == ["right", "right"]
    assert judged[0].told == "reached at (1, 0, 0, 1)"
    assert (
        declared([{**entry, "where": ["P = 1"]}])
        .problems[0]
        .endswith("write a condition such as 'P > 0'")
    )


def test_names_of_the_list_may_be_used() -> None:
    entries = [{"name": "sens", "formula": "TP/P"}, {"name": "tpr", "formula": "TP/(TP+FN)",
               "equals": ["sens"]}]  # fmt: skip
    assert [each.outcome for each in declared(entries).judged] == ["right"]


BAD = {
    "formula": {"formula": "TP/("},
    "'formula' is missing": {"lower": 0},
    "unknown key 'lowest'": {"formula": "TP/P", "lowest": 0},
    "write a condition such as 'TP + FP == 0'": {"formula": "TP/P", "undefined": ["TP+FN"]},
    "undefined is a list of texts": {"formula": "TP/P", "undefined": 3},
    "unknown name 'foo'": {"formula": "TP/P", "equals": ["foo"]},
}


def test_a_bad_entry_is_a_line_and_the_others_go_on() -> None:
    entries = [{"name": f"bad {i}", **entry} for i, entry in enumerate(BAD.values())]
    found = declared([*entries, {"name": "good", "formula": "TP/P", "lower": 0}])
    assert len(found.problems) == len(BAD)
    for number, (words, line) in enumerate(zip(BAD, found.problems)):
        assert line.startswith(f"declarations: bad {number}: ")
        assert words in line or number == 0
        assert "\n" not in line
    assert [(each.measure, each.outcome) for each in found.judged] == [("good", "right")]


def test_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    path = tmp_path / "declared.toml"
    path.write_text('[[measure]]\nname = "MK"\nformula = "precision+NPV-1"\nlower = 0\nupper = 1\n')
    assert main(["audit", str(path)]) == 1
    out = capsys.readouterr().out
    assert "MK: lower bound 0" in out
    assert "(TP, FN, FP, TN) = (0, 1, 1, 0)" in " ".join(out.split())
    assert main(["audit", str(path), "--format", "json"]) == 1
    assert json.loads(capsys.readouterr().out)["judged"][0]["outcome"] == "wrong"
    for kind in ("html", "latex"):
        assert main(["audit", str(path), "--format", kind, "-o", str(tmp_path / kind)]) == 1
        assert "MK: lower bound 0" in (tmp_path / kind).read_text()
    (tmp_path / "bad.json").write_text("{")
    assert main(["audit", str(tmp_path / "bad.json")]) == 2
    (tmp_path / "other.json").write_text('{"a": 1}')
    assert main(["audit", str(tmp_path / "other.json")]) == 2
    err = capsys.readouterr().err
    assert "write [[measure]] entries, or [[target]] for functions" in err
    assert "Traceback" not in err
