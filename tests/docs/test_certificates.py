"""What the pages rest on: saved answers, replayed; and how the rest of one is decided."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import decide
import pytest
from ext import certificates
from places import ROOT

import symbolic_measures as sm
from symbolic_measures.nouns.errors import CertificateError

SAVED = ROOT / "docs" / "certificates" / "check-F1.json.gz"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder in place of the saved answers."""
    monkeypatch.setattr(certificates, "FOLDER", tmp_path)
    monkeypatch.setattr(certificates, "_KNOWN", {})
    return tmp_path


def test_every_file_is_replayed_in_a_process_and_known_then(folder: Path) -> None:
    (folder / SAVED.name).write_bytes(SAVED.read_bytes())
    certificates.replay_all()
    (folder / SAVED.name).unlink()
    report = certificates.answer("check", "F1")
    assert report["symmetry"].outcome == "proved"
    assert certificates.answer("check", "kappa") is None


def test_a_file_that_does_not_verify_stops_the_build(folder: Path) -> None:
    data = json.loads(gzip.decompress(SAVED.read_bytes()))
    (refuted,) = (one for one in data["verdicts"] if one["property"] == "class-symmetry")
    refuted["witness"]["values"] = ["0", "1"]
    (folder / SAVED.name).write_bytes(gzip.compress(json.dumps(data).encode()))
    with pytest.raises(CertificateError):
        certificates.replay_all()


def test_results_are_in_the_order_of_the_items() -> None:
    assert certificates.in_parallel(abs, range(-20, 0)) == list(range(20, 0, -1))


def test_what_is_decided_is_kept_and_only_the_rest_is_asked(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = ["class-symmetry", "range", "symmetry"]
    saved = sm.check("F1", property=["symmetry", "class-symmetry"])
    asked: list[list[str]] = []
    decided = sm.check

    def check(name: str, ids: list[str], **options: Any) -> sm.Report:
        asked.append(ids)
        return decided(name, ids, **options)

    monkeypatch.setattr(decide, "answer", lambda kind, name: saved)
    monkeypatch.setattr(decide, "battery", lambda framework: tuple(ids))
    monkeypatch.setattr(decide.sm, "check", check)
    report = decide.checked("F1")
    assert asked == [["range"]]
    assert [verdict.property for verdict in report.verdicts] == ids
    assert report["symmetry"] is saved["symmetry"]
