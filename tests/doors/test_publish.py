"""The folder `reports/`: every certificate replays, and every file is what they give."""

from __future__ import annotations

import gzip
import json
import os
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from pages import Page
from paper import compile_, no_overfull
from places import ROOT
from tiers import exhaustive

from symbolic_measures import decide_table
from symbolic_measures.claims.papers import PAPERS, TABLES, Claim
from symbolic_measures.claims.ranked import PAPER, TITLES
from symbolic_measures.claims.walks import walk
from symbolic_measures.doors import findings as found_in
from symbolic_measures.doors import publish as reports
from symbolic_measures.doors import saved as saved_files
from symbolic_measures.doors.checked import checked
from symbolic_measures.doors.cli import main
from symbolic_measures.doors.publish import Certifying, Results, files, read_certificates
from symbolic_measures.doors.saved import read_saved
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.questions.derivation.reading import load
from symbolic_measures.questions.kinds import KNOWN
from symbolic_measures.questions.table.formulas import DISPLAYS
from symbolic_measures.questions.table.marks import Table

FOLDER = ROOT / "reports"
SMALL = "opitz2024:examples"
PACKED = re.compile(r"data:application/gzip;base64,[A-Za-z0-9+/=]*")


@cache
def committed() -> Results:
    """Every certificate of the folder, replayed once."""
    return read_certificates(FOLDER / reports.CERTIFICATES, os.cpu_count() or 1)


@cache
def made() -> dict[str, str]:
    """Every file that the certificates give."""
    return dict(files(committed()))


@cache
def small() -> Table:
    return decide_table("gosgens2021:2", row=["F1", "BA"], column=["Sym", "Mon", "SMon"])


def written(text: str) -> str:
    """A page without its compressed certificate, which other libraries compress otherwise."""
    return PACKED.sub("", text)


# --- the folder -----------------------------------------------------------------------------


@exhaustive
def test_every_table_and_derivation_is_there_and_replays() -> None:
    names = {reports.name_of(table) for table in committed().tables}
    assert names == {*TABLES, *DISPLAYS, *(f"{PAPER}:{number}" for number in TITLES)}
    assert all(table.complete for table in committed().tables)
    derived = {(d.derivation.paper, d.derivation.name) for d in committed().derivations}
    loaded = [load(path, KNOWN) for path in reports.derivation_files(FOLDER.parent / "derivations")]
    assert derived == {(one.paper, one.name) for one in loaded}
    known = {(d.derivation.paper, d.derivation.name): d.derivation.data
             for d in committed().derivations}  # fmt: skip
    for one in loaded:
        assert known[one.paper, one.name] == one.data, f"{one.file} is newer than its certificate"


