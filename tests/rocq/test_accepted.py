"""What Rocq accepts: a sample here; the catalog and the tables in `make check-proofs`."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from symbolic_measures import check
from symbolic_measures.doors.export.checking import ALLOWED, assumptions, check_file, coqc
from symbolic_measures.doors.export.rocq import AS_GIVEN, SCORED, measure_file
from symbolic_measures.kernel.expectation import mean, sizes_of

#: Each rule that is exported is in one of these proofs.
SAMPLE = [
    ("F1", ("maximal-agreement", "weakly-monotone", "monotone", "distance")),
    ("CC", ("symmetry", "maximal-agreement", "constant-baseline", "range", "undefined-kinds")),
    ("FM", ("constant-baseline",)),
    ("F_beta", ("tp-monotone", "ace", "undefined-set", "class-symmetry")),
    ("OP", ("class-symmetry", "ach", "range", "undefined-kinds")),
    ("CE", ("maximal-agreement",)),
    ("LOR", ("monotone",)),
    ("GM", ("symmetry", "monotone")),
    ("GM_m2", ("range", "undefined-set")),
    ("precision", ("tn-not-max", "tp-not-max", "tn-not-max-in-section", "tp-not-max-in-section")),
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


def test_expectations_are_the_kernels(tmp_path: Path) -> None:
    """Rocq's `mean`, which it proves to be `expectation`, at all small sizes."""
    report = check("accuracy", property="constant-baseline")
    (goal,) = report.verdicts[0].statement.goals
    wanted = [(n, sizes) for n in (2, 3, 4) for sizes in sizes_of(n, 2)]
    file = measure_file("accuracy", report.reading, report.verdicts)
    means = (f"mean accuracy {n} {true[0]} {predicted[0]}" for n, (true, predicted) in wanted)
    asked = "\n".join(f"Eval vm_compute in (evaluate ({own}) (fun _ => 0%Q))." for own in means)
    path = tmp_path / "accuracy.v"
    path.write_text(file.text() + asked, encoding="utf-8")
    good, output = coqc(path)
    assert good, output
    found = [
        Fraction(int(a), int(b)) for a, b in re.findall(r"= Value \((-?\d+) # (\d+)\)", output)
    ]
    assert found == [Fraction(str(mean(goal, sizes, {}))) for _, sizes in wanted]


@pytest.mark.exhaustive
@pytest.mark.parametrize("measure", ["F1", "Jaccard", "CC", "accuracy", "BA", "kappa", "SBA"])
def test_rocq_accepts_all_that_is_exported(measure: str, tmp_path: Path) -> None:
    report = check(measure, property=[*SCORED, *AS_GIVEN])
    file = measure_file(measure, report.reading, report.verdicts)
    found = [part for part in check_file(file, tmp_path) if part.exported.theorem]
    assert len(found) >= 20
    assert [part.message for part in found if not part.accepted] == []
