"""Derivations as documents: theorem, prose, definitions, calculations with their reasons, answers.

Every format shows the same sections.  A line of a calculation carries a mark only if it is not
proved; what a section rests on (how many lines, which rules) stands at its end.

Invariant: the mark and the words of a part are those of its own verdict, never of the file.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from symbolic_measures.claims.papers import PAPERS
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.formula import symbol
from symbolic_measures.nouns.verdict import GLYPHS, Verdict
from symbolic_measures.questions.derivation.chains import Chain
from symbolic_measures.questions.derivation.meaning import Answered, DerivationReport, Derivations
from symbolic_measures.questions.derivation.show_answers import Block, Line, of_answer
from symbolic_measures.report import prose
from symbolic_measures.report.heading import INCOMPLETE
from symbolic_measures.report.prose import Equation, Piece, Prose, equation
from symbolic_measures.report.text import wrapped

if TYPE_CHECKING:
    from symbolic_measures.questions.derivation.reading import Let, Text

SORTED = {
    "natural": ("whole numbers ", ">="),
    "nonnegative": ("real ", ">="),
    "positive": ("real ", ">"),
    "real": ("real ", ""),
}


@dataclass(frozen=True)
class Section:
    """A derivation: its theorem, its parts, and what they rest on."""

    name: str
    title: str
    source: str
    statement: Prose
    refuted: bool
    problems: tuple[str, ...]
    blocks: tuple[Block, ...]
    basis: str
    incomplete: str


@dataclass(frozen=True)
class Appendix:
    """Derivations in their order."""

    title: str
    sections: tuple[Section, ...]
    html_page: ClassVar[str] = "derivations.html"
    html_body: ClassVar[str] = "derivation.html"
    tex_page: ClassVar[str] = "document.tex"
    tex_body: ClassVar[str] = "derivation.tex"

    @property
    def file(self) -> str:
        """A name for files."""
        return self.title

    def text(self, details: bool = True) -> str:
        """The document as lines of text, with the proofs: it is asked for because of them."""
        return "\n\n\n".join(_written(section) for section in self.sections)


def document(found: Derivations | DerivationReport) -> Appendix:
    """The document of some derivations."""
    reports = found.reports if isinstance(found, Derivations) else (found,)
    sections = tuple(map(_section, reports))
    return Appendix("Derivations" if len(sections) > 1 else sections[0].name, sections)


def _section(report: DerivationReport) -> Section:
    about = report.derivation
    blocks: list[Block] = []
    last: Prose = ()
    subject: tuple[Equation, ...] = ()
    for part, answer in zip(about.parts, report.answers):
        block = _block(part, answer)
        if block.kind == "chain":
            same, last = block.told == last, block.told
            block = replace(block, told=() if same else block.told)
        if block.kind == "answer" and block.equations:
            again, subject = block.equations == subject, block.equations
            if again:
                block = replace(block, equations=(), legend=())
        blocks.append(block)
    paper = PAPERS.get(about.paper)
    cited = f"{paper.authors.split(',')[0].split()[-1]} et al. ({paper.year})" if paper else ""
    return Section(
        name=about.name,
        title=about.title,
        source=", ".join(words for words in (cited or about.paper, about.source) if words),
        statement=about.statement,
        refuted=report.refuted,
        problems=tuple(report.problems),
        blocks=tuple(blocks),
        basis=_basis(report),
        incomplete="" if report.complete else INCOMPLETE,
    )


def _block(part: Any, answer: Answered | None) -> Block:
    if answer is None:
        return _text(part) if part.kind == "text" else _let(part)
    block = _chain(part, answer) if part.kind == "chain" else of_answer(part, answer)
    printed = "" if not part.printed else "as printed"
    return replace(block, printed=printed)


def _text(part: Text) -> Block:
    return Block("text", part.prose)


def _let(part: Let) -> Block:
    shown = (equation(symbol(name), "=", both.shown) for name, both in part.items)
    return Block("let", equations=tuple(shown))


def _chain(part: Any, answer: Any) -> Block:
    verdict = answer.found
    chain, failing = part.chain, _failing(verdict)
    rows = tuple(
        Line(row.relation, row.formula.shown, row.reason, failing.get(number, ""))
        for number, row in enumerate(chain.rows)
    )
    told = _setting(chain)
    return Block("chain", told, first=chain.first.shown, lines=rows, label=chain.label,
                 outcome=verdict.outcome)  # fmt: skip


def _failing(verdict: Verdict) -> dict[int, str]:
    """The glyph of each line that is not proved."""
    if verdict.outcome == "proved":
        return {}
    if verdict.witness is not None:
        return {verdict.witness.goal: GLYPHS["refuted"]}
    return dict.fromkeys(range(len(verdict.statement.goals)), GLYPHS[verdict.outcome])


def _setting(chain: Chain) -> Prose:
    """For which values it holds, and by which earlier lines."""
    told: list[Piece] = []
    matrices = chain.has_matrix and all(chain.scope.sort(c) == "natural" for c in CELLS)
    if matrices:
        told.append("For all confusion matrices")
    for sort, (words, relation) in SORTED.items():
        hidden = {*CELLS, *chain.numbers}
        own = [v.name for v in chain.variables if v.sort == sort]
        names = [symbol(name) for name in own if name not in hidden]
        if not names:
            continue
        told.append(" and all " if told else "For all ")
        told.append(words)
        for place, name in enumerate(names):
            told += [", "] if place else []
            signed = relation and place == len(names) - 1
            told.append(equation(name, relation, 0) if signed else name)
    given = [item.shown for item in chain.given]
    for place, condition in enumerate(given):
        told += [" with " if place == 0 and told else "With " if place == 0 else ", ", *condition]
    if chain.uses:
        labels = [other.label for other in chain.uses]
        told += [", by " if told else "By ", " and ".join(labels)]
    return (*told, ":") if told else ()


def _basis(report: DerivationReport) -> str:
    """How many lines and answers were decided, and by which rules."""
    answers = [answer for answer in report.answers if answer is not None]
    chains = [a.data for a in answers if a.part.kind == "chain" and a.data["verdict"] == "proved"]
    steps = sum(len(data["statement"]["goals"]) for data in chains)
    others = sum(answer.part.kind != "chain" for answer in answers)
    told = []
    if steps:
        told.append(f"{steps} line{'s' * (steps > 1)} of calculation proved")
    if others:
        told.append(f"{others} question{'s' * (others > 1)} decided")
    rules = sorted({rule for answer in answers for rule in _rules(answer.data)} - {"every-goal"})
    by = f" The kernel replayed the rules {', '.join(rules)}." if rules else ""
    return f"{', '.join(told)}.{by}" if told else ""


def _rules(data: Any) -> set[str]:
    """The names of all rules in a certificate."""
    if isinstance(data, dict):
        own = {data["rule"]} if isinstance(data.get("rule"), str) else set()
        return own.union(*map(_rules, data.values()))
    return set().union(*map(_rules, data)) if isinstance(data, list) else set()


def _written(section: Section) -> str:
    title = ". ".join(words for words in (section.name, section.title) if words)
    lines = wrapped(title + (f" ({section.source})" if section.source else ""))
    if section.refuted:
        lines += wrapped("Not as printed: what the paper says here is refuted.")
    for problem in section.problems:
        lines += wrapped(f"PROBLEM: {problem}")
    if section.statement:
        lines += ["", *wrapped(prose.text(section.statement), "  ")]
    for block in section.blocks:
        lines += ["", *_block_text(block)]
    lines += ["", *wrapped(section.basis)] if section.basis else []
    return "\n".join(lines + wrapped(section.incomplete))


def _block_text(block: Block) -> list[str]:
    lines: list[str] = []
    if block.kind == "answer":
        printed = f" ({block.printed})" if block.printed else ""
        lines += wrapped(prose.text(block.head) + printed, f"{GLYPHS[block.outcome]} ")
    elif block.told:
        lines += wrapped(prose.text(block.told))
    for shown in block.equations:
        lines += wrapped(prose.text((shown,)), "    ", "      ")
    lines += wrapped(prose.text(block.legend), "    ") if block.legend else []
    if block.first is not None:
        lines += wrapped(prose.text((block.first,)), f"{block.label:<4}", "      ")
    for line in block.lines:
        mark = f"  {line.mark}" if line.mark else ""
        formula = f"{line.relation:>2} {prose.text((line.formula,))}{mark}"
        lines += wrapped(formula, "    ", "         ")
        lines += wrapped(f"({prose.text(line.reason)})", " " * 12) if line.reason else []
    if block.kind == "answer" and block.told:
        lines += wrapped(prose.text(block.told), "    ")
    for told in block.shown:
        lines += wrapped(prose.text(told), "    ", "    ")
    for evidence in block.evidences:
        label = (*evidence.label, ": ", *evidence.setting)
        lines += wrapped(prose.text(label), "  ", "    ") if evidence.label else []
        for item in evidence.lines:
            lines += wrapped(prose.text(item.sentence), "    ")
            lines += wrapped(prose.text((item.display,)), "      ") if item.display else []
    for fact in block.facts:
        known = f"{prose.text(fact.head)}: {prose.text(fact.told)}"
        lines += wrapped(known, f"    {fact.mark or ' '} ", "      ")
    return lines
