"""The two matrices that a goal compares, drawn side by side; what differs is marked."""

from __future__ import annotations

from ext.text import html_text
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.report import prose
from symbolic_measures.report.html import mathml, words
from symbolic_measures.report.mathtext import latex
from symbolic_measures.report.polynomials import with_margins

RELATIONS = {">": "<", ">=": "≤", "==": "="}
#: Longer entries are shown small.
LONG = 14


def relation(goal: Goal) -> str:
    """How the value at the first matrix stands to that at the second; nothing if it is not that."""
    if len(goal.matrices) != 2 or len(goal.values) != 2:
        return ""
    first, second = goal.values
    sign = RELATIONS.get(goal.conclusion.rel, "")
    if goal.conclusion.expr == second - first:
        return sign
    if goal.conclusion.expr == first - second:
        return {"<": ">", "≤": "≥"}.get(sign, sign)
    if sign == "=" and goal.conclusion.expr == first + second:
        return "= −"
    return ""


def drawn(goal: Goal) -> str:
    """HTML: two tables with the relation between them; nothing if the goal compares no two."""
    sign = relation(goal)
    if not sign or any(len(matrix) != len(CELLS) for matrix in goal.matrices):
        return ""
    one, other = goal.matrices
    changed = tuple(a != b for a, b in zip(one, other, strict=True))
    caption = words(prose.labelled(goal.label))
    return (
        f'<figure class="pair"><figcaption>{caption}</figcaption><div>'
        f"{_matrix(one, changed)}<span class='relation'>{html_text(sign)}</span>"
        f"{_matrix(other, changed)}</div></figure>"
    )


def _matrix(cells: tuple[Formula, ...], changed: tuple[bool, ...]) -> str:
    shown = [
        f'<td class="{"changed" if moved else "same"}{_size(cell)}">{entry(cell)}</td>'
        for cell, moved in zip(cells, changed, strict=True)
    ]
    return (
        '<table class="matrix"><thead><tr><th></th><th scope="col">predicted +</th>'
        '<th scope="col">predicted −</th></tr></thead><tbody>'
        f'<tr><th scope="row">true +</th>{shown[0]}{shown[1]}</tr>'
        f'<tr><th scope="row">true −</th>{shown[2]}{shown[3]}</tr></tbody></table>'
    )


def _size(cell: Formula) -> str:
    return " long" if len(str(with_margins(cell))) > LONG else ""


def entry(cell: Formula) -> str:
    """A cell as MathML, sums by the names of the margins."""
    return mathml(latex(with_margins(cell)))
