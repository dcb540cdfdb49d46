"""What the answer to a printed table is: marks, displayed formulas, or measures that rank alike."""

from __future__ import annotations

from typing import Any

from symbolic_measures.claims.papers import chosen, get_table
from symbolic_measures.claims.ranked import number_of
from symbolic_measures.nouns.errors import CertificateError
from symbolic_measures.nouns.question import Kinds, Question, Replay
from symbolic_measures.nouns.saved import SCHEMA
from symbolic_measures.nouns.shown import Answer
from symbolic_measures.questions.table.formulas import displays_of, is_formulas, replay_formulas
from symbolic_measures.questions.table.marks import replay_marks
from symbolic_measures.questions.table.ranks import replay_ranks


def replay(data: Any, kinds: Kinds) -> Replay:
    """Replays every verdict of every cell; all else must be what the verdicts and the claims give.

    CertificateError if the file is no table at all.
    """
    name = _name(data)
    if number_of(name) is not None:
        return (yield from replay_ranks(data))
    if is_formulas(name):
        return (yield from replay_formulas(data, kinds))
    return (yield from replay_marks(data, kinds))


def _name(data: Any) -> str:
    """`gosgens2021:2`; CertificateError if it is no table."""
    if not isinstance(data, dict) or "table" not in data or data.get("schema") != SCHEMA:
        raise CertificateError(f"not a table of schema {SCHEMA}")
    return f"{data.get('paper')}:{data['table']}"


def parts(question: Question) -> dict[str, Any]:
    """The parts of a saved answer that say what was asked."""
    asked = vars(question)
    paper, _, number = asked["table"].partition(":")
    about = {"paper": paper, "table": number}
    if number_of(asked["table"]) is not None:
        return about
    if is_formulas(asked["table"]):
        known = {row: row for row in displays_of(asked["table"]).rows}
        return {**about, "rows": list(chosen("row", asked["row"] or None, known))}
    printed = get_table(asked["table"])
    rows = chosen("row", asked["row"] or None, printed.rows)
    columns = chosen("column", asked["column"] or None, printed.columns)
    every = {"every": True} if asked["every"] else {}
    return {**about, "rows": list(rows), "columns": list(columns), **every}


def told(answer: Answer) -> str:
    """The answer in a word for each cell."""
    return "; ".join(map(_told, answer.to_data()["cells"]))


def _told(cell: dict[str, Any]) -> str:
    """The mark of a cell; the verdict on a displayed formula, and on what is right instead."""
    if "corrected" not in cell:
        return str(cell.get("computed", cell.get("value", "")))
    corrected = cell["corrected"]
    known = "" if corrected is None else f", corrected {corrected['verdict']}"
    return f"{cell['verdict']['verdict']}{known}"
