"""Imports only go down, and the kernel contains nothing it must not."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "symbolic_measures"
#: From the ground up; a module may import from its own layer and from those before it.
LAYERS = (
    ("version", "processes", "notebook"),
    ("formula",),
    ("confusion",),
    ("parser", "classes", "sums"),
    ("statement", "verdict", "inequalities"),
    ("kernel",),
    ("measure",),
    ("catalog",),
    ("search", "report", "chains"),
    (
        "session",
        "averagings",
        "comparisons",
        "completions",
        "expansions",
        "identities",
        "laws",
        "impossibility",
        "inconsistency",
        "indistinguishability",
        "limits",
        "normalisers",
        "thresholds",
    ),
    ("store",),
    ("tables", "formulas"),
    ("questions", "derivations"),
    ("verification",),
    ("reports",),
    ("testing",),
    ("cli", "__main__", "__init__", "pytest_plugin"),
)
KERNEL_LINES = 2_450


def _room(module: str) -> str:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else "__init__"


def _level(room: str) -> int:
    return next(number for number, rooms in enumerate(LAYERS) if room in rooms)


def _imports(tree: ast.AST) -> list[str]:
    """Modules of the package imported at run time, wherever the import stands."""
    hidden = {
        node
        for block in ast.walk(tree)
        if isinstance(block, ast.If) and "TYPE_CHECKING" in ast.dump(block.test)
        for statement in block.body
        for node in ast.walk(statement)
    }
    found = []
    for node in ast.walk(tree):
        if node in hidden:
            continue
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("symbolic_measures"):
            found.append(node.module or "")
        elif isinstance(node, ast.Import):
            found += [a.name for a in node.names if a.name.startswith("symbolic_measures")]
    return found


FILES = sorted(path for path in PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_go_down(path: Path) -> None:
    room = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    for module in _imports(ast.parse(path.read_text())):
        if _room(module) == "version":
            continue
        if _level(room) == _level("session") and _room(module) == "report":
            continue
        assert _level(_room(module)) <= _level(room), f"{room} imports {module}"
        if room in ("search", "report"):
            assert {room, _room(module)} != {"search", "report"}


@pytest.mark.parametrize("path", sorted((PACKAGE / "kernel").glob("*.py")), ids=lambda p: p.name)
def test_the_kernel_holds_no_assert_no_solver_and_no_simplifier(path: Path) -> None:
    tree = ast.parse(path.read_text())
    forbidden = {"simplify", "sympify", "eval", "exec", "solve", "limit", "float"}
    for node in ast.walk(tree):
        assert not isinstance(node, ast.Assert)
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [getattr(node, "module", "") or ""] + [alias.name for alias in node.names]
            assert not {"z3", "sympy", "mpmath", "numpy"} & {name.split(".")[0] for name in names}
        if isinstance(node, ast.Call):
            called = node.func
            name = called.id if isinstance(called, ast.Name) else getattr(called, "attr", "")
            assert name not in forbidden


def test_the_kernel_can_be_read_in_one_sitting() -> None:
    """Lines of code, without comments, docstrings and blank lines."""
    total = 0
    for path in (PACKAGE / "kernel").glob("*.py"):
        text = path.read_text()
        documented = set()
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                documented |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
        total += sum(
            bool(line.strip()) and not line.strip().startswith("#") and number not in documented
            for number, line in enumerate(text.splitlines(), 1)
        )
    assert total < KERNEL_LINES


def test_no_text_is_executed() -> None:
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in {"eval", "exec", "compile", "__import__"}
            if isinstance(node, ast.Attribute):
                assert node.attr not in {"sympify", "parse_expr"}
