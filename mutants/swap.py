"""One function of the running program is replaced by another version of it, and put back.

The new version is compiled in the module where it stands; whoever holds the old one (modules that
imported it, dictionaries of modules such as the table of rules, what these hold in the fields of a
property, in tuples, partials, as defaults of arguments) gets the new one.  What was remembered by
`lru_cache` is forgotten.
"""

from __future__ import annotations
import __future__

import ast
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import is_dataclass
from functools import _lru_cache_wrapper, partial
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from mutants.operators import Mutant

PACKAGE = "symbolic_measures"
#: The function in which a method is made, and its name there: by its own name it may call what
#: the module has.
AROUND, INSIDE = "made_in_its_class", "method_that_is_made"


def module_of(file: Path) -> ModuleType:
    """The module that a file of the package is."""
    name = ".".join(file.with_suffix("").parts).removesuffix(".__init__")
    __import__(name)
    return sys.modules[name]


#: Where things are held, by their identity: a dictionary of the program and a key of it.
Places = dict[int, list[tuple[dict[Any, Any], Any]]]


class Defaults(dict[str, Any]):
    """The defaults of a function's arguments, as a tuple that stands in a dictionary."""

    def __init__(self, function: FunctionType) -> None:
        self.function = function

    def __getitem__(self, key: str) -> Any:
        return self.function.__defaults__

    def __setitem__(self, key: str, value: Any) -> None:
        self.function.__defaults__ = value


def places() -> Places:
    """Where all that may be swapped is held: by itself, in a tuple, as the function of a partial,
    as a default (numbers and texts are not: they are the same object wherever they stand).

    Found once, it serves as long as the program runs nothing else, as before each of many forks.
    """
    found: Places = defaultdict(list)
    for holder in _holders():
        for key, value in holder.items():
            found[id(value)].append((holder, key))
            inside = (value.func,) if isinstance(value, partial) else value
            for part in inside if type(inside) is tuple else ():
                found[id(part)].append((holder, key))
            for part in (value.__defaults__ or ()) if isinstance(value, FunctionType) else ():
                if not isinstance(part, int | float | str | None):
                    found[id(part)].append((Defaults(value), key))
    return found


def put(mutant: Mutant, held: Places) -> None:
    """The mutant takes the place of what it was made of, for good: in a process of its own."""
    module, cls, name = _place(mutant)
    owner = getattr(module, cls) if cls else module
    before, after = vars(owner)[name], _made(module, cls, mutant)
    if cls:
        setattr(owner, name, after)
        if hasattr(after, "__set_name__"):  # as a property that is cached needs it
            after.__set_name__(owner, name)
        return
    for holder, key in held.get(id(before), ()):
        value = holder[key]
        if value is before and (callable(before) or key == name):
            holder[key] = after
        elif isinstance(value, partial) and value.func is before:
            holder[key] = partial(after, *value.args, **value.keywords)
        elif type(value) is tuple and any(part is before for part in value):
            holder[key] = tuple(after if part is before else part for part in value)
    module.__dict__[name] = after


@contextmanager
def swapped(mutant: Mutant) -> Iterator[None]:
    """The program with the mutant in it."""
    module, cls, name = _place(mutant)
    before = vars(getattr(module, cls) if cls else module)[name]
    held = places()
    kept = [(holder, key, holder[key]) for holder, key in held.get(id(before), ())]
    try:
        put(mutant, held)
        forget()
        yield
    finally:
        for holder, key, value in kept:
            holder[key] = value
        if cls:
            setattr(getattr(module, cls), name, before)
        forget()


def _place(mutant: Mutant) -> tuple[ModuleType, str, str]:
    """The module, the class if there is one, and the name of what it changes."""
    cls, _, name = mutant.unit.name.rpartition(".")
    return module_of(mutant.unit.file), cls, name


def _made(module: ModuleType, cls: str, mutant: Mutant) -> Any:
    """The new version; of a method, with its class around it, as `super()` needs it."""
    own: dict[str, Any] = {}
    name = mutant.unit.name.rpartition(".")[2]
    body = mutant.made()
    if cls:
        around = ast.parse(f"def {AROUND}(__class__): return {INSIDE}").body[0]
        assert isinstance(around, ast.FunctionDef)
        assert isinstance(body, ast.FunctionDef)
        body.name = INSIDE
        around.body.insert(0, body)
        body = around
    tree = ast.fix_missing_locations(ast.Module(body=[body], type_ignores=[]))
    flags = __future__.annotations.compiler_flag
    code = compile(tree, str(mutant.unit.file), "exec", flags=flags, dont_inherit=True)
    exec(code, module.__dict__, own)
    return own[AROUND](getattr(module, cls)) if cls else own[name]


def _holders() -> list[dict[Any, Any]]:
    """The modules of the package and of the tests, the dictionaries they hold by name, and the
    fields of what stands in these.  An environment that lies beside the package is none of them."""
    root = str(Path(sys.modules[PACKAGE].__file__ or "").parents[1])
    found = []
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None) or ""
        ours = file.startswith(root) and not file.startswith(sys.prefix)
        if ours or name.partition(".")[0] == PACKAGE:
            found.append(module.__dict__)
            for word, held in module.__dict__.items():
                if type(held) is dict and word != "__builtins__":
                    found.append(held)
                    found += [own for thing in held.values() for own in _fields(thing)]
    return found


def _fields(thing: Any) -> Iterator[dict[Any, Any]]:
    """The fields of a dataclass, and of those that stand in them."""
    if is_dataclass(thing) and not isinstance(thing, type) and hasattr(thing, "__dict__"):
        yield vars(thing)
        for part in vars(thing).values():
            yield from _fields(part)


def forget() -> None:
    """Empty every cache of a function of the package."""
    for name, module in list(sys.modules.items()):
        if name.startswith(PACKAGE):
            for thing in list(vars(module).values()):
                own = vars(thing).values() if isinstance(thing, type) else (thing,)
                for part in own:
                    if isinstance(part, _lru_cache_wrapper):
                        part.cache_clear()
