"""Every saved file of the repository is of the schema that the package has; others are not."""

from __future__ import annotations

import copy
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from places import PACKAGE, ROOT
from tiers import few

from symbolic_measures.doors.saved import read_saved
from symbolic_measures.questions.kinds import kind_of, load

SCHEMA = json.loads((PACKAGE / "symbolic_measures.schema.json").read_text(encoding="utf-8"))
FILES = sorted(p for folder in ("reports", "docs") for p in ROOT.glob(f"{folder}/certificates/*"))


@cache
def validator(kind: str) -> Draft202012Validator:
    """The schema of a kind of answer."""
    return Draft202012Validator({"$ref": f"#/$defs/{kind}", "$defs": SCHEMA["$defs"]})


def test_it_is_a_schema_with_every_kind() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert set(load()) <= {one["$ref"].rpartition("/")[2] for one in SCHEMA["anyOf"]}


@pytest.mark.parametrize("path", few(FILES, 8), ids=lambda path: path.name)
def test_saved_files(path: Path) -> None:
    data = read_saved(path)
    assert [error.message for error in validator(kind_of(data)).iter_errors(data)] == []


def _changed(change: str) -> Any:
    data = copy.deepcopy(read_saved(ROOT / "docs" / "certificates" / "check-F1.json.gz"))
    verdict = data["verdicts"][0]
    match change:
        case "an outcome":
            verdict["verdict"] = "true"
        case "a key":
            verdict["proved"] = True
        case "a missing key":
            del verdict["statement"]
        case "a step":
            verdict["proof"]["premises"][0]["rule"] = 1
        case "another schema":
            data["schema"] = 2
    return data


@pytest.mark.parametrize(
    "change", ["an outcome", "a key", "a missing key", "a step", "another schema"]
)
def test_what_is_no_saved_file(change: str) -> None:
    assert validator("check").is_valid(_changed("nothing"))
    assert not validator("check").is_valid(_changed(change))
