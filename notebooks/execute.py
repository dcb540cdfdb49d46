"""Executes the notebooks, each in a clean kernel and a folder of its own.

    python notebooks/execute.py                     all, in place
    python notebooks/execute.py --into FOLDER NAME  one, written elsewhere: what the tests compare

What is written depends on the notebook and the package alone: no times, no paths.  An error in a
cell ends the run with exit code 1 and the cell in the message.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
#: What a notebook may read beside its own folder.
DATA = Path("reports", "certificates")
SECONDS = 1800
KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}


def executed(source: Path) -> Any:
    """The notebook with the outputs of a run of all its cells, in normal form."""
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(source, as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["IPYTHONDIR"] = os.path.join(folder, ".ipython")
        work = Path(folder, "notebooks")
        work.mkdir()
        shutil.copytree(HERE.parent / DATA, Path(folder) / DATA)
        client = NotebookClient(
            notebook,
            timeout=SECONDS,
            kernel_name=KERNEL["name"],
            resources={"metadata": {"path": str(work)}},
            record_timing=False,
            startup_timeout=SECONDS,
            extra_arguments=["--log-level=ERROR"],
        )
        client.execute()
    return normal(notebook)


def normal(notebook: Any) -> Any:
    """Without what differs between two runs: metadata, names of cells, pieces of one stream."""
    notebook.metadata = {"kernelspec": KERNEL, "language_info": {"name": "python"}}
    for place, cell in enumerate(notebook.cells, 1):
        cell.id, cell.metadata = f"cell-{place}", {}
        if cell.cell_type != "code":
            continue
        cell.outputs = _joined(cell.outputs)
        for output in cell.outputs:
            if "metadata" in output:
                output.metadata = {}
    return notebook


def _joined(outputs: list[Any]) -> list[Any]:
    """Neighbouring pieces of one stream are one output."""
    found: list[Any] = []
    for output in outputs:
        last = found[-1] if found else None
        if output.output_type == "stream" and last is not None and last.get("name") == output.name:
            last.text += output.text
        else:
            found.append(output)
    return found


def main() -> int:
    """Executes what is named, else everything."""
    import matplotlib.font_manager  # noqa: F401  # on a new machine it says once that it looks
    import nbformat
    from nbclient.exceptions import CellExecutionError

    reader = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    reader.add_argument("names", nargs="*", help="files; without any, all in this folder")
    reader.add_argument("--into", default="", help="a folder to write to, instead of in place")
    given = reader.parse_args()
    for source in map(Path, given.names or sorted(map(str, HERE.glob("*.ipynb")))):
        try:
            notebook = executed(source)
        except CellExecutionError as error:
            print(f"{source.name}: {error}", file=sys.stderr)
            return 1
        target = Path(given.into, source.name) if given.into else source
        nbformat.write(notebook, target)
        print(f"{source.name}: executed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
