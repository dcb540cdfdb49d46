"""Pictures hold what a hand calculation and the kernel say, and a file is the same each time."""

from __future__ import annotations

import re
import subprocess
import sys
from fractions import Fraction
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from decided import decided
from matplotlib.figure import Figure

from symbolic_measures import compare, identity, measure, plot, threshold
from symbolic_measures.doors.api.pictures import parameters_of
from symbolic_measures.doors.cli import main
from symbolic_measures.doors.plots.canvas import written
from symbolic_measures.doors.plots.failing import failures, matrices_of
from symbolic_measures.doors.plots.relations import (
    WIDEST,
    bounds,
    graph_picture,
    heights,
    rows,
    without_followers,
)
from symbolic_measures.doors.plots.section import Section, section_picture
from symbolic_measures.doors.plots.tetrahedron import _Skin, _turned
from symbolic_measures.meaning.subjects import make_reading
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.verdict import Verdict


def section(name: str, positives: int, negatives: int, **at: int) -> Section:
    reading = make_reading(measure(name))
    return Section(reading, name, positives, negatives, parameters_of(reading, at))


# --- where a property fails ----------------------------------------------------------------------


@pytest.mark.parametrize(("positives", "negatives"), [(4, 4), (3, 5), (1, 1)])
def test_f1_has_no_gain_from_one_more_tn_just_where_tp_is_0(positives: int, negatives: int) -> None:
    """F1 grows strictly with every other step: by hand, the failures are TP = 0 < FP."""
    found = failures(decided("F1")["monotone"], positives, negatives)
    firsts = {matrices_of(each)[0] for each in found}
    assert firsts == {(0, positives, fp, negatives - fp) for fp in range(1, negatives + 1)}


def test_class_symmetry_fails_where_exchanging_changes_the_value() -> None:
    found = failures(decided("F1")["class-symmetry"], 3, 3)
    firsts = {matrices_of(each)[0] for each in found}
    value, expected = measure("F1"), set()
    for tp, tn in product(range(4), range(4)):
        cells = (tp, 3 - tp, 3 - tn, tn)
        if value(**dict(zip(CELLS, cells, strict=True))) != value(
            **dict(zip(CELLS, cells[::-1], strict=True))
        ):
            expected.add(cells)
    assert firsts == expected
    assert firsts


def test_what_is_proved_fails_nowhere() -> None:
    assert failures(decided("F1")["symmetry"], 3, 3) == []


def test_too_many_matrices_are_refused_in_one_line() -> None:
    with pytest.raises(FormulaError, match="at most 4000 matrices"):
        failures(decided("F1")["monotone"], 100, 100)


# --- the picture of a section --------------------------------------------------------------------


def shown(figure: Any) -> str:
    return str(figure.alt)


def test_contours_are_labelled_and_lie_at_the_value_they_say() -> None:
    """F1 where P = N = 12 is 2 TP/(TP + 24 - TN): on a contour that is the level."""
    figure = section_picture(section("F1", 12, 12))
    (axes, _) = figure.axes
    sets = [each for each in axes.collections if getattr(each, "labelTexts", None)]
    (lines,) = sets
    texts = {text.get_text() for text in lines.labelTexts}  # type: ignore[attr-defined]
    assert {"0.1", "0.5", "0.9"} <= texts
    for level, path in zip(lines.levels, lines.get_paths(), strict=True):  # type: ignore[attr-defined]
        for tn, tp in path.vertices[:: max(1, len(path.vertices) // 7)]:
            assert abs(2 * tp / (tp + 24 - tn) - level) < 2e-3


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("MCC", "Undefined where marked in red: (TN, TP) = (12, 0) and (0, 12)."),
        ("TP*TN/(FP*FN)", "Undefined where marked in red: FN = 0 and FP = 0."),
        ("sqrt(TN-FP)", "Undefined where marked in red: TN = 0 and the hatched part."),
        ("accuracy", "Lines: equal value, as written on them."),
    ],
)
def test_where_it_is_undefined_is_marked_and_said(name: str, told: str) -> None:
    if name.startswith("sqrt"):
        assert "the hatched part" in shown(plot(name))
        return
    assert shown(plot(name)).endswith(told)


def test_the_arrow_is_a_violation_with_its_exact_values() -> None:
    """F_2 at (6, 6, 7, 5) and exchanged: 30/(30 + 24 + 7) is not what the caption may get wrong."""
    told = shown(plot("F_beta", "class-symmetry", at={"beta": 2}))
    numbers = re.search(r"C = \((.*?)\) to C' = \((.*?)\).*values (\S+) and (\S+)\.$", told)
    assert numbers is not None
    first, second = (tuple(map(int, numbers.group(k).split(", "))) for k in (1, 2))
    assert second == first[::-1]
    for cells, value in ((first, numbers.group(3)), (second, numbers.group(4))):
        tp, fn, fp, _ = cells
        beta = Fraction(re.search(r"beta = (\S+?)\.", told).group(1))  # type: ignore[union-attr]
        square = beta**2
        assert Fraction(value) == (1 + square) * tp / ((1 + square) * tp + square * fn + fp)
    assert numbers.group(3) != numbers.group(4)


