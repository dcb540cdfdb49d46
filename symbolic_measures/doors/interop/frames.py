"""Answers as tables: rows first, then a DataFrame, Markdown or LaTeX of them.

`rows` looks at the kind of the answer by the name of its class, so that no kind is imported; an
answer without rows of its own shows the plain entries of its data.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from symbolic_measures.meaning.supports import parted
from symbolic_measures.nouns.verdict import Verdict

Row = dict[str, Any]


def rows(answer: Any) -> list[Row]:
    """The rows of an answer: texts, truth values and numbers under the same keys in each."""
    for kind in type(answer).__mro__:
        if kind.__name__ in ROWS:
            return ROWS[kind.__name__](answer)
    return _plain(answer.to_data())


def frame(answer: Any) -> Any:
    """The rows as a DataFrame; ImportError, with what to install, without pandas."""
    try:
        import pandas as pd
    except ImportError:
        raise ImportError(
            "a DataFrame needs pandas: pip install symbolic-measures[pandas]"
        ) from None
    return pd.DataFrame(rows(answer))


def markdown(answer: Any) -> str:
    """The rows as a Markdown table."""
    found = rows(answer)
    if not found:
        return ""
    heads = list(found[0])
    lines = [heads, ["---"] * len(heads)]
    lines += [[_cell(row[head]).replace("|", r"\|") for head in heads] for row in found]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def latex(answer: Any) -> str:
    """The rows as a LaTeX tabular."""
    found = rows(answer)
    if not found:
        return ""
    heads = list(found[0])
    lines = [rf"\begin{{tabular}}{{{'l' * len(heads)}}}", r"\toprule"]
    lines += [" & ".join(map(_escaped, heads)) + r" \\", r"\midrule"]
    lines += [" & ".join(_escaped(_cell(row[head])) for head in heads) + r" \\" for row in found]
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}"])


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


_SPECIAL = {"\\": r"\textbackslash{}", "^": r"\^{}", "~": r"\~{}", "<": "$<$", ">": "$>$"}


def _escaped(text: str) -> str:
    return re.sub(r"[\\^~<>&%$#_{}]", lambda m: _SPECIAL.get(m[0], "\\" + m[0]), text)


# --- rows of each kind -------------------------------------------------------------------------


def _verdict(verdict: Verdict) -> Row:
    witness = verdict.witness
    return {
        "property": verdict.property,
        "verdict": verdict.outcome,
        "value": _value(verdict),
        "counterexample": "" if witness is None else _matrices(witness.matrices),
        "values": "" if witness is None else ", ".join(map(_number, witness.values)),
        "reason": verdict.reason,
    }


def _value(verdict: Verdict) -> str:
    """What a property with an answer was found to be."""
    value = verdict.value
    if verdict.property == "range" and value:
        low, high = value["infimum"], value["supremum"]
        left = "(" if low.get("attained") is None else "["
        right = ")" if high.get("attained") is None else "]"
        return f"{left}{low['value']}, {high['value']}{right}"
    if verdict.property == "undefined-set" and value is not None:
        supports, where = parted(value)
        told = [f"only {', '.join(support)} > 0" for support in supports]
        return "; ".join([*told, *([where] if where else [])]) or "nowhere"
    if isinstance(value, Mapping) and "order" in value:
        return str(value["order"])
    return value if isinstance(value, str) else ""


def _matrices(matrices: Iterable[Iterable[str]]) -> str:
    return " and ".join(f"({', '.join(matrix)})" for matrix in matrices)


def _number(value: Any) -> str:
    return value if isinstance(value, str) else f"[{value[0]}, {value[1]}]"


def _report(report: Any) -> list[Row]:
    return [_verdict(verdict) for verdict in report.verdicts]


def _every_m(report: Any) -> list[Row]:
    return [
        {
            "property": verdict.property,
            "verdict": verdict.outcome,
            "holds": verdict.holds,
            "constant": (verdict.proof and verdict.proof.constant) or "",
            "reason": verdict.reason,
        }
        for verdict in report.verdicts
    ]


def _pairs(comparison: Any) -> list[Row]:
    found = []
    for pair in comparison.pairs:
        link, witness = pair.link, pair.witness
        bounds = [verdict.outcome for verdict in pair.bounds] or ["", ""]
        found.append({
            "a": pair.names[0],
            "b": pair.names[1],
            "verdict": pair.verdict,
            "function": "" if link is None else str(pair.to_data()["function"] or ""),
            "counterexample": "" if witness is None else _matrices(
                map(str, matrix) for matrix in witness.matrices
            ),
            "a <= b": bounds[0],
            "b <= a": bounds[1],
        })  # fmt: skip
    return found


def _disagreements(found: Any) -> list[Row]:
    return [
        {"a": pair.names[0], "b": pair.names[1], "pairs": pair.pairs, "different": len(pair.flips),
         "share": "" if pair.share is None else str(pair.share)}
        for pair in found.pairs
    ]  # fmt: skip


def _cells(table: Any) -> list[Row]:
    return [
        {
            "row": cell.row,
            "column": cell.column,
            "printed": cell.printed,
            "computed": cell.computed,
            "agrees": cell.agrees,
            "verdict": cell.verdict.outcome,
        }
        for cell in table.cells
    ]


def _threshold(found: Any) -> list[Row]:
    inside = [(part.clause.text, True, "") for part in found.inside]
    outside = [
        (part.clause.text, False, ", ".join(f"{k} = {v}" for k, v in part.family.cells.items()))
        for part in found.outside
    ]
    return [
        {"property": found.property_id, "when": when, "holds": holds, "counterexample": cells,
         "exact": found.exact}
        for when, holds, cells in (*inside, *outside)
    ]  # fmt: skip


def _limit(found: Any) -> list[Row]:
    return [
        {"from": piece.approach.side, "support": ", ".join(piece.support), "kind": piece.kind,
         "limit": piece.limit}
        for piece in found.pieces
    ]  # fmt: skip


def _expansion(found: Any) -> list[Row]:
    return [
        {"k": term.number, "derivative": term.derivative, "moment": term.moment.text,
         "falls like": "" if term.vanishes else f"n^-{term.moment.order}"}
        for term in found.terms
    ]  # fmt: skip


def _identity(found: Any) -> list[Row]:
    return [{
        "left": found.sides[0].text,
        "right": found.sides[1].text,
        "verdict": found.outcome,
        "domains": found.domains,
        **{k: v for k, v in _verdict(found.verdict).items() if k in ("counterexample", "values")},
    }]  # fmt: skip


def _patterns(found: Any) -> list[Row]:
    """One row for each pattern of zero cells: what the function returns there, and its readings."""
    return [
        {"zero": ", ".join(each.zeros), "matrices": each.matrices, "kind": each.kind,
         "returned": each.returned, "readings": ", ".join(each.readings),
         "different": each.count,
         "smallest": "" if each.smallest is None else str(tuple(each.smallest.matrix))}
        for each in found.patterns
    ]  # fmt: skip


def _declared(found: Any) -> list[Row]:
    return [
        {"measure": each.measure, "said": each.said, "outcome": each.outcome, "why": each.told,
         "matrix": f"({', '.join(each.matrix)})" if each.matrix else ""}
        for each in found.judged
    ]  # fmt: skip


def _audited(found: Any) -> list[Row]:
    return [
        {"name": each.entry.name, "function": each.audit.target,
         "against": each.audit.reading.measure.name, "outcome": each.audit.outcome,
         "follows": ", ".join(each.audit.followed), "differences": len(each.audit.wrong),
         "choices": len(each.audit.choices)}
        for each in found.found
    ]  # fmt: skip


def _plain(data: Mapping[str, Any]) -> list[Row]:
    """The first list of entries in the data of an answer, without what is nested in them."""
    lists = [value for value in data.values() if isinstance(value, list)]
    entries = next((v for v in lists if v and all(isinstance(e, Mapping) for e in v)), [data])
    found = [{k: v for k, v in e.items() if isinstance(v, str | int | float)} for e in entries]
    keys = dict.fromkeys(key for row in found for key in row)
    return [{key: row.get(key, "") for key in keys} for row in found]


ROWS: dict[str, Callable[[Any], list[Row]]] = {
    "Report": _report,
    "EveryReport": _every_m,
    "Comparison": _pairs,
    "Inconsistency": _disagreements,
    "Table": _cells,
    "Threshold": _threshold,
    "Limit": _limit,
    "Expansion": _expansion,
    "Identity": _identity,
    "Chance": lambda found: found.rows(),
    "Audit": _patterns,
    "Declared": _declared,
    "Listed": _audited,
}
