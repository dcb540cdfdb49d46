"""What the site adds to Sphinx: pages generated from the registries, and formulas as MathML.

A module of this package that has a function `pages` generates: it returns the text of each page by
its path in `docs`.  Folders in `GENERATED` have nothing else in them, and are not committed.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ext import commands, findings, kernel, maths, measures, notebooks, properties, schema, styles

if TYPE_CHECKING:
    from sphinx.application import Sphinx

DOCS = Path(__file__).parents[1]
#: Who generates what, each into folders of its own.
MAKERS = (commands, findings, kernel, measures, notebooks, properties, schema, styles)
GENERATED = (
    "commands", "findings", "kernel", "measures", "notebooks", "properties", "schema", "_generated",
)  # fmt: skip
#: Files of the repository that are pages here.
MOVED = {"../reports/rocq.md": "kernel/rocq.md"}


def generate(into: Path = DOCS) -> list[Path]:
    """Writes every generated page; what is as it was is left alone, what is no longer is removed.

    Returns the paths.
    """
    written = {into / name: text for maker in MAKERS for name, text in maker.pages().items()}
    for folder in GENERATED:
        for path in sorted((into / folder).rglob("*")):
            if path.is_file() and path not in written:
                path.unlink()
    for path, text in written.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
    return sorted(written)


def clean(into: Path = DOCS) -> None:
    """Removes everything that is generated."""
    for folder in GENERATED:
        shutil.rmtree(into / folder, ignore_errors=True)


def led_within(app: Sphinx, name: str, source: list[str]) -> None:
    """Links to generated files of the repository lead to their pages."""
    for target, page in MOVED.items():
        source[0] = source[0].replace(f"]({target})", f"]({page})")


def told_in_words(
    app: Sphinx, what: str, name: str, found: object, options: object, lines: list[str]
) -> None:
    """The docstring of a property is a sentence: what stands before a colon is no type."""
    if what in ("attribute", "data", "property") and lines:
        lines[0] = lines[0].replace(": ", "; ")


def setup(app: Sphinx) -> dict[str, Any]:
    """Registers it with Sphinx."""
    maths.add(app)
    app.connect("source-read", led_within)
    app.connect("autodoc-process-docstring", told_in_words, priority=100)
    app.connect("builder-inited", lambda app: generate() and None)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
