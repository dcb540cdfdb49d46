"""All measures and all properties on one page: what stands in a cell is the verdict, replayed."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urldefrag

import pytest
from browser import Browser, browser
from pages import Page
from tiers import exhaustive

from symbolic_measures import check, compare
from symbolic_measures.doors.cli import main
from symbolic_measures.doors.overview import files, overview, read
from symbolic_measures.doors.plots.relations import sentences

NAMES = ("F1", "Jaccard", "accuracy")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: Any) -> Path:
    found: Path = tmp_path_factory.mktemp("overview")
    arguments = ["--framework", "gosgens2021", "--relations", "--jobs", "1", "-o", str(found)]
    assert main(["overview", *NAMES, *arguments]) == 0
    return found


def test_each_cell_is_the_verdict_of_check(folder: Path) -> None:
    reports, relations = read(folder / "certificates")
    doc = overview(reports, relations)
    assert [name for name, _, _ in doc.rows] == list(NAMES), "in the order of the catalog"
    for name, _, cells in doc.rows:
        expected = {verdict.property: verdict.outcome for verdict in check(name).verdicts}
        assert {c.id: cell.outcome for c, cell in zip(doc.columns, cells, strict=True) if cell} == (
            expected
        )
    counts = re.findall(r"(\d+) (proved|refuted|undecided|not applicable)", doc.counted)
    assert sum(int(number) for number, _ in counts) == len(doc.columns) * len(doc.rows)


def test_each_cell_opens_its_evidence(folder: Path) -> None:
    page = Page((folder / "overview.html").read_text(encoding="utf-8"))
    links = [str(each["href"]) for each in page.all("a") if "#" in str(each["href"])]
    assert len(links) > 30
    anchors: dict[str, set[Any]] = {}
    for link in links:
        file, anchor = urldefrag(link)
        if file not in anchors:
            there = Page((folder / file).read_text(encoding="utf-8"))
            anchors[file] = {each.get("id") for each in there.all("details")}
        assert anchor in anchors[file]


def test_a_cell_says_its_content_without_colour(folder: Path) -> None:
    page = Page((folder / "overview.html").read_text(encoding="utf-8"))
    told = [str(each["aria-label"]) for each in page.all("a") if each.get("aria-label")]
    assert any(text.startswith("F1, class-symmetry: refuted: ") for text in told)
    assert any(text.startswith("accuracy, symmetry: proved") for text in told)


def test_the_graph_says_what_it_shows(folder: Path) -> None:
    told = sentences(compare(*NAMES))
    assert told.startswith("Equivalent: F1 and Jaccard. At most: ")
    assert "Jaccard <= F1" in told
    page = Page((folder / "overview.html").read_text(encoding="utf-8"))
    (image,) = page.all("img")
    assert image["alt"] == told
    kind, _, data = str(image["src"]).partition(";base64,")
    assert kind == "data:image/svg+xml"
    assert b"<svg" in base64.b64decode(data)


def test_the_files_depend_on_the_certificates_alone(folder: Path, tmp_path: Path) -> None:
    again = ["overview", "--from", str(folder / "certificates"), "-o", str(tmp_path)]
    assert main(again) == 0
    for place, _ in files(*read(folder / "certificates")):
        assert (tmp_path / place).read_bytes() == (folder / place).read_bytes()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["Foo"], "unknown name 'Foo'"),
        (["--from", "/no/such"], "/no/such: no certificate of a measure"),
        (["--timeout", "0"], "--timeout"),
        (["--jobs", "0"], "--jobs"),
        (["F1", "--framework", "none"], "none"),
    ],
)
def test_bad_input_is_one_line(
    arguments: list[str], told: str, tmp_path: Path, capsys: Any
) -> None:
    assert main(["overview", *arguments, "-o", str(tmp_path)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert told in line


def test_a_forged_certificate_is_refused(folder: Path, tmp_path: Path, capsys: Any) -> None:
    data = check("F1", "symmetry").to_json().replace('"proved"', '"refuted"')
    (tmp_path / "F1.json").write_text(data, encoding="utf-8")
    assert main(["overview", "--from", str(tmp_path), "-o", str(tmp_path / "out")]) == 2
    assert "F1.json" in capsys.readouterr().err


# --- in a browser --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as found:
        yield found


NAMED = """return Array.from(document.querySelectorAll('.heat tbody tr:not([hidden]) > th'))
.map(function (cell) { return cell.textContent; })"""
CHOOSE = """var text = arguments[1], e = document.querySelectorAll('.filter select')[arguments[0]];
e.value = Array.from(e.options).filter(function (o) { return o.text === text; })[0].value;
e.dispatchEvent(new Event('change'))"""


@exhaustive
def test_it_sorts_and_filters(chromium: Browser, folder: Path) -> None:
    chromium.open(folder / "overview.html")
    assert chromium.run(NAMED) == list(NAMES)
    button = next(
        each for each in chromium.driver.find_elements("css selector", ".heat thead button")
        if each.get_attribute("textContent") == "class-symmetry"
    )  # fmt: skip
    button.click()
    assert chromium.run(NAMED) == ["accuracy", "F1", "Jaccard"], "the one that has it first"
    button.click()
    assert chromium.run(NAMED)[-1] == "accuracy"
    chromium.run(CHOOSE, 0, "by name")
    assert chromium.run(NAMED) == ["accuracy", "F1", "Jaccard"]
    chromium.run(CHOOSE, 0, "alike next to each other")
    assert chromium.run(NAMED) == ["F1", "Jaccard", "accuracy"]
    chromium.run(CHOOSE, 1, "class-symmetry")
    chromium.run(CHOOSE, 2, "refuted")
    assert chromium.run(NAMED) == ["F1", "Jaccard"]
    chromium.find(".filter input[type=search]").send_keys("jac")
    assert chromium.run(NAMED) == ["Jaccard"]
    assert chromium.errors() == []


@exhaustive
def test_a_cell_opens_the_row_of_its_property(chromium: Browser, folder: Path) -> None:
    chromium.open(folder / "overview.html")
    chromium.find("a[href='measures/F1.html#class-symmetry']").click()
    chromium.wait("return document.getElementById('class-symmetry') !== null")
    assert chromium.run("return document.getElementById('class-symmetry').open")
    assert chromium.errors() == []
    assert chromium.requests() <= {"file", "data"}


@exhaustive
@pytest.mark.parametrize("width", [390, 1280])
def test_the_page_is_no_wider_than_its_window(chromium: Browser, folder: Path, width: int) -> None:
    for file in ("overview.html", "relations.html"):
        chromium.open(folder / file, width=width, dark=width == 390)
        wide = "return document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert chromium.run(wide) <= 0
