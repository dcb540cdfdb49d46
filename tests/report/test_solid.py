"""The tetrahedron that can be turned: exact values, and a page that works in a browser."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import Browser, browser
from decided import decided
from pages import Page
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from tiers import exhaustive

from report.test_sentences_of_every_kind import ASKED
from symbolic_measures import check, measure
from symbolic_measures.doors.api.asking import ask
from symbolic_measures.doors.cli import main
from symbolic_measures.kernel.exact import UndefinedError
from symbolic_measures.meaning.subjects import make_reading
from symbolic_measures.nouns.confusion import CELLS, compositions
from symbolic_measures.report.lattice import Lattice, embedded, lattice

REPORTS = Path(__file__).parents[2] / "reports"


def solid(name: str, n: int = 6) -> Lattice:
    found = lattice(make_reading(measure(name)), n=n)
    assert found is not None
    return found


# --- the values ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["F1", "MCC", "BA"])
def test_every_matrix_has_its_exact_value(name: str) -> None:
    found, value = solid(name), measure(name)
    for cells, place in zip(compositions(6, 4), found.places, strict=True):
        text, near = found.values[place]
        try:
            exact = value(**dict(zip(CELLS, cells, strict=True)))
        except UndefinedError:
            assert (text, near) == ("undefined", None)
            continue
        assert near is not None
        assert abs(float(exact) - near) <= 5e-4 * max(1, abs(near))
        assert "about" not in text, "rational numbers and roots are written out"


def test_what_is_no_root_is_said_to_be_rounded() -> None:
    texts = [text for text, near in solid("CD").values if near not in (None, 0, 0.5, 1)]
    assert texts
    assert all(text.startswith("about ") or re.fullmatch(r"\d/\d", text) for text in texts)


def test_infinite_values_are_values() -> None:
    reading = make_reading(measure("DP"), (), "brzezinski-extended")
    found = lattice(reading, n=4)
    assert found is not None
    assert {"oo", "-oo"} <= {text for text, _ in found.values}


def test_values_of_parameters_are_said() -> None:
    assert solid("F_beta").parameters == "beta = 1"
    assert lattice(make_reading(measure("CC", classes=3))) is None


def test_counterexamples_lie_where_their_cells_weigh() -> None:
    verdict = decided("F1")["monotone"]
    found = lattice(decided("F1").reading, [verdict, decided("F1")["symmetry"]], 4)
    assert found is not None
    (each,) = found.counterexamples
    assert each["matrices"] == [["0", "1", "1", "0"], ["0", "0", "1", "1"]]
    assert each["parts"] == [[0, 0.5, 0.5, 0], [0, 0, 0.5, 0.5]]
    assert each["values"] == ["0", "0"]


def test_no_name_can_end_the_data() -> None:
    odd = Lattice("</script><b>&", 1, "", (0, 0, 0, 0), (("undefined", None),))
    text = embedded([odd])
    assert "<" not in text
    assert "&" not in text
    assert json.loads(text)[0]["name"] == odd.name


def test_a_page_has_the_tetrahedron_and_a_fragment_has_not() -> None:
    report = decided("F1")
    page = Page(report.rendered("html"))
    assert len([a for a in page.all("div") if a.get("class") == "solid"]) == 1
    assert 'class="solid"' not in report.rendered("html_fragment")
    three = check("CC", "symmetry", classes=3)
    assert 'class="solid"' not in three.rendered("html")


# --- in a browser --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as found:
        yield found


#: A formula as it is typed, longer than a telephone is wide.
LONG = "(1+2*TP+3*TN)/((1+2*TP+3*TN)+(1+FN+FN*FP)*(1+FP+FP*FN))"


@pytest.fixture(scope="module")
def pages(tmp_path_factory: Any) -> Path:
    """The page of a check, one of one measure, one of three, and one of every other question."""
    folder: Path = tmp_path_factory.mktemp("pages")
    (folder / "check.html").write_text(decided("F1").rendered("html"), encoding="utf-8")
    typed = check(LONG, ["symmetry", "class-symmetry"]).rendered("html")
    (folder / "typed.html").write_text(typed, encoding="utf-8")
    assert main(["plot", "F1", "--property", "monotone", "-o", str(folder / "one.html")]) == 0
    assert main(["plot", "F1", "MCC", "CE", "-o", str(folder / "many.html")]) == 0
    for number, (kind, asked, *_) in enumerate(ASKED):
        page = ask(kind, 600.0, **asked).rendered("html")
        (folder / f"{kind}-{number}.html").write_text(page, encoding="utf-8")
    return folder


DRAWN = "return +(document.querySelector('.solid').dataset.drawn || 0) > (arguments[0] || 0)"
PIXELS = "return document.querySelector(arguments[0]).toDataURL()"
SET = """var e = document.querySelector(arguments[0]); e.value = arguments[1];
e.dispatchEvent(new Event('input')); e.dispatchEvent(new Event('change'));"""


def count(page: Browser) -> int:
    return int(page.run("return +document.querySelector('.solid').dataset.drawn"))


def turned(page: Browser) -> str:
    return str(page.run("return document.querySelector('.solid').dataset.turned"))


def quiet(page: Browser) -> None:
    assert page.errors() == []
    assert page.requests() <= {"file", "data"}


def begin(page: Browser, path: Path, **how: Any) -> None:
    page.open(path, **how)
    page.wait(DRAWN, 0)


def change(page: Browser, selector: str, value: str) -> None:
    before = count(page)
    page.run(SET, selector, value)
    page.wait(DRAWN, before)


@exhaustive
def test_it_turns_by_mouse_and_keyboard(chromium: Browser, pages: Path) -> None:
    begin(chromium, pages / "one.html")
    canvas = chromium.find(".turn")
    first, picture = turned(chromium), chromium.run(PIXELS, ".turn")
    before = count(chromium)
    ActionChains(chromium.driver).click_and_hold(canvas).move_by_offset(60, 25).release().perform()
    chromium.wait(DRAWN, before)
    second = turned(chromium)
    assert second != first
    assert chromium.run(PIXELS, ".turn") != picture
    before = count(chromium)
    canvas.send_keys(Keys.ARROW_LEFT, Keys.ARROW_UP)
    chromium.wait(DRAWN, before)
    chromium.wait("return document.querySelector('.solid').dataset.turned !== arguments[0]", second)
    quiet(chromium)


@exhaustive
def test_it_turns_by_touch(chromium: Browser, pages: Path) -> None:
    begin(chromium, pages / "one.html", width=390)
    first = turned(chromium)
    box = chromium.find(".turn").rect
    x, y = box["x"] + 100, box["y"] + 100
    chromium.run("window.scrollTo(0, 0)")

    def touch(kind: str, *points: dict[str, float]) -> None:
        chromium.driver.execute_cdp_cmd(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)}
        )

    touch("touchStart", {"x": x, "y": y})
    for step in range(1, 8):
        touch("touchMove", {"x": x + 12 * step, "y": y})
    touch("touchEnd")
    chromium.wait("return document.querySelector('.solid').dataset.turned !== arguments[0]", first)
    quiet(chromium)


@exhaustive
def test_the_slider_changes_the_section(chromium: Browser, pages: Path) -> None:
    begin(chromium, pages / "one.html")
    flat, whole = (chromium.run(PIXELS, name) for name in (".flat", ".turn"))
    change(chromium, ".share", "5")
    assert chromium.run(PIXELS, ".flat") != flat
    assert chromium.run(PIXELS, ".turn") != whole
    assert chromium.find(".shown").text == "5/20"
    assert "F1 where P = 5, N = 15" in chromium.find(".flat").get_attribute("aria-label")
    for end in ("0", "20"):
        change(chromium, ".share", end)
        for mode in ("skin", "section", "level"):
            change(chromium, ".mode", mode)
    quiet(chromium)


@exhaustive
def test_what_is_read_is_the_exact_value(chromium: Browser, pages: Path) -> None:
    """By keyboard from TP = TN = 0 up and to the right, and by pointing."""
    begin(chromium, pages / "one.html")
    flat = chromium.find(".flat")
    flat.send_keys(Keys.ARROW_UP)
    assert "F1 at (TP, FN, FP, TN) = (0, 10, 10, 0) is 0." in chromium.find(".read").text
    flat.send_keys(Keys.ARROW_UP, Keys.ARROW_UP, Keys.ARROW_UP, Keys.ARROW_RIGHT)
    assert str(measure("F1")(TP=3, FN=7, FP=9, TN=1)) == "3/11"
    assert "F1 at (TP, FN, FP, TN) = (3, 7, 9, 1) is 3/11, about 0.2727." in (
        chromium.find(".read").text
    )
    ActionChains(chromium.driver).move_to_element(flat).perform()
    told = re.search(r"= \((.*)\) is (\S+?)(,|\.$)", chromium.find(".read").text)
    assert told is not None
    cells = dict(zip(CELLS, map(int, told.group(1).split(", ")), strict=True))
    assert str(measure("F1")(**cells)) == told.group(2)
    ActionChains(chromium.driver).move_to_element(chromium.find(".turn")).perform()
    chromium.wait("return document.querySelector('.read').textContent.indexOf('F1 at') === 0")
    quiet(chromium)


@exhaustive
def test_a_counterexample_is_shown_with_its_matrices(chromium: Browser, pages: Path) -> None:
    begin(chromium, pages / "one.html")
    button, before = chromium.find(".found button"), chromium.run(PIXELS, ".turn")
    told = "monotone fails: (TP, FN, FP, TN) = (0, 1, 1, 0) against (TP, FN, FP, TN) = (0, 0, 1, 1)"
    assert told in button.text
    drawn = count(chromium)
    button.click()
    chromium.wait(DRAWN, drawn)
    assert button.get_attribute("aria-pressed") == "true"
    assert told in chromium.find(".read").text
    assert chromium.find(".shown").text == "10/20"
    assert chromium.run(PIXELS, ".turn") != before
    quiet(chromium)


@exhaustive
def test_an_isosurface_is_drawn_and_moves(chromium: Browser, pages: Path) -> None:
    begin(chromium, pages / "one.html")
    change(chromium, ".mode", "level")
    one = chromium.run(PIXELS, ".turn")
    change(chromium, ".level", "20")
    assert chromium.run(PIXELS, ".turn") != one
    assert chromium.find(".value").text == "0.2"
    quiet(chromium)


@exhaustive
def test_a_gallery_shows_the_measure_that_is_chosen(chromium: Browser, pages: Path) -> None:
    begin(chromium, pages / "many.html")
    assert "the corner TN" in chromium.find(".told").text
    change(chromium, ".measure", "1")
    assert "the edge TP–FN, the edge TP–FP, the edge FN–TN, the edge FP–TN" in (
        chromium.find(".told").text
    )
    assert "MCC" in chromium.find(".turn").get_attribute("aria-label")
    quiet(chromium)


@exhaustive
def test_the_fold_of_a_check_opens(chromium: Browser, pages: Path) -> None:
    chromium.open(pages / "check.html")
    fold = chromium.find(".fold")
    assert fold.is_displayed()
    assert not chromium.find(".solid").is_displayed()
    before = count(chromium)
    fold.find_element("tag name", "summary").click()
    chromium.wait(DRAWN, before)
    assert chromium.find(".turn").rect["width"] > 300
    quiet(chromium)


WIDE = "return document.documentElement.scrollWidth - document.documentElement.clientWidth"


@exhaustive
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [390, 1280])
def test_no_page_is_wider_than_its_window(
    chromium: Browser, pages: Path, width: int, dark: bool
) -> None:
    wrong = []
    audits = sorted((REPORTS.parent / "audits").glob("*.html"))
    for path in [*sorted(pages.glob("*.html")), *sorted(REPORTS.rglob("*.html")), *audits]:
        chromium.open(path, width=width, dark=dark)
        chromium.run("document.querySelectorAll('details').forEach(function (d) {d.open = true;})")
        if chromium.run(WIDE) > 0:
            wrong.append(f"{path.name} at {width}: {chromium.run(WIDE)} pixels too wide")
        paper = chromium.run("return getComputedStyle(document.body).backgroundColor")
        assert (paper == "rgb(20, 24, 29)") == dark
        quiet(chromium)
    assert not wrong, "\n".join(wrong)


@exhaustive
@pytest.mark.parametrize("dark", [False, True])
def test_all_words_stand_out_from_their_ground(chromium: Browser, pages: Path, dark: bool) -> None:
    for path in sorted(pages.glob("*.html")):
        chromium.open(path, dark=dark)
        chromium.run("document.querySelectorAll('details').forEach(function (d) {d.open = true;})")
        assert chromium.faint() == {}, path.name
    chromium.open(pages / "check.html", dark=dark)
    chromium.run("document.querySelector('h1').style.color = '#777'")
    assert len(chromium.faint()) == 1, "a heading that is too faint is noticed"
