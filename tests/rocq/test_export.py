"""The exporter by itself: no Rocq is needed."""

from __future__ import annotations

import gzip
import json
import random
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from flint import Ordering, fmpq, fmpz_mpoly_ctx
from tiers import exhaustive

from symbolic_measures import check
from symbolic_measures.doors.cli import main
from symbolic_measures.doors.export import checking, rocq, table
from symbolic_measures.doors.export.algebra import State
from symbolic_measures.doors.export.checking import (
    Run,
    _culprit,
    assumptions,
    check_file,
    library_digest,
    required,
)
from symbolic_measures.doors.export.command import files
from symbolic_measures.doors.export.points import known_value
from symbolic_measures.doors.export.rocq import (
    Exported,
    MeasureFile,
    in_parts,
    measure_file,
)
from symbolic_measures.doors.export.sequents import RULES
from symbolic_measures.doors.export.terms import NotExportedError, Numbers, expression, polynomial
from symbolic_measures.kernel.algebra import RuleError, Sequent
from symbolic_measures.kernel.truth import evaluator
from symbolic_measures.meaning.measures import MEASURES
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.verdict import Step

ROCQ = Path(__file__).parents[2] / "rocq" / "theories"
CELLS = ("TP", "FN", "FP", "TN")


def horner(text: str, point: dict[int, int], at: int = 1) -> tuple[int, str]:
    """The value of a sparse Horner form, and the text after it: what the library says it is."""
    if text.startswith("(Pc "):
        found = re.match(r"\(Pc (?:\((-\d+)\)|(\d+))\)", text)
        assert found is not None
        return int(found[1] or found[2]), text[found.end() :]
    if text.startswith("(Pinj "):
        jump, rest = text[len("(Pinj ") :].split(" ", 1)
        value, rest = horner(rest, point, at + int(jump))
        return value, rest[1:]
    assert text.startswith("(PX ")
    above, rest = horner(text[len("(PX ") :], point, at)
    power, rest = rest[1:].split(" ", 1)
    below, rest = horner(rest, point, at + 1)
    return above * point.get(at, 0) ** int(power) + below, rest[1:]


@pytest.mark.parametrize("seed", range(30))
def test_polynomials_keep_their_values(seed: int) -> None:
    """Random polynomials, evaluated from the text that is written."""
    pick = random.Random(seed)
    names = ("TN", "TP", "k", "root1")
    numbers = Numbers(())
    context = fmpz_mpoly_ctx.get(names, Ordering.lex)
    terms = {tuple(pick.randrange(4) for _ in names): pick.randrange(-9, 10) or 1 for _ in range(6)}
    poly = context.from_dict(terms)
    values = {name: pick.randrange(-5, 6) for name in names}
    expected = int(poly(*(values[name] for name in names)))
    point = {numbers.of(name): value for name, value in values.items()}
    assert horner(polynomial(poly, numbers), point) == (expected, "")


def test_a_formula_is_written_as_it_stands() -> None:
    numbers = Numbers(("beta",))
    tree = numbers.tree(parse("(1+beta**2)*TP/(TP-TP)", names={}, parameters=("beta", *CELLS)))
    assert expression(tree, {1: "TP", 21: "beta"}) == "((1 + (beta ^ 2)) * TP) / (TP - TP)"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("TP**(-1/2)", "Power TP ((- 1) / 2)"),
        ("FN-(-1*TP)", "FN - ((- 1) * TP)"),
        ("TP/((-2)/FN)", "TP / ((- 2) / FN)"),
        ("TP-(-FN)", "TP - (- FN)"),
    ],
)
def test_negative_numbers_keep_their_brackets(text: str, written: str) -> None:
    tree = Numbers(()).tree(parse(text, names={}, parameters=CELLS))
    assert expression(tree, {1: "TP", 2: "FN"}) == written


def test_a_variable_without_a_number_is_named() -> None:
    with pytest.raises(NotExportedError, match="gamma"):
        Numbers(("beta",)).of("gamma")


@pytest.mark.parametrize(
    "text", ["TP/FN", "sqrt(TP)", "log(TP)", "sqrt(FN)/FP", "Abs(TP-TN)", "Max(TP,FN)", "TP**-2"]
)
def test_values_that_rocq_computes_are_the_kernels(text: str) -> None:
    tree = parse(text, names={}, parameters=CELLS)
    for tp in range(5):
        point = {"TP": tp, "FN": tp % 2, "FP": 2, "TN": 3}
        own = known_value(tree, {name: Fraction(value) for name, value in point.items()})
        if isinstance(own, Fraction):
            value = evaluator(tree)({name: fmpq(v) for name, v in point.items()})
            assert str(own) == str(value)


