"""Saved files of every kind, and what each claims: a question, and facts that answer it.

Two files with one question must not have facts that contradict each other.  So a changed file that
is accepted is held against the file that was made in earnest, or against an answer found anew.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from asking import check

from symbolic_measures import (
    averaging,
    compare,
    completion,
    impossible,
    limit,
    normaliser,
    slope,
    threshold,
)
from symbolic_measures.doors.api.asking import ask
from symbolic_measures.meaning.subjects import measure
from symbolic_measures.questions.identity.find import find_identity
from symbolic_measures.questions.relation.find import find_law
from symbolic_measures.questions.taylor.find import find_expansion

Data = dict[str, Any]
Facts = dict[str, Any]


def plain(report: Any) -> Data:
    """A report as it is read from a file."""
    found: Data = json.loads(json.dumps(report.to_data()))
    return found


@dataclass(frozen=True)
class Kind:
    """How files of a kind are made, and what they ask and claim."""

    make: Mapping[str, Callable[[], Any]]
    question: Callable[[Data], Any]
    facts: Callable[[Data], Facts]

    def files(self) -> list[Data]:
        """The real files."""
        return [plain(make()) for make in self.make.values()]


def _verdict(entry: Any) -> Any:
    return None if entry is None else entry["verdict"]


def _checked(data: Data) -> Facts:
    found = {entry["property"]: entry["verdict"] for entry in data["verdicts"]}
    for entry in data.get("gradient", ()):
        found[f"d/d{entry['value']['variable']}" if entry["value"] else "?"] = (
            entry["value"] and entry["value"]["sign"] if entry["verdict"] == "proved" else None
        )
    ends = data.get("range") or {}
    return {**found, **{side: end["value"] for side, end in ends.items()}}


def _completed(data: Data) -> Facts:
    conflict = data["conflict"]
    return {
        "undefined": data["undefined"],
        "found": data["found"] is not None,
        "conflict": conflict is not None,
        **{f"literal {v['property']}": v["verdict"] for v in data["verdicts"]},
        **{f"{c['name']} {c['conventions']} {v['property']}": v["verdict"]
           for c in data["completions"] for v in c["verdicts"]},
        **{f"limit at {v['value'] and v['value']['support']}": v["verdict"] == "proved" and
           (v["value"]["limit"] or v["value"]["values"]) for v in data["faces"]},
    }  # fmt: skip


def _limit(data: Data) -> Facts:
    found = {"value": data["value"], "verdict": data["verdict"]}
    for piece in data["pieces"]:
        value = piece["value"] if piece["verdict"] == "proved" else None
        found[f"{piece['from']} {piece['support']}"] = value and (
            value["kind"], value.get("limit"), value.get("sign")
        )  # fmt: skip
    return found


def _expanded(data: Data) -> Facts:
    baseline = data["baseline"]
    order = baseline["value"] and baseline["value"]["order"]
    proved = data["taylor"]["verdict"] == "proved"
    return {
        "value": data["value"],
        "order": order if baseline["verdict"] == "proved" else None,
        **{f"term {term['k']}": term for term in data["terms"] if proved},
        "leading": data["leading"],
    }


def _threshold(data: Data) -> Facts:
    exact = data["necessary"] == data["sufficient"] == "proved"
    samples = {json.dumps(entry["at"], sort_keys=True): entry["verdict"]
               for entry in data["samples"]}  # fmt: skip
    return {"condition": data["condition"] if exact else None, **samples}


def _compared(data: Data) -> Facts:
    found: Facts = {}
    for pair in data["pairs"]:
        found[f"{pair['a']} {pair['b']}"] = pair["verdict"]
        for side, bound in zip("<>", pair["bounds"], strict=False):
            found[f"{pair['a']} {side} {pair['b']}"] = bound["verdict"]
    return found


def _impossible(data: Data) -> Facts:
    return {
        "feasible": data["feasible"],
        **{f"infeasible {sorted(ids)}": True for ids in data["minimal_infeasible"]},
        **{f"infeasible {sorted(ids)}": False for ids in data["maximal_feasible"]},
        **{
            f"infeasible {sorted({line['property'] for line in entry['lines']})}": True
            for entry in data["every_n"]
        },
    }


def _derived(data: Data) -> Facts:
    """Each part that is asked, by what is asked."""
    entries = data.get("derivations", [data])
    return {
        json.dumps({k: v for k, v in part.items() if k != "expected"}, sort_keys=True):
        answer and answer["verdict"]
        for entry in entries
        for part, answer in zip(entry["derivation"]["part"], entry["parts"], strict=True)
    }  # fmt: skip


def _tabled(data: Data) -> Facts:
    """Each cell of a paper's table."""
    where = data["paper"], data["table"]
    return {
        " ".join((*where, cell["row"], cell["column"], name)): cell[name]
        for cell in data["cells"]
        for name in ("computed", "printed")
    }


