"""A page for each property: its sentence, its formula, the matrices it compares, who has it.

The formulas are read off the goals that the property builds for a measure whose values are all
defined; `defined` is said in words.  Nothing is written twice: a property that is declared has a
page.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

from ext import certificates
from ext.pictures import drawn, relation
from ext.text import code, file_name, raw, said, table, toctree, words
from ext.verdicts import mark
from symbolic_measures.claims.papers import PAPERS
from symbolic_measures.meaning.frameworks import FRAMEWORKS
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.measures import MEASURES, get_measure
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.property import Property
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import formula
from symbolic_measures.nouns.statement import Atom, Goal
from symbolic_measures.nouns.verdict import GLYPHS
from symbolic_measures.report import prose
from symbolic_measures.report.mathtext import name_latex
from symbolic_measures.report.polynomials import with_margins

#: What every check without chosen properties answers, and is not chosen.
ASKED_ALWAYS = "gradient"
#: A measure that is defined everywhere, so that goals have no conditions of its own.
PLAIN = "accuracy"
SORTS = {
    "natural": "whole numbers ≥ 0",
    "nonnegative": "real numbers ≥ 0",
    "positive": "real numbers > 0",
    "real": "real numbers",
}
_EXPECTATION = r"\mathrm{E}[M(\mathrm{TP}, \mathrm{FN}, \mathrm{FP}, \mathrm{TN})]"
OUTCOMES = ("proved", "refuted", "undecided", "not-applicable")


def pages() -> dict[str, str]:
    """The index and a page for each property."""
    found = {f"properties/{one.id}.md": page(one) for one in PROPERTIES.values()}
    return {"properties/index.md": index(), **found}


def index() -> str:
    """All properties by framework, and the table of who has what."""
    parts = [
        "# Properties\n",
        "What can be asked of a measure. Each page has the sentence, the formula that is decided, "
        "the matrices that it compares, and who has it.\n",
    ]
    listed: set[str] = set()
    for framework, ids in FRAMEWORKS.items():
        paper = f": {words(PAPERS[framework].title)}" if framework in PAPERS else ""
        parts += [f"## {framework}{paper}\n", _rows([id for id in ids if id not in listed])]
        listed |= set(ids)
    rest = [id for id in PROPERTIES if id not in listed]
    parts += ["## Others, asked by name\n", _rows(rest), "## Who has what\n", overview()]
    return "\n".join([*parts, toctree(PROPERTIES)])


def _rows(ids: list[str]) -> str:
    return table(
        ("property", "", "source"),
        ((f"[{id}]({id}.md)", sentence(PROPERTIES[id]), said(PROPERTIES[id].source))
         for id in ids),
    )  # fmt: skip


def overview() -> str:
    """Measures by properties of the first framework: glyphs."""
    ids = next(iter(FRAMEWORKS.values()))
    head = "".join(f'<th scope="col"><a href="{id}.html">{id}</a></th>' for id in ids)
    lines = []
    for name in MEASURES:
        known = outcomes(name)
        if known:
            cells = "".join(f"<td>{mark(known[id]) if id in known else ''}</td>" for id in ids)
            link = f'<a href="../measures/{file_name(name)}.html">{name}</a>'
            lines.append(f'<tr><th scope="row">{link}</th>{cells}</tr>')
    legend = ", ".join(f"{GLYPHS[outcome]} {outcome.replace('-', ' ')}" for outcome in OUTCOMES)
    body = f"<thead><tr><th></th>{head}</tr></thead><tbody>{''.join(lines)}</tbody>"
    shown = f'<table class="marks slanted">{body}</table>'
    return f"{legend}.\n\n" + raw(f'<div class="symbolic-measures part wide">{shown}</div>')


def outcomes(name: str) -> dict[str, str]:
    """The outcome of each property that is decided of a measure."""
    checked = certificates.answer("check", file_name(name))
    return {v.property: v.outcome for v in checked.verdicts} if checked else {}


def page(one: Property) -> str:
    """The page of a property."""
    parts = [f"# {one.id}\n", f"**{sentence(one)}**\n", *_formula(one), *_holders(one)]
    parts += ["## Source\n", f"{said(one.source)}.\n", *_related(one)]
    parts += ["## Ask it\n", code(command(one), "sh")]
    return "\n".join(parts)


def command(one: Property) -> str:
    """What asks it of F1."""
    chosen = "" if one.id == ASKED_ALWAYS else f" --property {one.id}"
    return f"symbolic-measures check F1{chosen}"


def sentence(one: Property) -> str:
    """Its sentence, without the colon before a value."""
    return said(one.said.rstrip(":").rstrip(".")) + "."


def goals(one: Property) -> tuple[Goal, ...]:
    """What it amounts to, of a measure that is defined everywhere; none if that needs a value."""
    try:
        return one.statement(Reading(get_measure(PLAIN))).goals
    except FormulaError:
        return ()


def _formula(one: Property) -> Iterator[str]:
    yield "## Formula\n"
    told = inspect.getdoc(one.build)
    if told:
        yield said(told) + "\n"
    asked = goals(one)
    if one.answers and not asked:
        yield (
            "The answer is a value (a set, a range, a number, a matrix). Search proposes it, "
            "and goals that the kernel proves pin it down.\n"
        )
    if not asked:
        return
    yield from stated(asked)
    if pictures := "".join(map(drawn, asked)):
        yield raw(pictures)


def stated(asked: tuple[Goal, ...]) -> Iterator[str]:
    """The goals in words: for all ..., with ..., this and that."""
    for goal in asked:
        if goal.conclusion.rel == "constant-mean":
            yield (
                f"- ${_EXPECTATION}$, over all predictions with the sizes $n$, $P$, $\\hat P$ at "
                "random (TP is hypergeometric), is one and the same number for all $n$, $P$ and "
                "$0 < \\hat P < n$ at which every outcome is defined.\n"
            )
            continue
        sorts: dict[str, list[str]] = {}
        for variable in goal.variables:
            sorts.setdefault(variable.sort, []).append(f"${name_latex(variable.name)}$")
        every = " and ".join(f"{SORTS[sort]} {', '.join(names)}" for sort, names in sorts.items())
        given = [f"${_condition(atom)}$" for atom in goal.hypotheses if atom.rel != "defined"]
        where = f" with {', '.join(given)}" if given else ""
        yield f"- For all {every}{where}: {_conclusion(goal)}\n"
    if any(goal.conclusion.rel != "constant-mean" for goal in asked):
        yield "\nwherever what is compared is defined.\n"


def _conclusion(goal: Goal) -> str:
    """What is compared, as a formula; its label, if the goal compares no two matrices."""
    if not relation(goal):
        return prose.tex(prose.labelled(goal.label), words, lambda maths: f"${maths}$")
    one, other = (prose.math(prose.Cells(("M",), matrix, "M")) for matrix in shown(goal))
    sign = {"≤": r"\le", "≥": r"\ge"}.get(relation(goal), relation(goal))
    return f"${one} {sign} {other}$"


def shown(goal: Goal) -> list[tuple[Any, ...]]:
    """The matrices, with sums by the names of the margins."""
    return [tuple(map(with_margins, matrix)) for matrix in goal.matrices]


def _condition(atom: Atom) -> str:
    """`FN - 1 >= 0` as `FN >= 1`."""
    tree, right = atom.expr, formula(0)
    if tree.op == "-" and len(tree.args) == 2:
        tree, right = tree.args
    return prose.math(prose.Equation((with_margins(tree), with_margins(right)), (atom.rel,)))


def _holders(one: Property) -> Iterator[str]:
    found: dict[str, list[str]] = {outcome: [] for outcome in OUTCOMES}
    for name in MEASURES:
        outcome = outcomes(name).get(one.id)
        if outcome:
            found[outcome].append(f"[{words(name)}](../measures/{file_name(name)}.md)")
    if not any(found.values()):
        return
    yield "## Who has it\n"
    yield "Of the measures of the catalog, where their formulas are defined:\n"
    rows = [
        (f"{GLYPHS[outcome]} {outcome.replace('-', ' ')}", ", ".join(names) or "none")
        for outcome, names in found.items()
        if names
    ]
    yield table(("verdict", "measures"), rows)


def _related(one: Property) -> Iterator[str]:
    lines = []
    if one.stronger:
        lines.append(f"- It is the weak form of [{one.stronger}]({one.stronger}.md): "
                     f"{words(one.weaker_by)}.")  # fmt: skip
    lines += [
        f"- [{other.id}]({other.id}.md) is its weak form: {words(other.weaker_by)}."
        for other in PROPERTIES.values()
        if other.stronger == one.id
    ]
    for framework, ids in FRAMEWORKS.items():
        if one.id in ids:
            rest = ", ".join(f"[{id}]({id}.md)" for id in ids if id != one.id)
            lines.append(f"- Asked together with it, `--framework {framework}`: {rest}.")
    if one.of_order:
        lines.append("- It speaks of the order of values only: a strictly increasing function of a "
                     "measure has it if the measure has.")  # fmt: skip
    if lines:
        yield "## Related\n"
        yield "\n".join(lines) + "\n"
