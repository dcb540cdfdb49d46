"""Who imports whom, over all modules of a package, read off the text of every file.

An import counts wherever it stands: at the head, deferred in a function, for type checkers only, or
by a string handed to `import_module`.  A part of such a string that is computed may be anything, so
it stands for every module whose name fits; a name of which nothing is written down is one that a
user gives (`users_own`).

Being in a package is no import of it: a package's own `__init__` is a module like any other, with
the imports that are written in it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

#: What may be any name.
ANYTHING = ".+"
Graph = Mapping[str, frozenset[str]]


def modules(package: Path) -> dict[str, Path]:
    """Every module by its dotted name; a package is named by itself."""
    found = {}
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def graph(package: Path) -> Graph:
    """For each module those that it imports."""
    known = modules(package)
    return {
        name: frozenset(imported(name, path.read_text(encoding="utf-8"), known)) - {name}
        for name, path in known.items()
    }


def imported(name: str, text: str, known: Iterable[str]) -> Iterator[str]:
    """The modules among `known` that the text of the module `name` imports."""
    names = set(known)
    tree = ast.parse(text)
    constants = {"__name__": name, **_constants(tree)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from names.intersection(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                raise ValueError(f"{name}: a relative import")
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield from names & {inner if inner in names else str(node.module)}
        elif isinstance(node, ast.Call) and _called(node) in ("import_module", "__import__"):
            pattern = _pattern(node.args[0], constants)
            if pattern != ANYTHING:
                yield from (each for each in names if re.fullmatch(pattern, each))


def users_own(text: str) -> bool:
    """Whether a module imports what users name."""
    tree = ast.parse(text)
    return any(
        isinstance(node, ast.Call)
        and _called(node) in ("import_module", "__import__")
        and _pattern(node.args[0], _constants(tree)) == ANYTHING
        for node in ast.walk(tree)
    )


def _called(node: ast.Call) -> str:
    function = node.func
    return function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")


def _constants(tree: ast.Module) -> dict[str, str]:
    """The texts that a module has names for."""
    return {
        target.id: node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name) and isinstance(node.value.value, str)
    }


def _pattern(node: ast.expr, constants: Mapping[str, str]) -> str:
    """What the value of an expression may be, as a regular expression."""
    if isinstance(node, ast.Constant):
        return re.escape(str(node.value))
    if isinstance(node, ast.Name) and node.id in constants:
        return re.escape(constants[node.id])
    if isinstance(node, ast.FormattedValue):
        return _pattern(node.value, constants)
    if isinstance(node, ast.JoinedStr):
        return "".join(_pattern(part, constants) for part in node.values)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return _pattern(node.left, constants) + _pattern(node.right, constants)
    return ANYTHING


def circles(graph: Graph) -> list[list[str]]:
    """The groups of modules of which each reaches each other."""
    reached = {name: reach(graph, name) for name in graph}
    groups = {
        tuple(sorted(other for other in reached[name] if name in reached[other]))
        for name in graph
        if name in reached[name]
    }
    return [list(group) for group in sorted(groups)]


def reach(graph: Graph, start: str, within: str = "") -> set[str]:
    """What a module imports, and what that imports, and so on; through modules `within` only."""
    found: set[str] = set()
    front = [start]
    while front:
        here = front.pop()
        if here != start and not here.startswith(within):
            continue
        front += graph[here] - found
        found |= graph[here]
    return found
