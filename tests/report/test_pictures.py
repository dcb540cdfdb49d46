"""Pictures of counterexamples: the places are those that a hand calculation gives."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from decided import decided
from pages import Page
from paper import compile_, no_overfull

from symbolic_measures import check
from symbolic_measures.meaning.report import Report
from symbolic_measures.meaning.subjects import make_reading, measure
from symbolic_measures.report.pictures import (
    CORNERS,
    GRID,
    HIDDEN,
    SHADES,
    CrossSection,
    Pictures,
    pictures,
    segment,
)


def drawn(report: Report, property_id: str) -> Pictures:
    found = pictures(report[property_id], report.reading)
    assert found is not None
    return found


def section(report: Report, property_id: str) -> CrossSection:
    found = drawn(report, property_id).section
    assert found is not None
    return found


def other(*matrices: tuple[str, ...], formula: str = "F1", **parameters: str) -> Pictures:
    """The pictures of these matrices, for that formula."""
    verdict = decided("F1")["monotone"]
    assert verdict.witness is not None
    witness = replace(verdict.witness, matrices=matrices, parameters=parameters)
    subject = measure(formula, assume=["a > 0"] if "a*" in formula else [])
    found = pictures(replace(verdict, witness=witness), make_reading(subject))
    assert found is not None
    return found


def test_matrices_lie_where_their_cells_weigh() -> None:
    """F1 is refuted at (0, 1, 1, 0), half way from FN to FP, and (0, 0, 1, 1), from FP to TN."""
    one, two = drawn(decided("F1"), "monotone").tetrahedron.spots
    middle = [tuple((a + b) / 2 for a, b in zip(CORNERS[x], CORNERS[y], strict=True))
              for x, y in (("FN", "FP"), ("FP", "TN"))]  # fmt: skip
    assert [one.place, two.place] == middle
    assert (one.name, two.name) == ("C", "C'")
    assert one.foot is None, "it lies on the bottom"


def test_inside_the_tetrahedron_a_line_from_the_corner_tp_leads_to_the_foot() -> None:
    (spot,) = other(("1", "2", "3", "4")).tetrahedron.spots
    assert spot.foot is not None
    (px, py), (tx, ty), (fx, fy) = spot.place, CORNERS["TP"], spot.foot
    assert abs((px - tx) * (fy - ty) - (py - ty) * (fx - tx)) < 20, "on one line, to one decimal"
    assert fy < py < ty


def test_two_matrices_at_one_place_are_one_spot() -> None:
    (spot,) = other(("1", "0", "1", "1"), ("2", "0", "2", "2")).tetrahedron.spots
    assert spot.name == "C, C'"


def test_six_edges_and_the_one_behind_is_hidden() -> None:
    edges = drawn(decided("F1"), "monotone").tetrahedron.edges
    assert len(edges) == 6
    assert [edge[:2] for edge in edges if edge[2]] == [tuple(CORNERS[name] for name in HIDDEN)]


def test_the_cross_section_goes_with_the_witness_and_shades_with_the_value() -> None:
    """F1 where P = N = 1 grows upwards and to the right."""
    found = section(decided("F1"), "monotone")
    assert found.true == ("1", "1")
    assert [spot.place for spot in found.spots] == [(0, 0)], "the other matrix has another P"
    shade = {(row, c): s for row, column, length, s in found.runs
             for c in range(column, column + length)}  # fmt: skip
    everywhere = [(row, column) for row in range(GRID) for column in range(GRID)]
    assert sorted(shade) == everywhere
    assert (shade[0, 0], shade[GRID - 1, GRID - 1]) == (1, SHADES)
    for row, column in everywhere:
        for after in ((row + 1, column), (row, column + 1)):
            assert shade.get(after, SHADES) >= shade[row, column]


def test_where_there_is_no_value_there_is_no_shade() -> None:
    """sqrt(TN - FP) has a value in the right half only."""
    found = other(("1", "0", "1", "1"), formula="sqrt(TN-FP)").section
    assert found is not None
    assert min(column for _, column, _, _ in found.runs) == GRID // 2
    assert sum(length for _, _, length, _ in found.runs) == GRID * GRID // 2


def test_parameters_are_those_of_the_witness() -> None:
    assert other(("1", "0", "1", "1"), formula="a*TP+TN").section is None
    for value, high in (("2", "3.92"), ("sqrt(4)", "3.92"), ("1", "2.94")):
        found = other(("1", "0", "1", "1"), formula="a*TP+TN", a=value).section
        assert found is not None
        assert found.high == high


def test_without_a_matrix_there_is_no_picture() -> None:
    report = decided("F1")
    for verdict in report.verdicts:
        kind = verdict.witness.kind if verdict.witness is not None else ""
        expected = verdict.outcome == "refuted" and kind in ("matrix", "pair", "point")
        assert (pictures(verdict, report.reading) is not None) == expected
    three = check("CC", property=["monotone"], classes=3)
    assert pictures(three["monotone"], three.reading) is None


@pytest.mark.parametrize("one", [(0, 0), (10, 10), (0, 10)])
def test_lines_start_at_their_left_end(one: tuple[float, float]) -> None:
    x, y, angle, length = segment(one, (4, 3))
    assert (x, y) == min(one, (4, 3))
    assert -90 <= angle <= 90
    assert abs(length**2 - (one[0] - 4) ** 2 - (one[1] - 3) ** 2) < 0.1


def test_pictures_are_in_the_page_and_compile(tmp_path: Path) -> None:
    page = Page(decided("F1").rendered("html"))
    assert len(page.all("figure")) == len([
        v for v in decided("F1").verdicts if pictures(v, decided("F1").reading)
    ])  # fmt: skip
    source = decided("F1").rendered("latex")
    assert len(re.findall(r"\\begin\{picture\}", source)) == len(page.all("svg"))
    (tmp_path / "pictures.tex").write_text(source, encoding="utf-8")
    no_overfull(compile_(tmp_path, "pictures.tex"))
