"""What is claimed, in text, as it was read and is kept.

A property of a measure, a limit, a part of an average: each amounts to goals, or is refused in a
line.  Modules `test_claimed_*.py` ask for many of them; what they get stands in `kept`, one a line:
a short text as it is, a long one by its beginning and a digest of the whole.  That what is claimed
is what a definition says is held elsewhere, on arbitrary measures; here it is seen to stay so.

`python tests/meaning/claimed.py [WORD ...]` writes these files anew (those with a word in their
names): read what changes before it is kept.
"""

from __future__ import annotations

import gzip
import hashlib
import importlib
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from symbolic_measures.meaning.instances import InstanceError
from symbolic_measures.nouns.errors import CertificateError
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.statement import Atom, Goal, Variable

HERE = Path(__file__).resolve().parent
#: A text that is longer is kept by its beginning and a digest.
LONGEST, BEGINNING = 160, 70
#: Keys below which there are proofs, which the kernel reads.
PROOFS = ("proof", "proofs", "premises")
#: (what is asked, what is told), one a line.
Lines = Iterable[tuple[str, str]]


def text(thing: Any) -> str:
    """All that it says, in one line."""
    match thing:
        case Formula() | Atom():
            return str(thing)
        case Variable(name, sort):
            return f"{name} {sort}"
        case Goal():
            parts = (getattr(thing, field.name) for field in fields(thing))
            return f"|{'; '.join(map(text, parts))}|"
        case Mapping():
            return f"{{{', '.join(f'{text(k)}: {text(v)}' for k, v in thing.items())}}}"
        case tuple() | list():
            return f"[{', '.join(map(text, thing))}]"
        case set() | frozenset():
            return f"{{{', '.join(sorted(map(text, thing)))}}}"
        case _ if is_dataclass(thing) and not isinstance(thing, type):
            parts = (getattr(thing, field.name) for field in fields(thing))
            return f"{type(thing).__name__}({', '.join(map(text, parts))})"
    return str(thing)


def told(make: Callable[..., Any], *given: Any) -> str:
    """What is made of what is given, in text, or the line in which it is refused."""
    try:
        made = make(*given)
        return text(tuple(made) if isinstance(made, Iterator) else made)
    except (ValueError, TypeError, LookupError, CertificateError, InstanceError) as error:
        return f"{type(error).__name__}: {error}"


def short(whole: str) -> str:
    """In one line of some length."""
    line = whole.replace("\n", " ")
    if len(line) <= LONGEST:
        return line
    return f"{line[:BEGINNING]}... {hashlib.sha256(whole.encode()).hexdigest()[:8]}"


def saved(file: Path) -> Any:
    """What a saved file holds."""
    return json.loads(gzip.decompress(file.read_bytes()))


def without(value: Any) -> Iterator[tuple[str, Any]]:
    """A value with one part spoiled, and which: numbers, texts and lists in it (of a list the first
    two; no proofs), changed in each of a few ways, or left out."""
    from questions.spoiling import spoiled  # found from `tests`, which a script is not run in

    for path, part in _parts(value):
        for how, other in _others(part):
            yield f"{'.'.join(map(str, path))} {how}", spoiled(value, path, other)
        if path:
            yield f"{'.'.join(map(str, path))} left out", spoiled(value, path, drop=True)


def _parts(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    yield path, value
    if isinstance(value, dict | list):
        for key, own in value.items() if isinstance(value, dict) else enumerate(value[:2]):
            if key not in PROOFS:
                yield from _parts(own, (*path, key))


def _others(part: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(part, bool):
        yield from (("turned", not part), ("as 1", int(part)))
    elif isinstance(part, int):
        yield from (("one more", part + 1), ("one less", part - 1), ("text", str(part)))
        yield "half", part + 0.5
    elif isinstance(part, str):
        yield from (("minus", f"-({part})"), ("other", f"{part}1"), ("zero", "0"), ("number", 0))
    elif isinstance(part, list):
        yield from (("empty", []), ("doubled", part + part), ("turned", part[::-1]), ("text", "x"))
    elif isinstance(part, dict):
        yield from (("empty", {}), ("more", {**part, "more": 1}), ("text", "x"))
    yield "nothing", None


class Claims:
    """What is told in the sections of a file; each section is made by a function."""

    def __init__(self, name: str, sections: Mapping[str, Callable[[], Lines]]) -> None:
        self.file, self.sections = HERE / "kept" / f"{name}.txt", sections

    def made(self, section: str) -> list[str]:
        """The lines of a section as they are told now."""
        return [f"{asked}: {short(whole)}" for asked, whole in self.sections[section]()]

    def kept(self, section: str) -> list[str]:
        """The lines of a section as they are kept."""
        blocks = self.file.read_text(encoding="utf-8").split("\n\n")
        found = {head: lines for head, *lines in (block.strip().split("\n") for block in blocks)}
        return found.get(f"== {section}", [])

    def write(self) -> None:
        """Write the file anew."""
        blocks = ("\n".join([f"== {name}", *self.made(name)]) for name in self.sections)
        self.file.write_text("\n\n".join(blocks) + "\n", encoding="utf-8")

    def compare(self, section: str) -> None:
        """AssertionError, with the first line that is another one."""
        found, kept = self.made(section), self.kept(section)
        for one, other in zip(found, kept, strict=False):
            assert one == other, f"what is claimed has changed; {REMEDY}"
        assert len(found) == len(kept), f"more or less is claimed; {REMEDY}"


REMEDY = "if that is meant: python tests/meaning/claimed.py, and read what changes"


if __name__ == "__main__":
    sys.path.insert(0, str(HERE.parent))
    for module in sorted(HERE.glob("test_claimed_*.py")):
        if not sys.argv[1:] or any(word in module.stem for word in sys.argv[1:]):
            importlib.import_module(f"meaning.{module.stem}").CLAIMS.write()
