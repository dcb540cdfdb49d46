"""Derivations: the theorems of papers as appendices in which every displayed line is decided.

A derivation is a TOML file: prose, definitions, chains, and questions to the other engines, each
with the answer that it expects.  Nothing in it is executed and nothing is believed: a chain is a
statement for the kernel, a question is asked.  Where the answer is another one than expected, that
is a problem with file and part, and the part is shown as what it is.

`verify_derivation` reads the parts of a saved derivation again, rebuilds each statement from them,
and replays each certificate, without search.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from symbolic_measures.chains import Both, Chain, Scope, chain
from symbolic_measures.formula import FormulaError
from symbolic_measures.formulas import displays_of
from symbolic_measures.identities import subject_of as sides_of
from symbolic_measures.limits import subject_of as moving
from symbolic_measures.notebook import Shown
from symbolic_measures.questions import (
    Calculation,
    Check,
    Displayed,
    Equality,
    Expanding,
    Found,
    Limiting,
    Means,
    Normalising,
    Question,
    Region,
)
from symbolic_measures.report.prose import Prose
from symbolic_measures.session import (
    MALFORMED,
    SCHEMA,
    SECONDS,
    Checked,
    find_property,
    make_reading,
    measure,
    only,
    oriented,
)
from symbolic_measures.thresholds import subject_of as with_parameter
from symbolic_measures.verdict import CertificateError

MAX_FILE = 1_000_000
SUFFIX = ".toml"
ABOUT = ("paper", "name", "title", "source", "statement")
LETTERS = ("variables", "functions", "letters")


@dataclass(frozen=True)
class Text:
    """Prose."""

    prose: Prose
    kind: ClassVar[str] = "text"


@dataclass(frozen=True)
class Let:
    """Definitions: name and formula."""

    items: tuple[tuple[str, Both], ...]
    kind: ClassVar[str] = "let"


Part = Text | Let | Question


@dataclass(frozen=True)
class Derivation:
    """A theorem of a paper and its derivation; `data` is the file as it was read."""

    paper: str
    name: str
    title: str
    source: str
    statement: Prose
    parts: tuple[Part, ...]
    data: Mapping[str, Any]
    file: str = ""

    @property
    def id(self) -> str:
        """What problems name it by."""
        return self.file or f"{self.paper} {self.name}".strip()


# --- reading -------------------------------------------------------------------------------


def load(path: Path | str) -> Derivation:
    """The derivation of a file; FormulaError, in one line with file and part, if it is none."""
    path = Path(path)
    try:
        if path.stat().st_size > MAX_FILE:
            raise FormulaError(f"{path}: larger than {MAX_FILE // 1000} kB")
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise FormulaError(f"{path}: {error.strerror or error}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise FormulaError(f"{path}: not TOML ({error})") from None
    return read_derivation(data, path.name)


def load_folder(folder: Path | str) -> list[Derivation]:
    """All derivations of a folder and the folders in it, by paper and file name."""
    files = sorted(Path(folder).rglob(f"*{SUFFIX}"))
    if not files:
        raise FormulaError(f"{folder}: no derivation (*{SUFFIX}) in this folder")
    return [load(file) for file in files]


def read_derivation(data: Mapping[str, Any], file: str = "") -> Derivation:
    """A derivation from what its file holds."""
    name = file or str(data.get("name", "derivation"))
    try:
        _keys(data, (*ABOUT, *LETTERS, "part"))
        about = {key: _text(data, key) for key in ABOUT}
        scope = _scope(data)
        statement = scope.prose(about.pop("statement"))
        entries = _list(data, "part")
    except FormulaError as error:
        raise FormulaError(f"{name}: {error}") from None
    if not entries:
        raise FormulaError(f"{name}: a derivation has parts: write [[part]]")
    reader = _Parts(scope, about["name"])
    for number, entry in enumerate(entries, 1):
        kind = _kind(entry)
        try:
            reader.add(kind, entry)
        except FormulaError as error:
            raise FormulaError(f"{name}, part {number} ({kind}): {error}") from None
    return Derivation(**about, statement=statement, parts=tuple(reader.parts), data=data, file=file)


def of_measure(
    formula: str,
    properties: list[str],
    assume: list[str],
    reading: str = "",
    lower_is_better: bool = False,
    classes: int = 2,
) -> Derivation:
    """The section of an appendix that tells why properties hold of a measure, or fail."""
    entry = {"measure": formula, "assume": assume, "reading": reading, "classes": classes,
             "lower_is_better": lower_is_better, "expected": ""}  # fmt: skip
    subject = measure(formula, assume=assume, classes=classes)
    about = {
        "paper": "",
        "name": subject.name,
        "title": subject.title,
        "source": subject.source,
        "statement": "",
    }
    parts = [{"check": property_id, **entry} for property_id in properties]
    return read_derivation({**about, "part": parts}, subject.name)


def _scope(data: Mapping[str, Any]) -> Scope:
    functions = {}
    for item in _texts(data, "functions"):
        name, _, letters = item.removesuffix(")").partition("(")
        functions[name.strip()] = tuple(word.strip() for word in letters.split(",") if word)
    return Scope(
        _table(data, "variables"),
        functions,
        letters=tuple(_texts(data, "letters")),
    )


def _kind(entry: Any) -> str:
    kinds = [key for key in entry if key in KINDS] if isinstance(entry, dict) else []
    return kinds[0] if len(kinds) == 1 else "unknown"


class _Parts:
    """Reads part after part; what was defined and labelled before is known."""

    def __init__(self, scope: Scope, subject: str) -> None:
        self.scope, self.subject = scope, subject
        self.parts: list[Part] = []
        self.labelled: dict[str, Chain] = {}

    def add(self, kind: str, entry: Any) -> None:
        if kind == "unknown":
            raise FormulaError(f"a part has one of the keys {', '.join(KINDS)}")
        read, keys = KINDS[kind]
        asked = () if kind in ("text", "let", "chain") else ("expected", "printed")
        _keys(entry, (kind, *keys, *asked))
        if asked and "expected" not in entry:
            raise FormulaError("say which answer is expected: expected = 'proved'")
        self.parts.append(read(self, entry))

    def text(self, entry: Mapping[str, Any]) -> Text:
        return Text(self.scope.prose(_text(entry, "text")))

    def let(self, entry: Mapping[str, Any]) -> Let:
        for name, meaning in _table(entry, "let").items():
            self.scope = self.scope.defining(name, meaning)
        names = list(entry["let"])
        return Let(tuple((name, self.scope.definitions[name]) for name in names))

    def chain(self, entry: Mapping[str, Any]) -> Calculation:
        lines = _list(entry, "chain")
        if not lines or not isinstance(lines[0], str):
            raise FormulaError("a chain begins with a formula, then rows [relation, formula, why]")
        rows = [_row(line) for line in lines[1:]]
        unknown = [name for name in _texts(entry, "by") if name not in self.labelled]
        if unknown:
            raise FormulaError(f"by {unknown[0]!r}: no chain above has this label")
        label = _text(entry, "label", "")
        if label in self.labelled:
            raise FormulaError(f"two chains are labelled {label}")
        made = chain(
            self.scope.with_variables(_table(entry, "variables")),
            rows,
            lines[0],
            _texts(entry, "given"),
            label,
            (self.labelled[name] for name in _texts(entry, "by")),
        )
        if label:
            self.labelled[label] = made
        return Calculation("proved", chain=made, subject=self.subject)

    def check(self, entry: Mapping[str, Any]) -> Check:
        classes = entry.get("classes", 2)
        if type(classes) is not int:
            raise FormulaError("classes is a whole number")
        subject = measure(_text(entry, "measure"), assume=_texts(entry, "assume"), classes=classes)
        subject = oriented(subject, not _flag(entry, "lower_is_better"))
        reading = make_reading(
            subject, _texts(entry, "conventions"), _text(entry, "reading", "") or None
        )
        find_property(_text(entry, "check"), classes)
        return Check(*_asked(entry), property=entry["check"], reading=reading)

    def identity(self, entry: Mapping[str, Any]) -> Equality:
        sides = _texts(entry, "identity")
        if len(sides) != 2:
            raise FormulaError("an identity has two sides: ['MCC^2', 'informedness*markedness']")
        assume = tuple(_texts(entry, "assume"))
        sides_of(sides[0], sides[1], assume)
        return Equality(*_asked(entry), sides=(sides[0], sides[1]), assume=assume)

    def limit(self, entry: Mapping[str, Any]) -> Limiting:
        found = Limiting(
            *_asked(entry),
            measure=_text(entry, "limit"),
            to=_text(entry, "to"),
            claim=_text(entry, "claim", ""),
            assume=tuple(_texts(entry, "assume")),
        )
        moving(found.measure, found.to, found.assume)
        return found

    def taylor(self, entry: Mapping[str, Any]) -> Expanding:
        order, assume = entry.get("order", 4), tuple(_texts(entry, "assume"))
        if type(order) is not int or not 1 <= order <= 8:
            raise FormulaError("order is a whole number from 1 to 8")
        measure(_text(entry, "taylor"), assume=assume)
        return Expanding(*_asked(entry), measure=entry["taylor"], order=order, assume=assume)

    def threshold(self, entry: Mapping[str, Any]) -> Region:
        parameter, property_id = _text(entry, "parameter"), _text(entry, "property")
        subject = with_parameter(_text(entry, "threshold"), parameter, _texts(entry, "assume"))
        subject = oriented(subject, not _flag(entry, "lower_is_better"))
        reading = make_reading(subject, (), _text(entry, "reading", "") or None)
        find_property(property_id)
        return Region(*_asked(entry), property=property_id, parameter=parameter, reading=reading)

    def normaliser(self, entry: Mapping[str, Any]) -> Normalising:
        assume = tuple(_texts(entry, "assume"))
        return Normalising(*_asked(entry), formula=_text(entry, "normaliser"), assume=assume)

    def display(self, entry: Mapping[str, Any]) -> Displayed:
        table, row = _text(entry, "display"), _text(entry, "row")
        if row not in displays_of(table).rows:
            raise FormulaError(f"{table} has no row {row!r}")
        return Displayed(*_asked(entry), table=table, row=row)


_SUBJECT = ("measure", "assume", "reading", "conventions", "classes", "lower_is_better")
#: Each kind of part: how it is read, and what else may stand in it.
KINDS: dict[str, tuple[Callable[[_Parts, Mapping[str, Any]], Part], tuple[str, ...]]] = {
    "text": (_Parts.text, ()),
    "let": (_Parts.let, ()),
    "chain": (_Parts.chain, ("variables", "given", "label", "by")),
    "check": (_Parts.check, _SUBJECT),
    "identity": (_Parts.identity, ("assume",)),
    "limit": (_Parts.limit, ("to", "claim", "assume")),
    "taylor": (_Parts.taylor, ("order", "assume")),
    "threshold": (
        _Parts.threshold, ("property", "parameter", "assume", "reading", "lower_is_better"),
    ),
    "normaliser": (_Parts.normaliser, ("assume",)),
    "display": (_Parts.display, ("row",)),
}  # fmt: skip


def _asked(entry: Mapping[str, Any]) -> tuple[str, bool]:
    return _text(entry, "expected"), _flag(entry, "printed")


def _row(line: Any) -> tuple[str, str, str]:
    words = list(line) if isinstance(line, list) else []
    if len(words) not in (2, 3) or not all(isinstance(word, str) for word in words):
        raise FormulaError("a row of a chain is [relation, formula, reason]")
    return words[0], words[1], words[2] if len(words) == 3 else ""


def _keys(entry: Mapping[str, Any], known: tuple[str, ...]) -> None:
    if unknown := [key for key in entry if key not in known]:
        raise FormulaError(f"unknown key {unknown[0]!r}; known: {', '.join(known)}")


def _text(entry: Mapping[str, Any], key: str, default: str | None = None) -> str:
    value = entry.get(key, default)
    if value is None:
        raise FormulaError(f"{key} is missing")
    if not isinstance(value, str):
        raise FormulaError(f"{key} is text between quotes")
    return value


def _flag(entry: Mapping[str, Any], key: str) -> bool:
    value = entry.get(key, False)
    if not isinstance(value, bool):
        raise FormulaError(f"{key} is true or false")
    return value


def _list(entry: Mapping[str, Any], key: str) -> list[Any]:
    value = entry.get(key, [])
    if not isinstance(value, list):
        raise FormulaError(f"{key} is a list")
    return value


def _texts(entry: Mapping[str, Any], key: str) -> list[str]:
    found = _list(entry, key)
    if not all(isinstance(item, str) for item in found):
        raise FormulaError(f"{key} is a list of texts")
    return found


def _table(entry: Mapping[str, Any], key: str) -> dict[str, Any]:
    value = entry.get(key, {})
    if not isinstance(value, dict) or not all(isinstance(item, str) for item in value.values()):
        raise FormulaError(f"{key} is a table of names and texts")
    return value


# --- deciding ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Answer:
    """What was found of a part, as a certificate too, and what is wrong with it ("" if nothing)."""

    part: Question
    found: Found
    data: Mapping[str, Any]
    problem: str


@dataclass(frozen=True)
class DerivationReport(Shown):
    """A derivation with the answers to its parts; None for prose and definitions."""

    derivation: Derivation
    answers: tuple[Answer | None, ...]
    complete: bool = True

    @property
    def problems(self) -> list[str]:
        """One line for each part that is not as the file expects."""
        return [
            f"{self.derivation.id}, part {number} ({answer.part.kind}): {answer.problem}"
            for number, answer in enumerate(self.answers, 1)
            if answer is not None and answer.problem
        ]

    @property
    def refuted(self) -> bool:
        """Whether something that the paper says is refuted."""
        return any(
            a is not None and a.part.printed and a.part.answer(a.data).startswith("refuted")
            for a in self.answers
        )

    def to_data(self) -> dict[str, Any]:
        """JSON form (schema 1)."""
        data: dict[str, Any] = {
            "schema": SCHEMA,
            "derivation": dict(self.derivation.data),
            "parts": [None if answer is None else dict(answer.data) for answer in self.answers],
        }
        return data if self.complete else {**data, "complete": False}

    def to_json(self) -> str:
        """The JSON text that `verify` reads."""
        return Derivations((self,)).to_json()

    def __str__(self) -> str:
        from symbolic_measures.report.derivation import render_text

        return render_text([self])

    def _repr_html_(self) -> str:
        from symbolic_measures.report.derivation import render_html_fragment

        return render_html_fragment([self])


@dataclass(frozen=True)
class Derivations:
    """Some derivations in one file."""

    reports: tuple[DerivationReport, ...]

    def to_data(self) -> dict[str, Any]:
        """JSON form (schema 1): one derivation as itself, several in a list."""
        entries = [report.to_data() for report in self.reports]
        return entries[0] if len(entries) == 1 else {"schema": SCHEMA, "derivations": entries}

    def to_json(self) -> str:
        """The JSON text that `verify` reads."""
        return json.dumps(self.to_data(), indent=1, ensure_ascii=False) + "\n"


@dataclass
class Deriving:
    """The work on a derivation; iterate, then `report()` says what is known."""

    derivation: Derivation
    means: Means = field(default_factory=Means)
    answers: list[Answer | None] = field(default_factory=list)

    def __iter__(self) -> Iterator[str]:
        """Yields what is decided next, before it is."""
        for number, part in enumerate(self.derivation.parts, 1):
            if not isinstance(part, Question):
                self.answers.append(None)
                continue
            yield f"{self.derivation.id}: part {number} ({part.kind})"
            found = part.decide(self.means)
            data = found.to_data()
            self.answers.append(Answer(part, found, data, part.problem(data)))

    def report(self) -> DerivationReport:
        """What is known so far."""
        complete = len(self.answers) == len(self.derivation.parts)
        return DerivationReport(self.derivation, tuple(self.answers), complete)


def derive(derivation: Derivation, seconds: float = SECONDS, cache: str = "") -> DerivationReport:
    """Decides every part of a derivation."""
    work = Deriving(derivation, Means(seconds, cache))
    for _ in work:
        pass
    return work.report()


# --- verification --------------------------------------------------------------------------


def verify_derivation(data: Any) -> Iterator[Checked]:
    """Reads the parts again and replays the certificate of each, without search.

    A part whose answer is not the expected one is a problem.  CertificateError if the file is no
    derivation at all.
    """
    if not isinstance(data, dict) or data.get("schema") != SCHEMA:
        raise CertificateError(f"not a derivation of schema {SCHEMA}")
    if "derivations" in data:
        only(data, "derivations")
        entries = data["derivations"]
        for entry in entries if isinstance(entries, list) and entries else [None]:
            if not isinstance(entry, dict) or "derivation" not in entry:
                raise CertificateError("`derivations` is a list of derivations")
            yield from verify_derivation(entry)
        return
    only(data, "derivation", "parts", "complete")
    try:
        derivation = read_derivation(dict(data["derivation"]))
        entries = list(data["parts"])
    except FormulaError as error:
        raise CertificateError(str(error)) from None
    except MALFORMED as error:
        raise CertificateError(f"not a derivation: {type(error).__name__} {error}") from None
    if len(entries) > len(derivation.parts):
        raise CertificateError("more certificates than parts")
    if len(entries) < len(derivation.parts) and data.get("complete") is not False:
        raise CertificateError("a part has no certificate")
    for number, (part, entry) in enumerate(zip(derivation.parts, entries), 1):
        if not isinstance(part, Question):
            if entry is not None:
                yield Checked(f"part {number}", "?", f"a certificate for a {part.kind}")
            continue
        outcome, problem = "?", ""
        try:
            if not isinstance(entry, dict):
                raise CertificateError("no certificate")
            part.replay(entry)
            outcome = part.answer(entry)
            problem = part.problem(entry)
        except (CertificateError, FormulaError) as error:
            problem = str(error)
        except MALFORMED as error:
            problem = f"malformed: {type(error).__name__} {error}"
        yield Checked(f"part {number} ({part.kind})", outcome, problem)


def read_report(data: Any) -> DerivationReport:
    """The report of one saved derivation, every part replayed; CertificateError if one fails.

    A part that is not as its file expects is told in the report, as where it was decided.
    """
    if not isinstance(data, dict) or data.get("schema") != SCHEMA or "derivation" not in data:
        raise CertificateError(f"not one derivation of schema {SCHEMA}")
    only(data, "derivation", "parts", "complete")
    derivation = read_derivation(dict(data["derivation"]))
    entries, complete = list(data["parts"]), data.get("complete") is not False
    if len(entries) > len(derivation.parts) or (complete and len(entries) < len(derivation.parts)):
        raise CertificateError("not one certificate for each part")
    answers: list[Answer | None] = []
    for number, (part, entry) in enumerate(zip(derivation.parts, entries), 1):
        if isinstance(part, Question) != isinstance(entry, dict):
            raise CertificateError(f"part {number}: a {part.kind} with another certificate")
        try:
            found = part.read(entry) if isinstance(part, Question) else None
        except (CertificateError, FormulaError, *MALFORMED) as error:
            raise CertificateError(f"part {number} ({part.kind}): {error}") from None
        if isinstance(part, Question) and found is not None:
            answers.append(Answer(part, found, entry, part.problem(entry)))
        else:
            answers.append(None)
    return DerivationReport(derivation, tuple(answers), complete)
