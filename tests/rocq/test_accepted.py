"""What Rocq accepts: a sample here; the catalog and the tables in `make check-proofs`."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from test_rules import RULES as SMALL

from symbolic_measures import check
from symbolic_measures.doors.export.checking import ALLOWED, assumptions, check_file, coqc
from symbolic_measures.doors.export.command import files, sources
from symbolic_measures.doors.export.minimal import smallest_file
from symbolic_measures.doors.export.rocq import (
    AS_GIVEN,
    CLASS_MODULES,
    HEADER,
    SCORED,
    header,
    measure_file,
)
from symbolic_measures.kernel.expectation import mean, sizes_of
from symbolic_measures.meaning.association import ASSOCIATION
from symbolic_measures.meaning.further import FURTHER
from symbolic_measures.meaning.scales import SCALES

#: Decided anew here, by the proofs that search finds today.
SAMPLE = [
    ("F1", ("maximal-agreement", "weakly-monotone", "monotone", "distance")),
    ("CC", ("symmetry", "maximal-agreement", "constant-baseline", "range", "undefined-kinds")),
    ("FM", ("constant-baseline",)),
    ("F_beta", ("tp-monotone", "ace", "undefined-set", "class-symmetry")),
    ("OP", ("class-symmetry", "ach", "range", "undefined-kinds")),
    ("CE", ("symmetry", "maximal-agreement")),
    ("LOR", ("ach", "monotone")),
    ("GM", ("symmetry", "monotone")),
    ("GM_m2", ("range", "undefined-set")),
    ("kappa", ("opitz-monotone", "class-sensitive", "prevalence-invariant", "chance-corrected")),
    ("precision", ("tn-not-max", "tp-not-max", "tn-not-max-in-section", "tp-not-max-in-section")),
    ("Gmean", ("tn-not-max", "tptn-max")),
    ("F1", (*FURTHER, "fn-min-in-section", "fp-min-in-section")),
    ("kappa", FURTHER),
    ("FM", ("class-decomposable",)),
    ("accuracy", ("class-decomposable",)),
    ("accuracy", SCALES),
    ("CC", SCALES),
    ("TP + 1", ("homogeneity",)),
    ("IBA_Gmean", ("tn-not-max-in-section", "tp-not-max-in-section")),
    ("Yule_Q", ASSOCIATION),
    ("Max(sqrt(P),sqrt(Phat))+log(1+n)*Min(P,Min(Phat,TP))", ("symmetry",)),
]

#: Of saved reports: each rule of Rocq's checker is in one of these proofs, or in those of `SAMPLE`,
#: `LONG` and `test_rules.py`.
SAVED = (
    ("Gmean", "tn-invariance"), ("Gmean", "ach"), ("CD", "class-sensitive"),
    ("CD", "prevalence-invariant"),
    ("FM", "maximal-agreement"), ("markedness", "tn-strictly-monotone"),
    ("CE", "constant-baseline"), ("GM", "fn-min"), ("GM", "range"), ("FPR", "ace"),
    ("kappa", "range"), ("CC", "monotone"), ("Cramer_V", "scale-invariance"),
    ("accuracy", "weakly-monotone"), ("CD_chord", "ace"), ("LOR", "undefined-set"),
    ("LOR", "ach"), ("OP", "ach"), ("GM_m2", "tp-monotone"),
    ("F1", "chance-corrected"), ("accuracy", "class-sensitive"), ("recall", "opitz-monotone"),
    ("reports/certificates/brzezinski2018-3.json.gz", "tn-not-max"),
    ("DP", "scale-invariance"), ("overlap", "symmetry"), ("Michael", "tn-not-max"),
    ("Sokal-Sneath-3", "tp-not-max"), ("DOR", "fixed-ends"), ("LR-minus", "fixed-ends"),
    ("Braun-Blanquet", "undefined-set"), ("Yule-Q", "sign-of-association"),
    ("LOR", "sign-of-association"), ("CD", "homogeneity"),
)  # fmt: skip
#: Of three classes; these are in the quick tier, and these are not.
FEW_OF_CLASSES = (
    ("docs/certificates/classes-accuracy.json.gz", "maximal-agreement"),
    ("docs/certificates/classes-kappa.json.gz", "strongly-monotone"),
    ("docs/certificates/classes-BA.json.gz", "range"),
)
OF_CLASSES = (
    ("docs/certificates/classes-accuracy.json.gz", "distance"),
    ("docs/certificates/classes-accuracy.json.gz", "class-symmetry"),
    ("docs/certificates/classes-kappa.json.gz", "weakly-monotone"),
    ("docs/certificates/classes-macro-F1.json.gz", "constant-baseline"),
    ("docs/certificates/classes-BA.json.gz", "scale-invariance"),
    ("docs/certificates/classes-CC.json.gz", "approximate-constant-baseline"),
    ("reports/certificates/opitz2024-5.json.gz", "class-sensitive"),
)
#: The triangle inequalities take longer, and a family of means.
LONG = (("CD", "distance"), ("CD_chord", "distance"), ("GM", "strongly-monotone"))
#: Rules that no proof of today needs.
UNUSED = {"First", "Termwise"}
#: The types of proofs in Rocq.
PROOFS = (
    ("Rules", "gproof"), ("Sequent", "proof"), ("Reading", "node"), ("Clearing", "ending"),
)  # fmt: skip
ROOT = Path(__file__).parents[2]


pytestmark = pytest.mark.usefixtures("compiled_library")


@pytest.mark.parametrize(("measure", "properties"), SAMPLE)
def test_rocq_accepts(measure: str, properties: tuple[str, ...], tmp_path: Path) -> None:
    report = check(measure, property=list(properties))
    file = measure_file(measure, report.reading, report.verdicts)
    assert [verdict.reason for verdict in file.verdicts] == [""] * len(properties)
    found = list(check_file(file, tmp_path))
    assert [part.message for part in found] == [""] * len(properties)
    assert all(part.accepted for part in found)


def test_expectations_of_three_classes_are_the_kernels(tmp_path: Path) -> None:
    """Rocq's `mean` of several classes, which it proves to be `expectation`, at small sizes."""
    report = check("accuracy", property="constant-baseline", classes=3)
    (verdict,) = report.verdicts
    (goal,) = verdict.statement.goals
    wanted = [sizes for n in (2, 3) for sizes in sizes_of(n, 3)][::9]
    file = measure_file("M", report.reading, report.verdicts)

    def told(sizes: tuple[int, ...]) -> str:
        return f"[{';'.join(map(str, sizes))}]%nat"

    asked = "\n".join(
        f"Eval vm_compute in (evaluate (mean 3 M {told(a)} {told(b)}) (fun _ => 0%Q))."
        for a, b in wanted
    )
    path = tmp_path / "M.v"
    path.write_text(file.text() + asked, encoding="utf-8")
    good, output = coqc(path)
    assert good, output
    values = re.findall(r"= Value \(?(-?\d+)(?: # (\d+)\))?", output)
    found = [Fraction(int(top), int(bottom or 1)) for top, bottom in values]
    assert len(found) == len(wanted) == 10
    assert found == [Fraction(str(mean(goal, sizes, {}))) for sizes in wanted]


