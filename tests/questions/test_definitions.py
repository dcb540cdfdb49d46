"""Pages of tables say what is needed to work their cells out by hand."""

from __future__ import annotations

import gzip
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from flint import fmpq

from symbolic_measures.claims.displayed import Displays
from symbolic_measures.kernel.exact import compare
from symbolic_measures.kernel.truth import evaluator
from symbolic_measures.meaning.property import SECOND as SECOND_CELLS
from symbolic_measures.nouns.confusion import CELLS, QUANTITIES, Square, cell_names
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.questions import kinds
from symbolic_measures.questions.table.formulas import DISPLAYS
from symbolic_measures.report.polynomials import margins_of
from symbolic_measures.report.prose import Equation, text

SAVED = Path(__file__).parents[2] / "reports" / "certificates"


@cache
def table(name: str) -> Any:
    return kinds.read(json.loads(gzip.decompress((SAVED / f"{name}.json.gz").read_bytes())))


def page(name: str) -> Any:
    return table(name).document()


def spelled(tree: Formula, cells: tuple[str, ...]) -> Formula:
    """The formula with the letters of margins as sums of the cells."""
    letters = {str(letter): whole for whole, letter in margins_of(cells).items()}
    return tree.at(**{k: v for k, v in {**QUANTITIES, **letters}.items() if k not in cells})


@pytest.mark.parametrize("name", ["gosgens2021-counterexamples", "opitz2024-examples"])
def test_a_measure_is_defined_by_the_formula_that_is_evaluated(name: str) -> None:
    """`CC([[...]]) = value`: the definition at that matrix has the value of the goal."""
    told = [t for t in page(name).definitions if isinstance(t[-1], Equation)]
    known = {(t[0], str(t[1].terms[0])): t[1].terms[1] for t in told if str(t[0]).startswith("Of ")}
    seen = 0
    for cell in table(name).cells:
        measure = cell.display.printed.partition("(")[0]
        goal = cell.verdict.statement.goals[0]
        if goal.variables:
            continue
        for matrix, value in zip(goal.matrices, goal.values, strict=False):
            classes = Square(matrix).classes
            words = f"Of {'two' if classes == 2 else 'three'} classes: "
            cells = cell_names(classes) if classes > 2 else ("TP", "FN", "FP", "TN")
            if (words, measure) not in known or len(goal.matrices) > 2:
                continue
            point = {n: evaluator(entry)({}) for n, entry in zip(cells, matrix, strict=True)}
            found = evaluator(spelled(known[words, measure], cells))(point)
            assert compare(found, evaluator(value)({})) == 0, cell.display.row
            seen += 1
    assert seen > 5


def test_only_what_is_used_is_defined() -> None:
    said = {name: " ".join(map(text, page(name).definitions)) for name in (
        "gosgens2021-counterexamples", "opitz2024-examples", "opitz2024-sentences")}  # fmt: skip
    assert "xlogy(x, y) is" in said["gosgens2021-counterexamples"]
    assert "weighted(M) is the mean" in said["gosgens2021-counterexamples"]
    assert "macro(M)" not in said["gosgens2021-counterexamples"]
    assert "xlogy" not in said["opitz2024-examples"]
    assert "Matrices are (TP" not in said["opitz2024-sentences"]


def test_what_is_proved_instead_has_its_proof() -> None:
    found = {e.shown.property: e for e in page("gosgens2021-counterexamples").entries}
    (evidence,) = found["C.6 micro"].shown.evidences
    assert text(evidence.label).startswith("Of what is proved instead")
    assert evidence.lines
    assert evidence.steps


def test_all_matrices_of_a_value_are_shown() -> None:
    found = {e.shown.property: e for e in page("gosgens2021-counterexamples").entries}
    shown = text(found["C.3 CE"].shown.evidences[0].setting)
    assert shown == "C = (1, 1, 1, 0), C' = (2, 0, 1, 0), C'' = (2, 1, 0, 0)."


def test_rounding_is_told_by_both_numbers() -> None:
    found = {e.shown.property: e for e in page("opitz2024-examples").entries}
    said = text(found["Table 8, Kappa"].shown.evidences[0].lines[0].sentence)
    assert said == "By exact evaluation 5/203 and 1/50 differ by at most 1/200."


