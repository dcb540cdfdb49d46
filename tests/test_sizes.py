"""What a person can read in one sitting: no long module, no long function, a small kernel."""

from __future__ import annotations

import ast
from pathlib import Path

from imports import modules
from places import PACKAGE

MODULE_LINES = 500
FUNCTION_LINES = 60
#: Lines of code of the whole kernel, without imports, comments, docstrings and blank lines.
KERNEL_LINES = 2_350
COMMAND_LINES = 300


def _trees() -> dict[str, ast.Module]:
    return {
        name: ast.parse(path.read_text(encoding="utf-8")) for name, path in modules(PACKAGE).items()
    }


def _lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def test_no_module_is_long() -> None:
    lengths = {name: _lines(path) for name, path in modules(PACKAGE).items()}
    wrong = [f"{name}: {lines} lines" for name, lines in lengths.items() if lines > MODULE_LINES]
    assert not wrong, "\n".join(wrong)


def test_no_function_is_long() -> None:
    lengths = {
        f"{name}: {node.name}": (node.end_lineno or node.lineno) - node.lineno + 1
        for name, tree in _trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    wrong = [f"{name}: {lines} lines" for name, lines in lengths.items() if lines > FUNCTION_LINES]
    assert not wrong, "\n".join(wrong)


def test_the_command_line_is_short() -> None:
    assert _lines(PACKAGE / "doors" / "cli.py") < COMMAND_LINES


def test_the_kernel_can_be_read_in_one_sitting() -> None:
    total = 0
    for path in (PACKAGE / "kernel").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        documented = set()
        for node in ast.walk(ast.parse(text)):
            told = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
            if told or isinstance(node, ast.Import | ast.ImportFrom):
                documented |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
        total += sum(
            bool(line.strip()) and not line.strip().startswith("#") and number not in documented
            for number, line in enumerate(text.splitlines(), 1)
        )
    assert total <= KERNEL_LINES
