"""The command `plot`: a measure or a saved answer as a picture.

The end of the file's name says what it is: .svg for pages, .pdf for LaTeX, .png; .html is a page in
which a person turns the tetrahedron, for which matplotlib is not needed.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from symbolic_measures.doors.terminal import InputError, add_total, look_at_limits, say, write_text
from symbolic_measures.fences import whole_run
from symbolic_measures.nouns.errors import CertificateError
from symbolic_measures.nouns.question import ASSUME, CONVENTIONS, LOWER, READING, SECONDS


def add(commands: Any) -> None:
    """The command."""
    parser = commands.add_parser(
        "plot",
        help="draw a measure, a counterexample, the tetrahedron, or a saved answer",
        description="Contours of a measure where P and N are given; with --property, the step of a "
        "counterexample and where it fails; with --tetrahedron, all matrices of one n; with "
        "--parameter, for which values the property holds; or a saved answer of check, threshold "
        "or compare. It needs matplotlib: pip install symbolic-measures[plots].",
    )
    add = parser.add_argument
    add("measures", nargs="*", metavar="FORMULA|NAME|FILE.json",
        help="a measure, or a saved answer; several for a page")  # fmt: skip
    add("--catalog", action="store_true", help="for a page: every measure known by name")
    add("--property", metavar="ID", help="show where it fails")
    add("--parameter", metavar="NAME", help="with --property: for which values it holds")
    add("--tetrahedron", action="store_true", help="all matrices of one n, from two sides")
    add("-P", "--positives", dest="P", type=int, metavar="P", help="the positive elements")
    add("-N", "--negatives", dest="N", type=int, metavar="N", help="the negative elements")
    add("--at", action="append", default=[], metavar="NAME=VALUE",
        help="the value of a parameter (repeatable)")  # fmt: skip
    add(ASSUME.flag, action="append", default=[], metavar=ASSUME.metavar, help=ASSUME.help)
    add(READING.flag, metavar=READING.metavar, help=READING.help)
    add(CONVENTIONS.flag, action="append", default=[], metavar=CONVENTIONS.metavar,
        help=CONVENTIONS.help)  # fmt: skip
    add(LOWER.flag, action="store_true", help=LOWER.help)
    add("--timeout", type=float, default=SECONDS, metavar="SECONDS", help="for the property")
    add("-o", "--output", required=True, metavar="FILE",
        help="ends in .svg, .pdf, .png, or .html: the tetrahedron, to turn")  # fmt: skip
    add_total(add)
    parser.set_defaults(run=_plot)


def _plot(args: argparse.Namespace) -> int:
    look_at_limits(args)
    with whole_run(args.total):
        return _drawn(args)


def _drawn(args: argparse.Namespace) -> int:
    if args.output.endswith(".html"):
        return _page(args)
    if len(args.measures) != 1 or args.catalog:
        raise InputError("one measure is drawn in one picture; a page (.html) shows several")
    args.measure = args.measures[0]
    try:
        from symbolic_measures.doors.plots import canvas
    except ImportError as error:
        raise InputError(str(error)) from None
    canvas.suffix_of(args.output)
    figure = _figure(args)
    canvas.save(figure, Path(args.output))
    say(f"wrote {args.output}: {figure.alt}")
    return 0


def _page(args: argparse.Namespace) -> int:
    """The tetrahedron as a page that needs nothing but itself, with or without matplotlib."""
    from symbolic_measures.doors.api.pictures import lattices
    from symbolic_measures.meaning.measures import MEASURES
    from symbolic_measures.report.html import rendered
    from symbolic_measures.report.lattice import Gallery

    if args.parameter or args.tetrahedron or args.P or args.N or args.at:
        raise InputError("a page (.html) shows all P and N, at simple values of parameters")
    names = [*args.measures, *(MEASURES if args.catalog else ())]
    if not names:
        raise InputError("name a measure, or give --catalog")
    found = lattices(
        names, args.property, assume=args.assume, reading=args.reading,
        convention=args.convention, lower_is_better=args.lower_is_better, timeout=args.timeout,
    )  # fmt: skip
    write_text(args, rendered("gallery.html", Gallery(found)))
    return 0


def _figure(args: argparse.Namespace) -> Any:
    from symbolic_measures.doors.api.pictures import plot
    from symbolic_measures.doors.api.questions import threshold

    if args.parameter:
        if not args.property or args.tetrahedron or args.P or args.N or args.at or args.convention:
            raise InputError("--parameter: give --property, and no other part of a picture")
        return plot(threshold(
            args.measure, args.property, args.parameter, assume=args.assume, reading=args.reading,
            lower_is_better=args.lower_is_better, timeout=args.timeout,
        ))  # fmt: skip
    given: dict[str, Any] = {
        "property": args.property, "P": args.P, "N": args.N, "at": values_of(args.at),
        "tetrahedron": args.tetrahedron,
    }  # fmt: skip
    if args.measure.endswith((".json", ".json.gz")):
        return plot(saved_answer(args.measure), **given)
    return plot(
        args.measure, **given, assume=args.assume, reading=args.reading,
        convention=args.convention, lower_is_better=args.lower_is_better, timeout=args.timeout,
    )  # fmt: skip


def values_of(texts: list[str]) -> dict[str, str]:
    """`beta=2` as a name and a number; InputError for anything else."""
    found = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign or not name.strip() or not value.strip():
            raise InputError(f"--at {text}: write a parameter and its value, such as beta=2")
        found[name.strip()] = value.strip()
    return found


def saved_answer(name: str) -> Any:
    """The answer of a saved file, replayed; CertificateError, in one line, if it is none."""
    from symbolic_measures.doors.saved import read_saved
    from symbolic_measures.questions import kinds

    try:
        return kinds.read(read_saved(Path(name)))
    except (CertificateError, ValueError) as error:
        raise CertificateError(f"{name}: {error}") from None
