"""The command `catalog`: the measures and properties that are known by name."""

from __future__ import annotations

import argparse
import json
from typing import Any


def add(commands: Any) -> None:
    """The command."""
    parser = commands.add_parser("catalog", help="list the measures and properties known by name")
    parser.add_argument("name", nargs="?", help="show one measure")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.set_defaults(run=_catalog)


def _catalog(args: argparse.Namespace) -> int:
    from symbolic_measures.meaning.frameworks import ALL, FRAMEWORKS, battery
    from symbolic_measures.meaning.measures import MEASURES, get_measure
    from symbolic_measures.meaning.properties import PROPERTIES

    chosen = [get_measure(args.name)] if args.name else list(MEASURES.values())
    entries = [_entry(measure) for measure in chosen]
    if args.format == "json":
        properties = [{"id": i, "sentence": PROPERTIES[i].sentence} for i in battery(ALL)]
        data = {"measures": entries, "properties": properties, "frameworks": FRAMEWORKS}
        print(json.dumps({"schema": 1, **data}, indent=1))
        return 0
    if args.name:
        for label, value in entries[0].items():
            shown = ", ".join(value) if isinstance(value, list) else value
            print(f"{label:12}{shown}")
        return 0
    width = max(len(entry["name"]) for entry in entries)
    for entry in entries:
        also = f"  (also {', '.join(entry['aliases'])})" if entry["aliases"] else ""
        print(f"{entry['name']:{width}}  {entry['formula']}{also}")
    for framework, ids in FRAMEWORKS.items():
        print(f"\nproperties, --framework {framework}:")
        for property_id in ids:
            print(f"  {property_id:30}{PROPERTIES[property_id].source}")
    return 0


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