KINDS: dict[str, Kind] = {
    "check": Kind(
        {
            "F1": lambda: check("F1", ("symmetry", "monotone", "weakly-monotone", "range",
                                       "undefined-set", "constant-baseline", "tn-invariance")),
            "kappa": lambda: check("kappa", ("symmetry", "monotone", "weakly-monotone", "range",
                                             "undefined-set", "constant-baseline", "ace")),
            "opitz": lambda: check("BA", ("opitz-monotone", "class-sensitive", "chance-corrected",
                                          "prevalence-invariant", "class-decomposable")),
        },
        lambda data: data["measure"],
        _checked,
    ),
    "identity": Kind(
        {
            "F1": lambda: find_identity("F1", "TP/(TP+(FN+FP)/2)"),
            "kappa": lambda: find_identity("precision", "recall"),
        },
        lambda data: (data["lhs"], data["rhs"], data["readings"], data["parameters"]),
        lambda data: {"values": data["verdict"], "domains": data["domains"]["same"]},
    ),
    "compare": Kind(
        {
            "three": lambda: compare(("F1", "Jaccard", "recall"), timeout=600),
            "two": lambda: compare(("accuracy", "kappa"), timeout=600),
        },
        lambda data: (data["measures"], data["assume"]),
        _compared,
    ),
    "completion": Kind(
        {
            "TP/P": lambda: completion("TP/P", timeout=600),
            "F1": lambda: completion("F1", convention=("TP + FN + FP == 0: 1",), timeout=600),
        },
        lambda data: data["measure"],
        _completed,
    ),
    "threshold": Kind(
        {
            "ace": lambda: threshold("F_beta_linear", "ace", "beta", timeout=600),
            "weighted": lambda: threshold(
                "a*recall+(1-a)*specificity", "tn-monotone", "a", assume=["a >= 0"], timeout=10
            ),
        },
        lambda data: (data["measure"], data["property"], data["parameter"]),
        _threshold,
    ),
    "limit": Kind(
        {
            "F": lambda: limit("F_beta", "beta -> oo", "recall"),
            "TN": lambda: limit("kappa", "TN -> oo"),
        },
        lambda data: (data["measure"], data["to"], data["claim"]),
        _limit,
    ),
    "taylor": Kind(
        {
            "kappa": lambda: find_expansion(measure("kappa"), 3, 20),
            "F1": lambda: find_expansion(measure("F1"), 2, 20),
        },
        lambda data: (data["measure"], data["order"]),
        _expanded,
    ),
    "normaliser": Kind(
        {
            "max": lambda: normaliser("1/Max(p_A*(1-p_A),p_B*(1-p_B))", timeout=3),
            "root": lambda: normaliser("1/(p_A+p_B)", timeout=3),
        },
        lambda data: (data["normaliser"], data["assume"]),
        lambda data: {entry["property"]: entry["verdict"] for entry in data["verdicts"]},
    ),
    "averaging": Kind(
        {
            "macro": lambda: averaging("macro", ("symmetry", "weakly-monotone"), timeout=600),
            "micro": lambda: averaging("micro", ("symmetry", "class-symmetry"), timeout=600),
        },
        lambda data: data["averaging"],
        lambda data: {f"{entry['property']} {entry['where']}": entry["verdict"]
                      for entry in data["verdicts"]},
    ),
    "impossible": Kind(
        {
            "three": lambda: impossible(("monotone", "distance", "constant-baseline"), "3",
                                        timeout=600),
            "two": lambda: impossible(("monotone", "symmetry", "tn-invariance"), "2..3",
                                      timeout=600),
        },
        lambda data: (data["n"], data.get("classes", 2)),
        _impossible,
    ),
    "relation": Kind(
        {
            "BA": lambda: find_law("accuracy <= 1", seconds=600),
            "kappa": lambda: find_law("kappa >= accuracy", seconds=600),
        },
        lambda data: (data["law"], data["assume"]),
        lambda data: {"verdict": data["verdict"]},
    ),
    "slope": Kind(
        {"BA": lambda: slope("BA", timeout=600), "acc": lambda: slope("accuracy")},
        lambda data: (data["slope"], data["assume"]),
        lambda data: {entry["cell"]: entry["verdict"] for entry in data["derivatives"]},
    ),
    "derivation": Kind(
        {
            "F1": lambda: ask("derivation", 60, subject="F1", property=["symmetry", "monotone"]),
            "BA": lambda: ask("derivation", 60, subject="BA", property=["symmetry", "range"]),
        },
        lambda data: "derivation",
        _derived,
    ),
    "table": Kind(
        {
            "F1": lambda: ask("table", 60, table="gosgens2021:2", row=["F1"],
                              column=["Sym", "Mon"]),
            "CC": lambda: ask("table", 60, table="gosgens2021:2", row=["Jaccard"],
                              column=["Sym", "Mon"]),
        },
        lambda data: "table",
        _tabled,
    ),
}  # fmt: skip


@cache
def made(kind: str) -> tuple[str, ...]:
    """The real files of a kind, as text."""
    return tuple(json.dumps(data) for data in KINDS[kind].files())


def contradictions(one: Facts, other: Facts) -> list[str]:
    """Claims of two files that cannot both be right."""
    silent = (None, "undecided", False, "not proved")
    return [
        f"{name}: {one[name]!r} and {other[name]!r}"
        for name in one.keys() & other.keys()
        if one[name] != other[name] and one[name] not in silent and other[name] not in silent
    ]