@cache
def saved(name: str, prop: str) -> tuple[str, str]:
    """The definition of a measure and the theorem of a saved verdict, the longest of a table."""
    path = name if "/" in name else f"docs/certificates/check-{name.replace('_', '-')}.json.gz"
    found = (
        measure_file(own, reading, [verdict])
        for own, reading, verdicts in sources(str(ROOT / path))
        for verdict in verdicts
        if verdict.property == prop
    )
    file = max(found, key=lambda own: len(own.text()))
    assert [verdict.reason for verdict in file.verdicts] == [""]
    return file.definition, file.verdicts[0].text


def written(chosen: Iterable[tuple[str, str]], used: str = HEADER) -> str:
    """One file with these theorems, each in a module of its own."""
    parts = ("\n".join(saved(*pair)) for pair in chosen)
    modules = (f"Module M{i}.\n{text}\nEnd M{i}.\n" for i, text in enumerate(parts))
    return used + "\n".join(modules)


@pytest.mark.parametrize(
    "chosen", [FEW_OF_CLASSES, pytest.param(OF_CLASSES, marks=pytest.mark.exhaustive)]
)
def test_rocq_accepts_three_classes(chosen: tuple[tuple[str, str], ...], tmp_path: Path) -> None:
    path = tmp_path / "classes.v"
    path.write_text(written(chosen, header(CLASS_MODULES)), encoding="utf-8")
    good, output = coqc(path)
    assert good, output


