"""The command line: `symbolic-measures check | identity | completion | table | ... | catalog`.

Exit codes: 0 finished; 1 something required (or an identity) was not proved, or a file did not
verify; 2 bad input, said in one line; 130 interrupted, with what was decided so far written out.
Nothing heavy is imported before it is needed, so that `--version` and `--help` answer at once.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from symbolic_measures.version import __version__

if TYPE_CHECKING:
    from symbolic_measures.derivations import Derivation, DerivationReport, Derivations
    from symbolic_measures.reports import Certifying
    from symbolic_measures.session import Battery, Report
    from symbolic_measures.tables import Deciding, Table

FORMATS = ("text", "json", "latex", "html")
FRAMEWORKS = ("gosgens2021", "brzezinski2018", "opitz2024")

EXAMPLES = """examples:
  symbolic-measures check "2*TP/(2*TP+FP+FN)"
  symbolic-measures check MCC --format html -o mcc.html
  symbolic-measures check "(1+beta^2)*TP/((1+beta^2)*TP+beta^2*FN+FP)" --assume "beta>0"
  symbolic-measures check F1 --require symmetry --format json -o f1.json
  symbolic-measures verify f1.json
  symbolic-measures identity Jaccard "F1/(2-F1)"
  symbolic-measures limit GM --to "r -> 0" --claim CC
  symbolic-measures table gosgens2021:2 --row F1 --row BA
  symbolic-measures derive F1 --property symmetry --format latex
  symbolic-measures report --all -o out
"""


class InputError(Exception):
    """Bad input: one line that says what, where and what to do."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}; see '{self.prog} --help'\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="symbolic-measures",
        description="Decides properties of classification measures: proved, refuted or undecided.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    _add_check(commands)
    _add_identity(commands)
    _add_limit(commands)
    _add_taylor(commands)
    _add_normaliser(commands)
    _add_completion(commands)
    _add_averaging(commands)
    _add_relation(commands)
    _add_slope(commands)
    _add_table(commands)
    _add_threshold(commands)
    _add_impossible(commands)
    _add_derive(commands)
    _add_report(commands)
    _add_compare(commands)
    verify = commands.add_parser("verify", help="replay saved verdicts without search")
    verify.add_argument("files", nargs="+", metavar="FILE.json", help="also FILE.json.gz")
    verify.add_argument("--format", choices=("text", "json"), default="text")
    catalog = commands.add_parser("catalog", help="list the measures and properties known by name")
    catalog.add_argument("name", nargs="?", help="show one measure")
    catalog.add_argument("--format", choices=("text", "json"), default="text")
    return parser


def _add_subject(add: Callable[..., Any]) -> None:
    """The measure that a command is about."""
    add("formula", metavar="FORMULA|NAME", help="a formula, or the name of a catalog measure")
    add("--assume", action="append", default=[], metavar="CONDITION",
        help="declare a parameter and its domain, e.g. 'beta>0' (repeatable)")  # fmt: skip
    add("--lower-is-better", action="store_true",
        help="the formula is a dissimilarity: judge it by its negative")  # fmt: skip


def _add_cache(add: Callable[..., Any]) -> None:
    """Where verdicts are kept."""
    add("--cache", default="", metavar="FOLDER",
        help="keep verdicts in this folder; take them from it once they are replayed")  # fmt: skip


def _add_output(add: Callable[..., Any], limit: str) -> None:
    """How long it may take, and where the result goes."""
    add("--timeout", type=float, default=30.0, metavar="SECONDS", help=limit)
    add("--format", choices=FORMATS, default="text")
    add("-o", "--output", metavar="FILE", help="write to a file instead of the terminal")


