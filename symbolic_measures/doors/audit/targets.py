"""Targets: the function that a text names, `package.module:function` or `file.py:function`.

Importing a module runs it, with whatever is written there; that is the user's own code and the only
code that runs.  Whatever goes wrong is a `TargetError`, one line that says what to do.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import io
import sys
from collections.abc import Callable, Mapping
from functools import reduce
from pathlib import Path
from types import ModuleType
from typing import Any

from symbolic_measures.nouns.errors import FormulaError

#: Words of a message that stand in one line.
WORDS = 160


class TargetError(FormulaError):
    """A function that cannot be audited; the message is one line: what, why, what to do."""


def find_target(text: str) -> Callable[..., Any]:
    """The function of `package.module:function`, `file.py:function` or `module:Class.method`.

    Returns:
        The function; what its module prints while it is imported is not shown.

    Raises:
        TargetError: it cannot be imported, there is no such name, or it cannot be called.

    Example:
        >>> find_target("statistics:mean")([1, 3])
        2
    """
    place, colon, name = text.rpartition(":")
    if not colon or not place or not name:
        raise TargetError(f"{text}: write package.module:function or file.py:function")
    module = _loaded(place, text)
    try:
        found = reduce(getattr, name.split("."), module)
    except AttributeError:
        raise TargetError(f"{text}: {place} has no {name!r}; see what it defines") from None
    if not callable(found):
        raise TargetError(f"{text}: this is {_kind(found)}, not a function")
    return found


def _loaded(place: str, text: str) -> ModuleType:
    """The module, imported."""
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            return _from_file(Path(place)) if place.endswith(".py") else _by_name(place)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # SystemExit, too: importing runs what is written there
        raise TargetError(f"{text}: importing it raises {one_line(error)}") from None


def _by_name(place: str) -> ModuleType:
    """A module that Python finds, also in the folder one is in."""
    here = str(Path.cwd())
    added = here not in sys.path
    if added:
        sys.path.insert(0, here)
    try:
        return importlib.import_module(place)
    finally:
        if added:
            sys.path.remove(here)


def _from_file(path: Path) -> ModuleType:
    """A file as a module of its own name; its folder is searched for what it imports."""
    if not path.is_file():
        raise FileNotFoundError(f"there is no file {path}")
    name = f"audited_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    folder = str(path.resolve().parent)
    sys.path.insert(0, folder)
    try:
        spec.loader.exec_module(module)
    finally:
        if folder in sys.path:
            sys.path.remove(folder)
    return module


def one_line(error: BaseException) -> str:
    """The type and the message of an error, in one line."""
    try:
        told = " ".join(str(error).split())
    except Exception:  # what it says of itself is the user's code, too
        told = ""
    shown = told if len(told) <= WORDS else told[: WORDS - 3] + "..."
    return f"{type(error).__name__}: {shown}" if shown else type(error).__name__


def _kind(found: object) -> str:
    return "a module" if isinstance(found, ModuleType) else f"a {type(found).__name__}"


def name_of(function: Callable[..., Any]) -> str:
    """What a function is called."""
    return str(getattr(function, "__name__", type(function).__name__))


#: The words of an option that are not numbers, quotes or lists.
_CONSTANTS: Mapping[str, Any] = {
    "None": None, "True": True, "False": False, "nan": float("nan"), "inf": float("inf"),
    "-inf": float("-inf"),
}  # fmt: skip


def read_options(texts: list[str], what: str = "--option") -> dict[str, Any]:
    """`["beta=2", "average=macro", "labels=[0,1]"]` as keyword arguments; nothing is executed.

    Raises:
        TargetError: a text is not `name=value`.

    Example:
        >>> read_options(["beta=2", "average=macro", "labels=[0, 1]", "zero_division=nan"])
        {'beta': 2, 'average': 'macro', 'labels': [0, 1], 'zero_division': nan}
    """
    found = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name.strip().isidentifier():
            raise TargetError(f"{what} {text}: write name=value, such as beta=2")
        found[name.strip()] = read_value(value.strip())
    return found


def read_value(text: str) -> Any:
    """A number, a constant, a JSON list, or else the text itself."""
    import json

    if text in _CONSTANTS:
        return _CONSTANTS[text]
    for read in (int, float, json.loads):
        try:
            return read(text)
        except ValueError:
            continue
    return text