def test_every_rule_is_in_the_sample() -> None:
    names = set()
    for file, kind in PROOFS:
        text = (ROOT / f"rocq/theories/{file}.v").read_text(encoding="utf-8")
        body = re.sub(r"\(\*.*?\*\)", "", text, flags=re.DOTALL).split(f"Inductive {kind} :=")[1]
        names |= set(re.findall(r"\| (\w+)", body.split(".\n")[0]))
    own = "".join(text for measure, prop in SAVED for text in saved(measure, prop))
    name, properties = next(sample for sample in SAMPLE if sample[0] == "IBA_Gmean")
    report = check(name, property=list(properties))
    own += measure_file(name, report.reading, report.verdicts).text()
    assert names - set(re.findall(r"\w+", own)) - UNUSED - set(SMALL) == {
        "Angles", "Chords", "RootProduct", "ZeroS",
    }  # fmt: skip
    assert len(names) > 50


def test_rocq_accepts_what_is_saved(tmp_path: Path) -> None:
    path = tmp_path / "saved.v"
    path.write_text(written(SAVED), encoding="utf-8")
    good, output = coqc(path)
    assert good, output


@pytest.mark.exhaustive
def test_rocq_accepts_long_proofs(tmp_path: Path) -> None:
    text = written(LONG)
    assert {"Angles", "Chords", "RootProduct", "ZeroS"} <= set(re.findall(r"\w+", text))
    path = tmp_path / "long.v"
    path.write_text(text, encoding="utf-8")
    good, output = coqc(path)
    assert good, output


def test_theorems_rest_on_the_allowed_axioms_only(tmp_path: Path) -> None:
    report = check("accuracy", property=["symmetry"])
    path = tmp_path / "accuracy.v"
    path.write_text(
        measure_file("accuracy", report.reading, report.verdicts).text(), encoding="utf-8"
    )
    good, output = coqc(path)
    assert good, output
    assert assumptions(output) == ALLOWED


@pytest.mark.parametrize("name", ["F-beta-linear-symmetry", "IBA-Gmean-tp-monotone"])
def test_rocq_accepts_thresholds(name: str, tmp_path: Path) -> None:
    """In both directions; with another condition, they are refused."""
    (file,) = files(str(ROOT / f"docs/certificates/threshold-{name}.json.gz"), ())
    (told,) = file.verdicts
    assert told.reason == ""
    (found,) = check_file(file, tmp_path)
    assert found.message == ""
    wrong = file.text().replace(" GE]", " GT]").replace(" EQ]", " GE]")
    assert wrong != file.text()
    path = tmp_path / "wrong.v"
    path.write_text(wrong, encoding="utf-8")
    assert not coqc(path)[0]


@pytest.mark.parametrize(
    ("measure", "classes", "properties"),
    [
        ("F1", 2, ("monotone", "distance", "class-symmetry")),
        ("kappa", 2, ("strongly-monotone", "fn-min")),
        pytest.param("BA", 3, ("symmetry", "monotone"), marks=pytest.mark.exhaustive),
        ("Yule_Q", 2, ("tp-concave", "prediction-inversion-invariance")),
    ],
)
def test_rocq_accepts_that_a_counterexample_is_the_smallest(
    measure: str, classes: int, properties: tuple[str, ...], tmp_path: Path
) -> None:
    """By enumeration of what has fewer elements; with one element more, it is refused."""
    report = check(measure, property=list(properties), classes=classes)
    file = smallest_file(measure, report.reading, report.verdicts)
    assert [verdict.reason for verdict in file.verdicts] == [""] * len(properties)
    assert [found.message for found in check_file(file, tmp_path)] == [""] * len(properties)
    more = re.sub(r"\(smallest (\d+)\)", lambda m: f"(smallest {int(m[1]) + 1})", file.text())
    assert more.count("smallest ") == file.text().count("smallest ")
    wrong = [replace(v, text=_of(more, v.theorem)) for v in file.verdicts]
    found = check_file(replace(file, name="wrong", verdicts=tuple(wrong)), tmp_path)
    assert not any(part.accepted for part in found)


def _of(text: str, theorem: str) -> str:
    """The theorem of this name, with its proof."""
    start = text.index(f"Theorem {theorem} ")
    return text[start : text.index("Qed.", start) + 5]


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
