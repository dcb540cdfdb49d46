"""The command `new-measure`: a folder to start from, for the author of a measure.

    README.md             the formula, the verdicts, what to run
    NAME.json             the certificate: `symbolic-measures verify NAME.json`
    NAME.measures.toml    what holds and what fails, for the pytest plug-in
    test_NAME.py          the certificate replays; an implementation agrees with the formula
    NAME.tex              the appendix, to \\input
    appendix.tex          a document around it: `pdflatex appendix.tex`

Invariant: the folder is written whole or not at all, never over another one, and what stands in it
was replayed from the certificate that stands in it.
"""

from __future__ import annotations

import argparse
import json
import keyword
import os
import re
import shlex
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from symbolic_measures.doors.terminal import INTERRUPTED, InputError, run, say
from symbolic_measures.nouns.confusion import CELLS

#: Names that Windows keeps for devices.
DEVICES = re.compile(r"con|prn|aux|nul|com\d|lpt\d", re.IGNORECASE)


def add(commands: Any) -> None:
    """The command."""
    parser = commands.add_parser(
        "new-measure",
        help="a folder to start from: verdicts, appendix, tests of your own measure",
        description="Decides the properties of a measure and writes a folder with what an author "
        "needs: the table, the certificate, a LaTeX appendix, tests for pytest.",
    )
    add = parser.add_argument
    add("name", metavar="NAME", help="letters, digits and _; no name of the catalog")
    add("formula", metavar="FORMULA", help="as for `check`")
    add("--assume", action="append", default=[], metavar="CONDITION",
        help="a parameter, such as 'beta > 0'")  # fmt: skip
    add("--lower-is-better", action="store_true", help="it is a dissimilarity")
    add("--framework", default="gosgens2021", metavar="NAME",
        help="whose properties are decided (default: %(default)s)")  # fmt: skip
    add("--timeout", type=float, default=60.0, metavar="SECONDS",
        help="for each property (default: %(default)g)")  # fmt: skip
    add("-o", "--output", metavar="FOLDER", help="the folder to make (default: NAME)")
    parser.set_defaults(run=_new_measure)


def _new_measure(args: argparse.Namespace) -> int:
    if not args.timeout > 0:
        raise InputError("--timeout: give a number of seconds above 0")
    _refuse_name(args.name)
    folder = Path(args.output or args.name)
    if folder.exists() or folder.is_symlink():
        raise InputError(f"{folder}: it exists, and nothing is overwritten; give another -o FOLDER")
    if not folder.absolute().parent.is_dir():
        raise InputError(f"-o {folder}: the folder {folder.parent} does not exist")
    report, stopped = _decided(args)
    if stopped:
        say(f"{stopped}; nothing is written")
        return 130 if stopped == INTERRUPTED else 1
    _write(folder, dict(_files(args.name, report, args.timeout)))
    counted = report.document().counted
    print(f"{folder}: {counted}; start with {folder / 'README.md'}")
    return 0


def _refuse_name(name: str) -> None:
    """InputError unless the name can be that of files, of a function, and of a new measure."""
    from symbolic_measures.meaning.measures import find_measure
    from symbolic_measures.meaning.multiclass import find_multiclass
    from symbolic_measures.nouns.confusion import QUANTITIES
    from symbolic_measures.nouns.formula import FUNCTIONS

    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]{0,63}", name):
        raise InputError(f"NAME {name[:80]!r}: letters, digits and _, a letter first, at most 64")
    if keyword.iskeyword(name) or DEVICES.fullmatch(name):
        raise InputError(f"NAME {name!r} is reserved by Python or by file systems; take another")
    known = find_measure(name) or find_multiclass(name)
    if known is not None:
        raise InputError(f"NAME {name!r} is {known.name} in the catalog ({known.title}); "
                         "take another")  # fmt: skip
    if name in QUANTITIES or name in FUNCTIONS or name == "appendix":
        raise InputError(f"NAME {name!r} already has a meaning; take another")


def _decided(args: argparse.Namespace) -> tuple[Any, str]:
    """The report, and what stopped it before its end, if anything did."""
    from symbolic_measures.meaning.subjects import measure, oriented
    from symbolic_measures.questions import kinds
    from symbolic_measures.questions.check.asked import CheckQuestion

    subject = oriented(measure(args.formula, args.name, args.assume), not args.lower_is_better)
    if subject.name != args.name:
        raise InputError(f"FORMULA {args.formula!r} is {subject.name} of the catalog "
                         f"({subject.title}); give a formula of your own")  # fmt: skip
    question = CheckQuestion(measure=subject, framework=args.framework)  # type: ignore[arg-type]
    kinds.room("check", "meaning").doubted(question)
    work = kinds.KNOWN.work(question, kinds.means(args.timeout, 1, ""))
    stopped = run(work, lambda step: f"{args.name}: {step}")
    return work.report(), stopped


