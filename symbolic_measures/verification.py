"""Replays saved files: the kind of a file is told by a part that only this kind has.

from symbolic_measures import verify
problems = [item.problem for item in verify(json.loads(text)) if item.problem]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

from symbolic_measures.session import SCHEMA, Checked, verify_report
from symbolic_measures.verdict import CertificateError

#: The part that tells the kind, and the module and the function that read it.
KINDS = (
    ("derivation", "derivations", "verify_derivation"),
    ("derivations", "derivations", "verify_derivation"),
    ("table", "tables", "verify_table"),
    ("faces", "completions", "verify_completion"),
    ("completions", "completions", "verify_completion"),
    ("found", "completions", "verify_completion"),
    ("conflict", "completions", "verify_completion"),
    ("lhs", "identities", "verify_identity"),
    ("taylor", "expansions", "verify_expansion"),
    ("law", "laws", "verify_law"),
    ("slope", "laws", "verify_slopes"),
    ("averaging", "averagings", "verify_averaging"),
    ("normaliser", "normalisers", "verify_conditions"),
    ("to", "limits", "verify_limit"),
    ("minimal_infeasible", "impossibility", "verify_impossibility"),
    ("inconsistency", "inconsistency", "verify_inconsistency"),
    ("pairs", "comparisons", "verify_comparison"),
    ("lattice", "impossibility", "verify_lattice"),
    ("condition", "thresholds", "verify_threshold"),
)


def verify(data: Any) -> Iterator[Checked]:
    """Replays every verdict of a saved file, without search.

    Statements are rebuilt from what the file asks and compared with the saved ones; all else that
    it says must be what the verdicts give.  Each kind of file has only its own parts.  Raises
    CertificateError if it is no saved file at all.
    """
    if not isinstance(data, dict) or data.get("schema") != SCHEMA or data["schema"] is True:
        raise CertificateError(f"not a report of schema {SCHEMA}")
    for part, module, function in KINDS:
        if part in data:
            reader: Callable[[Any], Iterator[Checked]] = getattr(
                import_module(f"symbolic_measures.{module}"), function
            )
            yield from reader(data)
            return
    yield from verify_report(data)
