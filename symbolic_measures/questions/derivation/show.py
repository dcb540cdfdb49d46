"""Derivations as documents: theorem, prose, definitions, calculations with their reasons, answers.

Every format shows the same sections.  A line of a calculation carries a mark only if it is not
proved; what a section rests on (how many lines, which rules) stands at its end.

Invariant: the mark and the words of a part are those of its own verdict, never of the file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import dropwhile
from typing import TYPE_CHECKING, Any, ClassVar

from symbolic_measures.claims.papers import PAPERS
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, symbol
from symbolic_measures.nouns.parser import identifiers
from symbolic_measures.nouns.verdict import GLYPHS, Verdict
from symbolic_measures.questions.derivation.chains import Chain, Scope
from symbolic_measures.questions.derivation.meaning import Answered, DerivationReport, Derivations
from symbolic_measures.report import prose
from symbolic_measures.report.clearing import Line as Proved
from symbolic_measures.report.counterexamples import demanded, listed, quantity
from symbolic_measures.report.evidence import Evidence, told_of
from symbolic_measures.report.heading import INCOMPLETE, WORDS
from symbolic_measures.report.mathtext import SUMS
from symbolic_measures.report.polynomials import with_margins
from symbolic_measures.report.proofs import conditions
from symbolic_measures.report.prose import Cells, Equation, Piece, Prose, cells, equation, exact
from symbolic_measures.report.sections import Section as Found
from symbolic_measures.report.text import wrapped

if TYPE_CHECKING:
    from symbolic_measures.questions.derivation.reading import Let, Text

SORTED = {
    "natural": ("whole numbers ", ">="),
    "nonnegative": ("real ", ">="),
    "positive": ("real ", ">"),
    "real": ("real ", ""),
}
#: Of more goals than these, two are shown.
MOST_GOALS = 6
#: Longer formulas (as text) are not set on one line.
LONGEST = 200


@dataclass(frozen=True)
class Line:
    """One line of a calculation; `mark` is a glyph if it is not proved."""

    relation: str
    formula: Formula
    reason: Prose
    mark: str = ""


@dataclass(frozen=True)
class Fact:
    """A row of an answer: mark, what it is about, what is known."""

    mark: str
    outcome: str
    head: Prose
    told: Prose


@dataclass(frozen=True)
class Block:
    """One part, by its kind: text, let, chain or answer."""

    kind: str
    told: Prose = ()
    equations: tuple[Equation, ...] = ()
    first: Formula | None = None
    lines: tuple[Line, ...] = ()
    label: str = ""
    outcome: str = ""
    head: Prose = ()
    printed: str = ""
    evidences: tuple[Evidence, ...] = ()
    folded: tuple[Evidence, ...] = ()
    shown: tuple[Prose, ...] = ()
    facts: tuple[Fact, ...] = ()


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
            block = Block(**{**block.__dict__, "told": () if same else block.told})
        if block.kind == "answer" and block.equations:
            again, subject = block.equations == subject, block.equations
            block = Block(**{**block.__dict__, "equations": () if again else subject})
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
    block = MAKERS.get(part.kind, _other)(part, answer)
    printed = "" if not part.printed else "as printed"
    return Block(**{**block.__dict__, "printed": printed})


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


def _check(part: Any, answer: Any) -> Block:
    verdict, reading = answer.found, answer.reading
    prop, measure = PROPERTIES[verdict.property], reading.measure
    letter = "M" if measure.higher_is_better or prop.as_given or prop.answers else "S"
    name = symbol(measure.name) if measure.name.isidentifier() else symbol("M")
    about = [equation(name, "=", with_margins(measure.formula))]
    if measure.classes != 2:
        about = []
    told = told_of(verdict, reading)
    evidences, folded = _likewise(told.evidences), tuple[Evidence, ...]()
    if len(evidences) > MOST_GOALS:
        left = f"The other {len(evidences) - 2} are proved likewise."
        evidences, folded = (*evidences[:2], Evidence((), (), (Proved((left,)),))), evidences[2:]
    where: list[Piece] = [f"{measure.name}"]
    if measure.classes != 2:
        where.append(f" for {measure.classes} classes")
    for condition in conditions(measure.conditions):
        where += [", ", condition]
    if reading.name != "literal":
        where.append(f", reading {reading.name}")
    if letter == "S":
        where.append(", a dissimilarity, judged by its negative S")
    head: Prose = (*where, f": {verdict.property} is {WORDS[verdict.outcome]}. ", prop.said)
    shown = _witness(verdict, letter) if verdict.outcome == "refuted" else ()
    summary = _capital(told.summary) if verdict.outcome == "proved" else ()
    return Block("answer", summary, tuple(about), outcome=verdict.outcome, head=head,
                 evidences=() if shown else evidences, shown=shown,
                 folded=() if shown else folded)  # fmt: skip


def _likewise(evidences: tuple[Evidence, ...]) -> tuple[Evidence, ...]:
    """A sentence that was said of the goal before is not said again."""
    found: list[Evidence] = []
    before: tuple[Prose, ...] = ()
    for evidence in evidences:
        said = tuple(line.sentence for line in evidence.lines)
        lines = evidence.lines
        if said == before and any(line.display for line in lines):
            shown = [line.display for line in lines if line.display is not None]
            lines = tuple(
                Proved(("And:" if place else "Likewise:",), display)
                for place, display in enumerate(shown)
            )
        found.append(replace(evidence, lines=tuple(map(_short, lines))))
        before = said
    return tuple(found)


def _short(line: Proved) -> Proved:
    """Without a formula that would not be readable on one line."""
    if line.display is None or len(prose.text((line.display,))) <= LONGEST:
        return line
    return replace(line, folded=True)


def _capital(told: Prose) -> Prose:
    """A sentence from a phrase, if it begins with a word."""
    word = re.match("[a-z]{3,} ", told[0]) if told and isinstance(told[0], str) else None
    return (str(told[0])[0].upper() + str(told[0])[1:], *told[1:]) if word else told


def _witness(verdict: Verdict, letter: str) -> tuple[Prose, ...]:
    """The matrices of a counterexample with their values; () if it has another form."""
    witness = verdict.witness
    if witness is None or not witness.matrices or witness.kind not in ("matrix", "pair"):
        return ()
    line: list[Piece] = []
    head, meaning = quantity(verdict, letter)
    for matrix, value in zip(witness.matrices, witness.values, strict=False):
        line += [", "] if line else []
        line += [Cells((), cells(matrix).values, head), " = ", *exact(value)]
    told: list[Piece] = ["Here ", *meaning, ". "] if meaning else []
    if witness.parameters:
        told += ["Here ", *listed(dict(witness.parameters)), ". "]
    second = "The second" if len(witness.matrices) > 1 else "It"
    if wanted := demanded(verdict.statement.goals[witness.goal], witness, second, "The two"):
        told += [*wanted, ". "]
    if witness.minimal:
        told.append("Everything smaller was enumerated, and none of it fails.")
    return (tuple(line), tuple(told)) if told else (tuple(line),)


def _identity(part: Any, answer: Any) -> Block:
    report = answer.found
    left, right = report.sides
    shown = equation(left.formula, "=", right.formula)
    typed = _letters(f"{left.text} = {right.text}")
    head: Prose = (typed, f" is {WORDS[report.outcome]} wherever both are defined.")
    return _facts(report.outcome, head, report.document().sections, (shown,))


def _limit(part: Any, answer: Any) -> Block:
    report = answer.found
    of = f"The limit of {part.question.measure} as {part.question.to}"
    head: Prose = (
        (f"{of} is {part.question.claim}: {WORDS[report.outcome]}.",)
        if part.question.claim
        else (of + ".",)
    )
    return _facts(report.outcome, head, report.document().sections)


def _taylor(part: Any, answer: Any) -> Block:
    report = answer.found
    outcome = report.baseline.outcome
    head: Prose = (f"The order of the baseline of {part.question.measure}: {WORDS[outcome]}.",)
    return _facts(outcome, head, report.document().sections[:2])


def _threshold(part: Any, answer: Any) -> Block:
    report = answer.found
    outcome = "proved" if report.exact else "undecided"
    name, parameter = report.reading.measure.name, symbol(part.question.parameter)
    head: Prose = ("For which ", parameter, f" does {part.question.property} hold of {name}?")
    return _facts(outcome, head, report.document().sections[:3])


def _normaliser(part: Any, answer: Any) -> Block:
    report = answer.found
    found = {verdict.outcome for verdict in report.verdicts}
    outcome = "refuted" if "refuted" in found else "proved" if found == {"proved"} else "undecided"
    head: Prose = ("The six conditions on ", _letters(f"s = {part.question.formula}"), ":")
    return _facts(outcome, head, report.document().sections)


def _display(part: Any, answer: Any) -> Block:
    cell = answer.found.cells[0]
    verdict = cell.verdict
    head: Prose = (f"{part.question.table}, {part.question.row[0]}: {WORDS[verdict.outcome]}.",)
    lines: list[Prose] = [(_letters(cell.display.printed),)]
    if verdict.witness is not None:
        lines.append(answer.found.document().entries[0].note)
    if cell.corrected is not None:
        lines.append((f"Instead, {WORDS[cell.corrected.outcome]}:",))
        lines.append((_letters(cell.display.corrected),))
    return Block("answer", outcome=verdict.outcome, head=head, shown=tuple(lines))


def _other(part: Any, answer: Any) -> Block:
    """A question of any other kind: its title, the answer in a word, its text below the title."""
    doc = answer.found.document()
    below = dropwhile(lambda line: not line.startswith(" "), doc.text().splitlines())
    shown = tuple((line.strip(),) for line in below if line.strip())
    known = answer.told if answer.told in GLYPHS else "not-applicable"
    return Block("answer", outcome=known, head=(f"{doc.headline}: {answer.told}.",), shown=shown)


def _facts(
    outcome: str, head: Prose, sections: Iterable[Found], shown: tuple[Equation, ...] = ()
) -> Block:
    rows = tuple(
        Fact(row.mark, row.outcome, row.head, row.told)
        for section in sections
        for part in section.parts
        for row in part.rows
    )
    return Block("answer", outcome=outcome, head=head, facts=rows, equations=shown)


def _letters(typed: str) -> Piece:
    """A printed relation as formulas, all names letters; as text if it cannot be read."""
    typed = re.sub(r"^d\(?(\w+)\)?/d(\w+)", r"d(\1, \2)", typed)
    called = set(re.findall(r"([A-Za-z_]\w*)\(", typed)) - {"d", "sqrt", "log", "arccos"}
    names = tuple(n for n in identifiers(typed) if n not in called and n not in ("d", "e", "k"))
    try:
        scope = Scope(functions=dict.fromkeys(called, ()), letters=names)
        terms = [_indexed(scope.letters_of(part.strip())) for part in typed.split(" = ")]
    except FormulaError:
        return typed
    return Equation(tuple(terms), ("=",) * (len(terms) - 1))


def _indexed(tree: Formula) -> Formula:
    """ai as a_i; a, b, c within a sum over classes as a_k, b_k, c_k."""
    if tree.op == "symbol" and re.fullmatch("[abc][ij]", tree.args[0]):
        return symbol("_".join(tree.args[0]))
    parts = [_indexed(child) for child in tree.children]
    made = Formula(tree.op, *parts) if parts else tree
    if made.op in SUMS:
        return made.at(**{name: symbol(f"{name}_k") for name in ("a", "b", "c")})
    return made


MAKERS: dict[str, Callable[[Any, Any], Block]] = {
    "chain": _chain,
    "check": _check,
    "identity": _identity,
    "limit": _limit,
    "taylor": _taylor,
    "threshold": _threshold,
    "normaliser": _normaliser,
    "display": _display,
}


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
