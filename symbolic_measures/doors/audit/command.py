"""`symbolic-measures audit`: its options, and the run over all targets.

Nothing heavy is imported here, since the command line reads the options of every command when it
starts.  A target that cannot be audited is one line, and the others go on.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from symbolic_measures.doors.terminal import (
    INTERRUPTED,
    add_total,
    look_at_limits,
    say,
    write_text,
)
from symbolic_measures.doors.terminal import run as steps
from symbolic_measures.fences import whole_run

if TYPE_CHECKING:
    from symbolic_measures.doors.audit.auditing import Asked, Audit

FORMATS = ("text", "json", "latex", "html")
EXAMPLES = """examples:
  symbolic-measures audit sklearn.metrics:f1_score
  symbolic-measures audit sklearn.metrics:fbeta_score --against F_beta --option beta=2
  symbolic-measures audit scores.py:mcc --against MCC --where-defined
  symbolic-measures audit scores.py:macro_f1 --classes 3 --against macro_F1
  symbolic-measures audit declared.toml
  symbolic-measures audit audits/*.toml --pages audits

Importing a target runs its module, and auditing calls the function: that is your own code, and the
only code that runs. Exit code 1 if a function differs from the formula where that is defined, or a
declaration is refuted; 2 if a target cannot be audited (one line each; the others go on).
"""


def add(commands: Any) -> None:
    """The command and its options."""
    parser = commands.add_parser(
        "audit",
        help="what a function of a library really computes, beside the formula",
        description="Calls a function at every small confusion matrix and at large ones, and "
        "compares it with exact values of a formula: by pattern of zero cells, numbers, "
        "properties. A file FILE.toml (or .json) holds declarations of measures, each proved or "
        "refuted, or a list of functions to audit.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("targets", nargs="+", metavar="TARGET",
        help="package.module:function, file.py:function or FILE.toml")  # fmt: skip
    add("--against", default="", metavar="NAME|FORMULA",
        help="what it should compute (default: looked for in the catalog)")  # fmt: skip
    add("--reading", default="", metavar="NAME",
        help="what the formula is at 0/0, e.g. scikit-learn (default: undefined)")  # fmt: skip
    add("--up-to", type=int, default=0, metavar="N",
        help="all matrices of at most N elements (default: 10; of three classes 4)")  # fmt: skip
    add("--classes", type=int, default=2, metavar="M", help="number of classes (default: 2)")
    add("--option", action="append", default=[], metavar="NAME=VALUE",
        help="a keyword argument of the function (repeatable)")  # fmt: skip
    add("--parameter", action="append", default=[], metavar="NAME=NUMBER",
        help="a parameter of the formula, unless an option has its name (repeatable)")  # fmt: skip
    add("--values", default="python", metavar="KIND",
        help="what the numbers are: python (default), numpy, int32 or torch")  # fmt: skip
    add(
        "--orientation",
        default="",
        metavar="NAME",
        help="of a matrix: true-rows-negative-first, true-rows-positive-first, "
        "predicted-rows-negative-first, predicted-rows-positive-first (default: found out)",
    )
    add("--item", default="", metavar="KEY", help="of several returned numbers, by place or key")
    add("--where-defined", action="store_true",
        help="leave out the matrices where the formula is undefined")  # fmt: skip
    add("--pages", default="", metavar="FOLDER",
        help="of lists: write a page for each and a table of all into this folder")  # fmt: skip
    add("--jobs", type=int, default=os.cpu_count() or 1, metavar="N",
        help="of lists: processes (default: one for each CPU)")  # fmt: skip
    add("--timeout", type=float, default=30.0, metavar="SECONDS", help="for each declaration")
    add_total(add)
    add("--format", choices=FORMATS, default="text")
    add("-o", "--output", metavar="FILE", help="write to a file instead of the terminal")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Audits every target and returns the exit code."""
    look_at_limits(args)
    with whole_run(args.total):
        return _run(args)


def _run(args: argparse.Namespace) -> int:
    from symbolic_measures.nouns.errors import FormulaError

    texts: list[tuple[str, Any]] = []
    bad, stopped = 0, ""
    for target in args.targets:
        try:
            found, stopped = _one(target, args)
        except FormulaError as error:
            bad += 1
            say(_named(target, str(error)))
            continue
        texts += [(target, each) for each in found]
        if stopped:
            break
    if texts:
        write_text(args, _rendered([each for _, each in texts], args.format))
    if args.pages and texts:
        _write_pages(args.pages, [each for _, each in texts])
    if stopped:
        say(f"{stopped}; what was found is written")
        return 130 if stopped == INTERRUPTED else 1
    wrong = any(each.outcome != "agrees" for _, each in texts)
    problems = sum(len(getattr(each, "problems", ())) for _, each in texts)
    return 2 if bad or problems else 1 if wrong else 0


def _named(target: str, line: str) -> str:
    """The line, with the target as it was typed in front."""
    name = target.rpartition(":")[2].rpartition(".")[2]
    return line if line.startswith(target) else f"{target}: {line.removeprefix(f'{name}: ')}"


def _one(target: str, args: argparse.Namespace) -> tuple[list[Any], str]:
    """What is found of one target, and what stopped that."""
    if Path(target).suffix in (".toml", ".json"):
        return _of_file(Path(target), args)
    from symbolic_measures.doors.audit.auditing import Auditing

    work = Auditing(target, _asked(args))
    stopped = steps(work, lambda step: f"{work.target}: {step}")
    return [work.report()], stopped


def _asked(args: argparse.Namespace) -> Asked:
    from symbolic_measures.doors.audit.auditing import Asked
    from symbolic_measures.doors.audit.targets import read_options

    return Asked(
        args.against, args.reading, read_options(args.option),
        read_options(args.parameter, "--parameter"), args.up_to, args.classes, (), args.values,
        args.orientation, args.item, args.where_defined,
    )  # fmt: skip


def _of_file(path: Path, args: argparse.Namespace) -> tuple[list[Any], str]:
    """Declarations, or a list of functions."""
    from symbolic_measures.doors.audit.declarations import Declaring
    from symbolic_measures.doors.audit.libraries import Listing, is_list, read_file

    data = read_file(path)
    work: Any
    if is_list(data):
        work = Listing(path, data, args.jobs)
    else:
        work = Declaring(path.name, data, args.timeout)
    stopped = steps(work, lambda step: f"{path.name}: {step}")
    found = work.report()
    for problem in getattr(found, "problems", ()):
        say(problem)
    return [found], stopped


def _rendered(found: list[Any], kind: str) -> str:
    """All that was found as one text."""
    from symbolic_measures.doors.audit.auditing import Audit

    audits: list[Audit] = [each for each in found if isinstance(each, Audit)]
    if len(audits) == len(found) and len(found) > 1:
        from symbolic_measures.doors.audit import document

        if kind == "json":
            return document.Saved(audits).to_json()
        return str(getattr(document, f"render_{kind}")(audits))
    return "\n".join(each.rendered(kind) for each in found)


def _write_pages(folder: str, found: list[Any]) -> None:
    from symbolic_measures.doors.audit.libraries import Listed
    from symbolic_measures.doors.audit.pages import write_pages

    lists = [each for each in found if isinstance(each, Listed)]
    for path in write_pages(lists, Path(folder)):
        say(f"wrote {path}")
