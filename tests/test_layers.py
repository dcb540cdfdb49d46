"""Rooms told by trust: imports only go down, and the kernel contains nothing it must not."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import imports
import pytest
from places import PACKAGE

#: From the ground up: a module imports from its own room and from rooms of earlier rows.
ROOMS = (
    ("version", "fences"),
    ("processes",),
    ("nouns",),
    ("kernel",),
    ("macros",),
    ("meaning",),
    ("claims",),
    ("search", "report"),
    ("questions",),
    ("doors",),
    ("testing",),  # the public path of `doors.testing`
    ("",),  # `__init__` and `__main__`
)


@cache
def _graph() -> imports.Graph:
    return imports.graph(PACKAGE)


def _places(module: str) -> list[str]:
    """The name without the package: `["questions", "limit", "find"]`."""
    places = module.split(".")[1:]
    return places if places not in ([], ["__main__"]) else [""]


def _level(module: str) -> int:
    room = _places(module)[0]
    return next(number for number, rooms in enumerate(ROOMS) if room in rooms)


def _kind(module: str) -> str:
    """The kind of question whose room this is; "" for all other modules."""
    places = _places(module)
    return places[1] if places[0] == "questions" and len(places) == 3 else ""


def _arrows() -> Iterator[tuple[str, str]]:
    for module, imported in _graph().items():
        for other in sorted(imported):
            yield module, other


def test_every_module_is_in_a_room() -> None:
    assert {_places(module)[0] for module in _graph()} == {
        room for rooms in ROOMS for room in rooms
    }
    assert len(_graph()) > 100


def test_imports_only_go_down() -> None:
    wrong = [
        f"{module} imports {other}"
        for module, other in _arrows()
        if _level(other) > _level(module)
        or (_level(other) == _level(module) and _places(other)[0] != _places(module)[0])
    ]
    assert not wrong, "\n".join(wrong)


def test_no_imports_form_a_circle() -> None:
    wrong = [" and ".join(circle) for circle in imports.circles(_graph())]
    assert not wrong, "\n".join(wrong)


def test_no_kind_of_question_imports_another() -> None:
    wrong = [
        f"{module} imports {other}"
        for module, other in _arrows()
        if _kind(module) and _kind(other) and _kind(module) != _kind(other)
    ]
    assert not wrong, "\n".join(wrong)


def test_what_a_kind_means_needs_neither_search_nor_a_page() -> None:
    """Nor does anything that the meaning is made of in its own folder."""
    wrong = [
        f"{module} reaches {other}"
        for module in _graph()
        if _kind(module) and module.endswith(".meaning")
        for other in sorted(imports.reach(_graph(), module, module.removesuffix("meaning")))
        if _places(other)[0] == "search"
        or (_kind(other) and _places(other)[-1] in ("find", "show"))
    ]
    assert not wrong, "\n".join(wrong)


# --- the graph itself: every way to import is seen -----------------------------------------------

WAYS = {
    "at the head": "from toy.a import x",
    "a module by its name": "import toy.a",
    "a module from its package": "from toy import a",
    "deferred": "def f():\n    from toy.a import x",
    "for type checkers": "if TYPE_CHECKING:\n    from toy.a import x",
    "in a class": "class C:\n    from toy.a import x",
    "by string": 'import_module("toy.a")',
    "by a string in parts": 'import_module("toy" + ".a")',
    "by a computed string": 'importlib.import_module(f"toy.{name}")',
    "by its own name": 'import_module(f"{__name__[:3]}.a")',
    "by a constant": 'A = "toy.a"\nimport_module(A)',
    "the other way": '__import__("toy.a")',
}


@pytest.mark.parametrize("text", WAYS.values(), ids=WAYS)
def test_every_way_to_import_is_seen(text: str) -> None:
    assert "toy.a" in set(imports.imported("toy.b", text, ["toy", "toy.a", "toy.b"]))


def test_only_doors_import_what_users_name() -> None:
    """From there every import goes down."""
    assert imports.users_own("importlib.import_module(name)")
    assert not imports.users_own('import_module(f"toy.{name}")')
    found = {
        name
        for name, path in imports.modules(PACKAGE).items()
        if imports.users_own(path.read_text(encoding="utf-8"))
    }
    assert {_places(name)[0] for name in found} <= {"doors"}


def test_only_what_fits_a_computed_string_is_meant() -> None:
    known = ["toy", "toy.kinds", "toy.kinds.one", "toy.kinds.one.show", "toy.other.one.show"]
    text = 'import_module(f"toy.kinds.{kind}.{room}")'
    assert set(imports.imported("toy", text, known)) == {"toy.kinds.one.show"}
    assert set(imports.imported("toy.kinds", 'import_module(f"{__name__}.one")', known)) == {
        "toy.kinds.one"
    }


def test_a_circle_is_found_however_long() -> None:
    chain = {
        "a": {"b"},
        "b": {"c"},
        "c": {"d"},
        "d": {"b", "e"},
        "e": set(),
        "f": {"g"},
        "g": {"f"},
    }
    graph = {name: frozenset(others) for name, others in chain.items()}
    assert imports.circles(graph) == [["b", "c", "d"], ["f", "g"]]
    assert imports.circles({**graph, "d": frozenset("e"), "g": frozenset()}) == []


# --- the kernel ---------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted((PACKAGE / "kernel").rglob("*.py")), ids=lambda p: p.name)
def test_the_kernel_holds_no_assert_no_solver_and_no_simplifier(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
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


def test_no_text_is_executed() -> None:
    for path in imports.modules(PACKAGE).values():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in {"eval", "exec", "compile", "__import__"}
            if isinstance(node, ast.Attribute):
                assert node.attr not in {"sympify", "parse_expr"}