def _files(name: str, report: Any, seconds: float) -> Iterator[tuple[str, str]]:
    """Every file with its text; what they show is read again from the certificate."""
    from symbolic_measures.doors.saved import timeless
    from symbolic_measures.nouns.errors import CertificateError
    from symbolic_measures.questions import kinds

    data = timeless(json.loads(report.to_json()))
    if problems := [item for item in kinds.verify(data) if item.problem]:
        raise CertificateError(f"{problems[0].property}: {problems[0].problem}")
    yield f"{name}.json", json.dumps(data, indent=1, ensure_ascii=False) + "\n"
    yield "README.md", _readme(name, report)
    yield f"{name}.measures.toml", _entries(report, seconds)
    yield f"test_{name}.py", _test(name, report)
    yield f"{name}.tex", report.rendered("latex_fragment")
    yield "appendix.tex", _document(name)


def _write(folder: Path, files: dict[str, str]) -> None:
    """All of them in a folder of that name, or nothing."""
    partial = folder.with_name(f".{folder.name}.{os.getpid()}")
    try:
        partial.mkdir()
        for name, text in files.items():
            (partial / name).write_text(text, encoding="utf-8")
        partial.rename(folder)
    except OSError as error:
        import shutil  # only where it is used: start-up stays quick

        shutil.rmtree(partial, ignore_errors=True)
        raise InputError(f"-o {folder}: {error.strerror or error}") from None


# --- the files ------------------------------------------------------------------------------


def _readme(name: str, report: Any) -> str:
    from symbolic_measures.nouns.verdict import GLYPHS

    subject, doc = report.reading.measure, report.document()
    assumed = "".join(f", {item.text}" for item in subject.assumptions)
    lower = "" if subject.higher_is_better else "Lower is better: judged is its negative S.\n"
    rows = [
        "| " + " | ".join((GLYPHS[row.outcome], row.property, row.word, _cell(row.summary))) + " |"
        for row in doc.rows
    ]
    table = "\n".join(["| | property | verdict | evidence |", "| --- | --- | --- | --- |", *rows])
    commands = {
        f"symbolic-measures verify {name}.json": "replay every verdict, without search",
        "python -m pytest": "the verdicts and your implementation (pip install pytest)",
        "pdflatex appendix.tex": "twice, for its tables: the appendix (texlive-latex-extra)",
        f"symbolic-measures catalog --like {shlex.quote(subject.text)}": "known by another name?",
    }
    width = max(map(len, commands))
    run_lines = "\n".join(f"    {line:{width}}  # {why}" for line, why in commands.items())
    return f"""# {name}

    {name} = {subject.text}{assumed}

{lower}Matrices are (TP, FN, FP, TN), in this order. {doc.counted[:1].upper()}{doc.counted[1:]}.

{table}

## What to run

{run_lines}

Put your implementation into `test_{name}.py`. Add what should hold to `{name}.measures.toml`.
"""


def _cell(summary: Any) -> str:
    """Prose in a cell of a Markdown table."""
    from symbolic_measures.report import prose

    return " ".join(prose.text(summary).split()).replace("|", "\\|").replace("*", "\\*")


def _entries(report: Any, seconds: float) -> str:
    """What is proved and what is refuted, the latter with the smallest counterexample."""
    from symbolic_measures.meaning.properties import PROPERTIES

    subject = report.reading.measure
    about = [f"measure = {_toml(subject.text)}"]
    if subject.parameters:
        told = [*subject.parameters, *(item.text for item in subject.assumptions)]
        about.append(f"assume = [{', '.join(map(_toml, told))}]")
    if not subject.higher_is_better:
        about.append("lower_is_better = true")
    plain = [v for v in report.verdicts if not PROPERTIES[v.property].answers]
    held = [verdict.property for verdict in plain if verdict.outcome == "proved"]
    parts = [
        "# For the pytest plug-in of symbolic-measures: what holds, and what fails first where",
        f"timeout = {max(60.0, 4 * seconds):g}  # seconds for each decision",
    ]
    if held:
        parts += ["", "[[property]]", *about, "holds = ["]
        parts += [*(f"    {_toml(item)}," for item in held), "]"]
    for verdict in plain:
        if verdict.outcome != "refuted":
            continue
        parts += ["", "[[property]]", *about, f"fails = {_toml(verdict.property)}"]
        if verdict.witness is not None and verdict.witness.minimal:
            shown = ", ".join(f"[{', '.join(map(_number, m))}]" for m in verdict.witness.matrices)
            parts.append(f"minimal = [{shown}]")
    return "\n".join(parts) + "\n"