def test_the_name_that_was_typed_is_kept() -> None:
    assert shown(plot("MCC")).startswith("MCC, where P = 12, N = 12.")


def test_a_report_is_drawn_with_its_verdict() -> None:
    told = shown(plot(decided("F1"), "monotone", P=4, N=4))
    assert "Shaded: the 4 of 25 matrices" in told


BAD: list[tuple[Any, str]] = [
    (lambda: plot("F1", P=0), "P = 0: a whole number of at least 1"),
    (lambda: plot("F1", at={"beta": 1}), "beta is no parameter of F1"),
    (lambda: plot("F_beta", at={"beta": "x"}), "a number is needed"),
    (lambda: plot("F_beta", at={"beta": -1}), "F_beta assumes beta > 0"),
    (lambda: plot("F1", "monoton"), "did you mean 'monotone'"),
    (lambda: plot(identity("F1", "F1")), "an answer of identity has no picture"),
    (lambda: plot(decided("F1"), "ace"), "no verdict"),
    (lambda: plot(threshold("F_beta", "symmetry", "beta"), "ace"), "an answer is drawn as it is"),
    (lambda: plot(measure("CC", classes=3)), "of 3 classes"),
]


@pytest.mark.parametrize(("call", "told"), BAD)
def test_what_cannot_be_drawn_is_told_in_one_line(call: Any, told: str) -> None:
    with pytest.raises(FormulaError, match=told) as error:
        call()
    assert "\n" not in str(error.value)


# --- the tetrahedron -----------------------------------------------------------------------------


def test_the_skin_knows_where_there_is_no_value() -> None:
    """MCC has none where a margin is 0: four of the six edges; recall where P = 0: one."""
    skin = _Skin(make_reading(measure("MCC")), {}, 24)
    assert {(CELLS[a], CELLS[b]) for a, b in skin.edges} == {
        ("TP", "FN"), ("TP", "FP"), ("FN", "TN"), ("FP", "TN")}  # fmt: skip
    skin = _Skin(make_reading(measure("recall")), {}, 24)
    assert [(CELLS[a], CELLS[b]) for a, b in skin.edges] == [("FP", "TN")]
    skin = _Skin(make_reading(measure("TP*TN/(FP*FN)")), {}, 24)
    assert skin.without[:2] == ["the face FN = 0", "the face FP = 0"]


def test_the_skin_has_the_values_of_the_measure() -> None:
    skin = _Skin(make_reading(measure("accuracy")), {}, 24)
    for zero in range(4):
        middles = skin.faces[zero].mean(axis=1)
        assert np.allclose(skin.values[zero], middles[:, 0] + middles[:, 3])
        assert (middles[:, zero] == 0).all()


def test_turning_keeps_all_edges_of_one_length() -> None:
    for view in ((0.0, 0.0), (130.0, 15.0), (312.0, -36.0)):
        corners = _turned(*view)
        lengths = {round(float(np.linalg.norm(a - b)), 2) for a in corners for b in corners}
        assert lengths == {0.0, 1.63}


def test_the_tetrahedron_says_what_is_in_it() -> None:
    told = shown(plot("F1", "monotone", tetrahedron=True, P=6, N=18))
    assert told.startswith("F1 at all matrices of n = 24.")
    assert "the corner TN" in told
    assert "P/n = 1/4" in told
    assert "the counterexample to monotone" in told


# --- answers -------------------------------------------------------------------------------------


def test_the_border_of_a_threshold_is_where_its_polynomial_is_0() -> None:
    figure: Any = plot(threshold("F_beta", "ace", "beta"))
    (axes,) = figure.axes
    assert (axes.get_xlabel(), axes.get_ylabel()) == (r"$\beta$", r"$\rho$")
    borders = [v for each in axes.collections for path in each.get_paths() for v in path.vertices
               if each.get_linestyle()[0][1] is None and len(each.get_edgecolor())]  # fmt: skip
    inner = [(x, y) for x, y in borders if 0.05 < x < 1.7]
    assert len(inner) > 100
    assert max(abs(x**2 - y) for x, y in inner) < 2e-3
    assert shown(figure).startswith("F_beta: ace holds iff beta**2 >= rho.")


