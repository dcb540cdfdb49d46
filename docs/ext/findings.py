"""Findings in papers and libraries, as pages, from `reports/findings.json` and `audits/`."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from ext.text import code, said, table, toctree, words
from symbolic_measures.claims.papers import PAPERS

ROOT = Path(__file__).parents[2]
#: A formula follows in the saved text without a space.
_MISSING = re.compile(r"(instead:)(?=\S)")


def pages() -> dict[str, str]:
    """The index, a page for each paper, and one for the audits."""
    data = json.loads((ROOT / "reports" / "findings.json").read_text(encoding="utf-8"))
    by_paper: dict[str, list[dict[str, Any]]] = {}
    for one in data["findings"]:
        by_paper.setdefault(one["paper"], []).append(one)
    found = {f"findings/{name}.md": paper(name, those) for name, those in by_paper.items()}
    audits = {f"findings/{path.stem}.md": audit(path) for path in _audits()}
    index = _index(data, list(by_paper), list(audits))
    return {"findings/index.md": index, "findings/audits.md": _audit_index(), **found, **audits}


def _audits() -> list[Path]:
    return sorted((ROOT / "audits").glob("*.txt"))


def _index(data: dict[str, Any], papers: list[str], audits: list[str]) -> str:
    total = data["total"]
    kinds = [name for name in total if name not in ("claims", "hold")]
    rows = [
        (words(source["source"]), *(str(source[key]) for key in ("claims", "hold", *kinds)))
        for source in data["sources"]
    ]
    rows.append(("**all**", *(f"**{total[key]}**" for key in ("claims", "hold", *kinds))))
    severities = data["severities"]
    told = [
        "# Findings\n",
        f"Three papers make {total['claims']} claims that can be decided; {total['hold']} of them "
        "hold as they are printed. For each of the others there is a counterexample, what would "
        "save the claim, and the certificate in the repository's `reports/certificates/`.\n",
        table(("source", "claims", "hold", *kinds), rows),
        _severities(severities),
        "- " + "\n- ".join(f"[{words(PAPERS[name].title)}]({name}.md)" for name in papers),
        "- [What functions of libraries compute](audits.md)\n",
        toctree([*papers, "audits"]),
    ]
    return "\n".join(told)


def _severities(severities: Any) -> str:
    if isinstance(severities, dict):
        return table(("", "what it means"), ((k, words(str(v))) for k, v in severities.items()))
    return ""


def paper(name: str, findings: list[dict[str, Any]]) -> str:
    """The findings in a paper."""
    parts = [
        f"# {words(PAPERS[name].title)}\n",
        f"{len(findings)} claims do not hold as printed.\n",
    ]
    table_name = ""
    for one in findings:
        if one["table"] != table_name:
            table_name = one["table"]
            parts.append(f"## {_heading(table_name)}\n")
        column = f", {words(one['column'])}" if one["column"] else ""
        parts.append(f"### {words(one['row'])}{column}\n")
        sources = ", ".join(words(source) for source in one["sources"])
        parts.append(
            table(
                ("printed", "decided", "kind", "where"),
                [(said(one["claimed"]), said(one["found"]), words(one["severity"]), sources)],
            )
        )
        if one.get("statement"):
            parts.append(f"*{said(one['statement'])}*\n")
        parts.append(_MISSING.sub(r"\1 ", said(one["note"])) + "\n")
    return "\n".join(parts)


def _heading(table_name: str) -> str:
    """`gosgens2021:2` as `Table 2`, `gosgens2021:formulas` as `Formulas`."""
    part = table_name.partition(":")[2] or table_name
    return f"Table {part}" if part.isdigit() else words(part.capitalize())


def audit(path: Path) -> str:
    """An audit as it is written by `audit`."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return f"# {words(lines[0])}\n\n{code(chr(10).join(lines[1:]))}"


def _audit_index() -> str:
    names = [path.stem for path in _audits()]
    rows = [
        (f"[{name}]({name}.md)", words(path.read_text(encoding="utf-8").splitlines()[0]))
        for name, path in zip(names, _audits(), strict=True)
    ]
    told = (
        "# What functions of libraries compute\n\n"
        "Functions of real releases were called at every small matrix and at some large ones, and "
        "compared with the exact values of the formulas they are said to be. What is said of a "
        "function was seen by calling it; what is said of a formula is proved. "
        "[How to audit your own](../guides/audit.md).\n\n"
    )
    return told + table(("page", ""), rows) + "\n" + toctree(names)