def _toml(text: str) -> str:
    """A string of TOML: JSON's letters are its letters, too."""
    return json.dumps(text, ensure_ascii=False)


def _number(text: str) -> str:
    return text if text.lstrip("-").isdigit() else _toml(text)


def _test(name: str, report: Any) -> str:
    from symbolic_measures.meaning.samples import parameter_samples

    subject = report.reading.measure
    given = next(iter(parameter_samples(report.reading, 1)), {})
    told = [*subject.parameters, *(item.text for item in subject.assumptions)]
    assume = f", assume={told!r}" if told else ""
    names = (*CELLS, *subject.parameters)
    body = _python(subject.formula, names, assume)
    value = _value(name, report, given)
    needed = {
        "import json": True,
        "import math": "math." in body,
        "from fractions import Fraction": bool(given),
        "from pathlib import Path": True,
        "": True,
        "import pytest\n": bool(value),
        "from symbolic_measures import measure, verify": "measure(" in body,
        "from symbolic_measures import verify": "measure(" not in body,
        "from symbolic_measures.testing import assert_implementation": True,
    }
    arguments = ", ".join(names)
    values = ", ".join(f"{key!r}: Fraction({str(value)!r})" for key, value in given.items())
    more = f"{assume}, parameters=VALUES, options=VALUES" if given else ""
    at = f"VALUES = {{{values}}}\n" if given else ""
    head = "\n".join(line for line, wanted in needed.items() if wanted)
    return f'''"""{name}: its certificate replays, and an implementation agrees with the formula."""

{head}

FORMULA = {subject.text!r}
{at}

def {name}({arguments}):
    """Put your implementation here."""
    return {body}


def test_the_certificate_replays():
    saved = json.loads(Path(__file__).with_name("{name}.json").read_text(encoding="utf-8"))
    assert [item for item in verify(saved) if item.problem] == []


def test_the_implementation_is_the_formula():
    assert_implementation({name}, FORMULA{more})
{value}'''


def _value(name: str, report: Any, given: Mapping[str, Any]) -> str:
    """A test of one value, at the matrix of the catalog's examples, if there is one."""
    from symbolic_measures.doors.measures import Measure
    from symbolic_measures.kernel.exact import UndefinedError
    from symbolic_measures.meaning.measures import CITED

    values = {key: Fraction(str(number)) for key, number in given.items()}
    try:
        digits = Measure.of(report.reading.measure).evalf(15, CITED, **values)
    except UndefinedError:
        return ""
    more = ", **VALUES" if given else ""
    cells = ", ".join(map(str, CITED.cells))
    return f'''

def test_a_value():
    """As the package has it; better is one that you worked out by hand."""
    assert {name}({cells}{more}) == pytest.approx({digits})
'''


def _python(tree: Any, names: Iterable[str], assume: str) -> str:
    """The formula as Python.

    One with exceptions (`xlogy`) is called in the package, as a test written out in Python is not.
    """
    said = {"sqrt": "math.sqrt", "log": "math.log", "acos": "math.acos", "Abs": "abs",
            "Min": "min", "Max": "max", "power": "pow"}  # fmt: skip
    text = str(tree)
    if "ifzero" in text:
        cells = ", ".join(f"{word}={word}" for word in names)
        return f"float(measure(FORMULA{assume})({cells}))"
    return re.sub(r"[A-Za-z]\w*(?=\()", lambda match: said[match[0]], text)


def _document(name: str) -> str:
    return rf"""\documentclass[11pt]{{article}}
\usepackage[T1]{{fontenc}}
\usepackage[utf8]{{inputenc}}
\usepackage{{amsmath,amssymb,array,booktabs,longtable,graphicx,xcolor}}
\usepackage[margin=2.5cm]{{geometry}}
\setlength{{\parindent}}{{0pt}}
\setlength{{\emergencystretch}}{{3em}}
\allowdisplaybreaks
\begin{{document}}
\input{{{name}}}
\end{{document}}
"""
