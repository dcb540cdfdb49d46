"""The notebooks with their outputs, as they are kept; the tests execute them and compare."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ext.text import table, toctree, words

FOLDER = Path(__file__).parents[2] / "notebooks"


def pages() -> dict[str, str]:
    """The index and every notebook."""
    paths = sorted(FOLDER.glob("*.ipynb"))
    found = {f"notebooks/{path.name}": _page(path) for path in paths}
    rows = [(f"[{words(_title(path))}]({path.name})",) for path in paths]
    told = (
        "# Notebooks\n\n"
        "Short tutorials, one idea each, with an assertion for each claim of the text. To run "
        'them: `pip install ".[notebooks]"`, then `jupyter lab notebooks/`.\n\n'
    )
    index = told + table(("notebook",), rows) + "\n" + toctree(path.stem for path in paths)
    return {"notebooks/index.md": index, **found}


def _read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def _title(path: Path) -> str:
    first = "".join(_read(path)["cells"][0]["source"]).splitlines()[0]
    return first.lstrip("# ")


def _page(path: Path) -> str:
    """The notebook as it is kept, with the colouring of its code named."""
    notebook = _read(path)
    notebook["metadata"]["language_info"]["pygments_lexer"] = "ipython3"
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"
