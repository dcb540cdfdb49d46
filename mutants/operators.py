"""The ways in which a piece of code is broken: one small change of its syntax tree at a time.

A `Mutant` is one top-level function, method or assignment with one change.  It is known by what it
changes (file, unit, text of the line, kind of change, which of several alike), not by a line
number, so that what is known of it outlives edits elsewhere in the file.
"""

from __future__ import annotations

import ast
import copy
import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

#: Comparisons with those that they are confused with.
COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
OPERATIONS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.BitXor: ast.BitOr,
}
#: Relations, which stand in the code as text, and names of functions.
TEXTS = {">": ">=", ">=": ">", "==": "!=", "!=": "==", "defined": "undefined",
         "undefined": "defined"}  # fmt: skip
NAMES = {"any": "all", "all": "any", "min": "max", "max": "min"}


@dataclass(frozen=True)
class Unit:
    """A function, method or assignment of a module; `name` is `function` or `Class.method`."""

    file: Path
    name: str
    node: ast.stmt
    text: str

    @cached_property
    def digest(self) -> str:
        """Its text, in short."""
        source = ast.get_source_segment(self.text, self.node) or ""
        return hashlib.sha256(source.encode()).hexdigest()[:12]

    @cached_property
    def lines(self) -> list[str]:
        """The lines of its file."""
        return self.text.splitlines()


@dataclass(frozen=True)
class Mutant:
    """One change of a unit.  `disables` says that it takes away a guard: a raise or its test."""

    unit: Unit
    line: int
    change: str
    number: int
    place: int
    disables: bool

    def made(self) -> ast.stmt:
        """The unit with the change."""
        tree = copy.deepcopy(self.unit.node)
        _apply(tree, self.place, self.change)
        return ast.fix_missing_locations(tree)

    @property
    def key(self) -> str:
        """What it changes, whatever the number of its line; the same in every file."""
        text = self.unit.lines[self.line - 1].strip()
        return " | ".join((self.unit.name, text, self.change, str(self.number)))

    @property
    def identity(self) -> tuple[str, str, str]:
        """File, key, and the text of its unit in short: a result holds for this text only."""
        return self.unit.file.as_posix(), self.key, self.unit.digest


def units(file: Path, root: Path) -> Iterator[Unit]:
    """The functions, methods and assignments of a file."""
    return units_of(file, (root / file).read_text(encoding="utf-8"))


def units_of(file: Path, text: str) -> Iterator[Unit]:
    """Those of a file with this text."""
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef):
            yield Unit(file, node.name, node, text)
        elif isinstance(node, ast.ClassDef):
            for own in node.body:
                if isinstance(own, ast.FunctionDef):
                    yield Unit(file, f"{node.name}.{own.name}", own, text)
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if isinstance(target, ast.Name) and not _is_type(node):
                yield Unit(file, target.id, node, text)


def _is_type(node: ast.Assign | ast.AnnAssign) -> bool:
    """A name for a type."""
    if isinstance(node, ast.AnnAssign) and "TypeAlias" in ast.dump(node.annotation):
        return True
    return isinstance(node.value, ast.Subscript)


def mutants(unit: Unit) -> Iterator[Mutant]:
    """Every change of the unit, in the order of its text."""
    seen: Counter[tuple[str, str]] = Counter()
    for place, node in enumerate(_nodes(unit.node)):
        for change, disables in _changes(node):
            line = getattr(node, "lineno", unit.node.lineno)
            alike = unit.lines[line - 1].strip(), change
            yield Mutant(unit, line, change, seen[alike], place, disables)
            seen[alike] += 1


def _nodes(tree: ast.AST) -> list[ast.AST]:
    """What may be changed, in one order: no decorators, annotations or texts of errors."""
    found: list[ast.AST] = []

    def visit(node: ast.AST) -> None:
        found.append(node)
        for field, value in ast.iter_fields(node):
            if field in ("decorator_list", "annotation", "returns", "exc", "cause", "msg"):
                continue
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST) and not (
                    isinstance(node, ast.If) and isinstance(child, ast.Raise) and not node.orelse
                ):  # to take away what a guard does is to make it never true
                    visit(child)

    visit(tree)
    return found


