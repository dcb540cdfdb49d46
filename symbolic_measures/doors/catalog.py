"""The command `catalog`: the measures and properties that are known by name.

`catalog NAME` shows a measure, or a property and who has it; `catalog --property ID` only who has
it; `catalog --like FORMULA` under which name a formula is known.
"""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any

from symbolic_measures.doors.terminal import (
    INTERRUPTED,
    InputError,
    add_cache,
    look_at_limits,
    run,
    say,
)

if TYPE_CHECKING:
    from symbolic_measures.doors.holders import Holders
    from symbolic_measures.doors.likeness import Likeness

SECONDS = 10.0


def add(commands: Any) -> None:
    """The command."""
    parser = commands.add_parser(
        "catalog",
        help="list the measures and properties known by name, and who has a property",
        description="What is known by name: all of it, or one measure or property with who has it, "
        "decided now; or the names under which a formula is known.",
    )
    add = parser.add_argument
    add("name", nargs="?", help="show one measure, or one property and who has it")
    add("--property", metavar="ID", help="which measures have a property, and which have not")
    add("--like", metavar="FORMULA",
        help="which measures are this formula, or a strictly monotone function of it")  # fmt: skip
    add("--assume", action="append", default=[], metavar="CONDITION",
        help="with --like: a parameter of the formula, such as 'beta > 0'")  # fmt: skip
    add("--jobs", type=int, default=1, metavar="N", help="processes (default: 1)")
    add_cache(add)
    add("--timeout", type=float, default=SECONDS, metavar="SECONDS",
        help="for each decision (default: %(default)g)")  # fmt: skip
    add("--format", choices=("text", "json"), default="text")
    parser.set_defaults(run=_catalog, output=None)


def _catalog(args: argparse.Namespace) -> int:
    from symbolic_measures.meaning.properties import PROPERTIES

    look_at_limits(args)
    asked = [what for what in (args.name, args.property, args.like) if what is not None]
    if len(asked) > 1:
        raise InputError("catalog: give one of a name, --property and --like")
    if args.assume and args.like is None:
        raise InputError("--assume speaks of the parameters of a formula: give --like FORMULA")
    if args.like is not None:
        return _like(args)
    if args.property is not None or args.name in PROPERTIES:
        return _property(args)
    return _measures(args)


def _measures(args: argparse.Namespace) -> int:
    """All measures and properties, or one measure."""
    from symbolic_measures.meaning.frameworks import ALL, FRAMEWORKS, battery
    from symbolic_measures.meaning.measures import MEASURES
    from symbolic_measures.meaning.multiclass import MULTICLASS, find_multiclass
    from symbolic_measures.meaning.properties import PROPERTIES

    if args.name:
        binary, several = _get(args.name), find_multiclass(args.name)
        chosen = [_entry(binary)] if binary else []
        of_classes = [_entry_of_classes(several)] if several else []
    else:
        chosen = [_entry(measure) for measure in MEASURES.values()]
        of_classes = [_entry_of_classes(measure) for measure in MULTICLASS.values()]
    if args.format == "json":
        properties = [{"id": i, "sentence": PROPERTIES[i].said} for i in battery(ALL)]
        data: dict[str, Any] = {"measures": chosen, "measures_of_classes": of_classes}
        data |= {"properties": properties, "frameworks": FRAMEWORKS}
        print(json.dumps({"schema": 1, **data}, indent=1))
        return 0
    if args.name:
        print("\n\n".join(map(_shown, (*chosen, *of_classes))))
        return 0
    _list(chosen)
    print("\nmeasures of several classes, --classes M:")
    _list(of_classes, "  ")
    for framework, ids in FRAMEWORKS.items():
        print(f"\nproperties, --framework {framework}:")
        for property_id in ids:
            print(f"  {property_id:30}{PROPERTIES[property_id].source}")
    return 0


def _list(entries: list[dict[str, Any]], indent: str = "") -> None:
    """A line for each measure."""
    width = max(len(entry["name"]) for entry in entries)
    for entry in entries:
        also = f"  (also {', '.join(entry['aliases'])})" if entry["aliases"] else ""
        print(f"{indent}{entry['name']:{width}}  {entry['formula']}{also}")


def _shown(entry: dict[str, Any]) -> str:
    """A line for each thing that is said of one measure."""
    rows = ((k, ", ".join(v) if isinstance(v, list) else v) for k, v in entry.items())
    return "\n".join(f"{label:12}{value}" for label, value in rows)


def _get(name: str) -> Any:
    """The measure of two classes of that name; None if there is only one of several classes.

    InputError names the nearest measure or property if there is none.
    """
    from difflib import get_close_matches

    from symbolic_measures.meaning.measures import ALIASES, find_measure
    from symbolic_measures.meaning.multiclass import MULTICLASS_ALIASES, find_multiclass
    from symbolic_measures.meaning.properties import PROPERTIES

    found = find_measure(name)
    if found is None and find_multiclass(name) is None:
        close = get_close_matches(name, [*ALIASES, *MULTICLASS_ALIASES, *PROPERTIES], n=1)
        hint = f"did you mean {close[0]!r}? " if close else ""
        raise InputError(f"no measure or property {name!r}; {hint}see 'symbolic-measures catalog'")
    return found


def _property(args: argparse.Namespace) -> int:
    """What a property says, unless only its measures are asked for, and who has it."""
    from symbolic_measures.doors.holders import Holders, definition
    from symbolic_measures.meaning.subjects import find_property

    property_id = args.property if args.name is None else args.name
    prop = find_property(property_id)
    if args.format == "text" and args.name is not None:
        print(definition(prop), end="\n\n", flush=True)
    work = Holders(prop, args.timeout, args.jobs, args.cache)
    return _worked(work, args.format, property_id)


def _like(args: argparse.Namespace) -> int:
    """The measures that a formula is, or of which it is a monotone function."""
    from symbolic_measures.doors.likeness import Likeness

    work = Likeness(args.like, tuple(args.assume), args.timeout)
    return _worked(work, args.format, "--like")


def _worked(work: Holders | Likeness, form: str, about: str) -> int:
    """Does the work and prints what was found."""
    stopped = run(work, lambda step: f"{about}: {step}")
    if form == "json":
        print(json.dumps({"schema": 1, **work.to_data()}, indent=1))
    else:
        print(work.text())
    if stopped:
        say(f"{stopped}; shown is what was decided")
    return 130 if stopped == INTERRUPTED else 1 if stopped else 0


def _entry(measure: Any) -> dict[str, Any]:
    from symbolic_measures.meaning.readings import known_readings

    matrix, value = measure.example
    cells = ", ".join(f"{k} = {v}" for k, v in vars(matrix).items())
    return {
        "name": measure.name,
        "title": measure.title,
        "formula": measure.text,
        "parameters": [item.text for item in measure.assumptions],
        "aliases": list(measure.aliases),
        "domain": measure.domain,
        "readings": known_readings(measure),
        "source": measure.source,
        "example": f"{value} at {cells}",
    }


def _entry_of_classes(measure: Any) -> dict[str, Any]:
    from symbolic_measures.meaning.multiclass import EXAMPLE

    rows = [list(EXAMPLE[i : i + 3]) for i in (0, 3, 6)]
    return {
        "name": measure.name,
        "title": f"{measure.title} (several classes)",
        "formula": measure.text,
        "aliases": list(measure.aliases),
        "domain": measure.domain,
        "source": measure.source,
        "example": f"{measure.example} at {rows}",
    }
