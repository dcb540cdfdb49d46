"""A page for each measure of the catalog: formula, names, verdicts, limits, relatives.

Those of several classes have a page with the verdicts of a number of classes.
"""

from __future__ import annotations

from ext import certificates, libraries, relatives
from ext.certificates import in_parallel
from ext.text import code, file_name, said, table, toctree, words
from ext.verdicts import fragment
from symbolic_measures.meaning.measure import Measure
from symbolic_measures.meaning.measures import MEASURES
from symbolic_measures.meaning.multiclass import EXAMPLE, MULTICLASS, Multiclass
from symbolic_measures.meaning.readings import WHOLE, reading
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.report.mathtext import latex

#: The folder of the pages of several classes, and without an ending their index.
SEVERAL = "measures/several-classes"
REPLAYED = (
    "Each row opens its proof or its counterexample; a name leads to the property. The build of "
    "this page has replayed every verdict.\n"
)
NOT_DECIDED = "Nothing is decided of this measure yet; `python docs/decide.py` does it.\n"


def pages() -> dict[str, str]:
    """The index and a page for each measure."""
    certificates.replay_all()
    binary = {f"measures/{file_name(m.name)}.md": m for m in MEASURES.values()}
    others = {f"{SEVERAL}/{file_name(m.name)}.md": m for m in MULTICLASS.values()}
    found = dict(zip(binary, in_parallel(page, binary.values()), strict=True))
    found |= zip(others, in_parallel(page_of_several, others.values()), strict=True)
    return {"measures/index.md": index(), f"{SEVERAL}.md": several(), **found}


def index() -> str:
    """All measures with their formulas."""
    rows = [
        (f"[{words(m.name)}]({file_name(m.name)}.md)", words(m.title), f"${latex(m.formula)}$"
         if len(m.text) < 60 else f"`{m.text}`")
        for m in MEASURES.values()
    ]  # fmt: skip
    told = (
        "# Measures\n\n"
        f"The {len(MEASURES)} binary measures that are known by name, each as its source writes "
        "it. A page says what is proved and refuted of the measure, with the evidence, where it "
        "is undefined and what is done about it, its limits, and what it is related to. "
        "In formulas $P = TP + FN$, $N = FP + TN$, $\\hat P = TP + FP$, $\\hat N = FN + TN$ and "
        "$n$ is the number of all elements. Measures of several classes are on [a page of their "
        "own](several-classes.md).\n\n"
    )
    pages = toctree(("several-classes", *(file_name(name) for name in MEASURES)))
    return told + table(("name", "measure", "formula"), rows) + "\n" + pages


def several() -> str:
    """All measures of several classes with their formulas."""
    rows = [
        (f"[{words(m.name)}](several-classes/{file_name(m.name)}.md)", words(m.title),
         f"`{m.text}`", words(m.source))
        for m in MULTICLASS.values()
    ]  # fmt: skip
    told = (
        "# Measures of several classes\n\n"
        f"The {len(MULTICLASS)} measures of several classes that are known by name, each with what "
        "is proved and refuted of it at three classes. How such a formula is read is said in "
        "[Several classes](../guides/classes.md); any number of classes can be asked about.\n\n"
    )
    pages = toctree(f"several-classes/{file_name(name)}" for name in MULTICLASS)
    return told + table(("name", "measure", "formula", "source"), rows) + "\n" + pages


def page_of_several(measure: Multiclass) -> str:
    """The page of a measure of several classes."""
    name = measure.name
    checked = certificates.answer("classes", file_name(name))
    matrix = ", ".join(str(list(EXAMPLE[place : place + 3])) for place in (0, 3, 6))
    rows = [
        ("Formula", f"`{measure.text}`"),
        ("Source", words(measure.source)),
        ("Also called", ", ".join(f"`{a}`" for a in measure.aliases) or "no other name here"),
        ("Defined", said(measure.domain) if measure.domain == "everywhere"
         else f"where {said(measure.domain)}"),
        ("Better is", "higher" if measure.higher_is_better else "lower: it is judged by minus M"),
        ("By hand", f"`{measure.example}` at [{matrix}], the true class first"),
    ]  # fmt: skip
    asked = code(f'symbolic-measures check "{name}" --classes 3', "sh")
    parts = [
        f"# {words(measure.title)} ({words(name)}, several classes)\n",
        "$a_i$, $b_i$ and $c_i$ are the true, the predicted and the correct elements of a class; "
        "$m$ is the number of classes. How such a formula is read: [Several "
        "classes](../../guides/classes.md).\n",
        table(("", ""), rows),
        "## Verdicts at three classes\n",
        NOT_DECIDED if checked is None
        else f"{REPLAYED}\n{fragment(checked, '../../properties/')}",
        asked,
    ]  # fmt: skip
    return "\n".join(parts)


def page(measure: Measure) -> str:
    """The page of a measure."""
    name = measure.name
    parts = [f"# {words(measure.title)} ({words(name)})\n", _about(measure), "## Verdicts\n"]
    checked = certificates.answer("check", file_name(name))
    parts.append(_verdicts(name, checked))
    parts += ["## Where it is undefined\n", _undefined(measure), *relatives.sections(measure)]
    return "\n".join(parts)


def _about(measure: Measure) -> str:
    matrix, value = measure.example or (None, "")
    cells = ", ".join(f"{cell} = {count}" for cell, count in vars(matrix).items()) if matrix else ""
    names = [f"`{alias}`" for alias in measure.aliases]
    functions = [f"`{shown}`" for shown in libraries.functions_of(measure)]
    rows = [
        ("Formula as its source writes it", f"`{measure.text}`"),
        ("Source", words(measure.source)),
        ("Also called", ", ".join(names) or "no other name here"),
        ("In libraries", ", ".join(functions) or "in none of the audited ones"),
        ("Parameters", ", ".join(f"`{a.text}`" for a in measure.assumptions) or "none"),
        ("Defined", said(measure.domain)),
        ("Better is", "higher" if measure.higher_is_better else "lower: it is judged by minus M"),
        ("By hand", f"`{value}` at {cells}" if matrix else ""),
    ]
    return f"$$ M = {latex(measure.formula)} $$\n\n" + table(("", ""), rows)


def _verdicts(name: str, checked: object) -> str:
    shown = f"{REPLAYED}\n{fragment(checked, '../properties/')}" if checked else NOT_DECIDED
    return f"{shown}\n" + code(f'symbolic-measures check "{name}" --framework all', "sh")


def _undefined(measure: Measure) -> str:
    parts = [f"Defined where {said(measure.domain)}.\n" if measure.domain != "everywhere"
             else "Defined everywhere.\n"]  # fmt: skip
    rows = []
    for name in WHOLE:
        try:
            conventions = reading(name, measure).conventions
        except FormulaError:
            continue
        for one in conventions:
            where = f"`{one.when} = 0`" + (f", in the term `{one.term}`" if one.term else "")
            rows.append((f"`{name}`", where, f"`{one.value}`", words(one.source)))
    if rows:
        parts.append("Known conventions, the first that applies wins:\n")
        parts.append(table(("reading", "where", "value", "source"), rows))
    parts.append(libraries.choices(measure))
    completed = certificates.answer("completion", file_name(measure.name))
    if completed:
        parts.append("### What it could be there\n")
        parts.append(fragment(completed))
        parts.append(code(f'symbolic-measures completion "{measure.name}"', "sh"))
    return "\n".join(parts)