def _changes(node: ast.AST) -> Iterator[tuple[str, bool]]:
    """(name of a change, whether it disables a guard) for each change of this node itself."""
    match node:
        case ast.If(body=[*_, ast.Raise()]):
            yield "never", True
        case ast.If() | ast.IfExp():
            yield from (("never", False), ("always", False))
        case ast.While():
            yield "never", False
        case ast.comprehension(ifs=ifs):
            yield from ((f"filter {i} dropped", False) for i in range(len(ifs)))
        case ast.BoolOp(values=values):
            yield from ((f"part {i} dropped", False) for i in range(len(values)))
        case ast.Compare(ops=ops):
            for i, op in enumerate(ops):
                for other in COMPARISONS[type(op)]:
                    yield f"comparison {i} to {other.__name__}", False
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield "sign dropped", False
        case ast.Constant(value=bool()):
            yield "flipped", False
        case ast.Constant(value=int()):
            yield from (("one more", False), ("one less", False))
        case ast.Constant(value=str() as text) if text in TEXTS:
            yield f"text to {TEXTS[text]}", False
        case ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in OPERATIONS:
            yield f"operation to {OPERATIONS[type(op)].__name__}", False
        case ast.Name(id=name) if name in NAMES:
            yield f"name to {NAMES[name]}", False
        case ast.Raise():
            yield "raise removed", True
        case ast.Expr(value=ast.Call()):
            yield "call removed", True
        case ast.Continue():
            yield "to break", False
        case ast.Break():
            yield "to continue", False
        case ast.List(elts=elts, ctx=ast.Load()) | ast.Tuple(elts=elts, ctx=ast.Load()):
            if isinstance(node, ast.List) or any(isinstance(e, ast.Starred) for e in elts):
                yield from ((f"element {i} dropped", False) for i in range(len(elts)))
        case ast.Call(func=ast.Name(id="replace"), keywords=keywords):
            yield from ((f"{k.arg} not replaced", False) for k in keywords if k.arg)


def _apply(tree: ast.stmt, place: int, change: str) -> None:
    """Change the node at that place of a tree that is nobody else's."""
    node: Any = _nodes(tree)[place]
    word, _, rest = change.partition(" ")
    if change in ("never", "always"):  # what the test assigns is assigned
        joint = ast.And() if change == "never" else ast.Or()
        node.test = ast.BoolOp(joint, [node.test, ast.Constant(change == "always")])
    elif change in ("raise removed", "call removed", "to break", "to continue"):
        _become(node, {"break": ast.Break, "continue": ast.Continue}.get(rest, ast.Pass)())
    elif change.endswith("not replaced"):  # before the words: a keyword may be called `name`
        node.keywords = [k for k in node.keywords if k.arg != word]
    elif change.endswith("dropped") and word in ("filter", "part", "element"):
        values = {"filter": "ifs", "part": "values", "element": "elts"}[word]
        del getattr(node, values)[int(rest.split()[0])]
        if word == "part" and len(node.values) == 1:
            _become(node, node.values[0])
    elif change == "sign dropped":
        _become(node, node.operand)
    elif word == "comparison":
        number, _, name = rest.partition(" to ")
        node.ops[int(number)] = getattr(ast, name)()
    elif change in ("flipped", "one more", "one less"):
        node.value = not node.value if change == "flipped" else node.value + (
            1 if change == "one more" else -1)  # fmt: skip
    elif word == "text":
        node.value = rest.removeprefix("to ")
    elif word == "operation":
        node.op = getattr(ast, rest.removeprefix("to "))()
    elif word == "name":
        node.id = rest.removeprefix("to ")


def _become(node: Any, other: ast.AST) -> None:
    """The node turns into another one, where it stands."""
    places = {name: getattr(node, name) for name in node._attributes if hasattr(node, name)}
    own = dict(other.__dict__)
    node.__class__ = type(other)
    node.__dict__.clear()
    node.__dict__.update({**places, **own})
