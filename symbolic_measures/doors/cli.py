"""The command line: a command for every kind of question, and `verify`, `report`, `catalog`.

Exit codes: 0 finished; 1 something required (or an identity) was not proved, or a file did not
verify; 2 bad input, said in one line; 130 interrupted, with what was decided so far written out.
Nothing heavy is imported before it is needed, so that `--version` and `--help` answer at once.
"""

from __future__ import annotations

import argparse
import gc
import os
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NoReturn

from symbolic_measures.doors import catalog, overview, reporting, starter, verifying
from symbolic_measures.doors.audit import command as audit
from symbolic_measures.doors.completing import complete
from symbolic_measures.doors.export import arguments as export
from symbolic_measures.doors.plots import command as plots
from symbolic_measures.doors.terminal import (
    INTERRUPTED,
    InputError,
    add_cache,
    add_total,
    look_at_limits,
    run,
    say,
    write_text,
)
from symbolic_measures.fences import StoppedError, fence, whole_run
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.question import FORMS, Option, Question
from symbolic_measures.questions import kinds
from symbolic_measures.version import __version__

if TYPE_CHECKING:
    from symbolic_measures.nouns.shown import Answer

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
  symbolic-measures plot F1 --property monotone -o f1.pdf
  symbolic-measures report --all -o out
"""


#: A word that begins with a minus sign and is a formula, not an option such as -h, -o FILE or -P 5.
MINUS = re.compile(r"-(?![ho]|[PN]\d*$)[^-]")


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
    for kind in kinds.load().values():
        _add_kind(commands, kind)
    for command in (verifying, reporting, catalog, starter, audit, export, plots, overview):
        command.add(commands)
    return parser


def _add_kind(commands: Any, kind: type[Question]) -> None:
    """The command of a kind of question, from its options."""
    parser = commands.add_parser(
        kind.command or kind.kind, help=kind.help, description=kind.description
    )
    for option in kind.options:
        _add_option(parser.add_argument, option)
    add = parser.add_argument
    if "jobs" in kind.offers:
        add("--jobs", type=int, default=None, metavar="N",
            help="processes (default: 1 for two classes, else one for each CPU)")  # fmt: skip
    if "cache" in kind.offers:
        add_cache(add)
    add("--fragment", action="store_true",
        help="with --format latex: what a paper inputs, without a preamble")  # fmt: skip
    add("--timeout", type=float, default=kind.seconds, metavar="SECONDS", help=kind.limit)
    add_total(add)
    add("--format", default="text", metavar="FORMAT",
        help="text, proofs (text with every proof), json, latex or html")  # fmt: skip
    add("-o", "--output", metavar="FILE", help="write to a file instead of the terminal")
    parser.set_defaults(asks=kind, run=_ask)


def _add_option(add: Callable[..., Any], option: Option) -> None:
    shown: dict[str, Any] = {"help": option.help}
    if option.form == "flag":
        add(option.flag, action="store_true", dest=option.name, **shown)
        return
    shown |= {"metavar": option.metavar} if option.metavar else {}
    shown |= {"choices": option.choices} if option.choices else {}
    if option.form in ("whole", "classes"):
        shown["type"] = int if option.form == "whole" else _classes
    if not option.flag:
        add(option.name, nargs="+" if option.form == "words" else None, **shown)
    elif option.form in ("texts", "ids"):
        add(option.flag, action="append", dest=option.name, default=[], **shown)
    else:
        needed = option.required
        default = "" if FORMS[option.form][0] is tuple else option.default or None
        add(option.flag, dest=option.name, default=default, required=needed, **shown)


def _classes(text: str) -> int | str:
    """A number of classes, or which ones."""
    return int(text) if text.lstrip("-").isdecimal() else text


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit code."""
    parser = _parser()
    complete(parser)
    words = sys.argv[1:] if argv is None else argv
    args = parser.parse_args([f" {word}" if MINUS.match(word) else word for word in words])
    gc.set_threshold(200_000, 20, 20)  # proofs are trees: there is next to nothing to collect
    try:
        return int(args.run(args))
    except (InputError, FormulaError, CertificateError) as error:
        say(str(error))
        return 2
    except KeyboardInterrupt:
        say("interrupted")
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def question_of(args: argparse.Namespace) -> Question:
    """The question that was typed."""
    given = {}
    for option in args.asks.options:
        value = getattr(args, option.name)
        if value is None:
            continue  # not typed, and nothing by default
        if value == "" and option.form == "text" and option.flag:
            raise InputError(f"{option.flag}: no {option.name} ''")
        if option.form == "list":
            value = tuple(word.strip() for word in value.split(",") if word.strip())
        if option.form == "ids":
            value = tuple(word.strip() for text in value for word in text.split(","))
        given[option.name] = value
    return args.asks.of(given)


def _ask(args: argparse.Namespace) -> int:
    """Asks a question, writes the answer; 1 if something required is not proved."""
    look_at_limits(args)
    if args.format not in kinds.formats():
        known = ", ".join(kinds.formats())
        raise InputError(f"--format: invalid choice {args.format!r} (choose from {known})")
    if getattr(args, "fragment", False) and args.format != "latex":
        raise InputError("--fragment: a fragment is LaTeX; add --format latex")
    question = question_of(args)
    jobs, cache = getattr(args, "jobs", 1) or 0, getattr(args, "cache", "")
    meaning = kinds.room(question.kind, "meaning")
    with whole_run(args.total):
        if hasattr(meaning, "doubted"):
            with suppress(StoppedError), fence(args.timeout).around():
                meaning.doubted(question)
        work = kinds.KNOWN.work(question, kinds.means(args.timeout, jobs, cache))
        stopped = run(work, lambda step: f"{question.title}: {step}")
    try:
        answer = work.report()
    except KeyboardInterrupt:  # there is nothing yet
        say(f"{stopped or INTERRUPTED}; nothing was decided")
        return 130 if stopped == INTERRUPTED else 1
    if not _written(args, answer):
        return 1
    if stopped:
        say(f"{stopped}; what was decided is written")
        return 130 if stopped == INTERRUPTED else 1
    lines = meaning.unmet(question, answer) if hasattr(meaning, "unmet") else []
    for line in lines:
        say(line)
    return 1 if lines else 0


def _written(args: argparse.Namespace, answer: Answer) -> bool:
    """Writes the answer; as JSON, and False, if it cannot be shown in the format."""
    try:
        _write(args, answer)
    except (InputError, FormulaError, CertificateError, BrokenPipeError):
        raise
    except Exception as error:
        failed = f"{type(error).__name__} while it was shown as {args.format}"
        say(f"{failed}; the answer is whole, and written as JSON")
        write_text(args, answer.to_json())
        return False
    return True


def _write(args: argparse.Namespace, answer: Answer) -> None:
    """Writes to the file that was asked for, else to the terminal, as a table if there is one."""
    if args.format == "text" and not args.output and sys.stdout.isatty():
        show = kinds.room(answer.kind, "show")
        if hasattr(show, "table"):
            from rich.console import Console

            Console().print(show.table(answer))
            return
    fragment = getattr(args, "fragment", False)
    write_text(args, answer.rendered("latex_fragment" if fragment else args.format))


if __name__ == "__main__":
    sys.exit(main())
