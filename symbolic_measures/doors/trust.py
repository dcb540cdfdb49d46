"""What a verdict rests on: the files whose code says what it means, and those that check it.

A kind of question names its rooms; what its `meaning` imports, directly or through others, is what
a reader must trust: nouns, kernel, meaning.  A module brings its package, which runs before it: so
the rules of the kernel come with their register.  Search, pages and printed claims are imported by
some of these files, too, but nothing they do can make a verdict pass: they are left out by their
room, and so are macros, which the kernel never sees.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from symbolic_measures.nouns.question import KINDS
from symbolic_measures.questions.kinds import kind_of

PACKAGE = Path(__file__).parent.parent
NAME = PACKAGE.name
#: The rooms that are trusted; of a kind of question, what its meaning imports of its own folder.
ROOMS = ("nouns", "kernel", "meaning", "questions")
#: Modules of a kind that only find or show.
NEVER = ("find", "show")


@dataclass(frozen=True)
class Base:
    """The files that the verdicts of a kind rest on, with their lines of code."""

    kind: str
    files: Mapping[str, int]

    @property
    def lines(self) -> int:
        """Lines of code in all, without comments, docstrings and blank lines."""
        return sum(self.files.values())

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        return {"kind": self.kind, "lines": self.lines, "files": dict(self.files)}

    def __str__(self) -> str:
        head = f"{self.kind}: {len(self.files)} files, {self.lines:,} lines of code"
        return "\n".join((head, *(f"  {lines:5,}  {file}" for file, lines in self.files.items())))


def base(kind: str) -> Base:
    """What the verdicts of a kind of question rest on."""
    home = KINDS[kind].__module__.rpartition(".")[0]
    seen: set[str] = set()
    left = [f"{home}.meaning".removeprefix(f"{NAME}.")]
    while left:
        module = left.pop()
        if module not in seen and _is_trusted(module):
            seen.add(module)
            left += (*_imports(module), module.rpartition(".")[0])
    paths = sorted(_path(module) for module in seen)
    return Base(kind, {str(path.relative_to(PACKAGE)): _lines(path) for path in paths})


def base_of(data: Any) -> Base:
    """What the verdicts of a saved file rest on."""
    return base(kind_of(data))


def _is_trusted(module: str) -> bool:
    room, _, rest = module.partition(".")
    last = rest.rpartition(".")[2]
    return room in ROOMS and rest != "" and not last.startswith(NEVER) and rest != "kinds"


def _path(module: str) -> Path:
    place = PACKAGE / module.replace(".", "/")
    return place / "__init__.py" if place.is_dir() else place.with_suffix(".py")


@cache
def _imports(module: str) -> tuple[str, ...]:
    """The modules of this package that a module imports when it runs, wherever that stands."""
    tree = ast.parse(_path(module).read_text(encoding="utf-8"))
    return tuple(dict.fromkeys(_named(tree)))


def _named(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"{NAME}."):
            module = (node.module or "").removeprefix(f"{NAME}.")
            for alias in node.names:
                inner = f"{module}.{alias.name}"
                yield inner if _path(inner).exists() else module


@cache
def _lines(path: Path) -> int:
    """Lines of code, without comments, docstrings and blank lines."""
    text = path.read_text(encoding="utf-8")
    documented: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            documented |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return sum(
        bool(line.strip()) and not line.strip().startswith("#") and number not in documented
        for number, line in enumerate(text.splitlines(), 1)
    )