def test_a_file_has_the_definition_and_readable_theorems() -> None:
    report = check("F1", property=["symmetry", "monotone", "continuous-extension"])
    file = measure_file("F1", report.reading, report.verdicts)
    text = file.text()
    assert "Definition F1 : measure := Measure\n  ((2 * TP) / (((2 * TP) + FN) + FP))%expr" in text
    assert "Theorem F1_symmetry : symmetry F1." in text
    assert "Theorem F1_symmetry_speaks : speaks (symmetry_goals F1)." in text
    assert "Theorem F1_not_monotone : ~ monotone F1." in text
    assert text.rstrip().endswith("Print Assumptions F1_all.")
    assert "F1_symmetry" not in file.text({"F1_symmetry"})
    left = [verdict for verdict in file.verdicts if verdict.reason]
    assert [verdict.property for verdict in left] == ["continuous-extension"]
    assert "continuous-extension: proved, not here" in text


def test_a_dissimilarity_is_judged_by_its_negative() -> None:
    report = check("CD", property=["symmetry"])
    text = measure_file("CD", report.reading, report.verdicts).text()
    assert "Measure (- formula CD)%expr" in text
    assert "Theorem CD_symmetry : symmetry CD_score." in text


def test_every_verdict_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = check("GM", property=["symmetry", "class-symmetry", "tn-invariance"])
    saved = tmp_path / "GM.json"
    saved.write_text(json.dumps(report.to_data()), encoding="utf-8")
    assert main(["export", str(saved), "-o", str(tmp_path / "out")]) == 0
    summary = json.loads((tmp_path / "out" / "summary.json").read_text(encoding="utf-8"))
    told = [*(v.property for v in report.verdicts), "tn-invariance, smallest"]
    assert [entry["property"] for entry in summary] == told
    assert all(bool(entry.get("theorem")) != bool(entry.get("reason")) for entry in summary)
    printed = capsys.readouterr().out
    for entry in summary:
        assert "theorem" in entry or f"not exported: GM, {entry['property']}" in printed