@exhaustive
def test_the_files_are_what_the_certificates_give() -> None:
    there = {str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*") if path.is_file()}
    kept = {place for place in there if not place.startswith(reports.CERTIFICATES)}
    beside = {"appendix.pdf", "rocq.json", "rocq.md"}  # made by LaTeX, and by `make check-proofs`
    assert kept == {*made(), *beside}
    for place, text in made().items():
        assert written((FOLDER / place).read_text(encoding="utf-8")) == written(text), place


def test_nothing_in_the_certificates_tells_when_or_where_they_were_made() -> None:
    paths = sorted((FOLDER / reports.CERTIFICATES).iterdir())
    assert paths
    for path in paths:
        raw = path.read_bytes()
        assert raw[4:8] == b"\0\0\0\0", "no date"
        text = gzip.decompress(raw).decode()
        assert set(re.findall(r'"seconds":([^,}]*)', text)) <= {"0.0"}
        assert not re.search(r"/(home|tmp|root|usr|work)/", text)
        assert not re.search(r"after \d+(\.\d+)? second", text)


@exhaustive
def test_the_appendix_compiles(tmp_path: Path) -> None:
    (tmp_path / "appendix.tex").write_text(made()["appendix.tex"], encoding="utf-8")
    compile_(tmp_path, "appendix.tex")
    no_overfull(compile_(tmp_path, "appendix.tex"))
    assert (FOLDER / "appendix.pdf").read_bytes().startswith(b"%PDF")


@exhaustive
def test_pages_are_well_formed_and_lead_to_files_that_are_there() -> None:
    for place, text in made().items():
        if not place.endswith(".html"):
            continue
        page = Page(text)
        ids = {str(attrs["id"]) for _, attrs in page.tags if attrs.get("id")}
        for link in page.all("a"):
            target, _, name = (link["href"] or "").partition("#")
            if target.startswith("data:"):
                continue
            path = (FOLDER / place).parent / target if target else FOLDER / place
            assert path.exists(), f"{place} leads to {target}"
            if name:
                shown = ids if not target else _ids(path)
                assert name in shown, f"{place} leads to {target}#{name}"


@cache
def _ids(path: Path) -> set[str]:
    return set(re.findall(r' id="([^"]*)"', path.read_text(encoding="utf-8")))


# --- counts ---------------------------------------------------------------------------------


@exhaustive
def test_every_claim_is_counted_once() -> None:
    """The totals are the distinct claims of the walks, and nothing is in two counts."""
    found = reports.found_in(committed())
    for count in (*found.counts, found.total):
        assert count.numbers[0] == sum(count.numbers[1:])
    data = json.loads(found.to_json())
    assert data == json.loads((FOLDER / "findings.json").read_text(encoding="utf-8"))
    assert len(found.findings) == sum(found.total.to_data()[name] for name in found_in.SEVERITIES)
    said = [one for paper in PAPERS for one in walk(paper).said]
    decided = [one for one in said if one.at is not None and not one.own]
    unchecked = sum(len(table.unchecked) for table in TABLES.values())
    assert data["total"]["claims"] == len(decided) - unchecked
    assert data["apart"]["unchecked"] == unchecked


@exhaustive
def test_page_list_and_certificates_agree() -> None:
    """What `claims` counts, what the pages show and what the certificates give is one thing."""
    places = {(one.paper, one.place): one for one in committed().checked}
    kept = json.loads((FOLDER / "claims.json").read_text(encoding="utf-8"))
    assert [one["paper"] for one in kept["papers"]] == list(PAPERS)
    total = 0
    for one in kept["papers"]:
        page = Page(made()[f"papers/{one['paper']}.html"])
        assert len(page.all("details")) == len(one["claims"]) == len(walk(one["paper"]).said)
        for line, said in zip(one["claims"], walk(one["paper"]).said, strict=True):
            if said.at is None:
                assert line["kind"] in ("again", "open", "definition")
            elif line["kind"] in ("claim", "own"):
                assert line["verdict"] == places[one["paper"], said.at].outcome, line["place"]
        numbers = [line["number"] for line in one["claims"] if line["number"]]
        assert numbers == list(range(1, one["counts"]["distinct"] + 1))
        total += one["counts"]["decided"]
    assert total == reports.found_in(committed()).total.numbers[0]


def test_a_finding_tells_its_witness_and_what_saves_the_mark() -> None:
    found = found_in.findings(checked([small()]))
    places = [(one.place, one.severity, one.sources) for one in found.findings]
    sources = ("gosgens2021, Table 2", "gosgens2021 slides")
    assert places == [
        ("F1, Mon", "reading-dependent", sources),
        ("BA, SMon", "reading-dependent", sources),
    ]
    for one, cell in zip(found.findings, small().disagreements, strict=True):
        assert one.witness == cell.to_data()["witness"]
        assert one.saved_by == tuple(attempt.words for attempt in cell.saved_by)
        assert one.pictures is not None
    assert found.headline.startswith("Of 6 claims that were checked, 4 hold")
    assert found.apart == {"repeated": 6, "unchecked": 0}


def test_what_another_source_prints_is_held_against_that_source() -> None:
    cells = list(small().cells)
    claims = (*cells[0].claims[:1], Claim("✗", "no", "a copy"))
    found = found_in.findings(
        checked([replace(small(), cells=(replace(cells[0], claims=claims),))])
    )
    (finding,) = found.findings
    assert (finding.sources, finding.severity) == (("a copy",), "false mark")
    assert "gosgens2021, Table 2 prints ✓." in found.to_json()
    assert {count.source: count.numbers[1] for count in found.counts} == {
        "gosgens2021, Table 2": 1, "a copy": 0,
    }  # fmt: skip
    assert found.apart == {"repeated": 0, "unchecked": 0}


def test_an_undecided_claim_is_no_finding() -> None:
    cell = small()["F1", "Mon"]
    verdict = replace(cell.verdict, outcome="undecided", witness=None, reason="open")
    open_ = replace(cell, verdict=verdict, attempts=())
    found = found_in.findings(checked([replace(small(), cells=(open_,))]))
    assert (found.findings, found.open) == ((), ("gosgens2021:2 F1, Mon",))
    assert found.total.to_data()["undecided"] == 1


@pytest.mark.parametrize(
    ("row", "severity"), [("D.1, i = j", "misprint"), ("E.1, i = j", "false formula")]
)
def test_a_misprint_is_a_matter_of_two_symbols(row: str, severity: str) -> None:
    (finding,) = found_in.findings(
        checked([decide_table("opitz2024:formulas", row=[row])])
    ).findings
    assert finding.severity == severity


# --- the command ----------------------------------------------------------------------------


def test_from_nothing_to_all_files_and_again_from_the_certificates(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    cached = ["--jobs", "1", "--cache", str(tmp_path / "cache")]
    assert main(["report", "--table", SMALL, "-o", str(one), *cached]) == 0
    assert "Of 7 claims that were checked, " in capsys.readouterr().out
    assert main(["report", "--from", str(one / "certificates"), "-o", str(two)]) == 0
    there = sorted(path.relative_to(one) for path in one.rglob("*") if path.is_file())
    assert Path("appendix.pdf") in there
    for place in there:
        assert (one / place).read_bytes() == (two / place).read_bytes(), place
    capsys.readouterr()
    name = str(one / "certificates" / "opitz2024-examples.json.gz")
    assert main(["verify", name]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == f"{name}: verified: 8 verdicts replayed, 0 undecided"
    assert told[1:] == ["  not verified, since nobody can replay it: notes (8)"]


def test_without_latex_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    reports.keep(
        "gosgens2021-formulas",
        decide_table("gosgens2021:formulas", row=["D.2, CC"]).to_data(),
        tmp_path,
    )
    monkeypatch.setattr(reports.shutil, "which", lambda name: None)
    assert main(["report", "--from", str(tmp_path / "certificates"), "-o", str(tmp_path)]) == 0
    assert "pdflatex is not installed" in capsys.readouterr().err
    assert (tmp_path / "appendix.tex").exists()
    assert not (tmp_path / "appendix.pdf").exists()


def test_what_was_certified_before_an_interrupt_stays(tmp_path: Path) -> None:
    work = Certifying(tmp_path, (SMALL, "gosgens2021:formulas"))
    for _ in work:
        if work.done:
            break
    (path,) = (tmp_path / "certificates").iterdir()
    (table,) = read_certificates(path.parent).tables
    assert reports.name_of(table) == SMALL


def _tampered(folder: Path, change: Any, name: str = "gosgens2021-2") -> Path:
    data = json.loads(json.dumps(small().to_data()))
    change(data)
    reports.keep(name, data, folder)
    return folder / "certificates"


def _flip(data: Any) -> None:
    data["cells"][0].update(computed="no", agrees=False)


def _other_proof(data: Any) -> None:
    data["cells"][0]["verdict"]["proof"]["premises"][0]["rule"] = "sos"


def _drop(data: Any) -> None:
    del data["cells"][1]


@pytest.mark.parametrize("change", [_flip, _other_proof, _drop])
def test_a_certificate_that_does_not_verify_makes_no_report(
    change: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = _tampered(tmp_path, change)
    assert main(["report", "--from", str(folder), "-o", str(tmp_path / "out")]) == 2
    (line,) = [x for x in capsys.readouterr().err.splitlines() if "replaying" not in x]
    assert "gosgens2021-2.json.gz: " in line
    assert not (tmp_path / "out").exists()


def test_a_certificate_under_another_name_is_refused(tmp_path: Path) -> None:
    folder = _tampered(tmp_path, lambda data: None, "brzezinski2018-3")
    with pytest.raises(CertificateError, match="it is the table gosgens2021:2"):
        read_certificates(folder)


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"{}", "gzip"),
        (gzip.compress(b"{}" * 999)[:-20], "gzip"),
        (gzip.compress(b"no json"), "not JSON"),
        (gzip.compress(b" " * 2_000), "larger than"),
    ],
    ids=["not packed", "cut off", "not JSON", "too large"],
)
def test_files_that_cannot_be_read(
    raw: bytes, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saved_files, "MAX_FILE", 1_999)
    path = tmp_path / "x.json.gz"
    path.write_bytes(raw)
    with pytest.raises(ValueError, match=words):
        read_saved(path)
    assert main(["verify", str(path)]) == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["-o", "out"], "one of the arguments --all --table --from is required"),
        (["--table", "gosgens2021:9", "-o", "out"], "no table 'gosgens2021:9'"),
        (["--all", "-o", "out", "--jobs", "0"], "--jobs"),
        (["--all", "-o", "out", "--timeout", "0"], "--timeout"),
        (["--from", "nowhere", "-o", "out"], "nowhere: no certificate of a known table"),
    ],
)
def test_bad_input_is_one_line(
    arguments: list[str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    try:
        code = main(["report", *arguments])
    except SystemExit as stopped:
        code = int(str(stopped.code))
    assert code == 2
    assert words in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    with pytest.raises(FormulaError, match="-o "):
        reports.keep("x", {}, tmp_path / "taken")