def _add_check(commands: Any) -> None:
    check = commands.add_parser(
        "check",
        help="decide the properties of a measure",
        description="FORMULA is in TP, FN, FP, TN, the margins P, N, Phat, Nhat, n, the "
        "proportions p_AB, p_A, p_B and the measures of the catalog, with + - * / ^, sqrt, log, "
        "acos, Abs, Min, Max.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = check.add_argument
    _add_subject(add)
    add("--framework", choices=(*FRAMEWORKS, "all"), default="gosgens2021",
        help="whose properties are decided")  # fmt: skip
    add("--property", action="append", metavar="ID", help="only this property (repeatable)")
    add("--classes", type=int, default=2, metavar="M", help="number of classes, 2 to 6")
    add("--reading", metavar="NAME",
        help="what it is where the formula is undefined: literal (undefined; the default), "
        "gosgens-appendix-b, scikit-learn, brzezinski-extended (c/0 and log 0 are infinite "
        "values), or user-defined")  # fmt: skip
    add("--convention", action="append", default=[], metavar="'WHEN == 0: VALUE'",
        help="the value where WHEN is 0, e.g. 'TP+FN+FP == 0: 1' (repeatable)")  # fmt: skip
    add("--require", action="append", default=[], metavar="ID",
        help="exit with 1 unless this property is proved (repeatable)")  # fmt: skip
    add("--jobs", type=int, default=0, metavar="N",
        help="processes (default: 1 for two classes, else one for each CPU)")  # fmt: skip
    _add_cache(add)
    _add_output(add, "for each property")


def _add_identity(commands: Any) -> None:
    identity = commands.add_parser(
        "identity",
        help="whether two formulas are the same measure",
        description="Equality of the values wherever both formulas are defined, proved or refuted "
        "by the smallest matrix; and where only one of them is defined. Exit code 0 only if the "
        "equality is proved.",
    )
    add = identity.add_argument
    add("lhs", metavar="LEFT", help="a formula, or the name of a catalog measure")
    add("rhs", metavar="RIGHT", help="the other one")
    add("--assume", action="append", default=[], metavar="CONDITION",
        help="declare a parameter and its domain, e.g. 'beta>0' (repeatable)")  # fmt: skip
    for side in ("left", "right"):
        add(f"--{side}-reading", default="literal", metavar="NAME",
            help=f"what the {side} formula is at 0/0: a reading such as scikit-learn")  # fmt: skip
    add("--require-domain", action="store_true",
        help="exit with 1 too unless both are defined at the same matrices")  # fmt: skip
    _add_output(add, "for each decision")


def _add_limit(commands: Any) -> None:
    limit = commands.add_parser(
        "limit",
        help="what a measure tends to as a parameter or a cell moves",
        description="What FORMULA tends to, at every pattern of zero cells, with proof. With "
        "--claim, exit code 0 only if the claim is proved.",
    )
    add = limit.add_argument
    add("formula", metavar="FORMULA|NAME", help="a formula, or the name of a catalog measure")
    add("--to", required=True, metavar="'r -> 0'",
        help="a parameter or a cell, and a number (0+, 0-: from one side), oo or -oo")  # fmt: skip
    add("--claim", default="", metavar="FORMULA", help="is this the limit?")
    add("--assume", action="append", default=[], metavar="CONDITION",
        help="declare a parameter and its domain, e.g. 'beta>0' (repeatable)")  # fmt: skip
    _add_output(add, "for each pattern")


def _add_taylor(commands: Any) -> None:
    taylor = commands.add_parser(
        "taylor",
        help="derivatives in p_AB at independence, the order of the baseline, E[M] for large n",
        description="The derivatives of FORMULA in p_AB at p_AB = p_A*p_B, proved; the order of "
        "the approximate constant baseline; the expansion of E[M] in central moments.",
    )
    add = taylor.add_argument
    add("formula", metavar="FORMULA|NAME", help="a formula, or the name of a catalog measure")
    add("--order", type=int, default=4, metavar="K", help="up to this derivative (default: 4)")
    add("--assume", action="append", default=[], metavar="CONDITION",
        help="declare a parameter and its domain, e.g. 'beta>0' (repeatable)")  # fmt: skip
    _add_output(add, "for each decision")


def _add_normaliser(commands: Any) -> None:
    normaliser = commands.add_parser(
        "normaliser",
        help="the six conditions of Theorem 3 of gosgens2021 on s(p_A, p_B)",
        description="The conditions on s for which s*(p_AB - p_A*p_B) can have every property of "
        "gosgens2021 but the distance, each proved or refuted by the smallest proportions.",
    )
    add = normaliser.add_argument
    add("formula", metavar="FORMULA", help="in p_A, p_B and parameters")
    add("--assume", action="append", default=[], metavar="CONDITION",
        help="declare a parameter and its domain, e.g. 'r != 0' (repeatable)")  # fmt: skip
    _add_output(add, "for each condition")


def _add_completion(commands: Any) -> None:
    completion = commands.add_parser(
        "completion",
        help="what a measure could be at 0/0, and what each choice keeps",
        description="Where FORMULA is undefined, what it tends to there, which properties each "
        "completion keeps, and whether some completion keeps them all.",
    )
    add = completion.add_argument
    _add_subject(add)
    add("--convention", action="append", default=[], metavar="'WHEN == 0: VALUE'",
        help="judge this completion too, e.g. 'TP+FN+FP == 0: 1' (repeatable)")  # fmt: skip
    _add_output(add, "for each decision")


def _add_averaging(commands: Any) -> None:
    averaging = commands.add_parser(
        "averaging",
        help="which properties micro, macro or weighted averaging keeps",
        description="Does every binary measure with a property give a measure of several classes "
        "with it? Proved for every number of classes, or refuted by a measure and a matrix; on all "
        "matrices, and where every class occurs in both labelings.",
    )
    add = averaging.add_argument
    add("averaging", metavar="micro|macro|weighted")
    add("--property", action="append", metavar="ID", help="only this property (repeatable)")
    _add_output(add, "for each decision")


def _add_relation(commands: Any) -> None:
    relation = commands.add_parser(
        "relation",
        help="whether an equation or inequality holds for every number of classes",
        description="LEFT == RIGHT (or >=, <=, >, <) between formulas of several classes: proved "
        "for every m, refuted by a matrix, or tried at m = 3 and 4. Exit code 0 only if proved.",
    )
    add = relation.add_argument
    add("relation", metavar="'LEFT == RIGHT'", help="for example 'CC^2 >= kappa^2'")
    add("--fact", action="append", default=[], metavar="'TERM >= 0'",
        help="true of every class, and proved first, e.g. '1 - c/a >= 0' (repeatable)")  # fmt: skip
    add("--assume", action="append", default=[], metavar="CONDITION",
        help="declare a parameter and its domain, e.g. 'beta>0' (repeatable)")  # fmt: skip
    _add_output(add, "for each decision")


def _add_slope(commands: Any) -> None:
    slope = commands.add_parser(
        "slope",
        help="the derivative by a general cell, for every number of classes",
        description="dM/dm_ij for i = j and i != j in the quantities of the classes i and j and "
        "sums over classes, proved; and whether it is never negative (i = j), never positive.",
    )
    add = slope.add_argument
    add("formula", metavar="FORMULA|NAME", help="a formula of several classes")
    add("--assume", action="append", default=[], metavar="CONDITION",
        help="declare a parameter and its domain, e.g. 'beta>0' (repeatable)")  # fmt: skip
    _add_output(add, "for each derivative")


def _add_table(commands: Any) -> None:
    table = commands.add_parser(
        "table", help="decide the marks of a printed table: computed ones beside the printed ones"
    )
    add = table.add_argument
    add("table", metavar="PAPER:TABLE", help="for example gosgens2021:2, or gosgens2021:formulas")
    add("--row", action="append", metavar="NAME", help="only this row (repeatable)")
    add("--column", action="append", metavar="NAME", help="only this column (repeatable)")
    add("--jobs", type=int, default=os.cpu_count() or 1, metavar="N",
        help="processes (default: one for each CPU)")  # fmt: skip
    _add_cache(add)
    _add_output(add, "for each property")


def _add_threshold(commands: Any) -> None:
    threshold = commands.add_parser(
        "threshold",
        help="for which values of a parameter a property holds, exactly",
        description="The set of values of the parameter for which the property holds, proved to be "
        "sufficient and necessary; in terms of rho = N/P where the property is one of fixed N/P.",
    )
    add = threshold.add_argument
    _add_subject(add)
    add("--property", required=True, metavar="ID", help="for example monotone")
    add("--parameter", required=True, metavar="NAME", help="for example beta")
    add("--reading", metavar="NAME", help="what it is where the formula is undefined")
    _add_output(add, "for everything")


def _add_impossible(commands: Any) -> None:
    impossible = commands.add_parser(
        "impossible",
        help="which properties no measure whatever has together, and which some measure has",
        description="The values of a measure at all matrices of n elements (or of a range) are "
        "unknown; the properties are linear constraints on them. A set that no measure has comes "
        "with the few lines that contradict each other, a set that some measure has with a table.",
    )
    add = impossible.add_argument
    add("--properties", default="", metavar="ID,ID,...",
        help="for example monotone,distance,constant-baseline (default: the eight of gosgens2021 "
        "that are linear in the values)")  # fmt: skip
    add("--n", required=True, metavar="N|K..N", help="4: matrices of 4 elements; 2..6: of 2 to 6")
    add("--lattice", action="store_true",
        help="every n, every range from the first one, and what holds for every n")  # fmt: skip
    add("--classes", type=int, default=2, metavar="M", help="number of classes, 2 to 4")
    _add_output(add, "for each n or range (default: 600)")
    impossible.set_defaults(timeout=600.0)


def _add_report(commands: Any) -> None:
    report = commands.add_parser(
        "report",
        help="decide the papers' tables and write pages, findings, an appendix and certificates",
        description="Writes certificates of the tables into the folder, and from them an HTML page "
        "and a LaTeX file for each, the findings, the appendix (a PDF if pdflatex is there) and an "
        "index. With --from, nothing is decided: every verdict is replayed from certificates.",
    )
    add = report.add_argument
    which = report.add_mutually_exclusive_group(required=True)
    which.add_argument("--all", action="store_true", help="every table that is known")
    which.add_argument("--table", action="append", metavar="PAPER:TABLE",
                       help="only this table (repeatable)")  # fmt: skip
    which.add_argument("--from", dest="certificates", metavar="FOLDER",
                       help="the tables of these certificates, without search")  # fmt: skip
    add("-o", "--output", required=True, metavar="FOLDER", help="where the files go")
    add("--derivations", default="derivations", metavar="FOLDER",
        help="with --all: derivations to decide, too (default: derivations)")  # fmt: skip
    add("--jobs", type=int, default=os.cpu_count() or 1, metavar="N",
        help="processes (default: one for each CPU)")  # fmt: skip
    add("--timeout", type=float, default=30.0, metavar="SECONDS", help="for each property")
    _add_cache(add)


def _add_derive(commands: Any) -> None:
    derive = commands.add_parser(
        "derive",
        help="an appendix: a derivation of a file, or why a property holds",
        description="FILE.toml is a derivation, FOLDER many: every displayed line is decided and "
        "replayed by the kernel. Of a formula, with --property, the proof or the counterexample is "
        "written out. Exit code 1 if something is not as a file expects.",
    )
    add = derive.add_argument
    add("subject", metavar="FILE.toml|FOLDER|FORMULA|NAME", help="what is derived")
    add("--property", action="append", default=[], metavar="ID",
        help="of a formula: this property (repeatable)")  # fmt: skip
    add("--assume", action="append", default=[], metavar="CONDITION",
        help="declare a parameter and its domain, e.g. 'beta>0' (repeatable)")  # fmt: skip
    add("--lower-is-better", action="store_true",
        help="the formula is a dissimilarity: judge it by its negative")  # fmt: skip
    add("--classes", type=int, default=2, metavar="M", help="number of classes, 2 to 6")
    add("--reading", default="", metavar="NAME", help="what it is where the formula is undefined")
    add("--fragment", action="store_true",
        help="with --format latex: sections to \\input, without a preamble")  # fmt: skip
    _add_cache(add)
    _add_output(add, "for each part")


def _add_compare(commands: Any) -> None:
    compare = commands.add_parser(
        "compare",
        help="whether two measures ever disagree, where first, and on your own data how often",
        description="Every pair of the measures: equivalent, proved with the function that turns "
        "one into the other, or the smallest two predictions of one truth that they rank "
        "differently; and which is at most the other. With --data, how often they disagree there.",
    )
    add = compare.add_argument
    add("measures", nargs="+", metavar="FORMULA|NAME", help="two or more")
    add("--assume", action="append", default=[], metavar="CONDITION",
        help="declare a parameter and its domain, e.g. 'beta>0' (repeatable)")  # fmt: skip
    add("--no-bounds", action="store_true", help="do not ask which is at most the other")
    add("--data", metavar="FILE",
        help="a CSV or TSV file: columns TP, FN, FP, TN, and at most one of names")  # fmt: skip
    _add_output(add, "for each decision")


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit code."""
    args = _parser().parse_args(argv)
    gc.set_threshold(200_000, 20, 20)  # proofs are trees: there is next to nothing to collect
    commands = {
        "check": _check,
        "identity": _identity,
        "limit": _limit,
        "taylor": _taylor,
        "normaliser": _normaliser,
        "completion": _completion,
        "averaging": _averaging,
        "relation": _relation,
        "slope": _slope,
        "table": _table,
        "threshold": _threshold,
        "impossible": _impossible,
        "derive": _derive,
        "report": _report,
        "compare": _compare,
        "verify": _verify,
        "catalog": _catalog,
    }
    try:
        return commands[args.command](args)
    except InputError as error:
        print(f"symbolic-measures: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("symbolic-measures: interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


# --- check ---------------------------------------------------------------------------------


def _check(args: argparse.Namespace) -> int:
    battery = _battery(args)
    interrupted = _run(battery, lambda step: _doing(battery, step))
    report = battery.report()
    _write(args, report)
    if interrupted:
        return _interrupted()
    missing = [v for v in report.verdicts if v.property in args.require and v.outcome != "proved"]
    for verdict in missing:
        line = f"symbolic-measures: required {verdict.property} is {verdict.outcome}"
        print(line, file=sys.stderr)
    return 1 if missing else 0


def _battery(args: argparse.Namespace) -> Battery:
    """The properties to decide, or InputError before any work is done."""
    _look_at_limits(args)
    if args.jobs < 0:
        raise InputError("--jobs: give a number of processes, at least 1")
    from symbolic_measures.formula import FormulaError
    from symbolic_measures.session import (
        Battery,
        find_property,
        framework_properties,
        make_reading,
        measure,
        oriented,
        refuse_what_is_no_measure,
    )

    try:
        given = measure(args.formula, assume=args.assume, classes=args.classes)
        asked = args.property or framework_properties(args.framework, args.classes)
        ids = tuple(dict.fromkeys([*asked, *args.require]))
        for property_id in ids:
            find_property(property_id, args.classes)
        subject = oriented(given, not args.lower_is_better)
        reading = make_reading(subject, args.convention, args.reading)
        refuse_what_is_no_measure(reading)
    except FormulaError as error:
        raise InputError(str(error)) from None
    jobs = args.jobs or (1 if args.classes == 2 else os.cpu_count() or 1)
    work = Battery(reading, ids, args.timeout, with_gradient=not args.property, jobs=jobs)
    if args.cache:
        from symbolic_measures.store import Store

        work.decide = Store(Path(args.cache)).decide_property
    return work


def _look_at_limits(args: argparse.Namespace) -> None:
    """InputError for a time or an output file that cannot be."""
    if not args.timeout > 0:
        raise InputError("--timeout: give a number of seconds above 0")
    if args.output and not Path(args.output).absolute().parent.is_dir():
        raise InputError(f"-o {args.output}: the folder does not exist")


def _doing(battery: Battery, step: str) -> str:
    done = len(battery.verdicts) + len(battery.slopes)
    return f"{battery.reading.measure.name}: {step} ({done} decided)"


def _run(work: Iterable[str], told: Callable[[str], str]) -> bool:
    """Decides, telling each step on a terminal; True if it was interrupted."""
    status = None
    if sys.stderr.isatty():
        from rich.console import Console

        status = Console(stderr=True).status("deciding")
        status.start()
    try:
        for step in work:
            if status is not None:
                status.update(told(step))
    except KeyboardInterrupt:
        return True
    finally:
        if status is not None:
            status.stop()
    return False


def _interrupted() -> int:
    print("symbolic-measures: interrupted; what was decided is written", file=sys.stderr)
    return 130


def _write(args: argparse.Namespace, report: Report) -> None:
    if args.format == "text" and not args.output and sys.stdout.isatty():
        from rich.console import Console

        from symbolic_measures.report.text import table

        Console().print(table(report))
        return
    _put(args, _render(args.format, report))


def _put(args: argparse.Namespace, text: str) -> None:
    """Writes to the file that was asked for, else to the terminal; ends the last line."""
    text = text if text.endswith("\n") else text + "\n"
    if not args.output:
        sys.stdout.write(text)
        return
    _save(Path(args.output), text)
    print(f"wrote {args.output}", file=sys.stderr)


def _render(kind: str, report: Report) -> str:
    if kind == "json":
        return report.to_json()
    if kind == "html":
        from symbolic_measures.report.html import render_document as html

        return html(report)
    if kind == "latex":
        from symbolic_measures.report.latex import render_document as latex

        return latex(report)
    return str(report) + "\n"


def _save(path: Path, text: str) -> None:
    """Writes all or nothing: an interrupted write leaves the old file as it was."""
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        partial.write_text(text, encoding="utf-8")
        partial.replace(path)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise InputError(f"-o {path}: {error.strerror or error}") from None


# --- identity ------------------------------------------------------------------------------


def _identity(args: argparse.Namespace) -> int:
    _look_at_limits(args)
    from symbolic_measures.formula import FormulaError
    from symbolic_measures.session import identity

    try:
        readings = args.left_reading, args.right_reading
        report = identity(args.lhs, args.rhs, args.assume, args.timeout, readings)
    except FormulaError as error:
        raise InputError(str(error)) from None
    _put(args, report.rendered(args.format))
    required = (report.outcome, *((report.domains,) if args.require_domain else ()))
    return 0 if all(outcome == "proved" for outcome in required) else 1


# --- limit ---------------------------------------------------------------------------------


def _limit(args: argparse.Namespace) -> int:
    _look_at_limits(args)
    from symbolic_measures.formula import FormulaError
    from symbolic_measures.limits import Approaching, subject_of

    try:
        subject = subject_of(args.formula, args.to, args.assume)
        work = Approaching(subject, args.to, args.claim, args.timeout)
    except FormulaError as error:
        raise InputError(str(error)) from None
    interrupted = _run(work, lambda step: f"{subject.name}: {step}")
    report = work.report()
    _put(args, report.rendered(args.format))
    if interrupted:
        return _interrupted()
    return 1 if args.claim and report.outcome != "proved" else 0


# --- taylor --------------------------------------------------------------------------------


def _taylor(args: argparse.Namespace) -> int:
    _look_at_limits(args)
    from symbolic_measures.formula import FormulaError
    from symbolic_measures.session import taylor

    try:
        report = taylor(args.formula, args.order, args.assume, args.timeout)
    except FormulaError as error:
        raise InputError(str(error)) from None
    _put(args, report.rendered(args.format))
    return 0


# --- normaliser ----------------------------------------------------------------------------


def _normaliser(args: argparse.Namespace) -> int:
    _look_at_limits(args)
    from symbolic_measures.formula import FormulaError
    from symbolic_measures.normalisers import Testing

    try:
        work = Testing(args.formula, tuple(args.assume), args.timeout)
    except FormulaError as error:
        raise InputError(str(error)) from None
    interrupted = _run(work, lambda step: step)
    _put(args, work.report().rendered(args.format))
    return _interrupted() if interrupted else 0


# --- completion ----------------------------------------------------------------------------


def _completion(args: argparse.Namespace) -> int:
    _look_at_limits(args)
    from symbolic_measures.completions import Completing
    from symbolic_measures.formula import FormulaError
    from symbolic_measures.session import make_reading, measure, oriented

    try:
        subject = oriented(measure(args.formula, assume=args.assume), not args.lower_is_better)
        make_reading(subject, args.convention)
        work = Completing(subject, tuple(args.convention), args.timeout)
        interrupted = _run(work, lambda step: f"{subject.name}: {step}")
    except FormulaError as error:
        raise InputError(str(error)) from None
    _put(args, work.report().rendered(args.format))
    return _interrupted() if interrupted else 0


# --- averaging -----------------------------------------------------------------------------


def _averaging(args: argparse.Namespace) -> int:
    _look_at_limits(args)
    from symbolic_measures.averagings import Averaging
    from symbolic_measures.catalog.averaging import ASKED
    from symbolic_measures.formula import FormulaError

    try:
        asked = tuple(dict.fromkeys(args.property or ASKED))
        work = Averaging(args.averaging, asked, args.timeout)
    except FormulaError as error:
        raise InputError(str(error)) from None
    interrupted = _run(work, lambda step: f"{args.averaging}: {step}")
    _put(args, work.report().rendered(args.format))
    return _interrupted() if interrupted else 0


# --- for every m ---------------------------------------------------------------------------


def _relation(args: argparse.Namespace) -> int:
    _look_at_limits(args)
    from symbolic_measures.formula import FormulaError
    from symbolic_measures.laws import find_law

    try:
        report = find_law(args.relation, args.assume, args.fact, args.timeout)
    except FormulaError as error:
        raise InputError(str(error)) from None
    _put(args, report.rendered(args.format))
    return 0 if report.outcome == "proved" else 1


def _slope(args: argparse.Namespace) -> int:
    _look_at_limits(args)
    from symbolic_measures.formula import FormulaError
    from symbolic_measures.laws import Deriving

    try:
        work = Deriving(args.formula, tuple(args.assume), args.timeout)
        interrupted = _run(work, lambda step: f"{args.formula}: {step}")
    except FormulaError as error:
        raise InputError(str(error)) from None
    _put(args, work.report().rendered(args.format))
    return _interrupted() if interrupted else 0


# --- table ---------------------------------------------------------------------------------


def _table(args: argparse.Namespace) -> int:
    from symbolic_measures.formulas import is_formulas

    if is_formulas(args.table):
        return _formulas(args)
    from symbolic_measures.catalog.ranked import number_of

    if (number := number_of(args.table)) is not None:
        return _ranks(args, number)
    work = _deciding(args)
    total = len(work.rows) * len(work.columns)
    interrupted = _run(
        work, lambda place: f"{args.table}: {len(work.cells)} of {total} decided, last {place}"
    )
    _put(args, _render_table(args.format, work.table()))
    return _interrupted() if interrupted else 0


def _formulas(args: argparse.Namespace) -> int:
    """A table of displayed formulas."""
    _look_at_table_limits(args)
    from symbolic_measures.formula import FormulaError
    from symbolic_measures.formulas import DecidingFormulas

    if args.column:
        raise InputError("--column: a table of formulas has one column")
    try:
        work = DecidingFormulas(
            args.table, tuple(args.row or ()), args.timeout, args.jobs, args.cache
        )
    except FormulaError as error:
        raise InputError(str(error)) from None
    total = len(work.rows)
    interrupted = _run(
        work, lambda row: f"{args.table}: {len(work.cells)} of {total} decided, last {row}"
    )
    _put(args, work.table().rendered(args.format))
    return _interrupted() if interrupted else 0


def _ranks(args: argparse.Namespace, number: str) -> int:
    """A table of measures that rank alike."""
    _look_at_limits(args)
    from symbolic_measures.indistinguishability import Ranking

    if args.row or args.column:
        raise InputError(f"{args.table} is decided as a whole: leave out --row and --column")
    work = Ranking(number)
    interrupted = _run(work, lambda step: f"{args.table}: {step}")
    _put(args, work.table().rendered(args.format))
    return _interrupted() if interrupted else 0


def _look_at_table_limits(args: argparse.Namespace) -> None:
    _look_at_limits(args)
    _look_at_jobs(args)


def _look_at_jobs(args: argparse.Namespace) -> None:
    if args.jobs < 1:
        raise InputError("--jobs: give a number of processes, at least 1")


def _deciding(args: argparse.Namespace) -> Deciding:
    """The cells to decide, or InputError before any work is done."""
    _look_at_table_limits(args)
    from symbolic_measures.formula import FormulaError
    from symbolic_measures.tables import deciding

    try:
        return deciding(args.table, args.row, args.column, args.timeout, args.jobs, args.cache)
    except FormulaError as error:
        raise InputError(str(error)) from None


def _render_table(kind: str, table: Table) -> str:
    if kind == "json":
        return table.to_json()
    if kind == "html":
        from symbolic_measures.report.html import render_comparison as html

        return html(table)
    if kind == "latex":
        from symbolic_measures.report.latex import render_comparison as latex

        return latex(table)
    return str(table) + "\n"


# --- threshold -----------------------------------------------------------------------------


def _threshold(args: argparse.Namespace) -> int:
    _look_at_limits(args)
    from symbolic_measures.formula import FormulaError
    from symbolic_measures.session import make_reading, oriented, refuse_what_is_no_measure
    from symbolic_measures.thresholds import Deciding, subject_of

    try:
        subject = subject_of(args.formula, args.parameter, args.assume)
        reading = make_reading(oriented(subject, not args.lower_is_better), (), args.reading)
        work = Deciding(reading, args.property, args.parameter, args.timeout)
        refuse_what_is_no_measure(reading)
    except FormulaError as error:
        raise InputError(str(error)) from None
    interrupted = _run(work, lambda step: f"{subject.name}: {step}")
    _put(args, work.report().rendered(args.format))
    return _interrupted() if interrupted else 0


# --- impossible ----------------------------------------------------------------------------


def _impossible(args: argparse.Namespace) -> int:
    _look_at_limits(args)
    from symbolic_measures.formula import FormulaError
    from symbolic_measures.impossibility import (
        LATTICE,
        Lattices,
        Searching,
        linear_properties,
        sizes_of,
    )

    given = [name.strip() for name in args.properties.split(",") if name.strip()]
    try:
        if args.lattice and args.classes != 2:
            raise FormulaError("--lattice is about two classes; without it, --classes M asks of M")
        sizes = sizes_of(args.n, args.classes)
        ids = linear_properties(given or LATTICE, args.classes)
        if args.lattice:
            lattices = Lattices(ids, sizes, args.timeout)
            interrupted = _run(lattices, lambda step: step)
            _put(args, lattices.report().rendered(args.format))
            return _interrupted() if interrupted else 0
        work = Searching(ids, sizes, args.classes, args.timeout)
    except FormulaError as error:
        raise InputError(str(error)) from None
    interrupted = _run(work, lambda step: step)
    _put(args, work.report().rendered(args.format))
    return _interrupted() if interrupted else 0


# --- report --------------------------------------------------------------------------------


def _report(args: argparse.Namespace) -> int:
    if not args.timeout > 0:
        raise InputError("--timeout: give a number of seconds above 0")
    _look_at_jobs(args)
    from symbolic_measures import reports
    from symbolic_measures.formula import FormulaError
    from symbolic_measures.verdict import CertificateError

    folder = Path(args.output)
    try:
        if not args.certificates and not _certify(args, folder):
            return 130
        saved = Path(args.certificates or folder / reports.CERTIFICATES)
        _say(f"replaying {saved}")
        names = [reports.file_name(table) for table in args.table or ()]
        results = reports.read_certificates(saved, args.jobs, names)
        if args.certificates:
            reports.keep_all(results, folder)
        count = sum(1 for _ in reports.write_all(results, folder))
        missing = reports.compile_pdf(folder / "appendix.tex")
        _say(missing or f"wrote {folder / 'appendix.pdf'}")
        _say(f"wrote {count} files into {folder}, beside the certificates")
        print(reports.found_in(results).headline)
        problems = [problem for report in results.derivations for problem in report.problems]
    except (CertificateError, FormulaError) as error:
        raise InputError(str(error)) from None
    for problem in problems:
        _say(problem)
    return 1 if problems else 0


def _certify(args: argparse.Namespace, folder: Path) -> bool:
    """Decides what was asked for; False if it was interrupted."""
    from symbolic_measures.reports import Certifying, derivation_files, table_names

    names = tuple(dict.fromkeys(args.table or table_names()))
    files = derivation_files(Path(args.derivations)) if args.all else ()
    work = Certifying(folder, names, files, args.jobs, args.timeout, args.cache)
    _say(f"deciding {len(names)} tables and {len(files)} derivations")
    interrupted = _run(_telling(work), str)
    if interrupted:
        kept = f"every verdict so far is in {args.cache}" if args.cache else (
            "with --cache FOLDER, single verdicts are kept, too")  # fmt: skip
        _say(f"interrupted; {work.done} of {work.total} are certified in {folder}; {kept}")
    return not interrupted


def _telling(work: Certifying) -> Iterator[str]:
    """Its steps; each certificate has a line where there is no terminal."""
    told = 0
    for step in work:
        if work.done > told and not sys.stderr.isatty():
            told = work.done
            _say(f"{told} of {work.total} certified")
        yield step


def _say(line: str) -> None:
    """How far it is."""
    print(f"symbolic-measures: {line}", file=sys.stderr)


# --- derive --------------------------------------------------------------------------------


def _derive(args: argparse.Namespace) -> int:
    _look_at_limits(args)
    from symbolic_measures.derivations import Derivations, Deriving
    from symbolic_measures.formula import FormulaError
    from symbolic_measures.questions import Means

    if args.fragment and args.format != "latex":
        raise InputError("--fragment: a fragment is LaTeX; add --format latex")
    try:
        chosen = _chosen_derivations(args)
    except FormulaError as error:
        raise InputError(str(error)) from None
    means = Means(args.timeout, args.cache)
    reports: list[DerivationReport] = []
    interrupted = False
    for derivation in chosen:
        work = Deriving(derivation, means)
        try:
            interrupted = _run(work, lambda step: f"{step} ({len(reports)} of {len(chosen)} done)")
        except FormulaError as error:
            raise InputError(f"{derivation.id}: {error}") from None
        reports.append(work.report())
        if interrupted:
            break
    problems = [problem for report in reports for problem in report.problems]
    _put(args, _render_derivations(args, Derivations(tuple(reports))))
    for problem in problems:
        print(f"symbolic-measures: {problem}", file=sys.stderr)
    if interrupted:
        return _interrupted()
    return 1 if problems else 0


def _chosen_derivations(args: argparse.Namespace) -> list[Derivation]:
    from symbolic_measures.derivations import SUFFIX, load, load_folder, of_measure

    path = Path(args.subject)
    if args.subject.endswith(SUFFIX) or path.is_dir():
        given = (args.property, args.assume, args.reading, args.lower_is_better, args.classes != 2)
        if any(given):
            raise InputError("a file says itself what is derived; leave out the other options")
        return load_folder(path) if path.is_dir() else [load(path)]
    if not args.property:
        raise InputError("--property: say which property is derived, e.g. --property monotone")
    about = (args.property, args.assume, args.reading, args.lower_is_better, args.classes)
    return [of_measure(args.subject, *about)]


def _render_derivations(args: argparse.Namespace, found: Derivations) -> str:
    if args.format == "json":
        return found.to_json()
    from symbolic_measures.report import derivation as formats

    if args.format == "html":
        return formats.render_html(found.reports, found, Path(args.subject).stem)
    if args.format == "latex":
        write = formats.render_latex_fragment if args.fragment else formats.render_latex
        return write(found.reports)
    return formats.render_text(found.reports) + "\n"


# --- compare -------------------------------------------------------------------------------


def _compare(args: argparse.Namespace) -> int:
    _look_at_limits(args)
    from symbolic_measures.formula import FormulaError

    if args.data:
        return _inconsistency(args)
    from symbolic_measures.comparisons import Comparing

    try:
        names = tuple(name.strip() for name in args.measures)
        work = Comparing(names, tuple(args.assume), args.timeout, not args.no_bounds)
    except FormulaError as error:
        raise InputError(str(error)) from None
    interrupted = _run(work, lambda step: f"{step} ({len(work.pairs)} decided)")
    _put(args, work.report().rendered(args.format))
    return _interrupted() if interrupted else 0


def _inconsistency(args: argparse.Namespace) -> int:
    """On the user's own data."""
    from symbolic_measures.formula import FormulaError
    from symbolic_measures.session import inconsistency

    if args.assume:
        raise InputError("--assume: on data every measure has numbers for its parameters")
    try:
        report = inconsistency(Path(args.data), [name.strip() for name in args.measures])
    except FormulaError as error:
        raise InputError(str(error)) from None
    _put(args, report.rendered(args.format))
    return 0


# --- verify --------------------------------------------------------------------------------


def _verify(args: argparse.Namespace) -> int:
    from symbolic_measures.verdict import CertificateError
    from symbolic_measures.verification import verify

    results: list[dict[str, Any]] = []
    failed = False
    for name in args.files:
        data = _load(name)
        try:
            checked = list(verify(data))
        except CertificateError as error:
            raise InputError(f"{name}: {error}") from None
        problems = [item for item in checked if item.problem]
        failed = failed or bool(problems)
        decided = sum(item.outcome != "undecided" for item in checked) - len(problems)
        results.append(
            {
                "file": name,
                "verified": decided,
                "undecided": sum(item.outcome == "undecided" for item in checked),
                "problems": [{"property": p.property, "problem": p.problem} for p in problems],
            }
        )
    if args.format == "json":
        print(json.dumps({"schema": 1, "files": results}, indent=1))
    else:
        for result in results:
            state = "FAILED" if result["problems"] else "verified"
            print(f"{result['file']}: {state}: {result['verified']} verdicts replayed, "
                  f"{result['undecided']} undecided")  # fmt: skip
            for problem in result["problems"]:
                print(f"  {problem['property']}: {problem['problem']}")
    return 1 if failed else 0


def _load(name: str) -> Any:
    from symbolic_measures.reports import read_saved

    try:
        return read_saved(Path(name))
    except ValueError as error:
        raise InputError(f"{name}: {error}") from None


# --- catalog -------------------------------------------------------------------------------


def _catalog(args: argparse.Namespace) -> int:
    from symbolic_measures.catalog.frameworks import ALL, FRAMEWORKS, battery
    from symbolic_measures.catalog.measures import MEASURES, get_measure
    from symbolic_measures.catalog.properties import PROPERTIES
    from symbolic_measures.formula import FormulaError

    try:
        chosen = [get_measure(args.name)] if args.name else list(MEASURES.values())
    except FormulaError as error:
        raise InputError(str(error)) from None
    entries = [_entry(measure) for measure in chosen]
    if args.format == "json":
        properties = [{"id": i, "sentence": PROPERTIES[i].sentence} for i in battery(ALL)]
        data = {"measures": entries, "properties": properties, "frameworks": FRAMEWORKS}
        print(json.dumps({"schema": 1, **data}, indent=1))
        return 0
    if args.name:
        for label, value in entries[0].items():
            shown = ", ".join(value) if isinstance(value, list) else value
            print(f"{label:12}{shown}")
        return 0
    width = max(len(entry["name"]) for entry in entries)
    for entry in entries:
        also = f"  (also {', '.join(entry['aliases'])})" if entry["aliases"] else ""
        print(f"{entry['name']:{width}}  {entry['formula']}{also}")
    for framework, ids in FRAMEWORKS.items():
        print(f"\nproperties, --framework {framework}:")
        for property_id in ids:
            print(f"  {property_id:30}{PROPERTIES[property_id].source}")
    return 0


def _entry(measure: Any) -> dict[str, Any]:
    from symbolic_measures.catalog.readings import known_readings

    matrix, value = measure.example
    cells = ", ".join(f"{k} = {v}" for k, v in vars(matrix).items())
    return {
        "name": measure.name,
        "title": measure.title,
        "formula": measure.text,
        "parameters": [item.text for item in measure.assumptions],
        "aliases": list(measure.aliases),
        "domain": measure.domain,
        "readings": known_readings(measure),
        "source": measure.source,
        "example": f"{value} at {cells}",
    }


if __name__ == "__main__":
    sys.exit(main())
