"""Derivations as they are written: a TOML file read into parts, each checked as it is read."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from symbolic_measures.meaning.subjects import measure
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.question import Kinds, Question
from symbolic_measures.nouns.statement import Statement
from symbolic_measures.questions.derivation.asked import DerivationQuestion
from symbolic_measures.questions.derivation.chains import Both, Chain, Scope, chain
from symbolic_measures.report.prose import Prose

MAX_FILE = 1_000_000
SUFFIX = ".toml"
ABOUT = ("paper", "name", "title", "source", "statement")
#: What stands in a part about the answer, not about what is asked.
ABOUT_ANSWERS = ("expected", "printed", "claimed", "saved")
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


@dataclass(frozen=True)
class Calculation:
    """A chain: every row is proved."""

    chain: Chain
    subject: str = ""
    expected: ClassVar[str] = "proved"
    printed: ClassVar[bool] = False
    claimed: ClassVar[str] = ""
    kind: ClassVar[str] = "chain"

    @property
    def statement(self) -> Statement:
        """Every row as a goal."""
        return self.chain.statement(self.subject)


@dataclass(frozen=True)
class Asked:
    """A question, and the answer it must have, "" if any will do.

    `printed`: the part decides what the paper itself says.  `kind` is the key it is typed with.
    `claimed` is the answer that the paper gives, if it is not that something is proved; `saved` the
    reading in which it would be right.
    """

    question: Question
    expected: str
    printed: bool
    kind: str
    claimed: str = ""
    saved: str = ""


Part = Text | Let | Calculation | Asked
#: The parts that are no questions, and what may stand in them.
OWN: dict[str, tuple[str, ...]] = {
    "text": (),
    "let": (),
    "chain": ("variables", "given", "label", "by"),
}


def parts_of(question: Question, kinds: Kinds) -> dict[str, Any]:
    """The parts of a saved answer that say what was asked."""
    parts: dict[str, Any] = kinds.meaning(question.kind).parts(question)
    return parts


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


def load(path: Path | str, kinds: Kinds) -> Derivation:
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
    return read_derivation(data, kinds, path.name)


def load_folder(folder: Path | str, kinds: Kinds) -> list[Derivation]:
    """All derivations of a folder and the folders in it, by paper and file name."""
    files = sorted(Path(folder).rglob(f"*{SUFFIX}"))
    if not files:
        raise FormulaError(f"{folder}: no derivation (*{SUFFIX}) in this folder")
    return [load(file, kinds) for file in files]


def read_derivation(data: Mapping[str, Any], kinds: Kinds, file: str = "") -> Derivation:
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
    reader = _Parts(scope, about["name"], kinds)
    for number, entry in enumerate(entries, 1):
        kind = "unknown"
        try:
            kind = _kind(entry, kinds)
            reader.add(kind, entry)
        except FormulaError as error:
            raise FormulaError(f"{name}, part {number} ({kind}): {error}") from None
    return Derivation(**about, statement=statement, parts=tuple(reader.parts), data=data, file=file)


def of_measure(question: DerivationQuestion, kinds: Kinds) -> Derivation:
    """The section of an appendix that tells why properties hold of a measure, or fail."""
    classes = question.classes if isinstance(question.classes, int) else 3  # a word: many of them
    subject = measure(question.subject, assume=question.assume, classes=classes)
    entry = {"measure": question.subject, "assume": list(question.assume),
             "reading": question.reading, "classes": question.classes,
             "lower_is_better": question.lower_is_better, "expected": ""}  # fmt: skip
    about = {
        "paper": "",
        "name": subject.name,
        "title": subject.title,
        "source": subject.source,
        "statement": "",
    }
    parts = [{"check": property_id, **entry} for property_id in question.property]
    return read_derivation({**about, "part": parts}, kinds, subject.name)


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


def _kind(entry: Any, kinds: Kinds) -> str:
    """The one key that tells the kind of a part."""
    known = [*OWN, "display", *kinds.names()]
    # a key such as `property` of a threshold is no kind, and `table` may stand beside `display`
    found = [key for key in entry if key in known] if isinstance(entry, dict) else []
    if len(found) != 1:
        raise FormulaError(f"a part has one of the keys {', '.join(known)}")
    return str(found[0])


class _Parts:
    """Reads part after part; what was defined and labelled before is known."""

    def __init__(self, scope: Scope, subject: str, kinds: Kinds) -> None:
        self.scope, self.subject, self.kinds = scope, subject, kinds
        self.parts: list[Part] = []
        self.labelled: dict[str, Chain] = {}

    def add(self, kind: str, entry: Any) -> None:
        """One more part; FormulaError, in one line, if it is none."""
        if kind not in OWN:
            self.parts.append(_asked(kind, entry, self.kinds))
            return
        _keys(entry, (kind, *OWN[kind]))
        match kind:
            case "text":
                self.parts.append(self.text(entry))
            case "let":
                self.parts.append(self.let(entry))
            case _:
                self.parts.append(self.chain(entry))

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
        return Calculation(made, self.subject)


def _asked(kind: str, entry: Mapping[str, Any], kinds: Kinds) -> Asked:
    """A question, with the answer that is expected."""
    if "expected" not in entry:
        raise FormulaError("say which answer is expected: expected = 'proved'")
    expected, printed = _text(entry, "expected"), _flag(entry, "printed")
    claimed, saved = (_text(entry, key, "") for key in ("claimed", "saved"))
    rest = {k: v for k, v in entry.items() if k not in ABOUT_ANSWERS}
    if kind == "display":
        rest = {"table": rest.pop("display"), "row": [_text(rest, "row")]}
    question = kinds.question("table" if kind == "display" else kind, rest)
    parts_of(question, kinds)  # which looks at everything that is typed
    if kind == "check" and len(kinds.meaning(kind).properties_of(question)) != 1:
        raise FormulaError("a part asks for one property: write a part for each")
    return Asked(question, expected, printed, kind, claimed, saved)


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