def test_a_threshold_over_one_parameter_is_a_line() -> None:
    figure: Any = plot(threshold("F_beta", "class-symmetry", "beta"))
    assert "never" in shown(figure)
    (axes,) = figure.axes
    assert [line.get_color() for line in axes.lines] == ["#a40e26"] * len(axes.lines)


def test_a_graph_of_many_measures_is_no_line() -> None:
    names = tuple(f"M{place}" for place in range(40))
    report: Any = SimpleNamespace(names=names, pairs=(), classes=(("M3", "M30"), ("M7", "M8")))
    found = rows(report)
    assert sorted(name for row in found for name in row) == sorted(names)
    assert max(map(len, found)) <= WIDEST
    (row,) = (row for row in found if "M3" in row)
    assert row[row.index("M3") + 1] == "M30", "equivalent ones are neighbours"
    width, height = graph_picture(report).get_size_inches()
    assert width < 2 * height


def test_relations_are_those_that_are_proved() -> None:
    found = compare("F1", "Jaccard", "precision")
    edges = bounds(found)
    assert edges == {("Jaccard", "F1"), ("Jaccard", "precision")}
    assert heights(("F1", "Jaccard", "precision"), edges) == {"F1": 1, "Jaccard": 0, "precision": 1}
    assert "3 measures compared" in shown(plot(found))


def test_an_arrow_that_follows_from_two_others_is_left_out() -> None:
    edges = {("a", "b"), ("b", "c"), ("a", "c")}
    assert without_followers(edges) == {("a", "b"), ("b", "c")}
    assert heights(("c", "a", "b"), edges) == {"a": 0, "b": 1, "c": 2}


# --- files ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("suffix", ["svg", "pdf", "png"])
def test_a_picture_is_the_same_file_each_time(suffix: str) -> None:
    one, other = (plot("F1", "monotone") for _ in range(2))
    assert isinstance(one, Figure)
    assert written(one, suffix) == written(other, suffix)


def test_an_svg_has_its_alternative_text() -> None:
    text = written(plot("F1"), "svg").decode()
    assert "<title>F1, where P = 12, N = 12</title>" in text
    assert "Lines: equal value" in text
    assert not re.search(r"(href|src)=\"http", text)


def test_the_command_writes_what_the_name_says(tmp_path: Path, capsys: Any) -> None:
    heads = {"svg": b"<?xml", "pdf": b"%PDF", "png": b"\x89PNG"}
    for suffix, head in heads.items():
        file = tmp_path / f"f1.{suffix}"
        assert main(["plot", "F1", "-P", "4", "-N", "4", "-o", str(file)]) == 0
        assert file.read_bytes().startswith(head)
    assert "F1, where P = 4, N = 4" in capsys.readouterr().err


def test_the_command_draws_saved_answers(tmp_path: Path) -> None:
    saved = tmp_path / "t.json"
    saved.write_text(threshold("F_beta", "ace", "beta").to_json(), encoding="utf-8")
    assert main(["plot", str(saved), "-o", str(tmp_path / "t.svg")]) == 0
    assert "beta" in (tmp_path / "t.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["F1", "-o", "f1.gif"], "a picture ends in .svg, .pdf, .png"),
        (["Foo", "-o", "f1.svg"], "unknown name 'Foo'"),
        (["F_beta", "--at", "beta", "-o", "f1.svg"], "write a parameter and its value"),
        (["F_beta", "--parameter", "beta", "-o", "f1.svg"], "give --property"),
        (["F1", "-o", "/no/such/f1.svg"], "the folder does not exist"),
        (["nothing.json", "-o", "f1.svg"], "nothing.json"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], told: str, capsys: Any) -> None:
    assert main(["plot", *arguments]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert told in line


def test_without_matplotlib_one_line_says_what_to_install(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "sys.modules['matplotlib'] = None\n"
        "from symbolic_measures.doors.cli import main\n"
        f"sys.exit(main(['plot', 'F1', '-o', {str(tmp_path / 'f1.svg')!r}]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.splitlines() == [
        "symbolic-measures: a picture needs matplotlib: pip install symbolic-measures[plots]"
    ]


def test_only_a_picture_imports_matplotlib() -> None:
    code = (
        "import sys\nfrom symbolic_measures.doors.cli import main\nimport symbolic_measures as s\n"
        "main(['check', 'F1', '--property', 'symmetry', '--format', 'html', '-o', '/dev/null'])\n"
        "assert 'matplotlib' not in sys.modules\n"
        "s.plot('F1')\nassert 'matplotlib' in sys.modules\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_verdict_without_matrices_says_so() -> None:
    verdict = decided("F1")["constant-baseline"]
    assert isinstance(verdict, Verdict)
    assert "its counterexample is no matrix of a section" in shown(
        section_picture(section("F1", 4, 4), verdict)
    )