def test_experiments_say_what_is_compared() -> None:
    found = {e.shown.property: e for e in page("opitz2024-experiments").entries}
    said = text(found["Table 6, GmacR"].note)
    assert "the cube of GmacR + 1/20 and the product of the others less 1/20 each" in said
    assert "A 66.8, 82.9, 51.2, 70.2;" in said
    first = table("opitz2024-experiments")["Table 6, GmacR"].verdict.statement.goals[0]
    less = [fmpq(10 * number - 5, 100) for number in (829, 512, 702)]
    assert compare(evaluator(first.values[0])({}), fmpq(6685, 100) ** 3) == 0
    assert compare(evaluator(first.values[1])({}), less[0] * less[1] * less[2]) == 0


def test_rankings_show_the_measures_and_the_values_of_the_printed_triplets() -> None:
    parts = {part.title: part for part in page("gosgens2021-triplets").parts}
    first = text(parts["Their matrices, and the values of B1 and of B2"].blocks[0].rows[0].told)
    assert first.startswith(
        "B1 (TP, FN, FP, TN) = (6, 1, 2, 1), B2 (TP, FN, FP, TN) = (4, 3, 1, 2)"
    )
    assert "; Acc: 7/10 and 3/5; BA: 25/42 and 13/21;" in first
    for name in ("gosgens2021-triplets", "gosgens2021-3"):
        (block,) = next(part for part in page(name).parts if part.title == "The measures").blocks
        assert len(block.rows) == 8
        assert text(block.rows[0].told) == "Acc = (TP + TN)/n"


@cache
def row(name: str, label: str, *columns: str) -> Any:
    """The document of some cells of one row of a saved table of marks."""
    data = json.loads(gzip.decompress((SAVED / f"{name}.json.gz").read_bytes()))
    cells = [c for c in data["cells"] if c["row"] == label and c["column"] in columns]
    part = {**data, "rows": [label], "columns": list(columns), "cells": cells}
    return kinds.read(part).document()


def test_an_exact_set_has_its_proofs_on_the_page() -> None:
    found = row("brzezinski2018-2", "F_beta", "TPTNmax", "ACE")
    entries = {entry.column: entry for entry in found.entries}
    titles = [section.title for section in entries["ACE"].regions]
    assert titles == ["For which beta does it hold?", "Why it is sufficient", "Why it is necessary"]
    proofs = [
        e for s in entries["ACE"].regions for p in s.parts for r in p.rows for e in r.evidences
    ]
    assert len(proofs) >= 3
    assert all(evidence.steps for evidence in proofs)
    assert entries["TPTNmax"].regions == ()


def test_a_vacuous_cell_shows_that_there_is_nothing_it_speaks_of() -> None:
    (entry,) = row("brzezinski2018-2", "F_beta", "FNmin").entries
    reason, empty = entry.shown.evidences
    assert text(reason.label) == "reason"
    assert text(empty.label) == "no value below one on the side: there is none"
    assert "n = FN' + FP' + TN'" in text(empty.setting)
    (step,) = empty.steps
    assert text(step.how) == "There is no such point: by the conditions something is divided by 0."


def test_rows_of_averages_say_what_the_average_is() -> None:
    said = text(row("gosgens2021-2", "Weighted", "CSym").letters)
    assert (
        "Weighted: V is the mean over the classes of M of each class against the rest, with" in said
    )
    assert "Micro: V" not in said


KNOWN = {*CELLS, *cell_names(3), *map(str, SECOND_CELLS)}


@pytest.mark.parametrize("displays", DISPLAYS.values(), ids=DISPLAYS)
def test_every_letter_of_a_displayed_formula_is_explained(displays: Displays) -> None:
    """In what is printed, in the table's note or beside the row."""
    for display in displays.rows.values():
        said = re.split(r"\W+", f"{displays.note} {display.printed} {display.about}")
        letters = {v.name for goal in display.statement().goals for v in goal.variables} - KNOWN
        assert letters <= set(said), (display.row, letters - set(said))
