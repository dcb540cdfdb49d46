"""The schema of saved files as a page: each kind and each part with its keys."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

from ext.text import table, words

NAME = "symbolic_measures.schema.json"


def pages() -> dict[str, str]:
    """The page, and the schema itself beside the style sheets."""
    text = (files("symbolic_measures") / NAME).read_text(encoding="utf-8")
    return {"schema/index.md": page(json.loads(text)), f"_generated/{NAME}": text}


def page(schema: dict[str, Any]) -> str:
    """What a saved file has in it."""
    known = schema["$defs"]
    kinds = [name["$ref"].rpartition("/")[2] for name in schema["anyOf"]]
    parts = [
        "# Schema of saved files\n",
        f"{words(schema['description'])} The schema is in the package, and here: "
        f'<a href="../_static/{NAME}">{NAME}</a> (JSON Schema, draft 2020-12). The tests '
        "validate every certificate of the repository and an answer of every kind against it.\n",
        "A file that is valid may still say what is not so: only `verify` finds out.\n",
        "## Kinds of files\n",
        *(_part(name, known[name]) for name in kinds),
        "## Parts\n",
        *(_part(name, one) for name, one in known.items() if name not in kinds),
    ]
    return "\n".join(parts)


def _part(name: str, one: dict[str, Any]) -> str:
    told = f"(schema-{name})=\n### {name}\n\n{words(one.get('description', ''))}\n\n"
    keys = one.get("properties", {})
    if not keys:
        return told
    needed = one.get("required", ())
    rows = ((f"`{key}`", _type(value), "" if key in needed else "may be missing")
            for key, value in keys.items())  # fmt: skip
    return told + table(("key", "value", ""), rows)


def _type(one: dict[str, Any]) -> str:
    """The type of a value in words, with links to parts."""
    if "$ref" in one:
        name = one["$ref"].rpartition("/")[2]
        return f"[{name}](#schema-{name})"
    if "anyOf" in one:
        return " or ".join(map(_type, one["anyOf"]))
    if "const" in one:
        return f"`{one['const']}`"
    if "enum" in one:
        return ", ".join(f"`{value}`" for value in one["enum"])
    kind = one.get("type", "anything")
    if kind == "array" and "items" in one:
        return f"list of {_type(one['items'])}"
    if kind == "object" and isinstance(one.get("additionalProperties"), dict):
        return f"object of {_type(one['additionalProperties'])}"
    return " or ".join(kind) if isinstance(kind, list) else str(kind)
