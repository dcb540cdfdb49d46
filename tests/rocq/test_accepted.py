"""What Rocq accepts: a sample here; the catalog and the tables in `make check-proofs`."""

from __future__ import annotations

from pathlib import Path

import pytest

from symbolic_measures import check
from symbolic_measures.doors.export.checking import ALLOWED, assumptions, check_file, coqc
from symbolic_measures.doors.export.rocq import AS_GIVEN, SCORED, measure_file

#: Each rule that is exported is in one of these proofs.
SAMPLE = [
    ("F1", ("maximal-agreement", "weakly-monotone", "monotone", "distance")),
    ("CC", ("symmetry", "maximal-agreement", "constant-baseline", "range", "undefined-kinds")),
    ("FM", ("constant-baseline",)),
    ("F_beta", ("tp-monotone", "ace", "undefined-set", "class-symmetry")),
    ("OP", ("class-symmetry", "ach", "range", "undefined-kinds")),
    ("CE", ("symmetry", "maximal-agreement")),
    ("LOR", ("ach", "monotone")),
    ("GM", ("symmetry", "monotone")),
    ("Gmean", ("tn-not-max", "tptn-max")),
]


pytestmark = pytest.mark.usefixtures("library")


@pytest.mark.parametrize(("measure", "properties"), SAMPLE)
def test_rocq_accepts(measure: str, properties: tuple[str, ...], tmp_path: Path) -> None:
    report = check(measure, property=list(properties))
    file = measure_file(measure, report.reading, report.verdicts)
    assert [verdict.reason for verdict in file.verdicts] == [""] * len(properties)
    found = list(check_file(file, tmp_path))
    assert [part.message for part in found] == [""] * len(properties)
    assert all(part.accepted for part in found)


def test_theorems_rest_on_the_allowed_axioms_only(tmp_path: Path) -> None:
    report = check("accuracy", property=["symmetry"])
    path = tmp_path / "accuracy.v"
    path.write_text(
        measure_file("accuracy", report.reading, report.verdicts).text(), encoding="utf-8"
    )
    good, output = coqc(path)
    assert good, output
    assert assumptions(output) == ALLOWED


@pytest.mark.exhaustive
@pytest.mark.parametrize("measure", ["F1", "Jaccard", "CC", "accuracy", "BA", "kappa", "SBA"])
def test_rocq_accepts_all_that_is_exported(measure: str, tmp_path: Path) -> None:
    report = check(measure, property=[*SCORED, *AS_GIVEN])
    file = measure_file(measure, report.reading, report.verdicts)
    found = [part for part in check_file(file, tmp_path) if part.exported.theorem]
    assert len(found) >= 20
    assert [part.message for part in found if not part.accepted] == []