@pytest.mark.parametrize("source", ["no-such-file.json", "nonsense", "F1:"])
def test_bad_sources_get_one_line(
    source: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", source, "-o", str(tmp_path)]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_the_library_admits_nothing() -> None:
    files = sorted(ROCQ.glob("*.v"))
    assert len(files) >= 12
    for path in files:
        code = re.sub(r"\(\*.*?\*\)", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        found = re.findall(r"\b(Admitted|admit|Axiom|Parameter|Conjecture|Abort)\b", code)
        assert found == [], path.name


def test_all_properties_have_their_goals() -> None:
    """Each exported property is defined for a reader, and linked to its goals by a theorem."""
    from symbolic_measures.doors.export.rocq import AS_GIVEN, SCORED

    said, linked = (
        "".join((ROCQ / f"{name}.v").read_text(encoding="utf-8") for name in names)
        for names in (
            ("Properties", "Further", "Association", "Decomposable", "Scales"),
            (
                "Gosgens", "Brzezinski", "Expectation", "Range", "Opitz", "Further", "Association",
                "Decomposable", "Scales",
            ),
        )
    )  # fmt: skip
    for prop in (*SCORED, *AS_GIVEN):
        name = {"undefined-set": "undefined_exactly_on"}.get(prop, prop.replace("-", "_"))
        assert re.search(rf"Definition {name}[ :]", said), name
        assert re.search(rf"Theorem {name}_(iff|by) ", linked), name


def test_assumptions_are_read_from_rocqs_output() -> None:
    output = "Axioms:\nA.b_c : forall P : Prop, P\nD.e\n  : forall (x : nat), x = x\n"
    assert assumptions(output) == {"A.b_c", "D.e"}
    assert assumptions("Closed under the global context\n") == set()


def test_the_refused_theorem_is_found_by_its_line() -> None:
    verdicts = tuple(
        Exported("M", name, "proved", theorem=name, text=f"(* {name} *)\nTheorem {name}.\nQed.\n")
        for name in ("first", "second")
    )
    file = MeasureFile("M", "Definition M.", verdicts)
    text = file.text()
    line = text[: text.index("Theorem second")].count("\n") + 1
    assert _culprit(text, f'File "./M.v", line {line}, characters 0-3:', file) == "second"
    assert _culprit(text, "no line", file) is None


def _verdicts(lines: int, count: int) -> tuple[Exported, ...]:
    """So many theorems of so many lines, each of 13 characters."""
    return tuple(
        Exported("M", f"p{i}", "proved", theorem=f"M_{i}", text=f"Theorem M_{i}.\n" * lines)
        for i in range(count)
    )


def test_a_long_file_is_checked_in_parts() -> None:
    """No verdict is lost, none is doubled, and a short file stays one."""
    file = MeasureFile("M", "Definition M.", _verdicts(10, 7))
    assert in_parts(file, 1_000) == (file,)
    parts = in_parts(file, 300)
    assert [part.name for part in parts] == [f"M_part{i}" for i in range(1, 5)]
    assert tuple(v for part in parts for v in part.verdicts) == file.verdicts
    assert all("Definition M." in part.text() for part in parts)
    assert len(in_parts(file, 1)) == 7


def test_what_was_checked_is_not_checked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While file and library are the same; an answer that was damaged is asked for again."""
    runs: list[Path] = []

    def run(path: Path) -> Run:
        runs.append(path)
        return Run(True, "Closed under the global context\n", 1.5, 400)

    monkeypatch.setattr(checking, "run_coqc", run)
    file = MeasureFile("M", "Definition M.", _verdicts(1, 2))
    first = list(check_file(file, tmp_path))
    assert all(part.accepted and part.seconds == 1.5 for part in first)
    assert list(check_file(file, tmp_path)) == first
    assert len(runs) == 1
    list(check_file(MeasureFile("M", "Definition M'.", file.verdicts), tmp_path))
    assert len(runs) == 2
    (tmp_path / "M.checked.json").write_text("{", encoding="utf-8")
    list(check_file(file, tmp_path))
    assert len(runs) == 3
    monkeypatch.setattr(checking, "library_digest", lambda _: "another library")
    list(check_file(file, tmp_path))
    assert len(runs) == 4


def test_a_file_rests_on_the_modules_that_it_uses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A change of another module asks for no second check; one of a module below does."""
    for name, text in (("A", ""), ("B", uses("A")), ("C", uses("A"))):
        (tmp_path / f"{name}.v").write_text(text, encoding="utf-8")
    monkeypatch.setattr(checking, "library", lambda: tmp_path)

    def digest() -> str:
        library_digest.cache_clear()
        return library_digest(required(uses("B\n  A")))

    first = digest()
    (tmp_path / "C.v").write_text("(* new *)", encoding="utf-8")
    assert digest() == first
    (tmp_path / "A.v").write_text("(* new *)", encoding="utf-8")
    assert digest() != first
    library_digest.cache_clear()


def uses(names: str) -> str:
    return f"From SymbolicMeasures Require Import {names}.\n"


def test_what_is_not_in_a_file_is_a_comment() -> None:
    """What the library learns to say of one verdict changes nothing for the others."""
    verdicts = _verdicts(1, 2)
    left = Exported("M", "p", "proved", reason="not yet")
    shorter, longer = (MeasureFile("M", "", own) for own in (verdicts, (*verdicts, left)))
    assert shorter.code() == longer.code()
    assert "p: proved, not here: not yet." in longer.text()


def test_a_file_without_theorems_needs_no_rocq(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checking, "run_coqc", None)
    file = MeasureFile("M", "", (Exported("M", "p", "proved", reason="not here"),))
    (found,) = check_file(file, tmp_path)
    assert (found.accepted, found.message) == (False, "not here")


def _failing_at_symmetry(error: Exception, monkeypatch: pytest.MonkeyPatch) -> list[Exported]:
    report = check("accuracy", property=["symmetry", "class-symmetry"])
    written = rocq._theorem

    def failing(own: str, reading: Any, verdict: Any, numbers: Any) -> tuple[str, str]:
        if verdict.property == "symmetry":
            raise error
        return written(own, reading, verdict, numbers)

    monkeypatch.setattr(rocq, "_theorem", failing)
    return list(measure_file("accuracy", report.reading, report.verdicts).verdicts)


@pytest.mark.parametrize("error", [NotExportedError("x"), RuleError("x"), RecursionError()])
def test_a_proof_of_another_form_costs_one_verdict(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = _failing_at_symmetry(error, monkeypatch)
    assert [bool(own.theorem) for own in (first, second)] == [False, True]
    assert [bool(own.reason) for own in (first, second)] == [True, False]


@pytest.mark.parametrize("error", [StopIteration, KeyError, ValueError, TypeError])
def test_an_error_of_the_exporter_is_no_reason(
    error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(error):
        _failing_at_symmetry(error("x"), monkeypatch)


def test_what_needs_too_much_memory_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rocq, "LARGEST", 100)
    report = check("accuracy", property=["symmetry"])
    (verdict,) = measure_file("accuracy", report.reading, report.verdicts).verdicts
    assert verdict.reason == "a proof of 0 MB, for which Rocq needs more than 2 GB"


def test_a_folder_is_its_saved_reports(tmp_path: Path) -> None:
    """And the catalog is then what is not saved there."""
    report = check("accuracy", property=["symmetry"])
    saved = tmp_path / "check-accuracy.json.gz"
    saved.write_bytes(gzip.compress(json.dumps(report.to_data()).encode()))
    seen: set[str] = set()
    (own,) = table.measures(str(tmp_path), (), seen)
    assert (own.name, seen) == ("accuracy", {"accuracy"})
    seen = set(MEASURES) - {"recall"}
    (left,) = table.measures("catalog", ("symmetry",), seen)
    assert left.name == "recall"


def test_every_saved_answer_has_a_row() -> None:
    """Checks and thresholds are files, with reasons; the others are told."""
    folder = ROCQ.parents[1] / "docs" / "certificates"
    kinds = {path.name.partition("-")[0] for path in folder.glob("*.json.gz")}
    told = {row["property"] for row in table.others(str(folder))}
    assert {f"{kind}-" for kind in kinds - told} == set(table.WRITTEN)
    assert all(row["reason"] and row["verdict"] == "answered" for row in table.others(str(folder)))
    (file,) = files(str(folder / "classes-kappa.json.gz"), ())
    assert file.name == "kappa_3_classes"
    assert {v.property for v in file.verdicts if v.reason} == {"constant-baseline"}
    (file,) = files(str(folder / "threshold-F-beta-ace.json.gz"), ())
    assert [bool(verdict.reason) != bool(verdict.theorem) for verdict in file.verdicts] == [True]


@exhaustive
def test_a_table_tells_of_averagings_and_several_classes() -> None:
    folder = ROCQ.parents[1] / "reports" / "certificates"
    found = list(files(str(folder / "gosgens2021-2.json.gz"), ()))
    several = [file for file in found if file.name.endswith("_classes")]
    assert sum(len(file.verdicts) for file in found) == 180
    assert sum(len(file.verdicts) for file in several) == 90
    averages = [file for file in several if file.name[:5] in ("Micro", "Macro", "Weigh")]
    assert {verdict.reason for file in averages for verdict in file.verdicts} == {
        "an average of an arbitrary binary measure"
    }
    others = [verdict for file in several if file not in averages for verdict in file.verdicts]
    assert (len(others), sum(bool(verdict.theorem) for verdict in others)) == (63, 58)


def test_the_table_tells_shares_and_reasons() -> None:
    asked = (("symmetry", True), ("monotone", True), ("class-decomposable", False))
    rows = [
        {
            "source": "docs/certificates", "measure": "F1", "property": prop, "verdict": "proved",
            "exported": accepted, "accepted": accepted, "lines": 3, "file seconds": 1.5,
            "file megabytes": 400, "reason": "" if accepted else "not yet",
        }
        for prop, accepted in asked
    ]  # fmt: skip
    text = table.markdown(rows)
    assert "Of 3 verdicts and answers 2 are accepted; 0 are exported and refused." in text
    assert f"Of the {len(MEASURES)} measures of the catalog 1 are here." in text
    assert "| proved, gosgens2021 and brzezinski2018 | 2 | 2 | 2 |" in text
    assert "| proved, opitz2024 | 1 | 0 | 0 |" in text
    assert "| F1 | 2 | class-decomposable | 9 | 1.5 | 400 |" in text
    assert "| not yet | 1 |" in text
    assert "## catalog" in text


@pytest.mark.parametrize("args", [{"rels": ["=="]}, {"of": "x", "rels": [">", "<"]}])
def test_cases_that_leave_out_a_sign_are_not_exported(args: dict[str, Any]) -> None:
    """Rocq's checker has the cases of all three signs of a polynomial that is named."""
    x = fmpz_mpoly_ctx.get(["x"], Ordering.lex).gen(0)
    goal = Sequent(("x",), ("real",), {}, (), (x, "!="), {})
    state = State([], goal.conclusion, Numbers(["x"]))
    with pytest.raises(NotExportedError, match="leave out a sign"):
        RULES["cases"](state, goal, Step("cases", args), [])
