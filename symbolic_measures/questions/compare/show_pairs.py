"""Pairs of measures: equivalent or discordant, and their bounds, as a document in all formats."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from symbolic_measures.nouns.formula import symbol
from symbolic_measures.nouns.verdict import GLYPHS, Verdict
from symbolic_measures.report.clearing import listed as joined
from symbolic_measures.report.conditions import tree_of_text
from symbolic_measures.report.counterexamples import listed
from symbolic_measures.report.evidence import Evidences, of_goals
from symbolic_measures.report.heading import INCOMPLETE, WORDS
from symbolic_measures.report.prose import Piece, Prose, cells, exact
from symbolic_measures.report.sections import Block, Row
from symbolic_measures.report.sheet import Grid, Part, Sheet
from symbolic_measures.report.triplets import told

if TYPE_CHECKING:
    from symbolic_measures.questions.compare.pairs import Comparison, Pair

OUTCOMES = {"equivalent": "proved", "discordant": "refuted", "undecided": "undecided"}
SHORT = {"equivalent": "=", "discordant": "x", "undecided": "?"}
ABOUT = (
    "Two measures are equivalent if they rank any two predictions B1, B2 of one truth A alike, "
    "ties included, where both are defined; else they are discordant. Where lower is better, the "
    "negative is ranked and shown."
)
#: With more measures than this, only the matrix and the classes are shown in full.
MANY = 12


def document(report: Comparison) -> Sheet:
    """The document of a report."""
    parts = []
    if len(report.names) > 2:
        parts.append(Part("All pairs", ("= equivalent, x discordant, with the smallest n, "
                                        "? undecided",), _matrix(report)))  # fmt: skip
        together = [", ".join(names) for names in report.classes if len(names) > 1]
        rows = tuple(Row(GLYPHS["proved"], (names,), (), "proved") for names in together)
        parts.append(Part("Equivalent measures", blocks=(Block((), rows),)))
    shown = [p for p in report.pairs if len(report.names) <= MANY or p.verdict != "discordant"]
    parts.append(Part("The pairs", blocks=tuple(_pair(pair) for pair in shown)))
    incomplete = "" if report.complete else INCOMPLETE
    about = ", ".join(report.names) if len(report.names) <= MANY else _measures(report)
    return Sheet("compare", about, (ABOUT,), tuple(parts), incomplete, _lead(report))


def _measures(report: Comparison) -> str:
    return f"{len(report.names)} measures"


def _lead(report: Comparison) -> str:
    """The answer as a title: what two measures are, or which of several are equivalent."""
    found = Counter(pair.verdict for pair in report.pairs)
    if len(report.pairs) == 1:
        [pair] = report.pairs
        return "" if found["undecided"] else f"{' and '.join(pair.names)} are {pair.verdict}"
    if not report.complete:
        return ""
    same = [names for names in report.classes if len(names) > 1]
    told = [f"{joined([*names])} are equivalent" for names in same]
    if sum(map(len, same)) > MANY:
        told = [f"{found['equivalent']} pairs are equivalent"]
    left = f"{'other ' * bool(same)}pairs"
    if found["discordant"]:
        told.append(f"{found['discordant']} {left} are discordant")
    if found["undecided"]:
        told.append(f"{found['undecided']} undecided")
    return f"Of {_measures(report)}, {'; '.join(told)}"


def _matrix(report: Comparison) -> Grid:
    rows = []
    for one in report.names:
        entries = [one]
        for other in report.names:
            try:
                pair = report[one, other] if one != other else None
            except KeyError:
                pair = None
            size = "" if pair is None or pair.witness is None else str(pair.witness.n)
            entries.append("" if pair is None else SHORT[pair.verdict] + size)
        rows.append(tuple(entries))
    return Grid(("", *report.names), tuple(rows))


def _pair(pair: Pair) -> Block:
    outcome = OUTCOMES[pair.verdict]
    rows = [Row(GLYPHS[outcome], (pair.verdict,), _order(pair), outcome, _proof(pair.proof))]
    for (a, b), verdict in zip((pair.names, pair.names[::-1]), pair.bounds):
        head = (f"{a} <= {b}: {WORDS[verdict.outcome]}",)
        rows.append(Row(GLYPHS[verdict.outcome], head, _bound(verdict, b, a), verdict.outcome,
                        _proof(verdict)))  # fmt: skip
    return Block((f"{pair.names[0]} and {pair.names[1]}",), tuple(rows))


def _proof(verdict: Verdict | None) -> Evidences:
    """The proof of what is proved."""
    if verdict is None or verdict.outcome != "proved" or verdict.proof is None:
        return ()
    return of_goals(verdict.statement.goals, verdict.proof.premises)


def _order(pair: Pair) -> Prose:
    if pair.link is not None:
        found: list[Piece] = []
        for name, text in zip(pair.names, pair.link.functions, strict=True):
            if name != pair.link.base:
                found += ["; " if found else "", f"{name} = ", tree_of_text(text)]
        ends = (f">= {pair.link.low}" * bool(pair.link.low),
                f"<= {pair.link.high}" * bool(pair.link.high))  # fmt: skip
        within = " and ".join(end for end in ends if end)
        base: Prose = (", ", symbol("x"), f" = {pair.link.base}")
        return (*found, *base, f" ({within})" if within else "")
    if pair.witness is not None:
        values: Prose = (" with ", *listed(dict(pair.parameters))) if pair.parameters else ()
        return (f"n = {pair.witness.n}: ", *told(pair.witness), *values)
    return (pair.reason,)


def _bound(verdict: Verdict, larger: str, smaller: str) -> Prose:
    witness = verdict.witness
    if witness is None:
        return (verdict.reason,) if verdict.outcome != "proved" else ("wherever both are defined",)
    values = dict(zip(("first", "second"), witness.values, strict=False))
    told: list[Piece] = ["at ", cells(witness.matrices[0])]
    if witness.parameters:
        told += [" with ", *listed(dict(witness.parameters))]
    first, second = values.get("first", "undefined"), values.get("second", "undefined")
    return (*told, f": {smaller} is ", *exact(first), f", {larger} ", *exact(second))
