"""What a measure tends to, as a document, and as text, LaTeX and HTML.

Invariant: a limit is shown only where its certificate was replayed; open patterns are listed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from symbolic_measures.meaning.approaches import Approach, limit_of_part
from symbolic_measures.meaning.supports import faces
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.formula import Formula, symbol
from symbolic_measures.nouns.parser import identifiers, parse
from symbolic_measures.nouns.verdict import GLYPHS, Verdict
from symbolic_measures.report.counterexamples import listed
from symbolic_measures.report.evidence import Evidences, of_goals, zeros
from symbolic_measures.report.heading import INCOMPLETE, WORDS, heading_of
from symbolic_measures.report.polynomials import signed, with_margins
from symbolic_measures.report.prose import Equation, Piece, Prose, cells, exact
from symbolic_measures.report.sections import Block, CompletionDocument, Row, Section

if TYPE_CHECKING:
    from symbolic_measures.questions.limit.meaning import Limit
    from symbolic_measures.questions.limit.meaning import Piece as Part

WORDS_OF = {
    "undefined": "undefined on the way",
    "excluded": "excluded by the assumptions",
    "open": "not known",
}
OUTCOMES = {"undefined": "not-applicable", "excluded": "not-applicable", "open": "undecided"}


def document(report: Limit) -> CompletionDocument:
    """The document of a report."""
    letter = "M" if report.subject.higher_is_better else "S"
    sections = [_answer(report), _patterns(report), _why(report)]
    incomplete = "" if report.complete else INCOMPLETE
    heading = heading_of(report, letter)
    lead: Prose = (f"{heading.name} tends to ", _limit(report.value)) if report.value else ()
    lead += (f" as {report.to}".replace("->", "\u2192").replace("oo", "\u221e"),) if lead else ()
    return CompletionDocument(heading, tuple(sections), incomplete, f"as {report.to}", lead=lead)


def _answer(report: Limit) -> Section:
    title = "What does it tend to?"
    rows = []
    if report.value:
        rows.append(Row(GLYPHS["proved"], ("tends to",), (_limit(report.value),), "proved"))
    if report.agreement is not None:
        told: Prose = ("from above and from below there is one limit",)
        if report.agreement.outcome == "refuted":
            told = (
                "no limit: ",
                *apart(report.agreement, ("the limit from above", "that from below")),
            )
        rows.append(_row(report.agreement, "two sides", told))
    if report.claimed is not None:
        told = (f"the limit is {report.claim} wherever both are defined",)
        if report.claimed.outcome == "refuted":
            told = apart(report.claimed, ("the limit", report.claim))
        rows.append(_row(report.claimed, "claim", told))
    words = "" if rows else "This is not known."
    return Section("A", title, (words,), (Block((), tuple(rows)),))


def _row(verdict: Verdict, name: str, told: Prose) -> Row:
    shown = told if verdict.outcome in ("proved", "refuted") else (verdict.reason,)
    return Row(GLYPHS[verdict.outcome], (f"{name}: {WORDS[verdict.outcome]}",), shown,
               verdict.outcome, _proofs(verdict))  # fmt: skip


def _proofs(*verdicts: Verdict) -> Evidences:
    """The proofs of what is proved."""
    found: Evidences = ()
    for verdict in verdicts:
        if verdict.outcome == "proved" and verdict.proof is not None:
            found += of_goals(verdict.statement.goals, verdict.proof.premises)
    return found


def apart(verdict: Verdict, names: tuple[str, str]) -> Prose:
    """The smallest matrix at which two limits differ."""
    witness = verdict.witness
    if witness is None:
        return ("no witness",)
    point = {**witness.point, **witness.parameters}
    at: Prose = ("at ", *listed(point))
    if witness.matrices:
        more = (" with ", *listed(dict(witness.parameters))) if witness.parameters else ()
        at = ("at ", cells(witness.matrices[0]), *more)
    if len(witness.values) == 1:
        return (*at, " the limit is infinite, ", names[1], " is ", *exact(witness.values[0]))
    one, two = (exact(value) for value in witness.values)
    return (*at, f" {names[0]} is ", *one, f", {names[1]} is ", *two)


def _limit(text: str) -> Piece:
    if text in ("oo", "-oo"):
        return symbol("oo") if text == "oo" else -symbol("oo")
    return with_margins(signed(parse(text, names={}, parameters=identifiers(text))))


def _patterns(report: Limit) -> Section:
    """The patterns, those with one answer together, per side."""
    blocks = []
    for side in dict.fromkeys(piece.approach.side for piece in report.pieces):
        groups: dict[tuple[str, str], list[Part]] = {}
        for piece in report.pieces:
            if piece.approach.side == side:
                groups.setdefault((piece.kind, piece.limit), []).append(piece)
        rows = [_group(kind, limit, parts) for (kind, limit), parts in groups.items()]
        title: Prose = (f"From {side}",) if side else ()
        blocks.append(Block(title, tuple(rows)))
    words = "By which of the cells that stay are zero; the limit is that of each single matrix."
    return Section("B", "At which matrices?", (words,), tuple(blocks))


def _group(kind: str, limit: str, parts: list[Part]) -> Row:
    outcome = OUTCOMES.get(kind, "proved")
    head: Prose = (_limit(limit),) if limit else (WORDS_OF[kind],)
    told = _where(parts)
    if kind == "open":
        told += (f": {parts[0].verdict.reason}",)
    return Row(GLYPHS[outcome], head, told, outcome, _proofs(*(part.verdict for part in parts)))


def _where(parts: list[Part]) -> Prose:
    """The patterns in words; a cell that moves is not spoken of."""
    moving = parts[0].approach.variable
    supports = [part.support for part in parts]
    if parts[0].approach.is_cell:
        more = ((*support, moving) for support in supports)
        supports += [tuple(name for name in CELLS if name in support) for support in more]
    return zeros(faces([support for support in supports if support]))


def _why(report: Limit) -> Section:
    """The rewriting behind the first pattern with a limit."""
    rows = []
    for piece in report.pieces:
        value = piece.verdict.value
        if piece.kind not in ("finite", "infinite") or piece.limit != report.value:
            continue
        letters = (*piece.support, *report.subject.parameters, "t")
        tree = parse(value["rewritten"], names={}, parameters=letters)
        way = piece.approach.way(value["scale"])
        rows.append(Row("", ("way",), (Equation((symbol(piece.approach.variable), way), ("=",)),
                                       ", t > 0, t to 0")))  # fmt: skip
        power, growth = value.get("power", 0), value.get("log")
        factor = "" if not power else "t times " if power == 1 else f"t**{power} times "
        told: Prose = (f"{factor}the measure is ", with_margins(signed(tree)))
        if growth is not None:
            times = parse(growth, names={}, parameters=letters)
            told = (*told, " - c*log(t), c = ", with_margins(signed(times)))
        rows.append(Row("", ("rewritten",), told))
        rows += [Row("", head, words) for head, words in _parts(tree, piece.approach, way)]
        break
    words = (
        "Along the path the measure equals a formula, built of operations that are continuous "
        "where they are defined, which has a value at t = 0."
    )
    return Section("C", "Why?", (words if rows else "",), (Block((), tuple(rows)),))


def _parts(tree: Formula, approach: Approach, way: Formula) -> list[tuple[Prose, Prose]]:
    """Why parts without a value at t = 0 have a limit."""
    found: dict[Prose, Prose] = {}
    for node in tree.walk():
        if limit_of_part(node, approach, way) is None:
            continue
        if node.op == "power":
            found[("means",)] = (_MEANS[approach.end],)
        elif node.op == "/" and node.args[0].op == "log":
            found[("quotient",)] = ("log(B)/t tends to the derivative of B at t = 0, where B is 1",)
        else:
            found[("logarithm",)] = (node, " tends to 0")
    return list(found.items())


_MEANS = {
    "0": "(w1*X1**r + w2*X2**r + ...)**(1/r), sum of the w = 1, tends to X1**w1*X2**w2*...: its "
    "logarithm is f(r)/r with f(0) = 0 and f'(0) = w1*log X1 + w2*log X2 + ...",
    "oo": "(w1*X1**r + w2*X2**r + ...)**(1/r), sum of the w = 1, tends to m, the largest of the X: "
    "it lies between m*w**(1/r), w the weight of m, and m",
    "-oo": "(w1*X1**r + w2*X2**r + ...)**(1/r), sum of the w = 1, tends to m, the smallest of the "
    "X: it lies between m and m*w**(1/r), w the weight of m",
}
