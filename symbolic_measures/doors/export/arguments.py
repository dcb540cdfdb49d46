"""The subcommand `export` of the command line; what it does is loaded when it is used."""

from __future__ import annotations

import argparse
import sys
from typing import Any


def add(commands: Any) -> None:
    """The command."""
    parser = commands.add_parser(
        "export",
        help="write verdicts for another system to check",
        description="A Rocq file for each measure: its definition and a theorem for each verdict, "
        "with its proof or counterexample. What is left out is listed with the reason.",
    )
    add = parser.add_argument
    add("source", nargs="+", metavar="FILE.json|NAME|TABLE",
        help="a saved report or table, a measure's name or formula, or PAPER:TABLE")  # fmt: skip
    add("--format", choices=("rocq",), default="rocq", help="the system (default: rocq)")
    add("-o", "--output", required=True, metavar="FOLDER", help="where the files go")
    add("--framework", default="gosgens2021", help="what is decided of a measure that is named")
    add("--timeout", type=float, default=20.0, metavar="SECONDS", help="for each property")
    parser.set_defaults(run=run_export)


def run_export(args: argparse.Namespace) -> int:
    """Runs `export`; what cannot be read is told in one line, with exit code 2."""
    from symbolic_measures.doors.export.command import export
    from symbolic_measures.nouns.errors import CertificateError, FormulaError

    try:
        return export(args)
    except (FormulaError, CertificateError, OSError) as error:
        print(f"symbolic-measures: {error}", file=sys.stderr)
        return 2
